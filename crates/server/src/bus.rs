//! What nodes tell each other over NATS. Nothing rests on it: the store decides what is true, and a node
//! that has missed something reads it there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mohreh_protocol::Chat;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::chance;
use crate::hub::Hub;
use crate::startup;
use crate::store::PlyRow;

const SUBJECT: &str = "mohreh.notes";
/// If NATS is not there after so long, it is told.
const PATIENCE: Duration = Duration::from_secs(2);

/// News from a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// Something was kept.
    Changed {
        table: String,
        /// The first of the rows, or where the log ends.
        ply: u32,
        rows: Vec<Row>,
        /// Whether the head has changed too.
        head: bool,
    },
    /// Somebody said something.
    Chat { table: String, chat: Chat },
    /// Who is at a table through this node.
    Here { table: String, node: String, seats: Vec<u8>, watching: u32 },
    /// Tables were opened.
    Lobby,
}

/// An entry of a log: its ply, what, when, and the clocks.
pub type Row = (u32, String, u64, String);

pub fn to_note(row: &PlyRow) -> Row {
    (row.ply, row.what.clone(), row.at, row.left.clone())
}

pub fn from_note((ply, what, at, left): Row) -> PlyRow {
    PlyRow { ply, what, at, left }
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    from: String,
    note: Note,
}

/// The way to other nodes; a node that is alone has none.
#[derive(Clone)]
pub struct Bus {
    /// The name of this process, another at each start.
    pub node: String,
    out: Option<mpsc::Sender<Note>>,
    cut_off: Arc<AtomicBool>,
}

impl Bus {
    /// A node that is alone.
    pub fn alone() -> Bus {
        Bus { node: chance::letters::<10>(), out: None, cut_off: Arc::default() }
    }

    /// A node among others. It starts even when NATS cannot be reached yet, and goes on when it is gone.
    pub async fn connect(url: &str) -> Result<(Bus, Notes), String> {
        let node = chance::letters::<10>();
        let cut_off = Arc::new(AtomicBool::new(true));
        let (missed, missed_heard) = mpsc::unbounded_channel();
        let options =
            async_nats::ConnectOptions::new().retry_on_initial_connect().event_callback({
                let cut_off = cut_off.clone();
                move |event| {
                    match event {
                        async_nats::Event::Connected => {
                            cut_off.store(false, Ordering::Relaxed);
                            let _ = missed.send(());
                        }
                        async_nats::Event::Disconnected => cut_off.store(true, Ordering::Relaxed),
                        _ => {}
                    }
                    tracing::info!("NATS: {event}");
                    async {}
                }
            });
        let client = options
            .connect(url)
            .await
            .map_err(|error| startup::no_news(url, &error.to_string()))?;
        let heard = client.subscribe(SUBJECT).await.map_err(|error| format!("NATS: {error}"))?;
        let (out, notes) = mpsc::channel::<Note>(10_000);
        tokio::spawn(publish(client, node.clone(), notes));
        let bus = Bus { node, out: Some(out), cut_off };
        tokio::spawn({
            let (bus, url) = (bus.clone(), url.to_string());
            async move {
                tokio::time::sleep(PATIENCE).await;
                if bus.is_cut_off() {
                    tracing::warn!("{}", startup::news_unreachable(&url));
                }
            }
        });
        Ok((bus, Notes { heard, missed: missed_heard }))
    }

    /// Tells the others. If too much waits, it is left out: they will read it in the store.
    pub fn publish(&self, note: Note) {
        if let Some(out) = &self.out
            && out.try_send(note).is_err()
        {
            tracing::warn!("NATS is too slow; a note was left out");
        }
    }

    /// Who is at a table through this node.
    pub fn here(&self, table: String, seats: Vec<u8>, watching: u32) {
        if self.out.is_some() {
            self.publish(Note::Here { table, node: self.node.clone(), seats, watching });
        }
    }

    pub fn is_alone(&self) -> bool {
        self.out.is_none()
    }

    /// Whether others may know what this node does not: then only the store counts.
    pub fn is_cut_off(&self) -> bool {
        self.out.is_some() && self.cut_off.load(Ordering::Relaxed)
    }
}

async fn publish(client: async_nats::Client, from: String, mut notes: mpsc::Receiver<Note>) {
    while let Some(note) = notes.recv().await {
        let envelope = Envelope { from: from.clone(), note };
        if let Ok(text) = serde_json::to_vec(&envelope)
            && let Err(error) = client.publish(SUBJECT, text.into()).await
        {
            tracing::warn!(%error, "NATS: a note was not sent");
        }
    }
}

/// What other nodes say.
pub struct Notes {
    heard: async_nats::Subscriber,
    missed: mpsc::UnboundedReceiver<()>,
}

impl Notes {
    /// Passes everything on to the hub.
    pub async fn listen(mut self, hub: Arc<Hub>) {
        use futures_util::StreamExt;
        loop {
            tokio::select! {
                message = self.heard.next() => {
                    let Some(message) = message else { return };
                    match serde_json::from_slice::<Envelope>(&message.payload) {
                        Ok(envelope) if envelope.from == hub.bus.node => {}
                        Ok(envelope) => hub.heard(envelope.note).await,
                        Err(error) => tracing::warn!(%error, "NATS: a note that cannot be read"),
                    }
                }
                Some(()) = self.missed.recv() => hub.resync().await,
            }
        }
    }
}
