//! The search: principal variations by iterative deepening, one step a ply.
//!
//! A score is always that of the seat to move. It is negated only where the seat changes, because
//! a turn may have several steps. A step without an alternative costs no depth.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mohreh_games::{Game, Seat, Status};

use crate::chance::mix;
use crate::engine::{Engine, Feature};
use crate::knowledge::Knowledge;
use crate::score::{Score, WIN, WON};
use crate::table::{Bound, Known, Table};

/// No line is looked at beyond so many steps.
const LONGEST: usize = 240;
/// More than any score.
const INFINITY: Score = WIN + 1;
/// How often the caller is asked whether to stop.
const ASK: u64 = 512;
/// Codes of steps, as [`Knowledge::code`] gives them.
const CODES: usize = 8192;

/// Says that the search was stopped: what it was about to return means nothing.
pub(crate) struct Stopped;

type Found = Result<Score, Stopped>;

/// A step with how early it is to be tried, and its place in the list of legal steps.
type Candidate<S> = (i32, u16, S);

/// The steps of a position, as they come and in order.
type Lists<S> = (Vec<S>, Vec<Candidate<S>>);

pub(crate) struct Search<'a, G: Knowledge> {
    table: &'a Table,
    weights: &'a [i32],
    stop: &'a dyn Fn() -> bool,
    most_nodes: u64,
    nodes: u64,
    /// Where several threads add up what they have looked at.
    shared: Option<&'a AtomicU64>,
    /// How often a step refuted others, by code and seat.
    history: Vec<[i32; 2]>,
    /// Lists to write steps into, so that each depth asks for memory once.
    spare: Vec<Lists<G::Step>>,
    with: With,
    /// Of a hundred steps so many are not seen, and which.
    overlook: u64,
    seed: u64,
}

/// The features that are in use.
struct With {
    table: bool,
    history: bool,
    reductions: bool,
    quiescence: bool,
    extensions: bool,
}

impl<'a, G: Knowledge> Search<'a, G> {
    pub(crate) fn new(engine: &'a Engine, stop: &'a dyn Fn() -> bool, most_nodes: u64) -> Self {
        Search {
            table: &engine.table,
            weights: engine.weights::<G>().all(),
            stop,
            most_nodes,
            nodes: 0,
            shared: None,
            history: vec![[0; 2]; CODES],
            spare: Vec::new(),
            with: With {
                table: engine.has(Feature::Table),
                history: engine.has(Feature::History),
                reductions: engine.has(Feature::Reductions),
                quiescence: engine.has(Feature::Quiescence),
                extensions: engine.has(Feature::Extensions),
            },
            overlook: 0,
            seed: 0,
        }
    }

    /// Several threads count together: the limit of nodes is for all of them.
    pub(crate) fn share(&mut self, nodes: &'a AtomicU64) {
        self.shared = Some(nodes);
    }

    /// Of a hundred steps so many are not seen from now on.
    pub(crate) fn overlook(&mut self, of_hundred: u8, seed: u64) {
        (self.overlook, self.seed) = (of_hundred.into(), mix(seed));
    }

    /// Whether a step of the position with this key is not seen.
    pub(crate) fn overlooks(&self, key: u64, step: G::Step) -> bool {
        self.overlook > 0 && mix(key ^ self.seed ^ G::code(step) as u64) % 100 < self.overlook
    }

    /// What all threads have looked at.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        // What others have not yet told is little.
        self.shared.map_or(self.nodes, |shared| shared.load(Relaxed) + self.nodes % ASK)
    }

    /// The score of a position for `seat`, whoever is to move.
    pub(crate) fn score_for(
        &mut self,
        seat: Seat,
        game: &G,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Found {
        if game.mover() == seat {
            self.score(game, depth, (alpha, beta), ply)
        } else {
            Ok(-self.score(game, depth, (-beta, -alpha), ply)?)
        }
    }

    fn score(
        &mut self,
        game: &G,
        depth: i32,
        (mut alpha, mut beta): (Score, Score),
        ply: usize,
    ) -> Found {
        self.count()?;
        // No line can be won sooner than this, nor lost.
        alpha = alpha.max(-WIN + ply as Score);
        beta = beta.min(WIN - ply as Score);
        if alpha >= beta {
            return Ok(alpha);
        }
        let calm = game.is_calm();
        if depth <= 0 && calm || ply >= LONGEST {
            return Ok(ended(game, ply).unwrap_or_else(|| game.evaluate(self.weights)));
        }
        let rest = if depth <= 0 { game.rest() } else { None };
        if let Some(step) = rest
            && !(self.with.quiescence && game.may_be_sharp())
        {
            let mut child = game.clone();
            child.play_unchecked(step);
            return self.score_for(game.mover(), &child, depth - 1, (alpha, beta), ply + 1);
        }
        let key = game.hash();
        let known = self.table.get(key);
        if let Some(known) = known
            && known.depth >= depth
            && self.with.table
        {
            let score = from_table(known.score, ply);
            let enough = match known.bound {
                Bound::Exactly => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if enough {
                return Ok(score);
            }
        }
        let (mut steps, mut candidates) = self.spare.pop().unwrap_or_default();
        steps.clear();
        game.steps(&mut steps);
        let best = known.map_or(u16::MAX, |known| known.best);
        let found = if steps.is_empty() {
            Ok(ended(game, ply).unwrap_or(0))
        } else {
            self.best_of(game, key, depth, (alpha, beta), ply, best, (&steps, &mut candidates))
        };
        self.spare.push((steps, candidates));
        found
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return Err(Stopped);
        }
        if !self.nodes.is_multiple_of(ASK) {
            return Ok(());
        }
        let late = self
            .shared
            .is_some_and(|shared| shared.fetch_add(ASK, Relaxed) + ASK > self.most_nodes);
        if late || (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// How early each step is to be tried; the one that the table knows comes first.
    fn rate(&self, game: &G, steps: &[G::Step], best: u16, out: &mut Vec<Candidate<G::Step>>) {
        let seat = game.mover().index();
        out.clear();
        out.extend((0u16..).zip(steps).map(|(place, &step)| {
            let early = if best == place {
                i32::MAX
            } else if self.with.history {
                game.promise(step) + self.history[G::code(step) % CODES][seat]
            } else {
                game.promise(step)
            };
            (early, place, step)
        }));
    }

    #[expect(clippy::too_many_arguments, reason = "one node of the tree is all of these")]
    fn best_of(
        &mut self,
        game: &G,
        key: u64,
        depth: i32,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        known: u16,
        (steps, candidates): (&[G::Step], &mut Vec<Candidate<G::Step>>),
    ) -> Found {
        let seat = game.mover();
        let first_alpha = alpha;
        let (mut best, mut best_place) = (-INFINITY, 0);
        let forced = steps.len() == 1;
        let free = forced && (self.with.extensions || depth <= 0);
        // Beyond the horizon a turn is finished, but quiet steps are not tried where one can rest, or
        // where there are sharp ones.
        let rest = if depth <= 0 { game.rest() } else { None };
        let sharp = |step: &G::Step| game.is_sharp(*step);
        let only_sharp = depth <= 0 && (rest.is_some() || steps.iter().any(sharp));
        let mut tried = 0;
        candidates.clear();
        for number in 0..steps.len() {
            // The step of the table is tried before the others are even looked at: often it is enough.
            let (place, step) = match steps.get(usize::from(known)) {
                Some(&step) if number == 0 => (known, step),
                _ => {
                    if candidates.is_empty() {
                        self.rate(game, steps, known, candidates);
                        if number == 1 {
                            bring_forward(candidates, 0);
                        }
                    }
                    match number {
                        ..SORT_AT => bring_forward(candidates, number),
                        SORT_AT => candidates[SORT_AT..].sort_unstable_by_key(earliest),
                        _ => {}
                    }
                    let (_, place, step) = candidates[number];
                    (place, step)
                }
            };
            let sharp = game.is_sharp(step);
            if only_sharp && !sharp && rest != Some(step) {
                continue;
            }
            // Something is always seen: what is tried last, if nothing before it was.
            let last = tried == 0 && number + 1 == steps.len();
            if !last && self.overlooks(key, step) {
                continue;
            }
            let mut child = game.clone();
            child.play_unchecked(step);
            let deeper = if free { depth } else { depth - 1 };
            let full = (alpha, beta);
            let score = if tried == 0 || depth <= 0 {
                self.score_for(seat, &child, deeper, full, ply + 1)?
            } else {
                // A later step is expected to be worse: that is quickly shown, and less deeply.
                let less =
                    if self.with.reductions { reduction::<G>(depth, tried, sharp) } else { 0 };
                let narrow = (alpha, alpha + 1);
                let mut score = self.score_for(seat, &child, deeper - less, narrow, ply + 1)?;
                if score > alpha && less > 0 {
                    score = self.score_for(seat, &child, deeper, narrow, ply + 1)?;
                }
                if score > alpha && score < beta {
                    score = self.score_for(seat, &child, deeper, full, ply + 1)?;
                }
                score
            };
            tried += 1;
            if score > best {
                (best, best_place) = (score, place);
                alpha = alpha.max(score);
                if score >= beta {
                    if !sharp {
                        let before = &candidates[..number.min(candidates.len())];
                        self.remember(game, step, before, depth);
                    }
                    break;
                }
            }
        }
        if tried == 0 {
            // All that was sharp was overlooked.
            return Ok(game.evaluate(self.weights));
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= first_alpha => Bound::AtMost,
            _ => Bound::Exactly,
        };
        let score = to_table(best, ply);
        self.table.put(key, Known { score, depth, bound, best: best_place });
        Ok(best)
    }

    /// A step has refuted the one before: it is tried earlier from now on, and those that were tried
    /// before it in vain later.
    fn remember(&mut self, game: &G, step: G::Step, before: &[Candidate<G::Step>], depth: i32) {
        let seat = game.mover().index();
        let bonus = (depth.max(1) * depth.max(1) * 4).min(MOST_HISTORY / 2);
        self.learn(step, seat, bonus);
        for &(_, _, step) in before {
            self.learn(step, seat, -bonus / 2);
        }
    }

    /// Moves the history of a step; the further it is from nothing, the less.
    fn learn(&mut self, step: G::Step, seat: usize, by: i32) {
        let entry = &mut self.history[G::code(step) % CODES][seat];
        *entry += by - *entry * by.abs() / MOST_HISTORY;
    }
}

/// The history of a step stays between this and its negative.
const MOST_HISTORY: i32 = 400;

/// So many candidates are looked for one by one; if none of them is enough, the rest is sorted.
const SORT_AT: usize = 3;

/// The order in which candidates are tried.
fn earliest<S>(&(early, place, _): &Candidate<S>) -> (Reverse<i32>, u16) {
    (Reverse(early), place)
}

/// Moves the most promising candidate from `from` on to the place `from`.
fn bring_forward<S>(candidates: &mut [Candidate<S>], from: usize) {
    let rest = candidates.iter().enumerate().skip(from);
    if let Some((best, _)) = rest.min_by_key(|(_, candidate)| earliest(candidate)) {
        candidates.swap(from, best);
    }
}

/// How much less deeply a late and quiet step is searched at first: the more, the later it comes and
/// the deeper the search.
fn reduction<G: Knowledge>(depth: i32, number: usize, sharp: bool) -> i32 {
    if sharp || depth < 3 || number < 3 {
        return 0;
    }
    let product = PRODUCTS[(depth as usize).min(31)][number.min(63)];
    i32::from(product) / G::CAUTION
}

/// The product of the binary logarithms of depth and number, in 256ths.
static PRODUCTS: [[u16; 64]; 32] = {
    let mut products = [[0; 64]; 32];
    let mut depth = 1;
    while depth < 32 {
        let mut number = 1;
        while number < 64 {
            products[depth][number] = (log_2(depth) * log_2(number) / 256) as u16;
            number += 1;
        }
        depth += 1;
    }
    products
};

/// A binary logarithm in 256ths, by straight lines between powers of two.
const fn log_2(n: usize) -> u32 {
    let whole = n.ilog2();
    whole * 256 + (((n as u32 - (1 << whole)) * 256) >> whole)
}

/// The score of a finished game for the mover; none if it goes on.
fn ended<G: Game + Knowledge>(game: &G, ply: usize) -> Option<Score> {
    let Status::Over(outcome) = game.status() else { return None };
    Some(match outcome.winner() {
        None => 0,
        Some(seat) if seat == game.mover() => WIN - ply as Score,
        Some(_) => -WIN + ply as Score,
    })
}

/// In the table a win is counted from the position, not from the root.
fn to_table(score: Score, ply: usize) -> Score {
    match score {
        _ if score >= WON => score + ply as Score,
        _ if score <= -WON => score - ply as Score,
        _ => score,
    }
}

fn from_table(score: Score, ply: usize) -> Score {
    match score {
        _ if score >= WON => score - ply as Score,
        _ if score <= -WON => score + ply as Score,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::{tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
    use mohreh_laws::{Chance, playout};

    use super::{INFINITY, LONGEST, Search, ended};
    use crate::engine::{Engine, Feature};
    use crate::knowledge::Knowledge;
    use crate::score::Score;

    /// The same tree without any window, table or order.
    fn minimax<G: Knowledge>(game: &G, weights: &[i32], depth: i32, ply: usize) -> Score {
        if let Some(score) = ended(game, ply) {
            return score;
        }
        if depth <= 0 && game.is_calm() || ply >= LONGEST {
            return game.evaluate(weights);
        }
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let deeper = if steps.len() == 1 { depth } else { depth - 1 };
        let rest = if depth <= 0 { game.rest() } else { None };
        let only_sharp =
            depth <= 0 && (rest.is_some() || steps.iter().any(|step| game.is_sharp(*step)));
        let tried = |step: &G::Step| !only_sharp || rest == Some(*step) || game.is_sharp(*step);
        let value = |step: G::Step| {
            let mut child = game.clone();
            child.play_unchecked(step);
            let score = minimax(&child, weights, deeper, ply + 1);
            if child.mover() == game.mover() { score } else { -score }
        };
        steps.into_iter().filter(tried).map(value).max().unwrap_or(0)
    }

    /// Without reductions, and with a table of a single entry, the search finds the very value
    /// of the tree.
    fn check<G: Knowledge>(setup: &str, depth: i32, games: u64, every: usize) {
        let mut engine = Engine::new(0);
        engine.leave_out(Feature::Reductions);
        let weights = engine.weights::<G>().all();
        let mut compared = 0;
        for seed in 0..games {
            let mut ply = 0;
            playout::<G>(&setup.parse().unwrap(), &mut Chance::new(seed), 400, |game| {
                ply += 1;
                if ply % every != 0 || matches!(game.status(), mohreh_games::Status::Over(_)) {
                    return;
                }
                let mut search = Search::new(&engine, &|| false, u64::MAX);
                let window = (-INFINITY, INFINITY);
                let found = search.score_for(game.mover(), game, depth, window, 0);
                assert_eq!(
                    found.ok(),
                    Some(minimax(game, weights, depth, 0)),
                    "depth {depth}: {game}"
                );
                compared += 1;
            });
        }
        assert!(compared >= 1_000, "{compared}");
    }

    #[test]
    fn zertz_is_searched_exactly() {
        check::<Zertz>("", 2, 300, 11);
        check::<Zertz>("blitz overlook", 2, 500, 11);
    }

    #[test]
    fn tzaar_is_searched_exactly() {
        check::<Tzaar>("", 2, 250, 9);
    }

    #[test]
    fn yinsh_is_searched_exactly() {
        check::<Yinsh>("", 2, 200, 11);
    }
}
