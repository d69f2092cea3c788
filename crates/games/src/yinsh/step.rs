//! Setup and steps, with their text forms.

use core::fmt;
use core::str::FromStr;

use super::board::Point;
use crate::text::{ParseError, Words, column_and_row, flag, read_part};

/// Parameters of a game of YINSH.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    /// Blitz: the first row wins (Y21).
    pub blitz: bool,
}

impl Setup {
    /// Number of removed rings that wins (Y19, Y21).
    #[must_use]
    pub const fn goal(self) -> u8 {
        if self.blitz { 1 } else { 3 }
    }

    pub(super) const WORDS: [&str; 1] = ["blitz"];

    pub(super) fn take(words: &mut Words<'_>) -> Result<Setup, ParseError> {
        Ok(Setup { blitz: words.flag("blitz")? })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(flag(self.blitz, "blitz"))
    }
}

impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        Setup::take(&mut Words::read(text, &Setup::WORDS)?)
    }
}

/// A step of YINSH.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `d4`: place a ring (Y4).
    Place(Point),
    /// `d4-d8`: leave a marker and move the ring (Y5).
    Move {
        /// Start of the ring.
        from: Point,
        /// Landing point.
        to: Point,
    },
    /// `xc2-c6`: remove five markers in a row (Y14).
    Row {
        /// The end with the smaller letter or, in one column, the smaller number.
        first: Point,
        /// The other end.
        last: Point,
    },
    /// `*e5`: remove one's own ring (Y14).
    Ring(Point),
    /// `pass`: no ring can move (Y12).
    Pass,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(point) => write!(f, "{point}"),
            Step::Move { from, to } => write!(f, "{from}-{to}"),
            Step::Row { first, last } => write!(f, "x{first}-{last}"),
            Step::Ring(point) => write!(f, "*{point}"),
            Step::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Step, ParseError> {
        if text == "pass" {
            return Ok(Step::Pass);
        }
        if let Some(ring) = text.strip_prefix('*') {
            return Ok(Step::Ring(read_part(text, ring)?));
        }
        if let Some(row) = text.strip_prefix('x') {
            let (first, last) =
                row.split_once('-').ok_or_else(|| ParseError::new(text, "yinsh-wrong-row"))?;
            return read_row(read_part(text, first)?, read_part(text, last)?)
                .ok_or_else(|| ParseError::new(text, "yinsh-wrong-ends"));
        }
        match text.split_once('-') {
            Some((from, to)) => {
                Ok(Step::Move { from: read_part(text, from)?, to: read_part(text, to)? })
            }
            None if column_and_row(text).is_some() => Ok(Step::Place(text.parse()?)),
            None => {
                text.parse().map(Step::Place).map_err(|_| ParseError::new(text, "yinsh-wrong-step"))
            }
        }
    }
}

/// A row from its end points; `None` unless they span five points of a line, in order.
fn read_row(first: Point, last: Point) -> Option<Step> {
    let columns = last.column().checked_sub(first.column())?;
    let rows = last.row().checked_sub(first.row())?;
    matches!((columns, rows), (0, 4) | (4, 0) | (4, 4)).then_some(Step::Row { first, last })
}
