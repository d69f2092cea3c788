//! Latencies and counters of a load test.

use std::io::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::failure::Result;
use crate::terminal::{number, tell_now, text, with};

/// Durations, in microseconds.
#[derive(Default)]
pub(super) struct Latencies(Mutex<Vec<u32>>);

impl Latencies {
    pub(super) fn add(&self, took: Duration) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
    }

    fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Prints quantiles, if there is anything to print.
    pub(super) fn print(&self, what: String, out: &mut impl Write) -> Result<()> {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.sort_unstable();
        let at = |part: f64| {
            let place = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
            f64::from(times.get(place).copied().unwrap_or_default()) / 1000.0
        };
        if times.is_empty() {
            return Ok(());
        }
        let args = [
            ("what", what.into()),
            ("half", number(format!("{:.2}", at(0.5)))),
            ("most", number(format!("{:.2}", at(0.9)))),
            ("nearly", number(format!("{:.2}", at(0.99)))),
            ("worst", number(format!("{:.1}", at(1.0)))),
        ];
        tell_now(out, &with("cli-load-latency", &args))
    }
}

#[derive(Default)]
pub(super) struct Report {
    /// From a message to its acknowledgement.
    latencies: Latencies,
    entries: AtomicU64,
    pub reconnected: AtomicUsize,
    pub watched: AtomicU64,
}

impl Report {
    pub(super) fn acknowledged(&self, took: Duration, entries: usize) {
        self.latencies.add(took);
        self.entries.fetch_add(entries as u64, Ordering::Relaxed);
    }

    pub(super) fn print(
        &self,
        took: Duration,
        watchers: usize,
        out: &mut impl Write,
    ) -> Result<()> {
        let (entries, seconds) = (self.entries.load(Ordering::Relaxed), took.as_secs_f64());
        let speed = [
            ("turns", (self.latencies.len() as u64).into()),
            ("steps", entries.into()),
            ("seconds", number(format!("{seconds:.1}"))),
            ("rate", number(format!("{:.0}", entries as f64 / seconds.max(0.001)))),
        ];
        tell_now(out, &with("cli-load-speed", &speed))?;
        self.latencies.print(text("cli-load-acknowledged"), out)?;
        let reconnected = self.reconnected.load(Ordering::Relaxed) as u64;
        if reconnected > 0 {
            tell_now(out, &with("cli-load-again", &[("count", reconnected.into())]))?;
        }
        if watchers > 0 {
            let count = self.watched.load(Ordering::Relaxed);
            let args = [("count", count.into()), ("watchers", (watchers as u64).into())];
            tell_now(out, &with("cli-load-watched", &args))?;
        }
        Ok(())
    }
}
