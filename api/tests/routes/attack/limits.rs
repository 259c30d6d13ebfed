//! Guessing, and floods (ruling 11). What counts per account goes by the server's clock, which stands
//! here; what counts per address goes by the machine's, so those tests use up far more than comes back.

use serde_json::{Value, json};

use crate::common::{Answer, PASSWORD, Server, Who, visitor};

const EMAIL: &str = "student@sabi.test";

/// Ten bad sign-ins for one account from ten addresses.
async fn guess(server: &Server) {
    for n in 1..=10 {
        server.try_log_in(&format!("41.58.0.{n}"), EMAIL, "a-wrong-guess").await.expect(401);
    }
}

#[track_caller]
fn assert_too_many(answer: Answer) -> u64 {
    let wait = answer.headers.get("retry-after").and_then(|wait| wait.to_str().ok()).and_then(|wait| wait.parse().ok());
    let body = answer.expect(429);
    assert_eq!((&body["success"], &body["reason"]), (&json!(false), &json!("too-many-tries")));
    assert_eq!(body["retryAfter"].as_u64(), wait);
    wait.expect("Retry-After")
}

#[tokio::test]
async fn the_11th_bad_login_from_an_11th_address_waits_and_recovers_in_10_minutes() {
    let server = Server::seeded().await;
    guess(&server).await;
    let wait = assert_too_many(server.try_log_in("41.58.0.11", EMAIL, "a-wrong-guess").await);
    assert!((1..=601).contains(&wait), "{wait}");
    assert_too_many(server.try_log_in("41.58.0.12", &EMAIL.to_uppercase(), PASSWORD).await);
    server.try_log_in("41.58.0.11", "admin@sabi.test", PASSWORD).await.expect(200);
    server.pass(599);
    assert_too_many(server.try_log_in("41.58.0.11", EMAIL, PASSWORD).await);
    server.pass(1);
    server.try_log_in("41.58.0.11", EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_reset_lets_the_owner_of_the_account_in_at_once() {
    let server = Server::seeded().await;
    guess(&server).await;
    assert_too_many(server.try_log_in("41.58.0.11", EMAIL, PASSWORD).await);
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": EMAIL })).await.expect(200);
    let token = server.take_token(EMAIL, "password/reset").await;
    let new = json!({ "password": "new-password-2026", "confirm_password": "new-password-2026" });
    server.put(&Who::Nobody, &format!("/password/reset/{token}"), new).await.expect(200);
    server.try_log_in("41.58.0.11", EMAIL, "new-password-2026").await.expect(200);
}

#[tokio::test]
async fn an_unknown_address_meets_the_same_limit() {
    let server = Server::seeded().await;
    for n in 1..=10 {
        server.try_log_in(&format!("41.58.0.{n}"), "nobody@sabi.test", PASSWORD).await.expect(401);
    }
    assert_too_many(server.try_log_in("41.58.0.11", "nobody@sabi.test", PASSWORD).await);
}

#[tokio::test]
async fn guesses_at_the_same_instant_are_counted_each() {
    let server = Server::seeded().await;
    let from: Vec<String> = (1..=25).map(|n| format!("41.58.1.{n}")).collect();
    let tries = from.iter().map(|from| server.try_log_in(from, EMAIL, "a-wrong-guess"));
    let answers = futures::future::join_all(tries).await;
    let told = |status| answers.iter().filter(|answer| answer.status.as_u16() == status).count();
    assert!(told(401) <= 10 && told(401) + told(429) + told(503) == 25, "{} {} {}", told(401), told(429), told(503));
    assert_too_many(server.try_log_in("41.58.0.11", EMAIL, PASSWORD).await);
}

#[tokio::test]
async fn the_old_password_cannot_be_guessed_from_an_open_session() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let change = |old: &str| json!({ "oldPassword": old, "newPassword": "new-password-2026", "confirmPassword": "new-password-2026" });
    for _ in 0..10 {
        server.put(&student, "/password/update", change("a-wrong-guess")).await.expect(422);
    }
    assert_too_many(server.put(&student, "/password/update", change(PASSWORD)).await);
    assert_too_many(server.post(&student, "/me/erase", json!({ "password": PASSWORD })).await);
    server.pass(600);
    server.put(&student, "/password/update", change(PASSWORD)).await.expect(200);
}

#[tokio::test]
async fn the_count_of_an_account_survives_a_restart() {
    let first = Server::with(|settings| settings.store = None).await;
    guess(&first).await;
    let second = first.restart().await;
    assert_too_many(second.try_log_in("41.58.0.11", EMAIL, PASSWORD).await);
    second.pass(600);
    second.try_log_in("41.58.0.11", EMAIL, PASSWORD).await.expect(200);
}

/// How many mails an address may ask for at once.
const MAILS: usize = 30;

/// Asks for a mail, each time for another account, and says with which call the address was stopped.
async fn stopped_at(server: &Server, peer: &str, forwarded: impl Fn(usize) -> String) -> Option<usize> {
    for n in 0..MAILS * 2 {
        let ask = server.ask("POST", "/api/v1/password/forgot").from(peer);
        let ask = ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip", "true-client-ip", "x-client-ip"]
            .into_iter()
            .fold(ask, |ask, name| ask.header(name, &forwarded(n)));
        let answer = ask.json(&json!({ "email": format!("n{n}.{}@example.ng", peer.len()) })).send().await;
        if answer.status.as_u16() == 429 {
            assert_too_many(answer);
            return Some(n);
        }
        answer.expect(200);
    }
    None
}

#[tokio::test]
async fn without_trusted_proxies_no_header_changes_a_callers_address() {
    let server = Server::seeded().await;
    let stopped = stopped_at(&server, "41.58.0.1", |n| format!("102.89.0.{n}")).await.expect("a limit");
    assert!((MAILS..=MAILS + 5).contains(&stopped), "{stopped}");
    let other = server.ask("POST", "/api/v1/password/forgot").from("41.58.0.2");
    other.json(&json!({ "email": EMAIL })).send().await.expect(200);
}

#[tokio::test]
async fn a_trusted_proxy_is_believed_and_nobody_before_it() {
    let proxied = || Server::with(|settings| settings.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()]);
    // The proxy tells different callers apart.
    let server = proxied().await;
    assert_eq!(stopped_at(&server, "10.0.0.1", |n| format!("102.89.0.{n}")).await, None);
    // Hops that a caller writes in front of the proxy's own change nothing, nor does a second trusted hop.
    let server = proxied().await;
    let stopped =
        stopped_at(&server, "10.0.0.1", |n| format!("6.6.6.{n}, 102.89.0.7, 10.0.0.2")).await.expect("a limit");
    assert!((MAILS..=MAILS + 5).contains(&stopped), "{stopped}");
    let server = proxied().await;
    let stopped = stopped_at(&server, "10.0.0.1", |n| format!("6.6.6.{n}, nonsense")).await.expect("a limit");
    assert!((MAILS..=MAILS + 5).contains(&stopped), "{stopped}");
    // A caller who is no proxy of ours is not believed.
    let server = proxied().await;
    assert!(stopped_at(&server, "41.58.0.1", |n| format!("102.89.0.{n}")).await.is_some());
}

#[tokio::test]
async fn guessing_links_from_one_address_is_stopped() {
    let server = Server::seeded().await;
    let guess = async |n: usize| {
        let path = format!("/api/v1/activate-account/{n:064x}");
        server.ask("GET", &path).from("41.58.0.1").send().await
    };
    let mut statuses = Vec::new();
    for n in 0..60 {
        statuses.push(guess(n).await.status.as_u16());
    }
    assert!(statuses[..30].iter().all(|&status| status == 422) && statuses.contains(&429), "{statuses:?}");
    server.post(&Who::Nobody, "/register", visitor("ngozi@example.ng")).await.expect(201);
    let token = server.take_token("ngozi@example.ng", "activate-account").await;
    let other = server.ask("GET", &format!("/api/v1/activate-account/{token}")).from("41.58.0.2").send().await;
    other.expect(200);
}

#[tokio::test]
async fn one_account_gets_five_link_mails_an_hour() {
    let server = Server::seeded().await;
    let forgot = async |n: usize| {
        let ask = server.ask("POST", "/api/v1/password/forgot").from(&format!("41.58.0.{n}"));
        ask.json(&json!({ "email": EMAIL })).send().await
    };
    for n in 0..5 {
        forgot(n).await.expect(200);
    }
    assert_too_many(forgot(6).await);
    assert_eq!(server.take_mails().await.len(), 5);
    server.pass(3600);
    forgot(7).await.expect(200);
}

#[tokio::test]
async fn a_school_of_300_students_behind_one_address_signs_in() {
    let server = Server::seeded().await;
    // All with the demo student's password: hashing three hundred would take longer than the test.
    let sql = "FOR $n IN 0..300 { CREATE user CONTENT (SELECT * OMIT id FROM ONLY user WHERE email_key = 'student@sabi.test' LIMIT 1) + \
        { email: <string> $n + '@school.test', email_key: <string> $n + '@school.test' } };";
    server.app.store.write(sql).done().await.unwrap();
    let school = "102.89.33.1";
    let body = |n: usize, password: &str| json!({ "email": format!("{n}@school.test"), "password": password });
    for n in 0..300 {
        let login = |body: Value| server.ask("POST", "/api/v1/login").from(school).json(&body).send();
        // One in ten mistypes first.
        if n % 10 == 0 {
            login(body(n, "mistyped")).await.expect(401);
        }
        login(body(n, PASSWORD)).await.expect(200);
    }
}
