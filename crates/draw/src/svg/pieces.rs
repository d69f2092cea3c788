//! Pieces: one definition per look, instantiated by `<use>`. Lit from the upper left and seen slightly from below, so
//! that a rim is visible under each face.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use mohreh_games::show::{Colour, Look, Mark, Shape};

use super::signs::{colour_sign, seat_sign, star};
use super::theme::{GLOSS, HOLE, Paint, RIM, SHADE, other_side, paint};
use super::writer::{SvgWriter, Units};

/// Height of one layer of a stack.
pub(super) const LAYER: f32 = 0.075;

/// Hole radius and thickness of a ring.
const RING_HOLE: f32 = 0.27;
const RING_HIGH: f32 = 0.065;

/// Radius of a piece.
pub(super) fn radius(shape: Shape) -> f32 {
    match shape {
        Shape::Marble => 0.36,
        Shape::Ring => 0.43,
        Shape::Marker => 0.3,
        Shape::Disc => 0.385,
    }
}

fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Marble => "marble",
        Shape::Ring => "ring",
        Shape::Marker => "marker",
        Shape::Disc => "disc",
    }
}

/// Id of a piece without symbols, for the lower layers of a stack.
pub(super) fn bare(look: Look) -> String {
    format!("{}-{}", shape_name(look.shape), paint(look.colour).name)
}

/// Id of a piece with the symbols on its face.
pub(super) fn whole(writer: &SvgWriter, look: Look) -> String {
    let seat = matches!(look.colour, Colour::Of(_));
    match look.mark != Mark::Plain || seat || writer.style.signs {
        true => format!("{}-{}", bare(look), look.mark as u8),
        false => bare(look),
    }
}

/// Id of a piece's shadow.
pub(super) fn under(shape: Shape) -> String {
    format!("under-{}", shape_name(shape))
}

/// Writes the `<defs>` of these looks, their shadows and gradients.
pub(super) fn define(writer: &mut SvgWriter, looks: impl Iterator<Item = Look>) {
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
            define_light(writer);
        }
        if look.shape == Shape::Marble && is_new("gloss".into()) {
            define_gloss(writer);
        }
        if is_new(under(look.shape)) {
            define_shadow(writer, look.shape);
        }
        if is_new(bare(look)) {
            define_bare(writer, look);
        }
        let name = whole(writer, look);
        if is_new(name.clone()) {
            writer.define(&name, |writer| {
                writer.use_def(&bare(look), (0.0, 0.0));
                face(writer, look);
            });
        }
    }
}

fn define_light(writer: &mut SvgWriter) {
    writer.define_gradient(
        "shade",
        "",
        &[("0", SHADE, ".5"), (".6", SHADE, ".34"), ("1", SHADE, "0")],
    );
    let sheen = [("0", GLOSS, ".42"), (".6", GLOSS, ".06"), ("1", GLOSS, "0")];
    writer.define_gradient("sheen", r#"cx=".3" cy=".2" r=".85""#, &sheen);
}

/// Gradients of reflections on marbles.
fn define_gloss(writer: &mut SvgWriter) {
    // Reflected light along the lower right.
    let rim = [("0", GLOSS, "0"), (".72", GLOSS, "0"), (".9", GLOSS, ".4"), ("1", GLOSS, ".06")];
    writer.define_gradient("rim", r#"cx=".42" cy=".4" r=".63""#, &rim);
    let spark = [("0", GLOSS, ".95"), (".4", GLOSS, ".8"), (".55", GLOSS, ".3"), ("1", GLOSS, "0")];
    writer.define_gradient("spark", "", &spark);
}

fn define_shadow(writer: &mut SvgWriter, shape: Shape) {
    let r = radius(shape);
    writer.define(&under(shape), |writer| match shape {
        // The shadow of a ring has a hole.
        Shape::Ring => {
            let (middle, band) = ((r + RING_HOLE) / 2.0, r - RING_HOLE);
            for (wider, strength) in [(0.1, ".1"), (0.03, ".14")] {
                let style = writer.line(SHADE, band + wider);
                let at = (0.025, RING_HIGH + 0.045);
                writer.circle(at, middle, format_args!(r#"{style} stroke-opacity="{strength}""#));
            }
        }
        // The shadow of a marble is offset, because it touches the table in one point.
        Shape::Marble => {
            writer.ellipse((0.07, 0.15), (0.4, 0.32), writer.gradient_fill("shade"));
        }
        Shape::Marker | Shape::Disc => {
            writer.circle((0.035, 0.12), r * 1.2, writer.gradient_fill("shade"));
        }
    });
}

fn define_bare(writer: &mut SvgWriter, look: Look) {
    let paint = paint(look.colour);
    let r = radius(look.shape);
    let name = bare(look);
    if look.shape == Shape::Marble {
        define_glass(writer, paint);
    }
    writer.define(&name, |writer| match look.shape {
        Shape::Marble => marble(writer, paint, r),
        Shape::Ring => ring(writer, paint, r),
        Shape::Marker => {
            let other = other_side(look.colour);
            // The lower half of the rim has the colour of the reverse side.
            writer.circle((0.0, 0.07), r, writer.solid(other.face, other.edge));
            writer.circle((0.0, 0.035), r, writer.solid(paint.side, paint.edge));
            writer.circle((0.0, 0.0), r, writer.solid(paint.face, paint.edge));
            turned_edge(writer, paint, r * 0.74);
            writer.circle((0.0, 0.0), r, writer.gradient_fill("sheen"));
        }
        Shape::Disc => {
            writer.circle((0.0, LAYER), r, writer.solid(paint.side, paint.edge));
            writer.circle((0.0, 0.0), r, writer.solid(paint.face, paint.edge));
            turned_edge(writer, paint, r * 0.84);
            writer.circle((0.0, 0.0), r, writer.gradient_fill("sheen"));
        }
    });
}

/// A fine groove near the edge.
fn turned_edge(writer: &mut SvgWriter, paint: &Paint, r: f32) {
    let groove = writer.line(paint.deep, 0.012);
    writer.circle((0.0, 0.0), r, format_args!(r#"{groove} stroke-opacity=".3""#));
}

/// Body gradient of a marble.
fn define_glass(writer: &mut SvgWriter, paint: &Paint) {
    let body = [
        ("0", paint.lit, "1"),
        (".36", paint.face, "1"),
        (".78", paint.side, "1"),
        ("1", paint.deep, "1"),
    ];
    writer.define_gradient(
        &format!("ball-{}", paint.name),
        r#"cx=".5" cy=".5" r=".52" fx=".38" fy=".3""#,
        &body,
    );
}

fn marble(writer: &mut SvgWriter, paint: &Paint, r: f32) {
    let body = writer.gradient_fill(&format!("ball-{}", paint.name));
    writer.circle((0.0, 0.0), r, format_args!("{body} {}", writer.edge(paint.edge)));
    writer.circle((0.0, 0.0), r, writer.gradient_fill("rim"));
    // Specular highlight.
    let spark = writer.gradient_fill("spark");
    writer.ellipse(
        (0.0, 0.0),
        (0.15, 0.095),
        format_args!(r#"{spark} transform="translate(-12.5 -16) rotate(-40)""#),
    );
}

fn ring(writer: &mut SvgWriter, paint: &Paint, r: f32) {
    let (middle, band) = ((r + RING_HOLE) / 2.0, r - RING_HOLE);
    let edge = format!(r#"fill="none" {}"#, writer.edge(paint.edge));
    writer.circle((0.0, RING_HIGH), middle, writer.line(paint.side, band));
    let rim = writer.tone(RIM);
    writer.circle((0.0, RING_HIGH), r, format_args!(r#"{edge} stroke-opacity="{rim}""#));
    writer.circle((0.0, 0.0), middle, writer.line(paint.face, band));
    let sheen = writer.gradient_fill("sheen").replace("fill", "stroke");
    writer.circle(
        (0.0, 0.0),
        middle,
        format_args!(r#"fill="none" {sheen} stroke-width="{}""#, Units(band)),
    );
    // A highlight that makes the top look rounded.
    let crest = writer.line(paint.lit, band * 0.3);
    writer.circle((-0.004, -0.008), middle, format_args!(r#"{crest} stroke-opacity=".32""#));
    writer.circle((0.0, 0.0), r, &edge);
    let strength = writer.tone(HOLE);
    writer.circle((0.0, 0.0), RING_HOLE, format_args!(r#"{edge} stroke-opacity="{strength}""#));
}

/// Symbols on the face: the mark, with the colour symbol inside it.
fn face(writer: &mut SvgWriter, look: Look) {
    let paint = paint(look.colour);
    let signs = writer.style.signs;
    match (look.shape, look.mark) {
        (Shape::Ring, _) => {
            let far = (radius(look.shape) + RING_HOLE) / 2.0;
            if signs {
                for at in [(0.0, -far), (far, 0.0), (0.0, far), (-far, 0.0)] {
                    colour_sign(writer, look.colour, at, 0.05, paint.sign);
                }
            }
        }
        (_, Mark::Plain) => {
            let r = radius(look.shape) * 0.36;
            match look.colour {
                Colour::Of(seat) => seat_sign(writer, seat, paint, r * 1.5),
                colour if signs => colour_sign(writer, colour, (0.0, 0.0), r, paint.sign),
                _ => {}
            }
        }
        (_, Mark::Circle) => {
            writer.circle((0.0, 0.0), 0.185, writer.line(paint.sign, 0.06));
            if signs {
                colour_sign(writer, look.colour, (0.0, 0.0), 0.085, paint.sign);
            }
        }
        (_, Mark::Star) => {
            star(writer, (0.0, 0.0), 0.285, paint.sign);
            if signs {
                colour_sign(writer, look.colour, (0.0, 0.0), 0.1, paint.face);
            }
        }
    }
}
