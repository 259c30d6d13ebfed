//! Log lines of refused calls: who, from where, on which route and why; and a flood of refusals does not fill the log.

use std::{
    io,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use tracing::Level;
use tracing_subscriber::fmt::MakeWriter;

use crate::common::{PASSWORD, Server};

/// All that was logged.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Lines {
    /// The fields of each line with this message, and its level.
    fn of(&self, message: &str) -> Vec<(String, Value)> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let lines = lines.filter(|line| line["fields"]["message"] == message);
        lines.map(|line| (line["level"].as_str().unwrap().to_owned(), line["fields"].clone())).collect()
    }

    fn refusals(&self) -> Vec<[String; 4]> {
        let text = |fields: &Value, name: &str| fields[name].as_str().unwrap_or_default().to_owned();
        let shown = |(level, fields): &(String, Value)| {
            assert_eq!(level, "WARN");
            ["user", "address", "route", "reason"].map(|name| text(fields, name))
        };
        self.of("refused").iter().map(shown).collect()
    }
}

fn line(user: &str, address: &str, route: &str, reason: &str) -> [String; 4] {
    [user, address, &format!("/api/v1{route}"), reason].map(str::to_owned)
}

/// On one thread, whose log alone is read.
#[tokio::test(flavor = "current_thread")]
async fn a_refused_call_is_logged_with_user_address_route_and_reason() {
    let lines = Lines::default();
    let log = tracing_subscriber::fmt().json().with_writer(lines.clone()).with_max_level(Level::INFO).finish();
    let _logging = tracing::subscriber::set_default(log);
    let server = Server::seeded().await;
    let (student, admin) = (server.student().await, server.admin().await);
    let (student_id, admin_id) = (server.my_id(&student).await, server.my_id(&admin).await);
    let post = |path: &str| server.ask("POST", &format!("/api/v1{path}"));

    // 403, by role.
    server.ask("GET", "/api/v1/admin/customers").from("102.89.1.1").by(&student).send().await.expect(403);
    // CSRF, with and without a session.
    let cookie = server.cookie_of("admin@sabi.test").await;
    let foreign = post("/logout").from("102.89.1.2").header("sec-fetch-site", "cross-site");
    foreign.header("cookie", &cookie).send().await.expect(403);
    post("/logout").from("102.89.1.2").header("cookie", &cookie).send().await.expect(403);
    let body = json!({ "email": "student@sabi.test", "password": PASSWORD });
    let foreign = post("/login").from("102.89.1.3").header("origin", "https://elsewhere.example");
    foreign.json(&body).send().await.expect(403);
    // 429.
    for _ in 0..5 {
        post("/password/forgot").from("102.89.1.4").json(&json!({ "email": "x@sabi.test" })).send().await.expect(200);
    }
    post("/password/forgot").from("102.89.1.4").json(&json!({ "email": "x@sabi.test" })).send().await.expect(429);
    assert_eq!(
        lines.refusals(),
        [
            line(&student_id, "102.89.1.1", "/admin/customers", "forbidden"),
            line(&admin_id, "102.89.1.2", "/logout", "foreign-origin"),
            line(&admin_id, "102.89.1.2", "/logout", "foreign-origin"),
            line("nobody", "102.89.1.3", "/login", "foreign-origin"),
            line("nobody", "102.89.1.4", "/password/forgot", "too-many-tries"),
        ]
    );

    // The right password with a wrong code.
    let setup = server.post(&admin, "/me/second-factor", json!({})).await.expect(200);
    let app = crate::accounts::second_factor::app(&setup);
    let otp = crate::accounts::second_factor::next(&server, &app);
    server.put(&admin, "/me/second-factor", json!({ "otp": otp })).await.expect(200);
    let wrong = json!({ "email": "admin@sabi.test", "password": PASSWORD, "otp": "000000" });
    post("/login").from("102.89.1.5").json(&wrong).send().await.expect(401);
    assert_eq!(lines.refusals().pop().unwrap(), line(&admin_id, "102.89.1.5", "/login", "wrong-code"));

    // Every line of a sign-in has its address.
    server.try_log_in("102.89.1.6", "student@sabi.test", PASSWORD).await.expect(200);
    server.try_log_in("102.89.1.7", "student@sabi.test", "not this one").await.expect(401);
    let (level, passed) = lines.of("signed in").pop().unwrap();
    assert_eq!(
        (level.as_str(), &passed["address"], &passed["user"]),
        ("INFO", &json!("102.89.1.6"), &json!(student_id))
    );
    let (level, failed) = lines.of("a login failed").pop().unwrap();
    assert_eq!((level.as_str(), &failed["address"]), ("WARN", &json!("102.89.1.7")));

    // A flood is logged in part, and the next line says how many were left out.
    let before = lines.refusals().len();
    for _ in 0..200 {
        server.ask("GET", "/api/v1/admin/customers").from("102.89.1.8").by(&student).send().await.expect(403);
    }
    let logged = lines.refusals().len() - before;
    assert!((20..=40).contains(&logged), "{logged} of 200");
    server.ask("GET", "/api/v1/admin/customers").from("102.89.1.9").by(&student).send().await.expect(403);
    let (_, last) = lines.of("refused").pop().unwrap();
    assert_eq!(last["address"], "102.89.1.9");
    assert_eq!(last["left_out"].as_u64().unwrap() as usize, 200 - logged);
}

#[tokio::test]
async fn files_that_name_people_take_a_proof() {
    let server = Server::seeded().await;
    let (owner, student) = (server.log_in("owner@sabi.test").await, server.student().await);
    let id = server.my_id(&student).await;
    let person = format!("/admin/users/{id}/export");
    let lists = ["students", "results", "subscriptions", "payments", "messages", "newsletter", "audit"];
    let lists = lists.map(|list| format!("/admin/exports/{list}?format=csv"));
    let files: Vec<_> = lists.into_iter().chain(["/admin/audit/export".into(), person]).collect();
    for file in &files {
        assert_eq!(server.get(&owner, file).await.status, 200, "{file}");
    }
    server.get(&owner, "/me/prove").await.expect(200);
    server.pass(16 * 60);
    for file in files.iter().map(String::as_str).chain(["/me/prove"]) {
        assert_eq!(server.get(&owner, file).await.expect(403)["reason"], "prove-password", "{file}");
    }
    // One's own are one's own.
    server.get(&student, "/me/export").await.expect(200);
    server.post(&owner, "/me/prove", json!({ "password": PASSWORD })).await.expect(200);
    for file in files.iter().map(String::as_str).chain(["/me/prove"]) {
        assert_eq!(server.get(&owner, file).await.status, 200, "{file}");
    }
}

#[tokio::test]
async fn templates_that_open_accounts_take_a_proof() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    server.pass(16 * 60);
    let edit = async |slug: &str| {
        let path = format!("/admin/emailtemplates/{slug}");
        let template = server.get(&owner, &path).await.expect(200)["data"].clone();
        let body = json!({ "subject": template["subject"], "content": template["content"], "status": true });
        server.put(&owner, &format!("/admin/emailtemplates/update/{slug}"), body).await
    };
    for slug in ["activation", "password-reset"] {
        assert_eq!(edit(slug).await.expect(403)["reason"], "prove-password", "{slug}");
    }
    edit("result-declared").await.expect(200);
    server.post(&owner, "/me/prove", json!({ "password": PASSWORD })).await.expect(200);
    edit("activation").await.expect(200);
}

#[tokio::test]
async fn nobody_submits_or_grades_under_another_name() {
    let server = Server::seeded().await;
    let (student, other) = (server.student().await, server.another_student().await);
    let (mine, theirs) = (server.my_id(&student).await, server.my_id(&other).await);
    let started = server.start(&student, "practice").await;
    let answered = json!([crate::common::choose(&crate::common::questions(&started)[0], 0)]);
    let submit = |user: &str| json!({ "userId": user, "attemptId": started["attempt"]["_id"], "answered": answered });
    for who in [&student, &server.admin().await] {
        let refused = server.post(who, "/submit-result", submit(&theirs)).await.expect(403);
        assert_eq!(refused["reason"], "forbidden");
    }
    // Nothing of it was accepted.
    let running = server.get(&student, "/attempts").await.expect(200);
    assert_eq!(running["total"], 1);
    let quiz = server.post(&student, "/submit-result", submit(&mine)).await.expect(200)["quizId"].clone();
    let unattended = json!({ "userId": theirs, "examId": started["attempt"]["exam"]["_id"], "answered": [] });
    server.post(&student, "/submit-result", unattended).await.expect(403);
    let grades = json!({ "userId": theirs, "quizId": quiz, "reviewed": [] });
    server.put(&student, "/submit-grade-result", grades).await.expect(403);
}
