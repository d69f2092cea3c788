//! A scene as a picture.
//!
//! The board comes first and as large as the width allows; dice, buttons and trays stand below it,
//! so that a picture suits a narrow screen. Everything is measured in distances between spots.

mod beside;
mod ground;
mod ink;
mod paint;
mod pieces;
mod signs;

use alloc::string::String;
use alloc::vec::Vec;

use mohreh_games::show::{Ground, Look, Piece, Scene, Spot};

use crate::edges::{Edge, edges};
use ground::{CELL_SIDE, ground};
use ink::{Ink, N, Safe, text_width};
use paint::{ACCENT, LINE, PAPER, QUIET};

/// How far a spot and what stands on it reach.
const REACH: f32 = 0.66;
/// Free space around the picture.
const MARGIN: f32 = 0.3;
/// How far a coordinate stands from its spot.
const EDGE_AWAY: f32 = 0.72;
/// The smallest and largest size of coordinates.
const EDGE: (f32, f32) = (0.28, 0.36);
/// The largest size of names on spots.
const NAME: f32 = 0.2;

/// A picture of the scene: one complete SVG document.
///
/// The group of each spot, slot, die and button carries its name as `data-spot`, `data-slot`,
/// `data-die` or `data-button`. Definitions are named after what they draw, so pictures can stand
/// side by side in one page.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    let edges = match edges(&scene.spots) {
        // Rings have room for their names in the middle.
        Some(_) if scene.spots.iter().any(|spot| spot.ground == Ground::Ring) => None,
        edges => edges,
    };
    let mut ink = Ink::default();
    let mut area = Area::of_board(&scene.spots, edges.as_deref());
    // On a wide board spots are small, but what names them must be read.
    let text = (area.width() / 30.0).clamp(EDGE.0, EDGE.1);
    board(&mut ink, scene, edges.as_deref(), text);
    beside::beside(&mut ink, scene, &mut area);

    let (x, y) = (area.left - MARGIN, area.top - MARGIN);
    let (width, height) = (area.right - x + MARGIN, area.bottom - y + MARGIN);
    let mut out = Ink::default();
    let (x, y, width, height) = (N(x), N(y), N(width), N(height));
    out.put(format_args!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" "#,
            r#"font-family="Vazirmatn, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">"#
        ),
        x, y, width, height
    ));
    out.put("<defs>");
    pieces::define(&mut out, looks(scene));
    out.put("</defs>");
    out.put(format_args!(
        r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{PAPER}"/>"#
    ));
    out.put(ink.text);
    out.put("</svg>\n");
    out.text
}

/// What the picture takes up so far.
#[derive(Clone, Copy)]
struct Area {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Area {
    fn of_board(spots: &[Spot], edges: Option<&[Edge]>) -> Area {
        let Some(first) = spots.first() else {
            return Area { left: 0.0, top: 0.0, right: 1.0, bottom: 0.0 };
        };
        let mut area = Area { left: first.x, top: first.y, right: first.x, bottom: first.y };
        for spot in spots {
            let name = if edges.is_none() { text_width(&spot.name) * NAME / 2.0 } else { 0.0 };
            area.include((spot.x, spot.y), REACH.max(name));
        }
        for edge in edges.unwrap_or_default() {
            let text = text_width(&edge.text) * EDGE.1 / 2.0;
            area.include(beside_spot(&spots[edge.spot], edge), EDGE.1.max(text));
        }
        area
    }

    fn include(&mut self, (x, y): (f32, f32), reach: f32) {
        self.left = self.left.min(x - reach);
        self.top = self.top.min(y - reach);
        self.right = self.right.max(x + reach);
        self.bottom = self.bottom.max(y + reach);
    }

    fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// Every look of the scene, some of them more than once.
fn looks(scene: &Scene) -> impl Iterator<Item = Look> {
    let slots = scene.trays.iter().flat_map(|tray| tray.slots.iter().map(|slot| slot.look));
    scene.pieces.iter().map(|piece| piece.look).chain(slots)
}

fn beside_spot(spot: &Spot, edge: &Edge) -> (f32, f32) {
    (spot.x + edge.toward.0 * EDGE_AWAY, spot.y + edge.toward.1 * EDGE_AWAY)
}

fn board(ink: &mut Ink, scene: &Scene, edges: Option<&[Edge]>, text: f32) {
    lines(ink, scene);
    // What is nearer to the reader covers what is farther away.
    let mut order: Vec<&Spot> = scene.spots.iter().collect();
    order.sort_by(|a, b| a.y.total_cmp(&b.y));
    for spot in order {
        draw_spot(ink, scene, spot, edges.is_none());
    }
    let quiet = format_args!(r#"fill="{QUIET}""#);
    for edge in edges.unwrap_or_default() {
        ink.label(&edge.text, beside_spot(&scene.spots[edge.spot], edge), text, quiet);
    }
}

fn lines(ink: &mut Ink, scene: &Scene) {
    if scene.lines.is_empty() {
        return;
    }
    ink.put(format_args!(
        r#"<g fill="none" stroke="{LINE}" stroke-width="2.6" stroke-linecap="round"><path d=""#
    ));
    for (a, b) in &scene.lines {
        if let (Some(a), Some(b)) = (scene.spots.get(*a), scene.spots.get(*b)) {
            ink.put(format_args!("M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y)));
        }
    }
    ink.put(r#""/></g>"#);
}

fn draw_spot(ink: &mut Ink, scene: &Scene, spot: &Spot, named: bool) {
    let mut standing: Vec<Piece> =
        scene.pieces.iter().copied().filter(|piece| piece.spot == spot.name).collect();
    standing.sort_by_key(|piece| piece.level);
    let (at, name) = ((spot.x, spot.y), Safe(&spot.name));
    ink.put(format_args!(r#"<g data-spot="{name}"><title>{name}</title>"#));
    ground(ink, spot.ground, at, !standing.is_empty());
    if named && spot.ground != Ground::Gap {
        let (away, size) = match spot.ground {
            Ground::Ring => (0.0, NAME),
            Ground::Cell(_) => (0.38, 0.14),
            _ => (0.2, 0.17),
        };
        let quiet = format_args!(r#"fill="{QUIET}""#);
        ink.label(&spot.name, (spot.x, spot.y + away), size, quiet);
    }
    if scene.marked.contains(&spot.name) {
        let style = format_args!(r#"fill="none" stroke="{ACCENT}" stroke-width="6.5""#);
        match spot.ground {
            Ground::Cell(_) => ink.block(at, (CELL_SIDE, CELL_SIDE), 0.12, style),
            _ => ink.circle(at, 0.47, style),
        }
    }
    match spot.ground {
        // Smaller and to the side: the figure of the cell stays in sight.
        Ground::Cell(_) => {
            ink.group((spot.x + 0.14, spot.y + 0.14), 0.74, |ink| {
                pieces::stack(ink, &standing, (0.0, 0.0));
            });
            pieces::owners(ink, &standing, (spot.x - 0.32, spot.y + 0.39));
        }
        _ => {
            let foot = (spot.x, spot.y + pieces::rise(&standing) / 2.0);
            pieces::stack(ink, &standing, foot);
        }
    }
    ink.put("</g>");
}
