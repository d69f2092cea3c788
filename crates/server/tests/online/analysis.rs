//! The explorer and reviews of finished games, over HTTP.

use std::time::Duration;

use mohreh_client::Auth;
use mohreh_games::{AnyGame, Kind, Record};
use mohreh_protocol::{Act, ExplorerPage, ExplorerQuery, JudgedPosition, ReviewState, limits};
use mohreh_server::Reviewers;
use serde_json::{Value, json};

use crate::harness::{Folder, TestServer, settings};
use crate::schema::Schema;

/// Plays the first turn of a game and resigns; returns the table, the cookie of the first seat and the turn.
async fn play_one(node: &TestServer, kind: Kind, more: Value) -> (String, String, Vec<String>) {
    let (table, cookies) = node.table(kind, more).await;
    let mut guest = node.guest(&table, Auth::Cookie(&cookies[0])).await;
    let turn = guest.turn();
    guest.play(guest.log.ply(), turn.clone()).await;
    guest.recv_until(1).await;
    let by = Auth::Cookie(&cookies[0]);
    let resign = json!({ "act": Act::Resign });
    node.server.call("POST", &format!("/api/tables/{table}/act"), by, &resign).await.unwrap();
    (table, cookies[0].clone(), turn)
}

async fn explore(node: &TestServer, line: &str) -> ExplorerPage {
    let query = ExplorerQuery { line: line.to_string() };
    let path = format!("/api/explorer?{}", query.to_query());
    let response = node.server.request("GET", &path, Auth::Anonymous, "").await.unwrap();
    assert_eq!(response.status, 200, "{line}: {}", response.text);
    serde_json::from_str(&response.text).unwrap()
}

/// Waits until so many games are counted from a position.
async fn explored(node: &TestServer, line: &str, games: u32) -> ExplorerPage {
    for _ in 0..600 {
        let page = explore(node, line).await;
        if page.games >= games {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{line}: {games} games are not counted");
}

/// A game without dice and with symmetries.
fn plain_kind() -> Kind {
    let is_plain = |kind: &&Kind| {
        let start = AnyGame::start(**kind, "").unwrap();
        start.scene().dice.is_empty() && start.seats() == 2
    };
    **Kind::ALL.iter().filter(is_plain).collect::<Vec<_>>().last().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_explored_after_their_end_and_once() {
    let folder = Folder::new();
    let settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    let node = TestServer::open(&settings).await;
    let kind = plain_kind();
    let start = format!("{kind}||");
    assert_eq!(explore(&node, &start).await.games, 0);
    let (_, _, turn) = play_one(&node, kind, json!({})).await;
    play_one(&node, kind, json!({ "open": false })).await;
    let page = explored(&node, &start, 1).await;
    assert_eq!((page.games, page.all, page.turns.len()), (1, 1, 1));
    assert_eq!((page.turns[0].games, page.turns[0].shared), (1, 0));
    assert_eq!((page.turns[0].wins.clone(), page.turns[0].rating), (vec![0, 1], None));
    // In the position that was asked for the turn is legal.
    let line = format!("{start}{}", page.turns[0].steps.join(" "));
    assert_eq!(explore(&node, &line).await.games, 0, "nobody has played on");
    assert_eq!(turn.len(), page.turns[0].steps.len());
    node.close().await;

    let node = TestServer::open(&settings).await;
    play_one(&node, kind, json!({})).await;
    assert_eq!(explored(&node, &start, 2).await.games, 2);
    node.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_explorer_refuses_garbage() {
    let folder = Folder::new();
    let node = TestServer::open(&settings(&folder.0.join("a.sqlite").to_string_lossy())).await;
    let kind = plain_kind();
    let long = format!("{kind}||{}", "a1 ".repeat(limits::EXPLORER_LINE_BYTES));
    let query = |line: &str| ExplorerQuery { line: line.to_string() }.to_query();
    for (query, status) in [
        (String::new(), 400),
        ("line=".to_string(), 400),
        ("lines=x".to_string(), 400),
        (format!("{}&more=1", query(&format!("{kind}||"))), 400),
        (query("nosuch||"), 400),
        (query(&format!("{kind}||zz9")), 400),
        (query(&format!("{kind}|nonsense|")), 400),
        (query(&format!("{kind}||\0")), 400),
        (query("%%%|||\u{202e}سارا"), 400),
        (query(&long), 413),
    ] {
        let path = format!("/api/explorer?{query}");
        let response = node.server.request("GET", &path, Auth::Anonymous, "").await.unwrap();
        assert_eq!(response.status, status, "{path}: {}", response.text);
    }
    node.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_count_each_game_once() {
    let schema = Schema::new(&Folder::name()).await;
    let settings = settings(&schema.url);
    let nodes = [TestServer::open(&settings).await, TestServer::open(&settings).await];
    let kind = plain_kind();
    for n in 0..6 {
        play_one(&nodes[n % 2], kind, json!({})).await;
    }
    let start = format!("{kind}||");
    explored(&nodes[0], &start, 6).await;
    // Both have looked at the queue again by then.
    tokio::time::sleep(Duration::from_secs(5)).await;
    for node in &nodes {
        assert_eq!(explore(node, &start).await.games, 6);
    }
    for node in nodes {
        node.close().await;
    }
    schema.remove().await;
}

async fn review(node: &TestServer, method: &str, table: &str, auth: Auth<'_>) -> (u16, String) {
    let path = format!("/api/tables/{table}/review");
    let response = node.server.request(method, &path, auth, "").await.unwrap();
    (response.status, response.text)
}

async fn review_state(node: &TestServer, method: &str, table: &str, auth: Auth<'_>) -> ReviewState {
    let (status, text) = review(node, method, table, auth).await;
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_are_reviewed_for_those_who_may_ask() {
    use mohreh_protocol::ReviewPhase::{Done, None, Running, Waiting};
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    settings.review_nodes = 300;
    let node = TestServer::open(&settings).await;
    let mut games = Vec::new();
    for &kind in Kind::ALL {
        games.push(play_one(&node, kind, json!({})).await);
    }
    let (private, owner, _) = play_one(&node, plain_kind(), json!({ "open": false })).await;
    let (unfinished, players) = node.table(plain_kind(), json!({})).await;
    let (table, cookie, _) = &games[0];
    assert_eq!(review(&node, "POST", table, Auth::Cookie(cookie)).await.0, 403, "off by default");
    assert!(!review_state(&node, "GET", table, Auth::Cookie(cookie)).await.allowed);
    let person = node.server.call("GET", "/api/person", Auth::Cookie(cookie), &json!({})).await;
    let person = person.unwrap()["person"]["id"].as_str().unwrap().to_string();
    node.close().await;

    settings.reviewers = Reviewers::People(vec![person]);
    let node = TestServer::open(&settings).await;
    let (other, by_other, _) = &games[1];
    assert_eq!(review(&node, "POST", other, Auth::Cookie(by_other)).await.0, 403);
    assert_eq!(review(&node, "POST", other, Auth::Anonymous).await.0, 401);
    assert_eq!(review(&node, "POST", "nosuch", Auth::Cookie(cookie)).await.0, 404);
    assert_eq!(review(&node, "POST", &private, Auth::Cookie(cookie)).await.0, 404);
    let state = review_state(&node, "POST", table, Auth::Cookie(cookie)).await;
    assert!(state.allowed && (state.phase == Done || state.own), "{state:?}");
    node.close().await;

    settings.reviewers = Reviewers::Everybody;
    let node = TestServer::open(&settings).await;
    assert_eq!(review(&node, "POST", &unfinished, Auth::Cookie(&players[0])).await.0, 403);
    assert_eq!(review(&node, "GET", &private, Auth::Anonymous).await.0, 404);
    assert_eq!(review_state(&node, "GET", &private, Auth::Cookie(&owner)).await.phase, None);
    for (table, cookie, _) in &games {
        let asked = review_state(&node, "POST", table, Auth::Cookie(cookie)).await;
        assert_ne!(asked.phase, None);
    }
    for (table, _, _) in &games {
        let mut state = ReviewState::default();
        for _ in 0..600 {
            state = review_state(&node, "GET", table, Auth::Anonymous).await;
            if state.phase == Done {
                break;
            }
            assert!(matches!(state.phase, Waiting | Running) && state.done <= state.all);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!((state.phase, state.nodes), (Done, 300), "{table}");
        let path = format!("/api/tables/{table}/record");
        let record = node.server.request("GET", &path, Auth::Anonymous, "").await.unwrap().text;
        assert_eq!(state.judged, judged(&Record::read(&record).unwrap()[0], 300), "{table}");
    }
    node.close().await;
}

/// The same verdicts, worked out here.
fn judged(record: &Record, nodes: u64) -> Vec<JudgedPosition> {
    let engine = mohreh_engine::Engine::new(mohreh_engine::Level::TABLE_BYTES);
    mohreh_review::positions(record)
        .into_iter()
        .filter_map(|ply| mohreh_review::judge(&engine, record, ply, nodes, &|| false))
        .map(|one| JudgedPosition {
            ply: one.ply as u32,
            best: one.best,
            played: one.played,
            best_turn: one.best_turn,
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_can_be_cancelled_by_whoever_asked_for_it() {
    use mohreh_protocol::ReviewPhase::{None, Running, Waiting};
    let folder = Folder::new();
    let mut settings = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    settings.reviewers = Reviewers::Everybody;
    // Longer than any test runs.
    settings.review_nodes = u64::MAX / 4;
    let node = TestServer::open(&settings).await;
    let kind = plain_kind();
    let (table, cookie, _) = play_one(&node, kind, json!({})).await;
    let (_, other, _) = play_one(&node, kind, json!({})).await;
    let asked = review_state(&node, "POST", &table, Auth::Cookie(&cookie)).await;
    assert!(asked.own && matches!(asked.phase, Waiting | Running), "{asked:?}");
    let again = review_state(&node, "POST", &table, Auth::Cookie(&other)).await;
    assert!(!again.own && again.phase != None);
    let kept = review_state(&node, "DELETE", &table, Auth::Cookie(&other)).await;
    assert_ne!(kept.phase, None, "it is not theirs");
    let gone = review_state(&node, "DELETE", &table, Auth::Cookie(&cookie)).await;
    assert_eq!(gone.phase, None);
    // The threads are free again: a computer plays.
    let (bots, cookies) = node.table(kind, json!({ "computers": [1] })).await;
    let mut guest = node.guest(&bots, Auth::Cookie(&cookies[0])).await;
    let turn = guest.turn();
    guest.play(guest.log.ply(), turn.clone()).await;
    guest.recv_until(turn.len() as u32 + 1).await;
    node.close().await;
}
