//! Chance for dice, lots and random games: seedable, and the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::failure::{Failure, Result};

/// A generator (ChaCha8) that gives the same numbers for the same seed everywhere.
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Any of `0..n`, all equally likely. `n` is at least 1.
    pub fn below(&mut self, n: u32) -> u32 {
        // A product's high half is fair once the few lowest values of the low half are thrown away.
        let unfair = n.wrapping_neg() % n.max(1);
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }
}

/// A seed that nobody can foresee, short enough to be typed again.
#[expect(clippy::disallowed_methods, reason = "the one place that asks for chance")]
pub fn new_seed() -> Result<u64> {
    let seed = getrandom::u32().map_err(|error| {
        Failure::new(format!("the system gives no random numbers ({error}); use --seed"))
    })?;
    Ok(seed.into())
}
