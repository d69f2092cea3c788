//! `cargo xtask cluster`: three nodes on this machine, with one PostgreSQL and one NATS.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::product;
use crate::services::Services;
use crate::setup::{self, Need};

/// The first port; the other nodes have the next ones.
const PORT: u16 = 7373;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    setup::require(root, &[&setup::BUILD[..], &[Need::Postgres, Need::Nats]].concat())?;
    let program = product::build(root)?;
    let mut services = Services::start(root)?;
    for port in PORT..PORT + 3 {
        let mut node = Command::new(&program);
        node.args(["serve", "--address", &format!("127.0.0.1:{port}")]).args([
            "--database",
            &services.postgres,
            "--nats",
            &services.nats,
        ]);
        services.spawn(node, port)?;
        println!("node {} is at http://127.0.0.1:{port}/", port - PORT + 1);
    }
    println!("a table may be played through all of them; Ctrl+C ends everything");
    println!("to end one alone: pkill -9 -f 'address 127.0.0.1:{PORT}'");
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
