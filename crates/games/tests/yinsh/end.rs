//! The end: Y19–Y21.

use super::*;

#[test]
fn y19_the_third_ring_wins_at_once_whatever_rows_are_left() {
    let words = "taken=2/2 turn=1 stage=moved";
    let game = position("R=a2,a3 r=k7 M=d3-d7,g3-g7 m=h3-h7", words);
    let row = play(&game, "xd3-d7");
    assert_eq!(status(&row), "to-move 1", "the ring is still on the board");
    check_over(&play(&row, "*a2"), "over 1 2", "yinsh-over-rings");
    for (taken, result) in [("3/0", "over 1 2"), ("2/3", "over 2 1")] {
        let game = position("R=a2,a3 r=k7 M=d3-d7", &format!("taken={taken} turn=1 stage=move"));
        check_over(&game, result, "yinsh-over-rings");
    }
    // Two are not enough.
    let game = position("R=a2,a3 r=k7 M=d3-d7", "taken=1/2 turn=1 stage=moved");
    assert_eq!(status(&play(&game, "xd3-d7 *a2")), "to-move 2");
}

#[test]
fn y19_both_third_rows_are_won_by_the_mover() {
    let game = position(&format!("{FOR_BLACK},c1-c4"), "taken=2/2 turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xc1-c5 *e5"), "over 1 2", "yinsh-over-rings");
}

#[test]
fn y19_a_third_row_made_by_the_opponent_wins_before_any_move() {
    let game = position(FOR_BLACK, "taken=2/2 turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xd3-d7 *k7"), "over 2 1", "yinsh-over-rings");
}

#[test]
fn y20_an_empty_supply_ends_the_game_by_rings() {
    let table = [
        ("0/0", "over 1 1", "yinsh-over-supply-draw"),
        ("2/2", "over 1 1", "yinsh-over-supply-draw"),
        ("1/0", "over 1 2", "yinsh-over-supply"),
        ("1/2", "over 2 1", "yinsh-over-supply"),
    ];
    for (taken, result, key) in table {
        for (turn, step) in [(1, "a2-a3"), (2, "k7-k8")] {
            let words = format!("supply=1 taken={taken} turn={turn} stage=move");
            let game = position("R=a2,b4 r=k7,j5", &words);
            assert_eq!(status(&game), format!("to-move {turn}"), "one marker is left to move with");
            check_over(&play(&game, step), result, key);
        }
    }
}

#[test]
fn y20_rows_of_the_last_move_are_taken_first_and_play_goes_on() {
    // The mover's row returns five markers.
    let game = position("R=d7,a2,k7 r=b7,b6 M=d3-d6", "supply=1 turn=1 stage=move");
    let moved = play(&game, "d7-e8");
    assert_eq!((supply(&moved), status(&moved).as_str()), (0, "to-move 1"));
    let after = play(&moved, "xd3-d7 *a2");
    assert_eq!((supply(&after), status(&after).as_str()), (5, "to-move 2"));
    assert_eq!(after.prompt().key, "yinsh-move-ring");
    // So does the opponent's.
    let game = position(FOR_BLACK, "supply=1 turn=1 stage=move");
    let moved = play(&game, "c5-e5");
    assert_eq!((supply(&moved), status(&moved).as_str()), (0, "to-move 2"));
    let after = play(&moved, "xd3-d7 *k7");
    assert_eq!((supply(&after), status(&after).as_str()), (5, "to-move 2"));
    assert_eq!(after.prompt().key, "yinsh-move-ring");
    // And both, the mover's first.
    let game = position(&format!("{FOR_BLACK},c1-c4"), "supply=1 turn=1 stage=move");
    let after = play(&game, "c5-e5 xc1-c5 *a2 xd3-d7 *k7");
    assert_eq!((supply(&after), status(&after).as_str()), (10, "to-move 2"));
}

#[test]
fn y20_a_game_can_be_played_until_the_supply_is_empty() {
    let mut ended = 0;
    for game in 0..200 {
        let mut last = None;
        playout::<Yinsh>(&Setup::default(), &mut Rng::new(game), 1_000, |game| {
            let over = matches!(game.status(), Status::Over(_));
            let keeps_rows = [('M', "to-move 1"), ('m', "to-move 2")].iter().any(|(marker, to)| {
                status(game) == *to && !expected_rows(&shown(game), *marker).is_empty()
            });
            if supply(game) == 0 {
                assert!(over || keeps_rows, "{game}");
            }
            last = Some(game.clone());
        });
        let last = last.unwrap();
        if last.prompt().key.starts_with("yinsh-over-supply") {
            let [white, black] = taken(&last);
            let result = match white.cmp(&black) {
                std::cmp::Ordering::Greater => "over 1 2",
                std::cmp::Ordering::Equal => "over 1 1",
                std::cmp::Ordering::Less => "over 2 1",
            };
            assert_eq!((status(&last).as_str(), supply(&last)), (result, 0), "{last}");
            ended += 1;
        }
    }
    assert!(ended > 0);
}

#[test]
fn y21_the_first_row_wins_a_blitz_game() {
    let start = Yinsh::start(&"blitz".parse().unwrap());
    assert!(start.to_string().starts_with("blitz "));
    let blitz = |pieces: &str, words: &str| position(pieces, &format!("blitz {words}"));
    // One's own row: row and ring are removed as usual.
    let game = blitz("R=d7,a2,k7 r=b7 M=d3-d6", "turn=1 stage=move");
    let row = play(&game, "d7-e8 xd3-d7");
    assert_eq!(status(&row), "to-move 1");
    check_over(&play(&row, "*e8"), "over 1 2", "yinsh-over-rings");
    assert!(play(&row, "*e8").prompt().args.contains(&("rings", Arg::Number(1))));
    // A row made for the opponent.
    let game = blitz(FOR_BLACK, "turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xd3-d7 *k7"), "over 2 1", "yinsh-over-rings");
    // Rows made for both.
    let game = blitz(&format!("{FOR_BLACK},c1-c4"), "turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xc1-c5 *a2"), "over 1 2", "yinsh-over-rings");
}

#[test]
fn y21_an_empty_supply_is_a_draw_in_blitz() {
    let game = position("R=a2,b4 r=k7", "blitz supply=1 turn=1 stage=move");
    check_over(&play(&game, "a2-a3"), "over 1 1", "yinsh-over-supply-draw");
    check_refused::<Yinsh>(&[(
        &text(&Board::new(), "blitz taken=2/0 turn=1 stage=move"),
        "expected a whole number from 0 to 1",
    )]);
}
