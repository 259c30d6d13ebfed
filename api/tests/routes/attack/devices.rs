//! Strangers who guess do not shut the owner of an account out of a device that the account knows.

use serde_json::{Value, json};

use crate::common::{Answer, PASSWORD, Server, Who};

const EMAIL: &str = "student@sabi.test";

/// `name=value` of the cookie that a device keeps after this sign-in.
#[track_caller]
fn device_of(answer: &Answer) -> String {
    let set = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let device = set.into_iter().find(|value| value.starts_with("sabi_device=")).expect("a device cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
        assert!(device.contains(part), "{device}");
    }
    device.split(';').next().unwrap().to_owned()
}

async fn log_in(server: &Server, device: &str, from: &str, email: &str, password: &str) -> Answer {
    let ask = server.ask("POST", "/api/v1/login").from(from).header("cookie", device);
    ask.json(&json!({ "email": email, "password": password })).send().await
}

async fn known(server: &Server, email: &str) -> String {
    let answer = log_in(server, "", "102.89.0.1", email, PASSWORD).await;
    let device = device_of(&answer);
    answer.expect(200);
    device
}

/// Uses up what the account allows to strangers, and what their address is allowed.
async fn guess(server: &Server) {
    for n in 0..10 {
        log_in(server, "", &format!("41.58.0.{n}"), EMAIL, "a-wrong-guess").await.expect(401);
    }
    log_in(server, "", "41.58.0.11", EMAIL, PASSWORD).await.expect(429);
}

#[tokio::test]
async fn the_owner_signs_in_on_a_known_device_while_strangers_wait() {
    let server = Server::seeded().await;
    let device = known(&server, EMAIL).await;
    guess(&server).await;
    let answer = log_in(&server, &device, "102.89.0.1", EMAIL, PASSWORD).await;
    let again = device_of(&answer);
    answer.expect(200);
    // That opens the door to nobody else.
    log_in(&server, "", "41.58.0.12", EMAIL, PASSWORD).await.expect(429);
    log_in(&server, &again, "102.89.0.1", EMAIL, PASSWORD).await.expect(200);
    // Nor does somebody else's guessing behind the same address.
    for n in 0..110 {
        let email = format!("nobody-{n}@sabi.test");
        let other = log_in(&server, "", "102.89.0.1", &email, "a-wrong-guess").await.status.as_u16();
        assert!(matches!(other, 401 | 429), "{other}");
    }
    // An account without failures of its own is let through. The address gets a try back every six seconds of the
    // machine's clock, so on a slow machine it takes more guesses until it has none.
    let mut is_refused = false;
    for round in 0..20 {
        log_in(&server, "", "102.89.0.1", "admin@sabi.test", "a-wrong-guess").await.expect(401);
        is_refused = log_in(&server, "", "102.89.0.1", "admin@sabi.test", PASSWORD).await.status.as_u16() == 429;
        if is_refused {
            break;
        }
        for n in 0..20 {
            let email = format!("nobody-{round}-{n}@sabi.test");
            log_in(&server, "", "102.89.0.1", &email, "a-wrong-guess").await;
        }
    }
    assert!(is_refused, "an account with failures of its own is let through");
    log_in(&server, &again, "102.89.0.1", EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_known_device_has_ten_tries_of_its_own() {
    let server = Server::seeded().await;
    let device = known(&server, EMAIL).await;
    for _ in 0..10 {
        log_in(&server, &device, "102.89.0.1", EMAIL, "a-wrong-guess").await.expect(401);
    }
    log_in(&server, &device, "102.89.0.1", EMAIL, PASSWORD).await.expect(429);
    // The account is tried from elsewhere as before.
    log_in(&server, "", "102.89.0.2", EMAIL, PASSWORD).await.expect(200);
    server.pass(600);
    log_in(&server, &device, "102.89.0.1", EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_device_is_known_to_its_own_account_and_password_alone() {
    let server = Server::seeded().await;
    let (device, other) = (known(&server, EMAIL).await, known(&server, "admin@sabi.test").await);
    let session = server.cookie_of(EMAIL).await;
    guess(&server).await;
    let planted = format!("sabi_device={}", session.split_once('=').unwrap().1);
    let forged = format!("{}x", device);
    for strange in [&other, &planted, &forged, "sabi_device=", "sabi_device=a.b.c"] {
        log_in(&server, strange, "102.89.0.3", EMAIL, PASSWORD).await.expect(429);
    }
    // It is no session either.
    let token = device.split_once('=').unwrap().1;
    server.get(&Who::Bearer(token.into()), "/me").await.expect(401);
    server.ask("GET", "/api/v1/me").header("cookie", &format!("sabi_session={token}")).send().await.expect(401);
    // After a password change, knowing the old password no longer makes a device known.
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": EMAIL })).await.expect(200);
    let token = server.take_token(EMAIL, "password/reset").await;
    let new = json!({ "password": "new-password-2026", "confirm_password": "new-password-2026" });
    server.put(&Who::Nobody, &format!("/password/reset/{token}"), new).await.expect(200);
    guess(&server).await;
    log_in(&server, &device, "102.89.0.1", EMAIL, "new-password-2026").await.expect(429);
}

#[tokio::test]
async fn a_device_outlives_a_logout_and_a_caller_with_a_token_gets_none() {
    let server = Server::seeded().await;
    let answer = log_in(&server, "", "102.89.0.1", EMAIL, PASSWORD).await;
    let (device, session) = (device_of(&answer), answer.cookie().unwrap());
    let out = server.ask("POST", "/api/v1/logout").header("cookie", &session).header("sec-fetch-site", "same-origin");
    out.json(&Value::Null).send().await.expect(200);
    guess(&server).await;
    log_in(&server, &device, "102.89.0.1", EMAIL, PASSWORD).await.expect(200);
    assert!(server.try_log_in("102.89.0.1", "admin@sabi.test", PASSWORD).await.headers.get("set-cookie").is_none());
}
