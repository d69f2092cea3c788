//! Pieces: defined once for each look, and copied to where they stand. Light falls from the upper
//! left, and the eye looks from a little below, so that a rim is seen under each face.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use mohreh_games::show::{Colour, Look, Shape};

use super::ink::{Ink, N};
use super::paint::{GLOSS, HOLE, Paint, SHADE, other_side, paint};
use super::signs::{colour_sign, seat_sign, star};

/// How far a piece is raised by one that lies below it.
pub(super) const LAYER: f32 = 0.075;

/// The radius of the hole in a ring, and how thick a ring is.
const RING_HOLE: f32 = 0.27;
const RING_HIGH: f32 = 0.065;

/// The radius of a piece.
pub(super) fn radius(shape: Shape) -> f32 {
    match shape {
        Shape::Marble => 0.36,
        Shape::Ring => 0.43,
        Shape::Marker => 0.3,
        Shape::Disc { .. } => 0.385,
    }
}

fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Marble => "marble",
        Shape::Ring => "ring",
        Shape::Marker => "marker",
        Shape::Disc { .. } => "disc",
    }
}

/// The name of a piece without signs, as the lower layers of a stack show it.
pub(super) fn bare(look: Look) -> String {
    format!("{}-{}", shape_name(look.shape), paint(look.colour).name)
}

/// The name of a piece with what is drawn on its face.
pub(super) fn whole(ink: &Ink, look: Look) -> String {
    let crowns = if let Shape::Disc { crowns } = look.shape { crowns.min(2) } else { 0 };
    let seat = matches!(look.colour, Colour::Of(_));
    match crowns > 0 || seat || ink.style.signs {
        true => format!("{}-{crowns}", bare(look)),
        false => bare(look),
    }
}

/// The name of the shadow of a piece.
pub(super) fn under(shape: Shape) -> String {
    format!("under-{}", shape_name(shape))
}

/// Defines these looks, their shadows, and the light on them.
pub(super) fn define(ink: &mut Ink, looks: impl Iterator<Item = Look>) {
    let mut known: Vec<String> = Vec::new();
    let mut is_new = |name: String| {
        let new = !known.contains(&name);
        if new {
            known.push(name);
        }
        new
    };
    for look in looks {
        if is_new("light".into()) {
            define_light(ink);
        }
        if look.shape == Shape::Marble && is_new("gloss".into()) {
            define_gloss(ink);
        }
        if is_new(under(look.shape)) {
            define_shadow(ink, look.shape);
        }
        if is_new(bare(look)) {
            define_bare(ink, look);
        }
        let name = whole(ink, look);
        if is_new(name.clone()) {
            ink.define(&name, |ink| {
                ink.copy(&bare(look), (0.0, 0.0));
                face(ink, look);
            });
        }
    }
}

fn define_light(ink: &mut Ink) {
    ink.gradient("shade", "", &[("0", SHADE, ".5"), (".6", SHADE, ".34"), ("1", SHADE, "0")]);
    let sheen = [("0", GLOSS, ".42"), (".6", GLOSS, ".06"), ("1", GLOSS, "0")];
    ink.gradient("sheen", r#"cx=".3" cy=".2" r=".85""#, &sheen);
}

/// The light that all balls throw back.
fn define_gloss(ink: &mut Ink) {
    // What the table throws back at a ball, along the lower right.
    let rim = [("0", GLOSS, "0"), (".72", GLOSS, "0"), (".9", GLOSS, ".4"), ("1", GLOSS, ".06")];
    ink.gradient("rim", r#"cx=".42" cy=".4" r=".63""#, &rim);
    let spark = [("0", GLOSS, ".95"), (".4", GLOSS, ".8"), (".55", GLOSS, ".3"), ("1", GLOSS, "0")];
    ink.gradient("spark", "", &spark);
}

fn define_shadow(ink: &mut Ink, shape: Shape) {
    let r = radius(shape);
    ink.define(&under(shape), |ink| match shape {
        // Light falls through a ring.
        Shape::Ring => {
            let (middle, band) = ((r + RING_HOLE) / 2.0, r - RING_HOLE);
            for (wider, strength) in [(0.1, ".1"), (0.03, ".14")] {
                let style = ink.line(SHADE, band + wider);
                let at = (0.025, RING_HIGH + 0.045);
                ink.circle(at, middle, format_args!(r#"{style} stroke-opacity="{strength}""#));
            }
        }
        // A ball touches the table in one point.
        Shape::Marble => {
            ink.ellipse((0.07, 0.15), (0.4, 0.32), ink.wash("shade"));
        }
        Shape::Marker | Shape::Disc { .. } => {
            ink.circle((0.035, 0.12), r * 1.2, ink.wash("shade"));
        }
    });
}

fn define_bare(ink: &mut Ink, look: Look) {
    let paint = paint(look.colour);
    let r = radius(look.shape);
    let name = bare(look);
    if look.shape == Shape::Marble {
        define_glass(ink, paint);
    }
    ink.define(&name, |ink| match look.shape {
        Shape::Marble => marble(ink, paint, r),
        Shape::Ring => ring(ink, paint, r),
        Shape::Marker => {
            let other = other_side(look.colour);
            // The lower half of the rim shows what is on the other side.
            ink.circle((0.0, 0.07), r, ink.solid(other.face, other.edge));
            ink.circle((0.0, 0.035), r, ink.solid(paint.side, paint.edge));
            ink.circle((0.0, 0.0), r, ink.solid(paint.face, paint.edge));
            turned_edge(ink, paint, r * 0.74);
            ink.circle((0.0, 0.0), r, ink.wash("sheen"));
        }
        Shape::Disc { .. } => {
            ink.circle((0.0, LAYER), r, ink.solid(paint.side, paint.edge));
            ink.circle((0.0, 0.0), r, ink.solid(paint.face, paint.edge));
            turned_edge(ink, paint, r * 0.84);
            ink.circle((0.0, 0.0), r, ink.wash("sheen"));
        }
    });
}

/// A fine groove, as a lathe leaves it.
fn turned_edge(ink: &mut Ink, paint: &Paint, r: f32) {
    let groove = ink.line(paint.deep, 0.012);
    ink.circle((0.0, 0.0), r, format_args!(r#"{groove} stroke-opacity=".3""#));
}

/// The inside of a ball in this colour.
fn define_glass(ink: &mut Ink, paint: &Paint) {
    let body = [
        ("0", paint.lit, "1"),
        (".36", paint.face, "1"),
        (".78", paint.side, "1"),
        ("1", paint.deep, "1"),
    ];
    ink.gradient(
        &format!("ball-{}", paint.name),
        r#"cx=".5" cy=".5" r=".52" fx=".38" fy=".3""#,
        &body,
    );
}

fn marble(ink: &mut Ink, paint: &Paint, r: f32) {
    let body = ink.wash(&format!("ball-{}", paint.name));
    ink.circle((0.0, 0.0), r, format_args!("{body} {}", ink.edge(paint.edge)));
    ink.circle((0.0, 0.0), r, ink.wash("rim"));
    // A window, seen in the glass.
    let spark = ink.wash("spark");
    ink.ellipse(
        (0.0, 0.0),
        (0.15, 0.095),
        format_args!(r#"{spark} transform="translate(-12.5 -16) rotate(-40)""#),
    );
}

fn ring(ink: &mut Ink, paint: &Paint, r: f32) {
    let (middle, band) = ((r + RING_HOLE) / 2.0, r - RING_HOLE);
    let edge = format!(r#"fill="none" {}"#, ink.edge(paint.edge));
    ink.circle((0.0, RING_HIGH), middle, ink.line(paint.side, band));
    ink.circle((0.0, RING_HIGH), r, &edge);
    ink.circle((0.0, 0.0), middle, ink.line(paint.face, band));
    let sheen = ink.wash("sheen").replace("fill", "stroke");
    ink.circle(
        (0.0, 0.0),
        middle,
        format_args!(r#"fill="none" {sheen} stroke-width="{}""#, N(band)),
    );
    // The top is a little rounded.
    let crest = ink.line(paint.lit, band * 0.3);
    ink.circle((-0.004, -0.008), middle, format_args!(r#"{crest} stroke-opacity=".32""#));
    ink.circle((0.0, 0.0), r, &edge);
    let strength = ink.tone(HOLE);
    ink.circle((0.0, 0.0), RING_HOLE, format_args!(r#"{edge} stroke-opacity="{strength}""#));
}

/// What is drawn on the face. No crown is a plain face, one is a ring, more is a star; the sign of
/// a colour fits into each.
fn face(ink: &mut Ink, look: Look) {
    let paint = paint(look.colour);
    let signs = ink.style.signs;
    match look.shape {
        Shape::Disc { crowns: 0 } | Shape::Marble | Shape::Marker => {
            let r = radius(look.shape) * 0.36;
            match look.colour {
                Colour::Of(seat) => seat_sign(ink, seat, paint, r * 1.5),
                colour if signs => colour_sign(ink, colour, (0.0, 0.0), r, paint.sign),
                _ => {}
            }
        }
        Shape::Disc { crowns: 1 } => {
            ink.circle((0.0, 0.0), 0.185, ink.line(paint.sign, 0.06));
            if signs {
                colour_sign(ink, look.colour, (0.0, 0.0), 0.085, paint.sign);
            }
        }
        Shape::Disc { .. } => {
            star(ink, (0.0, 0.0), 0.285, paint.sign);
            if signs {
                colour_sign(ink, look.colour, (0.0, 0.0), 0.1, paint.face);
            }
        }
        Shape::Ring => {
            let far = (radius(look.shape) + RING_HOLE) / 2.0;
            if signs {
                for at in [(0.0, -far), (far, 0.0), (0.0, far), (-far, 0.0)] {
                    colour_sign(ink, look.colour, at, 0.05, paint.sign);
                }
            }
        }
    }
}
