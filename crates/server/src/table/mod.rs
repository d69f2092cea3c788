//! A live table: head, room and clocks. Pure: time, chance and storage are arguments.

mod check;
mod clock;
mod head;
mod marked_name;
mod record;
mod room;
#[cfg(test)]
mod tests;

pub use check::check_table;
pub use clock::merge_spans;
pub use head::{Head, Reader, table_not_found};
pub use marked_name::marked_name;
pub use record::stored_record;
pub use room::{Draft, Room, due_at_start, lag_class};
