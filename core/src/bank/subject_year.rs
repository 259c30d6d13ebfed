//! A year of a subject's bank.

use std::ops::RangeInclusive;

use chrono::Datelike as _;
use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result,
    catalogue::{ExamRef, Subject, University, slug_has_universities},
    clock::Instant,
    messages,
    records::{
        Change, Filter, ListSpec, Listed, Paths, Resource, Stored as _, Titled, Toasts, counter_value, entity, in_words,
    },
    store::{Call, Id, Record},
};

use super::{ItemKind, import::PendingImport};

entity! {
    /// The questions of one subject in one year; its key is (subject, year).
    SubjectYear: SubjectYearInput {
        /// Raised by every change to its questions, so that memory and store agree.
        revision: i64,
    }
    const NOUN: &'static str = "Subject year";
    const UNAUDITED: &'static [&'static str] = &["revision"];
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct SubjectYearInput {
    pub subject: Id<Subject>,
    pub year: i64,
    /// The universities whose tests it holds; only for post-UTME.
    #[schema(max_items = 300)]
    #[serde(default)]
    pub university: Vec<Id<University>>,
    /// Whether it is in use. If missing, it stays unchanged; a new year is then inactive.
    pub status: Option<bool>,
}

/// A subject-year as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = SubjectYear)]
pub struct SubjectYearView {
    #[serde(rename = "_id")]
    pub id: Id<SubjectYear>,
    pub subject: Titled<Subject>,
    pub exam: ExamRef,
    pub year: i64,
    pub university: Vec<Titled<University>>,
    pub status: bool,
    #[serde(rename = "totalQuestionsByYear")]
    pub total_questions: i64,
    #[serde(rename = "totalTheoriesByYear")]
    pub total_theories: i64,
    /// How often it was changed (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The first year that students can choose (spec 2 §9).
pub(crate) const FIRST_YEAR: i64 = 1999;

/// Whether a bank can be created for this year.
pub(super) fn is_recent(app: &App, year: i64) -> bool {
    recent_years(app).contains(&year)
}

/// The message for a year that is not one of the last 40.
pub(super) fn year_range(app: &App) -> String {
    let years = recent_years(app);
    messages::year_out_of_range(*years.start(), *years.end())
}

fn recent_years(app: &App) -> RangeInclusive<i64> {
    let this_year = i64::from(app.now().year());
    this_year - 39..=this_year
}

impl SubjectYear {
    /// The key of a subject's year.
    pub fn key(subject: &Id<Subject>, year: i64) -> Id<Self> {
        Id::new(format!("{subject}-{year}"))
    }

    /// Whether it is in use.
    pub fn is_active(&self) -> bool {
        self.status == Some(true)
    }

    /// The year after a move to this subject and calendar year.
    pub(crate) fn moved_to(&self, app: &App, subject: &Id<Subject>, year: i64, errors: &mut FieldErrors) -> Self {
        errors.check(year == self.year || is_recent(app, year), "year", year_range(app));
        let moved = self.changed(SubjectYearInput { subject: subject.clone(), year, ..self.form.clone() });
        // A new revision, as for a new year; see `check_form`.
        Self { id: Self::key(subject, year), revision: app.now().timestamp_millis(), ..moved }
    }

    /// Raises the revision inside `change` and adds universities, which is a change of the record too.
    ///
    /// # Errors
    /// Same as [`Self::lock`].
    pub(crate) async fn raise(&self, change: &mut Change<'_>, universities: &[Id<University>]) -> Result<()> {
        let sql = "UPDATE $year SET revision += 1, \
            version = (version ?? 0) + (IF university CONTAINSALL $universities { 0 } ELSE { 1 }), \
            university = array::union(university, $universities) \
            WHERE revision = $revision AND !record::exists($pending) RETURN VALUE id";
        self.write(change, change.query(sql).bind(("universities", universities.to_vec()))).await?;
        let mut raised = self.clone();
        raised.university.extend(universities.iter().filter(|one| !self.university.contains(one)).cloned());
        if raised.university.len() > self.university.len() {
            change.record("update", self, &raised);
        }
        Ok(())
    }

    /// Raises the revisions of these years. Each may be named several times.
    ///
    /// # Errors
    /// Same as [`Self::lock`].
    pub(crate) async fn raise_all(change: &mut Change<'_>, mut years: Vec<Id<Self>>) -> Result<()> {
        years.sort_unstable();
        years.dedup();
        let years: Vec<Self> = change.query("SELECT * FROM $years").bind(("years", years)).all().await?;
        for year in years {
            year.raise(change, &[]).await?;
        }
        Ok(())
    }

    /// Locks the year, as it was read, until the commit.
    ///
    /// # Errors
    /// [`Error::Contended`] if somebody else has changed it since; [`Error::Conflict`] with reason `importing` while an
    /// import is written into it.
    pub(crate) async fn lock(&self, change: &Change<'_>) -> Result<()> {
        let sql = "UPDATE $year SET guard = rand::ulid() \
            WHERE revision = $revision AND !record::exists($pending) RETURN VALUE id";
        self.write(change, change.query(sql)).await
    }

    /// Activates the year inside `change`.
    pub(super) async fn put_into_use(&self, change: &mut Change<'_>) -> Result<()> {
        let sql = "UPDATE $year SET status = true, version = (version ?? 0) + 1 RETURN NONE";
        change.query(sql).bind(("year", self.id.clone())).done().await?;
        let mut active = self.clone();
        active.status = Some(true);
        change.record("import", self, &active);
        Ok(())
    }

    /// Fails if questions or theories of the year name one of the universities in `gone`.
    async fn spare(&self, change: &Change<'_>, gone: Vec<Id<University>>) -> Result<()> {
        if gone.is_empty() {
            return Ok(());
        }
        let mut named = Vec::new();
        for table in [ItemKind::Choice, ItemKind::Essay].map(ItemKind::table) {
            let sql = format!("SELECT VALUE id FROM {table} WHERE year = $year AND university CONTAINSANY $gone");
            let call = change.query(sql).bind(("year", self.id.clone())).bind(("gone", gone.clone()));
            let found: Vec<RecordId> = call.all().await?;
            named.push((table, found.len() as u64));
        }
        match in_words(named) {
            by if by.is_empty() => Ok(()),
            by => Err(Error::field("university", messages::university_of_questions(&by))),
        }
    }

    async fn write(&self, change: &Change<'_>, call: Call<'_>) -> Result<()> {
        let pending: RecordId = self.id.cast::<PendingImport>().link();
        let call = call.bind(("year", self.id.clone())).bind(("revision", self.revision));
        let written: Vec<Id<Self>> = call.bind(("pending", pending)).all().await?;
        if !written.is_empty() {
            return Ok(());
        }
        self.refuse_while_importing(change).await?;
        Err(Error::Contended)
    }

    /// Fails if the year has questions: tests and statistics name its calendar year.
    async fn must_be_empty(&self, change: &Change<'_>) -> Result<()> {
        let sql = "SELECT VALUE id FROM question WHERE year = $year LIMIT 1; \
            SELECT VALUE id FROM theory WHERE year = $year LIMIT 1;";
        let mut found = change.query(sql).bind(("year", self.id.clone())).checked().await?;
        let (questions, theories): (Vec<RecordId>, Vec<RecordId>) = (found.take(0)?, found.take(1)?);
        match questions.is_empty() && theories.is_empty() {
            true => Ok(()),
            false => {
                Err(Error::field("year", "This year has questions, so it cannot be changed: add another year instead."))
            }
        }
    }

    /// Fails while an accepted import is being written into the year.
    async fn refuse_while_importing(&self, change: &Change<'_>) -> Result<()> {
        let pending: RecordId = self.id.cast::<PendingImport>().link();
        let found: Option<RecordId> =
            change.query("SELECT VALUE id FROM $pending").bind(("pending", pending)).first().await?;
        found.map_or(Ok(()), |_| Err(Error::conflict("importing", messages::IMPORTING)))
    }
}

impl Record for SubjectYear {
    const TABLE: &'static str = "subject_year";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS subject ON subject_year TYPE record<subject> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON subject_year TYPE array<record<university>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS subject_year_subject ON subject_year FIELDS subject;";
}

impl Listed for SubjectYear {
    const LIST: ListSpec = ListSpec {
        select: concat!(
            "*, subject.{id, title} AS subject, subject.exam.{id, title, slug} AS exam, \
             university.*.{id, title} AS university, ",
            counter_value!("questions"),
            " AS total_questions, ",
            counter_value!("theories"),
            " AS total_theories"
        ),
        search: &["year"],
        sort: &[
            ("year", "year"),
            ("subject", "subject.title"),
            ("exam", "subject.exam.title"),
            ("university", "array::join(university.title, ', ')"),
            ("status", "status"),
            ("totalQuestionsByYear", counter_value!("questions")),
            ("totalTheoriesByYear", counter_value!("theories")),
            ("createdAt", "created_at"),
        ],
        filters: &[Filter::reference("subject", "subject")],
        order: "-year",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Resource for SubjectYear {
    const PATHS: Paths = Paths {
        list: "/admin/subject-years/{id}",
        one: "/admin/subject-years/detail/{id}",
        add: Some("/admin/question-subjects/add"),
        update: "/admin/subject-years/update/{id}",
        delete: Some("/admin/subject-years/delete/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Question Subject successfully added.",
        updated: "Subject year successfully update.",
        deleted: "Subject year deleted successfully.",
    };
    const ADDED_FIELD: &'static str = "user";
    const PARENT: Option<&'static str> = Some("subject");
    const UNIQUE: &'static str = "year";
    const OWN_ID: Option<&'static str> = Some("syId");
    type View = SubjectYearView;

    fn check_form(&mut self, app: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        // A stored year stays valid, even when it is no longer among the last 40.
        let stays = current.is_some_and(|old| old.year == self.year);
        errors.check(stays || is_recent(app, self.year), "year", year_range(app));
        let moves = current.is_some_and(|old| old.subject != self.subject);
        errors.check(!moves, "subject", "The subject of a year cannot be changed: add the year to the other subject.");
        self.id = Self::key(&self.subject, self.year);
        self.status = self.status.or(current.and_then(|old| old.status)).or(Some(false));
        // Taken from the clock, so that a year that is deleted and created again never repeats a revision.
        self.revision = if stays { self.revision + 1 } else { app.now().timestamp_millis() };
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        let mut links = vec![("subject", self.subject.link())];
        links.extend(self.university.iter().map(|university| ("university", university.link())));
        links
    }

    /// Only POST UTME has universities (spec 3 §5). A university that questions of the year name must stay, because
    /// otherwise nobody could edit them.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        if let Some(current) = current {
            current.refuse_while_importing(change).await?;
            if current.id != self.id {
                current.must_be_empty(change).await?;
            }
        }
        let gone = current.iter().flat_map(|old| &old.university).filter(|one| !self.university.contains(one));
        self.spare(change, gone.cloned().collect()).await?;
        if self.university.is_empty() {
            return Ok(());
        }
        let sql = "SELECT VALUE exam.slug FROM $subject";
        let slug: Option<String> = change.query(sql).bind(("subject", self.subject.clone())).first().await?;
        if slug.as_deref().is_some_and(slug_has_universities) {
            Ok(())
        } else {
            Err(Error::field("university", messages::ONLY_POST_UTME))
        }
    }
}
