//! [`Limits`]: the argument of `go`.

use std::time::Duration;

use crate::budget::TimeBudget;

/// Limits of a `go` command. Without any, only `stop` ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Node limit.
    pub nodes: Option<u64>,
    /// Depth limit in plies; in a game with dice, in iterations of its search.
    pub depth: Option<u32>,
    /// Wall-clock limit; `budget_used` of [`Thinker::answer`](crate::Thinker::answer) includes it.
    pub time: Option<Duration>,
    /// The clock of the game; `budget_used` includes what it allows.
    pub clock: Option<Clock>,
    /// MultiPV: number of root steps to report.
    pub lines: usize,
}

/// The clock of a game, as the seat to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left of the seat to move.
    pub mine: Duration,
    /// Time left of the opponent, or the least of several.
    pub theirs: Duration,
    /// What a turn adds when it is done (Fischer increment).
    pub increment: Duration,
}

/// Most steps or lines that can be asked for.
pub(crate) const MAX_COUNT: u64 = 1_000;

impl Limits {
    /// Whether only `stop` ends the search.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        let Limits { nodes, depth, time, clock, lines: _ } = self;
        nodes.is_none() && depth.is_none() && time.is_none() && clock.is_none()
    }

    /// The time for the search; `None` if time does not limit it.
    pub(crate) fn budget(&self) -> Option<TimeBudget> {
        match (self.clock, self.time) {
            (Some(clock), Some(time)) => Some(TimeBudget::of_clock(&clock).capped(time)),
            (Some(clock), None) => Some(TimeBudget::of_clock(&clock)),
            (None, Some(time)) => Some(TimeBudget::fixed(time)),
            (None, None) => None,
        }
    }

    /// Parses the argument of `go`; `lines` is the default of that limit.
    pub(crate) fn read(text: &str, lines: usize) -> Result<Limits, String> {
        let mut limits = Limits { nodes: None, depth: None, time: None, clock: None, lines };
        let mut words = text.split_ascii_whitespace();
        let mut any = false;
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().unwrap_or_default();
                let read = value.parse::<u64>().ok().filter(|n| *n > 0);
                read.ok_or_else(|| format!("`{word}` needs a number from 1 up, not `{value}`"))
            };
            match word {
                "nodes" => limits.nodes = Some(number()?),
                "time" => limits.time = Some(Duration::from_millis(number()?)),
                "depth" => limits.depth = Some(number()?.min(MAX_COUNT) as u32),
                "lines" => limits.lines = number()?.min(MAX_COUNT) as usize,
                "clock" => limits.clock = Some(Clock::read(&mut words)?),
                "infinite" => {}
                _ => {
                    let known = "nodes, time, clock, depth, infinite or lines";
                    return Err(format!("`{word}`: expected {known}"));
                }
            }
            any |= word != "lines";
        }
        let missing = || {
            "go: expected nodes N, time MS, clock MINE THEIRS INCREMENT, depth D or infinite"
                .to_string()
        };
        any.then_some(limits).ok_or_else(missing)
    }
}

impl Clock {
    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Clock, String> {
        let mut read = |what: &str| {
            let value = words.next().unwrap_or_default();
            let number = value.parse().map(Duration::from_millis);
            number.map_err(|_| {
                format!(
                    "`clock` needs MINE THEIRS INCREMENT in milliseconds; {what} is `{value}`, not a number"
                )
            })
        };
        Ok(Clock { mine: read("MINE")?, theirs: read("THEIRS")?, increment: read("INCREMENT")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_three_numbers() {
        let ms = Duration::from_millis;
        let limits = Limits::read("clock 60000 45000 500 depth 9", 1).unwrap();
        let clock = Clock { mine: ms(60_000), theirs: ms(45_000), increment: ms(500) };
        assert_eq!((limits.clock, limits.depth), (Some(clock), Some(9)));
        assert!(!limits.is_unlimited() && limits.budget().is_some());
        assert!(Limits::read("clock 0 0 0", 1).is_ok(), "a flag may be about to fall");
        for (wrong, about) in [
            ("clock", "MINE"),
            ("clock 5", "THEIRS"),
            ("clock 5 5", "INCREMENT"),
            ("clock 5 5 depth 3", "INCREMENT is `depth`"),
            ("clock -1 5 5", "MINE is `-1`"),
        ] {
            let error = Limits::read(wrong, 1).unwrap_err();
            assert!(error.contains(about), "{wrong}: {error}");
        }
    }

    #[test]
    fn lines_have_a_default_and_are_no_limit() {
        assert_eq!(Limits::read("depth 3", 4).map(|limits| limits.lines), Ok(4));
        assert_eq!(Limits::read("depth 3 lines 2", 4).map(|limits| limits.lines), Ok(2));
        assert!(Limits::read("lines 2", 4).is_err());
        assert!(Limits::read("infinite", 1).is_ok_and(|limits| limits.is_unlimited()));
    }

    #[test]
    fn of_a_time_and_a_clock_the_shorter_one_counts() {
        let budget = |text| Limits::read(text, 1).unwrap().budget().unwrap().target();
        assert_eq!(budget("clock 60000 60000 0 time 50"), Duration::from_millis(50));
        assert_eq!(budget("clock 1000 1000 0 time 60000"), budget("clock 1000 1000 0"));
    }
}
