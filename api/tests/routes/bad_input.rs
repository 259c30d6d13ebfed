//! No request causes a 500, and each refusal names the field (ruling 2).

use serde_json::json;

use crate::common::{Server, Who, choose, questions};

#[tokio::test]
async fn each_kind_of_bad_request_has_its_status() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let json_kind = Some("application/json");

    let answer = server.raw(&Who::Nobody, "POST", "/login", json_kind, "{").await.expect(400);
    assert_eq!(answer["reason"], "malformed");
    assert_eq!(answer["success"], false);
    let deep = "[".repeat(10_000);
    server.raw(&Who::Nobody, "POST", "/login", json_kind, deep).await.expect(400);
    server
        .raw(&Who::Nobody, "POST", "/login", json_kind, r#"{"email":"a\u0000@x.ng","password":"x"}"#)
        .await
        .expect(400);
    server.raw(&Who::Nobody, "POST", "/login", Some("text/plain"), "{}").await.expect(415);
    server.raw(&Who::Nobody, "POST", "/login", json_kind, vec![b' '; 10 * 1024 * 1024]).await.expect(413);
    let answer = server.post(&Who::Nobody, "/login", json!({})).await.expect(422);
    assert_eq!(answer["email"], "Email is required");
    assert_eq!(answer["password"], "Password is required");
    let wrong = json!({ "email": "student@sabi.test", "password": "wrong" });
    assert_eq!(server.post(&Who::Nobody, "/login", wrong).await.expect(401)["errMessage"], "Invalid email or password");
    assert_eq!(server.get(&Who::Nobody, "/me").await.expect(401)["errMessage"], "Unauthorised access");
    server.get(&Who::Bearer("x.y.z".into()), "/me").await.expect(401);
    server.get(&student, "/admin/exams").await.expect(403);
    server.get(&student, "/nowhere").await.expect(404);
    server.get(&student, "/get-result-data/nothing").await.expect(404);
    server.get(&student, &format!("/get-result-data/{}", "x".repeat(5000))).await.expect(404);
    server.get(&student, "/get-result-data/%00").await.expect(404);
    let admin = server.admin().await;
    assert!(server.get(&admin, "/admin/exams?page=first").await.expect(422)["page"].is_string());
    assert!(server.get(&admin, "/admin/exams?page=1&limit=5000").await.expect(422)["limit"].is_string());
    assert!(server.get(&admin, "/admin/exams?sort=title;DROP").await.expect(422)["sort"].is_string());
    // The words of the store's language are words like others.
    for (who, path) in [
        (&student, "/topics/DELETE"),
        (&Who::Nobody, "/subjects/DELETE"),
        (&admin, "/admin/audit?action=UPDATE"),
        (&admin, "/admin/audit?action=%27%3B%20REMOVE%20TABLE%20user"),
        (&admin, "/admin/customers?q=CREATE"),
    ] {
        server.get(who, path).await.expect(200);
    }
    let theory = json!({
        "yearId": "x", "sectionId": "x", "title": 5, "question": "q", "description": "d", "detailed_answer": "d",
    });
    assert!(server.post(&admin, "/admin/theories/add", theory).await.expect(422)["title"].is_string());
    assert!(
        server.post(&admin, "/admin/theories/add", json!({ "title": "t" })).await.expect(422)["yearId"].is_string()
    );
}

#[tokio::test]
async fn a_bad_save_leaves_the_attempt_unharmed() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "practice").await;
    let id = started["attempt"]["_id"].as_str().unwrap();
    let path = format!("/attempts/{id}/answers");
    let asked = questions(&started);
    let save = |revision: u64, answers: serde_json::Value| json!({ "revision": revision, "answers": answers });
    server.put(&student, &path, save(0, json!([choose(&asked[0], 1)]))).await.expect(200);

    let foreign =
        json!([choose(&asked[1], 0), { "question": asked[0]["_id"], "answer": asked[1]["options"][0]["_id"] }]);
    let answer = server.put(&student, &path, save(1, foreign)).await.expect(422);
    assert!(answer["answers[1].answer"].is_string(), "{answer}");
    let unknown = json!([{ "question": "nothing", "answer": "x" }]);
    assert!(server.put(&student, &path, save(1, unknown)).await.expect(422)["answers[0].question"].is_string());
    assert!(
        server.put(&student, &path, save(1, json!([{ "answer": "x" }]))).await.expect(422)["answers[0].question"]
            .is_string()
    );
    let stale = server.put(&student, &path, save(0, json!([choose(&asked[2], 0)]))).await.expect(409);
    assert_eq!((stale["reason"].as_str(), stale["revision"].as_u64()), (Some("stale-revision"), Some(1)));
    assert!(server.put(&student, &path, json!({ "answers": [] })).await.expect(422)["revision"].is_string());
    assert!(server.put(&student, &path, json!({ "revision": "one" })).await.expect(422)["revision"].is_string());
    assert!(
        server.put(&student, &path, json!({ "revision": 1, "review": ["nothing"] })).await.expect(422)["review[0]"]
            .is_string()
    );
    let other = server.another_student().await;
    server.put(&other, &path, save(1, json!([]))).await.expect(404);
    server.put(&student, "/attempts/nothing/answers", save(1, json!([]))).await.expect(404);
    server.raw(&student, "PUT", &path, Some("application/json"), vec![b'['; 10 * 1024 * 1024]).await.expect(413);

    let kept = server.get(&student, &format!("/attempts/{id}")).await.expect(200);
    let answers = kept["attempt"]["answers"].as_array().unwrap().clone();
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["question"], asked[0]["_id"]);
    assert_eq!(answers[0]["answer"], asked[0]["options"][1]["_id"]);
    assert_eq!(kept["attempt"]["revision"], 1);
    assert_eq!(kept["paper"], started["paper"], "the paper stays what it was, in its order");
}

#[tokio::test]
async fn a_start_is_checked_field_by_field() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let good = server.start_body(&student, "jamb-utme", "practice").await;
    let with = |key: &str, value: serde_json::Value| {
        let mut body = good.clone();
        body[key] = value;
        body
    };
    let cases = [
        ("examId", json!("nothing"), "examId"),
        ("assessmentId", json!("nothing"), "assessmentId"),
        ("examType", json!("theory"), "examType"),
        ("examType", json!("essay"), "examType"),
        ("subjects", json!([]), "subjects"),
        ("subjects", json!([good["subjects"][0], good["subjects"][0]]), "subjects"),
        ("subjects", json!(["nothing"]), "subjects[0]"),
        ("year", json!(1989), "year"),
        ("year", json!(null), "year"),
        ("questionLimit", json!(0), "questionLimit"),
        ("questionLimit", json!(101), "questionLimit"),
        ("questionLimit", json!(-1), "questionLimit"),
        ("timeDuration", json!(0), "timeDuration"),
        ("timeDuration", json!(361), "timeDuration"),
    ];
    for (key, value, field) in cases {
        let answer = server.post(&student, "/attempts", with(key, value.clone())).await.expect(422);
        assert!(answer[field].is_string(), "{key} = {value}: {answer}");
    }
    let none = server.post(&student, "/attempts", with("year", json!(2001))).await.expect(409);
    assert_eq!(
        (none["reason"].as_str(), none["errMessage"].as_str()),
        (Some("no-questions"), Some("Question not available for year 2001"))
    );
    let other = server.another_student().await;
    let refused = server.post(&other, "/attempts", good.clone()).await.expect(403);
    assert_eq!(refused["reason"], "no-subscription");
    assert_eq!(server.get(&student, "/attempts?state=running").await.expect(200)["total"], 0);
}
