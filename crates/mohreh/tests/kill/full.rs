//! The disk fills up during a load test: writes are refused with 503, reads are served, no acknowledged entry is lost,
//! and play resumes once there is space.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use mohreh_client::{Auth, Server};
use serde_json::json;
use tokio::time::sleep;

use crate::node::{Folder, Load, Node, PROGRAM};

/// How the disk-full condition is produced.
enum Disk {
    /// `RLIMIT_FSIZE` on the server process.
    Limited,
    /// A small tmpfs of this size filled by another file, mounted with this command.
    Small(&'static [&'static str], &'static str),
}

/// Ignores SIGXFSZ, so that a write over the limit fails with EFBIG instead of killing the process.
const LIMITED: &str = "trap '' XFSZ; exec \"$@\"";
const SMALL: &str = "mount -t tmpfs -o size=$1 none \"$0\" && shift && exec \"$@\"";
/// Sizes of small disks. SQLite's write-ahead log could fill the smaller one by itself.
const SIZES: [&str; 2] = ["64m", "6m"];
/// Commands for a private mount namespace: as root, and in a user namespace.
const UNSHARE: [&[&str]; 2] =
    [&["unshare", "--mount"], &["unshare", "--user", "--map-root-user", "--mount"]];

impl Disk {
    fn start(&self, folder: &Folder, disk: &Path) -> Node {
        let place = disk.to_string_lossy();
        let by: Vec<&str> = match self {
            Disk::Limited => vec!["sh", "-c", LIMITED, &place, PROGRAM],
            Disk::Small(unshare, size) => {
                [unshare, &["sh", "-c", SMALL, &place, size, PROGRAM][..]].concat()
            }
        };
        let database = disk.join("mohreh.sqlite").to_string_lossy().into_owned();
        Node::start(&by, folder, &["--database", &database])
    }

    /// Path of the filler file, through `/proc/PID/root`, because the mount is private to the server.
    fn filler(node: &Node, disk: &Path) -> PathBuf {
        let seen = PathBuf::from(format!("/proc/{}/root", node.child.id()));
        seen.join(disk.strip_prefix("/").unwrap()).join("something-else")
    }

    fn limit(node: &Node, bytes: &str) {
        let limit = ["--pid", &node.child.id().to_string(), &format!("--fsize={bytes}:unlimited")];
        assert!(Command::new("prlimit").args(limit).status().unwrap().success());
    }

    fn fill(&self, node: &Node, disk: &Path) {
        match self {
            Disk::Limited => Disk::limit(node, "65536"),
            Disk::Small(..) => {
                let mut file = std::fs::File::create(Disk::filler(node, disk)).unwrap();
                while file.write_all(&[0; 512]).is_ok() {}
            }
        }
    }

    fn free(&self, node: &Node, disk: &Path) {
        match self {
            Disk::Limited => Disk::limit(node, "unlimited"),
            Disk::Small(..) => std::fs::remove_file(Disk::filler(node, disk)).unwrap(),
        }
    }
}

/// Polls until the response has this status; returns its body.
async fn until(server: &Server, method: &str, path: &str, status: u16) -> String {
    let body = json!({ "name": "Sara" }).to_string();
    for _ in 0..600 {
        let answer = server.request(method, path, Auth::Anonymous, &body).await.unwrap();
        if answer.status == status {
            return answer.text;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{method} {path} is never answered with {status}");
}

async fn survives_a_full_disk(name: &str, how: Disk) {
    let folder = Folder::new(name);
    let disk = folder.0.join("disk");
    std::fs::create_dir(&disk).unwrap();
    let node = how.start(&folder, &disk);
    let server = Server::new(&node.url()).unwrap();
    let load = Load::start(&[&node]);
    sleep(Duration::from_secs(1)).await;
    how.fill(&node, &disk);
    let refused = until(&server, "POST", "/api/person", 503).await;
    assert!(refused.contains("\"unavailable\""), "{refused}");
    assert!(refused.contains("the disk is full"), "{refused}");
    let ready = until(&server, "GET", "/ready", 503).await;
    assert!(ready.starts_with("the disk is full"), "{ready}");
    for path in ["/health", "/api/tables", "/api/archive", "/metrics"] {
        let answer = server.request("GET", path, Auth::Anonymous, "").await.unwrap();
        assert_eq!(answer.status, 200, "{path} {}", answer.text);
    }
    sleep(Duration::from_secs(1)).await;
    until(&server, "GET", "/ready", 503).await;
    how.free(&node, &disk);
    until(&server, "GET", "/ready", 200).await;
    until(&server, "POST", "/api/person", 201).await;
    // Time for the clients to play on.
    sleep(Duration::from_secs(2)).await;
    load.check();
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_a_file_cannot_grow() {
    survives_a_full_disk("limited", Disk::Limited).await;
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_disk_is_full() {
    let folder = Folder::new("try");
    let place = folder.0.to_string_lossy();
    let works = |unshare: &&&[&str]| {
        let mut command = Command::new(unshare[0]);
        command.args(&unshare[1..]).args(["sh", "-c", SMALL, &place, SIZES[0], "true"]);
        command.status().is_ok_and(|status| status.success())
    };
    match UNSHARE.iter().find(works) {
        Some(unshare) => {
            for size in SIZES {
                survives_a_full_disk(&format!("full-{size}"), Disk::Small(unshare, size)).await;
            }
        }
        None => {
            let why = "a small disk cannot be mounted: run this as root, or allow user namespaces";
            assert!(std::env::var_os("CI").is_none(), "{why}");
            // Directly to stderr, past the output capture of the test harness.
            writeln!(std::io::stderr(), "\nNOT TESTED: a full disk; {why}\n").unwrap();
        }
    }
}
