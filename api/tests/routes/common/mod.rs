//! A seeded server in memory, called through its router.

mod ask;
pub mod documented;
#[path = "../../../../core/tests/areas/support/listen.rs"]
mod listen;
mod outbox;
#[allow(dead_code, clippy::allow_attributes, reason = "the areas of the library use the rest")]
#[path = "../../../../core/tests/areas/support/paystack.rs"]
pub mod paystack;
#[path = "../../../../core/tests/areas/support/seeded.rs"]
mod seeded;
mod words;

use std::path::Path;

use axum::{
    Router,
    body::Body,
    http::{Request, Response, StatusCode, header},
};
use chrono::{DateTime, TimeZone as _, Utc};
use http_body_util::BodyExt as _;
use sabi_core::{App, Settings, clock::ManualClock, people::Actor, records::Resources, resources::BackOffice};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt as _;

use self::documented::Asked;

pub const PASSWORD: &str = "ekaabo-si-sabi-2026";

/// A server with the demo content and a stopped clock.
pub struct Server {
    pub app: App,
    pub clock: ManualClock,
    router: Router,
    data: TempDir,
}

/// The caller of a request.
#[derive(Clone, Debug)]
pub enum Who {
    Nobody,
    Bearer(String),
}

/// The response.
pub struct Answer {
    pub status: StatusCode,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {} {}", self.status, self.text))
    }

    /// The answer, which must have this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }
}

impl Server {
    pub async fn seeded() -> Self {
        Self::with(|_| ()).await
    }

    /// With other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::of::<BackOffice>(change).await
    }

    /// With other entities.
    pub async fn seeded_with<L: Resources>() -> Self {
        Self::of::<L>(|_| ()).await
    }

    async fn of<L: Resources>(change: impl FnOnce(&mut Settings)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let begin = Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap();
        let clock = ManualClock::at(begin);
        // The machine's clock shows no whole second either.
        let seeded_at = ManualClock::at(begin + chrono::Duration::milliseconds(1));
        let store = Some(seeded::store(PASSWORD, &seeded_at).await);
        let mut settings = Settings { store, demo_password: Some(PASSWORD.into()), ..Settings::in_memory(data.path()) };
        change(&mut settings);
        seeded::copy_pictures(data.path());
        let app = App::open_with::<L>(settings, clock.clone()).await.unwrap();
        // A store on the disk begins empty.
        if app.settings.store.is_none() {
            app.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await.unwrap();
        }
        Self { router: sabi_api::router_of::<L>(app.clone()), app, clock, data }
    }

    /// A server over a data folder that is there, without a seed.
    pub async fn over(data: TempDir, now: DateTime<Utc>) -> Self {
        let clock = ManualClock::at(now);
        let settings = Settings { store: None, ..Settings::in_memory(data.path()) };
        let app = App::open_with_clock(settings, clock.clone()).await.unwrap();
        Self { router: sabi_api::router(app.clone()), app, clock, data }
    }

    /// Stops the server and starts another one over the same folder, at the same time.
    pub async fn restart(self) -> Self {
        let Self { app, clock, router, data } = self;
        let settings = app.settings.clone();
        drop((app, router));
        // The engine closes its files in a separate task.
        for _ in 0..3_000 {
            if let Ok(app) = App::open_with_clock(settings.clone(), clock.clone()).await {
                return Self { router: sabi_api::router(app.clone()), app, clock, data };
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        panic!("the store is still in use");
    }

    /// The server's data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// Lets time pass.
    pub fn pass(&self, seconds: i64) {
        self.clock.advance(chrono::Duration::seconds(seconds));
    }

    pub async fn log_in(&self, email: &str) -> Who {
        self.log_in_with(email, PASSWORD).await
    }

    pub async fn log_in_with(&self, email: &str, password: &str) -> Who {
        let body = json!({ "email": email, "password": password, "bearer": true });
        let answer = self.post(&Who::Nobody, "/login", body).await.expect(200);
        Who::Bearer(answer["token"].as_str().unwrap().to_owned())
    }

    pub async fn student(&self) -> Who {
        self.log_in("student@sabi.test").await
    }

    pub async fn admin(&self) -> Who {
        self.log_in("admin@sabi.test").await
    }

    /// Another active student, without subscriptions.
    pub async fn another_student(&self) -> Who {
        let owner = self.log_in("owner@sabi.test").await;
        let body = json!({
            "first_name": "Kofi", "last_name": "Mensah", "email": "kofi@sabi.test", "password": PASSWORD,
            "confirm_password": PASSWORD, "accountStatus": "Active",
        });
        self.post(&owner, "/admin/customers/add", body).await.expect(201);
        self.log_in("kofi@sabi.test").await
    }

    /// A new moderator with this address.
    pub async fn moderator(&self, email: &str) -> Who {
        let owner = self.log_in("owner@sabi.test").await;
        let first_name = email[..1].to_uppercase() + email.split('@').next().unwrap().get(1..).unwrap();
        let body = json!({
            "first_name": first_name, "last_name": "Moyo", "email": email, "password": PASSWORD,
            "confirm_password": PASSWORD, "accountStatus": "Active",
        });
        self.post(&owner, "/admin/moderators/add", body).await.expect(201);
        self.log_in(email).await
    }

    /// The answer, which must be one that the document tells of.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let asked = Asked::new(request.method(), request.uri().path());
        let (parts, body) = self.answer(request).await.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        asked.expects_body(parts.status, &text);
        Answer { status: parts.status, headers: parts.headers, text }
    }

    /// The answer's head has come, its body is not read.
    async fn answer(&self, request: Request<Body>) -> Response<Body> {
        let asked = Asked::new(request.method(), request.uri().path());
        let response = self.router.clone().oneshot(request).await.unwrap();
        asked.expects(response.status(), response.headers());
        response
    }

    pub async fn raw(&self, who: &Who, method: &str, path: &str, kind: Option<&str>, body: impl Into<Body>) -> Answer {
        let path = if path.starts_with("/api") || path.starts_with("/healthz") {
            path.to_owned()
        } else {
            format!("/api/v1{path}")
        };
        let mut request = Request::builder().method(method).uri(path);
        if let Who::Bearer(token) = who {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        self.send(request.body(body.into()).unwrap()).await
    }

    /// Asks for a path below the API; the answer's head has come, its body is not read.
    pub async fn begin(&self, who: &Who, path: &str) -> Response<Body> {
        let mut request = Request::builder().uri(format!("/api/v1{path}"));
        if let Who::Bearer(token) = who {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.answer(request.body(Body::empty()).unwrap()).await
    }

    pub async fn get(&self, who: &Who, path: &str) -> Answer {
        self.raw(who, "GET", path, None, Body::empty()).await
    }

    pub async fn post(&self, who: &Who, path: &str, body: Value) -> Answer {
        self.raw(who, "POST", path, Some("application/json"), body.to_string()).await
    }

    pub async fn put(&self, who: &Who, path: &str, body: Value) -> Answer {
        self.raw(who, "PUT", path, Some("application/json"), body.to_string()).await
    }

    pub async fn delete(&self, who: &Who, path: &str) -> Answer {
        self.raw(who, "DELETE", path, None, Body::empty()).await
    }

    pub async fn my_id(&self, who: &Who) -> String {
        self.get(who, "/me").await.expect(200)["user"]["_id"].as_str().unwrap().to_owned()
    }

    /// The exam with this slug.
    pub async fn exam(&self, slug: &str) -> String {
        let exams = self.get(&Who::Nobody, "/exam-types").await.expect(200);
        let exam = exams["data"].as_array().unwrap().iter().find(|exam| exam["slug"] == slug).unwrap();
        exam["_id"].as_str().unwrap().to_owned()
    }

    /// The assessment with this slug.
    pub async fn assessment(&self, who: &Who, slug: &str) -> String {
        let all = self.get(who, "/get-assessments").await.expect(200);
        let one = all["data"].as_array().unwrap().iter().find(|one| one["slug"] == slug).unwrap();
        one["_id"].as_str().unwrap().to_owned()
    }

    /// The ids of the caller's registered subjects for an exam.
    pub async fn subjects(&self, who: &Who, exam: &str) -> Vec<String> {
        let me = self.my_id(who).await;
        let all = self.get(who, &format!("/get-saved-subjects/{me}")).await.expect(200);
        let one = all["data"].as_array().unwrap().iter().find(|one| one["exam"]["_id"] == exam).unwrap();
        one["subjects"].as_array().unwrap().iter().map(|subject| subject["_id"].as_str().unwrap().to_owned()).collect()
    }

    /// The body that starts a test of the demo student in all registered subjects of an exam.
    pub async fn start_body(&self, who: &Who, slug: &str, mode: &str) -> Value {
        let exam = self.exam(slug).await;
        let subjects = self.subjects(who, &exam).await;
        json!({
            "examId": exam, "assessmentId": self.assessment(who, mode).await, "examType": "objective",
            "subjects": subjects, "year": 2019, "timeDuration": 30, "questionLimit": 10,
        })
    }

    /// Starts a JAMB test.
    pub async fn start(&self, who: &Who, mode: &str) -> Value {
        let body = self.start_body(who, "jamb-utme", mode).await;
        self.post(who, "/attempts", body).await.expect(201)
    }
}

/// The questions of a paper, over all subjects.
pub fn questions(started: &Value) -> Vec<Value> {
    let subjects = started["paper"]["subjects"].as_array().unwrap();
    subjects.iter().flat_map(|part| part["questions"].as_array().unwrap().clone()).collect()
}

/// An answer that chooses the option at `place`.
pub fn choose(question: &Value, place: usize) -> Value {
    json!({ "question": question["_id"], "answer": question["options"][place]["_id"] })
}

/// The contact form of a visitor.
pub fn visitor(email: &str) -> Value {
    json!({
        "first_name": "Ngozi", "last_name": "Okafor", "email": email, "dob": "2005-06-01", "gender": "F",
        "password": PASSWORD, "confirm_password": PASSWORD,
        "mobile_code": "234", "mobile_number": "8031234567", "nationality": "Nigeria",
    })
}

/// The value with this key changed.
pub fn with(mut body: Value, key: &str, value: impl Into<Value>) -> Value {
    body[key] = value.into();
    body
}

/// A time of the wire (RFC 3339).
#[track_caller]
pub fn instant(value: &Value) -> DateTime<Utc> {
    serde_json::from_value(value.clone()).unwrap_or_else(|_| panic!("no time: {value}"))
}
