//! Transposition table: fixed size, lock-free, shared by all threads.
//!
//! A slot is two words, `key ^ data` and `data`. A torn write gives a key that matches no position, so
//! no lock is needed (Hyatt and Mann).

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::score::Score;

/// How a stored score bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Lower bound: the node failed high.
    Lower,
    /// Upper bound: the node failed low.
    Upper,
    /// Exact score: a PV node.
    Exact,
}

/// Search result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// For the mover.
    pub score: Score,
    /// How deep the position was searched; 0 for quiescence.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Best step, as index in the list of legal steps.
    pub best_index: u16,
}

pub(crate) struct TranspositionTable {
    slots: Vec<[AtomicU64; 2]>,
    /// Number of slots in use, minus 1. A limited search uses few, so that they stay in the CPU cache.
    mask: AtomicUsize,
    generation: AtomicU8,
}

/// Slots in use per node of a limited search.
const SLOTS_PER_NODE: u64 = 8;

impl TranspositionTable {
    /// A table of at most `bytes`, rounded down to a power of two of slots, at least one.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let wanted = (bytes / size_of::<[AtomicU64; 2]>()).max(1);
        let slots = 1 << wanted.ilog2();
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        TranspositionTable {
            slots: (0..slots).map(|_| empty()).collect(),
            mask: AtomicUsize::new(slots - 1),
            generation: AtomicU8::new(0),
        }
    }

    /// Starts a new generation and adapts the slots in use to the node limit. Entries of older
    /// generations are replaced first.
    pub(crate) fn new_search(&self, nodes: Option<u64>) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1) & 63, Relaxed);
        let wanted = nodes.unwrap_or(u64::MAX).saturating_mul(SLOTS_PER_NODE);
        let slots = wanted.min(self.slots.len() as u64).next_power_of_two() as usize;
        self.mask.store(slots.min(self.slots.len()) - 1, Relaxed);
    }

    /// Empties the slots that a search with this node limit uses.
    pub(crate) fn clear(&self, nodes: Option<u64>) {
        self.new_search(nodes);
        for [key, data] in &self.slots[..=self.mask.load(Relaxed)] {
            key.store(0, Relaxed);
            data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        // The second mask changes nothing; it lets the compiler drop the bounds check.
        &self.slots[key as usize & self.mask.load(Relaxed) & (self.slots.len() - 1)]
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let [check, data] = self.slot(key);
        let data = data.load(Relaxed);
        (data != 0 && check.load(Relaxed) ^ data == key).then(|| unpack(data))
    }

    /// Replaces an entry unless it is deeper, of this generation and of another position.
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let [check, data] = self.slot(key);
        let old = data.load(Relaxed);
        let generation = self.generation.load(Relaxed);
        let same = check.load(Relaxed) ^ old == key;
        let is_current = old != 0 && (old >> 58) as u8 == generation;
        if old != 0 && is_current && !same && unpack(old).depth > entry.depth {
            return;
        }
        let new = pack(entry, generation);
        check.store(key ^ new, Relaxed);
        data.store(new, Relaxed);
    }
}

/// From the lowest bit: score 16, best step 16, depth 8, bound 2, one bit that is always set, unused
/// 15, generation 6.
fn pack(entry: Entry, generation: u8) -> u64 {
    let depth = entry.depth.clamp(-100, 100) as i8;
    u64::from(entry.score as i16 as u16)
        | u64::from(entry.best_index) << 16
        | u64::from(depth as u8) << 32
        | (entry.bound as u64) << 40
        | 1 << 42
        | u64::from(generation) << 58
}

fn unpack(data: u64) -> Entry {
    Entry {
        score: i32::from(data as u16 as i16),
        best_index: (data >> 16) as u16,
        depth: i32::from((data >> 32) as u8 as i8),
        bound: match data >> 40 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, TranspositionTable};

    #[test]
    fn stored_entries_are_found_until_cleared() {
        let table = TranspositionTable::new(1 << 12);
        let entry = Entry { score: -29_990, depth: 7, bound: Bound::Upper, best_index: 1_900 };
        table.store(77, entry);
        assert_eq!(table.probe(77), Some(entry));
        assert_eq!(table.probe(77 + (1 << 20)), None);
        table.clear(None);
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn deeper_entries_are_replaced_only_when_old() {
        let table = TranspositionTable::new(16);
        let entry = |depth| Entry { score: depth, depth, bound: Bound::Exact, best_index: 0 };
        table.store(1, entry(9));
        table.store(2, entry(3));
        assert_eq!(table.probe(1), Some(entry(9)), "one entry: the deeper one stays");
        table.new_search(None);
        table.store(2, entry(3));
        assert_eq!(table.probe(2), Some(entry(3)), "and goes when it is old");
    }
}
