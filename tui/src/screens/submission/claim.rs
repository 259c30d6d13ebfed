//! The claim. It is taken when a submission is opened, and renewed during work. It decides whether grades are accepted.

use chrono::TimeDelta;
use sabi_core::grading::{CLAIM_MINUTES, GradingView};

use super::{Claim, Submission};
use crate::{
    screen::ScreenContext,
    text,
    wire::{Call, Failure, FailureKind},
};

/// How many minutes before its end a used claim is renewed.
const RENEW_MINUTES: i64 = 13;

impl Submission {
    /// Claims the submission. If it cannot be graded, only reads it.
    pub(super) fn fetch(&mut self, cx: &mut ScreenContext) {
        self.failure = None;
        let id = self.task.id.clone();
        let call = if self.is_pending() { Call::Claim(id) } else { Call::Read(id) };
        self.awaited = Some(cx.ask(call));
    }

    /// Shows the server's state of the submission, with unsent grades on top.
    pub(super) fn take(&mut self, mut view: GradingView, cx: &mut ScreenContext) {
        for answer in &mut view.answers {
            if let Some(pending) = cx.outbox.pending(&view.id, &answer.answer_id) {
                answer.ans_grade = pending.grade.ans_grade;
                answer.remark.clone_from(&pending.grade.remark);
            }
        }
        let fresh = self.view.is_none();
        self.claim = if view.exam_result != "pending" {
            match self.reason {
                Some(_) => Claim::Correcting,
                None => Claim::Unavailable("It is declared.".to_owned()),
            }
        } else if view.is_given {
            Claim::Unavailable("You have graded it. Another moderator grades it too.".to_owned())
        } else {
            match &view.claim {
                // The clocks of server and machine may differ, but a claim that was just used lasts this long from now.
                Some(claim) if claim.is_mine => Claim::Mine(cx.now + TimeDelta::minutes(CLAIM_MINUTES)),
                Some(claim) if claim.is_reserved => Claim::Unavailable(format!(
                    "Claimed by {} until {}.",
                    text::line(&claim.by),
                    claim.until_in_words()
                )),
                Some(claim) => Claim::Unavailable(format!("{} grades it.", text::line(&claim.by))),
                None => Claim::Unavailable("Nobody has claimed it. Press c to claim it.".to_owned()),
            }
        };
        self.view = Some(view);
        if fresh {
            let first = self.left().next();
            self.at = first.unwrap_or(0);
            if let Some(question) = cx.pinned.clone() {
                match self.pinned_answer(&question) {
                    Some(place) => self.at = place,
                    None => super::step(question.forward, cx),
                }
            }
        }
        self.at = self.at.min(self.answers().len().saturating_sub(1));
        self.lay_out(cx);
    }

    /// Renews a used claim before it expires.
    pub(super) fn renew(&mut self, cx: &mut ScreenContext) {
        if let Claim::Mine(until) = self.claim
            && self.awaited.is_none()
            && cx.outbox.offline.is_none()
            && (until - cx.now).num_minutes() < RENEW_MINUTES
        {
            self.awaited = Some(cx.ask(Call::Claim(self.task.id.clone())));
        }
    }

    pub(super) fn not_claimed(&mut self, failure: Failure, cx: &mut ScreenContext) {
        let Failure { kind, reason, words } = failure;
        let words = text::line(&words);
        if kind == FailureKind::Refused
            && matches!(reason.as_str(), "claimed" | "already-graded" | "declared" | "too-many-claims")
        {
            // The submission can still be read.
            self.claim = Claim::Unavailable(words);
            if self.view.is_none() {
                self.awaited = Some(cx.ask(Call::Read(self.task.id.clone())));
            }
            return;
        }
        if self.view.is_some() { cx.warn(words) } else { self.failure = Some(words) }
    }
}
