//! Subscribers and presence: connections to a table at this node, and those reported by other nodes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::ws::Utf8Bytes;
use mohreh_games::Seat;
use mohreh_protocol::{Refusal, ServerMessage, limits};
use tokio::sync::mpsc;

use super::chat::chat_line;
use super::{Hub, RoomHandle, lock, store_refusal, to_json};
use crate::table::Reader;

/// Spectator counts are broadcast only when they change by at least 1/`WATCHERS_DIVISOR`.
const WATCHERS_DIVISOR: u32 = 10;
/// Lifetime of a presence report from another node.
const PRESENCE_TTL_MS: u64 = 45_000;

/// Send queue of one socket.
pub struct Subscriber {
    pub id: u64,
    queue: mpsc::Sender<Utf8Bytes>,
    /// Tells the socket task to close.
    pub disconnect: tokio::sync::Notify,
}

impl Subscriber {
    pub fn new(id: u64, queue: mpsc::Sender<Utf8Bytes>) -> Subscriber {
        Subscriber { id, queue, disconnect: tokio::sync::Notify::new() }
    }

    /// Queues a message without blocking. On overflow the socket is closed; the client reconnects and resyncs.
    pub fn send(&self, text: &Utf8Bytes) {
        if self.queue.try_send(text.clone()).is_err() {
            self.disconnect.notify_one();
        }
    }
}

/// Presence report of another node: seats counted from 1, spectators, time received in Unix milliseconds.
pub type RemotePresence = (Vec<u8>, u32, u64);

impl Hub {
    /// Rooms with local subscribers.
    pub(super) fn subscribed_rooms(&self) -> Vec<Arc<RoomHandle>> {
        let handles = lock(&self.rooms);
        handles.values().filter(|handle| !lock(&handle.subscribers).is_empty()).cloned().collect()
    }

    /// Subscribes to a table and sends its snapshot. Room and chat stay locked until the snapshot is queued, so no
    /// step or chat line can overtake it or fall between.
    pub async fn watch(
        &self,
        handle: &Arc<RoomHandle>,
        subscriber: &Arc<Subscriber>,
        reader: Reader<'_>,
        from: u32,
    ) -> Result<Option<Seat>, Refusal> {
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
            subscribers.retain(|(other, _)| other.id != subscriber.id);
            subscribers.push((subscriber.clone(), seat));
        }
        snapshot.watching = handle.watchers();
        if let Some(seat) = seat {
            snapshot.present[seat.index()] = true;
        }
        subscriber.send(&to_json(&ServerMessage::Table(Box::new(snapshot))));
        drop((room, order));
        self.refresh_presence(handle).await;
        self.publish_presence(&id, handle);
        Ok(seat)
    }

    /// Unsubscribes from a table.
    pub async fn leave(&self, handle: &Arc<RoomHandle>, subscriber: &Subscriber) {
        lock(&handle.subscribers).retain(|(other, _)| other.id != subscriber.id);
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
            let is_empty = presence.0.is_empty() && presence.1 == 0;
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
        self.bus.publish_presence(table.to_string(), handle.local_seats(), handle.local_watchers());
    }

    /// Republishes the local presence of all tables, and drops expired reports of other nodes.
    pub async fn announce_presence(&self) {
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
        let time = self.now();
        let mut room = handle.room.lock().await;
        let mut seats = handle.local_seats();
        {
            let mut remote_presence = lock(&handle.remote_presence);
            remote_presence.retain(|_, (_, _, at)| time.saturating_sub(*at) < PRESENCE_TTL_MS);
            seats.extend(remote_presence.values().flat_map(|(seats, ..)| seats));
        }
        let mut changed = false;
        for seat in (0..room.head().seats.len()).map(Seat::new) {
            changed |= room.set_present(seat, seats.contains(&seat.number()), time);
        }
        let table = room.head().id.clone();
        let watching = handle.watchers();
        // Throttled, so that spectators of a popular game do not cause a broadcast each.
        let sent = handle.watchers_sent.load(Ordering::Relaxed);
        changed |= watching != sent && watching.abs_diff(sent) >= sent / WATCHERS_DIVISOR;
        if changed {
            handle.watchers_sent.store(watching, Ordering::Relaxed);
            let present = room.present();
            handle.broadcast(&ServerMessage::Present { table: table.clone(), present, watching });
        }
        table
    }
}

impl RoomHandle {
    /// Sends a message to all local subscribers.
    pub(super) fn broadcast(&self, message: &ServerMessage) {
        let subscribers = lock(&self.subscribers);
        if !subscribers.is_empty() {
            let text = to_json(message);
            for (subscriber, _) in subscribers.iter() {
                subscriber.send(&text);
            }
        }
    }

    /// Seats with a local connection, counted from 1.
    fn local_seats(&self) -> Vec<u8> {
        let mut seats: Vec<u8> =
            lock(&self.subscribers).iter().filter_map(|(_, seat)| seat.map(Seat::number)).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    fn local_watchers(&self) -> u32 {
        lock(&self.subscribers).iter().filter(|(_, seat)| seat.is_none()).count() as u32
    }

    fn watchers(&self) -> u32 {
        let remote: u32 =
            lock(&self.remote_presence).values().map(|(_, watching, _)| *watching).sum();
        self.local_watchers() + remote
    }
}
