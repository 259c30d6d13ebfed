//! Practice offline over HTTP: the size of a pack, and what is refused.

use serde_json::{Value, json};

use crate::common::{Server, Who};

/// The packs of the demo student, and the exam.
async fn packs(server: &Server, student: &Who) -> (Vec<Value>, String) {
    let exam = server.exam("jamb-utme").await;
    let list = server.get(student, &format!("/me/packs?examId={exam}")).await.expect(200);
    (list["data"]["packs"].as_array().unwrap().clone(), exam)
}

async fn pack(server: &Server, student: &Who) -> Value {
    let (packs, exam) = packs(server, student).await;
    let path = format!("/me/packs/{}?examId={exam}", packs[0]["_id"].as_str().unwrap());
    server.get(student, &path).await.expect(200)["data"].clone()
}

/// A study test of a pack in which every answer is right.
async fn test(server: &Server, student: &Who, pack: &Value, id: &str) -> Value {
    let question = |one: &Value| json!({ "question": one["_id"], "version": one["version"], "answer": one["correct"], "right": true });
    let questions: Vec<_> = pack["questions"].as_array().unwrap().iter().map(question).collect();
    json!({
        "id": id,
        "examId": pack["exam"]["_id"],
        "assessmentId": server.assessment(student, "study").await,
        "year": pack["year"],
        "startedAt": "2026-03-02T08:00:00Z",
        "endedAt": "2026-03-02T08:10:00Z",
        "usedSeconds": 600,
        "packs": [{ "_id": pack["_id"], "revision": pack["revision"], "grant": pack["grant"] }],
        "questions": questions,
    })
}

#[tokio::test]
async fn a_pack_of_40_questions_costs_13_kilobytes_and_a_test_handed_in_is_a_result_like_others() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let (all, exam) = packs(&server, &student).await;
    for pack in &all {
        let path = format!("/me/packs/{}?examId={exam}", pack["_id"].as_str().unwrap());
        let whole = server.get(&student, &path).await.expect(200);
        assert_eq!(whole["data"]["questions"].as_array().unwrap().len(), pack["questions"].as_u64().unwrap() as usize);
    }
    let (after, _) = packs(&server, &student).await;
    for pack in &after {
        let (bytes, questions) = (pack["bytes"].as_u64().unwrap(), pack["questions"].as_u64().unwrap());
        // A year of most subjects has 40 questions.
        assert!(bytes * 40 / questions <= 13_000, "{pack}");
    }

    let pack = pack(&server, &student).await;
    let one = test(&server, &student, &pack, "an-offline-test").await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let synced = server.post(&student, "/me/offline", json!({ "tests": [one] })).await.expect(200);
        assert_eq!(synced["data"][0]["state"], "stored", "{synced}");
        seen.push(synced["data"][0].clone());
    }
    assert_eq!(seen[0], seen[1]);
    let id = seen[0]["quizId"].as_str().unwrap();
    let result = server.get(&student, &format!("/get-result-data/{id}")).await.expect(200);
    assert!(result.to_string().contains("\"offline\":{\"deviceCorrect\":"), "{result}");
}

#[tokio::test]
async fn a_body_that_no_device_sends_names_its_field() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let pack = pack(&server, &student).await;
    let good = test(&server, &student, &pack, "an-offline-test").await;
    let cases = [
        (json!({ "tests": vec![good.clone(); 21] }), "tests"),
        (json!({ "tests": [{ "id": "x" }] }), "tests[0]"),
        (json!({ "tests": [crate::common::with(good.clone(), "id", "a b")] }), "tests[0].id"),
        (json!({ "tests": [crate::common::with(good.clone(), "startedAt", "yesterday")] }), "tests[0].startedAt"),
    ];
    for (body, field) in cases {
        let refused = server.post(&student, "/me/offline", body).await.expect(422);
        assert!(refused.to_string().contains(field), "{field}: {refused}");
    }
    let path = format!("/me/packs/{}?examId=none", pack["_id"].as_str().unwrap());
    server.get(&student, &path).await.expect(404);
    let exam = pack["exam"]["_id"].as_str().unwrap();
    server.get(&student, &format!("/me/packs/none?examId={exam}")).await.expect(404);
}

#[tokio::test]
async fn a_mock_fetched_ahead_is_opened_answered_and_handed_in_through_its_attempt() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let body = server.start_body(&student, "jamb-utme", "mock").await;
    let fetched = server.post(&student, "/attempts/ahead", body.clone()).await.expect(201);
    let id = fetched["attempt"]["_id"].as_str().unwrap();
    assert!(fetched["attempt"]["ahead"]["openUntil"].is_string() && fetched["attempt"]["deadline"].is_null());
    assert!(!fetched["paper"].to_string().contains("correctAns"), "no key");
    let again = server.post(&student, "/attempts/ahead", body).await.expect(201);
    assert_eq!(again["attempt"]["_id"], fetched["attempt"]["_id"]);
    server.get(&student, &format!("/attempts/{id}")).await.expect(409);

    let open = format!("/attempts/{id}/open");
    for (body, field) in
        [(json!({ "openedAt": "yesterday" }), "openedAt"), (json!({ "openedAt": "2001-01-01T08:00:00Z" }), "openedAt")]
    {
        let refused = server.post(&student, &open, body).await.expect(422);
        assert!(refused[field].is_string(), "{refused}");
    }
    let opened = server.post(&student, &open, json!({})).await.expect(200);
    assert!(opened["data"]["deadline"].is_string() && opened["data"]["ahead"]["openedAt"].is_string());
    let answers = json!([crate::common::choose(&crate::common::questions(&fetched)[0], 0)]);
    let save = json!({ "revision": 0, "answers": answers });
    server.put(&student, &format!("/attempts/{id}/answers"), save).await.expect(200);
    let submit = json!({ "attemptId": id, "answered": [], "endedAt": opened["data"]["startedAt"] });
    let handed = server.post(&student, "/submit-result", submit).await.expect(200);
    let quiz = handed["quizId"].as_str().unwrap();
    let result = server.get(&student, &format!("/get-result-data/{quiz}")).await.expect(200);
    assert!(result.to_string().contains("\"takenOffline\":true"), "{result}");
    let practice = server.start(&student, "practice").await;
    let path = format!("/attempts/{}/open", practice["attempt"]["_id"].as_str().unwrap());
    assert_eq!(server.post(&student, &path, json!({})).await.expect(409)["reason"], "not-ahead");
}
