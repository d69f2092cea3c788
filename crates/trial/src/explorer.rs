//! The explorer in analysis: games of the device, of a file and of the archive; and verdicts that the server keeps.

use std::time::Duration;

use mohreh_games::{Kind, Record};
use mohreh_texts::Language;
use serde_json::json;

use crate::axe;
use crate::browser::{Device, TIMEOUT, Tab, js_string, now};
use crate::failure::{Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::guests::{post, set_offline, text};
use crate::pages::sample_games;
use crate::pictures;

const KIND: Kind = Kind::Yinsh;
const SWITCH: &str = ".explorer input[role=switch]";
const FIRST: &str = ".explorer .explored";

pub(crate) fn tests() -> Vec<Test> {
    let looks = |language: Language, dark: bool| {
        let name =
            format!("explorer_looks_{}_{}", language.code(), if dark { "dark" } else { "light" });
        Test::new(name, move |fixture| Box::pin(looks(fixture, language, dark)))
    };
    let mut tests = vec![
        Test::new("explorer_counts_games_on_the_device", |fixture| Box::pin(device(fixture))),
        Test::new("explorer_counts_games_of_a_file", |fixture| Box::pin(file(fixture))),
        Test::new("explorer_asks_the_archive", |fixture| Box::pin(archive(fixture))),
    ];
    for language in Language::ALL {
        tests.extend([false, true].map(|dark| looks(language, dark)));
    }
    tests
}

/// Opens a game on this device, at its start, with the explorer on.
async fn open(tab: &Tab, language: Language, source: &str) -> Result {
    let mut entries = sample_games()?;
    entries.push(("mohreh/draft/explorer".to_string(), format!("on {source}")));
    tab.set_local_storage(&entries).await?;
    tab.go(&format!("/{}/replay/whole-{KIND}#&ply=0", language.code())).await?;
    tab.wait("the explorer is on", &format!("document.querySelector('{SWITCH}')?.checked")).await?;
    Ok(())
}

async fn wait_for_turns(tab: &Tab) -> Result {
    tab.wait("turns are listed", &format!("!!document.querySelector('{FIRST}')")).await.map(drop)
}

async fn device(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    open(&tab, Language::English, "device").await?;
    wait_for_turns(&tab).await?;
    let status = tab.text(".explorer [role=status]").await?;
    ensure!(status.contains("come here"), "the explorer says «{status}»");
    // In focus a turn is shown on the board, pressed it is played.
    let pieces = "document.querySelector('.board .pieces').innerHTML";
    let before = tab.eval(pieces).await?;
    tab.eval(&format!("document.querySelector('{FIRST}').focus()")).await?;
    tab.wait("a turn in focus is shown on the board", &format!("{pieces} !== {before}")).await?;
    tab.key("Enter").await?;
    tab.wait("the turn is played", "document.querySelector('.slider').value !== '0'").await?;
    // It says so where it has nothing.
    tab.eval("document.querySelector('.viewer').focus()").await?;
    tab.key("Home").await?;
    tab.key("End").await?;
    tab.wait(
        "the end of the game is told",
        "document.querySelector('.explorer [role=status]').textContent.includes('over')",
    )
    .await?;
    Ok(())
}

async fn file(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    open(&tab, Language::English, "device").await?;
    wait_for_turns(&tab).await?;
    let games = [format!("{KIND}||a2 b1"), format!("{KIND}||k10 b1"), format!("{KIND}||f6 b1")];
    let choose = |name: &str, text: &str| {
        format!(
            "(() => {{ const all = new DataTransfer(); all.items.add(new File([{}], {})); \
             const input = document.querySelector('.explorer input[type=file]'); input.files = all.files; \
             input.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
            js_string(text),
            js_string(name)
        )
    };
    tab.eval(&choose("games.txt", &games.join("\n"))).await?;
    let three =
        "document.querySelector('.explorer [role=status]').textContent.startsWith('3 games')";
    tab.wait("the games of the file are counted", three).await?;
    let rows = tab
        .eval("[...document.querySelectorAll('.explored .how-often')].map(e => e.textContent)")
        .await?;
    ensure!(rows == json!(["2 games, 67%", "one game, 33%"]), "images count as one: {rows}");
    // A file that cannot be read changes nothing, and is told.
    tab.eval(&choose("garbage.txt", "\u{0}nothing of ours|||")).await?;
    tab.wait(
        "a notice tells what is wrong",
        "!!document.querySelector('[role=alert], .notice, .notices')",
    )
    .await?;
    tab.wait("the games stay", three).await?;
    Ok(())
}

/// Waits until the server has counted one game, in the background.
async fn wait_counted(tab: &Tab) -> Result {
    let games = format!(
        "fetch('/api/explorer?line={KIND}%7C%7C').then(r => r.json()).then(found => found.games ?? null)"
    );
    let end = now() + TIMEOUT;
    while tab.eval(&games).await? != 1 {
        ensure!(now() < end, "waited in vain until the game is counted");
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    Ok(())
}

async fn archive(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    open(&tab, Language::English, "server").await?;
    let status = "document.querySelector('.explorer [role=status]').textContent";
    tab.wait("nothing was played yet", &format!("{status}.includes('No game')")).await?;
    post(&tab, "/api/person", &json!({ "name": "Sara" })).await?;
    let table = json!({ "kind": KIND.name(), "computers": [1], "open": true, "first": "me" });
    let table = post(&tab, "/api/tables", &table).await?;
    let table = table["table"].as_str().unwrap_or_default().to_string();
    post(&tab, &format!("/api/tables/{table}/play"), &json!({ "ply": 0, "steps": ["e1"] })).await?;
    post(&tab, &format!("/api/tables/{table}/act"), &json!({ "act": "resign" })).await?;
    wait_counted(&tab).await?;
    tab.reload().await?;
    wait_for_turns(&tab).await?;
    ensure!(tab.text(FIRST).await?.contains("one game, 100%"), "{}", tab.text(FIRST).await?);
    tab.tap(FIRST).await?;
    tab.wait("the turn is played", "document.querySelector('.slider').value === '1'").await?;
    // Without a connection it says so, and the games of the device are there.
    set_offline(&tab, true).await?;
    tab.allow_error("ERR_INTERNET_DISCONNECTED");
    tab.allow_error("Failed to fetch");
    tab.eval("document.querySelector('.viewer').focus()").await?;
    tab.key("Home").await?;
    let told = text(Language::English, "say-explorer-offline");
    tab.wait("that the archive is away is told", &format!("{status} === {}", js_string(&told)))
        .await?;
    set_offline(&tab, false).await?;
    // The record of the server's own game opens with its place for verdicts.
    let record =
        tab.eval(&format!("fetch('/api/tables/{table}/record').then(r => r.text())")).await?;
    let record = Record::read(record.as_str().unwrap_or_default());
    ensure!(
        record.is_ok_and(|all| all[0].header("table") == Some(&table)),
        "the record names its table"
    );
    Ok(())
}

/// A long list on every size of screen: nothing overflows, targets are large, axe finds nothing.
async fn looks(fixture: &Fixture, language: Language, dark: bool) -> Result {
    let sizes =
        [(360, 640, "small"), (844, 390, "wide"), (1280, 860, "desk"), (1920, 1080, "large")];
    for (width, height, size) in sizes {
        let touch = width < 1000;
        let device = Device { width, height, dark, touch, ..Device::PHONE };
        let tab = fixture.open(device).await?;
        open(&tab, language, "device").await?;
        wait_for_turns(&tab).await?;
        let wide = tab.eval("document.documentElement.scrollWidth > innerWidth").await?;
        ensure!(wide == false, "{size}: the page is wider than the screen");
        let small = "[...document.querySelectorAll('.explored, .explorer select, .explorer .file')]\
                     .filter(e => e.getBoundingClientRect().height < 44).length";
        ensure!(tab.eval(small).await? == 0, "{size}: targets are too small");
        axe::check(&tab).await?;
        tab.eval("document.querySelector('.explorer').scrollIntoView({ block: 'center' })").await?;
        tab.wait_painted().await?;
        let colours = if dark { "dark" } else { "light" };
        let name = format!("explorer-{}-{colours}-{size}.png", language.code());
        pictures::write(fixture.pictures(), &name, &tab.screenshot().await?)?;
    }
    Ok(())
}
