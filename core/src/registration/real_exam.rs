//! A student's real exam: its date, for the countdown on their dashboard, and afterwards the score, which shows how
//! well forecasts fit.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Registration, RegistrationView};
use crate::{
    App, Error, Result,
    catalogue::{Exam, JAMB_UTME},
    people::Actor,
    records::Entity as _,
    store::{Id, retry_tx},
};

/// How far ahead the date may be, in days: two years.
const FARTHEST: u64 = 2 * 366;

/// The maximum score of JAMB UTME.
const OUT_OF: i64 = 400;

/// The date of an exam.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SetExamDate {
    /// `YYYY-MM-DD`; `null` removes it.
    pub date: Option<NaiveDate>,
}

/// The score in a real exam.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SetRealScore {
    /// Out of 400; `null` removes it.
    #[schema(minimum = 0, maximum = 400)]
    pub score: Option<i64>,
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
        let date = ask.date.map(|date| date.to_string());
        self.change_own_registration(&id, |old| Registration { exam_date: date.clone(), ..old.clone() }).await
    }

    /// Sets or removes the caller's score in the real exam. Only JAMB UTME has one; the others give grades.
    ///
    /// # Errors
    /// [`Error::NotFound`] before subjects of the exam are registered; [`Error::Invalid`] for another exam, and for a
    /// score that is not from 0 to 400.
    pub async fn set_real_score(&self, actor: &Actor, exam: &Id<Exam>, ask: &SetRealScore) -> Result<RegistrationView> {
        let id = Registration::key(actor.user_id()?, exam);
        let exam: Exam = self.load(exam).await?.ok_or(Error::NotFound(Exam::NOUN))?;
        if exam.slug != JAMB_UTME {
            return Err(Error::field("score", "Only JAMB UTME has a score."));
        }
        if ask.score.is_some_and(|score| !(0..=OUT_OF).contains(&score)) {
            return Err(Error::field("score", "The score must be from 0 to 400."));
        }
        self.change_own_registration(&id, |old| Registration { real_score: ask.score, ..old.clone() }).await
    }

    /// Changes a registration of the caller; not audited.
    async fn change_own_registration(
        &self,
        id: &Id<Registration>,
        change_to: impl Fn(&Registration) -> Registration,
    ) -> Result<RegistrationView> {
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let old: Registration = change.find(id).await?;
            change.update(&old, &change_to(&old)).await?;
            change.commit().await
        })
        .await?;
        self.find_registration(id).await
    }
}
