//! How good a position is, as a number and as a chance to win.

/// Hundredths of something worth having, from the view of one seat; beyond [`WON`] the game is
/// decided, and the distance to [`WIN`] tells in how many steps.
pub type Score = i32;

/// A game won right now.
pub const WIN: Score = 30_000;
/// From here on a win is proven.
pub const WON: Score = 29_000;
/// No evaluation leaves these bounds.
pub const MOST: Score = 20_000;

/// The chance to win that a score stands for, where `scale` is the score at which ten of eleven such
/// games are won.
#[must_use]
pub fn chance(score: Score, scale: f64) -> f64 {
    if score.abs() >= WON {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + libm::pow(10.0, -f64::from(score) / scale))
}
