//! How good a position of RO-TAS is for each seat: lines that can still be made, five-alike cells,
//! points, weighed as games have taught, and, exactly, the chance that the seat to move wins in this
//! very turn.

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

/// What a seat has, each with a weight in thousandths of a natural logarithm of its odds. The first half
/// of the weights counts with all turns to come, the second with none, and in between both in part; two
/// seats have weights of their own. By place:
/// - `points`: of tops in full cells, and of tops that can be covered;
/// - `line`: lines with 1, 2 and 3 tops of one's own, times the odds of reaching what is missing;
/// - `safe`: the same times the odds that the likeliest of one's own tops to be covered is not;
/// - `begun`: the same lines, simply counted; `held`: counted times the odds to hold all tops;
/// - `five`: pieces in one, and in two five-alike cells;
/// - `hand`: pieces in hand; `tops`: cells on top of which one is;
/// - `threat`: the odds of the likeliest cell that wins;
/// - `to-move`: whether it is one's turn.
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

const POINTS: usize = TERMS.at("two-points");
const LINE: usize = TERMS.at("two-line");
const SAFE: usize = TERMS.at("two-safe");
const HELD: usize = TERMS.at("two-held");
const BEGUN: usize = TERMS.at("two-begun");
const FIVE: usize = TERMS.at("two-five");
const HAND: usize = TERMS.at("two-hand");
const TOPS: usize = TERMS.at("two-tops");
const THREAT: usize = TERMS.at("two-threat");
const TO_MOVE: usize = TERMS.at("two-to-move");
/// The weights for more than two seats follow in the same order.
const MANY: usize = TERMS.at("many-points");

/// A position in the form that judging needs. Pieces are put and taken back in place.
#[derive(PartialEq)]
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
    pub(super) fn wins_now(&self, seat: usize) -> f64 {
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
        let mut chances = self.shares(mover);
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

    /// Chances by what everybody has, where nobody wins at once.
    fn shares(&self, mover: usize) -> [f64; Seat::MOST] {
        let mut strengths = [0.0; Seat::MOST];
        self.terms(mover, &mut |seat, at, count| strengths[seat] += self.weights[at] * count);
        let most = strengths[..self.seats].iter().copied().fold(f64::MIN, f64::max);
        let mut shares = [0.0; Seat::MOST];
        for (share, strength) in shares.iter_mut().zip(&strengths[..self.seats]) {
            *share = libm::exp(strength - most);
        }
        let all: f64 = shares.iter().sum();
        shares.map(|share| share / all)
    }

    /// Tells what each seat has: the seat, the place of the weight, and how much of it counts.
    pub(super) fn terms(&self, mover: usize, tell: &mut impl FnMut(usize, usize, f64)) {
        let left: u32 = self.hands[..self.seats].iter().map(|hand| u32::from(*hand)).sum();
        let to_come = f64::from(left) / (self.seats as f64 * PIECES);
        let set = if self.seats == 2 { 0 } else { MANY };
        let mut tell = |seat: usize, group: usize, number: usize, of: usize, count: f64| {
            tell(seat, set + group + number, count * to_come);
            tell(seat, set + group + of + number, count * (1.0 - to_come));
        };
        for (top, height) in self.tops.iter().zip(&self.heights) {
            let seat = usize::from(*top);
            if *top != NOBODY {
                tell(seat, POINTS, usize::from(*height < ROOM), 2, f64::from(*height));
                tell(seat, TOPS, 0, 1, 1.0);
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
                // A line of four has won already.
                if reach > 0.0 && own < 4 {
                    tell(seat, LINE, own - 1, 3, reach);
                    tell(seat, BEGUN, own - 1, 3, 1.0);
                    let held = line.iter().zip(tops).filter(|(_, other)| *other == top);
                    let falls = held.map(|(index, _)| self.reach(*index)).fold(0.0, f64::max);
                    tell(seat, SAFE, own - 1, 3, reach * (1.0 - falls));
                    tell(seat, HELD, own - 1, 3, 1.0 - falls);
                    if own == 3 {
                        threats[seat] = threats[seat].max(reach);
                    }
                }
            }
        }
        for (seat, threat) in threats.iter_mut().enumerate().take(self.seats) {
            let fives = self.fives[seat].min(FIVES - 1);
            if fives > 0 {
                tell(seat, FIVE, usize::from(fives) - 1, 2, 1.0);
            }
            if fives + 1 == FIVES {
                *threat = self.reach_of_another_five(seat).max(*threat);
            }
            tell(seat, HAND, 0, 1, f64::from(self.hands[seat]) / PIECES);
            tell(seat, THREAT, 0, 1, *threat);
        }
        tell(mover, TO_MOVE, 0, 1, 1.0);
    }

    /// The best odds of a five-alike cell in which a seat has no piece yet.
    fn reach_of_another_five(&self, seat: usize) -> f64 {
        let new = (0..self.cells()).filter(|index| {
            self.figures[*index] == Some(Figure::Alike(5)) && self.holders[*index] >> seat & 1 == 0
        });
        new.map(|index| self.reach(index)).fold(0.0, f64::max)
    }
}
