//! `Tally`: the totals of a match from A's side, and the report.

use std::collections::BTreeMap;
use std::io::Write;

use super::fault::FAULTS;
use super::game_record::{FULL_WIN, GameResult, Side, Spent};
use super::stats::{Pentanomial, ScoreStats, Sprt, Verdict};
use crate::failure::Result;
use crate::terminal::{number, signed, tell, text, with};

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
            if let Some((side, fault)) = game.fault {
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
                let (elo, llr) = (elo(&stats).join(" ± "), sprt.llr(pairs));
                format!("{counts}, Elo {elo}, LLR {llr:+.2}")
            }
            (Some(stats), None) => format!("{counts}, {} %", percent(&stats).join(" ± ")),
            (None, _) => counts,
        }
    }

    /// Writes the final report.
    pub(super) fn write(&self, sprt: &Sprt, out: &mut impl Write) -> Result<()> {
        let games = self.games();
        let Some(stats) = self.stats() else {
            return tell(out, &text("cli-match-none"));
        };
        let seats = self.seats as u64;
        let counts = |[won, shared, lost]: [u64; 3]| {
            let seats = ("seats", seats.into());
            [seats, ("won", won.into()), ("shared", shared.into()), ("lost", lost.into())]
        };
        let played = [("pairs", self.pairs().into()), ("games", games.into())];
        let total = counts([self.won, self.shared, self.lost]);
        tell(out, &with("cli-match-total", &[&played[..], &total].concat()))?;
        let [mean, error] = percent(&stats).map(number);
        let percent = with("cli-match-percent", &[("mean", mean), ("error", error)]);
        match self.pentanomial() {
            None => {
                let expected = number(format!("{:.1}", 100.0 / self.seats as f64));
                let args = [("percent", percent.into()), ("expected", expected)];
                tell(out, &with("cli-match-share", &args))?;
            }
            Some(pairs) => {
                let [elo, error] = elo(&stats);
                let elo = with("cli-match-elo", &[("elo", signed(&elo)), ("error", number(error))]);
                let args = [("percent", percent.into()), ("elo", elo.into())];
                tell(out, &with("cli-match-score", &args))?;
                let [none, half, one, more, two] = pairs.map(Into::into);
                let args =
                    [("none", none), ("half", half), ("one", one), ("more", more), ("two", two)];
                tell(out, &with("cli-match-pairs", &args))?;
                let args = [
                    ("llr", signed(&format!("{:+.2}", sprt.llr(pairs)))),
                    ("bound", number(format!("{:.2}", Sprt::bound()))),
                    ("verdict", self.verdict(sprt, pairs).into()),
                ];
                tell(out, &with("cli-match-sprt", &args))?;
            }
        }
        for (seat, at) in (1_u64..).zip(&self.by_seat) {
            let args = [&[("seat", seat.into())][..], &counts(*at)].concat();
            tell(out, &with("cli-match-seat", &args))?;
        }
        let turns = number(format!("{:.1}", self.turns as f64 / games as f64));
        tell(out, &with("cli-match-length", &[("turns", turns)]))?;
        for side in [Side::A, Side::B] {
            tell(out, &self.costs(side))?;
        }
        Ok(())
    }

    fn verdict(&self, sprt: &Sprt, pairs: Pentanomial) -> String {
        let key = match sprt.verdict(pairs) {
            Verdict::High => "cli-match-high",
            Verdict::Low => "cli-match-low",
            Verdict::Open if self.pairs() < Sprt::MIN_PAIRS => {
                return with("cli-match-few", &[("count", Sprt::MIN_PAIRS.into())]);
            }
            Verdict::Open => "cli-match-open",
        };
        let elo = |elo: f64| signed(&elo.to_string());
        with(key, &[("low", elo(sprt.low)), ("high", elo(sprt.high))])
    }

    /// What a side has spent a turn, and its faults.
    fn costs(&self, side: Side) -> String {
        let spent = self.spent[side as usize];
        let answers = spent.answers.max(1) as f64;
        let args = [
            ("side", side.said().into()),
            ("nodes", number(format!("{:.0}", spent.nodes as f64 / answers))),
            ("time", number(format!("{:.1}", spent.micros as f64 / answers / 1e3))),
        ];
        let said = with("cli-match-spent", &args);
        let faults = FAULT_COUNTS.iter().zip(self.faults[side as usize]);
        let faults = faults.filter(|(_, count)| *count > 0);
        let faults: Vec<String> =
            faults.map(|(key, count)| with(key, &[("count", count.into())])).collect();
        if faults.is_empty() {
            return said;
        }
        let faults = faults.join(&text("say-comma"));
        with("cli-match-faults", &[("spent", said.into()), ("faults", faults.into())])
    }
}

/// Messages that count the faults, in the order of `FAULTS`.
const FAULT_COUNTS: [&str; FAULTS.len()] =
    ["cli-fault-crashes", "cli-fault-illegals", "cli-fault-timeouts"];

/// Mean and error in per cent.
fn percent(stats: &ScoreStats) -> [String; 2] {
    [stats.mean, stats.error()].map(|part| format!("{:.1}", part * 100.0))
}

/// Elo with its sign, and its error.
fn elo(stats: &ScoreStats) -> [String; 2] {
    let (elo, error) = stats.elo();
    // A score of 0 or 1 has infinite Elo.
    let number = |x: f64| match x.is_finite() {
        true => format!("{x:.0}"),
        false => "∞".to_string(),
    };
    let sign = if elo < 0.0 { "−" } else { "+" };
    [format!("{sign}{}", number(elo.abs())), number(error)]
}
