//! `Fault`: why a player forfeits a game.

use std::fmt;

use mohreh_games::record::RecordError;
use mohreh_texts::{Language, Texts, Value};

use crate::terminal::{self, with};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The program ended, or could not be started.
    Crash(Why),
    /// The answer is malformed, illegal or not a complete turn.
    Illegal(Why),
    /// Timeout.
    Late(Why),
}

/// A reason in two languages: English, which records have everywhere, and that of the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Why {
    english: String,
    said: String,
}

/// Names of the faults in records, by variant.
pub(super) const FAULTS: [&str; 3] = ["crash", "illegal", "timeout"];

impl Why {
    /// A message; arguments are notation or text of others.
    pub(super) fn new(key: &str, args: &[(&str, &str)]) -> Why {
        let plain: Vec<(&str, Value)> =
            args.iter().map(|(name, text)| (*name, (*text).into())).collect();
        let isolated: Vec<(&str, Value)> =
            args.iter().map(|(name, text)| (*name, terminal::notation(text))).collect();
        Why { english: Texts::new(Language::English).with(key, &plain), said: with(key, &isolated) }
    }

    /// What is wrong with a step.
    pub(super) fn of(error: &RecordError) -> Why {
        Why { english: error.to_string(), said: terminal::wrong(error) }
    }

    /// Followed by what the program said itself.
    pub(super) fn quoting(self, text: &str) -> Why {
        let quoted = |why: &str, text: Value| [("end", Value::from(why)), ("said", text)];
        let english = quoted(&self.english, text.into());
        let said = quoted(&self.said, terminal::notation(text));
        Why {
            english: Texts::new(Language::English).with("cli-fault-said", &english),
            said: with("cli-fault-said", &said),
        }
    }
}

impl Fault {
    /// As a sentence in the language of the terminal.
    pub(crate) fn said(&self) -> String {
        let (key, why) = match self {
            Fault::Crash(why) => ("cli-fault-crash", why),
            Fault::Illegal(why) => ("cli-fault-illegal", why),
            Fault::Late(why) => ("cli-fault-timeout", why),
        };
        with(key, &[("why", why.said.as_str().into())])
    }
}

/// As records have it.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, why) = match self {
            Fault::Crash(why) => (FAULTS[0], why),
            Fault::Illegal(why) => (FAULTS[1], why),
            Fault::Late(why) => (FAULTS[2], why),
        };
        write!(f, "{name}: {}", why.english)
    }
}
