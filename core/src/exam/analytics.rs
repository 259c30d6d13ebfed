//! The performance charts of a student's mocks (spec 2 §2.13, §3, §9), from the stored sums of their results.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    QuizResult,
    score::{self, Colour, JAMB_RANGES, Range, Tally, jamb_colour},
    student_totals::{MockMarks, Progress, ProgressSums, SubjectSums},
};
use crate::{
    App, Result,
    catalogue::{BECE, Exam, ExamRef, JAMB_UTME, Subject, WASSCE},
    clock::Instant,
    people::{Actor, User},
    records::Titled,
    registration::Registration,
    store::Id,
};

/// The data of the performance charts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MockAnalytics {
    /// The subscribed exams by slug.
    pub quiz_result_data: Vec<SlugMocks>,
    /// The exams with an active subscription, one chart each.
    pub subscribed_exams: Vec<ExamRef>,
    /// The student's subjects of WASSCE (WAEC): those registered, and those with mocks.
    #[serde(rename = "WAECExamSubjects")]
    pub waec_exam_subjects: Vec<Titled<Subject>>,
    /// The same of JSCE (BECE).
    #[serde(rename = "JECEExamSubjects")]
    pub jece_exam_subjects: Vec<Titled<Subject>>,
}

/// The exams of a slug.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlugMocks {
    pub exam_slug: String,
    pub exams: Vec<ExamMocks>,
}

/// The mocks of an exam.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExamMocks {
    pub exam: ExamRef,
    /// The maximum of the chart's scale: 400 for JAMB UTME, 100 for the others.
    pub maximum: u32,
    /// The colours of scores, if the exam has any.
    pub ranges: Vec<Range>,
    /// The latest mocks, at most 100, oldest first.
    pub quizzes: Vec<MockPoint>,
    /// Each subject over all mocks, including those before the latest 100.
    pub subjects: Vec<SubjectMocks>,
}

/// A mock in a chart.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MockPoint {
    #[serde(rename = "_id")]
    pub id: Id<QuizResult>,
    pub created_at: Instant,
    pub correct: u32,
    pub total: u32,
    /// Percentage of questions answered correctly, with one decimal.
    pub percent: f64,
    /// JAMB UTME: correct / total × 400, rounded; the others: the percentage.
    pub score: f64,
    pub colour: Option<Colour>,
    /// A1 to F9, for WAEC.
    pub grade: Option<String>,
    pub subjects: Vec<SubjectPoint>,
}

/// A subject of a mock in a chart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SubjectPoint {
    pub subject: Titled<Subject>,
    pub correct: u32,
    pub total: u32,
    /// Percent with one decimal.
    pub percent: f64,
    /// JAMB UTME: correct / 180 × 400; the others: the percentage.
    pub score: f64,
    /// A1 to F9, for WAEC.
    pub grade: Option<String>,
}

/// A subject over all mocks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SubjectMocks {
    pub subject: Titled<Subject>,
    pub mocks: i64,
    pub correct: i64,
    pub wrong: i64,
    pub unseen: i64,
    /// Percentage of all questions answered correctly, with one decimal.
    pub accuracy: f64,
    /// A1 to F9, for WAEC.
    pub grade: Option<String>,
}

/// How an exam scores its mocks (spec 2 §9, ruling 17).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    Jamb,
    Waec,
    Percent,
}

#[derive(SurrealValue)]
struct SubscribedRow {
    exam: ExamRef,
}

impl App {
    /// The performance charts of a student: for each exam with an active subscription, the mocks by subject and over
    /// time. For the student and for administrators.
    pub async fn mock_analytics(&self, actor: &Actor, user: &Id<User>) -> Result<MockAnalytics> {
        actor.require_access_to(user)?;
        let sql = "SELECT exam.{id, title, slug} AS exam, subscribed_at FROM subscription \
            WHERE user = $user AND expire_at > $now ORDER BY subscribed_at; \
            SELECT * FROM progress WHERE user = $user; SELECT * FROM registration WHERE user = $user;";
        let call = self.store.query(sql).bind(("user", user.clone())).bind(("now", self.now()));
        let mut found = call.checked().await?;
        let subscribed: Vec<SubscribedRow> = found.take(0)?;
        let (progress, registrations): (Vec<Progress>, Vec<Registration>) = (found.take(1)?, found.take(2)?);
        let mut known = HashSet::new();
        let exams: Vec<ExamRef> =
            subscribed.into_iter().map(|row| row.exam).filter(|exam| known.insert(exam.id.clone())).collect();
        let mut sums: HashMap<Id<Exam>, ProgressSums> =
            progress.into_iter().map(|one| (one.exam, one.sums.0)).collect();

        let of_mocks = sums.values().flat_map(|sums| sums.mocks.keys());
        let registered = registrations.iter().flat_map(|one| &one.subjects);
        let ids: HashSet<_> = of_mocks.chain(registered).cloned().collect();
        let call = self.store.query("SELECT id, title FROM $ids").bind(("ids", ids.into_iter().collect::<Vec<_>>()));
        let titles: Vec<Titled<Subject>> = call.all().await?;
        let titles: BTreeMap<_, _> = titles.into_iter().map(|one| (one.id.clone(), one)).collect();

        let of_slug = |slug: &str| {
            let exams: HashSet<_> = exams.iter().filter(|exam| exam.slug == slug).map(|exam| &exam.id).collect();
            let registered = registrations.iter().filter(|one| exams.contains(&one.exam)).flat_map(|one| &one.subjects);
            let measured = exams.iter().filter_map(|exam| sums.get(*exam)).flat_map(|sums| sums.mocks.keys());
            let ids: HashSet<_> = registered.chain(measured).collect();
            let mut subjects: Vec<_> = ids.into_iter().filter_map(|id| titles.get(id).cloned()).collect();
            subjects.sort_by(|a, b| (&a.title, &a.id).cmp(&(&b.title, &b.id)));
            subjects
        };
        let (waec_exam_subjects, jece_exam_subjects) = (of_slug(WASSCE), of_slug(BECE));
        let mut quiz_result_data: Vec<SlugMocks> = Vec::new();
        for exam in &exams {
            let mocks = exam_mocks(exam.clone(), sums.remove(&exam.id).unwrap_or_default(), &titles);
            match quiz_result_data.iter_mut().find(|one| one.exam_slug == exam.slug) {
                Some(slug) => slug.exams.push(mocks),
                None => quiz_result_data.push(SlugMocks { exam_slug: exam.slug.clone(), exams: vec![mocks] }),
            }
        }
        Ok(MockAnalytics { quiz_result_data, subscribed_exams: exams, waec_exam_subjects, jece_exam_subjects })
    }
}

/// The subjects of a student by id.
type Titles = BTreeMap<Id<Subject>, Titled<Subject>>;

fn exam_mocks(exam: ExamRef, sums: ProgressSums, titles: &Titles) -> ExamMocks {
    let scale = match exam.slug.as_str() {
        JAMB_UTME => Scale::Jamb,
        WASSCE => Scale::Waec,
        _ => Scale::Percent,
    };
    let subject = |(id, sums): (&Id<Subject>, &SubjectSums)| {
        let accuracy = score::percent(whole(sums.correct), whole(sums.questions()));
        Some(SubjectMocks {
            subject: titles.get(id)?.clone(),
            mocks: sums.tests,
            correct: sums.correct,
            wrong: sums.wrong,
            unseen: sums.unseen,
            accuracy,
            grade: scale.grade(accuracy),
        })
    };
    let is_jamb = scale == Scale::Jamb;
    ExamMocks {
        maximum: if is_jamb { 400 } else { 100 },
        ranges: if is_jamb { JAMB_RANGES.to_vec() } else { Vec::new() },
        subjects: sums.mocks.iter().filter_map(subject).collect(),
        quizzes: sums.latest.into_iter().map(|mock| scale.point(mock, titles)).collect(),
        exam,
    }
}

impl Scale {
    fn point(self, mock: MockMarks, titles: &Titles) -> MockPoint {
        let mut all = Tally::default();
        for (_, tally) in &mock.parts {
            all.total += tally.total;
            all.correct += tally.correct;
            all.withdrawn += tally.withdrawn;
        }
        let percent = all.accuracy();
        let out_of_400 = all.out_of_400();
        let is_jamb = self == Self::Jamb;
        let subject = |(id, tally): (Id<Subject>, Tally)| {
            let percent = tally.accuracy();
            Some(SubjectPoint {
                subject: titles.get(&id)?.clone(),
                correct: tally.correct,
                total: tally.total,
                percent,
                score: if is_jamb { tally.jamb_subject_score(all.withdrawn) } else { percent },
                grade: self.grade(percent),
            })
        };
        MockPoint {
            id: mock.quiz,
            created_at: mock.at,
            correct: all.correct,
            total: all.total,
            percent,
            score: if is_jamb { f64::from(out_of_400) } else { percent },
            colour: is_jamb.then(|| jamb_colour(out_of_400)),
            grade: self.grade(percent),
            subjects: mock.parts.into_iter().filter_map(subject).collect(),
        }
    }

    fn grade(self, percent: f64) -> Option<String> {
        (self == Self::Waec).then(|| score::waec_grade(percent).to_owned())
    }
}

fn whole(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(0)
}
