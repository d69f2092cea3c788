//! The end: T15–T17.

use super::*;

fn check_over(game: &Tzaar, result: &str, key: &str) {
    assert_eq!(status(game), result, "{game}");
    assert!(steps(game).is_empty(), "{game}");
    assert_eq!(game.prompt().key, key, "{game}");
    let Status::Over(outcome) = game.status() else { panic!("{game}") };
    let winner = outcome.winner().expect("no draws");
    assert_eq!(
        game.prompt().args,
        [("seat", Arg::Seat(winner)), ("rival", Arg::Seat(winner.other()))],
        "{game}"
    );
}

const TYPES: [(&str, &str); 3] =
    [("Z", "tzaar-over-no-tzaar"), ("R", "tzaar-over-no-tzarra"), ("T", "tzaar-over-no-tott")];

#[test]
fn t15_taking_the_last_of_a_type_wins_at_once() {
    for (white, key) in TYPES {
        let black = white.to_lowercase();
        for stage in ["opening", "capture", "second"] {
            let game = with_rest(&format!("d4=T d6={black}"), &black, 1, stage);
            assert_eq!(status(&game), "to-move 1");
            check_over(&play(&game, "d4xd6"), "over 1 2", key);
        }
        for stage in ["capture", "second"] {
            let game = with_rest(&format!("d4=t d6={white}"), white, 2, stage);
            check_over(&play(&game, "d4xd6"), "over 2 1", key);
        }
        // With one more of the type, the game goes on.
        let game = with_rest(&format!("d4=T d6={black}"), "", 1, "capture");
        assert_eq!(status(&play(&game, "d4xd6")), "to-move 1");
    }
}

#[test]
fn t15_covering_ones_own_last_of_a_type_is_legal_and_loses() {
    for (last, key) in TYPES {
        let cover = if last == "R" { "T" } else { "R" };
        let game = with_rest(&format!("d4={cover} d6={last}"), last, 1, "second");
        check_over(&play(&game, "d4+d6"), "over 2 1", key);
        let (cover, last) = (cover.to_lowercase(), last.to_lowercase());
        let prey = format!("g4={} g5={cover}", cover.to_uppercase());
        let game = with_rest(&format!("d4={cover} d6={last} {prey}"), &last, 2, "second");
        check_over(&play(&game, "d4+d6"), "over 1 2", key);
        // The last one on top stays visible.
        assert_eq!(status(&play(&game, "d6+d4")), "to-move 1");
    }
}

#[test]
fn t15_only_top_pieces_count() {
    // White has stacks, but no Tzaar on top of any.
    check_over(&position("d4=T5 d6=R4 a1=z a2=r a3=t", 1, "capture"), "over 2 1", TYPES[0].1);
    check_over(&position("d4=T5 d6=R4 a1=z a2=r a3=t", 2, "second"), "over 2 1", TYPES[0].1);
}

#[test]
fn t15_is_judged_after_every_action() {
    every_step(|Played { step, after, .. }| {
        let board = shown(after);
        for (kinds, lost) in [("ZRT", "over 2 1"), ("zrt", "over 1 2")] {
            if !kinds.chars().all(|kind| board.values().any(|stack| stack.starts_with(kind))) {
                assert_eq!(status(after), lost, "{step}: {after}");
            }
        }
    });
}

#[test]
fn t16_a_player_who_can_capture_nothing_has_lost() {
    // White's pieces are single, Black's are not.
    let stuck = "d4=Z d5=R d6=T g1=z2 g2=r2 g3=t2";
    for stage in ["opening", "capture"] {
        check_over(&position(stuck, 1, stage), "over 2 1", "tzaar-over-no-capture");
    }
    // Tested at the start of the turn: Black's own turn goes on until then.
    assert_eq!(status(&position(stuck, 2, "second")), "to-move 2");
    let game = play(&position(&format!("{stuck} d7=t"), 2, "second"), "-");
    assert_eq!(status(&game), "to-move 1", "the Tott at d7 can be taken");
    check_over(&play(&position(stuck, 2, "second"), "-"), "over 2 1", "tzaar-over-no-capture");
    // With colours reversed.
    let stuck = "d4=z d5=r d6=t g1=Z2 g2=R2 g3=T2";
    check_over(&position(stuck, 2, "capture"), "over 1 2", "tzaar-over-no-capture");
}

#[test]
fn t16_being_unable_to_act_second_loses_nothing() {
    // No white piece has another white piece as its first neighbour on a line, and no enemy is
    // small enough.
    let alone = "a1=Z d3=R f1=T i4=z2 h6=r2 e9=t2";
    let game = position(alone, 1, "second");
    assert_eq!(status(&game), "to-move 1");
    assert_eq!(steps(&game), BTreeSet::from(["-".to_string()]));
    assert_eq!(status(&play(&game, "-")), "to-move 2");
    check_over(&position(alone, 1, "capture"), "over 2 1", "tzaar-over-no-capture");
}

#[test]
fn t16_is_the_only_other_end() {
    every_step(|Played { ply, before, step, after }| {
        let Status::Over(_) = after.status() else { return };
        let board = shown(after);
        let all = "ZRTzrt".chars().all(|kind| board.values().any(|s| s.starts_with(kind)));
        let (seat, second) = due(ply + 1);
        if all {
            assert!(!second, "only the start of a turn can find nothing to take: {before} {step}");
            let lost = if seat == Seat::FIRST { "over 2 1" } else { "over 1 2" };
            check_over(after, lost, "tzaar-over-no-capture");
        }
    });
}

#[test]
fn t17_every_turn_takes_a_piece_and_somebody_wins() {
    for game in 0..100 {
        let mut rng = Rng::new(game);
        let setup = Tzaar::draw_setup(&mut |n| rng.below(n));
        let mut before_turn = 61;
        let mut ply = 0;
        let mut last = None;
        playout::<Tzaar>(&setup, &mut rng, 200, |game| {
            let board = shown(game);
            let left = men(&board, true) + men(&board, false);
            let (_, second) = due(ply);
            if !second {
                assert!(left < before_turn, "nothing was taken in the turn: {game}");
                before_turn = left;
            }
            ply += 1;
            last = Some(game.status());
        });
        let Some(Status::Over(outcome)) = last else { panic!("no end after 200 steps") };
        assert!(outcome.winner().is_some(), "a draw");
    }
}
