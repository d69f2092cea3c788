//! [`Draft`]: the state of the new-game form.

use mohreh_games::Kind;
use mohreh_games::show::{Choice, Grid, Offer, SetupPart, Variant, setup_of};
use mohreh_protocol::{Chatters, Clock, First, limits};

use crate::game_model::Controller;
use crate::{dom, store};

/// Who takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayMode {
    /// One person against the computer.
    Computer,
    /// People at this screen.
    People,
    /// Chosen seat by seat.
    Mixed,
    /// People at other devices.
    Online,
}

/// The time controls on offer; correspondence ones (the last three) only online.
pub(super) const CLOCKS: [Clock; 7] = [
    Clock::None,
    Clock::Live { main: 180, more: 3 },
    Clock::Live { main: 600, more: 10 },
    Clock::Live { main: 1800, more: 20 },
    Clock::Days { days: 1 },
    Clock::Days { days: 3 },
    Clock::Days { days: 7 },
];

/// The input of the form.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Draft {
    /// For each option, the index of the variant, or 0 or 1 for a word.
    pub chosen: Vec<usize>,
    /// The custom grid.
    pub grid: String,
    /// Setup text of the custom arrangement.
    pub arrangement: String,
    pub mode: PlayMode,
    pub level: u8,
    pub first: First,
    pub seats: Vec<Controller>,
    /// Index into [`CLOCKS`].
    clock: usize,
    /// Public and in the lobby, rather than by link only.
    pub open: bool,
    /// Who may write in the chat of an online table.
    pub chat: Chatters,
    /// Seats of an online table that the server's engine takes.
    pub computers: usize,
}

impl Draft {
    pub(super) fn new(kind: Kind) -> Draft {
        let mut draft = Draft {
            chosen: vec![0; kind.offers().len()],
            grid: grid_of(kind).map(|grid| grid.start.to_string()).unwrap_or_default(),
            arrangement: String::new(),
            mode: PlayMode::Computer,
            level: 2,
            first: First::Lot,
            seats: vec![Controller::Person; mohreh_games::Seat::MOST],
            clock: 0,
            open: false,
            chat: Chatters::Players,
            computers: 0,
        };
        for (key, value) in
            store::draft(kind.name()).lines().filter_map(|line| line.split_once('='))
        {
            match key {
                "chosen" => {
                    let saved: Vec<usize> =
                        value.split(',').filter_map(|part| part.parse().ok()).collect();
                    let is_valid = |(offer, n): (&Offer, &usize)| match offer.choice {
                        Choice::OneOf(variants) => *n < variants.len(),
                        Choice::Word(_) => *n < 2,
                    };
                    if saved.len() == draft.chosen.len()
                        && kind.offers().iter().zip(&saved).all(is_valid)
                    {
                        draft.chosen = saved;
                    }
                }
                "grid" if !value.is_empty() => draft.grid = value.to_string(),
                "arrangement" => draft.arrangement = value.to_string(),
                "level" => {
                    let level = value.parse().ok().filter(|level| limits::LEVELS.contains(level));
                    draft.level = level.unwrap_or(2);
                }
                "pace" => draft.clock = value.parse().unwrap_or(0).min(CLOCKS.len() - 1),
                "open" => draft.open = value == "yes",
                _ => {}
            }
        }
        if draft.arrangement.is_empty() {
            draft.mix(kind);
        }
        draft
    }

    /// Draws the custom arrangement at random.
    pub(super) fn mix(&mut self, kind: Kind) {
        self.arrangement = kind.draw_setup(&mut dom::random_below);
    }

    /// Swaps the pieces of two spots in the custom arrangement, each given by its place in the scene.
    pub(super) fn swap(&mut self, kind: Kind, a: usize, b: usize) {
        let Some(word) = self.arrangement_word(kind) else { return };
        let first = word.len() + 1;
        let mut letters: Vec<char> = self.arrangement.chars().collect();
        if first + a.max(b) < letters.len() {
            letters.swap(first + a, first + b);
            self.arrangement = letters.into_iter().collect();
        }
    }

    /// The key of the custom arrangement in the setup text, if that variant is selected.
    pub(super) fn arrangement_word(&self, kind: Kind) -> Option<&'static str> {
        self.variants(kind).find_map(|variant| match variant.setup {
            SetupPart::Arrangement(word) => Some(word),
            _ => None,
        })
    }

    pub(super) fn save(&self, kind: Kind) {
        let chosen: Vec<String> = self.chosen.iter().map(ToString::to_string).collect();
        let text = format!(
            "chosen={}\ngrid={}\narrangement={}\nlevel={}\npace={}\nopen={}\n",
            chosen.join(","),
            self.grid,
            self.arrangement,
            self.level,
            self.clock,
            if self.open { "yes" } else { "no" }
        );
        store::save_draft(kind.name(), &text);
    }

    /// The selected variants.
    pub(super) fn variants(&self, kind: Kind) -> impl Iterator<Item = Variant> {
        let chosen = kind.offers().iter().zip(&self.chosen);
        chosen.filter_map(|(offer, n)| match offer.choice {
            Choice::OneOf(variants) => variants.get(*n).copied(),
            Choice::Word(_) => None,
        })
    }

    /// Whether a selected variant already contains this word.
    pub(super) fn implies(&self, kind: Kind, word: &str) -> bool {
        self.variants(kind).any(|variant| match variant.setup {
            SetupPart::Words(words) => words.split(' ').any(|other| other == word),
            _ => false,
        })
    }

    /// How many of [`CLOCKS`] are available.
    pub(super) fn clock_count(&self) -> usize {
        if self.mode == PlayMode::Online { CLOCKS.len() } else { 4 }
    }

    /// Index into [`CLOCKS`]; 0 (no clock) if the saved one is not available in this mode.
    pub(super) fn clock(&self) -> usize {
        if self.clock < self.clock_count() { self.clock } else { 0 }
    }

    pub(super) fn set_clock(&mut self, clock: usize) {
        self.clock = clock;
    }

    pub(super) fn has_random_setup(&self, kind: Kind) -> bool {
        self.variants(kind).any(|variant| variant.setup == SetupPart::Random)
    }

    /// The setup text. A random setup is drawn with `below`; without it, the default is used.
    pub(super) fn setup(&self, kind: Kind, below: Option<mohreh_games::Below<'_>>) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut random = false;
        for variant in self.variants(kind) {
            match variant.setup {
                SetupPart::Words(text) => words.push(text.to_string()),
                SetupPart::Random => random = true,
                SetupPart::Grid(grid) => words.push(format!("{}={}", grid.word, self.grid)),
                SetupPart::Arrangement(_) => words.push(self.arrangement.clone()),
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
            Some(below) if random => words.push(kind.draw_setup(below)),
            _ => {}
        }
        setup_of(words.iter().map(String::as_str))
    }

    /// Controllers in seat order; seat 1 moves first.
    pub(super) fn controllers(&self, seats: usize) -> Vec<Controller> {
        let mut controllers: Vec<Controller> = match self.mode {
            PlayMode::People | PlayMode::Online => vec![Controller::Person; seats],
            PlayMode::Mixed => self.seats.iter().copied().cycle().take(seats).collect(),
            PlayMode::Computer => {
                let mut controllers = vec![Controller::Computer(self.level); seats];
                controllers[0] = Controller::Person;
                controllers
            }
        };
        let rotation = match (self.mode, self.first) {
            (PlayMode::People | PlayMode::Mixed | PlayMode::Online, _)
            | (PlayMode::Computer, First::Me) => 0,
            (PlayMode::Computer, First::Other) => 1,
            (PlayMode::Computer, First::Lot) => dom::random_below(seats as u32) as usize,
        };
        controllers.rotate_right(rotation % seats.max(1));
        controllers
    }
}

fn grid_of(kind: Kind) -> Option<Grid> {
    kind.offers().iter().find_map(|offer| match offer.choice {
        Choice::OneOf(variants) => variants.iter().find_map(|variant| match variant.setup {
            SetupPart::Grid(grid) => Some(grid),
            _ => None,
        }),
        Choice::Word(_) => None,
    })
}
