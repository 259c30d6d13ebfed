//! The one error of Sabi. `sabi-api` turns it into HTTP in one place; nobody else does.

use std::borrow::Cow;

use serde_json::{Map, Value};
use surrealdb::types::QueryError;

use crate::messages;

/// What core answers with.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Every way in which a call can fail.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing of that kind has that id, or the caller may not know of it.
    #[error("{0} not found.")]
    NotFound(&'static str),
    /// The input is wrong; each failing field has its message.
    #[error("{0}")]
    Invalid(FieldErrors),
    /// The state of the record forbids it.
    #[error("{0}")]
    Conflict(Refusal),
    /// Nobody is signed in, or the credentials are wrong.
    #[error("{0}")]
    Unauthenticated(Refusal),
    /// Signed in, but not allowed.
    #[error("{0}")]
    Forbidden(Refusal),
    /// The money for it has not come.
    #[error("{0}")]
    PaymentRequired(Refusal),
    /// The upload is larger than its limit.
    #[error("{0}")]
    TooLarge(Refusal),
    /// The upload is of a kind that is not taken.
    #[error("{0}")]
    Unsupported(Refusal),
    /// Too many tries; the caller may come back after so many seconds.
    #[error("{refusal}")]
    TooMany {
        /// The reason and the sentence that the caller reads.
        refusal: Refusal,
        /// Seconds until a new try is taken.
        retry_after: u64,
    },
    /// A setting cannot be used, so nothing is opened.
    #[error("--{name}: {problem}")]
    Setting {
        /// The option's name.
        name: &'static str,
        /// What is wrong with it; without any secret that it holds.
        problem: String,
    },
    /// Another process owns the store at this place.
    #[error("the store at {0} is in use by another process")]
    Owned(String),
    /// The store cannot be reached, or stayed contended through every retry.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// Two writers met; the transaction may be tried again (see [`crate::store::retry_tx`]).
    #[error("the transaction conflicted with another one")]
    Contended,
    /// A fault of ours or of the machine. The cause is logged and never shown.
    #[error("internal: {0}")]
    Internal(String),
}

/// A refusal with a stable `reason` for programs, a sentence for people, and the facts that
/// a client needs to go on (such as the current revision).
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A slug that clients branch on.
    pub reason: &'static str,
    /// A sentence for people.
    pub message: String,
    /// Top-level keys added to the answer.
    pub facts: Map<String, Value>,
}

impl Refusal {
    /// A refusal without further facts. Its message gets a full stop if it needs one (see [`messages::sentence`]).
    pub fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: messages::sentence(message), facts: Map::new() }
    }

    /// Adds one fact.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.facts.insert(key.into(), value.into());
        self
    }
}

impl Error {
    /// One failing field.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let mut fields = FieldErrors::default();
        fields.add(field, message);
        Self::Invalid(fields)
    }

    /// A conflict without further facts.
    pub fn conflict(reason: &'static str, message: impl Into<String>) -> Self {
        Self::Conflict(Refusal::new(reason, message))
    }

    /// A forbidden call.
    pub fn forbidden(reason: &'static str, message: impl Into<String>) -> Self {
        Self::Forbidden(Refusal::new(reason, message))
    }

    /// A value that must be unique is taken (ruling 1: `code` 11000).
    pub fn taken(field: &str, message: impl Into<String>) -> Self {
        let refusal = Refusal::new("taken", message).with("code", 11000);
        let message = refusal.message.clone();
        Self::Conflict(if field.is_empty() { refusal } else { refusal.with(field, message) })
    }

    /// Whether it says that a value is taken which must be unique.
    pub fn is_taken(&self) -> bool {
        matches!(self, Self::Conflict(refusal) if refusal.reason == "taken")
    }

    /// What it means to one of two who first write under the same key at once: look, and try again.
    pub(crate) fn raced(self) -> Self {
        if self.is_taken() { Self::Contended } else { self }
    }

    /// A setting that cannot be used.
    pub fn setting(name: &'static str, problem: impl std::fmt::Display) -> Self {
        Self::Setting { name, problem: problem.to_string() }
    }

    /// A fault whose cause is only logged.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }
}

/// What stands before what a key-value store elsewhere says.
const AROUND: &str = "There was a problem with the key-value store: ";

impl From<surrealdb::Error> for Error {
    fn from(error: surrealdb::Error) -> Self {
        // A query says so by its kind, a commit only in words.
        let conflict = matches!(error.query_details(), Some(QueryError::TransactionConflict));
        let said = error.message();
        if conflict || said.strip_prefix(AROUND).unwrap_or(said).starts_with("Transaction conflict") {
            return Self::Contended;
        }
        // Of a transaction whose connection was lost nothing is kept.
        if error.message() == "Transaction not found" {
            return Self::Contended;
        }
        if error.is_already_exists() {
            return Self::taken("", "This record already exists.");
        }
        let message = error.message();
        // A violated unique index and a refused delete arrive as internal errors with only words.
        if message.contains("already contains") {
            return Self::taken("", "A record with these values already exists.");
        }
        // While it closes, the engine refuses commits; of one that it had taken the outcome is not known.
        if error.is_connection() || message.ends_with("The datastore is shutting down") {
            return Self::Unavailable(message.into());
        }
        Self::Internal(format!("store: {message}"))
    }
}

/// The failing fields of an input, in the order in which they were found; one message a field, and
/// the first [`FieldErrors::MOST`] of them (ruling 31).
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct FieldErrors(Vec<(String, String)>);

impl FieldErrors {
    /// The most fields that are told.
    pub const MOST: usize = 100;

    /// Adds a field's message unless the field has one already, or the list is full. The message gets a full stop if it
    /// needs one (see [`messages::sentence`]).
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        // What is looked through is as short as what is told, however often this is called.
        if self.is_full() {
            return;
        }
        let field = field.into();
        if !self.0.iter().any(|(name, _)| *name == field) {
            self.0.push((field, messages::sentence(message)));
        }
    }

    /// Whether no more fields are told, so that a long list need not be looked through to its end.
    pub fn is_full(&self) -> bool {
        self.0.len() >= Self::MOST
    }

    /// Adds the message unless `ok`.
    pub fn check(&mut self, ok: bool, field: &str, message: impl Into<String>) {
        if !ok {
            self.add(field, message);
        }
    }

    /// Asks for a text that is not blank, not longer than `max` characters, and without control characters
    /// other than line ends and tabs.
    pub fn text(&mut self, field: &str, label: &str, value: &str, max: usize) {
        self.check(!is_invisible(value), field, format!("{label} is required"));
        self.check(value.chars().count() <= max, field, format!("{label} cannot exceed {max} characters"));
        let steers = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\r' | '\t');
        self.check(!value.contains(steers), field, format!("{label} contains a character that is not allowed"));
    }

    /// As [`Self::text`] for a name or a title, which stands within lines of other texts: nothing in it may change the
    /// direction of what follows. The marks U+200E, U+200F and U+061C change none, and Arabic titles need them.
    pub fn title(&mut self, field: &str, label: &str, value: &str, max: usize) {
        self.text(field, label, value, max);
        let turns = |sign: char| matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        self.check(!value.contains(turns), field, format!("{label} contains a character that is not allowed"));
    }

    /// Takes the messages of these fields away.
    pub(crate) fn forget(&mut self, fields: &[&str]) {
        self.0.retain(|(name, _)| !fields.contains(&name.as_str()));
    }

    /// Whether nothing failed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields and their messages.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(field, message)| (field.as_str(), message.as_str()))
    }

    /// `Ok` when nothing failed.
    pub fn done(self) -> Result<()> {
        if self.is_empty() { Ok(()) } else { Err(Error::Invalid(self)) }
    }
}

/// Whether there is nothing to see in a text: white space, and signs that only join, separate or steer others.
pub(crate) fn is_invisible(text: &str) -> bool {
    text.chars().all(|sign| {
        let is_mark = matches!(sign,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
        sign.is_whitespace() || sign.is_control() || is_mark
    })
}

impl std::fmt::Display for FieldErrors {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut words: Vec<Cow<'_, str>> = Vec::new();
        for (_, message) in &self.0 {
            if !words.iter().any(|other| other == message) {
                words.push(message.as_str().into());
            }
        }
        // A quoted message without a full stop gets one where others stand beside it.
        if words.len() > 1 {
            words.iter_mut().filter(|one| !messages::is_closed(one)).for_each(|one| one.to_mut().push('.'));
        }
        out.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::FieldErrors;

    #[test]
    fn a_text_in_which_nothing_is_seen_is_missing() {
        for (text, is_missing) in [
            ("", true),
            (" \t", true),
            ("\u{200b}\u{feff}", true),
            ("\u{2800} \u{3164}", true),
            ("\u{ad}\u{202e}\u{2066}", true),
            ("a\u{200b}", false),
            ("می\u{200c}خواهم", false),
            ("👨\u{200d}👩", false),
            ("−", false),
        ] {
            let mut errors = FieldErrors::default();
            errors.text("title", "Title", text, 20);
            let told = errors.iter().any(|(_, words)| words == "Title is required.");
            assert_eq!(told, is_missing, "{text:?}");
        }
    }

    #[test]
    fn a_title_keeps_its_marks_and_turns_nothing_around() {
        let check = |title: &str| {
            let mut errors = FieldErrors::default();
            errors.title("title", "Title", title, 20);
            errors.to_string()
        };
        for title in ["Physics", "\u{200f}فيزياء\u{61c} 1\u{200e}"] {
            assert_eq!(check(title), "", "{title:?}");
        }
        for sign in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            assert_eq!(check(&format!("Phy{sign}sics")), "Title contains a character that is not allowed.");
        }
        assert_eq!(check(" "), "Title is required.");
    }

    #[test]
    fn each_message_is_given_once_and_closed_where_others_follow() {
        let said = |messages: &[&str]| {
            let mut errors = FieldErrors::default();
            for (n, message) in messages.iter().enumerate() {
                errors.add(format!("field{n}"), *message);
            }
            errors.to_string()
        };
        for (messages, whole) in [
            (&["Email is required"][..], "Email is required"),
            (&["Email is required", "Password is required"], "Email is required. Password is required."),
            (&["Title is required"], "Title is required."),
            (&["Title is required", "Title is required."], "Title is required."),
            (&["Please select valid image.", "Choose a file."], "Please select valid image. Choose a file."),
        ] {
            assert_eq!(said(messages), whole);
        }
    }

    #[test]
    fn a_hundred_fields_are_told_and_each_once() {
        let mut errors = FieldErrors::default();
        for n in 0..40_000 {
            errors.add(format!("answers[{}]", n / 2), format!("wrong {}", n / 2));
        }
        let told: Vec<_> = errors.iter().map(|(field, _)| field.to_owned()).collect();
        assert_eq!(told.len(), FieldErrors::MOST);
        assert_eq!((told[0].as_str(), told[99].as_str()), ("answers[0]", "answers[99]"));
        assert_eq!(errors.to_string().matches("wrong").count(), FieldErrors::MOST);
    }
}
