//! Reconnects, duplicate turns, races between tabs, restarts.

use mohreh_client::Auth;
use mohreh_games::Kind;
use mohreh_protocol::{ClientMessage, ServerMessage};
use serde_json::json;

use crate::harness::{TestServer, everywhere};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicate_turns_are_applied_once_and_acknowledged_twice() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = node.table(kind, json!({})).await;
            let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
            let turn = guest.turn();
            guest.play(0, turn.clone()).await;
            guest.recv_until(turn.len() as u32).await;
            let ply = guest.log.ply();
            // The acknowledgement is lost: resend on a new connection.
            let mut again = node.guest(&table, Auth::Cookie(&cookies[0])).await;
            again.play(0, turn.clone()).await;
            loop {
                match again.recv().await {
                    ServerMessage::Played { ply: 0, entries, .. } => {
                        assert_eq!(entries.len() as u32, ply);
                        break;
                    }
                    ServerMessage::Refused { why, .. } => panic!("{why}"),
                    _ => {}
                }
            }
            // A different turn at that ply, or a ply ahead of the log, is stale.
            let mut other = turn.clone();
            other[0] = "nonsense".to_string();
            again.play(0, other).await;
            assert_eq!(again.recv_refusal().await, "stale");
            again.play(ply + 7, turn).await;
            assert_eq!(again.recv_refusal().await, "stale");
            assert_eq!(node.guest(&table, Auth::Anonymous).await.log.ply(), ply);
        }
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_tabs_on_one_seat_race_and_one_of_them_wins() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
        let steps = |from: usize| {
            let game = mohreh_games::AnyGame::start(Kind::ALL[0], "").unwrap();
            let first = game.steps()[from].clone();
            let mut after = game.clone();
            after.play(&first).unwrap();
            vec![first, after.steps()[0].clone()]
        };
        let mut one = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        let mut two = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        one.play(0, steps(0)).await;
        two.play(0, steps(1)).await;
        one.recv_until(2).await;
        two.recv_until(2).await;
        assert_eq!(one.log.steps(), two.log.steps());
        assert!(*one.log.steps() == steps(0) || *one.log.steps() == steps(1));
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_keeps_everything_and_charges_no_clock() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let clock = json!({ "type": "live", "main": 7200, "more": 1 });
        let (table, cookies) = node.table(Kind::ALL[0], json!({ "clock": clock })).await;
        let mut guests = Vec::new();
        for cookie in &cookies {
            guests.push(node.guest(&table, Auth::Cookie(cookie)).await);
        }
        for _ in 0..6 {
            let mover = guests[0].mover().unwrap();
            let (ply, turn) = (guests[mover].log.ply(), guests[mover].turn());
            guests[mover].play(ply, turn.clone()).await;
            for guest in &mut guests {
                guest.recv_until(ply + turn.len() as u32).await;
            }
        }
        let steps = guests[0].log.steps().to_vec();
        node.close().await;
        let gone = guests[0].socket.next().await.is_err() || guests[0].socket.next().await.is_err();
        assert!(gone, "an ending server hangs up");

        let node = TestServer::open(&settings).await;
        for cookie in &cookies {
            let guest = node.guest(&table, Auth::Cookie(cookie)).await;
            assert_eq!(guest.log.steps(), steps);
        }
        let path = format!("/api/tables/{table}");
        let snapshot = node.server.call("GET", &path, Auth::Anonymous, &json!({})).await.unwrap();
        let left: Vec<u64> = serde_json::from_value(snapshot["left"].clone()).unwrap();
        // Thinking time is a small part of it, even on a busy machine.
        assert!(left.iter().all(|left| *left > 7_000_000), "{left:?}");
        let mut watcher = node.guest(&table, Auth::Anonymous).await;
        let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        let (ply, turn) = (guest.log.ply(), guest.turn());
        guest.play(ply, turn).await;
        watcher.recv_until(ply + 1).await;
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flags_fall_without_any_connection() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let clock = json!({ "type": "live", "main": 10, "more": 0 });
        let (table, cookies) = node.table(Kind::ALL[0], json!({ "clock": clock })).await;
        let mut guests = Vec::new();
        for cookie in &cookies {
            let mut guest = node.guest(&table, Auth::Cookie(cookie)).await;
            let (ply, turn) = (guest.log.ply(), guest.turn());
            guest.play(ply, turn).await;
            guest.recv_until(ply + 1).await;
            guests.push(guest);
        }
        // Reported lag extends the deadline, up to its bound.
        guests[0].send(&ClientMessage::Ping { n: 1, lag: Some(300) }).await;
        while !matches!(guests[0].recv().await, ServerMessage::Pong { .. }) {}
        // Flags fall without any connection.
        drop(guests);
        let path = format!("/api/tables/{table}");
        let mut end = json!(null);
        for _ in 0..900 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            let snapshot =
                node.server.call("GET", &path, Auth::Anonymous, &json!({})).await.unwrap();
            end = snapshot["table"]["end"].clone();
            if !end.is_null() {
                break;
            }
        }
        assert_eq!(end, "out of time 1");
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_broadcasts_new_tables() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let mut lobby = node.server.socket(Auth::Anonymous).await.unwrap();
        lobby.send(&ClientMessage::Lobby { on: true }).await.unwrap();
        let cookie = node.server.new_guest("Sara").await.unwrap();
        let wanted = json!({ "kind": Kind::ALL[1].name(), "open": true });
        let opened =
            node.server.call("POST", "/api/tables", Auth::Cookie(&cookie), &wanted).await.unwrap();
        loop {
            let text = lobby.next().await.unwrap();
            if text.contains(opened["table"].as_str().unwrap()) {
                assert!(
                    !text.contains(opened["key"].as_str().unwrap()),
                    "the key is not for everybody"
                );
                break;
            }
        }
        let path = format!("/api/tables/{}", opened["table"].as_str().unwrap());
        node.server.call("DELETE", &path, Auth::Cookie(&cookie), &json!({})).await.unwrap();
        node.close().await;
    })
    .await;
}
