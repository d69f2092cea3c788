//! `LocalGame`: a game in the terminal, with its record and undo history.

use mohreh_games::record::RecordError;
use mohreh_games::{IllegalStep, Listed, Record, Seat, Status};

pub struct LocalGame<G: Listed> {
    pub game: G,
    /// Setup, headers and comments; its steps are replaced on saving.
    begun: Record,
    past: Vec<PlayedStep<G>>,
    /// Number of steps that cannot be undone.
    floor: usize,
}

/// An undo entry.
struct PlayedStep<G> {
    /// The position before the step.
    game: G,
    /// `None` for a roll of the dice.
    actor: Option<Seat>,
    step: String,
}

impl<G: Listed> LocalGame<G> {
    pub fn start(setup: &G::Setup) -> Result<LocalGame<G>, RecordError> {
        let begun = Record::new(G::KIND, &setup.to_string())?;
        Ok(LocalGame { game: G::start(setup), begun, past: Vec::new(), floor: 0 })
    }

    /// Continues a recorded game.
    pub fn resume(record: Record) -> Result<LocalGame<G>, RecordError> {
        let mut local = LocalGame::start(&record.setup().parse()?)?;
        for text in record.steps() {
            local.push(text.parse()?);
        }
        local.begun = record;
        Ok(local)
    }

    pub fn legal(&self) -> Vec<String> {
        let mut steps = Vec::new();
        self.game.steps(&mut steps);
        steps.iter().map(ToString::to_string).collect()
    }

    pub fn play(&mut self, step: G::Step) -> Result<(), IllegalStep> {
        if !self.game.is_legal(step) {
            return Err(IllegalStep { step: step.to_string() });
        }
        self.push(step);
        Ok(())
    }

    fn push(&mut self, step: G::Step) {
        let actor = match self.game.status() {
            Status::ToMove(seat) => Some(seat),
            Status::ToRoll | Status::Over(_) => None,
        };
        match actor {
            // A roll and everything before it cannot be undone.
            None => self.floor = self.past.len() + 1,
            Some(_)
                if self
                    .past
                    .last()
                    .is_none_or(|last| last.actor.is_some_and(|seat| Some(seat) != actor)) =>
            {
                self.floor = self.past.len();
            }
            Some(_) => {}
        }
        self.past.push(PlayedStep { game: self.game.clone(), actor, step: step.to_string() });
        self.game.play_unchecked(step);
    }

    /// Undoes one step of the last turn, or returns why not.
    pub fn undo(&mut self) -> Result<(), &'static str> {
        if self.game.scene().touch_move {
            return Err("Touch-move was agreed: nothing is taken back.");
        }
        if self.past.len() <= self.floor {
            return Err(
                "There is nothing to take back: only steps of the last turn can be, and no roll.",
            );
        }
        if let Some(last) = self.past.pop() {
            self.game = last.game;
        }
        Ok(())
    }

    /// Undoes the last turn of a seat and everything after it, or returns why not.
    pub fn undo_turn(&mut self, seat: Seat) -> Result<(), &'static str> {
        if self.game.scene().touch_move {
            return Err("Touch-move was agreed: nothing is taken back.");
        }
        let own = |past: &PlayedStep<G>| past.actor == Some(seat);
        let Some(last) = self.past.iter().rposition(own) else {
            return Err("There is nothing to take back: you have not played yet.");
        };
        let first = self.past[..last].iter().rposition(|past| !own(past)).map_or(0, |at| at + 1);
        if self.past[first..].iter().any(|past| past.actor.is_none()) {
            return Err("The dice have fallen since: what they have shown cannot be unseen.");
        }
        if let Some(past) = self.past.drain(first..).next() {
            self.game = past.game;
        }
        Ok(())
    }

    /// Sets the `player` header of a seat.
    pub fn name(&mut self, seat: Seat, who: &str) -> Result<(), RecordError> {
        self.begun.set_header(&format!("player {seat}"), who)
    }

    /// The game as a record with its result.
    pub fn record(&self) -> Result<Record, RecordError> {
        let steps = self.past.iter().map(|past| past.step.as_str());
        let mut record = self.begun.with_steps(steps)?;
        let result = match self.game.status() {
            Status::Over(outcome) => outcome.to_string(),
            _ => "unfinished".to_string(),
        };
        record.set_header("result", &result)?;
        Ok(record)
    }
}
