//! Database and NATS outages during games: acknowledged turns survive exactly once, and play resumes.

use std::time::Duration;

use mohreh_client::Auth;
use mohreh_games::Kind;
use mohreh_protocol::{ClientMessage, Code, ServerMessage};
use mohreh_server::Settings;
use serde_json::json;
use sqlx::{AnyConnection, Connection};
use tokio::time::{Instant, sleep};

use crate::harness::{Folder, TestServer, settings};
use crate::players::{Player, Players, check, wait_until};
use crate::proxy::{Proxy, ProxyMode};
use crate::schema::Schema;
use crate::services::address_of;

/// Duration of an outage; longer than the heartbeat gap that stops the clocks.
const OUTAGE: Duration = Duration::from_secs(7);

/// Kind of database outage.
enum Fault {
    /// Another connection holds an exclusive lock on the SQLite file at this URL.
    Lock(String, Option<AnyConnection>),
    /// The proxy in front of the database switches to this mode.
    Proxy(Proxy, ProxyMode),
}

impl Fault {
    async fn begin(&mut self) {
        match self {
            Fault::Lock(url, other) => {
                let mut connection = AnyConnection::connect(url).await.unwrap();
                sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut connection).await.unwrap();
                *other = Some(connection);
            }
            Fault::Proxy(proxy, mode) => proxy.set(*mode),
        }
    }

    async fn end(&mut self) {
        match self {
            Fault::Lock(_, other) => other.take().unwrap().close().await.unwrap(),
            Fault::Proxy(proxy, _) => proxy.set(ProxyMode::Pass),
        }
    }
}

/// All refusals must be `Unavailable`; returns their number.
fn refused(players: &[Player]) -> usize {
    let refused: Vec<Code> = players.iter().flat_map(|player| player.refused.clone()).collect();
    assert!(refused.iter().all(|code| *code == Code::Unavailable), "{refused:?}");
    refused.len()
}

/// `kept` reaches the same database without the fault.
async fn database_outage(settings: Settings, kept: Settings, mut fault: Fault) {
    let node = TestServer::open(&settings).await;
    let playing = Players::start(&[&node], &json!({})).await;
    playing.advance(4).await;
    fault.begin().await;
    wait_until("the server knows that it cannot keep anything", async || !node.is_ready().await)
        .await;
    sleep(OUTAGE).await;
    assert!(!node.is_ready().await);
    let answer = node.server.request("GET", "/health", Auth::Anonymous, "").await.unwrap();
    assert_eq!(answer.status, 200, "it lives");
    let body = json!({ "name": "Sara" }).to_string();
    let answer = node.server.request("POST", "/api/person", Auth::Anonymous, &body).await.unwrap();
    assert_eq!((answer.status, &answer.json()["code"]), (503, &json!("unavailable")));
    fault.end().await;
    wait_until("the server is ready again", async || node.is_ready().await).await;
    playing.advance(4).await;
    let players = playing.finish().await;
    assert!(refused(&players) > 0, "somebody must have noticed");
    node.close().await;
    let node = TestServer::open(&kept).await;
    check(&node, &players).await;
    node.close().await;
}

async fn in_a_file<F: Future<Output = ()>>(test: impl Fn(Settings, Settings, Fault) -> F) {
    let folder = Folder::new();
    let path = folder.0.join("mohreh.sqlite").to_string_lossy().into_owned();
    let fault = Fault::Lock(format!("sqlite:{path}"), None);
    test(settings(&path), settings(&path), fault).await;
}

async fn in_postgres<F: Future<Output = ()>>(
    mode: ProxyMode,
    test: impl Fn(Settings, Settings, Fault) -> F,
) {
    let schema = Schema::new(&Folder::name()).await;
    let proxy = Proxy::start(&schema.url).await;
    test(settings(&proxy.url), settings(&schema.url), Fault::Proxy(proxy, mode)).await;
    schema.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_outage_loses_nothing() {
    let test = database_outage;
    tokio::join!(
        in_a_file(test),
        in_postgres(ProxyMode::Cut, test),
        in_postgres(ProxyMode::Hold, test)
    );
}

/// Two nodes with a proxy in front of NATS.
async fn nats_outage(nats: &str, mode: ProxyMode) {
    let schema = Schema::new(&Folder::name()).await;
    let proxy = Proxy::start(nats).await;
    let settings = Settings { nats: Some(proxy.url.clone()), ..settings(&schema.url) };
    let nodes = [TestServer::open(&settings).await, TestServer::open(&settings).await];
    let playing = Players::start(&[&nodes[0], &nodes[1]], &json!({})).await;
    playing.advance(4).await;
    proxy.set(mode);
    sleep(OUTAGE).await;
    // Catch-up from the database still delivers steps, with a delay.
    playing.advance(2).await;
    for node in &nodes {
        assert!(node.is_ready().await, "nothing rests on NATS");
    }
    proxy.set(ProxyMode::Pass);
    playing.advance(8).await;
    let players = playing.finish().await;
    assert_eq!(refused(&players), 0);
    for node in &nodes {
        check(node, &players).await;
    }
    for node in nodes {
        node.close().await;
    }
    schema.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_play_on_through_a_nats_outage() {
    let nats = address_of("NATS");
    let gone = |mode| nats_outage(&nats, mode);
    tokio::join!(gone(ProxyMode::Cut), gone(ProxyMode::Hold));
}

/// Database outages are not charged, not even to a clock with little time left.
async fn clocks_stop(settings: Settings, _: Settings, mut fault: Fault) {
    let node = TestServer::open(&settings).await;
    let main = 10;
    let clock = json!({ "type": "live", "main": main, "more": 0 });
    let (table, cookies) = node.table(Kind::ALL[0], json!({ "clock": clock })).await;
    let mut guests = Vec::new();
    for cookie in &cookies {
        let mut guest = node.guest(&table, Auth::Cookie(cookie)).await;
        let (ply, turn) = (guest.log.ply(), guest.turn());
        guest.play(ply, turn.clone()).await;
        guest.recv_until(ply + turn.len() as u32).await;
        guests.push(guest);
    }
    let mut mover = guests.remove(0);
    mover.recv_until(guests[0].log.ply()).await;
    let path = format!("/api/tables/{table}");
    let before = node.server.call("GET", &path, Auth::Anonymous, &json!({})).await.unwrap();
    let (ply, turn) = (mover.log.ply(), mover.turn());
    fault.begin().await;
    mover.play(ply, turn.clone()).await;
    assert_eq!(mover.recv_refusal().await, "unavailable");
    // From here on nothing can be committed.
    let begun = Instant::now();
    mover.send(&ClientMessage::Ping { n: 7, lag: Some(3) }).await;
    assert!(
        matches!(mover.recv().await, ServerMessage::Pong { n: 7, .. }),
        "the connection is well"
    );
    sleep(Duration::from_secs(main + 2)).await;
    let outage = begun.elapsed().as_millis() as u64;
    fault.end().await;
    let clocks = loop {
        mover.play(ply, turn.clone()).await;
        match mover.recv().await {
            ServerMessage::Played { clocks, .. } => break clocks,
            ServerMessage::Refused { code: Code::Unavailable, .. } => {}
            other => panic!("{other:?}"),
        }
    };
    let left = before["left"][0].as_u64().unwrap();
    let passed = clocks.now - before["now"].as_u64().unwrap();
    // The outage counts from the last heartbeat, so the clock may even gain. Tolerance for the two clocks of this
    // test: 100 ms.
    let uncharged = clocks.left[0] + passed - left + 100;
    assert!(
        uncharged >= outage,
        "of {passed} ms {uncharged} were nobody's, and it was gone for {outage}"
    );
    node.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_stop_during_a_database_outage() {
    tokio::join!(in_a_file(clocks_stop), in_postgres(ProxyMode::Cut, clocks_stop));
}
