//! Setup and steps, with their text forms.

use core::fmt;
use core::str::FromStr;

use super::SIDE;
use crate::text::{ParseError, Words, column_and_row, flag, write_point};

/// Parameters of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    /// Three in a row lose (O5).
    pub misere: bool,
}

impl Setup {
    pub(super) fn take(words: &mut Words<'_>) -> Result<Setup, ParseError> {
        Ok(Setup { misere: words.flag("misere")? })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(flag(self.misere, "misere"))
    }
}

impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        Setup::take(&mut Words::read(text, &["misere"])?)
    }
}

/// `b2`: take a point (O2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step(u8);

impl Step {
    /// All points, column by column.
    pub(super) fn all() -> impl Iterator<Item = Step> {
        (0..SIDE * SIDE).map(Step)
    }

    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }

    pub(super) fn column(self) -> u8 {
        self.0 / SIDE
    }

    pub(super) fn row(self) -> u8 {
        self.0 % SIDE
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_point(f, self.column(), self.row())
    }
}

impl FromStr for Step {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Step, ParseError> {
        match column_and_row(text) {
            Some((column @ 0..SIDE, row @ 0..SIDE)) => Ok(Step(SIDE * column + row)),
            _ => Err(ParseError::new(text, "oxo-wrong-step")),
        }
    }
}
