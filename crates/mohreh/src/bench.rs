//! `mohreh bench`: searches fixed positions to a fixed depth. The node count is deterministic, so it is a signature
//! of the search: it changes only when the search does.

use std::io::Write;
use std::process::ExitCode;

use mohreh_engine::{Engine, EngineGame, Limits};
use mohreh_games::record::{line_parts, replay};
use mohreh_games::{Kind, with_kind};

use crate::clock::Stopwatch;
use crate::failure::Result;
use crate::terminal::{column, game_name, left_column, number, tell_now, with};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game.
    #[arg(value_name = "KIND", value_parser = crate::args::kinds(), ignore_case = true)]
    kind: Option<Kind>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    for &kind in Kind::ALL.iter().filter(|kind| args.kind.is_none_or(|only| only == **kind)) {
        let stopwatch = Stopwatch::start();
        let mut nodes = 0;
        let positions = with_kind!(kind, G => G::BENCH);
        for line in positions.lines().filter(|line| !line.starts_with('#')) {
            let Some((depth, record)) = line.split_once(' ') else { continue };
            let (_, setup, steps) = line_parts(record)?;
            let depth = depth.parse().ok();
            nodes += with_kind!(kind, G => count::<G>(depth, setup, steps))?;
        }
        let took = stopwatch.read();
        let args = [
            ("kind", left_column(game_name(kind), 6).into()),
            ("nodes", number(column(nodes.to_string(), 10))),
            ("rate", number(format!("{:.2}", took.rate(nodes) / 1e6))),
        ];
        tell_now(out, &with("cli-bench", &args))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn count<G: EngineGame>(depth: Option<u32>, setup: &str, steps: &str) -> Result<u64> {
    let game: G = replay(setup, steps.split_ascii_whitespace(), |_| {})?;
    let limits = Limits { depth, ..Limits::default() };
    let choice = Engine::new(16 << 20).think(&game, &limits, &|| false, &mut |_| {});
    Ok(choice.report.nodes)
}
