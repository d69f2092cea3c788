//! Lobby page: own tables, open tables, and games in progress.

use std::rc::Rc;

use mohreh_games::{AnyGame, Kind};
use mohreh_protocol::{ClientMessage, OwnTable, Phase, PublicHead, ServerMessage, Wire};
use reactive_graph::owner::Owner;

use super::invite::join;
use super::name_dialog::name_form;
use super::page::{connection_sign, no_network};
use crate::board::small_board;
use crate::dom;
use crate::game_text::isolated;
use crate::navigation::navigate;
use crate::online::head::{self, Head};
use crate::online::text::{names_text, table_text};
use crate::online::{ApiError, Identity, Socket, request_text};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::{Memo, Signal, Stored, every};
use crate::view::{View, Views, bind, on, show, view};

/// Polling interval for the own tables, which the lobby subscription does not push.
const POLL_MS: u64 = 15_000;

/// Tables of a list, and whether each waits for this person.
type List = Signal<Vec<(Head, bool)>>;

/// Shows a list; an unchanged one is not rendered again.
fn update(into: List, heads: Vec<(Head, bool)>) {
    if into.with_untracked(|shown| *shown != heads) {
        into.set(heads);
    }
}

/// Tables of others; own ones have a list of their own.
fn update_others(into: List, tables: Vec<PublicHead>) {
    let me = Identity::global().person.get_untracked();
    let mut heads = head::known(tables);
    heads.retain(|head| head.seat_of(me.as_ref()).is_none());
    update(into, heads.into_iter().map(|head| (head, false)).collect());
}

fn update_own(into: List, tables: Vec<OwnTable>) {
    let head = |own: OwnTable| Some((Head::new(own.table)?, own.waits));
    update(into, tables.into_iter().filter_map(head).collect());
}

/// Fetches the own tables, if the person is known. Errors are not shown: the list stays as it was.
fn refresh_own(into: List) {
    if Identity::global().person.with_untracked(Option::is_some) && dom::is_visible() {
        let then = move |response: Result<String, ApiError>| {
            if let Some(tables) = response.ok().and_then(|text| Wire::from_text(&text)) {
                update_own(into, tables);
            }
        };
        request_text("GET", "/api/tables/mine".into(), None, Box::new(then));
    }
}

/// Fetches the own tables periodically, which no subscription pushes.
fn poll_own(into: List) {
    let owner = Owner::current();
    every(POLL_MS, move || {
        if let Some(owner) = &owner {
            owner.with(|| refresh_own(into));
        }
    });
}

/// The person's tables on the server, those that wait for them first; nothing while there are none.
pub(crate) fn own_tables() -> View {
    let mine: List = Signal::new(Vec::new());
    Identity::global().recall(Box::new(move || refresh_own(mine)));
    poll_own(mine);
    list("say-my-online-games", "", mine)
}

pub(crate) fn lobby_page() -> View {
    let (say, socket) = (Say::global(), Socket::global());
    let [open, live, mine] = [(); 3].map(|()| -> List { Signal::new(Default::default()) });
    let loaded = Signal::new(false);
    socket.subscribe(
        || ClientMessage::Lobby { on: true },
        move |message| {
            if let ServerMessage::Lobby(lists) = message {
                update_others(open, lists.open);
                update_others(live, lists.live);
                loaded.set(true);
                refresh_own(mine);
            }
        },
    );
    poll_own(mine);
    view! {
        {show(move || !loaded.get(), move || no_network(socket))}
        {show(move || loaded.get(), move || view! {
            <main class="prose wide lobby">
                <h1>{say!(say, "say-lobby")}</h1>
                <p class="standing">{connection_sign(socket, || "say-connected")} {name_line()}</p>
                {list("say-my-tables", "", mine)}
                {list("say-open-tables", "say-no-open-tables", open)}
                <section>
                    <h2>{say!(say, "say-open-a-table")}</h2>
                    <p class="openings">{Kind::ALL.iter().copied().map(open_link).views()}</p>
                </section>
                {list("say-live-tables", "say-no-live-tables", live)}
                <p class="row">
                    <a class="button plain" href=to(say, Route::Archive)>{say!(say, "say-archive")}</a>
                    <a class="button plain" href=to(say, Route::Games)>{say!(say, "say-games")}</a>
                </p>
            </main>
        })}
    }
}

/// The guest's name, and the form to change it.
fn name_line() -> View {
    let (say, me) = (Say::global(), Identity::global());
    let changing = Signal::new(false);
    let name = Memo::new(move || me.person.with(|me| me.as_ref().map(|me| isolated(&me.name))));
    let name_view = move |name: String| {
        let text = move || say.with("say-you-are", &[("name", name.clone().into())]);
        view! {
            <span>{bind(text)}</span>
            <button class="plain" data-act="rename" on:click=on(move |_| changing.set(true))>{say!(say, "say-change-name")}</button>
        }
    };
    view! {
        {move || match changing.get() {
            false => name.get().map(name_view),
            true => Some(name_form(Rc::new(move || changing.set(false)), Rc::new(move || changing.set(false)))),
        }}
    }
}

fn open_link(kind: Kind) -> View {
    let say = Say::global();
    let to = move || Route::New(kind).path(say.language()) + "?with=lobby";
    let board = AnyGame::start(kind, "").ok().map(|game| {
        let scene = game.scene();
        small_board(kind, Memo::new(move || scene.clone()))
    });
    view! { <a class="opening" href=bind(to) data-open=kind.name()>{board} <strong>{title(say, kind)}</strong></a> }
}

/// A list of tables; if it is empty, the message `none`, or nothing at all if that is `""`.
fn list(heading: &'static str, none: &'static str, heads: List) -> View {
    let say = Say::global();
    let empty = Memo::new(move || heads.with(Vec::is_empty));
    let rows = move || {
        // Requests of a row run under the list's owner: rows are rebuilt, and would cancel them.
        let owner = Owner::current();
        move || heads.with(|heads| heads.iter().map(|head| row(head, owner.as_ref())).views())
    };
    view! {
        {show(move || !none.is_empty() || !empty.get(), move || view! {
            <section>
                <h2>{say!(say, heading)}</h2>
                {show(move || empty.get(), move || view! { <p class="void">{say!(say, none)}</p> })}
                <ul class="list">{rows()}</ul>
            </section>
        })}
    }
}

/// Summary of a table: game, names, variant, time control, turns, date.
pub(super) fn summary(head: Head) -> View {
    let say = Say::global();
    let kind = head.kind;
    let head = Stored::new(head);
    let more = move || {
        head.with(|head| {
            let mut parts = vec![table_text(say, head)];
            let turns = head.table.turns;
            if turns > 0 {
                parts.push(say.with("say-turns-played", &[("turns", turns.into())]));
            }
            if let Some(ended) = head.table.ended {
                parts.push(dom::local_date(&dom::iso_from_ms(ended), say.language().code()));
            }
            parts.retain(|part| !part.is_empty());
            parts.join(" · ")
        })
    };
    view! {
        <span class="words">
            <strong>{title(say, kind)}</strong>
            <span>{bind(move || head.with(|head| names_text(say, head)))}</span>
            <span class="quiet">{bind(more)}</span>
        </span>
    }
}

fn row((head, my_turn): &(Head, bool), owner: Option<&Owner>) -> View {
    let (say, me) = (Say::global(), Identity::global());
    let (id, phase, my_turn) = (head.table.id.clone(), head.table.phase, *my_turn);
    let seated = me.person.with_untracked(|me| head.seat_of(me.as_ref()).is_some());
    let route = Route::Online(id.clone());
    if phase == Phase::Waiting && !seated {
        let sit = move || {
            let route = route.clone();
            join(["/api/tables/", &id, "/join"].concat(), "", move || navigate(&route));
        };
        let owner = owner.cloned();
        let press = move |_| {
            if let Some(owner) = &owner {
                owner.with(|| me.require_name(sit.clone()));
            }
        };
        return view! {
            <li class="entry">
                {summary(head.clone())}
                <button class="button" data-act="join" on:click=on(press)>{say!(say, "say-sit-down")}</button>
            </li>
        };
    }
    let sign = match phase {
        _ if my_turn => "say-your-turn",
        Phase::Waiting => "say-waits",
        Phase::Over => "say-over",
        Phase::Playing if seated => "say-their-turn",
        Phase::Playing => "say-watch",
    };
    view! {
        <li class="entry" class:waits=my_turn data-table=id>
            <a href=to(say, route)>{summary(head.clone())} <span class="sign">{say!(say, sign)}</span></a>
        </li>
    }
}
