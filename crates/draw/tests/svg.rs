//! Pictures are well-formed, complete, and nothing in them is cut off.

mod common;

use std::collections::BTreeSet;

use common::{along_random_games, by_hand, name, piece, scene};
use mohreh_draw::svg;
use mohreh_games::Seat;
use mohreh_games::show::{Colour, Figure, Ground, Name, Scene, Shape, Spot};
use roxmltree::{Document, Node};

/// A box around something drawn: left, top, right, bottom.
type Bounds = [f32; 4];

/// How a group moves and scales what is in it.
#[derive(Clone, Copy)]
struct Moved {
    x: f32,
    y: f32,
    scale: f32,
}

fn number(node: Node<'_, '_>, attribute: &str) -> f32 {
    let text = node.attribute(attribute).unwrap_or("0");
    text.parse().unwrap_or_else(|_| panic!("`{attribute}={text}` is no number"))
}

fn numbers(text: &str) -> Vec<f32> {
    let split = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    split.filter(|part| !part.is_empty()).map(|part| part.parse().expect("a number")).collect()
}

/// Calls `see` with the box of everything drawn, definitions where they are copied to.
fn walk(node: Node<'_, '_>, moved: Moved, see: &mut dyn FnMut(Node<'_, '_>, Bounds)) {
    let around = |x: f32, y: f32, rx: f32, ry: f32| {
        let (x, y) = (moved.x + x * moved.scale, moved.y + y * moved.scale);
        let (rx, ry) = (rx * moved.scale, ry * moved.scale);
        [x - rx, y - ry, x + rx, y + ry]
    };
    let n = |attribute| number(node, attribute);
    let stroke = n("stroke-width") / 2.0;
    match node.tag_name().name() {
        "defs" | "title" => {}
        "circle" => see(node, around(n("cx"), n("cy"), n("r") + stroke, n("r") + stroke)),
        "ellipse" => {
            let r = n("rx").max(n("ry"));
            see(node, around(n("cx"), n("cy"), r, r));
        }
        "rect" => {
            let (w, h) = (n("width") / 2.0, n("height") / 2.0);
            see(node, around(n("x") + w, n("y") + h, w + stroke, h + stroke));
        }
        "path" => {
            // Arcs are small; their numbers all lie near the sign that they draw.
            for point in numbers(node.attribute("d").expect("a path")).chunks(2) {
                see(node, around(point[0], *point.get(1).unwrap_or(&0.0), stroke, stroke));
            }
        }
        "text" => {
            let size = n("font-size");
            let half = node.text().unwrap_or_default().chars().count() as f32 * size * 0.32;
            see(node, around(n("x"), n("y") - size * 0.35, half, size * 0.5));
        }
        "use" => {
            let id = node.attribute("href").and_then(|href| href.strip_prefix('#')).expect("an id");
            let target = node
                .document()
                .descendants()
                .find(|other| other.attribute("id") == Some(id))
                .unwrap_or_else(|| panic!("`{id}` is not defined"));
            let (x, y) = (moved.x + n("x") * moved.scale, moved.y + n("y") * moved.scale);
            walk(target, Moved { x, y, ..moved }, see);
        }
        "svg" | "g" => {
            let mut inside = moved;
            if let Some(transform) = node.attribute("transform") {
                let by = numbers(transform);
                inside.x += by[0] * moved.scale;
                inside.y += by[1] * moved.scale;
                inside.scale *= by.get(2).unwrap_or(&1.0);
            }
            for child in node.children().filter(Node::is_element) {
                walk(child, inside, see);
            }
        }
        other => panic!("unexpected element `{other}`"),
    }
}

fn check(scene: &Scene) {
    let text = svg(scene);
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let root = document.root_element();

    let named = |attribute: &str| -> Vec<String> {
        let nodes = root.descendants();
        let mut names: Vec<_> =
            nodes.filter_map(|node| node.attribute(attribute)).map(str::to_owned).collect();
        names.sort_unstable();
        names
    };
    let sorted = |names: &mut dyn Iterator<Item = Name>| -> Vec<String> {
        let mut names: Vec<_> = names.map(|name| name.to_string()).collect();
        names.sort_unstable();
        names
    };
    let slots = scene.trays.iter().flat_map(|tray| &tray.slots);
    assert_eq!(named("data-spot"), sorted(&mut scene.spots.iter().map(|spot| spot.name)));
    assert_eq!(named("data-slot"), sorted(&mut slots.map(|slot| slot.name)));
    assert_eq!(named("data-die"), sorted(&mut scene.dice.iter().map(|die| die.name)));
    assert_eq!(named("data-button"), sorted(&mut scene.buttons.iter().copied()));

    let ids = named("id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an id is given twice");
    for used in text.split("url(#").skip(1) {
        let id = used.split(')').next().expect("an id").to_owned();
        assert!(ids.contains(&id), "`{id}` is not defined");
    }

    let view = numbers(root.attribute("viewBox").expect("a view box"));
    let (left, top, right, bottom) = (view[0], view[1], view[0] + view[2], view[1] + view[3]);
    assert!(right > left && bottom > top);
    let mut drawn = 0;
    walk(root, Moved { x: 0.0, y: 0.0, scale: 1.0 }, &mut |node, bounds| {
        drawn += 1;
        let inside = bounds[0] >= left - 0.1
            && bounds[1] >= top - 0.1
            && bounds[2] <= right + 0.1
            && bounds[3] <= bottom + 0.1;
        assert!(inside, "{node:?} at {bounds:?} is not within {view:?}");
    });
    assert!(drawn > scene.spots.len(), "every spot shows something");
}

/// The groups of spots with what is copied into them.
fn copies(text: &str, spot: &str) -> Vec<String> {
    let document = Document::parse(text).expect("well-formed");
    let group = document.descendants().find(|node| node.attribute("data-spot") == Some(spot));
    let copies = group.expect("the spot").descendants().filter(|node| node.has_tag_name("use"));
    copies.filter_map(|node| node.attribute("href")).map(str::to_owned).collect()
}

#[test]
fn scenes_made_by_hand() {
    for scene in by_hand() {
        check(&scene);
    }
}

#[test]
fn scenes_of_random_games() {
    along_random_games(|_, scene| check(scene));
}

#[test]
fn every_piece_is_in_the_group_of_its_spot() {
    along_random_games(|_, scene| {
        let text = svg(scene);
        let document = Document::parse(&text).expect("well-formed");
        for group in document.descendants().filter(|node| node.has_attribute("data-spot")) {
            let spot = group.attribute("data-spot").expect("a name");
            let standing = scene.pieces.iter().filter(|piece| &*piece.spot == spot);
            let layers: usize = standing.map(|piece| usize::from(piece.height)).sum();
            let copied = group.descendants().filter(|node| node.has_tag_name("use")).count();
            assert_eq!(copied, layers.min(6), "on {spot}");
        }
    });
}

#[test]
fn pieces_of_one_spot_are_drawn_from_the_bottom_up() {
    let ground = Ground::Cell(Figure::Straight);
    let mut scene = scene(vec![Spot { name: name("a1"), x: 0.0, y: 0.0, ground }]);
    for (level, seat) in [(1, 2), (2, 0), (0, 3)] {
        let colour = Colour::Of(Seat::new(seat));
        scene.pieces.push(piece("a1", Shape::Disc { crowns: 0 }, colour, level, 1));
    }
    let order = copies(&svg(&scene), "a1");
    assert_eq!(order, ["#mohreh-disc-0-4", "#mohreh-disc-0-3", "#mohreh-disc-0-1"]);
    check(&scene);
}

#[test]
fn a_tall_stack_says_its_height_and_stays_in_the_picture() {
    let ground = Ground::Point;
    for height in [2, 9, 10, 99, 255] {
        let mut scene = scene(vec![Spot { name: name("a1"), x: 0.0, y: 0.0, ground }]);
        scene.pieces.push(piece("a1", Shape::Disc { crowns: 2 }, Colour::Black, 0, height));
        check(&scene);
        assert!(svg(&scene).contains(&format!(">{height}</text>")));
        let copies = copies(&svg(&scene), "a1");
        assert_eq!(copies.last().map(String::as_str), Some("#mohreh-disc-2-black"));
    }
}

#[test]
fn every_look_and_figure_can_be_drawn() {
    let seats = (0..Seat::MOST).map(|seat| Colour::Of(Seat::new(seat)));
    let colours = [Colour::White, Colour::Grey, Colour::Black].into_iter().chain(seats);
    let shapes = [Shape::Marble, Shape::Ring, Shape::Marker]
        .into_iter()
        .chain((0..4).map(|crowns| Shape::Disc { crowns }));
    let figures = [Figure::FullHouse, Figure::Straight]
        .into_iter()
        .chain((0..=7).flat_map(|n| [Figure::Alike(n), Figure::Pair(n)]));
    let grounds = [Ground::Ring, Ground::Gap, Ground::Point]
        .into_iter()
        .chain(figures.map(Ground::Cell))
        .collect::<Vec<_>>();
    for colour in colours {
        for shape in shapes.clone() {
            for &ground in &grounds {
                let mut scene = scene(vec![Spot { name: name("a1"), x: 3.0, y: -2.0, ground }]);
                check(&scene);
                scene.pieces.push(piece("a1", shape, colour, 0, 3));
                scene.marked.push(name("a1"));
                check(&scene);
            }
        }
    }
}

#[test]
fn names_are_escaped() {
    let awkward = ["<&>\"'", "a\u{0}b\u{7}c", "بازی", "wwwwwwwwwwwwwww", "]]>", "", "a1"];
    let spots = |ground| {
        let spot =
            |(i, text): (usize, &&str)| Spot { name: name(text), x: i as f32, y: 0.0, ground };
        awkward.iter().enumerate().map(spot).collect::<Vec<_>>()
    };
    for ground in [Ground::Ring, Ground::Point, Ground::Cell(Figure::Pair(2)), Ground::Gap] {
        let mut scene = scene(spots(ground));
        scene.buttons = awkward.map(name).into();
        let text = svg(&scene);
        let document = Document::parse(&text).expect("well-formed");
        for (kind, count) in [("data-spot", awkward.len()), ("data-button", awkward.len())] {
            assert_eq!(
                document.descendants().filter(|node| node.has_attribute(kind)).count(),
                count
            );
        }
        assert!(text.contains("&lt;&amp;&gt;&quot;&#39;"));
    }
}

#[test]
fn long_names_fit() {
    for ground in [Ground::Ring, Ground::Point, Ground::Cell(Figure::Straight)] {
        for text in ["wwwwwwwwwwwwwww", "wwwwwwwwwwwwww1"] {
            let mut scene = scene(vec![Spot { name: name(text), x: 0.0, y: 0.0, ground }]);
            check(&scene);
            scene.buttons = vec![name(text); 3];
            scene.spots.clear();
            check(&scene);
        }
    }
}

#[test]
fn rows_that_are_straight_have_numbers_and_others_have_names() {
    let labels = |scene: &Scene| -> Vec<String> {
        let text = svg(scene);
        let document = Document::parse(&text).expect("well-formed");
        let texts = document.root_element().children().filter(|node| node.has_tag_name("text"));
        texts.filter_map(|node| node.text()).map(str::to_owned).collect()
    };
    let straight = labels(&common::cells(2));
    assert_eq!(straight, ["a", "b", "c", "d", "e", "f", "1", "2", "3", "4", "5", "6"]);
    let bent = labels(&common::stacks());
    assert_eq!(bent[..6], ["a1", "a5", "b1", "b6", "c1", "c7"]);
    assert!(labels(&common::marbles(4)).is_empty(), "rings carry their names");
}
