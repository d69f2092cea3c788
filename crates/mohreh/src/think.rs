//! `mohreh think`: searches a position and prints the principal variations while it does.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use mohreh_engine::{EngineGame, Limits, Report};
use mohreh_games::{Status, with_kind};

use crate::args::{EngineArgs, PositionArgs};
use crate::clock::Stopwatch;
use crate::failure::{Failure, Result};
use crate::terminal::{column, notation, number, tell, text, with};

/// A line is printed for each depth; Ctrl-C ends it with the best turn found so far.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Think so many milliseconds (5000 if no limit is given).
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Look at so many positions: the same answer on every machine.
    #[arg(long)]
    nodes: Option<u64>,
    /// Look so many steps ahead.
    #[arg(long)]
    depth: Option<u32>,
    /// Show this many of the best turns.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=50))]
    lines: u16,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    with_kind!(args.position.game.kind, G => show(&args.position.position::<G>()?, args, out))?;
    Ok(ExitCode::SUCCESS)
}

fn show<G: EngineGame>(game: &G, args: &Args, out: &mut impl Write) -> Result<()> {
    match game.status() {
        Status::ToMove(_) => {}
        Status::ToRoll => return Err(Failure::new(text("cli-think-roll"))),
        Status::Over(_) => return Err(Failure::new(text("cli-think-over"))),
    }
    let unlimited = args.time.is_none() && args.nodes.is_none() && args.depth.is_none();
    let time = args.time.or(unlimited.then_some(5_000)).map(Duration::from_millis);
    let lines = args.lines.into();
    let limits = Limits { nodes: args.nodes, depth: args.depth, lines, ..Limits::default() };
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // If the handler cannot be set, Ctrl-C kills the process as usual.
    let _ = ctrlc::set_handler(move || flag.store(true, Relaxed));

    let stopwatch = Stopwatch::start();
    let stop = || interrupted.load(Relaxed) || time.is_some_and(|time| stopwatch.wall() >= time);
    let engine = args.engine.engine()?;
    let mut failed = None;
    let mut report = |report: &Report<G::Step>| {
        if let Err(failure) = write_report(report, &stopwatch, out) {
            failed.get_or_insert(failure);
        }
    };
    let choice = engine.think(game, &limits, &stop, &mut report);
    if let Some(failure) = failed {
        return Err(failure);
    }
    let took = stopwatch.read();
    let nodes = choice.report.nodes;
    // CPU time covers this thread only, so it is no measure of a parallel search.
    let rate = match args.engine.threads() {
        1 => took.rate(nodes),
        _ => nodes as f64 / took.wall.as_secs_f64().max(1e-9),
    } / 1e6;
    tell(out, &with("cli-think-best", &[("steps", notation(&join_steps(&choice.turn)))]))?;
    let speed = [
        ("nodes", nodes.into()),
        ("took", took.to_string().into()),
        ("rate", number(format!("{rate:.2}"))),
    ];
    tell(out, &with("cli-think-speed", &speed))
}

fn write_report<S: std::fmt::Display>(
    report: &Report<S>,
    stopwatch: &Stopwatch,
    out: &mut impl Write,
) -> Result<()> {
    for line in &report.lines {
        let seconds = stopwatch.wall().as_secs_f64();
        let args = [
            ("depth", number(column(report.depth.to_string(), 2))),
            ("nodes", number(column(report.nodes.to_string(), 10))),
            ("seconds", number(column(format!("{seconds:.1}"), 6))),
            ("win", number(column(format!("{:.1}", line.win * 100.0), 4))),
            ("steps", notation(&join_steps(&line.steps))),
        ];
        tell(out, &with("cli-think-line", &args))?;
    }
    out.flush()?;
    Ok(())
}

/// Steps separated by spaces.
pub(crate) fn join_steps<S: std::fmt::Display>(steps: &[S]) -> String {
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
