//! The lobby: one's own games, who looks for an opponent, and which games go on.

use std::rc::Rc;

use mohreh_games::Kind;
use reactive_graph::owner::Owner;

use super::ask;
use super::invite::join;
use super::json::{Json, Message};
use super::play::{link_sign, no_network};
use super::socket::Socket;
use super::who::{Me, name_form};
use super::wire::{Head, Phase};
use super::words::{apart, names_said, table_said};
use crate::app::go;
use crate::dom;
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::state::{Derived, State, Stored, every};
use crate::view::{View, Views, on, show, view, words};

/// One's own games are asked for anew after so many milliseconds.
const PACE: u64 = 15_000;

/// Tables in a list, and the text that they were read from, so that nothing is drawn anew for nothing.
type List = State<(Vec<Head>, String)>;

fn read(into: List, json: &Json, known: bool) {
    let text = json.written();
    if into.with_untracked(|(_, before)| *before != text) {
        let me = Me::here().person.get_untracked();
        let mut heads = Head::read_all(&json.parts());
        // One's own stand apart from the others.
        heads.retain(|head| head.seat_of(me.as_ref()).is_some() == known);
        into.set((heads, text));
    }
}

pub fn lobby_page() -> View {
    let (say, me, socket) = (Say::here(), Me::here(), Socket::here());
    let [open, live, mine] = [(); 3].map(|()| -> List { State::new(Default::default()) });
    let there = State::new(false);
    let refresh = move || {
        if me.person.with_untracked(Option::is_some) && dom::is_visible() {
            ask("GET", "/api/tables/mine".into(), None, move |json| read(mine, &json, true));
        }
    };
    socket.listen(
        || Message::of("lobby").json("on", "true").done(),
        move |kind: &str, json: &Json| {
            if kind == "lobby" {
                read(open, &json.at("open"), false);
                read(live, &json.at("live"), false);
                there.set(true);
                refresh();
            }
        },
    );
    let owner = Owner::current();
    every(PACE, move || {
        if let Some(owner) = &owner {
            owner.with(refresh);
        }
    });
    view! {
        {show(move || !there.get(), move || no_network(socket))}
        {show(move || there.get(), move || view! {
            <main class="prose wide lobby">
                <h1>{say!(say, "say-lobby")}</h1>
                <p class="standing">{link_sign(socket, || "say-connected")} {name_line()}</p>
                {list("say-my-tables", "", mine)}
                {list("say-open-tables", "say-no-open-tables", open)}
                <section>
                    <h2>{say!(say, "say-open-a-table")}</h2>
                    <p class="row">{Kind::ALL.iter().copied().map(open_link).views()}</p>
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

/// Who one is here, and another name if one likes.
fn name_line() -> View {
    let (say, me) = (Say::here(), Me::here());
    let changing = State::new(false);
    let name = Derived::new(move || me.person.with(|me| me.as_ref().map(|me| apart(&me.name))));
    let said = move |name: String| {
        let said = move || say.with("say-you-are", &[("name", name.clone().into())]);
        view! {
            <span>{words(said)}</span>
            <button class="plain" data-act="rename" on:click=on(move |_| changing.set(true))>{say!(say, "say-change-name")}</button>
        }
    };
    view! {
        {move || match changing.get() {
            false => name.get().map(said),
            true => Some(name_form(Rc::new(move || changing.set(false)), Rc::new(move || changing.set(false)))),
        }}
    }
}

fn open_link(kind: Kind) -> View {
    let say = Say::here();
    let to = move || Route::New(kind).path(say.language()) + "?with=lobby";
    view! { <a class="button plain" href=words(to) data-open=kind.name()>{title(say, kind)}</a> }
}

/// Tables under a title; without any, a word about it or nothing at all.
fn list(heading: &'static str, none: &'static str, heads: List) -> View {
    let say = Say::here();
    let empty = Derived::new(move || heads.with(|(heads, _)| heads.is_empty()));
    let rows = move || {
        // What is asked for in a row lasts longer than the row: others come and go meanwhile.
        let owner = Owner::current();
        move || heads.with(|(heads, _)| heads.iter().map(|head| row(head, owner.as_ref())).views())
    };
    view! {
        {show(move || !none.is_empty() || !empty.get(), move || view! {
            <section>
                <h2>{say!(say, heading)}</h2>
                {show(move || empty.get(), move || view! { <p class="about">{say!(say, none)}</p> })}
                <ul class="list">{rows()}</ul>
            </section>
        })}
    }
}

/// What a table is about, in a few words.
pub fn about(head: Head) -> View {
    let say = Say::here();
    let kind = head.kind;
    let head = Stored::new(head);
    let more = move || {
        head.with(|head| {
            let mut parts = vec![table_said(say, head)];
            let turns = head.json.number("turns").unwrap_or(0);
            if turns > 0 {
                parts.push(say.with("say-turns-played", &[("turns", turns.into())]));
            }
            if let Some(ended) = head.json.number("ended") {
                parts.push(dom::date(&dom::moment(ended), say.language().code()));
            }
            parts.retain(|part| !part.is_empty());
            parts.join(" · ")
        })
    };
    view! {
        <span class="words">
            <strong>{title(say, kind)}</strong>
            <span>{words(move || head.with(|head| names_said(say, head)))}</span>
            <span class="quiet">{words(more)}</span>
        </span>
    }
}

fn row(head: &Head, owner: Option<&Owner>) -> View {
    let (say, me) = (Say::here(), Me::here());
    let (id, phase, waits) = (head.id(), head.phase(), head.is("waits"));
    let seated = me.person.with_untracked(|me| head.seat_of(me.as_ref()).is_some());
    let route = Route::Online(id.clone());
    if phase == Phase::Waiting && !seated {
        let sit = move || {
            let route = route.clone();
            join(["/api/tables/", &id, "/join"].concat(), "", move || go(&route));
        };
        let owner = owner.cloned();
        let press = move |_| {
            if let Some(owner) = &owner {
                owner.with(|| me.introduced(sit.clone()));
            }
        };
        return view! {
            <li class="entry">
                {about(head.clone())}
                <button class="button" data-act="join" on:click=on(press)>{say!(say, "say-sit-down")}</button>
            </li>
        };
    }
    let sign = match phase {
        _ if waits => "say-your-turn",
        Phase::Waiting => "say-waits",
        Phase::Over => "say-over",
        Phase::Playing if seated => "say-their-turn",
        Phase::Playing => "say-watch",
    };
    view! {
        <li class="entry" class:waits=waits data-table=id>
            <a href=to(say, route)>{about(head.clone())} <span class="sign">{say!(say, sign)}</span></a>
        </li>
    }
}
