//! Shared by the benches: a class that sits the JAMB mock, and the rows of a report.

use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use sabi_core::{
    App,
    catalogue::{Assessment, Exam, ExamType, Mode, Subject},
    exam::{Answer, QuestionView, RequestedSource, SaveAnswers, StartAttempt},
    people::{AccountStatus, Actor, NewUser, Role, SessionUser},
    plans::Subscription,
    records::ListQuery,
    registration::Registration,
    store::Id,
};

/// As the server has it.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

pub const PASSWORD: &str = "a-bench-needs-no-secret";
/// Students who sit a mock, each one at a time.
pub const CLASS: usize = 64;

pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// A class of students who hold what the demo student holds, and the JAMB exam.
pub struct Jamb {
    pub class: Vec<Actor>,
    pub exam: Id<Exam>,
    pub assessment: Id<Assessment>,
    pub practice: Id<Assessment>,
    pub subjects: Vec<Id<Subject>>,
}

impl Jamb {
    pub async fn find(app: &App) -> Outcome<Self> {
        let query = ListQuery { q: Some("student@sabi.test".into()), ..ListQuery::default() };
        let demo = app.list_users(Role::User, &query).await?.rows.remove(0).id;
        let exam = app.find_exam_by_slug("jamb-utme").await?.id;
        let held: Option<Subscription> = app.load(&Subscription::key(&demo, &exam, None)).await?;
        let registered: Option<Registration> = app.load(&Registration::key(&demo, &exam)).await?;
        let (held, registered) = held.zip(registered).ok_or("the demo student holds nothing")?;
        let mut class = Vec::new();
        for seat in 0..CLASS {
            let user = app.create_user(&Actor::Operator, Role::User, student(format!("seat-{seat}@sabi.test"))).await?;
            let held =
                Subscription { id: Subscription::key(&user.id, &exam, None), user: user.id.clone(), ..held.clone() };
            let id = Registration::key(&user.id, &exam);
            let registered = Registration { id, user: user.id.clone(), ..registered.clone() };
            let sql = "CREATE ONLY $held.id CONTENT $held; CREATE ONLY $registered.id CONTENT $registered;";
            app.store.write(sql).bind(("held", held)).bind(("registered", registered)).done().await?;
            let (role, status, stamp) = (Role::User, AccountStatus::Active, String::new());
            class.push(Actor::User(Arc::new(SessionUser {
                id: user.id,
                role,
                is_super_admin: false,
                status,
                stamp,
                session: String::new(),
                is_listed: false,
                is_proved: true,
                has_second_factor: false,
                must_set_up: false,
            })));
        }
        let assessments = app.list::<Assessment>(&ListQuery::default()).await?.rows;
        let of = |mode| assessments.iter().find(|one| one.slug == mode).map(|one| one.id.clone()).ok_or("no such mode");
        let (assessment, practice) = (of(Mode::Mock)?, of(Mode::Practice)?);
        Ok(Self { class, exam, assessment, practice, subjects: registered.subjects })
    }

    pub fn mock(&self) -> StartAttempt {
        StartAttempt {
            exam_id: self.exam.clone(),
            assessment_id: self.assessment.clone(),
            exam_type: ExamType::Objective,
            subjects: self.subjects.clone(),
            year: None,
            from: RequestedSource::Bank,
            mistakes_of: None,
            mistakes_set: None,
            selected_topics: Vec::new(),
            question_limit: None,
            time_duration: None,
            shuffle_questions: true,
            shuffle_options: true,
            university: None,
            power_safe: false,
        }
    }

    /// Practice of forty questions of one year.
    pub fn practice(&self, year: i64) -> StartAttempt {
        StartAttempt {
            assessment_id: self.practice.clone(),
            subjects: self.subjects[..1].to_vec(),
            year: Some(year),
            question_limit: Some(40),
            time_duration: Some(30),
            ..self.mock()
        }
    }

    /// Practice of forty questions of one subject, of all its years.
    pub fn practice_of_forty(&self) -> StartAttempt {
        StartAttempt { year: None, ..self.practice(0) }
    }

    /// How long such a test takes to start: reading its bank, drawing the paper, storing the attempt.
    pub async fn time_start(&self, app: &App, student: usize, start: StartAttempt) -> Outcome<Duration> {
        let whole = if start.year.is_some() { 40 } else { 180 };
        let begun = Instant::now();
        let (attempt, paper, _) = app.start_attempt(&self.class[student], start).await?;
        let took = begun.elapsed();
        assert_eq!(paper.total_questions, whole);
        app.cancel_attempt(&self.class[student], &attempt.id).await?;
        Ok(took)
    }

    /// The same for some students, one after the other.
    pub async fn time_starts(&self, app: &App, start: StartAttempt) -> Outcome<Vec<Duration>> {
        let mut took = Vec::new();
        for student in 2..40 {
            took.push(self.time_start(app, student, start.clone()).await?);
        }
        Ok(took)
    }
}

pub fn student(email: String) -> NewUser {
    NewUser {
        first_name: "Ama".into(),
        last_name: "Boateng".into(),
        email,
        dob: None,
        gender: None,
        mobile_code: "233".into(),
        mobile_number: String::new(),
        nationality: "Ghana".into(),
        status: AccountStatus::Active,
        is_super_admin: false,
        password: PASSWORD.into(),
        confirm_password: PASSWORD.into(),
    }
}

/// A student's answer to a question: the first option, or that many further on.
pub fn answer_to(question: &QuestionView, further: usize) -> Answer {
    let option = &question.options[further % question.options.len()];
    Answer { question: Some(question.id.clone()), theory: None, answer: Some(option.id.to_string()), at: None }
}

/// The request to save these answers, based on this revision.
pub fn save(revision: usize, answers: Vec<Answer>) -> SaveAnswers {
    SaveAnswers { revision: revision as u64, answers, review: None, seen: Vec::new(), mark: Vec::new() }
}

/// This process's resident memory in MiB.
pub fn resident() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|kib| kib.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

pub fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

pub fn row(what: &str, unit: &str, value: f64, budget: &str) {
    println!("{what:<55} {value:>10.1} {unit:<12} {budget}");
}
