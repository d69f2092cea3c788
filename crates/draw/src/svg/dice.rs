//! Dice as SVG.

use alloc::format;

use super::theme::{DIE, DIE_EDGE, DIE_LIT, DIE_SIDE, GLOSS, IMPRINT, LINE, PIP, SHADE, Tone};
use super::writer::{SvgWriter, Units};

/// Defines the gradient of dice.
pub(super) fn define(writer: &mut SvgWriter) {
    let stops = [("0", DIE_LIT, "1"), (".55", DIE, "1"), ("1", DIE, "1")];
    writer.define_gradient("die", r#"x1="0" y1="0" x2="1" y2="1""#, &stops);
}

/// Draws a die; an empty outline for `None`, a die to be rolled.
pub(super) fn die(writer: &mut SvgWriter, face: Option<u8>, at: (f32, f32), side: f32) {
    let round = side * 0.22;
    let Some(number) = face else {
        let line = writer.tone(LINE);
        let style = format!(
            r#"{} stroke="{line}" stroke-width="2" stroke-dasharray="6 6" stroke-linecap="round""#,
            writer.fill(IMPRINT)
        );
        writer.rounded_rect(at, (side * 0.94, side * 0.94), round, style);
        return;
    };
    let high = side * 0.09;
    let shade = writer.fill(SHADE);
    for (wider, strength) in [(0.1, ".07"), (0.03, ".12")] {
        let place = (at.0 + side * 0.03, at.1 + high + side * 0.05);
        let size = side * (1.0 + wider);
        let style = format!(r#"{shade} fill-opacity="{strength}""#);
        writer.rounded_rect(place, (size, size), round * (1.0 + wider), style);
    }
    writer.rounded_rect((at.0, at.1 + high), (side, side), round, writer.solid(DIE_SIDE, DIE_EDGE));
    let face = format!("{} {}", writer.gradient_fill("die"), writer.edge(DIE_EDGE));
    writer.rounded_rect(at, (side, side), round, face);
    // A highlight at the lower edge makes pips look engraved.
    let light = (at.0 + side * 0.008, at.1 + side * 0.016);
    pips(writer, number, light, side, GLOSS);
    pips(writer, number, at, side, PIP);
}

/// Draws the pips of a number for a die of this size.
pub(super) fn pips(writer: &mut SvgWriter, number: u8, (x, y): (f32, f32), side: f32, tone: Tone) {
    const FAR: f32 = 0.26;
    let pairs: &[(f32, f32)] = match number {
        0 | 1 => &[],
        2 | 3 => &[(FAR, -FAR)],
        4 | 5 => &[(FAR, -FAR), (FAR, FAR)],
        _ => &[(FAR, -FAR), (FAR, FAR), (FAR, 0.0)],
    };
    let middle = if number % 2 == 1 { Some((0.0, 0.0)) } else { None };
    let both = pairs.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]);
    // Zero-length lines with round caps are dots: one path for all pips.
    let (tone, size) = (writer.tone(tone), Units(side * 0.205));
    writer.put(r#"<path d=""#);
    for (dx, dy) in middle.into_iter().chain(both) {
        let (x, y) = (Units(x + dx * side), Units(y + dy * side));
        writer.put(format_args!("M{x} {y}L{x} {y}"));
    }
    writer.put(format_args!(
        r#"" fill="none" stroke="{tone}" stroke-width="{size}" stroke-linecap="round"/>"#
    ));
}
