//! Reads the metrics that are queried on request: queues, disk space, memory.

use std::time::Duration;

use tokio::time::timeout;

use crate::{
    App, Result,
    metrics::{WAITING, process},
    store::{Condition, retries},
};

/// The time limit for counting the queues, so that a busy store does not delay the other metrics.
const COUNT_TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum age of the queues' counts, in seconds.
const FRESH: i64 = 2;

#[expect(clippy::cast_precision_loss, reason = "a gauge is a double, which is exact up to 8 PiB")]
fn number(of: u64) -> f64 {
    of as f64
}

impl App {
    /// All metrics with their current values, in Prometheus' text format.
    pub async fn render_metrics(&self) -> String {
        self.gather().await;
        self.metrics.registry.handle.render()
    }

    /// Sets the queried gauges. Queues that cannot be counted keep their last values.
    async fn gather(&self) {
        let gauges = &self.metrics.gauges;
        let condition = self.store.condition();
        let stands = match condition {
            Condition::Ready => 0,
            Condition::Low(_) => 1,
            Condition::Full(_) | Condition::ReadOnly(_) => 2,
            Condition::Closed(_) => 3,
        };
        for (place, gauge) in gauges.conditions.iter().enumerate() {
            gauge.set(if place == stands { 1.0 } else { 0.0 });
        }
        // A store without its own disk counts as unlimited.
        gauges.free.set(self.store.disk_free().map_or(f64::INFINITY, number));
        gauges.retries.absolute(retries());
        gauges.cache.set(number(self.bank.bytes().await));
        gauges.hits.absolute(self.bank.hits());
        gauges.reads.absolute(self.bank.reads());
        gauges.started.set(number(self.metrics.started.timestamp().unsigned_abs()));
        if let Some(process) = process::read() {
            gauges.resident.set(process.resident);
            gauges.space.set(process.space);
            gauges.cpu.set(process.cpu);
            gauges.files.set(process.files);
            gauges.most_files.set(process.most_files);
        }
        if stands < 3 {
            self.count_queues().await;
        }
    }

    /// Counts the queues, unless they are being counted or were just counted.
    async fn count_queues(&self) {
        let Ok(mut counted) = self.metrics.counted.try_lock() else { return };
        let now = self.now();
        if counted.is_some_and(|at| (0..FRESH).contains(&(now - at).num_seconds()) && at != now) {
            return;
        }
        match timeout(COUNT_TIMEOUT, self.queues()).await {
            Ok(Ok(lengths)) => {
                for (gauge, length) in self.metrics.gauges.waiting.iter().zip(lengths) {
                    gauge.set(number(length));
                }
                *counted = Some(now);
            }
            Ok(Err(error)) => tracing::warn!(%error, "queues could not be counted"),
            Err(_) => tracing::warn!("queues could not be counted in time"),
        }
    }

    async fn queues(&self) -> Result<Vec<u64>> {
        let counts = WAITING.map(|(_, what)| format!("SELECT count() AS n FROM {what} GROUP ALL;"));
        let mut found = self.store.query(counts.concat()).bind(("now", self.now())).checked().await?;
        let counted = (0..WAITING.len()).map(|place| {
            let counted: Option<i64> = found.take((place, "n"))?;
            Ok(counted.unwrap_or(0).unsigned_abs())
        });
        counted.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    #[tokio::test(flavor = "multi_thread")]
    async fn waiting_rows_are_counted_by_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(Settings::in_memory(folder.path())).await.unwrap();
        for (queue, what) in WAITING {
            let sql = format!("EXPLAIN SELECT count() AS n FROM {what} GROUP ALL");
            let call = app.store.query(&sql).bind(("now", app.now()));
            let plan: Option<String> = call.checked().await.unwrap().take(0).unwrap();
            let plan = plan.unwrap();
            assert!(plan.contains("Index") && !plan.contains("TableScan"), "{queue}\n{plan}");
        }
    }
}
