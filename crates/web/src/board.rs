//! The board of all pages and games: SVG layers of a scene, with focusable hit areas on top.

mod animate;
mod keys;
mod label;
mod spots;

use std::cell::RefCell;
use std::sync::Arc;

use mohreh_draw::{Board, HitArea, Palette, Style};
use mohreh_games::Kind;
use mohreh_games::show::{Name, Piece, Scene};
use reactive_graph::effect::Effect;
use web_sys::{Element, KeyboardEvent, SvgElement};

pub(crate) use animate::duration_ms;
use keys::{Arrow, next_focus};
use label::spot_label;
pub(crate) use label::{change_text, figure_label, piece_form, piece_label};

use crate::dom;
use crate::say::{Say, title};
use crate::settings::Settings;
use crate::signal::{Memo, Signal};
use crate::view::{View, on, render_effect, view};

/// Highlights on a board.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Marks {
    /// Can be touched now.
    pub lit: Vec<Name>,
    /// Selected.
    pub picked: Vec<Name>,
    /// Touched by the last turn.
    pub last: Vec<Name>,
    /// Arrows from spot to spot.
    pub arrows: Vec<(Name, Name)>,
    /// What the suggested step touches.
    pub hint: Vec<Name>,
    /// Pieces that the suggested step brings.
    pub ghost: Vec<Piece>,
    /// Circles and arrows of an analysis.
    pub drawn: Vec<Drawn>,
    /// After a refused touch: what comes first.
    pub due: Vec<Name>,
    /// After a refused touch: what is in the way.
    pub cause: Option<Name>,
    /// What was refused, and can be touched later in this turn.
    pub later: Option<Name>,
}

/// A circle around a spot, or an arrow from it to another.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drawn {
    pub spot: Name,
    pub target: Option<Name>,
    /// Its colour, as a class of the style sheet.
    pub class: &'static str,
}

/// Drawing style of the current settings.
pub(crate) fn style(settings: &Settings) -> Style {
    Style {
        palette: Palette::Page,
        signs: settings.signs,
        names: settings.names,
        turned: settings.turned,
    }
}

/// An interactive board.
pub(crate) fn board(kind: Kind, scene: Memo<Scene>, marks: Memo<Marks>) -> View {
    board_of(kind, scene, marks, false)
}

/// A small static board: no coordinates, no hit areas.
pub(crate) fn small_board(kind: Kind, scene: Memo<Scene>) -> View {
    board_of(kind, scene, Memo::new(Marks::default), true)
}

fn board_of(kind: Kind, scene: Memo<Scene>, marks: Memo<Marks>, small: bool) -> View {
    let say = Say::global();
    let settings = Settings::global();
    let style = Memo::new(move || {
        let style = style(&settings.get());
        if small { Style { names: false, turned: false, ..style } } else { style }
    });
    let drawing = Memo::new(move || Arc::new(mohreh_draw::board(&scene.get(), &style.get())));
    let svg = Signal::new(None::<Element>);
    let focused = Signal::new(None::<Name>);

    Effect::new(move |before: Option<(Scene, Arc<Board>, Style)>| {
        let (now, board, style) = (scene.get(), drawing.get(), style.get());
        if let (Some((before, old, old_style)), Some(svg)) = (before, svg.get_untracked())
            && old_style == style
            && before != now
        {
            let (now, board) = (now.clone(), board.clone());
            dom::next_frame(move || animate::animate(&svg, &before, &now, &old, &board));
        }
        (now, board, style)
    });

    let view_box = move || view_box(drawing.get().view);
    let spots = Memo::new(move || {
        if small {
            return Vec::new();
        }
        scene.with(|scene| {
            marks.with(|marks| spots::spots(scene, &drawing.get(), marks, focused.get()))
        })
    });
    let last = move || marks.with(|marks| circles_svg(&drawing.get(), &marks.last));
    let arrows = move || marks.with(|marks| arrows_svg(&drawing.get(), &marks.arrows));
    let drawn = move || marks.with(|marks| drawn_svg(&drawing.get(), &marks.drawn));
    let hint = move || {
        let (marks, board) = (marks.get(), drawing.get());
        if marks.hint.is_empty() {
            return String::new();
        }
        let ghost = Scene { pieces: marks.ghost.clone(), ..scene.get_untracked() };
        let ghost = mohreh_draw::board(&ghost, &style.get());
        let on_board = |name: &&Name| board.hit_areas.iter().any(|place| place.name == **name);
        let spots: Vec<Name> = marks.hint.iter().filter(on_board).copied().collect();
        let way = match spots.as_slice() {
            [from, .., to] => arrows_svg(&board, &[(*from, *to)]),
            _ => String::new(),
        };
        let (defs, pieces) = (&ghost.defs, &ghost.pieces);
        format!(
            "<defs>{defs}</defs><g class=\"ghost\">{pieces}</g>{}{way}",
            circles_svg(&board, &spots)
        )
    };
    let on_key = move |event: KeyboardEvent| {
        let Some(arrow_key) = Arrow::of(&event.key()) else { return };
        let areas: Vec<HitArea> =
            spots.with_untracked(|spots| spots.iter().map(|spot| spot.area).collect());
        let from = dom::closest(&event, "[data-spot]")
            .and_then(|element| Name::new(&element.get_attribute("data-spot")?))
            .or(focused.get_untracked());
        event.prevent_default();
        if let Some(to) = next_focus(&areas, from, arrow_key) {
            focused.set(Some(to));
            if let Some(svg) = svg.get_untracked() {
                focus(&svg, to);
            }
        }
    };
    let layer = Signal::new(None::<Element>);
    let made = view! {
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
            <defs inner_html=move || drawing.get().defs.clone()></defs>
            <g class="ground" inner_html=move || drawing.get().ground.clone()></g>
            <g class="last" inner_html=last></g>
            <g class="pieces" inner_html=move || drawing.get().pieces.clone()></g>
            <g class="ghosts"></g>
            <g class="arrows" inner_html=arrows></g>
            <g class="hint" inner_html=hint></g>
            <g class="drawn" inner_html=drawn></g>
            <g class="lights" inner_html=move || spots.with(|spots| spots::lights(spots))></g>
            <g class="spots" node_ref=layer></g>
        </svg>
    };
    let shown = RefCell::new((None, Vec::new()));
    render_effect(Box::new(move || {
        let (language, now) = (Some(say.language()), spots.get());
        let (old_language, old) = shown.replace((language, now.clone()));
        if let Some(layer) = layer.get_untracked() {
            spots::show(&layer, &old, &now, old_language != language, (say, kind));
        }
    }));
    made
}

fn focus(svg: &Element, name: Name) {
    use wasm_bindgen::JsCast;
    let found = svg.query_selector(&format!("[data-spot=\"{name}\"]")).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<SvgElement>().ok()) {
        let _ = element.focus();
    }
}

/// Rounds an SVG coordinate. Neighbouring spots are 100 units apart, so integers are precise enough, and
/// float formatting stays out of the wasm.
pub(crate) fn rounded(measure: f32) -> i32 {
    measure.round() as i32
}

/// Value of a `viewBox` attribute.
pub(crate) fn view_box([left, top, width, height]: [f32; 4]) -> String {
    format!("{} {} {} {}", rounded(left), rounded(top), rounded(width), rounded(height))
}

/// SVG of circles around spots.
fn circles_svg(board: &Board, names: &[Name]) -> String {
    let at = |name: &Name| board.hit_areas.iter().find(|place| place.name == *name);
    let circles = names.iter().filter_map(at).map(|place| {
        let (x, y, r) = (rounded(place.x), rounded(place.y), rounded(place.r));
        format!(r#"<circle cx="{x}" cy="{y}" r="{r}"/>"#)
    });
    circles.collect()
}

/// SVG of arrows between spots. Two pieces that jump over each other have opposite arrows, drawn apart: the way of one
/// has the other at its middle.
fn arrows_svg(board: &Board, ways: &[(Name, Name)]) -> String {
    let at = |name: &Name| board.hit_areas.iter().find(|place| place.name == *name);
    let mut svg = String::new();
    for (from, to) in ways {
        let (Some(a), Some(b)) = (at(from), at(to)) else { continue };
        let is_middle = |place: &HitArea| {
            (a.x + b.x - 2.0 * place.x).abs() + (a.y + b.y - 2.0 * place.y).abs() < 1.0
        };
        let apart = ways.iter().any(|(other, _)| at(other).is_some_and(is_middle));
        svg += &arrow((a.x, a.y), (b.x, b.y), a.r, if apart { 13.0 } else { 0.0 });
    }
    svg
}

/// SVG of the circles and arrows of an analysis.
fn drawn_svg(board: &Board, all: &[Drawn]) -> String {
    let one = |drawn: &Drawn| {
        let shape = match drawn.target {
            Some(target) => arrows_svg(board, &[(drawn.spot, target)]),
            None => circles_svg(board, &[drawn.spot]),
        };
        format!("<g class=\"{}\">{shape}</g>", drawn.class)
    };
    all.iter().map(one).collect()
}

/// SVG of an arrow, shortened at both ends so that it does not cover the pieces.
fn arrow(from: (f32, f32), to: (f32, f32), r: f32, aside: f32) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let distance = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / distance, dy / distance);
    let from = (from.0 + uy * aside, from.1 - ux * aside);
    let to = (to.0 + uy * aside, to.1 - ux * aside);
    let (x1, y1) = (from.0 + ux * r * 0.5, from.1 + uy * r * 0.5);
    let (x2, y2) = (to.0 - ux * r * 0.45, to.1 - uy * r * 0.45);
    let head_size = r * 0.42;
    let (bx, by) = (x2 - ux * head_size, y2 - uy * head_size);
    let (nx, ny) = (-uy * head_size * 0.6, ux * head_size * 0.6);
    format!(
        concat!(
            r#"<path class="shaft" d="M{} {}L{} {}"/>"#,
            r#"<path class="head" d="M{} {}L{} {}L{} {}Z"/>"#
        ),
        rounded(x1),
        rounded(y1),
        rounded(bx),
        rounded(by),
        rounded(x2),
        rounded(y2),
        rounded(bx + nx),
        rounded(by + ny),
        rounded(bx - nx),
        rounded(by - ny),
    )
}
