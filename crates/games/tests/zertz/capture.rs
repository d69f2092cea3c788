//! Capturing: Z8–Z12.

use super::*;

#[test]
fn z08_capturing_is_compulsory() {
    let game = placed("", &full("Wd4 Gd5 Ba1"));
    assert_eq!(steps(&game), sorted("d4xd6 d5xd3"));
    assert_eq!(prompt(&game), ("zertz-must-capture", Some(1)));
    refuses(&game, "Wa2 Gd3 Bd6 -a4 pass");
    for setup in ["", "rings=61", "blitz", "rings=48 touch"] {
        let mut captures = 0;
        random_games(setup, 30, |before, step, _| {
            let steps = steps(before);
            if begins_turn(before) && steps.iter().any(|step| step.contains('x')) {
                assert!(steps.iter().all(|step| step.contains('x')), "{before}");
                assert!(step.contains('x'));
                captures += 1;
            }
        });
        assert!(captures > 50, "{captures} captures with {setup:?}");
    }
}

#[test]
fn z09_a_marble_jumps_over_a_neighbour_onto_the_ring_behind() {
    // Independent of colours and of who placed what; the jumped marble goes to the mover.
    for jumper in ['W', 'G', 'B'] {
        for (n, jumped) in ['W', 'G', 'B'].into_iter().enumerate() {
            for seat in 1..=2 {
                let board = full(&format!("{jumper}d4 {jumped}e4"));
                let text = format!("cells={board} supply=1,1,1 own=0,0,0/0,0,0 turn={seat}");
                let next = after(&game(&text), "d4xf4");
                assert_eq!(view(&next).marbles, BTreeMap::from([("f4".to_string(), jumper)]));
                let mut own = [[0; 3]; 2];
                own[seat - 1][n] = 1;
                assert_eq!(view(&next).own, own);
            }
        }
    }
    // In each of the six directions.
    let around = "Gd5 Ge4 Ge3 Gd3 Gc3 Gc4";
    let game = placed("", &full(&format!("Wd4 {around}")));
    let mine: Vec<String> =
        steps(&game).into_iter().filter(|step| step.starts_with("d4")).collect();
    assert_eq!(mine, sorted("d4xd6 d4xf4 d4xf2 d4xd2 d4xb2 d4xb4"));
    // Not over a vacant ring or a gap, not onto a marble, a gap or off the board, not at a
    // distance.
    for marks in [
        "Wd4 Gd6",
        "Wd4 .d5 Gd6",
        "Wd4 Gd5 Bd6 Wd3 .d2 .d7",
        "Wd4 Gd5 .d6 .d3",
        "Wd6 Gd7 .d5",
        "Wd3 Gd5 Bd6 .d7 .d4",
    ] {
        let game = placed("", &full(marks));
        assert!(steps(&game).iter().all(|step| !step.contains('x')), "{marks}");
    }
}

#[test]
fn z09_jumps_in_random_games_are_those_of_the_rule() {
    for board in BOARDS {
        random_games(&format!("rings={board}"), 8, |before, step, _| {
            let expected = view(before).jumps(board);
            if begins_turn(before) && !expected.is_empty() {
                assert_eq!(steps(before), expected, "before {step}: {before}");
            }
        });
    }
}

#[test]
fn z09b_white_may_take_grey_or_grey_white() {
    let game = placed("", &only("c4 Wd4 Ge3 f2"));
    assert_eq!(turn_texts(&game), ["d4xf2", "e3xc4"]);
    assert_eq!(view(&after(&game, "d4xf2")).own, [[0, 1, 0], [0; 3]]);
    assert_eq!(view(&after(&game, "e3xc4")).own, [[1, 0, 0], [0; 3]]);
}

#[test]
fn z10_the_same_marble_jumps_on_until_it_cannot() {
    let game = placed("", &full("Wd2 Gd3 Gd5 Be3"));
    let first = after(&game, "d2xd4");
    assert_eq!(status(&first), "to-move 1");
    assert_eq!(steps(&first), sorted("d4xd6 d4xf2"), "it alone, in any direction");
    assert!(view(&first).jumps(37).contains(&"d5xd3".to_string()), "another marble could");
    refuses(&first, "d5xd3 Wa1 -a1 pass");
    let prompt = first.prompt();
    assert_eq!(prompt.key, "zertz-go-on-jumping");
    let spot = prompt.args.iter().find_map(|(_, arg)| match arg {
        Arg::Spot(name) => Some(name.to_string()),
        _ => None,
    });
    assert_eq!(spot.as_deref(), Some("d4"));
    assert_eq!(status(&after(&first, "d4xd6")), "to-move 2");
    assert_eq!(view(&after(&first, "d4xf2")).own[0], [0, 1, 1]);
    // If the marble can jump again, exactly these jumps are legal.
    let mut chains = 0;
    random_games("", 100, |before, step, game| {
        let Some((_, landing)) = step.split_once('x') else { return };
        let mut onward = view(game).jumps(37);
        onward.retain(|jump| jump.starts_with(landing));
        let goes_on = !onward.is_empty();
        assert_eq!(!begins_turn(game), goes_on, "{step} in {before}");
        if goes_on {
            assert_eq!(steps(game), onward);
            assert_eq!(game.status(), before.status());
            chains += 1;
        }
    });
    assert!(chains > 20, "{chains} chains");
}

#[test]
fn z10b_jumped_marbles_leave_at_once() {
    let game = placed("", &full("Wd3 Gd4"));
    let jumped = after(&game, "d3xd5");
    assert_eq!(status(&jumped), "to-move 2", "the grey is not jumped twice");
    assert!(view(&jumped).vacant().is_superset(&words("d3 d4")));
    // Around a triangle: the ring of departure is vacant and ends the chain.
    let game = placed("", &full("Wd3 Gd4 Ge4 Ge3"));
    let round = after(&game, "d3xd5 d5xf3 f3xd3");
    assert_eq!(view(&round).marbles, BTreeMap::from([("d3".to_string(), 'W')]));
    assert_eq!(view(&round).own, [[0, 3, 0], [0; 3]]);
    assert_eq!(status(&round), "to-move 2");
    // Halfway around: the marble jumped first is gone and blocks nothing.
    assert_eq!(steps(&after(&game, "d3xd5 d5xf3")), ["f3xd3"]);
}

#[test]
fn z11_the_four_captures_of_the_worked_example() {
    let four = ["c3xe2 e2xc1", "c3xe2 e2xg2 g2xg4", "d2xd4 d4xb2", "d3xb3"];
    let game = placed("", &full(".d1 Wc3 Gd3 Bd2 Gf2 Bg3"));
    assert_eq!(turn_texts(&game), four);
    // 1 is white, 2 and 4 are grey, 3 and 5 black.
    let captured = |turn: &str| view(&after(&game, turn)).own[0];
    assert_eq!(captured("c3xe2 e2xc1"), [0, 1, 1], "1 takes 2 and 3");
    assert_eq!(captured("c3xe2 e2xg2 g2xg4"), [0, 2, 1], "1 takes 2, 4 and 5");
    assert_eq!(captured("d3xb3"), [1, 0, 0], "2 takes 1");
    assert_eq!(captured("d2xd4 d4xb2"), [1, 1, 0], "3 takes 2 and 1");
}

#[test]
fn z12_a_capture_is_a_whole_turn() {
    let game = placed("", &full("Wd4 Gd5"));
    let next = after(&game, "d4xd6");
    assert_eq!(status(&next), "to-move 2");
    assert_eq!(view(&next).rings, view(&game).rings, "no ring is removed");
    assert_eq!(view(&next).supply, view(&game).supply, "nothing is placed");
    assert!(steps(&next).contains(&"Wd4".to_string()), "the other seat begins its turn");
    random_games("rings=43", 20, |before, step, game| {
        if step.contains('x') {
            assert_eq!(view(before).rings, view(game).rings, "{step} in {before}");
            assert_eq!(view(before).supply, view(game).supply, "{step} in {before}");
        }
    });
}
