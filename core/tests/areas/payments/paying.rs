//! A payment from its beginning to the plan, and all that may go wrong on the way.

use super::*;

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
    till.world.pass(5);
    let declined = till.subscribe("jamb-utme", "Monthly", &begun).await;
    assert_eq!(unpaid(declined), ("payment-failed", "Payment couldn't be completed (Insufficient Funds)".into()));
    till.paystack.set(begun.reference.as_str(), |one| one.status = "ongoing");
    till.world.pass(5);
    assert_eq!(unpaid(till.subscribe("jamb-utme", "Monthly", &begun).await).0, "payment-pending");
    assert!(till.held("jamb-utme").await.is_empty());

    till.paystack.pay(begun.reference.as_str());
    till.world.pass(5);
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
    let sources: Vec<_> = payment.answers.0.iter().map(|answer| answer.from).collect();
    assert!(
        sources.starts_with(&[ResponseSource::Initialize, ResponseSource::Verify])
            && sources.contains(&ResponseSource::Webhook),
        "{sources:?}"
    );

    let mail = till.world.mails().await.into_iter().find(|mail| mail.kind == "subscription-receipt").unwrap();
    for words in ["₦1,000", "1 Apr 2026", begun.reference.as_str(), "Kofi", "JAMB"] {
        assert!(mail.text.contains(words), "{words}: {}", mail.text);
    }
}

#[tokio::test]
async fn repeated_checks_return_the_last_answer() {
    let till = Till::open().await;
    let begun = till.begin("jamb-utme", "Monthly").await;
    for _ in 0..30 {
        assert_eq!(unpaid(till.subscribe("jamb-utme", "Monthly", &begun).await).0, "payment-cancelled");
    }
    assert_eq!(till.paystack.calls("GET"), 1);
    // The webhook wakes it: nobody has to wait for five seconds then.
    till.paystack.pay(begun.reference.as_str());
    let body = till.paystack.charge("charge.success", begun.reference.as_str());
    till.world.receive_webhook(&body, &sign(&body)).await.unwrap();
    till.subscribe("jamb-utme", "Monthly", &begun).await.unwrap();
    assert_eq!(till.paystack.calls("GET"), 2);
    // Without a webhook the next answer is five seconds away.
    let silent = till.begin("wassce-waec-ssce", "Monthly").await;
    unpaid(till.subscribe("wassce-waec-ssce", "Monthly", &silent).await);
    till.paystack.pay(silent.reference.as_str());
    unpaid(till.subscribe("wassce-waec-ssce", "Monthly", &silent).await);
    till.world.pass(5);
    till.subscribe("wassce-waec-ssce", "Monthly", &silent).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_at_once_make_one_subscription_and_one_receipt() {
    let till = Till::open().await;
    let begun = till.paid("jamb-utme", "Monthly").await;
    let body = till.paystack.charge("charge.success", begun.reference.as_str());
    let ask = subscribing(&till.world, "jamb-utme", "Monthly", Some(&begun.reference)).await;
    let (subscribes, webhooks) = tokio::join!(
        join_all((0..20).map(|_| till.world.subscribe_plan(&till.student, &ask))),
        join_all((0..5).map(|_| async { till.world.receive_webhook(&body, &sign(&body)).await })),
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
        assert_eq!(reason(till.world.receive_webhook(body, signature).await), "bad-signature");
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
async fn a_payment_that_differs_from_its_quote_gives_nothing() {
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
    let stranger = (till.world.log_in_as("ama@sabi.test").await, stranger);
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
    // So it is on the record where the operator does.
    let begun = till.paid("wassce-waec-ssce", "Monthly").await;
    let ask = subscribing(&till.world, "wassce-waec-ssce", "Monthly", Some(&begun.reference)).await;
    let ask = SubscribePlan { user_id: Some(till.user.clone()), ..ask };
    for _ in 0..2 {
        till.world.subscribe_plan(&Actor::Operator, &ask).await.unwrap();
    }
    let acted = till.world.list_audit(&query(&[("entity", "subscription"), ("action", "subscribe")])).await.unwrap();
    assert_eq!(acted.total, 2);
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
        till.world.pass(5);
    }
    till.paystack.behave(Mood::Well);
    till.subscribe("jamb-utme", "Monthly", &begun).await.unwrap();
    assert_eq!(till.held("jamb-utme").await.len(), 1);

    // If it could not be started, nobody can pay it.
    till.paystack.behave(Mood::Down);
    let ask = ask(&till.world, "wassce-waec-ssce", "Monthly").await;
    assert!(matches!(till.world.initialize_payment(&till.student, &ask).await, Err(Error::Unavailable(_))));
    let failed = till.world.list_payments(&query(&[("state", "failed")])).await.unwrap().rows;
    assert_eq!(failed.len(), 1);
    till.paystack.behave(Mood::Well);
    till.world.add_kofi("refused@sabi.test").await;
    let refused = till.world.log_in_as("refused@sabi.test").await;
    let words = unpaid(till.world.initialize_payment(&refused, &ask).await);
    assert_eq!(words.1, "Payment couldn't be completed (Invalid Email Address Passed)");
}
