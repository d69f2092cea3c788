//! Placement and moves: Y4–Y11.

use super::*;

#[test]
fn y04_rings_are_placed_in_turn_on_any_vacant_point() {
    let mut rng = Rng::new(4);
    let mut game = Yinsh::start(&Setup::default());
    let mut vacant: BTreeSet<String> = points().into_iter().map(name).collect();
    for ply in 0..10 {
        assert_eq!(status(&game), format!("to-move {}", ply % 2 + 1));
        assert_eq!(game.prompt().key, "yinsh-place-ring");
        assert_eq!(steps(&game), vacant);
        let point = vacant.iter().nth(rng.below(vacant.len() as u32) as usize).unwrap().clone();
        vacant.remove(&point);
        game = play(&game, &point);
        assert_eq!(shown(&game)[&point], if ply % 2 == 0 { 'R' } else { 'r' });
    }
    assert_eq!(status(&game), "to-move 1", "White moves when all ten stand");
    assert_eq!(game.prompt().key, "yinsh-move-ring");
    assert!(steps(&game).iter().all(|step| ends(step).is_some()));
    assert_eq!(tray(&game, Role::Hand, Some(Seat::FIRST)).unwrap_or(0), 0);
}

#[test]
fn y04_counts_of_placements() {
    let game = Yinsh::start(&Setup::default());
    assert_eq!([1, 2, 3].map(|depth| game.perft(depth)), [85, 7_140, 592_620]);
}

#[test]
fn y05_a_move_leaves_a_marker_of_ones_own_colour() {
    for (turn, ring, marker) in [(1, 'R', 'M'), (2, 'r', 'm')] {
        let game = position("R=d4,a2 r=d8,k7", &format!("turn={turn} stage=move"));
        let (from, to) = if turn == 1 { ("d4", "d6") } else { ("d8", "d5") };
        let mut expected = shown(&game);
        expected.insert(from.into(), marker);
        expected.insert(to.into(), ring);
        let after = play(&game, &format!("{from}-{to}"));
        assert_eq!(shown(&after), expected);
        assert_eq!(supply(&after), 50);
        assert_eq!(status(&after), format!("to-move {}", 3 - turn), "it is one step");
    }
}

#[test]
fn y05_a_ring_that_cannot_move_cannot_be_chosen() {
    // a2 has three rays, each blocked by a ring.
    let game = position("R=a2,k10 r=a3,b2,b3", "turn=1 stage=move");
    let found = steps(&game);
    assert!(!found.is_empty() && found.iter().all(|step| step.starts_with("k10-")), "{found:?}");
}

#[test]
fn y06_a_ring_lands_on_a_vacant_point_of_a_straight_line() {
    for game in moving() {
        let board = shown(&game);
        let (ring, ..) = letters(&game);
        for step in steps(&game) {
            let (from, to) = ends(&step).unwrap_or_else(|| panic!("{step}: {game}"));
            assert_eq!(board.get(&name(from)), Some(&ring), "{step}: {game}");
            assert_eq!(board.get(&name(to)), None, "{step}: {game}");
            assert!(direction_to(from, to).is_some(), "{step}: {game}");
        }
    }
}

#[test]
fn y07_a_ring_crosses_any_number_of_vacant_points() {
    let game = position("R=e1 r=a2", "turn=1 stage=move");
    for far in 2..=10 {
        assert!(legal(&game, &format!("e1-e{far}")), "e{far}");
    }
}

#[test]
fn y08_a_ring_lands_right_behind_the_markers_it_jumps() {
    // One contiguous line of any colours, from one to seven markers.
    for jumped in 1..=7 {
        for colours in ["mM", "m", "Mm", "mMM"] {
            let mut board: Board = [("e1".into(), 'R'), ("a2".into(), 'r')].into();
            for (n, colour) in (2..2 + jumped).zip(colours.chars().cycle()) {
                board.insert(format!("e{n}"), colour);
            }
            let game = read(&text(&board, "turn=1 stage=move"));
            let found: Vec<String> =
                steps(&game).into_iter().filter(|step| step.starts_with("e1-e")).collect();
            assert_eq!(found, [format!("e1-e{}", jumped + 2)], "{colours} × {jumped}");
        }
    }
}

#[test]
fn y08_a_broken_line_is_jumped_only_to_its_gap() {
    let game = position("R=e1 r=a2 M=e2,e4", "turn=1 stage=move");
    assert!(legal(&game, "e1-e3"));
    for far in [5, 6, 7, 8, 9, 10] {
        assert!(!legal(&game, &format!("e1-e{far}")), "e{far}");
    }
    // Markers up to the edge cannot be jumped at all.
    let game = position("R=e8 r=a2 M=e9 m=e10", "turn=1 stage=move");
    assert!(!steps(&game).iter().any(|step| matches!(step.as_str(), "e8-e9" | "e8-e10")));
}

#[test]
fn y08_and_y09_hold_for_all_moves_of_any_position() {
    for game in moving() {
        let (ring, ..) = letters(&game);
        assert_eq!(steps(&game), expected_moves(&shown(&game), ring), "{game}");
    }
}

#[test]
fn y09_vacant_points_may_be_crossed_before_the_jump_and_not_after() {
    let game = position("R=e1 r=a2 M=e4 m=e5", "turn=1 stage=move");
    for (to, may) in
        [(2, true), (3, true), (4, false), (5, false), (6, true), (7, false), (8, false)]
    {
        assert_eq!(legal(&game, &format!("e1-e{to}")), may, "e{to}");
    }
}

#[test]
fn y10_a_ring_is_never_jumped() {
    for blocking in ["R=e1,e4 r=a2", "R=e1 r=a2,e4", "R=e1,e4 r=a2 M=e3", "R=e1 r=a2,e4 m=e3"] {
        let game = position(blocking, "turn=1 stage=move");
        for far in 4..=10 {
            assert!(!legal(&game, &format!("e1-e{far}")), "{blocking}: e{far}");
        }
    }
    // Nor behind markers, or between them.
    let game = position("R=e1 r=a2,e3 M=e2 m=e4", "turn=1 stage=move");
    assert!(!steps(&game).iter().any(|step| step.starts_with("e1-e")));
}

#[test]
fn y11_jumped_markers_are_turned_and_nothing_else() {
    let mut jumps = 0;
    for game in moving() {
        let (ring, marker, _) = letters(&game);
        for step in steps(&game) {
            let (from, to) = ends(&step).unwrap();
            let mut expected = shown(&game);
            expected.insert(name(from), marker);
            expected.insert(name(to), ring);
            for point in between(from, to) {
                if let Some(piece) = expected.get_mut(&name(point)) {
                    *piece = if *piece == 'M' { 'm' } else { 'M' };
                    jumps += 1;
                }
            }
            let after = play(&game, &step);
            assert_eq!(shown(&after), expected, "{step}: {game}");
            assert_eq!(supply(&after), supply(&game) - 1, "{step}: {game}");
        }
    }
    assert!(jumps > 1_000);
}

#[test]
fn y11b_three_white_and_two_black_become_three_black_and_two_white() {
    // The black ring at d2 jumps d3 to d7; the marker it left stays black.
    let game = position("R=a2 r=d2,k7 M=d3,d5,d6 m=d4,d7", "turn=2 stage=move");
    let after = play(&game, "d2-d8");
    let expected = position("R=a2 r=d8,k7 m=d3,d5,d6,d2 M=d4,d7", "turn=1 stage=move");
    assert_eq!(after, expected);
}
