//! What lies under the pieces: rings, points, cells with their combinations, dice.

use alloc::format;

use mohreh_games::show::{Figure, Ground};

use super::ink::Ink;
use super::paint::{CELL, FIGURE, IMPRINT, IVORY, LINE, SLATE, SLATE_EDGE, TEXT};

/// The side of a cell; neighbouring cells are 1 apart.
pub(super) const CELL_SIDE: f32 = 0.94;

/// The ground of a spot at 0, 0; a cell under pieces moves its figure out of their way.
pub(super) fn ground(ink: &mut Ink, ground: Ground, at: (f32, f32), occupied: bool) {
    match ground {
        Ground::Ring => {
            // A band with a hole: what lies below shows through.
            let (x, y) = (at.0, at.1 + 0.03);
            for (at, colour) in [((x, y), SLATE_EDGE), (at, SLATE)] {
                let style = format_args!(r#"fill="none" stroke="{colour}" stroke-width="28""#);
                ink.circle(at, 0.33, style);
            }
            let shine = format_args!(
                r##"fill="none" stroke="#8793a0" stroke-opacity=".5" stroke-width="1.2""##
            );
            ink.circle(at, 0.455, shine);
        }
        Ground::Gap => ink.circle(at, 0.45, format_args!(r#"fill="{IMPRINT}""#)),
        Ground::Point => ink.circle(at, 0.045, format_args!(r#"fill="{LINE}""#)),
        Ground::Cell(shown) => {
            let side = (CELL_SIDE, CELL_SIDE);
            ink.block(at, side, 0.12, format_args!(r#"fill="{CELL}""#));
            if occupied {
                figure(ink, shown, (at.0 - 0.255, at.1 - 0.265), 0.32);
            } else {
                figure(ink, shown, at, 0.56);
            }
        }
    }
}

/// A combination as a sign, `size` wide and high at most.
fn figure(ink: &mut Ink, figure: Figure, at: (f32, f32), size: f32) {
    let place = |(x, y): (f32, f32)| (at.0 + x * size, at.1 + y * size);
    let full = format_args!(r#"fill="{FIGURE}""#);
    let line = size * 6.0;
    let hollow = format_args!(r#"fill="{IVORY}" stroke="{FIGURE}" stroke-width="{line:.1}""#);
    match figure {
        Figure::Pair(number) => {
            ink.block(place((0.17, -0.17)), (0.62 * size, 0.62 * size), 0.13 * size, full);
            let (x, y) = place((-0.13, 0.13));
            ink.block((x, y), (0.7 * size, 0.7 * size), 0.15 * size, hollow);
            pips(ink, number, (x, y), 0.7 * size, FIGURE);
        }
        Figure::Alike(count) => {
            let spots = alike(count);
            if spots.is_empty() {
                ink.label(&format!("{count}"), at, size, full);
            }
            for &spot in spots {
                ink.block(place(spot), (0.3 * size, 0.3 * size), 0.07 * size, full);
            }
        }
        Figure::FullHouse => {
            for x in [-0.36, 0.0, 0.36] {
                ink.block(place((x, 0.2)), (0.3 * size, 0.3 * size), 0.07 * size, full);
            }
            for x in [-0.18, 0.18] {
                let side = 0.3 * size - line / 100.0;
                ink.block(place((x, -0.2)), (side, side), 0.06 * size, hollow);
            }
        }
        Figure::Straight => {
            for step in 0..5_u8 {
                let step = f32::from(step);
                let high = 0.18 + step * 0.17;
                let spot = place((-0.4 + step * 0.2, 0.43 - high / 2.0));
                ink.block(spot, (0.15 * size, high * size), 0.04 * size, full);
            }
        }
    }
}

/// Where the dice of so many alike stand in their sign; nowhere if it must be a number.
fn alike(count: u8) -> &'static [(f32, f32)] {
    const THREE: &[(f32, f32)] = &[(0.0, -0.2), (-0.2, 0.2), (0.2, 0.2)];
    const FOUR: &[(f32, f32)] = &[(-0.2, -0.2), (0.2, -0.2), (-0.2, 0.2), (0.2, 0.2)];
    const FIVE: &[(f32, f32)] =
        &[(-0.33, -0.33), (0.33, -0.33), (0.0, 0.0), (-0.33, 0.33), (0.33, 0.33)];
    match count {
        3 => THREE,
        4 => FOUR,
        5 => FIVE,
        _ => &[],
    }
}

/// A die by itself; without a number while it is still to be rolled.
pub(super) fn die(ink: &mut Ink, face: Option<u8>, at: (f32, f32), side: f32) {
    let round = side * 0.2;
    match face {
        Some(number) => {
            let shade = format_args!(r#"fill="{LINE}""#);
            ink.block((at.0, at.1 + side * 0.05), (side, side), round, shade);
            let body = format_args!(r#"fill="{IVORY}" stroke="{FIGURE}" stroke-width="1.6""#);
            ink.block(at, (side, side), round, body);
            pips(ink, number, at, side, TEXT);
        }
        None => {
            let body = format_args!(
                r#"fill="none" stroke="{LINE}" stroke-width="2.4" stroke-dasharray="7 6""#
            );
            ink.block(at, (side, side), round, body);
        }
    }
}

fn pips(ink: &mut Ink, number: u8, at: (f32, f32), side: f32, colour: &str) {
    const FAR: f32 = 0.26;
    let pairs: &[(f32, f32)] = match number {
        0 | 1 => &[],
        2 | 3 => &[(FAR, -FAR)],
        4 | 5 => &[(FAR, -FAR), (FAR, FAR)],
        _ => &[(FAR, -FAR), (FAR, FAR), (FAR, 0.0)],
    };
    let fill = format_args!(r#"fill="{colour}""#);
    let r = side * 0.105;
    if number % 2 == 1 {
        ink.circle(at, r, fill);
    }
    for (x, y) in pairs {
        ink.circle((at.0 + x * side, at.1 + y * side), r, fill);
        ink.circle((at.0 - x * side, at.1 - y * side), r, fill);
    }
}
