//! Saves grades, in any portions, while the submission is held.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Case, Grade, Grading, GradingView,
    case::{DRAFT, grader},
    claim::{claimed, own_grading, require_pending},
};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    exam::{GRADES, QuizResult, TheoryAnswer},
    messages,
    people::Actor,
    store::{Id, Tx, retry_tx},
};

/// The longest remark, in characters.
pub const MAX_REMARK_CHARS: usize = 2000;

/// The request to save grades.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveGrades {
    /// The revision that the caller last read.
    pub revision: i64,
    /// Grades of any answers; each replaces the saved one.
    #[schema(max_items = 500)]
    pub grades: Vec<Grade>,
    /// The reason for a change of declared grades; for administrators.
    pub why: Option<String>,
}

impl App {
    /// Saves grades of a submission that the caller holds, and renews the claim for 15 minutes. Only an administrator
    /// changes grades of a declared result, with a reason.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field; [`Error::Forbidden`], `own-submission`; [`Error::Conflict`]: `not-claimed`,
    /// `claim-expired`, `stale-revision` with the present `revision`, `already-graded`, `declared`,
    /// `in-running-mock`.
    pub async fn save_grades(&self, actor: &Actor, id: &Id<QuizResult>, ask: SaveGrades) -> Result<GradingView> {
        retry_tx(async || self.put_grades(actor, id, &ask).await).await?;
        self.find_grading(actor, id).await
    }

    async fn put_grades(&self, actor: &Actor, id: &Id<QuizResult>, ask: &SaveGrades) -> Result<()> {
        let change = self.unaudited_change().await?;
        let quiz = self.readable(change.tx(), actor, id).await?;
        if !quiz.is_pending() && actor.is_admin() {
            drop(change);
            return self.correct_grades(actor, id, ask).await;
        }
        let quiz = require_pending(change.tx(), quiz).await?;
        let (case, grading) = self.held_grading(change.tx(), actor, id).await?;
        same_revision(ask.revision, grading.revision)?;
        let mut errors = FieldErrors::default();
        ask.check(&quiz.theories, &mut errors);
        errors.done()?;
        let grades = ask.over(grading.grades);
        Grading { grades, revision: grading.revision + 1, ..grading }.save(&change).await?;
        case.claimed_by(&grader(actor), self.now()).save(&change).await?;
        change.commit().await
    }

    /// The case and the caller's grading of a submission that they hold.
    pub(super) async fn held_grading(&self, tx: &Tx, actor: &Actor, id: &Id<QuizResult>) -> Result<(Case, Grading)> {
        let (me, now) = (grader(actor), self.now());
        let not_claimed = || Error::conflict("not-claimed", messages::NOT_CLAIMED);
        let grading = own_grading(tx, id, &me).await?.ok_or_else(not_claimed)?;
        if grading.state != DRAFT {
            return Err(Error::conflict("already-graded", messages::ALREADY_GRADED));
        }
        let case = self.grading_case(tx, id).await?;
        match case.claim(now) {
            Some((holder, _)) if holder == me => Ok((case, grading)),
            None if case.holder.is_none() => Err(not_claimed()),
            None => Err(Error::conflict("claim-expired", messages::CLAIM_EXPIRED)),
            Some((holder, until)) => {
                Err(Error::Conflict(claimed(tx, "claim-expired", holder, until, case.reserved).await?))
            }
        }
    }
}

impl SaveGrades {
    /// Adds the problems of these grades to `errors`.
    pub(super) fn check(&self, theories: &[TheoryAnswer], errors: &mut FieldErrors) {
        let mut seen = HashSet::new();
        for (place, Grade { answer_id, ans_grade, remark }) in self.grades.iter().enumerate() {
            let field = |name: &str| format!("grades[{place}].{name}");
            errors.check(seen.insert(answer_id), &field("answerId"), "This answer is graded twice");
            errors.check(
                ans_grade.is_none_or(|grade| GRADES.contains(&grade)),
                &field("ansGrade"),
                messages::GRADE_STEPS,
            );
            let remark = remark.as_deref().unwrap_or_default();
            let fits = remark.chars().count() <= MAX_REMARK_CHARS && !remark.contains('\0');
            errors.check(fits, &field("remark"), "Remark cannot exceed 2000 characters");
            match theories.iter().find(|answer| answer.answer_id == *answer_id) {
                Some(answer) if answer.opened_first => {
                    errors.add(field("answerId"), messages::OPENED_FIRST);
                }
                Some(answer) => {
                    let is_earned = !answer.is_blank() || ans_grade.is_none_or(|grade| grade == 0);
                    errors.check(is_earned, &field("ansGrade"), "This question was not answered");
                }
                None => errors.add(field("answerId"), "This answer is not part of this submission"),
            }
        }
    }

    /// Merges these grades into the saved ones. Each replaces the saved grade of the same answer.
    fn over(&self, saved: Vec<Grade>) -> Vec<Grade> {
        let named: HashSet<_> = self.grades.iter().map(|grade| &grade.answer_id).collect();
        let kept = saved.into_iter().filter(|grade| !named.contains(&grade.answer_id));
        kept.chain(self.grades.iter().cloned().map(Grade::without_blank_remark)).collect()
    }
}

impl Grade {
    /// This grade, without its remark if that is blank.
    pub(super) fn without_blank_remark(self) -> Self {
        let remark = self.remark.map(|remark| remark.trim().to_owned()).filter(|remark| !remark.is_empty());
        Self { remark, ..self }
    }
}

/// Refuses grades based on another revision.
pub(super) fn same_revision(read: i64, stored: i64) -> Result<()> {
    if read == stored {
        return Ok(());
    }
    Err(Error::Conflict(Refusal::new("stale-revision", messages::STALE_GRADES).with("revision", stored)))
}
