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

/// A call with its number, which tells its answer from those of calls that were overtaken.
#[derive(Debug, Clone)]
pub struct Request {
    pub number: u64,
    pub call: Call,
}

/// The calls that the console makes.
#[derive(Debug, Clone)]
pub enum Call {
    /// A page of theory submissions.
    Submissions(PageAsk),
    /// A page of reports of questions.
    Reports(PageAsk),
    /// The subject changes that students ask for.
    Requests(PageAsk),
    /// A page of contact messages.
    Messages(PageAsk),
    /// The exams and subjects that a queue can be narrowed to.
    Choices,
    /// How much waits, for the header.
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
    /// Gives the password or a code again.
    Prove(Proof),
    /// Puts another text in the place of a reported question's.
    Reword {
        report: Id<Report>,
        question: QuestionId,
        text: String,
        version: i64,
    },
    Decide(Id<Report>, DecideReport),
    /// Decides a report, and after it every other open report of the same question in the same way.
    DecideAll {
        report: Id<Report>,
        question: String,
        decision: DecideReport,
    },
    Approve(SaveSubjects),
    /// Refuses the change of subjects that a student asks for.
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

/// A page of a list, as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageAsk {
    /// One-based.
    pub page: u64,
    /// How many rows a page has.
    pub limit: u64,
    /// The word of the tab.
    pub tab: &'static str,
    /// Words to look for; empty for none.
    pub words: String,
    /// The key of an exam, and of a subject.
    pub exam: Option<String>,
    pub subject: Option<String>,
}

/// The answer to the call of that number.
#[derive(Debug)]
pub struct Answer {
    pub number: u64,
    pub outcome: Result<Content, Failure>,
}

/// The content of an answer.
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
    /// `None` where it is not in the bank any more.
    Question(Option<Box<Asked>>),
    /// The password or the code was right.
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
    /// The server's slug to branch on.
    pub reason: String,
    /// A sentence for people.
    pub words: String,
}

/// How a call failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FailureKind {
    /// The server refused.
    #[default]
    Refused,
    /// Nobody answers, or too late: what became of the call is not known.
    Offline,
    /// The server asks to try again.
    Busy,
    /// The session has ended.
    SignedOut,
}

/// A theory submission, as a list tells it.
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
    /// Whether the caller holds it.
    pub is_mine: bool,
    /// Until when the caller has reserved it for a worksheet.
    pub reserved_until: Option<Instant>,
    /// Another one who holds it now.
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

/// What a queue can be narrowed to: keys and titles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    pub exams: Vec<(String, String)>,
    pub subjects: Vec<(String, String)>,
}

/// How much waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    pub waiting: u64,
    pub mine: u64,
    pub reports: u64,
}

/// What the statistics screen shows.
#[derive(Debug, Default)]
pub struct Statistics {
    pub graders: Vec<GraderStats>,
    /// How many wait of each exam.
    pub exams: Vec<(String, u64)>,
    /// How many of those that wait were submitted today, yesterday, and so on for a week; then before.
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
    /// Texts in HTML and whether it is the key.
    pub options: Vec<(String, bool)>,
    /// The explanation or the model answer, HTML.
    pub answer: String,
    pub version: i64,
    pub figures: Option<QuestionFigures>,
}
