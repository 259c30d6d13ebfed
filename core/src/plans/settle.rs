//! Applies the gateway's response: payment, subscription, receipt and audit entry in one commit.

use super::{
    Grant, Source, Subscription,
    payment::{Payment, PaymentState, ResponseSource, StoredResponse},
    state::Effect,
};
use crate::{
    App, Error, Result,
    clock::Instant,
    people::Actor,
    records::{Change, Entity as _},
    store::{Id, Record as _, retry_tx},
};

impl App {
    /// Checks a payment with the gateway and applies the outcome. A settled payment is not checked again, and neither
    /// is one that was checked within the last five seconds, so a caller in a loop reads the known state. `staff` is the
    /// caller if it is not the student's own payment: a plan that it gives is audited under their name.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Unavailable`] if the gateway does not respond. The payment is then unchanged and
    /// checked again later.
    pub(crate) async fn settle_payment(&self, reference: &Id<Payment>, staff: Option<&Actor>) -> Result<Payment> {
        let payment: Payment = self.load(reference).await?.ok_or(Error::NotFound(Payment::NOUN))?;
        if payment.is_settled() || payment.is_fresh(self.now()) {
            Ok(payment)
        } else {
            self.verify_payment(&payment, staff).await
        }
    }

    /// Like [`Self::settle_payment`], also for a settled payment.
    pub(super) async fn verify_payment(&self, payment: &Payment, staff: Option<&Actor>) -> Result<Payment> {
        let missing = || Error::Unavailable(format!("the payment gateway {} is not set up", payment.gateway));
        let gateway = self.gateways.named(&payment.gateway);
        let asked = self.now();
        let answered = match gateway {
            Some(gateway) => gateway.verify(payment.id.as_str()).await.map_err(Error::from),
            None => Err(missing()),
        };
        let response = match answered {
            Ok(response) => response,
            Err(error) => {
                let missed = StoredResponse::missed(ResponseSource::Verify, &error.to_string(), self.now());
                let decide = |payment: &mut Payment| Ok(payment.record_no_response(asked, self.now()));
                self.apply_to_payment(&payment.id, missed, staff, decide).await?;
                return Err(error);
            }
        };
        let answer = StoredResponse::new(ResponseSource::Verify, &response.text, self.now());
        let decide = |payment: &mut Payment| Ok(payment.apply_check(&response, asked, self.now()));
        self.apply_to_payment(&payment.id, answer, staff, decide).await
    }

    /// Applies a decision to a payment, with all its effects, in one commit. Of concurrent calls one is first, and
    /// the others decide again on its outcome. `staff` as for [`Self::settle_payment`].
    pub(super) async fn apply_to_payment(
        &self,
        reference: &Id<Payment>,
        answer: StoredResponse,
        staff: Option<&Actor>,
        decide: impl Fn(&mut Payment) -> Result<Effect> + Send + Sync,
    ) -> Result<Payment> {
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let old: Payment = change.find(reference).await?;
            let mut new = old.clone();
            new.store_response(answer.clone());
            let effect = decide(&mut new)?;
            match effect {
                Effect::Nothing => {}
                Effect::Grant => {
                    self.grant(&mut change, &mut new).await?;
                    if let Some((staff, subscription)) = staff.zip(new.subscription.as_ref()) {
                        change.note(Some(self.audit(staff, "subscribe", Subscription::TABLE, subscription)));
                    }
                }
                Effect::Suspend => {
                    self.rederive(&mut change, &new, "the subscription waits", Subscription::disputed).await?
                }
                Effect::Resume => {
                    self.rederive(&mut change, &new, "the disputes were won", Subscription::resolved).await?
                }
                Effect::End => {
                    self.rederive(&mut change, &new, "the subscription ends", Subscription::refunded).await?
                }
            }
            if new == old {
                return Ok(new);
            }
            if new.state != old.state {
                tracing::info!(payment = %new.id, from = old.state.word(), to = new.state.word(), "payment");
            }
            change.rewrite(&old, &new).await?;
            change.commit().await?;
            Ok(new)
        })
        .await
    }

    /// Gives the plan that was paid for, even if it was deactivated in the meantime, or a more expensive plan has
    /// become active. The latter case is audited.
    async fn grant(&self, change: &mut Change<'_>, payment: &mut Payment) -> Result<()> {
        let grant = Grant {
            user: &payment.user,
            exam: &payment.exam,
            university: payment.university.as_ref(),
            plan: &payment.plan,
            terms: &payment.terms,
            source: Source::Payment,
            payment: Some(&payment.id),
            now: self.now(),
        };
        let held = Subscription::held(change, &grant.key()).await?;
        let is_blocked = held.as_ref().is_some_and(|held| held.blocks(grant.plan, payment.terms.price, self.now()));
        let is_open: Option<bool> =
            change.query("SELECT VALUE status FROM $plan").bind(("plan", payment.plan.clone())).first().await?;
        let given = grant.over(held.as_ref());
        given.save(change, held.as_ref()).await?;
        if is_blocked || is_open != Some(true) {
            let why = if is_blocked {
                "a more expensive plan is active: the days were added to it"
            } else {
                "the plan is switched off"
            };
            self.audit_payment(change, "honour", payment, why);
        }
        if let Some(mail) = self.receipt(&payment.user, &given, Some(&*payment)).await? {
            change.mail(mail);
        }
        payment.subscription = Some(given.id);
        Ok(())
    }

    /// Derives the subscription again, without or with the payment's entry, and audits the reason.
    async fn rederive(
        &self,
        change: &mut Change<'_>,
        payment: &Payment,
        why: &str,
        derived: impl Fn(&Subscription, &Id<Payment>, Instant) -> Option<Subscription> + Send + Sync,
    ) -> Result<()> {
        let Some(key) = &payment.subscription else { return Ok(()) };
        let action = if payment.state == PaymentState::Paid { "resume" } else { payment.state.word() };
        self.audit_payment(change, action, payment, why);
        let Some(held) = Subscription::held(change, key).await? else { return Ok(()) };
        match derived(&held, &payment.id, self.now()) {
            Some(new) => change.rewrite(&held, &new).await,
            None => Ok(()),
        }
    }

    /// Audits the effect of a gateway's response.
    fn audit_payment(&self, change: &mut Change<'_>, action: &str, payment: &Payment, why: &str) {
        let entry = self.audit(&Actor::Operator, action, Payment::TABLE, &payment.id);
        let entry = entry.with("gateway", payment.gateway.clone()).with("state", payment.state.word());
        change.note(Some(entry.with("why", why).with("user", payment.user.to_string())));
    }
}
