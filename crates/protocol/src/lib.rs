//! Wire types of the HTTP and WebSocket API, the event log of a table, and verifiable dice.
//!
//! A table is a head (game, seats, time control) and an append-only log. The log is the source of truth: [`Log`]
//! replays it into the game state, on the server, in the page and in offline verification. This crate reads no clock
//! and has no random source of its own.

#![warn(missing_docs)]

mod dice;
mod log;
#[cfg(feature = "json")]
mod message;
mod name;

pub use dice::{Dice, Seed, check_dice, commitment};
pub use log::{End, Log, LogError, LogEvent, Offer};
#[cfg(feature = "json")]
pub use message::*;
pub use name::{TextError, clean_line, clean_name, name_key};

/// Input limits, shared by server and clients.
pub mod limits {
    /// Maximum WebSocket message, and maximum request body.
    pub const MESSAGE_BYTES: usize = 16 * 1024;
    /// Maximum length of a display name, in graphemes.
    pub const NAME_CHARS: usize = 32;
    /// Maximum length of a chat line, in graphemes.
    pub const CHAT_CHARS: usize = 280;
    /// Maximum steps in one `play`; longer than any turn of any game.
    pub const STEPS_PER_MESSAGE: usize = 64;
    /// Maximum length of a setup text.
    pub const SETUP_BYTES: usize = 2048;
    /// Maximum length of a player's dice nonce.
    pub const NONCE_BYTES: usize = 64;
}
