//! `mohreh perft`: counts the leaves of the tree of legal steps, to test and time the rules.

use std::io::Write;
use std::process::ExitCode;

use indicatif::ProgressBar;
use mohreh_games::{AnyGame, Game, with_kind};

use crate::args::PositionArgs;
use crate::clock::Stopwatch;
use crate::failure::Result;
use crate::terminal::{number, progress_style, tell, with};

/// The count stands alone on the first line; time and speed follow.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How many steps each sequence has.
    depth: usize,
    /// Also print the count behind each first step.
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    with_kind!(args.position.game.kind, G => count(&args.position.position::<G>()?, args, out))?;
    Ok(ExitCode::SUCCESS)
}

fn count<G: Game + Into<AnyGame>>(game: &G, args: &Args, out: &mut impl Write) -> Result<()> {
    let stopwatch = Stopwatch::start();
    let mut divided = Vec::new();
    let total = match args.depth.checked_sub(1) {
        None => 1,
        Some(deeper) => {
            let mut steps = Vec::new();
            game.steps(&mut steps);
            let progress = bar(steps.len() as u64);
            for step in steps {
                let mut child = game.clone();
                child.play_unchecked(step);
                divided.push((step, child.into().perft(deeper)));
                progress.inc(1);
            }
            progress.finish_and_clear();
            divided.iter().map(|(_, count)| count).sum()
        }
    };
    let took = stopwatch.read();
    writeln!(out, "{total}")?;
    if args.divide {
        for (step, count) in divided {
            writeln!(out, "{step} {count}")?;
        }
    }
    let rate = number(format!("{:.1}", took.rate(total) / 1e6));
    tell(out, &with("cli-perft-speed", &[("took", took.to_string().into()), ("rate", rate)]))
}

/// Progress bar on standard error; hidden if that is not a terminal.
pub(crate) fn bar(length: u64) -> ProgressBar {
    let style = progress_style("{bar:40} {pos} of {len}, {eta} left", "{bar:40} {pos}/{len} {eta}");
    ProgressBar::new(length).with_style(style)
}
