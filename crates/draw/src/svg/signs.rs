//! Signs in place of words: what a tray is for, and rolls that are left.

use alloc::format;
use alloc::string::String;

use mohreh_games::show::Role;

use super::ink::Ink;
use super::paint::QUIET;

fn stroke() -> String {
    format!(
        r#"fill="none" stroke="{QUIET}" stroke-width="4.2" stroke-linecap="round" stroke-linejoin="round""#
    )
}

/// What a tray is for, as a sign in a square of 0.4.
pub(super) fn role_sign(ink: &mut Ink, role: Role, at: (f32, f32)) {
    ink.group(at, 1.0, |ink| match role {
        // A bowl.
        Role::Supply => {
            let bowl = [(-0.2, -0.05), (-0.13, 0.16), (0.13, 0.16), (0.2, -0.05)];
            ink.path(&bowl, true, stroke());
        }
        // Out of a box, and into it.
        Role::Hand => {
            open_box(ink);
            ink.path(&[(0.0, 0.07), (0.0, -0.2)], false, stroke());
            ink.path(&[(-0.1, -0.1), (0.0, -0.2), (0.1, -0.1)], false, stroke());
        }
        Role::Captured => {
            open_box(ink);
            ink.path(&[(0.0, -0.2), (0.0, 0.07)], false, stroke());
            ink.path(&[(-0.1, -0.03), (0.0, 0.07), (0.1, -0.03)], false, stroke());
        }
        Role::Taken => ink.path(&[(-0.18, 0.02), (-0.05, 0.15), (0.18, -0.14)], false, stroke()),
        Role::Lost => {
            ink.path(&[(-0.13, -0.13), (0.13, 0.13)], false, stroke());
            ink.path(&[(0.13, -0.13), (-0.13, 0.13)], false, stroke());
        }
        // A board and what stands on it.
        Role::OnBoard => {
            let hexagon =
                [(-0.1, -0.18), (0.1, -0.18), (0.2, 0.0), (0.1, 0.18), (-0.1, 0.18), (-0.2, 0.0)];
            ink.path(&hexagon, true, stroke());
            ink.circle((0.0, 0.0), 0.06, format_args!(r#"fill="{QUIET}""#));
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
            let style = format_args!(
                r#"fill="{QUIET}" stroke="{QUIET}" stroke-width="2" stroke-linejoin="round""#
            );
            ink.path(&STAR, true, style);
        }
    });
}

fn open_box(ink: &mut Ink) {
    ink.path(&[(-0.2, 0.02), (-0.2, 0.2), (0.2, 0.2), (0.2, 0.02)], false, stroke());
}

/// Rolls that are left: round and round.
pub(super) fn roll_sign(ink: &mut Ink, at: (f32, f32)) {
    ink.group(at, 1.0, |ink| {
        // Three quarters of a circle, its opening closed by the head of an arrow.
        ink.put(format_args!(r#"<path d="M0 -14A14 14 0 1 0 14 0" {}/>"#, stroke()));
        ink.path(&[(-0.02, -0.22), (0.08, -0.14), (-0.02, -0.06)], false, stroke());
    });
}
