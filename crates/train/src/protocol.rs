//! The engine's protocol, spoken by a sparring partner on standard input and output. It is written down
//! in `docs/engine-protocol.md`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use mohreh_games::record::{line_parts, replay};
use mohreh_games::{AnyGame, Kind, Status, with_kind};

/// Somebody who answers for the seat to move.
pub trait Player {
    /// The games it plays.
    const KINDS: &'static [Kind];

    /// The steps to play, as many as are one answer in this game. It is asked only where a seat is to
    /// move, and only in games that it plays.
    ///
    /// `used` is how much of its time is used up, from 0 to 1, and 1 once it is told to stop.
    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        used: &dyn Fn() -> f64,
        tell: &mut dyn FnMut(&Report),
    ) -> Vec<String>;
}

/// What to think for. Without any limit only being stopped ends it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    pub time: Option<Duration>,
    /// How many first steps to tell of.
    pub lines: usize,
}

impl Limits {
    pub fn endless(&self) -> bool {
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

/// What has been found out so far.
#[derive(Debug)]
pub struct Report {
    /// So many steps were looked ahead.
    pub depth: usize,
    /// So much was looked at.
    pub nodes: u64,
    /// The best first steps.
    pub lines: Vec<Line>,
}

/// A first step with what is expected to follow.
#[derive(Debug)]
pub struct Line {
    /// The chance of the seat to move to win.
    pub win: f64,
    pub steps: Vec<String>,
}

/// Answers commands until there are no more.
pub fn serve<P: Player>(player: &P, out: &mut impl Write) -> io::Result<()> {
    let (sender, receiver) = channel();
    // Lines are read beside the thinking, so that `stop` reaches it.
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
    let lines = Lines::new(receiver);
    let mut game = None;
    while let Some(line) = lines.next() {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let done = match word {
            "" => Ok(()),
            "quit" => break,
            // Nothing is running, so there is nothing to stop.
            "stop" => Ok(()),
            // A wrong position leaves the last in place.
            "position" => position::<P>(rest.trim()).map(|read| game = Some(read)),
            "go" => match asked(game.as_ref(), rest) {
                Ok((game, limits)) => {
                    go(player, game, &limits, &lines, out)?;
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

fn position<P: Player>(line: &str) -> Result<AnyGame, String> {
    let (kind, setup, steps) = line_parts(line).map_err(|error| error.to_string())?;
    if !P::KINDS.contains(&kind) {
        let known: Vec<&str> = P::KINDS.iter().map(|kind| kind.name()).collect();
        return Err(format!("`{kind}` is not played here, only {}", known.join(", ")));
    }
    with_kind!(kind, G => {
        replay::<G>(setup, steps.split_ascii_whitespace(), |_| {})
            .map(AnyGame::from)
            .map_err(|error| error.to_string())
    })
}

/// What to think about and for how long, if there is somebody to think for.
fn asked<'a>(game: Option<&'a AnyGame>, limits: &str) -> Result<(&'a AnyGame, Limits), String> {
    let limits = Limits::read(limits)?;
    let game = game.ok_or("no position yet; send `position KIND|SETUP|STEPS` first")?;
    match game.status() {
        Status::ToMove(_) => Ok((game, limits)),
        status => Err(format!("nobody is to move here: {status}")),
    }
}

fn go<P: Player>(
    player: &P,
    game: &AnyGame,
    limits: &Limits,
    lines: &Lines,
    out: &mut impl Write,
) -> io::Result<()> {
    let start = now();
    let stopped = Cell::new(false);
    let used = || {
        stopped.set(stopped.get() || lines.interrupt(limits.endless()));
        match limits.time {
            _ if stopped.get() => 1.0,
            Some(time) => (start.elapsed().as_secs_f64() / time.as_secs_f64()).min(1.0),
            None => 0.0,
        }
    };
    let mut told = Ok(());
    let mut tell = |report: &Report| {
        if told.is_ok() {
            told = write_report(report, start.elapsed(), out);
        }
    };
    let turn = player.answer(game, limits, &used, &mut tell);
    told?;
    // Whoever asked for analysis without an end is answered when he has heard enough.
    while limits.endless() && used() < 1.0 {
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

/// The lines of the other side, some of which may have come in during the thinking.
struct Lines {
    receiver: Receiver<String>,
    waiting: RefCell<VecDeque<String>>,
    /// The other side has gone.
    closed: Cell<bool>,
}

impl Lines {
    fn new(receiver: Receiver<String>) -> Lines {
        Lines { receiver, waiting: RefCell::default(), closed: Cell::new(false) }
    }

    /// The next line, waited for; none when the input has ended.
    fn next(&self) -> Option<String> {
        let waiting = self.waiting.borrow_mut().pop_front();
        waiting.or_else(|| self.receiver.recv().ok())
    }

    /// Whether the thinking should end: it is told to stop, which is heard once, or, if it would never
    /// end by itself, to quit.
    fn interrupt(&self, endless: bool) -> bool {
        loop {
            match self.receiver.try_recv() {
                Ok(line) if line == "stop" => return true,
                Ok(line) => self.waiting.borrow_mut().push_back(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.closed.set(true);
                    break;
                }
            }
        }
        let quits = || self.waiting.borrow().iter().any(|line| line == "quit");
        endless && (self.closed.get() || quits())
    }
}
