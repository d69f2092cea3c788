//! Round trips of a connection, measured by WebSocket pings. A client may claim less than is measured, not more.

use std::collections::VecDeque;

/// Measurements kept; the least of them counts, so that a busy moment at either end does not.
const KEPT: usize = 5;
/// Time after which an unanswered ping is given up, in milliseconds.
const GIVE_UP_MS: u64 = 20_000;

/// Round-trip times of one connection.
#[derive(Default)]
pub(crate) struct RoundTrip {
    /// Number of the last ping, and when it was sent, until it is answered.
    pending: Option<(u64, u64)>,
    pings: u64,
    measured: VecDeque<u32>,
    claimed: Option<u32>,
}

impl RoundTrip {
    /// Payload of the next ping; `None` while one is unanswered.
    pub(crate) fn ping(&mut self, now: u64) -> Option<[u8; 8]> {
        if self.pending.is_some_and(|(_, sent)| now.saturating_sub(sent) < GIVE_UP_MS) {
            return None;
        }
        self.pings += 1;
        self.pending = Some((self.pings, now));
        Some(self.pings.to_be_bytes())
    }

    /// Takes a pong; returns whether it answers the pending ping.
    pub(crate) fn pong(&mut self, payload: &[u8], now: u64) -> bool {
        let Some((_, sent)) = self.pending.filter(|(n, _)| n.to_be_bytes() == payload) else {
            return false;
        };
        self.pending = None;
        self.measured.truncate(KEPT - 1);
        self.measured.push_front(now.saturating_sub(sent).try_into().unwrap_or(u32::MAX));
        true
    }

    /// Takes the round trip that the client has measured itself, in milliseconds.
    pub(crate) fn claim(&mut self, lag_ms: u32) {
        self.claimed = Some(lag_ms);
    }

    /// Round trip that counts, in milliseconds; `None` before the first measurement.
    pub(crate) fn lag_ms(&self) -> Option<u32> {
        let measured = *self.measured.iter().min()?;
        Some(self.claimed.unwrap_or(measured).min(measured))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measures these round trips.
    fn measure(trip: &mut RoundTrip, lags: &[u64]) {
        for lag in lags {
            let payload = trip.ping(1_000).unwrap();
            assert!(trip.pong(&payload, 1_000 + lag));
        }
    }

    #[test]
    fn the_least_of_the_last_measurements_counts_and_claims_only_lower_it() {
        let mut trip = RoundTrip::default();
        trip.claim(u32::MAX);
        assert_eq!(trip.lag_ms(), None, "nothing was measured");
        measure(&mut trip, &[900, 80, 90]);
        assert_eq!(trip.lag_ms(), Some(80));
        trip.claim(30);
        assert_eq!(trip.lag_ms(), Some(30));
        trip.claim(4_000);
        measure(&mut trip, &[300, 310, 320, 330]);
        assert_eq!(trip.lag_ms(), Some(90));
        measure(&mut trip, &[340]);
        assert_eq!(trip.lag_ms(), Some(300));
    }

    #[test]
    fn only_the_answer_to_the_pending_ping_counts() {
        let mut trip = RoundTrip::default();
        assert!(!trip.pong(&[], 0) && !trip.pong(&1_u64.to_be_bytes(), 0));
        let first = trip.ping(0).unwrap();
        assert_eq!(trip.ping(GIVE_UP_MS - 1), None, "one at a time");
        let second = trip.ping(GIVE_UP_MS).unwrap();
        assert!(!trip.pong(&first, GIVE_UP_MS + 1) && trip.pong(&second, GIVE_UP_MS + 1));
        assert!(!trip.pong(&second, GIVE_UP_MS + 9), "once");
        assert_eq!(trip.lag_ms(), Some(1));
    }
}
