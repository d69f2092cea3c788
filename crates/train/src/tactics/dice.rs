//! Positions of RO-TAS, solved over all dice.

use std::collections::HashMap;

use mohreh_games::rotas::{self, Rotas};
use mohreh_games::show::Figure;
use mohreh_games::{Game, Seat, Status};

use super::{MAX_SOLUTIONS, Puzzle, collect};
use crate::splitmix::SplitMix64;

const DICE_SETUPS: [&str; 12] = [
    "",
    "board=six-b",
    "board=small",
    "advanced",
    "hard-pairs",
    "board=small advanced hard-pairs strict-house",
    "board=5,3,.,H,4/P1,S,5,3,P6/5,.,P2,P2,4",
    "seats=3",
    "seats=3 board=six-b advanced",
    "seats=4",
    "seats=4 board=small strict-house",
    "seats=4 board=six-b hard-pairs advanced",
];

const DICE_THEMES: [&str; 4] = ["win-in-one", "best-odds", "best-odds last-round", "block"];

pub(super) fn puzzles(count: usize, seed: u64) -> Vec<Puzzle> {
    let sets = DiceMultisets::new();
    collect(count, seed, &DICE_THEMES, &DICE_SETUPS, |setup, rng, wanted| {
        dice_game(&sets, setup, rng, wanted)
    })
}

/// Smaller differences of probabilities are rounding errors.
pub(crate) const EPSILON: f64 = 1e-9;
/// Least advantage of the best step over all others.
const MARGIN: f64 = 2e-3;

/// Plays a random game of RO-TAS until it meets a wanted position.
fn dice_game(
    sets: &DiceMultisets,
    setup: &str,
    rng: &mut SplitMix64,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Puzzle> {
    let mut game = Rotas::start(&setup.parse().ok()?);
    loop {
        let step = match game.status() {
            Status::Over(_) => return None,
            Status::ToRoll => game.roll(&mut |n| rng.below32(n))?,
            Status::ToMove(seat) => {
                if let Some((theme, best)) = dice_puzzle(sets, &game, seat, wanted) {
                    return Some(Puzzle {
                        theme,
                        position: game.to_string(),
                        best: best.iter().map(ToString::to_string).collect(),
                    });
                }
                random_non_winning_step(&game, seat, rng)
            }
        };
        game.play_unchecked(step);
    }
}

/// A random step that does not win, unless all do.
fn random_non_winning_step(game: &Rotas, seat: Seat, rng: &mut SplitMix64) -> rotas::Step {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let quiet = |step: &rotas::Step| winner_after(game, *step) != Some(seat);
    let is_place = |step: &rotas::Step| matches!(step, rotas::Step::Place(_)) && quiet(step);
    let places: Vec<rotas::Step> = steps.iter().copied().filter(is_place).collect();
    if !places.is_empty() && rng.below32(3) > 0 {
        return rng.one_of(&places);
    }
    let others: Vec<rotas::Step> = steps.iter().copied().filter(quiet).collect();
    rng.one_of(if others.is_empty() { &steps } else { &others })
}

pub(crate) fn after(game: &Rotas, step: rotas::Step) -> Rotas {
    let mut after = game.clone();
    after.play_unchecked(step);
    after
}

fn winner_after(game: &Rotas, step: rotas::Step) -> Option<Seat> {
    match after(game, step).status() {
        Status::Over(outcome) => outcome.winner(),
        _ => None,
    }
}

fn dice_puzzle(
    sets: &DiceMultisets,
    game: &Rotas,
    seat: Seat,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<(&'static str, Vec<rotas::Step>)> {
    if game.rolls() == 0 {
        return None;
    }
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let is_roll = |step: &rotas::Step| matches!(step, rotas::Step::Roll(_));
    let wins = steps.iter().any(|step| winner_after(game, *step) == Some(seat));
    if wins && wanted("win-in-one") {
        let values = sets.step_values(
            game,
            &mut |after| match after.status() {
                Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
                _ => 0.0,
            },
            f64::max,
        );
        return clearly_best(&values).map(|best| ("win-in-one", best));
    }
    let last = game.hand(seat) == 1 && seat.index() + 1 == game.seats();
    let last_but_one = game.hand(seat) == 1 && game.seats() == 2 && seat == Seat::FIRST;
    let wanted_here = last && wanted("best-odds")
        || last_but_one && wanted("best-odds last-round")
        || last_but_one && wanted("block") && threatens(game, seat.other());
    if wins || !wanted_here {
        return None;
    }
    let best_if = |shared| {
        clearly_best(&sets.step_values(
            game,
            &mut |after| sets.value_after(after, seat, shared),
            f64::max,
        ))
    };
    // The solution must not depend on the value of a shared win.
    let best = best_if(0.5)?;
    if [0.0, 1.0].into_iter().any(|shared| best_if(shared).as_ref() != Some(&best)) {
        return None;
    }
    let theme = if best.iter().all(is_roll) {
        if last { "best-odds" } else { "best-odds last-round" }
    } else {
        let needs = |after: &Rotas| sets.line_probability(after);
        let mut passed = steps.iter().filter(|step| !is_roll(step) && !best.contains(step));
        let needed = passed.any(|step| needs(&after(game, *step)) > 0.1);
        let blocks =
            last_but_one && needed && best.iter().all(|step| needs(&after(game, *step)) == 0.0);
        if !blocks {
            return None;
        }
        "block"
    };
    wanted(theme).then_some((theme, best))
}

/// The best steps, if they are few and all others are clearly worse.
fn clearly_best(values: &[(rotas::Step, f64)]) -> Option<Vec<rotas::Step>> {
    let max = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let (best, others): (Vec<_>, Vec<_>) =
        values.iter().partition(|(_, value)| *value > max - EPSILON);
    let clear = others.iter().all(|(_, value)| *value < max - MARGIN);
    let good = clear && others.len() >= 3 * best.len() && best.len() <= MAX_SOLUTIONS;
    good.then(|| best.into_iter().map(|(step, _)| step).collect())
}

/// All multisets of up to five dice, in order of size.
pub(crate) struct DiceMultisets {
    /// Number of dice that show each number.
    counts: Vec<[u8; 6]>,
    /// The multiset plus one die of each number; none for those of five.
    add_die: Vec<[usize; 6]>,
    /// For each multiset of five, the smaller ones within it.
    within: Vec<Vec<usize>>,
    /// Multisets of five, as steps.
    rolls_of_five: Vec<(usize, rotas::Step)>,
    index: HashMap<[u8; 6], usize>,
}

/// Rolls per turn (R6).
const ROLLS: usize = 5;

impl DiceMultisets {
    pub(crate) fn new() -> DiceMultisets {
        let mut counts = vec![[0u8; 6]];
        let size = |counts: &[u8; 6]| counts.iter().sum::<u8>();
        let mut at = 0;
        while at < counts.len() {
            let set = counts[at];
            // The highest number is added last, so each multiset occurs once.
            let highest = set.iter().rposition(|n| *n > 0).unwrap_or(0);
            for face in (highest..6).filter(|_| size(&set) < 5) {
                let mut more = set;
                more[face] += 1;
                counts.push(more);
            }
            at += 1;
        }
        let index: HashMap<_, _> = counts.iter().enumerate().map(|(n, set)| (*set, n)).collect();
        let add_die = |set: &[u8; 6]| {
            std::array::from_fn(|face| {
                let mut more = *set;
                more[face] += 1;
                index.get(&more).copied().unwrap_or(usize::MAX)
            })
        };
        let inside = |small: &[u8; 6], set: &[u8; 6]| small.iter().zip(set).all(|(a, b)| a <= b);
        let within = |set: &[u8; 6]| {
            let smaller = |n: &usize| size(&counts[*n]) < 5 && inside(&counts[*n], set);
            if size(set) < 5 { Vec::new() } else { (0..counts.len()).filter(smaller).collect() }
        };
        let fall = |set: &[u8; 6]| {
            let faces = ["1", "2", "3", "4", "5", "6"].iter().zip(set);
            let faces: String = faces.map(|(face, n)| face.repeat(usize::from(*n))).collect();
            format!("={faces}").parse().ok()
        };
        let rolls_of_five = counts.iter().enumerate().filter_map(|(n, set)| Some((n, fall(set)?)));
        DiceMultisets {
            add_die: counts.iter().map(add_die).collect(),
            within: counts.iter().map(within).collect(),
            rolls_of_five: rolls_of_five.collect(),
            index,
            counts: counts.clone(),
        }
    }

    /// Exact value of each legal step of a turn. `value_of_end` values the position after the turn,
    /// `better` chooses for the mover.
    pub(crate) fn step_values(
        &self,
        game: &Rotas,
        value_of_end: &mut dyn FnMut(&Rotas) -> f64,
        better: fn(f64, f64) -> f64,
    ) -> Vec<(rotas::Step, f64)> {
        let mut ends = HashMap::new();
        let mut end = |game: &Rotas, step| {
            *ends.entry(step).or_insert_with(|| value_of_end(&after(game, step)))
        };
        let rolls = usize::from(game.rolls());
        // Positions after each further roll, with the dice rolling.
        let mut rolling = vec![after(game, rotas::Step::Roll(rotas::DiceSet::ALL))];
        while rolling.len() + rolls < ROLLS {
            let rolled = after(&rolling[rolling.len() - 1], self.rolls_of_five[0].1);
            rolling.push(after(&rolled, rotas::Step::Roll(rotas::DiceSet::ALL)));
        }
        let mut keep_values = vec![f64::NAN; self.counts.len()];
        for rolling in rolling.iter().rev().filter(|_| rolls < ROLLS) {
            let mut values = vec![f64::NAN; self.counts.len()];
            for (set, fall) in &self.rolls_of_five {
                let rolled = after(rolling, *fall);
                let mut steps = Vec::new();
                rolled.steps(&mut steps);
                let value = |step: &rotas::Step| match step {
                    rotas::Step::Roll(_) => None,
                    step => Some(end(&rolled, *step)),
                };
                let stop = steps.iter().filter_map(value).reduce(better);
                let rolls_on = steps.iter().any(|step| matches!(step, rotas::Step::Roll(_)));
                let roll_on = self.within[*set]
                    .iter()
                    .filter(|_| rolls_on)
                    .map(|kept_set| keep_values[*kept_set]);
                values[*set] = roll_on.chain(stop).reduce(better).unwrap_or(f64::NAN);
            }
            for set in (0..self.counts.len()).rev().filter(|set| self.within[*set].is_empty()) {
                values[set] = self.add_die[set].iter().map(|more| values[*more]).sum::<f64>() / 6.0;
            }
            keep_values = values;
        }
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let faces = game.dice().faces();
        let value = |step: rotas::Step| match step {
            rotas::Step::Roll(chosen) => {
                let mut keep = [0; 6];
                for place in (0..faces.len()).filter(|place| !chosen.has(*place)) {
                    keep[usize::from(faces[place]) - 1] += 1;
                }
                (step, keep_values[self.index[&keep]])
            }
            step => (step, end(game, step)),
        };
        steps.into_iter().map(value).collect()
    }

    /// Value of a position between turns for a seat. Unless the game is over, there are two seats, and
    /// the remaining turns are searched exhaustively.
    pub(crate) fn value_after(&self, game: &Rotas, seat: Seat, shared: f64) -> f64 {
        match game.status() {
            Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
            Status::Over(outcome) if outcome.places()[seat.index()] == 1 => shared,
            Status::Over(_) => 0.0,
            Status::ToMove(mover) => {
                let better = if mover == seat { f64::max } else { f64::min };
                self.step_values(game, &mut |after| self.value_after(after, seat, shared), better)
                    [0]
                .1
            }
            Status::ToRoll => f64::NAN,
        }
    }

    /// Probability that the mover wins at once in the next turn by a line or five-alike cells, if it
    /// aims at nothing else.
    pub(crate) fn line_probability(&self, game: &Rotas) -> f64 {
        let Status::ToMove(mover) = game.status() else { return 0.0 };
        let mut value_of_end = |after: &Rotas| f64::from(u8::from(has_line_or_fives(after, mover)));
        self.step_values(game, &mut value_of_end, f64::max)[0].1
    }
}

/// Most tops of a seat in a line (R19), and its number of five-alike cells (R20).
fn progress(game: &Rotas, seat: Seat) -> (usize, usize) {
    let board = game.setup().board();
    let top = |index: &usize| game.pieces(*index).last() == Some(seat);
    let tops = board.lines().map(|line| line.iter().filter(|index| top(index)).count());
    let five = |index: &usize| board.figure(*index) == Some(Figure::Alike(5));
    let holds = |index: &usize| game.pieces(*index).any(|owner| owner == seat);
    (tops.max().unwrap_or(0), board.indices().filter(five).filter(holds).count())
}

fn has_line_or_fives(game: &Rotas, seat: Seat) -> bool {
    let (tops, fives) = progress(game, seat);
    tops == 4 || fives == 3
}

/// Whether one more piece may win.
pub(crate) fn threatens(game: &Rotas, seat: Seat) -> bool {
    let (tops, fives) = progress(game, seat);
    tops == 3 || fives == 2
}
