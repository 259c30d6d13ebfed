//! Statistics of moderators, counted by the indexes of the gradings.

use chrono::{DateTime, TimeDelta};
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::case::{Case, VALID_CLAIM, grader};
use crate::{
    App, Error, Result,
    clock::{midnight, west_africa},
    people::{Actor, Role, User, UserRef},
    store::Id,
};

/// The number of a grader's last gradings over which times are measured.
const MEASURED: usize = 100;
/// Maximum number of moderators and administrators listed.
const MAX_GRADERS: usize = 500;

/// A grader's counts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GraderStats {
    /// The grader; `null` for the operator.
    pub user: Option<UserRef>,
    /// Submissions held now.
    pub held: u64,
    /// Completed gradings.
    pub graded: u64,
    /// Gradings with which a result was declared.
    pub declared: u64,
    /// Gradings completed since midnight (West Africa Time).
    pub today: u64,
    /// Gradings completed in the last 7 days.
    pub last7_days: u64,
    /// Gradings completed on each of the last 7 days (West Africa Time), today last.
    pub week: Vec<u64>,
    /// Gradings completed in the last 30 days.
    pub last30_days: u64,
    /// Average seconds from the claim to the completed grading, over the last 100 gradings.
    pub mean_seconds: Option<i64>,
    /// Median seconds from the claim to the completed grading, over the last 100 gradings.
    pub median_seconds: Option<i64>,
}

#[derive(SurrealValue)]
struct Count {
    n: i64,
}

#[derive(SurrealValue)]
struct Day {
    day: String,
    n: i64,
}

impl App {
    /// The counts of the caller; for administrators, of all graders, with the operator last. Moderators are always
    /// listed, administrators once they have graded or hold something.
    pub async fn grading_stats(&self, actor: &Actor) -> Result<Vec<GraderStats>> {
        let refs = "SELECT id, first_name, last_name, email FROM";
        if !actor.is_admin() {
            let me: Id<User> = actor.user_id()?.clone();
            let me: Option<UserRef> = self.store.query(format!("{refs} $me")).bind(("me", me)).first().await?;
            return Ok(vec![self.stats_of(Some(me.ok_or(Error::NotFound("User"))?)).await?]);
        }
        let mut all = Vec::new();
        for role in [Role::Moderator, Role::Admin] {
            let sql = format!("{refs} user WHERE role = $role ORDER BY created_at LIMIT {MAX_GRADERS}");
            let people: Vec<UserRef> = self.store.query(sql).bind(("role", role)).all().await?;
            for person in people {
                let stats = self.stats_of(Some(person)).await?;
                all.extend(Some(stats).filter(|stats| role == Role::Moderator || stats.graded + stats.held > 0));
            }
        }
        let operator = self.stats_of(None).await?;
        all.extend(Some(operator).filter(|stats| stats.graded + stats.held > 0));
        Ok(all)
    }

    async fn stats_of(&self, user: Option<UserRef>) -> Result<GraderStats> {
        let who = user.as_ref().map_or_else(|| grader(&Actor::Operator), |user| user.id.to_string());
        let now = self.now();
        // A millisecond later, because the store's index sorts instants of a whole second wrongly.
        let late = TimeDelta::milliseconds(1);
        let today = midnight(now) + late;
        let call = self.store.query(queries()).bind(("who", who)).bind(("now", now)).bind(("today", today));
        let call = call.bind(("latest", Case::latest(now))).bind(("most", Case::latest_reserved(now)));
        let call = call.bind(("days", today - TimeDelta::days(6)));
        let call = call.bind(("week", now - TimeDelta::days(7))).bind(("month", now - TimeDelta::days(30)));
        let mut found = call.bind(("ever", DateTime::UNIX_EPOCH + late)).checked().await?;
        let mut counts = [0; 6];
        for (place, count) in counts.iter_mut().enumerate() {
            let rows: Vec<Count> = found.take(place)?;
            *count = rows.first().map_or(0, |row| row.n.unsigned_abs());
        }
        let times: Vec<Time> = found.take(counts.len())?;
        let days: Vec<Day> = found.take(counts.len() + 1)?;
        let of_day = |ago: i64| {
            let day = west_africa(now - TimeDelta::days(ago)).format("%Y-%m-%d").to_string();
            days.iter().find(|one| one.day == day).map_or(0, |one| one.n.unsigned_abs())
        };
        let [held, graded, declared, today, last7_days, last30_days] = counts;
        let (mean_seconds, median_seconds) = mean_and_median(times);
        Ok(GraderStats {
            user,
            held,
            graded,
            declared,
            today,
            last7_days,
            week: (0..7).rev().map(of_day).collect(),
            last30_days,
            mean_seconds,
            median_seconds,
        })
    }
}

/// The queries of a grader's statistics: six counts, in the order of [`App::stats_of`], then the times of the last
/// gradings, then the gradings by day.
fn queries() -> String {
    let count = |of: &str| format!("SELECT count() AS n FROM {of} GROUP ALL;");
    let since = |name: &str| count(&format!("grading WHERE grader = $who AND given_at >= ${name}"));
    [
        count(&format!("grading_case WHERE holder = $who AND {VALID_CLAIM}")),
        since("ever"),
        count("grading WHERE grader = $who AND declared = true"),
        since("today"),
        since("week"),
        since("month"),
        format!(
            "SELECT seconds, given_at FROM grading WHERE grader = $who AND given_at >= $ever \
             ORDER BY given_at DESC LIMIT {MEASURED};"
        ),
        // In West Africa Time, as `midnight`.
        "SELECT time::format(given_at + 1h, '%Y-%m-%d') AS day, count() AS n FROM grading \
         WHERE grader = $who AND given_at >= $days GROUP BY day;"
            .to_owned(),
    ]
    .concat()
}

/// The mean and the median of the times, in seconds.
fn mean_and_median(times: Vec<Time>) -> (Option<i64>, Option<i64>) {
    let mut times: Vec<i64> = times.into_iter().filter_map(|time| time.seconds).collect();
    times.sort_unstable();
    let mean = i64::try_from(times.len()).ok().and_then(|n| times.iter().sum::<i64>().checked_div(n));
    (mean, times.get(times.len() / 2).copied())
}

#[derive(SurrealValue)]
struct Time {
    seconds: Option<i64>,
}
