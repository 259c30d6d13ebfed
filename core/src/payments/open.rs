//! A student's own payments that are not completed: reading them, and asking the gateway about one at once.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::payment::{Payment, PaymentState};
use crate::{
    App, Error, Result,
    accounts::Actor,
    catalogue::{ExamRef, University},
    clock::Instant,
    learning::{Subscription, SubscriptionView},
    messages,
    records::{Entity as _, ListQuery, Titled},
    store::Id,
};

/// The most payments that are shown.
const MOST: usize = 10;

/// A payment that a student began and that is not completed.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenPayment {
    /// The reference.
    #[serde(rename = "_id")]
    pub id: Id<Payment>,
    pub exam: ExamRef,
    pub university: Option<Titled<University>>,
    pub plan_name: String,
    /// Kobo.
    pub amount: i64,
    pub currency: String,
    /// `paystack` or `sandbox`.
    pub gateway: String,
    pub state: PaymentState,
    /// The page to pay on.
    pub url: Option<String>,
    pub created_at: Instant,
}

/// What the gateway said about a payment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentFound {
    pub reference: Id<Payment>,
    pub state: PaymentState,
    /// The answer in words.
    pub message: String,
    /// What the payment gave, once it is paid.
    pub user_subscription: Option<SubscriptionView>,
}

impl App {
    /// The caller's payments that may still be paid, the newest first, at most ten.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for the operator, who pays for nothing.
    pub async fn list_open_payments(&self, actor: &Actor) -> Result<Vec<OpenPayment>> {
        let user = actor.user_id()?;
        let sql = format!(
            "SELECT id, exam.{{id, title, slug}} AS exam, university.{{id, title}} AS university, \
             terms.plan_name AS plan_name, amount, currency, gateway, state, url, created_at FROM payment \
             WHERE user = $user AND open = true ORDER BY created_at DESC LIMIT {MOST}"
        );
        self.store.query(&sql).bind(("user", user.clone())).all().await
    }

    /// Asks the gateway at once what became of a payment of the caller's, does what follows, and says what it found.
    /// Within five seconds of the last question its answer still counts.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a payment that is not the caller's; [`Error::Unavailable`] where the gateway gives no
    /// answer.
    pub async fn check_own_payment(&self, actor: &Actor, reference: &Id<Payment>) -> Result<PaymentFound> {
        let user = actor.user_id()?;
        let payment: Option<Payment> = self.load(reference).await?;
        let payment = payment.filter(|payment| payment.user == *user).ok_or(Error::NotFound(Payment::NOUN))?;
        let settled = self.settle_payment(&payment.id).await?;
        if settled.state != PaymentState::Paid {
            let message = settled.refusal().message;
            return Ok(PaymentFound { reference: settled.id, state: settled.state, message, user_subscription: None });
        }
        let query = ListQuery::default();
        let rows = self.rows::<Subscription>(&query).only("id = $id").bind("id", settled.subscription.clone());
        let user_subscription = rows.bind("now", self.now()).page().await?.rows.pop();
        let message = messages::payment_arrived(&settled.terms.plan_name);
        Ok(PaymentFound { reference: settled.id, state: settled.state, message, user_subscription })
    }
}
