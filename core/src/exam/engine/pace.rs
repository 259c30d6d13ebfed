//! How long a student took for each answer.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::{AnswerSheet, ItemId};

/// The minimum number of answers for a median.
const MIN_ANSWERS: usize = 5;

impl AnswerSheet {
    /// The items whose answer took more than twice the median time of the test: the time since the answer before it, or
    /// since the start. None in a test with fewer than five answers.
    pub fn slow(&self, started_at: DateTime<Utc>) -> BTreeSet<ItemId> {
        let mut answered: Vec<_> = self
            .answers
            .iter()
            .filter(|(_, given)| given.response.is_some())
            .map(|(item, given)| (given.at, item))
            .collect();
        answered.sort();
        let mut before = started_at;
        let times: Vec<_> = answered
            .into_iter()
            .map(|(at, item)| {
                let time = at - before;
                before = at;
                (time, item)
            })
            .collect();
        let mut sorted: Vec<_> = times.iter().map(|(time, _)| *time).collect();
        sorted.sort();
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
        // Answers that were all sent at once have no usable times.
        if sorted.len() < MIN_ANSWERS || median.is_zero() {
            return BTreeSet::new();
        }
        times.into_iter().filter(|(time, _)| *time > median * 2).map(|(_, item)| item.clone()).collect()
    }
}
