//! What happens by itself: clocks that run out, computers that move, lists that change, tables that are
//! forgotten, and the sign of life by which downtime is known.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mohreh_protocol::{Code, Refusal};
use tokio::sync::{Semaphore, mpsc};

use crate::computer::{self, Choose};
use crate::hub::{Care, Cell, Hub, lock};
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

/// A computer that fails so often at one ply is left alone until somebody acts at its table.
const TRIES: u32 = 5;
/// The wait before it is tried again; each is twice as long as the one before, up to the longest.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// How computers think.
#[derive(Clone)]
pub struct Computers {
    /// Permits to think.
    thinkers: Arc<Semaphore>,
    choose: Choose,
    pause: Duration,
}

impl Computers {
    /// So many think at once.
    pub fn new(thinkers: usize) -> Computers {
        let thinkers = Arc::new(Semaphore::new(thinkers.max(1)));
        Computers { thinkers, choose: computer::choose, pause: PAUSE }
    }
}

/// Starts everything that happens by itself; `shared` if other nodes may have the same database.
pub fn start(
    hub: &Arc<Hub>,
    lobby: &Arc<Lobby>,
    care: mpsc::UnboundedReceiver<(String, Care)>,
    computers: Computers,
    shared: bool,
) {
    tokio::spawn(look_after(hub.clone(), care, computers));
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
    // Told when it begins, changes and ends.
    let mut trouble = None;
    loop {
        let now = live(&hub).await.err();
        match &now {
            Some(error) if now != trouble => {
                tracing::error!(%error, "nothing can be kept; what is there can be read if the database answers");
            }
            None if trouble.is_some() => tracing::info!("everything can be kept again"),
            _ => {}
        }
        trouble = now;
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
    computers: Computers,
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
                    tokio::spawn(think(hub.clone(), table, computers.clone()));
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

/// Why a computer did not play.
enum Failed {
    /// Nothing can be read or kept now; that is nobody's fault here, and it is tried until it can.
    NotKept(Refusal),
    /// At this ply it has no turn to play, or it panicked. Tried again, it may well do the same.
    NotFound(u32, String),
}

/// Lets the computer that is to move play its turn.
async fn think(hub: Arc<Hub>, table: String, computers: Computers) {
    let Ok(cell) = hub.cell(&table).await else { return };
    if cell.thinking.swap(true, Ordering::Relaxed) {
        return;
    }
    let played = play_computer(&hub, &cell, &computers).await;
    cell.thinking.store(false, Ordering::Relaxed);
    let pause = match played {
        // It may be its turn again: dice have fallen, or the other has nothing to do.
        Ok(true) => {
            let again = hub.room(&cell).await.is_ok_and(|room| room.computer().is_some());
            if !again {
                return;
            }
            Duration::ZERO
        }
        Ok(false) => return,
        Err(Failed::NotKept(why)) => {
            tracing::warn!(table, %why, "the turn of the computer could not be kept");
            computers.pause
        }
        Err(Failed::NotFound(ply, why)) => {
            let tries = {
                let mut failed = lock(&cell.failed);
                *failed = if failed.0 == ply { (ply, failed.1 + 1) } else { (ply, 1) };
                failed.1
            };
            if tries >= TRIES {
                let until = "it is left alone until somebody acts there or the server starts anew";
                tracing::error!(table, ply, why, "the computer cannot play: {until}");
                return;
            }
            tracing::warn!(table, ply, why, "the computer could not play");
            (computers.pause * 2_u32.pow(tries - 1)).min(LONGEST_PAUSE)
        }
    };
    tokio::time::sleep(pause).await;
    let _ = hub.care.send((table, Care::Computer));
}

/// Whether something was played; nothing is where no computer is to move, or it is left alone.
async fn play_computer(
    hub: &Arc<Hub>,
    cell: &Arc<Cell>,
    computers: &Computers,
) -> Result<bool, Failed> {
    let (record, level, seat, ply, seed) = {
        let room = hub.room(cell).await.map_err(Failed::NotKept)?;
        let Some((seat, level)) = room.computer() else { return Ok(false) };
        let ply = room.log().ply();
        if *lock(&cell.failed) == (ply, TRIES) {
            return Ok(false);
        }
        let record = room.log().record();
        let record = record.map_err(|why| Failed::NotFound(ply, why.to_string()))?;
        (record, level, seat, ply, room.head().created)
    };
    let permit = computers.thinkers.acquire().await;
    let choose = computers.choose;
    let steps = tokio::task::spawn_blocking(move || choose(&record, level, seed))
        .await
        .unwrap_or_else(|error| Err(error.to_string()));
    drop(permit);
    let steps = steps.map_err(|why| Failed::NotFound(ply, why))?;
    let outages = hub.outages();
    let played = hub.change(cell, |room| room.play(seat, ply, &steps, now(), &outages)).await;
    match played {
        // Something else came first; whoever is to move now is looked after anew.
        Err(Refusal { code: Code::Stale | Code::NotYourTurn | Code::NotPlaying, .. }) => Ok(true),
        Err(why @ Refusal { code: Code::Unavailable, .. }) => Err(Failed::NotKept(why)),
        Err(why) => Err(Failed::NotFound(ply, why.to_string())),
        Ok(()) => Ok(true),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use mohreh_games::{Kind, Record, Seat};
    use mohreh_protocol::{Act, Clock, First, NewTable, Person, Seed};

    use super::*;
    use crate::bus::Bus;
    use crate::store::Store;
    use crate::table::Head;

    /// A hub, and how its computers think; whatever happens by itself happens.
    async fn house(choose: Choose) -> (Arc<Hub>, Computers) {
        let store = Store::open("sqlite::memory:").await.unwrap();
        let (care, cared) = mpsc::unbounded_channel();
        let hub = Arc::new(Hub::new(store, Bus::alone(), Vec::new(), care, now(), false));
        let pause = Duration::from_millis(1);
        let computers = Computers { choose, pause, ..Computers::new(1) };
        start(&hub, &Arc::default(), cared, computers.clone(), false);
        (hub, computers)
    }

    /// A table at which a computer is to begin.
    async fn table(hub: &Hub, id: &str, level: u8) -> Arc<Cell> {
        let wanted = NewTable {
            kind: Kind::ALL[0].to_string(),
            setup: String::new(),
            draw: false,
            computers: vec![level],
            clock: Clock::None,
            open: false,
            first: First::Other,
            nonce: String::new(),
        };
        let person = Person { id: "sara".to_string(), name: "Sara".to_string() };
        let secrets = (id.to_string(), "key".to_string(), Seed::new([7; 32]));
        let mut head = Head::new(&wanted, &person, secrets, now()).unwrap();
        head.begin_if_full(now());
        hub.open(head).await.unwrap();
        hub.cell(id).await.unwrap()
    }

    async fn until(is_so: impl AsyncFn() -> bool) {
        for _ in 0..9000 {
            if is_so().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("this does not come about");
    }

    #[tokio::test]
    async fn an_engine_that_panics_costs_its_own_table_a_turn_and_nobody_else() {
        static TRIED: AtomicU32 = AtomicU32::new(0);
        fn panics(record: &Record, level: u8, seed: u64) -> Result<Vec<String>, String> {
            if level > 1 {
                return computer::choose(record, level, seed);
            }
            TRIED.fetch_add(1, Ordering::SeqCst);
            panic!("a fault of the engine, for a test");
        }
        let (hub, computers) = house(panics).await;
        let broken = table(&hub, "broken", 1).await;
        until(async || *lock(&broken.failed) == (0, TRIES)).await;
        // However often somebody looks in.
        for _ in 0..3 {
            hub.look_in("broken").await.unwrap();
            think(hub.clone(), "broken".to_string(), computers.clone()).await;
        }
        assert_eq!(TRIED.load(Ordering::SeqCst), TRIES);
        // Another computer plays.
        let well = table(&hub, "well", 2).await;
        until(async || hub.room(&well).await.unwrap().log().ply() > 0).await;
        // Once somebody acts there, it is tried again.
        let person = Seat::new(1);
        let asked = |room: &crate::table::Room| room.act(person, 0, Act::OfferDraw, now(), &[]);
        hub.change(&broken, asked).await.unwrap();
        let ply = hub.room(&broken).await.unwrap().log().ply();
        until(async || *lock(&broken.failed) == (ply, TRIES)).await;
        assert_eq!(TRIED.load(Ordering::SeqCst), 2 * TRIES);
    }

    #[tokio::test]
    async fn an_engine_that_fails_for_a_while_plays_then() {
        static TRIED: AtomicU32 = AtomicU32::new(0);
        fn fails(record: &Record, level: u8, seed: u64) -> Result<Vec<String>, String> {
            match TRIED.fetch_add(1, Ordering::SeqCst) {
                0 => Err("no steps".to_string()),
                1 => Ok(vec!["nonsense".to_string()]),
                2 => Ok(Vec::new()),
                _ => computer::choose(record, level, seed),
            }
        }
        let (hub, _) = house(fails).await;
        let cell = table(&hub, "slow", 1).await;
        until(async || hub.room(&cell).await.unwrap().log().ply() > 0).await;
        assert_eq!(TRIED.load(Ordering::SeqCst), 4);
    }
}
