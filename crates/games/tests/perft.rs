//! Perft against the table in the folder of each game. Known reference counts come first in each table; small ones
//! are also checked by the oracles in `oracle.rs`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod perft_data;

use mohreh_games::record::replay;
use mohreh_games::{Game, Kind, for_each_game, with_kind};

fn check(kind: Kind) {
    for block in perft_data::read(kind) {
        with_kind!(kind, G => {
            let start: G = replay(&block.setup, block.played.split(' ').filter(|s| !s.is_empty()), |_| {})
                .unwrap_or_else(|error| panic!("{error}: {block:?}"));
            for (depth, count) in &block.counts {
                assert_eq!(start.perft(*depth), *count, "perft {depth} of {block:?}");
            }
            // The empty sequence counts.
            assert_eq!(start.perft(0), 1);
        });
    }
}

macro_rules! counts {
    ($($Game:ident = $name:literal in $module:ident,)*) => {$(
        mod $module {
            #[test]
            fn counts() {
                super::check(mohreh_games::Kind::$Game);
            }
        }
    )*};
}

for_each_game!(counts);
