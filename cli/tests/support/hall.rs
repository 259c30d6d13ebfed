//! A data folder with students in it, and the tests that they may sit.

use std::{path::PathBuf, thread};

use sabi_core::{
    App, Settings,
    catalogue::{Assessment, ExamType, Mode},
    exam::{Attempt, RequestedSource, StartAttempt},
    people::{AccountStatus, Actor, NewUser, Role},
    plans::Subscription,
    records::ListQuery,
    registration::Registration,
    store::Id,
};

use super::{PASSWORD, Sandbox};

/// The stack of every thread: the store's query parser needs more than the usual.
pub const STACK: usize = 10 * 1024 * 1024;

/// The students' request to start a test.
#[derive(Clone)]
pub struct Hall {
    pub practice: StartAttempt,
    pub mock: StartAttempt,
    pub essays: StartAttempt,
}

impl Hall {
    /// A new data folder with the demo and this many students in it, and the tests that they take.
    pub fn build(seats: usize) -> (Sandbox, Self) {
        let sandbox = Sandbox::new();
        sandbox.sabi(["seed", "--demo=small"]).success();
        let data = sandbox.data();
        let hall = blocking(async move || prepare(data, seats).await).unwrap();
        (sandbox, hall)
    }

    /// The request of the student in this seat: every other one writes essays, which make large sheets.
    pub fn ask(&self, seat: usize) -> &StartAttempt {
        match seat % 4 {
            0 | 2 => &self.essays,
            1 => &self.practice,
            _ => &self.mock,
        }
    }
}

/// The address of the student in this seat.
pub fn email(seat: usize) -> String {
    format!("seat-{seat}@sabi.test")
}

/// Runs this on its own runtime, whose threads have the stack size that the store needs.
pub fn blocking<T: Send + 'static, F: Future<Output = T>>(
    work: impl FnOnce() -> F + Send + 'static,
) -> thread::Result<T> {
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build().unwrap();
        runtime.block_on(work())
    });
    thread.unwrap().join()
}

/// Opens the store in this folder.
pub async fn open(data: PathBuf) -> App {
    App::open(Settings { store: None, ..Settings::in_memory(data) }).await.unwrap()
}

/// Adds students who hold what the demo student holds, and says what they may sit.
async fn prepare(data: PathBuf, seats: usize) -> Hall {
    let app = open(data).await;
    let query = ListQuery { q: Some("student@sabi.test".into()), ..ListQuery::default() };
    let demo = app.list_users(Role::User, &query).await.unwrap().rows.remove(0).id;
    let held = "SELECT * FROM subscription WHERE user = $user";
    let subscriptions: Vec<Subscription> = app.store.query(held).bind(("user", demo.clone())).all().await.unwrap();
    let held = "SELECT * FROM registration WHERE user = $user";
    let registrations: Vec<Registration> = app.store.query(held).bind(("user", demo)).all().await.unwrap();
    for seat in 0..seats {
        let user = NewUser {
            first_name: "Ada".into(),
            last_name: format!("Seat {seat}"),
            email: email(seat),
            dob: None,
            gender: None,
            mobile_code: String::new(),
            mobile_number: String::new(),
            nationality: String::new(),
            status: AccountStatus::Active,
            is_super_admin: false,
            password: PASSWORD.into(),
            confirm_password: PASSWORD.into(),
        };
        let user = app.create_user(&Actor::Operator, Role::User, user).await.unwrap().id;
        for held in subscriptions.clone() {
            let held = Subscription { id: Subscription::key(&user, &held.exam, None), user: user.clone(), ..held };
            app.store.write("CREATE ONLY $held.id CONTENT $held").bind(("held", held)).done().await.unwrap();
        }
        for held in registrations.clone() {
            let held = Registration { id: Registration::key(&user, &held.exam), user: user.clone(), ..held };
            app.store.write("CREATE ONLY $held.id CONTENT $held").bind(("held", held)).done().await.unwrap();
        }
    }
    let assessments = app.list::<Assessment>(&ListQuery::default()).await.unwrap().rows;
    let exams = app.list_exam_types().await.unwrap();
    let ask = |slug: &str, mode: Mode, exam_type: ExamType| {
        let exam = exams.iter().find(|exam| exam.slug == slug).unwrap().id.clone();
        let mock = mode == Mode::Mock;
        StartAttempt {
            subjects: registrations.iter().find(|one| one.exam == exam).unwrap().subjects.clone(),
            exam_id: exam,
            assessment_id: assessments.iter().find(|one| one.slug == mode).unwrap().id.clone(),
            exam_type,
            year: (!mock).then_some(2019),
            from: RequestedSource::Bank,
            mistakes_of: None,
            mistakes_set: None,
            selected_topics: Vec::new(),
            question_limit: None,
            time_duration: (!mock).then_some(120),
            shuffle_questions: true,
            shuffle_options: true,
            university: None,
            power_safe: false,
        }
    };
    let hall = Hall {
        practice: ask("jamb-utme", Mode::Practice, ExamType::Objective),
        mock: ask("jamb-utme", Mode::Mock, ExamType::Objective),
        essays: ask("wassce-waec-ssce", Mode::Practice, ExamType::Theory),
    };
    app.store.close().await;
    hall
}

/// Whether every attempt has its sheet, and a submitted sheet its result, and the other way round.
pub async fn whole(data: PathBuf) {
    let app = open(data).await;
    let ids = async |sql: &str| -> Vec<Id<Attempt>> {
        let mut ids: Vec<Id<Attempt>> = app.store.query(sql).all().await.unwrap();
        ids.sort();
        ids
    };
    let submitted = ids("SELECT VALUE attempt FROM sheet WHERE state = 'submitted'").await;
    assert_eq!(submitted, ids("SELECT VALUE attempt FROM quiz").await);
    assert!(!submitted.is_empty(), "nobody submitted");
    assert_eq!(ids("SELECT VALUE id FROM attempt").await, ids("SELECT VALUE attempt FROM sheet").await);
    app.store.close().await;
}
