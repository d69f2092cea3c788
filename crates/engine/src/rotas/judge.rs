//! How good a position of RO-TAS is for each seat, by hand: lines that can still be made, five-alike
//! cells, points, and, exactly, the chance that the seat to move wins in this very turn.

use mohreh_games::rotas::Rotas;
use mohreh_games::show::Figure;
use mohreh_games::{Game, Seat};

use super::dice::{Turn, Worth};
use crate::weights::Terms;

/// Pieces that fit in a cell (R1).
const ROOM: u8 = 5;
/// Pieces of each player (R1).
const PIECES: f64 = 15.0;
/// Rolls in a turn (R6).
const ROLLS: usize = 5;
/// Different five-alike cells that win (R20).
const FIVES: u8 = 3;
/// Stands for the owner of an empty cell.
const NOBODY: u8 = Seat::MOST as u8;

/// All in thousandths: what a line is worth, in points, with so many tops of one's own, if the rest were
/// sure to come; the same for pieces in so many five-alike cells; with how many turns left a seat
/// finishes half of what it has begun; how much of its height a top counts with all turns to come, as
/// long as it can be covered; the lead in points, with no turn and with all turns to come, at which the
/// chances to win are as e to 1.
pub(crate) const TERMS: Terms =
    Terms(&[("line", 5), ("five", 4), ("half", 1), ("hold", 1), ("spread", 2)]);

const LINE: usize = TERMS.at("line");
const FIVE: usize = TERMS.at("five");
const HALF: usize = TERMS.at("half");
const HOLD: usize = TERMS.at("hold");
const SPREAD: usize = TERMS.at("spread");

/// A position in the form that judging needs. Pieces are put and taken back in place.
pub(super) struct Judge {
    pub(super) seats: usize,
    figures: Vec<Option<Figure>>,
    lines: Vec<[usize; 4]>,
    /// The chance to make the figure of a cell in so many rolls, if nothing else is aimed at.
    odds: Vec<[f64; ROLLS + 1]>,
    advanced: bool,
    hard_pairs: bool,
    strict_house: bool,
    heights: Vec<u8>,
    tops: Vec<u8>,
    /// Who has a piece in each five-alike cell, as bits.
    holders: Vec<u8>,
    /// In how many of them each seat has a piece.
    fives: [u8; Seat::MOST],
    hands: [u8; Seat::MOST],
    weights: Vec<f64>,
}

/// What a placement covered, to take it back.
pub(super) struct Covered {
    index: usize,
    top: u8,
    holders: u8,
}

impl Judge {
    pub(super) fn new(game: &Rotas, weights: &[i32]) -> Judge {
        let (setup, board) = (game.setup(), game.setup().board());
        let cells = board.width() * board.height();
        let mut judge = Judge {
            seats: game.seats(),
            figures: (0..cells).map(|index| board.figure(index)).collect(),
            lines: board.lines().collect(),
            odds: vec![[0.0; ROLLS + 1]; cells],
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
        judge.learn_odds();
        for index in board.indices() {
            for seat in game.pieces(index) {
                judge.put(index, seat.index());
            }
        }
        for seat in (0..judge.seats).map(Seat::new) {
            judge.hands[seat.index()] = game.hand(seat);
        }
        judge
    }

    fn learn_odds(&mut self) {
        let mut known: Vec<(Figure, [f64; ROLLS + 1])> = Vec::new();
        for (index, figure) in self.figures.iter().enumerate() {
            let Some(figure) = *figure else { continue };
            let odds = match known.iter().find(|(same, _)| *same == figure) {
                Some((_, odds)) => *odds,
                None => core::array::from_fn(|rolls| {
                    let mut worth = self.no_worth([0.0]);
                    worth.offer(figure, rolls, [1.0]);
                    Turn::solve(&worth).value()[0]
                }),
            };
            known.push((figure, odds));
            self.odds[index] = odds;
        }
    }

    pub(super) fn no_worth<const N: usize>(&self, lost: [f64; N]) -> Worth<N> {
        Worth::new(lost, self.hard_pairs, self.strict_house)
    }

    /// A piece goes on top; hands are the caller's business.
    fn put(&mut self, index: usize, seat: usize) -> Covered {
        let covered = Covered { index, top: self.tops[index], holders: self.holders[index] };
        self.heights[index] += 1;
        self.tops[index] = seat as u8;
        if self.figures[index] == Some(Figure::Alike(5)) && covered.holders >> seat & 1 == 0 {
            self.holders[index] |= 1 << seat;
            self.fives[seat] += 1;
        }
        covered
    }

    /// The seat places a piece and its turn is over.
    pub(super) fn place(&mut self, index: usize, seat: usize) -> Covered {
        self.hands[seat] = self.hands[seat].saturating_sub(1);
        self.put(index, seat)
    }

    pub(super) fn take_back(&mut self, covered: &Covered, seat: usize) {
        self.hands[seat] += 1;
        self.heights[covered.index] -= 1;
        self.tops[covered.index] = covered.top;
        if self.holders[covered.index] != covered.holders {
            self.holders[covered.index] = covered.holders;
            self.fives[seat] -= 1;
        }
    }

    /// The seat loses a piece (R14).
    pub(super) fn lose(&mut self, seat: usize) {
        self.hands[seat] = self.hands[seat].saturating_sub(1);
    }

    pub(super) fn take_back_lost(&mut self, seat: usize) {
        self.hands[seat] += 1;
    }

    /// The cells that are open after some roll, with the figure and up to which roll (R8, R16).
    pub(super) fn open(&self, index: usize) -> Option<(Figure, usize)> {
        let figure = self.figures[index]?;
        Some((figure, self.last_roll(index))).filter(|(_, rolls)| *rolls > 0)
    }

    fn last_roll(&self, index: usize) -> usize {
        match (self.heights[index], self.advanced) {
            (ROOM.., _) => 0,
            (height, true) => ROLLS - usize::from(height),
            (_, false) => ROLLS,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.figures.len()
    }

    /// The chance of a seat that aims at nothing else to place on a cell in one turn.
    fn reach(&self, index: usize) -> f64 {
        self.odds[index][self.last_roll(index)]
    }

    /// Whether everybody has used up all pieces (R21).
    pub(super) fn is_over(&self) -> bool {
        self.hands[..self.seats].iter().all(|hand| *hand == 0)
    }

    /// The cells on which a piece of the seat wins at once.
    pub(super) fn wins(&self, seat: usize) -> Vec<bool> {
        let mut wins = vec![false; self.cells()];
        let owns = |index: usize| usize::from(self.tops[index]) == seat;
        for line in &self.lines {
            if line.iter().filter(|index| owns(**index)).count() == 3
                && let Some(missing) = line.iter().find(|index| !owns(**index))
            {
                wins[*missing] = true;
            }
        }
        if self.fives[seat] + 1 == FIVES {
            for (index, win) in wins.iter_mut().enumerate() {
                *win |= self.figures[index] == Some(Figure::Alike(5))
                    && self.holders[index] >> seat & 1 == 0;
            }
        }
        wins
    }

    /// The chance of the seat, if it aims at nothing else, to win in one turn.
    fn wins_now(&self, seat: usize) -> f64 {
        let mut worth = self.no_worth([0.0]);
        let mut any = false;
        for (index, _) in self.wins(seat).into_iter().enumerate().filter(|(_, wins)| *wins) {
            if let Some((figure, rolls)) = self.open(index) {
                worth.offer(figure, rolls, [1.0]);
                any = true;
            }
        }
        if any { Turn::solve(&worth).value()[0] } else { 0.0 }
    }

    /// The chance of each seat to win, where `mover` begins a turn; they add up to 1.
    pub(super) fn chances(&self, mover: usize) -> [f64; Seat::MOST] {
        if self.is_over() {
            return self.shares_at_the_end();
        }
        let mut chances = self.shares();
        // The mover may win at once; what it leaves is shared.
        let now = self.wins_now(mover);
        for (seat, chance) in chances.iter_mut().enumerate() {
            *chance = *chance * (1.0 - now) + if seat == mover { now } else { 0.0 };
        }
        chances
    }

    /// The most points win, equal points share the win (R21).
    fn shares_at_the_end(&self) -> [f64; Seat::MOST] {
        let mut points = [-1; Seat::MOST];
        points[..self.seats].fill(0);
        for (top, height) in self.tops.iter().zip(&self.heights) {
            if let Some(points) = points.get_mut(usize::from(*top)) {
                *points += i32::from(*height);
            }
        }
        let most = points.into_iter().max().unwrap_or_default();
        let winners = points.iter().filter(|points| **points == most).count() as f64;
        points.map(|points| if points == most { 1.0 / winners } else { 0.0 })
    }

    /// Chances by what everybody has: a lead counts the more, the fewer turns can still turn it.
    fn shares(&self) -> [f64; Seat::MOST] {
        let to_come = self.hands[..self.seats].iter().map(|hand| f64::from(*hand)).sum::<f64>()
            / (self.seats as f64 * PIECES);
        let strengths = self.strengths(to_come);
        let most = strengths[..self.seats].iter().copied().fold(f64::MIN, f64::max);
        let spread = self.weights[SPREAD] + (self.weights[SPREAD + 1] - self.weights[SPREAD]) * to_come;
        let mut shares = [0.0; Seat::MOST];
        for (share, strength) in shares.iter_mut().zip(&strengths[..self.seats]) {
            *share = ((strength - most) / spread).exp();
        }
        let all: f64 = shares.iter().sum();
        shares.map(|share| share / all)
    }

    /// What each seat has, in points. One place more takes what belongs to nobody.
    fn strengths(&self, to_come: f64) -> [f64; Seat::MOST + 1] {
        let mut strengths = [0.0; Seat::MOST + 1];
        let finish = self.hands.map(|hand| f64::from(hand) / (f64::from(hand) + self.weights[HALF]));
        let hold = self.weights[HOLD] * to_come + (1.0 - to_come);
        for (top, height) in self.tops.iter().zip(&self.heights) {
            let hold = if *height == ROOM { 1.0 } else { hold };
            strengths[usize::from(*top)] += f64::from(*height) * hold;
        }
        for line in &self.lines {
            let tops = line.map(|index| self.tops[index]);
            for (n, top) in tops.into_iter().enumerate() {
                if top == NOBODY || tops[..n].contains(&top) {
                    continue;
                }
                let own = tops.iter().filter(|other| **other == top).count();
                let missing = line.iter().zip(tops).filter(|(_, other)| *other != top);
                let reach: f64 = missing.map(|(index, _)| self.reach(*index)).product();
                strengths[usize::from(top)] += self.weights[LINE + own] * reach * finish[usize::from(top)];
            }
        }
        for seat in 0..self.seats {
            strengths[seat] += self.weights[FIVE + usize::from(self.fives[seat].min(FIVES))] * finish[seat];
        }
        strengths
    }
}
