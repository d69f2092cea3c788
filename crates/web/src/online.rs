//! Client of the server: identity, socket, requests, tables.
//!
//! The server's log is authoritative. Local steps are applied optimistically ([`optimistic_log`]), sent as
//! whole turns, and confirmed when the server broadcasts them.

mod analysis;
pub(crate) mod clocks;
pub(crate) mod head;
mod http;
mod identity;
pub(crate) mod online_table;
mod optimistic_log;
mod recent;
pub(crate) mod socket;
pub(crate) mod text;

pub(crate) use analysis::{explore, request_review};
pub(crate) use head::{nonce, record_path};
pub(crate) use http::{ApiError, request, request_text};
pub(crate) use identity::{Callback, Identity};
pub(crate) use online_table::OnlineTable;
pub(crate) use socket::Socket;
