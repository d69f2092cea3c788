//! Engine parity: the wasm engine in the page plays the same steps as the native one.

use mohreh_engine::{Engine, Level};
use mohreh_games::{Kind, Status};
use serde_json::Value;

use crate::browser::{Device, js_string};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::TableView;
use crate::records::{Line, level_turn, storage_key};

const LEVEL: u8 = 3;
const SEED: u64 = 20_261_116;
/// Turns compared, or the whole game if it is shorter.
const TURNS: usize = 14;

pub(crate) fn tests() -> Vec<Test> {
    let test = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("computer_{kind}_as_in_the_terminal"), move |fixture| {
            Box::pin(as_in_the_terminal(fixture, kind))
        })
    };
    Kind::ALL.iter().map(test).collect()
}

async fn as_in_the_terminal(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let player = format!("computer {LEVEL}");
    let start = Line::start(kind, "")?;
    tab.set_local_storage(&[start.storage_entry("same", &[&player, &player], SEED)?]).await?;
    tab.go("/en/table/same").await?;
    // Wait turn by turn, so that the timeout applies to each.
    let mut stored = Value::Null;
    for turn in 1..=TURNS {
        let played = format!(
            "(document.querySelectorAll('.turns .turn .notation').length >= {turn} || trial.table().over) && localStorage.getItem({})",
            js_string(&storage_key("same"))
        );
        stored = tab.wait(&format!("the computer has played turn {turn}"), &played).await?;
    }
    let stored = stored.as_str().during("reading the stored game")?.to_string();
    let record = TableView { stored, ..tab.table().await? }.record()?;
    let steps = record.steps();
    let engine = Engine::new(Level::TABLE_BYTES);
    let mut line = Line::start(kind, "")?;
    let mut compared = 0;
    while line.steps.len() < steps.len() {
        let at = line.steps.len();
        if let Status::ToMove(_) = line.game.status() {
            let turn = level_turn(&engine, &line.game, LEVEL, SEED)?;
            let there = &steps[at..steps.len().min(at + turn.len())];
            ensure!(
                there == &turn[..there.len()],
                "after {at} steps the page plays {there:?}, the terminal {turn:?}"
            );
            compared += there.len();
            for step in there {
                line.play(step)?;
            }
        } else {
            line.play(&steps[at])?;
        }
    }
    fixture.report(format!("{compared} steps compared"));
    Ok(())
}
