//! SplitMix64, a seeded pseudo-random number generator.

use mohreh_engine::splitmix::{GAMMA, splitmix64};

/// Generates the same sequence on every machine for the same seed.
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// Next 64 bits.
    pub fn next(&mut self) -> u64 {
        let bits = splitmix64(self.0);
        self.0 = self.0.wrapping_add(GAMMA);
        bits
    }

    /// A number in `0..n`, by multiply-shift of 64 bits.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u32
    }

    /// A number in `0..n`, by multiply-shift of the upper 32 bits. The sequence differs from that of
    /// `below`; the tactics files and the games of UCT can be reproduced only with this one.
    pub fn below32(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A random element, by `below32`.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below32(items.len() as u32) as usize]
    }
}
