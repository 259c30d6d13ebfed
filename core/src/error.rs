//! The error type of core. Only `sabi-api` turns it into an HTTP response.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::messages;

/// The result of core's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Every way in which a call can fail.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such record, or the caller may not see it.
    #[error("{0} not found.")]
    NotFound(&'static str),
    /// The input is wrong; each failing field has its message.
    #[error("{0}")]
    Invalid(FieldErrors),
    /// The record's state does not allow it.
    #[error("{0}")]
    Conflict(Refusal),
    /// Not logged in, or wrong credentials.
    #[error("{0}")]
    Unauthenticated(Refusal),
    /// Logged in, but not allowed.
    #[error("{0}")]
    Forbidden(Refusal),
    /// The payment has not been received.
    #[error("{0}")]
    PaymentRequired(Refusal),
    /// The upload is larger than its limit.
    #[error("{0}")]
    TooLarge(Refusal),
    /// The upload has a type that is not accepted.
    #[error("{0}")]
    Unsupported(Refusal),
    /// Too many attempts.
    #[error("{refusal}")]
    TooMany {
        /// The reason and the message.
        refusal: Refusal,
        /// Seconds until the next attempt is accepted.
        retry_after: u64,
    },
    /// An invalid setting. Nothing is opened.
    #[error("--{name}: {problem}")]
    Setting {
        /// The option's name.
        name: &'static str,
        /// The problem, without any secret of the setting.
        problem: String,
    },
    /// Another process owns the store at this place.
    #[error("the store at {0} is in use by another process")]
    Owned(String),
    /// The store cannot be reached, or stayed contended through every retry.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// Two transactions conflicted. The change can be retried (see [`crate::store::retry_tx`]).
    #[error("the transaction conflicted with another one")]
    Contended,
    /// A bug, or a fault of the machine. The cause is logged and never shown.
    #[error("internal: {0}")]
    Internal(String),
}

/// A refusal: a stable `reason` for programs, a message for people, and facts that the client needs to continue (such
/// as the current revision).
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A slug that clients branch on.
    pub reason: &'static str,
    /// A message of one or two sentences.
    pub message: String,
    /// Top-level keys added to the response.
    pub facts: Map<String, Value>,
}

impl Refusal {
    /// A refusal without facts. The message gets a full stop if it needs one (see [`messages::sentence`]).
    pub fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: messages::sentence(message), facts: Map::new() }
    }

    /// Adds a fact.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.facts.insert(key.into(), value.into());
        self
    }
}

impl Error {
    /// An error of one field.
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

    /// Whether a unique value is already taken.
    pub fn is_taken(&self) -> bool {
        matches!(self, Self::Conflict(refusal) if refusal.reason == "taken")
    }

    /// Turns a uniqueness error into a conflict, for concurrent first writes under one key: the retry reads what the
    /// other wrote.
    pub(crate) fn raced(self) -> Self {
        if self.is_taken() { Self::Contended } else { self }
    }

    /// A setting that cannot be used.
    pub fn setting(name: &'static str, problem: impl std::fmt::Display) -> Self {
        Self::Setting { name, problem: problem.to_string() }
    }

    /// An internal error whose cause is only logged.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }
}

/// The invalid fields of an input, in the order in which they were found: one message per field, at most
/// [`FieldErrors::MAX_FIELDS`] (ruling 31).
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct FieldErrors(Vec<(String, String)>);

impl FieldErrors {
    /// The maximum number of fields.
    pub const MAX_FIELDS: usize = 100;

    /// Adds a field's message, unless the field already has one or the list is full. The message gets a full stop if it
    /// needs one (see [`messages::sentence`]).
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        // Checked first, so that the search below stays short however often this is called.
        if self.is_full() {
            return;
        }
        let field = field.into();
        if !self.0.iter().any(|(name, _)| *name == field) {
            self.0.push((field, messages::sentence(message)));
        }
    }

    /// Whether the list is full, so that a caller can stop checking a long input.
    pub fn is_full(&self) -> bool {
        self.0.len() >= Self::MAX_FIELDS
    }

    /// Adds the message unless `ok`.
    pub fn check(&mut self, ok: bool, field: &str, message: impl Into<String>) {
        if !ok {
            self.add(field, message);
        }
    }

    /// Requires a text that is not blank, has at most `max` characters, and no control characters except line breaks
    /// and tabs.
    pub fn text(&mut self, field: &str, label: &str, value: &str, max: usize) {
        self.check(!is_invisible(value), field, format!("{label} is required"));
        self.check(value.chars().count() <= max, field, format!("{label} cannot exceed {max} characters"));
        let steers = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\r' | '\t');
        self.check(!value.contains(steers), field, format!("{label} contains a character that is not allowed"));
    }

    /// Like [`Self::text`], for a name or title, which appears inside other texts: characters that change the text
    /// direction are refused. The marks U+200E, U+200F and U+061C are allowed, because Arabic titles need them.
    pub fn title(&mut self, field: &str, label: &str, value: &str, max: usize) {
        self.text(field, label, value, max);
        self.direction(field, label, value);
    }

    /// Like [`Self::title`], and removes white space around it.
    pub fn trimmed_title(&mut self, field: &str, label: &str, value: &mut String, max: usize) {
        self.title(field, label, value, max);
        *value = value.trim().into();
    }

    /// Refuses the characters of [`Self::title`] in a text whose other rules are checked elsewhere.
    pub fn direction(&mut self, field: &str, label: &str, value: &str) {
        let turns = |sign: char| matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        self.check(!value.contains(turns), field, format!("{label} contains a character that is not allowed"));
    }

    /// Removes the messages of these fields.
    pub(crate) fn forget(&mut self, fields: &[&str]) {
        self.0.retain(|(name, _)| !fields.contains(&name.as_str()));
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields and their messages.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(field, message)| (field.as_str(), message.as_str()))
    }

    /// `Ok` if there are no errors.
    pub fn done(self) -> Result<()> {
        if self.is_empty() { Ok(()) } else { Err(Error::Invalid(self)) }
    }
}

/// Whether a text shows nothing: it has only white space, control characters, and characters that join, separate or
/// reorder others.
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
        // A quoted message without a full stop gets one if others follow.
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
    fn at_most_a_hundred_fields_are_reported_each_once() {
        let mut errors = FieldErrors::default();
        for n in 0..40_000 {
            errors.add(format!("answers[{}]", n / 2), format!("wrong {}", n / 2));
        }
        let told: Vec<_> = errors.iter().map(|(field, _)| field.to_owned()).collect();
        assert_eq!(told.len(), FieldErrors::MAX_FIELDS);
        assert_eq!((told[0].as_str(), told[99].as_str()), ("answers[0]", "answers[99]"));
        assert_eq!(errors.to_string().matches("wrong").count(), FieldErrors::MAX_FIELDS);
    }
}
