//! The only place that reads the time.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, Duration, SubsecRound, Utc};

/// An instant, in UTC, kept to the millisecond (ruling 4).
pub type Instant = DateTime<Utc>;

/// Where the time comes from: the machine, or a hand in a test.
pub trait Clock: Send + Sync {
    /// The present instant, to the millisecond.
    fn now(&self) -> Instant;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the time")]
    fn now(&self) -> Instant {
        let now = Utc::now().trunc_subsecs(3);
        // Times leave with their milliseconds (ruling 4), but their library writes none where they are
        // zero. A thousandth of all instants is a millisecond late instead.
        if now.timestamp_subsec_millis() == 0 { now + Duration::milliseconds(1) } else { now }
    }
}

/// A clock that stands until it is moved, for tests.
#[derive(Clone)]
pub struct ManualClock(Arc<Mutex<Instant>>);

impl ManualClock {
    /// A clock that shows `start`.
    pub fn at(start: Instant) -> Self {
        Self(Arc::new(Mutex::new(start.trunc_subsecs(3))))
    }

    /// Moves the clock.
    pub fn advance(&self, by: Duration) {
        *self.guard() += by;
    }

    fn guard(&self) -> std::sync::MutexGuard<'_, Instant> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Instant {
        *self.guard()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_present_always_has_milliseconds_and_nothing_finer() {
        // Long enough to see each millisecond of a second, and its turn.
        let start = std::time::Instant::now();
        while start.elapsed() < std::time::Duration::from_millis(1_050) {
            let text = serde_json::to_string(&SystemClock.now()).unwrap();
            assert_eq!(text.len(), "\"2026-11-21T04:10:05.414Z\"".len(), "{text}");
        }
    }
}
