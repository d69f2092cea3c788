//! Why a command could not do its work, in words for the person who typed it.

use std::io;

use mohreh_games::record::RecordError;
use mohreh_games::{IllegalStep, ParseError};

pub type Result<T> = std::result::Result<T, Failure>;

#[derive(Debug)]
pub enum Failure {
    /// The reader of our output has gone.
    Unread,
    /// The reason.
    Told(String),
}

impl Failure {
    pub fn new(why: impl Into<String>) -> Failure {
        Failure::Told(why.into())
    }

    /// The same with what it was about in front.
    pub fn about(self, what: &str) -> Failure {
        match self {
            Failure::Unread => Failure::Unread,
            Failure::Told(why) => Failure::Told(format!("{what}: {why}")),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => {
                // Its number tells a person nothing.
                let text = error.to_string();
                Failure::new(text.split(" (os error").next().unwrap_or_default())
            }
        }
    }
}

macro_rules! told {
    ($($Error:ty),*) => {$(
        impl From<$Error> for Failure {
            fn from(error: $Error) -> Failure {
                Failure::Told(error.to_string())
            }
        }
    )*};
}

told!(IllegalStep, ParseError, RecordError);
