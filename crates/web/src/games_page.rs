//! All games on this device.

use leptos::prelude::*;

use crate::board::{Board, Marks};
use crate::route::Route;
use crate::say::{Say, on, say, words};
use crate::session::{Player, Session};
use crate::state::Derived;
use crate::store::{self, Kept};
use crate::table::Broken;
use crate::{dom, share};

fn opponents(say: Say, session: &Session) -> String {
    let levels = session.players.iter().filter_map(|player| match player {
        Player::Computer(level) => Some(*level),
        Player::Person => None,
    });
    match levels.max() {
        Some(level) => say.with("say-against-level", &[("level", level.into())]),
        None => say.text("say-at-this-screen"),
    }
}

/// A game in a list.
#[component]
pub fn Row(kept: Kept) -> impl IntoView {
    let say = Say::here();
    let gone = RwSignal::new(false);
    match kept {
        Kept::Broken { id, text, why } => {
            view! { <li class="broken"><Broken id=id text=text why=why /></li> }.into_any()
        }
        Kept::Game(session) => {
            let session = *session;
            let (kind, id, over) = (session.kind(), session.id.clone(), session.is_over());
            let scene = StoredValue::new(session.game.scene());
            let when = session.touched_at().to_string();
            let turns = session.record.turns();
            let route =
                if over { Route::Replay(Some(id.clone())) } else { Route::Table(id.clone()) };
            let session = StoredValue::new(session);
            let sure = RwSignal::new(false);
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
                        <Board kind=kind scene=Derived::new(move || scene.get_value()) marks=Derived::new(Marks::default) small=true />
                        <span class="words">
                            <strong>{words(move || say.text(&format!("{kind}-title")))}</strong>
                            <span>{words(move || session.with_value(|session| opponents(say, session)))}</span>
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
            .into_any()
        }
    }
}

#[component]
pub fn GamesPage() -> impl IntoView {
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
                    <ul class="list">{kept.into_iter().map(|kept| view! { <Row kept=kept /> }).collect_view()}</ul>
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
                <a class="button plain" href=words(move || Route::Replay(None).path(say.language()))>{say!(say, "say-bring")}</a>
                {(!none).then(|| view! {
                    <button class="button plain" on:click=on(move |_| share::save_all())>{say!(say, "say-save-all")}</button>
                })}
            </p>
        </main>
    }
}
