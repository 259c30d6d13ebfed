//! The security headers around every answer.

use serde_json::json;

use crate::common::{Answer, PASSWORD, Server, Who};

#[track_caller]
fn assert_guarded(what: &str, answer: &Answer) {
    let header = |name: &str| answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    assert_eq!(header("x-content-type-options"), "nosniff", "{what}");
    assert!(!header("x-request-id").is_empty(), "{what}");
    // No browser makes a document of these once it may not guess what they are; students pay for every byte.
    let kind = header("content-type").split(';').next().unwrap_or_default();
    if ["application/json", "text/csv"].contains(&kind) {
        assert!(answer.headers.get("content-security-policy").is_none(), "{what}");
        return;
    }
    let policy = header("content-security-policy");
    let directive =
        |name: &str| policy.split(';').map(str::trim).find_map(|part| part.strip_prefix(name)).map(str::trim);
    let script =
        directive("script-src").or_else(|| directive("default-src")).unwrap_or_else(|| panic!("{what}: {policy}"));
    assert!(!script.contains("unsafe") && !script.contains('*') && !script.contains("data:"), "{what}: {script}");
    // Frames and objects are not covered by default-src in all its forms.
    assert_eq!(directive("frame-ancestors"), Some("'none'"), "{what}: {policy}");
    let elsewhere = header("referrer-policy");
    assert!(
        kind == "image/png" || ["same-origin", "no-referrer", "strict-origin-when-cross-origin"].contains(&elsewhere),
        "{what}"
    );
}

/// One answer of every kind.
async fn every_kind(server: &Server) -> Vec<(&'static str, u16, Answer)> {
    let admin = server.admin().await;
    let picture = server.ask("POST", "/api/upload-image").by(&admin).file("a.png", &super::uploads::dot()).send().await;
    let url = picture.json()["url"].as_str().unwrap().to_owned();
    let login = json!({ "email": "student@sabi.test", "password": PASSWORD });
    let get = async |path: &str| server.ask("GET", path).send().await;
    vec![
        ("page", 0, get("/").await),
        ("page of the app's router", 0, get("/dashboard").await),
        ("documents", 200, get("/api/docs").await),
        ("openapi", 200, get("/api/v1/openapi.json").await),
        ("health", 200, get("/healthz").await),
        ("readiness", 200, get("/readyz").await),
        ("upload", 201, picture),
        ("picture", 200, get(&url).await),
        ("no picture", 404, get("/uploads/nothing.png").await),
        ("no file", 404, get("/nothing.js").await),
        ("no api", 404, get("/api/v1/nothing").await),
        ("no api at all", 404, get("/api/nothing").await),
        ("list", 200, get("/api/v1/exam-types").await),
        ("sign-in", 200, server.post(&Who::Nobody, "/login", login).await),
        ("malformed", 400, server.raw(&Who::Nobody, "POST", "/login", Some("application/json"), "{").await),
        ("unauthorised", 401, get("/api/v1/me").await),
        ("forbidden", 403, server.get(&server.student().await, "/admin/exams").await),
        ("wrong method", 405, server.ask("DELETE", "/api/v1/me").send().await),
        (
            "too large",
            413,
            server.raw(&Who::Nobody, "POST", "/login", Some("application/json"), vec![b' '; 3_000_000]).await,
        ),
        ("wrong kind", 415, server.raw(&Who::Nobody, "POST", "/login", Some("text/plain"), "x").await),
        ("wrong field", 422, server.post(&Who::Nobody, "/login", json!({})).await),
        ("csv", 200, server.get(&admin, "/admin/audit/export").await),
    ]
}

#[tokio::test]
async fn every_kind_of_answer_carries_the_security_headers() {
    let server = Server::seeded().await;
    for (what, status, answer) in every_kind(&server).await {
        assert!(status == 0 || answer.status.as_u16() == status, "{what}: {} {}", answer.status, answer.text);
        assert_guarded(what, &answer);
        assert!(answer.headers.get("strict-transport-security").is_none(), "{what}: over http nothing is promised");
        assert!(answer.headers.get("server").is_none() && answer.headers.get("x-powered-by").is_none(), "{what}");
        assert!(answer.headers.get("access-control-allow-origin").is_none(), "{what}: no other site reads this");
    }
}

#[tokio::test]
async fn over_https_hsts_is_on_every_answer_and_the_cookie_is_bound_to_the_host() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.example".parse().unwrap())).await;
    for (what, _, answer) in every_kind(&server).await {
        let hsts = answer.headers.get("strict-transport-security").and_then(|value| value.to_str().ok());
        let age = hsts.and_then(|value| value.strip_prefix("max-age=")?.split(';').next()?.parse::<u64>().ok());
        assert!(age.is_some_and(|age| age >= 31_536_000), "{what}: {hsts:?}");
        assert_guarded(what, &answer);
    }
    let login = json!({ "email": "student@sabi.test", "password": PASSWORD });
    let answer = server.post(&Who::Nobody, "/login", login).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-sabi_session="), "{cookie}");
    for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"] {
        assert!(cookie.split("; ").any(|one| one == part), "{part}: {cookie}");
    }
    assert!(!cookie.to_lowercase().contains("domain="), "{cookie}");
}

#[tokio::test]
async fn personal_responses_are_not_cached() {
    let server = Server::seeded().await;
    let student = server.student().await;
    for path in ["/me", "/me/export", "/attempts", "/nothing"] {
        assert_eq!(server.get(&student, path).await.headers["cache-control"], "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_and_a_wrong_path_are_refused_in_the_envelope() {
    let server = Server::seeded().await;
    for (method, path, status) in [
        ("DELETE", "/api/v1/me", 405),
        ("GET", "/api/v1/register", 405),
        ("GET", "/api/v1/nothing", 404),
        ("POST", "/nothing", 404),
    ] {
        let body = server.ask(method, path).send().await.expect(status);
        assert_eq!(
            (&body["success"], body["errMessage"].is_string(), body["reason"].is_string()),
            (&json!(false), true, true)
        );
    }
}

#[tokio::test]
async fn a_request_with_two_hosts_is_refused() {
    let server = Server::seeded().await;
    // Refused before it is known which operation is asked for, so the document names it nowhere.
    for path in ["/", "/healthz", "/nothing"] {
        let ask = |hosts: &[&'static str]| {
            hosts.iter().fold(server.ask("GET", path), |ask, host| ask.header("host", host)).send()
        };
        assert_ne!(ask(&["sabi.test"]).await.status, 400, "{path}");
        for hosts in [["sabi.test", "sabi.test"], ["sabi.test", "evil.test"]] {
            let answer = ask(&hosts).await;
            assert_eq!((answer.status.as_u16(), answer.json()["reason"].as_str()), (400, Some("malformed")), "{path}");
        }
    }
}

#[tokio::test]
async fn a_cached_answer_is_guarded_like_the_first() {
    let server = Server::seeded().await;
    for path in ["/api/v1/exam-types", "/api/v1/faqs", "/exams/jamb-utme", "/sitemap.xml"] {
        let read = || server.ask("GET", path).send();
        let (first, again) = (read().await, read().await);
        assert_guarded(path, &again);
        let lasting = |answer: &Answer| {
            let mut headers = answer.headers.clone();
            for name in ["x-request-id", "content-length"] {
                headers.remove(name);
            }
            headers
        };
        assert_eq!((again.status.as_u16(), &again.text), (200, &first.text), "{path}");
        assert_eq!(lasting(&again), lasting(&first), "{path}");
        assert_ne!(again.headers["x-request-id"], first.headers["x-request-id"], "{path}");
        let named = server.ask("GET", path).header("x-request-id", "mine").send().await;
        assert_eq!(named.headers["x-request-id"], "mine", "{path}");
        // The document names this refusal at no operation.
        if !path.starts_with("/api/") {
            let hosts = server.ask("GET", path).header("host", "sabi.test").header("host", "evil.test").send().await;
            assert_eq!(hosts.status.as_u16(), 400, "{path}");
        }
    }
}

#[tokio::test]
async fn what_only_students_may_read_is_cached_for_nobody_else() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let cookie = server.cookie_of("student@sabi.test").await;
    for path in ["/get-assessments", "/exam-types"] {
        let is_public = path == "/exam-types";
        for _ in 0..2 {
            assert_eq!(server.get(&student, path).await.status, 200, "{path}");
            let answer = server.ask("GET", &format!("/api/v1{path}")).header("cookie", &cookie).send().await;
            assert_eq!(answer.status, 200, "{path}");
        }
        for _ in 0..2 {
            assert_eq!(server.get(&Who::Nobody, path).await.status, if is_public { 200 } else { 401 }, "{path}");
        }
    }
}
