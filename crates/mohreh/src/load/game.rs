//! One game of the load: two people, a socket each, and everything that was acknowledged.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mohreh_client::{By, Socket};
use mohreh_games::{Seat, Status};
use mohreh_protocol::{Ask, Log, Tell, What};
use serde_json::{Value, json};

use super::Shared;
use super::report::Clock;

/// Whoever comes back tries so often, with so long a pause.
const TRIES: usize = 600;
const PAUSE: Duration = Duration::from_millis(100);

type Told<T> = Result<T, String>;

/// A table with both players at it.
pub struct Table {
    pub id: String,
    number: usize,
    /// Cookies of the people, by seat.
    cookies: Vec<String>,
    sockets: Vec<Option<Socket>>,
    log: Log,
    /// Every entry that the server has acknowledged.
    acknowledged: Vec<String>,
    /// Games that are over, with what was acknowledged.
    finished: Vec<(String, Vec<String>)>,
    /// What chooses the turns: any numbers will do.
    dice: u64,
}

impl Table {
    pub async fn open(shared: Arc<Shared>, number: usize) -> Told<Table> {
        let server = &shared.servers[0];
        let mut cookies = Vec::new();
        for seat in 1..=2 {
            cookies.push(server.person(&format!("load {number} {seat}")).await?);
        }
        let wanted = json!({ "kind": shared.kind.name(), "first": "me" });
        let opened = server.ask("POST", "/api/tables", By::Cookie(&cookies[0]), &wanted).await?;
        let text = |key: &str| opened[key].as_str().unwrap_or_default().to_string();
        let (id, key) = (text("table"), json!({ "key": opened["key"] }));
        server
            .ask("POST", &format!("/api/tables/{id}/join"), By::Cookie(&cookies[1]), &key)
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
            dice: number as u64 + 1,
        };
        for seat in 0..2 {
            table.connect(&shared, seat).await?;
        }
        shared.connected.fetch_add(2, Ordering::Relaxed);
        Ok(table)
    }

    /// Connects a player, takes over what was played meanwhile, and checks that nothing is missing.
    async fn connect(&mut self, shared: &Shared, seat: usize) -> Told<()> {
        let node = if seat == 0 { 0 } else { (1 + self.number) % shared.servers.len() };
        let mut socket = shared.servers[node].socket(By::Cookie(&self.cookies[seat])).await?;
        let snapshot = socket.watch(&self.id, 0).await?;
        self.compare(&snapshot)?;
        self.sockets[seat] = Some(socket);
        Ok(())
    }

    /// Whether a snapshot has all that was acknowledged, and at most one turn more.
    fn compare(&mut self, snapshot: &Value) -> Told<()> {
        let entries = snapshot["entries"].as_array().ok_or("a table without entries")?;
        let kept: Vec<String> = entries
            .iter()
            .map(|entry| entry["what"].as_str().unwrap_or_default().to_string())
            .collect();
        if !kept.starts_with(&self.acknowledged) {
            return Err(format!(
                "table {}: LOST: {:?} was acknowledged, {kept:?} is there",
                self.id, self.acknowledged
            ));
        }
        for what in &kept[self.acknowledged.len()..] {
            self.add(what)?;
        }
        Ok(())
    }

    fn add(&mut self, what: &str) -> Told<()> {
        let entry: What = what.parse().map_err(|why| format!("table {}: {why}", self.id))?;
        self.log.apply(&entry).map_err(|why| format!("table {}: `{what}`: {why}", self.id))?;
        self.acknowledged.push(what.to_string());
        Ok(())
    }

    /// A random legal turn of whoever is to move.
    fn turn(&mut self, seat: Seat) -> Vec<String> {
        let mut game = self.log.game().clone();
        let mut steps = Vec::new();
        while game.status() == Status::ToMove(seat) {
            let all = game.steps();
            self.dice = self
                .dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let Some(step) = all.get((self.dice >> 33) as usize % all.len().max(1)) else { break };
            if game.play(step).is_err() {
                break;
            }
            steps.push(step.clone());
        }
        steps
    }

    /// Plays until it is over.
    pub async fn play(mut self, shared: Arc<Shared>, wait: Duration) -> Told<Table> {
        tokio::time::sleep(wait).await;
        while !shared.over.load(Ordering::Relaxed) {
            let Some(seat) = self.log.mover() else {
                self.again(&shared).await?;
                continue;
            };
            let begun = Clock::start();
            match self.message(&shared, seat).await {
                Ok(Some((took, entries))) => shared.report.acknowledged(took, entries),
                Ok(None) => {}
                Err(why) if !shared.patient || why.contains("LOST") => return Err(why),
                Err(_) => {
                    shared.report.reconnected.fetch_add(1, Ordering::Relaxed);
                    self.come_back(&shared).await?;
                }
            }
            let rest = shared.every.saturating_sub(begun.passed());
            tokio::time::sleep(rest).await;
        }
        Ok(self)
    }

    /// One turn: said, and acknowledged. Gives how long that took, and how many entries it made.
    async fn message(&mut self, shared: &Shared, seat: Seat) -> Told<Option<(Duration, usize)>> {
        for missing in 0..2 {
            if self.sockets[missing].is_none() {
                self.connect(shared, missing).await?;
            }
        }
        let Some(seat) = self.log.mover().filter(|mover| *mover == seat) else { return Ok(None) };
        let (ply, steps) = (self.log.ply(), self.turn(seat));
        let ask = Ask::Play { table: self.id.clone(), ply, steps };
        let Some(socket) = &mut self.sockets[seat.index()] else { return Err("no socket".into()) };
        let begun = Clock::start();
        socket.say(&ask).await?;
        let entries = loop {
            let text = socket.next().await?;
            match serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))? {
                Tell::Played { ply: at, entries, .. } if at == ply => break entries,
                Tell::Refused { why, .. } => {
                    return Err(format!("table {}: refused: {why}", self.id));
                }
                _ => {}
            }
        };
        let took = begun.passed();
        for entry in &entries {
            self.add(&entry.what)?;
        }
        // The other one hears of it too.
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

    /// The game is over: the same two play once more, at a new table.
    async fn again(&mut self, shared: &Shared) -> Told<()> {
        let path = format!("/api/tables/{}/rematch", self.id);
        let mut id = String::new();
        for cookie in &self.cookies {
            let mut tries = 0;
            let snapshot = loop {
                let by = By::Cookie(cookie);
                match shared.servers[0].ask("POST", &path, by, &json!({})).await {
                    Err(_) if shared.patient && tries < TRIES => tokio::time::sleep(PAUSE).await,
                    answer => break answer?,
                }
                tries += 1;
            };
            id = snapshot["table"]["id"].as_str().unwrap_or_default().to_string();
        }
        let old = std::mem::replace(&mut self.id, id);
        self.finished.push((old, std::mem::take(&mut self.acknowledged)));
        self.log = Log::new(shared.kind, "").map_err(|why| why.to_string())?;
        // Whoever was second begins.
        self.cookies.reverse();
        self.come_back(shared).await
    }

    /// The connection is gone: comes back as soon as a server is there.
    async fn come_back(&mut self, shared: &Shared) -> Told<()> {
        self.sockets = vec![None, None];
        for _ in 0..TRIES {
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
                Some(why) if why.contains("LOST") => return Err(why),
                Some(_) => tokio::time::sleep(PAUSE).await,
            }
        }
        Err(format!("table {}: nobody came back within a minute", self.id))
    }

    /// Whether the server has all of it. Gives how many entries were checked.
    pub async fn check(mut self, shared: Arc<Shared>) -> Told<usize> {
        let mut checked = 0;
        let mut tables = std::mem::take(&mut self.finished);
        tables.push((self.id.clone(), std::mem::take(&mut self.acknowledged)));
        for (id, acknowledged) in tables {
            let path = format!("/api/tables/{id}");
            let snapshot = shared.servers[0].ask("GET", &path, By::Nobody, &json!({})).await?;
            let many = acknowledged.len();
            self.log = Log::new(shared.kind, "").map_err(|why| why.to_string())?;
            (self.id, self.acknowledged) = (id, Vec::new());
            for what in acknowledged {
                self.add(&what)?;
            }
            self.compare(&snapshot)?;
            if !shared.patient && self.acknowledged.len() != many {
                return Err(format!("table {}: DOUBLED: more is there than was played", self.id));
            }
            checked += many;
        }
        Ok(checked)
    }
}
