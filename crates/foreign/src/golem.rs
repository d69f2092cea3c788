//! TZAAR of Little Golem.

use mohreh_games::record::RecordError;
use mohreh_games::{Kind, ParseError, Record};

use crate::sgf::Node;
use crate::tzaar::{act, points, unreadable};
use crate::{Imported, Transcript};

const SOURCE: &str = "littlegolem.net";

/// A point from two letters `k` to `s`, coordinates −4 to 4.
fn point(letters: &str) -> Option<String> {
    let coordinate = |c: char| ('k'..='s').contains(&c).then(|| c as i32 - 'o' as i32);
    let mut chars = letters.chars();
    let (x, y) = (coordinate(chars.next()?)?, coordinate(chars.next()?)?);
    if chars.next().is_some() || (x + y).abs() > 4 || (x, y) == (0, 0) {
        return None;
    }
    let column = char::from(b'a' + (x + 4) as u8);
    Some(format!("{column}{}", 4.min(4 - x) - y + 1))
}

/// Our arrangement: the columns of the site run downwards, and its small letters are White.
fn pieces(letters: &str) -> Option<String> {
    let mut letters = letters.trim().chars();
    let mut board: Vec<(String, Option<char>)> = points().map(|point| (point, None)).collect();
    for x in 'k'..='s' {
        for y in 'k'..='s' {
            let Some(place) = point(&format!("{x}{y}")) else { continue };
            let letter = match letters.next()? {
                'a' => 'Z',
                'b' => 'R',
                'c' => 'T',
                'A' => 'z',
                'B' => 'r',
                'C' => 't',
                _ => return None,
            };
            board.iter_mut().find(|(point, _)| *point == place)?.1 = Some(letter);
        }
    }
    letters.next().is_none().then(|| board.into_iter().filter_map(|(_, letter)| letter).collect())
}

pub(crate) fn read(nodes: &[Node]) -> Result<Imported, RecordError> {
    let Some((root, turns)) = nodes.split_first() else {
        return Err(RecordError::new("wrong-foreign-empty"));
    };
    let letters = root.value("POS").unwrap_or_default();
    let pieces =
        pieces(letters).ok_or_else(|| ParseError::new(letters, "wrong-foreign-arrangement"))?;
    let record = Record::new(Kind::Tzaar, &format!("pieces={pieces}"))?;
    let mut transcript = Transcript::new(record);
    for (seat, property) in [(1, "PW"), (2, "PB")] {
        transcript.header(&format!("player {seat}"), root.value(property).unwrap_or_default());
    }
    transcript.header("event", root.value("EV").unwrap_or_default());
    'turns: for (number, node) in (1..).zip(turns) {
        let turn = node.value("W").or(node.value("B")).unwrap_or_default();
        for action in turn.split('-') {
            let step = match action {
                "pass" => "-".to_string(),
                _ => {
                    let ends = action.get(..2).zip(action.get(2..));
                    let ends = ends.and_then(|(from, to)| Some((point(from)?, point(to)?)));
                    let (from, to) = ends.ok_or_else(|| unreadable(number, turn))?;
                    act(&transcript, &from, &to)
                }
            };
            if !transcript.play(number, turn, &step)? {
                break 'turns;
            }
        }
    }
    Ok(transcript.finish(SOURCE, None))
}
