//! Unreachable positions, from random field values: each one that the parser accepts satisfies all
//! properties, and so do the positions after it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_games::{Listed, Status, rotas::Rotas, tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
use mohreh_laws::{Rng, check_position};

/// Generates texts until `accepted` of them parse, and plays up to ten steps from each.
fn check<G: Listed>(accepted: u32, mut make: impl FnMut(&mut Rng) -> String) {
    let mut rng = Rng::new(7);
    let mut read = 0;
    for _ in 0..accepted * 200 {
        let Ok(mut game) = make(&mut rng).parse::<G>() else { continue };
        for _ in 0..10 {
            check_position(&game);
            let step = match game.status() {
                Status::Over(_) => break,
                Status::ToRoll => game.roll(&mut |n| rng.below(n)).unwrap(),
                Status::ToMove(_) => {
                    let mut steps = Vec::new();
                    game.steps(&mut steps);
                    *rng.one_of(&steps)
                }
            };
            game.play_unchecked(step);
        }
        read += 1;
        if read == accepted {
            return;
        }
    }
    panic!("only {read} texts were accepted");
}

/// Weighted choice of a letter.
fn letter(rng: &mut Rng, weights: &[(char, u32)]) -> char {
    let mut left = rng.below(weights.iter().map(|(_, weight)| weight).sum());
    for (letter, weight) in weights {
        match left.checked_sub(*weight) {
            None => return *letter,
            Some(rest) => left = rest,
        }
    }
    weights[0].0
}

fn cells(rng: &mut Rng, heights: &[usize], weights: &[(char, u32)]) -> String {
    let column = |height: &usize| (0..*height).map(|_| letter(rng, weights)).collect::<String>();
    heights.iter().map(column).collect::<Vec<_>>().join("/")
}

fn one_of(rng: &mut Rng, texts: &[&str]) -> String {
    rng.one_of(texts).to_string()
}

#[test]
fn zertz_puzzles_keep_the_laws() {
    let heights = [4, 5, 6, 7, 6, 5, 4];
    check::<Zertz>(1_500, |rng| {
        let marbles = rng.below(8);
        let weights = [
            ('.', rng.below(60) + 1),
            ('o', rng.below(30) + 1),
            ('W', marbles),
            ('G', marbles),
            ('B', marbles),
        ];
        let board = cells(rng, &heights, &weights);
        let mut counts = || [0; 3].map(|_| rng.below(3).to_string()).join(",");
        let (supply, own) = (counts(), format!("{}/{}", counts(), counts()));
        let supply = if rng.below(2) == 0 { "0,0,0".to_string() } else { supply };
        let own = if rng.below(3) == 0 { "0,0,0/0,0,0".to_string() } else { own };
        let overlook = one_of(rng, &["", "overlook ", "overlook "]);
        let stage = one_of(rng, &["", "", " stage=remove", " stage=capture", " stage=jump-d4"]);
        let passes = one_of(rng, &["", "", "", " passes=1", " passes=2"]);
        let seen = match rng.below(4) {
            times @ 1.. => {
                format!(" seen={}", vec![format!("{board}:{own}:1"); times as usize].join(";"))
            }
            0 => String::new(),
        };
        let claim = match rng.below(3) {
            0 => format!(" claim={board}:{supply}:{own}"),
            1 => {
                let weights = [('.', 3), ('o', 6), ('W', 1), ('G', 1), ('B', 1)];
                format!(" claim={}:{supply}:{own}", cells(rng, &heights, &weights))
            }
            _ => String::new(),
        };
        let turn = rng.below(2) + 1;
        format!(
            "{overlook}cells={board} supply={supply} own={own} turn={turn}{stage}{passes}{seen}{claim}"
        )
    });
}

#[test]
fn tzaar_puzzles_keep_the_laws() {
    check::<Tzaar>(400, |rng| {
        let vacant = rng.below(100) + 1;
        let weights = [('.', vacant), ('Z', 1), ('R', 1), ('T', 1), ('z', 1), ('r', 1), ('t', 1)];
        let mut board = String::new();
        for letter in cells(rng, &[5, 6, 7, 8, 8, 8, 7, 6, 5], &weights).chars() {
            board.push(letter);
            if letter.is_ascii_alphabetic() && rng.below(4) == 0 {
                board.push_str(&(2 + rng.below(26)).to_string());
            }
        }
        let stage = one_of(rng, &["opening", "capture", "second"]);
        format!("cells={board} turn={} stage={stage}", rng.below(2) + 1)
    });
}

#[test]
fn yinsh_puzzles_keep_the_laws() {
    check::<Yinsh>(1_500, |rng| {
        let rings = rng.below(4);
        let weights = [
            ('.', rng.below(60) + 1),
            ('R', rings),
            ('r', rings),
            ('M', rng.below(40)),
            ('m', rng.below(40)),
        ];
        let board = cells(rng, &[4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4], &weights);
        let blitz = one_of(rng, &["", "", "", "blitz "]);
        let supply = one_of(rng, &["0", "0", "1", "2", "5", "20"]);
        let (white, black) = (rng.below(4), rng.below(4));
        let stage = one_of(rng, &["place", "move", "move", "moved", "ring-move", "ring"]);
        let passed = one_of(rng, &["", "", " passed"]);
        let turn = rng.below(2) + 1;
        format!(
            "{blitz}cells={board} supply={supply} taken={white}/{black} turn={turn} stage={stage}{passed}"
        )
    });
}

/// Boards of up to 144 cells with holes, with capacity for more pieces than the seats have.
#[test]
fn rotas_puzzles_keep_the_laws() {
    check::<Rotas>(600, |rng| {
        let seats = 2 + rng.below(3);
        let (width, height) = (4 + rng.below(9), 3 + rng.below(10));
        let (holes, full) = (rng.below(8), rng.below(8));
        let tokens = ["H", "S", "3", "4", "5", "5", "P1", "P6"];
        let (mut board, mut stacks) = (Vec::new(), Vec::new());
        for _ in 0..height {
            let mut row = (Vec::new(), Vec::new());
            for _ in 0..width {
                let hole = rng.below(10) < holes;
                row.0.push(if hole { ".".to_string() } else { one_of(rng, &tokens) });
                row.1.push(match rng.below(10) {
                    _ if hole => ".".to_string(),
                    n if n >= full => "-".to_string(),
                    n => (0..=n % 5).map(|_| (1 + rng.below(seats)).to_string()).collect(),
                });
            }
            board.push(row.0.join(","));
            stacks.push(row.1.join(","));
        }
        let (left, mover) = (rng.below(4), rng.below(seats));
        let hand = |seat: u32| if seat < mover { left.saturating_sub(1) } else { left };
        let hands: Vec<String> = (0..seats).map(|seat| hand(seat).to_string()).collect();
        let dice: String =
            (0..5).map(|_| letter(rng, &[('-', 1), ('1', 6), ('2', 6), ('3', 2)])).collect();
        let rolled = match rng.below(7) {
            0 => String::new(),
            1 => " dice=-----".to_string(),
            rolls => format!(" rolls={} dice={dice}", rolls - 1),
        };
        let option = one_of(rng, &["", "advanced ", "hard-pairs ", "strict-house "]);
        let (board, stacks, hands) = (board.join("/"), stacks.join("/"), hands.join("/"));
        format!(
            "seats={seats} board={board} {option}cells={stacks} hand={hands} turn={}{rolled}",
            mover + 1
        )
    });
}
