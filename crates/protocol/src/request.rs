//! Bodies of HTTP requests and responses, apart from [`Snapshot`](crate::Snapshot) and [`Refusal`](crate::Refusal).

use mohreh_derive::Wire;
#[cfg(feature = "json")]
use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::message::Act;
use crate::state::{Chatters, Clock, Person, PublicHead};
use crate::wire::Wire as _;

/// Request body with a display name.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// Display name of up to 32 letters. Blanks at its ends are removed, and several in a row count as one. It needs a
    /// visible letter or digit. Characters that cannot be seen are refused, and so are words with letters of several
    /// alphabets that look alike.
    #[schema(minLength = 1u8)]
    pub name: String,
}

/// Request body that creates a token.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct LabelBody {
    /// What the token is for, so that its owner recognises it. The rules of display names apply.
    #[schema(minLength = 1u8)]
    pub label: String,
}

/// The authenticated person.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Identity {
    /// The person; null for an anonymous request.
    pub person: Option<Person>,
}

/// An API token, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Token {
    /// Id by which it is revoked.
    #[schema(pattern = crate::schema::id(crate::limits::PERSON_ID_CHARS))]
    pub id: String,
    /// What it is for.
    #[schema(minLength = 1u8, maxLength = crate::limits::NAME_CHARS * crate::limits::CODE_POINTS)]
    pub label: String,
    /// Creation time, in Unix milliseconds.
    pub created: u64,
}

/// A token that was just created.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct CreatedToken {
    /// The token.
    #[serde(flatten)]
    pub about: Token,
    /// The secret. Only this response has it.
    #[schema(pattern = crate::schema::token())]
    pub token: String,
}

/// Which player moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
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
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Short name of the game.
    #[schema(enum = crate::schema::kinds())]
    pub kind: String,
    /// Setup text of the game; empty for the standard setup.
    #[serde(default)]
    #[schema(maxLength = crate::limits::SETUP_BYTES)]
    pub setup: String,
    /// Whether the setup is drawn by lot; ignored by games without a random setup.
    #[serde(default)]
    pub draw: bool,
    /// Engine levels of the bots; the remaining seats are for people, at least one of them.
    #[serde(default)]
    #[schema(
        maxItems = mohreh_games::Seat::MOST - 1,
        items(minimum = *crate::limits::LEVELS.start(), maximum = *crate::limits::LEVELS.end())
    )]
    pub computers: Vec<u8>,
    /// Time control.
    #[serde(default = "no_clock")]
    pub clock: Clock,
    /// Whether the table is public: joinable without the key, listed in the lobby and later in the archive, and
    /// readable by anybody. A private one is listed nowhere, and readable only by its players and with its key.
    #[serde(default)]
    pub open: bool,
    /// Who may write in the chat.
    #[serde(default)]
    pub chat: Chatters,
    /// Who moves first.
    #[serde(default)]
    pub first: First,
    /// The creator's dice nonce.
    #[serde(default)]
    #[schema(pattern = crate::schema::nonce())]
    pub nonce: String,
}

fn no_clock() -> Clock {
    Clock::None
}

/// Id and key of a table; together they make an invitation link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct Invitation {
    /// Table id.
    #[schema(pattern = crate::schema::id(crate::limits::TABLE_ID_CHARS))]
    pub table: String,
    /// Capability to join the table, and to read a private one. Only seated players can read it.
    #[schema(pattern = crate::schema::id(crate::limits::KEY_CHARS))]
    pub key: String,
}

/// Request body that joins a table, or its rematch.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Key from the invitation link; ignored at open tables, from seated players, and for a rematch.
    #[serde(default)]
    pub key: String,
    /// The player's dice nonce.
    #[serde(default)]
    #[schema(pattern = crate::schema::nonce())]
    pub nonce: String,
}

/// Request body that plays steps, all or none.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct PlayBody {
    /// Length of the log as the client knows it (optimistic concurrency).
    pub ply: u32,
    /// A whole turn, or the part of it before the next roll.
    #[schema(minItems = 1u8, maxItems = crate::limits::STEPS_PER_MESSAGE)]
    pub steps: Vec<String>,
}

/// Request body that restricts the chat.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct ChatBody {
    /// Who may write from now on: no more than could before.
    pub chat: Chatters,
}

/// Query parameters of a request that reads a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct TableQuery {
    /// Key from the link of a private table; its players need none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Request body of any other action.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct ActBody {
    /// Length of the log as the client knows it; checked for `agree` and `decline` only.
    #[serde(default)]
    pub ply: u32,
    /// The action.
    pub act: Act,
}

/// A table of the requester: its head, and whether it waits for them.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct OwnTable {
    /// The head.
    #[serde(flatten)]
    pub table: PublicHead,
    /// Whether it is the requester's turn, or an offer waits for their answer.
    pub waits: bool,
}

/// Query parameters of the archive; all that are given must match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    /// Short name of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The whole setup text; empty for the standard setup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// Final places by seat, such as `1 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Ended at or after, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
    /// Ended before, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// Person id of a player; `me` is the requester, whose private games are found too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Case-insensitive name prefix of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Cursor from the previous page, or the id of a game: only those that ended before it are found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = crate::schema::CURSOR)]
    pub after: Option<String>,
}

/// A page of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct ArchivePage {
    /// Finished games, the latest first.
    #[schema(maxItems = crate::limits::ARCHIVE_PAGE)]
    pub games: Vec<PublicHead>,
    /// Cursor from which the search goes on, as one request looks only through so many games; null at the end. A page
    /// with few games, or none, may have one.
    pub after: Option<String>,
    /// How far back the archive has been searched, in Unix milliseconds; null at the end.
    pub searched: Option<u64>,
}

impl ArchiveQuery {
    /// The query string of a URL, percent-encoded.
    pub fn to_query(&self) -> String {
        query_string(&self.to_json())
    }
}

/// The fields of an object as the query string of a URL, percent-encoded.
pub(crate) fn query_string(object: &Json) -> String {
    let mut query = String::new();
    if let Json::Object(fields) = object {
        for (name, value) in fields {
            if let Json::Text(text) | Json::Number(text) = value {
                if !query.is_empty() {
                    query.push('&');
                }
                query += name;
                query.push('=');
                encode(text, &mut query);
            }
        }
    }
    query
}

/// Percent-encodes everything but unreserved characters (RFC 3986).
fn encode(text: &str, into: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            into.push(char::from(byte));
        } else {
            into.push('%');
            into.push(char::from(DIGITS[usize::from(byte >> 4)]));
            into.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
}
