//! [`LocalGame`]: the record of a game in the terminal, and what `undo` does to it.

use mohreh_games::record::RecordError;
use mohreh_games::{AnyGame, Record, Seat, Status};

/// Key of the message.
const TOUCH_MOVE: &str = "cli-undo-touch-move";

pub(super) struct LocalGame {
    /// With its history, so that `undo` needs no replay.
    record: Record,
    /// Number of steps that [`LocalGame::undo`] keeps: up to the last turn that was begun, or its last roll.
    floor: usize,
}

impl LocalGame {
    pub(super) fn new(mut record: Record) -> LocalGame {
        record.keep_history();
        let floor = floor(&record);
        LocalGame { record, floor }
    }

    pub(super) fn game(&self) -> &AnyGame {
        self.record.game()
    }

    pub(super) fn play(&mut self, step: &str) -> Result<(), RecordError> {
        self.record.push(step)?;
        self.floor = floor(&self.record);
        Ok(())
    }

    /// Undoes one step of the last turn, or returns the key of why not.
    pub(super) fn undo(&mut self) -> Result<(), &'static str> {
        if self.game().scene().touch_move {
            return Err(TOUCH_MOVE);
        }
        let played = self.record.steps().len();
        if played <= self.floor {
            return Err("cli-undo-nothing");
        }
        self.record.rewind(played - 1);
        Ok(())
    }

    /// Undoes the last turn of a seat, since its last roll, and everything after it; or returns the key of why not.
    pub(super) fn undo_turn(&mut self, seat: Seat) -> Result<(), &'static str> {
        if self.game().scene().touch_move {
            return Err(TOUCH_MOVE);
        }
        let play = self.record.playthrough();
        let (own, rolls) = (play.turn_ranges().filter(|(other, _)| *other == seat), play.rolls());
        let decided = |ply: &usize| !rolls.contains(ply);
        let last = own.filter_map(|(_, mut plies)| Some((plies.start, plies.rfind(decided)?)));
        let Some((start, last)) = last.last() else {
            return Err("cli-undo-not-yet");
        };
        let after_roll = rolls.last().map_or(0, |roll| roll + 1);
        if after_roll > last {
            return Err("cli-undo-dice");
        }
        self.record.rewind(start.max(after_roll));
        Ok(())
    }

    /// Sets the `player` header of a seat.
    pub(super) fn name(&mut self, seat: Seat, who: &str) -> Result<(), RecordError> {
        self.record.set_header(&format!("player {seat}"), who)
    }

    /// The record with its result.
    pub(super) fn with_result(&self) -> Result<Record, RecordError> {
        let mut record = self.record.clone();
        let result = match self.game().status() {
            Status::Over(outcome) => outcome.to_string(),
            _ => "unfinished".to_string(),
        };
        record.set_header("result", &result)?;
        Ok(record)
    }
}

/// The start of the current turn, or the ply after the last roll if that is later.
fn floor(record: &Record) -> usize {
    let turn = record.turns().last().map_or(0, |turn| turn.start);
    record.playthrough().rolls().last().map_or(turn, |roll| turn.max(roll + 1))
}

#[cfg(test)]
mod tests {
    use mohreh_games::{Kind, Record, Seat, Status};
    use mohreh_laws::Rng;

    use super::LocalGame;

    fn started(kind: Kind) -> LocalGame {
        LocalGame::new(Record::new(kind, "").unwrap())
    }

    /// Plays a random step; `false` after the end.
    fn step(local: &mut LocalGame, rng: &mut Rng) -> bool {
        let step = local.game().roll(&mut |n| rng.below(n)).or_else(|| {
            let steps = local.game().steps();
            (!steps.is_empty()).then(|| rng.one_of(&steps).clone())
        });
        step.is_some_and(|step| local.play(&step).is_ok())
    }

    /// Who decided each step; `None` for a roll.
    fn actors(local: &LocalGame) -> Vec<Option<Seat>> {
        let actor = |ply| match local.record.at(ply).status() {
            Status::ToMove(seat) => Some(seat),
            Status::ToRoll | Status::Over(_) => None,
        };
        (0..local.record.steps().len()).map(actor).collect()
    }

    #[test]
    fn undo_goes_back_to_the_start_of_the_turn_or_to_the_last_roll() {
        for &kind in Kind::ALL {
            let (mut local, mut rng) = (started(kind), Rng::new(2));
            assert!(local.undo().is_err(), "{kind}");
            while local.record.steps().len() < 150 && step(&mut local, &mut rng) {
                let actors = actors(&local);
                let last = actors.last().copied().flatten();
                let kept = actors.iter().rposition(|actor| last.is_none() || *actor != last);
                let kept = kept.map_or(0, |at| at + 1);
                let mut back = LocalGame::new(local.record.clone());
                while back.undo().is_ok() {}
                assert_eq!(back.record.steps().len(), kept, "{kind}");
                // What was undone can be played again, and undone again.
                for step in &local.record.steps()[kept..] {
                    back.play(step).unwrap();
                }
                assert_eq!(back.undo().is_ok(), last.is_some(), "{kind}");
            }
        }
    }

    #[test]
    fn undo_turn_goes_back_over_a_turn_of_the_seat_and_never_over_a_roll() {
        for &kind in Kind::ALL {
            let (mut local, mut rng) = (started(kind), Rng::new(2));
            assert!(local.undo_turn(Seat::FIRST).is_err(), "{kind}");
            while local.record.steps().len() < 150 && step(&mut local, &mut rng) {
                let actors = actors(&local);
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let own = |actor: &Option<Seat>| *actor == Some(seat);
                    let start = actors.iter().rposition(own).map(|last| {
                        actors[..last].iter().rposition(|actor| !own(actor)).map_or(0, |at| at + 1)
                    });
                    let expected =
                        start.filter(|start| actors[*start..].iter().all(Option::is_some));
                    let mut back = LocalGame::new(local.record.clone());
                    let undone = back.undo_turn(seat).ok().map(|()| back.record.steps().len());
                    assert_eq!(undone, expected, "{kind} {}", actors.len());
                }
            }
        }
    }
}
