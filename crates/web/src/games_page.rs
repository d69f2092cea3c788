//! List of the games on this device, and of the person's games on the server.

use mohreh_games::Kind;

use crate::board::small_board;
use crate::corrupt_game::corrupt_game;
use crate::game_model::{Controller, GameModel};
use crate::online_pages::own_tables;
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::{Memo, Signal, Stored};
use crate::store::{self, SavedGame};
use crate::view::{View, Views, bind, on, view};
use crate::{dom, share};

/// Against whom a local game is played.
pub(crate) fn opponents(say: Say, controllers: &[Controller]) -> String {
    let levels = controllers.iter().filter_map(|controller| match controller {
        Controller::Computer(level) => Some(*level),
        Controller::Person | Controller::Remote => None,
    });
    match levels.max() {
        Some(level) => say.with("say-against-level", &[("level", level.into())]),
        None => say.text("say-at-this-screen"),
    }
}

/// Result of a finished game: for the person, if there is one, else who has won.
fn result_text(say: Say, model: &GameModel) -> String {
    let outcome = model.outcome();
    let places = outcome.as_ref().map(mohreh_games::Outcome::places).unwrap_or_default();
    let person = |controller: &Controller| *controller == Controller::Person;
    let mut people = model.controllers.iter().enumerate().filter(|(_, who)| person(who));
    let me = people.next().filter(|_| people.next().is_none()).and_then(|(me, _)| places.get(me));
    match (places.iter().position(|place| *place == 1), me) {
        (None, _) => String::new(),
        _ if places.iter().all(|place| *place == 1) => say.text("say-drawn"),
        (_, Some(1)) => say.text("say-card-won"),
        (_, Some(_)) => say.text("say-card-lost"),
        (Some(seat), None) => say.with("say-has-won", &[("seat", (seat as u32 + 1).into())]),
    }
}

/// List entry of a saved game.
pub(crate) fn row(saved: SavedGame) -> View {
    let say = Say::global();
    let deleted = Signal::new(false);
    match saved {
        SavedGame::Corrupt { id, text, why } => {
            view! { <li class="broken"><h3>{say!(say, "say-broken-game")}</h3> {corrupt_game(id, text, why)}</li> }
        }
        SavedGame::Game(model) => {
            let model = *model;
            let (kind, id, over) = (model.kind(), model.id.clone(), model.is_over());
            let scene = Stored::new(model.game().scene());
            let when = model.last_played().to_string();
            let turns = model.record.turns().len();
            let route =
                if over { Route::Replay(Some(id.clone())) } else { Route::Table(id.clone()) };
            let model = Stored::new(model);
            let confirming = Signal::new(false);
            let delete = move |_| {
                if confirming.get_untracked() {
                    store::delete(&id);
                    deleted.set(true);
                } else {
                    confirming.set(true);
                }
            };
            view! {
                <li class="kept" hidden=deleted>
                    <a href=bind(move || route.path(say.language()))>
                        {small_board(kind, Memo::new(move || scene.get()))}
                        <span class="words">
                            <strong>{title(say, kind)}</strong>
                            <span>{bind(move || model.with(|model| opponents(say, &model.controllers)))}</span>
                            {over.then(|| view! { <b>{bind(move || model.with(|model| result_text(say, model)))}</b> })}
                        </span>
                    </a>
                    <p class="facts">
                        <span class="quiet">
                            {bind(move || say.with("say-turns-played", &[("turns", (turns as u32).into())]))}
                            " · "
                            {bind(move || dom::local_date(&when, say.language().code()))}
                        </span>
                        <button class="plain forget" class:sure=confirming on:click=on(delete) on:blur=on(move |_| confirming.set(false))>
                            {bind(move || say.text(if confirming.get() { "say-really-delete" } else { "say-delete" }))}
                        </button>
                    </p>
                </li>
            }
        }
    }
}

/// Link to the form for a new game against the computer.
fn start_link(kind: &Kind) -> View {
    let (say, kind) = (Say::global(), *kind);
    let to = move || Route::New(kind).path(say.language()) + "?with=computer";
    view! { <a class="button plain" href=bind(to)>{title(say, kind)}</a> }
}

pub(crate) fn games_page() -> View {
    let say = Say::global();
    let (over, going): (Vec<SavedGame>, Vec<SavedGame>) = store::games()
        .into_iter()
        .partition(|saved| matches!(saved, SavedGame::Game(model) if model.is_over()));
    let none = over.is_empty() && going.is_empty();
    let list = |key: &'static str, saved: Vec<SavedGame>| {
        (!saved.is_empty()).then(|| {
            view! {
                <section>
                    <h2>{say!(say, key)}</h2>
                    <ul class="list">{saved.into_iter().map(row).views()}</ul>
                </section>
            }
        })
    };
    view! {
        <main class="prose wide">
            <h1>{say!(say, "say-games")}</h1>
            {own_tables()}
            {none.then(|| view! {
                <section class="void">
                    <p>{say!(say, "say-no-games")}</p>
                    <p class="row">{Kind::ALL.iter().map(start_link).views()}</p>
                </section>
            })}
            {list("say-going-on", going)}
            {list("say-finished", over)}
            <p class="row">
                <a class="button plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
                <a class="button plain" href=to(say, Route::Replay(None))>{say!(say, "say-bring")}</a>
                <a class="button plain" href=to(say, Route::Editor(Kind::ALL[0]))>{say!(say, "say-editor")}</a>
                {(!none).then(|| view! {
                    <button class="button plain" on:click=on(move |_| share::save_all())>{say!(say, "say-save-all")}</button>
                })}
            </p>
        </main>
    }
}
