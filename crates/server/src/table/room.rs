//! The room of a table: validates actions and drafts their consequences. A draft takes effect only after it is
//! committed and adopted.

mod draft;
mod due;

use mohreh_games::{Record, Seat};
use mohreh_protocol::{
    Act, Chatters, Clock, ClockState, Code, Entry, Log, LogError, LogEvent, Person, Phase, Refusal,
    Sitter, Snapshot, limits,
};

use super::clock::{Clocks, Outages};
use super::head::Head;
use super::record::{apply_row, record};
use crate::store::{PlyRow, StoreError, TableRow};

pub(crate) use draft::Draft;
use draft::DraftBuilder;
pub(crate) use due::due_at_start;

/// Time for the first turn of each seat in a live game. If it runs out within the first two turns the game is aborted;
/// later seats lose on time.
const FIRST_TURN_MS: u64 = 5 * 60 * 1000;

/// State of a table in memory.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    head: Head,
    log: Log,
    entries: Vec<Entry>,
    clocks: Clocks,
    /// Round trip of each seat, if it is known.
    lag_ms: Vec<Option<u32>>,
    /// Start of each seat's absence, in Unix milliseconds; `None` while it is connected.
    away_since: Vec<Option<u64>>,
    /// Stored time by which the scheduler looks at the table; other nodes may have written a later one.
    stored_due: u64,
    /// The bot to move has failed too often; it is left alone until the log grows.
    stuck: bool,
}

/// Round trips of one class look alike to people.
pub(crate) fn lag_class(lag_ms: u32) -> usize {
    [30, 60, 120, 250, 500, 1000].iter().filter(|bound| lag_ms >= **bound).count()
}

fn log_refusal(why: &LogError) -> Refusal {
    let refusal = |code| Refusal::new(code, why.to_string());
    match why {
        LogError::Over => refusal(Code::NotPlaying),
        LogError::NoSeat => refusal(Code::Forbidden),
        LogError::NoOffer => refusal(Code::Illegal).because("no-offer"),
        LogError::NotNow => refusal(Code::Illegal).because("not-now"),
        LogError::TooLate => refusal(Code::Illegal).because("abort"),
        LogError::Illegal(error) => match error.reason().why() {
            Some(rule) => refusal(Code::Illegal).because(rule.said.key),
            None => refusal(Code::Illegal),
        },
        LogError::Unknown(_) => refusal(Code::Illegal),
    }
}

impl Room {
    /// Replays the stored log.
    pub(crate) fn load(row: &TableRow, rows: &[PlyRow], now: u64) -> Result<Room, StoreError> {
        let head = Head::from_row(row)?;
        let broken = |what: &str| StoreError::Broken(format!("table {}: {what}", head.id));
        let seats = head.seats.len();
        let mut room = Room {
            log: Log::new(head.kind, &head.setup).map_err(|why| broken(&why.to_string()))?,
            entries: Vec::new(),
            clocks: Clocks::start(head.clock, seats, head.started.unwrap_or(now)),
            lag_ms: vec![None; seats],
            away_since: vec![Some(now); seats],
            stored_due: row.due,
            stuck: false,
            head,
        };
        room.extend(rows)?;
        room.clocks.start_by(now);
        Ok(room)
    }

    /// Applies a committed draft of this room, which has not changed since.
    pub(crate) fn adopt(&mut self, draft: Draft) -> Result<(), StoreError> {
        if let Some(head) = draft.head {
            if self.head.phase == Phase::Waiting && head.phase == Phase::Playing {
                let now = head.started.unwrap_or_default();
                self.clocks = Clocks::start(head.clock, head.seats.len(), now);
                let log = Log::new(head.kind, &head.setup);
                self.log = log.map_err(|why| StoreError::Broken(why.to_string()))?;
                self.lag_ms = vec![None; head.seats.len()];
                self.away_since = vec![Some(now); head.seats.len()];
            }
            self.head = head;
        }
        if let Some((log, clocks)) = draft.after {
            (self.log, self.clocks) = (log, clocks);
        }
        self.stuck &= draft.rows.is_empty();
        self.entries.extend(draft.rows.into_iter().map(|row| Entry { what: row.what, at: row.at }));
        Ok(())
    }

    /// Appends entries from the database, or that another node has committed.
    pub(crate) fn extend(&mut self, rows: &[PlyRow]) -> Result<(), StoreError> {
        for row in rows {
            let broken = |what: &str| StoreError::in_log(&self.head.id, row, what);
            let clocks = Clocks::parse(self.head.clock, self.head.seats.len(), &row.left);
            let clocks = clocks.ok_or_else(|| broken("its clocks"))?;
            apply_row(&mut self.log, row).map_err(|why| broken(&why))?;
            self.clocks = clocks;
            self.entries.push(Entry { what: row.what.clone(), at: row.at });
            self.stuck = false;
        }
        Ok(())
    }

    pub(crate) fn head(&self) -> &Head {
        &self.head
    }

    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    pub(crate) fn entries(&self, from: u32) -> &[Entry] {
        self.entries.get(from as usize..).unwrap_or_default()
    }

    /// Whether the seat to act has not had a turn yet.
    fn is_first_turn(&self) -> bool {
        self.log.turns().len() < self.head.seats.len()
    }

    /// Seats a person; see [`Head::join`].
    pub(crate) fn join(
        &self,
        person: &Person,
        (key, has_reservation): (&str, bool),
        nonce: &str,
        now: u64,
    ) -> Result<Draft, Refusal> {
        let head = self.head.join(person, (key, has_reservation), nonce, now)?;
        let head = (head != self.head).then_some(head);
        Ok(Draft::of_head(head))
    }

    /// Restricts the chat; see [`Head::restrict_chat`].
    pub(crate) fn restrict_chat(&self, person: &str, chat: Chatters) -> Result<Draft, Refusal> {
        let head = self.head.restrict_chat(person, chat)?;
        Ok(Draft::of_head((head != self.head).then_some(head)))
    }

    /// Renames a person at their seat; see [`Head::rename`].
    pub(crate) fn rename(&self, person: &Person) -> Draft {
        let head = self.head.rename(person);
        Draft::of_head((head != self.head).then_some(head))
    }

    /// Withdraws a waiting table; only its creator may.
    pub(crate) fn withdraw(&self, person: &str, now: u64) -> Result<Draft, Refusal> {
        if self.head.phase != Phase::Waiting || self.head.creator != person {
            return Err(Refusal::new(
                Code::Forbidden,
                "only who opened a table that still waits may close it",
            ));
        }
        let mut head = self.head.clone();
        head.close(&self.log, now);
        head.end = Some("aborted".to_string());
        Ok(Draft::of_head(Some(head)))
    }

    fn check_playing(&self) -> Result<(), Refusal> {
        match self.head.phase {
            Phase::Playing => Ok(()),
            Phase::Waiting => Err(Refusal::new(Code::NotPlaying, "the game has not begun")),
            Phase::Over => Err(Refusal::new(Code::NotPlaying, "the game is over")),
        }
    }

    fn stale_refusal(&self) -> Refusal {
        let why = format!("the table has {} entries; something else came first", self.log.ply());
        Refusal::new(Code::Stale, why)
    }

    /// Detects a duplicate: whether exactly these steps were played from this ply on. Returns the number of entries
    /// they made.
    pub(crate) fn played_before(&self, ply: u32, steps: &[String]) -> Option<usize> {
        let entries = self.entries.get(ply as usize..)?;
        let mut wanted = steps.iter();
        let mut next = wanted.next();
        for (count, entry) in entries.iter().enumerate() {
            match next {
                Some(step) if *step == entry.what => next = wanted.next(),
                // A roll between the steps or after them.
                _ if count > 0 && self.log.rolled_at(ply + count as u32) => {}
                _ => return (next.is_none()).then_some(count),
            }
        }
        next.is_none().then_some(entries.len())
    }

    /// Plays steps of one seat atomically, with the rolls that fall due.
    pub(crate) fn play(
        &self,
        seat: Seat,
        ply: u32,
        steps: &[String],
        now: u64,
        outages: &Outages,
    ) -> Result<Draft, Refusal> {
        self.check_playing()?;
        if steps.is_empty() || steps.len() > limits::STEPS_PER_MESSAGE {
            let why = format!("a turn has 1 to {} steps", limits::STEPS_PER_MESSAGE);
            return Err(Refusal::new(Code::Malformed, why));
        }
        if ply != self.log.ply() {
            return Err(self.stale_refusal());
        }
        if self.log.mover() != Some(seat) {
            return Err(Refusal::new(Code::NotYourTurn, "somebody else is to move"));
        }
        let mut draft = self.begin_draft(now);
        draft.charge(seat, outages);
        for step in steps {
            if draft.log.mover() != Some(seat) {
                return Err(Refusal::new(
                    Code::NotYourTurn,
                    format!("`{step}`: your turn is over"),
                ));
            }
            if step.starts_with('!') {
                return Err(Refusal::new(Code::Illegal, format!("`{step}` is no step")));
            }
            draft.push(&LogEvent::Step(step.clone()))?;
            draft.roll()?;
        }
        Ok(draft.finish())
    }

    /// Performs any other action of a seat.
    pub(crate) fn act(
        &self,
        seat: Seat,
        ply: u32,
        act: Act,
        now: u64,
        outages: &Outages,
    ) -> Result<Draft, Refusal> {
        self.check_playing()?;
        let is_answer = matches!(act, Act::Agree | Act::Decline);
        if is_answer && ply != self.log.ply() {
            return Err(self.stale_refusal());
        }
        let is_offer = matches!(act, Act::OfferDraw | Act::AskBack);
        if is_offer && self.log.ply() >= limits::LOG_ENTRIES {
            let why = format!(
                "this game has {} entries; nothing more can be offered, only played or resigned",
                self.log.ply()
            );
            return Err(Refusal::new(Code::TooLarge, why).because("long-game"));
        }
        let mut draft = self.begin_draft(now);
        let what = match act {
            Act::Resign => LogEvent::Resign(seat),
            Act::OfferDraw => LogEvent::Draw(seat),
            Act::AskBack => {
                let to =
                    self.log.take_back_to(seat).ok_or_else(|| log_refusal(&LogError::NotNow))?;
                LogEvent::Back(seat, to)
            }
            Act::Agree => LogEvent::Agree(seat),
            Act::Decline => LogEvent::Decline(seat),
            Act::Abort => LogEvent::Abort(seat),
            Act::Claim => LogEvent::Gone(self.claimable(seat, now)?),
        };
        if self.log.was_offered(&what) {
            let why = "this was asked before; it may be asked again after the next step";
            return Err(Refusal::new(Code::Illegal, why).because("asked-before"));
        }
        draft.charge_actor(outages);
        draft.push(&what)?;
        // Bots accept take-backs and decline draws.
        if is_offer {
            for other in (0..self.head.seats.len()).map(Seat::new) {
                if self.head.level_of(other).is_some() && draft.log.plays(other) {
                    draft.push(&match act {
                        Act::AskBack => LogEvent::Agree(other),
                        _ => LogEvent::Decline(other),
                    })?;
                }
            }
        }
        draft.roll()?;
        Ok(draft.finish())
    }

    /// The seat to act, if it has been absent long enough for a claim.
    fn claimable(&self, seat: Seat, now: u64) -> Result<Seat, Refusal> {
        let limit = match self.head.clock {
            Clock::Live { .. } => limits::CLAIM_AFTER_MS,
            Clock::None => limits::CLAIM_AFTER_UNTIMED_MS,
            Clock::Days { .. } => u64::MAX,
        };
        let gone = |other: &Seat| {
            let gone = self.away_since[other.index()]
                .is_some_and(|since| now.saturating_sub(since) >= limit);
            *other != seat && gone && self.head.level_of(*other).is_none()
        };
        let plays = self.log.plays(seat);
        self.log.actor().filter(|actor| plays && gone(actor)).ok_or_else(|| {
            let why = "nobody who is to move has been gone long enough";
            Refusal::new(Code::Forbidden, why).because("claim")
        })
    }

    /// Time at which the seat to act runs out of time, in Unix milliseconds.
    pub(crate) fn deadline(&self, now: u64, outages: &Outages) -> Option<u64> {
        let actor = self.log.actor().filter(|_| self.head.phase == Phase::Playing)?;
        if self.is_first_turn() && matches!(self.head.clock, Clock::Live { .. }) {
            return Some(now + FIRST_TURN_MS.saturating_sub(self.clocks.elapsed(now, outages)));
        }
        let lag = u64::from(self.lag_ms[actor.index()].unwrap_or(0));
        self.clocks.deadline(actor, self.is_first_turn(), lag, now, outages)
    }

    /// Ends the game for a seat that is out of time; `None` before the deadline.
    pub(crate) fn flag(&self, now: u64, outages: &Outages) -> Option<Draft> {
        let actor = self.log.actor()?;
        let over = self.deadline(now, outages).is_some_and(|deadline| deadline <= now);
        let mut draft = self.begin_draft(now);
        draft.charge(actor, outages);
        // A first turn that never came aborts the game; nobody loses.
        let what = match self.is_first_turn() && self.log.turns().len() < 2 {
            true => LogEvent::Abort(actor),
            false => LogEvent::Flag(actor),
        };
        over.then(|| draft.push(&what).ok()).flatten()?;
        draft.roll().ok()?;
        Some(draft.finish())
    }

    /// Bot to move, with its engine level.
    pub(crate) fn bot_to_move(&self) -> Option<(Seat, u8)> {
        let mover = self.log.mover().filter(|_| self.head.phase == Phase::Playing)?;
        Some((mover, self.head.level_of(mover)?))
    }

    /// Whether the bot to move has been given up.
    pub(crate) fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// Gives up the bot to move until the log grows.
    pub(crate) fn set_stuck(&mut self) {
        self.stuck = true;
    }

    /// Whether the round trips of players matter: the game runs with a live clock.
    pub(crate) fn is_live(&self) -> bool {
        self.head.phase == Phase::Playing && matches!(self.head.clock, Clock::Live { .. })
    }

    /// Sets the round trip of a seat; returns whether it differs enough to be shown.
    pub(crate) fn set_lag(&mut self, seat: Seat, lag: Option<u32>) -> bool {
        let Some(known) = self.lag_ms.get_mut(seat.index()) else { return false };
        let before = std::mem::replace(known, lag);
        before.map(lag_class) != lag.map(lag_class)
    }

    /// Updates the presence of a seat; returns whether it changed.
    pub(crate) fn set_present(&mut self, seat: Seat, present: bool, now: u64) -> bool {
        let Some(gone) = self.away_since.get_mut(seat.index()) else { return false };
        let changed = gone.is_none() != present;
        if changed {
            *gone = (!present).then_some(now);
        }
        changed
    }

    /// Carries presence, lag and failures over a reload, as they are not stored. Not across the start of the game, which reseats
    /// the players.
    pub(crate) fn keep_presence(&mut self, before: &Room) {
        if (before.head.phase == Phase::Waiting) == (self.head.phase == Phase::Waiting) {
            self.lag_ms.clone_from(&before.lag_ms);
            self.away_since.clone_from(&before.away_since);
        }
        self.stuck = before.stuck && before.log.ply() == self.log.ply();
    }

    pub(crate) fn lag_ms(&self) -> &[Option<u32>] {
        &self.lag_ms
    }

    pub(crate) fn present(&self) -> Vec<bool> {
        self.head
            .seats
            .iter()
            .zip(&self.away_since)
            .map(|(sitter, gone)| gone.is_none() || matches!(sitter, Sitter::Computer { .. }))
            .collect()
    }

    pub(crate) fn clocks(&self, now: u64, outages: &Outages) -> ClockState {
        let actor = self.log.actor().filter(|_| self.head.phase == Phase::Playing);
        let left = self.clocks.left(actor, self.is_first_turn(), now, outages);
        let waits = self.is_first_turn() && matches!(self.head.clock, Clock::Live { .. });
        let runs = !left.is_empty() && !waits;
        ClockState { left, running: actor.filter(|_| runs).map(Seat::number), now }
    }

    /// State for clients. The hub adds chat and spectators.
    pub(crate) fn snapshot(
        &self,
        from: u32,
        you: Option<Seat>,
        now: u64,
        outages: &Outages,
    ) -> Snapshot {
        let from = from.min(self.log.ply());
        let mut table = self.head.public();
        table.turns = self.log.turns().len() as u32;
        Snapshot {
            table,
            from,
            entries: self.entries(from).to_vec(),
            clocks: self.clocks(now, outages),
            present: self.present(),
            lag: self.lag_ms.clone(),
            stuck: self.stuck,
            watching: 0,
            chat: Vec::new(),
            you: you.map(Seat::number),
        }
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> Result<Record, StoreError> {
        record(&self.head, &self.log)
    }

    fn begin_draft(&self, now: u64) -> DraftBuilder<'_> {
        DraftBuilder {
            room: self,
            log: self.log.clone(),
            clocks: self.clocks.clone(),
            rows: Vec::new(),
            now,
        }
    }
}
