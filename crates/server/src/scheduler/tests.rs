//! Bots that fail, tables that leave memory, deadlines that come from the database.

use std::sync::atomic::{AtomicU32, Ordering};

use mohreh_games::{Kind, Record, Seat};
use mohreh_protocol::{Act, Chatters, Clock, First, NewTable, Person, Phase, Seed, limits};

use super::*;
use crate::bot::{self, Choose};
use crate::bus::Bus;
use crate::hub::Subscriber;
use crate::store::Store;
use crate::table::{Draft, Head, Reader};

/// Hub with running background tasks and the given move chooser.
async fn start_hub(choose: Choose) -> (Arc<Hub>, Bots) {
    let store = Store::open("sqlite::memory:").await.unwrap();
    let (jobs, job_queue) = mpsc::unbounded_channel();
    let clock = crate::time::Clock::tied_to(1_000_000, crate::time::Source::Machine);
    let hub = Arc::new(Hub::new(store, Bus::standalone(), Vec::new(), jobs, clock, 1_000_000));
    hub.set_last_heartbeat(1_000_000);
    let backoff = Duration::from_millis(1);
    let bots = Bots { pool: Arc::new(BotPool::with_chooser(1, choose)), backoff };
    start(&hub, &Arc::default(), job_queue, bots.clone());
    (hub, bots)
}

/// Opens a table with Sara, bots, and Bahram if a seat is left.
async fn open(hub: &Hub, id: &str, clock: Clock, computers: Vec<u8>, first: First) {
    let wanted = NewTable {
        kind: Kind::ALL[0].to_string(),
        setup: String::new(),
        draw: false,
        computers,
        clock,
        open: false,
        chat: Chatters::Players,
        first,
        nonce: String::new(),
    };
    let person = |id: &str| Person { id: id.to_string(), name: id.to_string() };
    let secrets = (id.to_string(), "key".to_string(), Seed::new([7; 32]));
    let mut head = Head::new(&wanted, &person("sara"), secrets, hub.now()).unwrap();
    head.begin_if_full(hub.now());
    hub.open(head).await.unwrap();
    let handle = hub.handle(id).await.unwrap();
    let bahram = person("bahram");
    hub.update(&handle, |room| match room.head().phase {
        Phase::Waiting => room.join(&bahram, ("key", false), "", hub.now()),
        _ => Ok(Draft::of_head(None)),
    })
    .await
    .unwrap();
}

/// Table at which the bot moves first.
async fn table(hub: &Hub, id: &str, level: u8) -> Arc<RoomHandle> {
    open(hub, id, Clock::None, vec![level], First::Other).await;
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
    wait_until(async || hub.room(&broken).await.unwrap().is_stuck()).await;
    // People at the table are told, whenever they come.
    let (queue, mut heard) = mpsc::channel(16);
    let subscriber = Arc::new(Subscriber::new(1, queue));
    hub.watch(&broken, &subscriber, Reader { person: None, key: "key" }, 0).await.unwrap();
    assert!(heard.recv().await.unwrap().contains("\"stuck\":true"));
    // A suspended bot stays suspended.
    for _ in 0..3 {
        hub.look_in("broken", 0).await.unwrap();
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
    loop {
        let text = heard.recv().await.unwrap();
        if text.contains("\"present\":") && text.contains("\"stuck\":true") {
            break;
        }
    }
    // The table leaves memory when they do.
    hub.leave(&broken, &subscriber).await;
    drop((broken, well));
    wait_until_empty(&hub).await;
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

const MINUTE_MS: u64 = 60 * 1000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// A node whose clock stands still, with only its jobs running. On this store it may have predecessors.
fn start_node(store: &Store, now: u64) -> Arc<Hub> {
    let (jobs, job_queue) = mpsc::unbounded_channel();
    let clock = crate::time::Clock::manual(now);
    let hub = Hub::new(store.clone(), Bus::standalone(), Vec::new(), jobs, clock, now);
    hub.set_last_heartbeat(now);
    let hub = Arc::new(hub);
    let pool = Arc::new(BotPool::with_chooser(1, bot::choose));
    let bots = Bots { pool, backoff: Duration::from_millis(1) };
    tokio::spawn(run_jobs(hub.clone(), job_queue, bots));
    hub
}

/// Lets time pass without an outage.
fn advance(hub: &Hub, by_ms: u64) {
    hub.set_last_heartbeat(hub.now() + by_ms);
    hub.clock.advance(by_ms);
}

async fn phase(hub: &Hub, id: &str) -> (String, Option<String>) {
    let row = hub.store.table(id).await.unwrap().unwrap();
    (row.phase, row.end)
}

async fn wait_until_empty(hub: &Hub) {
    wait_until(async || {
        hub.evict_idle(0);
        hub.room_count() == 0
    })
    .await;
}

fn over(end: &str) -> (String, Option<String>) {
    ("over".to_string(), Some(end.to_string()))
}

fn playing() -> (String, Option<String>) {
    ("playing".to_string(), None)
}

#[tokio::test]
async fn unfinished_tables_leave_memory_and_come_back_when_due() {
    const LIVE: Clock = Clock::Live { main: 3600, more: 0 };
    const DAYS: Clock = Clock::Days { days: 2 };
    let store = Store::open("sqlite::memory:").await.unwrap();
    let hub = start_node(&store, DAY_MS);
    for n in 0..20 {
        open(&hub, &format!("untimed{n}"), Clock::None, vec![], First::Me).await;
        open(&hub, &format!("live{n}"), LIVE, vec![], First::Me).await;
        open(&hub, &format!("days{n}"), DAYS, vec![], First::Me).await;
        open(&hub, &format!("bot{n}"), Clock::None, vec![1], First::Other).await;
        open(&hub, &format!("botdays{n}"), DAYS, vec![1], First::Me).await;
    }
    assert_eq!(hub.room_count(), 100);
    // The bots play their turn, then nobody is to do anything.
    wait_until(async || {
        let handle = hub.handle("bot19").await.unwrap();
        hub.room(&handle).await.unwrap().log().ply() > 0
    })
    .await;
    wait_until_empty(&hub).await;
    // Rows of older servers are looked at once, and their time is stored.
    for n in 0..20 {
        let (id, due) = (format!("days{n}"), hub.now() + 2 * DAY_MS);
        assert_eq!(store.table(&id).await.unwrap().unwrap().due, due);
        store.postpone(&id, due, 0).await.unwrap();
    }
    look_at_due_tables(&hub).await.unwrap();
    assert_eq!(hub.room_count(), 0);
    assert_eq!(store.table("days0").await.unwrap().unwrap().due, hub.now() + 2 * DAY_MS);
    // A look in time brings those back whose first turn never came; looks do not keep them.
    advance(&hub, 4 * MINUTE_MS);
    look_at_due_tables(&hub).await.unwrap();
    assert_eq!(hub.room_count(), 20);
    assert_eq!(phase(&hub, "live7").await, playing());
    advance(&hub, MINUTE_MS);
    for n in 0..20 {
        wait_until(async || phase(&hub, &format!("live{n}")).await == over("aborted")).await;
    }
    wait_until_empty(&hub).await;
    // The flags of correspondence games fall, here after a restart.
    let hub = start_node(&store, hub.now());
    advance(&hub, 2 * DAY_MS - 6 * MINUTE_MS);
    look_at_due_tables(&hub).await.unwrap();
    assert_eq!((hub.room_count(), phase(&hub, "days3").await), (40, playing()));
    advance(&hub, MINUTE_MS);
    for n in 0..20 {
        wait_until(async || phase(&hub, &format!("days{n}")).await == over("aborted")).await;
        wait_until(async || phase(&hub, &format!("botdays{n}")).await == over("aborted")).await;
    }
    wait_until_empty(&hub).await;
    assert_eq!(phase(&hub, "bot5").await, playing());
}

#[tokio::test]
async fn a_deadline_does_not_count_on_an_outage_in_progress() {
    let store = Store::open("sqlite::memory:").await.unwrap();
    let hub = start_node(&store, DAY_MS);
    open(&hub, "live", Clock::Live { main: 3600, more: 0 }, vec![], First::Me).await;
    let handle = hub.handle("live").await.unwrap();
    let deadline = async || hub.deadline_soon(&hub.room(&handle).await.unwrap());
    // The first turn is due within a minute.
    advance(&hub, 4 * MINUTE_MS);
    let due = DAY_MS + 5 * MINUTE_MS;
    assert_eq!(deadline().await, Some(due));
    // No heartbeat since: the clock stands still, but nobody may look again if it turns out to have run.
    hub.clock.advance(20_000);
    assert!(hub.outage_since(hub.now()).is_some());
    assert_eq!(deadline().await, Some(due));
    // An outage that is over moves the deadline.
    hub.set_outages(vec![(hub.now() - 20_000, hub.now())]);
    advance(&hub, 1_000);
    assert_eq!(deadline().await, Some(due + 20_000));
}

#[tokio::test]
async fn a_bot_that_is_to_move_moves_after_a_restart() {
    let store = Store::open("sqlite::memory:").await.unwrap();
    // The first node runs no jobs: it ends before its bot has moved.
    let (jobs, _queue) = mpsc::unbounded_channel();
    let clock = crate::time::Clock::manual(DAY_MS);
    let first = Hub::new(store.clone(), Bus::standalone(), Vec::new(), jobs, clock, DAY_MS);
    first.set_last_heartbeat(DAY_MS);
    open(&first, "bot", Clock::None, vec![1], First::Me).await;
    let handle = first.handle("bot").await.unwrap();
    let step = first.room(&handle).await.unwrap().log().game().steps()[0].clone();
    let hub = start_node(&store, DAY_MS + 1);
    look_at_due_tables(&hub).await.unwrap();
    assert_eq!(hub.room_count(), 0, "it is the person's turn");
    let mut steps = vec![step];
    loop {
        let play = |room: &crate::table::Room| room.play(Seat::FIRST, 0, &steps, DAY_MS, &[]);
        let game = {
            let room = first.room(&handle).await.unwrap();
            let mut game = room.log().game().clone();
            steps.iter().for_each(|step| game.play(step).unwrap());
            game
        };
        if game.status() != mohreh_games::Status::ToMove(Seat::FIRST) {
            first.update(&handle, play).await.unwrap();
            break;
        }
        steps.push(game.steps()[0].clone());
    }
    look_at_due_tables(&hub).await.unwrap();
    let handle = hub.handle("bot").await.unwrap();
    let played = steps.len() as u32;
    wait_until(async || hub.room(&handle).await.unwrap().log().ply() > played).await;
    drop(handle);
    wait_until_empty(&hub).await;
}

#[tokio::test]
async fn games_without_a_clock_that_nobody_plays_on_are_closed_without_a_result() {
    let store = Store::open("sqlite::memory:").await.unwrap();
    let hub = start_node(&store, DAY_MS);
    open(&hub, "bot", Clock::None, vec![1], First::Me).await;
    open(&hub, "people", Clock::None, vec![], First::Me).await;
    open(&hub, "days", Clock::Days { days: 30 }, vec![], First::Me).await;
    // Whoever acts keeps the game.
    advance(&hub, 10 * DAY_MS);
    let handle = hub.handle("people").await.unwrap();
    let offer =
        |room: &crate::table::Room| room.act(Seat::FIRST, 0, Act::OfferDraw, hub.now(), &[]);
    hub.update(&handle, offer).await.unwrap();
    drop(handle);
    for (passed_ms, closed) in [
        (limits::ABANDONED_BOT_GAME_MS - 1, [false, false]),
        (limits::ABANDONED_BOT_GAME_MS, [true, false]),
        (limits::ABANDONED_GAME_MS + 10 * DAY_MS - 1, [true, false]),
        (limits::ABANDONED_GAME_MS + 10 * DAY_MS, [true, true]),
    ] {
        advance(&hub, DAY_MS + passed_ms - hub.now());
        look_at_due_tables(&hub).await.unwrap();
        for (id, closed) in ["bot", "people"].into_iter().zip(closed) {
            let expected = if closed { over("aborted") } else { playing() };
            assert_eq!(phase(&hub, id).await, expected, "{id} after {passed_ms}");
        }
    }
    let row = store.table("bot").await.unwrap().unwrap();
    assert_eq!((row.result, row.ended), (None, Some(DAY_MS + limits::ABANDONED_BOT_GAME_MS)));
    let handle = hub.handle("people").await.unwrap();
    let refused = hub.update(&handle, offer).await.unwrap_err();
    assert_eq!(refused.code, Code::NotPlaying);
    drop(handle);
    wait_until_empty(&hub).await;
}
