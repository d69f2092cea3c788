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

pub use archive::archive_page;
pub use lobby::lobby_page;
pub use name_dialog::name_dialog;
pub use page::online_page;
