//! `sabi payments`, on the demo.

use std::time::Instant;

use sabi_api::client::Client;
use serde_json::{Value, json};

use crate::{
    json_lines,
    support::{PASSWORD, PATIENCE, Sandbox, sentence, stderr, stdout},
};

/// Begins a payment in the sandbox as the demo student, and approves it; gives its reference.
fn pay(server: &str) -> String {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let door = Client::to_server(server.parse().unwrap(), None).unwrap();
        let body = json!({ "email": "student@sabi.test", "password": PASSWORD, "bearer": true });
        let signed_in: Value = door.post("/login", &body).await.unwrap();
        let token = signed_in["token"].as_str().unwrap().to_owned();
        let student = Client::to_server(server.parse().unwrap(), Some(token)).unwrap();
        let exams: Value = student.get("/exam-types", &[]).await.unwrap();
        let exam =
            exams["data"].as_array().unwrap().iter().find(|exam| exam["slug"] == "jsce-bece").unwrap()["_id"].clone();
        let offers: Value =
            student.get(&format!("/get-subscriptions/{}/none", exam.as_str().unwrap()), &[]).await.unwrap();
        let plan = offers["data"].as_array().unwrap().iter().find(|plan| plan["title"] == "Monthly").unwrap();
        let ask = json!({ "examId": exam, "subscriptionId": plan["_id"] });
        let begun: Value = student.post("/payments/initialize", &ask).await.unwrap();
        let reference = begun["data"]["reference"].as_str().unwrap().to_owned();
        let decision = json!({ "outcome": "approved" });
        student.post::<Value>(&format!("/payments/sandbox/{reference}"), &decision).await.unwrap();
        reference
    })
}

#[test]
fn payments_are_listed_shown_and_asked_about() {
    let sandbox = Sandbox::seeded();
    let server = sandbox.serve();
    let reference = pay(&server.url);
    // The student does not return, and the server gives the plan by itself.
    let begun = Instant::now();
    while stdout(&sandbox.sabi(["payments", "list", "--state", "paid", "--json"]).success()).is_empty() {
        assert!(begun.elapsed() < PATIENCE, "the payment is not taken");
    }
    let asked = stdout(&sandbox.sabi(["payments", "reconcile", &reference]).success());
    assert_eq!(asked, "Asked about 1 payment; 1 paid.\n");
    let listed = sandbox.sabi(["payments", "list"]).success();
    for words in [reference.as_str(), "student@sabi.test", "₦1,000", "sandbox", "paid"] {
        assert!(stdout(&listed).contains(words), "{words}: {}", stdout(&listed));
    }
    assert_eq!(stderr(&listed), "1 of 1 payments.\n");
    let rows = json_lines(&stdout(&sandbox.sabi(["payments", "list", "--json"]).success()));
    assert_eq!((&rows[0]["_id"], &rows[0]["amount"]), (&json!(reference), &json!(100_000)));
    let csv = stdout(&sandbox.sabi(["payments", "list", "--state", "paid", "--csv"]).success());
    assert!(csv.starts_with("when (UTC),reference,") && csv.lines().count() == 2, "{csv}");
    let none = stdout(&sandbox.sabi(["payments", "list", "--state", "refunded", "--json"]).success());
    assert_eq!(none, "");
    assert!(sentence(&sandbox.sabi(["payments", "list", "--state", "lost"]).code(2)).contains("State"));

    let shown = stdout(&sandbox.sabi(["payments", "show", &reference]).success());
    assert!(shown.contains("subscription") && shown.contains("Initialize"), "{shown}");
    let shown: Value =
        serde_json::from_str(&stdout(&sandbox.sabi(["payments", "show", &reference, "--json"]).success())).unwrap();
    assert_eq!((&shown["state"], &shown["answers"][0]["from"]), (&json!("paid"), &json!("initialize")));
    sentence(&sandbox.sabi(["payments", "show", "nothing"]).code(1));
    let none = stdout(&sandbox.sabi(["payments", "reconcile", "--json"]).success());
    assert_eq!(none, "{\"checked\":0,\"paid\":0,\"unreachable\":0}\n");
    let csv = stdout(&sandbox.sabi(["export", "payments"]).success());
    assert!(csv.contains(&reference), "{csv}");
}
