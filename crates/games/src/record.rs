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
//!
//! A record is a [`Tree`]: a variation stands in parentheses after the step that it replaces, and
//! highlights (`!d4`, `!d4>e5/red`) after the step to whose position they belong.

mod build;
mod cursor;
mod line;
mod read;
mod tree;
mod walk;
mod write;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::any::{AnyGame, Kind, PlayError};
use crate::game::{Game, Outcome, Status};
use crate::playthrough::{Playthrough, Turn, is_position, play};
use crate::reason::Reason;
use crate::text::ParseError;
pub use cursor::Cursor;
use read::{MAX_HEADERS, check_result, is_key};
pub use tree::{Highlight, Ink, NodeId, Tree};

/// A played game with its variations, whose steps have been validated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The main line.
    play: Playthrough,
    headers: Vec<(String, String)>,
    /// The main line again, with variations, comments and highlights.
    tree: Tree,
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

/// Replays steps from text, from a setup or a position; `before` is called with the position before each.
pub fn replay<'a, G: Game>(
    setup: &str,
    steps: impl IntoIterator<Item = &'a str>,
    mut before: impl FnMut(&G),
) -> Result<G, RecordError> {
    let mut game = if is_position(setup) { setup.parse()? } else { G::start(&setup.parse()?) };
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

    /// A record without steps that starts at a setup or at the text of a position.
    pub fn starting(kind: Kind, start: &str) -> Result<Record, ParseError> {
        Ok(Playthrough::starting(kind, start)?.into())
    }

    /// The kind of game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.play.kind()
    }

    /// The setup text, empty for the default; the text of a position if the game starts there.
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
        let node = self.main_node(ply);
        self.tree.comment(node, text);
    }

    /// The comments on the position after `ply` steps.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &str> {
        let node = self.tree.main_line().get(ply);
        let comments = node.map_or(&[][..], |node| self.tree.comments(*node));
        comments.iter().map(String::as_str)
    }

    /// The node after `ply` steps of the main line, or after all of them if there are fewer.
    fn main_node(&self, ply: usize) -> NodeId {
        let main = self.tree.main_line();
        main.get(ply).or(main.last()).copied().unwrap_or(Tree::ROOT)
    }

    /// The steps with variations, comments and highlights.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The position after the step of a node; the first one of a deleted node.
    #[must_use]
    pub fn position(&self, node: NodeId) -> AnyGame {
        let line = self.tree.line_to(node);
        let main = line.iter().take_while(|node| self.tree.is_main(**node)).count();
        let mut game = self.at(main.saturating_sub(1));
        for node in line.iter().skip(main) {
            // Legal when it was added, so legal again.
            let played = game.play(self.tree.step(*node));
            debug_assert!(played.is_ok(), "{}: {played:?}", self.tree.step(*node));
        }
        game
    }

    /// Adds a step after a node, as a variation if there is a step already. Returns the node that has it, an old or
    /// a new one. An illegal step changes nothing.
    ///
    /// ```
    /// use mohreh_games::Record;
    /// use mohreh_games::record::Tree;
    ///
    /// let mut record = Record::from_line("yinsh||e5 f6")?;
    /// let variation = record.add(Tree::ROOT, "d4")?;
    /// record.comment_on(variation, "why not?");
    /// assert_eq!(record.to_tree_line(), "yinsh||e5 (d4 'why not?') f6");
    /// record.delete(variation);
    /// assert_eq!(record.to_tree_line(), "yinsh||e5 f6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, parent: NodeId, step: &str) -> Result<NodeId, RecordError> {
        match self.tree.child(parent, step) {
            Some(child) => Ok(child),
            None => self.add_to(parent, step, self.position(parent)),
        }
    }

    /// Adds a step after a node with this position.
    fn add_to(
        &mut self,
        parent: NodeId,
        step: &str,
        mut game: AnyGame,
    ) -> Result<NodeId, RecordError> {
        let ply = self.tree.ply(parent);
        let room = self.tree.check_room(parent);
        room.map_err(|why| step_error(ply, ParseError::new(step, why)))?;
        if self.tree.main_line().last() == Some(&parent) {
            self.push(step)?;
            return Ok(self.main_node(usize::MAX));
        }
        let status = game.status();
        let played = play(&mut game, self.tree.seat(parent), step)
            .map_err(|error| not_played(ply, step, error, status))?;
        Ok(self.tree.attach(parent, step, played))
    }

    /// Makes the innermost variation around a node the continuation of the line that it leaves. Returns whether there
    /// was one. A result that no longer fits is dropped if the main line changes.
    pub fn promote(&mut self, node: NodeId) -> Result<bool, RecordError> {
        let promoted = self.tree.promote(node).map_err(RecordError::new)?;
        self.follow_main_line();
        Ok(promoted)
    }

    /// Deletes a node and everything after it. At the root, only the steps.
    pub fn delete(&mut self, node: NodeId) {
        if node == Tree::ROOT {
            return self.rewind(0);
        }
        self.tree.remove(node);
        self.follow_main_line();
    }

    /// Adds comments to a node, one for each line.
    pub fn comment_on(&mut self, node: NodeId, text: &str) {
        self.tree.comment(node, text);
    }

    /// Replaces the comments of a node, one for each line.
    pub fn set_comments(&mut self, node: NodeId, text: &str) {
        self.tree.clear_comments(node);
        self.tree.comment(node, text);
    }

    /// Replaces the highlights of a node. Those that are there twice, or name no spot, are left out; too many are an
    /// error.
    pub fn set_highlights(
        &mut self,
        node: NodeId,
        highlights: &[Highlight],
    ) -> Result<(), RecordError> {
        self.tree.highlight(node, highlights).map_err(RecordError::new)
    }

    /// Replays what has changed of the main line.
    fn follow_main_line(&mut self) {
        let main = self.tree.main_line().iter().skip(1).map(|node| self.tree.step(*node));
        let same = main.clone().zip(self.play.steps()).take_while(|(one, two)| one == two).count();
        self.play.rewind(same);
        for step in main.skip(same) {
            // Legal when it was added, so legal again.
            let played = self.play.play(step);
            debug_assert!(played.is_ok(), "{step}: {played:?}");
        }
        self.drop_result_unless_it_fits();
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
        let (ply, status) = (self.steps().len(), self.game().status());
        let last = self.main_node(ply);
        let room = self.tree.check_room(last);
        room.map_err(|why| step_error(ply, ParseError::new(step, why)))?;
        self.play.play(step).map_err(|error| not_played(ply, step, error, status))?;
        self.tree.attach(last, step, self.play.last_played());
        self.drop_result_unless_it_fits();
        Ok(())
    }

    /// Undoes all steps after the first `ply`, with their comments and variations. A result that no longer fits is dropped.
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
        if ply < self.tree.main_line().len() {
            let last = self.main_node(ply);
            for child in self.tree.children(last).to_vec() {
                self.tree.remove(child);
            }
        }
        self.drop_result_unless_it_fits();
    }

    fn drop_result_unless_it_fits(&mut self) {
        let game = self.play.game();
        self.headers.retain(|(key, value)| key != "result" || check_result(game, value).is_ok());
    }

    /// The same game with other steps. Comments after the last step are dropped, and so are variations, and a result
    /// that no longer fits.
    pub fn with_steps<'a>(
        &self,
        steps: impl IntoIterator<Item = &'a str>,
    ) -> Result<Record, RecordError> {
        let mut record = Record::starting(self.kind(), self.setup())?;
        for step in steps {
            record.push(step)?;
        }
        for ply in 0..=record.steps().len() {
            self.comments(ply).for_each(|comment| record.comment(ply, comment));
        }
        record.headers = self.headers.clone();
        record.drop_result_unless_it_fits();
        Ok(record)
    }
}

/// A record without headers.
impl From<Playthrough> for Record {
    fn from(play: Playthrough) -> Record {
        let mut tree = Tree::new();
        let mut last = Tree::ROOT;
        for (ply, step) in play.steps().iter().enumerate() {
            last = tree.attach(last, step, play.played(ply));
        }
        Record { play, headers: Vec::new(), tree }
    }
}

/// Error of a step that was not played after `played` others.
fn not_played(played: usize, step: &str, error: PlayError, before: Status) -> RecordError {
    match (error, before) {
        (PlayError::Illegal(_), Status::Over(outcome)) => after_end_error(played, step, outcome),
        (error, _) => step_error(played, error.into()),
    }
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
