//! Equipment and board: R1–R5.

use super::*;

#[test]
fn r01_two_to_four_players_with_fifteen_pieces_and_five_dice() {
    for seats in 2..=4 {
        let mut game = start(&format!("seats={seats}"));
        assert_eq!(game.seats(), seats);
        assert_eq!(trays(&game, Role::Hand), vec![15; seats]);
        assert_eq!(game.scene().dice.len(), 5);
        // Turns go clockwise, and each piece has the colour of its seat.
        for (turn, cell) in ["a1", "c1", "e3", "a1", "d4"].into_iter().enumerate() {
            let seat = turn % seats + 1;
            assert_eq!(status(&game), format!("to-move {seat}"));
            let dice = if cell == "c1" { "=12345" } else { "=66666" };
            game = after(&game, &format!("r {dice} @{cell}"));
            assert!(pieces(&game)[cell].ends_with(&seat.to_string()));
        }
    }
    for seats in ["0", "1", "5", "02", "two", ""] {
        let error = format!("seats={seats}").parse::<Setup>().expect_err(seats);
        assert!(error.to_string().contains("2, 3 or 4"), "{error}");
    }
    // A stack holds five pieces at most.
    let five = |stack: &str| format!("{} hand=5/5 turn=1", stacks(&SIX, &format!("a1={stack}")));
    assert!(five("12121").parse::<Rotas>().is_ok());
    assert!(five("121212").parse::<Rotas>().is_err());
    // No seat has more than fifteen.
    let many = stacks(&SIX, "a1=11111 c1=11111 e1=11111");
    assert!(format!("{many} hand=0/0 turn=1").parse::<Rotas>().is_ok());
    assert!(format!("{many} hand=1/1 turn=1").parse::<Rotas>().is_err());
}

#[test]
fn r02_each_cell_shows_one_combination() {
    let scene = start(&format!("board={}", EVERY.join("/"))).scene();
    let shown: BTreeMap<String, Ground> =
        scene.spots.iter().map(|spot| (spot.name.to_string(), spot.ground)).collect();
    for (cell, token) in tokens(&EVERY) {
        let figure = match token.as_str() {
            "H" => Figure::FullHouse,
            "S" => Figure::Straight,
            "3" => Figure::Alike(3),
            "4" => Figure::Alike(4),
            "5" => Figure::Alike(5),
            pair => Figure::Pair(pair[1..].parse().unwrap()),
        };
        assert_eq!(shown[&cell], Ground::Cell(figure), "{cell}");
    }
    assert_eq!(shown.len(), tokens(&EVERY).len(), "holes are no cells");
    let spot = |name: &str| scene.spots.iter().find(|spot| &*spot.name == name).unwrap();
    assert!(spot("a1").y > spot("a2").y && spot("a2").x < spot("b2").x);
}

#[test]
fn r03_three_reconstructed_boards_with_a_note() {
    let named: [(&str, &[&str]); 3] = [("six", &SIX), ("six-b", &SIX_B), ("small", &SMALL)];
    for (name, grid) in named {
        let game = start(&format!("board={name}"));
        assert_eq!(game, start(&format!("board={}", grid.join("/"))), "{name}");
        assert_eq!(game.scene().notes, ["rotas-note-reconstructed"], "{name}");
        assert_eq!(game.scene().spots.len(), tokens(grid).len());
    }
    assert_eq!(start(""), start("board=six"), "the default");
    assert_eq!(start(&format!("board={}", EVERY.join("/"))).scene().notes, [""; 0]);
    random_games("board=small", 3, |_, _, game| {
        assert_eq!(game.scene().notes, ["rotas-note-reconstructed"]);
    });
    // On `six` every row and column holds each type of combination once.
    let kind = |token: &str| token.chars().next().unwrap();
    for (n, row) in SIX.iter().enumerate() {
        let row: BTreeSet<char> = row.split(',').map(kind).collect();
        let column: BTreeSet<char> =
            SIX.iter().map(|row| kind(row.split(',').nth(n).unwrap())).collect();
        assert_eq!((row.len(), column.len()), (6, 6), "row and column {n}");
    }
}

#[test]
fn r04_custom_boards_are_read_or_refused_with_the_reason() {
    let twelve = ["5"; 12].join(",");
    let thirteen = ["5"; 13].join(",");
    let rows = |row: &str, count: usize| vec![row; count].join("/");
    let good = [
        EVERY.join("/"),
        TIGHT.join("/"),
        rows(&twelve, 12),
        "5,5,5,H,H,H".to_string(),
        "5/5/5/H/H/H".to_string(),
        "5,.,.,./.,5,.,./.,.,5,H/H,.,.,H".to_string(),
        ".,.,.,5/.,.,5,./H,5,.,./H,H,.,.".to_string(),
    ];
    for grid in good {
        let game = start(&format!("board={grid}"));
        assert_eq!(game.to_string().split(' ').next(), Some(&*format!("board={grid}")));
    }
    for (seats, grid, why) in [
        (2, "H,S,3,X/5,5,5,H".to_string(), "expected a cell"),
        (2, "H,S,3,6/5,5,5,H".to_string(), "expected a cell"),
        (2, "H,S,3,2/5,5,5,H".to_string(), "expected a cell"),
        (2, "H,S,,4/5,5,5,H".to_string(), "expected a cell"),
        (2, "h,S,3,4/5,5,5,H".to_string(), "expected a cell"),
        (2, "H,S,3,P/5,5,5,H".to_string(), "pair needs its number"),
        (2, "H,S,3,P7/5,5,5,H".to_string(), "pair needs its number"),
        (2, "H,S,3,P0/5,5,5,H".to_string(), "pair needs its number"),
        (2, "H,S,3,4/5,5,5".to_string(), "4 cells in every row"),
        (2, "H,S,3/5,5,5,H".to_string(), "3 cells in every row"),
        (2, "5,5,5/H,S,3/H,S,4".to_string(), "no line of four"),
        (2, "5,5,5,.,H/H,S,3,.,4".to_string(), "no line of four"),
        (2, ".,5,5,./5,.,.,5/5,.,.,5".to_string(), "no line of four"),
        (2, "H,S,3,4/5,5,H,4".to_string(), "three `5` cells, and has 2"),
        (2, "5,5,5,H,S".to_string(), "room for 25 pieces"),
        (3, "5,5,5,H/S,S,3,4".to_string(), "room for 40 pieces"),
        (4, "5,5,5,H/S,S,3,4/H,H,H,.".to_string(), "room for 55 pieces"),
        (2, rows(&thirteen, 2), "12 rows of 12"),
        (2, rows(&twelve, 13), "12 rows of 12"),
        (2, String::new(), "expected a cell"),
        (2, "large".to_string(), "expected a cell"),
    ] {
        let error = format!("seats={seats} board={grid}").parse::<Setup>().expect_err(&grid);
        assert!(error.to_string().contains(why), "{grid}: {error}");
    }
    // Capacity for exactly all pieces is enough.
    assert!("seats=3 board=5,5,5/H,H,H/S,S,S".parse::<Setup>().is_err(), "no line");
    assert!("seats=3 board=5,5,5,H,H,H,S,S,S".parse::<Setup>().is_ok());
    assert!("seats=4 board=5,5,5,H/S,S,3,4/H,H,H,H".parse::<Setup>().is_ok());
}

#[test]
fn r05_the_first_seat_starts_and_the_lots_are_no_steps() {
    for setup in ["", "seats=4", "board=small advanced seats=3"] {
        let game = start(setup);
        assert_eq!(status(&game), "to-move 1");
        assert_eq!(steps(&game), ["r"], "the first step is the first roll of the first turn");
        refuses(&game, "=12345 r1 lose @a1");
    }
}
