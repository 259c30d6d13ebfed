//! What Paystack tells by itself, signed.

use super::{
    payment::{GatewayAnswer, Heard, Payment},
    paystack::{Event, PAYSTACK},
    state::Effect,
};
use crate::{App, Error, Refusal, Result, messages, store::Id};

impl App {
    /// Takes in a webhook: `signature` is the HMAC-SHA512 of the body by our secret key, in hex. Refunds and
    /// disputes are believed as they stand in it. How a charge ended is not: the worker asks the gateway, at once and
    /// again if that fails. What is about no payment of ours, or cannot be read, is passed over without an error,
    /// because Paystack would only send it again.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] where the signature is wrong; [`Error::Unavailable`] where nothing can be kept,
    /// so that it is sent again.
    pub async fn take_webhook(&self, body: &[u8], signature: &str) -> Result<()> {
        if !self.gateways.paystack().is_some_and(|paystack| paystack.has_signed(body, signature)) {
            return Err(Error::Unauthenticated(Refusal::new("bad-signature", messages::BAD_SIGNATURE)));
        }
        let Some((reference, event)) = Event::read(body) else {
            tracing::info!("a webhook about no payment was passed over");
            return Ok(());
        };
        let reference = Id::<Payment>::new(reference);
        let known: Option<Payment> = self.load(&reference).await?;
        if known.is_none_or(|payment| payment.gateway != PAYSTACK) {
            tracing::warn!(payment = %reference, "a webhook about an unknown payment was passed over");
            return Ok(());
        }
        let now = self.now();
        let heard = GatewayAnswer::new(Heard::Webhook, &String::from_utf8_lossy(body), now);
        self.turn_payment(&reference, heard, |payment| {
            Ok(match &event {
                Event::Charge => payment.wake(now),
                Event::Refunded(refund) => payment.refund(refund.clone()),
                Event::Disputed(dispute) => payment.dispute(dispute.clone()),
                Event::Other => Effect::Nothing,
            })
        })
        .await?;
        if event == Event::Charge {
            self.gateways.ring();
        }
        Ok(())
    }
}
