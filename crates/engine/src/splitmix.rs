//! SplitMix64: deterministic pseudo-random numbers.

/// Increment of the state of SplitMix64.
const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Output of SplitMix64 for a state; used as a hash.
#[must_use]
pub const fn splitmix64(state: u64) -> u64 {
    let mut bits = state.wrapping_add(INCREMENT);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// A pseudo-random number generator with the same sequence on every machine.
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// Next 64 bits.
    #[expect(clippy::should_implement_trait, reason = "a generator has no end")]
    pub fn next(&mut self) -> u64 {
        let bits = splitmix64(self.0);
        self.0 = self.0.wrapping_add(INCREMENT);
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
