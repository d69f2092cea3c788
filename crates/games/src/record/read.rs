//! Reading the text form.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::player::Player;
use super::{Comment, Record, RecordError};
use crate::any::Kind;
use crate::game::{Seat, Status};
use crate::text::ParseError;

impl Record {
    /// Reads the text form: one record or several. The first mistake is the answer.
    pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
        Record::read_each(text).into_iter().collect()
    }

    /// Reads the text form; a mistake in one record does not spoil the others.
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
            let why = "no record found: it begins with a line such as `game: yinsh`";
            records.push(Err(RecordError::new(why)));
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
        let begins = "a record begins with a line such as `game: yinsh`";
        while let Some(&(line, number)) = lines.peek() {
            let line = line.trim();
            let header = header_line(line);
            let is_turn = !line.is_empty() && !line.starts_with(';') && header.is_none();
            if kind.is_some() && (is_turn || header.is_some_and(|(key, _)| key == "game")) {
                break;
            }
            // Taken before it is judged: whoever goes on after a mistake finds the next line.
            lines.next();
            let wrong = |error: RecordError| error.at_line(number);
            let Some((key, value)) = header else {
                if is_turn {
                    return Err(wrong(ParseError::new(line, begins).into()));
                }
                push_comment(&mut comments, 0, line.strip_prefix(';').unwrap_or(line));
                continue;
            };
            let twice = || wrong(RecordError::new(format!("the header `{key}` is given twice")));
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
                _ if headers.len() == MOST_HEADERS => {
                    return Err(wrong(RecordError::new("too many header lines")));
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

/// More header lines than anybody needs, so that looking for doubles stays cheap.
pub(super) const MOST_HEADERS: usize = 64;

fn push_comment(comments: &mut Vec<Comment>, ply: usize, text: &str) {
    let text = text.trim();
    if !text.is_empty() {
        comments.push(Comment { ply, text: text.to_string() });
    }
}

/// Reads the turns, up to the end or the next record.
fn read_body(kind: Kind, header: Header, lines: &mut Lines<'_>) -> Result<Record, RecordError> {
    let start = Player::start(kind, &header.setup);
    let (mut player, setup) = start.map_err(|error| error.at_line(header.setup_line))?;
    let mut record = Record {
        kind,
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
        if words.contains(':') {
            let why = "a header line stands above the turns, and its key has small letters only";
            return Err(RecordError::from(ParseError::new(words.trim(), why)).at_line(number));
        }
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
            if player.begins_turn(step) {
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

fn check_turn(player: &Player, record: &Record, turn: &str) -> Result<(), RecordError> {
    let due = record.turns.len() + 1;
    if !player.is_turn_due() && !matches!(player.game.status(), Status::Over(_)) {
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
            // As many are ahead of each as its place says.
            let fits = |place: &&str| {
                let ahead = places.iter().filter(|other| *other < place).count();
                **place == (ahead + 1).to_string()
            };
            if places.len() == seats && places.iter().all(fits) {
                Ok(())
            } else {
                refuse(format!("expected `unfinished` or {seats} finishing places"))
            }
        }
    }
}
