//! Rows and rings: Y13–Y18.

use super::*;

#[test]
fn y13_there_are_123_places_for_a_row_of_five_of_one_colour() {
    assert_eq!(row_places().len(), 123);
    for row in row_places() {
        let inside = row_points(row);
        let rings: Vec<Place> =
            points().into_iter().filter(|point| !inside.contains(point)).take(2).collect();
        let step = format!("x{}-{}", name(row.0), name(row.1));
        for (turn, marker, other) in [(1, 'M', 'm'), (2, 'm', 'M')] {
            let words = format!("turn={turn} stage=move");
            let mut board: Board = inside.iter().map(|point| (name(*point), marker)).collect();
            board.extend([(name(rings[0]), 'R'), (name(rings[1]), 'r')]);
            assert_eq!(steps(&read(&text(&board, &words))), [step.clone()].into(), "{step}");
            // With anything else on any of the five points there is no row.
            for point in &inside {
                for piece in [other, 'R', 'r', '.'] {
                    let mut broken = board.clone();
                    broken.insert(name(*point), piece);
                    let found = steps(&read(&text(&broken, &words)));
                    assert!(!found.iter().any(|s| s.starts_with('x')), "{step}: {piece} {point:?}");
                }
            }
        }
    }
}

#[test]
fn y13_all_rows_of_any_position_and_no_others() {
    let mut found = 0;
    for game in scattered() {
        let (_, marker, _) = letters(&game);
        let rows = expected_rows(&shown(&game), marker);
        if rows.is_empty() {
            assert!(!steps(&game).iter().any(|step| step.starts_with('x')), "{game}");
        } else {
            assert_eq!(steps(&game), rows, "{game}");
            found += 1;
        }
    }
    assert!(found > 10, "{found} of the positions have a row");
}

#[test]
fn y14_the_row_goes_back_and_then_one_of_ones_own_rings_comes_off() {
    let game = position("R=d7,a2,k7 r=b7 M=d3-d6", "turn=1 stage=move");
    let moved = play(&game, "d7-e8");
    assert_eq!(status(&moved), "to-move 1");
    assert_eq!(moved.prompt().key, "yinsh-take-row");
    assert_eq!(steps(&moved), set(["xd3-d7"]), "it must be taken, and before the ring");
    let row = play(&moved, "xd3-d7");
    assert_eq!(shown(&row), shown(&position("R=e8,a2,k7 r=b7", "turn=1 stage=move")));
    assert_eq!(supply(&row), supply(&moved) + 5);
    assert_eq!((status(&row).as_str(), taken(&row)), ("to-move 1", [0, 0]));
    assert_eq!(row.prompt().key, "yinsh-remove-ring");
    assert_eq!(steps(&row), set(["*a2", "*e8", "*k7"]), "any of his own, and no other");
    for ring in ["a2", "e8", "k7"] {
        let after = play(&row, &format!("*{ring}"));
        let mut expected = shown(&row);
        expected.remove(ring);
        assert_eq!(shown(&after), expected);
        assert_eq!((status(&after).as_str(), taken(&after)), ("to-move 2", [1, 0]));
        assert_eq!(supply(&after), supply(&row));
    }
}

#[test]
fn y15_of_a_longer_line_any_adjacent_five_may_be_taken() {
    for length in 5..=10 {
        let game = position(&format!("R=a2,a3 r=k7 M=e1-e{length}"), "turn=1 stage=moved");
        let choices: BTreeSet<String> =
            (1..=length - 4).map(|first| format!("xe{first}-e{}", first + 4)).collect();
        assert_eq!(steps(&game), choices);
        for (first, choice) in (1..).zip(&choices) {
            let after = play(&game, choice);
            let mut expected = shown(&game);
            for row in first..first + 5 {
                assert_eq!(expected.remove(&format!("e{row}")), Some('M'), "{choice}");
            }
            assert_eq!(shown(&after), expected, "{choice}");
        }
    }
}

#[test]
fn y16_rows_that_do_not_cross_are_all_taken() {
    let game = position("R=a2,a3,a4 r=k7 M=d3-d7,g3-g7", "turn=1 stage=moved");
    assert_eq!(steps(&game), set(["xd3-d7", "xg3-g7"]));
    for (one, other) in [("xd3-d7", "xg3-g7"), ("xg3-g7", "xd3-d7")] {
        let first = play(&game, &format!("{one} *a2"));
        assert_eq!(status(&first), "to-move 1");
        assert_eq!(steps(&first), set([other]));
        let second = play(&first, &format!("{other} *a3"));
        assert_eq!((status(&second).as_str(), taken(&second)), ("to-move 2", [2, 0]));
        assert_eq!(markers(&shown(&second)), 0);
    }
}

#[test]
fn y16_of_crossing_rows_one_is_taken_and_the_rest_stays() {
    // Column d and number 5 cross at d5.
    let game = position("R=a2,a3,a4 r=k7 M=d3,d4,d6,d7,c5-g5", "turn=1 stage=moved");
    assert_eq!(steps(&game), set(["xd3-d7", "xc5-g5"]));
    for (row, left) in [("xd3-d7", "M=c5,e5,f5,g5"), ("xc5-g5", "M=d3,d4,d6,d7")] {
        let after = play(&game, &format!("{row} *a2"));
        assert_eq!(status(&after), "to-move 2");
        let expected = position(&format!("R=a3,a4 r=k7 {left}"), "turn=2 stage=move");
        assert_eq!(shown(&after), shown(&expected), "{row}");
    }
}

#[test]
fn y16_rows_are_looked_for_anew_and_need_not_be_chosen_so_that_most_are_taken() {
    // Number 4 crosses both columns: removing it leaves no row, removing a column leaves the other.
    let game = position("R=a2,a3,a4 r=k7 M=b4-f4,d1-d3,d5,f2,f3,f5,f6", "turn=1 stage=moved");
    assert_eq!(steps(&game), set(["xb4-f4", "xd1-d5", "xf2-f6"]));
    assert_eq!(status(&play(&game, "xb4-f4 *a2")), "to-move 2");
    assert_eq!(steps(&play(&game, "xd1-d5 *a2")), set(["xf2-f6"]));
    assert_eq!(steps(&play(&game, "xf2-f6 *a2")), set(["xd1-d5"]));
    // A line of ten holds two rows, if they are chosen accordingly.
    let game = position("R=a2,a3,a4 r=k7 M=e1-e10", "turn=1 stage=moved");
    assert_eq!(steps(&play(&game, "xe1-e5 *a2")), set(["xe6-e10"]));
    assert_eq!(status(&play(&game, "xe2-e6 *a2")), "to-move 2");
}

#[test]
fn y17_a_row_made_for_the_opponent_is_taken_before_his_own_move() {
    let game = play(&position(FOR_BLACK, "turn=1 stage=move"), "c5-e5");
    assert_eq!(status(&game), "to-move 2");
    assert_eq!(game.prompt().key, "yinsh-take-row-first");
    assert_eq!(steps(&game), set(["xd3-d7"]));
    let row = play(&game, "xd3-d7");
    assert_eq!(steps(&row), set(["*j5", "*j6", "*k7"]), "a ring of his choice");
    let ring = play(&row, "*j6");
    assert_eq!((status(&ring).as_str(), taken(&ring)), ("to-move 2", [0, 1]));
    assert_eq!(ring.prompt().key, "yinsh-move-ring", "the steps belong to his turn");
    assert_eq!(steps(&ring), expected_moves(&shown(&ring), 'r'));
    assert_eq!(status(&play(&ring, "k7-j7")), "to-move 1");
}

#[test]
fn y17_several_rows_of_the_opponent_are_all_taken_before_his_move() {
    let game = position("R=a2 r=k7,j5,j6 m=d3-d7,g3-g7", "turn=2 stage=move");
    let one = play(&game, "xd3-d7 *k7");
    assert_eq!(steps(&one), set(["xg3-g7"]));
    let both = play(&one, "xg3-g7 *j5");
    assert_eq!((status(&both).as_str(), taken(&both)), ("to-move 2", [0, 2]));
    assert!(steps(&both).iter().all(|step| step.starts_with("j6-")));
}

#[test]
fn y18_the_mover_takes_his_rows_first() {
    // The same jump, which also completes White's column c.
    let game = position(&format!("{FOR_BLACK},c1-c4"), "turn=1 stage=move");
    let moved = play(&game, "c5-e5");
    assert_eq!(status(&moved), "to-move 1");
    assert_eq!(steps(&moved), set(["xc1-c5"]));
    let white = play(&moved, "xc1-c5 *a3");
    assert_eq!((status(&white).as_str(), taken(&white)), ("to-move 2", [1, 0]));
    assert_eq!(steps(&white), set(["xd3-d7"]), "it is not broken");
    let black = play(&white, "xd3-d7 *j5");
    assert_eq!((status(&black).as_str(), taken(&black)), ("to-move 2", [1, 1]));
    assert_eq!(markers(&shown(&black)), 0);
}

#[test]
fn y18b_two_crossing_black_rows_count_as_one() {
    let game = position("R=a2 r=k7,j5,j6 m=d3,d4,d6,d7,c5-g5", "turn=2 stage=moved");
    assert_eq!(steps(&game), set(["xd3-d7", "xc5-g5"]));
    for row in ["xd3-d7", "xc5-g5"] {
        let after = play(&game, &format!("{row} *k7"));
        assert_eq!((status(&after).as_str(), taken(&after)), ("to-move 1", [0, 1]), "{row}");
    }
}

#[test]
fn y18b_a_line_of_seven_has_three_choices_of_five() {
    let game = position("R=a2 r=k7,j5 m=c3-i9", "turn=2 stage=moved");
    assert_eq!(steps(&game), set(["xc3-g7", "xd4-h8", "xe5-i9"]));
}

#[test]
fn y18b_four_markers_and_a_ring_in_a_line_are_no_row() {
    for ring in ["d3", "d4", "d5", "d6", "d7"] {
        for (letter, other) in [("R", "r"), ("r", "R")] {
            let others = ["d3", "d4", "d5", "d6", "d7"].into_iter().filter(|p| *p != ring);
            let markers = others.collect::<Vec<_>>().join(",");
            let pieces = format!("{letter}={ring},k7 {other}=a2 M={markers}");
            let game = position(&pieces, "turn=1 stage=move");
            assert_eq!(game.prompt().key, "yinsh-move-ring", "{pieces}");
        }
    }
}
