//! Pages that the first visit does not load. `mohreh-site` splits what only they use off the wasm, and the browser
//! fetches that part when one of them is first opened.

use std::cell::Cell;

use reactive_graph::graph::untrack;
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::replay::replay_page;
use crate::say::{Say, say};
use crate::signal::Signal;
use crate::view::{View, on, view};

/// The pages in the second part.
#[derive(Clone, Copy)]
pub(crate) struct LaterPages {
    pub replay: fn(Option<String>) -> View,
}

/// The split point: only this function refers to the pages, so all of their code goes to the second part.
#[wasm_split(later, fallible)]
fn later_pages() -> Result<LaterPages, SplitLoaderError> {
    Ok(LaterPages { replay: replay_page })
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
        let loaded = later_pages().await;
        state.try_set(match loaded {
            Ok(pages) => {
                LOADED.set(Some(pages));
                Loading::Done(pages)
            }
            Err(_) => Loading::Failed,
        });
    });
}
