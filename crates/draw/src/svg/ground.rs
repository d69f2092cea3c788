//! What lies under the pieces: the plate, lines, loose rings and their gaps, points, cells.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::order::arrange;
use mohreh_games::show::{Ground, Scene};

use super::figures::{figure, figure_in_a_row};
use super::ink::{Ink, N};
use super::paint::{
    CELL, CELL_EDGE, IMPRINT, IMPRINT_EDGE, LINE, LINE_WIDTH, PLATE, SHADE, STONE, STONE_LIT,
    STONE_SIDE,
};

/// The side of a cell; neighbouring cells are 1 apart.
pub(super) const CELL_SIDE: f32 = 0.94;
/// The outer radius of a loose ring, and of its hole.
const STONE_R: f32 = 0.465;
const STONE_HOLE: f32 = 0.205;
/// How thick it is.
const STONE_HIGH: f32 = 0.045;

/// The name of a ground in the definitions; none if it is too small to be worth it.
fn id(ground: Ground, occupied: bool) -> Option<String> {
    match ground {
        Ground::Ring => Some("stone".into()),
        Ground::Gap => Some("gap".into()),
        Ground::Point => None,
        Ground::Cell(shown) if occupied => Some(format!("cell-{shown}-low")),
        Ground::Cell(shown) => Some(format!("cell-{shown}")),
    }
}

/// Defines the grounds of a scene.
pub(super) fn define(ink: &mut Ink, grounds: impl Iterator<Item = (Ground, bool)>) {
    let mut known: Vec<String> = Vec::new();
    for (ground, occupied) in grounds {
        let Some(id) = id(ground, occupied).filter(|id| !known.contains(id)) else { continue };
        ink.define(&id, |ink| match ground {
            Ground::Ring => stone(ink),
            Ground::Gap => {
                let edge = ink.tone(IMPRINT_EDGE);
                let style = format!(r#"{} stroke="{edge}" stroke-width="1.2""#, ink.fill(IMPRINT));
                ink.circle((0.0, 0.0), STONE_R - 0.08, style);
            }
            Ground::Point => {}
            Ground::Cell(shown) => {
                let edge = ink.tone(CELL_EDGE);
                let style = format!(r#"{} stroke="{edge}" stroke-width="1.5""#, ink.fill(CELL));
                ink.block((0.0, 0.0), (CELL_SIDE, CELL_SIDE), 0.1, style);
                if occupied {
                    figure_in_a_row(ink, shown, (-0.41, -0.335), 0.82);
                } else {
                    figure(ink, shown, (0.0, 0.0), 0.62);
                }
            }
        });
        known.push(id);
    }
}

/// The ground of a spot; a cell under pieces moves its figure out of their way.
pub(super) fn ground(ink: &mut Ink, ground: Ground, at: (f32, f32), occupied: bool) {
    match id(ground, occupied) {
        Some(id) => ink.copy(&id, at),
        None => ink.circle(at, 0.045, ink.fill(LINE)),
    }
}

/// A band with a hole: what lies below shows through.
fn stone(ink: &mut Ink) {
    let (middle, band) = ((STONE_R + STONE_HOLE) / 2.0, STONE_R - STONE_HOLE);
    for wider in [-0.01, 0.02, 0.05] {
        let shade = ink.line(SHADE, band + wider);
        let at = (0.015, STONE_HIGH + 0.025);
        ink.circle(at, middle, format_args!(r#"{shade} stroke-opacity=".06""#));
    }
    ink.circle((0.0, STONE_HIGH), middle, ink.line(STONE_SIDE, band));
    ink.circle((0.0, 0.0), middle, ink.line(STONE, band));
    for r in [STONE_R - 0.012, STONE_HOLE + 0.012] {
        ink.circle((0.0, 0.0), r, ink.line(STONE_LIT, 0.024));
    }
}

/// The board as one flat thing: as far around these points as `reach`, with a soft shadow.
pub(super) fn plate(ink: &mut Ink, points: Vec<(f32, f32)>, reach: f32) {
    let mut outline = String::from("M");
    for (i, (x, y)) in hull(points).iter().enumerate() {
        let pen = if i == 0 { "" } else { "L" };
        outline.push_str(&format!("{pen}{} {}", N(*x), N(*y)));
    }
    let round = r#"stroke-linejoin="round" stroke-linecap="round""#;
    let shade = ink.tone(SHADE);
    // Many faint lines, each wider than the last, have no edge that the eye finds.
    ink.put(format_args!(
        r#"<g fill="none" stroke="{shade}" stroke-opacity=".018" {round} transform="translate(0 5)">"#
    ));
    for wider in [0.005, 0.025, 0.045, 0.065, 0.085, 0.105] {
        let width = N(2.0 * (reach + wider));
        ink.put(format_args!(r#"<path d="{outline}Z" stroke-width="{width}"/>"#));
    }
    ink.put("</g>");
    let (plate, width) = (ink.tone(PLATE), N(2.0 * reach));
    ink.put(format_args!(
        r#"<path d="{outline}Z" fill="{plate}" stroke="{plate}" stroke-width="{width}" {round}/>"#
    ));
}

/// The corners of the smallest shape without dents that holds all points.
fn hull(mut points: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    arrange(&mut points, |a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut hull: Vec<(f32, f32)> = Vec::new();
    // Along one side, and back along the other.
    for side in 0..2 {
        let start = hull.len();
        for &point in &points {
            while hull.len() >= start + 2 && !turns_left(&hull[hull.len() - 2..], point) {
                hull.pop();
            }
            hull.push(point);
        }
        if side == 0 || hull.len() > start + 1 {
            hull.pop();
        }
        points.reverse();
    }
    if hull.is_empty() {
        hull.extend(points.first());
    }
    hull
}

fn turns_left(way: &[(f32, f32)], to: (f32, f32)) -> bool {
    let ((ax, ay), (bx, by)) = (way[0], way[1]);
    (bx - ax) * (to.1 - ay) - (by - ay) * (to.0 - ax) > 0.001
}

/// The lines of the board.
pub(super) fn lines(ink: &mut Ink, scene: &Scene) {
    if scene.lines.is_empty() {
        return;
    }
    let (line, width) = (ink.tone(LINE), ink.tone(LINE_WIDTH));
    ink.put(format_args!(
        r#"<path fill="none" stroke="{line}" stroke-width="{width}" stroke-linecap="round" d=""#
    ));
    for (a, b) in &scene.lines {
        if let (Some(a), Some(b)) = (scene.spots.get(*a), scene.spots.get(*b)) {
            ink.put(format_args!("M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y)));
        }
    }
    ink.put(r#""/>"#);
}
