//! The event log of a table: steps, offers and endings by ply, and the game state replayed from them.

use std::fmt;
use std::str::FromStr;

use mohreh_games::{AnyGame, Kind, Outcome, ParseError, Playthrough, Record, Seat, Status, Turn};

/// Parsed log entry. A step is written as in records; any other event starts with `!` and names the seat, counted from
/// 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogEvent {
    /// A game step, by the seat to move or by the dice.
    Step(String),
    /// `!draw 1`: draw offer.
    Draw(Seat),
    /// `!back 1 12`: request to take back to the position after 12 steps.
    Back(Seat, usize),
    /// `!agree 2`: accepts the pending offer.
    Agree(Seat),
    /// `!decline 2`: declines the pending offer.
    Decline(Seat),
    /// `!resign 1`: resignation.
    Resign(Seat),
    /// `!flag 1`: loss on time.
    Flag(Seat),
    /// `!gone 1`: loss by absence, claimed by another player.
    Gone(Seat),
    /// `!abort 1`: game aborted within its first two turns.
    Abort(Seat),
}

impl fmt::Display for LogEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, seat) = match self {
            LogEvent::Step(step) => return f.write_str(step),
            LogEvent::Back(seat, to) => return write!(f, "!back {} {to}", seat.number()),
            LogEvent::Draw(seat) => ("draw", seat),
            LogEvent::Agree(seat) => ("agree", seat),
            LogEvent::Decline(seat) => ("decline", seat),
            LogEvent::Resign(seat) => ("resign", seat),
            LogEvent::Flag(seat) => ("flag", seat),
            LogEvent::Gone(seat) => ("gone", seat),
            LogEvent::Abort(seat) => ("abort", seat),
        };
        write!(f, "!{word} {}", seat.number())
    }
}

impl FromStr for LogEvent {
    type Err = LogError;
    fn from_str(text: &str) -> Result<LogEvent, LogError> {
        let Some(rest) = text.strip_prefix('!') else {
            return Ok(LogEvent::Step(text.to_string()));
        };
        let unknown = || LogError::Unknown(text.to_string());
        let mut words = rest.split(' ');
        let (word, seat) = (words.next(), words.next());
        let seat = seat.and_then(read_seat).ok_or_else(unknown)?;
        let what = match (word, words.next()) {
            (Some("back"), Some(to)) => LogEvent::Back(seat, to.parse().map_err(|_| unknown())?),
            (Some("draw"), None) => LogEvent::Draw(seat),
            (Some("agree"), None) => LogEvent::Agree(seat),
            (Some("decline"), None) => LogEvent::Decline(seat),
            (Some("resign"), None) => LogEvent::Resign(seat),
            (Some("flag"), None) => LogEvent::Flag(seat),
            (Some("gone"), None) => LogEvent::Gone(seat),
            (Some("abort"), None) => LogEvent::Abort(seat),
            _ => return Err(unknown()),
        };
        if words.next().is_some() { Err(unknown()) } else { Ok(what) }
    }
}

/// Why an event cannot be appended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogError {
    /// Not a log entry.
    Unknown(String),
    /// Illegal step, with the reason.
    Illegal(ParseError),
    /// The game has ended.
    Over,
    /// The seat is not in play.
    NoSeat,
    /// No offer to accept or decline.
    NoOffer,
    /// Offer not allowed here: a draw in a game of more than two, a take-back with nothing to take back, or another
    /// offer is pending.
    NotNow,
    /// Too many turns played to abort.
    TooLate,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Unknown(text) => write!(f, "`{text}` is no entry of a log"),
            LogError::Illegal(why) => fmt::Display::fmt(why, f),
            LogError::Over => f.write_str("the game is over"),
            LogError::NoSeat => f.write_str("this seat does not play"),
            LogError::NoOffer => f.write_str("nothing was asked that could be answered"),
            LogError::NotNow => f.write_str("this cannot be asked now"),
            LogError::TooLate => {
                f.write_str("two turns have been played; the game can be resigned")
            }
        }
    }
}

impl std::error::Error for LogError {}

/// Pending offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offer {
    /// Draw offer by this seat.
    Draw(Seat),
    /// Take-back request: by this seat, to this number of steps, accepted so far by these seats.
    Back(Seat, usize, Vec<Seat>),
}

impl Offer {
    /// The seat that made the offer.
    #[must_use]
    pub fn by(&self) -> Seat {
        match self {
            Offer::Draw(seat) | Offer::Back(seat, ..) => *seat,
        }
    }
}

/// Termination of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Ended by the rules of the game.
    Rules,
    /// Draw by agreement.
    Agreed,
    /// This seat resigned.
    Resigned(Seat),
    /// This seat lost on time.
    OutOfTime(Seat),
    /// This seat lost by absence.
    Gone(Seat),
    /// Aborted before it counted.
    Aborted,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Rules => f.write_str("rules"),
            End::Agreed => f.write_str("draw agreed"),
            End::Resigned(seat) => write!(f, "resigned {}", seat.number()),
            End::OutOfTime(seat) => write!(f, "out of time {}", seat.number()),
            End::Gone(seat) => write!(f, "gone {}", seat.number()),
            End::Aborted => f.write_str("aborted"),
        }
    }
}

impl FromStr for End {
    type Err = LogError;

    fn from_str(text: &str) -> Result<End, LogError> {
        match text {
            "rules" => return Ok(End::Rules),
            "draw agreed" => return Ok(End::Agreed),
            "aborted" => return Ok(End::Aborted),
            _ => {}
        }
        let unknown = || LogError::Unknown(text.to_string());
        let (how, seat) = text.rsplit_once(' ').ok_or_else(unknown)?;
        let seat = read_seat(seat).ok_or_else(unknown)?;
        match how {
            "resigned" => Ok(End::Resigned(seat)),
            // The short form is that of the first version of the page.
            "out of time" | "time" => Ok(End::OutOfTime(seat)),
            "gone" => Ok(End::Gone(seat)),
            _ => Err(unknown()),
        }
    }
}

impl End {
    /// Final ranks of a game that ended like this in this position; `None` if it was aborted.
    #[must_use]
    pub fn outcome(self, game: &AnyGame) -> Option<Outcome> {
        let seats = game.seats();
        match (self, game.status()) {
            (End::Rules, Status::Over(outcome)) => Some(outcome),
            (End::Rules, _) | (End::Aborted, _) => None,
            (End::Agreed, _) => Some(Outcome::draw(seats)),
            (End::Resigned(seat) | End::OutOfTime(seat) | End::Gone(seat), _) => {
                let points = |other: usize| u32::from(other != seat.index());
                Some(Outcome::by_points(&(0..seats).map(points).collect::<Vec<_>>()))
            }
        }
    }
}

/// Reads a seat number, counted from 1.
fn read_seat(text: &str) -> Option<Seat> {
    let number: usize = text.parse().ok()?;
    (1..=Seat::MOST).contains(&number).then(|| Seat::new(number - 1))
}

/// Event log with the state derived from it.
#[derive(Clone, Debug)]
pub struct Log {
    /// The effective game, without steps that were taken back.
    play: Playthrough,
    /// Length of the log.
    ply: u32,
    /// Ply of each effective step.
    plies: Vec<u32>,
    /// Plies of all rolls, in ascending order; taken-back ones included.
    roll_plies: Vec<u32>,
    /// Index of the last step by which a seat left.
    last_leave: Option<usize>,
    offer: Option<Offer>,
    /// Offers made since the last step: the seat, and whether it is a take-back.
    offered: Vec<(Seat, bool)>,
    end: Option<End>,
}

impl Log {
    /// Empty log.
    pub fn new(kind: Kind, setup: &str) -> Result<Log, LogError> {
        let play = Playthrough::new(kind, setup);
        Ok(Log {
            play: play.map_err(LogError::Illegal)?,
            ply: 0,
            plies: Vec::new(),
            roll_plies: Vec::new(),
            last_leave: None,
            offer: None,
            offered: Vec::new(),
            end: None,
        })
    }

    /// Which game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.play.kind()
    }

    /// Setup text; empty for the default setup.
    #[must_use]
    pub fn setup(&self) -> &str {
        self.play.setup()
    }

    /// Current position.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.play.game()
    }

    /// Length of the log, which is the ply of the next entry.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Effective steps, without those taken back.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        self.play.steps()
    }

    /// Ply of each effective step.
    #[must_use]
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Whether the entry at this ply is a roll.
    #[must_use]
    pub fn rolled_at(&self, ply: u32) -> bool {
        self.roll_plies.binary_search(&ply).is_ok()
    }

    /// Turns that have begun, without those taken back.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.play.turns()
    }

    /// Whether the seat has made this offer since the last step; callers use it to refuse repeated offers.
    #[must_use]
    pub fn was_offered(&self, what: &LogEvent) -> bool {
        match what {
            LogEvent::Draw(seat) => self.offered.contains(&(*seat, false)),
            LogEvent::Back(seat, _) => self.offered.contains(&(*seat, true)),
            _ => false,
        }
    }

    /// Pending offer.
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Termination, once the game has ended.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Seat to move; `None` during a roll and after the end.
    #[must_use]
    pub fn mover(&self) -> Option<Seat> {
        match (self.end, self.game().status()) {
            (None, Status::ToMove(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Seat whose clock runs: the one to move, or the one that rolls.
    #[must_use]
    pub fn actor(&self) -> Option<Seat> {
        match (self.end, self.game().status()) {
            (None, Status::ToMove(seat)) => Some(seat),
            (None, Status::ToRoll) => self.play.actor(),
            _ => None,
        }
    }

    /// Whether a roll is due.
    #[must_use]
    pub fn rolls(&self) -> bool {
        self.end.is_none() && self.game().status() == Status::ToRoll
    }

    /// Final ranks; `None` while the game runs and if it was aborted.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end?.outcome(self.game())
    }

    /// Whether a seat is still in play.
    #[must_use]
    pub fn plays(&self, seat: Seat) -> bool {
        let seats = self.game().seats();
        self.end.is_none()
            && seat.index() < seats
            && (seats == 2 || self.game().leave_step(seat).is_some())
    }

    /// Number of steps that remain after a take-back by this seat: those before its last turn. `None` if that would
    /// undo a leave.
    #[must_use]
    pub fn take_back_to(&self, seat: Seat) -> Option<usize> {
        let own = |turn: &&Turn| {
            turn.seat == seat && self.last_leave.is_none_or(|last_leave| last_leave < turn.start)
        };
        self.turns().iter().rev().find(own).map(|turn| turn.start)
    }

    /// The effective game as a record without headers.
    #[must_use]
    pub fn record(&self) -> Record {
        self.play.clone().into()
    }

    /// Appends an event. On error the log is unchanged.
    pub fn apply(&mut self, what: &LogEvent) -> Result<(), LogError> {
        if self.end.is_some() {
            return Err(LogError::Over);
        }
        match what {
            // A leave step enters only through `!resign`, `!flag` or `!gone`, so that no client can eliminate another
            // seat.
            LogEvent::Step(step) if self.game().leaver(step).is_some() => {
                return Err(LogError::Illegal(ParseError::new(step, "wrong-no-step")));
            }
            LogEvent::Step(step) => self.play(step)?,
            LogEvent::Draw(seat) => {
                if self.game().seats() != 2 || self.offer.is_some() {
                    return Err(LogError::NotNow);
                }
                self.offer = Some(Offer::Draw(self.require_playing(*seat)?));
                self.offered.push((*seat, false));
            }
            LogEvent::Back(seat, to) => {
                let seat = self.require_playing(*seat)?;
                if self.offer.is_some() || self.take_back_to(seat) != Some(*to) {
                    return Err(LogError::NotNow);
                }
                self.offer = Some(Offer::Back(seat, *to, Vec::new()));
                self.offered.push((seat, true));
            }
            LogEvent::Agree(seat) => self.agree(*seat)?,
            LogEvent::Decline(seat) => {
                let seat = self.require_playing(*seat)?;
                match &self.offer {
                    Some(offer) if offer.by() != seat => self.offer = None,
                    _ => return Err(LogError::NoOffer),
                }
            }
            LogEvent::Resign(seat) => self.eliminate(*seat, End::Resigned)?,
            LogEvent::Flag(seat) => self.eliminate(*seat, End::OutOfTime)?,
            LogEvent::Gone(seat) => self.eliminate(*seat, End::Gone)?,
            LogEvent::Abort(seat) => {
                self.require_playing(*seat)?;
                if self.turns().len() >= 2 {
                    return Err(LogError::TooLate);
                }
                self.end = Some(End::Aborted);
            }
        }
        self.ply += 1;
        Ok(())
    }

    fn require_playing(&self, seat: Seat) -> Result<Seat, LogError> {
        if self.plays(seat) { Ok(seat) } else { Err(LogError::NoSeat) }
    }

    fn play(&mut self, step: &str) -> Result<(), LogError> {
        let before = self.game().status();
        let leaves = self.game().leaver(step).is_some();
        self.play.play(step).map_err(|why| LogError::Illegal(why.into()))?;
        self.offered.clear();
        let index = self.plies.len();
        match before {
            _ if leaves => self.last_leave = Some(index),
            Status::ToMove(seat) => {
                // An offer lapses when another seat plays on; with more than two seats, when any seat does.
                let seats = self.game().seats();
                if self.offer.as_ref().is_some_and(|offer| offer.by() != seat || seats > 2) {
                    self.offer = None;
                }
            }
            Status::ToRoll => self.roll_plies.push(self.ply),
            Status::Over(_) => {}
        }
        self.plies.push(self.ply);
        if let Status::Over(_) = self.game().status() {
            self.end = Some(End::Rules);
            self.offer = None;
        }
        Ok(())
    }

    fn agree(&mut self, seat: Seat) -> Result<(), LogError> {
        let seat = self.require_playing(seat)?;
        let others: Vec<Seat> = (0..self.game().seats()).map(Seat::new).collect();
        match &mut self.offer {
            Some(Offer::Draw(by)) if *by != seat => {
                self.end = Some(End::Agreed);
                self.offer = None;
            }
            Some(Offer::Back(by, to, agreed)) if *by != seat && !agreed.contains(&seat) => {
                agreed.push(seat);
                let (by, to, agreed) = (*by, *to, agreed.clone());
                let is_pending =
                    |other: &Seat| *other != by && !agreed.contains(other) && self.plays(*other);
                if !others.iter().any(is_pending) {
                    self.take_back(to);
                }
            }
            _ => return Err(LogError::NoOffer),
        }
        Ok(())
    }

    fn take_back(&mut self, to: usize) {
        self.play.rewind(to);
        self.plies.truncate(to);
        self.offer = None;
        self.offered.clear();
    }

    /// Eliminates a seat: a two-player game ends, a larger one continues without it.
    fn eliminate(&mut self, seat: Seat, end: fn(Seat) -> End) -> Result<(), LogError> {
        let seat = self.require_playing(seat)?;
        match self.game().leave_step(seat) {
            Some(step) => {
                self.play(&step)?;
                self.offer = None;
            }
            None => {
                self.end = Some(end(seat));
                self.offer = None;
            }
        }
        Ok(())
    }
}
