//! What must be true of every game: laws that tests and fuzz targets check on positions and texts.
//!
//! Each function panics with the position or text at fault when its law is broken.

mod positions;
mod texts;

pub use positions::{every_law, playout, playout_with_leavers, record_round_trips};
pub use texts::{any_text, line_text, record_text};

/// A small generator for tests (xorshift*): the same numbers everywhere for the same seed.
pub struct Chance(u64);

impl Chance {
    /// Begins with a seed; equal seeds give equal numbers.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Any of `0..n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    /// One of several things.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len() as u32) as usize]
    }
}
