//! Heartbeats of this node. They keep the clock tied to its reference, and tell outages, which no game is charged for,
//! from time that was played.

use std::sync::Arc;
use std::time::Duration;

use crate::hub::Hub;
use crate::store::{HEARTBEAT_GAP_MS, Heartbeat, Store, StoreError};
use crate::time::{Clock, Source};

/// Interval between heartbeats of a node.
const INTERVAL: Duration = Duration::from_secs(2);
/// Time in which a node that runs commits a heartbeat.
const NEXT_HEARTBEAT_MS: u64 = 2_600;
/// Interval at which a node that starts looks for the next heartbeat of others.
const START_POLL: Duration = Duration::from_millis(200);

/// A reading of the clock's reference: the database's wall clock if nodes share one, else the machine's.
struct Reading {
    wall: u64,
    /// Monotonic time of the reading.
    monotonic: u64,
}

impl Reading {
    async fn take(store: &Store, source: &Source) -> Result<Reading, StoreError> {
        let before = source.monotonic();
        let shared = store.wall_clock().await?;
        let monotonic = source.monotonic();
        // The answer was on its way for half of the round trip.
        let shared = shared.map(|wall| wall + (monotonic - before) / 2);
        Ok(Reading { wall: shared.unwrap_or_else(|| source.wall_clock()), monotonic })
    }

    /// What the reference shows now, unless it has jumped since.
    fn now(&self, source: &Source) -> u64 {
        self.wall + (source.monotonic() - self.monotonic)
    }
}

/// The clock of a node that starts. Nodes that run already may have ignored a jump of the reference, so the clock is
/// tied to theirs.
pub(crate) async fn start_clock(store: &Store, source: Source) -> Result<Clock, StoreError> {
    if !store.is_shared() {
        return Ok(Clock::tied_to(Reading::take(store, &source).await?.wall, source));
    }
    let (mut since, mut slowest_ms) = (source.monotonic(), 0);
    let mut known = None;
    loop {
        let asked = source.monotonic();
        let mut heartbeats = store.heartbeats().await?;
        let wall = Reading::take(store, &source).await?.wall;
        heartbeats.retain(|beat| beat.wall > 0);
        slowest_ms = (source.monotonic() - asked).max(slowest_ms);
        let theirs = |beat: &Heartbeat| {
            let fits = wall.abs_diff(beat.wall) <= HEARTBEAT_GAP_MS;
            fits.then(|| beat.at + wall.saturating_sub(beat.wall))
        };
        // Only a heartbeat that was written meanwhile tells the time for sure: after an older one the reference may have
        // jumped, and after a jump those of nodes that ended long ago may fit.
        let before = known.get_or_insert_with(|| heartbeats.clone());
        let new: Vec<_> = heartbeats.iter().filter(|beat| !before.contains(beat)).collect();
        if let Some(theirs) = new.iter().filter_map(|beat| theirs(beat)).max() {
            return Ok(Clock::tied_to(theirs, source));
        }
        if !new.is_empty() {
            // A node runs, and the reference has jumped just now: its next heartbeat will fit.
            (known, since) = (Some(heartbeats), source.monotonic());
            continue;
        }
        // Others wait for the database as long as this node.
        let next_ms = (NEXT_HEARTBEAT_MS + 4 * slowest_ms).min(HEARTBEAT_GAP_MS);
        if heartbeats.is_empty() || source.monotonic() - since > next_ms {
            // Those that start at the same time do the same, so older heartbeats, which some of them may take for the
            // time of a node that runs, and some not, do not count.
            return Ok(Clock::tied_to(wall, source));
        }
        tokio::time::sleep(START_POLL).await;
    }
}

/// Says that this node has ended, so that nobody who starts waits for its next heartbeat.
pub(crate) async fn end(hub: &Hub) {
    let beat = Heartbeat { node: hub.bus.node.clone(), at: hub.now(), wall: 0 };
    // Without it the next start takes a little longer.
    let _ = hub.store.add_heartbeat(&beat).await;
}

/// Latest heartbeat of any node. Those of the future are left out: a clock was wrong when they were written.
pub(crate) async fn last_heartbeat(store: &Store, now: u64) -> Result<Option<u64>, StoreError> {
    let heartbeats = store.heartbeats().await?;
    let past = heartbeats.iter().filter(|beat| beat.at <= now + HEARTBEAT_GAP_MS);
    Ok(past.map(|beat| beat.at).max())
}

/// Records the time since the last heartbeat of any node as an outage, if it exceeds [`HEARTBEAT_GAP_MS`].
async fn record_outage(store: &Store, now: u64) -> Result<(), StoreError> {
    if let Some(last) = last_heartbeat(store, now).await?
        && now.saturating_sub(last) > HEARTBEAT_GAP_MS
    {
        store.add_outage(last, now).await?;
    }
    Ok(())
}

/// Deletes what a wrong clock left in the future, with a warning, and the heartbeats of nodes that ended long ago.
async fn clean_up(store: &Store, now: u64) -> Result<(), StoreError> {
    let future = now + HEARTBEAT_GAP_MS;
    // Heartbeats first. If one of them outlived the outage before it, and the clock came there again, the time between
    // would be charged; so would the time up to one that is ahead by less than clocks of nodes may differ. Nodes that run
    // write theirs again.
    for beat in store.heartbeats().await?.iter().filter(|beat| beat.at > now) {
        if beat.at > future {
            let ahead_s = (beat.at - now) / 1000;
            tracing::warn!(ahead_s, "a heartbeat of the future is ignored: a clock was wrong");
        }
        store.delete_heartbeat(beat).await?;
    }
    for (from, to) in store.outages().await?.into_iter().filter(|(_, to)| *to > future) {
        let ahead_s = (to - now) / 1000;
        tracing::warn!(ahead_s, "an outage of the future is ignored: a clock was wrong");
        store.delete_outage(from, to).await?;
    }
    store.prune_heartbeats().await
}

/// Heartbeat loop after the first one; logs when the database becomes unavailable and when it recovers, and jumps of the
/// reference.
pub(crate) async fn run(hub: Arc<Hub>) {
    // Logged only on transitions, not at every failed heartbeat.
    let mut last_error = hub.not_started();
    let mut jump_reported_s = 0;
    loop {
        tokio::time::sleep(INTERVAL).await;
        let beat = heartbeat(&hub).await.inspect_err(|error| hub.on_failed_heartbeat(error));
        if let Ok(jump_ms) = beat {
            let jump_s = jump_ms / 1000;
            if (jump_s - jump_reported_s).abs() > 1 {
                let now = "the time of games does not follow until the server starts anew";
                tracing::warn!(jump_s, "the wall clock was set: {now}");
                jump_reported_s = jump_s;
            }
        }
        let error_now = beat.err();
        match &error_now {
            Some(error) if error_now != last_error => {
                tracing::error!(%error, "the database does not accept writes; reads go on if it answers");
            }
            None if last_error.is_some() => tracing::info!("the database accepts writes again"),
            _ => {}
        }
        last_error = error_now;
    }
}

/// Commits the first heartbeat of this node.
pub(crate) async fn first(hub: &Hub) -> Result<(), StoreError> {
    heartbeat(hub).await.inspect_err(|error| hub.on_failed_heartbeat(error)).map(drop)
}

/// Commits a heartbeat; returns how far the reference has jumped, in milliseconds. At the start and after a gap the
/// outage is recorded first, unless another node's heartbeats cover it.
async fn heartbeat(hub: &Hub) -> Result<i64, StoreError> {
    let Hub { store, clock, .. } = hub;
    let reading = Reading::take(store, &clock.source).await?;
    let jump_ms = clock.follow(reading.wall).err().unwrap_or(0);
    if hub.outage_since(hub.now()).is_some() {
        record_outage(store, hub.now()).await?;
        hub.set_outages(store.outages().await?);
    }
    // Of one moment, although the requests before may have been slow: others tie their clocks to the pair.
    let (at, wall) = (hub.now(), reading.now(&clock.source));
    store.add_heartbeat(&Heartbeat { node: hub.bus.node.clone(), at, wall }).await?;
    if hub.not_started().is_some() {
        // Not before its own heartbeat is there, so that the next start finds one whatever happens.
        clean_up(store, at).await?;
        hub.set_outages(store.outages().await?);
    }
    hub.set_last_heartbeat(at);
    Ok(jump_ms)
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;
    use mohreh_protocol::{Chatters, Code, First, NewTable, Person, Seed};
    use tokio::sync::mpsc;

    use super::*;
    use crate::bus::Bus;
    use crate::machine::{Machine, Rng};
    use crate::startup::READ_ONLY;
    use crate::store::KEPT_HEARTBEATS;
    use crate::store::simulated::{Link, Memory};
    use crate::table::Head;

    const HOUR_MS: u64 = 60 * 60 * 1000;
    const DAY_MS: u64 = 24 * HOUR_MS;

    async fn store() -> Store {
        Store::open("sqlite::memory:").await.unwrap()
    }

    fn at(at: u64) -> Heartbeat {
        Heartbeat { node: format!("node {at}"), at, wall: at }
    }

    /// A node that starts at this time.
    async fn start(store: &Store, now: u64) -> Hub {
        let (jobs, _queue) = mpsc::unbounded_channel();
        let last = last_heartbeat(store, now).await.unwrap().unwrap_or(now);
        let clock = Clock::manual(now);
        let hub = Hub::new(store.clone(), Bus::standalone(), vec![], jobs, clock, last);
        first(&hub).await.unwrap();
        hub
    }

    /// All outages after a start at this time.
    async fn outages_at_start(store: &Store, now: u64) -> Vec<(u64, u64)> {
        start(store, now).await.outages().to_vec()
    }

    #[tokio::test]
    async fn downtime_is_recognised_although_the_clock_once_ran_a_day_ahead() {
        let store = store().await;
        let now = 100 * DAY_MS;
        // A run with a wrong clock, and what it took for an outage.
        store.add_heartbeat(&at(now - 60_000)).await.unwrap();
        assert_eq!(outages_at_start(&store, now + DAY_MS).await, [(now - 60_000, now + DAY_MS)]);
        store.add_heartbeat(&at(now + DAY_MS)).await.unwrap();
        // The clock is right again: nothing of the future counts.
        assert_eq!(outages_at_start(&store, now).await, [(now - 60_000, now)]);
        store.add_heartbeat(&at(now + 2_000)).await.unwrap();
        // A gap of 15 s is an outage, one of 5 s is none.
        assert_eq!(outages_at_start(&store, now + 7_000).await, [(now - 60_000, now)]);
        let outages = outages_at_start(&store, now + 22_000).await;
        assert_eq!(outages, [(now - 60_000, now), (now + 7_000, now + 22_000)]);
    }

    #[tokio::test]
    async fn a_start_leaves_no_heartbeat_of_the_future_however_near() {
        let store = store().await;
        let now = 100 * DAY_MS;
        for ahead_ms in [1, 5_000, DAY_MS] {
            store.add_heartbeat(&at(now + ahead_ms)).await.unwrap();
        }
        start(&store, now).await;
        // The next start, by whatever clock, sees downtime since this one.
        assert_eq!(last_heartbeat(&store, now + 2 * DAY_MS).await.unwrap(), Some(now));
    }

    #[tokio::test]
    async fn nothing_changes_before_the_first_heartbeat() {
        let (jobs, _queue) = mpsc::unbounded_channel();
        let now = 100 * DAY_MS;
        let hub = Hub::new(store().await, Bus::standalone(), vec![], jobs, Clock::manual(now), now);
        let wanted = NewTable {
            kind: Kind::ALL[0].to_string(),
            setup: String::new(),
            draw: false,
            computers: vec![],
            clock: mohreh_protocol::Clock::None,
            open: true,
            chat: Chatters::Players,
            first: First::Me,
            nonce: String::new(),
        };
        let sara = Person { id: "sara".to_string(), name: "Sara".to_string() };
        let secrets = ("table".to_string(), "key".to_string(), Seed::new([7; 32]));
        let head = Head::new(&wanted, &sara, secrets, now).unwrap();
        let full = StoreError::DiskFull(String::new());
        hub.on_failed_heartbeat(&full);
        let why = hub.open(head.clone()).await.unwrap_err();
        assert_eq!((why.code, why.why.as_str()), (Code::Unavailable, READ_ONLY));
        assert_eq!(hub.store.table("table").await.unwrap(), None);
        first(&hub).await.unwrap();
        hub.on_failed_heartbeat(&full);
        hub.open(head).await.unwrap();
        // It can be told from the heartbeat since when nobody could play, whatever the wall clock is by then.
        assert_eq!(last_heartbeat(&hub.store, now + DAY_MS).await.unwrap(), Some(now));
    }

    #[tokio::test]
    async fn an_outage_counts_once_although_the_heartbeat_after_it_failed() {
        let now = 100 * DAY_MS;
        let hub = start(&store().await, now).await;
        hub.clock.advance(20_000);
        hub.set_outages(vec![(now, now + 15_000)]);
        assert_eq!(*hub.outages(), [(now, now + 20_000)]);
    }

    /// A shared database whose wall clock can be set, and the store of a node at it.
    fn shared() -> (Arc<Memory>, Arc<Link>, Store) {
        let machine = Arc::new(Machine::new(tokio::time::Instant::now(), 0, 0));
        let memory = Arc::new(Memory::new(machine, true, false));
        let link = Arc::new(Link::new(memory.clone(), 0, Rng::new(1, 1)));
        (memory, link.clone(), Store::simulated(link))
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_starts_follows_those_that_run_whatever_the_reference_shows() {
        // The reference is set while the node starts, also so that the heartbeat of a node that has crashed fits.
        let jumps =
            [(-25_000, 0), (-25_000, 1_950), (25_000, 2_000), (3_600_000, 500), (3_000, 0), (0, 0)];
        for (jump_ms, wait_ms) in jumps {
            let (memory, _, store) = shared();
            let beat = |node: &str| {
                let (at, wall) = (memory.machine.true_time(), memory.machine.wall_clock());
                Heartbeat { node: node.to_string(), at, wall }
            };
            store.add_heartbeat(&beat("crashed")).await.unwrap();
            tokio::time::sleep(Duration::from_secs(25)).await;
            let runs = async {
                loop {
                    store.add_heartbeat(&beat("runs")).await.unwrap();
                    tokio::time::sleep(INTERVAL).await;
                }
            };
            let jumps = async {
                tokio::time::sleep(Duration::from_millis(wait_ms)).await;
                memory.machine.set_wall_ahead(jump_ms);
                std::future::pending::<()>().await;
            };
            let starts = async {
                tokio::time::sleep(Duration::from_millis(1)).await;
                start_clock(&store, Source::Simulated(memory.machine.clone())).await.unwrap()
            };
            let clock = tokio::select! {
                biased;
                clock = starts => clock,
                () = runs => unreachable!("nodes run without end"),
                () = jumps => unreachable!("it waits without end"),
            };
            let off_ms = clock.now().abs_diff(memory.machine.true_time());
            assert_eq!(off_ms, 0, "{jump_ms} after {wait_ms}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn time_and_reference_of_a_heartbeat_are_of_one_moment_although_requests_are_slow() {
        let (memory, link, store) = shared();
        let now = memory.machine.true_time();
        let clock = Clock::tied_to(now, Source::Simulated(memory.machine.clone()));
        let (jobs, _queue) = mpsc::unbounded_channel();
        let hub = Hub::new(store, Bus::standalone(), vec![], jobs, clock, now);
        first(&hub).await.unwrap();
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_secs(10)).await;
            link.set_faults(|faults| faults.delay_ms = 1_000);
            heartbeat(&hub).await.unwrap();
            let beats = hub.store.heartbeats().await.unwrap();
            // Half of the longest round trip, and what the clock was slewed.
            assert!(beats[0].at.abs_diff(beats[0].wall) <= 1_000 + 200, "{beats:?}");
        }
    }

    #[tokio::test]
    async fn heartbeats_of_long_ago_are_tidied_away() {
        let store = store().await;
        for n in 0..=2 * KEPT_HEARTBEATS {
            store.add_heartbeat(&at(n * HOUR_MS)).await.unwrap();
        }
        let now = 2 * KEPT_HEARTBEATS * HOUR_MS;
        assert_eq!(outages_at_start(&store, now).await, []);
        assert_eq!(store.heartbeats().await.unwrap().len() as u64, KEPT_HEARTBEATS);
        // But not before the outage that they show.
        assert_eq!(outages_at_start(&store, now + 9 * DAY_MS).await, [(now, now + 9 * DAY_MS)]);
    }

    #[tokio::test]
    async fn jumps_of_the_wall_clock_change_neither_time_nor_outages() {
        let (jobs, _queue) = mpsc::unbounded_channel();
        let now = 100 * DAY_MS;
        let hub = Hub::new(store().await, Bus::standalone(), vec![], jobs, Clock::manual(now), now);
        // The wall clock of this machine is far from the manual clock: a jump, at every heartbeat.
        for n in 1..=5 {
            hub.clock.advance(2_000);
            let jump_ms = heartbeat(&hub).await.unwrap();
            assert!(jump_ms.unsigned_abs() > DAY_MS, "{jump_ms}");
            assert_eq!(hub.now(), now + n * 2_000);
        }
        assert_eq!(hub.store.outages().await.unwrap(), []);
        // A real gap is an outage.
        hub.clock.advance(20_000);
        heartbeat(&hub).await.unwrap();
        assert_eq!(*hub.outages(), [(now + 10_000, now + 30_000)]);
    }
}
