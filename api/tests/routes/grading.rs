//! Grades of theory answers.

use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who, questions, with};

/// A submitted theory test of the demo student, all but the first question answered: its result, and how many
/// questions it has.
async fn written(server: &Server, student: &Who) -> (String, usize) {
    let mut body = server.start_body(student, "wassce-waec-ssce", "practice").await;
    body["examType"] = json!("theory");
    let started = server.post(student, "/attempts", body).await.expect(201);
    let parts = started["paper"]["subjects"].as_array().unwrap();
    let theories: Vec<&Value> = parts.iter().flat_map(|part| part["theories"].as_array().unwrap()).collect();
    let answer = |theory: &&Value| json!({ "theory": theory["_id"], "answer": "Because of gravity." });
    let answered: Vec<Value> = theories[1..].iter().map(answer).collect();
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    let done = server.post(student, "/submit-result", submit).await.expect(200);
    (done["quizId"].as_str().unwrap().to_owned(), theories.len())
}

#[tokio::test]
async fn students_grade_their_own_answers_until_the_result_is_declared() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let (quiz, count) = written(&server, &student).await;
    assert!(count > 1);
    let grade = |n: usize, grade: i64| json!({ "answerId": format!("{quiz}-{n}"), "ansGrade": grade });
    let result = async || server.get(&student, &format!("/get-result-data/{quiz}")).await.expect(200);
    let send = async |who: &Who, body: Value| server.put(who, "/submit-grade-result", body).await;

    // The bare list is one of the two readings; while an answer has no grade there is no average.
    let half = (2..count).map(|n| grade(n, 50)).collect::<Vec<_>>();
    if !half.is_empty() {
        send(&student, half.into()).await.expect(200);
        assert_eq!(result().await["quiz"]["totalAvgGrade"], Value::Null);
    }
    let all: Vec<Value> = (2..=count).map(|n| grade(n, 100)).collect();
    let body = json!({ "userId": server.my_id(&student).await, "quizId": quiz, "reviewed": all });
    send(&student, body.clone()).await.expect(200);
    let expected = (1000.0 * (count - 1) as f64 / count as f64).round() / 10.0;
    let graded = result().await;
    assert_eq!(graded["quiz"]["totalAvgGrade"], json!(expected), "the first was not answered: {graded}");
    assert_eq!(graded["quiz"]["examResult"], "pending");

    let refused = send(&student, json!([grade(2, 30)])).await.expect(422);
    assert_eq!(refused["reviewed[0].ansGrade"], "Grades are 0, 25, 50, 75 or 100.");
    let refused = send(&student, json!([grade(1, 25)])).await.expect(422);
    assert_eq!(refused["reviewed[0].ansGrade"], "This question was not answered.");
    assert!(send(&student, json!([])).await.expect(422)["quizId"].is_string());
    send(&student, json!([{ "answerId": "none-1", "ansGrade": 0 }])).await.expect(404);
    let other = server.another_student().await;
    send(&other, body.clone()).await.expect(403);
    let mut anothers = body.clone();
    anothers["userId"] = server.my_id(&other).await.into();
    send(&student, anothers).await.expect(403);
    send(&server.admin().await, body.clone()).await.expect(200);

    let declare = "UPDATE quiz SET exam_result = 'declared' RETURN NONE";
    server.app.store.write(declare).done().await.unwrap();
    assert_eq!(send(&student, body).await.expect(409)["reason"], "declared");
}

#[tokio::test]
async fn a_moderator_signs_in_at_the_admin_door_and_does_nothing_else_there() {
    let server = Server::seeded().await;
    let moderator = server.moderator("bola@sabi.test").await;
    let door = json!({ "email": "bola@sabi.test", "password": PASSWORD, "door": "admin", "bearer": true });
    let signed_in = server.post(&Who::Nobody, "/login", door.clone()).await.expect(200);
    assert_eq!(signed_in["user"]["role"], "moderator");
    for path in ["/admin/customers", "/admin/moderators", "/admin/exams", "/admin/audit", "/admin/dashboard"] {
        server.get(&moderator, path).await.expect(403);
    }
    let admin = server.admin().await;
    let listed = server.get(&admin, "/admin/moderators").await.expect(200);
    assert_eq!((&listed["total"], &listed["moderators"][0]["email"]), (&json!(1), &json!("bola@sabi.test")));
    let body = json!({
        "first_name": "Eve", "last_name": "Obi", "email": "eve@sabi.test", "password": PASSWORD,
        "confirm_password": PASSWORD, "accountStatus": "Active",
    });
    server.post(&admin, "/admin/moderators/add", body).await.expect(403);
    let path = format!("/admin/customers/{}/status", listed["moderators"][0]["_id"].as_str().unwrap());
    server.put(&admin, &path, json!({ "accountStatus": "Blocked" })).await.expect(200);
    server.get(&moderator, "/grading/queue").await.expect(401);
    let refused = server.post(&Who::Nobody, "/login", door).await.expect(403);
    assert_eq!(refused["errMessage"], "Your account is not active or blocked.");
}

#[tokio::test]
async fn a_submission_goes_from_the_queue_to_the_students_result() {
    let server = Server::seeded().await;
    server.clock.advance(chrono::Duration::milliseconds(7));
    let student = server.student().await;
    let (bola, musa) = (server.moderator("bola@sabi.test").await, server.moderator("musa@sabi.test").await);
    let (quiz, count) = written(&server, &student).await;
    let at = |rest: &str| format!("/grading/{quiz}{rest}");
    let queue = server.get(&bola, "/grading/queue?state=free").await.expect(200);
    assert_eq!((&queue["total"], &queue["data"][0]["_id"]), (&json!(1), &json!(quiz)));
    assert_eq!(queue["data"][0]["claim"], Value::Null);

    let claimed = server.post(&bola, &at("/claim"), json!({})).await.expect(200);
    assert_eq!(claimed["data"]["claim"]["isMine"], true);
    let refused = server.post(&musa, &at("/claim"), json!({})).await.expect(409);
    assert_eq!((&refused["reason"], &refused["claimedBy"]), (&json!("claimed"), &json!("Bola Moyo")));
    assert_eq!(refused["claimedUntil"], claimed["data"]["claim"]["until"]);
    assert_eq!(refused["isReserved"], false);
    let grades: Vec<Value> = (2..=count)
        .map(|n| json!({ "answerId": format!("{quiz}-{n}"), "ansGrade": 50, "remark": "Show why." }))
        .collect();
    let body = json!({ "revision": 0, "grades": grades });
    assert_eq!(server.put(&musa, &at(""), body.clone()).await.expect(409)["reason"], "not-claimed");
    let wrong = with(body.clone(), "grades", json!([{ "answerId": format!("{quiz}-2"), "ansGrade": 30 }]));
    let wrong = server.put(&bola, &at(""), wrong).await.expect(422);
    assert_eq!(wrong["grades[0].ansGrade"], "Grades are 0, 25, 50, 75 or 100.");
    let strange = server.put(&bola, &at(""), with(body.clone(), "total", 100)).await.expect(422);
    assert!(strange["total"].is_string(), "a field that nobody knows is refused by its name: {strange}");
    assert_eq!(server.post(&bola, &at("/declare"), json!({})).await.expect(409)["reason"], "not-graded");
    let saved = server.put(&bola, &at(""), body.clone()).await.expect(200);
    assert_eq!(saved["data"]["revision"], 1);
    let stale = server.put(&bola, &at(""), body).await.expect(409);
    assert_eq!((&stale["reason"], &stale["revision"]), (&json!("stale-revision"), &json!(1)));
    let declared = server.post(&bola, &at("/declare"), json!({})).await.expect(200);
    assert_eq!(declared["message"], "Result declared successfully.");
    assert_eq!(server.post(&bola, &at("/declare"), json!({})).await.expect(409)["reason"], "declared");

    let result = server.get(&student, &format!("/get-result-data-view/{quiz}")).await.expect(200);
    assert_eq!(result["quiz"]["examResult"], "declared");
    assert_eq!(result["quiz"]["totalAvgGrade"], declared["data"]["totalAvgGrade"]);
    let detail = &result["subjectResults"][0]["theories"][1]["resultsDetail"];
    assert_eq!((&detail["resultGrade"], &detail["remark"]), (&json!(50), &json!("Show why.")));
    let stats = server.get(&bola, "/grading/stats").await.expect(200);
    assert_eq!((&stats["data"][0]["graded"], &stats["data"][0]["last7Days"]), (&json!(1), &json!(1)));
    server.get(&student, "/grading/queue").await.expect(403);
    server.get(&bola, "/grading/nothing").await.expect(404);
    server.post(&bola, "/grading/nothing/release", json!({})).await.expect(404);
}

#[tokio::test]
async fn a_question_is_reported_and_decided() {
    let server = Server::seeded().await;
    let (student, bola) = (server.student().await, server.moderator("bola@sabi.test").await);
    let started = server.start(&student, "practice").await;
    let question = questions(&started)[0]["_id"].clone();
    let report = json!({ "question": question, "reason": "wrong-key", "words": "B is right." });
    let sent = server.post(&student, "/reports", report.clone()).await.expect(201);
    assert_eq!(server.post(&student, "/reports", report.clone()).await.expect(409)["reason"], "reported");
    server.post(&student, "/reports", with(report.clone(), "reason", "boring")).await.expect(422);
    let nobody = server.another_student().await;
    assert!(server.post(&nobody, "/reports", report).await.expect(422)["question"].is_string());

    server.get(&student, "/reports").await.expect(403);
    let open = server.get(&bola, "/reports?state=open").await.expect(200);
    assert_eq!((&open["total"], &open["data"][0]["question"]["_id"]), (&json!(1), &question));
    assert_eq!(open["data"][0]["user"], Value::Null);
    let path = format!("/reports/{}", sent["data"]["_id"].as_str().unwrap());
    server.put(&student, &path, json!({ "state": "accepted" })).await.expect(403);
    server.put(&bola, &path, json!({ "state": "maybe" })).await.expect(422);
    server.put(&bola, &path, json!({ "state": "rejected", "words": "A is right." })).await.expect(200);
    server.put(&bola, "/reports/nothing", json!({ "state": "rejected" })).await.expect(404);
    let own = server.get(&student, "/me/reports").await.expect(200);
    assert_eq!((&own["data"][0]["state"], &own["data"][0]["answer"]), (&json!("rejected"), &json!("A is right.")));
}
