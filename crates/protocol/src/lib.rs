//! Wire types of the HTTP and WebSocket API, the event log of a table, and verifiable dice.
//!
//! A table is a head (game, seats, time control) and an append-only log. The log is the source of truth: [`Log`]
//! replays it into the game state, on the server, in the page and in offline verification. This crate reads no clock
//! and has no random source of its own.
//!
//! Every message, request body and limit is declared here, once. With the feature `json`, serde reads and writes them
//! and [`Schemas`] describes them; [`Wire`] does without serde, for the page. The server rejects unknown fields. Clients
//! must ignore them: the server may add fields at any time. Doc comments of messages are their descriptions in the
//! OpenAPI document.

#![warn(missing_docs)]

mod analysis;
mod dice;
mod json;
#[cfg(all(test, feature = "json"))]
#[expect(clippy::unwrap_used, reason = "a broken law fails a test")]
mod laws;
pub mod limits;
mod log;
mod message;
mod name;
mod request;
#[cfg(feature = "json")]
mod schema;
mod state;
mod wire;

pub use analysis::{
    ExplorerPage, ExplorerQuery, ExplorerTurn, JudgedPosition, ReviewPhase, ReviewState,
};
pub use dice::{Dice, Seed, check_dice, commitment};
pub use json::Json;
pub use log::{End, Log, LogError, LogEvent, Offer};
pub use message::{Act, ClientMessage, Code, Refusal, ServerMessage};
pub use name::{TextError, clean_line, clean_name, name_key, presentable_name};
pub use request::{
    ActBody, ArchivePage, ArchiveQuery, ChatBody, CreatedToken, First, Identity, Invitation, Join,
    LabelBody, NameBody, NewTable, OwnTable, PlayBody, TableQuery, Token,
};
#[cfg(feature = "json")]
pub use schema::{ObjectSchema, Property, Schemas};
pub use state::{
    Chat, Chatters, Clock, ClockState, Entry, LobbyLists, Person, Phase, PublicHead, Sitter,
    Snapshot,
};
pub use wire::Wire;
