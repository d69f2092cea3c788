//! `mohreh-train tune rotas`: the weights of RO-TAS. Several seats share the chances to win, so the model
//! is a softmax over what the seats have, after the exact chance that the mover wins at once.

use std::io::{self, Write};

use mohreh_engine::rotas::{Seen, seen};
use mohreh_engine::{Engine, Limits, Manner, Weights};
use mohreh_games::rotas::Rotas;
use mohreh_games::{Game, Status};

use crate::chance::Chance;
use crate::tune::{Args, Pace, fit, play_all};

/// What is played most counts most.
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
/// So many pieces are put at random at the beginning, at most.
const RANDOM_TURNS: u32 = 8;

/// For logarithms in thousandths.
const PACE: Pace = Pace { rate: 40.0, hold: 1e-9 };

struct Sample {
    seen: Seen,
    /// The share of each seat in the win.
    shares: Vec<f64>,
}

pub fn tune(args: &Args, out: &mut impl Write) -> io::Result<()> {
    let from = args.weights::<Rotas>()?;
    let games = play_all(args, |engine, seed| {
        let mut chance = Chance::new(seed);
        let setup = SETUPS[chance.below(SETUPS.len() as u32) as usize];
        let setup = setup.parse().map_err(|error| io::Error::other(format!("{error}")))?;
        engine.weigh::<Rotas>(from.clone());
        Ok(play(engine, args.nodes, &Rotas::start(&setup), &mut chance))
    })?;
    let before: Vec<f64> = from.all().iter().map(|weight| f64::from(*weight)).collect();
    let (after, remark) = fit(args, games, &before, PACE, loss, slope, out)?;
    std::fs::write(&args.out, Weights::new::<Rotas>(after).write::<Rotas>(&remark))
}

fn play(engine: &Engine, nodes: u64, start: &Rotas, chance: &mut Chance) -> Vec<Sample> {
    let mut game = start.clone();
    let mut random = chance.below(RANDOM_TURNS + 1);
    let mut samples = Vec::new();
    let mut steps = Vec::new();
    loop {
        match game.status() {
            Status::ToRoll => {
                if let Some(fall) = game.roll(&mut |n| chance.below(n)) {
                    game.play_unchecked(fall);
                }
            }
            Status::ToMove(seat) => {
                if game.rolls() == 0 && random == 0 {
                    samples.push(Sample { seen: seen(&game, seat), shares: Vec::new() });
                }
                steps.clear();
                game.steps(&mut steps);
                let step = if random > 0 || steps.len() == 1 {
                    steps[chance.below(steps.len() as u32) as usize]
                } else {
                    let manner =
                        Manner { seed: chance.next(), opening: 60, judgement: 30, overlook: 0 };
                    let limits = Limits { nodes: Some(nodes), manner, ..Limits::default() };
                    engine.think(&game, &limits, &|| false, &mut |_| {}).turn[0]
                };
                game.play_unchecked(step);
                let over = !matches!(game.status(), Status::ToRoll) && game.rolls() == 0;
                random -= u32::from(random > 0 && over);
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

/// The share of each seat if nobody wins at once.
fn shares(sample: &Sample, weights: &[f64]) -> Vec<f64> {
    let strength = |terms: &Vec<(usize, f64)>| -> f64 {
        terms.iter().map(|(at, count)| weights[*at] * count / 1000.0).sum()
    };
    let strengths: Vec<f64> = sample.seen.terms.iter().map(strength).collect();
    let most = strengths.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = strengths.iter().map(|strength| (strength - most).exp()).collect();
    let all: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / all).collect()
}

fn chance_of(sample: &Sample, share: f64, seat: usize) -> f64 {
    let now = if seat == sample.seen.mover { sample.seen.now } else { 0.0 };
    (now + (1.0 - sample.seen.now) * share).clamp(1e-9, 1.0)
}

fn loss(sample: &Sample, weights: &[f64]) -> f64 {
    let shares = shares(sample, weights);
    let seats = shares.into_iter().zip(&sample.shares).enumerate();
    seats.map(|(seat, (share, won))| -won * chance_of(sample, share, seat).ln()).sum()
}

/// Adds the slope of the loss of a sample.
fn slope(sample: &Sample, weights: &[f64], part: f64, slope: &mut [f64]) {
    let shares = shares(sample, weights);
    let kept = 1.0 - sample.seen.now;
    // By the share of each seat, and then through the softmax.
    let by_share: Vec<f64> = (0..shares.len())
        .map(|seat| -sample.shares[seat] * kept / chance_of(sample, shares[seat], seat))
        .collect();
    let mean: f64 = by_share.iter().zip(&shares).map(|(slope, share)| slope * share).sum();
    for (seat, terms) in sample.seen.terms.iter().enumerate() {
        let by_strength = shares[seat] * (by_share[seat] - mean);
        for (at, count) in terms {
            slope[*at] += by_strength * count / 1000.0 * part;
        }
    }
}
