//! The grades that an answer can have, and the grades that a student gives their own theory answers. The result stays
//! provisional until a moderator declares it (ruling 16).

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    QuizResult,
    result::{OWN, PENDING, TheoryAnswer},
};
use crate::{
    App, Error, FieldErrors, Refusal, Result, messages,
    people::{Actor, User},
    store::{Id, Record as _, retry_tx},
    typed,
};

/// The grades that students and moderators can give an answer, in percent (spec 2 §9). `tui/src/rubric.rs` and
/// `web/src/shared/exams/theory.tsx` have the same list with the meaning of each grade.
pub const GRADES: [i64; 5] = [0, 25, 50, 75, 100];

/// Grades of theory answers.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitGrades {
    /// The student: the caller, or any student for an administrator.
    pub user_id: Option<Id<User>>,
    /// The result. If it is left out, the answers' ids determine it.
    pub quiz_id: Option<Id<QuizResult>>,
    #[schema(max_items = 500)]
    pub reviewed: Vec<GivenGrade>,
}

/// A grade of one answer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenGrade {
    pub answer_id: String,
    /// 0, 25, 50, 75 or 100.
    pub ans_grade: i64,
}

impl SubmitGrades {
    /// The result that is graded.
    fn quiz(&self) -> Option<Id<QuizResult>> {
        let of_answer = || self.reviewed.first()?.answer_id.rsplit_once('-').map(|(quiz, _)| Id::new(quiz));
        self.quiz_id.clone().or_else(of_answer)
    }

    /// The answers with these grades.
    fn applied_to(&self, theories: &[TheoryAnswer]) -> Result<Vec<TheoryAnswer>> {
        let (mut errors, mut seen, mut graded) = (FieldErrors::default(), HashSet::new(), theories.to_vec());
        errors.check(!self.reviewed.is_empty(), "reviewed", "Send at least one grade.");
        for (place, GivenGrade { answer_id, ans_grade }) in self.reviewed.iter().enumerate() {
            let field = |name: &str| format!("reviewed[{place}].{name}");
            errors.check(GRADES.contains(ans_grade), &field("ansGrade"), messages::GRADE_STEPS);
            errors.check(seen.insert(answer_id), &field("answerId"), "This answer is graded twice");
            match graded.iter_mut().find(|answer| answer.answer_id == *answer_id) {
                Some(answer) => {
                    errors.check(
                        !answer.is_blank() || *ans_grade == 0,
                        &field("ansGrade"),
                        "This question was not answered",
                    );
                    answer.grade = Some(*ans_grade);
                }
                None => errors.add(field("answerId"), "This answer is not part of this result"),
            }
        }
        errors.done()?;
        Ok(graded)
    }
}

/// The average grade of a result's answers, in percent. Unanswered questions count as 0. Answers whose model answer
/// was opened first count only if there are no others. `None` while a counted answer has no grade.
pub(crate) fn average(theories: &[TheoryAnswer]) -> Option<f64> {
    let has_others = theories.iter().any(TheoryAnswer::is_gradable);
    let grade = |answer: &TheoryAnswer| answer.grade.or_else(|| answer.is_blank().then_some(0));
    let counted = theories.iter().filter(|answer| !(has_others && answer.opened_first));
    let grades: Vec<i64> = counted.map(grade).collect::<Option<_>>()?;
    let count = u32::try_from(grades.len()).ok().filter(|count| *count > 0)?;
    let sum: f64 = grades.iter().map(|grade| *grade as f64).sum();
    // One decimal, like all percentages of results.
    Some((sum / f64::from(count) * 10.0).round() / 10.0)
}

/// How many theory answers of a result are graded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = TheoryProgress)]
pub struct TheoryProgress {
    /// The number of answers that count for the average grade.
    pub answers: u32,
    /// The number of graded answers. Once one is graded, a blank answer counts as graded 0.
    pub graded: u32,
    /// The average of the grades so far, in percent; `None` if there are none.
    pub average: Option<f64>,
}

impl TheoryProgress {
    /// Counts the graded answers; `None` if there are no theory answers.
    pub(super) fn of(theories: &[TheoryAnswer]) -> Option<Self> {
        let has_others = theories.iter().any(TheoryAnswer::is_gradable);
        let counted: Vec<_> = theories.iter().filter(|answer| !(has_others && answer.opened_first)).cloned().collect();
        let is_begun = counted.iter().any(|answer| answer.grade.is_some());
        let graded: Vec<_> = counted.iter().filter(|one| one.grade.is_some() || one.is_blank()).cloned().collect();
        let count = |list: &[TheoryAnswer]| u32::try_from(list.len()).unwrap_or(u32::MAX);
        (!counted.is_empty()).then(|| Self {
            answers: count(&counted),
            graded: if is_begun { count(&graded) } else { 0 },
            average: if is_begun { average(&graded) } else { None },
        })
    }
}

impl App {
    /// Stores a student's grades for their own answers. The result stays pending.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for another student's answers or a body that names another student (ruling 9);
    /// [`Error::Invalid`] by field; [`Error::Conflict`] with reason `declared` once a moderator has declared the
    /// result.
    pub async fn submit_grades(&self, actor: &Actor, ask: &SubmitGrades) -> Result<()> {
        let id = ask.quiz().ok_or_else(|| Error::wrong("quizId", typed::REQUIRED))?;
        if let Some(user) = &ask.user_id {
            actor.require_access_to(user)?;
        }
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let found = change.query("SELECT * FROM $id").bind(("id", id.clone())).first::<QuizResult>().await?;
            let mut quiz = found.ok_or(Error::NotFound("Result"))?;
            actor.require_access_to(&quiz.user)?;
            if ask.user_id.as_ref().is_some_and(|user| *user != quiz.user) {
                return Err(Error::field("userId", "This result is another student's"));
            }
            match quiz.exam_result.as_deref() {
                Some(PENDING | OWN) => {}
                Some(_) => return Err(Error::Conflict(Refusal::new("declared", messages::DECLARED))),
                None => return Err(Error::field("quizId", "This result has no theory answers")),
            }
            quiz.theories = ask.applied_to(&quiz.theories)?;
            quiz.total_avg_grade = average(&quiz.theories);
            let entry = change.entry("grade", QuizResult::TABLE, &quiz.id).filter(|_| actor.is_admin());
            change.note(entry.map(|entry| entry.with("totalAvgGrade", quiz.total_avg_grade.unwrap_or_default())));
            let sql = "UPDATE ONLY $quiz.id CONTENT $quiz RETURN NONE";
            change.query(sql).bind(("quiz", quiz)).done().await?;
            change.commit().await
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(n: usize, answered: Option<&str>, grade: Option<i64>) -> TheoryAnswer {
        TheoryAnswer {
            answer_id: format!("quiz-{n}"),
            subject: Id::new("s"),
            theory: Id::new("t"),
            answered: answered.map(str::to_owned),
            opened_first: false,
            grade,
            own_grade: None,
            remark: None,
        }
    }

    #[test]
    fn the_average_counts_what_was_not_answered_as_nothing_and_waits_for_every_grade() {
        for (grades, expected) in [
            (vec![(Some("a"), Some(100)), (Some("b"), Some(50))], Some(75.0)),
            (vec![(Some("a"), Some(100)), (None, None), (None, Some(0))], Some(33.3)),
            (vec![(Some("a"), Some(100)), (Some("b"), None)], None),
            (vec![(None, None)], Some(0.0)),
            (vec![(Some(" "), None), (Some("a"), Some(50))], Some(25.0)),
            (vec![], None),
        ] {
            let answers: Vec<_> =
                grades.iter().enumerate().map(|(n, (text, grade))| answer(n, *text, *grade)).collect();
            assert_eq!(average(&answers), expected, "{grades:?}");
        }
    }

    #[test]
    fn the_progress_counts_grades_and_blanks_once_grading_has_begun() {
        for (grades, expected) in [
            (vec![(Some("a"), None), (None, None)], (2, 0, None)),
            (vec![(Some("a"), Some(75)), (Some("b"), None), (None, None)], (3, 2, Some(37.5))),
            (vec![(Some("a"), Some(50)), (Some("b"), Some(75))], (2, 2, Some(62.5))),
        ] {
            let answers: Vec<_> =
                grades.iter().enumerate().map(|(n, (answered, grade))| answer(n, *answered, *grade)).collect();
            let TheoryProgress { answers: all, graded, average } = TheoryProgress::of(&answers).unwrap();
            assert_eq!((all, graded, average), expected, "{grades:?}");
        }
        assert_eq!(TheoryProgress::of(&[]), None);
    }

    #[test]
    fn answers_whose_model_answer_was_opened_first_count_only_where_there_are_no_others() {
        let opened = |n, grade| TheoryAnswer { opened_first: true, ..answer(n, Some("copied"), grade) };
        let mixed = [answer(1, Some("a"), Some(50)), opened(2, None), answer(3, None, None)];
        assert_eq!(average(&mixed), Some(25.0));
        assert_eq!(average(&[opened(1, Some(100)), answer(2, None, None)]), Some(50.0));
        assert_eq!(average(&[opened(1, None), answer(2, None, None)]), None);
    }

    #[test]
    fn a_grade_is_one_of_five_and_of_an_answer_of_this_result() {
        let answers = [answer(1, Some("a"), None), answer(2, None, None), answer(3, Some(" "), None)];
        let given = |grades: &[(&str, i64)]| SubmitGrades {
            user_id: None,
            quiz_id: None,
            reviewed: grades
                .iter()
                .map(|(id, grade)| GivenGrade { answer_id: (*id).into(), ans_grade: *grade })
                .collect(),
        };
        let kept = given(&[("quiz-1", 75), ("quiz-2", 0)]).applied_to(&answers).unwrap();
        assert_eq!(kept.iter().map(|answer| answer.grade).collect::<Vec<_>>(), [Some(75), Some(0), None]);
        for (grades, field) in [
            (&[("quiz-1", 30)][..], "reviewed[0].ansGrade"),
            (&[("quiz-1", -25)], "reviewed[0].ansGrade"),
            (&[("quiz-1", 125)], "reviewed[0].ansGrade"),
            (&[("quiz-1", 50), ("quiz-1", 75)], "reviewed[1].answerId"),
            (&[("other-1", 50)], "reviewed[0].answerId"),
            (&[("quiz-2", 25)], "reviewed[0].ansGrade"),
            (&[("quiz-3", 25)], "reviewed[0].ansGrade"),
            (&[], "reviewed"),
        ] {
            let Err(Error::Invalid(errors)) = given(grades).applied_to(&answers) else { panic!("{grades:?}") };
            assert_eq!(errors.iter().map(|(field, _)| field).collect::<Vec<_>>(), [field]);
        }
    }
}
