//! Requests to the API and its responses, as data. Only `effects` makes the calls.

use sabi_core::{
    bank::{Question, Theory},
    clock::Instant,
    exam::{CorrectKey, QuizResult, Rekeyed},
    grading::{ClaimView, GraderStats, GradingTask, GradingView, SaveGrades, UserTheory},
    inbox::{Contact, ContactReply, ContactView},
    people::Proof,
    records::Page,
    registration::{RefuseChange, Registration, RegistrationView, SaveSubjects},
    reports::{DecideReport, Report, ReportView},
    statistics::QuestionFigures,
    store::Id,
};

/// A call with its number, which matches its response to it and not to an outdated call.
#[derive(Debug, Clone)]
pub struct Request {
    pub number: u64,
    pub call: Call,
}

/// The calls that the console makes.
#[derive(Debug, Clone)]
pub enum Call {
    /// A page of theory submissions.
    Submissions(PageRequest),
    /// A page of question reports.
    Reports(PageRequest),
    /// Open change requests.
    Requests(PageRequest),
    /// A page of contact messages.
    Messages(PageRequest),
    /// The exams and subjects for the filters of a queue.
    Choices,
    /// The numbers of waiting items, for the header.
    Counters,
    Statistics,
    Claim(Id<QuizResult>),
    Read(Id<QuizResult>),
    Release(Id<QuizResult>),
    Save(Id<QuizResult>, SaveGrades),
    Declare(Id<QuizResult>),
    /// The question of a report, with its key and, for administrators, its statistics.
    Question(Id<Report>),
    CorrectKey(Id<Question>, CorrectKey),
    /// Re-authentication with the password or a code.
    Prove(Proof),
    /// Replaces the text of a reported question.
    Reword {
        report: Id<Report>,
        question: QuestionId,
        text: String,
        version: i64,
    },
    Decide(Id<Report>, DecideReport),
    /// Decides a report, and then every other open report of the same question in the same way.
    DecideAll {
        report: Id<Report>,
        question: String,
        decision: DecideReport,
    },
    Approve(SaveSubjects),
    /// Declines a student's request to change subjects.
    Refuse(Id<Registration>, RefuseChange),
    Replies(Id<Contact>),
    Reply(Id<Contact>, String),
}

/// A question of either kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionId {
    Objective(Id<Question>),
    Theory(Id<Theory>),
}

/// A request for a page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageRequest {
    /// Counted from 1.
    pub page: u64,
    /// Rows per page.
    pub limit: u64,
    /// The API's name of the tab.
    pub tab: &'static str,
    /// Search words; empty for none.
    pub words: String,
    /// The ids of an exam and a subject.
    pub exam: Option<String>,
    pub subject: Option<String>,
}

/// The response to the call with this number.
#[derive(Debug)]
pub struct Response {
    pub number: u64,
    pub outcome: Result<Content, Failure>,
}

/// The content of a response.
#[derive(Debug)]
pub enum Content {
    Submissions(Page<Task>),
    Reports(Page<ReportView>),
    Requests(Page<RegistrationView>),
    Messages(Page<ContactView>),
    Choices(Choices),
    Counters(Counters),
    Statistics(Box<Statistics>),
    Grading(Box<GradingView>),
    Released,
    /// `None` if it is no longer in the bank.
    Question(Option<Box<Asked>>),
    /// The password or code was correct.
    Proved,
    Rekeyed(Box<Rekeyed>),
    Decided(Box<ReportView>),
    /// The report, and how many others of its question were decided with it.
    DecidedAll(Box<ReportView>, usize),
    Approved,
    Refused,
    Replies(Vec<ContactReply>),
    Replied,
}

/// Why a call failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    /// The server's reason slug.
    pub reason: String,
    /// A message for people.
    pub words: String,
}

/// The kind of an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FailureKind {
    /// The server refused.
    #[default]
    Refused,
    /// The server did not respond, or too late: the outcome of the call is unknown.
    Offline,
    /// The server asks to retry.
    Busy,
    /// The session has ended.
    SignedOut,
}

/// A theory submission in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    pub id: Id<QuizResult>,
    pub exam: String,
    pub assessment: String,
    pub year: Option<i64>,
    pub subjects: Vec<String>,
    /// The keys of the subjects, in the same order.
    pub subject_ids: Vec<String>,
    pub theory_count: i64,
    pub answered_count: i64,
    pub submitted_at: Instant,
    pub is_declared: bool,
    /// Whether the caller has claimed it.
    pub is_mine: bool,
    /// The end of the caller's reservation for a worksheet.
    pub reserved_until: Option<Instant>,
    /// Another grader who has claimed it.
    pub held_by: Option<String>,
}

impl From<GradingTask> for Task {
    fn from(task: GradingTask) -> Self {
        let is_mine = task.claim.as_ref().is_some_and(|claim| claim.is_mine);
        Self {
            id: task.id,
            exam: task.exam.title,
            assessment: task.assessment.title,
            year: task.year,
            subject_ids: task.subjects.iter().map(|subject| subject.id.to_string()).collect(),
            subjects: task.subjects.into_iter().map(|subject| subject.title).collect(),
            theory_count: task.theory_count,
            answered_count: task.answered_count,
            submitted_at: task.submitted_at,
            is_declared: false,
            is_mine,
            reserved_until: task
                .claim
                .as_ref()
                .filter(|claim| claim.is_mine && claim.is_reserved)
                .map(|claim| claim.until),
            held_by: task.claim.filter(|claim| !claim.is_mine).map(|ClaimView { by, .. }| by),
        }
    }
}

impl From<UserTheory> for Task {
    fn from(row: UserTheory) -> Self {
        Self {
            id: row.id,
            exam: row.exam.title,
            assessment: row.assessment.title,
            year: row.year,
            subject_ids: row.subjects.iter().map(|subject| subject.id.to_string()).collect(),
            subjects: row.subjects.into_iter().map(|subject| subject.title).collect(),
            theory_count: row.theory_count,
            answered_count: row.answered_count,
            submitted_at: row.submitted_at,
            is_declared: row.exam_result == "declared",
            is_mine: false,
            reserved_until: None,
            held_by: None,
        }
    }
}

/// The choices for the filters of a queue: ids and titles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    pub exams: Vec<(String, String)>,
    pub subjects: Vec<(String, String)>,
}

/// The numbers of waiting items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    pub waiting: u64,
    pub mine: u64,
    pub reports: u64,
}

/// The data of the statistics screen.
#[derive(Debug, Default)]
pub struct Statistics {
    pub graders: Vec<GraderStats>,
    /// The number of waiting submissions per exam.
    pub exams: Vec<(String, u64)>,
    /// The number of waiting submissions by the day of submission: today, yesterday, and so on for seven days; the last
    /// number is for all earlier days.
    pub ages: [u64; 8],
}

/// The question of a report as the bank has it.
#[derive(Debug)]
pub struct Asked {
    pub id: QuestionId,
    pub title: String,
    pub passage: Option<String>,
    /// HTML.
    pub question: String,
    /// The texts in HTML, and whether each is the key.
    pub options: Vec<(String, bool)>,
    /// The explanation or the model answer, HTML.
    pub answer: String,
    pub version: i64,
    pub figures: Option<QuestionFigures>,
}
