//! `Guest`: a player or spectator of online tables, in a browser context of their own.

use std::rc::Rc;
use std::time::Duration;

use mohreh_engine::Engine;
use mohreh_games::{AnyGame, Kind, Record, Seat, Status};
use mohreh_texts::{Language, Texts};
use serde_json::{Value, json};

use crate::browser::{Device, TIMEOUT, Tab, js_string, now};
use crate::failure::{Context, Result, ensure};
use crate::fixture::Fixture;
use crate::input::spot;
use crate::records::{Chance, level_turn};

pub(crate) fn text(language: Language, key: &str) -> String {
    Texts::new(language).text(key)
}

pub(crate) struct Guest {
    pub tab: Rc<Tab>,
    pub language: Language,
    pub touch: bool,
}

impl Guest {
    pub(crate) async fn open(
        fixture: &Fixture,
        language: Language,
        device: Device,
    ) -> Result<Guest> {
        let tab = fixture.open(device).await?;
        let agent = tab.eval("navigator.userAgent").await?;
        let wanted = json!({ "userAgent": agent, "acceptLanguage": language.code() });
        tab.command("Emulation.setUserAgentOverride", wanted).await?;
        Ok(Guest { tab, language, touch: device.touch })
    }

    pub(crate) async fn press(&self, selector: &str) -> Result {
        let there = format!(
            "document.querySelector({})?.matches(':enabled, :not(button)')",
            js_string(selector)
        );
        self.tab.wait(&format!("{selector} can be pressed"), &there).await?;
        if self.touch { self.tab.tap(selector).await } else { self.tab.click(selector).await }
    }

    /// Enters a name in the dialog.
    pub(crate) async fn enter_name(&self, name: &str) -> Result {
        let field = ".sheet input[name=name]";
        self.tab
            .wait("a name is asked for", &format!("!!document.querySelector('{field}')"))
            .await?;
        self.tab.eval(&format!("document.querySelector('{field}').select()")).await?;
        self.press(field).await?;
        self.tab.eval(&format!("document.querySelector('{field}').select()")).await?;
        self.tab.insert(name).await?;
        self.press(".sheet button[type=submit]").await
    }

    /// Opens a table; returns the invitation link.
    pub(crate) async fn invite(&self, kind: Kind, name: &str) -> Result<String> {
        let code = self.language.code();
        self.tab.go(&format!("/{code}/new/{kind}?with=online")).await?;
        self.press("form button[type=submit]").await?;
        self.enter_name(name).await?;
        self.link().await
    }

    /// The invitation link as shown.
    pub(crate) async fn link(&self) -> Result<String> {
        let link = "(document.querySelector('input[name=invitation]')?.value ?? '').includes('#') \
            && document.querySelector('svg.qr path') && \
            document.querySelector('input[name=invitation]').value";
        let link = self.tab.wait("there is a link", link).await?;
        link.as_str().map(ToString::to_string).during("reading the link")
    }

    /// Opens a link, checks that it leads to the guest's language, and joins.
    pub(crate) async fn join_by_link(&self, link: &str, name: &str) -> Result {
        let path = link.strip_prefix(&self.tab.origin).during("reading the link")?;
        self.tab.go(path).await?;
        let language = self.tab.eval("document.documentElement.lang").await?;
        ensure!(language == self.language.code(), "the link leads to the language {language}");
        self.press("[data-act=join]").await?;
        self.enter_name(name).await
    }

    pub(crate) async fn at_table(&self) -> Result {
        self.tab.wait("the game begins", "!!document.querySelector('main.table')").await.map(|_| ())
    }

    /// Index of the guest's seat.
    pub(crate) async fn seat(&self, table: &str) -> Result<usize> {
        let seat = format!(
            "Promise.all([fetch('/api/person'), fetch('/api/tables/{table}')]) \
             .then((all) => Promise.all(all.map((one) => one.json()))) \
             .then(([me, it]) => it.table.seats.findIndex((seat) => seat.id === me.person.id))"
        );
        let seat = self.tab.eval(&seat).await?;
        seat.as_u64().map(|seat| seat as usize).during(format!("looking for the seat: {seat}"))
    }

    /// Plays steps by pressing their spots.
    pub(crate) async fn play(&self, game: &mut AnyGame, steps: &[String]) -> Result {
        for step in steps {
            let touches = game.touches(step).during(format!("looking how to play {step}"))?;
            for name in &touches.path {
                let lit = format!(
                    "document.querySelector({})?.classList.contains('lit')",
                    js_string(&spot(name))
                );
                self.tab.wait(&format!("{name} can be touched for {step}"), &lit).await?;
                self.press(&spot(name)).await?;
            }
            game.play(step).during(format!("playing {step}"))?;
        }
        Ok(())
    }

    /// Waits until the page shows all turns of the record and nothing is unsent.
    pub(crate) async fn wait_in_sync(&self, record: &Record) -> Result {
        let turns = record.turns().len();
        let shown = format!(
            "document.querySelectorAll('.turns .turn').length === {turns} && {}",
            in_sync()
        );
        self.tab.wait(&format!("{turns} turns are shown and saved"), &shown).await.map(|_| ())
    }

    pub(crate) async fn set_offline(&self, offline: bool) -> Result {
        set_offline(&self.tab, offline).await
    }
}

/// Cuts the connection of a tab, or restores it.
pub(crate) async fn set_offline(tab: &Tab, offline: bool) -> Result {
    let network = json!({
        "offline": offline,
        "latency": 0,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    });
    tab.command("Network.emulateNetworkConditions", network).await.map(|_| ())
}

/// JavaScript condition: connected, and everything is acknowledged by the server.
pub(crate) fn in_sync() -> String {
    let saved = [Language::English, Language::Persian]
        .map(|language| js_string(&text(language, "say-saved")));
    format!(
        "(() => {{ const sign = document.querySelector('.standing .link'); \
         return sign?.dataset.link === 'there' && [{}].includes(sign.textContent.trim()); }})()",
        saved.join(", ")
    )
}

/// Fetches the record of a table from the server.
async fn record(tab: &Tab, table: &str) -> Result<Record> {
    let text = tab
        .eval(&format!("fetch('/api/tables/{table}/record').then((answer) => answer.text())"))
        .await?;
    let text = text.as_str().during("reading the record")?;
    let records = Record::read(text).during("reading the record")?;
    records.into_iter().next().during("reading the record")
}

/// Polls the record until it has this many steps and no roll is pending.
pub(crate) async fn record_of(tab: &Tab, table: &str, steps: usize) -> Result<Record> {
    let end = now() + TIMEOUT;
    loop {
        let record = record(tab, table).await?;
        if record.steps().len() >= steps && !waits_for_dice(&record)? {
            return Ok(record);
        }
        ensure!(now() < end, "waited in vain for step {steps}; kept are {:?}", record.steps());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn waits_for_dice(record: &Record) -> Result<bool> {
    let game = record.game().clone();
    Ok(game.status() == Status::ToRoll)
}

pub(crate) fn table_of(link: &str) -> Result<String> {
    let id = link.split('#').next().and_then(|path| path.rsplit('/').next());
    id.map(ToString::to_string).during("reading the link")
}

/// Two guests at a new table, in seat order, and its id.
pub(crate) async fn open_table_for_two(
    fixture: &Fixture,
    kind: Kind,
) -> Result<(Vec<Guest>, String)> {
    let host = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    let guest = Guest::open(fixture, Language::Persian, Device::PHONE).await?;
    let link = host.invite(kind, "Sara").await?;
    guest.join_by_link(&link, "بهرام").await?;
    let table = table_of(&link)?;
    Ok((in_seat_order(vec![host, guest], &table).await?, table))
}

/// A whole turn by engine level 2.
pub(crate) fn engine_turn(
    engine: &Engine,
    game: &AnyGame,
    seat: Seat,
    chance: &mut Chance,
) -> Result<Vec<String>> {
    let mut game = game.clone();
    let mut steps = Vec::new();
    while game.status() == Status::ToMove(seat) {
        for step in level_turn(engine, &game, 2, u64::from(chance.below(u32::MAX)))? {
            game.play(&step).during(format!("playing {step}"))?;
            steps.push(step);
        }
    }
    Ok(steps)
}

/// Resigns, which needs a second press to confirm. Retries if a layout shift made the first press miss.
pub(crate) async fn resign(guest: &Guest) -> Result {
    for _ in 0..5 {
        let watch = "trial.pressed = null; addEventListener('click', (event) => { \
            trial.pressed = event.target.closest('.action.resign') ? 'it' : 'something else'; \
            }, { capture: true, once: true })";
        guest.tab.eval(watch).await?;
        guest.press(".action.resign").await?;
        if guest.tab.wait("something is pressed", "trial.pressed").await? == "it" {
            return guest.press(".action.resign.sure").await;
        }
    }
    None.during("giving up")
}

/// Plays the first legal turn of the seat to move; waits until all guests have it, and returns the record.
pub(crate) async fn play_any_turn(
    guests: &[Guest],
    table: &str,
    record: &Record,
) -> Result<Record> {
    let mut game = record.game().clone();
    let Status::ToMove(seat) = game.status() else { return None.during("looking who plays") };
    let guest = &guests[seat.index()];
    let mut steps = Vec::new();
    while game.status() == Status::ToMove(seat) {
        let step = game.steps().into_iter().next().during("looking for a step")?;
        guest.play(&mut game, std::slice::from_ref(&step)).await?;
        steps.push(step);
    }
    let record = record_of(&guest.tab, table, record.steps().len() + steps.len()).await?;
    for guest in guests {
        guest.wait_in_sync(&record).await?;
    }
    Ok(record)
}

/// Sends a POST request from the page; returns the JSON response.
pub(crate) async fn post(tab: &Tab, path: &str, body: &Value) -> Result<Value> {
    let body = js_string(&body.to_string());
    tab.eval(&format!(
        "fetch('{path}', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: {body} }}).then((answer) => answer.json())"
    ))
    .await
}

/// Opens a table by the API, for options that the form does not offer; returns its id and link.
pub(crate) async fn open_table(host: &Guest, wanted: &Value) -> Result<(String, String)> {
    let code = host.language.code();
    host.tab.go(&format!("/{code}/online")).await?;
    post(&host.tab, "/api/person", &json!({ "name": "Sara" })).await?;
    let opened = post(&host.tab, "/api/tables", wanted).await?;
    let table = opened["table"].as_str().during(format!("opening a table: {opened}"))?;
    let key = opened["key"].as_str().during(format!("opening a table: {opened}"))?;
    host.tab.go(&format!("/{code}/online/{table}")).await?;
    Ok((table.to_string(), format!("{}/online/{table}#{key}", host.tab.origin)))
}

/// Waits until the game has begun; returns the guests in seat order.
pub(crate) async fn in_seat_order(guests: Vec<Guest>, table: &str) -> Result<Vec<Guest>> {
    let mut seats = Vec::new();
    for guest in guests {
        guest.at_table().await?;
        seats.push((guest.seat(table).await?, guest));
    }
    seats.sort_by_key(|(seat, _)| *seat);
    Ok(seats.into_iter().map(|(_, guest)| guest).collect())
}
