//! Latencies and counters of a load test.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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
    pub(super) fn print(&self, what: &str) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.sort_unstable();
        let at = |part: f64| {
            let place = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
            f64::from(times.get(place).copied().unwrap_or_default()) / 1000.0
        };
        if !times.is_empty() {
            let (half, most) = (at(0.5), at(0.9));
            let (nearly_all, worst) = (at(0.99), at(1.0));
            println!(
                "{what}: p50 {half:.2} ms, p90 {most:.2} ms, p99 {nearly_all:.2} ms, \
                 worst {worst:.1} ms"
            );
        }
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

    pub(super) fn print(&self, took: Duration, watchers: usize) {
        let (entries, seconds) = (self.entries.load(Ordering::Relaxed), took.as_secs_f64());
        println!(
            "{} turns with {entries} steps in {seconds:.1} s: {:.0} steps a second",
            self.latencies.len(),
            entries as f64 / seconds.max(0.001)
        );
        self.latencies.print("from sent to acknowledged");
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
