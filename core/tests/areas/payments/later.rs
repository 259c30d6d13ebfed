//! What happens to a payment after it was made, or if it never was.

use super::*;

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

    // No webhook came, but a check finds it.
    let (begun, _) = till.buy("jsce-bece", "Monthly").await;
    till.paystack.set(begun.reference.as_str(), |one| one.status = "reversed");
    till.world
        .check_payments(&Actor::Operator, &CheckPayments { reference: Some(begun.reference.clone()) })
        .await
        .unwrap();
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
async fn a_dispute_that_held_nothing_back_gives_nothing_back() {
    let till = Till::open().await;
    let (replaced, _) = till.buy("jamb-utme", "Monthly").await;
    let (_, yearly) = till.buy("jamb-utme", "Yearly").await;
    let reference = replaced.reference.as_str();
    till.told(disputed("create", reference, None)).await;
    till.told(disputed("resolve", reference, Some("declined"))).await;
    assert_eq!(till.state(&replaced).await, PaymentState::Paid);
    till.told(refunded(reference, "TRF_1", 100_000)).await;
    assert_eq!(till.state(&replaced).await, PaymentState::Refunded);
    assert_eq!(till.held("jamb-utme").await[0].expire_at, yearly.expire_at, "its days do not count in the dearer plan");
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
    let ask = sabi_core::registration::SaveSubjects {
        user_id: till.user.clone(),
        exam_id: till.world.exam("jamb-utme").await.id,
        category_id: None,
        course_id: None,
        user_subscription: Some(subscription.clone()),
        subjects: vec![subject],
        subjects_update: Vec::new(),
        subjects_processed: Vec::new(),
        update_request: false,
        version: None,
    };
    till.world.save_subjects(&till.student, &ask).await.unwrap();
}

#[tokio::test]
async fn open_payments_are_checked_until_they_are_given_up() {
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
    let none = till.world.check_payments(&Actor::Operator, &CheckPayments::default()).await.unwrap();
    assert_eq!((none.checked, none.unreachable), (0, 0));
    let unknown = CheckPayments { reference: Some(Id::new("x")) };
    assert!(matches!(till.world.check_payments(&Actor::Operator, &unknown).await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn a_payment_begun_by_a_clock_that_was_ahead_is_asked_about_in_its_time() {
    let till = Till::open().await;
    till.world.pass(2 * 24 * 3600);
    let paid = till.begin("jamb-utme", "Monthly").await;
    till.world.pass(-2 * 24 * 3600);
    assert_eq!(till.asked().await, 1);
    assert_eq!(till.asked().await, 0, "not again at once");
    till.world.pass(12 * 3600);
    till.paystack.pay(paid.reference.as_str());
    assert_eq!(till.asked().await, 1);
    assert_eq!(till.state(&paid).await, PaymentState::Paid);
}

#[tokio::test]
async fn an_administrator_asks_in_lots_and_by_name() {
    let till = Till::open().await;
    for _ in 0..25 {
        till.begin("jamb-utme", "Monthly").await;
    }
    let admin = till.world.admin().await;
    for lot in 1..=2 {
        let told = till.world.check_payments(&admin, &CheckPayments::default()).await.unwrap();
        assert_eq!((told.checked, till.paystack.calls("GET")), (20, 20 * lot));
        till.world.pass(1);
    }
    let all: Vec<Payment> = till.world.store.query("SELECT * FROM payment").all().await.unwrap();
    assert!(all.iter().all(|payment| payment.asked_at.is_some()), "the second lot goes on with the next ones");
    assert!(all.iter().all(|payment| payment.open && payment.checks == 0), "the worker's schedule stands");
    let noted = till.world.list_audit(&query(&[("entity", "payment"), ("action", "reconcile")])).await.unwrap();
    assert_eq!((noted.total, noted.rows[0].who.as_str()), (2, "admin@sabi.test"));
}

#[tokio::test]
async fn a_refunded_upgrade_leaves_what_another_payment_bought() {
    let till = Till::open().await;
    let (month, monthly) = till.buy("jamb-utme", "Monthly").await;
    till.world.pass(10 * DAY);
    let (year, _) = till.buy("jamb-utme", "Yearly").await;
    assert_eq!(till.held("jamb-utme").await[0].plan_name, "Yearly");
    till.world.pass(2 * DAY);
    till.told(refunded(year.reference.as_str(), "TRF_1", 500_000)).await;
    let left = till.held("jamb-utme").await;
    assert_eq!((left[0].plan_name.as_str(), left[0].expire_at), ("Monthly", monthly.expire_at));
    assert_eq!(left[0].subscribed_at, monthly.subscribed_at);
    till.told(refunded(month.reference.as_str(), "TRF_2", 100_000)).await;
    assert!(till.held("jamb-utme").await.is_empty());
}

#[tokio::test]
async fn the_dear_plan_goes_with_its_payment_and_the_cheap_one_stays() {
    let till = Till::open().await;
    let cheap = till.paid("jamb-utme", "Monthly").await;
    let (dear, _) = till.buy("jamb-utme", "Yearly").await;
    let both = till.subscribe("jamb-utme", "Monthly", &cheap).await.unwrap();
    assert_eq!(both.plan_name, "Yearly");
    // The plan of the cheaper payment is held too, so nobody deletes it.
    let plan = till.plan("jamb-utme", "Monthly").await.id;
    assert_eq!(reason(till.world.delete::<Plan>(&Actor::Operator, &plan).await), "in-use");
    till.told(refunded(dear.reference.as_str(), "TRF_1", 500_000)).await;
    let left = till.held("jamb-utme").await;
    assert_eq!((left[0].plan_name.as_str(), left[0].price), ("Monthly", 1000));
    assert_eq!(left[0].expire_at, till.world.now() + Duration::days(30));
}

#[tokio::test]
async fn a_gift_stays_when_the_payment_beside_it_is_refunded() {
    let till = Till::open().await;
    let (begun, _) = till.buy("jamb-utme", "Monthly").await;
    let plan = till.plan("jamb-utme", "Monthly").await.id;
    let (user_id, reason) = (Some(till.user.clone()), "A prize.".into());
    let gift = GiveSubscription { user_id, subscription_id: Some(plan), university_id: None, reason };
    let given = till.world.give_subscription(&till.world.admin().await, &gift).await.unwrap();
    assert_eq!(given.expire_at, till.world.now() + Duration::days(60));
    till.told(refunded(begun.reference.as_str(), "TRF_1", 100_000)).await;
    assert_eq!(till.held("jamb-utme").await[0].expire_at, till.world.now() + Duration::days(30));
}

#[tokio::test]
async fn two_disputes_are_won_one_by_one() {
    let till = Till::open().await;
    let (begun, given) = till.buy("jamb-utme", "Monthly").await;
    let reference = begun.reference.as_str();
    let second = |event: &str, resolution: Option<&str>| {
        let body = String::from_utf8(disputed(event, reference, resolution)).unwrap();
        body.replace("358950", "358951").into_bytes()
    };
    till.told(disputed("create", reference, None)).await;
    till.told(second("create", None)).await;
    till.world.pass(DAY);
    till.told(disputed("resolve", reference, Some("declined"))).await;
    assert_eq!((till.state(&begun).await, till.held("jamb-utme").await.len()), (PaymentState::Disputed, 0));
    till.world.pass(DAY);
    till.told(second("resolve", Some("declined"))).await;
    assert_eq!(till.state(&begun).await, PaymentState::Paid);
    assert_eq!(till.held("jamb-utme").await[0].expire_at, given.expire_at + Duration::days(2));
    let view = till.world.find_payment(&begun.reference).await.unwrap();
    assert_eq!(view.disputes.iter().map(|one| one.won).collect::<Vec<_>>(), [Some(true), Some(true)]);
}

#[tokio::test]
async fn partial_refunds_without_a_reference_are_summed() {
    let till = Till::open().await;
    let (begun, _) = till.buy("jamb-utme", "Monthly").await;
    let unnamed = |amount: i64| {
        let body = String::from_utf8(refunded(begun.reference.as_str(), "NAME", amount)).unwrap();
        body.replace("\"NAME\"", "null").into_bytes()
    };
    till.told(unnamed(40_000)).await;
    till.told(unnamed(40_000)).await;
    assert_eq!(till.state(&begun).await, PaymentState::Paid, "the same webhook twice is one refund");
    till.told(unnamed(60_000)).await;
    assert_eq!((till.state(&begun).await, till.held("jamb-utme").await.len()), (PaymentState::Refunded, 0));
}

#[tokio::test]
async fn nothing_about_the_card_or_the_payer_is_stored() {
    let till = Till::open().await;
    let (begun, _) = till.buy("jamb-utme", "Monthly").await;
    let reference = begun.reference.as_str();
    till.told(till.paystack.charge("charge.success", reference)).await;
    till.told(disputed("create", reference, None)).await;
    till.told(refunded(reference, "TRF_1", 40_000)).await;
    // Short ones with the quote before them: four digits also stand in random identifiers and in times.
    for secret in ["AUTH_test", "\"4081", "197.210.45.12", "CUS_test", "0peioxfhpn", "\"visa"] {
        assert!(till.world.where_is(secret).await.is_empty(), "{secret}");
    }
    let answers = till.world.find_payment(&begun.reference).await.unwrap().answers;
    let all: String = answers.iter().map(|answer| answer.text.as_str()).collect();
    for kept in
        ["gateway_response", "\"fees\":1500", "\"channel\":\"card\"", "paid_at", "TRF_1", "charge.dispute.create"]
    {
        assert!(all.contains(kept), "{kept}: {all}");
    }
}
