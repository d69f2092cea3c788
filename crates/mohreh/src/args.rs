//! Arguments shared by several commands: game, position, engine.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use mohreh_engine::Engine;
use mohreh_games::record::replay;
use mohreh_games::{Game, Kind, Listed};

use crate::failure::{Failure, Result};
use crate::terminal::{notation, text, with};

/// Value parser for the name of a game; the help lists all of them.
pub(crate) fn kinds() -> impl TypedValueParser<Value = Kind> {
    let names = Kind::ALL.iter().map(|kind| kind.name());
    PossibleValuesParser::new(names).try_map(|name| name.to_lowercase().parse::<Kind>())
}

/// Which game, and how it is set up.
#[derive(clap::Args, Clone)]
pub(crate) struct GameArgs {
    /// Which game.
    #[arg(value_name = "KIND", value_parser = kinds(), ignore_case = true)]
    pub kind: Kind,
    #[command(flatten)]
    pub setup: SetupArgs,
}

/// How a game is set up.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct SetupArgs {
    /// Variant and options, such as "rings=48 overlook", "blitz" or "seats=3 advanced".
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub setup: String,
    /// A file with a board of one's own for rotas: `rows = ["H 3 5 S P1 4", …]`, top row first.
    #[arg(long, value_name = "FILE.toml")]
    pub board: Option<PathBuf>,
}

impl SetupArgs {
    /// Setup text including the board from `--board`.
    fn text(&self) -> Result<String> {
        match &self.board {
            None => Ok(self.setup.clone()),
            Some(path) => {
                let board = read_board(path).map_err(|f| f.context(&path.display().to_string()))?;
                Ok(format!("{} board={board}", self.setup))
            }
        }
    }

    /// Parses the setup. An error names the flag or file it comes from.
    pub(crate) fn parse<G: Game>(&self) -> Result<G::Setup> {
        let read = |text: &str| text.parse::<G::Setup>().map_err(Failure::from);
        let alone = read(&self.setup).map_err(|failure| failure.context("--setup"))?;
        match &self.board {
            None => Ok(alone),
            // `--setup` alone parsed above, so the error is in the board.
            Some(path) => read(&self.text()?).map_err(|f| f.context(&path.display().to_string())),
        }
    }
}

/// Rejects `--draw` for a game whose setup has no random part.
pub(crate) fn check_lots<G: Listed>() -> Result<()> {
    let default = G::Setup::default();
    // If the setup has any random part, at most one of these two fixed draws gives the default.
    let drawn = [G::draw_setup(&mut |_| 0), G::draw_setup(&mut |n| n / 2)];
    if drawn.iter().all(|setup| *setup == default) {
        return Err(Failure::new(with("cli-no-lot", &[("kind", notation(G::KIND.name()))])));
    }
    Ok(())
}

/// Size limit of a board file; real ones have a few hundred bytes.
const MAX_BOARD_BYTES: u64 = 64 * 1024;

/// Reads a TOML board file and returns it in the syntax of `board=` in a setup.
fn read_board(path: &Path) -> Result<String> {
    if std::fs::metadata(path)?.len() > MAX_BOARD_BYTES {
        return Err(Failure::new(text("cli-board-large")));
    }
    let board = std::fs::read_to_string(path)?;
    let table: toml::Table = board.parse().map_err(Failure::english)?;
    let missing = || Failure::new(text("cli-board-rows"));
    if let Some(other) = table.keys().find(|key| *key != "rows") {
        return Err(Failure::new(with("cli-board-key", &[("word", other.as_str().into())])));
    }
    let rows = table.get("rows").and_then(toml::Value::as_array).ok_or_else(missing)?;
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells = row.as_str().ok_or_else(missing)?.split_whitespace();
            Ok(cells.collect::<Vec<_>>().join(","))
        })
        .collect::<Result<_>>()?;
    Ok(rows.join("/"))
}

/// Which position of a game.
#[derive(clap::Args, Clone)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Steps that have been played, such as "Wd4 -a1".
    #[arg(
        long,
        value_name = "STEPS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub played: String,
    /// A position by its text (as `show` prints it) instead of a setup.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["setup", "board"])]
    pub position: Option<String>,
}

impl PositionArgs {
    /// Builds the position from the setup or position text, then plays `--played`.
    pub(crate) fn position<G: Game>(&self) -> Result<G> {
        let steps = self.played.split_ascii_whitespace();
        let start = match &self.position {
            None => self.game.setup.parse::<G>()?.to_string(),
            Some(text) => {
                let read = text.parse::<G>();
                read.map_err(|error| Failure::from(error).context("--position"))?.to_string()
            }
        };
        let game = replay(&start, steps, |_| {});
        game.map_err(|error| Failure::from(error).context("--played"))
    }
}

/// How large and how wide an engine thinks, and by which weights.
#[derive(clap::Args, Clone)]
pub(crate) struct EngineArgs {
    /// Remember positions in so many megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub table: u32,
    /// Think in so many threads. With more than one the answer may differ from run to run.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Judge positions by the weights of this evaluation file.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl EngineArgs {
    pub(crate) fn threads(&self) -> u16 {
        self.threads
    }

    /// Creates the engine with the given table size, threads and weights.
    pub(crate) fn engine(&self) -> Result<Engine> {
        let mut engine = Engine::new((self.table as usize) << 20).with_threads(self.threads.into());
        if let Some(path) = &self.weights {
            load_weights(&mut engine, path)?;
        }
        Ok(engine)
    }
}

/// Size limit of an evaluation file; real ones have a few kilobytes.
const MAX_WEIGHTS_BYTES: u64 = 1024 * 1024;

/// Loads the weights of an evaluation file into the engine and returns the game they are for.
pub(crate) fn load_weights(engine: &mut Engine, path: &Path) -> Result<Kind> {
    let mut read = || -> Result<Kind> {
        if std::fs::metadata(path)?.len() > MAX_WEIGHTS_BYTES {
            return Err(Failure::new(text("cli-weights-large")));
        }
        Ok(engine.load_weights(&std::fs::read_to_string(path)?)?)
    };
    read().map_err(|failure| failure.context(&path.display().to_string()))
}
