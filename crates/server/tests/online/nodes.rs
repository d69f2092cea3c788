//! Several nodes on one database: races, presence, catch-up without NATS.

use std::time::Duration;

use futures_util::StreamExt;
use mohreh_client::Auth;
use mohreh_games::Kind;
use mohreh_protocol::{Code, ServerMessage};
use mohreh_server::Settings;
use serde_json::json;
use tokio::time::timeout;

use crate::harness::{Folder, Guest, TestServer, other_turn, settings};
use crate::schema::Schema;
use crate::services::address_of;

/// Racing turns per game.
const ROUNDS: usize = 16;

/// Two nodes on one schema, with or without NATS.
async fn start_nodes(schema: &Schema, with_nats: bool) -> [TestServer; 2] {
    let all = settings(&schema.url);
    let settings = Settings { nats: all.nats.clone().filter(|_| with_nats), ..all };
    [TestServer::open(&settings).await, TestServer::open(&settings).await]
}

/// Sends a turn; returns the code of the refusal, if any.
async fn play(guest: &mut Guest, ply: u32, steps: &[String]) -> Option<Code> {
    guest.play(ply, steps.to_vec()).await;
    loop {
        match guest.recv().await {
            ServerMessage::Refused { code, .. } => return Some(code),
            ServerMessage::Played { ply: at, entries, .. }
                if at == ply && entries[0].what == steps[0] =>
            {
                return None;
            }
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn racing_turns_at_two_nodes_commit_once() {
    for with_nats in [true, false] {
        let schema = Schema::new(&Folder::name()).await;
        let nodes = start_nodes(&schema, with_nats).await;
        for &kind in Kind::ALL {
            let (table, cookies) = nodes[0].table(kind, json!({})).await;
            // Every player connects to both nodes.
            let mut guests = Vec::new();
            for cookie in &cookies {
                let one = nodes[0].guest(&table, Auth::Cookie(cookie)).await;
                guests.push([one, nodes[1].guest(&table, Auth::Cookie(cookie)).await]);
            }
            let mut won = [0, 0];
            for _ in 0..ROUNDS {
                let Some(mover) = guests[0][0].mover() else { break };
                let (log, ply) = (&guests[0][0].log, guests[0][0].log.ply());
                let turns = [other_turn(log, 0), other_turn(log, 1)];
                let [one, two] = &mut guests[mover];
                let answers = tokio::join!(play(one, ply, &turns[0]), play(two, ply, &turns[1]));
                // The loser sees `NotPlaying` if the winning turn ended the game.
                let winner = match answers {
                    (None, Some(Code::Stale | Code::NotPlaying)) => 0,
                    (Some(Code::Stale | Code::NotPlaying), None) => 1,
                    // Only one legal turn: the second is a duplicate.
                    (None, None) if turns[0] == turns[1] => 0,
                    other => panic!("{kind}: {other:?}"),
                };
                won[winner] += 1;
                let known = guests[mover][winner].log.ply();
                for guest in guests.iter_mut().flatten() {
                    guest.recv_until(known).await;
                    assert_eq!(guest.log.steps().get(ply as usize), Some(&turns[winner][0]));
                }
            }
            println!("{kind}, news {with_nats}: {won:?}");
            let path = format!("/api/tables/{table}");
            let mut shown = Vec::new();
            for node in &nodes {
                let all =
                    node.server.call("GET", &path, Auth::Anonymous, &json!({})).await.unwrap();
                shown.push(all["entries"].clone());
            }
            assert_eq!(shown[0], shown[1]);
            for guest in guests.iter().flatten() {
                assert_eq!(guest.log.steps(), guests[0][0].log.steps());
                assert_eq!(guest.log.ply() as usize, shown[0].as_array().unwrap().len());
            }
        }
        for node in nodes {
            node.close().await;
        }
        schema.remove().await;
    }
}

async fn wait_present(guest: &mut Guest, wanted: [bool; 2]) {
    loop {
        if let ServerMessage::Present { present, .. } = guest.recv().await
            && present == wanted
        {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presence_is_exchanged_between_nodes_and_then_quiet() {
    let schema = Schema::new(&Folder::name()).await;
    let nodes = start_nodes(&schema, true).await;
    let (table, cookies) = nodes[0].table(Kind::ALL[0], json!({})).await;
    let mut subscription = async_nats::connect(address_of("NATS"))
        .await
        .unwrap()
        .subscribe("mohreh.notes")
        .await
        .unwrap();
    let mut sara = nodes[0].guest(&table, Auth::Cookie(&cookies[0])).await;
    let mut bahram = nodes[1].guest(&table, Auth::Cookie(&cookies[1])).await;
    wait_present(&mut sara, [true, true]).await;
    wait_present(&mut bahram, [true, true]).await;
    let mut events = 0;
    let count = async {
        while let Some(event) = subscription.next().await {
            events += usize::from(String::from_utf8_lossy(&event.payload).contains(&table));
        }
    };
    // Presence is exchanged once, not in a loop.
    let _ = timeout(Duration::from_secs(3), count).await;
    assert!(events < 50, "{events} notes, and nothing happens at the table");
    drop(bahram);
    wait_present(&mut sara, [true, false]).await;
    for node in nodes {
        node.close().await;
    }
    schema.remove().await;
}

/// Without NATS, nodes poll the database for changes of other nodes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_join_at_one_node_reaches_the_other_without_nats() {
    let schema = Schema::new(&Folder::name()).await;
    let nodes = start_nodes(&schema, false).await;
    let sara = nodes[0].server.new_guest("Sara").await.unwrap();
    let bahram = nodes[0].server.new_guest("بهرام").await.unwrap();
    let wanted = json!({ "kind": Kind::ALL[0].name(), "first": "me" });
    let opened = nodes[0].server.call("POST", "/api/tables", Auth::Cookie(&sara), &wanted).await;
    let opened = opened.unwrap();
    let table = opened["table"].as_str().unwrap();
    let mut waiting = nodes[0].guest(table, Auth::Cookie(&sara)).await;
    let (path, key) = (format!("/api/tables/{table}/join"), json!({ "key": opened["key"] }));
    nodes[1].server.call("POST", &path, Auth::Cookie(&bahram), &key).await.unwrap();
    while waiting.head["phase"] != "playing" {
        waiting.recv().await;
    }
    let mut other = nodes[1].guest(table, Auth::Cookie(&bahram)).await;
    let turn = waiting.turn();
    assert_eq!(play(&mut waiting, 0, &turn).await, None);
    other.recv_until(waiting.log.ply()).await;
    for node in nodes {
        node.close().await;
    }
    schema.remove().await;
}
