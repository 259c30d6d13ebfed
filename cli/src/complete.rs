//! Shell completion of exam and subject names.
//!
//! The names come from the server or data folder of the command line being typed. If neither responds there are no
//! completions, because a shell shows no errors.

use std::{collections::BTreeSet, ffi::OsStr, time::Duration};

use clap::{ArgMatches, FromArgMatches as _};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use sabi_api::{
    Server,
    client::{Client, Fields, Kind},
};
use sabi_core::{
    App, Settings,
    catalogue::{Exam, Subject},
    records::ListQuery,
    store::Record as _,
};
use serde_json::Value;

use crate::{LINGER, STACK, global_args::GlobalArgs};

/// How long a completion waits for names before it offers none.
const NAMES_TIMEOUT: Duration = Duration::from_secs(3);

/// Completes the slug of an exam.
pub fn exam() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| candidates(typed, async |client, _| exams(client).await))
}

/// Completes the title of a subject, of the exam on the command line.
pub fn subject() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        candidates(typed, async |client, line| subjects(client, line.exam.as_deref()).await)
    })
}

/// Completes a year of the subject on the command line.
pub fn year() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        candidates(typed, async |client, line| below(client, line, "subject-years").await)
    })
}

/// Completes a topic of the subject on the command line.
pub fn topic() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| candidates(typed, async |client, line| below(client, line, "topics").await))
}

/// Completes a column by which the kind on the command line can be sorted.
pub fn sort() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let Some(kind) = line().and_then(|line| line.kind) else { return Vec::new() };
        let columns = kind.list.columns().map(|(name, _)| name);
        let both = columns.flat_map(|name| [name.to_owned(), format!("-{name}")]);
        beginning(typed, both.collect())
    })
}

/// Completes a filter of the kind on the command line: its name and, after `=`, its value.
pub fn filter() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let text = typed.to_string_lossy().into_owned();
        let Some(kind) = line().and_then(|line| line.kind) else { return Vec::new() };
        let Some((name, _)) = text.split_once('=') else {
            // A list that can only be filtered by subject is narrowed by the subjects' exam.
            let of_subject = kind.narrowings().any(|one| one.table == Some(Subject::TABLE)).then_some("exam");
            let names = kind.narrowings().map(|one| one.name).chain(of_subject);
            return beginning(typed, names.map(|name| format!("{name}=")).collect());
        };
        let with_name = |value: String| format!("{name}={value}");
        match (kind.narrowings().find(|one| one.name == name).and_then(|one| one.words), name) {
            (Some(words), _) => beginning(typed, words.iter().map(|word| with_name((*word).to_owned())).collect()),
            (None, "exam") => {
                candidates(typed, async |client, _| exams(client).await.into_iter().map(with_name).collect())
            }
            (None, "subject") => candidates(typed, async |client, line| {
                subjects(client, line.exam.as_deref()).await.into_iter().map(with_name).collect()
            }),
            _ => Vec::new(),
        }
    })
}

/// The names of records below the subject on the command line.
async fn below(client: &Client, line: Line, kind: &str) -> Vec<String> {
    let (Some(kind), Some(title)) = (Kind::named(kind), &line.subject) else { return Vec::new() };
    let subjects = client.list::<Subject>(&ListQuery::default()).await.map(|page| page.rows).unwrap_or_default();
    let is_exam = |slug: &str| line.exam.as_ref().is_none_or(|exam| exam.eq_ignore_ascii_case(slug));
    let found =
        subjects.iter().find(|subject| subject.title.eq_ignore_ascii_case(title) && is_exam(&subject.exam.slug));
    let Some(subject) = found else { return Vec::new() };
    let query = ListQuery { limit: Some(0), ..ListQuery::default() };
    let rows = client.list_kind(kind, &[Some(subject.id.to_string())], &query).await;
    let name = |row: Fields| match row.get("year").or(row.get("title"))? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    rows.map(|page| page.rows.into_iter().filter_map(name).collect()).unwrap_or_default()
}

/// The slugs of all exams.
pub async fn exams(client: &Client) -> Vec<String> {
    let exams = client.list::<Exam>(&ListQuery::default()).await;
    exams.map(|page| page.rows.into_iter().map(|exam| exam.slug).collect()).unwrap_or_default()
}

/// The titles of the subjects of an exam, or of all.
pub async fn subjects(client: &Client, exam: Option<&str>) -> Vec<String> {
    let is_meant = |slug: &str| exam.is_none_or(|exam| exam.eq_ignore_ascii_case(slug));
    let subjects = client.list::<Subject>(&ListQuery::default()).await.map(|page| page.rows).unwrap_or_default();
    subjects.into_iter().filter(|subject| is_meant(&subject.exam.slug)).map(|subject| subject.title).collect()
}

/// Completions from names that begin with the typed text, ignoring case.
fn candidates(typed: &OsStr, names: impl AsyncFn(&Client, Line) -> Vec<String> + Send) -> Vec<CompletionCandidate> {
    beginning(typed, asked(names))
}

/// The names that begin with the typed text, ignoring case.
fn beginning(typed: &OsStr, names: Vec<String>) -> Vec<CompletionCandidate> {
    // Only bash sets this variable. It inserts a name without escaping it.
    let is_bash = std::env::var_os("_CLAP_COMPLETE_COMP_TYPE").is_some();
    let typed = typed.to_string_lossy().to_lowercase().replace('\\', "");
    let begins = |name: &String| name.to_lowercase().starts_with(&typed);
    let names: BTreeSet<String> = names.into_iter().filter(begins).collect();
    let word = |name: String| if is_bash { escaped(&name) } else { name };
    names.into_iter().map(word).map(CompletionCandidate::new).collect()
}

/// Whether there is a store with this version's schema.
async fn is_current(settings: &Settings) -> bool {
    let is_there = !settings.has_own_store() || settings.data.join("store").exists();
    is_there && App::inspect_store(settings).await.is_ok_and(|state| state.pending.is_empty())
}

/// Escapes a name as one word of bash.
fn escaped(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_.,:/@%+-".contains(letter);
    let escape = |letter: char| (!is_plain(letter)).then_some('\\').into_iter().chain([letter]);
    name.chars().flat_map(escape).collect()
}

/// Requests names from the place on the command line.
fn asked(names: impl AsyncFn(&Client, Line) -> Vec<String> + Send) -> Vec<String> {
    let Some(line) = line() else { return Vec::new() };
    let ask = move || {
        let Ok(runtime) = crate::runtime() else { return Vec::new() };
        let found = runtime.block_on(async {
            let all = async {
                // Pressing a key must not upgrade a store, so an older one is left alone.
                let global = &line.global;
                let is_served = global.server.is_some() || Server::of(&global.settings.data).is_some();
                if !is_served && !is_current(&global.settings).await {
                    return Vec::new();
                }
                let Ok(connected) = global.connect().await else { return Vec::new() };
                names(&connected.client, line).await
            };
            tokio::time::timeout(NAMES_TIMEOUT, all).await.unwrap_or_default()
        });
        runtime.shutdown_timeout(LINGER);
        found
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, ask);
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

/// The command line being typed.
struct Line {
    /// Where the command works.
    global: GlobalArgs,
    exam: Option<String>,
    subject: Option<String>,
    /// The kind of records.
    kind: Option<&'static Kind>,
}

/// Parses the command line being typed: the words after `--`, where the shell puts them.
fn line() -> Option<Line> {
    let mut words: Vec<_> = std::env::args_os().skip_while(|word| word != "--").skip(1).collect();
    // An incomplete filter would be refused, so it is removed before parsing.
    if let [.., flag, begun] = words.as_slice()
        && flag == "--filter"
        && !begun.to_string_lossy().contains('=')
    {
        words.truncate(words.len() - 2);
    }
    let matches = crate::cli().ignore_errors(true).try_get_matches_from(words).ok()?;
    let mut inner: &ArgMatches = &matches;
    let (mut exam, mut subject, mut kind) = (None, None, None);
    while let Some((_, next)) = inner.subcommand() {
        inner = next;
        let text = |id: &str| inner.try_get_one::<String>(id).ok().flatten().cloned();
        exam = text("exam").or(exam);
        subject = text("subject").or(subject);
        kind = inner.try_get_one::<&'static Kind>("kind").ok().flatten().copied().or(kind);
        let filters = inner.try_get_many::<(String, String)>("filters").ok().flatten().into_iter().flatten();
        for (name, value) in filters {
            match name.as_str() {
                "exam" => exam = Some(value.clone()),
                "subject" => subject = Some(value.clone()),
                _ => {}
            }
        }
    }
    Some(Line { global: GlobalArgs::from_arg_matches(&matches).ok()?, exam, subject, kind })
}
