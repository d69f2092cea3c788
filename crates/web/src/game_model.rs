//! [`GameModel`]: the page's game in progress, as a record with headers, plus the state derived from it.
//!
//! Everything persistent is in the record, so local storage holds the same text as a saved file. Pure: no
//! browser.

mod selection;

use mohreh_games::record::RecordError;
use mohreh_games::show::{Name, Scene};
use mohreh_games::{AnyGame, Kind, Outcome, Record, Seat, Status, Turn};
use mohreh_protocol::{End, Log, limits};

pub use selection::{TouchResult, next_touches, scene_at, touch, touched_spots};

/// Who controls a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Controller {
    /// A person at this screen.
    Person,
    /// A player of another client, or the server's computer; their steps come from the server.
    Remote,
    /// The engine of this page, at a level from 1 to 8.
    Computer(u8),
}

/// Header value of a remote seat.
const REMOTE: &str = "elsewhere";

impl Controller {
    fn text(self) -> String {
        match self {
            Controller::Person => "person".to_string(),
            Controller::Remote => REMOTE.to_string(),
            Controller::Computer(level) => format!("computer {level}"),
        }
    }

    fn read(text: &str) -> Controller {
        let level = text.strip_prefix("computer ").and_then(|level| level.trim().parse().ok());
        match level {
            Some(level) if limits::LEVELS.contains(&level) => Controller::Computer(level),
            _ if text == REMOTE => Controller::Remote,
            _ => Controller::Person,
        }
    }
}

/// Fischer clock: base time per seat and increment per turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FischerClock {
    pub base_secs: u32,
    pub increment_secs: u32,
}

impl FischerClock {
    fn read(text: &str) -> Option<FischerClock> {
        let (base_secs, increment_secs) = text.split_once('+')?;
        Some(FischerClock {
            base_secs: base_secs.parse().ok()?,
            increment_secs: increment_secs.parse().ok()?,
        })
    }
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaiting {
    /// A person at this screen is to move.
    Person(Seat),
    Remote,
    /// The engine is to move, at this level.
    Computer(Seat, u8),
    /// A roll of the dice.
    Dice,
    Over,
}

/// A game with its players and clocks, local or online.
#[derive(Clone, PartialEq, Debug)]
pub struct GameModel {
    pub id: String,
    /// The game with its history, so that undo and review need no replay.
    pub record: Record,
    pub controllers: Vec<Controller>,
    /// Seed of the engine.
    pub seed: u64,
    pub clock: Option<FischerClock>,
    /// Remaining time of each seat.
    pub left_ms: Vec<u64>,
    /// Set if the game ended other than by the rules.
    pub early_end: Option<End>,
}

impl GameModel {
    /// A game that begins now, at a setup or at a position.
    pub fn new(
        id: String,
        kind: Kind,
        start: &str,
        controllers: &[Controller],
        seed: u64,
        clock: Option<FischerClock>,
        now: &str,
    ) -> Result<GameModel, RecordError> {
        let mut record = Record::starting(kind, start)?;
        let mut set = |key: &str, value: &str| record.set_header(key, value);
        for (seat, controller) in (1..).zip(controllers) {
            set(&format!("player {seat}"), &controller.text())?;
        }
        set("seed", &seed.to_string())?;
        set("started", now)?;
        set("played", now)?;
        if let Some(clock) = clock {
            set("clock", &format!("{}+{}", clock.base_secs, clock.increment_secs))?;
        }
        Ok(GameModel::from_record(id, record))
    }

    /// Continues a record; missing or invalid headers read as defaults.
    pub fn from_record(id: String, mut record: Record) -> GameModel {
        record.keep_history();
        let seats = record.game().seats();
        let header = |key: &str| record.header(key);
        let controllers = (1..=seats)
            .map(|seat| {
                header(&format!("player {seat}")).map_or(Controller::Person, Controller::read)
            })
            .collect();
        let clock = header("clock").and_then(FischerClock::read);
        let left_ms = (1..=seats).map(|seat| {
            let saved = header(&format!("left {seat}")).and_then(|text| text.parse().ok());
            saved.unwrap_or_else(|| clock.map_or(0, |clock| u64::from(clock.base_secs) * 1000))
        });
        let left_ms = left_ms.collect();
        let early_end = header("end").and_then(|end| read_early_end(end, seats));
        let seed = header("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        GameModel { id, controllers, seed, clock, left_ms, early_end, record }
    }

    /// An online game: kind and setup of a log, and `steps`, which may include pending ones.
    pub fn from_log(
        id: String,
        log: &Log,
        steps: &[String],
        controllers: &[Controller],
    ) -> Result<GameModel, RecordError> {
        let record = Record::new(log.kind(), log.setup())?;
        let mut record = record.with_steps(steps.iter().map(String::as_str))?;
        for (seat, controller) in (1..).zip(controllers) {
            // Headers that this file writes are always valid.
            let _ = record.set_header(&format!("player {seat}"), &controller.text());
        }
        Ok(GameModel::from_record(id, record))
    }

    /// Parses the output of [`GameModel::to_text`], or any record.
    pub fn from_text(id: &str, text: &str) -> Result<GameModel, RecordError> {
        let record = Record::read(text)?.into_iter().next();
        let record = record.ok_or_else(|| RecordError::new("wrong-no-record"))?;
        Ok(GameModel::from_record(id.to_string(), record))
    }

    pub fn to_text(&self) -> String {
        if self.clock.is_none() {
            return self.record.to_string();
        }
        let mut record = self.record.clone();
        for (seat, left_ms) in (1..).zip(&self.left_ms) {
            // Headers that this file writes are always valid.
            let _ = record.set_header(&format!("left {seat}"), &left_ms.to_string());
        }
        record.to_string()
    }

    pub fn game(&self) -> &AnyGame {
        self.record.game()
    }

    pub fn kind(&self) -> Kind {
        self.record.kind()
    }

    /// ISO time of the last step, or of the start.
    pub fn last_played(&self) -> &str {
        self.record.header("played").or(self.record.header("started")).unwrap_or_default()
    }

    pub fn is_over(&self) -> bool {
        self.awaiting() == Awaiting::Over
    }

    pub fn awaiting(&self) -> Awaiting {
        match (self.early_end, self.game().status()) {
            (Some(_), _) | (_, Status::Over(_)) => Awaiting::Over,
            (None, Status::ToRoll) => Awaiting::Dice,
            (None, Status::ToMove(seat)) => match self.controllers[seat.index()] {
                Controller::Person => Awaiting::Person(seat),
                Controller::Remote => Awaiting::Remote,
                Controller::Computer(level) => Awaiting::Computer(seat, level),
            },
        }
    }

    /// Result; `None` while the game goes on, and if it was aborted.
    pub fn outcome(&self) -> Option<Outcome> {
        self.early_end.unwrap_or(End::Rules).outcome(self.game())
    }

    /// The seat to move, also while dice are rolled; after the end, the last to have moved.
    pub fn mover(&self) -> Seat {
        match self.game().status() {
            Status::ToMove(seat) => seat,
            _ => self.record.playthrough().actor().unwrap_or(Seat::FIRST),
        }
    }

    pub fn is_against_computer(&self) -> bool {
        self.controllers.iter().any(|controller| matches!(controller, Controller::Computer(_)))
    }

    /// The seat of the person at this screen; `None` if there are none or several.
    pub fn only_person(&self) -> Option<usize> {
        let is_person = |seat: &usize| self.controllers[*seat] == Controller::Person;
        let mut persons = (0..self.controllers.len()).filter(is_person);
        persons.next().filter(|_| persons.next().is_none())
    }

    /// Whether this seat has won alone.
    pub fn has_won(&self, seat: usize) -> bool {
        let winner = self.outcome().and_then(|outcome| outcome.winner());
        winner.is_some_and(|winner| winner.index() == seat)
    }

    /// The scene of the current position.
    pub fn scene(&self) -> Scene {
        scene_at(self.record.playthrough(), self.record.steps().len())
    }

    /// Plays a step; an illegal one changes nothing.
    pub fn play(&mut self, step: &str, now: &str) -> Result<(), RecordError> {
        if self.early_end.is_some() {
            return Err(RecordError::new("wrong-ended"));
        }
        // The number of the step says nothing to the person who has just played it.
        self.record.push(step).map_err(|error| RecordError { step: None, ..error })?;
        let _ = self.record.set_header("played", now);
        self.set_result();
        Ok(())
    }

    /// Replaces the steps: undoes those from the first difference on, and plays the rest.
    pub fn replace_steps(&mut self, steps: &[String], now: &str) -> Result<(), RecordError> {
        let same = self.record.steps().iter().zip(steps).take_while(|(old, new)| old == new);
        let kept = same.count();
        self.early_end = None;
        self.record.rewind(kept);
        steps[kept..].iter().try_for_each(|step| self.play(step, now))
    }

    fn set_result(&mut self) {
        if let Some(outcome) = self.outcome() {
            let _ = self.record.set_header("result", &outcome.to_string());
        }
    }

    pub fn end_early(&mut self, how: End) {
        if self.is_over() {
            return;
        }
        self.early_end = Some(how);
        let _ = self.record.set_header("end", &how.to_string());
        self.set_result();
    }

    /// The ply that an undo goes back to: one step, within the current turn, and not across a roll.
    pub fn undo_to(&self) -> Option<usize> {
        let scene = self.game().scene();
        let awaiting = self.awaiting();
        let turn = self.record.turns().last()?;
        let played = self.record.steps().len();
        let mine = match awaiting {
            Awaiting::Person(seat) => turn.seat == seat,
            _ => false,
        };
        let roll_ply = self.last_roll_ply().unwrap_or(0);
        (mine && !scene.touch_move && played > turn.start.max(roll_ply)).then(|| played - 1)
    }

    /// Number of steps up to and including the last roll.
    fn last_roll_ply(&self) -> Option<usize> {
        self.record.playthrough().rolls().last().map(|ply| ply + 1)
    }

    pub fn undo(&mut self) {
        if let Some(ply) = self.undo_to() {
            self.record.rewind(ply);
        }
    }

    /// The ply that a take-back goes back to: the start of the person's last turn, never across a roll. Only
    /// against the engine.
    pub fn take_back_to(&self) -> Option<usize> {
        if !self.is_against_computer() || self.game().scene().touch_move || self.early_end.is_some()
        {
            return None;
        }
        let played = self.record.steps().len();
        let roll_ply = self.last_roll_ply().unwrap_or(0);
        let is_person = |turn: &&Turn| self.controllers[turn.seat.index()] == Controller::Person;
        let mut starts = self.record.turns().iter().rev().filter(is_person).map(|turn| turn.start);
        starts.find(|start| *start < played && *start >= roll_ply)
    }

    pub fn take_back(&mut self) {
        if let Some(ply) = self.take_back_to() {
            self.record.rewind(ply);
        }
    }

    /// The spots that the last turn touched, to be highlighted.
    pub fn last_turn(&self) -> Vec<Name> {
        let (turns, played) = (self.record.turns(), self.record.steps().len());
        // During a turn, the highlight stays on the one before it.
        let going_on = matches!(self.game().status(), Status::ToMove(_))
            && !self.record.playthrough().is_turn_due();
        let last = turns.len().saturating_sub(1 + usize::from(going_on && turns.len() > 1));
        let Some(turn) = turns.get(last) else { return Vec::new() };
        let (from, to) = (turn.start, turns.get(last + 1).map_or(played, |next| next.start));
        touched_spots(self.record.playthrough(), from, to)
    }
}

/// Parses the `end` header of a record; `None` if it names a seat that does not exist, or an end by the rules.
fn read_early_end(text: &str, seats: usize) -> Option<End> {
    let end: End = text.parse().ok()?;
    match end {
        End::Rules => None,
        End::Resigned(seat) | End::OutOfTime(seat) | End::Gone(seat) => {
            (seat.index() < seats).then_some(end)
        }
        End::Agreed | End::Aborted => Some(end),
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::{Kind, Seat, Status};
    use mohreh_protocol::{End, Log, LogEvent};

    use super::{Awaiting, Controller, GameModel};

    const NOW: &str = "2026-11-16T00:00:00Z";

    fn started(kind: Kind, controllers: &[Controller]) -> GameModel {
        GameModel::new("id".into(), kind, "", controllers, 7, None, NOW).unwrap()
    }

    /// Plays the first legal step, or rolls all ones.
    fn step(model: &mut GameModel) {
        let roll = model.game().roll(&mut |_| 0);
        let step = roll.or_else(|| model.game().steps().into_iter().next()).unwrap();
        model.play(&step, NOW).unwrap();
    }

    #[test]
    fn saved_text_round_trips() {
        for &kind in Kind::ALL {
            let mut model = started(kind, &[Controller::Person, Controller::Computer(3)]);
            for _ in 0..30 {
                let read = GameModel::from_text("id", &model.to_text()).unwrap();
                assert_eq!(read, model, "{kind}");
                if model.is_over() {
                    break;
                }
                step(&mut model);
            }
        }
    }

    #[test]
    fn a_take_back_returns_to_the_persons_last_turn() {
        for &kind in Kind::ALL {
            let mut model = started(kind, &[Controller::Computer(1), Controller::Person]);
            let mut person_turns: Vec<usize> = Vec::new();
            for _ in 0..40 {
                let played = model.record.steps().len();
                if model.last_roll_ply() == Some(played) {
                    // No take-back across a roll.
                    person_turns.clear();
                } else if model.record.playthrough().is_turn_due()
                    && model.awaiting() == Awaiting::Person(Seat::SECOND)
                {
                    person_turns.push(played);
                }
                let expected = person_turns.iter().copied().rev().find(|ply| *ply < played);
                assert_eq!(model.take_back_to(), expected, "{kind}");
                if let Some(ply) = expected {
                    let mut back = model.clone();
                    back.take_back();
                    assert_eq!(back.record.steps().len(), ply, "{kind}");
                    assert_eq!(back.awaiting(), Awaiting::Person(Seat::SECOND), "{kind}");
                }
                if model.is_over() {
                    break;
                }
                step(&mut model);
            }
        }
    }

    #[test]
    fn undo_stays_within_the_turn() {
        for &kind in Kind::ALL {
            let mut model = started(kind, &[Controller::Person, Controller::Person]);
            for _ in 0..40 {
                if model.record.playthrough().is_turn_due() {
                    assert_eq!(model.undo_to(), None, "{kind}");
                }
                if model.is_over() {
                    break;
                }
                let before = model.clone();
                step(&mut model);
                if model.undo_to().is_some() {
                    let mut back = model.clone();
                    back.undo();
                    assert_eq!(back.game(), before.game(), "{kind}");
                }
            }
        }
    }

    #[test]
    fn resigning_ends_the_game_as_a_loss() {
        let mut model = started(Kind::ALL[0], &[Controller::Person, Controller::Person]);
        model.end_early(End::Resigned(Seat::SECOND));
        assert!(model.is_over() && model.play("x", NOW).is_err());
        assert_eq!(model.outcome().unwrap().places(), [1, 2]);
        let read = GameModel::from_text("id", &model.to_text()).unwrap();
        assert_eq!(read.early_end, Some(End::Resigned(Seat::SECOND)));
    }

    #[test]
    fn every_end_header_is_parsed() {
        let kind = Kind::ALL[0];
        let second = Seat::SECOND;
        let ends = [
            (End::Agreed.to_string(), Some(End::Agreed), Some("1 1")),
            (End::Aborted.to_string(), Some(End::Aborted), None),
            (End::Resigned(second).to_string(), Some(End::Resigned(second)), Some("1 2")),
            (End::OutOfTime(second).to_string(), Some(End::OutOfTime(second)), Some("1 2")),
            (End::Gone(second).to_string(), Some(End::Gone(second)), Some("1 2")),
            ("time 2".into(), Some(End::OutOfTime(second)), Some("1 2")),
            ("gone 3".into(), None, None),
            ("resigned".into(), None, None),
        ];
        for (text, end, places) in ends {
            let model = GameModel::from_text("id", &format!("game: {kind}\nend: {text}\n\n"));
            let model = model.unwrap();
            assert_eq!((model.early_end, model.is_over()), (end, end.is_some()), "{text}");
            let outcome = model.outcome().map(|outcome| outcome.to_string());
            assert_eq!(outcome.as_deref(), places, "{text}");
        }
    }

    #[test]
    fn online_only_the_own_seat_is_a_person() {
        for &kind in Kind::ALL {
            let mut log = Log::new(kind, "").unwrap();
            let controllers = [Controller::Remote, Controller::Person];
            for _ in 0..30 {
                let model = GameModel::from_log("id".into(), &log, log.steps(), &controllers);
                let model = model.unwrap();
                assert_eq!(*model.game(), *log.game(), "{kind}");
                assert!(!model.is_against_computer() && model.take_back_to().is_none());
                match log.mover() {
                    Some(Seat::SECOND) => {
                        assert_eq!(model.awaiting(), Awaiting::Person(Seat::SECOND));
                    }
                    Some(_) => assert_eq!(model.awaiting(), Awaiting::Remote),
                    None => assert!(matches!(model.awaiting(), Awaiting::Dice | Awaiting::Over)),
                }
                let roll = log.game().roll(&mut |_| 0);
                let Some(step) = roll.or_else(|| log.game().steps().into_iter().next()) else {
                    break;
                };
                log.apply(&LogEvent::Step(step)).unwrap();
            }
        }
    }

    #[test]
    fn garbage_is_refused_with_a_reason() {
        let kind = Kind::ALL[0];
        for garbage in ["", "game: chess", &format!("game: {kind}\n\n1. no-step"), "\0\0"] {
            let why = GameModel::from_text("id", garbage).unwrap_err();
            assert!(!why.to_string().is_empty(), "{garbage}");
        }
        let odd = "player 1: computer 99\nclock: a+b\nend: resigned 7\nleft 1: x\n\n";
        let model = GameModel::from_text("id", &format!("game: {kind}\n{odd}")).unwrap();
        assert_eq!(
            (model.controllers[0], model.clock, model.early_end),
            (Controller::Person, None, None)
        );
    }
    #[test]
    fn replaced_steps_lead_to_the_position_of_the_log() {
        for &kind in Kind::ALL {
            let mut model = started(kind, &[Controller::Remote, Controller::Person]);
            for _ in 0..24 {
                if !matches!(model.game().status(), Status::Over(_)) {
                    step(&mut model);
                }
            }
            let all = model.record.steps().to_vec();
            for kept in [0, 1, all.len() - 2, all.len()] {
                let mut other = model.clone();
                other.early_end = Some(End::Agreed);
                other.replace_steps(&all[..kept], NOW).unwrap();
                assert_eq!(*other.game(), model.record.at(kept), "{kind}");
                other.replace_steps(&all, NOW).unwrap();
                assert_eq!((other.early_end, other.game()), (None, model.game()), "{kind}");
                assert_eq!(other.record.turns(), model.record.turns(), "{kind}");
            }
            assert!(model.replace_steps(&["no-such-step".into()], NOW).is_err(), "{kind}");
        }
    }
}
