//! Any text as a record, in both forms.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mohreh_laws::{line_text, record_text};

fuzz_target!(|text: &str| {
    record_text(text);
    line_text(text);
});
