//! Test servers and clients: a server on its own database, and guests at its tables.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mohreh_client::{Auth, Socket};
use mohreh_games::{Kind, Seat, Status};
use mohreh_protocol::{ClientMessage, Log, LogEvent, ServerMessage};
use mohreh_server::{Ingress, Pages, RateLimits, Server, Settings};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::services::address_of;

/// Timeout of every receive.
const TIMEOUT: Duration = Duration::from_secs(90);

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Temporary folder, removed on drop.
pub(crate) struct Folder(pub PathBuf);

impl Folder {
    /// Unique name.
    pub(crate) fn name() -> String {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        format!("mohreh-online-{}-{number}", std::process::id())
    }

    pub(crate) fn new() -> Folder {
        let folder = std::env::temp_dir().join(Folder::name());
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub(crate) struct TestServer {
    pub url: String,
    pub server: mohreh_client::Server,
    end: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

pub(crate) fn settings(database: &str) -> Settings {
    Settings {
        address: "127.0.0.1:0".parse().unwrap(),
        database: database.to_string(),
        nats: database.starts_with("postgres").then(|| address_of("NATS")),
        ingress: Ingress::default(),
        rate_limits: RateLimits::NONE,
        bot_threads: 1,
        reviewers: mohreh_server::Reviewers::Nobody,
        review_nodes: mohreh_server::REVIEW_NODES,
        metrics_address: None,
    }
}

impl TestServer {
    pub(crate) async fn open(settings: &Settings) -> TestServer {
        let server = TestServer::start(settings).await;
        let url = format!("http://{}", server.address().unwrap());
        let (end, ended) = oneshot::channel();
        let serving = tokio::spawn(async move {
            server.serve(async { drop(ended.await) }).await;
        });
        let server = mohreh_client::Server::new(&url).unwrap();
        TestServer { url, server, end: Some(end), serving }
    }

    /// Retries timeouts: on a busy machine the database may be slow at first.
    async fn start(settings: &Settings) -> Server {
        for _ in 0..20 {
            match Server::start(settings, Pages::embedded(|_| None)).await {
                Err(why) if why.contains("in time") || why.contains("timed out") => {}
                started => return started.unwrap(),
            }
        }
        panic!("the database does not answer");
    }

    /// Graceful shutdown, as on a signal.
    pub(crate) async fn close(mut self) {
        drop(self.end.take());
        self.serving.await.unwrap();
    }

    /// Whether the readiness probe succeeds.
    pub(crate) async fn is_ready(&self) -> bool {
        match self.server.request("GET", "/ready", Auth::Anonymous, "").await.unwrap().status {
            200 => true,
            503 => false,
            other => panic!("/ready: {other}"),
        }
    }

    /// Opens a table, a public one unless `more` says otherwise, and seats guests; returns its id and their cookies in
    /// seat order.
    pub(crate) async fn table(&self, kind: Kind, more: Value) -> (String, Vec<String>) {
        let mut cookies = vec![self.server.new_guest("Sara").await.unwrap()];
        let mut wanted =
            json!({ "kind": kind.name(), "first": "me", "nonce": "abc", "open": true });
        for (key, value) in more.as_object().unwrap() {
            wanted[key] = value.clone();
        }
        let opened = self
            .server
            .call("POST", "/api/tables", Auth::Cookie(&cookies[0]), &wanted)
            .await
            .unwrap();
        let id = opened["table"].as_str().unwrap().to_string();
        let path = format!("/api/tables/{id}");
        let by = Auth::Cookie(&cookies[0]);
        let mut table = self.server.call("GET", &path, by, &json!({})).await.unwrap();
        while table["table"]["phase"] != "playing" {
            let cookie = self.server.new_guest("بهرام").await.unwrap();
            let (path, key) = (format!("{path}/join"), json!({ "key": opened["key"] }));
            table = self.server.call("POST", &path, Auth::Cookie(&cookie), &key).await.unwrap();
            cookies.push(cookie);
        }
        (id, cookies)
    }

    /// Connects a guest to a table.
    pub(crate) async fn guest(&self, table: &str, auth: Auth<'_>) -> Guest {
        Guest::join(&self.server, table, auth).await
    }
}

/// Client that follows a table.
pub(crate) struct Guest {
    pub table: String,
    pub socket: Socket,
    pub log: Log,
    /// Latest head.
    pub head: Value,
    /// Round trips of the seats, as they were last shown.
    pub lag: Vec<Option<u32>>,
}

impl Guest {
    pub(crate) async fn join(server: &mohreh_client::Server, table: &str, auth: Auth<'_>) -> Guest {
        let mut socket = server.socket(auth).await.unwrap();
        let snapshot = socket.watch(table, 0).await.unwrap();
        let kind = snapshot["table"]["kind"].as_str().unwrap().parse().unwrap();
        let mut log = Log::new(kind, snapshot["table"]["setup"].as_str().unwrap()).unwrap();
        for entry in snapshot["entries"].as_array().unwrap() {
            log.apply(&entry["what"].as_str().unwrap().parse::<LogEvent>().unwrap()).unwrap();
        }
        let lag = serde_json::from_value(snapshot["lag"].clone()).unwrap();
        let (table, head) = (table.to_string(), snapshot["table"].clone());
        Guest { table, socket, log, head, lag }
    }

    /// Receives a message and applies it.
    pub(crate) async fn recv(&mut self) -> ServerMessage {
        let text = timeout(TIMEOUT, self.socket.next()).await.expect("something is heard").unwrap();
        let message: ServerMessage = serde_json::from_str(&text).unwrap();
        match &message {
            ServerMessage::Played { ply, entries, .. } => {
                for (n, entry) in (*ply..).zip(entries) {
                    if n == self.log.ply() {
                        self.log.apply(&entry.what.parse::<LogEvent>().unwrap()).unwrap();
                    }
                }
            }
            ServerMessage::Present { lag, .. } => self.lag.clone_from(lag),
            ServerMessage::Head { table } => self.head = serde_json::to_value(table).unwrap(),
            _ => {}
        }
        message
    }

    /// Receives until the log has this length.
    pub(crate) async fn recv_until(&mut self, ply: u32) {
        while self.log.ply() < ply {
            self.recv().await;
        }
    }

    /// Receives until a refusal; returns its code.
    pub(crate) async fn recv_refusal(&mut self) -> String {
        loop {
            if let ServerMessage::Refused { code, .. } = self.recv().await {
                return serde_json::to_value(code).unwrap().as_str().unwrap().to_string();
            }
        }
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        self.socket.send(message).await.unwrap();
    }

    pub(crate) async fn play(&mut self, ply: u32, steps: Vec<String>) {
        self.send(&ClientMessage::Play { table: self.table.clone(), ply, steps }).await;
    }

    pub(crate) fn mover(&self) -> Option<usize> {
        self.log.mover().map(Seat::index)
    }

    /// Legal turn, up to the next roll.
    pub(crate) fn turn(&self) -> Vec<String> {
        turn(&self.log)
    }
}

/// Legal turn of the seat to move, up to the next roll; deterministic.
pub(crate) fn turn(log: &Log) -> Vec<String> {
    other_turn(log, 0)
}

/// Legal turn that starts with the n-th alternative, if there are several.
pub(crate) fn other_turn(log: &Log, other: usize) -> Vec<String> {
    let mut game = log.game().clone();
    let Status::ToMove(seat) = game.status() else { panic!("nobody is to move") };
    let mut steps = Vec::new();
    while game.status() == Status::ToMove(seat) {
        let all = game.steps();
        let nth = if steps.is_empty() { other } else { steps.len() * 5 };
        let step = all[(nth + log.ply() as usize * 11) % all.len()].clone();
        game.play(&step).unwrap();
        steps.push(step);
    }
    steps
}

/// Runs a test on SQLite and PostgreSQL concurrently, as it mostly waits.
pub(crate) async fn everywhere<F: Future<Output = ()>>(test: impl Fn(Settings) -> F) {
    let folder = Folder::new();
    let file = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    tokio::join!(test(file), test(settings(&address_of("PostgreSQL"))));
}
