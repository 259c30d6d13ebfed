//! A reading of a server's metrics, and the difference of two readings.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use serde::Serialize;

/// Maximum number of routes shown, the busiest first.
const ROUTES: usize = 12;

/// All metrics of a server at one moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading(Vec<Sample>);

/// One line of Prometheus' text format.
#[derive(Debug, Clone, PartialEq)]
struct Sample {
    name: String,
    labels: Vec<(String, String)>,
    value: f64,
}

impl Sample {
    /// Parses a line; `None` for a comment or an invalid sample.
    fn parse(line: &str) -> Option<Self> {
        let (head, value) = line.trim().rsplit_once(' ')?;
        if head.starts_with('#') {
            return None;
        }
        let (name, mut rest) = head.split_once('{').unwrap_or((head, ""));
        let mut labels = Vec::new();
        while let Some((label, quoted)) = rest.split_once("=\"") {
            let (value, after) = unquoted(quoted)?;
            labels.push((label.trim_start_matches(',').to_owned(), value));
            rest = after;
        }
        Some(Self { name: name.to_owned(), labels, value: value.parse().ok()? })
    }

    fn label(&self, name: &str) -> &str {
        self.labels.iter().find(|(label, _)| label == name).map_or("", |(_, value)| value)
    }
}

/// A label's value up to its closing quote, and the rest.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let (mut value, mut letters) = (String::new(), text.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(match letters.next()?.1 {
                'n' => '\n',
                other => other,
            }),
            other => value.push(other),
        }
    }
    None
}

impl Reading {
    /// Parses Prometheus' text format. Invalid lines are ignored.
    pub fn parse(text: &str) -> Self {
        Self(text.lines().filter_map(Sample::parse).collect())
    }

    fn of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Sample> {
        self.0.iter().filter(move |sample| sample.name == name)
    }

    /// The sum of the samples with this name that pass the filter.
    fn sum(&self, name: &str, passes: impl Fn(&Sample) -> bool) -> f64 {
        self.of(name).filter(|sample| passes(sample)).map(|sample| sample.value).sum()
    }

    fn gauge(&self, name: &str) -> f64 {
        self.sum(name, |_| true)
    }

    /// The histogram buckets: upper bounds and counts.
    fn buckets(&self, name: &str, passes: impl Fn(&Sample) -> bool) -> Vec<(f64, f64)> {
        let name = format!("{name}_bucket");
        let mut buckets: Vec<(f64, f64)> = Vec::new();
        for sample in self.of(&name).filter(|sample| passes(sample)) {
            let bound = sample.label("le").parse().unwrap_or(f64::INFINITY);
            match buckets.iter_mut().find(|(known, _)| *known == bound) {
                Some((_, count)) => *count += sample.value,
                None => buckets.push((bound, sample.value)),
            }
        }
        buckets.sort_by(|one, other| one.0.total_cmp(&other.0));
        buckets
    }
}

/// Durations in milliseconds; `None` if nothing happened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Times {
    pub p50_ms: Option<f64>,
    pub p95_ms: Option<f64>,
    pub p99_ms: Option<f64>,
}

/// The requests of a route.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RouteFigures {
    pub method: String,
    pub route: String,
    pub per_second: f64,
    pub p95_ms: Option<f64>,
}

/// The changes between two readings, and the state at the later one.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Figures {
    pub version: String,
    pub up_seconds: f64,
    /// The time between the readings.
    pub seconds: f64,
    pub requests_per_second: f64,
    /// Responses with 5xx.
    pub errors_per_second: f64,
    /// Refused with 401, 403 or 429.
    pub refusals_per_second: f64,
    pub requests: Times,
    pub saves_per_second: f64,
    pub attempts_running: f64,
    /// Waiting work, by queue.
    pub queues: BTreeMap<String, f64>,
    pub mails_sent_per_second: f64,
    pub store_condition: String,
    pub store_calls_per_second: f64,
    pub store: Times,
    pub commits: Times,
    pub conflicts_per_second: f64,
    pub retries_per_second: f64,
    /// Free disk space in bytes; `None` if the store has no disk of its own.
    pub disk_free_bytes: Option<f64>,
    pub cache_bytes: f64,
    /// The share of years and questions found in the cache.
    pub cache_hits: Option<f64>,
    pub memory_bytes: f64,
    /// CPU use, in percent of one processor.
    pub cpu_percent: f64,
    pub open_files: f64,
    /// The number of panics since the start.
    pub panics: f64,
    pub routes: Vec<RouteFigures>,
}

impl Figures {
    /// The figures of two readings, `between` apart, the later one at `now` (seconds since 1970). The counters of a
    /// server that restarted in between start at zero.
    pub fn of(earlier: &Reading, later: &Reading, between: Duration, now: f64) -> Self {
        let seconds = between.as_secs_f64().max(0.001);
        let moved =
            |name: &str, passes: &dyn Fn(&Sample) -> bool| grown(earlier.sum(name, passes), later.sum(name, passes));
        let rate = |name: &str, passes: &dyn Fn(&Sample) -> bool| moved(name, passes) / seconds;
        let all = |_: &Sample| true;
        let times = |name: &str, passes: &dyn Fn(&Sample) -> bool| {
            let gone = difference(&earlier.buckets(name, passes), &later.buckets(name, passes));
            let at = |share| quantile(&gone, share).map(|seconds| seconds * 1000.0);
            Times { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
        };
        let (calls, requests) = ("sabi_store_call_duration_seconds", "sabi_http_requests_total");
        let (hits, reads) = (moved("sabi_bank_cache_hits_total", &all), moved("sabi_bank_cache_reads_total", &all));
        let mut rates: HashMap<(String, String), f64> = HashMap::new();
        for sample in later.of(requests) {
            let same = |other: &Sample| other.labels == sample.labels;
            let route = (sample.label("method").to_owned(), sample.label("route").to_owned());
            *rates.entry(route).or_default() += grown(earlier.sum(requests, same), sample.value) / seconds;
        }
        let mut busiest: Vec<_> = rates.into_iter().filter(|(_, rate)| *rate > 0.0).collect();
        busiest.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        let routes = busiest.into_iter().take(ROUTES).map(|((method, route), per_second)| {
            let is = |sample: &Sample| sample.label("method") == method && sample.label("route") == route;
            let p95_ms = times("sabi_http_request_duration_seconds", &is).p95_ms;
            RouteFigures { method, route, per_second, p95_ms }
        });
        let stands = later.of("sabi_store_condition").find(|sample| sample.value > 0.5);
        let queues = later.of("sabi_queue_length").map(|sample| (sample.label("queue").to_owned(), sample.value));
        Self {
            version: later.of("sabi_build_info").next().map_or_else(String::new, |one| one.label("version").to_owned()),
            up_seconds: (now - later.gauge("process_start_time_seconds")).max(0.0),
            seconds,
            requests_per_second: rate(requests, &all),
            errors_per_second: rate(requests, &|sample| sample.label("status").starts_with('5')),
            refusals_per_second: rate(requests, &|sample| matches!(sample.label("status"), "401" | "403" | "429")),
            requests: times("sabi_http_request_duration_seconds", &all),
            saves_per_second: rate("sabi_saves_total", &all),
            attempts_running: later.gauge("sabi_attempts_running"),
            queues: queues.collect(),
            mails_sent_per_second: rate("sabi_mails_total", &|sample| sample.label("outcome") == "sent"),
            store_condition: stands.map_or("unknown", |sample| sample.label("condition")).to_owned(),
            store_calls_per_second: rate(&format!("{calls}_count"), &all),
            store: times(calls, &all),
            commits: times(calls, &|sample| matches!(sample.label("call"), "write" | "commit")),
            conflicts_per_second: rate("sabi_store_conflicts_total", &all),
            retries_per_second: rate("sabi_store_retries_total", &all),
            disk_free_bytes: Some(later.gauge("sabi_store_disk_free_bytes")).filter(|free| free.is_finite()),
            cache_bytes: later.gauge("sabi_bank_cache_bytes"),
            cache_hits: (hits + reads > 0.0).then(|| hits / (hits + reads)),
            memory_bytes: later.gauge("process_resident_memory_bytes"),
            cpu_percent: 100.0 * rate("process_cpu_seconds_total", &all),
            open_files: later.gauge("process_open_fds"),
            panics: later.gauge("sabi_panics_total"),
            routes: routes.collect(),
        }
    }
}

/// The growth of a counter. A lower value means that the server restarted.
fn grown(earlier: f64, later: f64) -> f64 {
    if later < earlier { later } else { later - earlier }
}

fn difference(earlier: &[(f64, f64)], later: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let before = |bound: f64| earlier.iter().find(|(known, _)| *known == bound).map_or(0.0, |(_, count)| *count);
    later.iter().map(|(bound, count)| (*bound, grown(before(*bound), *count))).collect()
}

/// The quantile in seconds, estimated like Prometheus does: linear within a bucket, and the last bound if it is beyond
/// all buckets.
fn quantile(buckets: &[(f64, f64)], share: f64) -> Option<f64> {
    let all = buckets.last().map(|(_, count)| *count).filter(|count| *count > 0.0)?;
    let wanted = share * all;
    let (mut below, mut least) = (0.0, 0.0);
    for (bound, count) in buckets {
        if *count >= wanted {
            if bound.is_infinite() {
                return Some(least);
            }
            let within = if *count > below { (wanted - below) / (count - below) } else { 0.0 };
            return Some(least + (bound - least) * within);
        }
        (below, least) = (*count, *bound);
    }
    Some(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EARLIER: &str = r#"# HELP sabi_http_requests_total Requests
sabi_http_requests_total{route="/api/v1/me",method="GET",status="200"} 100
sabi_http_request_duration_seconds_bucket{route="/api/v1/me",method="GET",le="0.1"} 100
sabi_http_request_duration_seconds_bucket{route="/api/v1/me",method="GET",le="0.5"} 100
sabi_http_request_duration_seconds_bucket{route="/api/v1/me",method="GET",le="+Inf"} 100
sabi_saves_total 5
"#;
    const LATER: &str = r#"sabi_http_requests_total{route="/api/v1/me",method="GET",status="200"} 180
sabi_http_requests_total{route="/a \"quoted\\ one\"",method="PUT",status="503"} 20
sabi_http_request_duration_seconds_bucket{route="/api/v1/me",method="GET",le="0.1"} 150
sabi_http_request_duration_seconds_bucket{route="/api/v1/me",method="GET",le="0.5"} 180
sabi_http_request_duration_seconds_bucket{route="/api/v1/me",method="GET",le="+Inf"} 180
sabi_saves_total 25
sabi_queue_length{queue="mails"} 3
sabi_store_condition{condition="ready"} 0
sabi_store_condition{condition="low"} 1
sabi_store_disk_free_bytes +Inf
process_start_time_seconds 1000
"#;

    #[test]
    fn two_readings_give_the_difference() {
        let (earlier, later) = (Reading::parse(EARLIER), Reading::parse(LATER));
        let told = Figures::of(&earlier, &later, Duration::from_secs(10), 1060.0);
        assert_eq!((told.requests_per_second, told.errors_per_second, told.saves_per_second), (10.0, 2.0, 2.0));
        assert_eq!((told.up_seconds, told.queues["mails"], told.store_condition.as_str()), (60.0, 3.0, "low"));
        assert_eq!(told.disk_free_bytes, None);
        // 50 of 80 took up to 100 ms and 30 between 100 and 500.
        let (p50, p95) = (told.requests.p50_ms.unwrap(), told.requests.p95_ms.unwrap());
        assert!((p50 - 80.0).abs() < 1e-6 && (p95 - (100.0 + 400.0 * 26.0 / 30.0)).abs() < 1e-6, "{p50} {p95}");
        assert_eq!(told.store, Times::default(), "nothing is told of what did not happen");
        let routes: Vec<_> = told.routes.iter().map(|one| (one.route.as_str(), one.per_second)).collect();
        assert_eq!(routes, [("/api/v1/me", 8.0), ("/a \"quoted\\ one\"", 2.0)]);
    }

    #[test]
    fn a_restarted_server_counts_from_zero() {
        let told = Figures::of(&Reading::parse(LATER), &Reading::parse(EARLIER), Duration::from_secs(1), 0.0);
        assert_eq!((told.requests_per_second, told.saves_per_second), (100.0, 5.0));
        assert_eq!(
            Figures::of(&Reading::default(), &Reading::parse("x{ 5\n}\n\n# x"), Duration::ZERO, 0.0).panics,
            0.0
        );
    }
}
