//! Random records with variations.

use mohreh_games::record::{Cursor, Highlight, Ink, NodeId, Tree};
use mohreh_games::show::Name;
use mohreh_games::{AnyGame, Kind, Record, Seat};

use crate::Rng;

/// Comments that a careless format would trip over.
const COMMENTS: [&str; 9] = [
    "close by",
    "مهره‌ی سفید (یا نه؟)",
    "a ; b",
    "1. e5 ( ) !d4 'x'",
    "it's !21 & that_is ~ #1 |",
    "game: yinsh",
    "two\nlines",
    "\\",
    "é %20 +",
];

/// A random step, a leave step included; `None` after the end.
fn random_step(game: &AnyGame, rng: &mut Rng) -> Option<String> {
    let seat = Seat::new(rng.below(game.seats() as u32) as usize);
    if let Some(step) = game.leave_step(seat).filter(|_| rng.below(40) == 0) {
        return Some(step);
    }
    game.roll(&mut |n| rng.below(n)).or_else(|| {
        let steps = game.steps();
        (!steps.is_empty()).then(|| rng.one_of(&steps).clone())
    })
}

/// A record of up to `edits` edits at random nodes: steps, promotions, deletions, comments and highlights.
#[must_use]
pub fn random_tree(kind: Kind, start: &str, rng: &mut Rng, edits: usize) -> Record {
    let mut record = Record::starting(kind, start).unwrap_or_else(|error| panic!("{error}"));
    let mut cursor = Cursor::new(&record);
    let mut nodes: Vec<NodeId> = vec![Tree::ROOT];
    for _ in 0..edits {
        if rng.below(3) == 0 {
            let node = *rng.one_of(&nodes);
            cursor.go(&record, node);
        }
        let node = cursor.node();
        match rng.below(12) {
            0 => record.comment_on(node, rng.one_of::<&str>(&COMMENTS)),
            1 => {
                let names: Vec<Name> =
                    cursor.game().scene().spots.iter().map(|spot| spot.name).collect();
                let target = (rng.below(2) == 0).then(|| *rng.one_of(&names));
                let new =
                    Highlight { spot: *rng.one_of(&names), target, ink: *rng.one_of(&Ink::ALL) };
                let mut all = record.tree().highlights(node).to_vec();
                all.push(new);
                record.set_highlights(node, &all).expect("few highlights");
            }
            2 => drop(record.promote(node).expect("shallow variations")),
            3 if rng.below(8) == 0 => {
                record.delete(node);
                nodes.retain(|node| record.tree().contains(*node));
                cursor.go(&record, node);
            }
            _ => {
                if let Some(step) = random_step(cursor.game(), rng) {
                    nodes.push(cursor.play(&mut record, &step).expect("a legal step"));
                }
            }
        }
    }
    record
}

/// The text of a random position of a game.
#[must_use]
pub fn random_start(kind: Kind, setup: &str, rng: &mut Rng, max_steps: u32) -> String {
    let mut game = AnyGame::start(kind, setup).unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..rng.below(max_steps) {
        let Some(step) = random_step(&game, rng) else { break };
        game.play(&step).expect("a legal step");
    }
    game.to_string()
}
