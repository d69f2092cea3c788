//! Servers that are killed in the middle of a load: what was acknowledged is there afterwards, once and in
//! order, and clients go on by themselves. `MOHREH_KILLS` says how often (4 if it says nothing); the cluster
//! needs `MOHREH_TEST_POSTGRES` and `MOHREH_TEST_NATS`, which `cargo xtask test` sets.

#[cfg(target_os = "linux")]
#[path = "kill/full.rs"]
mod full;
#[path = "kill/node.rs"]
mod node;

use std::thread::sleep;
use std::time::Duration;

use node::{Folder, Node, PROGRAM, checked, load};

fn rounds() -> u64 {
    std::env::var("MOHREH_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4)
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = Folder::new("kill");
    let database = folder.0.join("mohreh.sqlite").to_string_lossy().into_owned();
    let mut node = Node::start(&[PROGRAM], &folder, &["--database", &database]);
    let load = load(&[&node], 3 + rounds() * 2);
    sleep(Duration::from_secs(2));
    for round in 0..rounds() {
        sleep(Duration::from_millis(900 + round % 7 * 130));
        node.kill();
        node.start_again();
    }
    checked(&load.wait_with_output().unwrap());
}

#[test]
fn nothing_acknowledged_is_lost_when_one_of_three_nodes_is_killed() {
    let from = |key: &str| std::env::var(key).ok();
    let (Some(database), Some(nats)) = (from("MOHREH_TEST_POSTGRES"), from("MOHREH_TEST_NATS"))
    else {
        println!("no PostgreSQL or no NATS: `cargo xtask test` brings both");
        return;
    };
    let folder = Folder::new("kill-cluster");
    let more = ["--database", &database, "--nats", &nats];
    let mut nodes: Vec<Node> = (0..3).map(|_| Node::start(&[PROGRAM], &folder, &more)).collect();
    let load = load(&nodes.iter().collect::<Vec<_>>(), 3 + rounds() * 2);
    sleep(Duration::from_secs(2));
    for round in 0..rounds() {
        sleep(Duration::from_millis(900 + round % 7 * 130));
        let node = &mut nodes[round as usize % 3];
        node.kill();
        node.start_again();
    }
    checked(&load.wait_with_output().unwrap());
}
