//! A student's subscription and registered subjects for an exam, which decide the tests they may take.

use std::collections::HashSet;

use super::Registration;
use crate::{
    App, Error, FieldErrors, Result,
    catalogue::{Exam, Subject, University},
    clock::Instant,
    messages,
    people::User,
    plans::Subscription,
    store::Id,
};

/// A student's active subscription to an exam, and their registered subjects.
pub(crate) struct Holdings {
    subscription: Option<Subscription>,
    registered: HashSet<Id<Subject>>,
}

impl Holdings {
    /// The holdings of these records; a subscription that has ended does not count.
    pub(crate) fn of(subscription: Option<Subscription>, registration: Option<Registration>, now: Instant) -> Self {
        Self {
            subscription: subscription.filter(|one| one.expire_at > now),
            registered: registration.map(|one| one.subjects).unwrap_or_default().into_iter().collect(),
        }
    }

    /// The subscription under which a test of these subjects may be taken (rulings 13 and 29).
    ///
    /// # Errors
    /// [`Error::Forbidden`] (`no-subscription`); [`Error::Invalid`] with the index of each subject that is not
    /// registered.
    pub(crate) fn require_subscription(self, subjects: &[Id<Subject>]) -> Result<Subscription> {
        let no_subscription = || Error::forbidden("no-subscription", messages::NOT_SUBSCRIBED);
        let subscription = self.subscription.ok_or_else(no_subscription)?;
        let mut errors = FieldErrors::default();
        for (place, subject) in subjects.iter().enumerate() {
            errors.check(self.registered.contains(subject), &format!("subjects[{place}]"), messages::NOT_REGISTERED);
        }
        errors.done()?;
        Ok(subscription)
    }

    /// The registered subjects.
    pub(crate) fn registered(&self) -> &HashSet<Id<Subject>> {
        &self.registered
    }
}

impl App {
    /// Reads a student's holdings for an exam, at a university for POST UTME.
    pub(crate) async fn holdings(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        university: Option<&Id<University>>,
    ) -> Result<Holdings> {
        let sql = "SELECT * FROM ONLY $subscription; SELECT * FROM ONLY $registration;";
        let call = self.store.query(sql).bind(("subscription", Subscription::key(user, exam, university)));
        let mut results = call.bind(("registration", Registration::key(user, exam))).checked().await?;
        Ok(Holdings::of(results.take(0)?, results.take(1)?, self.now()))
    }
}
