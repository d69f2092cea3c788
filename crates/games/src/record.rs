//! Records of games: kind, setup and steps are the only truth, everything else follows from them.
//!
//! A record has two forms. For programs, one line: `KIND|SETUP|STEP STEP …`. For people, a text:
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
//! Header lines are `key: value`; `game` is needed, `setup` left out for the default, and a `result`
//! (the finishing places, or `unfinished`) must not contradict the steps. Turns are numbered from
//! 1; the numbers may be left out when reading. A file may hold several records, each beginning
//! with its `game` line.

mod player;
mod read;
mod write;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::any::{AnyGame, Kind, PlayError};
use crate::game::{Game, Status};
use crate::text::ParseError;
use player::{Player, at_fault, over};
use read::{MOST_HEADERS, check_result, is_key};

/// A game that was played, checked step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    kind: Kind,
    setup: String,
    steps: Vec<String>,
    /// The first ply of each turn.
    turns: Vec<usize>,
    headers: Vec<(String, String)>,
    comments: Vec<Comment>,
}

/// A remark on a game, one line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Comment {
    /// How many steps had been played.
    ply: usize,
    text: String,
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1; none for the one-line form.
    pub line: Option<usize>,
    /// The number of the step, counted from 1, if a step is at fault.
    pub step: Option<usize>,
    /// What is wrong, with the text that is at fault.
    pub why: String,
}

impl RecordError {
    fn new(why: impl Into<String>) -> RecordError {
        RecordError { line: None, step: None, why: why.into() }
    }

    fn at_line(self, line: usize) -> RecordError {
        RecordError { line: Some(line), ..self }
    }
}

impl From<ParseError> for RecordError {
    fn from(error: ParseError) -> RecordError {
        RecordError::new(error.to_string())
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
        f.write_str(&self.why)
    }
}

impl core::error::Error for RecordError {}

/// Plays steps from text, calling `before` with the position before each.
pub fn replay<'a, G: Game>(
    setup: &str,
    steps: impl IntoIterator<Item = &'a str>,
    mut before: impl FnMut(&G),
) -> Result<G, RecordError> {
    let mut game = G::start(&setup.parse()?);
    for (played, text) in steps.into_iter().enumerate() {
        before(&game);
        let step = text.parse().map_err(|error| at_fault(played, &error))?;
        if let Status::Over(outcome) = game.status() {
            return Err(over(played, text, outcome));
        }
        game.play(step).map_err(|error| at_fault(played, &error))?;
    }
    Ok(game)
}

/// The three parts of a one-line record.
pub fn line_parts(line: &str) -> Result<(Kind, &str, &str), RecordError> {
    let mut parts = line.splitn(3, '|');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(kind), Some(setup), Some(steps)) => Ok((kind.trim().parse()?, setup, steps)),
        _ => Err(ParseError::new(line, "expected KIND|SETUP|STEP STEP …").into()),
    }
}

impl Record {
    /// A game in which nothing has been played yet.
    pub fn new(kind: Kind, setup: &str) -> Result<Record, ParseError> {
        let setup = with_kind!(kind, G => setup.parse::<<G as Game>::Setup>()?.to_string());
        Ok(Record {
            kind,
            setup,
            steps: Vec::new(),
            turns: Vec::new(),
            headers: Vec::new(),
            comments: Vec::new(),
        })
    }

    /// Which game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The setup text, empty for the default.
    #[must_use]
    pub fn setup(&self) -> &str {
        &self.setup
    }

    /// All steps, each as it is written.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// How many turns have begun.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// The first ply of each turn. A step by which a seat leaves begins none.
    #[must_use]
    pub fn turn_starts(&self) -> &[usize] {
        &self.turns
    }

    /// The value of a header line.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The header lines other than `game` and `setup`.
    #[must_use]
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// Sets a header line. Refused, as when reading: a key that no header can have, a value of several
    /// lines, a `result` that the steps contradict, and too many headers.
    pub fn set_header(&mut self, key: &str, value: &str) -> Result<(), RecordError> {
        if !is_key(key) || matches!(key, "game" | "setup") {
            let why = "expected a key of small letters and digits, with blanks or dashes inside";
            return Err(ParseError::new(key, why).into());
        }
        if value.contains(['\n', '\r']) {
            return Err(ParseError::new(value, "a header has one line").into());
        }
        let value = value.trim().to_string();
        if key == "result" {
            let end = self.at(usize::MAX)?;
            check_result(end.status(), end.seats(), &value)?;
        }
        match self.headers.iter().position(|(known, _)| known == key) {
            Some(at) => self.headers[at].1 = value,
            None if self.headers.len() == MOST_HEADERS => {
                return Err(ParseError::new(key, "too many header lines").into());
            }
            None => self.headers.push((key.to_string(), value)),
        }
        Ok(())
    }

    /// Adds a remark on the position after `ply` steps; several lines make several remarks.
    pub fn comment(&mut self, ply: usize, text: &str) {
        let ply = ply.min(self.steps.len());
        let at = self.comments.iter().take_while(|comment| comment.ply <= ply).count();
        let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        let new = lines.map(|line| Comment { ply, text: line.to_string() });
        self.comments.splice(at..at, new);
    }

    /// The remarks on the position after `ply` steps.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &str> {
        self.comments.iter().filter(move |comment| comment.ply == ply).map(|c| c.text.as_str())
    }

    /// The position after the first `ply` steps, or after all of them if there are fewer.
    pub fn at(&self, ply: usize) -> Result<AnyGame, RecordError> {
        let mut game = AnyGame::start(self.kind, &self.setup)?;
        for (n, step) in self.steps.iter().take(ply).enumerate() {
            let wrong = |error: PlayError| RecordError {
                step: Some(n + 1),
                ..RecordError::new(error.to_string())
            };
            game.play(step).map_err(wrong)?;
        }
        Ok(game)
    }

    /// Reads the one-line form.
    pub fn from_line(line: &str) -> Result<Record, RecordError> {
        let (kind, setup, steps) = line_parts(line)?;
        Record::new(kind, setup)?.with_steps(steps.split_ascii_whitespace())
    }

    /// The same game with other steps; remarks on what is no longer played are dropped, and so is a
    /// result that no longer fits.
    pub fn with_steps<'a>(
        &self,
        steps: impl IntoIterator<Item = &'a str>,
    ) -> Result<Record, RecordError> {
        let mut record = self.clone();
        record.set_steps(&mut steps.into_iter())?;
        record.comments.retain(|comment| comment.ply <= record.steps.len());
        Ok(record)
    }

    fn set_steps(&mut self, steps: &mut dyn Iterator<Item = &str>) -> Result<(), RecordError> {
        let (mut player, _) = Player::start(self.kind, &self.setup)?;
        let (mut texts, mut turns) = (Vec::new(), Vec::new());
        for step in steps {
            if player.begins_turn(step) {
                turns.push(player.played);
            }
            player.play(step)?;
            texts.push(step.to_string());
        }
        (self.steps, self.turns) = (texts, turns);
        let (status, seats) = (player.game.status(), player.game.seats());
        let fits = |result: &str| check_result(status, seats, result).is_ok();
        self.headers.retain(|(key, value)| key != "result" || fits(value));
        Ok(())
    }

    /// The one-line form.
    #[must_use]
    pub fn to_line(&self) -> String {
        format!("{}|{}|{}", self.kind, self.setup, self.steps.join(" "))
    }
}
