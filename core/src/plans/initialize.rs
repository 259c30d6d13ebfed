//! Starts a payment: determines the price and sends the student to the gateway's page.

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::{
    Chosen, Subscription, Terms,
    gateway::{Begun, GatewayError},
    payment::{CURRENCY, Payment, PaymentState, ResponseSource, StoredResponse},
    sandbox::PAGE,
    state::Effect,
};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    catalogue::{Exam, Plan, University},
    clock::Instant,
    messages,
    people::{AccountLimit, Actor, User},
    random,
    records::Entity as _,
    store::{Id, Packed, retry_tx},
};

/// The request to start a payment.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InitializePayment {
    /// The plan.
    pub subscription_id: Option<Id<Plan>>,
    pub exam_id: Option<Id<Exam>>,
    /// For POST UTME only, and needed there.
    pub university_id: Option<Id<University>>,
}

/// A payment that waits for its payer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PaymentStarted {
    pub reference: Id<Payment>,
    /// Kobo.
    pub amount: i64,
    /// `NGN`.
    pub currency: String,
    /// `paystack` or `sandbox`.
    pub gateway: String,
    /// The payment page. It returns to `/subscription?reference=…`.
    pub url: String,
}

impl App {
    /// Starts the payment of a plan for the caller. The current price applies, even if it changes before the money
    /// arrives.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field; [`Error::Conflict`] with reason `higher-subscription` if a more expensive plan is
    /// active, `too-many-plans` if the subscription has too many entries, `free-plan` if the plan is free,
    /// `no-gateway` if no gateway is configured; [`Error::TooMany`] after thirty payments and free plans in an hour;
    /// [`Error::PaymentRequired`] if the gateway rejects it; [`Error::Unavailable`] if the gateway cannot be reached;
    /// [`Error::NotFound`] if the account is erased meanwhile.
    pub async fn initialize_payment(&self, actor: &Actor, ask: &InitializePayment) -> Result<PaymentStarted> {
        let user = actor.user_id()?;
        let gateway = self.gateways.current();
        let gateway = gateway.ok_or_else(|| Error::conflict("no-gateway", messages::NO_GATEWAY))?;
        let chosen = self
            .choose_sold_plan(ask.exam_id.as_ref(), ask.subscription_id.as_ref(), ask.university_id.as_ref())
            .await?;
        if chosen.plan.price == 0 {
            return Err(Error::conflict("free-plan", messages::FREE_PLAN));
        }
        self.check_higher(user, &chosen).await?;
        self.count_try(AccountLimit::Payment, user.as_str()).await?;
        let quoted = Payment::quoted(user, chosen, gateway.name(), self.now());
        let payment = self.store_payment(&quoted).await?;
        let begun = gateway.initialize(&payment, self.payment_page()?.as_str()).await;
        self.begin_payment(&payment, begun).await
    }

    /// The app's page to which the payer returns.
    pub(super) fn payment_page(&self) -> Result<Url> {
        self.public_url().join(PAGE).map_err(Error::internal)
    }

    /// Refuses a plan that is cheaper than the active one (ruling 22), and entries beyond the maximum.
    async fn check_higher(&self, user: &Id<User>, chosen: &Chosen) -> Result<()> {
        let university = chosen.university.as_ref();
        let held: Option<Subscription> = self.load(&Subscription::key(user, &chosen.exam, university)).await?;
        if let Some(held) = &held {
            held.check_room(self.now())?;
        }
        match held.filter(|held| held.blocks(&chosen.plan.id, chosen.plan.price, self.now())) {
            Some(_) => Err(Error::conflict("higher-subscription", messages::HIGHER_SUBSCRIPTION)),
            None => Ok(()),
        }
    }

    /// Stores a new payment with its payer's address. From then on, its plan and payer cannot be deleted. The address
    /// is read in the same transaction, so that the payment of an account erased in the meantime does not store it.
    async fn store_payment(&self, quoted: &Payment) -> Result<Payment> {
        let _lock = self.plan_lock.lock().await;
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let payer: User = change.find(&quoted.user).await?;
            if payer.is_erased() {
                return Err(Error::NotFound(User::NOUN));
            }
            let payment = Payment { email: payer.email, ..quoted.clone() };
            let mut errors = FieldErrors::default();
            change.check_links(vec![("userId", payment.user.link())], &mut errors).await?;
            let mut links = vec![("subscriptionId", payment.plan.link())];
            links.extend(payment.university.iter().map(|one| ("universityId", one.link())));
            change.share_links(links, &mut errors).await?;
            errors.done()?;
            change.create(&payment).await?;
            change.commit().await?;
            Ok(payment)
        })
        .await
    }

    /// Records the address of the payment page, or that the gateway rejected the payment.
    async fn begin_payment(&self, payment: &Payment, begun: Result<Begun, GatewayError>) -> Result<PaymentStarted> {
        let answer = match &begun {
            Ok(begun) => StoredResponse::new(ResponseSource::Initialize, &begun.text, self.now()),
            Err(error) => StoredResponse::missed(ResponseSource::Initialize, &error.to_string(), self.now()),
        };
        let kept = self.apply_to_payment(&payment.id, answer, None, |payment| {
            match &begun {
                // The page may name the payer, so its address is not stored if the payer was erased meanwhile.
                Ok(begun) => payment.url = (!payment.email.is_empty()).then(|| begun.url.clone()),
                // The student never reached a payment page, so nobody can pay.
                Err(error) => {
                    (payment.state, payment.open) = (PaymentState::Failed, false);
                    payment.message = Some(error.to_string());
                }
            }
            Ok(Effect::Nothing)
        });
        let kept = kept.await?;
        match begun {
            Ok(Begun { url, .. }) => {
                let Payment { id: reference, amount, currency, gateway, .. } = kept;
                Ok(PaymentStarted { reference, amount, currency, gateway, url })
            }
            Err(GatewayError::Refused(why)) => {
                let refusal = Refusal::new("payment-refused", messages::payment_incomplete(&why));
                Err(Error::PaymentRequired(refusal))
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Payment {
    fn quoted(user: &Id<User>, chosen: Chosen, gateway: &str, now: Instant) -> Self {
        let Chosen { exam, plan, university } = chosen;
        Self {
            id: Id::new(format!("sabi-{}", random::token())),
            user: user.clone(),
            email: String::new(),
            terms: Terms::from(&plan),
            amount: plan.price * 100,
            plan: plan.id,
            exam,
            university,
            currency: CURRENCY.into(),
            gateway: gateway.into(),
            state: PaymentState::Pending,
            message: None,
            url: None,
            outcome: None,
            subscription: None,
            paid_at: None,
            amount_received: None,
            refunds: Vec::new(),
            disputes: Vec::new(),
            open: true,
            due_at: Self::first_check(now),
            checks: 0,
            asked_at: None,
            answers: Packed::default(),
            created_at: now,
        }
    }
}
