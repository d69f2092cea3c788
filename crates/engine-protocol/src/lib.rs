//! The engine's side of the line protocol (`docs/engine-protocol.md`) on standard input and output: `mohreh engine` and
//! the sparring partners of `mohreh-train` are [`Thinker`]s that it serves.

#![warn(missing_docs)]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use mohreh_games::record::{line_parts, replay};
use mohreh_games::{AnyGame, Kind, Status, with_kind};

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
}

/// Limits of a `go` command. Without any, only `stop` ends the search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Node limit.
    pub nodes: Option<u64>,
    /// Depth limit in plies; in a game with dice, in turns.
    pub depth: Option<u32>,
    /// Wall-clock limit; `budget_used` of [`Thinker::answer`] includes it.
    pub time: Option<Duration>,
    /// MultiPV: number of root steps to report.
    pub lines: usize,
}

impl Limits {
    /// Whether only `stop` ends the search.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.time.is_none()
    }

    fn read(text: &str) -> Result<Limits, String> {
        let mut limits = Limits { nodes: None, depth: None, time: None, lines: 1 };
        let mut words = text.split_ascii_whitespace();
        let mut any = false;
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().unwrap_or_default();
                let read = value.parse::<u64>().ok().filter(|n| *n > 0);
                read.ok_or_else(|| format!("`{word}` needs a number from 1 up, not `{value}`"))
            };
            match word {
                "nodes" => limits.nodes = Some(number()?),
                "time" => limits.time = Some(Duration::from_millis(number()?)),
                "depth" => limits.depth = Some(number()?.min(1_000) as u32),
                "lines" => limits.lines = number()?.min(1_000) as usize,
                "infinite" => {}
                _ => {
                    let known = "nodes, time, depth, infinite or lines";
                    return Err(format!("`{word}`: expected {known}"));
                }
            }
            any |= word != "lines";
        }
        let missing = || "go: expected nodes N, time MS, depth D or infinite".to_string();
        any.then_some(limits).ok_or_else(missing)
    }
}

/// Content of the `info` lines.
#[derive(Debug)]
pub struct Report {
    /// Depth in plies; in a game with dice, in turns.
    pub depth: usize,
    /// Nodes or play-outs.
    pub nodes: u64,
    /// Best root steps first.
    pub lines: Vec<Line>,
}

/// A principal variation.
#[derive(Debug)]
pub struct Line {
    /// Win probability of the seat to move.
    pub win: f64,
    /// Its steps.
    pub steps: Vec<String>,
}

/// Runs the command loop until `quit` or the end of the input.
pub fn serve<T: Thinker>(thinker: &T, out: &mut impl Write) -> io::Result<()> {
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
    let commands = CommandQueue::new(receiver);
    let mut game = None;
    while let Some(line) = commands.next() {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let done = match word {
            "" => Ok(()),
            "quit" => break,
            // No search is running.
            "stop" => Ok(()),
            // An invalid position leaves the previous one in place.
            "position" => position::<T>(rest.trim()).map(|read| game = Some(read)),
            "go" => match parse_go(game.as_ref(), rest) {
                Ok((game, limits)) => {
                    go(thinker, game, &limits, &commands, out)?;
                    Ok(())
                }
                Err(why) => Err(why),
            },
            _ => Err(format!("unknown command `{word}`; known are: position, go, stop, quit")),
        };
        if let Err(why) = done {
            writeln!(out, "error {why}")?;
        }
        out.flush()?;
    }
    Ok(())
}

fn position<T: Thinker>(line: &str) -> Result<AnyGame, String> {
    let (kind, setup, steps) = line_parts(line).map_err(|error| error.to_string())?;
    if !T::KINDS.contains(&kind) {
        let known: Vec<&str> = T::KINDS.iter().map(|kind| kind.name()).collect();
        return Err(format!("`{kind}` is not played here, only {}", known.join(", ")));
    }
    with_kind!(kind, G => {
        replay::<G>(setup, steps.split_ascii_whitespace(), |_| {})
            .map(AnyGame::from)
            .map_err(|error| error.to_string())
    })
}

/// Parses `go` and checks that a position is set and a seat is to move.
fn parse_go<'a>(game: Option<&'a AnyGame>, limits: &str) -> Result<(&'a AnyGame, Limits), String> {
    let limits = Limits::read(limits)?;
    let game = game.ok_or("no position yet; send `position KIND|SETUP|STEPS` first")?;
    match game.status() {
        Status::ToMove(_) => Ok((game, limits)),
        status => Err(format!("nobody is to move here: {status}")),
    }
}

fn go<T: Thinker>(
    thinker: &T,
    game: &AnyGame,
    limits: &Limits,
    commands: &CommandQueue,
    out: &mut impl Write,
) -> io::Result<()> {
    let start = now();
    let stopped = Cell::new(false);
    let budget_used = || {
        stopped.set(stopped.get() || commands.should_stop(limits.is_unlimited()));
        match limits.time {
            _ if stopped.get() => 1.0,
            Some(time) => (start.elapsed().as_secs_f64() / time.as_secs_f64()).min(1.0),
            None => 0.0,
        }
    };
    let mut written = Ok(());
    let mut on_report = |report: &Report| {
        if written.is_ok() {
            written = write_report(report, start.elapsed(), out);
        }
    };
    let turn = thinker.answer(game, limits, &budget_used, &mut on_report);
    written?;
    // An unlimited search answers only after `stop`.
    while limits.is_unlimited() && budget_used() < 1.0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    writeln!(out, "best {}", turn.join(" "))
}

fn write_report(report: &Report, time: Duration, out: &mut impl Write) -> io::Result<()> {
    let (depth, nodes, time) = (report.depth, report.nodes, time.as_millis());
    for Line { win, steps } in &report.lines {
        let steps = steps.join(" ");
        writeln!(out, "info depth {depth} nodes {nodes} time {time} win {win:.4} line {steps}")?;
    }
    out.flush()
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks for the time")]
fn now() -> Instant {
    Instant::now()
}

/// Input lines; those that arrive during a search are queued.
struct CommandQueue {
    receiver: Receiver<String>,
    pending: RefCell<VecDeque<String>>,
    /// The input has ended.
    closed: Cell<bool>,
}

impl CommandQueue {
    fn new(receiver: Receiver<String>) -> CommandQueue {
        CommandQueue { receiver, pending: RefCell::default(), closed: Cell::new(false) }
    }

    /// Waits for the next line; `None` at the end of the input.
    fn next(&self) -> Option<String> {
        let pending = self.pending.borrow_mut().pop_front();
        pending.or_else(|| self.receiver.recv().ok())
    }

    /// Whether the search must stop: on `stop`, which is consumed, and, if it is unlimited, on `quit`
    /// or the end of the input.
    fn should_stop(&self, is_unlimited: bool) -> bool {
        loop {
            match self.receiver.try_recv() {
                Ok(line) if line == "stop" => return true,
                Ok(line) => self.pending.borrow_mut().push_back(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.closed.set(true);
                    break;
                }
            }
        }
        let has_quit = || self.pending.borrow().iter().any(|line| line == "quit");
        is_unlimited && (self.closed.get() || has_quit())
    }
}
