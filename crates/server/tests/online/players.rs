//! Fault-tolerant players that follow docs/api.md: they resend what is not acknowledged, and reconnect. They record
//! all messages, so that [`check`] can compare them with the stored log.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use mohreh_client::{Auth, ClientResult, Server, Socket};
use mohreh_games::{Kind, Seat};
use mohreh_protocol::{ClientMessage, Code, Entry, Log, LogEvent, ServerMessage};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::harness::{TestServer, turn};

/// Polling interval, and delay between turns.
const POLL: Duration = Duration::from_millis(100);
/// Polls without progress after which a test fails.
const MAX_POLLS: u32 = 900;

/// Polls a condition until it holds.
pub(crate) async fn wait_until(what: &str, holds: impl AsyncFn() -> bool) {
    for _ in 0..MAX_POLLS {
        if holds().await {
            return;
        }
        sleep(POLL).await;
    }
    panic!("{what}: this does not come about");
}

/// Games of every kind with their players.
pub(crate) struct Players {
    guests: Vec<(Arc<Progress>, JoinHandle<Player>)>,
}

/// Progress of a player, shared with the test.
#[derive(Default)]
struct Progress {
    /// Length of the log that the player knows.
    ply: AtomicU32,
    over: AtomicBool,
    /// Asks the player to stop.
    stop: AtomicBool,
}

impl Players {
    /// Two tables per kind: one for people, spread over the nodes, and one with a bot.
    pub(crate) async fn start(nodes: &[&TestServer], more: &Value) -> Players {
        let mut guests = Vec::new();
        for &kind in Kind::ALL {
            for computers in [json!([]), json!([1])] {
                let mut wanted = more.clone();
                wanted["computers"] = computers;
                let (table, cookies) = nodes[0].table(kind, wanted).await;
                for (cookie, node) in cookies.into_iter().zip(nodes.iter().cycle()) {
                    let player = Player::new(&node.server, kind, &table, cookie);
                    let progress = Arc::<Progress>::default();
                    guests.push((progress.clone(), tokio::spawn(player.play(progress))));
                }
            }
        }
        Players { guests }
    }

    /// Waits until every player has seen this many more entries, or the end of the game.
    pub(crate) async fn advance(&self, by: u32) {
        let ply = |progress: &Progress| progress.ply.load(Ordering::SeqCst);
        let begun: Vec<u32> = self.guests.iter().map(|(progress, _)| ply(progress)).collect();
        wait_until("the games go on", async || {
            self.guests.iter().zip(&begun).all(|((progress, guest), begun)| {
                let failed = guest.is_finished() && !progress.stop.load(Ordering::SeqCst);
                failed || progress.over.load(Ordering::SeqCst) || ply(progress) >= begun + by
            })
        })
        .await;
    }

    /// Stops all players once their last turn is acknowledged.
    pub(crate) async fn finish(self) -> Vec<Player> {
        for (progress, _) in &self.guests {
            progress.stop.store(true, Ordering::SeqCst);
        }
        let mut players = Vec::new();
        for (_, guest) in self.guests {
            players.push(guest.await.unwrap());
        }
        players
    }
}

/// A player at a table.
pub(crate) struct Player {
    server: Server,
    pub table: String,
    cookie: String,
    seat: Option<usize>,
    log: Log,
    /// Log entries received from the server, which are committed.
    pub acknowledged: Vec<Entry>,
    /// Turns sent, with their ply.
    pub sent: Vec<(u32, Vec<String>)>,
    /// Codes of all refusals.
    pub refused: Vec<Code>,
}

impl Player {
    fn new(server: &Server, kind: Kind, table: &str, cookie: String) -> Player {
        Player {
            server: server.clone(),
            table: table.to_string(),
            cookie,
            seat: None,
            log: Log::new(kind, "").unwrap(),
            acknowledged: Vec::new(),
            sent: Vec::new(),
            refused: Vec::new(),
        }
    }

    async fn play(mut self, progress: Arc<Progress>) -> Player {
        while !progress.stop.load(Ordering::SeqCst) {
            // Any error means a lost connection; reconnect.
            if self.run(&progress).await.is_err() {
                sleep(POLL).await;
            }
        }
        self
    }

    /// Plays until the connection is lost.
    async fn run(&mut self, progress: &Progress) -> ClientResult<()> {
        let mut socket = self.server.socket(Auth::Cookie(&self.cookie)).await?;
        let snapshot = socket.watch(&self.table, 0).await?;
        self.seat = snapshot["you"].as_u64().map(|seat| seat as usize - 1);
        self.record(0, &serde_json::from_value::<Vec<Entry>>(snapshot["entries"].clone()).unwrap());
        // Polls since the last turn was sent; `None` once it is answered.
        let mut polls = None;
        loop {
            progress.ply.store(self.log.ply(), Ordering::SeqCst);
            progress.over.store(self.log.end().is_some(), Ordering::SeqCst);
            if self.is_acknowledged() {
                polls = None;
                if progress.stop.load(Ordering::SeqCst) {
                    return Ok(());
                }
            }
            if polls.is_none() && self.is_to_move() {
                sleep(POLL).await;
                self.send_turn(&mut socket).await?;
                polls = Some(0);
            }
            match timeout(POLL, socket.next()).await {
                Ok(text) => {
                    let message: ServerMessage = serde_json::from_str(&text?).unwrap();
                    if let ServerMessage::Refused { code, .. } = &message {
                        self.refused.push(*code);
                        polls = None;
                    }
                    self.handle(&message, &mut socket).await?;
                }
                Err(_) => {
                    polls = polls.map(|polls| polls + 1);
                    assert!(polls < Some(MAX_POLLS), "no answer to {:?}", self.sent.last());
                }
            }
        }
    }

    fn is_acknowledged(&self) -> bool {
        self.sent.last().is_none_or(|(ply, _)| *ply < self.log.ply())
    }

    fn is_to_move(&self) -> bool {
        self.log.mover().map(Seat::index) == self.seat
    }

    /// The turn is a function of the log, so a retry is identical.
    async fn send_turn(&mut self, socket: &mut Socket) -> ClientResult<()> {
        let (ply, steps) = (self.log.ply(), turn(&self.log));
        self.sent.push((ply, steps.clone()));
        socket.send(&ClientMessage::Play { table: self.table.clone(), ply, steps }).await
    }

    async fn handle(&mut self, message: &ServerMessage, socket: &mut Socket) -> ClientResult<()> {
        match message {
            ServerMessage::Played { ply, entries, .. } => {
                if *ply > self.log.ply() {
                    let from = self.log.ply();
                    socket
                        .send(&ClientMessage::Watch { table: self.table.clone(), from, key: None })
                        .await?;
                }
                self.record(*ply, entries);
            }
            ServerMessage::Table(snapshot) => self.record(snapshot.from, &snapshot.entries),
            _ => {}
        }
        Ok(())
    }

    /// Appends entries; those known already must not change.
    fn record(&mut self, ply: u32, entries: &[Entry]) {
        for (n, entry) in (ply as usize..).zip(entries) {
            match self.acknowledged.get(n) {
                Some(known) => assert_eq!(known, entry, "table {}, ply {n}", self.table),
                None if n == self.acknowledged.len() => {
                    self.log.apply(&entry.what.parse::<LogEvent>().unwrap()).unwrap();
                    self.acknowledged.push(entry.clone());
                }
                None => {}
            }
        }
    }
}

/// Checks the stored logs: every acknowledged entry is there, every turn sent is there exactly once, and everything
/// else is rolls and bot turns.
pub(crate) async fn check(node: &TestServer, players: &[Player]) {
    for player in players {
        let path = format!("/api/tables/{}", player.table);
        let kept = node.server.call("GET", &path, Auth::Anonymous, &json!({})).await.unwrap();
        let entries: Vec<Entry> = serde_json::from_value(kept["entries"].clone()).unwrap();
        assert!(entries.starts_with(&player.acknowledged), "table {}: lost", player.table);
        let kind = kept["table"]["kind"].as_str().unwrap().parse().unwrap();
        let mut log = Log::new(kind, kept["table"]["setup"].as_str().unwrap()).unwrap();
        let mut own = Vec::new();
        for entry in &entries {
            let mover = log.mover().map(Seat::index);
            if mover.is_some() && mover == player.seat {
                own.push((log.ply(), entry.what.clone()));
            }
            log.apply(&entry.what.parse::<LogEvent>().unwrap()).unwrap();
        }
        // Plies of the steps sent; rolls in between are skipped.
        let mut sent = Vec::new();
        let mut messages = player.sent.clone();
        messages.dedup();
        for (ply, steps) in messages {
            let mut at = ply;
            for step in steps {
                while log.rolled_at(at) {
                    at += 1;
                }
                sent.push((at, step));
                at += 1;
            }
        }
        assert_eq!(sent, own, "table {}: what is kept is what was said", player.table);
    }
}
