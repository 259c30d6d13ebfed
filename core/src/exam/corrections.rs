//! Which corrections of a result are sent: all of them, or a page of those asked for.

use super::{MarkedItem, QuizResult, result_topics::TopicShares};
use crate::{Error, FieldErrors, Result, catalogue::Subject, records::ListQuery, store::Id, typed::wrong};

/// A request for corrections. The default asks for all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionsRequest {
    /// Only questions of this subject.
    subject: Option<Id<Subject>>,
    /// Only questions with this outcome; then no theory answers.
    outcome: Option<CorrectionOutcome>,
    order: Order,
    /// From 1.
    page: usize,
    /// Questions a page; all of them unless given.
    limit: Option<usize>,
}

/// How a question was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CorrectionOutcome {
    Correct,
    Incorrect,
    Unseen,
    /// Incorrect or unseen.
    Missed,
}

/// The order of corrections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Paper,
    /// The topic with the smallest share of right answers first, within a topic as in the paper.
    WeakestTopic,
}

/// The questions of a page, as places in [`QuizResult::marked`].
pub(super) struct Chosen {
    pub places: Vec<usize>,
    /// The number of questions on all pages.
    pub total: usize,
    /// Whether the theory answers follow on this page.
    pub has_theories: bool,
}

impl Default for CorrectionsRequest {
    fn default() -> Self {
        Self { subject: None, outcome: None, order: Order::Paper, page: 1, limit: None }
    }
}

impl CorrectionsRequest {
    /// The most questions of a page.
    const MAX_LIMIT: u64 = 100;

    /// Reads the query parameters.
    ///
    /// # Errors
    /// [`Error::Invalid`] with every parameter that is unknown or out of range.
    pub fn read(query: ListQuery) -> Result<Self> {
        let ListQuery { page, limit, sort, q, mut filters } = query;
        let mut errors = FieldErrors::default();
        let page = page.unwrap_or(1);
        errors.check((1..=ListQuery::MAX_PAGE).contains(&page), "page", "Page must be from 1 to 1000000.");
        let is_limit = limit.is_none_or(|limit| (1..=Self::MAX_LIMIT).contains(&limit));
        errors.check(is_limit, "limit", "Limit must be from 1 to 100.");
        errors.check(q.is_none(), "q", wrong("q", "is not known here"));
        let order = match sort.as_deref() {
            None | Some("paper") => Order::Paper,
            Some("weakest") => Order::WeakestTopic,
            Some(_) => {
                errors.add("sort", "Sort must be paper or weakest.");
                Order::Paper
            }
        };
        let outcome = filters.remove("outcome").and_then(|word| {
            let outcome = CorrectionOutcome::read(&word);
            errors.check(outcome.is_some(), "outcome", "Outcome must be correct, incorrect, unseen or missed.");
            outcome
        });
        let subject = filters.remove("subject").map(Id::new);
        for name in filters.keys() {
            errors.add(name, wrong(name, "is not known here"));
        }
        errors.done()?;
        let number = |value: u64| usize::try_from(value).map_err(|_| Error::field("page", "Page is too large."));
        Ok(Self { subject, outcome, order, page: number(page)?, limit: limit.map(number).transpose()? })
    }

    /// Chooses the questions of the page.
    pub(super) fn choose(&self, quiz: &QuizResult) -> Chosen {
        let is_asked = |item: &MarkedItem| {
            self.subject.as_ref().is_none_or(|subject| *subject == item.subject)
                && self.outcome.is_none_or(|outcome| outcome.fits(item))
        };
        let mut places: Vec<usize> =
            quiz.marked.iter().enumerate().filter(|(_, item)| is_asked(item)).map(|(place, _)| place).collect();
        if self.order == Order::WeakestTopic {
            let shares = TopicShares::of(&quiz.marked);
            places.sort_by_cached_key(|place| shares.rank(quiz.marked[*place].topic.as_ref()));
        }
        let total = places.len();
        let limit = self.limit.unwrap_or(usize::MAX);
        let before = (self.page - 1).saturating_mul(limit);
        let places: Vec<usize> = places.into_iter().skip(before).take(limit).collect();
        let is_last = before.saturating_add(places.len()) >= total;
        Chosen { places, total, has_theories: self.outcome.is_none() && is_last }
    }
}

impl CorrectionOutcome {
    fn read(word: &str) -> Option<Self> {
        Some(match word {
            "correct" => Self::Correct,
            "incorrect" => Self::Incorrect,
            "unseen" => Self::Unseen,
            "missed" => Self::Missed,
            _ => return None,
        })
    }

    /// A withdrawn question has no outcome.
    fn fits(self, item: &MarkedItem) -> bool {
        let is_asked = match self {
            Self::Correct => item.is_right(),
            Self::Incorrect => item.chosen.is_some() && !item.is_right(),
            Self::Unseen => item.chosen.is_none(),
            Self::Missed => !item.is_right(),
        };
        is_asked && !item.withdrawn
    }
}
