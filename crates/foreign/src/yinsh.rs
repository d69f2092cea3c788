//! YINSH of boardspace.net.

use mohreh_games::ParseError;
use mohreh_games::record::RecordError;

use crate::Transcript;
use crate::boardspace::{Settle, unknown};
use crate::gesture::{Gesture, point};

/// The setup of a variant.
pub(crate) fn setup(variant: &str) -> Result<&'static str, RecordError> {
    match variant {
        "" | "yinsh" => Ok(""),
        "yinsh-blitz" => Ok("blitz"),
        _ => Err(ParseError::new(variant, "wrong-foreign-variant").into()),
    }
}

/// The step of a row: its ends in our order.
pub(crate) fn row(one: &str, other: &str) -> String {
    let key = |end: &str| (end.chars().next(), end.len(), end.to_string());
    let (first, last) = if key(one) <= key(other) { (one, other) } else { (other, one) };
    format!("x{first}-{last}")
}

/// What a player holds.
#[derive(Clone, PartialEq, Eq, Default)]
enum Hand {
    #[default]
    Nothing,
    /// A ring from beside the board.
    Ring,
    /// A marker that is not yet in a ring.
    Marker,
    /// The ring from this point, where its marker lies now.
    From(String),
}

/// A part of a turn.
enum Part {
    Place(String),
    Move(String, String),
    Other(String),
}

/// The gestures of a part, or of a turn in old records.
#[derive(Default)]
pub(crate) struct Turn {
    hand: Hand,
    parts: Vec<Part>,
}

impl Settle for Turn {
    fn take(&mut self, gesture: &Gesture) -> Result<(), RecordError> {
        match *gesture.parts().as_slice() {
            ["place", "wr" | "br", column, row] => {
                self.parts.push(Part::Place(point(column, row)));
            }
            ["place", "w" | "b", column, row] => self.hand = Hand::From(point(column, row)),
            ["move", column, row, to_column, to_row] => {
                self.parts.push(Part::Move(point(column, row), point(to_column, to_row)));
            }
            ["remove", "w" | "b", column, from, to_column, to] => {
                let row = row(&point(column, from), &point(to_column, to));
                self.parts.push(Part::Other(row));
            }
            ["remove", "wr" | "br", column, row] => {
                self.parts.push(Part::Other(format!("*{}", point(column, row))));
            }
            ["pass"] => self.parts.push(Part::Other("pass".to_string())),
            ["pick", "wr" | "br"] => self.hand = Hand::Ring,
            ["pick", "w" | "b"] => self.hand = Hand::Marker,
            ["pick", "board", column, row] => {
                let place = point(column, row);
                self.hand = match self.parts.pop() {
                    Some(Part::Place(old)) if old == place => Hand::Ring,
                    Some(Part::Move(from, to)) if to == place => Hand::From(from),
                    _ => return Err(unknown(gesture)),
                };
            }
            ["drop", "board", column, row] => {
                let place = point(column, row);
                match std::mem::take(&mut self.hand) {
                    Hand::Ring => self.parts.push(Part::Place(place)),
                    Hand::Marker => self.hand = Hand::From(place),
                    Hand::From(from) => self.parts.push(Part::Move(from, place)),
                    Hand::Nothing => return Err(unknown(gesture)),
                }
            }
            ["drop", "w" | "b" | "wr" | "br"] => self.hand = Hand::Nothing,
            _ => return Err(unknown(gesture)),
        }
        Ok(())
    }

    fn settle(&mut self, transcript: &mut Transcript, last: &Gesture) -> Result<bool, RecordError> {
        self.hand = Hand::Nothing;
        for part in self.parts.drain(..) {
            let step = match part {
                Part::Place(point) => point,
                Part::Move(from, to) => format!("{from}-{to}"),
                Part::Other(step) => step,
            };
            if !transcript.play(last.number, &step, &step)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
