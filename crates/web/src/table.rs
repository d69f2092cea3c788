//! The table: the board, who sits around it, what is asked, and what can be done.

mod actions;
mod computer;
mod elsewhere;
mod live;
mod seats;
mod turns;

use std::rc::Rc;

use reactive_graph::owner::on_cleanup;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, KeyboardEvent};

use crate::app::{Notice, Page, go, tell};
use crate::board::board;
use crate::hand::{Hand, Hears};
use crate::icons::{Icon, icon};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::session::{Now, Player, Session};
use crate::state::{Derived, State, Stored, effect, every};
use crate::store::{self, Kept};
use crate::tray::{buttons, dice, trays};
use crate::view::{View, Views, on, truth, view, words};
use crate::{dom, share};
pub use actions::{action, sure_action, undo_action};
use actions::{actions, over, thinking};
pub use live::Live;
use seats::seats;
use turns::turns;

/// A game of this device, or why there is none.
pub fn table_page(kept: Option<Kept>) -> View {
    let say = Say::here();
    match kept {
        Some(Kept::Game(session)) => {
            let live = Live::new(*session, None);
            let below = view! { {thinking(live)} {actions(live)} {over(live)} };
            let none = View::none;
            table(live, Around { above: none(), below, beside: none(), links: links(live) })
        }
        Some(Kept::Broken { id, text, why }) => broken(id, text, why),
        None => view! {
            <main class="prose">
                <h1>{say!(say, "say-no-game")}</h1>
                <p>{say!(say, "say-no-game-why")}</p>
                <p><a class="button" href=to(say, Route::Home)>{say!(say, "say-home")}</a></p>
            </main>
        },
    }
}

/// A game whose text cannot be read: it is explained, can be saved, and goes only when told to.
pub fn broken(id: String, text: String, why: String) -> View {
    let say = Say::here();
    let name = format!("mohreh-{id}.txt");
    view! {
        <main class="prose">
            <h1>{say!(say, "say-broken-game")}</h1>
            <p>{say!(say, "say-broken-game-why")}</p>
            <p class="wrong"><bdi dir="ltr">{why}</bdi></p>
            <p class="row">
                <button class="button" on:click=on(move |_| dom::save_text(&name, &text))>
                    {say!(say, "say-save-file")}
                </button>
                <button
                    class="button plain"
                    on:click=on(move |_| {
                        store::forget(&id);
                        go(&Route::Home);
                    })
                >
                    {say!(say, "say-delete")}
                </button>
            </p>
        </main>
    }
}

/// What differs between a table of this device and one of a server.
pub struct Around {
    /// Above the seats.
    pub above: View,
    /// Below the prompt: what can be done.
    pub below: View,
    /// Beside all of it, above the turns.
    pub beside: View,
    /// Ways to hand the game on.
    pub links: View,
}

pub fn table(live: Live, around: Around) -> View {
    let say = Say::here();
    let settings = Page::here().settings;
    let kind = live.session.with_untracked(Session::kind);
    let plays = live.session.with_untracked(|session| session.players.contains(&Player::Person));
    let scene = Derived::new(move || live.scene());
    let marks = Derived::new(move || live.marks());
    let now = Derived::new(move || live.session.with(Session::now));
    let hand = Hand::new(Hears {
        touch: Rc::new(move |name| live.touch(name)),
        can_pick: Rc::new(move |name| {
            marks.with_untracked(|marks| marks.lit.contains(&name) && marks.picked.is_empty())
        }),
        drop: Rc::new(move || live.drop()),
    });
    live.start();
    on_cleanup(move || live.interrupt());
    if live.has_clock() {
        run_clock(live);
    }

    let notes = move || {
        let notes = scene.with(|scene| scene.notes.clone());
        notes.into_iter().map(|note| view! { <p class="note">{say!(say, note)}</p> }).views()
    };
    let prompt = move || match live.look.get() {
        Some(_) => say.text("say-looking-back"),
        None => live.prompt(),
    };
    let by_key = Stored::new(false);
    effect(move || {
        scene.get();
        if by_key.get() {
            dom::next_frame(keep_focus);
        }
    });
    let on_key = {
        let hand = hand.clone();
        move |event: KeyboardEvent| {
            by_key.set(true);
            let typing =
                event.target().is_some_and(|target| target.dyn_ref::<HtmlInputElement>().is_some());
            if typing {
                return;
            }
            hand.key(&event);
            match event.key().as_str() {
                "Escape" => live.drop(),
                "z" | "Z" if event.ctrl_key() || event.meta_key() => live.undo(),
                "u" | "U" | "Backspace" => live.undo(),
                _ => {}
            }
        }
    };
    let (click, down, moved, up, cancel) =
        (hand.clone(), hand.clone(), hand.clone(), hand.clone(), hand);
    view! {
        <main
            class="table"
            class:looking=truth(move || live.look.get().is_some())
            on:click=on(move |event| click.click(&event))
            on:pointerdown=on(move |event| {
                by_key.set(false);
                down.down(&event);
            })
            on:pointermove=on(move |event| moved.moved(&event))
            on:pointerup=on(move |event| up.up(&event))
            on:pointercancel=on(move |_| cancel.cancel())
            on:keydown=on(on_key)
        >
            <div class="seats">{around.above} {seats(live, scene, marks)}</div>
            <div class="middle">
                {board(kind, scene, marks)}
            </div>
            <div class="below">
                <p class="prompt" class:asked=truth(move || live.is_asked()) class:over=truth(move || now.get() == Now::Over)>
                    {prompt}
                </p>
                <div class="supply">
                    {dice(scene, marks)}
                    {trays(kind, scene, marks, None)}
                    {buttons(kind, scene, marks)}
                </div>
                {around.below}
            </div>
            <div class="aside">
                {around.beside}
                {turns(live)}
                {plays.then(|| notation(live))}
                {notes}
                <p class="row small">
                    <button
                        class="plain"
                        on:click=on(move |_| settings.update(|settings| settings.turned = !settings.turned))
                    >
                        {icon(Icon::Turn)} {say!(say, "say-turn-board")}
                    </button>
                    {around.links}
                    <a class="plain" href=words(move || format!("/{}/rules/{kind}/", say.language().code())) rel="external">
                        {say!(say, "say-rules")}
                    </a>
                </p>
            </div>
            <p class="unseen" aria-live="polite" role="status">{words(move || live.said.get())}</p>
        </main>
    }
}

/// The game as a link that holds all of it, and as a file.
fn links(live: Live) -> View {
    let say = Say::here();
    let copy = move |_| {
        let link = live.session.with_untracked(|s| share::link(&s.record, say.language()));
        dom::copy(&link);
        tell(Notice::new("say-link-copied"));
    };
    let save = move |_| {
        let (kind, text) = live.session.with_untracked(|s| (s.kind(), s.to_text()));
        dom::save_text(&format!("mohreh-{kind}.txt"), &text);
    };
    view! {
        <button class="plain" on:click=on(copy)>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
        <button class="plain" on:click=on(save)>{say!(say, "say-save-file")}</button>
    }
}

/// What had the focus may be gone from the board; whoever plays by keys stays at the table.
fn keep_focus() {
    let document = dom::document();
    let lost = document.as_ref().and_then(web_sys::Document::active_element);
    if lost.is_none_or(|element| element.tag_name() == "BODY")
        && let Some(document) = document
        && let Ok(Some(next)) =
            document.query_selector(".table .lit, .table [data-spot][tabindex='0']")
    {
        match next.dyn_into::<web_sys::HtmlElement>() {
            Ok(button) => drop(button.focus()),
            Err(drawn) => drop(drawn.dyn_into::<web_sys::SvgElement>().map(|spot| spot.focus())),
        }
    }
}

/// Time passes in quarters of a second.
fn run_clock(live: Live) {
    let last = Stored::new(dom::ticks());
    every(250, move || {
        let now = dom::ticks();
        let passed = now.saturating_sub(last.get());
        last.set(now);
        live.pass_time(passed);
    });
}

/// A box that takes steps as they are written.
fn notation(live: Live) -> View {
    let say = Say::here();
    let text = State::new(String::new());
    let enter = move || {
        let steps = text.get_untracked();
        for step in steps.split_whitespace() {
            if !live.is_asked() || !live.play(step) {
                return;
            }
        }
        text.set(String::new());
    };
    view! {
        <form
            class="notate"
            on:submit=on(move |event: web_sys::SubmitEvent| {
                event.prevent_default();
                enter();
            })
        >
            <label>
                <span>{say!(say, "say-notation")}</span>
                <input
                    name="steps"
                    type="text"
                    dir="ltr"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    prop:value=text
                    on:input=on(move |event| text.set(dom::value(&event)))
                />
            </label>
            <button class="plain" type="submit">{say!(say, "say-play-step")}</button>
        </form>
    }
}
