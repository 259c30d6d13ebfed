//! Wrong input of visitors and students: fields that they may not set, odd passwords and addresses, the same address
//! twice at once (rulings 10, 11).

use futures::future::join_all;
use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who, visitor, with};

/// Everything that no caller decides, in the spellings of the wire and of the store.
fn greedy(body: Value) -> Value {
    let mut body = body;
    for (key, value) in [
        ("role", json!("admin")),
        ("isSuperAdmin", json!(true)),
        ("is_super_admin", json!(true)),
        ("accountStatus", json!("Active")),
        ("status", json!("Active")),
        ("_id", json!("chosen")),
        ("id", json!("user:chosen")),
        ("createdAt", json!("2000-01-01T00:00:00.000Z")),
        ("activated_at", json!("2000-01-01T00:00:00.000Z")),
        ("email_key", json!("someone@else.ng")),
        ("stamp", json!("chosen")),
    ] {
        body[key] = value;
    }
    body
}

#[tokio::test]
async fn registration_takes_no_role_status_or_id_from_the_caller() {
    let server = Server::seeded().await;
    let made = server.post(&Who::Nobody, "/register", greedy(visitor("ngozi@example.ng"))).await.expect(201);
    let user = &made["user"];
    assert_eq!(
        (&user["role"], &user["isSuperAdmin"], &user["accountStatus"]),
        (&json!("user"), &json!(false), &json!("InActive"))
    );
    assert!(user["_id"] != "chosen" && user["createdAt"].as_str().unwrap().starts_with("2026-03-02"), "{user}");
    server.try_log_in("10.0.0.1", "ngozi@example.ng", PASSWORD).await.expect(403);
    assert_eq!(server.take_mails().await[0].to, "ngozi@example.ng");
}

#[tokio::test]
async fn a_profile_takes_no_role_status_or_email_from_the_caller() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let before = server.get(&student, "/me").await.expect(200)["user"].take();
    let mut body = greedy(visitor("other@example.ng"));
    body["password"] = json!("changed-by-profile");
    body["userId"] = json!(server.my_id(&server.admin().await).await);
    let updated = server.put(&student, "/me/update", body).await.expect(200)["user"].take();
    for field in ["_id", "email", "role", "isSuperAdmin", "accountStatus", "createdAt"] {
        assert_eq!(updated[field], before[field], "{field}");
    }
    assert_eq!(updated["first_name"], "Ngozi");
    server.get(&student, "/admin/customers").await.expect(403);
    server.try_log_in("10.0.0.1", "student@sabi.test", PASSWORD).await.expect(200);
    server.try_log_in("10.0.0.1", "student@sabi.test", "changed-by-profile").await.expect(401);
    let admin = server.admin().await;
    assert_eq!(server.get(&admin, "/me").await.expect(200)["user"]["first_name"], "Musa");
}

#[tokio::test]
async fn passwords_are_8_to_128_characters_not_common_and_not_the_email_at_every_door() {
    let server = Server::seeded().await;
    let email = "ngozi.okafor@example.ng";
    let bad = [
        "x7-y8z9".to_owned(),
        "y8".repeat(64) + "z",
        "🦁🐘🦒🦓🐆🦏🐊".to_owned(),
        email.to_owned(),
        email.to_uppercase(),
        "password123".to_owned(),
        "PASSWORD123".to_owned(),
        String::new(),
    ];
    let register = async |email: &str, password: &str| {
        let body = with(with(visitor(email), "password", password), "confirm_password", password);
        server.post(&Who::Nobody, "/register", body).await
    };
    for password in &bad {
        assert!(register(email, password).await.expect(422)["password"].is_string(), "{password}");
    }
    let good = [
        "x7-y8z9w".to_owned(),
        (0..128_u16).map(|n| char::from(b'!' + u8::try_from(n * 7 % 90).unwrap())).collect(),
        "🦁🐘🦒🦓🐆🦏🐊🐫".to_owned(),
        "🦁🐘".repeat(64),
        "  ẹ́ káàárọ̀  ".to_owned(),
    ];
    let owner = server.log_in("owner@sabi.test").await;
    for (n, password) in good.iter().enumerate() {
        let address = format!("good-{n}@example.ng");
        let id = register(&address, password).await.expect(201)["user"]["_id"].as_str().unwrap().to_owned();
        let active = json!({ "accountStatus": "Active" });
        server.put(&owner, &format!("/admin/customers/{id}/status"), active).await.expect(200);
        server.try_log_in("10.0.0.1", &address, password).await.expect(200);
        let cut: String = password.chars().take(password.chars().count() - 1).collect();
        server.try_log_in("10.0.0.1", &address, &cut).await.expect(401);
    }
    // The other doors ask the same.
    register(email, PASSWORD).await.expect(201);
    server.take_mails().await;
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": email })).await.expect(200);
    let reset = format!("/password/reset/{}", server.take_token(email, "password/reset").await);
    let student = server.student().await;
    for password in bad.iter().filter(|password| !password.is_empty()) {
        let body = json!({ "password": password, "confirm_password": password });
        assert!(server.put(&Who::Nobody, &reset, body.clone()).await.expect(422)["password"].is_string(), "{password}");
        let own = if password.contains('@') { "student@sabi.test" } else { password };
        let change = json!({ "oldPassword": PASSWORD, "newPassword": own, "confirmPassword": own });
        assert!(
            server.put(&student, "/password/update", change).await.expect(422)["newPassword"].is_string(),
            "{password}"
        );
        let added = with(with(visitor(email), "password", password.as_str()), "confirm_password", password.as_str());
        assert!(server.post(&owner, "/admin/users/add", added).await.expect(422)["password"].is_string(), "{password}");
    }
    server.get(&student, "/me").await.expect(200);
}

#[tokio::test]
async fn addresses_with_plus_capitals_and_unicode_are_one_account_each_and_reachable() {
    let server = Server::seeded().await;
    for (email, alias) in [
        ("Ngozi+JAMB@Example.ng", "ngozi+jamb@example.NG"),
        ("ngozi@example.ng", " NGOZI@EXAMPLE.NG "),
        ("\u{1ecd}l\u{e1}@example.ng", "\u{1ecc}L\u{c1}@example.ng"),
    ] {
        server.post(&Who::Nobody, "/register", visitor(email)).await.expect(201);
        let taken = server.post(&Who::Nobody, "/register", visitor(alias)).await.expect(409);
        assert_eq!(taken["code"], 11000, "{alias}");
        let mails = server.take_mails().await;
        assert_eq!(mails.len(), 1, "{email}");
        let path = format!("/activate-account/{}", mails[0].token("activate-account"));
        server.get(&Who::Nobody, &path).await.expect(200);
        assert_eq!(server.try_log_in("10.0.0.1", alias, PASSWORD).await.expect(200)["user"]["email"], email);
    }
    // Decomposed letters are the same address, at every door.
    let decomposed = "o\u{323}la\u{301}@example.ng";
    let again = server.post(&Who::Nobody, "/register", visitor(decomposed)).await;
    assert!(matches!(again.status.as_u16(), 409 | 422), "no second account: {}", again.text);
    server.try_log_in("10.0.0.1", decomposed, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn an_address_that_no_mail_server_takes_is_refused_and_nothing_is_sent() {
    let server = Server::seeded().await;
    let long = format!("{}@example.ng", "a".repeat(289));
    assert_eq!(long.len(), 300);
    for email in [
        long.as_str(),
        "a@example.ng\r\nBcc: victim@example.ng",
        "a@example.ng, victim@example.ng",
        "<a@example.ng>",
        "\"a b\"@example.ng",
        "a@localhost",
        "a@@example.ng",
        "a b@example.ng",
        "a@example.ng\u{202e}",
    ] {
        let refused = server.post(&Who::Nobody, "/register", visitor(email)).await.expect(422);
        assert_eq!(refused["email"], "Email is invalid", "{email:?}");
        let forgot = server.post(&Who::Nobody, "/password/forgot", json!({ "email": email })).await.expect(422);
        assert_eq!(forgot["email"], "Email is invalid", "{email:?}");
    }
    server.try_log_in("10.0.0.1", &long, PASSWORD).await.expect(401);
    assert!(server.take_mails().await.is_empty());
}

#[tokio::test]
async fn registrations_of_one_address_at_the_same_instant_make_one_account() {
    let server = Server::seeded().await;
    let spellings = ["ngozi@example.ng", "NGOZI@example.ng", "ngozi@EXAMPLE.ng", " ngozi@example.ng"];
    let answers = join_all(spellings.map(|email| server.post(&Who::Nobody, "/register", visitor(email)))).await;
    let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409]);
    for answer in answers.iter().filter(|answer| answer.status.as_u16() == 409) {
        let body = answer.json();
        assert_eq!(
            (&body["code"], &body["email"]),
            (&json!(11000), &json!("Entered email already exist, please try another."))
        );
    }
    assert_eq!(server.take_mails().await.len(), 1);
    let admin = server.admin().await;
    assert_eq!(server.get(&admin, "/admin/customers?q=ngozi").await.expect(200)["total"], 1);
}

#[tokio::test]
async fn whether_an_address_has_an_account_cannot_be_asked_without_limit() {
    let server = Server::seeded().await;
    let mut told = Vec::new();
    // An address gets a try back every six seconds of the machine's clock.
    while told.last() != Some(&429) && told.len() < 1_000 {
        let ask = server.ask("POST", "/api/v1/register").from("41.58.0.1").json(&visitor("student@sabi.test"));
        told.push(ask.send().await.status.as_u16());
    }
    assert!(told[..100].iter().all(|&status| status == 409), "{told:?}");
    assert_eq!(told.last(), Some(&429), "{told:?}");
}
