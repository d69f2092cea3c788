//! [`Reason`]: why a text or a step is rejected, as the key of a message with arguments. The sentences are in `texts/`;
//! `Display` takes the English ones, for programs and logs; the files are linked in this crate's own `texts/`. In a
//! browser it is only the key: the page has the sentences in the language of its reader.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

#[cfg(not(target_family = "wasm"))]
use crate::any::Kind;
use crate::game::IllegalStep;
use crate::refusal::Refusal;
#[cfg(not(target_family = "wasm"))]
use crate::show::{Arg, Name};

/// Sentences of all games. Those of one game are with its other messages.
#[cfg(not(target_family = "wasm"))]
const GENERAL: &str = include_str!("../texts/wrong.ftl");

/// Why something is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    key: &'static str,
    args: Vec<(&'static str, ReasonArg)>,
    why: Option<Box<Refusal>>,
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
        Reason { key, args: Vec::new(), why: None }
    }

    /// Adds an argument.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn with(mut self, name: &'static str, arg: impl Into<ReasonArg>) -> Reason {
        self.args.push((name, arg.into()));
        self
    }

    /// Adds the rule that is behind it.
    #[must_use]
    pub fn because(self, why: Option<Box<Refusal>>) -> Reason {
        Reason { why, ..self }
    }

    /// The rule that is behind it, if it is about an illegal step.
    #[must_use]
    pub fn why(&self) -> Option<&Refusal> {
        self.why.as_deref()
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
        Reason::new("wrong-illegal").with("step", error.step.as_str()).because(error.why.clone())
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

/// Formats an English pattern.
fn write_english(
    f: &mut fmt::Formatter<'_>,
    mut pattern: &str,
    arg: &dyn Fn(&mut fmt::Formatter<'_>, &str) -> fmt::Result,
) -> fmt::Result {
    while let Some((before, after)) = pattern.split_once("{ $") {
        f.write_str(before)?;
        let (name, after) = after.split_once(" }").unwrap_or((after, ""));
        arg(f, name)?;
        pattern = after;
    }
    f.write_str(pattern)
}

#[cfg(not(target_family = "wasm"))]
fn write_refusal(f: &mut fmt::Formatter<'_>, why: &Refusal) -> fmt::Result {
    write!(f, " ({}). ", why.rules)?;
    let sentence = english(why.said.key);
    write_english(f, sentence.strip_suffix('.').unwrap_or(sentence), &|f, name| match why
        .said
        .args
        .iter()
        .find(|(known, _)| *known == name)
    {
        Some((_, Arg::Number(number))) => write!(f, "{number}"),
        Some((_, Arg::Spot(spot))) => write!(f, "{spot}"),
        Some((_, Arg::Seat(seat))) => write!(f, "{seat}"),
        Some((_, Arg::OneOf(spots))) => write_list(f, spots),
        None => f.write_str(name),
    })
}

/// The page says it in the language of its reader.
#[cfg(target_family = "wasm")]
fn write_refusal(_: &mut fmt::Formatter<'_>, _: &Refusal) -> fmt::Result {
    Ok(())
}

#[cfg(not(target_family = "wasm"))]
fn write_list(f: &mut fmt::Formatter<'_>, spots: &[Name]) -> fmt::Result {
    let (list, last) = match Refusal::listed(spots) {
        (list, true) => (list, english("list-another")),
        ([list @ .., last], false) => (list, &**last),
        ([], false) => return Ok(()),
    };
    if list.is_empty() {
        return f.write_str(last);
    }
    write_english(f, english("list-or"), &|f, name| match name {
        "list" => list
            .iter()
            .enumerate()
            .try_for_each(|(n, spot)| write!(f, "{}{spot}", if n == 0 { "" } else { ", " })),
        _ => f.write_str(last),
    })
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_english(f, english(self.key), &|f, name| match self
            .args
            .iter()
            .find(|(known, _)| *known == name)
        {
            Some((_, ReasonArg::Number(number))) => write!(f, "{number}"),
            Some((_, ReasonArg::Text(text))) => f.write_str(text),
            None => f.write_str(name),
        })?;
        self.why().map_or(Ok(()), |why| write_refusal(f, why))
    }
}
