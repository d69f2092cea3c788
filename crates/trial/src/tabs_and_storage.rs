//! Games of this device: two tabs of one game, storage that is off or full.

use mohreh_games::Kind;
use mohreh_texts::{Language, Texts};

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::spot;
use crate::records::{Line, storage_key};

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("two_tabs_of_one_game", |fixture| Box::pin(two_tabs(fixture))),
        Test::new("stale_tab_overwrites_nothing", |fixture| Box::pin(stale_tab(fixture))),
        Test::new("storage_off", |fixture| Box::pin(storage_off(fixture))),
        Test::new("storage_full_for_a_new_game", |fixture| Box::pin(storage_full(fixture))),
    ]
}

/// Plays the first legal step.
async fn play_any(tab: &Tab) -> Result<String> {
    let table = tab.wait_for_turn("").await?;
    let step = table.game()?.steps().into_iter().next().during("looking for a step")?;
    tab.play(&step).await?;
    Ok(step)
}

const LEFT: &str = "!!document.querySelector('main [data-act=claim]')";

/// The tab that opened the game last plays it; the other says so, and can take it back. No turn is lost.
async fn two_tabs(fixture: &Fixture) -> Result {
    let first = fixture.open(Device::DESKTOP).await?;
    let key = storage_key("twice");
    first
        .set_local_storage(&[Line::start(Kind::Tzaar, "")?.storage_entry("twice", &[], 3)?])
        .await?;
    first.go("/en/table/twice").await?;
    let mut steps = vec![play_any(&first).await?];
    let second = fixture.open_beside(&first, Device::DESKTOP).await?;
    second.go("/en/table/twice").await?;
    first.wait("the first tab gives the game up", LEFT).await?;
    steps.push(play_any(&second).await?);
    first.click("main [data-act=claim]").await?;
    second.wait("the second tab gives the game up", LEFT).await?;
    let table = first.wait_for_turn("").await?;
    ensure!(table.record()?.steps() == steps, "the first tab has not read the turn of the second");
    steps.push(play_any(&first).await?);
    first.reload().await?;
    let stored = first.wait_for_turn("").await?;
    ensure!(stored.record()?.steps() == steps, "turns are lost: {:?}", stored.record()?.steps());
    ensure!(first.local_storage(&key).await?.is_some(), "the game is not kept");
    Ok(())
}

/// A tab that did not hear of the other gives up when it would overwrite a turn.
async fn stale_tab(fixture: &Fixture) -> Result {
    let start = Line::start(Kind::Tzaar, "")?;
    let first = fixture.open(Device::DESKTOP).await?;
    first.add_init_script("delete globalThis.BroadcastChannel;").await?;
    first.set_local_storage(&[start.storage_entry("stale", &[], 3)?]).await?;
    first.go("/en/table/stale").await?;
    let second = fixture.open_beside(&first, Device::DESKTOP).await?;
    second.go("/en/table/stale").await?;
    play_any(&second).await?;
    let stored = second.local_storage(&storage_key("stale")).await?;
    // The first tab still shows the beginning.
    let step = start.game.steps().into_iter().nth(1).during("looking for a step")?;
    for name in start.game.touches(&step).during("looking how to play")?.path {
        first.click(&spot(&name)).await?;
    }
    first.wait("the first tab gives the game up", LEFT).await?;
    ensure!(
        first.local_storage(&storage_key("stale")).await? == stored,
        "the turn of the other tab is overwritten"
    );
    Ok(())
}

/// Starts a game and plays a turn of it; the page says `key`.
async fn play_unsaved(tab: &Tab, key: &str) -> Result {
    tab.tap("form button[type=submit]").await?;
    let told = Texts::new(Language::Persian).text(key);
    let told =
        format!("document.querySelector('.notice')?.textContent.includes({})", js_string(&told));
    tab.wait("it says that the game is not kept", &told).await?;
    tab.wait("the game has begun", "!!document.querySelector('.table .spot.lit')").await?;
    for _ in 0..2 {
        let name = tab.eval("document.querySelector('.table .spot.lit').dataset.spot").await?;
        tab.tap(&spot(name.as_str().unwrap_or_default())).await?;
    }
    tab.wait("a turn was played", "document.querySelectorAll('.turns .turn').length === 1").await?;
    // Within the page the game is kept.
    tab.tap(".brand").await?;
    tab.wait("home lists the game", "!!document.querySelector('.kept a')").await?;
    tab.tap(".kept a").await?;
    tab.wait("it goes on", "document.querySelectorAll('.turns .turn').length === 1")
        .await
        .map(|_| ())
}

async fn storage_off(fixture: &Fixture) -> Result {
    for how in [
        "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });",
        "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); };",
    ] {
        let tab = fixture.open(Device::PHONE).await?;
        tab.add_init_script(how).await?;
        tab.go("/fa/new/tzaar?with=people").await?;
        play_unsaved(&tab, "say-no-store").await?;
    }
    Ok(())
}

async fn storage_full(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.go("/fa/new/tzaar?with=people").await?;
    tab.eval("trial.fillStorage()").await?;
    play_unsaved(&tab, "say-store-full").await
}
