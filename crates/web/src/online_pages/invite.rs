//! A table that waits for players: its seats, and the invitation link.

use mohreh_protocol::{Clock, Join, Sitter, Snapshot, Wire};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::page::connection_sign;
use crate::board::small_board;
use crate::dom;
use crate::engine::{Engine, Reply};
use crate::icons::{Icon, icon};
use crate::navigation::navigate;
use crate::notice::{Notice, notify};
use crate::online::head::Head;
use crate::online::online_table::OnlineTable;
use crate::online::text::{clock_text, sitter_name, variant_text};
use crate::online::{Identity, nonce, request};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::{Memo, Signal, effect};
use crate::view::{View, Views, bind, on, show, view};

/// Link to a table, without a language, so that each browser chooses its own. The key, which grants a seat
/// and lets one watch, is in the fragment, which browsers do not send to the server.
pub(super) fn table_link(online: OnlineTable) -> String {
    let origin = dom::window().and_then(|window| window.location().origin().ok());
    let key = online.key.get();
    let sign = if key.is_empty() { "" } else { "#" };
    [&origin.unwrap_or_default(), "/online/", &online.id(), sign, &key].concat()
}

/// Requests a seat.
pub(super) fn join(path: String, key: &str, then: impl Fn() + 'static) {
    let body = Join { key: key.to_string(), nonce: nonce() }.to_text();
    request("POST", path, Some(body), move |_: Snapshot| then());
}

pub(super) fn waiting(online: OnlineTable) -> View {
    let (say, me) = (Say::global(), Identity::global());
    let Some(first) = online.state.with_untracked(|state| state.head.clone()) else {
        return View::none();
    };
    let (kind, open, reserved) = (first.kind, first.table.open, first.table.reserved);
    let sits = Memo::new(move || online.state.with(|state| state.me.is_some()));
    let owns = move || {
        // Before the game, seats are in order of arrival: the first is the owner's.
        let me = me.person.get();
        online.state.with(|state| state.head.as_ref()?.seat_of(me.as_ref())) == Some(0)
    };
    let may_sit = move || !sits.get() && !reserved;
    let sit = move || {
        // Resubscribe, so that the server registers our presence at the seat.
        join(online.address("/join"), &online.key.get_untracked(), move || online.reload());
    };
    let close = move |_| {
        request("DELETE", online.address(""), None, |_: Snapshot| navigate(&Route::Lobby));
    };
    let seat = move |sitter: Sitter| {
        let seat_icon =
            if matches!(sitter, Sitter::Computer { .. }) { Icon::Computer } else { Icon::Person };
        view! {
            <li class:free=sitter == Sitter::Open>
                {icon(seat_icon)} <span dir="auto">{bind(move || sitter_name(say, &sitter))}</span>
            </li>
        }
    };
    let seats = move || {
        let of = |head: &Head| head.table.seats.clone();
        online.state.with(|state| state.head.as_ref().map(of).unwrap_or_default())
    };
    let board = mohreh_games::AnyGame::start(kind, &first.table.setup).ok().map(|game| {
        let scene = game.scene();
        small_board(kind, Memo::new(move || scene.clone()))
    });
    let game_about = bind(move || say.about(&format!("{kind}-title")));
    let facts = move || {
        let head = &first.table;
        let count = [("count", (head.seats.len() as u32).into())];
        let mut parts = vec![say.with("say-players", &count)];
        parts.push(variant_text(say, kind, &head.setup, head.draw));
        parts.push(match head.clock {
            Clock::None => say.text("say-clock-none"),
            clock => clock_text(say, clock),
        });
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    };
    let rules = bind(move || format!("/{}/rules/{kind}/", say.language().code()));
    let status_key = move || match (sits.get(), may_sit()) {
        (true, _) => "say-waiting",
        (_, true) => "say-invited",
        _ => "say-reserved",
    };
    view! {
        <main class="invitation">
            <div class="preview">{board}</div>
            <div class="words">
                <h1>{title(say, kind)}</h1>
                <p>{game_about}</p>
                <p class="row">
                    <span class="about">{bind(facts)}</span>
                    <a class="plain" href=rules rel="external" target="_blank">{say!(say, "say-read-rules")}</a>
                </p>
                <p>{bind(move || say.text(status_key()))}</p>
                <ul class="sitters">{move || seats().into_iter().map(seat).views()}</ul>
                {show(may_sit, move || view! {
                    <p><button class="button big" data-act="join" on:click=on(move |_| me.require_name(sit))>{say!(say, "say-sit-down")}</button></p>
                })}
                {show(move || sits.get() && !reserved, move || invitation(online, open))}
                <p class="row">
                    {show(owns, move || view! {
                        <button class="plain" data-act="close" on:click=on(close)>{icon(Icon::Close)} {say!(say, "say-close-table")}</button>
                    })}
                    <a class="plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
                    {connection_sign(online.socket, || "say-connected")}
                </p>
            </div>
        </main>
    }
}

/// The link as text and QR code, with copy and share buttons.
fn invitation(online: OnlineTable, open: bool) -> View {
    let say = Say::global();
    let link = Memo::new(move || table_link(online));
    let copy = move |_| {
        dom::copy_text(&link.get_untracked());
        notify(Notice::transient("say-table-link-copied"));
    };
    let drawn = Signal::new(None);
    effect(move || {
        Engine::background().qr(&link.get(), move |reply| {
            drawn.try_set(Some(reply));
        });
    });
    let code = move || match drawn.get() {
        Some(Reply::Qr(size, path)) => Some(view! {
            <svg class="qr" viewBox=format!("-4 -4 {0} {0}", size + 8) role="img" aria-label=say!(say, "say-qr")>
                <path d=path />
            </svg>
        }),
        // Without a code the link remains.
        _ => None,
    };
    view! {
        <section class="invite">
            <p>{say!(say, "say-invite")} {open.then(|| view! { " " {say!(say, "say-in-lobby")} })}</p>
            <input type="text" dir="ltr" readonly=true name="invitation" aria-label=say!(say, "say-invite") prop:value=link />
            <p class="row">
                <button class="button" on:click=on(copy)>{say!(say, "say-copy-link")}</button>
                {web_share().map(|share| view! {
                    <button class="button plain" on:click=on(move |_| share(&link.get_untracked()))>{icon(Icon::Share)} {say!(say, "say-share")}</button>
                })}
            </p>
            {code}
        </section>
    }
}

/// The Web Share API, where the browser has it.
fn web_share() -> Option<impl Fn(&str)> {
    let navigator = dom::window()?.navigator();
    let share: js_sys::Function =
        js_sys::Reflect::get(&navigator, &"share".into()).ok()?.dyn_into().ok()?;
    Some(move |link: &str| {
        let data = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&data, &"url".into(), &JsValue::from_str(link));
        let shared = share.call1(&navigator, &data);
        if let Some(shared) =
            shared.ok().and_then(|shared| shared.dyn_into::<js_sys::Promise>().ok())
        {
            // The promise is rejected if the person cancels; that is no error.
            spawn_local(async move { drop(JsFuture::from(shared).await) });
        }
    })
}
