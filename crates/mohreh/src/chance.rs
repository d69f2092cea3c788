//! `Chance`: the seedable RNG for dice, random setups and random games; the same sequence on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::failure::{Failure, Result};
use crate::terminal::{notation, with};

/// ChaCha8 RNG.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Uniform in `0..n`. `n` must be at least 1.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        // Lemire's method: reject the lowest `2^32 mod n` low halves to remove the modulo bias.
        let threshold = n.wrapping_neg() % n.max(1);
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }
}

/// Random seed from the system RNG; 32 bits, short enough to be typed again.
#[expect(clippy::disallowed_methods, reason = "the only use of the system RNG")]
pub(crate) fn new_seed() -> Result<u64> {
    let seed = getrandom::u32().map_err(|error| {
        Failure::new(with("cli-no-random", &[("why", notation(&error.to_string()))]))
    })?;
    Ok(seed.into())
}
