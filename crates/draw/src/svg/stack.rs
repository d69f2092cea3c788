//! The pieces on one spot: a single piece, or a stack with a height badge.

use alloc::format;
use alloc::vec::Vec;
use core::iter;

use mohreh_games::show::{Colour, Look, Piece};

use super::pieces::{LAYER, bare, radius, under, whole};
use super::signs::seat_shape;
use super::theme::{BADGE, BADGE_TEXT, paint};
use super::writer::{SvgWriter, text_width};

/// Most layers drawn: a higher stack would cover its neighbours, and the badge shows the height.
const MOST_LAYERS: usize = 6;

/// Height of the top of a stack above its foot.
pub(super) fn rise(pieces: &[Piece]) -> f32 {
    let height: usize = pieces.iter().map(|piece| usize::from(piece.height.max(1))).sum();
    height.clamp(1, MOST_LAYERS) as f32 * LAYER - LAYER
}

/// Draws the pieces of one spot, lowest first, with the foot at the origin.
pub(super) fn stack(writer: &mut SvgWriter, pieces: &[Piece]) {
    let Some(top) = pieces.last() else { return };
    let layers: Vec<Look> = pieces
        .iter()
        .flat_map(|piece| iter::repeat_n(piece.look, piece.height.max(1).into()))
        .collect();
    let height = layers.len();
    let shown = &layers[height - height.min(MOST_LAYERS)..];
    writer.use_def(&under(shown[0].shape), (0.0, 0.0));
    for (i, look) in shown.iter().enumerate() {
        let at = (0.0, -(i as f32) * LAYER);
        let name = if i + 1 == shown.len() { whole(writer, *look) } else { bare(*look) };
        writer.use_def(&name, at);
    }
    if height > 1 {
        let far = radius(top.look.shape) * 0.8;
        badge(writer, height, (far, far - rise(pieces)));
    }
}

/// Height badge.
fn badge(writer: &mut SvgWriter, number: usize, at: (f32, f32)) {
    let text = format!("{number}");
    let size = 0.26;
    let width = (text_width(&text) * size + 0.14).max(0.32);
    writer.rounded_rect(at, (width, 0.32), 0.16, writer.solid(BADGE, BADGE_TEXT));
    let style = format!(r#"{} font-weight="700""#, writer.fill(BADGE_TEXT));
    writer.label(&text, at, size, style);
}

/// Owners of a stack from the bottom up, by the shapes of their seats, because the colour of a covered layer is hard
/// to see.
pub(super) fn owners(writer: &mut SvgWriter, pieces: &[Piece], foot: (f32, f32)) {
    if pieces.len() < 2 {
        return;
    }
    for (i, piece) in pieces.iter().take(MOST_LAYERS).enumerate() {
        if let Colour::Of(seat) = piece.look.colour {
            let style = writer.fill(paint(piece.look.colour).face);
            seat_shape(writer, seat, (foot.0, foot.1 - i as f32 * 0.115), 0.05, &style);
        }
    }
}
