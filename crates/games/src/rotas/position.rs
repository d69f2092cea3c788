//! Text form of positions, and their validation.
//!
//! `[setup] cells=…/… hand=15/15 [out=3] turn=1 [rolls=2] [dice=13356]`
//!
//! `cells` are the rows from the top, cells separated by `,`: `.` a hole, `-` an empty cell, else
//! the seats of its pieces, bottom first. `hand` counts the pieces left in each hand. `out` lists
//! the seats that have left in rising order, separated by `,`, and is omitted if there are none.
//! Before the first roll of a turn `rolls` and `dice` are omitted; a rolling die is `-`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::board::{CELL_CAPACITY, PIECES};
use super::stacks::{Stack, Stacks};
use super::step::read_seat;
use super::{Cell, Dice, DiceSet, ROLLS, Rotas, Setup, Step};
use crate::game::{Game, Seat};
use crate::hex::Axial;
use crate::reason::Reason;
use crate::show::Figure;
use crate::symmetry::{Images, Symmetric, hash_of};
use crate::text::{ParseError, Words, read_number, read_turn, split_exact};

const WORDS: [&str; 11] = [
    "seats",
    "board",
    "advanced",
    "hard-pairs",
    "strict-house",
    "cells",
    "hand",
    "out",
    "turn",
    "rolls",
    "dice",
];

impl Rotas {
    fn cells_text(&self) -> String {
        let cell = |index: usize| match self.setup.board.figure(index) {
            None => String::from("."),
            Some(_) if self.top(index).is_none() => String::from("-"),
            Some(_) => self.stacks.get(index).pieces().map(|seat| format!("{seat}")).collect(),
        };
        let width = self.setup.board.width();
        let row =
            |row: usize| (0..width).map(|n| cell(row * width + n)).collect::<Vec<_>>().join(",");
        (0..self.setup.board.height()).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn read_cells(&mut self, text: &str) -> Result<(), ParseError> {
        let (width, height) = (self.setup.board.width(), self.setup.board.height());
        let rows = split_exact(text, height, "rotas-wrong-rows", '/')?;
        for (row, text) in rows.into_iter().rev().enumerate() {
            for (column, text) in
                split_exact(text, width, "rotas-wrong-cells", ',')?.into_iter().enumerate()
            {
                self.read_cell(row * width + column, text)?;
            }
        }
        Ok(())
    }

    fn read_cell(&mut self, index: usize, text: &str) -> Result<(), ParseError> {
        let hole = self.setup.board.figure(index).is_none();
        match text {
            "." if hole => return Ok(()),
            "-" if !hole => return Ok(()),
            "." => return Err(ParseError::new(text, "rotas-wrong-no-hole")),
            _ if hole => return Err(ParseError::new(text, "rotas-wrong-hole")),
            _ => {}
        }
        let seats = self.setup.seats;
        let known = text.bytes().all(|b| (b'1'..=b'0' + seats as u8).contains(&b));
        if !known || text.is_empty() || text.len() > usize::from(CELL_CAPACITY) {
            let why = Reason::new("rotas-wrong-pieces").with("seats", seats);
            return Err(ParseError::new(text, why));
        }
        for seat in text.bytes() {
            self.put(index, Seat::new(usize::from(seat - b'1')));
        }
        Ok(())
    }

    /// Pieces that a seat has on the board.
    pub(super) fn placed(&self, seat: Seat) -> usize {
        let stacks = self.setup.board.indices().map(|index| self.stacks.get(index));
        stacks.flat_map(Stack::pieces).filter(|owner| *owner == seat).count()
    }

    /// The key of the reason why a parsed position is inconsistent, if it is.
    fn contradiction(&self) -> Option<&'static str> {
        let left = self.hand[self.mover.index()];
        // A seat that has left uses up no more pieces (R26).
        let in_turn = |seat: Seat| {
            let all = self.hand[seat.index()] + u8::from(seat < self.mover);
            all == left || all > left && !self.is_in(seat)
        };
        let hand = |seat: Seat| usize::from(self.hand[seat.index()]);
        let fits = |seat: Seat| self.placed(seat) + hand(seat) <= usize::from(PIECES);
        let mut winners: Vec<Seat> = self.with_fives().collect();
        winners.extend(self.lines().map(|(owner, _)| owner));
        let started = self.rolls > 0 || self.is_rolling();
        if self.out != 0 && self.setup.seats == 2 {
            Some("rotas-wrong-out-of-two")
        } else if !self.is_in(self.mover) {
            Some("rotas-wrong-turn-of-leaver")
        } else if !self.seats_in_order().all(in_turn) {
            Some("rotas-wrong-hand")
        } else if !self.seats_in_order().all(fits) {
            Some("rotas-wrong-too-many")
        } else if winners.iter().any(|seat| *seat != winners[0]) {
            Some("rotas-wrong-winners")
        } else if self.end.is_some() && started {
            Some("rotas-wrong-rolls-after-end")
        } else if self.rolls > ROLLS || self.rolls == ROLLS && self.is_rolling() {
            Some("rotas-wrong-rolls")
        } else {
            None
        }
    }
}

impl fmt::Display for Rotas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self.setup != Setup::default() {
            write!(f, "{} ", self.setup)?;
        }
        write!(f, "cells={} hand=", self.cells_text())?;
        for seat in self.seats_in_order() {
            let before = if seat == Seat::FIRST { "" } else { "/" };
            write!(f, "{before}{}", self.hand[seat.index()])?;
        }
        let mut before = " out=";
        for seat in self.seats_in_order().filter(|seat| !self.is_in(*seat)) {
            write!(f, "{before}{seat}")?;
            before = ",";
        }
        write!(f, " turn={}", self.mover)?;
        if self.rolls > 0 {
            write!(f, " rolls={}", self.rolls)?;
        }
        if self.rolls > 0 || self.is_rolling() {
            f.write_str(" dice=")?;
            for face in self.dice.0 {
                match face {
                    0 => f.write_str("-")?,
                    face => write!(f, "{face}")?,
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Rotas {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Rotas, ParseError> {
        let mut words = Words::read(text, &WORDS)?;
        let setup = Setup::take(&mut words)?;
        let mut game = Rotas::start(&setup);
        game.read_cells(words.required("cells")?)?;
        let hand = words.required("hand")?;
        for (seat, left) in
            split_exact(hand, setup.seats, "rotas-wrong-hands", '/')?.into_iter().enumerate()
        {
            game.hand[seat] = read_number(left, u32::from(PIECES))? as u8;
        }
        if let Some(out) = words.value("out")? {
            game.out = read_out(out, setup.seats)?;
        }
        game.mover = read_turn(&mut words, setup.seats)?;
        game.rolls = match words.value("rolls")? {
            None => 0,
            Some("0") => {
                return Err(ParseError::new("rolls=0", "rotas-wrong-zero-rolls"));
            }
            Some(rolls) => read_number(rolls, u32::from(ROLLS))? as u8,
        };
        match words.value("dice")? {
            None if game.rolls > 0 => {
                return Err(ParseError::new("", "rotas-wrong-no-dice"));
            }
            None => {}
            Some(dice) => (game.dice, game.rolling) = read_dice(dice)?,
        }
        if game.rolls == 0 && game.dice != Dice::default() {
            return Err(ParseError::new("", "rotas-wrong-early-dice"));
        }
        game.end = game.find_end();
        match game.contradiction() {
            None => Ok(game),
            Some(why) => Err(ParseError::new("", why)),
        }
    }
}

/// Parses seats in rising order, separated by commas, as a bit set.
fn read_out(text: &str, seats: usize) -> Result<u8, ParseError> {
    let mut out = 0;
    for part in text.split(',') {
        let seat = read_seat(part).filter(|seat| seat.index() < seats && out >> seat.index() == 0);
        let seat = seat.ok_or_else(|| {
            let why = Reason::new("rotas-wrong-out").with("seats", seats);
            ParseError::new(text, why)
        })?;
        out |= 1 << seat.index();
    }
    Ok(out)
}

/// Parses five dice; `-` is a rolling one.
fn read_dice(text: &str) -> Result<(Dice, DiceSet), ParseError> {
    let wrong = || ParseError::new(text, "rotas-wrong-dice");
    let faces: [u8; 5] = text.as_bytes().try_into().map_err(|_| wrong())?;
    let (mut dice, mut rolling) = (Dice::default(), DiceSet::default());
    for (place, face) in faces.into_iter().enumerate() {
        match face {
            b'-' => rolling.0 |= 1 << place,
            b'1'..=b'6' => dice.0[place] = face - b'0',
            _ => return Err(wrong()),
        }
    }
    Ok((dice, rolling))
}

/// The symmetries of the square that keep the combinations in place; without R17 all pairs are alike.
impl Symmetric for Rotas {
    type Point = Cell;

    fn board(&self) -> Vec<(Cell, Axial)> {
        let board = &self.setup.board;
        let places = board.indices().map(|index| {
            let (column, row) = (index % board.width(), index / board.width());
            (board.cell(index), Axial::new(column as i8, row as i8))
        });
        places.collect()
    }

    fn symmetries(&self) -> Vec<Images<Cell>> {
        let board = &self.setup.board;
        let figure = |cell: Cell| match board.index(cell).and_then(|index| board.figure(index)) {
            Some(Figure::Pair(_)) if !self.setup.hard_pairs => Some(Figure::Pair(0)),
            figure => figure,
        };
        let mut all = Images::of_square(&self.board());
        let cells: Vec<Cell> = board.indices().map(|index| board.cell(index)).collect();
        all.retain(|images| cells.iter().all(|cell| figure(*cell) == figure(images.of(*cell))));
        all
    }

    fn map(&self, images: &Images<Cell>) -> Rotas {
        let board = &self.setup.board;
        let mut game = Rotas { stacks: Stacks::EMPTY, key: 0, ..self.clone() };
        for index in board.indices() {
            let Some(image) = board.index(images.of(board.cell(index))) else { continue };
            for seat in self.stacks.get(index).pieces() {
                game.put(image, seat);
            }
        }
        game
    }

    fn map_step(step: Step, images: &Images<Cell>) -> Step {
        match step {
            Step::Place(cell) => Step::Place(images.of(cell)),
            step => step,
        }
    }

    fn visit(&self, see: &mut dyn FnMut(Cell, u32)) {
        let board = &self.setup.board;
        for index in board.indices() {
            let stack = self.stacks.get(index);
            if stack != Stack::EMPTY {
                see(board.cell(index), stack.code().into());
            }
        }
    }

    fn off_board(&self) -> u64 {
        let turn = [self.mover.index() as u8, self.rolls, self.rolling.0, self.out];
        hash_of(self.hand.into_iter().chain(self.dice.0).chain(turn))
    }
}
