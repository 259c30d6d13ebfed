//! Section 7 of the three documents as data: each call that they name is in the OpenAPI document with what they
//! send, and is made here, in an order in which one makes what the next needs.

mod learner;
mod office;
mod visitor;

use std::collections::HashMap;

use sabi_core::bank::Question;
use serde_json::{Map, Value, json};

use self::{
    learner::{LEARNER, WRITTEN},
    office::{FOURTH_MODE, OFFICE},
    visitor::{ACTIVATE, LEAVE, REGISTER, RESET, SIGNED_IN, VISITOR},
};
use crate::common::{Answer, PASSWORD, Server, Who, documented::Asked};

/// A call as a document has it.
struct Row {
    method: &'static str,
    /// A word in braces is a record that an earlier call found or made.
    path: &'static str,
    /// The fields of the body, separated by spaces.
    sends: &'static str,
    /// The field of the answer that the documents name; where they show none, what every answer says.
    reads: &'static str,
    /// The name of the record in the response: the first of a list, or the one that was made.
    brings: &'static str,
}

const fn row(
    method: &'static str,
    path: &'static str,
    sends: &'static str,
    reads: &'static str,
    brings: &'static str,
) -> Row {
    Row { method, path, sends, reads, brings }
}

/// A small PNG, as base64.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// Walks the rows of a document.
struct Walk<'a> {
    server: &'a Server,
    who: Who,
    ids: HashMap<&'static str, String>,
    /// The record that the last answer brought.
    record: Value,
    /// This walk's own values of form fields, where they differ from the usual ones.
    form: fn(&Walk, &str) -> Option<Value>,
}

impl<'a> Walk<'a> {
    fn begin(server: &'a Server, who: Who) -> Self {
        Self { server, who, ids: HashMap::new(), record: Value::Null, form: |_, _| None }
    }

    async fn along(&mut self, rows: &'static [Row]) {
        for row in rows {
            let made = self.call(row).await;
            let name = format!("{} {}", row.method, row.path);
            assert!(made.status.is_success(), "{name} answers {}: {}", made.status, made.text);
            let answer = made.json();
            assert_eq!(answer["success"], true, "{name}");
            let read = &answer[row.reads];
            assert!(!read.is_null(), "{name} tells no {}: {answer}", row.reads);
            if !row.brings.is_empty() {
                self.record = brought(&answer).unwrap_or_else(|| panic!("{name} brings no record: {answer}")).clone();
                self.ids.insert(row.brings, self.record["_id"].as_str().unwrap().to_owned());
            }
        }
    }

    async fn call(&self, row: &Row) -> Answer {
        let path =
            self.ids.iter().fold(row.path.to_owned(), |path, (name, id)| path.replace(&format!("{{{name}}}"), id));
        assert!(!path.contains('{'), "nothing has brought what {path} names");
        let body = || -> Value {
            let fields = row.sends.split_whitespace();
            fields.map(|field| (field.to_owned(), self.value(row, field))).collect::<Map<_, _>>().into()
        };
        if !["GET", "DELETE"].contains(&row.method) && path != "/api/upload-image" {
            let whole = format!("/api/v1{path}");
            Asked::new(&row.method.parse().unwrap(), &whole).knows(&body());
        }
        match row.method {
            "GET" => self.server.get(&self.who, &path).await,
            "DELETE" => self.server.delete(&self.who, &path).await,
            // The one call with a file.
            "POST" if path == "/api/upload-image" => {
                let picture = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, PICTURE).unwrap();
                self.server.ask("POST", &path).by(&self.who).file("picture.png", &picture).send().await
            }
            "POST" => self.server.post(&self.who, &path, body()).await,
            _ => self.server.put(&self.who, &path, body()).await,
        }
    }

    fn id(&self, name: &str) -> Value {
        self.ids.get(name).map_or(Value::Null, |id| id.as_str().into())
    }

    /// The value of this field in the form for a student's subjects: that of the last record.
    fn registered(&self, field: &str) -> Value {
        let id_of = |name: &str| self.record[name]["_id"].clone();
        match field {
            "userId" => self.record["user"].clone(),
            "userSubscription" => id_of("subscriptionPlan"),
            "subjects" | "subjectsProcessed" => self.record["subjectsProcessed"].clone(),
            "subjectsUpdate" => json!([]),
            "updateRequest" => true.into(),
            _ => id_of(field.trim_end_matches("Id")),
        }
    }

    /// The value that a form would have in this field.
    fn value(&self, row: &Row, field: &str) -> Value {
        let path = row.path;
        if let Some(value) = (self.form)(self, field) {
            return value;
        }
        if path == "/save-exam-subjects" {
            return self.registered(field);
        }
        match field {
            "first_name" | "last_name" | "firstName" | "lastName" => "Ada".into(),
            "content" if path.contains("emailtemplates") => "<p><a href=\"{{ link }}\">Go on</a></p>".into(),
            "image" | "logo" => PICTURE.into(),
            "imageName" => "picture.png".into(),
            "oldImage" => "/uploads/old.png".into(),
            "status" if path.contains("categor") || path.contains("static-page") => "Active".into(),
            "status" | "mandetory" => true.into(),
            "passageCheck" | "passage_check" => false.into(),
            "examType" if path.contains("subscriptions") => self.id("exam"),
            "examType" => "both".into(),
            "title" if path.contains("assessments") => "A study mode".into(),
            "title" if row.method == "PUT" => "Changed".into(),
            "title" | "name" | "section_name" | "page_title" => "Something new".into(),
            "btnUrl" => "/exams".into(),
            "videoLink" => "https://video.example/watch".into(),
            "email" if path.contains("newsletter") => "reader@example.com".into(),
            "email" => format!("{}@example.com", if path.contains("customers") { "student" } else { "officer" }).into(),
            "password" | "confirm_password" | "oldPassword" => PASSWORD.into(),
            "newPassword" | "confirmPassword" => format!("{PASSWORD}-2").into(),
            "bearer" => true.into(),
            "mobile_code" => "234".into(),
            "mobile_number" | "mobileNo" => "8031234567".into(),
            "dob" => "1990-05-01".into(),
            "gender" => "F".into(),
            "nationality" => "Nigeria".into(),
            "accountStatus" => "Active".into(),
            "maximumSubjects" | "yearOfExamination" => 4.into(),
            "timeHour" | "subjectHour" => 1.into(),
            "time" | "subjectTime" => "30".into(),
            "duration" | "topic_count" | "numOfQuestions" => 30.into(),
            "price" => 2_000.into(),
            "subscriptionType" => "Premium".into(),
            "year" => 2020.into(),
            "min_percentage" => 0.into(),
            "max_percentage" => 1.into(),
            "course" if path.contains("subjects") => json!([self.id("course")]),
            "category" | "exam" | "subject" if path != "/admin/contactus/add" && !path.contains("emailtemplates") => {
                self.id(field)
            }
            "university" | "universities" => json!([]),
            "examSlug" => "jamb-utme".into(),
            "yearId" => self.id("sy"),
            "correct_answer" => 2.into(),
            "currentAnswer" => 1.into(),
            "option_5" | "passage" => Value::Null,
            "option_1" | "option_2" | "option_3" | "option_4" => format!("The {field}").into(),
            "userId" => self.record["user"]["_id"].clone(),
            "reviewed" => json!([{ "answerId": format!("{}-1", self.ids["quiz"]), "ansGrade": 75 }]),
            "questions" => json!([{
                "questionTitle": "<p>What is it?</p>", "option1": "This", "option2": "That", "option3": "Neither",
                "option4": "Both", "rightAnswer": 1, "answerDesc": "<p>Because.</p>",
            }]),
            _ => match field.strip_suffix("Id").and_then(|name| self.ids.get(name)) {
                Some(id) => id.as_str().into(),
                None => format!("<p>{field}</p>").into(),
            },
        }
    }
}

/// The record that an answer brings: the one that was made, or the first of a list.
fn brought(answer: &Value) -> Option<&Value> {
    let members = answer.as_object()?.values();
    let mut records = members.filter_map(|member| member.as_array().map_or(Some(member), |list| list.first()));
    records.find(|record| record["_id"].is_string())
}

#[tokio::test]
async fn every_call_of_an_account_answers_as_the_document_has_it() {
    let server = Server::seeded().await;
    let mut walk = Walk::begin(&server, Who::Nobody);
    walk.along(REGISTER).await;
    walk.ids.insert("token", server.take_token("officer@example.com", "activate-account").await);
    walk.along(ACTIVATE).await;
    walk.who = server.log_in("officer@example.com").await;
    walk.along(SIGNED_IN).await;
    walk.ids.insert("token", server.take_token("officer@example.com", "password/reset").await);
    walk.who = Who::Nobody;
    walk.along(RESET).await;
    walk.who = server.log_in("officer@example.com").await;
    walk.along(LEAVE).await;
}

#[tokio::test]
async fn every_call_of_the_public_site_answers_as_the_document_has_it() {
    let server = Server::seeded().await;
    let mut walk = Walk::begin(&server, Who::Nobody);
    walk.along(VISITOR).await;
}

#[tokio::test]
async fn every_call_of_the_back_office_answers_as_the_document_has_it() {
    let server = Server::seeded().await;
    let visitor = Walk::begin(&server, Who::Nobody);
    for row in VISITOR.iter().filter(|row| row.method == "POST") {
        assert!(visitor.call(row).await.status.is_success(), "{}", row.path);
    }
    write_theory(&server).await;
    let who = server.log_in("owner@sabi.test").await;
    let mut walk = Walk::begin(&server, who);
    walk.along(OFFICE).await;
    let refused = walk.call(&FOURTH_MODE).await.expect(409);
    assert_eq!(refused[FOURTH_MODE.reads], "taken");
}

#[tokio::test]
async fn every_call_of_a_student_answers_as_the_document_has_it() {
    let server = Server::seeded().await;
    let who = server.another_student().await;
    let mut walk = Walk::begin(&server, who);
    walk.form = learner::value;
    walk.ids.insert("user", server.my_id(&walk.who).await);
    let submit = LEARNER.iter().position(|row| row.path == "/submit-result").unwrap();
    walk.along(&LEARNER[..submit]).await;
    // A question that the trial of this student includes.
    let start = json!({
        "examId": walk.id("exam"), "assessmentId": walk.id("assessment"), "examType": "objective",
        "subjects": [walk.id("subject")], "year": 2019, "questionLimit": 5, "timeDuration": 30,
    });
    let started = server.post(&walk.who, "/attempts", start).await.expect(201);
    server.post(&walk.who, "/submit-result", json!({ "attemptId": started["attempt"]["_id"] })).await.expect(200);
    let id = started["paper"]["subjects"][0]["questions"][0]["_id"].as_str().unwrap();
    let sql = "SELECT * FROM type::record('question', $id)";
    let question: Question = server.app.store.query(sql).bind(("id", id.to_owned())).first().await.unwrap().unwrap();
    walk.ids.insert("question", question.id.to_string());
    walk.ids.insert("correct", question.body.correct.to_string());
    walk.along(&LEARNER[submit..]).await;

    write_theory(&server).await;
    let mut walk = Walk::begin(&server, server.student().await);
    walk.ids.insert("user", server.my_id(&walk.who).await);
    walk.form = |walk, field| (field == "userId").then(|| walk.id("user"));
    walk.along(WRITTEN).await;
}

/// Lets the demo student hand in a written test.
async fn write_theory(server: &Server) {
    let student = server.student().await;
    let mut body = server.start_body(&student, "wassce-waec-ssce", "practice").await;
    body["examType"] = json!("theory");
    let started = server.post(&student, "/attempts", body).await.expect(201);
    let theory = &started["paper"]["subjects"][0]["theories"][0];
    let answered = json!([{ "theory": theory["_id"], "answer": "Because." }]);
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    server.post(&student, "/submit-result", submit).await.expect(200);
}
