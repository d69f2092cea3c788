//! Messages of the server as typed values, read from [`Json`]; the counterparts of `protocol::message`.

use mohreh_games::{Kind, Seat};

use super::json::{Json, Message};
use crate::dom;
use crate::game_model::FischerClock;

/// Public identity of a person.
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

/// Occupant of a seat.
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

/// Time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    None,
    Live(FischerClock),
    /// Correspondence: days per turn.
    Days(u32),
}

impl Clock {
    fn read(json: &Json) -> Clock {
        let number = |name: &str| json.number(name).unwrap_or(0) as u32;
        match (number("main"), number("days")) {
            (0, 0) => Clock::None,
            (0, days) => Clock::Days(days),
            (base_secs, _) => {
                Clock::Live(FischerClock { base_secs, increment_secs: number("more") })
            }
        }
    }

    pub fn write(self) -> String {
        let clock = match self {
            Clock::None => Message::typed("none"),
            Clock::Live(FischerClock { base_secs, increment_secs }) => {
                Message::typed("live").number("main", base_secs).number("more", increment_secs)
            }
            Clock::Days(days) => Message::typed("days").number("days", days),
        };
        clock.done()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Waiting,
    Playing,
    Over,
}

/// Head of a table: its metadata without the log, as JSON that is read lazily.
#[derive(Clone)]
pub struct Head {
    pub kind: Kind,
    pub json: Json,
}

impl Head {
    pub fn read(json: &Json) -> Option<Head> {
        Some(Head { kind: json.text("kind")?.parse().ok()?, json: json.clone() })
    }

    /// Reads a list; heads of unknown kinds are skipped.
    pub fn read_all(list: &[Json]) -> Vec<Head> {
        list.iter().filter_map(Head::read).collect()
    }

    pub fn id(&self) -> String {
        self.json.text_or_empty("id")
    }

    pub fn setup(&self) -> String {
        self.json.text_or_empty("setup")
    }

    pub fn flag(&self, name: &str) -> bool {
        self.json.at(name).is_true()
    }

    pub fn clock(&self) -> Clock {
        Clock::read(&self.json.at("clock"))
    }

    pub fn phase(&self) -> Phase {
        match self.json.text_or_empty("phase").as_str() {
            "waiting" => Phase::Waiting,
            "playing" => Phase::Playing,
            _ => Phase::Over,
        }
    }

    pub fn seats(&self) -> Vec<Sitter> {
        self.json.list("seats").iter().map(Sitter::read).collect()
    }

    pub fn seat_of(&self, person: Option<&Person>) -> Option<usize> {
        let sitter = Sitter::Person(person?.clone());
        let same = |other: &Sitter| match (other, &sitter) {
            // Compare ids: names can change.
            (Sitter::Person(other), Sitter::Person(person)) => other.id == person.id,
            _ => false,
        };
        self.seats().iter().position(same)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    pub person: Person,
    pub text: String,
}

impl ChatLine {
    pub fn read(json: &Json) -> Option<ChatLine> {
        Some(ChatLine { person: Person::read(&json.at("person"))?, text: json.text("text")? })
    }
}

/// Reads a seat number of the protocol, which counts from 1.
pub fn seat_from_number(number: Option<u64>) -> Option<Seat> {
    let index = number?.checked_sub(1)? as usize;
    (index < Seat::MOST).then(|| Seat::new(index))
}

/// Random nonce: the client's contribution to the dice of a table.
pub fn nonce() -> String {
    let letter = |_| char::from(b'a' + dom::random_below(26) as u8);
    (0..20).map(letter).collect()
}
