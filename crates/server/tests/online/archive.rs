//! The archive: exports are complete, leave no rooms in memory, and are rate limited.

use mohreh_client::Auth;
use mohreh_games::{Kind, Record};
use mohreh_protocol::{Act, check_dice};
use mohreh_server::RateLimits;
use serde_json::json;

use crate::harness::{Folder, TestServer, settings};

async fn get(node: &TestServer, path: &str) -> String {
    let response = node.server.request("GET", path, Auth::Anonymous, "").await.unwrap();
    assert_eq!(response.status, 200, "{path}: {}", response.text);
    response.text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_are_read_without_loading_rooms() {
    let folder = Folder::new();
    let settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    let node = TestServer::open(&settings).await;
    let mut records = Vec::new();
    // More than a page.
    for n in 0..52 {
        let (table, cookies) = node.table(Kind::ALL[n % Kind::ALL.len()], json!({})).await;
        let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        let turn = guest.turn();
        guest.play(guest.log.ply(), turn).await;
        guest.recv_until(1).await;
        let path = format!("/api/tables/{table}");
        let resign = json!({ "act": Act::Resign });
        let by = Auth::Cookie(&cookies[0]);
        node.server.call("POST", &format!("{path}/act"), by, &resign).await.unwrap();
        let path = format!("{path}/record");
        let record = get(&node, &path).await;
        records.push((path, record));
    }
    node.close().await;

    let node = TestServer::open(&settings).await;
    for (path, record) in &records {
        assert_eq!(get(&node, path).await, *record, "as it was from the room");
    }
    let export = get(&node, "/api/archive/records").await;
    for (_, record) in &records {
        assert!(export.contains(record.as_str()), "{record}");
    }
    let exported = Record::read(&export).unwrap();
    assert_eq!(exported.len(), records.len());
    for record in &exported {
        check_dice(record).unwrap();
    }
    // An export that was cut short goes on after the last game that arrived.
    let last = exported[30].header("table").unwrap();
    let rest = get(&node, &format!("/api/archive/records?after={last}")).await;
    assert!(export.ends_with(&rest));
    assert_eq!(Record::read(&rest).unwrap().len(), exported.len() - 31);
    let unknown = node.server.request("GET", "/api/archive?after=nosuch", Auth::Anonymous, "");
    assert_eq!(unknown.await.unwrap().status, 400);
    let metrics = get(&node, "/metrics").await;
    assert!(metrics.contains("\nmohreh_rooms 0\n"), "{metrics}");
    node.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exports_are_rate_limited() {
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    settings.rate_limits = RateLimits::default();
    let node = TestServer::open(&settings).await;
    let mut statuses = Vec::new();
    while !statuses.contains(&429) {
        let path = "/api/archive/records";
        let response = node.server.request("GET", path, Auth::Anonymous, "").await.unwrap();
        statuses.push(response.status);
        assert!(statuses.len() <= 60, "a bucket of six never ends: {statuses:?}");
    }
    assert!(statuses.len() > 6, "each export has ended when the next begins: {statuses:?}");
    get(&node, "/api/archive").await;
    node.close().await;
}
