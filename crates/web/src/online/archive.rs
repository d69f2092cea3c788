//! All games that were finished at the server, searched.

use mohreh_games::show::{Choice, Part};
use mohreh_games::{Kind, Record};
use wasm_bindgen::JsCast;

use super::ask::{Refused, try_text};
use super::json::Json;
use super::lobby::about;
use super::wire::Head;
use crate::dom;
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::state::State;
use crate::view::{View, Views, on, show, view, words};

/// Milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// What a form asks for, as the server wants it: what is empty may be anything.
fn query(form: &web_sys::HtmlFormElement) -> String {
    let mut query = String::new();
    let Ok(data) = web_sys::FormData::new_with_form(form) else { return query };
    for name in ["kind", "setup", "result", "name", "from", "to"] {
        let given = data.get(name).as_string().unwrap_or_default();
        let value = match name {
            // The day is part of it.
            "to" => dom::day(&given).map(|day| (day + DAY).to_string()),
            "from" => dom::day(&given).map(|day| day.to_string()),
            // The usual set-up is an empty text, which is not the same as any.
            "setup" => given.strip_prefix('=').map(ToString::to_string),
            _ => Some(given.trim().to_string()).filter(|given| !given.is_empty()),
        };
        if let Some(value) = value {
            let value = String::from(js_sys::encode_uri_component(&value));
            query += &["&", name, "=", &value].concat();
        }
    }
    query
}

/// The ways to play a game that have a setup text of their own, as choices.
fn variants(say: Say, kind: Kind) -> View {
    let mut all = Vec::new();
    for offer in kind.offers() {
        let key = format!("{kind}-offer-{}", offer.name);
        let Choice::OneOf(ways) = offer.choice else { continue };
        for way in ways {
            if let Part::Words(text) = way.setup
                && let Ok(record) = Record::new(kind, text)
            {
                let (offer, way) = (key.clone(), format!("{key}-{}", way.name));
                let said = move || [say.text(&offer), say.text(&way)].join(": ");
                let value = ["=", record.setup()].concat();
                all.push(view! { <option value=value>{words(said)}</option> });
            }
        }
    }
    all.into_iter().views()
}

pub fn archive_page() -> View {
    let say = Say::here();
    let wanted = State::new(String::new());
    let found = State::new(Vec::<Head>::new());
    let after = State::new(String::new());
    let said = State::new("say-connecting");
    let search = move || {
        let path = ["/api/archive?", &wanted.get_untracked(), &after.get_untracked()].concat();
        let then = move |answer: Result<String, Refused>| match answer.map(|text| Json::read(&text))
        {
            Ok(Some(json)) => {
                found.update(|found| found.extend(Head::read_all(&json.list("games"))));
                after.set(
                    json.text("after").map(|after| format!("&after={after}")).unwrap_or_default(),
                );
                said.set(if found.with_untracked(Vec::is_empty) {
                    "say-nothing-found"
                } else {
                    ""
                });
            }
            _ => said.set("say-no-network"),
        };
        try_text("GET", path, None, Box::new(then));
    };
    let anew = move |query: String| {
        wanted.set(query);
        after.set(String::new());
        found.set(Vec::new());
        search();
    };
    anew(String::new());
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let form = event.target().and_then(|form| form.dyn_into().ok());
        anew(form.map(|form| query(&form)).unwrap_or_default());
    };
    view! {
        <main class="prose wide archive">
            <h1>{say!(say, "say-archive")}</h1>
            <form on:submit=on(submit)>
                {fields()}
                <button class="button" type="submit">{say!(say, "say-search")}</button>
            </form>
            {show(move || !said.get().is_empty(), move || view! { <p class="about" role="status">{words(move || say.text(said.get()))}</p> })}
            <ul class="list">{move || found.with(|found| found.iter().cloned().map(row).views())}</ul>
            <p class="row">
                {show(move || !after.with(String::is_empty), move || view! {
                    <button class="button plain" on:click=on(move |_| search())>{say!(say, "say-more")}</button>
                })}
                {show(move || !found.with(Vec::is_empty), move || view! {
                    <a class="button plain" href=words(move || "/api/archive/records?".to_string() + &wanted.get()) download="mohreh-archive.txt">
                        {say!(say, "say-download-all")}
                    </a>
                })}
                <a class="button plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
            </p>
        </main>
    }
}

/// A field with its name.
fn field(key: &'static str, inner: View) -> View {
    view! { <label><span>{say!(Say::here(), key)}</span> {inner}</label> }
}

fn input(name: &'static str, kind: &'static str) -> View {
    view! { <input name=name type=kind dir="auto" /> }
}

fn fields() -> View {
    const RESULTS: [(&str, &str); 4] = [
        ("", "say-any"),
        ("1 2", "say-first-won"),
        ("2 1", "say-second-won"),
        ("1 1", "say-drawn"),
    ];
    let say = Say::here();
    let kind = State::new(None::<Kind>);
    let choose = move |event| kind.set(dom::value(&event).parse().ok());
    let any = move || view! { <option value="">{say!(say, "say-any")}</option> };
    let game = |kind: &Kind| view! { <option value=kind.name()>{title(say, *kind)}</option> };
    let result = |(value, key)| view! { <option value=value>{say!(say, key)}</option> };
    let of = move |kind| {
        field("say-variant", view! { <select name="setup">{any()} {variants(say, kind)}</select> })
    };
    view! {
        {field("say-game", view! { <select name="kind" on:change=on(choose)>{any()} {Kind::ALL.iter().map(game).views()}</select> })}
        {move || kind.get().map(of)}
        {field("say-result", view! { <select name="result">{RESULTS.into_iter().map(result).views()}</select> })}
        {field("say-player-name", input("name", "text"))}
        {field("say-date-from", input("from", "date"))}
        {field("say-date-to", input("to", "date"))}
    }
}

fn row(head: Head) -> View {
    let (say, id) = (Say::here(), head.id());
    let name = ["mohreh-", head.kind.name(), "-", &id, ".txt"].concat();
    view! {
        <li class="entry">
            <a href=to(say, Route::Replay(Some(id.clone())))>{about(head)}</a>
            <a class="plain" href=["/api/tables/", &id, "/record"].concat() download=name>{say!(say, "say-save-file")}</a>
        </li>
    }
}
