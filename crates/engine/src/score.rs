//! [`Score`], and its conversion to a win probability.

/// A score from the point of view of one seat. Beyond ±[`WIN_THRESHOLD`] the game is decided, and
/// [`WIN`] minus the score is the distance to the win in plies.
pub type Score = i32;

/// The game is won at this node (mate score).
pub const WIN: Score = 30_000;
/// Scores from here on are proven wins.
pub const WIN_THRESHOLD: Score = 29_000;
/// Bound of the static evaluation.
pub const MAX_EVAL: Score = 20_000;

/// Logistic win probability of a score, where `scale` is the score that means odds of 10 : 1.
#[must_use]
pub fn win_probability(score: Score, scale: f64) -> f64 {
    if score.abs() >= WIN_THRESHOLD {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + libm::pow(10.0, -f64::from(score) / scale))
}

/// Inverse of [`win_probability`], where 1 is a win at this node.
pub(crate) fn score_of(win: f64, scale: f64) -> Score {
    if win >= 1.0 {
        return WIN;
    }
    let score = scale * libm::log10(win / (1.0 - win));
    score.clamp(f64::from(-MAX_EVAL), f64::from(MAX_EVAL)) as Score
}

/// Noise in thousandths of the scale as an error of the win probability at even odds, where the slope of
/// the logistic function is ln 10 / 4.
pub(crate) fn win_share(noise_permille: u16) -> f64 {
    f64::from(noise_permille) / 1000.0 * 0.57
}
