//! Reservations: a moderator exports submissions as a worksheet and holds them for days (ruling 48).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Grading, GradingView,
    case::{DRAFT, MOST_DAYS, grader},
    claim::{claimed, own_grading, waiting},
};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    catalogue::{Exam, Subject},
    clock::Instant,
    exam::QuizResult,
    messages,
    people::Actor,
    records::ListQuery,
    store::{Id, retry_tx},
};

/// Submissions that one moderator can reserve, at most.
pub const MOST_RESERVED: usize = 200;

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
    /// [`Error::Invalid`] by field; [`Error::Conflict`], `too-many-claims`, beyond [`MOST_RESERVED`].
    pub async fn reserve_gradings(&self, actor: &Actor, ask: &ReserveGradings) -> Result<Vec<GradingView>> {
        let mut errors = FieldErrors::default();
        let most = i64::try_from(MOST_RESERVED).unwrap_or(i64::MAX);
        errors.check((1..=most).contains(&ask.count), "count", format!("Count must be from 1 to {most}"));
        errors.check((1..=MOST_DAYS).contains(&ask.days), "days", format!("Days must be from 1 to {MOST_DAYS}"));
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
                Ok(()) => reserved.push(self.find_grading(actor, &task.id).await?),
                // Somebody was faster, or this grader may no longer grade it.
                Err(Error::Conflict(refusal)) if refusal.reason != "too-many-claims" => {}
                Err(error) if reserved.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(reserved)
    }

    async fn reserve(&self, actor: &Actor, id: &Id<QuizResult>, until: Instant) -> Result<()> {
        let (me, now) = (grader(actor), self.now());
        let change = self.own_change().await?;
        let quiz = self.readable(change.tx(), actor, id).await?;
        waiting(change.tx(), quiz).await?;
        let case = self.case(change.tx(), id).await?;
        if let Some((holder, held)) = case.claim(now) {
            return Err(Error::Conflict(claimed(change.tx(), "claimed", holder, held, case.reserved).await?));
        }
        let grading = own_grading(change.tx(), id, &me).await?;
        if grading.as_ref().is_some_and(|grading| grading.state != DRAFT) {
            return Err(Error::conflict("already-graded", messages::ALREADY_GRADED));
        }
        // Reservations of one account write its record, so that two concurrent ones conflict and cannot exceed the
        // limit together.
        if let Ok(user) = actor.user_id() {
            change.lock(vec![user.link()]).await?;
        }
        let sql = "SELECT VALUE id FROM grading_case WHERE holder = $me AND until > $now AND reserved = true";
        let held = change.query(sql).bind(("me", me.clone())).bind(("now", now));
        let held: Vec<Id<super::Case>> = held.all().await?;
        if held.len() >= MOST_RESERVED {
            let words = messages::too_many_claims(MOST_RESERVED);
            return Err(Error::Conflict(Refusal::new("too-many-claims", words)));
        }
        let begun = match grading {
            Some(old) => Grading { claimed_at: now, ..old },
            None => Grading::begin(id, actor, now),
        };
        begun.keep(&change).await?;
        case.reserved_until(&me, until).keep(&change).await?;
        change.commit().await
    }
}
