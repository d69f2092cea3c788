//! View of a game under analysis: board, what to touch beside it, the tree of turns, the engine, tools.

use std::rc::Rc;

use mohreh_games::record::Tree;
use mohreh_games::{Record, Seat, Status};
use mohreh_protocol::presentable_name;
use mohreh_texts::{Addressee, Who};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, MouseEvent, PointerEvent};

use super::drawing::Pencil;
use super::engine_panel::engine_panel;
use super::explorer_panel::explorer_panel;
use super::review_panel::review_panel;
use super::tree_list::tree_list;
use super::{Analysis, Study, highlight_text};
use crate::attention::set_subject;
use crate::board::board;
use crate::dom;
use crate::game_model::GameModel;
use crate::game_text::{end_text, isolated};
use crate::icons::{Icon, icon};
use crate::input::{BoardInput, InputCallbacks};
use crate::local_game;
use crate::navigation::navigate_to;
use crate::notice::{Notice, notify};
use crate::refused::rule_link;
use crate::route::Route;
use crate::say::{Say, say, title};
use crate::settings::Settings;
use crate::share;
use crate::signal::{Memo, Signal, Stored, effect, every};
use crate::store;
use crate::tray::{buttons, dice, trays};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

/// Interval of autoplay.
const AUTOPLAY_MS: u64 = 900;
/// Delay before the URL follows the place that is looked at.
const URL_DELAY_MS: u64 = 300;

/// Names of the players in a record, empty where there is none.
fn player_names(record: &Record) -> Vec<String> {
    let named = |seat: usize| {
        let name = record.header(&format!("player {}", seat + 1)).unwrap_or_default();
        let is_unnamed = name == "person" || name == "elsewhere" || name.starts_with("computer ");
        if is_unnamed { String::new() } else { presentable_name(name) }
    };
    (0..record.game().seats()).map(named).collect()
}

/// Page of one game. `id` is its key in storage, if it has one.
pub(crate) fn viewer(mut study: Study, id: String) -> View {
    let say = Say::global();
    let kind = study.kind();
    let names = player_names(study.record());
    let players: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| isolated(name)).collect();
    let at = share::ply_in_url().and_then(|path| study.tree().find(&path));
    if let Some(node) = at {
        study.go(node);
    }
    let model = GameModel::from_record(String::new(), study.record().clone());
    let seats = study.game().seats();
    let analysis = Analysis::new(study, id);
    let study = analysis.study;
    follow_in_url(analysis);
    set_subject(move || [say.title(kind), say.text("say-review")].join(" · "));
    let scene = Memo::new(move || analysis.scene());
    let marks = Memo::new(move || analysis.marks());
    let addressee = addressee_of(analysis, &model, names);
    let early_end = model.early_end.map(|end| (end, model.outcome()));
    let prompt = move || {
        let (refused, picked) = (analysis.refused.get().text, analysis.picked.get());
        study.with(|study| match early_end {
            _ if !refused.is_empty() => refused,
            Some((end, outcome)) if study.is_at_end() => end_text(say, end, outcome, &*addressee),
            _ => say.prompt_to(&study.game().prompt_after(&picked), &*addressee),
        })
    };
    let playing = Signal::new(false);
    every(AUTOPLAY_MS, move || {
        if playing.get_untracked() {
            let mut went_on = false;
            analysis.look(|study| went_on = study.forward());
            if !went_on {
                playing.set(false);
            }
        }
    });
    let input = BoardInput::new(InputCallbacks {
        touch: Rc::new(move |name| analysis.touch(name)),
        can_pick: Rc::new(move |name| {
            marks.with_untracked(|marks| marks.lit.contains(&name) && marks.picked.is_empty())
        }),
        drop: Rc::new(move |name| analysis.touch(name)),
        deselect: Rc::new(move || analysis.deselect()),
    });
    let pencil = Pencil::new(analysis);
    let on_key = {
        let (input, pencil) = (input.clone(), pencil.clone());
        move |event: KeyboardEvent| {
            if is_typing(&event) {
                return;
            }
            input.key(&event);
            pencil.key(&event);
            // Arrow keys on the board go from spot to spot.
            if !event.default_prevented() && act_on_key(analysis, playing, &event) {
                event.prevent_default();
            }
        }
    };
    // Nothing is lit in the middle of a game, until something is touched: there is much to look at already.
    let is_calm = Memo::new(move || {
        let at_leaf = study.with(|study| study.tree().children(study.node()).is_empty());
        !at_leaf && analysis.picked.with(Vec::is_empty)
    });
    let (click, down, moved, up, cancel) =
        (input.clone(), input.clone(), input.clone(), input.clone(), input);
    let [pen_click, pen_down, pen_moved, pen_up, pen_cancel, pen_menu, pen_still] =
        std::array::from_fn(|_| pencil.clone());
    let to_roll = move || study.with(|study| study.game().status() == Status::ToRoll);
    let seat_trays = (0..seats).map(move |seat| {
        view! {
            <div class="seat-trays">
                <span class="name">{bind(move || say.seat_name(kind, seat))}</span>
                {trays(kind, scene, marks, Some(Seat::new(seat)))}
            </div>
        }
    });
    view! {
        <div
            class="viewer analysis"
            class:calm=is_calm
            tabindex="0"
            on:keydown=on(on_key)
            on:click=on(move |event: MouseEvent| if !pen_click.swallows_click() { click.click(&event) })
            on:pointerdown=on(move |event: PointerEvent| { pen_down.down(&event); down.down(&event); })
            on:pointermove=on(move |event: PointerEvent| if !pen_moved.moved(&event) { moved.moved(&event) })
            on:pointerup=on(move |event: PointerEvent| if !pen_up.up(&event) { up.up(&event) })
            on:pointercancel=on(move |_: PointerEvent| { pen_cancel.cancel(); cancel.cancel(); })
            on:contextmenu=on(move |event: web_sys::Event| pen_menu.menu(&event))
            on:touchmove=on(move |event: web_sys::Event| pen_still.keep_still(&event))
        >
            <div class="middle">{board(kind, scene, marks)}</div>
            <div class="below">
                <p class="prompt"><span>{bind(prompt)} {rule_link(kind, analysis.refused)}</span></p>
                <div class="supply">
                    {dice(scene, marks)}
                    {trays(kind, scene, marks, None)}
                    {buttons(kind, scene, marks)}
                    {show(to_roll, move || view! {
                        <button type="button" class="button" on:click=on(move |_| analysis.roll())>{say!(say, "say-roll")}</button>
                    })}
                </div>
                <div class="seat-row">{seat_trays.views()}</div>
                {steps_row(analysis, playing)}
            </div>
            <div class="beside">
                <h1>{title(say, kind)}</h1>
                {(!players.is_empty()).then(|| view! { <p>{players.join(" – ")}</p> })}
                {engine_panel(analysis)}
                {review_panel(analysis)}
                {explorer_panel(analysis)}
                {tree_list(analysis)}
                {editing(analysis)}
                {tools(analysis, scene)}
            </div>
            <p class="unseen" aria-live="polite" role="status">{bind(move || analysis.announcement.get())}</p>
        </div>
    }
}

/// Keeps the place in the URL. Later, as browsers limit how often it changes; by then it may be another page.
fn follow_in_url(analysis: Analysis) {
    let settled = Stored::new(0u32);
    effect(move || {
        let here = analysis.study.with(|study| {
            let path = study.tree().path(study.node());
            (!study.is_at_end()).then_some(path)
        });
        settled.update(|count| *count += 1);
        let this = settled.get();
        dom::set_timeout(URL_DELAY_MS, move || {
            if settled.try_get() == Some(this) {
                share::set_ply_in_url(here.as_deref());
            }
        });
    });
}

/// How to speak of a seat. A game of this device against one computer ends as at its table.
fn addressee_of(
    analysis: Analysis,
    model: &GameModel,
    names: Vec<String>,
) -> Rc<dyn Fn(Option<Seat>) -> Addressee> {
    let (say, kind) = (Say::global(), model.kind());
    let me = model.only_person().filter(|_| {
        model.is_against_computer() && names.len() == 2 && names.iter().all(String::is_empty)
    });
    Rc::new(move |seat: Option<Seat>| {
        let seat = seat.map(Seat::index);
        let at_end = analysis.study.with(Study::is_at_end);
        let who = match me.filter(|_| at_end) {
            Some(me) if seat == Some(me) => Who::You,
            Some(_) if seat.is_some() => Who::Lost,
            _ => Who::Named,
        };
        let name = seat.and_then(|seat| names.get(seat).cloned()).unwrap_or_default();
        let name = match seat {
            _ if who == Who::Lost => say.text("say-the-computer"),
            Some(seat) if name.is_empty() => say.seat_name(kind, seat),
            _ => isolated(&name),
        };
        Addressee { who, name }
    })
}

fn is_typing(event: &KeyboardEvent) -> bool {
    dom::closest(event, "textarea, select, input:not([type=range]):not([type=checkbox])").is_some()
}

/// Returns whether the key means something here.
fn act_on_key(analysis: Analysis, playing: Signal<bool>, event: &KeyboardEvent) -> bool {
    let is_range = dom::closest(event, "input").is_some();
    match event.key().as_str() {
        // The slider moves by itself.
        _ if is_range => return false,
        "ArrowRight" => analysis.look(Study::go_on),
        "ArrowLeft" => analysis.look(Study::back),
        "Home" => analysis.go(Tree::ROOT),
        "End" => analysis.look(Study::last),
        "ArrowDown" if event.shift_key() => analysis.look(|study| study.beside(true)),
        "ArrowUp" if event.shift_key() => analysis.look(|study| study.beside(false)),
        "PageDown" | "ArrowDown" => analysis.look(Study::next_turn),
        "PageUp" | "ArrowUp" => analysis.look(Study::previous_turn),
        "Escape" => analysis.deselect(),
        // A focused button is pressed by it.
        " " if dom::closest(event, "button, label, summary, a").is_some() => return false,
        " " => playing.update(|playing| *playing = !*playing),
        _ => return false,
    }
    true
}

/// Buttons to step through the line, and a slider.
fn steps_row(analysis: Analysis, playing: Signal<bool>) -> View {
    let (say, study) = (Say::global(), analysis.study);
    let place = Memo::new(move || study.with(|study| (study.ply(), study.line_len())));
    let slide = move |event| {
        let ply = dom::event_value(&event).parse().unwrap_or(0);
        analysis.look(|study| study.go_to_ply(ply));
    };
    let step_of = move || {
        let (ply, all) = place.get();
        say.with("say-step-of", &[("step", (ply as u32).into()), ("all", (all as u32).into())])
    };
    view! {
        <div class="steps" dir="ltr">
            <button class="bare" aria-label=say!(say, "say-to-start") on:click=on(move |_| analysis.go(Tree::ROOT))>{icon(Icon::First)}</button>
            <button class="bare" aria-label=say!(say, "say-step-back") on:click=on(move |_| analysis.look(Study::back))>{icon(Icon::Before)}</button>
            <button class="bare" aria-label=say!(say, "say-play-through") on:click=on(move |_| playing.update(|p| *p = !*p))>
                {move || if playing.get() { icon(Icon::Pause) } else { icon(Icon::Play) }}
            </button>
            <button class="bare" aria-label=say!(say, "say-step-on") on:click=on(move |_| analysis.look(Study::go_on))>{icon(Icon::After)}</button>
            <button class="bare" aria-label=say!(say, "say-to-end") on:click=on(move |_| analysis.look(Study::last))>{icon(Icon::Last)}</button>
        </div>
        <input
            class="slider" type="range" min="0" dir="ltr"
            max=bind(move || place.get().1.to_string())
            aria-label=say!(say, "say-step")
            aria-valuetext=bind(step_of)
            prop:value=bind(move || place.get().0.to_string())
            on:input=on(slide)
        />
        <p class="quiet step-of">{bind(step_of)}</p>
    }
}

/// Comment, promotion and deletion of the place that is looked at, and its marks in words.
fn editing(analysis: Analysis) -> View {
    let (say, study) = (Say::global(), analysis.study);
    let comment = Memo::new(move || study.with(Study::comment));
    let is_variation = Memo::new(move || study.with(Study::is_variation));
    let is_root = Memo::new(move || study.with(|study| study.node() == Tree::ROOT));
    let marks = Memo::new(move || study.with(|study| study.highlights().to_vec()));
    let write = move |event| {
        let text = dom::event_value(&event);
        analysis.edit(|study| {
            study.set_comment(&text);
            Ok(())
        });
    };
    let delete = move |_| {
        analysis.edit(|study| {
            study.delete();
            Ok(())
        });
        focus_viewer();
    };
    let promote = move |_| {
        analysis.edit(Study::promote);
        focus_viewer();
    };
    let marks_text = move || {
        let texts: Vec<String> = marks.get().iter().map(|mark| highlight_text(say, mark)).collect();
        texts.join(&say.text("say-comma"))
    };
    view! {
        <label class="comment">
            <span>{say!(say, "say-comment")}</span>
            <textarea name="comment" rows="2" dir="auto" prop:value=comment on:change=on(write)></textarea>
        </label>
        {show(move || !marks.with(Vec::is_empty), move || view! {
            <p class="row marks">
                <span>{bind(marks_text)}</span>
                <button type="button" class="plain" on:click=on(move |_| {
                    analysis.edit(|study| {
                        study.clear_highlights();
                        Ok(())
                    });
                })>{say!(say, "say-clear-marks")}</button>
            </p>
        })}
        <p class="row small">
            <button type="button" class="plain" disabled=bind_bool(move || !is_variation.get()) on:click=on(promote)>{say!(say, "say-promote")}</button>
            <button type="button" class="plain" disabled=bind_bool(move || is_root.get()) on:click=on(delete)>{say!(say, "say-delete-from-here")}</button>
        </p>
    }
}

/// After a button was disabled by its own action.
fn focus_viewer() {
    let viewer = dom::document().and_then(|document| document.query_selector(".viewer").ok()?);
    if let Some(viewer) = viewer.and_then(|viewer| viewer.dyn_into::<HtmlElement>().ok()) {
        dom::focus_in_place(&viewer);
    }
}

/// Links, files and pictures; a new game from here.
fn tools(analysis: Analysis, scene: Memo<mohreh_games::show::Scene>) -> View {
    let (say, settings, kind) = (Say::global(), Settings::global(), analysis.kind());
    let study = analysis.study;
    let gif_percent = Signal::new(None::<u32>);
    let save_gif = move |_| {
        gif_percent.set(Some(0));
        let on_progress =
            Rc::new(move |percent| gif_percent.try_set((percent < 100).then_some(percent)));
        study.with_untracked(|study| {
            share::save_gif(study.record(), format!("{kind}.gif"), on_progress);
        });
    };
    let copy = move |_| {
        let link = study.with_untracked(|study| {
            let link = share::link(study.record(), say.language());
            let here = study.tree().path(study.node());
            share::at_ply(&link, (!study.is_at_end()).then_some(&here))
        });
        dom::copy_text(&link);
        notify(Notice::new("say-link-copied"));
    };
    // Starts a new local game from the position on display, without headers: players and result are those of the
    // other game.
    let try_from_here = move |_| {
        let plain = study.with_untracked(|study| Record::from(study.played().clone()));
        local_game::open(GameModel::from_record(store::new_id(), plain));
    };
    let edit = move |_| {
        let position = study.with_untracked(|study| study.game().to_string());
        let path = Route::Editor(kind).path(say.language());
        navigate_to(&format!("{path}#{}", share::position_fragment(kind, &position)));
    };
    let save_file = move |_| {
        dom::save_text(&format!("{kind}.txt"), &analysis.record().to_string());
    };
    view! {
        <p class="row small">
            <button class="plain" on:click=on(try_from_here)>{say!(say, "say-try-from-here")}</button>
            <button class="plain" data-act="edit" on:click=on(edit)>{say!(say, "say-edit-this")}</button>
            <button class="plain" on:click=on(copy)>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
            <button class="plain" on:click=on(save_file)>{say!(say, "say-save-file")}</button>
            <button class="plain" on:click=on(move |_| share::save_svg(&scene.get_untracked(), &format!("{kind}.svg")))>"SVG"</button>
            <button class="plain" on:click=on(move |_| share::save_png(&scene.get_untracked(), format!("{kind}.png")))>"PNG"</button>
            <button class="plain" disabled=bind_bool(move || gif_percent.get().is_some()) on:click=on(save_gif)>
                {bind(move || match gif_percent.get() {
                    Some(percent) => say.with("say-film-percent", &[("percent", percent.into())]),
                    None => "GIF".to_string(),
                })}
            </button>
            <button class="plain" on:click=on(move |_| {
                dom::copy_text(&study.with_untracked(|study| format!("{kind}|{}", study.game())));
                notify(Notice::new("say-position-copied"));
            })>{say!(say, "say-copy-position")}</button>
            <button class="plain" on:click=on(move |_| settings.update(|settings| settings.turned = !settings.turned))>
                {icon(Icon::Turn)} {say!(say, "say-turn-board")}
            </button>
        </p>
    }
}
