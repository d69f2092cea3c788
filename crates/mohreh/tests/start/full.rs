//! A server that starts where there is no room: what is there can be read, everything else is refused with
//! the reason, and once there is room it goes on by itself. The process may not write beyond a place in any
//! file, which is as good as a full disk, and needs no rights.

use std::process::Command;
use std::time::Duration;

use mohreh_client::By;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::server::{Folder, Up, refused_by};

const FULL: &str = "the disk is full: everything can be read, and nothing can be kept";

/// Without the trap the system would end the process where it only has to say no.
fn limited(limit: &str) -> [&str; 6] {
    ["prlimit", limit, "sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"]
}

impl Up {
    async fn ask(&self, method: &str, path: &str) -> (u16, String) {
        let body = json!({ "name": "Sara" }).to_string();
        let body = if method == "GET" { "" } else { &body };
        let answer = self.server.request(method, path, By::Nobody, body).await.unwrap();
        (answer.status, answer.text)
    }

    /// What is kept of a table.
    async fn table(&self, path: &str) -> Value {
        let told = self.server.ask("GET", path, By::Nobody, &json!({})).await.unwrap();
        assert_eq!(told["table"]["kind"], "yinsh", "{told}");
        told["table"].clone()
    }

    /// Asks again and again until it is answered like this.
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

/// Longer than a server may be silent: at the next start that has to be kept first.
const SILENCE: Duration = Duration::from_millis(6_500);

/// Not even for the file that several connections of SQLite need.
#[tokio::test]
async fn reads_are_served_where_there_is_no_room() {
    let folder = Folder::new("start-full");
    let up = Up::start(&folder, &[], &[]);
    let cookie = up.server.person("Sara").await.unwrap();
    let wanted = json!({ "kind": "yinsh", "open": true });
    let opened = up.server.ask("POST", "/api/tables", By::Cookie(&cookie), &wanted).await.unwrap();
    let table = format!("/api/tables/{}", opened["table"].as_str().unwrap());
    let kept = up.table(&table).await;
    up.end();
    sleep(SILENCE).await;

    let up = Up::start(&folder, &limited("--fsize=16384:unlimited"), &[]);
    up.says("the disk with the database");
    let (status, refused) = up.ask("POST", "/api/person").await;
    assert!(status == 503 && refused.contains("\"unavailable\""), "{refused}");
    assert!(refused.contains(FULL), "{refused}");
    let (status, ready) = up.ask("GET", "/ready").await;
    assert!(status == 503 && ready.starts_with(FULL), "{ready}");
    let me = up.server.request("GET", "/api/person", By::Cookie(&cookie), "").await.unwrap();
    assert!(me.status == 200 && me.text.contains("Sara"), "{me:?}");
    for path in ["/health", "/metrics", "/sw.js", "/api/tables", "/api/archive"] {
        assert_eq!(up.ask("GET", path).await.0, 200, "{path}");
    }
    assert_eq!(up.table(&table).await, kept);

    let room = ["--pid", &up.child.id().to_string(), "--fsize=unlimited:unlimited"];
    assert!(Command::new("prlimit").args(room).status().unwrap().success());
    up.until("GET", "/ready", 200).await;
    up.until("POST", "/api/person", 201).await;
    up.says("everything can be kept again");
    up.end();
    let up = Up::start(&folder, &[], &[]);
    assert_eq!(up.table(&table).await, kept, "nothing was lost");
}

#[test]
fn a_new_database_needs_room() {
    let folder = Folder::new("start-no-room");
    let said = refused_by(&limited("--fsize=1024:unlimited"), &folder, &[]);
    let database = folder.0.join("mohreh.sqlite");
    assert_eq!(
        said,
        format!("the disk with the database {} is full; free some space", database.display())
    );
}
