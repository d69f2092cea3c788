//! Records of other sites: boardspace.net (ZÈRTZ, TZAAR, YINSH), Little Golem (TZAAR), Board Game Arena (YINSH), and
//! records of our own as SGF.
//!
//! Sites record gestures, which people correct before a turn ends, so a turn is settled as a whole and then played by
//! our rules. What cannot be expressed is an error that names the gesture; nothing is guessed.

#![warn(missing_docs)]

mod arena;
mod boardspace;
mod gesture;
mod golem;
mod sgf;
mod tzaar;
mod write;
mod yinsh;
mod zertz;

use mohreh_games::record::RecordError;
use mohreh_games::{ParseError, Reason, Record, Status};

pub use write::to_sgf;

/// Largest text that is read, in bytes. Records are a few kilobytes.
pub const MAX_LEN: usize = 8 << 20;

/// A record of another program, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The game.
    pub record: Record,
    /// What was left out and why, with the number of the gesture.
    pub left_out: Vec<RecordError>,
}

/// Reads a text of another program: `None` if it is not in a format known here. Files of other sites hold one game, our
/// own SGF any number. In errors `step` is the number of the gesture or turn in that text.
///
/// ```
/// let sgf = r#"(;GM[22]SU[Zertz]P0[id "Sara"]P1[id "Bahram"]
///     ;P0[1 R- A 4];P0[2 RtoB 2 0 D 4];P0[3 Done];P1[4 Resign])"#;
/// let imported = mohreh_foreign::read(sgf).unwrap().remove(0).unwrap();
/// assert_eq!(imported.record.steps(), ["Wd4", "-a4"]);
/// assert_eq!(imported.record.header("result"), Some("1 2"));
/// assert_eq!(mohreh_foreign::read("game: zertz"), None);
/// ```
#[must_use]
pub fn read(text: &str) -> Option<Vec<Result<Imported, RecordError>>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    if text.starts_with("recordedHistory") {
        return Some(vec![Err(RecordError::new("wrong-foreign-server-log"))]);
    }
    let is_json = text.starts_with('{') && text.contains("\"logs\"");
    if !is_json && !text.starts_with('(') {
        return None;
    }
    Some(match () {
        () if text.len() > MAX_LEN => vec![Err(RecordError::new("wrong-foreign-long"))],
        () if is_json => vec![arena::read(text)],
        () => read_sgf(text),
    })
}

fn read_sgf(text: &str) -> Vec<Result<Imported, RecordError>> {
    let (mut games, mut rest) = (Vec::new(), text);
    while !rest.trim_start().is_empty() {
        let nodes = match sgf::parse(rest) {
            Ok((nodes, after)) => {
                rest = after;
                nodes
            }
            Err(error) => {
                games.push(Err(error));
                break;
            }
        };
        let Some(root) = nodes.first() else {
            games.push(Err(RecordError::new("wrong-foreign-empty")));
            break;
        };
        if root.value("AP").is_some_and(|app| app.starts_with(write::APPLICATION)) {
            games.push(write::read(&nodes));
            continue;
        }
        games.push(match root.value("FF") {
            Some("TZAAR") => golem::read(&nodes),
            _ => boardspace::read(&nodes),
        });
        // Some files of boardspace.net have leftovers after the game.
        break;
    }
    games
}

/// An error about a gesture, with its number.
fn wrong(number: usize, gesture: &str, reason: impl Into<Reason>) -> RecordError {
    let error = RecordError::from(ParseError::new(gesture, reason));
    RecordError { step: Some(number), ..error }
}

/// A record being made of foreign turns.
struct Transcript {
    record: Record,
    left_out: Vec<RecordError>,
}

impl Transcript {
    fn new(record: Record) -> Transcript {
        Transcript { record, left_out: Vec::new() }
    }

    /// Plays a step of the gesture with this number. After the end of the game by our rules it is left out, and so is
    /// all that follows: `false`.
    fn play(&mut self, number: usize, gesture: &str, step: &str) -> Result<bool, RecordError> {
        if let Status::Over(outcome) = self.record.game().status() {
            let over = Reason::new("wrong-foreign-after-end").with("result", outcome.to_string());
            self.left_out.push(wrong(number, gesture, over));
            return Ok(false);
        }
        let played = self.record.push(step);
        played.map_err(|error| {
            let rule = error.error.reason().why().cloned().map(Box::new);
            let why = Reason::new("wrong-foreign-illegal").with("step", step).because(rule);
            match error.error.reason().key() {
                "wrong-illegal" => wrong(number, gesture, why),
                _ => RecordError { step: Some(number), ..error },
            }
        })?;
        Ok(true)
    }

    /// Sets a header, unless it is blank or cannot be written.
    fn header(&mut self, key: &str, value: &str) {
        let value = value.replace(['\n', '\r'], " ");
        if !value.trim().is_empty() {
            // A header that does not fit is no reason to refuse the game.
            let _ = self.record.set_header(key, &value);
        }
    }

    /// The record, with the result that the site tells, if the steps do not.
    fn finish(mut self, source: &str, result: Option<&str>) -> Imported {
        self.header("source", source);
        match self.record.game().status() {
            Status::Over(outcome) => self.header("result", &outcome.to_string()),
            _ => self.header("result", result.unwrap_or("unfinished")),
        }
        Imported { record: self.record, left_out: self.left_out }
    }
}
