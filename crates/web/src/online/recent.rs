//! [`Recent`]: the latest items of a stream, numbered since its beginning.

/// Keeps at most `LIMIT` items.
pub(crate) struct Recent<T, const LIMIT: usize> {
    items: Vec<(usize, T)>,
    /// The number of the next item.
    next: usize,
}

impl<T, const LIMIT: usize> Default for Recent<T, LIMIT> {
    fn default() -> Recent<T, LIMIT> {
        Recent { items: Vec::new(), next: 0 }
    }
}

impl<T, const LIMIT: usize> Recent<T, LIMIT> {
    /// The items with their numbers.
    pub(crate) fn items(&self) -> &[(usize, T)] {
        &self.items
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.items.len() == LIMIT {
            self.items.remove(0);
        }
        self.items.push((self.next, item));
        self.next += 1;
    }

    /// Replaces the items by those of a snapshot, whose last has at least the number of the last known.
    pub(crate) fn replace(&mut self, items: Vec<T>) {
        self.next = self.next.saturating_sub(items.len());
        self.items.clear();
        items.into_iter().for_each(|item| self.push(item));
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    fn check(recent: &Recent<usize, 3>, expected: &[usize]) {
        let expected: Vec<_> = expected.iter().map(|item| (*item, *item)).collect();
        assert_eq!(recent.items(), expected);
    }

    #[test]
    fn numbers_go_on_when_items_are_dropped() {
        let mut recent = Recent::default();
        (0..10).for_each(|n| recent.push(n));
        check(&recent, &[7, 8, 9]);
        recent.replace(vec![8, 9]);
        check(&recent, &[8, 9]);
        recent.push(10);
        check(&recent, &[8, 9, 10]);
    }

    #[test]
    fn a_longer_snapshot_has_new_items() {
        let mut recent = Recent::default();
        recent.replace(vec![0, 1]);
        recent.replace(vec![0, 1, 2]);
        check(&recent, &[0, 1, 2]);
    }
}
