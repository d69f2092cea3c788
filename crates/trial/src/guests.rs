//! People at tables of the server, each with a browser of their own.

use std::rc::Rc;
use std::time::Duration;

use mohreh_engine::Engine;
use mohreh_games::{AnyGame, Kind, Record, Seat, Status};
use mohreh_texts::{Language, Texts};
use serde_json::{Value, json};

use crate::browser::{PATIENCE, Screen, Tab, now, quoted};
use crate::failure::{Result, While, ensure};
use crate::hands::spot;
use crate::records::{Chance, chosen};
use crate::stage::Stage;

pub fn said(language: Language, key: &str) -> String {
    Texts::new(language).text(key)
}

/// Somebody at a table.
pub struct Guest {
    pub tab: Rc<Tab>,
    pub language: Language,
    pub finger: bool,
}

impl Guest {
    pub async fn come(stage: &Stage, language: Language, screen: Screen) -> Result<Guest> {
        let tab = stage.open(screen).await?;
        let agent = tab.eval("navigator.userAgent").await?;
        let wanted = json!({ "userAgent": agent, "acceptLanguage": language.code() });
        tab.command("Emulation.setUserAgentOverride", wanted).await?;
        Ok(Guest { tab, language, finger: screen.touch })
    }

    pub async fn press(&self, selector: &str) -> Result {
        let there = format!(
            "document.querySelector({})?.matches(':enabled, :not(button)')",
            quoted(selector)
        );
        self.tab.wait(&format!("{selector} can be pressed"), &there).await?;
        if self.finger { self.tab.tap(selector).await } else { self.tab.click(selector).await }
    }

    /// Says a name where it is asked for.
    pub async fn introduce(&self, name: &str) -> Result {
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

    /// Opens a table and gives the link to it.
    pub async fn invite(&self, kind: Kind, name: &str) -> Result<String> {
        let code = self.language.code();
        self.tab.go(&format!("/{code}/new/{kind}?with=online")).await?;
        self.press("form button[type=submit]").await?;
        self.introduce(name).await?;
        self.link().await
    }

    /// The link that is shown.
    pub async fn link(&self) -> Result<String> {
        let link = "(document.querySelector('input[name=invitation]')?.value ?? '').includes('#') \
            && document.querySelector('svg.qr path') && \
            document.querySelector('input[name=invitation]').value";
        let link = self.tab.wait("there is a link", link).await?;
        link.as_str().map(ToString::to_string).during("reading the link")
    }

    /// Opens a link in one's own language, and sits down.
    pub async fn follow(&self, link: &str, name: &str) -> Result {
        let path = link.strip_prefix(&self.tab.origin).during("reading the link")?;
        self.tab.go(path).await?;
        let language = self.tab.eval("document.documentElement.lang").await?;
        ensure!(language == self.language.code(), "the link leads to the language {language}");
        self.press("[data-act=join]").await?;
        self.introduce(name).await
    }

    pub async fn at_table(&self) -> Result {
        self.tab.wait("the game begins", "!!document.querySelector('main.table')").await.map(|_| ())
    }

    /// Which seat is one's own.
    pub async fn seat(&self, table: &str) -> Result<usize> {
        let seat = format!(
            "Promise.all([fetch('/api/person'), fetch('/api/tables/{table}')]) \
             .then((all) => Promise.all(all.map((one) => one.json()))) \
             .then(([me, it]) => it.table.seats.findIndex((seat) => seat.id === me.person.id))"
        );
        let seat = self.tab.eval(&seat).await?;
        seat.as_u64().map(|seat| seat as usize).during(format!("looking for the seat: {seat}"))
    }

    /// Plays a turn by touching what it needs, up to where somebody else or chance goes on.
    pub async fn play(&self, game: &mut AnyGame, steps: &[String]) -> Result {
        for step in steps {
            let touches = game.touches(step).during(format!("looking how to play {step}"))?;
            for name in &touches.path {
                let lit = format!(
                    "document.querySelector({})?.classList.contains('lit')",
                    quoted(&spot(name))
                );
                self.tab.wait(&format!("{name} can be touched for {step}"), &lit).await?;
                self.press(&spot(name)).await?;
            }
            game.play(step).during(format!("playing {step}"))?;
        }
        Ok(())
    }

    /// All steps are there, kept, and shown.
    pub async fn knows(&self, record: &Record) -> Result {
        let turns = record.turns();
        let shown =
            format!("document.querySelectorAll('.turns .turn').length === {turns} && {}", kept());
        self.tab.wait(&format!("{turns} turns are shown and saved"), &shown).await.map(|_| ())
    }

    pub async fn set_offline(&self, offline: bool) -> Result {
        let network = json!({
            "offline": offline,
            "latency": 0,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        });
        self.tab.command("Network.emulateNetworkConditions", network).await.map(|_| ())
    }
}

/// Whether the sign says that somebody hears, and that nothing waits to be sent.
pub fn kept() -> String {
    let saved =
        [Language::English, Language::Persian].map(|language| quoted(&said(language, "say-saved")));
    format!(
        "(() => {{ const sign = document.querySelector('.standing .link'); \
         return sign?.dataset.link === 'there' && [{}].includes(sign.textContent.trim()); }})()",
        saved.join(", ")
    )
}

/// What the server has of a table.
async fn record(tab: &Tab, table: &str) -> Result<Record> {
    let text = tab
        .eval(&format!("fetch('/api/tables/{table}/record').then((answer) => answer.text())"))
        .await?;
    let text = text.as_str().during("reading the record")?;
    let records = Record::read(text).during("reading the record")?;
    records.into_iter().next().during("reading the record")
}

/// The record once it has so many steps.
pub async fn record_of(tab: &Tab, table: &str, steps: usize) -> Result<Record> {
    let end = now() + PATIENCE;
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
    let game = record.at(usize::MAX).during("playing the record")?;
    Ok(game.status() == Status::ToRoll)
}

pub fn table_of(link: &str) -> Result<String> {
    let id = link.split('#').next().and_then(|path| path.rsplit('/').next());
    id.map(ToString::to_string).during("reading the link")
}

/// A table for two, in seat order, and its id.
pub async fn meet(stage: &Stage, kind: Kind) -> Result<(Vec<Guest>, String)> {
    let host = Guest::come(stage, Language::English, Screen::DESK).await?;
    let guest = Guest::come(stage, Language::Persian, Screen::PHONE).await?;
    let link = host.invite(kind, "Sara").await?;
    guest.follow(&link, "بهرام").await?;
    let table = table_of(&link)?;
    Ok((seated(vec![host, guest], &table).await?, table))
}

/// The steps of a sensible turn.
pub fn turn_of(
    engine: &Engine,
    game: &AnyGame,
    seat: Seat,
    chance: &mut Chance,
) -> Result<Vec<String>> {
    let mut game = game.clone();
    let mut steps = Vec::new();
    while game.status() == Status::ToMove(seat) {
        for step in chosen(engine, &game, 2, u64::from(chance.below(u32::MAX)))? {
            game.play(&step).during(format!("playing {step}"))?;
            steps.push(step);
        }
    }
    Ok(steps)
}

/// Once is asked again, twice is meant. What others do meanwhile may move things away from under a finger:
/// then something else was pressed, and it is tried again.
pub async fn resign(guest: &Guest) -> Result {
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

/// A turn by whoever is to move, any; gives the record after it.
pub async fn any_turn(guests: &[Guest], table: &str, record: &Record) -> Result<Record> {
    let mut game = record.at(usize::MAX).during("playing the record")?;
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
        guest.knows(&record).await?;
    }
    Ok(record)
}

/// What a page sends to the server, and what it is answered.
pub async fn post(tab: &Tab, path: &str, body: &Value) -> Result<Value> {
    let body = quoted(&body.to_string());
    tab.eval(&format!(
        "fetch('{path}', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: {body} }}).then((answer) => answer.json())"
    ))
    .await
}

/// Opens a table that no form of the page offers; gives its id and the link to it.
pub async fn open_table(host: &Guest, wanted: &Value) -> Result<(String, String)> {
    let code = host.language.code();
    host.tab.go(&format!("/{code}/online")).await?;
    post(&host.tab, "/api/person", &json!({ "name": "Sara" })).await?;
    let opened = post(&host.tab, "/api/tables", wanted).await?;
    let table = opened["table"].as_str().during(format!("opening a table: {opened}"))?;
    let key = opened["key"].as_str().during(format!("opening a table: {opened}"))?;
    host.tab.go(&format!("/{code}/online/{table}")).await?;
    Ok((table.to_string(), format!("{}/online/{table}#{key}", host.tab.origin)))
}

/// Everybody in the order of their seats.
pub async fn seated(guests: Vec<Guest>, table: &str) -> Result<Vec<Guest>> {
    let mut seats = Vec::new();
    for guest in guests {
        guest.at_table().await?;
        seats.push((guest.seat(table).await?, guest));
    }
    seats.sort_by_key(|(seat, _)| *seat);
    Ok(seats.into_iter().map(|(_, guest)| guest).collect())
}
