//! Requests that another site makes in a student's browser (ruling 8).

use serde_json::json;

use crate::common::{PASSWORD, Server};

const FOREIGN: [(&str, &str); 7] = [
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-site", "same-site"),
    ("origin", "https://evil.test"),
    ("origin", "null"),
    ("origin", "http://sabi.test.evil.test"),
    ("origin", "http://sabi.test:81"),
    ("origin", "http://evil.test/http://sabi.test"),
];

#[tokio::test]
async fn a_foreign_page_changes_nothing_with_a_students_cookie() {
    let server = Server::seeded().await;
    let session = server.cookie_of("student@sabi.test").await;
    let bodies = [
        ("PUT", "/api/v1/me/update", json!({ "first_name": "Hacked", "last_name": "Hacked" })),
        (
            "PUT",
            "/api/v1/password/update",
            json!({ "oldPassword": PASSWORD, "newPassword": "hacked-2026", "confirmPassword": "hacked-2026" }),
        ),
        ("POST", "/api/v1/me/erase", json!({ "password": PASSWORD })),
        ("POST", "/api/v1/logout", json!({})),
    ];
    for (name, value) in FOREIGN {
        for (method, path, body) in &bodies {
            let ask =
                server.ask(method, path).header("cookie", &session).header("host", "sabi.test").header(name, value);
            let refused = ask.json(body).send().await.expect(403);
            assert_eq!(refused["reason"], "foreign-origin", "{name}: {value} {path}");
        }
    }
    let me = server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(200);
    assert_eq!(me["user"]["first_name"], "Ada");
    for (name, value) in [("origin", "http://sabi.test"), ("sec-fetch-site", "same-origin")] {
        let ask = server.ask("PUT", "/api/v1/me/update").header("cookie", &session).header("host", "sabi.test");
        let body = json!({ "first_name": "Ada", "last_name": "Okafor" });
        ask.header(name, value).json(&body).send().await.expect(200);
    }
}

#[tokio::test]
async fn a_foreign_page_uploads_nothing_with_an_editors_cookie() {
    let server = Server::seeded().await;
    let session = server.cookie_of("admin@sabi.test").await;
    for (name, value) in FOREIGN {
        let ask = server.ask("POST", "/api/upload-image").header("cookie", &session).header("host", "sabi.test");
        ask.header(name, value).file("a.png", &super::uploads::dot()).send().await.expect(403);
    }
}

#[tokio::test]
async fn with_a_public_address_its_origin_counts_and_the_host_header_does_not() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.example".parse().unwrap())).await;
    let session = server.cookie_of("student@sabi.test").await;
    let send = async |host: &str, origin: &str| {
        let ask = server.ask("POST", "/api/v1/get-year-questions").header("cookie", &session);
        ask.header("host", host).header("origin", origin).json(&json!({})).send().await.status.as_u16()
    };
    assert_eq!(send("sabi.example", "https://sabi.example").await, 422);
    assert_eq!(send("evil.test", "https://evil.test").await, 403);
    assert_eq!(send("sabi.example", "http://sabi.example").await, 403);
}

#[tokio::test]
async fn a_foreign_page_signs_nobody_in_and_registers_nobody() {
    let server = Server::seeded().await;
    let calls = [
        ("/api/v1/login", json!({ "email": "student@sabi.test", "password": PASSWORD })),
        ("/api/v1/register", json!({})),
        ("/api/v1/password/forgot", json!({ "email": "student@sabi.test" })),
    ];
    for (name, value) in FOREIGN {
        for (path, body) in &calls {
            let refused =
                server.ask("POST", path).header("host", "sabi.test").header(name, value).json(body).send().await;
            assert!(refused.cookie().is_none());
            assert_eq!(refused.expect(403)["reason"], "foreign-origin", "{name}: {value} {path}");
        }
    }
    // The command line says neither, and is no browser.
    server.ask("POST", "/api/v1/login").json(&calls[0].1).send().await.expect(200);
}

#[tokio::test]
async fn a_request_is_named_by_its_caller_only_in_plain_words() {
    let server = Server::seeded().await;
    let id = async |given: &str| {
        let answer = server.ask("GET", "/api/v1/country").header("x-request-id", given).send().await;
        answer.headers["x-request-id"].to_str().unwrap().to_owned()
    };
    assert_eq!(id("trace-1.a_B").await, "trace-1.a_B");
    for odd in ["a b", "<script>", &"x".repeat(65)] {
        assert_ne!(id(odd).await, odd);
    }
}

#[tokio::test]
async fn only_a_person_who_goes_there_logs_out_by_an_address() {
    let server = Server::seeded().await;
    let session = server.cookie_of("student@sabi.test").await;
    let go = async |site: &str, dest: &str| {
        let said =
            [("sec-fetch-site", site), ("sec-fetch-dest", dest)].into_iter().filter(|(_, value)| !value.is_empty());
        let ask = server.ask("GET", "/api/v1/logout").header("cookie", &session);
        said.fold(ask, |ask, (name, value)| ask.header(name, value)).send().await
    };
    for (site, dest) in [
        ("cross-site", "document"),
        ("same-site", "document"),
        ("cross-site", "image"),
        // A picture, a frame, a script and a fetch of our own page, as a text with markup in it would make them.
        ("same-origin", "image"),
        ("same-origin", "iframe"),
        ("same-origin", "script"),
        ("same-origin", "empty"),
        ("same-origin", ""),
        ("", ""),
    ] {
        let refused = go(site, dest).await;
        assert!(refused.cookie().is_none(), "{site} {dest}");
        assert_eq!(refused.expect(403)["reason"], "foreign-origin", "{site} {dest}");
        server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(200);
    }
    assert!(go("same-origin", "document").await.headers["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(401);
    let typed = server.cookie_of("student@sabi.test").await;
    let ask = server.ask("GET", "/api/v1/logout").header("cookie", &typed).header("sec-fetch-site", "none");
    ask.header("sec-fetch-dest", "document").send().await.expect(200);
}

#[tokio::test]
async fn a_form_of_another_site_cannot_speak_as_json() {
    let server = Server::seeded().await;
    let body = format!(r#"{{"email":"student@sabi.test","password":"{PASSWORD}"}}"#);
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain;application/json",
    ] {
        let answer = server.raw(&crate::common::Who::Nobody, "POST", "/login", Some(kind), body.clone()).await;
        assert!(answer.headers.get("set-cookie").is_none());
        answer.expect(415);
    }
}

#[tokio::test]
async fn over_https_only_the_host_cookie_is_a_session() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.example".parse().unwrap())).await;
    let session = server.cookie_of("student@sabi.test").await;
    let token = session.strip_prefix("__Host-sabi_session=").expect("the prefix");
    server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(200);
    // A sister site can set a cookie of the plain name for all of the domain.
    let planted = format!("sabi_session={token}");
    server.ask("GET", "/api/v1/me").header("cookie", &planted).send().await.expect(401);
}

#[tokio::test]
async fn a_cookie_that_makes_no_sense_hides_no_session() {
    let server = Server::seeded().await;
    let session = server.cookie_of("student@sabi.test").await;
    for other in ["open=\"", "=", "a", "a=b=c", "%ff=%zz", "sabi_session_=x"] {
        for cookies in [format!("{other}; {session}"), format!("{session};{other}")] {
            let answer = server.ask("GET", "/api/v1/me").header("cookie", &cookies).send().await;
            assert_eq!(answer.status.as_u16(), 200, "{cookies}");
        }
    }
}
