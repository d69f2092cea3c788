//! A game of a match as a record: what counts is written into its headers, and read from there again.

use mohreh_engine::Thinks;
use mohreh_games::{Outcome, Record, Seat};

use super::fault::{FAULTS, Fault};
use super::player::Player;
use crate::failure::Result;

/// Whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    A = 0,
    B = 1,
}

/// What a player has spent on a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Turns, or steps where dice fall.
    pub answers: u64,
    pub nodes: u64,
    pub micros: u64,
}

/// How a game went.
pub struct Entry {
    pub pair: u64,
    /// Counted from 0.
    pub game: usize,
    /// A's seat.
    pub a: Seat,
    pub outcome: Outcome,
    /// How many steps the opening has.
    pub opening: usize,
    pub spent: [Spent; 2],
    /// Who lost by a fault, and by which.
    pub fault: Option<(Side, Fault)>,
}

/// What a record says of a game, as far as it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    pub pair: u64,
    pub game: usize,
    /// What A has of the win, in twelfths: a win is shared by four at most.
    pub share: u64,
    pub turns: u64,
    pub spent: [Spent; 2],
    /// Who lost by a fault, the number of its sort, and the text.
    pub fault: Option<(Side, usize, String)>,
}

/// A whole win.
pub const WHOLE: u64 = 12;

const ROUND: &str = "round";
const SPENT: [&str; 2] = ["spent by a", "spent by b"];
const FAULT: [&str; 2] = ["fault of a", "fault of b"];
const SEAT: &str = "seat of a";
const OPENING: &str = "opening steps";
const LENGTH: &str = "steps";

/// The record of a game.
pub fn write<G: Thinks>(
    entry: &Entry,
    players: &[Player; 2],
    setup: &G::Setup,
    steps: &[G::Step],
) -> Result<Record> {
    let texts: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let mut record = Record::new(G::KIND, &setup.to_string())?;
    record = record.with_steps(texts.iter().map(String::as_str))?;
    for seat in (0..entry.outcome.places().len()).map(Seat::new) {
        let side = if seat == entry.a { Side::A } else { Side::B };
        record.set_header(&format!("player {seat}"), &players[side as usize].to_string())?;
    }
    record.set_header("result", &entry.outcome.to_string())?;
    record.set_header(ROUND, &format!("{}.{}", entry.pair + 1, entry.game + 1))?;
    record.set_header(SEAT, &entry.a.to_string())?;
    record.set_header(OPENING, &entry.opening.to_string())?;
    for (key, Spent { answers, nodes, micros }) in SPENT.into_iter().zip(entry.spent) {
        record.set_header(key, &format!("{answers} turns, {nodes} nodes, {micros} us"))?;
    }
    if let Some((side, fault)) = &entry.fault {
        record.set_header(FAULT[*side as usize], &plain(&fault.to_string()))?;
    }
    record.set_header(LENGTH, &steps.len().to_string())?;
    Ok(record)
}

/// What another program said, fit for a header.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// What a record of a match says; none if it is not one, or not a whole one.
pub fn read(record: &Record) -> Option<Counted> {
    let header = |key: &str| {
        record.headers().iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    };
    if header(LENGTH)?.parse() != Ok(record.steps().len()) {
        return None;
    }
    let (pair, game) = header(ROUND)?.split_once('.')?;
    let places: Vec<&str> = header("result")?.split(' ').collect();
    let seat: usize = header(SEAT)?.parse().ok()?;
    let winners = places.iter().filter(|place| **place == "1").count() as u64;
    let won = *places.get(seat.checked_sub(1)?)? == "1";
    let spent = |key: &str| {
        let mut numbers = header(key)?.split(", ").map(|part| part.split(' ').next()?.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Spent { answers: next()?, nodes: next()?, micros: next()? })
    };
    let fault = [Side::A, Side::B].into_iter().find_map(|side| {
        let text = header(FAULT[side as usize])?;
        let sort = FAULTS.iter().position(|sort| text.starts_with(sort))?;
        Some((side, sort, text.to_string()))
    });
    Some(Counted {
        pair: pair.parse::<u64>().ok()?.checked_sub(1)?,
        game: game.parse::<usize>().ok()?.checked_sub(1)?,
        share: if won { WHOLE.checked_div(winners)? } else { 0 },
        turns: record.turns() as u64,
        spent: [spent(SPENT[0])?, spent(SPENT[1])?],
        fault,
    })
}
