//! Statistics of questions, performance charts, weak topics and practised mistakes, over the wire.

use serde_json::{Value, json};

use crate::common::{Server, Who, choose, questions};

/// Sits a practice of the demo student in which every question is answered by its first option; its questions.
async fn sit(server: &Server, student: &Who) -> Vec<Value> {
    let started = server.start(student, "practice").await;
    let all = questions(&started);
    let answered: Vec<Value> = all.iter().map(|question| choose(question, 0)).collect();
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    server.post(student, "/submit-result", submit).await.expect(200);
    all
}

#[tokio::test]
async fn an_administrator_reads_the_statistics_of_a_question() {
    let server = Server::seeded().await;
    let (student, admin) = (server.student().await, server.admin().await);
    let all = sit(&server, &student).await;
    let path = format!("/admin/questions/{}/statistics", all[0]["_id"].as_str().unwrap());
    let told = server.get(&admin, &path).await.expect(200);
    let data = &told["data"];
    assert_eq!(
        (data["attempts"].as_i64(), &data["discrimination"], &data["flag"]),
        (Some(1), &Value::Null, &Value::Null)
    );
    assert!([0.0, 1.0].contains(&data["facility"].as_f64().unwrap()), "{told}");
    let options = data["options"].as_array().unwrap();
    assert_eq!(options.len(), all[0]["options"].as_array().unwrap().len());
    let chosen = |option: &&Value| option["chosen"] == 1;
    let one: Vec<&Value> = options.iter().filter(chosen).collect();
    assert_eq!(
        (one.len(), &one[0]["_id"], &one[0]["option"]),
        (1, &all[0]["options"][0]["_id"], &all[0]["options"][0]["option"])
    );

    let list = server.get(&admin, "/admin/question-statistics?limit=100").await.expect(200);
    assert_eq!(list["total"].as_u64(), Some(all.len() as u64));
    assert_eq!(server.get(&admin, "/admin/question-statistics?flagged=true").await.expect(200)["total"], 0);
    server.get(&admin, "/admin/question-statistics?flagged=perhaps").await.expect(422);
    server.get(&admin, "/admin/questions/none/statistics").await.expect(404);
    server.get(&student, &path).await.expect(403);
    server.get(&student, "/admin/question-statistics").await.expect(403);
    server.get(&Who::Nobody, &path).await.expect(401);
}

#[tokio::test]
async fn a_student_reads_charts_and_weak_topics_and_practises_mistakes() {
    let server = Server::seeded().await;
    let (student, admin) = (server.student().await, server.admin().await);
    let id = server.my_id(&student).await;
    let all = sit(&server, &student).await;
    let path = format!("/get-mock-results-analytics/{id}");
    let charts = server.get(&student, &path).await.expect(200);
    assert_eq!(server.get(&admin, &path).await.expect(200)["data"], charts["data"]);
    for field in ["quizResultData", "subscribedExams", "WAECExamSubjects", "JECEExamSubjects"] {
        assert!(charts["data"][field].is_array(), "{field}: {charts}");
    }
    let other = server.another_student().await;
    server.get(&other, &path).await.expect(403);
    server.get(&Who::Nobody, &path).await.expect(401);

    let exam = server.exam("jamb-utme").await;
    let weak = server.get(&student, &format!("/me/weak-topics?examId={exam}")).await.expect(200);
    for topic in weak["data"].as_array().unwrap() {
        assert!(topic["answered"].as_i64() >= Some(5) && topic["topic"]["title"].is_string(), "{topic}");
    }
    assert!(server.get(&student, "/me/weak-topics").await.expect(422)["examId"].is_string());
    server.get(&student, "/me/weak-topics?examId=none").await.expect(404);
    server.get(&Who::Nobody, "/me/weak-topics?examId=none").await.expect(401);

    let mut ask = server.start_body(&student, "jamb-utme", "practice").await;
    ask["from"] = json!("mistakes");
    ask.as_object_mut().unwrap().remove("year");
    let started = server.post(&student, "/attempts", ask.clone()).await.expect(201);
    let drawn = questions(&started);
    assert!(!drawn.is_empty() && drawn.len() < all.len(), "some of them were right by chance");
    assert!(drawn.iter().all(|question| all.iter().any(|one| one["_id"] == question["_id"])));
    ask["from"] = json!("anything");
    server.post(&student, "/attempts", ask).await.expect(422);
}

#[tokio::test]
async fn a_student_repeats_what_was_wrong_the_next_day() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let exam = server.exam("jamb-utme").await;
    sit(&server, &student).await;
    server.clock.advance(chrono::Duration::days(1));
    let student = server.student().await;
    let today = server.get(&student, &format!("/me/today?examId={exam}")).await.expect(200)["data"].clone();
    let count = |field: &str| today[field].as_u64().unwrap();
    assert!(count("due") > 0 && count("due") + count("fresh") <= 20, "{today}");
    assert!(count("minutes") > 0 && count("kilobytes") <= 8, "{today}");
    assert!(today["daysToExam"].is_null() && count("toLearn") == 0, "{today}");

    let started = server.post(&student, "/attempts", json!({ "examId": exam, "from": "today" })).await.expect(201);
    let asked = questions(&started);
    assert_eq!(asked.len() as u64, count("due") + count("fresh"));
    assert_eq!(started["attempt"]["assessment"]["slug"], "study");
    let answered: Vec<Value> = asked.iter().map(|question| choose(question, 1)).collect();
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    server.post(&student, "/submit-result", submit).await.expect(200);
    let done = server.get(&student, &format!("/me/today?examId={exam}")).await.expect(200)["data"].clone();
    assert_eq!((&done["due"], &done["fresh"], &done["kilobytes"]), (&json!(0), &json!(0), &json!(0)));
    let refused = server.post(&student, "/attempts", json!({ "examId": exam, "from": "today" })).await.expect(409);
    assert_eq!(refused["reason"], "no-questions");
    assert_eq!(server.get(&student, &format!("/me/to-learn?examId={exam}")).await.expect(200)["data"], json!([]));

    for path in ["/me/today", "/me/to-learn"] {
        assert!(server.get(&student, path).await.expect(422)["examId"].is_string());
        server.get(&student, &format!("{path}?examId=none")).await.expect(404);
        server.get(&Who::Nobody, &format!("{path}?examId={exam}")).await.expect(401);
    }
    // Only Today starts without the subjects.
    let refused = server.post(&student, "/attempts", json!({ "examId": exam })).await.expect(422);
    assert!(refused["assessmentId"].is_string(), "{refused}");
}

#[tokio::test]
async fn an_administrator_works_through_the_questions_that_need_a_look() {
    let server = Server::seeded().await;
    let (student, admin) = (server.student().await, server.admin().await);
    let sql = "UPDATE (SELECT VALUE id FROM question WHERE status = true LIMIT 1) SET description = '' RETURN VALUE id; \
        UPDATE subject_year SET revision += 1 RETURN NONE";
    server.app.store.write(sql).done().await.unwrap();
    server.app.check_changed_subjects().await.unwrap();
    let list = "/admin/needs-a-look?kind=no-explanation&limit=100";
    let before = server.get(&admin, list).await.expect(200);
    let (total, first) = (before["total"].as_u64().unwrap(), &before["data"][0]);
    assert!(total > 0 && before["checking"] == 0, "{before}");
    assert_eq!(first["concerns"][0]["kind"], "no-explanation");
    let count = before["counts"].as_array().unwrap().iter().find(|one| one["kind"] == "no-explanation").unwrap();
    assert_eq!(count["questions"].as_u64(), Some(total));
    let path = format!("/admin/needs-a-look/{}", first["question"]["_id"].as_str().unwrap());
    let version = first["question"]["version"].as_i64().unwrap();
    let stale = server.put(&admin, &path, json!({ "version": version + 1 })).await.expect(409);
    assert_eq!(stale["reason"], "changed");
    let told = server.put(&admin, &path, json!({ "version": version })).await.expect(200);
    assert_eq!(told["message"], "Marked as fine. It comes back if it changes.");
    let after = server.get(&admin, list).await.expect(200);
    assert_eq!(after["total"].as_u64(), Some(total - 1));
    server.get(&admin, "/admin/needs-a-look?kind=none").await.expect(422);
    server.get(&admin, "/admin/needs-a-look?limit=101").await.expect(422);
    server.put(&admin, "/admin/needs-a-look/none", json!({})).await.expect(404);
    server.get(&student, "/admin/needs-a-look").await.expect(403);
    server.put(&student, &path, json!({})).await.expect(403);
}
