//! The hub: all loaded rooms of this node. Every change takes the same path: the room decides, the store commits, the
//! room adopts, the subscribers and the other nodes are notified.

mod chat;
mod events;
mod presence;
mod tokens;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use mohreh_games::Record;
use mohreh_protocol::{Code, Phase, Refusal, ServerMessage, limits};
use tokio::sync::mpsc;

use crate::bus::{Bus, NodeEvent, to_wire};
use crate::metrics::Metrics;
use crate::startup::{DATABASE_READ_ONLY, READ_ONLY};
use crate::store::{HEARTBEAT_GAP_MS, Store, StoreError, TableRow, WriteSet};
use crate::table::{
    Draft, Head, Reader, Room, due_at_start, merge_spans, stored_record, table_not_found,
};
use crate::time::Clock;

use chat::RecentLines;
pub(crate) use presence::Subscriber;
use presence::{RemotePresence, Subscription};

/// Optimistic-concurrency retries.
const MAX_RETRIES: usize = 4;
/// Time in which a commit that was given up may still take effect.
const LATE_COMMIT_MS: u64 = 60_000;
/// Deadlines within this time are kept in memory, with their rooms; later ones in the database. Several times the
/// interval at which the scheduler asks for them.
pub(crate) const HORIZON_MS: u64 = 2 * 60 * 1000;
/// Delay of the next look at a table that cannot be read.
const UNREADABLE_MS: u64 = 24 * 60 * 60 * 1000;

/// Wire form of a message.
pub(crate) fn to_json(message: &ServerMessage) -> Utf8Bytes {
    // Cannot fail: the type holds plain data with string keys.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A loaded room behind its lock, with its subscribers and the presence reported by other nodes.
pub(crate) struct RoomHandle {
    room: tokio::sync::Mutex<Room>,
    /// Local connections.
    subscribers: Mutex<Vec<Subscription>>,
    /// Shared by chat lines between commit and broadcast, exclusive for a new subscriber between reading the chat and
    /// its first message. So a line is in the snapshot or broadcast after it, never neither.
    chat_order: tokio::sync::RwLock<()>,
    /// Recent chat lines, for their limits.
    recent_lines: Mutex<RecentLines>,
    /// Presence at other nodes, by node id.
    remote_presence: Mutex<BTreeMap<String, RemotePresence>>,
    /// The cached room may be behind the database; reload before use.
    stale: AtomicBool,
    /// Time of the last lookup; drives eviction.
    last_used_ms: AtomicU64,
    /// Spectator count of the last presence broadcast.
    watchers_sent: AtomicU32,
    /// A bot task is running for this table.
    pub bot_thinking: AtomicBool,
    /// Ply at which the bot last failed, and consecutive failures there.
    pub bot_failures: Mutex<(u32, u32)>,
}

/// Loaded rooms and shared services of this node.
pub(crate) struct Hub {
    pub store: Store,
    pub bus: Bus,
    pub clock: Clock,
    pub metrics: Metrics,
    /// In the order of their ids, so that a simulation can be repeated.
    rooms: Mutex<BTreeMap<String, Arc<RoomHandle>>>,
    /// Sockets by the id of the token that they were opened with.
    token_sockets: Mutex<BTreeMap<String, Vec<Arc<Subscriber>>>>,
    /// Merged outages from the database, as start and end in Unix milliseconds.
    outages: RwLock<Arc<Vec<(u64, u64)>>>,
    /// Last committed heartbeat: this node's, or before its first any node's.
    last_heartbeat_ms: AtomicU64,
    /// Why this run of the node has committed no heartbeat yet; `None` once it has.
    not_started: Mutex<Option<StoreError>>,
    /// Last commit whose outcome is unknown.
    last_failure_ms: AtomicU64,
    /// Queue of the scheduler: table id and job.
    pub jobs: mpsc::UnboundedSender<(String, Job)>,
    /// Signals that the lobby lists are out of date.
    pub lobby_changed: tokio::sync::Notify,
    /// Whether other nodes may use the same database.
    shared: bool,
}

/// Scheduled work for one table.
pub(crate) enum Job {
    /// Check the clocks at this time, in Unix milliseconds.
    Deadline(u64),
    /// Let the bot play its turn.
    BotMove,
    /// Another node claimed this bot move; take over if it does not play within `TAKEOVER`.
    BotMoveFallback,
}

/// Locks a mutex and ignores poisoning: no critical section leaves the data inconsistent.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Refusal that a store error means for the client.
pub(crate) fn store_refusal(error: &StoreError) -> Refusal {
    match error {
        StoreError::Conflict => Refusal::new(Code::Stale, "something else came first"),
        StoreError::DiskFull(_) => Refusal::new(Code::Unavailable, READ_ONLY),
        StoreError::ReadOnly(_) => Refusal::new(Code::Unavailable, DATABASE_READ_ONLY),
        StoreError::Busy => {
            Refusal::new(Code::Unavailable, "too many searches at once; try again in a moment")
                .because("searches")
        }
        StoreError::Unavailable(_) | StoreError::Unusable(_) => {
            Refusal::new(Code::Unavailable, "nothing can be kept at the moment; try again")
        }
        StoreError::Broken(_) => {
            Refusal::new(Code::Unavailable, "what was kept of this cannot be read")
        }
    }
}

/// Like [`store_refusal`]; corrupt data is logged too.
fn logged_refusal(table: &str, error: &StoreError) -> Refusal {
    if let StoreError::Broken(what) = error {
        tracing::error!(table, "{what}");
    }
    store_refusal(error)
}

/// Rejects what cannot be a table id before it reaches the database.
fn check_id(id: &str) -> Result<(), Refusal> {
    let letters = id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if (1..=16).contains(&id.len()) && letters { Ok(()) } else { Err(table_not_found()) }
}

impl Hub {
    pub(crate) fn new(
        store: Store,
        bus: Bus,
        outages: Vec<(u64, u64)>,
        jobs: mpsc::UnboundedSender<(String, Job)>,
        clock: Clock,
        last_heartbeat_ms: u64,
    ) -> Hub {
        let shared = store.is_shared();
        Hub {
            store,
            bus,
            clock,
            metrics: Metrics::default(),
            rooms: Mutex::default(),
            token_sockets: Mutex::default(),
            outages: RwLock::new(Arc::new(merge_spans(outages))),
            last_heartbeat_ms: last_heartbeat_ms.into(),
            not_started: Mutex::new(Some(StoreError::Unavailable("just started".to_string()))),
            last_failure_ms: 0.into(),
            jobs,
            lobby_changed: tokio::sync::Notify::new(),
            shared,
        }
    }

    /// Unix milliseconds; the time of all games.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Time spans that no clock is charged for, including an outage still in progress.
    pub(crate) fn outages(&self) -> Arc<Vec<(u64, u64)>> {
        let known = self.past_outages();
        let now = self.now();
        match self.outage_since(now) {
            None => known,
            // It may be recorded already, if the heartbeat after it failed.
            Some(since) => {
                Arc::new(merge_spans(known.iter().copied().chain([(since, now)]).collect()))
            }
        }
    }

    fn past_outages(&self) -> Arc<Vec<(u64, u64)>> {
        self.outages.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_outages(&self, outages: Vec<(u64, u64)>) {
        *self.outages.write().unwrap_or_else(PoisonError::into_inner) =
            Arc::new(merge_spans(outages));
    }

    /// Start of the current outage: the last heartbeat, if it is older than [`HEARTBEAT_GAP_MS`].
    pub(crate) fn outage_since(&self, now: u64) -> Option<u64> {
        let last_heartbeat = self.last_heartbeat_ms.load(Ordering::Relaxed);
        (now.saturating_sub(last_heartbeat) > HEARTBEAT_GAP_MS).then_some(last_heartbeat)
    }

    pub(crate) fn set_last_heartbeat(&self, now: u64) {
        self.last_heartbeat_ms.store(now, Ordering::Relaxed);
        *lock(&self.not_started) = None;
    }

    /// Why this run of the node has committed no heartbeat yet; `None` once it has.
    pub(crate) fn not_started(&self) -> Option<StoreError> {
        lock(&self.not_started).clone()
    }

    /// A heartbeat has failed.
    pub(crate) fn on_failed_heartbeat(&self, error: &StoreError) {
        if let Some(why) = &mut *lock(&self.not_started) {
            *why = error.clone();
        }
    }

    /// Refuses changes before the first heartbeat. If the node crashed after such a change, nothing would tell its next
    /// start, whose wall clock may be another, since when nobody could play.
    fn check_started(&self) -> Result<(), Refusal> {
        self.not_started().map_or(Ok(()), |error| Err(store_refusal(&error)))
    }

    /// Whether the database may change without this node: others share it, or a commit whose outcome is unknown may
    /// take effect later than the room was read again.
    pub(crate) fn may_lag_behind(&self) -> bool {
        let last_failure = self.last_failure_ms.load(Ordering::Relaxed);
        self.shared || self.now().saturating_sub(last_failure) < LATE_COMMIT_MS
    }

    /// Number of loaded rooms.
    pub(crate) fn room_count(&self) -> usize {
        lock(&self.rooms).len()
    }

    /// Handle of a table; loads it on first use.
    pub(crate) async fn handle(&self, id: &str) -> Result<Arc<RoomHandle>, Refusal> {
        check_id(id)?;
        let known = lock(&self.rooms).get(id).cloned();
        if let Some(handle) = known {
            handle.last_used_ms.store(self.now(), Ordering::Relaxed);
            return Ok(handle);
        }
        let room = self.load(id).await?.ok_or_else(table_not_found)?;
        let handle = self.insert(room);
        let room = handle.room.lock().await;
        self.schedule(&room, self.bus.is_standalone());
        drop(room);
        Ok(handle)
    }

    /// Adds a loaded room. If another task loaded the same table meanwhile, its handle wins.
    fn insert(&self, room: Room) -> Arc<RoomHandle> {
        let id = room.head().id.clone();
        let handle = Arc::new(RoomHandle {
            room: tokio::sync::Mutex::new(room),
            subscribers: Mutex::default(),
            chat_order: tokio::sync::RwLock::default(),
            recent_lines: Mutex::default(),
            remote_presence: Mutex::default(),
            stale: AtomicBool::new(false),
            last_used_ms: self.now().into(),
            watchers_sent: AtomicU32::new(0),
            bot_thinking: AtomicBool::new(false),
            bot_failures: Mutex::default(),
        });
        lock(&self.rooms).entry(id).or_insert(handle).clone()
    }

    async fn load(&self, id: &str) -> Result<Option<Room>, Refusal> {
        self.try_load(id).await.map_err(|error| logged_refusal(id, &error))
    }

    async fn try_load(&self, id: &str) -> Result<Option<Room>, StoreError> {
        let Some(row) = self.store.table(id).await? else { return Ok(None) };
        let rows = self.store.log(id, 0).await?;
        Room::load(&row, &rows, self.now()).map(Some)
    }

    /// The game of a table as a record. A finished game that is not loaded is read without loading its room.
    pub(crate) async fn record(&self, id: &str, reader: Reader<'_>) -> Result<Record, Refusal> {
        check_id(id)?;
        let refuse = |error| logged_refusal(id, &error);
        if !lock(&self.rooms).contains_key(id) {
            let row = self.store.table(id).await.map_err(refuse)?.ok_or_else(table_not_found)?;
            if row.phase == "over" {
                Head::from_row(&row).map_err(refuse)?.check_reader(reader)?;
                let log = self.store.log(id, 0).await.map_err(refuse)?;
                return stored_record(&row, &log).map_err(refuse);
            }
        }
        let handle = self.handle(id).await?;
        self.check_reader(&handle, reader).await?;
        self.room(&handle).await?.record().map_err(refuse)
    }

    /// Head of a table, for whoever may read it. The room is not loaded.
    pub(crate) async fn stored_head(&self, id: &str, reader: Reader<'_>) -> Result<Head, Refusal> {
        check_id(id)?;
        let refuse = |error| logged_refusal(id, &error);
        let row = self.store.table(id).await.map_err(refuse)?.ok_or_else(table_not_found)?;
        let head = Head::from_row(&row).map_err(refuse)?;
        head.check_reader(reader)?;
        Ok(head)
    }

    /// Logs and counts damaged rows that are left out of a response.
    pub(crate) fn report_damage(&self, error: &StoreError) {
        self.metrics.damaged.inc();
        tracing::error!("{error}; `mohreh check` lists all that is wrong");
    }

    /// Whether somebody may read a table. Before a refusal the room is read anew: they may just have sat down at
    /// another node.
    pub(crate) async fn check_reader(
        &self,
        handle: &RoomHandle,
        reader: Reader<'_>,
    ) -> Result<(), Refusal> {
        if self.room(handle).await?.head().check_reader(reader).is_ok() {
            return Ok(());
        }
        self.fresh_room(handle).await?.head().check_reader(reader)
    }

    /// Record of a finished game for an export, read on the connections for searches.
    pub(crate) async fn archived_record(&self, row: &TableRow) -> Result<Record, StoreError> {
        stored_record(row, &self.store.archived_log(&row.id).await?)
    }

    /// Locks the room, reloaded first if it may be stale.
    pub(crate) async fn room<'a>(
        &self,
        handle: &'a RoomHandle,
    ) -> Result<tokio::sync::MutexGuard<'a, Room>, Refusal> {
        let mut room = handle.room.lock().await;
        if handle.stale.load(Ordering::Relaxed) || self.bus.is_disconnected() {
            self.reload(handle, &mut room).await?;
        }
        Ok(room)
    }

    /// Locks the room for a new reader. With a shared database it is always reloaded: another node may have committed
    /// and crashed before it published the event.
    pub(crate) async fn fresh_room<'a>(
        &self,
        handle: &'a RoomHandle,
    ) -> Result<tokio::sync::MutexGuard<'a, Room>, Refusal> {
        if self.shared {
            handle.stale.store(true, Ordering::Relaxed);
        }
        self.room(handle).await
    }

    /// Reloads the room from the database and broadcasts what the subscribers have missed.
    async fn reload(&self, handle: &RoomHandle, room: &mut Room) -> Result<(), Refusal> {
        let id = room.head().id.clone();
        // Cleared before the read: a flag set during the read forces another reload.
        handle.stale.store(false, Ordering::Relaxed);
        let fresh = self.load(&id).await.and_then(|fresh| fresh.ok_or_else(table_not_found));
        let fresh = fresh.inspect_err(|_| handle.stale.store(true, Ordering::Relaxed))?;
        let ply = room.log().ply();
        let head_changed = room.head() != fresh.head();
        if !head_changed && fresh.log().ply() == ply {
            return Ok(());
        }
        let before = std::mem::replace(room, fresh);
        room.keep_presence(&before);
        if room.log().ply() > ply {
            self.broadcast_played(handle, room, ply);
        }
        if head_changed {
            self.broadcast_head(handle, room);
            self.reseat(handle, room);
        }
        self.schedule(room, false);
        Ok(())
    }

    /// Applies a change: `decide` drafts it, the store commits it, the room adopts it. On a conflict the room is
    /// reloaded and `decide` runs again.
    pub(crate) async fn update(
        &self,
        handle: &Arc<RoomHandle>,
        decide: impl Fn(&Room) -> Result<Draft, Refusal>,
    ) -> Result<(), Refusal> {
        self.check_started()?;
        let mut room = self.room(handle).await?;
        for _ in 0..MAX_RETRIES {
            let draft = decide(&room)?;
            if draft.rows.is_empty() && draft.head.is_none() {
                return Ok(());
            }
            let (id, now) = (room.head().id.clone(), self.now());
            let due = room.due_after(&draft, now);
            let is_new_due = draft.head.is_some() || room.must_store_due(&draft, due, now);
            let write_set = WriteSet {
                table: draft.head.as_ref().map(|head| TableRow { due, ..head.to_row() }),
                due: (is_new_due && draft.head.is_none()).then(|| (id.clone(), due)),
                plies: (!draft.rows.is_empty()).then(|| (id, draft.rows.clone())),
                chat: None,
            };
            match self.store.commit(write_set).await {
                Ok(()) => {
                    if is_new_due {
                        room.set_stored_due(due);
                    }
                    self.adopt(handle, &mut room, draft);
                    return Ok(());
                }
                Err(StoreError::Conflict) => {
                    self.metrics.conflicts.inc();
                    self.reload(handle, &mut room).await?;
                }
                Err(error) => {
                    // The outcome of the commit is unknown; reload before the next use.
                    handle.stale.store(true, Ordering::Relaxed);
                    self.last_failure_ms.store(self.now(), Ordering::Relaxed);
                    // The heartbeat logs that the database cannot be written, once.
                    tracing::debug!(table = room.head().id, %error, "the commit failed");
                    return Err(store_refusal(&error));
                }
            }
        }
        Err(store_refusal(&StoreError::Conflict))
    }

    /// Applies a committed draft to the room, broadcasts it to the subscribers and publishes it to the other nodes.
    fn adopt(&self, handle: &Arc<RoomHandle>, room: &mut Room, draft: Draft) {
        let (ply, head_changed) = (room.log().ply(), draft.head.is_some());
        let rows: Vec<_> = draft.rows.iter().map(to_wire).collect();
        if let Err(error) = room.adopt(draft) {
            handle.stale.store(true, Ordering::Relaxed);
            tracing::error!(%error, "the room does not accept its own draft");
            return;
        }
        self.metrics.entries.inc_by(rows.len() as u64);
        if !rows.is_empty() {
            self.broadcast_played(handle, room, ply);
        }
        if head_changed {
            self.broadcast_head(handle, room);
            self.reseat(handle, room);
            self.lobby_changed.notify_one();
        }
        self.bus.publish(NodeEvent::Changed {
            table: room.head().id.clone(),
            ply,
            rows,
            head: head_changed,
        });
        self.schedule(room, true);
    }

    fn broadcast_played(&self, handle: &RoomHandle, room: &Room, ply: u32) {
        for message in self.played(room, ply) {
            handle.broadcast(&message);
        }
    }

    /// Messages with all entries from a ply on, each of bounded size.
    fn played(&self, room: &Room, ply: u32) -> impl Iterator<Item = ServerMessage> {
        let clocks = room.clocks(self.now(), &self.outages());
        let parts = room.entries(ply).chunks(limits::ENTRIES_PER_MESSAGE);
        (ply..).step_by(limits::ENTRIES_PER_MESSAGE).zip(parts).map(move |(ply, entries)| {
            let (table, clocks) = (room.head().id.clone(), clocks.clone());
            ServerMessage::Played { table, ply, entries: entries.to_vec(), clocks }
        })
    }

    fn broadcast_head(&self, handle: &RoomHandle, room: &Room) {
        handle.broadcast(&ServerMessage::Head {
            table: Box::new(room.snapshot(u32::MAX, None, 0, &[]).table),
        });
    }

    /// Queues the clock deadline and the bot move of a table. The node that committed the last change owns the bot
    /// move; the others queue the fallback.
    fn schedule(&self, room: &Room, owns_bot_move: bool) {
        let id = &room.head().id;
        if let Some(deadline) = self.deadline_soon(room) {
            let _ = self.jobs.send((id.clone(), Job::Deadline(deadline)));
        }
        if room.bot_to_move().is_some() && !room.is_stuck() {
            let job = if owns_bot_move { Job::BotMove } else { Job::BotMoveFallback };
            let _ = self.jobs.send((id.clone(), job));
        }
    }

    /// Clock deadline of a room within [`HORIZON_MS`]. For later ones [`Hub::look_in`] comes in time. An outage in
    /// progress is left out, as it may turn out to be none: another node could write, or only the answer to a heartbeat
    /// was lost. So the deadline may be too early, which whoever looks then finds out.
    pub(crate) fn deadline_soon(&self, room: &Room) -> Option<u64> {
        let now = self.now();
        room.deadline(now, &self.past_outages()).filter(|deadline| *deadline <= now + HORIZON_MS)
    }

    /// Looks at a table that is due: closes an abandoned game, queues the jobs that have to be done now or soon, in case
    /// the node that owned them is gone, and stores when to look again. A table that needs nothing does not stay in
    /// memory, and a look does not keep one there.
    pub(crate) async fn look_in(&self, id: &str, due: u64) -> Result<(), Refusal> {
        let now = self.now();
        let known = lock(&self.rooms).get(id).cloned();
        let handle = match known {
            Some(handle) => handle,
            None => {
                let room = match self.try_load(id).await {
                    Ok(room) => room.ok_or_else(table_not_found)?,
                    Err(error @ StoreError::Broken(_)) => {
                        let _ = self.store.postpone(id, due, now + UNREADABLE_MS).await;
                        return Err(logged_refusal(id, &error));
                    }
                    Err(error) => return Err(store_refusal(&error)),
                };
                let next = room.due(now);
                if next > now + HORIZON_MS {
                    let postponed = self.store.postpone(id, due, next).await;
                    return postponed.map_err(|error| store_refusal(&error));
                }
                self.insert(room)
            }
        };
        let mut room = self.fresh_room(&handle).await?;
        if room.abandon(now).is_some() {
            drop(room);
            let not_abandoned = || Refusal::new(Code::NotPlaying, "somebody plays on");
            return self.update(&handle, |room| room.abandon(now).ok_or_else(not_abandoned)).await;
        }
        self.schedule(&room, self.bus.is_standalone());
        let next = room.due(now);
        if next > due {
            self.store.postpone(id, due, next).await.map_err(|error| store_refusal(&error))?;
            room.set_stored_due(next);
        }
        Ok(())
    }

    /// Gives up the bot of a table at this ply, until somebody acts there.
    pub(crate) async fn give_up_bot(&self, handle: &RoomHandle, ply: u32) {
        let mut room = handle.room.lock().await;
        if room.log().ply() != ply {
            return;
        }
        room.set_stuck();
        self.broadcast_presence(handle, &room);
    }

    /// Creates a table.
    pub(crate) async fn open(&self, head: Head) -> Result<(), Refusal> {
        self.check_started()?;
        let row = TableRow { due: due_at_start(&head, self.now()), ..head.to_row() };
        let write_set = WriteSet { table: Some(row), ..WriteSet::default() };
        self.store.commit(write_set).await.map_err(|error| store_refusal(&error))?;
        self.metrics.tables.inc();
        self.lobby_changed.notify_one();
        self.bus.publish(NodeEvent::Lobby);
        if head.phase == Phase::Playing {
            let handle = self.handle(&head.id).await?;
            let room = handle.room.lock().await;
            self.schedule(&room, true);
        }
        Ok(())
    }

    /// Evicts rooms without subscribers that have not been used for `idle_ms`, and that have nothing to do soon.
    pub(crate) fn evict_idle(&self, idle_ms: u64) {
        let time = self.now();
        lock(&self.rooms).retain(|_, handle| {
            let used = handle.last_used_ms.load(Ordering::Relaxed);
            Arc::strong_count(handle) > 1
                || !lock(&handle.subscribers).is_empty()
                || time.saturating_sub(used) < idle_ms
                || handle.room.try_lock().map_or(true, |room| {
                    room.bot_to_move().is_some() && !room.is_stuck()
                        || self.deadline_soon(&room).is_some()
                })
        });
    }
}
