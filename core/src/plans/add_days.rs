//! Days that an administrator adds to a student's plan, with an audited reason.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Source, StudentSubscription, Subscription, entries::Entry, give::MAX_REASON_CHARS};
use crate::{
    App, FieldErrors, Result,
    clock::Instant,
    people::Actor,
    records::Entity as _,
    store::{Id, Record as _, retry_tx},
};

/// The most days that can be added at once.
const MAX_DAYS: i64 = 366;

/// The request to add days to a student's plan.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AddDays {
    /// 1 to 366.
    pub days: i64,
    /// The reason, for the audit log.
    #[schema(max_length = 500)]
    pub reason: String,
}

impl Subscription {
    /// The subscription with more days of its own plan: after the current term, or from now on if it has ended. They
    /// are a gift, so a refund of the plan does not take them.
    fn with_days(&self, days: i64, now: Instant) -> Self {
        let mut more = self.clone();
        if self.is_over(now) {
            more.entries.clear();
        }
        more.entries.push(Entry {
            source: Source::Gift,
            payment: None,
            plan: self.plan.clone(),
            terms: self.terms.clone(),
            from: now,
            // An entry lasts for the days of its terms plus `added`, so this leaves exactly `days`.
            added: TimeDelta::days(days - self.terms.duration).num_milliseconds(),
            disputed_since: None,
        });
        more.derived(now)
    }
}

impl App {
    /// Adds days to a student's plan. The student is mailed. Needs [`Actor::require_recent_login`].
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] by field; [`crate::Error::NotFound`]; [`crate::Error::Conflict`] with reason
    /// `too-many-plans`.
    pub async fn add_days(&self, actor: &Actor, id: &Id<Subscription>, ask: &AddDays) -> Result<StudentSubscription> {
        actor.require_recent_login()?;
        let mut errors = FieldErrors::default();
        errors.check((1..=MAX_DAYS).contains(&ask.days), "days", "Days must be from 1 to 366.");
        errors.text("reason", "Reason", &ask.reason, MAX_REASON_CHARS);
        errors.done()?;
        let _lock = self.plan_lock.lock().await;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let old: Subscription = change.find(id).await?;
            let now = self.now();
            old.check_room(now)?;
            let new = old.with_days(ask.days, now);
            change.rewrite(&old, &new).await?;
            let entry = change.entry("add-days", Subscription::TABLE, id);
            change.note(entry.map(|entry| {
                let entry = entry.between(Subscription::is_audited, Some(&old), Some(&new));
                entry.with("days", ask.days).with("reason", ask.reason.trim())
            }));
            if let Some(mail) = self.receipt(&new.user, &new, None).await? {
                change.mail(mail);
            }
            change.commit().await
        })
        .await?;
        self.find_student_subscription(id).await
    }
}
