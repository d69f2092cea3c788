//! Background jobs: clock deadlines, bot moves, lobby updates, eviction of idle rooms.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mohreh_protocol::{Code, Refusal};
use tokio::sync::mpsc;

use crate::bot::BotPool;
use crate::heartbeat;
use crate::hub::{Hub, Job, RoomHandle, lock};
use crate::lobby::Lobby;

/// Polling interval of the deadline queue.
const DEADLINE_POLL: Duration = Duration::from_millis(100);
/// Interval of the scan for scheduled tables that no node has loaded.
const SCAN_INTERVAL: Duration = Duration::from_secs(30);
/// Rooms unused for this long are evicted.
const IDLE_MS: u64 = 5 * 60 * 1000;

/// Time after which another node takes over a bot move.
const TAKEOVER: Duration = Duration::from_secs(5);
/// Interval of [`Hub::catch_up`].
const CATCH_UP_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which nodes republish their presence.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(15);

/// Bot failures at one ply after which the bot is suspended until the log grows or the server restarts.
const MAX_BOT_FAILURES: u32 = 5;
/// First retry delay of a failed bot move; it doubles up to `MAX_BACKOFF`.
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(30);

/// Shared resources of all bot tasks.
#[derive(Clone)]
pub struct Bots {
    pool: Arc<BotPool>,
    backoff: Duration,
}

impl Bots {
    pub fn new(pool: BotPool) -> Bots {
        Bots { pool: Arc::new(pool), backoff: FIRST_BACKOFF }
    }
}

/// Spawns all background tasks. `shared`: other nodes may use the same database.
pub fn start(
    hub: &Arc<Hub>,
    lobby: &Arc<Lobby>,
    jobs: mpsc::UnboundedReceiver<(String, Job)>,
    bots: Bots,
    shared: bool,
) {
    tokio::spawn(run_jobs(hub.clone(), jobs, bots));
    tokio::spawn(heartbeat::run(hub.clone()));
    tokio::spawn(scan(hub.clone()));
    if shared {
        let hub = hub.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(CATCH_UP_INTERVAL).await;
                hub.catch_up().await;
            }
        });
    }
    if !hub.bus.is_standalone() {
        let hub = hub.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(PRESENCE_INTERVAL).await;
                hub.announce_presence().await;
            }
        });
    }
    tokio::spawn(lobby.clone().run(hub.clone()));
}

/// Requeues the jobs of all scheduled tables, and evicts idle rooms.
async fn scan(hub: Arc<Hub>) {
    loop {
        match hub.store.scheduled_tables().await {
            Ok(tables) => {
                for table in tables {
                    let _ = hub.reschedule(&table).await;
                }
            }
            Err(error) => tracing::warn!(%error, "tables with clocks could not be loaded"),
        }
        hub.evict_idle(IDLE_MS);
        hub.metrics.rooms.set(hub.room_count() as i64);
        tokio::time::sleep(SCAN_INTERVAL).await;
    }
}

/// Runs queued jobs, and deadlines when they are due.
async fn run_jobs(hub: Arc<Hub>, mut jobs: mpsc::UnboundedReceiver<(String, Job)>, bots: Bots) {
    let mut deadlines: BinaryHeap<Reverse<(u64, String)>> = BinaryHeap::new();
    // Latest deadline by table; older heap entries are stale.
    let mut last: HashMap<String, u64> = HashMap::new();
    let mut poll = tokio::time::interval(DEADLINE_POLL);
    loop {
        tokio::select! {
            job = jobs.recv() => match job {
                None => return,
                Some((table, Job::Deadline(deadline))) => {
                    last.insert(table.clone(), deadline);
                    deadlines.push(Reverse((deadline, table)));
                }
                Some((table, Job::BotMove)) => {
                    tokio::spawn(bot_move(hub.clone(), table, bots.clone()));
                }
                Some((table, Job::BotMoveFallback)) => {
                    tokio::spawn(bot_move_fallback(hub.clone(), table));
                }
            },
            _ = poll.tick() => {
                let time = hub.now();
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

/// Flags the seat to act if its time is up; otherwise requeues the deadline.
async fn flag(hub: Arc<Hub>, table: String) {
    let Ok(handle) = hub.handle(&table).await else { return };
    let done = hub
        .update(&handle, |room| {
            let nothing = Refusal::new(Code::NotPlaying, "there is time left");
            room.flag(hub.now(), &hub.outages()).ok_or(nothing)
        })
        .await;
    let again = match done {
        Ok(()) => None,
        Err(Refusal { code: Code::Unavailable, .. }) => Some(hub.now() + 1000),
        // Not due: lag or an outage has moved the deadline.
        Err(_) => match hub.room(&handle).await {
            Ok(room) => room.deadline(hub.now(), &hub.outages()),
            Err(_) => Some(hub.now() + 1000),
        },
    };
    if let Some(deadline) = again {
        let _ = hub.jobs.send((table, Job::Deadline(deadline)));
    }
}

/// Waits [`TAKEOVER`], then claims the bot move if the log has not grown.
async fn bot_move_fallback(hub: Arc<Hub>, table: String) {
    let Ok(handle) = hub.handle(&table).await else { return };
    let ply = |room: &crate::table::Room| room.bot_to_move().map(|_| room.log().ply());
    let Ok(before) = hub.room(&handle).await.map(|room| ply(&room)) else { return };
    tokio::time::sleep(TAKEOVER).await;
    let same = hub.room(&handle).await.is_ok_and(|room| ply(&room) == before);
    if before.is_some() && same {
        let _ = hub.jobs.send((table, Job::BotMove));
    }
}

/// Why a bot turn failed.
enum BotError {
    /// The database is unavailable. Retried without limit.
    Unavailable(Refusal),
    /// At this ply the engine panicked, failed or returned an illegal turn. Probably deterministic, so retries are
    /// limited.
    NoMove(u32, String),
}

/// Plays one bot turn and queues the next job.
async fn bot_move(hub: Arc<Hub>, table: String, bots: Bots) {
    let Ok(handle) = hub.handle(&table).await else { return };
    if handle.bot_thinking.swap(true, Ordering::Relaxed) {
        return;
    }
    let played = play_bot_turn(&hub, &handle, &bots).await;
    handle.bot_thinking.store(false, Ordering::Relaxed);
    let backoff = match played {
        // Still a bot's turn, for example after a roll.
        Ok(true) => {
            let again = hub.room(&handle).await.is_ok_and(|room| room.bot_to_move().is_some());
            if !again {
                return;
            }
            Duration::ZERO
        }
        Ok(false) => return,
        Err(BotError::Unavailable(why)) => {
            tracing::warn!(table, %why, "the bot's turn could not be committed");
            bots.backoff
        }
        Err(BotError::NoMove(ply, why)) => {
            let failures = {
                let mut failures = lock(&handle.bot_failures);
                *failures = if failures.0 == ply { (ply, failures.1 + 1) } else { (ply, 1) };
                failures.1
            };
            if failures >= MAX_BOT_FAILURES {
                let until =
                    "the table is left alone until somebody acts there or the server restarts";
                tracing::error!(table, ply, why, "the bot cannot play: {until}");
                return;
            }
            tracing::warn!(table, ply, why, "the bot could not play");
            (bots.backoff * 2_u32.pow(failures - 1)).min(MAX_BACKOFF)
        }
    };
    tokio::time::sleep(backoff).await;
    let _ = hub.jobs.send((table, Job::BotMove));
}

/// Whether the game moved on. `false` if no bot is to move, or it is suspended.
async fn play_bot_turn(
    hub: &Arc<Hub>,
    handle: &Arc<RoomHandle>,
    bots: &Bots,
) -> Result<bool, BotError> {
    let (record, owner, level, seat, ply, seed) = {
        let room = hub.room(handle).await.map_err(BotError::Unavailable)?;
        let Some((seat, level)) = room.bot_to_move() else { return Ok(false) };
        let ply = room.log().ply();
        if *lock(&handle.bot_failures) == (ply, MAX_BOT_FAILURES) {
            return Ok(false);
        }
        let owner = room.head().creator.clone();
        (room.log().record(), owner, level, seat, ply, room.head().created)
    };
    let steps = bots.pool.choose(&owner, record, level, seed).await;
    let steps = steps.map_err(|why| BotError::NoMove(ply, why))?;
    let outages = hub.outages();
    let played = hub.update(handle, |room| room.play(seat, ply, &steps, hub.now(), &outages)).await;
    match played {
        // Lost the race against another change; the caller looks at the new position.
        Err(Refusal { code: Code::Stale | Code::NotYourTurn | Code::NotPlaying, .. }) => Ok(true),
        Err(why @ Refusal { code: Code::Unavailable, .. }) => Err(BotError::Unavailable(why)),
        Err(why) => Err(BotError::NoMove(ply, why.to_string())),
        Ok(()) => Ok(true),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use mohreh_games::{Kind, Record, Seat};
    use mohreh_protocol::{Act, Chatters, Clock, First, NewTable, Person, Seed};

    use super::*;
    use crate::bot::{self, Choose};
    use crate::bus::Bus;
    use crate::store::Store;
    use crate::table::Head;

    /// Hub with running background tasks and the given move chooser.
    async fn start_hub(choose: Choose) -> (Arc<Hub>, Bots) {
        let store = Store::open("sqlite::memory:").await.unwrap();
        let (jobs, job_queue) = mpsc::unbounded_channel();
        let clock = crate::time::Clock::tied_to(1_000_000);
        let hub = Arc::new(Hub::new(store, Bus::standalone(), Vec::new(), jobs, clock, 1_000_000));
        let backoff = Duration::from_millis(1);
        let bots = Bots { pool: Arc::new(BotPool::with_chooser(1, choose)), backoff };
        start(&hub, &Arc::default(), job_queue, bots.clone(), false);
        (hub, bots)
    }

    /// Table at which the bot moves first.
    async fn table(hub: &Hub, id: &str, level: u8) -> Arc<RoomHandle> {
        let wanted = NewTable {
            kind: Kind::ALL[0].to_string(),
            setup: String::new(),
            draw: false,
            computers: vec![level],
            clock: Clock::None,
            open: false,
            chat: Chatters::Players,
            first: First::Other,
            nonce: String::new(),
        };
        let person = Person { id: "sara".to_string(), name: "Sara".to_string() };
        let secrets = (id.to_string(), "key".to_string(), Seed::new([7; 32]));
        let mut head = Head::new(&wanted, &person, secrets, hub.now()).unwrap();
        head.begin_if_full(hub.now());
        hub.open(head).await.unwrap();
        hub.handle(id).await.unwrap()
    }

    async fn wait_until(holds: impl AsyncFn() -> bool) {
        for _ in 0..9000 {
            if holds().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("this does not come about");
    }

    #[tokio::test]
    async fn a_panicking_engine_suspends_only_its_own_bot() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        fn panics(record: &Record, level: u8, seed: u64) -> Result<Vec<String>, String> {
            if level > 1 {
                return bot::choose(record, level, seed);
            }
            CALLS.fetch_add(1, Ordering::SeqCst);
            panic!("a fault of the engine, for a test");
        }
        let (hub, bots) = start_hub(panics).await;
        let broken = table(&hub, "broken", 1).await;
        wait_until(async || *lock(&broken.bot_failures) == (0, MAX_BOT_FAILURES)).await;
        // A suspended bot stays suspended.
        for _ in 0..3 {
            hub.reschedule("broken").await.unwrap();
            bot_move(hub.clone(), "broken".to_string(), bots.clone()).await;
        }
        assert_eq!(CALLS.load(Ordering::SeqCst), MAX_BOT_FAILURES);
        // Other tables are not affected.
        let well = table(&hub, "well", 2).await;
        wait_until(async || hub.room(&well).await.unwrap().log().ply() > 0).await;
        // A new log entry lifts the suspension.
        let person = Seat::new(1);
        let asked = |room: &crate::table::Room| room.act(person, 0, Act::OfferDraw, hub.now(), &[]);
        hub.update(&broken, asked).await.unwrap();
        let ply = hub.room(&broken).await.unwrap().log().ply();
        wait_until(async || *lock(&broken.bot_failures) == (ply, MAX_BOT_FAILURES)).await;
        assert_eq!(CALLS.load(Ordering::SeqCst), 2 * MAX_BOT_FAILURES);
    }

    #[tokio::test]
    async fn transient_engine_failures_are_retried() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        fn fails(record: &Record, level: u8, seed: u64) -> Result<Vec<String>, String> {
            match CALLS.fetch_add(1, Ordering::SeqCst) {
                0 => Err("no steps".to_string()),
                1 => Ok(vec!["nonsense".to_string()]),
                2 => Ok(Vec::new()),
                _ => bot::choose(record, level, seed),
            }
        }
        let (hub, _) = start_hub(fails).await;
        let handle = table(&hub, "slow", 1).await;
        wait_until(async || hub.room(&handle).await.unwrap().log().ply() > 0).await;
        assert_eq!(CALLS.load(Ordering::SeqCst), 4);
    }
}
