//! Puzzles of RO-TAS: choices whose chances are exact, over all dice.

use mohreh_engine::{Engine, Level};
use mohreh_games::rotas::{Rotas, Step};
use mohreh_games::{Game, Seat, Status};
use mohreh_puzzles::{Chance, Goal, Puzzle};

use super::difficulty::{measure, rating};
use crate::splitmix::SplitMix64;
use crate::tactics::dice::{DiceMultisets, EPSILON, threatens};

/// Least advantage of the best choice over the second.
const MARGIN: f64 = 0.03;
/// Least chance of the best choice.
const LEAST: f64 = 0.1;
/// Fewest different values: a choice must be a choice.
const FEWEST: usize = 4;
/// Most steps that are the best choice: dice that show the same can be exchanged.
const MAX_STEPS: usize = 4;
/// Most puzzles of a goal from one game.
const PER_GAME: usize = 2;
const LEVELS: [u8; 5] = [3, 4, 5, 6, 7];

pub(super) fn search(engine: &Engine, sets: &DiceMultisets, rng: &mut SplitMix64) -> Vec<Puzzle> {
    let mut found: Vec<Puzzle> = Vec::new();
    let setup = match rng.below(8) {
        0 => rng.one_of(&["advanced", "board=six-b", "board=small"]).parse().unwrap_or_default(),
        _ => Default::default(),
    };
    let mut game = Rotas::start(&setup);
    let levels = [rng.one_of(&LEVELS), rng.one_of(&LEVELS)];
    let mut turn_has_one = false;
    loop {
        let step = match game.status() {
            Status::Over(_) => return found,
            Status::ToRoll => game.roll(&mut |n| rng.below(n)),
            Status::ToMove(seat) => {
                turn_has_one &= game.rolls() > 0;
                if !turn_has_one && let Some(puzzle) = puzzle_of(engine, sets, &game, seat) {
                    let same = found.iter().filter(|other| other.goal == puzzle.goal).count();
                    if same < PER_GAME {
                        turn_has_one = true;
                        found.push(puzzle);
                    }
                }
                let level = Level::new(levels[seat.index()]);
                let choose =
                    |level: Level| level.choose(engine, &game, rng.next(), &|| false, &mut |_| {});
                level.map(choose).and_then(|choice| choice.turn.first().copied())
            }
        };
        let Some(step) = step else { return found };
        game.play_unchecked(step);
    }
}

fn puzzle_of(engine: &Engine, sets: &DiceMultisets, game: &Rotas, seat: Seat) -> Option<Puzzle> {
    if game.rolls() == 0 {
        return None;
    }
    let game = &with_sorted_dice(game)?;
    let (goal, values) = values(sets, game, seat)?;
    let groups = groups(&values);
    let [best, second, ..] = groups.as_slice() else { return None };
    let kept = |step: &Step| match step {
        Step::Roll(dice) => {
            let faces = game.dice().faces().into_iter().enumerate();
            Some(
                faces
                    .filter(|(place, _)| !dice.has(*place))
                    .map(|(_, face)| face)
                    .collect::<Vec<_>>(),
            )
        }
        _ => None,
    };
    let one = kept(&best.1[0]);
    let is_one =
        best.1.iter().all(|step| kept(step) == one && (one.is_some() || best.1.len() == 1));
    let clear = best.0 >= LEAST && best.0 - second.0 >= MARGIN;
    if !is_one || !clear || groups.len() < FEWEST || best.1.len() > MAX_STEPS {
        return None;
    }
    let right = |turn: &[Step]| turn.first().is_some_and(|step| best.1.contains(step));
    let difficulty = measure(engine, game, &right);
    // What is far better is easier to see.
    let closeness = (MARGIN.recip() * (best.0 - second.0)).log2().max(0.0);
    let rating = rating(goal, &difficulty, groups.len()) + (5 - closeness.min(5.0) as u32) * 60;
    let chance = |(value, steps): &(f64, Vec<Step>)| Chance {
        value: (value * 10_000.0).round() as u32,
        steps: steps.iter().map(ToString::to_string).collect(),
    };
    Some(Puzzle {
        goal,
        idea: if one.is_some() { "keep" } else { "place" }.to_string(),
        rating,
        nodes: difficulty.nodes,
        level: difficulty.level,
        position: game.to_string(),
        line: Vec::new(),
        chances: groups.iter().map(chance).collect(),
    })
}

/// What can be asked here, with the exact value of each choice.
fn values(sets: &DiceMultisets, game: &Rotas, seat: Seat) -> Option<(Goal, Vec<(Step, f64)>)> {
    let won = |after: &Rotas| matches!(after.status(), Status::Over(outcome) if outcome.winner() == Some(seat));
    let mut wins = |after: &Rotas| f64::from(u8::from(won(after)));
    let last = game.hand(seat) == 1 && seat.index() + 1 == game.seats();
    let last_but_one = game.hand(seat) == 1 && seat == Seat::FIRST;
    if last || last_but_one {
        let value = |shared| {
            let mut end = |after: &Rotas| sets.value_after(after, seat, shared);
            sets.step_values(game, &mut end, f64::max)
        };
        // The answer must not depend on what a shared win is worth.
        let half = value(0.5);
        let best = |values: &[(Step, f64)]| groups(values).first().map(|(_, steps)| steps.clone());
        let same = [0.0, 1.0].into_iter().all(|shared| best(&value(shared)) == best(&half));
        return same.then_some((Goal::LastChance, half));
    }
    if threatens(game, seat) {
        return Some((Goal::WinChance, sets.step_values(game, &mut wins, f64::max)));
    }
    if threatens(game, seat.other()) {
        let mut safe = |after: &Rotas| match after.status() {
            Status::Over(_) => wins(after),
            _ => 1.0 - sets.line_probability(after),
        };
        return Some((Goal::BlockChance, sets.step_values(game, &mut safe, f64::max)));
    }
    None
}

/// Choices of the same value together, the best first.
fn groups(values: &[(Step, f64)]) -> Vec<(f64, Vec<Step>)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut groups: Vec<(f64, Vec<Step>)> = Vec::new();
    for (step, value) in sorted {
        match groups.last_mut() {
            Some((same, steps)) if *same - value < EPSILON => steps.push(step),
            _ => groups.push((value, vec![step])),
        }
    }
    groups
}

/// The same position with the dice in order: which die shows what does not matter.
fn with_sorted_dice(game: &Rotas) -> Option<Rotas> {
    let text = game.to_string();
    let sorted = |word: &str| match word.strip_prefix("dice=") {
        Some(faces) => {
            let mut faces: Vec<char> = faces.chars().collect();
            faces.sort_unstable();
            format!("dice={}", faces.into_iter().collect::<String>())
        }
        None => word.to_string(),
    };
    text.split(' ').map(sorted).collect::<Vec<_>>().join(" ").parse().ok()
}
