//! `mohreh random`: plays random games and reports speed, lengths and outcomes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_games::{Listed, Outcome, Status, with_kind};

use crate::args::{GameArgs, check_lots};
use crate::chance::{Chance, new_seed};
use crate::clock::Stopwatch;
use crate::failure::{Failure, Result};
use crate::files::check_new;
use crate::perft::bar;
use crate::terminal::{column, game_name, left_column, notation, number, tell, text, with};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many games to play.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The same seed gives the same games.
    #[arg(long)]
    seed: Option<u64>,
    /// Draw a new set-up by lot for each game (the arrangement of tzaar).
    #[arg(long, conflicts_with_all = ["setup", "board"])]
    draw: bool,
    /// Write the games into this new file, a one-line record each.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    with_kind!(args.game.kind, G => games::<G>(args, out))?;
    Ok(ExitCode::SUCCESS)
}

/// Lengths and outcomes of all games.
#[derive(Default)]
struct Report {
    lengths: Vec<u64>,
    outcomes: BTreeMap<String, u64>,
}

impl Report {
    fn add(&mut self, steps: u64, outcome: Outcome) {
        self.lengths.push(steps);
        *self.outcomes.entry(outcome.to_string()).or_default() += 1;
    }
}

fn games<G: Listed>(args: &Args, out: &mut impl Write) -> Result<()> {
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    let mut chance = Chance::new(seed);
    let mut setup = args.game.setup.parse::<G>()?;
    if args.draw {
        check_lots::<G>()?;
    }
    let mut records = Records::open(args.records.as_ref())?;
    let mut report = Report::default();
    let progress = bar(args.games);
    let stopwatch = Stopwatch::start();
    let mut steps = Vec::new();
    for number in 0..args.games {
        if args.draw {
            setup = G::draw_setup(&mut |n| chance.below(n));
        }
        let mut game = G::start(&setup);
        let mut played = 0;
        records.start::<G>(&setup)?;
        loop {
            let step = match game.roll(&mut |n| chance.below(n)) {
                Some(fall) => fall,
                None => {
                    steps.clear();
                    game.steps(&mut steps);
                    if steps.is_empty() {
                        break;
                    }
                    steps[chance.below(steps.len() as u32) as usize]
                }
            };
            records.step(&step, played)?;
            game.play_unchecked(step);
            played += 1;
        }
        records.end()?;
        if let Status::Over(outcome) = game.status() {
            report.add(played, outcome);
        }
        if number % 256 == 0 {
            progress.set_position(number);
        }
    }
    let took = stopwatch.read();
    progress.finish_and_clear();
    records.finish()?;
    let total: u64 = report.lengths.iter().sum();
    let played = [
        ("games", args.games.into()),
        ("kind", game_name(G::KIND).into()),
        ("seed", seed.to_string().into()),
    ];
    tell(out, &with("cli-random-games", &played))?;
    let rate = |work: u64| number(format!("{:.0}", took.rate(work)));
    let speed =
        [("took", took.to_string().into()), ("games", rate(args.games)), ("steps", rate(total))];
    tell(out, &with("cli-random-speed", &speed))?;
    report.write(out)
}

impl Report {
    fn write(mut self, out: &mut impl Write) -> Result<()> {
        self.lengths.sort_unstable();
        let games = self.lengths.len();
        let at = |part: usize| self.lengths.get((games.saturating_sub(1)) * part / 100);
        let [least, middle, most] = [0, 50, 100].map(|part| at(part).copied().unwrap_or_default());
        let mean = self.lengths.iter().sum::<u64>() as f64 / games.max(1) as f64;
        let lengths = [
            ("least", least.into()),
            ("median", middle.into()),
            ("mean", number(format!("{mean:.1}"))),
            ("most", most.into()),
        ];
        tell(out, &with("cli-random-lengths", &lengths))?;
        tell(out, &text("cli-random-outcomes"))?;
        let widest = self.outcomes.values().max().copied().unwrap_or(1);
        for (outcome, count) in &self.outcomes {
            let part = *count as f64 * 100.0 / games.max(1) as f64;
            let bar = "#".repeat((count * 40 / widest.max(1)) as usize);
            let args = [
                ("outcome", notation(&left_column(outcome.as_str(), 8))),
                ("count", number(column(count.to_string(), 8))),
                ("part", number(column(format!("{part:.1}"), 5))),
                ("bar", bar.into()),
            ];
            tell(out, &format!("  {}", with("cli-random-outcome", &args)))?;
        }
        Ok(())
    }
}

/// Writer of one-line records; a no-op without `--records`.
struct Records(Option<(BufWriter<File>, String)>);

impl Records {
    fn open(path: Option<&PathBuf>) -> Result<Records> {
        let Some(path) = path else { return Ok(Records(None)) };
        let about = path.display().to_string();
        check_new(path)?;
        let file = File::create(path).map_err(|error| Failure::from(error).context(&about))?;
        Ok(Records(Some((BufWriter::new(file), about))))
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) -> Result<()> {
        let Some((file, about)) = &mut self.0 else { return Ok(()) };
        file.write_fmt(text).map_err(|error| Failure::from(error).context(about))
    }

    fn start<G: Listed>(&mut self, setup: &G::Setup) -> Result<()> {
        self.write(format_args!("{}|{setup}|", G::KIND))
    }

    fn step(&mut self, step: &impl std::fmt::Display, before: u64) -> Result<()> {
        self.write(format_args!("{}{step}", if before == 0 { "" } else { " " }))
    }

    fn end(&mut self) -> Result<()> {
        self.write(format_args!("\n"))
    }

    fn finish(&mut self) -> Result<()> {
        let Some((file, about)) = &mut self.0 else { return Ok(()) };
        file.flush().map_err(|error| Failure::from(error).context(about))
    }
}
