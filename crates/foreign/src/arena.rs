//! YINSH of Board Game Arena: the log of a table, in JSON.

use mohreh_games::record::RecordError;
use mohreh_games::{Kind, Record};
use mohreh_protocol::Json;

use crate::{Imported, Transcript, wrong, yinsh};

const SOURCE: &str = "boardgamearena.com";

/// A notice that may be a step.
struct Move {
    number: usize,
    player: String,
    /// A point, or a slot beside the board (`@0`).
    from: Option<String>,
    to: Option<String>,
    log: String,
}

/// A number or a string, as text: the site writes ids both ways.
fn text(value: Option<&Json>) -> Option<String> {
    match value? {
        Json::Text(text) => Some(text.clone()),
        Json::Number(number) => Some(number.clone()),
        _ => None,
    }
}

fn list(value: Option<&Json>) -> &[Json] {
    match value {
        Some(Json::List(list)) => list,
        _ => &[],
    }
}

/// Our name of a point; `None` of a slot.
fn point(location: Option<&String>) -> Option<String> {
    location.filter(|name| !name.starts_with('@')).map(|name| name.to_lowercase())
}

pub(crate) fn read(file: &str) -> Result<Imported, RecordError> {
    let json = Json::parse(file).ok_or_else(|| RecordError::new("wrong-foreign-json"))?;
    let data = json.get("data").unwrap_or(&json);
    let (mut moves, mut winner): (Vec<Move>, Option<String>) = (Vec::new(), None);
    let notices = list(data.get("logs")).iter().flat_map(|packet| list(packet.get("data")));
    for (number, notice) in (1..).zip(notices) {
        let args = notice.get("args");
        let arg = |name: &str| text(args.and_then(|args| args.get(name)));
        let player = arg("player_id").unwrap_or_default();
        let log = text(notice.get("log")).unwrap_or_default();
        match text(notice.get("type")).as_deref() {
            Some("move") => {
                let (from, to) = (arg("locationFrom"), arg("locationTo"));
                moves.push(Move { number, player, from, to, log });
            }
            Some("restartUndo") => {
                let whole_turn = log.contains("restart");
                let last = moves.iter().rposition(|other| other.player != player);
                let start = last.map_or(0, |last| last + 1);
                let keep =
                    if whole_turn { start } else { moves.len().saturating_sub(1).max(start) };
                moves.truncate(keep);
            }
            Some("gameEnd") => winner = Some(player).filter(|id| !id.is_empty()),
            _ => {}
        }
    }
    let mut transcript = Transcript::new(Record::new(Kind::Yinsh, "")?);
    let begins = moves.first().map(|first| first.player.clone()).unwrap_or_default();
    for player in list(data.get("players")) {
        let seat = if text(player.get("id")).as_deref() == Some(&begins) { 1 } else { 2 };
        transcript.header(&format!("player {seat}"), &text(player.get("name")).unwrap_or_default());
    }
    for notice in &moves {
        let Some(step) = step(&transcript, notice)? else { continue };
        if !transcript.play(notice.number, &notice.log, &step)? {
            break;
        }
    }
    let result = winner.map(|winner| if winner == begins { "1 2" } else { "2 1" });
    Ok(transcript.finish(SOURCE, result))
}

/// The step of a notice; `None` of a marker, which the move of the ring implies. Templates are in the language of the
/// person who fetched the log, so the places and the position decide.
fn step(transcript: &Transcript, notice: &Move) -> Result<Option<String>, RecordError> {
    let is_legal = |step: &str| transcript.record.game().touches(step).is_some();
    let (from, to) = (point(notice.from.as_ref()), point(notice.to.as_ref()));
    Ok(match (from, to) {
        (Some(from), Some(to)) => {
            let (go, row) = (format!("{from}-{to}"), yinsh::row(&from, &to));
            Some(if is_legal(&row) { row } else { go })
        }
        (Some(from), None) => Some(format!("*{from}")),
        (None, Some(to)) => {
            let placing = transcript.record.steps().len() < 10;
            placing.then_some(to)
        }
        (None, None) => {
            return Err(wrong(notice.number, &notice.log, "wrong-foreign-gesture"));
        }
    })
}
