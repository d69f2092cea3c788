//! `Tally`: the totals of a match from A's side, and the report.

use std::collections::BTreeMap;
use std::io::Write;

use super::fault::FAULTS;
use super::game_record::{FULL_WIN, GameResult, Side, Spent};
use super::stats::{Pentanomial, ScoreStats, Sprt, Verdict};
use crate::failure::Result;

pub(super) struct Tally {
    seats: usize,
    won: u64,
    shared: u64,
    lost: u64,
    /// Games that A has won, shared and lost at each seat.
    by_seat: Vec<[u64; 3]>,
    /// Histogram: A's share of a pair in twelfths of a win -> number of pairs.
    pairs: BTreeMap<u64, u64>,
    turns: u64,
    spent: [Spent; 2],
    /// By side and index into `FAULTS`.
    faults: [[u64; FAULTS.len()]; 2],
}

impl Tally {
    pub(super) fn new(seats: usize) -> Tally {
        Tally {
            seats,
            won: 0,
            shared: 0,
            lost: 0,
            by_seat: vec![[0; 3]; seats],
            pairs: BTreeMap::new(),
            turns: 0,
            spent: [Spent::default(); 2],
            faults: Default::default(),
        }
    }

    /// Adds the games of a pair.
    pub(super) fn add(&mut self, games: &[GameResult]) {
        for game in games {
            let (total, at) = match game.share {
                FULL_WIN => (&mut self.won, 0),
                0 => (&mut self.lost, 2),
                _ => (&mut self.shared, 1),
            };
            *total += 1;
            self.by_seat[game.seat % self.seats][at] += 1;
            self.turns += game.turns;
            for (all, one) in self.spent.iter_mut().zip(game.spent) {
                all.answers += one.answers;
                all.nodes += one.nodes;
                all.micros += one.micros;
            }
            if let Some((side, fault, _)) = game.fault {
                self.faults[side as usize][fault] += 1;
            }
        }
        *self.pairs.entry(games.iter().map(|game| game.share).sum()).or_default() += 1;
    }

    pub(super) fn pairs(&self) -> u64 {
        self.pairs.values().sum()
    }

    fn games(&self) -> u64 {
        self.won + self.shared + self.lost
    }

    fn stats(&self) -> Option<ScoreStats> {
        let whole = FULL_WIN as f64 * self.seats as f64;
        let score = |(share, count): (&u64, &u64)| (*share as f64 / whole, *count as f64);
        ScoreStats::of(&self.pairs.iter().map(score).collect::<Vec<_>>())
    }

    /// Pentanomial counts; `None` with more than two seats.
    pub(super) fn pentanomial(&self) -> Option<Pentanomial> {
        let mut counts = [0; 5];
        for (share, count) in &self.pairs {
            counts[(share * 2 / FULL_WIN) as usize % 5] += count;
        }
        (self.seats == 2).then_some(counts)
    }

    /// One-line summary for the progress display.
    pub(super) fn brief(&self, sprt: &Sprt) -> String {
        let Tally { won, shared, lost, .. } = self;
        let counts = format!("A +{won} ={shared} -{lost}");
        match (self.stats(), self.pentanomial()) {
            (Some(stats), Some(pairs)) => {
                let llr = sprt.llr(pairs);
                format!("{counts}, {}, LLR {llr:+.2}", elo(&stats))
            }
            (Some(stats), None) => format!("{counts}, {}", percent(&stats)),
            (None, _) => counts,
        }
    }

    /// Writes the final report.
    pub(super) fn write(&self, sprt: &Sprt, out: &mut impl Write) -> Result<()> {
        let games = self.games();
        let Some(stats) = self.stats() else {
            writeln!(out, "no pair was finished")?;
            return Ok(());
        };
        let (won, shared, lost) = (self.won, self.shared, self.lost);
        let (pairs, drew) = match self.seats {
            2 => ("pairs", "drew"),
            _ => ("rounds", "shared"),
        };
        let played = format!("{} {pairs}, {games} games", self.pairs());
        writeln!(out, "{played}: A won {won}, {drew} {shared}, lost {lost}")?;
        match self.pentanomial() {
            None => {
                let expected = 100.0 / self.seats as f64;
                writeln!(out, "share   {}; {expected:.1} % if all play alike", percent(&stats))?;
            }
            Some(pairs) => {
                writeln!(out, "score   {}, {}", percent(&stats), elo(&stats))?;
                let [none, half, one, more, two] = pairs;
                let counts = format!("{none} {half} {one} {more} {two}");
                writeln!(out, "pairs   {counts}  (A had 0, ½, 1, 1½, 2 points)")?;
                let (llr, bound, Sprt { low, high }) = (sprt.llr(pairs), Sprt::bound(), sprt);
                let verdict = match sprt.verdict(pairs) {
                    Verdict::High => format!("A is stronger: {high} Elo fit better than {low}"),
                    Verdict::Low => format!("A is not stronger: {low} Elo fit better than {high}"),
                    Verdict::Open if self.pairs() < Sprt::MIN_PAIRS => {
                        format!("fewer than {} pairs", Sprt::MIN_PAIRS)
                    }
                    Verdict::Open => format!("open between {low} and {high} Elo"),
                };
                writeln!(out, "SPRT    LLR {llr:+.2} of ±{bound:.2}, {verdict}")?;
            }
        }
        for (number, [won, shared, lost]) in (1..).zip(&self.by_seat) {
            writeln!(out, "seat {number}  A won {won}, {drew} {shared}, lost {lost}")?;
        }
        writeln!(out, "length  {:.1} turns", self.turns as f64 / games as f64)?;
        for side in [Side::A, Side::B] {
            let spent = self.spent[side as usize];
            let answers = spent.answers.max(1) as f64;
            let nodes = spent.nodes as f64 / answers;
            let time = spent.micros as f64 / answers / 1e3;
            write!(out, "{side:?}       {nodes:.0} nodes and {time:.1} ms a turn")?;
            let faults = self.faults[side as usize];
            let named = FAULTS.iter().zip(faults).filter(|(_, count)| *count > 0);
            let named: Vec<String> = named.map(|(name, count)| format!("{count} {name}")).collect();
            match named.as_slice() {
                [] => writeln!(out)?,
                named => writeln!(out, "; lost by fault: {}", named.join(", "))?,
            }
        }
        Ok(())
    }
}

fn percent(stats: &ScoreStats) -> String {
    format!("{:.1} ± {:.1} %", stats.mean * 100.0, stats.error() * 100.0)
}

fn elo(stats: &ScoreStats) -> String {
    let (elo, error) = stats.elo();
    // A score of 0 or 1 has infinite Elo.
    let number = |x: f64| match x.is_finite() {
        true => format!("{x:.0}"),
        false => "∞".to_string(),
    };
    let sign = if elo < 0.0 { "−" } else { "+" };
    format!("Elo {sign}{} ± {}", number(elo.abs()), number(error))
}
