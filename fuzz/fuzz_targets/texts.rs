//! Any text as setup, step and position of any game: an error, or a value that keeps all laws.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mohreh_games::{Kind, with_kind};
use mohreh_laws::any_text;

fuzz_target!(|text: &str| {
    for &kind in Kind::ALL {
        with_kind!(kind, G => any_text::<G>(text));
    }
});
