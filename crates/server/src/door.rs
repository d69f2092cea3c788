//! How much one may ask: per address, per socket. What is too much is refused and counted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use mohreh_protocol::{Code, Refusal};

/// How much is allowed; 0 means as much as one likes.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Requests a second from one address that change something or open a socket.
    pub requests: u32,
    /// Sockets from one address.
    pub sockets: u32,
    /// Messages a second on one socket.
    pub messages: u32,
}

impl Default for Allowed {
    fn default() -> Allowed {
        Allowed { requests: 20, sockets: 100, messages: 20 }
    }
}

pub struct Door {
    allowed: Allowed,
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    sockets: Mutex<HashMap<IpAddr, u32>>,
}

/// So many a second, and four times as many at once.
fn quota(rate: u32) -> Option<Quota> {
    let rate = NonZeroU32::new(rate)?;
    Some(
        Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(3))),
    )
}

fn too_fast() -> Refusal {
    Refusal::new(Code::TooFast, "too much at once; wait a little")
}

impl Door {
    pub fn new(allowed: Allowed) -> Door {
        let requests = quota(allowed.requests).map(RateLimiter::keyed);
        Door { allowed, requests, sockets: Mutex::default() }
    }

    pub fn request(&self, from: IpAddr) -> Result<(), Refusal> {
        match &self.requests {
            Some(limiter) => limiter.check_key(&from).map_err(|_| too_fast()),
            None => Ok(()),
        }
    }

    /// Lets a socket in; it must be let out again.
    pub fn enter(&self, from: IpAddr) -> Result<(), Refusal> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(from).or_default();
        if self.allowed.sockets > 0 && *count >= self.allowed.sockets {
            return Err(Refusal::new(Code::TooFast, "too many connections from one address"));
        }
        *count += 1;
        Ok(())
    }

    pub fn leave(&self, from: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&from) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&from);
            }
        }
    }

    /// What one socket may say.
    pub fn messages(&self) -> Option<DefaultDirectRateLimiter> {
        quota(self.allowed.messages).map(RateLimiter::direct)
    }

    /// Forgets addresses that have been quiet.
    pub fn tidy(&self) {
        if let Some(limiter) = &self.requests {
            limiter.retain_recent();
        }
    }
}
