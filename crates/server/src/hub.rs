//! All tables that somebody is at, and everybody who hears of them. Whatever happens goes the same way:
//! the room decides, the store keeps it, the room adopts it, everybody hears of it.

mod guests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use mohreh_games::Seat;
use mohreh_protocol::{Chat, Code, Person, Phase, Refusal, Tell};
use tokio::sync::mpsc;

use crate::bus::{Bus, Note, from_note, to_note};
use crate::keeper::SILENCE;
use crate::metrics::Metrics;
use crate::startup::READ_ONLY;
use crate::store::{Change, ChatRow, Store, StoreError};
use crate::table::{Draft, Head, Room, joined};
use crate::time::now;

pub use guests::Ear;
use guests::Elsewhere;

/// How often a change is tried anew after somebody else came first.
const TRIES: usize = 4;
/// Tables that are looked up with one question.
const LOOKED_UP: usize = 500;

/// A message as it goes over the wire.
pub fn written(tell: &Tell) -> Utf8Bytes {
    // Plain data of ours: there is nothing in it that JSON could not hold.
    serde_json::to_string(tell).unwrap_or_default().into()
}

/// A table and who hears of it.
pub struct Cell {
    room: tokio::sync::Mutex<Room>,
    ears: Mutex<Vec<(Arc<Ear>, Option<Seat>)>>,
    /// What other nodes say: who is there, and how many watch.
    elsewhere: Mutex<HashMap<String, Elsewhere>>,
    /// Whether what was kept is not known for sure, so that it must be read again.
    doubt: AtomicBool,
    /// When somebody last was interested.
    used: AtomicU64,
    /// How many watch, as it was told last.
    told: AtomicU32,
    /// Whether a computer thinks about it.
    pub thinking: AtomicBool,
    /// How often the computer could not play, and at which ply.
    pub failed: Mutex<(u32, u32)>,
}

pub struct Hub {
    pub store: Store,
    pub bus: Bus,
    pub metrics: Metrics,
    cells: Mutex<HashMap<String, Arc<Cell>>>,
    outages: RwLock<Arc<Vec<(u64, u64)>>>,
    /// The last sign of life that was kept, or when the server started.
    lived: AtomicU64,
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

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn refused(error: &StoreError) -> Refusal {
    match error {
        StoreError::Conflict => Refusal::new(Code::Stale, "something else came first"),
        StoreError::Full(_) => Refusal::new(Code::Unavailable, READ_ONLY),
        StoreError::Unavailable(_) | StoreError::Unusable(_) => {
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
        lived: u64,
        shared: bool,
    ) -> Hub {
        Hub {
            store,
            bus,
            metrics: Metrics::default(),
            cells: Mutex::default(),
            outages: RwLock::new(Arc::new(joined(outages))),
            lived: lived.into(),
            care,
            lobby: tokio::sync::Notify::new(),
            shared,
        }
    }

    /// Spans in which nobody could play, with the one that goes on, if nothing has been kept for long.
    pub fn outages(&self) -> Arc<Vec<(u64, u64)>> {
        let known = self.outages.read().unwrap_or_else(PoisonError::into_inner).clone();
        match self.silent_since(now()) {
            None => known,
            Some(since) => Arc::new(known.iter().copied().chain([(since, now())]).collect()),
        }
    }

    pub fn set_outages(&self, outages: Vec<(u64, u64)>) {
        *self.outages.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(joined(outages));
    }

    /// Since when no sign of life was kept, if that is long ago.
    pub fn silent_since(&self, now: u64) -> Option<u64> {
        let lived = self.lived.load(Ordering::Relaxed);
        (now.saturating_sub(lived) > SILENCE).then_some(lived)
    }

    /// A sign of life was kept.
    pub fn lives(&self, now: u64) {
        self.lived.store(now, Ordering::Relaxed);
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
            told: AtomicU32::new(0),
            thinking: AtomicBool::new(false),
            failed: Mutex::default(),
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
        // Whoever doubts from here on wants it read once more.
        cell.doubt.store(false, Ordering::Relaxed);
        let fresh = self.load(&id).await.and_then(|fresh| fresh.ok_or_else(no_table));
        let fresh = fresh.inspect_err(|_| cell.doubt.store(true, Ordering::Relaxed))?;
        let ply = room.log().ply();
        let head_changed = room.head() != fresh.head();
        if !head_changed && fresh.log().ply() == ply {
            return Ok(());
        }
        let before = std::mem::replace(room, fresh);
        room.remember(&before);
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

    /// A clock may run there, or a computer be to move, and nobody may have taken care of it.
    pub async fn look_in(&self, id: &str) -> Result<(), Refusal> {
        let cell = self.cell(id).await?;
        let room = self.room(&cell).await?;
        self.look_after(&room, self.bus.is_alone());
        Ok(())
    }

    /// Another node may have kept something and gone before it could tell: tables that somebody hears of
    /// are looked up now and then.
    pub async fn catch_up(&self) {
        for cells in self.heard_of().chunks(LOOKED_UP) {
            let mut known = HashMap::new();
            for cell in cells {
                let room = cell.room.lock().await;
                let here = (room.head().version, room.log().ply());
                known.insert(room.head().id.clone(), (here, cell));
            }
            let ids: Vec<&str> = known.keys().map(String::as_str).collect();
            // Whoever cannot be asked now is asked again soon.
            for (id, version, ply) in self.store.progress(&ids).await.unwrap_or_default() {
                let Some(((known_version, known_ply), cell)) = known.get(&id) else { continue };
                if version > *known_version || ply > *known_ply {
                    cell.doubt.store(true, Ordering::Relaxed);
                    let _ = self.room(cell).await;
                }
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
                    self.heard_here(&table, &cell, node, (seats, watching, now())).await;
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
        self.call_over().await;
    }

    /// How long the messages of a seat travel.
    pub async fn set_lag(&self, cell: &Cell, seat: Seat, lag: u32) {
        cell.room.lock().await.set_lag(seat, lag);
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
