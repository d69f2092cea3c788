//! One table at which the bot sits: what it knows of it, and what is to be done there next. No network, no
//! clock: what was heard comes in, what is to be said goes out.

use std::time::Duration;

use mohreh_games::{AnyGame, Kind, Seat};
use mohreh_protocol::{
    Act, Ask, Clock, Entry, Left, Log, Offer, Phase, Sitter, Snapshot, Table as Head, What,
};

/// Nobody thinks for less than this, however short the time.
const LEAST: Duration = Duration::from_millis(20);

pub struct Table {
    head: Head,
    log: Log,
    you: Seat,
    clocks: Left,
    /// The position that is being thought about.
    thinking: Option<String>,
    /// The turn that was found for a position.
    answer: Option<(String, Vec<String>)>,
    /// Something was said when so many entries were known; before there are more, nothing is said again.
    said: Option<u32>,
    /// What went wrong since something was last played.
    faults: u32,
    given_up: bool,
}

/// What is to be done next.
#[derive(Debug)]
pub enum Next {
    Think(Box<Question>),
    Say(Ask),
}

/// A position to think about.
#[derive(Debug)]
pub struct Question {
    pub table: String,
    /// As a one-line record.
    pub line: String,
    pub game: AnyGame,
    /// What the clock allows.
    pub most: Option<Duration>,
}

/// Why what was heard cannot be followed.
#[derive(Debug)]
pub enum Lost {
    /// Entries are missing; they can be asked for.
    Gap,
    /// It makes no sense.
    Nonsense(String),
}

impl Table {
    /// A table as it was told, if the bot sits at it.
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
            said: None,
            faults: 0,
            given_up: false,
        };
        match table.hear(snapshot.from, &snapshot.entries, &snapshot.clocks) {
            Ok(_) => Ok(Some(table)),
            Err(Lost::Gap) => Err("the beginning of the game is missing".to_string()),
            Err(Lost::Nonsense(why)) => Err(why),
        }
    }

    /// The same table, told anew after the connection was lost. What was thought is not forgotten.
    pub fn again(&mut self, mut fresh: Table) {
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

    /// Takes over a new head. Not if the game has just begun: then everything has to be told anew, for
    /// seats and set-up may have been drawn.
    pub fn set_head(&mut self, head: Head) -> Result<(), Lost> {
        if self.head.phase == Phase::Waiting && head.phase == Phase::Playing {
            return Err(Lost::Gap);
        }
        self.head = head;
        Ok(())
    }

    /// Takes over what was played, and tells it.
    pub fn hear(
        &mut self,
        ply: u32,
        entries: &[Entry],
        clocks: &Left,
    ) -> Result<Vec<String>, Lost> {
        if ply > self.log.ply() || self.head.phase == Phase::Waiting && !entries.is_empty() {
            return Err(Lost::Gap);
        }
        let known = (self.log.ply() - ply) as usize;
        let mut told: Vec<String> = Vec::new();
        let mut turn = None;
        for entry in entries.iter().skip(known) {
            let nonsense = |why: &dyn std::fmt::Display| Lost::Nonsense(why.to_string());
            let what: What = entry.what.parse().map_err(|why| nonsense(&why))?;
            let before = self.log.actor();
            self.log.apply(&what).map_err(|why| nonsense(&why))?;
            match (&what, told.last_mut()) {
                (What::Step(step), Some(line)) if turn == Some(self.log.turns()) => {
                    line.push(' ');
                    line.push_str(step);
                }
                _ => told.push(self.tell(&what, before)),
            }
            let is_step = matches!(what, What::Step(_));
            turn = is_step.then(|| self.log.turns());
            if is_step && before == Some(self.you) {
                self.faults = 0;
            }
        }
        self.clocks = clocks.clone();
        Ok(told)
    }

    fn tell(&self, what: &What, before: Option<Seat>) -> String {
        let name = |seat: &Seat| self.name(*seat);
        match what {
            What::Step(step) => {
                let who = before.map_or_else(|| "the dice".to_string(), |seat| self.name(seat));
                format!("{}. {who}: {step}", self.log.turns())
            }
            What::Draw(seat) => format!("{} offers a draw", name(seat)),
            What::Back(seat, to) => format!("{} asks to go back to step {to}", name(seat)),
            What::Agree(seat) => format!("{} agrees", name(seat)),
            What::Decline(seat) => format!("{} declines", name(seat)),
            What::Resign(seat) => format!("{} resigns", name(seat)),
            What::Flag(seat) => format!("{} has run out of time", name(seat)),
            What::Gone(seat) => format!("{} has been away too long", name(seat)),
            What::Abort(seat) => format!("{} ends the game before it has begun", name(seat)),
        }
    }

    /// What to call whoever sits there.
    pub fn name(&self, seat: Seat) -> String {
        match self.head.seats.get(seat.index()) {
            Some(Sitter::Person(person)) => plain(&person.name),
            Some(Sitter::Computer { level }) => format!("computer {level}"),
            _ => "nobody".to_string(),
        }
    }

    /// How the game ended, for people.
    pub fn result(&self) -> String {
        let end = self.head.end.as_deref().unwrap_or("over");
        let Some(result) = &self.head.result else { return plain(end) };
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
        let (places, turns) = (places.join(" "), self.log.turns());
        match end {
            "rules" => format!("{word} ({places}) after {turns} turns"),
            _ => format!("{word} ({places}) after {turns} turns: {}", plain(end)),
        }
    }

    fn line(&self) -> String {
        format!("{}|{}|{}", self.log.kind(), self.log.setup(), self.log.steps().join(" "))
    }

    /// What is to be done now, if anything; each thing is told once.
    pub fn next(&mut self) -> Option<Next> {
        let ply = self.log.ply();
        if self.head.phase != Phase::Playing || self.said == Some(ply) || self.given_up {
            return None;
        }
        let table = self.head.id.clone();
        if let Some(act) = self.reply() {
            self.said = Some(ply);
            return Some(Next::Say(Ask::Act { table, ply, act }));
        }
        if self.log.mover() != Some(self.you) {
            return None;
        }
        let line = self.line();
        if let Some((about, steps)) = &self.answer
            && *about == line
        {
            self.said = Some(ply);
            return Some(Next::Say(Ask::Play { table, ply, steps: steps.clone() }));
        }
        if self.thinking.as_ref() == Some(&line) {
            return None;
        }
        self.thinking = Some(line.clone());
        let (game, most) = (self.log.game().clone(), self.most());
        Some(Next::Think(Box::new(Question { table, line, game, most })))
    }

    /// What is said to what the others ask: a draw is declined, and a turn may be taken back.
    fn reply(&self) -> Option<Act> {
        let offer = self.log.offer().filter(|offer| offer.by() != self.you)?;
        match offer {
            _ if !self.log.plays(self.you) => None,
            Offer::Draw(_) => Some(Act::Decline),
            Offer::Back(_, _, agreed) => (!agreed.contains(&self.you)).then_some(Act::Agree),
        }
    }

    /// How long the clock allows to think: enough is left for some twenty turns more.
    fn most(&self) -> Option<Duration> {
        let left = *self.clocks.left.get(self.you.index())?;
        let most = match self.head.clock {
            Clock::None => return None,
            Clock::Live { more, .. } => left / 20 + u64::from(more) * 700,
            Clock::Days { .. } => left / 4,
        };
        Some(Duration::from_millis(most.min(left / 2)).max(LEAST))
    }

    /// A turn was found. If the position is another one by now, it is of no use.
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
            log.apply(&What::Step(step.clone())).map_err(|why| why.to_string())?;
        }
        Ok(())
    }

    /// Something went wrong. How often by now.
    pub fn fault(&mut self) -> u32 {
        self.faults += 1;
        self.faults
    }

    /// Whatever was thought or said counts for nothing.
    pub fn retry(&mut self) {
        self.thinking = None;
        self.answer = None;
        self.said = None;
    }

    /// What was said last was not heard, and may be said again.
    pub fn say_again(&mut self) {
        self.said = None;
    }

    pub fn give_up(&mut self) {
        self.given_up = true;
    }
}

fn new_log(head: &Head) -> Result<Log, String> {
    let kind: Kind = head.kind.parse().map_err(|why| format!("{why}"))?;
    Log::new(kind, &head.setup).map_err(|why| why.to_string())
}

/// What somebody else wrote, fit for a terminal.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
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
            clocks: Left::default(),
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

    /// Thinks of the first legal steps of a turn.
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

    fn said(next: Option<Next>) -> Ask {
        match next {
            Some(Next::Say(ask)) => ask,
            other => panic!("nothing was said: {other:?}"),
        }
    }

    #[test]
    fn a_turn_is_thought_of_once_and_said_once_until_it_was_heard() {
        for kind in Kind::ALL {
            let mut table = table(*kind);
            let steps = think(&mut table);
            let wanted = Ask::Play { table: "k3x7abcd".to_string(), ply: 0, steps: steps.clone() };
            assert_eq!(said(table.next()), wanted);
            assert!(table.next().is_none());
            // The connection is lost before anything was acknowledged: the same is said again.
            table.say_again();
            assert_eq!(said(table.next()), wanted);
            let entries: Vec<Entry> = steps.iter().map(|step| entry(step)).collect();
            let told = table.hear(0, &entries, &Left::default()).unwrap();
            assert_eq!(told, [format!("1. Sara: {}", steps.join(" "))]);
            assert!(table.next().is_none(), "the other is to move");
            // What is told again changes nothing, and what is missing is noticed.
            assert_eq!(table.hear(0, &entries, &Left::default()).unwrap(), [""; 0]);
            assert!(matches!(table.hear(99, &entries, &Left::default()), Err(Lost::Gap)));
        }
    }

    #[test]
    fn what_was_thought_of_another_position_is_dropped() {
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
        assert!(matches!(said(table.next()), Ask::Play { .. }));
        let entries: Vec<Entry> = steps.iter().map(|step| entry(step)).collect();
        table.hear(0, &entries, &Left::default()).unwrap();
        let ply = entries.len() as u32;
        let told = table.hear(ply, &[entry("!draw 2")], &Left::default()).unwrap();
        assert_eq!(told, ["Bahram offers a draw"]);
        let id = "k3x7abcd".to_string();
        let decline = Ask::Act { table: id.clone(), ply: ply + 1, act: Act::Decline };
        assert_eq!(said(table.next()), decline);
        assert!(table.next().is_none());
        table.hear(ply + 1, &[entry("!decline 1")], &Left::default()).unwrap();
        // The other plays, and wants it back.
        let mut other = table.log.clone();
        let mut turn = Vec::new();
        while other.mover() == Some(Seat::SECOND) {
            let step = other.game().steps()[0].clone();
            other.apply(&What::Step(step.clone())).unwrap();
            turn.push(entry(&step));
        }
        turn.push(entry(&format!("!back 2 {ply}")));
        table.hear(ply + 2, &turn, &Left::default()).unwrap();
        let now = ply + 2 + turn.len() as u32;
        assert_eq!(said(table.next()), Ask::Act { table: id, ply: now, act: Act::Agree });
        table.hear(now, &[entry("!agree 1")], &Left::default()).unwrap();
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
        assert!(matches!(table.set_head(playing.clone()), Err(Lost::Gap)), "it begins");
        assert!(table.hear(0, &[entry("!abort 1")], &Left::default()).is_err());
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
    fn the_clock_says_how_long_to_think() {
        let most = |clock, left: u64| {
            let mut snapshot = snapshot(Kind::ALL[0], clock);
            snapshot.clocks.left = vec![left, left];
            Table::new(&snapshot).unwrap().unwrap().most().map(|most| most.as_millis())
        };
        let live = Clock::Live { main: 60, more: 2 };
        assert_eq!(most(live, 60_000), Some(3_000 + 1_400));
        assert_eq!(most(live, 1_000), Some(500));
        assert_eq!(most(live, 0), Some(20));
        assert_eq!(most(Clock::Days { days: 1 }, 4_000_000), Some(1_000_000));
        assert_eq!(table(Kind::ALL[0]).most(), None);
    }

    #[test]
    fn results_are_told_from_our_side() {
        let mut table = table(Kind::ALL[0]);
        for (result, end, told) in [
            (vec![1, 2], "rules", "won (1 2) after 0 turns"),
            (vec![2, 1], "resigned 1", "lost (2 1) after 0 turns: resigned 1"),
            (vec![1, 1], "draw agreed", "drawn (1 1) after 0 turns: draw agreed"),
            (vec![3, 1, 2], "rules", "place 3 of 3 (3 1 2) after 0 turns"),
        ] {
            (table.head.result, table.head.end) = (Some(result), Some(end.to_string()));
            assert_eq!(table.result(), told);
        }
        (table.head.result, table.head.end) = (None, Some("aborted".to_string()));
        assert_eq!(table.result(), "aborted");
        assert_eq!(plain("\u{1b}[2Jx"), "[2Jx");
    }
}
