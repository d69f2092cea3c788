//! A scene as a picture: the board, and below it dice, buttons and trays, so that a picture suits a
//! narrow screen. Everything is measured in distances between spots.

mod alone;
mod beside;
mod board;
mod dice;
mod figures;
mod ground;
mod ink;
mod marks;
mod paint;
mod pieces;
mod signs;
mod stack;

use alloc::string::String;

use mohreh_games::show::{Look, Scene};

use crate::style::Style;
use ink::{Ink, N};
use paint::TABLE;

pub use alone::{die, piece, role};
pub use board::{Board, Place, board};
pub use marks::Marks;
pub use paint::theme_css;

/// Free space around a picture.
const MARGIN: f32 = 0.25;

/// A picture of the scene: one complete SVG document.
///
/// The ground of each spot carries its name as `data-spot`, what stands there as `data-at`; slots,
/// dice and buttons have `data-slot`, `data-die` and `data-button`. Definitions are named after
/// what they draw, so pictures can stand side by side in one page.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    picture(scene, &Style::default(), &Marks::default())
}

/// A picture like that of [`svg`], in some style, with rings around spots and arrows between them.
#[must_use]
pub fn picture(scene: &Scene, style: &Style, marks: &Marks) -> String {
    let scene = &*board::as_seen(scene, style);
    let drawing = board::Drawing::of(scene, style, true);
    let mut area = drawing.area;
    let mut ink = Ink::new(style);
    marks::draw(&mut ink, scene, marks);
    beside::beside(&mut ink, scene, &mut area);

    let (x, y) = (area.left - MARGIN, area.top - MARGIN);
    let (width, height) = (area.right - x + MARGIN, area.bottom - y + MARGIN);
    let mut out = Ink::new(style);
    open(&mut out, [x, y, width, height]);
    out.put("<defs>");
    ground::define(&mut out, board::grounds(scene));
    pieces::define(&mut out, looks(scene));
    if !scene.dice.is_empty() {
        dice::define(&mut out);
    }
    out.put("</defs>");
    let table = out.fill(TABLE);
    let (x, y, width, height) = (N(x), N(y), N(width), N(height));
    out.put(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {table}/>"#));
    out.put(drawing.ground);
    out.put(drawing.pieces);
    out.put(ink.text);
    out.put("</svg>\n");
    out.text
}

/// Begins a document that shows this much, in distances between spots.
fn open(ink: &mut Ink, [x, y, width, height]: [f32; 4]) {
    ink.put(format_args!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" "#,
            r#"font-family="Vazirmatn, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">"#
        ),
        N(x),
        N(y),
        N(width),
        N(height)
    ));
}

/// Every look of the scene, some of them more than once.
fn looks(scene: &Scene) -> impl Iterator<Item = Look> {
    let slots = scene.trays.iter().flat_map(|tray| tray.slots.iter().map(|slot| slot.look));
    scene.pieces.iter().map(|piece| piece.look).chain(slots)
}
