//! Text form of positions, and their validation.
//!
//! `[misere] cells=X../.O./...`
//!
//! `cells` are the columns from `a`, each from its lowest row up: `X` crosses, `O` noughts, `.` vacant.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Oxo, ROWS, SIDE, Setup, Step};
use crate::game::{Duel, Game, Seat};
use crate::hex::Axial;
use crate::symmetry::{Images, Symmetric};
use crate::text::{ParseError, Words, column_letters, split_exact};

impl fmt::Display for Oxo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.setup.misere { "misere cells=" } else { "cells=" })?;
        for step in Step::all() {
            if step.row() == 0 && step.column() > 0 {
                f.write_str("/")?;
            }
            let [crosses, noughts] = self.own.map(|own| own & step.bit() != 0);
            f.write_str(if crosses {
                "X"
            } else if noughts {
                "O"
            } else {
                "."
            })?;
        }
        Ok(())
    }
}

impl FromStr for Oxo {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Oxo, ParseError> {
        let mut words = Words::read(text, &["misere", "cells"])?;
        let mut game = Oxo::start(&Setup::take(&mut words)?);
        let columns = split_exact(words.required("cells")?, SIDE.into(), "wrong-columns", '/')?;
        let mut steps = Step::all();
        for column in columns {
            for (letter, step) in column_letters(column, SIDE.into())?.iter().zip(&mut steps) {
                match letter {
                    b'X' => game.own[0] |= step.bit(),
                    b'O' => game.own[1] |= step.bit(),
                    b'.' => {}
                    _ => return Err(ParseError::new(column, "oxo-wrong-letter")),
                }
            }
        }
        match game.contradiction() {
            None => Ok(game),
            Some(why) => Err(ParseError::new("", why)),
        }
    }
}

impl Oxo {
    /// The key of the reason why a parsed position is inconsistent, if it is.
    fn contradiction(&self) -> Option<&'static str> {
        let [crosses, noughts] = self.own.map(u16::count_ones);
        let has_row = |seat: Seat| ROWS.iter().any(|row| self.own[seat.index()] & row == *row);
        if crosses != noughts && crosses != noughts + 1 {
            Some("oxo-wrong-order")
        } else if has_row(self.mover()) {
            Some("oxo-wrong-end")
        } else {
            None
        }
    }
}

impl Symmetric for Oxo {
    type Point = Step;

    fn board(&self) -> Vec<(Step, Axial)> {
        let place = |step: Step| Axial::new(step.column() as i8, step.row() as i8);
        Step::all().map(|step| (step, place(step))).collect()
    }

    fn symmetries(&self) -> Vec<Images<Step>> {
        Images::of_square(&self.board())
    }

    fn map(&self, images: &Images<Step>) -> Oxo {
        let mut game = Oxo::start(&self.setup);
        self.visit(&mut |step, code| game.own[code as usize - 1] |= images.of(step).bit());
        game
    }

    fn map_step(step: Step, images: &Images<Step>) -> Step {
        images.of(step)
    }

    fn visit(&self, see: &mut dyn FnMut(Step, u32)) {
        for (own, code) in self.own.into_iter().zip(1..) {
            Step::all().filter(|step| own & step.bit() != 0).for_each(|step| see(step, code));
        }
    }

    fn off_board(&self) -> u64 {
        0
    }
}
