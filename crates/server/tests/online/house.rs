//! A server for a test, with its own database, and guests at its tables.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mohreh_client::{By, Socket};
use mohreh_games::{Kind, Seat, Status};
use mohreh_protocol::{Ask, Log, Tell, What};
use mohreh_server::{Allowed, Pages, Reach, Server, Settings};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::needed::address_of;

/// Whoever hears nothing for so long will not hear anything.
const LONG: Duration = Duration::from_secs(90);

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A folder that is gone when the test is.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A name that nobody else has.
    pub fn name() -> String {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        format!("mohreh-online-{}-{number}", std::process::id())
    }

    pub fn new() -> Folder {
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

/// A server that is up.
pub struct House {
    pub url: String,
    pub server: mohreh_client::Server,
    end: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

pub fn settings(database: &str) -> Settings {
    Settings {
        address: "127.0.0.1:0".parse().unwrap(),
        database: database.to_string(),
        nats: database.starts_with("postgres").then(|| address_of("NATS")),
        reach: Reach::default(),
        allowed: Allowed { requests: 0, sockets: 0, messages: 0 },
        thinkers: 1,
    }
}

impl House {
    pub async fn open(settings: &Settings) -> House {
        let server = House::start(settings).await;
        let url = format!("http://{}", server.address().unwrap());
        let (end, ended) = oneshot::channel();
        let serving = tokio::spawn(async move {
            server.serve(async { drop(ended.await) }).await.unwrap();
        });
        let server = mohreh_client::Server::new(&url).unwrap();
        House { url, server, end: Some(end), serving }
    }

    /// On a busy machine the database may be too slow to answer at first.
    async fn start(settings: &Settings) -> Server {
        for _ in 0..20 {
            match Server::start(settings, Pages::embedded(|_| None)).await {
                Err(why) if why.contains("in time") || why.contains("timed out") => {}
                started => return started.unwrap(),
            }
        }
        panic!("the database does not answer");
    }

    /// Ends it as a signal would.
    pub async fn close(mut self) {
        drop(self.end.take());
        self.serving.await.unwrap();
    }

    /// Whether it says that it can keep something.
    pub async fn is_ready(&self) -> bool {
        match self.server.request("GET", "/ready", By::Nobody, "").await.unwrap().status {
            200 => true,
            503 => false,
            other => panic!("/ready: {other}"),
        }
    }

    /// A table for guests by link; gives its id and their cookies, who starts first.
    pub async fn table(&self, kind: Kind, more: Value) -> (String, Vec<String>) {
        let mut cookies = vec![self.server.person("Sara").await.unwrap()];
        let mut wanted = json!({ "kind": kind.name(), "first": "me", "nonce": "abc" });
        for (key, value) in more.as_object().unwrap() {
            wanted[key] = value.clone();
        }
        let opened =
            self.server.ask("POST", "/api/tables", By::Cookie(&cookies[0]), &wanted).await.unwrap();
        let id = opened["table"].as_str().unwrap().to_string();
        let path = format!("/api/tables/{id}");
        let mut table = self.server.ask("GET", &path, By::Nobody, &json!({})).await.unwrap();
        while table["table"]["phase"] != "playing" {
            let cookie = self.server.person("بهرام").await.unwrap();
            let (path, key) = (format!("{path}/join"), json!({ "key": opened["key"] }));
            table = self.server.ask("POST", &path, By::Cookie(&cookie), &key).await.unwrap();
            cookies.push(cookie);
        }
        (id, cookies)
    }

    /// Somebody at a table, connected.
    pub async fn guest(&self, table: &str, by: By<'_>) -> Guest {
        Guest::come(&self.server, table, by).await
    }
}

/// Somebody at a table, who knows what was played.
pub struct Guest {
    pub table: String,
    pub socket: Socket,
    pub log: Log,
    /// The head as it was last told.
    pub head: Value,
}

impl Guest {
    pub async fn come(server: &mohreh_client::Server, table: &str, by: By<'_>) -> Guest {
        let mut socket = server.socket(by).await.unwrap();
        let snapshot = socket.watch(table, 0).await.unwrap();
        let kind = snapshot["table"]["kind"].as_str().unwrap().parse().unwrap();
        let mut log = Log::new(kind, snapshot["table"]["setup"].as_str().unwrap()).unwrap();
        for entry in snapshot["entries"].as_array().unwrap() {
            log.apply(&entry["what"].as_str().unwrap().parse::<What>().unwrap()).unwrap();
        }
        Guest { table: table.to_string(), socket, log, head: snapshot["table"].clone() }
    }

    /// Hears the next message, and takes over what it tells.
    pub async fn hear(&mut self) -> Tell {
        let text = timeout(LONG, self.socket.next()).await.expect("something is heard").unwrap();
        let tell: Tell = serde_json::from_str(&text).unwrap();
        match &tell {
            Tell::Played { ply, entries, .. } => {
                for (n, entry) in (*ply..).zip(entries) {
                    if n == self.log.ply() {
                        self.log.apply(&entry.what.parse::<What>().unwrap()).unwrap();
                    }
                }
            }
            Tell::Head { table } => self.head = serde_json::to_value(table).unwrap(),
            _ => {}
        }
        tell
    }

    /// Hears until so many entries are known.
    pub async fn hear_until(&mut self, ply: u32) {
        while self.log.ply() < ply {
            self.hear().await;
        }
    }

    /// Hears until something was refused, and gives why.
    pub async fn hear_refusal(&mut self) -> String {
        loop {
            if let Tell::Refused { code, .. } = self.hear().await {
                return serde_json::to_value(code).unwrap().as_str().unwrap().to_string();
            }
        }
    }

    pub async fn say(&mut self, ask: &Ask) {
        self.socket.say(ask).await.unwrap();
    }

    pub async fn play(&mut self, ply: u32, steps: Vec<String>) {
        self.say(&Ask::Play { table: self.table.clone(), ply, steps }).await;
    }

    pub fn mover(&self) -> Option<usize> {
        self.log.mover().map(Seat::index)
    }

    /// A legal turn, as much of it as one message holds.
    pub fn turn(&self) -> Vec<String> {
        turn(&self.log)
    }
}

/// A legal turn of whoever is to move, as much of it as one message holds; always the same.
pub fn turn(log: &Log) -> Vec<String> {
    other_turn(log, 0)
}

/// The same with another first step, where there is one.
pub fn other_turn(log: &Log, other: usize) -> Vec<String> {
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

/// Runs a test on every kind of database, at the same time: most of it is waiting.
pub async fn everywhere<F: Future<Output = ()>>(test: impl Fn(Settings) -> F) {
    let folder = Folder::new();
    let file = settings(&folder.0.join("mohreh.sqlite").to_string_lossy());
    tokio::join!(test(file), test(settings(&address_of("PostgreSQL"))));
}
