//! All games on this device.

use crate::board::small_board;
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::session::{Player, Session};
use crate::state::{Derived, State, Stored};
use crate::store::{self, Kept};
use crate::table::broken;
use crate::view::{View, Views, on, view, words};
use crate::{dom, share};

fn opponents(say: Say, session: &Session) -> String {
    let levels = session.players.iter().filter_map(|player| match player {
        Player::Computer(level) => Some(*level),
        Player::Person | Player::Elsewhere => None,
    });
    match levels.max() {
        Some(level) => say.with("say-against-level", &[("level", level.into())]),
        None => say.text("say-at-this-screen"),
    }
}

/// A game in a list.
pub fn row(kept: Kept) -> View {
    let say = Say::here();
    let gone = State::new(false);
    match kept {
        Kept::Broken { id, text, why } => {
            view! { <li class="broken">{broken(id, text, why)}</li> }
        }
        Kept::Game(session) => {
            let session = *session;
            let (kind, id, over) = (session.kind(), session.id.clone(), session.is_over());
            let scene = Stored::new(session.game.scene());
            let when = session.touched_at().to_string();
            let turns = session.record.turns();
            let route =
                if over { Route::Replay(Some(id.clone())) } else { Route::Table(id.clone()) };
            let session = Stored::new(session);
            let sure = State::new(false);
            let forget = move |_| {
                if sure.get_untracked() {
                    store::forget(&id);
                    gone.set(true);
                } else {
                    sure.set(true);
                }
            };
            view! {
                <li class="kept" hidden=gone>
                    <a href=words(move || route.path(say.language()))>
                        {small_board(kind, Derived::new(move || scene.get()))}
                        <span class="words">
                            <strong>{title(say, kind)}</strong>
                            <span>{words(move || session.with(|session| opponents(say, session)))}</span>
                            <span class="quiet">
                                {words(move || say.with("say-turns-played", &[("turns", (turns as u32).into())]))}
                                " · "
                                {words(move || dom::date(&when, say.language().code()))}
                            </span>
                        </span>
                    </a>
                    <button class="plain forget" class:sure=sure on:click=on(forget) on:blur=on(move |_| sure.set(false))>
                        {words(move || say.text(if sure.get() { "say-really-delete" } else { "say-delete" }))}
                    </button>
                </li>
            }
        }
    }
}

pub fn games_page() -> View {
    let say = Say::here();
    let (over, going): (Vec<Kept>, Vec<Kept>) = store::games()
        .into_iter()
        .partition(|kept| matches!(kept, Kept::Game(session) if session.is_over()));
    let none = over.is_empty() && going.is_empty();
    let list = |key: &'static str, kept: Vec<Kept>| {
        (!kept.is_empty()).then(|| {
            view! {
                <section>
                    <h2>{say!(say, key)}</h2>
                    <ul class="list">{kept.into_iter().map(row).views()}</ul>
                </section>
            }
        })
    };
    view! {
        <main class="prose wide">
            <h1>{say!(say, "say-games")}</h1>
            {none.then(|| view! { <p>{say!(say, "say-no-games")}</p> })}
            {list("say-going-on", going)}
            {list("say-finished", over)}
            <p class="row">
                <a class="button plain" href=to(say, Route::Lobby)>{say!(say, "say-my-online-games")}</a>
                <a class="button plain" href=to(say, Route::Replay(None))>{say!(say, "say-bring")}</a>
                {(!none).then(|| view! {
                    <button class="button plain" on:click=on(move |_| share::save_all())>{say!(say, "say-save-all")}</button>
                })}
            </p>
        </main>
    }
}
