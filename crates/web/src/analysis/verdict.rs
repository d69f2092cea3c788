//! What the page needs of a review beyond the library: where its points are, and the better turn in the tree.

use mohreh_games::Seat;
use mohreh_games::record::Tree;
use mohreh_review::{Review, Verdict};

/// The graph of the first seat: steps before each point, and the win chance there, in ten thousandths.
pub(crate) fn points(review: &Review) -> Vec<(usize, u32)> {
    review.chances(Seat::FIRST)
}

/// The last point at or before a ply.
pub(crate) fn index_at(points: &[(usize, u32)], ply: usize) -> usize {
    points.iter().take_while(|(at, _)| *at <= ply).count().saturating_sub(1)
}

/// The first variation beside the main line during a turn: the best turn, which the review has added.
pub(crate) fn better_turn(tree: &Tree, verdict: &Verdict) -> Vec<String> {
    let Some(mut node) = tree.main_line().get(verdict.ply).copied() else { return Vec::new() };
    let mut steps = Vec::new();
    // The turn may leave the game at any of its steps.
    for _ in verdict.ply..verdict.end {
        match tree.children(node) {
            [_, variation, ..] => {
                node = *variation;
                steps.push(tree.step(node).to_string());
                while let [only] = tree.children(node)
                    && !tree.begins_turn(*only)
                {
                    node = *only;
                    steps.push(tree.step(node).to_string());
                }
                return steps;
            }
            [only] => {
                node = *only;
                steps.push(tree.step(node).to_string());
            }
            [] => break,
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use mohreh_games::{Kind, Record};
    use mohreh_review::{Judged, Review, annotate};

    use super::{better_turn, index_at, points};

    #[test]
    fn the_better_turn_of_a_fault_is_found_in_the_tree() {
        for &kind in Kind::ALL {
            let mut record = Record::new(kind, "").unwrap();
            for _ in 0..6 {
                let game = record.game().clone();
                let step = game.roll(&mut |_| 1).or_else(|| game.steps().into_iter().next());
                record.push(&step.unwrap()).unwrap();
            }
            let judged: Vec<Judged> = record
                .turns()
                .iter()
                .filter(|turn| !record.at(turn.start).steps().is_empty())
                .map(|turn| Judged {
                    ply: turn.start,
                    best: 9000,
                    played: Some(1000),
                    best_turn: record.at(turn.start).steps().into_iter().rev().take(1).collect(),
                })
                .collect();
            let review = Review::new(&record, 100, &judged);
            annotate(&mut record, &review, &|_| String::new()).unwrap();
            for (verdict, _) in review.faults() {
                let better = better_turn(record.tree(), verdict);
                let played = &record.steps()[verdict.ply];
                let wanted = &verdict.best_turn;
                assert!(wanted[0] == *played || better.starts_with(wanted), "{kind}: {better:?}");
            }
        }
    }

    #[test]
    fn a_ply_belongs_to_the_point_before_it() {
        let points = [(0, 1), (2, 2), (5, 3)];
        assert_eq!([0, 1, 2, 4, 5, 9].map(|ply| index_at(&points, ply)), [0, 0, 1, 1, 2, 2]);
        assert_eq!(index_at(&[], 3), 0);
    }

    #[test]
    fn a_review_without_positions_has_no_points() {
        let record = Record::new(Kind::ALL[0], "").unwrap();
        assert!(points(&Review::new(&record, 1, &[])).is_empty());
    }
}
