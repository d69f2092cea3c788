//! Exact solver for the dice of one turn: five dice, up to five rolls, optimal choice of keeps and
//! stops.
//!
//! Backward induction over dice multisets: 210 of up to four dice to keep (keepers), and 252 of five.
//! Expectations and maxima are propagated one die at a time, from large to small sets and from small to
//! large, instead of enumerating all outcomes. That is a third of the work; a turn costs microseconds.

use core::array;
use core::hint::select_unpredictable;

use mohreh_games::show::Figure;

/// Rolls per turn (R6).
const ROLLS: usize = 5;
/// Multisets of up to four dice; they have the lowest indices.
const KEEPERS: usize = 210;
/// Multisets of up to five dice.
const MULTISETS: usize = 462;
/// First index of each size.
const FIRST_OF_SIZE: [usize; 7] = [0, 1, 7, 28, 84, KEEPERS, MULTISETS];

/// Figures as indices into [`Payoffs`]. Five alike as a full house has its own, so that one table
/// serves with and without `strict-house`.
const HOUSE: usize = 0;
const HOUSE_OF_FIVE: usize = 1;
const STRAIGHT: usize = 2;
/// Three, four and five alike.
const ALIKE: usize = 3;
/// Pairs of 1 to 6.
const PAIR: usize = 6;
const FIGURES: usize = 12;
/// Index of the payoff of dice that make no figure.
const NO_FIGURE: u8 = FIGURES as u8;
/// Most figures that five dice make at once, pairs of each number counted apart.
const MAX_FIGURES: usize = 5;
/// Distinct combinations of figures, rounded up to a power of two.
const CLASSES: usize = 64;
/// Size of tables that are indexed by `u8`, so that no bounds check is needed.
const U8_RANGE: usize = 256;

/// Computed at compile time.
static TABLES: Tables = Tables::new();

struct Tables {
    /// A keeper plus one die of each number; multisets of five are counted from 0.
    add_die: [[u8; 6]; KEEPERS],
    /// A multiset minus one die; padded with its first entry.
    remove_die: [[u8; 5]; MULTISETS],
    /// Class of figures of each multiset of five.
    class: [u8; MULTISETS - KEEPERS],
    /// Figures of each class, padded with the first.
    figures: [[u8; MAX_FIGURES]; CLASSES],
    /// Probability of each multiset of five when all dice are rolled.
    probability: [f64; MULTISETS - KEEPERS],
}

impl Tables {
    const fn new() -> Tables {
        let mut tables = Tables {
            add_die: [[0; 6]; KEEPERS],
            remove_die: [[0; 5]; MULTISETS],
            class: [0; MULTISETS - KEEPERS],
            figures: [[NO_FIGURE; MAX_FIGURES]; CLASSES],
            probability: [0.0; MULTISETS - KEEPERS],
        };
        // Only numbers not below the last are added, so each multiset occurs once, in order of size.
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
        set = 0;
        while set < KEEPERS {
            let mut face = 0;
            while face < 6 {
                let mut grown = counts[set];
                grown[face] += 1;
                let grown = index_of(&counts, &grown);
                tables.add_die[set][face] =
                    (if grown < KEEPERS { grown } else { grown - KEEPERS }) as u8;
                face += 1;
            }
            set += 1;
        }
        set = 1;
        while set < MULTISETS {
            tables.remove_die[set] = subsets(&counts, set);
            set += 1;
        }
        let mut bits = [0; CLASSES];
        let mut classes = 0;
        set = KEEPERS;
        while set < MULTISETS {
            tables.probability[set - KEEPERS] = probability(&counts[set]);
            let figures = figures_of(&counts[set]);
            let mut class = 0;
            while class < classes && bits[class] != figures {
                class += 1;
            }
            if class == classes {
                bits[class] = figures;
                tables.figures[class] = bits_to_list(figures);
                classes += 1;
            }
            tables.class[set - KEEPERS] = class as u8;
            set += 1;
        }
        assert!(made == MULTISETS);
        tables
    }
}

/// Index of a multiset by binary search. Those of one size are in descending order of their keys.
const fn index_of(counts: &[[u8; 6]; MULTISETS], wanted: &[u8; 6]) -> usize {
    let key = key(wanted);
    let mut dice = 0;
    let mut face = 0;
    while face < 6 {
        dice += wanted[face] as usize;
        face += 1;
    }
    let (mut low, mut high) = (FIRST_OF_SIZE[dice], FIRST_OF_SIZE[dice + 1]);
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

/// Counts as one number, those of 1 first.
const fn key(counts: &[u8; 6]) -> u32 {
    let (mut key, mut face) = (0, 0);
    while face < 6 {
        key = key << 4 | counts[face] as u32;
        face += 1;
    }
    key
}

const fn subsets(counts: &[[u8; 6]; MULTISETS], set: usize) -> [u8; 5] {
    let mut sets = [0; 5];
    let (mut n, mut face) = (0, 0);
    while face < 6 {
        if counts[set][face] > 0 {
            let mut rest = counts[set];
            rest[face] -= 1;
            sets[n] = index_of(counts, &rest) as u8;
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

/// Figures of five dice (R9), as bits.
const fn figures_of(counts: &[u8; 6]) -> u16 {
    let (mut figures, mut most, mut pairs, mut face) = (0, 0, 0, 0);
    while face < 6 {
        if counts[face] >= 2 {
            figures |= 1 << (PAIR + face);
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

/// Multinomial probability of five dice: 5! / (n₁! … n₆!) / 6⁵.
const fn probability(counts: &[u8; 6]) -> f64 {
    let factorial = [1u32, 1, 2, 6, 24, 120];
    let (mut ways, mut face) = (120, 0);
    while face < 6 {
        ways /= factorial[counts[face] as usize];
        face += 1;
    }
    ways as f64 / 7776.0
}

/// Payoff vector of `N` seats, the one that rolls first. With one entry it is a plain expectation.
pub type Value<const N: usize> = [f64; N];

/// Payoff of a figure that no cell offers.
const UNAVAILABLE: f64 = f64::NEG_INFINITY;

fn better<const N: usize>(a: Value<N>, b: Value<N>) -> Value<N> {
    // Branch-free: the comparison is unpredictable.
    let take = b[0] > a[0];
    array::from_fn(|n| select_unpredictable(take, b[n], a[n]))
}

/// Payoffs of the ends of a turn: the best cell of each figure by the number of rolls made, and losing
/// a piece.
#[derive(Clone, Debug)]
pub struct Payoffs<const N: usize> {
    placed: [[Value<N>; FIGURES + 1]; ROLLS],
    lost: Value<N>,
    hard_pairs: bool,
    strict_house: bool,
}

impl<const N: usize> Payoffs<N> {
    /// No cell is open yet. `hard_pairs` and `strict_house` as in the setup (R17, R9).
    #[must_use]
    pub fn new(lost: Value<N>, hard_pairs: bool, strict_house: bool) -> Payoffs<N> {
        Payoffs { placed: [[[UNAVAILABLE; N]; FIGURES + 1]; ROLLS], lost, hard_pairs, strict_house }
    }

    /// Adds a cell with this figure that is open up to roll `rolls`.
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
            Figure::Pair(_) => (PAIR, FIGURES - 1),
        };
        for placed in &mut self.placed[..rolls.min(ROLLS)] {
            for best in &mut placed[from..=to] {
                *best = better(*best, value);
            }
        }
    }

    /// Best placement for each class of figures at a roll, counted from 0.
    fn by_class(&self, roll: usize) -> [Value<N>; CLASSES] {
        let placed = &self.placed[roll];
        TABLES.figures.map(|figures| {
            let [first, rest @ ..] = figures.map(|figure| placed[usize::from(figure)]);
            rest.into_iter().fold(first, better)
        })
    }
}

/// A turn with its optimal policy.
#[derive(Clone, Debug)]
pub struct SolvedTurn<const N: usize> {
    /// Value of keeping each multiset and rolling the rest, after rolls 1 to 4.
    keep_values: [[Value<N>; U8_RANGE]; ROLLS - 1],
    value: Value<N>,
}

impl<const N: usize> SolvedTurn<N> {
    /// Backward induction from the last roll to the first.
    #[must_use]
    pub fn solve(payoffs: &Payoffs<N>) -> SolvedTurn<N> {
        let mut turn =
            SolvedTurn { keep_values: [[[0.0; N]; U8_RANGE]; ROLLS - 1], value: [0.0; N] };
        let mut dice = [[0.0; N]; U8_RANGE];
        // After the last roll a possible placement is compulsory (R13), even if losing a piece is
        // better.
        let by_class = payoffs.by_class(ROLLS - 1);
        for (value, class) in dice.iter_mut().zip(TABLES.class) {
            let placed = by_class[usize::from(class) % CLASSES];
            *value = if placed[0] == UNAVAILABLE { payoffs.lost } else { placed };
        }
        for roll in (0..ROLLS - 1).rev() {
            let keep_values = &mut turn.keep_values[roll];
            expected_keep_values(&dice, keep_values);
            best_keep_values(keep_values, &mut dice);
            let by_class = payoffs.by_class(roll);
            for (value, class) in dice.iter_mut().zip(TABLES.class) {
                // Ties stop.
                *value = better(by_class[usize::from(class) % CLASSES], *value);
            }
        }
        for (value, probability) in dice.iter().zip(TABLES.probability) {
            for (sum, part) in turn.value.iter_mut().zip(value) {
                *sum += part * probability;
            }
        }
        turn
    }

    /// Value before the first roll.
    #[must_use]
    pub fn value(&self) -> Value<N> {
        self.value
    }

    /// Value of keeping `dice`, at most four, and rolling the others after `rolls` rolls (1 to 4).
    #[must_use]
    pub fn keep_value(&self, dice: &[u8], rolls: usize) -> Value<N> {
        let grow = |set: usize, face: &u8| usize::from(TABLES.add_die[set][usize::from(face - 1)]);
        self.keep_values[rolls - 1][dice.iter().fold(0, grow)]
    }
}

/// Expected value of each keeper: mean over the next die, large multisets first.
fn expected_keep_values<const N: usize>(
    dice: &[Value<N>; U8_RANGE],
    keep_values: &mut [Value<N>; U8_RANGE],
) {
    let mean = |faces: [Value<N>; 6]| {
        let mut mean = [0.0; N];
        for value in faces {
            for (sum, part) in mean.iter_mut().zip(value) {
                *sum += part;
            }
        }
        mean.map(|sum| sum * (1.0 / 6.0))
    };
    for (value, add_die) in keep_values.iter_mut().zip(&TABLES.add_die).skip(FIRST_OF_SIZE[4]) {
        *value = mean(add_die.map(|set| dice[usize::from(set)]));
    }
    for set in (0..FIRST_OF_SIZE[4]).rev() {
        keep_values[set] = mean(TABLES.add_die[set].map(|set| keep_values[usize::from(set)]));
    }
}

/// Best keeper within each multiset of five, small multisets first.
fn best_keep_values<const N: usize>(
    keep_values: &[Value<N>; U8_RANGE],
    dice: &mut [Value<N>; U8_RANGE],
) {
    let mut best = *keep_values;
    for set in 1..KEEPERS {
        best[set] = TABLES.remove_die[set][..4]
            .iter()
            .fold(best[set], |most, &set| better(most, best[usize::from(set)]));
    }
    for (value, sets) in dice.iter_mut().zip(&TABLES.remove_die[KEEPERS..]) {
        let [first, rest @ ..] = sets.map(|set| best[usize::from(set)]);
        *value = rest.into_iter().fold(first, better);
    }
}
