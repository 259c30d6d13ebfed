//! An exam that students prepare for, such as JAMB UTME.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Subject, check_image, check_time_limit, image_from_form};
use crate::{
    App, Error, FieldErrors, Result, html, messages,
    records::{
        Change, Counter, Entity as _, Filter, ListSpec, Listed, Naming, Paths, Resource, Toasts, entity, paths, toasts,
    },
    store::{Id, Record},
};

/// The counter of active exams.
pub const ACTIVE_EXAMS: &str = "active-exams";

/// The slug of JAMB UTME.
pub const JAMB_UTME: &str = "jamb-utme";
/// The slug of POST UTME, the one exam that each university sets itself.
pub const POST_UTME: &str = "post-utme";
/// The slug of WASSCE, whose results are grades.
pub const WASSCE: &str = "wassce-waec-ssce";
/// The slug of BECE.
pub const BECE: &str = "jsce-bece";

/// Hours after the deadline within which answers of a mock taken offline may arrive, if an exam does not say.
const DEFAULT_LATE_HOURS: i64 = 24;
/// The maximum number of those hours.
const MAX_LATE_HOURS: i64 = 168;

/// The kinds of questions in an exam; not which exam it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum ExamType {
    /// Multiple choice.
    Objective,
    /// Written answers.
    Theory,
    /// Multiple choice and written answers.
    Both,
}

entity! {
    /// An exam.
    Exam: ExamInput {
        /// Made from the title once. `jamb-utme`, `wassce-waec-ssce`, `jsce-bece` and `post-utme` have rules of their own:
        /// universities, a score out of 400, WAEC grades. An exam with another slug has none of these.
        slug: String,
    }
    const NOUN: &'static str = "Exam";

    fn counters(&self) -> Vec<Counter> {
        if self.status { vec![Counter::of(ACTIVE_EXAMS)] } else { Vec::new() }
    }
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamInput {
    pub title: String,
    pub exam_type: ExamType,
    /// Subjects that a student registers, 1 to 10.
    pub maximum_subjects: i64,
    /// Years that the exam's bank reaches back, 1 to 10.
    pub year_of_examination: i64,
    /// Hours of the time limit, 0 to 23.
    pub time_hour: i64,
    /// Minutes of the time limit: 00, 15, 30 or 45.
    pub time: String,
    /// HTML shown before a mock.
    #[schema(max_length = 50000)]
    #[serde(default)]
    pub exam_instructions: String,
    pub logo: Option<String>,
    #[serde(rename = "video_link")]
    pub video_link: Option<String>,
    #[serde(default)]
    pub status: bool,
    /// Whether students cannot download its questions for practice offline.
    #[serde(default)]
    #[surreal(default)]
    pub downloads_off: bool,
    /// Questions that a student can download per day, 1 to 100,000. No limit if missing.
    #[serde(default)]
    pub max_downloads: Option<i64>,
    /// Hours after the deadline within which answers of a mock taken offline may arrive, 1 to 168; 24 if missing.
    #[serde(default)]
    pub late_hours: Option<i64>,
}

/// A reference to an exam.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct ExamRef {
    #[serde(rename = "_id")]
    pub id: Id<Exam>,
    pub title: String,
    pub slug: String,
}

/// The instructions that a candidate reads before a mock.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamInstruction {
    #[serde(rename = "_id")]
    pub id: Id<Exam>,
    pub title: String,
    pub exam_instructions: String,
    pub time_hour: i64,
    pub time: String,
    /// floor(timeHour × 60) plus the minutes when they are not 00; 15 without an instruction.
    pub minutes: i64,
}

impl Exam {
    /// The time limit in minutes; `None` when none is set.
    pub fn minutes(&self) -> Option<i64> {
        let minutes = self.time_hour * 60 + self.time.parse::<i64>().unwrap_or(0);
        (minutes > 0).then_some(minutes)
    }

    /// Hours after the deadline within which answers of a mock taken offline may arrive.
    pub fn late_hours(&self) -> i64 {
        self.late_hours.unwrap_or(DEFAULT_LATE_HOURS)
    }

    /// Whether students choose a university before they take the exam.
    pub fn has_universities(&self) -> bool {
        slug_has_universities(&self.slug)
    }

    /// The most subjects in one test: all registered ones in JAMB UTME, one in the others.
    pub fn subjects_per_test(&self) -> i64 {
        if self.slug == JAMB_UTME { self.maximum_subjects } else { 1 }
    }
}

/// Whether students choose a university before they take the exam with this slug.
pub fn slug_has_universities(slug: &str) -> bool {
    slug == POST_UTME
}

impl Record for Exam {
    const TABLE: &'static str = "exam";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS exam_slug ON exam FIELDS slug UNIQUE;";
}

impl Listed for Exam {
    const LIST: ListSpec = ListSpec {
        sort: &[
            ("slug", "slug"),
            ("examType", "exam_type"),
            ("maximumSubjects", "maximum_subjects"),
            ("yearOfExamination", "year_of_examination"),
            ("timeHour", "time_hour"),
            ("time", "time"),
        ],
        filters: &[Filter::flag("status")],
        order: "createdAt",
        whole: true,
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Resource for Exam {
    const PATHS: Paths = Paths { delete: None, ..paths!("/admin/exams") };
    const TOASTS: Toasts = toasts!("Exam");
    const NAMING: Option<Naming> = Some(Naming { within: None, slug: Some("slug") });
    const ALIASES: &'static [(&'static str, &'static str)] = &[("videoLink", "video_link")];
    const OWN_ID: Option<&'static str> = Some("examId");
    type View = Self;

    fn set_slug(&mut self, slug: String) {
        self.slug = slug;
    }

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        if current.is_none() {
            self.slug = slug::slugify(&self.title);
        }
        errors.trimmed_title("title", "Title", &mut self.title, 120);
        errors.check(
            (1..=10).contains(&self.maximum_subjects),
            "maximumSubjects",
            "Maximum subjects must be from 1 to 10.",
        );
        errors.check(
            (1..=10).contains(&self.year_of_examination),
            "yearOfExamination",
            "Year of examination must be from 1 to 10.",
        );
        check_time_limit(errors, ("timeHour", self.time_hour), ("time", &self.time));
        check_image(errors, "logo", self.logo.as_deref());
        errors.check(
            self.max_downloads.is_none_or(|most| (1..=100_000).contains(&most)),
            "maxDownloads",
            "Downloads per day must be from 1 to 100,000.",
        );
        errors.check(
            self.form.late_hours.is_none_or(|hours| (1..=MAX_LATE_HOURS).contains(&hours)),
            "lateHours",
            "Late answers must be from 1 to 168 hours.",
        );
        self.video_link.take_if(|link| link.is_empty());
        errors.check(
            self.video_link.as_deref().is_none_or(|link| link.starts_with("https://")),
            "videoLink",
            "Video link must start with https://.",
        );
        html::clean_in_place(
            errors,
            "examInstructions",
            &mut self.exam_instructions,
            current.map(|old| &old.exam_instructions),
        );
        self.logo = image_from_form(self.logo.take(), current.and_then(|old| old.logo.as_ref()));
    }

    /// `maximumSubjects` must be at least the number of mandatory subjects (ruling 24). Inactive ones count, because
    /// they may be activated again.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        if current.is_none_or(|old| self.maximum_subjects >= old.maximum_subjects) {
            return Ok(());
        }
        // Making a subject mandatory locks the exam, so a concurrent change of it is noticed.
        let sql = "SELECT VALUE id FROM subject WHERE exam = $exam AND mandatory = true";
        let mandatory: Vec<Id<Subject>> = change.query(sql).bind(("exam", self.id.clone())).all().await?;
        let fits = mandatory.len() as u64 <= self.maximum_subjects.unsigned_abs();
        if fits { Ok(()) } else { Err(Error::field("maximumSubjects", messages::MAXIMUM_MANDATORY)) }
    }
}

impl App {
    /// The exams as students see them, inactive ones too (shown as Coming Soon).
    pub async fn list_exam_types(&self) -> Result<Vec<Exam>> {
        self.store.query("SELECT * FROM exam ORDER BY created_at, id").all().await
    }

    /// The exam with this slug.
    pub async fn find_exam_by_slug(&self, slug: &str) -> Result<Exam> {
        let found = self.store.query("SELECT * FROM exam WHERE slug = $slug").bind(("slug", slug.to_owned()));
        found.first().await?.ok_or(Error::NotFound(Exam::NOUN))
    }

    /// The instructions for a mock of this exam (spec 2 §4.5).
    pub async fn find_exam_instruction(&self, id: &Id<Exam>) -> Result<ExamInstruction> {
        let exam: Exam = self.load(id).await?.ok_or(Error::NotFound(Exam::NOUN))?;
        let minutes = if exam.exam_instructions.is_empty() { None } else { exam.minutes() };
        Ok(ExamInstruction {
            minutes: minutes.unwrap_or(15),
            id: exam.id,
            title: exam.form.title,
            exam_instructions: exam.form.exam_instructions,
            time_hour: exam.form.time_hour,
            time: exam.form.time,
        })
    }
}
