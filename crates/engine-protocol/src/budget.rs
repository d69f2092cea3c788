//! [`TimeBudget`]: time management of one search. Pure: the caller passes the elapsed time.

use std::time::Duration;

use crate::limits::Clock;

/// The time that a search may take. With a clock it is adapted after each iteration: more while the best turn keeps
/// changing, less while it stays, and next to nothing once the result is proven.
#[derive(Clone, PartialEq, Debug)]
pub struct TimeBudget {
    /// What an ordinary turn gets.
    soft: Duration,
    /// What no turn exceeds.
    hard: Duration,
    /// Whether iterations change it.
    adapts: bool,
    /// Best turn of the last iteration; empty before the first.
    best: Vec<String>,
    /// Changes of the best turn, halved with each iteration.
    unrest: f64,
    is_proven: bool,
    /// Another iteration would not be finished in time.
    is_done: bool,
}

/// Lag of the clock's owner: pipes, scheduling, the network.
const LAG: Duration = Duration::from_millis(30);
/// With less time left than the lag allows for, still this share of it is used.
const SHARE_IN_LAG: u32 = 8;
/// Turns that the time left is divided by. Fewer than a game has, because many turns are forced or end early.
const EXPECTED_TURNS: u32 = 15;
/// Share of the increment that a turn uses.
const INCREMENT_SHARE: f64 = 0.75;
/// No turn takes more than one part in this many of the time left.
const HARD_SHARE: u32 = 4;
/// Factor of the soft budget while the best turn stays the same.
const STABLE_FACTOR: f64 = 0.6;
/// Added to the factor by a change of the best turn.
const CHANGE_FACTOR: f64 = 0.5;
/// Unrest before the first iteration: the factor is 1.
const FIRST_UNREST: f64 = (1.0 - STABLE_FACTOR) / CHANGE_FACTOR;
/// Factor once the result is proven.
const PROVEN_FACTOR: f64 = 0.1;
/// No iteration is begun after this share of the budget, as it would take longer than all before it.
const LAST_ITERATION: f64 = 0.6;
/// Shortest budget.
const SHORTEST: Duration = Duration::from_millis(1);

impl TimeBudget {
    /// Exactly this time.
    #[must_use]
    pub fn fixed(time: Duration) -> TimeBudget {
        TimeBudget {
            soft: time,
            hard: time,
            adapts: false,
            best: Vec::new(),
            unrest: FIRST_UNREST,
            is_proven: false,
            is_done: false,
        }
    }

    /// A share of the time left, and most of the increment.
    #[must_use]
    pub fn of_clock(clock: &Clock) -> TimeBudget {
        let usable = clock.mine.saturating_sub(LAG).max(clock.mine / SHARE_IN_LAG);
        let soft = usable / EXPECTED_TURNS + clock.increment.mul_f64(INCREMENT_SHARE);
        let hard = (usable / HARD_SHARE).max(SHORTEST);
        TimeBudget {
            soft: soft.max(SHORTEST).min(hard),
            hard,
            adapts: true,
            ..TimeBudget::fixed(hard)
        }
    }

    /// At most this time.
    #[must_use]
    pub fn capped(self, time: Duration) -> TimeBudget {
        TimeBudget { soft: self.soft.min(time), hard: self.hard.min(time), ..self }
    }

    /// Adapts the budget to a finished iteration: its best turn, and the win probability of that.
    pub fn on_iteration(&mut self, turn: &[String], win: f64, elapsed: Duration) {
        if !self.adapts {
            return;
        }
        if !self.best.is_empty() {
            let changed = if self.best == turn { 0.0 } else { 1.0 };
            self.unrest = self.unrest / 2.0 + changed;
        }
        self.best = turn.to_vec();
        // Only proven results are exactly 0 or 1.
        self.is_proven = win <= 0.0 || win >= 1.0;
        self.is_done = elapsed >= self.target().mul_f64(LAST_ITERATION);
    }

    /// The time for the whole search, as far as is known now.
    #[must_use]
    pub fn target(&self) -> Duration {
        let factor = match self {
            TimeBudget { adapts: false, .. } => 1.0,
            TimeBudget { is_proven: true, .. } => PROVEN_FACTOR,
            TimeBudget { unrest, .. } => STABLE_FACTOR + CHANGE_FACTOR * unrest,
        };
        self.soft.mul_f64(factor).min(self.hard)
    }

    /// Used fraction of the budget, from 0 to 1.
    #[must_use]
    pub fn used(&self, elapsed: Duration) -> f64 {
        let target = self.target();
        if self.is_done || elapsed >= target {
            return 1.0;
        }
        elapsed.as_secs_f64() / target.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(mine: u64, increment: u64) -> Clock {
        let ms = Duration::from_millis;
        Clock { mine: ms(mine), theirs: ms(mine), increment: ms(increment) }
    }

    fn turn(text: &str) -> Vec<String> {
        vec![text.to_string()]
    }

    const TIMES: [u64; 12] =
        [0, 1, 5, 29, 31, 100, 1_000, 10_000, 60_000, 600_000, 7_200_000, u64::MAX];
    const INCREMENTS: [u64; 5] = [0, 10, 500, 30_000, 3_600_000];

    /// The budget after iterations whose best turns are these letters; `!` is a proven result.
    fn after(clock: &Clock, iterations: &str) -> TimeBudget {
        let mut budget = TimeBudget::of_clock(clock);
        for letter in iterations.chars() {
            let win = if letter == '!' { 1.0 } else { 0.5 };
            budget.on_iteration(&turn(&letter.to_string()), win, Duration::ZERO);
        }
        budget
    }

    #[test]
    fn no_turn_takes_more_than_a_quarter_of_the_clock() {
        for mine in TIMES {
            for increment in INCREMENTS {
                let clock = clock(mine, increment);
                for iterations in ["", "a", "aaaa", "abab", "abcdefgh", "ab!", "!!!a"] {
                    let budget = after(&clock, iterations);
                    let most = (clock.mine / HARD_SHARE).max(SHORTEST);
                    assert!(budget.target() <= most, "{clock:?} {iterations}: {budget:?}");
                    assert!(budget.target() > Duration::ZERO, "{clock:?} {iterations}");
                }
            }
        }
    }

    #[test]
    fn more_time_left_or_more_increment_is_never_less_time_to_think() {
        for iterations in ["", "aaa", "ab", "a!"] {
            let target = |mine, increment| after(&clock(mine, increment), iterations).target();
            for increment in INCREMENTS {
                for pair in TIMES.windows(2) {
                    assert!(target(pair[0], increment) <= target(pair[1], increment), "{pair:?}");
                }
            }
            for mine in TIMES {
                for pair in INCREMENTS.windows(2) {
                    assert!(target(mine, pair[0]) <= target(mine, pair[1]), "{pair:?}");
                }
            }
        }
    }

    #[test]
    fn the_budget_grows_with_changes_and_shrinks_with_rest_and_proofs() {
        let clock = clock(60_000, 0);
        let target = |iterations| after(&clock, iterations).target();
        assert_eq!(target(""), target("a"), "one iteration says nothing about changes");
        assert!(target("ab") > target("a"));
        assert!(target("abab") > target("aaab"));
        assert!(target("aa") < target("a"));
        assert!(target("aaaa") < target("aa"));
        assert!(target("aaa!") < target("aaaa"));
        assert!(target("abc!") < target("aaaa"));
        assert!(target("!!a") > target("!!!"), "a proof can be of another turn than the best");
    }

    #[test]
    fn a_clock_lasts_for_a_long_game_of_restless_turns() {
        for increment in [0, 100, 5_000] {
            let mut left = clock(60_000, increment);
            for number in 0..45 {
                let spent = after(&left, "abcdefgh").target() + LAG / 2;
                assert!(spent < left.mine, "turn {number}, {left:?}");
                left.mine = left.mine - spent + left.increment;
            }
        }
    }

    #[test]
    fn the_used_fraction_rises_to_one() {
        let budget = TimeBudget::of_clock(&clock(60_000, 1_000));
        let fractions: Vec<f64> =
            (0..=20).map(|part| budget.used(budget.target() * part / 20)).collect();
        assert_eq!((fractions[0], fractions[20]), (0.0, 1.0));
        assert!(fractions.is_sorted());
        assert!(budget.used(budget.target() * 2) >= 1.0);
    }

    #[test]
    fn no_iteration_is_begun_that_would_not_end() {
        let mut budget = TimeBudget::of_clock(&clock(60_000, 0));
        let late = budget.target().mul_f64(0.9);
        assert!(budget.used(late) < 1.0);
        budget.on_iteration(&turn("a"), 0.5, late);
        assert!(budget.used(late) >= 1.0);
    }

    #[test]
    fn a_fixed_time_is_kept_whatever_happens() {
        let time = Duration::from_millis(200);
        let mut budget = TimeBudget::fixed(time);
        for text in ["a", "b", "b"] {
            budget.on_iteration(&turn(text), 1.0, time.mul_f64(0.99));
            assert_eq!(budget.target(), time);
            assert!(budget.used(time.mul_f64(0.99)) < 1.0);
        }
        assert!(budget.used(time) >= 1.0);
    }
}
