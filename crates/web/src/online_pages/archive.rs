//! Archive page: search over the finished games of the server.

use mohreh_games::show::{Choice, SetupPart};
use mohreh_games::{Kind, Record};
use wasm_bindgen::JsCast;

use super::lobby::summary;
use crate::dom;
use crate::online::json::Json;
use crate::online::wire::Head;
use crate::online::{ApiError, request_text};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::{Signal, Stored};
use crate::view::{View, Views, bind, on, show, view};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Query string of the search form; empty fields are left out.
fn query(form: &web_sys::HtmlFormElement) -> String {
    let mut query = String::new();
    let Ok(data) = web_sys::FormData::new_with_form(form) else { return query };
    for name in ["kind", "setup", "result", "name", "from", "to"] {
        let text = data.get(name).as_string().unwrap_or_default();
        let value = match name {
            // Inclusive.
            "to" => dom::day_start_ms(&text).map(|day| (day + DAY_MS).to_string()),
            "from" => dom::day_start_ms(&text).map(|day| day.to_string()),
            // The default setup is the empty text, so the options have the prefix `=` to differ from "any".
            "setup" => text.strip_prefix('=').map(ToString::to_string),
            _ => Some(text.trim().to_string()).filter(|text| !text.is_empty()),
        };
        if let Some(value) = value {
            let value = String::from(js_sys::encode_uri_component(&value));
            query += &["&", name, "=", &value].concat();
        }
    }
    query
}

/// `<option>`s for the variants that have a fixed setup text.
fn variants(say: Say, kind: Kind) -> View {
    let mut all = Vec::new();
    for offer in kind.offers() {
        let key = format!("{kind}-offer-{}", offer.name);
        let Choice::OneOf(variants_of_offer) = offer.choice else { continue };
        for variant in variants_of_offer {
            if let SetupPart::Words(text) = variant.setup
                && let Ok(record) = Record::new(kind, text)
            {
                let (offer, variant) = (key.clone(), format!("{key}-{}", variant.name));
                let text = move || [say.text(&offer), say.text(&variant)].join(": ");
                let value = ["=", record.setup()].concat();
                all.push(view! { <option value=value>{bind(text)}</option> });
            }
        }
    }
    all.into_iter().views()
}

pub fn archive_page() -> View {
    let say = Say::global();
    let filter = Signal::new(String::new());
    let found = Signal::new(Vec::<Head>::new());
    let cursor = Signal::new(String::new());
    let status_key = Signal::new("say-connecting");
    // Generation counter: responses to all searches but the latest are stale.
    let generation = Stored::new(0u64);
    let search = move || {
        generation.update(|generation| *generation += 1);
        let current = generation.get();
        let path = ["/api/archive?", &filter.get_untracked(), &cursor.get_untracked()].concat();
        let then = move |response: Result<String, ApiError>| match response
            .map(|text| Json::read(&text))
        {
            _ if generation.get() != current => {}
            Ok(Some(json)) => {
                found.update(|found| found.extend(Head::read_all(&json.list("games"))));
                cursor.set(
                    json.text("after").map(|cursor| format!("&after={cursor}")).unwrap_or_default(),
                );
                status_key.set(if found.with_untracked(Vec::is_empty) {
                    "say-nothing-found"
                } else {
                    ""
                });
            }
            _ => status_key.set("say-no-network"),
        };
        request_text("GET", path, None, Box::new(then));
    };
    let search_anew = move |query: String| {
        filter.set(query);
        cursor.set(String::new());
        found.set(Vec::new());
        search();
    };
    search_anew(String::new());
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let form = event.target().and_then(|form| form.dyn_into().ok());
        search_anew(form.map(|form| query(&form)).unwrap_or_default());
    };
    view! {
        <main class="prose wide archive">
            <h1>{say!(say, "say-archive")}</h1>
            <form on:submit=on(submit)>
                {fields()}
                <button class="button" type="submit">{say!(say, "say-search")}</button>
            </form>
            {show(move || !status_key.get().is_empty(), move || view! { <p class="about" role="status">{bind(move || say.text(status_key.get()))}</p> })}
            <ul class="list">{move || found.with(|found| found.iter().cloned().map(row).views())}</ul>
            <p class="row">
                {show(move || !cursor.with(String::is_empty), move || view! {
                    <button class="button plain" on:click=on(move |_| search())>{say!(say, "say-more")}</button>
                })}
                {show(move || !found.with(Vec::is_empty), move || view! {
                    <a class="button plain" href=bind(move || "/api/archive/records?".to_string() + &filter.get()) download="mohreh-archive.txt">
                        {say!(say, "say-download-all")}
                    </a>
                })}
                <a class="button plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
            </p>
        </main>
    }
}

/// A labelled form field.
fn field(key: &'static str, inner: View) -> View {
    view! { <label><span>{say!(Say::global(), key)}</span> {inner}</label> }
}

fn input(name: &'static str, input_type: &'static str) -> View {
    view! { <input name=name type=input_type dir="auto" /> }
}

fn fields() -> View {
    const RESULTS: [(&str, &str); 4] = [
        ("", "say-any"),
        ("1 2", "say-first-won"),
        ("2 1", "say-second-won"),
        ("1 1", "say-drawn"),
    ];
    let say = Say::global();
    let kind = Signal::new(None::<Kind>);
    let choose = move |event| kind.set(dom::event_value(&event).parse().ok());
    let any = move || view! { <option value="">{say!(say, "say-any")}</option> };
    let game = |kind: &Kind| view! { <option value=kind.name()>{title(say, *kind)}</option> };
    let result = |(value, key)| view! { <option value=value>{say!(say, key)}</option> };
    let variant_field = move |kind| {
        field("say-variant", view! { <select name="setup">{any()} {variants(say, kind)}</select> })
    };
    view! {
        {field("say-game", view! { <select name="kind" on:change=on(choose)>{any()} {Kind::ALL.iter().map(game).views()}</select> })}
        {move || kind.get().map(variant_field)}
        {field("say-result", view! { <select name="result">{RESULTS.into_iter().map(result).views()}</select> })}
        {field("say-player-name", input("name", "text"))}
        {field("say-date-from", input("from", "date"))}
        {field("say-date-to", input("to", "date"))}
    }
}

fn row(head: Head) -> View {
    let (say, id) = (Say::global(), head.id());
    let name = ["mohreh-", head.kind.name(), "-", &id, ".txt"].concat();
    view! {
        <li class="entry">
            <a href=to(say, Route::Replay(Some(id.clone())))>{summary(head)}</a>
            <a class="plain" href=["/api/tables/", &id, "/record"].concat() download=name>{say!(say, "say-save-file")}</a>
        </li>
    }
}
