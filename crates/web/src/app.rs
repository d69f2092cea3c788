//! The page as a whole: where one is, in which language, and what stands around it.

use std::cell::Cell;

use mohreh_texts::Language;
use reactive_graph::graph::untrack;
use wasm_bindgen::JsCast;
use web_sys::{HtmlAnchorElement, MouseEvent};

use crate::dom;
use crate::games_page::games_page;
use crate::home::home;
use crate::icons::{Icon, icon};
use crate::new_game::new_game;
use crate::online::{Me, Socket, archive_page, lobby_page, name_sheet, online_page};
use crate::replay::replay_page;
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::settings::{Settings, settings_page};
use crate::state::{Derived, State, effect};
use crate::store;
use crate::table::table_page;
use crate::view::{View, on, show, view, words};

/// How long a brief notice is there, in milliseconds.
const BRIEF: u64 = 7000;

/// Something that must be said, whatever page is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    key: &'static str,
    why: String,
    /// It goes away by itself.
    brief: bool,
}

impl Notice {
    pub fn new(key: &'static str) -> Notice {
        Notice { key, why: String::new(), brief: false }
    }

    /// Not worth to be taken away by hand.
    pub fn brief(key: &'static str) -> Notice {
        Notice { brief: true, ..Notice::new(key) }
    }

    /// With a reason from below, in the words of the program.
    pub fn because(key: &'static str, why: String) -> Notice {
        Notice { why, ..Notice::new(key) }
    }

    pub fn view(self, say: Say) -> View {
        let Notice { key, why, .. } = self;
        view! {
            <span>
                {say!(say, key)}
                {(!why.is_empty()).then(|| view! { " " <bdi dir="ltr" class="why">{why}</bdi> })}
            </span>
        }
    }
}

/// What every part of the page may need. There is one page, so it is found without being handed on; copies
/// speak of the same.
#[derive(Clone, Copy)]
pub struct Page {
    pub say: Say,
    pub settings: State<Settings>,
    pub notice: State<Option<Notice>>,
    /// Where one is.
    here: State<Route>,
    /// Who one is to the server.
    pub me: Me,
    pub socket: Socket,
    /// Somebody elsewhere waits for a turn at this page; the title says so.
    pub my_turn: State<bool>,
}

thread_local! {
    static PAGE: Cell<Option<Page>> = const { Cell::new(None) };
}

impl Page {
    fn new() -> Page {
        let (language, route) = Route::read(&path());
        let me = Me::new();
        let page = Page {
            say: Say::new(language.unwrap_or(Language::English)),
            settings: State::new(Settings::read(&store::settings())),
            notice: State::new(None),
            here: State::new(route),
            me,
            socket: Socket::new(me.person),
            my_turn: State::new(false),
        };
        PAGE.set(Some(page));
        page
    }

    #[expect(clippy::expect_used, reason = "it is made before anything that could ask for it")]
    pub fn here() -> Page {
        PAGE.get().expect("a page")
    }

    /// The address has changed.
    fn arrive(self) {
        let (language, route) = Route::read(&path());
        if let Some(language) = language {
            self.say.speak(language);
        }
        self.notice.set(None);
        self.here.set(route);
    }
}

/// Says something, whatever page is open.
pub fn tell(notice: Notice) {
    let shown = Page::here().notice;
    if notice.brief {
        let told = Some(notice.clone());
        dom::later(BRIEF, move || {
            if shown.with_untracked(|shown| *shown == told) {
                shown.set(None);
            }
        });
    }
    shown.set(Some(notice));
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
    let Some(window) = dom::window() else { return };
    if let Ok(history) = window.history() {
        let _ = history.push_state_with_url(&"".into(), "", Some(path));
    }
    Page::here().arrive();
    window.scroll_to_with_x_and_y(0.0, 0.0);
}

pub fn app() -> View {
    let all = Page::new();
    Settings::follow(all.settings);
    follow_language(all);
    dom::on_window("popstate", move || all.arrive());
    // A memo, so that a page is not made anew when only the language changes.
    let route = Derived::new(move || all.here.get());
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
            {name_sheet()}
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
        Route::Lobby => lobby_page(),
        Route::Online(id) => online_page(&id),
        Route::Archive => archive_page(),
        Route::Settings => settings_page(),
        Route::Unknown => lost(),
    }
}

/// The document's language and direction are those of the page.
fn follow_language(Page { say, here, my_turn, .. }: Page) {
    effect(move || {
        let language = say.language();
        if let Some(root) = dom::document().and_then(|document| document.document_element()) {
            let _ = root.set_attribute("lang", language.code());
            let _ = root.set_attribute("dir", language.direction().code());
        }
        if let Some(document) = dom::document() {
            let name = say.text("say-name");
            let part = match here.get() {
                Route::New(kind) => say.title(kind),
                Route::Settings => say.text("say-settings"),
                Route::Games => say.text("say-games"),
                Route::Replay(_) => say.text("say-review"),
                Route::Online(_) if my_turn.get() => say.text("say-your-turn"),
                Route::Online(_) | Route::Lobby => say.text("say-lobby"),
                Route::Archive => say.text("say-archive"),
                Route::Home | Route::Table(_) | Route::Unknown => return document.set_title(&name),
            };
            document.set_title(&format!("{part} · {name}"));
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
    let Page { say, settings, here, .. } = Page::here();
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
            <a class="brand" href=to(say, Route::Home)>{say!(say, "say-name")}</a>
            <nav>
                <a class="roomy" href=to(say, Route::Lobby)>{say!(say, "say-online")}</a>
                <a href=to(say, Route::Games)>{say!(say, "say-games")}</a>
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
                    href=to(say, Route::Settings)
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
    let Page { say, here, .. } = Page::here();
    let there = State::new(false);
    if let Some(window) = dom::window() {
        let known = js_sys::Reflect::has(&window, &"mohrehUpdate".into()).unwrap_or(false);
        there.set(known);
        dom::on_window("mohreh-update", move || there.set(true));
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
    let shown = move || there.get() && !matches!(here.get(), Route::Table(_) | Route::Online(_));
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
    let Page { say, notice, .. } = Page::here();
    view! {
        <div aria-live="assertive">
            {move || notice.get().map(|told| view! {
                <p class="notice">
                    {told.view(say)}
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
            <p><a class="button" href=to(say, Route::Home)>{say!(say, "say-home")}</a></p>
        </main>
    }
}
