//! All metrics with their help texts.

/// The type of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A value that only increases.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// A distribution of durations.
    Histogram,
}

/// All metrics: type, name, help.
pub const KNOWN: &[(Kind, &str, &str)] = &[
    (Kind::Counter, "sabi_http_requests_total", "Requests handled, by route template, method and status."),
    (
        Kind::Histogram,
        "sabi_http_request_duration_seconds",
        "Time until the response headers, by route template and method.",
    ),
    (Kind::Counter, "sabi_http_refusals_total", "Requests refused with 401, 403 or 429, by reason."),
    (
        Kind::Counter,
        "sabi_page_loads_total",
        "Pages that browsers loaded, by browser and major version (0 where it is unknown).",
    ),
    (Kind::Counter, "sabi_saves_total", "Acknowledged saves of answers. All of them are on disk."),
    (Kind::Gauge, "sabi_attempts_running", "Running tests."),
    (Kind::Gauge, "sabi_queue_length", "Waiting work, by queue: mails, failed_mails, theories, results, payments."),
    (Kind::Counter, "sabi_mails_total", "Mails handed over, by outcome: sent, retried, failed."),
    (Kind::Histogram, "sabi_store_call_duration_seconds", "Duration of store calls: read, write, transaction, commit."),
    (Kind::Counter, "sabi_store_conflicts_total", "Writes that conflicted with another writer."),
    (Kind::Counter, "sabi_store_retries_total", "Transactions of this process that were retried."),
    (Kind::Gauge, "sabi_store_condition", "State of the store: 1 for ready, low, full or shut; 0 for the others."),
    (Kind::Gauge, "sabi_store_disk_free_bytes", "Free disk space of an embedded store."),
    (Kind::Gauge, "sabi_bank_cache_bytes", "Memory used by the question bank's cache."),
    (Kind::Counter, "sabi_bank_cache_hits_total", "Years and questions found in the cache."),
    (Kind::Counter, "sabi_bank_cache_reads_total", "Years and questions read from the store."),
    (Kind::Counter, "sabi_panics_total", "Caught panics, in requests or background tasks."),
    (Kind::Gauge, "sabi_build_info", "1, with the version."),
    (Kind::Gauge, "process_start_time_seconds", "When the server started, in seconds since 1970."),
    (Kind::Gauge, "process_resident_memory_bytes", "Resident memory of the process."),
    (Kind::Gauge, "process_virtual_memory_bytes", "Virtual memory of the process."),
    (Kind::Gauge, "process_cpu_seconds_total", "CPU time of the process, user and system."),
    (Kind::Gauge, "process_open_fds", "Open file descriptors."),
    (Kind::Gauge, "process_max_fds", "Maximum number of open file descriptors."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_prometheus_has_them() {
        for (kind, name, help) in KNOWN {
            assert!(name.starts_with("sabi_") || name.starts_with("process_"), "{name}");
            assert!(help.ends_with('.'), "{name}");
            if *kind == Kind::Counter {
                assert!(name.ends_with("_total"), "{name}");
            }
        }
    }
}
