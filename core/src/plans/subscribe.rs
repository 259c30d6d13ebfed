//! Subscribes to a plan: a free one, or with a payment that the gateway confirms (rulings 21 and 22).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Grant, Payment, PaymentState, Source, Subscription, SubscriptionView, Terms, offers::named_university};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    catalogue::{Exam, Plan, University},
    messages,
    people::{AccountLimit, Actor, Tries, User},
    records::{Change, Entity as _, ListQuery},
    store::{Id, retry_tx},
};

/// The request to subscribe to a plan.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SubscribePlan {
    pub exam_id: Option<Id<Exam>>,
    /// For POST UTME only, and needed there.
    pub university_id: Option<Id<University>>,
    /// The plan.
    pub subscription_id: Option<Id<Plan>>,
    /// The student; the caller by default. An administrator may name a student.
    pub user_id: Option<Id<User>>,
    pub payment_data: PaymentData,
}

/// The documents' payment record. Only its reference counts; the gateway reports the outcome.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PaymentData {
    /// Our reference of the payment.
    #[serde(rename = "refrenceId")]
    pub reference_id: Option<String>,
    /// Our reference, as returned by the gateway's page.
    pub trxref: Option<String>,
    /// Ignored, like all following fields.
    pub currency: Option<String>,
    pub payment_method: Option<String>,
    pub payment_message: Option<String>,
    pub payment_transaction: Option<String>,
    pub payment_status: Option<String>,
}

impl PaymentData {
    fn reference(&self) -> Option<Id<Payment>> {
        let given = [&self.reference_id, &self.trxref].into_iter().flatten();
        given.map(|text| text.trim()).find(|text| !text.is_empty()).map(Id::new)
    }
}

impl App {
    /// Subscribes a student to a plan. An active free plan is not changed. If a payment of theirs is named, the
    /// gateway is asked and the quote counts. The same payment gives one subscription, however often it is used.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for another student; [`Error::Invalid`] by field, also if the payment was for something
    /// else; [`Error::PaymentRequired`] if the money has not arrived (`payment-missing`, `payment-pending`,
    /// `payment-failed`, `payment-cancelled`, `payment-mismatched`, `payment-disputed`, `payment-refunded`);
    /// [`Error::Conflict`] with reason `higher-subscription`, or `trial-used` if the free trial of this exam was
    /// already used; [`Error::TooMany`] after thirty free plans and payments in an hour; [`Error::Unavailable`] if the
    /// gateway does not respond.
    pub async fn subscribe_plan(&self, actor: &Actor, ask: &SubscribePlan) -> Result<SubscriptionView> {
        let user = match &ask.user_id {
            Some(user) => user.clone(),
            None => actor.user_id()?.clone(),
        };
        actor.require_access_to(&user)?;
        let payment: Option<Payment> = match ask.payment_data.reference() {
            Some(reference) => self.load(&reference).await?,
            None => None,
        };
        // Another student's reference gets the same response as an unknown one.
        let key = match payment.filter(|payment| payment.user == user) {
            Some(payment) => self.subscribe_paid(actor, ask, &payment).await?,
            None => self.subscribe_free(actor, ask, &user).await?,
        };
        let query = ListQuery::default();
        let rows = self.rows::<Subscription>(&query).only("id = $id").bind("id", key).bind("now", self.now());
        rows.page().await?.rows.pop().ok_or(Error::NotFound(Subscription::NOUN))
    }

    async fn subscribe_paid(&self, actor: &Actor, ask: &SubscribePlan, payment: &Payment) -> Result<Id<Subscription>> {
        let mut errors = FieldErrors::default();
        let other = messages::OTHER_PAYMENT;
        errors.check(ask.exam_id.as_ref() == Some(&payment.exam), "examId", other);
        errors.check(ask.subscription_id.as_ref() == Some(&payment.plan), "subscriptionId", other);
        errors.check(
            named_university(ask.university_id.as_ref()) == payment.university.as_ref(),
            "universityId",
            other,
        );
        errors.done()?;
        let is_own = actor.user_id().is_ok_and(|me| *me == payment.user);
        let settled = self.settle_payment(&payment.id, (!is_own).then_some(actor)).await?;
        let subscription = settled.subscription.clone().filter(|_| settled.state == PaymentState::Paid);
        subscription.ok_or_else(|| Error::PaymentRequired(settled.refusal()))
    }

    async fn subscribe_free(&self, actor: &Actor, ask: &SubscribePlan, user: &Id<User>) -> Result<Id<Subscription>> {
        let chosen = self
            .choose_sold_plan(ask.exam_id.as_ref(), ask.subscription_id.as_ref(), ask.university_id.as_ref())
            .await?;
        if chosen.plan.price > 0 {
            let words = messages::payment_incomplete("It does not exist");
            return Err(Error::PaymentRequired(Refusal::new("payment-missing", words)));
        }
        let terms = Terms::from(&chosen.plan);
        let (exam, university, plan) = (&chosen.exam, chosen.university.as_ref(), &chosen.plan.id);
        let _lock = self.plan_lock.lock().await;
        retry_tx(async || {
            let mut change = if actor.is_admin() { self.change(actor).await? } else { self.unaudited_change().await? };
            let (terms, now) = (&terms, self.now());
            let grant = Grant { user, exam, university, plan, terms, source: Source::Free, payment: None, now };
            let held = Subscription::held(&change, &grant.key()).await?;
            if held.as_ref().is_some_and(|held| held.blocks(plan, 0, self.now())) {
                return Err(Error::conflict("higher-subscription", messages::HIGHER_SUBSCRIPTION));
            }
            if held.as_ref().is_some_and(|held| held.plan == *plan && held.expire_at > self.now()) {
                return Ok(grant.key());
            }
            if grant.is_free_trial() && held.as_ref().is_some_and(|held| held.trial_at.is_some()) {
                return Err(Error::conflict("trial-used", messages::TRIAL_USED));
            }
            let tries = Tries::key(AccountLimit::Payment, user.as_str());
            self.count_try_in(change.tx(), AccountLimit::Payment, &tries).await?;
            let given = self.give_unpaid(&mut change, &grant, held.as_ref()).await?;
            change.commit().await?;
            Ok(given)
        })
        .await
    }

    /// Gives a plan without a payment and mails the receipt.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field if the student, plan or university was deleted meanwhile.
    pub(super) async fn give_unpaid(
        &self,
        change: &mut Change<'_>,
        grant: &Grant<'_>,
        held: Option<&Subscription>,
    ) -> Result<Id<Subscription>> {
        let mut errors = FieldErrors::default();
        change.check_links(vec![("userId", grant.user.link())], &mut errors).await?;
        let mut links = vec![("subscriptionId", grant.plan.link())];
        links.extend(grant.university.map(|one| ("universityId", one.link())));
        change.share_links(links, &mut errors).await?;
        errors.done()?;
        let given = grant.over(held);
        given.save(change, held).await?;
        if let Some(mail) = self.receipt(grant.user, &given, None).await? {
            change.mail(mail);
        }
        Ok(given.id)
    }
}

impl Subscription {
    /// Reads the subscription with this key inside a change.
    pub(crate) async fn held(change: &Change<'_>, key: &Id<Self>) -> Result<Option<Self>> {
        change.query("SELECT * FROM $key").bind(("key", key.clone())).first().await
    }

    /// Stores the subscription. `held` is the stored version that it replaces.
    pub(crate) async fn save(&self, change: &mut Change<'_>, held: Option<&Self>) -> Result<()> {
        match held {
            Some(held) => change.update(held, self).await,
            // Fails if another first subscription was stored at the same time.
            None => change.create(self).await.map_err(Error::raced),
        }
    }
}
