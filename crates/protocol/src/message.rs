//! Messages and request bodies as JSON.
//!
//! The server rejects unknown fields. Clients must ignore them: the server may add fields at any time.

use serde::{Deserialize, Serialize};

/// Public identity of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Immutable id.
    pub id: String,
    /// Display name.
    pub name: String,
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Sitter {
    /// Free.
    Open,
    /// A person.
    Person(Person),
    /// A bot run by the server.
    Computer {
        /// Engine level, 1 to 8.
        level: u8,
    },
}

/// Time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Clock {
    /// Untimed.
    None,
    /// Main time plus an increment per turn.
    Live {
        /// Main time, in seconds.
        main: u32,
        /// Increment per turn, in seconds.
        more: u32,
    },
    /// Correspondence: a fixed time per turn.
    Days {
        /// Days per turn, 1 to 30.
        days: u32,
    },
}

/// Which player moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// Drawn by lot from the table's seed.
    #[default]
    Lot,
    /// The creator of the table.
    Me,
    /// Not the creator.
    Other,
}

/// Request body that opens a table. The creator takes the first seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Short name of the game.
    pub kind: String,
    /// Setup text; empty for the default setup.
    #[serde(default)]
    pub setup: String,
    /// Whether the setup is drawn by lot; ignored by games without a random setup.
    #[serde(default)]
    pub draw: bool,
    /// Engine levels of the bots; the remaining seats are for people.
    #[serde(default)]
    pub computers: Vec<u8>,
    /// Time control.
    #[serde(default = "no_clock")]
    pub clock: Clock,
    /// Whether the table is listed in the lobby and joinable without the key.
    #[serde(default)]
    pub open: bool,
    /// Who moves first.
    #[serde(default)]
    pub first: First,
    /// The creator's dice nonce.
    #[serde(default)]
    pub nonce: String,
}

fn no_clock() -> Clock {
    Clock::None
}

/// Id and key of a table; together they make an invitation link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invitation {
    /// Table id.
    pub table: String,
    /// Capability to join the table. Only seated players can read it.
    pub key: String,
}

/// Request body that joins a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Key from the invitation link; ignored at open tables.
    #[serde(default)]
    pub key: String,
    /// The player's dice nonce.
    #[serde(default)]
    pub nonce: String,
}

/// Lifecycle of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Not all seats are taken.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game has ended.
    Over,
}

/// Public view of a table's head: without the key, and without the seed until the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublicHead {
    /// Table id.
    pub id: String,
    /// Short name of the game.
    pub kind: String,
    /// Setup text.
    pub setup: String,
    /// Whether the setup is drawn by lot when the game starts.
    pub draw: bool,
    /// Occupants by seat; in order of arrival until the game starts.
    pub seats: Vec<Sitter>,
    /// Time control.
    pub clock: Clock,
    /// Whether the table is joinable without the key.
    pub open: bool,
    /// Lifecycle phase.
    pub phase: Phase,
    /// Creation time, in Unix milliseconds.
    pub created: u64,
    /// End of the game, in Unix milliseconds.
    pub ended: Option<u64>,
    /// Termination: `rules`, `draw agreed`, `resigned 1`, `out of time 2`, `gone 2` or `aborted`.
    pub end: Option<String>,
    /// Final rank by seat, 1 for a winner; `None` while the game runs and if it was aborted.
    pub result: Option<Vec<u8>>,
    /// Number of turns played.
    pub turns: u32,
    /// SHA-256 commitment to the seed of all dice and lots.
    pub commitment: String,
    /// The seed, revealed once the game is over.
    pub seed: Option<String>,
    /// The players' dice nonces, published once the game has started.
    pub nonces: Vec<String>,
    /// Table of the rematch.
    pub next: Option<String>,
}

/// Log entry with its timestamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// A step, or `!draw 1`, `!back 1 12`, `!agree 2`, `!decline 2`, `!resign 1`, `!flag 1`, `!gone 1`, `!abort 1`.
    /// Parses as [`LogEvent`](crate::LogEvent).
    pub what: String,
    /// Unix milliseconds.
    pub at: u64,
}

/// Clock reading of all seats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClockState {
    /// Milliseconds left by seat, as of `now`; empty in untimed games.
    pub left: Vec<u64>,
    /// Seat whose clock runs, counted from 1.
    pub running: Option<u8>,
    /// Server time, in Unix milliseconds.
    pub now: u64,
}

/// Chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chat {
    /// Author.
    pub person: Person,
    /// Plain text.
    pub text: String,
    /// Unix milliseconds.
    pub at: u64,
}

/// Full state of a table: head, log, clocks, presence, chat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The head.
    pub table: PublicHead,
    /// Ply of the first entry in `entries`.
    pub from: u32,
    /// Log entries from `from` on.
    pub entries: Vec<Entry>,
    /// Clocks.
    #[serde(flatten)]
    pub clocks: ClockState,
    /// Presence by seat: whether a connection is open for it.
    pub present: Vec<bool>,
    /// Number of spectators.
    pub watching: u32,
    /// Latest chat lines, oldest first.
    pub chat: Vec<Chat>,
    /// The requester's seat, counted from 1.
    pub you: Option<u8>,
}

/// Player action other than a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Resigns.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Requests to take back the last turn.
    AskBack,
    /// Accepts the pending offer.
    Agree,
    /// Declines the pending offer.
    Decline,
    /// Aborts a game in which fewer than two turns were played.
    Abort,
    /// Claims the game against an absent player: after 60 s in live games, 24 h in untimed ones.
    Claim,
}

/// Message from a client over the socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Subscribes to a table; answered with `table`.
    Watch {
        /// Table id.
        table: String,
        /// First ply that the client does not have.
        #[serde(default)]
        from: u32,
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
    /// Posts a chat line.
    Chat {
        /// Table id.
        table: String,
        /// Plain text.
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
        /// Last measured round trip, in milliseconds; feeds lag compensation.
        #[serde(default)]
        lag: Option<u32>,
    },
}

/// Message from the server over the socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// The head has changed: a player joined, the game started or ended.
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
        /// Human-readable reason.
        why: String,
    },
    /// New chat line.
    Chat {
        /// Table id.
        table: String,
        /// The line.
        #[serde(flatten)]
        chat: Chat,
    },
    /// Presence has changed.
    Present {
        /// Table id.
        table: String,
        /// Presence by seat.
        present: Vec<bool>,
        /// Number of spectators.
        watching: u32,
    },
    /// Lobby lists.
    Lobby {
        /// Tables with free seats.
        open: Vec<PublicHead>,
        /// Games in progress.
        live: Vec<PublicHead>,
    },
    /// Answers `ping`.
    Pong {
        /// The number from `ping`.
        n: u64,
        /// Server time, in Unix milliseconds.
        now: u64,
    },
}

/// Machine-readable reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message does not parse.
    Malformed,
    /// No such table, token or route.
    NotFound,
    /// Not authenticated.
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
    /// Rate limit exceeded.
    TooFast,
    /// Size or count limit exceeded.
    TooLarge,
    /// The database is unavailable, or the outcome of the commit is unknown. The request may be retried.
    Unavailable,
}

/// Error body of a rejected request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// Machine-readable reason.
    pub code: Code,
    /// Human-readable reason.
    pub why: String,
}

impl Refusal {
    /// Refusal with its reason.
    pub fn new(code: Code, why: impl Into<String>) -> Refusal {
        Refusal { code, why: why.into() }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Refusal {}
