//! Random-looking numbers for position hashes, made at compile time and the same everywhere.

/// A well-mixed 64-bit number for each `n` (the finisher of splitmix64).
pub(crate) const fn key(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` keys that no other `salt` shares.
pub(crate) const fn table<const N: usize>(salt: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut n = 0;
    while n < N {
        keys[n] = key((salt << 32) | n as u64);
        n += 1;
    }
    keys
}
