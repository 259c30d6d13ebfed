//! Registers subjects for an exam. Registration is permanent, up to the exam's maximum, and includes the mandatory
//! subjects. A student may request one change, which an administrator makes (spec 2 §4.3, §5; spec 3 §4).

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Registration, RegistrationView, subjects_change::titles};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    catalogue::{Category, Course, Exam, Subject, University},
    messages,
    people::{Actor, User},
    plans::Subscription,
    records::Change,
    store::{Id, retry_tx},
};

/// Subjects per request, at most; an exam has at most ten.
const MAX_SUBJECTS: usize = 20;

/// The request to register subjects, or to replace them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveSubjects {
    /// The student: the caller, or any student for an administrator.
    pub user_id: Id<User>,
    pub exam_id: Id<Exam>,
    pub category_id: Option<Id<Category>>,
    pub course_id: Option<Id<Course>>,
    /// The subscription under which they are registered. It determines the university for POST UTME.
    pub user_subscription: Option<Id<Subscription>>,
    /// The subjects to register. From an administrator: the replacements of the student's subjects.
    #[schema(max_items = 20)]
    #[serde(default)]
    pub subjects: Vec<Id<Subject>>,
    /// The subjects of a change request, once all are registered.
    #[schema(max_items = 20)]
    #[serde(default)]
    pub subjects_update: Vec<Id<Subject>>,
    /// Ignored: the server decides which are registered (ruling 10).
    #[schema(max_items = 20)]
    #[serde(default)]
    pub subjects_processed: Vec<Id<Subject>>,
    /// Ignored.
    #[serde(default)]
    pub update_request: bool,
    /// The version of the registration that the request is based on (ruling 33).
    pub version: Option<i64>,
}

/// The fields of a subject that matter here.
#[derive(SurrealValue)]
struct Choice {
    id: Id<Subject>,
    exam: Id<Exam>,
    course: Vec<Id<Course>>,
    university: Vec<Id<University>>,
    mandatory: bool,
    status: bool,
}

impl App {
    /// Registers subjects of an exam for a student, or stores their one change request. For an administrator,
    /// replaces the registered subjects.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for another student's subjects, or without a subscription; [`Error::Invalid`] by field;
    /// [`Error::Conflict`] with reason `change-used` if the one change was already requested or made, with reason
    /// `changed` if `version` is given and outdated.
    pub async fn save_subjects(&self, actor: &Actor, ask: &SaveSubjects) -> Result<RegistrationView> {
        actor.require_access_to(&ask.user_id)?;
        retry_tx(async || self.write_subjects(actor, ask).await).await?;
        self.find_registration(&Registration::key(&ask.user_id, &ask.exam_id)).await
    }

    async fn write_subjects(&self, actor: &Actor, ask: &SaveSubjects) -> Result<()> {
        let mut change = if actor.is_admin() { self.change(actor).await? } else { self.unaudited_change().await? };
        let id = Registration::key(&ask.user_id, &ask.exam_id);
        let sql = "SELECT * FROM ONLY $exam; SELECT * FROM ONLY $registration; SELECT * FROM $subscriptions; \
            SELECT VALUE id FROM ONLY $user;";
        let call = change.query(sql).bind(("exam", ask.exam_id.clone())).bind(("registration", id.clone()));
        let subscriptions: Vec<_> = ask.user_subscription.iter().cloned().collect();
        let call = call.bind(("subscriptions", subscriptions)).bind(("user", ask.user_id.clone()));
        let mut found = call.checked().await?;
        let (exam, current): (Option<Exam>, Option<Registration>) = (found.take(0)?, found.take(1)?);
        let (subscription, user): (Vec<Subscription>, Option<Id<User>>) = (found.take(2)?, found.take(3)?);
        if let Some(current) = &current {
            change.expect_version(current, ask.version).await?;
        }
        let Some(exam) = exam.filter(|exam| exam.status) else {
            return Err(Error::field("examId", messages::SELECT_EXAM));
        };
        if user.is_none() {
            return Err(Error::NotFound("User"));
        }
        let university = self.university_of(actor, ask, subscription.into_iter().next())?;
        let university = university.or_else(|| current.as_ref()?.university.clone());
        let course = ask.course_id.clone().or_else(|| current.as_ref()?.course.clone());
        let rules = RegistrationRules { exam, university, course, current: current.as_ref(), actor };
        let subjects = rules.decide(&self.choices(&change, ask).await?, ask)?;

        let mut new = Registration {
            id,
            user: ask.user_id.clone(),
            exam: ask.exam_id.clone(),
            category: ask.category_id.clone().or_else(|| current.as_ref()?.category.clone()),
            course: rules.course.clone(),
            university: rules.university.clone(),
            assessment: current.as_ref().and_then(|old| old.assessment.clone()),
            exam_type: current.as_ref().and_then(|old| old.exam_type),
            selected: current.as_ref().map(|old| old.selected_of(&subjects.registered)).unwrap_or_default(),
            created_at: current.as_ref().map_or_else(|| self.now(), |old| old.created_at),
            subjects: subjects.registered,
            subjects_update: subjects.asked_for,
            update_request: subjects.is_changed,
            exam_date: current.as_ref().and_then(|old| old.exam_date.clone()),
            real_score: current.as_ref().and_then(|old| old.real_score),
            changed: current.as_ref().and_then(|old| old.changed.clone()),
            version: current.as_ref().map_or(0, |old| old.version + 1),
        };
        let mut errors = FieldErrors::default();
        change.share_links(new.new_links(current.as_ref()), &mut errors).await?;
        errors.done()?;
        let before = current.as_ref().map(|old| old.subjects.clone()).unwrap_or_default();
        if actor.is_admin() && new.subjects != before {
            self.notify_student(&mut change, &mut new, &before).await?;
        }
        match &current {
            Some(old) => change.update(old, &new).await?,
            None => change.create(&new).await.map_err(Error::raced)?,
        }
        change.commit().await
    }

    /// The university of the subscription, which a student must hold.
    fn university_of(
        &self,
        actor: &Actor,
        ask: &SaveSubjects,
        subscription: Option<Subscription>,
    ) -> Result<Option<Id<University>>> {
        let is_own = |one: &Subscription| one.user == ask.user_id && one.exam == ask.exam_id;
        let held = subscription.filter(is_own).filter(|one| actor.is_admin() || one.expire_at > self.now());
        match held {
            Some(held) => Ok(held.university),
            None if actor.is_admin() => Ok(None),
            None => Err(Error::forbidden("no-subscription", messages::NOT_SUBSCRIBED)),
        }
    }

    /// The subjects of the request, and the exam's mandatory ones.
    async fn choices(&self, change: &Change<'_>, ask: &SaveSubjects) -> Result<Vec<Choice>> {
        let sql = "SELECT id, exam, course, university, mandatory, status FROM subject \
            WHERE exam = $exam AND (id IN $named OR mandatory = true)";
        let named: Vec<_> = ask.subjects.iter().chain(&ask.subjects_update).cloned().collect();
        change.query(sql).bind(("exam", ask.exam_id.clone())).bind(("named", named)).all().await
    }
}

/// The resulting registration.
#[derive(Debug, PartialEq)]
struct Decision {
    registered: Vec<Id<Subject>>,
    asked_for: Vec<Id<Subject>>,
    is_changed: bool,
}

/// Everything that determines which subjects are registered.
struct RegistrationRules<'a> {
    exam: Exam,
    /// The university of the subscription, or the registered one.
    university: Option<Id<University>>,
    /// The course that is chosen, or the registered one.
    course: Option<Id<Course>>,
    current: Option<&'a Registration>,
    actor: &'a Actor,
}

impl RegistrationRules<'_> {
    fn decide(&self, choices: &[Choice], ask: &SaveSubjects) -> Result<Decision> {
        let held: &[Id<Subject>] = self.current.map_or(&[], |current| &current.subjects);
        let is_changed = self.current.is_some_and(|current| current.update_request);
        let asked_for = self.current.map(|current| current.subjects_update.clone()).unwrap_or_default();
        if self.actor.is_admin() && self.current.is_some() {
            let registered = self.replaced(choices, held, "subjects", &ask.subjects)?;
            return Ok(Decision { registered, asked_for: Vec::new(), is_changed: true });
        }
        if !ask.subjects_update.is_empty() {
            if is_changed || !asked_for.is_empty() {
                return Err(Error::Conflict(Refusal::new("change-used", messages::SUBJECTS_CHANGED)));
            }
            let is_full = count(held) >= self.exam.maximum_subjects;
            if !is_full {
                return Err(Error::field("subjectsUpdate", messages::REGISTER_ALL_FIRST));
            }
            let asked_for = self.replaced(choices, held, "subjectsUpdate", &ask.subjects_update)?;
            return Ok(Decision { registered: held.to_vec(), asked_for, is_changed });
        }
        let registered = self.added(choices, ask, held)?;
        Ok(Decision { registered, asked_for, is_changed })
    }

    /// The registered subjects plus the chosen and the mandatory ones.
    fn added(&self, choices: &[Choice], ask: &SaveSubjects, held: &[Id<Subject>]) -> Result<Vec<Id<Subject>>> {
        let mut errors = FieldErrors::default();
        errors.check(!ask.subjects.is_empty(), "subjects", messages::SELECT_SUBJECT);
        self.check(&mut errors, choices, held, "subjects", &ask.subjects);
        let mandatory = choices.iter().filter(|choice| choice.mandatory && self.is_open(choice));
        let mut registered: Vec<Id<Subject>> = Vec::new();
        for id in held.iter().chain(mandatory.map(|choice| &choice.id)).chain(&ask.subjects) {
            if !registered.contains(id) {
                registered.push(id.clone());
            }
        }
        let maximum = self.exam.maximum_subjects;
        errors.check(count(&registered) <= maximum, "subjects", messages::too_many_subjects(maximum));
        errors.done()?;
        Ok(registered)
    }

    /// Replaces the registered subjects except the mandatory ones.
    fn replaced(
        &self,
        choices: &[Choice],
        held: &[Id<Subject>],
        field: &str,
        chosen: &[Id<Subject>],
    ) -> Result<Vec<Id<Subject>>> {
        let mut errors = FieldErrors::default();
        let maximum = self.exam.maximum_subjects;
        errors.check(!chosen.is_empty(), field, messages::SELECT_A_SUBJECT);
        errors.check(count(chosen) <= maximum, field, messages::too_many_for_exam(maximum));
        self.check(&mut errors, choices, held, field, chosen);
        let is_left = |choice: &&Choice| choice.mandatory && held.contains(&choice.id) && !chosen.contains(&choice.id);
        errors.check(!choices.iter().any(|choice| is_left(&choice)), field, messages::MANDATORY_STAYS);
        errors.done()?;
        Ok(chosen.to_vec())
    }

    /// Checks that each subject belongs to this exam, course and university, is active, and is named once.
    fn check(
        &self,
        errors: &mut FieldErrors,
        choices: &[Choice],
        held: &[Id<Subject>],
        field: &str,
        chosen: &[Id<Subject>],
    ) {
        errors.check(chosen.len() <= MAX_SUBJECTS, field, messages::too_many_subjects(MAX_SUBJECTS));
        let distinct: HashSet<_> = chosen.iter().collect();
        errors.check(distinct.len() == chosen.len(), field, "Each subject can be chosen only once.");
        for (place, id) in chosen.iter().enumerate().filter(|(_, id)| !held.contains(id)) {
            let choice = choices.iter().find(|choice| choice.id == *id);
            let is_open = choice.is_some_and(|choice| self.is_open(choice));
            errors.check(is_open, &format!("{field}[{place}]"), messages::NOT_OF_EXAM);
        }
    }

    /// Whether a subject may be registered for this exam, course and university.
    fn is_open(&self, choice: &Choice) -> bool {
        let of_course = self.course.as_ref().is_none_or(|course| choice.course.contains(course));
        let of_university =
            choice.university.is_empty() || self.university.as_ref().is_none_or(|one| choice.university.contains(one));
        choice.status && choice.exam == self.exam.id && of_course && of_university
    }
}

fn count(subjects: &[Id<Subject>]) -> i64 {
    i64::try_from(subjects.len()).unwrap_or(i64::MAX)
}

impl App {
    /// Deletes a student's registration, so that they can register again. The student is mailed.
    pub async fn delete_registration(&self, actor: &Actor, id: &Id<Registration>) -> Result<()> {
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let registration: Registration = change.find(id).await?;
            change.delete(&registration).await?;
            let before = titles(&change, &registration.subjects).await?;
            if let Some(mail) = self.subjects_mail(&registration.user, &registration.exam, &before, &[]).await? {
                change.mail(mail);
            }
            change.commit().await
        })
        .await
    }
}
