//! `mohreh engine`: the engine behind a line protocol like UCI, specified in `docs/engine-protocol.md`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use mohreh_engine::{Engine, EngineGame, Limits, Report};
use mohreh_games::record::{line_parts, replay};
use mohreh_games::{AnyGame, Status, with_game, with_kind};

use crate::args::EngineArgs;
use crate::clock::Stopwatch;
use crate::failure::Result;
use crate::think::join_steps;

/// Commands come in on standard input, one a line; answers go out on standard output.
///
/// position KIND|SETUP|STEPS, go nodes N | time MS | depth D | infinite [lines K], stop, quit.
/// docs/engine-protocol.md explains them.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let (sender, receiver) = channel();
    // Input is read on its own thread, so that `stop` can interrupt a search.
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            if sender.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                return;
            }
            line.clear();
        }
    });
    let engine = args.engine.engine()?;
    let mut session = Session { lines: Lines::new(receiver), engine, game: None };
    while let Some(line) = session.lines.next() {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let done = match word {
            "" => Ok(()),
            "quit" => break,
            // No search is running.
            "stop" => Ok(()),
            "position" => session.position(rest.trim()),
            "go" => match Go::read(rest) {
                Ok(go) => session.go(&go, out)?,
                Err(why) => Err(why),
            },
            _ => Err(format!("unknown command `{word}`; known are: position, go, stop, quit")),
        };
        if let Err(why) = done {
            writeln!(out, "error {why}")?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Input lines, including those that arrived during a search.
struct Lines {
    receiver: Receiver<String>,
    /// Received during a search, not yet executed.
    pending: RefCell<VecDeque<String>>,
    /// End of input.
    closed: Cell<bool>,
    /// `stop` was received during this search.
    stopped: Cell<bool>,
}

impl Lines {
    fn new(receiver: Receiver<String>) -> Lines {
        Lines {
            receiver,
            pending: RefCell::default(),
            closed: Cell::new(false),
            stopped: Cell::new(false),
        }
    }

    /// Blocks for the next line; `None` at end of input.
    fn next(&self) -> Option<String> {
        let pending = self.pending.borrow_mut().pop_front();
        pending.or_else(|| self.receiver.recv().ok())
    }

    /// Polls the input: whether the search must end. `quit` and end of input end only a search without limits.
    fn interrupt(&self, endless: bool) -> bool {
        loop {
            match self.receiver.try_recv() {
                Ok(line) if line == "stop" => self.stopped.set(true),
                Ok(line) => self.pending.borrow_mut().push_back(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.closed.set(true);
                    break;
                }
            }
        }
        let quits = || self.pending.borrow().iter().any(|line| line == "quit");
        self.stopped.get() || endless && (self.closed.get() || quits())
    }
}

struct Session {
    lines: Lines,
    engine: Engine,
    game: Option<AnyGame>,
}

impl Session {
    /// Sets the position; an invalid one leaves the previous in place.
    fn position(&mut self, line: &str) -> std::result::Result<(), String> {
        let (kind, setup, steps) = line_parts(line).map_err(|error| error.to_string())?;
        let game = with_kind!(kind, G => {
            replay::<G>(setup, steps.split_ascii_whitespace(), |_| {})
                .map(AnyGame::from)
                .map_err(|error| error.to_string())?
        });
        self.game = Some(game);
        Ok(())
    }

    fn go(&self, go: &Go, out: &mut impl Write) -> Result<std::result::Result<(), String>> {
        let Some(game) = &self.game else {
            return Ok(Err("no position yet; send `position KIND|SETUP|STEPS` first".to_string()));
        };
        if !matches!(game.status(), Status::ToMove(_)) {
            return Ok(Err(format!("nobody is to move here: {}", game.status())));
        }
        with_game!(game, game => self.think(game, go, out))?;
        Ok(Ok(()))
    }

    fn think<G: EngineGame>(&self, game: &G, go: &Go, out: &mut impl Write) -> Result<()> {
        let stopwatch = Stopwatch::start();
        self.lines.stopped.set(false);
        let endless = go.time.is_none() && go.limits.nodes.is_none() && go.limits.depth.is_none();
        let stop = || {
            let late = go.time.is_some_and(|time| stopwatch.wall() >= time);
            late || self.lines.interrupt(endless)
        };
        let mut failed = None;
        let mut tell = |report: &Report<G::Step>| {
            let time = stopwatch.wall().as_millis();
            for line in &report.lines {
                let (depth, nodes, win) = (report.depth, report.nodes, line.win);
                let steps = join_steps(&line.steps);
                let told = writeln!(
                    out,
                    "info depth {depth} nodes {nodes} time {time} win {win:.4} line {steps}"
                )
                .and_then(|()| out.flush());
                if let Err(error) = told {
                    failed.get_or_insert(error);
                }
            }
        };
        let choice = self.engine.think(game, &go.limits, &stop, &mut tell);
        if let Some(error) = failed {
            return Err(error.into());
        }
        // `go infinite` answers only after `stop`, even if the search has finished (a proven result).
        while endless && !self.lines.interrupt(true) {
            std::thread::sleep(Duration::from_millis(5));
        }
        writeln!(out, "best {}", join_steps(&choice.turn))?;
        Ok(())
    }
}

/// Arguments of `go`: search limits.
struct Go {
    limits: Limits,
    time: Option<Duration>,
}

impl Go {
    fn read(text: &str) -> std::result::Result<Go, String> {
        let mut go = Go { limits: Limits::default(), time: None };
        let mut words = text.split_ascii_whitespace();
        let mut any = false;
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().unwrap_or_default();
                let read = value.parse::<u64>().ok().filter(|n| *n > 0);
                read.ok_or_else(|| format!("`{word}` needs a number from 1 up, not `{value}`"))
            };
            match word {
                "nodes" => go.limits.nodes = Some(number()?),
                "time" => go.time = Some(Duration::from_millis(number()?)),
                "depth" => go.limits.depth = Some(number()?.min(1_000) as u32),
                "lines" => go.limits.lines = number()?.min(1_000) as usize,
                "infinite" => {}
                _ => {
                    return Err(format!(
                        "`{word}`: expected nodes, time, depth, infinite or lines"
                    ));
                }
            }
            any |= word != "lines";
        }
        if any {
            Ok(go)
        } else {
            Err("go: expected nodes N, time MS, depth D or infinite".to_string())
        }
    }
}
