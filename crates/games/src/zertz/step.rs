//! Marbles, setup and steps, and their texts.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use super::board::{Point, Rings};
use crate::text::{ParseError, Words, flag, join, number, part};

/// The colour of a marble. Marbles belong to nobody until they are captured (Z1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marble {
    /// White.
    White,
    /// Grey.
    Grey,
    /// Black.
    Black,
}

impl Marble {
    /// All colours, the rarest first.
    pub const ALL: [Marble; 3] = [Marble::White, Marble::Grey, Marble::Black];

    pub(super) const fn letter(self) -> char {
        match self {
            Marble::White => 'W',
            Marble::Grey => 'G',
            Marble::Black => 'B',
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<Marble> {
        Marble::ALL.into_iter().find(|marble| marble.letter() == letter)
    }
}

/// Numbers of marbles: white, grey, black.
pub type Marbles = [u8; 3];

/// What is agreed before a game of ZÈRTZ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    /// The board (Z2).
    pub rings: Rings,
    /// Fewer marbles, and fewer to win (Z21); on 37 rings only.
    pub blitz: bool,
    /// Placing is accepted although a capture was possible, and can be claimed (Z24).
    pub overlook: bool,
    /// Touch-move (Z23): changes no step, but nothing may be unpicked.
    pub touch: bool,
}

impl Setup {
    pub(super) const WORDS: [&str; 4] = ["rings", "blitz", "overlook", "touch"];

    /// The marbles of the game (Z1, Z21).
    #[must_use]
    pub const fn supply(&self) -> Marbles {
        if self.blitz { [5, 7, 9] } else { [6, 8, 10] }
    }

    /// How many of each colour win (Z16, Z21).
    #[must_use]
    pub const fn each_wins(&self) -> u8 {
        if self.blitz { 2 } else { 3 }
    }

    /// How many of one colour win (Z16, Z21).
    #[must_use]
    pub const fn one_wins(&self) -> Marbles {
        if self.blitz { [3, 4, 5] } else { [4, 5, 6] }
    }

    pub(super) fn take(words: &mut Words<'_>) -> Result<Setup, ParseError> {
        let rings = match words.value("rings")? {
            None => Rings::default(),
            Some(text) => Rings::ALL
                .into_iter()
                .find(|rings| number(text, 61) == Ok(rings.count()))
                .ok_or_else(|| {
                    ParseError::new(text, "expected 37, 40, 41, 43, 44, 48 or 61 rings")
                })?,
        };
        let blitz = words.flag("blitz")?;
        if blitz && rings != Rings::R37 {
            return Err(ParseError::new("blitz", "blitz is played with 37 rings only"));
        }
        let (overlook, touch) = (words.flag("overlook")?, words.flag("touch")?);
        Ok(Setup { rings, blitz, overlook, touch })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rings = match self.rings {
            Rings::R37 => alloc::string::String::new(),
            rings => format!("rings={}", rings.count()),
        };
        let blitz = flag(self.blitz, "blitz");
        let overlook = flag(self.overlook, "overlook");
        let touch = flag(self.touch, "touch");
        join(f, &[&rings, &blitz, &overlook, &touch])
    }
}

impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        Setup::take(&mut Words::read(text, &Setup::WORDS)?)
    }
}

/// The smallest decision in ZÈRTZ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `Wd4`: place a marble of the supply or, if that is empty, one's own (Z5, Z17).
    Place(Marble, Point),
    /// `-a1`: remove a free ring (Z5).
    Remove(Point),
    /// `d4xd6`: jump over the marble between (Z9).
    Jump {
        /// Who jumps.
        from: Point,
        /// Where it lands.
        to: Point,
    },
    /// `pass`: nothing to place (Z18), or accept an end that could be claimed (Z24d).
    Pass,
    /// `claim`: make the opponent take the turn back and capture (Z24b).
    Claim,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(marble, point) => write!(f, "{}{point}", marble.letter()),
            Step::Remove(point) => write!(f, "-{point}"),
            Step::Jump { from, to } => write!(f, "{from}x{to}"),
            Step::Pass => f.write_str("pass"),
            Step::Claim => f.write_str("claim"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Step, ParseError> {
        match text {
            "pass" => return Ok(Step::Pass),
            "claim" => return Ok(Step::Claim),
            _ => {}
        }
        if let Some(ring) = text.strip_prefix('-') {
            return Ok(Step::Remove(part(text, ring)?));
        }
        for marble in Marble::ALL {
            if let Some(ring) = text.strip_prefix(marble.letter()) {
                return Ok(Step::Place(marble, part(text, ring)?));
            }
        }
        let (from, to) = text.split_once('x').ok_or_else(|| {
            let known = "expected a step such as `Wd4`, `-a1`, `d4xd6`, `pass` or `claim`";
            ParseError::new(text, known)
        })?;
        Ok(Step::Jump { from: part(text, from)?, to: part(text, to)? })
    }
}
