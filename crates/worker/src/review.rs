//! Judges every turn of a game with the same number of nodes. Tables are cleared before each, so that the same game has
//! the same verdicts on every machine.

use mohreh_engine::{Engine, Limits};
use mohreh_games::{AnyGame, Record, Status, with_game};

use crate::{ten_thousandths, with_engine};

/// More than a game with dice has choices.
const ALL_CHOICES: usize = 256;

/// `request` is `NODES RECORD`; `report` gets `PLY BEST PLAYED STEP …`.
pub(crate) fn review(request: &str, report: &mut dyn FnMut(String)) -> Result<(), String> {
    let (nodes, record) = request.split_once(' ').ok_or("expected a number and a record")?;
    let nodes: u64 = nodes.parse().map_err(|_| "expected a number of nodes")?;
    let mut record = Record::from_line(record).map_err(|_| "not a record")?;
    record.keep_history();
    let has_dice = !record.game().scene().dice.is_empty();
    let last = record.steps().len();
    let is_start = |ply: &usize| record.turns().iter().any(|turn| turn.start == *ply);
    let plies = (0..=last).filter(|ply| has_dice || is_start(ply) || *ply == last);
    for ply in plies {
        let game = record.at(ply);
        if !matches!(game.status(), Status::ToMove(_)) {
            continue;
        }
        let played = record.steps().get(ply).filter(|_| has_dice);
        let judged = with_engine(|engine| judge(engine, &game, nodes, played));
        if let Some(judged) = judged {
            report(format!("{ply} {judged}"));
        }
    }
    Ok(())
}

/// `BEST PLAYED STEP …`; `None` if there is nothing to choose.
fn judge(engine: &Engine, game: &AnyGame, nodes: u64, played: Option<&String>) -> Option<String> {
    let lines = if played.is_some() { ALL_CHOICES } else { 1 };
    let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
    if played.is_none() {
        engine.clear();
    }
    with_game!(game, game => {
        let choice = engine.think(game, &limits, &|| false, &mut |_| {});
        let lines = &choice.report.lines;
        let own = lines.iter().find(|line| {
            let first = line.steps.first().map(ToString::to_string);
            first.as_ref() == played
        });
        let own = own.map_or("-".to_string(), |line| ten_thousandths(line.win).to_string());
        let steps: Vec<String> = choice.turn.iter().map(ToString::to_string).collect();
        Some(format!("{} {own} {}", ten_thousandths(lines.first()?.win), steps.join(" ")))
    })
}
