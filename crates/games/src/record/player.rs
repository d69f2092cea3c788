//! A game being played from text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::RecordError;
use crate::any::{AnyGame, Kind, PlayError};
use crate::game::{Game, Outcome, Seat, Status};

/// A game being played step by step from text, keeping the error's place.
pub(super) struct Player {
    pub(super) game: AnyGame,
    pub(super) played: usize,
    actor: Option<Seat>,
}

impl Player {
    /// The game before its first step, and its setup as it is written.
    pub(super) fn start(kind: Kind, setup: &str) -> Result<(Player, String), RecordError> {
        let setup = with_kind!(kind, G => setup.parse::<<G as Game>::Setup>()?.to_string());
        Ok((Player { game: AnyGame::start(kind, &setup)?, played: 0, actor: None }, setup))
    }

    /// Whether this step begins a turn. A seat that leaves does not, not even if it is its turn.
    pub(super) fn begins_turn(&self, step: &str) -> bool {
        self.is_turn_due() && self.game.leaver(step).is_none()
    }

    /// Whether a turn begins next: somebody else acts than before.
    pub(super) fn is_turn_due(&self) -> bool {
        match self.game.status() {
            Status::ToMove(seat) => self.actor != Some(seat),
            Status::ToRoll => self.actor.is_none(),
            Status::Over(_) => false,
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), RecordError> {
        let status = self.game.status();
        let leaves = self.game.leaver(text).is_some();
        self.game.play(text).map_err(|error| match (error, status) {
            (PlayError::Illegal(_), Status::Over(outcome)) => over(self.played, text, outcome),
            (error, _) => at_fault(self.played, &error),
        })?;
        if let (Status::ToMove(seat), false) = (status, leaves) {
            self.actor = Some(seat);
        }
        self.played += 1;
        Ok(())
    }
}

/// An error of the step that follows so many.
pub(super) fn at_fault(played: usize, why: &dyn fmt::Display) -> RecordError {
    RecordError { step: Some(played + 1), ..RecordError::new(why.to_string()) }
}

/// A step after the end.
pub(super) fn over(played: usize, text: &str, outcome: Outcome) -> RecordError {
    at_fault(played, &format!("`{text}`: the game is over already, {outcome}"))
}
