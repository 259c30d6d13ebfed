//! Today: what returns on which day, when a session ends, and what a corrected key, an exam date, a mock or a trial
//! changes.

use std::collections::BTreeSet;

use chrono::Days;
use sabi_core::{
    Error,
    bank::Question,
    catalogue::{Exam, Mode},
    exam::{
        AttemptView, CorrectKey, OptionName, PaperView, QuestionView, RequestedSource, SaveAnswers, StartAttempt, Today,
    },
    people::Actor,
    plans::Subscription,
    registration::{Registration, SetExamDate},
    store::Id,
};

use crate::support::{World, answer, fields, questions, reason, submit};

const OPERATOR: Actor = Actor::Operator;
const DAY: i64 = 86_400;

/// A student of the demo content whose subscription outlasts the test.
struct Student {
    world: World,
    who: Actor,
    exam: Id<Exam>,
}

impl Student {
    async fn new() -> Self {
        let world = World::demo().await;
        let (who, exam) = (world.class(1).await.swap_remove(0), world.exam("jamb-utme").await.id);
        Self { world, who, exam }
    }

    /// For each exported answer to a question, whether its history is there.
    async fn exported_histories(&self, question: &Id<Question>) -> Vec<bool> {
        let exported = self.world.export(&self.who, self.who.user_id().unwrap()).await.unwrap();
        let answers = exported.last_answers.iter().flat_map(|row| row["answers"].as_array().unwrap());
        let of_question = answers.filter(|answer| answer[0] == question.as_str());
        of_question.map(|answer| answer.as_array().unwrap().len() > 3).collect()
    }

    async fn today(&self) -> Today {
        self.world.today(&self.who, &self.exam).await.unwrap()
    }

    /// The request that an app sends.
    fn ask(&self) -> StartAttempt {
        serde_json::from_value(serde_json::json!({ "examId": self.exam, "from": "today" })).unwrap()
    }

    async fn start(&self) -> (AttemptView, PaperView) {
        let (attempt, paper, message) = self.world.start_attempt(&self.who, self.ask()).await.unwrap();
        assert_eq!((attempt.assessment.slug, attempt.from_today, message), (Mode::Study, true, None));
        (attempt, paper)
    }

    /// The place of a question's key among the options that are shown.
    async fn key(&self, question: &QuestionView) -> usize {
        let stored: Question = self.world.load(&question.id).await.unwrap().unwrap();
        question.options.iter().position(|option| option.id == stored.body.correct).unwrap()
    }

    /// Answers every question, rightly where `is_right` says so, and submits. Returns the questions.
    async fn hand_in(
        &self,
        (attempt, paper): (AttemptView, PaperView),
        is_right: impl Fn(&Id<Question>) -> bool,
    ) -> BTreeSet<Id<Question>> {
        let mut answers = Vec::new();
        for question in questions(&paper) {
            let key = self.key(question).await;
            let chosen = if is_right(&question.id) { key } else { (key + 1) % question.options.len() };
            answers.push(answer(question, chosen));
        }
        self.world.pass(300);
        self.world.submit(&self.who, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
        questions(&paper).into_iter().map(|question| question.id.clone()).collect()
    }

    /// A practice of 2019 in these subjects in which everything is wrong.
    async fn miss(&self, subjects: &[&str]) -> BTreeSet<Id<Question>> {
        let started = self.world.start(&self.who, "jamb-utme", Mode::Practice, subjects).await;
        self.hand_in(started, |_| false).await
    }

    /// The session of today, answered rightly; empty if there is none.
    async fn repeat(&self) -> BTreeSet<Id<Question>> {
        let Today { due, fresh, .. } = self.today().await;
        if due + fresh == 0 {
            assert_eq!(reason(self.world.start_attempt(&self.who, self.ask()).await), "no-questions");
            return BTreeSet::new();
        }
        let started = self.start().await;
        assert_eq!(started.1.total_questions, due + fresh);
        self.hand_in(started, |_| true).await
    }

    async fn sit_on(&self, days: u64) {
        let date = self.world.now().date_naive() + Days::new(days);
        self.world.set_exam_date(&self.who, &self.exam, &SetExamDate { date: Some(date) }).await.unwrap();
    }

    /// The stored sums are those of the results.
    async fn must_agree(&self) {
        assert_eq!(self.world.recount(&OPERATOR, true).await.unwrap(), []);
    }
}

#[tokio::test]
async fn what_was_missed_returns_on_the_next_day_and_leaves_after_three_days_right() {
    let student = Student::new().await;
    let missed = student.miss(&["Physics"]).await;
    assert_eq!(student.today().await.due, 0, "not on the same day");
    student.world.pass(DAY);
    let today = student.today().await;
    assert!(today.due > 0 && today.due + today.fresh <= 20, "{today:?}");
    assert!(today.minutes > 0 && (1..=8).contains(&today.kilobytes), "{today:?}");
    assert_eq!((today.days_to_exam, today.to_learn), (None, 0));

    let (attempt, paper) = student.start().await;
    let asked: Vec<_> = questions(&paper).iter().map(|question| question.id.clone()).collect();
    let due = asked.iter().filter(|id| missed.contains(*id)).count();
    assert_eq!((due, asked.len()), (today.due, today.due + today.fresh));
    student.hand_in((attempt, paper), |_| true).await;
    assert_eq!(student.repeat().await, BTreeSet::new(), "a session a day");
    student.must_agree().await;

    let mut days = 0;
    for day in 0..120 {
        student.world.pass(DAY);
        days = if student.repeat().await.is_disjoint(&missed) { days } else { day };
    }
    assert!((3..100).contains(&days), "the last one was repeated after {days} days");
    assert_eq!(student.today().await.due, 0, "everything is known");
    student.must_agree().await;
}

#[tokio::test]
async fn a_missed_week_only_makes_more_due() {
    let student = Student::new().await;
    student.miss(&["Physics", "Biology"]).await;
    student.world.pass(DAY);
    let first = student.repeat().await;
    student.world.pass(7 * DAY);
    let today = student.today().await;
    assert!(today.due > 0 && today.due + today.fresh <= 20, "{today:?}");
    let later = student.repeat().await;
    assert!(!later.is_empty() && later != first);
    assert_eq!(student.repeat().await, BTreeSet::new());
}

#[tokio::test]
async fn in_the_last_days_before_the_exam_all_that_is_weak_is_asked_once_in_further_sessions() {
    let student = Student::new().await;
    student.sit_on(30).await;
    let missed = student.miss(&["Physics", "Biology"]).await;
    assert_eq!(student.today().await.days_to_exam, Some(30));
    student.world.pass(28 * DAY);
    let mut asked = BTreeSet::new();
    let mut sessions = 0;
    loop {
        let session = student.repeat().await;
        if session.is_empty() {
            break;
        }
        sessions += 1;
        assert!(session.is_disjoint(&asked), "each question once");
        asked.extend(session);
    }
    assert!(asked.is_superset(&missed), "{} of {} in {sessions} sessions", asked.len(), missed.len());
    student.world.pass(DAY);
    assert_eq!(student.today().await.due, 0);
    // After the exam its date has no effect.
    student.world.pass(7 * DAY);
    assert_eq!(student.today().await.days_to_exam, None);
}

#[tokio::test]
async fn a_corrected_key_changes_what_is_due() {
    let student = Student::new().await;
    let started = student.world.start(&student.who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&started.1).into_iter().cloned().collect::<Vec<_>>();
    let (wrong, right) = (asked[0].clone(), asked[1].clone());
    student.hand_in(started, |id| *id != wrong.id).await;
    student.world.pass(DAY);
    assert_eq!(student.today().await.due, 1);
    for question in [&wrong, &right] {
        let stored: Question = student.world.load(&question.id).await.unwrap().unwrap();
        // The option that was chosen in the wrong question; another one in the right question.
        let key = student.key(question).await;
        let id = &question.options[(key + 1) % question.options.len()].id;
        let number = 1 + stored.body.options.iter().position(|option| option.id == *id).unwrap();
        let correct = CorrectKey { option: OptionName::Number(number), version: None, dry_run: false };
        student.world.correct_key(&OPERATOR, &question.id, correct).await.unwrap();
    }
    student.must_agree().await;
    let (attempt, paper) = student.start().await;
    let due = questions(&paper).into_iter().map(|question| question.id.clone()).collect::<BTreeSet<_>>();
    assert!(due.contains(&right.id) && !due.contains(&wrong.id), "{due:?}");
    student.hand_in((attempt, paper), |_| true).await;
    student.must_agree().await;
}

#[tokio::test]
async fn a_question_that_is_forgotten_again_and_again_is_to_be_learnt() {
    let student = Student::new().await;
    let started = student.world.start(&student.who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let hard = questions(&started.1)[0].id.clone();
    student.hand_in(started, |id| *id != hard).await;
    let mut lapses = 0;
    while student.today().await.to_learn == 0 {
        student.world.pass(DAY);
        if student.today().await.due > 0 {
            let started = student.start().await;
            student.hand_in(started, |id| *id != hard).await;
            lapses += 1;
        }
        assert!(lapses <= 4);
    }
    assert_eq!(lapses, 4);
    let listed = student.world.questions_to_learn(&student.who, &student.exam).await.unwrap();
    let stored: Question = student.world.load(&hard).await.unwrap().unwrap();
    assert_eq!((listed.len(), &listed[0].question.id), (1, &hard));
    assert_eq!(listed[0].correct_answer.as_ref().map(|option| &option.id), Some(&stored.body.correct));
    assert!(listed[0].topic.is_some() && listed[0].description == stored.body.description);
    student.world.pass(DAY);
    assert!(!student.repeat().await.contains(&hard), "it is not repeated");

    // A running mock hides it; a right answer brings it back.
    student.world.shorten_mocks(100).await;
    let (mock, paper) = student.world.start(&student.who, "jamb-utme", Mode::Mock, &["Physics"]).await;
    assert!(questions(&paper).iter().any(|question| question.id == hard));
    assert_eq!(student.exported_histories(&hard).await, [false], "whether it was right is secret");
    assert_eq!(student.world.questions_to_learn(&student.who, &student.exam).await.unwrap().len(), 0);
    student.world.cancel_attempt(&student.who, &mock.id).await.unwrap();
    assert_eq!(student.exported_histories(&hard).await, [true]);
    let started = student.world.start(&student.who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    student.hand_in(started, |_| true).await;
    assert_eq!(student.today().await.to_learn, 0);
    student.must_agree().await;
}

#[tokio::test]
async fn what_was_marked_for_review_is_repeated_and_what_was_left_open_only_after_a_mock() {
    let student = Student::new().await;
    let world = &student.world;
    let (attempt, paper) = world.start(&student.who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&paper);
    let doubted = asked[1].id.clone();
    let mut answers = Vec::new();
    for question in &asked[..3] {
        answers.push(answer(question, student.key(question).await));
    }
    let review = Some(vec![doubted.to_string()]);
    let save = SaveAnswers { revision: 0, answers, review, seen: vec![], mark: vec![] };
    world.save_answers(&student.who, &attempt.id, save).await.unwrap();
    world.submit(&student.who, submit(&attempt, vec![])).await.unwrap();
    world.pass(2 * DAY);
    let (session, paper) = student.start().await;
    let due: Vec<_> = questions(&paper).into_iter().map(|question| question.id.clone()).collect();
    assert_eq!(due, [doubted], "the others were right or left open");
    world.cancel_attempt(&student.who, &session.id).await.unwrap();

    world.shorten_mocks(10).await;
    let (mock, paper) = world.start(&student.who, "jamb-utme", Mode::Mock, &["Biology"]).await;
    let first = questions(&paper)[0];
    let answers = vec![answer(first, student.key(first).await)];
    world.submit(&student.who, submit(&mock, answers)).await.unwrap();
    let open = questions(&paper).len() - 1;
    world.pass(DAY);
    assert!(student.today().await.due > 1, "{open} were left open");
    student.must_agree().await;
}

#[tokio::test]
async fn a_test_that_ends_in_the_past_counts_in_its_place() {
    let student = Student::new().await;
    let world = &student.world;
    // Left alone, it will be over for the student when they last answered.
    let (study, paper) = world.start(&student.who, "jamb-utme", Mode::Study, &["Physics"]).await;
    let first = questions(&paper)[0];
    let wrong = (student.key(first).await + 1) % first.options.len();
    world.save(&student.who, &study, 0, vec![answer(first, wrong)]).await.unwrap();
    world.pass(DAY);
    let started = world.start(&student.who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    student.hand_in(started, |_| true).await;
    student.must_agree().await;
    world.pass(32 * DAY);
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    student.must_agree().await;
    assert_eq!(student.today().await.due, 1, "it was missed first and right once");
}

#[tokio::test]
async fn a_running_mock_keeps_its_questions_and_a_trial_its_sample() {
    let student = Student::new().await;
    let world = &student.world;
    let missed = student.miss(&["Physics"]).await;
    world.pass(DAY);
    world.shorten_mocks(7).await;
    let (mock, paper) = world.start(&student.who, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let hidden: BTreeSet<_> = questions(&paper).into_iter().map(|question| question.id.clone()).collect();
    let (attempt, paper) = student.start().await;
    assert!(questions(&paper).iter().all(|question| !hidden.contains(&question.id)));
    for id in [&mock.id, &attempt.id] {
        world.cancel_attempt(&student.who, id).await.unwrap();
    }

    let held = Subscription::key(student.who.user_id().unwrap(), &student.exam, None);
    let sql = "UPDATE $held SET plan_name = 'Trial', num_of_questions = 3 RETURN NONE";
    world.store.write(sql).bind(("held", held.clone())).done().await.unwrap();
    let sample =
        StartAttempt { from: RequestedSource::Bank, ..world.ask("jamb-utme", Mode::Practice, &["Physics"]).await };
    let (practice, paper, _) = world.start_attempt(&student.who, sample).await.unwrap();
    let sample: BTreeSet<_> = questions(&paper).into_iter().map(|question| question.id.clone()).collect();
    world.cancel_attempt(&student.who, &practice.id).await.unwrap();
    let (_, paper) = student.start().await;
    let asked: BTreeSet<_> = questions(&paper).into_iter().map(|question| question.id.clone()).collect();
    assert!(!asked.is_empty() && asked.len() <= 3);
    assert!(asked.intersection(&missed).all(|id| sample.contains(id)), "{asked:?} of {sample:?}");

    world.store.write("DELETE $held RETURN NONE").bind(("held", held)).done().await.unwrap();
    assert_eq!(reason(world.today(&student.who, &student.exam).await), "no-subscription");
    assert_eq!(reason(world.start_attempt(&student.who, student.ask()).await), "no-subscription");
}

#[tokio::test]
async fn today_needs_an_exam_with_registered_subjects_and_is_no_mock() {
    let student = Student::new().await;
    let world = &student.world;
    assert_eq!(fields(world.today(&student.who, &Id::new("")).await), ["examId"]);
    assert!(matches!(world.today(&student.who, &Id::new("none")).await, Err(Error::NotFound(_))));
    let registered = Registration::key(student.who.user_id().unwrap(), &student.exam);
    world.store.write("DELETE $registered RETURN NONE").bind(("registered", registered)).done().await.unwrap();
    assert!(matches!(world.start_attempt(&student.who, student.ask()).await, Err(Error::NotFound(_))));
    assert!(matches!(world.questions_to_learn(&student.who, &student.exam).await, Err(Error::NotFound(_))));
}
