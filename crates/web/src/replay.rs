//! Replay page: steps through a game from local storage, the server, a link, a file or pasted text.

use std::rc::Rc;

use mohreh_games::record::RecordError;
use mohreh_games::{Record, Seat};
use mohreh_protocol::presentable_name;
use mohreh_texts::{Addressee, Who};
use web_sys::KeyboardEvent;

use crate::attention::set_subject;
use crate::board::{Marks, board};
use crate::corrupt_game::corrupt_game_page;
use crate::dom;
use crate::game_model::{GameModel, scene_at, touched_spots};
use crate::game_text::{end_text, isolated};
use crate::icons::{Icon, icon};
use crate::local_game;
use crate::notice::{Notice, notify};
use crate::online::{ApiError, record_path, request_text};
use crate::say::{Say, say, title};
use crate::share::{self, Imported};
use crate::signal::{Memo, Signal, Stored, effect, every};
use crate::store::{self, SavedGame};
use crate::view::{View, Views, bind, bind_bool, on, view};

/// Interval of autoplay.
const AUTOPLAY_MS: u64 = 900;
/// Delay before the URL follows the step on display.
const URL_DELAY_MS: u64 = 300;

/// Why there is nothing to show.
#[derive(Clone)]
enum ImportError {
    Wrong(RecordError),
    /// A whole sentence.
    Message(&'static str),
}

impl ImportError {
    fn text(&self, say: Say) -> String {
        match self {
            ImportError::Wrong(error) => [say.text("say-cannot-read"), say.wrong(error)].join(" "),
            ImportError::Message(key) => say.text(key),
        }
    }
}

pub(crate) fn replay_page(id: Option<String>) -> View {
    let say = Say::global();
    let imported = Signal::new(None::<Imported>);
    let error = Signal::new(None::<ImportError>);
    let loading = Signal::new(false);
    let mut corrupt = None;
    let saved = id.as_ref().map(|id| store::game(id));
    let id = id.unwrap_or_default();
    match saved {
        Some(Some(SavedGame::Game(model))) => {
            imported.set(Some(Imported::Games(vec![model.record.clone()])));
        }
        Some(Some(SavedGame::Corrupt { id, text, why })) => corrupt = Some((id, text, why)),
        // Not on this device: it may be a game of the server.
        Some(None) => {
            loading.set(true);
            let then = move |response: Result<String, ApiError>| {
                loading.set(false);
                match response.map(|text| share::read(&text)) {
                    Ok(Ok(found)) => imported.set(Some(found)),
                    Ok(Err(why)) => error.set(Some(ImportError::Wrong(why))),
                    Err(ApiError::Offline) => {
                        error.set(Some(ImportError::Message("say-no-network")));
                    }
                    Err(ApiError::Refused(_)) => {
                        error.set(Some(ImportError::Message("say-no-game-why")));
                    }
                }
            };
            request_text("GET", record_path(&id), None, Box::new(then));
        }
        None => {
            let hash = dom::window().and_then(|window| window.location().hash().ok());
            match hash.as_deref().and_then(share::from_fragment) {
                Some(Ok(found)) => imported.set(Some(found)),
                Some(Err(why)) => error.set(Some(ImportError::Wrong(why))),
                None => {}
            }
        }
    }
    if let Some((id, text, why)) = corrupt {
        return corrupt_game_page(id, text, why);
    }
    view! {
        <main class="replay">
            {move || error.get().map(|why| view! {
                <p class="notice wrong" role="alert">
                    <span>{bind(move || why.text(say))}</span>
                </p>
            })}
            {move || match imported.get() {
                None if loading.get() => view! { <p class="prose">{say!(say, "say-connecting")}</p> },
                None => import_form(imported, error),
                Some(Imported::Position(game)) => {
                    let scene = game.scene();
                    let kind = game.kind();
                    let link_game = game.clone();
                    let (svg, png) = (scene.clone(), scene.clone());
                    let prompt = game.prompt();
                    view! {
                        <div class="viewer">
                            {board(kind, Memo::new(move || scene.clone()), Memo::new(Marks::default))}
                            <div class="beside">
                                <p class="prompt">{bind(move || say.prompt(&prompt))}</p>
                                <p class="row">
                                    <button class="plain" on:click=on(move |_| dom::copy_text(&share::position_link(&link_game, say.language())))>{say!(say, "say-copy-link")}</button>
                                    <button class="plain" on:click=on(move |_| share::save_svg(&svg, &format!("{kind}.svg")))>"SVG"</button>
                                    <button class="plain" on:click=on(move |_| share::save_png(&png, format!("{kind}.png")))>"PNG"</button>
                                </p>
                            </div>
                        </div>
                    }
                }
                Some(Imported::Games(records)) if records.len() > 1 => {
                    game_list(records, imported)
                }
                Some(Imported::Games(records)) => records.into_iter().next().map_or_else(View::none, viewer),
            }}
        </main>
    }
}

/// Selection, if the source contains several games.
fn game_list(records: Vec<Record>, imported: Signal<Option<Imported>>) -> View {
    let say = Say::global();
    let row = move |(n, record): (usize, Record)| {
        let (kind, turns) = (record.kind(), record.turns().len() as u32);
        view! {
            <li>
                <button class="plain" on:click=on(move |_| imported.set(Some(Imported::Games(vec![record.clone()]))))>
                    {bind(move || say.number(n as u64 + 1))} ". " {title(say, kind)} " · "
                    {bind(move || say.with("say-turns-played", &[("turns", turns.into())]))}
                </button>
            </li>
        }
    };
    view! { <ol class="prose several">{records.into_iter().enumerate().map(row).views()}</ol> }
}

/// Import form: pasted text or a file.
fn import_form(imported: Signal<Option<Imported>>, error: Signal<Option<ImportError>>) -> View {
    let say = Say::global();
    let text = Signal::new(String::new());
    let take = move |text: &str| match share::read(text) {
        Ok(found) => {
            error.set(None);
            imported.set(Some(found));
        }
        Err(why) => error.set(Some(ImportError::Wrong(why))),
    };
    let load = move |event: web_sys::Event| dom::read_file(&event, move |text| take(&text));
    view! {
        <div class="prose">
            <h1>{say!(say, "say-bring")}</h1>
            <p>{say!(say, "say-bring-about")}</p>
            <form on:submit=on(move |event: web_sys::SubmitEvent| { event.prevent_default(); take(&text.get_untracked()); })>
                <textarea
                    name="record"
                    dir="ltr"
                    rows="8"
                    spellcheck="false"
                    aria-label=say!(say, "say-bring")
                    prop:value=text
                    on:input=on(move |event| text.set(dom::event_value(&event)))
                ></textarea>
                <p class="row">
                    <button class="button" type="submit">{say!(say, "say-show")}</button>
                    <label class="button plain file">
                        {say!(say, "say-load-file")}
                        <input type="file" accept=".txt,text/plain" on:change=on(load) />
                    </label>
                </p>
            </form>
        </div>
    }
}

/// Viewer of one game.
fn viewer(mut record: Record) -> View {
    record.keep_history();
    let say = Say::global();
    let kind = record.kind();
    let last = record.steps().len();
    let turns: Vec<(usize, String)> = record
        .playthrough()
        .turn_ranges()
        .map(|(_, plies)| (plies.end, record.steps()[plies].join(" ")))
        .collect();
    let comments: Vec<String> =
        (0..=last).map(|ply| record.comments(ply).collect::<Vec<_>>().join(" ")).collect();
    let comments = Stored::new(comments);
    let named = |seat: usize| {
        let name = record.header(&format!("player {}", seat + 1)).unwrap_or_default();
        let is_unnamed = name == "person" || name.starts_with("computer ");
        if is_unnamed { String::new() } else { presentable_name(name) }
    };
    let names: Vec<String> = (0..record.game().seats()).map(named).collect();
    let players: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| isolated(name)).collect();
    let record = Stored::new(record);
    let ply = Signal::new(share::ply_in_url().unwrap_or(last).min(last));
    let settled = Stored::new(0usize);
    effect(move || {
        let at = ply.get();
        settled.set(at);
        // Later, as browsers limit how often the URL changes; by then it may be another, or another page.
        dom::set_timeout(URL_DELAY_MS, move || {
            if settled.try_get() == Some(at) {
                share::set_ply_in_url((at < last).then_some(at));
            }
        });
    });
    set_subject(move || [say.title(kind), say.text("say-review")].join(" · "));
    let scene = Memo::new(move || record.with(|record| scene_at(record, ply.get())));
    let marks = Memo::new(move || {
        let at = ply.get();
        let last = record
            .with(|record| touched_spots(record, record.playthrough().turn_start_before(at), at));
        Marks { last, ..Marks::default() }
    });
    let model = record.with(|record| GameModel::from_record(String::new(), record.clone()));
    let end = model.early_end.map(|end| (end, model.outcome()));
    // A game of this device against one computer ends as at its table.
    let me = model.only_person().filter(|_| {
        model.is_against_computer() && names.len() == 2 && names.iter().all(String::is_empty)
    });
    let names = Stored::new(names);
    let addressee = move |seat: Option<Seat>| {
        let seat = seat.map(Seat::index);
        let who = match me.filter(|_| ply.get() == last) {
            Some(me) if seat == Some(me) => Who::You,
            Some(_) if seat.is_some() => Who::Lost,
            _ => Who::Named,
        };
        let name = seat.map(|seat| names.with(|names| names[seat].clone())).unwrap_or_default();
        let name = match seat {
            _ if who == Who::Lost => say.text("say-the-computer"),
            Some(seat) if name.is_empty() => say.seat_name(kind, seat),
            _ => isolated(&name),
        };
        Addressee { who, name }
    };
    let prompt = move || match end {
        Some((end, outcome)) if ply.get() == last => end_text(say, end, outcome, &addressee),
        _ => record.with(|record| say.prompt_to(&record.at(ply.get()).prompt(), &addressee)),
    };
    let turn_ends = Stored::new(turns.iter().map(|(end, _)| *end).collect::<Vec<_>>());
    let step_back = move || ply.update(|ply| *ply = ply.saturating_sub(1));
    let step_forward = move || ply.update(|ply| *ply = (*ply + 1).min(last));
    let playing = Signal::new(false);
    every(AUTOPLAY_MS, move || {
        if playing.get_untracked() {
            if ply.get_untracked() < last { step_forward() } else { playing.set(false) }
        }
    });
    let on_key = move |event: KeyboardEvent| {
        let forward = |yes: bool| if yes { step_forward() } else { step_back() };
        match event.key().as_str() {
            "ArrowRight" => forward(true),
            "ArrowLeft" => forward(false),
            "Home" => ply.set(0),
            "End" => ply.set(last),
            // A focused button is pressed by it.
            " " if dom::closest(&event, "button, label, input").is_some() => return,
            " " => playing.update(|playing| *playing = !*playing),
            "PageDown" | "ArrowDown" => {
                let next = turn_ends
                    .with(|ends| ends.iter().find(|end| **end > ply.get_untracked()).copied());
                ply.set(next.unwrap_or(last));
            }
            "PageUp" | "ArrowUp" => {
                let next = turn_ends.with(|ends| {
                    ends.iter().rev().find(|end| **end < ply.get_untracked()).copied()
                });
                ply.set(next.unwrap_or(0));
            }
            _ => return,
        }
        event.prevent_default();
    };
    let gif_percent = Signal::new(None::<u32>);
    let save_gif = move |_| {
        gif_percent.set(Some(0));
        let on_progress =
            Rc::new(move |percent| gif_percent.try_set((percent < 100).then_some(percent)));
        record.with(|record| share::save_gif(record, format!("{kind}.gif"), on_progress));
    };
    let copy = move |_| {
        let at = Some(ply.get_untracked()).filter(|at| *at < last);
        let link = record.with(|record| share::link(record, say.language()));
        let link = share::at_ply(&link, at);
        dom::copy_text(&link);
        notify(Notice::new("say-link-copied"));
    };
    // Starts a new local game from the position on display.
    let try_from_here = move |_| {
        let model = record.with(|record| {
            // Without headers: players and result are those of the other game.
            let mut plain = Record::from(record.playthrough().clone());
            plain.rewind(ply.get_untracked());
            GameModel::from_record(store::new_id(), plain)
        });
        local_game::open(model);
    };
    let list = turns.into_iter().enumerate().map(move |(n, (end, text))| {
        view! {
            <li>
                <button type="button" class="turn" class:here=bind_bool(move || ply.get() == end) on:click=on(move |_| ply.set(end))>
                    <span class="number">{bind(move || say.number(n as u64 + 1))}</span>
                    <bdi dir="ltr" class="notation">{text}</bdi>
                </button>
            </li>
        }
    });
    view! {
        <div class="viewer" tabindex="0" on:keydown=on(on_key)>
            <div class="middle">
                {board(kind, scene, marks)}
            </div>
            <div class="beside">
                <h1>{title(say, kind)}</h1>
                {(!players.is_empty()).then(|| view! { <p>{players.join(" – ")}</p> })}
                <p class="prompt">{prompt}</p>
                <p class="remark">{bind(move || comments.with(|comments| comments[ply.get()].clone()))}</p>
                <div class="steps" dir="ltr">
                    <button class="bare" aria-label=say!(say, "say-to-start") on:click=on(move |_| ply.set(0))>{icon(Icon::First)}</button>
                    <button class="bare" aria-label=say!(say, "say-step-back") on:click=on(move |_| step_back())>{icon(Icon::Before)}</button>
                    <button class="bare" aria-label=say!(say, "say-play-through") on:click=on(move |_| playing.update(|p| *p = !*p))>
                        {move || if playing.get() { icon(Icon::Pause) } else { icon(Icon::Play) }}
                    </button>
                    <button class="bare" aria-label=say!(say, "say-step-on") on:click=on(move |_| step_forward())>{icon(Icon::After)}</button>
                    <button class="bare" aria-label=say!(say, "say-to-end") on:click=on(move |_| ply.set(last))>{icon(Icon::Last)}</button>
                </div>
                <input
                    class="slider" type="range" min="0" max=last dir="ltr"
                    aria-label=say!(say, "say-step")
                    prop:value=bind(move || ply.get().to_string())
                    on:input=on(move |event| ply.set(dom::event_value(&event).parse().unwrap_or(0).min(last)))
                />
                <p class="quiet">{bind(move || say.with("say-step-of", &[("step", (ply.get() as u32).into()), ("all", (last as u32).into())]))}</p>
                <ol class="turns">{list.views()}</ol>
                <p class="row small">
                    <button class="plain" on:click=on(try_from_here)>{say!(say, "say-try-from-here")}</button>
                    <button class="plain" on:click=on(copy)>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
                    <button class="plain" on:click=on(move |_| record.with(|record| dom::save_text(&format!("{kind}.txt"), &record.to_string())))>{say!(say, "say-save-file")}</button>
                    <button class="plain" on:click=on(move |_| share::save_svg(&scene.get_untracked(), &format!("{kind}.svg")))>"SVG"</button>
                    <button class="plain" on:click=on(move |_| share::save_png(&scene.get_untracked(), format!("{kind}.png")))>"PNG"</button>
                    <button class="plain" disabled=bind_bool(move || gif_percent.get().is_some()) on:click=on(save_gif)>
                        {bind(move || match gif_percent.get() {
                            Some(percent) => say.with("say-film-percent", &[("percent", percent.into())]),
                            None => "GIF".to_string(),
                        })}
                    </button>
                    <button class="plain" on:click=on(move |_| {
                        let text = record.with(|record| format!("{kind}|{}", record.at(ply.get_untracked())));
                        dom::copy_text(&text);
                        notify(Notice::new("say-position-copied"));
                    })>{say!(say, "say-copy-position")}</button>
                </p>
            </div>
        </div>
    }
}
