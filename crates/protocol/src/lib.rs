//! What crosses HTTP and the socket, and what follows from it.
//!
//! A table is a head (which game, who sits where, what was agreed) and a log. The log is the only truth:
//! [`Log`] derives everything else from it, on the server, in the page and for those who check a game
//! afterwards. Nothing here reads a clock or draws a number.

#![warn(missing_docs)]

mod dice;
mod log;
#[cfg(feature = "json")]
mod message;

pub use dice::{Dice, Seed, check_dice, commitment};
pub use log::{End, Log, Offer, What, Wrong};
#[cfg(feature = "json")]
pub use message::*;

/// Limits that both sides know, so that nobody has to find them out.
pub mod limits {
    /// Bytes of one message on the socket, and of the body of one request.
    pub const MESSAGE: usize = 16 * 1024;
    /// Letters of a person's name.
    pub const NAME: usize = 32;
    /// Letters of a line of chat.
    pub const CHAT: usize = 280;
    /// Steps in one message: no turn of any game is longer.
    pub const STEPS: usize = 64;
    /// Bytes of a setup text.
    pub const SETUP: usize = 2048;
    /// Bytes of what a player adds to the dice.
    pub const NONCE: usize = 64;
}
