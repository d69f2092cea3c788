//! Derives all seeds of a match from its one seed. A pair depends on its number alone, not on the scheduling of the
//! workers.

use mohreh_engine::splitmix::splitmix64;

/// Independent random streams of a match.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Opening = 1,
    Dice = 2,
    Player = 3,
}

/// Seed of a stream, from the match seed and the numbers it depends on.
pub(super) fn seed(of: u64, stream: Stream, parts: &[u64]) -> u64 {
    parts.iter().fold(splitmix64(of ^ splitmix64(stream as u64)), |seed, part| {
        splitmix64(seed ^ splitmix64(*part))
    })
}
