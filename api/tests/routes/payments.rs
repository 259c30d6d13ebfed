//! Money over HTTP: statuses, the signed webhook, and the sandbox's page.

use axum::{
    body::Body,
    http::{Request, header},
};
use serde_json::{Value, json};

use crate::common::{
    Answer, Server, Who,
    paystack::{self, Mood, Paystack, refunded, sign},
    with,
};

/// A server with Paystack beside it, and a student who holds nothing.
async fn till() -> (Server, Paystack, Who) {
    let paystack = Paystack::start();
    let url = paystack.url.parse().unwrap();
    let server = Server::with(|settings| {
        settings.paystack_key = Some(paystack::KEY.into());
        settings.paystack_url = url;
        settings.paystack_timeout = 1;
    })
    .await;
    let student = server.another_student().await;
    (server, paystack, student)
}

/// The requests that start the payment of a plan, and that subscribe to it later.
async fn ask(server: &Server, who: &Who, exam: &str, title: &str) -> Value {
    let exam = server.exam(exam).await;
    let offers = server.get(who, &format!("/get-subscriptions/{exam}/none")).await.expect(200);
    let plan = offers["data"].as_array().unwrap().iter().find(|plan| plan["planName"] == title).unwrap();
    json!({ "examId": exam, "universityId": "", "subscriptionId": plan["_id"] })
}

/// The documents' body, with their payment record as the browser would have it.
fn subscribing(ask: &Value, reference: &Value) -> Value {
    let mut body = ask.clone();
    body["paymentData"] = json!({
        "currency": "NGR", "paymentMethod": "Paystack", "paymentMessage": "Approved", "refrenceId": reference,
        "paymentTransaction": "4099260516", "trxref": reference, "paymentStatus": "success",
    });
    body
}

async fn webhook(server: &Server, body: &[u8], signature: &str) -> Answer {
    let ask = Request::post("/api/v1/payments/webhook").header("x-paystack-signature", signature);
    let answer = server.send(ask.header("content-type", "application/json").body(Body::from(body.to_vec())).unwrap());
    let answer = answer.await;
    server.app.reconcile_payments().await.unwrap();
    answer
}

#[tokio::test]
async fn a_plan_is_chosen_paid_for_and_held() {
    let (server, paystack, student) = till().await;
    let ask = ask(&server, &student, "jamb-utme", "Monthly").await;
    let begun = server.post(&student, "/payments/initialize", ask.clone()).await.expect(200);
    let begun = &begun["data"];
    assert_eq!(
        (&begun["amount"], &begun["currency"], &begun["gateway"]),
        (&json!(100_000), &json!("NGN"), &json!("paystack"))
    );
    let reference = begun["reference"].as_str().unwrap();
    let body = subscribing(&ask, &begun["reference"]);

    let forged = server.post(&student, "/subscribe-plan", body.clone()).await.expect(402);
    assert_eq!(
        (&forged["reason"], &forged["errMessage"]),
        (&json!("payment-cancelled"), &json!("You have cancelled the payment"))
    );
    let made_up =
        server.post(&student, "/subscribe-plan", subscribing(&ask, &json!("1772442000000"))).await.expect(402);
    assert_eq!(made_up["errMessage"], "Payment couldn't be completed (It does not exist)");
    paystack.pay(reference);
    paystack.behave(Mood::Silent);
    server.clock.advance(chrono::Duration::seconds(5));
    let late = server.post(&student, "/subscribe-plan", body.clone()).await;
    assert!(late.headers.contains_key(header::RETRY_AFTER));
    late.expect(503);
    paystack.behave(Mood::Well);
    server.clock.advance(chrono::Duration::seconds(5));
    let given = server.post(&student, "/subscribe-plan", body.clone()).await.expect(200);
    assert_eq!(given["message"], "Subscription plan subscribed successfully.");
    let subscription = &given["userSubscription"];
    assert!(subscription["_id"].is_string() && subscription["status"] == true, "{given}");
    let me = server.my_id(&student).await;
    let listed = server.get(&student, &format!("/user-subscription-list/{me}")).await.expect(200);
    assert_eq!((&listed["total"], &listed["data"][0]["_id"]), (&json!(1), &subscription["_id"]));
    for place in ["", "/none", "/all"] {
        let path = format!("/get-user-subscriptions/{me}/{}{place}", ask["examId"].as_str().unwrap());
        let held = server.get(&student, &path).await.expect(200);
        assert_eq!(held["userSubscription"]["planName"], "Monthly", "{place}");
    }
    let mail = Server::only_mail(server.take_mails().await, "kofi@sabi.test");
    assert!(mail.subject.contains("Monthly") && mail.text.contains("₦1,000"), "{mail:?}");

    // Another student's, and for another student.
    let ada = server.student().await;
    server.post(&ada, "/subscribe-plan", with(body.clone(), "userId", me.clone())).await.expect(403);
    server.post(&ada, "/subscribe-plan", body.clone()).await.expect(402);
    let admin = server.admin().await;
    server.post(&admin, "/subscribe-plan", with(body, "userId", me)).await.expect(200);

    let row = server.get(&admin, "/admin/payments?state=paid").await.expect(200);
    assert_eq!((&row["data"][0]["_id"], &row["data"][0]["amount"]), (&json!(reference), &json!(100_000)));
    let one = server.get(&admin, &format!("/admin/payments/{reference}")).await.expect(200);
    assert!(one["data"]["answers"][1]["text"].as_str().unwrap().contains("gateway_response"), "{one}");
    let told = server.post(&admin, "/admin/payments/reconcile", json!({ "reference": reference })).await.expect(200);
    assert_eq!(told["data"], json!({ "checked": 1, "paid": 1, "unreachable": 0 }));
    let export = server.get(&admin, "/admin/exports/payments").await;
    assert!(export.text.starts_with("_id,user.first_name") && export.text.contains(reference), "{}", export.text);
}

#[tokio::test]
async fn plans_and_their_fields_are_as_the_documents_have_them() {
    let (server, _paystack, student) = till().await;
    let exam = server.exam("jamb-utme").await;
    let offers = server.get(&student, &format!("/get-subscriptions/{exam}")).await.expect(200);
    let trial = &offers["data"][0];
    assert_eq!((&trial["title"], &trial["price"], &trial["standing"]), (&json!("Trial"), &json!(0), &json!("open")));
    for field in ["_id", "subscriptionType", "description", "planName", "numOfQuestions", "duration"] {
        assert!(!trial[field].is_null(), "{field}: {trial}");
    }
    server.get(&student, "/get-subscriptions/nothing/all").await.expect(404);
    let refused = server.post(&student, "/payments/initialize", json!({})).await.expect(422);
    assert_eq!(refused["subscriptionId"], "Please choose a subscription plan");
    let body = json!({ "examId": exam, "subscriptionId": "gone" });
    let refused = server.post(&student, "/subscribe-plan", body).await.expect(422);
    assert_eq!(refused["subscriptionId"], "Subscription id gone missing.");
    let free = ask(&server, &student, "jamb-utme", "Trial").await;
    assert_eq!(server.post(&student, "/payments/initialize", free.clone()).await.expect(409)["reason"], "free-plan");
    server.post(&student, "/subscribe-plan", subscribing(&free, &json!("1772442000000"))).await.expect(200);
    let ada = server.student().await;
    let lower = ask(&server, &ada, "jamb-utme", "Monthly").await;
    let refused = server.post(&ada, "/payments/initialize", lower).await.expect(409);
    assert_eq!(refused["errMessage"], "You have an existing higher subscription plan.");
    let of_post_utme = ask(&server, &student, "post-utme", "Monthly").await;
    let refused = server.post(&student, "/payments/initialize", of_post_utme).await.expect(422);
    assert_eq!(refused["universityId"], "Please select a university to proceed.");
}

#[tokio::test]
async fn a_webhook_counts_by_its_signature_alone() {
    let (server, paystack, student) = till().await;
    let ask = ask(&server, &student, "jamb-utme", "Monthly").await;
    let begun = server.post(&student, "/payments/initialize", ask.clone()).await.expect(200);
    let reference = begun["data"]["reference"].as_str().unwrap();
    paystack.pay(reference);
    let body = paystack.charge("charge.success", reference);
    let refused = webhook(&server, &body, "00").await.expect(401);
    assert_eq!(refused["reason"], "bad-signature");
    let unsigned = Request::post("/api/v1/payments/webhook").body(Body::from(body.clone())).unwrap();
    server.send(unsigned).await.expect(401);
    assert_eq!(paystack.calls("GET"), 0);
    for _ in 0..2 {
        webhook(&server, &body, &sign(&body)).await.expect(200);
    }
    let held = format!("/user-subscription-list/{}", server.my_id(&student).await);
    assert_eq!(server.get(&student, &held).await.expect(200)["data"][0]["status"], true);
    // An event may be larger than the bodies of other public routes.
    let mut refund = refunded(reference, "TRF_1", 100_000);
    refund.resize(255 * 1024, b' ');
    webhook(&server, &refund, &sign(&refund)).await.expect(200);
    assert_eq!(server.get(&student, &held).await.expect(200)["data"][0]["status"], false);
    let admin = server.admin().await;
    let entry = server.get(&admin, "/admin/audit?entity=payment").await.expect(200);
    assert_eq!((&entry["data"][0]["action"], &entry["data"][0]["record"]), (&json!("refunded"), &json!(reference)));
    webhook(&server, b"nonsense", &sign(b"nonsense")).await.expect(200);
    let large = vec![b' '; 300 * 1024];
    webhook(&server, &large, &sign(&large)).await.expect(413);
}

#[tokio::test]
async fn the_sandbox_has_a_page_that_needs_no_script() {
    let server = Server::seeded().await;
    let student = server.another_student().await;
    let ask = ask(&server, &student, "jamb-utme", "Monthly").await;
    let begun = server.post(&student, "/payments/initialize", ask.clone()).await.expect(200);
    let (reference, url) = (begun["data"]["reference"].as_str().unwrap(), begun["data"]["url"].as_str().unwrap());
    let path = format!("/payments/sandbox/{reference}");
    assert!(url.ends_with(&path), "{url}");
    let page = async |method: &str, body: &str| {
        let ask =
            Request::builder().method(method).uri(&path).header("content-type", "application/x-www-form-urlencoded");
        server.send(ask.body(Body::from(body.to_owned())).unwrap()).await
    };
    let shown = page("GET", "").await;
    assert_eq!(shown.status, 200);
    for words in
        ["Payment sandbox", "No money moves here", "Monthly", "₦1,000", "value=\"approved\"", "width=device-width"]
    {
        assert!(shown.text.contains(words), "{words}: {}", shown.text);
    }
    assert!(!shown.text.contains("<script"));
    let policy = shown.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"), "{policy}");
    assert_eq!(page("POST", "outcome=stolen").await.status, 409);
    let declined = page("POST", "outcome=declined").await;
    assert_eq!(declined.status, 303);
    let back = declined.headers[header::LOCATION].to_str().unwrap();
    assert!(back.ends_with(&format!("/subscription?trxref={reference}&reference={reference}")), "{back}");
    let body = subscribing(&ask, &json!(reference));
    let refused = server.post(&student, "/subscribe-plan", body.clone()).await.expect(402);
    assert_eq!(refused["errMessage"], "Payment couldn't be completed (Declined)");

    let decide = format!("/payments/sandbox/{reference}");
    let nobody = Who::Nobody;
    server.post(&nobody, &decide, json!({ "outcome": "stolen" })).await.expect(422);
    let decided = server.post(&nobody, &decide, json!({ "outcome": "approved" })).await.expect(200);
    assert_eq!(decided["data"]["outcome"], "approved");
    server.post(&student, "/subscribe-plan", body).await.expect(200);
    server.post(&nobody, &decide, json!({ "outcome": "closed" })).await.expect(409);
    let over = page("GET", "").await;
    assert!(over.text.contains("it is paid") && !over.text.contains("<form"), "{}", over.text);
    assert_eq!(page("POST", "outcome=closed").await.status, 409);
    server.post(&nobody, "/payments/sandbox/unknown", json!({ "outcome": "approved" })).await.expect(404);
    let unknown = server.send(Request::get("/payments/sandbox/%3Cb%3E").body(Body::empty()).unwrap()).await;
    assert_eq!(unknown.status, 404);
    assert!(!unknown.text.contains("<b>"), "{}", unknown.text);
}

#[tokio::test]
async fn without_a_gateway_the_sandbox_has_no_page() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.example".parse().unwrap())).await;
    let student = server.another_student().await;
    let ask = ask(&server, &student, "jamb-utme", "Monthly").await;
    assert_eq!(server.post(&student, "/payments/initialize", ask).await.expect(409)["reason"], "no-gateway");
    let page = server.send(Request::get("/payments/sandbox/sabi-0").body(Body::empty()).unwrap()).await;
    assert_eq!(page.status, 404);
}

#[tokio::test]
async fn the_gateways_window_may_open_over_the_pages_of_plans_alone() {
    let (with_key, _paystack, _) = till().await;
    let without = Server::seeded().await;
    for (server, path, is_open) in [
        (&with_key, "/subscription", true),
        (&with_key, "/subscription-plans", true),
        (&with_key, "/dashboard", false),
        (&without, "/subscription", false),
    ] {
        let answer = server.ask("GET", path).send().await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        let script = policy.split("; ").find(|part| part.starts_with("script-src")).unwrap();
        let expected = if is_open { "script-src 'self' https://js.paystack.co" } else { "script-src 'self'" };
        assert_eq!(script, expected, "{path}");
        assert_eq!(policy.contains("frame-src https://checkout.paystack.com"), is_open, "{path}");
        assert!(policy.contains("object-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn i_have_paid_asks_the_gateway_at_once() {
    let (server, paystack, student) = till().await;
    let ask = ask(&server, &student, "jamb-utme", "Monthly").await;
    let begun = server.post(&student, "/payments/initialize", ask).await.expect(200);
    let reference = begun["data"]["reference"].as_str().unwrap();
    let open = server.get(&student, "/payments/open").await.expect(200);
    assert_eq!((&open["data"][0]["_id"], &open["data"][0]["planName"]), (&json!(reference), &json!("Monthly")));
    let check = format!("/payments/{reference}/check");
    let found = server.post(&student, &check, json!({})).await.expect(200);
    assert_eq!((&found["data"]["state"], &found["data"]["userSubscription"]), (&json!("abandoned"), &Value::Null));
    paystack.pay(reference);
    server.clock.advance(chrono::Duration::seconds(5));
    let found = server.post(&student, &check, json!({})).await.expect(200);
    assert_eq!(
        (&found["data"]["state"], &found["data"]["userSubscription"]["planName"]),
        (&json!("paid"), &json!("Monthly"))
    );
    assert_eq!(server.get(&student, "/payments/open").await.expect(200)["data"], json!([]));
    let ada = server.student().await;
    server.post(&ada, &check, json!({})).await.expect(404);
    server.post(&server.admin().await, &check, json!({})).await.expect(404);
}

#[tokio::test]
async fn everybody_sees_how_much_there_is_to_practise_with() {
    let (server, _paystack, student) = till().await;
    let exams = server.get(&Who::Nobody, "/exam-types").await.expect(200);
    for exam in exams["data"].as_array().unwrap() {
        assert_eq!(exam["status"], true, "{exam}");
        assert!(exam["bank"]["questions"].as_i64().unwrap() >= 20 && exam["bank"]["years"] == 1, "{exam}");
    }
    let sizes = server.get(&Who::Nobody, "/bank-sizes").await.expect(200);
    let post = server.exam("post-utme").await;
    let post = sizes["data"].as_array().unwrap().iter().find(|one| one["exam"] == post.as_str()).unwrap();
    assert_eq!((&post["subjects"], &post["universities"][0]["questions"]), (&json!(1), &json!(20)));
    assert!(!post["courses"].as_array().unwrap().is_empty());
    let jamb = server.exam("jamb-utme").await;
    let offers = server.get(&student, &format!("/get-subscriptions/{jamb}")).await.expect(200);
    assert_eq!(offers["data"][0]["bank"]["subjects"], 4);
}
