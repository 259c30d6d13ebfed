//! Asking on about what stayed open: a webhook may be lost, and a student may never come back.

use futures::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::payment::{Payment, PaymentState};
use crate::{App, Error, Result, records::Entity as _, store::Id};

/// Payments that are asked about in one round.
const ROUND: usize = 20;
/// Payments that an administrator has asked about in one call.
const CALL: usize = 200;
/// Payments that are asked about side by side.
const AT_ONCE: usize = 4;

/// Which payments the gateway is asked about.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CheckPayments {
    /// One payment, whatever its state; else those that are open, the longest due first, 200 at most.
    pub reference: Option<Id<Payment>>,
}

/// What came of asking the gateway.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PaymentsChecked {
    /// About how many it was asked.
    pub checked: usize,
    /// How many are paid by now.
    pub paid: usize,
    /// How many it could not be asked about.
    pub unreachable: usize,
}

impl App {
    /// Asks the gateway about the payments that are due, twenty at most, with growing gaps between two questions
    /// about one. After a day one that nobody completed counts as abandoned.
    pub async fn reconcile_payments(&self) -> Result<PaymentsChecked> {
        let sql = format!("SELECT * FROM payment WHERE open = true AND due_at <= $now ORDER BY due_at LIMIT {ROUND}");
        let due: Vec<Payment> = self.store.query(&sql).bind(("now", self.now())).all().await?;
        Ok(self.check(due).await)
    }

    /// Asks the gateway now, as an administrator wants it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no payment with this reference.
    pub async fn check_payments(&self, ask: &CheckPayments) -> Result<PaymentsChecked> {
        if let Some(reference) = &ask.reference {
            let payment: Payment = self.load(reference).await?.ok_or(Error::NotFound(Payment::NOUN))?;
            return Ok(self.check(vec![payment]).await);
        }
        let sql = format!("SELECT * FROM payment WHERE open = true ORDER BY due_at LIMIT {CALL}");
        Ok(self.check(self.store.query(&sql).all().await?).await)
    }

    async fn check(&self, payments: Vec<Payment>) -> PaymentsChecked {
        let asked = stream::iter(payments).map(|payment| async move { self.verify_payment(&payment).await });
        let mut told = PaymentsChecked::default();
        let mut asked = std::pin::pin!(asked.buffer_unordered(AT_ONCE));
        while let Some(answer) = asked.next().await {
            told.checked += 1;
            match answer {
                Ok(payment) => told.paid += usize::from(payment.state == PaymentState::Paid),
                Err(error) => {
                    told.unreachable += 1;
                    tracing::warn!(%error, "a payment could not be asked about");
                }
            }
        }
        told
    }
}
