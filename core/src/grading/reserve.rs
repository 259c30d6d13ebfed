//! Reservations: a moderator exports submissions as a worksheet and holds them for days (ruling 48).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    GradingView,
    case::{MAX_DAYS, MAX_RESERVED, grader},
    claim::{Limit, begin_or_resume, must_be_free},
};
use crate::{
    App, Error, FieldErrors, Result,
    catalogue::{Exam, Subject},
    clock::Instant,
    exam::QuizResult,
    people::Actor,
    records::ListQuery,
    store::{Id, retry_tx},
};

/// Which submissions are reserved, and for how long.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct ReserveGradings {
    /// Only of this exam.
    pub exam: Option<Id<Exam>>,
    /// Only with this subject.
    pub subject: Option<Id<Subject>>,
    /// How many, 1 to 200: the first of the queue that are free.
    pub count: i64,
    /// For how many days, 1 to 7.
    pub days: i64,
}

impl App {
    /// Reserves the first free submissions of the queue for this grader, and returns them with everything needed to
    /// grade them. Returns fewer if fewer are free.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field; [`Error::Conflict`], `too-many-claims`, beyond [`MAX_RESERVED`].
    pub async fn reserve_gradings(&self, actor: &Actor, ask: &ReserveGradings) -> Result<Vec<GradingView>> {
        let mut errors = FieldErrors::default();
        let most = i64::try_from(MAX_RESERVED).unwrap_or(i64::MAX);
        errors.check((1..=most).contains(&ask.count), "count", format!("Count must be from 1 to {most}"));
        errors.check((1..=MAX_DAYS).contains(&ask.days), "days", format!("Days must be from 1 to {MAX_DAYS}"));
        errors.done()?;
        let until = self.now() + TimeDelta::days(ask.days);
        let given = [
            ("state", Some("free".to_owned())),
            ("exam", ask.exam.as_ref().map(ToString::to_string)),
            ("subject", ask.subject.as_ref().map(ToString::to_string)),
        ];
        let filters = given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        let query = ListQuery { limit: Some(ask.count.unsigned_abs()), filters, ..ListQuery::default() };
        let mut reserved = Vec::new();
        for task in self.list_grading_queue(actor, &query).await?.rows {
            match retry_tx(async || self.reserve(actor, &task.id, until).await).await {
                Ok(()) => match self.find_grading(actor, &task.id).await {
                    Ok(view) => reserved.push(view),
                    // What was reserved before is returned. This one is released, so that others can claim it.
                    Err(error) => {
                        if let Err(error) = self.release_grading(actor, &task.id).await {
                            tracing::warn!(%error, submission = %task.id, "a reserved submission could not be released");
                        }
                        if reserved.is_empty() {
                            return Err(error);
                        }
                        break;
                    }
                },
                // Somebody was faster, or this grader may no longer grade it.
                Err(Error::Conflict(refusal)) if refusal.reason != "too-many-claims" => {}
                Err(error) if reserved.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(reserved)
    }

    async fn reserve(&self, actor: &Actor, id: &Id<QuizResult>, until: Instant) -> Result<()> {
        let now = self.now();
        let change = self.unaudited_change().await?;
        let (case, grading) = self.gradable(change.tx(), actor, id).await?;
        must_be_free(change.tx(), &case, now).await?;
        self.require_room(&change, actor, Limit::Reservations).await?;
        begin_or_resume(grading, id, actor, now).save(&change).await?;
        case.reserved_until(&grader(actor), until).save(&change).await?;
        change.commit().await
    }
}
