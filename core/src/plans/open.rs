//! A student's own open payments: the list, and an immediate check with the gateway.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Subscription, SubscriptionView,
    payment::{Payment, PaymentState},
};
use crate::{
    App, Error, Result,
    catalogue::{ExamRef, University},
    clock::Instant,
    messages,
    people::Actor,
    records::{Entity as _, ListQuery, Titled},
    store::Id,
};

/// Payments that are shown, at most.
const MAX_PAYMENTS: usize = 10;

/// An open payment of a student.
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

/// The outcome of a check with the gateway.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentFound {
    pub reference: Id<Payment>,
    pub state: PaymentState,
    /// The outcome as a message.
    pub message: String,
    /// The subscription of the payment, once it is paid.
    pub user_subscription: Option<SubscriptionView>,
}

impl App {
    /// The caller's payments that Sabi still asks the gateway about, newest first, at most ten.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for the operator, who has no payments.
    pub async fn list_open_payments(&self, actor: &Actor) -> Result<Vec<OpenPayment>> {
        let user = actor.user_id()?;
        let sql = format!(
            "SELECT id, exam.{{id, title, slug}} AS exam, university.{{id, title}} AS university, \
             terms.plan_name AS plan_name, amount, currency, gateway, state, url, created_at FROM payment \
             WHERE user = $user AND open = true ORDER BY created_at DESC LIMIT {MAX_PAYMENTS}"
        );
        self.store.query(&sql).bind(("user", user.clone())).all().await
    }

    /// Checks one of the caller's payments with the gateway now, applies the outcome and returns it. Within five
    /// seconds of the last check, returns its outcome.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a payment that is not the caller's; [`Error::Unavailable`] if the gateway gives no
    /// answer.
    pub async fn check_own_payment(&self, actor: &Actor, reference: &Id<Payment>) -> Result<PaymentFound> {
        let user = actor.user_id()?;
        let payment: Option<Payment> = self.load(reference).await?;
        let payment = payment.filter(|payment| payment.user == *user).ok_or(Error::NotFound(Payment::NOUN))?;
        let settled = self.settle_payment(&payment.id, None).await?;
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
