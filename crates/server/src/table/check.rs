//! Verifies a stored table: its log replays, the head agrees with it, the dice follow from the seed.

use mohreh_protocol::{Dice, Phase, check_dice};

use super::head::Head;
use super::record::record;
use super::room::Room;
use crate::store::{PlyRow, StoreError, TableRow};

/// Everything that is wrong with a stored table, each as a sentence that names the place.
pub(crate) fn check_table(row: &TableRow, log: &[PlyRow]) -> Vec<String> {
    let message = |error: StoreError| match error {
        StoreError::Broken(why) => why,
        other => other.to_string(),
    };
    let about = |what: &str| format!("table {}: {what}", row.id);
    let room = match Room::load(row, log, row.created) {
        Ok(room) => room,
        Err(error) => return vec![message(error)],
    };
    let (head, log) = (room.head(), room.log());
    let mut problems = Vec::new();
    if head.to_row().people != row.people {
        problems.push(about("the rows of its seats are not those of its head"));
    }
    let end = log.end().map(|end| end.to_string());
    let places = log.outcome().map(|outcome| outcome.places().to_vec());
    let is_withdrawn =
        head.end.as_deref() == Some("aborted") && log.ply() == 0 && head.started.is_none();
    match head.phase {
        Phase::Waiting if log.ply() > 0 => {
            problems.push(about("its game has not begun, but there are entries in its log"));
        }
        Phase::Playing if end.is_some() => {
            problems.push(about("its log has come to an end, but its head says that it goes on"));
        }
        Phase::Over if is_withdrawn => {}
        Phase::Over => {
            if head.end != end {
                let (head, log) = (told(head.end.as_ref()), told(end.as_ref()));
                problems
                    .push(about(&format!("its head says that the end was {head}, its log {log}")));
            }
            if head.result != places {
                let what = "its head has another result than its log";
                problems.push(about(what));
            }
            if head.turns as usize != log.turns().len() {
                let (head, log) = (head.turns, log.turns().len());
                problems.push(about(&format!("its head counts {head} turns, its log has {log}")));
            }
            if head.ended.is_none() {
                problems.push(about("it is over, but it is not known since when"));
            }
        }
        _ => {}
    }
    if head.phase != Phase::Waiting && head.draw && !is_withdrawn && drawn_setup(head) != head.setup
    {
        problems.push(about("its setup is not the one that was drawn from its seed"));
    }
    // As a record of a game that is over, which has all that the check needs.
    let revealed = Head { phase: Phase::Over, ..head.clone() };
    let dice = record(&revealed, log).map_err(message);
    if let Err(why) =
        dice.and_then(|record| check_dice(&record).map_err(|why| about(&why.to_string())))
    {
        problems.push(why);
    }
    problems
}

fn told(end: Option<&String>) -> String {
    end.map_or("none".to_string(), |end| format!("`{end}`"))
}

fn drawn_setup(head: &Head) -> String {
    let mut lot = Dice::new(&head.seed, &head.id, "setup", &head.nonces);
    let drawn = head.kind.draw_setup(&mut |n| lot.below(n));
    if drawn.is_empty() { head.setup.clone() } else { drawn }
}
