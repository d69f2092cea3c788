//! [`Pencil`]: circles and arrows on the board. The right button draws, and so does a long press; on the keyboard `c`
//! draws a circle around the spot in focus, and `a` an arrow from it to the spot where `a` is pressed again.

use std::cell::RefCell;
use std::rc::Rc;

use mohreh_games::record::Ink;
use mohreh_games::show::Name;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};

use super::Analysis;
use crate::dom;
use crate::say::Say;

/// A press of this length draws.
const LONG_PRESS_MS: u64 = 450;
/// A finger that moves further than this scrolls or drags.
const STILL_PX: i32 = 8;

#[derive(Default)]
struct Press {
    from: Option<Name>,
    ink: Ink,
    start: (i32, i32),
    /// The press draws; until then it may become a tap, a drag or a scroll.
    draws: bool,
    /// Distinguishes presses, for their timers.
    number: u32,
    /// Swallow the click that follows a long press.
    swallow_click: bool,
    /// Where `a` was pressed.
    arrow_from: Option<Name>,
}

#[derive(Clone)]
pub(super) struct Pencil {
    analysis: Analysis,
    press: Rc<RefCell<Press>>,
}

/// The spot of the board at an element.
fn spot_of(element: Option<Element>) -> Option<Name> {
    let element = element?.closest(".board [data-spot]").ok()??;
    Name::new(&element.get_attribute("data-spot")?)
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

impl Pencil {
    pub(super) fn new(analysis: Analysis) -> Pencil {
        Pencil { analysis, press: Rc::default() }
    }

    pub(super) fn down(&self, event: &PointerEvent) {
        let from = spot_of(target(event));
        let right = event.button() == 2;
        let is_touch = event.pointer_type() == "touch" && event.is_primary();
        let ink = match (event.shift_key(), event.alt_key()) {
            (false, false) => Ink::Green,
            (true, false) => Ink::Red,
            (false, true) => Ink::Blue,
            (true, true) => Ink::Yellow,
        };
        let number = {
            let mut press = self.press.borrow_mut();
            press.number += 1;
            press.swallow_click = false;
            press.from = from.filter(|_| right || is_touch);
            press.ink = ink;
            press.start = (event.client_x(), event.client_y());
            press.draws = right;
            press.number
        };
        if is_touch && from.is_some() {
            let pencil = self.clone();
            dom::set_timeout(LONG_PRESS_MS, move || {
                let mut press = pencil.press.borrow_mut();
                if press.number == number && press.from.is_some() {
                    press.draws = true;
                    press.swallow_click = true;
                }
            });
        }
    }

    /// Returns whether the pencil has taken the press.
    pub(super) fn moved(&self, event: &PointerEvent) -> bool {
        let mut press = self.press.borrow_mut();
        let moved_px =
            (event.client_x() - press.start.0).abs().max((event.client_y() - press.start.1).abs());
        if !press.draws && moved_px > STILL_PX {
            press.from = None;
        }
        press.draws
    }

    /// A finger that draws does not scroll.
    pub(super) fn keep_still(&self, event: &Event) {
        if self.press.borrow().draws && event.cancelable() {
            event.prevent_default();
        }
    }

    pub(super) fn up(&self, event: &PointerEvent) -> bool {
        let (from, draws, ink) = {
            let mut press = self.press.borrow_mut();
            (press.from.take(), std::mem::take(&mut press.draws), press.ink)
        };
        let (Some(from), true) = (from, draws) else { return false };
        let below = dom::document().and_then(|document| {
            document.element_from_point(event.client_x() as f32, event.client_y() as f32)
        });
        if let Some(to) = spot_of(below) {
            self.analysis.highlight(from, Some(to).filter(|to| *to != from), ink);
        }
        true
    }

    pub(super) fn cancel(&self) {
        let mut press = self.press.borrow_mut();
        press.from = None;
        press.draws = false;
    }

    /// Whether a click is the end of a long press.
    pub(super) fn swallows_click(&self) -> bool {
        std::mem::take(&mut self.press.borrow_mut().swallow_click)
    }

    /// The menu of the browser stays away from the board.
    pub(super) fn menu(&self, event: &Event) {
        if dom::closest(event, ".board").is_some() {
            event.prevent_default();
        }
    }

    pub(super) fn key(&self, event: &KeyboardEvent) {
        let plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
        let Some(spot) = spot_of(target(event)).filter(|_| plain) else { return };
        match event.key().as_str() {
            "c" | "C" => self.analysis.highlight(spot, None, Ink::Green),
            "a" | "A" => {
                let from = self.press.borrow_mut().arrow_from.take();
                match from.filter(|from| *from != spot) {
                    Some(from) => self.analysis.highlight(from, Some(spot), Ink::Green),
                    None => {
                        self.press.borrow_mut().arrow_from = Some(spot);
                        let from = [("spot", spot.to_string().into())];
                        let text = Say::global().with("say-arrow-from", &from);
                        self.analysis.announcement.set(text);
                    }
                }
            }
            _ => return,
        }
        event.prevent_default();
    }
}
