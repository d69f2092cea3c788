//! Actions: T8–T14.

use super::*;

/// The first occupied point in a direction.
fn first_ahead(board: &Board, from: Place, direction: &str) -> Option<String> {
    let mut place = next(from, direction);
    while is_point(place) {
        if board.contains_key(&name(place)) {
            return Some(name(place));
        }
        place = next(place, direction);
    }
    None
}

#[test]
fn t08_a_step_goes_along_a_line_to_the_first_occupied_point() {
    every_step(|Played { ply, before, .. }| {
        let (seat, second) = due(*ply);
        let board = shown(before);
        let mut expected = BTreeSet::new();
        for from in points() {
            let Some(stack) = board.get(&name(from)) else { continue };
            if is_white(stack) != (seat == Seat::FIRST) {
                continue;
            }
            for to in DIRECTIONS.iter().filter_map(|direction| first_ahead(&board, from, direction))
            {
                let (from, met) = (name(from), &board[&to]);
                if is_white(met) == is_white(stack) {
                    if second {
                        expected.insert(format!("{from}+{to}"));
                    }
                } else if height(met) <= height(stack) {
                    expected.insert(format!("{from}x{to}"));
                }
            }
        }
        if second {
            expected.insert("-".to_string());
        }
        assert_eq!(steps(before), expected, "ply {ply}: {before}");
    });
}

#[test]
fn t08_all_types_and_heights_move_alike() {
    // One piece on each of the six rays from c3, one to four points away.
    for mover in ["Z", "R", "T", "Z2", "R7", "T20"] {
        for (men, stage, sign) in
            [(["z", "r", "t"], "capture", 'x'), (["Z", "R", "T"], "second", '+')]
        {
            let [z, r, t] = men;
            let met = format!("c6={z} c1={r} d4={t} g1={t} a3={t} a1={t}");
            let far = "i1=z i2=r i3=t h1=Z h2=R h3=T";
            let game = position(&format!("c3={mover} {met} {far}"), 1, stage);
            let found: BTreeSet<String> =
                steps(&game).into_iter().filter(|step| step.starts_with("c3")).collect();
            let expected = ["c6", "c1", "d4", "g1", "a3", "a1"].map(|to| format!("c3{sign}{to}"));
            assert_eq!(found, BTreeSet::from(expected), "{mover}");
        }
    }
}

#[test]
fn t08_a_piece_that_may_do_nothing_there_cannot_go_that_way() {
    // The first piece up the column is too tall, or an own one while a capture is due.
    for met in ["t2", "T"] {
        let game = with_rest(&format!("d3=Z d6={met} d7=t d8=T"), "", 1, "capture");
        assert!(!steps(&game).iter().any(|step| step.starts_with("d3xd")), "{met}");
    }
}

#[test]
fn t09_nothing_moves_onto_a_vacant_point() {
    every_step(|Played { before, .. }| {
        let board = shown(before);
        for step in steps(before) {
            if let Some((_, _, to)) = parts(&step) {
                assert!(board.contains_key(to), "{step}: {before}");
            }
        }
    });
}

#[test]
fn t09_a_vacated_point_stays_vacant() {
    every_step(|Played { before, step, after, .. }| {
        let mut occupied: BTreeSet<String> = shown(before).into_keys().collect();
        if let Some((from, _, _)) = parts(step) {
            assert!(occupied.remove(from), "{step}: {before}");
        }
        assert_eq!(shown(after).into_keys().collect::<BTreeSet<_>>(), occupied, "{step}: {before}");
    });
}

#[test]
fn t10_nothing_jumps_over_a_piece() {
    for between in ["t", "T", "t5", "T5"] {
        let game = with_rest(&format!("d3=Z2 d4={between} d6=t d7=T"), "", 1, "second");
        assert!(!legal(&game, "d3xd6") && !legal(&game, "d3+d7"), "{between}");
        let cleared = with_rest("d3=Z2 d6=t d7=T", "", 1, "second");
        assert!(legal(&cleared, "d3xd6") && !legal(&cleared, "d3+d7"));
    }
}

#[test]
fn t10_no_line_crosses_the_centre() {
    // The three lines through the centre, from the nearest points and from the ends.
    for (from, to) in [("e4", "e6"), ("d5", "f4"), ("d4", "f5"), ("e1", "e9"), ("a5", "i1")] {
        for (from, to) in [(from, to), (to, from)] {
            let rest = "g7=Z g6=R c7=T b1=z b2=r c1=t";
            let capture = position(&format!("{from}=Z5 {to}=t {rest}"), 1, "capture");
            assert!(!legal(&capture, &format!("{from}x{to}")), "{from} to {to}");
            let strengthen = position(&format!("{from}=Z5 {to}=T {rest}"), 1, "second");
            assert!(!legal(&strengthen, &format!("{from}+{to}")), "{from} to {to}");
        }
    }
    assert!("d4xe5".parse::<Step>().is_err(), "the centre is not a point");
}

#[test]
fn t11_a_stack_captures_what_is_not_taller() {
    for (mine, theirs) in (1..=8).flat_map(|mine| (1..=8).map(move |theirs| (mine, theirs))) {
        for (mover, enemy) in [("Z", "t"), ("T", "z"), ("R", "r"), ("T", "t")] {
            let height = |n: u32| if n == 1 { String::new() } else { n.to_string() };
            let (mover, enemy) =
                (format!("{mover}{}", height(mine)), format!("{enemy}{}", height(theirs)));
            for stage in ["opening", "capture", "second"] {
                let game = with_rest(&format!("d4={mover} d6={enemy}"), "", 1, stage);
                assert_eq!(legal(&game, "d4xd6"), theirs <= mine, "{mover} takes {enemy}: {stage}");
            }
        }
    }
}

#[test]
fn t11_the_whole_enemy_stack_goes_and_the_mover_keeps_its_height() {
    let game = with_rest("d4=T3 d6=z2", "", 1, "capture");
    let mut expected = shown(&game);
    let after = play(&game, "d4xd6");
    expected.remove("d4");
    expected.insert("d6".into(), "T3".into());
    assert_eq!(shown(&after), expected);
    assert_eq!(men(&shown(&after), false), men(&shown(&game), false) - 2);
}

#[test]
fn t11_a_capture_takes_off_just_what_stood_there() {
    every_step(|Played { before, step, after, .. }| {
        let Some((from, 'x', to)) = parts(step) else { return };
        let mut board = shown(before);
        let mover = board.remove(from).unwrap();
        let taken = board.insert(to.to_string(), mover.clone()).unwrap();
        assert_ne!(is_white(&taken), is_white(&mover), "{step}: {before}");
        assert_eq!(shown(after), board, "{step}: {before}");
    });
}

#[test]
fn t12_strengthening_adds_the_heights() {
    // The rulebook's examples: a Tzaar onto a tall Tott and vice versa; a stack onto a piece and
    // onto a stack. Also the tallest stack possible here, since there is no limit.
    let table = [
        ("Z", "T5", "Z6"),
        ("T5", "Z", "T6"),
        ("R3", "T", "R4"),
        ("T", "R3", "T4"),
        ("R3", "Z4", "R7"),
        ("T", "T", "T2"),
        ("Z13", "R14", "Z27"),
    ];
    for (mover, onto, made) in table {
        let game = with_rest(&format!("d4={mover} d6={onto}"), "", 1, "second");
        let after = play(&game, "d4+d6");
        let mut expected = shown(&game);
        expected.remove("d4");
        expected.insert("d6".into(), made.into());
        assert_eq!(shown(&after), expected, "{mover} onto {onto}");
    }
}

#[test]
fn t12_stacks_move_and_are_lost_as_one() {
    every_step(|Played { before, step, after, .. }| {
        let (old, new) = (shown(before), shown(after));
        for white in [true, false] {
            let lost = men(&old, white) - men(&new, white);
            let taken = match parts(step) {
                Some((_, 'x', to)) if is_white(&old[to]) == white => height(&old[to]),
                _ => 0,
            };
            assert_eq!(lost, taken, "{step}: {before}");
        }
        if let Some((from, '+', to)) = parts(step) {
            assert_eq!(height(&new[to]), height(&old[from]) + height(&old[to]), "{step}: {before}");
        }
    });
}

#[test]
fn t13_the_type_of_a_stack_is_its_top_piece() {
    // A Tott on a Tzaar is a Tott of height two, and the side has one Tzaar less.
    let game = with_rest("d4=T d6=Z", "", 1, "second");
    assert_eq!(tray(&game, Seat::FIRST), [2, 1, 2]);
    let after = play(&game, "d4+d6");
    assert_eq!(shown(&after)["d6"], "T2");
    assert_eq!(tray(&after, Seat::FIRST), [1, 1, 2]);
    assert_eq!(tray(&after, Seat::SECOND), [1, 1, 1]);
    // Covered pieces do not count: captured as a Tott, it costs no Tzaar.
    let taken = with_rest("d4=T2 d6=r2", "", 2, "capture");
    let taken = play(&taken, "d6xd4");
    assert_eq!(tray(&taken, Seat::FIRST), [1, 1, 1]);
}

#[test]
fn t13_the_mover_gives_the_type_whatever_it_covers() {
    for mover in ["Z", "R", "T", "Z2", "R2", "T2"] {
        for onto in ["Z", "R", "T", "Z3", "R3", "T3"] {
            let game = with_rest(&format!("d4={mover} d6={onto}"), "", 1, "second");
            let made = &shown(&play(&game, "d4+d6"))["d6"];
            assert_eq!(made[..1], mover[..1], "{mover} onto {onto}");
        }
    }
}

#[test]
fn t14_nothing_is_stacked_on_an_enemy() {
    for enemy in ["z", "r", "t", "t2"] {
        let game = with_rest(&format!("d4=R d6={enemy}"), "", 1, "second");
        assert!(!legal(&game, "d4+d6"), "onto {enemy}");
    }
    every_step(|Played { before, .. }| {
        let board = shown(before);
        for step in steps(before) {
            let Some((from, sign, to)) = parts(&step) else { continue };
            let friends = is_white(&board[from]) == is_white(&board[to]);
            assert_eq!(sign == '+', friends, "{step}: {before}");
        }
    });
}
