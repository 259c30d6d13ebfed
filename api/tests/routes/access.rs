//! Every operation of the document × everyone who may call: none goes without a decision.

use sabi_api::Access;
use serde_json::{Value, json};

use crate::common::{Server, Who, visitor};

/// The path's parameters filled in: what belongs to a student with the demo student's own records,
/// everything else with an id that is nobody's.
fn fill(path: &str, owned: &[(&str, &str)]) -> (String, bool) {
    let mut is_owned = false;
    let parts: Vec<_> = path
        .split('/')
        .map(|part| {
            let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) else {
                return part.to_owned();
            };
            let key = if path.starts_with("/api/v1/attempts/") { "attempt" } else { name };
            let of_a_user = ["/api/v1/admin/users/{id}", "/api/v1/get-mock-results-analytics/{id}"];
            let key = if of_a_user.contains(&path) { "userId" } else { key };
            match owned.iter().find(|(name, _)| *name == key) {
                Some((_, id)) => {
                    is_owned = true;
                    (*id).to_owned()
                }
                None => "nothing".into(),
            }
        })
        .collect();
    (parts.join("/"), is_owned)
}

#[tokio::test]
async fn every_operation_lets_in_exactly_those_it_should() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "practice").await;
    let attempt = started["attempt"]["_id"].as_str().unwrap();
    let answers = json!([crate::common::choose(&crate::common::questions(&started)[0], 0)]);
    let quiz = server.start(&student, "study").await;
    let quiz = quiz["attempt"]["_id"].as_str().unwrap().to_owned();
    let first = server.get(&student, &format!("/attempts/{quiz}")).await.expect(200);
    let submit =
        json!({ "attemptId": quiz, "answered": [crate::common::choose(&crate::common::questions(&first)[0], 0)] });
    server.post(&student, "/submit-result", submit).await.expect(200);
    let user = server.my_id(&student).await;
    let owned = [("attempt", attempt), ("quizId", quiz.as_str()), ("userId", user.as_str())];

    let other = server.another_student().await;
    let (admin, owner) = (server.admin().await, server.log_in("owner@sabi.test").await);
    let moderator = server.moderator("moderator@sabi.test").await;
    let blocked = blocked_student(&server, &owner).await;

    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut walked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let access: Access = serde_json::from_value(operation["x-access"].clone())
                .unwrap_or_else(|_| panic!("{method} {path} has no decision about who may call it"));
            let (at, is_owned) = fill(path, &owned);
            let body = match path.rsplit('/').next() {
                Some("answers") => json!({ "revision": 0, "answers": answers }),
                Some("open") => json!({}),
                Some("reveal") => json!({ "question": answers[0]["question"] }),
                _ => Value::Null,
            };
            for (name, who) in [
                ("nobody", &Who::Nobody),
                ("blocked", &blocked),
                ("student", &student),
                ("other", &other),
                ("moderator", &moderator),
                ("admin", &admin),
                ("owner", &owner),
            ] {
                if path.ends_with("/logout") && !matches!(name, "nobody" | "blocked") {
                    continue; // It would end the session that the rest of the walk needs.
                }
                // The student's own cancel would end what the rest of the walk needs.
                let at = if path.ends_with("/cancel") && name == "student" {
                    "/api/v1/attempts/nothing/cancel"
                } else {
                    &at
                };
                let answer =
                    server.raw(who, &method.to_uppercase(), at, Some("application/json"), body.to_string()).await;
                let status = answer.status.as_u16();
                let refused = status == 401 || status == 403;
                let signed_in = !matches!(name, "nobody" | "blocked");
                let expected = match access {
                    Access::Public => !refused || path.ends_with("/login") || path.ends_with("/webhook"),
                    _ if !signed_in => status == 401,
                    Access::SignedIn if is_owned && matches!(name, "other" | "moderator") => {
                        status == 403 || status == 404
                    }
                    Access::SignedIn if is_owned => !refused || path.contains("/attempts/") && name != "student",
                    Access::SignedIn => !refused,
                    Access::Moderator => refused != matches!(name, "moderator" | "admin" | "owner"),
                    Access::Admin => refused != matches!(name, "admin" | "owner"),
                    Access::Owner => refused != (name == "owner"),
                    Access::Operator => status == 403,
                };
                assert!(expected, "{method} {path} ({access:?}) answered {status} to {name}: {}", answer.text);
                walked += 1;
            }
        }
    }
    assert!(walked > 300, "the walk saw {walked} calls only");
}

/// A student who signed in and was blocked afterwards: the old session holds no more.
async fn blocked_student(server: &Server, owner: &Who) -> Who {
    let body = json!({
        "first_name": "Bola", "last_name": "Ade", "email": "bola@sabi.test", "password": crate::common::PASSWORD,
        "confirm_password": crate::common::PASSWORD, "accountStatus": "Active",
    });
    let added = server.post(owner, "/admin/customers/add", body).await.expect(201);
    let bola = server.log_in("bola@sabi.test").await;
    server.get(&bola, "/me").await.expect(200);
    let path = format!("/admin/customers/{}/status", added["data"]["_id"].as_str().unwrap());
    server.put(owner, &path, json!({ "accountStatus": "Blocked" })).await.expect(200);
    bola
}

#[tokio::test]
async fn a_cookie_counts_only_from_our_own_pages() {
    let server = Server::seeded().await;
    let body = json!({ "email": "student@sabi.test", "password": crate::common::PASSWORD });
    let answer = server.post(&Who::Nobody, "/login", body).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(answer.json()["token"].is_null(), "the token is not shown to scripts");
    let cookie = cookie.split(';').next().unwrap().to_owned();

    let send = async |headers: &[(&str, &str)]| {
        let mut request = axum::http::Request::post("/api/v1/get-year-questions")
            .header("cookie", &cookie)
            .header("host", "sabi.test");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        server.send(request.header("content-type", "application/json").body("{}".into()).unwrap()).await.status.as_u16()
    };
    assert_eq!(send(&[("sec-fetch-site", "cross-site")]).await, 403);
    assert_eq!(send(&[("origin", "https://evil.test")]).await, 403);
    assert_eq!(send(&[]).await, 403);
    assert_eq!(send(&[("sec-fetch-site", "same-origin")]).await, 422);
    assert_eq!(send(&[("origin", "http://sabi.test")]).await, 422);
}

#[tokio::test]
async fn an_activation_signs_in_the_browser_that_registered() {
    let server = Server::seeded().await;
    let registered = server.post(&Who::Nobody, "/register", visitor("ngozi@sabi.test")).await;
    let set = registered.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(set.contains("HttpOnly") && set.contains("Path=/api/v1/activate-account"), "{set}");
    let browser = registered.cookie().expect("a cookie");
    registered.expect(201);
    let path = format!("/api/v1/activate-account/{}", server.take_token("ngozi@sabi.test", "activate-account").await);

    let answer = server.ask("GET", &path).header("cookie", &browser).send().await;
    let session = answer.cookie().expect("a session cookie");
    let body = answer.expect(200);
    assert_eq!((&body["email"], &body["user"]["email"]), (&json!("ngozi@sabi.test"), &json!("ngozi@sabi.test")));
    let me = server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(200);
    assert_eq!(me["user"]["email"], "ngozi@sabi.test");
}

#[tokio::test]
async fn an_activation_signs_nobody_out() {
    let server = Server::seeded().await;
    let registered = server.post(&Who::Nobody, "/register", visitor("ngozi@sabi.test")).await;
    let browser = registered.cookie().expect("a cookie");
    let other = server.cookie_of("student@sabi.test").await;
    let path = format!("/api/v1/activate-account/{}", server.take_token("ngozi@sabi.test", "activate-account").await);
    let answer = server.ask("GET", &path).header("cookie", &format!("{browser}; {other}")).send().await;
    assert!(answer.cookie().is_none(), "somebody else is signed in on this browser");
    let body = answer.expect(200);
    assert_eq!((&body["email"], &body["user"]), (&json!("ngozi@sabi.test"), &Value::Null));
}
