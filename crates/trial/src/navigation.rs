//! Navigation inside the page: focus, titles, skip link, dialog, address of a replay.

use mohreh_games::Kind;
use mohreh_texts::{Language, Texts};

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::guests::Guest;
use crate::pages::{middle_id, sample_games};
use crate::records::{Line, middle_of, whole_game};

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("focus_after_navigation", |fixture| Box::pin(focus(fixture))),
        Test::new("skip_link", |fixture| Box::pin(skip(fixture))),
        Test::new("titles_name_the_page", |fixture| Box::pin(titles(fixture))),
        Test::new("name_dialog_keeps_the_focus", |fixture| Box::pin(dialog(fixture))),
        Test::new("replay_address_follows_the_step", |fixture| Box::pin(replay(fixture))),
        Test::new("no_audio_before_a_gesture", |fixture| Box::pin(audio(fixture))),
    ]
}

const AT_HEADING: &str = "document.activeElement?.matches('main h1')";

async fn focus(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&sample_games()?).await?;
    for language in Language::ALL {
        let code = language.code();
        tab.go(&format!("/{code}/")).await?;
        let first = "!document.activeElement || document.activeElement === document.body";
        ensure!(tab.eval(first).await? == true, "a page that was just opened has moved the focus");
        for selector in [
            format!("a[href=\"/{code}/games\"]"),
            format!("a[href=\"/{code}/table/{}\"]", middle_id(Kind::Zertz)),
            ".brand".to_string(),
            "a[data-way=people]".to_string(),
            "form button[type=submit]".to_string(),
            format!("a[href=\"/{code}/settings\"]"),
            format!("a[href=\"/{code}/online\"]"),
        ] {
            let before = tab.eval("location.pathname").await?;
            tab.click(&selector).await?;
            tab.wait("the address changes", &format!("location.pathname !== {before}")).await?;
            tab.wait(&format!("{selector} leads to a heading"), AT_HEADING).await?;
        }
        tab.eval("history.back()").await?;
        tab.wait("going back leads to a heading", AT_HEADING).await?;
    }
    Ok(())
}

async fn skip(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    for path in ["/fa/", "/en/rules/zertz/"] {
        tab.go(path).await?;
        tab.key("Tab").await?;
        let seen =
            "document.activeElement?.matches('.skip') && trial.visibleFraction('.skip') === 1";
        tab.wait(&format!("the first stop on {path} is a link past the header"), seen).await?;
        tab.key("Enter").await?;
        let inside = "document.activeElement?.matches('main')";
        tab.wait(&format!("on {path} it leads to the content"), inside).await?;
    }
    Ok(())
}

async fn titles(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&sample_games()?).await?;
    for language in Language::ALL {
        let texts = Texts::new(language);
        let say = |key: &str| texts.text(key);
        let game = |kind: Kind| say(&format!("{kind}-title"));
        let against = texts.with("say-against-level", &[("level", 3u8.into())]);
        let cases = [
            (format!("table/{}", middle_id(Kind::Yinsh)), vec![game(Kind::Yinsh), against]),
            ("replay/whole-yinsh".to_string(), vec![game(Kind::Yinsh), say("say-review")]),
            ("games".to_string(), vec![say("say-games")]),
            ("settings".to_string(), vec![say("say-settings")]),
            ("learn".to_string(), vec![say("say-learn")]),
            ("learn/yinsh".to_string(), vec![game(Kind::Yinsh), say("say-learn")]),
            ("archive".to_string(), vec![say("say-archive")]),
            ("new/rotas".to_string(), vec![game(Kind::Rotas)]),
            ("editor/tzaar".to_string(), vec![game(Kind::Tzaar), say("say-editor")]),
        ];
        for (path, mut parts) in cases {
            tab.go(&format!("/{}/{path}", language.code())).await?;
            parts.push(say("say-name"));
            let title = parts.join(" · ");
            let there = format!("document.title === {}", js_string(&title));
            tab.wait(&format!("{path} has the title «{title}»"), &there).await?;
        }
    }
    Ok(())
}

async fn dialog(fixture: &Fixture) -> Result {
    let guest = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    let tab = &guest.tab;
    tab.go("/en/new/zertz?with=online").await?;
    let open = "!!document.querySelector('dialog[open] input[name=name]')";
    ask(tab).await?;
    tab.wait("a name is asked for", open).await?;
    for _ in 0..8 {
        tab.key("Tab").await?;
        let outside = "document.activeElement && document.activeElement !== document.body && \
            !document.activeElement.closest('dialog')";
        ensure!(tab.eval(outside).await? == false, "Tab leaves the dialog");
    }
    tab.key("Escape").await?;
    tab.wait("Escape closes the dialog", &format!("!({open})")).await?;
    let back = "document.activeElement?.matches('form button[type=submit]')";
    tab.wait("the focus is where it was", back).await?;
    ask(tab).await?;
    tab.wait("it opens again", open).await.map(|_| ())
}

/// Presses the button that opens a table, by keyboard.
async fn ask(tab: &Tab) -> Result {
    tab.eval("document.querySelector('form button[type=submit]').focus()").await?;
    tab.key("Enter").await
}

async fn replay(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&sample_games()?).await?;
    tab.go("/fa/replay/whole-zertz").await?;
    let shown = "document.querySelector('.slider').value";
    let last = tab.eval(shown).await?;
    tab.eval("document.querySelector('.viewer').focus()").await?;
    tab.key("Home").await?;
    for _ in 0..5 {
        tab.key("ArrowRight").await?;
    }
    tab.wait("the address has the step", "location.hash.endsWith('ply=5')").await?;
    let count = tab.eval("history.length").await?;
    tab.reload().await?;
    ensure!(tab.eval(shown).await? == "5", "the address does not open at its step");
    ensure!(tab.eval("history.length").await? == count, "each step is in the history");
    tab.click(".language").await?;
    tab.wait(
        "the step survives",
        "location.pathname.startsWith('/en') && location.hash.endsWith('ply=5')",
    )
    .await?;
    tab.eval("document.querySelector('.viewer').focus()").await?;
    tab.key("End").await?;
    tab.wait("the end needs no step", "location.hash === ''").await?;
    // A game in the address keeps its step too.
    let line = middle_of(&whole_game(Kind::Zertz, 3)?)?.record(&[], 0)?.to_line();
    let game = line.replace('|', "~").replace(' ', "_");
    tab.go("/en/settings").await?;
    tab.go(&format!("/en/replay#game={game}&ply=0")).await?;
    ensure!(tab.eval(shown).await? == "0", "a game in the address does not open at its step");
    ensure!(last != "0", "there was nothing to step through");
    Ok(())
}

/// Somebody who watches two computers play and has not pressed anything creates no audio.
async fn audio(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.add_init_script(
        "globalThis.contexts = 0; globalThis.AudioContext = class extends AudioContext { \
            constructor(...all) { super(...all); globalThis.contexts++; } };",
    )
    .await?;
    let line = Line::start(Kind::Zertz, "")?;
    let two = ["computer 1", "computer 1"];
    tab.set_local_storage(&[line.storage_entry("watch", &two, 1)?]).await?;
    tab.go("/en/table/watch").await?;
    tab.wait("they play", "document.querySelectorAll('.turns .turn').length > 2").await?;
    ensure!(tab.eval("contexts").await? == 0, "there is audio before anybody has pressed anything");
    tab.click(".turns h2").await?;
    tab.wait("there is audio after a press", "contexts === 1").await.map(|_| ())
}
