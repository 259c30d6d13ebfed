//! Requests that are sent again with their idempotency key.

use axum::{
    body::Body,
    http::{Request, header},
};
use serde_json::{Value, json};

use crate::common::{Answer, PASSWORD, Server, Who, with};

const KEY: &str = "5f0c0f5e8b6a4c1d9e7f3a2b1c0d9e8f";

/// Sends a JSON body with a key.
async fn keyed(server: &Server, who: &Who, path: &str, key: &str, body: &Value) -> Answer {
    let mut request = Request::builder().method("POST").uri(format!("/api/v1{path}"));
    if let Who::Bearer(token) = who {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = request.header(header::CONTENT_TYPE, "application/json").header("Idempotency-Key", key);
    server.send(request.body(Body::from(body.to_string())).unwrap()).await
}

/// How many records a list has.
async fn count(server: &Server, who: &Who, path: &str) -> u64 {
    server.get(who, path).await.expect(200)["total"].as_u64().unwrap()
}

/// The id of the first row of a list.
async fn first(server: &Server, who: &Who, path: &str) -> String {
    let list = server.get(who, path).await.expect(200);
    let rows = list.as_object().unwrap().values().find_map(Value::as_array).unwrap();
    rows[0]["_id"].as_str().unwrap().to_owned()
}

/// A subject, one of its years, and one of its sections.
async fn site(server: &Server, admin: &Who) -> [String; 3] {
    let year = server.get(admin, "/admin/question-subjects").await.expect(200);
    let subject = year["data"][0]["subjects"][0]["_id"].as_str().unwrap().to_owned();
    let year = first(server, admin, &format!("/admin/subject-years/{subject}")).await;
    let topic = first(server, admin, &format!("/admin/topics/{subject}")).await;
    let section = first(server, admin, &format!("/admin/topic-sections/{topic}")).await;
    [subject, year, section]
}

fn testimonial(name: &str) -> Value {
    json!({ "name": name, "description": "It works.", "image": "/uploads/x.png", "status": false })
}

fn account(email: &str) -> Value {
    json!({
        "first_name": "Kofi", "last_name": "Mensah", "email": email, "password": PASSWORD,
        "confirm_password": PASSWORD, "accountStatus": "Active",
    })
}

#[tokio::test]
async fn each_form_that_is_sent_again_gets_the_same_answer_and_adds_nothing() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let student = server.my_id(&server.student().await).await;
    let [subject, year, section] = site(&server, &owner).await;
    let jamb = server.exam("jamb-utme").await;
    let plan = first(&server, &owner, &format!("/admin/subscriptions?q=monthly&exam={jamb}")).await;
    let contact = json!({
        "firstName": "Ada", "lastName": "Obi", "email": "ada@example.ng", "mobileNo": "8031234567", "subject": "Hello",
        "message": "Is it free?",
    });
    let written = keyed(&server, &Who::Nobody, "/admin/contactus/add", KEY, &contact).await.expect(201);
    let again = keyed(&server, &Who::Nobody, "/admin/contactus/add", KEY, &contact).await.expect(201);
    assert_eq!((written, count(&server, &owner, "/admin/contactus").await), (again, 1));
    let message = first(&server, &owner, "/admin/contactus").await;
    let replies = format!("/admin/contactus/reply/{message}");
    let questions = format!("/admin/questions/{subject}/all/{year}/{section}/all");
    let theories = format!("/admin/theories/{subject}/{year}/{section}");
    let entry = |stem: &str| json!({ "questionTitle": stem, "option1": "1", "option2": "2", "rightAnswer": 1, "answerDesc": "x" });
    let forms: [(String, &str, Value); 8] = [
        ("/admin/testimonial-list/add".into(), "/admin/testimonial-list", testimonial("Ada")),
        ("/admin/instructions/add".into(), "/admin/instructions", json!({ "content": "<p>Read this.</p>" })),
        (
            format!("/admin/questions/{section}/add"),
            &questions,
            json!({
                "title": "Two of one passage", "yearId": year, "passageCheck": true, "passage": "<p>Read.</p>",
                "questions": [entry("What is one?"), entry("What is two?")],
            }),
        ),
        (
            "/admin/theories/add".into(),
            &theories,
            json!({
                "subjectId": subject, "yearId": year, "sectionId": section, "title": "Once", "question": "Once?",
                "description": "x", "detailed_answer": "x",
            }),
        ),
        (
            "/admin/students-subscriptions".into(),
            "/admin/audit?action=give",
            json!({ "userId": student, "subscriptionId": plan, "reason": "The gateway took the money twice." }),
        ),
        (replies.clone(), &replies, json!({ "replyMessage": "<p>Yes.</p>" })),
        ("/admin/customers/add".into(), "/admin/customers", account("kofi@example.ng")),
        ("/admin/moderators/add".into(), "/admin/moderators", account("ama@example.ng")),
    ];
    let size = async |list: &str| {
        let answer = server.get(&owner, list).await.expect(200);
        let rows = answer.as_object().unwrap().values().find_map(Value::as_array).unwrap().len();
        answer["total"].as_u64().unwrap_or_else(|| rows.try_into().unwrap())
    };
    for (path, list, body) in forms {
        let before = size(list).await;
        let added = keyed(&server, &owner, &path, KEY, &body).await.expect(201);
        let then = size(list).await;
        assert!(then > before, "{path}");
        let again = keyed(&server, &owner, &path, KEY, &body).await.expect(201);
        assert_eq!((again, size(list).await), (added, then), "{path}");
        // With another key, or none, it is another form.
        if path.contains("testimonial") {
            keyed(&server, &owner, &path, "another", &body).await.expect(201);
            server.post(&owner, &path, body).await.expect(201);
            assert_eq!(size(list).await, then + 2);
        }
    }
}

#[tokio::test]
async fn a_key_holds_over_a_crash_for_its_caller_and_body_alone_and_for_a_day() {
    let server = Server::with(|settings| settings.store = None).await;
    let (admin, owner) = (server.admin().await, server.log_in("owner@sabi.test").await);
    let (add, list) = ("/admin/testimonial-list/add", "/admin/testimonial-list");
    let before = count(&server, &admin, list).await;
    // A refused form was not saved, so the corrected form is saved under its key.
    keyed(&server, &admin, add, KEY, &testimonial("")).await.expect(422);
    let added = keyed(&server, &admin, add, KEY, &testimonial("Ada")).await.expect(201);

    // The answer is lost with the server.
    let server = server.restart().await;
    assert_eq!(keyed(&server, &admin, add, KEY, &testimonial("Ada")).await.expect(201), added);
    assert_eq!(count(&server, &admin, list).await, before + 1);
    let other = keyed(&server, &admin, add, KEY, &testimonial("Bola")).await.expect(409);
    assert_eq!(other["reason"], "already-added", "{other}");
    assert_eq!(count(&server, &admin, list).await, before + 1);
    keyed(&server, &owner, add, KEY, &testimonial("Ada")).await.expect(201);
    assert_eq!(count(&server, &admin, list).await, before + 2, "each caller has keys of their own");

    let id = added["testimonial"]["_id"].as_str().unwrap();
    server.delete(&admin, &format!("/admin/testimonial-list/{id}")).await.expect(200);
    let gone = keyed(&server, &admin, add, KEY, &testimonial("Ada")).await.expect(409);
    assert_eq!(gone["reason"], "already-added", "{gone}");

    server.pass(23 * 3600);
    server.app.delete_expired_idempotency_keys().await.unwrap();
    keyed(&server, &admin, add, KEY, &testimonial("Bola")).await.expect(409);
    server.pass(2 * 3600);
    server.app.delete_expired_idempotency_keys().await.unwrap();
    keyed(&server, &admin, add, KEY, &testimonial("Bola")).await.expect(201);
}

#[tokio::test]
async fn a_form_sent_several_times_at_once_is_saved_once() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let (add, list) = ("/admin/testimonial-list/add", "/admin/testimonial-list");
    let before = count(&server, &admin, list).await;
    for round in 0..10 {
        let (key, body) = (format!("round-{round}"), testimonial("Ada"));
        let send = || keyed(&server, &admin, add, &key, &body);
        let (one, two, three) = tokio::join!(send(), send(), send());
        let one = one.expect(201);
        assert_eq!((two.expect(201), three.expect(201)), (one.clone(), one));
    }
    assert_eq!(count(&server, &admin, list).await, before + 10);
}

#[tokio::test]
async fn a_key_that_is_none_is_refused() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let (add, body) = ("/admin/testimonial-list/add", testimonial("Ada"));
    for key in ["", "with a blank", "kéy", &"x".repeat(101)] {
        let refused = keyed(&server, &admin, add, key, &body).await.expect(422);
        assert!(refused["Idempotency-Key"].is_string(), "{key}: {refused}");
    }
    keyed(&server, &admin, add, &"x".repeat(100), &body).await.expect(201);
    // A body that is too large is refused as without a key.
    let long = with(body, "description", "x".repeat(9 * 1024 * 1024));
    keyed(&server, &admin, add, "long", &long).await.expect(413);
}
