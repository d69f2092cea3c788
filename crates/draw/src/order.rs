//! Short lists in order.

use core::cmp::Ordering;

/// Sorts a list; equal ones stay as they were. The library's sort is for long lists, and would be
/// compiled into the page for each type.
pub(crate) fn arrange<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && compare(&list[at - 1], &list[at]) == Ordering::Greater {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}
