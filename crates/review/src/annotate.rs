//! The annotated record: best turns as variations, verdicts as comments.

use mohreh_games::Record;
use mohreh_games::record::RecordError;

use crate::{Review, Verdict};

/// Adds to a record the best turn at each fault as a variation, and `comment` on the turn that was played instead. What
/// is there already is not added again.
pub fn annotate(
    record: &mut Record,
    review: &Review,
    comment: &dyn Fn(&Verdict) -> String,
) -> Result<(), RecordError> {
    for (verdict, _) in review.faults() {
        let Some(node) = verdict.node else { continue };
        let text = comment(verdict);
        if !record.tree().comments(node).contains(&text) {
            record.comment_on(node, &text);
        }
        let Some(mut at) = record.tree().main_line().get(verdict.ply).copied() else { continue };
        for step in &verdict.best_turn {
            at = record.add(at, step)?;
        }
    }
    Ok(())
}
