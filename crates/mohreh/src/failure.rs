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

    /// What a part of the program says that knows English only: the server, the client, a parser of files.
    pub(crate) fn english(why: impl ToString) -> Failure {
        Failure::new(english(why))
    }

    /// Prefixes the message with `what: `, the name of an option or of a file.
    pub(crate) fn context(self, what: &str) -> Failure {
        self.at(&terminal::language().isolate(what))
    }

    /// Prefixes the message with a place in words of the language.
    pub(crate) fn at(self, place: &str) -> Failure {
        match self {
            Failure::BrokenPipe => Failure::BrokenPipe,
            Failure::Message(why) => Failure::Message(format!("{place}: {why}")),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::new(system_message(&error)),
        }
    }
}

/// What the system says, in the language of the terminal where it is common.
pub(crate) fn system_message(error: &io::Error) -> String {
    let key = match error.kind() {
        io::ErrorKind::NotFound => "cli-system-not-found",
        io::ErrorKind::PermissionDenied => "cli-system-denied",
        io::ErrorKind::IsADirectory => "cli-system-folder",
        io::ErrorKind::StorageFull => "cli-system-full",
        _ => "cli-system",
    };
    // Drop the errno, which means nothing to most users.
    let english = error.to_string();
    let english = english.split(" (os error").next().unwrap_or_default();
    terminal::with(key, &[("why", terminal::notation(english))])
}

/// A message that there is only in English, marked as such in other languages.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn english(why: impl ToString) -> String {
    terminal::with("cli-english", &[("why", terminal::notation(&why.to_string()))])
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure::Message(terminal::wrong(&error))
    }
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Failure {
        Failure::english(error)
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
