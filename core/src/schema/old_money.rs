//! Tests the migrations with subscriptions and payments as the ninth version of the store kept them.

use std::path::Path;

use serde_json::Value;

use super::*;
use crate::{
    plans::{
        Dispute,
        PaymentState::{Disputed, Paid, Pending, Refunded},
        Source,
    },
    resources::BackOffice,
    store::{Id, Store},
};

/// The number of migrations of the ninth version.
const THEN: usize = 9;

/// Rows as that version stored them.
const ROWS: &str = r#"
    LET $monthly = { plan: plan:monthly, plan_name: 'Monthly', description: '', subscription_type: 'Paid', duration: 30,
        price: 1000, num_of_questions: 0 };
    LET $yearly = { plan: plan:yearly, plan_name: 'Yearly', description: '', subscription_type: 'Paid', duration: 365,
        price: 5000, num_of_questions: 0 };
    LET $trial = { plan: plan:trial, plan_name: 'Trial', description: '', subscription_type: 'Free', duration: 7,
        price: 0, num_of_questions: 10 };
    LET $student = { user: user:ada, exam: exam:jamb };
    CREATE subscription:paid CONTENT object::extend(object::extend($student, $monthly),
        { subscribed_at: d'2026-03-01T00:00:00Z', expire_at: d'2026-03-31T00:00:00Z', payments: [payment:first] });
    CREATE subscription:upgraded CONTENT object::extend(object::extend($student, $yearly),
        { subscribed_at: d'2026-03-11T00:00:00Z', expire_at: d'2026-03-13T00:00:00Z', payments: [payment:month] });
    CREATE subscription:given CONTENT object::extend(object::extend($student, $yearly),
        { subscribed_at: d'2026-03-01T00:00:00Z', expire_at: d'2027-03-01T00:00:00Z', payments: [] });
    CREATE subscription:tried CONTENT object::extend(object::extend($student, $trial),
        { subscribed_at: d'2026-03-01T00:00:00Z', expire_at: d'2026-03-08T00:00:00Z' });
    CREATE subscription:disputed CONTENT object::extend(object::extend($student, $monthly),
        { subscribed_at: d'2026-03-01T00:00:00Z', expire_at: d'2026-03-06T00:00:00Z', payments: [] });
    LET $rest = { user: user:ada, exam: exam:jamb, email: 'ada@example.ng', amount: 100000, currency: 'NGN',
        gateway: 'paystack', refunds: [], withheld: 0, open: false, due_at: d'2026-03-01T00:00:00Z', checks: 1 };
    LET $answer = '[{"at":"2026-03-05T00:00:00Z","from":"verify","text":"{\\"status\\":true,\\"data\\":{\\"status\\":\\"success\\",\\"reference\\":\\"r\\",\\"ip_address\\":\\"197.210.45.12\\",\\"authorization\\":{\\"bin\\":\\"408408\\",\\"last4\\":\\"4081\\"}}}"}]';
    LET $dispute = '[{"at":"2026-03-06T00:00:00Z","from":"webhook","text":"{\\"event\\":\\"charge.dispute.create\\",\\"data\\":{\\"id\\":7,\\"last4\\":\\"4081\\"}}"}]';
    LET $month = { plan: plan:monthly, terms: object::remove($monthly, 'plan') };
    LET $year = { plan: plan:yearly, terms: object::remove($yearly, 'plan') };
    CREATE payment:first CONTENT object::extend(object::extend($rest, $month),
        { state: 'paid', subscription: subscription:paid, paid_at: d'2026-03-01T00:00:00Z', answers: $answer,
          created_at: d'2026-03-01T00:00:00Z' });
    CREATE payment:month CONTENT object::extend(object::extend($rest, $month),
        { state: 'paid', subscription: subscription:upgraded, paid_at: d'2026-03-01T00:00:00Z', answers: '[]',
          created_at: d'2026-03-01T00:00:00Z' });
    CREATE payment:year CONTENT object::extend(object::extend($rest, $year),
        { state: 'refunded', subscription: subscription:upgraded, paid_at: d'2026-03-11T00:00:00Z', answers: '[]',
          refunds: [{ reference: 'b1', amount: 500000 }], withheld: 30412800000, created_at: d'2026-03-11T00:00:00Z' });
    CREATE payment:asked CONTENT object::extend(object::extend($rest, $month),
        { state: 'disputed', subscription: subscription:disputed, paid_at: d'2026-03-01T00:00:00Z', answers: $dispute,
          dispute: { id: '7' }, withheld: 2160000000, created_at: d'2026-03-01T00:00:00Z' });
    CREATE payment:begun CONTENT object::extend(object::extend($rest, $month),
        { state: 'pending', answers: '[]', open: true,
          created_at: d'2026-03-01T00:00:00Z' });
"#;

fn then() -> Schema {
    let mut tables = definitions::<BackOffice>();
    tables.retain(|text| text.starts_with("DEFINE TABLE"));
    Schema { definitions: tables, migrations: &MIGRATIONS[..THEN] }
}

fn at(folder: &Path) -> String {
    format!("rocksdb://{}?memory=32&reserve=0", folder.display())
}

async fn all(store: &Store) -> Vec<Value> {
    store.query("SELECT * FROM subscription, payment ORDER BY id").all().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_subscriptions_and_payments_keep_what_was_paid_for_and_nothing_of_the_card() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("store");
    let old = Store::open(&at(&place), &then()).await.unwrap();
    old.write(ROWS).done().await.unwrap();
    old.close().await;
    drop(old);

    let store = Store::open(&at(&place), &schema::<BackOffice>()).await.unwrap();
    let subscriptions: Vec<Subscription> = store.query("SELECT * FROM subscription ORDER BY id").all().await.unwrap();
    let days = |one: &Subscription| (one.expire_at - one.subscribed_at).num_days();
    let held: Vec<_> = subscriptions
        .iter()
        .map(|one| {
            let entries = one.entries.iter().map(|entry| (entry.source, entry.payment.as_ref().map(Id::as_str)));
            (one.id.as_str(), one.plan.as_str(), one.terms.plan_name.as_str(), days(one), entries.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        held,
        [
            // The state from before the dispute, which is still open.
            ("disputed", "monthly", "Monthly", 5, vec![(Source::Payment, Some("asked"))]),
            ("given", "yearly", "Yearly", 365, vec![(Source::Gift, None)]),
            ("paid", "monthly", "Monthly", 30, vec![(Source::Payment, Some("first"))]),
            ("tried", "trial", "Trial", 7, vec![(Source::Free, None)]),
            // The refund of the upgrade took days that another payment had paid for.
            ("upgraded", "monthly", "Monthly", 30, vec![(Source::Payment, Some("month"))]),
        ]
    );
    let tried = &subscriptions[3];
    assert_eq!((tried.trial_at, subscriptions[2].trial_at), (Some(tried.subscribed_at), None));
    let since = subscriptions[0].entries[0].disputed_since.unwrap();
    assert_eq!(since.to_rfc3339(), "2026-03-06T00:00:00+00:00");

    let paid: Vec<Payment> = store.query("SELECT * FROM payment ORDER BY id").all().await.unwrap();
    let states: Vec<_> = paid.iter().map(|one| (one.id.as_str(), one.state)).collect();
    let wanted = [("asked", Disputed), ("begun", Pending), ("first", Paid), ("month", Paid), ("year", Refunded)];
    assert_eq!(states, wanted);
    let disputes: Vec<_> = paid.iter().map(|one| one.disputes.clone()).collect();
    let open = vec![Dispute { id: "7".into(), won: None }];
    assert_eq!(disputes, [open, vec![], vec![], vec![], vec![]]);
    let texts: Vec<_> = paid.iter().flat_map(|one| &one.answers.0).map(|answer| answer.text.as_str()).collect();
    let texts: Vec<Value> = texts.into_iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let kept = [
        serde_json::json!({ "event": "charge.dispute.create", "data": {} }),
        serde_json::json!({ "status": true, "data": { "status": "success", "reference": "r" } }),
    ];
    assert_eq!(texts, kept);

    let once = all(&store).await;
    for row in &once {
        let gone = ["dispute", "withheld", "payments"].map(|field| row.get(field));
        assert_eq!(gone, [None; 3], "{row}");
    }
    let tx = store.begin().await.unwrap();
    plans::keep_entries(&tx).await.unwrap();
    plans::reduce_answers(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(all(&store).await, once, "a second run changes nothing");
}
