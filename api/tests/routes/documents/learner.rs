//! The calls of document 2: a student's way from an exam to the charts.

use serde_json::{Value, json};

use super::{Row, Walk, row};

/// The request that registers subjects.
const REGISTERED: &str =
    "userId examId categoryId courseId userSubscription subjects subjectsProcessed subjectsUpdate updateRequest";
/// The request for a paper.
const YEAR: &str = "examId examType subjects year shuffleQuestions shuffleOptions selectedTopics questionLimit university subscriptionId";
/// The request that submits a test.
const RESULT: &str = "userId examId answered assessment subjectIds year totalQuestions timeDuration remainingTime \
    takenTime savedSubjectId examType";

/// Document 2, from the choice of an exam to the charts of a student who is subscribed to nothing yet.
pub const LEARNER: &[Row] = &[
    row("GET", "/exam-types", "", "data", "exam"),
    row("GET", "/get-categories", "", "data", "category"),
    row("GET", "/get-courses/{category}", "", "data", "course"),
    row("GET", "/courses", "", "data", ""),
    row("GET", "/subjects/{course}", "", "data", ""),
    row("GET", "/universities", "", "data", "university"),
    row("GET", "/get-subscriptions/{exam}/{university}", "", "data", "plan"),
    row(
        "POST",
        "/subscribe-plan",
        "examId universityId subscriptionId userId paymentData",
        "userSubscription",
        "subscription",
    ),
    row("GET", "/get-user-subscriptions/{user}/{exam}", "", "userSubscription", ""),
    row("GET", "/user-subscription-list/{user}", "", "data", ""),
    row("POST", "/get-course-subjects/", "courseId examId universityId", "data", "subject"),
    row("POST", "/save-exam-subjects", REGISTERED, "data", "registration"),
    row("GET", "/get-saved-exam-subjects/{user}", "", "data", ""),
    row("GET", "/get-saved-subjects/{user}", "", "data", ""),
    row("GET", "/get-assessments", "", "data", "assessment"),
    row("GET", "/get-assessment-detail/{assessment}", "", "data", ""),
    row(
        "POST",
        "/save-registered-subjects",
        "userId examId examType categoryId courseId assessmentId subjects regSubId",
        "data",
        "",
    ),
    row("GET", "/topics/{subject}", "", "data", ""),
    row("GET", "/get-exam-instruction/{exam}", "", "data", ""),
    row(
        "POST",
        "/get-mock-questions",
        "examId examType subjects university questionCount subscriptionId",
        "totalQuestions",
        "",
    ),
    row("POST", "/get-year-questions", YEAR, "totalQuestions", ""),
    row("POST", "/submit-result", RESULT, "quizId", ""),
    row("GET", "/get-results/{user}", "", "quizes", "quiz"),
    row("GET", "/get-result-data/{quiz}", "", "subjectResults", ""),
    row("GET", "/get-result-data-view/{quiz}", "", "subjectResults", ""),
    row("GET", "/get-mock-results-analytics/{user}", "", "data", ""),
];

/// Document 2, with a written test that waits for its grades.
pub const WRITTEN: &[Row] = &[
    row("GET", "/get-results/{user}", "", "quizes", "quiz"),
    row("PUT", "/submit-grade-result", "userId quizId reviewed", "success", ""),
];

/// The values of a student's forms.
pub fn value(walk: &Walk, field: &str) -> Option<Value> {
    Some(match field {
        "userId" => walk.id("user"),
        "examType" => "objective".into(),
        "subscriptionId" => walk.id("plan"),
        "userSubscription" => walk.id("subscription"),
        "regSubId" | "savedSubjectId" => walk.id("registration"),
        "assessment" => walk.id("assessment"),
        // Only POST UTME is sat at a university.
        "universityId" | "university" => Value::Null,
        "subjects" | "subjectIds" => json!([walk.id("subject")]),
        "subjectsProcessed" | "subjectsUpdate" | "selectedTopics" => json!([]),
        "updateRequest" | "shuffleQuestions" | "shuffleOptions" => false.into(),
        "year" => 2019.into(),
        "questionLimit" | "questionCount" | "totalQuestions" => 5.into(),
        "timeDuration" | "remainingTime" | "takenTime" => 30.into(),
        "answered" => json!([{ "question": walk.id("question"), "answer": walk.id("correct") }]),
        // A plan for nothing is paid with numbers that the page made up (spec 2 §4.4).
        "paymentData" => json!({
            "currency": "NGR", "paymentMethod": "Paystack", "paymentMessage": "Approved", "refrenceId": "1",
            "paymentTransaction": "1", "trxref": "1", "paymentStatus": "success",
        }),
        _ => return None,
    })
}
