//! Each of the four exams, walked by a new student from the registration to the charts, by calls alone.

use sabi_core::bank::ChoiceBody;
use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who};

/// The properties of an exam that a walk needs.
struct Exam {
    slug: &'static str,
    /// A university is chosen, and its own test is sat.
    at_university: bool,
    /// A category and a course are chosen.
    has_course: bool,
    /// Subjects that are registered, the mandatory first.
    subjects: &'static [&'static str],
    /// How many of them one mock has.
    in_mock: usize,
}

const JAMB: Exam = Exam {
    slug: "jamb-utme",
    at_university: false,
    has_course: true,
    subjects: &["Use of English", "Mathematics", "Physics", "Biology"],
    in_mock: 4,
};
const POST_UTME: Exam = Exam {
    slug: "post-utme",
    at_university: true,
    has_course: true,
    subjects: &["Aptitude", "Current Affairs"],
    in_mock: 1,
};
const WAEC: Exam =
    Exam { slug: "wassce-waec-ssce", at_university: false, has_course: true, subjects: &["Mathematics"], in_mock: 1 };
const BECE: Exam = Exam {
    slug: "jsce-bece",
    at_university: false,
    has_course: false,
    subjects: &["Basic Science", "Basic Technology"],
    in_mock: 1,
};

/// The record that an answer brings.
fn brought(answer: &Value) -> &Value {
    let members = answer.as_object().unwrap().values();
    let mut records = members.filter_map(|member| member.as_array().map_or(Some(member), |list| list.first()));
    records.find(|record| record["_id"].is_string()).unwrap_or_else(|| panic!("no record: {answer}"))
}

fn id(record: &Value) -> String {
    record["_id"].as_str().unwrap_or_else(|| panic!("no id: {record}")).to_owned()
}

/// Gives an exam of which the demo has no bank two subjects with questions of 2019.
async fn add_bank(server: &Server, exam: &Exam) {
    let owner = server.log_in("owner@sabi.test").await;
    let exam_id = server.exam(exam.slug).await;
    let courses = server.get(&owner, "/admin/courses?limit=0").await.expect(200);
    let courses: Vec<String> = courses["data"].as_array().unwrap().iter().map(id).collect();
    let add = async |path: &str, body: Value| id(brought(&server.post(&owner, path, body).await.expect(201)));
    for (place, title) in exam.subjects.iter().enumerate() {
        let subject = json!({
            "title": title, "examId": exam_id, "course": courses, "mandetory": place == 0, "status": true,
            "subjectHour": 1, "subjectTime": "00", "university": [], "logo": "/uploads/subject.png",
        });
        let subject = add("/admin/subjects/add", subject).await;
        let topic = add("/admin/topics/add", json!({ "title": "All", "subjectId": subject, "status": true })).await;
        let section = json!({ "topicId": topic, "section_name": "All", "status": true });
        let section = add(&format!("/admin/topic-sections/{topic}/add"), section).await;
        let year = json!({ "subject": subject, "year": 2019, "university": [], "status": true });
        let year = add("/admin/question-subjects/add", year).await;
        for n in 1..=6 {
            let question = json!({
                "questionTitle": format!("<p>In {title}, what is {n} + {n}?</p>"), "rightAnswer": 2,
                "option1": format!("{}", n * 3 + 1), "option2": format!("{}", n + n), "option3": "0", "option4": "100",
                "answerDesc": "<p>Twice the number.</p>",
            });
            let body = json!({
                "title": format!("{title} {n}"), "yearId": year, "passageCheck": false, "questions": [question],
                "status": true,
            });
            add(&format!("/admin/questions/{section}/add"), body).await;
        }
    }
}

/// A new student, registered, activated by the mail's link, and signed in.
async fn register(server: &Server, email: &str) -> Who {
    let body = json!({
        "first_name": "Ngozi", "last_name": "Eze", "email": email, "dob": "2004-02-29", "gender": "F",
        "password": PASSWORD, "confirm_password": PASSWORD, "mobile_code": "234", "mobile_number": "8031234567",
        "nationality": "Nigeria",
    });
    server.post(&Who::Nobody, "/register", body).await.expect(201);
    let token = server.take_token(email, "activate-account").await;
    server.get(&Who::Nobody, &format!("/activate-account/{token}")).await.expect(200);
    server.log_in(email).await
}

/// A student on the way through one exam.
struct Walk<'a> {
    server: &'a Server,
    who: Who,
    me: String,
    exam: &'a Exam,
    exam_id: String,
    university: Option<String>,
}

impl<'a> Walk<'a> {
    async fn begin(server: &'a Server, exam: &'a Exam) -> Self {
        let who = register(server, &format!("{}@example.com", exam.slug)).await;
        let me = server.my_id(&who).await;
        let mut walk = Self { server, who, me, exam, exam_id: String::new(), university: None };
        let choice = walk.choice().await;
        assert_eq!((&choice["status"], &choice["subscriptions"]), (&json!(true), &json!([])));
        walk.exam_id = id(&choice);
        if exam.at_university {
            let all = walk.get("/universities").await;
            walk.university = Some(id(&all["data"][0]));
        }
        walk
    }

    async fn get(&self, path: &str) -> Value {
        self.server.get(&self.who, path).await.expect(200)
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.server.post(&self.who, path, body).await.expect(200)
    }

    /// The exam as the student chooses it.
    async fn choice(&self) -> Value {
        let all = self.get("/me/exams").await;
        let mut exams = all["data"].as_array().unwrap().iter();
        exams.find(|exam| exam["slug"] == self.exam.slug).unwrap().clone()
    }

    /// Pays for a plan at the sandbox, and subscribes to it.
    async fn subscribe(&self) {
        let at = self.university.as_deref().unwrap_or("all");
        let plans = self.get(&format!("/get-subscriptions/{}/{at}", self.exam_id)).await;
        let plan = plans["data"].as_array().unwrap().iter().find(|plan| plan["title"] == "Monthly").unwrap().clone();
        let ask = json!({ "subscriptionId": id(&plan), "examId": self.exam_id, "universityId": self.university });
        let payment = self.server.post(&self.who, "/payments/initialize", ask).await;
        assert!(payment.status.is_success(), "{}", payment.text);
        let payment = payment.json()["data"].clone();
        assert_eq!((&payment["amount"], &payment["currency"]), (&json!(100_000), &json!("NGN")));
        let reference = payment["reference"].as_str().unwrap();
        let subscribe = json!({
            "examId": self.exam_id, "universityId": self.university, "subscriptionId": id(&plan), "userId": self.me,
            "paymentData": { "refrenceId": reference, "trxref": reference, "currency": "NGR",
                "paymentMethod": "Paystack", "paymentMessage": "Approved", "paymentStatus": "success" },
        });
        // The page's claim counts for nothing until the gateway confirms it.
        self.server.post(&self.who, "/subscribe-plan", subscribe.clone()).await.expect(402);
        let approved = json!({ "outcome": "approved" });
        let decided = self.server.post(&self.who, &format!("/payments/sandbox/{reference}"), approved).await;
        assert!(decided.status.is_success(), "{}", decided.text);
        let subscribed = self.post("/subscribe-plan", subscribe).await;
        assert!(subscribed["userSubscription"]["_id"].is_string(), "{subscribed}");
        assert_eq!(self.choice().await["subscriptions"].as_array().unwrap().len(), 1);
    }

    /// Chooses category and course, and registers the exam's subjects.
    async fn register_subjects(&self) -> Vec<String> {
        let course = match self.exam.has_course {
            true => {
                let categories = self.get("/get-categories").await;
                let mut categories = categories["data"].as_array().unwrap().iter();
                let category = id(categories.find(|one| one["title"] == "Sciences").unwrap());
                Some(id(&self.get(&format!("/get-courses/{category}")).await["data"][0]))
            }
            false => None,
        };
        let ask = json!({ "courseId": course, "examId": self.exam_id, "universityId": self.university });
        let subjects = self.post("/get-course-subjects/", ask).await;
        let subjects: Vec<Value> = subjects["data"].as_array().unwrap().clone();
        assert_eq!((&subjects[0]["mandetory"], &subjects[0]["registered"]), (&json!(true), &json!(false)));
        let chosen: Vec<String> = (self.exam.subjects.iter())
            .map(|title| id(subjects.iter().find(|one| one["title"] == **title).unwrap()))
            .collect();
        let held = &self.choice().await["subscriptions"][0];
        let register = json!({
            "userId": self.me, "examId": self.exam_id, "courseId": course, "userSubscription": id(held),
            "subjects": chosen, "subjectsProcessed": [], "subjectsUpdate": [], "updateRequest": false,
        });
        let registered = self.post("/save-exam-subjects", register).await;
        assert_eq!(registered["message"], "Subject registered successfully.");
        assert_eq!(self.choice().await["registration"]["subjects"].as_array().unwrap().len(), chosen.len());
        chosen
    }

    /// Chooses a mode and what to sit, and sits it with every answer right; gives the result's id.
    async fn sit(&self, mode: &str, exam_type: &str, subjects: &[String]) -> String {
        let mode = self.server.assessment(&self.who, mode).await;
        let registration = id(&self.choice().await["registration"]);
        let select = json!({
            "userId": self.me, "examId": self.exam_id, "examType": exam_type, "assessmentId": mode,
            "subjects": subjects, "regSubId": registration,
        });
        self.post("/save-registered-subjects", select).await;
        let instruction = self.get(&format!("/get-exam-instruction/{}", self.exam_id)).await;
        assert!(instruction["data"]["minutes"].as_i64().unwrap() > 0);
        let ask = json!({
            "examId": self.exam_id, "assessmentId": mode, "examType": exam_type, "subjects": subjects, "year": 2019,
            "timeDuration": 30, "university": self.university, "countsOnly": true,
        });
        assert!(self.post("/get-mock-questions", ask.clone()).await["totalQuestions"].as_u64().unwrap() > 0);
        let started = self.server.post(&self.who, "/attempts", ask).await.expect(201);
        assert_eq!(self.choice().await["running"][0]["_id"], started["attempt"]["_id"]);
        let mut answers = Vec::new();
        for subject in started["paper"]["subjects"].as_array().unwrap() {
            for question in subject["questions"].as_array().unwrap() {
                let stored =
                    self.server.app.find_item::<ChoiceBody>(&sabi_core::store::Id::new(id(question))).await.unwrap();
                answers.push(json!({ "question": question["_id"], "answer": stored.correct }));
            }
            for theory in subject["theories"].as_array().unwrap() {
                answers.push(json!({ "theory": theory["_id"], "answer": "Both sides are equal." }));
            }
        }
        let attempt = id(&started["attempt"]);
        let save = json!({ "revision": 0, "answers": answers });
        self.server.put(&self.who, &format!("/attempts/{attempt}/answers"), save).await.expect(200);
        self.server.pass(60);
        let submitted = self.post("/submit-result", json!({ "attemptId": attempt })).await;
        submitted["quizId"].as_str().unwrap().to_owned()
    }

    /// The result as the student reads it: everything right.
    async fn read(&self, quiz: &str) -> Value {
        let result = self.get(&format!("/get-result-data/{quiz}")).await;
        let told = &result["quiz"];
        assert_eq!(
            (&told["accuracy"], &told["progress"], &told["wrongCount"]),
            (&json!(100.0), &json!(100.0), &json!(0))
        );
        assert!(!result["advices"].as_array().unwrap().is_empty(), "a band holds 100 percent");
        let corrections = self.get(&format!("/get-result-data-view/{quiz}")).await;
        let first = &corrections["subjectResults"][0]["results"][0]["resultData"];
        assert_eq!(first["answered"], first["correctAnswer"]);
        let listed = self.get(&format!("/get-results/{}", self.me)).await;
        assert!(listed["quizes"].as_array().unwrap().iter().any(|one| one["_id"] == quiz));
        told.clone()
    }

    /// The data of the charts.
    async fn charts(&self) -> Value {
        let charts = self.get(&format!("/get-mock-results-analytics/{}", self.me)).await["data"].clone();
        let subscribed = charts["subscribedExams"].as_array().unwrap();
        assert!(subscribed.iter().any(|exam| exam["slug"] == self.exam.slug), "{charts}");
        let mut exams = charts["quizResultData"].as_array().unwrap().iter();
        exams.find(|one| one["examSlug"] == self.exam.slug).unwrap_or_else(|| panic!("no chart: {charts}")).clone()
    }

    /// From the subscription to the charts, by a mock.
    async fn whole(&self) -> Value {
        self.subscribe().await;
        let subjects = self.register_subjects().await;
        let quiz = self.sit("mock", "objective", &subjects[..self.exam.in_mock]).await;
        let told = self.read(&quiz).await;
        self.charts().await;
        told
    }
}

#[tokio::test]
async fn jamb_is_one_mock_of_four_subjects_out_of_four_hundred() {
    let server = Server::seeded().await;
    let told = Walk::begin(&server, &JAMB).await.whole().await;
    assert_eq!(told["score"]["outOf400"], 400);
    assert_eq!(
        (&told["score"]["jambScale"]["total"], &told["score"]["jambScale"]["outOf"]),
        (&json!(400), &json!(400))
    );
}

#[tokio::test]
async fn post_utme_is_sat_at_a_university_one_subject_at_a_time() {
    let server = Server::seeded().await;
    add_bank(&server, &POST_UTME).await;
    let walk = Walk::begin(&server, &POST_UTME).await;
    let told = walk.whole().await;
    assert_eq!(told["score"]["percent"], 100.0);
    let both = walk.choice().await["registration"]["subjects"].clone();
    let both: Vec<String> = both.as_array().unwrap().iter().map(id).collect();
    let mock = server.assessment(&walk.who, "mock").await;
    let ask = json!({
        "examId": walk.exam_id, "assessmentId": mock, "examType": "objective", "subjects": both,
        "university": walk.university,
    });
    server.post(&walk.who, "/attempts", ask.clone()).await.expect(422);
    let mut nowhere = ask;
    (nowhere["subjects"], nowhere["university"]) = (json!(both[..1]), Value::Null);
    let refused = server.post(&walk.who, "/attempts", nowhere).await.expect(422);
    assert!(refused["university"].is_string(), "{refused}");
}

#[tokio::test]
async fn waec_shows_a_grade_and_its_theories_are_declared_by_a_moderator() {
    let server = Server::seeded().await;
    let walk = Walk::begin(&server, &WAEC).await;
    let told = walk.whole().await;
    assert_eq!(told["score"]["grade"], "A1");
    let subject = id(&walk.choice().await["registration"]["subjects"][0]);
    // Multiple choice and written answers in one test.
    let quiz = walk.sit("practice", "both", &[subject]).await;
    let result = walk.get(&format!("/get-result-data-view/{quiz}")).await;
    assert_eq!(result["quiz"]["examResult"], "pending");
    let written = result["subjectResults"][0]["theories"].as_array().unwrap().clone();
    let own: Vec<Value> =
        written.iter().map(|one| json!({ "answerId": one["resultsDetail"]["_id"], "ansGrade": 50 })).collect();
    let grades = json!({ "userId": walk.me, "quizId": quiz, "reviewed": own });
    server.put(&walk.who, "/submit-grade-result", grades).await.expect(200);
    assert_eq!(walk.get(&format!("/get-result-data/{quiz}")).await["quiz"]["totalAvgGrade"], 50.0);

    let admin = server.admin().await;
    let queue = server.get(&admin, "/grading/queue").await.expect(200);
    assert!(queue["data"].as_array().unwrap().iter().any(|one| one["_id"] == *quiz), "{queue}");
    server.post(&admin, &format!("/grading/{quiz}/claim"), json!({})).await.expect(200);
    let to_grade = server.get(&admin, &format!("/grading/{quiz}")).await.expect(200);
    let grades: Vec<Value> =
        written.iter().map(|one| json!({ "answerId": one["resultsDetail"]["_id"], "ansGrade": 75 })).collect();
    let revision = &to_grade["data"]["revision"];
    let grades = json!({ "grades": grades, "revision": revision });
    server.put(&admin, &format!("/grading/{quiz}"), grades).await.expect(200);
    server.post(&admin, &format!("/grading/{quiz}/declare"), json!({})).await.expect(200);
    let told = walk.get(&format!("/get-result-data/{quiz}")).await;
    assert_eq!((&told["quiz"]["examResult"], &told["quiz"]["totalAvgGrade"]), (&json!("declared"), &json!(75.0)));
}

#[tokio::test]
async fn bece_needs_no_course() {
    let server = Server::seeded().await;
    add_bank(&server, &BECE).await;
    let told = Walk::begin(&server, &BECE).await.whole().await;
    assert_eq!(told["score"]["percent"], 100.0);
}
