//! Latencies and counters of a load test.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[derive(Default)]
pub(super) struct Report {
    /// Microseconds from a message to its acknowledgement.
    latencies_us: Mutex<Vec<u32>>,
    entries: AtomicU64,
    pub reconnected: AtomicUsize,
    pub watched: AtomicU64,
}

impl Report {
    pub(super) fn acknowledged(&self, took: Duration, entries: usize) {
        let mut times = self.latencies_us.lock().unwrap_or_else(PoisonError::into_inner);
        times.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
        self.entries.fetch_add(entries as u64, Ordering::Relaxed);
    }

    pub(super) fn print(&self, took: Duration, watchers: usize) {
        let mut times = self.latencies_us.lock().unwrap_or_else(PoisonError::into_inner);
        times.sort_unstable();
        let at = |part: f64| {
            let place = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
            f64::from(times.get(place).copied().unwrap_or_default()) / 1000.0
        };
        let (entries, seconds) = (self.entries.load(Ordering::Relaxed), took.as_secs_f64());
        println!(
            "{} turns with {entries} steps in {seconds:.1} s: {:.0} steps a second",
            times.len(),
            entries as f64 / seconds.max(0.001)
        );
        println!(
            "from sent to acknowledged: p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, worst {:.1} ms",
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0)
        );
        let reconnected = self.reconnected.load(Ordering::Relaxed);
        if reconnected > 0 {
            println!("connected again {reconnected} times");
        }
        if watchers > 0 {
            println!(
                "{} messages reached {watchers} watchers",
                self.watched.load(Ordering::Relaxed)
            );
        }
    }
}
