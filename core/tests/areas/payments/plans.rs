//! Which plans can be chosen, and what is held afterwards.

use sabi_core::{
    bank::{QuestionEntry, QuestionsInput, SubjectYear, SubjectYearInput},
    catalogue::{Topic, UniversityInput},
    plans::AddDays,
    records::Stored as _,
};

use super::*;
use crate::support::query;

#[tokio::test]
async fn the_quote_counts_even_if_the_plan_changes() {
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
async fn every_field_of_a_chosen_plan_is_checked() {
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
async fn plans_are_compared_with_the_current_one() {
    let till = Till::open().await;
    let exam = till.world.exam("jamb-utme").await.id;
    let standing = async || {
        let offers = till.world.list_plan_offers(&till.student, &exam, Some(&Id::new("all"))).await.unwrap();
        offers.into_iter().map(|offer| (offer.plan_name, offer.standing)).collect::<Vec<_>>()
    };
    let all = |standings: [OfferState; 3]| {
        ["Trial", "Monthly", "Yearly"].map(String::from).into_iter().zip(standings).collect::<Vec<_>>()
    };
    assert_eq!(standing().await, all([OfferState::Open; 3]));
    till.buy("jamb-utme", "Monthly").await;
    assert_eq!(standing().await, all([OfferState::Blocked, OfferState::Current, OfferState::Upgrade]));
    let free = subscribing(&till.world, "jamb-utme", "Trial", None).await;
    assert_eq!(reason(till.world.subscribe_plan(&till.student, &free).await), "higher-subscription");
    let yearly = till.buy("jamb-utme", "Yearly").await.1;
    assert_eq!(yearly.plan_name, "Yearly");
    assert_eq!(till.held("jamb-utme").await.len(), 1, "an upgrade replaces");
    let cheaper = till.world.initialize_payment(&till.student, &ask(&till.world, "jamb-utme", "Monthly").await).await;
    let Err(Error::Conflict(refusal)) = cheaper else { panic!("{cheaper:?}") };
    assert_eq!(refusal.message, "You have an existing higher subscription plan.");
    till.world.pass(366 * DAY);
    assert_eq!(standing().await, all([OfferState::Open; 3]), "an expired one is none");
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
async fn an_administrator_gives_a_plan_and_says_why() {
    let till = Till::open().await;
    let (world, admin) = (&till.world, till.world.admin().await);
    let monthly = till.plan("jamb-utme", "Monthly").await;
    let ask = GiveSubscription {
        user_id: till.student.user_id().ok().cloned(),
        subscription_id: Some(monthly.id.clone()),
        university_id: None,
        reason: "The gateway took the money twice.".into(),
    };
    let given = world.give_subscription(&admin, &ask).await.unwrap();
    assert_eq!((given.plan_name.as_str(), given.status), ("Monthly", true));
    assert_eq!(given.expire_at, world.now() + Duration::days(30));
    let again = world.give_subscription(&admin, &ask).await.unwrap();
    assert_eq!(again.expire_at, given.expire_at + Duration::days(30), "what has a price adds up");
    let told = world.list_audit(&query(&[("action", "give")])).await.unwrap();
    assert_eq!((told.total, &told.rows[0].after["reason"]), (2, &"The gateway took the money twice.".into()));
    assert_eq!((till.receipts().await, till.held("jamb-utme").await.len()), (2, 1));

    let nothing = GiveSubscription::default();
    assert_eq!(fields(world.give_subscription(&admin, &nothing).await), ["reason", "userId", "subscriptionId"]);
    let no_plan = GiveSubscription { subscription_id: Some(Id::new("none")), ..ask.clone() };
    assert_eq!(fields(world.give_subscription(&admin, &no_plan).await), ["subscriptionId"]);
    let an_admin = GiveSubscription { user_id: admin.user_id().ok().cloned(), ..ask.clone() };
    assert_eq!(fields(world.give_subscription(&admin, &an_admin).await), ["userId"]);
    let nowhere = till.plan("post-utme", "Monthly").await;
    let nowhere = GiveSubscription { subscription_id: Some(nowhere.id), ..ask };
    assert_eq!(fields(world.give_subscription(&admin, &nowhere).await), ["universityId"]);
}

#[tokio::test]
async fn days_are_added_behind_the_plan_or_from_now_and_a_refund_leaves_them() {
    let till = Till::open().await;
    let (world, admin) = (&till.world, till.world.admin().await);
    let bought = till.buy("jamb-utme", "Monthly").await;
    let held = till.held("jamb-utme").await.remove(0);
    let ask = |days: i64, reason: &str| AddDays { days, reason: reason.into() };
    let more = world.add_days(&admin, &held.id, &ask(7, " The server was down. ")).await.unwrap();
    assert_eq!(more.expire_at, held.expire_at + Duration::days(7));
    assert_eq!(
        (more.plan_name.as_str(), more.duration),
        ("Monthly", held.duration),
        "the terms stay those of the plan"
    );
    let told = world.list_audit(&query(&[("action", "add-days")])).await.unwrap();
    let after = &told.rows[0].after;
    assert_eq!((told.total, &after["days"], &after["reason"]), (1, &7.into(), &"The server was down.".into()));
    assert!(told.rows[0].name.as_ref().unwrap().contains("Monthly"), "{:?}", told.rows[0].name);
    assert_eq!(till.receipts().await, 2, "the student is mailed");
    let mails = world.mails().await;
    let is_of_days = |text: &str| text.contains("Given on: 2 Mar") && !text.contains("₦0") && !text.contains("buy");
    assert_eq!(mails.iter().filter(|mail| is_of_days(&mail.text)).count(), 1, "{mails:?}");

    // Long after the end they begin now.
    world.pass(100 * DAY);
    let again = world.add_days(&admin, &held.id, &ask(3, "Lost days.")).await.unwrap();
    assert_eq!((again.expire_at, again.status), (world.now() + Duration::days(3), true));
    drop(bought);

    for (days, reason, wrong) in [(0, "x", "days"), (367, "x", "days"), (1, "", "reason")] {
        assert_eq!(fields(world.add_days(&admin, &held.id, &ask(days, reason)).await), [wrong]);
    }
    let none = world.add_days(&admin, &Id::new("none"), &ask(1, "x")).await;
    assert!(matches!(none, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn there_is_one_free_trial_for_good() {
    let till = Till::open().await;
    let world = &till.world;
    let trial = subscribing(world, "jamb-utme", "Trial", None).await;
    let exam = world.exam("jamb-utme").await.id;
    let standing = async || world.list_plan_offers(&till.student, &exam, None).await.unwrap()[0].standing;
    assert_eq!(standing().await, OfferState::Open);
    let first = world.subscribe_plan(&till.student, &trial).await.unwrap();
    assert_eq!(standing().await, OfferState::Current);
    let same = world.subscribe_plan(&till.student, &trial).await.unwrap();
    assert_eq!(same.expire_at, first.expire_at, "while it runs it stays as it is");
    world.pass(8 * DAY);
    assert_eq!(
        (reason(world.subscribe_plan(&till.student, &trial).await), standing().await),
        ("trial-used", OfferState::Used)
    );
    // Another plan in between changes nothing about that, nor does another plan of that name.
    till.buy("jamb-utme", "Monthly").await;
    world.pass(31 * DAY);
    assert_eq!(reason(world.subscribe_plan(&till.student, &trial).await), "trial-used");
    set_plan(world, "jamb-utme", "Trial", |plan| plan.title = "First steps".into()).await;
    set_plan(world, "jamb-utme", "Monthly", |plan| {
        (plan.title, plan.price, plan.num_of_questions) = ("trial".into(), 0, 5)
    })
    .await;
    let renamed = subscribing(world, "jamb-utme", "trial", None).await;
    assert_eq!(reason(world.subscribe_plan(&till.student, &renamed).await), "trial-used");
    // Another exam has its own trial, and an administrator may give one again.
    let other = subscribing(world, "wassce-waec-ssce", "Trial", None).await;
    world.subscribe_plan(&till.student, &other).await.unwrap();
    let (user_id, reason) = (Some(till.user.clone()), "Their phone broke.".into());
    let gift = GiveSubscription { user_id, subscription_id: trial.subscription_id, university_id: None, reason };
    assert_eq!(world.give_subscription(&Actor::Operator, &gift).await.unwrap().plan_name, "First steps");
}

#[tokio::test]
async fn each_university_has_its_own_trial_for_good() {
    let till = Till::open().await;
    let world = &till.world;
    let at = async |university: &Id<University>| {
        let trial = subscribing(world, "post-utme", "Trial", None).await;
        let ask = SubscribePlan { university_id: Some(university.clone()), ..trial };
        world.subscribe_plan(&till.student, &ask).await
    };
    let lagos = university(world).await;
    let (title, description) = ("University of Jos".into(), "A federal university.".into());
    let jos = University::new(UniversityInput { title, description, logo: None, status: true }, world.now());
    world.store.write("CREATE ONLY $jos.id CONTENT $jos").bind(("jos", jos.clone())).done().await.unwrap();
    let jos = jos.id;
    // A question for all universities.
    let subject = world.subject("post-utme", "Quantitative Reasoning").await.id;
    let input = SubjectYearInput { subject: subject.clone(), year: 2020, university: vec![], status: Some(true) };
    let year_id = world.create::<SubjectYear>(&Actor::Operator, input).await.unwrap().id;
    let topics = world.list::<Topic>(&query(&[("subject", subject.as_str())])).await.unwrap().rows;
    let entry = QuestionEntry {
        question_title: "What is 2 + 2?".into(),
        option1: Some("4".into()),
        option2: Some("5".into()),
        right_answer: Some(1),
        ..QuestionEntry::default()
    };
    let questions = QuestionsInput {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: String::new(),
        year_id,
        passage_check: false,
        passage: None,
        group: None,
        questions: vec![entry],
        status: true,
        for_visitors: false,
        held_back: false,
        image: None,
        universities: vec![],
    };
    world.create_questions(&Actor::Operator, &topics[0].sections[0].id, questions).await.unwrap();

    at(&lagos).await.unwrap();
    at(&jos).await.unwrap();
    let running = world.list_subscriptions(&till.student, &till.user, &ListQuery::default()).await.unwrap().rows;
    assert_eq!(running.iter().filter(|one| one.status && one.plan_name == "Trial").count(), 2, "{running:?}");
    world.pass(8 * DAY);
    for university in [&lagos, &jos] {
        assert_eq!(reason(at(university).await), "trial-used");
    }
}

#[tokio::test]
async fn free_plans_that_change_something_are_thirty_an_hour() {
    let till = Till::open().await;
    for title in ["Monthly", "Yearly"] {
        set_plan(&till.world, "jamb-utme", title, |plan| plan.price = 0).await;
    }
    let asks = [
        subscribing(&till.world, "jamb-utme", "Yearly", None).await,
        subscribing(&till.world, "jamb-utme", "Monthly", None).await,
    ];
    for ask in asks.iter().cycle().take(30) {
        // The second time nothing changes, and nothing is counted.
        for _ in 0..2 {
            till.world.subscribe_plan(&till.student, ask).await.unwrap();
        }
    }
    let refused = till.world.subscribe_plan(&till.student, &asks[0]).await;
    assert!(matches!(refused, Err(Error::TooMany { .. })), "{refused:?}");
    assert_eq!((till.receipts().await, till.held("jamb-utme").await[0].plan_name.as_str()), (30, "Monthly"));
    till.world.pass(3600);
    till.world.subscribe_plan(&till.student, &asks[0]).await.unwrap();
}

#[tokio::test]
async fn a_plan_that_became_cheaper_can_be_renewed() {
    let till = Till::open().await;
    till.buy("jamb-utme", "Yearly").await;
    set_plan(&till.world, "jamb-utme", "Yearly", |plan| plan.price = 4_000).await;
    let (begun, renewed) = till.buy("jamb-utme", "Yearly").await;
    assert_eq!((begun.amount, renewed.price), (400_000, 4_000));
    assert_eq!(renewed.expire_at, till.world.now() + Duration::days(2 * 365));
    assert_eq!(till.recorded("honour").await, 0, "it is no dearer plan's days");
    // A free plan is not priced again.
    set_plan(&till.world, "jamb-utme", "Yearly", |plan| plan.price = 0).await;
    let free = subscribing(&till.world, "jamb-utme", "Yearly", None).await;
    let same = till.world.subscribe_plan(&till.student, &free).await.unwrap();
    assert_eq!((same.price, same.expire_at), (4_000, renewed.expire_at));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_takes_the_same_free_plan_at_once() {
    let till = Till::open().await;
    let ask = subscribing(&till.world, "jamb-utme", "Trial", None).await;
    let mut class = Vec::new();
    for number in 0..40 {
        class.push(till.world.add_kofi(&format!("kofi{number}@sabi.test")).await.id);
    }
    let taken = class.into_iter().map(|user| {
        let ask = SubscribePlan { user_id: Some(user), ..ask.clone() };
        let world = &till.world;
        async move { world.subscribe_plan(&Actor::Operator, &ask).await }
    });
    for given in join_all(taken).await {
        given.unwrap();
    }
    // Their subscriptions keep the plan from being deleted.
    let plan = till.plan("jamb-utme", "Trial").await.id;
    assert_eq!(reason(till.world.delete::<Plan>(&Actor::Operator, &plan).await), "in-use");
}
