//! What a student chooses an exam by: each exam with what the student holds of it, in one call (spec 2 §2.1).

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::RunningAttempt;
use crate::{
    App, Result,
    accounts::Actor,
    catalogue::Exam,
    learning::{RegistrationView, Subscription, SubscriptionView},
    records::ListQuery,
    store::Id,
};

/// The most rows of one kind that are looked at.
const MOST: u64 = 1000;

/// An exam, and what the student holds of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamChoice {
    #[serde(flatten)]
    pub exam: Exam,
    /// The student's active subscriptions, the newest first: one for each university, or one.
    pub subscriptions: Vec<SubscriptionView>,
    /// The student's registered subjects.
    pub registration: Option<RegistrationView>,
    /// The student's running tests, the oldest first.
    pub running: Vec<RunningAttempt>,
}

impl App {
    /// The exams as a student sees them, inactive ones too (shown as Coming Soon), each with what decides the
    /// next step: subscriptions, registered subjects, and the tests that run.
    pub async fn list_exam_choices(&self, actor: &Actor) -> Result<Vec<ExamChoice>> {
        let user = actor.user_id()?;
        let all = ListQuery { limit: Some(MOST), ..ListQuery::default() };
        let newest = ListQuery { sort: Some("-subscribedAt".into()), ..all.clone() };
        let held = self.rows::<Subscription>(&newest).only("user = $user AND expire_at > $now");
        let held = held.bind("user", user.clone()).bind("now", self.now());
        let held = async { held.page::<SubscriptionView>().await };
        let registered = self.list_registrations(actor, user, &all);
        let (exams, held, registered, running) =
            tokio::try_join!(self.list_exam_types(), held, registered, self.running_attempts(user))?;

        let mut subscriptions: HashMap<Id<Exam>, Vec<SubscriptionView>> = HashMap::new();
        for one in held.rows {
            subscriptions.entry(one.exam.id.clone()).or_default().push(one);
        }
        let mut registrations: HashMap<Id<Exam>, RegistrationView> =
            registered.rows.into_iter().map(|one: RegistrationView| (one.exam.id.clone(), one)).collect();
        let choice = |exam: Exam| ExamChoice {
            subscriptions: subscriptions.remove(&exam.id).unwrap_or_default(),
            registration: registrations.remove(&exam.id),
            running: running.iter().filter(|one| one.exam.id == exam.id).cloned().collect(),
            exam,
        };
        Ok(exams.into_iter().map(choice).collect())
    }
}
