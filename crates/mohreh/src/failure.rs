//! `Failure`: the error type of all commands, with a message for the user.

use std::io;

use mohreh_games::record::RecordError;
use mohreh_games::{IllegalStep, ParseError};

pub(crate) type Result<T> = std::result::Result<T, Failure>;

#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard output was closed by its reader. Not an error for the user.
    BrokenPipe,
    Message(String),
}

impl Failure {
    pub(crate) fn new(why: impl Into<String>) -> Failure {
        Failure::Message(why.into())
    }

    /// Prefixes the message with `what: `.
    pub(crate) fn context(self, what: &str) -> Failure {
        match self {
            Failure::BrokenPipe => Failure::BrokenPipe,
            Failure::Message(why) => Failure::Message(format!("{what}: {why}")),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => {
                // Drop the errno, which means nothing to most users.
                let text = error.to_string();
                Failure::new(text.split(" (os error").next().unwrap_or_default())
            }
        }
    }
}

macro_rules! from_display {
    ($($Error:ty),*) => {$(
        impl From<$Error> for Failure {
            fn from(error: $Error) -> Failure {
                Failure::Message(error.to_string())
            }
        }
    )*};
}

from_display!(IllegalStep, ParseError, RecordError);
