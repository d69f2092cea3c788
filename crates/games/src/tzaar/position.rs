//! Text form of positions, their validation, and their images under symmetries.
//!
//! `cells=…/… turn=1 stage=opening`
//!
//! `cells` are the columns from `a`, each from row 1 up and `e` without its centre: `Z` `R` `T` for
//! White's Tzaar, Tzarra and Tott, `z` `r` `t` for Black's, each followed by the height if it is
//! more than 1; `.` is a vacant point. `stage` is one of the words in [`STAGES`].

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::board::{HEIGHTS, Point, points};
use super::{Man, Stack, Stage, Step, Type, Tzaar};
use crate::game::Seat;
use crate::hex::{Axial, Images, Symmetric};
use crate::reason::Reason;
use crate::symmetry::hash_of;
use crate::text::{ParseError, Words, read_number, read_turn, split_exact};

const STAGES: [(&str, Stage); 3] =
    [("opening", Stage::Opening), ("capture", Stage::First), ("second", Stage::Second)];

/// Pieces per side (T1).
pub(super) const MEN: u32 = 30;

impl fmt::Display for Tzaar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cells=")?;
        let mut column = 0;
        for point in Point::all() {
            if point.column() != column {
                f.write_str("/")?;
                column = point.column();
            }
            let stack = self.stack(point);
            match stack.height() {
                0 => f.write_str(".")?,
                height => {
                    let man = Man { owner: stack.owner(), kind: stack.kind() };
                    write!(f, "{}", char::from(man.letter()))?;
                    if height > 1 {
                        write!(f, "{height}")?;
                    }
                }
            }
        }
        let stage = STAGES.iter().find(|(_, stage)| *stage == self.stage).map_or("", |s| s.0);
        write!(f, " turn={} stage={stage}", self.mover)
    }
}

/// Parses one point at the start of `text`; returns the stack and the rest.
fn stack(text: &str) -> Result<(Option<Stack>, &str), ParseError> {
    let letter = text.bytes().next().unwrap_or_default();
    if letter == b'.' {
        return Ok((None, &text[1..]));
    }
    let man =
        Man::from_letter(letter).ok_or_else(|| ParseError::new(text, "tzaar-wrong-letter"))?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let (height, rest) = text[1..].split_at(digits);
    let height = match height {
        "" => 1,
        height => match read_number(height, MEN) {
            Ok(height @ 2..) => height as u8,
            _ => {
                return Err(ParseError::new(
                    height,
                    Reason::new("tzaar-wrong-height").with("max", MEN),
                ));
            }
        },
    };
    Ok((Some(Stack::new(man, height)), rest))
}

impl FromStr for Tzaar {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Tzaar, ParseError> {
        let mut words = Words::read(text, &["cells", "turn", "stage"])?;
        let mut game = Tzaar::empty();
        let texts = split_exact(words.required("cells")?, HEIGHTS.len(), "wrong-columns", '/')?;
        let mut rest = "";
        let mut column = None;
        for point in Point::all() {
            if column != Some(point.column()) {
                if !rest.is_empty() {
                    return Err(ParseError::new(rest, "tzaar-wrong-long-column"));
                }
                column = Some(point.column());
                rest = texts[usize::from(point.column())];
            }
            if rest.is_empty() {
                let text = texts[usize::from(point.column())];
                return Err(ParseError::new(text, "tzaar-wrong-short-column"));
            }
            let (found, after) = stack(rest)?;
            if let Some(stack) = found {
                game.put(point, stack);
            }
            rest = after;
        }
        if !rest.is_empty() {
            return Err(ParseError::new(rest, "tzaar-wrong-long-column"));
        }
        game.mover = read_turn(&mut words, 2)?;
        let stage = words.required("stage")?;
        game.stage = STAGES
            .iter()
            .find(|(word, _)| *word == stage)
            .map(|s| s.1)
            .ok_or_else(|| ParseError::new(stage, "tzaar-wrong-stage"))?;
        match game.contradiction() {
            None => Ok(game),
            Some(why) => Err(ParseError::new("", why)),
        }
    }
}

impl Tzaar {
    /// Why a parsed position is inconsistent, if it is.
    fn contradiction(&self) -> Option<Reason> {
        let men = |seat: usize| -> u32 {
            points(self.own[seat]).map(|point| u32::from(self.stack(point).height())).sum()
        };
        let lacks = |seat| Type::ALL.into_iter().any(|kind| self.shown(seat, kind) == 0);
        if let Some(seat) = (0..2).find(|seat| men(*seat) > MEN) {
            let too_many = Reason::new("tzaar-wrong-too-many").with("count", men(seat));
            Some(too_many.with("seat", seat + 1))
        } else if [Seat::FIRST, Seat::SECOND].into_iter().all(lacks) {
            Some("tzaar-wrong-both-lost".into())
        } else if self.stage == Stage::Opening && self.mover != Seat::FIRST {
            Some("tzaar-wrong-opening".into())
        } else {
            None
        }
    }
}

impl Symmetric for Tzaar {
    type Point = Point;

    fn board(&self) -> Vec<(Point, Axial)> {
        Point::all().map(|point| (point, point.axial())).collect()
    }

    fn map(&self, images: &Images<Point>) -> Tzaar {
        let mut game = Tzaar { mover: self.mover, stage: self.stage, ..Tzaar::empty() };
        for point in points(self.own[0] | self.own[1]) {
            game.put(images.of(point), self.stack(point));
        }
        game
    }

    fn visit(&self, see: &mut dyn FnMut(Point, u32)) {
        for point in points(self.own[0] | self.own[1]) {
            let stack = self.stack(point);
            see(point, (u32::from(stack.height()) << 4) | (stack.class() as u32 + 1));
        }
    }

    fn off_board(&self) -> u64 {
        hash_of([self.stage as u8, self.mover.index() as u8])
    }

    fn map_step(step: Step, images: &Images<Point>) -> Step {
        match step {
            Step::Capture { from, to } => {
                Step::Capture { from: images.of(from), to: images.of(to) }
            }
            Step::Strengthen { from, to } => {
                Step::Strengthen { from: images.of(from), to: images.of(to) }
            }
            Step::Pass => Step::Pass,
        }
    }
}
