//! The figures as text: the same lines on the screen and in the output.

use super::reading::{Figures, Times};

/// A heading with its lines, each a name and a value.
pub type FigureGroup = (&'static str, Vec<(String, String)>);

/// The figures by part.
pub fn parts(figures: &Figures) -> Vec<FigureGroup> {
    let line = |name: &str, value: String| (name.to_owned(), value);
    let mut queues: Vec<_> =
        figures.queues.iter().map(|(queue, length)| (queue.replace('_', " "), whole(*length))).collect();
    queues.insert(0, line("tests running", whole(figures.attempts_running)));
    vec![
        (
            "Requests",
            vec![
                line("requests/s", rate(figures.requests_per_second)),
                line("errors/s", rate(figures.errors_per_second)),
                line("refused/s", rate(figures.refusals_per_second)),
                line("p50 p95 p99", times(figures.requests)),
                line("saves/s", rate(figures.saves_per_second)),
            ],
        ),
        ("Waiting", queues),
        (
            "Store",
            vec![
                line("condition", figures.store_condition.clone()),
                line("calls/s", rate(figures.store_calls_per_second)),
                line("p50 p95 p99", times(figures.store)),
                line("writes", times(figures.commits)),
                line(
                    "conflicts/s",
                    format!("{}, {} tried again", rate(figures.conflicts_per_second), rate(figures.retries_per_second)),
                ),
                line("disk free", figures.disk_free_bytes.map_or_else(|| "elsewhere".into(), bytes)),
            ],
        ),
        (
            "Process",
            vec![
                line("memory", bytes(figures.memory_bytes)),
                line("processor", format!("{:.0} %", figures.cpu_percent)),
                line("open files", whole(figures.open_files)),
                line("bank", format!("{}, {} from the cache", bytes(figures.cache_bytes), share(figures.cache_hits))),
                line("mails/s", rate(figures.mails_sent_per_second)),
                line("panics", whole(figures.panics)),
            ],
        ),
    ]
}

/// The routes, busiest first, with their figures.
pub fn routes(figures: &Figures) -> Vec<(String, String)> {
    let of = |one: &super::reading::RouteFigures| {
        (
            format!("{} {}", one.method, one.route),
            format!("{}/s, p95 {}", rate(one.per_second), milliseconds(one.p95_ms)),
        )
    };
    figures.routes.iter().map(of).collect()
}

/// The first line: the server and its uptime.
pub fn title(figures: &Figures, place: &str) -> String {
    let up = figures.up_seconds as u64;
    let (days, hours, minutes) = (up / 86_400, up / 3600 % 24, up / 60 % 60);
    let up = match (days, hours) {
        (0, 0) => format!("{minutes} min"),
        (0, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    };
    format!("Sabi {} at {place}, up {up}", figures.version)
}

/// All figures as text.
pub fn text(figures: &Figures, place: &str) -> String {
    let mut text = format!("{}; over {:.1} s\n", title(figures, place), figures.seconds);
    let routes = ("Busiest routes", routes(figures));
    for (heading, lines) in parts(figures).into_iter().chain([routes]).filter(|(_, lines)| !lines.is_empty()) {
        let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        text.push_str(&format!("\n{heading}\n"));
        for (name, value) in lines {
            text.push_str(&format!("  {name:<width$}  {value}\n"));
        }
    }
    text
}

fn rate(per_second: f64) -> String {
    if per_second >= 100.0 { format!("{per_second:.0}") } else { format!("{per_second:.1}") }
}

fn whole(number: f64) -> String {
    format!("{number:.0}")
}

fn share(of: Option<f64>) -> String {
    of.map_or_else(|| "–".into(), |of| format!("{:.0} %", 100.0 * of))
}

fn milliseconds(of: Option<f64>) -> String {
    of.map_or_else(|| "–".into(), |of| if of < 10.0 { format!("{of:.1} ms") } else { format!("{of:.0} ms") })
}

fn times(of: Times) -> String {
    [of.p50_ms, of.p95_ms, of.p99_ms].map(milliseconds).join("  ")
}

fn bytes(of: f64) -> String {
    const MIB: f64 = 1024.0 * 1024.0;
    if of >= 1024.0 * MIB { format!("{:.1} GiB", of / 1024.0 / MIB) } else { format!("{:.0} MiB", of / MIB) }
}
