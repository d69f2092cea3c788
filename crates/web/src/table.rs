//! The table: the board, who sits around it, what is asked, and what can be done.

mod live;
mod seats;
mod turns;

use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, KeyboardEvent};

use crate::app::{Notice, go};
use crate::board::board;
use crate::hand::{Hand, Hears};
use crate::icons::{Icon, icon};
use crate::new_game;
use crate::route::Route;
use crate::say::{Say, say};
use crate::session::{GivenUp, Now, Session};
use crate::settings::Settings;
use crate::state::{Derived, State, Stored};
use crate::store::{self, Kept};
use crate::tray::{buttons, dice, trays};
use crate::view::{View, Views, on, show, truth, view, words};
use crate::{dom, share};
use live::Live;
use seats::seats;
use turns::turns;

/// A game of this device, or why there is none.
pub fn table_page(kept: Option<Kept>) -> View {
    let say = Say::here();
    match kept {
        Some(Kept::Game(session)) => table(*session),
        Some(Kept::Broken { id, text, why }) => broken(id, text, why),
        None => view! {
            <main class="prose">
                <h1>{say!(say, "say-no-game")}</h1>
                <p>{say!(say, "say-no-game-why")}</p>
                <p><a class="button" href=words(move || Route::Home.path(say.language()))>{say!(say, "say-home")}</a></p>
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

fn table(session: Session) -> View {
    let say = Say::here();
    let settings: State<Settings> = expect_context();
    let notice: State<Option<Notice>> = expect_context();
    let kind = session.kind();
    let against_computer = session.is_against_computer();
    let has_clock = session.pace.is_some();
    let live = Live::new(session);
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
    if has_clock {
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
    Effect::new(move |_| {
        scene.get();
        if by_key.get() {
            request_animation_frame(keep_focus);
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
            <div class="seats">{seats(live, scene, marks)}</div>
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
                {thinking(live)}
                {actions(live, against_computer)}
                {over(live)}
            </div>
            <div class="aside">
                {turns(live)}
                {notation(live)}
                {notes}
                <p class="row small">
                    <button
                        class="plain"
                        on:click=on(move |_| settings.update(|settings| settings.turned = !settings.turned))
                    >
                        {icon(Icon::Turn)} {say!(say, "say-turn-board")}
                    </button>
                    <button
                        class="plain"
                        on:click=on(move |_| {
                            let link = live.session.with_untracked(|session| share::link(&session.record, say.language()));
                            dom::copy(&link);
                            notice.set(Some(Notice::new("say-link-copied")));
                        })
                    >
                        {icon(Icon::Share)} {say!(say, "say-copy-link")}
                    </button>
                    <button
                        class="plain"
                        on:click=on(move |_| {
                            let text = live.session.with_untracked(Session::to_text);
                            dom::save_text(&format!("mohreh-{kind}.txt"), &text);
                        })
                    >
                        {say!(say, "say-save-file")}
                    </button>
                    <a class="plain" href=words(move || format!("/{}/rules/{kind}/", say.language().code())) rel="external">
                        {say!(say, "say-rules")}
                    </a>
                </p>
            </div>
            <p class="unseen" aria-live="polite" role="status">{words(move || live.said.get())}</p>
        </main>
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
    let handle = set_interval_with_handle(
        move || {
            let now = dom::ticks();
            let passed = now.saturating_sub(last.get());
            last.set(now);
            live.pass_time(passed);
        },
        std::time::Duration::from_millis(250),
    );
    on_cleanup(move || {
        if let Ok(handle) = handle {
            handle.clear();
        }
    });
}

fn thinking(live: Live) -> View {
    let say = Say::here();
    let words = move || match live.thinking.get() {
        Some(thought) if thought.depth > 0 => say.with(
            "say-thinking-deep",
            &[("depth", thought.depth.into()), ("nodes", thought.nodes.into())],
        ),
        Some(_) => say.text("say-thinking"),
        None => String::new(),
    };
    view! {
        {show(move || live.thinking.get().is_some(), move || view! {
            <p class="thinking">
                <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
                <span>{words}</span>
                <button class="plain" on:click=on(move |_| live.interrupt())>
                    {icon(Icon::Stop)} {say!(say, "say-interrupt")}
                </button>
            </p>
        })}
        {show(move || live.halted.get() && live.thinking.get().is_none(), move || view! {
            <p class="thinking">
                <span>{say!(say, "say-halted")}</span>
                <button class="plain" on:click=on(move |_| live.resume())>
                    {icon(Icon::Play)} {say!(say, "say-go-on")}
                </button>
            </p>
        })}
    }
}

/// What can be done besides touching the board.
fn actions(live: Live, against_computer: bool) -> View {
    let say = Say::here();
    let sure = State::new(false);
    let can_undo = Derived::new(move || {
        !live.picked.get().is_empty()
            && live.session.with(|session| !session.game.scene().touch_move)
            || live.session.with(|session| session.undo_to().is_some())
    });
    let can_take_back = Derived::new(move || live.session.with(|s| s.take_back_to().is_some()));
    let over = Derived::new(move || live.session.with(Session::is_over));
    let resign = move |_| {
        if sure.get_untracked() {
            sure.set(false);
            let seat = live.session.with_untracked(|session| match session.now() {
                Now::Person(seat) => seat,
                _ => session
                    .players
                    .iter()
                    .position(|player| *player == crate::session::Player::Person)
                    .map_or(session.mover(), mohreh_games::Seat::new),
            });
            live.give_up(GivenUp::Resigned(seat));
        } else {
            sure.set(true);
        }
    };
    view! {
        {show(move || !over.get(), move || view! {
            <div class="actions">
                <button class="action undo" disabled=truth(move || !can_undo.get()) on:click=on(move |_| live.undo())>
                    {icon(Icon::Undo)} <span>{say!(say, "say-undo")}</span>
                </button>
                {against_computer.then(|| view! {
                    <button
                        class="action back"
                        disabled=truth(move || !can_take_back.get())
                        on:click=on(move |_| live.take_back())
                    >
                        {icon(Icon::TakeBack)} <span>{say!(say, "say-take-back")}</span>
                    </button>
                    <button
                        class="action hint"
                        disabled=truth(move || !live.is_asked() || live.thinking.get().is_some())
                        on:click=on(move |_| live.ask_for_hint())
                    >
                        {icon(Icon::Hint)} <span>{say!(say, "say-hint")}</span>
                    </button>
                })}
                <button class="action resign" class:sure=sure on:click=on(resign) on:blur=on(move |_| sure.set(false))>
                    {icon(Icon::Flag)}
                    <span>{words(move || say.text(if sure.get() { "say-really-resign" } else { "say-resign" }))}</span>
                </button>
            </div>
        })}
        {show(move || !live.hint.get().is_empty(), move || view! {
            <p class="hinted">
                {say!(say, "say-hint")} " " <bdi dir="ltr" class="notation">{words(move || live.hint.get().join(" "))}</bdi>
            </p>
        })}
    }
}

/// After the end: again, or look at it once more.
fn over(live: Live) -> View {
    let say = Say::here();
    let over = Derived::new(move || live.session.with(Session::is_over));
    let review = move || {
        let id = live.session.with(|session| session.id.clone());
        Route::Replay(Some(id)).path(say.language())
    };
    view! {
        {show(move || over.get(), move || view! {
            <div class="actions end">
                <button class="button" on:click=on(move |_| {
                    let session = live.session.get_untracked();
                    new_game::rematch(&session);
                })>
                    {icon(Icon::Again)} <span>{say!(say, "say-rematch")}</span>
                </button>
                <a class="button plain" href=review>{say!(say, "say-review")}</a>
                <a class="button plain" href=words(move || Route::Home.path(say.language()))>{say!(say, "say-home")}</a>
            </div>
        })}
    }
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
                    on:input=on(move |event| text.set(event_target_value(&event)))
                />
            </label>
            <button class="plain" type="submit">{say!(say, "say-play-step")}</button>
        </form>
    }
}
