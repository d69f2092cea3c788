//! Who looks for a game, and which games go on: lists that everybody in the lobby is sent when they change.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mohreh_protocol::{Table, Tell};

use crate::hub::{Ear, Hub, written};
use crate::store::{StoreError, TableRow};
use crate::table::Head;

/// Tables in each list.
const SHOWN: u32 = 50;
/// The lists are sent no more often.
const PACE: Duration = Duration::from_millis(500);

#[derive(Default)]
pub struct Lobby {
    ears: Mutex<Vec<Arc<Ear>>>,
}

/// Rows as everybody may see them; one that cannot be read is left out and told in the log.
pub fn shown(rows: &[TableRow]) -> Vec<Table> {
    let read = |row: &TableRow| match Head::from_row(row) {
        Ok(head) => Some(head.shown()),
        Err(error) => {
            tracing::error!("{error}");
            None
        }
    };
    rows.iter().filter_map(read).collect()
}

pub async fn lists(hub: &Hub) -> Result<Tell, StoreError> {
    let open = hub.store.open_tables(SHOWN).await?;
    let live = hub.store.live_tables(SHOWN).await?;
    Ok(Tell::Lobby { open: shown(&open), live: shown(&live) })
}

impl Lobby {
    pub fn enter(&self, ear: &Arc<Ear>) {
        let mut ears = self.ears.lock().unwrap_or_else(PoisonError::into_inner);
        ears.retain(|other| other.id != ear.id);
        ears.push(ear.clone());
    }

    pub fn leave(&self, ear: &Ear) {
        self.ears.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other.id != ear.id);
    }

    /// Sends the lists whenever they have changed.
    pub async fn run(self: Arc<Lobby>, hub: Arc<Hub>) {
        loop {
            hub.lobby.notified().await;
            tokio::time::sleep(PACE).await;
            let nobody = self.ears.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
            if nobody {
                continue;
            }
            match lists(&hub).await {
                Ok(tell) => {
                    let said = written(&tell);
                    let ears = self.ears.lock().unwrap_or_else(PoisonError::into_inner);
                    for ear in ears.iter() {
                        ear.tell(&said);
                    }
                }
                Err(error) => tracing::warn!(%error, "the lists of tables could not be read"),
            }
        }
    }
}
