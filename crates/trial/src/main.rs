//! Plays the page in a real browser, one test after the other.
fn main() {}
