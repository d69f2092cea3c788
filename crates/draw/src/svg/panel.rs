//! The panel below the board: dice, and trays with icons for owner and role. A picture has no buttons: their names
//! would need translation, and nobody can press them.

use alloc::format;
use alloc::vec::Vec;

use mohreh_games::Seat;
use mohreh_games::show::{Colour, Role, Scene, Tray};

use super::board::Area;
use super::dice::die;
use super::looks;
use super::pieces::{under, whole};
use super::signs::{role_sign, roll_sign, seat_number, seat_shape};
use super::theme::{QUIET, TABLE, TEXT, paint};
use super::writer::{Escaped, SvgWriter, text_width};

/// Board width up to which the panel has scale 1; it grows with wider boards.
const PLAIN_WIDTH: f32 = 7.5;
/// Height of a tray.
const ROW: f32 = 0.72;
/// Scale of pieces in a tray.
const SMALL: f32 = 0.68;
/// Highest count that a slot shows as individual pieces.
const MOST_SHOWN: u8 = 6;
/// Distance between pieces of a slot.
const APART: f32 = 0.4;
/// Gap between items of a row.
const GAP: f32 = 0.5;
/// Width of the icons of a seat and of a role.
const SIGN: f32 = 0.8;
const ROLE: f32 = 0.62;
/// Distance between dice, and between the dots of remaining rolls.
const DIE_APART: f32 = 0.95;
const ROLL: f32 = 0.24;
/// Font size of counts.
const NUMBER: f32 = 0.36;

/// Draws the panel and extends the area by it.
pub(super) fn draw(writer: &mut SvgWriter, scene: &Scene, area: &mut Area) {
    let scale = (area.width() / PLAIN_WIDTH).max(1.0);
    let mut rows: Vec<Vec<Item<'_>>> = Vec::new();
    if !scene.dice.is_empty() || scene.rolls_left.is_some() {
        rows.push([Item::Dice].into());
    }
    rows.extend(
        scene
            .trays
            .iter()
            .filter(|tray| tray.owner.is_none())
            .map(|tray| [Item::Tray(tray)].into()),
    );
    let room = area.width() / scale;
    let seats: Vec<Item<'_>> = (0..Seat::MOST)
        .map(|seat| Item::Seat(Seat::new(seat)))
        .filter(|item| item.size(scene).0 > 0.0)
        .collect();
    let widest = seats.iter().map(|item| item.size(scene).0).fold(0.0, f32::max);
    // Two seats side by side if they fit; more than two below each other.
    let columns = if seats.len() == 2 && 2.0 * widest + GAP <= room { 2 } else { 1 };
    rows.extend(seats.chunks(columns).map(<[Item<'_>]>::to_vec));

    let middle = (area.left + area.right) / 2.0;
    for row in &rows {
        let sizes = row.iter().map(|item| item.size(scene));
        let high = sizes.clone().map(|(_, high)| high).fold(0.0, f32::max);
        // All seats get the width of the widest, so that they align.
        let wide = |item: &Item<'_>| match item {
            Item::Seat(_) => widest,
            _ => item.size(scene).0,
        };
        let gaps = GAP * (row.len() - 1) as f32;
        let width = row.iter().map(wide).sum::<f32>() + gaps;
        let top = area.bottom + 0.08 * scale;
        let mut left = middle - width * scale / 2.0;
        for item in row {
            writer.group((left, top), scale, |writer| item.draw(writer, scene));
            left += (wide(item) + GAP) * scale;
        }
        let reach = width * scale / 2.0;
        area.left = area.left.min(middle - reach);
        area.right = area.right.max(middle + reach);
        area.bottom = top + high * scale;
    }
}

/// An item of the panel, drawn with its top left corner at the origin.
#[derive(Clone, Copy)]
enum Item<'a> {
    Dice,
    Tray(&'a Tray),
    /// All trays of a seat.
    Seat(Seat),
}

impl Item<'_> {
    fn size(self, scene: &Scene) -> (f32, f32) {
        match self {
            Item::Dice => {
                let rolls = scene.rolls_left.map_or(0.0, |left| 0.6 + f32::from(left) * ROLL);
                (scene.dice.len() as f32 * DIE_APART + rolls, 1.05)
            }
            Item::Tray(tray) => (tray_width(scene, tray), ROW),
            Item::Seat(seat) => {
                let widths = trays_of(scene, seat).map(|tray| tray_width(scene, tray));
                match trays_of(scene, seat).count() {
                    0 => (0.0, 0.0),
                    _ if in_line(scene) => (SIGN + widths.sum::<f32>(), ROW),
                    rows => (SIGN + widths.fold(0.0, f32::max), ROW * rows as f32),
                }
            }
        }
    }

    fn draw(self, writer: &mut SvgWriter, scene: &Scene) {
        match self {
            Item::Dice => dice(writer, scene),
            Item::Tray(shown) => tray(writer, scene, shown, (0.0, ROW / 2.0)),
            Item::Seat(seat) => {
                let (_, high) = self.size(scene);
                owner(writer, scene, seat, (SIGN / 2.0 - 0.1, high / 2.0));
                let (mut x, mut y) = (SIGN, ROW / 2.0);
                for shown in trays_of(scene, seat) {
                    tray(writer, scene, shown, (x, y));
                    if in_line(scene) {
                        x += tray_width(scene, shown);
                    } else {
                        y += ROW;
                    }
                }
            }
        }
    }
}

fn trays_of(scene: &Scene, seat: Seat) -> impl Iterator<Item = &Tray> {
    scene.trays.iter().filter(move |tray| tray.owner == Some(seat))
}

/// Whether the trays of a seat share a line, which keeps the panel short with many seats or trays.
fn in_line(scene: &Scene) -> bool {
    let trays = |seat| trays_of(scene, Seat::new(seat)).count();
    trays(0) > 2 || (2..Seat::MOST).any(|seat| trays(seat) > 0)
}

/// Icon of a seat, in its colour if the scene has seat colours.
fn owner(writer: &mut SvgWriter, scene: &Scene, seat: Seat, at: (f32, f32)) {
    if looks(scene).any(|look| matches!(look.colour, Colour::Of(_))) {
        let paint = paint(Colour::Of(seat));
        let solid = writer.solid(paint.face, paint.edge);
        let style = format!(r#"{solid} stroke-linejoin="round""#);
        seat_shape(writer, seat, at, 0.25, &style);
        seat_number(writer, seat, at, 0.25, paint.sign);
    } else {
        writer.circle(at, 0.26, writer.fill(QUIET));
        seat_number(writer, seat, at, 0.27, TABLE);
    }
}

/// Whether trays of this role show counts instead of individual pieces: all do if one must, so that seats can be
/// compared.
fn counted(scene: &Scene, role: Role) -> bool {
    let many =
        |tray: &Tray| tray.slots.len() > 1 || tray.slots.iter().any(|slot| slot.count > MOST_SHOWN);
    matches!(role, Role::OnBoard | Role::Points)
        || scene.trays.iter().any(|tray| tray.role == role && many(tray))
}

fn tray_width(scene: &Scene, tray: &Tray) -> f32 {
    let slots = 0..tray.slots.len();
    ROLE + slots.map(|slot| slot_width(scene, tray.role, slot)).sum::<f32>() + 0.2
}

/// Width of a slot, the same for every seat so that columns align.
fn slot_width(scene: &Scene, role: Role, slot: usize) -> f32 {
    let trays = scene.trays.iter().filter(|tray| tray.role == role);
    let most = trays.filter_map(|tray| Some(tray.slots.get(slot)?.count)).max().unwrap_or(0);
    let number = text_width(&format!("{most}")) * NUMBER + 0.2;
    match (role, counted(scene, role)) {
        (Role::Points, _) => number,
        (_, true) => 0.68 + number,
        (_, false) => 0.68 + f32::from(most.max(1) - 1) * APART,
    }
}

/// Draws a tray; `(x, y)` is the middle of its left edge.
fn tray(writer: &mut SvgWriter, scene: &Scene, tray: &Tray, (x, y): (f32, f32)) {
    let counted = counted(scene, tray.role);
    role_sign(writer, tray.role, (x + ROLE / 2.0 - 0.05, y), 1.0);
    let mut left = x + ROLE;
    for (i, slot) in tray.slots.iter().enumerate() {
        writer.put(format_args!(r#"<g data-slot="{}">"#, Escaped(&slot.name)));
        let mut x = left + 0.32;
        if tray.role != Role::Points {
            let shown = if counted { 1 } else { slot.count.max(1) };
            // An empty slot without a count shows a faded piece.
            let ghost = slot.count == 0 && !counted;
            if ghost {
                writer.put(r#"<g opacity=".32">"#);
            }
            for i in 0..shown {
                let at = (x + f32::from(i) * APART, y);
                writer.group(at, SMALL, |writer| {
                    writer.use_def(&under(slot.look.shape), (0.0, 0.0));
                    writer.use_def(&whole(writer, slot.look), (0.0, 0.0));
                });
            }
            if ghost {
                writer.put("</g>");
            }
            x += 0.36;
        } else {
            x -= 0.32;
        }
        if counted {
            let text = format!("{}", slot.count);
            let middle = x + text_width(&text) * NUMBER / 2.0;
            let colour = if slot.count == 0 { QUIET } else { TEXT };
            let style = format!(r#"{} font-weight="600""#, writer.fill(colour));
            writer.label(&text, (middle, y), NUMBER, style);
        }
        writer.put("</g>");
        left += slot_width(scene, tray.role, i);
    }
}

fn dice(writer: &mut SvgWriter, scene: &Scene) {
    let mut x = DIE_APART / 2.0;
    for shown in &scene.dice {
        writer.put(format_args!(r#"<g data-die="{}">"#, Escaped(&shown.name)));
        die(writer, shown.face, (x, 0.5), 0.72);
        writer.put("</g>");
        x += DIE_APART;
    }
    if let Some(left) = scene.rolls_left {
        let mut x = x - DIE_APART / 2.0 + 0.28;
        roll_sign(writer, (x, 0.5));
        x += 0.36;
        for _ in 0..left {
            writer.circle((x, 0.5), 0.075, writer.fill(TEXT));
            x += ROLL;
        }
    }
}
