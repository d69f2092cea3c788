//! Sample scenes: hand-made ones that cover everything a scene can contain, and scenes of random games.

use mohreh_games::hex::Axial;
use mohreh_games::show::{
    Colour, Die, Figure, Ground, Look, Mark, Name, Piece, Role, Scene, Shape, Slot, Spot, Tray,
};
use mohreh_games::{AnyGame, Kind, Seat, Status};

/// All marks.
pub(crate) const MARKS: [Mark; 3] = [Mark::Plain, Mark::Circle, Mark::Star];

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).expect("short enough")
}

/// A scene with spots only.
pub(crate) fn scene(spots: Vec<Spot>) -> Scene {
    Scene::of(spots)
}

/// A look without a mark.
pub(crate) fn plain(shape: Shape, colour: Colour) -> Look {
    let name = match shape {
        Shape::Marble => "marble",
        Shape::Ring => "ring",
        Shape::Marker => "marker",
        Shape::Disc => "piece",
    };
    Look { shape, colour, mark: Mark::Plain, name }
}

pub(crate) fn piece(spot: &str, shape: Shape, colour: Colour, level: u8, height: u8) -> Piece {
    Piece { spot: name(spot), look: plain(shape, colour), level, height }
}

fn slot(text: &str, shape: Shape, colour: Colour, count: u8) -> Slot {
    Slot { name: name(text), look: plain(shape, colour), count }
}

fn tray(role: Role, owner: Option<usize>, slots: Vec<Slot>) -> Tray {
    Tray { role, owner: owner.map(Seat::new), slots }
}

/// A hexagon whose columns are numbered from their lower end, so that rows bend in the middle.
fn hexagon(side: i8, ground: Ground) -> Vec<Spot> {
    let mut spots = Vec::new();
    for column in 0..2 * side - 1 {
        let bent = (column - side + 1).max(0);
        let height = if column < side { side + column } else { 3 * side - 2 - column };
        for row in 0..height {
            let (x, y) = Axial::new(column, row + bent).xy();
            let text = format!("{}{}", char::from(b'a' + column as u8), row + 1);
            spots.push(Spot { name: name(&text), x, y, ground });
        }
    }
    spots
}

fn join(scene: &mut Scene) {
    for (i, a) in scene.spots.iter().enumerate() {
        for (j, b) in scene.spots.iter().enumerate().skip(i + 1) {
            if (a.x - b.x).powi(2) + (a.y - b.y).powi(2) < 1.1 {
                scene.lines.push((i, j));
            }
        }
    }
}

/// Unmatched rings, some removed, with marbles in three colours.
pub(crate) fn marbles(side: i8) -> Scene {
    use Colour::{Black, Grey, White};
    let mut scene = scene(hexagon(side, Ground::Ring));
    for gone in ["a1", "a2", "b1", "g4", "g3"] {
        let gone = scene.spots.iter_mut().find(|spot| *spot.name == *gone).expect("on board");
        gone.ground = Ground::Gap;
    }
    for (spot, colour) in [
        ("d4", White),
        ("d5", Grey),
        ("c3", Black),
        ("e2", White),
        ("f3", Black),
        ("c5", Grey),
        ("b4", Black),
        ("e5", Grey),
    ] {
        scene.pieces.push(piece(spot, Shape::Marble, colour, 0, 1));
    }
    let three = |name: &str, counts: [u8; 3]| {
        let names = ["white", "grey", "black"].map(|colour| format!("{colour}-{name}"));
        (0..3).map(|i| slot(&names[i], Shape::Marble, [White, Grey, Black][i], counts[i])).collect()
    };
    scene.trays = vec![
        tray(Role::Supply, None, three("supply", [3, 4, 6])),
        tray(Role::Captured, Some(0), three("1", [1, 2, 0])),
        tray(Role::Captured, Some(1), three("2", [0, 2, 5])),
    ];
    scene.marked = ["d4", "d5", "c3"].map(name).into();
    scene
}

/// Points joined by lines, discs of three types, stacks of all heights.
pub(crate) fn stacks() -> Scene {
    use Colour::{Black, White};
    let mut spots = hexagon(5, Ground::Point);
    spots.retain(|spot| &*spot.name != "e5");
    let mut scene = scene(spots);
    join(&mut scene);
    for (i, spot) in scene.spots.iter().enumerate() {
        let colour = if (i * 7 / 3) % 2 == 0 { White } else { Black };
        let mark = MARKS[[0, 0, 1, 0, 1, 2][i * 5 % 6]];
        let height = [1, 1, 1, 2, 1, 1, 3, 1, 1, 1, 5, 1, 1, 12][i * 3 % 14];
        if i % 9 != 4 {
            let look = Look { mark, ..plain(Shape::Disc, colour) };
            scene.pieces.push(Piece { spot: spot.name, look, level: 0, height });
        }
    }
    let types = |seat: usize, colour, counts: [u8; 3]| {
        let names = ["tzaar", "tzarra", "tott"].map(|name| format!("{name}-{}", seat + 1));
        let slots = (0..3).map(|i| Slot {
            name: name(&names[i]),
            look: Look { mark: MARKS[2 - i], ..plain(Shape::Disc, colour) },
            count: counts[i],
        });
        tray(Role::OnBoard, Some(seat), slots.collect())
    };
    scene.trays = vec![types(0, White, [4, 7, 12]), types(1, Black, [1, 0, 9])];
    scene.buttons = vec![name("pass")];
    scene
}

/// Straight rows on a board with an indented edge; rings and markers.
pub(crate) fn rings() -> Scene {
    use Colour::{Black, White};
    let rows = [
        (2, 5),
        (1, 7),
        (1, 8),
        (1, 9),
        (1, 10),
        (2, 10),
        (2, 11),
        (3, 11),
        (4, 11),
        (5, 11),
        (7, 10),
    ];
    let mut spots = Vec::new();
    for (column, (first, last)) in rows.into_iter().enumerate() {
        for row in first..=last {
            let (x, y) = Axial::new(column as i8, row - 1).xy();
            let text = format!("{}{row}", char::from(b'a' + column as u8));
            spots.push(Spot { name: name(&text), x, y, ground: Ground::Point });
        }
    }
    let mut scene = scene(spots);
    join(&mut scene);
    for (spot, shape, colour) in [
        ("e5", Shape::Ring, White),
        ("f7", Shape::Ring, White),
        ("c3", Shape::Ring, White),
        ("h8", Shape::Ring, Black),
        ("d6", Shape::Ring, Black),
        ("g4", Shape::Ring, Black),
        ("e6", Shape::Marker, White),
        ("e7", Shape::Marker, White),
        ("f6", Shape::Marker, Black),
        ("g6", Shape::Marker, Black),
        ("g7", Shape::Marker, White),
        ("d4", Shape::Marker, Black),
        ("d5", Shape::Marker, Black),
        ("h6", Shape::Marker, White),
    ] {
        scene.pieces.push(piece(spot, shape, colour, 0, 1));
    }
    scene.trays = vec![
        tray(Role::Supply, None, vec![slot("supply", Shape::Marker, White, 43)]),
        tray(Role::Hand, Some(0), vec![slot("hand-1", Shape::Ring, White, 2)]),
        tray(Role::Taken, Some(0), vec![slot("taken-1", Shape::Ring, White, 0)]),
        tray(Role::Hand, Some(1), vec![slot("hand-2", Shape::Ring, Black, 2)]),
        tray(Role::Taken, Some(1), vec![slot("taken-2", Shape::Ring, Black, 1)]),
    ];
    scene
}

/// Cells with every combination, stacks of up to four seats, dice before and after a roll.
pub(crate) fn cells(seats: usize) -> Scene {
    let figure = |token: &str| match token {
        "H" => Figure::FullHouse,
        "S" => Figure::Straight,
        pair if pair.starts_with('P') => Figure::Pair(pair[1..].parse().expect("a number")),
        alike => Figure::Alike(alike.parse().expect("a number")),
    };
    let rows = [
        "H 3 5 S P1 4",
        "S H P2 3 4 5",
        "P3 5 4 H S 3",
        "3 S H 4 5 P4",
        "5 4 3 P5 H S",
        "4 P6 S 5 3 H",
    ];
    let mut spots = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, token) in row.split(' ').enumerate() {
            let text = format!("{}{}", char::from(b'a' + x as u8), 6 - y);
            let ground = Ground::Cell(figure(token));
            spots.push(Spot { name: name(&text), x: x as f32, y: y as f32, ground });
        }
    }
    let mut scene = scene(spots);
    let stacks = [
        ("b5", &[0][..]),
        ("c3", &[1, 0]),
        ("c4", &[3, 1, 2]),
        ("d3", &[2, 0, 1, 3]),
        ("e2", &[0, 1, 2, 3, 0]),
        ("e5", &[3]),
        ("f1", &[2]),
        ("a6", &[1, 1]),
        ("b2", &[1]),
    ];
    for (spot, owners) in stacks {
        for (level, owner) in owners.iter().enumerate() {
            let colour = Colour::Of(Seat::new(owner % seats));
            scene.pieces.push(piece(spot, Shape::Disc, colour, level as u8, 1));
        }
    }
    for seat in 0..seats {
        let colour = Colour::Of(Seat::new(seat));
        let one = |role, what: &str, count| {
            let text = format!("{what}-{}", seat + 1);
            tray(role, Some(seat), vec![slot(&text, Shape::Disc, colour, count)])
        };
        scene.trays.push(one(Role::Hand, "hand", 11 - seat as u8));
        scene.trays.push(one(Role::Lost, "lost", seat as u8));
        scene.trays.push(one(Role::Points, "points", 4 * seat as u8));
    }
    for (i, face) in [Some(3), Some(1), Some(6), None, Some(5)].into_iter().enumerate() {
        scene.dice.push(Die { name: name(&format!("die-{}", i + 1)), face });
    }
    scene.rolls_left = Some(3);
    scene.buttons = vec![name("roll")];
    scene.marked = ["b5", "c4", "d3", "e2"].map(name).into();
    scene
}

/// All hand-made scenes.
pub(crate) fn sample_scenes() -> Vec<Scene> {
    vec![marbles(4), marbles(5), stacks(), rings(), cells(2), cells(4), scene(Vec::new())]
}

/// Calls `seen` with scenes along random games of every kind and some setups.
pub(crate) fn visit_random_games(mut seen: impl FnMut(&AnyGame, &Scene)) {
    let all = Kind::ALL.iter().flat_map(|kind| kind.samples().iter().map(|setup| (*kind, *setup)));
    for (number, (kind, setup)) in all.enumerate() {
        let mut state = 0x9e37_79b9_7f4a_7c15 ^ number as u64;
        let mut below = move |n: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(n)) as u32
        };
        for _ in 0..2 {
            let mut game = AnyGame::start(kind, setup).expect("a setup of this game");
            // Enough for nearly every game to end.
            for ply in 0..600 {
                let over = matches!(game.status(), Status::Over(_));
                if over || ply % 5 == 0 {
                    seen(&game, &game.scene());
                }
                let step = match game.status() {
                    Status::Over(_) => break,
                    Status::ToRoll => game.roll(&mut below).expect("a roll is due"),
                    Status::ToMove(_) => {
                        let mut steps = game.steps();
                        steps.swap_remove(below(steps.len() as u32) as usize)
                    }
                };
                game.play(&step).expect("legal");
            }
        }
    }
}
