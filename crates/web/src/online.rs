//! Playing over the network: tables of a server, who one is there, and who else is.
//!
//! The server's log is the only truth ([`sheet`]); what is played here goes out as whole turns, and counts
//! once the server has told it back.

mod actions;
mod archive;
mod ask;
mod chat;
mod clocks;
mod fair;
mod invite;
mod json;
mod lobby;
mod play;
mod qr;
mod sheet;
mod socket;
mod table;
mod who;
mod wire;
pub mod words;

pub use archive::archive_page;
pub use ask::{Refused, ask, try_text};
pub use json::Message;
pub use lobby::lobby_page;
pub use play::online_page;
pub use socket::Socket;
pub use table::Online;
pub use who::{Me, name_sheet};
pub use wire::{Clock, Sitter, nonce};
