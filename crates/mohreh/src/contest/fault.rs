//! What loses a game beside the board.

use std::fmt;

/// Why a player has lost a game without being beaten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program ended, or could not be started.
    Crash(String),
    /// The answer is no turn, or not a legal and complete one.
    Illegal(String),
    /// No answer in time.
    Late(String),
}

/// The sorts of faults, as records name them.
pub const FAULTS: [&str; 3] = ["crash", "illegal", "timeout"];

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
