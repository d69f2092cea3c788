//! `Program`: an external engine as a child process, driven by `docs/engine-protocol.md`. Crashes, protocol
//! violations and timeouts become a `Fault`; nothing it does can block or end the match.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use super::fault::Fault;
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
        Ok(Program { child, to: Some(to), from, last_stderr: String::new(), asked: 0 })
    }

    /// Searches a position; returns the steps of `best` and the node count it reported.
    pub(crate) fn ask(
        &mut self,
        position: &str,
        go: Go,
        timeout: Option<Duration>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Vec<String>, u64), Fault> {
        let default = match go {
            Go::Nodes(_) => NODES_TIMEOUT,
            Go::TimeMs(time) => Duration::from_millis(time).mul_f64(1.2) + GRACE,
        };
        let startup = if self.asked == 0 { STARTUP_GRACE } else { Duration::ZERO };
        let timeout = timeout.unwrap_or(default + startup);
        self.asked += 1;
        self.send(format!("position {position}\ngo {go}\n"));
        let stopwatch = Stopwatch::start();
        let mut nodes = 0;
        loop {
            let left = timeout.saturating_sub(stopwatch.wall());
            if left.is_zero() || stop() {
                let waited = stopwatch.wall().as_secs_f64();
                return Err(Fault::Late(format!("no answer to `go {go}` in {waited:.1} s")));
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
                Some("info") => {
                    let count = words.skip_while(|word| *word != "nodes").nth(1);
                    nodes = count.and_then(|word| word.parse().ok()).unwrap_or(nodes);
                }
                Some("best") => return Ok((words.map(str::to_string).collect(), nodes)),
                Some(_) => return Err(Fault::Illegal(format!("it answered: {line}"))),
            }
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
            Some(status) => format!("the program ended, {status}"),
            None => "the program closed its output".to_string(),
        };
        match self.last_stderr.as_str() {
            "" => Fault::Crash(end),
            stderr => Fault::Crash(format!("{end}: {stderr}")),
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
