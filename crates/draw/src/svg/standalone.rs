//! Standalone drawings: a piece, a die, the icon of a tray role.

use alloc::string::String;

use core::iter;

use mohreh_games::show::{Look, Role};

use super::writer::SvgWriter;
use super::{dice, open, pieces, signs};
use crate::style::Style;

/// View box, in distances between spots: -50 to 50 SVG units on both axes.
const VIEW: [f32; 4] = [-0.5, -0.5, 1.0, 1.0];

/// A single piece as a complete SVG document, -50 to 50 units on both axes.
#[must_use]
pub fn piece(look: Look, style: &Style) -> String {
    alone(
        style,
        |writer| pieces::define(writer, iter::once(look)),
        |writer| {
            // Shifted up to leave space for rim and shadow; small pieces are scaled up.
            let scale = (0.565 / (pieces::radius(look.shape) + 0.2)).min(1.1);
            writer.group((-0.015, -0.07), scale, |writer| {
                writer.use_def(&pieces::under(look.shape), (0.0, 0.0));
                let name = pieces::whole(writer, look);
                writer.use_def(&name, (0.0, 0.0));
            });
        },
    )
}

/// A single die with pips; an empty outline for `None`, a die to be rolled.
#[must_use]
pub fn die(face: Option<u8>, style: &Style) -> String {
    alone(style, dice::define, |writer| dice::die(writer, face, (-0.01, -0.045), 0.78))
}

/// Icon of a tray role.
#[must_use]
pub fn role(role: Role, style: &Style) -> String {
    alone(style, |_| {}, |writer| signs::role_sign(writer, role, (0.0, 0.0), 2.0))
}

fn alone(
    style: &Style,
    defs: impl FnOnce(&mut SvgWriter),
    drawing: impl FnOnce(&mut SvgWriter),
) -> String {
    let mut writer = SvgWriter::new(style);
    open(&mut writer, VIEW);
    writer.put("<defs>");
    defs(&mut writer);
    writer.put("</defs>");
    drawing(&mut writer);
    writer.put("</svg>");
    writer.text
}
