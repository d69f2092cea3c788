//! The room around a table: who may do what now, and what follows. It decides, but nothing has happened
//! until what it decided is kept.

use mohreh_games::{Record, Seat};
use mohreh_protocol::{
    Act, Clock, Code, Dice, Entry, Left, Log, Person, Phase, Refusal, Sitter, Snapshot, What,
    Wrong, limits,
};

use super::clock::{Clocks, Outages};
use super::head::Head;
use crate::store::{PlyRow, StoreError, TableRow};
use crate::time::written;

/// Whoever has been gone so long may lose the game to a claim, in milliseconds.
const GONE: u64 = 60_000;
/// The same where nobody counts the time.
const LONG_GONE: u64 = 24 * 60 * 60 * 1000;
/// A live game is called off if a first turn is not played for so long; with more than two, whoever does not
/// play it is out of time.
const FIRST: u64 = 5 * 60 * 1000;

/// A table that somebody is at.
#[derive(Clone, Debug)]
pub struct Room {
    head: Head,
    log: Log,
    entries: Vec<Entry>,
    clocks: Clocks,
    /// The last measured round trip of each seat.
    lag: Vec<u32>,
    /// For each seat, since when nobody is connected for it; none while somebody is.
    gone: Vec<Option<u64>>,
}

/// What would follow, to be kept first.
#[derive(Clone, Debug)]
pub struct Draft {
    /// New entries.
    pub rows: Vec<PlyRow>,
    /// The new head, if it changes.
    pub head: Option<Head>,
}

fn refusal(why: &Wrong) -> Refusal {
    let code = match why {
        Wrong::Over => Code::NotPlaying,
        Wrong::NoSeat => Code::Forbidden,
        _ => Code::Illegal,
    };
    Refusal::new(code, why.to_string())
}

impl Room {
    /// A table as it was kept.
    pub fn load(row: &TableRow, rows: &[PlyRow], now: u64) -> Result<Room, StoreError> {
        let head = Head::from_row(row)?;
        let broken = |what: &str| StoreError::Broken(format!("table {}: {what}", head.id));
        let seats = head.seats.len();
        let mut room = Room {
            log: Log::new(head.kind, &head.setup).map_err(|why| broken(&why.to_string()))?,
            entries: Vec::new(),
            clocks: Clocks::start(head.clock, seats, head.started.unwrap_or(now)),
            lag: vec![0; seats],
            gone: vec![Some(now); seats],
            head,
        };
        room.extend(rows)?;
        Ok(room)
    }

    /// Adopts what was kept.
    pub fn adopt(&mut self, draft: &Draft) -> Result<(), StoreError> {
        if let Some(head) = &draft.head {
            if self.head.phase == Phase::Waiting && head.phase == Phase::Playing {
                let now = head.started.unwrap_or_default();
                self.clocks = Clocks::start(head.clock, head.seats.len(), now);
                let log = Log::new(head.kind, &head.setup);
                self.log = log.map_err(|why| StoreError::Broken(why.to_string()))?;
                self.lag = vec![0; head.seats.len()];
                self.gone = vec![Some(now); head.seats.len()];
            }
            self.head = head.clone();
        }
        self.extend(&draft.rows)
    }

    fn extend(&mut self, rows: &[PlyRow]) -> Result<(), StoreError> {
        for row in rows {
            let broken = |what: &str| {
                StoreError::Broken(format!("table {}, ply {}: {what}", self.head.id, row.ply))
            };
            let what: What = row.what.parse().map_err(|why: Wrong| broken(&why.to_string()))?;
            if row.ply != self.log.ply() {
                return Err(broken("not the next one"));
            }
            self.clocks = Clocks::read(self.head.clock, self.head.seats.len(), &row.left)
                .ok_or_else(|| broken("its clocks"))?;
            self.log.apply(&what).map_err(|why| broken(&why.to_string()))?;
            self.entries.push(Entry { what: row.what.clone(), at: row.at });
        }
        Ok(())
    }

    pub fn head(&self) -> &Head {
        &self.head
    }

    pub fn log(&self) -> &Log {
        &self.log
    }

    pub fn entries(&self, from: u32) -> &[Entry] {
        self.entries.get(from as usize..).unwrap_or_default()
    }

    /// Whether the seat to act has not had a turn before.
    fn is_first_turn(&self) -> bool {
        self.log.turns() < self.head.seats.len()
    }

    /// Somebody sits down.
    pub fn join(
        &self,
        person: &Person,
        key: &str,
        nonce: &str,
        now: u64,
    ) -> Result<Draft, Refusal> {
        let head = self.head.join(person, key, nonce, now)?;
        let head = (head != self.head).then_some(head);
        Ok(Draft { rows: Vec::new(), head })
    }

    /// The one who opened a table that waits takes it away again.
    pub fn withdraw(&self, person: &str, now: u64) -> Result<Draft, Refusal> {
        if self.head.phase != Phase::Waiting || self.head.creator != person {
            return Err(Refusal::new(
                Code::Forbidden,
                "only who opened a table that still waits may close it",
            ));
        }
        let mut head = self.head.clone();
        head.close(&self.log, now);
        head.end = Some("aborted".to_string());
        Ok(Draft { rows: Vec::new(), head: Some(head) })
    }

    fn must_play(&self) -> Result<(), Refusal> {
        match self.head.phase {
            Phase::Playing => Ok(()),
            Phase::Waiting => Err(Refusal::new(Code::NotPlaying, "the game has not begun")),
            Phase::Over => Err(Refusal::new(Code::NotPlaying, "the game is over")),
        }
    }

    fn stale(&self) -> Refusal {
        let why = format!("the table has {} entries; something else came first", self.log.ply());
        Refusal::new(Code::Stale, why)
    }

    /// Whether exactly this was played before, from this ply on: who has not heard the acknowledgement
    /// says it again. Gives how many entries it made.
    pub fn played_before(&self, ply: u32, steps: &[String]) -> Option<usize> {
        let entries = self.entries.get(ply as usize..)?;
        let mut wanted = steps.iter();
        let mut next = wanted.next();
        for (count, entry) in entries.iter().enumerate() {
            match next {
                Some(step) if *step == entry.what => next = wanted.next(),
                // Dice that fell between the steps, or after them.
                _ if count > 0 && self.log.fell(ply + count as u32) => {}
                _ => return (next.is_none()).then_some(count),
            }
        }
        next.is_none().then_some(entries.len())
    }

    /// Steps of a seat, all or none; dice fall where they are due.
    pub fn play(
        &self,
        seat: Seat,
        ply: u32,
        steps: &[String],
        now: u64,
        outages: &Outages,
    ) -> Result<Draft, Refusal> {
        self.must_play()?;
        if steps.is_empty() || steps.len() > limits::STEPS {
            let why = format!("a turn has 1 to {} steps", limits::STEPS);
            return Err(Refusal::new(Code::Malformed, why));
        }
        if ply != self.log.ply() {
            return Err(self.stale());
        }
        if self.log.mover() != Some(seat) {
            return Err(Refusal::new(Code::NotYourTurn, "somebody else is to move"));
        }
        let mut course = self.course(now);
        course.charge(seat, outages);
        for step in steps {
            if course.log.mover() != Some(seat) {
                return Err(Refusal::new(
                    Code::NotYourTurn,
                    format!("`{step}`: your turn is over"),
                ));
            }
            if step.starts_with('!') {
                return Err(Refusal::new(Code::Illegal, format!("`{step}` is no step")));
            }
            course.add(&What::Step(step.clone()))?;
            course.roll()?;
        }
        Ok(course.draft())
    }

    /// Something else that a seat does.
    pub fn act(
        &self,
        seat: Seat,
        ply: u32,
        act: Act,
        now: u64,
        outages: &Outages,
    ) -> Result<Draft, Refusal> {
        self.must_play()?;
        let answers = matches!(act, Act::Agree | Act::Decline);
        if answers && ply != self.log.ply() {
            return Err(self.stale());
        }
        let mut course = self.course(now);
        let what = match act {
            Act::Resign => What::Resign(seat),
            Act::OfferDraw => What::Draw(seat),
            Act::AskBack => {
                let to = self.log.back_of(seat).ok_or_else(|| refusal(&Wrong::NotNow))?;
                What::Back(seat, to)
            }
            Act::Agree => What::Agree(seat),
            Act::Decline => What::Decline(seat),
            Act::Abort => What::Abort(seat),
            Act::Claim => What::Gone(self.claimed(seat, now)?),
        };
        if self.log.was_asked(&what) {
            let why = "this was asked before; it may be asked again after the next step";
            return Err(Refusal::new(Code::Illegal, why));
        }
        course.charge_actor(outages);
        course.add(&what)?;
        // The computer goes back when asked, and plays on rather than agree to a draw.
        if matches!(act, Act::OfferDraw | Act::AskBack) {
            for other in (0..self.head.seats.len()).map(Seat::new) {
                if self.head.level_of(other).is_some() && course.log.plays(other) {
                    course.add(&match act {
                        Act::AskBack => What::Agree(other),
                        _ => What::Decline(other),
                    })?;
                }
            }
        }
        course.roll()?;
        Ok(course.draft())
    }

    /// Whose game a seat may claim: of the one who is to act and has been gone for long.
    fn claimed(&self, seat: Seat, now: u64) -> Result<Seat, Refusal> {
        let limit = match self.head.clock {
            Clock::Live { .. } => GONE,
            Clock::None => LONG_GONE,
            Clock::Days { .. } => u64::MAX,
        };
        let gone = |other: &Seat| {
            let gone =
                self.gone[other.index()].is_some_and(|since| now.saturating_sub(since) >= limit);
            *other != seat && gone && self.head.level_of(*other).is_none()
        };
        let plays = self.log.plays(seat);
        self.log.actor().filter(|actor| plays && gone(actor)).ok_or_else(|| {
            Refusal::new(Code::Forbidden, "nobody who is to move has been gone long enough")
        })
    }

    /// When somebody will have run out of time.
    pub fn deadline(&self, now: u64, outages: &Outages) -> Option<u64> {
        let actor = self.log.actor().filter(|_| self.head.phase == Phase::Playing)?;
        if self.is_first_turn() && matches!(self.head.clock, Clock::Live { .. }) {
            return Some(now + FIRST.saturating_sub(self.clocks.passed(now, outages)));
        }
        let lag = u64::from(self.lag[actor.index()]);
        self.clocks.deadline(actor, self.is_first_turn(), lag, now, outages)
    }

    /// Whoever has run out of time loses, whether anybody is there or not.
    pub fn flag(&self, now: u64, outages: &Outages) -> Option<Draft> {
        let actor = self.log.actor()?;
        let over = self.deadline(now, outages).is_some_and(|deadline| deadline <= now);
        let mut course = self.course(now);
        course.charge(actor, outages);
        // Whoever was waited for in vain has lost nothing yet.
        let what = match self.is_first_turn() && self.log.turns() < 2 {
            true => What::Abort(actor),
            false => What::Flag(actor),
        };
        over.then(|| course.add(&what).ok()).flatten()?;
        course.roll().ok()?;
        Some(course.draft())
    }

    /// The computer that is to move, and its level.
    pub fn computer(&self) -> Option<(Seat, u8)> {
        let mover = self.log.mover().filter(|_| self.head.phase == Phase::Playing)?;
        Some((mover, self.head.level_of(mover)?))
    }

    pub fn set_lag(&mut self, seat: Seat, lag: u32) {
        if let Some(known) = self.lag.get_mut(seat.index()) {
            *known = lag;
        }
    }

    /// Somebody is connected for a seat, or nobody is any more. Tells whether that is news.
    pub fn set_present(&mut self, seat: Seat, present: bool, now: u64) -> bool {
        let Some(gone) = self.gone.get_mut(seat.index()) else { return false };
        let news = gone.is_none() != present;
        if news {
            *gone = (!present).then_some(now);
        }
        news
    }

    /// Who is there, and how far away, is not kept: it stays as it was known before the rest was read anew.
    /// When the game begins, seats are others.
    pub fn remember(&mut self, before: &Room) {
        if (before.head.phase == Phase::Waiting) == (self.head.phase == Phase::Waiting) {
            self.lag.clone_from(&before.lag);
            self.gone.clone_from(&before.gone);
        }
    }

    pub fn present(&self) -> Vec<bool> {
        self.head
            .seats
            .iter()
            .zip(&self.gone)
            .map(|(sitter, gone)| gone.is_none() || matches!(sitter, Sitter::Computer { .. }))
            .collect()
    }

    pub fn clocks(&self, now: u64, outages: &Outages) -> Left {
        let actor = self.log.actor().filter(|_| self.head.phase == Phase::Playing);
        let left = self.clocks.left(actor, self.is_first_turn(), now, outages);
        let waits = self.is_first_turn() && matches!(self.head.clock, Clock::Live { .. });
        let runs = !left.is_empty() && !waits;
        Left { left, running: actor.filter(|_| runs).map(Seat::number), now }
    }

    /// Everything about the table that one may know; chat and watchers are added by who knows them.
    pub fn snapshot(&self, from: u32, you: Option<Seat>, now: u64, outages: &Outages) -> Snapshot {
        let from = from.min(self.log.ply());
        let mut table = self.head.shown();
        table.turns = self.log.turns() as u32;
        Snapshot {
            table,
            from,
            entries: self.entries(from).to_vec(),
            clocks: self.clocks(now, outages),
            present: self.present(),
            watching: 0,
            chat: Vec::new(),
            you: you.map(Seat::number),
        }
    }

    /// The game as a record, with everything that is needed to check its dice once it is over.
    pub fn record(&self) -> Result<Record, StoreError> {
        let broken = |why: String| StoreError::Broken(format!("table {}: {why}", self.head.id));
        let mut record = self.log.record().map_err(|why| broken(why.to_string()))?;
        let mut set = |key: &str, value: &str| {
            record.set_header(key, value).map_err(|why| broken(why.to_string()))
        };
        for (n, sitter) in self.head.seats.iter().enumerate() {
            let name = match sitter {
                Sitter::Open => continue,
                Sitter::Person(person) => person.name.clone(),
                Sitter::Computer { level } => format!("computer {level}"),
            };
            set(&format!("player {}", n + 1), &name)?;
        }
        set("table", &self.head.id)?;
        let times = [("started", self.head.started), ("played", self.head.ended)];
        for (key, moment) in times {
            if let Some(moment) = moment.and_then(written) {
                set(key, &moment)?;
            }
        }
        if let Some(places) = &self.head.result {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            set("result", &places.join(" "))?;
        }
        if let Some(end) = self.head.end.as_deref().filter(|end| *end != "rules") {
            set("end", end)?;
        }
        if self.head.phase == Phase::Over {
            set("commitment", &self.head.seed.commitment())?;
            set("seed", &self.head.seed.reveal())?;
            set("nonces", &self.head.nonces.join(","))?;
            let dice = self.log.plies().iter().filter(|ply| self.log.fell(**ply));
            let dice = dice.map(ToString::to_string).collect::<Vec<_>>().join(" ");
            if !dice.is_empty() {
                set("dice", &dice)?;
            }
        }
        Ok(record)
    }

    fn course(&self, now: u64) -> Course<'_> {
        Course {
            room: self,
            log: self.log.clone(),
            clocks: self.clocks.clone(),
            rows: Vec::new(),
            now,
        }
    }
}

/// What would follow, step by step.
struct Course<'a> {
    room: &'a Room,
    log: Log,
    clocks: Clocks,
    rows: Vec<PlyRow>,
    now: u64,
}

impl Course<'_> {
    fn charge(&mut self, seat: Seat, outages: &Outages) {
        let lag = u64::from(self.room.lag[seat.index()]);
        self.clocks.charge(seat, self.room.is_first_turn(), lag, self.now, outages);
    }

    /// What is said does not stop the clock, but from here on it is counted anew.
    fn charge_actor(&mut self, outages: &Outages) {
        if let Some(actor) = self.log.actor() {
            self.clocks.charge(actor, self.room.is_first_turn(), 0, self.now, outages);
        }
    }

    fn add(&mut self, what: &What) -> Result<(), Refusal> {
        let (ply, before) = (self.log.ply(), self.log.actor());
        self.log.apply(what).map_err(|why| refusal(&why))?;
        if let Some(before) = before.filter(|before| self.log.actor() != Some(*before)) {
            self.clocks.pass(before);
        }
        self.rows.push(PlyRow {
            ply,
            what: what.to_string(),
            at: self.now,
            left: self.clocks.write(),
        });
        Ok(())
    }

    /// Lets the dice fall, if they are due.
    fn roll(&mut self) -> Result<(), Refusal> {
        while self.log.rolls() {
            let head = &self.room.head;
            let ply = self.log.ply().to_string();
            let mut dice = Dice::new(&head.seed, &head.id, &ply, &head.nonces);
            let Some(fall) = self.log.game().roll(&mut |n| dice.below(n)) else { break };
            self.add(&What::Step(fall))?;
        }
        Ok(())
    }

    fn draft(self) -> Draft {
        let head = self.log.end().is_some().then(|| {
            let mut head = self.room.head.clone();
            head.close(&self.log, self.now);
            head
        });
        Draft { rows: self.rows, head }
    }
}
