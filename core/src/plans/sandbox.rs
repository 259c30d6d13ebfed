//! The sandbox: a gateway that takes no money. On its page the payer chooses how the payment ends. Everything else
//! works as with a real gateway.

use futures::{FutureExt as _, future::BoxFuture};
use serde::{Deserialize, Serialize};
use serde_json::json;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    gateway::{Begun, Gateway, GatewayError, Status, Verified},
    payment::{Payment, PaymentState, ResponseSource, StoredResponse},
    state::Effect,
};
use crate::{
    App, Error, Result, messages,
    store::{Id, Store},
};

/// Its name in records and responses.
pub(super) const SANDBOX: &str = "sandbox";

/// How a payer ends a payment on the sandbox's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum SandboxOutcome {
    /// As if the card was charged.
    Approved,
    /// As if the bank declined.
    Declined,
    /// As if the page was closed.
    Closed,
}

/// The request of the sandbox's page.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct SandboxDecision {
    pub outcome: SandboxOutcome,
}

/// The outcome, and the page to which the payer continues.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SandboxDecided {
    pub reference: Id<Payment>,
    pub outcome: SandboxOutcome,
    /// The app's page.
    pub url: String,
}

/// The data of the sandbox's page.
#[derive(Debug, Clone, SurrealValue)]
pub struct SandboxCharge {
    pub plan: String,
    pub exam: String,
    pub university: Option<String>,
    /// Kobo.
    pub amount: i64,
    pub state: PaymentState,
    /// The decision so far.
    pub outcome: Option<SandboxOutcome>,
}

/// Stores the decision of its page in the payment itself.
pub(crate) struct Sandbox {
    store: Store,
}

impl Sandbox {
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    async fn find(&self, reference: &str) -> Result<Option<Payment>> {
        let id = Id::<Payment>::new(reference);
        self.store.query("SELECT * FROM $id").bind(("id", id)).first().await
    }
}

impl Gateway for Sandbox {
    fn name(&self) -> &'static str {
        SANDBOX
    }

    fn initialize<'a>(&'a self, payment: &'a Payment, back: &'a str) -> BoxFuture<'a, Result<Begun, GatewayError>> {
        let page = back.trim_end_matches(PAGE);
        let url = format!("{page}payments/sandbox/{}", payment.id);
        let text = json!({ "status": true, "data": { "authorization_url": url } }).to_string();
        async move { Ok(Begun { url, text }) }.boxed()
    }

    fn verify<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Verified, GatewayError>> {
        async move {
            let found = self.find(reference).await.map_err(|error| GatewayError::Unreachable(error.to_string()))?;
            let (outcome, amount, email) = match found {
                Some(payment) => (payment.outcome, payment.amount, payment.email),
                None => (None, 0, String::new()),
            };
            let status = match outcome {
                Some(SandboxOutcome::Approved) => Status::Success,
                Some(SandboxOutcome::Declined) => Status::Failed,
                Some(SandboxOutcome::Closed) => Status::Abandoned,
                None => Status::Pending,
            };
            let message = (status == Status::Failed).then(|| "Declined".to_owned());
            let text = json!({ "status": true, "data": { "outcome": outcome } }).to_string();
            let (reference, currency) = (reference.to_owned(), super::payment::CURRENCY.to_owned());
            Ok(Verified { status, reference, amount, currency, email, message, text })
        }
        .boxed()
    }
}

/// The app's page to which the payer returns.
pub(super) const PAGE: &str = "subscription";

impl App {
    /// Reads the data of the sandbox's page.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the sandbox is not open or has no such payment.
    pub async fn find_sandbox_charge(&self, reference: &Id<Payment>) -> Result<SandboxCharge> {
        let sql = "SELECT terms.plan_name AS plan, exam.title AS exam, university.title AS university, amount, state, \
            outcome FROM $reference WHERE gateway = 'sandbox'";
        let found = self.store.query(sql).bind(("reference", reference.clone())).first().await?;
        found.filter(|_| self.gateways.has_sandbox()).ok_or(Error::NotFound("Payment"))
    }

    /// Ends a sandbox payment as its payer chooses, with the same effects as a webhook. A declined or closed payment
    /// can be tried again.
    ///
    /// # Errors
    /// Same as [`Self::find_sandbox_charge`]; [`Error::Conflict`] with reason `payment-decided` once it is paid.
    pub async fn decide_sandbox_charge(
        &self,
        reference: &Id<Payment>,
        outcome: SandboxOutcome,
    ) -> Result<SandboxDecided> {
        self.find_sandbox_charge(reference).await?;
        let response =
            StoredResponse::new(ResponseSource::Webhook, &json!({ "outcome": outcome }).to_string(), self.now());
        self.apply_to_payment(reference, response, None, |payment| {
            let is_paid = payment.outcome == Some(SandboxOutcome::Approved) || payment.is_settled();
            if is_paid && outcome != SandboxOutcome::Approved {
                return Err(Error::conflict("payment-decided", messages::PAYMENT_DECIDED));
            }
            payment.outcome = Some(outcome);
            payment.make_due(self.now());
            Ok(Effect::Nothing)
        })
        .await?;
        self.gateways.notify_due();
        let mut url = self.payment_page()?;
        url.query_pairs_mut().append_pair("trxref", reference.as_str()).append_pair("reference", reference.as_str());
        Ok(SandboxDecided { reference: reference.clone(), outcome, url: url.into() })
    }
}
