//! Rate limits by client address and by socket (token buckets).

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use mohreh_protocol::{Code, Refusal};

/// Limits; 0 disables one.
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// State-changing requests and socket upgrades per second and client address.
    pub requests_per_second: u32,
    /// Concurrent sockets per client address.
    pub sockets_per_address: u32,
    /// Messages per second and socket.
    pub messages_per_second: u32,
}

impl Default for RateLimits {
    fn default() -> RateLimits {
        RateLimits { requests_per_second: 20, sockets_per_address: 100, messages_per_second: 20 }
    }
}

/// Rate limiter of a node; the state is not shared between nodes.
pub struct Limiter {
    limits: RateLimits,
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    sockets: Mutex<HashMap<IpAddr, u32>>,
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
    pub fn new(limits: RateLimits) -> Limiter {
        let requests = quota(limits.requests_per_second).map(RateLimiter::keyed);
        Limiter { limits, requests, sockets: Mutex::default() }
    }

    pub fn check_request(&self, from: IpAddr) -> Result<(), Refusal> {
        match &self.requests {
            Some(limiter) => limiter.check_key(&from).map_err(|_| too_many_requests()),
            None => Ok(()),
        }
    }

    /// Counts a new socket; pair with [`Limiter::release_socket`].
    pub fn acquire_socket(&self, from: IpAddr) -> Result<(), Refusal> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(from).or_default();
        if self.limits.sockets_per_address > 0 && *count >= self.limits.sockets_per_address {
            return Err(Refusal::new(Code::TooFast, "too many connections from one address"));
        }
        *count += 1;
        Ok(())
    }

    pub fn release_socket(&self, from: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&from) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&from);
            }
        }
    }

    /// Token bucket for the messages of one socket.
    pub fn message_limiter(&self) -> Option<DefaultDirectRateLimiter> {
        quota(self.limits.messages_per_second).map(RateLimiter::direct)
    }

    /// Evicts token buckets that are full again.
    pub fn evict_idle(&self) {
        if let Some(limiter) = &self.requests {
            limiter.retain_recent();
        }
    }
}
