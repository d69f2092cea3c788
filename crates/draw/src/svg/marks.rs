//! Marks on a picture: rings around spots and arrows from spot to spot, for diagrams.

use alloc::format;
use alloc::vec::Vec;

use mohreh_games::show::{Ground, Name, Scene, Spot};

use super::ground::CELL_SIDE;
use super::ink::{Ink, N};
use super::paint::{MARK, TABLE};
use crate::edges::length;

/// What a picture points out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Spots with a ring around them.
    pub spots: Vec<Name>,
    /// Arrows from one spot to another.
    pub arrows: Vec<(Name, Name)>,
}

/// How far from the middle of a spot an arrow begins, and how far before one it ends.
const START: f32 = 0.16;
const STOP: f32 = 0.08;
/// Half the width of an arrow and of its head, and how long the head is.
const SHAFT: f32 = 0.045;
const HEAD: f32 = 0.17;
const HEAD_LONG: f32 = 0.28;

/// Draws the marks over everything; what the scene does not have is not marked.
pub(super) fn draw(ink: &mut Ink, scene: &Scene, marks: &Marks) {
    let spot = |name: &Name| scene.spots.iter().find(|spot| spot.name == *name);
    for spot in marks.spots.iter().filter_map(spot) {
        for (tone, width) in [(TABLE, 0.11), (MARK, 0.06)] {
            ring(ink, spot, &ink.line(tone, width));
        }
    }
    for (from, to) in &marks.arrows {
        if let (Some(from), Some(to)) = (spot(from), spot(to)) {
            arrow(ink, (from.x, from.y), (to.x, to.y));
        }
    }
}

fn ring(ink: &mut Ink, spot: &Spot, style: &str) {
    let at = (spot.x, spot.y);
    match spot.ground {
        Ground::Cell(_) => ink.block(at, (CELL_SIDE, CELL_SIDE), 0.1, style),
        _ => ink.circle(at, 0.47, style),
    }
}

fn arrow(ink: &mut Ink, from: (f32, f32), to: (f32, f32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = length(dx, dy);
    if long < START + STOP + HEAD_LONG {
        return;
    }
    let (dx, dy) = (dx / long, dy / long);
    // So far along the way, and so far to its side.
    let place = |along: f32, aside: f32| {
        (from.0 + dx * along - dy * aside, from.1 + dy * along + dx * aside)
    };
    let neck = long - STOP - HEAD_LONG;
    let points = [
        place(START, -SHAFT),
        place(neck, -SHAFT),
        place(neck, -HEAD),
        place(long - STOP, 0.0),
        place(neck, HEAD),
        place(neck, SHAFT),
        place(START, SHAFT),
    ];
    // A thin line of paper keeps it apart from what it crosses.
    let table = ink.tone(TABLE);
    let style = format!(
        r#"{} stroke="{table}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke""#,
        ink.fill(MARK),
        N(0.05)
    );
    ink.path(&points, true, style);
}
