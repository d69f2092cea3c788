//! Laws of texts from outside: an error, or a value that round-trips.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use mohreh_games::{Listed, ParseError, Record};

use crate::positions::every_law;

/// A text read as everything that a game can read.
pub fn any_text<G: Listed>(text: &str) {
    round_trip::<G::Setup>(text);
    round_trip::<G::Step>(text);
    if let Ok(setup) = text.parse::<G::Setup>() {
        every_law(&G::start(&setup));
    }
    if let Some(game) = round_trip::<G>(text) {
        every_law(&game);
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

/// A text read as a record file.
pub fn record_text(text: &str) {
    match Record::read(text) {
        Err(error) => assert!(error.to_string().len() < 2_000),
        Ok(records) => {
            let written: String = records.iter().map(ToString::to_string).collect();
            let again = Record::read(&written).unwrap_or_else(|e| panic!("{e}: {written:?}"));
            assert_eq!(again, records, "{text:?}");
            let twice: String = again.iter().map(ToString::to_string).collect();
            assert_eq!(twice, written);
        }
    }
}

/// A text read as a one-line record.
pub fn line_text(line: &str) {
    match Record::from_line(line) {
        Err(error) => assert!(error.to_string().len() < 2_000),
        Ok(record) => {
            let written = record.to_line();
            assert_eq!(Record::from_line(&written), Ok(record), "{line:?}");
        }
    }
}
