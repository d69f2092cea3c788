//! `mohreh engine`: a line protocol, for other people's programs. It is written down in
//! `docs/engine-protocol.md`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use mohreh_engine::{Engine, Limits, Report, Thinks};
use mohreh_games::record::{line_parts, replay};
use mohreh_games::{AnyGame, Status, with_game, with_kind};

use crate::args::EngineArgs;
use crate::clock::Stopwatch;
use crate::failure::Result;
use crate::think::words;

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
    // Lines are read beside the search, so that `stop` reaches it.
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
            // Nothing is running, so there is nothing to stop.
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

/// The lines of the other side, some of which may have come in while the engine was thinking.
struct Lines {
    receiver: Receiver<String>,
    waiting: RefCell<VecDeque<String>>,
    /// The other side has gone.
    closed: Cell<bool>,
    /// It has said that it has heard enough.
    stopped: Cell<bool>,
}

impl Lines {
    fn new(receiver: Receiver<String>) -> Lines {
        Lines {
            receiver,
            waiting: RefCell::default(),
            closed: Cell::new(false),
            stopped: Cell::new(false),
        }
    }

    /// The next line, waited for; none when the input has ended.
    fn next(&self) -> Option<String> {
        let waiting = self.waiting.borrow_mut().pop_front();
        waiting.or_else(|| self.receiver.recv().ok())
    }

    /// Whether a search should end: it is told to stop or, if it would never end by itself, to quit.
    fn interrupt(&self, endless: bool) -> bool {
        loop {
            match self.receiver.try_recv() {
                Ok(line) if line == "stop" => self.stopped.set(true),
                Ok(line) => self.waiting.borrow_mut().push_back(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.closed.set(true);
                    break;
                }
            }
        }
        let quits = || self.waiting.borrow().iter().any(|line| line == "quit");
        self.stopped.get() || endless && (self.closed.get() || quits())
    }
}

struct Session {
    lines: Lines,
    engine: Engine,
    game: Option<AnyGame>,
}

impl Session {
    /// Takes a position; a wrong one leaves the last in place.
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

    fn think<G: Thinks>(&self, game: &G, go: &Go, out: &mut impl Write) -> Result<()> {
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
                let steps = words(&line.steps);
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
        // Whoever asked for analysis without an end is answered when he has heard enough.
        while endless && !self.lines.interrupt(true) {
            std::thread::sleep(Duration::from_millis(5));
        }
        writeln!(out, "best {}", words(&choice.turn))?;
        Ok(())
    }
}

/// How long to think.
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
