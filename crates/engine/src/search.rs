//! Principal variation search (negamax) with quiescence. One ply is one step.
//!
//! Scores are from the point of view of the seat to move. They are negated only where the seat changes,
//! because a turn may have several steps.

mod pruning;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mohreh_games::{Game, Seat, Status};

use crate::engine::{Engine, Feature};
use crate::evaluation::Evaluation;
use crate::heuristics::Heuristics;
use crate::score::{Score, WIN, WIN_THRESHOLD};
use crate::splitmix::splitmix64;
use crate::tt::{Bound, Entry, TranspositionTable};

/// Hard limit of the search depth, quiescence included.
const MAX_PLY: usize = 240;
/// Outside every score.
const INFINITY: Score = WIN + 1;
/// Interval between two calls of the caller's `stop`.
const STOP_CHECK_NODES: u64 = 512;
/// Size of the history table; see [`Heuristics::history_index`].
const HISTORY_SIZE: usize = 8192;

/// The search was aborted. Scores of unfinished nodes are discarded.
pub(crate) struct Stopped;

type ScoreResult = Result<Score, Stopped>;

/// Ordering priority, index in the list of legal steps, step.
type Candidate<S> = (i32, u16, S);

/// Legal steps as generated, and ordered.
type StepBuffers<S> = (Vec<S>, Vec<Candidate<S>>);

/// A node whose steps are searched.
struct Node<'a, G: Heuristics> {
    game: &'a G,
    key: u64,
    depth: i32,
    ply: usize,
    focus: G::Focus,
    /// Where quiescence may stand pat.
    stand_pat: Option<G::Step>,
    /// Index of the table's step, or beyond the list.
    tt_step: u16,
}

pub(crate) struct Search<'a, G: Heuristics> {
    tt: &'a TranspositionTable,
    evaluation: Evaluation<'a, G>,
    stop: &'a dyn Fn() -> bool,
    max_nodes: u64,
    nodes: u64,
    /// Node counter of all threads (Lazy SMP); each thread adds [`STOP_CHECK_NODES`] at a time.
    shared_nodes: Option<&'a AtomicU64>,
    /// Butterfly history by [`Heuristics::history_index`] and seat.
    history: Vec<[i32; 2]>,
    /// Pool of step lists: one allocation per ply.
    buffers: Vec<StepBuffers<G::Step>>,
    enabled: Enabled,
    /// Static evaluation at the start of the turn that a ply belongs to, where pruning wants it.
    turn_evals: Vec<Option<Score>>,
    /// Percentage of steps that are ignored; `seed` selects which.
    blind_percent: u64,
    seed: u64,
}

/// Search features that are switched on.
struct Enabled {
    tt: bool,
    history: bool,
    reductions: bool,
    quiescence: bool,
    extensions: bool,
    pruning: bool,
}

impl<'a, G: Heuristics> Search<'a, G> {
    pub(crate) fn new(engine: &'a Engine, stop: &'a dyn Fn() -> bool, max_nodes: u64) -> Self {
        Search {
            tt: &engine.tt,
            evaluation: Evaluation::new(engine),
            stop,
            max_nodes,
            nodes: 0,
            shared_nodes: None,
            history: vec![[0; 2]; HISTORY_SIZE],
            buffers: Vec::new(),
            enabled: Enabled {
                tt: engine.is_enabled(Feature::TranspositionTable),
                history: engine.is_enabled(Feature::History),
                reductions: engine.is_enabled(Feature::Reductions),
                quiescence: engine.is_enabled(Feature::Quiescence),
                extensions: engine.is_enabled(Feature::Extensions),
                pruning: engine.is_enabled(Feature::Pruning),
            },
            turn_evals: vec![None; MAX_PLY + 1],
            blind_percent: 0,
            seed: 0,
        }
    }

    /// Makes the node limit one for all threads.
    pub(crate) fn share_nodes(&mut self, nodes: &'a AtomicU64) {
        self.shared_nodes = Some(nodes);
    }

    /// Ignores `percent` % of all steps, chosen by `seed`.
    pub(crate) fn set_blindness(&mut self, percent: u8, seed: u64) {
        (self.blind_percent, self.seed) = (percent.into(), splitmix64(seed));
    }

    /// Whether the handicap hides this step in the position with this Zobrist key.
    pub(crate) fn is_blind_to(&self, key: u64, step: G::Step) -> bool {
        self.blind_percent > 0
            && splitmix64(key ^ self.seed ^ G::history_index(step) as u64) % 100
                < self.blind_percent
    }

    /// Counts nodes of another search.
    pub(crate) fn spend(&mut self, nodes: u64) {
        match self.shared_nodes {
            Some(shared) => _ = shared.fetch_add(nodes, Relaxed),
            None => self.nodes += nodes,
        }
    }

    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        // Nodes that other threads have not added yet are not counted.
        self.shared_nodes
            .map_or(self.nodes, |shared| shared.load(Relaxed) + self.nodes % STOP_CHECK_NODES)
    }

    /// Score of a position from the point of view of `seat`, which need not be to move.
    pub(crate) fn search_for(
        &mut self,
        seat: Seat,
        game: &G,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> ScoreResult {
        if game.mover() == seat {
            self.search(game, depth, (alpha, beta), ply)
        } else {
            Ok(-self.search(game, depth, (-beta, -alpha), ply)?)
        }
    }

    /// Negamax with alpha–beta; quiescence search if `depth` is not positive.
    fn search(
        &mut self,
        game: &G,
        depth: i32,
        (mut alpha, mut beta): (Score, Score),
        ply: usize,
    ) -> ScoreResult {
        self.count()?;
        // Mate distance pruning.
        alpha = alpha.max(-WIN + ply as Score);
        beta = beta.min(WIN - ply as Score);
        if alpha >= beta {
            return Ok(alpha);
        }
        let quiet = game.is_quiet();
        if depth <= 0 && quiet || ply >= MAX_PLY {
            return Ok(match terminal_score(game, ply) {
                Some(score) => score,
                None => self.evaluation.score(game, (alpha, beta)),
            });
        }
        let focus = game.focus();
        let stand_pat = if depth <= 0 { game.stand_pat(&focus) } else { None };
        if let Some(step) = stand_pat
            && !(self.enabled.quiescence && game.may_have_tactical_steps())
        {
            let mut child = game.clone();
            child.play_unchecked(step);
            return self.search_for(game.mover(), &child, depth - 1, (alpha, beta), ply + 1);
        }
        let key = game.hash();
        let entry = self.tt.probe(key);
        if let Some(entry) = entry
            && entry.depth >= depth.max(0)
            && self.enabled.tt
        {
            let score = score_from_tt(entry.score, ply);
            let cutoff = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cutoff {
                return Ok(score);
            }
        }
        if self.is_futile(game, quiet, depth, (alpha, beta), ply) {
            return Ok(beta);
        }
        let (mut steps, mut candidates) = self.buffers.pop().unwrap_or_default();
        steps.clear();
        game.steps(&mut steps);
        let tt_step = entry.map_or(u16::MAX, |entry| entry.best_index);
        let found = if steps.is_empty() {
            Ok(terminal_score(game, ply).unwrap_or(0))
        } else {
            self.search_steps(
                Node { game, key, depth, ply, focus, stand_pat, tt_step },
                (alpha, beta),
                (&steps, &mut candidates),
            )
        };
        self.buffers.push((steps, candidates));
        found
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.max_nodes {
            return Err(Stopped);
        }
        if !self.nodes.is_multiple_of(STOP_CHECK_NODES) {
            return Ok(());
        }
        let over_budget = self.shared_nodes.is_some_and(|shared| {
            shared.fetch_add(STOP_CHECK_NODES, Relaxed) + STOP_CHECK_NODES > self.max_nodes
        });
        if over_budget || (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// Move ordering: static ordering plus history; the TT step was searched before.
    fn prioritise(
        &self,
        game: &G,
        steps: impl Iterator<Item = (u16, G::Step)>,
        out: &mut Vec<Candidate<G::Step>>,
    ) {
        let seat = game.mover().index();
        out.extend(steps.map(|(index, step)| {
            let history = if self.enabled.history {
                self.history[G::history_index(step) % HISTORY_SIZE][seat]
            } else {
                0
            };
            (game.ordering_score(step) + history, index, step)
        }));
    }

    /// PVS over the legal steps of a node.
    fn search_steps(
        &mut self,
        node: Node<'_, G>,
        (mut alpha, beta): (Score, Score),
        (steps, candidates): (&[G::Step], &mut Vec<Candidate<G::Step>>),
    ) -> ScoreResult {
        let Node { game, key, depth, ply, focus, stand_pat, tt_step } = node;
        let seat = game.mover();
        let original_alpha = alpha;
        let (mut best, mut best_index) = (-INFINITY, 0);
        let forced = steps.len() == 1;
        let extend = forced && (self.enabled.extensions || depth <= 0);
        let is_tactical = |step| game.is_tactical(&focus, step);
        // Quiescence finishes the turn. Quiet steps are skipped if the mover can stand pat or has a
        // tactical step.
        let tactical_only =
            depth <= 0 && (stand_pat.is_some() || steps.iter().any(|step| is_tactical(*step)));
        let is_wanted = |step| !tactical_only || stand_pat == Some(step) || is_tactical(step);
        let mut tried = 0;
        candidates.clear();
        // Staged: the TT step is searched before the others are scored, since it often causes a cut-off.
        let tt_candidate = steps
            .get(usize::from(tt_step))
            .filter(|step| is_wanted(**step))
            .map(|step| (tt_step, *step));
        let staged = usize::from(tt_candidate.is_some());
        for number in 0.. {
            if number == staged {
                let others = (0u16..)
                    .zip(steps.iter().copied())
                    .filter(|(index, step)| (staged == 0 || *index != tt_step) && is_wanted(*step));
                self.prioritise(game, others, candidates);
            }
            let next = match tt_candidate {
                Some(first) if number == 0 => Some(first),
                _ => next_candidate(candidates, number - staged),
            };
            let Some((index, step)) = next else { break };
            // The last step is searched if the handicap hides all others.
            let last = tried == 0
                && (forced || number >= staged && number + 1 == staged + candidates.len());
            if !last && self.is_blind_to(key, step) {
                continue;
            }
            let tactical = is_tactical(step);
            let late = tried > 0 && !tactical && best > -WIN_THRESHOLD;
            if late && self.is_late(depth, tried, (alpha, beta), ply) {
                continue;
            }
            let mut child = game.clone();
            child.play_unchecked(step);
            let child_depth = if extend { depth } else { depth - 1 };
            let full_window = (alpha, beta);
            let score = if tried == 0 || depth <= 0 {
                self.search_for(seat, &child, child_depth, full_window, ply + 1)?
            } else {
                // Late steps: null window at reduced depth, then null window, then full window.
                let reduction =
                    if self.enabled.reductions { lmr::<G>(depth, tried, tactical) } else { 0 };
                let null_window = (alpha, alpha + 1);
                let mut score =
                    self.search_for(seat, &child, child_depth - reduction, null_window, ply + 1)?;
                if score > alpha && reduction > 0 {
                    score = self.search_for(seat, &child, child_depth, null_window, ply + 1)?;
                }
                if score > alpha && score < beta {
                    score = self.search_for(seat, &child, child_depth, full_window, ply + 1)?;
                }
                score
            };
            tried += 1;
            if score > best {
                (best, best_index) = (score, index);
                alpha = alpha.max(score);
                if score >= beta {
                    if !tactical {
                        let tried_before = &candidates[..number.saturating_sub(staged)];
                        self.update_history(game, step, tried_before, depth);
                    }
                    break;
                }
            }
        }
        if tried == 0 {
            // The handicap hides all tactical steps.
            return Ok(self.evaluation.score(game, (alpha, beta)));
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best <= original_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let score = score_to_tt(best, ply);
        self.tt.store(key, Entry { score, depth: depth.max(0), bound, best_index });
        Ok(best)
    }

    /// Beta cut-off by a quiet step: history bonus for it, malus for the steps tried before it.
    fn update_history(
        &mut self,
        game: &G,
        step: G::Step,
        tried_before: &[Candidate<G::Step>],
        depth: i32,
    ) {
        let seat = game.mover().index();
        let bonus = (depth.max(1) * depth.max(1) * 4).min(MAX_HISTORY / 2);
        self.add_history(step, seat, bonus);
        for &(_, _, step) in tried_before {
            self.add_history(step, seat, -bonus / 2);
        }
    }

    /// Gravity update: the entry stays within ±[`MAX_HISTORY`].
    fn add_history(&mut self, step: G::Step, seat: usize, by: i32) {
        let entry = &mut self.history[G::history_index(step) % HISTORY_SIZE][seat];
        *entry += by - *entry * by.abs() / MAX_HISTORY;
    }
}

/// Limit of a history entry.
const MAX_HISTORY: i32 = 400;

/// Steps before this one are picked by selection, the others are sorted.
const SORT_FROM: usize = 3;

/// Sort key: highest priority first, then order of generation.
fn order_key<S>(&(priority, index, _): &Candidate<S>) -> (Reverse<i32>, u16) {
    (Reverse(priority), index)
}

/// The candidate with this number in order: the first ones by selection sort, then the others by a sort.
fn next_candidate<S: Copy>(candidates: &mut [Candidate<S>], number: usize) -> Option<(u16, S)> {
    match number {
        ..SORT_FROM => {
            let rest = candidates.iter().enumerate().skip(number);
            let (best, _) = rest.min_by_key(|(_, candidate)| order_key(candidate))?;
            candidates.swap(number, best);
        }
        SORT_FROM if number < candidates.len() => {
            candidates[SORT_FROM..].sort_unstable_by_key(order_key);
        }
        _ => {}
    }
    let (_, index, step) = *candidates.get(number)?;
    Some((index, step))
}

/// Late-move reduction in plies: 256·log₂(depth)·log₂(number) / `LMR_DIVISOR`, none for tactical steps.
fn lmr<G: Heuristics>(depth: i32, number: usize, tactical: bool) -> i32 {
    if tactical || depth < 3 || number < 3 {
        return 0;
    }
    let product = LOG_PRODUCTS[(depth as usize).min(31)][number.min(63)];
    i32::from(product) / G::LMR_DIVISOR
}

/// log₂(depth)·log₂(number), times 256.
static LOG_PRODUCTS: [[u16; 64]; 32] = {
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

/// log₂(n), times 256, interpolated linearly between powers of two.
const fn log_2(n: usize) -> u32 {
    let whole = n.ilog2();
    whole * 256 + (((n as u32 - (1 << whole)) * 256) >> whole)
}

/// Score of a finished game for the mover: ±([`WIN`] − ply) or 0; `None` if it goes on.
fn terminal_score<G: Game + Heuristics>(game: &G, ply: usize) -> Option<Score> {
    let Status::Over(outcome) = game.status() else { return None };
    Some(match outcome.winner() {
        None => 0,
        Some(seat) if seat == game.mover() => WIN - ply as Score,
        Some(_) => -WIN + ply as Score,
    })
}

/// Win scores count plies from the root in the search, and from the node in the table.
fn score_to_tt(score: Score, ply: usize) -> Score {
    match score {
        _ if score >= WIN_THRESHOLD => score + ply as Score,
        _ if score <= -WIN_THRESHOLD => score - ply as Score,
        _ => score,
    }
}

fn score_from_tt(score: Score, ply: usize) -> Score {
    match score {
        _ if score >= WIN_THRESHOLD => score - ply as Score,
        _ if score <= -WIN_THRESHOLD => score + ply as Score,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::{tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
    use mohreh_laws::{Rng, playout};

    use super::{INFINITY, MAX_PLY, Search, terminal_score};
    use crate::engine::{Engine, Feature};
    use crate::heuristics::Heuristics;
    use crate::score::Score;

    /// Reference: plain minimax with the same extensions and quiescence.
    fn minimax<G: Heuristics>(game: &G, weights: &[i32], depth: i32, ply: usize) -> Score {
        if let Some(score) = terminal_score(game, ply) {
            return score;
        }
        if depth <= 0 && game.is_quiet() || ply >= MAX_PLY {
            return game.evaluate(weights);
        }
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let child_depth = if steps.len() == 1 { depth } else { depth - 1 };
        let focus = game.focus();
        let stand_pat = if depth <= 0 { game.stand_pat(&focus) } else { None };
        let tactical_only = depth <= 0
            && (stand_pat.is_some() || steps.iter().any(|step| game.is_tactical(&focus, *step)));
        let tried = |step: &G::Step| {
            !tactical_only || stand_pat == Some(*step) || game.is_tactical(&focus, *step)
        };
        let value = |step: G::Step| {
            let mut child = game.clone();
            child.play_unchecked(step);
            let score = minimax(&child, weights, child_depth, ply + 1);
            if child.mover() == game.mover() { score } else { -score }
        };
        steps.into_iter().filter(tried).map(value).max().unwrap_or(0)
    }

    /// Without reductions, and with a table of one entry, the search equals minimax.
    fn check<G: Heuristics>(setup: &str, depth: i32, games: u64, every: usize) {
        let mut engine = Engine::new(0);
        engine.disable(Feature::Reductions);
        engine.disable(Feature::Pruning);
        engine.disable(Feature::Network);
        let weights = engine.weights::<G>().as_slice();
        let mut compared = 0;
        for seed in 0..games {
            let mut ply = 0;
            playout::<G>(&setup.parse().unwrap(), &mut Rng::new(seed), 400, |game| {
                ply += 1;
                if ply % every != 0 || matches!(game.status(), mohreh_games::Status::Over(_)) {
                    return;
                }
                let mut search = Search::new(&engine, &|| false, u64::MAX);
                let window = (-INFINITY, INFINITY);
                let found = search.search_for(game.mover(), game, depth, window, 0);
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
    fn zertz_search_equals_minimax() {
        check::<Zertz>("", 2, 300, 11);
        check::<Zertz>("blitz overlook", 2, 500, 11);
    }

    #[test]
    fn tzaar_search_equals_minimax() {
        check::<Tzaar>("", 2, 250, 9);
    }

    #[test]
    fn yinsh_search_equals_minimax() {
        check::<Yinsh>("", 2, 200, 11);
    }
}
