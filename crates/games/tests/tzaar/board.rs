//! Equipment and set-up: T1–T3.

use super::*;

#[test]
fn t01_sixty_points_without_the_centre_and_thirty_pieces_a_side() {
    let game = Tzaar::start(&Setup::default());
    let spots: BTreeSet<String> = game.scene().spots.iter().map(|s| s.name.to_string()).collect();
    assert_eq!(spots.len(), 60);
    assert!(!spots.contains("e5"));
    let board = shown(&game);
    for (letter, count) in [('Z', 6), ('R', 9), ('T', 15), ('z', 6), ('r', 9), ('t', 15)] {
        let found = board.values().filter(|stack| **stack == letter.to_string()).count();
        assert_eq!(found, count, "{letter}");
    }
    for seat in [Seat::FIRST, Seat::SECOND] {
        assert_eq!(tray(&game, seat), [6, 9, 15]);
    }
}

#[test]
fn t01b_nine_columns_and_neighbours_as_on_a_hexagon() {
    let scene = Tzaar::start(&Setup::default()).scene();
    let spots: Vec<String> = scene.spots.iter().map(|spot| spot.name.to_string()).collect();
    assert_eq!(spots, points().into_iter().map(name).collect::<Vec<_>>());
    let mut lines = BTreeSet::new();
    for place in points() {
        for direction in ["up", "right-up", "right-down"] {
            let neighbour = next(place, direction);
            if is_point(neighbour) {
                lines.insert(BTreeSet::from([name(place), name(neighbour)]));
            }
        }
    }
    let drawn: BTreeSet<BTreeSet<String>> = scene
        .lines
        .iter()
        .map(|(a, b)| BTreeSet::from([spots[*a].clone(), spots[*b].clone()]))
        .collect();
    assert_eq!(drawn, lines);
}

#[test]
fn t02_every_point_is_filled_as_the_setup_text_says() {
    let mut texts = BTreeSet::new();
    for draw in 0..100 {
        let mut rng = Rng::new(draw);
        let setup = Tzaar::draw_setup(&mut |n| rng.below(n));
        let text = setup.to_string();
        assert_eq!(text.parse(), Ok(setup), "{text}");
        let letters = text.strip_prefix("pieces=").expect("an arrangement that was drawn");
        let board = shown(&Tzaar::start(&text.parse().unwrap()));
        let found: String = points().iter().map(|place| board[&name(*place)].as_str()).collect();
        assert_eq!(found, letters);
        texts.insert(text);
    }
    assert_eq!(texts.len(), 100, "each draw is another arrangement");
}

#[test]
fn t02_any_piece_can_be_drawn_for_any_point() {
    let mut drawn = vec![BTreeSet::new(); 60];
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let text = Tzaar::draw_setup(&mut |n| rng.below(n)).to_string();
        for (point, letter) in drawn.iter_mut().zip(text["pieces=".len()..].chars()) {
            point.insert(letter);
        }
    }
    assert!(drawn.iter().all(|letters| letters.len() == 6), "{drawn:?}");
}

#[test]
fn t02b_the_fixed_arrangement_is_the_published_one() {
    let arrangement = [
        ("T", "a5 b1 b6 c1 c7 d1 d5 d8 e1 e4 f5 i2 i3 i4 i5"),
        ("R", "b5 c2 c6 d2 d7 e2 h3 h4 h5"),
        ("Z", "c5 d3 d6 e3 g4 g5"),
        ("t", "a1 a2 a3 a4 d4 e6 e9 f1 f4 f8 g1 g7 h1 h6 i1"),
        ("r", "b2 b3 b4 e8 f2 f7 g2 g6 h2"),
        ("z", "c3 c4 e7 f3 f6 g3"),
    ];
    let expected: Board = arrangement
        .iter()
        .flat_map(|(letter, points)| points.split(' ').map(|p| (p.to_string(), letter.to_string())))
        .collect();
    let text = "pieces=ttttTTrrrRTTRzzZRTTRZtTZRTTRZTtzrttrztTzrttrzZZrttrRRRttTTTT";
    for setup in ["", "fixed", text] {
        assert_eq!(shown(&Tzaar::start(&setup.parse().unwrap())), expected, "`{setup}`");
    }
}

#[test]
fn t02b_rings_of_one_type_in_six_runs_of_alternating_colours() {
    let board = shown(&Tzaar::start(&Setup::default()));
    for (k, kind) in [(1, "T"), (2, "Z"), (3, "R"), (4, "T")] {
        let mut place = (CENTRE.0, CENTRE.1 + k);
        let mut ring = Vec::new();
        for direction in ["right-down", "down", "left-down", "left-up", "up", "right-up"] {
            for _ in 0..k {
                ring.push(board[&name(place)].as_str());
                place = next(place, direction);
            }
        }
        assert!(ring.iter().all(|piece| piece.to_uppercase() == kind), "ring {k}: {ring:?}");
        let k = k as usize;
        let first = (0..k).find(|at| ring[*at] != ring[(at + 6 * k - 1) % (6 * k)]).unwrap();
        ring.rotate_left(first);
        let runs: Vec<&[&str]> = ring.chunk_by(|a, b| a == b).collect();
        assert_eq!(runs.len(), 6, "ring {k}");
        assert!(runs.iter().all(|run| run.len() == k), "ring {k}: {runs:?}");
    }
}

#[test]
fn t02b_forty_two_openings_and_1797_answers() {
    let game = Tzaar::start(&Setup::default());
    assert_eq!(game.perft(1), 42);
    assert_eq!(game.perft(2), 1_797);
}

#[test]
fn t03_the_first_seat_plays_white() {
    let game = Tzaar::start(&Setup::default());
    assert_eq!(status(&game), "to-move 1");
    let board = shown(&game);
    for step in steps(&game) {
        let (from, _, to) = parts(&step).unwrap();
        assert!(is_white(&board[from]) && !is_white(&board[to]), "{step}");
    }
}
