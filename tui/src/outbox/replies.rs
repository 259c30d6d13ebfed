//! Handles the server's responses to grades.

use sabi_core::grading::{Grade, GradingView};

use super::{Clash, Job, News, Outbox, Sent, Then, What};
use crate::wire::{Call, Content, Failure, FailureKind, Request, Response};

impl Outbox {
    /// Handles the response to one of its own requests: returns the news, and the next request. Other responses are
    /// returned unchanged.
    pub fn answered(&mut self, answer: Response, number: u64) -> Result<(Vec<News>, Option<Request>), Response> {
        let is_its = |job: &Job| job.sent.as_ref().is_some_and(|sent| sent.number == answer.number);
        let Some(place) = self.jobs.iter().position(is_its) else { return Err(answer) };
        self.is_changed = true;
        let job = &mut self.jobs[place];
        let Some(Sent { what, .. }) = job.sent.take() else { return Ok(Default::default()) };
        let (news, asked) = match (answer.outcome, what) {
            (Ok(Content::Grading(view)), What::Save(sent)) => (job.saved(view, &sent), None),
            (Ok(Content::Grading(view)), What::Check) => (job.reconcile(view), None),
            (Ok(Content::Grading(view)), What::Then(_)) => {
                job.then = None;
                (vec![News::Declared(view)], None)
            }
            (Ok(_), _) => {
                job.then = None;
                (vec![News::Released(job.id.clone())], None)
            }
            (Err(failure), what) => match failure.kind {
                // The request is sent again when connection or session are back.
                FailureKind::Offline | FailureKind::Busy | FailureKind::SignedOut => return Ok(Default::default()),
                FailureKind::Refused => job.refused(&failure, &what, number),
            },
        };
        self.jobs.retain(|job| !job.grades.is_empty() || job.then.is_some() || job.sent.is_some());
        Ok((news, asked))
    }
}

impl Job {
    /// These grades are saved; grades that were changed meanwhile stay on top of them.
    fn saved(&mut self, view: Box<GradingView>, sent: &[Grade]) -> Vec<News> {
        self.revision = view.revision;
        self.grades.retain_mut(|pending| {
            let Some(there) = sent.iter().find(|grade| grade.answer_id == pending.grade.answer_id) else { return true };
            pending.before = there.clone();
            pending.grade != *there
        });
        vec![News::Stands(view)]
    }

    /// The server's state of a submission: grades that were changed elsewhere conflict with ours.
    fn reconcile(&mut self, view: Box<GradingView>) -> Vec<News> {
        self.revision = view.revision;
        let mut clashes = Vec::new();
        self.grades.retain_mut(|pending| {
            let there = view.answers.iter().find(|answer| answer.answer_id == pending.grade.answer_id);
            let Some(there) = there else { return false };
            let there =
                Grade { answer_id: there.answer_id.clone(), ans_grade: there.ans_grade, remark: there.remark.clone() };
            let clash = there != pending.before && there != pending.grade;
            if clash {
                clashes.push(Clash { mine: pending.clone(), theirs: there.clone() });
            }
            let is_needed = !clash && there != pending.grade;
            pending.before = there;
            is_needed
        });
        let id = self.id.clone();
        let mut news = vec![News::Stands(view)];
        if !clashes.is_empty() {
            // A grader must see changed grades before they can be declared.
            self.then = None;
            news.push(News::Conflict { id, answers: clashes });
        }
        news
    }

    fn refused(&mut self, failure: &Failure, what: &What, number: u64) -> (Vec<News>, Option<Request>) {
        let id = self.id.clone();
        let words = failure.words.clone();
        let check = |job: &mut Self, call: Call| {
            job.sent = Some(Sent { number, what: What::Check });
            (Vec::new(), Some(Request { number, call }))
        };
        match (failure.reason.as_str(), what) {
            ("stale-revision", _) => check(self, Call::Read(id)),
            // Perhaps nobody else has claimed the submission; a new claim finds out.
            ("claim-expired" | "not-claimed", What::Save(_) | What::Then(Then::Declare)) => {
                check(self, Call::Claim(id))
            }
            ("claimed" | "claim-expired" | "too-many-claims", _) => {
                (self.then, self.held_up) = (None, Some(words.clone()));
                (vec![News::Lost { id, words }], None)
            }
            // The action was done, but the earlier response was lost.
            ("declared" | "already-graded", What::Then(Then::Declare)) => {
                self.sent = Some(Sent { number, what: What::Then(Then::Declare) });
                (Vec::new(), Some(Request { number, call: Call::Read(id) }))
            }
            (_, What::Then(_)) => {
                self.then = None;
                (vec![News::NotDone { id, words }], None)
            }
            _ => {
                let grades = std::mem::take(&mut self.grades);
                self.then = None;
                (vec![News::Refused { id, words, grades }], None)
            }
        }
    }
}
