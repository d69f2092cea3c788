//! [`Rating`]: Glicko, a rating with its uncertainty, after Mark Glickman's description of the system.

/// Strength of a person, or difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// 1500 is the middle of the scale; 400 more solve ten times as often.
    pub value: f64,
    /// Standard deviation of the value.
    pub deviation: f64,
}

/// ln 10 / 400.
const Q: f64 = std::f64::consts::LN_10 / 400.0;
/// A newcomer's.
const MOST: f64 = 350.0;
/// So that a rating can still follow who learns.
const LEAST: f64 = 45.0;
/// Of a puzzle: its difficulty is an estimate by the engine, not by people.
const OF_PUZZLE: f64 = 120.0;

impl Default for Rating {
    /// A newcomer; a little below the middle, so that the first puzzles are easy.
    fn default() -> Rating {
        Rating { value: 1000.0, deviation: MOST }
    }
}

impl Rating {
    /// The difficulty of a puzzle.
    #[must_use]
    pub fn of_puzzle(rating: u32) -> Rating {
        Rating { value: f64::from(rating), deviation: OF_PUZZLE }
    }

    /// Chance to solve a puzzle.
    #[must_use]
    pub fn expected(self, puzzle: Rating) -> f64 {
        1.0 / (1.0 + (-Q * weight(puzzle.deviation) * (self.value - puzzle.value)).exp())
    }

    /// The rating after an attempt: solved without help, or not.
    #[must_use]
    pub fn after(self, puzzle: Rating, solved: bool) -> Rating {
        let (g, expected) = (weight(puzzle.deviation), self.expected(puzzle));
        let precision = Q * Q * g * g * expected * (1.0 - expected);
        let variance = 1.0 / (1.0 / (self.deviation * self.deviation) + precision);
        let score = if solved { 1.0 } else { 0.0 };
        let value = self.value + Q * variance * g * (score - expected);
        Rating { value: value.clamp(100.0, 3500.0), deviation: variance.sqrt().clamp(LEAST, MOST) }
    }
}

/// How much a result against such an uncertain rating counts.
fn weight(deviation: f64) -> f64 {
    let pi = std::f64::consts::PI;
    1.0 / (1.0 + 3.0 * Q * Q * deviation * deviation / (pi * pi)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::Rating;

    /// The example of Glickman's paper, one game at a time within a period, by its formula for one game.
    #[test]
    fn a_known_game() {
        let player = Rating { value: 1500.0, deviation: 200.0 };
        let other = Rating { value: 1400.0, deviation: 30.0 };
        assert!((player.expected(other) - 0.639).abs() < 5e-4, "{}", player.expected(other));
        let after = player.after(other, true);
        assert!(
            (after.value - 1563.6).abs() < 0.5 && (after.deviation - 175.2).abs() < 0.5,
            "{after:?}"
        );
    }

    #[test]
    fn a_rating_follows_the_results() {
        let mut rating = Rating::default();
        // Solves what is below 1600, and nothing above.
        for n in 0..400_u32 {
            let puzzle = (rating.value as u32 + n * 37 % 300).saturating_sub(150);
            rating = rating.after(Rating::of_puzzle(puzzle), puzzle < 1600);
            assert!(rating.value.is_finite() && rating.deviation.is_finite());
        }
        assert!((rating.value - 1600.0).abs() < 100.0 && rating.deviation < 80.0, "{rating:?}");
    }
}
