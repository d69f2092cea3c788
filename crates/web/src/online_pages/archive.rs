//! Archive page: search over the finished games of the server.

use std::rc::Rc;

use mohreh_games::show::{Choice, SetupPart};
use mohreh_games::{Kind, Record};
use mohreh_protocol::limits::ARCHIVE_PAGE;
use mohreh_protocol::{ArchivePage, ArchiveQuery, Code, Refusal, Wire};
use mohreh_texts::{Language, Value};

use super::lobby::summary;
use crate::dom;
use crate::jalali;
use crate::online::head::{self, Head};
use crate::online::{ApiError, record_path, request_text};
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::{Signal, Stored};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Requests in a row before the person is asked whether to go on: each looks only through so many games.
const MAX_REQUESTS: u32 = 100;

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

pub(crate) fn archive_page() -> View {
    let say = Say::global();
    let form = Stored::new(ArchiveQuery::default());
    let filter = Signal::new(ArchiveQuery::default());
    let found = Signal::new(Vec::<Head>::new());
    let cursor = Signal::new(None::<String>);
    let status_key = Signal::new("say-connecting");
    // How far back the search has come, and whether it goes on by itself.
    let (searched, is_running) = (Signal::new(None::<u64>), Signal::new(false));
    // Generation counter: responses to all searches but the latest are stale.
    let generation = Stored::new(0u64);
    let stop = move || {
        generation.update(|generation| *generation += 1);
        is_running.set(false);
    };
    let search = move || {
        stop();
        is_running.set(true);
        let run = Run { filter, cursor, found, searched, is_running, status_key };
        run.request(generation, generation.get(), MAX_REQUESTS, ARCHIVE_PAGE);
    };
    let search_anew = move || {
        filter.set(form.get());
        cursor.set(None);
        searched.set(None);
        found.set(Vec::new());
        search();
    };
    search_anew();
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        search_anew();
    };
    view! {
        <main class="prose wide archive">
            <h1>{say!(say, "say-archive")}</h1>
            <form on:submit=on(submit)>
                {fields(form)}
                <button class="button" type="submit">{say!(say, "say-search")}</button>
            </form>
            {show(move || !status_key.get().is_empty(), move || view! {
                <p class="about" class:void=bind_bool(move || status_key.get() == "say-nothing-found") role="status">
                    {bind(move || say.text(status_key.get()))}
                </p>
            })}
            {show(move || searched.with(Option::is_some), move || view! { <p class="about" role="status">{bind(move || searched_text(say, searched.get()))}</p> })}
            <ul class="list">{move || found.with(|found| found.iter().cloned().map(row).views())}</ul>
            <p class="row">
                {show(move || is_running.get(), move || view! {
                    <button class="button plain" on:click=on(move |_| stop())>{say!(say, "say-stop-search")}</button>
                })}
                {show(move || !is_running.get() && cursor.with(Option::is_some), move || view! {
                    <button class="button plain" on:click=on(move |_| search())>{say!(say, "say-more")}</button>
                })}
                {show(move || !found.with(Vec::is_empty), move || view! {
                    <a class="button plain" href=bind(move || filter.with(|filter| "/api/archive/records?".to_string() + &filter.to_query())) download="mohreh-archive.txt">
                        {say!(say, "say-download-all")}
                    </a>
                })}
                <a class="button plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
            </p>
        </main>
    }
}

/// The state of the page that a run of requests changes.
#[derive(Clone, Copy)]
struct Run {
    filter: Signal<ArchiveQuery>,
    cursor: Signal<Option<String>>,
    found: Signal<Vec<Head>>,
    searched: Signal<Option<u64>>,
    is_running: Signal<bool>,
    status_key: Signal<&'static str>,
}

impl Run {
    /// Requests page after page, up to `requests`, until `wanted` more games are found or there are no more.
    fn request(self, generation: Stored<u64>, current: u64, requests: u32, wanted: u32) {
        let query =
            ArchiveQuery { after: self.cursor.get_untracked(), ..self.filter.get_untracked() };
        let path = ["/api/archive?", &query.to_query()].concat();
        let then = move |response: Result<String, ApiError>| {
            if generation.get() != current {
                return;
            }
            let page = match response {
                Ok(text) => ArchivePage::from_text(&text).ok_or("say-no-network"),
                // One's own games, and nobody is known.
                Err(ApiError::Refused(Refusal { code: Code::WhoAreYou, .. })) => {
                    Err("say-nothing-found")
                }
                Err(_) => Err("say-no-network"),
            };
            let page = match page {
                Ok(page) => page,
                Err(why) => {
                    self.is_running.set(false);
                    return self.status_key.set(why);
                }
            };
            let wanted = wanted.saturating_sub(page.games.len() as u32);
            let goes_on = page.after.is_some() && wanted > 0 && requests > 1;
            self.found.update(|found| found.extend(head::known(page.games)));
            self.searched.set(page.searched.filter(|_| wanted > 0));
            let is_empty = self.found.with_untracked(Vec::is_empty);
            self.status_key.set(match &page.after {
                None if is_empty => "say-nothing-found",
                _ => "",
            });
            self.cursor.set(page.after);
            if goes_on {
                self.request(generation, current, requests - 1, wanted);
            } else {
                self.is_running.set(false);
            }
        };
        request_text("GET", path, None, Box::new(then));
    }
}

/// How far back the archive has been searched.
fn searched_text(say: Say, time_ms: Option<u64>) -> String {
    let iso_time = dom::iso_from_ms(time_ms.unwrap_or_default());
    let date = dom::local_date(&iso_time, say.language().code());
    say.with("say-searched-to", &[("date", Value::from(date))])
}

/// A labelled form field.
fn field(key: &'static str, inner: View) -> View {
    view! { <label><span>{say!(Say::global(), key)}</span> {inner}</label> }
}

/// The text, unless there is none.
fn given(text: &str) -> Option<String> {
    Some(text.trim().to_string()).filter(|text| !text.is_empty())
}

/// The form fields; each writes its part of the query.
fn fields(form: Stored<ArchiveQuery>) -> View {
    const RESULTS: [(&str, &str); 4] = [
        ("", "say-any"),
        ("1 2", "say-first-won"),
        ("2 1", "say-second-won"),
        ("1 1", "say-drawn"),
    ];
    let say = Say::global();
    let kind = Signal::new(None::<Kind>);
    let set = move |set: fn(&mut ArchiveQuery, &str)| {
        on(move |event| form.update(|query| set(query, &dom::event_value(&event))))
    };
    let choose = move |event| {
        let name = dom::event_value(&event);
        form.update(|query| {
            query.kind = given(&name);
            query.setup = None;
        });
        kind.set(name.parse().ok());
    };
    // The default setup is the empty text, so the options have the prefix `=` to differ from "any".
    let set_variant: fn(&mut ArchiveQuery, &str) =
        |query, text| query.setup = text.strip_prefix('=').map(ToString::to_string);
    let any = move || view! { <option value="">{say!(say, "say-any")}</option> };
    let game = |kind: &Kind| view! { <option value=kind.name()>{title(say, *kind)}</option> };
    let result = |(value, key)| view! { <option value=value>{say!(say, key)}</option> };
    let variant_field = move |kind| {
        field(
            "say-variant",
            view! { <select name="setup" on:change=set(set_variant)>{any()} {variants(say, kind)}</select> },
        )
    };
    // The query excludes its end, the form includes it.
    let set_last_day: fn(&mut ArchiveQuery, &str) =
        |query, day| query.to = dom::day_start_ms(day).map(|day| day + DAY_MS);
    // The field of the browser is Gregorian in most of them.
    let dates = move || match say.language() {
        Language::English => view! {
            {field("say-date-from", view! {
                <input name="from" type="date" dir="auto" on:input=set(|query, day| query.from = dom::day_start_ms(day)) />
            })}
            {field("say-date-to", view! {
                <input name="to" type="date" dir="auto" on:input=set(set_last_day) />
            })}
        },
        Language::Persian => view! {
            {jalali_field("say-date-from", false, Rc::new(move |day| form.update(|query| query.from = day)))}
            {jalali_field("say-date-to", true, Rc::new(move |day| form.update(|query| query.to = day)))}
        },
    };
    view! {
        {field("say-game", view! { <select name="kind" on:change=on(choose)>{any()} {Kind::ALL.iter().map(game).views()}</select> })}
        {move || kind.get().map(variant_field)}
        {field("say-result", view! { <select name="result" on:change=set(|query, text| query.result = given(text))>{RESULTS.into_iter().map(result).views()}</select> })}
        {field("say-player-name", view! {
            <input name="name" type="text" dir="auto" on:input=set(|query, text| query.name = given(text)) />
        })}
        {field("say-whose-games", view! {
            <select name="person" on:change=set(|query, text| query.person = given(text))>
                {any()} <option value="me">{say!(say, "say-my-online-games")}</option>
            </select>
        })}
        {dates}
    }
}

/// Years to choose from, the current one included.
const YEARS: u32 = 10;

/// A Jalali date: year, and perhaps month and day. `set` gets the start of the period, or its end.
fn jalali_field(key: &'static str, is_end: bool, set: Rc<dyn Fn(Option<u64>)>) -> View {
    let say = Say::global();
    let date = Signal::new([0u32; 3]);
    let choose = move |part: usize, set: Rc<dyn Fn(Option<u64>)>| {
        on(move |event| {
            date.update(|date| date[part] = dom::event_value(&event).parse().unwrap_or(0));
            set(jalali::bound(date.get_untracked(), is_end).map(dom::jalali_day_ms));
        })
    };
    let number = move |number: u32| {
        view! { <option value=number.to_string()>{bind(move || say.number(number))}</option> }
    };
    let month = |month: u32| {
        let name = dom::jalali_month(jalali::day_number([jalali::EPOCH_YEAR, month, 1]));
        view! { <option value=month.to_string()>{name}</option> }
    };
    let day = move |day: u32| {
        let beyond = move || date.with(|[year, month, _]| day > jalali::month_days(*year, *month));
        view! { <option value=day.to_string() disabled=bind_bool(beyond)>{bind(move || say.number(day))}</option> }
    };
    let none = move |key| view! { <option value="">{say!(say, key)}</option> };
    let this_year = dom::jalali_year();
    view! {
        <fieldset class="date">
            <legend>{say!(say, key)}</legend>
            <select aria-label=say!(say, "say-day") on:change=choose(2, set.clone())>
                {none("say-day")} {(1..=31).map(day).views()}
            </select>
            <select aria-label=say!(say, "say-month") on:change=choose(1, set.clone())>
                {none("say-month")} {(1..=12).map(month).views()}
            </select>
            <select aria-label=say!(say, "say-year") on:change=choose(0, set)>
                {none("say-year")} {(0..YEARS).map(|ago| this_year.saturating_sub(ago)).map(number).views()}
            </select>
        </fieldset>
    }
}

fn row(head: Head) -> View {
    let (say, id) = (Say::global(), head.table.id.clone());
    let name = ["mohreh-", head.kind.name(), "-", &id, ".txt"].concat();
    view! {
        <li class="entry">
            <a href=to(say, Route::Replay(Some(id.clone())))>{summary(head)}</a>
            <a class="plain" href=record_path(&id) download=name>{say!(say, "say-save-file")}</a>
        </li>
    }
}
