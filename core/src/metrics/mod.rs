//! Metrics of the server, in Prometheus' text format.
//!
//! Each [`App`](crate::App) has its own registry. Metrics are resolved once and held by the code that measures, so
//! measuring is an atomic addition. Values that are cheaper to query than to track (queues, memory) are read when the
//! metrics are requested (`core/src/ops/gather.rs`).

mod browsers;
mod catalogue;
mod gauges;
mod pace;
pub(crate) mod process;
mod requests;
mod token;

use std::{
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Label, Level, Metadata, Recorder as _};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use tokio::sync::Mutex;

use crate::{Error, Result, clock::Instant};
pub use catalogue::{KNOWN, MetricKind};
pub(crate) use gauges::{Gauges, WAITING};
pub(crate) use pace::Pace;
pub use requests::Requests;
pub use token::Token;

/// The upper bounds of durations, in seconds.
const SECONDS: [f64; 14] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// The source of the metrics, required by the library; the exporter does not show it.
const META: Metadata<'static> = Metadata::new("sabi", Level::INFO, None);

/// The metrics of one server.
pub struct Metrics {
    pub(crate) registry: Registry,
    /// Requests by route, method and status.
    pub requests: Requests,
    /// The number of all requests.
    answered: AtomicU64,
    browsers: browsers::Browsers,
    /// Saves of answers that were acknowledged.
    pub(crate) saves: Counter,
    /// Mails sent, retried and failed.
    pub(crate) mails: [Counter; 3],
    /// Panics in requests and background tasks.
    pub panics: Panics,
    pub(crate) store: StoreMeters,
    pub(crate) gauges: Gauges,
    token: Option<Token>,
    /// When the queues were last counted. Locked while they are counted.
    pub(crate) counted: Mutex<Option<Instant>>,
    pub(crate) started: Instant,
}

/// Panics by where they were caught.
pub struct Panics {
    /// In a request.
    pub request: Counter,
    /// In a background task.
    pub task: Counter,
}

/// Metrics of store calls.
#[derive(Clone)]
pub(crate) struct StoreMeters {
    pub read: Histogram,
    pub write: Histogram,
    pub transaction: Histogram,
    pub commit: Histogram,
    pub conflicts: Counter,
}

/// The metrics of a store, once it has any.
#[derive(Default)]
pub(crate) struct Watched(OnceLock<StoreMeters>);

impl Watched {
    /// Starts measuring.
    pub fn begin(&self, meters: StoreMeters) {
        let _ = self.0.set(meters);
    }

    /// Records the duration of a call in the histogram that `which` selects.
    pub fn took(&self, which: impl FnOnce(&StoreMeters) -> &Histogram, time: Duration) {
        if let Some(meters) = self.0.get() {
            which(meters).record(time);
        }
    }

    /// Records that two writers conflicted.
    pub fn met(&self) {
        if let Some(meters) = self.0.get() {
            meters.conflicts.increment(1);
        }
    }
}

/// Registers metrics and renders them.
pub(crate) struct Registry {
    recorder: PrometheusRecorder,
    pub(crate) handle: PrometheusHandle,
}

impl Registry {
    fn new() -> Result<Self> {
        let recorder = PrometheusBuilder::new().set_buckets(&SECONDS).map_err(Error::internal)?.build_recorder();
        for (kind, name, help) in KNOWN {
            let (name, help) = (KeyName::from_const_str(name), (*help).into());
            match kind {
                MetricKind::Counter => recorder.describe_counter(name, None, help),
                MetricKind::Gauge => recorder.describe_gauge(name, None, help),
                MetricKind::Histogram => recorder.describe_histogram(name, None, help),
            }
        }
        Ok(Self { handle: recorder.handle(), recorder })
    }

    fn key(name: &'static str, labels: &[(&'static str, &str)]) -> Key {
        Key::from_parts(
            name,
            labels.iter().map(|(key, value)| Label::new(*key, (*value).to_owned())).collect::<Vec<_>>(),
        )
    }

    fn counter(&self, name: &'static str, labels: &[(&'static str, &str)]) -> Counter {
        self.recorder.register_counter(&Self::key(name, labels), &META)
    }

    fn gauge(&self, name: &'static str, labels: &[(&'static str, &str)]) -> Gauge {
        self.recorder.register_gauge(&Self::key(name, labels), &META)
    }

    fn histogram(&self, name: &'static str, labels: &[(&'static str, &str)]) -> Histogram {
        self.recorder.register_histogram(&Self::key(name, labels), &META)
    }
}

impl Metrics {
    /// New metrics at zero, readable with `token`.
    pub(crate) fn new(token: Option<Token>, now: Instant) -> Result<Self> {
        let registry = Registry::new()?;
        let store = |call| registry.histogram("sabi_store_call_duration_seconds", &[("call", call)]);
        let mails = |outcome| registry.counter("sabi_mails_total", &[("outcome", outcome)]);
        let panics = |place| registry.counter("sabi_panics_total", &[("place", place)]);
        registry.gauge("sabi_build_info", &[("version", env!("CARGO_PKG_VERSION"))]).set(1.0);
        Ok(Self {
            requests: Requests::default(),
            answered: AtomicU64::new(0),
            browsers: browsers::Browsers::default(),
            saves: registry.counter("sabi_saves_total", &[]),
            mails: ["sent", "retried", "failed"].map(mails),
            panics: Panics { request: panics("request"), task: panics("task") },
            store: StoreMeters {
                read: store("read"),
                write: store("write"),
                transaction: store("transaction"),
                commit: store("commit"),
                conflicts: registry.counter("sabi_store_conflicts_total", &[]),
            },
            gauges: Gauges::new(&registry),
            token,
            counted: Mutex::new(None),
            started: now,
            registry,
        })
    }

    /// Records a request and its duration.
    pub fn answered(&self, route: &str, method: &str, status: u16, time: Duration) {
        self.answered.fetch_add(1, Ordering::Relaxed);
        self.requests.answered(&self.registry, route, method, status, time);
    }

    /// How many requests were answered since the start, as a measure of the load.
    pub(crate) fn answered_requests(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Records that a browser with this `User-Agent` loaded a page.
    pub fn page_loaded(&self, agent: &str) {
        self.browsers.loaded(&self.registry, agent);
    }

    /// Records a refused request with its reason slug.
    pub fn refused(&self, reason: &'static str) {
        self.requests.refused(&self.registry, reason);
    }

    /// The token for reading the metrics, if there is one.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Aggregates buffered measurements into buckets. They stay in memory until this is called or the metrics are read.
    pub(crate) fn keep_up(&self) {
        self.registry.handle.run_upkeep();
    }
}
