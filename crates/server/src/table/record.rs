//! A table as a record: the game, its players, times and result, and once it is over the secrets of its dice.

use mohreh_games::Record;
use mohreh_protocol::{Log, LogError, LogEvent, Phase, Sitter};

use super::head::Head;
use crate::store::{PlyRow, StoreError, TableRow};
use crate::time::rfc3339;

/// Record of a stored game, without its room: clocks and presence are not read.
pub(crate) fn stored_record(row: &TableRow, rows: &[PlyRow]) -> Result<Record, StoreError> {
    let head = Head::from_row(row)?;
    let broken = |why: LogError| StoreError::Broken(format!("table {}: {why}", head.id));
    let mut log = Log::new(head.kind, &head.setup).map_err(broken)?;
    for row in rows {
        apply_row(&mut log, row).map_err(|why| StoreError::in_log(&head.id, row, &why))?;
    }
    record(&head, &log)
}

/// Applies a stored entry, which must be the next one.
pub(super) fn apply_row(log: &mut Log, row: &PlyRow) -> Result<(), String> {
    if row.ply != log.ply() {
        return Err("not the next one".to_string());
    }
    let event: LogEvent = row.what.parse().map_err(|why: LogError| why.to_string())?;
    log.apply(&event).map_err(|why| why.to_string())
}

/// The game as a record; once it is over, with all that [`mohreh_protocol::check_dice`] needs.
pub(super) fn record(head: &Head, log: &Log) -> Result<Record, StoreError> {
    let broken = |why: String| StoreError::Broken(format!("table {}: {why}", head.id));
    let mut record = log.record();
    let mut set = |key: &str, value: &str| {
        record.set_header(key, value).map_err(|why| broken(why.to_string()))
    };
    for (n, sitter) in head.seats.iter().enumerate() {
        let name = match sitter {
            Sitter::Open => continue,
            Sitter::Person(person) => person.name.clone(),
            Sitter::Computer { level } => format!("computer {level}"),
        };
        set(&format!("player {}", n + 1), &name)?;
    }
    set("table", &head.id)?;
    for (key, moment) in [("started", head.started), ("played", head.ended)] {
        if let Some(moment) = moment.and_then(rfc3339) {
            set(key, &moment)?;
        }
    }
    if let Some(places) = &head.result {
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        set("result", &places.join(" "))?;
    }
    if let Some(end) = head.end.as_deref().filter(|end| *end != "rules") {
        set("end", end)?;
    }
    if head.phase == Phase::Over {
        set("commitment", &head.seed.commitment())?;
        set("seed", &head.seed.reveal())?;
        set("nonces", &head.nonces.join(","))?;
        let dice = log.plies().iter().filter(|ply| log.rolled_at(**ply));
        let dice = dice.map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if !dice.is_empty() {
            set("dice", &dice)?;
        }
    }
    Ok(record)
}
