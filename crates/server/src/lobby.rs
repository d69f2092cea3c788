//! The lobby: open tables and live games, broadcast to its subscribers on change.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mohreh_protocol::{LobbyLists, PublicHead, ServerMessage, limits};

use crate::hub::{Hub, Subscriber, to_json};
use crate::store::{Found, StoreError, TableRow};
use crate::table::Head;

/// Delay that coalesces changes, and thereby the minimum interval between broadcasts.
const THROTTLE: Duration = Duration::from_millis(500);

#[derive(Default)]
pub(crate) struct Lobby {
    subscribers: Mutex<Vec<Arc<Subscriber>>>,
}

/// Public heads of tables; damaged ones are reported and left out.
pub(crate) fn public_heads(hub: &Hub, found: &Found) -> Vec<PublicHead> {
    found.damaged.iter().for_each(|error| hub.report_damage(error));
    let read = |row: &TableRow| match Head::from_row(row) {
        Ok(head) => Some(head.public()),
        Err(error) => {
            hub.report_damage(&error);
            None
        }
    };
    found.tables.iter().filter_map(read).collect()
}

pub(crate) async fn lists(hub: &Hub) -> Result<ServerMessage, StoreError> {
    let open = hub.store.open_tables(limits::LOBBY_TABLES).await?;
    let live = hub.store.live_tables(limits::LOBBY_TABLES).await?;
    let lists = LobbyLists { open: public_heads(hub, &open), live: public_heads(hub, &live) };
    Ok(ServerMessage::Lobby(lists))
}

impl Lobby {
    pub(crate) fn subscribe(&self, subscriber: &Arc<Subscriber>) {
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|other| other.id != subscriber.id);
        subscribers.push(subscriber.clone());
    }

    pub(crate) fn unsubscribe(&self, subscriber: &Subscriber) {
        self.subscribers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|other| other.id != subscriber.id);
    }

    /// Broadcast loop.
    pub(crate) async fn run(self: Arc<Lobby>, hub: Arc<Hub>) {
        loop {
            hub.lobby_changed.notified().await;
            tokio::time::sleep(THROTTLE).await;
            let is_empty =
                self.subscribers.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
            if is_empty {
                continue;
            }
            match lists(&hub).await {
                Ok(message) => {
                    let text = to_json(&message);
                    let subscribers =
                        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
                    for subscriber in subscribers.iter() {
                        subscriber.send(&text);
                    }
                }
                Err(error) => tracing::warn!(%error, "the lobby lists could not be loaded"),
            }
        }
    }
}
