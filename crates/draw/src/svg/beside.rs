//! What stands below the board: dice, buttons, and trays with their owner and what they are for.

use alloc::format;
use alloc::vec::Vec;

use mohreh_games::Seat;
use mohreh_games::show::{Colour, Role, Scene, Tray};

use super::board::Area;
use super::dice::die;
use super::ink::{Ink, Safe, text_width};
use super::looks;
use super::paint::{CELL, QUIET, TABLE, TEXT, TOUCH, paint};
use super::pieces::{under, whole};
use super::signs::{role_sign, roll_sign, seat_number, seat_shape};

/// A board this wide has things beside it in their plain size; they grow with a wider one.
const PLAIN_WIDTH: f32 = 7.5;
/// The height of a tray.
const ROW: f32 = 0.72;
/// How large pieces in a tray are.
const SMALL: f32 = 0.68;
/// A tray of one kind with no more pieces shows each of them.
const MOST_SHOWN: u8 = 6;
/// From one piece of a slot to the next.
const APART: f32 = 0.4;
/// Between things that stand side by side.
const GAP: f32 = 0.5;
/// The width of the sign of a seat, and of what a tray is for.
const SIGN: f32 = 0.8;
const ROLE: f32 = 0.62;
/// From one die to the next, and from one roll that is left to the next.
const DIE_APART: f32 = 0.95;
const ROLL: f32 = 0.24;
/// The size of numbers.
const NUMBER: f32 = 0.36;

/// Draws what stands below the board, and lets the area grow by it.
pub(super) fn beside(ink: &mut Ink, scene: &Scene, area: &mut Area) {
    let scale = (area.width() / PLAIN_WIDTH).max(1.0);
    let mut rows: Vec<Vec<Item<'_>>> = Vec::new();
    if !scene.dice.is_empty() || scene.rolls_left.is_some() {
        rows.push([Item::Dice].into());
    }
    if !scene.buttons.is_empty() {
        rows.push([Item::Buttons].into());
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
    // Two side by side if they fit; more than two are a list.
    let columns = if seats.len() == 2 && 2.0 * widest + GAP <= room { 2 } else { 1 };
    rows.extend(seats.chunks(columns).map(<[Item<'_>]>::to_vec));

    let middle = (area.left + area.right) / 2.0;
    for row in &rows {
        let sizes = row.iter().map(|item| item.size(scene));
        let high = sizes.clone().map(|(_, high)| high).fold(0.0, f32::max);
        // Seats are all as wide as the widest, so that they stand in line.
        let wide = |item: &Item<'_>| match item {
            Item::Seat(_) => widest,
            _ => item.size(scene).0,
        };
        let gaps = GAP * (row.len() - 1) as f32;
        let width = row.iter().map(wide).sum::<f32>() + gaps;
        let top = area.bottom + 0.08 * scale;
        let mut left = middle - width * scale / 2.0;
        for item in row {
            ink.group((left, top), scale, |ink| item.draw(ink, scene));
            left += (wide(item) + GAP) * scale;
        }
        let reach = width * scale / 2.0;
        area.left = area.left.min(middle - reach);
        area.right = area.right.max(middle + reach);
        area.bottom = top + high * scale;
    }
}

/// Something below the board, drawn to the right of and below 0, 0.
#[derive(Clone, Copy)]
enum Item<'a> {
    Dice,
    Buttons,
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
            Item::Buttons => (scene.buttons.iter().map(|name| button_width(name)).sum(), 0.75),
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

    fn draw(self, ink: &mut Ink, scene: &Scene) {
        match self {
            Item::Dice => dice(ink, scene),
            Item::Buttons => buttons(ink, scene),
            Item::Tray(shown) => tray(ink, scene, shown, (0.0, ROW / 2.0)),
            Item::Seat(seat) => {
                let (_, high) = self.size(scene);
                owner(ink, scene, seat, (SIGN / 2.0 - 0.1, high / 2.0));
                let (mut x, mut y) = (SIGN, ROW / 2.0);
                for shown in trays_of(scene, seat) {
                    tray(ink, scene, shown, (x, y));
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

/// Whether the trays of a seat stand in one line: a list of many seats or trays stays short.
fn in_line(scene: &Scene) -> bool {
    let trays = |seat| trays_of(scene, Seat::new(seat)).count();
    trays(0) > 2 || (2..Seat::MOST).any(|seat| trays(seat) > 0)
}

/// The sign of a seat, in its colour if seats have colours here.
fn owner(ink: &mut Ink, scene: &Scene, seat: Seat, at: (f32, f32)) {
    if looks(scene).any(|look| matches!(look.colour, Colour::Of(_))) {
        let paint = paint(Colour::Of(seat));
        let solid = ink.solid(paint.face, paint.edge);
        let style = format!(r#"{solid} stroke-linejoin="round""#);
        seat_shape(ink, seat, at, 0.25, &style);
        seat_number(ink, seat, at, 0.25, paint.sign);
    } else {
        ink.circle(at, 0.26, ink.fill(QUIET));
        seat_number(ink, seat, at, 0.27, TABLE);
    }
}

/// Whether trays of this kind show numbers in place of each single piece: all of them do if one
/// must, so that seats can be compared.
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

/// The width of a slot of such a tray: the same for every seat, so that they stand in line.
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

/// A tray, by the left end of its middle.
fn tray(ink: &mut Ink, scene: &Scene, tray: &Tray, (x, y): (f32, f32)) {
    let counted = counted(scene, tray.role);
    role_sign(ink, tray.role, (x + ROLE / 2.0 - 0.05, y), 1.0);
    let mut left = x + ROLE;
    for (i, slot) in tray.slots.iter().enumerate() {
        ink.put(format_args!(r#"<g data-slot="{}">"#, Safe(&slot.name)));
        let mut x = left + 0.32;
        if tray.role != Role::Points {
            let shown = if counted { 1 } else { slot.count.max(1) };
            // Where nothing is left and no number says so, a ghost says what there was.
            let ghost = slot.count == 0 && !counted;
            if ghost {
                ink.put(r#"<g opacity=".32">"#);
            }
            for i in 0..shown {
                let at = (x + f32::from(i) * APART, y);
                ink.group(at, SMALL, |ink| {
                    ink.copy(&under(slot.look.shape), (0.0, 0.0));
                    ink.copy(&whole(ink, slot.look), (0.0, 0.0));
                });
            }
            if ghost {
                ink.put("</g>");
            }
            x += 0.36;
        } else {
            x -= 0.32;
        }
        if counted {
            let text = format!("{}", slot.count);
            let middle = x + text_width(&text) * NUMBER / 2.0;
            let colour = if slot.count == 0 { QUIET } else { TEXT };
            let style = format!(r#"{} font-weight="600""#, ink.fill(colour));
            ink.label(&text, (middle, y), NUMBER, style);
        }
        ink.put("</g>");
        left += slot_width(scene, tray.role, i);
    }
}

fn dice(ink: &mut Ink, scene: &Scene) {
    let mut x = DIE_APART / 2.0;
    for shown in &scene.dice {
        ink.put(format_args!(r#"<g data-die="{}">"#, Safe(&shown.name)));
        die(ink, shown.face, (x, 0.5), 0.72);
        ink.put("</g>");
        x += DIE_APART;
    }
    if let Some(left) = scene.rolls_left {
        let mut x = x - DIE_APART / 2.0 + 0.28;
        roll_sign(ink, (x, 0.5));
        x += 0.36;
        for _ in 0..left {
            ink.circle((x, 0.5), 0.075, ink.fill(TEXT));
            x += ROLL;
        }
    }
}

fn button_width(name: &str) -> f32 {
    text_width(name) * 0.3 + 0.7
}

fn buttons(ink: &mut Ink, scene: &Scene) {
    let mut left = 0.0;
    for name in &scene.buttons {
        let width = button_width(name);
        let at = (left + width / 2.0, 0.35);
        ink.put(format_args!(r#"<g data-button="{}">"#, Safe(name)));
        let touch = ink.tone(TOUCH);
        let style = format!(r#"{} stroke="{touch}" stroke-width="3""#, ink.fill(CELL));
        ink.block(at, (width - 0.2, 0.56), 0.28, style);
        let style = format!(r#"{} font-weight="600""#, ink.fill(TEXT));
        ink.label(name, at, 0.3, style);
        ink.put("</g>");
        left += width;
    }
}
