//! Game records: a [`Record`] holds kind, setup and steps, from which all positions are derived.
//!
//! There are two formats. The one-line format, for programs, is `KIND|SETUP|STEP STEP …`. The text
//! format, for people:
//!
//! ```text
//! game: yinsh
//! setup: blitz
//! player 1: Sara
//! player 2: Bahram
//! result: unfinished
//!
//! ; Whatever follows a semicolon is a comment.
//! 1. e5
//! 2. f6  ; close by
//! ```
//!
//! Header lines are `key: value`. `game` is mandatory, `setup` is omitted for the default, and a
//! `result` (finishing places, or `unfinished`) must not contradict the steps. Turns are numbered
//! from 1; the parser accepts steps without numbers. A file may hold several records, each beginning
//! with its `game` line.

mod read;
mod write;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::any::{AnyGame, Kind, PlayError};
use crate::game::{Game, Outcome, Status};
use crate::playthrough::{Playthrough, Turn};
use crate::reason::Reason;
use crate::text::ParseError;
use read::{MAX_HEADERS, check_result, is_key};

/// A played game whose steps have been validated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    play: Playthrough,
    headers: Vec<(String, String)>,
    comments: Vec<Comment>,
}

/// One line of commentary.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Comment {
    /// Number of steps played before it.
    ply: usize,
    text: String,
}

/// Error in a record, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// One-based line number; `None` in the one-line format.
    pub line: Option<usize>,
    /// One-based number of the faulty step, if a step is at fault.
    pub step: Option<usize>,
    /// What is wrong there.
    pub error: ParseError,
}

impl RecordError {
    /// An error without a place.
    #[must_use]
    pub fn new(reason: impl Into<Reason>) -> RecordError {
        ParseError::new("", reason).into()
    }

    fn at_line(self, line: usize) -> RecordError {
        RecordError { line: Some(line), ..self }
    }
}

impl From<ParseError> for RecordError {
    fn from(error: ParseError) -> RecordError {
        RecordError { line: None, step: None, error }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(step) = self.step {
            write!(f, "step {step}: ")?;
        }
        fmt::Display::fmt(&self.error, f)
    }
}

impl core::error::Error for RecordError {}

/// Replays steps from text; `before` is called with the position before each.
pub fn replay<'a, G: Game>(
    setup: &str,
    steps: impl IntoIterator<Item = &'a str>,
    mut before: impl FnMut(&G),
) -> Result<G, RecordError> {
    let mut game = G::start(&setup.parse()?);
    for (played, text) in steps.into_iter().enumerate() {
        before(&game);
        let step = text.parse().map_err(|error| step_error(played, error))?;
        if let Status::Over(outcome) = game.status() {
            return Err(after_end_error(played, text, outcome));
        }
        game.play(step).map_err(|error| step_error(played, ParseError::new("", &error)))?;
    }
    Ok(game)
}

/// Splits a one-line record into kind, setup and steps.
pub fn line_parts(line: &str) -> Result<(Kind, &str, &str), RecordError> {
    let mut parts = line.splitn(3, '|');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(kind), Some(setup), Some(steps)) => Ok((kind.trim().parse()?, setup, steps)),
        _ => Err(ParseError::new(line, "wrong-one-line").into()),
    }
}

impl Record {
    /// A record without steps.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// let mut record = Record::new("yinsh".parse()?, "blitz")?;
    /// record.push("e5")?;
    /// record.push("f6")?;
    /// assert_eq!(record.to_line(), "yinsh|blitz|e5 f6");
    /// assert_eq!(record.turns().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(kind: Kind, setup: &str) -> Result<Record, ParseError> {
        Ok(Playthrough::new(kind, setup)?.into())
    }

    /// The kind of game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.play.kind()
    }

    /// The setup text, empty for the default.
    #[must_use]
    pub fn setup(&self) -> &str {
        self.play.setup()
    }

    /// The texts of all steps.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        self.play.steps()
    }

    /// All turns that have begun.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.play.turns()
    }

    /// The game that is recorded.
    #[must_use]
    pub fn playthrough(&self) -> &Playthrough {
        &self.play
    }

    /// The position after the last step.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.play.game()
    }

    /// See [`Playthrough::keep_history`].
    pub fn keep_history(&mut self) {
        self.play.keep_history();
    }

    /// The value of a header line.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// let mut record = Record::new("yinsh".parse()?, "")?;
    /// record.set_header("player 1", "Sara")?;
    /// assert_eq!(record.header("player 1"), Some("Sara"));
    /// assert!(record.set_header("result", "7 7").is_err(), "no such places");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// All header lines except `game` and `setup`.
    #[must_use]
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// Sets a header line. Errors, as in parsing: an invalid key, a value with line breaks, a
    /// `result` that contradicts the steps, too many headers.
    pub fn set_header(&mut self, key: &str, value: &str) -> Result<(), RecordError> {
        if !is_key(key) || matches!(key, "game" | "setup") {
            return Err(ParseError::new(key, "wrong-header-key").into());
        }
        if value.contains(['\n', '\r']) {
            return Err(ParseError::new(value, "wrong-header-lines").into());
        }
        let value = value.trim().to_string();
        if key == "result" {
            check_result(self.game(), &value)?;
        }
        match self.headers.iter().position(|(known, _)| known == key) {
            Some(at) => self.headers[at].1 = value,
            None if self.headers.len() == MAX_HEADERS => {
                return Err(ParseError::new(key, "wrong-headers").into());
            }
            None => self.headers.push((key.to_string(), value)),
        }
        Ok(())
    }

    /// Adds a comment on the position after `ply` steps; each line becomes a comment of its own.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// let mut record = Record::from_line("yinsh||e5 f6")?;
    /// record.comment(2, "close by");
    /// assert_eq!(record.comments(2).collect::<Vec<_>>(), ["close by"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn comment(&mut self, ply: usize, text: &str) {
        let ply = ply.min(self.steps().len());
        let at = self.comments.iter().take_while(|comment| comment.ply <= ply).count();
        let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        let new = lines.map(|line| Comment { ply, text: line.to_string() });
        self.comments.splice(at..at, new);
    }

    /// The comments on the position after `ply` steps.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &str> {
        self.comments.iter().filter(move |comment| comment.ply == ply).map(|c| c.text.as_str())
    }

    /// The position after the first `ply` steps, or after all of them if there are fewer.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// let record = Record::from_line("yinsh||e5 f6")?;
    /// assert_eq!(record.at(1), Record::from_line("yinsh||e5")?.at(1));
    /// assert_eq!(record.at(9), *record.game());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at(&self, ply: usize) -> AnyGame {
        self.play.at(ply)
    }

    /// Appends a step; an illegal one changes nothing. A result that no longer fits is dropped.
    pub fn push(&mut self, step: &str) -> Result<(), RecordError> {
        play_step(&mut self.play, step)?;
        self.drop_result_unless_it_fits();
        Ok(())
    }

    /// Undoes all steps after the first `ply`, with their comments. A result that no longer fits is dropped.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// let mut record = Record::from_line("yinsh||e5 f6")?;
    /// record.rewind(1);
    /// assert_eq!(record.steps(), ["e5"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewind(&mut self, ply: usize) {
        self.play.rewind(ply);
        let played = self.steps().len();
        self.comments.retain(|comment| comment.ply <= played);
        self.drop_result_unless_it_fits();
    }

    fn drop_result_unless_it_fits(&mut self) {
        let game = self.play.game();
        self.headers.retain(|(key, value)| key != "result" || check_result(game, value).is_ok());
    }

    /// Parses the one-line format.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// assert_eq!(Record::from_line("yinsh||e5 f6")?.steps(), ["e5", "f6"]);
    /// let error = Record::from_line("yinsh||e5 e5").unwrap_err();
    /// assert_eq!(error.step, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_line(line: &str) -> Result<Record, RecordError> {
        let (kind, setup, steps) = line_parts(line)?;
        Record::new(kind, setup)?.with_steps(steps.split_ascii_whitespace())
    }

    /// The same game with other steps. Comments after the last step are dropped, and so is a result
    /// that no longer fits.
    pub fn with_steps<'a>(
        &self,
        steps: impl IntoIterator<Item = &'a str>,
    ) -> Result<Record, RecordError> {
        let mut play = Playthrough::new(self.kind(), self.setup())?;
        for step in steps {
            play_step(&mut play, step)?;
        }
        let mut record =
            Record { play, headers: self.headers.clone(), comments: self.comments.clone() };
        record.rewind(usize::MAX);
        Ok(record)
    }

    /// The one-line format.
    #[must_use]
    pub fn to_line(&self) -> String {
        format!("{}|{}|{}", self.kind(), self.setup(), self.steps().join(" "))
    }
}

/// A record without headers.
impl From<Playthrough> for Record {
    fn from(play: Playthrough) -> Record {
        Record { play, headers: Vec::new(), comments: Vec::new() }
    }
}

/// Plays a step of a record, with an error that names its number.
fn play_step(play: &mut Playthrough, step: &str) -> Result<(), RecordError> {
    let (played, status) = (play.steps().len(), play.game().status());
    play.play(step).map_err(|error| match (error, status) {
        (PlayError::Illegal(_), Status::Over(outcome)) => after_end_error(played, step, outcome),
        (error, _) => step_error(played, error.into()),
    })
}

/// Error of the step after `played` others.
fn step_error(played: usize, error: ParseError) -> RecordError {
    RecordError { line: None, step: Some(played + 1), error }
}

/// Error of a step after the end of the game.
fn after_end_error(played: usize, text: &str, outcome: Outcome) -> RecordError {
    let why = Reason::new("wrong-over").with("result", outcome.to_string());
    step_error(played, ParseError::new(text, why))
}
