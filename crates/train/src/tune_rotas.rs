//! `mohreh-train tune rotas`: fits the weights of RO-TAS. The model is the engine's evaluation: the
//! exact probability of an immediate win of the mover, and a softmax over the seats for the rest.

use std::io::{self, Write};

use mohreh_engine::rotas::{EvalTerms, eval_terms};
use mohreh_engine::{Engine, Handicap, Limits, Weights};
use mohreh_games::rotas::Rotas;
use mohreh_games::{Game, Status};

use crate::splitmix::SplitMix64;
use crate::tune::{Adam, Args, fit, play_all};

/// Setups, repeated by how often they are played.
const SETUPS: [&str; 8] = [
    "",
    "",
    "",
    "advanced",
    "seats=3",
    "seats=4",
    "seats=3 advanced hard-pairs",
    "seats=4 advanced",
];
/// Most random turns in an opening.
const RANDOM_TURNS: u32 = 8;

/// For weights in thousandths of a logit.
const ADAM: Adam = Adam { learning_rate: 40.0, l2: 1e-9 };

struct Sample {
    eval: EvalTerms,
    /// Result: share of each seat in the win.
    shares: Vec<f64>,
}

pub(crate) fn tune(args: &Args, out: &mut impl Write) -> io::Result<()> {
    let from = args.weights::<Rotas>()?;
    let games = play_all(args, |engine, seed| {
        let mut rng = SplitMix64::new(seed);
        let setup = SETUPS[rng.below(SETUPS.len() as u32) as usize];
        let setup = setup.parse().map_err(|error| io::Error::other(format!("{error}")))?;
        engine.set_weights::<Rotas>(from.clone());
        Ok(play(engine, args.nodes, &Rotas::start(&setup), &mut rng))
    })?;
    let before: Vec<f64> = from.as_slice().iter().map(|weight| f64::from(*weight)).collect();
    let (after, remark) = fit(args, games, &before, ADAM, loss, gradient, out)?;
    std::fs::write(&args.out, Weights::new::<Rotas>(after).write::<Rotas>(&remark))
}

fn play(engine: &Engine, nodes: u64, start: &Rotas, rng: &mut SplitMix64) -> Vec<Sample> {
    let mut game = start.clone();
    let mut random_turns = rng.below(RANDOM_TURNS + 1);
    let mut samples = Vec::new();
    let mut steps = Vec::new();
    loop {
        match game.status() {
            Status::ToRoll => {
                if let Some(fall) = game.roll(&mut |n| rng.below(n)) {
                    game.play_unchecked(fall);
                }
            }
            Status::ToMove(seat) => {
                if game.rolls() == 0 && random_turns == 0 {
                    samples.push(Sample { eval: eval_terms(&game, seat), shares: Vec::new() });
                }
                steps.clear();
                game.steps(&mut steps);
                let step = if random_turns > 0 || steps.len() == 1 {
                    steps[rng.below(steps.len() as u32) as usize]
                } else {
                    let handicap = Handicap {
                        seed: rng.next(),
                        opening_noise_permille: 60,
                        noise_permille: 30,
                        blind_percent: 0,
                    };
                    let limits = Limits { nodes: Some(nodes), handicap, ..Limits::default() };
                    engine.think(&game, &limits, &|| false, &mut |_| {}).turn[0]
                };
                game.play_unchecked(step);
                let turn_over = !matches!(game.status(), Status::ToRoll) && game.rolls() == 0;
                random_turns -= u32::from(random_turns > 0 && turn_over);
            }
            Status::Over(outcome) => {
                let places = outcome.places();
                let winners = places.iter().filter(|place| **place == 1).count() as f64;
                let share = |place: &u8| if *place == 1 { 1.0 / winners } else { 0.0 };
                let shares: Vec<f64> = places.iter().map(share).collect();
                for sample in &mut samples {
                    sample.shares.clone_from(&shares);
                }
                return samples;
            }
        }
    }
}

/// Softmax: share of each seat if the mover does not win at once.
fn shares(sample: &Sample, weights: &[f64]) -> Vec<f64> {
    let logit = |terms: &Vec<(usize, f64)>| -> f64 {
        terms.iter().map(|(index, count)| weights[*index] * count / 1000.0).sum()
    };
    let logits: Vec<f64> = sample.eval.terms.iter().map(logit).collect();
    let max = logits.iter().copied().fold(f64::MIN, f64::max);
    let exponentials: Vec<f64> = logits.iter().map(|logit| (logit - max).exp()).collect();
    let all: f64 = exponentials.iter().sum();
    exponentials.into_iter().map(|exponential| exponential / all).collect()
}

fn predict(sample: &Sample, share: f64, seat: usize) -> f64 {
    let win_now = if seat == sample.eval.mover { sample.eval.win_now } else { 0.0 };
    (win_now + (1.0 - sample.eval.win_now) * share).clamp(1e-9, 1.0)
}

fn loss(sample: &Sample, weights: &[f64]) -> f64 {
    let shares = shares(sample, weights);
    let seats = shares.into_iter().zip(&sample.shares).enumerate();
    seats.map(|(seat, (share, won))| -won * predict(sample, share, seat).ln()).sum()
}

/// Adds the gradient of a sample's loss, times `sample_weight`.
fn gradient(sample: &Sample, weights: &[f64], sample_weight: f64, gradient: &mut [f64]) {
    let shares = shares(sample, weights);
    let remaining = 1.0 - sample.eval.win_now;
    // Derivative by each seat's share, then through the softmax.
    let by_share: Vec<f64> = (0..shares.len())
        .map(|seat| -sample.shares[seat] * remaining / predict(sample, shares[seat], seat))
        .collect();
    let mean: f64 = by_share.iter().zip(&shares).map(|(gradient, share)| gradient * share).sum();
    for (seat, terms) in sample.eval.terms.iter().enumerate() {
        let by_logit = shares[seat] * (by_share[seat] - mean);
        for (index, count) in terms {
            gradient[*index] += by_logit * count / 1000.0 * sample_weight;
        }
    }
}
