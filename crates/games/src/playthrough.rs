//! [`Playthrough`]: a game in progress, which records, the page, the terminal and the server's log build on.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::any::{AnyGame, Kind, PlayError};
use crate::game::{Game, Seat, Status};
use crate::text::ParseError;

/// A run of steps by one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The seat that plays it.
    pub seat: Seat,
    /// The ply of its first step.
    pub start: usize,
}

/// A game in progress: the steps so far, the turns and rolls among them, and the position. Playing a step costs one
/// step; so does undoing it if the history is kept.
#[derive(Clone, Debug)]
pub struct Playthrough {
    kind: Kind,
    setup: String,
    initial: AnyGame,
    game: AnyGame,
    steps: Vec<String>,
    turns: Vec<Turn>,
    /// Plies of the steps that are rolls.
    rolls: Vec<usize>,
    /// The position before each step, if the history is kept.
    history: Option<Vec<AnyGame>>,
}

/// Two games are equal if their kinds, setups and steps are; everything else is derived.
impl PartialEq for Playthrough {
    fn eq(&self, other: &Playthrough) -> bool {
        self.kind == other.kind && self.setup == other.setup && self.steps == other.steps
    }
}

impl Eq for Playthrough {}

impl Playthrough {
    /// The game before its first step. Its history is not kept: see [`Playthrough::keep_history`].
    ///
    /// ```
    /// use mohreh_games::{Playthrough, Seat};
    ///
    /// let mut play = Playthrough::new("zertz".parse()?, "")?;
    /// assert!(play.is_turn_due());
    /// let step = play.game().steps().swap_remove(0);
    /// play.play(&step)?;
    /// assert_eq!(play.actor(), Some(Seat::FIRST));
    /// assert!(!play.is_turn_due(), "a ring is still to be removed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(kind: Kind, setup: &str) -> Result<Playthrough, ParseError> {
        let setup = with_kind!(kind, G => setup.parse::<<G as Game>::Setup>()?.to_string());
        let initial = AnyGame::start(kind, &setup)?;
        let (game, history) = (initial.clone(), None);
        let (steps, turns, rolls) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Playthrough { kind, setup, initial, game, steps, turns, rolls, history })
    }

    /// Keeps all positions from now on, so that [`Playthrough::rewind`] and [`Playthrough::at`] need no replay.
    /// That is up to 256 bytes a step, for games that a person looks at.
    pub fn keep_history(&mut self) {
        if self.history.is_none() {
            let mut positions = Vec::with_capacity(self.steps.len());
            self.replay(self.steps.len(), |game| positions.push(game.clone()));
            self.history = Some(positions);
        }
    }

    /// The kind of game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The canonical setup text, empty for the default.
    #[must_use]
    pub fn setup(&self) -> &str {
        &self.setup
    }

    /// The current position.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The texts of all steps.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// All turns that have begun.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Each turn with its steps, as a range of plies.
    ///
    /// ```
    /// use mohreh_games::{Record, Seat};
    ///
    /// let record = Record::from_line("yinsh||e5 f6")?;
    /// let turns: Vec<_> = record.playthrough().turn_ranges().collect();
    /// assert_eq!(turns, [(Seat::FIRST, 0..1), (Seat::SECOND, 1..2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn_ranges(&self) -> impl Iterator<Item = (Seat, Range<usize>)> {
        let starts = self.turns.iter().map(|turn| turn.start);
        let ends = starts.skip(1).chain([self.steps.len()]);
        self.turns.iter().zip(ends).map(|(turn, end)| (turn.seat, turn.start..end))
    }

    /// The first ply of the turn that the step before `ply` belongs to; 0 before the first turn.
    #[must_use]
    pub fn turn_start_before(&self, ply: usize) -> usize {
        self.turns.iter().rev().find(|turn| turn.start < ply).map_or(0, |turn| turn.start)
    }

    /// The plies of the steps that are rolls.
    #[must_use]
    pub fn rolls(&self) -> &[usize] {
        &self.rolls
    }

    /// The seat of the current turn; `None` before the first.
    #[must_use]
    pub fn actor(&self) -> Option<Seat> {
        self.turns.last().map(|turn| turn.seat)
    }

    /// Whether the next decision begins a turn: the seat to act has changed.
    #[must_use]
    pub fn is_turn_due(&self) -> bool {
        self.next_actor().is_some_and(|seat| self.actor() != Some(seat))
    }

    /// The seat of the turn that the next step belongs to. A roll belongs to the turn in which it falls, and a roll
    /// before the first decision to the first seat.
    fn next_actor(&self) -> Option<Seat> {
        match self.game.status() {
            Status::ToMove(seat) => Some(seat),
            Status::ToRoll => self.actor().or(Some(Seat::FIRST)),
            Status::Over(_) => None,
        }
    }

    /// Plays a step; an illegal one changes nothing. A leave step begins no turn, even in the seat's own.
    pub fn play(&mut self, step: &str) -> Result<(), PlayError> {
        let leaves = self.game.leaver(step).is_some();
        let begins = self.next_actor().filter(|_| self.is_turn_due() && !leaves);
        let is_roll = self.game.status() == Status::ToRoll && !leaves;
        match &mut self.history {
            Some(history) => {
                let before = self.game.clone();
                self.game.play(step)?;
                history.push(before);
            }
            None => self.game.play(step)?,
        }
        let ply = self.steps.len();
        self.turns.extend(begins.map(|seat| Turn { seat, start: ply }));
        self.rolls.extend(is_roll.then_some(ply));
        self.steps.push(step.to_string());
        Ok(())
    }

    /// Undoes all steps after the first `ply`.
    ///
    /// ```
    /// use mohreh_games::Playthrough;
    ///
    /// let mut play = Playthrough::new("yinsh".parse()?, "")?;
    /// play.keep_history();
    /// play.play("e5")?;
    /// play.rewind(0);
    /// assert_eq!(*play.game(), play.at(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewind(&mut self, ply: usize) {
        if ply >= self.steps.len() {
            return;
        }
        self.game = self.at(ply);
        if let Some(history) = &mut self.history {
            history.truncate(ply);
        }
        self.steps.truncate(ply);
        self.turns.retain(|turn| turn.start < ply);
        self.rolls.retain(|roll| *roll < ply);
    }

    /// The position after the first `ply` steps, or after all of them if there are fewer.
    #[must_use]
    pub fn at(&self, ply: usize) -> AnyGame {
        match &self.history {
            _ if ply >= self.steps.len() => self.game.clone(),
            Some(history) => history[ply].clone(),
            None => self.replay(ply, |_| {}),
        }
    }

    /// The position after the first `ply` steps, from the initial one; `before` sees the position before each.
    fn replay(&self, ply: usize, mut before: impl FnMut(&AnyGame)) -> AnyGame {
        let mut game = self.initial.clone();
        for step in &self.steps[..ply] {
            before(&game);
            // Legal when it was played, so legal again.
            let played = game.play(step);
            debug_assert!(played.is_ok(), "{step}: {played:?}");
        }
        game
    }
}
