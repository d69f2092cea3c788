//! [`Position`]: a position at the start of a turn, with make and undo, and the odds of an immediate win.
//!
//! Seats that have left are not in it (R26): those that are in are numbered anew, and the pieces of the
//! others belong to nobody.

use std::sync::Arc;

use mohreh_games::rotas::{Rotas, Setup};
use mohreh_games::show::Figure;
use mohreh_games::{Game, Seat};

use super::dice::{Payoffs, SolvedTurn};
use crate::splitmix::splitmix64;

/// Pieces that fit in a cell (R1).
pub(super) const MAX_HEIGHT: u8 = 5;
/// Pieces per seat (R1).
pub(super) const PIECES: usize = 15;
/// Rolls per turn (R6).
const ROLLS: usize = 5;
/// Different five-alike cells that win (R20).
const FIVES: u8 = 3;
/// Top of a cell that is empty, or whose owner has left.
const NOBODY: u8 = Seat::MOST as u8;

/// What does not change during a game.
#[derive(PartialEq, Debug)]
pub(super) struct Layout {
    setup: Setup,
    /// Of each cell, holes left out.
    pub(super) figures: Vec<Figure>,
    /// Index on the board of each cell.
    pub(super) board_indices: Vec<usize>,
    /// Every line of four cells.
    pub(super) lines: Vec<[u16; 4]>,
    /// Lines through each cell.
    pub(super) lines_of: Vec<Vec<u16>>,
    pub(super) advanced: bool,
    pub(super) hard_pairs: bool,
    strict_house: bool,
}

impl Layout {
    fn new(game: &Rotas) -> Layout {
        let (setup, board) = (game.setup(), game.setup().board());
        let (mut figures, mut board_indices) = (Vec::new(), Vec::new());
        let mut cells = vec![0; board.width() * board.height()];
        for index in board.indices() {
            cells[index] = figures.len() as u16;
            figures.extend(board.figure(index));
            board_indices.push(index);
        }
        let lines: Vec<[u16; 4]> =
            board.lines().map(|line| line.map(|index| cells[index])).collect();
        let mut lines_of = vec![Vec::new(); figures.len()];
        for (number, line) in lines.iter().enumerate() {
            for cell in line {
                lines_of[usize::from(*cell)].push(number as u16);
            }
        }
        Layout {
            setup: setup.clone(),
            figures,
            board_indices,
            lines,
            lines_of,
            advanced: setup.is_advanced(),
            hard_pairs: setup.has_hard_pairs(),
            strict_house: setup.has_strict_house(),
        }
    }
}

/// A position at the start of a turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Position {
    pub(super) layout: Arc<Layout>,
    /// Number of seats that are in.
    pub(super) seats: usize,
    pub(super) heights: Vec<u8>,
    pub(super) tops: Vec<u8>,
    /// Seats with a piece in each five-alike cell, as bits.
    holders: Vec<u8>,
    /// Number of tops of each seat in each line.
    owned: Vec<[u8; Seat::MOST]>,
    /// Number of lines with three tops of each seat.
    threes: [u8; Seat::MOST],
    /// Number of five-alike cells in which each seat has a piece.
    pub(super) fives: [u8; Seat::MOST],
    pub(super) hands: [u8; Seat::MOST],
    /// Points of each seat (R21), and those in full cells (R12).
    pub(super) points: [u8; Seat::MOST],
    pub(super) safe_points: [u8; Seat::MOST],
    /// Number of cells that each seat tops.
    pub(super) topped: [u8; Seat::MOST],
}

/// State of a cell before a placement.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    pub(super) cell: usize,
    pub(super) top: u8,
    holders: u8,
}

impl Position {
    /// The position of a game; `like` is another one, probably of the same game.
    pub(super) fn new(game: &Rotas, like: Option<&Position>) -> Position {
        let layout = match like {
            Some(like) if like.layout.setup == *game.setup() => like.layout.clone(),
            _ => Arc::new(Layout::new(game)),
        };
        let cells = layout.figures.len();
        let mut position = Position {
            seats: 0,
            heights: vec![0; cells],
            tops: vec![NOBODY; cells],
            holders: vec![0; cells],
            owned: vec![[0; Seat::MOST]; layout.lines.len()],
            threes: [0; Seat::MOST],
            fives: [0; Seat::MOST],
            hands: [0; Seat::MOST],
            points: [0; Seat::MOST],
            safe_points: [0; Seat::MOST],
            topped: [0; Seat::MOST],
            layout,
        };
        let mut numbers = [usize::from(NOBODY); Seat::MOST];
        for seat in (0..game.seats()).map(Seat::new).filter(|seat| game.is_in(*seat)) {
            numbers[seat.index()] = position.seats;
            position.hands[position.seats] = game.hand(seat);
            position.seats += 1;
        }
        for cell in 0..cells {
            for seat in game.pieces(position.layout.board_indices[cell]) {
                position.push(cell, numbers[seat.index()]);
            }
        }
        position
    }

    pub(super) fn no_payoffs<const N: usize>(&self, lost: [f64; N]) -> Payoffs<N> {
        Payoffs::new(lost, self.layout.hard_pairs, self.layout.strict_house)
    }

    /// Puts a piece on top without taking it from a hand.
    fn push(&mut self, cell: usize, seat: usize) -> Undo {
        let undo = Undo { cell, top: self.tops[cell], holders: self.holders[cell] };
        self.disown(cell);
        self.heights[cell] += 1;
        self.tops[cell] = seat as u8;
        self.own(cell);
        if self.is_five(cell) && seat < Seat::MOST && undo.holders >> seat & 1 == 0 {
            self.holders[cell] |= 1 << seat;
            self.fives[seat] += 1;
        }
        undo
    }

    /// Counts a cell for its owner.
    fn own(&mut self, cell: usize) {
        let seat = usize::from(self.tops[cell]);
        if seat < Seat::MOST {
            let height = self.heights[cell];
            self.points[seat] += height;
            self.safe_points[seat] += if height == MAX_HEIGHT { height } else { 0 };
            self.topped[seat] += 1;
            for line in &self.layout.lines_of[cell] {
                let owned = &mut self.owned[usize::from(*line)][seat];
                *owned += 1;
                self.threes[seat] += u8::from(*owned == 3);
                self.threes[seat] -= u8::from(*owned == 4);
            }
        }
    }

    /// Inverse of [`Position::own`].
    fn disown(&mut self, cell: usize) {
        let seat = usize::from(self.tops[cell]);
        if seat < Seat::MOST {
            let height = self.heights[cell];
            self.points[seat] -= height;
            self.safe_points[seat] -= if height == MAX_HEIGHT { height } else { 0 };
            self.topped[seat] -= 1;
            for line in &self.layout.lines_of[cell] {
                let owned = &mut self.owned[usize::from(*line)][seat];
                self.threes[seat] -= u8::from(*owned == 3);
                self.threes[seat] += u8::from(*owned == 4);
                *owned -= 1;
            }
        }
    }

    /// Places a piece from the hand.
    pub(super) fn place(&mut self, cell: usize, seat: usize) -> Undo {
        self.lose(seat);
        self.push(cell, seat)
    }

    pub(super) fn undo_place(&mut self, undo: &Undo, seat: usize) {
        self.undo_lose(seat);
        self.disown(undo.cell);
        self.heights[undo.cell] -= 1;
        self.tops[undo.cell] = undo.top;
        self.own(undo.cell);
        if self.holders[undo.cell] != undo.holders {
            self.holders[undo.cell] = undo.holders;
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

    pub(super) fn cells(&self) -> usize {
        self.heights.len()
    }

    fn is_five(&self, cell: usize) -> bool {
        self.layout.figures[cell] == Figure::Alike(5)
    }

    /// The last roll after which a cell is open (R8, R16); 0 if it is closed.
    pub(super) fn open_until(&self, cell: usize) -> usize {
        match (self.heights[cell], self.layout.advanced) {
            (MAX_HEIGHT.., _) => 0,
            (height, true) => ROLLS - usize::from(height),
            (_, false) => ROLLS,
        }
    }

    /// Whether all pieces are used up (R21).
    pub(super) fn is_over(&self) -> bool {
        self.hands[..self.seats].iter().all(|hand| *hand == 0)
    }

    /// Turns left, of all seats.
    pub(super) fn turns_left(&self) -> u8 {
        self.hands[..self.seats].iter().sum()
    }

    /// Calls `each` with every cell where a piece of the seat wins at once if the cell is open.
    pub(super) fn for_each_win(&self, seat: usize, mut each: impl FnMut(usize)) {
        if self.threes[seat] > 0 {
            for (line, owned) in self.layout.lines.iter().zip(&self.owned) {
                let is_missing = |cell: &&u16| usize::from(self.tops[usize::from(**cell)]) != seat;
                if owned[seat] == 3
                    && let Some(missing) = line.iter().find(is_missing)
                {
                    each(usize::from(*missing));
                }
            }
        }
        if self.fives[seat] + 1 == FIVES {
            let is_new = |cell: &usize| self.is_five(*cell) && self.holders[*cell] >> seat & 1 == 0;
            (0..self.cells()).filter(is_new).for_each(each);
        }
    }

    /// Share of each seat in the win by points (R21).
    pub(super) fn final_shares(&self) -> [f64; Seat::MOST] {
        let points = &self.points[..self.seats];
        let max = points.iter().copied().max().unwrap_or_default();
        let winners = points.iter().filter(|points| **points == max).count() as f64;
        let mut shares = [0.0; Seat::MOST];
        for (share, points) in shares.iter_mut().zip(points) {
            *share = if *points == max { 1.0 / winners } else { 0.0 };
        }
        shares
    }
}

/// Cache of the probability of winning in one turn. It depends only on the figures that win, and on
/// the rolls until which a cell of each is open.
#[derive(Clone)]
pub(super) struct WinOdds(Vec<(u64, f64)>);

/// Entries of the cache.
const WIN_ODDS_LEN: usize = 1024;
/// Bits of one figure in the key.
const ROLLS_BITS: u32 = 3;

impl WinOdds {
    pub(super) fn new() -> WinOdds {
        WinOdds(vec![(0, 0.0); WIN_ODDS_LEN])
    }

    /// Probability that the seat wins in one turn if it aims at nothing else.
    pub(super) fn of(&mut self, position: &Position, seat: usize) -> f64 {
        let (figures, mut key) = (&position.layout.figures, 0);
        position.for_each_win(seat, |cell| {
            let shift = ROLLS_BITS * figure_number(figures[cell]);
            let most = (position.open_until(cell) as u64).max(key >> shift & 7);
            key = key & !(7 << shift) | most << shift;
        });
        if key == 0 {
            return 0.0;
        }
        let entry = &mut self.0[splitmix64(key) as usize % WIN_ODDS_LEN];
        if entry.0 != key {
            let mut payoffs = position.no_payoffs([0.0]);
            position.for_each_win(seat, |cell| {
                payoffs.offer(figures[cell], position.open_until(cell), [1.0]);
            });
            *entry = (key, SolvedTurn::solve(&payoffs).value()[0]);
        }
        entry.1
    }
}

fn figure_number(figure: Figure) -> u32 {
    match figure {
        Figure::FullHouse => 0,
        Figure::Straight => 1,
        Figure::Alike(n) => u32::from(n.clamp(3, 5)) - 1,
        Figure::Pair(n) => u32::from(n.clamp(1, 6)) + 4,
    }
}
