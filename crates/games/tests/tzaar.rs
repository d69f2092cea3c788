//! TZAAR, rule by rule (T1–T17), and its text forms.
//!
//! Expected results are recomputed here from point names and piece letters, independently of the
//! implementation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::str::FromStr;

use mohreh_games::show::{Arg, Colour, Mark, Role, Shape};
use mohreh_games::tzaar::{Setup, Step, Tzaar};
use mohreh_games::{Game, ParseError, Seat, Show, Status};
use mohreh_laws::{Rng, playout};

// The board by T1b.

/// Column (a = 1 … i = 9) and row (1 at the foot).
type Place = (i32, i32);

const HEIGHTS: [i32; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];
const E: i32 = 5;
const CENTRE: Place = (E, 5);

/// Clockwise; opposite directions are three apart.
const DIRECTIONS: [&str; 6] = ["up", "right-up", "right-down", "down", "left-down", "left-up"];

fn next((column, row): Place, direction: &str) -> Place {
    let rising_right = column < E;
    let rising_left = column > E;
    match direction {
        "up" => (column, row + 1),
        "down" => (column, row - 1),
        "right-up" => (column + 1, row + i32::from(rising_right)),
        "right-down" => (column + 1, row + i32::from(rising_right) - 1),
        "left-up" => (column - 1, row + i32::from(rising_left)),
        "left-down" => (column - 1, row + i32::from(rising_left) - 1),
        _ => panic!("no way {direction}"),
    }
}

fn is_point(place: Place) -> bool {
    let (column, row) = place;
    (1..=9).contains(&column)
        && (1..=HEIGHTS[column as usize - 1]).contains(&row)
        && place != CENTRE
}

fn name((column, row): Place) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

/// Column-major, each column from row 1 up: the order of setups and positions.
fn points() -> Vec<Place> {
    let all = (1..=9).flat_map(|column| (1..=9).map(move |row| (column, row)));
    all.filter(|place| is_point(*place)).collect()
}

// Positions.

/// Stacks by point: the letter of the top piece and, from 2 up, the height, such as `Z3` or `t`.
type Board = BTreeMap<String, String>;

/// One piece of each type and side, outside columns c to g.
const REST: &str = "i1=Z i2=R i3=T a1=z a2=r a3=t";

/// A position from its stacks, such as `d4=Z3 d5=t`.
fn position(stacks: &str, turn: u8, stage: &str) -> Tzaar {
    let mut board: BTreeMap<&str, &str> =
        stacks.split_whitespace().filter_map(|word| word.split_once('=')).collect();
    let mut columns = vec![String::new(); 9];
    for place in points() {
        let stack = board.remove(name(place).as_str());
        columns[place.0 as usize - 1].push_str(stack.unwrap_or("."));
    }
    assert!(board.is_empty(), "not on the board: {board:?}");
    read(&format!("cells={} turn={turn} stage={stage}", columns.join("/")))
}

/// Like [`position`], with the pieces of [`REST`] except those in `lacking`.
fn with_rest(stacks: &str, lacking: &str, turn: u8, stage: &str) -> Tzaar {
    let rest = REST.split(' ').filter(|word| !lacking.contains(&word[3..]));
    position(&rest.chain([stacks]).collect::<Vec<_>>().join(" "), turn, stage)
}

fn read(text: &str) -> Tzaar {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The board, from the scene.
fn shown(game: &Tzaar) -> Board {
    let scene = game.scene();
    let board: Board = scene
        .pieces
        .iter()
        .map(|piece| {
            assert_eq!(piece.look.shape, Shape::Disc);
            let letter = match piece.look.mark {
                Mark::Star => 'Z',
                Mark::Circle => 'R',
                Mark::Plain => 'T',
            };
            let letter = match piece.look.colour {
                Colour::White => letter,
                Colour::Black => letter.to_ascii_lowercase(),
                other => panic!("{other:?} in TZAAR"),
            };
            let height = if piece.height == 1 { String::new() } else { piece.height.to_string() };
            (piece.spot.to_string(), format!("{letter}{height}"))
        })
        .collect();
    assert_eq!(board.len(), scene.pieces.len(), "two stacks on a point: {game}");
    board
}

fn height(stack: &str) -> u32 {
    stack[1..].parse().unwrap_or(1)
}

fn is_white(stack: &str) -> bool {
    stack.starts_with(|letter: char| letter.is_ascii_uppercase())
}

/// Number of pieces of a side, including those within stacks.
fn men(board: &Board, white: bool) -> u32 {
    board.values().filter(|stack| is_white(stack) == white).map(|stack| height(stack)).sum()
}

/// Counts of visible pieces in a seat's tray, by type.
fn tray(game: &Tzaar, owner: Seat) -> [u8; 3] {
    let scene = game.scene();
    let tray = scene.trays.iter().find(|t| t.role == Role::OnBoard && t.owner == Some(owner));
    let counts: Vec<u8> = tray.unwrap().slots.iter().map(|slot| slot.count).collect();
    counts.try_into().unwrap()
}

// Steps.

fn steps(game: &Tzaar) -> BTreeSet<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    steps.iter().map(ToString::to_string).collect()
}

fn legal(game: &Tzaar, step: &str) -> bool {
    game.is_legal(step.parse().unwrap_or_else(|error| panic!("{error}")))
}

fn play(game: &Tzaar, steps: &str) -> Tzaar {
    let mut game = game.clone();
    for step in steps.split(' ') {
        let parsed = step.parse().unwrap_or_else(|error| panic!("{error}"));
        game.play(parsed).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    game
}

/// The two points of a step, and the sign between them.
fn parts(step: &str) -> Option<(&str, char, &str)> {
    let at = step.find(['x', '+'])?;
    Some((&step[..at], step[at..].chars().next()?, &step[at + 1..]))
}

fn status(game: &Tzaar) -> String {
    game.status().to_string()
}

/// The seat that acts at a ply, and whether it is its second action: T4, T5 and T6 determine both
/// as long as the game goes on.
fn due(ply: usize) -> (Seat, bool) {
    let turn = ply.div_ceil(2);
    (Seat::new(turn % 2), ply > 0 && ply.is_multiple_of(2))
}

/// A step of a random game.
struct Played {
    ply: usize,
    before: Tzaar,
    step: String,
    after: Tzaar,
}

/// Random games from random arrangements; `visit` is called with every step.
fn every_step(mut visit: impl FnMut(&Played)) {
    for game in 0..60 {
        let mut rng = Rng::new(game);
        let setup = Tzaar::draw_setup(&mut |n| rng.below(n));
        let mut positions: Vec<Tzaar> = Vec::new();
        let steps = playout(&setup, &mut rng, 1_000, |game: &Tzaar| positions.push(game.clone()));
        for (ply, (step, pair)) in steps.into_iter().zip(positions.windows(2)).enumerate() {
            visit(&Played { ply, before: pair[0].clone(), step, after: pair[1].clone() });
        }
    }
}

// Equipment and set-up.

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

// Turns.

#[test]
fn t04_the_very_first_turn_is_one_capture() {
    let game = Tzaar::start(&Setup::default());
    assert!(!legal(&game, "-"));
    for step in steps(&game) {
        assert!(step.contains('x'), "{step}");
        let after = play(&game, &step);
        assert_eq!(status(&after), "to-move 2", "{step}");
        assert_eq!(after.prompt().key, "tzaar-capture-first");
        assert!(!legal(&after, "-"), "{step}");
    }
}

#[test]
fn t05_every_later_turn_begins_with_a_capture() {
    every_step(|Played { ply, before, step, after }| {
        let (seat, second) = due(*ply);
        assert_eq!(before.status(), Status::ToMove(seat), "ply {ply}: {before}");
        if second {
            return;
        }
        assert!(steps(before).iter().all(|step| step.contains('x')), "ply {ply}: {before}");
        assert!(!legal(before, "-"));
        if *ply > 0 && !matches!(after.status(), Status::Over(_)) {
            assert_eq!(after.status(), Status::ToMove(seat), "a second action after {step}");
        }
    });
}

#[test]
fn t06_the_second_action_is_a_capture_a_strengthening_or_a_pass() {
    // White has captured d5 from d4, and f5 can act too.
    let game = with_rest("d4=R d5=t d6=t f5=Z f6=t f4=T", "", 1, "capture");
    let game = play(&game, "d4xd5");
    for step in ["d5xd6", "f5xf6", "f5+f4", "f4+f5", "-"] {
        let after = play(&game, step);
        assert_eq!(status(&after), "to-move 2", "{step}");
        assert_eq!(after.prompt().key, "tzaar-capture-first", "{step}");
    }
    assert_eq!(shown(&play(&game, "-")), shown(&game), "a pass changes nothing on the board");
}

#[test]
fn t06_passing_is_always_allowed_there_and_nowhere_else() {
    let mut passes = 0;
    every_step(|Played { ply, before, .. }| {
        let (_, second) = due(*ply);
        assert_eq!(legal(before, "-"), second, "ply {ply}: {before}");
        let button = before.scene().buttons.iter().any(|button| &**button == "pass");
        assert_eq!(button, second, "ply {ply}: {before}");
        passes += usize::from(second);
    });
    assert!(passes > 500);
}

#[test]
fn t07_strengthening_never_comes_before_the_capture() {
    let game = with_rest("d4=R d5=T d6=t g4=T g5=t", "", 1, "capture");
    assert!(!legal(&game, "d4+d5") && !legal(&game, "d5+d4") && !legal(&game, "-"));
    let second = play(&game, "d5xd6");
    let grown = play(&second, "d4+d6");
    assert_eq!(status(&grown), "to-move 2", "no capture follows the strengthening");
    let passed = play(&second, "-");
    assert_eq!(status(&passed), "to-move 2", "no capture follows the pass");
}

// Actions.

/// The first occupied point in a direction.
fn first_ahead(board: &Board, from: Place, direction: &str) -> Option<String> {
    let mut place = next(from, direction);
    while is_point(place) {
        if board.contains_key(&name(place)) {
            return Some(name(place));
        }
        place = next(place, direction);
    }
    None
}

#[test]
fn t08_a_step_goes_along_a_line_to_the_first_occupied_point() {
    every_step(|Played { ply, before, .. }| {
        let (seat, second) = due(*ply);
        let board = shown(before);
        let mut expected = BTreeSet::new();
        for from in points() {
            let Some(stack) = board.get(&name(from)) else { continue };
            if is_white(stack) != (seat == Seat::FIRST) {
                continue;
            }
            for to in DIRECTIONS.iter().filter_map(|direction| first_ahead(&board, from, direction))
            {
                let (from, met) = (name(from), &board[&to]);
                if is_white(met) == is_white(stack) {
                    if second {
                        expected.insert(format!("{from}+{to}"));
                    }
                } else if height(met) <= height(stack) {
                    expected.insert(format!("{from}x{to}"));
                }
            }
        }
        if second {
            expected.insert("-".to_string());
        }
        assert_eq!(steps(before), expected, "ply {ply}: {before}");
    });
}

#[test]
fn t08_all_types_and_heights_move_alike() {
    // One piece on each of the six rays from c3, one to four points away.
    for mover in ["Z", "R", "T", "Z2", "R7", "T20"] {
        for (men, stage, sign) in
            [(["z", "r", "t"], "capture", 'x'), (["Z", "R", "T"], "second", '+')]
        {
            let [z, r, t] = men;
            let met = format!("c6={z} c1={r} d4={t} g1={t} a3={t} a1={t}");
            let far = "i1=z i2=r i3=t h1=Z h2=R h3=T";
            let game = position(&format!("c3={mover} {met} {far}"), 1, stage);
            let found: BTreeSet<String> =
                steps(&game).into_iter().filter(|step| step.starts_with("c3")).collect();
            let expected = ["c6", "c1", "d4", "g1", "a3", "a1"].map(|to| format!("c3{sign}{to}"));
            assert_eq!(found, BTreeSet::from(expected), "{mover}");
        }
    }
}

#[test]
fn t08_a_piece_that_may_do_nothing_there_cannot_go_that_way() {
    // The first piece up the column is too tall, or an own one while a capture is due.
    for met in ["t2", "T"] {
        let game = with_rest(&format!("d3=Z d6={met} d7=t d8=T"), "", 1, "capture");
        assert!(!steps(&game).iter().any(|step| step.starts_with("d3xd")), "{met}");
    }
}

#[test]
fn t09_nothing_moves_onto_a_vacant_point() {
    every_step(|Played { before, .. }| {
        let board = shown(before);
        for step in steps(before) {
            if let Some((_, _, to)) = parts(&step) {
                assert!(board.contains_key(to), "{step}: {before}");
            }
        }
    });
}

#[test]
fn t09_a_vacated_point_stays_vacant() {
    every_step(|Played { before, step, after, .. }| {
        let mut occupied: BTreeSet<String> = shown(before).into_keys().collect();
        if let Some((from, _, _)) = parts(step) {
            assert!(occupied.remove(from), "{step}: {before}");
        }
        assert_eq!(shown(after).into_keys().collect::<BTreeSet<_>>(), occupied, "{step}: {before}");
    });
}

#[test]
fn t10_nothing_jumps_over_a_piece() {
    for between in ["t", "T", "t5", "T5"] {
        let game = with_rest(&format!("d3=Z2 d4={between} d6=t d7=T"), "", 1, "second");
        assert!(!legal(&game, "d3xd6") && !legal(&game, "d3+d7"), "{between}");
        let cleared = with_rest("d3=Z2 d6=t d7=T", "", 1, "second");
        assert!(legal(&cleared, "d3xd6") && !legal(&cleared, "d3+d7"));
    }
}

#[test]
fn t10_no_line_crosses_the_centre() {
    // The three lines through the centre, from the nearest points and from the ends.
    for (from, to) in [("e4", "e6"), ("d5", "f4"), ("d4", "f5"), ("e1", "e9"), ("a5", "i1")] {
        for (from, to) in [(from, to), (to, from)] {
            let rest = "g7=Z g6=R c7=T b1=z b2=r c1=t";
            let capture = position(&format!("{from}=Z5 {to}=t {rest}"), 1, "capture");
            assert!(!legal(&capture, &format!("{from}x{to}")), "{from} to {to}");
            let strengthen = position(&format!("{from}=Z5 {to}=T {rest}"), 1, "second");
            assert!(!legal(&strengthen, &format!("{from}+{to}")), "{from} to {to}");
        }
    }
    assert!("d4xe5".parse::<Step>().is_err(), "the centre is not a point");
}

#[test]
fn t11_a_stack_captures_what_is_not_taller() {
    for (mine, theirs) in (1..=8).flat_map(|mine| (1..=8).map(move |theirs| (mine, theirs))) {
        for (mover, enemy) in [("Z", "t"), ("T", "z"), ("R", "r"), ("T", "t")] {
            let height = |n: u32| if n == 1 { String::new() } else { n.to_string() };
            let (mover, enemy) =
                (format!("{mover}{}", height(mine)), format!("{enemy}{}", height(theirs)));
            for stage in ["opening", "capture", "second"] {
                let game = with_rest(&format!("d4={mover} d6={enemy}"), "", 1, stage);
                assert_eq!(legal(&game, "d4xd6"), theirs <= mine, "{mover} takes {enemy}: {stage}");
            }
        }
    }
}

#[test]
fn t11_the_whole_enemy_stack_goes_and_the_mover_keeps_its_height() {
    let game = with_rest("d4=T3 d6=z2", "", 1, "capture");
    let mut expected = shown(&game);
    let after = play(&game, "d4xd6");
    expected.remove("d4");
    expected.insert("d6".into(), "T3".into());
    assert_eq!(shown(&after), expected);
    assert_eq!(men(&shown(&after), false), men(&shown(&game), false) - 2);
}

#[test]
fn t11_a_capture_takes_off_just_what_stood_there() {
    every_step(|Played { before, step, after, .. }| {
        let Some((from, 'x', to)) = parts(step) else { return };
        let mut board = shown(before);
        let mover = board.remove(from).unwrap();
        let taken = board.insert(to.to_string(), mover.clone()).unwrap();
        assert_ne!(is_white(&taken), is_white(&mover), "{step}: {before}");
        assert_eq!(shown(after), board, "{step}: {before}");
    });
}

#[test]
fn t12_strengthening_adds_the_heights() {
    // The rulebook's examples: a Tzaar onto a tall Tott and vice versa; a stack onto a piece and
    // onto a stack. Also the tallest stack possible here, since there is no limit.
    let table = [
        ("Z", "T5", "Z6"),
        ("T5", "Z", "T6"),
        ("R3", "T", "R4"),
        ("T", "R3", "T4"),
        ("R3", "Z4", "R7"),
        ("T", "T", "T2"),
        ("Z13", "R14", "Z27"),
    ];
    for (mover, onto, made) in table {
        let game = with_rest(&format!("d4={mover} d6={onto}"), "", 1, "second");
        let after = play(&game, "d4+d6");
        let mut expected = shown(&game);
        expected.remove("d4");
        expected.insert("d6".into(), made.into());
        assert_eq!(shown(&after), expected, "{mover} onto {onto}");
    }
}

#[test]
fn t12_stacks_move_and_are_lost_as_one() {
    every_step(|Played { before, step, after, .. }| {
        let (old, new) = (shown(before), shown(after));
        for white in [true, false] {
            let lost = men(&old, white) - men(&new, white);
            let taken = match parts(step) {
                Some((_, 'x', to)) if is_white(&old[to]) == white => height(&old[to]),
                _ => 0,
            };
            assert_eq!(lost, taken, "{step}: {before}");
        }
        if let Some((from, '+', to)) = parts(step) {
            assert_eq!(height(&new[to]), height(&old[from]) + height(&old[to]), "{step}: {before}");
        }
    });
}

#[test]
fn t13_the_type_of_a_stack_is_its_top_piece() {
    // A Tott on a Tzaar is a Tott of height two, and the side has one Tzaar less.
    let game = with_rest("d4=T d6=Z", "", 1, "second");
    assert_eq!(tray(&game, Seat::FIRST), [2, 1, 2]);
    let after = play(&game, "d4+d6");
    assert_eq!(shown(&after)["d6"], "T2");
    assert_eq!(tray(&after, Seat::FIRST), [1, 1, 2]);
    assert_eq!(tray(&after, Seat::SECOND), [1, 1, 1]);
    // Covered pieces do not count: captured as a Tott, it costs no Tzaar.
    let taken = with_rest("d4=T2 d6=r2", "", 2, "capture");
    let taken = play(&taken, "d6xd4");
    assert_eq!(tray(&taken, Seat::FIRST), [1, 1, 1]);
}

#[test]
fn t13_the_mover_gives_the_type_whatever_it_covers() {
    for mover in ["Z", "R", "T", "Z2", "R2", "T2"] {
        for onto in ["Z", "R", "T", "Z3", "R3", "T3"] {
            let game = with_rest(&format!("d4={mover} d6={onto}"), "", 1, "second");
            let made = &shown(&play(&game, "d4+d6"))["d6"];
            assert_eq!(made[..1], mover[..1], "{mover} onto {onto}");
        }
    }
}

#[test]
fn t14_nothing_is_stacked_on_an_enemy() {
    for enemy in ["z", "r", "t", "t2"] {
        let game = with_rest(&format!("d4=R d6={enemy}"), "", 1, "second");
        assert!(!legal(&game, "d4+d6"), "onto {enemy}");
    }
    every_step(|Played { before, .. }| {
        let board = shown(before);
        for step in steps(before) {
            let Some((from, sign, to)) = parts(&step) else { continue };
            let friends = is_white(&board[from]) == is_white(&board[to]);
            assert_eq!(sign == '+', friends, "{step}: {before}");
        }
    });
}

// The end.

fn check_over(game: &Tzaar, result: &str, key: &str) {
    assert_eq!(status(game), result, "{game}");
    assert!(steps(game).is_empty(), "{game}");
    assert_eq!(game.prompt().key, key, "{game}");
    let Status::Over(outcome) = game.status() else { panic!("{game}") };
    let winner = outcome.winner().expect("no draws");
    assert_eq!(game.prompt().args, [("seat", Arg::Seat(winner))], "{game}");
}

const TYPES: [(&str, &str); 3] =
    [("Z", "tzaar-over-no-tzaar"), ("R", "tzaar-over-no-tzarra"), ("T", "tzaar-over-no-tott")];

#[test]
fn t15_taking_the_last_of_a_type_wins_at_once() {
    for (white, key) in TYPES {
        let black = white.to_lowercase();
        for stage in ["opening", "capture", "second"] {
            let game = with_rest(&format!("d4=T d6={black}"), &black, 1, stage);
            assert_eq!(status(&game), "to-move 1");
            check_over(&play(&game, "d4xd6"), "over 1 2", key);
        }
        for stage in ["capture", "second"] {
            let game = with_rest(&format!("d4=t d6={white}"), white, 2, stage);
            check_over(&play(&game, "d4xd6"), "over 2 1", key);
        }
        // With one more of the type, the game goes on.
        let game = with_rest(&format!("d4=T d6={black}"), "", 1, "capture");
        assert_eq!(status(&play(&game, "d4xd6")), "to-move 1");
    }
}

#[test]
fn t15_covering_ones_own_last_of_a_type_is_legal_and_loses() {
    for (last, key) in TYPES {
        let cover = if last == "R" { "T" } else { "R" };
        let game = with_rest(&format!("d4={cover} d6={last}"), last, 1, "second");
        check_over(&play(&game, "d4+d6"), "over 2 1", key);
        let (cover, last) = (cover.to_lowercase(), last.to_lowercase());
        let prey = format!("g4={} g5={cover}", cover.to_uppercase());
        let game = with_rest(&format!("d4={cover} d6={last} {prey}"), &last, 2, "second");
        check_over(&play(&game, "d4+d6"), "over 1 2", key);
        // The last one on top stays visible.
        assert_eq!(status(&play(&game, "d6+d4")), "to-move 1");
    }
}

#[test]
fn t15_only_top_pieces_count() {
    // White has stacks, but no Tzaar on top of any.
    check_over(&position("d4=T5 d6=R4 a1=z a2=r a3=t", 1, "capture"), "over 2 1", TYPES[0].1);
    check_over(&position("d4=T5 d6=R4 a1=z a2=r a3=t", 2, "second"), "over 2 1", TYPES[0].1);
}

#[test]
fn t15_is_judged_after_every_action() {
    every_step(|Played { step, after, .. }| {
        let board = shown(after);
        for (kinds, lost) in [("ZRT", "over 2 1"), ("zrt", "over 1 2")] {
            if !kinds.chars().all(|kind| board.values().any(|stack| stack.starts_with(kind))) {
                assert_eq!(status(after), lost, "{step}: {after}");
            }
        }
    });
}

#[test]
fn t16_a_player_who_can_capture_nothing_has_lost() {
    // White's pieces are single, Black's are not.
    let stuck = "d4=Z d5=R d6=T g1=z2 g2=r2 g3=t2";
    for stage in ["opening", "capture"] {
        check_over(&position(stuck, 1, stage), "over 2 1", "tzaar-over-no-capture");
    }
    // Tested at the start of the turn: Black's own turn goes on until then.
    assert_eq!(status(&position(stuck, 2, "second")), "to-move 2");
    let game = play(&position(&format!("{stuck} d7=t"), 2, "second"), "-");
    assert_eq!(status(&game), "to-move 1", "the Tott at d7 can be taken");
    check_over(&play(&position(stuck, 2, "second"), "-"), "over 2 1", "tzaar-over-no-capture");
    // With colours reversed.
    let stuck = "d4=z d5=r d6=t g1=Z2 g2=R2 g3=T2";
    check_over(&position(stuck, 2, "capture"), "over 1 2", "tzaar-over-no-capture");
}

#[test]
fn t16_being_unable_to_act_second_loses_nothing() {
    // No white piece has another white piece as its first neighbour on a line, and no enemy is
    // small enough.
    let alone = "a1=Z d3=R f1=T i4=z2 h6=r2 e9=t2";
    let game = position(alone, 1, "second");
    assert_eq!(status(&game), "to-move 1");
    assert_eq!(steps(&game), BTreeSet::from(["-".to_string()]));
    assert_eq!(status(&play(&game, "-")), "to-move 2");
    check_over(&position(alone, 1, "capture"), "over 2 1", "tzaar-over-no-capture");
}

#[test]
fn t16_is_the_only_other_end() {
    every_step(|Played { ply, before, step, after }| {
        let Status::Over(_) = after.status() else { return };
        let board = shown(after);
        let all = "ZRTzrt".chars().all(|kind| board.values().any(|s| s.starts_with(kind)));
        let (seat, second) = due(ply + 1);
        if all {
            assert!(!second, "only the start of a turn can find nothing to take: {before} {step}");
            let lost = if seat == Seat::FIRST { "over 2 1" } else { "over 1 2" };
            check_over(after, lost, "tzaar-over-no-capture");
        }
    });
}

#[test]
fn t17_every_turn_takes_a_piece_and_somebody_wins() {
    for game in 0..100 {
        let mut rng = Rng::new(game);
        let setup = Tzaar::draw_setup(&mut |n| rng.below(n));
        let mut before_turn = 61;
        let mut ply = 0;
        let mut last = None;
        playout::<Tzaar>(&setup, &mut rng, 200, |game| {
            let board = shown(game);
            let left = men(&board, true) + men(&board, false);
            let (_, second) = due(ply);
            if !second {
                assert!(left < before_turn, "nothing was taken in the turn: {game}");
                before_turn = left;
            }
            ply += 1;
            last = Some(game.status());
        });
        let Some(Status::Over(outcome)) = last else { panic!("no end after 200 steps") };
        assert!(outcome.winner().is_some(), "a draw");
    }
}

// Texts.

fn check_refused<T: FromStr<Err = ParseError> + Debug>(table: &[(&str, &str)]) {
    for (text, why) in table {
        match text.parse::<T>() {
            Ok(read) => panic!("`{text}` was read as {read:?}"),
            Err(error) => {
                assert!(error.to_string().contains(why), "`{text}` is refused by «{error}»");
            }
        }
    }
}

const FIXED: &str = "ttttTTrrrRTTRzzZRTTRZtTZRTTRZTtzrttrztTzrttrzZZrttrRRRttTTTT";

#[test]
fn setup_texts_are_refused_with_the_reason() {
    let short = format!("pieces={}", &FIXED[1..]);
    let long = format!("pieces={FIXED}T");
    let letter = format!("pieces={}", FIXED.replacen('Z', "Q", 1));
    let digit = format!("pieces={}", FIXED.replacen('t', "1", 1));
    let tzaars = format!("pieces={}", FIXED.replacen('Z', "R", 1));
    let totts = format!("pieces={}", FIXED.replacen('t', "T", 1));
    let both = format!("fixed pieces={FIXED}");
    let both_turned = format!("pieces={FIXED} fixed");
    let twice = format!("pieces={FIXED} pieces={FIXED}");
    let colours = format!("pieces={}", FIXED.to_uppercase());
    check_refused::<Setup>(&[
        ("random", "`random`: unknown word"),
        ("fixed blitz", "`blitz`: unknown word"),
        ("Fixed", "`Fixed`: unknown word"),
        ("fixed fixed", "given twice"),
        (&twice, "given twice"),
        ("fixed=1", "`fixed` stands alone"),
        ("pieces", "expected a value"),
        ("pieces=", "expected 60 letters"),
        (&short, "expected 60 letters"),
        (&long, "expected 60 letters"),
        (&letter, "`Q`: expected Z, R, T for White and z, r, t for Black"),
        (&digit, "`1`: expected Z, R, T"),
        (&tzaars, "expected 6 of `Z`, found 5"),
        (&totts, "expected 15 of `T`, found 16"),
        (&colours, "expected 6 of `Z`, found 12"),
        (&both, "contradict each other"),
        (&both_turned, "contradict each other"),
    ]);
}

#[test]
fn equal_setups_have_equal_texts() {
    let written = format!("pieces={FIXED}");
    for text in ["", "fixed", "  fixed\t", &written, &format!(" {written} ")] {
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup, Setup::default(), "`{text}`");
        assert_eq!(setup.to_string(), "", "`{text}`");
    }
    let turned: String = FIXED.chars().rev().collect();
    let turned = format!("pieces={turned}");
    assert_eq!(format!("  {turned} ").parse::<Setup>().unwrap().to_string(), turned);
}

#[test]
fn step_texts_are_refused_with_the_reason() {
    check_refused::<Step>(&[
        ("e5xe6", "`e5`: the centre of the TZAAR board is not a point"),
        ("e6xe5", "`e5`: the centre"),
        ("e5+e4", "`e5`: the centre"),
        ("a1xz9", "`z9`: there is no such point"),
        ("a6xa5", "`a6`: there is no such point"),
        ("a0+a1", "`a0`: there is no such point"),
        ("j1xi1", "`j1`: there is no such point"),
        ("a1xe10", "`e10`: there is no such point"),
        ("a01xa2", "`a01`: there is no such point"),
        ("A1xa2", "`A1`: there is no such point"),
        ("a1xa2xa3", "there is no such point"),
        ("a1x", "a place is missing here"),
        ("xa1", "a place is missing here"),
        ("a1 x a2", "there is no such point"),
        (" a1xa2", "there is no such point"),
        ("", "expected a step such as"),
        ("a1", "expected a step such as"),
        ("a1-a2", "expected a step such as"),
        ("a1Xa2", "expected a step such as"),
        ("--", "expected a step such as"),
        ("pass", "expected a step such as"),
    ]);
}

#[test]
fn a_step_is_read_without_the_position_and_played_with_it() {
    let mut game = Tzaar::start(&Setup::default());
    // Well-formed, but not along a line, from an enemy, onto an own piece, or from a point to
    // itself.
    for step in ["a5xi5", "a1xa5", "d8xd7", "e1xe1", "d8+d7", "-"] {
        let parsed: Step = step.parse().unwrap();
        let error = game.play(parsed).unwrap_err();
        assert_eq!(error.to_string(), format!("`{step}` is not a legal step here"));
        assert_eq!(game, Tzaar::start(&Setup::default()), "{step} changed the position");
    }
}

#[test]
fn position_texts_are_refused_with_the_reason() {
    let cells = "...../ZRTzrt/......./......../......../......../......./....../.....";
    let of = |cells: &str| format!("cells={cells} turn=1 stage=capture");
    assert_eq!(read(&of(cells)).to_string(), of(cells));
    let table = [
        (of("zrt/ZRT"), "expected 9 columns of cells separated by `/`"),
        (of(&cells.replacen("ZRTzrt", "ZRTzr", 1)), "the column is too short"),
        (of(&cells.replacen("ZRTzrt", "ZRTzrt.", 1)), "the column is too long"),
        (of(&format!("{cells}.")), "the column is too long"),
        // Column e is written without the centre.
        (
            of("...../ZRTzrt/......./......../........./......../......./....../....."),
            "the column is too long",
        ),
        (of(&cells.replacen('Z', "Q", 1)), "expected `Z`, `R`, `T`, `z`, `r`, `t` or `.`"),
        (of(&cells.replacen('Z', "Z1", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z0", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z02", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z31", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z29", 1)), "at most 30 pieces"),
        (of(&cells.replacen('t', "t29", 1)), "at most 30 pieces"),
        (of(&cells.replacen("ZRTzrt", "ZR.zr.", 1)), "both sides lack a type"),
        (format!("turn=1 stage=capture cells={cells} blitz"), "`blitz`: unknown word"),
        (format!("cells={cells} turn=1"), "`stage=…` is missing"),
        (format!("cells={cells} stage=capture"), "`turn=…` is missing"),
        ("turn=1 stage=capture".into(), "`cells=…` is missing"),
        (format!("cells={cells} turn=0 stage=capture"), "expected a seat from 1 to 2"),
        (format!("cells={cells} turn=3 stage=capture"), "expected a seat from 1 to 2"),
        (format!("cells={cells} turn=1 stage=third"), "expected opening, capture or second"),
        (format!("cells={cells} turn=2 stage=opening"), "White makes the opening capture"),
        (format!("cells={cells} turn=1 turn=1 stage=capture"), "given twice"),
    ];
    let table: Vec<(&str, &str)> = table.iter().map(|(text, why)| (text.as_str(), *why)).collect();
    check_refused::<Tzaar>(&table);
}

#[test]
fn a_position_that_no_game_reaches_can_be_written() {
    // More Tzaars than the game has, a stack of all thirty pieces, one side nearly empty.
    let stacks = "a1=Z28 a2=R a3=T b1=z b2=z b3=z b4=z b5=z b6=z c1=z c2=r c3=t";
    let game = position(stacks, 1, "second");
    assert_eq!(read(&game.to_string()), game);
    assert_eq!(shown(&game)["a1"], "Z28");
    assert_eq!(shown(&play(&game, "a1+a2"))["a2"], "Z29");
}

// Prompts.

#[test]
fn every_prompt_can_be_reached() {
    let mut keys: BTreeSet<&str> = [
        position("d4=T5 d6=R4 a1=z a2=r a3=t", 1, "capture"),
        position("d4=T5 d6=Z4 a1=z a2=r a3=t", 1, "capture"),
        position("d4=R5 d6=Z4 a1=z a2=r a3=t", 1, "capture"),
        position("d4=Z d5=R d6=T g1=z2 g2=r2 g3=t2", 1, "capture"),
    ]
    .iter()
    .map(|game| game.prompt().key)
    .collect();
    assert!(keys.iter().all(|key| key.contains("-over-")), "{keys:?}");
    let mut rng = Rng::new(1);
    playout::<Tzaar>(&Setup::default(), &mut rng, 10, |game| {
        keys.insert(game.prompt().key);
    });
    assert_eq!(keys, Tzaar::PROMPTS.iter().copied().collect());
}
