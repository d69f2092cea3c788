//! What is chosen so far of a new game.

use mohreh_games::Kind;
use mohreh_games::show::{Choice, Grid, Offer, Part, Way, setup_of};

use crate::online::Clock;
use crate::session::{Pace, Player};
use crate::{dom, store};

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// One person against the computer.
    Computer,
    /// People at this screen.
    People,
    /// Chosen seat by seat.
    Mixed,
    /// Somebody elsewhere, over the network.
    Online,
}

/// Who starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    Lot,
    Me,
    Other,
}

/// How time can be counted; days only where nobody sits and waits.
pub const CLOCKS: [Clock; 7] = [
    Clock::None,
    Clock::Live(Pace { seconds: 180, more: 3 }),
    Clock::Live(Pace { seconds: 600, more: 10 }),
    Clock::Live(Pace { seconds: 1800, more: 20 }),
    Clock::Days(1),
    Clock::Days(3),
    Clock::Days(7),
];

/// What is chosen so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// For each offer, which way, or whether the word stands.
    pub chosen: Vec<usize>,
    /// The grid of one's own.
    pub grid: String,
    pub who: Who,
    pub level: u8,
    pub first: First,
    pub seats: Vec<Player>,
    /// Which of the clocks.
    clock: usize,
    /// Anybody may sit down, not only those who have the link.
    pub open: bool,
    /// Seats that the computer takes among people elsewhere.
    pub computers: usize,
}

impl Draft {
    pub fn new(kind: Kind) -> Draft {
        let mut draft = Draft {
            chosen: vec![0; kind.offers().len()],
            grid: grid_of(kind).map(|grid| grid.start.to_string()).unwrap_or_default(),
            who: Who::Computer,
            level: 2,
            first: First::Lot,
            seats: vec![Player::Person; mohreh_games::Seat::MOST],
            clock: 0,
            open: false,
            computers: 0,
        };
        for (key, value) in
            store::draft(kind.name()).lines().filter_map(|line| line.split_once('='))
        {
            match key {
                "chosen" => {
                    let read: Vec<usize> =
                        value.split(',').filter_map(|part| part.parse().ok()).collect();
                    let fits = |(offer, n): (&Offer, &usize)| match offer.choice {
                        Choice::OneOf(ways) => *n < ways.len(),
                        Choice::Word(_) => *n < 2,
                    };
                    if read.len() == draft.chosen.len() && kind.offers().iter().zip(&read).all(fits)
                    {
                        draft.chosen = read;
                    }
                }
                "grid" if !value.is_empty() => draft.grid = value.to_string(),
                "level" => draft.level = value.parse().unwrap_or(2).clamp(1, 8),
                "pace" => draft.clock = value.parse().unwrap_or(0).min(CLOCKS.len() - 1),
                "open" => draft.open = value == "yes",
                _ => {}
            }
        }
        draft
    }

    pub fn keep(&self, kind: Kind) {
        let chosen: Vec<String> = self.chosen.iter().map(ToString::to_string).collect();
        let text = format!(
            "chosen={}\ngrid={}\nlevel={}\npace={}\nopen={}\n",
            chosen.join(","),
            self.grid,
            self.level,
            self.clock,
            if self.open { "yes" } else { "no" }
        );
        store::keep_draft(kind.name(), &text);
    }

    /// The ways that are chosen.
    pub fn ways(&self, kind: Kind) -> impl Iterator<Item = Way> {
        let chosen = kind.offers().iter().zip(&self.chosen);
        chosen.filter_map(|(offer, n)| match offer.choice {
            Choice::OneOf(ways) => ways.get(*n).copied(),
            Choice::Word(_) => None,
        })
    }

    /// Whether a way that is chosen brings this word along.
    pub fn brings(&self, kind: Kind, word: &str) -> bool {
        self.ways(kind).any(|way| match way.setup {
            Part::Words(words) => words.split(' ').any(|other| other == word),
            _ => false,
        })
    }

    /// How many of the clocks can be chosen.
    pub fn clocks(&self) -> usize {
        if self.who == Who::Online { CLOCKS.len() } else { 4 }
    }

    /// The clock that is chosen, by its number.
    pub fn clock(&self) -> usize {
        if self.clock < self.clocks() { self.clock } else { 0 }
    }

    pub fn set_clock(&mut self, clock: usize) {
        self.clock = clock;
    }

    /// Whether the set-up is drawn by lot.
    pub fn draws(&self, kind: Kind) -> bool {
        self.ways(kind).any(|way| way.setup == Part::Lot)
    }

    /// The setup text. What is drawn by lot is drawn with `below`; without it, the usual stands there.
    pub fn setup(&self, kind: Kind, below: Option<mohreh_games::Below<'_>>) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut lot = false;
        for way in self.ways(kind) {
            match way.setup {
                Part::Words(text) => words.push(text.to_string()),
                Part::Lot => lot = true,
                Part::Grid(grid) => words.push(format!("{}={}", grid.word, self.grid)),
            }
        }
        for (offer, n) in kind.offers().iter().zip(&self.chosen) {
            if let Choice::Word(word) = offer.choice
                && *n == 1
            {
                words.push(word.to_string());
            }
        }
        match below {
            Some(below) if lot => words.push(kind.draw_setup(below)),
            _ => {}
        }
        setup_of(words.iter().map(String::as_str))
    }

    /// Who sits where, the seat that starts first.
    pub fn players(&self, seats: usize) -> Vec<Player> {
        let mut players: Vec<Player> = match self.who {
            Who::People | Who::Online => vec![Player::Person; seats],
            Who::Mixed => self.seats.iter().copied().cycle().take(seats).collect(),
            Who::Computer => {
                let mut players = vec![Player::Computer(self.level); seats];
                players[0] = Player::Person;
                players
            }
        };
        let turn = match (self.who, self.first) {
            (Who::People | Who::Mixed | Who::Online, _) | (Who::Computer, First::Me) => 0,
            (Who::Computer, First::Other) => 1,
            (Who::Computer, First::Lot) => dom::chance(seats as u32) as usize,
        };
        players.rotate_right(turn % seats.max(1));
        players
    }
}

fn grid_of(kind: Kind) -> Option<Grid> {
    kind.offers().iter().find_map(|offer| match offer.choice {
        Choice::OneOf(ways) => ways.iter().find_map(|way| match way.setup {
            Part::Grid(grid) => Some(grid),
            _ => None,
        }),
        Choice::Word(_) => None,
    })
}
