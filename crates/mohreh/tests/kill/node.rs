//! Servers as processes of their own, and people who play at them.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_mohreh");

/// A folder with the least that a page needs, and room for a database.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
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
pub struct Node {
    port: u16,
    command: Vec<String>,
    pub child: Child,
}

impl Node {
    /// `by` is the program, and whatever has to be said before its arguments.
    pub fn start(by: &[&str], folder: &Folder, more: &[&str]) -> Node {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (pages, address) = (folder.0.to_string_lossy(), format!("127.0.0.1:{port}"));
        let serve = ["serve", "--pages", &pages, "--address", &address];
        let unlimited = ["--requests", "0", "--sockets", "0", "--messages", "0", "--log", "error"];
        let command = [by, &serve, &unlimited, more].concat();
        let command: Vec<String> = command.into_iter().map(ToString::to_string).collect();
        let child = Node::spawn(&command, port);
        Node { port, command, child }
    }

    fn spawn(command: &[String], port: u16) -> Child {
        let child = Command::new(&command[0]).args(&command[1..]).stdout(Stdio::null()).spawn();
        let answers = (0..600).any(|_| {
            sleep(Duration::from_millis(50));
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        assert!(answers, "the server does not start");
        child.unwrap()
    }

    /// As a power cut would end it: it is asked nothing and told nothing.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn start_again(&mut self) {
        self.child = Node::spawn(&self.command, self.port);
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// People who play for so long, and do not give up.
pub fn load(nodes: &[&Node], seconds: u64) -> Child {
    let mut load = Command::new(PROGRAM);
    load.args(["load", "--patient", "--games", "30", "--every", "50"]);
    load.args(["--seconds", &seconds.to_string(), "--server", &nodes[0].url()]);
    for node in &nodes[1..] {
        load.args(["--node", &node.url()]);
    }
    load.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub fn checked(output: &Output) {
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{out}{err}");
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("everything that was acknowledged is there, once and in order"), "{out}");
    assert!(out.contains("connected again"), "somebody must have noticed: {out}");
}
