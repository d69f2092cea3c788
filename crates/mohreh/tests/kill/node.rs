//! `Node` and `Load`: `mohreh serve` and `mohreh load` as child processes.

use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::signal;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_mohreh");

/// Temporary folder with a minimal page, also for the database.
pub(crate) struct Folder(pub PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
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

/// A server process, killed on drop.
pub(crate) struct Node {
    port: u16,
    command: Vec<String>,
    pub child: Child,
}

impl Node {
    /// `by` is the program, with any wrapper command in front.
    pub(crate) fn start(by: &[&str], folder: &Folder, more: &[&str]) -> Node {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (pages, address) = (folder.0.to_string_lossy(), format!("127.0.0.1:{port}"));
        let serve = ["serve", "--pages", &pages, "--address", &address];
        let unlimited = ["--no-limits", "--log", "error"];
        let command = [by, &serve, &unlimited, more].concat();
        let command: Vec<String> = command.into_iter().map(ToString::to_string).collect();
        let child = Node::spawn(&command, port);
        Node { port, command, child }
    }

    fn spawn(command: &[String], port: u16) -> Child {
        let child = Command::new(&command[0]).args(&command[1..]).stdout(Stdio::null()).spawn();
        let answers = (0..1800).any(|_| {
            sleep(Duration::from_millis(50));
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        assert!(answers, "the server does not start");
        child.unwrap()
    }

    /// Kills with SIGKILL, like a crash.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn start_again(&mut self) {
        self.child = Node::spawn(&self.command, self.port);
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `mohreh load --patient`: clients that reconnect until they are stopped.
pub(crate) struct Load {
    child: Child,
    out: BufReader<ChildStdout>,
    said: String,
}

impl Load {
    /// Starts it, and waits until games are being played.
    pub(crate) fn start(nodes: &[&Node]) -> Load {
        let mut load = Command::new(PROGRAM);
        load.args(["load", "--patient", "--games", "30", "--every", "50", "--seconds", "3600"]);
        load.args(["--server", &nodes[0].url()]);
        for node in &nodes[1..] {
            load.args(["--node", &node.url()]);
        }
        let mut child = load.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.contains("playing for") {
            assert!(out.read_line(&mut said).unwrap() > 0, "nobody plays: {said}");
        }
        Load { child, out, said }
    }

    /// Stops it; asserts that no acknowledged entry was lost and that clients had to reconnect.
    pub(crate) fn check(mut self) {
        signal::send("INT", &self.child);
        self.out.read_to_string(&mut self.said).unwrap();
        let (status, said) = (self.child.wait().unwrap(), &self.said);
        println!("{said}");
        assert!(status.success(), "{said}");
        let all = "everything that was acknowledged is there, once and in order";
        assert!(said.contains(all), "{said}");
        assert!(said.contains("connected again"), "somebody must have noticed: {said}");
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
