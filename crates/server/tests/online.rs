//! The server over real sockets: whole games, reconnects, hostile clients, faults. Tests run on SQLite and PostgreSQL,
//! with NATS between nodes.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "online/analysis.rs"]
mod analysis;
#[path = "online/api.rs"]
mod api;
#[path = "online/archive.rs"]
mod archive;
#[path = "online/chat.rs"]
mod chat;
#[path = "online/check.rs"]
mod check;
#[path = "online/delivery.rs"]
mod delivery;
#[path = "online/fair.rs"]
mod fair;
#[path = "online/faults.rs"]
mod faults;
#[path = "online/games.rs"]
mod games;
#[path = "online/harness.rs"]
mod harness;
#[path = "online/hostile.rs"]
mod hostile;
#[path = "online/nodes.rs"]
mod nodes;
#[path = "online/players.rs"]
mod players;
#[path = "online/private.rs"]
mod private;
#[path = "shared/proxy.rs"]
mod proxy;
#[path = "online/recovery.rs"]
mod recovery;
#[path = "shared/schema.rs"]
mod schema;
#[path = "shared/services.rs"]
mod services;
#[path = "online/tls.rs"]
mod tls;
