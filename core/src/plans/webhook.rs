//! Paystack's signed webhooks.

use super::{
    payment::{Payment, ResponseSource, StoredResponse},
    paystack::{Event, PAYSTACK},
    state::Effect,
};
use crate::{App, Error, Refusal, Result, messages, store::Id};

impl App {
    /// Handles a webhook. `signature` is the HMAC-SHA512 of the body with our secret key, in hex. Refunds and
    /// disputes are applied as reported. The outcome of a charge is not: the worker asks the gateway at once, and
    /// again if that fails. A webhook that is unreadable or about no payment of ours is ignored without an error,
    /// because Paystack would only resend it.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] if the signature is wrong; [`Error::Unavailable`] if it cannot be stored, so that
    /// Paystack resends it.
    pub async fn receive_webhook(&self, body: &[u8], signature: &str) -> Result<()> {
        if !self.gateways.paystack().is_some_and(|paystack| paystack.has_signed(body, signature)) {
            return Err(Error::Unauthenticated(Refusal::new("bad-signature", messages::BAD_SIGNATURE)));
        }
        let Some((reference, event)) = Event::read(body) else {
            tracing::info!("a webhook without a payment was ignored");
            return Ok(());
        };
        let reference = Id::<Payment>::new(reference);
        let known: Option<Payment> = self.load(&reference).await?;
        if known.is_none_or(|payment| payment.gateway != PAYSTACK) {
            tracing::warn!(payment = %reference, "a webhook about an unknown payment was ignored");
            return Ok(());
        }
        let now = self.now();
        let answer = StoredResponse::new(ResponseSource::Webhook, &String::from_utf8_lossy(body), now);
        self.apply_to_payment(&reference, answer, None, |payment| {
            Ok(match &event {
                Event::Charge => payment.make_due(now),
                Event::Refunded(refund) => payment.refund(refund.clone()),
                Event::Disputed(dispute) => payment.dispute(dispute.clone()),
                Event::Other => Effect::Nothing,
            })
        })
        .await?;
        if event == Event::Charge {
            self.gateways.notify_due();
        }
        Ok(())
    }
}
