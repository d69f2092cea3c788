//! Icons of dice combinations, made of small dice. Pips are shown only where the number matters; blank dice of the
//! same fill stand for equal numbers.

use alloc::format;
use alloc::string::String;

use mohreh_games::show::Figure;

use super::dice::pips;
use super::theme::{CELL, FIGURE};
use super::writer::{SvgWriter, Units};

/// Position, size and fill of a die in an icon.
type Standing = ((f32, f32), f32, bool);

/// Draws a combination within a square of `size`.
pub(super) fn figure(writer: &mut SvgWriter, figure: Figure, at: (f32, f32), size: f32) {
    const THREE: &[Standing] =
        &[((0.0, -0.21), 0.34, true), ((-0.21, 0.21), 0.34, true), ((0.21, 0.21), 0.34, true)];
    const FOUR: &[Standing] = &[
        ((-0.21, -0.21), 0.34, true),
        ((0.21, -0.21), 0.34, true),
        ((-0.21, 0.21), 0.34, true),
        ((0.21, 0.21), 0.34, true),
    ];
    const FIVE: &[Standing] = &[
        ((-0.34, -0.34), 0.31, true),
        ((0.34, -0.34), 0.31, true),
        ((0.0, 0.0), 0.31, true),
        ((-0.34, 0.34), 0.31, true),
        ((0.34, 0.34), 0.31, true),
    ];
    const HOUSE: &[Standing] = &[
        ((-0.2, -0.2), 0.31, false),
        ((0.2, -0.2), 0.31, false),
        ((-0.39, 0.2), 0.31, true),
        ((0.0, 0.2), 0.31, true),
        ((0.39, 0.2), 0.31, true),
    ];
    const RUN: &[Standing] = &[
        ((-0.44, 0.36), 0.2, true),
        ((-0.22, 0.18), 0.2, true),
        ((0.0, 0.0), 0.2, true),
        ((0.22, -0.18), 0.2, true),
        ((0.44, -0.36), 0.2, true),
    ];
    match figure {
        Figure::FullHouse => dice(writer, HOUSE, at, size),
        Figure::Straight => dice(writer, RUN, at, size),
        Figure::Alike(3) => dice(writer, THREE, at, size),
        Figure::Alike(4) => dice(writer, FOUR, at, size),
        Figure::Alike(5) => dice(writer, FIVE, at, size),
        Figure::Alike(count) => writer.label(&format!("{count}"), at, size, writer.fill(FIGURE)),
        Figure::Pair(number) => {
            for far in [0.25, -0.25] {
                let (x, y) = (at.0 + far * size, at.1 - far * size * 0.5);
                numbered(writer, number, (x, y), 0.56 * size);
            }
        }
    }
}

/// Draws a combination in one row, at most `width` wide, from its left end. For occupied cells, where pieces cover
/// little of it.
pub(super) fn figure_in_a_row(
    writer: &mut SvgWriter,
    figure: Figure,
    (x, y): (f32, f32),
    width: f32,
) {
    let side = width * 0.172;
    let apart = width * 0.207;
    let mut row = |filled: &[bool], climb: f32| {
        for (i, filled) in filled.iter().enumerate() {
            let far = i as f32;
            die(writer, (x + side / 2.0 + far * apart, y - (far - 2.0) * climb), side, *filled);
        }
    };
    match figure {
        Figure::FullHouse => row(&[true, true, true, false, false], 0.0),
        Figure::Straight => row(&[true; 5], 0.021),
        Figure::Alike(count @ 3..=5) => row(&[true; 5][..usize::from(count)], 0.0),
        Figure::Alike(count) => {
            let at = (x + width * 0.2, y);
            writer.label(&format!("{count}"), at, width * 0.3, writer.fill(FIGURE));
        }
        Figure::Pair(number) => {
            for far in [0.12, 0.39] {
                numbered(writer, number, (x + far * width, y), width * 0.24);
            }
        }
    }
}

fn dice(writer: &mut SvgWriter, standing: &[Standing], at: (f32, f32), size: f32) {
    for &((x, y), side, filled) in standing {
        die(writer, (at.0 + x * size, at.1 + y * size), side * size, filled);
    }
}

fn die(writer: &mut SvgWriter, at: (f32, f32), side: f32, filled: bool) {
    let round = side * 0.24;
    if filled {
        writer.rounded_rect(at, (side, side), round, writer.fill(FIGURE));
    } else {
        let inner = side * 0.84;
        writer.rounded_rect(at, (inner, inner), round * 0.8, hollow(writer, side * 0.16));
    }
}

fn numbered(writer: &mut SvgWriter, number: u8, at: (f32, f32), side: f32) {
    let inner = side * 0.92;
    writer.rounded_rect(at, (inner, inner), side * 0.2, hollow(writer, side * 0.08));
    pips(writer, number, at, side, FIGURE);
}

fn hollow(writer: &SvgWriter, width: f32) -> String {
    format!(
        r#"{} stroke="{}" stroke-width="{}""#,
        writer.fill(CELL),
        writer.tone(FIGURE),
        Units(width)
    )
}
