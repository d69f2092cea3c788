//! The board of a scene, in layers, for a page that adds its own.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use mohreh_games::show::{Ground, Name, Piece, Scene, Spot};

use super::ground::{self, CELL_SIDE, lines, plate};
use super::ink::{Ink, Safe, UNIT, text_width};
use super::paint::{MARK, QUIET};
use super::pieces;
use super::stack::{owners, rise, stack};
use crate::edges::{Edge, edges};
use crate::order::arrange;
use crate::style::Style;

/// How far a spot and what stands on it reach.
const REACH: f32 = 0.56;
/// How far a plate goes beyond points and beyond coordinates, and how round its corners are where
/// it goes around cells.
const PLATE: f32 = 0.62;
const PLATE_NAMES: f32 = 0.9;
const PLATE_ROUND: f32 = 0.16;
/// How far the shadow of a plate falls beyond it.
const SHADOW: f32 = 0.16;
/// How far a coordinate stands from its spot.
const EDGE_AWAY: f32 = 0.68;
/// The smallest and largest size of coordinates.
const EDGE: (f32, f32) = (0.24, 0.3);
/// The largest size of names on spots.
const NAME: f32 = 0.19;
/// How large pieces on a cell are, and where they stand: the figure stays in sight above them.
const ON_CELL: f32 = 0.68;
const CELL_FOOT: (f32, f32) = (0.075, 0.11);

/// The board of a scene, in layers, for a page that adds its own. The units are those of the
/// drawing: neighbouring spots are 100 apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Left, top, width and height of what is drawn, for `viewBox`.
    pub view: [f32; 4],
    /// Contents of `<defs>`.
    pub defs: String,
    /// Lines, grounds, coordinates: one `<g data-ground="NAME">` for the ground of each spot.
    pub ground: String,
    /// What stands on it: one `<g data-at="NAME">` for each spot that holds pieces, farther ones
    /// first. Its place is said by an inner group, so that a page can move the outer one.
    pub pieces: String,
    /// Where each spot is touched.
    pub places: Vec<Place>,
}

/// Where a spot is touched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// The name of the spot.
    pub name: Name,
    /// Its centre, to the right.
    pub x: f32,
    /// Its centre, downwards.
    pub y: f32,
    /// The radius of its touch area.
    pub r: f32,
}

/// The board of a scene, with nothing of what lies beside it.
#[must_use]
pub fn board(scene: &Scene, style: &Style) -> Board {
    let scene = &*as_seen(scene, style);
    let Drawing { area, ground, pieces } = Drawing::of(scene, style, false);
    let mut defs = Ink::new(style);
    ground::define(&mut defs, grounds(scene));
    pieces::define(&mut defs, scene.pieces.iter().map(|piece| piece.look));
    let place =
        |spot: &Spot| Place { name: spot.name, x: spot.x * UNIT, y: spot.y * UNIT, r: UNIT / 2.0 };
    Board {
        view: [area.left, area.top, area.right - area.left, area.bottom - area.top]
            .map(|length| length * UNIT),
        defs: defs.text,
        ground,
        pieces,
        places: scene.spots.iter().map(place).collect(),
    }
}

/// The scene from the side that the viewer sits on.
pub(super) fn as_seen<'a>(scene: &'a Scene, style: &Style) -> Cow<'a, Scene> {
    if !style.turned {
        return Cow::Borrowed(scene);
    }
    let mut turned = scene.clone();
    for spot in &mut turned.spots {
        (spot.x, spot.y) = (-spot.x, -spot.y);
    }
    Cow::Owned(turned)
}

/// The ground of each spot, and whether something stands on it.
pub(super) fn grounds(scene: &Scene) -> impl Iterator<Item = (Ground, bool)> {
    let occupied = |spot: &Spot| scene.pieces.iter().any(|piece| piece.spot == spot.name);
    scene.spots.iter().map(move |spot| (spot.ground, occupied(spot)))
}

/// What a drawing takes up, in distances between spots.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

impl Area {
    fn of_spots(spots: &[Spot], reach: impl Fn(&Spot) -> f32) -> Area {
        let Some(first) = spots.first() else {
            return Area { left: 0.0, top: 0.0, right: 1.0, bottom: 0.0 };
        };
        let mut area = Area { left: first.x, top: first.y, right: first.x, bottom: first.y };
        for spot in spots {
            area.include((spot.x, spot.y), reach(spot));
        }
        area
    }

    fn include(&mut self, (x, y): (f32, f32), reach: f32) {
        self.left = self.left.min(x - reach);
        self.top = self.top.min(y - reach);
        self.right = self.right.max(x + reach);
        self.bottom = self.bottom.max(y + reach);
    }

    pub(super) fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// The two layers of a board, and the room they take.
pub(super) struct Drawing {
    pub(super) area: Area,
    pub(super) ground: String,
    pub(super) pieces: String,
}

impl Drawing {
    /// Draws a scene as it lies; with `titled`, the name of a spot is told to who points at it.
    pub(super) fn of(scene: &Scene, style: &Style, titled: bool) -> Drawing {
        let names = Names::of(&scene.spots, style);
        let (corners, reach) = plate_corners(&scene.spots, &names);
        let mut area = Area::of_spots(&scene.spots, |spot| match names {
            Names::OnSpots => REACH.max(text_width(&spot.name) * NAME / 2.0 + 0.05),
            _ => REACH,
        });
        for corner in &corners {
            area.include(*corner, reach + SHADOW);
        }
        for edge in names.around() {
            let at = beside(&scene.spots[edge.spot], edge, EDGE_AWAY);
            area.include(at, text_width(&edge.text) * EDGE.1 / 2.0);
        }

        let mut ground = Ink::new(style);
        if !corners.is_empty() {
            plate(&mut ground, corners, reach);
        }
        lines(&mut ground, scene);
        // What is nearer to the reader covers what is farther away.
        let mut order: Vec<&Spot> = scene.spots.iter().collect();
        arrange(&mut order, |a, b| a.y.total_cmp(&b.y));
        let mut pieces = Ink::new(style);
        for spot in order {
            let standing = standing(scene, spot);
            draw_ground(&mut ground, scene, spot, !standing.is_empty(), &names, titled);
            draw_pieces(&mut pieces, spot, &standing, titled);
        }
        // On a wide board spots are small, but what names them must be read.
        let size = (area.width() / 34.0).clamp(EDGE.0, EDGE.1);
        let quiet = ground.fill(QUIET);
        for edge in names.around() {
            let at = beside(&scene.spots[edge.spot], edge, EDGE_AWAY);
            ground.label(&edge.text, at, size, &quiet);
        }
        Drawing { area, ground: ground.text, pieces: pieces.text }
    }
}

/// What a plate goes around and how far; nothing if the board is made of loose parts.
fn plate_corners(spots: &[Spot], names: &Names) -> (Vec<(f32, f32)>, f32) {
    let has = |test: fn(&Ground) -> bool| spots.iter().any(|spot| test(&spot.ground));
    let cells = has(|ground| matches!(ground, Ground::Cell(_)));
    if !cells && !has(|ground| *ground == Ground::Point) {
        return (Vec::new(), 0.0);
    }
    let reach = if cells { PLATE_ROUND } else { PLATE };
    let mut corners: Vec<(f32, f32)> = spots.iter().map(|spot| (spot.x, spot.y)).collect();
    let mut area = Area::of_spots(spots, |_| CELL_SIDE / 2.0 - 0.05);
    for edge in names.around() {
        let corner = beside(&spots[edge.spot], edge, PLATE_NAMES - reach);
        area.include(corner, 0.0);
        corners.push(corner);
    }
    if cells {
        // Squares make a square.
        let Area { left, top, right, bottom } = area;
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)].into();
    }
    (corners, reach)
}

/// So far from a spot towards what names it.
fn beside(spot: &Spot, edge: &Edge, far: f32) -> (f32, f32) {
    (spot.x + edge.toward.0 * far, spot.y + edge.toward.1 * far)
}

/// Where the names of spots are written.
enum Names {
    Nowhere,
    Around(Vec<Edge>),
    OnSpots,
}

impl Names {
    fn of(spots: &[Spot], style: &Style) -> Names {
        // Rings have room for their names in the middle.
        let rings = spots.iter().any(|spot| spot.ground == Ground::Ring);
        match edges(spots) {
            _ if !style.names => Names::Nowhere,
            Some(edges) if !rings => Names::Around(edges),
            _ => Names::OnSpots,
        }
    }

    fn around(&self) -> &[Edge] {
        if let Names::Around(edges) = self { edges } else { &[] }
    }
}

/// What stands on a spot, from the bottom up.
fn standing(scene: &Scene, spot: &Spot) -> Vec<Piece> {
    let mut standing: Vec<Piece> =
        scene.pieces.iter().copied().filter(|piece| piece.spot == spot.name).collect();
    arrange(&mut standing, |a, b| a.level.cmp(&b.level));
    standing
}

fn open_group(ink: &mut Ink, kind: &str, name: &str, titled: bool) {
    let name = Safe(name);
    ink.put(format_args!(r#"<g {kind}="{name}">"#));
    if titled {
        ink.put(format_args!("<title>{name}</title>"));
    }
}

fn draw_ground(
    ink: &mut Ink,
    scene: &Scene,
    spot: &Spot,
    occupied: bool,
    names: &Names,
    titled: bool,
) {
    let at = (spot.x, spot.y);
    // In a page it is not the ground that is touched, but what the page lays on top.
    let kind = if titled { "data-spot" } else { "data-ground" };
    open_group(ink, kind, &spot.name, titled);
    ground::ground(ink, spot.ground, at, occupied);
    if matches!(names, Names::OnSpots) && spot.ground != Ground::Gap {
        let (away, size) = match spot.ground {
            Ground::Ring => (0.0, NAME),
            Ground::Cell(_) => (0.38, 0.14),
            _ => (0.2, 0.17),
        };
        ink.label(&spot.name, (spot.x, spot.y + away), size, ink.fill(QUIET));
    }
    if scene.marked.contains(&spot.name) {
        let style = ink.line(MARK, 0.06);
        match spot.ground {
            Ground::Cell(_) => ink.block(at, (CELL_SIDE, CELL_SIDE), 0.1, style),
            _ => ink.circle(at, 0.47, style),
        }
    }
    ink.put("</g>");
}

fn draw_pieces(ink: &mut Ink, spot: &Spot, standing: &[Piece], titled: bool) {
    if standing.is_empty() {
        return;
    }
    open_group(ink, "data-at", &spot.name, titled);
    match spot.ground {
        Ground::Cell(_) => {
            ink.group((spot.x, spot.y), 1.0, |ink| {
                let foot = (CELL_FOOT.0, CELL_FOOT.1 + rise(standing) * 0.45 * ON_CELL);
                ink.group(foot, ON_CELL, |ink| stack(ink, standing));
                owners(ink, standing, (-0.35, 0.38));
            });
        }
        _ => {
            let foot = (spot.x, spot.y + rise(standing) / 2.0);
            ink.group(foot, 1.0, |ink| stack(ink, standing));
        }
    }
    ink.put("</g>");
}
