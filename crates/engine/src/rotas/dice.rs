//! A turn of dice, solved exactly: five dice, up to five rolls, and at each point the best choice.
//!
//! Dice are sets here, since their places do not matter: 210 sets of up to four dice to keep, and 252
//! of five. Two walks over the sets, one die at a time, take the place of lists of all outcomes: from
//! large to small for the mean of what may fall, from small to large for the best set to keep. That is
//! a third of the work, and it is what makes a turn cost microseconds.

use core::array;
use core::hint::select_unpredictable;

use mohreh_games::show::Figure;

/// Rolls in a turn (R6).
const ROLLS: usize = 5;
/// Sets of up to four dice come first, those of five follow.
const KEPT: usize = 210;
/// All sets of up to five dice.
const SETS: usize = 462;
/// The first set with so many dice.
const FIRST: [usize; 7] = [0, 1, 7, 28, 84, KEPT, SETS];

/// What dice can make, each with a place in [`Worth`]. Five alike as a full house stand apart, so that
/// one table serves with and without `strict-house`.
const HOUSE: usize = 0;
const HOUSE_OF_FIVE: usize = 1;
const STRAIGHT: usize = 2;
/// Three, four and five alike.
const ALIKE: usize = 3;
/// The pairs of 1 to 6.
const PAIR: usize = 6;
const MADE: usize = 12;
/// In the place after them stands what dice make that make nothing.
const NONE: u8 = MADE as u8;
/// The most figures, pairs of each number counted apart, that five dice make at once.
const AT_ONCE: usize = 5;
/// Sets of figures that five dice can make at once, with room up to a power of two.
const CLASSES: usize = 64;
/// Room for the sets that one byte can number: no look into a table then needs a check.
const BYTE: usize = 256;

/// Of everything that rolls have in common, computed when the program is built.
static TABLES: Tables = Tables::new();

struct Tables {
    /// A kept set with one more die of each number; sets of five are numbered from 0 again.
    with: [[u8; 6]; KEPT],
    /// A set without one of its dice; where that makes fewer than five different sets, one is repeated.
    without: [[u8; 5]; SETS],
    /// The class of figures that each set of five makes.
    class: [u8; SETS - KEPT],
    /// The figures of each class; where there are fewer, one is repeated.
    makes: [[u8; AT_ONCE]; CLASSES],
    /// How likely each set of five is to fall when all are rolled.
    chance: [f64; SETS - KEPT],
}

impl Tables {
    const fn new() -> Tables {
        let mut tables = Tables {
            with: [[0; 6]; KEPT],
            without: [[0; 5]; SETS],
            class: [0; SETS - KEPT],
            makes: [[NONE; AT_ONCE]; CLASSES],
            chance: [0.0; SETS - KEPT],
        };
        // A set grows by numbers not below its last, so each is made once, the small ones first.
        let mut counts = [[0u8; 6]; SETS];
        let mut last = [0; SETS];
        let (mut set, mut made) = (0, 1);
        while set < KEPT {
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
        set = 0;
        while set < KEPT {
            let mut face = 0;
            while face < 6 {
                let mut grown = counts[set];
                grown[face] += 1;
                let grown = find(&counts, &grown);
                tables.with[set][face] = (if grown < KEPT { grown } else { grown - KEPT }) as u8;
                face += 1;
            }
            set += 1;
        }
        set = 1;
        while set < SETS {
            tables.without[set] = smaller(&counts, set);
            set += 1;
        }
        let mut bits = [0; CLASSES];
        let mut classes = 0;
        set = KEPT;
        while set < SETS {
            tables.chance[set - KEPT] = chance(&counts[set]);
            let makes = made_by(&counts[set]);
            let mut class = 0;
            while class < classes && bits[class] != makes {
                class += 1;
            }
            if class == classes {
                bits[class] = makes;
                tables.makes[class] = listed(makes);
                classes += 1;
            }
            tables.class[set - KEPT] = class as u8;
            set += 1;
        }
        assert!(made == SETS);
        tables
    }
}

/// The number of a set. Sets of one size stand in falling order of their counts.
const fn find(counts: &[[u8; 6]; SETS], wanted: &[u8; 6]) -> usize {
    let key = key(wanted);
    let mut dice = 0;
    let mut face = 0;
    while face < 6 {
        dice += wanted[face] as usize;
        face += 1;
    }
    let (mut low, mut high) = (FIRST[dice], FIRST[dice + 1]);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if self::key(&counts[middle]) >= key {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Counts as one number, 1s first.
const fn key(counts: &[u8; 6]) -> u32 {
    let (mut key, mut face) = (0, 0);
    while face < 6 {
        key = key << 4 | counts[face] as u32;
        face += 1;
    }
    key
}

const fn smaller(counts: &[[u8; 6]; SETS], set: usize) -> [u8; 5] {
    let mut sets = [0; 5];
    let (mut n, mut face) = (0, 0);
    while face < 6 {
        if counts[set][face] > 0 {
            let mut rest = counts[set];
            rest[face] -= 1;
            sets[n] = find(counts, &rest) as u8;
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

/// The figures of five dice (R9), as bits.
const fn made_by(counts: &[u8; 6]) -> u16 {
    let (mut makes, mut most, mut pairs, mut face) = (0, 0, 0, 0);
    while face < 6 {
        if counts[face] >= 2 {
            makes |= 1 << (PAIR + face);
            pairs += 1;
        }
        if counts[face] > most {
            most = counts[face];
        }
        face += 1;
    }
    let mut alike = 3;
    while alike <= most {
        makes |= 1 << (ALIKE + alike as usize - 3);
        alike += 1;
    }
    if most == 3 && pairs == 2 {
        makes |= 1 << HOUSE;
    }
    if most == 5 {
        makes |= 1 << HOUSE_OF_FIVE;
    }
    if most == 1 && (counts[0] == 0 || counts[5] == 0) {
        makes |= 1 << STRAIGHT;
    }
    makes
}

/// The figures that stand as bits.
const fn listed(makes: u16) -> [u8; AT_ONCE] {
    let mut list = [NONE; AT_ONCE];
    let (mut n, mut rest) = (0, makes);
    while rest != 0 {
        list[n] = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        n += 1;
    }
    while n > 0 && n < AT_ONCE {
        list[n] = list[0];
        n += 1;
    }
    list
}

/// The chance of five dice to fall like this: 5! / (n1! … n6!) of 6^5 ways.
const fn chance(counts: &[u8; 6]) -> f64 {
    let factorial = [1u32, 1, 2, 6, 24, 120];
    let (mut ways, mut face) = (120, 0);
    while face < 6 {
        ways /= factorial[counts[face] as usize];
        face += 1;
    }
    ways as f64 / 7776.0
}

/// What something is worth to `N` seats, first to the one that rolls and decides. With one seat this
/// is a plain number.
pub type Value<const N: usize> = [f64; N];

/// Better than nothing is whatever can be had.
const NOTHING: f64 = f64::NEG_INFINITY;

fn better<const N: usize>(a: Value<N>, b: Value<N>) -> Value<N> {
    // Which is better cannot be foreseen, so a jump would often be guessed wrong.
    let take = b[0] > a[0];
    array::from_fn(|n| select_unpredictable(take, b[n], a[n]))
}

/// What the mover may hope for in a turn: the best of each figure by the number of rolls made, and
/// what it is worth to lose a piece.
#[derive(Clone, Debug)]
pub struct Worth<const N: usize> {
    placed: [[Value<N>; MADE + 1]; ROLLS],
    lost: Value<N>,
    hard_pairs: bool,
    strict_house: bool,
}

impl<const N: usize> Worth<N> {
    /// Nothing can be placed yet. `hard_pairs` and `strict_house` as agreed (R17, R9).
    #[must_use]
    pub fn new(lost: Value<N>, hard_pairs: bool, strict_house: bool) -> Worth<N> {
        Worth { placed: [[[NOTHING; N]; MADE + 1]; ROLLS], lost, hard_pairs, strict_house }
    }

    /// A cell with this figure can be had after up to `rolls` rolls, and is worth this much.
    pub fn offer(&mut self, figure: Figure, rolls: usize, value: Value<N>) {
        let (from, to) = match figure {
            Figure::FullHouse if self.strict_house => (HOUSE, HOUSE),
            Figure::FullHouse => (HOUSE, HOUSE_OF_FIVE),
            Figure::Straight => (STRAIGHT, STRAIGHT),
            Figure::Alike(n) => {
                let alike = ALIKE + usize::from(n.clamp(3, 5) - 3);
                (alike, alike)
            }
            Figure::Pair(n) if self.hard_pairs => {
                let pair = PAIR + usize::from(n.clamp(1, 6) - 1);
                (pair, pair)
            }
            Figure::Pair(_) => (PAIR, MADE - 1),
        };
        for placed in &mut self.placed[..rolls.min(ROLLS)] {
            for best in &mut placed[from..=to] {
                *best = better(*best, value);
            }
        }
    }

    /// The best placement for each class of figures after so many rolls, counted from 0.
    fn by_class(&self, roll: usize) -> [Value<N>; CLASSES] {
        let placed = &self.placed[roll];
        TABLES.makes.map(|makes| {
            let [first, rest @ ..] = makes.map(|figure| placed[usize::from(figure)]);
            rest.into_iter().fold(first, better)
        })
    }
}

/// A turn with the best choice at each point.
#[derive(Clone, Debug)]
pub struct Turn<const N: usize> {
    /// What each set is worth if it is kept and the rest rolled, after rolls 1 to 4.
    kept: [[Value<N>; BYTE]; ROLLS - 1],
    value: Value<N>,
}

impl<const N: usize> Turn<N> {
    /// Solves a turn from its last roll to its first.
    #[must_use]
    pub fn solve(worth: &Worth<N>) -> Turn<N> {
        let mut turn = Turn { kept: [[[0.0; N]; BYTE]; ROLLS - 1], value: [0.0; N] };
        let mut dice = [[0.0; N]; BYTE];
        // After the last roll whatever can be placed must be (R13), even if to lose were better.
        let by_class = worth.by_class(ROLLS - 1);
        for (value, class) in dice.iter_mut().zip(TABLES.class) {
            let placed = by_class[usize::from(class) % CLASSES];
            *value = if placed[0] == NOTHING { worth.lost } else { placed };
        }
        for roll in (0..ROLLS - 1).rev() {
            let kept = &mut turn.kept[roll];
            mean_of_falls(&dice, kept);
            best_to_keep(kept, &mut dice);
            let by_class = worth.by_class(roll);
            for (value, class) in dice.iter_mut().zip(TABLES.class) {
                // To stop is taken where to roll on is no better.
                *value = better(by_class[usize::from(class) % CLASSES], *value);
            }
        }
        for (value, chance) in dice.iter().zip(TABLES.chance) {
            for (sum, part) in turn.value.iter_mut().zip(value) {
                *sum += part * chance;
            }
        }
        turn
    }

    /// What the turn is worth before its first roll.
    #[must_use]
    pub fn value(&self) -> Value<N> {
        self.value
    }

    /// What it is worth to keep these dice, up to four, and roll the others, when `rolls` (1 to 4)
    /// rolls were made.
    #[must_use]
    pub fn keeping(&self, kept: &[u8], rolls: usize) -> Value<N> {
        let grow = |set: usize, face: &u8| usize::from(TABLES.with[set][usize::from(face - 1)]);
        self.kept[rolls - 1][kept.iter().fold(0, grow)]
    }
}

/// For each kept set the mean over the next die of the set with that die, the large sets first.
fn mean_of_falls<const N: usize>(dice: &[Value<N>; BYTE], kept: &mut [Value<N>; BYTE]) {
    let mean = |faces: [Value<N>; 6]| {
        let mut mean = [0.0; N];
        for value in faces {
            for (sum, part) in mean.iter_mut().zip(value) {
                *sum += part;
            }
        }
        mean.map(|sum| sum * (1.0 / 6.0))
    };
    for (value, with) in kept.iter_mut().zip(&TABLES.with).skip(FIRST[4]) {
        *value = mean(with.map(|set| dice[usize::from(set)]));
    }
    for set in (0..FIRST[4]).rev() {
        kept[set] = mean(TABLES.with[set].map(|set| kept[usize::from(set)]));
    }
}

/// For each set of five the best of all sets within it, the small sets first.
fn best_to_keep<const N: usize>(kept: &[Value<N>; BYTE], dice: &mut [Value<N>; BYTE]) {
    let mut best = *kept;
    for set in 1..KEPT {
        best[set] = TABLES.without[set][..4]
            .iter()
            .fold(best[set], |most, &set| better(most, best[usize::from(set)]));
    }
    for (value, sets) in dice.iter_mut().zip(&TABLES.without[KEPT..]) {
        let [first, rest @ ..] = sets.map(|set| best[usize::from(set)]);
        *value = rest.into_iter().fold(first, better);
    }
}
