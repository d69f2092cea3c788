//! Setup, steps and pieces, with their text forms.

use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use super::board::Point;
use crate::game::{Below, Seat};
use crate::reason::Reason;
use crate::text::{ParseError, Words, read_part};

/// The three types of pieces (T1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Six a side.
    Tzaar,
    /// Nine a side.
    Tzarra,
    /// Fifteen a side.
    Tott,
}

impl Type {
    /// All types, the rarest first.
    pub const ALL: [Type; 3] = [Type::Tzaar, Type::Tzarra, Type::Tott];

    /// Pieces of this type per side (T1).
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Type::Tzaar => 6,
            Type::Tzarra => 9,
            Type::Tott => 15,
        }
    }
}

/// A single piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Its owner.
    pub owner: Seat,
    /// Its type.
    pub kind: Type,
}

impl Man {
    pub(super) const fn letter(self) -> u8 {
        let letter = match self.kind {
            Type::Tzaar => b'Z',
            Type::Tzarra => b'R',
            Type::Tott => b'T',
        };
        if self.owner.index() == 0 { letter } else { letter.to_ascii_lowercase() }
    }

    pub(super) const fn from_letter(letter: u8) -> Option<Man> {
        let kind = match letter.to_ascii_uppercase() {
            b'Z' => Type::Tzaar,
            b'R' => Type::Tzarra,
            b'T' => Type::Tott,
            _ => return None,
        };
        let owner = if letter.is_ascii_uppercase() { Seat::FIRST } else { Seat::SECOND };
        Some(Man { owner, kind })
    }
}

/// Pieces at the start, one on each point (T2).
const MEN: usize = 60;

/// The fixed arrangement (T2b), by columns from row 1 up.
const FIXED: &[u8; MEN] = b"ttttTTrrrRTTRzzZRTTRZtTZRTTRZTtzrttrztTzrttrzZZrttrRRRttTTTT";

/// Initial arrangement of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    letters: [u8; MEN],
}

impl Setup {
    /// The pieces, in the order of [`Point::all`].
    pub fn men(&self) -> impl Iterator<Item = Man> {
        self.letters.iter().filter_map(|letter| Man::from_letter(*letter))
    }

    /// A random arrangement, by a Fisher–Yates shuffle.
    pub(super) fn drawn(below: Below<'_>) -> Setup {
        let mut letters = *FIXED;
        for last in (1..MEN).rev() {
            letters.swap(last, below(last as u32 + 1) as usize % MEN);
        }
        Setup { letters }
    }

    fn from_pieces(text: &str) -> Result<Setup, ParseError> {
        let letters: [u8; MEN] = text.as_bytes().try_into().map_err(|_| {
            ParseError::new(text, Reason::new("tzaar-wrong-letters").with("count", MEN))
        })?;
        if let Some(wrong) = text.chars().find(|c| !"ZRTzrt".contains(*c)) {
            let why = "tzaar-wrong-piece";
            return Err(ParseError::new(&wrong.to_string(), why));
        }
        for owner in [Seat::FIRST, Seat::SECOND] {
            for kind in Type::ALL {
                let letter = Man { owner, kind }.letter();
                let (found, right) =
                    (letters.iter().filter(|l| **l == letter).count(), usize::from(kind.count()));
                if found != right {
                    let why = Reason::new("tzaar-wrong-count")
                        .with("count", right)
                        .with("piece", char::from(letter).to_string())
                        .with("found", found);
                    return Err(ParseError::new(text, why));
                }
            }
        }
        Ok(Setup { letters })
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { letters: *FIXED }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Setup::default() {
            return Ok(());
        }
        f.write_str("pieces=")?;
        self.letters.iter().try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}

impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        let mut words = Words::read(text, &["fixed", "pieces"])?;
        let setup = match (words.flag("fixed")?, words.value("pieces")?) {
            (true, Some(_)) => {
                return Err(ParseError::new(text, "tzaar-wrong-fixed"));
            }
            (_, None) => Setup::default(),
            (false, Some(pieces)) => Setup::from_pieces(pieces)?,
        };
        Ok(setup)
    }
}

/// A step of TZAAR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `a1xb2`: capture an enemy stack that is not taller (T11).
    Capture {
        /// Point of the capturing stack.
        from: Point,
        /// Point of the captured stack.
        to: Point,
    },
    /// `a1+b2`: move onto a stack of one's own (T12).
    Strengthen {
        /// Point of the moving stack, which ends up on top.
        from: Point,
        /// Point of the covered stack.
        to: Point,
    },
    /// `-`: skip the second action (T6).
    Pass,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Capture { from, to } => write!(f, "{from}x{to}"),
            Step::Strengthen { from, to } => write!(f, "{from}+{to}"),
            Step::Pass => f.write_str("-"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Step, ParseError> {
        if text == "-" {
            Ok(Step::Pass)
        } else if let Some((from, to)) = text.split_once('x') {
            Ok(Step::Capture { from: read_part(text, from)?, to: read_part(text, to)? })
        } else if let Some((from, to)) = text.split_once('+') {
            Ok(Step::Strengthen { from: read_part(text, from)?, to: read_part(text, to)? })
        } else {
            Err(ParseError::new(text, "tzaar-wrong-step"))
        }
    }
}
