//! Small drawings that stand alone: one piece, one die, what a tray is for.

use alloc::string::String;

use core::iter;

use mohreh_games::show::{Look, Role};

use super::ink::Ink;
use super::{dice, open, pieces, signs};
use crate::style::Style;

/// From -50 to 50 both ways.
const VIEW: [f32; 4] = [-0.5, -0.5, 1.0, 1.0];

/// One piece by itself: a whole small drawing with its own definitions, from -50 to 50 both ways.
#[must_use]
pub fn piece(look: Look, style: &Style) -> String {
    alone(
        style,
        |ink| pieces::define(ink, iter::once(look)),
        |ink| {
            // A little up, so that the rim and the shadow below the face have room; small pieces grow.
            let scale = (0.565 / (pieces::radius(look.shape) + 0.2)).min(1.1);
            ink.group((-0.015, -0.07), scale, |ink| {
                ink.copy(&pieces::under(look.shape), (0.0, 0.0));
                let name = pieces::whole(ink, look);
                ink.copy(&name, (0.0, 0.0));
            });
        },
    )
}

/// A die by itself, its number by pips; an empty place for one that waits to be rolled.
#[must_use]
pub fn die(face: Option<u8>, style: &Style) -> String {
    alone(style, dice::define, |ink| dice::die(ink, face, (-0.01, -0.045), 0.78))
}

/// What a tray is for, as a sign.
#[must_use]
pub fn role(role: Role, style: &Style) -> String {
    alone(style, |_| {}, |ink| signs::role_sign(ink, role, (0.0, 0.0), 2.0))
}

fn alone(style: &Style, defs: impl FnOnce(&mut Ink), drawing: impl FnOnce(&mut Ink)) -> String {
    let mut ink = Ink::new(style);
    open(&mut ink, VIEW);
    ink.put("<defs>");
    defs(&mut ink);
    ink.put("</defs>");
    drawing(&mut ink);
    ink.put("</svg>");
    ink.text
}
