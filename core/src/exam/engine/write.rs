//! Writes answers: checks that they belong to the paper, and decides between two devices that write the same item.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{AnswerSheet, ItemId, StoredAnswer, Terms};
use crate::bank::Choice;
use crate::store::Id;

/// The longest theory answer, in characters.
pub const MAX_TEXT: usize = 20_000;

/// An answer to one item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Response {
    /// An option of an objective question.
    Choice(Id<Choice>),
    /// The text written for a theory question.
    Text(String),
}

/// An answer given, or cleared, on a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The item.
    pub item: ItemId,
    /// The answer; `None` or a blank text clears it.
    pub response: Option<Response>,
    /// When it was given, by the device's clock; the time of arrival if missing.
    pub at: Option<DateTime<Utc>>,
}

/// A field of an event that does not belong to the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field with its index, as the caller wrote it: `answers[2].answer`.
    pub field: String,
    /// The message for the caller.
    pub message: &'static str,
}

/// The problems of these writes. `list` is the caller's name for the list.
pub(super) fn problems(terms: &Terms, list: &str, writes: &[Write]) -> Vec<Problem> {
    let of = |(index, write)| problem(terms, write, || format!("{list}[{index}]"));
    writes.iter().enumerate().filter_map(of).collect()
}

/// Whether a write belongs to the paper.
pub(super) fn is_valid(terms: &Terms, write: &Write) -> bool {
    problem(terms, write, String::new).is_none()
}

/// The problem of one write, if it has one. `name` is the caller's name for it.
fn problem(terms: &Terms, write: &Write, name: impl Fn() -> String) -> Option<Problem> {
    let Some(choices) = terms.items.get(&write.item) else {
        return unknown(terms, &write.item, || format!("{}.{}", name(), write.item.kind()));
    };
    let message = match (&write.item, &write.response) {
        (_, None) => None,
        (ItemId::Question(_), Some(Response::Choice(id))) => {
            (!choices.contains(id)).then_some("Answer is not an option of this question")
        }
        (ItemId::Question(_), Some(Response::Text(_))) => Some("Answer must be an option of this question"),
        (ItemId::Theory(_), Some(Response::Choice(_))) => Some("Answer must be text."),
        (ItemId::Theory(_), Some(Response::Text(text))) => text_problem(text),
    };
    message.map(|message| Problem { field: format!("{}.answer", name()), message })
}

fn text_problem(text: &str) -> Option<&'static str> {
    if text.contains('\0') {
        Some("Answer contains a character that is not allowed.")
    } else if text.chars().nth(MAX_TEXT).is_some() {
        Some("Answer cannot exceed 20,000 characters.")
    } else {
        None
    }
}

/// The problems of items that are not in the paper. `list` is the caller's name for the list.
pub(super) fn strangers(terms: &Terms, list: &str, items: &[ItemId]) -> Vec<Problem> {
    let problem = |(index, item)| unknown(terms, item, || format!("{list}[{index}]"));
    items.iter().enumerate().filter_map(problem).collect()
}

/// The problems of questions to mark at once: only an item with a choice can be marked. `list` is the caller's name for
/// the list.
pub(super) fn unmarkable(terms: &Terms, list: &str, items: &[ItemId]) -> Vec<Problem> {
    let problem = |(index, item): (usize, &ItemId)| {
        let field = || format!("{list}[{index}]");
        match item {
            ItemId::Theory(_) => Some(Problem { field: field(), message: "Only a question with options is marked" }),
            ItemId::Question(_) => unknown(terms, item, field),
        }
    };
    items.iter().enumerate().filter_map(problem).collect()
}

/// The problem of one item that is not in the paper.
pub(super) fn unknown(terms: &Terms, item: &ItemId, field: impl FnOnce() -> String) -> Option<Problem> {
    let message = match item {
        _ if terms.items.contains_key(item) => return None,
        ItemId::Question(_) => "Question is not in this paper",
        ItemId::Theory(_) => "Theory is not in this paper",
    };
    Some(Problem { field: field(), message })
}

/// Writes answers that belong to the paper, and returns the items whose write was ignored.
///
/// The latest `at` wins. It is clamped between the start and now, so that a device whose clock is ahead cannot lock
/// out the others. An equal `at` is a replay or a tie, and the later arrival wins. In practice an item is final once
/// its answer was shown; otherwise a student could look up every key. In study, looking is part of learning, and later
/// changes count; only a choice that was marked at once is final. The order of arrival decides what is final, because
/// a device's clock can be set back. An ignored write is not an error, because a device must be able to replay
/// everything that it queued offline. If a paper was fetched ahead, its answers may arrive after the deadline; those
/// that were given after the deadline are ignored.
pub(super) fn apply(terms: &Terms, sheet: &mut AnswerSheet, writes: Vec<Write>, now: DateTime<Utc>) -> Vec<ItemId> {
    // If the server's clock was set back, new writes must still count as later than the last save.
    let began = terms.began(sheet);
    let latest = now.max(sheet.saved_at.unwrap_or(now)).max(began);
    let deadline = terms.ahead.and_then(|_| terms.deadline_of(sheet, now));
    let mut ignored = Vec::new();
    for Write { item, response, at } in writes {
        let at = at.unwrap_or(latest).clamp(began, latest);
        let response = response.filter(|response| match response {
            Response::Text(text) => !text.trim().is_empty(),
            Response::Choice(_) => true,
        });
        let stored = sheet.answers.get(&item);
        let is_late = deadline.is_some_and(|deadline| at > deadline);
        if is_late || sheet.is_settled(terms, &item) || stored.is_some_and(|stored| stored.at > at) {
            if stored.and_then(|stored| stored.response.as_ref()) != response.as_ref() {
                ignored.push(item);
            }
        } else {
            let is_same = stored.is_some_and(|stored| stored.response == response);
            if !is_same && sheet.revealed.contains(&item) {
                sheet.opened_first.insert(item.clone());
            }
            sheet.answers.insert(item, StoredAnswer { response, at });
        }
    }
    ignored
}
