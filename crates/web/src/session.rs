//! A game at this screen: who sits where, what was played, and how it stands. A record holds all of it,
//! so what is kept on the device is what can be read in a file.

use mohreh_games::show::{Name, Picked};
use mohreh_games::{AnyGame, Kind, Outcome, Record, Seat, Status};
use mohreh_protocol::{End, Log};

/// Who decides for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this screen.
    Person,
    /// Somebody elsewhere; what they play is told by a server.
    Elsewhere,
    /// The computer, at a level from 1 to 8.
    Computer(u8),
}

const ELSEWHERE: &str = "elsewhere";

impl Player {
    fn text(self) -> String {
        match self {
            Player::Person => "person".to_string(),
            Player::Elsewhere => ELSEWHERE.to_string(),
            Player::Computer(level) => format!("computer {level}"),
        }
    }

    fn read(text: &str) -> Player {
        let level = text.strip_prefix("computer ").and_then(|level| level.trim().parse().ok());
        match level {
            Some(level @ 1..=8) => Player::Computer(level),
            _ if text == ELSEWHERE => Player::Elsewhere,
            _ => Player::Person,
        }
    }
}

/// Time for each seat, if there is a clock: all of it, and what a turn adds, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    pub seconds: u32,
    pub more: u32,
}

impl Pace {
    fn read(text: &str) -> Option<Pace> {
        let (seconds, more) = text.split_once('+')?;
        Some(Pace { seconds: seconds.parse().ok()?, more: more.parse().ok()? })
    }
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Now {
    /// A person at this screen is to move.
    Person(Seat),
    /// Somebody elsewhere is.
    Elsewhere,
    /// The computer is to move, at this level.
    Computer(Seat, u8),
    /// Dice fall.
    Dice,
    Over,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Session {
    pub id: String,
    pub record: Record,
    pub game: AnyGame,
    pub players: Vec<Player>,
    /// For the computer's play.
    pub seed: u64,
    pub pace: Option<Pace>,
    /// Milliseconds that each seat has left.
    pub left: Vec<u64>,
    /// How it ended without the last word of the rules.
    pub given_up: Option<End>,
    /// Who began each turn.
    movers: Vec<Seat>,
}

impl Session {
    pub fn new(
        id: String,
        kind: Kind,
        setup: &str,
        players: &[Player],
        seed: u64,
        pace: Option<Pace>,
        now: &str,
    ) -> Result<Session, String> {
        let mut record = Record::new(kind, setup).map_err(|error| error.to_string())?;
        let mut set = |key: &str, value: &str| {
            record.set_header(key, value).map_err(|error| error.to_string())
        };
        for (seat, player) in (1..).zip(players) {
            set(&format!("player {seat}"), &player.text())?;
        }
        set("seed", &seed.to_string())?;
        set("started", now)?;
        set("played", now)?;
        if let Some(pace) = pace {
            set("clock", &format!("{}+{}", pace.seconds, pace.more))?;
        }
        Session::of(id, record)
    }

    /// The game of a record; what its headers do not tell is as usual.
    pub fn of(id: String, record: Record) -> Result<Session, String> {
        let mut game = AnyGame::start(record.kind(), record.setup()).map_err(|e| e.to_string())?;
        let mut movers = Vec::new();
        let mut starts = record.turn_starts().iter().peekable();
        for (ply, step) in record.steps().iter().enumerate() {
            if starts.next_if(|start| **start == ply).is_some() {
                movers.push(mover(&game));
            }
            game.play(step).map_err(|error| error.to_string())?;
        }
        let seats = game.seats();
        let header = |key: &str| record.header(key);
        let players = (1..=seats)
            .map(|seat| header(&format!("player {seat}")).map_or(Player::Person, Player::read))
            .collect();
        let pace = header("clock").and_then(Pace::read);
        let left = (1..=seats).map(|seat| {
            let told = header(&format!("left {seat}")).and_then(|text| text.parse().ok());
            told.unwrap_or_else(|| pace.map_or(0, |pace| u64::from(pace.seconds) * 1000))
        });
        let left = left.collect();
        let given_up = header("end").and_then(|end| read_end(end, seats));
        let seed = header("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        Ok(Session { id, game, players, seed, pace, left, given_up, movers, record })
    }

    /// A game at a server after these steps.
    pub fn at_server(
        id: String,
        log: &Log,
        steps: &[String],
        players: &[Player],
    ) -> Result<Session, String> {
        let record = Record::new(log.kind(), log.setup()).map_err(|error| error.to_string())?;
        let record = record.with_steps(steps.iter().map(String::as_str));
        let mut record = record.map_err(|error| error.to_string())?;
        for (seat, player) in (1..).zip(players) {
            // A header that is made here is well made.
            let _ = record.set_header(&format!("player {seat}"), &player.text());
        }
        Session::of(id, record)
    }

    /// Reads what [`Session::to_text`] wrote, or any record.
    pub fn from_text(id: &str, text: &str) -> Result<Session, String> {
        let records = Record::read(text).map_err(|error| error.to_string())?;
        let record = records.into_iter().next().ok_or("no record")?;
        Session::of(id.to_string(), record)
    }

    pub fn to_text(&self) -> String {
        let mut record = self.record.clone();
        if self.pace.is_some() {
            for (seat, left) in (1..).zip(&self.left) {
                // Headers that this file makes are well made, so none is refused.
                let _ = record.set_header(&format!("left {seat}"), &left.to_string());
            }
        }
        record.to_string()
    }

    pub fn kind(&self) -> Kind {
        self.record.kind()
    }

    /// When something was last played.
    pub fn touched_at(&self) -> &str {
        self.record.header("played").or(self.record.header("started")).unwrap_or_default()
    }

    pub fn is_over(&self) -> bool {
        self.now() == Now::Over
    }

    pub fn now(&self) -> Now {
        match (self.given_up, self.game.status()) {
            (Some(_), _) | (_, Status::Over(_)) => Now::Over,
            (None, Status::ToRoll) => Now::Dice,
            (None, Status::ToMove(seat)) => match self.players[seat.index()] {
                Player::Person => Now::Person(seat),
                Player::Elsewhere => Now::Elsewhere,
                Player::Computer(level) => Now::Computer(seat, level),
            },
        }
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        let seats = self.game.seats();
        match (self.given_up, self.game.status()) {
            (Some(End::Aborted), _) => None,
            (Some(End::Agreed), _) => Some(Outcome::draw(seats)),
            (Some(End::Resigned(seat) | End::OutOfTime(seat) | End::Gone(seat)), _) => {
                let points: Vec<u32> =
                    (0..seats).map(|other| u32::from(other != seat.index())).collect();
                Some(Outcome::by_points(&points))
            }
            (None | Some(End::Rules), Status::Over(outcome)) => Some(outcome),
            _ => None,
        }
    }

    /// Whose turn it is, also while dice fall; after the end, whose it was last.
    pub fn mover(&self) -> Seat {
        match self.game.status() {
            Status::ToMove(seat) => seat,
            _ => self.movers.last().copied().unwrap_or(Seat::FIRST),
        }
    }

    /// Who played each turn.
    pub fn movers(&self) -> &[Seat] {
        &self.movers
    }

    pub fn is_against_computer(&self) -> bool {
        self.players.iter().any(|player| matches!(player, Player::Computer(_)))
    }

    /// Plays a step; refused, with the reason, leaves everything as it was.
    pub fn play(&mut self, step: &str, now: &str) -> Result<(), String> {
        if self.given_up.is_some() {
            return Err(String::new());
        }
        let mover = mover(&self.game);
        let mut game = self.game.clone();
        game.play(step).map_err(|error| error.to_string())?;
        let turns = self.record.turns();
        let steps = self.record.steps().iter().map(String::as_str).chain([step]);
        self.record = self.record.with_steps(steps).map_err(|error| error.to_string())?;
        if self.record.turns() > turns {
            self.movers.push(mover);
        }
        self.game = game;
        let _ = self.record.set_header("played", now);
        self.set_result();
        Ok(())
    }

    fn set_result(&mut self) {
        if let Some(outcome) = self.outcome() {
            let _ = self.record.set_header("result", &outcome.to_string());
        }
    }

    pub fn give_up(&mut self, how: End) {
        if self.is_over() {
            return;
        }
        self.given_up = Some(how);
        let _ = self.record.set_header("end", &how.to_string());
        self.set_result();
    }

    /// Goes back to the position after so many steps.
    fn back_to(&mut self, ply: usize) {
        let steps = self.record.steps()[..ply].iter().map(String::as_str);
        let shorter = self.record.with_steps(steps);
        if let Ok(shorter) = shorter.map_err(|error| error.to_string())
            && let Ok(shorter) = Session::of(self.id.clone(), shorter)
        {
            *self = Session { left: self.left.clone(), ..shorter };
        }
    }

    /// How far a person can take back the steps of the turn that goes on: to its beginning, or to the
    /// last fall of dice.
    pub fn undo_to(&self) -> Option<usize> {
        let scene = self.game.scene();
        let now = self.now();
        let begun = *self.record.turn_starts().last()?;
        let played = self.record.steps().len();
        let mine = match now {
            Now::Person(seat) => self.movers.last() == Some(&seat) && !self.begins_turn(),
            _ => false,
        };
        let fell = self.last_fall().unwrap_or(0);
        (mine && !scene.touch_move && played > begun.max(fell)).then(|| played - 1)
    }

    /// Whether the next step begins a turn.
    fn begins_turn(&self) -> bool {
        let step = self.game.steps().into_iter().next();
        let Some(step) = step else { return true };
        let turns = self.record.turns();
        let steps = self.record.steps().iter().map(String::as_str).chain([step.as_str()]);
        self.record.with_steps(steps).is_ok_and(|longer| longer.turns() > turns)
    }

    /// How many steps had been played when dice fell last.
    fn last_fall(&self) -> Option<usize> {
        let mut game = AnyGame::start(self.kind(), self.record.setup()).ok()?;
        let mut last = None;
        for (ply, step) in self.record.steps().iter().enumerate() {
            if game.status() == Status::ToRoll {
                last = Some(ply + 1);
            }
            game.play(step).ok()?;
        }
        last
    }

    pub fn undo(&mut self) {
        if let Some(ply) = self.undo_to() {
            self.back_to(ply);
        }
    }

    /// How far a turn can be taken back against the computer: to where the person moved last, but never
    /// across a fall of dice.
    pub fn take_back_to(&self) -> Option<usize> {
        if !self.is_against_computer() || self.game.scene().touch_move || self.given_up.is_some() {
            return None;
        }
        let played = self.record.steps().len();
        let fell = self.last_fall().unwrap_or(0);
        let turns = self.record.turn_starts().iter().zip(&self.movers).rev();
        let own = |seat: &Seat| self.players[seat.index()] == Player::Person;
        let mut starts = turns.filter(|(_, seat)| own(seat)).map(|(start, _)| *start);
        starts.find(|start| *start < played && *start >= fell)
    }

    pub fn take_back(&mut self) {
        if let Some(ply) = self.take_back_to() {
            self.back_to(ply);
        }
    }

    /// The spots that the last turn touched, for the eye.
    pub fn last_turn(&self) -> Vec<Name> {
        let starts = self.record.turn_starts();
        let played = self.record.steps().len();
        // While a turn goes on, the one before it is still what the others did last.
        let going_on = matches!(self.game.status(), Status::ToMove(_)) && !self.begins_turn();
        let last = starts.len().saturating_sub(1 + usize::from(going_on && starts.len() > 1));
        let Some(&from) = starts.get(last) else { return Vec::new() };
        let to = starts.get(last + 1).copied().unwrap_or(played);
        touched(&self.record, from, to)
    }
}

/// Reads how a game ended, as records tell it.
fn read_end(text: &str, seats: usize) -> Option<End> {
    match text {
        "draw agreed" => return Some(End::Agreed),
        "aborted" => return Some(End::Aborted),
        _ => {}
    }
    let (how, seat) = text.rsplit_once(' ')?;
    let seat: usize = seat.parse().ok().filter(|seat| (1..=seats).contains(seat))?;
    let seat = Seat::new(seat - 1);
    match how {
        "resigned" => Some(End::Resigned(seat)),
        // The short form is what games of this device had at first.
        "out of time" | "time" => Some(End::OutOfTime(seat)),
        "gone" => Some(End::Gone(seat)),
        _ => None,
    }
}

/// The places of the board that the steps of a record touched.
pub fn touched(record: &Record, from: usize, to: usize) -> Vec<Name> {
    let Ok(mut game) = record.at(from) else { return Vec::new() };
    let mut names = Vec::new();
    for step in &record.steps()[from..to.min(record.steps().len())] {
        let spots: Vec<Name> = game.scene().spots.iter().map(|spot| spot.name).collect();
        if let Some(touches) = game.touches(step) {
            names.extend(touches.path.into_iter().filter(|name| spots.contains(name)));
        }
        if game.play(step).is_err() {
            break;
        }
    }
    names
}

fn mover(game: &AnyGame) -> Seat {
    match game.status() {
        Status::ToMove(seat) => seat,
        _ => Seat::FIRST,
    }
}

/// What comes of a touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touch {
    /// These are picked now.
    Picked(Vec<Name>),
    /// This step is meant.
    Step(String),
}

/// Adds a touch to those before it. What leads nowhere begins anew, unless what is touched must be
/// played.
pub fn touch(game: &AnyGame, picked: &[Name], name: Name) -> Touch {
    let must = game.scene().touch_move && !picked.is_empty();
    if picked.contains(&name) {
        // Touched again: put down.
        let rest = picked.iter().copied().filter(|other| *other != name).collect();
        return Touch::Picked(if must { picked.to_vec() } else { rest });
    }
    let longer: Vec<Name> = picked.iter().copied().chain([name]).collect();
    match (game.pick(&longer), game.pick(&[name])) {
        (Picked::Done(step), _) => Touch::Step(step),
        (Picked::More(_), _) => Touch::Picked(longer),
        (Picked::Nothing, _) if must => Touch::Picked(picked.to_vec()),
        (Picked::Nothing, Picked::Done(step)) => Touch::Step(step),
        (Picked::Nothing, Picked::More(_)) => Touch::Picked(vec![name]),
        (Picked::Nothing, Picked::Nothing) => Touch::Picked(Vec::new()),
    }
}

/// What can be touched next.
pub fn lit(game: &AnyGame, picked: &[Name]) -> Vec<Name> {
    match game.pick(picked) {
        Picked::More(names) => names,
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::{Kind, Seat};

    use mohreh_protocol::{End, Log, What};

    use super::{Now, Player, Session};

    const NOW: &str = "2026-11-16T00:00:00Z";

    fn begun(kind: Kind, players: &[Player]) -> Session {
        Session::new("id".into(), kind, "", players, 7, None, NOW).unwrap()
    }

    /// Plays the first legal step, or lets dice fall all on one.
    fn step(session: &mut Session) {
        let fall = session.game.roll(&mut |_| 0);
        let step = fall.or_else(|| session.game.steps().into_iter().next()).unwrap();
        session.play(&step, NOW).unwrap();
    }

    #[test]
    fn what_is_kept_is_what_was_played() {
        for &kind in Kind::ALL {
            let mut session = begun(kind, &[Player::Person, Player::Computer(3)]);
            for _ in 0..30 {
                let read = Session::from_text("id", &session.to_text()).unwrap();
                assert_eq!(read, session, "{kind}");
                if session.is_over() {
                    break;
                }
                step(&mut session);
            }
        }
    }

    #[test]
    fn a_turn_is_taken_back_to_where_the_person_moved() {
        for &kind in Kind::ALL {
            let mut session = begun(kind, &[Player::Computer(1), Player::Person]);
            let mut asked: Vec<usize> = Vec::new();
            for _ in 0..40 {
                let played = session.record.steps().len();
                if session.last_fall() == Some(played) {
                    // What dice have shown is not unseen.
                    asked.clear();
                } else if session.begins_turn() && session.now() == Now::Person(Seat::SECOND) {
                    asked.push(played);
                }
                let back_to = asked.iter().copied().rev().find(|ply| *ply < played);
                assert_eq!(session.take_back_to(), back_to, "{kind}");
                if let Some(ply) = back_to {
                    let mut back = session.clone();
                    back.take_back();
                    assert_eq!(back.record.steps().len(), ply, "{kind}");
                    assert_eq!(back.now(), Now::Person(Seat::SECOND), "{kind}");
                }
                if session.is_over() {
                    break;
                }
                step(&mut session);
            }
        }
    }

    #[test]
    fn undo_stays_within_the_turn() {
        for &kind in Kind::ALL {
            let mut session = begun(kind, &[Player::Person, Player::Person]);
            for _ in 0..40 {
                if session.begins_turn() {
                    assert_eq!(session.undo_to(), None, "{kind}");
                }
                if session.is_over() {
                    break;
                }
                let before = session.clone();
                step(&mut session);
                if session.undo_to().is_some() {
                    let mut back = session.clone();
                    back.undo();
                    assert_eq!(back.game, before.game, "{kind}");
                }
            }
        }
    }

    #[test]
    fn who_gives_up_comes_last() {
        let mut session = begun(Kind::ALL[0], &[Player::Person, Player::Person]);
        session.give_up(End::Resigned(Seat::SECOND));
        assert!(session.is_over() && session.play("x", NOW).is_err());
        assert_eq!(session.outcome().unwrap().places(), [1, 2]);
        let read = Session::from_text("id", &session.to_text()).unwrap();
        assert_eq!(read.given_up, Some(End::Resigned(Seat::SECOND)));
    }

    #[test]
    fn every_end_of_a_record_is_understood() {
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
            let session = Session::from_text("id", &format!("game: {kind}\nend: {text}\n\n"));
            let session = session.unwrap();
            assert_eq!((session.given_up, session.is_over()), (end, end.is_some()), "{text}");
            let outcome = session.outcome().map(|outcome| outcome.to_string());
            assert_eq!(outcome.as_deref(), places, "{text}");
        }
    }

    #[test]
    fn at_a_server_only_ones_own_seat_is_asked() {
        for &kind in Kind::ALL {
            let mut log = Log::new(kind, "").unwrap();
            let players = [Player::Elsewhere, Player::Person];
            for _ in 0..30 {
                let session = Session::at_server("id".into(), &log, log.steps(), &players);
                let session = session.unwrap();
                assert_eq!(session.game, *log.game(), "{kind}");
                assert!(!session.is_against_computer() && session.take_back_to().is_none());
                match log.mover() {
                    Some(Seat::SECOND) => assert_eq!(session.now(), Now::Person(Seat::SECOND)),
                    Some(_) => assert_eq!(session.now(), Now::Elsewhere),
                    None => assert!(matches!(session.now(), Now::Dice | Now::Over)),
                }
                let fall = log.game().roll(&mut |_| 0);
                let Some(step) = fall.or_else(|| log.game().steps().into_iter().next()) else {
                    break;
                };
                log.apply(&What::Step(step)).unwrap();
            }
        }
    }

    #[test]
    fn garbage_is_refused_with_a_reason() {
        let kind = Kind::ALL[0];
        for garbage in ["", "game: chess", &format!("game: {kind}\n\n1. no-step"), "\0\0"] {
            let why = Session::from_text("id", garbage).unwrap_err();
            assert!(!why.is_empty(), "{garbage}");
        }
        let odd = "player 1: computer 99\nclock: a+b\nend: resigned 7\nleft 1: x\n\n";
        let session = Session::from_text("id", &format!("game: {kind}\n{odd}")).unwrap();
        assert_eq!(
            (session.players[0], session.pace, session.given_up),
            (Player::Person, None, None)
        );
    }
}
