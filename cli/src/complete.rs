//! What a shell is told while somebody types the name of an exam or a subject.
//!
//! The names come from where the command would work: the server or the data folder that the line names so far.
//! Nothing is told where neither answers; a shell shows no errors.

use std::{collections::BTreeSet, ffi::OsStr, time::Duration};

use clap::{ArgMatches, FromArgMatches as _};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use sabi_api::{Server, client::Client};
use sabi_core::{
    App, Settings,
    catalogue::{Exam, Subject},
    records::ListQuery,
};

use crate::{LINGER, STACK, place::Place};

/// How long somebody waits for names at most.
const PATIENCE: Duration = Duration::from_secs(3);

/// Completes the slug of an exam.
pub fn exam() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| told(typed, async |client, _| exams(client).await))
}

/// Completes the title of a subject, of the exam that the line names.
pub fn subject() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| told(typed, async |client, exam| subjects(client, exam.as_deref()).await))
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

/// The names that begin as what is typed does, in any case.
fn told(typed: &OsStr, names: impl AsyncFn(&Client, Option<String>) -> Vec<String> + Send) -> Vec<CompletionCandidate> {
    // Bash, which alone says so, puts a name into the line as it is told.
    let is_bash = std::env::var_os("_CLAP_COMPLETE_COMP_TYPE").is_some();
    let typed = typed.to_string_lossy().to_lowercase().replace('\\', "");
    let begins = |name: &String| name.to_lowercase().starts_with(&typed);
    let names: BTreeSet<String> = asked(names).into_iter().filter(begins).collect();
    let word = |name: String| if is_bash { escaped(&name) } else { name };
    names.into_iter().map(word).map(CompletionCandidate::new).collect()
}

/// Whether there is a store, as this version has it.
async fn is_current(settings: &Settings) -> bool {
    let is_there = !settings.has_own_store() || settings.data.join("store").exists();
    is_there && App::look_at_store(settings).await.is_ok_and(|state| state.pending.is_empty())
}

/// The name as one word of bash, which does nothing but stand there.
fn escaped(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_.,:/@%+-".contains(letter);
    let escape = |letter: char| (!is_plain(letter)).then_some('\\').into_iter().chain([letter]);
    name.chars().flat_map(escape).collect()
}

/// Asks for names where the line so far says.
fn asked(names: impl AsyncFn(&Client, Option<String>) -> Vec<String> + Send) -> Vec<String> {
    let Some((place, exam)) = line() else { return Vec::new() };
    let ask = move || {
        let Ok(runtime) = crate::runtime() else { return Vec::new() };
        let found = runtime.block_on(async {
            let all = async {
                // A key that is pressed changes no store: one that would be upgraded is left alone.
                let is_served = place.server.is_some() || Server::of(&place.settings.data).is_some();
                if !is_served && !is_current(&place.settings).await {
                    return Vec::new();
                }
                let Ok(connected) = place.connect().await else { return Vec::new() };
                names(&connected.client, exam).await
            };
            tokio::time::timeout(PATIENCE, all).await.unwrap_or_default()
        });
        runtime.shutdown_timeout(LINGER);
        found
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, ask);
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

/// Where the line that is being typed works, and the exam that it names: what stands behind the `--` with which
/// a shell hands it over.
fn line() -> Option<(Place, Option<String>)> {
    let words = std::env::args_os().skip_while(|word| word != "--").skip(1);
    let matches = crate::cli().ignore_errors(true).try_get_matches_from(words).ok()?;
    let mut inner: &ArgMatches = &matches;
    let mut exam = None;
    while let Some((_, next)) = inner.subcommand() {
        inner = next;
        exam = inner.try_get_one::<String>("exam").ok().flatten().cloned().or(exam);
    }
    Some((Place::from_arg_matches(&matches).ok()?, exam))
}
