//! Fuzzes the parsers of setups, steps and positions of all games.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mohreh_games::{Kind, with_kind};
use mohreh_laws::check_text;

fuzz_target!(|text: &str| {
    for &kind in Kind::ALL {
        with_kind!(kind, G => check_text::<G>(text));
    }
});
