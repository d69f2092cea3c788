//! A table: its head, its log, its clocks, and what may happen there. All of it is plain data and plain
//! functions: time, chance and storage come from outside.

mod clock;
mod head;
mod room;
#[cfg(test)]
mod tests;

pub use clock::joined;
pub use head::{Head, ID_LETTERS};
pub use room::{Draft, Room};
