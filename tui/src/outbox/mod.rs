//! The outbox: unsent grades and the actions that follow them. They are stored on this machine until the server has
//! them, so that neither a lost connection nor a killed terminal loses any. Pure: it returns requests to send, and news
//! about their outcome.

mod replies;
#[cfg(test)]
mod tests;

use chrono::TimeDelta;
use sabi_core::{
    clock::Instant,
    exam::QuizResult,
    grading::{Grade, GradingView, SaveGrades},
    store::Id,
};
use serde::{Deserialize, Serialize};

use crate::wire::{Call, Request};

/// The longest pause between two attempts to reach a server, in seconds.
const MAX_WAIT: i64 = 30;

/// The unsent work.
#[derive(Debug, Default)]
pub struct Outbox {
    jobs: Vec<Job>,
    /// When the server stopped responding, and when it is tried again.
    pub offline: Option<Offline>,
    /// Whether the session has ended.
    pub is_signed_out: bool,
    /// Whether the work has changed since it was last stored on this machine.
    is_changed: bool,
}

/// A server that does not respond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offline {
    pub since: Instant,
    tries: u32,
    again_at: Instant,
}

/// The unsent work on one submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Job {
    id: Id<QuizResult>,
    /// The revision for the next save.
    revision: i64,
    grades: Vec<Pending>,
    then: Option<Then>,
    /// Why an administrator changes declared grades.
    #[serde(default)]
    why: Option<String>,
    /// The reason why the job waits for its user; `None` while it only waits for the server.
    held_up: Option<String>,
    #[serde(skip)]
    sent: Option<Sent>,
}

/// A grade that the server does not have yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pending {
    /// The answer's number, from 1.
    pub number: usize,
    pub grade: Grade,
    /// The server's grade before the change.
    pub before: Grade,
}

/// The action that follows once all grades are saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    Declare,
    Release,
}

/// A request in progress.
#[derive(Debug, Clone, PartialEq)]
struct Sent {
    number: u64,
    what: What,
}

#[derive(Debug, Clone, PartialEq)]
enum What {
    /// A save of these grades.
    Save(Vec<Grade>),
    /// A read of the server's state, or a claim that had expired; the grades follow.
    Check,
    Then(Then),
}

/// News about the outcome of a request.
#[derive(Debug)]
pub enum News {
    /// Grades were saved, or a submission was read or claimed again. This is its current state.
    Stands(Box<GradingView>),
    /// Somebody else has changed these answers, and their grades replaced ours.
    Conflict {
        id: Id<QuizResult>,
        answers: Vec<Clash>,
    },
    /// The submission is no longer ours; the grades wait here.
    Lost {
        id: Id<QuizResult>,
        words: String,
    },
    /// The server refused permanently; these grades were not saved.
    Refused {
        id: Id<QuizResult>,
        words: String,
        grades: Vec<Pending>,
    },
    Declared(Box<GradingView>),
    Released(Id<QuizResult>),
    /// The server refused the action that should follow the grades.
    NotDone {
        id: Id<QuizResult>,
        words: String,
    },
}

impl News {
    /// The submission that the news is about.
    pub fn submission(&self) -> &Id<QuizResult> {
        match self {
            Self::Stands(view) | Self::Declared(view) => &view.id,
            Self::Conflict { id, .. }
            | Self::Lost { id, .. }
            | Self::Refused { id, .. }
            | Self::Released(id)
            | Self::NotDone { id, .. } => id,
        }
    }
}

/// An answer that was graded in two places.
#[derive(Debug, Clone, PartialEq)]
pub struct Clash {
    pub mine: Pending,
    pub theirs: Grade,
}

impl Outbox {
    /// The outbox of an earlier console.
    pub fn restored(json: &str) -> Self {
        let jobs: Vec<Job> = serde_json::from_str(json).unwrap_or_default();
        Self { jobs, ..Self::default() }
    }

    /// The stored texts of several consoles as one. If two of them graded the same answer, the first is kept.
    ///
    /// # Errors
    /// If a text is damaged, or another version of Sabi stored it.
    pub fn merged(texts: &[String]) -> serde_json::Result<String> {
        let mut all: Vec<Job> = Vec::new();
        for text in texts {
            for job in serde_json::from_str::<Vec<Job>>(text)? {
                let Some(known) = all.iter_mut().find(|known| known.id == job.id) else {
                    all.push(job);
                    continue;
                };
                let is_known =
                    |one: &Pending| known.grades.iter().any(|has| has.grade.answer_id == one.grade.answer_id);
                let new: Vec<_> = job.grades.into_iter().filter(|one| !is_known(one)).collect();
                known.grades.extend(new);
                known.then = known.then.or(job.then);
                known.why = known.why.take().or(job.why);
            }
        }
        serde_json::to_string(&all)
    }

    /// The text to store on this machine, if it has changed.
    pub fn to_save(&mut self) -> Option<String> {
        let is_changed = std::mem::take(&mut self.is_changed);
        is_changed.then(|| serde_json::to_string(&self.jobs).unwrap_or_default())
    }

    /// The number of waiting grades and actions.
    pub fn waiting(&self) -> usize {
        self.jobs.iter().map(|job| job.grades.len() + usize::from(job.then.is_some())).sum()
    }

    /// The number of waiting grades that their user has to look at, because the server refused one of them.
    pub fn held_up(&self) -> usize {
        self.jobs.iter().filter(|job| job.held_up.is_some()).map(|job| job.grades.len()).sum()
    }

    /// The unsent grade of an answer.
    pub fn pending(&self, id: &Id<QuizResult>, answer: &str) -> Option<&Pending> {
        let job = self.jobs.iter().find(|job| job.id == *id)?;
        job.grades.iter().find(|pending| pending.grade.answer_id == answer)
    }

    /// The action that follows once all grades of a submission are saved.
    pub fn then(&self, id: &Id<QuizResult>) -> Option<Then> {
        self.jobs.iter().find(|job| job.id == *id)?.then
    }

    /// Whether something of a submission is unsent.
    pub fn has(&self, id: &Id<QuizResult>) -> bool {
        self.jobs.iter().any(|job| job.id == *id)
    }

    /// Adds a grade; it replaces an unsent one of the same answer.
    pub fn grade(&mut self, id: &Id<QuizResult>, revision: i64, pending: Pending) {
        let job = self.job(id, revision);
        job.held_up = None;
        let waits = |one: &&mut Pending| one.grade.answer_id == pending.grade.answer_id;
        match job.grades.iter_mut().find(waits) {
            Some(waiting) => waiting.grade = pending.grade,
            None => job.grades.push(pending),
        }
        self.is_changed = true;
    }

    /// Sets the reason for changing the grades of a declared submission.
    pub fn correct(&mut self, id: &Id<QuizResult>, revision: i64, why: &str) {
        self.job(id, revision).why = Some(why.to_owned());
        self.is_changed = true;
    }

    /// Sets the action that follows.
    pub fn follow(&mut self, id: &Id<QuizResult>, revision: i64, then: Then) {
        let job = self.job(id, revision);
        (job.then, job.held_up) = (Some(then), None);
        self.is_changed = true;
    }

    /// Retries the work that waited for its user, who has claimed the submission again.
    pub fn resume(&mut self, id: &Id<QuizResult>) {
        if let Some(job) = self.jobs.iter_mut().find(|job| job.id == *id && job.held_up.is_some()) {
            job.held_up = None;
            self.is_changed = true;
        }
    }

    fn job(&mut self, id: &Id<QuizResult>, revision: i64) -> &mut Job {
        let place = self.jobs.iter().position(|job| job.id == *id).unwrap_or_else(|| {
            let job =
                Job { id: id.clone(), revision, grades: Vec::new(), then: None, why: None, held_up: None, sent: None };
            self.jobs.push(job);
            self.jobs.len() - 1
        });
        &mut self.jobs[place]
    }

    /// The requests that can be sent now: one per submission at a time.
    pub fn ready(&mut self, now: Instant, mut number: impl FnMut() -> u64) -> Vec<Request> {
        if self.is_signed_out || self.offline.is_some_and(|offline| now < offline.again_at) {
            return Vec::new();
        }
        let free = self.jobs.iter_mut().filter(|job| job.sent.is_none() && job.held_up.is_none());
        let mut requests = Vec::new();
        for job in free {
            let number = number();
            let (what, call) = match job.then {
                _ if !job.grades.is_empty() => {
                    let grades: Vec<_> = job.grades.iter().map(|pending| pending.grade.clone()).collect();
                    let save = SaveGrades { revision: job.revision, grades: grades.clone(), why: job.why.clone() };
                    (What::Save(grades), Call::Save(job.id.clone(), save))
                }
                Some(Then::Declare) => (What::Then(Then::Declare), Call::Declare(job.id.clone())),
                Some(Then::Release) => (What::Then(Then::Release), Call::Release(job.id.clone())),
                None => continue,
            };
            job.sent = Some(Sent { number, what });
            requests.push(Request { number, call });
            if self.offline.is_some() {
                // While the server is away, one request is enough to find out whether it is back.
                break;
            }
        }
        requests
    }

    /// Records that the server did not respond.
    pub fn went_offline(&mut self, now: Instant) {
        let tries = self.offline.map_or(0, |offline| offline.tries + 1);
        let wait = 2_i64.saturating_pow(tries + 1).min(MAX_WAIT);
        let since = self.offline.map_or(now, |offline| offline.since);
        self.offline = Some(Offline { since, tries, again_at: now + TimeDelta::seconds(wait) });
    }

    /// Records that the server responded; returns whether it was away.
    pub fn came_back(&mut self) -> bool {
        self.is_signed_out = false;
        self.offline.take().is_some()
    }

    /// Whether it is time to check whether the server is back.
    pub fn should_knock(&self, now: Instant) -> bool {
        self.offline.is_some_and(|offline| now >= offline.again_at)
    }
}
