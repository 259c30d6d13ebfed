//! Money: what is quoted, what the gateway says, and what a student then holds (rulings 21 and 22).

use chrono::Duration;
use futures::{TryStreamExt as _, future::join_all};
use sabi_core::{
    App, Error, Result, Settings,
    accounts::{Actor, ProvePassword, User},
    catalogue::{Exam, ExamType, Mode, Plan, PlanInput, PlanView, University},
    export::ExportList,
    learning::{PaymentData, Standing, SubscribePlan, Subscription, SubscriptionView},
    payments::{CheckPayments, Heard, InitializePayment, Payment, PaymentStarted, PaymentState, SandboxOutcome},
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
        self.world.take_webhook(&body, &sign(&body)).await.unwrap();
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
    world.seed(&Actor::Operator, true, &|_| ()).await.unwrap();
    let user = world.add_kofi(KOFI).await.id;
    let student = world.sign_in_as(KOFI).await;
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

/// What a student holds of an exam that is active.
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

#[tokio::test]
async fn a_plan_is_paid_for_and_given_once() {
    let till = Till::open().await;
    let begun = till.begin("jamb-utme", "Monthly").await;
    assert_eq!((begun.amount, begun.currency.as_str(), begun.gateway.as_str()), (100_000, "NGN", "paystack"));
    assert_eq!(begun.url, format!("https://checkout.paystack.com/{}", begun.reference));
    assert_eq!(begun.reference.as_str().len(), "sabi-".len() + 32);

    // The page was left, then a card is declined, then another one is on its way.
    let not_yet = till.subscribe("jamb-utme", "Monthly", &begun).await;
    assert_eq!(unpaid(not_yet), ("payment-cancelled", "You have cancelled the payment".into()));
    till.paystack.set(begun.reference.as_str(), |one| {
        (one.status, one.gateway_response) = ("failed", "Insufficient Funds");
    });
    let declined = till.subscribe("jamb-utme", "Monthly", &begun).await;
    assert_eq!(unpaid(declined), ("payment-failed", "Payment couldn't be completed (Insufficient Funds)".into()));
    till.paystack.set(begun.reference.as_str(), |one| one.status = "ongoing");
    assert_eq!(unpaid(till.subscribe("jamb-utme", "Monthly", &begun).await).0, "payment-pending");
    assert!(till.held("jamb-utme").await.is_empty());

    till.paystack.pay(begun.reference.as_str());
    let given = till.subscribe("jamb-utme", "Monthly", &begun).await.unwrap();
    assert_eq!((given.plan_name.as_str(), given.price, given.duration), ("Monthly", 1000, 30));
    assert_eq!(given.expire_at, till.world.now() + Duration::days(30));
    till.world.pass(60);
    let again = till.subscribe("jamb-utme", "Monthly", &begun).await.unwrap();
    assert_eq!((again.id, again.expire_at), (given.id.clone(), given.expire_at));
    till.told(till.paystack.charge("charge.success", begun.reference.as_str())).await;
    assert_eq!(till.held("jamb-utme").await.len(), 1);
    assert_eq!(till.receipts().await, 1);
    let payment = till.payment(&begun).await;
    assert_eq!((payment.state, payment.subscription), (PaymentState::Paid, Some(given.id)));
    let heard: Vec<_> = payment.answers.0.iter().map(|answer| answer.from).collect();
    assert!(heard.starts_with(&[Heard::Initialize, Heard::Verify]) && heard.contains(&Heard::Webhook), "{heard:?}");

    let mail = till.world.mails().await.into_iter().find(|mail| mail.kind == "subscription-receipt").unwrap();
    for words in ["NGN 1,000", "1 April 2026", begun.reference.as_str(), "Kofi", "JAMB"] {
        assert!(mail.text.contains(words), "{words}: {}", mail.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_at_once_make_one_subscription_and_one_receipt() {
    let till = Till::open().await;
    let begun = till.paid("jamb-utme", "Monthly").await;
    let body = till.paystack.charge("charge.success", begun.reference.as_str());
    let ask = subscribing(&till.world, "jamb-utme", "Monthly", Some(&begun.reference)).await;
    let (subscribes, webhooks) = tokio::join!(
        join_all((0..20).map(|_| till.world.subscribe_plan(&till.student, &ask))),
        join_all((0..5).map(|_| async { till.world.take_webhook(&body, &sign(&body)).await })),
    );
    assert!(till.asked().await <= 1);
    let ids: Vec<_> = subscribes.into_iter().map(|given| given.unwrap().id).collect();
    assert!(ids.iter().all(|id| *id == ids[0]));
    webhooks.into_iter().for_each(|taken| taken.unwrap());
    let given = till.held("jamb-utme").await;
    assert_eq!((given.len(), given[0].expire_at), (1, till.world.now() + Duration::days(30)));
    assert_eq!(till.receipts().await, 1);
}

#[tokio::test]
async fn the_webhook_may_come_first_twice_and_be_forged() {
    let till = Till::open().await;
    let begun = till.begin("jamb-utme", "Monthly").await;
    let body = till.paystack.charge("charge.success", begun.reference.as_str());
    // It says success, but the gateway itself does not.
    till.told(body.clone()).await;
    assert_eq!(till.state(&begun).await, PaymentState::Abandoned);

    till.paystack.pay(begun.reference.as_str());
    let before = till.world.dump().await;
    let mut bent = sign(&body).into_bytes();
    bent[0] = if bent[0] == b'0' { b'1' } else { b'0' };
    let bent = String::from_utf8(bent).unwrap();
    let mut other = body.clone();
    other.push(b' ');
    for (body, signature) in [
        (&body, ""),
        (&body, "nothing"),
        (&body, bent.as_str()),
        (&body, &sign(&body)[..126]),
        (&other, sign(&body).as_str()),
    ] {
        assert_eq!(reason(till.world.take_webhook(body, signature).await), "bad-signature");
    }
    assert_eq!(till.asked().await, 0);
    assert_eq!(till.world.dump().await, before, "nothing changed");

    for _ in 0..2 {
        till.told(body.clone()).await;
        assert_eq!((till.state(&begun).await, till.held("jamb-utme").await.len()), (PaymentState::Paid, 1));
    }
    till.subscribe("jamb-utme", "Monthly", &begun).await.unwrap();
    assert_eq!(till.receipts().await, 1);

    for body in [
        b"{".to_vec(),
        b"[]".to_vec(),
        br#"{"event":"charge.success","data":{"reference":"unknown"}}"#.to_vec(),
        br#"{"event":"transfer.success","data":{"reference":"x"}}"#.to_vec(),
    ] {
        till.told(body).await;
    }
}

#[tokio::test]
async fn what_was_not_quoted_is_not_honoured() {
    let till = Till::open().await;
    for (exam, wrong) in [("jamb-utme", 0), ("wassce-waec-ssce", 1), ("jsce-bece", 2)] {
        let begun = till.paid(exam, "Monthly").await;
        till.paystack.set(begun.reference.as_str(), |one| match wrong {
            0 => one.amount = 99_999,
            1 => one.currency = "GHS".into(),
            _ => one.email = "somebody@else.example".into(),
        });
        for _ in 0..2 {
            assert_eq!(unpaid(till.subscribe(exam, "Monthly", &begun).await).0, "payment-mismatched");
        }
        till.told(till.paystack.charge("charge.success", begun.reference.as_str())).await;
        assert!(till.held(exam).await.is_empty(), "{wrong}");
        assert_eq!(till.state(&begun).await, PaymentState::Mismatched);
    }
    let wrong = till.world.list_payments(&query(&[("state", "mismatched")])).await.unwrap();
    assert_eq!((wrong.total, till.receipts().await), (3, 0));
    assert!(wrong.rows.iter().all(|row| row.message.is_some()));
}

#[tokio::test]
async fn anothers_reference_and_one_that_was_never_given_are_unknown() {
    let till = Till::open().await;
    let begun = till.paid("jamb-utme", "Monthly").await;
    let stranger = till.world.add_kofi("ama@sabi.test").await.id;
    let stranger = (till.world.sign_in_as("ama@sabi.test").await, stranger);
    let ask = subscribing(&till.world, "jamb-utme", "Monthly", Some(&begun.reference)).await;
    assert_eq!(unpaid(till.world.subscribe_plan(&stranger.0, &ask).await).0, "payment-missing");
    let named = SubscribePlan { user_id: Some(till.user.clone()), ..ask.clone() };
    assert_eq!(reason(till.world.subscribe_plan(&stranger.0, &named).await), "forbidden");
    for reference in ["sabi-00000000000000000000000000000000", "1772442000000", "", "x'; DELETE payment"] {
        let mut ask = ask.clone();
        ask.payment_data.reference_id = Some(reference.into());
        assert_eq!(unpaid(till.world.subscribe_plan(&till.student, &ask).await).0, "payment-missing");
    }
    assert_eq!(till.state(&begun).await, PaymentState::Pending);
    // By the other of the two names, and for the student by an administrator.
    let mut ask = ask;
    ask.payment_data.trxref = ask.payment_data.reference_id.take();
    let admin = till.world.admin().await;
    till.world.subscribe_plan(&admin, &SubscribePlan { user_id: Some(till.user.clone()), ..ask }).await.unwrap();
    assert_eq!(till.held("jamb-utme").await.len(), 1);
    assert!(held(&till.world, &stranger.0, "jamb-utme").await.is_empty());
    let acted = till.world.list_audit(&query(&[("entity", "subscription"), ("action", "subscribe")])).await.unwrap();
    assert_eq!(acted.total, 1);
}

#[tokio::test]
async fn a_gateway_that_fails_takes_nothing_away() {
    let till = Till::open().await;
    let begun = till.paid("jamb-utme", "Monthly").await;
    let moods = [Mood::Down, Mood::Garbled, Mood::Strange, Mood::Huge, Mood::HangsUp, Mood::Locked, Mood::Silent];
    for mood in moods {
        till.paystack.behave(mood);
        let failed = till.subscribe("jamb-utme", "Monthly", &begun).await;
        assert!(matches!(failed, Err(Error::Unavailable(_))), "{mood:?}: {failed:?}");
        let payment = till.payment(&begun).await;
        assert_eq!((payment.state, payment.open), (PaymentState::Pending, true), "{mood:?}");
        assert!(payment.answers.0.iter().all(|answer| answer.text.len() < 10_000));
    }
    till.paystack.behave(Mood::Well);
    till.subscribe("jamb-utme", "Monthly", &begun).await.unwrap();
    assert_eq!(till.held("jamb-utme").await.len(), 1);

    // Where it cannot be begun, nobody can pay it.
    till.paystack.behave(Mood::Down);
    let ask = ask(&till.world, "wassce-waec-ssce", "Monthly").await;
    assert!(matches!(till.world.initialize_payment(&till.student, &ask).await, Err(Error::Unavailable(_))));
    let failed = till.world.list_payments(&query(&[("state", "failed")])).await.unwrap().rows;
    assert_eq!(failed.len(), 1);
    till.paystack.behave(Mood::Well);
    till.world.add_kofi("refused@sabi.test").await;
    let refused = till.world.sign_in_as("refused@sabi.test").await;
    let words = unpaid(till.world.initialize_payment(&refused, &ask).await);
    assert_eq!(words.1, "Payment couldn't be completed (Invalid Email Address Passed)");
}

#[tokio::test]
async fn what_was_quoted_counts_whatever_becomes_of_the_plan() {
    let till = Till::open().await;
    let begun = till.paid("jamb-utme", "Monthly").await;
    set_plan(&till.world, "jamb-utme", "Monthly", |plan| (plan.price, plan.duration, plan.status) = (9_000, 3, false))
        .await;
    let given = till.subscribe("jamb-utme", "Monthly", &begun).await.unwrap();
    assert_eq!((given.price, given.duration), (1000, 30));
    assert_eq!(till.recorded("honour").await, 1, "the plan is switched off");
    let none = till.world.initialize_payment(&till.student, &ask(&till.world, "jamb-utme", "Monthly").await).await;
    assert_eq!(fields(none), ["subscriptionId"]);

    // A dearer plan became active while the cheaper one was being paid for.
    let (exam, now) = ("wassce-waec-ssce", till.world.now());
    let cheap = till.paid(exam, "Monthly").await;
    till.buy(exam, "Yearly").await;
    let kept = till.subscribe(exam, "Monthly", &cheap).await.unwrap();
    assert_eq!((kept.plan_name.as_str(), kept.expire_at), ("Yearly", now + Duration::days(365 + 30)));
    assert_eq!((till.recorded("honour").await, till.held(exam).await.len()), (2, 1));
    // Two payments for the same plan: none of the days is lost.
    let (first, second) = (till.paid("jsce-bece", "Monthly").await, till.paid("jsce-bece", "Monthly").await);
    till.subscribe("jsce-bece", "Monthly", &first).await.unwrap();
    let both = till.subscribe("jsce-bece", "Monthly", &second).await.unwrap();
    assert_eq!(both.expire_at, now + Duration::days(60));
}

#[tokio::test]
async fn a_payment_is_for_one_plan_of_one_exam_and_one_student() {
    let till = Till::open().await;
    let begun = till.paid("jamb-utme", "Monthly").await;
    let reference = Some(&begun.reference);
    let good = subscribing(&till.world, "jamb-utme", "Monthly", reference).await;
    let yearly = subscribing(&till.world, "jamb-utme", "Yearly", reference).await;
    assert_eq!(fields(till.world.subscribe_plan(&till.student, &yearly).await), ["subscriptionId"]);
    let other = subscribing(&till.world, "wassce-waec-ssce", "Monthly", reference).await;
    assert_eq!(fields(till.world.subscribe_plan(&till.student, &other).await), ["examId", "subscriptionId"]);
    let university = university(&till.world).await;
    let at = SubscribePlan { university_id: Some(university), ..good.clone() };
    assert_eq!(fields(till.world.subscribe_plan(&till.student, &at).await), ["universityId"]);
    assert_eq!(till.paystack.calls("GET"), 0, "the gateway is not asked for nothing");
    let at_none = SubscribePlan { university_id: Some(Id::new("none")), ..good };
    till.world.subscribe_plan(&till.student, &at_none).await.unwrap();
}

async fn university(world: &World) -> Id<University> {
    let all = world.list::<University>(&ListQuery::default()).await.unwrap().rows;
    all[0].id.clone()
}

#[tokio::test]
async fn what_is_chosen_is_checked_field_by_field() {
    let till = Till::open().await;
    let good = ask(&till.world, "jamb-utme", "Monthly").await;
    let post = ask(&till.world, "post-utme", "Monthly").await;
    let university = university(&till.world).await;
    let begin = async |ask: InitializePayment| till.world.initialize_payment(&till.student, &ask).await;
    assert_eq!(fields(begin(InitializePayment::default()).await), ["examId", "subscriptionId"]);
    for (ask, field) in [
        (InitializePayment { exam_id: Some(Id::new("x")), ..good.clone() }, "examId"),
        (InitializePayment { subscription_id: None, ..good.clone() }, "subscriptionId"),
        (InitializePayment { subscription_id: Some(Id::new("x")), ..good.clone() }, "subscriptionId"),
        (InitializePayment { subscription_id: post.subscription_id.clone(), ..good.clone() }, "subscriptionId"),
        (InitializePayment { university_id: Some(university.clone()), ..good.clone() }, "universityId"),
        (post.clone(), "universityId"),
        (InitializePayment { university_id: Some(Id::new("x")), ..post.clone() }, "universityId"),
        (InitializePayment { university_id: Some(Id::new("all")), ..post.clone() }, "universityId"),
    ] {
        assert_eq!(fields(begin(ask.clone()).await), [field], "{ask:?}");
    }
    let missing = begin(InitializePayment { subscription_id: Some(Id::new("x")), ..good }).await.unwrap_err();
    assert_eq!(missing.to_string(), "Subscription id x missing.");
    let free = ask(&till.world, "jamb-utme", "Trial").await;
    assert_eq!(reason(begin(free).await), "free-plan");
    assert_eq!(till.world.list_payments(&ListQuery::default()).await.unwrap().total, 0);

    let begun = begin(InitializePayment { university_id: Some(university.clone()), ..post }).await.unwrap();
    till.paystack.pay(begun.reference.as_str());
    let ask = subscribing(&till.world, "post-utme", "Monthly", Some(&begun.reference)).await;
    let ask = SubscribePlan { university_id: Some(university.clone()), ..ask };
    let given = till.world.subscribe_plan(&till.student, &ask).await.unwrap();
    assert_eq!(given.university.unwrap().id, university);
    assert_eq!(
        reason(till.world.initialize_payment(&Actor::Operator, &InitializePayment::default()).await),
        "not-a-student"
    );
}

#[tokio::test]
async fn plans_say_how_they_stand_to_the_present_one() {
    let till = Till::open().await;
    let exam = till.world.exam("jamb-utme").await.id;
    let standing = async || {
        let offers = till.world.list_plan_offers(&till.student, &exam, Some(&Id::new("all"))).await.unwrap();
        offers.into_iter().map(|offer| (offer.plan_name, offer.standing)).collect::<Vec<_>>()
    };
    let all = |standings: [Standing; 3]| {
        ["Trial", "Monthly", "Yearly"].map(String::from).into_iter().zip(standings).collect::<Vec<_>>()
    };
    assert_eq!(standing().await, all([Standing::Open; 3]));
    till.buy("jamb-utme", "Monthly").await;
    assert_eq!(standing().await, all([Standing::Blocked, Standing::Current, Standing::Upgrade]));
    let free = subscribing(&till.world, "jamb-utme", "Trial", None).await;
    assert_eq!(reason(till.world.subscribe_plan(&till.student, &free).await), "higher-subscription");
    let yearly = till.buy("jamb-utme", "Yearly").await.1;
    assert_eq!(yearly.plan_name, "Yearly");
    assert_eq!(till.held("jamb-utme").await.len(), 1, "an upgrade replaces");
    let cheaper = till.world.initialize_payment(&till.student, &ask(&till.world, "jamb-utme", "Monthly").await).await;
    let Err(Error::Conflict(refusal)) = cheaper else { panic!("{cheaper:?}") };
    assert_eq!(refusal.message, "You have an existing higher subscription plan.");
    till.world.pass(366 * DAY);
    assert_eq!(standing().await, all([Standing::Open; 3]), "an expired one is none");
    till.world.subscribe_plan(&till.student, &free).await.unwrap();
    set_plan(&till.world, "jamb-utme", "Yearly", |plan| plan.status = false).await;
    assert_eq!(standing().await.len(), 2);
    let unknown = till.world.list_plan_offers(&till.student, &Id::<Exam>::new("x"), None).await;
    assert!(matches!(unknown, Err(Error::NotFound(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_free_plan_needs_no_gateway() {
    let till = Till::open().await;
    let ask = subscribing(&till.world, "jamb-utme", "Trial", Some(&Id::new("1772442000000"))).await;
    let all = join_all((0..20).map(|_| till.world.subscribe_plan(&till.student, &ask))).await;
    let ends: Vec<_> = all.into_iter().map(|given| given.unwrap().expire_at).collect();
    assert!(ends.iter().all(|end| *end == till.world.now() + Duration::days(7)));
    assert_eq!((till.held("jamb-utme").await.len(), till.receipts().await, till.paystack.calls("")), (1, 1, 0));
    till.world.pass(DAY);
    till.world.subscribe_plan(&till.student, &ask).await.unwrap();
    assert_eq!(till.held("jamb-utme").await[0].expire_at, ends[0], "free days do not add up");
    let paid = subscribing(&till.world, "jamb-utme", "Monthly", None).await;
    assert_eq!(unpaid(till.world.subscribe_plan(&till.student, &paid).await).0, "payment-missing");
    let nobody = SubscribePlan { user_id: Some(Id::new("nobody")), ..ask };
    assert_eq!(fields(till.world.subscribe_plan(&Actor::Operator, &nobody).await), ["userId"]);
}

#[tokio::test]
async fn a_refund_ends_the_subscription_on_the_record() {
    let till = Till::open().await;
    let (begun, _) = till.buy("jamb-utme", "Monthly").await;
    let reference = begun.reference.as_str();
    till.world.pass(2 * DAY);
    till.told(refunded(reference, "TRF_1", 40_000)).await;
    till.told(refunded(reference, "TRF_1", 40_000)).await;
    assert_eq!((till.state(&begun).await, till.held("jamb-utme").await.len()), (PaymentState::Paid, 1));
    till.told(refunded(reference, "TRF_2", 60_000)).await;
    assert_eq!((till.state(&begun).await, till.held("jamb-utme").await.len()), (PaymentState::Refunded, 0));
    assert_eq!(till.recorded("refunded").await, 1);
    till.told(till.paystack.charge("charge.success", reference)).await;
    assert_eq!(unpaid(till.subscribe("jamb-utme", "Monthly", &begun).await).0, "payment-refunded");
    assert!(till.held("jamb-utme").await.is_empty());

    // Heard before the charge itself.
    let early = till.paid("wassce-waec-ssce", "Monthly").await;
    till.told(refunded(early.reference.as_str(), "TRF_3", 100_000)).await;
    till.told(till.paystack.charge("charge.success", early.reference.as_str())).await;
    assert_eq!(till.state(&early).await, PaymentState::Refunded);
    assert!(till.held("wassce-waec-ssce").await.is_empty());

    // Told by nobody, but found when somebody asks.
    let (begun, _) = till.buy("jsce-bece", "Monthly").await;
    till.paystack.set(begun.reference.as_str(), |one| one.status = "reversed");
    till.world.check_payments(&CheckPayments { reference: Some(begun.reference.clone()) }).await.unwrap();
    assert_eq!((till.state(&begun).await, till.held("jsce-bece").await.len()), (PaymentState::Reversed, 0));
    assert_eq!(till.recorded("reversed").await, 1);
}

#[tokio::test]
async fn a_chargeback_holds_back_what_was_given() {
    let till = Till::open().await;
    let (begun, given) = till.buy("jamb-utme", "Monthly").await;
    let reference = begun.reference.as_str();
    till.world.pass(10 * DAY);
    till.told(disputed("create", reference, None)).await;
    till.told(disputed("remind", reference, None)).await;
    assert_eq!((till.state(&begun).await, till.held("jamb-utme").await.len()), (PaymentState::Disputed, 0));
    assert_eq!(unpaid(till.subscribe("jamb-utme", "Monthly", &begun).await).0, "payment-disputed");
    till.world.pass(5 * DAY);
    till.told(disputed("resolve", reference, Some("declined"))).await;
    till.told(disputed("create", reference, None)).await;
    let back = till.held("jamb-utme").await;
    assert_eq!(back[0].expire_at, given.expire_at + Duration::days(5), "the days of the dispute are given back");
    assert_eq!((till.state(&begun).await, till.recorded("disputed").await), (PaymentState::Paid, 1));

    let (lost, _) = till.buy("wassce-waec-ssce", "Monthly").await;
    till.told(disputed("create", lost.reference.as_str(), None)).await;
    till.told(disputed("resolve", lost.reference.as_str(), Some("merchant-accepted"))).await;
    assert_eq!((till.state(&lost).await, till.held("wassce-waec-ssce").await.len()), (PaymentState::Reversed, 0));
}

#[tokio::test]
async fn a_test_that_runs_when_the_subscription_ends_is_finished() {
    let till = Till::open().await;
    let (begun, given) = till.buy("jamb-utme", "Monthly").await;
    register(&till, &given.id).await;
    let (attempt, paper) = till.world.start(&till.student, "jamb-utme", Mode::Practice, &["Mathematics"]).await;
    till.told(refunded(begun.reference.as_str(), "TRF_1", 100_000)).await;
    assert!(till.held("jamb-utme").await.is_empty());
    let answers = vec![answer(questions(&paper)[0], 1)];
    till.world.save(&till.student, &attempt, 0, answers).await.unwrap();
    till.world.submit(&till.student, submit(&attempt, Vec::new())).await.unwrap();
    let ask = till.world.ask("jamb-utme", Mode::Practice, &["Mathematics"]).await;
    assert_eq!(ask.exam_type, ExamType::Objective);
    assert_eq!(reason(till.world.start_attempt(&till.student, ask).await.map(drop)), "no-subscription");
}

/// Registers the student for Mathematics.
async fn register(till: &Till, subscription: &Id<Subscription>) {
    let subject = till.world.subject("jamb-utme", "Mathematics").await.id;
    let ask = sabi_core::learning::SaveSubjects {
        user_id: till.user.clone(),
        exam_id: till.world.exam("jamb-utme").await.id,
        category_id: None,
        course_id: None,
        user_subscription: Some(subscription.clone()),
        subjects: vec![subject],
        subjects_update: Vec::new(),
        subjects_processed: Vec::new(),
        update_request: false,
    };
    till.world.save_subjects(&till.student, &ask).await.unwrap();
}

#[tokio::test]
async fn what_stays_open_is_asked_about_until_it_is_given_up() {
    let till = Till::open().await;
    let paid = till.paid("jamb-utme", "Monthly").await;
    let left = till.begin("wassce-waec-ssce", "Monthly").await;
    assert_eq!(till.asked().await, 0, "people type meanwhile");
    till.world.pass(5 * 60);
    till.paystack.behave(Mood::Down);
    assert_eq!(till.asked().await, 2);
    assert_eq!(till.asked().await, 0, "not again at once");
    till.paystack.behave(Mood::Well);
    till.world.pass(3600);
    assert_eq!(till.asked().await, 2);
    assert_eq!((till.state(&paid).await, till.held("jamb-utme").await.len()), (PaymentState::Paid, 1));
    assert_eq!(till.receipts().await, 1);
    let mut asked = 0;
    for _ in 0..48 {
        till.world.pass(1800);
        asked += till.asked().await;
    }
    assert!((3..=12).contains(&asked), "{asked}");
    let given_up = till.payment(&left).await;
    assert_eq!((given_up.state, given_up.open), (PaymentState::Abandoned, false));
    // The gateway's word comes late, and the money counts.
    till.paystack.pay(left.reference.as_str());
    till.told(till.paystack.charge("charge.success", left.reference.as_str())).await;
    assert_eq!(till.held("wassce-waec-ssce").await.len(), 1);
    let none = till.world.check_payments(&CheckPayments::default()).await.unwrap();
    assert_eq!((none.checked, none.unreachable), (0, 0));
    let unknown = CheckPayments { reference: Some(Id::new("x")) };
    assert!(matches!(till.world.check_payments(&unknown).await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn administrators_find_payments_and_take_them_away() {
    let till = Till::open().await;
    let (begun, _) = till.buy("jamb-utme", "Monthly").await;
    till.world.pass(60);
    let open = till.begin("wassce-waec-ssce", "Yearly").await;
    let list = async |params: &[(&str, &str)]| {
        let page = till.world.list_payments(&query(params)).await.unwrap();
        page.rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(list(&[]).await, [open.reference.clone(), begun.reference.clone()], "newest first");
    assert_eq!(list(&[("state", "paid")]).await, [begun.reference.clone()]);
    assert_eq!(list(&[("q", begun.reference.as_str())]).await, [begun.reference.clone()]);
    assert_eq!(list(&[("q", "yearly")]).await, [open.reference.clone()]);
    let exam = till.world.exam("jamb-utme").await.id;
    assert_eq!(list(&[("exam", exam.as_str()), ("user", till.user.as_str())]).await, [begun.reference.clone()]);
    assert_eq!(list(&[("from", "2026-03-03")]).await, []);
    assert_eq!(fields(till.world.list_payments(&query(&[("state", "lost")])).await), ["state"]);

    let one = till.world.find_payment(&begun.reference).await.unwrap();
    assert_eq!((one.row.amount, one.row.user.email.as_str(), one.due_at), (100_000, KOFI, None));
    assert!(one.answers.iter().any(|answer| answer.text.contains("\"requested_amount\":100000")));
    assert!(till.world.find_payment(&open.reference).await.unwrap().due_at.is_some());
    assert!(matches!(till.world.find_payment(&Id::new("x")).await, Err(Error::NotFound(_))));

    let rows: Vec<_> = till.world.export_list(ExportList::Payments, ListQuery::default()).try_concat().await.unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[1]["state"], &rows[1]["amount"]), (&"paid".into(), &100_000.into()));
    // What was paid for stays, and whoever paid with it.
    let plan = till.plan("jamb-utme", "Monthly").await.id;
    assert_eq!(reason(till.world.delete::<Plan>(&Actor::Operator, &plan).await), "in-use");
    assert_eq!(reason(till.world.delete_user(&Actor::Operator, &till.user).await), "in-use");
}

#[tokio::test]
async fn a_person_takes_their_payments_along_and_leaves_the_books_whole() {
    let till = Till::open().await;
    let (begun, _) = till.buy("jamb-utme", "Monthly").await;
    let data = till.world.export(&till.student, &till.user).await.unwrap();
    assert_eq!(data.payments.len(), 1);
    assert_eq!(data.payments[0]["answers"][0]["from"], "initialize", "{}", data.payments[0]);
    till.world.erase_me(&till.student, ProvePassword { password: PASSWORD.into() }).await.unwrap();
    let kept = till.payment(&begun).await;
    assert_eq!((kept.amount, kept.state, kept.user), (100_000, PaymentState::Paid, till.user.clone()));
    assert!(till.world.where_is(KOFI).await.is_empty());
    assert!(till.world.where_is("AUTH_test").await.is_empty());
    // The gateway speaks of it once more, and names the person again.
    till.told(refunded(begun.reference.as_str(), "TRF_1", 100_000)).await;
    assert_eq!(till.state(&begun).await, PaymentState::Refunded);
    assert!(till.world.where_is(KOFI).await.is_empty());
}

#[tokio::test]
async fn a_student_begins_thirty_payments_an_hour() {
    let till = Till::open().await;
    for _ in 0..30 {
        till.begin("jamb-utme", "Monthly").await;
    }
    let ask = ask(&till.world, "jamb-utme", "Monthly").await;
    let refused = till.world.initialize_payment(&till.student, &ask).await;
    assert!(matches!(refused, Err(Error::TooMany { .. })));
    till.world.pass(3600);
    till.begin("jamb-utme", "Monthly").await;
}

#[tokio::test]
async fn the_sandbox_takes_no_money_and_all_the_rest_is_real() {
    let (world, student, _) = shop(|_| ()).await;
    let begin =
        async |exam: &str| world.initialize_payment(&student, &ask(&world, exam, "Monthly").await).await.unwrap();
    let begun = begin("jamb-utme").await;
    assert_eq!(begun.gateway, "sandbox");
    assert!(begun.url.ends_with(&format!("/payments/sandbox/{}", begun.reference)), "{}", begun.url);
    let shown = world.find_sandbox_charge(&begun.reference).await.unwrap();
    assert_eq!((shown.plan.as_str(), shown.amount, shown.state), ("Monthly", 100_000, PaymentState::Pending));
    let subscribe = async || {
        let ask = subscribing(&world, "jamb-utme", "Monthly", Some(&begun.reference)).await;
        world.subscribe_plan(&student, &ask).await
    };
    assert_eq!(unpaid(subscribe().await).0, "payment-pending");
    for (outcome, told) in [
        (SandboxOutcome::Closed, "You have cancelled the payment"),
        (SandboxOutcome::Declined, "Payment couldn't be completed (Declined)"),
    ] {
        world.decide_sandbox_charge(&begun.reference, outcome).await.unwrap();
        world.reconcile_payments().await.unwrap();
        assert_eq!(unpaid(subscribe().await).1, told);
    }
    let decided = world.decide_sandbox_charge(&begun.reference, SandboxOutcome::Approved).await.unwrap();
    assert!(decided.url.ends_with(&format!("/subscription?trxref={0}&reference={0}", begun.reference)));
    world.reconcile_payments().await.unwrap();
    assert_eq!(held(&world, &student, "jamb-utme").await.len(), 1, "given although nobody came back");
    subscribe().await.unwrap();
    let late = world.decide_sandbox_charge(&begun.reference, SandboxOutcome::Closed).await;
    assert_eq!(reason(late), "payment-decided");
    let unknown = world.decide_sandbox_charge(&Id::new("x"), SandboxOutcome::Approved).await;
    assert!(matches!(unknown, Err(Error::NotFound(_))));
    let unsigned = world.take_webhook(b"{}", &sign(b"{}")).await;
    assert_eq!(reason(unsigned), "bad-signature", "without a key nothing is signed");
}

#[tokio::test]
async fn the_sandbox_is_closed_to_the_world_unless_it_is_allowed() {
    let https = |settings: &mut Settings| settings.public_url = Some("https://sabi.example".parse().unwrap());
    let (world, student, _) = shop(https).await;
    let refused = world.initialize_payment(&student, &ask(&world, "jamb-utme", "Monthly").await).await;
    assert_eq!(reason(refused), "no-gateway");
    let free = subscribing(&world, "jamb-utme", "Trial", None).await;
    world.subscribe_plan(&student, &free).await.unwrap();
    let (world, student, _) = shop(|settings| {
        https(settings);
        settings.allow_sandbox = true;
    })
    .await;
    let begun = world.initialize_payment(&student, &ask(&world, "jamb-utme", "Monthly").await).await.unwrap();
    assert!(begun.url.starts_with("https://sabi.example/payments/sandbox/sabi-"), "{}", begun.url);
}

#[tokio::test]
async fn a_key_that_is_none_and_an_open_road_are_refused_at_start() {
    let data = tempfile::tempdir().unwrap();
    let open = async |key: &str, url: &str| {
        let settings = Settings {
            paystack_key: Some(key.into()),
            paystack_url: url.parse().unwrap(),
            ..Settings::in_memory(data.path())
        };
        App::open(settings).await.err().map(|error| error.to_string()).unwrap_or_default()
    };
    let secret = "pk_live_0123";
    let told = open(secret, "https://api.paystack.co").await;
    assert!(told.starts_with("--paystack-key") && !told.contains(secret), "{told}");
    assert!(open("sk_live_1", "http://api.paystack.co").await.starts_with("--paystack-url"));
    assert_eq!(open("sk_live_1", "https://api.paystack.co").await, "");
}
