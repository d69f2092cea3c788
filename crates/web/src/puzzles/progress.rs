//! [`Progress`]: what a person has done with the puzzles of a game, kept on the device.

use mohreh_games::Kind;
use mohreh_puzzles::{Bank, Puzzle, Rating};

use crate::store;

/// Ratings that the graph shows.
const HISTORY: usize = 60;
/// Days that are remembered.
const DAYS: usize = 400;
/// Puzzles among which the next one is drawn.
const NEAREST: usize = 12;

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Progress {
    pub rating: Rating,
    /// Ratings after each puzzle of the run, the latest last.
    pub history: Vec<u32>,
    /// Ids of the puzzles that were solved without help.
    pub solved: Vec<u32>,
    /// Ids of those that were tried in the run.
    pub seen: Vec<u32>,
    /// Days whose puzzle was solved without help.
    pub days: Vec<u32>,
    /// The most puzzles of a storm.
    pub storm: u32,
}

/// In tenths: text without floating-point numbers keeps their printing out of the wasm.
fn tenths(value: f64) -> u32 {
    (value * 10.0 + 0.5) as u32
}

impl Progress {
    pub(super) fn of(kind: Kind) -> Progress {
        Progress::parse(&store::progress(kind.name()))
    }

    pub(super) fn save(&self, kind: Kind) {
        store::save_progress(kind.name(), &self.to_text());
    }

    fn parse(text: &str) -> Progress {
        let mut progress = Progress::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            let numbers: Vec<u32> = value.split(' ').filter_map(|part| part.parse().ok()).collect();
            match (key, numbers.as_slice()) {
                ("rating", [value, deviation]) => {
                    progress.rating = Rating {
                        value: f64::from(*value) / 10.0,
                        deviation: f64::from(*deviation) / 10.0,
                    };
                }
                ("history", _) => progress.history = numbers,
                ("solved", _) => progress.solved = numbers,
                ("seen", _) => progress.seen = numbers,
                ("days", _) => progress.days = numbers,
                ("storm", [most]) => progress.storm = *most,
                _ => {}
            }
        }
        progress
    }

    fn to_text(&self) -> String {
        let list =
            |numbers: &[u32]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let rating = [tenths(self.rating.value), tenths(self.rating.deviation)];
        let lines = [
            ("rating", list(&rating)),
            ("history", list(&self.history)),
            ("solved", list(&self.solved)),
            ("seen", list(&self.seen)),
            ("days", list(&self.days)),
            ("storm", self.storm.to_string()),
        ];
        lines.map(|(key, value)| format!("{key}={value}\n")).concat()
    }

    /// The rating as it is shown.
    pub(super) fn shown_rating(&self) -> u32 {
        tenths(self.rating.value).div_ceil(10)
    }

    pub(super) fn has_solved(&self, puzzle: &Puzzle) -> bool {
        self.solved.contains(&puzzle.id())
    }

    /// Notes an attempt that has ended: solved without help, or not.
    pub(super) fn note(&mut self, puzzle: &Puzzle, solved: bool) {
        let id = puzzle.id();
        if solved && !self.solved.contains(&id) {
            self.solved.push(id);
        }
    }

    /// Notes an attempt of the run.
    pub(super) fn rate(&mut self, puzzle: &Puzzle, solved: bool) {
        self.note(puzzle, solved);
        self.rating = self.rating.after(Rating::of_puzzle(puzzle.rating), solved);
        self.history.push(self.shown_rating());
        let old = self.history.len().saturating_sub(HISTORY);
        self.history.drain(..old);
        self.seen.retain(|seen| *seen != puzzle.id());
        self.seen.push(puzzle.id());
    }

    /// Notes that the puzzle of a day was solved.
    pub(super) fn note_day(&mut self, day: u32) {
        if !self.days.contains(&day) {
            self.days.push(day);
        }
        let old = self.days.len().saturating_sub(DAYS);
        self.days.drain(..old);
    }

    /// The next puzzle of the run: one of those whose rating is near, that was not tried; if all were, half of the bank,
    /// the longest ago, are new again.
    pub(super) fn next(
        &mut self,
        bank: &Bank,
        below: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Puzzle> {
        if self.seen.len() >= bank.puzzles.len() {
            let half = self.seen.len() / 2;
            self.seen.drain(..half);
        }
        let mut fresh: Vec<&Puzzle> =
            bank.puzzles.iter().filter(|puzzle| !self.seen.contains(&puzzle.id())).collect();
        let rating = self.shown_rating();
        let mut nearest = Vec::new();
        while nearest.len() < NEAREST && !fresh.is_empty() {
            let distance = |n: &usize| fresh[*n].rating.abs_diff(rating);
            let at = (0..fresh.len()).min_by_key(distance)?;
            nearest.push(fresh.remove(at));
        }
        if nearest.is_empty() {
            return None;
        }
        Some(nearest[below(nearest.len() as u32) as usize].clone())
    }
}

#[cfg(test)]
mod tests {
    use mohreh_puzzles::{Bank, Puzzle};

    use super::Progress;

    fn bank() -> Bank {
        let puzzle = |n: u32| -> Puzzle {
            format!("win-in-one | {} 1 1 | cells={n} | a", 500 + n * 10).parse().unwrap()
        };
        Bank { puzzles: (0..80).map(puzzle).collect() }
    }

    #[test]
    fn progress_round_trips_and_garbage_is_ignored() {
        let (bank, mut progress) = (bank(), Progress::default());
        for (n, puzzle) in bank.puzzles.iter().enumerate() {
            progress.rate(puzzle, n % 3 != 0);
            progress.note_day(20_000 + n as u32);
        }
        progress.storm = 12;
        let read = Progress::parse(&progress.to_text());
        assert_eq!(read.to_text(), progress.to_text());
        assert_eq!((read.history.len(), read.days.len(), read.storm), (60, 80, 12));
        for garbage in ["", "rating=x", "rating=1 2 3\nstorm=", "=\n==", "days=1 x 2"] {
            let read = Progress::parse(garbage);
            assert!(read.rating.value.is_finite(), "{garbage}");
        }
    }

    #[test]
    fn a_run_does_not_repeat_before_all_have_been_tried_and_stays_near_the_rating() {
        let (bank, mut progress) = (bank(), Progress::default());
        let mut chance = 7_u32;
        for n in 0..200 {
            let mut below = |most: u32| {
                chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (chance >> 16) % most
            };
            let next = progress.next(&bank, &mut below).unwrap();
            assert!(!progress.seen.contains(&next.id()));
            if n < 20 {
                assert!(next.rating.abs_diff(progress.shown_rating()) < 300, "{n}: {next}");
            }
            progress.rate(&next, n % 2 == 0);
        }
        assert_eq!(Progress::default().next(&Bank::default(), &mut |_| 0), None);
    }
}
