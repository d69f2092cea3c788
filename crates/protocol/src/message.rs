//! Messages of the socket, and refusals.

use mohreh_derive::Wire;
#[cfg(feature = "json")]
use serde::{Deserialize, Serialize};

use crate::state::{Chat, ClockState, Entry, LobbyLists, Person, PublicHead, Snapshot};

/// Player action other than a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Resigns.
    Resign,
    /// Offers a draw; only with two seats.
    OfferDraw,
    /// Requests to take back the last turn.
    AskBack,
    /// Accepts the pending offer.
    Agree,
    /// Declines the pending offer.
    Decline,
    /// Aborts a game in which fewer than two turns were played.
    Abort,
    /// Claims the game against a player who is to move and has been absent for a minute; for a day in untimed games.
    Claim,
}

/// Message from a client over the socket.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Subscribes to a table; answered with `table`.
    Watch {
        /// Table id.
        table: String,
        /// First ply that the client does not have.
        #[serde(default)]
        from: u32,
        /// Key from the link of a private table; its players need none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Unsubscribes from a table.
    Leave {
        /// Table id.
        table: String,
    },
    /// Plays steps atomically; answered with `played` or `refused`. Safe to resend: a duplicate is acknowledged again.
    Play {
        /// Table id.
        table: String,
        /// Length of the log as the client knows it (optimistic concurrency).
        ply: u32,
        /// A whole turn, or the part of it before the next roll.
        #[schema(minItems = 1u8, maxItems = crate::limits::STEPS_PER_MESSAGE)]
        steps: Vec<String>,
    },
    /// Any other action; answered with `played` or `refused`.
    Act {
        /// Table id.
        table: String,
        /// Length of the log as the client knows it.
        ply: u32,
        /// The action.
        act: Act,
    },
    /// Posts a chat line. Those without a seat watch the table on the same connection.
    Chat {
        /// Table id.
        table: String,
        /// Plain text.
        #[schema(minLength = 1u8, maxLength = crate::limits::CHAT_CHARS * crate::limits::CODE_POINTS)]
        text: String,
    },
    /// Subscribes to the lobby or unsubscribes; a subscriber gets `lobby` now and after every change.
    Lobby {
        /// `true` subscribes.
        on: bool,
    },
    /// Round-trip probe; answered with `pong`.
    Ping {
        /// Echoed in `pong`.
        n: u64,
        /// Last measured round trip, in milliseconds; lag is compensated up to the less of this and the server's own
        /// measurement.
        #[serde(default)]
        lag: Option<u32>,
    },
}

/// Message from the server over the socket. More fields, and more types, may be added.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// First message of every connection.
    Hello {
        /// The authenticated person, if any.
        person: Option<Person>,
        /// Server time, in Unix milliseconds.
        now: u64,
    },
    /// Snapshot of a table; answers `watch`.
    Table(Box<Snapshot>),
    /// The head has changed: a player joined, the game started or ended, or the chat was restricted.
    Head {
        /// The new head.
        table: Box<PublicHead>,
    },
    /// New entries, already committed. To the player who sent them this is the acknowledgement.
    Played {
        /// Table id.
        table: String,
        /// Ply of the first entry.
        ply: u32,
        /// The entries, in order.
        entries: Vec<Entry>,
        /// Clocks.
        #[serde(flatten)]
        clocks: ClockState,
    },
    /// A message was rejected.
    Refused {
        /// Table id, if the message named one.
        table: Option<String>,
        /// Machine-readable reason.
        code: Code,
        /// Human-readable reason, in English.
        why: String,
        /// Finer than `code`: a word for clients that say it in another language. New words may be added.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The limit that was reached, if the reason has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    },
    /// New chat line.
    Chat {
        /// Table id.
        table: String,
        /// The line.
        #[serde(flatten)]
        chat: Chat,
    },
    /// Presence, round trips or the failure of a computer have changed.
    Present {
        /// Table id.
        table: String,
        /// Presence by seat.
        #[schema(minItems = 2u8, maxItems = mohreh_games::Seat::MOST)]
        present: Vec<bool>,
        /// Round trip by seat, in milliseconds; null if unknown.
        #[serde(default)]
        #[schema(minItems = 2u8, maxItems = mohreh_games::Seat::MOST)]
        lag: Vec<Option<u32>>,
        /// Whether the computer to move has failed and is left alone until somebody acts at the table.
        #[serde(default)]
        stuck: bool,
        /// Number of spectators.
        watching: u32,
    },
    /// Lists of the lobby.
    Lobby(LobbyLists),
    /// Answers `ping`.
    Pong {
        /// The number from `ping`.
        n: u64,
        /// Server time, in Unix milliseconds.
        now: u64,
    },
}

/// Machine-readable reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The request or message does not parse, or a value in it is invalid.
    Malformed,
    /// No such table, token or route.
    NotFound,
    /// Not authenticated, or the token is unknown.
    WhoAreYou,
    /// Wrong origin, or the person lacks permission.
    Forbidden,
    /// It is another player's turn.
    NotYourTurn,
    /// The client's log is behind; the missing entries follow, or come with `watch`.
    Stale,
    /// Against the rules.
    Illegal,
    /// The game is over, or has not started.
    NotPlaying,
    /// No free seat.
    Full,
    /// Rate limit exceeded; wait a little.
    TooFast,
    /// Size or count limit exceeded.
    TooLarge,
    /// The database is unavailable, or the outcome of the commit is unknown. The request may be retried.
    Unavailable,
}

/// Error body of a rejected request. Nothing was changed, except perhaps with `unavailable`.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Refusal {
    /// Machine-readable reason.
    pub code: Code,
    /// Human-readable reason, in English.
    #[schema(minLength = 1u8)]
    pub why: String,
    /// Finer than `code`: a word for clients that say it in another language. New words may be added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The limit that was reached, if the reason has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl Refusal {
    /// Refusal with its reason.
    pub fn new(code: Code, why: impl Into<String>) -> Refusal {
        Refusal { code, why: why.into(), reason: None, limit: None }
    }

    /// With the word for clients that say it in another language: the page's message is `refused-REASON`.
    #[must_use]
    pub fn because(self, reason: &str) -> Refusal {
        Refusal { reason: Some(reason.to_string()), ..self }
    }

    /// With the limit that was reached.
    #[must_use]
    pub fn limit(self, limit: usize) -> Refusal {
        Refusal { limit: u32::try_from(limit).ok(), ..self }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Refusal {}
