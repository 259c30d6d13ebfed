//! Money: what is quoted, what the gateway says, and what a student then holds (rulings 21 and 22).

mod books;
mod later;
mod open;
mod paying;
mod plans;
mod sandbox;

use chrono::Duration;
use futures::{TryStreamExt as _, future::join_all};
use sabi_core::{
    App, Error, Result, Settings,
    catalogue::{Exam, ExamType, Mode, Plan, PlanInput, PlanView, University},
    ops::export::ExportList,
    people::{Actor, User},
    plans::{
        CheckPayments, GiveSubscription, InitializePayment, OfferState, Payment, PaymentData, PaymentStarted,
        PaymentState, ResponseSource, SandboxOutcome, SubscribePlan, Subscription, SubscriptionView,
    },
    privacy::ProvePassword,
    records::{ListQuery, Resource as _},
    store::Id,
};

use crate::support::{
    PASSWORD, World, answer, fields,
    paystack::{self, Mood, Paystack, disputed, refunded, sign},
    query, questions, reason, submit,
};

const KOFI: &str = "kofi@sabi.test";
const DAY: i64 = 24 * 3600;

/// A store with a student who holds nothing, and Paystack beside it.
struct Till {
    world: World,
    paystack: Paystack,
    student: Actor,
    user: Id<User>,
}

impl Till {
    async fn open() -> Self {
        let paystack = Paystack::start();
        let url = paystack.url.parse().unwrap();
        let set = |settings: &mut Settings| {
            settings.paystack_key = Some(paystack::KEY.into());
            settings.paystack_url = url;
            settings.paystack_timeout = 1;
        };
        let (world, student, user) = shop(set).await;
        Self { world, paystack, student, user }
    }

    async fn plan(&self, exam: &str, title: &str) -> PlanView {
        plan(&self.world, exam, title).await
    }

    /// Begins a payment.
    async fn begin(&self, exam: &str, title: &str) -> PaymentStarted {
        let ask = ask(&self.world, exam, title).await;
        self.world.initialize_payment(&self.student, &ask).await.unwrap()
    }

    async fn paid(&self, exam: &str, title: &str) -> PaymentStarted {
        let begun = self.begin(exam, title).await;
        self.paystack.pay(begun.reference.as_str());
        begun
    }

    /// Begins a payment, pays it and subscribes.
    async fn buy(&self, exam: &str, title: &str) -> (PaymentStarted, SubscriptionView) {
        let begun = self.paid(exam, title).await;
        let subscription = self.subscribe(exam, title, &begun).await.unwrap();
        (begun, subscription)
    }

    async fn subscribe(&self, exam: &str, title: &str, begun: &PaymentStarted) -> Result<SubscriptionView> {
        let ask = subscribing(&self.world, exam, title, Some(&begun.reference)).await;
        self.world.subscribe_plan(&self.student, &ask).await
    }

    /// Sends a signed webhook, and has the worker do what is left for after its answer.
    async fn told(&self, body: Vec<u8>) {
        self.world.receive_webhook(&body, &sign(&body)).await.unwrap();
        self.world.reconcile_payments().await.unwrap();
    }

    /// About how many payments the worker asks.
    async fn asked(&self) -> usize {
        self.world.reconcile_payments().await.unwrap().checked
    }

    async fn payment(&self, begun: &PaymentStarted) -> Payment {
        self.world.load(&begun.reference).await.unwrap().unwrap()
    }

    async fn state(&self, begun: &PaymentStarted) -> PaymentState {
        self.payment(begun).await.state
    }

    async fn held(&self, exam: &str) -> Vec<SubscriptionView> {
        held(&self.world, &self.student, exam).await
    }

    async fn receipts(&self) -> usize {
        let mails = self.world.mails().await;
        mails.iter().filter(|mail| mail.kind == "subscription-receipt").count()
    }

    async fn recorded(&self, action: &str) -> u64 {
        self.world.list_audit(&query(&[("entity", "payment"), ("action", action)])).await.unwrap().total
    }
}

/// A store with the demo and a student without subscriptions.
async fn shop(set: impl FnOnce(&mut Settings)) -> (World, Actor, Id<User>) {
    let world = World::with(set).await;
    // The machine's clock shows no whole second either.
    world.clock.advance(Duration::milliseconds(1));
    world.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| ()).await.unwrap();
    let user = world.add_kofi(KOFI).await.id;
    let student = world.log_in_as(KOFI).await;
    (world, student, user)
}

async fn plan(app: &World, exam: &str, title: &str) -> PlanView {
    let all = app.list::<Plan>(&ListQuery::default()).await.unwrap().rows;
    all.into_iter().find(|one| one.exam.slug == exam && one.title == title).unwrap()
}

/// The form of a plan with another price.
async fn set_plan(world: &World, exam: &str, title: &str, change: impl Fn(&mut PlanInput)) {
    let plan: Plan = world.load(&plan(world, exam, title).await.id).await.unwrap().unwrap();
    let mut form = plan.form();
    change(&mut form);
    world.update::<Plan>(&Actor::Operator, &plan.id, form).await.unwrap();
}

async fn ask(world: &World, exam: &str, title: &str) -> InitializePayment {
    let plan = plan(world, exam, title).await;
    InitializePayment { subscription_id: Some(plan.id), exam_id: Some(plan.exam.id), university_id: None }
}

async fn subscribing(world: &World, exam: &str, title: &str, reference: Option<&Id<Payment>>) -> SubscribePlan {
    let plan = plan(world, exam, title).await;
    let forged = |words: &str| Some(words.to_owned());
    SubscribePlan {
        exam_id: Some(plan.exam.id),
        university_id: None,
        subscription_id: Some(plan.id),
        user_id: None,
        payment_data: PaymentData {
            reference_id: reference.map(ToString::to_string),
            trxref: None,
            currency: forged("NGR"),
            payment_method: forged("Paystack"),
            payment_message: forged("Approved"),
            payment_transaction: forged("1"),
            payment_status: forged("success"),
        },
    }
}

/// The student's active plan of an exam.
async fn held(app: &App, who: &Actor, exam: &str) -> Vec<SubscriptionView> {
    let user = who.user_id().unwrap();
    let mut all = app.list_subscriptions(who, user, &ListQuery::default()).await.unwrap().rows;
    all.retain(|one| one.exam.slug == exam && one.status);
    all
}

/// The reason and the words of a refusal for want of money.
#[track_caller]
fn unpaid<T>(result: Result<T>) -> (&'static str, String) {
    match result.err().expect("an error") {
        Error::PaymentRequired(refusal) => (refusal.reason, refusal.message),
        other => panic!("not for want of money: {other:?}"),
    }
}
