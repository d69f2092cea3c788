//! Derives all seeds of a match from its one seed. A pair depends on its number alone, not on the scheduling of the
//! workers.

/// Independent random streams of a match.
#[derive(Clone, Copy)]
pub enum Stream {
    Opening = 1,
    Dice = 2,
    Player = 3,
}

/// Seed of a stream, from the match seed and the numbers it depends on.
pub fn seed(of: u64, stream: Stream, parts: &[u64]) -> u64 {
    parts.iter().fold(mix(of ^ mix(stream as u64)), |seed, part| mix(seed ^ mix(*part)))
}

/// SplitMix64 finaliser.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
