//! The dashboard for administrators: counters and monthly registrations (spec 3 §2).

use chrono::{Datelike as _, Months};
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
const MOST_MONTHS: u32 = 36;
/// The refusal of another number of months.
pub const WRONG_MONTHS: &str = "Months must be from 1 to 36.";

/// The dashboard for administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    pub active_exams: i64,
    pub active_subjects: i64,
    pub active_students: i64,
    /// Twelve months, or as many as asked; the current one last.
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
}

/// The index that counts each field of [`Waiting`], in the order of the fields.
const WAITING: [&str; 6] = [
    "quiz WHERE exam_result = 'pending'",
    "registration WHERE change_requested = true",
    "report WHERE state = 'open'",
    "contact WHERE is_reply = false",
    "mail WHERE state = 'failed'",
    "payment WHERE state IN ['mismatched', 'disputed']",
];

/// The payments of this month, and of the month before.
const PAID_SINCE: &str = "SELECT count() AS payments, math::sum(amount) AS amount FROM payment \
    WHERE state = 'paid' AND paid_at >= $this GROUP ALL;";
const PAID_BETWEEN: &str = "SELECT count() AS payments, math::sum(amount) AS amount FROM payment \
    WHERE state = 'paid' AND paid_at >= $last AND paid_at < $this GROUP ALL;";

/// The first instant of the month in West Africa Time.
fn month_start(at: Instant) -> Instant {
    let day = midnight(at);
    day - chrono::Duration::days(i64::from(west_africa(day).day0()))
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
        errors.check((1..=MOST_MONTHS).contains(&count), "months", WRONG_MONTHS);
        errors.done()?;
        let months: Vec<_> = (0..count).rev().filter_map(|ago| now.checked_sub_months(Months::new(ago))).collect();
        let counted = [ACTIVE_EXAMS, ACTIVE_SUBJECTS, ACTIVE_STUDENTS].map(String::from);
        let tallies = self.tallies(counted.into_iter().chain(months.iter().copied().map(students_of))).await?;
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
        let last = this.checked_sub_months(Months::new(1)).map_or(this, month_start);
        let sql = [PAID_SINCE, PAID_BETWEEN].concat();
        let mut found = self.store.query(sql).bind(("last", last)).bind(("this", this)).checked().await?;
        let mut paid = |place: usize| -> Result<Paid> { Ok(found.take::<Option<Paid>>(place)?.unwrap_or_default()) };
        let (this_month, last_month) = (paid(0)?, paid(1)?);
        Ok(Money {
            month: west_africa(now).format("%Y-%m").to_string(),
            payments: this_month.payments.unsigned_abs(),
            amount: this_month.amount,
            last_amount: last_month.amount,
        })
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
            assert_eq!(month_start(at.parse().unwrap()), start.parse::<Instant>().unwrap(), "{at}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn payments_of_a_month_are_summed_by_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(Settings::in_memory(folder.path())).await.unwrap();
        for sql in [PAID_SINCE, PAID_BETWEEN] {
            let call = app.store.query(format!("EXPLAIN {sql}")).bind(("this", app.now())).bind(("last", app.now()));
            let plan: Option<String> = call.checked().await.unwrap().take(0).unwrap();
            let plan = plan.unwrap();
            assert!(plan.contains("payment_paid"), "{sql}\n{plan}");
        }
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
