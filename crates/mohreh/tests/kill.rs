//! Durability under `kill -9` and full disks, with a load test running: every acknowledged entry survives, once and
//! in order, and clients reconnect by themselves. `MOHREH_KILLS` sets the number of kills (default 4).

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[cfg(target_os = "linux")]
#[path = "kill/full.rs"]
mod full;
#[path = "kill/node.rs"]
mod node;
#[path = "../../server/tests/shared/services.rs"]
mod services;
#[path = "shared/signal.rs"]
mod signal;

use std::thread::sleep;
use std::time::Duration;

use node::{Folder, Load, Node, PROGRAM};
use services::address_of;

fn rounds() -> u64 {
    std::env::var("MOHREH_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4)
}

/// Kills and restarts the nodes in turn, at varying moments.
fn kill_in_turn(nodes: &mut [Node]) {
    let load = Load::start(&nodes.iter().collect::<Vec<_>>());
    for round in 0..rounds() {
        sleep(Duration::from_millis(600 + round % 7 * 130));
        let node = round as usize % nodes.len();
        nodes[node].kill();
        nodes[node].start_again();
    }
    // Time for the clients to reconnect and play on.
    sleep(Duration::from_secs(2));
    load.check();
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = Folder::new("kill");
    let database = folder.0.join("mohreh.sqlite").to_string_lossy().into_owned();
    kill_in_turn(&mut [Node::start(&[PROGRAM], &folder, &["--database", &database])]);
}

#[test]
fn nothing_acknowledged_is_lost_when_one_of_three_nodes_is_killed() {
    let (database, nats) = (address_of("PostgreSQL"), address_of("NATS"));
    let folder = Folder::new("kill-cluster");
    let more = ["--database", &database, "--nats", &nats];
    kill_in_turn(&mut [(); 3].map(|()| Node::start(&[PROGRAM], &folder, &more)));
}
