//! Exports of whole lists, for administrators. Rows are read in batches, on demand.

use async_stream::try_stream;
use futures::{Stream, StreamExt as _, TryStreamExt as _, stream::BoxStream};
use serde::Serialize;
use serde_json::{Map, Value};
use strum::VariantArray;
use surrealdb::types::RecordId;

use crate::{
    App, Error, Result,
    clock::Instant,
    exam::{AllResults, ResultRow},
    inbox::{Contact, ContactView, Subscriber},
    people::{Role, User, UserView},
    plans::{Payment, PaymentRow, StudentSubscription},
    records::{ExportedRow, ListQuery, Listed, Rows},
};

/// Rows per batch.
const BATCH: u64 = 500;

/// A row as JSON.
pub type ExportRow = Map<String, Value>;

/// The lists that can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub enum ExportList {
    Students,
    Results,
    Subscriptions,
    Payments,
    Messages,
    Newsletter,
    Audit,
}

impl ExportList {
    /// All of them.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Its name in addresses and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Students => "students",
            Self::Results => "results",
            Self::Subscriptions => "subscriptions",
            Self::Payments => "payments",
            Self::Messages => "messages",
            Self::Newsletter => "newsletter",
            Self::Audit => "audit",
        }
    }

    /// The columns of its table: fields of its rows, with `user.email` for a field of a nested record.
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Students => &[
                "_id",
                "first_name",
                "last_name",
                "email",
                "gender",
                "dob",
                "mobile_code",
                "mobile_number",
                "nationality",
                "accountStatus",
                "createdAt",
            ],
            Self::Results => &[
                "_id",
                "user.first_name",
                "user.last_name",
                "user.email",
                "exam",
                "assessment",
                "examType",
                "year",
                "subjects",
                "createdAt",
                "questionCount",
                "correctCount",
                "wrongCount",
                "unseenCount",
                "score.percent",
                "score.grade",
                "score.outOf400",
                "usedtime",
                "examResult",
                "totalAvgGrade",
            ],
            Self::Subscriptions => &[
                "_id",
                "user.first_name",
                "user.last_name",
                "user.email",
                "exam",
                "university",
                "planName",
                "subscriptionType",
                "duration",
                "price",
                "numOfQuestions",
                "subscribedAt",
                "expireAt",
                "status",
            ],
            Self::Payments => &[
                "_id",
                "user.first_name",
                "user.last_name",
                "user.email",
                "exam",
                "university",
                "planName",
                "amount",
                "currency",
                "gateway",
                "state",
                "message",
                "paidAt",
                "createdAt",
            ],
            Self::Messages => {
                &["_id", "firstName", "lastName", "email", "mobileNo", "subject", "message", "isReply", "createdAt"]
            }
            Self::Newsletter => &["_id", "email", "createdAt"],
            Self::Audit => &["at", "who", "action", "entity", "record", "before", "after", "request"],
        }
    }
}

/// Exports rows in the form of the list.
macro_rules! exported {
    ($($row:ident by $time:ident),+) => {$(
        impl ExportedRow for $row {
            type View = Self;

            fn place(&self) -> (Instant, RecordId) {
                (self.$time, self.id.link())
            }

            fn view(self) -> Self {
                self
            }
        }
    )+};
}

exported!(
    UserView by created_at, StudentSubscription by subscribed_at, PaymentRow by created_at, Subscriber by created_at,
    ContactView by created_at
);

impl App {
    /// All rows of a list that match `q` and its filters, newest first, up to now. A batch continues after the last row
    /// of the previous one, so that new rows neither repeat nor hide one.
    ///
    /// # Errors
    /// [`Error::Invalid`] as the first item, with each parameter that the list does not support.
    pub fn export_list(&self, list: ExportList, query: ListQuery) -> BoxStream<'static, Result<Vec<ExportRow>>> {
        match list {
            ExportList::Students => {
                self.export_rows::<User, UserView>(query, "created_at", |rows, _| only_students(rows)).boxed()
            }
            ExportList::Results => {
                self.export_rows::<AllResults, ResultRow>(query, "created_at", |rows, _| rows).boxed()
            }
            ExportList::Subscriptions => self
                .export_rows::<StudentSubscription, StudentSubscription>(query, "subscribed_at", |rows, app| {
                    rows.bind("now", app.now())
                })
                .boxed(),
            ExportList::Payments => {
                self.export_rows::<Payment, PaymentRow>(query, "created_at", |rows, _| rows).boxed()
            }
            ExportList::Messages => {
                self.export_rows::<Contact, ContactView>(query, "created_at", |rows, _| rows).boxed()
            }
            ExportList::Newsletter => {
                self.export_rows::<Subscriber, Subscriber>(query, "created_at", |rows, _| rows).boxed()
            }
            ExportList::Audit => {
                let batches = self.export_audit(query);
                batches.and_then(async |batch| batch.iter().map(json).collect()).boxed()
            }
        }
    }

    fn export_rows<L: Listed, R: ExportedRow>(
        &self,
        query: ListQuery,
        time: &'static str,
        narrow: for<'a> fn(Rows<'a, L>, &'a Self) -> Rows<'a, L>,
    ) -> impl Stream<Item = Result<Vec<ExportRow>>> + Send + use<L, R> {
        let app = self.clone();
        try_stream! {
            let mut after = None;
            loop {
                let mut rows = narrow(app.rows::<L>(&query), &app);
                if let Some((at, id)) = after.take() {
                    let clause = format!("{time} <= $last_at AND ({time} < $last_at OR id < $last)");
                    rows = rows.only(&clause).bind("last_at", at).bind("last", id);
                }
                let batch: Vec<R> = rows.first(&format!("{time} DESC, id DESC"), BATCH).await?;
                let is_full = batch.len() as u64 == BATCH;
                after = batch.last().map(R::place);
                let shown: Result<Vec<_>> = batch.into_iter().map(|row| json(&row.view())).collect();
                yield shown?;
                if !is_full {
                    break;
                }
            }
        }
    }
}

fn only_students(rows: Rows<'_, User>) -> Rows<'_, User> {
    rows.only("role = $role").bind("role", Role::User)
}

fn json(row: &impl Serialize) -> Result<ExportRow> {
    match serde_json::to_value(row).map_err(Error::internal)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(Error::internal("a row is not a record")),
    }
}
