//! What happens by itself: clocks that run out, computers that move, lists that change, tables that are
//! forgotten, and the sign of life by which downtime is known.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mohreh_protocol::{Code, Refusal};
use tokio::sync::{Semaphore, mpsc};

use crate::computer;
use crate::hub::{Care, Hub};
use crate::lobby::Lobby;
use crate::time::now;

/// How often deadlines are looked at.
const LOOK: Duration = Duration::from_millis(100);
/// How often the process shows that it lives.
const BEAT: Duration = Duration::from_secs(2);
/// No sign of life for so long, in milliseconds, and the time is nobody's.
pub const SILENCE: u64 = 6_000;
/// How often tables that no node looks after are searched for.
const SEARCH: Duration = Duration::from_secs(30);
/// Tables that nobody asked for so long, in milliseconds, are forgotten.
const IDLE: u64 = 5 * 60 * 1000;

/// A computer whose node does not let it think for so long thinks at another.
const TAKEN_OVER: Duration = Duration::from_secs(5);
/// How often tables are looked up that other nodes may have changed without a word.
const CATCH_UP: Duration = Duration::from_secs(5);
/// How often nodes tell each other who is there.
const CALL_OVER: Duration = Duration::from_secs(15);

/// Starts everything that happens by itself; `shared` if other nodes may have the same database.
pub fn start(
    hub: &Arc<Hub>,
    lobby: &Arc<Lobby>,
    care: mpsc::UnboundedReceiver<(String, Care)>,
    thinkers: usize,
    shared: bool,
) {
    tokio::spawn(look_after(hub.clone(), care, Arc::new(Semaphore::new(thinkers.max(1)))));
    tokio::spawn(beat(hub.clone()));
    tokio::spawn(search(hub.clone()));
    if shared {
        let hub = hub.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(CATCH_UP).await;
                hub.catch_up().await;
            }
        });
    }
    if !hub.bus.is_alone() {
        let hub = hub.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(CALL_OVER).await;
                hub.call_over().await;
            }
        });
    }
    tokio::spawn(lobby.clone().run(hub.clone()));
}

/// Tells how long no server was there, if it was long: that time is nobody's.
pub async fn outage(store: &crate::store::Store, now: u64) -> Result<(), crate::store::StoreError> {
    if let Some(last) = store.last_beat().await?
        && now.saturating_sub(last) > SILENCE
    {
        store.add_outage(last, now).await?;
    }
    Ok(())
}

async fn beat(hub: Arc<Hub>) {
    loop {
        if let Err(error) = live(&hub).await {
            tracing::warn!(%error, "no sign of life could be kept");
        }
        tokio::time::sleep(BEAT).await;
    }
}

/// Keeps a sign of life; if none could be kept for long, and by no other node, that time was nobody's.
async fn live(hub: &Hub) -> Result<(), crate::store::StoreError> {
    if hub.silent_since(now()).is_some() {
        outage(&hub.store, now()).await?;
        hub.set_outages(hub.store.outages().await?);
    }
    let time = now();
    hub.store.beat(&hub.bus.node, time).await?;
    hub.lives(time);
    Ok(())
}

async fn search(hub: Arc<Hub>) {
    loop {
        match hub.store.clocked().await {
            Ok(tables) => {
                for table in tables {
                    let _ = hub.look_in(&table).await;
                }
            }
            Err(error) => tracing::warn!(%error, "tables with clocks could not be read"),
        }
        hub.tidy(IDLE);
        hub.metrics.rooms.set(hub.rooms() as i64);
        tokio::time::sleep(SEARCH).await;
    }
}

async fn look_after(
    hub: Arc<Hub>,
    mut care: mpsc::UnboundedReceiver<(String, Care)>,
    thinkers: Arc<Semaphore>,
) {
    let mut deadlines: BinaryHeap<Reverse<(u64, String)>> = BinaryHeap::new();
    // Of each table only the deadline that was told last counts.
    let mut last: HashMap<String, u64> = HashMap::new();
    let mut look = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            cared = care.recv() => match cared {
                None => return,
                Some((table, Care::At(deadline))) => {
                    last.insert(table.clone(), deadline);
                    deadlines.push(Reverse((deadline, table)));
                }
                Some((table, Care::Computer)) => {
                    tokio::spawn(think(hub.clone(), table, thinkers.clone()));
                }
                Some((table, Care::ComputerElsewhere)) => {
                    tokio::spawn(think_if_nobody_does(hub.clone(), table));
                }
            },
            _ = look.tick() => {
                let time = now();
                while deadlines.peek().is_some_and(|Reverse((deadline, _))| *deadline <= time) {
                    if let Some(Reverse((deadline, table))) = deadlines.pop()
                        && last.get(&table) == Some(&deadline)
                    {
                        last.remove(&table);
                        tokio::spawn(flag(hub.clone(), table));
                    }
                }
            }
        }
    }
}

/// A deadline has come.
async fn flag(hub: Arc<Hub>, table: String) {
    let Ok(cell) = hub.cell(&table).await else { return };
    let done = hub
        .change(&cell, |room| {
            let nothing = Refusal::new(Code::NotPlaying, "there is time left");
            room.flag(now(), &hub.outages()).ok_or(nothing)
        })
        .await;
    let again = match done {
        Ok(()) => None,
        Err(Refusal { code: Code::Unavailable, .. }) => Some(now() + 1000),
        // Time may have been given back since.
        Err(_) => match hub.room(&cell).await {
            Ok(room) => room.deadline(now(), &hub.outages()),
            Err(_) => Some(now() + 1000),
        },
    };
    if let Some(deadline) = again {
        let _ = hub.care.send((table, Care::At(deadline)));
    }
}

/// Waits whether the node that has taken it over lets the computer think; if not, it is done here.
async fn think_if_nobody_does(hub: Arc<Hub>, table: String) {
    let Ok(cell) = hub.cell(&table).await else { return };
    let ply = |room: &crate::table::Room| room.computer().map(|_| room.log().ply());
    let Ok(before) = hub.room(&cell).await.map(|room| ply(&room)) else { return };
    tokio::time::sleep(TAKEN_OVER).await;
    let same = hub.room(&cell).await.is_ok_and(|room| ply(&room) == before);
    if before.is_some() && same {
        let _ = hub.care.send((table, Care::Computer));
    }
}

/// Lets the computer that is to move play its turn.
async fn think(hub: Arc<Hub>, table: String, thinkers: Arc<Semaphore>) {
    let Ok(cell) = hub.cell(&table).await else { return };
    if cell.thinking.swap(true, Ordering::Relaxed) {
        return;
    }
    let played = play_computer(&hub, &cell, &thinkers).await;
    cell.thinking.store(false, Ordering::Relaxed);
    match played {
        // It may be its turn again: dice have fallen, or the other has nothing to do.
        Ok(true) => {
            let again = hub.room(&cell).await.is_ok_and(|room| room.computer().is_some());
            if again {
                let _ = hub.care.send((table, Care::Computer));
            }
        }
        Ok(false) => {}
        Err(why) => {
            tracing::warn!(table, %why, "the computer could not play");
            tokio::time::sleep(Duration::from_secs(1)).await;
            let _ = hub.care.send((table, Care::Computer));
        }
    }
}

async fn play_computer(
    hub: &Arc<Hub>,
    cell: &Arc<crate::hub::Cell>,
    thinkers: &Semaphore,
) -> Result<bool, Refusal> {
    let (record, level, seat, ply, seed) = {
        let room = hub.room(cell).await?;
        let Some((seat, level)) = room.computer() else { return Ok(false) };
        let record = room.log().record();
        let record = record.map_err(|why| Refusal::new(Code::Unavailable, why.to_string()))?;
        (record, level, seat, room.log().ply(), room.head().created)
    };
    let permit = thinkers.acquire().await;
    let steps = tokio::task::spawn_blocking(move || computer::choose(&record, level, seed))
        .await
        .unwrap_or_else(|error| Err(error.to_string()));
    drop(permit);
    let steps = steps.map_err(|why| Refusal::new(Code::Unavailable, why))?;
    let outages = hub.outages();
    let played = hub.change(cell, |room| room.play(seat, ply, &steps, now(), &outages)).await;
    match played {
        // Something else came first; whoever is to move now is looked after anew.
        Err(Refusal { code: Code::Stale | Code::NotYourTurn | Code::NotPlaying, .. }) => Ok(true),
        Err(why) => Err(why),
        Ok(()) => Ok(true),
    }
}
