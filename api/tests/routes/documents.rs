//! Section 7 of documents 1 and 3 as data: each call that they name is in the OpenAPI document with what they
//! send, and is made here, in an order in which one makes what the next needs.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::common::{Answer, PASSWORD, Server, Who};

/// A call as a document has it.
struct Row {
    method: &'static str,
    /// A word in braces is a record that an earlier call found or made.
    path: &'static str,
    /// The fields of the body, separated by spaces.
    sends: &'static str,
    /// The field of the answer that the documents name; where they show none, what every answer says.
    reads: &'static str,
    /// What the record is called that the answer brings: the first of a list, or the one that was made.
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

const PERSON: &str = "first_name last_name mobile_code mobile_number email dob gender nationality accountStatus \
    password confirm_password";
const REGISTRATION: &str =
    "first_name last_name email dob gender password confirm_password mobile_number mobile_code nationality";
const EXAM: &str = "title maximumSubjects yearOfExamination examType timeHour time examInstructions status logo \
    imageName";
const PLAN: &str = "examType title numOfQuestions subscriptionType duration price description status";
const HOME: &str = "homeId wcHeading wcSubheading wcuTitle1 wcuTitle2 wcuTitle3 wcuTitle4 wcuTitle5 \
    wcuDescription1 wcuDescription2 wcuDescription3 wcuDescription4 wcuDescription5 examHeading examSubHeading \
    aygHeading aygSubheading aygTitle1 aygTitle2 aygTitle3 aygTitle4 aygTitle5 aygTitle6 aygDescription1 \
    aygDescription2 aygDescription3 aygDescription4 aygDescription5 aygDescription6 testimonialHeading newsHeading \
    newsSubHeading";

/// Document 1: what a visitor does before the first mail.
const REGISTER: &[Row] = &[row("POST", "/register", REGISTRATION, "user", "user")];
/// With the mail's link.
const ACTIVATE: &[Row] = &[
    row("GET", "/activate-account/{token}", "", "success", ""),
    row("POST", "/login", "email password bearer", "user", "user"),
];
/// Signed in; the words of the forgotten password last, because each new password ends all sessions.
const SIGNED_IN: &[Row] = &[
    row("GET", "/me", "", "user", ""),
    row("GET", "/admin/users/{user}", "", "user", ""),
    row(
        "PUT",
        "/me/update",
        "first_name last_name mobile_code mobile_number email dob gender nationality",
        "success",
        "",
    ),
    row("PUT", "/password/update", "oldPassword newPassword confirmPassword", "success", ""),
    row("POST", "/password/forgot", "email", "message", ""),
];
/// With the link of that mail.
const RESET: &[Row] = &[
    row("PUT", "/password/reset/{token}", "password confirm_password", "success", ""),
    row("POST", "/admin/forgot-password", "email", "message", ""),
];

/// Signed in again.
const LEAVE: &[Row] = &[row("GET", "/logout", "", "success", "")];

/// Document 1: what anybody reads and writes.
const VISITOR: &[Row] = &[
    row("GET", "/country", "", "countries", ""),
    row("GET", "/get-categories", "", "data", ""),
    row("GET", "/exam-types", "", "data", ""),
    row("GET", "/courses", "", "data", "course"),
    row("GET", "/subjects/{course}", "", "data", ""),
    row("GET", "/admin/banners", "", "banners", ""),
    row("GET", "/admin/home-setting", "", "data", ""),
    row("GET", "/get-testimonials", "", "testimonials", ""),
    row("GET", "/get-news-list", "", "data", "news"),
    row("GET", "/get-news-detail/{news}", "", "data", ""),
    row("GET", "/page/about-us", "", "data", ""),
    row("POST", "/admin/subscribenewsletter/add", "email", "success", ""),
    row("GET", "/faqs", "", "data", ""),
    row("POST", "/admin/contactus/add", "firstName lastName mobileNo email subject message", "success", ""),
];

/// Document 3, in which a super admin makes what is changed, looked at and deleted.
const OFFICE: &[Row] = &[
    row("GET", "/admin/home-setting", "", "data", "home"),
    row("PUT", "/admin/home-setting/update/{home}", HOME, "success", ""),
    row("POST", "/admin/banners/add", "title description btnUrl btnName status image imageName", "success", "banner"),
    row("GET", "/admin/banners", "", "banners", ""),
    row("GET", "/admin/banners/{banner}", "", "data", ""),
    row(
        "PUT",
        "/admin/banners/update/{banner}",
        "bannerId title description btnUrl btnName status oldImage image imageName",
        "success",
        "",
    ),
    row("DELETE", "/admin/banners/{banner}", "", "success", ""),
    row("GET", "/admin/static-pages", "", "data", "page"),
    row("GET", "/admin/static-pages/{page}", "", "data", ""),
    row("PUT", "/admin/static-page/{page}", "pageId page_title content status", "success", ""),
    row("GET", "/admin/emailtemplates", "", "emailtemplates", "template"),
    row("GET", "/admin/emailtemplates/{template}", "", "data", ""),
    row("PUT", "/admin/emailtemplates/update/{template}", "templateId subject content status", "success", ""),
    row("POST", "/admin/users/add", PERSON, "success", "user"),
    row("GET", "/admin/users", "", "users", ""),
    row("GET", "/admin/users/{user}", "", "user", ""),
    row("PUT", "/admin/users/{user}", PERSON, "success", ""),
    row("DELETE", "/admin/users/{user}", "", "success", ""),
    row("POST", "/admin/customers/add", PERSON, "success", "student"),
    row("GET", "/admin/customers", "", "customers", ""),
    row("GET", "/admin/students-subscriptions", "", "data", ""),
    row("GET", "/get-students-exam-subjects/", "", "data", "registration"),
    row(
        "POST",
        "/save-exam-subjects",
        "userId examId categoryId courseId userSubscription subjects subjectsProcessed subjectsUpdate updateRequest",
        "data",
        "registration",
    ),
    row("DELETE", "/delete-saved-exam-subjects/{registration}", "", "success", ""),
    row("GET", "/admin/user-theories", "", "userTheoryList", "quiz"),
    row("PUT", "/submit-grade-result", "userId quizId reviewed", "success", ""),
    row("POST", "/admin/categories/add", "title description status image imageName", "success", "category"),
    row("GET", "/admin/categories", "", "data", ""),
    row("GET", "/admin/categories/{category}", "", "data", ""),
    row(
        "PUT",
        "/admin/categories/update/{category}",
        "categoryId title description status oldImage image imageName",
        "success",
        "",
    ),
    row("POST", "/admin/exams/add", EXAM, "success", "exam"),
    row("GET", "/admin/exams", "", "data", ""),
    row("GET", "/admin/exams/{exam}", "", "data", ""),
    row(
        "PUT",
        "/admin/exams/update/{exam}",
        "examId title maximumSubjects yearOfExamination examType timeHour time examInstructions status oldImage logo \
         imageName videoLink",
        "success",
        "",
    ),
    row("POST", "/admin/university/add", "title description status logo imageName", "success", "university"),
    row("GET", "/admin/university/list", "", "data", ""),
    row("GET", "/admin/university/{university}", "", "data", ""),
    row(
        "PUT",
        "/admin/university/edit/{university}",
        "universityId title description status logo imageName",
        "success",
        "",
    ),
    row("DELETE", "/admin/university/{university}", "", "success", ""),
    row("POST", "/admin/subscriptions/add", PLAN, "success", "subscription"),
    row("GET", "/admin/subscriptions", "", "data", ""),
    row("GET", "/admin/subscriptions/{subscription}", "", "data", ""),
    row(
        "PUT",
        "/admin/subscriptions/update/{subscription}",
        "subscriptionId examType title numOfQuestions subscriptionType duration price description status",
        "success",
        "",
    ),
    row("DELETE", "/admin/subscriptions/{subscription}", "", "success", ""),
    row("GET", "/admin/assessments", "", "data", "assessment"),
    row("GET", "/admin/assessments/{assessment}", "", "data", ""),
    row(
        "PUT",
        "/admin/assessments/update/{assessment}",
        "assessmentId title status oldImage logo imageName",
        "success",
        "",
    ),
    row("POST", "/admin/courses/add", "category title status", "success", "course"),
    row("GET", "/admin/courses", "", "data", ""),
    row("GET", "/admin/courses/{course}", "", "data", ""),
    row("PUT", "/admin/courses/update/{course}", "courseId category title status", "success", ""),
    row(
        "POST",
        "/admin/subjects/add",
        "course title subjectHour subjectTime logo imageName status examId mandetory university",
        "success",
        "subject",
    ),
    row("GET", "/admin/subjects", "", "data", ""),
    row("GET", "/admin/subjects/{subject}", "", "data", ""),
    row(
        "PUT",
        "/admin/subjects/update/{subject}",
        "subjectId course title subjectHour subjectTime logo oldImage imageName status exam mandetory university",
        "success",
        "",
    ),
    row("POST", "/admin/topics/add", "title subjectId status", "success", "topic"),
    row("GET", "/admin/topics/{subject}", "", "data", ""),
    row("GET", "/admin/topics/{subject}/{topic}", "", "data", ""),
    row("PUT", "/admin/topics/update/{topic}", "topicId subjectId title status", "success", ""),
    row("GET", "/admin/question-subjects", "", "data", ""),
    row("POST", "/admin/question-subjects/add", "subject year university status", "user", "sy"),
    row("GET", "/admin/subject-years/{subject}", "", "data", ""),
    row("GET", "/admin/subject-years/detail/{sy}", "", "data", ""),
    row("PUT", "/admin/subject-years/update/{sy}", "syId subject year", "success", ""),
    row("POST", "/admin/topic-sections/{topic}/add", "topicId section_name topic_count status", "success", "section"),
    row("GET", "/admin/topic-sections/{topic}", "", "topicSections", ""),
    row("GET", "/admin/topic-sections/detail/{section}", "", "data", ""),
    row("PUT", "/admin/topic-sections/update/{section}", "sectionId section_name topic_count status", "success", ""),
    row("POST", "/admin/question-topic-sections", "subjectId yearId", "data", ""),
    row(
        "POST",
        "/admin/questions/{section}/add",
        "title yearId passageCheck passage questions status image imageName universities",
        "success",
        "question",
    ),
    row("GET", "/admin/questions/{subject}/{topic}/{sy}/{section}/all", "", "data", ""),
    row("GET", "/admin/questions/{subject}/{sy}/{question}", "", "data", ""),
    row(
        "PUT",
        "/admin/questions/update/{question}",
        "questionId title topicId sectionId question passage_check passage option_1 option_2 option_3 option_4 \
         option_5 correct_answer currentAnswer description status oldImage logo imageName",
        "success",
        "",
    ),
    row("DELETE", "/admin/questions/{question}", "", "success", ""),
    row(
        "POST",
        "/admin/theories/add",
        "subjectId yearId sectionId title question description detailed_answer status logo imageName",
        "success",
        "theory",
    ),
    row("GET", "/admin/theories/{subject}/{sy}/{section}", "", "data", ""),
    row("GET", "/admin/theory/{subject}/{sy}/{theory}", "", "data", ""),
    row(
        "PUT",
        "/admin/theories/update/{theory}",
        "theoryId title question description detailed_answer status oldImage logo imageName",
        "success",
        "",
    ),
    row("DELETE", "/admin/theories/{theory}", "", "success", ""),
    row("DELETE", "/admin/topic-sections/{section}", "", "success", ""),
    row("DELETE", "/admin/topics/{topic}", "", "success", ""),
    row("DELETE", "/admin/subject-years/delete/{sy}", "", "success", ""),
    row("DELETE", "/admin/subjects/{subject}", "", "success", ""),
    row("DELETE", "/admin/courses/{course}", "", "success", ""),
    row("DELETE", "/admin/categories/{category}", "", "success", ""),
    row("POST", "/admin/news-list/add", "title description status logo imageName", "success", "news"),
    row("GET", "/admin/news-list", "", "data", ""),
    row("GET", "/admin/news-list/{news}", "", "data", ""),
    row(
        "PUT",
        "/admin/news-list/update/{news}",
        "newsId title description status oldImage logo imageName",
        "success",
        "",
    ),
    row("DELETE", "/admin/news-list/{news}", "", "success", ""),
    row("GET", "/admin/advice-list", "", "data", "advice"),
    row("GET", "/admin/advice-list/{advice}", "", "data", ""),
    row("DELETE", "/admin/advice-list/{advice}", "", "success", ""),
    row(
        "POST",
        "/admin/advice-list/add",
        "title min_percentage max_percentage description status",
        "success",
        "advice",
    ),
    row(
        "PUT",
        "/admin/advice-list/update/{advice}",
        "adviceId title min_percentage max_percentage description status",
        "success",
        "",
    ),
    row("POST", "/admin/instructions/add", "content status", "success", "instruction"),
    row("GET", "/admin/instructions", "", "data", ""),
    row("GET", "/admin/instructions/{instruction}", "", "data", ""),
    row("PUT", "/admin/instructions/update/{instruction}", "instructionId content status", "success", ""),
    row("GET", "/admin/contactus", "", "data", "contactus"),
    row("GET", "/admin/contactus/{contactus}", "", "data", ""),
    row("POST", "/admin/contactus/reply/{contactus}", "contactusId replyMessage", "success", ""),
    row("GET", "/admin/contactus/reply/{contactus}", "", "replies", ""),
    row("DELETE", "/admin/contactus/{contactus}", "", "success", ""),
    row("GET", "/admin/subscribenewsletter", "", "subscribers", "subscriber"),
    row("DELETE", "/admin/subscribenewsletter/{subscriber}", "", "success", ""),
    row("POST", "/admin/testimonial-list/add", "name image description status imageName", "testimonial", "testimonial"),
    row("GET", "/admin/testimonial-list", "", "testimonials", ""),
    row("GET", "/admin/testimonial-list/{testimonial}", "", "data", ""),
    row(
        "PUT",
        "/admin/testimonial-list/update/{testimonial}",
        "testimonialId name description status oldImage logo imageName",
        "success",
        "",
    ),
    row("DELETE", "/admin/testimonial-list/{testimonial}", "", "success", ""),
    row("POST", "/admin/faqs/add", "question answer status", "faq", "faq"),
    row("GET", "/admin/faqs", "", "data", ""),
    row("GET", "/admin/faqs/{faq}", "", "data", ""),
    row("PUT", "/admin/faqs/update/{faq}", "question answer status", "success", ""),
    row("DELETE", "/admin/faqs/{faq}", "", "success", ""),
];

/// There are three modes, and all are there from the beginning: one more is understood, and refused.
const FOURTH_MODE: Row = row("POST", "/admin/assessments/add", "title status logo imageName", "reason", "");

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
}

impl Walk<'_> {
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
        match row.method {
            "GET" => self.server.get(&self.who, &path).await,
            "DELETE" => self.server.delete(&self.who, &path).await,
            "POST" => self.server.post(&self.who, &path, body()).await,
            _ => self.server.put(&self.who, &path, body()).await,
        }
    }

    fn id(&self, name: &str) -> Value {
        self.ids.get(name).map_or(Value::Null, |id| id.as_str().into())
    }

    /// What the form for a student's subjects has in this field: what the last record says.
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

    /// What a form would have in this field.
    fn value(&self, row: &Row, field: &str) -> Value {
        let path = row.path;
        if path == "/save-exam-subjects" {
            return self.registered(field);
        }
        match field {
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
    let mut walk = Walk { server: &server, who: Who::Nobody, ids: HashMap::new(), record: Value::Null };
    walk.along(REGISTER).await;
    walk.ids.insert("token", server.take_token("officer@example.com", "activate-account").await);
    walk.along(ACTIVATE).await;
    walk.who = server.sign_in("officer@example.com").await;
    walk.along(SIGNED_IN).await;
    walk.ids.insert("token", server.take_token("officer@example.com", "password/reset").await);
    walk.who = Who::Nobody;
    walk.along(RESET).await;
    walk.who = server.sign_in("officer@example.com").await;
    walk.along(LEAVE).await;
}

#[tokio::test]
async fn every_call_of_the_public_site_answers_as_the_document_has_it() {
    let server = Server::seeded().await;
    let mut walk = Walk { server: &server, who: Who::Nobody, ids: HashMap::new(), record: Value::Null };
    walk.along(VISITOR).await;
}

#[tokio::test]
async fn every_call_of_the_back_office_answers_as_the_document_has_it() {
    let server = Server::seeded().await;
    let visitor = Walk { server: &server, who: Who::Nobody, ids: HashMap::new(), record: Value::Null };
    for row in VISITOR.iter().filter(|row| row.method == "POST") {
        assert!(visitor.call(row).await.status.is_success(), "{}", row.path);
    }
    let student = server.student().await;
    let mut body = server.start_body(&student, "wassce-waec-ssce", "practice").await;
    body["examType"] = json!("theory");
    let started = server.post(&student, "/attempts", body).await.expect(201);
    let theory = &started["paper"]["subjects"][0]["theories"][0];
    let answered = json!([{ "theory": theory["_id"], "answer": "Because." }]);
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    server.post(&student, "/submit-result", submit).await.expect(200);
    let who = server.sign_in("owner@sabi.test").await;
    let mut walk = Walk { server: &server, who, ids: HashMap::new(), record: Value::Null };
    walk.along(OFFICE).await;
    let refused = walk.call(&FOURTH_MODE).await.expect(409);
    assert_eq!(refused[FOURTH_MODE.reads], "taken");
}
