//! `Scorer`: tallies finished pairs in order, applies the SPRT and shows progress.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use indicatif::ProgressBar;
use mohreh_games::Record;

use super::game_record::{GameResult, read};
use super::match_file::{FinishedPairs, MatchFile};
use super::round::PlayedPair;
use super::stats::{Sprt, Verdict};
use super::tally::Tally;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Result};
use crate::terminal::{notation, progress_style, text, warn, with};

/// The games of a pair, or why it could not be played.
pub(super) type PairResult = Result<PlayedPair>;

/// Tallies pairs in the order of their numbers, not of completion, so that the SPRT stops at the same pair for any
/// number of workers.
pub(super) struct Scorer {
    tally: Tally,
    sprt: Sprt,
    /// The SPRT may stop the match.
    stops: bool,
    decided: bool,
    /// Number of the next pair to tally.
    next: u64,
    /// Finished out of order, not yet tallied.
    pending: FinishedPairs,
    progress: ProgressBar,
    stopwatch: Stopwatch,
    /// Time of the last progress line.
    printed_at: Duration,
    faults: u32,
}

/// Hypotheses reported without `--sprt`.
const DEFAULT_SPRT: Sprt = Sprt { low: 0.0, high: 20.0 };
/// Interval of progress lines when standard error is not a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);
/// Most faults printed while the match runs; the records have all.
const MAX_PRINTED_FAULTS: u32 = 5;

impl Scorer {
    pub(super) fn new(pairs: u64, seats: usize, sprt: Option<Sprt>) -> Scorer {
        let style =
            progress_style("{pos} of {len} pairs, {msg}, {eta} left", "{pos}/{len}  {msg}  {eta}");
        Scorer {
            tally: Tally::new(seats),
            sprt: sprt.unwrap_or(DEFAULT_SPRT),
            stops: sprt.is_some(),
            decided: false,
            next: 0,
            pending: FinishedPairs::new(),
            progress: ProgressBar::new(pairs).with_style(style),
            stopwatch: Stopwatch::start(),
            printed_at: Duration::ZERO,
            faults: 0,
        }
    }

    /// Receives finished pairs until the channel closes or the SPRT has decided.
    pub(super) fn receive(
        &mut self,
        from: &Receiver<PairResult>,
        file: &mut MatchFile,
    ) -> Result<()> {
        for played in from {
            let (records, faults): (Vec<Record>, Vec<_>) = played?.into_iter().unzip();
            file.add(&records)?;
            let games: Option<Vec<GameResult>> = records.iter().map(read).collect();
            let malformed = || Failure::new(text("cli-match-malformed"));
            let games = games.filter(|games| !games.is_empty()).ok_or_else(malformed)?;
            self.print_faults(&games, faults);
            if !self.add(games[0].pair, games) {
                break;
            }
            self.print_progress();
        }
        Ok(())
    }

    /// Adds a pair and tallies all that are next in order; returns whether the match goes on.
    pub(super) fn add(&mut self, pair: u64, games: Vec<GameResult>) -> bool {
        self.pending.insert(pair, games);
        while let Some(games) = self.pending.remove(&self.next) {
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

    /// Starts the progress display after the resumed pairs.
    pub(super) fn begin(&mut self) {
        self.print_progress();
        self.progress.reset_eta();
    }

    /// Tallies the pairs left behind a gap, unless the SPRT has decided.
    pub(super) fn finish(&mut self) {
        self.progress.finish_and_clear();
        if !self.decided {
            for games in std::mem::take(&mut self.pending).values() {
                self.tally.add(games);
            }
        }
    }

    /// Number of pairs tallied.
    pub(super) fn pairs(&self) -> u64 {
        self.tally.pairs()
    }

    /// Writes the final report.
    pub(super) fn write(&self, out: &mut impl Write) -> Result<()> {
        self.tally.write(&self.sprt, out)
    }

    fn print_progress(&mut self) {
        let brief = self.tally.brief(&self.sprt);
        let pairs = self.tally.pairs();
        if !std::io::stderr().is_terminal()
            && self.stopwatch.wall() >= self.printed_at + PROGRESS_INTERVAL
        {
            self.printed_at = self.stopwatch.wall();
            let args = [("pairs", pairs.into()), ("brief", notation(&brief))];
            warn(&with("cli-match-progress", &args));
        }
        self.progress.set_message(brief);
        self.progress.set_position(pairs);
    }

    fn print_faults(&mut self, games: &[GameResult], faults: Vec<Option<String>>) {
        for (game, fault) in games.iter().zip(faults) {
            let (Some((side, _)), Some(fault)) = (game.fault, fault) else { continue };
            self.faults += 1;
            if self.faults <= MAX_PRINTED_FAULTS {
                let args = [
                    ("pair", (game.pair + 1).into()),
                    ("game", (game.game as u64 + 1).into()),
                    ("side", side.said().into()),
                    ("fault", fault.into()),
                ];
                self.progress.suspend(|| warn(&with("cli-match-fault", &args)));
            }
        }
    }
}
