//! The server over real sockets: whole games, people who come back, people who mean no good, and everything
//! that can fail. Everything runs on SQLite and on PostgreSQL, with NATS between several nodes.

#[path = "online/company.rs"]
mod company;
#[path = "online/faults.rs"]
mod faults;
#[path = "online/games.rs"]
mod games;
#[path = "online/hostile.rs"]
mod hostile;
#[path = "online/house.rs"]
mod house;
#[path = "online/lasting.rs"]
mod lasting;
#[path = "online/late.rs"]
mod late;
#[path = "shared/line.rs"]
mod line;
#[path = "shared/needed.rs"]
mod needed;
#[path = "online/nodes.rs"]
mod nodes;
#[path = "shared/schema.rs"]
mod schema;
