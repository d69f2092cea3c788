//! Games of a match as records: `write` puts result, cost and faults into the headers, `read` parses them.

use std::fmt;

use mohreh_engine::EngineGame;
use mohreh_games::{Outcome, Record, Seat};

use super::fault::{FAULTS, Fault};
use super::player::{Go, Player};
use super::program::Evaluation;
use crate::failure::Result;
use crate::printable::printable;
use crate::terminal::with;

/// Side of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    A = 0,
    B = 1,
}

impl Side {
    /// Its name in a sentence.
    pub(super) fn said(self) -> String {
        with("cli-match-side", &[("side", format!("{self:?}").into())])
    }
}

/// Search cost of a side in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spent {
    /// Number of answers: turns, or steps in games with dice.
    pub answers: u64,
    pub nodes: u64,
    pub micros: u64,
}

/// What a player found in the search for one turn: a comment of the record, behind the turn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Thought {
    /// Number of steps up to its last one; 0 if there was no answer.
    pub ply: usize,
    /// Of its last search.
    pub evaluation: Option<Evaluation>,
    pub nodes: u64,
    pub micros: u64,
}

/// `win 0.5312 depth 7 nodes 20000 ms 12.3`; without a search only the time.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Evaluation { win, depth }) = self.evaluation {
            write!(f, "win {win:.4} depth {depth} ")?;
        }
        if self.nodes > 0 {
            write!(f, "nodes {} ", self.nodes)?;
        }
        write!(f, "ms {:.1}", self.micros as f64 / 1e3)
    }
}

/// A finished game, besides its steps.
pub(super) struct PlayedGame {
    pub pair: u64,
    /// GameResult from 0.
    pub game: usize,
    /// A's seat.
    pub a: Seat,
    pub outcome: Outcome,
    /// Number of steps in the opening.
    pub opening: usize,
    pub spent: [Spent; 2],
    /// Those of each turn after the opening.
    pub thoughts: Vec<Thought>,
    /// What each side is told with `go`, if it is a program.
    pub go: [Option<Go>; 2],
    /// The side that forfeited, and why.
    pub fault: Option<(Side, Fault)>,
}

/// What the tally needs of a game, parsed from its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameResult {
    pub pair: u64,
    pub game: usize,
    /// Index of A's seat.
    pub seat: usize,
    /// A's share of the win in twelfths, which divide evenly among up to four winners.
    pub share: u64,
    pub turns: u64,
    pub spent: [Spent; 2],
    /// The side that forfeited, and the index into `FAULTS`.
    pub fault: Option<(Side, usize)>,
}

/// `share` of an undivided win.
pub(super) const FULL_WIN: u64 = 12;

const ROUND: &str = "round";
const SPENT: [&str; 2] = ["spent by a", "spent by b"];
const FAULT: [&str; 2] = ["fault of a", "fault of b"];
const LIMIT: [&str; 2] = ["limit of a", "limit of b"];
const SEAT: &str = "seat of a";
const OPENING: &str = "opening steps";
const LENGTH: &str = "steps";

/// Writes a game as a record.
pub(super) fn write<G: EngineGame>(
    played: &PlayedGame,
    players: &[Player; 2],
    setup: &G::Setup,
    steps: &[G::Step],
) -> Result<Record> {
    let texts: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let mut record = Record::new(G::KIND, &setup.to_string())?;
    record = record.with_steps(texts.iter().map(String::as_str))?;
    for seat in (0..played.outcome.places().len()).map(Seat::new) {
        let side = if seat == played.a { Side::A } else { Side::B };
        record.set_header(&format!("player {seat}"), &players[side as usize].to_string())?;
    }
    record.set_header("result", &played.outcome.to_string())?;
    record.set_header(ROUND, &format!("{}.{}", played.pair + 1, played.game + 1))?;
    record.set_header(SEAT, &played.a.to_string())?;
    record.set_header(OPENING, &played.opening.to_string())?;
    for (key, go) in LIMIT.into_iter().zip(played.go) {
        if let Some(go) = go {
            record.set_header(key, &format!("go {go}"))?;
        }
    }
    for (key, Spent { answers, nodes, micros }) in SPENT.into_iter().zip(played.spent) {
        record.set_header(key, &format!("{answers} turns, {nodes} nodes, {micros} us"))?;
    }
    if let Some((side, fault)) = &played.fault {
        record.set_header(FAULT[*side as usize], &printable(&fault.to_string()))?;
    }
    record.set_header(LENGTH, &steps.len().to_string())?;
    for thought in played.thoughts.iter().filter(|thought| thought.ply > 0) {
        record.comment(thought.ply, &thought.to_string());
    }
    Ok(record)
}

/// Parses a record of a match; `None` if it is foreign or truncated.
pub(super) fn read(record: &Record) -> Option<GameResult> {
    let header = |key: &str| {
        record.headers().iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    };
    if header(LENGTH)?.parse() != Ok(record.steps().len()) {
        return None;
    }
    let (pair, game) = header(ROUND)?.split_once('.')?;
    let places: Vec<&str> = header("result")?.split(' ').collect();
    let seat = header(SEAT)?.parse::<usize>().ok()?.checked_sub(1)?;
    let winners = places.iter().filter(|place| **place == "1").count() as u64;
    let won = *places.get(seat)? == "1";
    let spent = |key: &str| {
        let mut numbers = header(key)?.split(", ").map(|part| part.split(' ').next()?.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Spent { answers: next()?, nodes: next()?, micros: next()? })
    };
    let fault = [Side::A, Side::B].into_iter().find_map(|side| {
        let text = header(FAULT[side as usize])?;
        let fault = FAULTS.iter().position(|name| text.starts_with(name))?;
        Some((side, fault))
    });
    Some(GameResult {
        pair: pair.parse::<u64>().ok()?.checked_sub(1)?,
        game: game.parse::<usize>().ok()?.checked_sub(1)?,
        seat,
        share: if won { FULL_WIN.checked_div(winners)? } else { 0 },
        turns: record.turns().len() as u64,
        spent: [spent(SPENT[0])?, spent(SPENT[1])?],
        fault,
    })
}
