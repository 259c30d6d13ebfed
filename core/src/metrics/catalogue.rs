//! All metrics with their help texts.

/// The type of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricKind {
    /// A value that only increases.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// A distribution of durations.
    Histogram,
}

/// All metrics: type, name, help.
pub const KNOWN: &[(MetricKind, &str, &str)] = &[
    (MetricKind::Counter, "sabi_http_requests_total", "Requests handled, by route template, method and status."),
    (
        MetricKind::Histogram,
        "sabi_http_request_duration_seconds",
        "Time until the response headers, by route template and method.",
    ),
    (MetricKind::Counter, "sabi_http_refusals_total", "Requests refused with 401, 403 or 429, by reason."),
    (
        MetricKind::Counter,
        "sabi_page_loads_total",
        "Pages that browsers loaded, by browser and major version (0 where it is unknown).",
    ),
    (MetricKind::Counter, "sabi_saves_total", "Acknowledged saves of answers. All of them are on disk."),
    (MetricKind::Gauge, "sabi_attempts_running", "Running tests."),
    (
        MetricKind::Gauge,
        "sabi_queue_length",
        "Waiting work, by queue: mails, failed_mails, theories, results, payments.",
    ),
    (MetricKind::Counter, "sabi_mails_total", "Mails handed over, by outcome: sent, retried, failed."),
    (
        MetricKind::Histogram,
        "sabi_store_call_duration_seconds",
        "Duration of store calls: read, write, transaction, commit.",
    ),
    (MetricKind::Counter, "sabi_store_conflicts_total", "Writes that conflicted with another writer."),
    (MetricKind::Counter, "sabi_store_retries_total", "Transactions of this process that were retried."),
    (
        MetricKind::Gauge,
        "sabi_store_condition",
        "State of the store: 1 for ready, low, full or shut; 0 for the others.",
    ),
    (MetricKind::Gauge, "sabi_store_disk_free_bytes", "Free disk space of an embedded store."),
    (MetricKind::Gauge, "sabi_bank_cache_bytes", "Memory used by the question bank's cache."),
    (MetricKind::Counter, "sabi_bank_cache_hits_total", "Years and questions found in the cache."),
    (MetricKind::Counter, "sabi_bank_cache_reads_total", "Years and questions read from the store."),
    (MetricKind::Counter, "sabi_panics_total", "Caught panics, in requests or background tasks."),
    (MetricKind::Gauge, "sabi_build_info", "1, with the version."),
    (MetricKind::Gauge, "process_start_time_seconds", "When the server started, in seconds since 1970."),
    (MetricKind::Gauge, "process_resident_memory_bytes", "Resident memory of the process."),
    (MetricKind::Gauge, "process_virtual_memory_bytes", "Virtual memory of the process."),
    (MetricKind::Gauge, "process_cpu_seconds_total", "CPU time of the process, user and system."),
    (MetricKind::Gauge, "process_open_fds", "Open file descriptors."),
    (MetricKind::Gauge, "process_max_fds", "Maximum number of open file descriptors."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_prometheus_has_them() {
        for (kind, name, help) in KNOWN {
            assert!(name.starts_with("sabi_") || name.starts_with("process_"), "{name}");
            assert!(help.ends_with('.'), "{name}");
            if *kind == MetricKind::Counter {
                assert!(name.ends_with("_total"), "{name}");
            }
        }
    }
}
