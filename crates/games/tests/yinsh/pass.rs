//! Passing: Y12.

use super::*;

#[test]
fn y12_a_player_who_cannot_move_passes_and_nothing_else_changes() {
    let game = position(&white_blocked(), "turn=1 stage=move");
    assert_eq!(steps(&game), set(["pass"]));
    assert_eq!(game.prompt().key, "yinsh-must-pass");
    assert!(game.scene().buttons.iter().any(|button| &**button == "pass"));
    let after = play(&game, "pass");
    assert_eq!(status(&after), "to-move 2");
    assert_eq!(shown(&after), shown(&game));
    assert_eq!((supply(&after), taken(&after)), (supply(&game), taken(&game)));
    assert!(steps(&after).iter().all(|step| step.starts_with("j5-")));
    // Once Black has moved, White passes again, and the game goes on.
    let later = play(&after, "j5-j6 pass");
    assert_eq!(status(&later), "to-move 2");
}

#[test]
fn y12_a_played_game_comes_to_a_pass() {
    let steps_played = "b6 b4 a5 d4 a2 c7 d3 b2 c2 b5 d3-c3 b2-b3 b6-b7 b4-a4 a2-a3 a4-c4 c2-b1 \
        c7-c8 c3-c1 d4-d2 c1-d1 d2-e2 d1-e1 e2-f2 a5-d8 b5-e8 d8-d7 e8-e7 d7-d6 c4-e6 d6-c6 b3-e3 \
        c6-c5 e6-d5 b1-e4 d5-f5 e4-e5 f5-f6 e5-g5 f6-g6 g5-g2 e3-h3 a3-f3 xb1-f5 *f3 f2-g3 c5-c2 \
        g6-d3 e1-b1 e7-h7 b7-f7 xa3-e7 *f7 g3-g4 c2-c5 h7-e7 c5-a3 e7-b4";
    let game = play(&Yinsh::start(&Setup::default()), steps_played);
    assert_eq!(status(&game), "to-move 1");
    assert_eq!(expected_moves(&shown(&game), 'R'), BTreeSet::new());
    assert_eq!(steps(&game), set(["pass"]));
    let after = play(&game, "pass");
    assert_eq!(status(&after), "to-move 2");
    assert_eq!(shown(&after), shown(&game));
    assert_eq!(steps(&after), expected_moves(&shown(&game), 'r'));
}

#[test]
fn y12_there_is_no_other_pass() {
    let start = Yinsh::start(&Setup::default());
    assert!(!legal(&start, "pass"));
    for game in moving() {
        assert!(!legal(&game, "pass"), "{game}");
        assert!(game.scene().buttons.is_empty(), "{game}");
    }
    let row = position("R=a2,j5 r=k7 M=d3-d7", "turn=1 stage=moved");
    assert!(!legal(&row, "pass") && !legal(&play(&row, "xd3-d7"), "pass"));
}

#[test]
fn y12_rows_are_taken_before_the_pass() {
    // c5 to g9 is a white row, next to the blocked lines.
    let pieces = BLOCKED.replace("R=a2", "R=a2,j5").replace("M=a3", "M=c5-g9,a3");
    let game = position(&pieces, "turn=1 stage=move");
    assert_eq!(steps(&game), set(["xc5-g9"]));
    let without_j5 = play(&game, "xc5-g9 *j5");
    assert_eq!(status(&without_j5), "to-move 1");
    assert_eq!(steps(&without_j5), set(["pass"]));
    // The other ring can still move, so there is no pass if it stays.
    let without_a2 = play(&game, "xc5-g9 *a2");
    assert!(steps(&without_a2).iter().all(|step| step.starts_with("j5-")));
}

#[test]
fn y12_the_game_ends_when_the_opponent_must_pass_too() {
    let table = [
        ("0/0", "over 1 1", "yinsh-over-blocked-draw"),
        ("1/0", "over 1 2", "yinsh-over-blocked"),
        ("1/2", "over 2 1", "yinsh-over-blocked"),
        ("2/2", "over 1 1", "yinsh-over-blocked-draw"),
    ];
    for (taken, result, key) in table {
        for turn in [1, 2] {
            let game = position(BLOCKED, &format!("taken={taken} turn={turn} stage=move"));
            assert_eq!(status(&game), format!("to-move {turn}"));
            assert_eq!(steps(&game), set(["pass"]));
            check_over(&play(&game, "pass"), result, key);
        }
    }
}

#[test]
fn y12_an_empty_supply_ends_the_game_before_any_pass() {
    let game = position(BLOCKED, "supply=0 turn=1 stage=move");
    check_over(&game, "over 1 1", "yinsh-over-supply-draw");
    let game = position(&white_blocked(), "supply=0 taken=0/1 turn=1 stage=move");
    check_over(&game, "over 2 1", "yinsh-over-supply");
}
