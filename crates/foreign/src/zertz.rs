//! ZÈRTZ of boardspace.net.

use mohreh_games::record::RecordError;
use mohreh_games::{AnyGame, Kind, ParseError, Reason};

use crate::boardspace::{Settle, unknown};
use crate::gesture::{Course, Gesture, point};
use crate::{Transcript, wrong};

/// The setup of a variant or, after marbles were given away, the position.
pub(crate) fn start(variant: &str, course: &Course, begins: usize) -> Result<String, RecordError> {
    let setup = setup(variant, course)?;
    if course.gifts.is_empty() {
        return Ok(setup.to_string());
    }
    let (mut supply, mut own) = ([6_u8, 8, 10], [[0_u8; 3]; 2]);
    for gift in &course.gifts {
        let refused = || wrong(gift.number, &gift.text(), "wrong-foreign-handicap");
        let ["rtor", "2", colour, player] = *gift.parts().as_slice() else { return Err(refused()) };
        let colour =
            colour.parse().ok().filter(|colour: &usize| *colour < 3).ok_or_else(refused)?;
        let seat = match player {
            "2" => continue,
            "0" => usize::from(begins != 0),
            "1" => usize::from(begins != 1),
            _ => return Err(refused()),
        };
        supply[colour] = supply[colour].checked_sub(1).ok_or_else(refused)?;
        own[seat][colour] += 1;
    }
    let counts = |[white, grey, black]: [u8; 3]| format!("{white},{grey},{black}");
    let position = AnyGame::start(Kind::Zertz, setup)?.to_string();
    let position = position.replace("supply=6,8,10", &format!("supply={}", counts(supply)));
    let owned = format!("own={}/{}", counts(own[0]), counts(own[1]));
    Ok(position.replace("own=0,0,0/0,0,0", &owned))
}

/// The setup of a variant.
fn setup(variant: &str, course: &Course) -> Result<&'static str, RecordError> {
    let first = course.gestures.iter().find(|gesture| gesture.words[0] == "setboard");
    let chosen = first.and_then(|gesture| gesture.words.get(1)).map_or(variant, String::as_str);
    match chosen {
        "" | "zertz" => Ok("rings=37"),
        "zertz+11" => Ok("rings=48"),
        "zertz+24" => Ok("rings=61"),
        "zertz+h" => Ok("rings=48"),
        _ => Err(ParseError::new(variant, Reason::new("wrong-foreign-variant")).into()),
    }
}

/// The gestures of a turn: a marble and a ring, or jumps.
#[derive(Default)]
pub(crate) struct Turn {
    placed: Option<(char, String)>,
    ring: Option<String>,
    jumps: Vec<(String, String)>,
}

impl Settle for Turn {
    fn take(&mut self, gesture: &Gesture) -> Result<(), RecordError> {
        match *gesture.parts().as_slice() {
            ["rtob", _, colour, column, row] => {
                let letter = match colour {
                    "0" => 'W',
                    "1" => 'G',
                    "2" => 'B',
                    _ => return Err(unknown(gesture)),
                };
                let new = (letter, point(column, row));
                if self.placed.as_ref().is_some_and(|old| *old != new) {
                    let two = "wrong-foreign-two-marbles";
                    return Err(wrong(gesture.number, &gesture.text(), two));
                }
                self.placed = Some(new);
            }
            ["r-", column, row] => self.ring = Some(point(column, row)),
            ["r+", ..] => self.ring = None,
            ["btor", ..] => self.placed = None,
            ["btob", column, row, to_column, to_row] => {
                let (from, to) = (point(column, row), point(to_column, to_row));
                let back = self.jumps.last().is_some_and(|(f, t)| *f == to && *t == from);
                match &mut self.placed {
                    _ if from == to => {}
                    Some((_, place)) if *place == from => *place = to,
                    _ if back => drop(self.jumps.pop()),
                    _ => self.jumps.push((from, to)),
                }
            }
            ["rtor", from, _, to] if from != to => {
                return Err(wrong(gesture.number, &gesture.text(), "wrong-foreign-handicap"));
            }
            ["rtor" | "pick" | "pickb" | "setboard", ..] => {}
            ["pass"] => {}
            _ => return Err(unknown(gesture)),
        }
        Ok(())
    }

    fn settle(&mut self, transcript: &mut Transcript, last: &Gesture) -> Result<bool, RecordError> {
        let turn = std::mem::take(self);
        let placed = turn.placed.map(|(letter, place)| format!("{letter}{place}"));
        let ring = turn.ring.map(|ring| format!("-{ring}"));
        let jumps = turn.jumps.into_iter().map(|(from, to)| format!("{from}x{to}"));
        for step in placed.into_iter().chain(ring).chain(jumps) {
            if !transcript.play(last.number, &step, &step)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
