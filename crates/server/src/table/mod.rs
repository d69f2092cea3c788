//! A live table: head, room and clocks. Pure: time, chance and storage are arguments.

mod check;
mod clock;
mod head;
mod marked_name;
mod record;
mod room;
#[cfg(test)]
mod tests;

pub(crate) use check::check_table;
pub(crate) use clock::merge_spans;
pub(crate) use head::{Head, Reader, table_not_found};
pub(crate) use marked_name::marked_name;
pub(crate) use record::stored_record;
pub(crate) use room::{Draft, Room, due_at_start, lag_class};
