//! Corrects declared grades: by an administrator, with a reason, audited (ruling 16).

use super::{Case, Grade, SaveGrades, claim::submission, grade::same_revision};
use crate::{App, FieldErrors, Result, exam::QuizResult, people::Actor, store::Id};

/// The longest reason for a correction, in characters.
pub const MAX_WHY_CHARS: usize = 500;

impl App {
    /// Replaces declared grades, increases the revision, and mails the student the new average.
    pub(super) async fn correct_grades(&self, actor: &Actor, id: &Id<QuizResult>, ask: &SaveGrades) -> Result<()> {
        let mut change = self.change(actor).await?;
        let quiz = submission(change.tx(), actor, id).await?;
        let case = self.grading_case(change.tx(), id).await?;
        let why = ask.why.as_deref().unwrap_or_default().trim();
        let mut errors = FieldErrors::default();
        errors.text("why", "Reason for the change", why, MAX_WHY_CHARS);
        errors.check(!ask.grades.is_empty(), "grades", "Send at least one grade to change.");
        ask.check(&quiz.theories, &mut errors);
        errors.done()?;
        same_revision(ask.revision, case.revision)?;
        let grades: Vec<_> = ask.grades.iter().cloned().map(Grade::without_blank_remark).collect();
        Case { revision: case.revision + 1, ..case }.save(&change).await?;
        self.put_declared(&mut change, "correct-grades", quiz, &grades, Some(why)).await?;
        change.commit().await
    }
}
