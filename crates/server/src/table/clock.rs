//! Clocks. Pure: the caller passes the time in, so tests need no waiting.

use mohreh_games::Seat;
use mohreh_protocol::Clock;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Maximum lag compensation per turn.
pub(super) const MAX_LAG_CREDIT_MS: u64 = 500;

/// Downtime as start and end in Unix milliseconds; not charged to any clock.
pub(super) type Outages = [(u64, u64)];

/// Merges overlapping spans. Nodes may record the same outage independently, and it must count once.
pub(crate) fn merge_spans(mut spans: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
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

/// Remaining time of each seat, and when the running clock was last charged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    clock: Clock,
    left: Vec<u64>,
    since_ms: u64,
    /// Lag compensation granted in this turn, at most [`MAX_LAG_CREDIT_MS`].
    lag_credit: u64,
}

impl Clocks {
    pub(super) fn start(clock: Clock, seats: usize, now: u64) -> Clocks {
        let each = match clock {
            Clock::None => return Clocks { clock, left: Vec::new(), since_ms: now, lag_credit: 0 },
            Clock::Live { main, .. } => u64::from(main) * 1000,
            Clock::Days { days } => u64::from(days) * DAY_MS,
        };
        Clocks { clock, left: vec![each; seats], since_ms: now, lag_credit: 0 }
    }

    /// Parses the text form stored with each entry: `180000,175000@SINCE`, in milliseconds, followed by `+CREDIT` if
    /// lag was compensated in this turn.
    pub(super) fn parse(clock: Clock, seats: usize, text: &str) -> Option<Clocks> {
        let (left, since_ms) = text.split_once('@')?;
        let (since_ms, lag_credit) = since_ms.split_once('+').unwrap_or((since_ms, "0"));
        let (since_ms, lag_credit) = (since_ms.parse().ok()?, lag_credit.parse().ok()?);
        let left: Option<Vec<u64>> =
            left.split(',').filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
        let left = left?;
        let fits = left.len() == if clock == Clock::None { 0 } else { seats };
        fits.then_some(Clocks { clock, left, since_ms, lag_credit })
    }

    /// Counts from `now` at the latest: a clock that was wrong may have written a time of the future, up to which the
    /// turn would cost nothing.
    pub(super) fn start_by(&mut self, now: u64) {
        self.since_ms = self.since_ms.min(now);
    }

    pub(super) fn to_text(&self) -> String {
        let left: Vec<String> = self.left.iter().map(ToString::to_string).collect();
        let mut text = format!("{}@{}", left.join(","), self.since_ms);
        if self.lag_credit > 0 {
            text.push_str(&format!("+{}", self.lag_credit));
        }
        text
    }

    /// Time since the last charge, without outages.
    pub(super) fn elapsed(&self, now: u64, outages: &Outages) -> u64 {
        let outage_ms =
            |(from, to): &(u64, u64)| (*to).min(now).saturating_sub((*from).max(self.since_ms));
        now.saturating_sub(self.since_ms).saturating_sub(outages.iter().map(outage_ms).sum())
    }

    /// Whether the actor's clock runs. In live games the first turn of each seat is free: an invited player may not
    /// have arrived yet.
    fn runs(&self, first_turn: bool) -> bool {
        match self.clock {
            Clock::None => false,
            Clock::Live { .. } => !first_turn,
            Clock::Days { .. } => true,
        }
    }

    /// Lag compensation that is left in this turn: the round trip counts once, however many messages the turn takes.
    fn credit_left(&self, lag_ms: u64) -> u64 {
        lag_ms.min(MAX_LAG_CREDIT_MS).saturating_sub(self.lag_credit)
    }

    /// Charges the actor up to now, less lag compensation.
    pub(super) fn charge(
        &mut self,
        actor: Seat,
        first_turn: bool,
        lag_ms: u64,
        now: u64,
        outages: &Outages,
    ) {
        let elapsed = self.elapsed(now, outages);
        let lag_credit = self.credit_left(lag_ms).min(elapsed);
        if self.runs(first_turn)
            && let Some(left) = self.left.get_mut(actor.index())
        {
            self.lag_credit += lag_credit;
            *left = left.saturating_sub(elapsed - lag_credit);
        }
        self.since_ms = now;
    }

    /// Ends a turn: adds the increment, or resets the correspondence time.
    pub(super) fn end_turn(&mut self, from: Seat) {
        self.lag_credit = 0;
        if let Some(left) = self.left.get_mut(from.index()) {
            match self.clock {
                Clock::None => {}
                Clock::Live { more, .. } => *left += u64::from(more) * 1000,
                Clock::Days { days } => *left = u64::from(days) * DAY_MS,
            }
        }
    }

    /// Takes the increment of a turn that was taken back. The time that it took stays spent.
    pub(super) fn take_back(&mut self, from: Seat) {
        self.lag_credit = 0;
        if let (Clock::Live { more, .. }, Some(left)) =
            (self.clock, self.left.get_mut(from.index()))
        {
            *left = left.saturating_sub(u64::from(more) * 1000);
        }
    }

    /// Time at which the actor's clock runs out, in Unix milliseconds.
    pub(super) fn deadline(
        &self,
        actor: Seat,
        first_turn: bool,
        lag_ms: u64,
        now: u64,
        outages: &Outages,
    ) -> Option<u64> {
        let left = *self.left.get(actor.index()).filter(|_| self.runs(first_turn))?;
        let lag_credit = self.credit_left(lag_ms);
        let elapsed = self.elapsed(now, outages);
        Some(now + (left + lag_credit).saturating_sub(elapsed))
    }

    /// Earliest time at which any of these seats can run out of time, however the game goes on: the time of all only
    /// passes while they are charged for it. Take-backs, which cost an increment, may bring it forward.
    pub(super) fn earliest_deadline(&self, plays: impl Fn(Seat) -> bool) -> Option<u64> {
        let left = self.left.iter().enumerate().filter(|(seat, _)| plays(Seat::new(*seat)));
        left.map(|(_, left)| self.since_ms + left).min()
    }

    /// Time of the last charge, in Unix milliseconds.
    pub(super) fn since(&self) -> u64 {
        self.since_ms
    }

    /// Remaining time of each seat, in milliseconds.
    pub(super) fn left(
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
            *left = left.saturating_sub(self.elapsed(now, outages));
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: Clock = Clock::Live { main: 60, more: 2 };

    #[test]
    fn the_actor_is_charged_and_each_turn_adds_the_increment() {
        let mut clocks = Clocks::start(LIVE, 2, 1000);
        clocks.charge(Seat::FIRST, false, 0, 11_000, &[]);
        clocks.end_turn(Seat::FIRST);
        assert_eq!(clocks.left(Some(Seat::SECOND), false, 14_000, &[]), [52_000, 57_000]);
    }

    #[test]
    fn lag_compensation_is_bounded() {
        for (lag, left) in [(0, 50_000), (200, 50_200), (10_000, 50_500)] {
            let mut clocks = Clocks::start(LIVE, 2, 0);
            clocks.charge(Seat::FIRST, false, lag, 10_000, &[]);
            assert_eq!(clocks.left(None, false, 0, &[])[0], left);
        }
        // The bound is per turn, not per message.
        let mut clocks = Clocks::start(LIVE, 2, 0);
        for n in 1..=20 {
            clocks.charge(Seat::FIRST, false, 400, n * 1000, &[]);
        }
        assert_eq!(clocks.left(None, false, 0, &[])[0], 40_400);
        // Compensation never exceeds the time used.
        let mut clocks = Clocks::start(LIVE, 2, 0);
        clocks.charge(Seat::FIRST, false, 400, 10, &[]);
        assert_eq!(clocks.left(None, false, 0, &[])[0], 60_000);
    }

    #[test]
    fn outages_are_not_charged() {
        let outages = [(5_000, 8_000), (20_000, 90_000)];
        let mut clocks = Clocks::start(LIVE, 2, 0);
        assert_eq!(clocks.left(Some(Seat::FIRST), false, 10_000, &outages)[0], 53_000);
        assert_eq!(clocks.deadline(Seat::FIRST, false, 0, 95_000, &outages), Some(133_000));
        clocks.charge(Seat::FIRST, false, 0, 95_000, &outages);
        assert_eq!(clocks.left(None, false, 0, &[])[0], 38_000);
    }

    #[test]
    fn overlapping_outages_are_merged() {
        let spans = vec![(20, 30), (1, 5), (1, 6), (2, 3), (6, 7), (30, 30), (40, 50)];
        assert_eq!(merge_spans(spans), [(1, 7), (20, 30), (40, 50)]);
        assert_eq!(merge_spans(Vec::new()), []);
    }

    #[test]
    fn first_turns_of_live_games_and_games_without_a_clock_take_no_time() {
        let mut clocks = Clocks::start(LIVE, 2, 0);
        clocks.charge(Seat::FIRST, true, 0, 59_000, &[]);
        assert_eq!(clocks.left(None, false, 0, &[])[0], 60_000);
        assert_eq!(clocks.deadline(Seat::FIRST, true, 0, 0, &[]), None);
        let mut days = Clocks::start(Clock::Days { days: 2 }, 2, 0);
        days.charge(Seat::FIRST, true, 0, DAY_MS, &[]);
        assert_eq!(days.left(None, false, 0, &[])[0], DAY_MS);
        days.end_turn(Seat::FIRST);
        assert_eq!(days.left(None, false, 0, &[])[0], 2 * DAY_MS);
        assert!(Clocks::start(Clock::None, 2, 0).deadline(Seat::FIRST, false, 0, 0, &[]).is_none());
    }

    #[test]
    fn clocks_round_trip_as_text() {
        let mut clocks = Clocks::start(LIVE, 2, 7);
        clocks.charge(Seat::SECOND, false, 0, 99, &[]);
        assert_eq!(Clocks::parse(LIVE, 2, &clocks.to_text()), Some(clocks.clone()));
        clocks.charge(Seat::SECOND, false, 40, 999, &[]);
        assert!(clocks.to_text().ends_with("@999+40"), "{}", clocks.to_text());
        assert_eq!(Clocks::parse(LIVE, 2, &clocks.to_text()), Some(clocks));
        let none = Clocks::start(Clock::None, 2, 7);
        assert_eq!(Clocks::parse(Clock::None, 2, &none.to_text()), Some(none));
        for garbage in
            ["", "@", "1@2", "1,2,3@4", "a,b@3", "1,2@x", "1,2", "1,2@3+", "1,2@3+x", "1,2@+4"]
        {
            assert_eq!(Clocks::parse(LIVE, 2, garbage), None, "{garbage}");
        }
    }
}
