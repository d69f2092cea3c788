//! Turns: T4–T7.

use super::*;

#[test]
fn t04_the_very_first_turn_is_one_capture() {
    let game = Tzaar::start(&Setup::default());
    assert!(!legal(&game, "-"));
    for step in steps(&game) {
        assert!(step.contains('x'), "{step}");
        let after = play(&game, &step);
        assert_eq!(status(&after), "to-move 2", "{step}");
        assert_eq!(after.prompt().key, "tzaar-capture-first");
        assert!(!legal(&after, "-"), "{step}");
    }
}

#[test]
fn t05_every_later_turn_begins_with_a_capture() {
    every_step(|Played { ply, before, step, after }| {
        let (seat, second) = due(*ply);
        assert_eq!(before.status(), Status::ToMove(seat), "ply {ply}: {before}");
        if second {
            return;
        }
        assert!(steps(before).iter().all(|step| step.contains('x')), "ply {ply}: {before}");
        assert!(!legal(before, "-"));
        if *ply > 0 && !matches!(after.status(), Status::Over(_)) {
            assert_eq!(after.status(), Status::ToMove(seat), "a second action after {step}");
        }
    });
}

#[test]
fn t06_the_second_action_is_a_capture_a_strengthening_or_a_pass() {
    // White has captured d5 from d4, and f5 can act too.
    let game = with_rest("d4=R d5=t d6=t f5=Z f6=t f4=T", "", 1, "capture");
    let game = play(&game, "d4xd5");
    for step in ["d5xd6", "f5xf6", "f5+f4", "f4+f5", "-"] {
        let after = play(&game, step);
        assert_eq!(status(&after), "to-move 2", "{step}");
        assert_eq!(after.prompt().key, "tzaar-capture-first", "{step}");
    }
    assert_eq!(shown(&play(&game, "-")), shown(&game), "a pass changes nothing on the board");
}

#[test]
fn t06_passing_is_always_allowed_there_and_nowhere_else() {
    let mut passes = 0;
    every_step(|Played { ply, before, .. }| {
        let (_, second) = due(*ply);
        assert_eq!(legal(before, "-"), second, "ply {ply}: {before}");
        let button = before.scene().buttons.iter().any(|button| &**button == "pass");
        assert_eq!(button, second, "ply {ply}: {before}");
        passes += usize::from(second);
    });
    assert!(passes > 500);
}

#[test]
fn t07_strengthening_never_comes_before_the_capture() {
    let game = with_rest("d4=R d5=T d6=t g4=T g5=t", "", 1, "capture");
    assert!(!legal(&game, "d4+d5") && !legal(&game, "d5+d4") && !legal(&game, "-"));
    let second = play(&game, "d5xd6");
    let grown = play(&second, "d4+d6");
    assert_eq!(status(&grown), "to-move 2", "no capture follows the strengthening");
    let passed = play(&second, "-");
    assert_eq!(status(&passed), "to-move 2", "no capture follows the pass");
}
