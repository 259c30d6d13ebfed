//! The log on stderr.

use std::{
    fmt,
    io::{self, IsTerminal as _},
};

use clap::ValueEnum;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::filter_fn,
    fmt::MakeWriter,
    layer::{Context, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

/// Libraries that log what they read and send: mails with links that give access to accounts, and values bound to
/// queries, including password hashes. Only their warnings and errors are logged, whatever RUST_LOG says.
const TALKATIVE: &[&str] = &[
    "ammonia",
    "html2text",
    "html5ever",
    "lettre",
    "markup5ever",
    "selectors",
    "surrealdb",
    "surrealdb_core",
    "tendril",
    "tokio_tungstenite",
    "tungstenite",
    "xml5ever",
];

/// The format of the log.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

/// Starts the log with the filter in RUST_LOG, or `otherwise`.
pub fn start(otherwise: &str, format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(otherwise));
    subscriber(filter, format, io::stderr).init();
}

/// The filters are global, not per layer. A per-layer filter would remember its last answer for the thread's next
/// event. A library that only asks whether its event would be logged (as those using `log` do) would leave that answer
/// behind: the next event is lost, and a debug build panics.
fn subscriber(
    filter: EnvFilter,
    format: LogFormat,
    to: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
) -> impl Subscriber + Send + Sync {
    let lines = tracing_subscriber::fmt::layer().with_writer(to).with_ansi(io::stderr().is_terminal());
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(filter).with(filter_fn(is_discreet)).with(NoFarewell).with(lines)
}

/// Drops the database's messages about its own shutdown, which it logs as errors. The store itself reports whether it
/// closed cleanly.
struct NoFarewell;

impl<S: Subscriber> Layer<S> for NoFarewell {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        if !event.metadata().target().starts_with("surrealdb") {
            return true;
        }
        let mut words = Words(false);
        event.record(&mut words);
        !words.0
    }
}

/// Whether an event is about the database's shutdown.
struct Words(bool);

impl Visit for Words {
    fn record_debug(&mut self, _: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        self.0 |= text.contains("datastore is shutting down") || text.contains("Shutdown in progress");
    }
}

fn is_discreet(of: &Metadata<'_>) -> bool {
    let library = of.target().split("::").next().unwrap_or_default();
    *of.level() <= tracing::Level::WARN || !TALKATIVE.contains(&library)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing::{Level, dispatcher::get_default, span, subscriber::with_default};

    use super::*;

    /// The output that `act` logs while RUST_LOG is `info`.
    fn logged(act: impl FnOnce()) -> String {
        #[derive(Clone, Default)]
        struct Lines(Arc<Mutex<Vec<u8>>>);
        impl io::Write for Lines {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let lines = Lines::default();
        let to = lines.clone();
        with_default(subscriber(EnvFilter::new("info"), LogFormat::Text, move || to.clone()), act);
        String::from_utf8(lines.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn spans_of_the_database_are_not_kept() {
        for (said, is_kept) in [("info", false), ("trace", true), ("sabi_core=trace", true)] {
            with_default(subscriber(EnvFilter::new(said), LogFormat::Text, io::sink), || {
                assert!(span!(target: "surrealdb::core", Level::TRACE, "statement").is_disabled(), "{said}");
                assert_eq!(!span!(target: "sabi_core", Level::DEBUG, "call").is_disabled(), is_kept, "{said}");
            });
        }
    }

    #[test]
    fn a_question_whether_a_line_would_be_taken_costs_no_line() {
        let said = logged(|| {
            let quiet = span!(target: "rustls", Level::TRACE, "asked");
            assert!(quiet.is_disabled());
            // Asks like the bridge from `log`, without the callsite's cache.
            get_default(|log| log.enabled(quiet.metadata().unwrap()));
            tracing::info!(target: "sabi_core", "the line after the question");
        });
        assert!(said.contains("the line after the question"), "{said:?}");
    }

    #[test]
    fn the_database_says_what_is_wrong_and_no_farewell() {
        let said = logged(|| {
            tracing::error!(target: "surrealdb::core", "the datastore is shutting down");
            tracing::error!(target: "surrealdb::core", "an error of its own");
            tracing::info!(target: "surrealdb::core", "a query with what is bound to it");
        });
        assert!(said.contains("an error of its own"), "{said:?}");
        assert!(!said.contains("shutting down") && !said.contains("bound"), "{said:?}");
    }
}
