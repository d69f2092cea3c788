//! Verdicts, annotated records and graphs of games of every kind.

#![cfg(feature = "engine")]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_engine::Engine;
use mohreh_games::{Kind, Record, Seat};
use mohreh_laws::{Rng, check_tree};
use mohreh_review::{CERTAIN, Fault, Judged, Labels, Review, annotate, graph, judge, positions};

/// A random game of up to `steps` steps.
fn random_game(kind: Kind, setup: &str, steps: usize, seed: u64) -> Record {
    let (mut record, mut rng) = (Record::new(kind, setup).unwrap(), Rng::new(seed));
    for _ in 0..steps {
        let game = record.game().clone();
        let all = game.steps();
        let step = game.roll(&mut |n| rng.below(n));
        let Some(step) = step.or_else(|| (!all.is_empty()).then(|| rng.one_of(&all).clone()))
        else {
            break;
        };
        record.push(&step).unwrap();
    }
    record
}

fn judge_all(record: &Record, nodes: u64) -> Vec<Judged> {
    let engine = Engine::new(1 << 20);
    let plies = positions(record);
    plies.into_iter().filter_map(|ply| judge(&engine, record, ply, nodes, &|| false)).collect()
}

fn samples() -> impl Iterator<Item = (Kind, &'static str)> {
    let two = Kind::ALL.iter().map(|kind| (*kind, ""));
    two.chain([(Kind::Rotas, "seats=3"), (Kind::Zertz, "rings=48")])
}

#[test]
fn the_same_nodes_give_the_same_verdicts() {
    for (kind, setup) in samples() {
        let record = random_game(kind, setup, 14, 3);
        let judged = judge_all(&record, 4_000);
        assert_eq!(judged, judge_all(&record, 4_000), "{kind} {setup}");
        // Judged from anywhere, a position has the same verdict.
        let engine = Engine::new(1 << 20);
        for one in judged.iter().rev() {
            let again = judge(&engine, &record, one.ply, 4_000, &|| false);
            assert_eq!(again.as_ref(), Some(one), "{kind} {setup}");
        }
        assert!(judged.len() >= record.turns().len(), "{kind}: every turn is judged");
    }
}

#[test]
fn a_search_that_is_stopped_judges_nothing() {
    let record = random_game(Kind::Yinsh, "", 4, 1);
    assert_eq!(judge(&Engine::new(1 << 20), &record, 0, 1_000_000, &|| true), None);
}

#[test]
fn verdicts_follow_from_chances_and_are_kept_in_the_record() {
    for (kind, setup) in samples() {
        let mut record = random_game(kind, setup, 60, 5);
        let judged = judge_all(&record, 3_000);
        let review = Review::new(&record, 3_000, &judged);
        assert_eq!(review.verdicts.len(), judged.len());
        for verdict in &review.verdicts {
            assert!(verdict.best <= CERTAIN && verdict.played.is_none_or(|p| p <= CERTAIN));
            assert!(verdict.node.is_none() || verdict.played.is_some(), "{kind}: {verdict:?}");
            let played = &record.steps()[verdict.ply..verdict.end];
            if played == verdict.best_turn && !played.is_empty() {
                assert_eq!(verdict.loss(), 0, "{kind}: the best turn loses nothing: {verdict:?}");
            }
        }
        let seats = (0..review.seats()).map(Seat::new);
        let counted: u32 = seats.map(|seat| review.summary(seat).faults.iter().sum::<u32>()).sum();
        assert_eq!(counted as usize, review.faults().count());
        record.set_header(Review::HEADER, &Review::header(3_000, &judged)).unwrap();
        let comment = |verdict: &mohreh_review::Verdict| format!("lost {}", verdict.loss());
        annotate(&mut record, &review, &comment).unwrap();
        check_tree(&record);
        let once = record.to_string();
        annotate(&mut record, &review, &comment).unwrap();
        assert_eq!(record.to_string(), once, "{kind}: annotated once");
        let kept = Review::of(&Record::read(&once).unwrap()[0]).unwrap();
        for (kept, new) in kept.verdicts.iter().zip(&review.verdicts) {
            assert_eq!(
                (kept.ply, kept.best, kept.played),
                (new.ply, new.best, new.played),
                "{kind}"
            );
        }
        assert_eq!(kept.summary(Seat::FIRST), review.summary(Seat::FIRST), "{kind}");
    }
}

/// Chances made up for a game of TZAAR: the first turn has one action, the others two.
#[test]
fn a_loss_is_the_difference_to_what_the_other_side_leaves() {
    let record = random_game(Kind::Tzaar, "", 5, 2);
    let chances = [6_000, 5_500, 6_500, 4_000];
    let starts = positions(&record).into_iter().zip(chances);
    let judged: Vec<Judged> = starts
        .map(|(ply, best)| Judged { ply, best, played: None, best_turn: Vec::new() })
        .collect();
    let review = Review::new(&record, 1, &judged);
    let losses: Vec<u32> = review.verdicts.iter().map(mohreh_review::Verdict::loss).collect();
    // White had 60 % and left Black 55 %; Black left White 65 %; White left Black 40 %.
    assert_eq!(losses[..3], [1_500, 2_000, 500]);
    assert_eq!(review.verdicts[1].fault(), Some(Fault::Mistake));
    assert_eq!(review.summary(Seat::FIRST).faults, [0, 1, 0]);
    assert_eq!(review.summary(Seat::FIRST).accuracy, 80);
    assert_eq!(review.summary(Seat::FIRST).luck, None);
    assert_eq!(review.chances(Seat::FIRST)[..3], [(0, 6_000), (1, 4_500), (3, 6_500)]);
}

/// Luck is what falls between two choices of a turn; skill is what choices lose.
#[test]
fn luck_of_the_dice_is_apart_from_skill() {
    let record = Record::from_line("rotas||r =11111 r1,2,3 =23111").unwrap();
    let judged =
        [(0, 5_000, 5_000), (2, 7_000, 6_000), (4, 4_500, 4_500)].map(|(ply, best, played)| {
            Judged { ply, best, played: Some(played), best_turn: Vec::new() }
        });
    let summary = Review::new(&record, 1, &judged).summary(Seat::FIRST);
    assert_eq!(summary.luck, Some(2_000 - 1_500));
    assert_eq!(summary.lost, 1_000);
}

#[test]
fn damaged_reviews_are_none_and_never_panic() {
    let mut record = random_game(Kind::Yinsh, "", 6, 1);
    for broken in ["", "x", "100 1", "100 1:2", "100 a:b:c", "100 1:2:-:4 x", "9 -1:0:0"] {
        record.set_header(Review::HEADER, broken).unwrap();
        assert!(Review::of(&record).is_none_or(|review| review.verdicts.len() <= 1), "{broken}");
    }
    for odd in ["100 99999:1:-", "1 3:99999:99999 2:0:-", "1 5:5:5 5:5:5 0:0:0"] {
        record.set_header(Review::HEADER, odd).unwrap();
        let review = Review::of(&record).unwrap();
        let _ =
            (review.summary(Seat::FIRST), review.chances(Seat::SECOND), picture(&review, false));
    }
}

fn picture(review: &Review, is_right_to_left: bool) -> String {
    let seats = (1..=review.seats()).map(|seat| format!("<seat> & \"{seat}\"")).collect();
    let labels = Labels {
        title: "a < b".to_string(),
        turns: "turn".to_string(),
        seats,
        faults: ["?!", "?", "??"].map(String::from),
        description: "x & y".to_string(),
        number: &|n| n.to_string(),
        is_right_to_left,
    };
    graph(review, &labels)
}

#[test]
fn graphs_are_well_formed_and_mark_every_fault() {
    for (kind, setup) in samples() {
        let record = random_game(kind, setup, 40, 7);
        let review = Review::new(&record, 40, &judge_all(&record, 2_000));
        for is_right_to_left in [false, true] {
            let svg = picture(&review, is_right_to_left);
            roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
            assert_eq!(svg.matches("</title></circle>").count(), review.faults().count(), "{kind}");
        }
    }
    let empty = Record::new(Kind::Yinsh, "").unwrap();
    let review = Review::new(&empty, 1, &[]);
    roxmltree::Document::parse(&picture(&review, false)).unwrap();
}
