//! Event bus between nodes over NATS. Best effort: the database is authoritative, and a node that misses an event
//! reads it there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mohreh_protocol::Chat;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::chance;
use crate::startup;
use crate::store::PlyRow;

const SUBJECT: &str = "mohreh.notes";
/// Time to connect before a warning is logged.
const CONNECT_GRACE: Duration = Duration::from_secs(2);

/// Event published to the other nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NodeEvent {
    /// Committed entries, or a new head.
    Changed {
        table: String,
        /// Ply of the first row; the length of the log if there are none.
        ply: u32,
        rows: Vec<EntryRow>,
        /// The head has changed as well, so receivers must reload.
        head: bool,
    },
    /// New chat line.
    Chat { table: String, chat: Chat },
    /// Presence at a table through the sending node.
    #[serde(rename = "here")]
    Presence {
        table: String,
        node: String,
        seats: Vec<u8>,
        watching: u32,
        /// Round trips that are known, by seat, in milliseconds.
        #[serde(default)]
        lag: Vec<(u8, u32)>,
    },
    /// The lobby lists have changed.
    Lobby,
    /// A token was revoked: its sockets must be closed.
    Revoked { token: String },
}

/// Log entry: ply, event, timestamp in Unix milliseconds, clocks.
pub(crate) type EntryRow = (u32, String, u64, String);

pub(crate) fn to_wire(row: &PlyRow) -> EntryRow {
    (row.ply, row.what.clone(), row.at, row.left.clone())
}

pub(crate) fn from_wire((ply, what, at, left): EntryRow) -> PlyRow {
    PlyRow { ply, what, at, left }
}

/// Wire form of an event, with the sender's id: NATS delivers a node's own events back to it.
#[derive(Serialize, Deserialize)]
struct Envelope {
    from: String,
    #[serde(rename = "note")]
    event: NodeEvent,
}

/// Publishing half of the bus; a no-op in a standalone node.
#[derive(Clone)]
pub(crate) struct Bus {
    /// Random node id, new at every start.
    pub node: String,
    queue: Option<mpsc::Sender<NodeEvent>>,
    disconnected: Arc<AtomicBool>,
}

impl Bus {
    /// Bus of a node without NATS.
    pub(crate) fn standalone() -> Bus {
        Bus { node: chance::letters::<10>(), queue: None, disconnected: Arc::default() }
    }

    /// Bus of a simulated node: events come out of the queue. A standalone node has none.
    #[cfg(test)]
    pub(crate) fn simulated(
        node: String,
        queue: Option<mpsc::Sender<NodeEvent>>,
        disconnected: Arc<AtomicBool>,
    ) -> Bus {
        Bus { node, queue, disconnected }
    }

    /// Connects to NATS in the background: an unreachable server delays neither start nor service.
    pub(crate) async fn connect(url: &str) -> Result<(Bus, NodeEvents), String> {
        let node = chance::letters::<10>();
        let disconnected = Arc::new(AtomicBool::new(true));
        let (reconnected, reconnects) = mpsc::unbounded_channel();
        let options =
            async_nats::ConnectOptions::new().retry_on_initial_connect().event_callback({
                let disconnected = disconnected.clone();
                move |event| {
                    match event {
                        async_nats::Event::Connected => {
                            disconnected.store(false, Ordering::Relaxed);
                            let _ = reconnected.send(());
                        }
                        async_nats::Event::Disconnected => {
                            disconnected.store(true, Ordering::Relaxed);
                        }
                        _ => {}
                    }
                    tracing::info!("NATS: {event}");
                    async {}
                }
            });
        let client = options
            .connect(url)
            .await
            .map_err(|error| startup::bad_nats_url(url, &error.to_string()))?;
        let subscription =
            client.subscribe(SUBJECT).await.map_err(|error| format!("NATS: {error}"))?;
        let (queue, events) = mpsc::channel::<NodeEvent>(10_000);
        tokio::spawn(publish_all(client, node.clone(), events));
        let bus = Bus { node, queue: Some(queue), disconnected };
        tokio::spawn({
            let (bus, url) = (bus.clone(), url.to_string());
            async move {
                tokio::time::sleep(CONNECT_GRACE).await;
                if bus.is_disconnected() {
                    tracing::warn!("{}", startup::nats_unreachable(&url));
                }
            }
        });
        Ok((bus, NodeEvents { subscription, reconnects }))
    }

    /// Queues an event. When the queue is full the event is dropped; the other nodes catch up from the database.
    pub(crate) fn publish(&self, event: NodeEvent) {
        if let Some(queue) = &self.queue
            && queue.try_send(event).is_err()
        {
            tracing::warn!("NATS is too slow; an event was dropped");
        }
    }

    /// Publishes the local presence at a table.
    pub(crate) fn publish_presence(
        &self,
        table: String,
        seats: Vec<u8>,
        watching: u32,
        lag: Vec<(u8, u32)>,
    ) {
        if self.queue.is_some() {
            let node = self.node.clone();
            self.publish(NodeEvent::Presence { table, node, seats, watching, lag });
        }
    }

    pub(crate) fn is_standalone(&self) -> bool {
        self.queue.is_none()
    }

    /// Whether events may be lost; if so, rooms are reloaded before use.
    pub(crate) fn is_disconnected(&self) -> bool {
        self.queue.is_some() && self.disconnected.load(Ordering::Relaxed)
    }
}

async fn publish_all(
    client: async_nats::Client,
    from: String,
    mut events: mpsc::Receiver<NodeEvent>,
) {
    while let Some(event) = events.recv().await {
        let envelope = Envelope { from: from.clone(), event };
        if let Ok(text) = serde_json::to_vec(&envelope)
            && let Err(error) = client.publish(SUBJECT, text.into()).await
        {
            tracing::warn!(%error, "NATS: an event was not sent");
        }
    }
}

/// Receiving half of the bus.
pub(crate) struct NodeEvents {
    subscription: async_nats::Subscriber,
    reconnects: mpsc::UnboundedReceiver<()>,
}

impl NodeEvents {
    /// The next event from another node; `None` once the connection is closed for good.
    pub(crate) async fn next(&mut self, own_node: &str) -> Option<Incoming> {
        use futures_util::StreamExt;
        loop {
            let message = tokio::select! {
                message = self.subscription.next() => message?,
                Some(()) = self.reconnects.recv() => return Some(Incoming::Reconnected),
            };
            match serde_json::from_slice::<Envelope>(&message.payload) {
                Ok(envelope) if envelope.from == own_node => {}
                Ok(envelope) => return Some(Incoming::Event(envelope.event)),
                Err(error) => tracing::warn!(%error, "NATS: an event cannot be parsed"),
            }
        }
    }
}

/// What [`NodeEvents::next`] returns.
pub(crate) enum Incoming {
    Event(NodeEvent),
    /// Events may have been lost.
    Reconnected,
}
