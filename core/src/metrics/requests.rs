//! Metrics of requests, created on the first request of a route and looked up without allocation afterwards.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use metrics::{Counter, Histogram};

use super::Registry;

/// The methods that are counted separately; unknown ones count as [`OTHER`].
const METHODS: [&str; 7] = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"];
/// The label of all other methods.
const OTHER: &str = "other";

/// The metrics of all routes with requests.
#[derive(Default)]
pub struct Requests {
    /// By route template, so their number is limited.
    routes: RwLock<HashMap<Box<str>, [Option<Meters>; METHODS.len() + 1]>>,
    refusals: RwLock<HashMap<&'static str, Counter>>,
}

/// The metrics of a route and method.
struct Meters {
    duration: Histogram,
    /// A list and not a map, because there are few statuses.
    statuses: Vec<(u16, Counter)>,
}

impl Meters {
    /// Counts a request, if this status has a counter. Otherwise returns `false`.
    fn count(&self, status: u16, time: Duration) -> bool {
        let Some((_, counter)) = self.statuses.iter().find(|(known, _)| *known == status) else { return false };
        counter.increment(1);
        self.duration.record(time);
        true
    }
}

impl Requests {
    pub(super) fn answered(&self, registry: &Registry, route: &str, method: &str, status: u16, time: Duration) {
        let place = METHODS.iter().position(|known| *known == method).unwrap_or(METHODS.len());
        let counted = {
            let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
            let meters = routes.get(route).and_then(|methods| methods.get(place)?.as_ref());
            meters.is_some_and(|meters| meters.count(status, time))
        };
        if counted {
            return;
        }
        let method = METHODS.get(place).copied().unwrap_or(OTHER);
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        let methods = routes.entry(route.into()).or_default();
        let Some(meters) = methods.get_mut(place) else { return };
        let meters = meters.get_or_insert_with(|| Meters {
            duration: registry.histogram("sabi_http_request_duration_seconds", &[("route", route), ("method", method)]),
            statuses: Vec::new(),
        });
        if !meters.count(status, time) {
            let text = status.to_string();
            let labels = [("route", route), ("method", method), ("status", text.as_str())];
            meters.statuses.push((status, registry.counter("sabi_http_requests_total", &labels)));
            meters.count(status, time);
        }
    }

    pub(super) fn refused(&self, registry: &Registry, reason: &'static str) {
        if let Some(counter) = self.refusals.read().unwrap_or_else(PoisonError::into_inner).get(reason) {
            return counter.increment(1);
        }
        let mut refusals = self.refusals.write().unwrap_or_else(PoisonError::into_inner);
        let fresh = || registry.counter("sabi_http_refusals_total", &[("reason", reason)]);
        refusals.entry(reason).or_insert_with(fresh).increment(1);
    }
}
