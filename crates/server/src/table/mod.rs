//! A live table: head, room and clocks. Pure: time, chance and storage are arguments.

mod clock;
mod head;
mod record;
mod room;
#[cfg(test)]
mod tests;

pub use clock::merge_spans;
pub use head::Head;
pub use record::stored_record;
pub use room::{Draft, Room, due_at_start, lag_class};
