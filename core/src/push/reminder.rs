//! When a reminder is sent, what it says, and the worker that sends it.
//!
//! A student is reminded at most once a day, at the hour they chose, if today's session of one of their exams has
//! something to do and is not done yet.

use bytes::Bytes;
use chrono::TimeDelta;
use futures::{StreamExt as _, stream};
use serde_json::json;
use surrealdb::types::SurrealValue;

use super::{PushDevice, Reminder, service::PushError};
use crate::{
    App, Error, Result,
    catalogue::ExamRef,
    clock::{Instant, day_of, day_of_date},
    exam::Today,
    people::{AccountStatus, User},
    store::{Id, retry_tx},
    text::counted,
};

/// If no server could send a reminder at its hour, it may still be sent within this time.
const LATE: TimeDelta = TimeDelta::hours(2);
/// Without a test for this long, a student is reminded only if an exam is ahead.
const AWAY: TimeDelta = TimeDelta::days(60);
/// Students per read.
const BATCH: usize = 50;
/// Messages that are sent at the same time.
const AT_ONCE: usize = 16;
/// Exams in a reminder, at most.
const EXAMS: usize = 4;
/// The page that a reminder opens.
const PAGE: &str = "/dashboard";

/// A message, and the devices that get it.
struct Message {
    devices: Vec<PushDevice>,
    text: Bytes,
}

#[derive(SurrealValue)]
struct RegisteredRow {
    exam: Option<ExamRef>,
    #[surreal(default)]
    exam_date: Option<String>,
}

#[derive(SurrealValue)]
struct TestRow {
    created_at: Instant,
}

impl App {
    /// Sends the reminders that are due, and returns how many students were reminded. May run on several servers at
    /// once.
    pub async fn send_reminders(&self) -> Result<usize> {
        let mut reminded = 0;
        loop {
            let now = self.now();
            // A time further ahead was set while the clock was ahead.
            let sql = format!(
                "SELECT * FROM reminder WHERE due_at <= $now OR due_at > $latest_valid ORDER BY due_at LIMIT {BATCH}"
            );
            let call = self.store.query(&sql).bind(("now", now)).bind(("latest_valid", now + TimeDelta::days(3)));
            let due: Vec<Reminder> = call.all().await?;
            if due.is_empty() {
                return Ok(reminded);
            }
            let mut messages: Vec<(PushDevice, Bytes)> = Vec::new();
            for one in due {
                let message = match self.reminder_message(&one, now).await {
                    Ok(message) => message,
                    // A fault in one student's records must not stop the reminders of all others.
                    Err(error @ (Error::Internal(_) | Error::NotFound(_))) => {
                        tracing::error!(user = %one.user, %error, "a reminder could not be written");
                        None
                    }
                    Err(other) => return Err(other),
                };
                let is_ours = self.claim_reminder(&one, message.is_some(), now).await?;
                let Some(Message { devices, text }) = message.filter(|_| is_ours) else { continue };
                reminded += 1;
                messages.extend(devices.into_iter().map(|device| (device, text.clone())));
            }
            let deliver = |(device, text): (PushDevice, Bytes)| async move {
                self.deliver_reminder(&device, &text, now).await;
            };
            stream::iter(messages).for_each_concurrent(AT_ONCE, deliver).await;
        }
    }

    /// Sets a student's next time, before the message is sent. Returns whether this server was the first to do so.
    /// Deletes the reminder of a student without devices.
    async fn claim_reminder(&self, one: &Reminder, is_sent: bool, now: Instant) -> Result<bool> {
        let sent_at = if is_sent { Some(now) } else { one.sent_at };
        retry_tx(async || {
            let change = self.unaudited_change().await?;
            let sql = "DELETE $id WHERE due_at = $seen AND count((SELECT id FROM push_device WHERE user = $user)) = 0 \
                    RETURN NONE; \
                UPDATE $id SET due_at = $next, sent_at = $sent WHERE due_at = $seen RETURN VALUE id";
            let call = change.query(sql).bind(("id", one.id.clone())).bind(("seen", one.due_at));
            let call = call.bind(("user", one.user.clone())).bind(("sent", sent_at));
            let call = call.bind(("next", next_moment(now, one.hour, one.utc_offset, sent_at)));
            let taken: Vec<Id<Reminder>> = call.checked().await?.take(1)?;
            change.commit().await?;
            Ok(!taken.is_empty())
        })
        .await
    }

    /// The message of a student; `None` if none is sent now.
    async fn reminder_message(&self, one: &Reminder, now: Instant) -> Result<Option<Message>> {
        if now - one.due_at > LATE || one.due_at > now {
            return Ok(None);
        }
        let sql = "SELECT * FROM ONLY $user; \
            SELECT * FROM push_device WHERE user = $user AND public_key = $key; \
            SELECT exam.{id, title, slug} AS exam, exam_date FROM registration WHERE user = $user; \
            SELECT created_at FROM quiz WHERE user = $user ORDER BY created_at DESC LIMIT 1;";
        let call = self.store.query(sql).bind(("user", one.user.clone()));
        let mut found = call.bind(("key", self.push.public_key().to_owned())).checked().await?;
        let user: Option<User> = found.take(0)?;
        let devices: Vec<PushDevice> = found.take(1)?;
        let rows: Vec<RegisteredRow> = found.take(2)?;
        let latest: Vec<TestRow> = found.take(3)?;
        if devices.is_empty() || user.is_none_or(|user| user.status != AccountStatus::Active) {
            return Ok(None);
        }
        let today = day_of(now);
        let day = |row: &RegisteredRow| row.exam_date.as_deref().and_then(day_of_date);
        let mut exams: Vec<_> = rows.into_iter().map(|row| (day(&row), row.exam)).collect();
        let is_away = latest.iter().all(|test| test.created_at <= now - AWAY);
        exams.retain(|(day, _)| day.map_or(!is_away, |day| day >= today));
        exams.sort_by_key(|(day, exam)| (day.is_none(), *day, exam.as_ref().map(|exam| exam.title.clone())));
        let mut sessions = Vec::new();
        for exam in exams.into_iter().filter_map(|(_, exam)| exam).take(EXAMS) {
            match self.today_of(&one.user, &exam.id).await {
                Ok(today) if !today.is_done && today.due + today.fresh > 0 => sessions.push((exam.title, today)),
                // The session is done, there is nothing to do, or the student has no subscription.
                Ok(_) | Err(Error::NotFound(_) | Error::Forbidden(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok((!sessions.is_empty()).then(|| Message { devices, text: text(&sessions) }))
    }

    /// Sends a message to one device, which is removed if its push service does not know it any more.
    async fn deliver_reminder(&self, device: &PushDevice, text: &[u8], now: Instant) {
        let removed = match self.push.send(device, text, now).await {
            Ok(()) => Ok(()),
            Err(PushError::Gone) => {
                let sql = "DELETE $id WHERE created_at = $created RETURN NONE";
                let call = || self.store.write(sql).bind(("id", device.id.clone()));
                retry_tx(async || call().bind(("created", device.created_at)).done().await).await
            }
            Err(problem @ (PushError::Busy(_) | PushError::Failed(_))) => {
                // Only the host is logged, because the rest of the address is a secret of the device.
                let service = url::Url::parse(&device.endpoint).ok();
                let service = service.as_ref().and_then(url::Url::host_str).unwrap_or_default();
                tracing::warn!(service, %problem, "a reminder was not delivered");
                Ok(())
            }
        };
        if let Err(error) = removed {
            tracing::warn!(%error, "a device without reminders could not be removed");
        }
    }
}

/// The next moment after `now` at which it is this hour where the student is, on a day without a reminder yet.
pub(super) fn next_moment(now: Instant, hour: i64, utc_offset: i64, sent_at: Option<Instant>) -> Instant {
    let offset = TimeDelta::minutes(utc_offset);
    let day = |at: Instant| (at + offset).timestamp().div_euclid(86_400);
    let at = |day: i64| Instant::UNIX_EPOCH + TimeDelta::days(day) + TimeDelta::hours(hour) - offset;
    let mut next = day(now);
    while at(next) <= now || sent_at.is_some_and(|sent| day(sent) == next) {
        next += 1;
    }
    at(next)
}

/// The message for the service worker (`web/public/sw.js`).
fn text(sessions: &[(String, Today)]) -> Bytes {
    let lines = sessions.iter().map(|(exam, today)| match sessions.len() {
        1 => contents(today),
        _ => format!("{exam}: {}", contents(today)),
    });
    let body = lines.collect::<Vec<_>>().join("\n");
    json!({ "title": "Today on Sabi", "body": body, "page": PAGE }).to_string().into()
}

/// "14 questions to repeat, 6 new, about 9 minutes", as on the dashboard.
fn contents(today: &Today) -> String {
    let Today { due, fresh, minutes, .. } = *today;
    let parts = [
        (due > 0).then(|| format!("{} to repeat", counted(due, "question"))),
        (fresh > 0 && due > 0).then(|| format!("{fresh} new")),
        (fresh > 0 && due == 0).then(|| counted(fresh, "new question")),
        Some(format!("about {}", counted(minutes, "minute"))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn the_next_moment_is_the_hour_of_the_student_on_a_day_without_a_reminder() {
        for (now, hour, offset, sent, expected) in [
            ("2026-03-02T09:00:00Z", 19, 60, None, "2026-03-02T18:00:00Z"),
            ("2026-03-02T18:00:00Z", 19, 60, None, "2026-03-03T18:00:00Z"),
            // In Ghana, half past five in India, and west of Greenwich.
            ("2026-03-02T09:00:00Z", 19, 0, None, "2026-03-02T19:00:00Z"),
            ("2026-03-02T20:00:00Z", 1, 330, None, "2026-03-03T19:30:00Z"),
            ("2026-03-02T03:00:00Z", 20, -300, None, "2026-03-03T01:00:00Z"),
            ("2026-03-02T09:00:00Z", 0, 60, None, "2026-03-02T23:00:00Z"),
            // The hour was moved from 9 to 19 after today's reminder, and that of yesterday does not count.
            ("2026-03-02T09:00:00Z", 19, 60, Some("2026-03-02T08:00:00Z"), "2026-03-03T18:00:00Z"),
            ("2026-03-02T09:00:00Z", 19, 60, Some("2026-03-01T22:59:00Z"), "2026-03-02T18:00:00Z"),
        ] {
            assert_eq!(
                next_moment(at(now), hour, offset, sent.map(at)),
                at(expected),
                "{now} {hour} {offset} {sent:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn nobody_is_reminded_twice_a_day_whenever_the_hour_is_changed(
            offset in -720..=840_i64,
            hours in prop::collection::vec((0..24_i64, 0..40_i64), 1..40),
        ) {
            let mut now = at("2026-03-02T09:00:00Z");
            let mut sent: Vec<Instant> = Vec::new();
            for (hour, wait) in hours {
                let due = next_moment(now, hour, offset, sent.last().copied());
                prop_assert!(due > now && due <= now + TimeDelta::days(2));
                now += TimeDelta::hours(wait);
                if due <= now {
                    sent.push(due);
                }
            }
            let day = |at: &Instant| (*at + TimeDelta::minutes(offset)).date_naive();
            prop_assert!(sent.windows(2).all(|two| day(&two[0]) < day(&two[1])), "{sent:?}");
        }
    }

    #[test]
    fn the_text_says_what_today_holds() {
        let today =
            Today { due: 14, fresh: 6, minutes: 9, kilobytes: 8, days_to_exam: None, to_learn: 0, is_done: false };
        let body = |sessions: &[(String, Today)]| {
            let message: serde_json::Value = serde_json::from_slice(&text(sessions)).unwrap();
            assert_eq!(message["page"], "/dashboard");
            message["body"].as_str().unwrap().to_owned()
        };
        assert_eq!(body(&[("JAMB UTME".into(), today)]), "14 questions to repeat, 6 new, about 9 minutes");
        let waec = Today { due: 1, fresh: 0, minutes: 1, ..today };
        let both = [("JAMB UTME".into(), Today { due: 0, ..today }), ("WAEC".into(), waec)];
        assert_eq!(
            body(&both),
            "JAMB UTME: 6 new questions, about 9 minutes\nWAEC: 1 question to repeat, about 1 minute"
        );
    }
}
