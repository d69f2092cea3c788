//! The explorer: counts the turns of finished public games in the background, and answers what was played from a position.
//!
//! The database queues each game in the transaction that ends it, and a game leaves the queue in the transaction that
//! counts it. So a crash loses nothing, nothing is counted twice, any number of nodes may count, and a database that was
//! migrated with many games is caught up with like one game that has just ended.

use std::sync::Arc;
use std::time::Duration;

use mohreh_games::explorer::{Canons, Ending, entries};
use mohreh_games::{Canon, Record};
use mohreh_protocol::{Code, ExplorerPage, ExplorerTurn, Refusal, limits};
use tokio::time::Instant;

use crate::chance;
use crate::hub::{Hub, store_refusal};
use crate::store::{ExploredGame, PlyRow, Store, StoreError, TableRow};
use crate::table::stored_record;
use crate::tasks::spawn;

/// Games that are counted in one transaction. Few, as in SQLite a step that is played waits for it.
const BATCH: u32 = 16;
/// Interval at which the queue is looked at.
const POLL: Duration = Duration::from_secs(2);
/// After a batch the job rests for so many times the time that it took.
const REST: u32 = 2;
/// Delay after an error.
const BACKOFF: Duration = Duration::from_secs(10);

/// Starts the job.
pub(crate) fn start(hub: &Arc<Hub>) {
    spawn(run(hub.clone()));
}

async fn run(hub: Arc<Hub>) {
    loop {
        let start = Instant::now();
        let pause = match count_turns(&hub.store, BATCH).await {
            Ok(0) => POLL,
            Ok(_) => start.elapsed() * REST,
            // The heartbeat reports what is wrong with the database.
            Err(error) => {
                tracing::debug!(%error, "the explorer could not count");
                BACKOFF
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Counts up to `batch` games of the queue; returns how many it took. Each call begins at a random place of the queue, so
/// that nodes rarely read the same games.
pub async fn count_turns(store: &Store, batch: u32) -> Result<usize, StoreError> {
    let mut ids = store.unexplored(&chance::letters::<2>(), batch).await?;
    if ids.is_empty() {
        ids = store.unexplored("", batch).await?;
    }
    if ids.is_empty() {
        return Ok(0);
    }
    let id_list: Vec<&str> = ids.iter().map(String::as_str).collect();
    let games = store.finished_games(&id_list).await?;
    // A thread of its own kind: some of the work is long for one that serves sockets.
    let explored = tokio::task::spawn_blocking(move || explore_all(ids, &games)).await;
    let explored = explored.map_err(|why| StoreError::Unavailable(why.to_string()))?;
    let count = explored.len();
    store.explore(explored).await?;
    Ok(count)
}

/// The turns of games; one that is missing or damaged has none, and leaves the queue like the others.
fn explore_all(ids: Vec<String>, games: &[(TableRow, Vec<PlyRow>)]) -> Vec<ExploredGame> {
    let mut canons = Canons::default();
    let explore = |game: String| {
        let stored = games.iter().find(|(row, _)| row.id == game);
        let record = match stored.map(|(row, log)| stored_record(row, log)) {
            Some(Ok(record)) => Some(record),
            Some(Err(error)) => {
                tracing::error!("{error}; the explorer leaves it out");
                None
            }
            None => None,
        };
        let (entries, ending) = record.map_or_else(Default::default, |record| {
            let first = entries(&record, &mut canons, limits::EXPLORER_DEPTH);
            (first, Ending::of(&record))
        });
        ExploredGame { game, entries, ending }
    };
    ids.into_iter().map(explore).collect()
}

/// What was played from the last position of a game.
pub(crate) async fn look(store: &Store, line: &str) -> Result<ExplorerPage, Refusal> {
    if line.len() > limits::EXPLORER_LINE_BYTES {
        let why = format!("a line has up to {} bytes", limits::EXPLORER_LINE_BYTES);
        return Err(Refusal::new(Code::TooLarge, why).limit(limits::EXPLORER_LINE_BYTES));
    }
    let record = Record::from_line(line);
    let record = record.map_err(|why| Refusal::new(Code::Malformed, format!("`line`: {why}")))?;
    let game = record.game();
    let canon = Canon::new(game);
    let explored = store.explored(canon.hash(game), limits::EXPLORER_TURNS).await;
    let explored = explored.map_err(|error| store_refusal(&error))?;
    let turns = explored.tallies.into_iter().map(|(turn, tally)| ExplorerTurn {
        steps: canon.localise(game, &turn),
        games: tally.games,
        wins: tally.wins[..game.seats().min(tally.wins.len())].to_vec(),
        shared: tally.shared,
        rating: tally
            .rating_sum
            .checked_div(tally.rated.into())
            .map(|mean| u32::try_from(mean).unwrap_or(u32::MAX)),
    });
    Ok(ExplorerPage { turns: turns.collect(), all: explored.turns, games: explored.games })
}
