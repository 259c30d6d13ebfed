//! Checks open payments with the gateway, because a webhook may be lost and a student may never return.

use std::time::Duration;

use futures::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::payment::{Payment, PaymentState};
use crate::{
    App, Error, Result,
    people::Actor,
    records::Entity as _,
    store::{Id, Record as _},
};

/// Payments per batch.
const BATCH: usize = 20;
/// Concurrent checks.
const AT_ONCE: usize = 4;
/// A batch starts checks for this long. The last check may take the longest gateway timeout, a minute, so the batch
/// ends within the two minutes that a request may take.
const START_WITHIN: Duration = Duration::from_secs(45);

/// The request to check payments.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CheckPayments {
    /// The payment to check, in any state. If missing, twenty open payments are checked, those checked longest ago
    /// first; fewer if the gateway is slow.
    pub reference: Option<Id<Payment>>,
}

/// The outcome of a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PaymentsChecked {
    /// Checked payments.
    pub checked: usize,
    /// Paid ones among them.
    pub paid: usize,
    /// Checks without a response.
    pub unreachable: usize,
}

impl App {
    /// Checks at most twenty due payments. The intervals between the checks of a payment grow. An incomplete payment is
    /// abandoned after a day, or after 30 days if the gateway cannot be reached.
    pub async fn reconcile_payments(&self) -> Result<PaymentsChecked> {
        let sql = format!(
            "SELECT * FROM payment WHERE open = true AND (due_at <= $now OR due_at > $latest_valid) ORDER BY due_at LIMIT {BATCH}"
        );
        let now = self.now();
        let due = self.store.query(&sql).bind(("now", now)).bind(("latest_valid", Payment::latest_check(now)));
        Ok(self.check_payments_now(due.all().await?).await)
    }

    /// Checks payments now, for an administrator; audited. Either one payment or twenty open ones; the next call takes
    /// the next twenty.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no payment with this reference.
    pub async fn check_payments(&self, actor: &Actor, ask: &CheckPayments) -> Result<PaymentsChecked> {
        let payments: Vec<Payment> = match &ask.reference {
            Some(reference) => vec![self.load(reference).await?.ok_or(Error::NotFound(Payment::NOUN))?],
            None => {
                let sql = format!("SELECT * FROM payment WHERE open = true ORDER BY asked_at, due_at LIMIT {BATCH}");
                self.store.query(&sql).all().await?
            }
        };
        let mut change = self.change(actor).await?;
        let entry = change.entry("reconcile", Payment::TABLE, ask.reference.as_ref().map_or("", Id::as_str));
        change.note(entry.map(|entry| entry.with("payments", payments.len())));
        change.commit().await?;
        Ok(self.check_payments_now(payments).await)
    }

    async fn check_payments_now(&self, payments: Vec<Payment>) -> PaymentsChecked {
        let begun = stream::iter(payments).take_until(tokio::time::sleep(START_WITHIN));
        let asked = begun.map(|payment| async move { self.verify_payment(&payment, None).await });
        let mut outcome = PaymentsChecked::default();
        let mut asked = std::pin::pin!(asked.buffer_unordered(AT_ONCE));
        while let Some(answer) = asked.next().await {
            outcome.checked += 1;
            match answer {
                Ok(payment) => outcome.paid += usize::from(payment.state == PaymentState::Paid),
                Err(error) => {
                    outcome.unreachable += 1;
                    tracing::warn!(%error, "a payment could not be verified");
                }
            }
        }
        outcome
    }
}
