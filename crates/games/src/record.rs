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

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::any::{AnyGame, Kind, PlayError};
use crate::game::{Game, Seat, Status};
use crate::text::ParseError;

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

/// A game being played step by step from text, keeping the error's place.
struct Player<G: Game> {
    game: G,
    played: usize,
    actor: Option<Seat>,
}

impl<G: Game> Player<G> {
    fn start(setup: &str) -> Result<(Player<G>, String), RecordError> {
        let setup: G::Setup = setup.parse()?;
        Ok((Player { game: G::start(&setup), played: 0, actor: None }, setup.to_string()))
    }

    /// Whether the next step begins a turn: somebody else acts than before.
    fn begins_turn(&self) -> bool {
        match self.game.status() {
            Status::ToMove(seat) => self.actor != Some(seat),
            Status::ToRoll => self.actor.is_none(),
            Status::Over(_) => false,
        }
    }

    fn play(&mut self, text: &str) -> Result<(), RecordError> {
        let at_fault = |why: &dyn fmt::Display| RecordError {
            step: Some(self.played + 1),
            ..RecordError::new(why.to_string())
        };
        let step = text.parse::<G::Step>().map_err(|error| at_fault(&error))?;
        let status = self.game.status();
        if let Status::Over(outcome) = status {
            return Err(at_fault(&format!("`{text}`: the game is over already, {outcome}")));
        }
        self.game.play(step).map_err(|error| at_fault(&error))?;
        if let Status::ToMove(seat) = status {
            self.actor = Some(seat);
        }
        self.played += 1;
        Ok(())
    }
}

/// Plays steps from text, calling `before` with the position before each.
pub fn replay<'a, G: Game>(
    setup: &str,
    steps: impl IntoIterator<Item = &'a str>,
    mut before: impl FnMut(&G),
) -> Result<G, RecordError> {
    let (mut player, _) = Player::<G>::start(setup)?;
    for step in steps {
        before(&player.game);
        player.play(step)?;
    }
    Ok(player.game)
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

    /// The header lines other than `game` and `setup`.
    #[must_use]
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// Sets a header line. Refused: a key that no header can have, and a value of several lines.
    pub fn set_header(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        if !is_key(key) || matches!(key, "game" | "setup") {
            return Err(ParseError::new(key, "expected a key of small letters, digits and blanks"));
        }
        if value.contains(['\n', '\r']) {
            return Err(ParseError::new(value, "a header has one line"));
        }
        let value = value.trim().to_string();
        match self.headers.iter_mut().find(|(known, _)| known == key) {
            Some(header) => header.1 = value,
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

    /// The same game with other steps; remarks on what is no longer played are dropped.
    pub fn with_steps<'a>(
        &self,
        steps: impl IntoIterator<Item = &'a str>,
    ) -> Result<Record, RecordError> {
        let mut record = self.clone();
        with_kind!(self.kind, G => record.set_steps::<G>(steps.into_iter()))?;
        record.comments.retain(|comment| comment.ply <= record.steps.len());
        Ok(record)
    }

    fn set_steps<'a, G: Game>(
        &mut self,
        steps: impl Iterator<Item = &'a str>,
    ) -> Result<(), RecordError> {
        let (mut player, _) = Player::<G>::start(&self.setup)?;
        let (mut texts, mut turns) = (Vec::new(), Vec::new());
        for step in steps {
            if player.begins_turn() {
                turns.push(player.played);
            }
            player.play(step)?;
            texts.push(step.to_string());
        }
        (self.steps, self.turns) = (texts, turns);
        Ok(())
    }

    /// The one-line form.
    #[must_use]
    pub fn to_line(&self) -> String {
        format!("{}|{}|{}", self.kind, self.setup, self.steps.join(" "))
    }

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

/// Small letters and digits, with single blanks or dashes between.
fn is_key(key: &str) -> bool {
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
const MOST_HEADERS: usize = 64;

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
        check_result(&player.game, result).map_err(|error| error.at_line(header.result_line))?;
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
fn check_result<G: Game>(game: &G, result: &str) -> Result<(), RecordError> {
    let refuse = |why: String| Err(ParseError::new(result, why).into());
    let over = match game.status() {
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
            if known && places.len() == game.seats() {
                Ok(())
            } else {
                refuse(format!("expected `unfinished` or {} finishing places", game.seats()))
            }
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", self.kind)?;
        if !self.setup.is_empty() {
            writeln!(f, "setup: {}", self.setup)?;
        }
        for (key, value) in &self.headers {
            writeln!(f, "{}", format!("{key}: {value}").trim_end())?;
        }
        writeln!(f)?;
        let mut comments = self.comments.iter().peekable();
        while let Some(comment) = comments.next_if(|comment| comment.ply == 0) {
            writeln!(f, "; {}", comment.text)?;
        }
        let mut turns = self.turns.iter().zip(1..).peekable();
        let mut line = String::new();
        for (ply, step) in self.steps.iter().enumerate() {
            if let Some((_, number)) = turns.next_if(|(first, _)| **first == ply) {
                if !line.is_empty() {
                    writeln!(f, "{line}")?;
                }
                line = format!("{number}.");
            } else if line.is_empty() {
                line.push(' ');
            }
            line.push(' ');
            line.push_str(step);
            let mut first = true;
            while let Some(comment) = comments.next_if(|comment| comment.ply == ply + 1) {
                let gap = if first { "  " } else { "" };
                writeln!(f, "{line}{gap}; {}", comment.text)?;
                line.clear();
                first = false;
            }
        }
        if line.is_empty() { Ok(()) } else { writeln!(f, "{line}") }
    }
}
