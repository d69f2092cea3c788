//! Records of all games, in the text format and the one-line format.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "record/headers.rs"]
mod headers;
#[path = "record/line.rs"]
mod line;
#[path = "record/random.rs"]
mod random;
#[path = "record/text.rs"]
mod text;
#[path = "record/tree.rs"]
mod tree;

use mohreh_games::record::{RecordError, line_parts, replay};
use mohreh_games::{AnyGame, Game, Kind, Reason, Record, Seat, Status, with_kind};
use mohreh_laws::{Rng, playout, record_round_trips};

/// A blitz game of YINSH that White wins with the last step.
const BLITZ: &str = "e2 k7 a2 a3 a4 a5 j5 j6 b7 c8 \
    e2-e3 k7-k8 e3-e4 k8-k9 e4-e5 k9-k10 e5-e6 c8-c7 e6-e7 xe2-e6 *e7";

fn read(text: &str) -> Vec<Record> {
    Record::read(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// The first ply of each turn.
fn turn_starts(record: &Record) -> Vec<usize> {
    record.turns().iter().map(|turn| turn.start).collect()
}

/// What is wrong with the name of a game that is none.
fn unknown_game() -> String {
    let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    format!("unknown game; known are: {}", known.join(", "))
}

fn read_one(text: &str) -> Record {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn from_line(line: &str) -> Record {
    Record::from_line(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn comments(record: &Record, ply: usize) -> Vec<&str> {
    record.comments(ply).collect()
}

/// Serialising gives exactly `text`, and parsing that gives the same record.
fn check_written(record: &Record, text: &str) {
    assert_eq!(record.to_string(), text);
    assert_eq!(&read_one(text), record, "{text}");
}

/// Parses the same game from other layouts, and with comments after every step.
fn check_reading(record: &Record) {
    let head = format!("game: {}\nsetup: {}\n\n", record.kind(), record.setup());
    for between in [" ", "\n", "\r\n", " ;\n"] {
        assert_eq!(&read_one(&format!("{head}{}", record.steps().join(between))), record);
    }
    let mut remarked = record.clone();
    for ply in 0..=record.steps().len() {
        remarked.comment(ply, &format!("after {ply}\nand {ply} again"));
    }
    let text = remarked.to_string();
    check_written(&remarked, &text);
    let without: String = text
        .lines()
        .map(|line| line.split_once(';').map_or(line, |(steps, _)| steps))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert_eq!(&read_one(&without), record);
}
