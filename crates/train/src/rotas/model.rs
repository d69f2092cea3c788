//! The network of RO-TAS in floats, with its gradient.

use mohreh_engine::rotas::training::{
    CELL_STATES, HEAD_LEN, HEAD_ONE, HEADS, HIDDEN, INPUTS, LINE_MAX, LINE_ONE, LINE_WEIGHT_MAX,
    NUMBERS, NetworkInputs, SUM_ONE, UNITS,
};

use crate::splitmix::SplitMix64;

/// Offset of the biases of lines.
const LINES: usize = CELL_STATES * UNITS;
/// Offset of the heads.
const HEADS_FROM: usize = LINES + UNITS;
/// Number of weights.
pub(super) const LEN: usize = HEADS_FROM + HEADS * HEAD_LEN;
/// Bounds of a line's unit and of the weights of lines.
const UNIT_MAX: f32 = LINE_MAX as f32 / LINE_ONE as f32;
const LINE_WEIGHT_BOUND: f32 = LINE_WEIGHT_MAX as f32 / LINE_ONE as f32;
/// Factor of the sums over lines.
const SUM_FACTOR: f32 = LINE_ONE as f32 / SUM_ONE;
/// Least probability in a logarithm.
const LEAST: f32 = 1e-6;

/// A position with its target.
pub(super) struct Sample {
    pub(super) inputs: NetworkInputs,
    /// Index into the boards of the training.
    pub(super) board: usize,
    /// The seats that are in; all that follows is of them alone.
    pub(super) seats: Vec<usize>,
    /// Win probability of each seat.
    pub(super) target: Vec<f32>,
    /// Share of each seat in the win at the end of the game.
    pub(super) result: Vec<f32>,
}

/// Random weights to begin with.
pub(super) fn random_weights(seed: u64) -> Vec<f32> {
    let mut rng = SplitMix64::new(seed);
    let mut uniform = |bound: f32| {
        let unit = rng.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
        unit * bound
    };
    let mut weights = vec![0.0; LEN];
    weights[..LINES].iter_mut().for_each(|weight| *weight = uniform(0.4));
    weights[LINES..HEADS_FROM].iter_mut().for_each(|weight| *weight = uniform(0.4));
    for head in weights[HEADS_FROM..].chunks_mut(HEAD_LEN) {
        head[..INPUTS * HIDDEN].iter_mut().for_each(|weight| *weight = uniform(0.2));
        head[(INPUTS + 1) * HIDDEN..].iter_mut().for_each(|weight| *weight = uniform(0.2));
    }
    weights
}

/// Weights of the engine as floats.
pub(super) fn from_engine(weights: &[i32]) -> Vec<f32> {
    let one = |n: usize| if n < HEADS_FROM { LINE_ONE as f32 } else { HEAD_ONE };
    weights.iter().enumerate().map(|(n, weight)| *weight as f32 / one(n)).collect()
}

/// Floats as weights of the engine.
pub(super) fn to_engine(weights: &[f32]) -> Vec<i32> {
    let one = |n: usize| if n < HEADS_FROM { LINE_ONE as f32 } else { HEAD_ONE };
    weights.iter().enumerate().map(|(n, weight)| (*weight * one(n)).round() as i32).collect()
}

/// Keeps the weights of lines within the engine's bounds.
pub(super) fn bound(weights: &mut [f32]) {
    for weight in &mut weights[..HEADS_FROM] {
        *weight = weight.clamp(-LINE_WEIGHT_BOUND, LINE_WEIGHT_BOUND);
    }
}

/// Values of one evaluation, for the gradient.
pub(super) struct Pass {
    /// By seat, then by line: units before clipping.
    units: Vec<[f32; UNITS]>,
    sums: Vec<[f32; UNITS]>,
    inputs: Vec<[f32; INPUTS]>,
    hidden: Vec<[f32; HIDDEN]>,
    /// Softmax: share of each seat if the mover does not win at once.
    shares: Vec<f32>,
    cell_gradient: Vec<[f32; UNITS]>,
}

impl Pass {
    pub(super) fn new() -> Pass {
        Pass {
            units: Vec::new(),
            sums: Vec::new(),
            inputs: Vec::new(),
            hidden: Vec::new(),
            shares: Vec::new(),
            cell_gradient: Vec::new(),
        }
    }

    fn forward(&mut self, weights: &[f32], sample: &Sample, lines: &[[u16; 4]]) {
        let inputs = &sample.inputs;
        let seats = inputs.cells.len();
        self.units.clear();
        self.sums.clear();
        let bias: [f32; UNITS] = array(&weights[LINES..]);
        for states in &inputs.cells {
            let mut sums = [0.0; UNITS];
            for line in lines {
                let mut units = bias;
                for cell in line {
                    let state = usize::from(states[usize::from(*cell)]);
                    let vector = &weights[state * UNITS..][..UNITS];
                    units.iter_mut().zip(vector).for_each(|(unit, part)| *unit += part);
                }
                for (sum, unit) in sums.iter_mut().zip(units) {
                    *sum += unit.clamp(0.0, UNIT_MAX);
                }
                self.units.push(units);
            }
            self.sums.push(sums);
        }
        let head = &weights[HEADS_FROM + inputs.head * HEAD_LEN..][..HEAD_LEN];
        self.inputs.clear();
        self.hidden.clear();
        self.shares.clear();
        for seat in 0..seats {
            let mut all = [0.0; INPUTS];
            for (other, sums) in self.sums.iter().enumerate() {
                let from = if other == seat { 0 } else { UNITS };
                for (input, sum) in all[from..].iter_mut().zip(sums) {
                    *input += sum * SUM_FACTOR;
                }
            }
            all[2 * UNITS..].copy_from_slice(&inputs.numbers[seat]);
            let mut hidden: [f32; HIDDEN] = array(&head[INPUTS * HIDDEN..]);
            for (input, weights) in all.iter().zip(head.chunks(HIDDEN)) {
                hidden.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += input * weight);
            }
            let output = &head[(INPUTS + 1) * HIDDEN..];
            let logit: f32 = hidden.iter().zip(output).map(|(unit, w)| unit.max(0.0) * w).sum();
            self.inputs.push(all);
            self.hidden.push(hidden);
            self.shares.push(logit);
        }
        let max = self.shares.iter().copied().fold(f32::MIN, f32::max);
        self.shares.iter_mut().for_each(|logit| *logit = (*logit - max).exp());
        let all: f32 = self.shares.iter().sum();
        self.shares.iter_mut().for_each(|share| *share /= all);
    }

    fn prediction(&self, sample: &Sample, seat: usize) -> f32 {
        let win_now = sample.inputs.win_now as f32;
        let own = if seat == sample.inputs.mover { win_now } else { 0.0 };
        (own + (1.0 - win_now) * self.shares[seat]).max(LEAST)
    }

    /// Cross-entropy of the prediction, with the target and with the result.
    pub(super) fn loss(
        &mut self,
        weights: &[f32],
        sample: &Sample,
        lines: &[[u16; 4]],
    ) -> (f64, f64) {
        self.forward(weights, sample, lines);
        self.last_loss(sample)
    }

    /// Loss of the last evaluation, which was of this sample.
    fn last_loss(&self, sample: &Sample) -> (f64, f64) {
        let of = |wanted: &[f32]| {
            let logs = wanted.iter().enumerate();
            let sum: f32 =
                logs.map(|(seat, share)| -share * self.prediction(sample, seat).ln()).sum();
            f64::from(sum)
        };
        (of(&sample.target), of(&sample.result))
    }

    /// Adds the gradient of the loss on the target, and returns the loss.
    pub(super) fn gradient(
        &mut self,
        weights: &[f32],
        sample: &Sample,
        lines: &[[u16; 4]],
        gradient: &mut [f32],
    ) -> (f64, f64) {
        self.forward(weights, sample, lines);
        let inputs = &sample.inputs;
        let seats = inputs.cells.len();
        let remaining = 1.0 - inputs.win_now as f32;
        // Derivative by each seat's share, then through the softmax.
        let by_share =
            |seat: usize| -sample.target[seat] * remaining / self.prediction(sample, seat);
        let by_share: Vec<f32> = (0..seats).map(by_share).collect();
        let mean: f32 = by_share.iter().zip(&self.shares).map(|(by, share)| by * share).sum();
        let from = HEADS_FROM + inputs.head * HEAD_LEN;
        let (line_gradient, head_gradient) = gradient.split_at_mut(HEADS_FROM);
        let head_gradient = &mut head_gradient[from - HEADS_FROM..][..HEAD_LEN];
        let head = &weights[from..from + HEAD_LEN];
        let output = &head[(INPUTS + 1) * HIDDEN..];
        let mut by_sums = vec![[0.0; UNITS]; seats];
        for (seat, by_share) in by_share.into_iter().enumerate() {
            let by_logit = self.shares[seat] * (by_share - mean);
            let hidden = &self.hidden[seat];
            let by_hidden: [f32; HIDDEN] =
                core::array::from_fn(|n| if hidden[n] > 0.0 { by_logit * output[n] } else { 0.0 });
            let (by_inputs, rest) = head_gradient.split_at_mut(INPUTS * HIDDEN);
            let (by_bias, by_output) = rest.split_at_mut(HIDDEN);
            for n in 0..HIDDEN {
                by_bias[n] += by_hidden[n];
                by_output[n] += by_logit * hidden[n].max(0.0);
            }
            for (input, by) in self.inputs[seat].iter().zip(by_inputs.chunks_mut(HIDDEN)) {
                by.iter_mut().zip(by_hidden).for_each(|(by, hidden)| *by += input * hidden);
            }
            for n in 0..2 * UNITS {
                let row = &head[n * HIDDEN..][..HIDDEN];
                let by: f32 = row.iter().zip(by_hidden).map(|(w, by)| w * by).sum();
                for (other, by_sums) in by_sums.iter_mut().enumerate() {
                    if (other == seat) == (n < UNITS) {
                        by_sums[n % UNITS] += by * SUM_FACTOR;
                    }
                }
            }
        }
        for (seat, states) in inputs.cells.iter().enumerate() {
            self.cell_gradient.clear();
            self.cell_gradient.resize(states.len(), [0.0; UNITS]);
            let by_sums = &by_sums[seat];
            let by_bias = &mut line_gradient[LINES..];
            for (line, units) in lines.iter().zip(&self.units[seat * lines.len()..]) {
                let by_units: [f32; UNITS] = core::array::from_fn(|n| {
                    let active = units[n] > 0.0 && units[n] < UNIT_MAX;
                    if active { by_sums[n] } else { 0.0 }
                });
                for cell in line {
                    let by_cell = &mut self.cell_gradient[usize::from(*cell)];
                    by_cell.iter_mut().zip(by_units).for_each(|(sum, by)| *sum += by);
                }
                by_bias.iter_mut().zip(by_units).for_each(|(sum, by)| *sum += by);
            }
            for (state, by_cell) in states.iter().zip(&self.cell_gradient) {
                let row = &mut line_gradient[usize::from(*state) * UNITS..][..UNITS];
                row.iter_mut().zip(by_cell).for_each(|(sum, by)| *sum += by);
            }
        }
        self.last_loss(sample)
    }
}

fn array<const N: usize>(from: &[f32]) -> [f32; N] {
    core::array::from_fn(|n| from[n])
}

const _: () = assert!(INPUTS == 2 * UNITS + NUMBERS);
