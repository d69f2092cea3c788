//! Positions of games as rows of sparse inputs.

use std::io;
use std::path::Path;

use mohreh_engine::{Bound, Engine, Heuristics, win_probability};
use mohreh_games::{Seat, Status};

use crate::selfplay::{self, NO_SCORE, PlayedGame};

/// Every twentieth game is held back, with its branches.
const HELD_BACK_EVERY: u64 = 20;

/// Rows of a data set.
#[derive(Default)]
pub(crate) struct Rows {
    /// Input in the upper bits, how often it is active in the lowest eight.
    pub(crate) inputs: Vec<u32>,
    /// End of each row in `inputs`.
    ends: Vec<usize>,
    /// What the network should say: chance that the mover wins.
    pub(crate) targets: Vec<f32>,
    /// What the target means.
    pub(crate) bounds: Vec<Bound>,
    /// Points of the mover at the end of the game; NaN if a random turn follows.
    pub(crate) results: Vec<f32>,
    /// What the hand evaluation says.
    hand: Vec<f32>,
    /// Logarithm of the odds to which the network's output is added.
    pub(crate) bases: Vec<f32>,
}

impl Rows {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn row(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.inputs[start..self.ends[index]]
    }

    /// Mean number of different active inputs.
    pub(crate) fn active(&self) -> f64 {
        self.inputs.len() as f64 / self.len().max(1) as f64
    }

    /// Losses of the hand evaluation on targets and results.
    pub(crate) fn hand_losses(&self) -> (f64, f64) {
        let results = self.hand.iter().zip(&self.results);
        let result = mean(results.map(|(hand, truth)| cross_entropy(*hand, *truth)));
        (self.target_loss(&self.hand), result)
    }

    /// Loss on the targets: divergence where they are exact or where a bound is violated.
    pub(crate) fn target_loss(&self, wins: &[f32]) -> f64 {
        let loss = |row: usize| {
            let (win, target) = (wins[row], self.targets[row]);
            if is_within(win, target, self.bounds[row]) {
                0.0
            } else {
                cross_entropy(win, target) - cross_entropy(target, target)
            }
        };
        mean((0..self.len()).map(loss))
    }
}

/// Cross-entropy of a probability and the truth; NaN if that is not known.
pub(crate) fn cross_entropy(probability: f32, truth: f32) -> f64 {
    let probability = f64::from(probability).clamp(1e-7, 1.0 - 1e-7);
    let truth = f64::from(truth);
    -(truth * probability.ln() + (1.0 - truth) * (1.0 - probability).ln())
}

/// Whether a bound holds.
pub(crate) fn is_within(win: f32, target: f32, bound: Bound) -> bool {
    match bound {
        Bound::Lower => win >= target,
        Bound::Upper => win <= target,
        Bound::Exact => false,
    }
}

/// Mean of the numbers that are known.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let known = values.filter(|value| !value.is_nan());
    let (sum, count) = known.fold((0.0, 0usize), |(sum, count), value| (sum + value, count + 1));
    sum / count.max(1) as f64
}

/// Adds the positions of a file.
pub(crate) fn read<G: Heuristics>(
    path: &Path,
    later: f32,
    rows: &mut Rows,
    held_back: &mut Rows,
) -> io::Result<()> {
    let engine = Engine::new(0);
    let weights = engine.weights::<G>().as_slice().to_vec();
    let mut failed = Ok(());
    selfplay::read(path, |game| {
        let into = if game.game_number().is_multiple_of(HELD_BACK_EVERY) {
            &mut *held_back
        } else {
            &mut *rows
        };
        if let Err(error) = add::<G>(&game, later, &weights, into) {
            failed = Err(io::Error::other(format!("{}: {error}", path.display())));
        }
    })?;
    failed
}

/// A position of a game that a search has judged.
struct Judged<G> {
    game: G,
    /// For the first seat.
    win: f32,
    /// A random turn follows at once.
    before_random: bool,
}

fn add<G: Heuristics>(
    played: &PlayedGame,
    later: f32,
    weights: &[i32],
    rows: &mut Rows,
) -> Result<(), String> {
    let setup: G::Setup = played.setup.parse().map_err(|error| format!("{error}"))?;
    let mut game = G::start(&setup);
    let mut judged: Vec<Judged<G>> = Vec::new();
    let (mut steps, mut last_mover) = (Vec::new(), None);
    for step in &played.steps {
        let turn_begins = last_mover != Some(game.mover());
        last_mover = Some(game.mover());
        if step.score != NO_SCORE {
            let win = win_probability(step.score.into(), G::SCALE) as f32;
            let win = if game.mover() == Seat::FIRST { win } else { 1.0 - win };
            judged.push(Judged { game: game.clone(), win, before_random: false });
        } else if turn_begins && let Some(last) = judged.last_mut() {
            last.before_random = true;
        }
        steps.clear();
        game.steps(&mut steps);
        let step = steps.get(usize::from(step.index)).ok_or("a step of other rules")?;
        game.play_unchecked(*step);
    }
    let (mut next, mut known) = match game.status() {
        Status::Over(outcome) => match outcome.winner() {
            None => (0.5, 0.5),
            Some(Seat::FIRST) => (1.0, 1.0),
            Some(_) => (0.0, 0.0),
        },
        // A sample of a search ends with its only judgement.
        _ => (judged.last().map_or(0.5, |last| last.win), f32::NAN),
    };
    for Judged { game, win, before_random } in judged.iter().rev() {
        if *before_random {
            (next, known) = (*win, f32::NAN);
        }
        next = (1.0 - later) * win + later * next;
        if !game.is_quiet() {
            continue;
        }
        let for_mover = |first: f32| if game.mover() == Seat::FIRST { first } else { 1.0 - first };
        push_inputs(game, &mut rows.inputs);
        rows.ends.push(rows.inputs.len());
        rows.targets.push(for_mover(next));
        rows.bounds.push(played.bound());
        rows.results.push(for_mover(known));
        let hand = game.evaluate(weights);
        rows.hand.push(win_probability(hand, G::SCALE) as f32);
        let logit = f64::from(hand) * std::f64::consts::LN_10 / G::SCALE;
        rows.bases.push(if G::CORRECTS_HAND { logit as f32 } else { 0.0 });
    }
    Ok(())
}

fn push_inputs<G: Heuristics>(game: &G, into: &mut Vec<u32>) {
    let mut active = Vec::with_capacity(256);
    game.update(&mut G::View::default(), |input, is_new| {
        if is_new {
            active.push(input as u32);
        } else if let Some(at) = active.iter().rposition(|other| *other == input as u32) {
            active.swap_remove(at);
        }
    });
    active.sort_unstable();
    for same in active.chunk_by(|a, b| a == b) {
        into.push(same[0] << 8 | same.len().min(255) as u32);
    }
}
