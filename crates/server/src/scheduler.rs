//! Background jobs: clock deadlines, bot moves, lobby updates, eviction of idle rooms.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join_all;
use mohreh_protocol::{Code, Refusal};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::bot::BotPool;
use crate::heartbeat;
use crate::hub::{HORIZON_MS, Hub, Job, RoomHandle, lock};
use crate::lobby::Lobby;
use crate::store::StoreError;
use crate::tasks::spawn;

/// Shortest and longest time between two looks at the deadline queue. The longest is how late a deadline may be after
/// the machine was suspended, which timers do not notice.
const DEADLINE_POLL: RangeInclusive<Duration> = Duration::from_millis(100)..=Duration::from_secs(1);
/// Interval of the scan for tables that are due.
const SCAN_INTERVAL: Duration = Duration::from_secs(30);
/// Tables that a scan looks at concurrently; it holds no more in memory.
const SCAN_BATCH: u32 = 100;
/// Rooms unused for this long are evicted.
const IDLE_MS: u64 = 5 * 60 * 1000;

/// Time after which another node takes over a bot move.
const TAKEOVER: Duration = Duration::from_secs(5);
/// Interval of [`Hub::catch_up`] and [`Hub::check_tokens`].
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
pub(crate) struct Bots {
    pool: Arc<BotPool>,
    backoff: Duration,
}

impl Bots {
    pub(crate) fn new(pool: Arc<BotPool>) -> Bots {
        Bots { pool, backoff: FIRST_BACKOFF }
    }
}

/// Spawns all background tasks.
pub(crate) fn start(
    hub: &Arc<Hub>,
    lobby: &Arc<Lobby>,
    jobs: mpsc::UnboundedReceiver<(String, Job)>,
    bots: Bots,
) {
    spawn(run_jobs(hub.clone(), jobs, bots));
    spawn(heartbeat::run(hub.clone()));
    spawn(scan(hub.clone()));
    spawn({
        let hub = hub.clone();
        async move {
            loop {
                tokio::time::sleep(CATCH_UP_INTERVAL).await;
                if hub.may_lag_behind() {
                    hub.catch_up().await;
                }
                hub.check_tokens().await;
            }
        }
    });
    if !hub.bus.is_standalone() {
        let hub = hub.clone();
        spawn(async move {
            loop {
                tokio::time::sleep(PRESENCE_INTERVAL).await;
                hub.announce_presence().await;
            }
        });
    }
    spawn(lobby.clone().run(hub.clone()));
}

/// Looks at all tables that are due now or soon, in batches, the earliest first.
async fn look_at_due_tables(hub: &Hub) -> Result<(), StoreError> {
    let until = hub.now() + HORIZON_MS;
    let mut last = (0, String::new());
    loop {
        let tables = hub.store.due_tables(until, &last, SCAN_BATCH).await?;
        // What fails is due again at the next scan.
        join_all(tables.iter().map(|(due, table)| hub.look_in(table, *due))).await;
        match tables.into_iter().last() {
            Some(table) => last = table,
            None => return Ok(()),
        }
    }
}

/// Scans for tables that are due, and evicts idle rooms.
async fn scan(hub: Arc<Hub>) {
    loop {
        if let Err(error) = look_at_due_tables(&hub).await {
            tracing::warn!(%error, "tables that are due could not be listed");
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
    let wait_for = |deadline: u64| {
        let wait = Duration::from_millis(deadline.saturating_sub(hub.now()));
        Instant::now() + wait.clamp(*DEADLINE_POLL.start(), *DEADLINE_POLL.end())
    };
    let look = tokio::time::sleep(Duration::ZERO);
    tokio::pin!(look);
    loop {
        tokio::select! {
            biased;
            () = &mut look => {
                let time = hub.now();
                while deadlines.peek().is_some_and(|Reverse((deadline, _))| *deadline <= time) {
                    if let Some(Reverse((deadline, table))) = deadlines.pop()
                        && last.get(&table) == Some(&deadline)
                    {
                        last.remove(&table);
                        spawn(flag(hub.clone(), table));
                    }
                }
                let next = deadlines.peek().map_or(u64::MAX, |Reverse((deadline, _))| *deadline);
                look.as_mut().reset(wait_for(next));
            }
            job = jobs.recv() => match job {
                None => return,
                Some((table, Job::Deadline(deadline))) => {
                    last.insert(table.clone(), deadline);
                    deadlines.push(Reverse((deadline, table)));
                    let due = wait_for(deadline);
                    if due < look.deadline() {
                        look.as_mut().reset(due);
                    }
                }
                Some((table, Job::BotMove)) => {
                    spawn(bot_move(hub.clone(), table, bots.clone()));
                }
                Some((table, Job::BotMoveFallback)) => {
                    spawn(bot_move_fallback(hub.clone(), table));
                }
            },
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
        // Not due: lag or an outage has moved the deadline. One that has passed waits for the end of an outage.
        Err(_) => match hub.room(&handle).await {
            Ok(room) => hub.deadline_soon(&room).map(|deadline| match deadline > hub.now() {
                true => deadline,
                false => hub.now() + 1000,
            }),
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
                hub.give_up_bot(&handle, ply).await;
                let until = "the table is left alone until somebody acts there";
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
        if room.is_stuck() {
            return Ok(false);
        }
        let owner = room.head().creator.clone();
        (room.log().record(), owner, level, seat, ply, room.head().created)
    };
    let steps = bots.pool.choose(&owner, record, level, seed).await;
    let steps = steps.map_err(|why| BotError::NoMove(ply, why))?;
    let played =
        hub.update(handle, |room| room.play(seat, ply, &steps, hub.now(), &hub.outages())).await;
    match played {
        // Lost the race against another change; the caller looks at the new position.
        Err(Refusal { code: Code::Stale | Code::NotYourTurn | Code::NotPlaying, .. }) => Ok(true),
        Err(why @ Refusal { code: Code::Unavailable, .. }) => Err(BotError::Unavailable(why)),
        Err(why) => Err(BotError::NoMove(ply, why.to_string())),
        Ok(()) => Ok(true),
    }
}

#[cfg(test)]
mod tests;
