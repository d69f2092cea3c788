//! Every page of the product, and a store that has something to show on each of them.

use mohreh_games::{Kind, Status};
use mohreh_texts::Language;

use crate::failure::Result;
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
    places.push(place("lost".into(), "nowhere".into()));
    places
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
