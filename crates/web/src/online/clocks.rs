//! Clocks, as the server told them and counted down since. The server decides; this is what is seen.

use mohreh_games::Seat;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// Milliseconds that each seat had left.
    pub left: Vec<u64>,
    pub running: Option<Seat>,
    /// When that was heard, by the clock of this device.
    pub at: u64,
}

impl Clocks {
    /// What is left now.
    pub fn left(&self, now: u64) -> Vec<u64> {
        let mut left = self.left.clone();
        if let Some(left) = self.running.and_then(|seat| left.get_mut(seat.index())) {
            *left = left.saturating_sub(now.saturating_sub(self.at));
        }
        left
    }
}

/// Whole seconds from now until something that comes so many milliseconds after its beginning; 0 once it
/// has come.
pub fn until(since: u64, limit: u64, now: u64) -> u64 {
    (since + limit).saturating_sub(now).div_ceil(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_clock_that_runs_is_counted_down() {
        let clocks = Clocks { left: vec![9000, 5000], running: Some(Seat::SECOND), at: 100 };
        assert_eq!(clocks.left(100), [9000, 5000]);
        assert_eq!(clocks.left(1100), [9000, 4000]);
        assert_eq!(clocks.left(99_000), [9000, 0]);
        // A clock of the device that was set back does not add time.
        assert_eq!(clocks.left(0), [9000, 5000]);
        let still = Clocks { running: None, ..clocks };
        assert_eq!(still.left(99_000), [9000, 5000]);
        assert_eq!(Clocks::default().left(5), [0; 0]);
    }

    #[test]
    fn seconds_are_counted_to_the_end_of_the_last() {
        assert_eq!(until(1000, 60_000, 1000), 60);
        assert_eq!(until(1000, 60_000, 60_999), 1);
        assert_eq!(until(1000, 60_000, 61_000), 0);
        assert_eq!(until(1000, 60_000, 90_000), 0);
    }
}
