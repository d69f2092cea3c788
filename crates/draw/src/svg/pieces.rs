//! Pieces: defined once for each look, and copied to where they stand.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use mohreh_games::Seat;
use mohreh_games::show::{Colour, Look, Piece, Shape};

use super::ink::{Ink, N, text_width};
use super::paint::{IVORY, QUIET, TEXT, other_side, paint};

/// How far a piece is raised by one that lies below it.
const LAYER: f32 = 0.075;
/// No more layers are drawn: a higher stack would cover its neighbours, and the number tells.
const MOST_LAYERS: usize = 6;

/// The radius of the hole in a ring.
const RING_HOLE: f32 = 0.255;
/// Light from the upper left on a face.
const SHEEN: &str = r#"fill="url(#mohreh-sheen)""#;

/// The radius of a piece.
fn radius(shape: Shape) -> f32 {
    match shape {
        Shape::Marble => 0.35,
        Shape::Ring => 0.42,
        Shape::Marker => 0.3,
        Shape::Disc { .. } => 0.37,
    }
}

fn id(look: Look) -> String {
    let colour = paint(look.colour).name;
    match look.shape {
        Shape::Marble => format!("mohreh-marble-{colour}"),
        Shape::Ring => format!("mohreh-ring-{colour}"),
        Shape::Marker => format!("mohreh-marker-{colour}"),
        Shape::Disc { crowns } => format!("mohreh-disc-{crowns}-{colour}"),
    }
}

/// Defines the looks of a scene, and the shadow under them.
pub(super) fn define(ink: &mut Ink, looks: impl Iterator<Item = Look>) {
    ink.put(concat!(
        r##"<radialGradient id="mohreh-shadow">"##,
        r##"<stop offset=".55" stop-color="#2b2114" stop-opacity=".34"/>"##,
        r##"<stop offset="1" stop-color="#2b2114" stop-opacity="0"/></radialGradient>"##,
        r##"<radialGradient id="mohreh-sheen" cx=".3" cy=".2" r=".85">"##,
        r##"<stop offset="0" stop-color="#fff" stop-opacity=".34"/>"##,
        r##"<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>"##
    ));
    let mut known: Vec<Look> = Vec::new();
    for look in looks {
        // A stack shows its lower layers without the signs on their faces.
        let bare = Look { shape: bare(look.shape), ..look };
        for look in [bare, look] {
            if !known.contains(&look) {
                known.push(look);
                define_one(ink, look);
            }
        }
    }
}

fn bare(shape: Shape) -> Shape {
    match shape {
        Shape::Disc { .. } => Shape::Disc { crowns: 0 },
        other => other,
    }
}

fn define_one(ink: &mut Ink, look: Look) {
    let paint = paint(look.colour);
    let r = radius(look.shape);
    if look.shape == Shape::Marble {
        let [light, body, dark] = paint.ball;
        ink.put(format_args!(
            concat!(
                r#"<radialGradient id="{}-ball" cx=".5" cy=".5" r=".5" fx=".36" fy=".3">"#,
                r#"<stop offset="0" stop-color="{}"/><stop offset=".55" stop-color="{}"/>"#,
                r#"<stop offset="1" stop-color="{}"/></radialGradient>"#
            ),
            id(look),
            light,
            body,
            dark
        ));
    }
    ink.put(format_args!(r#"<g id="{}">"#, id(look)));
    match look.shape {
        Shape::Marble => {
            let fill = format!("fill=\"url(#{}-ball)\"", id(look));
            ink.circle((0.0, 0.0), r, fill);
            ink.put(format_args!(
                concat!(
                    r##"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="#fff" "##,
                    r#"fill-opacity=".75" transform="rotate(-35 {} {})"/>"#
                ),
                N(-0.13),
                N(-0.16),
                N(0.085),
                N(0.05),
                N(-0.13),
                N(-0.16)
            ));
        }
        Shape::Ring => {
            let (face, outline) = (paint.face, paint.outline);
            let (middle, band) = ((r + RING_HOLE) / 2.0, r - RING_HOLE);
            let below =
                format!(r#"fill="none" stroke="{}" stroke-width="{}""#, paint.side, N(band));
            ink.circle((0.0, 0.03), middle, below);
            ink.circle(
                (0.0, 0.0),
                middle,
                format_args!(r#"fill="none" stroke="{outline}" stroke-width="{}""#, N(band)),
            );
            ink.circle(
                (0.0, 0.0),
                middle,
                format_args!(r#"fill="none" stroke="{face}" stroke-width="{}""#, N(band - 0.036)),
            );
            ink.circle(
                (0.0, 0.0),
                middle,
                format_args!(
                    r#"fill="none" stroke="url(#mohreh-sheen)" stroke-width="{}""#,
                    N(band - 0.036)
                ),
            );
        }
        Shape::Marker => {
            let edge = format!(r#"stroke="{}" stroke-width="1.2""#, paint.outline);
            let below = other_side(look.colour);
            ink.circle((0.0, 0.05), r, format_args!(r#"fill="{below}" {edge}"#));
            ink.circle((0.0, 0.0), r, format_args!(r#"fill="{}" {edge}"#, paint.face));
            ink.circle((0.0, 0.0), r, SHEEN);
        }
        Shape::Disc { crowns } => {
            let edge = format!(r#"stroke="{}" stroke-width="1.4""#, paint.outline);
            ink.circle((0.0, 0.05), r, format_args!(r#"fill="{}" {edge}"#, paint.side));
            ink.circle((0.0, 0.0), r, format_args!(r#"fill="{}" {edge}"#, paint.face));
            ink.circle((0.0, 0.0), r, SHEEN);
            crown(ink, crowns, paint.sign);
        }
    }
    ink.put("</g>");
}

/// No crown is a plain face, one is a small ring, more is a crown: apart by shape, also from afar.
fn crown(ink: &mut Ink, crowns: u8, colour: &str) {
    match crowns {
        0 => {}
        1 => ink.circle(
            (0.0, 0.0),
            0.14,
            format_args!(r#"fill="none" stroke="{colour}" stroke-width="7""#),
        ),
        _ => {
            const CROWN: [(f32, f32); 7] = [
                (-0.21, 0.15),
                (-0.25, -0.13),
                (-0.11, 0.0),
                (0.0, -0.2),
                (0.11, 0.0),
                (0.25, -0.13),
                (0.21, 0.15),
            ];
            let style = format!(
                r#"fill="{colour}" stroke="{colour}" stroke-width="3" stroke-linejoin="round""#
            );
            ink.path(&CROWN, true, style);
        }
    }
}

/// One piece by itself.
pub(super) fn piece(ink: &mut Ink, look: Look, at: (f32, f32)) {
    ink.copy(id(look), at);
    if let Colour::Of(seat) = look.colour {
        seat_sign(ink, seat, at, radius(look.shape) * 0.55, paint(look.colour).sign);
    }
}

/// How far the top of a stack is above its foot.
pub(super) fn rise(pieces: &[Piece]) -> f32 {
    let height: usize = pieces.iter().map(|piece| usize::from(piece.height.max(1))).sum();
    height.clamp(1, MOST_LAYERS) as f32 * LAYER - LAYER
}

/// What stands on one spot, the lowest piece first, its foot here.
pub(super) fn stack(ink: &mut Ink, pieces: &[Piece], foot: (f32, f32)) {
    let Some(top) = pieces.last() else { return };
    let layers: Vec<Look> = pieces
        .iter()
        .flat_map(|piece| iter::repeat_n(piece.look, piece.height.max(1).into()))
        .collect();
    let height = layers.len();
    let shown = &layers[height - height.min(MOST_LAYERS)..];
    shadow(ink, shown[0].shape, foot);
    for (i, look) in shown.iter().enumerate() {
        let at = (foot.0, foot.1 - i as f32 * LAYER);
        if i + 1 == shown.len() {
            piece(ink, *look, at);
        } else {
            ink.copy(id(Look { shape: bare(look.shape), ..*look }), at);
        }
    }
    if height > 1 {
        let far = radius(top.look.shape) * 0.78;
        badge(ink, height, (foot.0 + far, foot.1 - rise(pieces) + far));
    }
}

/// The shadow of the lowest piece; light falls through a ring.
fn shadow(ink: &mut Ink, shape: Shape, (x, y): (f32, f32)) {
    let r = radius(shape);
    if shape == Shape::Ring {
        let style = r##"fill="none" stroke="#2b2114" stroke-opacity=".16" stroke-width="17""##;
        ink.circle((x + 0.02, y + 0.065), (r + RING_HOLE) / 2.0, style);
    } else {
        ink.circle((x + 0.02, y + 0.07), r * 1.22, r#"fill="url(#mohreh-shadow)""#);
    }
}

/// A small number on light ground, for how high a stack is.
fn badge(ink: &mut Ink, number: usize, at: (f32, f32)) {
    let text = format!("{number}");
    let size = 0.25;
    let width = (text_width(&text) * size + 0.16).max(0.32);
    let style = format!(r#"fill="{IVORY}" stroke="{QUIET}" stroke-width="1.2""#);
    ink.block(at, (width, 0.32), 0.16, style);
    ink.label(&text, at, size, format_args!(r#"fill="{TEXT}" font-weight="700""#));
}

/// The sign of a seat, 2 × `r` wide: its number in its own shape.
fn seat_sign(ink: &mut Ink, seat: Seat, at: (f32, f32), r: f32, colour: &str) {
    let style =
        format!(r#"fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round""#);
    seat_shape(ink, seat, at, r, &style);
    seat_number(ink, seat, at, r, colour);
}

/// The number of a seat, to stand in a shape of this radius.
pub(super) fn seat_number(ink: &mut Ink, seat: Seat, at: (f32, f32), r: f32, colour: &str) {
    let style = format!(r#"fill="{colour}" font-weight="700""#);
    ink.label(&format!("{seat}"), at, r * 1.25, style);
}

/// Circle, square, triangle and diamond, all about equally large.
pub(super) fn seat_shape(ink: &mut Ink, seat: Seat, at: (f32, f32), r: f32, style: &str) {
    let corners = |corners: &[(f32, f32)]| -> Vec<(f32, f32)> {
        corners.iter().map(|(x, y)| (at.0 + x * r, at.1 + y * r)).collect()
    };
    match seat.index() {
        0 => ink.circle(at, r, style),
        1 => ink.block(at, (r * 1.8, r * 1.8), r * 0.2, style),
        2 => ink.path(&corners(&[(0.0, -1.3), (1.2, 0.78), (-1.2, 0.78)]), true, style),
        _ => ink.path(&corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]), true, style),
    }
}

/// The owners of a stack from the bottom up, each by the shape of the seat: what is covered cannot
/// be told by its colour alone.
pub(super) fn owners(ink: &mut Ink, pieces: &[Piece], foot: (f32, f32)) {
    if pieces.len() < 2 {
        return;
    }
    for (i, piece) in pieces.iter().take(MOST_LAYERS).enumerate() {
        if let Colour::Of(seat) = piece.look.colour {
            let style = format!(r#"fill="{}""#, paint(piece.look.colour).face);
            seat_shape(ink, seat, (foot.0, foot.1 - i as f32 * 0.095), 0.042, &style);
        }
    }
}
