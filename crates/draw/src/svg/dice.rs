//! Dice.

use alloc::format;

use super::ink::{Ink, N};
use super::paint::{DIE, DIE_EDGE, DIE_LIT, DIE_SIDE, GLOSS, IMPRINT, LINE, PIP, SHADE, Tone};

/// Defines what dice are washed with.
pub(super) fn define(ink: &mut Ink) {
    let stops = [("0", DIE_LIT, "1"), (".55", DIE, "1"), ("1", DIE, "1")];
    ink.gradient("die", r#"x1="0" y1="0" x2="1" y2="1""#, &stops);
}

/// A die by itself; an empty place without a number, while it is still to be rolled.
pub(super) fn die(ink: &mut Ink, face: Option<u8>, at: (f32, f32), side: f32) {
    let round = side * 0.22;
    let Some(number) = face else {
        let line = ink.tone(LINE);
        let style = format!(
            r#"{} stroke="{line}" stroke-width="2" stroke-dasharray="6 6" stroke-linecap="round""#,
            ink.fill(IMPRINT)
        );
        ink.block(at, (side * 0.94, side * 0.94), round, style);
        return;
    };
    let high = side * 0.09;
    let shade = ink.fill(SHADE);
    for (wider, strength) in [(0.1, ".07"), (0.03, ".12")] {
        let place = (at.0 + side * 0.03, at.1 + high + side * 0.05);
        let size = side * (1.0 + wider);
        let style = format!(r#"{shade} fill-opacity="{strength}""#);
        ink.block(place, (size, size), round * (1.0 + wider), style);
    }
    ink.block((at.0, at.1 + high), (side, side), round, ink.solid(DIE_SIDE, DIE_EDGE));
    let face = format!("{} {}", ink.wash("die"), ink.edge(DIE_EDGE));
    ink.block(at, (side, side), round, face);
    // A pip is hollow: light catches its lower edge.
    let light = (at.0 + side * 0.008, at.1 + side * 0.016);
    pips(ink, number, light, side, GLOSS);
    pips(ink, number, at, side, PIP);
}

/// The number of a die of this size.
pub(super) fn pips(ink: &mut Ink, number: u8, (x, y): (f32, f32), side: f32, tone: Tone) {
    const FAR: f32 = 0.26;
    let pairs: &[(f32, f32)] = match number {
        0 | 1 => &[],
        2 | 3 => &[(FAR, -FAR)],
        4 | 5 => &[(FAR, -FAR), (FAR, FAR)],
        _ => &[(FAR, -FAR), (FAR, FAR), (FAR, 0.0)],
    };
    let middle = if number % 2 == 1 { Some((0.0, 0.0)) } else { None };
    let both = pairs.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]);
    // Round ends of lines without length: one path for all.
    let (tone, size) = (ink.tone(tone), N(side * 0.205));
    ink.put(r#"<path d=""#);
    for (dx, dy) in middle.into_iter().chain(both) {
        let (x, y) = (N(x + dx * side), N(y + dy * side));
        ink.put(format_args!("M{x} {y}L{x} {y}"));
    }
    ink.put(format_args!(
        r#"" fill="none" stroke="{tone}" stroke-width="{size}" stroke-linecap="round"/>"#
    ));
}
