//! `mohreh-train rotas`: trains the network of RO-TAS by temporal differences, in generations.
//!
//! A generation plays games against itself and fits the network to the values that its own search gave,
//! mixed with those of later positions and with the results (TD(λ)). The dice of a turn are solved
//! exactly, so a value has no noise of the dice of that turn.

mod games;
mod model;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use model::{LEN, Pass, Sample};
use mohreh_engine::{Engine, Weights};
use mohreh_games::rotas::Rotas;

use crate::splitmix::SplitMix64;

/// Train the network of rotas.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write the network of each generation to this folder; those already there are not made again.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The last generation.
    #[arg(long, default_value_t = 8)]
    generations: u32,
    /// Games of a generation.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Positions to evaluate for each step; 1 looks one turn ahead.
    #[arg(long, default_value_t = 1)]
    nodes: u64,
    /// Share of later positions in a target; 1 in the first generation.
    #[arg(long, default_value_t = 0.7)]
    lambda: f32,
    /// Passes over the samples of a generation and of the one before.
    #[arg(long, default_value_t = 2)]
    epochs: u32,
    /// Learning rate at the beginning of a generation.
    #[arg(long, default_value_t = 2e-3)]
    rate: f32,
    /// Another seed plays other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play in so many threads; the result is the same.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// Every so manieth game is held back.
const HELD_BACK: usize = 20;
/// Samples of a step of the optimiser.
const BATCH: usize = 128;
/// Learning rate at the end of a generation, of that at its beginning.
const LAST_RATE: f32 = 0.1;
/// Decay of the means of Adam.
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const WEIGHT_DECAY: f32 = 1e-5;

type Games = Vec<Vec<Sample>>;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> io::Result<()> {
    std::fs::create_dir_all(&args.out)?;
    let path = |generation: u32| args.out.join(format!("rotas-{generation}.txt"));
    let boards = games::boards()?;
    let mut earlier: Option<Games> = None;
    for generation in 1..=args.generations {
        if path(generation).exists() {
            continue;
        }
        let read_earlier = |number: u32| (number > 0).then(|| read(&path(number))).transpose();
        let weights = read_earlier(generation - 1)?;
        if earlier.is_none() && generation > 1 {
            // Games are a function of seed and network, so they need not be kept.
            let before = read_earlier(generation.saturating_sub(2))?;
            earlier = Some(play_all(args, generation - 1, before)?);
        }
        let current = play_all(args, generation, weights.clone())?;
        let mut floats = match &weights {
            Some(weights) => model::from_engine(weights.as_slice()),
            None => model::random_weights(args.seed),
        };
        // Targets of the first generation are results alone, and of weak games.
        let window = earlier.iter().filter(|_| generation > 2).chain([&current]);
        let mut samples: Vec<&Sample> = window.flat_map(training).collect();
        let held_back: Vec<&Sample> = validation(&current).collect();
        fit(args, generation, &mut floats, &mut samples, &boards, out)?;
        let (target, result) = mean_loss(&floats, &held_back, &boards);
        let remark = format!(
            "Generation {generation} of: mohreh-train rotas --seed {} --games {} --nodes {} \
             --lambda {} --epochs {} --rate {}\n\
             {} positions; loss on games held back {target:.5}, on their results {result:.5}.",
            args.seed,
            args.games,
            args.nodes,
            args.lambda,
            args.epochs,
            args.rate,
            samples.len(),
        );
        writeln!(out, "{remark}")?;
        out.flush()?;
        let weights = Weights::new::<Rotas>(model::to_engine(&floats));
        std::fs::write(path(generation), weights.write::<Rotas>(&remark))?;
        earlier = Some(current);
    }
    Ok(())
}

fn read(path: &Path) -> io::Result<Weights> {
    Weights::read::<Rotas>(&std::fs::read_to_string(path)?)
        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

fn training(games: &Games) -> impl Iterator<Item = &Sample> {
    games.iter().enumerate().filter(|(n, _)| n % HELD_BACK > 0).flat_map(|(_, game)| game)
}

/// Branches have no result.
fn validation(games: &Games) -> impl Iterator<Item = &Sample> {
    let games = games.iter().step_by(HELD_BACK).flatten();
    games.filter(|sample| !sample.result.is_empty())
}

/// Plays the games of a generation with these weights, or at random without.
fn play_all(args: &Args, generation: u32, weights: Option<Weights>) -> io::Result<Games> {
    let lambda = if weights.is_some() { args.lambda } else { 1.0 };
    let zero = || Weights::new::<Rotas>(vec![0; LEN]);
    let weights = weights.unwrap_or_else(zero);
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::new(0);
                engine.set_weights::<Rotas>(weights.clone());
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= args.games {
                        return;
                    }
                    let seed = args.seed << 48 | u64::from(generation) << 32 | number;
                    let game = games::play(&engine, seed, args.nodes, lambda);
                    let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    done.push((number, game));
                    if done.len().is_multiple_of(5_000) {
                        eprintln!("generation {generation}: {} games", done.len());
                    }
                }
            });
        }
    });
    let mut games = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    // In the order of their numbers, so that the result is independent of scheduling.
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().map(|(_, game)| game).collect()
}

/// Adam with a learning rate that falls linearly.
fn fit(
    args: &Args,
    generation: u32,
    weights: &mut [f32],
    samples: &mut [&Sample],
    boards: &[Vec<[u16; 4]>],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rng = SplitMix64::new(args.seed ^ u64::from(generation) << 32);
    let (mut means, mut squares) = (vec![0.0f32; LEN], vec![0.0f32; LEN]);
    let mut gradient = vec![0.0f32; LEN];
    let mut pass = Pass::new();
    let steps = samples.len().div_ceil(BATCH) * args.epochs as usize;
    let mut step = 0;
    for epoch in 1..=args.epochs {
        for last in (1..samples.len()).rev() {
            samples.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let mut sum = (0.0, 0.0);
        for batch in samples.chunks(BATCH) {
            gradient.fill(0.0);
            for sample in batch {
                let lines = &boards[sample.board];
                let (target, result) = pass.gradient(weights, sample, lines, &mut gradient);
                sum = (sum.0 + target, sum.1 + result);
            }
            step += 1;
            let done = step as f32 / steps as f32;
            let rate = args.rate * (1.0 - (1.0 - LAST_RATE) * done);
            let correction = (1.0 - SQUARE_DECAY.powi(step)).sqrt() / (1.0 - MEAN_DECAY.powi(step));
            for n in 0..LEN {
                let by = gradient[n] / batch.len() as f32;
                means[n] += (1.0 - MEAN_DECAY) * (by - means[n]);
                squares[n] += (1.0 - SQUARE_DECAY) * (by * by - squares[n]);
                let change = means[n] / (squares[n].sqrt() + 1e-8) * correction;
                weights[n] -= rate * (change + WEIGHT_DECAY * weights[n]);
            }
            model::bound(weights);
        }
        writeln!(
            out,
            "generation {generation}, epoch {epoch}: loss {:.5} on {} positions",
            sum.0 / samples.len() as f64,
            samples.len()
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Mean loss on targets and on results.
fn mean_loss(weights: &[f32], samples: &[&Sample], boards: &[Vec<[u16; 4]>]) -> (f64, f64) {
    let mut pass = Pass::new();
    let mut sum = (0.0, 0.0);
    for sample in samples {
        let (target, result) = pass.loss(weights, sample, &boards[sample.board]);
        sum = (sum.0 + target, sum.1 + result);
    }
    let count = samples.len().max(1) as f64;
    (sum.0 / count, sum.1 / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(out: &Path) -> Args {
        Args {
            out: out.to_path_buf(),
            generations: 2,
            games: 24,
            nodes: 1,
            lambda: 0.7,
            epochs: 1,
            rate: 2e-3,
            seed: 1,
            jobs: 1,
        }
    }

    #[test]
    fn an_interrupted_training_is_continued() {
        let folder = std::env::temp_dir().join(format!("mohreh-rotas-{}", std::process::id()));
        run(&args(&folder), &mut io::sink()).unwrap();
        let last = folder.join("rotas-2.txt");
        let whole = std::fs::read_to_string(&last).unwrap();
        std::fs::remove_file(&last).unwrap();
        run(&Args { jobs: 2, ..args(&folder) }, &mut io::sink()).unwrap();
        assert!(std::fs::read_to_string(&last).unwrap() == whole);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn gradients_are_those_of_the_loss() {
        let boards = games::boards().unwrap();
        let games = play_all(&args(Path::new("")), 1, None).unwrap();
        let mut weights = model::random_weights(3);
        let mut pass = Pass::new();
        for sample in games.iter().flatten().step_by(37) {
            let lines = &boards[sample.board];
            let mut gradient = vec![0.0; LEN];
            pass.gradient(&weights, sample, lines, &mut gradient);
            // Along the gradient the loss grows by its square, to first order.
            let square: f64 = gradient.iter().map(|by| f64::from(by * by)).sum();
            // Small, so that few units cross a bend.
            let step = (1.25e-4 / square.max(1e-6).sqrt()) as f32;
            let mut loss = |by: f32| {
                weights.iter_mut().zip(&gradient).for_each(|(weight, part)| *weight += by * part);
                let (loss, _) = pass.loss(&weights, sample, lines);
                weights.iter_mut().zip(&gradient).for_each(|(weight, part)| *weight -= by * part);
                loss
            };
            let slope = (loss(step) - loss(-step)) / (2.0 * f64::from(step));
            assert!((slope - square).abs() < 0.05 * square + 1e-3, "{slope}, not {square}");
        }
    }

    #[test]
    fn the_engine_reads_the_weights_that_were_trained() {
        let weights = model::random_weights(5);
        let read = model::from_engine(&model::to_engine(&weights));
        assert!(weights.iter().zip(read).all(|(one, other)| (one - other).abs() < 1.0 / 256.0));
    }
}
