//! Editor of positions: pieces are put on a board by hand, checked in words, then played, analysed or shared.

mod actions;
mod bench;
mod panels;
mod setup;
mod verdict;

use std::cell::Cell;
use std::rc::Rc;

use mohreh_games::Kind;
use mohreh_games::edit::Draft;
use mohreh_games::show::Name;
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, PointerEvent};

use crate::attention::set_subject;
use crate::board::{Marks, board};
use crate::dom;
use crate::input::{BoardInput, InputCallbacks};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::Memo;
use crate::view::{View, Views, bind, on, view};
use actions::actions;
use bench::{Bench, Tool};
use panels::{counters, history, selectors, tools};
use setup::{setup_panel, text_panel};
use verdict::{Checked, verdict};

pub(crate) fn editor_page(kind: Kind) -> View {
    let say = Say::global();
    let bench = Bench::open(kind);
    set_subject(move || [say.title(kind), say.text("say-editor")].join(" · "));
    let scene = Memo::new(move || bench.draft.with(Draft::scene));
    let checked = Memo::new(move || bench.draft.with(Checked::of));
    let marks = Memo::new(move || Marks {
        lit: scene.with(|scene| scene.spots.iter().map(|spot| spot.name).collect()),
        ..Marks::default()
    });
    let game = |other: &Kind| {
        let other = *other;
        view! {
            <a
                class="button plain"
                class:chosen=other == kind
                aria-current=if other == kind { "page" } else { "false" }
                href=to(say, Route::Editor(other))
            >
                {title(say, other)}
            </a>
        }
    };
    let hands = Hands::new(bench);
    let (click, down, moved, up, cancel, key) =
        (hands.clone(), hands.clone(), hands.clone(), hands.clone(), hands.clone(), hands);
    view! {
        <main class="editor" on:keydown=on(move |event: KeyboardEvent| key.key(&event))>
            <header class="row">
                <h1>{say!(say, "say-editor")}</h1>
                <nav class="row" aria-label=say!(say, "say-game")>{Kind::ALL.iter().map(game).views()}</nav>
            </header>
            <div
                class="bench"
                on:click=on(move |event| click.input.click(&event))
                on:pointerdown=on(move |event| down.input.down(&event))
                on:pointermove=on(move |event: PointerEvent| moved.moved(&event))
                on:pointerup=on(move |event: PointerEvent| up.up(&event))
                on:pointercancel=on(move |_| cancel.cancel())
            >
                <div class="middle">{board(kind, scene, marks)}</div>
                <div class="at-hand">
                    {tools(bench)}
                    {history(bench)}
                    {verdict(kind, checked)}
                </div>
            </div>
            <div class="beside">
                <p class="quiet">{say!(say, "say-edit-about")}</p>
                {counters(bench)}
                {selectors(bench)}
                {setup_panel(bench)}
                {actions(bench, checked)}
                {text_panel(bench)}
            </div>
            <p class="unseen" aria-live="polite" role="status">{bind(move || bench.announcement.get())}</p>
        </main>
    }
}

/// Pointer and keyboard on the bench: a touch uses the chosen tool, a drag moves a piece or brings one.
#[derive(Clone)]
struct Hands {
    bench: Bench,
    input: BoardInput,
    /// Whether a pointer is moving: the touch that it begins with only picks up a piece.
    is_moving: Rc<Cell<bool>>,
    /// The spot from which a piece is dragged.
    from: Rc<Cell<Option<Name>>>,
    /// Whether the pointer was lifted beside the board.
    is_beside: Rc<Cell<bool>>,
}

impl Hands {
    fn new(bench: Bench) -> Hands {
        let is_moving = Rc::new(Cell::new(false));
        let is_beside = Rc::new(Cell::new(false));
        let from = Rc::new(Cell::new(None));
        let touch = {
            let (is_moving, from) = (is_moving.clone(), from.clone());
            move |name: Name| match Tool::of_name(name) {
                Some(tool) => bench.tool.set(tool),
                None if is_moving.get() => from.set(Some(name)),
                None => bench.touch(name),
            }
        };
        let drop = {
            let from = from.clone();
            move |to: Name| match (from.take(), Tool::of_name(to)) {
                (Some(from), None) => bench.shift(from, Some(to)),
                (Some(from), Some(_)) => bench.shift(from, None),
                (None, None) => bench.touch(to),
                (None, Some(_)) => {}
            }
        };
        let deselect = {
            let (from, is_beside) = (from.clone(), is_beside.clone());
            move || {
                if let Some(from) = from.take().filter(|_| is_beside.get()) {
                    bench.shift(from, None);
                }
            }
        };
        let input = BoardInput::new(InputCallbacks {
            touch: Rc::new(touch),
            drop: Rc::new(drop),
            can_pick: Rc::new(move |name| Tool::of_name(name).is_some() || bench.has_piece(name)),
            deselect: Rc::new(deselect),
        });
        Hands { bench, input, is_moving, from, is_beside }
    }

    fn moved(&self, event: &PointerEvent) {
        self.is_moving.set(true);
        self.input.moved(event);
        self.is_moving.set(false);
    }

    fn up(&self, event: &PointerEvent) {
        let (x, y) = (event.client_x() as f32, event.client_y() as f32);
        let below = dom::document().and_then(|document| document.element_from_point(x, y));
        self.is_beside
            .set(below.is_none_or(|below| below.closest(".board").ok().flatten().is_none()));
        self.input.up(event);
    }

    fn cancel(&self) {
        self.from.set(None);
        self.input.cancel();
    }

    fn key(&self, event: &KeyboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is =
            |selector: &str| target.as_ref().is_some_and(|e| e.matches(selector).unwrap_or(false));
        if is("textarea, select") {
            return;
        }
        let with_control = event.ctrl_key() || event.meta_key();
        let key = event.key();
        match key.as_str() {
            "z" | "Z" if with_control && event.shift_key() => self.bench.redo(),
            "z" if with_control => self.bench.undo(),
            "y" if with_control => self.bench.redo(),
            _ if with_control || event.alt_key() => return,
            "Delete" | "Backspace" => {
                let spot = target.as_ref().filter(|_| is(".spot"));
                match spot.and_then(|spot| Name::new(&spot.get_attribute("data-spot")?)) {
                    Some(spot) => self.bench.take(spot),
                    None => return,
                }
            }
            digit if is(".spot") && digit.len() == 1 && digit.parse::<u8>().is_ok() => {
                self.bench.choose(digit.parse().unwrap_or(0));
            }
            _ => return self.input.key(event),
        }
        event.prevent_default();
    }
}
