//! Attacks beside the games of a load test. They come from loopback addresses of their own, so that the limits per
//! address of a server that runs here apply to each attacker, and not to the games.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mohreh_games::Kind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Shared;
use super::report::Latencies;
use crate::clock::Timer;
use crate::failure;
use crate::terminal::{language, tell_now, text, with};

/// Requests in flight of one attacker.
const IN_FLIGHT: usize = 30;
/// Connections that one attacker tries to hold.
const CONNECTIONS: usize = 2_000;
/// Tables that one attacker tries to keep open.
const TABLES: usize = 75;
/// Level of their computers.
const STRONGEST: u8 = 8;
/// How long an attacker waits for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// What an attacker does, as fast as it can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Attack {
    /// Search the archive for common names and for what is not there
    Searches,
    /// Export the archive
    Exports,
    /// Keep 75 tables open with the strongest computer; a newcomer measures how soon level 1 answers
    Computers,
    /// Hold 2,000 connections that send nothing
    Idle,
    /// Hold 2,000 connections that send their headers byte by byte
    SlowHeaders,
    /// Open and drop connections
    Connects,
}

/// Counts of what became of the requests or connections of an attack.
#[derive(Default)]
pub(crate) struct Outcomes {
    counts: Mutex<BTreeMap<String, u64>>,
    /// Answers of the computer to the newcomer.
    newcomer: Latencies,
}

impl Outcomes {
    fn count(&self, what: &dyn ToString) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(what.to_string()).or_default() += 1;
    }

    pub(super) fn print(&self, out: &mut impl Write) -> failure::Result<()> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = counts.iter().map(|(what, many)| {
            let args = [("what", what.as_str().into()), ("count", (*many).into())];
            with("cli-load-times", &args)
        });
        let counts = counts.collect::<Vec<_>>().join(&text("say-comma"));
        tell_now(out, &with("cli-load-attack", &[("counts", counts.into())]))?;
        self.newcomer.print(text("cli-load-newcomer"), out)
    }
}

/// One attacker: the address it attacks, and its own.
#[derive(Clone, Copy)]
struct Attacker {
    server: SocketAddr,
    own: Option<Ipv4Addr>,
}

/// Answer to a request.
struct Answer {
    status: u16,
    cookie: String,
    body: String,
}

/// Starts the attack; it ends when the set is dropped.
pub(super) async fn start(
    shared: &std::sync::Arc<Shared>,
    url: &str,
    attack: Attack,
    attackers: u8,
) -> Result<JoinSet<()>, String> {
    let authority = url.strip_prefix("http://").unwrap_or_default().trim_end_matches('/');
    let mut addresses = tokio::net::lookup_host(authority).await.map_err(|error| {
        let why = failure::system_message(&error);
        with("cli-load-attack-server", &[("why", why.into())])
    })?;
    let none = || with("cli-load-no-address", &[("url", url.into())]);
    let server = addresses.next().ok_or_else(none)?;
    let mut tasks = JoinSet::new();
    for n in 0..attackers {
        let own = server.ip().is_loopback() && server.is_ipv4();
        let attacker = Attacker { server, own: own.then(|| Ipv4Addr::new(127, 0, 1, n)) };
        match attack {
            Attack::Searches => attacker.search(shared, &mut tasks),
            Attack::Exports => attacker.export(shared, &mut tasks),
            Attack::Computers => {
                let shared = shared.clone();
                tasks.spawn(async move { attacker.keep_tables(&shared).await });
            }
            Attack::Idle | Attack::SlowHeaders => {
                attacker.hold(shared, attack == Attack::SlowHeaders, &mut tasks);
            }
            Attack::Connects => attacker.connect_and_drop(shared, &mut tasks),
        }
    }
    if attack == Attack::Computers {
        let newcomer = Attacker { server, own: None };
        let shared = shared.clone();
        tasks.spawn(async move { newcomer.play_level_1(&shared).await });
    }
    Ok(tasks)
}

impl Attacker {
    async fn connect(self) -> std::io::Result<TcpStream> {
        let socket = match self.server {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        if let Some(own) = self.own {
            // Or the system searches long for a free port, after thousands of connections.
            socket.set_reuseaddr(true)?;
            socket.bind(SocketAddr::from((own, 0)))?;
        }
        socket.connect(self.server).await
    }

    /// One request on a connection of its own.
    async fn request(
        self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<Answer, String> {
        let exchange = async {
            let mut stream = self.connect().await?;
            let (host, length) = (self.server, body.len());
            let head = format!(
                "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
                 cookie: {cookie}\r\ncontent-type: application/json\r\n\
                 content-length: {length}\r\nconnection: close\r\n\r\n{body}"
            );
            stream.write_all(head.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Ok::<_, std::io::Error>(answer)
        };
        let answer = timeout(PATIENCE, exchange).await.map_err(|_| text("cli-load-no-answer"))?;
        let answer = answer.map_err(|error| refused(&error))?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| text("cli-load-closed"))?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        Ok(Answer {
            status: status.ok_or_else(|| text("cli-load-no-status"))?,
            cookie: cookie.and_then(|c| c.split(';').next()).unwrap_or_default().to_string(),
            body: body.to_string(),
        })
    }

    /// Requests paths in turn, for ever.
    fn flood(
        self,
        shared: &std::sync::Arc<Shared>,
        paths: &'static [&'static str],
        tasks: &mut JoinSet<()>,
    ) {
        for n in 0..IN_FLIGHT {
            let shared = shared.clone();
            tasks.spawn(async move {
                for path in paths.iter().cycle().skip(n) {
                    match self.request("GET", path, "", "").await {
                        Ok(answer) => shared.attacked.count(&answer.status),
                        Err(why) => shared.attacked.count(&why),
                    }
                }
            });
        }
    }

    fn search(self, shared: &std::sync::Arc<Shared>, tasks: &mut JoinSet<()>) {
        let paths = &[
            "/api/archive?name=a",
            "/api/archive?setup=nosuch",
            "/api/archive?kind=yinsh&result=9%209",
            "/api/archive?name=zzzz",
        ];
        self.flood(shared, paths, tasks);
    }

    fn export(self, shared: &std::sync::Arc<Shared>, tasks: &mut JoinSet<()>) {
        self.flood(shared, &["/api/archive/records"], tasks);
    }

    /// Holds connections, and opens others for those that the server closes.
    fn hold(self, shared: &std::sync::Arc<Shared>, speaks: bool, tasks: &mut JoinSet<()>) {
        for _ in 0..CONNECTIONS {
            let shared = shared.clone();
            tasks.spawn(async move {
                loop {
                    match self.connect().await {
                        Ok(stream) => {
                            shared.attacked.count(&text("cli-load-opened"));
                            until_closed(stream, speaks).await;
                            shared.attacked.count(&text("cli-load-closed-by-server"));
                        }
                        Err(error) => shared.attacked.count(&refused(&error)),
                    }
                    sleep(Duration::from_secs(1)).await;
                }
            });
        }
    }

    fn connect_and_drop(self, shared: &std::sync::Arc<Shared>, tasks: &mut JoinSet<()>) {
        for _ in 0..IN_FLIGHT {
            let shared = shared.clone();
            tasks.spawn(async move {
                loop {
                    match self.connect().await {
                        Ok(stream) => {
                            // With a reset: otherwise this machine runs out of ports first.
                            let _ = stream.set_zero_linger();
                            shared.attacked.count(&text("cli-load-opened"));
                        }
                        Err(error) => shared.attacked.count(&refused(&error)),
                    }
                }
            });
        }
    }

    /// A guest; returns the cookie.
    async fn guest(self) -> String {
        loop {
            match self.request("POST", "/api/person", "", r#"{"name":"Guest"}"#).await {
                Ok(answer) if answer.status == 201 => return answer.cookie,
                _ => sleep(Duration::from_secs(1)).await,
            }
        }
    }

    /// Opens a table at which a computer moves first; returns its id, or why there is none.
    async fn open(self, kind: Kind, cookie: &str, level: u8) -> Result<String, String> {
        let body = format!(r#"{{"kind":"{kind}","computers":[{level}],"first":"other"}}"#);
        let answer = self.request("POST", "/api/tables", cookie, &body).await?;
        let table = serde_json::from_str::<serde_json::Value>(&answer.body).ok();
        let table = table.and_then(|table| Some(table.get("table")?.as_str()?.to_string()));
        table.ok_or_else(|| answer.status.to_string())
    }

    /// Whether the computer has moved.
    async fn has_moved(self, table: &str, cookie: &str) -> bool {
        let answer = self.request("GET", &format!("/api/tables/{table}"), cookie, "").await;
        let answer = answer
            .ok()
            .and_then(|answer| serde_json::from_str::<serde_json::Value>(&answer.body).ok());
        let entries = answer.and_then(|answer| Some(answer.get("entries")?.as_array()?.len()));
        entries.is_some_and(|entries| entries > 0)
    }

    async fn resign(self, table: &str, cookie: &str) {
        let path = format!("/api/tables/{table}/act");
        let _ = self.request("POST", &path, cookie, r#"{"ply":0,"act":"resign"}"#).await;
    }

    /// Opens tables anew as soon as their computers have moved.
    async fn keep_tables(self, shared: &Shared) {
        let cookie = self.guest().await;
        let mut tables = BTreeSet::new();
        loop {
            while tables.len() < TABLES {
                match self.open(shared.kind, &cookie, STRONGEST).await {
                    Ok(table) => {
                        shared.attacked.count(&text("cli-load-table-opened"));
                        tables.insert(table);
                    }
                    Err(why) => {
                        let why = [("why", why.into())];
                        shared.attacked.count(&with("cli-load-table-refused", &why));
                        break;
                    }
                }
            }
            sleep(Duration::from_millis(500)).await;
            for table in tables.clone() {
                if self.has_moved(&table, &cookie).await {
                    shared.attacked.count(&text("cli-load-strongest"));
                    self.resign(&table, &cookie).await;
                    tables.remove(&table);
                }
            }
        }
    }

    async fn play_level_1(self, shared: &Shared) {
        let cookie = self.guest().await;
        loop {
            let timer = Timer::start();
            match self.open(shared.kind, &cookie, 1).await {
                Ok(table) => {
                    while !self.has_moved(&table, &cookie).await {
                        sleep(Duration::from_millis(50)).await;
                    }
                    shared.attacked.newcomer.add(timer.elapsed());
                    self.resign(&table, &cookie).await;
                }
                Err(why) => {
                    let why = [("why", why.into())];
                    shared.attacked.count(&with("cli-load-newcomer-refused", &why));
                }
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
}

/// The kind of a failed connection, as the system calls it.
fn refused(error: &std::io::Error) -> String {
    language().isolate(&error.kind().to_string())
}

/// Keeps a connection until the server closes it.
async fn until_closed(mut stream: TcpStream, speaks: bool) {
    let mut header =
        "GET / HTTP/1.1\r\nhost: slow\r\nx-slow: ".bytes().chain(std::iter::repeat(b'a'));
    let mut answer = [0; 1024];
    loop {
        let byte = if speaks { header.next() } else { None };
        if let Some(byte) = byte
            && stream.write_all(&[byte]).await.is_err()
        {
            return;
        }
        let read = timeout(Duration::from_secs(1), stream.read(&mut answer)).await;
        if let Ok(Ok(0) | Err(_)) = read {
            return;
        }
    }
}
