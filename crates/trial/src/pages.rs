//! `TestPage`: every page of the product, and sample games so that each has content.

use std::sync::OnceLock;

use mohreh_games::{Kind, Status};
use mohreh_texts::Language;
use serde_json::{Value, json};

use crate::browser::{Tab, js_string};
use crate::failure::{Context, Result, ensure};
use crate::guests::post;
use crate::records::{Line, middle_of, whole_game};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TestPage {
    /// Name in reports and of screenshots.
    pub name: String,
    pub path: String,
    /// Selector that matches once the content is complete; `main` unless it comes from the API.
    pub ready_selector: &'static str,
}

impl TestPage {
    /// Opens the page and waits until it is complete and painted.
    pub(crate) async fn visit(&self, tab: &Tab) -> Result {
        tab.go(&self.path).await?;
        let there = format!("!!document.querySelector({})", js_string(self.ready_selector));
        tab.wait(&format!("{} has {}", self.name, self.ready_selector), &there).await?;
        tab.wait_painted().await
    }
}

/// Storage id of the unfinished sample game.
pub(crate) fn middle_id(kind: Kind) -> String {
    format!("mid-{kind}")
}

/// Pages that need no online table.
pub(crate) fn pages(language: Language) -> Vec<TestPage> {
    let code = language.code();
    let page = |name: String, path: String| TestPage {
        name,
        path: format!("/{code}/{path}"),
        ready_selector: "main",
    };
    let mut pages = vec![page("home".into(), String::new())];
    pages.extend(
        Kind::ALL
            .iter()
            .map(|kind| page(format!("new-{kind}"), format!("new/{kind}?with=computer"))),
    );
    pages.extend(
        Kind::ALL
            .iter()
            .map(|kind| page(format!("table-{kind}"), format!("table/{}", middle_id(*kind)))),
    );
    pages.push(page("replay".into(), "replay/whole-yinsh".into()));
    pages.push(page("bring".into(), "replay".into()));
    pages.push(page("rules".into(), "rules/".into()));
    pages.extend(
        Kind::ALL.iter().map(|kind| page(format!("rules-{kind}"), format!("rules/{kind}/"))),
    );
    pages.extend(Kind::ALL.iter().map(|kind| TestPage {
        ready_selector: ".editor .spot",
        ..page(format!("editor-{kind}"), format!("editor/{kind}"))
    }));
    let learn = |name: String, place: String| TestPage {
        ready_selector: "main h1",
        ..page(name, format!("learn{place}"))
    };
    pages.push(learn("learn".into(), String::new()));
    for kind in Kind::ALL {
        pages.push(learn(format!("course-{kind}"), format!("/{kind}")));
        pages.push(learn(format!("lesson-{kind}"), format!("/{kind}.first")));
        pages.push(learn(format!("booklet-{kind}"), format!("/{kind}.all")));
    }
    pages.push(page("settings".into(), "settings".into()));
    pages.push(page("games".into(), "games".into()));
    pages.push(page("new-online".into(), "new/rotas?with=online".into()));
    pages.push(TestPage {
        ready_selector: ".lobby .entry",
        ..page("lobby".into(), "online".into())
    });
    pages.push(TestPage {
        ready_selector: ".archive .entry",
        ..page("archive".into(), "archive".into())
    });
    pages.push(TestPage {
        ready_selector: ".daily .board",
        ..page("puzzles".into(), "puzzles".into())
    });
    pages.push(TestPage {
        ready_selector: ".chip",
        ..page("puzzles-yinsh".into(), "puzzles/yinsh".into())
    });
    for (name, path) in [("puzzle-zertz", "zertz-daily"), ("puzzle-rotas", "rotas-daily")] {
        let path = format!("puzzles/{path}");
        pages.push(TestPage { ready_selector: ".puzzle .board", ..page(name.into(), path) });
    }
    pages.push(page("storm".into(), "puzzles/tzaar-storm".into()));
    pages.push(page("lost".into(), "nowhere".into()));
    pages
}

/// All pages, with two online tables of this tab's person: one waiting, one running. A third one is finished, for the
/// archive.
pub(crate) async fn all_pages(tab: &Tab, language: Language) -> Result<Vec<TestPage>> {
    // Little time, so that the low-time warning is shown.
    let live = json!({ "type": "live", "main": 15, "more": 5 });
    let waits = json!({ "kind": "tzaar", "open": true, "clock": live });
    let goes_on = json!({ "kind": "rotas", "setup": "seats=3", "computers": [1, 1], "first": "me", "open": true, "clock": live });
    post(tab, "/api/person", &json!({ "name": "Sara" })).await?;
    let open = async |wanted: &Value| -> Result<String> {
        let opened = post(tab, "/api/tables", wanted).await?;
        let table = opened["table"].as_str().during(format!("opening a table: {opened}"))?;
        Ok(table.to_string())
    };
    let over =
        open(&json!({ "kind": "yinsh", "computers": [1], "first": "me", "open": true })).await?;
    let ended = post(tab, &format!("/api/tables/{over}/act"), &json!({ "act": "resign" })).await?;
    ensure!(ended["table"]["phase"] == "over", "a game was given up and is not over: {ended}");
    let mut all = Vec::new();
    for (name, wanted, ready_selector) in
        [("waiting", waits, "svg.qr path"), ("table-online", goes_on, ".board .spot")]
    {
        let path = format!("/{}/online/{}", language.code(), open(&wanted).await?);
        all.push(TestPage { name: name.to_string(), path, ready_selector });
    }
    // Online tables first, because their clocks run.
    all.extend(pages(language));
    Ok(all)
}

/// localStorage entries of an unfinished game, with a person to move, and a finished one for each kind.
pub(crate) fn sample_games() -> Result<Vec<(String, String)>> {
    // Computed once: they are slow to play, and many tests need them.
    static STORE: OnceLock<Result<Vec<(String, String)>>> = OnceLock::new();
    STORE.get_or_init(played).clone()
}

fn played() -> Result<Vec<(String, String)>> {
    let mut kept = Vec::new();
    for &kind in Kind::ALL {
        let whole = whole_game(kind, 11)?;
        let middle = middle_of(&whole)?;
        kept.push(middle.storage_entry(&middle_id(kind), &against_computer(&middle), 11)?);
        kept.push(whole.storage_entry(&format!("whole-{kind}"), &against_computer(&middle), 11)?);
    }
    Ok(kept)
}

/// `player` headers: a person at the seat to move, computers elsewhere.
fn against_computer(line: &Line) -> Vec<&'static str> {
    let mover = match line.game.status() {
        Status::ToMove(seat) => seat.index(),
        _ => 0,
    };
    (0..line.game.seats()).map(|seat| if seat == mover { "person" } else { "computer 3" }).collect()
}
