//! Changes made at other nodes: their events, and recovery where events were lost.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::presence::RemotePresence;
use super::{Hub, RoomHandle, lock};
use crate::bus::{Incoming, NodeEvent, NodeEvents, from_wire};

/// Tables per query of [`Hub::catch_up`].
const CATCH_UP_BATCH: usize = 500;

impl Hub {
    /// Polls the database for changes of subscribed tables whose events were lost.
    pub(crate) async fn catch_up(&self) {
        for handles in self.subscribed_rooms().chunks(CATCH_UP_BATCH) {
            let mut known = BTreeMap::new();
            for handle in handles {
                let room = handle.room.lock().await;
                let here = (room.head().version, room.log().ply());
                known.insert(room.head().id.clone(), (here, handle));
            }
            let ids: Vec<&str> = known.keys().map(String::as_str).collect();
            // A failed query is retried at the next poll.
            for (id, version, ply) in self.store.progress(&ids).await.unwrap_or_default() {
                let Some(((known_version, known_ply), handle)) = known.get(&id) else { continue };
                if version > *known_version || ply > *known_ply {
                    handle.stale.store(true, Ordering::Relaxed);
                    let _ = self.room(handle).await;
                }
            }
        }
    }

    /// Handles the events of other nodes until the connection is closed.
    pub(crate) async fn follow(self: Arc<Hub>, mut events: NodeEvents) {
        while let Some(incoming) = events.next(&self.bus.node).await {
            self.on_incoming(incoming).await;
        }
    }

    pub(crate) async fn on_incoming(&self, incoming: Incoming) {
        match incoming {
            Incoming::Event(event) => self.on_event(event).await,
            Incoming::Reconnected => self.resync().await,
        }
    }

    /// Handles an event from another node.
    async fn on_event(&self, event: NodeEvent) {
        match event {
            NodeEvent::Changed { table, ply, rows, head } => {
                self.lobby_changed.notify_one();
                let known = lock(&self.rooms).get(&table).cloned();
                let Some(handle) = known else { return };
                let mut room = handle.room.lock().await;
                let follows = !head && room.log().ply() == ply;
                let rows: Vec<_> = rows.into_iter().map(from_wire).collect();
                if follows && room.extend(&rows).is_ok() {
                    self.broadcast_played(&handle, &room, ply);
                    self.schedule(&room, false);
                } else if room.log().ply() <= ply || head {
                    let _ = self.reload(&handle, &mut room).await;
                }
            }
            NodeEvent::Chat { table, chat } => {
                let known = lock(&self.rooms).get(&table).cloned();
                if let Some(handle) = known {
                    self.on_remote_chat(&handle, table, chat).await;
                }
            }
            NodeEvent::Presence { table, node, seats, watching, lag } => {
                let known = lock(&self.rooms).get(&table).cloned();
                if let Some(handle) = known {
                    let presence = RemotePresence { seats, watching, lag, at: self.now() };
                    self.on_remote_presence(&table, &handle, node, presence).await;
                }
            }
            NodeEvent::Lobby => self.lobby_changed.notify_one(),
            NodeEvent::Revoked { token } => self.close_sockets_of(&token),
        }
    }

    /// Recovers from lost events after a reconnect: marks all rooms stale and reloads those with subscribers.
    pub(crate) async fn resync(&self) {
        let handles: Vec<Arc<RoomHandle>> = lock(&self.rooms).values().cloned().collect();
        for handle in handles {
            handle.stale.store(true, Ordering::Relaxed);
            if !lock(&handle.subscribers).is_empty() {
                let _ = self.room(&handle).await;
            }
        }
        self.announce_presence().await;
    }
}
