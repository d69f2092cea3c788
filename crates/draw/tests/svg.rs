//! `svg`: pictures are well-formed and complete, and nothing is clipped.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod common;
mod svg_reader;

use common::{MARKS, name, piece, plain, sample_scenes, scene, visit_random_games};
use mohreh_draw::svg;
use mohreh_games::Seat;
use mohreh_games::show::{Colour, Figure, Ground, Look, Mark, Name, Piece, Scene, Shape, Spot};
use roxmltree::Document;
use svg_reader::{check_drawing, values};

fn check(scene: &Scene) {
    let text = svg(scene);
    let drawn = check_drawing(&text);
    assert!(drawn > scene.spots.len(), "every spot shows something");

    let document = Document::parse(&text).expect("well-formed");
    let named = |attribute: &str| values(document.root_element(), attribute);
    let sorted = |names: &mut dyn Iterator<Item = Name>| -> Vec<String> {
        let mut names: Vec<_> = names.map(|name| name.to_string()).collect();
        names.sort_unstable();
        names
    };
    let slots = scene.trays.iter().flat_map(|tray| &tray.slots);
    let held = |spot: &&Spot| scene.pieces.iter().any(|piece| piece.spot == spot.name);
    let held = scene.spots.iter().filter(held).map(|spot| spot.name);
    assert_eq!(named("data-spot"), sorted(&mut scene.spots.iter().map(|spot| spot.name)));
    assert_eq!(named("data-at"), sorted(&mut held.into_iter()));
    assert_eq!(named("data-slot"), sorted(&mut slots.map(|slot| slot.name)));
    assert_eq!(named("data-die"), sorted(&mut scene.dice.iter().map(|die| die.name)));
    // Pictures have no words: the names of spots are notation, everything else is a number.
    let words = document.descendants().filter(|node| node.has_tag_name("text"));
    let words: Vec<&str> = words.filter_map(|node| node.text()).collect();
    assert!(scene.buttons.iter().all(|button| !words.contains(&&**button)));
}

/// Targets of the `<use>` elements of a spot, bottom first, without the shadow.
fn copies(text: &str, spot: &str) -> Vec<String> {
    let document = Document::parse(text).expect("well-formed");
    let group = document.descendants().find(|node| node.attribute("data-at") == Some(spot));
    let copies = group.expect("the spot").descendants().filter(|node| node.has_tag_name("use"));
    let names = copies.filter_map(|node| node.attribute("href"));
    names.filter(|name| !name.contains("under")).map(str::to_owned).collect()
}

#[test]
fn scenes_made_by_hand() {
    for scene in sample_scenes() {
        check(&scene);
    }
}

#[test]
fn scenes_of_random_games() {
    visit_random_games(|_, scene| check(scene));
}

#[test]
fn every_piece_is_in_the_group_of_its_spot() {
    visit_random_games(|_, scene| {
        let text = svg(scene);
        let document = Document::parse(&text).expect("well-formed");
        for group in document.descendants().filter(|node| node.has_attribute("data-at")) {
            let spot = group.attribute("data-at").expect("a name");
            let standing = scene.pieces.iter().filter(|piece| &*piece.spot == spot);
            let layers: usize = standing.map(|piece| usize::from(piece.height)).sum();
            let copied = group.descendants().filter(|node| node.has_tag_name("use")).count();
            assert_eq!(copied, layers.min(6) + 1, "its layers and a shadow on {spot}");
        }
    });
}

#[test]
fn pieces_of_one_spot_are_drawn_from_the_bottom_up() {
    let ground = Ground::Cell(Figure::Straight);
    let mut scene = scene(vec![Spot { name: name("a1"), x: 0.0, y: 0.0, ground }]);
    for (level, seat) in [(1, 2), (2, 0), (0, 3)] {
        let colour = Colour::Of(Seat::new(seat));
        scene.pieces.push(piece("a1", Shape::Disc, colour, level, 1));
    }
    let order = copies(&svg(&scene), "a1");
    assert_eq!(order, ["#mp-disc-4", "#mp-disc-3", "#mp-disc-1-0"]);
    check(&scene);
}

#[test]
fn a_tall_stack_says_its_height_and_stays_in_the_picture() {
    let ground = Ground::Point;
    for height in [2, 9, 10, 99, 255] {
        let mut scene = scene(vec![Spot { name: name("a1"), x: 0.0, y: 0.0, ground }]);
        let look = Look { mark: Mark::Star, ..plain(Shape::Disc, Colour::Black) };
        scene.pieces.push(Piece { spot: name("a1"), look, level: 0, height });
        check(&scene);
        assert!(svg(&scene).contains(&format!(">{height}</text>")));
        let copies = copies(&svg(&scene), "a1");
        assert_eq!(copies.last().map(String::as_str), Some("#mp-disc-black-2"));
    }
}

#[test]
fn every_look_and_figure_can_be_drawn() {
    let seats = (0..Seat::MOST).map(|seat| Colour::Of(Seat::new(seat)));
    let colours = [Colour::White, Colour::Grey, Colour::Black].into_iter().chain(seats);
    let shapes = [Shape::Marble, Shape::Ring, Shape::Marker, Shape::Disc];
    let forms = shapes.into_iter().flat_map(|shape| MARKS.map(|mark| (shape, mark)));
    let figures = [Figure::FullHouse, Figure::Straight]
        .into_iter()
        .chain((0..=7).flat_map(|n| [Figure::Alike(n), Figure::Pair(n)]));
    let grounds = [Ground::Ring, Ground::Gap, Ground::Point]
        .into_iter()
        .chain(figures.map(Ground::Cell))
        .collect::<Vec<_>>();
    for colour in colours {
        for (shape, mark) in forms.clone() {
            for &ground in &grounds {
                let mut scene = scene(vec![Spot { name: name("a1"), x: 3.0, y: -2.0, ground }]);
                check(&scene);
                let look = Look { mark, ..plain(shape, colour) };
                scene.pieces.push(Piece { spot: name("a1"), look, level: 0, height: 3 });
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
        let scene = scene(spots(ground));
        let text = svg(&scene);
        let document = Document::parse(&text).expect("well-formed");
        let named = document.descendants().filter(|node| node.has_attribute("data-spot"));
        assert_eq!(named.count(), awkward.len());
        assert!(text.contains("&lt;&amp;&gt;&quot;&#39;"));
    }
}

#[test]
fn long_names_fit() {
    for ground in [Ground::Ring, Ground::Point, Ground::Cell(Figure::Straight)] {
        for text in ["wwwwwwwwwwwwwww", "wwwwwwwwwwwwww1"] {
            check(&scene(vec![Spot { name: name(text), x: 0.0, y: 0.0, ground }]));
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
