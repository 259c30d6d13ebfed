//! Payments for administrators.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Subscription,
    payment::{Dispute, Payment, PaymentState, Refund, StoredResponse},
};
use crate::{
    App, Error, Result,
    catalogue::{ExamRef, University},
    clock::Instant,
    people::UserRef,
    records::{Entity as _, Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record as _},
};

/// A payment of the list.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentRow {
    /// The reference.
    #[serde(rename = "_id")]
    pub id: Id<Payment>,
    pub user: UserRef,
    pub exam: ExamRef,
    pub university: Option<Titled<University>>,
    pub plan_name: String,
    /// Kobo.
    pub amount: i64,
    pub currency: String,
    pub gateway: String,
    pub state: PaymentState,
    /// The reason for its state.
    pub message: Option<String>,
    pub subscription: Option<Id<Subscription>>,
    pub paid_at: Option<Instant>,
    pub created_at: Instant,
}

/// A payment with all responses of the gateway.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaymentView {
    #[serde(flatten)]
    pub row: PaymentRow,
    /// The gateway's page.
    pub url: Option<String>,
    pub refunds: Vec<Refund>,
    pub disputes: Vec<Dispute>,
    /// The number of scheduled checks with the gateway.
    pub checks: i64,
    /// The time of the next scheduled check, if there is one.
    #[serde(rename = "dueAt")]
    pub due_at: Option<Instant>,
    /// The gateway's responses, oldest first.
    pub answers: Vec<StoredResponse>,
}

impl Listed for Payment {
    const LIST: ListSpec = ListSpec {
        select: "id, user.{id, first_name, last_name, email} AS user, exam.{id, title, slug} AS exam, \
            university.{id, title} AS university, terms.plan_name AS plan_name, amount, currency, gateway, state, \
            message, subscription, paid_at, created_at",
        search: &["record::id(id) + ' ' + user.first_name + ' ' + user.last_name + ' ' + user.email + ' ' \
            + exam.title + ' ' + terms.plan_name"],
        sort: &[
            ("user", "user.first_name + ' ' + user.last_name"),
            ("exam", "exam.title"),
            ("planName", "terms.plan_name"),
            ("amount", "amount"),
            ("gateway", "gateway"),
            ("state", "state"),
            ("paidAt", "paid_at"),
            ("createdAt", "created_at"),
        ],
        filters: &[
            Filter { name: "state", column: "state", kind: FilterKind::Words(PaymentState::WORDS) },
            Filter::reference("user", "user"),
            Filter::reference("exam", "exam"),
            Filter::from("created_at"),
            Filter::to("created_at"),
        ],
        ..ListSpec::of(Self::TABLE)
    };
}

impl App {
    /// The payments, newest first, 10 per page.
    pub async fn list_payments(&self, query: &ListQuery) -> Result<Page<PaymentRow>> {
        self.rows::<Payment>(query).page().await
    }

    /// A payment with all responses of the gateway.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn find_payment(&self, reference: &Id<Payment>) -> Result<PaymentView> {
        let query = ListQuery::default();
        let rows = self.rows::<Payment>(&query).only("id = $id").bind("id", reference.clone());
        let row: PaymentRow = rows.page().await?.rows.pop().ok_or(Error::NotFound(Payment::NOUN))?;
        let payment: Payment = self.load(reference).await?.ok_or(Error::NotFound(Payment::NOUN))?;
        let Payment { url, refunds, disputes, checks, due_at, open, answers, .. } = payment;
        Ok(PaymentView { row, url, refunds, disputes, checks, due_at: open.then_some(due_at), answers: answers.0 })
    }
}
