//! Everything below the pieces: plate, lines, loose rings and their gaps, points, cells.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::sort::insertion_sort;
use mohreh_games::show::{Ground, Scene};

use super::figures::{figure, figure_in_a_row};
use super::theme::{
    CELL, CELL_EDGE, IMPRINT, IMPRINT_EDGE, LINE, LINE_WIDTH, PLATE, SHADE, STONE, STONE_LIT,
    STONE_SIDE,
};
use super::writer::{SvgWriter, Units};

/// Side of a cell; neighbouring cells are 1 apart.
pub(super) const CELL_SIDE: f32 = 0.94;
/// Radius of a point.
const POINT_R: f32 = 0.045;
/// Outer radius and hole radius of a loose ring.
const STONE_R: f32 = 0.465;
const STONE_HOLE: f32 = 0.205;
/// Thickness of a loose ring.
const STONE_HIGH: f32 = 0.045;

/// Id of a ground in `<defs>`; `None` for points, which are drawn inline.
fn id(ground: Ground, occupied: bool) -> Option<String> {
    match ground {
        Ground::Ring => Some("stone".into()),
        Ground::Gap => Some("gap".into()),
        Ground::Point => None,
        Ground::Cell(shown) if occupied => Some(format!("cell-{shown}-low")),
        Ground::Cell(shown) => Some(format!("cell-{shown}")),
    }
}

/// Writes the `<defs>` of a scene's grounds.
pub(super) fn define(writer: &mut SvgWriter, grounds: impl Iterator<Item = (Ground, bool)>) {
    let mut known: Vec<String> = Vec::new();
    for (ground, occupied) in grounds {
        let Some(id) = id(ground, occupied).filter(|id| !known.contains(id)) else { continue };
        writer.define(&id, |writer| match ground {
            Ground::Ring => stone(writer),
            Ground::Gap => {
                let edge = writer.tone(IMPRINT_EDGE);
                let style =
                    format!(r#"{} stroke="{edge}" stroke-width="1.2""#, writer.fill(IMPRINT));
                writer.circle((0.0, 0.0), STONE_R - 0.08, style);
            }
            Ground::Point => {}
            Ground::Cell(shown) => {
                let edge = writer.tone(CELL_EDGE);
                let style = format!(r#"{} stroke="{edge}" stroke-width="1.5""#, writer.fill(CELL));
                writer.rounded_rect((0.0, 0.0), (CELL_SIDE, CELL_SIDE), 0.1, style);
                if occupied {
                    figure_in_a_row(writer, shown, (-0.41, -0.335), 0.82);
                } else {
                    figure(writer, shown, (0.0, 0.0), 0.62);
                }
            }
        });
        known.push(id);
    }
}

/// Draws the ground of a spot; an occupied cell shows its figure above the pieces.
pub(super) fn ground(writer: &mut SvgWriter, ground: Ground, at: (f32, f32), occupied: bool) {
    match id(ground, occupied) {
        Some(id) => writer.use_def(&id, at),
        None => writer.circle(at, POINT_R, writer.fill(LINE)),
    }
}

/// A loose ring, drawn as strokes so that the hole is transparent.
fn stone(writer: &mut SvgWriter) {
    let (middle, band) = ((STONE_R + STONE_HOLE) / 2.0, STONE_R - STONE_HOLE);
    for wider in [-0.01, 0.02, 0.05] {
        let shade = writer.line(SHADE, band + wider);
        let at = (0.015, STONE_HIGH + 0.025);
        writer.circle(at, middle, format_args!(r#"{shade} stroke-opacity=".06""#));
    }
    writer.circle((0.0, STONE_HIGH), middle, writer.line(STONE_SIDE, band));
    writer.circle((0.0, 0.0), middle, writer.line(STONE, band));
    for r in [STONE_R - 0.012, STONE_HOLE + 0.012] {
        writer.circle((0.0, 0.0), r, writer.line(STONE_LIT, 0.024));
    }
}

/// Draws the plate: the convex hull of the points with a margin of `reach`, and a soft shadow.
pub(super) fn plate(writer: &mut SvgWriter, points: Vec<(f32, f32)>, reach: f32) {
    let mut outline = String::from("M");
    for (i, (x, y)) in hull(points).iter().enumerate() {
        let pen = if i == 0 { "" } else { "L" };
        outline.push_str(&format!("{pen}{} {}", Units(*x), Units(*y)));
    }
    let round = r#"stroke-linejoin="round" stroke-linecap="round""#;
    let shade = writer.tone(SHADE);
    // A soft edge by faint strokes of growing width.
    writer.put(format_args!(
        r#"<g fill="none" stroke="{shade}" stroke-opacity=".018" {round} transform="translate(0 5)">"#
    ));
    for wider in [0.005, 0.025, 0.045, 0.065, 0.085, 0.105] {
        let width = Units(2.0 * (reach + wider));
        writer.put(format_args!(r#"<path d="{outline}Z" stroke-width="{width}"/>"#));
    }
    writer.put("</g>");
    let (plate, width) = (writer.tone(PLATE), Units(2.0 * reach));
    writer.put(format_args!(
        r#"<path d="{outline}Z" fill="{plate}" stroke="{plate}" stroke-width="{width}" {round}/>"#
    ));
}

/// Convex hull (monotone chain).
fn hull(mut points: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    insertion_sort(&mut points, |a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut hull: Vec<(f32, f32)> = Vec::new();
    // One side, then back along the other.
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

/// Draws all points as one path, of lines that are nothing but round caps: a page has fewer elements to paint.
pub(super) fn points(writer: &mut SvgWriter, scene: &Scene) {
    let style = writer.line(LINE, 2.0 * POINT_R);
    let mut path = String::new();
    for spot in scene.spots.iter().filter(|spot| spot.ground == Ground::Point) {
        let (x, y) = (Units(spot.x), Units(spot.y));
        path.push_str(&format!("M{x} {y}L{x} {y}"));
    }
    if !path.is_empty() {
        writer.put(format_args!(r#"<path {style} stroke-linecap="round" d="{path}"/>"#));
    }
}

/// Draws the lines of the board.
pub(super) fn lines(writer: &mut SvgWriter, scene: &Scene) {
    if scene.lines.is_empty() {
        return;
    }
    let (line, width) = (writer.tone(LINE), writer.tone(LINE_WIDTH));
    writer.put(format_args!(
        r#"<path fill="none" stroke="{line}" stroke-width="{width}" stroke-linecap="round" d=""#
    ));
    for (a, b) in &scene.lines {
        if let (Some(a), Some(b)) = (scene.spots.get(*a), scene.spots.get(*b)) {
            writer.put(format_args!(
                "M{} {}L{} {}",
                Units(a.x),
                Units(a.y),
                Units(b.x),
                Units(b.y)
            ));
        }
    }
    writer.put(r#""/>"#);
}
