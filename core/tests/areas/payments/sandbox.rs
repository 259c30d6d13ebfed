//! The sandbox, and which gateway is open where.

use super::*;

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
    let unsigned = world.receive_webhook(b"{}", &sign(b"{}")).await;
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
async fn play_money_within_reach_of_others_is_warned_of() {
    let warned = async |listen: &str, url: Option<&str>, allow_sandbox: bool| {
        let set = |settings: &mut Settings| {
            settings.listen = listen.parse().unwrap();
            settings.public_url = url.map(|url| url.parse().unwrap());
            settings.allow_sandbox = allow_sandbox;
        };
        World::with(set).await.payment_warning().is_some_and(|words| words.contains("play money"))
    };
    assert!(!warned("127.0.0.1:0", None, false).await, "nobody else reaches it");
    assert!(warned("0.0.0.0:0", None, false).await);
    assert!(warned("[::]:0", None, true).await);
    assert!(warned("127.0.0.1:0", Some("https://sabi.example"), true).await);
    assert!(!warned("0.0.0.0:0", Some("http://localhost:4000"), false).await);
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
