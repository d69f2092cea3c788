//! [`Attempt`]: a person tries to do a step.

use mohreh_games::{AnyGame, PlayError, Playthrough, Seat, Status};

use crate::course::Step;
use crate::goal::{Played, Progress};

/// What is to be said of a turn, or of its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The turn goes on.
    Going,
    /// It is what was asked for.
    Done,
    /// It is not, and will not be; with the mistake that has an answer of its own, as an index.
    Wrong(Option<usize>),
}

/// A turn that is being played from the position of a step.
#[derive(Clone, Debug)]
pub struct Attempt {
    seat: Seat,
    before: AnyGame,
    after: AnyGame,
    decisions: Vec<String>,
    rolled: usize,
}

impl Attempt {
    /// The person to move at `start` tries.
    #[must_use]
    pub fn new(start: &Playthrough) -> Attempt {
        let game = start.game().clone();
        let seat = match game.status() {
            Status::ToMove(seat) => seat,
            _ => start.actor().unwrap_or(Seat::FIRST),
        };
        Attempt { seat, before: game.clone(), after: game, decisions: Vec::new(), rolled: 0 }
    }

    /// The seat of the person.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position now.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.after
    }

    /// The decisions so far.
    #[must_use]
    pub fn decisions(&self) -> &[String] {
        &self.decisions
    }

    /// The fall of the dice that is due, by the script of the step.
    #[must_use]
    pub fn roll(&self, step: &Step) -> Option<String> {
        self.fall(step).0
    }

    /// The fall, and the number of faces of the script that are used then. Dice beyond the script show their lowest
    /// face.
    fn fall(&self, step: &Step) -> (Option<String>, usize) {
        let mut rolled = self.rolled;
        let roll = self.after.roll(&mut |sides| {
            let face = step.chance.get(rolled).copied().unwrap_or(1);
            rolled += 1;
            face.clamp(1, sides) - 1
        });
        (roll, rolled)
    }

    /// Plays a decision of the person, or the fall of the dice that is due.
    pub fn play(&mut self, step: &Step, played: &str) -> Result<(), PlayError> {
        let is_roll = self.after.status() == Status::ToRoll;
        let rolled = self.fall(step).1;
        self.after.play(played)?;
        self.rolled = rolled;
        if !is_roll {
            self.decisions.push(played.to_string());
        }
        Ok(())
    }

    /// Judges what has been played.
    #[must_use]
    pub fn verdict(&self, step: &Step) -> Verdict {
        let is_complete = match self.after.status() {
            Status::ToMove(seat) => seat != self.seat,
            Status::ToRoll => false,
            Status::Over(_) => true,
        };
        let played = Played {
            seat: self.seat,
            before: &self.before,
            after: &self.after,
            decisions: &self.decisions,
            is_complete,
        };
        if self.decisions.is_empty() {
            return Verdict::Going;
        }
        match step.goals.iter().map(|goal| goal.progress(&played)).max() {
            Some(Progress::Met) => Verdict::Done,
            Some(Progress::Open) => Verdict::Going,
            _ => {
                let is_met = |goal| Progress::Met == crate::Goal::progress(goal, &played);
                Verdict::Wrong(step.mistakes.iter().position(|mistake| is_met(&mistake.goal)))
            }
        }
    }
}
