//! Games at one screen with the keyboard alone: the tabulator, arrows, Enter, the space bar, and `u`
//! to take back. No test of this file ever touches or points.

use std::collections::BTreeSet;

use mohreh_games::{AnyGame, Kind};
use serde_json::Value;

use crate::browser::{Screen, Tab, quoted};
use crate::failure::{Failure, Result, While, ensure};
use crate::hands::{Table, spot};
use crate::records::Chance;
use crate::stage::{Stage, Test};

const TURNS: usize = 12;
/// From anywhere to anywhere on a page, or on a board.
const MOST_KEYS: usize = 120;

pub fn tests() -> Vec<Test> {
    let turns = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("keys_{kind}_twelve_turns"), move |stage| {
            Box::pin(twelve_turns(stage, kind))
        })
    };
    let focus = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("keys_{kind}_focus_stays"), move |stage| {
            Box::pin(focus_stays(stage, kind))
        })
    };
    Kind::ALL.iter().map(turns).chain(Kind::ALL.iter().map(focus)).collect()
}

/// From the first page into a game at this screen.
async fn begin(tab: &Tab, kind: Kind) -> Result<Table> {
    tab.go("/en/").await?;
    tab_to(tab, &format!("a[data-way=people][href*=\"/{kind}?\"]")).await?;
    tab.key("Enter").await?;
    tab.wait("there is a form", "!!document.querySelector('form button[type=submit]')").await?;
    tab_to(tab, "form button[type=submit]").await?;
    tab.key(" ").await?;
    tab.next("").await
}

async fn twelve_turns(stage: &Stage, kind: Kind) -> Result {
    let tab = stage.open(Screen::DESK).await?;
    let mut table = begin(&tab, kind).await?;
    let mut chance = Chance::new(kind as u64 + 40);
    let (mut taken_back, mut touches) = (false, 0);
    while table.record()?.turns() <= TURNS && !table.over {
        ensure!(table.notices.is_empty(), "the page says {:?}", table.notices);
        // Something is picked up as soon as possible, whatever the dice say, so that it can be taken back.
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
    ensure!(taken_back, "in {TURNS} turns nothing could be taken back");
    stage.figure(format!("{} turns, {touches} touches", table.record()?.turns()));
    Ok(())
}

/// Whoever plays by keys is not thrown out of the table by what was pressed.
async fn focus_stays(stage: &Stage, kind: Kind) -> Result {
    let tab = stage.open(Screen::DESK).await?;
    let mut table = begin(&tab, kind).await?;
    let mut chance = Chance::new(kind as u64 + 40);
    let mut lost = Vec::new();
    for _ in 0..12 {
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

/// Whether a touch picks something, and is no step yet.
fn is_pick(game: &AnyGame, name: &str) -> bool {
    let mut steps = game.steps().into_iter().filter_map(|step| game.touches(&step));
    !steps.any(|touches| touches.path.len() == 1 && *touches.path[0] == *name)
}

/// Whether a touch has picked something and no step came of it.
fn is_picked(before: &Table, after: &Table) -> Result<bool> {
    let picked = after.picked.len() > before.picked.len();
    Ok(picked && before.record()?.steps() == after.record()?.steps())
}

/// Takes the last touch back by key, and sees that everything is as before.
async fn take_back(tab: &Tab, before: &Table, table: &Table) -> Result<Table> {
    let mark = tab.mark().await?;
    tab.key("u").await?;
    let after = tab.next(&mark).await.during("after `u`")?;
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

/// Goes to something of the table and presses it.
async fn press(tab: &Tab, name: &str, enter: bool) -> Result<Table> {
    let on_board = tab
        .eval(&format!("!!document.querySelector({})", quoted(&format!(".board {}", inner(name)))))
        .await?;
    if on_board == true {
        let within = "!!document.activeElement?.closest('.board [data-spot]')";
        if tab.eval(within).await? != true {
            tab_until(tab, within, "the board").await?;
        }
        walk(tab, name).await?;
    } else {
        tab_to(tab, &spot(name)).await?;
    }
    let mark = tab.mark().await?;
    tab.key(if enter { "Enter" } else { " " }).await?;
    tab.next(&mark).await.during(format!("after a key on {name}"))
}

fn inner(name: &str) -> String {
    format!("[data-spot=\"{name}\"]")
}

/// Presses the tabulator until an element has the focus.
async fn tab_to(tab: &Tab, selector: &str) -> Result {
    let there = format!("!!document.activeElement?.matches({})", quoted(selector));
    tab_until(tab, &there, selector).await
}

async fn tab_until(tab: &Tab, there: &str, what: &str) -> Result {
    for _ in 0..MOST_KEYS {
        if tab.eval(there).await? == true {
            return Ok(());
        }
        tab.key("Tab").await?;
    }
    Err(Failure::new(format!("the tabulator never came to {what}")))
}

/// Walks over the board by arrows, as one does who looks where the spot lies: always the arrow that
/// points there best and has not been tried from here.
async fn walk(tab: &Tab, to: &str) -> Result {
    const ARROWS: [(&str, f64, f64); 4] = [
        ("ArrowLeft", -1.0, 0.0),
        ("ArrowRight", 1.0, 0.0),
        ("ArrowUp", 0.0, -1.0),
        ("ArrowDown", 0.0, 1.0),
    ];
    let places = tab.eval("trial.places()").await?;
    let place = |name: &str| -> Option<(f64, f64)> {
        let place: &Value = places.get(name)?;
        Some((place[0].as_f64()?, place[1].as_f64()?))
    };
    let goal = place(to).during(format!("looking for {to}"))?;
    let mut tried = BTreeSet::new();
    for _ in 0..MOST_KEYS {
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
