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

/// Fixed-point 1 of an activation.
pub const ACTIVATION_ONE: i32 = 255;
/// Fixed-point 1 of the weights of the hidden layer.
pub const HIDDEN_ONE: i32 = 64;
/// Fixed-point 1 of the weights of the output.
pub const OUTPUT_ONE: i32 = 256;
/// Fixed-point 1 of the output, which is the logarithm of the odds.
pub const LOGIT_ONE: i32 = ACTIVATION_ONE * OUTPUT_ONE;

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
    fn score(&self, sums: &Sums, scale: f64) -> Score {
        let mut activations = [0; WIDTH];
        for (activation, sum) in activations.iter_mut().zip(&sums.wide) {
            // The square of at most 255, divided by 256, fits in an i16.
            let clipped = (*sum).clamp(0, ACTIVATION_ONE as i16) as u16;
            *activation = ((clipped * clipped) >> 8) as i16;
        }
        let mut logit = i64::from(self.output_bias) + i64::from(sums.direct);
        for unit in 0..HIDDEN {
            let products = activations.iter().zip(&self.hidden[unit]);
            let sum: i32 = products.map(|(a, weight)| i32::from(*a) * i32::from(*weight)).sum();
            let active = ((sum + self.hidden_bias[unit]) / HIDDEN_ONE).clamp(0, ACTIVATION_ONE);
            logit += i64::from(active * i32::from(self.output[unit]));
        }
        // 256 points per unit of the logarithm of the odds, times the scale in the same unit.
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

    /// Score for the mover.
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
