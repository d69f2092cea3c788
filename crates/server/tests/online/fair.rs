//! Nobody can hurt anybody: revoked tokens, long logs, lag, limits of games against computers and of messages.

use std::time::Duration;

use mohreh_client::{Auth, Socket};
use mohreh_games::Kind;
use mohreh_protocol::{Act, ClientMessage, ClockState, ServerMessage, limits};
use mohreh_server::store::{PlyRow, Store, WriteSet};
use mohreh_server::{RateLimits, Settings};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::harness::{Folder, Guest, TestServer, everywhere, settings};
use crate::schema::Schema;

/// New token of a guest: id and secret.
async fn new_token(node: &TestServer, cookie: &str) -> (String, String) {
    let label = json!({ "label": "bot" });
    let made = node.server.call("POST", "/api/tokens", Auth::Cookie(cookie), &label).await.unwrap();
    let text = |key: &str| made[key].as_str().unwrap().to_string();
    (text("id"), text("token"))
}

async fn delete_token(node: &TestServer, cookie: &str, id: &str) {
    let path = format!("/api/tokens/{id}");
    node.server.call("DELETE", &path, Auth::Cookie(cookie), &json!({})).await.unwrap();
}

async fn wait_until_closed(socket: &mut Socket) {
    let closed = async { while socket.next().await.is_ok() {} };
    timeout(Duration::from_secs(60), closed).await.expect("the socket is closed");
}

async fn answers(socket: &mut Socket) {
    socket.send(&ClientMessage::Ping { n: 77, lag: None }).await.unwrap();
    while !socket.next().await.unwrap().contains("\"n\":77") {}
}

/// A token is revoked at the second node; its sockets are at the first.
async fn revoke(nodes: [&TestServer; 2]) {
    let (table, cookies) = nodes[0].table(Kind::ALL[0], json!({})).await;
    let (id, token) = new_token(nodes[0], &cookies[0]).await;
    let (_, other_token) = new_token(nodes[0], &cookies[0]).await;
    let mut bot = nodes[0].guest(&table, Auth::Token(&token)).await;
    let mut idle = nodes[0].server.socket(Auth::Token(&token)).await.unwrap();
    let mut other = nodes[0].server.socket(Auth::Token(&other_token)).await.unwrap();
    let mut person = nodes[0].server.socket(Auth::Cookie(&cookies[0])).await.unwrap();
    answers(&mut idle).await;
    delete_token(nodes[1], &cookies[0], &id).await;
    // Requests are refused at once, everywhere.
    for node in nodes {
        let asked = node.server.request("GET", "/api/person", Auth::Token(&token), "").await;
        assert_eq!(asked.unwrap().status, 401);
        assert!(node.server.socket(Auth::Token(&token)).await.is_err());
    }
    wait_until_closed(&mut bot.socket).await;
    wait_until_closed(&mut idle).await;
    // Nothing else is.
    answers(&mut other).await;
    answers(&mut person).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revoked_token_ends_its_sockets() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        revoke([&node, &node]).await;
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revoked_token_ends_its_sockets_at_other_nodes_with_and_without_nats() {
    let schema = Schema::new(&Folder::name()).await;
    let all = settings(&schema.url);
    for nats in [all.nats.clone(), None] {
        let settings = Settings { nats, ..all.clone() };
        let nodes = [TestServer::open(&settings).await, TestServer::open(&settings).await];
        revoke([&nodes[0], &nodes[1]]).await;
        for node in nodes {
            node.close().await;
        }
    }
    schema.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_log_comes_in_parts_and_takes_no_more_offers() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        let (table, cookies) = node.table(Kind::ALL[0], json!({})).await;
        node.close().await;
        // Offers that were declined, as only a patient program makes them.
        let store = Store::open(&settings.database).await.unwrap();
        let row = |ply: u32| {
            let what = if ply.is_multiple_of(2) { "!draw 1" } else { "!decline 2" };
            PlyRow { ply, what: what.to_string(), at: 1_000, left: "@1000".to_string() }
        };
        let rows: Vec<PlyRow> = (0..limits::LOG_ENTRIES).map(row).collect();
        for rows in rows.chunks(1000) {
            let plies = Some((table.clone(), rows.to_vec()));
            store.commit(WriteSet { plies, ..WriteSet::default() }).await.unwrap();
        }
        store.close().await;

        let node = TestServer::open(&settings).await;
        let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
        assert_eq!(guest.log.ply() as usize, limits::ENTRIES_PER_MESSAGE, "the first part");
        while guest.log.ply() < limits::LOG_ENTRIES {
            if let ServerMessage::Played { entries, .. } = guest.recv().await {
                assert!(entries.len() <= limits::ENTRIES_PER_MESSAGE);
            }
        }
        // From the middle on.
        let from = limits::LOG_ENTRIES - 1_500;
        guest.send(&ClientMessage::Watch { table: table.clone(), from, key: None }).await;
        let mut plies = Vec::new();
        while plies.len() < 2 {
            match guest.recv().await {
                ServerMessage::Table(part) => plies.push((part.from, part.entries.len())),
                ServerMessage::Played { ply, entries, .. } => plies.push((ply, entries.len())),
                _ => {}
            }
        }
        assert_eq!(plies, [(from, 1_000), (from + 1_000, 500)]);
        // Only steps, resignations and claims follow.
        let ply = guest.log.ply();
        for act in [Act::OfferDraw, Act::AskBack] {
            guest.send(&ClientMessage::Act { table: table.clone(), ply, act }).await;
            assert_eq!(guest.recv_refusal().await, "too-large");
        }
        let turn = guest.turn();
        guest.play(ply, turn).await;
        guest.recv_until(ply + 1).await;
        guest.send(&ClientMessage::Act { table: table.clone(), ply, act: Act::Resign }).await;
        while guest.head["phase"] != "over" {
            guest.recv().await;
        }
        node.close().await;
    })
    .await;
}

/// Clocks of the next `played` that brings the log to this length.
async fn clocks_at(guest: &mut Guest, ply: u32) -> ClockState {
    loop {
        if let ServerMessage::Played { clocks, .. } = guest.recv().await
            && guest.log.ply() >= ply
        {
            return clocks;
        }
    }
}

/// Round trip of the first seat, as everybody sees it.
async fn shown_lag(node: &TestServer, table: &str) -> Option<u64> {
    let path = format!("/api/tables/{table}");
    let snapshot = node.server.call("GET", &path, Auth::Anonymous, &json!({})).await.unwrap();
    snapshot["lag"][0].as_u64()
}

/// Receives until the round trip of the first seat is shown.
async fn wait_for_lag(guest: &mut Guest) -> u32 {
    loop {
        match guest.lag[0] {
            Some(lag) => return lag,
            None => drop(guest.recv().await),
        }
    }
}

/// Pause before each message of a turn.
const PAUSE: Duration = Duration::from_millis(400);

/// Starts a live game up to the second turn of the first seat; returns the players, with the time left.
async fn live_game(node: &TestServer, kind: Kind) -> (String, Vec<Guest>, u64) {
    let clock = json!({ "type": "live", "main": 600, "more": 0 });
    let (table, cookies) = node.table(kind, json!({ "clock": clock })).await;
    let mut guests = Vec::new();
    for cookie in &cookies {
        guests.push(node.guest(&table, Auth::Cookie(cookie)).await);
    }
    let mut left = 0;
    while guests[0].log.turns().len() < 2 || guests[0].mover() != Some(0) {
        let mover = guests[0].mover().unwrap();
        let (ply, turn) = (guests[mover].log.ply(), guests[mover].turn());
        guests[mover].play(ply, turn).await;
        for guest in &mut guests {
            left = clocks_at(guest, ply + 1).await.left[0];
        }
        let known = guests[0].log.ply().max(guests[1].log.ply());
        for guest in &mut guests {
            guest.recv_until(known).await;
        }
    }
    (table, guests, left)
}

/// Plays a turn of the first seat in as many messages as possible, with a pause before each. Returns how long the pauses
/// were, and what was charged.
async fn dawdle(guest: &mut Guest, left: u64) -> (u64, u64) {
    let (mut paused, mut left_now) = (0, left);
    for step in guest.turn() {
        sleep(PAUSE).await;
        paused += PAUSE.as_millis() as u64;
        let ply = guest.log.ply();
        guest.play(ply, vec![step]).await;
        left_now = clocks_at(guest, ply + 1).await.left[0];
    }
    // A credit may exceed the time that was used before the first pause.
    (paused, left.saturating_sub(left_now))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claimed_lag_counts_only_as_far_as_it_is_measured() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for &kind in Kind::ALL {
            let (table, mut guests, left) = live_game(&node, kind).await;
            guests[0].send(&ClientMessage::Ping { n: 1, lag: Some(u32::MAX) }).await;
            while !matches!(guests[0].recv().await, ServerMessage::Pong { .. }) {}
            // Measured at the beginning, and shown to both.
            wait_for_lag(&mut guests[1]).await;
            let before = shown_lag(&node, &table).await.unwrap();
            let (paused, charged) = dawdle(&mut guests[0], left).await;
            let lag = shown_lag(&node, &table).await.unwrap().max(before);
            assert!(charged + lag >= paused, "{kind}: {charged} of {paused} ms, lag {lag} ms");
        }
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delayed_pongs_gain_at_most_half_a_second_a_turn() {
    everywhere(|settings| async move {
        let node = TestServer::open(&settings).await;
        for &kind in Kind::ALL {
            let clock = json!({ "type": "live", "main": 600, "more": 0 });
            let (table, cookies) = node.table(kind, json!({ "clock": clock })).await;
            let mut slow = node.guest(&table, Auth::Cookie(&cookies[0])).await;
            // Its first ping is on the way; it is answered when the socket is read again.
            sleep(Duration::from_millis(1_500)).await;
            let mut quick = node.guest(&table, Auth::Cookie(&cookies[1])).await;
            let lag = wait_for_lag(&mut slow).await;
            assert!(lag >= 1_000, "{kind}: {lag} ms are shown");
            let mut left = 0;
            while slow.log.turns().len() < 2 || slow.mover() != Some(0) {
                let guest = if slow.mover() == Some(0) { &mut slow } else { &mut quick };
                let (ply, turn) = (guest.log.ply(), guest.turn());
                guest.play(ply, turn).await;
                left = clocks_at(guest, ply + 1).await.left[0];
                let known = slow.log.ply().max(quick.log.ply());
                slow.recv_until(known).await;
                quick.recv_until(known).await;
            }
            let (paused, charged) = dawdle(&mut slow, left).await;
            assert!(charged + 500 >= paused, "{kind}: {charged} of {paused} ms");
        }
        node.close().await;
    })
    .await;
}

async fn open_bot_game(node: &TestServer, cookie: &str) -> (u16, Value) {
    let wanted = json!({ "kind": Kind::ALL[0].name(), "computers": [1], "first": "me" });
    let body = wanted.to_string();
    let auth = Auth::Cookie(cookie);
    let opened = node.server.request("POST", "/api/tables", auth, &body).await.unwrap();
    (opened.status, opened.json())
}

/// Opens many games against computers at once; returns those that were opened.
async fn open_bot_games(node: &TestServer, cookie: &str, count: usize) -> Vec<String> {
    let opening = (0..count).map(|_| open_bot_game(node, cookie));
    let mut tables = Vec::new();
    for (status, opened) in futures_util::future::join_all(opening).await {
        match status {
            201 => tables.push(opened["table"].as_str().unwrap().to_string()),
            413 => assert_eq!(opened["code"], "too-large"),
            other => panic!("{other}: {opened}"),
        }
    }
    tables
}

async fn resign(node: &TestServer, cookie: &str, table: &str) {
    let (path, body) = (format!("/api/tables/{table}/act"), json!({ "ply": 0, "act": "resign" }));
    node.server.call("POST", &path, Auth::Cookie(cookie), &body).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_games_against_computers_are_limited() {
    everywhere(|settings| async move {
        let rate_limits = RateLimits { requests_per_second: 10_000, ..RateLimits::NONE };
        let node = TestServer::open(&Settings { rate_limits, ..settings }).await;
        let mut people = Vec::new();
        for _ in 0..3 {
            people.push(node.server.new_guest("Sara").await.unwrap());
        }
        let first = open_bot_games(&node, &people[0], limits::BOT_GAMES + 10).await;
        assert_eq!(first.len(), limits::BOT_GAMES, "even at once");
        let second = open_bot_games(&node, &people[1], limits::BOT_GAMES).await;
        assert_eq!(first.len() + second.len(), limits::BOT_GAMES_PER_ADDRESS);
        assert_eq!(open_bot_games(&node, &people[2], 1).await.len(), 0, "the address has enough");
        // Games with people are not concerned.
        node.table(Kind::ALL[0], json!({})).await;
        // A game that is over makes room.
        resign(&node, &people[0], &first[0]).await;
        assert_eq!(open_bot_games(&node, &people[2], 5).await.len(), 1);
        resign(&node, &people[1], &second[0]).await;
        assert_eq!(open_bot_games(&node, &people[0], 5).await.len(), 1);
        node.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_are_limited_per_person_over_all_sockets() {
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    settings.rate_limits = RateLimits { messages_per_second: 5, ..RateLimits::NONE };
    let node = TestServer::open(&settings).await;
    let cookie = node.server.new_guest("Sara").await.unwrap();
    let (_, token) = new_token(&node, &cookie).await;
    // Each socket stays below its own limit, a burst of 20.
    let mut sockets = Vec::new();
    for n in 0..8 {
        let auth = if n % 2 == 0 { Auth::Cookie(&cookie) } else { Auth::Token(&token) };
        sockets.push(node.server.socket(auth).await.unwrap());
    }
    for socket in &mut sockets {
        for n in 0..18 {
            socket.send(&ClientMessage::Ping { n, lag: None }).await.unwrap();
        }
    }
    let mut slowed = 0;
    for socket in &mut sockets {
        // The greeting, and an answer to each message.
        for _ in 0..=18 {
            slowed += usize::from(socket.next().await.unwrap().contains("too-fast"));
        }
    }
    assert!(slowed > 0);
    // Others are not concerned.
    let other = node.server.new_guest("Bahram").await.unwrap();
    let mut other = node.server.socket(Auth::Cookie(&other)).await.unwrap();
    answers(&mut other).await;
    node.close().await;
}
