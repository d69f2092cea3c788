//! Subscribers and presence: connections to a table at this node, and those reported by other nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use axum::extract::ws::Utf8Bytes;
use mohreh_games::Seat;
use mohreh_protocol::{Refusal, ServerMessage, limits};
use tokio::sync::mpsc;

use super::chat::chat_line;
use super::{Hub, RoomHandle, lock, store_refusal, to_json};
use crate::table::{Reader, Room, lag_class};

/// Spectator counts are broadcast only when they change by at least 1/`WATCHERS_DIVISOR`.
const WATCHERS_DIVISOR: u32 = 10;
/// Lifetime of a presence report from another node.
const PRESENCE_TTL_MS: u64 = 45_000;
const UNKNOWN_LAG: u32 = u32::MAX;

/// Send queue of one socket.
pub(crate) struct Subscriber {
    pub id: u64,
    queue: mpsc::Sender<Utf8Bytes>,
    /// Tells the socket task to close.
    pub disconnect: tokio::sync::Notify,
    is_revoked: AtomicBool,
    /// Round trip in milliseconds; [`UNKNOWN_LAG`] before it is measured.
    lag_ms: AtomicU32,
}

impl Subscriber {
    pub(crate) fn new(id: u64, queue: mpsc::Sender<Utf8Bytes>) -> Subscriber {
        let disconnect = tokio::sync::Notify::new();
        let (is_revoked, lag_ms) = (AtomicBool::new(false), UNKNOWN_LAG.into());
        Subscriber { id, queue, disconnect, is_revoked, lag_ms }
    }

    fn lag_ms(&self) -> Option<u32> {
        Some(self.lag_ms.load(Ordering::Relaxed)).filter(|lag_ms| *lag_ms != UNKNOWN_LAG)
    }

    /// Sets the measured round trip; returns whether it differs enough to be shown.
    pub(crate) fn set_lag(&self, lag_ms: u32) -> bool {
        let before = self.lag_ms();
        self.lag_ms.store(lag_ms, Ordering::Relaxed);
        before.map(lag_class) != Some(lag_class(lag_ms))
    }

    /// Closes the socket, because its token was revoked.
    pub(crate) fn revoke(&self) {
        self.is_revoked.store(true, Ordering::Relaxed);
        self.disconnect.notify_one();
    }

    pub(crate) fn is_revoked(&self) -> bool {
        self.is_revoked.load(Ordering::Relaxed)
    }

    /// Queues a message without blocking. On overflow the socket is closed; the client reconnects and resyncs.
    pub(crate) fn send(&self, text: &Utf8Bytes) {
        if self.queue.try_send(text.clone()).is_err() {
            self.disconnect.notify_one();
        }
    }
}

/// A connection that watches a table.
pub(super) struct Subscription {
    subscriber: Arc<Subscriber>,
    /// Id of the person.
    person: Option<String>,
    /// The seat that the person plays. It changes when the game begins and seats are drawn.
    seat: Option<Seat>,
}

/// Presence report of another node.
pub(super) struct RemotePresence {
    /// Counted from 1.
    pub seats: Vec<u8>,
    /// Number of spectators.
    pub watching: u32,
    /// Round trips that are known, by seat, in milliseconds.
    pub lag: Vec<(u8, u32)>,
    /// Time received, in Unix milliseconds.
    pub at: u64,
}

impl Hub {
    /// Rooms with local subscribers.
    pub(super) fn subscribed_rooms(&self) -> Vec<Arc<RoomHandle>> {
        let handles = lock(&self.rooms);
        handles.values().filter(|handle| !lock(&handle.subscribers).is_empty()).cloned().collect()
    }

    /// Subscribes to a table and sends its snapshot. Room and chat stay locked until the snapshot is queued, so no
    /// step or chat line can overtake it or fall between.
    pub(crate) async fn watch(
        &self,
        handle: &Arc<RoomHandle>,
        subscriber: &Arc<Subscriber>,
        reader: Reader<'_>,
        from: u32,
    ) -> Result<(), Refusal> {
        self.check_reader(handle, reader).await?;
        let id = handle.room.lock().await.head().id.clone();
        let order = handle.chat_order.write().await;
        let lines = self
            .store
            .chat(&id, limits::CHAT_LINES)
            .await
            .map_err(|error| store_refusal(&error))?;
        let room = self.fresh_room(handle).await?;
        let seat = reader.person.and_then(|person| room.head().seat_of(&person.id));
        let mut snapshot = room.snapshot(from, seat, self.now(), &self.outages());
        snapshot.chat = lines.into_iter().map(chat_line).collect();
        {
            let mut subscribers = lock(&handle.subscribers);
            subscribers.retain(|other| other.subscriber.id != subscriber.id);
            let person = reader.person.map(|person| person.id.clone());
            let subscriber = subscriber.clone();
            subscribers.push(Subscription { subscriber, person, seat });
        }
        snapshot.watching = handle.watchers();
        if let Some(seat) = seat {
            snapshot.present[seat.index()] = true;
        }
        // A long log follows in parts.
        let rest = snapshot.entries.len().min(limits::ENTRIES_PER_MESSAGE);
        snapshot.entries.truncate(rest);
        let rest = snapshot.from + rest as u32;
        subscriber.send(&to_json(&ServerMessage::Table(Box::new(snapshot))));
        for message in self.played(&room, rest) {
            subscriber.send(&to_json(&message));
        }
        drop((room, order));
        self.refresh_presence(handle).await;
        self.publish_presence(&id, handle);
        Ok(())
    }

    /// Unsubscribes from a table.
    pub(crate) async fn leave(&self, handle: &Arc<RoomHandle>, subscriber: &Subscriber) {
        lock(&handle.subscribers).retain(|other| other.subscriber.id != subscriber.id);
        let table = self.refresh_presence(handle).await;
        self.publish_presence(&table, handle);
    }

    /// Handles a presence report from another node.
    pub(super) async fn on_remote_presence(
        &self,
        table: &str,
        handle: &RoomHandle,
        node: String,
        presence: RemotePresence,
    ) {
        let is_new = {
            let mut remote_presence = lock(&handle.remote_presence);
            let known = remote_presence.remove(&node).is_some();
            let is_empty = presence.seats.is_empty() && presence.watching == 0;
            if !is_empty {
                remote_presence.insert(node, presence);
            }
            !known && !is_empty
        };
        self.refresh_presence(handle).await;
        // A node heard of for the first time does not know the local presence yet.
        if is_new && !lock(&handle.subscribers).is_empty() {
            self.publish_presence(table, handle);
        }
    }

    /// Publishes the local presence at a table to the other nodes.
    fn publish_presence(&self, table: &str, handle: &RoomHandle) {
        let (seats, watching, lag) =
            (handle.local_seats(), handle.local_watchers(), handle.local_lag());
        self.bus.publish_presence(table.to_string(), seats, watching, lag);
    }

    /// Republishes the local presence of all tables, and drops expired reports of other nodes.
    pub(crate) async fn announce_presence(&self) {
        let handles: Vec<Arc<RoomHandle>> = lock(&self.rooms).values().cloned().collect();
        for handle in handles {
            let table = self.refresh_presence(&handle).await;
            if !lock(&handle.subscribers).is_empty() {
                self.publish_presence(&table, &handle);
            }
        }
    }

    /// Recomputes presence from local subscribers and remote reports; broadcasts it on change. Returns the table id.
    async fn refresh_presence(&self, handle: &RoomHandle) -> String {
        let mut room = handle.room.lock().await;
        self.update_presence(handle, &mut room);
        room.head().id.clone()
    }

    /// Registers presence at the seats of a new head.
    pub(super) fn reseat(&self, handle: &RoomHandle, room: &mut Room) {
        let mut reseated = false;
        for subscription in lock(&handle.subscribers).iter_mut() {
            let person = subscription.person.as_deref();
            let seat = person.and_then(|person| room.head().seat_of(person));
            reseated |= std::mem::replace(&mut subscription.seat, seat) != seat;
        }
        self.update_presence(handle, room);
        if reseated {
            self.publish_presence(&room.head().id, handle);
        }
    }

    fn update_presence(&self, handle: &RoomHandle, room: &mut Room) {
        let time = self.now();
        let (mut seats, mut lag) = (handle.local_seats(), handle.local_lag());
        {
            let mut remote_presence = lock(&handle.remote_presence);
            remote_presence.retain(|_, remote| time.saturating_sub(remote.at) < PRESENCE_TTL_MS);
            seats.extend(remote_presence.values().flat_map(|remote| &remote.seats));
            lag.extend(remote_presence.values().flat_map(|remote| &remote.lag));
        }
        let mut changed = false;
        for seat in (0..room.head().seats.len()).map(Seat::new) {
            changed |= room.set_present(seat, seats.contains(&seat.number()), time);
            let of_seat = lag.iter().filter(|(number, _)| *number == seat.number());
            changed |= room.set_lag(seat, of_seat.map(|(_, lag_ms)| *lag_ms).min());
        }
        let watching = handle.watchers();
        // Throttled, so that spectators of a popular game do not cause a broadcast each.
        let sent = handle.watchers_sent.load(Ordering::Relaxed);
        changed |= watching != sent && watching.abs_diff(sent) >= sent / WATCHERS_DIVISOR;
        if changed {
            self.broadcast_presence(handle, room);
        }
    }

    pub(super) fn broadcast_presence(&self, handle: &RoomHandle, room: &Room) {
        let watching = handle.watchers();
        handle.watchers_sent.store(watching, Ordering::Relaxed);
        handle.broadcast(&ServerMessage::Present {
            table: room.head().id.clone(),
            present: room.present(),
            lag: room.lag_ms().to_vec(),
            stuck: room.is_stuck(),
            watching,
        });
    }

    /// Takes over the round trip of a subscriber, and tells the other nodes if it has changed enough to be shown.
    pub(crate) async fn on_lag(&self, handle: &Arc<RoomHandle>, changed: bool) {
        let table = self.refresh_presence(handle).await;
        if changed {
            self.publish_presence(&table, handle);
        }
    }
}

impl RoomHandle {
    /// Sends a message to all local subscribers.
    pub(super) fn broadcast(&self, message: &ServerMessage) {
        let subscribers = lock(&self.subscribers);
        if !subscribers.is_empty() {
            let text = to_json(message);
            for subscription in subscribers.iter() {
                subscription.subscriber.send(&text);
            }
        }
    }

    /// Seats with a local connection, counted from 1.
    fn local_seats(&self) -> Vec<u8> {
        let subscribers = lock(&self.subscribers);
        let mut seats: Vec<u8> =
            subscribers.iter().filter_map(|other| other.seat.map(Seat::number)).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Round trips of local connections that are known, by seat.
    fn local_lag(&self) -> Vec<(u8, u32)> {
        let subscribers = lock(&self.subscribers);
        let lag = subscribers.iter().map(|own| Some((own.seat?, own.subscriber.lag_ms()?)));
        lag.flatten().map(|(seat, lag_ms)| (seat.number(), lag_ms)).collect()
    }

    /// Whether a subscriber plays here.
    pub(crate) fn has_seat(&self, subscriber: &Subscriber) -> bool {
        let subscribers = lock(&self.subscribers);
        subscribers.iter().any(|own| own.subscriber.id == subscriber.id && own.seat.is_some())
    }

    /// Whether the round trips of players matter here; also if the room is busy.
    pub(crate) fn is_live(&self) -> bool {
        self.room.try_lock().map_or(true, |room| room.is_live())
    }

    fn local_watchers(&self) -> u32 {
        lock(&self.subscribers).iter().filter(|other| other.seat.is_none()).count() as u32
    }

    fn watchers(&self) -> u32 {
        let remote: u32 = lock(&self.remote_presence).values().map(|remote| remote.watching).sum();
        self.local_watchers() + remote
    }
}
