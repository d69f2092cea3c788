//! `Marks`: rings around spots and arrows between them, for diagrams.

use alloc::format;
use alloc::vec::Vec;

use mohreh_games::show::{Ground, Name, Scene, Spot};

use super::ground::CELL_SIDE;
use super::theme::{MARK, TABLE};
use super::writer::{SvgWriter, Units};
use crate::coordinates::hypot;

/// Annotations of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Spots with a ring around them.
    pub spots: Vec<Name>,
    /// Arrows from one spot to another.
    pub arrows: Vec<(Name, Name)>,
}

/// Distance of an arrow's tail and tip from the centres of its spots.
const START: f32 = 0.16;
const STOP: f32 = 0.08;
/// Half widths of shaft and head, and length of the head.
const SHAFT: f32 = 0.045;
const HEAD: f32 = 0.17;
const HEAD_LONG: f32 = 0.28;

/// Draws the marks on top; unknown spots are ignored.
pub(super) fn draw(writer: &mut SvgWriter, scene: &Scene, marks: &Marks) {
    let spot = |name: &Name| scene.spots.iter().find(|spot| spot.name == *name);
    for spot in marks.spots.iter().filter_map(spot) {
        for (tone, width) in [(TABLE, 0.11), (MARK, 0.06)] {
            ring(writer, spot, &writer.line(tone, width));
        }
    }
    for (from, to) in &marks.arrows {
        if let (Some(from), Some(to)) = (spot(from), spot(to)) {
            arrow(writer, (from.x, from.y), (to.x, to.y));
        }
    }
}

fn ring(writer: &mut SvgWriter, spot: &Spot, style: &str) {
    let at = (spot.x, spot.y);
    match spot.ground {
        Ground::Cell(_) => writer.rounded_rect(at, (CELL_SIDE, CELL_SIDE), 0.1, style),
        _ => writer.circle(at, 0.47, style),
    }
}

fn arrow(writer: &mut SvgWriter, from: (f32, f32), to: (f32, f32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = hypot(dx, dy);
    if long < START + STOP + HEAD_LONG {
        return;
    }
    let (dx, dy) = (dx / long, dy / long);
    // Point at a distance along the arrow and to its side.
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
    // An outline in the background colour separates it from what it crosses.
    let table = writer.tone(TABLE);
    let style = format!(
        r#"{} stroke="{table}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke""#,
        writer.fill(MARK),
        Units(0.05)
    );
    writer.path(&points, true, style);
}
