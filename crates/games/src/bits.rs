//! Sets as bits of a number, and going through them.

/// The bits of a set, lowest first.
pub(crate) fn bits_64(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// The same for a larger set; by halves, because that is how a processor has it.
pub(crate) fn bits_128(set: u128) -> impl Iterator<Item = u32> {
    bits_64(set as u64).chain(bits_64((set >> 64) as u64).map(|bit| bit + 64))
}
