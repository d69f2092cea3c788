//! Messages as JSON: every field has a name, unknown fields are refused from clients and may be added by
//! the server.

use serde::{Deserialize, Serialize};

/// Somebody, as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Never changes.
    pub id: String,
    /// What they call themselves.
    pub name: String,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person.
    Person(Person),
    /// The computer, played by the server.
    Computer {
        /// From 1 to 8.
        level: u8,
    },
}

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Clock {
    /// Not at all.
    None,
    /// So many seconds for the game, and more for every turn.
    Live {
        /// Seconds at the start.
        main: u32,
        /// Seconds that each turn adds.
        more: u32,
    },
    /// So many days for every turn.
    Days {
        /// From 1 to 30.
        days: u32,
    },
}

/// Who starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The server draws.
    #[default]
    Lot,
    /// Whoever opened the table.
    Me,
    /// Somebody else.
    Other,
}

/// What somebody wants to be at a new table. The first seat is their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Which game, by its short name.
    pub kind: String,
    /// The setup text, empty for the usual one.
    #[serde(default)]
    pub setup: String,
    /// Whether the set-up is drawn by lot, where the game has one that can be.
    #[serde(default)]
    pub draw: bool,
    /// The levels of seats that the computer takes; the others are for people.
    #[serde(default)]
    pub computers: Vec<u8>,
    /// How time is counted.
    #[serde(default = "no_clock")]
    pub clock: Clock,
    /// Whether anybody may sit down, or only those who have the link.
    #[serde(default)]
    pub open: bool,
    /// Who starts.
    #[serde(default)]
    pub first: First,
    /// What the one who opens the table adds to the dice.
    #[serde(default)]
    pub nonce: String,
}

fn no_clock() -> Clock {
    Clock::None
}

/// A table that was just opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// The table's id.
    pub table: String,
    /// Whoever has it may sit down. Only the one who opened the table is told.
    pub key: String,
}

/// Somebody wants to sit down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The key from the link; not needed at open tables.
    #[serde(default)]
    pub key: String,
    /// What they add to the dice.
    #[serde(default)]
    pub nonce: String,
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Seats are free.
    Waiting,
    /// The game goes on.
    Playing,
    /// It has ended.
    Over,
}

/// The head of a table, as everybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// Its id.
    pub id: String,
    /// Which game.
    pub kind: String,
    /// The setup text.
    pub setup: String,
    /// The set-up is drawn by lot when the game begins.
    pub draw: bool,
    /// Who sits where; before the game begins, in the order in which they came.
    pub seats: Vec<Sitter>,
    /// How time is counted.
    pub clock: Clock,
    /// Whether anybody may sit down.
    pub open: bool,
    /// Where it stands.
    pub phase: Phase,
    /// When it was opened, in milliseconds since 1970.
    pub created: u64,
    /// When the game ended.
    pub ended: Option<u64>,
    /// How it ended: `rules`, `draw agreed`, `resigned 1`, `out of time 2`, `gone 2` or `aborted`.
    pub end: Option<String>,
    /// The place of each seat, `1` for who won; none if the game was aborted or goes on.
    pub result: Option<Vec<u8>>,
    /// How many turns have been played.
    pub turns: u32,
    /// The SHA-256 of the seed of all dice and lots.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// What the players have added to the dice, once the game has begun.
    pub nonces: Vec<String>,
    /// The table of the rematch.
    pub next: Option<String>,
}

/// One entry of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// A step, or `!draw 1`, `!back 1 12`, `!agree 2`, `!decline 2`, `!resign 1`, `!flag 1`, `!gone 1`,
    /// `!abort 1`.
    pub what: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Time that each seat has left, in milliseconds; empty without a clock.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Left {
    /// For each seat, at the moment of `now`.
    pub left: Vec<u64>,
    /// Whose time runs, counted from 1.
    pub running: Option<u8>,
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chat {
    /// Who.
    pub person: Person,
    /// What; plain text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Everything about a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// Its head.
    pub table: Table,
    /// The number of the first entry below.
    pub from: u32,
    /// The log from there on.
    pub entries: Vec<Entry>,
    /// Clocks.
    #[serde(flatten)]
    pub clocks: Left,
    /// Which seats somebody is connected for.
    pub present: Vec<bool>,
    /// How many watch.
    pub watching: u32,
    /// The last lines of chat.
    pub chat: Vec<Chat>,
    /// The seat of whoever asks, counted from 1.
    pub you: Option<u8>,
}

/// What can be done at a table besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Gives the game up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Asks to take the last turn back.
    AskBack,
    /// Agrees to what the other has asked.
    Agree,
    /// Does not.
    Decline,
    /// Ends a game that has hardly begun.
    Abort,
    /// Claims the game of somebody who has been gone for a minute.
    Claim,
}

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// Wants to hear of a table, from an entry on; answered with `table`.
    Watch {
        /// Which table.
        table: String,
        /// The first entry that is not known yet.
        #[serde(default)]
        from: u32,
    },
    /// No longer.
    Leave {
        /// Which table.
        table: String,
    },
    /// Plays steps, all or none of them. Answered with `played`, or `refused`.
    Play {
        /// Which table.
        table: String,
        /// How many entries are known.
        ply: u32,
        /// A whole turn, or as much of it as can be decided before dice fall.
        steps: Vec<String>,
    },
    /// Does something else. Answered with `played`, or `refused`.
    Act {
        /// Which table.
        table: String,
        /// How many entries are known.
        ply: u32,
        /// What.
        act: Act,
    },
    /// Says something.
    Chat {
        /// Which table.
        table: String,
        /// What.
        text: String,
    },
    /// Wants to hear of open and of live tables; answered with `lobby`, again and again.
    Lobby {
        /// Whether to begin or to stop.
        on: bool,
    },
    /// Answered with `pong`; `lag` is what the last one took, in milliseconds.
    Ping {
        /// Any number.
        n: u64,
        /// Milliseconds of the last round trip.
        #[serde(default)]
        lag: Option<u32>,
    },
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Tell {
    /// Who one is, said first.
    Hello {
        /// The person, or nobody.
        person: Option<Person>,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
    /// Everything about a table.
    Table(Box<Snapshot>),
    /// The head of a table has changed: somebody sat down, the game began or ended.
    Head {
        /// The new head.
        table: Box<Table>,
    },
    /// Something was played, and is kept. For the one who played it, this is the acknowledgement.
    Played {
        /// At which table.
        table: String,
        /// The number of the first entry below.
        ply: u32,
        /// The entries, in order.
        entries: Vec<Entry>,
        /// Clocks.
        #[serde(flatten)]
        clocks: Left,
    },
    /// What was asked was not done.
    Refused {
        /// At which table, if at one.
        table: Option<String>,
        /// Why, for programs.
        code: Code,
        /// Why, for people.
        why: String,
    },
    /// Somebody said something.
    Chat {
        /// At which table.
        table: String,
        /// The line.
        #[serde(flatten)]
        chat: Chat,
    },
    /// Who is there.
    Present {
        /// At which table.
        table: String,
        /// For each seat.
        present: Vec<bool>,
        /// How many watch.
        watching: u32,
    },
    /// Open and live tables.
    Lobby {
        /// Where one can sit down.
        open: Vec<Table>,
        /// Where one can watch.
        live: Vec<Table>,
    },
    /// Answers `ping`.
    Pong {
        /// The same number.
        n: u64,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
}

/// Why something was refused, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message cannot be read.
    Malformed,
    /// There is no such thing.
    NotFound,
    /// One has to say who one is.
    WhoAreYou,
    /// Not from there, or not by this person.
    Forbidden,
    /// Somebody else is to move.
    NotYourTurn,
    /// Something else came first; what is missing follows or can be asked for.
    Stale,
    /// Against the rules.
    Illegal,
    /// The game is over, or has not begun.
    NotPlaying,
    /// No seat is free.
    Full,
    /// Too much at once.
    TooFast,
    /// Too long.
    TooLarge,
    /// The server cannot keep anything at the moment, or has not heard whether it was kept: the same may be
    /// said again.
    Unavailable,
}

/// A refusal as the answer to a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// Why, for programs.
    pub code: Code,
    /// Why, for people.
    pub why: String,
}

impl Refusal {
    /// A refusal with its reason.
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
