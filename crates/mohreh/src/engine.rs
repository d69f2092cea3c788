//! `mohreh engine`: the engine behind a line protocol like UCI, specified in `docs/engine-protocol.md`.

use std::io::Write;
use std::process::ExitCode;

use mohreh_engine::{Engine, EngineGame};
use mohreh_engine_protocol::{Limits, Line, Report, Thinker};
use mohreh_games::{AnyGame, Kind, with_game};

use crate::args::EngineArgs;
use crate::failure::Result;

/// Commands come in on standard input, one a line; answers go out on standard output.
///
/// position KIND|SETUP|STEPS, go nodes N | time MS | depth D | infinite [lines K], stop, quit.
/// While it thinks it prints lines `info …`, and at the end `best STEPS`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    mohreh_engine_protocol::serve(&OwnEngine(args.engine.engine()?), out)?;
    Ok(ExitCode::SUCCESS)
}

struct OwnEngine(Engine);

impl Thinker for OwnEngine {
    const KINDS: &'static [Kind] = Kind::ALL;

    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        with_game!(game, game => self.think(game, limits, budget_used, on_report))
    }
}

impl OwnEngine {
    fn think<G: EngineGame>(
        &self,
        game: &G,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        let limits = mohreh_engine::Limits {
            nodes: limits.nodes,
            depth: limits.depth,
            lines: limits.lines,
            ..mohreh_engine::Limits::default()
        };
        let mut tell = |report: &mohreh_engine::Report<G::Step>| {
            let line = |line: &mohreh_engine::Line<G::Step>| Line {
                win: line.win,
                steps: texts(&line.steps),
            };
            on_report(&Report {
                depth: report.depth as usize,
                nodes: report.nodes,
                lines: report.lines.iter().map(line).collect(),
            });
        };
        let choice = self.0.think(game, &limits, &|| budget_used() >= 1.0, &mut tell);
        texts(&choice.turn)
    }
}

fn texts(steps: &[impl ToString]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}
