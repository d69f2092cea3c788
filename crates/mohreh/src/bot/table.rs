//! `Table`: the bot's view of one table, and its next action there. Pure: messages come in, requests and searches go
//! out; no network and no clock.

use std::time::Duration;

use mohreh_games::{AnyGame, Kind, Seat};
use mohreh_protocol::{
    Act, ClientMessage, Clock, ClockState, Entry, Log, LogEvent, Offer, Phase, PublicHead as Head,
    Sitter, Snapshot,
};

use crate::printable::printable;

/// Shortest search time, however little is left on the clock.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(20);

pub(super) struct Table {
    head: Head,
    log: Log,
    you: Seat,
    clocks: ClockState,
    /// One-line record of the position being searched.
    thinking: Option<String>,
    /// One-line record of a position, and the turn found for it.
    answer: Option<(String, Vec<String>)>,
    /// Ply of the last request sent. Nothing more is sent until the log grows past it.
    sent_at: Option<u32>,
    /// Consecutive faults since the bot's last turn.
    faults: u32,
    given_up: bool,
}

/// The bot's next action at a table.
#[derive(Debug)]
pub(super) enum Next {
    Think(Box<Question>),
    Send(ClientMessage),
}

/// A position to search.
#[derive(Debug)]
pub(super) struct Question {
    pub table: String,
    /// One-line record; identifies the position when the answer arrives.
    pub line: String,
    pub game: AnyGame,
    /// Search time that the clock allows; `None` without a clock.
    pub time_limit: Option<Duration>,
}

/// Why a message could not be applied.
#[derive(Debug)]
pub(super) enum SyncError {
    /// Entries are missing: request a new snapshot.
    Gap,
    /// An entry is invalid.
    Invalid(String),
}

impl Table {
    /// Builds the table from a snapshot; `None` if the bot has no seat there.
    pub(super) fn new(snapshot: &Snapshot) -> Result<Option<Table>, String> {
        let Some(you) = snapshot.you else { return Ok(None) };
        let seats = snapshot.table.seats.len();
        if !(1..=seats).contains(&usize::from(you)) || seats > Seat::MOST {
            return Err(format!("there is no seat {you}"));
        }
        let mut table = Table {
            log: new_log(&snapshot.table)?,
            head: snapshot.table.clone(),
            you: Seat::new(usize::from(you) - 1),
            clocks: snapshot.clocks.clone(),
            thinking: None,
            answer: None,
            sent_at: None,
            faults: 0,
            given_up: false,
        };
        match table.apply(snapshot.from, &snapshot.entries, &snapshot.clocks) {
            Ok(_) => Ok(Some(table)),
            Err(SyncError::Gap) => Err("the beginning of the game is missing".to_string()),
            Err(SyncError::Invalid(why)) => Err(why),
        }
    }

    /// Replaces the state by a fresh snapshot, for example after a reconnect. Search results and faults survive.
    pub(super) fn resync(&mut self, mut fresh: Table) {
        fresh.thinking = self.thinking.take();
        fresh.answer = self.answer.take();
        fresh.faults = self.faults;
        fresh.given_up = self.given_up;
        *self = fresh;
    }

    pub(super) fn head(&self) -> &Head {
        &self.head
    }

    pub(super) fn you(&self) -> Seat {
        self.you
    }

    /// Adopts a new head. At the start of the game that is a gap: seats and setup may have been drawn at random, so
    /// a snapshot is needed.
    pub(super) fn set_head(&mut self, head: Head) -> Result<(), SyncError> {
        if self.head.phase == Phase::Waiting && head.phase == Phase::Playing {
            return Err(SyncError::Gap);
        }
        self.head = head;
        Ok(())
    }

    /// Applies broadcast entries, ignoring those already known. Returns a description of each new turn or act.
    pub(super) fn apply(
        &mut self,
        ply: u32,
        entries: &[Entry],
        clocks: &ClockState,
    ) -> Result<Vec<String>, SyncError> {
        if ply > self.log.ply() || self.head.phase == Phase::Waiting && !entries.is_empty() {
            return Err(SyncError::Gap);
        }
        let known = (self.log.ply() - ply) as usize;
        let mut lines: Vec<String> = Vec::new();
        let mut turn = None;
        for entry in entries.iter().skip(known) {
            let invalid = |why: &dyn std::fmt::Display| SyncError::Invalid(why.to_string());
            let what: LogEvent = entry.what.parse().map_err(|why| invalid(&why))?;
            let before = self.log.actor();
            self.log.apply(&what).map_err(|why| invalid(&why))?;
            match (&what, lines.last_mut()) {
                (LogEvent::Step(step), Some(line)) if turn == Some(self.log.turns().len()) => {
                    line.push(' ');
                    line.push_str(step);
                }
                _ => lines.push(self.describe(&what, before)),
            }
            let is_step = matches!(what, LogEvent::Step(_));
            turn = is_step.then(|| self.log.turns().len());
            if is_step && before == Some(self.you) {
                self.faults = 0;
            }
        }
        self.clocks = clocks.clone();
        Ok(lines)
    }

    fn describe(&self, what: &LogEvent, before: Option<Seat>) -> String {
        let name = |seat: &Seat| self.name(*seat);
        match what {
            LogEvent::Step(step) => {
                let who = before.map_or_else(|| "the dice".to_string(), |seat| self.name(seat));
                format!("{}. {who}: {step}", self.log.turns().len())
            }
            LogEvent::Draw(seat) => format!("{} offers a draw", name(seat)),
            LogEvent::Back(seat, to) => format!("{} asks to go back to step {to}", name(seat)),
            LogEvent::Agree(seat) => format!("{} agrees", name(seat)),
            LogEvent::Decline(seat) => format!("{} declines", name(seat)),
            LogEvent::Resign(seat) => format!("{} resigns", name(seat)),
            LogEvent::Flag(seat) => format!("{} has run out of time", name(seat)),
            LogEvent::Gone(seat) => format!("{} has been away too long", name(seat)),
            LogEvent::Abort(seat) => format!("{} ends the game before it has begun", name(seat)),
        }
    }

    /// Display name of a seat.
    pub(super) fn name(&self, seat: Seat) -> String {
        match self.head.seats.get(seat.index()) {
            Some(Sitter::Person(person)) => printable(&person.name),
            Some(Sitter::Computer { level }) => format!("computer {level}"),
            _ => "nobody".to_string(),
        }
    }

    /// Result from the bot's side, for the output.
    pub(super) fn result(&self) -> String {
        let end = self.head.end.as_deref().unwrap_or("over");
        let Some(result) = &self.head.result else { return printable(end) };
        let own = result.get(self.you.index()).copied().unwrap_or_default();
        let firsts = result.iter().filter(|place| **place == 1).count();
        let word = match (own, firsts) {
            (1, 1) => "won".to_string(),
            (1, all) if all == result.len() => "drawn".to_string(),
            (1, _) => "won together".to_string(),
            (place, _) if result.len() > 2 => format!("place {place} of {}", result.len()),
            _ => "lost".to_string(),
        };
        let places: Vec<String> = result.iter().map(ToString::to_string).collect();
        let (places, turns) = (places.join(" "), self.log.turns().len());
        match end {
            "rules" => format!("{word} ({places}) after {turns} turns"),
            _ => format!("{word} ({places}) after {turns} turns: {}", printable(end)),
        }
    }

    /// One-line record of the current position.
    fn line(&self) -> String {
        format!("{}|{}|{}", self.log.kind(), self.log.setup(), self.log.steps().join(" "))
    }

    /// The next action, if any. Each is returned once.
    pub(super) fn next(&mut self) -> Option<Next> {
        let ply = self.log.ply();
        if self.head.phase != Phase::Playing || self.sent_at == Some(ply) || self.given_up {
            return None;
        }
        let table = self.head.id.clone();
        if let Some(act) = self.reply() {
            self.sent_at = Some(ply);
            return Some(Next::Send(ClientMessage::Act { table, ply, act }));
        }
        if self.log.mover() != Some(self.you) {
            return None;
        }
        let line = self.line();
        if let Some((about, steps)) = &self.answer
            && *about == line
        {
            self.sent_at = Some(ply);
            return Some(Next::Send(ClientMessage::Play { table, ply, steps: steps.clone() }));
        }
        if self.thinking.as_ref() == Some(&line) {
            return None;
        }
        self.thinking = Some(line.clone());
        let (game, time_limit) = (self.log.game().clone(), self.time_limit());
        Some(Next::Think(Box::new(Question { table, line, game, time_limit })))
    }

    /// Reply to an opponent's offer: draws are declined, take-backs are granted.
    fn reply(&self) -> Option<Act> {
        let offer = self.log.offer().filter(|offer| offer.by() != self.you)?;
        match offer {
            _ if !self.log.plays(self.you) => None,
            Offer::Draw(_) => Some(Act::Decline),
            Offer::Back(_, _, agreed) => (!agreed.contains(&self.you)).then_some(Act::Agree),
        }
    }

    /// Search time from the clock: a live game spends a twentieth of the rest plus 70 % of the increment.
    fn time_limit(&self) -> Option<Duration> {
        let left = *self.clocks.left.get(self.you.index())?;
        let millis = match self.head.clock {
            Clock::None => return None,
            Clock::Live { more, .. } => left / 20 + u64::from(more) * 700,
            Clock::Days { .. } => left / 4,
        };
        Some(Duration::from_millis(millis.min(left / 2)).max(MIN_SEARCH_TIME))
    }

    /// Takes the result of a search. A stale one, for another position, is dropped.
    pub(super) fn found(&mut self, line: &str, steps: Vec<String>) -> Result<(), String> {
        if line == self.line() {
            self.check(&steps)?;
            self.answer = Some((line.to_string(), steps));
        }
        if self.thinking.as_deref() == Some(line) {
            self.thinking = None;
        }
        Ok(())
    }

    fn check(&self, steps: &[String]) -> Result<(), String> {
        let mut log = self.log.clone();
        if steps.is_empty() {
            return Err("no step was answered".to_string());
        }
        for step in steps {
            if log.mover() != Some(self.you) {
                return Err(format!("`{step}` was answered, but the turn had ended"));
            }
            log.apply(&LogEvent::Step(step.clone())).map_err(|why| why.to_string())?;
        }
        Ok(())
    }

    /// Counts a fault; returns the number of consecutive ones.
    pub(super) fn fault(&mut self) -> u32 {
        self.faults += 1;
        self.faults
    }

    /// Discards search and sent request, so that the turn is searched and sent again.
    pub(super) fn retry(&mut self) {
        self.thinking = None;
        self.answer = None;
        self.sent_at = None;
    }

    /// Allows the unacknowledged request to be sent again. It carries the same ply, so the server deduplicates it.
    pub(super) fn resend(&mut self) {
        self.sent_at = None;
    }

    pub(super) fn give_up(&mut self) {
        self.given_up = true;
    }
}

fn new_log(head: &Head) -> Result<Log, String> {
    let kind: Kind = head.kind.parse().map_err(|why| format!("{why}"))?;
    Log::new(kind, &head.setup).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests;
