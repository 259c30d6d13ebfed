//! Asking on about what stayed open: a webhook may be lost, and a student may never come back.

use std::time::Duration;

use futures::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::payment::{Payment, PaymentState};
use crate::{
    App, Error, Result,
    accounts::Actor,
    records::Entity as _,
    store::{Id, Record as _},
};

/// Payments that are asked about in one round.
const ROUND: usize = 20;
/// Payments that are asked about side by side.
const AT_ONCE: usize = 4;
/// For how long a round begins questions. With the longest time that a gateway may take, a minute, it ends within
/// the two minutes of a request.
const BEGINNING: Duration = Duration::from_secs(45);

/// Which payments the gateway is asked about.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CheckPayments {
    /// One payment, whatever its state; else twenty of those that are open, first the ones that were not asked
    /// about for the longest. Where the gateway is slow it may be fewer.
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
        let sql = format!(
            "SELECT * FROM payment WHERE open = true AND (due_at <= $now OR due_at > $odd) ORDER BY due_at LIMIT {ROUND}"
        );
        let now = self.now();
        let due = self.store.query(&sql).bind(("now", now)).bind(("odd", Payment::latest_check(now)));
        Ok(self.check(due.all().await?).await)
    }

    /// Asks the gateway now, as an administrator wants it, which goes on the record: about one payment, or about
    /// twenty of those that are open. Called again it goes on with the next ones.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no payment with this reference.
    pub async fn check_payments(&self, actor: &Actor, ask: &CheckPayments) -> Result<PaymentsChecked> {
        let payments: Vec<Payment> = match &ask.reference {
            Some(reference) => vec![self.load(reference).await?.ok_or(Error::NotFound(Payment::NOUN))?],
            None => {
                let sql = format!("SELECT * FROM payment WHERE open = true ORDER BY asked_at, due_at LIMIT {ROUND}");
                self.store.query(&sql).all().await?
            }
        };
        let mut change = self.change(actor).await?;
        let entry = change.entry("reconcile", Payment::TABLE, ask.reference.as_ref().map_or("", Id::as_str));
        change.note(entry.map(|entry| entry.with("payments", payments.len())));
        change.commit().await?;
        Ok(self.check(payments).await)
    }

    async fn check(&self, payments: Vec<Payment>) -> PaymentsChecked {
        let begun = stream::iter(payments).take_until(tokio::time::sleep(BEGINNING));
        let asked = begun.map(|payment| async move { self.verify_payment(&payment).await });
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
