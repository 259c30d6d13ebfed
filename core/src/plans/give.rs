//! A plan that an administrator gives to a student without payment, with an audited reason.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Grant, Source, StudentSubscription, Subscription, Terms};
use crate::{
    App, Error, FieldErrors, Result,
    catalogue::{Plan, University},
    messages,
    people::{Actor, Role, User},
    records::{Entity as _, ListQuery},
    store::{Id, Record as _, retry_tx},
};

/// The longest reason, in characters.
pub(super) const MAX_REASON_CHARS: usize = 500;

/// The request to give a plan.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GiveSubscription {
    pub user_id: Option<Id<User>>,
    /// The plan.
    pub subscription_id: Option<Id<Plan>>,
    /// For POST UTME only, and needed there.
    pub university_id: Option<Id<University>>,
    /// The reason, for the audit log.
    #[schema(max_length = 500)]
    pub reason: String,
}

impl App {
    /// Gives a plan to a student as if it was paid for: the same plan continues after its current term, and a cheaper
    /// one adds its days to the active one. The student is mailed. Needs [`Actor::require_recent_login`].
    ///
    /// # Errors
    /// [`Error::Invalid`] by field; [`Error::Conflict`] with reason `too-many-plans`.
    pub async fn give_subscription(&self, actor: &Actor, ask: &GiveSubscription) -> Result<StudentSubscription> {
        actor.require_recent_login()?;
        let mut errors = FieldErrors::default();
        errors.text("reason", "Reason", &ask.reason, MAX_REASON_CHARS);
        let user: Option<User> = match &ask.user_id {
            Some(user) => self.load(user).await?,
            None => None,
        };
        let user = user.filter(|user| user.role == Role::User && !user.is_erased());
        errors.check(user.is_some(), "userId", "Please select a student.");
        let exam = match &ask.subscription_id {
            Some(plan) => self.load(plan).await?.map(|plan: Plan| plan.form.exam),
            None => None,
        };
        errors.check(exam.is_some(), "subscriptionId", messages::CHOOSE_PLAN);
        errors.done()?;
        let user = user.ok_or(Error::NotFound("User"))?.id;
        let chosen = self.choose_plan(exam.as_ref(), ask.subscription_id.as_ref(), ask.university_id.as_ref()).await?;
        let terms = Terms::from(&chosen.plan);
        let (exam, university, plan) = (&chosen.exam, chosen.university.as_ref(), &chosen.plan.id);
        let _lock = self.plan_lock.lock().await;
        let given = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let (user, terms, now) = (&user, &terms, self.now());
            let grant = Grant { user, exam, university, plan, terms, source: Source::Gift, payment: None, now };
            let held = Subscription::held(&change, &grant.key()).await?;
            if let Some(held) = &held {
                held.check_room(now)?;
            }
            let given = self.give_unpaid(&mut change, &grant, held.as_ref()).await?;
            let entry = change.entry("give", Subscription::TABLE, &given);
            change.note(
                entry.map(|entry| entry.with("plan", terms.plan_name.as_str()).with("reason", ask.reason.trim())),
            );
            change.commit().await?;
            Ok(given)
        })
        .await?;
        self.find_student_subscription(&given).await
    }

    /// A subscription with its student, for administrators.
    pub async fn find_student_subscription(&self, id: &Id<Subscription>) -> Result<StudentSubscription> {
        let query = ListQuery::default();
        let rows = self.rows::<StudentSubscription>(&query).only("id = $id").bind("id", id.clone());
        let page = rows.bind("now", self.now()).page().await?;
        page.rows.into_iter().next().ok_or(Error::NotFound(Subscription::NOUN))
    }
}
