//! `Program`: an external engine as a child process, driven by `docs/engine-protocol.md`. Crashes, protocol
//! violations and timeouts become a `Fault`; nothing it does can block or end the match.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use super::fault::{Fault, Why};
use super::player::{Command, Go};
use crate::clock::Stopwatch;

/// A running program, killed on drop.
pub(crate) struct Program {
    child: Child,
    /// Input lines; `None` once it was told to quit.
    to: Option<Sender<String>>,
    from: Receiver<Output>,
    /// Last line on its standard error, quoted when it crashes.
    last_stderr: String,
    /// Questions asked so far.
    asked: u32,
    /// Whether it has announced that it knows `newgame`.
    knows_new_game: bool,
}

/// Answer of a program.
#[derive(Debug)]
pub(crate) struct Reply {
    pub steps: Vec<String>,
    /// As reported, or 0.
    pub nodes: u64,
    /// As reported last.
    pub evaluation: Option<Evaluation>,
}

/// What a search thinks of the best turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Evaluation {
    /// Win probability of the seat to move.
    pub win: f64,
    pub depth: u64,
}

/// Output of the program.
enum Output {
    /// A line on standard output.
    Stdout(String),
    /// A line on standard error.
    Stderr(String),
    /// End of standard output.
    Eof,
}

/// Longer lines are split.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// Capacity of the output queue; a program that floods it blocks.
const QUEUE_LINES: usize = 1_000;
/// Timeout of a search limited by nodes.
const NODES_TIMEOUT: Duration = Duration::from_secs(60);
/// Allowance for a search limited by time, on top of 120 % of that time.
const GRACE: Duration = Duration::from_secs(1);
/// Additional allowance for the first answer, while the program starts.
const STARTUP_GRACE: Duration = Duration::from_secs(5);
/// Time to exit after `quit` before it is killed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(100);
/// Interval for polling `stop` while waiting for an answer.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Go {
    /// How long an answer is waited for.
    pub(super) fn timeout(self) -> Duration {
        match self {
            Go::Nodes(_) => NODES_TIMEOUT,
            Go::TimeMs(time) => Duration::from_millis(time).mul_f64(1.2) + GRACE,
        }
    }
}

/// The fault of an answer that did not come in time.
pub(super) fn late(go: Go, waited: Duration) -> Fault {
    let (go, seconds) = (go.to_string(), format!("{:.1}", waited.as_secs_f64()));
    Fault::Late(Why::new("cli-fault-late", &[("go", &go), ("seconds", &seconds)]))
}

impl Program {
    /// Starts it, without a shell.
    pub(crate) fn start(command: &Command) -> std::io::Result<Program> {
        let mut start = std::process::Command::new(&command.words[0]);
        start.args(&command.words[1..]);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Its own process group, so that Ctrl-C in the terminal reaches only the match.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn()?;
        let (to, lines) = channel::<String>();
        let (sink, from) = sync_channel(QUEUE_LINES);
        if let Some(mut input) = child.stdin.take() {
            // Writes from a thread, because a program that does not read its input would block us.
            std::thread::spawn(move || {
                for line in lines {
                    if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(output) = child.stderr.take() {
            let sink = sink.clone();
            std::thread::spawn(move || read_lines(output, &sink, Output::Stderr));
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                read_lines(output, &sink, Output::Stdout);
                // The receiver is gone only when the program is dropped.
                let _ = sink.send(Output::Eof);
            });
        }
        let (to, last_stderr) = (Some(to), String::new());
        Ok(Program { child, to, from, last_stderr, asked: 0, knows_new_game: false })
    }

    /// Prepares it for another game; `false` if it has ended. A program that does not know `newgame` is told nothing.
    pub(crate) fn new_game(&mut self) -> bool {
        if self.knows_new_game {
            self.send("newgame\n".to_string());
        }
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Searches a position.
    pub(crate) fn ask(
        &mut self,
        position: &str,
        go: Go,
        timeout: Option<Duration>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reply, Fault> {
        let startup = if self.asked == 0 { STARTUP_GRACE } else { Duration::ZERO };
        let timeout = timeout.unwrap_or(go.timeout() + startup);
        self.asked += 1;
        self.send(format!("position {position}\ngo {go}\n"));
        let stopwatch = Stopwatch::start();
        let mut reply = Reply { steps: Vec::new(), nodes: 0, evaluation: None };
        loop {
            let left = timeout.saturating_sub(stopwatch.wall());
            if left.is_zero() || stop() {
                return Err(late(go, stopwatch.wall()));
            }
            let line = match self.from.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(Output::Stdout(line)) => line,
                Ok(Output::Stderr(line)) => {
                    self.last_stderr = line;
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Ok(Output::Eof) | Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            };
            let mut words = line.split_whitespace();
            match words.next() {
                None => {}
                Some("info") => self.read_info(&words.collect::<Vec<_>>(), &mut reply),
                Some("best") => {
                    reply.steps = words.map(str::to_string).collect();
                    return Ok(reply);
                }
                Some(_) => {
                    return Err(Fault::Illegal(Why::new("cli-fault-answered", &[("line", &line)])));
                }
            }
        }
    }

    /// Reads what an `info` line has of nodes, depth and win probability.
    fn read_info(&mut self, words: &[&str], reply: &mut Reply) {
        if let ["knows", known @ ..] = words {
            self.knows_new_game = known.contains(&"newgame");
            return;
        }
        // The principal variation comes last.
        let words = words.split(|word| *word == "line").next().unwrap_or_default();
        let value = |key| words.iter().skip_while(|word| **word != key).nth(1);
        if let Some(nodes) = value("nodes").and_then(|word| word.parse().ok()) {
            reply.nodes = nodes;
        }
        let win = value("win").and_then(|word| word.parse().ok());
        if let Some(win) = win.filter(|win| (0.0..=1.0).contains(win)) {
            let depth = value("depth").and_then(|word| word.parse().ok()).unwrap_or_default();
            reply.evaluation = Some(Evaluation { win, depth });
        }
    }

    /// Queues input. A dead program is detected when no answer comes.
    fn send(&self, lines: String) {
        if let Some(to) = &self.to {
            let _ = to.send(lines);
        }
    }

    /// Crash report: exit status and last line of standard error.
    fn crash(&mut self) -> Fault {
        let stopwatch = Stopwatch::start();
        let left = || EXIT_TIMEOUT.saturating_sub(stopwatch.wall());
        while let Ok(output) = self.from.recv_timeout(left()) {
            if let Output::Stderr(line) = output {
                self.last_stderr = line;
            }
            if left().is_zero() {
                break;
            }
        }
        let end = match self.wait_for_exit() {
            Some(status) => Why::new("cli-fault-ended", &[("status", &status.to_string())]),
            None => Why::new("cli-fault-closed", &[]),
        };
        match self.last_stderr.as_str() {
            "" => Fault::Crash(end),
            stderr => Fault::Crash(end.quoting(stderr)),
        }
    }

    /// Waits up to `EXIT_TIMEOUT` for the process to exit.
    fn wait_for_exit(&mut self) -> Option<ExitStatus> {
        let stopwatch = Stopwatch::start();
        loop {
            match self.child.try_wait() {
                Ok(None) if stopwatch.wall() < EXIT_TIMEOUT => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(ended) => return ended,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.send("quit\n".to_string());
        self.to = None;
        if self.wait_for_exit().is_none() {
            // Fails if it has just exited.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Forwards lines until end of file or until the receiver is gone.
fn read_lines(output: impl Read, sink: &SyncSender<Output>, wrap: fn(String) -> Output) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = output.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) {
            return;
        }
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if sink.send(wrap(text)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(words: &[&str]) -> Program {
        let words = words.iter().map(ToString::to_string).collect();
        Program::start(&Command { words, go: None }).expect("it starts")
    }

    #[test]
    fn a_program_that_has_ended_plays_no_other_game() {
        let mut ended = program(&["true"]);
        assert!(ended.wait_for_exit().is_some() || !ended.new_game(), "it ends at once");
        assert!(!ended.new_game());
        assert!(program(&["cat"]).new_game());
    }

    #[test]
    fn info_lines_are_read_as_far_as_they_are_known() {
        let mut program = program(&["cat"]);
        let mut read = |lines: &[&str]| {
            let mut reply = Reply { steps: Vec::new(), nodes: 0, evaluation: None };
            for line in lines {
                program.read_info(&line.split(' ').collect::<Vec<_>>(), &mut reply);
            }
            (reply.nodes, reply.evaluation)
        };
        let evaluation = |win, depth| Some(Evaluation { win, depth });
        let first = "depth 2 nodes 100 time 3 win 0.5000 line e5 f6";
        assert_eq!(read(&[first]), (100, evaluation(0.5, 2)));
        let second = "depth 3 nodes 900 time 8 win 1.0000 line f6";
        assert_eq!(read(&[first, second]), (900, evaluation(1.0, 3)));
        assert_eq!(read(&[first, "nodes 950"]), (950, evaluation(0.5, 2)));
        assert_eq!(read(&[first, "hello", "nodes many win big"]), (100, evaluation(0.5, 2)));
        assert_eq!(read(&["win 7 depth 1"]), (0, None), "no probability");
        assert_eq!(read(&["line win 0.5"]), (0, None), "a step");
        assert!(!program.knows_new_game);
        let mut reply = Reply { steps: Vec::new(), nodes: 0, evaluation: None };
        program.read_info(&["knows", "clock", "newgame"], &mut reply);
        assert!(program.knows_new_game);
    }

    #[test]
    fn a_limit_of_time_has_a_deadline_of_its_own() {
        assert!(Go::TimeMs(100).timeout() > Duration::from_millis(100));
        assert!(Go::TimeMs(100).timeout() < Go::TimeMs(200).timeout());
        assert_eq!(Go::Nodes(1).timeout(), Go::Nodes(1_000_000).timeout());
    }
}
