//! [`Reason`]: why a text or a step is rejected, as the key of a message with arguments. The sentences are in `texts/`;
//! `Display` takes the English ones, for programs and logs; the files are linked in this crate's own `texts/`. In a
//! browser it is only the key: the page has the sentences in the language of its reader.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

#[cfg(not(target_family = "wasm"))]
use crate::any::Kind;
use crate::game::IllegalStep;

/// Sentences of all games. Those of one game are with its other messages.
#[cfg(not(target_family = "wasm"))]
const GENERAL: &str = include_str!("../texts/wrong.ftl");

/// Why something is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    key: &'static str,
    args: Vec<(&'static str, ReasonArg)>,
}

/// Argument of a [`Reason`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReasonArg {
    /// A number.
    Number(u32),
    /// Notation, or text of others.
    Text(String),
}

impl Reason {
    /// A message without arguments.
    #[must_use]
    pub const fn new(key: &'static str) -> Reason {
        Reason { key, args: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn with(mut self, name: &'static str, arg: impl Into<ReasonArg>) -> Reason {
        self.args.push((name, arg.into()));
        self
    }

    /// The key of the message.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Named arguments.
    #[must_use]
    pub fn args(&self) -> &[(&'static str, ReasonArg)] {
        &self.args
    }
}

impl From<&'static str> for Reason {
    fn from(key: &'static str) -> Reason {
        Reason::new(key)
    }
}

impl From<&IllegalStep> for Reason {
    fn from(error: &IllegalStep) -> Reason {
        Reason::new("wrong-illegal").with("step", error.step.as_str())
    }
}

impl From<u32> for ReasonArg {
    fn from(number: u32) -> ReasonArg {
        ReasonArg::Number(number)
    }
}

impl From<usize> for ReasonArg {
    fn from(number: usize) -> ReasonArg {
        ReasonArg::Number(number as u32)
    }
}

impl From<String> for ReasonArg {
    fn from(text: String) -> ReasonArg {
        ReasonArg::Text(text)
    }
}

impl From<&str> for ReasonArg {
    fn from(text: &str) -> ReasonArg {
        ReasonArg::Text(text.into())
    }
}

/// The English pattern of a key. Patterns of reasons stand on one line, without plurals and references.
#[cfg(not(target_family = "wasm"))]
fn english(key: &'static str) -> &'static str {
    let game = Kind::ALL.iter().find(|kind| key.split('-').next() == Some(kind.name()));
    let file = game.map_or(GENERAL, |kind| kind.english());
    let pattern = file.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    pattern.unwrap_or(key)
}

#[cfg(target_family = "wasm")]
fn english(key: &'static str) -> &'static str {
    key
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = english(self.key);
        while let Some((before, after)) = rest.split_once("{ $") {
            f.write_str(before)?;
            let (name, after) = after.split_once(" }").unwrap_or((after, ""));
            match self.args.iter().find(|(known, _)| *known == name) {
                Some((_, ReasonArg::Number(number))) => write!(f, "{number}")?,
                Some((_, ReasonArg::Text(text))) => f.write_str(text)?,
                None => f.write_str(name)?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}
