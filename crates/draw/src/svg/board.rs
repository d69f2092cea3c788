//! `board`: the board of a scene as SVG layers for the page.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use mohreh_games::show::{Ground, Name, Piece, Scene, Spot};

use super::ground::{self, CELL_SIDE, lines, plate, points};
use super::pieces;
use super::stack::{owners, rise, stack};
use super::theme::{MARK, QUIET};
use super::writer::{Escaped, SvgWriter, UNIT, text_width};
use crate::coordinates::{CoordinateLabel, coordinate_labels};
use crate::sort::insertion_sort;
use crate::style::Style;

/// Extent of a spot with its pieces.
const REACH: f32 = 0.56;
/// Margin of the plate around points and around coordinates, and its corner radius around cells.
const PLATE: f32 = 0.62;
const PLATE_NAMES: f32 = 0.9;
const PLATE_ROUND: f32 = 0.16;
/// Extent of the plate's shadow.
const SHADOW: f32 = 0.16;
/// Distance of a coordinate label from its spot.
const EDGE_AWAY: f32 = 0.68;
/// Smallest and largest font size of coordinates.
const EDGE: (f32, f32) = (0.24, 0.3);
/// Largest font size of names on spots.
const NAME: f32 = 0.19;
/// Scale and offset of pieces on a cell, which leave its figure visible above them.
const ON_CELL: f32 = 0.68;
const CELL_FOOT: (f32, f32) = (0.075, 0.11);

/// The board of a scene as SVG layers. In SVG units: neighbouring spots are 100 apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// `viewBox`: left, top, width, height.
    pub view: [f32; 4],
    /// Contents of `<defs>`.
    pub defs: String,
    /// Lines, grounds and coordinates, with a `<g data-ground="NAME">` for each spot that is more than a point.
    pub ground: String,
    /// Pieces: a `<g data-at="NAME">` for each occupied spot, in painter's order. The position is in an inner group, so
    /// that the page can animate the outer one by a transform.
    pub pieces: String,
    /// Hit area of each spot, in the order of the scene.
    pub hit_areas: Vec<HitArea>,
}

/// Circular hit area of a spot, in SVG units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HitArea {
    /// Name of the spot.
    pub name: Name,
    /// Centre.
    pub x: f32,
    /// Centre.
    pub y: f32,
    /// Radius.
    pub r: f32,
}

/// Renders the board of a scene, without dice, buttons and trays.
#[must_use]
pub fn board(scene: &Scene, style: &Style) -> Board {
    let scene = &*as_seen(scene, style);
    let Drawing { area, ground, pieces } = Drawing::of(scene, style, false);
    let mut defs = SvgWriter::new(style);
    ground::define(&mut defs, grounds(scene));
    pieces::define(&mut defs, scene.pieces.iter().map(|piece| piece.look));
    let hit_area = |spot: &Spot| HitArea {
        name: spot.name,
        x: spot.x * UNIT,
        y: spot.y * UNIT,
        r: UNIT / 2.0,
    };
    Board {
        view: [area.left, area.top, area.right - area.left, area.bottom - area.top]
            .map(|length| length * UNIT),
        defs: defs.text,
        ground,
        pieces,
        hit_areas: scene.spots.iter().map(hit_area).collect(),
    }
}

/// The scene, rotated if the style asks for it.
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

/// Ground of each spot, and whether it is occupied.
pub(super) fn grounds(scene: &Scene) -> impl Iterator<Item = (Ground, bool)> {
    let occupied = |spot: &Spot| scene.pieces.iter().any(|piece| piece.spot == spot.name);
    scene.spots.iter().map(move |spot| (spot.ground, occupied(spot)))
}

/// Bounding box of a drawing, in distances between spots.
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

/// The two layers of a board, and their bounding box.
pub(super) struct Drawing {
    pub(super) area: Area,
    pub(super) ground: String,
    pub(super) pieces: String,
}

impl Drawing {
    /// Draws a scene without rotating it; `titled` adds `<title>` tooltips with the names of spots.
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
        for label in names.around() {
            let at = beside(&scene.spots[label.spot], label, EDGE_AWAY);
            area.include(at, text_width(&label.text) * EDGE.1 / 2.0);
        }

        let mut ground = SvgWriter::new(style);
        if !corners.is_empty() {
            plate(&mut ground, corners, reach);
        }
        lines(&mut ground, scene);
        if !titled {
            points(&mut ground, scene);
        }
        // Painter's order: lower spots cover higher ones.
        let mut order: Vec<&Spot> = scene.spots.iter().collect();
        insertion_sort(&mut order, |a, b| a.y.total_cmp(&b.y));
        let mut pieces = SvgWriter::new(style);
        for spot in order {
            let standing = standing(scene, spot);
            draw_ground(&mut ground, scene, spot, !standing.is_empty(), &names, titled);
            draw_pieces(&mut pieces, spot, &standing, titled);
        }
        // Larger labels on wide boards, to stay legible when scaled down.
        let size = (area.width() / 34.0).clamp(EDGE.0, EDGE.1);
        let quiet = ground.fill(QUIET);
        for label in names.around() {
            let at = beside(&scene.spots[label.spot], label, EDGE_AWAY);
            ground.label(&label.text, at, size, &quiet);
        }
        Drawing { area, ground: ground.text, pieces: pieces.text }
    }
}

/// Points the plate encloses, and its margin; no points if the board consists of loose parts.
fn plate_corners(spots: &[Spot], names: &Names) -> (Vec<(f32, f32)>, f32) {
    let has = |test: fn(&Ground) -> bool| spots.iter().any(|spot| test(&spot.ground));
    let cells = has(|ground| matches!(ground, Ground::Cell(_)));
    if !cells && !has(|ground| *ground == Ground::Point) {
        return (Vec::new(), 0.0);
    }
    let reach = if cells { PLATE_ROUND } else { PLATE };
    let mut corners: Vec<(f32, f32)> = spots.iter().map(|spot| (spot.x, spot.y)).collect();
    let mut area = Area::of_spots(spots, |_| CELL_SIDE / 2.0 - 0.05);
    for label in names.around() {
        let corner = beside(&spots[label.spot], label, PLATE_NAMES - reach);
        area.include(corner, 0.0);
        corners.push(corner);
    }
    if cells {
        // Square cells get a rectangular plate.
        let Area { left, top, right, bottom } = area;
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)].into();
    }
    (corners, reach)
}

/// Point at distance `far` from a spot in the direction of its label.
fn beside(spot: &Spot, label: &CoordinateLabel, far: f32) -> (f32, f32) {
    (spot.x + label.toward.0 * far, spot.y + label.toward.1 * far)
}

/// Placement of the names of spots.
enum Names {
    Nowhere,
    Around(Vec<CoordinateLabel>),
    OnSpots,
}

impl Names {
    fn of(spots: &[Spot], style: &Style) -> Names {
        // Rings show their name in the hole.
        let rings = spots.iter().any(|spot| spot.ground == Ground::Ring);
        match coordinate_labels(spots) {
            _ if !style.names => Names::Nowhere,
            Some(labels) if !rings => Names::Around(labels),
            _ => Names::OnSpots,
        }
    }

    fn around(&self) -> &[CoordinateLabel] {
        if let Names::Around(labels) = self { labels } else { &[] }
    }
}

/// Pieces on a spot, bottom first.
fn standing(scene: &Scene, spot: &Spot) -> Vec<Piece> {
    let mut standing: Vec<Piece> =
        scene.pieces.iter().copied().filter(|piece| piece.spot == spot.name).collect();
    insertion_sort(&mut standing, |a, b| a.level.cmp(&b.level));
    standing
}

fn open_group(writer: &mut SvgWriter, kind: &str, name: &str, titled: bool) {
    let name = Escaped(name);
    writer.put(format_args!(r#"<g {kind}="{name}">"#));
    if titled {
        writer.put(format_args!("<title>{name}</title>"));
    }
}

fn draw_ground(
    writer: &mut SvgWriter,
    scene: &Scene,
    spot: &Spot,
    occupied: bool,
    names: &Names,
    titled: bool,
) {
    let at = (spot.x, spot.y);
    let (named, marked) = (matches!(names, Names::OnSpots), scene.marked.contains(&spot.name));
    // Drawn with all other points.
    let drawn = !titled && spot.ground == Ground::Point;
    if drawn && !named && !marked {
        return;
    }
    // The page has hit areas of its own above, which carry `data-spot`.
    let kind = if titled { "data-spot" } else { "data-ground" };
    open_group(writer, kind, &spot.name, titled);
    if !drawn {
        ground::ground(writer, spot.ground, at, occupied);
    }
    if named && spot.ground != Ground::Gap {
        let (away, size) = match spot.ground {
            Ground::Ring => (0.0, NAME),
            Ground::Cell(_) => (0.38, 0.14),
            _ => (0.2, 0.17),
        };
        writer.label(&spot.name, (spot.x, spot.y + away), size, writer.fill(QUIET));
    }
    if marked {
        let style = writer.line(MARK, 0.06);
        match spot.ground {
            Ground::Cell(_) => writer.rounded_rect(at, (CELL_SIDE, CELL_SIDE), 0.1, style),
            _ => writer.circle(at, 0.47, style),
        }
    }
    writer.put("</g>");
}

fn draw_pieces(writer: &mut SvgWriter, spot: &Spot, standing: &[Piece], titled: bool) {
    if standing.is_empty() {
        return;
    }
    open_group(writer, "data-at", &spot.name, titled);
    match spot.ground {
        Ground::Cell(_) => {
            writer.group((spot.x, spot.y), 1.0, |writer| {
                let foot = (CELL_FOOT.0, CELL_FOOT.1 + rise(standing) * 0.45 * ON_CELL);
                writer.group(foot, ON_CELL, |writer| stack(writer, standing));
                owners(writer, standing, (-0.35, 0.38));
            });
        }
        _ => {
            let foot = (spot.x, spot.y + rise(standing) / 2.0);
            writer.group(foot, 1.0, |writer| stack(writer, standing));
        }
    }
    writer.put("</g>");
}
