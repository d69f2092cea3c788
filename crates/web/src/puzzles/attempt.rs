//! [`Attempt`]: a puzzle that somebody tries to solve, turn by turn. No browser.

use mohreh_games::show::{Name, Scene};
use mohreh_games::{AnyGame, Kind, Playthrough, Seat, Status};
use mohreh_puzzles::{Goal, Puzzle};

use crate::game_model::{scene_at, touched_spots};

/// Where an attempt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// A step of the person is asked for.
    Asked,
    /// The worker judges the turn.
    Judging,
    /// The opponent's reply is shown.
    Replying,
    /// The turn is refuted.
    Wrong,
    /// The worker could not tell in time.
    Unknown,
    Solved,
    /// The solution is shown.
    Shown,
}

/// What follows a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The turn goes on, or the puzzle is over.
    Nothing,
    /// The worker is asked: turns that remain, and the record.
    Judge(u32, String),
    /// The opponent's turn is to be shown.
    Reply(Vec<String>),
}

/// A puzzle that is tried.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Attempt {
    pub kind: Kind,
    pub puzzle: Puzzle,
    /// Who solves it.
    pub seat: Seat,
    pub phase: Phase,
    /// No mistake, and no help.
    pub clean: bool,
    /// What was chosen where chances are asked for.
    pub choice: Option<String>,
    /// The opponent's turn that refutes the last one.
    pub reply: Vec<String>,
    play: Playthrough,
    /// Steps before the turn that is asked for.
    start: usize,
    /// Right turns.
    turns: usize,
    /// Whether the opponent has replied as in the bank.
    on_line: bool,
}

impl Attempt {
    /// `None` if the position of the puzzle cannot be played.
    pub(super) fn new(kind: Kind, puzzle: Puzzle) -> Option<Attempt> {
        let mut play = Playthrough::starting(kind, &puzzle.position).ok()?;
        play.keep_history();
        let Status::ToMove(seat) = play.game().status() else { return None };
        Some(Attempt {
            kind,
            puzzle,
            seat,
            phase: Phase::Asked,
            clean: true,
            choice: None,
            reply: Vec::new(),
            play,
            start: 0,
            turns: 0,
            on_line: true,
        })
    }

    pub(super) fn game(&self) -> &AnyGame {
        self.play.game()
    }

    pub(super) fn scene(&self) -> Scene {
        scene_at(&self.play, self.play.steps().len())
    }

    /// The spots of the last turn: the opponent's reply, or the end of the puzzle.
    pub(super) fn last_touched(&self) -> Vec<Name> {
        let from = match self.phase {
            Phase::Asked | Phase::Judging => self.reply_start(),
            _ => self.play.turn_start_before(self.play.steps().len()),
        };
        let to = if self.phase == Phase::Asked { self.start } else { self.play.steps().len() };
        touched_spots(&self.play, from, to)
    }

    fn reply_start(&self) -> usize {
        self.play.turn_start_before(self.start)
    }

    /// Plays a step of the person; an illegal one changes nothing.
    pub(super) fn play(&mut self, step: &str) -> Next {
        if self.puzzle.goal.is_chance() {
            self.choose(step);
            return Next::Nothing;
        }
        if self.play.play(step).is_err() {
            return Next::Nothing;
        }
        match self.game().status() {
            Status::ToMove(seat) if seat == self.seat => return Next::Nothing,
            Status::Over(outcome) if outcome.winner() == Some(self.seat) => {
                self.turns += 1;
                self.phase = Phase::Solved;
                return Next::Nothing;
            }
            _ => {}
        }
        if self.on_line && *self.game() == self.line_position() {
            let reply = self.puzzle.line.get(2 * self.turns + 1).cloned();
            return self.accept(reply.unwrap_or_default());
        }
        self.phase = Phase::Judging;
        let turns = self.turns as u32 + 1;
        let line = format!("{}|{}|{}", self.kind, self.play.setup(), self.play.steps().join(" "));
        Next::Judge(self.puzzle.goal.turns().saturating_sub(turns), line)
    }

    /// The position after the answer of the bank to the turn that is asked for.
    fn line_position(&self) -> AnyGame {
        let mut game = self.play.at(self.start);
        for step in self.puzzle.line.get(2 * self.turns).into_iter().flatten() {
            let _ = game.play(step);
        }
        game
    }

    /// The worker says that the turn is right.
    pub(super) fn accept_other(&mut self, reply: Vec<String>) -> Next {
        self.on_line = false;
        self.accept(reply)
    }

    fn accept(&mut self, reply: Vec<String>) -> Next {
        self.turns += 1;
        if reply.is_empty() {
            self.phase = Phase::Solved;
            return Next::Nothing;
        }
        self.phase = Phase::Replying;
        Next::Reply(reply)
    }

    /// The turn is wrong. The opponent's turn that refutes it; empty if none is needed.
    pub(super) fn refute(&mut self, reply: Vec<String>) {
        self.reply = reply;
        self.clean = false;
        self.phase = Phase::Wrong;
    }

    /// Plays a step that the person has not chosen: of a reply, a refutation or the solution.
    pub(super) fn push(&mut self, step: &str) -> bool {
        self.play.play(step).is_ok()
    }

    /// The opponent has replied, and the next turn is asked for.
    pub(super) fn ask(&mut self) {
        self.start = self.play.steps().len();
        self.phase = Phase::Asked;
    }

    pub(super) fn can_undo(&self) -> bool {
        self.phase == Phase::Asked && self.play.steps().len() > self.start
    }

    pub(super) fn undo(&mut self) {
        if self.can_undo() {
            self.play.rewind(self.play.steps().len() - 1);
        }
    }

    /// Back to the beginning of the turn.
    pub(super) fn try_again(&mut self) {
        self.play.rewind(self.start);
        self.choice = None;
        self.phase = Phase::Asked;
    }

    /// Gives up: back to the beginning, and returns the steps of the solution.
    pub(super) fn give_up(&mut self) -> Vec<String> {
        if self.phase != Phase::Solved {
            self.clean = false;
        }
        self.play.rewind(0);
        (self.start, self.turns, self.on_line) = (0, 0, true);
        self.choice = None;
        self.phase = Phase::Shown;
        self.puzzle.line.concat()
    }

    fn choose(&mut self, step: &str) {
        self.choice = Some(step.to_string());
        if self.chance(step) == self.puzzle.chances.first().map(|best| best.value) {
            self.phase = Phase::Solved;
        } else {
            self.refute(Vec::new());
        }
    }

    /// The chance of a choice, in ten thousandths.
    pub(super) fn chance(&self, step: &str) -> Option<u32> {
        let has = |chance: &&mohreh_puzzles::Chance| chance.steps.iter().any(|known| known == step);
        self.puzzle.chances.iter().find(has).map(|chance| chance.value)
    }

    /// Key of what is said about a wrong turn.
    pub(super) fn refutation(&self) -> &'static str {
        match self.puzzle.goal {
            goal if goal.is_chance() => "puzzle-worse-chance",
            _ if self.reply.is_empty() => "puzzle-wrong-end",
            Goal::OnlyDefence => "puzzle-wrong-defence",
            Goal::WinInOne => "puzzle-wrong-one",
            _ => "puzzle-wrong-win",
        }
    }

    /// Number of steps that have been played.
    pub(super) fn ply(&self) -> usize {
        self.play.steps().len()
    }

    /// Whether the puzzle is over, one way or the other.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Solved | Phase::Shown)
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;
    use mohreh_puzzles::{Bank, Goal, Puzzle};

    use super::{Attempt, Next, Phase};

    fn banks() -> Vec<(Kind, Vec<Puzzle>)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/banks");
        let bank = |kind: &Kind| {
            let text = std::fs::read_to_string(format!("{folder}/{kind}.txt")).ok()?;
            Some((*kind, Bank::parse(&text).unwrap().puzzles))
        };
        Kind::ALL.iter().filter_map(bank).collect()
    }

    /// Plays the answers of the bank.
    fn solve(attempt: &mut Attempt) {
        let line = attempt.puzzle.line.clone();
        for turn in line.iter().step_by(2) {
            assert_eq!(attempt.phase, Phase::Asked);
            for (n, step) in turn.iter().enumerate() {
                let next = attempt.play(step);
                if n + 1 < turn.len() {
                    assert_eq!(next, Next::Nothing);
                } else if let Next::Reply(reply) = next {
                    reply.iter().for_each(|step| assert!(attempt.push(step)));
                    attempt.ask();
                }
            }
        }
    }

    #[test]
    fn the_line_of_every_puzzle_solves_it() {
        let banks = banks();
        assert!(banks.len() >= 4);
        for (kind, puzzles) in banks {
            for puzzle in puzzles {
                let mut attempt = Attempt::new(kind, puzzle).unwrap();
                match attempt.puzzle.goal.is_chance() {
                    true => {
                        let best = attempt.puzzle.chances[0].steps[0].clone();
                        attempt.play(&best);
                    }
                    false => solve(&mut attempt),
                }
                assert_eq!(attempt.phase, Phase::Solved, "{}", attempt.puzzle);
                assert!(attempt.clean);
            }
        }
    }

    #[test]
    fn another_turn_is_judged_and_can_be_tried_again() {
        for (kind, puzzles) in banks() {
            for puzzle in puzzles.into_iter().step_by(40) {
                let mut attempt = Attempt::new(kind, puzzle).unwrap();
                let fresh = attempt.clone();
                if attempt.puzzle.goal.is_chance() {
                    let worst = attempt.puzzle.chances.last().unwrap().steps[0].clone();
                    attempt.play(&worst);
                } else {
                    let answer = &attempt.puzzle.line[0];
                    let steps = attempt.game().steps();
                    let other = steps.iter().find(|step| !answer.contains(step));
                    let other = other.unwrap_or(&steps[0]).clone();
                    let mut next = attempt.play(&other);
                    while next == Next::Nothing && attempt.phase == Phase::Asked {
                        let step = attempt.game().steps().swap_remove(0);
                        next = attempt.play(&step);
                    }
                    if let Next::Judge(left, line) = next {
                        assert_eq!(left, attempt.puzzle.goal.turns().saturating_sub(1));
                        assert!(line.starts_with(&format!("{kind}|")), "{line}");
                        attempt.refute(Vec::new());
                    }
                }
                if attempt.phase == Phase::Wrong {
                    assert!(!attempt.clean);
                    attempt.try_again();
                    assert_eq!((attempt.phase, attempt.game()), (Phase::Asked, fresh.game()));
                }
            }
        }
    }

    #[test]
    fn the_solution_starts_at_the_beginning() {
        for (kind, puzzles) in banks() {
            let puzzle = puzzles.into_iter().find(|puzzle| puzzle.goal != Goal::WinInOne).unwrap();
            let mut attempt = Attempt::new(kind, puzzle).unwrap();
            let worst = attempt.puzzle.chances.last().map(|worst| worst.steps[0].clone());
            let answer = attempt.puzzle.line.concat();
            let first = worst.unwrap_or_else(|| {
                attempt.game().steps().into_iter().find(|step| !answer.contains(step)).unwrap()
            });
            attempt.play(&first);
            let steps = attempt.give_up();
            assert_eq!(steps, attempt.puzzle.line.concat());
            assert!(steps.iter().all(|step| attempt.push(step)) && !attempt.clean);
            assert!(attempt.is_over());
        }
    }
}
