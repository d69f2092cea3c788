//! Connections that break, messages that come twice or too late, and servers that end and start again.

use mohreh_client::By;
use mohreh_games::Kind;
use mohreh_protocol::{Ask, Tell};
use serde_json::json;

use crate::house::{House, everywhere};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_twice_happens_once_and_is_acknowledged_twice() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, cookies) = house.table(kind, json!({})).await;
            let mut guest = house.guest(&table, By::Cookie(&cookies[0])).await;
            let turn = guest.turn();
            guest.play(0, turn.clone()).await;
            guest.hear_until(turn.len() as u32).await;
            let ply = guest.log.ply();
            // Nobody knows whether it has arrived: said again, on a new connection.
            let mut again = house.guest(&table, By::Cookie(&cookies[0])).await;
            again.play(0, turn.clone()).await;
            loop {
                match again.hear().await {
                    Tell::Played { ply: 0, entries, .. } => {
                        assert_eq!(entries.len() as u32, ply);
                        break;
                    }
                    Tell::Refused { why, .. } => panic!("{why}"),
                    _ => {}
                }
            }
            // But not something else in its place, nor too early.
            let mut other = turn.clone();
            other[0] = "nonsense".to_string();
            again.play(0, other).await;
            assert_eq!(again.hear_refusal().await, "stale");
            again.play(ply + 7, turn).await;
            assert_eq!(again.hear_refusal().await, "stale");
            assert_eq!(house.guest(&table, By::Nobody).await.log.ply(), ply);
        }
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_tabs_on_one_seat_race_and_one_of_them_wins() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let (table, cookies) = house.table(Kind::ALL[0], json!({})).await;
        let steps = |from: usize| {
            let game = mohreh_games::AnyGame::start(Kind::ALL[0], "").unwrap();
            let first = game.steps()[from].clone();
            let mut after = game.clone();
            after.play(&first).unwrap();
            vec![first, after.steps()[0].clone()]
        };
        let mut one = house.guest(&table, By::Cookie(&cookies[0])).await;
        let mut two = house.guest(&table, By::Cookie(&cookies[0])).await;
        one.play(0, steps(0)).await;
        two.play(0, steps(1)).await;
        one.hear_until(2).await;
        two.hear_until(2).await;
        assert_eq!(one.log.steps(), two.log.steps());
        assert!(*one.log.steps() == steps(0) || *one.log.steps() == steps(1));
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_anew_has_everything_and_charges_nobody() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let clock = json!({ "type": "live", "main": 7200, "more": 1 });
        let (table, cookies) = house.table(Kind::ALL[0], json!({ "clock": clock })).await;
        let mut guests = Vec::new();
        for cookie in &cookies {
            guests.push(house.guest(&table, By::Cookie(cookie)).await);
        }
        for _ in 0..6 {
            let mover = guests[0].mover().unwrap();
            let (ply, turn) = (guests[mover].log.ply(), guests[mover].turn());
            guests[mover].play(ply, turn.clone()).await;
            for guest in &mut guests {
                guest.hear_until(ply + turn.len() as u32).await;
            }
        }
        let steps = guests[0].log.steps().to_vec();
        house.close().await;
        let gone = guests[0].socket.next().await.is_err() || guests[0].socket.next().await.is_err();
        assert!(gone, "an ending server hangs up");

        let house = House::open(&settings).await;
        for cookie in &cookies {
            let guest = house.guest(&table, By::Cookie(cookie)).await;
            assert_eq!(guest.log.steps(), steps);
        }
        let path = format!("/api/tables/{table}");
        let snapshot = house.server.ask("GET", &path, By::Nobody, &json!({})).await.unwrap();
        let left: Vec<u64> = serde_json::from_value(snapshot["left"].clone()).unwrap();
        // What they thought is little of it, however busy the machine is.
        assert!(left.iter().all(|left| *left > 7_000_000), "{left:?}");
        let mut watcher = house.guest(&table, By::Nobody).await;
        let mut guest = house.guest(&table, By::Cookie(&cookies[0])).await;
        let (ply, turn) = (guest.log.ply(), guest.turn());
        guest.play(ply, turn).await;
        watcher.hear_until(ply + 1).await;
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_runs_out_on_the_server_alone() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let clock = json!({ "type": "live", "main": 10, "more": 0 });
        let (table, cookies) = house.table(Kind::ALL[0], json!({ "clock": clock })).await;
        let mut guests = Vec::new();
        for cookie in &cookies {
            let mut guest = house.guest(&table, By::Cookie(cookie)).await;
            let (ply, turn) = (guest.log.ply(), guest.turn());
            guest.play(ply, turn).await;
            guest.hear_until(ply + 1).await;
            guests.push(guest);
        }
        // Whoever tells of a long way has a little more time, and no more than that.
        guests[0].say(&Ask::Ping { n: 1, lag: Some(300) }).await;
        while !matches!(guests[0].hear().await, Tell::Pong { .. }) {}
        // Nobody is connected any more.
        drop(guests);
        let path = format!("/api/tables/{table}");
        let mut end = json!(null);
        for _ in 0..900 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            let snapshot = house.server.ask("GET", &path, By::Nobody, &json!({})).await.unwrap();
            end = snapshot["table"]["end"].clone();
            if !end.is_null() {
                break;
            }
        }
        assert_eq!(end, "out of time 1");
        house.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_tells_of_tables() {
    everywhere(|settings| async move {
        let house = House::open(&settings).await;
        let mut lobby = house.server.socket(By::Nobody).await.unwrap();
        lobby.say(&Ask::Lobby { on: true }).await.unwrap();
        let cookie = house.server.person("Sara").await.unwrap();
        let wanted = json!({ "kind": Kind::ALL[1].name(), "open": true });
        let opened =
            house.server.ask("POST", "/api/tables", By::Cookie(&cookie), &wanted).await.unwrap();
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
        house.server.ask("DELETE", &path, By::Cookie(&cookie), &json!({})).await.unwrap();
        house.close().await;
    })
    .await;
}
