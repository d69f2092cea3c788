//! [`Recent`]: the latest items of a stream, numbered since its beginning.

/// Keeps at most `LIMIT` items.
pub struct Recent<T, const LIMIT: usize> {
    items: Vec<T>,
    /// Number of items that were dropped before the first.
    dropped: usize,
}

impl<T, const LIMIT: usize> Default for Recent<T, LIMIT> {
    fn default() -> Recent<T, LIMIT> {
        Recent { items: Vec::new(), dropped: 0 }
    }
}

impl<T, const LIMIT: usize> Recent<T, LIMIT> {
    /// The items with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        (self.dropped..).zip(&self.items)
    }

    /// The number of the next item.
    pub fn next(&self) -> usize {
        self.dropped + self.items.len()
    }

    pub fn push(&mut self, item: T) {
        self.items.push(item);
        let surplus = self.items.len().saturating_sub(LIMIT);
        self.items.drain(..surplus);
        self.dropped += surplus;
    }

    /// Replaces the items by those of a snapshot, whose last has at least the number of the last known.
    pub fn replace(&mut self, items: Vec<T>) {
        self.dropped = self.next().saturating_sub(items.len());
        self.items = items;
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn numbers_go_on_when_items_are_dropped() {
        let mut recent = Recent::<usize, 3>::default();
        for n in 0..10 {
            recent.push(n);
            assert_eq!(recent.next(), n + 1);
            assert!(recent.iter().all(|(number, item)| number == *item));
        }
        assert_eq!(recent.iter().count(), 3);
        recent.replace(vec![8, 9]);
        assert!(recent.iter().all(|(number, item)| number == *item) && recent.next() == 10);
    }

    #[test]
    fn a_longer_snapshot_has_new_items() {
        let mut recent = Recent::<usize, 3>::default();
        recent.replace(vec![0, 1]);
        recent.replace(vec![0, 1, 2]);
        assert_eq!(recent.next(), 3);
    }
}
