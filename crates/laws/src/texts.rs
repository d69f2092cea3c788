//! Properties of parsers: any text gives an error or a value that round-trips.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use mohreh_games::{Listed, ParseError, Record};

use crate::positions::check_position;

/// Parses a text as setup, step and position of a game.
pub fn check_text<G: Listed>(text: &str) {
    round_trip::<G::Setup>(text);
    round_trip::<G::Step>(text);
    if let Ok(setup) = text.parse::<G::Setup>() {
        check_position(&G::start(&setup));
    }
    if let Some(game) = round_trip::<G>(text) {
        check_position(&game);
    }
}

fn round_trip<T: FromStr<Err = ParseError> + Display + Eq + Debug>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Err(error) => {
            assert!(error.to_string().len() < 2_000, "an error quotes no more than it must");
            None
        }
        Ok(value) => {
            let written = value.to_string();
            let again: T = written.parse().unwrap_or_else(|error| panic!("{error}: {written}"));
            assert_eq!(again, value, "{text:?} is written {written:?}");
            assert_eq!(again.to_string(), written);
            Some(value)
        }
    }
}

/// Parses a text as a record file.
pub fn check_record_text(text: &str) {
    match Record::read(text) {
        Err(error) => assert!(error.to_string().len() < 2_000),
        Ok(records) => {
            records.iter().for_each(check_tree);
            let written: String = records.iter().map(ToString::to_string).collect();
            let again = Record::read(&written).unwrap_or_else(|e| panic!("{e}: {written:?}"));
            assert_eq!(again, records, "{text:?}");
            let twice: String = again.iter().map(ToString::to_string).collect();
            assert_eq!(twice, written);
        }
    }
}

/// Parses a text as a one-line record.
pub fn check_line_text(line: &str) {
    match Record::from_line(line) {
        Err(error) => assert!(error.to_string().len() < 2_000),
        Ok(record) => {
            let main =
                Record::from_line(&record.to_line()).unwrap_or_else(|e| panic!("{e}: {line:?}"));
            assert_eq!(main.steps(), record.steps(), "{line:?}");
            check_tree(&record);
        }
    }
}

/// A record with all its variations: both formats give it back, byte for byte.
pub fn check_tree(record: &Record) {
    let text = record.to_string();
    let read = Record::read(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    assert_eq!(read.as_slice(), core::slice::from_ref(record), "\n{text}");
    assert_eq!(read[0].to_string(), text);
    let line = record.to_tree_line();
    let read = Record::from_line(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(read.tree(), record.tree(), "{line}");
    assert_eq!(read.to_tree_line(), line);
    let plain = !record.tree().has_variations() && !line.contains(['!', '\'']);
    assert_eq!(line == record.to_line(), plain, "{line}");
    let after = line.splitn(3, '|').nth(2).unwrap_or_default();
    assert!(!after.contains(['_', '~', '&', '#', '|']), "a link uses these: {line}");
}
