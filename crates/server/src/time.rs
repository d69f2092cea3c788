//! [`Clock`], the server's only source of time; everything else takes the time as an argument.
//!
//! Clocks of games must not depend on the machine's wall clock, which people, NTP and virtual machines set. So time
//! comes from a monotonic clock that is tied to a reference once, at start: the database's wall clock if several
//! nodes share it, else the machine's own. Later differences of up to [`SLEW_RANGE_MS`] are slewed away; larger ones
//! are jumps, which are reported and not followed.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Largest difference to the reference that is slewed; anything above is a jump.
pub(crate) const SLEW_RANGE_MS: u64 = 10_000;
/// Correction per heartbeat, which is 0.5 % of the time between two.
const SLEW_STEP_MS: i64 = 10;

/// Where time comes from.
#[derive(Clone)]
pub(crate) enum Source {
    /// The machine's clocks.
    Machine,
    /// Set by a test.
    #[cfg(test)]
    Manual(std::sync::Arc<AtomicU64>),
    /// Clocks of a simulated machine.
    #[cfg(test)]
    Simulated(std::sync::Arc<crate::machine::Machine>),
}

impl Source {
    /// Milliseconds that only count up, from any moment.
    pub(crate) fn monotonic(&self) -> u64 {
        match self {
            Source::Machine => monotonic(),
            #[cfg(test)]
            Source::Manual(now) => now.load(Ordering::Relaxed),
            #[cfg(test)]
            Source::Simulated(machine) => machine.monotonic(),
        }
    }

    /// The wall clock, in Unix milliseconds: a reference for [`Clock`], and nothing else.
    pub(crate) fn wall_clock(&self) -> u64 {
        match self {
            Source::Machine => wall_clock(),
            #[cfg(test)]
            Source::Manual(_) => wall_clock(),
            #[cfg(test)]
            Source::Simulated(machine) => machine.wall_clock(),
        }
    }
}

/// Time in Unix milliseconds that neither jumps nor runs backwards.
pub(crate) struct Clock {
    pub source: Source,
    /// Added to the monotonic time.
    offset_ms: AtomicI64,
    /// Latest time returned, so that slewing back does not show.
    latest_ms: AtomicU64,
}

impl Clock {
    /// A clock that shows the reference time now.
    pub(crate) fn tied_to(reference_ms: u64, source: Source) -> Clock {
        let offset_ms = difference(reference_ms, source.monotonic()).into();
        Clock { source, offset_ms, latest_ms: reference_ms.into() }
    }

    /// A clock that stands still until [`Clock::advance`].
    #[cfg(test)]
    pub(crate) fn manual(start_ms: u64) -> Clock {
        let source = Source::Manual(std::sync::Arc::new(start_ms.into()));
        Clock { source, offset_ms: 0.into(), latest_ms: start_ms.into() }
    }

    #[cfg(test)]
    pub(crate) fn advance(&self, by_ms: u64) {
        if let Source::Manual(now) = &self.source {
            now.fetch_add(by_ms, Ordering::Relaxed);
        }
    }

    /// Unix milliseconds.
    pub(crate) fn now(&self) -> u64 {
        let now =
            self.source.monotonic().saturating_add_signed(self.offset_ms.load(Ordering::Relaxed));
        self.latest_ms.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Slews towards the reference; returns the difference if it is a jump, which is not followed.
    pub(crate) fn follow(&self, reference_ms: u64) -> Result<(), i64> {
        let ahead = difference(reference_ms, self.now());
        if ahead.unsigned_abs() > SLEW_RANGE_MS {
            return Err(ahead);
        }
        self.offset_ms.fetch_add(ahead.clamp(-SLEW_STEP_MS, SLEW_STEP_MS), Ordering::Relaxed);
        Ok(())
    }
}

fn difference(a: u64, b: u64) -> i64 {
    i64::try_from(i128::from(a) - i128::from(b)).unwrap_or(i64::MAX)
}

/// Milliseconds since boot, including the time that the machine was suspended: nobody could play then, and the gap
/// between heartbeats shows it.
#[cfg(target_os = "linux")]
fn monotonic() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let (seconds, nanoseconds) = (time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs());
    seconds * 1000 + nanoseconds / 1_000_000
}

/// Milliseconds since the first call.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::disallowed_methods, reason = "time comes into the server here and nowhere else")]
fn monotonic() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64
}

#[expect(clippy::disallowed_methods, reason = "time comes into the server here and nowhere else")]
fn wall_clock() -> u64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

/// RFC 3339 form of a Unix time in milliseconds; `None` beyond the calendar's range.
pub(crate) fn rfc3339(moment: u64) -> Option<String> {
    let seconds = i64::try_from(moment / 1000).ok()?;
    OffsetDateTime::from_unix_timestamp(seconds).ok()?.format(&Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_rfc3339() {
        assert_eq!(rfc3339(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(rfc3339(1_794_816_000_999).as_deref(), Some("2026-11-16T08:00:00Z"));
        assert_eq!(rfc3339(u64::MAX), None);
    }

    #[test]
    fn a_clock_starts_at_its_reference_and_ignores_jumps_of_it() {
        let clock = Clock::manual(1_000_000);
        for jump in [-3_600_000_i64, 3_600_000, 86_400_000, -86_400_000_000, -1_000_001] {
            let reference = 1_000_000_u64.saturating_add_signed(jump);
            let ahead = difference(reference, 1_000_000);
            assert_eq!(clock.follow(reference), Err(ahead), "{jump}");
            assert_eq!(clock.now(), 1_000_000, "{jump}");
        }
        let clock = Clock::tied_to(5_000_000_000_000, Source::Machine);
        assert!(clock.now() >= 5_000_000_000_000);
    }

    #[test]
    fn small_differences_are_slewed_and_time_never_runs_backwards() {
        for reference_ahead in [-4_000_i64, -5, 0, 7, 4_000] {
            let clock = Clock::manual(1_000_000);
            let (mut before, mut beats) = (clock.now(), 0);
            loop {
                clock.advance(2_000);
                beats += 1;
                let reference =
                    (1_000_000 + beats * 2_000_u64).saturating_add_signed(reference_ahead);
                clock.follow(reference).unwrap();
                let now = clock.now();
                assert!(now >= before);
                // Between two heartbeats at most 0.5 % faster or slower.
                assert!(now.abs_diff(before).abs_diff(2_000) <= 10, "{before} {now}");
                before = now;
                if now == reference {
                    break;
                }
                assert!(beats < 500, "{now} {reference}");
            }
        }
    }
}
