//! The weekly mail: what improved, what is due, and the days to the exam.
//!
//! It goes out at five in the afternoon, West Africa Time, on Sundays, or when 100, 30 or 7 days are left to an exam.
//! A student never gets two within seven days: the mail of a Sunday gives way to such a day in the week that follows.

use std::net::IpAddr;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use url::Url;
use utoipa::ToSchema;

use super::{ExamWeek, StudentWeek};
use crate::{
    App, Error, Result,
    clock::{Day, Instant, day_of, day_of_date, start_of},
    mail::{MailKind, QueuedMail, Values},
    people::{AccountStatus, Actor, AddressLimit, User},
    store::{Id, Record, retry_tx},
    text::counted,
};

/// The time of day of the mails, in West Africa Time.
const HOUR: TimeDelta = TimeDelta::hours(17);
/// Days between two mails of a student, at least.
const WEEK: Day = 7;
/// The days before an exam on which a mail goes out, whatever the day of the week.
const COUNTDOWN: [Day; 3] = [100, 30, 7];
/// If no server could send a mail on its day, it is sent within this many days after it.
const LATE: Day = 2;
/// Without a test for this long, a student is mailed only if an exam is ahead.
const AWAY: TimeDelta = TimeDelta::days(60);
/// Students per read.
const BATCH: usize = 50;

/// A student's decision about the weekly mail, under the student's key.
#[derive(Debug, Clone, SurrealValue)]
pub struct WeeklyMail {
    pub id: Id<WeeklyMail>,
    pub user: Id<User>,
    pub is_on: bool,
    /// The time of the next decision about a mail.
    pub due_at: Instant,
    /// When the last one was queued.
    pub sent_at: Option<Instant>,
}

impl Record for WeeklyMail {
    const TABLE: &'static str = "weekly_mail";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON weekly_mail TYPE record<user> REFERENCE ON DELETE CASCADE;\
        DEFINE INDEX IF NOT EXISTS weekly_mail_user ON weekly_mail FIELDS user;\
        DEFINE INDEX IF NOT EXISTS weekly_mail_due ON weekly_mail FIELDS is_on, due_at;";
}

/// Whether the caller gets the weekly mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeeklyMailChoice {
    /// `null` until the student has decided.
    pub is_on: Option<bool>,
}

/// A decision about the weekly mail.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChooseWeeklyMail {
    pub is_on: bool,
}

impl WeeklyMail {
    fn key(user: &Id<User>) -> Id<Self> {
        user.cast()
    }
}

impl App {
    /// Whether the caller gets the weekly mail.
    pub async fn weekly_mail_choice(&self, actor: &Actor) -> Result<WeeklyMailChoice> {
        let stored: Option<WeeklyMail> = self.load(&WeeklyMail::key(actor.user_id()?)).await?;
        Ok(WeeklyMailChoice { is_on: stored.map(|one| one.is_on) })
    }

    /// Turns the caller's weekly mail on or off.
    pub async fn choose_weekly_mail(&self, actor: &Actor, ask: ChooseWeeklyMail) -> Result<WeeklyMailChoice> {
        let user = actor.user_id()?;
        retry_tx(async || {
            let change = self.unaudited_change().await?;
            let id = WeeklyMail::key(user);
            let old: Option<WeeklyMail> = change.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
            let new = WeeklyMail {
                id,
                user: user.clone(),
                is_on: ask.is_on,
                due_at: next_moment(self.now()),
                sent_at: old.and_then(|old| old.sent_at),
            };
            let call = change.query("UPSERT ONLY $new.id CONTENT $new RETURN NONE");
            call.bind(("new", new)).done().await.map_err(Error::raced)?;
            change.commit().await
        })
        .await?;
        Ok(WeeklyMailChoice { is_on: Some(ask.is_on) })
    }

    /// Checks the signature of a link that turns the weekly mail off. The link needs no login and does not expire.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a wrong one, which counts as a failure of the caller's address; [`Error::TooMany`] after
    /// many of those.
    pub fn check_unsubscribe_link(&self, user: &Id<User>, signature: &str, from: Option<IpAddr>) -> Result<()> {
        if self.secrets.has_signed_link(&unsubscribe_text(user), signature) {
            return Ok(());
        }
        self.limits.admit(AddressLimit::Link, from)?;
        self.limits.fail(AddressLimit::Link, from);
        Err(Error::NotFound("Link"))
    }

    /// Turns a student's weekly mail off by the link in a mail. May be repeated.
    ///
    /// # Errors
    /// Same as [`Self::check_unsubscribe_link`].
    pub async fn unsubscribe(&self, user: &Id<User>, signature: &str, from: Option<IpAddr>) -> Result<()> {
        self.check_unsubscribe_link(user, signature, from)?;
        let sql = "UPDATE $id SET is_on = false RETURN NONE";
        retry_tx(async || self.store.write(sql).bind(("id", WeeklyMail::key(user))).done().await).await
    }

    /// The address that turns a student's weekly mail off.
    fn unsubscribe_url(&self, user: &Id<User>) -> Result<Url> {
        let signature = self.secrets.sign_link(&unsubscribe_text(user))?;
        self.public_url().join(&format!("unsubscribe/{user}/{signature}")).map_err(Error::internal)
    }

    /// Queues the weekly mails that are due, and returns how many. May run on several servers at once.
    pub async fn queue_weekly_mails(&self) -> Result<usize> {
        let mut queued = 0;
        loop {
            let now = self.now();
            // A time further ahead was set while the clock was ahead.
            let sql = format!(
                "SELECT * FROM weekly_mail WHERE is_on = true AND (due_at <= $now OR due_at > $latest_valid) \
                 ORDER BY due_at LIMIT {BATCH}"
            );
            let call = self.store.query(&sql).bind(("now", now)).bind(("latest_valid", now + TimeDelta::days(2)));
            let due: Vec<WeeklyMail> = call.all().await?;
            if due.is_empty() {
                return Ok(queued);
            }
            for one in due {
                let mail = match self.weekly_mail(&one, now).await {
                    Ok(mail) => mail,
                    // A fault in one student's records must not stop the mails of all others.
                    Err(error @ (Error::Internal(_) | Error::NotFound(_))) => {
                        tracing::error!(user = %one.user, %error, "a weekly mail could not be written");
                        None
                    }
                    Err(other) => return Err(other),
                };
                queued += usize::from(self.queue_weekly(&one, mail, now).await?);
            }
        }
    }

    /// Queues a mail and sets the student's next time, in one commit. Returns whether this server was the first to do
    /// so.
    async fn queue_weekly(&self, one: &WeeklyMail, mail: Option<QueuedMail>, now: Instant) -> Result<bool> {
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let sql = "UPDATE $id SET due_at = $next, sent_at = $sent \
                WHERE is_on = true AND due_at = $seen RETURN VALUE id";
            let call = change.query(sql).bind(("id", one.id.clone())).bind(("next", next_moment(now)));
            let call = call.bind(("sent", mail.as_ref().map_or(one.sent_at, |_| Some(now))));
            let taken: Vec<Id<WeeklyMail>> = call.bind(("seen", one.due_at)).all().await?;
            if taken.is_empty() {
                return Ok(false);
            }
            if let Some(mail) = &mail {
                change.mail(mail.clone());
            }
            change.commit().await?;
            Ok(mail.is_some())
        })
        .await
    }

    /// The mail of a student; `None` if none goes out now.
    async fn weekly_mail(&self, one: &WeeklyMail, now: Instant) -> Result<Option<QueuedMail>> {
        let Some(user) = self.load::<User>(&one.user).await? else { return Ok(None) };
        let sql = "SELECT VALUE exam_date FROM registration WHERE user = $user";
        let dates: Vec<Option<String>> = self.store.query(sql).bind(("user", user.id.clone())).all().await?;
        let today = day_of(now);
        let exams: Vec<Day> = dates.iter().flatten().filter_map(|date| day_of_date(date)).collect();
        let last = one.sent_at.map(day_of);
        if user.status != AccountStatus::Active || !is_due(one.due_at, now, last, &exams) {
            return Ok(None);
        }
        let week = self.week_of(&user, false).await?;
        let is_lately = |exam: &ExamWeek| exam.latest.first().is_some_and(|test| test.created_at > now - AWAY);
        if !week.exams.iter().any(is_lately) && !exams.iter().any(|exam| *exam >= today) {
            return Ok(None);
        }
        let link = self.public_url().join("dashboard").map_err(Error::internal)?;
        let values = values_of(&week).text("link", link).unsubscribe(self.unsubscribe_url(&user.id)?);
        self.compose(MailKind::WeeklyProgress, &user.email, Some(user.id.clone()), &values).await.map(Some)
    }
}

/// The signed text of a link that turns the weekly mail off.
fn unsubscribe_text(user: &Id<User>) -> String {
    format!("no weekly mail for {user}")
}

/// The latest day whose mails are due.
fn latest_day(now: Instant) -> Day {
    day_of(now - HOUR)
}

/// The next moment at which mails become due.
fn next_moment(now: Instant) -> Instant {
    start_of(latest_day(now).saturating_add(1)) + HOUR
}

/// Whether a student's mail goes out now. `due` is the time at which this was to be decided, `last` the day on which
/// the last mail was queued, and `exams` the days of the student's exams.
fn is_due(due: Instant, now: Instant, last: Option<Day>, exams: &[Day]) -> bool {
    let latest = latest_day(now);
    let first = day_of(due).max(latest.saturating_sub(LATE));
    (first..=latest).any(|day| is_mail_day(day, last, exams))
}

/// Whether a mail goes out on a day.
fn is_mail_day(day: Day, last: Option<Day>, exams: &[Day]) -> bool {
    let is_free = last.is_none_or(|last| last > day || day - last >= WEEK);
    let counts = |day: Day| COUNTDOWN.iter().any(|left| exams.contains(&day.saturating_add(*left)));
    // 1 January 1970 was a Thursday.
    let is_sunday = day % 7 == 3;
    is_free && (counts(day) || is_sunday && !(1..WEEK).any(|ahead| counts(day.saturating_add(ahead))))
}

/// The texts of a mail.
fn values_of(week: &StudentWeek) -> Values {
    let practised = match week.tests {
        0 => "You did not practise in the last seven days. Ten minutes today would be a good start.".to_owned(),
        tests => format!(
            "In the last seven days you took {} and practised for about {}.",
            counted(tests, "test"),
            counted(week.minutes.max(1).unsigned_abs(), "minute"),
        ),
    };
    let improved = week.exams.iter().flat_map(|exam| &exam.improved);
    let improved = improved.map(|one| format!("{}: {}% right, {}% before", one.topic, one.since, one.before));
    let countdown = week.exams.iter().find_map(|one| {
        let left = one.plan.as_ref()?.days_to_exam?;
        Some(format!("{} to {}", counted(left, "day"), one.exam.title))
    });
    Values::default()
        .text("first_name", &week.first_name)
        .text("practised", practised)
        .text("improved", improved.collect::<Vec<_>>().join("\n"))
        .text("due", week.exams.iter().filter_map(due_line).collect::<Vec<_>>().join("\n"))
        .text("countdown", countdown.unwrap_or_default())
}

/// The line about the due questions of an exam; `None` without a subscription.
fn due_line(week: &ExamWeek) -> Option<String> {
    let plan = week.plan.as_ref()?;
    let all: usize = plan.days.iter().map(|day| day.questions).sum();
    let today = plan.days.first().filter(|day| day.questions > 0);
    let due = match today {
        _ if all == 0 => "nothing to repeat in the next seven days".to_owned(),
        None => format!("{} to repeat in the next seven days", counted(all, "question")),
        Some(today) => format!(
            "{} to repeat today, about {}; {all} in the next seven days",
            counted(today.questions, "question"),
            counted(today.minutes.unsigned_abs(), "minute"),
        ),
    };
    let left = plan.days_to_exam.map(|left| format!(". {} to the exam", counted(left, "day")));
    Some(format!("{}: {due}{}.", week.exam.title, left.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sunday, 1 March 2026.
    const SUNDAY: Day = 20_513;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn the_day_changes_at_five_in_the_afternoon_in_west_africa() {
        assert_eq!(day_of(at("2026-03-01T12:00:00Z")), SUNDAY);
        assert_eq!(latest_day(at("2026-03-01T15:59:59Z")), SUNDAY - 1);
        assert_eq!(latest_day(at("2026-03-01T16:00:00Z")), SUNDAY);
        assert_eq!(next_moment(at("2026-03-01T15:59:59Z")), at("2026-03-01T16:00:00Z"));
        assert_eq!(next_moment(at("2026-03-01T16:00:00Z")), at("2026-03-02T16:00:00Z"));
    }

    #[test]
    fn a_mail_comes_on_sundays_unless_an_exam_counts_down_in_the_week_after() {
        for (day, last, exams, expected) in [
            (SUNDAY, None, vec![], true),
            (SUNDAY + 1, None, vec![], false),
            (SUNDAY, Some(SUNDAY - 7), vec![], true),
            (SUNDAY, Some(SUNDAY - 6), vec![], false),
            // 30 days are left on Wednesday.
            (SUNDAY, None, vec![SUNDAY + 33], false),
            (SUNDAY + 3, Some(SUNDAY - 4), vec![SUNDAY + 33], true),
            (SUNDAY + 3, Some(SUNDAY), vec![SUNDAY + 33], false),
            (SUNDAY + 7, Some(SUNDAY + 3), vec![SUNDAY + 33], false),
            (SUNDAY + 14, Some(SUNDAY + 3), vec![SUNDAY + 33], true),
            (SUNDAY + 1, None, vec![SUNDAY + 101], true),
            (SUNDAY + 1, None, vec![SUNDAY + 8], true),
            // 31 days are left.
            (SUNDAY + 1, None, vec![SUNDAY + 32], false),
        ] {
            assert_eq!(is_mail_day(day, last, &exams), expected, "{day} {last:?} {exams:?}");
        }
    }

    #[test]
    fn a_mail_that_could_not_be_sent_on_its_day_is_sent_on_one_of_the_next_two() {
        let due = at("2026-03-01T16:00:00Z");
        for (now, expected) in [
            ("2026-03-01T16:00:00Z", true),
            ("2026-03-02T12:00:00Z", true),
            ("2026-03-04T15:59:00Z", true),
            ("2026-03-04T16:00:00Z", false),
        ] {
            assert_eq!(is_due(due, at(now), None, &[]), expected, "{now}");
        }
    }

    proptest! {
        #[test]
        fn nobody_gets_two_mails_within_seven_days_and_a_lone_exam_always_counts_down(
            exam in SUNDAY + 7..SUNDAY + 300,
            others in prop::collection::vec(SUNDAY..SUNDAY + 300, 0..3),
        ) {
            for (exams, is_alone) in [(vec![exam], true), ([vec![exam], others].concat(), false)] {
                let mut sent: Vec<Day> = Vec::new();
                for day in SUNDAY..SUNDAY + 310 {
                    if is_mail_day(day, sent.last().copied(), &exams) {
                        sent.push(day);
                    }
                }
                prop_assert!(sent.windows(2).all(|two| two[1] - two[0] >= 7), "{sent:?}");
                prop_assert!(sent.windows(2).all(|two| two[1] - two[0] <= 20), "{sent:?}");
                for left in COUNTDOWN.into_iter().filter(|left| is_alone && exam >= SUNDAY + 7 + left) {
                    prop_assert!(sent.contains(&(exam - left)), "{left}: {exam} {sent:?}");
                }
            }
        }
    }
}
