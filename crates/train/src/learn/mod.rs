//! `mohreh-train learn`: trains a network on the games of `mohreh-train selfplay`.

mod model;
mod rows;

use std::io::{self, Write};
use std::path::PathBuf;

use mohreh_engine::{Heuristics, win_probability};
use mohreh_games::Kind;
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;

use crate::pace::Pace;
use crate::splitmix::SplitMix64;
use model::{Adam, Model};
use rows::Rows;

/// Train a network on games of the engine against itself.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game.
    kind: Kind,
    /// Files of games, made by `selfplay`.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Write the network to this file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over the positions.
    #[arg(long, default_value_t = 10)]
    epochs: usize,
    /// Weight of later scores and the result in the target of a position, in percent.
    #[arg(long, default_value_t = 85)]
    later: u8,
    /// Learning rate at the start, in millionths.
    #[arg(long, default_value_t = 2_000)]
    rate: u32,
    /// Positions per step of the optimiser.
    #[arg(long, default_value_t = 8_192)]
    batch: usize,
    /// How much of its correction a network keeps that corrects the hand evaluation, in percent: a search prefers
    /// positions that the network overrates.
    #[arg(long, default_value_t = 75)]
    keep: u8,
    /// Another seed starts from other weights.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; the network is the same.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> io::Result<()> {
    match args.kind {
        Kind::Zertz => learn::<Zertz>(args, out),
        Kind::Tzaar => learn::<Tzaar>(args, out),
        Kind::Yinsh => learn::<Yinsh>(args, out),
        kind => Err(io::Error::other(format!("{kind} has no network of this kind"))),
    }
}

fn learn<G: Heuristics>(args: &Args, out: &mut impl Write) -> io::Result<()> {
    let (mut rows, mut held_back) = (Rows::default(), Rows::default());
    for path in &args.games {
        rows::read::<G>(path, f32::from(args.later) / 100.0, &mut rows, &mut held_back)?;
    }
    writeln!(out, "{} positions to learn from, {} held back", rows.len(), held_back.len())?;
    let (hand_target, hand_result) = held_back.hand_losses();
    writeln!(
        out,
        "inputs {}, {:.1} active; hand evaluation held back: target {:.5}, result {:.5}",
        G::INPUTS,
        rows.active(),
        hand_target,
        hand_result,
    )?;
    let mut rng = SplitMix64::new(args.seed);
    let mut model = Model::random(G::INPUTS, G::CORRECTS_HAND, &mut rng);
    let mut adam = Adam::new(&model);
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    let batches = rows.len().div_ceil(args.batch) * args.epochs;
    let (mut batch, started) = (0, Pace::start());
    for epoch in 1..=args.epochs {
        for index in (1..order.len()).rev() {
            order.swap(index, rng.below(index as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for chosen in order.chunks(args.batch) {
            let progress = batch as f32 / batches as f32;
            // Cosine decay to a hundredth.
            let rate = args.rate as f32 / 1e6
                * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()));
            loss += model.train(&rows, chosen, &mut adam, rate, args.jobs);
            batch += 1;
        }
        let (target, result) = model.losses(&held_back, args.jobs);
        let pace = started.per_second(epoch * rows.len());
        writeln!(
            out,
            "epoch {epoch}: loss {:.5}, held back: target {target:.5}, result {result:.5} ({:.0} rows a second)",
            loss / rows.len() as f64,
            pace
        )?;
        out.flush()?;
    }
    if G::CORRECTS_HAND {
        model.scale_output(f32::from(args.keep) / 100.0);
    }
    let network = model.quantise();
    std::fs::write(&args.out, network.write(args.kind))?;
    let wins = (0..held_back.len()).map(|row| {
        let active = held_back.row(row).iter().map(|packed| (packed >> 8, packed & 255));
        let inputs = active.flat_map(|(input, count)| (0..count).map(move |_| input as u16));
        let base = f64::from(held_back.bases[row]) * G::SCALE / std::f64::consts::LN_10;
        let score = network.score_of(&inputs.collect::<Vec<_>>(), G::SCALE) + base as i32;
        win_probability(score, G::SCALE) as f32
    });
    let wins: Vec<f32> = wins.collect();
    writeln!(out, "in integers: target {:.5}", held_back.target_loss(&wins))
}
