//! `mohreh-train tune`: fits evaluation weights to self-play results (Texel tuning).
//!
//! The engine plays from random openings. Of each turn, the position at the end of the principal
//! variation is a sample, labelled with the result of the game. The weights minimise the logistic loss.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mohreh_engine::{
    COUNT_ONE, Engine, EngineGame, Handicap, Heuristics, Limits, WIN_THRESHOLD, Weights,
};
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;
use mohreh_games::{Kind, Seat, Status};

use crate::splitmix::SplitMix64;

/// Find the weights of an evaluation by self-play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game.
    kind: Kind,
    /// Games to play.
    #[arg(long, default_value_t = 4_000)]
    games: u64,
    /// Positions to look at for each turn.
    #[arg(long, default_value_t = 1_000)]
    pub(crate) nodes: u64,
    /// Play with the weights of this file, not with the program's own.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write the weights to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Another seed plays other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play in so many threads; the result is the same.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> io::Result<()> {
    match args.kind {
        Kind::Zertz => tune::<Zertz>(args, &ZERTZ, out),
        Kind::Tzaar => tune::<Tzaar>(args, &["drawn"], out),
        Kind::Yinsh => tune::<Yinsh>(args, &YINSH, out),
        Kind::Rotas => Err(io::Error::other("rotas has a network: see `mohreh-train rotas`")),
        #[allow(unreachable_patterns, reason = "all games of the product have an evaluation")]
        kind => Err(io::Error::other(format!("{kind} has no evaluation"))),
    }
}

/// Setups, repeated by how often they are played.
const ZERTZ: [&str; 8] = ["", "", "", "", "blitz", "rings=48", "rings=61", "overlook"];
const YINSH: [&str; 4] = ["", "", "", "blitz"];

/// Most random turns in an opening.
const RANDOM_TURNS: u32 = 6;
/// Every tenth game is held out for validation.
const VALIDATION_EVERY: usize = 10;

/// Non-zero terms of a position and the result of its game, both for the first seat.
struct Sample {
    terms: Vec<(u16, f32)>,
    result: f32,
}

impl Args {
    /// Initial weights.
    pub(crate) fn weights<G: EngineGame>(&self) -> io::Result<Weights> {
        let Some(path) = &self.from else { return Ok(Weights::builtin::<G>()) };
        Weights::read::<G>(&std::fs::read_to_string(path)?)
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    }
}

fn tune<G: Heuristics>(args: &Args, setups: &[&str], out: &mut impl Write) -> io::Result<()> {
    let from = args.weights::<G>()?;
    let games = play_all(args, |engine, seed| {
        let mut rng = SplitMix64::new(seed);
        let setup = match setups[rng.below(setups.len() as u32) as usize] {
            "drawn" => G::draw_setup(&mut |n| rng.below(n)),
            text => text.parse().map_err(|error| io::Error::other(format!("{error}")))?,
        };
        engine.set_weights::<G>(from.clone());
        Ok(play::<G>(engine, args.nodes, &setup, &mut rng))
    })?;
    let scale = std::f64::consts::LN_10 / G::SCALE;
    let before: Vec<f64> = from.as_slice().iter().map(|weight| f64::from(*weight)).collect();
    let (after, remark) = fit(
        args,
        games,
        &before,
        ADAM,
        |sample, weights| loss(sample, weights, scale),
        |sample, weights, part, sums| gradient(sample, weights, scale, part, sums),
        out,
    )?;
    std::fs::write(&args.out, Weights::new::<G>(after).write::<G>(&remark))
}

/// Plays all games in parallel, each with its own seed, and prints the progress.
pub(crate) fn play_all<T: Send>(
    args: &Args,
    play: impl Fn(&mut Engine, u64) -> io::Result<T> + Sync,
) -> io::Result<Vec<T>> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::new(4 << 20);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= args.games {
                        return;
                    }
                    let game = play(&mut engine, args.seed << 32 | number);
                    let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    done.push((number, game));
                    if done.len().is_multiple_of(200) {
                        eprintln!("{} of {} games played", done.len(), args.games);
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

fn play<G: Heuristics>(
    engine: &Engine,
    nodes: u64,
    setup: &G::Setup,
    rng: &mut SplitMix64,
) -> Vec<Sample> {
    let mut game = G::start(setup);
    let mut steps = Vec::new();
    engine.clear();
    let random_turns = rng.below(RANDOM_TURNS + 1);
    for _ in 0..random_turns {
        let mover = game.mover();
        while game.status() == Status::ToMove(mover) {
            steps.clear();
            game.steps(&mut steps);
            game.play_unchecked(steps[rng.below(steps.len() as u32) as usize]);
        }
    }
    let mut samples = Vec::new();
    while let Status::ToMove(_) = game.status() {
        // Noise, for varied positions.
        let handicap = Handicap {
            seed: rng.next(),
            opening_noise_permille: 150,
            noise_permille: 60,
            blind_percent: 0,
        };
        let limits = Limits { nodes: Some(nodes), handicap, ..Limits::default() };
        let choice = engine.think(&game, &limits, &|| false, &mut |_| {});
        if let Some(line) = choice.report.lines.first()
            && line.score.abs() < WIN_THRESHOLD
        {
            samples.extend(sample(&game, &line.steps));
        }
        for step in choice.turn {
            game.play_unchecked(step);
        }
    }
    let Status::Over(outcome) = game.status() else { return Vec::new() };
    let result = match outcome.winner() {
        None => 0.5,
        Some(Seat::FIRST) => 1.0,
        Some(_) => 0.0,
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// Terms at the end of a principal variation; `None` unless it is quiet.
fn sample<G: Heuristics>(game: &G, line: &[G::Step]) -> Option<Sample> {
    let mut game = game.clone();
    for &step in line {
        if !game.is_legal(step) {
            return None;
        }
        game.play_unchecked(step);
    }
    if let Some(stand_pat) = game.stand_pat(&game.focus()) {
        game.play_unchecked(stand_pat);
    }
    if !game.is_quiet() || !matches!(game.status(), Status::ToMove(_)) {
        return None;
    }
    let mut counts = vec![0; G::TERMS.len()];
    game.terms(Seat::FIRST, |index, count| counts[index] += count);
    game.terms(Seat::SECOND, |index, count| counts[index] -= count);
    let terms = (0u16..)
        .zip(counts)
        .filter(|(_, count)| *count != 0)
        .map(|(index, count)| (index, count as f32 / COUNT_ONE as f32))
        .collect();
    Some(Sample { terms, result: 0.5 })
}

fn predict(sample: &Sample, weights: &[f64], scale: f64) -> f64 {
    let sum: f64 = sample
        .terms
        .iter()
        .map(|(index, count)| weights[usize::from(*index)] * f64::from(*count))
        .sum();
    1.0 / (1.0 + (-sum * scale).exp())
}

/// Cross-entropy of the predicted win probability and the result.
fn loss(sample: &Sample, weights: &[f64], scale: f64) -> f64 {
    let probability = predict(sample, weights, scale).clamp(1e-9, 1.0 - 1e-9);
    let result = f64::from(sample.result);
    -(result * probability.ln() + (1.0 - result) * (1.0 - probability).ln())
}

/// Adds the gradient of a sample's loss, times `sample_weight`.
fn gradient(
    sample: &Sample,
    weights: &[f64],
    scale: f64,
    sample_weight: f64,
    gradients: &mut [f64],
) {
    let error = predict(sample, weights, scale) - f64::from(sample.result);
    for (index, count) in &sample.terms {
        gradients[usize::from(*index)] += error * scale * f64::from(*count) * sample_weight;
    }
}

/// Last pass of full-batch gradient descent, counted from 0: 301 passes, which the weights files were found with.
const LAST_EPOCH: usize = 300;
/// For weights in units of the score.
const ADAM: Adam = Adam { learning_rate: 6.0, l2: 1e-7 };

/// Parameters of the Adam optimiser.
#[derive(Clone, Copy)]
pub(crate) struct Adam {
    /// Initial learning rate; it decays linearly to a tenth.
    pub(crate) learning_rate: f64,
    /// L2 regularisation towards the initial weights.
    pub(crate) l2: f64,
}

/// Minimises the mean loss by full-batch Adam, and prints training and validation loss. Returns the
/// weights and the comment for their file.
pub(crate) fn fit<S>(
    args: &Args,
    games: Vec<Vec<S>>,
    from: &[f64],
    adam: Adam,
    loss: impl Fn(&S, &[f64]) -> f64,
    gradient: impl Fn(&S, &[f64], f64, &mut [f64]),
    out: &mut impl Write,
) -> io::Result<(Vec<i32>, String)> {
    let (mut validation, mut samples) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        if number % VALIDATION_EVERY == 0 { validation.extend(game) } else { samples.extend(game) }
    }
    let mean = |samples: &[S], weights: &[f64]| {
        samples.iter().map(|sample| loss(sample, weights)).sum::<f64>()
            / samples.len().max(1) as f64
    };
    writeln!(out, "{} positions to learn from, {} held back", samples.len(), validation.len())?;
    let sample_weight = 1.0 / samples.len().max(1) as f64;
    let mut weights = from.to_vec();
    let (mut moment1, mut moment2) = (vec![0.0; from.len()], vec![0.0; from.len()]);
    for round in 0..=LAST_EPOCH {
        if round.is_multiple_of(50) {
            let (train, validated) = (mean(&samples, &weights), mean(&validation, &weights));
            writeln!(out, "round {round:3}: loss {train:.5}, held back {validated:.5}")?;
            out.flush()?;
        }
        let mut gradients: Vec<f64> =
            weights.iter().zip(from).map(|(now, first)| adam.l2 * (now - first)).collect();
        for sample in &samples {
            gradient(sample, &weights, sample_weight, &mut gradients);
        }
        let learning_rate = adam.learning_rate * (1.0 - 0.9 * round as f64 / LAST_EPOCH as f64);
        let step = round as i32 + 1;
        let (bias1, bias2) = (1.0 - 0.9f64.powi(step), 1.0 - 0.99f64.powi(step));
        for (index, weight) in weights.iter_mut().enumerate() {
            moment1[index] = 0.9 * moment1[index] + 0.1 * gradients[index];
            moment2[index] = 0.99 * moment2[index] + 0.01 * gradients[index] * gradients[index];
            *weight -= learning_rate * (moment1[index] / bias1)
                / ((moment2[index] / bias2).sqrt() + 1e-12);
        }
    }
    let remark = format!(
        "Found by: mohreh-train tune {} --games {} --nodes {} --seed {}{}\n\
         from {} positions; loss {:.5}, on games held back {:.5}.",
        args.kind,
        args.games,
        args.nodes,
        args.seed,
        if args.from.is_some() { ", from the last weights," } else { "" },
        samples.len(),
        mean(&samples, &weights),
        mean(&validation, &weights),
    );
    Ok((weights.iter().map(|weight| weight.round() as i32).collect(), remark))
}
