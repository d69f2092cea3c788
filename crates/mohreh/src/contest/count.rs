//! Counting while the match goes on, and telling whoever watches.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use mohreh_games::Record;

use super::entry::{Counted, read};
use super::keep::{Done, Keep};
use super::stats::{Sprt, Verdict};
use super::tally::Tally;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Result};

/// A pair as it was played, or why it could not be.
pub type Pair = Result<Vec<Record>>;

/// Counts pairs in their order, whoever finishes first: so the test stops where it would with one worker.
pub struct Count {
    tally: Tally,
    sprt: Sprt,
    /// The test may stop the match.
    stops: bool,
    decided: bool,
    next: u64,
    waiting: Done,
    progress: ProgressBar,
    stopwatch: Stopwatch,
    told: Duration,
    faults: u32,
}

/// What is tested if nothing is said.
const USUAL: Sprt = Sprt { low: 0.0, high: 20.0 };
/// How often a line is written where no progress bar can be drawn.
const NOW_AND_THEN: Duration = Duration::from_secs(60);
/// So many faults are told at once; the records have all.
const FAULTS: u32 = 5;

impl Count {
    pub fn new(pairs: u64, seats: usize, sprt: Option<Sprt>) -> Count {
        let style = ProgressStyle::with_template("{pos} of {len} pairs, {msg}, {eta} left");
        let bar = ProgressBar::new(pairs);
        Count {
            tally: Tally::new(seats),
            sprt: sprt.unwrap_or(USUAL),
            stops: sprt.is_some(),
            decided: false,
            next: 0,
            waiting: Done::new(),
            progress: match style {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            },
            stopwatch: Stopwatch::start(),
            told: Duration::ZERO,
            faults: 0,
        }
    }

    /// Takes pairs as they are finished, until there are no more or the test has decided.
    pub fn receive(&mut self, from: &Receiver<Pair>, keep: &mut Keep) -> Result<()> {
        for records in from {
            let records = records?;
            keep.add(&records)?;
            let games: Option<Vec<Counted>> = records.iter().map(read).collect();
            let unread = || Failure::new("a record does not say what it should");
            let games = games.filter(|games| !games.is_empty()).ok_or_else(unread)?;
            self.tell_faults(&games);
            if !self.add(games[0].pair, games) {
                break;
            }
            self.tell();
        }
        Ok(())
    }

    /// Counts a pair when its turn has come; whether the match goes on.
    pub fn add(&mut self, pair: u64, games: Vec<Counted>) -> bool {
        self.waiting.insert(pair, games);
        while let Some(games) = self.waiting.remove(&self.next) {
            self.tally.add(&games);
            self.next += 1;
            let verdict = self.tally.pentanomial().map(|pairs| self.sprt.verdict(pairs));
            if self.stops && matches!(verdict, Some(Verdict::High | Verdict::Low)) {
                self.decided = true;
                return false;
            }
        }
        true
    }

    /// Begins to show progress, after pairs that were played before.
    pub fn begin(&mut self) {
        self.tell();
        self.progress.reset_eta();
    }

    /// Counts the pairs whose turn never came.
    pub fn finish(&mut self) {
        self.progress.finish_and_clear();
        if !self.decided {
            for games in std::mem::take(&mut self.waiting).values() {
                self.tally.add(games);
            }
        }
    }

    /// How many pairs are counted.
    pub fn pairs(&self) -> u64 {
        self.tally.pairs()
    }

    /// All there is to say at the end.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        self.tally.write(&self.sprt, out)
    }

    fn tell(&mut self) {
        let brief = self.tally.brief(&self.sprt);
        let pairs = self.tally.pairs();
        if !std::io::stderr().is_terminal() && self.stopwatch.wall() >= self.told + NOW_AND_THEN {
            self.told = self.stopwatch.wall();
            say(&format!("{pairs} pairs: {brief}"));
        }
        self.progress.set_message(brief);
        self.progress.set_position(pairs);
    }

    fn tell_faults(&mut self, games: &[Counted]) {
        for game in games {
            let Some((side, _, text)) = &game.fault else { continue };
            self.faults += 1;
            let (pair, number) = (game.pair + 1, game.game + 1);
            if self.faults <= FAULTS {
                let text = format!("pair {pair}, game {number}: {side:?} loses by {text}");
                self.progress.suspend(|| say(&text));
            }
        }
    }
}

/// A line for whoever watches; if nobody does, the match goes on.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
