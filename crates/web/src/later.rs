//! Pages that the first visit does not load. `mohreh-site` splits what only they use off the wasm, and the browser
//! fetches that part when one of them is first opened.

use std::cell::Cell;

use js_sys::Promise;
use mohreh_games::Kind;
use mohreh_texts::Language;
use reactive_graph::graph::untrack;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::Response;

use crate::dom;
use crate::editor::editor_page;
use crate::games_page::games_page;
use crate::learn::learn_page;
use crate::online_pages::archive_page;
use crate::puzzles::puzzles_page;
use crate::replay::replay_page;
use crate::say::{Say, say};
use crate::settings_page::settings_page;
use crate::signal::Signal;
use crate::view::{View, on, view};

/// The pages in the second part.
#[derive(Clone, Copy)]
pub(crate) struct LaterPages {
    pub replay: fn(Option<String>) -> View,
    pub games: fn() -> View,
    pub archive: fn() -> View,
    pub learn: fn(String) -> View,
    pub settings: fn() -> View,
    pub editor: fn(Kind) -> View,
    pub puzzles: fn(&str) -> View,
}

/// The split point: only this function refers to the pages, so all of their code goes to the second part.
#[wasm_split(later, fallible)]
fn later_pages() -> Result<LaterPages, SplitLoaderError> {
    Ok(LaterPages {
        replay: replay_page,
        games: games_page,
        archive: archive_page,
        learn: learn_page,
        settings: settings_page,
        editor: editor_page,
        puzzles: puzzles_page,
    })
}

thread_local! {
    static LOADED: Cell<Option<LaterPages>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
enum Loading {
    Pending,
    Done(LaterPages),
    Failed,
}

/// A page of the second part, which is loaded first if it is not there yet.
pub(crate) fn later(make: impl Fn(LaterPages) -> View + 'static) -> View {
    match LOADED.get() {
        Some(pages) => make(pages),
        None => loading(Box::new(make)),
    }
}

fn loading(make: Box<dyn Fn(LaterPages) -> View>) -> View {
    let say = Say::global();
    let state = Signal::new(Loading::Pending);
    load(state);
    view! {
        {move || match state.get() {
            Loading::Pending => view! { <main class="prose" aria-busy="true"><p>{say!(say, "say-loading")}</p></main> },
            Loading::Done(pages) => untrack(|| make(pages)),
            Loading::Failed => view! {
                <main class="prose">
                    <h1>{say!(say, "say-part-missing")}</h1>
                    <p>{say!(say, "say-part-missing-why")}</p>
                    <p><button class="button" on:click=on(move |_| load(state))>{say!(say, "say-try-again")}</button></p>
                </main>
            },
        }}
    }
}

fn load(state: Signal<Loading>) {
    state.set(Loading::Pending);
    spawn_local(async move {
        // In parallel: the wasm, and the messages.
        let words = request_words();
        let loaded = later_pages().await.ok();
        let loaded = loaded.zip(read_words(words).await);
        state.try_set(match loaded {
            Some((pages, ())) => {
                LOADED.set(Some(pages));
                Loading::Done(pages)
            }
            None => Loading::Failed,
        });
    });
}

/// Requests the messages of all languages. A build for development contains them.
fn request_words() -> Vec<(Language, Promise)> {
    let list = dom::meta("mohreh-words").filter(|_| cfg!(small)).unwrap_or_default();
    let request = |entry: &str| {
        let (code, url) = entry.split_once('=')?;
        Some((Language::from_code(code)?, dom::window()?.fetch_with_str(url)))
    };
    list.split(' ').filter_map(request).collect()
}

async fn read_words(requested: Vec<(Language, Promise)>) -> Option<()> {
    for (language, response) in requested {
        let response: Response = JsFuture::from(response).await.ok()?.dyn_into().ok()?;
        let text = response.ok().then(|| response.text().ok()).flatten()?;
        let text = JsFuture::from(text).await.ok()?.as_string()?;
        Say::global().add_later(language, text);
    }
    Some(())
}
