//! A scene as an SVG picture: the board, and below it dice and trays, which suits narrow screens. Lengths are
//! in distances between neighbouring spots.

mod board;
mod dice;
mod figures;
mod ground;
mod marks;
mod panel;
mod pieces;
mod signs;
mod stack;
mod standalone;
mod theme;
mod writer;

use alloc::string::String;

use mohreh_games::show::{Look, Scene};

use crate::style::Style;
use theme::TABLE;
use writer::{SvgWriter, Units};

pub use board::{Board, HitArea, board};
pub use marks::Marks;
pub use standalone::{die, piece, role};
pub use theme::theme_css;
pub use writer::Escaped;

/// Margin around a picture.
const MARGIN: f32 = 0.25;

/// Renders the scene as a complete SVG document.
///
/// The ground of each spot has its name as `data-spot`, the pieces on it as `data-at`; slots and dice have
/// `data-slot` and `data-die`. Ids in `<defs>` are derived from their content, so several pictures can be in one HTML
/// document.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    picture(scene, &Style::default(), &Marks::default())
}

/// Like [`svg`], with a style and with marks: rings around spots and arrows between them.
#[must_use]
pub fn picture(scene: &Scene, style: &Style, marks: &Marks) -> String {
    let scene = &*board::as_seen(scene, style);
    let drawing = board::Drawing::of(scene, style, true);
    let mut area = drawing.area;
    let mut writer = SvgWriter::new(style);
    marks::draw(&mut writer, scene, marks);
    panel::draw(&mut writer, scene, &mut area);

    let (x, y) = (area.left - MARGIN, area.top - MARGIN);
    let (width, height) = (area.right - x + MARGIN, area.bottom - y + MARGIN);
    let mut out = SvgWriter::new(style);
    open(&mut out, [x, y, width, height]);
    out.put("<defs>");
    ground::define(&mut out, board::grounds(scene));
    pieces::define(&mut out, looks(scene));
    if !scene.dice.is_empty() {
        dice::define(&mut out);
    }
    out.put("</defs>");
    let table = out.fill(TABLE);
    let (x, y, width, height) = (Units(x), Units(y), Units(width), Units(height));
    out.put(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {table}/>"#));
    out.put(drawing.ground);
    out.put(drawing.pieces);
    out.put(writer.text);
    out.put("</svg>\n");
    out.text
}

/// Opens an SVG document with this view box, in distances between spots.
fn open(writer: &mut SvgWriter, [x, y, width, height]: [f32; 4]) {
    writer.put(format_args!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" "#,
            r#"font-family="Vazirmatn, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">"#
        ),
        Units(x),
        Units(y),
        Units(width),
        Units(height)
    ));
}

/// All looks in the scene, with duplicates.
fn looks(scene: &Scene) -> impl Iterator<Item = Look> {
    let slots = scene.trays.iter().flat_map(|tray| tray.slots.iter().map(|slot| slot.look));
    scene.pieces.iter().map(|piece| piece.look).chain(slots)
}
