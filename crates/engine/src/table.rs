//! What has been found out about positions: a table of fixed size that threads share.
//!
//! An entry is two numbers, its key mixed with its data and the data. A torn write of two threads
//! then has a key that fits nothing, and no lock is needed.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::score::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is at least this.
    AtLeast,
    /// It is at most this.
    AtMost,
    /// It is this.
    Exactly,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The best step, by its place in the list of legal steps.
    pub(crate) best: u16,
}

/// The table. Its size is fixed when it is made.
pub(crate) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    /// One less than the number of slots in use: a small search needs few, and these stay near.
    mask: AtomicUsize,
    age: AtomicU8,
}

/// A search that is limited uses so many slots for each of its nodes.
const SLOTS_A_NODE: u64 = 8;

impl Table {
    /// A table of at most so many bytes, and of at least one entry.
    pub(crate) fn new(bytes: usize) -> Table {
        let wanted = (bytes / size_of::<[AtomicU64; 2]>()).max(1);
        let slots = 1 << wanted.ilog2();
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        Table {
            slots: (0..slots).map(|_| empty()).collect(),
            mask: AtomicUsize::new(slots - 1),
            age: AtomicU8::new(0),
        }
    }

    /// A new search begins, of so many nodes if it is limited: what older ones found out makes room
    /// first.
    pub(crate) fn begin(&self, nodes: Option<u64>) {
        self.age.store(self.age.load(Relaxed).wrapping_add(1) & 63, Relaxed);
        let wanted = nodes.unwrap_or(u64::MAX).saturating_mul(SLOTS_A_NODE);
        let slots = wanted.min(self.slots.len() as u64).next_power_of_two() as usize;
        self.mask.store(slots.min(self.slots.len()) - 1, Relaxed);
    }

    /// Forgets what a search of so many nodes could find here, so that it does not depend on earlier
    /// ones.
    pub(crate) fn forget(&self, nodes: Option<u64>) {
        self.begin(nodes);
        for [key, data] in &self.slots[..=self.mask.load(Relaxed)] {
            key.store(0, Relaxed);
            data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        // A slot that does not exist is never asked for; this spares the check.
        &self.slots[key as usize & self.mask.load(Relaxed) & (self.slots.len() - 1)]
    }

    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let [mixed, data] = self.slot(key);
        let data = data.load(Relaxed);
        (data != 0 && mixed.load(Relaxed) ^ data == key).then(|| unpack(data))
    }

    /// Keeps what is deeper or newer.
    pub(crate) fn put(&self, key: u64, known: Known) {
        let [mixed, data] = self.slot(key);
        let old = data.load(Relaxed);
        let age = self.age.load(Relaxed);
        let same = mixed.load(Relaxed) ^ old == key;
        let fresh = old != 0 && (old >> 58) as u8 == age;
        if old != 0 && fresh && !same && unpack(old).depth > known.depth {
            return;
        }
        let new = pack(known, age);
        mixed.store(key ^ new, Relaxed);
        data.store(new, Relaxed);
    }
}

/// From the lowest bit: score 16, best 16, depth 8, bound 2, a one that tells it from nothing, and
/// the age in the highest 6.
fn pack(known: Known, age: u8) -> u64 {
    let depth = known.depth.clamp(-100, 100) as i8;
    u64::from(known.score as i16 as u16)
        | u64::from(known.best) << 16
        | u64::from(depth as u8) << 32
        | (known.bound as u64) << 40
        | 1 << 42
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Known {
    Known {
        score: i32::from(data as u16 as i16),
        best: (data >> 16) as u16,
        depth: i32::from((data >> 32) as u8 as i8),
        bound: match data >> 40 & 3 {
            0 => Bound::AtLeast,
            1 => Bound::AtMost,
            _ => Bound::Exactly,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Known, Table};

    #[test]
    fn what_is_put_is_found_and_nothing_else() {
        let table = Table::new(1 << 12);
        let known = Known { score: -29_990, depth: 7, bound: Bound::AtMost, best: 1_900 };
        table.put(77, known);
        assert_eq!(table.get(77), Some(known));
        assert_eq!(table.get(77 + (1 << 20)), None);
        table.forget(None);
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn deeper_stays_until_it_is_old() {
        let table = Table::new(16);
        let known = |depth| Known { score: depth, depth, bound: Bound::Exactly, best: 0 };
        table.put(1, known(9));
        table.put(2, known(3));
        assert_eq!(table.get(1), Some(known(9)), "one entry: the deeper one stays");
        table.begin(None);
        table.put(2, known(3));
        assert_eq!(table.get(2), Some(known(3)), "and goes when it is old");
    }
}
