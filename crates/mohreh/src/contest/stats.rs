//! What a score says about strength: Elo with its error, and the test that stops a match early.
//!
//! The unit is the pair, not the game: both games of a pair begin alike, so their results hang together.

/// How the scores of pairs are spread; a score is A's share of the points, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    pub pairs: f64,
    pub mean: f64,
    /// Of one pair.
    pub variance: f64,
}

/// 95 of 100 errors are smaller than so many standard deviations.
const CERTAIN: f64 = 1.959_964;

/// A count of nothing is taken for this little, so that the test can divide by the variance.
const HARDLY: f64 = 1e-3;

/// How often the test may err, in either direction.
const ERROR: f64 = 0.05;

impl Spread {
    /// From scores, each with how often it occurred; none if nothing occurred.
    pub fn of(scores: &[(f64, f64)]) -> Option<Spread> {
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            scores.iter().map(|(score, count)| f(*score) * count).sum()
        };
        let pairs = sum(&|_| 1.0);
        if pairs <= 0.0 {
            return None;
        }
        let mean = sum(&|score| score) / pairs;
        let variance = sum(&|score| (score - mean).powi(2)) / pairs;
        Some(Spread { pairs, mean, variance })
    }

    /// The mean lies so near to the truth, with 95 % certainty.
    pub fn error(&self) -> f64 {
        CERTAIN * (self.variance / self.pairs).sqrt()
    }

    /// Elo, and how near to the truth it lies.
    pub fn elo(&self) -> (f64, f64) {
        let (low, high) = (elo(self.mean - self.error()), elo(self.mean + self.error()));
        (elo(self.mean), if self.pairs < 2.0 { f64::INFINITY } else { (high - low) / 2.0 })
    }
}

/// How many Elo stronger a player is who scores this much.
pub fn elo(score: f64) -> f64 {
    match score {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// What a player scores who is this much stronger.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// What A scored in pairs: how many with 0, ½, 1, 1½ and 2 points.
pub type Pentanomial = [u64; 5];

/// The scores of pairs with how often they occurred.
pub fn scores(counts: Pentanomial) -> [(f64, f64); 5] {
    std::array::from_fn(|n| (n as f64 / 4.0, counts[n] as f64))
}

/// Two hypotheses about A's advantage in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub low: f64,
    pub high: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The higher hypothesis is the better one.
    High,
    /// The lower one is.
    Low,
    Open,
}

impl Sprt {
    /// Before so many pairs the variance is not known well enough to stop.
    pub const FEWEST: u64 = 20;

    /// The logarithm of how much likelier the results are with the higher hypothesis than with the
    /// lower one; scores are taken as normally distributed with the variance that was seen.
    pub fn llr(&self, counts: Pentanomial) -> f64 {
        if counts == [0; 5] {
            return 0.0;
        }
        let Some(seen) = Spread::of(&scores(counts).map(|(score, n)| (score, n.max(HARDLY))))
        else {
            return 0.0;
        };
        let (low, high) = (score(self.low), score(self.high));
        seen.pairs * (high - low) * (2.0 * seen.mean - low - high) / (2.0 * seen.variance)
    }

    /// Where the test ends, on both sides of 0.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    pub fn verdict(&self, counts: Pentanomial) -> Verdict {
        let llr = self.llr(counts);
        match counts.iter().sum() {
            ..Sprt::FEWEST => Verdict::Open,
            _ if llr >= Sprt::bound() => Verdict::High,
            _ if llr <= -Sprt::bound() => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pentanomial, Spread, Sprt, Verdict, elo, score, scores};

    const SPRT: Sprt = Sprt { low: 0.0, high: 20.0 };
    const SAMPLES: [Pentanomial; 5] =
        [[1, 2, 4, 2, 1], [0, 0, 7, 0, 0], [3, 10, 40, 30, 17], [0, 0, 0, 0, 9], [12, 0, 1, 0, 30]];

    fn near(left: f64, right: f64) {
        assert!(left == right || (left - right).abs() < 1e-3, "{left} is not {right}");
    }

    fn spread(counts: Pentanomial) -> Spread {
        Spread::of(&scores(counts)).expect("there are pairs")
    }

    #[test]
    fn known_values() {
        near(elo(0.75), 190.849);
        near(score(100.0), 0.640_065);
        // 0.25 twice, 0.0625 four times, over 10.
        near(spread([1, 2, 4, 2, 1]).variance, 0.075);
        near(spread([1, 2, 4, 2, 1]).error(), 0.169_738);
        let (mean, error) = spread([3, 10, 40, 30, 17]).elo();
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
            near(spread(counts).elo().0, 0.0);
        }
    }

    #[test]
    fn to_swap_the_players_is_to_swap_the_sign() {
        let swapped = Sprt { low: -SPRT.high, high: -SPRT.low };
        for counts in SAMPLES {
            let mut other = counts;
            other.reverse();
            near(spread(other).elo().0, -spread(counts).elo().0);
            near(spread(other).error(), spread(counts).error());
            near(swapped.llr(other), -SPRT.llr(counts));
        }
    }

    #[test]
    fn the_test_follows_the_score() {
        for counts in SAMPLES {
            let middle = f64::midpoint(score(SPRT.low), score(SPRT.high));
            assert_eq!(SPRT.llr(counts) > 0.0, spread(counts).mean > middle, "{counts:?}");
        }
        assert_eq!(SPRT.verdict([0, 10, 100, 60, 10]), Verdict::High);
        assert_eq!(SPRT.verdict([10, 60, 100, 10, 0]), Verdict::Low);
        assert_eq!(SPRT.verdict([10, 20, 40, 22, 11]), Verdict::Open);
        // However clear, a few pairs prove nothing.
        assert_eq!(SPRT.verdict([0, 0, 0, 0, 5]), Verdict::Open);
        near(SPRT.llr([0; 5]), 0.0);
    }

    #[test]
    fn more_of_the_same_is_more_certain() {
        for counts in SAMPLES {
            let more = counts.map(|count| count * 4);
            near(spread(more).error() * 2.0, spread(counts).error());
        }
    }
}
