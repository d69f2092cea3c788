//! The server over real sockets: whole games, people who come back, and people who mean no good. Everything
//! runs on SQLite, and on PostgreSQL too where `MOHREH_TEST_POSTGRES` says where it is.

#[path = "online/games.rs"]
mod games;
#[path = "online/hostile.rs"]
mod hostile;
#[path = "online/house.rs"]
mod house;
#[path = "online/lasting.rs"]
mod lasting;
