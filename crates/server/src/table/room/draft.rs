//! Drafts: proposed changes of a room, built on copies of its log and clocks.

use mohreh_games::{Seat, Turn};
use mohreh_protocol::{Dice, Log, LogEvent, Refusal};

use super::{Room, log_refusal};
use crate::store::PlyRow;
use crate::table::clock::{Clocks, Outages};
use crate::table::head::Head;

/// Proposed change, to be committed before it is adopted.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// New log entries.
    pub rows: Vec<PlyRow>,
    /// New head, if it changes.
    pub head: Option<Head>,
    /// Log and clocks after the new entries, if there are any.
    pub(super) after: Option<(Log, Clocks)>,
}

impl Draft {
    /// A change of the head alone, if it changes.
    pub(crate) fn of_head(head: Option<Head>) -> Draft {
        Draft { rows: Vec::new(), head, after: None }
    }
}

/// Builds a draft on copies of log and clocks.
pub(super) struct DraftBuilder<'a> {
    pub room: &'a Room,
    pub log: Log,
    pub clocks: Clocks,
    pub rows: Vec<PlyRow>,
    pub now: u64,
}

impl DraftBuilder<'_> {
    pub(super) fn charge(&mut self, seat: Seat, outages: &Outages) {
        let lag = u64::from(self.room.lag_ms[seat.index()].unwrap_or(0));
        self.clocks.charge(seat, self.room.is_first_turn(), lag, self.now, outages);
    }

    /// Charges the actor so far without ending the turn.
    pub(super) fn charge_actor(&mut self, outages: &Outages) {
        if let Some(actor) = self.log.actor() {
            self.clocks.charge(actor, self.room.is_first_turn(), 0, self.now, outages);
        }
    }

    pub(super) fn push(&mut self, what: &LogEvent) -> Result<(), Refusal> {
        let (ply, before) = (self.log.ply(), self.log.actor());
        let turns_before = self.ended_turns();
        self.log.apply(what).map_err(|why| log_refusal(&why))?;
        let turns = self.ended_turns().len();
        if turns < turns_before.len() {
            for turn in &turns_before[turns..] {
                self.clocks.take_back(turn.seat);
            }
        } else if let Some(before) = before.filter(|before| self.log.actor() != Some(*before)) {
            self.clocks.end_turn(before);
        }
        self.rows.push(PlyRow {
            ply,
            what: what.to_string(),
            at: self.now,
            left: self.clocks.to_text(),
        });
        Ok(())
    }

    /// The turns that were completed, and earned an increment.
    fn ended_turns(&self) -> Vec<Turn> {
        let turns = self.log.turns();
        let current = turns.last().filter(|turn| self.log.actor() == Some(turn.seat));
        turns[..turns.len() - usize::from(current.is_some())].to_vec()
    }

    /// Appends all rolls that are due.
    pub(super) fn roll(&mut self) -> Result<(), Refusal> {
        while self.log.rolls() {
            let head = &self.room.head;
            let ply = self.log.ply().to_string();
            let mut dice = Dice::new(&head.seed, &head.id, &ply, &head.nonces);
            let Some(fall) = self.log.game().roll(&mut |n| dice.below(n)) else { break };
            self.push(&LogEvent::Step(fall))?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Draft {
        let head = self.log.end().is_some().then(|| {
            let mut head = self.room.head.clone();
            head.close(&self.log, self.now);
            head
        });
        let after = (!self.rows.is_empty()).then_some((self.log, self.clocks));
        Draft { rows: self.rows, head, after }
    }
}
