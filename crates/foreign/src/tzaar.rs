//! TZAAR of boardspace.net: gestures, and the arrangement that its key stands for.

use mohreh_games::ParseError;
use mohreh_games::record::RecordError;

use crate::boardspace::{Settle, unknown};
use crate::gesture::{Course, Gesture, point};
use crate::{Transcript, wrong};

/// The pieces in the order that the site shuffles.
const PIECES: &str = "TTTTTTTTTTTTTTTRRRRRRRRRZZZZZZtttttttttttttttrrrrrrrrrzzzzzz";

/// The sixty points, by columns from `a`, each from row 1 up.
pub(crate) fn points() -> impl Iterator<Item = String> {
    let heights = [5, 6, 7, 8, 9, 8, 7, 6, 5];
    ('a'..='i').zip(heights).flat_map(|(column, height)| {
        let rows = (1..=height).filter(move |row| (column, *row) != ('e', 5));
        rows.map(move |row| format!("{column}{row}"))
    })
}

/// The generator of Java's `Random`: a linear congruence of 48 bits.
struct Random(u64);

impl Random {
    const FACTOR: u64 = 0x5_deec_e66d;
    const MASK: u64 = (1 << 48) - 1;

    fn new(key: i64) -> Random {
        Random((key as u64 ^ Random::FACTOR) & Random::MASK)
    }

    /// The next number of this many bits, signed if 32.
    fn bits(&mut self, count: u32) -> i32 {
        self.0 = self.0.wrapping_mul(Random::FACTOR).wrapping_add(0xb) & Random::MASK;
        (self.0 >> (48 - count)) as i32
    }

    /// Uniform below `bound`: numbers of the last, incomplete run are drawn again.
    fn below(&mut self, bound: i32) -> usize {
        loop {
            let bits = self.bits(31);
            let value = bits % bound;
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value as usize;
            }
        }
    }
}

/// The arrangement of a key: `since_2012` tells which of the two shuffles made it.
pub(crate) fn arrangement(key: i64, since_2012: bool) -> String {
    let mut pieces: Vec<char> = PIECES.chars().collect();
    let mut random = Random::new(key);
    for _ in 0..5 {
        for i in 0..pieces.len() {
            let j = match since_2012 {
                true => random.below(60),
                false => random.bits(32).checked_abs().unwrap_or(0) as usize % 60,
            };
            pieces.swap(i, j);
        }
    }
    pieces.into_iter().collect()
}

fn swap_case(letter: char) -> char {
    if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}

/// The setups that a record may have begun with, the likelier first.
pub(crate) fn candidates(
    variant: &str,
    colours: &str,
    begins: usize,
    course: &Course,
) -> Result<Vec<String>, RecordError> {
    let unknown = || RecordError::from(ParseError::new(variant, "wrong-foreign-variant"));
    let (name, key) = variant.split_once(' ').unwrap_or((variant, ""));
    let arrangements: Vec<String> = match name {
        "tzaar-standard" => return Ok(vec!["fixed".to_string()]),
        "tzaar-random" => {
            let key: i64 = key.trim().parse().map_err(|_| unknown())?;
            vec![arrangement(key, true), arrangement(key, false)]
        }
        "tzaar-custom" => vec![laid_out(course)?],
        _ => return Err(unknown()),
    };
    // White begins: the colours are exchanged if the player of Black did.
    let colour =
        colours.split(',').nth(begins).map_or(begins.to_string(), |c| c.trim().to_string());
    let exchange = colour == "1";
    let text = |pieces: String| {
        let letters = pieces.chars().map(|c| if exchange { swap_case(c) } else { c });
        format!("pieces={}", letters.collect::<String>())
    };
    Ok(arrangements.into_iter().map(text).collect())
}

/// The arrangement that is laid out by hand before the first turn.
fn laid_out(course: &Course) -> Result<String, RecordError> {
    let mut board: Vec<(String, Option<char>)> = points().map(|point| (point, None)).collect();
    let mut hand = None;
    for gesture in &course.gestures {
        let placed = match *gesture.parts().as_slice() {
            ["onboard", colour @ ("wr" | "br"), kind, column, row] => {
                piece(colour, kind).map(|letter| (letter, point(column, row)))
            }
            ["pick", colour @ ("wr" | "br"), kind] => {
                hand = piece(colour, kind);
                continue;
            }
            ["dropb", column, row] => hand.take().map(|letter| (letter, point(column, row))),
            _ => continue,
        };
        let Some((letter, place)) = placed else { continue };
        if let Some((_, slot)) = board.iter_mut().find(|(point, _)| *point == place) {
            *slot = Some(letter);
        }
    }
    let letters: Option<String> = board.into_iter().map(|(_, letter)| letter).collect();
    letters.ok_or_else(|| RecordError::new("wrong-foreign-arrangement"))
}

fn piece(colour: &str, kind: &str) -> Option<char> {
    let letter = match kind {
        "0" => 't',
        "1" => 'r',
        "2" => 'z',
        _ => return None,
    };
    Some(if colour == "wr" { letter.to_ascii_uppercase() } else { letter })
}

/// An action, or a pass.
#[derive(Clone, PartialEq, Eq)]
enum Action {
    Go(String, String),
    Pass,
}

/// The gestures of a turn.
#[derive(Default)]
pub(crate) struct Turn {
    hand: Option<String>,
    actions: Vec<Action>,
}

impl Settle for Turn {
    fn take(&mut self, gesture: &Gesture) -> Result<(), RecordError> {
        match *gesture.parts().as_slice() {
            ["capture" | "move", column, row, to_column, to_row] => {
                self.actions.push(Action::Go(point(column, row), point(to_column, to_row)));
            }
            ["pickb", column, row] => {
                let place = point(column, row);
                let is_back = |action: &Action| matches!(action, Action::Go(_, to) if *to == place);
                // A stack that has just moved is taken up again where the turn is complete.
                self.hand =
                    match self.actions.len() >= 2 && self.actions.last().is_some_and(is_back) {
                        true => match self.actions.pop() {
                            Some(Action::Go(from, _)) => Some(from),
                            _ => None,
                        },
                        false => Some(place),
                    };
            }
            ["dropcap" | "dropb", column, row] => {
                let place = point(column, row);
                match self.hand.take() {
                    Some(from) if from == place => {}
                    Some(from) => self.actions.push(Action::Go(from, place)),
                    // A piece of the arrangement.
                    None => {}
                }
            }
            ["pass"] => match self.actions.last() {
                Some(Action::Pass) => drop(self.actions.pop()),
                _ => self.actions.push(Action::Pass),
            },
            ["onboard" | "pick" | "drop", ..] => {}
            _ => return Err(unknown(gesture)),
        }
        Ok(())
    }

    fn settle(&mut self, transcript: &mut Transcript, last: &Gesture) -> Result<bool, RecordError> {
        self.hand = None;
        for action in self.actions.drain(..) {
            let step = match action {
                Action::Pass => "-".to_string(),
                Action::Go(from, to) => act(transcript, &from, &to),
            };
            if !transcript.play(last.number, &step, &step)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The step of an action: what it is depends on whose stack stands on the target.
pub(crate) fn act(transcript: &Transcript, from: &str, to: &str) -> String {
    let strengthen = format!("{from}+{to}");
    if transcript.record.game().touches(&strengthen).is_some() {
        return strengthen;
    }
    format!("{from}x{to}")
}

/// An error about a turn of Little Golem.
pub(crate) fn unreadable(number: usize, turn: &str) -> RecordError {
    wrong(number, turn, "wrong-foreign-gesture")
}

#[cfg(test)]
mod tests {
    use super::arrangement;

    #[test]
    fn a_key_stands_for_an_arrangement() {
        for (key, since_2012, expected) in [
            (1, true, "rTzrZTRtTTTzZtTtrrRZTrzTtzTZtTRrtRZTtTRztttRrRTZzRtttTTtrtrR"),
            (1, false, "RTrtZttTtTZTTrrTRtTzttrRttTtRtZRZzzTRTrzTzTTRTrztRrZTtRrtrZt"),
            (-5, true, "rzTTrzrTTtRTttTtrZtTTztRtZTtTtZZtztTrTrRtrRRRtTTzztZRrTrRZtR"),
            (-5, false, "TttrTzTrTRTTTTtRzTtrtTZTrZRTzZttRtTrRrrTtztRrttRZRzRrZztZtTt"),
        ] {
            assert_eq!(arrangement(key, since_2012), expected, "{key}");
        }
    }
}
