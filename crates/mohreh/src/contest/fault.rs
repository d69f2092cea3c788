//! `Fault`: why a player forfeits a game.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The program ended, or could not be started.
    Crash(String),
    /// The answer is malformed, illegal or not a complete turn.
    Illegal(String),
    /// Timeout.
    Late(String),
}

/// Names of the faults in records, by variant.
pub(super) const FAULTS: [&str; 3] = ["crash", "illegal", "timeout"];

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, why) = match self {
            Fault::Crash(why) => (FAULTS[0], why),
            Fault::Illegal(why) => (FAULTS[1], why),
            Fault::Late(why) => (FAULTS[2], why),
        };
        write!(f, "{name}: {why}")
    }
}
