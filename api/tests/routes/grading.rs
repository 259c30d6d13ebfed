//! Grades of theory answers.

use serde_json::{Value, json};

use crate::common::{Server, Who};

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
    assert_eq!(refused["reviewed[0].ansGrade"], "Grades are 0, 25, 50, 75 or 100");
    let refused = send(&student, json!([grade(1, 25)])).await.expect(422);
    assert_eq!(refused["reviewed[0].ansGrade"], "Nothing was answered here");
    assert!(send(&student, json!([])).await.expect(422)["quizId"].is_string());
    send(&student, json!([{ "answerId": "none-1", "ansGrade": 0 }])).await.expect(404);
    let other = server.another_student().await;
    send(&other, body.clone()).await.expect(403);
    let mut anothers = body.clone();
    anothers["userId"] = server.my_id(&other).await.into();
    assert!(send(&student, anothers).await.expect(422)["userId"].is_string());
    send(&server.admin().await, body.clone()).await.expect(200);

    let declare = "UPDATE quiz SET exam_result = 'declared' RETURN NONE";
    server.app.store.write(declare).done().await.unwrap();
    assert_eq!(send(&student, body).await.expect(409)["reason"], "declared");
}
