//! What visitors without an account can read: questions to try, and the page of an exam, with its numbers in the HTML.

use serde_json::{Value, json};

use crate::common::{Server, Who};

#[tokio::test]
async fn questions_to_try_are_the_same_for_everybody_and_not_sent_twice() {
    let server = Server::seeded().await;
    let first = server.ask("GET", "/api/v1/try/jamb-utme").send().await;
    assert_eq!(first.status, 200);
    assert_eq!(first.headers["cache-control"], "no-cache");
    assert!(!first.headers.contains_key("set-cookie"));
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    let again = server.ask("GET", "/api/v1/try/jamb-utme").header("if-none-match", &tag).send().await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    let student = server.student().await;
    assert_eq!(server.get(&student, "/try/jamb-utme").await.text, first.text);
    let questions = first.json()["data"]["questions"].take();
    assert_eq!(questions.as_array().unwrap().len(), 5);
    let home = server.get(&Who::Nobody, "/try").await.expect(200);
    assert_eq!(home["data"]["questions"], questions);

    // A mark changes the answer at once.
    let admin = server.admin().await;
    let last = &questions[4];
    let path = format!("/admin/questions/update/{}", last["_id"].as_str().unwrap());
    let marked = server.put(&admin, &path, json!({ "forVisitors": true })).await.expect(200);
    assert_eq!(marked["data"]["forVisitors"], true);
    let now = server.get(&Who::Nobody, "/try/jamb-utme").await.expect(200);
    assert_eq!(now["data"]["questions"][0]["_id"], last["_id"]);
    server.get(&Who::Nobody, "/try/nothing").await.expect(404);
}

#[tokio::test]
async fn a_question_is_added_with_its_mark() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let some = server.get(&admin, "/admin/questions/all/all/all/all/all").await.expect(200)["data"][0].take();
    let body = json!({
        "title": "By hand", "yearId": some["year"]["_id"], "status": true, "forVisitors": true,
        "questions": [{ "questionTitle": "<p>Which?</p>", "option1": "this", "option2": "that", "rightAnswer": 1 }],
    });
    let path = format!("/admin/questions/{}/add", some["section"]["_id"].as_str().unwrap());
    let refused = server.post(&admin, &path, body.clone()).await.expect(422);
    assert_eq!(refused["forVisitors"], "A question for visitors needs an explanation.");
    let mut explained = body;
    explained["questions"][0]["answerDesc"] = "Because it is.".into();
    let added = server.post(&admin, &path, explained).await.expect(201);
    assert_eq!(added["data"][0]["forVisitors"], true);
}

#[tokio::test]
async fn a_score_is_kept_by_whoever_is_signed_in() {
    let server = Server::seeded().await;
    let questions = server.get(&Who::Nobody, "/try/jamb-utme").await.expect(200)["data"]["questions"].take();
    let answer = |question: &Value| json!({ "question": question["_id"], "answer": question["correctAns"] });
    let answers: Vec<Value> = questions.as_array().unwrap().iter().map(answer).collect();
    let body = json!({ "exam": "jamb-utme", "answers": answers });
    server.post(&Who::Nobody, "/me/visitor-scores", body.clone()).await.expect(401);
    let student = server.student().await;
    let kept = server.post(&student, "/me/visitor-scores", body.clone()).await.expect(200);
    assert_eq!((&kept["data"]["correct"], &kept["data"]["total"]), (&5.into(), &5.into()));
    let listed = server.get(&student, "/me/visitor-scores").await.expect(200);
    assert_eq!(listed["data"], json!([kept["data"]]));
    let mut many = body;
    many["answers"] = json!(vec![answers[0].clone(); 6]);
    let refused = server.post(&student, "/me/visitor-scores", many).await.expect(422);
    assert!(refused["answers"].is_string(), "{refused}");
}

#[tokio::test]
async fn the_page_of_an_exam_says_its_numbers_before_any_script_runs() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.test/".parse().unwrap())).await;
    let admin = server.admin().await;
    let said = json!({ "name": "Ada <b>", "description": "<p>It <em>helped</em></p>", "status": true });
    server.post(&admin, "/admin/testimonial-list/add", said).await.expect(201);
    let data = server.get(&Who::Nobody, "/exam-types/jamb-utme").await.expect(200)["data"].take();
    let page = server.ask("GET", "/exams/jamb-utme").send().await;
    assert_eq!(page.status, 200);
    let root = page.text.split_once("<main").expect("text inside of the frame").1;
    let text = root.split_once("</main>").unwrap().0.replace("&#x2f;", "/");
    for subject in data["subjects"].as_array().unwrap() {
        let line = format!("{}: 2019, {} questions", subject["title"].as_str().unwrap(), subject["questions"]);
        assert!(text.contains(&line), "{line}: {text}");
    }
    for words in [
        ">JAMB UTME</h1>",
        "Trial: free for 7 days, up to 10 questions per test",
        "Monthly: ₦1,000 for 30 days, no limit on questions",
        "Yearly: ₦5,000 for 365 days",
        "A plan belongs to your account and works on any phone.",
        "It helped (Ada",
        "href=\"/register\">Start free",
        "href=\"/try/jamb-utme\"",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("<b>") && !text.contains("<em>"), "text, not markup: {text}");
    let tag = page.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(server.ask("GET", "/exams/jamb-utme").header("if-none-match", &tag).send().await.status, 304);
    // The scripts of the page may run, and no other.
    assert!(page.headers["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    assert!(!text.contains("<script"));
    // Of exams with theory questions alone, and where there are some.
    let mut said = Vec::new();
    for slug in ["jamb-utme", "wassce-waec-ssce", "jsce-bece"] {
        let data = server.get(&Who::Nobody, &format!("/exam-types/{slug}")).await.expect(200)["data"].take();
        let has_theory = data["subjects"].as_array().unwrap().iter().any(|subject| subject["theories"] != 0);
        let text = server.ask("GET", &format!("/exams/{slug}")).send().await.text;
        assert_eq!(text.contains("Real people mark your theory answers."), has_theory, "{slug}: {text}");
        said.push(has_theory);
    }
    assert!(said.contains(&true) && said.contains(&false), "{said:?}");
    let missing = server.ask("GET", "/exams/nothing").send().await;
    assert_eq!(missing.status, 404);
    assert!(missing.text.contains("<div id=\"root\"></div>"), "the app says Page Not Found");
    server.get(&Who::Nobody, "/exam-types/nothing").await.expect(404);
}

#[tokio::test]
async fn terms_and_privacy_name_the_operator() {
    let content = async |server: &Server, page: &str| {
        let answer = server.get(&Who::Nobody, &format!("/page/{page}")).await.expect(200);
        answer["data"][0]["content"].as_str().unwrap().to_owned()
    };
    let unset = Server::with(|settings| settings.public_url = Some("https://sabi.test/".parse().unwrap())).await;
    let set = Server::with(|settings| {
        settings.operator_name = Some("Sabi <Learning> Ltd".into());
        settings.operator_address = Some("12 Herbert Macaulay Way, Yaba, Lagos".into());
    })
    .await;
    for page in ["terms-conditions", "privacy-policy"] {
        let text = content(&unset, page).await;
        assert!(text.contains("This site is run by the owner of sabi.test. Write to us"), "{text}");
        let text = content(&set, page).await;
        assert!(text.contains("Sabi &lt;Learning&gt; Ltd, 12 Herbert Macaulay Way, Yaba, Lagos."), "{text}");
    }
    assert!(!content(&set, "about-us").await.contains("Herbert Macaulay"));
    // What administrators edit is without it.
    let admin = set.admin().await;
    let edited = set.get(&admin, "/admin/static-pages/terms-conditions").await.expect(200);
    assert!(!edited["data"]["content"].as_str().unwrap().contains("Herbert Macaulay"));
}
