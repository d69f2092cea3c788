//! Elo with its confidence interval, and the sequential probability ratio test (SPRT).
//!
//! The sample is the pair, not the game: both games of a pair share the opening, so their results are correlated
//! (pentanomial model).

/// Mean and variance of pair scores; a score is A's share of the points, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ScoreStats {
    pub pairs: f64,
    pub mean: f64,
    /// Of a single pair, not of the mean.
    pub variance: f64,
}

/// Two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_964;

/// Pseudocount for empty categories, which keeps the variance of the SPRT above zero.
const PSEUDOCOUNT: f64 = 1e-3;

/// Type I and type II error rate of the SPRT (α = β).
const ERROR_RATE: f64 = 0.05;

impl ScoreStats {
    /// From (score, count) pairs; `None` if all counts are zero.
    pub(super) fn of(scores: &[(f64, f64)]) -> Option<ScoreStats> {
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            scores.iter().map(|(score, count)| f(*score) * count).sum()
        };
        let pairs = sum(&|_| 1.0);
        if pairs <= 0.0 {
            return None;
        }
        let mean = sum(&|score| score) / pairs;
        let variance = sum(&|score| (score - mean).powi(2)) / pairs;
        Some(ScoreStats { pairs, mean, variance })
    }

    /// Half-width of the 95 % confidence interval of the mean.
    pub(super) fn error(&self) -> f64 {
        Z_95 * (self.variance / self.pairs).sqrt()
    }

    /// Elo difference and half-width of its 95 % confidence interval.
    pub(super) fn elo(&self) -> (f64, f64) {
        let (low, high) = (elo(self.mean - self.error()), elo(self.mean + self.error()));
        (elo(self.mean), if self.pairs < 2.0 { f64::INFINITY } else { (high - low) / 2.0 })
    }
}

/// Elo difference for an expected score (logistic model).
pub(super) fn elo(score: f64) -> f64 {
    match score {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// Expected score for an Elo difference.
pub(super) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Number of pairs in which A scored 0, ½, 1, 1½ and 2 points.
pub(super) type Pentanomial = [u64; 5];

/// Pentanomial counts as (score, count).
pub(super) fn scores(counts: Pentanomial) -> [(f64, f64); 5] {
    std::array::from_fn(|n| (n as f64 / 4.0, counts[n] as f64))
}

/// SPRT between two hypotheses about A's advantage in Elo: H0 `low`, H1 `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    pub low: f64,
    pub high: f64,
}

/// Result of the SPRT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// H1 accepted.
    High,
    /// H0 accepted.
    Low,
    Open,
}

impl Sprt {
    /// No decision before this many pairs, because the variance estimate is too rough.
    pub(super) const MIN_PAIRS: u64 = 20;

    /// Log-likelihood ratio of `high` against `low`, in the normal approximation with the sample variance.
    pub(super) fn llr(&self, counts: Pentanomial) -> f64 {
        if counts == [0; 5] {
            return 0.0;
        }
        let Some(seen) =
            ScoreStats::of(&scores(counts).map(|(score, n)| (score, n.max(PSEUDOCOUNT))))
        else {
            return 0.0;
        };
        let (low, high) = (score(self.low), score(self.high));
        seen.pairs * (high - low) * (2.0 * seen.mean - low - high) / (2.0 * seen.variance)
    }

    /// Threshold of the LLR; symmetric, as α = β.
    pub(super) fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    pub(super) fn verdict(&self, counts: Pentanomial) -> Verdict {
        let llr = self.llr(counts);
        match counts.iter().sum() {
            ..Sprt::MIN_PAIRS => Verdict::Open,
            _ if llr >= Sprt::bound() => Verdict::High,
            _ if llr <= -Sprt::bound() => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pentanomial, ScoreStats, Sprt, Verdict, elo, score, scores};

    const SPRT: Sprt = Sprt { low: 0.0, high: 20.0 };
    const SAMPLES: [Pentanomial; 5] =
        [[1, 2, 4, 2, 1], [0, 0, 7, 0, 0], [3, 10, 40, 30, 17], [0, 0, 0, 0, 9], [12, 0, 1, 0, 30]];

    fn near(left: f64, right: f64) {
        assert!(left == right || (left - right).abs() < 1e-3, "{left} is not {right}");
    }

    fn stats(counts: Pentanomial) -> ScoreStats {
        ScoreStats::of(&scores(counts)).expect("there are pairs")
    }

    #[test]
    fn known_values() {
        near(elo(0.75), 190.849);
        near(score(100.0), 0.640_065);
        // (2 · 0.25 + 4 · 0.0625) / 10.
        near(stats([1, 2, 4, 2, 1]).variance, 0.075);
        near(stats([1, 2, 4, 2, 1]).error(), 0.169_738);
        let (mean, error) = stats([3, 10, 40, 30, 17]).elo();
        near(mean, 85.043);
        near(error, 35.723);
        near(SPRT.llr([3, 10, 40, 30, 17]), 5.011);
        near(Sprt::bound(), 2.944);
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        for points in -30..=30 {
            near(elo(score(f64::from(points) * 20.0)), f64::from(points) * 20.0);
        }
    }

    #[test]
    fn equal_players_have_no_elo_between_them() {
        for counts in [[1, 2, 4, 2, 1], [0, 0, 7, 0, 0], [5, 0, 0, 0, 5]] {
            near(stats(counts).elo().0, 0.0);
        }
    }

    #[test]
    fn swapping_the_players_flips_the_sign() {
        let swapped = Sprt { low: -SPRT.high, high: -SPRT.low };
        for counts in SAMPLES {
            let mut other = counts;
            other.reverse();
            near(stats(other).elo().0, -stats(counts).elo().0);
            near(stats(other).error(), stats(counts).error());
            near(swapped.llr(other), -SPRT.llr(counts));
        }
    }

    #[test]
    fn the_llr_has_the_sign_of_the_score_difference() {
        for counts in SAMPLES {
            let middle = f64::midpoint(score(SPRT.low), score(SPRT.high));
            assert_eq!(SPRT.llr(counts) > 0.0, stats(counts).mean > middle, "{counts:?}");
        }
        assert_eq!(SPRT.verdict([0, 10, 100, 60, 10]), Verdict::High);
        assert_eq!(SPRT.verdict([10, 60, 100, 10, 0]), Verdict::Low);
        assert_eq!(SPRT.verdict([10, 20, 40, 22, 11]), Verdict::Open);
        // Below `MIN_PAIRS`, however clear the score.
        assert_eq!(SPRT.verdict([0, 0, 0, 0, 5]), Verdict::Open);
        near(SPRT.llr([0; 5]), 0.0);
    }

    #[test]
    fn four_times_the_pairs_halve_the_error() {
        for counts in SAMPLES {
            let more = counts.map(|count| count * 4);
            near(stats(more).error() * 2.0, stats(counts).error());
        }
    }
}
