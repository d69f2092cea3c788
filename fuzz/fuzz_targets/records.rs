//! Fuzzes the record parsers, text and one-line format.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mohreh_laws::{check_line_text, check_record_text};

fuzz_target!(|text: &str| {
    check_record_text(text);
    check_line_text(text);
});
