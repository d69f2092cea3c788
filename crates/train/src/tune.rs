//! `mohreh-train tune`: weights from games that the engine plays against itself.
//!
//! The engine plays from random openings; of each turn the position is kept at which its expected line
//! ends, with the result of the game. The weights are then those under which the chances to win that
//! the evaluation gives agree best with the results (logistic regression).

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mohreh_engine::{Engine, Knowledge, Limits, Manner, PARTS, Thinks, WON, Weights};
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;
use mohreh_games::{Kind, Seat, Status};

use crate::chance::Chance;

/// Find the weights of an evaluation by self-play.
#[derive(clap::Args)]
pub struct Args {
    /// zertz, tzaar or yinsh.
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

pub fn run(args: &Args, out: &mut impl Write) -> io::Result<()> {
    match args.kind {
        Kind::Zertz => tune::<Zertz>(args, &ZERTZ, out),
        Kind::Tzaar => tune::<Tzaar>(args, &["drawn"], out),
        Kind::Yinsh => tune::<Yinsh>(args, &YINSH, out),
        Kind::Rotas => crate::tune_rotas::tune(args, out),
    }
}

/// What is played most counts most.
const ZERTZ: [&str; 8] = ["", "", "", "", "blitz", "rings=48", "rings=61", "overlook"];
const YINSH: [&str; 4] = ["", "", "", "blitz"];

/// So many turns at the beginning are random, at most.
const RANDOM_TURNS: u32 = 6;
/// A share of the games is kept apart, to see whether what was learnt holds for others.
const HELD_BACK: usize = 10;

/// A position: its terms, from the view of the first seat, and how the game ended for it.
struct Sample {
    terms: Vec<(u16, f32)>,
    result: f32,
}

impl Args {
    /// The weights to begin with.
    pub(crate) fn weights<G: Thinks>(&self) -> io::Result<Weights> {
        let Some(path) = &self.from else { return Ok(Weights::own::<G>()) };
        Weights::read::<G>(&std::fs::read_to_string(path)?)
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    }
}

fn tune<G: Knowledge>(args: &Args, setups: &[&str], out: &mut impl Write) -> io::Result<()> {
    let from = args.weights::<G>()?;
    let games = play_all(args, |engine, seed| {
        let mut chance = Chance::new(seed);
        let setup = match setups[chance.below(setups.len() as u32) as usize] {
            "drawn" => G::draw_setup(&mut |n| chance.below(n)),
            text => text.parse().map_err(|error| io::Error::other(format!("{error}")))?,
        };
        engine.weigh::<G>(from.clone());
        Ok(play::<G>(engine, args.nodes, &setup, &mut chance))
    })?;
    let scale = std::f64::consts::LN_10 / G::SCALE;
    let before: Vec<f64> = from.all().iter().map(|weight| f64::from(*weight)).collect();
    let (after, remark) = fit(
        args,
        games,
        &before,
        PACE,
        |sample, weights| loss(sample, weights, scale),
        |sample, weights, part, slopes| slope(sample, weights, scale, part, slopes),
        out,
    )?;
    std::fs::write(&args.out, Weights::new::<G>(after).write::<G>(&remark))
}

/// Plays all games in several threads, each game by its own seed, and shows how far it is.
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
    // In the order of their numbers, so that threads change nothing.
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().map(|(_, game)| game).collect()
}

fn play<G: Knowledge>(
    engine: &Engine,
    nodes: u64,
    setup: &G::Setup,
    chance: &mut Chance,
) -> Vec<Sample> {
    let mut game = G::start(setup);
    let mut steps = Vec::new();
    engine.forget();
    let random = chance.below(RANDOM_TURNS + 1);
    for _ in 0..random {
        let mover = game.mover();
        while game.status() == Status::ToMove(mover) {
            steps.clear();
            game.steps(&mut steps);
            game.play_unchecked(steps[chance.below(steps.len() as u32) as usize]);
        }
    }
    let mut samples = Vec::new();
    while let Status::ToMove(_) = game.status() {
        // Not always the best, so that many different positions are seen.
        let manner = Manner { seed: chance.next(), opening: 150, judgement: 60, overlook: 0 };
        let limits = Limits { nodes: Some(nodes), manner, ..Limits::default() };
        let choice = engine.think(&game, &limits, &|| false, &mut |_| {});
        if let Some(line) = choice.report.lines.first()
            && line.score.abs() < WON
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

/// The terms where a line ends, if that can be judged.
fn sample<G: Knowledge>(game: &G, line: &[G::Step]) -> Option<Sample> {
    let mut game = game.clone();
    for &step in line {
        if !game.is_legal(step) {
            return None;
        }
        game.play_unchecked(step);
    }
    if let Some(rest) = game.rest() {
        game.play_unchecked(rest);
    }
    if !game.is_calm() || !matches!(game.status(), Status::ToMove(_)) {
        return None;
    }
    let mut counts = vec![0; G::TERMS.len()];
    game.terms(Seat::FIRST, |at, count| counts[at] += count);
    game.terms(Seat::SECOND, |at, count| counts[at] -= count);
    let terms = (0u16..)
        .zip(counts)
        .filter(|(_, count)| *count != 0)
        .map(|(at, count)| (at, count as f32 / PARTS as f32))
        .collect();
    Some(Sample { terms, result: 0.5 })
}

fn chance_of(sample: &Sample, weights: &[f64], scale: f64) -> f64 {
    let sum: f64 =
        sample.terms.iter().map(|(at, count)| weights[usize::from(*at)] * f64::from(*count)).sum();
    1.0 / (1.0 + (-sum * scale).exp())
}

/// How badly the chance agrees with the result.
fn loss(sample: &Sample, weights: &[f64], scale: f64) -> f64 {
    let chance = chance_of(sample, weights, scale).clamp(1e-9, 1.0 - 1e-9);
    let result = f64::from(sample.result);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// Adds the slope of the loss of a sample, counted as a part of all.
fn slope(sample: &Sample, weights: &[f64], scale: f64, part: f64, slopes: &mut [f64]) {
    let error = chance_of(sample, weights, scale) - f64::from(sample.result);
    for (at, count) in &sample.terms {
        slopes[usize::from(*at)] += error * scale * f64::from(*count) * part;
    }
}

/// Passes over all samples.
const ROUNDS: usize = 300;
/// For scores in hundredths.
const PACE: Pace = Pace { rate: 6.0, hold: 1e-7 };

/// How weights may move.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    /// The largest change of a weight in a round.
    pub(crate) rate: f64,
    /// How strongly a weight is held where nothing speaks about it.
    pub(crate) hold: f64,
}

/// Moves the weights downhill, by the slope over all samples (Adam), and says how well they then agree
/// with games that they were not learnt from. The answer is the weights and a remark for their file.
pub(crate) fn fit<S>(
    args: &Args,
    games: Vec<Vec<S>>,
    from: &[f64],
    pace: Pace,
    loss: impl Fn(&S, &[f64]) -> f64,
    slope: impl Fn(&S, &[f64], f64, &mut [f64]),
    out: &mut impl Write,
) -> io::Result<(Vec<i32>, String)> {
    let (mut held, mut samples) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        if number % HELD_BACK == 0 { held.extend(game) } else { samples.extend(game) }
    }
    let mean = |samples: &[S], weights: &[f64]| {
        samples.iter().map(|sample| loss(sample, weights)).sum::<f64>()
            / samples.len().max(1) as f64
    };
    writeln!(out, "{} positions to learn from, {} held back", samples.len(), held.len())?;
    let part = 1.0 / samples.len().max(1) as f64;
    let mut weights = from.to_vec();
    let (mut first, mut second) = (vec![0.0; from.len()], vec![0.0; from.len()]);
    for round in 0..=ROUNDS {
        if round.is_multiple_of(50) {
            let (own, other) = (mean(&samples, &weights), mean(&held, &weights));
            writeln!(out, "round {round:3}: loss {own:.5}, held back {other:.5}")?;
            out.flush()?;
        }
        let mut slopes: Vec<f64> =
            weights.iter().zip(from).map(|(now, first)| pace.hold * (now - first)).collect();
        for sample in &samples {
            slope(sample, &weights, part, &mut slopes);
        }
        let rate = pace.rate * (1.0 - 0.9 * round as f64 / ROUNDS as f64);
        let power = round as i32 + 1;
        let (fade, slow) = (1.0 - 0.9f64.powi(power), 1.0 - 0.99f64.powi(power));
        for (at, weight) in weights.iter_mut().enumerate() {
            first[at] = 0.9 * first[at] + 0.1 * slopes[at];
            second[at] = 0.99 * second[at] + 0.01 * slopes[at] * slopes[at];
            *weight -= rate * (first[at] / fade) / ((second[at] / slow).sqrt() + 1e-12);
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
        mean(&held, &weights),
    );
    Ok((weights.iter().map(|weight| weight.round() as i32).collect(), remark))
}
