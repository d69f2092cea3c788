//! The hand: taps, drags and the Enter key become touches of what has a `data-spot`, on the board and
//! beside it. No page and no game handles a click by itself.

use std::cell::RefCell;
use std::rc::Rc;

use mohreh_games::show::Name;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, MouseEvent, PointerEvent, SvgElement};

use crate::dom;

/// A pointer that moved so far is dragging.
const FAR: i32 = 9;

/// What the hand tells.
#[derive(Clone)]
pub struct Hears {
    pub touch: Rc<dyn Fn(Name)>,
    /// Whether a spot can be picked up.
    pub can_pick: Rc<dyn Fn(Name) -> bool>,
    /// What was picked up is put down again.
    pub drop: Rc<dyn Fn()>,
}

#[derive(Default)]
struct Drag {
    from: Option<Name>,
    start: (i32, i32),
    /// The piece that follows the pointer.
    piece: Option<SvgElement>,
    going: bool,
    /// The click that ends a drag is no touch.
    swallow: bool,
}

/// One hand at one table.
#[derive(Clone)]
pub struct Hand {
    hears: Hears,
    drag: Rc<RefCell<Drag>>,
}

fn spot_of(element: Option<Element>) -> Option<Name> {
    let element = element?.closest("[data-spot]").ok()??;
    Name::new(&element.get_attribute("data-spot")?)
}

fn target(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

impl Hand {
    pub fn new(hears: Hears) -> Hand {
        Hand { hears, drag: Rc::default() }
    }

    pub fn click(&self, event: &MouseEvent) {
        if std::mem::take(&mut self.drag.borrow_mut().swallow) {
            return;
        }
        if let Some(name) = spot_of(target(event)) {
            (self.hears.touch)(name);
        }
    }

    /// Buttons hear Enter by themselves; what is drawn does not.
    pub fn key(&self, event: &KeyboardEvent) {
        let drawn = target(event).filter(|element| element.tag_name() != "BUTTON");
        if matches!(event.key().as_str(), "Enter" | " ")
            && let Some(name) = spot_of(drawn)
        {
            event.prevent_default();
            (self.hears.touch)(name);
        }
    }

    pub fn down(&self, event: &PointerEvent) {
        let mut drag = self.drag.borrow_mut();
        drag.swallow = false;
        let name = spot_of(target(event)).filter(|_| event.is_primary() && event.button() == 0);
        drag.from = name.filter(|name| (self.hears.can_pick)(*name));
        drag.start = (event.client_x(), event.client_y());
        drag.going = false;
    }

    pub fn moved(&self, event: &PointerEvent) {
        let mut drag = self.drag.borrow_mut();
        let Some(from) = drag.from else { return };
        let (dx, dy) = (event.client_x() - drag.start.0, event.client_y() - drag.start.1);
        if !drag.going {
            if dx.abs().max(dy.abs()) < FAR {
                return;
            }
            drag.going = true;
            drop(drag);
            (self.hears.touch)(from);
            drag = self.drag.borrow_mut();
            let standing = dom::document().and_then(|document| {
                document.query_selector(&format!(".table [data-at=\"{from}\"]")).ok().flatten()
            });
            drag.piece = standing.and_then(|element| element.dyn_into().ok());
            if let Some(piece) = &drag.piece {
                let _ = piece.class_list().add_1("held");
            }
        }
        if let Some(piece) = &drag.piece {
            // Pixels of the screen in units of the drawing.
            let matrix = piece.closest("svg").ok().flatten();
            let scale = matrix.and_then(|svg| {
                let width: i32 = svg.get_attribute("viewBox")?.split(' ').nth(2)?.parse().ok()?;
                Some(f64::from(width) / svg.get_bounding_client_rect().width().max(1.0))
            });
            let scale = scale.unwrap_or(1.0);
            let style = piece.style();
            let _ = style.set_property("--x", &format!("{}px", (f64::from(dx) * scale) as i32));
            let _ = style.set_property("--y", &format!("{}px", (f64::from(dy) * scale) as i32));
        }
    }

    pub fn up(&self, event: &PointerEvent) {
        let (from, going, piece) = {
            let mut drag = self.drag.borrow_mut();
            let ended = (drag.from.take(), drag.going, drag.piece.take());
            drag.swallow = ended.1;
            drag.going = false;
            ended
        };
        if let Some(piece) = piece {
            let _ = piece.class_list().remove_1("held");
        }
        let (Some(from), true) = (from, going) else { return };
        let below = dom::document().and_then(|document| {
            document.element_from_point(event.client_x() as f32, event.client_y() as f32)
        });
        match spot_of(below) {
            Some(to) if to != from => (self.hears.touch)(to),
            _ => (self.hears.drop)(),
        }
    }

    pub fn cancel(&self) {
        let mut drag = self.drag.borrow_mut();
        if let Some(piece) = drag.piece.take() {
            let _ = piece.class_list().remove_1("held");
        }
        *drag = Drag::default();
    }
}
