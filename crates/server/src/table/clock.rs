//! Time that is left. Nothing here looks at a clock: what time it is comes from outside.

use mohreh_games::Seat;
use mohreh_protocol::Clock;

/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// However long messages travel, no more than this is given back for a turn.
pub const MOST_CREDIT: u64 = 500;

/// Spans in which no server was there, from and to. They are nobody's time.
pub type Outages = [(u64, u64)];

/// Spans without those that others hold, so that no time is given back twice: nodes that find each other
/// gone at the same moment each say so.
pub fn joined(mut spans: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    spans.sort_unstable();
    let mut all: Vec<(u64, u64)> = Vec::with_capacity(spans.len());
    for (from, to) in spans {
        match all.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => all.push((from, to)),
        }
    }
    all
}

/// What each seat has left, and since when time runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    clock: Clock,
    left: Vec<u64>,
    since: u64,
    /// Given back in this turn so far.
    credit: u64,
}

impl Clocks {
    pub fn start(clock: Clock, seats: usize, now: u64) -> Clocks {
        let each = match clock {
            Clock::None => return Clocks { clock, left: Vec::new(), since: now, credit: 0 },
            Clock::Live { main, .. } => u64::from(main) * 1000,
            Clock::Days { days } => u64::from(days) * DAY,
        };
        Clocks { clock, left: vec![each; seats], since: now, credit: 0 }
    }

    /// As it was kept with the last entry: `180000,175000@SINCE`.
    pub fn read(clock: Clock, seats: usize, kept: &str) -> Option<Clocks> {
        let (left, since) = kept.split_once('@')?;
        let left: Option<Vec<u64>> =
            left.split(',').filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
        let left = left?;
        let fits = left.len() == if clock == Clock::None { 0 } else { seats };
        fits.then_some(Clocks { clock, left, since: since.parse().ok()?, credit: 0 })
    }

    pub fn write(&self) -> String {
        let left: Vec<String> = self.left.iter().map(ToString::to_string).collect();
        format!("{}@{}", left.join(","), self.since)
    }

    /// Time that has passed for whoever acts.
    pub fn passed(&self, now: u64, outages: &Outages) -> u64 {
        let lost = |(from, to): &(u64, u64)| (*to).min(now).saturating_sub((*from).max(self.since));
        now.saturating_sub(self.since).saturating_sub(outages.iter().map(lost).sum())
    }

    /// Whether time runs: not in a game without a clock, and not for the first turn of a seat in a live
    /// game, when somebody may still be on the way.
    fn runs(&self, first_turn: bool) -> bool {
        match self.clock {
            Clock::None => false,
            Clock::Live { .. } => !first_turn,
            Clock::Days { .. } => true,
        }
    }

    /// Charges whoever acts up to now, less what messages took to travel.
    pub fn charge(&mut self, actor: Seat, first_turn: bool, lag: u64, now: u64, outages: &Outages) {
        let passed = self.passed(now, outages);
        if self.runs(first_turn)
            && let Some(left) = self.left.get_mut(actor.index())
        {
            let credit = lag.min(MOST_CREDIT.saturating_sub(self.credit)).min(passed);
            self.credit += credit;
            *left = left.saturating_sub(passed - credit);
        }
        self.since = now;
    }

    /// The turn has passed on.
    pub fn pass(&mut self, from: Seat) {
        self.credit = 0;
        if let Some(left) = self.left.get_mut(from.index()) {
            match self.clock {
                Clock::None => {}
                Clock::Live { more, .. } => *left += u64::from(more) * 1000,
                Clock::Days { days } => *left = u64::from(days) * DAY,
            }
        }
    }

    /// When whoever acts will have run out of time, as things are.
    pub fn deadline(
        &self,
        actor: Seat,
        first_turn: bool,
        lag: u64,
        now: u64,
        outages: &Outages,
    ) -> Option<u64> {
        let left = *self.left.get(actor.index()).filter(|_| self.runs(first_turn))?;
        let credit = lag.min(MOST_CREDIT.saturating_sub(self.credit));
        let passed = self.passed(now, outages);
        Some(now + (left + credit).saturating_sub(passed))
    }

    /// What each seat has left now.
    pub fn left(
        &self,
        actor: Option<Seat>,
        first_turn: bool,
        now: u64,
        outages: &Outages,
    ) -> Vec<u64> {
        let mut left = self.left.clone();
        if let Some(actor) = actor.filter(|_| self.runs(first_turn))
            && let Some(left) = left.get_mut(actor.index())
        {
            *left = left.saturating_sub(self.passed(now, outages));
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: Clock = Clock::Live { main: 60, more: 2 };

    #[test]
    fn time_is_charged_to_whoever_acts_and_each_turn_adds_some() {
        let mut clocks = Clocks::start(LIVE, 2, 1000);
        clocks.charge(Seat::FIRST, false, 0, 11_000, &[]);
        clocks.pass(Seat::FIRST);
        assert_eq!(clocks.left(Some(Seat::SECOND), false, 14_000, &[]), [52_000, 57_000]);
    }

    #[test]
    fn lag_is_given_back_but_not_without_bounds() {
        for (lag, left) in [(0, 50_000), (200, 50_200), (10_000, 50_500)] {
            let mut clocks = Clocks::start(LIVE, 2, 0);
            clocks.charge(Seat::FIRST, false, lag, 10_000, &[]);
            assert_eq!(clocks.left(None, false, 0, &[])[0], left);
        }
        // In one turn with many messages it is not given back anew for each.
        let mut clocks = Clocks::start(LIVE, 2, 0);
        for n in 1..=20 {
            clocks.charge(Seat::FIRST, false, 400, n * 1000, &[]);
        }
        assert_eq!(clocks.left(None, false, 0, &[])[0], 40_500);
        // And nobody gains time by it.
        let mut clocks = Clocks::start(LIVE, 2, 0);
        clocks.charge(Seat::FIRST, false, 400, 10, &[]);
        assert_eq!(clocks.left(None, false, 0, &[])[0], 60_000);
    }

    #[test]
    fn outages_are_nobodys_time() {
        let outages = [(5_000, 8_000), (20_000, 90_000)];
        let mut clocks = Clocks::start(LIVE, 2, 0);
        assert_eq!(clocks.left(Some(Seat::FIRST), false, 10_000, &outages)[0], 53_000);
        assert_eq!(clocks.deadline(Seat::FIRST, false, 0, 95_000, &outages), Some(133_000));
        clocks.charge(Seat::FIRST, false, 0, 95_000, &outages);
        assert_eq!(clocks.left(None, false, 0, &[])[0], 38_000);
    }

    #[test]
    fn what_two_say_of_one_outage_is_given_back_once() {
        let spans = vec![(20, 30), (1, 5), (1, 6), (2, 3), (6, 7), (30, 30), (40, 50)];
        assert_eq!(joined(spans), [(1, 7), (20, 30), (40, 50)]);
        assert_eq!(joined(Vec::new()), []);
    }

    #[test]
    fn first_turns_of_live_games_and_games_without_a_clock_take_no_time() {
        let mut clocks = Clocks::start(LIVE, 2, 0);
        clocks.charge(Seat::FIRST, true, 0, 59_000, &[]);
        assert_eq!(clocks.left(None, false, 0, &[])[0], 60_000);
        assert_eq!(clocks.deadline(Seat::FIRST, true, 0, 0, &[]), None);
        let mut days = Clocks::start(Clock::Days { days: 2 }, 2, 0);
        days.charge(Seat::FIRST, true, 0, DAY, &[]);
        assert_eq!(days.left(None, false, 0, &[])[0], DAY);
        days.pass(Seat::FIRST);
        assert_eq!(days.left(None, false, 0, &[])[0], 2 * DAY);
        assert!(Clocks::start(Clock::None, 2, 0).deadline(Seat::FIRST, false, 0, 0, &[]).is_none());
    }

    #[test]
    fn clocks_are_read_as_they_are_written() {
        let mut clocks = Clocks::start(LIVE, 2, 7);
        clocks.charge(Seat::SECOND, false, 0, 99, &[]);
        assert_eq!(Clocks::read(LIVE, 2, &clocks.write()), Some(clocks));
        let none = Clocks::start(Clock::None, 2, 7);
        assert_eq!(Clocks::read(Clock::None, 2, &none.write()), Some(none));
        for garbage in ["", "@", "1@2", "1,2,3@4", "a,b@3", "1,2@x", "1,2"] {
            assert_eq!(Clocks::read(LIVE, 2, garbage), None, "{garbage}");
        }
    }
}
