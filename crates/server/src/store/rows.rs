//! What is kept, as plain values. The store looks into none of the texts.

/// Somebody who plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    /// Never changes.
    pub id: String,
    /// What they call themselves.
    pub name: String,
    /// The hash of what their browser shows to be known again.
    pub secret: String,
    /// When they came, in milliseconds since 1970, as all times here.
    pub created: u64,
}

/// Lets a program act for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// Never changes.
    pub id: String,
    /// For whom.
    pub person: String,
    /// What the person calls it.
    pub label: String,
    /// The hash of what the program shows.
    pub hash: String,
    /// When it was made.
    pub created: u64,
}

/// The head of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Never changes.
    pub id: String,
    /// Which game.
    pub kind: String,
    /// The setup text.
    pub setup: String,
    /// Whether the set-up is drawn by lot.
    pub draw: bool,
    /// Who sits where, as the server writes it.
    pub seats: String,
    /// How time is counted, as the server writes it.
    pub clock: String,
    /// Whether anybody may sit down.
    pub open: bool,
    /// `waiting`, `playing` or `over`.
    pub phase: String,
    /// When it was opened.
    pub created: u64,
    /// When the game began.
    pub started: Option<u64>,
    /// When the game ended.
    pub ended: Option<u64>,
    /// How it ended; `aborted` keeps it out of the archive.
    pub end: Option<String>,
    /// The place of each seat, such as `1 2`.
    pub result: Option<String>,
    /// How many turns were played.
    pub turns: u32,
    /// The seed of dice and lots.
    pub seed: String,
    /// What lets one sit down.
    pub key: String,
    /// What players added to the dice, as the server writes it.
    pub nonces: String,
    /// The table of the rematch.
    pub next: Option<String>,
    /// Who opened it.
    pub creator: String,
    /// Who starts.
    pub first: String,
    /// Whether time or the computer may act at it while nobody is there.
    pub watch: bool,
    /// Who sits where, to search by: seat, person and name, in the order of the seats.
    pub people: Vec<(u8, String, String)>,
    /// 0 for a new table, and one more with each change.
    pub version: u32,
}

/// One entry of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyRow {
    /// Its number.
    pub ply: u32,
    /// What was played.
    pub what: String,
    /// When.
    pub at: u64,
    /// The clocks after it, as the server writes them.
    pub left: String,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatRow {
    /// Who said it.
    pub person: String,
    /// What they called themselves.
    pub name: String,
    /// What was said.
    pub text: String,
    /// When.
    pub at: u64,
}

/// What is to be kept together or not at all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The next entries of a table's log, without gaps.
    pub plies: Option<(String, Vec<PlyRow>)>,
    /// A new head: of a new table with version 0, else with the version after the one that is kept.
    pub table: Option<TableRow>,
    /// A line of chat at a table.
    pub chat: Option<(String, ChatRow)>,
}

/// What is looked for among games that have ended. What is not said does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Which game.
    pub kind: Option<String>,
    /// The whole setup text.
    pub setup: Option<String>,
    /// The places, such as `1 2`.
    pub result: Option<String>,
    /// Ended then or later.
    pub from: Option<u64>,
    /// Ended before.
    pub to: Option<u64>,
    /// The id of somebody who played.
    pub person: Option<String>,
    /// How the name of somebody who played begins, in small or capital letters.
    pub name: Option<String>,
    /// Only what comes after this one: when it ended, and its id.
    pub before: Option<(u64, String)>,
    /// How many.
    pub limit: u32,
}

/// How much was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// People.
    pub people: u64,
    /// Tokens of programs.
    pub tokens: u64,
    /// Tables.
    pub tables: u64,
    /// Entries of logs.
    pub plies: u64,
    /// Lines of chat.
    pub chat: u64,
}
