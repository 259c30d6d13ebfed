//! A store in memory with the demo content, a clock that stands, and the people of the demo.

pub mod class;
mod listen;
pub mod paystack;
pub mod people;
pub mod push_service;
pub mod seeded;
#[allow(dead_code, clippy::allow_attributes, reason = "the unit tests of mail use the rest")]
pub mod smtp_server;

use std::ops::Deref;

use chrono::{Duration, TimeZone as _, Utc};
use futures::TryStreamExt as _;
use sabi_core::{
    App, Error, Result, Settings,
    catalogue::{Assessment, Course, Exam, ExamType, Mode, Subject, SubjectInput, SubjectView},
    clock::ManualClock,
    exam::{
        Answer, AttemptView, PaperView, QuestionView, RequestedSource, SaveAnswers, Saved, StartAttempt, SubmitResult,
    },
    people::{Actor, LoginRequest, User},
    privacy::PersonalData,
    records::{ListQuery, Resource},
    store::Id,
};
use tempfile::TempDir;

pub const PASSWORD: &str = "a-test-needs-no-secret";

/// An open Sabi; all in memory but its secrets.
pub struct World {
    pub app: App,
    pub clock: ManualClock,
    _data: TempDir,
}

impl Deref for World {
    type Target = App;
    fn deref(&self) -> &App {
        &self.app
    }
}

/// The clock of each test as it begins.
fn clock() -> ManualClock {
    ManualClock::at(Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap())
}

impl World {
    /// Without content.
    pub async fn bare() -> Self {
        Self::with(|_| ()).await
    }

    /// Without content, with the given settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let clock = clock();
        let mut settings = Settings { demo_password: Some(PASSWORD.into()), ..Settings::in_memory(data.path()) };
        change(&mut settings);
        let app = App::open_with_clock(settings, clock.clone()).await.unwrap();
        Self { app, clock, _data: data }
    }

    /// The same folder, opened again; the settings have to name a store in it (`store: None`).
    pub async fn restarted(self) -> Self {
        let Self { app, clock, _data } = self;
        let settings = app.settings.clone();
        drop(app);
        // The store lets go of its files in the background.
        for _ in 0..6_000 {
            if let Ok(app) = App::open_with_clock(settings.clone(), clock.clone()).await {
                return Self { app, clock, _data };
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("the store does not open again");
    }

    /// With the demo content.
    pub async fn demo() -> Self {
        Self::demo_with(|_| ()).await
    }

    /// With the demo content, with the given settings.
    pub async fn demo_with(change: impl FnOnce(&mut Settings)) -> Self {
        let store = seeded::store(PASSWORD, &clock()).await;
        let world = Self::with(|settings| {
            settings.store = Some(store);
            change(settings);
        })
        .await;
        seeded::copy_pictures(world._data.path());
        world
    }

    /// Like [`Self::demo`], in a store on the disk, which belongs to this process alone.
    pub async fn demo_on_disk() -> Self {
        let world = Self::with(|settings| settings.store = None).await;
        world.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| ()).await.unwrap();
        world
    }

    /// The demo person with this address, signed in.
    pub async fn log_in_as(&self, email: &str) -> Actor {
        let input =
            LoginRequest { email: email.into(), password: PASSWORD.into(), bearer: true, otp: None, page: None };
        let (_, token) = self.log_in(input, None).await.unwrap();
        self.authenticate(&token).await.unwrap().unwrap()
    }

    pub async fn student(&self) -> Actor {
        self.log_in_as("student@sabi.test").await
    }

    pub async fn admin(&self) -> Actor {
        self.log_in_as("admin@sabi.test").await
    }

    pub async fn owner(&self) -> Actor {
        self.log_in_as("owner@sabi.test").await
    }

    pub async fn exam(&self, slug: &str) -> Exam {
        self.find_exam_by_slug(slug).await.unwrap()
    }

    /// The subject of an exam with this title.
    pub async fn subject(&self, exam: &str, title: &str) -> SubjectView {
        let all = self.list::<Subject>(&ListQuery::default()).await.unwrap().rows;
        all.into_iter().find(|one| one.exam.slug == exam && one.title == title).unwrap()
    }

    /// A new active subject of an exam.
    pub async fn add_subject(&self, exam: &str, title: &str) -> SubjectView {
        let course = self.list::<Course>(&ListQuery::default()).await.unwrap().rows.swap_remove(0).id;
        let input = SubjectInput {
            exam: self.exam(exam).await.id,
            course: vec![course],
            title: title.into(),
            logo: Some("/uploads/subject.png".into()),
            subject_hour: 1,
            subject_time: "00".into(),
            mandatory: false,
            university: vec![],
            mock_questions: None,
            balance_mocks: None,
            status: true,
        };
        self.create::<Subject>(&Actor::Operator, input).await.unwrap()
    }

    pub async fn assessment(&self, mode: Mode) -> Id<Assessment> {
        let all = self.list::<Assessment>(&ListQuery::default()).await.unwrap().rows;
        all.into_iter().find(|one| one.slug == mode).unwrap().id
    }

    /// The request for a test of these subjects of an exam: of 2019 unless it is a mock, in order, one hour.
    pub async fn ask(&self, exam: &str, mode: Mode, titles: &[&str]) -> StartAttempt {
        let mut subjects = Vec::new();
        for title in titles {
            subjects.push(self.subject(exam, title).await.id);
        }
        StartAttempt {
            exam_id: self.exam(exam).await.id,
            assessment_id: self.assessment(mode).await,
            exam_type: ExamType::Objective,
            subjects,
            year: (mode != Mode::Mock).then_some(2019),
            from: RequestedSource::Bank,
            mistakes_of: None,
            mistakes_set: None,
            selected_topics: vec![],
            question_limit: None,
            time_duration: Some(60),
            shuffle_questions: false,
            shuffle_options: false,
            university: None,
            power_safe: false,
        }
    }

    /// Starts a test as [`World::ask`] describes it.
    pub async fn start(&self, who: &Actor, exam: &str, mode: Mode, titles: &[&str]) -> (AttemptView, PaperView) {
        let ask = self.ask(exam, mode, titles).await;
        let (attempt, paper, _) = self.start_attempt(who, ask).await.unwrap();
        (attempt, paper)
    }

    /// Saves answers against a revision.
    pub async fn save(&self, who: &Actor, attempt: &AttemptView, revision: u64, answers: Vec<Answer>) -> Result<Saved> {
        let save = SaveAnswers { revision, answers, review: None, seen: vec![], mark: Vec::new() };
        self.save_answers(who, &attempt.id, save).await
    }

    /// A person's export, read to its end.
    pub async fn export(&self, who: &Actor, id: &Id<User>) -> Result<PersonalData> {
        let pieces: Vec<_> = self.export_person(who, id).await?.into_stream().try_collect().await?;
        Ok(serde_json::from_slice(&pieces.concat()).unwrap())
    }

    pub fn pass(&self, seconds: i64) {
        self.clock.advance(Duration::seconds(seconds));
    }
}

/// The answer to a question with its option at a place; `None` clears it.
pub fn answer(question: &QuestionView, place: impl Into<Option<usize>>) -> Answer {
    Answer {
        question: Some(question.id.clone()),
        theory: None,
        answer: place.into().map(|place| question.options[place].id.to_string()),
        at: None,
    }
}

pub fn submit(attempt: &AttemptView, answered: Vec<Answer>) -> SubmitResult {
    SubmitResult { attempt_id: Some(attempt.id.clone()), answered, ..SubmitResult::default() }
}

/// The questions of a paper in order.
pub fn questions(paper: &PaperView) -> Vec<&QuestionView> {
    paper.subjects.iter().flat_map(|part| &part.questions).collect()
}

/// The reason of a refusal.
#[track_caller]
pub fn reason<T>(result: Result<T>) -> &'static str {
    match result.err().expect("an error") {
        Error::Conflict(refusal)
        | Error::Forbidden(refusal)
        | Error::Unauthenticated(refusal)
        | Error::TooLarge(refusal)
        | Error::Unsupported(refusal)
        | Error::TooMany { refusal, .. } => refusal.reason,
        other => panic!("no refusal: {other:?}"),
    }
}

/// The failing fields of an invalid input.
#[track_caller]
pub fn fields<T>(result: Result<T>) -> Vec<String> {
    match result.err().expect("an error") {
        Error::Invalid(fields) => fields.iter().map(|(field, _)| field.to_owned()).collect(),
        other => panic!("not invalid: {other:?}"),
    }
}

/// A list query with these parameters.
pub fn query(params: &[(&str, &str)]) -> ListQuery {
    let mut query = ListQuery::default();
    for (name, value) in params {
        match *name {
            "page" => query.page = value.parse().ok(),
            "limit" => query.limit = value.parse().ok(),
            "sort" => query.sort = Some((*value).into()),
            "q" => query.q = Some((*value).into()),
            _ => drop(query.filters.insert((*name).into(), (*value).into())),
        }
    }
    query
}

/// All of a catalogue list.
pub async fn all<R: Resource>(world: &World) -> Vec<R::View> {
    world.list::<R>(&ListQuery::default()).await.unwrap().rows
}
