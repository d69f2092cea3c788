//! What the search knows of a game beyond its rules.

use mohreh_games::{Duel, Seat};

use crate::any::Thinks;
use crate::score::{MOST, Score};

/// A weight counts in so many parts, so that terms can be mixed.
pub const PARTS: Score = 16;

/// A game that the search can play well. Implemented for each game in a file of its own.
///
/// The evaluation is a sum of terms, each a count times a weight. A game tells its terms, and both the
/// search and the tuner listen: so they can never disagree about what a weight means.
pub trait Knowledge: Duel + Thinks {
    /// The score at which ten of eleven games are won.
    const SCALE: f64;

    /// How slowly late steps are searched less deeply: a step less for each time that this fits into
    /// 256 times the product of the binary logarithms of the depth and of the step's number.
    const CAUTION: i32;

    /// How far around the last score the next one is first looked for.
    const WINDOW: Score;

    /// Tells the terms of the position with the counts of `seat`, who is or is not to move: the place
    /// of the weight and how many [`PARTS`] of it count.
    fn terms(&self, seat: Seat, tell: impl FnMut(usize, Score));

    /// How good the position is for the mover, judged at rest.
    fn evaluate(&self, weights: &[i32]) -> Score {
        let seat = self.mover();
        let (mut own, mut others) = (0, 0);
        self.terms(seat, |at, count| own += weights[at] * count);
        self.terms(seat.other(), |at, count| others += weights[at] * count);
        ((own - others) / PARTS).clamp(-MOST, MOST)
    }

    /// Whether the position can be judged as it stands: a turn begins, and nothing is forced.
    fn is_calm(&self) -> bool;

    /// In the middle of a turn, the step that ends it and changes nothing, if there is one. The search
    /// may rest there instead of trying all other steps.
    fn rest(&self) -> Option<Self::Step> {
        None
    }

    /// How promising a step is before anything is searched: more is tried earlier.
    fn promise(&self, step: Self::Step) -> i32;

    /// Whether a step changes so much that its effect must be seen before judging.
    fn is_sharp(&self, step: Self::Step) -> bool;

    /// Whether any step can be sharp now; asked where resting is possible, and cheaper than all steps.
    fn may_be_sharp(&self) -> bool {
        true
    }

    /// Whether play has so many equal ways that a seed may choose among them.
    fn is_opening(&self) -> bool;

    /// Whether the mover may be so near to a win that it can be proven.
    fn is_narrow(&self) -> bool;

    /// A small number for a step, below 8192, for remembering how it fared elsewhere.
    fn code(step: Self::Step) -> usize;
}
