//! [`Stacks`]: the pieces on the board, packed into 12 bits a cell, so that a position stays small.

use super::board::{CELL_CAPACITY, CELLS};
use crate::game::Seat;

/// The pieces of a cell: a sentinel bit, then two bits for the owner of each piece, bottom first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stack(u16);

impl Stack {
    pub(super) const EMPTY: Stack = Stack(1);

    pub(super) fn height(self) -> u8 {
        (self.0.ilog2() / 2) as u8
    }

    /// The stack with one more piece on top (R11).
    pub(super) fn with(self, seat: Seat) -> Stack {
        Stack(self.0 << 2 | seat.index() as u16)
    }

    /// Owner of the top piece and thus of the cell (R11).
    pub(super) fn top(self) -> Option<Seat> {
        (self.height() > 0).then(|| Seat::new(usize::from(self.0 & 3)))
    }

    /// Owners of all pieces, bottom first.
    pub(super) fn pieces(self) -> impl Iterator<Item = Seat> {
        (0..self.height()).rev().map(move |n| Seat::new(usize::from(self.0 >> (2 * n) & 3)))
    }

    pub(super) const fn code(self) -> u16 {
        self.0
    }
}

/// A 12-bit stack for each of up to 144 cells. An empty cell is stored as 0, without its sentinel,
/// so that all zeros are an empty board.
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
        debug_assert!(stack.height() < CELL_CAPACITY);
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
