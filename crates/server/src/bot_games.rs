//! Limits of running games against bots, by person and by client address.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Mutex;

use mohreh_protocol::{Code, Refusal, limits};

use crate::hub::{Hub, lock, store_refusal};
use crate::store::StoreError;
use crate::table::Head;

/// Tables per query of [`BotGames::prune`].
const PRUNE_BATCH: usize = 500;

/// Games against bots that were opened at this node.
pub(crate) struct BotGames {
    /// Serialises the openings of a person, who is hashed to one of them; otherwise concurrent ones would all count the
    /// same games.
    openings: [tokio::sync::Mutex<()>; 16],
    /// Tables by the client address that opened them. Games that are over are removed by [`BotGames::prune`], and
    /// when an address reaches its limit.
    by_address: Mutex<HashMap<IpAddr, Vec<String>>>,
    per_address: usize,
}

fn too_many(limit: usize, whose: &str) -> Refusal {
    let why = format!("{limit} games against computers {whose}; finish or resign some of them");
    Refusal::new(Code::TooLarge, why).because("bot-games").limit(limit)
}

impl BotGames {
    /// Without a limit by address if `is_limited` is false.
    pub(crate) fn new(is_limited: bool) -> BotGames {
        let per_address = if is_limited { limits::BOT_GAMES_PER_ADDRESS } else { usize::MAX };
        BotGames { openings: Default::default(), by_address: Mutex::default(), per_address }
    }

    /// Opens a table, unless its creator or the address has too many running games against bots.
    pub(crate) async fn open(&self, hub: &Hub, head: Head, from: IpAddr) -> Result<(), Refusal> {
        if !head.has_bot() {
            return hub.open(head).await;
        }
        let mut hasher = DefaultHasher::new();
        head.creator.hash(&mut hasher);
        let opening = &self.openings[hasher.finish() as usize % self.openings.len()];
        let _opening = opening.lock().await;
        let own = hub.store.bot_games_of(&head.creator).await;
        if own.map_err(|error| store_refusal(&error))? >= limits::BOT_GAMES {
            return Err(too_many(limits::BOT_GAMES, "of yours are running"));
        }
        let id = head.id.clone();
        self.acquire(hub, from, &id).await?;
        hub.open(head).await.inspect_err(|_| {
            lock(&self.by_address).entry(from).or_default().retain(|other| *other != id);
        })
    }

    /// Counts a table for an address.
    async fn acquire(&self, hub: &Hub, from: IpAddr, id: &str) -> Result<(), Refusal> {
        let tables = {
            let mut by_address = lock(&self.by_address);
            let tables = by_address.entry(from).or_default();
            if tables.len() < self.per_address {
                tables.push(id.to_string());
                return Ok(());
            }
            tables.clone()
        };
        self.remove_finished(hub, &tables).await.map_err(|error| store_refusal(&error))?;
        let mut by_address = lock(&self.by_address);
        let tables = by_address.entry(from).or_default();
        if tables.len() >= self.per_address {
            return Err(too_many(self.per_address, "from your address are running"));
        }
        tables.push(id.to_string());
        Ok(())
    }

    async fn remove_finished(&self, hub: &Hub, tables: &[String]) -> Result<(), StoreError> {
        let unfinished = hub.store.unfinished_tables(tables).await?;
        let mut by_address = lock(&self.by_address);
        for known in by_address.values_mut() {
            known.retain(|table| !tables.contains(table) || unfinished.contains(table));
        }
        by_address.retain(|_, known| !known.is_empty());
        Ok(())
    }

    /// Forgets games that are over.
    pub(crate) async fn prune(&self, hub: &Hub) {
        let tables: Vec<String> = lock(&self.by_address).values().flatten().cloned().collect();
        for tables in tables.chunks(PRUNE_BATCH) {
            // A failed query is repeated at the next call.
            let _ = self.remove_finished(hub, tables).await;
        }
    }
}
