//! Simulated machines: their clocks, and chance.

use std::sync::atomic::{AtomicI64, Ordering};

use tokio::time::Instant;

/// True time at the start of a history, in Unix milliseconds.
const START_MS: u64 = 1_800_000_000_000;

/// Clocks of a machine, in virtual time.
pub struct Machine {
    start: Instant,
    /// The monotonic clock at the start.
    boot_ms: u64,
    /// How much faster than true time the monotonic clock runs, in millionths.
    drift: i64,
    /// How far the wall clock is ahead.
    wall_ahead_ms: AtomicI64,
}

impl Machine {
    pub fn new(start: Instant, boot_ms: u64, drift: i64) -> Machine {
        Machine { start, boot_ms, drift, wall_ahead_ms: 0.into() }
    }

    fn elapsed(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// What no machine knows.
    pub fn true_time(&self) -> u64 {
        START_MS + self.elapsed()
    }

    pub fn monotonic(&self) -> u64 {
        let elapsed = self.elapsed();
        self.boot_ms + elapsed.saturating_add_signed(elapsed as i64 * self.drift / 1_000_000)
    }

    pub fn wall_clock(&self) -> u64 {
        self.true_time().saturating_add_signed(self.wall_ahead_ms.load(Ordering::Relaxed))
    }

    /// Sets the wall clock.
    pub fn set_wall_ahead(&self, by_ms: i64) {
        self.wall_ahead_ms.store(by_ms, Ordering::Relaxed);
    }
}

/// Chance that follows from a seed: SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// An independent stream for each purpose.
    pub fn new(seed: u64, purpose: u64) -> Rng {
        let mut rng = Rng(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ purpose << 56);
        rng.next();
        rng
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Whether it happens, in a hundred.
    pub fn percent(&mut self, n: u64) -> bool {
        self.below(100) < n
    }

    pub fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize].clone()
    }
}
