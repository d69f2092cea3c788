//! Servers that are killed in the middle of a load: what was acknowledged is there afterwards, once and in
//! order, and clients go on by themselves. `MOHREH_KILLS` says how often (4 if it says nothing); the cluster
//! needs `MOHREH_TEST_POSTGRES` and `MOHREH_TEST_NATS`, which `cargo xtask test` sets.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_mohreh");

/// A folder with the least that a page needs, and room for a database.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("mohreh-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("sw.js"), "").unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that is killed when the test ends, if not before.
struct Node {
    port: u16,
    args: Vec<String>,
    child: Child,
}

impl Node {
    fn start(folder: &Folder, more: &[&str]) -> Node {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let pages = folder.0.to_string_lossy().into_owned();
        let address = format!("127.0.0.1:{port}");
        let unlimited = ["--requests", "0", "--sockets", "0", "--messages", "0", "--log", "error"];
        let mut args: Vec<String> = ["serve", "--pages", &pages, "--address", &address]
            .into_iter()
            .chain(unlimited)
            .chain(more.iter().copied())
            .map(ToString::to_string)
            .collect();
        args.shrink_to_fit();
        let child = Node::spawn(&args, port);
        Node { port, args, child }
    }

    fn spawn(args: &[String], port: u16) -> Child {
        let child = Command::new(PROGRAM).args(args).stdout(Stdio::null()).spawn().unwrap();
        let answers = (0..600).any(|_| {
            sleep(Duration::from_millis(50));
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        assert!(answers, "the server does not start");
        child
    }

    /// As a power cut would end it: it is asked nothing and told nothing.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn start_again(&mut self) {
        self.child = Node::spawn(&self.args, self.port);
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn rounds() -> u64 {
    std::env::var("MOHREH_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4)
}

fn load(nodes: &[&Node], seconds: u64) -> Child {
    let mut load = Command::new(PROGRAM);
    load.args(["load", "--patient", "--games", "30", "--every", "50"]);
    load.args(["--seconds", &seconds.to_string(), "--server", &nodes[0].url()]);
    for node in &nodes[1..] {
        load.args(["--node", &node.url()]);
    }
    load.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn checked(output: &Output) {
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{out}{err}");
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("everything that was acknowledged is there, once and in order"), "{out}");
    assert!(
        out.contains("connected again"),
        "the server was killed, and somebody must have noticed: {out}"
    );
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = Folder::new("kill");
    let database = folder.0.join("mohreh.sqlite").to_string_lossy().into_owned();
    let mut node = Node::start(&folder, &["--database", &database]);
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
    let mut nodes: Vec<Node> = (0..3).map(|_| Node::start(&folder, &more)).collect();
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
