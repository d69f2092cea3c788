//! Network of RO-TAS, for all boards, options and numbers of seats.
//!
//! A cell has a vector for its figure, its height and whether the seat in question tops it. The vectors
//! of the four cells of a line are added up and clipped, and the results are added up over all lines.
//! A small head turns the sums of a seat and of its opponents, with some numbers of the game, into a
//! logit; a softmax over the seats shares what is left after the exact odds of an immediate win.
//!
//! Lines are integers, so an incremental update is exact. The head has floats in a fixed order of
//! operations, so it gives the same result on every machine.

use mohreh_games::Seat;
use mohreh_games::show::Figure;

use super::position::{MAX_HEIGHT, PIECES, Position, Undo, WinOdds};
use crate::weights::Terms;

/// Units of a line.
pub const UNITS: usize = 24;
/// Hidden units of a head.
pub const HIDDEN: usize = 16;
/// Numbers of the game.
pub const NUMBERS: usize = 24;
/// Inputs of a head: lines of the seat, lines of the others, numbers.
pub const INPUTS: usize = 2 * UNITS + NUMBERS;
/// Figures, where pairs of any number and of a given number are two.
const KINDS: usize = 7;
/// States of a cell with a given figure: heights, then heights with an own top.
const STATES: usize = 2 * MAX_HEIGHT as usize + 1;
/// States of a cell: of basic games, then of advanced ones.
pub const CELL_STATES: usize = 2 * KINDS * STATES;
/// Weights of a head: inputs, bias and output of each hidden unit.
pub const HEAD_LEN: usize = (INPUTS + 2) * HIDDEN;
/// Heads: three phases of the game for two seats, and for more.
pub const HEADS: usize = 6;

/// One in the weights of cells and lines.
pub const LINE_ONE: i32 = 256;
/// Clipping of a line's unit.
pub const LINE_MAX: i16 = 1023;
/// Sum over lines that is 1 as an input of a head.
pub const SUM_ONE: f32 = 8.0 * LINE_ONE as f32;
/// One in the weights of heads.
pub const HEAD_ONE: f32 = 1024.0;
/// Bound of the weights of cells and lines, so that sums fit into 16 bits.
pub const LINE_WEIGHT_MAX: i32 = 6_000;

/// Layout of the weights. A head has the weights of its inputs, then biases, then outputs, each for all
/// hidden units.
pub(crate) const TERMS: Terms = Terms(&[
    ("cells", CELL_STATES * UNITS),
    ("lines", UNITS),
    ("two-early", HEAD_LEN),
    ("two-middle", HEAD_LEN),
    ("two-late", HEAD_LEN),
    ("many-early", HEAD_LEN),
    ("many-middle", HEAD_LEN),
    ("many-late", HEAD_LEN),
]);

/// The weights, ready for use.
pub(super) struct Network {
    cells: Vec<[i16; UNITS]>,
    bias: [i16; UNITS],
    heads: Vec<Head>,
}

struct Head {
    inputs: [[f32; HIDDEN]; INPUTS],
    bias: [f32; HIDDEN],
    output: [f32; HIDDEN],
}

impl Network {
    /// From weights in the order of [`TERMS`].
    pub(super) fn new(weights: &[i32]) -> Network {
        let (cells, rest) = weights.split_at(CELL_STATES * UNITS);
        let (bias, heads) = rest.split_at(UNITS);
        let units = |weights: &[i32]| {
            core::array::from_fn(|n| weights[n].clamp(-LINE_WEIGHT_MAX, LINE_WEIGHT_MAX) as i16)
        };
        let head = |weights: &[i32]| {
            let hidden = |from: usize| {
                core::array::from_fn(|n| weights[from * HIDDEN + n] as f32 / HEAD_ONE)
            };
            Head {
                inputs: core::array::from_fn(hidden),
                bias: hidden(INPUTS),
                output: hidden(INPUTS + 1),
            }
        };
        Network {
            cells: cells.chunks(UNITS).map(units).collect(),
            bias: units(bias),
            heads: heads.chunks(HEAD_LEN).map(head).collect(),
        }
    }
}

/// Index of the state of a cell as a seat sees it.
fn cell_state(position: &Position, cell: usize, height: u8, own: bool) -> usize {
    let layout = &position.layout;
    let kind = match layout.figures[cell] {
        Figure::FullHouse => 0,
        Figure::Straight => 1,
        Figure::Alike(n) => usize::from(n.clamp(3, 5)) - 1,
        Figure::Pair(_) => 5 + usize::from(layout.hard_pairs),
    };
    let state = usize::from(height) + if own { usize::from(MAX_HEIGHT) } else { 0 };
    (usize::from(layout.advanced) * KINDS + kind) * STATES + state
}

/// States of all cells as a seat sees them.
pub(super) fn cell_states(position: &Position, seat: usize) -> impl Iterator<Item = usize> {
    (0..position.cells()).map(move |cell| {
        let own = usize::from(position.tops[cell]) == seat;
        cell_state(position, cell, position.heights[cell], own)
    })
}

/// Sums over all lines, of each seat.
pub(super) type Sums = [[i32; UNITS]; Seat::MOST];

/// Units of all lines before clipping, and their sums, updated by difference.
#[derive(PartialEq)]
pub(super) struct Lines {
    /// By seat, then by line.
    units: Vec<[i16; UNITS]>,
    pub(super) sums: Sums,
}

fn clip(unit: i16) -> i16 {
    unit.clamp(0, LINE_MAX)
}

impl Lines {
    pub(super) fn new(network: &Network, position: &Position) -> Lines {
        let mut lines = Lines { units: Vec::new(), sums: [[0; UNITS]; Seat::MOST] };
        for seat in 0..position.seats {
            let states: Vec<usize> = cell_states(position, seat).collect();
            for line in &position.layout.lines {
                let mut units = network.bias;
                for cell in line {
                    let vector = &network.cells[states[usize::from(*cell)]];
                    units.iter_mut().zip(vector).for_each(|(unit, part)| *unit += part);
                }
                for (sum, unit) in lines.sums[seat].iter_mut().zip(units) {
                    *sum += i32::from(clip(unit));
                }
                lines.units.push(units);
            }
        }
        lines
    }

    /// Change of a cell's vector by a placement that was just made, as `observer` sees it.
    fn change(
        network: &Network,
        position: &Position,
        undo: &Undo,
        observer: usize,
    ) -> [i16; UNITS] {
        let height = position.heights[undo.cell];
        let is_own = |top: u8| usize::from(top) == observer;
        let before = cell_state(position, undo.cell, height - 1, is_own(undo.top));
        let after = cell_state(position, undo.cell, height, is_own(position.tops[undo.cell]));
        core::array::from_fn(|n| network.cells[after][n] - network.cells[before][n])
    }

    /// Sums after a placement that was just made in `position`, but not here.
    pub(super) fn sums_after(&self, network: &Network, position: &Position, undo: &Undo) -> Sums {
        let mut sums = self.sums;
        let all = position.layout.lines.len();
        for (seat, sums) in sums.iter_mut().enumerate().take(position.seats) {
            let change = Lines::change(network, position, undo, seat);
            let mut difference = [0i16; UNITS];
            for line in &position.layout.lines_of[undo.cell] {
                let units = &self.units[seat * all + usize::from(*line)];
                for ((difference, unit), change) in difference.iter_mut().zip(units).zip(change) {
                    *difference += clip(unit + change) - clip(*unit);
                }
            }
            sums.iter_mut().zip(difference).for_each(|(sum, by)| *sum += i32::from(by));
        }
        sums
    }

    /// Follows a placement that was just made in `position`, with the sums after it, or, with the sums
    /// before it and `undone`, takes it back before it is undone there.
    pub(super) fn update(
        &mut self,
        network: &Network,
        position: &Position,
        undo: &Undo,
        sums: &Sums,
        undone: bool,
    ) {
        let all = position.layout.lines.len();
        for seat in 0..position.seats {
            let change = Lines::change(network, position, undo, seat);
            let change = if undone { change.map(|by| -by) } else { change };
            for line in &position.layout.lines_of[undo.cell] {
                let units = &mut self.units[seat * all + usize::from(*line)];
                units.iter_mut().zip(change).for_each(|(unit, by)| *unit += by);
            }
        }
        self.sums = *sums;
    }
}

/// Numbers of the game for the head, of each seat, when `mover` starts a turn. The odds are those of
/// each seat to win in a turn.
pub(super) fn numbers(
    position: &Position,
    odds: &[f64; Seat::MOST],
    mover: usize,
) -> [[f32; NUMBERS]; Seat::MOST] {
    let seats = position.seats;
    let left = f32::from(position.turns_left());
    let flag = |is_so: bool| if is_so { 1.0 } else { 0.0 };
    let one_five = |seat: usize| flag(position.fives[seat] == 1);
    let two_fives = |seat: usize| flag(position.fives[seat] >= 2);
    let mut all = [[0.0; NUMBERS]; Seat::MOST];
    for (seat, numbers) in all.iter_mut().enumerate().take(seats) {
        let others = (0..seats).filter(|other| *other != seat);
        let sum = |of: &dyn Fn(usize) -> f32| others.clone().map(of).sum::<f32>();
        let max = |of: &dyn Fn(usize) -> f32| others.clone().map(of).fold(0.0, f32::max);
        let odds_of = |seat: usize| odds[seat] as f32;
        let points = f32::from(position.points[seat]);
        let rival = max(&|other| f32::from(position.points[other]));
        *numbers = [
            odds_of(seat),
            one_five(seat),
            two_fives(seat),
            points / 16.0,
            f32::from(position.safe_points[seat]) / 16.0,
            f32::from(position.topped[seat]) / 8.0,
            f32::from(position.hands[seat]) / PIECES as f32,
            max(&odds_of),
            sum(&odds_of),
            sum(&one_five),
            sum(&two_fives),
            rival / 16.0,
            sum(&|other| f32::from(position.safe_points[other])) / 16.0,
            sum(&|other| f32::from(position.topped[other])) / 16.0,
            (points - rival) / 8.0,
            ((points - rival) / (left + 2.0)).clamp(-4.0, 4.0),
            left / (seats * PIECES) as f32,
            flag(seat == mover),
            flag(seat == (mover + 1) % seats),
            flag(seat == (mover + 2) % seats),
            flag(seats == 4),
            flag(position.layout.advanced),
            flag(position.layout.hard_pairs),
            1.0 / (left + 1.0),
        ];
    }
    all
}

/// The head for a position.
pub(super) fn head(position: &Position, mover: usize) -> usize {
    let phase = match position.hands[mover] {
        10.. => 0,
        5..10 => 1,
        _ => 2,
    };
    phase + if position.seats == 2 { 0 } else { 3 }
}

impl Head {
    fn logit(&self, own: &[i32; UNITS], others: &[i32; UNITS], numbers: &[f32; NUMBERS]) -> f32 {
        let mut hidden = self.bias;
        let mut add = |input: f32, weights: &[f32; HIDDEN]| {
            hidden.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += input * weight);
        };
        for (n, sum) in own.iter().chain(others).enumerate() {
            add(*sum as f32 / SUM_ONE, &self.inputs[n]);
        }
        for (number, weights) in numbers.iter().zip(&self.inputs[2 * UNITS..]) {
            add(*number, weights);
        }
        let parts = hidden.iter().zip(self.output).map(|(unit, weight)| unit.max(0.0) * weight);
        parts.fold(0.0, |sum, part| sum + part)
    }
}

/// Win probability of each seat when `mover` starts a turn; they sum to 1.
pub(super) fn win_probabilities(
    network: &Network,
    win_odds: &mut WinOdds,
    position: &Position,
    sums: &Sums,
    mover: usize,
) -> [f64; Seat::MOST] {
    if position.is_over() {
        return position.final_shares();
    }
    let seats = position.seats;
    let mut odds = [0.0; Seat::MOST];
    for (seat, odds) in odds.iter_mut().enumerate().take(seats) {
        *odds = win_odds.of(position, seat);
    }
    let numbers = numbers(position, &odds, mover);
    let head = &network.heads[head(position, mover)];
    let mut logits = [0.0; Seat::MOST];
    for seat in 0..seats {
        let mut others = [0; UNITS];
        for other in (0..seats).filter(|other| *other != seat) {
            others.iter_mut().zip(&sums[other]).for_each(|(all, sum)| *all += sum);
        }
        logits[seat] = f64::from(head.logit(&sums[seat], &others, &numbers[seat]));
    }
    let max = logits[..seats].iter().copied().fold(f64::MIN, f64::max);
    let mut shares = [0.0; Seat::MOST];
    for (share, logit) in shares.iter_mut().zip(&logits[..seats]) {
        *share = libm::exp(logit - max);
    }
    let all: f64 = shares.iter().sum();
    // An immediate win of the mover comes first; the softmax shares the rest.
    let rest = (1.0 - odds[mover]) / all;
    let mut shares = shares.map(|share| share * rest);
    shares[mover] += odds[mover];
    shares
}
