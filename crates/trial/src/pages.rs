//! Every page of the product, and a store that has something to show on each of them.

use std::sync::OnceLock;

use mohreh_games::{Kind, Status};
use mohreh_texts::Language;
use serde_json::{Value, json};

use crate::browser::{Tab, quoted};
use crate::failure::{Result, While, ensure};
use crate::guests::post;
use crate::records::{Line, middle_of, whole_game};

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its name for people.
    pub name: String,
    /// Its address.
    pub path: String,
    /// What is there once everything is. Only what comes from the server comes later than the rest.
    pub sign: &'static str,
}

impl Place {
    /// Opens it, and waits until all of it is there.
    pub async fn visit(&self, tab: &Tab) -> Result {
        tab.go(&self.path).await?;
        let there = format!("!!document.querySelector({})", quoted(self.sign));
        tab.wait(&format!("{} has {}", self.name, self.sign), &there).await?;
        tab.shown().await
    }
}

/// The game that is shown in the middle of it, by its id in the store.
pub fn middle_id(kind: Kind) -> String {
    format!("mid-{kind}")
}

/// Everything that can be opened.
pub fn places(language: Language) -> Vec<Place> {
    let code = language.code();
    let place =
        |name: String, path: String| Place { name, path: format!("/{code}/{path}"), sign: "main" };
    let mut places = vec![place("home".into(), String::new())];
    places.extend(
        Kind::ALL
            .iter()
            .map(|kind| place(format!("new-{kind}"), format!("new/{kind}?with=computer"))),
    );
    places.extend(
        Kind::ALL
            .iter()
            .map(|kind| place(format!("table-{kind}"), format!("table/{}", middle_id(*kind)))),
    );
    places.push(place("replay".into(), "replay/whole-yinsh".into()));
    places.push(place("bring".into(), "replay".into()));
    places.push(place("rules".into(), "rules/".into()));
    places.extend(
        Kind::ALL.iter().map(|kind| place(format!("rules-{kind}"), format!("rules/{kind}/"))),
    );
    places.push(place("settings".into(), "settings".into()));
    places.push(place("games".into(), "games".into()));
    places.push(place("new-online".into(), "new/rotas?with=online".into()));
    places.push(Place { sign: ".lobby .entry", ..place("lobby".into(), "online".into()) });
    places.push(Place { sign: ".archive .entry", ..place("archive".into(), "archive".into()) });
    places.push(place("lost".into(), "nowhere".into()));
    places
}

/// The same, and tables of the server at which whoever has this tab sits: one that waits for others, and one
/// at which computers play. A third one is over, and is found in the archive.
pub async fn all_places(tab: &Tab, language: Language) -> Result<Vec<Place>> {
    // So little time that it is told as a warning.
    let live = json!({ "type": "live", "main": 15, "more": 5 });
    let waits = json!({ "kind": "tzaar", "open": true, "clock": live });
    let goes_on = json!({ "kind": "rotas", "setup": "seats=3", "computers": [1, 1], "first": "me", "clock": live });
    post(tab, "/api/person", &json!({ "name": "Sara" })).await?;
    let open = async |wanted: &Value| -> Result<String> {
        let opened = post(tab, "/api/tables", wanted).await?;
        let table = opened["table"].as_str().during(format!("opening a table: {opened}"))?;
        Ok(table.to_string())
    };
    let over = open(&json!({ "kind": "yinsh", "computers": [1], "first": "me" })).await?;
    let ended = post(tab, &format!("/api/tables/{over}/act"), &json!({ "act": "resign" })).await?;
    ensure!(ended["table"]["phase"] == "over", "a game was given up and is not over: {ended}");
    let mut all = Vec::new();
    for (name, wanted, sign) in
        [("waiting", waits, "svg.qr path"), ("table-online", goes_on, ".board .spot")]
    {
        let path = format!("/{}/online/{}", language.code(), open(&wanted).await?);
        all.push(Place { name: name.to_string(), path, sign });
    }
    // Those come first, since time runs there.
    all.extend(places(language));
    Ok(all)
}

/// For each game one that goes on, in which a person is to move, and one that is over.
pub fn store() -> Result<Vec<(String, String)>> {
    // They take a while to be played, and many tests need them.
    static STORE: OnceLock<Result<Vec<(String, String)>>> = OnceLock::new();
    STORE.get_or_init(played).clone()
}

fn played() -> Result<Vec<(String, String)>> {
    let mut kept = Vec::new();
    for &kind in Kind::ALL {
        let whole = whole_game(kind, 11)?;
        let middle = middle_of(&whole)?;
        kept.push(middle.kept(&middle_id(kind), &against_computer(&middle), 11)?);
        kept.push(whole.kept(&format!("whole-{kind}"), &against_computer(&middle), 11)?);
    }
    Ok(kept)
}

/// Whoever is to move is a person, the others are not.
fn against_computer(line: &Line) -> Vec<&'static str> {
    let mover = match line.game.status() {
        Status::ToMove(seat) => seat.index(),
        _ => 0,
    };
    (0..line.game.seats()).map(|seat| if seat == mover { "person" } else { "computer 3" }).collect()
}
