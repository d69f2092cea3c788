//! Zobrist keys for position hashes: pseudo-random, the same on every platform.

/// Finaliser of splitmix64: a well-mixed 64-bit value for each `n`.
pub(crate) const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` Zobrist keys for a `salt`: a table built at compile time or, under `cfg(small)` (the web
/// page), computed on demand to save code size.
pub(crate) struct Keys<const N: usize> {
    #[cfg(not(small))]
    table: [u64; N],
    #[cfg(small)]
    salt: Option<u64>,
}

impl<const N: usize> Keys<N> {
    #[cfg(not(small))]
    pub(crate) const fn new(salt: u64) -> Keys<N> {
        let mut table = [0; N];
        let mut n = 0;
        while n < N {
            table[n] = mix((salt << 32) | n as u64);
            n += 1;
        }
        Keys { table }
    }

    /// All-zero keys, for unused slots.
    #[cfg(not(small))]
    pub(crate) const fn zero() -> Keys<N> {
        Keys { table: [0; N] }
    }

    #[cfg(not(small))]
    #[inline]
    pub(crate) fn at(&self, n: usize) -> u64 {
        self.table[n]
    }

    #[cfg(small)]
    pub(crate) const fn new(salt: u64) -> Keys<N> {
        Keys { salt: Some(salt) }
    }

    #[cfg(small)]
    pub(crate) const fn zero() -> Keys<N> {
        Keys { salt: None }
    }

    #[cfg(small)]
    pub(crate) fn at(&self, n: usize) -> u64 {
        self.salt.map_or(0, |salt| mix((salt << 32) | n as u64))
    }
}
