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

pub struct Table {
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
pub enum Next {
    Think(Box<Question>),
    Send(ClientMessage),
}

/// A position to search.
#[derive(Debug)]
pub struct Question {
    pub table: String,
    /// One-line record; identifies the position when the answer arrives.
    pub line: String,
    pub game: AnyGame,
    /// Search time that the clock allows; `None` without a clock.
    pub time_limit: Option<Duration>,
}

/// Why a message could not be applied.
#[derive(Debug)]
pub enum SyncError {
    /// Entries are missing: request a new snapshot.
    Gap,
    /// An entry is invalid.
    Invalid(String),
}

impl Table {
    /// Builds the table from a snapshot; `None` if the bot has no seat there.
    pub fn new(snapshot: &Snapshot) -> Result<Option<Table>, String> {
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
    pub fn resync(&mut self, mut fresh: Table) {
        fresh.thinking = self.thinking.take();
        fresh.answer = self.answer.take();
        fresh.faults = self.faults;
        fresh.given_up = self.given_up;
        *self = fresh;
    }

    pub fn head(&self) -> &Head {
        &self.head
    }

    pub fn you(&self) -> Seat {
        self.you
    }

    /// Adopts a new head. At the start of the game that is a gap: seats and setup may have been drawn at random, so
    /// a snapshot is needed.
    pub fn set_head(&mut self, head: Head) -> Result<(), SyncError> {
        if self.head.phase == Phase::Waiting && head.phase == Phase::Playing {
            return Err(SyncError::Gap);
        }
        self.head = head;
        Ok(())
    }

    /// Applies broadcast entries, ignoring those already known. Returns a description of each new turn or act.
    pub fn apply(
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
    pub fn name(&self, seat: Seat) -> String {
        match self.head.seats.get(seat.index()) {
            Some(Sitter::Person(person)) => printable(&person.name),
            Some(Sitter::Computer { level }) => format!("computer {level}"),
            _ => "nobody".to_string(),
        }
    }

    /// Result from the bot's side, for the output.
    pub fn result(&self) -> String {
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
    pub fn next(&mut self) -> Option<Next> {
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
    pub fn found(&mut self, line: &str, steps: Vec<String>) -> Result<(), String> {
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
    pub fn fault(&mut self) -> u32 {
        self.faults += 1;
        self.faults
    }

    /// Discards search and sent request, so that the turn is searched and sent again.
    pub fn retry(&mut self) {
        self.thinking = None;
        self.answer = None;
        self.sent_at = None;
    }

    /// Allows the unacknowledged request to be sent again. It carries the same ply, so the server deduplicates it.
    pub fn resend(&mut self) {
        self.sent_at = None;
    }

    pub fn give_up(&mut self) {
        self.given_up = true;
    }
}

fn new_log(head: &Head) -> Result<Log, String> {
    let kind: Kind = head.kind.parse().map_err(|why| format!("{why}"))?;
    Log::new(kind, &head.setup).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use mohreh_protocol::Person;

    use super::*;

    fn person(name: &str) -> Sitter {
        Sitter::Person(Person { id: name.to_lowercase(), name: name.to_string() })
    }

    fn snapshot(kind: Kind, clock: Clock) -> Snapshot {
        let table = Head {
            id: "k3x7abcd".to_string(),
            kind: kind.to_string(),
            setup: String::new(),
            draw: false,
            seats: vec![person("Sara"), person("Bahram")],
            clock,
            open: false,
            phase: Phase::Playing,
            created: 0,
            ended: None,
            end: None,
            result: None,
            turns: 0,
            commitment: String::new(),
            seed: None,
            nonces: Vec::new(),
            next: None,
        };
        Snapshot {
            table,
            from: 0,
            entries: Vec::new(),
            clocks: ClockState::default(),
            present: vec![true, true],
            watching: 0,
            chat: Vec::new(),
            you: Some(1),
        }
    }

    fn entry(what: &str) -> Entry {
        Entry { what: what.to_string(), at: 0 }
    }

    fn table(kind: Kind) -> Table {
        Table::new(&snapshot(kind, Clock::None)).unwrap().unwrap()
    }

    /// Answers the search with the first legal steps of a turn.
    fn think(table: &mut Table) -> Vec<String> {
        let Some(Next::Think(question)) = table.next() else { panic!("nothing to think about") };
        let (mut game, mut steps) = (question.game, Vec::new());
        let before = game.status();
        while game.status() == before {
            steps.push(game.steps()[0].clone());
            game.play(&steps[steps.len() - 1]).unwrap();
        }
        table.found(&question.line, steps.clone()).unwrap();
        steps
    }

    fn sent(next: Option<Next>) -> ClientMessage {
        match next {
            Some(Next::Send(message)) => message,
            other => panic!("nothing was said: {other:?}"),
        }
    }

    #[test]
    fn a_turn_is_searched_once_and_sent_once_until_acknowledged() {
        for kind in Kind::ALL {
            let mut table = table(*kind);
            let steps = think(&mut table);
            let wanted =
                ClientMessage::Play { table: "k3x7abcd".to_string(), ply: 0, steps: steps.clone() };
            assert_eq!(sent(table.next()), wanted);
            assert!(table.next().is_none());
            // The connection is lost before the acknowledgement: the same request is sent again.
            table.resend();
            assert_eq!(sent(table.next()), wanted);
            let entries: Vec<Entry> = steps.iter().map(|step| entry(step)).collect();
            let lines = table.apply(0, &entries, &ClockState::default()).unwrap();
            assert_eq!(lines, [format!("1. Sara: {}", steps.join(" "))]);
            assert!(table.next().is_none(), "the other is to move");
            // Duplicate entries change nothing, and a gap is detected.
            assert_eq!(table.apply(0, &entries, &ClockState::default()).unwrap(), [""; 0]);
            assert!(matches!(
                table.apply(99, &entries, &ClockState::default()),
                Err(SyncError::Gap)
            ));
        }
    }

    #[test]
    fn stale_search_results_are_dropped() {
        let mut table = table(Kind::ALL[0]);
        let Some(Next::Think(question)) = table.next() else { panic!() };
        assert!(table.next().is_none(), "it is being thought about");
        table.found("something else", vec!["x".to_string()]).unwrap();
        assert!(table.next().is_none(), "it still is");
        assert!(table.found(&question.line, vec!["nonsense".to_string()]).is_err());
        assert!(table.found(&question.line, Vec::new()).is_err());
        assert!(table.next().is_none());
        table.retry();
        assert!(matches!(table.next(), Some(Next::Think(_))), "it is thought about again");
    }

    #[test]
    fn draws_are_declined_and_take_backs_granted_each_once() {
        let mut table = table(Kind::ALL[0]);
        let steps = think(&mut table);
        assert!(matches!(sent(table.next()), ClientMessage::Play { .. }));
        let entries: Vec<Entry> = steps.iter().map(|step| entry(step)).collect();
        table.apply(0, &entries, &ClockState::default()).unwrap();
        let ply = entries.len() as u32;
        let lines = table.apply(ply, &[entry("!draw 2")], &ClockState::default()).unwrap();
        assert_eq!(lines, ["Bahram offers a draw"]);
        let id = "k3x7abcd".to_string();
        let decline = ClientMessage::Act { table: id.clone(), ply: ply + 1, act: Act::Decline };
        assert_eq!(sent(table.next()), decline);
        assert!(table.next().is_none());
        table.apply(ply + 1, &[entry("!decline 1")], &ClockState::default()).unwrap();
        // The opponent plays and asks to take it back.
        let mut other = table.log.clone();
        let mut turn = Vec::new();
        while other.mover() == Some(Seat::SECOND) {
            let step = other.game().steps()[0].clone();
            other.apply(&LogEvent::Step(step.clone())).unwrap();
            turn.push(entry(&step));
        }
        turn.push(entry(&format!("!back 2 {ply}")));
        table.apply(ply + 2, &turn, &ClockState::default()).unwrap();
        let now = ply + 2 + turn.len() as u32;
        assert_eq!(sent(table.next()), ClientMessage::Act { table: id, ply: now, act: Act::Agree });
        table.apply(now, &[entry("!agree 1")], &ClockState::default()).unwrap();
        assert!(table.next().is_none(), "the other is to move again");
        assert_eq!(table.log.steps().len(), ply as usize);
    }

    #[test]
    fn nothing_is_done_at_tables_that_wait_or_are_over() {
        for phase in [Phase::Waiting, Phase::Over] {
            let mut table = table(Kind::ALL[0]);
            table.head.phase = phase;
            assert!(table.next().is_none());
        }
        let mut table = table(Kind::ALL[0]);
        table.head.phase = Phase::Waiting;
        let playing = snapshot(Kind::ALL[0], Clock::None).table;
        assert!(matches!(table.set_head(playing.clone()), Err(SyncError::Gap)), "it begins");
        assert!(table.apply(0, &[entry("!abort 1")], &ClockState::default()).is_err());
        assert!(table.next().is_none(), "nothing is done before the whole is known");
        table.head.phase = Phase::Playing;
        assert!(table.set_head(playing).is_ok());
        let mut watched = snapshot(Kind::ALL[0], Clock::None);
        watched.you = None;
        assert!(Table::new(&watched).unwrap().is_none());
        watched.you = Some(5);
        assert!(Table::new(&watched).is_err());
        watched.you = Some(1);
        watched.table.kind = "chess".to_string();
        assert!(Table::new(&watched).is_err());
    }

    #[test]
    fn the_clock_limits_the_search_time() {
        let limit = |clock, left: u64| {
            let mut snapshot = snapshot(Kind::ALL[0], clock);
            snapshot.clocks.left = vec![left, left];
            Table::new(&snapshot).unwrap().unwrap().time_limit().map(|limit| limit.as_millis())
        };
        let live = Clock::Live { main: 60, more: 2 };
        assert_eq!(limit(live, 60_000), Some(3_000 + 1_400));
        assert_eq!(limit(live, 1_000), Some(500));
        assert_eq!(limit(live, 0), Some(20));
        assert_eq!(limit(Clock::Days { days: 1 }, 4_000_000), Some(1_000_000));
        assert_eq!(table(Kind::ALL[0]).time_limit(), None);
    }

    #[test]
    fn results_are_described_from_the_bots_side() {
        let mut table = table(Kind::ALL[0]);
        for (result, end, wanted) in [
            (vec![1, 2], "rules", "won (1 2) after 0 turns"),
            (vec![2, 1], "resigned 1", "lost (2 1) after 0 turns: resigned 1"),
            (vec![1, 1], "draw agreed", "drawn (1 1) after 0 turns: draw agreed"),
            (vec![3, 1, 2], "rules", "place 3 of 3 (3 1 2) after 0 turns"),
        ] {
            (table.head.result, table.head.end) = (Some(result), Some(end.to_string()));
            assert_eq!(table.result(), wanted);
        }
        (table.head.result, table.head.end) = (None, Some("aborted".to_string()));
        assert_eq!(table.result(), "aborted");
        assert_eq!(printable("\u{1b}[2Jx"), "[2Jx");
    }
}
