//! A table that waits: who sits there, and how others come to it.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::json::Message;
use super::play::link_sign;
use super::table::{Online, Told};
use super::who::Me;
use super::wire::{Head, Sitter, nonce};
use super::words::{sitter_said, table_said};
use super::{ask, qr};
use crate::app::{Notice, go, tell};
use crate::board::small_board;
use crate::dom;
use crate::icons::{Icon, icon};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::state::{Derived, State, effect};
use crate::view::{View, Views, on, show, view, words};

/// The address of a table, in the language of whoever opens it; with its key, others may sit down. What
/// stands after `#` no server is told.
pub fn link_of(online: Online, key: &str) -> String {
    let origin = dom::window().and_then(|window| window.location().origin().ok());
    let sign = if key.is_empty() { "" } else { "#" };
    [&origin.unwrap_or_default(), "/online/", &online.id(), sign, key].concat()
}

/// Takes a seat, and then goes on.
pub fn join(path: String, key: &str, then: impl Fn() + 'static) {
    let body = Message::new().text("key", key).text("nonce", &nonce()).done();
    ask("POST", path, Some(body), move |_| then());
}

fn head(told: &Told) -> Option<&Head> {
    told.head.as_ref()
}

pub fn waiting(online: Online) -> View {
    let (say, me) = (Say::here(), Me::here());
    let Some(first) = online.told.with_untracked(|told| told.head.clone()) else {
        return View::none();
    };
    let (kind, open) = (first.kind, first.is("open"));
    let hash = dom::window().and_then(|window| window.location().hash().ok());
    let key = State::new(hash.unwrap_or_default().trim_start_matches('#').to_string());
    let sits = Derived::new(move || online.told.with(|told| told.me.is_some()));
    let owns = move || {
        // Seats are in the order in which people came.
        let me = me.person.get();
        online.told.with(|told| head(told)?.seat_of(me.as_ref())) == Some(0)
    };
    effect(move || {
        if sits.get() && key.with_untracked(String::is_empty) {
            ask("GET", online.address("/key"), None, move |json| key.set(json.word("key")));
        }
    });
    let may_sit = move || !sits.get() && (open || !key.with(String::is_empty));
    let sit = move || {
        // The server has to count us for the seat.
        join(online.address("/join"), &key.get_untracked(), move || online.watch());
    };
    let close = move |_| ask("DELETE", online.address(""), None, |_| go(&Route::Lobby));
    let seat = move |sitter: Sitter| {
        let drawn =
            if matches!(sitter, Sitter::Computer(_)) { Icon::Computer } else { Icon::Person };
        view! {
            <li class:free=sitter == Sitter::Open>
                {icon(drawn)} <span dir="auto">{words(move || sitter_said(say, &sitter))}</span>
            </li>
        }
    };
    let seats = move || online.told.with(|told| head(told).map(Head::seats).unwrap_or_default());
    let board = mohreh_games::AnyGame::start(kind, &first.setup()).ok().map(|game| {
        let scene = game.scene();
        small_board(kind, Derived::new(move || scene.clone()))
    });
    let about = words(move || table_said(say, &first));
    let waits = move || match (sits.get(), may_sit()) {
        (true, _) => "say-waiting",
        (_, true) => "say-invited",
        _ => "say-only-by-link",
    };
    view! {
        <main class="invitation">
            <div class="preview">{board}</div>
            <div class="words">
                <h1>{title(say, kind)}</h1>
                <p class="about">{about}</p>
                <p>{words(move || say.text(waits()))}</p>
                <ul class="sitters">{move || seats().into_iter().map(seat).views()}</ul>
                {show(may_sit, move || view! {
                    <p><button class="button big" data-act="join" on:click=on(move |_| me.introduced(sit))>{say!(say, "say-sit-down")}</button></p>
                })}
                {show(move || sits.get(), move || invitation(online, key, open))}
                <p class="row">
                    {show(owns, move || view! {
                        <button class="plain" data-act="close" on:click=on(close)>{icon(Icon::Close)} {say!(say, "say-close-table")}</button>
                    })}
                    <a class="plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
                    {link_sign(online.socket, || "say-connected")}
                </p>
            </div>
        </main>
    }
}

/// The link, to be sent or shown.
fn invitation(online: Online, key: State<String>, open: bool) -> View {
    let say = Say::here();
    let link = Derived::new(move || key.with(|key| link_of(online, key)));
    let copy = move |_| {
        dom::copy(&link.get_untracked());
        tell(Notice::brief("say-table-link-copied"));
    };
    let code = move || {
        qr::path(&link.get()).map(|(size, path)| view! {
            <svg class="qr" viewBox=format!("-4 -4 {0} {0}", size + 8) role="img" aria-label=say!(say, "say-qr")>
                <path d=path />
            </svg>
        })
    };
    view! {
        <section class="invite">
            <p>{say!(say, "say-invite")} {open.then(|| view! { " " {say!(say, "say-in-lobby")} })}</p>
            <input type="text" dir="ltr" readonly=true name="invitation" aria-label=say!(say, "say-invite") prop:value=link />
            <p class="row">
                <button class="button" on:click=on(copy)>{say!(say, "say-copy-link")}</button>
                {sharing().map(|share| view! {
                    <button class="button plain" on:click=on(move |_| share(&link.get_untracked()))>{icon(Icon::Share)} {say!(say, "say-share")}</button>
                })}
            </p>
            {code}
        </section>
    }
}

/// How a browser that can hands a link to other programs.
fn sharing() -> Option<impl Fn(&str)> {
    let navigator = dom::window()?.navigator();
    let share: js_sys::Function =
        js_sys::Reflect::get(&navigator, &"share".into()).ok()?.dyn_into().ok()?;
    Some(move |link: &str| {
        let what = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&what, &"url".into(), &JsValue::from_str(link));
        let shared = share.call1(&navigator, &what);
        if let Some(shared) =
            shared.ok().and_then(|shared| shared.dyn_into::<js_sys::Promise>().ok())
        {
            // Whoever thinks better of it has done nothing wrong.
            spawn_local(async move { drop(JsFuture::from(shared).await) });
        }
    })
}
