//! Winning, the end of the supply, and the variants that change them: Z16–Z23, Z25.

use super::*;

fn owning(setup: &str, own: &str, turn: u8) -> Zertz {
    game(&format!("{setup} cells={} supply=1,0,0 own={own} turn={turn}", full("")))
}

/// The end with these marbles, for either owner and either seat to move.
fn check_goals(setup: &str, table: &[(&str, &str)]) {
    for &(own, key) in table {
        for turn in 1..=2 {
            for (seat, own) in [(1, format!("{own}/0,0,0")), (2, format!("0,0,0/{own}"))] {
                let game = owning(setup, &own, turn);
                if key.is_empty() {
                    assert_eq!(status(&game), format!("to-move {turn}"), "{setup} {own}");
                } else {
                    let places = if seat == 1 { "over 1 2" } else { "over 2 1" };
                    assert_eq!(status(&game), places, "{setup} {own}");
                    assert_eq!(prompt(&game), (key, Some(seat)), "{setup} {own}");
                    assert_eq!(steps(&game), [""; 0]);
                }
            }
        }
    }
}

#[test]
fn z16_won_with_three_of_each_or_4_white_5_grey_6_black() {
    let table = [
        ("3,3,3", "zertz-over-each"),
        ("3,4,5", "zertz-over-each"),
        ("4,0,0", "zertz-over-white"),
        ("5,2,2", "zertz-over-white"),
        ("0,5,0", "zertz-over-grey"),
        ("2,5,5", "zertz-over-grey"),
        ("0,0,6", "zertz-over-black"),
        ("3,2,6", "zertz-over-black"),
        ("0,0,0", ""),
        ("3,4,2", ""),
        ("3,2,5", ""),
        ("2,4,5", ""),
    ];
    check_goals("", &table);
}

#[test]
fn z16_is_tested_when_the_turn_is_complete() {
    // The fourth white is captured first, and the chain goes on.
    let board = full("Bd2 Wd3 Gd5");
    let chain = game(&format!("cells={board} supply=1,1,1 own=3,0,0/0,0,0 turn=1"));
    let middle = after(&chain, "d2xd4");
    assert_eq!(view(&middle).own[0][0], 4);
    assert_eq!((status(&middle), steps(&middle)), ("to-move 1".into(), sorted("d4xd6")));
    let end = after(&middle, "d4xd6");
    assert_eq!((status(&end), prompt(&end).0), ("over 1 2".into(), "zertz-over-white"));
    // The fourth white is captured by isolation, and a ring must still be removed.
    let board = only("Ga1 a2 d3 d4 e3");
    let fill = game(&format!("cells={board} supply=1,1,1 own=0,0,0/3,0,0 turn=2"));
    assert_eq!(status(&after(&fill, "Wa2")), "to-move 2");
    assert_eq!(status(&after(&fill, "Wa2 -d4")), "over 2 1");
    // The first to own them wins: before the last turn of a game no seat owns enough.
    random_games("", 60, |before, step, _| {
        for own in view(before).own {
            let enough = own.iter().all(|n| *n >= 3) || own[0] >= 4 || own[1] >= 5 || own[2] >= 6;
            assert!(!begins_turn(before) || !enough, "{step} in {before}");
        }
    });
}

#[test]
fn z17_with_an_empty_supply_the_player_places_his_own() {
    let text = format!("cells={} supply=0,0,0 own=1,0,2/0,3,0 turn=1", full(""));
    let game = game(&text);
    assert_eq!((status(&game), prompt(&game).0), ("to-move 1".into(), "zertz-place-own"));
    let colours = |game: &Zertz| -> String {
        let all: BTreeSet<char> =
            steps(game).iter().map(|step| step.chars().next().unwrap()).collect();
        all.into_iter().collect()
    };
    assert_eq!(colours(&game), "BW", "any colour that he has");
    assert_eq!(steps(&game).len(), 2 * 37, "on any vacant ring");
    let placed = after(&game, "Wd4");
    assert_eq!(view(&placed).own, [[0, 0, 2], [0, 3, 0]]);
    assert_eq!(prompt(&placed).0, "zertz-remove-ring", "all else is as before");
    let next = after(&placed, "-a1");
    assert_eq!((status(&next), colours(&next)), ("to-move 2".into(), "G".into()));
    // A capture is still compulsory.
    assert_eq!(steps(&after(&next, "Gd5 -a2")), sorted("d4xd6 d5xd3"));
    // The last marble of the supply is placed from there; the next one from the opponent's own.
    let last = self::game(&text.replace("supply=0,0,0", "supply=0,1,0"));
    let last = after(&last, "Gd4 -a1");
    assert_eq!(view(&last).own, [[1, 0, 2], [0, 3, 0]]);
    assert_eq!(view(&last).supply, [0; 3]);
    assert_eq!(view(&after(&last, "Gd6")).own, [[1, 0, 2], [0, 2, 0]]);
}

#[test]
fn z18_who_has_nothing_to_place_or_capture_passes() {
    let bare = |own: &str, marks: &str| {
        game(&format!("cells={} supply=0,0,0 own={own} turn=1", full(marks)))
    };
    let nothing = bare("0,0,0/0,0,0", "Wd4");
    assert_eq!((steps(&nothing), prompt(&nothing).0), (sorted("pass"), "zertz-must-pass"));
    let once = after(&nothing, "pass");
    assert_eq!(status(&once), "to-move 2");
    assert_eq!(view(&once), view(&nothing), "a pass removes no ring");
    let twice = after(&once, "pass");
    assert_eq!((status(&twice), prompt(&twice).0), ("over 1 1".into(), "zertz-over-passes"));
    // The position text carries the pass.
    assert_eq!(status(&after(&game(&once.to_string()), "pass")), "over 1 1");
    // A pass is illegal otherwise.
    refuses(&Zertz::start(&Setup::default()), "pass");
    refuses(&bare("1,0,0/0,0,0", "Wd4"), "pass");
    let forced = bare("0,0,0/0,0,0", "Wd4 Gd5");
    refuses(&forced, "pass");
    assert_eq!(steps(&forced), sorted("d4xd6 d5xd3"));
    // A turn between two passes resets the count.
    let other = after(&bare("0,0,0/1,0,0", "Wd4"), "pass");
    refuses(&other, "pass");
    let again = after(&other, "Wa1 -g4 pass");
    assert_eq!(status(&again), "to-move 2");
    assert_eq!(status(&after(&again, "pass")), "over 1 1");
}

#[test]
fn z19_who_occupies_the_last_ring_wins() {
    for (turn, places) in [(1, "over 1 2"), (2, "over 2 1")] {
        let at = |rings: &str| {
            game(&format!("cells={} supply=1,1,1 own=0,0,0/0,0,0 turn={turn}", only(rings)))
        };
        for (rings, steps) in [
            ("Wd4 d5", "Bd5"),
            ("Wd4 d5 d6", "Bd6 -d5"),
            ("Wd4 d5 d6", "Bd5 -d6"),
            ("d4", "Wd4"),
            ("Ga1 a2 Wd4 d5", "Wa2 -d5"),
        ] {
            let end = after(&at(rings), steps);
            assert_eq!(status(&end), places, "{rings}: {steps}");
            assert_eq!(prompt(&end), ("zertz-over-full", Some(turn)), "{rings}: {steps}");
        }
        // With another vacant ring, in any group, the game goes on.
        let other = if turn == 1 { "to-move 2" } else { "to-move 1" };
        assert_eq!(status(&after(&at("Wd4 d5 d6 d7"), "Bd5 -d7")), other);
        assert_eq!(status(&after(&at("Wd4 d5 a1 a2"), "Bd5 -a1")), other);
    }
}

/// A cycle: `Wd4` is placed between blocked walls and captured, without end.
fn treadmill(setup: &str) -> Zertz {
    let walls = "Bc2 Bc3 Bc4 Bc5 Be2 Be3 Be4 Be5";
    let board = only(&format!("{walls} Gd3 d4 d5"));
    game(&format!("{setup} cells={board} supply=0,0,0 own=1,0,0/0,0,0 turn=1"))
}

const ROUND: &str = "Wd4 d3xd5 pass Wd4 d5xd3 pass";

#[test]
fn z20_the_third_repetition_at_the_start_of_a_turn_is_a_draw() {
    let start = treadmill("");
    let once = after(&start, ROUND);
    assert_eq!(view(&once), view(&start));
    assert_eq!(status(&once), "to-move 1");
    let mut game = once;
    for step in ROUND.split(' ') {
        assert!(matches!(game.status(), Status::ToMove(_)), "before {step}");
        // The position text carries the count.
        game = after(&self::game(&game.to_string()), step);
    }
    assert_eq!(view(&game), view(&start));
    assert_eq!((status(&game), prompt(&game).0), ("over 1 1".into(), "zertz-over-repetition"));
    // With the other seat to move, or with other owners, it is a different position.
    let board = only("Bc2 Bc3 Bc4 Bc5 Be2 Be3 Be4 Be5 Gd3 d4 d5");
    for (seen, repeated) in [
        ("1,0,0/0,0,0:1", true),
        ("1,0,0/0,0,0:2", false),
        ("0,1,0/0,0,0:1", false),
        ("1,0,0/0,1,0:1", false),
    ] {
        let entry = format!("{board}:{seen}");
        let text = format!("{start} seen={entry};{entry}");
        let over = matches!(self::game(&text).status(), Status::Over(_));
        assert_eq!(over, repeated, "{seen}");
        let text = format!("{start} seen={entry}");
        assert_eq!(status(&self::game(&text)), "to-move 1", "seen once before");
    }
    // Positions within a turn do not count.
    let entry = format!("{}:1,0,0/0,0,0:1", only("Wd3 d4 d5 d6"));
    let middle = format!(
        "cells={} supply=0,0,0 own=1,0,0/0,0,0 turn=1 stage=remove seen={entry};{entry}",
        only("Wd3 d4 d5 d6")
    );
    assert_eq!(status(&self::game(&middle)), "to-move 1");
}

#[test]
fn z20_needs_an_empty_supply_and_never_crosses_a_removed_ring() {
    random_games("", 60, |before, step, game| {
        let counts = game.to_string().contains(" seen=");
        if view(game).supply != [0; 3] || view(before).rings != view(game).rings {
            assert!(!counts, "{step}: {game}");
        }
    });
    assert!(after(&treadmill(""), ROUND).to_string().contains(" seen="));
    let open = format!("cells={} supply=0,0,0 own=1,0,0/1,0,0 turn=1", full(""));
    let open = after(&game(&open), "Wd4");
    assert!(open.to_string().contains(" seen="));
    assert!(!after(&open, "-a1").to_string().contains(" seen="));
    let early = treadmill("").to_string().replace("supply=0,0,0", "supply=0,1,0");
    let entry = format!("{}:1,0,0/0,0,0:1", only("Bc2 Bc3 Bc4 Bc5 Be2 Be3 Be4 Be5 Gd3 d4 d5"));
    assert!(format!("{early} seen={entry}").parse::<Zertz>().is_err());
}

#[test]
fn z21_blitz_has_fewer_marbles_and_fewer_to_win() {
    let game = Zertz::start(&"blitz".parse().unwrap());
    assert_eq!(view(&game).rings, rings(37));
    assert_eq!(view(&game).supply, [5, 7, 9]);
    let table = [
        ("2,2,2", "zertz-over-each"),
        ("2,3,4", "zertz-over-each"),
        ("3,0,0", "zertz-over-white"),
        ("0,4,0", "zertz-over-grey"),
        ("0,0,5", "zertz-over-black"),
        ("2,3,1", ""),
        ("2,1,4", ""),
        ("1,3,4", ""),
    ];
    check_goals("blitz", &table);
    for board in BOARDS {
        let with = format!("blitz rings={board}").parse::<Setup>();
        assert_eq!(with.is_ok(), board == 37, "blitz on {board} rings");
    }
}

#[test]
fn z22_the_tournament_rules_go_with_any_board() {
    for board in BOARDS {
        let setup: Setup = format!("rings={board} overlook touch").parse().unwrap();
        assert!(setup.overlook && setup.touch);
        assert_eq!(setup.rings.count(), board);
        let game = Zertz::start(&setup);
        assert_eq!(view(&game).supply, [6, 8, 10]);
        assert!(game.scene().touch_move && !game.scene().hints);
    }
    // Each of the two is a separate word.
    let one = Zertz::start(&"rings=48 touch".parse().unwrap()).scene();
    assert!(one.touch_move && one.hints);
    let other = Zertz::start(&"rings=61 overlook".parse().unwrap()).scene();
    assert!(!other.touch_move && !other.hints);
}

#[test]
fn z23_touch_move_changes_no_step_but_forbids_unpicking() {
    for (with, without) in [("touch", ""), ("rings=48 overlook touch", "rings=48 overlook")] {
        assert!(!Zertz::start(&without.parse().unwrap()).scene().touch_move);
        random_games(with, 10, |before, step, _| {
            assert!(before.scene().touch_move, "{before}");
            let bare = before.to_string().replacen("touch ", "", 1);
            let untouched = game(&bare);
            assert!(!untouched.scene().touch_move, "{bare}");
            assert_eq!(steps(&untouched), steps(before), "{bare}");
            assert_eq!(untouched.status(), before.status());
            assert!(untouched.is_legal(step.parse().unwrap()));
        });
    }
}

/// The position of the worked example: seat 1, A, is five marbles behind.
fn sacrifice() -> Zertz {
    let board = only("Wa1 b1 Gb2 c2 Gc5 d1 d2 d3 d4 d5 d6 d7 e2 e3 e4 e5 f2 f3 f4 g1 g2");
    game(&format!("cells={board} supply=1,1,6 own=2,1,1/2,4,3 turn=1"))
}

#[test]
fn z25_the_sacrifice_of_the_worked_example_wins() {
    let start = sacrifice();
    let offered = after(&start, "Bc2 -b1");
    assert_eq!(turn_texts(&offered), ["b2xd2"], "B must take the black with the grey");
    let taken = after(&offered, "b2xd2");
    assert_eq!(view(&taken).own, [[2, 1, 1], [2, 4, 4]]);
    assert_eq!(status(&taken), "to-move 1", "which does not yet win");
    let won = after(&taken, "Wb2 -c2");
    assert_eq!((status(&won), prompt(&won)), ("over 1 2".into(), ("zertz-over-white", Some(1))));
    assert_eq!(view(&won).own[0], [4, 1, 1], "both whites of the cut-off rings");
    assert!(view(&won).rings.is_disjoint(&words("a1 b2 c2")));
}

fn wins(game: &Zertz, seat: Seat) -> bool {
    matches!(game.status(), Status::Over(outcome) if outcome.winner() == Some(seat))
}

fn wins_by_this_turn(game: &Zertz, seat: Seat) -> bool {
    turns(game).iter().any(|(_, next)| wins(next, seat))
}

#[test]
fn z25b_only_the_black_sacrifice_wins_by_the_next_turn() {
    let start = sacrifice();
    let all = turns(&start);
    assert_eq!(all.len(), 459);
    assert!(!all.iter().any(|(_, next)| matches!(next.status(), Status::Over(_))));
    let forces =
        |next: &Zertz| turns(next).iter().all(|(_, reply)| wins_by_this_turn(reply, Seat::FIRST));
    let winning: Vec<&String> =
        all.iter().filter(|(_, next)| forces(next)).map(|(turn, _)| turn).collect();
    assert_eq!(winning, ["Bc2 -b1"]);
    // With grey or white the same sacrifice completes a set for B.
    for (turn, next) in
        all.iter().filter(|(turn, _)| turn.starts_with("Gc2") || turn.starts_with("Wc2"))
    {
        let replies = turns(next);
        assert!(replies.iter().any(|(_, end)| wins(end, Seat::SECOND)), "{turn}");
    }
    for (turn, key) in [("Gc2 -b1 b2xd2", "zertz-over-grey"), ("Wc2 -b1 b2xd2", "zertz-over-each")]
    {
        assert_eq!(prompt(&after(&start, turn)), (key, Some(2)));
    }
}
