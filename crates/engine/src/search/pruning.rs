//! Pruning by the static evaluation and by the order of steps, with the margins of [`Heuristics::PRUNING`].

use super::{Search, terminal_score};
use crate::heuristics::{Heuristics, Pruning};
use crate::score::{MAX_EVAL, Score, WIN_THRESHOLD};

/// Deepest nodes that are pruned by the static evaluation, and where late steps are.
const PRUNING_DEPTH: i32 = 6;
impl<G: Heuristics> Search<'_, G> {
    /// Reverse futility: whether the mover is so far ahead that the node is expected to fail high. Also keeps the
    /// static evaluation of the turn for [`Search::is_late`].
    pub(super) fn is_futile(
        &mut self,
        game: &G,
        quiet: bool,
        depth: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> bool {
        let Pruning { reverse_margin, margin, .. } = G::PRUNING;
        let prunes = self.enabled.pruning
            && (1..=PRUNING_DEPTH).contains(&depth)
            && beta - alpha == 1
            && beta.abs() < WIN_THRESHOLD;
        // The steps of a turn share the evaluation of its start.
        let in_turn = !quiet && ply > 0;
        self.turn_evals[ply] = self.turn_evals[ply.saturating_sub(1)].filter(|_| in_turn && prunes);
        if !quiet || !prunes || reverse_margin.or(margin).is_none() {
            return false;
        }
        if terminal_score(game, ply).is_some() {
            return false;
        }
        let eval = self.evaluation.score(game, (-MAX_EVAL, MAX_EVAL));
        self.turn_evals[ply] = Some(eval);
        reverse_margin.is_some_and(|margin| eval - margin * depth >= beta)
    }

    /// Whether a quiet step is skipped because it cannot raise alpha by the static evaluation (futility), or
    /// because enough steps were tried before it (late-step pruning).
    pub(super) fn is_late(
        &self,
        depth: i32,
        tried: usize,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> bool {
        if !self.enabled.pruning
            || !(1..=PRUNING_DEPTH).contains(&depth)
            || beta - alpha != 1
            || alpha <= -WIN_THRESHOLD
        {
            return false;
        }
        let Pruning { margin, late_steps, .. } = G::PRUNING;
        let futile = self.turn_evals[ply]
            .zip(margin)
            .is_some_and(|(eval, margin)| eval + margin * (depth + 1) <= alpha);
        futile || late_steps.is_some_and(|most| tried as i32 > most * (1 + depth * depth))
    }
}
