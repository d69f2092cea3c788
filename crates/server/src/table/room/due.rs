//! When the scheduler must look at a table: clocks, bots, games that nobody plays on. The time is stored with the table,
//! so that rooms need not stay in memory for it. It is a lower bound: a look that comes too early only renews it, and
//! most steps need not write it.

use mohreh_games::Seat;
use mohreh_protocol::{Clock, Log, Phase, limits};

use super::{Draft, FIRST_TURN_MS, Room};
use crate::table::clock::Clocks;
use crate::table::head::Head;

/// A running game, as far as the scheduler is concerned.
struct Position<'a> {
    head: &'a Head,
    log: &'a Log,
    clocks: &'a Clocks,
    /// The bot to move is left alone.
    stuck: bool,
    last_entry_ms: u64,
}

impl Position<'_> {
    fn due(&self, now: u64) -> u64 {
        let Position { head, log, clocks, .. } = self;
        if log.mover().is_some_and(|mover| head.level_of(mover).is_some()) && !self.stuck {
            return now;
        }
        let first_turns =
            log.turns().len() < head.seats.len() && matches!(head.clock, Clock::Live { .. });
        let first_turn = first_turns.then(|| clocks.since() + FIRST_TURN_MS);
        let deadline = clocks.earliest_deadline(|seat: Seat| log.plays(seat));
        let times = [first_turn, deadline, self.abandoned_at()];
        times.into_iter().flatten().min().unwrap_or(u64::MAX)
    }

    /// When a game without a clock is closed, if nobody plays on.
    fn abandoned_at(&self) -> Option<u64> {
        let silence = if self.head.has_bot() {
            limits::ABANDONED_BOT_GAME_MS
        } else {
            limits::ABANDONED_GAME_MS
        };
        (self.head.clock == Clock::None).then_some(self.last_entry_ms + silence)
    }
}

/// When to look at a table with an empty log; 0 while it waits.
pub(crate) fn due_at_start(head: &Head, now: u64) -> u64 {
    let Ok(log) = Log::new(head.kind, &head.setup) else { return 0 };
    let clocks = Clocks::start(head.clock, head.seats.len(), now);
    let start = Position { head, log: &log, clocks: &clocks, stuck: false, last_entry_ms: now };
    if head.phase == Phase::Playing { start.due(now) } else { 0 }
}

impl Room {
    fn position(&self) -> Position<'_> {
        let last = self.entries.last().map(|entry| entry.at);
        Position {
            head: &self.head,
            log: &self.log,
            clocks: &self.clocks,
            stuck: self.stuck,
            last_entry_ms: last.or(self.head.started).unwrap_or(self.head.created),
        }
    }

    /// When to look at the table; `now` if a bot is to move, 0 unless the game runs.
    pub(crate) fn due(&self, now: u64) -> u64 {
        if self.head.phase == Phase::Playing { self.position().due(now) } else { 0 }
    }

    /// Like [`Room::due`], after a draft of this room.
    pub(crate) fn due_after(&self, draft: &Draft, now: u64) -> u64 {
        let head = draft.head.as_ref().unwrap_or(&self.head);
        match &draft.after {
            _ if head.phase != Phase::Playing => 0,
            _ if self.head.phase == Phase::Waiting => due_at_start(head, now),
            None => self.due(now),
            Some((log, clocks)) => {
                Position { head, log, clocks, stuck: false, last_entry_ms: now }.due(now)
            }
        }
    }

    /// Whether a new due time must be stored: it is earlier, or may be, or the stored one has passed.
    pub(crate) fn must_store_due(&self, draft: &Draft, due: u64, now: u64) -> bool {
        let acts = draft.rows.iter().any(|row| row.what.starts_with('!'));
        due < self.stored_due || self.stored_due <= now || acts
    }

    pub(crate) fn set_stored_due(&mut self, due: u64) {
        self.stored_due = due;
    }

    /// Ends a game without a clock that nobody has played on for long, without a result; `None` before that. The log
    /// stays as it is.
    pub(crate) fn abandon(&self, now: u64) -> Option<Draft> {
        let over = self.position().abandoned_at().is_some_and(|at| at <= now);
        if self.head.phase != Phase::Playing || !over {
            return None;
        }
        let mut head = self.head.clone();
        head.close(&self.log, now);
        head.end = Some("aborted".to_string());
        Some(Draft::of_head(Some(head)))
    }
}
