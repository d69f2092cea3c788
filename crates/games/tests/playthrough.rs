//! Games in progress: undo, turns and rolls agree with a replay from the start.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_games::{Kind, Playthrough, Record, Status};
use mohreh_laws::Rng;

/// A random game of up to `steps` steps.
fn random_game(kind: Kind, steps: usize, rng: &mut Rng, history: bool) -> Playthrough {
    let mut play = Playthrough::new(kind, "").expect("the default setup");
    if history {
        play.keep_history();
    }
    for _ in 0..steps {
        let step = play.game().roll(&mut |n| rng.below(n)).or_else(|| {
            let all = play.game().steps();
            (!all.is_empty()).then(|| all[rng.below(all.len() as u32) as usize].clone())
        });
        let Some(step) = step else { break };
        play.play(&step).expect("a legal step");
    }
    play
}

fn replayed(play: &Playthrough, ply: usize) -> Playthrough {
    let mut again = Playthrough::new(play.kind(), play.setup()).expect("its setup");
    for step in &play.steps()[..ply] {
        again.play(step).expect("a legal step");
    }
    again
}

fn check_same(one: &Playthrough, other: &Playthrough) {
    assert_eq!(one, other);
    assert_eq!(one.game(), other.game());
    assert_eq!((one.turns(), one.rolls()), (other.turns(), other.rolls()));
    assert_eq!((one.actor(), one.is_turn_due()), (other.actor(), other.is_turn_due()));
}

#[test]
fn rewinding_equals_replaying_with_and_without_history() {
    for &kind in Kind::ALL {
        let mut rng = Rng::new(5);
        for round in 0..20 {
            let whole = random_game(kind, 60, &mut rng, round % 2 == 0);
            for _ in 0..5 {
                let ply = rng.below(whole.steps().len() as u32 + 2) as usize;
                let mut shorter = whole.clone();
                shorter.rewind(ply);
                let again = replayed(&whole, ply.min(whole.steps().len()));
                check_same(&shorter, &again);
                assert_eq!(whole.at(ply), *again.game(), "{kind}");
                // Play goes on from there.
                for step in &whole.steps()[shorter.steps().len()..] {
                    shorter.play(step).expect("a legal step");
                }
                check_same(&shorter, &whole);
            }
        }
    }
}

#[test]
fn turns_are_runs_of_one_seat_and_rolls_are_where_dice_fell() {
    for &kind in Kind::ALL {
        let whole = random_game(kind, 120, &mut Rng::new(9), true);
        let ranges: Vec<_> = whole.turn_ranges().collect();
        assert_eq!(ranges.len(), whole.turns().len());
        for (seat, plies) in &ranges {
            for ply in plies.clone() {
                let status = whole.at(ply).status();
                let expected = [Status::ToMove(*seat), Status::ToRoll];
                assert!(expected.contains(&status), "{kind} {ply}: {status}");
                assert_eq!(whole.rolls().contains(&ply), status == Status::ToRoll, "{kind} {ply}");
                assert_eq!(whole.turn_start_before(ply + 1), plies.start, "{kind} {ply}");
            }
        }
        assert!(
            ranges.windows(2).all(|pair| pair[0].0 != pair[1].0),
            "{kind}: a turn is not split"
        );
        assert_eq!(ranges.last().map_or(0, |(_, plies)| plies.end), whole.steps().len());
    }
}

#[test]
fn an_illegal_step_changes_nothing() {
    for &kind in Kind::ALL {
        let mut play = random_game(kind, 30, &mut Rng::new(3), true);
        let before = play.clone();
        for garbage in ["", "?", "a1-a1", "=99999"] {
            assert!(play.play(garbage).is_err(), "{kind}: {garbage}");
            check_same(&play, &before);
        }
    }
}

#[test]
fn a_record_is_extended_and_shortened_step_by_step() {
    for &kind in Kind::ALL {
        let mut whole = random_game(kind, 40, &mut Rng::new(4), false);
        let last = whole.steps().len() - 1;
        whole.rewind(last);
        let mut record = Record::new(kind, "").expect("the default setup");
        for step in whole.steps() {
            record.push(step).expect("a legal step");
        }
        assert_eq!(record, Record::from(whole.clone()));
        let (early, half) = (1, last / 2);
        record.comment(last, "late");
        record.comment(early, "early");
        record.set_header("result", "unfinished").expect("it is");
        record.rewind(half);
        assert!((early..last).contains(&half), "{kind}");
        assert_eq!(record.steps(), &whole.steps()[..half]);
        assert_eq!(record.comments(early).count() + record.comments(last).count(), 1, "{kind}");
        assert_eq!(record.header("result"), Some("unfinished"));
        assert_eq!(
            record.to_line(),
            record.with_steps(record.steps().iter().map(String::as_str)).expect("legal").to_line()
        );
    }
}
