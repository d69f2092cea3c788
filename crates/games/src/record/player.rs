//! A game being played from text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::RecordError;
use crate::game::{Game, Seat, Status};

/// A game being played step by step from text, keeping the error's place.
pub(super) struct Player<G: Game> {
    pub(super) game: G,
    pub(super) played: usize,
    actor: Option<Seat>,
}

impl<G: Game> Player<G> {
    pub(super) fn start(setup: &str) -> Result<(Player<G>, String), RecordError> {
        let setup: G::Setup = setup.parse()?;
        Ok((Player { game: G::start(&setup), played: 0, actor: None }, setup.to_string()))
    }

    /// Whether the next step begins a turn: somebody else acts than before.
    pub(super) fn begins_turn(&self) -> bool {
        match self.game.status() {
            Status::ToMove(seat) => self.actor != Some(seat),
            Status::ToRoll => self.actor.is_none(),
            Status::Over(_) => false,
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), RecordError> {
        let at_fault = |why: &dyn fmt::Display| RecordError {
            step: Some(self.played + 1),
            ..RecordError::new(why.to_string())
        };
        let step = text.parse::<G::Step>().map_err(|error| at_fault(&error))?;
        let status = self.game.status();
        if let Status::Over(outcome) = status {
            return Err(at_fault(&format!("`{text}`: the game is over already, {outcome}")));
        }
        self.game.play(step).map_err(|error| at_fault(&error))?;
        if let Status::ToMove(seat) = status {
            self.actor = Some(seat);
        }
        self.played += 1;
        Ok(())
    }
}
