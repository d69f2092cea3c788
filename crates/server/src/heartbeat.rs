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

/// The clock's reference: the database's wall clock if nodes share one, else the machine's.
async fn reference(store: &Store, source: &Source) -> Result<u64, StoreError> {
    let before = source.monotonic();
    let shared = store.wall_clock().await?;
    // The answer was on its way for half of the round trip.
    let shared = shared.map(|wall| wall + (source.monotonic() - before) / 2);
    Ok(shared.unwrap_or_else(|| source.wall_clock()))
}

/// The clock of a node that starts. Nodes that run already may have ignored a jump of the reference, so the clock is
/// tied to theirs.
pub(crate) async fn start_clock(store: &Store, source: Source) -> Result<Clock, StoreError> {
    if !store.is_shared() {
        return Ok(Clock::tied_to(reference(store, &source).await?, source));
    }
    let started = source.monotonic();
    loop {
        let heartbeats = store.heartbeats().await?;
        let wall = reference(store, &source).await?;
        let is_running = |beat: &&Heartbeat| wall.abs_diff(beat.wall) <= HEARTBEAT_GAP_MS;
        let running = heartbeats.iter().filter(is_running);
        if let Some(theirs) = running.map(|beat| beat.at + wall.saturating_sub(beat.wall)).max() {
            return Ok(Clock::tied_to(theirs, source));
        }
        // No node runs, or the reference has jumped since its last heartbeat; the next one will show.
        let may_run = heartbeats.iter().any(|beat| beat.wall > 0);
        if !may_run || source.monotonic() - started > NEXT_HEARTBEAT_MS {
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

/// Records the outage before this start of a node, and cleans up.
pub(crate) async fn start(store: &Store, now: u64) -> Result<(), StoreError> {
    record_outage(store, now).await?;
    clean_up(store, now).await
}

/// Deletes what a wrong clock left in the future, with a warning, and the heartbeats of nodes that ended long ago.
async fn clean_up(store: &Store, now: u64) -> Result<(), StoreError> {
    let future = now + HEARTBEAT_GAP_MS;
    let outages = store.delete_outages(future).await?;
    let heartbeats = store.heartbeats().await?.into_iter().filter(|beat| beat.at > future);
    if let Some(latest) = heartbeats.map(|beat| beat.at).max() {
        let ahead_s = (latest - now) / 1000;
        tracing::warn!(ahead_s, outages, "heartbeats of the future are ignored: a clock was wrong");
    } else if outages > 0 {
        tracing::warn!(outages, "outages of the future are ignored: a clock was wrong");
    }
    store.delete_heartbeats(future).await
}

/// Heartbeat loop; logs when the database becomes unavailable and when it recovers, and jumps of the reference.
pub(crate) async fn run(hub: Arc<Hub>) {
    // Logged only on transitions, not at every failed heartbeat.
    let mut last_error = None;
    let mut jump_reported_s = 0;
    loop {
        let beat = heartbeat(&hub).await;
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
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Commits a heartbeat; returns how far the reference has jumped, in milliseconds. After a gap the outage is recorded
/// first, unless another node's heartbeats cover it.
async fn heartbeat(hub: &Hub) -> Result<i64, StoreError> {
    let wall = reference(&hub.store, &hub.clock.source).await?;
    let jump_ms = hub.clock.follow(wall).err().unwrap_or(0);
    if hub.outage_since(hub.now()).is_some() {
        record_outage(&hub.store, hub.now()).await?;
        hub.set_outages(hub.store.outages().await?);
    }
    let at = hub.now();
    hub.store.add_heartbeat(&Heartbeat { node: hub.bus.node.clone(), at, wall }).await?;
    hub.set_last_heartbeat(at);
    Ok(jump_ms)
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;
    use crate::bus::Bus;
    use crate::store::KEPT_HEARTBEATS;
    use crate::table::merge_spans;

    const HOUR_MS: u64 = 60 * 60 * 1000;
    const DAY_MS: u64 = 24 * HOUR_MS;

    async fn store() -> Store {
        Store::open("sqlite::memory:").await.unwrap()
    }

    fn at(at: u64) -> Heartbeat {
        Heartbeat { node: format!("node {at}"), at, wall: at }
    }

    /// All outages after a start at this time.
    async fn outages_at_start(store: &Store, now: u64) -> Vec<(u64, u64)> {
        start(store, now).await.unwrap();
        merge_spans(store.outages().await.unwrap())
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
        let outages = outages_at_start(&store, now + 17_000).await;
        assert_eq!(outages, [(now - 60_000, now), (now + 2_000, now + 17_000)]);
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
