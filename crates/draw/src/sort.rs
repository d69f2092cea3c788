//! Insertion sort for short lists.

use core::cmp::Ordering;

/// Stable insertion sort. The standard sort is monomorphised for each type, which made the page's wasm larger.
pub(crate) fn insertion_sort<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && compare(&list[at - 1], &list[at]) == Ordering::Greater {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}
