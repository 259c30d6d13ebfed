//! Tokens that are forged, late or of another kind, and sessions that have ended (ruling 8).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who, visitor, with};

fn token(who: &Who) -> &str {
    match who {
        Who::Bearer(token) => token,
        Who::Nobody => panic!("nobody has no token"),
    }
}

fn claims(who: &Who) -> Value {
    serde_json::from_slice(&BASE64.decode(token(who).split('.').nth(1).unwrap()).unwrap()).unwrap()
}

/// The token opens nothing, in the header or as a cookie.
async fn assert_dead(server: &Server, token: &str) {
    let answer = server.get(&Who::Bearer(token.into()), "/me").await.expect(401);
    assert_eq!((&answer["reason"], &answer["errMessage"]), (&json!("unauthenticated"), &json!("Unauthorised access")));
    let cookie = format!("sabi_session={token}");
    server.ask("GET", "/api/v1/me").header("cookie", &cookie).send().await.expect(401);
}

fn json_part(value: &Value) -> String {
    BASE64.encode(value.to_string())
}

#[tokio::test]
async fn a_token_without_a_signature_is_none() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let payload = json_part(&claims(&student));
    let signature = token(&student).rsplit('.').next().unwrap();
    for alg in ["none", "None", "NONE", "nOnE", "", "HS256"] {
        let head = json_part(&json!({ "alg": alg, "typ": "JWT" }));
        assert_dead(&server, &format!("{head}.{payload}.")).await;
        if alg != "HS256" {
            assert_dead(&server, &format!("{head}.{payload}.{signature}")).await;
        }
    }
    server.get(&student, "/me").await.expect(200);
}

#[tokio::test]
async fn a_token_of_another_key_or_algorithm_is_none() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let own = std::fs::read(server.data().join("secret.key")).unwrap();
    let sign = |algorithm, key: &[u8]| {
        encode(&Header::new(algorithm), &claims(&student), &EncodingKey::from_secret(key)).unwrap()
    };
    for key in [&b"secret"[..], b"", &[0; 32], hex(&own).as_bytes()] {
        assert_dead(&server, &sign(Algorithm::HS256, key)).await;
    }
    for algorithm in [Algorithm::HS384, Algorithm::HS512] {
        assert_dead(&server, &sign(algorithm, &own)).await;
    }
    // The same claims with the right key hold: what fails above fails for its key alone.
    server.get(&Who::Bearer(sign(Algorithm::HS256, &own)), "/me").await.expect(200);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn a_token_whose_claims_were_changed_is_none() {
    let server = Server::seeded().await;
    let (student, owner) = (server.student().await, server.log_in("owner@sabi.test").await);
    let parts: Vec<&str> = token(&student).split('.').collect();
    let mine = claims(&student);
    for (key, value) in [
        ("sub", claims(&owner)["sub"].clone()),
        ("kind", json!("operator")),
        ("stamp", claims(&owner)["stamp"].clone()),
        ("exp", json!(i64::MAX)),
    ] {
        let forged = json_part(&with(mine.clone(), key, value));
        assert_dead(&server, &format!("{}.{forged}.{}", parts[0], parts[2])).await;
    }
}

const DAY: i64 = 24 * 3600;

#[tokio::test]
async fn two_logins_within_a_second_are_two_sessions() {
    let server = Server::seeded().await;
    let (one, two) = (server.student().await, server.student().await);
    assert_ne!(token(&one), token(&two));
    assert_ne!(claims(&one)["jti"], claims(&two)["jti"]);
}

#[tokio::test]
async fn a_session_that_nobody_uses_ends_after_14_days() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let cookie = server.cookie_of("student@sabi.test").await;
    server.pass(14 * DAY - 1);
    server.get(&student, "/me").await.expect(200);
    server.pass(1);
    // A bearer token is not renewed: who came with one signs in again.
    assert_dead(&server, token(&student)).await;
    server.ask("GET", "/api/v1/me").header("cookie", &cookie).send().await.expect(401);
}

#[tokio::test]
async fn a_session_that_is_used_is_renewed_once_a_day_and_ends_after_30_days() {
    let server = Server::seeded().await;
    let mut cookie = server.cookie_of("student@sabi.test").await;
    let first = cookie.clone();
    let me = async |cookie: &str| server.ask("GET", "/api/v1/me").header("cookie", cookie).send().await;
    assert!(me(&cookie).await.cookie().is_none(), "a fresh one is not renewed");
    let id = |cookie: &str| claims(&Who::Bearer(cookie.split_once('=').unwrap().1.into()))["jti"].clone();
    for _ in 0..29 {
        server.pass(DAY);
        let answer = me(&cookie).await;
        let renewed = answer.cookie().expect("a renewed cookie");
        assert!(answer.headers["set-cookie"].to_str().unwrap().contains("HttpOnly; SameSite=Lax; Path=/"));
        answer.expect(200);
        assert_eq!(id(&renewed), id(&first), "it is the same session");
        assert!(me(&renewed).await.cookie().is_none(), "once a day");
        cookie = renewed;
    }
    me(&first).await.expect(401);
    server.pass(DAY - 1);
    me(&cookie).await.expect(200);
    server.pass(1);
    me(&cookie).await.expect(401);
}

#[tokio::test]
async fn no_cookie_rides_on_a_public_answer_and_a_bearer_token_is_no_use_to_note() {
    let server = Server::seeded().await;
    let cookie = server.cookie_of("student@sabi.test").await;
    let student = server.student().await;
    server.pass(DAY);
    for path in ["/api/v1/faqs", "/api/v1/admin/home-setting"] {
        let public = server.ask("GET", path).header("cookie", &cookie).send().await;
        assert!(public.cookie().is_none(), "{path}: a proxy may store it for everybody");
        public.expect(200);
    }
    let listed = server.get(&student, "/me/sessions").await.expect(200);
    for session in listed["data"].as_array().unwrap() {
        assert_eq!(session["usedAt"], session["beganAt"], "nothing was handed out");
    }
    assert!(server.ask("GET", "/api/v1/me").header("cookie", &cookie).send().await.cookie().is_some());
    // Lists shared by all signed-in users too, so no cache may store them.
    let shared = server.ask("GET", "/api/v1/get-assessments").header("cookie", &cookie).send().await;
    assert!(shared.cookie().is_some());
    assert_eq!(shared.headers["cache-control"], "no-store");
    shared.expect(200);
    let listed = server.get(&student, "/me/sessions").await.expect(200);
    let used = |one: &&Value| one["usedAt"] != one["beganAt"];
    assert_eq!(listed["data"].as_array().unwrap().iter().filter(used).count(), 1);
}

#[tokio::test]
async fn a_renewal_does_not_outlive_a_logout() {
    let server = Server::seeded().await;
    let cookie = server.cookie_of("student@sabi.test").await;
    server.pass(DAY);
    let out = server.ask("POST", "/api/v1/logout").header("cookie", &cookie).header("sec-fetch-site", "same-origin");
    let out = out.json(&json!({})).send().await;
    let set: Vec<_> = out.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    assert!(set.len() == 1 && set[0].contains("Max-Age=0"), "{set:?}");
    server.ask("GET", "/api/v1/me").header("cookie", &cookie).send().await.expect(401);
}

#[tokio::test]
async fn a_mailed_token_is_no_session_and_a_session_no_mailed_token() {
    let server = Server::seeded().await;
    server.post(&Who::Nobody, "/register", visitor("ngozi@example.ng")).await.expect(201);
    let activation = server.take_token("ngozi@example.ng", "activate-account").await;
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": "student@sabi.test" })).await.expect(200);
    let reset = server.take_token("student@sabi.test", "password/reset").await;
    assert_dead(&server, &activation).await;
    assert_dead(&server, &reset).await;
    let student = server.student().await;
    let new = json!({ "password": "new-password-2026", "confirm_password": "new-password-2026" });
    // A session's token is longer than any link.
    for (wrong, status) in [(activation.as_str(), 422), (token(&student), 404)] {
        server.put(&Who::Nobody, &format!("/password/reset/{wrong}"), new.clone()).await.expect(status);
    }
    for (wrong, status) in [(reset.as_str(), 422), (token(&student), 404)] {
        server.get(&Who::Nobody, &format!("/activate-account/{wrong}")).await.expect(status);
    }
    server.put(&Who::Nobody, &format!("/password/reset/{reset}"), new).await.expect(200);
}

#[tokio::test]
async fn logging_out_ends_every_session_of_the_account() {
    let server = Server::seeded().await;
    let (one, two, other) = (server.student().await, server.student().await, server.admin().await);
    server.post(&one, "/logout", Value::Null).await.expect(200);
    assert_dead(&server, token(&one)).await;
    assert_dead(&server, token(&two)).await;
    server.get(&other, "/me").await.expect(200);
}

#[tokio::test]
async fn a_logout_may_end_its_own_session_alone() {
    let server = Server::seeded().await;
    let (one, two, three) = (server.student().await, server.student().await, server.student().await);
    server.post(&one, "/logout", json!({ "everywhere": false })).await.expect(200);
    assert_dead(&server, token(&one)).await;
    server.get(&two, "/me").await.expect(200);
    let listed = server.get(&two, "/me/sessions").await.expect(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 2);
    // What is no answer to the question ends nothing.
    let wrong = server.post(&two, "/logout", json!({ "everywhere": "no" })).await.expect(422);
    assert!(wrong["everywhere"].is_string(), "{wrong}");
    server.raw(&two, "POST", "/logout", Some("text/plain"), r#"{"everywhere":false}"#).await.expect(415);
    server.get(&two, "/me").await.expect(200);
    server.post(&two, "/logout", json!({ "everywhere": true })).await.expect(200);
    assert_dead(&server, token(&three)).await;
}

#[tokio::test]
async fn a_logout_without_a_body_ends_every_session() {
    let server = Server::seeded().await;
    for (kind, body) in [(None, ""), (Some("application/json"), ""), (Some("application/json"), "{}")] {
        let (one, two) = (server.student().await, server.student().await);
        server.raw(&one, "POST", "/logout", kind, body).await.expect(200);
        assert_dead(&server, token(&one)).await;
        assert_dead(&server, token(&two)).await;
    }
}

#[tokio::test]
async fn a_changed_password_ends_old_sessions_and_an_open_reset_link() {
    let server = Server::seeded().await;
    let (one, two) = (server.student().await, server.student().await);
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": "student@sabi.test" })).await.expect(200);
    let link = server.take_token("student@sabi.test", "password/reset").await;
    let change =
        json!({ "oldPassword": PASSWORD, "newPassword": "new-password-2026", "confirmPassword": "new-password-2026" });
    let changed = server.put(&one, "/password/update", change).await.expect(200);
    assert_dead(&server, token(&one)).await;
    assert_dead(&server, token(&two)).await;
    let renewed = Who::Bearer(changed["token"].as_str().unwrap().into());
    server.get(&renewed, "/me").await.expect(200);
    // Somebody who read an older mail must not take the account over.
    let new = json!({ "password": "thief-password-2026", "confirm_password": "thief-password-2026" });
    server.put(&Who::Nobody, &format!("/password/reset/{link}"), new).await.expect(422);
    server.get(&renewed, "/me").await.expect(200);
}

#[tokio::test]
async fn a_reset_password_ends_old_sessions() {
    let server = Server::seeded().await;
    let student = server.student().await;
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": "student@sabi.test" })).await.expect(200);
    let link = server.take_token("student@sabi.test", "password/reset").await;
    server.get(&student, "/me").await.expect(200);
    let new = json!({ "password": "new-password-2026", "confirm_password": "new-password-2026" });
    let answer = server.put(&Who::Nobody, &format!("/password/reset/{link}"), new).await;
    assert!(answer.headers.get("set-cookie").is_none(), "a reset signs nobody in");
    answer.expect(200);
    assert_dead(&server, token(&student)).await;
}

#[tokio::test]
async fn a_block_a_new_role_a_given_password_and_a_new_email_end_old_sessions() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let form = json!({
        "first_name": "Ada", "last_name": "Okafor", "email": "moved@sabi.test", "mobile_code": "234", "accountStatus": "Active",
    });
    for (n, (path, body)) in [
        ("/admin/customers/{id}/status", json!({ "accountStatus": "Blocked" })),
        ("/admin/customers/{id}/status", json!({ "accountStatus": "Suspended" })),
        ("/admin/users/{id}/role", json!({})),
        ("/admin/users/{id}/password", json!({ "password": "given-by-the-owner" })),
        ("/admin/customers/{id}", form),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("person-{n}@sabi.test");
        let added = with(visitor(&email), "accountStatus", "Active");
        let id = server.post(&owner, "/admin/customers/add", added).await.expect(201)["data"]["_id"].clone();
        let session = server.log_in(&email).await;
        server.get(&session, "/me").await.expect(200);
        server.put(&owner, &path.replace("{id}", id.as_str().unwrap()), body).await.expect(200);
        assert_dead(&server, token(&session)).await;
        // Made active again, the old session stays ended.
        if path.ends_with("/status") {
            let body = json!({ "accountStatus": "Active" });
            server.put(&owner, &path.replace("{id}", id.as_str().unwrap()), body).await.expect(200);
            assert_dead(&server, token(&session)).await;
        }
    }
}

#[tokio::test]
async fn a_session_of_a_deleted_account_is_none() {
    let server = Server::seeded().await;
    let session = server.another_student().await;
    let id = server.my_id(&session).await;
    let admin = server.admin().await;
    server.raw(&admin, "DELETE", &format!("/admin/users/{id}"), None, "").await.expect(200);
    assert_dead(&server, token(&session)).await;
}
