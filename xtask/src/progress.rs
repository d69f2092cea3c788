//! Progress of long builds: the current part of how many, and an estimate of the rest.

use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// A part of the work, and the seconds that it takes on two cores when nothing is built yet.
pub(crate) struct Part(pub &'static str, pub u32);

pub(crate) struct Progress {
    parts: &'static [Part],
    next: usize,
    begun: Instant,
}

impl Progress {
    pub(crate) fn new(parts: &'static [Part]) -> Progress {
        Progress { parts, next: 0, begun: now() }
    }

    /// Announces the next part.
    pub(crate) fn next(&mut self) {
        let Some((Part(name, _), after)) =
            self.parts.get(self.next..).and_then(<[Part]>::split_first)
        else {
            return;
        };
        let typical = |parts: &[Part]| parts.iter().map(|Part(_, seconds)| seconds).sum::<u32>();
        let cores = available_parallelism().map_or(2, usize::from);
        let (done, rest) = (typical(&self.parts[..self.next]), typical(&self.parts[self.next..]));
        let left = estimate(done, rest, self.begun.elapsed(), cores);
        let first = if self.next == 0 { " the first time" } else { "" };
        self.next += 1;
        println!(
            "── {} of {}: {name} (about {}{first})",
            self.next,
            after.len() + self.next,
            rough(left)
        );
    }
}

/// How long the rest takes, if it goes on as it went so far. Seconds are those of two cores.
fn estimate(done: u32, rest: u32, took: Duration, cores: usize) -> Duration {
    if done == 0 {
        return Duration::from_secs(u64::from(rest)) * 2 / u32::try_from(cores.max(1)).unwrap_or(1);
    }
    took * rest / done
}

fn rough(time: Duration) -> String {
    match time.as_secs() {
        0 => "1 s".to_string(),
        seconds @ 1..=90 => format!("{seconds} s"),
        seconds => format!("{} min", (seconds + 30) / 60),
    }
}

#[expect(clippy::disallowed_methods, reason = "people are told how long things take")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::{Duration, estimate, rough};

    #[test]
    fn the_rest_is_estimated_from_what_was_seen() {
        let seconds = Duration::from_secs;
        assert_eq!(estimate(0, 240, seconds(0), 2), seconds(240));
        assert_eq!(estimate(0, 240, seconds(0), 8), seconds(60));
        assert_eq!(estimate(200, 40, seconds(100), 8), seconds(20));
        assert_eq!(estimate(200, 40, Duration::from_millis(500), 2), Duration::from_millis(100));
    }

    #[test]
    fn times_are_told_as_people_tell_them() {
        assert_eq!(rough(Duration::from_millis(20)), "1 s");
        assert_eq!(rough(Duration::from_secs(75)), "75 s");
        assert_eq!(rough(Duration::from_secs(280)), "5 min");
    }
}
