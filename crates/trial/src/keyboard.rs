//! Keyboard-only play: Tab, arrow keys, Enter, Space, and `u` to take back. No pointer input in this file.

use std::collections::BTreeSet;

use mohreh_games::{AnyGame, Kind};
use serde_json::Value;

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Context, Failure, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::{TableView, spot};
use crate::records::{Chance, has_middle, middle_of, whole_game};

const TURNS: usize = 12;
/// Key presses after which a search for a target is given up.
const MAX_KEYS: usize = 120;

pub(crate) fn tests() -> Vec<Test> {
    let turns = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("keys_{kind}_twelve_turns"), move |fixture| {
            Box::pin(twelve_turns(fixture, kind))
        })
    };
    let focus = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("keys_{kind}_focus_stays"), move |fixture| {
            Box::pin(focus_stays(fixture, kind))
        })
    };
    let space =
        Test::new("keys_space_presses_a_focused_button_only", |fixture| Box::pin(space(fixture)));
    Kind::ALL.iter().map(turns).chain(Kind::ALL.iter().map(focus)).chain([space]).collect()
}

/// In the replay viewer, Space is autoplay, but not on a button.
async fn space(fixture: &Fixture) -> Result {
    const PLAYING: &str = "document.querySelectorAll('.steps button')[2].innerHTML";
    let line = middle_of(&whole_game(Kind::ALL[0], 3)?)?;
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&[line.storage_entry("space", &[], 3)?]).await?;
    tab.go("/en/replay/space").await?;
    let paused = tab.eval(PLAYING).await?;
    tab.eval("document.querySelector('.steps button').focus()").await?;
    tab.key(" ").await?;
    tab.wait("the button is pressed", "document.querySelector('.slider').value === '0'").await?;
    ensure!(tab.eval(PLAYING).await? == paused, "the button has started autoplay");
    tab.eval("document.querySelector('.viewer').focus()").await?;
    tab.key(" ").await?;
    let played = format!("{PLAYING} !== {paused}");
    tab.wait("autoplay starts", &played).await?;
    Ok(())
}

/// From the home page into a local game.
async fn begin(tab: &Tab, kind: Kind) -> Result<TableView> {
    tab.go("/en/").await?;
    tab_to(tab, &format!("a[data-way=people][href*=\"/{kind}?\"]")).await?;
    tab.key("Enter").await?;
    tab.wait("there is a form", "!!document.querySelector('form button[type=submit]')").await?;
    tab_to(tab, "form button[type=submit]").await?;
    tab.key(" ").await?;
    tab.wait_for_turn("").await
}

async fn twelve_turns(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let mut table = begin(&tab, kind).await?;
    let mut chance = Chance::new(kind as u64 + 40);
    let (mut taken_back, mut touches) = (false, 0);
    while table.record()?.turns().len() <= TURNS && !table.over {
        ensure!(table.notices.is_empty(), "the page says {:?}", table.notices);
        // Prefer a pick until one was taken back.
        let game = table.game()?;
        let (mut picks, lit) = (table.lit.clone(), &table.lit);
        picks.retain(|name| !taken_back && is_pick(&game, name));
        let name = chance.choose(if picks.is_empty() { lit } else { &picks });
        let name = name.during("looking for something lit")?.clone();
        let before = table;
        table = press(&tab, &name, touches % 2 == 0).await?;
        touches += 1;
        if !taken_back && is_picked(&before, &table)? {
            table = take_back(&tab, &before, &table).await?;
            taken_back = true;
        }
    }
    ensure!(taken_back || !has_middle(kind), "in {TURNS} turns nothing could be taken back");
    fixture.report(format!("{} turns, {touches} touches", table.record()?.turns().len()));
    Ok(())
}

/// Pressing a spot never loses keyboard focus.
async fn focus_stays(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let mut table = begin(&tab, kind).await?;
    let mut chance = Chance::new(kind as u64 + 40);
    let mut lost = Vec::new();
    for _ in 0..12 {
        if table.over {
            break;
        }
        let name = chance.choose(&table.lit).during("looking for something lit")?.clone();
        let asked = std::mem::take(&mut table.prompt);
        table = press(&tab, &name, true).await?;
        if table.lost {
            lost.push(format!("Enter on {name}, asked «{asked}»"));
        }
    }
    ensure!(lost.is_empty(), "nothing has the focus after {}", lost.join("; "));
    Ok(())
}

/// Whether a touch only picks something and is not yet a step.
fn is_pick(game: &AnyGame, name: &str) -> bool {
    let mut steps = game.steps().into_iter().filter_map(|step| game.touches(&step));
    !steps.any(|touches| touches.path.len() == 1 && *touches.path[0] == *name)
}

/// Whether the last touch picked something without playing a step.
fn is_picked(before: &TableView, after: &TableView) -> Result<bool> {
    let picked = after.picked.len() > before.picked.len();
    Ok(picked && before.record()?.steps() == after.record()?.steps())
}

/// Takes the last touch back with `u`, and checks that the state is restored.
async fn take_back(tab: &Tab, before: &TableView, table: &TableView) -> Result<TableView> {
    let fingerprint = tab.fingerprint().await?;
    tab.key("u").await?;
    let after = tab.wait_for_turn(&fingerprint).await.during("after `u`")?;
    ensure!(after.picked.is_empty(), "after `u`, {:?} are still picked", after.picked);
    ensure!(
        after.lit == before.lit || !before.picked.is_empty(),
        "after `u`, other spots are lit than before"
    );
    ensure!(
        after.record()?.steps() == table.record()?.steps(),
        "`u` changed the steps of the game"
    );
    Ok(after)
}

/// Moves the focus to a spot and presses it.
async fn press(tab: &Tab, name: &str, enter: bool) -> Result<TableView> {
    focus_spot(tab, name).await?;
    let fingerprint = tab.fingerprint().await?;
    tab.key(if enter { "Enter" } else { " " }).await?;
    tab.wait_for_turn(&fingerprint).await.during(format!("after a key on {name}"))
}

/// Moves the focus to a spot: by arrows on the board, by the tabulator beside it.
pub(crate) async fn focus_spot(tab: &Tab, name: &str) -> Result {
    let on_board = tab
        .eval(&format!(
            "!!document.querySelector({})",
            js_string(&format!(".board {}", inner(name)))
        ))
        .await?;
    if on_board == true {
        let within = "!!document.activeElement?.closest('.board [data-spot]')";
        if tab.eval(within).await? != true {
            tab_until(tab, within, "the board").await?;
        }
        walk(tab, name).await
    } else {
        tab_to(tab, &spot(name)).await
    }
}

fn inner(name: &str) -> String {
    format!("[data-spot=\"{name}\"]")
}

/// Presses Tab until an element has focus.
pub(crate) async fn tab_to(tab: &Tab, selector: &str) -> Result {
    let there = format!("!!document.activeElement?.matches({})", js_string(selector));
    tab_until(tab, &there, selector).await
}

pub(crate) async fn tab_until(tab: &Tab, there: &str, what: &str) -> Result {
    for _ in 0..MAX_KEYS {
        if tab.eval(there).await? == true {
            return Ok(());
        }
        tab.key("Tab").await?;
    }
    Err(Failure::new(format!("the tabulator never came to {what}")))
}

/// Moves the focus over the board by arrow keys: greedily in the direction of the target, each arrow at most once
/// from the same spot.
pub(crate) async fn walk(tab: &Tab, to: &str) -> Result {
    const ARROWS: [(&str, f64, f64); 4] = [
        ("ArrowLeft", -1.0, 0.0),
        ("ArrowRight", 1.0, 0.0),
        ("ArrowUp", 0.0, -1.0),
        ("ArrowDown", 0.0, 1.0),
    ];
    let places = tab.eval("trial.spotCentres()").await?;
    let place = |name: &str| -> Option<(f64, f64)> {
        let place: &Value = places.get(name)?;
        Some((place[0].as_f64()?, place[1].as_f64()?))
    };
    let goal = place(to).during(format!("looking for {to}"))?;
    let mut tried = BTreeSet::new();
    for _ in 0..MAX_KEYS {
        let at = tab.eval("document.activeElement?.dataset?.spot ?? ''").await?;
        let at = at.as_str().unwrap_or_default().to_string();
        if at == to {
            return Ok(());
        }
        let here =
            place(&at).during(format!("walking over the board to {to}, and being at «{at}»"))?;
        let (dx, dy) = (goal.0 - here.0, goal.1 - here.1);
        let untried = ARROWS.iter().filter(|(key, ..)| !tried.contains(&(at.clone(), *key)));
        let best = untried.max_by(|a, b| (a.1 * dx + a.2 * dy).total_cmp(&(b.1 * dx + b.2 * dy)));
        let (key, ..) =
            best.during(format!("finding a way by arrows to {to}; at {at} all were tried"))?;
        tried.insert((at, *key));
        tab.key(key).await?;
    }
    Err(Failure::new(format!("arrows do not lead to {to}")))
}
