//! SplitMix64: deterministic pseudo-random numbers.

/// What the state grows by for each output.
pub const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Output of SplitMix64 for a state; used as a hash.
#[must_use]
pub const fn splitmix64(state: u64) -> u64 {
    let mut bits = state.wrapping_add(GAMMA);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
