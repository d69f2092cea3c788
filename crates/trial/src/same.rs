//! The computer in the page plays what it plays in the terminal.

use mohreh_engine::{Engine, Level};
use mohreh_games::{Kind, Status};
use serde_json::Value;

use crate::browser::{Screen, quoted};
use crate::failure::{Result, While, ensure};
use crate::hands::Table;
use crate::records::{Line, chosen, key};
use crate::stage::{Stage, Test};

const LEVEL: u8 = 3;
const SEED: u64 = 20_261_116;
/// So many turns are compared, or the whole game if it is shorter.
const TURNS: usize = 14;

pub fn tests() -> Vec<Test> {
    let test = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("computer_{kind}_as_in_the_terminal"), move |stage| {
            Box::pin(as_in_the_terminal(stage, kind))
        })
    };
    Kind::ALL.iter().map(test).collect()
}

async fn as_in_the_terminal(stage: &Stage, kind: Kind) -> Result {
    let tab = stage.open(Screen::DESK).await?;
    let player = format!("computer {LEVEL}");
    let start = Line::start(kind, "")?;
    tab.keep(&[start.kept("same", &[&player, &player], SEED)?]).await?;
    tab.go("/en/table/same").await?;
    // The two computers play by themselves; each turn may take its time.
    let mut stored = Value::Null;
    for turn in 1..=TURNS {
        let played = format!(
            "(document.querySelectorAll('.turns .turn .notation').length >= {turn} || trial.table().over) && localStorage.getItem({})",
            quoted(&key("same"))
        );
        stored = tab.wait(&format!("the computer has played turn {turn}"), &played).await?;
    }
    let stored = stored.as_str().during("reading the stored game")?.to_string();
    let record = Table { stored, ..tab.table().await? }.record()?;
    let steps = record.steps();
    let engine = Engine::new(Level::TABLE);
    let mut line = Line::start(kind, "")?;
    let mut compared = 0;
    while line.steps.len() < steps.len() {
        let at = line.steps.len();
        if let Status::ToMove(_) = line.game.status() {
            let turn = chosen(&engine, &line.game, LEVEL, SEED)?;
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
    stage.figure(format!("{compared} steps compared"));
    Ok(())
}
