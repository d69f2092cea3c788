//! `mohreh-train puzzles`: plays games of the engine against itself, and keeps the positions in which exactly one turn is
//! right, proven by exhaustive search. `docs/puzzles.md` says what is claimed.
//!
//! The file is only ever appended to. If the run is interrupted, the next one goes on after the last game in it.

pub(crate) mod bank;
mod chances;
mod difficulty;
mod duels;
pub(crate) mod table;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use mohreh_engine::{Engine, Level};
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;
use mohreh_games::{AnyGame, Canon, Kind};
use mohreh_puzzles::Puzzle;

use crate::pace::Pace;
use crate::splitmix::{SplitMix64, splitmix64};

/// Find puzzles in games of the engine, prove and measure them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game.
    kind: Kind,
    /// Games in the file when the command is done.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Add to this file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Another seed plays other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Line after a game: everything before it is complete.
const DONE: &str = "# game ";
/// Games between two lines of progress.
const REPORT_EVERY: u64 = 100;

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let Args { kind, seed, .. } = args;
    let (mut file, first) = open(args, &format!("# mohreh puzzles 1 {kind} seed {seed}\n"))?;
    let engine = Engine::new(Level::TABLE_BYTES);
    let sets = crate::tactics::dice::DiceMultisets::new();
    let (mut found, pace) = (0_usize, Pace::start());
    for number in first..args.games {
        let mut rng = SplitMix64::new(splitmix64(seed << 40 ^ number));
        let puzzles = match kind {
            Kind::Zertz => duels::search::<Zertz>(&engine, &mut rng),
            Kind::Tzaar => duels::search::<Tzaar>(&engine, &mut rng),
            Kind::Yinsh => duels::search::<Yinsh>(&engine, &mut rng),
            Kind::Rotas => chances::search(&engine, &sets, &mut rng),
            #[allow(unreachable_patterns, reason = "all games of the product have puzzles")]
            kind => return Err(io::Error::other(format!("{kind} has no puzzles"))),
        };
        found += puzzles.len();
        let lines: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        file.write_all(format!("{lines}{DONE}{number}\n").as_bytes())?;
        if (number + 1).is_multiple_of(REPORT_EVERY) {
            let speed = pace.per_second((number + 1 - first) as usize);
            eprintln!(
                "{kind}: {} games, {found} puzzles found, {speed:.2} games a second",
                number + 1
            );
        }
    }
    Ok(())
}

/// Opens the file behind its last complete game, and tells the number of the next.
fn open(args: &Args, header: &str) -> io::Result<(File, u64)> {
    let text = if args.out.exists() { fs::read_to_string(&args.out)? } else { header.to_string() };
    if !text.starts_with(header) {
        return Err(io::Error::other(format!("{} is of another search", args.out.display())));
    }
    let last =
        text.rfind(DONE).filter(|at| text[*at..].ends_with('\n') || text[*at..].contains('\n'));
    let (kept, next) = match last {
        None => (header.len(), 0),
        Some(at) => {
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
            let number: u64 =
                text[at + DONE.len()..end].trim().parse().map_err(io::Error::other)?;
            (end, number + 1)
        }
    };
    fs::write(&args.out, &text[..kept])?;
    Ok((OpenOptions::new().append(true).open(&args.out)?, next))
}

/// A hash that is the same for all images of a position.
fn canonical(kind: Kind, puzzle: &Puzzle) -> Option<u64> {
    let game = AnyGame::parse(kind, &puzzle.position).ok()?;
    Some(Canon::new(&game).hash(&game))
}
