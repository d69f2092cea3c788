//! The one board of all pages and games: drawn from the scene, with what can be touched on top.

mod animate;
mod keys;
mod label;

use std::sync::Arc;

use mohreh_draw::{Palette, Style};
use mohreh_games::Kind;
use mohreh_games::show::{Ground, Name, Scene};
use reactive_graph::effect::Effect;
use web_sys::{Element, KeyboardEvent, SvgElement};

pub use animate::length;
pub use keys::{Way, next};
pub use label::{change_said, look_said, spot_said};

use crate::app::Page;
use crate::dom;
use crate::say::{Say, title};
use crate::settings::Settings;
use crate::state::{Derived, State};
use crate::view::{View, on, truth, view, words};

/// What a board shows besides its scene.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marks {
    /// Can be touched now.
    pub lit: Vec<Name>,
    /// Has been touched.
    pub picked: Vec<Name>,
    /// Was played last.
    pub last: Vec<Name>,
    /// Pointed out: from where to where.
    pub arrows: Vec<(Name, Name)>,
}

/// How the page draws boards now.
pub fn style(settings: &Settings) -> Style {
    Style {
        palette: Palette::Page,
        signs: settings.signs,
        names: settings.names,
        turned: settings.turned,
    }
}

/// A board to play on, or to look at closely.
pub fn board(kind: Kind, scene: Derived<Scene>, marks: Derived<Marks>) -> View {
    any_board(kind, scene, marks, false)
}

/// A small one, to be looked at only.
pub fn small_board(kind: Kind, scene: Derived<Scene>) -> View {
    any_board(kind, scene, Derived::new(Marks::default), true)
}

fn any_board(kind: Kind, scene: Derived<Scene>, marks: Derived<Marks>, small: bool) -> View {
    let say = Say::here();
    let settings = Page::here().settings;
    let style = Derived::new(move || {
        let style = style(&settings.get());
        if small { Style { names: false, turned: false, ..style } } else { style }
    });
    let drawn = Derived::new(move || Arc::new(mohreh_draw::board(&scene.get(), &style.get())));
    let svg = State::new(None::<Element>);
    let focused = State::new(None::<Name>);

    Effect::new(move |before: Option<(Scene, Arc<mohreh_draw::Board>, Style)>| {
        let (now, board, style) = (scene.get(), drawn.get(), style.get());
        if let (Some((before, old, old_style)), Some(svg)) = (before, svg.get_untracked())
            && old_style == style
            && before != now
        {
            let (now, board) = (now.clone(), board.clone());
            dom::next_frame(move || animate::animate(&svg, &before, &now, &old, &board));
        }
        (now, board, style)
    });

    let view_box = move || view_box(drawn.get().view);
    let places = Derived::new(move || {
        let scene = scene.get();
        let board = drawn.get();
        let there = |name: &Name| {
            scene.spots.iter().any(|spot| spot.name == *name && spot.ground != Ground::Gap)
        };
        let places = board.places.iter().filter(|place| there(&place.name));
        places.map(|place| (place.name, place.x, place.y, place.r)).collect::<Vec<_>>()
    });
    let last = move || {
        let (marks, board) = (marks.get(), drawn.get());
        let at = |name: &Name| board.places.iter().find(|place| place.name == *name);
        let circles = marks.last.iter().filter_map(at).map(|place| {
            format!(
                r#"<circle cx="{}" cy="{}" r="{}"/>"#,
                whole(place.x),
                whole(place.y),
                whole(place.r)
            )
        });
        circles.collect::<String>()
    };
    let arrows = move || {
        let (marks, board) = (marks.get(), drawn.get());
        let at = |name: &Name| board.places.iter().find(|place| place.name == *name);
        let arrows = marks.arrows.iter().filter_map(|(from, to)| Some((at(from)?, at(to)?)));
        arrows.map(|(from, to)| arrow((from.x, from.y), (to.x, to.y), from.r)).collect::<String>()
    };
    let on_key = move |event: KeyboardEvent| {
        let Some(way) = Way::of(&event.key()) else { return };
        let places = places.get_untracked();
        let from = dom::around(&event, "[data-spot]")
            .and_then(|element| Name::new(&element.get_attribute("data-spot")?))
            .or(focused.get_untracked());
        let to = from.and_then(|from| next(&places, from, way));
        if let Some(to) = to.or(places.first().map(|place| place.0)) {
            event.prevent_default();
            focused.set(Some(to));
            if let Some(svg) = svg.get_untracked() {
                focus(&svg, to);
            }
        }
    };
    // Only one spot is reached by the tabulator; arrows lead to the others.
    let entry = Derived::new(move || {
        let places = places.get();
        let there = |name: &Name| places.iter().any(|place| place.0 == *name);
        let lit = marks.with(|marks| marks.lit.iter().copied().find(|name| there(name)));
        focused.get().filter(there).or(lit).or(places.first().map(|place| place.0))
    });
    let spots = move || {
        if small {
            return Vec::new();
        }
        let spot = |(name, x, y, r): (Name, f32, f32, f32)| {
            let label = move || {
                scene.with(|scene| {
                    marks.with(|marks| spot_said(say, kind, scene, name, marks.lit.contains(&name)))
                })
            };
            view! {
                <g
                    class="spot"
                    class:vacant=truth(move || scene.with(|scene| is_vacant(scene, name)))
                    class:lit=truth(move || marks.with(|marks| marks.lit.contains(&name)))
                    class:picked=truth(move || marks.with(|marks| marks.picked.contains(&name)))
                    data-spot=name.to_string()
                    role="button"
                    tabindex=words(move || if entry.get() == Some(name) { "0" } else { "-1" })
                    aria-label=label
                    aria-disabled=words(move || {
                        let lit = marks.with(|marks| {
                            marks.lit.contains(&name) || marks.picked.contains(&name)
                        });
                        if lit { "false" } else { "true" }
                    })
                >
                    <circle class="reach" cx=whole(x) cy=whole(y) r=whole(r) />
                    <circle class="light" cx=whole(x) cy=whole(y) r=whole(r * 0.93) />
                </g>
            }
        };
        places.get().into_iter().map(spot).collect()
    };
    view! {
        <svg
            node_ref=svg
            class="board"
            class:small=small
            viewBox=view_box
            direction="ltr"
            role=if small { "img" } else { "group" }
            aria-label=title(say, kind)
            on:keydown=on(on_key)
        >
            <defs inner_html=move || drawn.get().defs.clone()></defs>
            <g class="ground" inner_html=move || drawn.get().ground.clone()></g>
            <g class="last" inner_html=last></g>
            <g class="pieces" inner_html=move || drawn.get().pieces.clone()></g>
            <g class="ghosts"></g>
            <g class="arrows" inner_html=arrows></g>
            <g class="spots">{spots}</g>
        </svg>
    }
}

/// Whether there is nothing to see on a spot that a mark in its middle would hide.
fn is_vacant(scene: &Scene, name: Name) -> bool {
    let shows = |ground: Ground| matches!(ground, Ground::Cell(_));
    scene.pieces.iter().all(|piece| piece.spot != name)
        && scene.spots.iter().all(|spot| spot.name != name || !shows(spot.ground))
}

fn focus(svg: &Element, name: Name) {
    use wasm_bindgen::JsCast;
    let found = svg.query_selector(&format!("[data-spot=\"{name}\"]")).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<SvgElement>().ok()) {
        let _ = element.focus();
    }
}

/// A measure of the drawing, in which neighbours are 100 apart: whole numbers are fine enough, and the
/// page needs no way to write others.
pub fn whole(measure: f32) -> i32 {
    measure.round() as i32
}

/// The part of a drawing that is seen, as its element wants it.
pub fn view_box([left, top, width, height]: [f32; 4]) -> String {
    format!("{} {} {} {}", whole(left), whole(top), whole(width), whole(height))
}

/// An arrow that leaves both ends in sight.
fn arrow(from: (f32, f32), to: (f32, f32), r: f32) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / far, dy / far);
    let (x1, y1) = (from.0 + ux * r * 0.5, from.1 + uy * r * 0.5);
    let (x2, y2) = (to.0 - ux * r * 0.45, to.1 - uy * r * 0.45);
    let head = r * 0.42;
    let (bx, by) = (x2 - ux * head, y2 - uy * head);
    let (nx, ny) = (-uy * head * 0.6, ux * head * 0.6);
    format!(
        concat!(
            r#"<path class="shaft" d="M{} {}L{} {}"/>"#,
            r#"<path class="head" d="M{} {}L{} {}L{} {}Z"/>"#
        ),
        whole(x1),
        whole(y1),
        whole(bx),
        whole(by),
        whole(x2),
        whole(y2),
        whole(bx + nx),
        whole(by + ny),
        whole(bx - nx),
        whole(by - ny),
    )
}
