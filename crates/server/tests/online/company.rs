//! People who play on whatever happens, as docs/api.md wants it: what is not acknowledged is said again, and
//! a connection that is lost is made anew. They remember all that they said and were told, so that in the
//! end it can be compared with what is kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use mohreh_client::{By, Server, Socket, Told};
use mohreh_games::{Kind, Seat};
use mohreh_protocol::{Ask, Code, Entry, Log, Tell, What};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::house::{House, turn};

/// Between two things that somebody does.
const PAUSE: Duration = Duration::from_millis(100);
/// So many pauses, and something hangs.
const LONG: u32 = 900;

/// Waits until something is so.
pub async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    for _ in 0..LONG {
        if is_so().await {
            return;
        }
        sleep(PAUSE).await;
    }
    panic!("{what}: this does not come about");
}

/// Games of every kind, with people at them.
pub struct Company {
    guests: Vec<(Arc<Progress>, JoinHandle<Patient>)>,
}

/// What the others may know of somebody who plays.
#[derive(Default)]
struct Progress {
    /// How many entries they know of.
    ply: AtomicU32,
    over: AtomicBool,
    /// Whether they are to end.
    enough: AtomicBool,
}

impl Company {
    /// Two tables of each kind: one for people, each at the next of the houses, and one with a computer.
    pub async fn sit_down(houses: &[&House], more: &Value) -> Company {
        let mut guests = Vec::new();
        for &kind in Kind::ALL {
            for computers in [json!([]), json!([1])] {
                let mut wanted = more.clone();
                wanted["computers"] = computers;
                let (table, cookies) = houses[0].table(kind, wanted).await;
                for (cookie, house) in cookies.into_iter().zip(houses.iter().cycle()) {
                    let patient = Patient::new(&house.server, kind, &table, cookie);
                    let progress = Arc::<Progress>::default();
                    guests.push((progress.clone(), tokio::spawn(patient.play(progress))));
                }
            }
        }
        Company { guests }
    }

    /// Waits until everybody has heard of so many entries more, or of the end.
    pub async fn go_on(&self, by: u32) {
        let ply = |progress: &Progress| progress.ply.load(Ordering::SeqCst);
        let begun: Vec<u32> = self.guests.iter().map(|(progress, _)| ply(progress)).collect();
        until("the games go on", async || {
            self.guests.iter().zip(&begun).all(|((progress, guest), begun)| {
                let failed = guest.is_finished() && !progress.enough.load(Ordering::SeqCst);
                failed || progress.over.load(Ordering::SeqCst) || ply(progress) >= begun + by
            })
        })
        .await;
    }

    /// Everybody leaves once what they said last is answered.
    pub async fn leave(self) -> Vec<Patient> {
        for (progress, _) in &self.guests {
            progress.enough.store(true, Ordering::SeqCst);
        }
        let mut patients = Vec::new();
        for (_, guest) in self.guests {
            patients.push(guest.await.unwrap());
        }
        patients
    }
}

/// Somebody at a table.
pub struct Patient {
    server: Server,
    pub table: String,
    cookie: String,
    seat: Option<usize>,
    log: Log,
    /// The log, as far as they were told that it is kept.
    pub told: Vec<Entry>,
    /// What they have said, and at which ply.
    pub said: Vec<(u32, Vec<String>)>,
    /// Why they were refused.
    pub refused: Vec<Code>,
}

impl Patient {
    fn new(server: &Server, kind: Kind, table: &str, cookie: String) -> Patient {
        Patient {
            server: server.clone(),
            table: table.to_string(),
            cookie,
            seat: None,
            log: Log::new(kind, "").unwrap(),
            told: Vec::new(),
            said: Vec::new(),
            refused: Vec::new(),
        }
    }

    async fn play(mut self, progress: Arc<Progress>) -> Patient {
        while !progress.enough.load(Ordering::SeqCst) {
            // Whatever ended the connection, it is made anew.
            if self.follow(&progress).await.is_err() {
                sleep(PAUSE).await;
            }
        }
        self
    }

    /// Plays for as long as the connection lasts.
    async fn follow(&mut self, progress: &Progress) -> Told<()> {
        let mut socket = self.server.socket(By::Cookie(&self.cookie)).await?;
        let snapshot = socket.watch(&self.table, 0).await?;
        self.seat = snapshot["you"].as_u64().map(|seat| seat as usize - 1);
        self.take(0, &serde_json::from_value::<Vec<Entry>>(snapshot["entries"].clone()).unwrap());
        // How long the answer to what was said last takes.
        let mut waits = None;
        loop {
            progress.ply.store(self.log.ply(), Ordering::SeqCst);
            progress.over.store(self.log.end().is_some(), Ordering::SeqCst);
            if self.is_answered() {
                waits = None;
                if progress.enough.load(Ordering::SeqCst) {
                    return Ok(());
                }
            }
            if waits.is_none() && self.is_to_move() {
                sleep(PAUSE).await;
                self.say(&mut socket).await?;
                waits = Some(0);
            }
            match timeout(PAUSE, socket.next()).await {
                Ok(text) => {
                    let tell: Tell = serde_json::from_str(&text?).unwrap();
                    if let Tell::Refused { code, .. } = &tell {
                        self.refused.push(*code);
                        waits = None;
                    }
                    self.hear(&tell, &mut socket).await?;
                }
                Err(_) => {
                    waits = waits.map(|waits| waits + 1);
                    assert!(waits < Some(LONG), "no answer to {:?}", self.said.last());
                }
            }
        }
    }

    fn is_answered(&self) -> bool {
        self.said.last().is_none_or(|(ply, _)| *ply < self.log.ply())
    }

    fn is_to_move(&self) -> bool {
        self.log.mover().map(Seat::index) == self.seat
    }

    /// A turn follows from the log, so that what was not acknowledged is said again as it was.
    async fn say(&mut self, socket: &mut Socket) -> Told<()> {
        let (ply, steps) = (self.log.ply(), turn(&self.log));
        self.said.push((ply, steps.clone()));
        socket.say(&Ask::Play { table: self.table.clone(), ply, steps }).await
    }

    async fn hear(&mut self, tell: &Tell, socket: &mut Socket) -> Told<()> {
        match tell {
            Tell::Played { ply, entries, .. } => {
                if *ply > self.log.ply() {
                    let from = self.log.ply();
                    socket.say(&Ask::Watch { table: self.table.clone(), from }).await?;
                }
                self.take(*ply, entries);
            }
            Tell::Table(snapshot) => self.take(snapshot.from, &snapshot.entries),
            _ => {}
        }
        Ok(())
    }

    /// What was told once stays so.
    fn take(&mut self, ply: u32, entries: &[Entry]) {
        for (n, entry) in (ply as usize..).zip(entries) {
            match self.told.get(n) {
                Some(known) => assert_eq!(known, entry, "table {}, ply {n}", self.table),
                None if n == self.told.len() => {
                    self.log.apply(&entry.what.parse::<What>().unwrap()).unwrap();
                    self.told.push(entry.clone());
                }
                None => {}
            }
        }
    }
}

/// What is kept of each table is all that anybody was told, and nothing of it but dice and the turns of
/// computers is what nobody has said there; and all that anybody has said is there, once.
pub async fn check(house: &House, patients: &[Patient]) {
    for patient in patients {
        let path = format!("/api/tables/{}", patient.table);
        let kept = house.server.ask("GET", &path, By::Nobody, &json!({})).await.unwrap();
        let entries: Vec<Entry> = serde_json::from_value(kept["entries"].clone()).unwrap();
        assert!(entries.starts_with(&patient.told), "table {}: lost", patient.table);
        let kind = kept["table"]["kind"].as_str().unwrap().parse().unwrap();
        let mut log = Log::new(kind, kept["table"]["setup"].as_str().unwrap()).unwrap();
        let mut own = Vec::new();
        for entry in &entries {
            let mover = log.mover().map(Seat::index);
            if mover.is_some() && mover == patient.seat {
                own.push((log.ply(), entry.what.clone()));
            }
            log.apply(&entry.what.parse::<What>().unwrap()).unwrap();
        }
        // What was said, each time at the ply at which it is kept.
        let mut said = Vec::new();
        let mut messages = patient.said.clone();
        messages.dedup();
        for (ply, steps) in messages {
            let mut at = ply;
            for step in steps {
                while log.fell(at) {
                    at += 1;
                }
                said.push((at, step));
                at += 1;
            }
        }
        assert_eq!(said, own, "table {}: what is kept is what was said", patient.table);
    }
}
