//! Overlooked captures: Z24.

use super::*;

/// A grey and a white marble side by side in the middle of a full board: four jumps are possible.
fn pair() -> Zertz {
    placed("overlook", &full("Wd4 Gd5"))
}

#[test]
fn z24_an_overlooked_capture_leaves_the_opponent_three_options() {
    refuses(&placed("", &full("Wd4 Gd5")), "Ba1");
    let game = pair();
    let legal = steps(&game);
    for step in ["d4xd6", "d5xd3", "Ba1", "Wd6"] {
        assert!(legal.contains(&step.to_string()), "{step}");
    }
    refuses(&game, "claim pass");
    let overlooked = after(&game, "Ba1 -g4");
    assert_eq!(status(&overlooked), "to-move 2");
    // (a) capture,
    let captured = after(&overlooked, "d4xd6");
    assert_eq!((status(&captured), view(&captured).own), ("to-move 1".into(), [[0; 3], [0, 1, 0]]));
    // (b) claim: the turn is reverted, and its player must capture,
    let claimed = after(&overlooked, "claim");
    assert_eq!((status(&claimed), steps(&claimed)), ("to-move 1".into(), sorted("d4xd6 d5xd3")));
    // (c) place as well, which gives the first player the same options.
    let both = after(&overlooked, "Ba2 -g3");
    assert_eq!(status(&both), "to-move 1");
    let legal = steps(&both);
    for step in ["d4xd6", "d5xd3", "claim", "Bb1"] {
        assert!(legal.contains(&step.to_string()), "{step}");
    }
    assert_eq!(status(&after(&both, "claim")), "to-move 2");
    // A chain must be completed.
    let chain = after(&placed("overlook", &full("Wd2 Gd3 Gd5")), "d2xd4");
    assert_eq!(steps(&chain), ["d4xd6"]);
    refuses(&chain, "Wa1 claim pass");
}

#[test]
fn z24a_the_new_position_decides_what_can_be_captured() {
    // The overlooking turn creates other captures, all legal.
    let made = after(&pair(), "Be4 -a1");
    let jumps: Vec<String> = steps(&made).into_iter().filter(|step| step.contains('x')).collect();
    assert_eq!(jumps, view(&made).jumps(37));
    assert!(jumps.len() > 2);
    // It leaves none: only a claim and placements are legal, and a placement misses nothing.
    let game = placed("overlook", &only("Wd4 Gd5 d6 a1 a2 a3 b1 b2 b3"));
    assert!(steps(&game).contains(&"d4xd6".to_string()));
    let none = after(&game, "Bd6 -a1");
    assert_eq!(view(&none).own[0], [1, 1, 1], "the group was filled and taken");
    assert!(steps(&none).iter().all(|step| !step.contains('x')));
    assert!(none.is_legal("claim".parse().unwrap()));
    refuses(&after(&none, "Ba2 -a3"), "claim");
    // With nothing to place, the claim and the pass of Z18 are legal.
    let start = game_with(&only("Wd4 Gd5 d6 c4 c3"), "1,0,0/0,0,0");
    let bare = after(&start, "Wd6 -c3");
    assert_eq!((status(&bare), steps(&bare)), ("to-move 2".into(), sorted("claim pass")));
    assert_eq!(steps(&after(&bare, "claim")), ["d4xd6"]);
    let passed = after(&bare, "pass");
    assert_eq!((status(&passed), steps(&passed)), ("to-move 1".into(), sorted("pass")));
}

/// Seat 1 to move with an empty supply.
fn game_with(board: &str, own: &str) -> Zertz {
    game(&format!("overlook cells={board} supply=0,0,0 own={own} turn=1"))
}

#[test]
fn z24b_a_claim_is_the_first_step_after_the_overlooking_turn() {
    let overlooked = after(&pair(), "Ba1 -g4");
    // Not during the overlooking turn, nor by its player.
    refuses(&after(&pair(), "Ba1"), "claim");
    // It expires with any other step.
    refuses(&after(&overlooked, "Ba2"), "claim");
    refuses(&after(&overlooked, "d4xd6"), "claim");
    // Older turns cannot be claimed: this claim reverts the second turn, not the first.
    let both = after(&overlooked, "Ba2 -g3");
    let back = after(&both, "claim");
    assert_eq!(view(&back), view(&overlooked));
    refuses(&back, "claim");
    // Illegal if no capture was missed.
    refuses(&Zertz::start(&"overlook".parse().unwrap()), "claim");
    refuses(&after(&Zertz::start(&"overlook".parse().unwrap()), "Wd4 -a1"), "claim");
    refuses(&after(&pair(), "d4xd6"), "claim");
    // Legal exactly if the last turn placed although a capture was possible.
    let mut claims = 0;
    for setup in ["overlook", "overlook blitz"] {
        let (mut could, mut placed) = (false, false);
        random_games(setup, 60, |before, step, game| {
            if begins_turn(before) {
                could = !view(before).jumps(37).is_empty();
                placed = step.starts_with(['W', 'G', 'B']);
            }
            let claim = "claim".parse().unwrap();
            if step == "claim" {
                assert!(!game.is_legal(claim));
                (could, placed) = (true, false);
                claims += 1;
            } else if begins_turn(game) && matches!(game.status(), Status::ToMove(_)) {
                assert_eq!(game.is_legal(claim), could && placed, "{step}: {game}");
            }
        });
    }
    assert!(claims > 5, "{claims} claims");
}

#[test]
fn z24c_a_claim_takes_the_whole_turn_back() {
    // It reverts the marble, the ring, and the isolated rings and marbles.
    let rings = "Wd4 Gd5 d6 d7 Ga1 a2 Bb5 c6";
    let game = placed("overlook", &only(rings));
    let turn = after(&game, "Wa2 -c6");
    assert_eq!(view(&turn).own[0], [1, 1, 1], "two groups are taken");
    let back = after(&turn, "claim");
    assert_eq!(back.to_string(), format!("{game} stage=capture"));
    assert_eq!(prompt(&back), ("zertz-claimed", Some(1)));
    // Any capture is legal, but neither a placement nor a claim.
    assert_eq!(steps(&back), view(&back).jumps(37));
    refuses(&back, "Wa2 claim pass -c6");
    // Then it is the turn of the claiming seat.
    let done = after(&back, "d4xd6");
    assert_eq!((status(&done), view(&done).own), ("to-move 2".into(), [[0, 1, 0], [0; 3]]));
    assert!(steps(&done).contains(&"Wa2".to_string()));
    // A marble placed from one's own returns to its owner.
    let own = game_with(&full("Wd4 Gd5"), "0,0,2/0,0,1");
    let back = after(&own, "Ba1 -g4 claim");
    assert_eq!(view(&back).own, [[0, 0, 2], [0, 0, 1]]);
    assert_eq!(back.to_string(), format!("{own} stage=capture"));
}

/// An open line between walls, with a capture on it, before and after a placement.
fn walled() -> (String, String) {
    let walls = "Bc2 Bc3 Bc4 Bc5 Bc6 Be2 Be3 Be4 Be5 Be6";
    (only(&format!("{walls} Gd3 Wd4 d5 d6")), only(&format!("{walls} Gd3 Wd4 d5 Gd6")))
}

#[test]
fn z24c_a_claim_takes_the_count_of_repetitions_back() {
    let (before, placed) = walled();
    let seen = format!("{before}:0,1,0/0,0,0:1");
    let other = format!("{placed}:0,0,0/0,0,0:2");
    let text =
        format!("overlook cells={before} supply=0,0,0 own=0,1,0/0,0,0 turn=1 seen={other};{seen}");
    let start = game(&text);
    let turn = after(&start, "Gd6");
    assert!(turn.to_string().contains(&format!("seen={other};{seen};{seen} ")), "{turn}");
    let back = after(&turn, "claim");
    let (head, tail) = text.split_once(" seen=").unwrap();
    assert_eq!(back.to_string(), format!("{head} stage=capture seen={tail}"));
    // The position text carries the position that a claim restores.
    assert_eq!(after(&game(&turn.to_string()), "claim"), back);
}

#[test]
fn z24d_an_end_by_an_overlooking_turn_waits_for_the_opponent() {
    let (before, placed) = walled();
    let seen = format!("{placed}:0,0,0/0,0,0:2");
    for (text, turn, over) in [
        // Z16: four whites.
        (
            format!(
                "overlook cells={} supply=1,1,1 own=2,0,0/0,0,0 turn=1",
                only("Wa1 a2 Wd4 Gd5 d6 d7")
            ),
            "Wa2 -d7",
            ("over 1 2", "zertz-over-white"),
        ),
        // Z19: the last vacant ring.
        (
            format!("overlook cells={} supply=1,1,1 own=0,0,0/0,0,0 turn=1", only("Wd4 Gd5 d6")),
            "Bd6",
            ("over 1 2", "zertz-over-full"),
        ),
        // Z20: the third occurrence.
        (
            format!(
                "overlook cells={before} supply=0,0,0 own=0,1,0/0,0,0 turn=1 seen={seen};{seen}"
            ),
            "Gd6",
            ("over 1 1", "zertz-over-repetition"),
        ),
    ] {
        let start = game(&text);
        let waiting = after(&start, turn);
        assert_eq!(status(&waiting), "to-move 2", "{text}");
        assert_eq!(steps(&waiting), sorted("claim pass"), "{text}");
        assert_eq!(prompt(&waiting), ("zertz-accept-or-claim", Some(2)));
        let accepted = after(&waiting, "pass");
        assert_eq!((status(&accepted).as_str(), prompt(&accepted).0), over);
        assert_eq!(steps(&accepted), [""; 0]);
        let claimed = after(&waiting, "claim");
        assert_eq!(view(&claimed), view(&start));
        assert_eq!(steps(&claimed), view(&start).jumps(37));
        assert_eq!(status(&after(&claimed, &steps(&claimed)[0])), "to-move 2");
    }
    // A turn that misses no capture ends the game at once.
    let text =
        format!("overlook cells={} supply=1,1,1 own=2,0,0/0,0,0 turn=1", only("Wa1 a2 d6 d7"));
    assert_eq!(status(&after(&game(&text), "Wa2 -d7")), "over 1 2");
}

#[test]
fn z24e_nothing_points_out_a_capture_or_a_claim() {
    let button = |game: &Zertz| game.scene().buttons.iter().any(|name| &**name == "claim");
    let mut kinds = BTreeSet::new();
    random_games("overlook", 40, |before, _, game| {
        for game in [before, game] {
            assert!(button(game), "the claim button is always there: {game}");
            assert!(!game.scene().hints, "{game}");
        }
        // The prompt at the start of a turn does not depend on possible captures or claims.
        if begins_turn(before) && steps(before) != sorted("claim pass") {
            let place = steps(before).iter().any(|step| step.starts_with(['W', 'G', 'B']));
            let supply = view(before).supply != [0; 3];
            if place && supply {
                assert_eq!(prompt(before).0, "zertz-place-or-capture", "{before}");
                let claim = before.is_legal("claim".parse().unwrap());
                kinds.insert((claim, view(before).jumps(37).is_empty()));
            }
        }
    });
    assert_eq!(kinds.len(), 4, "with and without a capture, with and without a claim");
    let own = |marks: &str| prompt(&game_with(&full(marks), "1,0,0/0,0,0")).0;
    assert_eq!(own("Wd4 Gd5"), "zertz-place-own-or-capture");
    assert_eq!(own("Wd4"), "zertz-place-own-or-capture");
    // Without `overlook` hints are allowed, and there are no claims.
    random_games("", 10, |game, _, _| {
        assert!(game.scene().hints && !button(game), "{game}");
    });
}
