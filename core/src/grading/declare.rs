//! Declares a result: completes a grading and, if it decides, makes its grades the student's result.

use super::{
    Case, Grade, Grading, GradingView,
    case::{GIVEN, SETTLED},
    claim::require_pending,
    verdict::{Verdict, decide},
};
use crate::{
    App, Error, Refusal, Result,
    audit::Audit,
    exam::{DECLARED, QuizResult, TheoryAnswer, average},
    mail::{self, MailKind, QueuedMail, Values},
    messages,
    people::{Actor, User},
    records::Change,
    store::{Id, Record as _, retry_tx},
};

impl App {
    /// Completes the caller's grading of a submission that they hold. If no second opinion is needed, or this one
    /// decides, the same commit declares the result and mails the student. An empty answer counts as 0; every other
    /// one needs a grade.
    ///
    /// # Errors
    /// Same as [`App::save_grades`]; [`Error::Conflict`], `not-graded`, with the answers that are `left`.
    pub async fn declare_grading(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<GradingView> {
        retry_tx(async || self.complete_grading(actor, id).await).await?;
        self.find_grading(actor, id).await
    }

    async fn complete_grading(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<()> {
        let mut change = self.change(actor).await?;
        let quiz = self.readable(change.tx(), actor, id).await?;
        let quiz = require_pending(change.tx(), quiz).await?;
        let (case, mine) = self.held_grading(change.tx(), actor, id).await?;
        let total = total(&quiz, &mine.grades)?;
        let now = self.now();
        let seconds = Some((now - mine.claimed_at).num_seconds().max(0));
        let mine = Grading { state: GIVEN.into(), given_at: Some(now), seconds, total: Some(total), ..mine };

        let sql = "SELECT * FROM grading WHERE quiz = $quiz AND state = $given";
        let others = change.query(sql).bind(("quiz", id.clone())).bind(("given", GIVEN)).all::<Grading>();
        let mut all = others.await?;
        all.sort_by_key(|grading| grading.given_at);
        all.push(mine.clone());
        let totals: Vec<f64> = all.iter().filter_map(|grading| grading.total).collect();
        match decide(&totals, case.wanted) {
            Verdict::Waits(wanted) => {
                mine.save(&change).await?;
                Case { wanted, ..case.free() }.save(&change).await?;
                let entry = change.entry("grade", QuizResult::TABLE, id);
                change.note(entry.map(|entry| entry.with("total", total)));
            }
            Verdict::Stands(place) => {
                let Some(grades) = all.get(place).map(|grading| grading.grades.clone()) else {
                    return Err(Error::internal("a verdict names no grading"));
                };
                for grading in all {
                    let declared = grading.id == mine.id;
                    Grading { state: SETTLED.into(), declared, ..grading }.save(&change).await?;
                }
                case.free().save(&change).await?;
                self.put_declared(&mut change, "declare", quiz, &grades, None).await?;
            }
        }
        change.commit().await
    }

    /// Writes a declared result with these grades, its audit entry, and the student's mail.
    pub(super) async fn put_declared(
        &self,
        change: &mut Change<'_>,
        action: &str,
        old: QuizResult,
        grades: &[Grade],
        why: Option<&str>,
    ) -> Result<()> {
        let mut quiz = old.clone();
        let is_first = old.is_pending();
        for answer in &mut quiz.theories {
            let given = grades.iter().find(|grade| grade.answer_id == answer.answer_id);
            if answer.opened_first {
                // This answer does not count towards the declared average, so it keeps the student's own grade.
                continue;
            }
            if is_first {
                answer.own_grade = answer.grade.take();
            }
            if let Some(given) = given {
                (answer.grade, answer.remark) = (given.ans_grade, given.remark.clone());
            }
            if answer.is_blank() {
                answer.grade = Some(0);
            }
        }
        let total = average(&quiz.theories).ok_or_else(|| not_graded(&quiz.theories))?;
        (quiz.exam_result, quiz.total_avg_grade) = (Some(DECLARED.into()), Some(total));
        let entry = change.entry(action, QuizResult::TABLE, &quiz.id);
        let entry = entry.map(|entry| {
            let entry = entry.between(|field| AUDITED.contains(&field), Some(&old), Some(&quiz));
            if is_first { entry } else { regraded(entry, &old.theories, &quiz.theories) }
        });
        change.note(entry.map(|entry| match why {
            Some(why) => entry.with("why", why),
            None => entry,
        }));
        if let Some(mail) = self.declared_mail(change, &quiz, total).await? {
            change.mail(mail);
        }
        change.query("UPDATE ONLY $quiz.id CONTENT $quiz RETURN NONE").bind(("quiz", quiz)).done().await
    }

    /// The mail to the student; none for an erased account.
    pub(crate) async fn declared_mail(
        &self,
        change: &Change<'_>,
        quiz: &QuizResult,
        total: f64,
    ) -> Result<Option<QueuedMail>> {
        let student: User = change.find(&quiz.user).await?;
        if student.is_erased() {
            return Ok(None);
        }
        let sql = "SELECT VALUE title FROM $exam; SELECT VALUE title FROM $subjects;";
        let call = change.query(sql).bind(("exam", quiz.exam.clone())).bind(("subjects", quiz.subjects.clone()));
        let mut titles = call.checked().await?;
        let (exam, subjects): (Vec<String>, Vec<String>) = (titles.take(0)?, titles.take(1)?);
        let link = self.public_url().join(&format!("theories-results/{}", quiz.id)).map_err(Error::internal)?;
        let values = Values::default()
            .text("first_name", &student.first_name)
            .text("exam", exam.concat())
            .text("subjects", subjects.join(", "))
            .text("grade", total.to_string())
            .text("submitted_on", mail::day(quiz.created_at))
            .text("link", link);
        let mail = self.compose(MailKind::ResultDeclared, &student.email, Some(student.id.clone()), &values).await?;
        Ok(Some(mail.about(quiz.id.to_string())))
    }
}

/// The audited fields of a result; the student's texts are not among them.
const AUDITED: &[&str] = &["exam_result", "total_avg_grade"];

/// The audit entry of a correction, with the changed grades by number of answer.
fn regraded(mut entry: Audit, before: &[TheoryAnswer], after: &[TheoryAnswer]) -> Audit {
    for (place, (old, new)) in before.iter().zip(after).enumerate() {
        if old.grade != new.grade {
            entry = entry.changed(&format!("grade_{}", place + 1), old.grade, new.grade);
        }
    }
    entry
}

/// The average of these grades over a submission's answers.
fn total(quiz: &QuizResult, grades: &[Grade]) -> Result<f64> {
    let mut theories = quiz.theories.clone();
    for answer in &mut theories {
        let given = grades.iter().find(|grade| grade.answer_id == answer.answer_id);
        answer.grade = given.and_then(|grade| grade.ans_grade);
    }
    average(&theories).ok_or_else(|| not_graded(&theories))
}

fn not_graded(theories: &[TheoryAnswer]) -> Error {
    let left = theories.iter().filter(|answer| answer.grade.is_none() && answer.is_gradable());
    let left: Vec<_> = left.map(|answer| answer.answer_id.clone()).collect();
    Error::Conflict(Refusal::new("not-graded", messages::ungraded(left.len())).with("left", left))
}
