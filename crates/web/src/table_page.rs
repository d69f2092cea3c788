//! View of a table, local or online: board, seats, prompt, actions, list of turns.

mod actions;
mod computer;
mod device;
mod host;
mod live;
mod seats;
mod turns;

use std::rc::Rc;

use mohreh_games::show::Scene;
use reactive_graph::owner::on_cleanup;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, KeyboardEvent};

use crate::board::board;
use crate::corrupt_game::corrupt_game_page;
use crate::dom;
use crate::game_model::{Awaiting, Controller, GameModel};
use crate::icons::{Icon, icon};
use crate::input::{BoardInput, InputCallbacks};
use crate::refused::{Refused, rule_link};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::settings::Settings;
use crate::signal::{Memo, Signal, Stored, effect, every};
use crate::store::SavedGame;
use crate::tray::{buttons, dice, trays};
use crate::view::{View, Views, bind, bind_bool, on, show, view};
pub(crate) use actions::{action, confirm_action, undo_action};
use actions::{actions, copy_link, over, strip};
use device::Device;
pub(crate) use host::Host;
pub(crate) use live::LiveGame;
use seats::seats;
use turns::turns;

/// Page of a local game, or of an error if it is missing or corrupt.
pub(crate) fn table_page(saved: Option<SavedGame>) -> View {
    let say = Say::global();
    match saved {
        Some(SavedGame::Game(model)) => {
            let live = LiveGame::new(*model, Rc::new(Device));
            let below = view! { {actions(live)} {over(live)} };
            let none = View::none;
            table_view(
                live,
                TableSlots { above: none(), below, beside: none(), links: links(live) },
            )
        }
        Some(SavedGame::Corrupt { id, text, why }) => corrupt_game_page(id, text, why),
        None => view! {
            <main class="prose">
                <h1>{say!(say, "say-no-game")}</h1>
                <p>{say!(say, "say-no-game-why")}</p>
                <p><a class="button" href=to(say, Route::Home)>{say!(say, "say-home")}</a></p>
            </main>
        },
    }
}

/// The parts of the view that differ between local and online tables.
pub(crate) struct TableSlots {
    /// Above the seats.
    pub above: View,
    /// Below the prompt: the actions.
    pub below: View,
    /// In the side column, above the turns.
    pub beside: View,
    /// Share and download links.
    pub links: View,
}

pub(crate) fn table_view(live: LiveGame, slots: TableSlots) -> View {
    let say = Say::global();
    let settings = Settings::global();
    let kind = live.model.with_untracked(GameModel::kind);
    let has_person =
        live.model.with_untracked(|model| model.controllers.contains(&Controller::Person));
    let scene = Memo::new(move || live.scene());
    let marks = Memo::new(move || live.marks());
    let awaiting = Memo::new(move || live.model.with(GameModel::awaiting));
    let input = BoardInput::new(InputCallbacks {
        touch: Rc::new(move |name| live.touch(name)),
        can_pick: Rc::new(move |name| {
            marks.with_untracked(|marks| marks.lit.contains(&name) && marks.picked.is_empty())
        }),
        drop: Rc::new(move |name| live.drop_at(name)),
        deselect: Rc::new(move || live.deselect()),
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
    let has_hint = move || {
        live.viewed_ply.get().is_none()
            && live.refused.with(Refused::is_empty)
            && !live.hint.with(Vec::is_empty)
    };
    let prompt = move || match live.refused.get().text {
        _ if live.viewed_ply.get().is_some() => say.text("say-looking-back"),
        refused if !refused.is_empty() => refused,
        _ if has_hint() => live.hint_text(),
        _ => live.prompt(),
    };
    let keyboard_used = keep_focus(scene);
    let on_key = {
        let input = input.clone();
        move |event: KeyboardEvent| {
            keyboard_used.set(true);
            let typing =
                event.target().is_some_and(|target| target.dyn_ref::<HtmlInputElement>().is_some());
            if typing {
                return;
            }
            input.key(&event);
            match event.key().as_str() {
                "Escape" => live.deselect(),
                "z" | "Z" if event.ctrl_key() || event.meta_key() => live.undo(),
                "u" | "U" | "Backspace" => live.undo(),
                _ => {}
            }
        }
    };
    let (click, down, moved, up, cancel) =
        (input.clone(), input.clone(), input.clone(), input.clone(), input);
    view! {
        <main
            class="table"
            class:rolls=bind_bool(move || scene.with(|scene| !scene.dice.is_empty()))
            class:looking=bind_bool(move || live.viewed_ply.get().is_some())
            class:over=bind_bool(move || awaiting.get() == Awaiting::Over)
            on:click=on(move |event| click.click(&event))
            on:pointerdown=on(move |event| {
                keyboard_used.set(false);
                down.down(&event);
            })
            on:pointermove=on(move |event| moved.moved(&event))
            on:pointerup=on(move |event| up.up(&event))
            on:pointercancel=on(move |_| cancel.cancel())
            on:keydown=on(on_key)
        >
            <h1 class="unseen">{title(say, kind)}</h1>
            <div class="seats">{slots.above} {seats(live, scene, marks)}</div>
            <div class="middle">
                {board(kind, scene, marks)}
            </div>
            <div class="below">
                <p
                    class="prompt"
                    class:asked=bind_bool(move || live.is_local_turn())
                    class:over=bind_bool(move || awaiting.get() == Awaiting::Over)
                    class:joy=bind_bool(move || live.is_won())
                    class:hinted=bind_bool(has_hint)
                >
                    <span>
                        {bind(prompt)}
                        {rule_link(kind, live.refused)}
                        {show(has_hint, move || view! {
                            " " <bdi dir="ltr" class="notation">{bind(move || live.hint.get().join(" "))}</bdi>
                        })}
                    </span>
                </p>
                {strip(live)}
                <div class="supply">
                    {dice(scene, marks)}
                    {trays(kind, scene, marks, None)}
                    {buttons(kind, scene, marks)}
                </div>
                {slots.below}
            </div>
            <div class="aside">
                {slots.beside}
                {turns(live)}
                {has_person.then(|| notation(live))}
                {notes}
                <p class="row small">
                    <button
                        class="plain"
                        on:click=on(move |_| settings.update(|settings| settings.turned = !settings.turned))
                    >
                        {icon(Icon::Turn)} {say!(say, "say-turn-board")}
                    </button>
                    {slots.links}
                    <a class="plain" href=bind(move || format!("/{}/rules/{kind}/", say.language().code())) rel="external">
                        {say!(say, "say-rules")}
                    </a>
                </p>
            </div>
            <p class="unseen" aria-live="polite" role="status">{bind(move || live.announcement.get())}</p>
        </main>
    }
}

/// Copies a link that contains the whole game, or downloads it as a file.
fn links(live: LiveGame) -> View {
    let say = Say::global();
    let save = move |_| {
        let (kind, text) = live.model.with_untracked(|model| (model.kind(), model.to_text()));
        dom::save_text(&format!("mohreh-{kind}.txt"), &text);
    };
    view! {
        <button class="plain" on:click=on(move |_| copy_link(live))>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
        <button class="plain" on:click=on(save)>{say!(say, "say-save-file")}</button>
    }
}

/// Keeps the focus at the table when what had it goes, if the last input came from the keyboard: that is for the caller to
/// note.
pub(crate) fn keep_focus(scene: Memo<Scene>) -> Stored<bool> {
    let keyboard_used = Stored::new(false);
    effect(move || {
        scene.get();
        if keyboard_used.get() {
            // After the elements have changed, in the same task: the focus is never lost for a frame.
            spawn_local(async { restore_focus() });
        }
    });
    keyboard_used
}

/// Moves the focus back to the board if the focused element was removed. For keyboard players.
fn restore_focus() {
    let document = dom::document();
    let focused = document.as_ref().and_then(web_sys::Document::active_element);
    if focused.is_none_or(|element| element.tag_name() == "BODY")
        && let Some(document) = document
        && let Ok(Some(next)) =
            document.query_selector(".table .lit, .table [data-spot][tabindex='0']")
    {
        match next.dyn_into::<web_sys::HtmlElement>() {
            Ok(button) => drop(button.focus()),
            Err(element) => {
                drop(element.dyn_into::<web_sys::SvgElement>().map(|spot| spot.focus()));
            }
        }
    }
}

/// Ticks the clocks every 250 ms.
fn run_clock(live: LiveGame) {
    let last_ms = Stored::new(dom::now_ms());
    every(250, move || {
        let now_ms = dom::now_ms();
        let elapsed_ms = now_ms.saturating_sub(last_ms.get());
        last_ms.set(now_ms);
        live.host().tick(live, elapsed_ms);
    });
}

/// Text input for steps in notation.
fn notation(live: LiveGame) -> View {
    let say = Say::global();
    let text = Signal::new(String::new());
    let enter = move || {
        let steps = text.get_untracked();
        for step in steps.split_whitespace() {
            if !live.is_local_turn() || !live.play(step) {
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
                    on:input=on(move |event| text.set(dom::event_value(&event)))
                />
            </label>
            <button class="plain" type="submit">{say!(say, "say-play-step")}</button>
        </form>
    }
}
