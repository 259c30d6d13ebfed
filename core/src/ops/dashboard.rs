//! The dashboard for administrators: counters and monthly registrations (spec 3 §2).

use chrono::Months;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    App, Result,
    catalogue::{ACTIVE_EXAMS, ACTIVE_SUBJECTS},
    people::{ACTIVE_STUDENTS, students_of},
};

/// The months of the chart, including the current one (spec 3 §9).
const MONTHS: u32 = 12;

/// The dashboard for administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    pub active_exams: i64,
    pub active_subjects: i64,
    pub active_students: i64,
    /// Twelve months, the current one last.
    pub registrations: Vec<MonthlyRegistrations>,
    /// The numbers of items that need attention.
    pub waiting: Waiting,
    /// Warnings for an operator, before something stops the server.
    pub warnings: Vec<String>,
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

/// The number of students registered in a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MonthlyRegistrations {
    /// `YYYY-MM` (UTC).
    pub month: String,
    pub students: i64,
}

impl App {
    /// The dashboard, from the stored counters.
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
