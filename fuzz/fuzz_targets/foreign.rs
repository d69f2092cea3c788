//! Fuzzes the readers of records of other sites.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mohreh_laws::check_tree;

fuzz_target!(|text: &str| {
    for game in mohreh_foreign::read(text).unwrap_or_default().into_iter().flatten() {
        check_tree(&game.record);
    }
});
