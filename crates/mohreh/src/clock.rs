//! The machine's clocks: how long work took, on the wall and on the processor.

use std::time::{Duration, Instant};

/// Started when made.
pub struct Stopwatch {
    wall: Instant,
    processor: Option<Duration>,
}

/// Processor time below this is not to be relied on.
const SLICE: Duration = Duration::from_millis(20);

/// How long it took.
pub struct Took {
    pub wall: Duration,
    /// Time that this thread really ran; none where the system does not tell.
    pub processor: Option<Duration>,
}

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks for the time")]
    pub fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), processor: processor_time() }
    }

    /// Time on the wall since the start.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    pub fn read(&self) -> Took {
        let processor = processor_time().zip(self.processor);
        Took {
            wall: self.wall.elapsed(),
            processor: processor.map(|(now, then)| now.saturating_sub(then)),
        }
    }
}

impl Took {
    /// Work a second: by processor time, which does not depend on what else the machine does.
    pub fn rate(&self, work: u64) -> f64 {
        // The system counts processor time in slices; what is shorter is timed by the wall.
        let processor = self.processor.filter(|processor| *processor > SLICE);
        let seconds = processor.unwrap_or(self.wall).as_secs_f64();
        if seconds > 0.0 { work as f64 / seconds } else { 0.0 }
    }
}

impl std::fmt::Display for Took {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} s", self.wall.as_secs_f64())?;
        match self.processor.filter(|processor| *processor > SLICE) {
            Some(processor) => write!(f, " ({:.3} s of processor time)", processor.as_secs_f64()),
            None => Ok(()),
        }
    }
}

/// Linux tells the nanoseconds that a thread has run as the first number of its `schedstat`.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
