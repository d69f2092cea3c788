//! Rare rule situations: each position is found by random playouts, loaded from localStorage and played by clicks.

use mohreh_games::{Kind, Seat, Status};
use mohreh_texts::{Language, Texts};

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::records::{Line, find_position};

/// Limit of random games per search.
const GAMES: u32 = 20_000;

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("special_zertz_chain_of_captures", |fixture| Box::pin(zertz_chain(fixture))),
        Test::new("special_zertz_isolation", |fixture| Box::pin(zertz_isolation(fixture))),
        Test::new("special_yinsh_two_rows_at_once", |fixture| Box::pin(yinsh_two_rows(fixture))),
        Test::new("special_yinsh_row_for_the_opponent", |fixture| {
            Box::pin(yinsh_other_row(fixture))
        }),
        Test::new("special_tzaar_second_action", |fixture| Box::pin(tzaar_second(fixture))),
        Test::new("special_tzaar_pass", |fixture| Box::pin(tzaar_pass(fixture))),
        Test::new("special_rotas_four_seats_lost_piece", |fixture| Box::pin(rotas_lost(fixture))),
    ]
}

/// Opens the position of a line and clicks the steps. After each, stored steps and prompt must match the rules.
async fn perform(fixture: &Fixture, line: &Line, steps: &[String]) -> Result<std::rc::Rc<Tab>> {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&[line.storage_entry("special", &[], 1)?]).await?;
    tab.go("/en/table/special").await?;
    let english = Texts::new(Language::English);
    let mut line = line.clone();
    for step in steps {
        line.play(step)?;
        let table = tab.play(step).await?;
        let stored = table.record()?;
        ensure!(stored.steps() == line.steps, "after {step} the device keeps {:?}", stored.steps());
        let sentence = english.say(&line.game.prompt());
        ensure!(
            table.prompt == sentence,
            "after {step} it says «{}», not «{sentence}»",
            table.prompt
        );
        ensure!(table.notices.is_empty(), "after {step} the page says {:?}", table.notices);
    }
    Ok(tab)
}

/// Count shown beside a piece in a tray.
async fn count(tab: &Tab, name: &str) -> Result<u32> {
    let text = tab.text(&format!(".table [data-spot=\"{name}\"] .count")).await?;
    text.parse().during(format!("reading the number of {name}"))
}

/// Count of a tray slot in the scene.
fn slot(line: &Line, name: &str) -> u32 {
    let scene = line.game.scene();
    let mut slots = scene.trays.iter().flat_map(|tray| &tray.slots);
    slots.find(|slot| *slot.name == *name).map_or(0, |slot| slot.count.into())
}

async fn zertz_chain(fixture: &Fixture) -> Result {
    let (line, steps) = find_position(Kind::Zertz, "", GAMES, |line| {
        if line.game.prompt().key != "zertz-must-capture" {
            return Ok(None);
        }
        for first in line.game.steps() {
            let next = line.and(&first)?;
            if next.game.prompt().key == "zertz-go-on-jumping" && next.game.steps().len() > 1 {
                let second = next.game.steps().into_iter().next().during("jumping on")?;
                return Ok(Some((line.clone(), vec![first, second])));
            }
        }
        Ok(None)
    })?;
    let tab = perform(fixture, &line, &steps).await?;
    let taken = ["w", "g", "b"];
    let seat = mover(&line)?;
    let mut sum = 0;
    for colour in taken {
        let name = format!("own-{seat}-{colour}");
        sum += count(&tab, &name).await? - slot(&line, &name);
    }
    ensure!(sum == 2, "two jumps brought {sum} marbles");
    Ok(())
}

fn mover(line: &Line) -> Result<Seat> {
    match line.game.status() {
        Status::ToMove(seat) => Ok(seat),
        status => None.during(format!("asking who moves: {status}")),
    }
}

async fn zertz_isolation(fixture: &Fixture) -> Result {
    let owned = |line: &Line, seat: Seat| -> u32 {
        ["w", "g", "b"].iter().map(|colour| slot(line, &format!("own-{seat}-{colour}"))).sum()
    };
    let (line, steps, won) = find_position(Kind::Zertz, "", GAMES, |line| {
        // A ring is to be removed; the previous step placed the marble.
        if line.game.prompt().key != "zertz-remove-ring" {
            return Ok(None);
        }
        let seat = mover(line)?;
        for remove in line.game.steps() {
            let after = line.and(&remove)?;
            let won = owned(&after, seat) - owned(line, seat);
            if won > 0 && !matches!(after.game.status(), Status::Over(_)) {
                let mut before = Line::start(Kind::Zertz, "")?;
                for step in &line.steps[..line.steps.len() - 1] {
                    before.play(step)?;
                }
                let place = line.steps.last().during("looking for a placement")?.clone();
                return Ok(Some((before, vec![place, remove], won)));
            }
        }
        Ok(None)
    })?;
    let seat = mover(&line)?;
    let tab = perform(fixture, &line, &steps).await?;
    let mut sum = 0;
    for colour in ["w", "g", "b"] {
        sum += count(&tab, &format!("own-{seat}-{colour}")).await?;
    }
    let before = owned(&line, seat);
    ensure!(sum == before + won, "isolation of {won} marbles leads from {before} to {sum}");
    Ok(())
}

/// Prompt key and seat to move.
fn asked(line: &Line) -> (&'static str, Option<Seat>) {
    (line.game.prompt().key, mover(line).ok())
}

async fn yinsh_two_rows(fixture: &Fixture) -> Result {
    let (line, steps) = find_position(Kind::Yinsh, "", GAMES, |line| {
        if line.game.prompt().key != "yinsh-move-ring" {
            return Ok(None);
        }
        let seat = mover(line)?;
        for step in line.game.steps() {
            let mut after = line.and(&step)?;
            let mut steps = vec![step];
            // Row, ring, row, ring by the same seat.
            for wanted in
                ["yinsh-take-row", "yinsh-remove-ring", "yinsh-take-row", "yinsh-remove-ring"]
            {
                if asked(&after) != (wanted, Some(seat)) {
                    break;
                }
                let step = after.game.steps().into_iter().next().during("going on")?;
                after.play(&step)?;
                steps.push(step);
            }
            if steps.len() == 5 {
                return Ok(Some((line.clone(), steps)));
            }
        }
        Ok(None)
    })?;
    let seat = mover(&line)?;
    let tab = perform(fixture, &line, &steps).await?;
    let taken = count(&tab, &format!("taken-{seat}")).await?;
    let before = slot(&line, &format!("taken-{seat}"));
    ensure!(taken == before + 2, "two rows lead from {before} rings to {taken}");
    Ok(())
}

async fn yinsh_other_row(fixture: &Fixture) -> Result {
    let (line, steps) = find_position(Kind::Yinsh, "", GAMES, |line| {
        if line.game.prompt().key != "yinsh-move-ring" {
            return Ok(None);
        }
        let other = mover(line)?.other();
        for step in line.game.steps() {
            let mut after = line.and(&step)?;
            if asked(&after) == ("yinsh-take-row-first", Some(other)) {
                let mut steps = vec![step];
                // The opponent takes the row and a ring, then plays a normal move.
                for _ in 0..3 {
                    let step = after.game.steps().into_iter().next().during("going on")?;
                    after.play(&step)?;
                    steps.push(step);
                }
                return Ok(Some((line.clone(), steps)));
            }
        }
        Ok(None)
    })?;
    let other = mover(&line)?.other();
    let tab = perform(fixture, &line, &steps).await?;
    let taken = count(&tab, &format!("taken-{other}")).await?;
    let before = slot(&line, &format!("taken-{other}"));
    ensure!(taken == before + 1, "the opponent's row leads from {before} rings to {taken}");
    Ok(())
}

/// A TZAAR position and a first capture after which a second action is due.
fn second_action() -> Result<(Line, Vec<String>)> {
    find_position(Kind::Tzaar, "", GAMES, |line| {
        if line.steps.len() < 6 || line.game.prompt().key != "tzaar-capture-first" {
            return Ok(None);
        }
        let first = line.game.steps().into_iter().next().during("capturing")?;
        let after = line.and(&first)?;
        let due = after.game.prompt().key == "tzaar-second-action";
        Ok(due.then(|| (line.clone(), vec![first])))
    })
}

async fn tzaar_second(fixture: &Fixture) -> Result {
    let (line, mut steps) = second_action()?;
    let after = line.and(&steps[0])?;
    // Strengthening as the second action ends the turn, as a capture would.
    let strengthening = after.game.steps().into_iter().find(|step| step.contains('+'));
    steps.push(strengthening.during("looking for a way to become stronger")?);
    let seat = mover(&line)?;
    let tab = perform(fixture, &line, &steps).await?;
    let game = tab.table().await?.game()?;
    ensure!(
        game.status() == Status::ToMove(seat.other()),
        "after two actions it is {}",
        game.status()
    );
    Ok(())
}

async fn tzaar_pass(fixture: &Fixture) -> Result {
    let (line, mut steps) = second_action()?;
    steps.push("-".to_string());
    let seat = mover(&line)?;
    let tab = perform(fixture, &line, &steps).await?;
    let game = tab.table().await?.game()?;
    ensure!(game.status() == Status::ToMove(seat.other()), "after a pass it is {}", game.status());
    Ok(())
}

async fn rotas_lost(fixture: &Fixture) -> Result {
    let line = find_position(Kind::Rotas, "seats=4", GAMES, |line| {
        let late = line.steps.len() > 40;
        let lose = late && line.game.steps().iter().any(|step| step == "lose");
        Ok(lose.then(|| line.clone()))
    })?;
    let seat = mover(&line)?;
    let (lost, hand) = (format!("lost-{seat}"), format!("hand-{seat}"));
    let (lost_before, hand_before) = (slot(&line, &lost), slot(&line, &hand));
    let tab = perform(fixture, &line, &["lose".to_string()]).await?;
    let seats = tab.eval("document.querySelectorAll('.seat').length").await?;
    ensure!(seats == 4, "{seats} seats are shown");
    let (lost_after, hand_after) = (count(&tab, &lost).await?, count(&tab, &hand).await?);
    ensure!(
        (lost_after, hand_after) == (lost_before + 1, hand_before - 1),
        "a lost piece leads from {lost_before} lost and {hand_before} in hand to {lost_after} and {hand_after}"
    );
    let active = tab.eval("document.querySelector('.seat.active')?.dataset.seat ?? ''").await?;
    let next = seat.next(4).to_string();
    ensure!(active == next.as_str(), "after seat {seat} comes {active}");
    Ok(())
}
