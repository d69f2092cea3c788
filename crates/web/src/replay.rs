//! Games that were played, looked at again: kept on the device, brought in a link, a file or a text.

use std::rc::Rc;

use mohreh_games::show::Scene;
use mohreh_games::{Record, Seat};
use web_sys::KeyboardEvent;

use crate::app::{Notice, go, tell};
use crate::board::{Marks, board};
use crate::dom;
use crate::icons::{Icon, icon};
use crate::online::words::{apart, end_said, with_names};
use crate::online::{Refused, try_text};
use crate::route::Route;
use crate::say::{Say, say, title};
use crate::session::{Session, touched};
use crate::share::{self, Brought};
use crate::state::{Derived, State, Stored, every};
use crate::store::{self, Kept};
use crate::table::broken;
use crate::view::{View, Views, on, truth, view, words};

/// Milliseconds between two steps when it plays by itself.
const PACE: u64 = 900;

pub fn replay_page(id: Option<String>) -> View {
    let say = Say::here();
    let brought = State::new(None::<Brought>);
    let wrong = State::new(None::<String>);
    let coming = State::new(false);
    let mut unreadable = None;
    let here = id.as_ref().map(|id| store::game(id));
    let id = id.unwrap_or_default();
    match here {
        Some(Some(Kept::Game(session))) => {
            brought.set(Some(Brought::Games(vec![session.record.clone()])));
        }
        Some(Some(Kept::Broken { id, text, why })) => unreadable = Some((id, text, why)),
        // It may have been played at the server.
        Some(None) => {
            coming.set(true);
            let then = move |answer: Result<String, Refused>| {
                coming.set(false);
                match answer.map(|text| share::read(&text)) {
                    Ok(Ok(found)) => brought.set(Some(found)),
                    Ok(Err(why)) => wrong.set(Some(why)),
                    Err(why) if why.code == "offline" => {
                        wrong.set(Some(say.text("say-no-network")));
                    }
                    Err(_) => wrong.set(Some(say.text("say-no-game-why"))),
                }
            };
            try_text("GET", format!("/api/tables/{id}/record"), None, Box::new(then));
        }
        None => {
            let hash = dom::window().and_then(|window| window.location().hash().ok());
            match hash.as_deref().and_then(share::from_fragment) {
                Some(Ok(found)) => brought.set(Some(found)),
                Some(Err(why)) => wrong.set(Some(why)),
                None => {}
            }
        }
    }
    if let Some((id, text, why)) = unreadable {
        return broken(id, text, why);
    }
    view! {
        <main class="replay">
            {move || wrong.get().map(|why| view! {
                <p class="notice wrong" role="alert">
                    <span>{say!(say, "say-cannot-read")} " " <bdi dir="ltr" class="why">{why}</bdi></span>
                </p>
            })}
            {move || match brought.get() {
                None if coming.get() => view! { <p class="prose">{say!(say, "say-connecting")}</p> },
                None => bring(brought, wrong),
                Some(Brought::Position(game)) => {
                    let scene = game.scene();
                    let kind = game.kind();
                    let link_game = game.clone();
                    let (svg, png) = (scene.clone(), scene.clone());
                    let asked = game.prompt();
                    view! {
                        <div class="viewer">
                            {board(kind, Derived::new(move || scene.clone()), Derived::new(Marks::default))}
                            <div class="beside">
                                <p class="prompt">{words(move || say.prompt(&asked))}</p>
                                <p class="row">
                                    <button class="plain" on:click=on(move |_| dom::copy(&share::position_link(&link_game, say.language())))>{say!(say, "say-copy-link")}</button>
                                    <button class="plain" on:click=on(move |_| share::save_svg(&svg, &format!("{kind}.svg")))>"SVG"</button>
                                    <button class="plain" on:click=on(move |_| share::save_png(&png, format!("{kind}.png")))>"PNG"</button>
                                </p>
                            </div>
                        </div>
                    }
                }
                Some(Brought::Games(records)) if records.len() > 1 => {
                    list_of(records, brought)
                }
                Some(Brought::Games(records)) => records.into_iter().next().map_or_else(View::none, viewer),
            }}
        </main>
    }
}

/// A file may hold several games.
fn list_of(records: Vec<Record>, brought: State<Option<Brought>>) -> View {
    let say = Say::here();
    let row = move |(n, record): (usize, Record)| {
        let (kind, turns) = (record.kind(), record.turns() as u32);
        view! {
            <li>
                <button class="plain" on:click=on(move |_| brought.set(Some(Brought::Games(vec![record.clone()]))))>
                    {words(move || say.number(n as u64 + 1))} ". " {title(say, kind)} " · "
                    {words(move || say.with("say-turns-played", &[("turns", turns.into())]))}
                </button>
            </li>
        }
    };
    view! { <ol class="prose several">{records.into_iter().enumerate().map(row).views()}</ol> }
}

/// Where a game is brought: pasted, or from a file.
fn bring(brought: State<Option<Brought>>, wrong: State<Option<String>>) -> View {
    let say = Say::here();
    let text = State::new(String::new());
    let take = move |text: &str| match share::read(text) {
        Ok(found) => {
            wrong.set(None);
            brought.set(Some(found));
        }
        Err(why) => wrong.set(Some(why)),
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
                    on:input=on(move |event| text.set(dom::value(&event)))
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

/// A game, step by step.
fn viewer(record: Record) -> View {
    let say = Say::here();
    let kind = record.kind();
    let last = record.steps().len();
    let starts = record.turn_starts().to_vec();
    let turns: Vec<(usize, String)> = starts
        .iter()
        .zip(starts.iter().skip(1).copied().chain([last]))
        .map(|(start, end)| (end, record.steps()[*start..end].join(" ")))
        .collect();
    let remarks: Vec<String> =
        (0..=last).map(|ply| record.comments(ply).collect::<Vec<_>>().join(" ")).collect();
    let remarks = Stored::new(remarks);
    let named = |seat: usize| {
        let name = record.header(&format!("player {}", seat + 1)).unwrap_or_default();
        let nobody = name == "person" || name.starts_with("computer ");
        if nobody { String::new() } else { name.to_string() }
    };
    let names: Vec<String> = (0..Seat::MOST).map(named).collect();
    let players: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| apart(name)).collect();
    let record = Stored::new(record);
    let ply = State::new(last);
    let scene = Derived::new(move || {
        // A record was checked when it was read, so there always is a position.
        let game = record.with(|record| record.at(ply.get()));
        game.map_or_else(|_| Scene::of(Vec::new()), |game| game.scene())
    });
    let marks = Derived::new(move || {
        let at = ply.get();
        let last = record.with(|record| {
            let from = record.turn_starts().iter().rev().find(|start| **start < at).copied();
            from.map(|from| touched(record, from, at)).unwrap_or_default()
        });
        Marks { last, ..Marks::default() }
    });
    let end = record.with(|record| {
        let session = Session::of(String::new(), record.clone()).ok()?;
        Some((session.given_up?, session.outcome()))
    });
    let names = Stored::new(names);
    let prompt = move || match end {
        Some((end, outcome)) if ply.get() == last => {
            let name = |seat: usize| names.with(|names| names[seat].clone());
            with_names(say, &end_said(say, end, outcome), &name)
        }
        _ => record.with(|record| {
            record.at(ply.get()).map(|game| say.prompt(&game.prompt())).unwrap_or_default()
        }),
    };
    let turn_ends = Stored::new(turns.iter().map(|(end, _)| *end).collect::<Vec<_>>());
    let before = move || ply.update(|ply| *ply = ply.saturating_sub(1));
    let after = move || ply.update(|ply| *ply = (*ply + 1).min(last));
    let playing = State::new(false);
    every(PACE, move || {
        if playing.get_untracked() {
            if ply.get_untracked() < last { after() } else { playing.set(false) }
        }
    });
    let on_key = move |event: KeyboardEvent| {
        let forward = |yes: bool| if yes { after() } else { before() };
        match event.key().as_str() {
            "ArrowRight" => forward(true),
            "ArrowLeft" => forward(false),
            "Home" => ply.set(0),
            "End" => ply.set(last),
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
    let film = State::new(None::<u32>);
    let save_film = move |_| {
        film.set(Some(0));
        let told = Rc::new(move |percent| film.set((percent < 100).then_some(percent)));
        record.with(|record| share::save_gif(record, format!("{kind}.gif"), told));
    };
    let copy = move |_| {
        let link = record.with(|record| share::link(record, say.language()));
        dom::copy(&link);
        tell(Notice::new("say-link-copied"));
    };
    // The game goes on from the position that is looked at, as a new one at this screen.
    let try_from_here = move |_| {
        let session = record.with(|record| {
            let steps = record.steps()[..ply.get_untracked()].iter().map(String::as_str);
            record.with_steps(steps).ok().and_then(|shorter| {
                let line = shorter.to_line();
                let plain = Record::from_line(&line).ok()?;
                Session::of(store::new_id(), plain).ok()
            })
        });
        if let Some(session) = session {
            match store::keep(&session) {
                Ok(()) => go(&Route::Table(session.id)),
                Err(why) => tell(Notice::new(why.key())),
            }
        }
    };
    let list = turns.into_iter().enumerate().map(move |(n, (end, text))| {
        view! {
            <li>
                <button type="button" class="turn" class:here=truth(move || ply.get() == end) on:click=on(move |_| ply.set(end))>
                    <span class="number">{words(move || say.number(n as u64 + 1))}</span>
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
                <p class="remark">{words(move || remarks.with(|remarks| remarks[ply.get()].clone()))}</p>
                <div class="steps" dir="ltr">
                    <button class="bare" aria-label=say!(say, "say-to-start") on:click=on(move |_| ply.set(0))>{icon(Icon::First)}</button>
                    <button class="bare" aria-label=say!(say, "say-step-back") on:click=on(move |_| before())>{icon(Icon::Before)}</button>
                    <button class="bare" aria-label=say!(say, "say-play-through") on:click=on(move |_| playing.update(|p| *p = !*p))>
                        {move || if playing.get() { icon(Icon::Pause) } else { icon(Icon::Play) }}
                    </button>
                    <button class="bare" aria-label=say!(say, "say-step-on") on:click=on(move |_| after())>{icon(Icon::After)}</button>
                    <button class="bare" aria-label=say!(say, "say-to-end") on:click=on(move |_| ply.set(last))>{icon(Icon::Last)}</button>
                </div>
                <input
                    class="slider" type="range" min="0" max=last dir="ltr"
                    aria-label=say!(say, "say-step")
                    prop:value=words(move || ply.get().to_string())
                    on:input=on(move |event| ply.set(dom::value(&event).parse().unwrap_or(0).min(last)))
                />
                <p class="quiet">{words(move || say.with("say-step-of", &[("step", (ply.get() as u32).into()), ("all", (last as u32).into())]))}</p>
                <ol class="turns">{list.views()}</ol>
                <p class="row small">
                    <button class="plain" on:click=on(try_from_here)>{say!(say, "say-try-from-here")}</button>
                    <button class="plain" on:click=on(copy)>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
                    <button class="plain" on:click=on(move |_| record.with(|record| dom::save_text(&format!("{kind}.txt"), &record.to_string())))>{say!(say, "say-save-file")}</button>
                    <button class="plain" on:click=on(move |_| share::save_svg(&scene.get_untracked(), &format!("{kind}.svg")))>"SVG"</button>
                    <button class="plain" on:click=on(move |_| share::save_png(&scene.get_untracked(), format!("{kind}.png")))>"PNG"</button>
                    <button class="plain" disabled=truth(move || film.get().is_some()) on:click=on(save_film)>
                        {words(move || match film.get() {
                            Some(percent) => say.with("say-film-percent", &[("percent", percent.into())]),
                            None => "GIF".to_string(),
                        })}
                    </button>
                    <button class="plain" on:click=on(move |_| {
                        let text = record.with(|record| record.at(ply.get_untracked()).map(|game| format!("{kind}|{game}")).unwrap_or_default());
                        dom::copy(&text);
                        tell(Notice::new("say-position-copied"));
                    })>{say!(say, "say-copy-position")}</button>
                </p>
            </div>
        </div>
    }
}
