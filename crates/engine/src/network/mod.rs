//! Networks: a learned evaluation of a position.
//!
//! Sparse inputs, seen from the mover's side, feed one wide layer that is updated by the difference
//! between two positions; a small head follows. Everything is integer arithmetic, so the same position
//! has the same score on every machine.

mod file;
mod inputs;

pub use inputs::Inputs;
pub(crate) use inputs::{NO_INPUT, ORBITS, orbit, replace_input};

use crate::score::{MAX_EVAL, Score};

/// Units of the wide layer.
pub const WIDTH: usize = 64;
/// Units of the hidden layer of the head.
pub const HIDDEN: usize = 16;

/// Fixed-point 1 of the sums of the wide layer.
pub const WIDE_ONE: i32 = 511;
/// Fixed-point 1 of its activations, the squares: 511² / 512, a little less than 510.
pub const SQUARE_ONE: f32 = 510.002;
/// Fixed-point 1 of the weights of the hidden layer.
pub const HIDDEN_WEIGHT_ONE: i32 = 512;
/// Bound of these weights, so that sums fit.
pub const MAX_HIDDEN_WEIGHT: i16 = 16 * HIDDEN_WEIGHT_ONE as i16;
/// Fixed-point 1 of the activations of the hidden layer.
pub const HIDDEN_ONE: i32 = 4096;
/// Fixed-point 1 of the weights of the output.
pub const OUTPUT_ONE: i32 = 256;
/// Fixed-point 1 of the output, which is the logarithm of the odds.
pub const LOGIT_ONE: i32 = HIDDEN_ONE * OUTPUT_ONE;

/// From sums of the hidden layer, with 64 · 4096 as 1, to its activations.
const HIDDEN_SHIFT: u32 = 6;

/// A network with its weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Weights of the wide layer, by input.
    pub wide: Vec<[i16; WIDTH]>,
    /// Sums of the wide layer without any input.
    pub wide_bias: [i16; WIDTH],
    /// Direct weight of each input in the output.
    pub direct: Vec<i32>,
    /// Weights of the hidden layer, by unit.
    pub hidden: [[i16; WIDTH]; HIDDEN],
    /// Bias of the hidden layer.
    pub hidden_bias: [i32; HIDDEN],
    /// Weights of the output.
    pub output: [i16; HIDDEN],
    /// Bias of the output.
    pub output_bias: i32,
}

impl Network {
    /// Score for the mover of a position with these active inputs.
    #[must_use]
    pub fn score_of(&self, inputs: &[u16], scale: f64) -> Score {
        let mut sums = Sums { wide: self.wide_bias, direct: 0 };
        sums.apply(self, inputs, &[]);
        self.score(&sums, scale)
    }

    /// Score for the mover from the sums of the wide layer; `scale` is the score that means odds of 10 : 1.
    #[inline(never)]
    fn score(&self, sums: &Sums, scale: f64) -> Score {
        let mut activations = [0; WIDTH];
        for (activation, sum) in activations.iter_mut().zip(&sums.wide) {
            let clipped = (*sum).clamp(0, WIDE_ONE as i16) as u16;
            // The upper half of a product of 16 bits is one instruction.
            *activation = ((u32::from(clipped << 7) * u32::from(clipped)) >> 16) as i16;
        }
        let mut logit = i64::from(self.output_bias) + i64::from(sums.direct);
        for unit in 0..HIDDEN {
            let products = activations.iter().zip(&self.hidden[unit]);
            let sum: i32 = products.map(|(a, weight)| i32::from(*a) * i32::from(*weight)).sum();
            let active = sum.wrapping_add(self.hidden_bias[unit]) >> HIDDEN_SHIFT;
            logit += i64::from(active.clamp(0, HIDDEN_ONE) * i32::from(self.output[unit]));
        }
        // With eight binary places.
        let points_per_logit = (scale * 256.0 / std::f64::consts::LN_10) as i64;
        let score = logit * points_per_logit / (256 * i64::from(LOGIT_ONE));
        score.clamp(-i64::from(MAX_EVAL), i64::from(MAX_EVAL)) as Score
    }
}

/// Sums of the wide layer and of the direct weights.
#[derive(Clone)]
struct Sums {
    wide: [i16; WIDTH],
    direct: i32,
}

/// The wide layer of the position that was evaluated last, for one mover.
#[derive(Clone)]
struct Accumulator<V> {
    view: V,
    sums: Sums,
}

/// Evaluates positions of one game, each by its difference from the last one.
pub(crate) struct Evaluator<'a, G: Inputs> {
    network: &'a Network,
    /// By seat to move.
    accumulators: [Accumulator<G::View>; 2],
    added: Vec<u16>,
    removed: Vec<u16>,
}

impl<'a, G: Inputs> Evaluator<'a, G> {
    pub(crate) fn new(network: &'a Network) -> Evaluator<'a, G> {
        let empty = Accumulator {
            view: G::View::default(),
            sums: Sums { wide: network.wide_bias, direct: 0 },
        };
        Evaluator {
            network,
            accumulators: [empty.clone(), empty],
            added: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// Score for the mover. Out of line, as the page has to be small.
    #[inline(never)]
    pub(crate) fn evaluate(&mut self, game: &G, scale: f64) -> Score {
        let Accumulator { view, sums } = &mut self.accumulators[game.mover().index() & 1];
        let (added, removed) = (&mut self.added, &mut self.removed);
        added.clear();
        removed.clear();
        game.update(view, |input, is_new| {
            let list = if is_new { &mut *added } else { &mut *removed };
            list.push(input as u16);
        });
        sums.apply(self.network, added, removed);
        self.network.score(sums, scale)
    }
}

/// Units of the wide layer that are updated together, in registers.
const BLOCK: usize = 32;

impl Sums {
    #[inline(never)]
    fn apply(&mut self, network: &Network, added: &[u16], removed: &[u16]) {
        let (blocks, _) = self.wide.as_chunks_mut::<BLOCK>();
        for (number, block) in blocks.iter_mut().enumerate() {
            let mut sums = *block;
            let weights = |input: &u16| {
                let row = &network.wide[usize::from(*input)];
                row.as_chunks::<BLOCK>().0[number]
            };
            for input in added {
                let row = weights(input);
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(weight);
                }
            }
            for input in removed {
                let row = weights(input);
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_sub(weight);
                }
            }
            *block = sums;
        }
        let direct = |inputs: &[u16]| {
            let weights = inputs.iter().map(|input| network.direct[usize::from(*input)]);
            weights.fold(0, i32::wrapping_add)
        };
        self.direct = self.direct.wrapping_add(direct(added)).wrapping_sub(direct(removed));
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::hex::Symmetric;
    use mohreh_games::{Duel, tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
    use mohreh_laws::{Rng, playout};

    use super::{Evaluator, HIDDEN, Inputs, Network, WIDTH};
    use crate::splitmix::SplitMix64;

    /// A network with random weights, as large as those of trained ones.
    fn random_network(inputs: usize) -> Network {
        let mut rng = SplitMix64::new(inputs as u64);
        let mut short = |bound: u32| (rng.below(2 * bound + 1) as i32 - bound as i32) as i16;
        Network {
            wide: (0..inputs).map(|_| std::array::from_fn(|_| short(60))).collect(),
            wide_bias: std::array::from_fn(|_| short(200)),
            direct: (0..inputs).map(|_| i32::from(short(10_000))).collect(),
            hidden: std::array::from_fn(|_| std::array::from_fn(|_| short(300))),
            hidden_bias: std::array::from_fn(|_| i32::from(short(20_000))),
            output: std::array::from_fn(|_| short(300)),
            output_bias: 1_000,
        }
    }

    /// Active inputs from scratch, sorted.
    fn active<G: Inputs>(game: &G) -> Vec<u16> {
        let mut active = Vec::new();
        game.update(&mut G::View::default(), |input, is_new| {
            if is_new {
                active.push(input as u16);
            } else {
                let at = active.iter().position(|other| usize::from(*other) == input);
                active.swap_remove(at.expect("only an active input is removed"));
            }
        });
        active.sort_unstable();
        active
    }

    /// Positions of random games in random order: the difference from any position to any other gives
    /// the same score as a fresh start.
    fn incremental_equals_scratch<G: Duel + Inputs>(setups: &[&str], games: u64) {
        let network = random_network(G::INPUTS);
        let mut evaluator = Evaluator::<G>::new(&network);
        let mut before: Option<G> = None;
        let mut compared = 0;
        for seed in 0..games {
            let setup = setups[seed as usize % setups.len()];
            playout::<G>(&setup.parse().unwrap(), &mut Rng::new(seed), 400, |game| {
                let fresh = network.score_of(&active(game), 400.0);
                assert_eq!(evaluator.evaluate(game, 400.0), fresh, "{game}");
                if let Some(before) = &before
                    && compared % 3 == 0
                {
                    let fresh = network.score_of(&active(before), 400.0);
                    assert_eq!(evaluator.evaluate(before, 400.0), fresh, "{before}");
                }
                if compared % 17 == 0 {
                    before = Some(game.clone());
                }
                compared += 1;
            });
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn zertz_incremental_equals_scratch() {
        incremental_equals_scratch::<Zertz>(
            &["", "blitz", "rings=48", "rings=61", "overlook"],
            500,
        );
    }

    #[test]
    fn tzaar_incremental_equals_scratch() {
        incremental_equals_scratch::<Tzaar>(&[""], 500);
    }

    #[test]
    fn yinsh_incremental_equals_scratch() {
        incremental_equals_scratch::<Yinsh>(&["", "blitz"], 300);
    }

    /// The inputs of a position and of its image under a symmetry of the board are the same.
    fn inputs_are_symmetric<G: Duel + Inputs + Symmetric>(setup: &str) {
        let mut compared = 0;
        for seed in 0..20 {
            let mut ply = 0;
            playout::<G>(&setup.parse().unwrap(), &mut Rng::new(seed), 400, |game| {
                ply += 1;
                if ply % 7 != 0 {
                    return;
                }
                let inputs = active(game);
                for images in game.symmetries() {
                    assert_eq!(active(&game.map(&images)), inputs, "{game}");
                    compared += 1;
                }
            });
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn inputs_do_not_depend_on_the_orientation() {
        inputs_are_symmetric::<Zertz>("");
        inputs_are_symmetric::<Zertz>("rings=61");
        inputs_are_symmetric::<Tzaar>("");
        inputs_are_symmetric::<Yinsh>("");
    }

    #[test]
    fn damaged_files_are_refused() {
        let network = random_network(Zertz::INPUTS);
        let bytes = network.write(mohreh_games::Kind::Zertz);
        assert_eq!(Network::read(&bytes), Ok((mohreh_games::Kind::Zertz, network)));
        for cut in [0, 1, 20, bytes.len() / 2, bytes.len() - 1] {
            assert!(Network::read(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        for at in (0..bytes.len()).step_by(997) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Network::read(&damaged).is_err(), "damaged at {at}");
        }
        assert!(Network::read(&[bytes, vec![0]].concat()).is_err());
        assert!(WIDTH.is_multiple_of(super::BLOCK) && HIDDEN > 0);
    }
}
