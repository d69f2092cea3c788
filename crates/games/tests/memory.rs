//! Size of positions, and absence of heap allocations when cloning, except for the repetition
//! history and the claim of ZÈRTZ.

use std::alloc::System;

use mohreh_games::{Game, Kind, with_kind, zertz::Zertz};
use mohreh_laws::{Rng, playout};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Number of allocations during `work`. Process-wide: no other test may run at the same time.
fn allocations<T>(work: impl FnOnce() -> T) -> usize {
    let region = Region::new(ALLOCATOR);
    let kept = work();
    let count = region.change().allocations;
    drop(kept);
    count
}

// A single test, because the counter is process-wide.
#[test]
fn positions_are_small_and_cloned_without_allocations() {
    for &kind in Kind::ALL {
        with_kind!(kind, G => {
            assert!(size_of::<G>() <= 256, "{kind} takes {} bytes", size_of::<G>());
            let setup = <G as Game>::Setup::default();
            for seed in 0..5 {
                playout::<G>(&setup, &mut Rng::new(seed), 60, |game| {
                    assert_eq!(allocations(|| game.clone()), 0, "{game}");
                });
            }
        });
    }
    // Check of the counter: a position with a claim does allocate.
    let overlooked: Zertz = "overlook cells=oooo/oWooo/oGoooo/ooooooo/oooooo/ooooo/oooo \
         supply=5,7,10 own=0,0,0/0,0,0 turn=1"
        .parse()
        .unwrap();
    let mut claimable = overlooked.clone();
    claimable.play("Ba1".parse().unwrap()).unwrap();
    assert_eq!(allocations(|| overlooked.clone()), 0);
    assert!(allocations(|| claimable.clone()) > 0);
}
