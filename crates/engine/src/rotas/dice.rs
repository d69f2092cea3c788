//! Exact solver for the dice of one turn: five dice, up to five rolls, optimal choice of keeps and
//! stops.
//!
//! Backward induction over dice multisets: those of up to four dice to keep (keepers), and those of
//! five. Expectations and maxima are propagated one die at a time, from large to small sets and from
//! small to large, instead of enumerating all outcomes. Unless the numbers of pairs matter, symmetric
//! multisets are folded into one, which leaves a ninth of them.

mod tables;

use core::array;
use core::hint::select_unpredictable;
use core::ops::RangeInclusive;

use mohreh_games::show::Figure;
use tables::{EXACT, FOLDED, Tables};

/// Rolls per turn (R6).
const ROLLS: usize = 5;

/// Figures as indices into [`Payoffs`]. Five alike as a full house has its own, so that one table
/// serves with and without `strict-house`.
const HOUSE: usize = 0;
const HOUSE_OF_FIVE: usize = 1;
const STRAIGHT: usize = 2;
/// Three, four and five alike.
const ALIKE: usize = 3;
/// Pairs of 1 to 6; if their numbers do not matter, only the first is used.
const PAIR: usize = 6;
const FIGURES: usize = 12;
/// Most figures that five dice make at once, pairs of each number counted apart.
const MAX_FIGURES: usize = 5;

/// Sizes of working arrays: powers of two, so that indices need no bounds check.
const EXACT_LEN: usize = 256;
const FOLDED_LEN: usize = 64;

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
        let figures = self.indices(figure);
        for placed in &mut self.placed[..rolls.min(ROLLS)] {
            for best in &mut placed[figures.clone()] {
                *best = better(*best, value);
            }
        }
    }

    fn indices(&self, figure: Figure) -> RangeInclusive<usize> {
        let one = |index| index..=index;
        match figure {
            Figure::FullHouse if self.strict_house => one(HOUSE),
            Figure::FullHouse => HOUSE..=HOUSE_OF_FIVE,
            Figure::Straight => one(STRAIGHT),
            Figure::Alike(n) => one(ALIKE + usize::from(n.clamp(3, 5) - 3)),
            Figure::Pair(n) if self.hard_pairs => one(PAIR + usize::from(n.clamp(1, 6) - 1)),
            Figure::Pair(_) => one(PAIR),
        }
    }

    /// Best placement for each class of figures at a roll, counted from 0.
    fn by_class<const C: usize>(
        &self,
        figures: &[[u8; MAX_FIGURES]; C],
        roll: usize,
    ) -> [Value<N>; C] {
        let placed = &self.placed[roll];
        figures.map(|figures| {
            let [first, rest @ ..] = figures.map(|figure| placed[usize::from(figure)]);
            rest.into_iter().fold(first, better)
        })
    }
}

/// A turn with its optimal policy.
#[derive(Clone, Debug)]
pub struct SolvedTurn<const N: usize>(Solution<N>);

#[derive(Clone, Debug)]
enum Solution<const N: usize> {
    /// Boxed: it is large.
    Exact(Box<Induction<N, EXACT_LEN>>),
    Folded(Induction<N, FOLDED_LEN>),
}

impl<const N: usize> SolvedTurn<N> {
    /// Backward induction from the last roll to the first.
    #[must_use]
    pub fn solve(payoffs: &Payoffs<N>) -> SolvedTurn<N> {
        SolvedTurn(if payoffs.hard_pairs {
            Solution::Exact(Box::new(Induction::new(&EXACT, payoffs)))
        } else {
            Solution::Folded(Induction::new(&FOLDED, payoffs))
        })
    }

    /// Value before the first roll.
    #[must_use]
    pub fn value(&self) -> Value<N> {
        match &self.0 {
            Solution::Exact(turn) => turn.value,
            Solution::Folded(turn) => turn.value,
        }
    }

    /// Value of keeping `dice`, at most four, and rolling the others after `rolls` rolls (1 to 4).
    #[must_use]
    pub fn keep_value(&self, dice: &[u8], rolls: usize) -> Value<N> {
        match &self.0 {
            Solution::Exact(turn) => turn.keep_values[rolls - 1][tables::index(dice, false)],
            Solution::Folded(turn) => turn.keep_values[rolls - 1][tables::index(dice, true)],
        }
    }

    /// How the turn ends under the optimal policy, from five dice after `rolls` rolls on, or from the
    /// first roll on.
    #[must_use]
    pub(super) fn ends(&self, payoffs: &Payoffs<N>, dice: Option<(&[u8], usize)>) -> Ends {
        let from = |folded| dice.map(|(dice, rolls)| (tables::index(dice, folded), rolls - 1));
        match &self.0 {
            Solution::Exact(turn) => turn.ends(&EXACT, payoffs, from(false)),
            Solution::Folded(turn) => turn.ends(&FOLDED, payoffs, from(true)),
        }
    }
}

/// Probabilities of the ends of a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    /// By roll and figure: a piece is placed on the best cell.
    placed: [[f64; FIGURES]; ROLLS],
    /// A piece is lost.
    pub(super) lost: f64,
}

impl Ends {
    /// Probability that a cell is the one that is used, where `near` tells for the difference between
    /// the best value of the figure and that of the cell how close a rival it is, from 0 to 1.
    pub(super) fn share<const N: usize>(
        &self,
        payoffs: &Payoffs<N>,
        (figure, rolls): (Figure, usize),
        value: f64,
        near: impl Fn(f64) -> f64,
    ) -> f64 {
        let mut share = 0.0;
        for roll in 0..rolls.min(ROLLS) {
            for index in payoffs.indices(figure) {
                let used = self.placed[roll][index];
                if used > 0.0 {
                    share += used * near(payoffs.placed[roll][index][0] - value);
                }
            }
        }
        share
    }
}

/// Backward induction over one table of multisets; only the lower part of the arrays may be used.
#[derive(Clone, Debug)]
struct Induction<const N: usize, const LEN: usize> {
    /// Value of keeping each multiset and rolling the rest, after rolls 1 to 4.
    keep_values: [[Value<N>; LEN]; ROLLS - 1],
    value: Value<N>,
}

impl<const N: usize, const LEN: usize> Induction<N, LEN> {
    fn new<const K: usize, const R: usize, const C: usize>(
        tables: &Tables<K, R, C>,
        payoffs: &Payoffs<N>,
    ) -> Induction<N, LEN> {
        let mut turn = Induction { keep_values: [[[0.0; N]; LEN]; ROLLS - 1], value: [0.0; N] };
        let mut dice = [[0.0; N]; LEN];
        // After the last roll a possible placement is compulsory (R13), even if losing a piece is
        // better.
        let by_class = payoffs.by_class(&tables.figures, ROLLS - 1);
        for (value, class) in dice.iter_mut().zip(tables.class) {
            let placed = by_class[usize::from(class) % C];
            *value = if placed[0] == UNAVAILABLE { payoffs.lost } else { placed };
        }
        for roll in (0..ROLLS - 1).rev() {
            let keep_values = &mut turn.keep_values[roll];
            expected_keep_values(tables, &dice, keep_values);
            best_keep_values(tables, keep_values, &mut dice);
            let by_class = payoffs.by_class(&tables.figures, roll);
            for (value, class) in dice.iter_mut().zip(tables.class) {
                // Ties stop.
                *value = better(by_class[usize::from(class) % C], *value);
            }
        }
        for (value, probability) in dice.iter().zip(tables.probability) {
            for (sum, part) in turn.value.iter_mut().zip(value) {
                *sum += part * probability;
            }
        }
        turn
    }

    /// Forward pass of the optimal policy, from a multiset of five at a roll, counted from 0.
    fn ends<const K: usize, const R: usize, const C: usize>(
        &self,
        tables: &Tables<K, R, C>,
        payoffs: &Payoffs<N>,
        from: Option<(usize, usize)>,
    ) -> Ends {
        let mut ends = Ends::default();
        let mut reached = [0.0; LEN];
        let first = match from {
            Some((set, roll)) => {
                reached[set] = 1.0;
                roll
            }
            None => {
                reached[..R].copy_from_slice(&tables.probability);
                0
            }
        };
        for roll in first..ROLLS {
            let placed = &payoffs.placed[roll];
            // Best figure of each class.
            let figures = tables.figures.map(|figures| {
                figures.into_iter().reduce(|best, figure| {
                    let is_better = placed[usize::from(figure)][0] > placed[usize::from(best)][0];
                    if is_better { figure } else { best }
                })
            });
            let kept = self.keep_values.get(roll).map(|values| best_keepers(tables, values));
            let mut keepers = [0.0; LEN];
            for (set, class) in tables.class.into_iter().enumerate() {
                let figure = usize::from(figures[usize::from(class) % C].unwrap_or_default());
                let value = placed[figure][0];
                let keeper = kept.as_ref().map(|(of_five, _)| usize::from(of_five[set]));
                match keeper.filter(|keeper| self.keep_values[roll][*keeper][0] > value) {
                    Some(keeper) => keepers[keeper] += reached[set],
                    None if value == UNAVAILABLE => ends.lost += reached[set],
                    None => ends.placed[roll][figure % FIGURES] += reached[set],
                }
            }
            reached = [0.0; LEN];
            for set in 0..K {
                let part = keepers[set] * (1.0 / 6.0);
                if part > 0.0 {
                    let grown =
                        if set < tables.first_of_four { &mut keepers } else { &mut reached };
                    for larger in tables.add_die[set] {
                        grown[usize::from(larger) % LEN] += part;
                    }
                }
            }
        }
        ends
    }
}

/// Expected value of each keeper: mean over the next die, large multisets first.
fn expected_keep_values<
    const N: usize,
    const LEN: usize,
    const K: usize,
    const R: usize,
    const C: usize,
>(
    tables: &Tables<K, R, C>,
    dice: &[Value<N>; LEN],
    keep_values: &mut [Value<N>; LEN],
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
    for (value, add_die) in keep_values.iter_mut().zip(&tables.add_die).skip(tables.first_of_four) {
        *value = mean(add_die.map(|set| dice[usize::from(set) % LEN]));
    }
    for set in (0..tables.first_of_four).rev() {
        keep_values[set] = mean(tables.add_die[set].map(|set| keep_values[usize::from(set) % LEN]));
    }
}

/// Best value of a keeper within each multiset of five, small multisets first.
fn best_keep_values<
    const N: usize,
    const LEN: usize,
    const K: usize,
    const R: usize,
    const C: usize,
>(
    tables: &Tables<K, R, C>,
    keep_values: &[Value<N>; LEN],
    dice: &mut [Value<N>; LEN],
) {
    let mut best = *keep_values;
    for set in 1..K {
        best[set] = tables.remove_from_keeper[set]
            .iter()
            .fold(best[set], |most, &set| better(most, best[usize::from(set) % LEN]));
    }
    for (value, sets) in dice.iter_mut().zip(&tables.remove_die) {
        let [first, rest @ ..] = sets.map(|set| best[usize::from(set) % LEN]);
        *value = rest.into_iter().fold(first, better);
    }
}

/// Best keeper within each multiset of five, and within each keeper.
fn best_keepers<
    const N: usize,
    const LEN: usize,
    const K: usize,
    const R: usize,
    const C: usize,
>(
    tables: &Tables<K, R, C>,
    keep_values: &[Value<N>; LEN],
) -> ([u8; R], [u8; K]) {
    let mut keepers: [u8; K] = array::from_fn(|set| set as u8);
    let better = |a: u8, b: u8| {
        let take = keep_values[usize::from(b) % LEN][0] > keep_values[usize::from(a) % LEN][0];
        if take { b } else { a }
    };
    for set in 1..K {
        keepers[set] = tables.remove_from_keeper[set]
            .iter()
            .fold(keepers[set], |best, &set| better(best, keepers[usize::from(set)]));
    }
    let of_five = tables.remove_die.map(|sets| {
        let [first, rest @ ..] = sets.map(|set| keepers[usize::from(set)]);
        rest.into_iter().fold(first, better)
    });
    (of_five, keepers)
}
