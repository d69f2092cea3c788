//! The store on every backend: SQLite file, SQLite in memory, PostgreSQL.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "store/archive.rs"]
mod archive;
#[path = "store/backup.rs"]
mod backup;
#[path = "store/explorer.rs"]
mod explorer;
#[path = "shared/proxy.rs"]
mod proxy;
#[path = "store/read_only.rs"]
mod read_only;
#[path = "store/reading.rs"]
mod reading;
#[path = "shared/schema.rs"]
mod schema;
#[path = "shared/services.rs"]
mod services;
#[path = "store/speed.rs"]
mod speed;
#[path = "store/tls.rs"]
mod tls;
#[path = "store/unreachable.rs"]
mod unreachable;
#[path = "store/upgrade.rs"]
mod upgrade;
#[path = "store/writing.rs"]
mod writing;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use mohreh_server::store::{ChatRow, PlyRow, Store, TableRow, WriteSet};
use schema::{Schema, run};

/// Database of a single test.
struct Scratch {
    url: String,
    folder: PathBuf,
    schema: Option<Schema>,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Scratch {
    fn new() -> Scratch {
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mohreh-store-{}-{n}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Scratch { url: String::new(), folder, schema: None }
    }

    fn file() -> Scratch {
        let scratch = Scratch::new();
        let path = scratch.folder.join("a folder/داده #1?.db");
        Scratch { url: format!("sqlite:{}", path.display()), ..scratch }
    }

    fn memory() -> Scratch {
        Scratch { url: "sqlite::memory:".to_string(), ..Scratch::new() }
    }

    async fn postgres() -> Scratch {
        let scratch = Scratch::new();
        let schema = Schema::new(&scratch.folder.file_name().unwrap().to_string_lossy()).await;
        Scratch { url: schema.url.clone(), schema: Some(schema), ..scratch }
    }

    async fn remove(self) {
        if let Some(schema) = &self.schema {
            schema.remove().await;
        }
        std::fs::remove_dir_all(&self.folder).unwrap();
    }

    async fn store(&self) -> Store {
        Store::open(&self.url).await.unwrap()
    }

    /// The kind of database.
    fn backend(&self) -> &str {
        self.url.split_once(':').map_or("", |(scheme, _)| scheme)
    }

    /// Changes the database directly, without the store.
    async fn run_sql(&self, sql: &str) {
        let path = self.url.strip_prefix("sqlite:").map(|path| {
            let bytes: String = path.bytes().map(|byte| format!("%{byte:02X}")).collect();
            format!("sqlite:{bytes}")
        });
        run(path.as_ref().unwrap_or(&self.url), sql).await;
    }
}

/// Backends whose data survives closing.
async fn persistent() -> Vec<Scratch> {
    vec![Scratch::file(), Scratch::postgres().await]
}

async fn everywhere() -> Vec<Scratch> {
    let mut all = persistent().await;
    all.push(Scratch::memory());
    all
}

fn ply(ply: u32, what: &str) -> PlyRow {
    PlyRow { ply, what: what.to_string(), at: 1_000 + u64::from(ply), left: "[]".to_string() }
}

/// Write set with one log entry.
fn play(table: &str, number: u32, what: &str) -> WriteSet {
    plies(table, vec![ply(number, what)])
}

fn plies(table: &str, rows: Vec<PlyRow>) -> WriteSet {
    WriteSet { plies: Some((table.to_string(), rows)), ..WriteSet::default() }
}

fn head(row: TableRow) -> WriteSet {
    WriteSet { table: Some(row), ..WriteSet::default() }
}

fn chat_line(table: &str, text: &str, at: u64) -> WriteSet {
    let row = ChatRow { person: "p1".into(), name: "Ada".into(), text: text.into(), at };
    WriteSet { chat: Some((table.to_string(), row)), ..WriteSet::default() }
}

/// New table with two players.
fn table(id: &str) -> TableRow {
    TableRow {
        id: id.to_string(),
        kind: "game".to_string(),
        setup: String::new(),
        draw: false,
        seats: r#"[{"type":"open"}]"#.to_string(),
        clock: r#"{"type":"none"}"#.to_string(),
        open: true,
        phase: "waiting".to_string(),
        created: 1_000,
        started: None,
        ended: None,
        end: None,
        result: None,
        turns: 0,
        seed: "5eed".to_string(),
        key: "key".to_string(),
        nonces: "[]".to_string(),
        next: None,
        creator: "p1".to_string(),
        first: "lot".to_string(),
        watch: false,
        people: vec![
            (0, "p1".to_string(), "Ada".to_string()),
            (1, "p2".to_string(), "بهرام".to_string()),
        ],
        version: 0,
        due: 0,
        reserved: false,
        chat: "players".to_string(),
    }
}
