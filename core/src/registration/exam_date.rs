//! The date of a student's real exam, for the countdown on their dashboard.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Registration, RegistrationView};
use crate::{
    App, Error, Result,
    catalogue::Exam,
    people::Actor,
    store::{Id, retry_tx},
};

/// How far ahead the date may be, in days: two years.
const FARTHEST: u64 = 2 * 366;

/// The date of an exam.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SetExamDate {
    /// `YYYY-MM-DD`; `null` removes it.
    pub date: Option<NaiveDate>,
}

impl App {
    /// Sets or removes the caller's exam date.
    ///
    /// # Errors
    /// [`Error::NotFound`] before subjects of the exam are registered; [`Error::Invalid`] for a past date or one more
    /// than two years ahead.
    pub async fn set_exam_date(&self, actor: &Actor, exam: &Id<Exam>, ask: &SetExamDate) -> Result<RegistrationView> {
        let id = Registration::key(actor.user_id()?, exam);
        // In the student's time zone it may still be yesterday.
        let first = self.now().date_naive() - Days::new(1);
        let is_ahead = |date: NaiveDate| date >= first && date <= first + Days::new(FARTHEST);
        if ask.date.is_some_and(|date| !is_ahead(date)) {
            return Err(Error::field("date", "The exam date must be today or within two years."));
        }
        retry_tx(async || {
            let mut change = self.own_change().await?;
            let old: Registration = change.find(&id).await?;
            let new = Registration { exam_date: ask.date.map(|date| date.to_string()), ..old.clone() };
            change.update(&old, &new).await?;
            change.commit().await
        })
        .await?;
        self.find_registration(&id).await
    }
}
