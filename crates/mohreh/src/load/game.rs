//! One game of the load test: two players with a socket each, and every entry that was acknowledged to them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mohreh_client::{Auth, Socket};
use mohreh_games::{Seat, Status};
use mohreh_protocol::{ClientMessage, Log, LogEvent, ServerMessage};
use serde_json::{Value, json};

use super::Shared;
use super::load_error::{LoadError, LoadResult};
use crate::clock::Timer;
use crate::failure::english;
use crate::terminal::{notation, text, with};

/// Reconnection attempts, `RETRY_DELAY` apart: one minute in total.
const MAX_RETRIES: usize = 600;
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// A table with both players at it.
pub(super) struct Table {
    pub id: String,
    number: usize,
    /// Session cookies by seat.
    cookies: Vec<String>,
    sockets: Vec<Option<Socket>>,
    log: Log,
    /// Entries that the server has acknowledged.
    acknowledged: Vec<String>,
    /// Ids of finished tables with their acknowledged entries.
    finished: Vec<(String, Vec<String>)>,
    /// State of the LCG that picks the steps.
    rng: u64,
}

impl Table {
    pub(super) async fn open(shared: Arc<Shared>, number: usize) -> LoadResult<Table> {
        let server = &shared.servers[0];
        let mut cookies = Vec::new();
        for seat in 1..=2 {
            cookies.push(server.new_guest(&format!("load {number} {seat}")).await?);
        }
        let wanted = json!({ "kind": shared.kind.name(), "first": "me", "open": true });
        let opened = server.call("POST", "/api/tables", Auth::Cookie(&cookies[0]), &wanted).await?;
        let text = |key: &str| opened[key].as_str().unwrap_or_default().to_string();
        let (id, key) = (text("table"), json!({ "key": opened["key"] }));
        server
            .call("POST", &format!("/api/tables/{id}/join"), Auth::Cookie(&cookies[1]), &key)
            .await?;
        let log = Log::new(shared.kind, "").map_err(|why| why.to_string())?;
        let mut table = Table {
            id,
            number,
            cookies,
            sockets: vec![None, None],
            log,
            acknowledged: Vec::new(),
            finished: Vec::new(),
            rng: number as u64 + 1,
        };
        for seat in 0..2 {
            table.connect(&shared, seat).await?;
        }
        shared.connected.fetch_add(2, Ordering::Relaxed);
        Ok(table)
    }

    /// Connects a player, checks the snapshot and catches up with it.
    async fn connect(&mut self, shared: &Shared, seat: usize) -> LoadResult<()> {
        let node = if seat == 0 { 0 } else { (1 + self.number) % shared.servers.len() };
        let mut socket = shared.servers[node].socket(Auth::Cookie(&self.cookies[seat])).await?;
        let snapshot = socket.watch(&self.id, 0).await?;
        self.check_snapshot(&snapshot)?;
        self.sockets[seat] = Some(socket);
        Ok(())
    }

    /// Checks that a snapshot begins with all acknowledged entries, and applies the rest: a turn whose
    /// acknowledgement was lost.
    fn check_snapshot(&mut self, snapshot: &Value) -> LoadResult<()> {
        let missing = || LoadError::Fault(text("cli-load-no-entries"));
        let entries = snapshot["entries"].as_array().ok_or_else(missing)?;
        let kept: Vec<String> = entries
            .iter()
            .map(|entry| entry["what"].as_str().unwrap_or_default().to_string())
            .collect();
        if !kept.starts_with(&self.acknowledged) {
            let lists = [&self.acknowledged, &kept].map(|list| notation(&format!("{list:?}")));
            let [acknowledged, kept] = lists;
            let why = with("cli-load-lost", &[("kept", acknowledged), ("found", kept)]);
            return Err(LoadError::Lost(self.place(&why)));
        }
        for what in &kept[self.acknowledged.len()..] {
            self.apply(what)?;
        }
        Ok(())
    }

    fn apply(&mut self, what: &str) -> LoadResult<()> {
        let entry: LogEvent =
            what.parse().map_err(|why| LoadError::Fault(self.place(&english(why))))?;
        let applied = self.log.apply(&entry);
        let wrong = |why| LoadError::Fault(self.place(&english(format!("`{what}`: {why}"))));
        applied.map_err(wrong)?;
        self.acknowledged.push(what.to_string());
        Ok(())
    }

    /// A sentence about this table.
    fn place(&self, why: &str) -> String {
        let table = with("cli-load-table", &[("table", notation(&self.id))]);
        format!("{table}: {why}")
    }

    /// A random legal turn for the seat to move.
    fn turn(&mut self, seat: Seat) -> Vec<String> {
        let mut game = self.log.game().clone();
        let mut steps = Vec::new();
        while game.status() == Status::ToMove(seat) {
            let all = game.steps();
            self.rng = self
                .rng
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let Some(step) = all.get((self.rng >> 33) as usize % all.len().max(1)) else { break };
            if game.play(step).is_err() {
                break;
            }
            steps.push(step.clone());
        }
        steps
    }

    /// Plays games until the load test stops; `wait` staggers the start.
    pub(super) async fn play(mut self, shared: Arc<Shared>, wait: Duration) -> LoadResult<Table> {
        tokio::time::sleep(wait).await;
        while !shared.stopping.load(Ordering::Relaxed) {
            let Some(seat) = self.log.mover() else {
                self.rematch(&shared).await?;
                continue;
            };
            let begun = Timer::start();
            match self.play_turn(&shared, seat).await {
                Ok(Some((took, entries))) => shared.report.acknowledged(took, entries),
                Ok(None) => {}
                Err(why) if !shared.patient || why.is_loss() => return Err(why),
                Err(_) => {
                    shared.report.reconnected.fetch_add(1, Ordering::Relaxed);
                    self.reconnect(&shared).await?;
                }
            }
            let rest = shared.every.saturating_sub(begun.elapsed());
            tokio::time::sleep(rest).await;
        }
        Ok(self)
    }

    /// Sends one turn and waits for its acknowledgement and broadcast. Returns the latency and the number of entries.
    async fn play_turn(
        &mut self,
        shared: &Shared,
        seat: Seat,
    ) -> LoadResult<Option<(Duration, usize)>> {
        for missing in 0..2 {
            if self.sockets[missing].is_none() {
                self.connect(shared, missing).await?;
            }
        }
        let Some(seat) = self.log.mover().filter(|mover| *mover == seat) else { return Ok(None) };
        let (ply, steps) = (self.log.ply(), self.turn(seat));
        let ask = ClientMessage::Play { table: self.id.clone(), ply, steps };
        let Some(socket) = &mut self.sockets[seat.index()] else {
            return Err("no socket".to_string().into());
        };
        let begun = Timer::start();
        socket.send(&ask).await?;
        let entries = loop {
            let text = socket.next().await?;
            match serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))? {
                ServerMessage::Played { ply: at, entries, .. } if at == ply => break entries,
                ServerMessage::Refused { why, .. } => {
                    let why = with("cli-load-refused", &[("why", english(why).into())]);
                    return Err(LoadError::Fault(self.place(&why)));
                }
                _ => {}
            }
        };
        let took = begun.elapsed();
        for entry in &entries {
            self.apply(&entry.what)?;
        }
        // The opponent must receive the broadcast.
        let other = self.sockets[1 - seat.index()].as_mut();
        if let Some(other) = other {
            loop {
                let text = other.next().await?;
                let played = text.contains("\"type\":\"played\"");
                if played && text.contains(&format!("\"ply\":{ply},")) {
                    break;
                }
            }
        }
        Ok(Some((took, entries.len())))
    }

    /// After a game: both players agree to a rematch at a new table.
    async fn rematch(&mut self, shared: &Shared) -> LoadResult<()> {
        let path = format!("/api/tables/{}/rematch", self.id);
        let mut id = String::new();
        for cookie in &self.cookies {
            let mut tries = 0;
            let snapshot = loop {
                let by = Auth::Cookie(cookie);
                match shared.servers[0].call("POST", &path, by, &json!({})).await {
                    Err(_) if shared.patient && tries < MAX_RETRIES => {
                        tokio::time::sleep(RETRY_DELAY).await;
                    }
                    answer => break answer?,
                }
                tries += 1;
            };
            id = snapshot["table"]["id"].as_str().unwrap_or_default().to_string();
        }
        let old = std::mem::replace(&mut self.id, id);
        self.finished.push((old, std::mem::take(&mut self.acknowledged)));
        self.log = Log::new(shared.kind, "").map_err(|why| why.to_string())?;
        // A rematch swaps the seats.
        self.cookies.reverse();
        self.reconnect(shared).await
    }

    /// Reconnects both players, with retries.
    async fn reconnect(&mut self, shared: &Shared) -> LoadResult<()> {
        self.sockets = vec![None, None];
        for _ in 0..MAX_RETRIES {
            let mut lost = None;
            for seat in 0..2 {
                if self.sockets[seat].is_none()
                    && let Err(why) = self.connect(shared, seat).await
                {
                    lost = Some(why);
                }
            }
            match lost {
                None => return Ok(()),
                Some(why) if why.is_loss() => return Err(why),
                Some(_) => tokio::time::sleep(RETRY_DELAY).await,
            }
        }
        Err(LoadError::Fault(self.place(&text("cli-load-nobody"))))
    }

    /// Verifies all games of this table against the server; returns the number of entries checked.
    pub(super) async fn check(mut self, shared: Arc<Shared>) -> LoadResult<usize> {
        let mut checked = 0;
        let mut tables = std::mem::take(&mut self.finished);
        tables.push((self.id.clone(), std::mem::take(&mut self.acknowledged)));
        for (id, acknowledged) in tables {
            let path = format!("/api/tables/{id}");
            let player = Auth::Cookie(&self.cookies[0]);
            let snapshot = shared.servers[0].call("GET", &path, player, &json!({})).await?;
            let many = acknowledged.len();
            self.log = Log::new(shared.kind, "").map_err(|why| why.to_string())?;
            (self.id, self.acknowledged) = (id, Vec::new());
            for what in acknowledged {
                self.apply(&what)?;
            }
            self.check_snapshot(&snapshot)?;
            if !shared.patient && self.acknowledged.len() != many {
                return Err(LoadError::Fault(self.place(&text("cli-load-doubled"))));
            }
            checked += many;
        }
        Ok(checked)
    }
}
