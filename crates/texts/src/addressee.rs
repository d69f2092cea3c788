//! `Addressee`: whom a sentence speaks to or of, as arguments of messages.

use crate::Value;

/// How a sentence speaks of a player: the argument `$who`, which selects its form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// To the one person at this screen.
    You,
    /// To one of several people at this screen, or of a player whom nobody here is.
    Named,
    /// Of another player, whose turn it is.
    Other,
    /// To the one person at this screen, about another player who has won.
    Lost,
}

/// A player in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addressee {
    /// The form.
    pub who: Who,
    /// The name within a sentence: the argument `$name`.
    pub name: String,
}

impl Addressee {
    /// The arguments `$who` and `$name`.
    #[must_use]
    pub fn args(self) -> [(&'static str, Value); 2] {
        let who = match self.who {
            Who::You => "you",
            Who::Named => "named",
            Who::Other => "other",
            Who::Lost => "lost",
        };
        [("who", who.into()), ("name", self.name.into())]
    }
}
