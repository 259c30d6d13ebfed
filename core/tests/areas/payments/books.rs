//! Payments in the back office, in what is held about a person, and within bounds.

use super::*;

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
    assert_eq!(list(&[("state", "paid")]).await, std::slice::from_ref(&begun.reference));
    assert_eq!(list(&[("state", "mismatched,paid")]).await, std::slice::from_ref(&begun.reference));
    assert_eq!(list(&[("state", "pending,paid")]).await, [open.reference.clone(), begun.reference.clone()]);
    assert_eq!(fields(till.world.list_payments(&query(&[("state", "paid,lost")])).await), ["state"]);
    assert_eq!(list(&[("q", begun.reference.as_str())]).await, std::slice::from_ref(&begun.reference));
    assert_eq!(list(&[("q", "yearly")]).await, std::slice::from_ref(&open.reference));
    let exam = till.world.exam("jamb-utme").await.id;
    assert_eq!(
        list(&[("exam", exam.as_str()), ("user", till.user.as_str())]).await,
        std::slice::from_ref(&begun.reference)
    );
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
    // The payment and its payer stay recorded.
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
async fn an_account_that_was_erased_pays_for_nothing() {
    let till = Till::open().await;
    let begun = till.begin("jamb-utme", "Monthly").await;
    till.world.erase_me(&till.student, ProvePassword { password: PASSWORD.into() }).await.unwrap();
    // A request that was under way meanwhile.
    let ask = ask(&till.world, "wassce-waec-ssce", "Monthly").await;
    let late = till.world.initialize_payment(&till.student, &ask).await;
    assert!(matches!(late, Err(Error::NotFound(_))), "{late:?}");
    // Money for what was begun before.
    till.paystack.pay(begun.reference.as_str());
    till.told(till.paystack.charge("charge.success", begun.reference.as_str())).await;
    let payment = till.payment(&begun).await;
    assert_eq!((payment.state, payment.url), (PaymentState::Mismatched, None));
    assert!(payment.message.is_some_and(|words| words.contains("erased")));
    assert_eq!(till.world.list_payments(&ListQuery::default()).await.unwrap().total, 1);
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
async fn the_dashboard_sums_the_money_of_this_month_and_of_the_last() {
    let till = Till::open().await;
    // No stored instant is of a whole second.
    till.world.clock.advance(Duration::milliseconds(7));
    let money = async || till.world.dashboard().await.unwrap().money;
    assert_eq!((money().await.payments, money().await.amount), (0, 0));
    till.buy("jamb-utme", "Monthly").await;
    till.begin("wassce-waec-ssce", "Yearly").await;
    let now = money().await;
    assert_eq!((now.month.as_str(), now.payments, now.amount, now.last_amount), ("2026-03", 1, 100_000, 0));
    // The second of March and thirty days are the first of April.
    till.world.pass(30 * DAY);
    let later = money().await;
    assert_eq!((later.month.as_str(), later.payments, later.amount, later.last_amount), ("2026-04", 0, 0, 100_000));
    assert_eq!(fields(till.world.dashboard_of(0).await), ["months"]);
    assert_eq!(fields(till.world.dashboard_of(37).await), ["months"]);
    assert_eq!(till.world.dashboard_of(36).await.unwrap().registrations.len(), 36);
}
