//! Noughts and crosses (docs/rules/oxo.md), the smallest game that has everything a game needs. It exists only with the
//! feature `toy`, for tests: whatever serves it serves any game.

mod edit;
mod position;
mod show;
mod step;
mod why;

use alloc::vec::Vec;

pub use step::{Setup, Step};
pub use why::Why;

use crate::game::{Duel, Game, Outcome, Seat, Status};
use crate::zobrist::mix;

/// Side of the board (O1).
const SIDE: u8 = 3;
/// Bitboard of all points; the bit of a point is `3 × column + row`.
const BOARD: u16 = 0o777;
/// The eight rows (O3): columns, rows, diagonals.
const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A position of noughts and crosses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Oxo {
    setup: Setup,
    /// Bitboards of crosses and noughts.
    own: [u16; 2],
}

impl Oxo {
    /// The row that ended the game, and the seat that made it (O3).
    fn row(&self) -> Option<(u16, Seat)> {
        [Seat::FIRST, Seat::SECOND].into_iter().find_map(|seat| {
            let own = self.own[seat.index()];
            ROWS.into_iter().find(|row| own & row == *row).map(|row| (row, seat))
        })
    }

    fn vacant(&self) -> u16 {
        BOARD & !(self.own[0] | self.own[1])
    }
}

impl Game for Oxo {
    type Setup = Setup;
    type Step = Step;
    type Why = Why;

    fn start(setup: &Setup) -> Oxo {
        Oxo { setup: *setup, own: [0; 2] }
    }

    fn seats(&self) -> usize {
        2
    }

    fn status(&self) -> Status {
        match self.row() {
            // Misère (O5).
            Some((_, seat)) if self.setup.misere => Status::Over(Outcome::won_by(seat.other(), 2)),
            Some((_, seat)) => Status::Over(Outcome::won_by(seat, 2)),
            None if self.vacant() == 0 => Status::Over(Outcome::draw(2)),
            None => Status::ToMove(self.mover()),
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        if self.row().is_none() {
            out.extend(Step::all().filter(|step| self.vacant() & step.bit() != 0));
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        self.own[self.mover().index()] |= step.bit();
    }

    fn why_not(&self, step: Step) -> Option<Why> {
        self.forbids(step)
    }

    fn hash(&self) -> u64 {
        let [crosses, noughts] = self.own.map(u64::from);
        mix(crosses << 32 | noughts << 16 | u64::from(self.setup.misere))
    }
}

impl Duel for Oxo {
    fn mover(&self) -> Seat {
        let [crosses, noughts] = self.own.map(u16::count_ones);
        if crosses == noughts { Seat::FIRST } else { Seat::SECOND }
    }
}
