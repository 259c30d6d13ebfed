//! Mailed links: twice, late, replaced, at the same instant, made up (ruling 11).

use futures::future::join_all;
use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who, visitor};

const EMAIL: &str = "student@sabi.test";

fn new(password: &str) -> Value {
    json!({ "password": password, "confirm_password": password })
}

/// The one answer for every link that does not hold.
#[track_caller]
fn assert_dead(answer: crate::common::Answer) {
    let body = answer.expect(422);
    assert_eq!(body["token"], "This link is no longer valid. Please ask for a new one.");
}

async fn forgot(server: &Server) -> String {
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": EMAIL })).await.expect(200);
    server.take_token(EMAIL, "password/reset").await
}

async fn reset(server: &Server, token: &str, password: &str) -> crate::common::Answer {
    server.put(&Who::Nobody, &format!("/password/reset/{token}"), new(password)).await
}

async fn activate(server: &Server, token: &str) -> crate::common::Answer {
    server.get(&Who::Nobody, &format!("/activate-account/{token}")).await
}

#[tokio::test]
async fn an_activation_link_works_once_and_a_blocked_account_does_not_open_with_it() {
    let server = Server::seeded().await;
    let made = server.post(&Who::Nobody, "/register", visitor("ngozi@example.ng")).await.expect(201);
    let token = server.take_token("ngozi@example.ng", "activate-account").await;
    activate(&server, &token).await.expect(200);
    assert_dead(activate(&server, &token).await);
    server.try_log_in("10.0.0.1", "ngozi@example.ng", PASSWORD).await.expect(200);
    // An account that waits and is blocked meanwhile.
    let made_too = server.post(&Who::Nobody, "/register", visitor("efua@example.ng")).await.expect(201);
    let token = server.take_token("efua@example.ng", "activate-account").await;
    let admin = server.admin().await;
    for user in [&made, &made_too] {
        let path = format!("/admin/customers/{}/status", user["user"]["_id"].as_str().unwrap());
        server.put(&admin, &path, json!({ "accountStatus": "Blocked" })).await.expect(200);
    }
    assert_dead(activate(&server, &token).await);
    for email in ["ngozi@example.ng", "efua@example.ng"] {
        server.post(&Who::Nobody, "/activate-account/resend", json!({ "email": email })).await.expect(200);
        assert_eq!(server.try_log_in("10.0.0.1", email, PASSWORD).await.expect(403)["reason"], "blocked");
    }
    assert!(server.take_mails().await.is_empty());
}

#[tokio::test]
async fn an_account_that_was_made_inactive_by_an_administrator_does_not_activate_itself() {
    let server = Server::seeded().await;
    let made = server.post(&Who::Nobody, "/register", visitor("ngozi@example.ng")).await.expect(201);
    let token = server.take_token("ngozi@example.ng", "activate-account").await;
    activate(&server, &token).await.expect(200);
    let admin = server.admin().await;
    let path = format!("/admin/customers/{}/status", made["user"]["_id"].as_str().unwrap());
    server.put(&admin, &path, json!({ "accountStatus": "InActive" })).await.expect(200);
    assert_dead(activate(&server, &token).await);
    server.post(&Who::Nobody, "/activate-account/resend", json!({ "email": "ngozi@example.ng" })).await.expect(200);
    assert!(server.take_mails().await.is_empty());
}

#[tokio::test]
async fn an_activation_link_holds_for_7_days() {
    let server = Server::seeded().await;
    for (email, seconds, opens) in
        [("early@example.ng", 7 * 24 * 3600 - 1, true), ("late@example.ng", 7 * 24 * 3600, false)]
    {
        server.post(&Who::Nobody, "/register", visitor(email)).await.expect(201);
        let token = server.take_token(email, "activate-account").await;
        server.pass(seconds);
        match activate(&server, &token).await {
            answer if opens => drop(answer.expect(200)),
            answer => assert_dead(answer),
        }
    }
}

#[tokio::test]
async fn a_reset_link_works_once() {
    let server = Server::seeded().await;
    let token = forgot(&server).await;
    reset(&server, &token, "first-password-2026").await.expect(200);
    assert_dead(reset(&server, &token, "second-password-2026").await);
    server.try_log_in("10.0.0.1", EMAIL, "first-password-2026").await.expect(200);
}

#[tokio::test]
async fn a_reset_link_used_many_times_at_the_same_instant_works_once() {
    let server = Server::seeded().await;
    let token = forgot(&server).await;
    let passwords: Vec<String> = (0..5).map(|n| format!("password-{n}-of-2026")).collect();
    let answers = join_all(passwords.iter().map(|password| reset(&server, &token, password))).await;
    let won: Vec<_> = (0..5).filter(|&n| answers[n].status.as_u16() == 200).collect();
    assert_eq!(won.len(), 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    for (n, password) in passwords.iter().enumerate() {
        let status = if won.contains(&n) { 200 } else { 401 };
        server.try_log_in("10.0.0.1", EMAIL, password).await.expect(status);
    }
}

#[tokio::test]
async fn a_reset_link_holds_for_30_minutes() {
    let server = Server::seeded().await;
    let token = forgot(&server).await;
    server.pass(30 * 60 - 1);
    reset(&server, &token, "first-password-2026").await.expect(200);
    let token = forgot(&server).await;
    server.pass(30 * 60);
    assert_dead(reset(&server, &token, "second-password-2026").await);
}

#[tokio::test]
async fn a_newer_link_replaces_the_older_one() {
    let server = Server::seeded().await;
    let (old, newer) = (forgot(&server).await, forgot(&server).await);
    assert_dead(reset(&server, &old, "first-password-2026").await);
    reset(&server, &newer, "second-password-2026").await.expect(200);
}

#[tokio::test]
async fn a_refused_password_does_not_use_the_link_up() {
    let server = Server::seeded().await;
    let token = forgot(&server).await;
    assert!(reset(&server, &token, "short").await.expect(422)["password"].is_string());
    reset(&server, &token, "first-password-2026").await.expect(200);
}

#[tokio::test]
async fn a_made_up_link_is_as_dead_as_a_used_one() {
    let server = Server::seeded().await;
    let token = forgot(&server).await;
    let made_up = [
        "x".to_owned(),
        "0".repeat(64),
        token.to_uppercase(),
        token[..63].to_owned(),
        format!("{token}0"),
        "%27%20OR%201=1".into(),
        "link:%60x%60".into(),
    ];
    for token in &made_up {
        assert_dead(activate(&server, token).await);
        assert_dead(reset(&server, token, "first-password-2026").await);
    }
    reset(&server, &token, "first-password-2026").await.expect(200);
}

#[tokio::test]
async fn asking_for_a_link_answers_alike_for_every_address() {
    let server = Server::seeded().await;
    for path in ["/password/forgot", "/admin/forgot-password", "/activate-account/resend"] {
        let ask = async |email: &str| server.post(&Who::Nobody, path, json!({ "email": email })).await;
        let (known, unknown) = (ask(EMAIL).await, ask("nobody@sabi.test").await);
        assert_eq!((known.status, &known.text), (unknown.status, &unknown.text));
        let names = |answer: &crate::common::Answer| {
            let mut names: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
            names.sort();
            names
        };
        assert_eq!(names(&known), names(&unknown));
    }
}
