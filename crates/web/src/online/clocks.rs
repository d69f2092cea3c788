//! [`Clocks`]: the server's clocks, extrapolated by the device's clock for display. The server alone flags.

use mohreh_games::Seat;

/// Clocks as of the last message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clocks {
    /// Remaining time of each seat when the message arrived.
    pub left_ms: Vec<u64>,
    pub running: Option<Seat>,
    /// Arrival of the message, by the device's clock.
    pub received_ms: u64,
}

impl Clocks {
    /// Remaining time of each seat now.
    pub(crate) fn left_ms(&self, now_ms: u64) -> Vec<u64> {
        let mut left_ms = self.left_ms.clone();
        if let Some(left_ms) = self.running.and_then(|seat| left_ms.get_mut(seat.index())) {
            *left_ms = left_ms.saturating_sub(now_ms.saturating_sub(self.received_ms));
        }
        left_ms
    }
}

/// Seconds until `since_ms + limit_ms`, rounded up; 0 once it has passed.
pub(crate) fn secs_until(since_ms: u64, limit_ms: u64, now_ms: u64) -> u64 {
    (since_ms + limit_ms).saturating_sub(now_ms).div_ceil(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_counts_down() {
        let clocks =
            Clocks { left_ms: vec![9000, 5000], running: Some(Seat::SECOND), received_ms: 100 };
        assert_eq!(clocks.left_ms(100), [9000, 5000]);
        assert_eq!(clocks.left_ms(1100), [9000, 4000]);
        assert_eq!(clocks.left_ms(99_000), [9000, 0]);
        // A device clock that was set back does not add time.
        assert_eq!(clocks.left_ms(0), [9000, 5000]);
        let stopped = Clocks { running: None, ..clocks };
        assert_eq!(stopped.left_ms(99_000), [9000, 5000]);
        assert_eq!(Clocks::default().left_ms(5), [0; 0]);
    }

    #[test]
    fn remaining_seconds_are_rounded_up() {
        assert_eq!(secs_until(1000, 60_000, 1000), 60);
        assert_eq!(secs_until(1000, 60_000, 60_999), 1);
        assert_eq!(secs_until(1000, 60_000, 61_000), 0);
        assert_eq!(secs_until(1000, 60_000, 90_000), 0);
    }
}
