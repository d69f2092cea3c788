//! What stands on one spot: a single piece, or layers with a number that says how many.

use alloc::format;
use alloc::vec::Vec;
use core::iter;

use mohreh_games::show::{Colour, Look, Piece};

use super::ink::{Ink, text_width};
use super::paint::{BADGE, BADGE_TEXT, paint};
use super::pieces::{LAYER, bare, radius, under, whole};
use super::signs::seat_shape;

/// No more layers are drawn: a higher stack would cover its neighbours, and the number tells.
const MOST_LAYERS: usize = 6;

/// How far the top of a stack is above its foot.
pub(super) fn rise(pieces: &[Piece]) -> f32 {
    let height: usize = pieces.iter().map(|piece| usize::from(piece.height.max(1))).sum();
    height.clamp(1, MOST_LAYERS) as f32 * LAYER - LAYER
}

/// What stands on one spot, the lowest piece first, its foot at 0, 0.
pub(super) fn stack(ink: &mut Ink, pieces: &[Piece]) {
    let Some(top) = pieces.last() else { return };
    let layers: Vec<Look> = pieces
        .iter()
        .flat_map(|piece| iter::repeat_n(piece.look, piece.height.max(1).into()))
        .collect();
    let height = layers.len();
    let shown = &layers[height - height.min(MOST_LAYERS)..];
    ink.copy(&under(shown[0].shape), (0.0, 0.0));
    for (i, look) in shown.iter().enumerate() {
        let at = (0.0, -(i as f32) * LAYER);
        let name = if i + 1 == shown.len() { whole(ink, *look) } else { bare(*look) };
        ink.copy(&name, at);
    }
    if height > 1 {
        let far = radius(top.look.shape) * 0.8;
        badge(ink, height, (far, far - rise(pieces)));
    }
}

/// A small number on light ground, for how high a stack is.
fn badge(ink: &mut Ink, number: usize, at: (f32, f32)) {
    let text = format!("{number}");
    let size = 0.26;
    let width = (text_width(&text) * size + 0.14).max(0.32);
    ink.block(at, (width, 0.32), 0.16, ink.solid(BADGE, BADGE_TEXT));
    let style = format!(r#"{} font-weight="700""#, ink.fill(BADGE_TEXT));
    ink.label(&text, at, size, style);
}

/// The owners of a stack from the bottom up, each by the shape of the seat: what is covered cannot
/// be told by its colour alone.
pub(super) fn owners(ink: &mut Ink, pieces: &[Piece], foot: (f32, f32)) {
    if pieces.len() < 2 {
        return;
    }
    for (i, piece) in pieces.iter().take(MOST_LAYERS).enumerate() {
        if let Colour::Of(seat) = piece.look.colour {
            let style = ink.fill(paint(piece.look.colour).face);
            seat_shape(ink, seat, (foot.0, foot.1 - i as f32 * 0.115), 0.05, &style);
        }
    }
}
