//! Limits of input and output, shared by server and clients.

use std::ops::RangeInclusive;

/// Maximum WebSocket message, and maximum request body.
pub const MESSAGE_BYTES: usize = 16 * 1024;
/// Maximum length of a display name, and of the label of a token, in graphemes.
pub const NAME_CHARS: usize = 32;
/// Maximum length of a chat line, in graphemes.
pub const CHAT_CHARS: usize = 280;
/// Maximum number of code points per grapheme, on average: letters may carry marks, emoji consist of several.
pub const CODE_POINTS: usize = 2;
/// Maximum length of a name at a table, in code points: with a mark that tells it from another.
pub const MARKED_NAME_CHARS: usize = NAME_CHARS * CODE_POINTS + 8;
/// Chat lines in a snapshot.
pub const CHAT_LINES: u32 = 50;
/// Chat lines kept per table; older ones are deleted.
pub const CHAT_KEPT: u32 = 500;
/// Period of the limits of chat.
pub const CHAT_PERIOD_MS: u64 = 10_000;
/// Chat lines of one person at one table in [`CHAT_PERIOD_MS`].
pub const CHAT_PER_PERSON: usize = 5;
/// Chat lines of all without a seat at one table in [`CHAT_PERIOD_MS`].
pub const CHAT_OF_WATCHERS: usize = 20;
/// Maximum steps in one `play`; longer than any turn of any game.
pub const STEPS_PER_MESSAGE: usize = 64;
/// Length of a log from which on nothing more is offered: only steps, resignations and claims follow.
pub const LOG_ENTRIES: u32 = 8000;
/// Maximum entries in one message of the socket; longer logs are sent in parts.
pub const ENTRIES_PER_MESSAGE: usize = 1000;
/// Maximum length of a setup text.
pub const SETUP_BYTES: usize = 2048;
/// Maximum length of a player's dice nonce.
pub const NONCE_BYTES: usize = 64;
/// Engine levels of bots.
pub const LEVELS: RangeInclusive<u8> = 1..=8;
/// Main time of a live clock, in seconds.
pub const MAIN_SECS: RangeInclusive<u32> = 10..=3 * 60 * 60;
/// Maximum increment of a live clock, in seconds.
pub const INCREMENT_SECS: u32 = 180;
/// Days per turn of a correspondence clock.
pub const DAYS: RangeInclusive<u32> = 1..=30;
/// Absence of the player to move after which the game can be claimed, with a live clock.
pub const CLAIM_AFTER_MS: u64 = 60 * 1000;
/// The same in untimed games, counted from the last log entry.
pub const CLAIM_AFTER_UNTIMED_MS: u64 = 24 * 60 * 60 * 1000;
/// Silence after which a game against bots without a clock is closed, without a result.
pub const ABANDONED_BOT_GAME_MS: u64 = 30 * 24 * 60 * 60 * 1000;
/// The same in games of people.
pub const ABANDONED_GAME_MS: u64 = 180 * 24 * 60 * 60 * 1000;
/// Tokens per person.
pub const TOKENS: u32 = 20;
/// Waiting tables per person.
pub const WAITING_TABLES: usize = 20;
/// Unfinished games against bots per person.
pub const BOT_GAMES: usize = 20;
/// Unfinished games against bots that were opened from one client address, at one node.
pub const BOT_GAMES_PER_ADDRESS: usize = 40;
/// Tables of a person that are listed.
pub const OWN_TABLES: u32 = 100;
/// Length of each list of the lobby.
pub const LOBBY_TABLES: u32 = 50;
/// Games per page of the archive.
pub const ARCHIVE_PAGE: u32 = 50;
/// Turns of each game that the explorer counts: storage grows with every turn, and later positions are those of one game
/// alone.
pub const EXPLORER_DEPTH: usize = 16;
/// Turns that the explorer lists for a position.
pub const EXPLORER_TURNS: u32 = 50;
/// Maximum length of the game that leads to the position that the explorer is asked for.
pub const EXPLORER_LINE_BYTES: usize = 4096;
/// Reviews that wait or run at one node.
pub const REVIEWS: usize = 32;
/// Reviews of one person that wait or run at one node.
pub const REVIEWS_PER_PERSON: usize = 2;
/// Subscriptions per socket.
pub const TABLES_PER_SOCKET: usize = 32;

/// Characters of ids, keys and secrets: without `l`, `o`, `0` and `1`, which are mistaken for each other.
pub const ID_LETTERS: &str = "abcdefghijkmnpqrstuvwxyz23456789";
/// Length of a table id.
pub const TABLE_ID_CHARS: usize = 8;
/// Length of the key of a table.
pub const KEY_CHARS: usize = 16;
/// Length of the id of a person or token.
pub const PERSON_ID_CHARS: usize = 10;
/// Length of the secret of a session or token.
pub const SECRET_CHARS: usize = 40;
/// Beginning of every token.
pub const TOKEN_PREFIX: &str = "mohreh_";
