//! Properties that hold for every game, checked by tests and fuzz targets on positions and texts.
//!
//! Each check panics with the offending position or text.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a broken law fails a test"
)]

mod positions;
mod texts;
mod trees;

pub use positions::{check_position, playout, playout_with_leavers, record_round_trips};
pub use texts::{check_line_text, check_record_text, check_text, check_tree};
pub use trees::{random_start, random_tree};

/// Number of calls of `AnyGame::play` while `work` runs. It counts for the whole process, so a test that uses it
/// has to be alone in its binary.
pub fn plays_in<T>(work: impl FnOnce() -> T) -> u64 {
    let before = mohreh_games::plays();
    let _ = work();
    mohreh_games::plays() - before
}

/// PRNG for tests (xorshift64*): the same seed gives the same numbers on every platform.
pub struct Rng(u64);

impl Rng {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Uniform in `0..n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    /// Uniform choice.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len() as u32) as usize]
    }
}
