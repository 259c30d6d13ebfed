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

/// Libraries that write down what they read and send: the words of mails with links that open accounts,
/// and what is bound to a query, password hashes among it. Nothing below a warning is taken from them,
/// whatever RUST_LOG says.
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

/// The form of the log.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

/// Starts the log: what RUST_LOG says, or `otherwise`.
pub fn start(otherwise: &str, format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(otherwise));
    subscriber(filter, format, io::stderr).init();
}

/// The filters stand before the lines and hold for all of them. A filter of the lines alone would remember its last
/// answer for what comes next in the thread, and a library that only asks whether its line would be taken (as those
/// that write through `log` do) would leave it behind: the line after it is lost, and a debug build panics.
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

/// Leaves out what the database says of its own end, which it calls errors: that it is ending. Whether it kept all
/// that it should, the store says itself when it closes.
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

/// Whether an event says that the database is ending.
struct Words(bool);

impl Visit for Words {
    fn record_debug(&mut self, _: &Field, value: &dyn fmt::Debug) {
        let said = format!("{value:?}");
        self.0 |= said.contains("datastore is shutting down") || said.contains("Shutdown in progress");
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

    /// What is logged by `act` where RUST_LOG says `info`.
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
            // As the bridge from `log` asks, past what the place of the line remembers.
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
