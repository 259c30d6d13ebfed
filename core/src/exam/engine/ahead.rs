//! A mock whose paper was fetched ahead, to be taken without a network.
//!
//! The device says when the paper was opened, by the server's clock as it estimates it, and the time runs from then.
//! Answers count if they were given in time by that clock. They may arrive later, up to a limit.

use chrono::{DateTime, TimeDelta, Utc};

use super::{AnswerSheet, EventRefused, Outcome, Phase, Problem, State, Terms};

/// How far the clock of a device may be from the server's.
const SKEW: TimeDelta = TimeDelta::minutes(2);

/// The terms of a mock whose paper was fetched ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The last moment at which the paper may be opened.
    pub open_until: DateTime<Utc>,
    /// How long the test takes from its opening.
    pub time: TimeDelta,
    /// How long after the deadline answers may arrive.
    pub late: TimeDelta,
}

impl Ahead {
    /// The last moment at which answers may arrive. Until the server knows when the paper was opened, the latest
    /// possible opening is assumed.
    pub fn taken_until(&self, sheet: &AnswerSheet) -> DateTime<Utc> {
        sheet.opened_at.unwrap_or(self.open_until) + self.time + self.late
    }
}

impl Terms {
    /// When the test began. A paper that was fetched ahead begins when it is opened.
    pub fn began(&self, sheet: &AnswerSheet) -> DateTime<Utc> {
        sheet.opened_at.unwrap_or(self.started_at)
    }

    /// Whether the paper was fetched ahead and, as far as the server knows, has not been opened.
    pub fn is_sealed(&self, sheet: &AnswerSheet) -> bool {
        self.ahead.is_some() && sheet.opened_at.is_none() && sheet.state == State::Running
    }
}

impl AnswerSheet {
    /// Opens a paper that was fetched ahead. `at` is the time of opening by the device's clock, or now if missing. If
    /// two devices opened the paper, the earlier time counts.
    pub(super) fn open(
        &mut self,
        terms: &Terms,
        at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<Outcome, EventRefused> {
        let Some(ahead) = &terms.ahead else { return Err(EventRefused::NotAhead) };
        if self.state != State::Running {
            return Err(EventRefused::Closed { state: self.state });
        }
        let at = at.unwrap_or(now);
        if let Some(message) = implausible(terms.started_at, ahead, at, now) {
            return Err(EventRefused::Invalid(vec![Problem { field: "openedAt".into(), message }]));
        }
        // The server's clock may have been set back since the paper was fetched.
        let at = at.min(now).max(terms.started_at);
        if self.opened_at.is_some_and(|known| known <= at) {
            return Ok(Outcome::Unchanged);
        }
        self.opened_at = Some(at);
        let deadline = at + ahead.time;
        self.answers.retain(|_, given| given.at <= deadline);
        match terms.phase(self, now) {
            // Answers can no longer arrive in time.
            Phase::Over => Ok(self.hand_in(terms, now, now)),
            Phase::Open | Phase::Grace => Ok(Outcome::Stored { ignored: vec![] }),
        }
    }
}

/// Why a paper cannot have been opened at this time.
fn implausible(fetched: DateTime<Utc>, ahead: &Ahead, at: DateTime<Utc>, now: DateTime<Utc>) -> Option<&'static str> {
    if at < fetched - SKEW {
        Some("A mock cannot be opened before it was fetched.")
    } else if at > now + SKEW {
        Some("A mock cannot be opened in the future.")
    } else if at > ahead.open_until + SKEW {
        Some("The time to open this mock is over.")
    } else {
        None
    }
}
