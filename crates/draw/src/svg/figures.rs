//! Combinations of dice as signs, made of small dice. A die shows pips only where its number
//! matters: blank ones say that any number will do, if those of one colour are alike.

use alloc::format;
use alloc::string::String;

use mohreh_games::show::Figure;

use super::dice::pips;
use super::ink::{Ink, N};
use super::paint::{CELL, FIGURE};

/// Where dice stand in their sign, the size of one, and whether it is filled.
type Standing = ((f32, f32), f32, bool);

/// A combination, `size` wide and high at most.
pub(super) fn figure(ink: &mut Ink, figure: Figure, at: (f32, f32), size: f32) {
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
        Figure::FullHouse => dice(ink, HOUSE, at, size),
        Figure::Straight => dice(ink, RUN, at, size),
        Figure::Alike(3) => dice(ink, THREE, at, size),
        Figure::Alike(4) => dice(ink, FOUR, at, size),
        Figure::Alike(5) => dice(ink, FIVE, at, size),
        Figure::Alike(count) => ink.label(&format!("{count}"), at, size, ink.fill(FIGURE)),
        Figure::Pair(number) => {
            for far in [0.25, -0.25] {
                let (x, y) = (at.0 + far * size, at.1 - far * size * 0.5);
                numbered(ink, number, (x, y), 0.56 * size);
            }
        }
    }
}

/// The same in one line, `width` wide at most, by its left end: it stands above pieces, where they
/// cover little of it.
pub(super) fn figure_in_a_row(ink: &mut Ink, figure: Figure, (x, y): (f32, f32), width: f32) {
    let side = width * 0.172;
    let apart = width * 0.207;
    let mut row = |filled: &[bool], climb: f32| {
        for (i, filled) in filled.iter().enumerate() {
            let far = i as f32;
            die(ink, (x + side / 2.0 + far * apart, y - (far - 2.0) * climb), side, *filled);
        }
    };
    match figure {
        Figure::FullHouse => row(&[true, true, true, false, false], 0.0),
        Figure::Straight => row(&[true; 5], 0.021),
        Figure::Alike(count @ 3..=5) => row(&[true; 5][..usize::from(count)], 0.0),
        Figure::Alike(count) => {
            let at = (x + width * 0.2, y);
            ink.label(&format!("{count}"), at, width * 0.3, ink.fill(FIGURE));
        }
        Figure::Pair(number) => {
            for far in [0.12, 0.39] {
                numbered(ink, number, (x + far * width, y), width * 0.24);
            }
        }
    }
}

fn dice(ink: &mut Ink, standing: &[Standing], at: (f32, f32), size: f32) {
    for &((x, y), side, filled) in standing {
        die(ink, (at.0 + x * size, at.1 + y * size), side * size, filled);
    }
}

fn die(ink: &mut Ink, at: (f32, f32), side: f32, filled: bool) {
    let round = side * 0.24;
    if filled {
        ink.block(at, (side, side), round, ink.fill(FIGURE));
    } else {
        let inner = side * 0.84;
        ink.block(at, (inner, inner), round * 0.8, hollow(ink, side * 0.16));
    }
}

fn numbered(ink: &mut Ink, number: u8, at: (f32, f32), side: f32) {
    let inner = side * 0.92;
    ink.block(at, (inner, inner), side * 0.2, hollow(ink, side * 0.08));
    pips(ink, number, at, side, FIGURE);
}

fn hollow(ink: &Ink, width: f32) -> String {
    format!(r#"{} stroke="{}" stroke-width="{}""#, ink.fill(CELL), ink.tone(FIGURE), N(width))
}
