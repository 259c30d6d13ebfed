//! The pace of background work: pauses that grow with the load, so that a backlog does not slow requests down.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::Metrics;

/// Requests per second from which on the pauses are longest.
const BUSY: f64 = 100.0;
/// The longest pause, as a multiple of the step before it: the work then takes a quarter of the time.
const MAX_PAUSE_FACTOR: f64 = 3.0;
/// A step counts as at most this long, so that a step that had to wait does not cause a long pause.
const STEP: Duration = Duration::from_secs(1);

/// The pace of work that is done in steps.
pub(crate) struct Pace<'a> {
    metrics: &'a Metrics,
    /// When the load was measured last, and the requests answered until then.
    measured: (Instant, u64),
    /// When the current step began.
    begun: Instant,
}

impl<'a> Pace<'a> {
    /// Begins the first step.
    pub fn begin(metrics: &'a Metrics) -> Self {
        let now = Instant::now();
        Self { metrics, measured: (now, metrics.answered_requests()), begun: now }
    }

    /// Ends a step, pauses in proportion to the load since the step before, and begins the next one.
    pub async fn rest(&mut self) {
        sleep(self.end_step()).await;
        self.begun = Instant::now();
    }

    /// Ends a step; returns how long to pause after it.
    fn end_step(&mut self) -> Duration {
        let (now, requests) = (Instant::now(), self.metrics.answered_requests());
        let (before, known) = std::mem::replace(&mut self.measured, (now, requests));
        pause(now - self.begun, requests.saturating_sub(known), now - before)
    }
}

/// The pause after a step that took `step`, if this many requests were answered within `period`.
fn pause(step: Duration, requests: u64, period: Duration) -> Duration {
    let requests = f64::from(u32::try_from(requests).unwrap_or(u32::MAX));
    let load = requests / period.as_secs_f64().max(0.001) / BUSY;
    step.min(STEP).mul_f64(MAX_PAUSE_FACTOR * load.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Instant as Moment;

    #[test]
    fn a_pause_grows_with_the_load_up_to_three_steps() {
        let millis = Duration::from_millis;
        for (step, requests, period, wanted) in [
            (100, 0, 100, 0),
            (100, 5, 100, 150),
            (100, 10, 100, 300),
            (100, 4_000, 1_000, 300),
            // The load is that of the pause before too.
            (100, 10, 400, 75),
            (60_000, 60_000, 60_000, 3_000),
            (0, 10, 0, 0),
        ] {
            let paused = pause(millis(step), requests, millis(period));
            assert!(paused.abs_diff(millis(wanted)) < millis(1), "{step} {requests} {period}: {paused:?}");
        }
    }

    #[tokio::test]
    async fn work_pauses_while_requests_are_answered_and_not_on_an_idle_server() {
        let metrics = Metrics::new(None, Moment::UNIX_EPOCH).unwrap();
        let mut pace = Pace::begin(&metrics);
        let step = Duration::from_millis(50);
        std::thread::sleep(step);
        for _ in 0..1_000 {
            metrics.answered("/", "GET", 200, step);
        }
        let begun = Instant::now();
        pace.rest().await;
        assert!(begun.elapsed() >= step, "{:?}", begun.elapsed());
        std::thread::sleep(step);
        assert_eq!(pace.end_step(), Duration::ZERO, "nothing was answered since");
    }
}
