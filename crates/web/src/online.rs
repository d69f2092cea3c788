//! Online play: tables of the server, identity, lobby, archive.
//!
//! The server's log is authoritative. Local steps are applied optimistically ([`optimistic_log`]), sent as
//! whole turns, and confirmed when the server broadcasts them.

mod actions;
mod archive;
mod chat;
mod clocks;
mod dice_check;
mod http;
mod identity;
mod invite;
mod json;
mod lobby;
mod online_table;
mod optimistic_log;
mod page;
mod qr;
mod socket;
pub mod text;
mod wire;

pub use archive::archive_page;
pub use http::{ApiError, request_json, request_text};
pub use identity::{Identity, name_dialog};
pub use json::Message;
pub use lobby::lobby_page;
pub use online_table::OnlineTable;
pub use page::online_page;
pub use socket::Socket;
pub use wire::{Clock, Sitter, nonce};
