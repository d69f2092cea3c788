//! Leaving a game of three or four: R25–R27.

use mohreh_games::show::{Picked, Touches, pick};

use super::*;

/// A complete turn.
const TURN: &str = "r =66666 @e5";

fn leave_steps(game: &Rotas) -> Vec<String> {
    let seats = (0..Seat::MOST).map(Seat::new);
    seats.filter_map(|seat| game.leave_step(seat)).map(|step| step.to_string()).collect()
}

#[test]
fn r25_any_seat_may_leave_at_any_time() {
    let three = start("seats=3");
    // At the start of a turn, at a chance node, between rolls, in any seat's turn.
    for played in ["", "r", "r =13356", "r =13356 r1,4", "r =66666 @e5", "r =66666 @e5 r"] {
        let game = after(&three, played);
        assert_eq!(leave_steps(&game), ["leave1", "leave2", "leave3"], "{played}");
        for step in leave_steps(&game) {
            let step: Step = step.parse().unwrap();
            assert!(!steps(&game).contains(&step.to_string()), "it is no decision of the turn");
            assert_eq!(game.touches(step), Touches::default());
            assert!(game.is_legal(step));
        }
    }
    // Once per seat, and only for seats of the game.
    refuses(&three, "leave4");
    refuses(&after(&three, "leave2"), "leave2 leave4");
    assert_eq!(leave_steps(&after(&start("seats=4"), "leave2")), ["leave1", "leave3", "leave4"]);
    // Not in a game of two, nor after the end.
    for game in [start(""), after(&start(""), "r"), after(&three, "leave1 leave3")] {
        assert_eq!(leave_steps(&game), [""; 0]);
        refuses(&game, "leave1 leave2 leave3");
    }
    // The pieces stay: they can be covered, and they block.
    let marks = "a1=1 b1=1 c1=12 d1=3";
    let board = stacks(&SIX, marks);
    let game = game(&format!("seats=3 {board} hand=5/5/5 turn=1 rolls=1 dice=66666"));
    let left = after(&game, "leave2 leave3");
    assert_eq!(pieces(&left), pieces(&game));
    let left = after(&game, "leave2");
    assert_eq!(pieces(&left), pieces(&game));
    assert_eq!((places(&left), left.dice()), (places(&game), game.dice()));
    for role in [Role::Hand, Role::Lost, Role::Points] {
        assert_eq!(trays(&left, role), trays(&game, role));
    }
    assert!(matches!(pick(&left, &[]), Picked::More(_)));
    let placed = after(&left, "@d1");
    assert_eq!(status(&placed), "to-move 3", "the top of c1 breaks the line");
}

#[test]
fn r26_seats_that_left_are_skipped() {
    let three = start("seats=3");
    // In another seat's turn, that turn goes on unchanged.
    for played in ["r =13356", "r =13356 r1,4"] {
        let game = after(&three, played);
        let left = after(&game, "leave3");
        assert_eq!(left.status(), game.status());
        assert_eq!((left.dice(), left.rolls()), (game.dice(), game.rolls()));
        assert_eq!(steps(&left), steps(&game));
    }
    // One's own turn ends at once, without using up a piece; the next begins with all dice.
    for played in ["", "r", "r =13356", "r =13356 r1,4"] {
        let left = after(&three, &format!("{played} leave1"));
        assert_eq!((status(&left), steps(&left)), ("to-move 2".into(), vec!["r".to_string()]));
        assert_eq!((left.dice().faces(), left.rolls()), ([0; 5], 0));
        assert_eq!(trays(&left, Role::Hand), [15, 15, 15]);
        assert_eq!(left.scene().rolls_left, Some(5));
    }
    // From then on the other seats take turns.
    for (played, order) in [
        ("leave1", "2 3 2 3"),
        ("leave2", "1 3 1 3"),
        ("leave3", "1 2 1 2"),
        ("r =66666 @e5 leave2", "3 1 3 1"),
        ("r =66666 @e5 leave1", "2 3 2 3"),
        ("r =66666 @e5 leave3", "2 1 2 1"),
        ("r =12345 @d6 r =66666 @e5 r leave3", "1 2 1 2"),
    ] {
        let mut game = after(&three, played);
        let mut movers = Vec::new();
        for _ in 0..4 {
            movers.push(status(&game).replace("to-move ", ""));
            game = after(&game, TURN.replace("e5", "a1").as_str());
        }
        assert_eq!(movers.join(" "), order, "{played}");
    }
    let four = after(&start("seats=4"), "leave2 leave3 r =66666 @e5");
    assert_eq!(status(&four), "to-move 4");
    assert_eq!(status(&after(&four, TURN)), "to-move 1");
    // A seat that has left cannot win: its lines and five-alike cells do not count, even in a
    // composed position.
    for marks in ["a1=3 b1=3 c1=3 d1=3", "c6=3 f5=3 b4=3"] {
        let board = stacks(&SIX, marks);
        assert!(status(&game(&format!("seats=3 {board} hand=5/5/5 turn=1"))).starts_with("over"));
        let game = game(&format!("seats=3 {board} hand=5/5/5 out=3 turn=1"));
        assert_eq!((status(&game), key(&game)), ("to-move 1".into(), "rotas-roll-all"));
        assert!(game.scene().marked.is_empty());
    }
    // Nor do they count as a second winner.
    let board = stacks(&SIX, "a1=3 b1=3 c1=3 d1=3 a3=2 b3=2 c3=2 d3=2");
    let game = game(&format!("seats=3 {board} hand=5/5/5 out=3 turn=1"));
    assert_eq!((status(&game), key(&game)), ("over 2 1 3".into(), "rotas-over-line"));
}

#[test]
fn r27_the_last_wins_and_those_who_left_come_last() {
    // The last seat wins, in any turn and with any dice.
    for (seats, played, places) in [
        (3, "leave1 leave2", "over 2 2 1"),
        (3, "leave2 leave3", "over 1 2 2"),
        (3, "r leave3 leave1", "over 2 1 2"),
        (3, "r leave3 leave2", "over 1 2 2"),
        (3, "r =13356 r1 leave3 leave2", "over 1 2 2"),
        (4, "r =66666 @e5 leave1 r leave2 r =12345 leave4", "over 2 2 1 2"),
    ] {
        let game = after(&start(&format!("seats={seats}")), played);
        assert_eq!((status(&game), key(&game)), (places.into(), "rotas-over-alone"), "{played}");
        let Status::Over(outcome) = game.status() else { panic!("{game}") };
        let seat = game.prompt().args.into_iter().find(|(name, _)| *name == "seat");
        assert_eq!(seat, outcome.winner().map(|winner| ("seat", Arg::Seat(winner))));
        assert!(steps(&game).is_empty() && game.scene().buttons.is_empty());
        assert_eq!(game.dice().faces(), [0; 5], "nothing is rolled after the end");
        assert_eq!(self::game(&game.to_string()), game);
    }
    // A line and five-alike cells win as before; seats that stayed rank above those that left.
    let line = stacks(&SIX, "a1=1 b1=1 c1=1");
    let won = format!("seats=4 {line} hand=5/5/5/5 out=3 turn=1 rolls=1 dice=66666");
    let won = after(&game(&won), "@d1");
    assert_eq!((status(&won), key(&won)), ("over 1 2 4 2".into(), "rotas-over-line"));
    // By points, only the seats that stayed are ranked.
    let marks = "a1=31 c1=112 e1=2223 b3=4";
    let scored = game(&format!("seats=4 {} hand=0/0/3/0 out=3 turn=1", stacks(&SIX, marks)));
    assert_eq!(trays(&scored, Role::Points), [2, 3, 4, 1]);
    assert_eq!((status(&scored), key(&scored)), ("over 2 1 4 3".into(), "rotas-over-points"));
    let points = scored.prompt().args.into_iter().find(|(name, _)| *name == "points");
    assert_eq!(points, Some(("points", Arg::Number(3))));
    let two = game(&format!("seats=4 {} hand=0/1/3/0 out=2,3 turn=1", stacks(&SIX, marks)));
    assert_eq!((status(&two), key(&two)), ("over 1 3 3 2".into(), "rotas-over-points"));
    let even =
        game(&format!("seats=3 {} hand=0/0/3 out=3 turn=1", stacks(&SIX, "a1=1 c1=2 e1=23")));
    assert_eq!((status(&even), key(&even)), ("over 1 1 3".into(), "rotas-over-points-shared"));
    // The game ends when the remaining seats have used up their pieces, also if the last to move
    // leaves.
    let last = game(&format!("seats=3 {} hand=0/0/1 turn=3", stacks(&SIX, "a1=1 c1=12")));
    assert_eq!(status(&last), "to-move 3");
    assert_eq!(status(&after(&last, "leave3")), "over 2 1 3");
    assert_eq!(status(&after(&last, "r leave3")), "over 2 1 3");
    assert_eq!(status(&after(&last, "leave1")), "to-move 3");
    assert_eq!(status(&after(&last, "leave1 leave3")), "over 2 1 2");
    let gap = game(&format!("seats=3 {} hand=0/4/1 out=2 turn=3", stacks(&SIX, "a1=1")));
    assert_eq!(status(&after(&gap, "r =12345 @d6")), "over 1 3 1");
    let early = game(&format!("seats=3 {} hand=1/4/1 out=2 turn=1", stacks(&SIX, "a1=1")));
    assert_eq!(status(&after(&early, "r =12345 @d6")), "to-move 3");
}

#[test]
fn position_texts_list_the_seats_that_left() {
    let bare = stacks(&SIX, "");
    for (played, text) in [
        ("leave3", "hand=15/15/15/15 out=3 turn=1"),
        ("leave1 r", "hand=15/15/15/15 out=1 turn=2 dice=-----"),
        ("r =13356 leave4 leave2", "hand=15/15/15/15 out=2,4 turn=1 rolls=1 dice=13356"),
        ("leave1 leave4 leave3", "hand=15/15/15/15 out=1,3,4 turn=2"),
    ] {
        let game = after(&start("seats=4"), played);
        let cells = bare.split_once(' ').unwrap().1;
        assert_eq!(game.to_string(), format!("seats=4 {cells} {text}"));
        assert_eq!(self::game(&game.to_string()), game);
        assert_eq!(self::game(&game.to_string()).hash(), game.hash());
    }
    let all = after(&start("seats=4"), "r =13356");
    assert!(!all.to_string().contains("out"));
    assert_ne!(after(&all, "leave2").hash(), all.hash());
    assert_ne!(after(&all, "leave2").hash(), after(&all, "leave3").hash());
    let good = format!("seats=4 {bare} hand=5/5/7/5 out=3 turn=1");
    assert!(good.parse::<Rotas>().is_ok());
    for (text, why) in [
        (good.replace("out=3", "out="), "rising order"),
        (good.replace("out=3", "out=0"), "rising order"),
        (good.replace("out=3", "out=5"), "rising order"),
        (good.replace("out=3", "out=3,2"), "rising order"),
        (good.replace("out=3", "out=3,3"), "rising order"),
        (good.replace("out=3", "out=3,"), "rising order"),
        (good.replace("out=3", "out=34"), "rising order"),
        (good.replace("out=3", "out"), "value"),
        (good.replace("out=3", "out=3 out=3"), "twice"),
        (good.replace("out=3", "out=1,3"), "turn of a player who has left"),
        (good.replace("out=3", "out=1,2,3,4"), "turn of a player who has left"),
        (good.replace(" out=3", ""), "seat after seat"),
        (good.replace("out=3", "out=2"), "seat after seat"),
        (good.replace("5/5/7/5", "5/5/4/5"), "seat after seat"),
        (good.replace("5/5/7/5", "5/6/7/5"), "seat after seat"),
        (good.replace("out=3", "out=2,3,4") + " rolls=1 dice=12345", "over"),
        (format!("{bare} hand=5/5 out=2 turn=1"), "a game of two"),
        (format!("seats=3 {bare} hand=5/5/5 out=4 turn=1"), "1 to 3"),
    ] {
        let error = text.parse::<Rotas>().expect_err(&text);
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
}
