//! The size of the bank by exam, subject and year, for the question screens of the back office.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Question, SubjectYear, Theory};
use crate::{
    App, Result,
    catalogue::{Exam, ExamRef, Section, Subject, Topic},
    records::counter_value,
    store::Id,
};

/// The subjects of one exam that have a bank.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamSubjects {
    pub exam_name: String,
    pub exam_slug: String,
    pub exam: Id<Exam>,
    pub subjects: Vec<QuestionSubject>,
}

/// A subject and the size of its bank over all years.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionSubject {
    #[serde(rename = "_id")]
    pub id: Id<Subject>,
    pub title: String,
    pub slug: String,
    pub total_questions: i64,
    pub total_theories: i64,
}

/// The bank of one exam: every subject, with all of its years.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BankOfExam {
    pub exam: ExamRef,
    pub subjects: Vec<BankOfSubject>,
}

/// The bank of one subject.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BankOfSubject {
    #[serde(rename = "_id")]
    pub id: Id<Subject>,
    pub title: String,
    pub status: bool,
    /// Questions per mock.
    #[serde(rename = "mockQuestions")]
    pub mock_questions: i64,
    /// Questions in use that devices cannot download.
    #[serde(rename = "heldBack")]
    pub held_back: i64,
    /// The latest first; none if no bank was begun.
    pub years: Vec<BankOfYear>,
}

/// The bank of one subject in one year.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct BankOfYear {
    #[serde(rename = "_id")]
    pub id: Id<SubjectYear>,
    pub year: i64,
    pub status: bool,
    /// How often it was changed (ruling 33).
    pub version: i64,
    pub questions: i64,
    pub theories: i64,
}

/// A topic with what its sections hold in one year.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopicCounts {
    #[serde(rename = "_id")]
    pub id: Id<Topic>,
    pub title: String,
    pub status: bool,
    pub topic_sections: Vec<SectionCounts>,
}

/// A section with what it holds in one year.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SectionCounts {
    #[serde(rename = "_id")]
    pub id: Id<Section>,
    pub section_name: String,
    pub status: bool,
    #[serde(rename = "totalQuestions")]
    pub total_questions: i64,
    #[serde(rename = "totalTheories")]
    pub total_theories: i64,
}

#[derive(SurrealValue)]
struct YearRow {
    subject: SubjectName,
    exam: ExamRef,
    questions: i64,
    theories: i64,
}

#[derive(SurrealValue)]
struct SubjectName {
    id: Id<Subject>,
    title: String,
    slug: String,
}

#[derive(SurrealValue)]
struct SubjectRow {
    id: Id<Subject>,
    title: String,
    status: bool,
    mock_questions: i64,
    exam: ExamRef,
}

#[derive(SurrealValue)]
struct HeldBack {
    subject: Id<Subject>,
    questions: i64,
}

#[derive(SurrealValue)]
struct YearOfSubject {
    subject: Id<Subject>,
    year: BankOfYear,
}

impl App {
    /// The whole bank: every exam in the order of the public site, with its subjects by title and their years.
    pub async fn bank_grid(&self) -> Result<Vec<BankOfExam>> {
        let sql = concat!(
            "SELECT id, title, status, mock_questions, exam.{id, title, slug} AS exam, exam.created_at AS made, exam.id AS key \
             FROM subject ORDER BY made, key, title COLLATE; \
             SELECT subject, year AS number, { id: id, year: year, status: status, version: version ?? 0, questions: ",
            counter_value!("questions"),
            ", theories: ",
            counter_value!("theories"),
            " } AS year FROM subject_year ORDER BY number DESC; \
             SELECT subject, count() AS questions FROM question WHERE held_back = true AND status = true GROUP BY subject;"
        );
        let mut found = self.store.query(sql).checked().await?;
        let (subjects, rows): (Vec<SubjectRow>, Vec<YearOfSubject>) = (found.take(0)?, found.take(1)?);
        let held_back: Vec<HeldBack> = found.take(2)?;
        let held_back: HashMap<_, _> = held_back.into_iter().map(|one| (one.subject, one.questions)).collect();
        let mut years: HashMap<Id<Subject>, Vec<BankOfYear>> = HashMap::new();
        for YearOfSubject { subject, year } in rows {
            years.entry(subject).or_default().push(year);
        }
        let mut exams: Vec<BankOfExam> = Vec::new();
        for SubjectRow { id, title, status, mock_questions, exam } in subjects {
            let subject = BankOfSubject {
                years: years.remove(&id).unwrap_or_default(),
                held_back: held_back.get(&id).copied().unwrap_or_default(),
                id,
                title,
                status,
                mock_questions,
            };
            match exams.last_mut().filter(|last| last.exam.id == exam.id) {
                Some(last) => last.subjects.push(subject),
                None => exams.push(BankOfExam { exam, subjects: vec![subject] }),
            }
        }
        Ok(exams)
    }

    /// The subjects that have a bank, by exam, with the number of their questions.
    pub async fn list_question_subjects(&self) -> Result<Vec<ExamSubjects>> {
        let sql = concat!(
            "SELECT subject.{id, title, slug} AS subject, subject.exam.{id, title, slug} AS exam, \
             subject.exam.created_at AS made, subject.title AS named, ",
            counter_value!("questions"),
            " AS questions, ",
            counter_value!("theories"),
            " AS theories FROM subject_year ORDER BY made, named COLLATE"
        );
        let years: Vec<YearRow> = self.store.query(sql).all().await?;
        let mut exams: Vec<ExamSubjects> = Vec::new();
        for YearRow { subject, exam, questions, theories } in years {
            if exams.last().is_none_or(|last| last.exam != exam.id) {
                let (exam_name, exam_slug) = (exam.title, exam.slug);
                exams.push(ExamSubjects { exam_name, exam_slug, exam: exam.id, subjects: Vec::new() });
            }
            let Some(group) = exams.last_mut() else { continue };
            if group.subjects.last().is_none_or(|last| last.id != subject.id) {
                let SubjectName { id, title, slug } = subject;
                group.subjects.push(QuestionSubject { id, title, slug, total_questions: 0, total_theories: 0 });
            }
            if let Some(total) = group.subjects.last_mut() {
                total.total_questions += questions;
                total.total_theories += theories;
            }
        }
        Ok(exams)
    }

    /// The topics of a subject with their sections, and what each holds in one year.
    pub async fn question_topic_sections(
        &self,
        subject: &Id<Subject>,
        year: &Id<SubjectYear>,
    ) -> Result<Vec<TopicCounts>> {
        let sql = "SELECT * FROM topic WHERE subject = $subject ORDER BY created_at, id; \
            SELECT * FROM section WHERE topic.subject = $subject ORDER BY created_at, id;";
        let mut results = self.store.query(sql).bind(("subject", subject.clone())).checked().await?;
        let (topics, sections): (Vec<Topic>, Vec<Section>) = (results.take(0)?, results.take(1)?);
        let questions =
            self.counter_values(sections.iter().map(|section| Question::count_in(year, &section.id))).await?;
        let theories = self.counter_values(sections.iter().map(|section| Theory::count_in(year, &section.id))).await?;
        let counts = |section: &Section| SectionCounts {
            total_questions: questions.get(&Question::count_in(year, &section.id)).copied().unwrap_or(0),
            total_theories: theories.get(&Theory::count_in(year, &section.id)).copied().unwrap_or(0),
            id: section.id.clone(),
            section_name: section.section_name.clone(),
            status: section.status,
        };
        let with_sections = |Topic { id, form, .. }: Topic| TopicCounts {
            topic_sections: sections.iter().filter(|section| section.topic == id).map(counts).collect(),
            id,
            title: form.title,
            status: form.status,
        };
        Ok(topics.into_iter().map(with_sections).collect())
    }
}
