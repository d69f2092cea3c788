//! State of tables as clients see it.

use mohreh_derive::Wire;
#[cfg(feature = "json")]
use serde::{Deserialize, Serialize};

/// Public identity of a person.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Person {
    /// Immutable id.
    #[schema(pattern = crate::schema::id(crate::limits::PERSON_ID_CHARS))]
    pub id: String,
    /// Display name. At a table, the later one of two names that look alike ends with characters of the id, and so
    /// does one that looks like that of a bot.
    #[schema(minLength = 1u8, maxLength = crate::limits::MARKED_NAME_CHARS)]
    pub name: String,
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Sitter {
    /// A free seat.
    Open,
    /// A person.
    Person(Person),
    /// A bot run by the server.
    Computer {
        /// Engine level; the weakest is 1.
        #[schema(minimum = *crate::limits::LEVELS.start(), maximum = *crate::limits::LEVELS.end())]
        level: u8,
    },
}

/// Time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Clock {
    /// Untimed.
    None,
    /// Main time plus an increment per turn.
    Live {
        /// Main time, in seconds.
        #[schema(minimum = *crate::limits::MAIN_SECS.start(), maximum = *crate::limits::MAIN_SECS.end())]
        main: u32,
        /// Increment per turn, in seconds.
        #[schema(maximum = crate::limits::INCREMENT_SECS)]
        more: u32,
    },
    /// Correspondence: a fixed time per turn.
    Days {
        /// Days per turn.
        #[schema(minimum = *crate::limits::DAYS.start(), maximum = *crate::limits::DAYS.end())]
        days: u32,
    },
}

/// Lifecycle of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Not all seats are taken.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game has ended.
    Over,
}

/// Who may write in the chat of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum Chatters {
    /// Nobody.
    Nobody,
    /// Those who have a seat; the others read.
    #[default]
    Players,
    /// Everybody who watches and has a name.
    Everybody,
}

/// Public view of a table's head: without the key, and without the seed until the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct PublicHead {
    /// Table id.
    #[schema(pattern = crate::schema::id(crate::limits::TABLE_ID_CHARS))]
    pub id: String,
    /// Short name of the game.
    #[schema(enum = crate::schema::kinds())]
    pub kind: String,
    /// Setup text of the game; empty for the standard setup.
    #[schema(maxLength = crate::limits::SETUP_BYTES)]
    pub setup: String,
    /// Whether the setup is drawn by lot when the game starts.
    pub draw: bool,
    /// Occupants by seat; in order of arrival until the game starts.
    #[schema(minItems = 2u8, maxItems = mohreh_games::Seat::MOST)]
    pub seats: Vec<Sitter>,
    /// Time control.
    pub clock: Clock,
    /// Whether the table is public: joinable without the key, listed, and readable by anybody. A private one is
    /// readable by its players, and by those who have the key.
    pub open: bool,
    /// Whether the free seats are for the players of the game before, as in a rematch.
    #[serde(default)]
    pub reserved: bool,
    /// Who may write in the chat.
    #[serde(default)]
    pub chat: Chatters,
    /// Lifecycle phase.
    pub phase: Phase,
    /// Creation time, in Unix milliseconds.
    pub created: u64,
    /// End of the game, in Unix milliseconds.
    pub ended: Option<u64>,
    /// Termination: `rules`, `draw agreed`, `resigned 1`, `out of time 2`, `gone 2` or `aborted`. The number is the
    /// seat.
    #[schema(pattern = crate::schema::end())]
    pub end: Option<String>,
    /// Final place by seat, 1 for a winner; players who share a place have the same number. Null while the game runs,
    /// and if it was aborted.
    #[schema(
        minItems = 2u8,
        maxItems = mohreh_games::Seat::MOST,
        items(minimum = 1u8, maximum = mohreh_games::Seat::MOST)
    )]
    pub result: Option<Vec<u8>>,
    /// Number of turns played. Lists of tables count them only once the game has ended.
    pub turns: u32,
    /// SHA-256 commitment to the seed of all dice and lots.
    #[schema(pattern = crate::schema::HEX)]
    pub commitment: String,
    /// The seed, revealed once the game is over.
    #[schema(pattern = crate::schema::HEX)]
    pub seed: Option<String>,
    /// The players' dice nonces, published once the game has started.
    #[schema(maxItems = mohreh_games::Seat::MOST, items(pattern = crate::schema::nonce()))]
    pub nonces: Vec<String>,
    /// Id of the table of the rematch.
    #[schema(pattern = crate::schema::id(crate::limits::TABLE_ID_CHARS))]
    pub next: Option<String>,
}

/// Log entry with its timestamp.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Entry {
    /// A step of the game, or an agreement of the players: `!draw 1`, `!back 1 12`, `!agree 2`, `!decline 2`,
    /// `!resign 1`, `!flag 1`, `!gone 1`, `!abort 1`. The first number is the seat, counted from 1.
    #[schema(minLength = 1u8)]
    pub what: String,
    /// Time of the entry, in Unix milliseconds.
    pub at: u64,
}

/// Clock reading of all seats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct ClockState {
    /// Milliseconds left by seat, as of `now`; empty in untimed games.
    pub left: Vec<u64>,
    /// Seat whose clock runs, counted from 1.
    #[schema(minimum = 1u8, maximum = mohreh_games::Seat::MOST)]
    pub running: Option<u8>,
    /// Server time, in Unix milliseconds.
    pub now: u64,
}

/// Chat line.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Chat {
    /// Author.
    pub person: Person,
    /// Plain text.
    #[schema(minLength = 1u8, maxLength = crate::limits::CHAT_CHARS * crate::limits::CODE_POINTS)]
    pub text: String,
    /// Time of the line, in Unix milliseconds.
    pub at: u64,
}

/// Full state of a table: head, log, clocks, presence, chat.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Snapshot {
    /// The head.
    pub table: PublicHead,
    /// Ply of the first entry in `entries`.
    pub from: u32,
    /// Log entries from `from` on. On the socket those of a long log follow in parts, as `played`.
    pub entries: Vec<Entry>,
    /// Clocks.
    #[serde(flatten)]
    pub clocks: ClockState,
    /// Presence by seat: whether a connection is open for it.
    #[schema(minItems = 2u8, maxItems = mohreh_games::Seat::MOST)]
    pub present: Vec<bool>,
    /// Round trip of each seat's connection in milliseconds, measured during games with a live clock; null if unknown.
    #[serde(default)]
    #[schema(minItems = 2u8, maxItems = mohreh_games::Seat::MOST)]
    pub lag: Vec<Option<u32>>,
    /// Whether the computer to move has failed and is left alone until somebody acts at the table.
    #[serde(default)]
    pub stuck: bool,
    /// Number of spectators. Only on the socket; 0 in responses to requests.
    pub watching: u32,
    /// Latest chat lines, oldest first. Only on the socket; empty in responses to requests.
    #[schema(maxItems = crate::limits::CHAT_LINES)]
    pub chat: Vec<Chat>,
    /// The requester's seat, counted from 1.
    #[schema(minimum = 1u8, maximum = mohreh_games::Seat::MOST)]
    pub you: Option<u8>,
}

/// Lists of the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct LobbyLists {
    /// Open tables with free seats, the newest first.
    #[schema(maxItems = crate::limits::LOBBY_TABLES)]
    pub open: Vec<PublicHead>,
    /// Games in progress.
    #[schema(maxItems = crate::limits::LOBBY_TABLES)]
    pub live: Vec<PublicHead>,
}

impl PublicHead {
    /// Seat index of a person. By id, because names can change.
    pub fn seat_of(&self, person: &Person) -> Option<usize> {
        let same =
            |sitter: &Sitter| matches!(sitter, Sitter::Person(other) if other.id == person.id);
        self.seats.iter().position(same)
    }
}
