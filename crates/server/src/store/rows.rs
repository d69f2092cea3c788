//! Row types. The store treats their texts as opaque. All times are Unix milliseconds.

use mohreh_games::explorer::{Ending, Entry, Tally};

use super::StoreError;

/// A person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    /// Immutable id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Hash of the session secret.
    pub secret: String,
    /// Creation time.
    pub created: u64,
}

/// API token of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// Immutable id.
    pub id: String,
    /// Id of the owner.
    pub person: String,
    /// Label chosen by the owner.
    pub label: String,
    /// Hash of the token.
    pub hash: String,
    /// Creation time.
    pub created: u64,
}

/// Head of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Immutable id.
    pub id: String,
    /// Short name of the game.
    pub kind: String,
    /// Setup text.
    pub setup: String,
    /// Whether the setup is drawn by lot.
    pub draw: bool,
    /// Occupants of the seats, as JSON.
    pub seats: String,
    /// Time control, as JSON.
    pub clock: String,
    /// Whether the table is public; a private one is joined and read with the key.
    pub open: bool,
    /// `waiting`, `playing` or `over`.
    pub phase: String,
    /// Creation time.
    pub created: u64,
    /// Start of the game.
    pub started: Option<u64>,
    /// End of the game.
    pub ended: Option<u64>,
    /// Termination; `aborted` keeps the game out of the archive.
    pub end: Option<String>,
    /// Final rank of each seat, such as `1 2`.
    pub result: Option<String>,
    /// Number of turns played.
    pub turns: u32,
    /// Seed of dice and lots, in hexadecimal.
    pub seed: String,
    /// Capability to join, and to read a private table.
    pub key: String,
    /// Dice nonces of the players, as JSON.
    pub nonces: String,
    /// Table of the rematch.
    pub next: Option<String>,
    /// Person id of the creator.
    pub creator: String,
    /// Who moves first.
    pub first: String,
    /// Whether a clock or a bot needs the scheduler.
    pub watch: bool,
    /// Search index of the players: seat, person id and name, in seat order.
    pub people: Vec<(u8, String, String)>,
    /// 0 for a new table, incremented by every change.
    pub version: u32,
    /// Whether the free seats are for the players of the game before.
    pub reserved: bool,
    /// Who may write in the chat.
    pub chat: String,
    /// Time by which the scheduler must look at a running game; 0 if not known.
    pub due: u64,
}

impl TableRow {
    /// Whether the archive has this game: it is over, and was not aborted.
    pub fn is_archived(&self) -> bool {
        self.phase == "over" && self.end.as_deref().is_some_and(|end| end != "aborted")
    }
}

/// Log entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyRow {
    /// Index in the log.
    pub ply: u32,
    /// Step or other event, as text.
    pub what: String,
    /// Timestamp.
    pub at: u64,
    /// Clocks after the entry, as text.
    pub left: String,
}

/// Chat line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatRow {
    /// Person id of the author.
    pub person: String,
    /// Display name at that time.
    pub name: String,
    /// The line.
    pub text: String,
    /// Timestamp.
    pub at: u64,
}

/// Changes that are committed atomically.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WriteSet {
    /// Table id and the next entries of its log, contiguous.
    pub plies: Option<(String, Vec<PlyRow>)>,
    /// New head: version 0 for a new table, otherwise the stored version plus one.
    pub table: Option<TableRow>,
    /// Table id and its new [`TableRow::due`], where the head stays as it is.
    pub due: Option<(String, u64)>,
    /// Table id and a chat line.
    pub chat: Option<(String, ChatRow)>,
}

/// Search in the archive; `None` matches everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Short name of the game.
    pub kind: Option<String>,
    /// Exact setup text.
    pub setup: Option<String>,
    /// Ranks, such as `1 2`.
    pub result: Option<String>,
    /// Ended at or after.
    pub from: Option<u64>,
    /// Ended before.
    pub to: Option<u64>,
    /// Person id of a player.
    pub person: Option<String>,
    /// Case-insensitive name prefix of a player.
    pub name: Option<String>,
    /// Private games too.
    pub private: bool,
    /// Cursor: end time and id of a game; those after it are searched.
    pub before: Option<(u64, String)>,
    /// Maximum number of results.
    pub limit: u32,
}

/// A finished game whose turns are to be counted by the explorer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredGame {
    /// Table id.
    pub game: String,
    /// Its first turns; none if they cannot be read.
    pub entries: Vec<Entry>,
    /// How it ended.
    pub ending: Ending,
}

/// What was played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// The most frequent turns, each as one text in the canonical image.
    pub tallies: Vec<(String, Tally)>,
    /// Different turns.
    pub turns: u32,
    /// Games of all turns together.
    pub games: u32,
}

/// Verdicts of the engine on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewRow {
    /// Nodes for each position.
    pub nodes: u64,
    /// Judged positions, as JSON.
    pub judged: String,
    /// When it was done.
    pub at: u64,
}

/// What a search in the archive has found, or a list of tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Tables that match, the latest first.
    pub tables: Vec<TableRow>,
    /// Cursor from which the search goes on; `None` at the end.
    pub after: Option<(u64, String)>,
    /// Damaged rows that were left out.
    pub damaged: Vec<StoreError>,
}

/// Rows copied by a backup or restore.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Persons.
    pub people: u64,
    /// API tokens.
    pub tokens: u64,
    /// Tables.
    pub tables: u64,
    /// Log entries.
    pub plies: u64,
    /// Chat lines.
    pub chat: u64,
}
