//! `mohreh engine`: the engine behind a line protocol like UCI, specified in `docs/engine-protocol.md`.

use std::cell::Cell;
use std::io::Write;
use std::process::ExitCode;

use mohreh_engine::{Engine, EngineGame, Feature};
use mohreh_engine_protocol::{Limits, Line, Report, Thinker, count_option};
use mohreh_games::{AnyGame, Kind, with_game};

use crate::args::EngineArgs;
use crate::failure::{Failure, Result};

/// Commands come in on standard input, one a line; answers go out on standard output.
///
/// position KIND|SETUP|STEPS, position KIND|SETUP|position TEXT, show, newgame, option NAME VALUE, options,
/// go nodes N | time MS | clock MINE THEIRS INCREMENT | depth D | infinite [lines K], stop, quit.
/// While it thinks it prints lines `info …`, and at the end `best STEPS`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let settings = Settings { args: args.engine.clone(), without: Vec::new() };
    mohreh_engine_protocol::serve(OwnEngine { engine: settings.engine()?, settings }, out)?;
    Ok(ExitCode::SUCCESS)
}

struct OwnEngine {
    engine: Engine,
    settings: Settings,
}

/// What an engine is made from.
#[derive(Clone)]
struct Settings {
    args: EngineArgs,
    /// Search features that are switched off.
    without: Vec<Feature>,
}

impl Settings {
    fn engine(&self) -> Result<Engine> {
        let mut engine = self.args.engine()?;
        for feature in &self.without {
            engine.disable(*feature);
        }
        Ok(engine)
    }

    /// The names of the features that are on, or off.
    fn features(&self, on: bool) -> String {
        let chosen =
            Feature::ALL.iter().filter(|(feature, _)| self.without.contains(feature) != on);
        chosen.map(|(_, name)| *name).collect::<Vec<_>>().join(",")
    }

    fn set(&mut self, name: &str, value: &str) -> std::result::Result<(), String> {
        let features = || {
            let names = value.split([',', ' ']).filter(|name| !name.is_empty());
            let read = names.map(|name| name.parse().map_err(|error| format!("{error}")));
            read.collect::<std::result::Result<Vec<Feature>, String>>()
        };
        match name {
            "threads" => self.args.threads = count_option(value, 1..=256)? as u16,
            "table" => self.args.table = count_option(value, 1..=65_536)? as u32,
            "without" => self.without.extend(features()?),
            _ => {
                let on = features()?;
                self.without.retain(|feature| !on.contains(feature));
            }
        }
        Ok(())
    }
}

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

    fn options(&self) -> Vec<(&'static str, String)> {
        let Settings { args, .. } = &self.settings;
        vec![
            ("threads", args.threads.to_string()),
            ("table", args.table.to_string()),
            ("with", self.settings.features(true)),
            ("without", self.settings.features(false)),
        ]
    }

    /// Makes the engine anew, so that its transposition table is empty.
    fn set_option(&mut self, name: &str, value: &str) -> std::result::Result<(), String> {
        let mut settings = self.settings.clone();
        settings.set(name, value)?;
        self.engine = settings.engine().map_err(|failure| match failure {
            Failure::Message(why) => why,
            Failure::BrokenPipe => "the engine cannot be set up".to_string(),
        })?;
        self.settings = settings;
        Ok(())
    }

    fn new_game(&mut self) {
        self.engine.clear();
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
        let reported = Cell::new(0);
        let mut tell = |report: &mohreh_engine::Report<G::Step>| {
            reported.set(report.nodes);
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
        let choice = self.engine.think(game, &limits, &|| budget_used() >= 1.0, &mut tell);
        // The last iteration again, with the nodes of the one that was not finished.
        if choice.report.nodes > reported.get() {
            tell(&choice.report);
        }
        texts(&choice.turn)
    }
}

fn texts(steps: &[impl ToString]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}
