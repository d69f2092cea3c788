//! Equipment and boards: Z1–Z4.

use mohreh_games::zertz::Rings;

use super::*;

fn start(board: u32) -> Zertz {
    Zertz::start(&format!("rings={board}").parse().unwrap())
}

#[test]
fn z01_one_shared_supply_of_6_white_8_grey_10_black() {
    for board in BOARDS {
        let game = start(board);
        assert_eq!(view(&game).supply, [6, 8, 10], "{board}");
        assert_eq!(view(&game).own, [[0; 3]; 2], "nobody owns a marble yet");
        let supplies: Vec<_> =
            game.scene().trays.into_iter().filter(|tray| tray.role == Role::Supply).collect();
        assert_eq!(supplies.len(), 1);
        assert_eq!(supplies[0].owner, None, "the supply is shared");
    }
    // Both seats place from it, and a placed marble is in no tray.
    let game = after(&start(37), "Wd4 -a1 Wg1 -a4");
    assert_eq!(view(&game).supply, [4, 8, 10]);
    assert_eq!(view(&game).own, [[0; 3]; 2]);
    // The number of marbles is invariant.
    random_games("", 20, |_, step, game| {
        let view = view(game);
        let mut all = view.supply;
        for (n, colour) in ['W', 'G', 'B'].into_iter().enumerate() {
            all[n] += view.own[0][n] + view.own[1][n];
            all[n] += view.marbles.values().filter(|marble| **marble == colour).count() as u8;
        }
        assert_eq!(all, [6, 8, 10], "after {step}: {game}");
    });
}

#[test]
fn z01b_the_box_of_49_rings_serves_every_board_but_the_61() {
    let box_of = 37 + 11 + 1;
    for (board, rings) in BOARDS.into_iter().zip(Rings::ALL) {
        let shown = view(&start(board)).rings.len() as u32;
        assert_eq!((rings.count(), shown), (board, board));
        assert_eq!(shown > box_of, board == 61, "{board} rings out of a box of {box_of}");
    }
    assert_eq!(Rings::R48.count(), box_of - 1, "one ring is spare");
    assert_eq!(Rings::R61.count(), 37 + 24);
}

#[test]
fn z02_boards_have_the_columns_of_the_rules() {
    for board in BOARDS {
        let game = start(board);
        assert_eq!(view(&game).rings, rings(board), "{board}");
        assert_eq!(rings(board).len(), board as usize);
        assert!(game.scene().spots.iter().all(|spot| spot.ground == Ground::Ring));
    }
    assert_eq!(heights(37).iter().sum::<u32>(), 37);
}

/// Two adjacent marbles can jump over each other, so the jumps reveal all lines of the board.
#[test]
fn z02_neighbours_lie_in_six_directions() {
    for board in BOARDS {
        let there = rings(board);
        for from in &there {
            for direction in 0..6 {
                let over = beside(board, from, direction);
                if !there.contains(&over) {
                    continue;
                }
                let setup = format!("rings={board}");
                let game = placed(&setup, &cells(board, 'o', &format!("W{from} G{over}")));
                let ahead = beside(board, &over, direction);
                let behind = beside(board, from, (direction + 3) % 6);
                let mut jumps = Vec::new();
                if there.contains(&ahead) {
                    jumps.push(format!("{from}x{ahead}"));
                }
                if there.contains(&behind) {
                    jumps.push(format!("{over}x{behind}"));
                }
                jumps.sort();
                match jumps.is_empty() {
                    true => assert!(steps(&game).iter().all(|step| !step.contains('x')), "{game}"),
                    false => assert_eq!(steps(&game), jumps, "{game}"),
                }
            }
        }
    }
}

#[test]
fn z02_neighbours_are_drawn_side_by_side() {
    for board in BOARDS {
        let spots = start(board).scene().spots;
        for a in &spots {
            let near: BTreeSet<String> = (0..6).map(|d| beside(board, &a.name, d)).collect();
            for b in &spots {
                let apart = ((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt();
                let touching = (apart - 1.0).abs() < 0.01;
                assert_eq!(touching, near.contains(&*b.name), "{} and {}", a.name, b.name);
            }
        }
    }
    let spots = start(37).scene().spots;
    let spot = |name: &str| spots.iter().find(|spot| &*spot.name == name).unwrap();
    assert!(spot("a1").y > spot("a2").y, "row 1 is at the foot");
    assert!(spot("a1").x < spot("b1").x, "columns go from left to right");
}

#[test]
fn z02b_sizes_between_are_the_published_sums() {
    let more = |board: u32, than: u32| -> Vec<String> {
        let (more, than) = (view(&start(board)).rings, view(&start(than)).rings);
        assert!(more.is_superset(&than), "{board}");
        more.difference(&than).cloned().collect()
    };
    let (one, two, three) = ("a1 b1 c1", "h2 h3 h4", "d1 e1 f1 g1");
    assert_eq!(more(43, 40), sorted(two));
    assert_eq!(more(44, 40), sorted(three));
    assert_eq!(more(44, 41), sorted(one));
    assert_eq!(more(48, 43), sorted("d1 e1 f1 g1 h1"));
    assert_eq!(more(48, 44), sorted("h1 h2 h3 h4"));
    let basic: BTreeSet<String> = rings(37)
        .iter()
        .map(|name| format!("{}{}", &name[..1], name[1..].parse::<u32>().unwrap() + 1))
        .collect();
    let bare: BTreeSet<String> = view(&start(40)).rings.difference(&words(one)).cloned().collect();
    assert_eq!(bare, basic, "the 37 board is rows 2 and up of a–g");
    for other in (0..70).filter(|n| !BOARDS.contains(n)) {
        assert!(format!("rings={other}").parse::<Setup>().is_err(), "{other} rings");
    }
}

#[test]
fn z03_the_size_changes_neither_marbles_nor_goals() {
    for board in BOARDS {
        let setup: Setup = format!("rings={board}").parse().unwrap();
        assert_eq!(setup.supply(), [6, 8, 10]);
        let bare = cells(board, 'o', "");
        for (own, over) in [
            ("3,3,3", true),
            ("4,0,0", true),
            ("0,5,0", true),
            ("0,0,6", true),
            ("3,2,5", false),
            ("2,4,5", false),
            ("3,4,2", false),
        ] {
            let text = format!("{setup} cells={bare} supply=1,1,1 own={own}/0,0,0 turn=2");
            let expected = if over { "over 1 2" } else { "to-move 2" };
            assert_eq!(status(&game(&text)), expected, "{text}");
        }
        // A turn is a marble and a ring.
        let game = Zertz::start(&setup);
        assert_eq!(steps(&game).len(), 3 * board as usize);
        let placed = after(&game, "Wc3");
        assert_eq!(steps(&placed), view(&placed).removals(board));
        assert_eq!(status(&placed), "to-move 1");
    }
}

#[test]
fn z04_lots_are_drawn_outside_and_the_first_seat_starts() {
    for setup in ["", "rings=48", "rings=61 overlook touch", "blitz"] {
        assert_eq!(status(&Zertz::start(&setup.parse().unwrap())), "to-move 1");
    }
    let mut drawn = 0;
    let setup = Zertz::draw_setup(&mut |n| {
        drawn += 1;
        n - 1
    });
    assert_eq!((setup, drawn), (Setup::default(), 0), "nothing else is settled by lot");
}
