//! `Table`: the bot's view of one table, and its next action there. Pure: messages come in, requests and searches go
//! out; no network and no clock.

use std::time::Duration;

use mohreh_games::{AnyGame, Kind, ParseError, Seat};
use mohreh_protocol::{
    Act, ClientMessage, Clock, ClockState, End, Entry, Log, LogError, LogEvent, Offer, Phase,
    PublicHead as Head, Sitter, Snapshot,
};

use crate::failure::english;
use crate::printable::printable;
use crate::terminal::{self, notation, text, with};

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

/// What is told about entries of the log.
enum Line {
    Turn { turn: usize, who: String, steps: String },
    Act(String),
}

impl Line {
    fn said(self) -> String {
        match self {
            Line::Act(said) => said,
            Line::Turn { turn, who, steps } => {
                let args = [
                    ("turn", (turn as u64).into()),
                    ("who", who.into()),
                    ("steps", notation(&steps)),
                ];
                with("cli-bot-turn", &args)
            }
        }
    }
}

fn log_error(error: &LogError) -> String {
    match error {
        LogError::Illegal(why) => terminal::wrong(&why.clone().into()),
        other => english(other),
    }
}

/// How a game ended, as a server names it; names of newer servers as they are.
fn end_said(end: &str) -> String {
    let (key, seat) = match end.parse() {
        Ok(End::Resigned(seat)) => ("cli-end-resigned", Some(seat)),
        Ok(End::OutOfTime(seat)) => ("cli-end-time", Some(seat)),
        Ok(End::Gone(seat)) => ("cli-end-gone", Some(seat)),
        Ok(End::Agreed) => ("cli-end-agreed", None),
        Ok(End::Aborted) => ("cli-end-aborted", None),
        Ok(End::Rules) => ("cli-bot-over", None),
        Err(_) => return terminal::language().isolate(&printable(end)),
    };
    match seat {
        Some(seat) => with(key, &[("seat", seat.number().into())]),
        None => text(key),
    }
}

impl Table {
    /// Builds the table from a snapshot; `None` if the bot has no seat there.
    pub(super) fn new(snapshot: &Snapshot) -> Result<Option<Table>, String> {
        let Some(you) = snapshot.you else { return Ok(None) };
        let seats = snapshot.table.seats.len();
        if !(1..=seats).contains(&usize::from(you)) || seats > Seat::MOST {
            return Err(with("cli-bot-no-seat", &[("seat", you.into())]));
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
            Err(SyncError::Gap) => Err(text("cli-bot-no-beginning")),
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
        let mut lines: Vec<Line> = Vec::new();
        let mut turn = None;
        for entry in entries.iter().skip(known) {
            let invalid = |why: LogError| SyncError::Invalid(log_error(&why));
            let what: LogEvent = entry.what.parse().map_err(invalid)?;
            let before = self.log.actor();
            self.log.apply(&what).map_err(invalid)?;
            match (&what, lines.last_mut()) {
                (LogEvent::Step(step), Some(Line::Turn { steps, .. }))
                    if turn == Some(self.log.turns().len()) =>
                {
                    steps.push(' ');
                    steps.push_str(step);
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
        Ok(lines.into_iter().map(Line::said).collect())
    }

    fn describe(&self, what: &LogEvent, before: Option<Seat>) -> Line {
        let (key, seat) = match what {
            LogEvent::Step(step) => {
                let who = before.map_or_else(|| text("cli-bot-dice"), |seat| self.name(seat));
                return Line::Turn { turn: self.log.turns().len(), who, steps: step.clone() };
            }
            LogEvent::Back(seat, to) => {
                let args = [("name", self.name(*seat).into()), ("step", (*to as u64).into())];
                return Line::Act(with("cli-bot-back", &args));
            }
            LogEvent::Draw(seat) => ("cli-bot-draws", seat),
            LogEvent::Agree(seat) => ("cli-bot-agrees", seat),
            LogEvent::Decline(seat) => ("cli-bot-declines", seat),
            LogEvent::Resign(seat) => ("cli-bot-resigns", seat),
            LogEvent::Flag(seat) => ("cli-bot-flag", seat),
            LogEvent::Gone(seat) => ("cli-bot-gone", seat),
            LogEvent::Abort(seat) => ("cli-bot-aborts", seat),
        };
        Line::Act(with(key, &[("name", self.name(*seat).into())]))
    }

    /// Display name of a seat.
    pub(super) fn name(&self, seat: Seat) -> String {
        match self.head.seats.get(seat.index()) {
            Some(Sitter::Person(person)) => terminal::name(&printable(&person.name)),
            Some(Sitter::Computer { level }) => {
                with("cli-bot-computer", &[("level", (*level).into())])
            }
            _ => text("cli-bot-nobody"),
        }
    }

    /// Result from the bot's side, for the output.
    pub(super) fn result(&self) -> String {
        let end = self.head.end.as_deref();
        let said = end.map_or_else(|| text("cli-bot-over"), end_said);
        let Some(result) = &self.head.result else { return said };
        let own = result.get(self.you.index()).copied().unwrap_or_default();
        let firsts = result.iter().filter(|place| **place == 1).count();
        let word = match (own, firsts) {
            (1, 1) => text("cli-bot-won"),
            (1, all) if all == result.len() => text("cli-bot-drawn"),
            (1, _) => text("cli-bot-won-together"),
            (place, _) if result.len() > 2 => {
                let args = [("place", place.into()), ("count", (result.len() as u64).into())];
                with("cli-bot-place", &args)
            }
            _ => text("cli-bot-lost-game"),
        };
        let places: Vec<String> = result.iter().map(ToString::to_string).collect();
        let args = [
            ("word", word.into()),
            ("places", notation(&places.join(" "))),
            ("turns", (self.log.turns().len() as u64).into()),
            ("end", said.into()),
        ];
        let by_rules = end == Some("rules");
        with(if by_rules { "cli-bot-result" } else { "cli-bot-result-by" }, &args)
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
            return Err(text("cli-bot-no-step"));
        }
        for step in steps {
            if log.mover() != Some(self.you) {
                return Err(with("cli-bot-turn-over", &[("step", step.as_str().into())]));
            }
            log.apply(&LogEvent::Step(step.clone())).map_err(|why| log_error(&why))?;
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
    let kind: Kind = head.kind.parse().map_err(|why: ParseError| terminal::wrong(&why.into()))?;
    Log::new(kind, &head.setup).map_err(|why| log_error(&why))
}

#[cfg(test)]
mod tests;
