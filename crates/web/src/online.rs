//! Client of the server: identity, socket, requests, tables.
//!
//! The server's log is authoritative. Local steps are applied optimistically ([`optimistic_log`]), sent as
//! whole turns, and confirmed when the server broadcasts them.

pub mod clocks;
pub mod head;
mod http;
mod identity;
pub mod online_table;
mod optimistic_log;
mod recent;
pub mod socket;
pub mod text;

pub use head::{nonce, record_path};
pub use http::{ApiError, request, request_text};
pub use identity::{Callback, Identity};
pub use online_table::OnlineTable;
pub use socket::Socket;
