//! Students who sit tests over HTTP and remember what they were told.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use sabi_api::client::{Client, ClientError, Started, Url};
use sabi_core::{
    App, Settings,
    accounts::{AccountStatus, Actor, NewUser, Role, SignIn},
    bank::{Choice, Question},
    catalogue::{Assessment, Exam, ExamType, Mode, Subject},
    exam::{Answer, Attempt, SaveAnswers, StartAttempt, SubmitResult},
    learning::{Registration, Subscription},
    store::{Id, QueryExt as _, resource::ListQuery},
};

use crate::support::{PASSWORD, Sandbox};

/// The most tests that a student starts: a few fewer than ten minutes allow (ruling 30), because a start
/// whose answer got lost counts too. The last one stays open.
const STARTS: usize = 24;

/// Does something with the store of a data folder that no server owns, on threads with the stack
/// that the store's query parser needs. The store stays locked until this process ends, so a server
/// needs a copy of the folder.
pub fn with_store<T: Send + 'static, F: Future<Output = T>>(
    sandbox: &Sandbox,
    work: impl FnOnce(App) -> F + Send + 'static,
) -> T {
    const STACK: usize = 10 * 1024 * 1024;
    let settings = Settings { store: None, ..Settings::in_memory(sandbox.data()) };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build().unwrap();
        runtime.block_on(async { work(App::open(settings).await.unwrap()).await })
    });
    thread.unwrap().join().unwrap()
}

/// What all students sit: the demo student's exam.
pub struct Hall {
    exam: Id<Exam>,
    subjects: Vec<Id<Subject>>,
    practice: Id<Assessment>,
    mock: Id<Assessment>,
    /// Saves that were acknowledged.
    pub saves: Arc<AtomicUsize>,
}

impl Hall {
    /// Adds students who hold what the demo student holds.
    pub async fn open(app: App, students: usize) -> Self {
        let query = ListQuery { q: Some("student@sabi.test".into()), ..ListQuery::default() };
        let demo = app.list_users(Role::User, &query).await.unwrap().rows.remove(0).id;
        let held = "SELECT * FROM subscription WHERE user = $user";
        let subscriptions: Vec<Subscription> = app.store.query(held).bind(("user", demo.clone())).all().await.unwrap();
        let held = "SELECT * FROM registration WHERE user = $user";
        let registrations: Vec<Registration> = app.store.query(held).bind(("user", demo)).all().await.unwrap();
        for seat in 0..students {
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
                let id = Subscription::key(&user, &held.exam, None);
                let held = Subscription { id, user: user.clone(), ..held };
                app.store.query("CREATE ONLY $held.id CONTENT $held").bind(("held", held)).done().await.unwrap();
            }
            for held in registrations.clone() {
                let id = Registration::key(&user, &held.exam);
                let held = Registration { id, user: user.clone(), ..held };
                app.store.query("CREATE ONLY $held.id CONTENT $held").bind(("held", held)).done().await.unwrap();
            }
        }
        let exams = app.list_exam_types().await.unwrap();
        let exam = exams.into_iter().find(|exam| exam.slug == "jamb-utme").unwrap().id;
        let subjects = registrations.into_iter().find(|one| one.exam == exam).unwrap().subjects;
        let assessments = app.list::<Assessment>(&ListQuery::default()).await.unwrap().rows;
        let of = |mode: Mode| assessments.iter().find(|one| one.slug == mode).unwrap().id.clone();
        Self { exam, subjects, practice: of(Mode::Practice), mock: of(Mode::Mock), saves: Arc::default() }
    }

    /// A practice of a year for some, a mock for the others.
    fn ask(&self, seat: usize) -> StartAttempt {
        let mock = seat % 2 == 1;
        StartAttempt {
            exam_id: self.exam.clone(),
            assessment_id: if mock { self.mock.clone() } else { self.practice.clone() },
            exam_type: ExamType::Objective,
            subjects: self.subjects.clone(),
            year: (!mock).then_some(2019),
            selected_topics: Vec::new(),
            question_limit: None,
            time_duration: (!mock).then_some(120),
            shuffle_questions: true,
            shuffle_options: true,
            university: None,
        }
    }
}

fn email(seat: usize) -> String {
    format!("seat-{seat}@sabi.test")
}

/// A student, and all that the server told them.
pub struct Student {
    token: String,
    ask: StartAttempt,
    rng: StdRng,
    tests: Vec<Test>,
    /// Tests that were found submitted and compared.
    settled: usize,
    /// Submits that were acknowledged.
    pub submits: usize,
    /// Saves that were acknowledged, to all students.
    saves: Arc<AtomicUsize>,
}

/// One attempt as its student knows it.
struct Test {
    id: Id<Attempt>,
    questions: Vec<(Id<Question>, Vec<Id<Choice>>)>,
    revision: u64,
    given: BTreeMap<Id<Question>, Given>,
    end: End,
}

/// What stands for one question: what was acknowledged last, or one of those whose fate is not known.
#[derive(Default)]
struct Given {
    acknowledged: Option<String>,
    unknown: Vec<Option<String>>,
}

/// How far the submit came.
#[derive(PartialEq)]
enum End {
    Open,
    Unknown,
    Submitted,
}

/// Whether the server went away; anything else that is wrong fails the test.
fn gone<T>(answer: Result<T, ClientError>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(ClientError::Unreachable { .. }) => None,
        Err(error) => panic!("{error:?}"),
    }
}

impl Student {
    /// Signs in; the session outlives every restart.
    pub async fn sign_in(hall: &Hall, server: Url, seat: usize, seed: u64) -> Self {
        let sign_in = SignIn { email: email(seat), password: PASSWORD.into(), bearer: true, door: None };
        let signed_in = Client::to_server(server, None).unwrap().sign_in(&sign_in).await.unwrap();
        Self {
            token: signed_in.token.unwrap(),
            ask: hall.ask(seat),
            rng: StdRng::seed_from_u64(seed),
            tests: Vec::new(),
            settled: 0,
            submits: 0,
            saves: hall.saves.clone(),
        }
    }

    fn client(&self, server: Url) -> Client {
        Client::to_server(server, Some(self.token.clone())).unwrap()
    }

    /// Sits one test after the other until the server is gone.
    pub async fn sit(mut self, server: Url) -> Self {
        let client = self.client(server);
        while self.step(&client).await.is_some() {}
        self
    }

    /// Starts a test, saves an answer or a few, or submits; `None` when the server is gone.
    async fn step(&mut self, client: &Client) -> Option<()> {
        let Some(test) = self.tests.last_mut().filter(|test| test.end == End::Open) else {
            let started = match client.start_attempt(&self.ask).await {
                // A start whose answer got lost: the student goes on with that test.
                Err(error) if ["running-mock", "too-many-running"].contains(&error.reason()) => {
                    let lost = &error.refusal().unwrap().facts["attempts"][0]["_id"];
                    client.find_attempt(&Id::new(lost.as_str().unwrap())).await
                }
                started => started,
            };
            self.tests.push(Test::new(gone(started)?));
            return Some(());
        };
        // With nothing answered a submit would cancel.
        let answered = test.given.values().any(|given| given.acknowledged.is_some());
        if answered && self.tests.len() < STARTS && self.rng.random_ratio(1, 12) {
            test.end = End::Unknown;
            let submit = SubmitResult { attempt_id: Some(test.id.clone()), ..SubmitResult::default() };
            let submission = gone(client.submit(&submit).await)?;
            assert_eq!(submission.quiz_id.map(|quiz| quiz.to_string()), Some(test.id.to_string()));
            test.end = End::Submitted;
            self.submits += 1;
            return Some(());
        }
        let mut answers = Vec::new();
        for _ in 0..self.rng.random_range(1..=3) {
            let (question, options) = test.questions.choose(&mut self.rng).unwrap();
            if answers.iter().any(|answer: &Answer| answer.question.as_ref() == Some(question)) {
                continue;
            }
            let answer = if self.rng.random_ratio(1, 10) {
                None
            } else {
                options.choose(&mut self.rng).map(ToString::to_string)
            };
            test.given.entry(question.clone()).or_default().unknown.push(answer.clone());
            answers.push(Answer { question: Some(question.clone()), theory: None, answer, at: None });
        }
        let save = SaveAnswers { revision: test.revision, answers: answers.clone(), review: None, seen: Vec::new() };
        let saved = gone(client.save_answers(&test.id, &save).await)?;
        assert!(saved.revision > test.revision && saved.ignored.is_empty(), "{saved:?}");
        test.revision = saved.revision;
        for answer in answers {
            let given = Given { acknowledged: answer.answer, unknown: Vec::new() };
            test.given.extend(answer.question.map(|question| (question, given)));
        }
        self.saves.fetch_add(1, Ordering::Relaxed);
        Some(())
    }

    /// Compares what was told since the last time with what the server has now.
    pub async fn check(&mut self, server: Url) {
        let client = self.client(server);
        for test in self.tests.iter_mut().skip(self.settled) {
            test.check(&client).await;
        }
        self.settled = self.tests.iter().take_while(|test| test.end == End::Submitted).count();
    }

    /// Compares every test.
    pub async fn check_all(&mut self, server: Url) {
        let client = self.client(server);
        for test in &mut self.tests {
            test.check(&client).await;
        }
    }
}

impl Test {
    fn new(started: Started) -> Self {
        let questions = started.paper.subjects.into_iter().flat_map(|subject| subject.questions);
        let options = |options: Vec<Choice>| options.into_iter().map(|choice| choice.id).collect();
        Self {
            id: started.attempt.id,
            questions: questions.map(|question| (question.id, options(question.options))).collect(),
            revision: started.attempt.revision,
            given: BTreeMap::new(),
            end: End::Open,
        }
    }

    async fn check(&mut self, client: &Client) {
        let Started { attempt, paper, .. } = client.find_attempt(&self.id).await.unwrap();
        let order: Vec<_> = paper.subjects.iter().flat_map(|subject| &subject.questions).map(|one| &one.id).collect();
        assert_eq!(order, self.questions.iter().map(|(id, _)| id).collect::<Vec<_>>(), "the paper changed");
        assert!(attempt.revision >= self.revision, "{} went back", self.id);
        self.revision = attempt.revision;
        let submitted = match attempt.state.as_str() {
            "submitted" => true,
            "running" => false,
            other => panic!("{} is {other}", self.id),
        };
        match self.end {
            End::Open => assert!(!submitted, "{} ended by itself", self.id),
            End::Submitted => assert!(submitted, "{} opened again", self.id),
            End::Unknown => self.end = if submitted { End::Submitted } else { End::Open },
        }

        let mut stored: BTreeMap<_, _> =
            attempt.answers.into_iter().map(|answer| (answer.question.unwrap(), answer.answer)).collect();
        for (question, given) in &mut self.given {
            let stands = stored.remove(question).flatten();
            let known = stands == given.acknowledged || given.unknown.contains(&stands);
            assert!(known, "{}: {question} is {stands:?}, acknowledged was {:?}", self.id, given.acknowledged);
            *given = Given { acknowledged: stands, unknown: Vec::new() };
        }
        assert!(stored.is_empty(), "{}: nobody gave {stored:?}", self.id);

        let result = client.find_corrections(&self.id.cast()).await;
        if !submitted {
            assert_eq!(result.unwrap_err().refusal().map(|refused| refused.status), Some(404), "{}", self.id);
            return;
        }
        let marked = result.unwrap().subject_results.into_iter().flat_map(|subject| subject.results);
        let marked: BTreeMap<_, _> =
            marked.filter_map(|one| Some((one.question.id, one.result_data.answered?.id.to_string()))).collect();
        let mine = self.given.iter().filter_map(|(id, given)| Some((id.clone(), given.acknowledged.clone()?)));
        assert_eq!(marked, mine.collect::<BTreeMap<_, _>>(), "{}", self.id);
    }
}
