//! Setup, steps and marbles, with their text forms.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use super::board::{Point, Rings};
use crate::text::{ParseError, Words, flag, read_number, read_part, write_words};

/// Colour of a marble. Marbles have no owner until they are captured (Z1).
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

/// Marble counts: white, grey, black.
pub type Marbles = [u8; 3];

/// Parameters of a game of ZÈRTZ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    /// The board (Z2).
    pub rings: Rings,
    /// Blitz: fewer marbles, and fewer to win (Z21); on 37 rings only.
    pub blitz: bool,
    /// A missed capture is accepted, and the opponent may claim it (Z24).
    pub overlook: bool,
    /// Touch-move (Z23): a rule for the user interface; the legal steps are the same.
    pub touch: bool,
}

impl Setup {
    pub(super) const WORDS: [&str; 4] = ["rings", "blitz", "overlook", "touch"];

    /// Initial supply (Z1, Z21).
    #[must_use]
    pub const fn supply(&self) -> Marbles {
        if self.blitz { [5, 7, 9] } else { [6, 8, 10] }
    }

    /// Marbles of each colour needed to win (Z16, Z21).
    #[must_use]
    pub const fn each_wins(&self) -> u8 {
        if self.blitz { 2 } else { 3 }
    }

    /// Marbles of a single colour needed to win, by colour (Z16, Z21).
    #[must_use]
    pub const fn one_wins(&self) -> Marbles {
        if self.blitz { [3, 4, 5] } else { [4, 5, 6] }
    }

    pub(super) fn take(words: &mut Words<'_>) -> Result<Setup, ParseError> {
        let rings = match words.value("rings")? {
            None => Rings::default(),
            Some(text) => Rings::ALL
                .into_iter()
                .find(|rings| read_number(text, 61) == Ok(rings.count()))
                .ok_or_else(|| ParseError::new(text, "zertz-wrong-rings"))?,
        };
        let blitz = words.flag("blitz")?;
        if blitz && rings != Rings::R37 {
            return Err(ParseError::new("blitz", "zertz-wrong-blitz"));
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
        write_words(f, &[&rings, &blitz, &overlook, &touch])
    }
}

impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        Setup::take(&mut Words::read(text, &Setup::WORDS)?)
    }
}

/// A step of ZÈRTZ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `Wd4`: place a marble from the supply or, if that is empty, one's own (Z5, Z17).
    Place(Marble, Point),
    /// `-a1`: remove a free ring (Z5).
    Remove(Point),
    /// `d4xd6`: jump over the marble between and capture it (Z9).
    Jump {
        /// Ring of the jumping marble.
        from: Point,
        /// Landing ring.
        to: Point,
    },
    /// `pass`: nothing to place or capture (Z18), or accept an end that could be claimed (Z24d).
    Pass,
    /// `claim`: revert the opponent's turn, which missed a capture (Z24b).
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
            return Ok(Step::Remove(read_part(text, ring)?));
        }
        for marble in Marble::ALL {
            if let Some(ring) = text.strip_prefix(marble.letter()) {
                return Ok(Step::Place(marble, read_part(text, ring)?));
            }
        }
        let (from, to) = text.split_once('x').ok_or_else(|| {
            let known = "zertz-wrong-step";
            ParseError::new(text, known)
        })?;
        Ok(Step::Jump { from: read_part(text, from)?, to: read_part(text, to)? })
    }
}
