//! A game in progress is never replayed. One test, because the steps of the whole process are counted.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_games::{Kind, Playthrough, Record};
use mohreh_laws::{Rng, plays_in};

/// Steps of a random game.
fn random_steps(kind: Kind) -> Vec<String> {
    let mut play = Playthrough::new(kind, "").expect("the default setup");
    let mut rng = Rng::new(6);
    while play.steps().len() < 120 {
        let step = play.game().roll(&mut |n| rng.below(n)).or_else(|| {
            let all = play.game().steps();
            (!all.is_empty()).then(|| rng.one_of(&all).clone())
        });
        let Some(step) = step else { break };
        play.play(&step).expect("a legal step");
    }
    play.steps().to_vec()
}

/// Asks everything that a game in progress answers without its history.
fn ask(play: &Playthrough) {
    let last = play.steps().len();
    let _ = (play.kind(), play.setup(), play.game(), play.turns(), play.rolls());
    let _ = (play.actor(), play.is_turn_due(), play.turn_start_before(last), play.at(last));
    let _ = (play.turn_ranges().count(), play.clone() == *play);
}

fn check_playthrough(kind: Kind, steps: &[String], history: bool) {
    let mut play = Playthrough::new(kind, "").expect("the default setup");
    if history {
        play.keep_history();
    }
    for step in steps {
        assert_eq!(plays_in(|| play.play(step)), 1, "{kind}");
        assert_eq!(plays_in(|| ask(&play)), 0, "{kind}");
    }
    // Without the history, an earlier position costs the steps up to it.
    let cost = |ply: usize| if history { 0 } else { ply as u64 };
    while !play.steps().is_empty() {
        let ply = play.steps().len() - 1;
        assert_eq!(plays_in(|| play.at(ply)), cost(ply), "{kind}");
        assert_eq!(plays_in(|| play.rewind(ply)), cost(ply), "{kind}");
        assert_eq!(plays_in(|| ask(&play)), 0, "{kind}");
    }
}

fn check_record(kind: Kind, steps: &[String]) {
    let mut record = Record::new(kind, "").expect("the default setup");
    for step in steps {
        assert_eq!(plays_in(|| record.push(step)), 1, "{kind}");
        assert_eq!(plays_in(|| record.set_header("result", "unfinished")), 0, "{kind}");
        assert_eq!(plays_in(|| (record.to_line(), record.to_string())), 0, "{kind}");
    }
    assert_eq!(plays_in(|| record.keep_history()), steps.len() as u64, "{kind}");
    assert_eq!(plays_in(|| record.keep_history()), 0, "{kind}");
    assert_eq!(plays_in(|| record.rewind(1)), 0, "{kind}");
}

#[test]
fn a_game_in_progress_is_never_replayed() {
    for &kind in Kind::ALL {
        let steps = random_steps(kind);
        assert!(steps.len() > 4, "{kind}");
        check_playthrough(kind, &steps, false);
        check_playthrough(kind, &steps, true);
        check_record(kind, &steps);
    }
}
