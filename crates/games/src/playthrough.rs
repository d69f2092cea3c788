//! [`Playthrough`]: a game in progress, which records, the page, the terminal and the server's log build on.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::any::{AnyGame, Kind, PlayError};
use crate::game::{Game, Seat, Status};
use crate::show::Arg;
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
        Ok(Playthrough::before_first_step(setup, initial))
    }

    /// A game that starts at a setup or, if `start` is the text of a position, there.
    ///
    /// ```
    /// use mohreh_games::{AnyGame, Playthrough};
    ///
    /// let mut game = AnyGame::start("yinsh".parse()?, "blitz")?;
    /// game.play("e5")?;
    /// let play = Playthrough::starting(game.kind(), &game.to_string())?;
    /// assert_eq!(play, Playthrough::from_position(game));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn starting(kind: Kind, start: &str) -> Result<Playthrough, ParseError> {
        if is_position(start) {
            Ok(Playthrough::from_position(AnyGame::parse(kind, start)?))
        } else {
            Playthrough::new(kind, start)
        }
    }

    /// A game that starts at any position. Its setup is the text of the position.
    #[must_use]
    pub fn from_position(game: AnyGame) -> Playthrough {
        Playthrough::before_first_step(game.to_string(), game)
    }

    fn before_first_step(setup: String, initial: AnyGame) -> Playthrough {
        Playthrough {
            kind: initial.kind(),
            setup,
            game: initial.clone(),
            initial,
            steps: Vec::new(),
            turns: Vec::new(),
            rolls: Vec::new(),
            history: None,
        }
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

    /// The canonical setup text, empty for the default; of a game that starts at a position, the text of that.
    #[must_use]
    pub fn setup(&self) -> &str {
        &self.setup
    }

    /// Whether the game starts at a position that was set up, instead of at the start of the rules.
    #[must_use]
    pub fn starts_at_position(&self) -> bool {
        is_position(&self.setup)
    }

    /// The position before the first step.
    #[must_use]
    pub fn initial(&self) -> &AnyGame {
        &self.initial
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

    /// What a step is in the course of the game. Turns and rolls are found by bisection.
    pub(crate) fn played(&self, ply: usize) -> Played {
        let turn = self.turns.binary_search_by_key(&ply, |turn| turn.start);
        let begins = turn.ok().map(|at| self.turns[at].seat);
        Played { begins, is_roll: self.rolls.binary_search(&ply).is_ok() }
    }

    /// What the last step is in the course of the game.
    pub(crate) fn last_played(&self) -> Played {
        self.played(self.steps.len().saturating_sub(1))
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

    fn next_actor(&self) -> Option<Seat> {
        next_actor(&self.game, self.actor())
    }

    /// Plays a step; an illegal one changes nothing. A leave step begins no turn, even in the seat's own.
    pub fn play(&mut self, step: &str) -> Result<(), PlayError> {
        let before = self.history.is_some().then(|| self.game.clone());
        let actor = self.actor();
        let played = play(&mut self.game, actor, step)?;
        if let Some(history) = &mut self.history {
            history.extend(before);
        }
        self.note(step, played);
        Ok(())
    }

    fn note(&mut self, step: &str, played: Played) {
        let ply = self.steps.len();
        self.turns.extend(played.begins.map(|seat| Turn { seat, start: ply }));
        self.rolls.extend(played.is_roll.then_some(ply));
        self.steps.push(step.to_string());
    }

    /// A game of steps that the caller has played already, which lead to `game`.
    pub(crate) fn of_played<'a>(
        setup: String,
        initial: AnyGame,
        steps: impl Iterator<Item = (&'a str, Played)>,
        game: AnyGame,
    ) -> Playthrough {
        let mut play = Playthrough::before_first_step(setup, initial);
        steps.for_each(|(step, played)| play.note(step, played));
        play.game = game;
        play
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

/// Whether a text is that of a position, not of a setup: only positions say what lies where.
pub(crate) fn is_position(text: &str) -> bool {
    text.split_ascii_whitespace().any(|word| word.starts_with("cells="))
}

/// What a step is in the course of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// The seat whose turn begins with it.
    pub(crate) begins: Option<Seat>,
    /// Whether it is the fall of the dice.
    pub(crate) is_roll: bool,
}

/// Plays a step in the turn of `actor`, `None` before the first turn. An illegal step changes nothing.
pub(crate) fn play(
    game: &mut AnyGame,
    actor: Option<Seat>,
    step: &str,
) -> Result<Played, PlayError> {
    let leaves = game.leaver(step).is_some();
    let begins = next_actor(game, actor).filter(|seat| actor != Some(*seat) && !leaves);
    let is_roll = game.status() == Status::ToRoll && !leaves;
    game.play(step)?;
    Ok(Played { begins, is_roll })
}

/// The seat of the turn that the next step belongs to. A roll belongs to the turn in which it falls; before the first
/// turn, to the seat that the position names.
pub(crate) fn next_actor(game: &AnyGame, actor: Option<Seat>) -> Option<Seat> {
    match game.status() {
        Status::ToMove(seat) => Some(seat),
        Status::ToRoll => actor.or_else(|| {
            let seats = game.prompt().args.into_iter();
            let mut seats = seats.filter_map(|(_, arg)| match arg {
                Arg::Seat(seat) => Some(seat),
                _ => None,
            });
            seats.next().or(Some(Seat::FIRST))
        }),
        Status::Over(_) => None,
    }
}
