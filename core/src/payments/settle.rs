//! What the gateway says becomes what the student holds: payment, subscription, receipt and record in one commit.

use chrono::TimeDelta;

use super::{
    payment::{GatewayAnswer, Heard, Payment},
    state::Effect,
};
use crate::{
    App, Error, Result,
    accounts::Actor,
    learning::{Grant, Subscription},
    records::{Change, Entity as _},
    store::{Id, Record as _, retry_tx},
};

impl App {
    /// Asks the gateway what became of a payment, and does what follows. One whose money has come is not asked
    /// about again, nor is one that was asked about within the last five seconds: whoever asks in a loop reads what
    /// is known.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Unavailable`] where the gateway gives no answer: the payment then stays as
    /// it is and is asked about again.
    pub(crate) async fn settle_payment(&self, reference: &Id<Payment>) -> Result<Payment> {
        let payment: Payment = self.load(reference).await?.ok_or(Error::NotFound(Payment::NOUN))?;
        if payment.is_settled() || payment.is_fresh(self.now()) {
            Ok(payment)
        } else {
            self.verify_payment(&payment).await
        }
    }

    /// As [`Self::settle_payment`], of one whose money has come too.
    pub(super) async fn verify_payment(&self, payment: &Payment) -> Result<Payment> {
        let missing = || Error::Unavailable(format!("the payment gateway {} is not set up", payment.gateway));
        let gateway = self.gateways.named(&payment.gateway);
        let asked = self.now();
        let answered = match gateway {
            Some(gateway) => gateway.verify(payment.id.as_str()).await.map_err(Error::from),
            None => Err(missing()),
        };
        let said = match answered {
            Ok(said) => said,
            Err(error) => {
                let missed = GatewayAnswer::new(Heard::Verify, &error.to_string(), self.now());
                self.turn_payment(&payment.id, missed, |payment| Ok(payment.miss(asked, self.now()))).await?;
                return Err(error);
            }
        };
        let answer = GatewayAnswer::new(Heard::Verify, &said.text, self.now());
        self.turn_payment(&payment.id, answer, |payment| Ok(payment.hear(&said, asked, self.now()))).await
    }

    /// Changes a payment by a decision over it as it stands, with all that follows, in one commit. Of many at
    /// once one is first, and the others see what it has done.
    pub(super) async fn turn_payment(
        &self,
        reference: &Id<Payment>,
        heard: GatewayAnswer,
        turn: impl Fn(&mut Payment) -> Result<Effect> + Send + Sync,
    ) -> Result<Payment> {
        retry_tx(async || {
            let mut change = self.own_change().await?;
            let old: Payment = change.find(reference).await?;
            let mut new = old.clone();
            new.keep(heard.clone());
            let effect = turn(&mut new)?;
            match effect {
                Effect::Nothing => {}
                Effect::Grant => self.grant(&mut change, &mut new).await?,
                Effect::End => self.withhold(&mut change, &mut new).await?,
                Effect::Resume => self.resume(&mut change, &mut new).await?,
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

    /// Gives what was paid for. What was paid is given even where the plan was switched off meanwhile or a dearer
    /// one is active by now; that goes on the record.
    async fn grant(&self, change: &mut Change<'_>, payment: &mut Payment) -> Result<()> {
        let grant = Grant {
            user: &payment.user,
            exam: &payment.exam,
            university: payment.university.as_ref(),
            plan: &payment.plan,
            terms: &payment.terms,
            payment: Some(&payment.id),
            now: self.now(),
        };
        let held = Subscription::held(change, &grant.key()).await?;
        let is_blocked = held.as_ref().is_some_and(|held| held.blocks(grant.plan, payment.terms.price, self.now()));
        let is_open: Option<bool> =
            change.query("SELECT VALUE status FROM $plan").bind(("plan", payment.plan.clone())).first().await?;
        let given = grant.over(held.as_ref());
        given.keep(change, held.as_ref()).await?;
        if is_blocked || is_open != Some(true) {
            let why =
                if is_blocked { "a dearer plan is active: its days were added" } else { "the plan is switched off" };
            self.tell(change, "honour", payment, why);
        }
        if let Some(mail) = self.receipt(&payment.user, &given, Some(&*payment)).await? {
            change.mail(mail);
        }
        payment.subscription = Some(given.id);
        Ok(())
    }

    /// Takes back the days that a payment gave.
    async fn withhold(&self, change: &mut Change<'_>, payment: &mut Payment) -> Result<()> {
        let Some(key) = payment.subscription.clone() else { return Ok(()) };
        self.tell(change, payment.state.word(), payment, "the subscription ends");
        let Some(held) = Subscription::held(change, &key).await? else { return Ok(()) };
        let days = TimeDelta::days(payment.terms.duration);
        let Some(left) = held.without(&payment.id, days, self.now()) else { return Ok(()) };
        payment.withheld = (held.expire_at - left.expire_at).num_milliseconds();
        change.rewrite(&held, &left).await
    }

    /// Gives back what a dispute held back, if it held anything back.
    async fn resume(&self, change: &mut Change<'_>, payment: &mut Payment) -> Result<()> {
        if payment.withheld == 0 {
            return Ok(());
        }
        let Some(key) = payment.subscription.clone() else { return Ok(()) };
        self.tell(change, "resume", payment, "the dispute was won");
        let Some(held) = Subscription::held(change, &key).await? else { return Ok(()) };
        let again = held.with(&payment.id, TimeDelta::milliseconds(payment.withheld), self.now());
        payment.withheld = 0;
        change.rewrite(&held, &again).await
    }

    /// Puts on the record what the gateway's word led to.
    fn tell(&self, change: &mut Change<'_>, action: &str, payment: &Payment, why: &str) {
        let entry = self.audit(&Actor::Operator, action, Payment::TABLE, &payment.id);
        let entry = entry.with("gateway", payment.gateway.clone()).with("state", payment.state.word());
        change.note(Some(entry.with("why", why).with("user", payment.user.to_string())));
    }
}
