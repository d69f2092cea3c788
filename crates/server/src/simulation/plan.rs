//! [`Plan`]: what a history is about, and what goes wrong in it.

use mohreh_games::{AnyGame, Kind};
use mohreh_protocol::{Clock, First};

use super::Rng;

/// A history, as drawn from its seed.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub seed: u64,
    /// One node has a database of its own; several share one.
    pub nodes: usize,
    pub kind: Kind,
    pub setup: String,
    pub draw: bool,
    pub clock: Clock,
    pub first: First,
    pub computers: usize,
    /// Seats for people.
    pub players: usize,
    /// People who find no seat.
    pub spectators: usize,
    /// Time during which people act and things go wrong.
    pub busy_ms: u64,
    /// Longest delay between a node and the database while all is well.
    pub delay_ms: u64,
    /// Nodes crash and start again.
    pub crashes: bool,
    /// The database cannot be reached, is read-only or slow, and requests fail.
    pub database_faults: bool,
    /// Events between nodes are lost, late and doubled, and nodes are cut off.
    pub bus_faults: bool,
    /// Wall clocks are set.
    pub jumps: bool,
    /// Monotonic clocks run at different speeds.
    pub drift: bool,
}

impl Plan {
    pub(super) fn new(seed: u64) -> Plan {
        let mut rng = Rng::new(seed, 0);
        let kind = rng.pick(Kind::ALL);
        let setup = rng.pick(kind.samples());
        let seats = AnyGame::start(kind, setup).unwrap().seats();
        let computers = if rng.percent(25) { 1 } else { 0 };
        let live = Clock::Live { main: 10 + rng.below(30) as u32, more: rng.below(4) as u32 };
        let nodes = rng.pick(&[1, 1, 2, 2, 3]);
        // A third of the histories is without faults, and is checked most strictly.
        let faulty = rng.percent(67);
        let database_faults = faulty && rng.percent(50);
        let mut plan = Plan {
            seed,
            nodes,
            kind,
            setup: setup.to_string(),
            draw: rng.percent(20),
            clock: rng.pick(&[live, live, live, Clock::None, Clock::Days { days: 1 }]),
            first: rng.pick(&[First::Me, First::Other, First::Lot]),
            computers,
            players: seats - computers,
            spectators: rng.below(2) as usize,
            busy_ms: 4_000 + rng.below(26_000),
            delay_ms: rng.pick(&[0, 5, 40]),
            crashes: faulty && rng.percent(50),
            database_faults,
            bus_faults: faulty && nodes > 1 && rng.percent(60),
            jumps: faulty && rng.percent(40),
            drift: faulty && rng.percent(30),
        };
        // A node that starts after a jump, while the others cannot write heartbeats, cannot know their time.
        plan.jumps &= nodes == 1 || !database_faults || !plan.crashes;
        plan
    }

    /// How far apart the clocks of two nodes, or of two runs of one, may be.
    pub(super) fn skew_ms(&self) -> u64 {
        let mut skew_ms = 0;
        if self.nodes > 1 || self.crashes {
            // Half of the round trip is an estimate of when the database looked at its clock; the same again for the
            // heartbeat by which a node that starts follows the others.
            skew_ms += 2 * self.delay_ms + 4;
            if self.database_faults {
                // A slow answer, up to the timeout.
                skew_ms += 5_000;
            }
        }
        skew_ms
    }
}
