//! What administrators see first: the counters and how many students came, month by month (spec 3 §2).

use chrono::Months;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    App, Result,
    catalogue::{ACTIVE_EXAMS, ACTIVE_SUBJECTS},
    people::{ACTIVE_STUDENTS, students_of},
};

/// The months of the chart, the present one the last (spec 3 §9).
const MONTHS: u32 = 12;

/// What administrators see first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    pub active_exams: i64,
    pub active_subjects: i64,
    pub active_students: i64,
    /// Twelve months, the present one the last.
    pub registrations: Vec<MonthlyRegistrations>,
    /// What waits for somebody.
    pub waiting: Waiting,
    /// What an operator should see to before it stops the server.
    pub warnings: Vec<String>,
}

/// How much waits for somebody to act on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// Theory submissions that are not declared.
    pub theories: u64,
    /// Students who asked for other subjects.
    pub change_requests: u64,
    /// Reports of questions that are not decided.
    pub reports: u64,
    /// Messages without a reply.
    pub messages: u64,
    /// Mails that could not be sent.
    pub failed_mails: u64,
    /// Payments that somebody has to look at: mismatched or disputed.
    pub payments: u64,
}

/// What each count of [`Waiting`] counts, by an index of its table, in the order of its fields.
const WAITING: [&str; 6] = [
    "quiz WHERE exam_result = 'pending'",
    "registration WHERE change_requested = true",
    "report WHERE state = 'open'",
    "contact WHERE is_reply = false",
    "mail WHERE state = 'failed'",
    "payment WHERE state IN ['mismatched', 'disputed']",
];

/// The students whose accounts were made in a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MonthlyRegistrations {
    /// `YYYY-MM`, of UTC.
    pub month: String,
    pub students: i64,
}

impl App {
    /// The dashboard as the kept counters have it.
    pub async fn dashboard(&self) -> Result<Dashboard> {
        let now = self.now();
        let months: Vec<_> = (0..MONTHS).rev().filter_map(|ago| now.checked_sub_months(Months::new(ago))).collect();
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
            warnings: self.store.condition().warning().into_iter().collect(),
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

    #[tokio::test(flavor = "multi_thread")]
    async fn what_waits_is_counted_by_an_index() {
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
