//! What the server tells, as values.

use mohreh_games::{Kind, Seat};

use super::json::{Json, Message};
use crate::dom;
use crate::session::Pace;

/// Somebody, as others see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub id: String,
    pub name: String,
}

impl Person {
    pub fn read(json: &Json) -> Option<Person> {
        Some(Person { id: json.text("id")?, name: json.text("name")? })
    }
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    Open,
    Person(Person),
    Computer(u8),
}

impl Sitter {
    fn read(json: &Json) -> Sitter {
        match json.number("level") {
            Some(level) => Sitter::Computer(level as u8),
            None => Person::read(json).map_or(Sitter::Open, Sitter::Person),
        }
    }
}

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    None,
    Live(Pace),
    Days(u32),
}

impl Clock {
    fn read(json: &Json) -> Clock {
        let number = |name: &str| json.number(name).unwrap_or(0) as u32;
        match (number("main"), number("days")) {
            (0, 0) => Clock::None,
            (0, days) => Clock::Days(days),
            (seconds, _) => Clock::Live(Pace { seconds, more: number("more") }),
        }
    }

    pub fn write(self) -> String {
        let clock = match self {
            Clock::None => Message::of("none"),
            Clock::Live(Pace { seconds, more }) => {
                Message::of("live").number("main", seconds).number("more", more)
            }
            Clock::Days(days) => Message::of("days").number("days", days),
        };
        clock.done()
    }
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Waiting,
    Playing,
    Over,
}

/// The head of a table: what was told of it, read where it is needed.
#[derive(Clone)]
pub struct Head {
    pub kind: Kind,
    pub json: Json,
}

impl Head {
    pub fn read(json: &Json) -> Option<Head> {
        Some(Head { kind: json.text("kind")?.parse().ok()?, json: json.clone() })
    }

    /// All that can be read of a list.
    pub fn read_all(list: &[Json]) -> Vec<Head> {
        list.iter().filter_map(Head::read).collect()
    }

    pub fn id(&self) -> String {
        self.json.word("id")
    }

    pub fn setup(&self) -> String {
        self.json.word("setup")
    }

    pub fn is(&self, what: &str) -> bool {
        self.json.at(what).is_true()
    }

    pub fn clock(&self) -> Clock {
        Clock::read(&self.json.at("clock"))
    }

    pub fn phase(&self) -> Phase {
        match self.json.word("phase").as_str() {
            "waiting" => Phase::Waiting,
            "playing" => Phase::Playing,
            _ => Phase::Over,
        }
    }

    pub fn seats(&self) -> Vec<Sitter> {
        self.json.list("seats").iter().map(Sitter::read).collect()
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: Option<&Person>) -> Option<usize> {
        let sitter = Sitter::Person(person?.clone());
        let same = |other: &Sitter| match (other, &sitter) {
            // Names change.
            (Sitter::Person(other), Sitter::Person(person)) => other.id == person.id,
            _ => false,
        };
        self.seats().iter().position(same)
    }
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub person: Person,
    pub text: String,
}

impl Line {
    pub fn read(json: &Json) -> Option<Line> {
        Some(Line { person: Person::read(&json.at("person"))?, text: json.text("text")? })
    }
}

/// A seat that is counted from 1.
pub fn seat(number: Option<u64>) -> Option<Seat> {
    let index = number?.checked_sub(1)? as usize;
    (index < Seat::MOST).then(|| Seat::new(index))
}

/// What somebody adds to the dice: letters that nobody can foresee.
pub fn nonce() -> String {
    let letter = |_| char::from(b'a' + dom::chance(26) as u8);
    (0..20).map(letter).collect()
}
