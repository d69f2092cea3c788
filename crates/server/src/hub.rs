//! All tables that somebody is at, and everybody who hears of them. Whatever happens goes the same way:
//! the room decides, the store keeps it, the room adopts it, everybody hears of it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use mohreh_games::Seat;
use mohreh_protocol::{Chat, Code, Person, Phase, Refusal, Tell};
use tokio::sync::mpsc;

use crate::bus::{Bus, Note, from_note, to_note};
use crate::metrics::Metrics;
use crate::store::{Change, ChatRow, Store, StoreError};
use crate::table::{Draft, Head, Room};
use crate::time::now;

/// Lines of chat that a newcomer is shown.
const CHAT_SHOWN: u32 = 50;
/// How often a change is tried anew after somebody else came first.
const TRIES: usize = 4;
/// What another node said about who is there counts so long, in milliseconds.
const HEARSAY: u64 = 45_000;

/// Somebody who hears: a socket.
pub struct Ear {
    pub id: u64,
    to: mpsc::Sender<Utf8Bytes>,
    /// Too slow, or no longer there.
    pub deaf: AtomicBool,
    /// Wakes the socket when it went deaf.
    pub wake: tokio::sync::Notify,
}

impl Ear {
    pub fn new(id: u64, to: mpsc::Sender<Utf8Bytes>) -> Ear {
        Ear { id, to, deaf: AtomicBool::new(false), wake: tokio::sync::Notify::new() }
    }

    /// Says something; whoever does not keep up is let go, and comes back by itself.
    pub fn tell(&self, said: &Utf8Bytes) {
        if self.to.try_send(said.clone()).is_err() {
            self.deaf.store(true, Ordering::Relaxed);
            self.wake.notify_one();
        }
    }
}

/// A message as it goes over the wire.
pub fn written(tell: &Tell) -> Utf8Bytes {
    // Plain data of ours: there is nothing in it that JSON could not hold.
    serde_json::to_string(tell).unwrap_or_default().into()
}

/// What another node says: who is there, how many watch, and when it said so.
type Elsewhere = (Vec<u8>, u32, u64);

/// A table and who hears of it.
pub struct Cell {
    room: tokio::sync::Mutex<Room>,
    ears: Mutex<Vec<(Arc<Ear>, Option<Seat>)>>,
    /// What other nodes say: who is there, and how many watch.
    elsewhere: Mutex<HashMap<String, Elsewhere>>,
    /// Whether what was kept is not known for sure, so that it must be read again.
    doubt: AtomicBool,
    /// When somebody last was interested.
    used: std::sync::atomic::AtomicU64,
    /// Whether a computer thinks about it.
    pub thinking: AtomicBool,
}

pub struct Hub {
    pub store: Store,
    pub bus: Bus,
    pub metrics: Metrics,
    cells: Mutex<HashMap<String, Arc<Cell>>>,
    outages: RwLock<Arc<Vec<(u64, u64)>>>,
    /// Tables whose clocks run, or whose computer is to move: somebody has to look after them.
    pub care: mpsc::UnboundedSender<(String, Care)>,
    /// The lists of tables have changed.
    pub lobby: tokio::sync::Notify,
    /// Whether other nodes may have the same database.
    shared: bool,
}

/// What a table needs next.
pub enum Care {
    /// To be looked at when this time has come.
    At(u64),
    /// Its computer is to move.
    Computer,
    /// Its computer is to move, and another node has taken that over; unless it does not.
    ComputerElsewhere,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn refused(error: &StoreError) -> Refusal {
    match error {
        StoreError::Conflict => Refusal::new(Code::Stale, "something else came first"),
        StoreError::Unavailable(_) => {
            Refusal::new(Code::Unavailable, "nothing can be kept at the moment; try again")
        }
        StoreError::Broken(_) => {
            Refusal::new(Code::Unavailable, "what was kept of this cannot be read")
        }
    }
}

pub fn no_table() -> Refusal {
    Refusal::new(Code::NotFound, "there is no such table")
}

impl Hub {
    pub fn new(
        store: Store,
        bus: Bus,
        outages: Vec<(u64, u64)>,
        care: mpsc::UnboundedSender<(String, Care)>,
        shared: bool,
    ) -> Hub {
        Hub {
            store,
            bus,
            metrics: Metrics::default(),
            cells: Mutex::default(),
            outages: RwLock::new(Arc::new(outages)),
            care,
            lobby: tokio::sync::Notify::new(),
            shared,
        }
    }

    pub fn outages(&self) -> Arc<Vec<(u64, u64)>> {
        self.outages.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tables in memory.
    pub fn rooms(&self) -> usize {
        lock(&self.cells).len()
    }

    /// The table with an id, from memory or from the store.
    pub async fn cell(&self, id: &str) -> Result<Arc<Cell>, Refusal> {
        if id.is_empty() || id.len() > 16 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_table());
        }
        let known = lock(&self.cells).get(id).cloned();
        if let Some(cell) = known {
            cell.used.store(now(), Ordering::Relaxed);
            return Ok(cell);
        }
        let room = self.load(id).await?.ok_or_else(no_table)?;
        let cell = Arc::new(Cell {
            room: tokio::sync::Mutex::new(room),
            ears: Mutex::default(),
            elsewhere: Mutex::default(),
            doubt: AtomicBool::new(false),
            used: now().into(),
            thinking: AtomicBool::new(false),
        });
        // Whoever was quicker is kept.
        let cell = lock(&self.cells).entry(id.to_string()).or_insert(cell).clone();
        let room = cell.room.lock().await;
        self.look_after(&room, self.bus.is_alone());
        drop(room);
        Ok(cell)
    }

    async fn load(&self, id: &str) -> Result<Option<Room>, Refusal> {
        let told = |error: StoreError| {
            if let StoreError::Broken(what) = &error {
                tracing::error!(table = id, "{what}");
            }
            refused(&error)
        };
        let Some(row) = self.store.table(id).await.map_err(told)? else { return Ok(None) };
        let rows = self.store.log(id, 0).await.map_err(told)?;
        Room::load(&row, &rows, now()).map(Some).map_err(told)
    }

    /// The room, as it is kept.
    pub async fn room<'a>(
        &self,
        cell: &'a Cell,
    ) -> Result<tokio::sync::MutexGuard<'a, Room>, Refusal> {
        let mut room = cell.room.lock().await;
        if cell.doubt.load(Ordering::Relaxed) || self.bus.is_cut_off() {
            self.reload(cell, &mut room).await?;
        }
        Ok(room)
    }

    /// The room for somebody who comes anew. Another node may have kept something and gone before it could
    /// tell, so that where there are others, the store is asked.
    pub async fn fresh_room<'a>(
        &self,
        cell: &'a Cell,
    ) -> Result<tokio::sync::MutexGuard<'a, Room>, Refusal> {
        if self.shared {
            cell.doubt.store(true, Ordering::Relaxed);
        }
        self.room(cell).await
    }

    /// Reads anew what was kept, and tells everybody here what they have missed.
    async fn reload(&self, cell: &Cell, room: &mut Room) -> Result<(), Refusal> {
        let id = room.head().id.clone();
        let fresh = self.load(&id).await?.ok_or_else(no_table)?;
        cell.doubt.store(false, Ordering::Relaxed);
        let ply = room.log().ply();
        let head_changed = room.head() != fresh.head();
        if !head_changed && fresh.log().ply() == ply {
            return Ok(());
        }
        let time = now();
        let before = std::mem::replace(room, fresh);
        for (seat, present) in (0..).map(Seat::new).zip(before.present()) {
            room.set_present(seat, present, time);
        }
        if room.log().ply() > ply {
            self.tell_played(cell, room, ply);
        }
        if head_changed {
            self.tell_head(cell, room);
        }
        self.look_after(room, false);
        Ok(())
    }

    /// Lets something happen at a table, if the room allows it and the store keeps it.
    pub async fn change(
        &self,
        cell: &Arc<Cell>,
        decide: impl Fn(&Room) -> Result<Draft, Refusal>,
    ) -> Result<(), Refusal> {
        let mut room = self.room(cell).await?;
        for _ in 0..TRIES {
            let draft = decide(&room)?;
            if draft.rows.is_empty() && draft.head.is_none() {
                return Ok(());
            }
            let id = room.head().id.clone();
            let change = Change {
                plies: (!draft.rows.is_empty()).then(|| (id, draft.rows.clone())),
                table: draft.head.as_ref().map(Head::to_row),
                chat: None,
            };
            match self.store.commit(change).await {
                Ok(()) => {
                    self.adopt(cell, &mut room, &draft);
                    return Ok(());
                }
                Err(StoreError::Conflict) => {
                    self.metrics.races.inc();
                    self.reload(cell, &mut room).await?;
                }
                Err(error) => {
                    // It may have been kept or not; that is read before anything else happens.
                    cell.doubt.store(true, Ordering::Relaxed);
                    tracing::warn!(table = room.head().id, %error, "not kept");
                    return Err(refused(&error));
                }
            }
        }
        Err(refused(&StoreError::Conflict))
    }

    /// What is kept is true: the room takes it over, and everybody hears of it.
    fn adopt(&self, cell: &Arc<Cell>, room: &mut Room, draft: &Draft) {
        let ply = room.log().ply();
        if let Err(error) = room.adopt(draft) {
            cell.doubt.store(true, Ordering::Relaxed);
            tracing::error!(%error, "what was kept does not follow");
            return;
        }
        self.metrics.steps.inc_by(draft.rows.len() as u64);
        if !draft.rows.is_empty() {
            self.tell_played(cell, room, ply);
        }
        if draft.head.is_some() {
            self.tell_head(cell, room);
            self.lobby.notify_one();
        }
        self.bus.publish(Note::Changed {
            table: room.head().id.clone(),
            ply,
            rows: draft.rows.iter().map(to_note).collect(),
            head: draft.head.is_some(),
        });
        self.look_after(room, true);
    }

    fn tell_played(&self, cell: &Cell, room: &Room, ply: u32) {
        cell.tell(&Tell::Played {
            table: room.head().id.clone(),
            ply,
            entries: room.entries(ply).to_vec(),
            clocks: room.clocks(now(), &self.outages()),
        });
    }

    fn tell_head(&self, cell: &Cell, room: &Room) {
        cell.tell(&Tell::Head { table: Box::new(room.snapshot(u32::MAX, None, 0, &[]).table) });
    }

    /// Clocks that run and computers that are to move are not forgotten. The node at which the last thing
    /// happened lets the computer think.
    fn look_after(&self, room: &Room, own: bool) {
        let id = &room.head().id;
        if let Some(deadline) = room.deadline(now(), &self.outages()) {
            let _ = self.care.send((id.clone(), Care::At(deadline)));
        }
        if room.computer().is_some() {
            let care = if own { Care::Computer } else { Care::ComputerElsewhere };
            let _ = self.care.send((id.clone(), care));
        }
    }

    /// Another node may have kept something and gone before it could tell: tables that somebody hears of
    /// are looked up now and then.
    pub async fn catch_up(&self) {
        let cells: Vec<Arc<Cell>> = lock(&self.cells).values().cloned().collect();
        for cell in cells.into_iter().filter(|cell| !lock(&cell.ears).is_empty()) {
            let (id, ply, over) = {
                let room = cell.room.lock().await;
                (room.head().id.clone(), room.log().ply(), room.head().phase == Phase::Over)
            };
            let missed = !over && self.store.log(&id, ply).await.is_ok_and(|rows| !rows.is_empty());
            if missed {
                cell.doubt.store(true, Ordering::Relaxed);
                let _ = self.room(&cell).await;
            }
        }
    }

    /// Another node has kept something.
    pub async fn heard(&self, note: Note) {
        match note {
            Note::Changed { table, ply, rows, head } => {
                self.lobby.notify_one();
                let known = lock(&self.cells).get(&table).cloned();
                let Some(cell) = known else { return };
                let mut room = cell.room.lock().await;
                let follows = !head && room.log().ply() == ply;
                let rows = rows.into_iter().map(from_note).collect();
                if follows && room.adopt(&Draft { rows, head: None }).is_ok() {
                    self.tell_played(&cell, &room, ply);
                    self.look_after(&room, false);
                } else if room.log().ply() <= ply || head {
                    let _ = self.reload(&cell, &mut room).await;
                }
            }
            Note::Chat { table, chat } => {
                let known = lock(&self.cells).get(&table).cloned();
                if let Some(cell) = known {
                    cell.tell(&Tell::Chat { table, chat });
                }
            }
            Note::Here { table, node, seats, watching } => {
                let known = lock(&self.cells).get(&table).cloned();
                if let Some(cell) = known {
                    lock(&cell.elsewhere).insert(node, (seats, watching, now()));
                    self.count(&cell).await;
                }
            }
            Note::Lobby => self.lobby.notify_one(),
        }
    }

    /// Messages may have been missed: everything is read anew when it is next needed, and now where
    /// somebody listens.
    pub async fn resync(&self) {
        let cells: Vec<Arc<Cell>> = lock(&self.cells).values().cloned().collect();
        for cell in cells {
            cell.doubt.store(true, Ordering::Relaxed);
            if !lock(&cell.ears).is_empty() {
                let _ = self.room(&cell).await;
            }
        }
    }

    /// Somebody begins to hear of a table, and is told all of it first: whatever happens comes after.
    pub async fn watch(
        &self,
        cell: &Arc<Cell>,
        ear: &Arc<Ear>,
        person: Option<&Person>,
        from: u32,
    ) -> Result<Option<Seat>, Refusal> {
        let id = cell.room.lock().await.head().id.clone();
        let lines = self.store.chat(&id, CHAT_SHOWN).await.map_err(|error| refused(&error))?;
        let room = self.fresh_room(cell).await?;
        let seat = person.and_then(|person| room.head().seat_of(&person.id));
        let mut snapshot = room.snapshot(from, seat, now(), &self.outages());
        snapshot.chat = lines.into_iter().map(shown).collect();
        {
            let mut ears = lock(&cell.ears);
            ears.retain(|(other, _)| other.id != ear.id);
            ears.push((ear.clone(), seat));
        }
        snapshot.watching = cell.watching();
        if let Some(seat) = seat {
            snapshot.present[seat.index()] = true;
        }
        ear.tell(&written(&Tell::Table(Box::new(snapshot))));
        drop(room);
        self.count(cell).await;
        Ok(seat)
    }

    pub async fn leave(&self, cell: &Arc<Cell>, ear: &Ear) {
        lock(&cell.ears).retain(|(other, _)| other.id != ear.id);
        self.count(cell).await;
    }

    /// Who is there? If that has changed, everybody hears of it.
    pub async fn count(&self, cell: &Arc<Cell>) {
        let time = now();
        let mut room = cell.room.lock().await;
        let here: Vec<u8> = {
            let ears = lock(&cell.ears);
            let mut seats: Vec<u8> =
                ears.iter().filter_map(|(_, seat)| seat.map(Seat::number)).collect();
            seats.sort_unstable();
            seats.dedup();
            seats
        };
        let mut there: Vec<u8> = Vec::new();
        {
            let mut elsewhere = lock(&cell.elsewhere);
            elsewhere.retain(|_, (_, _, at)| time.saturating_sub(*at) < HEARSAY);
            for (seats, ..) in elsewhere.values() {
                there.extend(seats);
            }
        }
        let mut news = false;
        for seat in (0..room.head().seats.len()).map(Seat::new) {
            let present = here.contains(&seat.number()) || there.contains(&seat.number());
            news |= room.set_present(seat, present, time);
        }
        let watching = cell.watching();
        let table = room.head().id.clone();
        if news {
            cell.tell(&Tell::Present { table: table.clone(), present: room.present(), watching });
        }
        self.bus.here(table, here, cell.watching_here());
    }

    /// Adds a new table.
    pub async fn open(&self, head: Head) -> Result<(), Refusal> {
        let change = Change { plies: None, table: Some(head.to_row()), chat: None };
        self.store.commit(change).await.map_err(|error| refused(&error))?;
        self.metrics.tables.inc();
        self.lobby.notify_one();
        self.bus.publish(Note::Lobby);
        if head.phase == Phase::Playing {
            let cell = self.cell(&head.id).await?;
            let room = cell.room.lock().await;
            self.look_after(&room, true);
        }
        Ok(())
    }

    /// Keeps a line of chat, and lets everybody hear it.
    pub async fn chat(&self, cell: &Cell, person: &Person, text: &str) -> Result<(), Refusal> {
        let table = cell.room.lock().await.head().id.clone();
        let row = ChatRow {
            person: person.id.clone(),
            name: person.name.clone(),
            text: text.to_string(),
            at: now(),
        };
        let change = Change { plies: None, table: None, chat: Some((table.clone(), row.clone())) };
        self.store.commit(change).await.map_err(|error| refused(&error))?;
        self.metrics.chats.inc();
        let chat = shown(row);
        cell.tell(&Tell::Chat { table: table.clone(), chat: chat.clone() });
        self.bus.publish(Note::Chat { table, chat });
        Ok(())
    }

    /// Forgets tables that nobody is at; they are in the store.
    pub fn tidy(&self, idle: u64) {
        let time = now();
        lock(&self.cells).retain(|_, cell| {
            let used = cell.used.load(Ordering::Relaxed);
            Arc::strong_count(cell) > 1
                || !lock(&cell.ears).is_empty()
                || time.saturating_sub(used) < idle
                || cell.room.try_lock().map_or(true, |room| {
                    room.computer().is_some() || room.deadline(time, &[]).is_some()
                })
        });
    }
}

fn shown(row: ChatRow) -> Chat {
    Chat { person: Person { id: row.person, name: row.name }, text: row.text, at: row.at }
}

impl Cell {
    /// Says something to everybody who hears.
    fn tell(&self, tell: &Tell) {
        let ears = lock(&self.ears);
        if !ears.is_empty() {
            let said = written(tell);
            for (ear, _) in ears.iter() {
                ear.tell(&said);
            }
        }
    }

    fn watching_here(&self) -> u32 {
        lock(&self.ears).iter().filter(|(_, seat)| seat.is_none()).count() as u32
    }

    fn watching(&self) -> u32 {
        let there: u32 = lock(&self.elsewhere).values().map(|(_, watching, _)| *watching).sum();
        self.watching_here() + there
    }
}
