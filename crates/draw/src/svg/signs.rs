//! Symbols and icons: seats, colours by shape, tray roles, remaining rolls.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use mohreh_games::Seat;
use mohreh_games::show::{Colour, Role};

use super::theme::{Paint, QUIET, Tone};
use super::writer::SvgWriter;

/// Colour by shape: a cross for white, a triangle for grey, a square for black.
pub(super) fn colour_sign(
    writer: &mut SvgWriter,
    colour: Colour,
    at: (f32, f32),
    r: f32,
    tone: Tone,
) {
    let (x, y) = at;
    match colour {
        Colour::White => {
            let style = format!(r#"{} stroke-linecap="round""#, writer.line(tone, r * 0.5));
            writer.path(&[(x - r, y), (x + r, y)], false, &style);
            writer.path(&[(x, y - r), (x, y + r)], false, &style);
        }
        Colour::Grey => {
            let corners =
                [(x, y - r * 1.15), (x + r * 1.15, y + r * 0.8), (x - r * 1.15, y + r * 0.8)];
            writer.path(&corners, true, writer.fill(tone));
        }
        Colour::Black => writer.rounded_rect(at, (r * 1.8, r * 1.8), r * 0.2, writer.fill(tone)),
        // Seats have symbols of their own.
        Colour::Of(_) => {}
    }
}

/// An eight-pointed star.
pub(super) fn star(writer: &mut SvgWriter, (x, y): (f32, f32), r: f32, tone: Tone) {
    const HALF: f32 = core::f32::consts::FRAC_1_SQRT_2;
    // Sine and cosine of 22.5°: the direction of a dent, half way between two tips.
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
    writer.path(&points, true, writer.fill(tone));
}

/// Symbol of a seat on a piece: its number inside its shape.
pub(super) fn seat_sign(writer: &mut SvgWriter, seat: Seat, paint: &Paint, r: f32) {
    let style = writer.fill(paint.sign);
    seat_shape(writer, seat, (0.0, 0.0), r, &style);
    seat_number(writer, seat, (0.0, 0.0), r, paint.face);
}

/// Number of a seat, sized for a shape of this radius.
pub(super) fn seat_number(writer: &mut SvgWriter, seat: Seat, at: (f32, f32), r: f32, tone: Tone) {
    let style = format!(r#"{} font-weight="700""#, writer.fill(tone));
    writer.label(&format!("{seat}"), at, r * 1.25, style);
}

/// Shape of a seat: circle, square, triangle or diamond, of similar area.
pub(super) fn seat_shape(writer: &mut SvgWriter, seat: Seat, at: (f32, f32), r: f32, style: &str) {
    let corners = |corners: &[(f32, f32)]| -> Vec<(f32, f32)> {
        corners.iter().map(|(x, y)| (at.0 + x * r, at.1 + y * r)).collect()
    };
    match seat.index() {
        0 => writer.circle(at, r, style),
        1 => writer.rounded_rect(at, (r * 1.8, r * 1.8), r * 0.2, style),
        2 => writer.path(&corners(&[(0.0, -1.3), (1.2, 0.78), (-1.2, 0.78)]), true, style),
        _ => {
            writer.path(&corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]), true, style);
        }
    }
}

fn pen(writer: &SvgWriter) -> String {
    let line = writer.line(QUIET, 0.042);
    format!(r#"{line} stroke-linecap="round" stroke-linejoin="round""#)
}

/// Icon of a tray role, in a square of 0.4.
pub(super) fn role_sign(writer: &mut SvgWriter, role: Role, at: (f32, f32), scale: f32) {
    let pen = &pen(writer);
    writer.group(at, scale, |writer| match role {
        // A bowl.
        Role::Supply => {
            let bowl = [(-0.2, -0.05), (-0.13, 0.16), (0.13, 0.16), (0.2, -0.05)];
            writer.path(&bowl, true, pen);
        }
        // An arrow out of a box; the next one points into it.
        Role::Hand => {
            open_box(writer, pen);
            writer.path(&[(0.0, 0.07), (0.0, -0.2)], false, pen);
            writer.path(&[(-0.1, -0.1), (0.0, -0.2), (0.1, -0.1)], false, pen);
        }
        Role::Captured => {
            open_box(writer, pen);
            writer.path(&[(0.0, -0.2), (0.0, 0.07)], false, pen);
            writer.path(&[(-0.1, -0.03), (0.0, 0.07), (0.1, -0.03)], false, pen);
        }
        Role::Taken => writer.path(&[(-0.18, 0.02), (-0.05, 0.15), (0.18, -0.14)], false, pen),
        Role::Lost => {
            writer.path(&[(-0.13, -0.13), (0.13, 0.13)], false, pen);
            writer.path(&[(0.13, -0.13), (-0.13, 0.13)], false, pen);
        }
        // A board with a piece.
        Role::OnBoard => {
            let hexagon =
                [(-0.1, -0.18), (0.1, -0.18), (0.2, 0.0), (0.1, 0.18), (-0.1, 0.18), (-0.2, 0.0)];
            writer.path(&hexagon, true, pen);
            writer.circle((0.0, 0.0), 0.06, writer.fill(QUIET));
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
            writer.path(&STAR, true, writer.fill(QUIET));
        }
    });
}

fn open_box(writer: &mut SvgWriter, pen: &str) {
    writer.path(&[(-0.2, 0.02), (-0.2, 0.2), (0.2, 0.2), (0.2, 0.02)], false, pen);
}

/// Icon of remaining rolls: a circular arrow.
pub(super) fn roll_sign(writer: &mut SvgWriter, at: (f32, f32)) {
    let pen = &pen(writer);
    writer.group(at, 1.0, |writer| {
        // Three quarters of a circle with an arrow head.
        writer.put(format_args!(r#"<path d="M0 -14A14 14 0 1 0 14 0" {pen}/>"#));
        writer.path(&[(-0.02, -0.22), (0.08, -0.14), (-0.02, -0.06)], false, pen);
    });
}
