//! Simulated histories of a few nodes, their database and the people at a table: in virtual time, with delays, losses,
//! duplicates, reordered events, crashes, partitions and wrong wall clocks. Everything in a history follows from its
//! seed, so a failure can be repeated.
//!
//! Nodes run the code of the server from the messages of a socket down to the methods of `Store`; the database, the
//! bus, the machines and the people are simulated. `view.rs` checks what people see when they see it, `model.rs` the
//! whole history at its end.
//!
//! `MOHREH_HISTORIES` sets the number of histories, `MOHREH_SEED` the first seed.

mod client;
mod model;
mod plan;
mod view;
mod world;

use std::ops::Range;
use std::time::Duration;

use crate::machine::Rng;
use plan::Plan;
use world::World;

/// Histories in an ordinary test run.
const HISTORIES: u64 = 1000;
/// Failures after which a test gives up.
const SHOWN: usize = 20;

/// What a history did.
struct Report {
    /// What was wrong, if anything.
    failure: Option<String>,
    /// Everything that happened, if it was asked for.
    trace: String,
    entries: usize,
}

/// Runs the history of a seed.
fn run(seed: u64, traced: bool) -> Report {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_time().start_paused(true).build().unwrap().block_on(async {
        let world = World::new(Plan::new(seed), traced);
        world.run().await;
        world.report()
    })
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Runs histories; panics with the seeds of those that are wrong, and the trace of the first. Returns the number of
/// entries in their logs.
fn check(seeds: Range<u64>) -> usize {
    let (mut tried, mut entries, mut failures) = (0, 0, Vec::new());
    for seed in seeds.clone() {
        let report = run(seed, false);
        tried += 1;
        entries += report.entries;
        if let Some(why) = report.failure {
            println!("seed {seed}: {why}");
            failures.push((seed, why));
        }
        if failures.len() == SHOWN {
            break;
        }
        if tried % 10_000 == 0 {
            println!("{tried} histories, {entries} entries");
        }
    }
    if let Some((seed, why)) = failures.first() {
        println!("{}\n{:?}\n{why}\n", run(*seed, true).trace, Plan::new(*seed));
        let failures = failures.iter().map(|(seed, why)| format!("seed {seed}: {why}\n"));
        let failures: String = failures.collect();
        panic!("\n{failures}{tried} histories were tried, from seed {} on", seeds.start);
    }
    entries
}

#[test]
fn histories_keep_the_laws() {
    let (first, count) = (number("MOHREH_SEED").unwrap_or(0), number("MOHREH_HISTORIES"));
    let count = count.unwrap_or(HISTORIES);
    let entries = check(first..first + count);
    // The people of a history that does nothing keep every law.
    let is_enough = count < 100 || entries as u64 > 5 * count;
    assert!(is_enough, "{entries} entries in {count} histories");
}

#[test]
fn a_seed_gives_one_history() {
    for seed in 0..20 {
        let (one, other) = (run(seed, true), run(seed, true));
        assert!(!one.trace.is_empty());
        assert_eq!(one.trace, other.trace, "seed {seed}");
    }
}

/// Milliseconds as a duration.
fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}
