//! The log of a table: steps and what people agreed on between them, each with its number, the ply.

use std::fmt;
use std::str::FromStr;

use mohreh_games::{AnyGame, Kind, Outcome, Record, Seat, Status};

/// One entry of a log. Steps are written as in records, everything else begins with `!` and names the
/// seat, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A step of the game, by whoever is to move, or the dice.
    Step(String),
    /// `!draw 1`: offers a draw.
    Draw(Seat),
    /// `!back 1 12`: asks to go back to where 12 steps had been played.
    Back(Seat, usize),
    /// `!agree 2`: agrees to what was asked.
    Agree(Seat),
    /// `!decline 2`: does not.
    Decline(Seat),
    /// `!resign 1`.
    Resign(Seat),
    /// `!flag 1`: has run out of time.
    Flag(Seat),
    /// `!gone 1`: was away too long, and somebody has claimed the game.
    Gone(Seat),
    /// `!abort 1`: ends a game that had hardly begun.
    Abort(Seat),
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, seat) = match self {
            What::Step(step) => return f.write_str(step),
            What::Back(seat, to) => return write!(f, "!back {} {to}", seat.number()),
            What::Draw(seat) => ("draw", seat),
            What::Agree(seat) => ("agree", seat),
            What::Decline(seat) => ("decline", seat),
            What::Resign(seat) => ("resign", seat),
            What::Flag(seat) => ("flag", seat),
            What::Gone(seat) => ("gone", seat),
            What::Abort(seat) => ("abort", seat),
        };
        write!(f, "!{word} {}", seat.number())
    }
}

impl FromStr for What {
    type Err = Wrong;
    fn from_str(text: &str) -> Result<What, Wrong> {
        let Some(rest) = text.strip_prefix('!') else { return Ok(What::Step(text.to_string())) };
        let unknown = || Wrong::Unknown(text.to_string());
        let mut words = rest.split(' ');
        let (word, seat) = (words.next(), words.next());
        let seat: usize = seat.and_then(|seat| seat.parse().ok()).ok_or_else(unknown)?;
        if !(1..=Seat::MOST).contains(&seat) {
            return Err(unknown());
        }
        let seat = Seat::new(seat - 1);
        let what = match (word, words.next()) {
            (Some("back"), Some(to)) => What::Back(seat, to.parse().map_err(|_| unknown())?),
            (Some("draw"), None) => What::Draw(seat),
            (Some("agree"), None) => What::Agree(seat),
            (Some("decline"), None) => What::Decline(seat),
            (Some("resign"), None) => What::Resign(seat),
            (Some("flag"), None) => What::Flag(seat),
            (Some("gone"), None) => What::Gone(seat),
            (Some("abort"), None) => What::Abort(seat),
            _ => return Err(unknown()),
        };
        if words.next().is_some() { Err(unknown()) } else { Ok(what) }
    }
}

/// Why an entry cannot follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// No entry is written like this.
    Unknown(String),
    /// The step is not legal, and why.
    Illegal(String),
    /// The game has ended.
    Over,
    /// The seat does not play (any more).
    NoSeat,
    /// There is nothing to agree to, or to decline.
    NothingAsked,
    /// This cannot be asked here: a draw among more than two, to go back where nothing was played, or
    /// twice in a row.
    NotNow,
    /// A game that has begun cannot be aborted.
    TooLate,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Unknown(text) => write!(f, "`{text}` is no entry of a log"),
            Wrong::Illegal(why) => f.write_str(why),
            Wrong::Over => f.write_str("the game is over"),
            Wrong::NoSeat => f.write_str("this seat does not play"),
            Wrong::NothingAsked => f.write_str("nothing was asked that could be answered"),
            Wrong::NotNow => f.write_str("this cannot be asked now"),
            Wrong::TooLate => f.write_str("two turns have been played; the game can be resigned"),
        }
    }
}

impl std::error::Error for Wrong {}

/// What was asked and not yet answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A draw, by this seat.
    Draw(Seat),
    /// To go back, by this seat, to so many steps; these have agreed.
    Back(Seat, usize, Vec<Seat>),
}

impl Offer {
    /// Who asks.
    #[must_use]
    pub fn by(&self) -> Seat {
        match self {
            Offer::Draw(seat) | Offer::Back(seat, ..) => *seat,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// As the rules have it.
    Rules,
    /// A draw was agreed on.
    Agreed,
    /// This seat resigned.
    Resigned(Seat),
    /// This seat ran out of time.
    OutOfTime(Seat),
    /// This seat went away.
    Gone(Seat),
    /// Before it had begun.
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

/// A log and what follows from it.
#[derive(Clone, Debug)]
pub struct Log {
    kind: Kind,
    setup: String,
    game: AnyGame,
    /// Entries so far.
    ply: u32,
    steps: Vec<String>,
    /// For each step its ply in the log.
    plies: Vec<u32>,
    /// The plies at which dice fell, those that were taken back among them.
    falls: Vec<u32>,
    /// Who acted, and the step with which the turn began.
    turns: Vec<(Seat, usize)>,
    /// The last step by which somebody left.
    left: Option<usize>,
    offer: Option<Offer>,
    /// What was asked since the last step: by whom, and whether it was to go back.
    asked: Vec<(Seat, bool)>,
    end: Option<End>,
}

impl Log {
    /// The log of a table at which nothing has happened yet.
    pub fn new(kind: Kind, setup: &str) -> Result<Log, Wrong> {
        let wrong = |why: &dyn fmt::Display| Wrong::Illegal(why.to_string());
        let setup = Record::new(kind, setup).map_err(|why| wrong(&why))?.setup().to_string();
        let game = AnyGame::start(kind, &setup).map_err(|why| wrong(&why))?;
        Ok(Log {
            kind,
            setup,
            game,
            ply: 0,
            steps: Vec::new(),
            plies: Vec::new(),
            falls: Vec::new(),
            turns: Vec::new(),
            left: None,
            offer: None,
            asked: Vec::new(),
            end: None,
        })
    }

    /// Which game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The setup text, empty for the default.
    #[must_use]
    pub fn setup(&self) -> &str {
        &self.setup
    }

    /// The position.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// How many entries there are; the next has this number.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The steps that count, those that were taken back left out.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// For each of these steps its ply in the log.
    #[must_use]
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Whether dice fell at a ply.
    #[must_use]
    pub fn fell(&self, ply: u32) -> bool {
        self.falls.binary_search(&ply).is_ok()
    }

    /// How many turns have begun.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Whether this was asked since the last step. Whoever was answered does not ask again and again.
    #[must_use]
    pub fn was_asked(&self, what: &What) -> bool {
        match what {
            What::Draw(seat) => self.asked.contains(&(*seat, false)),
            What::Back(seat, _) => self.asked.contains(&(*seat, true)),
            _ => false,
        }
    }

    /// What was asked and not yet answered.
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Who is to move; nobody while dice fall and after the end.
    #[must_use]
    pub fn mover(&self) -> Option<Seat> {
        match (self.end, self.game.status()) {
            (None, Status::ToMove(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Whose time runs: who is to move, or rolls.
    #[must_use]
    pub fn actor(&self) -> Option<Seat> {
        match (self.end, self.game.status()) {
            (None, Status::ToMove(seat)) => Some(seat),
            (None, Status::ToRoll) => self.turns.last().map(|(seat, _)| *seat),
            _ => None,
        }
    }

    /// Whether dice fall next.
    #[must_use]
    pub fn rolls(&self) -> bool {
        self.end.is_none() && self.game.status() == Status::ToRoll
    }

    /// Who came first, second and so on, once the game has ended; nobody does if it was aborted.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let seats = self.game.seats();
        match self.end? {
            End::Aborted => None,
            End::Agreed => Some(Outcome::draw(seats)),
            End::Rules => match self.game.status() {
                Status::Over(outcome) => Some(outcome),
                _ => None,
            },
            End::Resigned(seat) | End::OutOfTime(seat) | End::Gone(seat) => {
                // With more seats the game goes on without the one, so these are games of two.
                Some(Outcome::won_by(seat.next(seats), seats))
            }
        }
    }

    /// Whether a seat still plays.
    #[must_use]
    pub fn plays(&self, seat: Seat) -> bool {
        let seats = self.game.seats();
        self.end.is_none()
            && seat.index() < seats
            && (seats == 2 || self.game.leaving(seat).is_some())
    }

    /// To how many steps a seat would go back: to before its last turn. Nobody who has left is brought
    /// back that way.
    #[must_use]
    pub fn back_of(&self, seat: Seat) -> Option<usize> {
        let own = |turn: &&(Seat, usize)| {
            turn.0 == seat
                && turn.1 < self.steps.len()
                && self.left.is_none_or(|left| left < turn.1)
        };
        self.turns.iter().rev().find(own).map(|(_, start)| *start)
    }

    /// The whole as a record, without header lines.
    pub fn record(&self) -> Result<Record, Wrong> {
        let line = format!("{}|{}|{}", self.kind, self.setup, self.steps.join(" "));
        Record::from_line(&line).map_err(|why| Wrong::Illegal(why.to_string()))
    }

    /// Lets an entry follow, or says why it cannot; then nothing has changed.
    pub fn apply(&mut self, what: &What) -> Result<(), Wrong> {
        if self.end.is_some() {
            return Err(Wrong::Over);
        }
        match what {
            // Whoever leaves says so in another way, and nobody sends others away.
            What::Step(step) if self.game.leaver(step).is_some() => {
                return Err(Wrong::Illegal(format!("`{step}` is not played as a step")));
            }
            What::Step(step) => self.play(step)?,
            What::Draw(seat) => {
                if self.game.seats() != 2 || self.offer.is_some() {
                    return Err(Wrong::NotNow);
                }
                self.offer = Some(Offer::Draw(self.in_play(*seat)?));
                self.asked.push((*seat, false));
            }
            What::Back(seat, to) => {
                let seat = self.in_play(*seat)?;
                if self.offer.is_some() || self.back_of(seat) != Some(*to) {
                    return Err(Wrong::NotNow);
                }
                self.offer = Some(Offer::Back(seat, *to, Vec::new()));
                self.asked.push((seat, true));
            }
            What::Agree(seat) => self.agree(*seat)?,
            What::Decline(seat) => {
                let seat = self.in_play(*seat)?;
                match &self.offer {
                    Some(offer) if offer.by() != seat => self.offer = None,
                    _ => return Err(Wrong::NothingAsked),
                }
            }
            What::Resign(seat) => self.lose(*seat, End::Resigned)?,
            What::Flag(seat) => self.lose(*seat, End::OutOfTime)?,
            What::Gone(seat) => self.lose(*seat, End::Gone)?,
            What::Abort(seat) => {
                self.in_play(*seat)?;
                if self.turns.len() >= 2 {
                    return Err(Wrong::TooLate);
                }
                self.end = Some(End::Aborted);
            }
        }
        self.ply += 1;
        Ok(())
    }

    fn in_play(&self, seat: Seat) -> Result<Seat, Wrong> {
        if self.plays(seat) { Ok(seat) } else { Err(Wrong::NoSeat) }
    }

    fn play(&mut self, step: &str) -> Result<(), Wrong> {
        let (before, seats) = (self.game.status(), self.game.seats());
        let is_leaving = self.game.leaver(step).is_some();
        self.game.play(step).map_err(|why| Wrong::Illegal(why.to_string()))?;
        self.asked.clear();
        if let Status::ToMove(seat) = before
            && !is_leaving
        {
            if self.turns.last().map(|(last, _)| *last) != Some(seat) {
                self.turns.push((seat, self.steps.len()));
            }
            // Whoever plays on does not take what the other has offered.
            if self.offer.as_ref().is_some_and(|offer| offer.by() != seat || seats > 2) {
                self.offer = None;
            }
        }
        if before == Status::ToRoll && !is_leaving {
            self.falls.push(self.ply);
        }
        if is_leaving {
            self.left = Some(self.steps.len());
        }
        self.steps.push(step.to_string());
        self.plies.push(self.ply);
        if let Status::Over(_) = self.game.status() {
            self.end = Some(End::Rules);
            self.offer = None;
        }
        Ok(())
    }

    fn agree(&mut self, seat: Seat) -> Result<(), Wrong> {
        let seat = self.in_play(seat)?;
        let others: Vec<Seat> = (0..self.game.seats()).map(Seat::new).collect();
        match &mut self.offer {
            Some(Offer::Draw(by)) if *by != seat => {
                self.end = Some(End::Agreed);
                self.offer = None;
            }
            Some(Offer::Back(by, to, agreed)) if *by != seat && !agreed.contains(&seat) => {
                agreed.push(seat);
                let (by, to, agreed) = (*by, *to, agreed.clone());
                let waits =
                    |other: &Seat| *other != by && !agreed.contains(other) && self.plays(*other);
                if !others.iter().any(waits) {
                    self.go_back(to)?;
                }
            }
            _ => return Err(Wrong::NothingAsked),
        }
        Ok(())
    }

    fn go_back(&mut self, to: usize) -> Result<(), Wrong> {
        let mut earlier = Log::new(self.kind, &self.setup)?;
        for step in &self.steps[..to] {
            earlier.play(step)?;
        }
        earlier.plies = self.plies[..to].to_vec();
        earlier.falls = std::mem::take(&mut self.falls);
        earlier.ply = self.ply;
        *self = earlier;
        Ok(())
    }

    /// A seat is out: with two seats the game ends, with more the others go on.
    fn lose(&mut self, seat: Seat, end: fn(Seat) -> End) -> Result<(), Wrong> {
        let seat = self.in_play(seat)?;
        match self.game.leaving(seat) {
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
