//! Stopping, placing and losing a piece: R8, R10–R16.

use super::*;

/// Asserts the legal placements with these dice after `rolls` rolls.
fn check_places(options: &str, marks: &str, rolls: u8, dice: &str, expected: &str) {
    let game = rolled(options, &stacks(&EVERY, marks), rolls, dice);
    assert_eq!(places(&game), words(expected), "{options} {marks}, roll {rolls}: {dice}");
}

#[test]
fn r08_stopping_is_placing_after_any_roll_that_makes_something_open() {
    for rolls in 1..=5 {
        check_places("", "", rolls, "12345", "b4");
        check_places("", "", rolls, "12346", "");
        check_places("", "", rolls, "66655", "a4 c4 d3 a2 b2 c2 d2 a1");
        // A cell with four pieces is open, with five it is not.
        check_places("", "b4=12121", rolls, "12345", "");
        check_places("", "b4=1212", rolls, "12345", "b4");
    }
    // Placing ends the turn at once.
    let placed = after(&start(""), "r =12345 @d6");
    assert_eq!(status(&placed), "to-move 2");
    refuses(&after(&start(""), "r =12345"), "@a1 @a6 lose");
}

#[test]
fn r10_a_piece_goes_on_any_open_cell_that_fits() {
    // Empty; owned by an opponent; with an own piece below; with an own piece on top.
    for stack in ["", "a3=2", "a3=12", "a3=21", "a3=1", "a3=2222", "a3=1111"] {
        check_places("", stack, 1, "66666", "a4 c4 d4 a3 b3 c3 d3 a2 b2 c2 d2 a1");
    }
    let board = stacks(&EVERY, "a3=1");
    let twice = after(&rolled("", &board, 1, "66666"), "@a3");
    assert_eq!(pieces(&twice)["a3"], "11");
    assert_eq!(trays(&twice, Role::Hand), [4, 5]);
}

#[test]
fn r11_the_top_piece_owns_the_cell_and_nothing_is_taken_away() {
    let game = after(&start(""), "r =66666 @c3 r =11111 @c3 r =22222 @c3");
    assert_eq!(pieces(&game), BTreeMap::from([("c3".to_string(), "121".to_string())]));
    assert_eq!(trays(&game, Role::Points), [3, 0], "the third piece is on top");
    random_games("seats=3", 10, |before, step, game| {
        let (old, mut new) = (pieces(before), pieces(game));
        if let Some(cell) = step.strip_prefix('@') {
            let stack = new.get_mut(cell).unwrap();
            let Status::ToMove(seat) = before.status() else { panic!("{before}") };
            assert_eq!(stack.pop().unwrap().to_string(), seat.to_string(), "{step} in {before}");
            if stack.is_empty() {
                new.remove(cell);
            }
        }
        assert_eq!(new, old, "{step} in {before}");
    });
}

#[test]
fn r12_a_cell_with_five_pieces_is_closed_for_good() {
    for options in ["", "advanced"] {
        check_places(options, "a3=22221 b3=12122", 1, "66666", "a4 c4 d4 c3 d3 a2 b2 c2 d2 a1");
    }
    let mut closed = 0;
    for setup in ["board=small seats=4", "board=small"] {
        random_games(setup, 20, |before, step, game| {
            for (cell, stack) in pieces(before).iter().filter(|(_, stack)| stack.len() == 5) {
                assert_eq!(pieces(game)[cell], *stack, "{step} in {before}");
                assert!(!before.is_legal(format!("@{cell}").parse().unwrap()));
                closed += 1;
            }
        });
    }
    assert!(closed > 100, "{closed}");
}

#[test]
fn r13_who_can_place_after_the_fifth_roll_must() {
    let last = rolled("", &stacks(&EVERY, ""), 5, "66123");
    assert_eq!(steps(&last), ["@a1", "@a2", "@b2", "@c2", "@d2", "@d3"]);
    assert_eq!(key(&last), "rotas-must-place");
    refuses(&last, "lose r r1");
    assert_eq!(steps(&rolled("", &stacks(&EVERY, ""), 5, "54321")), ["@b4"]);
    // Before it, a turn cannot end without a placement either.
    refuses(&rolled("", &stacks(&EVERY, ""), 4, "66123"), "lose");
}

#[test]
fn r14_nothing_to_place_after_the_fifth_roll_costs_a_piece() {
    let nothing = rolled("", &stacks(&EVERY, "a1=2"), 5, "12346");
    assert_eq!((steps(&nothing), key(&nothing)), (vec!["lose".to_string()], "rotas-lose-piece"));
    let lost = after(&nothing, "lose");
    assert_eq!(status(&lost), "to-move 2");
    assert_eq!(pieces(&lost), pieces(&nothing));
    assert_eq!(trays(&lost, Role::Hand), [4, 5]);
    assert_eq!(trays(&lost, Role::Lost)[0], trays(&nothing, Role::Lost)[0] + 1);
    // A combination without an open cell does not count.
    let full = rolled("", &stacks(&EVERY, "b4=12121"), 5, "12345");
    assert_eq!(steps(&full), ["lose"]);
    // Every turn uses up one piece, and 15 rounds use up all.
    for setup in ["", "seats=3 advanced", "seats=4 hard-pairs board=small"] {
        random_games(setup, 15, |before, step, game| {
            let ends = step == "lose" || step.starts_with('@');
            let mut expected = trays(before, Role::Hand);
            if let (true, Status::ToMove(seat)) = (ends, before.status()) {
                expected[seat.index()] -= 1;
            }
            assert_eq!(trays(game, Role::Hand), expected, "{step} in {before}");
            let placed: Vec<u32> = (1..=game.seats())
                .map(|seat| {
                    let seat = seat.to_string();
                    pieces(game).values().map(|stack| stack.matches(&seat).count() as u32).sum()
                })
                .collect();
            for (seat, (hand, lost)) in expected.iter().zip(trays(game, Role::Lost)).enumerate() {
                assert_eq!(hand + lost + placed[seat], 15, "{step} in {before}");
            }
            if expected.iter().all(|hand| *hand == 0) {
                assert!(matches!(game.status(), Status::Over(_)), "{game}");
            }
        });
    }
}

#[test]
fn r15_stopping_early_with_nothing_is_not_allowed() {
    for rolls_made in 1..=4 {
        for options in ["", "advanced", "hard-pairs", "strict-house"] {
            let game = rolled(options, &stacks(&EVERY, ""), rolls_made, "12346");
            assert_eq!(steps(&game).into_iter().collect::<BTreeSet<_>>(), rolls());
            assert_eq!(key(&game), "rotas-roll-on");
            refuses(&game, "lose @a1 @b4");
        }
    }
}

/// The legal steps, recomputed from the scene alone.
fn expected_steps(game: &Rotas, grid: &[&str], options: &str) -> BTreeSet<String> {
    let scene = game.scene();
    let made = 5 - scene.rolls_left.unwrap();
    if made == 0 {
        return words("r");
    }
    let dice: String = scene.dice.iter().map(|die| die.face.unwrap().to_string()).collect();
    let pieces = pieces(game);
    let height = |cell: &str| pieces.get(cell).map_or(0, String::len);
    let limit = |rolls: u8| match options.contains("advanced") {
        true => 5usize.checked_sub(rolls.into()),
        false => Some(4),
    };
    let open = |cell: &str, rolls: u8| limit(rolls).is_some_and(|limit| height(cell) <= limit);
    let cells = tokens(grid);
    let mut steps: BTreeSet<String> = cells
        .iter()
        .filter(|(cell, token)| makes(token, &dice, options) && open(cell, made))
        .map(|(cell, _)| format!("@{cell}"))
        .collect();
    let hope = made < 5 && cells.keys().any(|cell| open(cell, made + 1));
    match (steps.is_empty(), hope) {
        (true, false) => words("lose"),
        _ => {
            if made < 5 {
                steps.extend(rolls());
            }
            steps
        }
    }
}

#[test]
fn r15b_these_are_the_legal_steps() {
    let small: &[&str] = &SMALL;
    for (board, grid) in [("six", &SIX as &[&str]), ("six-b", &SIX_B), ("small", small)] {
        for options in ["", "advanced", "hard-pairs", "advanced hard-pairs strict-house"] {
            let mut seen = 0;
            random_games(&format!("board={board} {options}"), 10, |before, step, _| {
                if let Status::ToMove(_) = before.status() {
                    let legal: BTreeSet<String> = steps(before).into_iter().collect();
                    assert_eq!(legal, expected_steps(before, grid, options), "{before}");
                    assert!(legal.contains(step));
                    seen += 1;
                }
            });
            assert!(seen > 200, "{seen} positions");
        }
    }
    // A possible placement does not forbid another roll, even if no later roll can help.
    let game = tight(FULL, 1, "11123");
    assert!(game.is_legal("@c2".parse().unwrap()));
    assert!(rolls().iter().all(|roll| game.is_legal(roll.parse().unwrap())));
    assert_eq!(key(&game), "rotas-roll-or-place");
    assert_eq!(steps(&after(&game, "r5 =11124")), ["lose"]);
}

/// An advanced game on the small board.
fn tight(marks: &str, rolls: u8, dice: &str) -> Rotas {
    let board = stacks(&TIGHT, marks);
    game(&format!("advanced {board} hand=1/1 turn=1 rolls={rolls} dice={dice}"))
}

#[test]
fn r15c_a_piece_is_lost_at_once_if_no_later_roll_can_help() {
    let hopeless = tight(FULL, 1, "12346");
    assert_eq!(steps(&hopeless), ["lose"]);
    assert_eq!(key(&hopeless), "rotas-lose-piece-early");
    assert_eq!(hopeless.scene().rolls_left, Some(4));
    assert_eq!(status(&after(&hopeless, "lose")), "to-move 2");
    // In the basic game the same cells are open, so rolling goes on.
    let basic = game(&hopeless.to_string().replacen("advanced ", "", 1));
    assert_eq!(steps(&basic).into_iter().collect::<BTreeSet<_>>(), rolls());
    // After roll k a placement stays possible if a cell holds at most 4 − k pieces.
    for rolls_made in 1..=4 {
        for lowest in 0..=4 {
            let cut = |(cell, stack): (&str, &str)| match (cell, 5 - rolls_made) {
                ("a2", _) if lowest == 0 => String::new(),
                ("a2", _) => format!("{cell}={} ", &stack[4 - lowest..]),
                (_, height) => format!("{cell}={} ", &stack[4 - height..]),
            };
            let marks: String =
                FULL.split(' ').map(|mark| cut(mark.split_once('=').unwrap())).collect();
            let game = tight(&marks, rolls_made as u8, "12346");
            let hope = lowest <= 4 - rolls_made;
            let expected = if hope { rolls() } else { words("lose") };
            assert_eq!(steps(&game).into_iter().collect::<BTreeSet<_>>(), expected, "{game}");
        }
    }
    // A combination without an open cell costs no piece while a later placement is possible.
    let board = stacks(&EVERY, "b4=121");
    let high = rolled("advanced", &board, 3, "12345");
    assert_eq!(steps(&high).into_iter().collect::<BTreeSet<_>>(), rolls());
    assert_eq!(key(&high), "rotas-roll-on");
}

#[test]
fn r16_advanced_stacks_must_be_low_enough_for_the_rolls_made() {
    for rolls in 1..=5 {
        for height in 0..=5 {
            // Independent of the owners of the pieces.
            for owners in ["12121", "22222", "11111"] {
                let marks = match height {
                    0 => String::new(),
                    _ => format!("b4={}", &owners[..height]),
                };
                let open = height <= 5 - usize::from(rolls);
                check_places("advanced", &marks, rolls, "12345", if open { "b4" } else { "" });
                let below_five = if height < 5 { "b4" } else { "" };
                check_places("", &marks, rolls, "12345", below_five);
            }
        }
    }
    // The number of rolls counts at the placement, not when the combination first appeared.
    let early = rolled("advanced", &stacks(&EVERY, "b4=121"), 2, "12345");
    assert_eq!(places(&early), words("b4"));
    assert_eq!(places(&after(&early, "r1 =12345")), words(""));
}
