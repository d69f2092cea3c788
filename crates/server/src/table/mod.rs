//! A live table: head, room and clocks. Pure: time, chance and storage are arguments.

mod clock;
mod head;
mod room;
#[cfg(test)]
mod tests;

pub use clock::merge_spans;
pub use head::Head;
pub use room::{Draft, Room};
