//! Seeds for everything that is drawn in a match, all from its one seed: what a pair is like depends on
//! its number alone, not on who played it when.

/// What is drawn.
#[derive(Clone, Copy)]
pub enum Draw {
    Opening = 1,
    Dice = 2,
    Player = 3,
}

/// A seed for one purpose, from the seed of the match and what else it depends on.
pub fn seed(of: u64, draw: Draw, parts: &[u64]) -> u64 {
    parts.iter().fold(mix(of ^ mix(draw as u64)), |seed, part| mix(seed ^ mix(*part)))
}

/// Mixes all bits into all bits (SplitMix64).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
