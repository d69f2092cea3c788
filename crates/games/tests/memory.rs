//! Positions are small, and cloning one asks for no memory, except what repetition and claims have
//! to remember.

use std::alloc::System;

use mohreh_games::{Game, Kind, with_kind, zertz::Zertz};
use mohreh_laws::{Chance, playout};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How often memory was asked for while `work` ran. Other tests must not run beside it.
fn allocations<T>(work: impl FnOnce() -> T) -> usize {
    let region = Region::new(MEMORY);
    let kept = work();
    let count = region.change().allocations;
    drop(kept);
    count
}

// One test, so that nothing else asks for memory at the same time.
#[test]
fn positions_are_small_and_cloned_without_asking_for_memory() {
    for &kind in Kind::ALL {
        with_kind!(kind, G => {
            assert!(size_of::<G>() <= 256, "{kind} takes {} bytes", size_of::<G>());
            let setup = <G as Game>::Setup::default();
            for seed in 0..5 {
                playout::<G>(&setup, &mut Chance::new(seed), 60, |game| {
                    assert_eq!(allocations(|| game.clone()), 0, "{game}");
                });
            }
        });
    }
    // The meter works: a position that remembers a claim does ask.
    let overlooked: Zertz = "overlook cells=oooo/oWooo/oGoooo/ooooooo/oooooo/ooooo/oooo \
         supply=5,7,10 own=0,0,0/0,0,0 turn=1"
        .parse()
        .unwrap();
    let mut claimable = overlooked.clone();
    claimable.play("Ba1".parse().unwrap()).unwrap();
    assert_eq!(allocations(|| overlooked.clone()), 0);
    assert!(allocations(|| claimable.clone()) > 0);
}
