//! The network in floating point: forward and backward pass, Adam, and quantisation.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use mohreh_engine::network::{
    HIDDEN, HIDDEN_ONE, LOGIT_ONE, MAX_HIDDEN_WEIGHT, Network, OUTPUT_ONE, SQUARE_ONE, WIDE_ONE,
    WIDTH,
};

use super::rows::{Rows, cross_entropy, is_within, mean};
use crate::splitmix::SplitMix64;

/// Parts of a batch, each with its own gradient. A fixed number, so that sums do not depend on the threads.
const SHARDS: usize = 4;

/// Parameters, or their gradient, in one vector: wide weights by input, direct weights, then the head.
pub(crate) struct Model {
    inputs: usize,
    values: Vec<f32>,
}

/// Offsets of the head behind the weights of the inputs.
const WIDE_BIAS: usize = 0;
const HIDDEN_WEIGHTS: usize = WIDE_BIAS + WIDTH;
const HIDDEN_BIAS: usize = HIDDEN_WEIGHTS + WIDTH * HIDDEN;
const OUTPUT: usize = HIDDEN_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;
const HEAD: usize = OUTPUT_BIAS + 1;

type Wide = [f32; WIDTH];

/// Activations of one position.
struct Forward {
    sums: Wide,
    squares: Wide,
    hidden: [f32; HIDDEN],
    win: f32,
}

impl Model {
    pub(crate) fn random(inputs: usize, starts_at_zero: bool, rng: &mut SplitMix64) -> Model {
        let mut uniform = |bound: f32| (rng.below(2_000_001) as f32 / 1e6 - 1.0) * bound;
        let mut values = vec![0.0; inputs * (WIDTH + 1) + HEAD];
        for weight in &mut values[..inputs * WIDTH] {
            *weight = uniform(0.05);
        }
        let head = &mut values[inputs * (WIDTH + 1)..];
        head[WIDE_BIAS..HIDDEN_WEIGHTS].fill(0.4);
        for weight in &mut head[HIDDEN_WEIGHTS..HIDDEN_BIAS] {
            *weight = uniform(0.3);
        }
        head[HIDDEN_BIAS..OUTPUT].fill(0.3);
        for weight in &mut head[OUTPUT..OUTPUT_BIAS] {
            *weight = if starts_at_zero { 0.0 } else { uniform(0.5) };
        }
        Model { inputs, values }
    }

    fn wide(&self, input: usize) -> &Wide {
        &self.values.as_chunks::<WIDTH>().0[input]
    }

    fn direct(&self, input: usize) -> f32 {
        self.values[self.inputs * WIDTH + input]
    }

    fn head(&self) -> &[f32] {
        &self.values[self.inputs * (WIDTH + 1)..]
    }

    fn forward(&self, row: &[u32], base: f32) -> Forward {
        let head = self.head();
        let mut sums: Wide = std::array::from_fn(|unit| head[WIDE_BIAS + unit]);
        let mut logit = head[OUTPUT_BIAS] + base;
        for packed in row {
            let (input, count) = ((packed >> 8) as usize, (packed & 255) as f32);
            for (sum, weight) in sums.iter_mut().zip(self.wide(input)) {
                *sum += weight * count;
            }
            logit += self.direct(input) * count;
        }
        let squares = sums.map(|sum| {
            let clipped = sum.clamp(0.0, 1.0);
            clipped * clipped
        });
        let mut hidden = [0.0; HIDDEN];
        let weights = head[HIDDEN_WEIGHTS..HIDDEN_BIAS].as_chunks::<WIDTH>().0;
        for (unit, (active, weights)) in hidden.iter_mut().zip(weights).enumerate() {
            let mut lanes = [0.0; 16];
            for (squares, weights) in
                squares.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0)
            {
                for ((lane, square), weight) in lanes.iter_mut().zip(squares).zip(weights) {
                    *lane += square * weight;
                }
            }
            *active = lanes.iter().sum::<f32>() + head[HIDDEN_BIAS + unit];
            logit += active.clamp(0.0, 1.0) * head[OUTPUT + unit];
        }
        Forward { sums, squares, hidden, win: 1.0 / (1.0 + (-logit).exp()) }
    }

    /// Adds the gradient of a row's loss, and returns the loss.
    fn backward(&self, rows: &Rows, row: usize, gradient: &mut [f32]) -> f64 {
        let (target, bound) = (rows.targets[row], rows.bounds[row]);
        let forward = self.forward(rows.row(row), rows.bases[row]);
        if is_within(forward.win, target, bound) {
            return 0.0;
        }
        let row = rows.row(row);
        let error = forward.win - target;
        let head = self.head();
        let (inputs, head_gradient) = gradient.split_at_mut(self.inputs * (WIDTH + 1));
        head_gradient[OUTPUT_BIAS] += error;
        let mut wide_gradient = [0.0; WIDTH];
        let weights = head[HIDDEN_WEIGHTS..HIDDEN_BIAS].as_chunks::<WIDTH>().0;
        for unit in 0..HIDDEN {
            let active = forward.hidden[unit];
            head_gradient[OUTPUT + unit] += error * active.clamp(0.0, 1.0);
            if active <= 0.0 || active >= 1.0 {
                continue;
            }
            let error = error * head[OUTPUT + unit];
            head_gradient[HIDDEN_BIAS + unit] += error;
            let into = &mut head_gradient[HIDDEN_WEIGHTS + unit * WIDTH..][..WIDTH];
            for (into, square) in into.iter_mut().zip(&forward.squares) {
                *into += error * square;
            }
            for (into, weight) in wide_gradient.iter_mut().zip(&weights[unit]) {
                *into += error * weight;
            }
        }
        for ((gradient, sum), bias) in
            wide_gradient.iter_mut().zip(&forward.sums).zip(&mut head_gradient[WIDE_BIAS..])
        {
            let slope = if *sum > 0.0 && *sum < 1.0 { 2.0 * sum } else { 0.0 };
            *gradient *= slope;
            *bias += *gradient;
        }
        let (wide, direct) = inputs.split_at_mut(self.inputs * WIDTH);
        let wide = wide.as_chunks_mut::<WIDTH>().0;
        for packed in row {
            let (input, count) = ((packed >> 8) as usize, (packed & 255) as f32);
            for (into, gradient) in wide[input].iter_mut().zip(&wide_gradient) {
                *into += gradient * count;
            }
            direct[input] += error * count;
        }
        cross_entropy(forward.win, target) - cross_entropy(target, target)
    }

    /// One step of the optimiser on the chosen rows; returns the sum of their losses.
    pub(crate) fn train(
        &mut self,
        rows: &Rows,
        chosen: &[u32],
        adam: &mut Adam,
        rate: f32,
        jobs: usize,
    ) -> f64 {
        let size = chosen.len().div_ceil(SHARDS).max(1);
        let shards: Vec<_> = chosen.chunks(size).zip(&adam.gradients).collect();
        let next = AtomicUsize::new(0);
        let model = &*self;
        let losses = Mutex::new([0.0; SHARDS]);
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, SHARDS) {
                scope.spawn(|| {
                    while let Some((shard, (chosen, gradient))) = {
                        let number = next.fetch_add(1, Relaxed);
                        shards.get(number).map(|shard| (number, shard))
                    } {
                        let Ok(mut gradient) = gradient.lock() else { return };
                        gradient.fill(0.0);
                        let mut loss = 0.0;
                        for row in *chosen {
                            let row = *row as usize;
                            loss += model.backward(rows, row, &mut gradient);
                        }
                        if let Ok(mut losses) = losses.lock() {
                            losses[shard] = loss;
                        }
                    }
                });
            }
        });
        let used = shards.len();
        let loss = losses.into_inner().map_or(f64::NAN, |losses| losses.iter().sum());
        adam.step(&mut self.values, used, 1.0 / chosen.len() as f32, rate);
        loss
    }

    /// Mean cross-entropy with targets and with results.
    pub(crate) fn losses(&self, rows: &Rows, jobs: usize) -> (f64, f64) {
        let size = rows.len().div_ceil(jobs.max(1)).max(1);
        let all: Vec<usize> = (0..rows.len()).collect();
        let parts: Vec<Vec<f32>> = std::thread::scope(|scope| {
            let wins = |part: &[usize]| {
                part.iter().map(|row| self.forward(rows.row(*row), rows.bases[*row]).win).collect()
            };
            let threads: Vec<_> =
                all.chunks(size).map(|part| scope.spawn(move || wins(part))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        });
        let wins = parts.concat();
        let results = wins.iter().zip(&rows.results);
        let result = mean(results.map(|(win, truth)| cross_entropy(*win, *truth)));
        (rows.target_loss(&wins), result)
    }

    /// Multiplies the output by a factor.
    pub(crate) fn scale_output(&mut self, factor: f32) {
        let (wide, rest) = self.values.split_at_mut(self.inputs * WIDTH);
        let (direct, head) = rest.split_at_mut(wide.len() / WIDTH);
        direct.iter_mut().chain(&mut head[OUTPUT..]).for_each(|weight| *weight *= factor);
    }

    /// The network in integers.
    pub(crate) fn quantise(&self) -> Network {
        let short = |value: f32, one: i32| {
            (value * one as f32).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16
        };
        let long = |value: f32, one: i32| (f64::from(value) * f64::from(one)).round() as i32;
        let head = self.head();
        let weights = head[HIDDEN_WEIGHTS..HIDDEN_BIAS].as_chunks::<WIDTH>().0;
        // The sums of the hidden layer have 64 times the unit of its activations.
        let sum_one = 64.0 * HIDDEN_ONE as f32;
        let hidden_weight = |weight: f32| {
            let bound = f32::from(MAX_HIDDEN_WEIGHT);
            (weight * sum_one / SQUARE_ONE).round().clamp(-bound, bound) as i16
        };
        let hidden: [[i16; WIDTH]; HIDDEN] =
            std::array::from_fn(|unit| weights[unit].map(hidden_weight));
        // Activations are rounded down, by a half on average, and so are those of the hidden layer.
        let hidden_bias = |unit: usize| {
            let lost: f32 = hidden[unit].iter().map(|weight| f32::from(*weight) / 2.0).sum();
            (head[HIDDEN_BIAS + unit] * sum_one + lost + 32.0).round() as i32
        };
        Network {
            wide: (0..self.inputs)
                .map(|input| self.wide(input).map(|weight| short(weight, WIDE_ONE)))
                .collect(),
            wide_bias: std::array::from_fn(|unit| short(head[WIDE_BIAS + unit], WIDE_ONE)),
            direct: (0..self.inputs).map(|input| long(self.direct(input), LOGIT_ONE)).collect(),
            hidden,
            hidden_bias: std::array::from_fn(hidden_bias),
            output: std::array::from_fn(|unit| short(head[OUTPUT + unit], OUTPUT_ONE)),
            output_bias: long(head[OUTPUT_BIAS], LOGIT_ONE),
        }
    }
}

/// The Adam optimiser.
pub(crate) struct Adam {
    gradients: Vec<Mutex<Vec<f32>>>,
    moment1: Vec<f32>,
    moment2: Vec<f32>,
    steps: i32,
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/// Weight decay, so that inputs that are seldom active stay small.
const DECAY: f32 = 0.1;

impl Adam {
    pub(crate) fn new(model: &Model) -> Adam {
        let zero = || vec![0.0; model.values.len()];
        Adam {
            gradients: (0..SHARDS).map(|_| Mutex::new(zero())).collect(),
            moment1: zero(),
            moment2: zero(),
            steps: 0,
        }
    }

    fn step(&mut self, values: &mut [f32], used: usize, share: f32, rate: f32) {
        self.steps += 1;
        let scale = (1.0 - BETA2.powi(self.steps)).sqrt() / (1.0 - BETA1.powi(self.steps));
        let mut gradients = self.gradients.iter_mut().take(used);
        let Some(Ok(sum)) = gradients.next().map(Mutex::get_mut) else { return };
        for gradient in gradients {
            let Ok(gradient) = gradient.get_mut() else { return };
            for (sum, gradient) in sum.iter_mut().zip(gradient) {
                *sum += *gradient;
            }
        }
        let moments = self.moment1.iter_mut().zip(&mut self.moment2);
        for ((value, gradient), (moment1, moment2)) in values.iter_mut().zip(sum).zip(moments) {
            let gradient = *gradient * share;
            *moment1 = BETA1 * *moment1 + (1.0 - BETA1) * gradient;
            *moment2 = BETA2 * *moment2 + (1.0 - BETA2) * gradient * gradient;
            *value -= rate * (scale * *moment1 / (moment2.sqrt() + 1e-8) + DECAY * *value);
        }
    }
}
