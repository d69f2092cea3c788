//! Tables of dice multisets, computed at compile time.

use super::{ALIKE, FIGURES, HOUSE, HOUSE_OF_FIVE, MAX_FIGURES, PAIR, STRAIGHT};

/// Multisets of up to four dice; they have the lowest indices.
const KEEPERS: usize = 210;
/// Multisets of up to five dice.
const MULTISETS: usize = 462;
/// First index of each size.
const FIRST_OF_SIZE: [usize; 7] = [0, 1, 7, 28, 84, KEEPERS, MULTISETS];
/// Index of the payoff of dice that make no figure.
const NO_FIGURE: u8 = FIGURES as u8;

/// All multisets, where pairs of different numbers are different figures.
pub(super) static EXACT: Tables<KEEPERS, { MULTISETS - KEEPERS }, 64> = Tables::new(false);
/// Multisets up to symmetry, where the number of a pair does not matter. Then 2, 3, 4 and 5 can be
/// exchanged with each other, and 1 with 6: both straights hold all of the former and one of the latter.
pub(super) static FOLDED: Tables<34, 27, 8> = Tables::new(true);
/// The folded multiset of each multiset.
static FOLD: [u8; MULTISETS] = fold();
/// Faces of each multiset.
const COUNTS: [[u8; 6]; MULTISETS] = counts();

/// `K` keepers, `R` rolls of five dice, and room for `C` classes of figures.
pub(super) struct Tables<const K: usize, const R: usize, const C: usize> {
    /// A keeper plus one die of each number; multisets of five are counted from 0.
    pub(super) add_die: [[u8; 6]; K],
    /// First keeper of four dice.
    pub(super) first_of_four: usize,
    /// A keeper minus one die; padded with its first entry.
    pub(super) remove_from_keeper: [[u8; 4]; K],
    /// A multiset of five minus one die; padded with its first entry.
    pub(super) remove_die: [[u8; 5]; R],
    /// Class of figures of each multiset of five.
    pub(super) class: [u8; R],
    /// Figures of each class, padded with the first.
    pub(super) figures: [[u8; MAX_FIGURES]; C],
    /// Probability of each multiset of five when all dice are rolled.
    pub(super) probability: [f64; R],
}

impl<const K: usize, const R: usize, const C: usize> Tables<K, R, C> {
    const fn new(folded: bool) -> Tables<K, R, C> {
        let mut tables = Tables {
            add_die: [[0; 6]; K],
            first_of_four: K,
            remove_from_keeper: [[0; 4]; K],
            remove_die: [[0; 5]; R],
            class: [0; R],
            figures: [[NO_FIGURE; MAX_FIGURES]; C],
            probability: [0.0; R],
        };
        let index = if folded { fold() } else { identity() };
        let mut ways = [0; R];
        let mut bits = [0; C];
        let mut classes = 0;
        let mut set = 0;
        while set < MULTISETS {
            let at = index[set] as usize;
            if set >= KEEPERS {
                ways[at] += ways_of(&COUNTS[set]);
                let figures = figures_of(&COUNTS[set], folded);
                let mut class = 0;
                while class < classes && bits[class] != figures {
                    class += 1;
                }
                if class == classes {
                    bits[class] = figures;
                    tables.figures[class] = bits_to_list(figures);
                    classes += 1;
                }
                tables.class[at] = class as u8;
                tables.remove_die[at] = subsets(set, &index);
            } else {
                let mut face = 0;
                while face < 6 {
                    tables.add_die[at][face] = index[grown(set, face)];
                    face += 1;
                }
                let sets = subsets(set, &index);
                tables.remove_from_keeper[at] = [sets[0], sets[1], sets[2], sets[3]];
                if set >= FIRST_OF_SIZE[4] && at < tables.first_of_four {
                    tables.first_of_four = at;
                }
            }
            set += 1;
        }
        let mut rolled = 0;
        while rolled < R {
            tables.probability[rolled] = ways[rolled] as f64 / 7776.0;
            rolled += 1;
        }
        tables
    }
}

/// Index of a multiset of up to five dice; those of five are counted from 0.
pub(super) fn index(dice: &[u8], folded: bool) -> usize {
    let mut counts = [0; 6];
    for face in dice {
        counts[usize::from(face - 1) % 6] += 1;
    }
    let set = index_of(&counts);
    match folded {
        true => FOLD[set].into(),
        false if set < KEEPERS => set,
        false => set - KEEPERS,
    }
}

/// Only numbers not below the last are added, so each multiset occurs once, in order of size.
const fn counts() -> [[u8; 6]; MULTISETS] {
    let mut counts = [[0u8; 6]; MULTISETS];
    let mut last = [0; MULTISETS];
    let (mut set, mut made) = (0, 1);
    while set < KEEPERS {
        let mut face = last[set];
        while face < 6 {
            counts[made] = counts[set];
            counts[made][face] += 1;
            last[made] = face;
            made += 1;
            face += 1;
        }
        set += 1;
    }
    assert!(made == MULTISETS);
    counts
}

const fn identity() -> [u8; MULTISETS] {
    let mut index = [0; MULTISETS];
    let mut set = 0;
    while set < MULTISETS {
        index[set] = (if set < KEEPERS { set } else { set - KEEPERS }) as u8;
        set += 1;
    }
    index
}

/// Numbers the multisets that stand for those symmetric to them, keepers and those of five apart.
const fn fold() -> [u8; MULTISETS] {
    let mut index = [0; MULTISETS];
    let (mut set, mut keepers, mut rolled) = (0, 0, 0);
    while set < MULTISETS {
        if index_of(&representative(&COUNTS[set])) == set {
            let next = if set < KEEPERS { &mut keepers } else { &mut rolled };
            index[set] = *next;
            *next += 1;
        }
        set += 1;
    }
    set = 0;
    while set < MULTISETS {
        index[set] = index[index_of(&representative(&COUNTS[set]))];
        set += 1;
    }
    index
}

/// The symmetric multiset with descending counts of 2 to 5, and of 1 and 6.
const fn representative(counts: &[u8; 6]) -> [u8; 6] {
    let mut sorted = *counts;
    if sorted[0] < sorted[5] {
        (sorted[0], sorted[5]) = (sorted[5], sorted[0]);
    }
    let mut done = 1;
    while done < 4 {
        let mut face = 1;
        while face < 4 {
            if sorted[face] < sorted[face + 1] {
                (sorted[face], sorted[face + 1]) = (sorted[face + 1], sorted[face]);
            }
            face += 1;
        }
        done += 1;
    }
    sorted
}

const fn grown(set: usize, face: usize) -> usize {
    let mut counts = COUNTS[set];
    counts[face] += 1;
    index_of(&counts)
}

/// Index of a multiset by binary search. Those of one size are in descending order of their keys.
const fn index_of(wanted: &[u8; 6]) -> usize {
    let wanted_key = key(wanted);
    let mut dice = 0;
    let mut face = 0;
    while face < 6 {
        dice += wanted[face] as usize;
        face += 1;
    }
    let (mut low, mut high) = (FIRST_OF_SIZE[dice], FIRST_OF_SIZE[dice + 1]);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if key(&COUNTS[middle]) >= wanted_key {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Counts as one number, those of 1 first.
const fn key(counts: &[u8; 6]) -> u32 {
    let (mut key, mut face) = (0, 0);
    while face < 6 {
        key = key << 4 | counts[face] as u32;
        face += 1;
    }
    key
}

/// Multisets with one die less, padded with the first.
const fn subsets(set: usize, index: &[u8; MULTISETS]) -> [u8; 5] {
    let mut sets = [0; 5];
    let (mut n, mut face) = (0, 0);
    while face < 6 {
        if COUNTS[set][face] > 0 {
            let mut rest = COUNTS[set];
            rest[face] -= 1;
            sets[n] = index[index_of(&rest)];
            n += 1;
        }
        face += 1;
    }
    while n < 5 {
        sets[n] = sets[0];
        n += 1;
    }
    sets
}

/// Figures of five dice (R9), as bits. Folded, a pair of any number is the first pair.
const fn figures_of(counts: &[u8; 6], folded: bool) -> u16 {
    let (mut figures, mut most, mut pairs, mut face) = (0, 0, 0, 0);
    while face < 6 {
        if counts[face] >= 2 {
            figures |= 1 << (PAIR + if folded { 0 } else { face });
            pairs += 1;
        }
        if counts[face] > most {
            most = counts[face];
        }
        face += 1;
    }
    let mut alike = 3;
    while alike <= most {
        figures |= 1 << (ALIKE + alike as usize - 3);
        alike += 1;
    }
    if most == 3 && pairs == 2 {
        figures |= 1 << HOUSE;
    }
    if most == 5 {
        figures |= 1 << HOUSE_OF_FIVE;
    }
    if most == 1 && (counts[0] == 0 || counts[5] == 0) {
        figures |= 1 << STRAIGHT;
    }
    figures
}

/// Bits as a list, padded with the first.
const fn bits_to_list(figures: u16) -> [u8; MAX_FIGURES] {
    let mut list = [NO_FIGURE; MAX_FIGURES];
    let (mut n, mut rest) = (0, figures);
    while rest != 0 {
        list[n] = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        n += 1;
    }
    while n > 0 && n < MAX_FIGURES {
        list[n] = list[0];
        n += 1;
    }
    list
}

/// Multinomial coefficient of five dice: 5! / (n₁! … n₆!), of 6⁵ outcomes.
const fn ways_of(counts: &[u8; 6]) -> u32 {
    let factorial = [1u32, 1, 2, 6, 24, 120];
    let (mut ways, mut face) = (120, 0);
    while face < 6 {
        ways /= factorial[counts[face] as usize];
        face += 1;
    }
    ways
}
