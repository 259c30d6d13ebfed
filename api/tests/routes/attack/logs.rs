//! The logs at the finest level contain no password, token or cookie. The binary leaves out the log lines of other
//! libraries; its own tests check that.

use std::{
    io,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

use crate::common::{PASSWORD, Server, Who, visitor, with};

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

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn debug_logs_hold_no_password_token_or_cookie() {
    let lines = Lines::default();
    // For the whole process: hashing runs on its own threads. Lines from other tests are included.
    let filter = EnvFilter::new("sabi_core=trace,sabi_api=trace,tower_http=trace");
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false).with_writer(lines.clone()).init();

    let server = Server::seeded().await;
    let (email, first, second, third) =
        ("ngozi@example.ng", "first-secret-2026", "second-secret-2026", "third-secret-2026");
    let wrong = "mistyped-secret-2026";
    let mut secrets: Vec<String> = [PASSWORD, first, second, third, wrong].map(str::to_owned).to_vec();
    let body = with(with(visitor(email), "password", first), "confirm_password", first);
    server.post(&Who::Nobody, "/register", body.clone()).await.expect(201);
    server.post(&Who::Nobody, "/register", body).await.expect(409);
    let activation = server.take_token(email, "activate-account").await;
    // As the browser opens it, and as the page calls it: right, and a second time.
    for path in [format!("/activate-account/{activation}"), format!("/api/v1/activate-account/{activation}")] {
        server.ask("GET", &path).send().await;
        server.ask("GET", &path).send().await;
    }
    server.try_log_in("10.0.0.1", email, wrong).await.expect(401);
    let login = json!({ "email": email, "password": first });
    let answer = server.post(&Who::Nobody, "/login", login.clone()).await;
    let session = answer.cookie().unwrap();
    server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(200);
    let bearer = server.try_log_in("10.0.0.1", email, first).await.expect(200)["token"].as_str().unwrap().to_owned();
    let who = Who::Bearer(bearer.clone());
    server.get(&who, "/me").await.expect(200);
    let change = json!({ "oldPassword": first, "newPassword": second, "confirmPassword": second });
    let renewed = server.put(&who, "/password/update", change).await.expect(200)["token"].as_str().unwrap().to_owned();
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": email })).await.expect(200);
    let reset = server.take_token(email, "password/reset").await;
    server.ask("GET", &format!("/password/reset/{reset}")).send().await;
    let new = json!({ "password": third, "confirm_password": third });
    server.put(&Who::Nobody, &format!("/password/reset/{reset}"), new.clone()).await.expect(200);
    server.put(&Who::Nobody, &format!("/admin/reset-password/{reset}"), new).await.expect(422);
    // A body that is no JSON, and a field of the wrong kind, with a secret in each.
    server
        .raw(&Who::Nobody, "POST", "/login", Some("application/json"), format!("{{\"password\":\"{wrong}\","))
        .await
        .expect(400);
    server.post(&Who::Nobody, "/login", json!({ "email": [], "password": wrong })).await.expect(422);
    server.post(&Who::Nobody, "/logout", Value::Null).await.expect(401);

    let logged = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("registered") && logged.contains("started processing request"), "something is logged");
    secrets.extend([
        activation,
        reset,
        bearer,
        renewed,
        session.split_once('=').unwrap().1.to_owned(),
        "$argon2".into(),
    ]);
    for secret in secrets {
        let line = logged.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "{secret}");
    }
}
