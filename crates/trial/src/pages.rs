//! Every page of the product, and a store that has something to show on each of them.

use mohreh_games::{Kind, Status};
use mohreh_texts::Language;
use serde_json::json;

use crate::browser::Tab;
use crate::failure::{Result, While};
use crate::guests::post;
use crate::records::{Line, middle_of, whole_game};

/// A page: its name for people, and its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub name: String,
    pub path: String,
}

/// The game that is shown in the middle of it, by its id in the store.
pub fn middle_id(kind: Kind) -> String {
    format!("mid-{kind}")
}

/// Everything that can be opened.
pub fn places(language: Language) -> Vec<Place> {
    let code = language.code();
    let place = |name: String, path: String| Place { name, path: format!("/{code}/{path}") };
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
    places.push(place("lobby".into(), "online".into()));
    places.push(place("archive".into(), "archive".into()));
    places.push(place("lost".into(), "nowhere".into()));
    places
}

/// The same, and tables of the server at which whoever has this tab sits: one that waits for others, and one
/// at which computers play.
pub async fn all_places(tab: &Tab, language: Language) -> Result<Vec<Place>> {
    // So little time that it is told as a warning.
    let live = json!({ "type": "live", "main": 15, "more": 5 });
    let waits = json!({ "kind": "tzaar", "open": true, "clock": live });
    let goes_on = json!({ "kind": "rotas", "setup": "seats=3", "computers": [1, 1], "first": "me", "clock": live });
    post(tab, "/api/person", &json!({ "name": "Sara" })).await?;
    let mut places = places(language);
    for (name, wanted) in [("waiting", waits), ("table-online", goes_on)] {
        let opened = post(tab, "/api/tables", &wanted).await?;
        let table = opened["table"].as_str().during(format!("opening a table: {opened}"))?;
        places.push(Place {
            name: name.to_string(),
            path: format!("/{}/online/{table}", language.code()),
        });
    }
    Ok(places)
}

/// For each game one that goes on, in which a person is to move, and one that is over.
pub fn store() -> Result<Vec<(String, String)>> {
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
