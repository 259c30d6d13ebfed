//! The log of refused calls: user, address, route and reason. Repeated refusals must not fill the disk, so the lines
//! per minute are limited, per address and in total. The next line reports how many were omitted.

use std::{
    net::IpAddr,
    num::NonZeroU32,
    sync::atomic::{AtomicU64, Ordering},
};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use ipnet::IpNet;

use super::limits::subscriber_network;
use crate::App;

/// Maximum lines per minute about one address.
const LINES_OF_ADDRESS: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
/// Maximum lines per minute in total.
const LINES: NonZeroU32 = NonZeroU32::new(300).expect("not zero");

/// Decides which refusals are logged.
pub struct Refusals {
    of_address: DefaultKeyedRateLimiter<Option<IpNet>>,
    all: DefaultDirectRateLimiter,
    left_out: AtomicU64,
}

impl Refusals {
    /// No refusals yet.
    pub fn new() -> Self {
        Self {
            of_address: RateLimiter::keyed(Quota::per_minute(LINES_OF_ADDRESS)),
            all: RateLimiter::direct(Quota::per_minute(LINES)),
            left_out: AtomicU64::new(0),
        }
    }

    /// Whether to log a refusal of this address now, and how many were omitted since the last line.
    fn admit(&self, from: Option<IpAddr>) -> Option<u64> {
        if self.of_address.check_key(&subscriber_network(from)).is_ok() && self.all.check().is_ok() {
            return Some(self.left_out.swap(0, Ordering::Relaxed));
        }
        self.left_out.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// Forgets addresses that have been idle for a while.
    pub(super) fn forget_idle(&self) {
        self.of_address.retain_recent();
        self.of_address.shrink_to_fit();
    }
}

impl Default for Refusals {
    fn default() -> Self {
        Self::new()
    }
}

impl App {
    /// Logs a refused call with its user (if there is a session), address, route and reason.
    pub fn log_refusal(&self, user: Option<&str>, from: Option<IpAddr>, route: &str, reason: &str) {
        if let Some(left_out) = self.refusals.admit(from) {
            let user = user.unwrap_or("nobody");
            tracing::warn!(user, address = %shown_address(from), route, reason, left_out, "refused");
        }
    }
}

/// The form of an address in the log.
pub(super) fn shown_address(from: Option<IpAddr>) -> String {
    from.map_or_else(|| "this machine".into(), |from| from.to_canonical().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_refused_without_end_fills_no_log_and_hides_no_other() {
        let refusals = Refusals::new();
        let (loud, quiet) = ("10.0.0.1".parse().ok(), "10.0.0.2".parse().ok());
        let logged = (0..1000).filter(|_| refusals.admit(loud).is_some()).count();
        assert!((20..=25).contains(&logged), "{logged}");
        let left_out = refusals.admit(quiet).expect("another address is logged");
        assert_eq!(left_out, 1000 - logged as u64);
        assert_eq!(refusals.admit(quiet), Some(0), "they are counted once");
    }

    #[test]
    fn many_addresses_fill_no_log_either() {
        let refusals = Refusals::new();
        let address = |n: u32| Some(IpAddr::from(n.to_be_bytes()));
        let logged = (0..5000).filter(|n| refusals.admit(address(*n)).is_some()).count();
        assert!((300..=360).contains(&logged), "{logged}");
    }
}
