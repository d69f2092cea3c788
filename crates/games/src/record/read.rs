//! Parser of the text format.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::build::Builder;
use super::{Record, RecordError};
use crate::any::{AnyGame, Kind};
use crate::game::{Seat, Status};
use crate::playthrough::Playthrough;
use crate::reason::Reason;
use crate::text::{ParseError, quote};

impl Record {
    /// Parses the text format, one or more records; returns the first error.
    pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
        Record::read_each(text).into_iter().collect()
    }

    /// Parses each record independently, so that an error in one does not affect the others.
    #[must_use]
    pub fn read_each(text: &str) -> Vec<Result<Record, RecordError>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().zip(1..).peekable();
        let mut records = Vec::new();
        while let Some(record) = read_one(&mut lines).transpose() {
            if record.is_err() {
                while lines.next_if(|(line, _)| !is_game_line(line)).is_some() {}
            }
            records.push(record);
        }
        if records.is_empty() {
            records.push(Err(RecordError::new("wrong-no-record")));
        }
        records
    }
}

fn read_one(lines: &mut Lines<'_>) -> Result<Option<Record>, RecordError> {
    let Some(header) = Header::read(lines)? else { return Ok(None) };
    let kind = header.kind;
    read_body(kind, header, lines).map(Some)
}

type Lines<'a> =
    core::iter::Peekable<core::iter::Zip<core::str::Lines<'a>, core::ops::RangeFrom<usize>>>;

/// Whether a header key is valid: lowercase letters, digits, dashes and inner spaces, starting with
/// a letter.
pub(super) fn is_key(key: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b' ' | b'-');
    key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.trim_end() == key
        && key.bytes().all(plain)
}

fn header_line(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    is_key(key).then(|| (key, value.trim()))
}

/// The header section of a record.
struct Header {
    kind: Kind,
    setup: String,
    setup_line: usize,
    result_line: usize,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
}

impl Header {
    /// Parses up to the first line of turns; `None` if no record is left.
    fn read(lines: &mut Lines<'_>) -> Result<Option<Header>, RecordError> {
        let mut kind = None;
        let mut setup = None;
        let (mut setup_line, mut result_line) = (0, 0);
        let (mut headers, mut comments) = (Vec::<(String, String)>::new(), Vec::new());
        let begins = "wrong-begin";
        while let Some(&(line, number)) = lines.peek() {
            let line = line.trim();
            let header = header_line(line);
            let is_turn = !line.is_empty() && !line.starts_with(';') && header.is_none();
            if kind.is_some() && (is_turn || header.is_some_and(|(key, _)| key == "game")) {
                break;
            }
            // Consumed before it is validated, so that error recovery continues with the next line.
            lines.next();
            let wrong = |error: RecordError| error.at_line(number);
            let Some((key, value)) = header else {
                if is_turn {
                    return Err(wrong(ParseError::new(line, begins).into()));
                }
                comments.push(line.strip_prefix(';').unwrap_or(line).to_string());
                continue;
            };
            let twice = || {
                wrong(RecordError::new(Reason::new("wrong-header-twice").with("word", quote(key))))
            };
            match key {
                "game" => {
                    kind = Some(value.parse::<Kind>().map_err(|error| wrong(error.into()))?);
                    setup_line = number;
                }
                _ if kind.is_none() => return Err(wrong(RecordError::new(begins))),
                "setup" if setup.is_some() => return Err(twice()),
                "setup" => {
                    setup = Some(value.to_string());
                    setup_line = number;
                }
                _ if headers.iter().any(|(known, _)| known == key) => return Err(twice()),
                _ if headers.len() == MAX_HEADERS => {
                    return Err(wrong(RecordError::new("wrong-headers")));
                }
                _ => {
                    if key == "result" {
                        result_line = number;
                    }
                    headers.push((key.to_string(), value.to_string()));
                }
            }
        }
        Ok(kind.map(|kind| Header {
            kind,
            setup: setup.unwrap_or_default(),
            setup_line,
            result_line,
            headers,
            comments,
        }))
    }
}

/// Limit that keeps the linear search for duplicates cheap.
pub(super) const MAX_HEADERS: usize = 64;

/// Parses the turns, up to the end of the file or the next record.
fn read_body(kind: Kind, header: Header, lines: &mut Lines<'_>) -> Result<Record, RecordError> {
    let play = Playthrough::starting(kind, &header.setup);
    let play = play.map_err(|error| RecordError::from(error).at_line(header.setup_line))?;
    let mut builder = Builder::new(&play);
    for comment in &header.comments {
        builder.comment(comment)?;
    }
    while let Some((line, number)) = lines.next_if(|(line, _)| !is_game_line(line)) {
        read_line(&mut builder, line, number).map_err(|error| error.at_line(number))?;
    }
    builder.finish(header.headers, header.result_line)
}

fn read_line(builder: &mut Builder, line: &str, number: usize) -> Result<(), RecordError> {
    let (words, comment) = line.split_once(';').unwrap_or((line, ""));
    if words.contains(':') {
        return Err(ParseError::new(words.trim(), "wrong-late-header").into());
    }
    for word in words.split_whitespace() {
        // A parenthesis is a word of its own, wherever it stands.
        for part in word.split_inclusive(['(', ')']) {
            let (part, bracket) = match part.char_indices().next_back() {
                Some((at, '(' | ')')) => part.split_at(at),
                _ => (part, ""),
            };
            let step = match turn_number(part) {
                None => part,
                Some((turn, step)) => {
                    builder.turn(turn)?;
                    step
                }
            };
            for word in [step, bracket].into_iter().filter(|word| !word.is_empty()) {
                builder.word(word, number)?;
            }
        }
    }
    builder.comment(comment)
}

fn is_game_line(line: &str) -> bool {
    header_line(line.trim()).is_some_and(|(key, _)| key == "game")
}

/// Splits `12.` or `12.Wd4` into turn number and step.
fn turn_number(word: &str) -> Option<(&str, &str)> {
    let (number, step) = word.split_once('.')?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    digits.then_some((number, step))
}

/// Validates a `result`: the outcome of the steps or, if they do not end the game, `unfinished` or
/// any ranking (resignation, agreement).
pub(super) fn check_result(game: &AnyGame, result: &str) -> Result<(), RecordError> {
    let seats = game.seats();
    let refuse = |why: Reason| Err(ParseError::new(result, why).into());
    let over = match game.status() {
        Status::Over(outcome) => Some(outcome.to_string()),
        _ => None,
    };
    match over {
        Some(over) if result != over => refuse(Reason::new("wrong-result").with("result", over)),
        Some(_) => Ok(()),
        None if result == "unfinished" => Ok(()),
        None => {
            let places: Vec<&str> = result.split(' ').take(Seat::MOST + 1).collect();
            // A place is one more than the number of seats ahead.
            let fits = |place: &&str| {
                let ahead = places.iter().filter(|other| *other < place).count();
                **place == (ahead + 1).to_string()
            };
            if places.len() == seats && places.iter().all(fits) {
                Ok(())
            } else {
                refuse(Reason::new("wrong-places").with("count", seats))
            }
        }
    }
}
