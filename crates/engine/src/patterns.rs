//! Patterns of points in a line, mirror images counted once.

/// Bits per state of a point in a packed pattern.
pub(crate) const STATE_BITS: usize = 3;

/// Number of patterns of `length` points with so many states each.
pub(crate) const fn pattern_count(states: usize, length: u32) -> usize {
    (states.pow(length) + states.pow(length.div_ceil(2))) / 2
}

/// Index of a pattern by its packed states; both readings of a line have the same index. Indices ascend with the
/// smaller reading, whose first point is the most significant.
pub(crate) const fn pattern_indices<const PACKED: usize>(
    states: usize,
    length: usize,
) -> [u16; PACKED] {
    let mut indices = [0; PACKED];
    let (mut next, mut code) = (0, 0);
    while code < states.pow(length as u32) {
        let (mut packed, mut mirrored, mut rest, mut n) = (0, 0, code, 0);
        while n < length {
            let state = rest % states;
            packed |= state << (n * STATE_BITS);
            mirrored |= state << ((length - 1 - n) * STATE_BITS);
            rest /= states;
            n += 1;
        }
        if packed <= mirrored {
            indices[packed] = next;
            indices[mirrored] = next;
            next += 1;
        }
        code += 1;
    }
    assert!(next as usize == pattern_count(states, length as u32));
    indices
}
