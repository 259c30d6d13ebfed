//! The dashboard for administrators: counters and monthly registrations (spec 3 §2).

use chrono::{Datelike as _, Months, TimeDelta};
use serde::Serialize;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors, Result,
    bank::Coverage,
    catalogue::{ACTIVE_EXAMS, ACTIVE_SUBJECTS},
    clock::{Instant, midnight, west_africa},
    people::{ACTIVE_STUDENTS, students_of},
};

/// The months of the chart, including the current one (spec 3 §9).
const MONTHS: u32 = 12;
/// The most months of the chart.
const MAX_MONTHS: u32 = 36;
/// The message for a number of months out of range.
pub const WRONG_MONTHS: &str = "Months must be from 1 to 36.";

/// The dashboard for administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    pub active_exams: i64,
    pub active_subjects: i64,
    pub active_students: i64,
    /// The registrations of the last twelve months, or of the requested number of months, the current one last.
    pub registrations: Vec<MonthlyRegistrations>,
    /// The numbers of items that need attention.
    pub waiting: Waiting,
    pub money: Money,
    /// How well the bank covers each exam.
    pub coverage: Vec<Coverage>,
    /// Warnings for an operator, before something stops the server.
    pub warnings: Vec<String>,
}

/// The payments of this month and of the last one, in West Africa Time. Refunded and disputed ones do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    /// `YYYY-MM`, this month.
    pub month: String,
    pub payments: u64,
    /// Kobo.
    pub amount: i64,
    /// Kobo, of the whole last month.
    pub last_amount: i64,
}

#[derive(Default, SurrealValue)]
struct Paid {
    payments: i64,
    amount: i64,
}

/// The numbers of items that need attention.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// Theory submissions that are not declared.
    pub theories: u64,
    /// Requests to change subjects.
    pub change_requests: u64,
    /// Open question reports.
    pub reports: u64,
    /// Messages without a reply.
    pub messages: u64,
    /// Mails that could not be sent.
    pub failed_mails: u64,
    /// Payments that need attention: mismatched or disputed.
    pub payments: u64,
    /// Questions that an editor should look at. Subjects that are not checked yet are missing.
    pub needs_look: u64,
}

/// The indexes that count the first six fields of [`Waiting`], in the order of the fields.
const WAITING: [&str; 6] = [
    "quiz WHERE exam_result = 'pending'",
    "registration WHERE change_requested = true",
    "report WHERE state = 'open'",
    "contact WHERE is_reply = false",
    "mail WHERE state = 'failed'",
    "payment WHERE state IN ['mismatched', 'disputed']",
];

/// The payments of a month. The index selects those that began up to [`LATE`] before it. There is no index on the time
/// of the payment itself, because gateways give whole seconds, which the store's index sorts wrongly.
const PAID: &str = "SELECT count() AS payments, math::sum(amount) AS amount FROM payment \
    WHERE state = 'paid' AND created_at >= $since AND paid_at >= $from AND paid_at < $to GROUP ALL";
/// How far the gateway's clock may be ahead of ours.
const AHEAD: TimeDelta = TimeDelta::minutes(5);
/// The longest time from the beginning of a payment until the gateway confirms it.
const LATE: TimeDelta = TimeDelta::days(31);

/// The first instant of the month in West Africa Time. It is a millisecond late, because the store's index sorts an
/// instant of a whole second wrongly.
fn month_start(at: Instant) -> Instant {
    let day = midnight(at);
    day - TimeDelta::days(i64::from(west_africa(day).day0())) + TimeDelta::milliseconds(1)
}

/// The number of students registered in a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MonthlyRegistrations {
    /// `YYYY-MM` (UTC).
    pub month: String,
    pub students: i64,
}

impl App {
    /// The dashboard with a chart of twelve months.
    pub async fn dashboard(&self) -> Result<Dashboard> {
        self.dashboard_of(MONTHS).await
    }

    /// The dashboard with a chart of 1 to 36 months, from the stored counters.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] under `months`.
    pub async fn dashboard_of(&self, count: u32) -> Result<Dashboard> {
        let now = self.now();
        let mut errors = FieldErrors::default();
        errors.check((1..=MAX_MONTHS).contains(&count), "months", WRONG_MONTHS);
        errors.done()?;
        let months: Vec<_> = (0..count).rev().filter_map(|ago| now.checked_sub_months(Months::new(ago))).collect();
        let counted = [ACTIVE_EXAMS, ACTIVE_SUBJECTS, ACTIVE_STUDENTS].map(String::from);
        let tallies = self.counter_values(counted.into_iter().chain(months.iter().copied().map(students_of))).await?;
        let count = |name: &str| tallies.get(name).copied().unwrap_or_default();
        let registrations = months.iter().map(|month| MonthlyRegistrations {
            month: month.format("%Y-%m").to_string(),
            students: count(&students_of(*month)),
        });
        Ok(Dashboard {
            active_exams: count(ACTIVE_EXAMS),
            active_subjects: count(ACTIVE_SUBJECTS),
            active_students: count(ACTIVE_STUDENTS),
            registrations: registrations.collect(),
            waiting: self.waiting().await?,
            money: self.money(now).await?,
            coverage: self.bank_coverage().await?,
            warnings: self.store.condition().warning().into_iter().collect(),
        })
    }

    /// The money of the month of this instant, and of the month before.
    async fn money(&self, now: Instant) -> Result<Money> {
        let this = month_start(now);
        let last = month_start(this - TimeDelta::days(1));
        let (paid, before) = (self.paid(this, now + AHEAD).await?, self.paid(last, this).await?);
        Ok(Money {
            month: west_africa(now).format("%Y-%m").to_string(),
            payments: paid.payments.unsigned_abs(),
            amount: paid.amount,
            last_amount: before.amount,
        })
    }

    /// The payments from an instant until another one.
    async fn paid(&self, from: Instant, to: Instant) -> Result<Paid> {
        let call = self.store.query(PAID).bind(("since", from - LATE)).bind(("from", from)).bind(("to", to));
        Ok(call.first().await?.unwrap_or_default())
    }

    async fn waiting(&self) -> Result<Waiting> {
        let counts = WAITING.map(|what| format!("SELECT count() AS n FROM {what} GROUP ALL;"));
        let mut found = self.store.query(counts.concat()).checked().await?;
        let mut count = |place: usize| -> Result<u64> {
            let counted: Option<i64> = found.take((place, "n"))?;
            Ok(counted.unwrap_or(0).unsigned_abs())
        };
        Ok(Waiting {
            theories: count(0)?,
            change_requests: count(1)?,
            reports: count(2)?,
            messages: count(3)?,
            failed_mails: count(4)?,
            payments: count(5)?,
            needs_look: self.count_needs_look().await?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    #[test]
    fn a_month_begins_at_midnight_in_west_africa() {
        for (at, start) in [
            ("2026-03-05T14:30:00Z", "2026-02-28T23:00:00Z"),
            ("2026-02-28T23:00:00Z", "2026-02-28T23:00:00Z"),
            ("2026-02-28T22:59:59Z", "2026-01-31T23:00:00Z"),
        ] {
            let start: Instant = start.parse().unwrap();
            assert_eq!(month_start(at.parse().unwrap()), start + TimeDelta::milliseconds(1), "{at}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn payments_of_a_month_are_found_by_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(Settings::in_memory(folder.path())).await.unwrap();
        let now = app.now();
        let call = app.store.query(format!("EXPLAIN {PAID}")).bind(("since", now)).bind(("from", now));
        let plan: Option<String> = call.bind(("to", now)).checked().await.unwrap().take(0).unwrap();
        let plan = plan.unwrap();
        assert!(plan.contains("payment_state") && !plan.contains("TableScan"), "{plan}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn waiting_rows_are_counted_by_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(Settings::in_memory(folder.path())).await.unwrap();
        for what in WAITING {
            let sql = format!("EXPLAIN SELECT count() AS n FROM {what} GROUP ALL");
            let plan: Option<String> = app.store.query(&sql).checked().await.unwrap().take(0).unwrap();
            let plan = plan.unwrap();
            assert!(plan.contains("Index") && !plan.contains("TableScan"), "{what}\n{plan}");
        }
    }
}
