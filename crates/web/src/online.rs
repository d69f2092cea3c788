//! Online play: tables of the server, identity, lobby, archive.
//!
//! The server's log is authoritative. Local steps are applied optimistically ([`optimistic_log`]), sent as
//! whole turns, and confirmed when the server broadcasts them.

mod actions;
mod archive;
mod chat;
mod clocks;
mod dice_check;
mod head;
mod http;
mod identity;
mod invite;
mod lobby;
mod online_table;
mod optimistic_log;
mod page;
mod qr;
mod socket;
pub mod text;

pub use archive::archive_page;
pub use head::nonce;
pub use http::{ApiError, request, request_text};
pub use identity::{Identity, name_dialog};
pub use lobby::lobby_page;
pub use online_table::OnlineTable;
pub use page::online_page;
pub use socket::Socket;
