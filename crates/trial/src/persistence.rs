//! State that must survive: reload, change of language, update of the service worker, no network.

use mohreh_games::{Kind, Status};
use mohreh_texts::{Language, Texts};

use crate::browser::{Device, Tab, js_string};
use crate::budgets::wait_cached;
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::records::{Chance, Line, MIDDLE, find_position, has_middle};

pub(crate) fn tests() -> Vec<Test> {
    let mut tests: Vec<Test> = Kind::ALL
        .iter()
        .filter(|kind| has_middle(**kind))
        .map(|kind| {
            let kind = *kind;
            Test::new(format!("reload_{kind}_in_mid_turn"), move |fixture| {
                Box::pin(reload(fixture, kind))
            })
        })
        .collect();
    tests.push(Test::new("language_in_mid_turn", |fixture| Box::pin(language(fixture))));
    tests.push(Test::new("language_with_a_piece_in_hand", |fixture| {
        Box::pin(piece_in_hand(fixture))
    }));
    for (name, first) in
        [("update_is_told_outside_a_game", false), ("update_in_the_first_visit", true)]
    {
        tests.push(Test::new(name, move |fixture| Box::pin(update(fixture, first))));
    }
    tests.push(Test::new("reload_gives_no_time_back", |fixture| Box::pin(clock(fixture))));
    tests.push(Test::new("offline_play", |fixture| Box::pin(offline(fixture))));
    tests
}

/// A position and a first step of a turn that has more than one.
fn mid_turn(kind: Kind) -> Result<(Line, String)> {
    find_position(kind, "", 20_000, |line| {
        let Status::ToMove(seat) = line.game.status() else { return Ok(None) };
        if line.steps.len() < MIDDLE {
            return Ok(None);
        }
        let turns = |line: &Line| line.record(&[], 0).map(|record| record.turns().len());
        let before = turns(line)?;
        for step in line.game.steps() {
            let after = line.and(&step)?;
            let going_on = match after.game.status() {
                Status::ToMove(next) => next == seat,
                Status::ToRoll => true,
                Status::Over(_) => false,
            };
            // The step begins a turn, and the next one continues it.
            if !going_on || turns(&after)? == before {
                continue;
            }
            let next = after.game.steps().into_iter().next().during("going on")?;
            if turns(&after.and(&next)?)? == before + 1 {
                return Ok(Some((line.clone(), step)));
            }
        }
        Ok(None)
    })
}

/// Markup of the pieces and dice as drawn.
async fn drawn(tab: &Tab) -> Result<String> {
    let pieces = "[...document.querySelectorAll('.board .pieces [data-at], .die')]\
        .map((piece) => piece.outerHTML.replaceAll('<!---->', '')).join()";
    let pieces = tab.eval(pieces).await?.as_str().unwrap_or_default().to_string();
    ensure!(!pieces.is_empty(), "nothing is on the board");
    Ok(pieces)
}

/// The running turn counts after a reload, too.
async fn clock(fixture: &Fixture) -> Result {
    let (line, _) = mid_turn(Kind::ALL[0])?;
    let (key, text) = line.storage_entry("clock", &[], 3)?;
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&[(key, text.replacen('\n', "\nclock: 60+0\n", 1))]).await?;
    tab.go("/en/table/clock").await?;
    let runs = "document.querySelector('.seat.active .clock').textContent <= '0:57'";
    tab.wait("three seconds pass", runs).await?;
    tab.reload().await?;
    let shown = tab.text(".seat.active .clock").await?;
    ensure!(shown.as_str() <= "0:58", "after a reload the clock shows {shown}");
    Ok(())
}

async fn reload(fixture: &Fixture, kind: Kind) -> Result {
    let (line, step) = mid_turn(kind)?;
    let tab = fixture.open(Device::PHONE).await?;
    tab.set_local_storage(&[line.storage_entry("again", &[], 3)?]).await?;
    tab.go("/fa/table/again").await?;
    let before = tab.play(&step).await?;
    ensure!(before.record()?.steps().len() > line.steps.len(), "{step} was not kept");
    let picture = drawn(&tab).await?;
    tab.reload().await?;
    let after = tab.wait_for_turn("").await?;
    ensure!(after.record()?.steps() == before.record()?.steps(), "other steps after loading again");
    ensure!(
        after.prompt == before.prompt,
        "after loading again it says «{}», not «{}»",
        after.prompt,
        before.prompt
    );
    ensure!(
        after.lit == before.lit,
        "after loading again {:?} are lit, not {:?}",
        after.lit,
        before.lit
    );
    ensure!(drawn(&tab).await? == picture, "after loading again the board looks otherwise");
    // The game can be continued.
    let next = after.game()?.steps().into_iter().next().during("going on")?;
    tab.play(&next).await.map(|_| ())
}

async fn language(fixture: &Fixture) -> Result {
    let (line, step) = mid_turn(Kind::Zertz)?;
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&[line.storage_entry("switch", &[], 3)?]).await?;
    tab.go("/en/table/switch").await?;
    let before = tab.play(&step).await?;
    let picture = drawn(&tab).await?;
    let game = before.game()?;
    for (code, language) in
        [("fa", Language::Persian), ("en", Language::English), ("fa", Language::Persian)]
    {
        tab.click(".language").await?;
        tab.wait(
            "the language has changed",
            &format!("document.documentElement.lang === '{code}'"),
        )
        .await?;
        let after = tab.table().await?;
        let sentence = Texts::new(language).say(&game.prompt());
        ensure!(after.prompt == sentence, "in {code} it says «{}», not «{sentence}»", after.prompt);
        ensure!(after.stored == before.stored, "the stored game changed with the language");
        ensure!(after.lit == before.lit, "in {code} {:?} are lit, not {:?}", after.lit, before.lit);
        ensure!(drawn(&tab).await? == picture, "in {code} the board looks otherwise");
        let path = tab.eval("location.pathname").await?;
        ensure!(path == format!("/{code}/table/switch"), "the address is {path}");
        let direction = tab.eval("document.documentElement.dir").await?;
        ensure!(direction == language.direction().code(), "in {code} the direction is {direction}");
    }
    let next = game.steps().into_iter().next().during("going on")?;
    let after = tab.play(&next).await?;
    ensure!(
        after.record()?.steps().last() == Some(&next),
        "after the language changed, {next} was not kept"
    );
    // The new URL survives a reload.
    tab.reload().await?;
    ensure!(
        tab.wait_for_turn("").await?.record()?.steps() == after.record()?.steps(),
        "the new address leads elsewhere"
    );
    Ok(())
}

/// A picked piece stays picked when the language changes.
async fn piece_in_hand(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.set_local_storage(&[Line::start(Kind::Tzaar, "")?.storage_entry("hand", &[], 3)?]).await?;
    tab.go("/fa/table/hand").await?;
    let table = tab.wait_for_turn("").await?;
    let name = table.lit.first().during("looking for something lit")?.clone();
    let picked = tab.tap_spot(&name).await?;
    ensure!(
        picked.picked == [name.clone()],
        "after a tap on {name}, {:?} are picked",
        picked.picked
    );
    tab.tap(".language").await?;
    tab.wait("the language has changed", "document.documentElement.lang === 'en'").await?;
    let after = tab.table().await?;
    ensure!(
        after.picked == picked.picked,
        "after the language changed, {:?} are picked",
        after.picked
    );
    ensure!(after.lit == picked.lit, "after the language changed, other spots are lit");
    Ok(())
}

/// A new version is announced only outside a table; accepting it reloads the page and keeps the games.
async fn update(fixture: &Fixture, first: bool) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let kept = Line::start(Kind::Rotas, "")?.storage_entry("going", &[], 3)?;
    tab.set_local_storage(std::slice::from_ref(&kept)).await?;
    tab.go("/en/table/going").await?;
    wait_cached(&tab, "NOW").await?;
    if !first {
        tab.reload().await?;
    }
    fixture.server().set_new_version(true);
    let there =
        "navigator.serviceWorker.getRegistration().then((there) => there.update()).then(() => 0)";
    tab.eval(there).await?;
    tab.wait("the new version waits", "!!globalThis.mohrehUpdate").await?;
    let words = Texts::new(Language::English).text("say-update");
    let told = format!("document.body.innerText.includes({})", js_string(&words));
    ensure!(tab.eval(&told).await? == false, "the new version is told of in the middle of a game");
    tab.eval("globalThis.old = true").await?;
    tab.tap(".brand").await?;
    tab.wait("the new version is told of", &told).await?;
    tab.tap(".notice button").await?;
    tab.wait("the page is loaded anew", "!globalThis.old").await?;
    tab.wait_rendered().await?;
    let names = tab.eval("caches.keys()").await?;
    let only_new = names.as_array().is_some_and(|names| {
        names.len() == 1 && names[0].as_str().is_some_and(|name| name.starts_with("next-"))
    });
    ensure!(only_new, "after the update the caches are {names}");
    ensure!(
        tab.local_storage(&kept.0).await?.as_deref() == Some(kept.1.as_str()),
        "the game changed with the update"
    );
    ensure!(tab.eval(&told).await? == false, "after the update it is still told of");
    Ok(())
}

/// After the first visit the page works offline, including reload and engine.
async fn offline(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    // The browser logs the failed update check of the service worker.
    tab.allow_error("/sw.js");
    tab.go("/fa/").await?;
    wait_cached(&tab, "NOW").await?;
    wait_cached(&tab, "LATER").await?;
    fixture.server_mut().stop();
    fixture.server().take_responses();
    tab.reload().await?;
    tab.tap("a[data-way=computer][href*=\"/zertz?\"]").await?;
    tab.tap("form button[type=submit]").await?;
    let mut table = tab.wait_for_turn("").await?;
    let mut chance = Chance::new(77);
    // Two turns of the person and two of the computer.
    while table.record()?.turns().len() < 5 && !table.over {
        ensure!(table.notices.is_empty(), "without a network the page says {:?}", table.notices);
        let name = chance.choose(&table.lit).during("looking for something lit")?.clone();
        table = tab.tap_spot(&name).await?;
    }
    // Other pages, including the static rules.
    for path in
        ["/fa/rules/yinsh/", "/en/rules/rotas/", "/en/settings", "/en/new/tzaar?with=people"]
    {
        tab.go(path).await?;
        let title = tab.text("main h1").await?;
        ensure!(!title.is_empty(), "without a network {path} has no title");
    }
    tab.go("/fa/learn/tzaar.first").await?;
    tab.wait("a lesson is there without a network", "!!document.querySelector('.lesson .task')")
        .await?;
    let answers = fixture.server().take_responses();
    ensure!(answers.is_empty(), "the server was not off: {answers:?}");
    Ok(())
}
