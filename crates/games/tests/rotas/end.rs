//! Lines, fives and points: R19–R24.

use super::*;

/// All lines of four cells on a 6 × 6 board: rows, columns and diagonals.
fn lines() -> BTreeSet<Vec<String>> {
    let mut lines = BTreeSet::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for column in 0..6i32 {
            for row in 0..6i32 {
                let cells: Vec<(i32, i32)> =
                    (0..4).map(|n| (column + n * right, row + n * up)).collect();
                if cells.iter().all(|(c, r)| (0..6).contains(c) && (0..6).contains(r)) {
                    let mut names: Vec<String> = cells.iter().map(|(c, r)| cell(*c, *r)).collect();
                    names.sort();
                    lines.insert(names);
                }
            }
        }
    }
    lines
}

fn cell(column: i32, row: i32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Outcomes that together make every combination.
const THROWS: [&str; 2] = ["66666", "12345"];

/// The position after seat 1 has placed a piece, with dice that allow it.
fn place(board: &str, cell: &str) -> Rotas {
    let step: Step = format!("@{cell}").parse().unwrap();
    let mut game = THROWS
        .into_iter()
        .map(|dice| rolled("", board, 1, dice))
        .find(|game| game.is_legal(step))
        .unwrap_or_else(|| panic!("{cell} cannot be placed: {board}"));
    game.play(step).unwrap();
    game
}

fn marked(game: &Rotas) -> Vec<String> {
    let mut names: Vec<String> = game.scene().marked.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

#[test]
fn r19_four_tops_in_a_line_win_at_once() {
    assert_eq!(lines().len(), 54);
    // At any height, above any pieces; each cell of the line may be the last.
    let stacks_below = ["", "2", "122", "2222"];
    for line in lines() {
        for last in 0..4 {
            let marks: String = (0..4)
                .map(|n| match (n == last, stacks_below[(n + last) % 4]) {
                    (false, below) => format!("{}={below}1 ", line[n]),
                    (true, "") => String::new(),
                    (true, below) => format!("{}={below} ", line[n]),
                })
                .collect();
            let game = place(&stacks(&SIX, &marks), &line[last]);
            assert_eq!((status(&game), key(&game)), ("over 1 2".into(), "rotas-over-line"));
            assert_eq!(marked(&game), line);
        }
    }
}

#[test]
fn r19_no_other_four_tops_are_a_line() {
    let (names, lines) = (tokens(&SIX).into_keys().collect::<Vec<_>>(), lines());
    let mut found = 0;
    for a in 0..36 {
        for b in a + 1..36 {
            for c in b + 1..36 {
                for d in c + 1..36 {
                    let four = [a, b, c, d].map(|n| names[n].clone()).to_vec();
                    let marks: String = four.iter().map(|name| format!("{name}=1 ")).collect();
                    let text = format!("{} hand=5/5 turn=1", stacks(&SIX, &marks));
                    let line = key(&game(&text)) == "rotas-over-line";
                    assert_eq!(line, lines.contains(&four), "{four:?}");
                    found += usize::from(line);
                }
            }
        }
    }
    assert_eq!(found, 54);
}

#[test]
fn r19_covered_pieces_and_holes_break_a_line() {
    let over = |grid: &[&str], marks: &str| {
        key(&game(&format!("{} hand=5/5 turn=1", stacks(grid, marks)))) == "rotas-over-line"
    };
    assert!(over(&SIX, "a1=1 b1=1 c1=1 d1=1"));
    assert!(!over(&SIX, "a1=1 b1=1 c1=12 d1=1"), "covered");
    assert!(!over(&SIX, "a1=1 b1=1 c1=1 e1=1"), "not adjacent");
    assert!(!over(&SIX, "e1=1 f1=1 a2=1 b2=1"), "no wrap");
    let holed = ["5,5,5,H,H,H", "H,H,.,H,H,H"];
    assert!(!over(&holed, "a1=1 b1=1 d1=1 e1=1 f1=1"), "a hole breaks it");
    assert!(over(&holed, "c2=1 d2=1 e2=1 f2=1"));
    // Longer lines count.
    let five = place(&stacks(&SIX, "a1=1 b1=1 d1=1 e1=1"), "c1");
    assert_eq!((status(&five), key(&five)), ("over 1 2".into(), "rotas-over-line"));
    // Covering an opponent's cell can complete a line.
    let covered = place(&stacks(&SIX, "a1=21 b1=21 d1=21 c1=2"), "c1");
    assert_eq!(status(&covered), "over 1 2");
}

#[test]
fn r20_pieces_in_three_five_alike_cells_win_at_once() {
    let cells = tokens(&SIX);
    let fives: Vec<&String> =
        cells.iter().filter(|(_, token)| *token == "5").map(|(cell, _)| cell).collect();
    assert_eq!(fives.len(), 6);
    // Any three, covered or not, collinear or not.
    for a in 0..6 {
        for b in (0..6).filter(|b| *b != a) {
            for c in (0..6).filter(|c| *c != a && *c != b) {
                let marks = format!("{}=12 {}=212", fives[a], fives[b]);
                let game = place(&stacks(&SIX, &marks), fives[c]);
                assert_eq!((status(&game), key(&game)), ("over 1 2".into(), "rotas-over-fives"));
                let mut three = vec![fives[a].clone(), fives[b].clone(), fives[c].clone()];
                three.sort();
                assert_eq!(marked(&game), three);
            }
        }
    }
    // Not three pieces in two cells, nor three cells of another combination.
    let two = place(&stacks(&SIX, &format!("{}=11 {}=1", fives[0], fives[1])), fives[1]);
    assert_eq!(status(&two), "to-move 2");
    for kind in ["H", "3", "4", "S"] {
        let same: Vec<&String> =
            cells.iter().filter(|(_, token)| *token == kind).map(|(cell, _)| cell).collect();
        let marks = format!("{}=12 {}=12", same[0], same[1]);
        assert_eq!(status(&place(&stacks(&SIX, &marks), same[2])), "to-move 2", "{kind}");
    }
}

/// The final position of a game in which all pieces are used up.
fn scored(seats: usize, marks: &str) -> Rotas {
    let hand = vec!["0"; seats].join("/");
    game(&format!("seats={seats} {} hand={hand} turn=1", stacks(&SIX, marks)))
}

#[test]
fn r21_after_fifteen_rounds_the_heights_of_the_tops_decide() {
    // The game ends with the last piece of the last seat.
    let board = stacks(&SIX, "a1=21 c1=12 b3=2");
    let last = game(&format!("{board} hand=1/1 turn=1 rolls=1 dice=66666"));
    assert_eq!(trays(&last, Role::Points), [2, 3]);
    let first = after(&last, "@a1");
    assert_eq!((status(&first), trays(&first, Role::Points)), ("to-move 2".into(), vec![3, 3]));
    let end = after(&first, "r =66666 @c6");
    assert_eq!((status(&end), key(&end)), ("over 2 1".into(), "rotas-over-points"));
    assert_eq!(trays(&end, Role::Points), [3, 4]);
    assert_eq!(steps(&end), [""; 0]);
    // A lost piece ends it too.
    let lost = game(&format!("{board} hand=0/1 turn=2 rolls=5 dice=12346"));
    assert_eq!(status(&after(&lost, "lose")), "over 2 1");
    // Each top piece scores its height, and equal scores share a place.
    for (seats, marks, points, places) in [
        (2, "a1=11111", vec![5, 0], "over 1 2"),
        (2, "a1=1 c1=2", vec![1, 1], "over 1 1"),
        (2, "a1=12 c1=2 e1=2221", vec![4, 3], "over 1 2"),
        (2, "", vec![0, 0], "over 1 1"),
        (3, "a1=21 c1=12 e1=3", vec![2, 2, 1], "over 1 1 3"),
        (3, "a1=1 c1=12 e1=23", vec![1, 2, 2], "over 3 1 1"),
        (4, "a1=1 c1=2 e1=3 b3=4", vec![1, 1, 1, 1], "over 1 1 1 1"),
        (4, "a1=1 c1=12 e1=13 b3=2224", vec![1, 2, 2, 4], "over 4 2 2 1"),
    ] {
        let game = scored(seats, marks);
        assert_eq!(trays(&game, Role::Points), points, "{marks}");
        assert_eq!(status(&game), places, "{marks}");
        let shared = points.iter().filter(|n| **n == *points.iter().max().unwrap()).count() > 1;
        let key = if shared { "rotas-over-points-shared" } else { "rotas-over-points" };
        assert_eq!(self::key(&game), key, "{marks}");
    }
}

/// A game of favourable dice with random placements: its last step, and the positions before and
/// after.
fn lucky_game(setup: &str, rng: &mut Rng) -> (Rotas, String, Rotas) {
    let mut game = start(setup);
    loop {
        let before = after(&game, &format!("r ={}", rng.one_of(&THROWS)));
        let places: Vec<String> = places(&before).into_iter().collect();
        if places.is_empty() {
            continue;
        }
        let step = format!("@{}", rng.one_of(&places));
        game = after(&before, &step);
        if matches!(game.status(), Status::Over(_)) {
            return (before, step, game);
        }
    }
}

#[test]
fn r22_only_the_mover_wins_and_a_line_is_named_first() {
    // One placement that makes the line and the third five alike.
    let grid = ["5,5,5,H", "S,3,4,H"];
    let both = place(&stacks(&grid, "a2=1 b2=1 d2=1"), "c2");
    assert_eq!((status(&both), key(&both)), ("over 1 2".into(), "rotas-over-line"));
    // In play, the winner by R19 or R20 is the seat that has just placed.
    let mut won = BTreeMap::new();
    for setup in ["", "seats=3", "seats=4 board=six-b", "board=small"] {
        for seed in 1..=30 {
            let (before, step, end) = lucky_game(setup, &mut Rng::new(seed));
            let (Status::ToMove(mover), Status::Over(outcome)) = (before.status(), end.status())
            else {
                panic!("{step} in {before}");
            };
            if !key(&end).starts_with("rotas-over-points") {
                assert_eq!(outcome.winner(), Some(mover), "{step} in {before}");
                assert_eq!(outcome.places().iter().filter(|place| **place == 1).count(), 1);
            }
            *won.entry(key(&end)).or_insert(0) += 1;
        }
    }
    assert!(won["rotas-over-line"] > 10 && won["rotas-over-fives"] > 10, "{won:?}");
    // So the parser rejects a position with two winners.
    let double = stacks(&SIX, "a1=1 b1=1 c1=1 d1=1 a3=2 b3=2 c3=2 d3=2");
    let error = format!("{double} hand=5/5 turn=1").parse::<Rotas>().unwrap_err();
    assert!(error.to_string().contains("more than one"), "{error}");
}

#[test]
fn r23_tops_at_4_3_3_2_1_1_1_score_15() {
    let marks = "a1=2221 c1=221 e1=221 b3=21 d3=1 a5=1 c5=1";
    let game = scored(2, marks);
    assert_eq!(trays(&game, Role::Points), [15, 0]);
    assert_eq!((status(&game), key(&game)), ("over 1 2".into(), "rotas-over-points"));
    let points = game.prompt().args.into_iter().find(|(name, _)| *name == "points");
    assert_eq!(points, Some(("points", Arg::Number(15))));
    // Also during the game.
    let running = self::game(&format!("{} hand=5/5 turn=1", stacks(&SIX, marks)));
    assert_eq!(trays(&running, Role::Points), [15, 0]);
}

#[test]
fn r24_scores_add_up_to_all_pieces_that_were_not_lost() {
    let mut decided = 0;
    for setup in [
        "",
        "advanced",
        "seats=3 hard-pairs",
        "seats=4 advanced hard-pairs strict-house",
        "board=small",
        "board=six-b seats=4 advanced",
    ] {
        random_games(setup, 60, |_, _, game| {
            if key(game).starts_with("rotas-over-points") {
                let sum = |role: Role| trays(game, role).iter().sum::<u32>();
                let pieces = 15 * game.seats() as u32;
                assert_eq!(sum(Role::Points), pieces - sum(Role::Lost), "{game}");
                assert_eq!(sum(Role::Hand), 0, "{game}");
                decided += 1;
            }
        });
    }
    assert!(decided > 60, "{decided} games were decided by points");
}
