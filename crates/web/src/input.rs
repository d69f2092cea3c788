//! [`BoardInput`]: turns clicks, drags and key presses on elements with `data-spot` into touches. All board
//! input goes through here.

use std::cell::RefCell;
use std::rc::Rc;

use mohreh_games::show::Name;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, MouseEvent, PointerEvent, SvgElement};

use crate::dom;

/// Movement from which a press is a drag.
const DRAG_THRESHOLD_PX: i32 = 9;
/// Reach of a fingertip: half of the 44 px that a target should have, though spots of a phone are smaller.
const REACH_PX: f64 = 22.0;

#[derive(Clone)]
pub(crate) struct InputCallbacks {
    pub touch: Rc<dyn Fn(Name)>,
    /// Whether a drag can start at a spot.
    pub can_pick: Rc<dyn Fn(Name) -> bool>,
    /// A drag ended at a spot.
    pub drop: Rc<dyn Fn(Name)>,
    /// A drag ended nowhere.
    pub deselect: Rc<dyn Fn()>,
}

#[derive(Default)]
struct Drag {
    from: Option<Name>,
    start: (i32, i32),
    /// The piece element that follows the pointer.
    piece: Option<SvgElement>,
    dragging: bool,
    /// Ignore the click event that follows a drag.
    suppress_click: bool,
}

/// Input handler of one table. Clones share the drag state.
#[derive(Clone)]
pub(crate) struct BoardInput {
    callbacks: InputCallbacks,
    drag: Rc<RefCell<Drag>>,
}

fn spot_of(element: Option<Element>) -> Option<Name> {
    let element = element?.closest("[data-spot]").ok()??;
    Name::new(&element.get_attribute("data-spot")?)
}

fn target(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The spot that a pointer means: the one below it, unless that cannot be touched now, and another within
/// [`REACH_PX`] can.
fn aimed_spot(below: Option<Element>, event: &MouseEvent) -> Option<Name> {
    let own = spot_of(below.clone());
    let Some(board) = below.and_then(|below| below.closest(".board").ok()?) else { return own };
    let Ok(spots) = board.query_selector_all(".spot.lit, .spot.picked") else { return own };
    let mut nearest = (REACH_PX, own);
    for n in 0..spots.length() {
        let Some(spot) = spots.item(n).and_then(|node| node.dyn_into::<Element>().ok()) else {
            continue;
        };
        let area = spot.get_bounding_client_rect();
        let dx = area.x() + area.width() / 2.0 - f64::from(event.client_x());
        let dy = area.y() + area.height() / 2.0 - f64::from(event.client_y());
        let distance = (dx * dx + dy * dy).sqrt();
        let name = spot_of(Some(spot));
        if name == own {
            return own;
        }
        if distance <= nearest.0 {
            nearest = (distance, name);
        }
    }
    nearest.1
}

/// SVG units per CSS pixel of an element of this size. `preserveAspectRatio` default: the narrower side counts.
fn units_per_px(view_box: &str, width_px: f64, height_px: f64) -> Option<f64> {
    let mut sizes = view_box.split(' ').skip(2).map(|size| size.parse::<i32>().ok());
    let (width, height) = (f64::from(sizes.next()??), f64::from(sizes.next()??));
    Some((width / width_px.max(1.0)).max(height / height_px.max(1.0)))
}

impl BoardInput {
    pub(crate) fn new(callbacks: InputCallbacks) -> BoardInput {
        BoardInput { callbacks, drag: Rc::default() }
    }

    pub(crate) fn click(&self, event: &MouseEvent) {
        if std::mem::take(&mut self.drag.borrow_mut().suppress_click) {
            return;
        }
        if let Some(name) = aimed_spot(target(event), event) {
            (self.callbacks.touch)(name);
        }
    }

    /// Enter and space on SVG elements; buttons already turn them into clicks.
    pub(crate) fn key(&self, event: &KeyboardEvent) {
        let svg_element = target(event).filter(|element| element.tag_name() != "BUTTON");
        if matches!(event.key().as_str(), "Enter" | " ")
            && let Some(name) = spot_of(svg_element)
        {
            event.prevent_default();
            (self.callbacks.touch)(name);
        }
    }

    pub(crate) fn down(&self, event: &PointerEvent) {
        let mut drag = self.drag.borrow_mut();
        drag.suppress_click = false;
        let name = aimed_spot(target(event), event);
        let name = name.filter(|_| event.is_primary() && event.button() == 0);
        drag.from = name.filter(|name| (self.callbacks.can_pick)(*name));
        drag.start = (event.client_x(), event.client_y());
        drag.dragging = false;
    }

    pub(crate) fn moved(&self, event: &PointerEvent) {
        let mut drag = self.drag.borrow_mut();
        let Some(from) = drag.from else { return };
        let (dx, dy) = (event.client_x() - drag.start.0, event.client_y() - drag.start.1);
        if !drag.dragging {
            if dx.abs().max(dy.abs()) < DRAG_THRESHOLD_PX {
                return;
            }
            drag.dragging = true;
            drop(drag);
            (self.callbacks.touch)(from);
            drag = self.drag.borrow_mut();
            let element = dom::document().and_then(|document| {
                document
                    .query_selector(&format!(".board:not(.small) [data-at=\"{from}\"]"))
                    .ok()
                    .flatten()
            });
            drag.piece = element.and_then(|element| element.dyn_into().ok());
            if let Some(piece) = &drag.piece {
                let _ = piece.class_list().add_1("held");
            }
        }
        if let Some(piece) = &drag.piece {
            // CSS pixels to SVG units.
            let svg = piece.closest("svg").ok().flatten();
            let scale = svg.and_then(|svg| {
                let rect = svg.get_bounding_client_rect();
                units_per_px(&svg.get_attribute("viewBox")?, rect.width(), rect.height())
            });
            let scale = scale.unwrap_or(1.0);
            let style = piece.style();
            let _ = style.set_property("--x", &format!("{}px", (f64::from(dx) * scale) as i32));
            let _ = style.set_property("--y", &format!("{}px", (f64::from(dy) * scale) as i32));
        }
    }

    pub(crate) fn up(&self, event: &PointerEvent) {
        let (from, dragging, piece) = {
            let mut drag = self.drag.borrow_mut();
            let ended = (drag.from.take(), drag.dragging, drag.piece.take());
            drag.suppress_click = ended.1;
            drag.dragging = false;
            ended
        };
        if let Some(piece) = piece {
            let _ = piece.class_list().remove_1("held");
        }
        let (Some(from), true) = (from, dragging) else { return };
        let below = dom::document().and_then(|document| {
            document.element_from_point(event.client_x() as f32, event.client_y() as f32)
        });
        match aimed_spot(below, event) {
            Some(to) if to != from => (self.callbacks.drop)(to),
            _ => (self.callbacks.deselect)(),
        }
    }

    pub(crate) fn cancel(&self) {
        let mut drag = self.drag.borrow_mut();
        if let Some(piece) = drag.piece.take() {
            let _ = piece.class_list().remove_1("held");
        }
        *drag = Drag::default();
    }
}

#[cfg(test)]
mod tests {
    use super::units_per_px;

    #[test]
    fn a_dragged_piece_follows_the_pointer_whichever_side_limits_the_board() {
        assert_eq!(units_per_px("-10 -10 800 400", 400.0, 200.0), Some(2.0));
        assert_eq!(units_per_px("-10 -10 800 400", 400.0, 900.0), Some(2.0));
        assert_eq!(units_per_px("-10 -10 800 400", 900.0, 200.0), Some(2.0));
        assert_eq!(units_per_px("0 0 800", 1.0, 1.0), None);
    }
}
