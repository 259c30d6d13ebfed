//! A submission for its grader: questions, answers, model answers and the grader's own grades. Moderators see neither
//! the student, nor the student's own grades, nor other graders' grades. While the submission is pending, the same
//! applies to administrators, because they grade too.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Case, Grading,
    case::{DRAFT, VALID_CLAIM, grader},
};
use crate::{
    App, Error, Result,
    bank::Theory,
    catalogue::{ExamRef, Subject},
    clock::{Instant, west_africa},
    exam::{AssessmentRef, PhotographView, QuizResult, TheoryAnswer, TheoryView, of_theory},
    messages,
    people::{Actor, User, UserRef},
    records::Titled,
    store::Id,
};

/// A submission to grade, or graded.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Grading)]
pub struct GradingView {
    /// The result that it belongs to.
    #[serde(rename = "_id")]
    pub id: Id<QuizResult>,
    /// The student; only for administrators, once it is declared.
    pub user: Option<UserRef>,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub year: Option<i64>,
    pub submitted_at: Instant,
    /// `pending` or `declared`.
    pub exam_result: String,
    /// The declared average.
    pub total_avg_grade: Option<f64>,
    /// Who holds it now.
    pub claim: Option<ClaimView>,
    /// The revision that a save must name: of the caller's own grades, or of the result once it is declared.
    pub revision: i64,
    /// Whether the caller has completed their grading, and another moderator must grade it too.
    pub is_given: bool,
    pub answers: Vec<GradingAnswer>,
    /// All completed gradings; only for administrators, once it is declared or they have completed their own.
    pub gradings: Vec<GivenGrading>,
}

/// Who holds a submission.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GradingClaim)]
pub struct ClaimView {
    /// The moderator's name.
    pub by: String,
    pub is_mine: bool,
    /// When it ends unless it is renewed.
    pub until: Instant,
    /// Whether it is a reservation for a worksheet, which lasts for days.
    #[serde(default)]
    #[surreal(default)]
    pub is_reserved: bool,
}

impl ClaimView {
    /// Its end as text: the time, with the day if it may be another one.
    pub fn until_in_words(&self) -> String {
        until_in_words(self.until, self.is_reserved)
    }
}

/// The end of a claim as text, in West Africa Time.
pub(super) fn until_in_words(until: Instant, is_reserved: bool) -> String {
    west_africa(until).format(if is_reserved { "%-d %B, %H:%M" } else { "%H:%M" }).to_string()
}

/// An answer with its question and the model answers.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GradingAnswer {
    pub answer_id: String,
    pub subject: Option<Titled<Subject>>,
    /// `null` if the question was deleted.
    pub theory: Option<TheoryView>,
    /// `null` if nothing was written, which counts as 0.
    pub theory_answered: Option<String>,
    /// The student's photographs of the working, oldest first.
    #[serde(default)]
    #[schema(required)]
    pub photographs: Vec<PhotographView>,
    /// HTML.
    pub theory_correct_answer: String,
    /// HTML.
    pub detailed_answer: String,
    /// The caller's own grade; once the result is declared, the declared grade.
    pub ans_grade: Option<i64>,
    pub remark: Option<String>,
}

/// A completed grading.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenGrading {
    /// Who; `null` for the operator.
    pub user: Option<UserRef>,
    pub total: f64,
    pub given_at: Instant,
    /// Whether it was the one with which the result was declared.
    pub declared: bool,
}

/// A result and the references of its view.
#[derive(SurrealValue)]
struct ResultWithReferences {
    user: UserRef,
    exam: ExamRef,
    assessment: AssessmentRef,
    subjects: Vec<Titled<Subject>>,
    quiz: QuizResult,
}

const ROW: &str = "SELECT user.{id, first_name, last_name, email} AS user, exam.{id, title, slug} AS exam, \
    assessment.{id, title, slug} AS assessment, subjects.*.{id, title} AS subjects, $this.* AS quiz FROM $id";

impl App {
    /// A submission with everything needed to grade it.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it is not a theory submission; [`Error::Forbidden`], `own-submission`, for the caller's
    /// own while it is pending; [`Error::Conflict`], `in-running-mock`, while a running mock of theirs contains one
    /// of its questions (ruling 29).
    pub async fn find_grading(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<GradingView> {
        let row: Option<ResultWithReferences> = self.store.query(ROW).bind(("id", id.clone())).first().await?;
        let row = row.filter(|row| row.quiz.is_submission()).ok_or(Error::NotFound("Submission"))?;
        let quiz = row.quiz;
        self.require_submission_access(actor, &quiz).await?;
        let me = grader(actor);
        let own: Option<Grading> = self.load(&Grading::key(id, &me)).await?;
        let case: Option<Case> = self.load(&id.cast()).await?;
        let claims = self.claims(&me, case.as_slice()).await?;
        let revision = match quiz.is_pending() {
            true => own.as_ref().map_or(0, |own| own.revision),
            false => case.as_ref().map_or(0, |case| case.revision),
        };
        let is_given = quiz.is_pending() && own.as_ref().is_some_and(|own| own.state != DRAFT);
        let given = "SELECT user.{id, first_name, last_name, email} AS user, total, given_at, declared FROM grading \
            WHERE quiz = $quiz AND given_at != NONE ORDER BY given_at";
        let gradings = match actor.is_admin() && (is_given || !quiz.is_pending()) {
            true => self.store.query(given).bind(("quiz", id.clone())).all().await?,
            false => Vec::new(),
        };
        Ok(GradingView {
            id: id.clone(),
            user: Some(row.user).filter(|_| actor.is_admin() && !quiz.is_pending()),
            exam: row.exam,
            assessment: row.assessment,
            year: quiz.year,
            submitted_at: quiz.created_at,
            claim: claims.into_values().next(),
            revision,
            is_given,
            answers: self.answers(&quiz, &row.subjects, own.as_ref()).await?,
            gradings,
            total_avg_grade: quiz.total_avg_grade.filter(|_| !quiz.is_pending()),
            exam_result: quiz.exam_result.unwrap_or_default(),
        })
    }

    /// Fails for the caller's own pending submission, and while a running mock of theirs contains one of its questions.
    async fn require_submission_access(&self, actor: &Actor, quiz: &QuizResult) -> Result<()> {
        if quiz.is_pending() && actor.user_id().is_ok_and(|me| *me == quiz.user) {
            return Err(Error::forbidden("own-submission", messages::OWN_SUBMISSION));
        }
        self.must_not_be_in_mock(actor, quiz.written()).await
    }

    /// Fails unless the caller may grade this answer of this result.
    ///
    /// # Errors
    /// [`Error::NotFound`] for anyone but graders, and if no grader reads the answer; also those of
    /// [`Self::find_grading`].
    pub(crate) async fn require_grading_access(
        &self,
        actor: &Actor,
        id: &Id<QuizResult>,
        theory: &Id<Theory>,
    ) -> Result<()> {
        let missing = || Error::NotFound("Photograph");
        if !actor.is_moderator() {
            return Err(missing());
        }
        let quiz: QuizResult = self.load(id).await?.ok_or_else(missing)?;
        let is_read = |answer: &TheoryAnswer| answer.theory == *theory && !answer.opened_first;
        if !quiz.is_submission() || !quiz.theories.iter().any(is_read) {
            return Err(missing());
        }
        self.require_submission_access(actor, &quiz).await
    }

    async fn answers(
        &self,
        quiz: &QuizResult,
        subjects: &[Titled<Subject>],
        own: Option<&Grading>,
    ) -> Result<Vec<GradingAnswer>> {
        let ids: Vec<_> = quiz.theories.iter().map(|answer| answer.theory.clone()).collect();
        let theories: Vec<Theory> = self.store.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
        let theories: HashMap<_, _> = theories.into_iter().map(|theory| (theory.id.clone(), theory)).collect();
        let photographs = self.photographs_of(&quiz.attempt).await?;
        let of = |answer: &TheoryAnswer| {
            let theory = theories.get(&answer.theory);
            let saved = own.and_then(|own| own.grades.iter().find(|grade| grade.answer_id == answer.answer_id));
            let (ans_grade, remark) = match quiz.is_pending() {
                true => (saved.and_then(|grade| grade.ans_grade), saved.and_then(|grade| grade.remark.clone())),
                false => (answer.grade, answer.remark.clone()),
            };
            GradingAnswer {
                answer_id: answer.answer_id.clone(),
                subject: subjects.iter().find(|subject| subject.id == answer.subject).cloned(),
                theory: theory.map(TheoryView::from),
                theory_answered: answer.answered.clone().filter(|_| !answer.is_blank()),
                photographs: of_theory(&photographs, &answer.theory),
                theory_correct_answer: theory.map(|theory| theory.body.answer.clone()).unwrap_or_default(),
                detailed_answer: theory.map(|theory| theory.body.detailed_answer.clone()).unwrap_or_default(),
                ans_grade,
                remark,
            }
        };
        // Graders see only the answers that they grade.
        Ok(quiz.theories.iter().filter(|answer| !answer.opened_first).map(of).collect())
    }

    /// The present claims by submission, for this caller.
    pub(crate) async fn claims_now(&self, actor: &Actor) -> Result<HashMap<Id<QuizResult>, ClaimView>> {
        self.claims(&grader(actor), &self.held_cases().await?).await
    }

    /// The submissions that are held now.
    pub(super) async fn held_cases(&self) -> Result<Vec<Case>> {
        let now = self.now();
        let held = self.store.query(format!("SELECT * FROM grading_case WHERE {VALID_CLAIM}")).bind(("now", now));
        let held = held.bind(("latest", Case::latest(now))).bind(("most", Case::latest_reserved(now)));
        held.all().await
    }

    /// The present claims of these submissions, by submission.
    pub(super) async fn claims(&self, me: &str, cases: &[Case]) -> Result<HashMap<Id<QuizResult>, ClaimView>> {
        let now = self.now();
        let held = |case: &'_ Case| case.claim(now).map(|(holder, until)| (holder.to_owned(), until, case.reserved));
        let held: Vec<_> = cases.iter().filter_map(|case| Some((case.id.cast(), held(case)?))).collect();
        let people: Vec<Id<User>> = held.iter().map(|(_, (holder, ..))| Id::new(holder.as_str())).collect();
        let sql = "SELECT id, first_name, last_name, email FROM $people";
        let people: Vec<UserRef> = match people.is_empty() {
            true => Vec::new(),
            false => self.store.query(sql).bind(("people", people)).all().await?,
        };
        let name = |holder: &str| {
            let person = people.iter().find(|person| person.id.as_str() == holder);
            person.map_or_else(|| "The operator".into(), |person| format!("{} {}", person.first_name, person.last_name))
        };
        let view = |(id, (holder, until, is_reserved)): (Id<QuizResult>, (String, Instant, bool))| {
            (id, ClaimView { by: name(&holder), is_mine: holder == me, until, is_reserved })
        };
        Ok(held.into_iter().map(view).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_claim_is_in_west_africa_time() {
        let until = "2026-03-08T23:30:00Z".parse().unwrap();
        assert_eq!(until_in_words(until, false), "00:30");
        assert_eq!(until_in_words(until, true), "9 March, 00:30");
    }
}
