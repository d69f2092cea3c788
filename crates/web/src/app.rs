//! Application shell: the page of the route, header and footer, document title, update prompt.

use mohreh_texts::Language;
use reactive_graph::graph::untrack;
use reactive_graph::owner::on_cleanup;
use wasm_bindgen::JsCast;
use web_sys::{HtmlAnchorElement, MouseEvent};

use crate::attention::{my_turn, set_subject, subject};
use crate::games_page::opponents;
use crate::home::home;
use crate::icons::{Icon, icon};
use crate::later::later;
use crate::navigation::{self, navigate_to, replace_url};
use crate::new_game::new_game;
use crate::notice::notices;
use crate::online_pages::{lobby_page, name_dialog, online_page};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::settings::Settings;
use crate::signal::{Memo, Signal, Stored, effect};
use crate::store::SavedGame;
use crate::table_page::table_page;
use crate::view::{View, bind, on, show, view};
use crate::{dom, sound, store, tab_lock};

/// Attempts to find the heading of a page that is still being fetched, every [`HEADING_MS`].
const HEADING_TRIES: u32 = 100;
const HEADING_MS: u64 = 200;

pub(crate) fn app() -> View {
    let (say, current) = (Say::global(), navigation::current());
    Settings::apply_and_persist();
    sync_document();
    sound::allow_on_gesture();
    dom::on_window("popstate", navigation::on_location_change);
    // A memo, so that a change of language alone does not rebuild the page.
    let route = Memo::new(move || current.get());
    let loaded = Stored::new(false);
    effect(move || {
        route.get();
        if loaded.get() {
            dom::next_frame(|| focus_heading(HEADING_TRIES));
        }
        loaded.set(true);
    });
    let skip = |event: MouseEvent| {
        event.prevent_default();
        focus("main");
    };
    view! {
        <div class="page" on:click=on(|event: MouseEvent| intercept_link(&event))>
            <a class="skip" href="#main" on:click=on(skip)>{say!(say, "say-skip")}</a>
            {header()}
            {update()}
            {notices()}
            <span id="main"></span>
            {move || {
                let route = route.get();
                untrack(move || page(route))
            }}
            {footer()}
            {name_dialog()}
        </div>
    }
}

fn page(route: Route) -> View {
    match route {
        Route::Home => home(),
        Route::New(kind) => new_game(kind),
        Route::Editor(kind) => later(move |pages| (pages.editor)(kind)),
        Route::Table(id) => local_table(id),
        Route::Replay(id) => later(move |pages| (pages.replay)(id.clone())),
        Route::Games => later(|pages| (pages.games)()),
        Route::Lobby => lobby_page(),
        Route::Online(id) => online_page(&id),
        Route::Archive => later(|pages| (pages.archive)()),
        Route::Learn(place) => later(move |pages| (pages.learn)(place.clone())),
        Route::Settings => later(|pages| (pages.settings)()),
        Route::Puzzles(which) => later(move |pages| (pages.puzzles)(&which)),
        Route::Unknown => not_found(),
    }
}

/// Table of a local game, until another tab takes it over.
fn local_table(id: String) -> View {
    let (say, lost) = (Say::global(), tab_lock::lost());
    tab_lock::claim(&id);
    on_cleanup(tab_lock::release);
    let lost = Memo::new(move || lost.get());
    let id = Stored::new(id);
    let page = move |lost: bool| {
        if lost {
            return view! {
                <main class="prose">
                    <h1>{say!(say, "say-elsewhere")}</h1>
                    <p>{say!(say, "say-elsewhere-why")}</p>
                    <p class="row">
                        <button class="button" data-act="claim" on:click=on(move |_| tab_lock::claim(&id.get()))>
                            {say!(say, "say-play-on-here")}
                        </button>
                        <a class="button plain" href=to(say, Route::Home)>{say!(say, "say-home")}</a>
                    </p>
                </main>
            };
        }
        let saved = store::open(&id.get());
        if let Some(SavedGame::Game(model)) = &saved {
            let (kind, controllers) = (model.kind(), model.controllers.clone());
            set_subject(move || [say.title(kind), opponents(say, &controllers)].join(" · "));
        }
        table_page(saved)
    };
    view! {
        {move || {
            let lost = lost.get();
            untrack(move || page(lost))
        }}
    }
}

/// Focuses an element of the page that need not be focusable by itself, without scrolling.
fn focus(selector: &str) -> bool {
    let selector = [".page > ", selector].concat();
    let found = dom::document().and_then(|document| document.query_selector(&selector).ok()?);
    if let Some(element) = &found {
        let _ = element.set_attribute("tabindex", "-1");
        dom::focus_in_place(element);
    }
    found.is_some()
}

/// After navigation: focuses the heading of the page, so that screen readers and the keyboard start there. Until
/// there is one, the focus is on `main`, and whoever moves it on is left alone.
fn focus_heading(tries: u32) {
    let is_waiting = || {
        let focused = dom::document().and_then(|document| document.active_element());
        focused.is_none_or(|element| matches!(&*element.tag_name(), "BODY" | "MAIN"))
    };
    if (tries == HEADING_TRIES || is_waiting()) && !focus("main h1") && tries > 0 {
        focus("main");
        dom::set_timeout(HEADING_MS, move || focus_heading(tries - 1));
    }
}

/// Keeps language, direction and title of the document in sync.
fn sync_document() {
    let (say, route, my_turn, subject) =
        (Say::global(), navigation::current(), my_turn(), subject());
    effect(move || {
        let language = say.language();
        if let Some(root) = dom::document().and_then(|document| document.document_element()) {
            let _ = root.set_attribute("lang", language.code());
            let _ = root.set_attribute("dir", language.direction().code());
        }
        if let Some(document) = dom::document() {
            let name = say.text("say-name");
            let page_title = match (route.get(), subject.get()) {
                (Route::Online(_), _) if my_turn.get() => say.text("say-your-turn"),
                (_, subject) if !subject.is_empty() => subject,
                (Route::New(kind) | Route::Editor(kind), _) => say.title(kind),
                (Route::Settings, _) => say.text("say-settings"),
                (Route::Puzzles(_), _) => say.text("say-puzzles"),
                (Route::Learn(_), _) => say.text("say-learn"),
                (Route::Games, _) => say.text("say-games"),
                (Route::Replay(_), _) => say.text("say-review"),
                (Route::Online(_) | Route::Lobby, _) => say.text("say-lobby"),
                (Route::Archive, _) => say.text("say-archive"),
                (Route::Unknown, _) => say.text("say-lost"),
                (Route::Table(_), _) => say.text("say-no-game"),
                (Route::Home, _) => return document.set_title(&name),
            };
            document.set_title(&format!("{page_title} · {name}"));
        }
    });
}

/// Client-side navigation: intercepts plain clicks on internal links.
fn intercept_link(event: &MouseEvent) {
    let plain = event.button() == 0
        && !event.ctrl_key()
        && !event.meta_key()
        && !event.shift_key()
        && !event.default_prevented();
    let anchor = dom::closest(event, "a[href]")
        .and_then(|element| element.dyn_into::<HtmlAnchorElement>().ok())
        .filter(|anchor| plain && !anchor.has_attribute("download"));
    let Some(anchor) = anchor else { return };
    let origin = dom::window().and_then(|window| window.location().origin().ok());
    let (_, route) = Route::read(&anchor.pathname());
    if origin == Some(anchor.origin()) && anchor.rel() != "external" && route != Route::Unknown {
        event.prevent_default();
        navigate_to(&format!("{}{}{}", anchor.pathname(), anchor.search(), anchor.hash()));
    }
}

fn header() -> View {
    let (say, settings, route) = (Say::global(), Settings::global(), navigation::current());
    let other = move || {
        let other = Language::ALL.into_iter().find(|other| *other != say.language());
        other.unwrap_or(Language::English)
    };
    let switch = move |event: MouseEvent| {
        event.prevent_default();
        event.stop_propagation();
        let language = other();
        let location = dom::window().map(|window| window.location());
        let rest = location.map_or(String::new(), |location| {
            location.search().unwrap_or_default() + &location.hash().unwrap_or_default()
        });
        replace_url(&(route.get_untracked().path(language) + &rest));
        say.set_language(language);
    };
    let sound = move || settings.with(|settings| settings.sound);
    view! {
        <header class="bar">
            <a class="brand" href=to(say, Route::Home)>{say!(say, "say-name")}</a>
            <nav>
                <a href=to(say, Route::Lobby)>{say!(say, "say-online")}</a>
                <a href=to(say, Route::Games)>{say!(say, "say-games")}</a>
                <a href=bind(move || format!("/{}/rules/", say.language().code())) rel="external">
                    {say!(say, "say-rules")}
                </a>
                <button
                    class="bare roomy"
                    aria-pressed=bind(move || if sound() { "true" } else { "false" })
                    aria-label=say!(say, "say-setting-sound")
                    title=say!(say, "say-setting-sound")
                    on:click=on(move |_| settings.update(|settings| settings.sound = !settings.sound))
                >
                    {move || if sound() { icon(Icon::Sound) } else { icon(Icon::Silence) }}
                </button>
                <a
                    class="bare"
                    href=to(say, Route::Settings)
                    aria-label=say!(say, "say-settings")
                    title=say!(say, "say-settings")
                >
                    {icon(Icon::Settings)}
                </a>
                <a
                    class="language"
                    lang=bind(move || other().code())
                    href=bind(move || route.get().path(other()))
                    on:click=on(switch)
                >
                    {bind(move || other().own_name())}
                </a>
            </nav>
        </header>
    }
}

fn footer() -> View {
    let say = Say::global();
    view! {
        <footer class="foot">
            <p>{say!(say, "say-credits")}</p>
            <p>{say!(say, "say-unofficial")}</p>
        </footer>
    }
}

/// Update prompt of the service worker; hidden on tables, so that no game is interrupted.
fn update() -> View {
    let (say, route) = (Say::global(), navigation::current());
    let available = Signal::new(false);
    if let Some(window) = dom::window() {
        let pending = js_sys::Reflect::has(&window, &"mohrehUpdate".into()).unwrap_or(false);
        available.set(pending);
        dom::on_window("mohreh-update", move || available.set(true));
    }
    let install = move |_| {
        let update = dom::window().and_then(|window| {
            js_sys::Reflect::get(&window, &"mohrehUpdate".into()).ok()?.dyn_into().ok()
        });
        if let Some(update) = update {
            let update: js_sys::Function = update;
            let _ = update.call0(&wasm_bindgen::JsValue::NULL);
        }
    };
    let shown =
        move || available.get() && !matches!(route.get(), Route::Table(_) | Route::Online(_));
    view! {
        {show(shown, move || view! {
            <p class="notice" role="status">
                <span>{say!(say, "say-update")}</span>
                <button class="plain" on:click=on(install)>{say!(say, "say-update-now")}</button>
            </p>
        })}
    }
}

fn not_found() -> View {
    let say = Say::global();
    view! {
        <main class="prose">
            <h1>{say!(say, "say-lost")}</h1>
            <p>{say!(say, "say-lost-why")}</p>
            <p><a class="button" href=to(say, Route::Home)>{say!(say, "say-home")}</a></p>
        </main>
    }
}
