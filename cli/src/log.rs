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
    filter::{FilterExt as _, filter_fn},
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
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let lines = lines.with_filter(filter.and(filter_fn(is_discreet)));
    tracing_subscriber::registry().with(lines).with(Farewell).init();
}

/// Leaves out what the database says of its own end, which it calls errors: that it is ending. Whether it kept all
/// that it should, the store says itself when it closes.
struct Farewell;

impl<S: Subscriber> Layer<S> for Farewell {
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
