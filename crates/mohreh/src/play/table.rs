//! A game on the table: its position, its record, and what may be taken back.

use mohreh_games::record::RecordError;
use mohreh_games::{IllegalStep, Listed, Record, Seat, Status};

pub struct Table<G: Listed> {
    pub game: G,
    /// Headers and comments of the game, and how it began.
    begun: Record,
    past: Vec<Past<G>>,
    /// So many steps stand for good.
    floor: usize,
}

/// A step that was played.
struct Past<G> {
    /// The position before it.
    game: G,
    /// Who acted; nobody if the dice fell.
    actor: Option<Seat>,
    step: String,
}

impl<G: Listed> Table<G> {
    pub fn start(setup: &G::Setup) -> Result<Table<G>, RecordError> {
        let begun = Record::new(G::KIND, &setup.to_string())?;
        Ok(Table { game: G::start(setup), begun, past: Vec::new(), floor: 0 })
    }

    /// A table at which a game goes on.
    pub fn resume(record: Record) -> Result<Table<G>, RecordError> {
        let mut table = Table::start(&record.setup().parse()?)?;
        for text in record.steps() {
            table.push(text.parse()?);
        }
        table.begun = record;
        Ok(table)
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
            // What the dice have shown cannot be unseen.
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
        self.past.push(Past { game: self.game.clone(), actor, step: step.to_string() });
        self.game.play_unchecked(step);
    }

    /// Takes back a step of the turn that was played last, or says why not.
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

    /// Takes back everything from the last turn of a seat on, or says why not.
    pub fn undo_turn(&mut self, seat: Seat) -> Result<(), &'static str> {
        if self.game.scene().touch_move {
            return Err("Touch-move was agreed: nothing is taken back.");
        }
        let own = |past: &Past<G>| past.actor == Some(seat);
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

    /// Writes down who plays at a seat.
    pub fn name(&mut self, seat: Seat, who: &str) -> Result<(), RecordError> {
        self.begun.set_header(&format!("player {seat}"), who)
    }

    /// The game as a record, with its result.
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
