//! Opens a game for analysis: from local storage, the server, a link, a file or pasted text.

use mohreh_games::Record;
use mohreh_games::record::RecordError;
use reactive_graph::graph::untrack;

use crate::analysis::{Study, viewer};
use crate::corrupt_game::corrupt_game_page;
use crate::dom;
use crate::online::{ApiError, record_path, request_text};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::share;
use crate::signal::{Signal, Stored};
use crate::store::{self, SavedGame};
use crate::view::{View, Views, bind, on, view};

/// Why there is nothing to show.
#[derive(Clone)]
enum ImportError {
    Wrong(RecordError),
    /// A record of another program was imported without what this says.
    LeftOut(RecordError),
    /// A whole sentence.
    Message(&'static str),
}

impl ImportError {
    fn text(&self, say: Say) -> String {
        match self {
            ImportError::Wrong(error) => [say.text("say-cannot-read"), say.wrong(error)].join(" "),
            ImportError::LeftOut(error) => [say.text("say-left-out"), say.wrong(error)].join(" "),
            ImportError::Message(key) => say.text(key),
        }
    }
}

pub(crate) fn replay_page(id: Option<String>) -> View {
    let say = Say::global();
    let imported = Signal::new(None::<Vec<Record>>);
    let error = Signal::new(None::<ImportError>);
    let loading = Signal::new(false);
    let mut corrupt = None;
    // Key of the analysis in storage.
    let mut opened_id = String::new();
    let saved = id.as_ref().map(|id| store::game(id));
    let id = id.unwrap_or_default();
    match saved {
        Some(Some(SavedGame::Game(model))) => {
            return view! { <main class="replay">{open(model.record, id)}</main> };
        }
        Some(Some(SavedGame::Corrupt { id, text, why })) => corrupt = Some((id, text, why)),
        Some(None) if store::analysis(&id).is_some() => {
            let opened = store::analysis(&id).map(|record| viewer(Study::new(record), id));
            return view! { <main class="replay">{opened}</main> };
        }
        // Not on this device: it may be a game of the server.
        Some(None) => {
            loading.set(true);
            let then = move |response: Result<String, ApiError>| {
                loading.set(false);
                match response.map(|text| share::read(&text)) {
                    Ok(Ok(found)) => imported.set(Some(found)),
                    Ok(Err(why)) => error.set(Some(ImportError::Wrong(why))),
                    Err(ApiError::Offline) => {
                        error.set(Some(ImportError::Message("say-no-network")));
                    }
                    Err(ApiError::Refused(_)) => {
                        error.set(Some(ImportError::Message("say-no-game-why")));
                    }
                }
            };
            request_text("GET", record_path(&id), None, Box::new(then));
            opened_id = id;
        }
        None => {
            let hash = dom::window().and_then(|window| window.location().hash().ok());
            match hash.as_deref().and_then(share::from_fragment) {
                Some(Ok(found)) => imported.set(Some(found)),
                Some(Err(why)) => error.set(Some(ImportError::Wrong(why))),
                None => {}
            }
        }
    }
    if let Some((id, text, why)) = corrupt {
        return corrupt_game_page(id, text, why);
    }
    let opened_id = Stored::new(opened_id);
    view! {
        <main class="replay">
            {move || error.get().map(|why| view! {
                <p class="notice wrong" role="alert">
                    <span>{bind(move || why.text(say))}</span>
                </p>
            })}
            {move || match imported.get() {
                None if loading.get() => view! { <p class="prose">{say!(say, "say-connecting")}</p> },
                None => import_form(imported, error),
                Some(records) if records.len() > 1 => {
                    game_list(records, imported)
                }
                Some(records) => match records.into_iter().next() {
                    Some(record) => untrack(|| open(record, opened_id.get())),
                    None => View::none(),
                },
            }}
        </main>
    }
}

/// Opens a game with its analysis, if there is one.
fn open(record: Record, id: String) -> View {
    let Some(saved) = store::analysis(&id).filter(|_| !id.is_empty()) else {
        return viewer(Study::new(record), id);
    };
    let mut study = Study::new(saved);
    study.include(record.steps());
    viewer(study, id)
}

/// Selection, if the source contains several games.
fn game_list(records: Vec<Record>, imported: Signal<Option<Vec<Record>>>) -> View {
    let say = Say::global();
    let row = move |(n, record): (usize, Record)| {
        let (kind, turns) = (record.kind(), record.turns().len() as u32);
        view! {
            <li>
                <button class="plain" on:click=on(move |_| imported.set(Some(vec![record.clone()])))>
                    {bind(move || say.number(n as u64 + 1))} ". " {title(say, kind)} " · "
                    {bind(move || say.with("say-turns-played", &[("turns", turns.into())]))}
                </button>
            </li>
        }
    };
    view! { <ol class="prose several">{records.into_iter().enumerate().map(row).views()}</ol> }
}

/// Import form: pasted text or a file.
fn import_form(imported: Signal<Option<Vec<Record>>>, error: Signal<Option<ImportError>>) -> View {
    let say = Say::global();
    let text = Signal::new(String::new());
    let take = move |text: &str| match share::read_any(text) {
        Ok((found, left_out)) => {
            error.set(left_out.map(ImportError::LeftOut));
            imported.set(Some(found));
        }
        Err(why) => error.set(Some(ImportError::Wrong(why))),
    };
    let load = move |event: web_sys::Event| dom::read_file(&event, move |text| take(&text));
    let drop = move |event: web_sys::Event| {
        event.prevent_default();
        dom::read_dropped(&event, move |text| take(&text));
    };
    view! {
        <div
            class="prose"
            on:dragover=on(|event: web_sys::Event| event.prevent_default())
            on:drop=on(drop)
        >
            <h1>{say!(say, "say-bring")}</h1>
            <p>{say!(say, "say-bring-about")}</p>
            <p class="quiet">{say!(say, "say-bring-foreign")}</p>
            <form on:submit=on(move |event: web_sys::SubmitEvent| { event.prevent_default(); take(&text.get_untracked()); })>
                <textarea
                    name="record"
                    dir="ltr"
                    rows="8"
                    spellcheck="false"
                    aria-label=say!(say, "say-bring")
                    prop:value=text
                    on:input=on(move |event| text.set(dom::event_value(&event)))
                ></textarea>
                <p class="row">
                    <button class="button" type="submit">{say!(say, "say-show")}</button>
                    <label class="button plain file">
                        {say!(say, "say-load-file")}
                        <input type="file" accept=".txt,.sgf,.json,text/plain" on:change=on(load) />
                    </label>
                </p>
            </form>
            {kept_analyses()}
        </div>
    }
}

/// Analyses of games that came from elsewhere.
fn kept_analyses() -> Option<View> {
    let say = Say::global();
    let row = move |id: String| {
        let kind = store::analysis(&id)?.kind();
        let deleted = Signal::new(false);
        let key = id.clone();
        let delete = move |_| {
            store::delete(&key);
            deleted.set(true);
        };
        Some(view! {
            <li class="row" hidden=deleted>
                <a class="plain" href=to(say, Route::Replay(Some(id.clone())))>{title(say, kind)} " · " {id}</a>
                <button type="button" class="plain" on:click=on(delete)>{say!(say, "say-delete")}</button>
            </li>
        })
    };
    let rows: Vec<View> = store::analyses().into_iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| {
        view! {
            <section>
                <h2>{say!(say, "say-analyses")}</h2>
                <ul class="several">{rows}</ul>
            </section>
        }
    })
}
