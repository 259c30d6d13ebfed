//! Script in every field that holds HTML (ruling 25): exam instructions, descriptions, questions with
//! passages, options and explanations, theories, mail templates.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::markup::fault;
use crate::common::{Server, Who};

/// Markup that no mail contains. The mail's frame has styles, but neither scripts nor forms.
const HARM: &[&str] =
    &["<script", "<img src=x", "<svg", "<iframe", "<object", "<embed", "=\"javascript:", "=\"data:", "<form", "<base"];

fn payloads() -> Vec<&'static str> {
    let all: Vec<_> = include_str!("payloads.txt").lines().collect();
    assert!(all.len() >= 50, "{}", all.len());
    all
}

/// A form's request, and its fields that hold HTML.
struct Form {
    method: &'static str,
    path: String,
    body: Value,
    rich: &'static [&'static str],
}

impl Form {
    /// The form with this payload in each rich field, each a little different.
    fn armed(&self, n: usize, payload: &str) -> Value {
        let mut body = self.body.clone();
        for (at, field) in self.rich.iter().enumerate() {
            let words = format!("{} {n}.{at} {payload} <p>end</p>", self.method);
            // `questions.` is the only entry of the form for new questions.
            match field.strip_prefix("questions.") {
                Some(inner) => body["questions"][0][inner] = json!(words),
                None => body[*field] = json!(words),
            }
        }
        body
    }
}

async fn first(server: &Server, admin: &Who, path: &str) -> Value {
    let list = server.get(admin, path).await.expect(200);
    let rows = list.as_object().unwrap().values().find_map(Value::as_array);
    rows.unwrap().first().unwrap_or_else(|| panic!("nothing at {path}")).clone()
}

/// The places for a question.
async fn site(server: &Server, admin: &Who) -> (String, String, String) {
    let exams = server.get(admin, "/admin/question-subjects").await.expect(200);
    let jamb = exams["data"].as_array().unwrap().iter().find(|one| one["examSlug"] == "jamb-utme").unwrap().clone();
    let subject = jamb["subjects"][0]["_id"].as_str().unwrap().to_owned();
    let year =
        first(server, admin, &format!("/admin/subject-years/{subject}")).await["_id"].as_str().unwrap().to_owned();
    let topic = first(server, admin, &format!("/admin/topics/{subject}")).await;
    let topic = topic["_id"].as_str().unwrap();
    let section = first(server, admin, &format!("/admin/topic-sections/{topic}")).await;
    (subject, year, section["_id"].as_str().unwrap().to_owned())
}

/// The rich fields of the home page's form.
const HOME: [&str; 12] = [
    "aygDescription1",
    "aygDescription2",
    "aygDescription3",
    "aygDescription4",
    "aygDescription5",
    "aygDescription6",
    "aygSubheading",
    "wcuDescription1",
    "wcuDescription2",
    "wcuDescription3",
    "wcuDescription4",
    "wcuDescription5",
];

async fn forms(server: &Server, admin: &Who) -> Vec<Form> {
    let exam = server.exam("jamb-utme").await;
    let (subject, year, section) = site(server, admin).await;
    let description: &[&str] = &["description"];
    let made = async |path: &str, body: Value| {
        let made = server.post(admin, path, body).await.expect(201);
        let data = if made["data"].is_array() { &made["data"][0] } else { &made["data"] };
        data["_id"].as_str().unwrap().to_owned()
    };
    let exam_body = json!({
        "title": "Armed", "examType": "objective", "maximumSubjects": 4, "yearOfExamination": 10, "timeHour": 1, "time": "00",
        "status": false,
    });
    let university = json!({ "title": "Armed", "description": "x", "logo": "/uploads/x.png", "status": false });
    let category = json!({ "title": "Armed", "status": "InActive" });
    let plan = json!({
        "examType": exam, "title": "Armed", "numOfQuestions": 1, "subscriptionType": "x", "duration": 1, "price": 0,
        "description": "x",
    });
    let advice = json!({ "title": "Armed", "min_percentage": 0, "max_percentage": 1, "description": "x" });
    let new_question = json!({
        "title": "Armed", "yearId": year, "passageCheck": true, "passage": "a passage",
        "questions": [{ "questionTitle": "armed", "option1": "1", "option2": "2", "rightAnswer": 1, "answerDesc": "x" }],
    });
    let question = json!({ "title": "Armed", "question": "x", "passage_check": true, "correct_answer": 1, "option_1": "1", "option_2": "2" });
    let new_theory = json!({
        "subjectId": subject, "yearId": year, "sectionId": section, "title": "Armed", "question": "armed", "description": "x",
        "detailed_answer": "x",
    });
    let theory = json!({ "title": "Armed" });
    let template = json!({ "subject": "Armed", "status": true });
    let add = format!("/admin/questions/{section}/add");
    let question_id = made(&add, new_question.clone()).await;
    let theory_id = made("/admin/theories/add", new_theory.clone()).await;
    let form = |method, path: String, body: &Value, rich| Form { method, path, body: body.clone(), rich };
    let mut all = vec![
        form(
            "PUT",
            format!("/admin/exams/update/{}", made("/admin/exams/add", exam_body.clone()).await),
            &exam_body,
            &["examInstructions"][..],
        ),
        form(
            "PUT",
            format!("/admin/university/edit/{}", made("/admin/university/add", university.clone()).await),
            &university,
            description,
        ),
        form(
            "PUT",
            format!("/admin/categories/update/{}", made("/admin/categories/add", category.clone()).await),
            &category,
            description,
        ),
        form(
            "PUT",
            format!("/admin/subscriptions/update/{}", made("/admin/subscriptions/add", plan.clone()).await),
            &plan,
            description,
        ),
        form(
            "PUT",
            format!("/admin/advice-list/update/{}", made("/admin/advice-list/add", advice.clone()).await),
            &advice,
            description,
        ),
        form("POST", "/admin/advice-list/add".into(), &advice, description),
        form(
            "POST",
            add,
            &new_question,
            &[
                "passage",
                "questions.questionTitle",
                "questions.option1",
                "questions.option2",
                "questions.option3",
                "questions.option4",
                "questions.option5",
                "questions.answerDesc",
            ],
        ),
        form(
            "PUT",
            format!("/admin/questions/update/{question_id}"),
            &question,
            &["passage", "question", "option_1", "option_2", "option_3", "option_4", "option_5", "description"],
        ),
        form("POST", "/admin/theories/add".into(), &new_theory, &["question", "description", "detailed_answer"]),
        form(
            "PUT",
            format!("/admin/theories/update/{theory_id}"),
            &theory,
            &["question", "description", "detailed_answer"],
        ),
    ];
    for (list, rows, body, rich) in [
        ("banners", "banners", json!({ "title": "Armed", "status": true }), description),
        ("news-list", "data", json!({ "title": "Armed", "status": true }), description),
        ("testimonial-list", "testimonials", json!({ "name": "Armed", "status": true }), description),
        ("faqs", "data", json!({ "question": "Armed" }), &["answer"]),
        ("instructions", "data", json!({ "status": true }), &["content"]),
    ] {
        let listed = server.get(admin, &format!("/admin/{list}")).await.expect(200);
        let id = listed[rows][0]["_id"].as_str().unwrap();
        all.push(form("PUT", format!("/admin/{list}/update/{id}"), &body, rich));
    }
    all.push(form("PUT", "/admin/static-page/about-us".into(), &json!({ "page_title": "Armed" }), &["content"]));
    all.push(form("PUT", "/admin/home-setting/update/home".into(), &json!({ "wcHeading": "Armed" }), &HOME));
    for kind in ["activation", "password-reset", "contact-reply", "result-declared", "subscription-receipt"] {
        all.push(form("PUT", format!("/admin/emailtemplates/update/{kind}"), &template, &["content"]));
    }
    all
}

/// The fields of an answer that hold HTML.
fn rich_of(answer: &Value) -> Vec<(String, String)> {
    const RICH: &[&str] = &[
        "examInstructions",
        "description",
        "passage",
        "question",
        "option",
        "detailed_answer",
        "answer",
        "detailedAnswer",
        "content",
        "subheading",
    ];
    let mut found = Vec::new();
    let mut open = vec![answer];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value.as_str() {
                        Some(text) if RICH.contains(&name.as_str()) => found.push((name.clone(), text.to_owned())),
                        _ => open.push(value),
                    }
                }
            }
            _ => {}
        }
    }
    found
}

#[tokio::test]
async fn fifty_scripts_come_through_no_rich_field() {
    let server = Server::seeded().await;
    // Some of the templates are hers alone.
    let admin = server.log_in("owner@sabi.test").await;
    for form in forms(&server, &admin).await {
        let mut taken = 0;
        for (n, payload) in payloads().into_iter().enumerate() {
            let mut body = form.armed(n, payload);
            if form.path.contains("emailtemplates") {
                // The placeholders that a template must use, with any other content.
                let needed =
                    if form.path.ends_with("contact-reply") { "{{ reply }}" } else { "<a href=\"{{ link }}\">x</a>" };
                body["content"] = json!(format!("{} {needed}", body["content"].as_str().unwrap()));
            }
            let answer = server.ask(form.method, &format!("/api/v1{}", form.path)).by(&admin).json(&body).send().await;
            let status = answer.status.as_u16();
            assert!(matches!(status, 200 | 201 | 422), "{} {payload}: {status} {}", form.path, answer.text);
            if status == 422 {
                continue;
            }
            taken += 1;
            let rich = rich_of(&answer.json()["data"]);
            assert!(rich.len() >= form.rich.len(), "{}: {rich:?}", form.path);
            for (field, html) in rich {
                assert_eq!(fault(&html), None, "{} {field}: {payload}", form.path);
            }
        }
        // Those with a picture that is no upload are refused.
        assert!(taken >= 40, "{} took {taken} only", form.path);
    }
    // The parts that students and visitors read.
    for path in ["/admin/banners", "/admin/home-setting", "/get-testimonials", "/faqs", "/page/about-us"] {
        for (field, html) in rich_of(&server.get(&Who::Nobody, path).await.expect(200)) {
            assert_eq!(fault(&html), None, "{path} {field}");
        }
    }
    let exams = server.get(&Who::Nobody, "/exam-types").await.expect(200);
    for (field, html) in rich_of(&exams) {
        assert_eq!(fault(&html), None, "{field}");
    }
}

#[tokio::test]
async fn a_script_in_a_preview_of_a_mail_is_gone_too() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    for payload in payloads() {
        let body = json!({ "subject": "x", "content": format!("{payload} <a href=\"{{{{ link }}}}\">x</a>") });
        let answer = server.post(&admin, "/admin/emailtemplates/activation/preview", body).await;
        if answer.status.as_u16() == 422 {
            continue;
        }
        let html = answer.expect(200)["data"]["html"].as_str().unwrap().to_ascii_lowercase();
        for harm in HARM {
            assert!(!html.contains(harm), "{payload}: {harm}");
        }
    }
}

#[tokio::test]
async fn a_script_in_a_letter_or_in_its_reply_reaches_nobody() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    for (n, payload) in payloads().into_iter().enumerate() {
        let letter = json!({
            "firstName": "Kwame", "lastName": "Boateng", "mobileNo": "0201234567", "email": "kwame@example.gh",
            "subject": "x", "message": payload,
        });
        let sent =
            server.ask("POST", "/api/v1/admin/contactus/add").from(&format!("41.58.0.{n}")).json(&letter).send().await;
        sent.expect(201);
        let list = server.get(&admin, "/admin/contactus?limit=1000").await.expect(200);
        let letters = list["data"].as_array().unwrap();
        let id =
            letters.iter().find(|one| one["message"] == payload.trim()).unwrap()["_id"].as_str().unwrap().to_owned();
        let path = format!("/admin/contactus/reply/{id}");
        let reply = json!({ "replyMessage": format!("<p>Yes</p> {payload}") });
        let replied = server.post(&admin, &path, reply).await;
        if replied.status == 422 {
            // A picture that is no upload is refused rather than left out.
            assert!(payload.to_ascii_lowercase().contains("<im"), "{payload}: {}", replied.text);
            continue;
        }
        replied.expect(201);
        let kept = server.get(&admin, &path).await.expect(200);
        assert_eq!(fault(kept["replies"][0]["replyMessage"].as_str().unwrap()), None, "{payload}");
        let html = server.take_mails().await.remove(0).html.to_ascii_lowercase();
        assert!(!HARM.iter().any(|harm| html.contains(harm)), "{payload}: {html}");
    }
}

/// A new field with HTML in it must be added to the forms above.
#[test]
fn every_rich_field_of_every_form_is_tried() {
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut rich = BTreeSet::new();
    for (schema, shape) in document["components"]["schemas"].as_object().unwrap() {
        // Changes have the fields of the input; only those of questions have no input of their own.
        let is_input = ["Input", "Update", "Entry"].iter().any(|end| schema.ends_with(end)) && schema != "AuditEntry"
            || ["QuestionChanges", "HomeSettingChanges"].contains(&schema.as_str());
        let mut open = vec![shape];
        while let Some(value) = open.pop().filter(|_| is_input) {
            open.extend(value["allOf"].as_array().into_iter().flatten());
            let fields = value["properties"].as_object().into_iter().flatten();
            // Fields that are ignored, or must be unchanged, are not texts of a form.
            for (name, _) in fields.filter(|(_, field)| field["x-taken"].is_null()) {
                let words = [
                    "description",
                    "content",
                    "instructions",
                    "passage",
                    "question",
                    "option",
                    "answer",
                    "reply",
                    "body",
                    "message",
                    "subheading",
                ];
                let is_flag =
                    ["passageCheck", "passage_check", "numOfQuestions", "mockQuestions", "mock_questions", "questions"]
                        .contains(&name.as_str());
                let is_key = ["rightAnswer", "correct_answer"].contains(&name.as_str());
                // These are texts without markup.
                let is_plain = [
                    "FaqInput.question",
                    "HomeSettingChanges.wcSubheading",
                    "HomeSettingChanges.examSubHeading",
                    "HomeSettingChanges.newsSubHeading",
                ]
                .contains(&format!("{schema}.{name}").as_str());
                let is_rich = words.iter().any(|word| name.to_lowercase().contains(word));
                if is_rich && !is_flag && !is_key && !is_plain {
                    rich.insert(format!("{schema}.{name}"));
                }
            }
        }
    }
    let tried = [
        "AdviceInput.description",
        "BannerInput.description",
        "CategoryInput.description",
        "EmailTemplateInput.content",
        "ContactInput.message",
        "ExamInput.examInstructions",
        "FaqInput.answer",
        "InstructionInput.content",
        "NewsInput.description",
        "PageInput.content",
        "PlanInput.description",
        "TestimonialInput.description",
        "QuestionChanges.description",
        "QuestionChanges.option_1",
        "QuestionChanges.option_2",
        "QuestionChanges.option_3",
        "QuestionChanges.option_4",
        "QuestionChanges.option_5",
        "QuestionChanges.passage",
        "QuestionChanges.question",
        "QuestionEntry.answerDesc",
        "QuestionEntry.option1",
        "QuestionEntry.option2",
        "QuestionEntry.option3",
        "QuestionEntry.option4",
        "QuestionEntry.option5",
        "QuestionEntry.questionTitle",
        "QuestionsInput.passage",
        "ReplyInput.replyMessage",
        "TheoryUpdate.description",
        "TheoryUpdate.detailed_answer",
        "TheoryUpdate.question",
        "UniversityInput.description",
    ];
    let home = HOME.map(|name| format!("HomeSettingChanges.{name}"));
    assert_eq!(rich, tried.map(str::to_owned).into_iter().chain(home).collect());
}

#[tokio::test]
async fn no_text_makes_its_readers_ask_for_anything_but_an_upload() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let body = |title: &str, content: &str| json!({ "title": title, "status": "InActive", "description": content });
    for (n, source) in [
        "/api/v1/logout",
        "/uploads/../api/v1/logout",
        "https://evil.test/a.png",
        "//evil.test/a.png",
        "/\\evil.test/a.png",
        "/&#9;/evil.test/a.png",
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("<p>See <img src=\"{source}\" alt=\"a picture\"></p>");
        let added = server.post(&admin, "/admin/categories/add", body(&n.to_string(), &text)).await.expect(422);
        assert_eq!(added["description"], "A picture was not uploaded. Add it again or remove it.", "{source}");
    }
    let kept = "<p><img src=\"/uploads/0a1b.png\" alt=\"a picture\"></p>";
    let added = server.post(&admin, "/admin/categories/add", body("Kept", kept)).await.expect(201);
    assert_eq!(added["data"]["description"], kept);
    let page = server.ask("GET", "/").send().await;
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("img-src 'self' data: blob:;"), "{policy}");
}
