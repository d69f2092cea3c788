//! Evaluation of RO-TAS: a softmax over linear terms of each seat (lines, five-alike cells, points),
//! combined with the exact probability that the mover wins in this turn.

use mohreh_games::rotas::Rotas;
use mohreh_games::show::Figure;
use mohreh_games::{Game, Seat};

use super::dice::{Payoffs, SolvedTurn};
use crate::weights::Terms;

/// Pieces that fit in a cell (R1).
const MAX_HEIGHT: u8 = 5;
/// Pieces per seat (R1).
const PIECES: f64 = 15.0;
/// Rolls per turn (R6).
const ROLLS: usize = 5;
/// Different five-alike cells that win (R20).
const FIVES: u8 = 3;
/// Top of an empty cell.
const NOBODY: u8 = Seat::MOST as u8;

/// Groups of weights, in thousandths of a logit. The first half of a group applies at the start of the
/// game, the second at the end, with linear interpolation by the turns left (tapered). Two seats have
/// their own weights.
/// - `points`: of tops in full cells, and of tops that can still be covered;
/// - `line`: lines with 1, 2 and 3 own tops, times the probability of reaching the missing cells;
/// - `safe`: the same, times the probability that the most exposed own top is not covered;
/// - `begun`: the number of these lines; `held`: the same, times that probability;
/// - `five`: pieces in one, and in two five-alike cells;
/// - `hand`: pieces in hand; `tops`: cells topped;
/// - `threat`: probability of the likeliest winning cell;
/// - `to-move`: the right to move.
pub(crate) const TERMS: Terms = Terms(&[
    ("two-points", 4),
    ("two-line", 6),
    ("two-safe", 6),
    ("two-begun", 6),
    ("two-held", 6),
    ("two-five", 4),
    ("two-hand", 2),
    ("two-tops", 2),
    ("two-threat", 2),
    ("two-to-move", 2),
    ("many-points", 4),
    ("many-line", 6),
    ("many-safe", 6),
    ("many-begun", 6),
    ("many-held", 6),
    ("many-five", 4),
    ("many-hand", 2),
    ("many-tops", 2),
    ("many-threat", 2),
    ("many-to-move", 2),
]);

const POINTS: usize = TERMS.offset("two-points");
const LINE: usize = TERMS.offset("two-line");
const SAFE: usize = TERMS.offset("two-safe");
const HELD: usize = TERMS.offset("two-held");
const BEGUN: usize = TERMS.offset("two-begun");
const FIVE: usize = TERMS.offset("two-five");
const HAND: usize = TERMS.offset("two-hand");
const TOPS: usize = TERMS.offset("two-tops");
const THREAT: usize = TERMS.offset("two-threat");
const TO_MOVE: usize = TERMS.offset("two-to-move");
/// Offset of the weights for more than two seats, which have the same layout.
const MULTIPLAYER: usize = TERMS.offset("many-points");

/// A position prepared for evaluation, with make and undo.
#[derive(PartialEq)]
pub(super) struct Evaluator {
    pub(super) seats: usize,
    figures: Vec<Option<Figure>>,
    lines: Vec<[usize; 4]>,
    /// By cell and number of rolls: probability of making the figure if nothing else is aimed at.
    figure_probability: Vec<[f64; ROLLS + 1]>,
    advanced: bool,
    hard_pairs: bool,
    strict_house: bool,
    heights: Vec<u8>,
    tops: Vec<u8>,
    /// Seats with a piece in each five-alike cell, as bits.
    holders: Vec<u8>,
    /// Number of five-alike cells in which each seat has a piece.
    fives: [u8; Seat::MOST],
    hands: [u8; Seat::MOST],
    weights: Vec<f64>,
}

/// State of a cell before a placement.
pub(super) struct Undo {
    index: usize,
    top: u8,
    holders: u8,
}

impl Evaluator {
    pub(super) fn new(game: &Rotas, weights: &[i32]) -> Evaluator {
        let (setup, board) = (game.setup(), game.setup().board());
        let cells = board.width() * board.height();
        let mut evaluator = Evaluator {
            seats: game.seats(),
            figures: (0..cells).map(|index| board.figure(index)).collect(),
            lines: board.lines().collect(),
            figure_probability: vec![[0.0; ROLLS + 1]; cells],
            advanced: setup.is_advanced(),
            hard_pairs: setup.has_hard_pairs(),
            strict_house: setup.has_strict_house(),
            heights: vec![0; cells],
            tops: vec![NOBODY; cells],
            holders: vec![0; cells],
            fives: [0; Seat::MOST],
            hands: [0; Seat::MOST],
            weights: weights.iter().map(|weight| f64::from(*weight) / 1000.0).collect(),
        };
        evaluator.solve_figures();
        for index in board.indices() {
            for seat in game.pieces(index) {
                evaluator.push(index, seat.index());
            }
        }
        for seat in (0..evaluator.seats).map(Seat::new) {
            evaluator.hands[seat.index()] = game.hand(seat);
        }
        evaluator
    }

    fn solve_figures(&mut self) {
        let mut solved: Vec<(Figure, [f64; ROLLS + 1])> = Vec::new();
        for (index, figure) in self.figures.iter().enumerate() {
            let Some(figure) = *figure else { continue };
            let figure_probability = match solved.iter().find(|(same, _)| *same == figure) {
                Some((_, figure_probability)) => *figure_probability,
                None => core::array::from_fn(|rolls| {
                    let mut payoffs = self.no_payoffs([0.0]);
                    payoffs.offer(figure, rolls, [1.0]);
                    SolvedTurn::solve(&payoffs).value()[0]
                }),
            };
            solved.push((figure, figure_probability));
            self.figure_probability[index] = figure_probability;
        }
    }

    pub(super) fn no_payoffs<const N: usize>(&self, lost: [f64; N]) -> Payoffs<N> {
        Payoffs::new(lost, self.hard_pairs, self.strict_house)
    }

    /// Puts a piece on top without taking it from the hand.
    fn push(&mut self, index: usize, seat: usize) -> Undo {
        let undo = Undo { index, top: self.tops[index], holders: self.holders[index] };
        self.heights[index] += 1;
        self.tops[index] = seat as u8;
        if self.figures[index] == Some(Figure::Alike(5)) && undo.holders >> seat & 1 == 0 {
            self.holders[index] |= 1 << seat;
            self.fives[seat] += 1;
        }
        undo
    }

    /// Places a piece from the hand.
    pub(super) fn place(&mut self, index: usize, seat: usize) -> Undo {
        self.hands[seat] = self.hands[seat].saturating_sub(1);
        self.push(index, seat)
    }

    pub(super) fn undo_place(&mut self, undo: &Undo, seat: usize) {
        self.hands[seat] += 1;
        self.heights[undo.index] -= 1;
        self.tops[undo.index] = undo.top;
        if self.holders[undo.index] != undo.holders {
            self.holders[undo.index] = undo.holders;
            self.fives[seat] -= 1;
        }
    }

    /// Loses a piece from the hand (R14).
    pub(super) fn lose(&mut self, seat: usize) {
        self.hands[seat] = self.hands[seat].saturating_sub(1);
    }

    pub(super) fn undo_lose(&mut self, seat: usize) {
        self.hands[seat] += 1;
    }

    /// Figure of a cell and the last roll after which it is open; `None` if it is closed (R8, R16).
    pub(super) fn open_until(&self, index: usize) -> Option<(Figure, usize)> {
        let figure = self.figures[index]?;
        Some((figure, self.last_roll(index))).filter(|(_, rolls)| *rolls > 0)
    }

    fn last_roll(&self, index: usize) -> usize {
        match (self.heights[index], self.advanced) {
            (MAX_HEIGHT.., _) => 0,
            (height, true) => ROLLS - usize::from(height),
            (_, false) => ROLLS,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.figures.len()
    }

    /// Probability of placing on a cell in one turn if nothing else is aimed at.
    fn reach(&self, index: usize) -> f64 {
        self.figure_probability[index][self.last_roll(index)]
    }

    /// Whether all pieces are used up (R21).
    pub(super) fn is_over(&self) -> bool {
        self.hands[..self.seats].iter().all(|hand| *hand == 0)
    }

    /// For each cell, whether a piece of the seat wins there at once.
    pub(super) fn winning(&self, seat: usize) -> Vec<bool> {
        let mut winning = vec![false; self.cells()];
        let owns = |index: usize| usize::from(self.tops[index]) == seat;
        for line in &self.lines {
            if line.iter().filter(|index| owns(**index)).count() == 3
                && let Some(missing) = line.iter().find(|index| !owns(**index))
            {
                winning[*missing] = true;
            }
        }
        if self.fives[seat] + 1 == FIVES {
            for (index, win) in winning.iter_mut().enumerate() {
                *win |= self.figures[index] == Some(Figure::Alike(5))
                    && self.holders[index] >> seat & 1 == 0;
            }
        }
        winning
    }

    /// Probability that the seat wins in one turn if it aims at nothing else.
    pub(super) fn win_now(&self, seat: usize) -> f64 {
        let mut payoffs = self.no_payoffs([0.0]);
        let mut any = false;
        for (index, _) in self.winning(seat).into_iter().enumerate().filter(|(_, winning)| *winning)
        {
            if let Some((figure, rolls)) = self.open_until(index) {
                payoffs.offer(figure, rolls, [1.0]);
                any = true;
            }
        }
        if any { SolvedTurn::solve(&payoffs).value()[0] } else { 0.0 }
    }

    /// Win probability of each seat when `mover` starts a turn; they sum to 1.
    pub(super) fn win_probabilities(&self, mover: usize) -> [f64; Seat::MOST] {
        if self.is_over() {
            return self.final_shares();
        }
        let mut probabilities = self.softmax_shares(mover);
        // An immediate win of the mover comes first; the softmax shares the rest.
        let win_now = self.win_now(mover);
        for (seat, probability) in probabilities.iter_mut().enumerate() {
            *probability =
                *probability * (1.0 - win_now) + if seat == mover { win_now } else { 0.0 };
        }
        probabilities
    }

    /// Most points win; ties share the win (R21).
    fn final_shares(&self) -> [f64; Seat::MOST] {
        let mut points = [-1; Seat::MOST];
        points[..self.seats].fill(0);
        for (top, height) in self.tops.iter().zip(&self.heights) {
            if let Some(points) = points.get_mut(usize::from(*top)) {
                *points += i32::from(*height);
            }
        }
        let max = points.into_iter().max().unwrap_or_default();
        let winners = points.iter().filter(|points| **points == max).count() as f64;
        points.map(|points| if points == max { 1.0 / winners } else { 0.0 })
    }

    /// Softmax of the terms: win probabilities if the mover does not win at once.
    fn softmax_shares(&self, mover: usize) -> [f64; Seat::MOST] {
        let mut logits = [0.0; Seat::MOST];
        self.terms(mover, &mut |seat, index, count| logits[seat] += self.weights[index] * count);
        let max = logits[..self.seats].iter().copied().fold(f64::MIN, f64::max);
        let mut shares = [0.0; Seat::MOST];
        for (share, logit) in shares.iter_mut().zip(&logits[..self.seats]) {
            *share = libm::exp(logit - max);
        }
        let all: f64 = shares.iter().sum();
        shares.map(|share| share / all)
    }

    /// Emits the terms of all seats: seat, index of the weight, count.
    pub(super) fn terms(&self, mover: usize, emit: &mut impl FnMut(usize, usize, f64)) {
        let left: u32 = self.hands[..self.seats].iter().map(|hand| u32::from(*hand)).sum();
        let phase = f64::from(left) / (self.seats as f64 * PIECES);
        let set = if self.seats == 2 { 0 } else { MULTIPLAYER };
        let mut emit = |seat: usize, group: usize, number: usize, half_len: usize, count: f64| {
            emit(seat, set + group + number, count * phase);
            emit(seat, set + group + half_len + number, count * (1.0 - phase));
        };
        for (top, height) in self.tops.iter().zip(&self.heights) {
            let seat = usize::from(*top);
            if *top != NOBODY {
                emit(seat, POINTS, usize::from(*height < MAX_HEIGHT), 2, f64::from(*height));
                emit(seat, TOPS, 0, 1, 1.0);
            }
        }
        let mut threats = [0f64; Seat::MOST];
        for line in &self.lines {
            let tops = line.map(|index| self.tops[index]);
            for (n, top) in tops.into_iter().enumerate() {
                if top == NOBODY || tops[..n].contains(&top) {
                    continue;
                }
                let own = tops.iter().filter(|other| **other == top).count();
                let missing = line.iter().zip(tops).filter(|(_, other)| *other != top);
                let reach: f64 = missing.map(|(index, _)| self.reach(*index)).product();
                let seat = usize::from(top);
                // Four tops have already won.
                if reach > 0.0 && own < 4 {
                    emit(seat, LINE, own - 1, 3, reach);
                    emit(seat, BEGUN, own - 1, 3, 1.0);
                    let held = line.iter().zip(tops).filter(|(_, other)| *other == top);
                    let cover_probability =
                        held.map(|(index, _)| self.reach(*index)).fold(0.0, f64::max);
                    emit(seat, SAFE, own - 1, 3, reach * (1.0 - cover_probability));
                    emit(seat, HELD, own - 1, 3, 1.0 - cover_probability);
                    if own == 3 {
                        threats[seat] = threats[seat].max(reach);
                    }
                }
            }
        }
        for (seat, threat) in threats.iter_mut().enumerate().take(self.seats) {
            let fives = self.fives[seat].min(FIVES - 1);
            if fives > 0 {
                emit(seat, FIVE, usize::from(fives) - 1, 2, 1.0);
            }
            if fives + 1 == FIVES {
                *threat = self.reach_of_new_five(seat).max(*threat);
            }
            emit(seat, HAND, 0, 1, f64::from(self.hands[seat]) / PIECES);
            emit(seat, THREAT, 0, 1, *threat);
        }
        emit(mover, TO_MOVE, 0, 1, 1.0);
    }

    /// Best probability of a five-alike cell in which the seat has no piece yet.
    fn reach_of_new_five(&self, seat: usize) -> f64 {
        let new = (0..self.cells()).filter(|index| {
            self.figures[*index] == Some(Figure::Alike(5)) && self.holders[*index] >> seat & 1 == 0
        });
        new.map(|index| self.reach(index)).fold(0.0, f64::max)
    }
}
