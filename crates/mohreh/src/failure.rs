//! `Failure`: the error type of all commands, with a message for the user.

use std::io;

use mohreh_engine::SettingError;
use mohreh_games::record::RecordError;
use mohreh_games::{IllegalStep, ParseError};

use crate::terminal;

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
            kind => Failure::new(system_message(kind, &error.to_string())),
        }
    }
}

/// What the system says, in the language of the terminal where it is common.
fn system_message(kind: io::ErrorKind, english: &str) -> String {
    let key = match kind {
        io::ErrorKind::NotFound => "cli-system-not-found",
        io::ErrorKind::PermissionDenied => "cli-system-denied",
        io::ErrorKind::IsADirectory => "cli-system-folder",
        io::ErrorKind::StorageFull => "cli-system-full",
        _ => "cli-system",
    };
    // Drop the errno, which means nothing to most users.
    let english = english.split(" (os error").next().unwrap_or_default();
    terminal::with(key, &[("why", terminal::notation(english))])
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure::Message(terminal::wrong(&error))
    }
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Failure {
        Failure::Message(error.to_string())
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        RecordError::from(error).into()
    }
}

impl From<IllegalStep> for Failure {
    fn from(error: IllegalStep) -> Failure {
        RecordError::new(&error).into()
    }
}
