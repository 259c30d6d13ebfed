//! The subjects that a student registered for an exam.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use crate::{
    App, Error, Result,
    catalogue::{Assessment, Category, Course, Exam, ExamType, Mode, Subject, University},
    clock::Instant,
    people::{Actor, User, UserRef},
    plans::{Subscription, SubscriptionView},
    records::{Entity, Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record},
};

/// One registration; its key is (student, exam), so there is never a second.
#[derive(Debug, Clone, SurrealValue)]
pub struct Registration {
    pub id: Id<Registration>,
    pub user: Id<User>,
    pub exam: Id<Exam>,
    pub category: Option<Id<Category>>,
    pub course: Option<Id<Course>>,
    pub university: Option<Id<University>>,
    /// The mode that was last chosen, the kind of test, and the subjects for it.
    pub assessment: Option<Id<Assessment>>,
    #[surreal(default)]
    pub exam_type: Option<ExamType>,
    #[surreal(default)]
    pub selected: Vec<Id<Subject>>,
    pub subjects: Vec<Id<Subject>>,
    /// Requested changes.
    pub subjects_update: Vec<Id<Subject>>,
    /// Whether the student has used the one change request.
    pub update_request: bool,
    /// The date of the student's exam, `YYYY-MM-DD`.
    #[surreal(default)]
    pub exam_date: Option<String>,
    /// The score in the real exam, out of 400, as the student entered it.
    #[surreal(default)]
    pub real_score: Option<i64>,
    /// A change that an administrator made and the student has not seen yet.
    #[surreal(default)]
    pub changed: Option<SubjectsChange>,
    /// Its version, increased by each change of the subjects (ruling 33).
    #[surreal(default)]
    pub version: i64,
    pub created_at: Instant,
}

/// An administrator's decision about registered subjects: other subjects, or a declined change request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct SubjectsChange {
    pub at: Instant,
    /// The titles of the subjects before.
    pub before: Vec<String>,
    /// The change request, if it was declined.
    #[surreal(default)]
    pub refused: Option<RefusedChange>,
}

/// A change request that an administrator declined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct RefusedChange {
    /// The titles of the requested subjects.
    pub asked: Vec<String>,
    /// The reason, for the student; may be empty.
    pub reason: String,
}

/// A registered subject in responses.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct RegisteredSubject {
    #[serde(rename = "_id")]
    pub id: Id<Subject>,
    pub title: String,
    #[serde(rename = "mandetory")]
    pub mandatory: bool,
}

/// The exam of a registration.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisteredExam {
    #[serde(rename = "_id")]
    pub id: Id<Exam>,
    pub slug: String,
    pub title: String,
    pub exam_type: ExamType,
    pub maximum_subjects: i64,
}

/// The mode last chosen with a registration.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct ChosenMode {
    #[serde(rename = "_id")]
    pub id: Id<Assessment>,
    pub slug: Mode,
    pub title: String,
}

/// The plan under which a registration is used.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChosenPlan {
    #[serde(rename = "_id")]
    pub id: Id<Subscription>,
    pub plan_name: String,
    pub subscription_type: String,
    pub num_of_questions: i64,
    pub university: Option<Titled<University>>,
}

impl From<&SubscriptionView> for ChosenPlan {
    fn from(held: &SubscriptionView) -> Self {
        let SubscriptionView { id, plan_name, subscription_type, num_of_questions, university, .. } = held.clone();
        Self { id, plan_name, subscription_type, num_of_questions, university }
    }
}

/// A registration in responses.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Registration)]
pub struct RegistrationView {
    #[serde(rename = "_id")]
    pub id: Id<Registration>,
    pub user: Id<User>,
    pub student: UserRef,
    pub exam: RegisteredExam,
    pub category: Option<Titled<Category>>,
    pub course: Option<Titled<Course>>,
    pub university: Option<Titled<University>>,
    pub assessment: Option<ChosenMode>,
    /// The kind of test that was last chosen.
    #[surreal(default)]
    pub exam_type: Option<ExamType>,
    /// The registered subjects that were last chosen for a test.
    #[serde(rename = "selectedSubjects")]
    #[surreal(default)]
    pub selected: Vec<Id<Subject>>,
    pub subjects: Vec<RegisteredSubject>,
    /// The ids of the registered subjects.
    pub subjects_processed: Vec<Id<Subject>>,
    pub subjects_update: Vec<Titled<Subject>>,
    pub update_request: bool,
    /// The date of the student's exam, `YYYY-MM-DD`, as the student entered it.
    #[surreal(default)]
    pub exam_date: Option<String>,
    /// The score in the real exam, out of 400, as the student entered it; only in JAMB UTME.
    #[surreal(default)]
    pub real_score: Option<i64>,
    #[surreal(default)]
    pub subscription_plan: Option<ChosenPlan>,
    /// A change that an administrator made and the student has not seen yet.
    #[surreal(default)]
    pub changed: Option<SubjectsChange>,
    /// Its version, increased by each change of the subjects (ruling 33).
    #[surreal(default)]
    pub version: i64,
    pub created_at: Instant,
}

/// The projection of a registration with its references resolved, except the plan.
macro_rules! with_references {
    () => {
        "*, user.{id, first_name, last_name, email} AS student, \
         exam.{id, slug, title, exam_type, maximum_subjects} AS exam, category.{id, title} AS category, \
         course.{id, title} AS course, university.{id, title} AS university, \
         assessment.{id, slug, title} AS assessment, \
         subjects AS subjects_processed, subjects.*.{id, title, mandatory} AS subjects, \
         subjects_update.*.{id, title} AS subjects_update"
    };
}

/// Registrations without `subscription_plan`, for a caller that already has the subscriptions. The subquery for the
/// plan takes longer than all other references together.
pub(crate) struct RegistrationWithoutPlan;

impl Listed for RegistrationWithoutPlan {
    const LIST: ListSpec = ListSpec { select: with_references!(), ..ListSpec::of(Registration::TABLE) };
}

impl Listed for Registration {
    const LIST: ListSpec = ListSpec {
        select: concat!(
            with_references!(),
            ", (SELECT id, plan_name, subscription_type, num_of_questions, university.{id, title} AS university, \
             subscribed_at FROM $parent.user<~(subscription FIELD user) WHERE exam = $parent.exam AND expire_at > $now \
             ORDER BY subscribed_at DESC, id DESC LIMIT 1)[0] AS subscription_plan"
        ),
        search: &["user.first_name + ' ' + user.last_name + ' ' + user.email + ' ' + exam.title + ' ' \
            + (course.title ?? '') + ' ' + array::join(subjects.title, ' ')"],
        sort: &[
            ("student", "user.first_name + ' ' + user.last_name"),
            ("exam", "exam.title"),
            ("category", "category.title"),
            ("course", "course.title"),
            ("university", "university.title"),
            ("assessment", "assessment.title"),
            ("subjects", "array::join(subjects.title, ', ')"),
            ("updateRequest", "update_request"),
            ("createdAt", "created_at"),
        ],
        filters: &[
            Filter::reference("user", User::TABLE),
            Filter::reference("exam", Exam::TABLE),
            Filter { name: "changeRequested", column: "change_requested", kind: FilterKind::Flag },
        ],
        order: "createdAt",
        limit: 50,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Registration {
    const NOUN: &'static str = "Registration";
    const AUDITED: &'static [&'static str] = &[
        "user",
        "exam",
        "category",
        "course",
        "university",
        "assessment",
        "exam_type",
        "selected",
        "subjects",
        "subjects_update",
        "update_request",
    ];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Record for Registration {
    const TABLE: &'static str = "registration";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON registration TYPE record<user> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS exam ON registration TYPE record<exam> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS subjects ON registration TYPE array<record<subject>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS category ON registration TYPE option<record<category>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS course ON registration TYPE option<record<course>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON registration TYPE option<record<university>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS change_requested ON registration VALUE array::len(subjects_update) > 0;\
        DEFINE INDEX IF NOT EXISTS registration_user ON registration FIELDS user, created_at;\
        DEFINE INDEX IF NOT EXISTS registration_exam ON registration FIELDS exam, created_at;\
        DEFINE INDEX IF NOT EXISTS registration_requested ON registration FIELDS change_requested, created_at;\
        DEFINE INDEX IF NOT EXISTS registration_created ON registration FIELDS created_at;";
}

impl Registration {
    /// The key of a student's registration for an exam.
    pub fn key(user: &Id<User>, exam: &Id<Exam>) -> Id<Self> {
        Id::new(format!("{user}-{exam}"))
    }

    /// Its links that `before` does not have, by field. Exams are never deleted, so their links need no lock.
    pub(super) fn new_links(&self, before: Option<&Self>) -> Vec<(&'static str, RecordId)> {
        let held = |subject: &&Id<Subject>| {
            before.is_some_and(|old| old.subjects.iter().chain(&old.subjects_update).any(|one| one == *subject))
        };
        let category = self.category.as_ref().filter(|id| before.and_then(|old| old.category.as_ref()) != Some(*id));
        let course = self.course.as_ref().filter(|id| before.and_then(|old| old.course.as_ref()) != Some(*id));
        let subjects = self.subjects.iter().chain(&self.subjects_update).filter(|subject| !held(subject));
        let links = category.map(|id| ("categoryId", id.link())).into_iter();
        let links = links.chain(course.map(|id| ("courseId", id.link())));
        links.chain(subjects.map(|id| ("subjects", id.link()))).collect()
    }

    /// The subjects chosen for a test that are among these.
    pub(super) fn selected_of(&self, registered: &[Id<Subject>]) -> Vec<Id<Subject>> {
        self.selected.iter().filter(|subject| registered.contains(subject)).cloned().collect()
    }
}

impl App {
    /// A student's registrations, oldest first, 50 per page.
    pub async fn list_registrations(
        &self,
        actor: &Actor,
        user: &Id<User>,
        query: &ListQuery,
    ) -> Result<Page<RegistrationView>> {
        actor.require_access_to(user)?;
        let rows = self.rows::<Registration>(query).only("user = $user").bind("user", user.clone());
        rows.bind("now", self.now()).page().await
    }

    /// One registration.
    pub(super) async fn find_registration(&self, id: &Id<Registration>) -> Result<RegistrationView> {
        let query = ListQuery::default();
        let rows = self.rows::<Registration>(&query).only("id = $id").bind("id", id.clone());
        rows.bind("now", self.now()).page().await?.rows.pop().ok_or(Error::NotFound(Registration::NOUN))
    }

    /// All registrations, for the back office, oldest first, 50 per page.
    pub async fn list_all_registrations(&self, query: &ListQuery) -> Result<Page<RegistrationView>> {
        self.rows::<Registration>(query).bind("now", self.now()).page().await
    }
}
