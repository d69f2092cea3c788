//! Iteration over bitboards.

/// Indices of the set bits, lowest first.
pub(crate) fn bits_64(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// Indices of the set bits, lowest first. By 64-bit halves, to avoid `u128` arithmetic in the loop.
pub(crate) fn bits_128(set: u128) -> impl Iterator<Item = u32> {
    bits_64(set as u64).chain(bits_64((set >> 64) as u64).map(|bit| bit + 64))
}
