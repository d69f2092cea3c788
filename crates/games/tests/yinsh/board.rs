//! Equipment and board: Y1–Y3.

use super::*;

#[test]
fn y01_eighty_five_points_in_columns_a_to_k() {
    let scene = Yinsh::start(&Setup::default()).scene();
    let spots: Vec<String> = scene.spots.iter().map(|spot| spot.name.to_string()).collect();
    assert_eq!(spots.len(), 85);
    assert_eq!(spots, points().into_iter().map(name).collect::<Vec<_>>());
}

#[test]
fn y01_three_lines_run_through_each_point() {
    for from in points() {
        let game = position(&format!("R={}", name(from)), "turn=1 stage=move");
        let (column, row) = from;
        let ahead = points()
            .into_iter()
            .filter(|to| *to != from)
            .filter(|(c, r)| *c == column || *r == row || c - column == r - row);
        let expected = ahead.map(|to| format!("{}-{}", name(from), name(to))).collect();
        assert_eq!(steps(&game), expected);
    }
}

#[test]
fn y01_neighbours_on_the_lines_are_joined() {
    let scene = Yinsh::start(&Setup::default()).scene();
    let joined: BTreeSet<BTreeSet<String>> = scene
        .lines
        .iter()
        .map(|(a, b)| [a, b].map(|spot| scene.spots[*spot].name.to_string()).into())
        .collect();
    let pairs = points().into_iter().flat_map(|p| LINES.map(|line| (p, along(p, line, 1))));
    let expected = pairs.filter(|(_, to)| is_point(*to)).map(|(a, b)| [name(a), name(b)].into());
    assert_eq!(joined, expected.collect());
}

#[test]
fn y01b_lettered_lines_run_from_player_to_player() {
    let scene = Yinsh::start(&Setup::default()).scene();
    for (spot, (column, row)) in scene.spots.iter().zip(points()) {
        let foot = &scene.spots[points().iter().position(|p| p.0 == column).unwrap()];
        let up = (row - ROWS[column as usize - 1].0) as f32;
        assert!((spot.x - foot.x).abs() < 1e-4, "{}: straight up the page", spot.name);
        assert!((foot.y - spot.y - up).abs() < 1e-4, "{}: numbers rise away", spot.name);
    }
}

#[test]
fn y02_five_rings_a_side_and_fifty_one_shared_markers() {
    let game = Yinsh::start(&Setup::default());
    assert_eq!(supply(&game), 51);
    for seat in [Seat::FIRST, Seat::SECOND] {
        assert_eq!(tray(&game, Role::Hand, Some(seat)), Some(5));
        assert_eq!(tray(&game, Role::Taken, Some(seat)), Some(0));
    }
    assert!(shown(&game).is_empty());
    let placed = play(&game, "a2 a3 a4 a5 b1 b2 b3 b4 b5 b6");
    let count = |letter| shown(&placed).values().filter(|piece| **piece == letter).count();
    assert_eq!((count('R'), count('r'), markers(&shown(&placed))), (5, 5, 0));
    assert_eq!(supply(&placed), 51);
}

#[test]
fn y02_markers_are_on_the_board_or_in_the_supply() {
    for game in 0..20 {
        playout::<Yinsh>(&Setup::default(), &mut Rng::new(game), 200, |game| {
            assert_eq!(markers(&shown(game)) + usize::from(supply(game)), 51, "{game}");
        });
    }
}

#[test]
fn y02_there_are_slots_for_three_rings_of_each() {
    assert_eq!(taken(&position("R=a2,a3 r=b1", "taken=3/2 turn=1 stage=move")), [3, 2]);
    assert_eq!(taken(&position("R=a2 r=b1", "taken=1/3 turn=1 stage=move")), [1, 3]);
    check_refused::<Yinsh>(&[(
        &text(&Board::new(), "taken=4/0 turn=1 stage=move"),
        "expected a whole number from 0 to 3",
    )]);
}

#[test]
fn y03_the_first_seat_plays_white() {
    let game = Yinsh::start(&Setup::default());
    assert_eq!(status(&game), "to-move 1");
    assert_eq!(shown(&play(&game, "e5")), [("e5".to_string(), 'R')].into());
}
