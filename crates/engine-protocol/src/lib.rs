//! The engine's side of the line protocol (`docs/engine-protocol.md`) on standard input and output: `mohreh engine` and
//! the sparring partners of `mohreh-train` are [`Thinker`]s that it serves.

#![warn(missing_docs)]

mod budget;
mod limits;
mod position;
mod queue;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;

use mohreh_games::{AnyGame, Kind};

pub use budget::TimeBudget;
pub use limits::{Clock, Limits};
pub use position::forced_turn;
pub use session::count_option;

use queue::CommandQueue;
use session::Session;

/// A program that plays through the protocol.
pub trait Thinker {
    /// Games that it plays.
    const KINDS: &'static [Kind];

    /// The whole turn, in a game with dice the next step. Called only for games in `KINDS` and with a
    /// seat to move.
    ///
    /// `budget_used` returns the used fraction of the time limit, from 0 to 1, and 1 after `stop`.
    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<String>;

    /// Its options, by name, with their values; none of them has blanks.
    fn options(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Sets one of its [options](Thinker::options). An error says what is wrong with the value, and changes nothing.
    fn set_option(&mut self, _name: &str, value: &str) -> Result<(), String> {
        Err(format!("`{value}` cannot be set"))
    }

    /// Forgets earlier searches: the next position is of another game.
    fn new_game(&mut self) {}
}

/// Content of the `info` lines.
#[derive(Debug)]
pub struct Report {
    /// Depth in plies; in a game with dice, in iterations of its search.
    pub depth: usize,
    /// Nodes or play-outs.
    pub nodes: u64,
    /// Best root steps first.
    pub lines: Vec<Line>,
}

/// A principal variation.
#[derive(Debug)]
pub struct Line {
    /// Win probability of the seat to move; exactly 0 or 1 if it is proven.
    pub win: f64,
    /// Its steps.
    pub steps: Vec<String>,
}

/// Runs the command loop until `quit` or the end of the input.
pub fn serve<T: Thinker>(thinker: T, out: &mut impl Write) -> io::Result<()> {
    let (sender, receiver) = channel();
    // A thread reads the input, so that `stop` arrives during a search.
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            if sender.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                return;
            }
            line.clear();
        }
    });
    Session::new(thinker).run(&CommandQueue::new(receiver), out)
}
