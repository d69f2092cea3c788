//! What happened between two scenes, shown: pieces go, turn over one by one, and leave.
//!
//! The new scene is drawn already. Where something is still on its way, what is new stays hidden until
//! it arrives, and ghosts cut from the old drawing go the way instead. All motion is done by the style
//! sheet; only ways, delays and lengths are set here.

use mohreh_draw::{Board, Change, End, changes};
use mohreh_games::show::{Name, Scene};
use wasm_bindgen::JsCast;
use web_sys::{Element, SvgElement};

use super::whole;
use crate::dom;

/// Milliseconds for a piece to go.
const GO: u32 = 230;
/// And to leave.
const LEAVE: u32 = 260;
/// To turn over, and how soon the next one follows.
const TURN: u32 = 200;
const NEXT: u32 = 70;

/// When each change begins, and how long it takes.
fn timed(changes: &[Change]) -> Vec<(u32, u32)> {
    // Whoever moves comes first; what is taken goes as the mover arrives.
    let moved =
        changes.iter().any(|change| matches!(change, Change::Move { to: End::Spot(_), .. }));
    let after = if moved { GO * 3 / 4 } else { 0 };
    changes
        .iter()
        .map(|change| match change {
            Change::Move { to: End::Spot(_), .. } => (0, GO),
            Change::Move { .. } => (after, LEAVE),
            Change::Turn { order, .. } => (after + *order as u32 * NEXT, TURN),
            Change::Ground { .. } => (after, LEAVE),
            Change::Roll { .. } => (0, 450),
        })
        .collect()
}

/// How long it takes to show what happened, in milliseconds.
pub fn length(before: &Scene, after: &Scene) -> u32 {
    if dom::is_still() {
        return 0;
    }
    timed(&changes(before, after)).iter().map(|(delay, time)| delay + time).max().unwrap_or(0)
}

pub fn animate(svg: &Element, before: &Scene, after: &Scene, old: &Board, new: &Board) {
    let Some(stage) = Stage::new(svg, old, new) else { return };
    if dom::is_still() {
        return;
    }
    let changes = changes(before, after);
    let times = timed(&changes);
    for (change, (delay, time)) in changes.iter().zip(&times) {
        stage.show(change, *delay, *time);
    }
    let end = times.iter().map(|(delay, time)| delay + time).max().unwrap_or(0);
    let ghosts = stage.ghosts.clone();
    let shown = ghosts.first_element_child();
    dom::later(u64::from(end) + 60, move || {
        // A later change may have put its own ghosts there.
        if ghosts.first_element_child() == shown {
            ghosts.set_inner_html("");
        }
    });
}

struct Stage<'a> {
    svg: &'a Element,
    old: &'a Board,
    new: &'a Board,
    /// The old drawing, to cut ghosts from.
    before: Element,
    pieces: Element,
    ghosts: Element,
}

impl<'a> Stage<'a> {
    fn new(svg: &'a Element, old: &'a Board, new: &'a Board) -> Option<Stage<'a>> {
        let layer = |name: &str| svg.query_selector(name).ok().flatten();
        let (pieces, ghosts) = (layer(".pieces")?, layer(".ghosts")?);
        ghosts.set_inner_html("");
        let before = pieces.clone_node().ok()?.dyn_into::<Element>().ok()?;
        before.set_inner_html(&format!("{}{}", old.ground, old.pieces));
        Some(Stage { svg, old, new, before, pieces, ghosts })
    }

    fn place(board: &Board, name: Name) -> Option<(f32, f32)> {
        board.places.iter().find(|place| place.name == name).map(|place| (place.x, place.y))
    }

    /// Where something beside the board lies, in the units of the drawing.
    fn beside(&self, name: Name) -> Option<(f32, f32)> {
        let around = self.svg.closest(".table").ok()??;
        let element = around.query_selector(&format!("[data-spot=\"{name}\"]")).ok()??;
        let (board, rect) =
            (self.svg.get_bounding_client_rect(), element.get_bounding_client_rect());
        let [left, top, width, height] = self.new.view;
        // The drawing is as large as its box allows, and in the middle of it.
        let scale = (board.width() as f32 / width).min(board.height() as f32 / height);
        if scale <= 0.0 {
            return None;
        }
        let x = (rect.x() + rect.width() / 2.0 - board.x() - board.width() / 2.0) as f32 / scale;
        let y = (rect.y() + rect.height() / 2.0 - board.y() - board.height() / 2.0) as f32 / scale;
        Some((left + width / 2.0 + x, top + height / 2.0 + y))
    }

    fn end(&self, end: &End, board: &Board) -> Option<(f32, f32)> {
        match end {
            End::Spot(name) => Stage::place(board, *name),
            End::Slot(name) => self.beside(*name),
            End::Away => None,
        }
    }

    fn fresh(&self, name: Name) -> Option<SvgElement> {
        let found = self.pieces.query_selector(&format!("[data-at=\"{name}\"]")).ok()??;
        found.dyn_into().ok()
    }

    /// What stood on a spot, put on the stage again.
    fn ghost(&self, attribute: &str, name: Name) -> Option<SvgElement> {
        let found = self.before.query_selector(&format!("[{attribute}=\"{name}\"]")).ok()??;
        let copy = found.clone_node_with_deep(true).ok()?.dyn_into::<SvgElement>().ok()?;
        self.ghosts.append_child(&copy).ok()?;
        Some(copy)
    }

    fn show(&self, change: &Change, delay: u32, time: u32) {
        match change {
            Change::Move { from, to: to @ End::Spot(name), .. } => {
                let (Some(a), Some(b)) = (self.end(from, self.old), self.end(to, self.new)) else {
                    if let Some(new) = self.fresh(*name) {
                        act(&new, "appear", delay, time, (0.0, 0.0));
                    }
                    return;
                };
                // What stood there before is seen until the mover has come.
                if let Some(stood) = self.ghost("data-at", *name) {
                    act(&stood, "stay", delay, time, (0.0, 0.0));
                }
                match from {
                    End::Spot(from) => {
                        if let Some(mover) = self.ghost("data-at", *from) {
                            act(&mover, "go", delay, time, (b.0 - a.0, b.1 - a.1));
                        }
                        if let Some(new) = self.fresh(*name) {
                            act(&new, "wait", delay, time, (0.0, 0.0));
                        }
                    }
                    _ => {
                        if let Some(new) = self.fresh(*name) {
                            act(&new, "come", delay, time, (a.0 - b.0, a.1 - b.1));
                        }
                    }
                }
            }
            Change::Move { from: End::Spot(from), to, .. } => {
                let Some(a) = Stage::place(self.old, *from) else { return };
                let way = self.end(to, self.new).map_or((0.0, -40.0), |b| (b.0 - a.0, b.1 - a.1));
                if let Some(gone) = self.ghost("data-at", *from) {
                    act(&gone, "leave", delay, time, way);
                }
            }
            Change::Move { .. } | Change::Roll { .. } => {}
            Change::Turn { spot, .. } => {
                if let Some(old) = self.ghost("data-at", *spot) {
                    act(&old, "turn-out", delay, time / 2, (0.0, 0.0));
                }
                if let Some(new) = self.fresh(*spot) {
                    act(&new, "turn-in", delay + time / 2, time / 2, (0.0, 0.0));
                }
            }
            Change::Ground { spot, gone: true } => {
                let (Some(at), [left, top, width, height]) =
                    (Stage::place(self.old, *spot), self.old.view)
                else {
                    return;
                };
                // Away from the middle of the board, as a ring is slid out.
                let way = (at.0 - left - width / 2.0, at.1 - top - height / 2.0);
                let far = (way.0 * way.0 + way.1 * way.1).sqrt().max(1.0);
                if let Some(ring) = self.ghost("data-ground", *spot) {
                    act(&ring, "leave", delay, time, (way.0 / far * 90.0, way.1 / far * 90.0));
                }
            }
            Change::Ground { .. } => {}
        }
    }
}

/// Hands an element over to the style sheet.
fn act(element: &SvgElement, class: &str, delay: u32, time: u32, (x, y): (f32, f32)) {
    let style = element.style();
    for (name, value) in [
        ("--x", format!("{}px", whole(x))),
        ("--y", format!("{}px", whole(y))),
        ("--delay", format!("{delay}ms")),
        ("--time", format!("{time}ms")),
    ] {
        let _ = style.set_property(name, &value);
    }
    let _ = element.class_list().add_1(class);
}
