//! YINSH, rule by rule (Y1–Y21), and its text forms.
//!
//! Expected results are recomputed here from point names and the points between them, independently
//! of the implementation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::str::FromStr;

use mohreh_games::show::{Arg, Colour, Role, Shape};
use mohreh_games::yinsh::{Setup, Step, Yinsh};
use mohreh_games::{Game, ParseError, Seat, Show, Status};
use mohreh_laws::{Rng, playout};

// The board by Y1.

/// Column (a = 1 … k = 11) and row.
type Place = (i32, i32);

/// First and last row of the columns a to k.
const ROWS: [(i32, i32); 11] =
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)];

/// Same letter; same number; letter and number rising together.
const LINES: [(i32, i32); 3] = [(0, 1), (1, 0), (1, 1)];

fn is_point((column, row): Place) -> bool {
    (1..=11).contains(&column) && {
        let (first, last) = ROWS[column as usize - 1];
        (first..=last).contains(&row)
    }
}

fn name((column, row): Place) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

fn place(name: &str) -> Place {
    let column = i32::from(name.as_bytes()[0] - b'a') + 1;
    (column, name[1..].parse().unwrap())
}

/// Column-major, each column from its lowest row up: the order of positions.
fn points() -> Vec<Place> {
    let all = (1..=11).flat_map(|column| (1..=11).map(move |row| (column, row)));
    all.filter(|place| is_point(*place)).collect()
}

fn along((column, row): Place, (right, up): (i32, i32), far: i32) -> Place {
    (column + right * far, row + up * far)
}

/// Direction and distance from one point to another, if they are collinear.
fn direction_to(from: Place, to: Place) -> Option<((i32, i32), i32)> {
    LINES
        .iter()
        .flat_map(|(right, up)| [(*right, *up), (-right, -up)])
        .flat_map(|direction| (1..11).map(move |far| (direction, far)))
        .find(|(direction, far)| along(from, *direction, *far) == to)
}

/// The points strictly between two collinear points.
fn between(from: Place, to: Place) -> Vec<Place> {
    let (direction, far) =
        direction_to(from, to).unwrap_or_else(|| panic!("{from:?} and {to:?}: no line"));
    (1..far).map(|n| along(from, direction, n)).collect()
}

/// All possible rows, by first and last point.
fn row_places() -> Vec<(Place, Place)> {
    let all = points().into_iter().flat_map(|p| LINES.map(|line| (p, along(p, line, 4))));
    all.filter(|(_, last)| is_point(*last)).collect()
}

fn row_points((first, last): (Place, Place)) -> Vec<Place> {
    let mut row = between(first, last);
    row.extend([first, last]);
    row
}

// Positions.

/// Pieces by point: `R` and `r` rings, `M` and `m` markers of White and Black.
type Board = BTreeMap<String, char>;

/// Expands `a2,d3-d7`: single points, and lines by their ends.
fn listed(points: &str) -> Vec<String> {
    points
        .split(',')
        .flat_map(|part| match part.split_once('-') {
            None => vec![part.to_string()],
            Some((first, last)) => {
                row_points((place(first), place(last))).into_iter().map(name).collect()
            }
        })
        .collect()
}

/// A position from its pieces, such as `R=a2,j5 M=d3-d7`, and further words. By default all other
/// markers are in the supply, and `taken=0/0`.
fn position(pieces: &str, words: &str) -> Yinsh {
    let mut board = Board::new();
    for group in pieces.split_whitespace() {
        for point in listed(&group[2..]) {
            let before = board.insert(point.clone(), group.chars().next().unwrap());
            assert!(before.is_none(), "two pieces on {point}");
        }
    }
    read(&text(&board, words))
}

fn text(board: &Board, words: &str) -> String {
    let mut columns = vec![String::new(); 11];
    for point in points() {
        columns[point.0 as usize - 1].push(board.get(&name(point)).copied().unwrap_or('.'));
    }
    let markers = board.values().filter(|piece| "Mm".contains(**piece)).count();
    let mut text = format!("cells={} {words}", columns.join("/"));
    if !words.contains("supply=") {
        text.push_str(&format!(" supply={}", 51 - markers));
    }
    if !words.contains("taken=") {
        text.push_str(" taken=0/0");
    }
    text
}

fn read(text: &str) -> Yinsh {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The board, from the scene.
fn shown(game: &Yinsh) -> Board {
    let scene = game.scene();
    let board: Board = scene
        .pieces
        .iter()
        .map(|piece| {
            let letter = match (piece.look.shape, piece.look.colour) {
                (Shape::Ring, Colour::White) => 'R',
                (Shape::Ring, Colour::Black) => 'r',
                (Shape::Marker, Colour::White) => 'M',
                (Shape::Marker, Colour::Black) => 'm',
                other => panic!("{other:?} in YINSH"),
            };
            (piece.spot.to_string(), letter)
        })
        .collect();
    assert_eq!(board.len(), scene.pieces.len(), "two pieces on a point: {game}");
    board
}

fn markers(board: &Board) -> usize {
    board.values().filter(|piece| "Mm".contains(**piece)).count()
}

/// Number of pieces in a tray; `None` if there is no such tray.
fn tray(game: &Yinsh, role: Role, owner: Option<Seat>) -> Option<u8> {
    let scene = game.scene();
    let tray = scene.trays.iter().find(|tray| tray.role == role && tray.owner == owner)?;
    Some(tray.slots.iter().map(|slot| slot.count).sum())
}

fn supply(game: &Yinsh) -> u8 {
    tray(game, Role::Supply, None).expect("a supply that is everybody's")
}

fn taken(game: &Yinsh) -> [u8; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| tray(game, Role::Taken, Some(seat)).unwrap())
}

// Steps.

fn steps(game: &Yinsh) -> BTreeSet<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    steps.iter().map(ToString::to_string).collect()
}

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.map(ToString::to_string).into()
}

fn legal(game: &Yinsh, step: &str) -> bool {
    game.is_legal(step.parse().unwrap_or_else(|error| panic!("{error}")))
}

fn play(game: &Yinsh, steps: &str) -> Yinsh {
    let mut game = game.clone();
    for step in steps.split(' ') {
        let parsed = step.parse().unwrap_or_else(|error| panic!("{error}"));
        game.play(parsed).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    game
}

fn status(game: &Yinsh) -> String {
    game.status().to_string()
}

/// Start and end of a move.
fn ends(step: &str) -> Option<(Place, Place)> {
    let (from, to) = step.split_once('-')?;
    (!step.starts_with('x')).then(|| (place(from), place(to)))
}

fn expected_rows(board: &Board, marker: char) -> BTreeSet<String> {
    let full = |row: &(Place, Place)| {
        row_points(*row).into_iter().all(|point| board.get(&name(point)) == Some(&marker))
    };
    let rows = row_places().into_iter().filter(full);
    rows.map(|(first, last)| format!("x{}-{}", name(first), name(last))).collect()
}

/// Y6–Y10 by the points between: first vacant ones only, then markers only.
fn expected_moves(board: &Board, ring: char) -> BTreeSet<String> {
    let at = |point: Place| board.get(&name(point)).copied().unwrap_or('.');
    let mut moves = BTreeSet::new();
    for from in points().into_iter().filter(|from| at(*from) == ring) {
        for to in
            points().into_iter().filter(|to| at(*to) == '.' && direction_to(from, *to).is_some())
        {
            let crossed: String = between(from, to).into_iter().map(at).collect();
            if crossed.trim_start_matches('.').trim_start_matches(['M', 'm']).is_empty() {
                moves.insert(format!("{}-{}", name(from), name(to)));
            }
        }
    }
    moves
}

/// Random positions with five rings a side and up to 45 markers.
fn scattered() -> Vec<Yinsh> {
    let mut rng = Rng::new(85);
    (0..400)
        .map(|n| {
            let mut free = points();
            let mut draw = |letter: char, count: u32| -> Vec<(String, char)> {
                let take = |_| free.swap_remove(rng.below(free.len() as u32) as usize);
                (0..count).map(take).map(|point| (name(point), letter)).collect()
            };
            let pieces = [('R', 5), ('r', 5), ('M', n % 27), ('m', n / 20)];
            let board: Board = pieces.into_iter().flat_map(|(l, count)| draw(l, count)).collect();
            read(&text(&board, &format!("turn={} stage=move", n % 2 + 1)))
        })
        .collect()
}

/// Positions in which a move is due, from [`scattered`] and from random games.
fn moving() -> Vec<Yinsh> {
    let mut all = scattered();
    for game in 0..20 {
        playout::<Yinsh>(&Setup::default(), &mut Rng::new(game), 200, |game| {
            all.push(game.clone());
        });
    }
    all.retain(|game| game.prompt().key == "yinsh-move-ring");
    assert!(all.len() > 1_000);
    all
}

/// Letters of the seat to move: its ring, its marker, the opponent's marker.
fn letters(game: &Yinsh) -> (char, char, char) {
    if status(game) == "to-move 1" { ('R', 'M', 'm') } else { ('r', 'm', 'M') }
}

// Equipment and board.

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

// Play.

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

// Passing (Y12).

/// White's ring at a2 and Black's at k10: all their rays are full of markers up to the edge.
const BLOCKED: &str = "R=a2 r=k10 \
    M=a3,a5,c2,e2,g2,c4,e6,g8,i10,k9,k7,g10,e10,i8,g6,e4 \
    m=a4,b2,d2,f2,b3,d5,f7,h9,j11,k8,j10,h10,f10,j9,h7,f5,d3,b1";

/// [`BLOCKED`] for White only: Black's ring can move.
fn white_blocked() -> String {
    BLOCKED.replace("r=k10", "r=j5")
}

#[test]
fn y12_a_player_who_cannot_move_passes_and_nothing_else_changes() {
    let game = position(&white_blocked(), "turn=1 stage=move");
    assert_eq!(steps(&game), set(["pass"]));
    assert_eq!(game.prompt().key, "yinsh-must-pass");
    assert!(game.scene().buttons.iter().any(|button| &**button == "pass"));
    let after = play(&game, "pass");
    assert_eq!(status(&after), "to-move 2");
    assert_eq!(shown(&after), shown(&game));
    assert_eq!((supply(&after), taken(&after)), (supply(&game), taken(&game)));
    assert!(steps(&after).iter().all(|step| step.starts_with("j5-")));
    // Once Black has moved, White passes again, and the game goes on.
    let later = play(&after, "j5-j6 pass");
    assert_eq!(status(&later), "to-move 2");
}

#[test]
fn y12_a_played_game_comes_to_a_pass() {
    let steps_played = "b6 b4 a5 d4 a2 c7 d3 b2 c2 b5 d3-c3 b2-b3 b6-b7 b4-a4 a2-a3 a4-c4 c2-b1 \
        c7-c8 c3-c1 d4-d2 c1-d1 d2-e2 d1-e1 e2-f2 a5-d8 b5-e8 d8-d7 e8-e7 d7-d6 c4-e6 d6-c6 b3-e3 \
        c6-c5 e6-d5 b1-e4 d5-f5 e4-e5 f5-f6 e5-g5 f6-g6 g5-g2 e3-h3 a3-f3 xb1-f5 *f3 f2-g3 c5-c2 \
        g6-d3 e1-b1 e7-h7 b7-f7 xa3-e7 *f7 g3-g4 c2-c5 h7-e7 c5-a3 e7-b4";
    let game = play(&Yinsh::start(&Setup::default()), steps_played);
    assert_eq!(status(&game), "to-move 1");
    assert_eq!(expected_moves(&shown(&game), 'R'), BTreeSet::new());
    assert_eq!(steps(&game), set(["pass"]));
    let after = play(&game, "pass");
    assert_eq!(status(&after), "to-move 2");
    assert_eq!(shown(&after), shown(&game));
    assert_eq!(steps(&after), expected_moves(&shown(&game), 'r'));
}

#[test]
fn y12_there_is_no_other_pass() {
    let start = Yinsh::start(&Setup::default());
    assert!(!legal(&start, "pass"));
    for game in moving() {
        assert!(!legal(&game, "pass"), "{game}");
        assert!(game.scene().buttons.is_empty(), "{game}");
    }
    let row = position("R=a2,j5 r=k7 M=d3-d7", "turn=1 stage=moved");
    assert!(!legal(&row, "pass") && !legal(&play(&row, "xd3-d7"), "pass"));
}

#[test]
fn y12_rows_are_taken_before_the_pass() {
    // c5 to g9 is a white row, next to the blocked lines.
    let pieces = BLOCKED.replace("R=a2", "R=a2,j5").replace("M=a3", "M=c5-g9,a3");
    let game = position(&pieces, "turn=1 stage=move");
    assert_eq!(steps(&game), set(["xc5-g9"]));
    let without_j5 = play(&game, "xc5-g9 *j5");
    assert_eq!(status(&without_j5), "to-move 1");
    assert_eq!(steps(&without_j5), set(["pass"]));
    // The other ring can still move, so there is no pass if it stays.
    let without_a2 = play(&game, "xc5-g9 *a2");
    assert!(steps(&without_a2).iter().all(|step| step.starts_with("j5-")));
}

#[test]
fn y12_the_game_ends_when_the_opponent_must_pass_too() {
    let table = [
        ("0/0", "over 1 1", "yinsh-over-blocked-draw"),
        ("1/0", "over 1 2", "yinsh-over-blocked"),
        ("1/2", "over 2 1", "yinsh-over-blocked"),
        ("2/2", "over 1 1", "yinsh-over-blocked-draw"),
    ];
    for (taken, result, key) in table {
        for turn in [1, 2] {
            let game = position(BLOCKED, &format!("taken={taken} turn={turn} stage=move"));
            assert_eq!(status(&game), format!("to-move {turn}"));
            assert_eq!(steps(&game), set(["pass"]));
            check_over(&play(&game, "pass"), result, key);
        }
    }
}

#[test]
fn y12_an_empty_supply_ends_the_game_before_any_pass() {
    let game = position(BLOCKED, "supply=0 turn=1 stage=move");
    check_over(&game, "over 1 1", "yinsh-over-supply-draw");
    let game = position(&white_blocked(), "supply=0 taken=0/1 turn=1 stage=move");
    check_over(&game, "over 2 1", "yinsh-over-supply");
}

// Rows.

#[test]
fn y13_there_are_123_places_for_a_row_of_five_of_one_colour() {
    assert_eq!(row_places().len(), 123);
    for row in row_places() {
        let inside = row_points(row);
        let rings: Vec<Place> =
            points().into_iter().filter(|point| !inside.contains(point)).take(2).collect();
        let step = format!("x{}-{}", name(row.0), name(row.1));
        for (turn, marker, other) in [(1, 'M', 'm'), (2, 'm', 'M')] {
            let words = format!("turn={turn} stage=move");
            let mut board: Board = inside.iter().map(|point| (name(*point), marker)).collect();
            board.extend([(name(rings[0]), 'R'), (name(rings[1]), 'r')]);
            assert_eq!(steps(&read(&text(&board, &words))), [step.clone()].into(), "{step}");
            // With anything else on any of the five points there is no row.
            for point in &inside {
                for piece in [other, 'R', 'r', '.'] {
                    let mut broken = board.clone();
                    broken.insert(name(*point), piece);
                    let found = steps(&read(&text(&broken, &words)));
                    assert!(!found.iter().any(|s| s.starts_with('x')), "{step}: {piece} {point:?}");
                }
            }
        }
    }
}

#[test]
fn y13_all_rows_of_any_position_and_no_others() {
    let mut found = 0;
    for game in scattered() {
        let (_, marker, _) = letters(&game);
        let rows = expected_rows(&shown(&game), marker);
        if rows.is_empty() {
            assert!(!steps(&game).iter().any(|step| step.starts_with('x')), "{game}");
        } else {
            assert_eq!(steps(&game), rows, "{game}");
            found += 1;
        }
    }
    assert!(found > 10, "{found} of the positions have a row");
}

#[test]
fn y14_the_row_goes_back_and_then_one_of_ones_own_rings_comes_off() {
    let game = position("R=d7,a2,k7 r=b7 M=d3-d6", "turn=1 stage=move");
    let moved = play(&game, "d7-e8");
    assert_eq!(status(&moved), "to-move 1");
    assert_eq!(moved.prompt().key, "yinsh-take-row");
    assert_eq!(steps(&moved), set(["xd3-d7"]), "it must be taken, and before the ring");
    let row = play(&moved, "xd3-d7");
    assert_eq!(shown(&row), shown(&position("R=e8,a2,k7 r=b7", "turn=1 stage=move")));
    assert_eq!(supply(&row), supply(&moved) + 5);
    assert_eq!((status(&row).as_str(), taken(&row)), ("to-move 1", [0, 0]));
    assert_eq!(row.prompt().key, "yinsh-remove-ring");
    assert_eq!(steps(&row), set(["*a2", "*e8", "*k7"]), "any of his own, and no other");
    for ring in ["a2", "e8", "k7"] {
        let after = play(&row, &format!("*{ring}"));
        let mut expected = shown(&row);
        expected.remove(ring);
        assert_eq!(shown(&after), expected);
        assert_eq!((status(&after).as_str(), taken(&after)), ("to-move 2", [1, 0]));
        assert_eq!(supply(&after), supply(&row));
    }
}

#[test]
fn y15_of_a_longer_line_any_adjacent_five_may_be_taken() {
    for length in 5..=10 {
        let game = position(&format!("R=a2,a3 r=k7 M=e1-e{length}"), "turn=1 stage=moved");
        let choices: BTreeSet<String> =
            (1..=length - 4).map(|first| format!("xe{first}-e{}", first + 4)).collect();
        assert_eq!(steps(&game), choices);
        for (first, choice) in (1..).zip(&choices) {
            let after = play(&game, choice);
            let mut expected = shown(&game);
            for row in first..first + 5 {
                assert_eq!(expected.remove(&format!("e{row}")), Some('M'), "{choice}");
            }
            assert_eq!(shown(&after), expected, "{choice}");
        }
    }
}

#[test]
fn y16_rows_that_do_not_cross_are_all_taken() {
    let game = position("R=a2,a3,a4 r=k7 M=d3-d7,g3-g7", "turn=1 stage=moved");
    assert_eq!(steps(&game), set(["xd3-d7", "xg3-g7"]));
    for (one, other) in [("xd3-d7", "xg3-g7"), ("xg3-g7", "xd3-d7")] {
        let first = play(&game, &format!("{one} *a2"));
        assert_eq!(status(&first), "to-move 1");
        assert_eq!(steps(&first), set([other]));
        let second = play(&first, &format!("{other} *a3"));
        assert_eq!((status(&second).as_str(), taken(&second)), ("to-move 2", [2, 0]));
        assert_eq!(markers(&shown(&second)), 0);
    }
}

#[test]
fn y16_of_crossing_rows_one_is_taken_and_the_rest_stays() {
    // Column d and number 5 cross at d5.
    let game = position("R=a2,a3,a4 r=k7 M=d3,d4,d6,d7,c5-g5", "turn=1 stage=moved");
    assert_eq!(steps(&game), set(["xd3-d7", "xc5-g5"]));
    for (row, left) in [("xd3-d7", "M=c5,e5,f5,g5"), ("xc5-g5", "M=d3,d4,d6,d7")] {
        let after = play(&game, &format!("{row} *a2"));
        assert_eq!(status(&after), "to-move 2");
        let expected = position(&format!("R=a3,a4 r=k7 {left}"), "turn=2 stage=move");
        assert_eq!(shown(&after), shown(&expected), "{row}");
    }
}

#[test]
fn y16_rows_are_looked_for_anew_and_need_not_be_chosen_so_that_most_are_taken() {
    // Number 4 crosses both columns: removing it leaves no row, removing a column leaves the other.
    let game = position("R=a2,a3,a4 r=k7 M=b4-f4,d1-d3,d5,f2,f3,f5,f6", "turn=1 stage=moved");
    assert_eq!(steps(&game), set(["xb4-f4", "xd1-d5", "xf2-f6"]));
    assert_eq!(status(&play(&game, "xb4-f4 *a2")), "to-move 2");
    assert_eq!(steps(&play(&game, "xd1-d5 *a2")), set(["xf2-f6"]));
    assert_eq!(steps(&play(&game, "xf2-f6 *a2")), set(["xd1-d5"]));
    // A line of ten holds two rows, if they are chosen accordingly.
    let game = position("R=a2,a3,a4 r=k7 M=e1-e10", "turn=1 stage=moved");
    assert_eq!(steps(&play(&game, "xe1-e5 *a2")), set(["xe6-e10"]));
    assert_eq!(status(&play(&game, "xe2-e6 *a2")), "to-move 2");
}

/// White's ring at c5 jumps d5, which then completes Black's column d.
const FOR_BLACK: &str = "R=c5,a2,a3 r=k7,j5,j6 m=d3,d4,d6,d7 M=d5";

#[test]
fn y17_a_row_made_for_the_opponent_is_taken_before_his_own_move() {
    let game = play(&position(FOR_BLACK, "turn=1 stage=move"), "c5-e5");
    assert_eq!(status(&game), "to-move 2");
    assert_eq!(game.prompt().key, "yinsh-take-row-first");
    assert_eq!(steps(&game), set(["xd3-d7"]));
    let row = play(&game, "xd3-d7");
    assert_eq!(steps(&row), set(["*j5", "*j6", "*k7"]), "a ring of his choice");
    let ring = play(&row, "*j6");
    assert_eq!((status(&ring).as_str(), taken(&ring)), ("to-move 2", [0, 1]));
    assert_eq!(ring.prompt().key, "yinsh-move-ring", "the steps belong to his turn");
    assert_eq!(steps(&ring), expected_moves(&shown(&ring), 'r'));
    assert_eq!(status(&play(&ring, "k7-j7")), "to-move 1");
}

#[test]
fn y17_several_rows_of_the_opponent_are_all_taken_before_his_move() {
    let game = position("R=a2 r=k7,j5,j6 m=d3-d7,g3-g7", "turn=2 stage=move");
    let one = play(&game, "xd3-d7 *k7");
    assert_eq!(steps(&one), set(["xg3-g7"]));
    let both = play(&one, "xg3-g7 *j5");
    assert_eq!((status(&both).as_str(), taken(&both)), ("to-move 2", [0, 2]));
    assert!(steps(&both).iter().all(|step| step.starts_with("j6-")));
}

#[test]
fn y18_the_mover_takes_his_rows_first() {
    // The same jump, which also completes White's column c.
    let game = position(&format!("{FOR_BLACK},c1-c4"), "turn=1 stage=move");
    let moved = play(&game, "c5-e5");
    assert_eq!(status(&moved), "to-move 1");
    assert_eq!(steps(&moved), set(["xc1-c5"]));
    let white = play(&moved, "xc1-c5 *a3");
    assert_eq!((status(&white).as_str(), taken(&white)), ("to-move 2", [1, 0]));
    assert_eq!(steps(&white), set(["xd3-d7"]), "it is not broken");
    let black = play(&white, "xd3-d7 *j5");
    assert_eq!((status(&black).as_str(), taken(&black)), ("to-move 2", [1, 1]));
    assert_eq!(markers(&shown(&black)), 0);
}

#[test]
fn y18b_two_crossing_black_rows_count_as_one() {
    let game = position("R=a2 r=k7,j5,j6 m=d3,d4,d6,d7,c5-g5", "turn=2 stage=moved");
    assert_eq!(steps(&game), set(["xd3-d7", "xc5-g5"]));
    for row in ["xd3-d7", "xc5-g5"] {
        let after = play(&game, &format!("{row} *k7"));
        assert_eq!((status(&after).as_str(), taken(&after)), ("to-move 1", [0, 1]), "{row}");
    }
}

#[test]
fn y18b_a_line_of_seven_has_three_choices_of_five() {
    let game = position("R=a2 r=k7,j5 m=c3-i9", "turn=2 stage=moved");
    assert_eq!(steps(&game), set(["xc3-g7", "xd4-h8", "xe5-i9"]));
}

#[test]
fn y18b_four_markers_and_a_ring_in_a_line_are_no_row() {
    for ring in ["d3", "d4", "d5", "d6", "d7"] {
        for (letter, other) in [("R", "r"), ("r", "R")] {
            let others = ["d3", "d4", "d5", "d6", "d7"].into_iter().filter(|p| *p != ring);
            let markers = others.collect::<Vec<_>>().join(",");
            let pieces = format!("{letter}={ring},k7 {other}=a2 M={markers}");
            let game = position(&pieces, "turn=1 stage=move");
            assert_eq!(game.prompt().key, "yinsh-move-ring", "{pieces}");
        }
    }
}

// The end.

fn check_over(game: &Yinsh, result: &str, key: &str) {
    assert_eq!(status(game), result, "{game}");
    assert!(steps(game).is_empty(), "{game}");
    let prompt = game.prompt();
    assert_eq!(prompt.key, key, "{game}");
    let Status::Over(outcome) = game.status() else { panic!("{game}") };
    let named = prompt.args.iter().find(|(name, _)| *name == "seat").map(|(_, seat)| *seat);
    assert_eq!(named, outcome.winner().map(Arg::Seat), "{game}");
    assert_eq!(key.ends_with("-draw"), outcome.winner().is_none(), "{game}");
}

#[test]
fn y19_the_third_ring_wins_at_once_whatever_rows_are_left() {
    let words = "taken=2/2 turn=1 stage=moved";
    let game = position("R=a2,a3 r=k7 M=d3-d7,g3-g7 m=h3-h7", words);
    let row = play(&game, "xd3-d7");
    assert_eq!(status(&row), "to-move 1", "the ring is still on the board");
    check_over(&play(&row, "*a2"), "over 1 2", "yinsh-over-rings");
    for (taken, result) in [("3/0", "over 1 2"), ("2/3", "over 2 1")] {
        let game = position("R=a2,a3 r=k7 M=d3-d7", &format!("taken={taken} turn=1 stage=move"));
        check_over(&game, result, "yinsh-over-rings");
    }
    // Two are not enough.
    let game = position("R=a2,a3 r=k7 M=d3-d7", "taken=1/2 turn=1 stage=moved");
    assert_eq!(status(&play(&game, "xd3-d7 *a2")), "to-move 2");
}

#[test]
fn y19_both_third_rows_are_won_by_the_mover() {
    let game = position(&format!("{FOR_BLACK},c1-c4"), "taken=2/2 turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xc1-c5 *e5"), "over 1 2", "yinsh-over-rings");
}

#[test]
fn y19_a_third_row_made_by_the_opponent_wins_before_any_move() {
    let game = position(FOR_BLACK, "taken=2/2 turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xd3-d7 *k7"), "over 2 1", "yinsh-over-rings");
}

#[test]
fn y20_an_empty_supply_ends_the_game_by_rings() {
    let table = [
        ("0/0", "over 1 1", "yinsh-over-supply-draw"),
        ("2/2", "over 1 1", "yinsh-over-supply-draw"),
        ("1/0", "over 1 2", "yinsh-over-supply"),
        ("1/2", "over 2 1", "yinsh-over-supply"),
    ];
    for (taken, result, key) in table {
        for (turn, step) in [(1, "a2-a3"), (2, "k7-k8")] {
            let words = format!("supply=1 taken={taken} turn={turn} stage=move");
            let game = position("R=a2,b4 r=k7,j5", &words);
            assert_eq!(status(&game), format!("to-move {turn}"), "one marker is left to move with");
            check_over(&play(&game, step), result, key);
        }
    }
}

#[test]
fn y20_rows_of_the_last_move_are_taken_first_and_play_goes_on() {
    // The mover's row returns five markers.
    let game = position("R=d7,a2,k7 r=b7,b6 M=d3-d6", "supply=1 turn=1 stage=move");
    let moved = play(&game, "d7-e8");
    assert_eq!((supply(&moved), status(&moved).as_str()), (0, "to-move 1"));
    let after = play(&moved, "xd3-d7 *a2");
    assert_eq!((supply(&after), status(&after).as_str()), (5, "to-move 2"));
    assert_eq!(after.prompt().key, "yinsh-move-ring");
    // So does the opponent's.
    let game = position(FOR_BLACK, "supply=1 turn=1 stage=move");
    let moved = play(&game, "c5-e5");
    assert_eq!((supply(&moved), status(&moved).as_str()), (0, "to-move 2"));
    let after = play(&moved, "xd3-d7 *k7");
    assert_eq!((supply(&after), status(&after).as_str()), (5, "to-move 2"));
    assert_eq!(after.prompt().key, "yinsh-move-ring");
    // And both, the mover's first.
    let game = position(&format!("{FOR_BLACK},c1-c4"), "supply=1 turn=1 stage=move");
    let after = play(&game, "c5-e5 xc1-c5 *a2 xd3-d7 *k7");
    assert_eq!((supply(&after), status(&after).as_str()), (10, "to-move 2"));
}

#[test]
fn y20_a_game_can_be_played_until_the_supply_is_empty() {
    let mut ended = 0;
    for game in 0..200 {
        let mut last = None;
        playout::<Yinsh>(&Setup::default(), &mut Rng::new(game), 1_000, |game| {
            let over = matches!(game.status(), Status::Over(_));
            let keeps_rows = [('M', "to-move 1"), ('m', "to-move 2")].iter().any(|(marker, to)| {
                status(game) == *to && !expected_rows(&shown(game), *marker).is_empty()
            });
            if supply(game) == 0 {
                assert!(over || keeps_rows, "{game}");
            }
            last = Some(game.clone());
        });
        let last = last.unwrap();
        if last.prompt().key.starts_with("yinsh-over-supply") {
            let [white, black] = taken(&last);
            let result = match white.cmp(&black) {
                std::cmp::Ordering::Greater => "over 1 2",
                std::cmp::Ordering::Equal => "over 1 1",
                std::cmp::Ordering::Less => "over 2 1",
            };
            assert_eq!((status(&last).as_str(), supply(&last)), (result, 0), "{last}");
            ended += 1;
        }
    }
    assert!(ended > 0);
}

#[test]
fn y21_the_first_row_wins_a_blitz_game() {
    let start = Yinsh::start(&"blitz".parse().unwrap());
    assert!(start.to_string().starts_with("blitz "));
    let blitz = |pieces: &str, words: &str| position(pieces, &format!("blitz {words}"));
    // One's own row: row and ring are removed as usual.
    let game = blitz("R=d7,a2,k7 r=b7 M=d3-d6", "turn=1 stage=move");
    let row = play(&game, "d7-e8 xd3-d7");
    assert_eq!(status(&row), "to-move 1");
    check_over(&play(&row, "*e8"), "over 1 2", "yinsh-over-rings");
    assert!(play(&row, "*e8").prompt().args.contains(&("rings", Arg::Number(1))));
    // A row made for the opponent.
    let game = blitz(FOR_BLACK, "turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xd3-d7 *k7"), "over 2 1", "yinsh-over-rings");
    // Rows made for both.
    let game = blitz(&format!("{FOR_BLACK},c1-c4"), "turn=1 stage=move");
    check_over(&play(&game, "c5-e5 xc1-c5 *a2"), "over 1 2", "yinsh-over-rings");
}

#[test]
fn y21_an_empty_supply_is_a_draw_in_blitz() {
    let game = position("R=a2,b4 r=k7", "blitz supply=1 turn=1 stage=move");
    check_over(&play(&game, "a2-a3"), "over 1 1", "yinsh-over-supply-draw");
    check_refused::<Yinsh>(&[(
        &text(&Board::new(), "blitz taken=2/0 turn=1 stage=move"),
        "expected a whole number from 0 to 1",
    )]);
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

#[test]
fn setup_texts_are_refused_with_the_reason() {
    check_refused::<Setup>(&[
        ("fast", "`fast`: unknown word"),
        ("Blitz", "`Blitz`: unknown word"),
        ("blitz fixed", "`fixed`: unknown word"),
        ("rings=5", "`rings`: unknown word"),
        ("blitz blitz", "given twice"),
        ("blitz=1", "`blitz` stands alone, without a value"),
        ("blitz,", "unknown word"),
    ]);
}

#[test]
fn equal_setups_have_equal_texts() {
    for (text, written) in [("", ""), ("  ", ""), ("blitz", "blitz"), (" \tblitz ", "blitz")] {
        assert_eq!(text.parse::<Setup>().unwrap().to_string(), written, "`{text}`");
    }
    assert_eq!("".parse::<Setup>(), Ok(Setup::default()));
}

#[test]
fn step_texts_are_refused_with_the_reason() {
    check_refused::<Step>(&[
        ("a1", "`a1`: there is no such point"),
        ("k6", "`k6`: there is no such point"),
        ("", "expected a step such as"),
        ("D4", "expected a step such as"),
        ("d04", "expected a step such as"),
        ("d4d8", "expected a step such as"),
        ("d4 ", "expected a step such as"),
        ("Pass", "expected a step such as"),
        ("a1-a2", "`a1`: there is no such point on the YINSH board"),
        ("a2-a6", "`a6`: there is no such point"),
        ("k7-k6", "`k6`: there is no such point"),
        ("k7-k11", "`k11`: there is no such point"),
        ("f1-f2", "`f1`: there is no such point"),
        ("f10-f11", "`f11`: there is no such point"),
        ("g12-g11", "`g12`: there is no such point"),
        ("l5-k7", "`l5`: there is no such point"),
        ("d4-", "a place is missing here"),
        ("-d4", "a place is missing here"),
        ("d4-d8-d9", "there is no such point"),
        ("*a1", "`a1`: there is no such point"),
        ("*", "a place is missing here"),
        ("**e5", "there is no such point"),
        ("x", "expected a row such as"),
        ("xc2", "expected a row such as"),
        ("xa1-a5", "`a1`: there is no such point"),
        ("xk6-k10", "`k6`: there is no such point"),
        ("xb1-f1", "`f1`: there is no such point"),
        ("xc2-c5", "expected the two ends of five in a line"),
        ("xc2-c7", "expected the two ends of five in a line"),
        ("xc2-c2", "expected the two ends of five in a line"),
        ("xc6-g2", "expected the two ends of five in a line"),
        ("xc2-g3", "expected the two ends of five in a line"),
        ("xc2-e6", "expected the two ends of five in a line"),
        ("xc6-c2", "smaller first"),
        ("xg2-c2", "smaller first"),
        ("xg6-c2", "smaller first"),
    ]);
}

#[test]
fn just_the_123_rows_can_be_written() {
    let names: Vec<String> = points().into_iter().map(name).collect();
    let pairs = names.iter().flat_map(|first| names.iter().map(move |last| (first, last)));
    let written: BTreeSet<String> = pairs
        .map(|(first, last)| format!("x{first}-{last}"))
        .filter(|text| text.parse::<Step>().is_ok())
        .collect();
    let rows = row_places().into_iter();
    assert_eq!(written, rows.map(|(a, b)| format!("x{}-{}", name(a), name(b))).collect());
    assert_eq!(written.len(), 123);
}

#[test]
fn a_step_is_read_without_the_position_and_played_with_it() {
    let before = position("R=d4,a2 r=d8 M=b4-f8", "turn=2 stage=move");
    let mut game = before.clone();
    for step in ["e5", "d8-d8", "d8-e4", "d4-d5", "xb4-f8", "*d8", "pass"] {
        let parsed: Step = step.parse().unwrap();
        assert_eq!(parsed.to_string(), step);
        let error = game.play(parsed).unwrap_err();
        assert_eq!(error.to_string(), format!("`{step}` is not a legal step here"));
        assert_eq!(game, before, "{step} changed the position");
    }
}

#[test]
fn position_texts_are_refused_with_the_reason() {
    let empty = "..../......./......../........./........../........./........../........./......../......./....";
    let whole = |cells: &str, words: &str| format!("cells={cells} {words}");
    let start = whole(empty, "supply=51 taken=0/0 turn=1 stage=place");
    assert_eq!(Yinsh::start(&Setup::default()).to_string(), start);
    let of = |pieces: &[(&str, char)], words: &str| -> String {
        text(&pieces.iter().map(|(point, piece)| (point.to_string(), *piece)).collect(), words)
    };
    let six = [("a2", 'R'), ("a3", 'R'), ("a4", 'R'), ("a5", 'R'), ("b1", 'R'), ("b2", 'R')];
    let table = [
        (
            start.replacen("/....... ", " ", 1).replacen("..../", "", 1),
            "expected 11 columns of cells",
        ),
        (start.replacen("..../", ".../", 1), "expected a column of 4 places"),
        (start.replacen("..../", "...../", 1), "expected a column of 4 places"),
        (start.replacen('.', "Z", 1), "expected `R`, `r`, `M`, `m` or `.`"),
        (start.replace("supply=51", "supply=52"), "expected a whole number from 0 to 51"),
        (start.replace("supply=51", "supply=051"), "expected a whole number from 0 to 51"),
        (start.replace("supply=51 ", ""), "`supply=…` is missing"),
        (start.replace("taken=0/0 ", ""), "`taken=…` is missing"),
        (start.replace("turn=1 ", ""), "`turn=…` is missing"),
        (start.replace(" stage=place", ""), "`stage=…` is missing"),
        (start.replace("cells=", "cell="), "`cell`: unknown word; known are: blitz, cells,"),
        (start.replace("taken=0/0", "taken=0"), "expected 2 numbers separated by `/`"),
        (start.replace("taken=0/0", "taken=0/0/0"), "expected only 2 numbers"),
        (start.replace("turn=1", "turn=0"), "expected a seat from 1 to 2"),
        (start.replace("turn=1", "turn=3"), "expected a seat from 1 to 2"),
        (
            start.replace("stage=place", "stage=go"),
            "expected place, move, moved, ring-move or ring",
        ),
        (format!("{start} fixed"), "`fixed`: unknown word"),
        (format!("{start} turn=1"), "given twice"),
        (format!("{start} passed=1"), "`passed` stands alone"),
        (start.replace("turn=1", "turn=2"), "rings are placed in turn, White first"),
        (of(&[("a2", 'R')], "turn=1 stage=place"), "rings are placed in turn, White first"),
        (of(&[("a2", 'M')], "turn=1 stage=place"), "there are no markers while rings are placed"),
        (of(&six, "turn=1 stage=move"), "a player has five rings"),
        (of(&six[..5], "taken=1/0 turn=1 stage=move"), "a player has five rings"),
        (of(&[("a2", 'M')], "supply=51 turn=1 stage=move"), "only 51 markers"),
        (of(&[], "taken=3/3 turn=1 stage=move"), "both players have taken all their rings"),
        (of(&[("a2", 'R')], "taken=3/0 turn=1 stage=ring"), "the game is won"),
        (of(&[("a2", 'R')], "turn=1 stage=moved"), "there must be a row to take"),
        (of(&[("a2", 'R')], "turn=2 stage=ring"), "there is no ring to remove"),
        (of(&[("a2", 'R')], "turn=2 stage=ring-move"), "there is no ring to remove"),
        (of(&[("a2", 'R')], "turn=1 stage=ring passed"), "`passed` goes with the stage `move`"),
    ];
    let table: Vec<(&str, &str)> = table.iter().map(|(text, why)| (text.as_str(), *why)).collect();
    check_refused::<Yinsh>(&table);
}

#[test]
fn a_position_text_remembers_the_pass_and_the_step_of_the_turn() {
    let passed = play(&position(&white_blocked(), "turn=1 stage=move"), "pass");
    let row_before = play(&position("R=a2 r=k7,j5 m=d3-d7", "turn=2 stage=move"), "xd3-d7");
    let row_after = play(&position("R=a2 r=k7,j5 m=d3-d7", "turn=2 stage=moved"), "xd3-d7");
    for game in [&passed, &row_before, &row_after] {
        assert_eq!(&read(&game.to_string()), game);
    }
    assert_eq!(status(&play(&read(&row_before.to_string()), "*k7")), "to-move 2");
    assert_eq!(status(&play(&read(&row_after.to_string()), "*k7")), "to-move 1");
}

// Prompts.

#[test]
fn every_prompt_can_be_reached() {
    let mut keys: BTreeSet<&str> = [
        position("R=a2 r=k7", "taken=3/0 turn=1 stage=move"),
        position(FOR_BLACK, "supply=0 taken=1/0 turn=1 stage=move"),
        position(FOR_BLACK, "supply=0 turn=1 stage=move"),
        position(BLOCKED, "taken=1/0 turn=1 stage=move passed"),
        position(BLOCKED, "turn=1 stage=move passed"),
        position(BLOCKED, "turn=1 stage=move"),
        position("R=a2 r=k7 M=d3-d7", "turn=1 stage=moved"),
        position("R=a2 r=k7 M=d3-d7", "turn=1 stage=move"),
        position("R=a2 r=k7", "turn=1 stage=ring"),
    ]
    .iter()
    .map(|game| game.prompt().key)
    .collect();
    playout::<Yinsh>(&Setup::default(), &mut Rng::new(1), 12, |game| {
        keys.insert(game.prompt().key);
    });
    assert_eq!(keys, Yinsh::PROMPTS.iter().copied().collect());
}
