//! Animation of the changes between two scenes: moves, captures, flips.
//!
//! The new scene is in the DOM already. Elements that are still to arrive are hidden, and clones of the old
//! elements ("ghosts") move in their place. The motion itself is CSS; this file sets classes, offsets, delays
//! and durations.

use mohreh_draw::{Board, Change, Endpoint, changes};
use mohreh_games::show::{Name, Scene};
use wasm_bindgen::JsCast;
use web_sys::{Element, SvgElement};

use super::rounded;
use crate::{dom, patch};

const MOVE_MS: u32 = 230;
const LEAVE_MS: u32 = 260;
const FLIP_MS: u32 = 200;
/// Delay between consecutive flips.
const FLIP_STAGGER_MS: u32 = 70;

/// Delay and duration of each change, in milliseconds.
fn schedule(changes: &[Change]) -> Vec<(u32, u32)> {
    // The moving piece first; captures start as it arrives.
    let has_move =
        changes.iter().any(|change| matches!(change, Change::Move { to: Endpoint::Spot(_), .. }));
    let capture_delay = if has_move { MOVE_MS * 3 / 4 } else { 0 };
    changes
        .iter()
        .map(|change| match change {
            Change::Move { to: Endpoint::Spot(_), .. } => (0, MOVE_MS),
            Change::Move { .. } => (capture_delay, LEAVE_MS),
            Change::Flip { order, .. } => {
                (capture_delay + *order as u32 * FLIP_STAGGER_MS, FLIP_MS)
            }
            Change::Ground { .. } => (capture_delay, LEAVE_MS),
            Change::Roll { .. } => (0, 450),
        })
        .collect()
}

/// Total duration of an animation; 0 with reduced motion.
pub(crate) fn duration_ms(before: &Scene, after: &Scene) -> u32 {
    if dom::prefers_reduced_motion() {
        return 0;
    }
    schedule(&changes(before, after))
        .iter()
        .map(|(delay, duration)| delay + duration)
        .max()
        .unwrap_or(0)
}

pub(super) fn animate(svg: &Element, before: &Scene, after: &Scene, old: &Board, new: &Board) {
    let Some(animation) = Animation::new(svg, old, new) else { return };
    if dom::prefers_reduced_motion() {
        return;
    }
    let changes = changes(before, after);
    let timings = schedule(&changes);
    // All places first: to ask for one after a change of the DOM would cost a layout each.
    let ways: Vec<Way> = changes.iter().map(|change| animation.way(change)).collect();
    for ((change, way), (delay, duration)) in changes.iter().zip(ways).zip(&timings) {
        let leaves = |name: Name| {
            let from = Endpoint::Spot(name);
            changes
                .iter()
                .any(|change| matches!(change, Change::Move { from: left, .. } if *left == from))
        };
        animation.show(change, way, &leaves, *delay, *duration);
    }
    let total = timings.iter().map(|(delay, duration)| delay + duration).max().unwrap_or(0);
    let ghosts = animation.ghosts.clone();
    let shown = ghosts.first_element_child();
    dom::set_timeout(u64::from(total) + 60, move || {
        // Skip if a later animation has replaced the ghosts.
        if ghosts.first_element_child() == shown {
            ghosts.set_inner_html("");
        }
    });
}

/// Where a change starts and ends, as far as that is a place, in SVG units.
type Way = (Option<(f32, f32)>, Option<(f32, f32)>);

/// The DOM elements and drawings of one animation.
struct Animation<'a> {
    svg: &'a Element,
    old: &'a Board,
    new: &'a Board,
    pieces: Element,
    ghosts: Element,
}

impl<'a> Animation<'a> {
    fn new(svg: &'a Element, old: &'a Board, new: &'a Board) -> Option<Animation<'a>> {
        let layer = |name: &str| svg.query_selector(name).ok().flatten();
        let (pieces, ghosts) = (layer(".pieces")?, layer(".ghosts")?);
        ghosts.set_inner_html("");
        Some(Animation { svg, old, new, pieces, ghosts })
    }

    fn place(board: &Board, name: Name) -> Option<(f32, f32)> {
        board.hit_areas.iter().find(|place| place.name == name).map(|place| (place.x, place.y))
    }

    /// Centre of an element beside the board, in SVG units.
    fn beside_board(&self, name: Name) -> Option<(f32, f32)> {
        let around = self.svg.closest(".table").ok()??;
        let element = around.query_selector(&format!("[data-spot=\"{name}\"]")).ok()??;
        let (board, rect) =
            (self.svg.get_bounding_client_rect(), element.get_bounding_client_rect());
        let [left, top, width, height] = self.new.view;
        // `preserveAspectRatio` default: scaled to fit, centred.
        let scale = (board.width() as f32 / width).min(board.height() as f32 / height);
        if scale <= 0.0 {
            return None;
        }
        let x = (rect.x() + rect.width() / 2.0 - board.x() - board.width() / 2.0) as f32 / scale;
        let y = (rect.y() + rect.height() / 2.0 - board.y() - board.height() / 2.0) as f32 / scale;
        Some((left + width / 2.0 + x, top + height / 2.0 + y))
    }

    fn end(&self, end: &Endpoint, board: &Board) -> Option<(f32, f32)> {
        match end {
            Endpoint::Spot(name) => Animation::place(board, *name),
            Endpoint::Slot(name) => self.beside_board(*name),
            Endpoint::Away => None,
        }
    }

    /// The element of a piece in the new drawing.
    fn new_element(&self, name: Name) -> Option<SvgElement> {
        let found = self.pieces.query_selector(&format!("[data-at=\"{name}\"]")).ok()??;
        found.dyn_into().ok()
    }

    /// Copies an element of the old drawing into the ghost layer.
    fn ghost(&self, attribute: &str, name: Name) -> Option<SvgElement> {
        let drawing = if attribute == "data-at" { &self.old.pieces } else { &self.old.ground };
        let start = drawing.find(&format!("<g {attribute}=\"{name}\""))?;
        let old = patch::first_element(&drawing[start..])?;
        self.ghosts.insert_adjacent_html("beforeend", old).ok()?;
        self.ghosts.last_element_child()?.dyn_into().ok()
    }

    fn way(&self, change: &Change) -> Way {
        match change {
            Change::Move { from, to, .. } => (self.end(from, self.old), self.end(to, self.new)),
            _ => (None, None),
        }
    }

    fn show(
        &self,
        change: &Change,
        way: Way,
        leaves: &dyn Fn(Name) -> bool,
        delay: u32,
        duration: u32,
    ) {
        match change {
            Change::Move { from, to: Endpoint::Spot(name), .. } => {
                let (Some(a), Some(b)) = way else {
                    if let Some(new) = self.new_element(*name) {
                        start(&new, "appear", delay, duration, (0.0, 0.0));
                    }
                    return;
                };
                // A captured piece stays visible until the mover arrives; one that leaves by itself has its own ghost.
                if !leaves(*name)
                    && let Some(captured) = self.ghost("data-at", *name)
                {
                    start(&captured, "stay", delay, duration, (0.0, 0.0));
                }
                match from {
                    Endpoint::Spot(from) => {
                        if let Some(mover) = self.ghost("data-at", *from) {
                            start(&mover, "go", delay, duration, (b.0 - a.0, b.1 - a.1));
                        }
                        if let Some(new) = self.new_element(*name) {
                            start(&new, "wait", delay, duration, (0.0, 0.0));
                        }
                    }
                    _ => {
                        if let Some(new) = self.new_element(*name) {
                            start(&new, "come", delay, duration, (a.0 - b.0, a.1 - b.1));
                        }
                    }
                }
            }
            Change::Move { from: Endpoint::Spot(from), .. } => {
                let Some(a) = way.0 else { return };
                let offset = way.1.map_or((0.0, -40.0), |b| (b.0 - a.0, b.1 - a.1));
                if let Some(removed) = self.ghost("data-at", *from) {
                    start(&removed, "leave", delay, duration, offset);
                }
            }
            Change::Move { .. } | Change::Roll { .. } => {}
            Change::Flip { spot, .. } => {
                if let Some(old) = self.ghost("data-at", *spot) {
                    start(&old, "turn-out", delay, duration / 2, (0.0, 0.0));
                }
                if let Some(new) = self.new_element(*spot) {
                    start(&new, "turn-in", delay + duration / 2, duration / 2, (0.0, 0.0));
                }
            }
            Change::Ground { spot, gone: true } => {
                let (Some(at), [left, top, width, height]) =
                    (Animation::place(self.old, *spot), self.old.view)
                else {
                    return;
                };
                // Slides outwards, as a ring is removed from the real board.
                let offset = (at.0 - left - width / 2.0, at.1 - top - height / 2.0);
                let distance = (offset.0 * offset.0 + offset.1 * offset.1).sqrt().max(1.0);
                if let Some(ring) = self.ghost("data-ground", *spot) {
                    start(
                        &ring,
                        "leave",
                        delay,
                        duration,
                        (offset.0 / distance * 90.0, offset.1 / distance * 90.0),
                    );
                }
            }
            Change::Ground { .. } => {}
        }
    }
}

/// Starts a CSS animation on an element.
fn start(element: &SvgElement, class: &str, delay: u32, duration: u32, (x, y): (f32, f32)) {
    let (x, y) = (rounded(x), rounded(y));
    let style = format!("--x:{x}px;--y:{y}px;--delay:{delay}ms;--time:{duration}ms");
    element.style().set_css_text(&style);
    let _ = element.class_list().add_1(class);
}
