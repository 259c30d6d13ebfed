//! Gauges that are set when the metrics are read: queues, disk space, memory.

use metrics::{Counter, Gauge};

use super::Registry;

/// The name of each queue and the index that counts it.
pub(crate) const WAITING: [(&str, &str); 6] = [
    ("running", "sheet WHERE state = 'running'"),
    ("mails", "mail WHERE state = 'queued'"),
    ("failed_mails", "mail WHERE state = 'failed'"),
    ("theories", "quiz WHERE exam_result = 'pending'"),
    ("results", "waiting_result WHERE waits = true"),
    ("payments", "payment WHERE open = true AND due_at <= $now"),
];

/// Gauges that are set when the metrics are read.
pub(crate) struct Gauges {
    /// In the order of [`WAITING`].
    pub waiting: Vec<Gauge>,
    pub conditions: [Gauge; 4],
    pub free: Gauge,
    pub retries: Counter,
    pub cache: Gauge,
    pub hits: Counter,
    pub reads: Counter,
    pub started: Gauge,
    pub resident: Gauge,
    pub space: Gauge,
    pub cpu: Gauge,
    pub files: Gauge,
    pub most_files: Gauge,
}

impl Gauges {
    pub fn new(registry: &Registry) -> Self {
        let plain = |name| registry.gauge(name, &[]);
        let waiting = WAITING.iter().map(|(queue, _)| match *queue {
            "running" => plain("sabi_attempts_running"),
            queue => registry.gauge("sabi_queue_length", &[("queue", queue)]),
        });
        Self {
            waiting: waiting.collect(),
            conditions: ["ready", "low", "full", "shut"]
                .map(|one| registry.gauge("sabi_store_condition", &[("condition", one)])),
            free: plain("sabi_store_disk_free_bytes"),
            retries: registry.counter("sabi_store_retries_total", &[]),
            cache: plain("sabi_bank_cache_bytes"),
            hits: registry.counter("sabi_bank_cache_hits_total", &[]),
            reads: registry.counter("sabi_bank_cache_reads_total", &[]),
            started: plain("process_start_time_seconds"),
            resident: plain("process_resident_memory_bytes"),
            space: plain("process_virtual_memory_bytes"),
            cpu: plain("process_cpu_seconds_total"),
            files: plain("process_open_fds"),
            most_files: plain("process_max_fds"),
        }
    }
}
