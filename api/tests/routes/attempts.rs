//! A test from its start to its result, over the wire.

use std::collections::HashMap;

use chrono::Duration;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::common::{Answer, PASSWORD, Server, choose, questions};

/// Fields that would tell a key or an explanation.
const TELLING: [&str; 8] =
    ["correctAns", "correct", "correctAnswer", "rightAnswer", "description", "detailedAnswer", "identity", "key"];

/// No field that tells, and no explanation of the bank anywhere in the text.
fn tells_nothing(what: &str, answer: &Answer, explanations: &[String]) {
    let told = telling_field(&answer.json());
    assert!(told.is_none(), "{what} holds the field {told:?}");
    for explanation in explanations {
        assert!(!answer.text.contains(explanation.as_str()), "{what} holds the explanation {explanation}");
    }
}

fn telling_field(value: &Value) -> Option<String> {
    match value {
        Value::Object(keys) => {
            keys.iter().find_map(
                |(key, value)| {
                    if TELLING.contains(&key.as_str()) { Some(key.clone()) } else { telling_field(value) }
                },
            )
        }
        Value::Array(items) => items.iter().find_map(telling_field),
        _ => None,
    }
}

/// The explanations of the whole bank, as they would be in JSON.
async fn explanations(server: &Server) -> Vec<String> {
    let admin = server.admin().await;
    let all = server.get(&admin, "/admin/questions/all/all/all/all/all?limit=1000").await.expect(200);
    let written = |question: &Value| {
        let text = question["description"].to_string();
        text.trim_matches('"').to_owned()
    };
    let found: Vec<_> = all["data"].as_array().unwrap().iter().map(written).filter(|text| text.len() > 20).collect();
    assert!(found.len() > 200, "{} explanations", found.len());
    found
}

#[tokio::test]
async fn no_response_of_a_running_test_contains_a_key() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let secret = explanations(&server).await;
    for mode in ["practice", "mock"] {
        let body = server.start_body(&student, "jamb-utme", mode).await;
        let answer = server.post(&student, "/attempts", body.clone()).await;
        tells_nothing("the start", &answer, &secret);
        let started = answer.json();
        let id = started["attempt"]["_id"].as_str().unwrap();
        tells_nothing("the resume", &server.get(&student, &format!("/attempts/{id}")).await, &secret);
        let mut ask = body.clone();
        ask["countsOnly"] = json!(false);
        let path = if mode == "mock" { "/get-mock-questions" } else { "/get-year-questions" };
        tells_nothing("the paper", &server.post(&student, path, ask).await, &secret);
        let save = json!({ "revision": 0, "answers": [choose(&questions(&started)[0], 0)] });
        tells_nothing("a save", &server.put(&student, &format!("/attempts/{id}/answers"), save).await, &secret);
        let one = &questions(&started)[0];
        let mark = json!({ "revision": 1, "answers": [choose(one, 0)], "mark": [one["_id"]] });
        let refused = server.put(&student, &format!("/attempts/{id}/answers"), mark).await;
        tells_nothing("a save that asks to mark", &refused, &secret);
        assert_eq!(refused.expect(403)["reason"], "only-in-study");
        tells_nothing("the list", &server.get(&student, "/attempts?state=running").await, &secret);
    }
    let running = server.get(&student, "/attempts?state=running").await.expect(200);
    let mock = running["data"].as_array().unwrap().iter().find(|one| one["assessment"]["slug"] == "mock").unwrap();
    let reveal = format!("/attempts/{}/reveal", mock["_id"].as_str().unwrap());
    let refused = server.post(&student, &reveal, json!({ "question": "any" })).await.expect(403);
    assert_eq!(refused["reason"], "not-in-mock");
}

#[tokio::test]
async fn study_tells_the_key_of_a_question_with_the_save_of_its_first_choice() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let secret = explanations(&server).await;
    let started = server.start(&student, "study").await;
    let asked = questions(&started);
    let path = format!("/attempts/{}", started["attempt"]["_id"].as_str().unwrap());
    let answers_path = format!("{path}/answers");
    let save = async |revision: u64, answers: Value, mark: Value| {
        let body = json!({ "revision": revision, "answers": answers, "mark": mark });
        server.put(&student, &answers_path, body).await
    };
    let (first, id) = (&asked[0], &asked[0]["_id"]);
    let silent = server.put(&student, &answers_path, json!({ "revision": 0, "answers": [choose(&asked[1], 0)] })).await;
    tells_nothing("a save", &silent, &secret);
    tells_nothing("a mark without a choice", &save(1, json!([]), json!([id])).await, &secret);
    let marked = save(2, json!([choose(first, 0)]), json!([id])).await.expect(200);
    let revealed = marked["revealed"].as_array().unwrap();
    assert_eq!((revealed.len(), &revealed[0]["question"]), (1, id));
    assert!(revealed[0]["correctAns"].is_string() && revealed[0]["description"].is_string());
    let changed = save(3, json!([choose(first, 1), choose(&asked[1], 1)]), json!([])).await.expect(200);
    assert_eq!((&changed["ignored"], &changed["revealed"]), (&json!([id]), &json!([])));
    let read = server.get(&student, &path).await.expect(200);
    assert_eq!(read["attempt"]["marked"], json!([id]));
    assert!(save(4, json!([]), json!(["none"])).await.expect(422)["mark[0]"].is_string());
}

#[tokio::test]
async fn a_withdrawn_question_leaves_the_score_and_the_result_says_so() {
    let server = Server::seeded().await;
    let (student, admin) = (server.student().await, server.admin().await);
    let started = server.start(&student, "practice").await;
    let asked = questions(&started);
    let answered: Vec<_> = asked.iter().map(|question| choose(question, 0)).collect();
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    let quiz = server.post(&student, "/submit-result", submit).await.expect(200)["quizId"].as_str().unwrap().to_owned();
    let id = asked[0]["_id"].as_str().unwrap();
    let path = format!("/admin/questions/{id}/withdrawn");
    server.put(&student, &path, json!({ "withdrawn": true })).await.expect(403);
    assert!(server.put(&admin, &path, json!({})).await.expect(422)["withdrawn"].is_string());
    let dry = server.put(&admin, &path, json!({ "withdrawn": true, "dryRun": true })).await.expect(200);
    assert_eq!((&dry["affected"], &dry["moved"]), (&json!(1), &json!(1)));
    let done = server.put(&admin, &path, json!({ "withdrawn": true })).await.expect(200);
    assert_eq!((&done["affected"], &done["changed"][0]["quizId"]), (&json!(1), &json!(quiz)));
    let result = server.get(&student, &format!("/get-result-data-view/{quiz}")).await.expect(200);
    assert_eq!(result["quiz"]["withdrawnCount"], 1);
    assert_eq!(result["quiz"]["questionCount"], asked.len() - 1);
    let all = result["subjectResults"].as_array().unwrap().iter().flat_map(|part| part["results"].as_array().unwrap());
    let broken: Vec<_> = all.filter(|item| item["withdrawn"] == true).collect();
    assert_eq!((broken.len(), &broken[0]["_id"]), (1, &asked[0]["_id"]));
    assert_eq!((&broken[0]["source"]["exam"], &broken[0]["source"]["year"]), (&json!("JAMB UTME"), &json!(2019)));
}

#[tokio::test]
async fn a_mock_of_180_equals_an_independent_recount() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "mock").await;
    let asked = questions(&started);
    assert_eq!(asked.len(), 180, "60 of Use of English and 40 of each other subject");
    let id = started["attempt"]["_id"].as_str().unwrap().to_owned();
    // Every third is left out; the others choose by place.
    let chosen: HashMap<&str, usize> = asked
        .iter()
        .enumerate()
        .filter(|(place, _)| place % 3 != 0)
        .map(|(place, question)| (question["_id"].as_str().unwrap(), place % 4))
        .collect();
    let mut revision = 0;
    for part in asked.chunks(7) {
        let given: Vec<_> =
            part.iter().filter_map(|q| Some(choose(q, *chosen.get(q["_id"].as_str().unwrap())?))).collect();
        let saved = server
            .put(&student, &format!("/attempts/{id}/answers"), json!({ "revision": revision, "answers": given }))
            .await;
        revision = saved.expect(200)["revision"].as_u64().unwrap();
    }
    server.clock.advance(Duration::minutes(30));
    let submits = join_all((0..20).map(|_| server.post(&student, "/submit-result", json!({ "attemptId": id })))).await;
    for submit in submits {
        assert_eq!(submit.expect(200)["quizId"], id.as_str());
    }
    let me = server.my_id(&student).await;
    assert_eq!(server.get(&student, &format!("/get-results/{me}")).await.expect(200)["total"], 1);

    let view = server.get(&student, &format!("/get-result-data-view/{id}")).await.expect(200);
    let (mut right, mut wrong, mut unseen) = (0, 0, 0);
    for part in view["subjectResults"].as_array().unwrap() {
        let mut subject_right = 0;
        for item in part["results"].as_array().unwrap() {
            let key = item["resultData"]["correctAnswer"]["_id"].as_str().unwrap();
            let question = asked.iter().find(|q| q["_id"] == item["_id"]).unwrap();
            let mine = chosen
                .get(item["_id"].as_str().unwrap())
                .map(|place| question["options"][*place]["_id"].as_str().unwrap());
            match mine {
                None => unseen += 1,
                Some(mine) if mine == key => subject_right += 1,
                Some(_) => wrong += 1,
            }
            assert_eq!(item["resultData"]["answered"]["_id"].as_str(), mine);
            assert!(!item["description"].as_str().unwrap().is_empty(), "every question has an explanation");
        }
        assert_eq!(part["rightAnswer"], subject_right);
        right += subject_right;
    }
    let result = server.get(&student, &format!("/get-result-data/{id}")).await.expect(200);
    let quiz = &result["quiz"];
    assert_eq!(
        (&quiz["correctCount"], &quiz["wrongCount"], &quiz["unseenCount"]),
        (&json!(right), &json!(wrong), &json!(unseen))
    );
    assert_eq!(quiz["questionCount"], 180);
    assert_eq!(quiz["usedtime"], 30 * 60);
    assert_eq!(quiz["score"]["outOf400"], json!((f64::from(right) / 180.0 * 400.0).round() as u32));
    assert_eq!(quiz["speed"], 75.0, "30 of 120 minutes used");
    assert_eq!(result["advices"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn time_is_the_servers() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "practice").await;
    let asked = questions(&started);
    let id = started["attempt"]["_id"].as_str().unwrap().to_owned();
    let path = format!("/attempts/{id}/answers");
    let save = |revision: u64, place: usize| json!({ "revision": revision, "answers": [choose(&asked[place], 0)] });
    server.put(&student, &path, save(0, 0)).await.expect(200);
    server.clock.advance(Duration::minutes(30));
    server.put(&student, &path, save(1, 1)).await.expect(200);
    server.clock.advance(Duration::seconds(1));
    assert_eq!(server.put(&student, &path, save(2, 2)).await.expect(409)["reason"], "time-up");
    server.clock.advance(Duration::seconds(60));
    assert_eq!(server.app.expire_attempts().await.unwrap(), 1);
    assert_eq!(server.app.expire_attempts().await.unwrap(), 0);
    let closed = server.put(&student, &path, save(2, 2)).await.expect(409);
    assert_eq!((closed["reason"].as_str(), closed["quizId"].as_str()), (Some("attempt-closed"), Some(id.as_str())));
    let quiz = server.get(&student, &format!("/get-result-data/{id}")).await.expect(200);
    assert_eq!(quiz["quiz"]["unseenCount"], asked.len() - 2, "two answers were saved in time");
}

#[tokio::test]
async fn a_forced_submit_counts_every_answer_but_the_refused_one() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "practice").await;
    let asked = questions(&started);
    let mut answered: Vec<Value> = asked.iter().map(|question| choose(question, 0)).collect();
    answered[1]["answer"] = json!("no-option");
    let submit = async |forced: bool| {
        let body = json!({ "attemptId": started["attempt"]["_id"], "answered": answered, "forced": forced });
        server.post(&student, "/submit-result", body).await
    };
    let refused = submit(false).await.expect(422);
    assert!(refused["answered[1].answer"].is_string(), "{refused}");
    let done = submit(true).await.expect(200);
    assert_eq!(done["refused"], json!([asked[1]["_id"]]));
    let view = server.get(&student, &format!("/get-result-data-view/{}", done["quizId"].as_str().unwrap())).await;
    let view = view.expect(200);
    let parts = view["subjectResults"].as_array().unwrap().iter().flat_map(|part| part["results"].as_array().unwrap());
    let counted = parts.filter(|item| !item["resultData"]["answered"].is_null()).count();
    assert_eq!((counted, &view["quiz"]["unseenCount"]), (asked.len() - 1, &json!(1)));
}

#[tokio::test]
async fn nothing_answered_is_cancelled_and_theory_waits() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "study").await;
    let id = started["attempt"]["_id"].clone();
    let ended = server.post(&student, "/submit-result", json!({ "attemptId": id })).await.expect(200);
    assert_eq!((&ended["quizId"], &ended["message"]), (&Value::Null, &json!("Test has been cancelled.")));

    let mut body = server.start_body(&student, "wassce-waec-ssce", "practice").await;
    body["examType"] = json!("both");
    body["subjects"] = json!([body["subjects"][0]]);
    let started = server.post(&student, "/attempts", body).await.expect(201);
    let part = &started["paper"]["subjects"][0];
    assert!(!part["questions"].as_array().unwrap().is_empty());
    let theory = &part["theories"][0];
    let answered =
        json!([{ "theory": theory["_id"], "answer": "x = 4, because 2x = 8" }, choose(&part["questions"][0], 0)]);
    let quiz = server
        .post(&student, "/submit-result", json!({ "attemptId": started["attempt"]["_id"], "answered": answered }))
        .await;
    let quiz = quiz.expect(200)["quizId"].as_str().unwrap().to_owned();
    let result = server.get(&student, &format!("/get-result-data/{quiz}")).await.expect(200);
    assert_eq!(result["quiz"]["examResult"], "pending");

    let admin = server.admin().await;
    let queue = server.get(&admin, "/admin/user-theories?state=pending&q=sabi.test").await.expect(200);
    assert_eq!((&queue["total"], &queue["userTheoryList"][0]["_id"]), (&json!(1), &json!(quiz)));
    assert_eq!(queue["userTheoryList"][0]["answeredCount"], 1);
    let opened = server.get(&admin, &format!("/get-result-data-view/{quiz}")).await.expect(200);
    let detail = &opened["subjectResults"][0]["theories"][0]["resultsDetail"];
    assert_eq!(detail["theoryAnswered"], "x = 4, because 2x = 8");
    assert!(!detail["theoryCorrectAnswer"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn a_practice_without_an_attempt_is_marked_from_the_bank_and_a_mock_is_not() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let ask = server.start_body(&student, "jamb-utme", "practice").await;
    let paper = server.post(&student, "/get-year-questions", ask.clone()).await.expect(200);
    let asked = questions(&json!({ "paper": paper }));
    let body = |mode: &Value, answered: Vec<Value>| {
        json!({
            "examId": ask["examId"], "assessment": mode, "answered": answered, "year": 2019, "timeDuration": 30,
            "takenTime": 999_999, "totalQuestions": 1, "correctCount": 1,
        })
    };
    let answered: Vec<_> = asked.iter().take(8).map(|question| choose(question, 0)).collect();
    let practice = body(&ask["assessmentId"], answered.clone());
    let quiz =
        server.post(&student, "/submit-result", practice).await.expect(200)["quizId"].as_str().unwrap().to_owned();
    let view = server.get(&student, &format!("/get-result-data-view/{quiz}")).await.expect(200);
    let parts = view["subjectResults"].as_array().unwrap().iter().flat_map(|part| part["results"].as_array().unwrap());
    let right = parts.filter(|item| item["resultData"]["answered"] == item["resultData"]["correctAnswer"]).count();
    assert_eq!((&view["quiz"]["questionCount"], &view["quiz"]["correctCount"]), (&json!(8), &json!(right)));
    assert_eq!(view["quiz"]["usedtime"], 30 * 60, "a claimed time is capped");

    let mock = server.assessment(&student, "mock").await;
    assert!(
        server.post(&student, "/submit-result", body(&json!(mock), answered)).await.expect(422)["attemptId"]
            .is_string()
    );
    let foreign = vec![json!({ "question": "nothing", "answer": "x" })];
    let refused = server.post(&student, "/submit-result", body(&ask["assessmentId"], foreign)).await.expect(422);
    assert!(refused["answered[0].question"].is_string(), "{refused}");
    server.post(&student, "/submit-result", json!({})).await.expect(422);
}

#[tokio::test]
async fn a_start_beyond_the_limits_is_refused_with_the_reason() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let mock = server.start(&student, "mock").await["attempt"]["_id"].clone();
    let body = server.start_body(&student, "jamb-utme", "mock").await;
    let refused = server.post(&student, "/attempts", body.clone()).await.expect(409);
    assert_eq!((&refused["reason"], &refused["attempts"][0]["_id"]), (&json!("running-mock"), &mock));
    assert_eq!(refused["attempts"][0]["exam"]["slug"], "jamb-utme");
    server.post(&student, &format!("/attempts/{}/cancel", mock.as_str().unwrap()), json!({})).await.expect(200);

    for _ in 0..29 {
        let id = server.start(&student, "study").await["attempt"]["_id"].as_str().unwrap().to_owned();
        server.post(&student, &format!("/attempts/{id}/cancel"), json!({})).await.expect(200);
    }
    let answer = server.post(&student, "/attempts", body.clone()).await;
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    let refused = answer.expect(429);
    assert_eq!((&refused["reason"], &refused["retryAfter"]), (&json!("too-many-starts"), &json!(wait)));
    server.pass(i64::try_from(wait).unwrap());
    server.post(&student, "/attempts", body).await.expect(201);
}

#[tokio::test]
async fn a_paper_without_a_subscription_is_refused_and_its_counts_are_not() {
    let server = Server::seeded().await;
    let (student, other) = (server.student().await, server.another_student().await);
    let mut ask = server.start_body(&student, "jamb-utme", "practice").await;
    for path in ["/get-year-questions", "/get-mock-questions"] {
        let refused = server.post(&other, path, ask.clone()).await.expect(403);
        assert_eq!(refused["reason"], "no-subscription");
    }
    ask["countsOnly"] = json!(true);
    for path in ["/get-year-questions", "/get-mock-questions"] {
        let counts = server.post(&other, path, ask.clone()).await.expect(200);
        assert_eq!((counts["counts"].as_array().unwrap().len(), &counts["subjects"]), (4, &json!([])));
    }
}

#[tokio::test]
async fn corrections_wait_for_the_end_of_a_mock_with_the_same_questions() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let practice = server.start(&student, "practice").await;
    let answered: Vec<_> = questions(&practice).iter().map(|question| choose(question, 0)).collect();
    let submit = json!({ "attemptId": practice["attempt"]["_id"], "answered": answered });
    let quiz = server.post(&student, "/submit-result", submit).await.expect(200)["quizId"].as_str().unwrap().to_owned();
    let corrections = format!("/get-result-data-view/{quiz}");
    server.get(&student, &corrections).await.expect(200);
    let mock = server.start(&student, "mock").await;
    let refused = server.get(&student, &corrections).await.expect(409);
    assert_eq!((&refused["reason"], &refused["attempt"]), (&json!("in-running-mock"), &mock["attempt"]["_id"]));
    let cancel = format!("/attempts/{}/cancel", mock["attempt"]["_id"].as_str().unwrap());
    server.post(&student, &cancel, json!({})).await.expect(200);
    server.get(&student, &corrections).await.expect(200);
}

#[tokio::test]
async fn a_wrong_key_is_put_right_over_the_wire() {
    let server = Server::seeded().await;
    let (student, admin) = (server.student().await, server.admin().await);
    let started = server.start(&student, "practice").await;
    let all = questions(&started);
    let answered: Vec<_> = all.iter().map(|question| choose(question, 0)).collect();
    let done = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    let quiz = server.post(&student, "/submit-result", done).await.expect(200)["quizId"].take();
    let id = all[0]["_id"].as_str().unwrap();
    let path = format!("/admin/questions/{id}/key");
    server.put(&student, &path, json!({ "option": 1 })).await.expect(403);
    assert!(server.put(&admin, &path, json!({ "option": 9 })).await.expect(422)["option"].is_string());
    assert!(server.put(&admin, &path, json!({ "option": [] })).await.expect(422)["option"].is_string());
    assert!(server.put(&admin, &path, json!({})).await.expect(422)["option"].is_string());
    server.put(&admin, "/admin/questions/none/key", json!({ "option": 1 })).await.expect(404);
    // Somebody who finds an open session may preview it, and no more (ruling 36).
    server.pass(16 * 60);
    server.put(&admin, &path, json!({ "option": 1, "dryRun": true })).await.expect(200);
    assert_eq!(server.put(&admin, &path, json!({ "option": 1 })).await.expect(403)["reason"], "prove-password");
    server.post(&admin, "/me/prove", json!({ "password": PASSWORD })).await.expect(200);
    // First with the chosen option as the key, then with another: exactly one of them changes the score.
    let (chosen, other) = (&all[0]["options"][0]["_id"], &all[0]["options"][1]["_id"]);
    let first = server.put(&admin, &path, json!({ "option": chosen })).await.expect(200);
    let dry = server.put(&admin, &path, json!({ "option": other, "dryRun": true })).await.expect(200);
    let moved = server.put(&admin, &path, json!({ "option": other, "version": 1 })).await.expect(200);
    assert_eq!((&first["affected"], &moved["affected"], &moved["changed"]), (&json!(1), &json!(1), &dry["changed"]));
    let change = &moved["changed"][0];
    assert_eq!((&change["quizId"], &change["user"]["email"]), (&quiz, &json!("student@sabi.test")));
    assert!(change["before"].as_f64() > change["after"].as_f64(), "{change}");
    let result = server.get(&student, &format!("/get-result-data/{}", quiz.as_str().unwrap())).await.expect(200);
    assert_eq!(result["quiz"]["score"]["percent"], change["after"]);
    assert_eq!(server.put(&admin, &path, json!({ "option": 1, "version": 1 })).await.expect(409)["reason"], "changed");
}
