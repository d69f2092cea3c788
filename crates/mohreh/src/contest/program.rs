//! Another program at the board. It speaks the engine's protocol (`docs/engine-protocol.md`), and whatever
//! it does, the match goes on: what it should not do is a fault, and it is never waited for without end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use super::fault::Fault;
use super::player::{Command, Go};
use crate::clock::Stopwatch;

/// A running program. It ends when this is dropped.
pub struct Program {
    child: Child,
    /// Lines on their way to it; none once it is told to go.
    to: Option<Sender<String>>,
    from: Receiver<Said>,
    /// The last line that it wrote for people.
    complaint: String,
    asked: u32,
}

/// A line from the program.
enum Said {
    /// On its standard output.
    Answer(String),
    /// On its standard error.
    Complaint(String),
    /// Nothing more comes on its standard output.
    End,
}

/// No line of the protocol is longer.
const LONGEST: u64 = 1 << 16;
/// So many lines wait to be read; a program that writes more has to wait itself.
const WAITING: usize = 1_000;
/// A program that thinks by nodes must answer within this.
const PATIENCE: Duration = Duration::from_secs(60);
/// One that is told its time must answer this much later at most, and a fifth of the time.
const GRACE: Duration = Duration::from_secs(1);
/// The first answer may take longer: the program has just been started.
const START: Duration = Duration::from_secs(5);
/// How long it may take to end once it is told to.
const PARTING: Duration = Duration::from_millis(100);
/// How often it is looked whether the match is to stop.
const LOOK: Duration = Duration::from_millis(50);

impl Program {
    /// Starts it, without a shell.
    pub fn start(command: &Command) -> std::io::Result<Program> {
        let mut start = std::process::Command::new(&command.words[0]);
        start.args(&command.words[1..]);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the match alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn()?;
        let (to, lines) = channel::<String>();
        let (said, from) = sync_channel(WAITING);
        if let Some(mut input) = child.stdin.take() {
            // Beside us, because a program that does not read must not make us wait.
            std::thread::spawn(move || {
                for line in lines {
                    if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(output) = child.stderr.take() {
            let said = said.clone();
            std::thread::spawn(move || listen(output, &said, Said::Complaint));
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                listen(output, &said, Said::Answer);
                // If nobody waits for it, nobody needs to know.
                let _ = said.send(Said::End);
            });
        }
        Ok(Program { child, to: Some(to), from, complaint: String::new(), asked: 0 })
    }

    /// The steps that it answers for a position, and how many nodes it says it has looked at.
    pub fn ask(
        &mut self,
        position: &str,
        go: Go,
        patience: Option<Duration>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Vec<String>, u64), Fault> {
        let usual = match go {
            Go::Nodes(_) => PATIENCE,
            Go::Time(time) => Duration::from_millis(time).mul_f64(1.2) + GRACE,
        };
        let start = if self.asked == 0 { START } else { Duration::ZERO };
        let most = patience.unwrap_or(usual + start);
        self.asked += 1;
        self.tell(format!("position {position}\ngo {go}\n"));
        let stopwatch = Stopwatch::start();
        let mut nodes = 0;
        loop {
            let left = most.saturating_sub(stopwatch.wall());
            if left.is_zero() || stop() {
                let waited = stopwatch.wall().as_secs_f64();
                return Err(Fault::Late(format!("no answer to `go {go}` in {waited:.1} s")));
            }
            let line = match self.from.recv_timeout(left.min(LOOK)) {
                Ok(Said::Answer(line)) => line,
                Ok(Said::Complaint(line)) => {
                    self.complaint = line;
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Ok(Said::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            };
            let mut words = line.split_whitespace();
            match words.next() {
                None => {}
                Some("info") => {
                    let told = words.skip_while(|word| *word != "nodes").nth(1);
                    nodes = told.and_then(|word| word.parse().ok()).unwrap_or(nodes);
                }
                Some("best") => return Ok((words.map(str::to_string).collect(), nodes)),
                Some(_) => return Err(Fault::Illegal(format!("it answered: {line}"))),
            }
        }
    }

    /// A program that has gone does not read this, and that is found out when no answer comes.
    fn tell(&self, lines: String) {
        if let Some(to) = &self.to {
            let _ = to.send(lines);
        }
    }

    /// Why it has ended, as far as it can be told.
    fn gone(&mut self) -> Fault {
        let stopwatch = Stopwatch::start();
        let left = || PARTING.saturating_sub(stopwatch.wall());
        while let Ok(said) = self.from.recv_timeout(left()) {
            if let Said::Complaint(line) = said {
                self.complaint = line;
            }
            if left().is_zero() {
                break;
            }
        }
        let end = match self.ended() {
            Some(status) => format!("the program ended, {status}"),
            None => "the program closed its output".to_string(),
        };
        match self.complaint.as_str() {
            "" => Fault::Crash(end),
            complaint => Fault::Crash(format!("{end}: {complaint}")),
        }
    }

    /// Gives it a moment to end.
    fn ended(&mut self) -> Option<ExitStatus> {
        let stopwatch = Stopwatch::start();
        loop {
            match self.child.try_wait() {
                Ok(None) if stopwatch.wall() < PARTING => {
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
        self.tell("quit\n".to_string());
        self.to = None;
        if self.ended().is_none() {
            // It may have ended just now.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads lines until there are no more, or nobody wants them.
fn listen(output: impl Read, said: &SyncSender<Said>, how: fn(String) -> Said) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) {
            return;
        }
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if said.send(how(text)).is_err() {
            return;
        }
    }
}
