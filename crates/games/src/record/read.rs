//! Reading the text form.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::player::Player;
use super::{Comment, Record, RecordError};
use crate::any::Kind;
use crate::game::{Game, Seat, Status};
use crate::text::ParseError;

impl Record {
    /// Reads the text form: one record or several.
    pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().zip(1..).peekable();
        let mut records = Vec::new();
        while let Some(header) = Header::read(&mut lines)? {
            let kind = header.kind;
            let record = with_kind!(kind, G => read_body::<G>(header, &mut lines))?;
            records.push(record);
        }
        if records.is_empty() {
            return Err(RecordError::new(
                "no record found: it begins with a line such as `game: yinsh`",
            ));
        }
        Ok(records)
    }
}

type Lines<'a> =
    core::iter::Peekable<core::iter::Zip<core::str::Lines<'a>, core::ops::RangeFrom<usize>>>;

/// Small letters and digits, with blanks or dashes between.
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

/// What stands above the turns.
struct Header {
    kind: Kind,
    setup: String,
    setup_line: usize,
    result_line: usize,
    headers: Vec<(String, String)>,
    comments: Vec<Comment>,
}

impl Header {
    /// Reads up to the first line of the turns; none if nothing but blank lines is left.
    fn read(lines: &mut Lines<'_>) -> Result<Option<Header>, RecordError> {
        let mut kind = None;
        let mut setup = None;
        let (mut setup_line, mut result_line) = (0, 0);
        let (mut headers, mut comments) = (Vec::<(String, String)>::new(), Vec::new());
        while let Some(&(line, number)) = lines.peek() {
            let line = line.trim();
            if let Some(text) = line.strip_prefix(';') {
                push_comment(&mut comments, 0, text);
            } else if let Some((key, value)) = header_line(line) {
                let twice = || {
                    RecordError::new(format!("the header `{key}` is given twice")).at_line(number)
                };
                match key {
                    "game" if kind.is_some() => break,
                    "game" => {
                        let read = value.parse::<Kind>();
                        kind = Some(read.map_err(|e| RecordError::from(e).at_line(number))?);
                        setup_line = number;
                    }
                    _ if kind.is_none() => {
                        let why = "a record begins with a line such as `game: yinsh`";
                        return Err(RecordError::new(why).at_line(number));
                    }
                    "setup" if setup.is_some() => return Err(twice()),
                    "setup" => {
                        setup = Some(value.to_string());
                        setup_line = number;
                    }
                    _ if headers.iter().any(|(known, _)| known == key) => return Err(twice()),
                    _ if headers.len() == MOST_HEADERS => {
                        return Err(RecordError::new("too many header lines").at_line(number));
                    }
                    _ => {
                        if key == "result" {
                            result_line = number;
                        }
                        headers.push((key.to_string(), value.to_string()));
                    }
                }
            } else if !line.is_empty() {
                if kind.is_none() {
                    let why = "a record begins with a line such as `game: yinsh`";
                    return Err(RecordError::from(ParseError::new(line, why)).at_line(number));
                }
                break;
            }
            lines.next();
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

/// More header lines than anybody needs, so that looking for doubles stays cheap.
pub(super) const MOST_HEADERS: usize = 64;

fn push_comment(comments: &mut Vec<Comment>, ply: usize, text: &str) {
    let text = text.trim();
    if !text.is_empty() {
        comments.push(Comment { ply, text: text.to_string() });
    }
}

/// Reads the turns, up to the end or the next record.
fn read_body<G: Game>(header: Header, lines: &mut Lines<'_>) -> Result<Record, RecordError> {
    let start = Player::<G>::start(&header.setup);
    let (mut player, setup) = start.map_err(|error| error.at_line(header.setup_line))?;
    let mut record = Record {
        kind: header.kind,
        setup,
        steps: Vec::new(),
        turns: Vec::new(),
        headers: header.headers,
        comments: header.comments,
    };
    while let Some((line, number)) = lines.next_if(|(line, _)| !is_game_line(line)) {
        let (words, comment) = match line.split_once(';') {
            Some((words, comment)) => (words, Some(comment)),
            None => (line, None),
        };
        for word in words.split_whitespace() {
            let step = match turn_number(word) {
                None => word,
                Some((turn, step)) => {
                    check_turn(&player, &record, turn).map_err(|error| error.at_line(number))?;
                    step
                }
            };
            if step.is_empty() {
                continue;
            }
            if player.begins_turn() {
                record.turns.push(player.played);
            }
            player.play(step).map_err(|error| error.at_line(number))?;
            record.steps.push(step.to_string());
        }
        push_comment(&mut record.comments, record.steps.len(), comment.unwrap_or_default());
    }
    if let Some((_, result)) = record.headers.iter().find(|(key, _)| key == "result") {
        let fits = check_result(player.game.status(), player.game.seats(), result);
        fits.map_err(|error| error.at_line(header.result_line))?;
    }
    Ok(record)
}

fn is_game_line(line: &str) -> bool {
    header_line(line.trim()).is_some_and(|(key, _)| key == "game")
}

/// `12.` or `12.Wd4`: the number of a turn, and the step that is written to it.
fn turn_number(word: &str) -> Option<(&str, &str)> {
    let (number, step) = word.split_once('.')?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    digits.then_some((number, step))
}

fn check_turn<G: Game>(player: &Player<G>, record: &Record, turn: &str) -> Result<(), RecordError> {
    let due = record.turns.len() + 1;
    if !player.begins_turn() && !matches!(player.game.status(), Status::Over(_)) {
        let why = format!("`{turn}.`: turn {} is not complete yet", record.turns.len());
        return Err(RecordError::new(why));
    }
    if turn.parse() != Ok(due) {
        return Err(ParseError::new(turn, format!("this is turn {due}")).into());
    }
    Ok(())
}

/// `unfinished`, or a finishing place for each seat that the steps do not contradict.
pub(super) fn check_result(status: Status, seats: usize, result: &str) -> Result<(), RecordError> {
    let refuse = |why: String| Err(ParseError::new(result, why).into());
    let over = match status {
        Status::Over(outcome) => Some(outcome.to_string()),
        _ => None,
    };
    match over {
        Some(over) if result != over => refuse(format!("the steps end with the result {over}")),
        Some(_) => Ok(()),
        None if result == "unfinished" => Ok(()),
        None => {
            let places: Vec<&str> = result.split(' ').take(Seat::MOST + 1).collect();
            let known = places.iter().all(|place| matches!(*place, "1" | "2" | "3" | "4"));
            if known && places.contains(&"1") && places.len() == seats {
                Ok(())
            } else {
                refuse(format!("expected `unfinished` or {seats} finishing places"))
            }
        }
    }
}
