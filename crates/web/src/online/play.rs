//! The page of a table at the server: on the way there, waiting for others, playing.

use reactive_graph::graph::untrack;
use reactive_graph::owner::on_cleanup;

use super::actions::{actions, asks};
use super::chat::chat;
use super::fair::fair;
use super::invite::{link_of, waiting};
use super::socket::{Link, Socket};
use super::table::{Online, Saved, Told};
use super::wire::{Phase, Sitter};
use super::words::table_said;
use crate::app::{Notice, Page, tell};
use crate::dom;
use crate::icons::{Icon, icon};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::session::{Now, Session};
use crate::state::{Derived, effect};
use crate::table::{Around, Live, table};
use crate::view::{View, on, show, view, words};

/// What there is to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Connecting,
    Nowhere,
    /// It was closed before anybody played.
    Closed,
    Waiting,
    Playing,
}

fn stage(online: Online) -> Stage {
    online.told.with(|told| match &told.head {
        _ if told.nowhere => Stage::Nowhere,
        None => Stage::Connecting,
        Some(head) if head.phase() == Phase::Waiting => Stage::Waiting,
        Some(head) if head.seats().contains(&Sitter::Open) => Stage::Closed,
        Some(_) => Stage::Playing,
    })
}

pub fn online_page(id: &str) -> View {
    let online = Online::new(id);
    let stage = Derived::new(move || stage(online));
    view! {
        {move || {
            let stage = stage.get();
            untrack(move || match stage {
                Stage::Connecting => no_network(online.socket),
                Stage::Nowhere => nothing("say-no-table", "say-no-table-why"),
                Stage::Closed => nothing("say-closed", "say-closed-why"),
                Stage::Waiting => waiting(online),
                Stage::Playing => playing(online),
            })
        }}
    }
}

fn nothing(title: &'static str, why: &'static str) -> View {
    let say = Say::here();
    view! {
        <main class="prose">
            <h1>{say!(say, title)}</h1>
            <p>{say!(say, why)}</p>
            <p><a class="button" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a></p>
        </main>
    }
}

/// Nothing can be shown without the server; it is tried again and again.
pub fn no_network(socket: Socket) -> View {
    let say = Say::here();
    view! {
        <main class="prose">
            {show(move || matches!(socket.link.get(), Link::Gone(_)), move || view! {
                <h1>{say!(say, "say-no-network")}</h1>
                <p>{say!(say, "say-no-network-why")}</p>
            })}
            <p class="standing">{link_sign(socket, || "say-connecting")}</p>
        </main>
    }
}

/// A small quiet sign: whether somebody is there to hear, and what there is to say if so.
pub fn link_sign(socket: Socket, there: fn() -> &'static str) -> View {
    link_sign_of(socket, Box::new(there))
}

fn link_sign_of(socket: Socket, there: Box<dyn Fn() -> &'static str>) -> View {
    let say = Say::here();
    let state = move || match socket.link.get() {
        Link::Connecting => "connecting",
        Link::There => "there",
        Link::Gone(_) => "gone",
    };
    let said = move || match socket.link.get() {
        Link::Connecting => say.text("say-connecting"),
        Link::There => say.text(there()),
        Link::Gone(seconds) => say.with("say-trying-again", &[("count", seconds.into())]),
    };
    view! { <span class="link" data-link=words(state) role="status">{words(said)}</span> }
}

fn playing(online: Online) -> View {
    let Some(session) = online.session(usize::MAX) else { return View::none() };
    let live = Live::new(session, Some(online));
    effect(move || {
        online.told.with(|_| ());
        untrack(|| live.catch_up());
    });
    let my_turn = Page::here().my_turn;
    effect(move || {
        my_turn.set(live.session.with(|session| matches!(session.now(), Now::Person(_))));
    });
    on_cleanup(move || my_turn.set(false));
    let has_dice = live.session.with_untracked(|session| !session.game.scene().dice.is_empty());
    let around = Around {
        above: above(online),
        below: view! { {asks(online)} {actions(live, online)} },
        beside: view! { {chat(online)} {has_dice.then(|| fair(online))} },
        links: links(online, live),
    };
    table(live, around)
}

/// Whether all is saved, and who looks on.
fn above(online: Online) -> View {
    let say = Say::here();
    let saved = move || match online.told.with(Told::saved) {
        Saved::Yes => "say-saved",
        Saved::NotYet => "say-not-sent",
        Saved::Sending => "say-sending",
    };
    let more = move || {
        online.told.with(|told| {
            let agreed = told.head.as_ref().map(|head| table_said(say, head)).unwrap_or_default();
            match told.watching {
                0 => agreed,
                many => {
                    let mut said =
                        vec![say.with("say-watching", &[("count", many.into())]), agreed];
                    said.retain(|said| !said.is_empty());
                    said.join(" · ")
                }
            }
        })
    };
    view! { <p class="standing">{link_sign_of(online.socket, Box::new(saved))} <span>{words(more)}</span></p> }
}

fn links(online: Online, live: Live) -> View {
    let say = Say::here();
    let kind = live.session.with_untracked(Session::kind);
    let copy = move |_| {
        dom::copy(&link_of(online, ""));
        tell(Notice::brief("say-table-link-copied"));
    };
    view! {
        <button class="plain" on:click=on(copy)>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
        <a class="plain" href=online.address("/record") download=["mohreh-", kind.name(), ".txt"].concat()>
            {say!(say, "say-save-file")}
        </a>
    }
}
