//! The test engine: what a save, a reveal, a cancel, a submit or the clock does to an attempt.
//!
//! Pure: `(terms, sheet, event, now)` gives the next state of the sheet and what to do with it, or a refusal. The
//! caller reads the sheet, applies one event and writes the sheet back in one transaction. The clock is a parameter.
//! Sources: rulings 13 to 15, spec 2 §4.6 and §4.7.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveTime, TimeDelta, Utc, serde::ts_milliseconds};
use serde::{Deserialize, Serialize};

mod ahead;
mod item;
mod pace;
mod pause;
mod write;

pub use ahead::Ahead;
pub use item::ItemId;
pub use pause::{MAX_PAUSE, SILENCE};
pub use write::{MAX_TEXT, Problem, Response, Write};

use crate::bank::{Choice, Question};
pub use crate::catalogue::Mode;
use crate::store::Id;

/// How long after the deadline the server waits for the student's own submit before it ends the attempt (ruling 15). No
/// answer is accepted in this time; photographs of the working are.
pub const SUBMIT_GRACE: TimeDelta = TimeDelta::seconds(30);

/// A study attempt ends after this time without use (ruling 30).
pub const IDLE: TimeDelta = TimeDelta::days(30);

/// The terms of an attempt, fixed at its start.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The mode of assessment.
    pub mode: Mode,
    /// When the attempt began, by the server's clock.
    pub started_at: DateTime<Utc>,
    /// The last moment at which an answer counts, if the clock never stops; none in study.
    pub deadline: Option<DateTime<Utc>>,
    /// Whether the clock stops while the server hears nothing from the student's device; in practice only.
    pub power_safe: bool,
    /// Set if the paper was fetched ahead; `started_at` is then when it was fetched, and `deadline` is missing.
    pub ahead: Option<Ahead>,
    /// The items of the paper, each with the ids of its options (none for a theory item).
    pub items: BTreeMap<ItemId, Vec<Id<Choice>>>,
}

/// The state of an attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It accepts answers.
    #[default]
    Running,
    /// It ended with at least one answer, and has a result.
    Submitted,
    /// It ended without a result.
    Cancelled,
}

/// The answer to one item: a response, or a tombstone if the student cleared it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAnswer {
    /// The answer. `None` records that it was cleared, so that an older replay cannot restore it.
    pub response: Option<Response>,
    /// When it was given, between the start and the moment it arrived. Kept to the millisecond.
    #[serde(with = "ts_milliseconds")]
    pub at: DateTime<Utc>,
}

/// Everything that a student has done in an attempt so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerSheet {
    /// Whether the attempt is running, submitted or cancelled.
    pub state: State,
    /// The number of accepted saves. A save must name it.
    pub revision: u64,
    /// The last write of each item that has one.
    pub answers: BTreeMap<ItemId, StoredAnswer>,
    /// The items marked for review.
    pub review: BTreeSet<ItemId>,
    /// The items that were looked at.
    pub seen: BTreeSet<ItemId>,
    /// The items whose right answer was shown: on request, in study and practice, or because the choice was marked at
    /// once. In practice, the answer is final from then on.
    pub revealed: BTreeSet<ItemId>,
    /// The questions whose choice was marked when it was made; the choice is final. A subset of `revealed`. In study
    /// only (ruling 47).
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub marked: BTreeSet<ItemId>,
    /// When the last accepted save arrived.
    pub saved_at: Option<DateTime<Utc>>,
    /// The items whose present answer was given after the model answer was shown; in study only.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub opened_first: BTreeSet<ItemId>,
    /// When an answer was last shown.
    pub revealed_at: Option<DateTime<Utc>>,
    /// When the server last heard from the student's device. Set only for a power-safe clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard_at: Option<DateTime<Utc>>,
    /// The total pause of the clock up to `heard_at`, in milliseconds.
    #[serde(skip_serializing_if = "is_zero")]
    pub paused_ms: i64,
    /// When a paper that was fetched ahead was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<DateTime<Utc>>,
    /// When the test ended for the student; never after the deadline.
    pub closed_at: Option<DateTime<Utc>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(milliseconds: &i64) -> bool {
    *milliseconds == 0
}

impl AnswerSheet {
    /// The present answers, without tombstones.
    pub fn answered(&self) -> impl Iterator<Item = (&ItemId, &Response)> {
        self.answers.iter().filter_map(|(item, given)| Some((item, given.response.as_ref()?)))
    }

    /// The option chosen for a question.
    pub fn choice(&self, question: &Id<Question>) -> Option<&Id<Choice>> {
        match &self.answers.get(&question.clone().into())?.response {
            Some(Response::Choice(choice)) => Some(choice),
            _ => None,
        }
    }

    /// The seconds for which the test's clock ran; `None` while the test runs.
    pub fn used_seconds(&self, terms: &Terms) -> Option<i64> {
        Some((self.closed_at? - terms.began(self) - self.paused()).num_seconds().max(0))
    }
}

/// An event in the life of an attempt.
#[derive(Clone, Debug)]
pub enum Event {
    /// The student's device sends the changes that the server has not acknowledged yet.
    Save {
        /// The revision the device last saw.
        revision: u64,
        /// The answers given or cleared since the last acknowledged save.
        answers: Vec<Write>,
        /// The complete list of items marked for review, if it changed.
        review: Option<Vec<ItemId>>,
        /// Items looked at, added to the known ones.
        seen: Vec<ItemId>,
        /// Questions to mark at once, in study: the choice that is stored after this save becomes final and its key is
        /// shown. A question without a choice is left as it is.
        mark: Vec<ItemId>,
    },
    /// The student asks for the answer of an item.
    Reveal {
        /// The item to show.
        item: ItemId,
    },
    /// The student has opened a paper that was fetched ahead.
    Open {
        /// The time of opening by the device's clock; now if missing.
        at: Option<DateTime<Utc>>,
    },
    /// The student cancels the test.
    Cancel,
    /// The student submits.
    Submit {
        /// The last answers, accepted by the rules of a save, whatever the revision.
        answers: Vec<Write>,
        /// Whether the time is up. Invalid answers are then left out instead of refusing the event.
        forced: bool,
        /// When the student ended the test, by the device's clock; now if missing. Only for a paper that was fetched
        /// ahead.
        ended_at: Option<DateTime<Utc>>,
    },
    /// The server checks the clock.
    Expire,
}

/// The caller's next step after an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Write the sheet back.
    Stored {
        /// Items whose write was ignored: a later one exists, practice had already shown the answer, or the choice
        /// was final.
        ignored: Vec<ItemId>,
    },
    /// Write the sheet back, mark it and store the result.
    Submitted,
    /// Write the sheet back; there is no result.
    Cancelled,
    /// Write nothing. The sheet's state says why. For example, a second submit returns the same result.
    Unchanged,
}

/// Why an event is refused. The sheet is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventRefused {
    /// The save names another revision than the sheet's. The device must read again and replay.
    #[error("This test has changed. Its revision is now {current}.")]
    StaleRevision {
        /// The sheet's revision.
        current: u64,
    },
    /// The deadline has passed.
    #[error("Time is up.")]
    TimeUp,
    /// The attempt has ended.
    #[error("This test has ended.")]
    Closed {
        /// How it ended.
        state: State,
    },
    /// A mock shows no answers before its end (ruling 13).
    #[error("Answers are not shown in a mock.")]
    NotInMock,
    /// The paper was fetched ahead and has not been opened.
    #[error("Open this mock first.")]
    NotOpened,
    /// Only a paper that was fetched ahead is opened.
    #[error("This test was not fetched ahead.")]
    NotAhead,
    /// Only study marks at once (ruling 47).
    #[error("Only a study test marks a choice at once.")]
    OnlyInStudy,
    /// Parts of the event do not belong to the paper; every failing field is named.
    #[error("{} invalid field(s)", .0.len())]
    Invalid(Vec<Problem>),
}

/// The phase of an attempt at a moment.
enum Phase {
    /// Before the deadline, or without a deadline before [`IDLE`] has passed.
    Open,
    /// At most [`SUBMIT_GRACE`] past the deadline. Saves and reveals are refused. The server does not end the attempt yet,
    /// so that the student's own submit or cancellation usually does.
    Grace,
    /// More than [`SUBMIT_GRACE`] past the deadline or, without a deadline, unused for [`IDLE`]: the server ends the
    /// attempt.
    Over,
}

impl Terms {
    /// Whether the deadline and its [`SUBMIT_GRACE`] have passed, even if the clock paused as long as it may. Such an
    /// attempt has ended, although the sweeper may not have closed it yet.
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        let most = if self.power_safe { MAX_PAUSE } else { TimeDelta::zero() };
        // The latest possible end. If the sheet records an earlier opening, the sweeper ends the attempt earlier.
        let end = self.ahead.map(|ahead| ahead.open_until + ahead.time + ahead.late);
        end.or_else(|| Some(self.deadline? + most)).is_some_and(|end| now > end + SUBMIT_GRACE)
    }

    /// The items of these writes that do not belong to the paper or have an invalid answer.
    pub fn refused(&self, writes: &[Write]) -> Vec<ItemId> {
        let is_refused = |write: &&Write| !write::is_valid(self, write);
        writes.iter().filter(is_refused).map(|write| write.item.clone()).collect()
    }

    fn phase(&self, sheet: &AnswerSheet, now: DateTime<Utc>) -> Phase {
        let end = match &self.ahead {
            Some(ahead) => Some(ahead.taken_until(sheet)),
            None => self.deadline_of(sheet, now),
        };
        match end {
            Some(end) if now > end + SUBMIT_GRACE => Phase::Over,
            Some(end) if now > end => Phase::Grace,
            None if now > self.last_used(sheet) + IDLE => Phase::Over,
            _ => Phase::Open,
        }
    }

    /// The last activity in the attempt.
    fn last_used(&self, sheet: &AnswerSheet) -> DateTime<Utc> {
        let used = sheet.saved_at.max(sheet.revealed_at);
        used.map_or(self.started_at, |used| used.max(self.started_at))
    }

    /// When the sweeper must check a running attempt: at the latest possible deadline; for a paper that was fetched
    /// ahead, when answers may no longer arrive; in study, at the first midnight (UTC) after [`IDLE`] without use, so
    /// that most saves leave it unchanged.
    pub fn due(&self, sheet: &AnswerSheet) -> Option<DateTime<Utc>> {
        let idle = || (self.last_used(sheet) + IDLE).date_naive().succ_opt().map(|day| day.and_time(NaiveTime::MIN));
        let taken_until = self.ahead.map(|ahead| ahead.taken_until(sheet));
        taken_until.or_else(|| self.latest_deadline(sheet)).or_else(|| idle().map(|midnight| midnight.and_utc()))
    }
}

/// Applies an event to a sheet at the server's time `now`.
///
/// # Errors
/// A [`EventRefused`]. The sheet is unchanged, because everything is checked before anything is written.
pub fn apply(
    terms: &Terms,
    sheet: &mut AnswerSheet,
    event: Event,
    now: DateTime<Utc>,
) -> Result<Outcome, EventRefused> {
    Ok(match event {
        Event::Save { revision, answers, review, seen, mark } => {
            sheet.require_open(terms, now)?;
            if !mark.is_empty() && terms.mode != Mode::Study {
                return Err(EventRefused::OnlyInStudy);
            }
            if revision != sheet.revision {
                let current = sheet.revision;
                return Err(EventRefused::StaleRevision { current });
            }
            let mut problems = write::problems(terms, "answers", &answers);
            problems.extend(write::strangers(terms, "review", review.as_deref().unwrap_or_default()));
            problems.extend(write::strangers(terms, "seen", &seen));
            problems.extend(write::unmarkable(terms, "mark", &mark));
            reject(problems)?;

            let ignored = write::apply(terms, sheet, answers, now);
            if let Some(review) = review {
                sheet.review = review.into_iter().collect();
            }
            sheet.seen.extend(seen);
            sheet.mark(mark, now);
            sheet.revision += 1;
            sheet.saved_at = Some(now);
            sheet.hear(terms, now);
            Outcome::Stored { ignored }
        }
        Event::Reveal { item } => {
            sheet.require_open(terms, now)?;
            if terms.mode == Mode::Mock {
                return Err(EventRefused::NotInMock);
            }
            reject(write::unknown(terms, &item, || item.kind().to_owned()).into_iter().collect())?;
            if sheet.revealed.insert(item) {
                sheet.revealed_at = Some(now);
                sheet.hear(terms, now);
                // Not a save: the revision stays, so a save in progress does not become stale.
                Outcome::Stored { ignored: vec![] }
            } else {
                Outcome::Unchanged
            }
        }
        Event::Open { at } => sheet.open(terms, at, now)?,
        Event::Cancel => match (sheet.state, terms.phase(sheet, now)) {
            (State::Cancelled, _) => Outcome::Unchanged,
            (state @ State::Submitted, _) => return Err(EventRefused::Closed { state }),
            // Past the grace, the attempt has ended, although the sweeper may not have closed it yet.
            (State::Running, Phase::Over) => return Err(EventRefused::TimeUp),
            (State::Running, _) => sheet.close(terms, State::Cancelled, now, now),
        },
        Event::Submit { .. } | Event::Expire if sheet.state != State::Running => Outcome::Unchanged,
        Event::Submit { answers, forced, ended_at } => {
            let phase = terms.phase(sheet, now);
            // Submitting an unopened paper without answers is allowed: it cancels the mock.
            if terms.is_sealed(sheet) && !answers.is_empty() && !matches!(phase, Phase::Over) {
                return Err(EventRefused::NotOpened);
            }
            let mut answers = answers;
            if forced {
                answers.retain(|answer| write::is_valid(terms, answer));
            }
            reject(write::problems(terms, "answered", &answers))?;
            // After the deadline, only answers that were saved in time count. After the grace, a submit ends the
            // attempt exactly as the sweeper would.
            if let Phase::Open = phase {
                write::apply(terms, sheet, answers, now);
            }
            let ended =
                ended_at.filter(|_| terms.ahead.is_some()).map_or(now, |end| sheet.not_before_last(end).min(now));
            sheet.hand_in(terms, now, ended)
        }
        Event::Expire => match terms.phase(sheet, now) {
            Phase::Over => sheet.hand_in(terms, now, now),
            Phase::Open | Phase::Grace => Outcome::Unchanged,
        },
    })
}

impl AnswerSheet {
    /// Refuses an event unless the attempt accepts answers.
    fn require_open(&self, terms: &Terms, now: DateTime<Utc>) -> Result<(), EventRefused> {
        match (self.state, terms.phase(self, now)) {
            (State::Running, Phase::Open) if terms.is_sealed(self) => Err(EventRefused::NotOpened),
            (State::Running, Phase::Open) => Ok(()),
            (State::Running, _) => Err(EventRefused::TimeUp),
            (state, _) => Err(EventRefused::Closed { state }),
        }
    }

    /// Whether the student may have seen the right answer before giving the present answer. A choice that was marked at
    /// once was made before its key was shown, unless the key had been revealed earlier.
    pub fn was_in_view(&self, item: &ItemId) -> bool {
        if self.marked.contains(item) { self.opened_first.contains(item) } else { self.revealed.contains(item) }
    }

    /// Makes the stored choices of these questions final and shows their keys.
    fn mark(&mut self, items: Vec<ItemId>, now: DateTime<Utc>) {
        for item in items {
            if self.answers.get(&item).is_none_or(|given| given.response.is_none()) {
                continue;
            }
            if self.revealed.insert(item.clone()) {
                self.revealed_at = Some(now);
            }
            self.marked.insert(item);
        }
    }

    /// Whether the answer to an item is final: in practice once its key was shown, in study once it was marked.
    fn is_settled(&self, terms: &Terms, item: &ItemId) -> bool {
        match terms.mode {
            Mode::Practice => self.revealed.contains(item),
            Mode::Study => self.marked.contains(item),
            Mode::Mock => false,
        }
    }

    /// `time`, or the time of the last answer if that is later.
    fn not_before_last(&self, time: DateTime<Utc>) -> DateTime<Utc> {
        self.answers.values().map(|given| given.at).fold(time, Ord::max)
    }

    /// Ends the test. Without an answer it is cancelled and has no result (ruling 15). `ended` is when the test ended
    /// for the student.
    fn hand_in(&mut self, terms: &Terms, now: DateTime<Utc>, ended: DateTime<Utc>) -> Outcome {
        let state = match self.answered().next() {
            Some(_) => State::Submitted,
            None => State::Cancelled,
        };
        self.close(terms, state, now, ended)
    }

    fn close(&mut self, terms: &Terms, state: State, now: DateTime<Utc>, ended: DateTime<Utc>) -> Outcome {
        let end = match (terms.deadline_of(self, now), terms.phase(self, now)) {
            (Some(deadline), _) => ended.min(deadline),
            // An unused study attempt ended with the student's last activity.
            (None, Phase::Over) => terms.last_used(self),
            (None, _) => now,
        };
        self.hear(terms, now);
        self.state = state;
        self.closed_at = Some(end.max(terms.began(self)));
        match state {
            State::Submitted => Outcome::Submitted,
            _ => Outcome::Cancelled,
        }
    }
}

fn reject(problems: Vec<Problem>) -> Result<(), EventRefused> {
    if problems.is_empty() { Ok(()) } else { Err(EventRefused::Invalid(problems)) }
}

#[cfg(test)]
mod tests;
