//! `Timer`: wall-clock time. `Stopwatch`: CPU time of the current thread besides.

use std::time::{Duration, Instant};

use crate::terminal::{number, with};

/// Measures wall-clock time from its start.
pub(crate) struct Timer(Instant);

impl Timer {
    #[expect(clippy::disallowed_methods, reason = "the place that reads the system clock")]
    pub(crate) fn start() -> Timer {
        Timer(Instant::now())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Runs from construction.
pub(crate) struct Stopwatch {
    wall: Timer,
    cpu: Option<Duration>,
}

/// Shortest CPU time that is reported: the kernel accounts in time slices, so shorter values are noise.
const MIN_CPU_TIME: Duration = Duration::from_millis(20);

/// A reading of the stopwatch.
pub(crate) struct Elapsed {
    pub wall: Duration,
    /// CPU time of this thread; `None` where the system does not provide it.
    pub cpu: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { wall: Timer::start(), cpu: cpu_time() }
    }

    /// Wall-clock time since the start.
    pub(crate) fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    pub(crate) fn read(&self) -> Elapsed {
        let cpu = cpu_time().zip(self.cpu);
        Elapsed { wall: self.wall.elapsed(), cpu: cpu.map(|(now, then)| now.saturating_sub(then)) }
    }
}

impl Elapsed {
    /// Work per second of CPU time, which other load does not affect; by wall time if that is too short.
    pub(crate) fn rate(&self, work: u64) -> f64 {
        let cpu = self.cpu.filter(|cpu| *cpu > MIN_CPU_TIME);
        let seconds = cpu.unwrap_or(self.wall).as_secs_f64();
        if seconds > 0.0 { work as f64 / seconds } else { 0.0 }
    }
}

impl std::fmt::Display for Elapsed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = |time: Duration| number(format!("{:.3}", time.as_secs_f64()));
        let wall = seconds(self.wall);
        f.write_str(&match self.cpu.filter(|cpu| *cpu > MIN_CPU_TIME) {
            Some(cpu) => {
                with("cli-took-processor", &[("seconds", wall), ("processor", seconds(cpu))])
            }
            None => with("cli-took", &[("seconds", wall)]),
        })
    }
}

/// CPU time of this thread on Linux: nanoseconds, the first field of `schedstat`.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
