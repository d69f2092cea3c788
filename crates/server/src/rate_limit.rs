//! Rate limits by client address, by person and by socket (token buckets).

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use mohreh_protocol::{Code, Refusal};

/// Concurrent exports of the archive, of all clients together.
const MAX_EXPORTS: usize = 4;
/// Exports of the archive per client address and minute.
const EXPORTS_PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(5);
/// Refused requests per second and client address that are answered at once.
const REFUSALS_PER_SECOND: u32 = 50;
/// How long the refusals of a flood are held back: clients that wait for an answer slow down, and refusing costs little.
const FLOOD_DELAY: Duration = Duration::from_millis(500);
/// A person may send this many times as much as one of their sockets.
const SOCKETS_OF_PERSON: u32 = 2;

/// Limits; 0 disables one.
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// State-changing requests and socket upgrades per second and client address. 0 also disables the limits of
    /// exports, and of games against bots, per address.
    pub requests_per_second: u32,
    /// Requests that only read, per second and client address.
    pub reads_per_second: u32,
    /// Open TCP connections per peer; a trusted proxy may have any number.
    pub connections_per_peer: u32,
    /// Concurrent sockets per client address.
    pub sockets_per_address: u32,
    /// Messages per second and socket; a person may send twice as much on all of them, requests that change something
    /// included.
    pub messages_per_second: u32,
}

impl RateLimits {
    /// No limits at all, for tests and private networks.
    pub const NONE: RateLimits = RateLimits {
        requests_per_second: 0,
        reads_per_second: 0,
        connections_per_peer: 0,
        sockets_per_address: 0,
        messages_per_second: 0,
    };
}

impl Default for RateLimits {
    fn default() -> RateLimits {
        RateLimits {
            requests_per_second: 20,
            reads_per_second: 50,
            connections_per_peer: 200,
            sockets_per_address: 100,
            messages_per_second: 20,
        }
    }
}

/// Rate limiter of a node; the state is not shared between nodes.
pub(crate) struct Limiter {
    limits: RateLimits,
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    reads: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// Requests that were refused.
    refusals: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// By person id. A token acts for its person.
    people: Option<DefaultKeyedRateLimiter<String>>,
    sockets: Mutex<HashMap<IpAddr, u32>>,
    exports: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// Client addresses of the exports in progress.
    exporting: Mutex<Vec<IpAddr>>,
}

/// Token bucket with this rate and a burst of four seconds.
fn quota(rate: u32) -> Option<Quota> {
    let rate = NonZeroU32::new(rate)?;
    Some(
        Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(3))),
    )
}

fn too_many_requests() -> Refusal {
    Refusal::new(Code::TooFast, "too much at once; wait a little")
}

impl Limiter {
    pub(crate) fn new(limits: RateLimits) -> Limiter {
        let requests = quota(limits.requests_per_second).map(RateLimiter::keyed);
        let reads = quota(limits.reads_per_second).map(RateLimiter::keyed);
        let refusals = quota(REFUSALS_PER_SECOND).map(RateLimiter::keyed);
        let exports = Quota::per_minute(EXPORTS_PER_MINUTE);
        let exports = requests.is_some().then(|| RateLimiter::keyed(exports));
        let people = limits.messages_per_second.saturating_mul(SOCKETS_OF_PERSON);
        let people = quota(people).map(RateLimiter::keyed);
        let (sockets, exporting) = (Mutex::default(), Mutex::default());
        Limiter { limits, requests, reads, refusals, people, sockets, exports, exporting }
    }

    /// Counts a request against the quota of its client.
    pub(crate) fn check_request(&self, from: IpAddr, changes_state: bool) -> Result<(), Refusal> {
        match if changes_state { &self.requests } else { &self.reads } {
            Some(limiter) => limiter.check_key(&from).map_err(|_| too_many_requests()),
            None => Ok(()),
        }
    }

    /// How long to hold back a refusal, so that a flood becomes slow.
    pub(crate) fn refusal_delay(&self, from: IpAddr) -> Duration {
        match &self.refusals {
            Some(limiter) if limiter.check_key(&from).is_err() => FLOOD_DELAY,
            _ => Duration::ZERO,
        }
    }

    /// Counts a message or a request of a person, over all sockets and tokens.
    pub(crate) fn check_person(&self, person: &str) -> Result<(), Refusal> {
        match &self.people {
            Some(limiter) => {
                limiter.check_key(&person.to_string()).map_err(|_| too_many_requests())
            }
            None => Ok(()),
        }
    }

    /// Counts a new socket; pair with [`Limiter::release_socket`].
    pub(crate) fn acquire_socket(&self, from: IpAddr) -> Result<(), Refusal> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(from).or_default();
        if self.limits.sockets_per_address > 0 && *count >= self.limits.sockets_per_address {
            return Err(Refusal::new(Code::TooFast, "too many connections from one address"));
        }
        *count += 1;
        Ok(())
    }

    pub(crate) fn release_socket(&self, from: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&from) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&from);
            }
        }
    }

    /// Counts a new export of the archive; pair with [`Limiter::release_export`].
    pub(crate) fn acquire_export(&self, from: IpAddr) -> Result<(), Refusal> {
        let mut exporting = self.exporting.lock().unwrap_or_else(PoisonError::into_inner);
        if exporting.len() >= MAX_EXPORTS {
            let why = "too many exports are in progress; try again in a minute";
            return Err(Refusal::new(Code::TooFast, why).because("exports"));
        }
        if let Some(limiter) = &self.exports {
            if exporting.contains(&from) {
                let why = "an export to your address is in progress; wait for its end";
                return Err(Refusal::new(Code::TooFast, why));
            }
            limiter.check_key(&from).map_err(|_| {
                let why =
                    format!("{EXPORTS_PER_MINUTE} exports a minute are allowed; wait a little");
                Refusal::new(Code::TooFast, why)
            })?;
        }
        exporting.push(from);
        Ok(())
    }

    pub(crate) fn release_export(&self, from: IpAddr) {
        let mut exporting = self.exporting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = exporting.iter().position(|address| *address == from) {
            exporting.swap_remove(n);
        }
    }

    /// Token bucket for the messages of one socket.
    pub(crate) fn message_limiter(&self) -> Option<DefaultDirectRateLimiter> {
        quota(self.limits.messages_per_second).map(RateLimiter::direct)
    }

    /// Evicts token buckets that are full again.
    pub(crate) fn evict_idle(&self) {
        for limiter in
            [&self.requests, &self.reads, &self.refusals, &self.exports].into_iter().flatten()
        {
            limiter.retain_recent();
        }
        if let Some(people) = &self.people {
            people.retain_recent();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_a_flood_are_held_back_and_those_of_others_are_not() {
        let limiter = Limiter::new(RateLimits::default());
        let address = |n: u8| IpAddr::from([10, 0, 0, n]);
        let at_once = (0..1000).filter(|_| limiter.refusal_delay(address(1)).is_zero()).count();
        assert!((1..400).contains(&at_once), "{at_once}");
        assert!(limiter.refusal_delay(address(2)).is_zero());
    }

    #[test]
    fn exports_are_limited_by_address_and_in_total() {
        let limiter = Limiter::new(RateLimits::default());
        let address = |n: u8| IpAddr::from([10, 0, 0, n]);
        limiter.acquire_export(address(1)).unwrap();
        assert!(limiter.acquire_export(address(1)).is_err(), "one at a time");
        for n in 2..=MAX_EXPORTS as u8 {
            limiter.acquire_export(address(n)).unwrap();
        }
        assert!(limiter.acquire_export(address(99)).is_err(), "all slots are taken");
        limiter.release_export(address(1));
        limiter.acquire_export(address(99)).unwrap();
        limiter.release_export(address(99));
        for _ in 0..EXPORTS_PER_MINUTE.get() {
            limiter.acquire_export(address(50)).unwrap();
            limiter.release_export(address(50));
        }
        assert!(limiter.acquire_export(address(50)).is_err(), "too many a minute");
    }

    #[test]
    fn without_rate_limits_exports_are_limited_in_total_only() {
        let limiter = Limiter::new(RateLimits { requests_per_second: 0, ..RateLimits::default() });
        let address = IpAddr::from([10, 0, 0, 1]);
        for _ in 0..MAX_EXPORTS {
            limiter.acquire_export(address).unwrap();
        }
        assert!(limiter.acquire_export(address).is_err());
    }
}
