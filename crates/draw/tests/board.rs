//! `board`: layers, hit areas, ids, coordinates and theming.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod common;
mod svg_reader;

use std::collections::BTreeMap;

use common::{name, sample_scenes, visit_random_games};
use mohreh_draw::{Board, Marks, Palette, Style, board, picture, piece, svg, theme_css};
use mohreh_games::show::{Ground, Scene};
use roxmltree::Document;
use svg_reader::{check_drawing, values, walk};

/// All combinations of drawing options.
fn styles() -> impl Iterator<Item = Style> {
    (0..16).map(|bits| Style {
        palette: if bits & 1 == 0 { Palette::Paper } else { Palette::Page },
        signs: bits & 2 != 0,
        names: bits & 4 == 0,
        turned: bits & 8 != 0,
    })
}

/// The layers assembled into a document, as the page does.
fn whole(board: &Board) -> String {
    let [x, y, width, height] = board.view;
    let Board { defs, ground, pieces, .. } = board;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.1} {y:.1} {width:.1} {height:.1}"><defs>{defs}</defs>{ground}{pieces}</svg>"#
    )
}

fn check(scene: &Scene, style: &Style) {
    let drawn = board(scene, style);
    let text = whole(&drawn);
    assert!(text.len() < 40_000, "{} bytes are too many for every step", text.len());
    if !scene.spots.is_empty() {
        check_drawing(&text);
    }
    check_colours(&text, style.palette);

    let document = Document::parse(&text).expect("well-formed");
    let root = document.root_element();
    let mut spots: Vec<String> = scene.spots.iter().map(|spot| spot.name.to_string()).collect();
    spots.sort_unstable();
    // Points are one path, whose subpaths are dots.
    let is_point = |name: &String| {
        scene.spots.iter().any(|spot| *spot.name == **name && spot.ground == Ground::Point)
    };
    let points = spots.iter().filter(|name| is_point(name)).count();
    let subpaths = drawn.ground.split('M').skip(1).filter_map(|path| path.split_once('L'));
    let is_dot = |(from, to): &(&str, &str)| {
        to.strip_prefix(from)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
    };
    assert_eq!(subpaths.filter(is_dot).count(), points);
    let (mut grounds, mut rest) = (values(root, "data-ground"), spots.clone());
    let marked = |name: &String| scene.marked.iter().any(|marked| **marked == **name);
    assert!(spots.iter().filter(|name| marked(name)).all(|name| grounds.contains(name)));
    grounds.retain(|name| !is_point(name));
    rest.retain(|name| !is_point(name));
    assert_eq!(grounds, rest, "each other spot once");
    spots.retain(|spot| scene.pieces.iter().any(|piece| &*piece.spot == spot.as_str()));
    assert_eq!(values(root, "data-at"), spots, "each spot that holds pieces once");

    assert_eq!(drawn.hit_areas.len(), scene.spots.len());
    for (place, spot) in drawn.hit_areas.iter().zip(&scene.spots) {
        let side = if style.turned { -100.0 } else { 100.0 };
        assert_eq!((place.name, place.x, place.y), (spot.name, side * spot.x, side * spot.y));
        let [x, y, width, height] = drawn.view;
        assert!(place.x - place.r > x && place.x + place.r < x + width);
        assert!(place.y - place.r > y && place.y + place.r < y + height);
    }

    // Painter's order, and no transform on the outer group, which the page animates.
    let mut last = f32::MIN;
    for group in root.descendants().filter(|node| node.has_attribute("data-at")) {
        let name = group.attribute("data-at").expect("a name");
        let place = drawn.hit_areas.iter().find(|place| &*place.name == name).expect("a place");
        assert!(place.y >= last, "{name} is farther than what is drawn before it");
        last = place.y;
        assert!(!group.has_attribute("transform"));
        let inner: Vec<_> = group.children().collect();
        assert!(inner.len() == 1 && inner[0].has_attribute("transform"), "{name}");
    }
}

/// Colours are literals in `Paper`, and only variables that the themes define in `Page`.
fn check_colours(text: &str, palette: Palette) {
    let theme = theme_css();
    if palette == Palette::Paper {
        assert!(!text.contains("var("));
        return;
    }
    for attribute in ["fill=\"", "stroke=\"", "stop-color=\""] {
        for value in text.split(attribute).skip(1) {
            let value = value.split('"').next().expect("a value");
            let known = ["none", "url(#", "var(--m-"].iter().any(|start| value.starts_with(start));
            assert!(known, "{attribute}{value}");
        }
    }
    for variable in text.split("var(").skip(1) {
        let variable = variable.split(')').next().expect("a variable");
        assert_eq!(theme.matches(&format!("{variable}:")).count(), 4, "{variable}");
    }
}

#[test]
fn scenes_made_by_hand() {
    for scene in sample_scenes() {
        for style in styles() {
            check(&scene, &style);
        }
    }
}

#[test]
fn scenes_of_random_games() {
    let all: Vec<Style> = styles().collect();
    let mut seen = 0;
    visit_random_games(|_, scene| {
        check(scene, &all[seen % all.len()]);
        seen += 1;
    });
}

#[test]
fn an_id_always_has_the_same_definition() {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut see = |text: &str| {
        let document = Document::parse(text).expect("well-formed");
        for node in document.descendants().filter(|node| node.has_attribute("id")) {
            let id = node.attribute("id").expect("an id").to_owned();
            let content = &text[node.range()];
            let first = known.entry(id).or_insert_with(|| content.to_owned());
            assert_eq!(first, content);
        }
    };
    for scene in sample_scenes() {
        for style in styles() {
            see(&whole(&board(&scene, &style)));
            see(&picture(&scene, &style, &Marks::default()));
            for drawn in &scene.pieces {
                see(&piece(drawn.look, &style));
            }
        }
    }
}

#[test]
fn coordinates_do_not_overlap() {
    for scene in sample_scenes() {
        for turned in [false, true] {
            let drawn = board(&scene, &Style { turned, ..Style::default() });
            let text = whole(&Board { pieces: String::new(), ..drawn.clone() });
            let document = Document::parse(&text).expect("well-formed");
            let mut texts = Vec::new();
            walk(document.root_element(), &mut |node, bounds| {
                if node.has_tag_name("text") {
                    texts.push((node.text().unwrap_or_default().to_owned(), bounds));
                }
            });
            for (i, (text, [left, top, right, bottom])) in texts.iter().enumerate() {
                for (other, [l, t, r, b]) in &texts[..i] {
                    let apart = right < l || left > r || bottom < t || top > b;
                    assert!(apart, "{text} and {other} overlap");
                }
                let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
                // Inside the hole of a ring, or outside every spot.
                let held = drawn
                    .hit_areas
                    .iter()
                    .filter(|place| (place.x - x).abs() < 45.0 && (place.y - y).abs() < 45.0);
                for place in held {
                    let spot = scene.spots.iter().find(|spot| spot.name == place.name);
                    assert_eq!(spot.map(|spot| spot.ground), Some(Ground::Ring), "{text}");
                    assert!(right - left < 40.0, "{text} is wider than the hole");
                }
            }
        }
    }
}

#[test]
fn without_coordinates_the_board_is_smaller() {
    for scene in sample_scenes().iter().filter(|scene| !scene.spots.is_empty()) {
        let with = board(scene, &Style::default());
        let without = board(scene, &Style { names: false, ..Style::default() });
        assert!(!without.ground.contains("<text"), "no text");
        assert!(without.view[2] <= with.view[2] && without.view[3] <= with.view[3]);
        let loose = scene.spots[0].ground == Ground::Ring || scene.spots[0].ground == Ground::Gap;
        assert!(loose || without.view[2] * without.view[3] < with.view[2] * with.view[3]);
    }
}

#[test]
fn marks_are_drawn_once_and_unknown_spots_are_ignored() {
    let scene = common::rings();
    let plain = picture(&scene, &Style::default(), &Marks::default());
    assert_eq!(plain, svg(&scene), "the plain picture is the default one");
    let marks = |spots: &[&str], arrows: &[(&str, &str)]| Marks {
        spots: spots.iter().map(|spot| name(spot)).collect(),
        arrows: arrows.iter().map(|(from, to)| (name(from), name(to))).collect(),
    };
    let drawn = |marks: &Marks| {
        let text = picture(&scene, &Style::default(), marks);
        check_drawing(&text)
    };
    let none = drawn(&Marks::default());
    // A ring has a wider outline below it; an arrow has seven corners.
    assert_eq!(drawn(&marks(&["e5", "d4"], &[])), none + 4);
    assert_eq!(drawn(&marks(&[], &[("e5", "e8"), ("d4", "f6")])), none + 14);
    let nowhere = marks(&["z9", ""], &[("e5", "z9"), ("z9", "e5"), ("e5", "e5")]);
    assert_eq!(picture(&scene, &Style::default(), &nowhere), plain);
    for style in styles() {
        for scene in sample_scenes() {
            check_drawing(&picture(&scene, &style, &marks(&["c3", "d4"], &[("c3", "d4")])));
        }
    }
}
