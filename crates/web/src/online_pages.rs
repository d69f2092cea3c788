//! Pages of online play: lobby, archive, tables of the server.

mod actions;
mod archive;
mod chat;
mod dice_check;
mod host;
mod invite;
mod lobby;
mod name_dialog;
mod page;
mod tokens;

pub(crate) use archive::archive_page;
pub(crate) use lobby::{lobby_page, own_tables};
pub(crate) use name_dialog::name_dialog;
pub(crate) use page::online_page;
pub(crate) use tokens::tokens;
