//! Signs in place of words: whose a piece is, its colour by shape, what a tray is for, and rolls
//! that are left.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use mohreh_games::Seat;
use mohreh_games::show::{Colour, Role};

use super::ink::Ink;
use super::paint::{Paint, QUIET, Tone};

/// The colour of a piece by shape: a cross for white, a triangle for grey, a square for black.
pub(super) fn colour_sign(ink: &mut Ink, colour: Colour, at: (f32, f32), r: f32, tone: Tone) {
    let (x, y) = at;
    match colour {
        Colour::White => {
            let style = format!(r#"{} stroke-linecap="round""#, ink.line(tone, r * 0.5));
            ink.path(&[(x - r, y), (x + r, y)], false, &style);
            ink.path(&[(x, y - r), (x, y + r)], false, &style);
        }
        Colour::Grey => {
            let corners =
                [(x, y - r * 1.15), (x + r * 1.15, y + r * 0.8), (x - r * 1.15, y + r * 0.8)];
            ink.path(&corners, true, ink.fill(tone));
        }
        Colour::Black => ink.block(at, (r * 1.8, r * 1.8), r * 0.2, ink.fill(tone)),
        // Seats have their own signs.
        Colour::Of(_) => {}
    }
}

/// A star with eight points.
pub(super) fn star(ink: &mut Ink, (x, y): (f32, f32), r: f32, tone: Tone) {
    const HALF: f32 = core::f32::consts::FRAC_1_SQRT_2;
    // How far right and up a dent is: half way between two tips.
    const LOW: f32 = 0.382_68;
    const HIGH: f32 = 0.923_88;
    #[rustfmt::skip]
    const TIPS: [(f32, f32); 8] = [
        (0.0, -1.0), (HALF, -HALF), (1.0, 0.0), (HALF, HALF),
        (0.0, 1.0), (-HALF, HALF), (-1.0, 0.0), (-HALF, -HALF),
    ];
    #[rustfmt::skip]
    const DENTS: [(f32, f32); 8] = [
        (LOW, -HIGH), (HIGH, -LOW), (HIGH, LOW), (LOW, HIGH),
        (-LOW, HIGH), (-HIGH, LOW), (-HIGH, -LOW), (-LOW, -HIGH),
    ];
    let points: Vec<(f32, f32)> = TIPS
        .into_iter()
        .zip(DENTS)
        .flat_map(|(tip, dent)| [(tip, r), (dent, r * 0.64)])
        .map(|((to_x, to_y), far)| (x + to_x * far, y + to_y * far))
        .collect();
    ink.path(&points, true, ink.fill(tone));
}

/// The sign of a seat on a piece: its number in its own shape.
pub(super) fn seat_sign(ink: &mut Ink, seat: Seat, paint: &Paint, r: f32) {
    let style = ink.fill(paint.sign);
    seat_shape(ink, seat, (0.0, 0.0), r, &style);
    seat_number(ink, seat, (0.0, 0.0), r, paint.face);
}

/// The number of a seat, to stand in a shape of this radius.
pub(super) fn seat_number(ink: &mut Ink, seat: Seat, at: (f32, f32), r: f32, tone: Tone) {
    let style = format!(r#"{} font-weight="700""#, ink.fill(tone));
    ink.label(&format!("{seat}"), at, r * 1.25, style);
}

/// Circle, square, triangle and diamond, all about equally large.
pub(super) fn seat_shape(ink: &mut Ink, seat: Seat, at: (f32, f32), r: f32, style: &str) {
    let corners = |corners: &[(f32, f32)]| -> Vec<(f32, f32)> {
        corners.iter().map(|(x, y)| (at.0 + x * r, at.1 + y * r)).collect()
    };
    match seat.index() {
        0 => ink.circle(at, r, style),
        1 => ink.block(at, (r * 1.8, r * 1.8), r * 0.2, style),
        2 => ink.path(&corners(&[(0.0, -1.3), (1.2, 0.78), (-1.2, 0.78)]), true, style),
        _ => ink.path(&corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]), true, style),
    }
}

fn pen(ink: &Ink) -> String {
    let line = ink.line(QUIET, 0.042);
    format!(r#"{line} stroke-linecap="round" stroke-linejoin="round""#)
}

/// What a tray is for, as a sign in a square of 0.4.
pub(super) fn role_sign(ink: &mut Ink, role: Role, at: (f32, f32), scale: f32) {
    let pen = &pen(ink);
    ink.group(at, scale, |ink| match role {
        // A bowl.
        Role::Supply => {
            let bowl = [(-0.2, -0.05), (-0.13, 0.16), (0.13, 0.16), (0.2, -0.05)];
            ink.path(&bowl, true, pen);
        }
        // Out of a box, and into it.
        Role::Hand => {
            open_box(ink, pen);
            ink.path(&[(0.0, 0.07), (0.0, -0.2)], false, pen);
            ink.path(&[(-0.1, -0.1), (0.0, -0.2), (0.1, -0.1)], false, pen);
        }
        Role::Captured => {
            open_box(ink, pen);
            ink.path(&[(0.0, -0.2), (0.0, 0.07)], false, pen);
            ink.path(&[(-0.1, -0.03), (0.0, 0.07), (0.1, -0.03)], false, pen);
        }
        Role::Taken => ink.path(&[(-0.18, 0.02), (-0.05, 0.15), (0.18, -0.14)], false, pen),
        Role::Lost => {
            ink.path(&[(-0.13, -0.13), (0.13, 0.13)], false, pen);
            ink.path(&[(0.13, -0.13), (-0.13, 0.13)], false, pen);
        }
        // A board and what stands on it.
        Role::OnBoard => {
            let hexagon =
                [(-0.1, -0.18), (0.1, -0.18), (0.2, 0.0), (0.1, 0.18), (-0.1, 0.18), (-0.2, 0.0)];
            ink.path(&hexagon, true, pen);
            ink.circle((0.0, 0.0), 0.06, ink.fill(QUIET));
        }
        Role::Points => {
            const STAR: [(f32, f32); 10] = [
                (0.0, -0.2),
                (0.052, -0.071),
                (0.19, -0.062),
                (0.084, 0.027),
                (0.118, 0.162),
                (0.0, 0.088),
                (-0.118, 0.162),
                (-0.084, 0.027),
                (-0.19, -0.062),
                (-0.052, -0.071),
            ];
            ink.path(&STAR, true, ink.fill(QUIET));
        }
    });
}

fn open_box(ink: &mut Ink, pen: &str) {
    ink.path(&[(-0.2, 0.02), (-0.2, 0.2), (0.2, 0.2), (0.2, 0.02)], false, pen);
}

/// Rolls that are left: round and round.
pub(super) fn roll_sign(ink: &mut Ink, at: (f32, f32)) {
    let pen = &pen(ink);
    ink.group(at, 1.0, |ink| {
        // Three quarters of a circle, its opening closed by the head of an arrow.
        ink.put(format_args!(r#"<path d="M0 -14A14 14 0 1 0 14 0" {pen}/>"#));
        ink.path(&[(-0.02, -0.22), (0.08, -0.14), (-0.02, -0.06)], false, pen);
    });
}
