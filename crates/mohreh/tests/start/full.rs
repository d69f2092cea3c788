//! Starting on a full disk: the server is read-only, refuses writes with the reason, and recovers by itself once there
//! is space. Simulated with `RLIMIT_FSIZE`, which needs no privileges.

use std::process::Command;
use std::time::Duration;

use mohreh_client::Auth;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::server::{Folder, Up, refused_by};

const FULL: &str = "the disk is full: everything can be read, and nothing can be kept";

/// Command prefix that limits file sizes. It ignores SIGXFSZ, so that a write over the limit fails instead of killing
/// the process.
fn limited(limit: &str) -> [&str; 6] {
    ["prlimit", limit, "sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"]
}

impl Up {
    async fn ask(&self, method: &str, path: &str) -> (u16, String) {
        let body = json!({ "name": "Sara" }).to_string();
        let body = if method == "GET" { "" } else { &body };
        let answer = self.server.request(method, path, Auth::Anonymous, body).await.unwrap();
        (answer.status, answer.text)
    }

    /// The stored head of a table.
    async fn table(&self, path: &str) -> Value {
        let told = self.server.call("GET", path, Auth::Anonymous, &json!({})).await.unwrap();
        assert_eq!(told["table"]["kind"], "yinsh", "{told}");
        told["table"].clone()
    }

    /// Polls until the response has this status; returns its body.
    async fn until(&self, method: &str, path: &str, status: u16) -> String {
        for _ in 0..900 {
            let (answered, text) = self.ask(method, path).await;
            if answered == status {
                return text;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("{method} {path} is never answered with {status}");
    }
}

/// Longer than the heartbeat gap, so that the next start has an outage to write.
const OUTAGE: Duration = Duration::from_millis(6_500);

/// The limit leaves no space even for SQLite's `-shm` file.
#[tokio::test]
async fn reads_are_served_on_a_full_disk() {
    let folder = Folder::new("start-full");
    let up = Up::start(&folder, &[], &[]);
    let cookie = up.server.new_guest("Sara").await.unwrap();
    let wanted = json!({ "kind": "yinsh", "open": true });
    let opened =
        up.server.call("POST", "/api/tables", Auth::Cookie(&cookie), &wanted).await.unwrap();
    let table = format!("/api/tables/{}", opened["table"].as_str().unwrap());
    let kept = up.table(&table).await;
    up.end();
    sleep(OUTAGE).await;

    let up = Up::start(&folder, &limited("--fsize=16384:unlimited"), &[]);
    up.says("the disk with the database");
    let (status, refused) = up.ask("POST", "/api/person").await;
    assert!(status == 503 && refused.contains("\"unavailable\""), "{refused}");
    assert!(refused.contains(FULL), "{refused}");
    let (status, ready) = up.ask("GET", "/ready").await;
    assert!(status == 503 && ready.starts_with(FULL), "{ready}");
    let me = up.server.request("GET", "/api/person", Auth::Cookie(&cookie), "").await.unwrap();
    assert!(me.status == 200 && me.text.contains("Sara"), "{me:?}");
    for path in ["/health", "/metrics", "/sw.js", "/api/tables", "/api/archive"] {
        assert_eq!(up.ask("GET", path).await.0, 200, "{path}");
    }
    assert_eq!(up.table(&table).await, kept);

    let room = ["--pid", &up.child.id().to_string(), "--fsize=unlimited:unlimited"];
    assert!(Command::new("prlimit").args(room).status().unwrap().success());
    up.until("GET", "/ready", 200).await;
    up.until("POST", "/api/person", 201).await;
    up.says("the database accepts writes again");
    up.end();
    let up = Up::start(&folder, &[], &[]);
    assert_eq!(up.table(&table).await, kept, "nothing was lost");
}

#[test]
fn a_new_database_is_refused_on_a_full_disk() {
    let folder = Folder::new("start-no-room");
    let said = refused_by(&limited("--fsize=1024:unlimited"), &folder, &[]);
    let database = folder.0.join("mohreh.sqlite");
    assert_eq!(
        said,
        format!("the disk with the database {} is full; free some space", database.display())
    );
}
