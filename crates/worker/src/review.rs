//! Judges every turn of a game for the page; the verdicts are those of `mohreh review`.

use mohreh_games::Record;
use mohreh_review::{Judged, judge, positions};

use crate::with_engine;

/// `request` is `NODES RECORD`; `report` gets `PLY BEST PLAYED STEP …`.
pub(crate) fn review(request: &str, report: &mut dyn FnMut(String)) -> Result<(), String> {
    let (nodes, record) = request.split_once(' ').ok_or("expected a number and a record")?;
    let nodes: u64 = nodes.parse().map_err(|_| "expected a number of nodes")?;
    let mut record = Record::from_line(record).map_err(|_| "not a record")?;
    record.keep_history();
    for ply in positions(&record) {
        let judged = with_engine(|engine| judge(engine, &record, ply, nodes, &|| false));
        if let Some(Judged { best, played, best_turn, .. }) = judged {
            let played = played.map_or("-".to_string(), |played| played.to_string());
            report(format!("{ply} {best} {played} {}", best_turn.join(" ")));
        }
    }
    Ok(())
}
