//! The pieces on the board: up to 144 cells of up to five pieces from four seats, packed so that a
//! position stays small.

use super::board::{CELLS, ROOM};
use crate::game::Seat;

/// The pieces of a cell, the lowest first. In bits: a leading 1, then two for each piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stack(u16);

impl Stack {
    pub(super) const EMPTY: Stack = Stack(1);

    pub(super) fn height(self) -> u8 {
        (self.0.ilog2() / 2) as u8
    }

    /// The same with one more piece on top (R11).
    pub(super) fn with(self, seat: Seat) -> Stack {
        Stack(self.0 << 2 | seat.index() as u16)
    }

    /// Who owns the cell (R11).
    pub(super) fn top(self) -> Option<Seat> {
        (self.height() > 0).then(|| Seat::new(usize::from(self.0 & 3)))
    }

    /// All pieces, the lowest first.
    pub(super) fn pieces(self) -> impl Iterator<Item = Seat> {
        (0..self.height()).rev().map(move |n| Seat::new(usize::from(self.0 >> (2 * n) & 3)))
    }

    pub(super) const fn code(self) -> u16 {
        self.0
    }
}

/// Twelve bits a cell; the leading 1 of an empty cell is left out, so that zeros are an empty board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stacks([u8; CELLS / 2 * 3]);

impl Stacks {
    pub(super) const EMPTY: Stacks = Stacks([0; CELLS / 2 * 3]);

    pub(super) fn get(&self, index: usize) -> Stack {
        let at = index / 2 * 3;
        let (low, middle, high) = (self.0[at], self.0[at + 1], self.0[at + 2]);
        let bits = match index % 2 {
            0 => u16::from(low) | u16::from(middle & 15) << 8,
            _ => u16::from(middle >> 4) | u16::from(high) << 4,
        };
        Stack(bits.max(Stack::EMPTY.0))
    }

    pub(super) fn push(&mut self, index: usize, seat: Seat) {
        let stack = self.get(index);
        debug_assert!(stack.height() < ROOM);
        let bits = stack.with(seat).0;
        let at = index / 2 * 3;
        if index.is_multiple_of(2) {
            self.0[at] = bits as u8;
            self.0[at + 1] = self.0[at + 1] & 0xf0 | (bits >> 8) as u8;
        } else {
            self.0[at + 1] = self.0[at + 1] & 15 | (bits << 4) as u8;
            self.0[at + 2] = (bits >> 4) as u8;
        }
    }
}
