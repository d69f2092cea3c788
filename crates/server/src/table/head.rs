//! The head of a table: settings, seats, secrets and result, with optimistic versioning.

use mohreh_games::{AnyGame, Kind, Record, Seat};
use mohreh_protocol::{
    Chatters, Clock, Code, Dice, First, Log, NewTable, Person, Phase, PublicHead, Refusal, Seed,
    Sitter, limits,
};

use super::marked_name::marked_name;
use crate::store::{StoreError, TableRow};

/// Full head of a table, with the seed and the key; clients get [`PublicHead`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub id: String,
    pub kind: Kind,
    pub setup: String,
    pub draw: bool,
    pub seats: Vec<Sitter>,
    pub clock: Clock,
    pub open: bool,
    /// The free seats are for the players of the game before.
    pub reserved: bool,
    pub chat: Chatters,
    pub phase: Phase,
    pub created: u64,
    pub started: Option<u64>,
    pub ended: Option<u64>,
    pub end: Option<String>,
    pub result: Option<Vec<u8>>,
    pub turns: u32,
    pub seed: Seed,
    /// Capability to join the table, and to read a private one.
    pub key: String,
    /// Dice nonces of the players, in order of arrival.
    pub nonces: Vec<String>,
    pub next: Option<String>,
    pub creator: String,
    pub first: First,
    /// Incremented by every change; the store commits only the next version.
    pub version: u32,
}

/// Somebody who wants to read a table: a person, if known, and the key that they have.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub person: Option<&'a Person>,
    pub key: &'a str,
}

/// The refusal for a table that does not exist, or that the requester may not know of.
pub(crate) fn table_not_found() -> Refusal {
    Refusal::new(Code::NotFound, "there is no such table")
}

fn illegal(why: impl std::fmt::Display) -> Refusal {
    Refusal::new(Code::Illegal, format!("{why}"))
}

/// Accepts only characters that cannot be mistaken for separators in the HMAC message or the record.
pub(super) fn check_nonce(nonce: &str) -> Result<(), Refusal> {
    let plain = nonce.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if plain && nonce.len() <= limits::NONCE_BYTES {
        return Ok(());
    }
    let why = format!("a nonce has up to {} letters, digits, `-` and `_`", limits::NONCE_BYTES);
    Err(Refusal::new(Code::Malformed, why))
}

impl Head {
    /// Validates a request and creates the head; the creator takes the first seat.
    pub(crate) fn new(
        wanted: &NewTable,
        creator: &Person,
        (id, key, seed): (String, String, Seed),
        now: u64,
    ) -> Result<Head, Refusal> {
        check_nonce(&wanted.nonce)?;
        if wanted.setup.len() > limits::SETUP_BYTES {
            return Err(Refusal::new(Code::TooLarge, "the setup text is too long").because("setup"));
        }
        let kind: Kind = wanted.kind.parse().map_err(illegal)?;
        let record = Record::new(kind, &wanted.setup).map_err(illegal)?;
        let seats = AnyGame::start(kind, record.setup()).map_err(illegal)?.seats();
        if wanted.computers.len() >= seats {
            return Err(illegal(format!("this game has {seats} seats, and one is for you")));
        }
        if let Some(level) = wanted.computers.iter().find(|level| !limits::LEVELS.contains(level)) {
            return Err(illegal(format!(
                "level {level}: there are levels {} to {}",
                limits::LEVELS.start(),
                limits::LEVELS.end()
            )));
        }
        check_clock(wanted.clock)?;
        let mut sitters = vec![Sitter::Open; seats];
        sitters[0] = Sitter::Person(marked_name(creator, []));
        let computers = wanted.computers.iter().map(|level| Sitter::Computer { level: *level });
        for (sitter, computer) in sitters[1..].iter_mut().rev().zip(computers) {
            *sitter = computer;
        }
        Ok(Head {
            id,
            kind,
            setup: record.setup().to_string(),
            draw: wanted.draw,
            seats: sitters,
            clock: wanted.clock,
            open: wanted.open,
            reserved: false,
            chat: wanted.chat,
            phase: Phase::Waiting,
            created: now,
            started: None,
            ended: None,
            end: None,
            result: None,
            turns: 0,
            seed,
            key,
            nonces: vec![wanted.nonce.clone()],
            next: None,
            creator: creator.id.clone(),
            first: wanted.first,
            version: 0,
        })
    }

    /// Seat of a person.
    pub(crate) fn seat_of(&self, person: &str) -> Option<Seat> {
        let own = |sitter: &Sitter| matches!(sitter, Sitter::Person(other) if other.id == person);
        self.seats.iter().position(own).map(Seat::new)
    }

    /// Engine level of the bot at a seat.
    pub(crate) fn level_of(&self, seat: Seat) -> Option<u8> {
        match self.seats.get(seat.index())? {
            Sitter::Computer { level } => Some(*level),
            _ => None,
        }
    }

    pub(crate) fn has_bot(&self) -> bool {
        self.seats.iter().any(|sitter| matches!(sitter, Sitter::Computer { .. }))
    }

    /// Whether somebody may read the table, and know that it exists.
    pub(crate) fn check_reader(&self, reader: Reader<'_>) -> Result<(), Refusal> {
        let sits = reader.person.is_some_and(|person| self.seat_of(&person.id).is_some());
        let allowed = self.open || sits || constant_time_eq(reader.key, &self.key);
        allowed.then_some(()).ok_or_else(table_not_found)
    }

    /// The people who sit here.
    pub(crate) fn people(&self) -> impl Iterator<Item = &Person> {
        self.seats.iter().filter_map(|sitter| match sitter {
            Sitter::Person(person) => Some(person),
            _ => None,
        })
    }

    /// Seats a person at the first free seat; the last one to join starts the game. Idempotent. With
    /// `has_reservation` the person was a player of the game before.
    pub(crate) fn join(
        &self,
        person: &Person,
        (key, has_reservation): (&str, bool),
        nonce: &str,
        now: u64,
    ) -> Result<Head, Refusal> {
        check_nonce(nonce)?;
        if self.seat_of(&person.id).is_some() {
            return Ok(self.clone());
        }
        if !has_reservation {
            self.check_reader(Reader { person: Some(person), key })?;
        }
        let free = self.seats.iter().position(|sitter| *sitter == Sitter::Open);
        let Some(free) = free.filter(|_| self.phase == Phase::Waiting) else {
            return Err(Refusal::new(Code::Full, "no seat is free at this table"));
        };
        if self.reserved && !has_reservation {
            let why = "a rematch is for those who have played";
            return Err(Refusal::new(Code::Forbidden, why).because("rematch"));
        }
        let mut head = self.clone();
        head.seats[free] = Sitter::Person(marked_name(person, self.people()));
        head.nonces.push(nonce.to_string());
        head.version += 1;
        head.begin_if_full(now);
        Ok(head)
    }

    /// Starts the game once all seats are taken: draws the seating and the setup.
    pub(crate) fn begin_if_full(&mut self, now: u64) {
        if self.phase != Phase::Waiting || self.seats.contains(&Sitter::Open) {
            return;
        }
        let seats = self.seats.len();
        let mut lot = Dice::new(&self.seed, &self.id, "seats", &self.nonces);
        match self.first {
            First::Me => {}
            First::Other => self.seats.rotate_left(1),
            // Fisher–Yates shuffle.
            First::Lot => {
                for n in (1..seats).rev() {
                    self.seats.swap(n, lot.below(n as u32 + 1) as usize);
                }
            }
        }
        if self.draw {
            let mut lot = Dice::new(&self.seed, &self.id, "setup", &self.nonces);
            let drawn = self.kind.draw_setup(&mut |n| lot.below(n));
            if !drawn.is_empty() {
                self.setup = drawn;
            }
        }
        self.phase = Phase::Playing;
        self.started = Some(now);
    }

    /// Restricts the chat; nobody can widen it, so that nobody has to listen whom another player invites.
    pub(crate) fn restrict_chat(&self, person: &str, chat: Chatters) -> Result<Head, Refusal> {
        if self.seat_of(person).is_none() {
            return Err(Refusal::new(Code::Forbidden, "you do not sit at this table"));
        }
        if chat > self.chat {
            let why = "who may write can be restricted, and not widened";
            return Err(Refusal::new(Code::Forbidden, why));
        }
        let mut head = self.clone();
        if chat < self.chat {
            head.chat = chat;
            head.version += 1;
        }
        Ok(head)
    }

    /// Gives the person's seat their new name, marked if it looks like another at the table. A finished game keeps
    /// the names under which it was played.
    pub(crate) fn rename(&self, person: &Person) -> Head {
        let mut head = self.clone();
        if let Some(seat) = self.seat_of(&person.id).filter(|_| self.phase != Phase::Over) {
            head.seats[seat.index()] = Sitter::Person(marked_name(person, self.people()));
            head.version += u32::from(head.seats != self.seats);
        }
        head
    }

    /// Records the end of the game.
    pub(crate) fn close(&mut self, log: &Log, now: u64) {
        self.phase = Phase::Over;
        self.ended = Some(now);
        self.end = log.end().map(|end| end.to_string());
        self.result = log.outcome().map(|outcome| outcome.places().to_vec());
        self.turns = log.turns().len() as u32;
        self.version += 1;
    }

    /// View for clients.
    pub(crate) fn public(&self) -> PublicHead {
        let begun = self.phase != Phase::Waiting;
        PublicHead {
            id: self.id.clone(),
            kind: self.kind.to_string(),
            setup: self.setup.clone(),
            draw: self.draw,
            seats: self.seats.clone(),
            clock: self.clock,
            open: self.open,
            reserved: self.reserved,
            chat: self.chat,
            phase: self.phase,
            created: self.created,
            ended: self.ended,
            end: self.end.clone(),
            result: self.result.clone(),
            turns: self.turns,
            commitment: self.seed.commitment(),
            seed: (self.phase == Phase::Over).then(|| self.seed.reveal()),
            nonces: if begun { self.nonces.clone() } else { Vec::new() },
            next: self.next.clone(),
        }
    }

    pub(crate) fn to_row(&self) -> TableRow {
        let people = self.seats.iter().enumerate().filter_map(|(seat, sitter)| match sitter {
            Sitter::Person(person) => Some((seat as u8, person.id.clone(), person.name.clone())),
            _ => None,
        });
        TableRow {
            id: self.id.clone(),
            kind: self.kind.to_string(),
            setup: self.setup.clone(),
            draw: self.draw,
            seats: to_json(&self.seats),
            clock: to_json(&self.clock),
            open: self.open,
            phase: self.phase.word().to_string(),
            created: self.created,
            started: self.started,
            ended: self.ended,
            end: self.end.clone(),
            result: self
                .result
                .as_ref()
                .map(|places| places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
            turns: self.turns,
            seed: self.seed.reveal(),
            key: self.key.clone(),
            nonces: to_json(&self.nonces),
            next: self.next.clone(),
            creator: self.creator.clone(),
            first: self.first.word().to_string(),
            watch: self.clock != Clock::None || self.has_bot(),
            people: people.collect(),
            version: self.version,
            due: 0,
            reserved: self.reserved,
            chat: self.chat.word().to_string(),
        }
    }

    /// Decodes a row; every field is validated, as the database may be corrupt.
    pub(crate) fn from_row(row: &TableRow) -> Result<Head, StoreError> {
        let broken = |what: &str| StoreError::Broken(format!("table {}: {what}", row.id));
        let head = Head {
            id: row.id.clone(),
            kind: row.kind.parse().map_err(|_| broken("no such game"))?,
            setup: row.setup.clone(),
            draw: row.draw,
            seats: from_json(&row.seats).ok_or_else(|| broken("its seats"))?,
            clock: from_json(&row.clock).ok_or_else(|| broken("its clock"))?,
            open: row.open,
            reserved: row.reserved,
            chat: from_json(&format!("{:?}", row.chat)).ok_or_else(|| broken("its chat"))?,
            phase: from_json(&format!("{:?}", row.phase)).ok_or_else(|| broken("its phase"))?,
            created: row.created,
            started: row.started,
            ended: row.ended,
            end: row.end.clone(),
            result: match &row.result {
                None => None,
                Some(text) => {
                    let places: Result<Vec<u8>, _> = text.split(' ').map(str::parse).collect();
                    Some(places.map_err(|_| broken("its result"))?)
                }
            },
            turns: row.turns,
            seed: Seed::read(&row.seed).ok_or_else(|| broken("its seed"))?,
            key: row.key.clone(),
            nonces: from_json(&row.nonces).ok_or_else(|| broken("its nonces"))?,
            next: row.next.clone(),
            creator: row.creator.clone(),
            first: from_json(&format!("{:?}", row.first)).ok_or_else(|| broken("who starts"))?,
            version: row.version,
        };
        let seats =
            AnyGame::start(head.kind, &head.setup).map_err(|_| broken("its setup"))?.seats();
        if head.seats.len() == seats { Ok(head) } else { Err(broken("its seats")) }
    }
}

fn check_clock(clock: Clock) -> Result<(), Refusal> {
    let fits = match clock {
        Clock::None => true,
        Clock::Live { main, more } => {
            limits::MAIN_SECS.contains(&main) && more <= limits::INCREMENT_SECS
        }
        Clock::Days { days } => limits::DAYS.contains(&days),
    };
    if fits {
        return Ok(());
    }
    Err(illegal(format!(
        "a live clock has {} to {} seconds and up to {} more a turn, the other {} to {} days",
        limits::MAIN_SECS.start(),
        limits::MAIN_SECS.end(),
        limits::INCREMENT_SECS,
        limits::DAYS.start(),
        limits::DAYS.end()
    )))
}

/// Constant-time comparison of secrets.
pub(super) fn constant_time_eq(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differs == 0
}

fn to_json<T: serde::Serialize>(value: &T) -> String {
    // Cannot fail: the types hold plain data with string keys.
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}
