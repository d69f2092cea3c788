//! [`Heuristics`]: what the search knows of a game beyond its rules.

use mohreh_games::{Duel, Seat};

use crate::game::EngineGame;
use crate::network::Inputs;
use crate::score::{MAX_EVAL, Score};

/// Fixed-point 1 for the counts of terms, so that a term can count in part.
pub const COUNT_ONE: Score = 16;

/// How far a game's search trusts the static evaluation; `None` switches a kind of pruning off. Margins are per
/// ply of depth.
#[derive(Clone, Copy, Debug)]
pub struct Pruning {
    /// Reverse futility: a node fails high if the evaluation exceeds beta by this.
    pub reverse_margin: Option<Score>,
    /// Futility: quiet steps are skipped if the evaluation is this far below alpha.
    pub margin: Option<Score>,
    /// Late steps: of the quiet steps at depth d, so many times 1 + d² are searched.
    pub late_steps: Option<i32>,
}

/// Evaluation, move ordering and quiescence of a game; one implementation per game.
///
/// The evaluation is linear: a sum of terms, each a count times a weight. The search and the tuner use
/// the same `terms`, so they agree on what a weight means.
pub trait Heuristics: Duel + EngineGame + Inputs {
    /// Logistic scale: a score of `SCALE` means odds of 10 : 1.
    const SCALE: f64;

    /// LMR divisor: reduction = 256·log₂(depth)·log₂(n) / `LMR_DIVISOR`, where n is the number of the
    /// step.
    const LMR_DIVISOR: i32;

    /// Pruning of nodes and steps that are not expected to matter.
    const PRUNING: Pruning;

    /// Half-width of the aspiration window.
    const ASPIRATION_WINDOW: Score;

    /// Emits the terms of `seat`, which need not be to move: index of the weight, and count in units of
    /// 1/[`COUNT_ONE`].
    fn terms(&self, seat: Seat, emit: impl FnMut(usize, Score));

    /// Static evaluation from the point of view of the mover.
    fn evaluate(&self, weights: &[i32]) -> Score {
        let seat = self.mover();
        let (mut own, mut theirs) = (0, 0);
        self.terms(seat, |index, count| own += weights[index] * count);
        self.terms(seat.other(), |index, count| theirs += weights[index] * count);
        ((own - theirs) / COUNT_ONE).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether the static evaluation can be trusted: a turn begins, and nothing is forced.
    fn is_quiet(&self) -> bool;

    /// What the search works out once per node to classify its steps.
    type Focus;

    /// The focus of this position.
    fn focus(&self) -> Self::Focus;

    /// In the middle of a turn, the step that ends it without a change; quiescence stands pat with it.
    fn stand_pat(&self, _focus: &Self::Focus) -> Option<Self::Step> {
        None
    }

    /// Static move ordering; higher is searched earlier.
    fn ordering_score(&self, step: Self::Step) -> i32;

    /// Whether quiescence searches the step, and LMR leaves it alone.
    fn is_tactical(&self, focus: &Self::Focus, step: Self::Step) -> bool;

    /// Whether a step may be tactical; a cheap test before steps are generated.
    fn may_have_tactical_steps(&self) -> bool {
        true
    }

    /// Whether `Handicap::opening_noise_permille` applies.
    fn is_opening(&self) -> bool;

    /// Whether a forced win is near enough for a df-PN search.
    fn is_proof_candidate(&self) -> bool;

    /// Index of a step in the history table, below 8192; collisions are allowed.
    fn history_index(step: Self::Step) -> usize;
}
