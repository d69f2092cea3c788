//! The page as a whole: where one is, in which language, and what stands around it.

use std::cell::RefCell;

use leptos::prelude::*;
use mohreh_texts::Language;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlAnchorElement, MouseEvent};

use crate::dom;
use crate::games_page::games_page;
use crate::home::home;
use crate::icons::{Icon, icon};
use crate::new_game::new_game;
use crate::replay::replay_page;
use crate::route::Route;
use crate::say::{Say, say};
use crate::settings::{Settings, settings_page};
use crate::state::{Derived, State};
use crate::store;
use crate::table::table_page;
use crate::view::{View, on, show, view, words};

/// Something that must be said, whatever page is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    key: &'static str,
    why: String,
}

impl Notice {
    pub fn new(key: &'static str) -> Notice {
        Notice { key, why: String::new() }
    }

    /// With a reason from below, in the words of the program.
    pub fn because(key: &'static str, why: String) -> Notice {
        Notice { key, why }
    }
}

/// Where the page is.
#[derive(Clone, Copy)]
struct Here(State<Route>);

type Going = Box<dyn Fn(&str)>;

thread_local! {
    static GO: RefCell<Option<Going>> = const { RefCell::new(None) };
}

fn path() -> String {
    dom::window().and_then(|window| window.location().pathname().ok()).unwrap_or_default()
}

/// Goes to another page, in the language that is spoken now.
pub fn go(route: &Route) {
    let language = Route::read(&path()).0.unwrap_or(Language::English);
    go_to(&route.path(language));
}

pub fn go_to(path: &str) {
    GO.with_borrow(|go| {
        if let Some(go) = go {
            go(path);
        }
    });
}

pub fn app() -> View {
    let (language, route) = Route::read(&path());
    let say = Say::new(language.unwrap_or(Language::English));
    let here = Here(State::new(route));
    let settings = State::new(Settings::read(&store::settings()));
    let notice = State::new(None::<Notice>);
    provide_context(say);
    provide_context(here);
    provide_context(settings);
    provide_context(notice);
    Settings::follow(settings, notice);
    follow_language(say, here);
    let arrive = move || {
        let (language, route) = Route::read(&path());
        if let Some(language) = language {
            say.speak(language);
        }
        notice.set(None);
        here.0.set(route);
    };
    GO.with_borrow_mut(|go| {
        *go = Some(Box::new(move |to: &str| {
            let history = dom::window().and_then(|window| window.history().ok());
            if let Some(history) = history {
                let _ = history.push_state_with_url(&"".into(), "", Some(to));
            }
            arrive();
            if let Some(window) = dom::window() {
                window.scroll_to_with_x_and_y(0.0, 0.0);
            }
        }));
    });
    if let Some(window) = dom::window() {
        let back = Closure::<dyn Fn()>::new(arrive);
        let _ = window.add_event_listener_with_callback("popstate", back.as_ref().unchecked_ref());
        back.forget();
    }
    // A memo, so that a page is not made anew when only the language changes.
    let route = Derived::new(move || here.0.get());
    view! {
        <div class="page" on:click=on(|event: MouseEvent| follow_link(&event))>
            {bar()}
            {update()}
            {notices()}
            {move || {
                let route = route.get();
                untrack(move || page(route))
            }}
            {foot()}
        </div>
    }
}

fn page(route: Route) -> View {
    match route {
        Route::Home => home(),
        Route::New(kind) => new_game(kind),
        Route::Table(id) => table_page(store::game(&id)),
        Route::Replay(id) => replay_page(id),
        Route::Games => games_page(),
        Route::Settings => settings_page(),
        Route::Unknown => lost(),
    }
}

/// The document's language and direction are those of the page.
fn follow_language(say: Say, here: Here) {
    Effect::new(move |_| {
        let language = say.language();
        if let Some(root) = dom::document().and_then(|document| document.document_element()) {
            let _ = root.set_attribute("lang", language.code());
            let _ = root.set_attribute("dir", language.direction().code());
        }
        if let Some(document) = dom::document() {
            let name = say.text("say-name");
            document.set_title(&match here.0.get() {
                Route::New(kind) => format!("{} · {name}", say.text(&format!("{kind}-title"))),
                Route::Settings => format!("{} · {name}", say.text("say-settings")),
                Route::Games => format!("{} · {name}", say.text("say-games")),
                Route::Replay(_) => format!("{} · {name}", say.text("say-review")),
                _ => name,
            });
        }
    });
}

/// Links within the page do not load it anew.
fn follow_link(event: &MouseEvent) {
    let plain = event.button() == 0
        && !event.ctrl_key()
        && !event.meta_key()
        && !event.shift_key()
        && !event.default_prevented();
    let anchor = dom::around(event, "a[href]")
        .and_then(|element| element.dyn_into::<HtmlAnchorElement>().ok())
        .filter(|anchor| plain && !anchor.has_attribute("download"));
    let Some(anchor) = anchor else { return };
    let own = dom::window().and_then(|window| window.location().origin().ok());
    let (_, route) = Route::read(&anchor.pathname());
    if own == Some(anchor.origin()) && anchor.rel() != "external" && route != Route::Unknown {
        event.prevent_default();
        go_to(&format!("{}{}{}", anchor.pathname(), anchor.search(), anchor.hash()));
    }
}

fn bar() -> View {
    let say = Say::here();
    let settings: State<Settings> = expect_context();
    let Here(here) = expect_context();
    let other = move || {
        let other = Language::ALL.into_iter().find(|other| *other != say.language());
        other.unwrap_or(Language::English)
    };
    // The address changes, the page stays: nothing of it is lost.
    let switch = move |event: MouseEvent| {
        event.prevent_default();
        event.stop_propagation();
        let language = other();
        let location = dom::window().map(|window| window.location());
        let rest = location.map_or(String::new(), |location| {
            location.search().unwrap_or_default() + &location.hash().unwrap_or_default()
        });
        let to = here.get_untracked().path(language) + &rest;
        if let Some(history) = dom::window().and_then(|window| window.history().ok()) {
            let _ = history.replace_state_with_url(&"".into(), "", Some(&to));
        }
        say.speak(language);
    };
    let sound = move || settings.with(|settings| settings.sound);
    view! {
        <header class="bar">
            <a class="brand" href=words(move || Route::Home.path(say.language()))>{say!(say, "say-name")}</a>
            <nav>
                <a href=words(move || Route::Games.path(say.language()))>{say!(say, "say-games")}</a>
                <a href=words(move || format!("/{}/rules/", say.language().code())) rel="external">
                    {say!(say, "say-rules")}
                </a>
                <button
                    class="bare"
                    aria-pressed=words(move || if sound() { "true" } else { "false" })
                    aria-label=say!(say, "say-setting-sound")
                    title=say!(say, "say-setting-sound")
                    on:click=on(move |_| settings.update(|settings| settings.sound = !settings.sound))
                >
                    {move || if sound() { icon(Icon::Sound) } else { icon(Icon::Silence) }}
                </button>
                <a
                    class="bare"
                    href=words(move || Route::Settings.path(say.language()))
                    aria-label=say!(say, "say-settings")
                    title=say!(say, "say-settings")
                >
                    {icon(Icon::Settings)}
                </a>
                <a
                    class="language"
                    lang=words(move || other().code())
                    href=words(move || here.get().path(other()))
                    on:click=on(switch)
                >
                    {words(move || other().own_name())}
                </a>
            </nav>
        </header>
    }
}

fn foot() -> View {
    let say = Say::here();
    view! {
        <footer class="foot">
            <p>{say!(say, "say-credits")}</p>
            <p>{say!(say, "say-unofficial")}</p>
        </footer>
    }
}

/// A new version is there; it is told where no game is interrupted by it.
fn update() -> View {
    let say = Say::here();
    let Here(here) = expect_context();
    let there = State::new(false);
    if let Some(window) = dom::window() {
        let known = js_sys::Reflect::has(&window, &"mohrehUpdate".into()).unwrap_or(false);
        there.set(known);
        let told = Closure::<dyn Fn()>::new(move || there.set(true));
        let told_of = told.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback("mohreh-update", told_of);
        told.forget();
    }
    let take = move |_| {
        let update = dom::window().and_then(|window| {
            js_sys::Reflect::get(&window, &"mohrehUpdate".into()).ok()?.dyn_into().ok()
        });
        if let Some(update) = update {
            let update: js_sys::Function = update;
            let _ = update.call0(&wasm_bindgen::JsValue::NULL);
        }
    };
    let shown = move || there.get() && !matches!(here.get(), Route::Table(_));
    view! {
        {show(shown, move || view! {
            <p class="notice" role="status">
                <span>{say!(say, "say-update")}</span>
                <button class="plain" on:click=on(take)>{say!(say, "say-update-now")}</button>
            </p>
        })}
    }
}

fn notices() -> View {
    let say = Say::here();
    let notice: State<Option<Notice>> = expect_context();
    view! {
        <div aria-live="assertive">
            {move || notice.get().map(|Notice { key, why }| view! {
                <p class="notice">
                    <span>
                        {say!(say, key)}
                        {(!why.is_empty()).then(|| view! { " " <bdi dir="ltr" class="why">{why}</bdi> })}
                    </span>
                    <button class="bare" aria-label=say!(say, "say-close") on:click=on(move |_| notice.set(None))>
                        {icon(Icon::Close)}
                    </button>
                </p>
            })}
        </div>
    }
}

fn lost() -> View {
    let say = Say::here();
    view! {
        <main class="prose">
            <h1>{say!(say, "say-lost")}</h1>
            <p>{say!(say, "say-lost-why")}</p>
            <p><a class="button" href=words(move || Route::Home.path(say.language()))>{say!(say, "say-home")}</a></p>
        </main>
    }
}
