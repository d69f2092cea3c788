//! What the search knows of a game beyond its rules.

use mohreh_games::Duel;

use crate::score::Score;

/// A game that the search can play well. Implemented for each game in a file of its own.
pub trait Knowledge: Duel {
    /// The score at which ten of eleven games are won.
    const SCALE: f64;

    /// How good the position is for the mover, judged at rest.
    fn evaluate(&self) -> Score;

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

    /// A small number for a step, below 8192, for remembering how it fared elsewhere.
    fn code(step: Self::Step) -> usize;
}
