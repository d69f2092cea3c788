//! Coaching: whether a turn gives much away, and the level at which a person would win half of the games.

use mohreh_engine::Level;
use mohreh_games::{Kind, Record};
use mohreh_review::{Judged, Review, judge};

use crate::with_engine;

/// `request` is `NODES RECORD`; the answer is `BEST PLAYED STEP …`.
pub(crate) fn danger(request: &str) -> Result<String, String> {
    let (nodes, record) = request.split_once(' ').ok_or("expected a number and a record")?;
    let nodes: u64 = nodes.parse().map_err(|_| "expected a number of nodes")?;
    let mut record = Record::from_line(record).map_err(|_| "not a record")?;
    record.keep_history();
    let has_dice = !record.game().scene().dice.is_empty();
    let end = record.steps().len();
    // A choice of a game with dice is one step.
    let start = match has_dice {
        true => end.checked_sub(1),
        false => record.turns().last().map(|turn| turn.start),
    };
    let start = start.ok_or("nothing was played")?;
    let judged: Vec<Judged> = [start, end]
        .into_iter()
        .filter_map(|ply| with_engine(|engine| judge(engine, &record, ply, nodes, &|| false)))
        .collect();
    let review = Review::new(&record, nodes, &judged);
    let verdict = review.verdicts.first().filter(|verdict| verdict.ply == start);
    let verdict = verdict.ok_or("nobody has chosen")?;
    let played = verdict.played.ok_or("unknown")?;
    let reply = judged.get(1).filter(|_| !has_dice).map(|judged| judged.best_turn.join(" "));
    Ok(format!("{} {played} {}", verdict.best, reply.unwrap_or_default()))
}

/// `request` is `KIND LEVEL:HALVES …`.
pub(crate) fn level(request: &str) -> Result<String, String> {
    let mut words = request.split(' ');
    let kind: Option<Kind> = words.next().and_then(|kind| kind.parse().ok());
    let result = |word: &str| {
        let (level, halves) = word.split_once(':')?;
        let halves = halves.parse().ok().filter(|halves| *halves <= 2)?;
        Some((level.parse().ok()?, halves))
    };
    let results: Option<Vec<(Level, u8)>> = words.map(result).collect();
    let suggested = kind.zip(results).and_then(|(kind, all)| Level::suggested(kind, &all));
    suggested.map(|level| level.number().to_string()).ok_or("too few results".to_string())
}
