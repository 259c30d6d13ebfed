//! Sitting a test: what starts, what is saved, what is shown, and how it ends.

use std::collections::BTreeSet;

use futures::future::join_all;
use sabi_core::{
    Error,
    bank::{ChoiceBody, ItemKind},
    catalogue::{Exam, ExamInput, ExamType, Mode, Plan, Subject, SubjectInput},
    exam::{
        Answer, Attempt, PaperView, QuestionView, RevealRequest, RevealView, SaveAnswers, StartAttempt, StoredSheet,
        SubmitResult,
    },
    people::{Actor, NewUser, Role},
    plans::Subscription,
    records::{ListQuery, Resource as _},
    store::Id,
};

use crate::support::{PASSWORD, World, answer, fields, questions, reason, submit};

const FOUR: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];

fn message<T: std::fmt::Debug>(result: sabi_core::Result<T>) -> String {
    match result {
        Err(Error::Conflict(refusal) | Error::Forbidden(refusal)) => refusal.message,
        other => panic!("no refusal: {other:?}"),
    }
}

async fn kofi(world: &World) -> Actor {
    let user = NewUser {
        first_name: "Kofi".into(),
        last_name: "Mensah".into(),
        email: "kofi@sabi.test".into(),
        dob: None,
        gender: None,
        mobile_code: "233".into(),
        mobile_number: String::new(),
        nationality: "Ghana".into(),
        status: sabi_core::people::AccountStatus::Active,
        is_super_admin: false,
        password: PASSWORD.into(),
        confirm_password: PASSWORD.into(),
    };
    world.create_user(&Actor::Operator, Role::User, user).await.unwrap();
    world.log_in_as("kofi@sabi.test").await
}

#[tokio::test]
async fn a_test_starts_only_as_the_documents_allow() {
    let world = World::demo().await;
    let student = world.student().await;
    let good = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let chemistry = world.add_subject("jamb-utme", "Chemistry").await.id;
    let five = {
        let mut five = world.ask("jamb-utme", Mode::Practice, &FOUR).await.subjects;
        five.push(chemistry.clone());
        five
    };
    let physics = good.subjects[0].clone();
    let cases: Vec<(&str, StartAttempt)> = vec![
        ("examId", StartAttempt { exam_id: Id::new("none"), ..good.clone() }),
        ("assessmentId", StartAttempt { assessment_id: Id::new("none"), ..good.clone() }),
        ("examType", StartAttempt { exam_type: ExamType::Theory, ..good.clone() }),
        ("examType", StartAttempt { exam_type: ExamType::Both, ..good.clone() }),
        ("subjects", StartAttempt { subjects: vec![], ..good.clone() }),
        ("subjects", StartAttempt { subjects: five, ..good.clone() }),
        ("subjects", StartAttempt { subjects: vec![physics.clone(), physics], ..good.clone() }),
        ("subjects[0]", StartAttempt { subjects: vec![chemistry], ..good.clone() }),
        ("subjects[0]", StartAttempt { subjects: vec![Id::new("none")], ..good.clone() }),
        ("year", StartAttempt { year: None, ..good.clone() }),
        ("year", StartAttempt { year: Some(1998), ..good.clone() }),
        ("year", StartAttempt { year: Some(2027), ..good.clone() }),
        ("questionLimit", StartAttempt { question_limit: Some(0), ..good.clone() }),
        ("questionLimit", StartAttempt { question_limit: Some(101), ..good.clone() }),
        ("timeDuration", StartAttempt { time_duration: None, ..good.clone() }),
        ("timeDuration", StartAttempt { time_duration: Some(0), ..good.clone() }),
        ("timeDuration", StartAttempt { time_duration: Some(361), ..good.clone() }),
    ];
    for (field, start) in cases {
        assert_eq!(fields(world.start_attempt(&student, start.clone()).await), [field], "{start:?}");
    }
    let wassce = world.ask("wassce-waec-ssce", Mode::Study, &["Mathematics", "Mathematics"]).await;
    assert_eq!(fields(world.start_attempt(&student, wassce).await), ["subjects"], "one subject at a time");
    let physics = world.add_subject("post-utme", "Physics").await.id;
    let post = StartAttempt { exam_id: world.exam("post-utme").await.id, subjects: vec![physics], ..good.clone() };
    assert_eq!(fields(world.start_attempt(&student, post).await), ["university"]);
    let empty = StartAttempt { year: Some(2005), ..good.clone() };
    let refused = world.start_attempt(&student, empty).await.map(drop);
    assert_eq!(message(refused), "Question not available for year 2005");
    assert_eq!(reason(world.start_attempt(&Actor::Operator, good.clone()).await), "not-a-student");
    assert_eq!(reason(world.start_attempt(&kofi(&world).await, good).await), "no-subscription");
}

#[tokio::test]
async fn an_exam_or_subject_that_is_off_starts_nothing() {
    let world = World::demo().await;
    let student = world.student().await;
    let good = world.ask("jamb-utme", Mode::Practice, &["Physics", "Biology"]).await;
    let biology = world.subject("jamb-utme", "Biology").await;
    let input = SubjectInput {
        exam: biology.exam.id.clone(),
        course: biology.course.iter().map(|course| course.id.clone()).collect(),
        title: biology.title.clone(),
        logo: None,
        subject_hour: 1,
        subject_time: "00".into(),
        mandatory: false,
        university: vec![],
        mock_questions: None,
        balance_mocks: None,
        status: false,
    };
    world.update::<Subject>(&Actor::Operator, &biology.id, input).await.unwrap();
    let (_, paper, _) = world.start_attempt(&student, good.clone()).await.unwrap();
    assert_eq!(paper.subjects.iter().map(|part| part.subject.title.as_str()).collect::<Vec<_>>(), ["Physics"]);
    let exam = world.exam("jamb-utme").await;
    let input = ExamInput { maximum_subjects: 4, status: false, ..exam.form() };
    world.update::<Exam>(&Actor::Operator, &exam.id, input).await.unwrap();
    assert_eq!(fields(world.start_attempt(&student, good).await), ["examId"]);
}

#[tokio::test]
async fn a_subject_without_questions_is_left_out_and_said() {
    let world = World::demo().await;
    let student = world.student().await;
    let file = sabi_fixtures::bank("jamb-physics-2019").unwrap().bytes.to_vec();
    let ask = sabi_core::bank::ImportRequest {
        exam: "jamb-utme".into(),
        subject: "Physics".into(),
        year: 2018,
        ..Default::default()
    };
    world.import_items(ItemKind::Choice, &Actor::Operator, file, ask, &|_| ()).await.unwrap();
    let start = StartAttempt { year: Some(2018), ..world.ask("jamb-utme", Mode::Study, &FOUR).await };
    let (attempt, paper, message) = world.start_attempt(&student, start).await.unwrap();
    assert_eq!(message.as_deref(), Some("Question available for subject(s) Physics for YEAR 2018"));
    assert_eq!((attempt.subjects.len(), paper.subjects.len()), (1, 1));
}

#[tokio::test]
async fn subscriptions_run_out_and_a_trial_is_short() {
    let world = World::demo().await;
    let student = world.student().await;
    let start = world.ask("jamb-utme", Mode::Study, &FOUR).await;
    world.pass(366 * 24 * 3600);
    let late = StartAttempt { ..start.clone() };
    let student_later = world.student().await;
    assert_eq!(
        message(world.start_attempt(&student_later, late).await.map(drop)),
        "You have not subscribed to any exam yet."
    );

    let key = Subscription::key(student.user_id().unwrap(), &start.exam_id, None);
    let trial = "UPDATE $id SET plan_name = 'Trial', num_of_questions = 10, expire_at = $until";
    let until = world.now() + chrono::Duration::days(7);
    world.store.write(trial).bind(("id", key)).bind(("until", until)).done().await.unwrap();
    let (attempt, paper) = world.start(&student_later, "jamb-utme", Mode::Study, &FOUR).await;
    assert_eq!((attempt.total_questions, questions(&paper).len()), (10, 10));
    assert_eq!(paper.subjects.len(), 4, "shared evenly over the subjects");
    let plans = world.list::<Plan>(&ListQuery::default()).await.unwrap();
    assert!(plans.rows.iter().any(|plan| plan.title == "Trial" && plan.price == 0));
}

#[tokio::test]
async fn a_trial_shows_the_same_few_questions_however_often_it_starts() {
    let world = World::demo().await;
    let student = world.student().await;
    let start = world.ask("jamb-utme", Mode::Study, &["Physics"]).await;
    let key = Subscription::key(student.user_id().unwrap(), &start.exam_id, None);
    let trial = "UPDATE $id SET plan_name = 'Trial', num_of_questions = 10";
    world.store.write(trial).bind(("id", key)).done().await.unwrap();
    let mut seen = std::collections::HashSet::new();
    for number in 0..25 {
        let mode = if number % 5 == 4 { Mode::Mock } else { Mode::Study };
        let start = world.ask("jamb-utme", mode, &["Physics"]).await;
        let start = StartAttempt { shuffle_questions: true, shuffle_options: true, ..start };
        let (attempt, paper, _) = world.start_attempt(&student, start).await.unwrap();
        assert_eq!(paper.total_questions, 10);
        seen.extend(questions(&paper).into_iter().map(|question| question.id.clone()));
        world.cancel_attempt(&student, &attempt.id).await.unwrap();
    }
    assert_eq!(seen.len(), 10, "the same ten of fifty");
    // A topic of which none of these is: the trial says why there is nothing.
    let listed: Vec<sabi_core::bank::Question> = world.store.query("SELECT * FROM question").all().await.unwrap();
    let of = |id: &Id<sabi_core::bank::Question>| listed.iter().find(|one| one.id == *id).unwrap().section.clone();
    let shown: std::collections::HashSet<_> = seen.iter().map(of).collect();
    let hidden = listed.iter().find(|one| one.subject == start.subjects[0] && !shown.contains(&one.section)).unwrap();
    let other = StartAttempt { selected_topics: vec![hidden.section.to_string()], ..start.clone() };
    let refused = world.start_attempt(&student, other).await.map(drop);
    assert!(message(refused).contains("free trial"));
    // Nor does an answer without an attempt open another question.
    let answered = vec![Answer { question: Some(hidden.id.clone()), theory: None, answer: None, at: None }];
    let sent = SubmitResult {
        exam_id: Some(start.exam_id),
        assessment: Some(start.assessment_id),
        year: start.year,
        answered,
        ..SubmitResult::default()
    };
    assert_eq!(fields(world.submit(&student, sent).await), ["answered[0].question"]);
}

#[tokio::test]
async fn a_jamb_mock_is_one_paper_of_180_questions() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    let sizes: Vec<_> = paper.subjects.iter().map(|part| part.questions.len()).collect();
    assert_eq!((sizes, paper.total_questions), (vec![60, 40, 40, 40], 180));
    assert_eq!((attempt.time_duration, attempt.year), (Some(120), None));
    assert_eq!(attempt.deadline, Some(attempt.started_at + chrono::Duration::minutes(120)));
    let mut ids: Vec<_> = questions(&paper).iter().map(|question| question.id.clone()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 180, "no repeats");
    // Linked groups are whole, in order, with their passage.
    let english = &paper.subjects[0].questions;
    for group in english.chunk_by(|a, b| a.group == b.group).filter(|run| run[0].group.is_some()) {
        let elsewhere = english.iter().filter(|one| one.group == group[0].group).count();
        assert_eq!(elsewhere, group.len(), "one run a group");
        assert!(group.iter().all(|one| one.passage == group[0].passage && one.passage.is_some()));
    }
    let study = world.start(&student, "jamb-utme", Mode::Study, &["Biology"]).await.0;
    assert_eq!((study.deadline, study.time_duration), (None, None));
    let practice = world.start(&student, "jamb-utme", Mode::Practice, &["Biology"]).await.0;
    assert_eq!(practice.time_duration, Some(60));
}

#[tokio::test]
async fn a_running_paper_contains_no_key_and_no_explanation() {
    let world = World::demo().await;
    let student = world.student().await;
    for mode in [Mode::Study, Mode::Practice, Mode::Mock] {
        let (attempt, paper) = world.start(&student, "jamb-utme", mode, &FOUR).await;
        let again = world.find_attempt(&student, &attempt.id).await.unwrap();
        let told = serde_json::to_string(&(&attempt, &paper, &again)).unwrap();
        for word in ["correct", "description", "detailedAnswer", "identity"] {
            assert!(!told.contains(&format!("\"{word}")), "{mode:?} tells {word}");
        }
        let some = world.find_item::<ChoiceBody>(&questions(&paper)[0].id).await.unwrap();
        assert!(!some.description.is_empty() && !told.contains(&some.description));
    }
}

#[tokio::test]
async fn answers_are_saved_by_revision() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all = questions(&paper);
    world.pass(10);
    let saved = world.save(&student, &attempt, 0, vec![answer(all[0], 1)]).await.unwrap();
    assert_eq!((saved.revision, saved.saved_at, saved.deadline), (1, Some(world.now()), attempt.deadline));
    let stale = world.save(&student, &attempt, 0, vec![answer(all[1], 1)]).await;
    let Err(Error::Conflict(refusal)) = stale else { panic!("{stale:?}") };
    assert_eq!((refusal.reason, &refusal.facts["revision"]), ("stale-revision", &1.into()));
    // The later of two answers to one question stands, whatever order they arrive in.
    let later = Answer { at: Some(world.now()), ..answer(all[0], 2) };
    let earlier = Answer { at: Some(world.now() - chrono::Duration::seconds(5)), ..answer(all[0], 3) };
    world.save(&student, &attempt, 1, vec![later]).await.unwrap();
    let saved = world.save(&student, &attempt, 2, vec![earlier, answer(all[1], 0)]).await.unwrap();
    assert_eq!(saved.ignored, [all[0].id.to_string()]);
    let save = SaveAnswers {
        revision: 3,
        answers: vec![answer(all[1], None)],
        review: Some(vec![all[4].id.to_string()]),
        seen: vec![all[4].id.to_string(), all[5].id.to_string()],
        mark: vec![],
    };
    world.save_answers(&student, &attempt.id, save).await.unwrap();
    let (read, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    let given: Vec<_> = read.answers.iter().filter_map(|one| one.answer.clone()).collect();
    assert_eq!(given, [all[0].options[2].id.to_string()]);
    assert_eq!((read.revision, read.review.len(), read.seen.len()), (4, 1, 2));
}

#[tokio::test]
async fn a_wrong_write_harms_nothing() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all = questions(&paper);
    world.save(&student, &attempt, 0, vec![answer(all[0], 0)]).await.unwrap();
    let foreign = world.start(&student, "jamb-utme", Mode::Study, &["Biology"]).await.1;
    let foreign = questions(&foreign)[0].clone();
    let mixed = Answer { answer: Some(all[1].options[0].id.to_string()), ..answer(all[0], 0) };
    let neither = Answer { question: None, theory: None, answer: Some("x".into()), at: None };
    let long = Answer { answer: Some("x".repeat(100_000)), ..answer(all[0], 0) };
    for (wrong, field) in [
        (answer(&foreign, 0), "answers[0].question"),
        (mixed, "answers[0].answer"),
        (long, "answers[0].answer"),
        (neither, "answers[0].question"),
    ] {
        assert_eq!(fields(world.save(&student, &attempt, 1, vec![wrong]).await), [field]);
    }
    let strange = SaveAnswers {
        revision: 1,
        answers: vec![],
        review: Some(vec!["x".into()]),
        seen: vec!["\0".into()],
        mark: vec![],
    };
    assert_eq!(fields(world.save_answers(&student, &attempt.id, strange).await), ["review[0]", "seen[0]"]);
    let (read, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    assert_eq!((read.revision, read.answers.len()), (1, 1));
}

#[tokio::test]
async fn an_attempt_is_its_students_own() {
    let world = World::demo().await;
    let (student, admin, other) = (world.student().await, world.admin().await, kofi(&world).await);
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let first = questions(&paper)[0];
    for stranger in [
        world.find_attempt(&other, &attempt.id).await.map(drop),
        world.save(&other, &attempt, 0, vec![answer(first, 0)]).await.map(drop),
        world.submit(&other, submit(&attempt, vec![answer(first, 0)])).await.map(drop),
        world.cancel_attempt(&other, &attempt.id).await,
        world.find_attempt(&student, &Id::new("none")).await.map(drop),
    ] {
        assert!(matches!(stranger, Err(Error::NotFound("Attempt"))), "{stranger:?}");
    }
    assert!(world.find_attempt(&admin, &attempt.id).await.is_ok());
    assert_eq!(reason(world.save(&admin, &attempt, 0, vec![answer(first, 0)]).await), "forbidden");
    assert_eq!(reason(world.cancel_attempt(&admin, &attempt.id).await), "forbidden");
    assert_eq!(world.list_running_attempts(&other).await.unwrap().len(), 0);
    assert_eq!(world.list_running_attempts(&student).await.unwrap()[0].id, attempt.id);
}

#[tokio::test]
async fn resuming_gives_the_same_paper_answers_and_clock() {
    let world = World::demo().await;
    let student = world.student().await;
    let mut start = world.ask("jamb-utme", Mode::Practice, &["Use of English", "Physics"]).await;
    (start.shuffle_questions, start.shuffle_options) = (true, true);
    let (attempt, paper, _) = world.start_attempt(&student, start).await.unwrap();
    let all = questions(&paper);
    let save = vec![answer(all[0], 1), answer(all[40], 0)];
    world.save(&student, &attempt, 0, save).await.unwrap();
    world.pass(60);
    let (read, again) = world.find_attempt(&student, &attempt.id).await.unwrap();
    let json = |paper: &PaperView| serde_json::to_value(paper).unwrap();
    assert_eq!(json(&paper), json(&again));
    assert_eq!((read.deadline, read.started_at, read.server_now), (attempt.deadline, attempt.started_at, world.now()));
    assert_eq!((read.revision, read.answers.len(), read.state.as_str()), (1, 2, "running"));
}

#[tokio::test]
async fn time_is_up_at_the_deadline_and_what_was_saved_counts() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all = questions(&paper);
    world.pass(3_600);
    world.save(&student, &attempt, 0, vec![answer(all[0], 0)]).await.unwrap();
    world.pass(1);
    assert_eq!(reason(world.save(&student, &attempt, 1, vec![answer(all[1], 0)]).await), "time-up");
    world.pass(20);
    let done = world.submit(&student, submit(&attempt, vec![answer(all[1], 0)])).await.unwrap();
    let result = world.find_result(&student, &done.quiz_id.unwrap(), false).await.unwrap().quiz;
    assert_eq!((result.question_count - result.unseen_count, result.used_time), (1, 3_600));
    let closed = world.save(&student, &attempt, 2, vec![answer(all[1], 0)]).await;
    let Err(Error::Conflict(refusal)) = closed else { panic!("{closed:?}") };
    assert_eq!((refusal.reason, &refusal.facts["state"]), ("attempt-closed", &"submitted".into()));
    assert_eq!(refusal.facts["quizId"], attempt.id.to_string());
    assert_eq!(reason(world.cancel_attempt(&student, &attempt.id).await), "attempt-closed");
}

#[tokio::test]
async fn attempts_that_cannot_be_ended_keep_no_other_from_its_end() {
    let world = World::demo().await;
    let student = world.student().await;
    let (left, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    world.save(&student, &left, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    // More than are looked up at once, all due before it; none of them has an attempt.
    let broken = "FOR $n IN 0..600 { CREATE type::record('sheet', 'broken' + <string>$n) SET user = user:nobody, \
        attempt = attempt:none, state = 'running', deadline = $early, started_at = $early RETURN NONE }";
    let early = world.now() - chrono::Duration::days(1);
    world.store.write(broken).bind(("early", early)).done().await.unwrap();
    world.pass(3 * 3_600);
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    assert_eq!(world.find_attempt(&student, &left.id).await.unwrap().0.state, "submitted");
}

#[tokio::test]
async fn an_attempt_left_alone_is_submitted_with_what_was_saved() {
    let world = World::demo().await;
    let student = world.student().await;
    let (left, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let (empty, _) = world.start(&student, "jamb-utme", Mode::Mock, &["Biology"]).await;
    let (study, _) = world.start(&student, "jamb-utme", Mode::Study, &["Biology"]).await;
    world.save(&student, &left, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    assert_eq!(world.expire_attempts().await.unwrap(), 0);
    world.pass(2 * 3_600 + 31);
    assert_eq!(world.expire_attempts().await.unwrap(), 2);
    assert_eq!(world.expire_attempts().await.unwrap(), 0);
    let state = async |attempt: &Id<_>| world.find_attempt(&student, attempt).await.unwrap().0.state;
    assert_eq!(state(&left.id).await, "submitted");
    assert_eq!(state(&empty.id).await, "cancelled");
    assert_eq!(state(&study.id).await, "running");
    let me = student.user_id().unwrap();
    let results = world.list_results(&student, me, &ListQuery::default()).await.unwrap();
    assert_eq!((results.total, results.rows[0].used_time), (1, 3_600));
    // Without the sweeper, the next look at it ends it just the same.
    let (late, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    world.save(&student, &late, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    world.pass(3_600 + 31);
    assert_eq!(world.list_running_attempts(&student).await.unwrap().len(), 1);
    assert_eq!(state(&late.id).await, "submitted");
}

#[tokio::test]
async fn twenty_submits_at_once_give_one_result() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    let all = questions(&paper);
    let answers: Vec<_> = all.iter().map(|question| answer(question, 0)).collect();
    let submits = (0..20).map(|n| world.submit(&student, submit(&attempt, answers[..=n].to_vec())));
    let done = join_all(submits).await;
    let quiz = done[0].as_ref().unwrap().quiz_id.clone().unwrap();
    assert!(done.iter().all(|one| one.as_ref().unwrap().quiz_id.as_ref() == Some(&quiz)));
    let again = world.submit(&student, submit(&attempt, answers)).await.unwrap();
    assert_eq!((again.quiz_id.as_ref(), again.message.as_str()), (Some(&quiz), "Result successfully submitted"));
    let me = student.user_id().unwrap();
    assert_eq!(world.list_results(&student, me, &ListQuery::default()).await.unwrap().total, 1);
}

#[tokio::test]
async fn saves_at_once_lose_nothing_that_was_acknowledged() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all = questions(&paper);
    // Each device replays on a stale revision, as the contract says.
    let device = async |n: usize| {
        let mut revision = 0;
        loop {
            match world.save(&student, &attempt, revision, vec![answer(all[n], n % 4)]).await {
                Ok(_) => return,
                Err(Error::Conflict(refusal)) => revision = refusal.facts["revision"].as_u64().unwrap(),
                Err(other) => panic!("{other:?}"),
            }
        }
    };
    join_all((0..16).map(device)).await;
    let (read, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    assert_eq!((read.answers.len(), read.revision), (16, 16));
}

#[tokio::test]
async fn a_hall_that_saves_at_once_keeps_every_answer_though_one_test_was_overtaken() {
    let world = World::demo_on_disk().await;
    let class = world.class(40).await;
    let begun = join_all(class.iter().map(|who| world.start(who, "jamb-utme", Mode::Practice, &["Physics"]))).await;
    // As if another server had written it meanwhile: the version in memory is not the stored one.
    let overtaken: Id<StoredSheet> = begun[20].0.id.cast();
    world.store.write("UPDATE $id SET version += 1").bind(("id", overtaken.clone())).done().await.unwrap();
    for round in 0..3 {
        let saves = class.iter().zip(&begun).map(|(who, (attempt, paper))| {
            world.save(who, attempt, round as u64, vec![answer(questions(paper)[round], round)])
        });
        for saved in join_all(saves).await {
            assert_eq!(saved.unwrap().revision, round as u64 + 1);
        }
    }
    let sheet: StoredSheet = world.load(&overtaken).await.unwrap().unwrap();
    assert_eq!(sheet.version, 4, "what the other server wrote was read before it was written over");
    let world = world.restarted().await;
    for (who, (attempt, paper)) in class.iter().zip(&begun) {
        let (kept, _) = world.find_attempt(who, &attempt.id).await.unwrap();
        let kept: BTreeSet<_> = kept.answers.iter().map(|answer| format!("{answer:?}")).collect();
        assert_eq!(kept.len(), 3, "{kept:?}");
        for question in &questions(paper)[..3] {
            assert!(kept.iter().any(|answer| answer.contains(&question.id.to_string())), "{kept:?}");
        }
    }
}

#[tokio::test]
async fn nothing_answered_is_cancelled() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, _) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    for _ in 0..2 {
        let done = world.submit(&student, submit(&attempt, vec![])).await.unwrap();
        assert_eq!((done.quiz_id, done.cancelled, done.message.as_str()), (None, true, "Test has been cancelled."));
    }
    let (other, paper) = world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    world.save(&student, &other, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    world.cancel_attempt(&student, &other.id).await.unwrap();
    world.cancel_attempt(&student, &other.id).await.unwrap();
    assert_eq!(reason(world.save(&student, &other, 1, vec![]).await), "attempt-closed");
    let me = student.user_id().unwrap();
    assert_eq!(world.list_results(&student, me, &ListQuery::default()).await.unwrap().total, 0);
}

#[tokio::test]
async fn answers_are_revealed_in_study_and_practice_alone() {
    let world = World::demo().await;
    let student = world.student().await;
    for mode in [Mode::Study, Mode::Practice, Mode::Mock] {
        let (attempt, paper) = world.start(&student, "jamb-utme", mode, &["Physics"]).await;
        let all = questions(&paper);
        let item = |id: &Id<_>| RevealRequest { question: Some(id.clone()), theory: None }.item().unwrap();
        let revealed = world.reveal(&student, &attempt.id, item(&all[0].id)).await;
        if mode == Mode::Mock {
            assert_eq!(reason(revealed), "not-in-mock");
            continue;
        }
        let RevealView::Question { correct, description, .. } = revealed.unwrap() else { panic!("a question") };
        let key = world.find_item::<ChoiceBody>(&all[0].id).await.unwrap();
        assert_eq!((&correct, &description), (&key.correct, &key.description));
        let (read, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
        assert_eq!((read.revealed.len(), read.revision), (1, 0));
        // In practice a look settles the item; in study it is part of learning.
        let saved = world.save(&student, &attempt, 0, vec![answer(all[0], 1)]).await.unwrap();
        assert_eq!(saved.ignored.len(), usize::from(mode == Mode::Practice));
        let stranger = world.reveal(&student, &attempt.id, item(&Id::new("none"))).await;
        assert_eq!(fields(stranger), ["question"]);
    }
    let both = RevealRequest { question: Some(Id::new("a")), theory: Some(Id::new("b")) };
    assert_eq!(fields(both.item()), ["question"]);
}

#[tokio::test]
async fn study_marks_a_choice_at_once_and_the_first_choice_counts() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    let all = questions(&paper);
    let ids = |places: &[usize]| places.iter().map(|at| all[*at].id.to_string()).collect::<Vec<_>>();
    let mark = async |revision, answers, mark| {
        let save = SaveAnswers { revision, answers, review: None, seen: vec![], mark };
        world.save_answers(&student, &attempt.id, save).await
    };
    let told = |reveals: &[RevealView]| {
        let id = |one: &RevealView| match one {
            RevealView::Question { question, .. } => question.to_string(),
            RevealView::Theory { .. } => panic!("a theory"),
        };
        reveals.iter().map(id).collect::<BTreeSet<_>>()
    };
    // Answers that nobody asks to mark tell nothing, and neither does a question without a choice.
    let saved = mark(0, vec![answer(all[0], 0), answer(all[1], 0)], vec![]).await.unwrap();
    assert!(saved.revealed.is_empty());
    let saved = mark(1, vec![answer(all[1], None)], ids(&[0, 1, 2])).await.unwrap();
    assert_eq!(told(&saved.revealed), BTreeSet::from_iter(ids(&[0])));
    let key = world.find_item(&all[0].id).await.unwrap();
    let RevealView::Question { correct, description, .. } = &saved.revealed[0] else { panic!("a question") };
    assert_eq!((correct, description), (&key.correct, &key.description));
    // Neither the key nor another device changes it now; asking again tells the same.
    let right = all[0].options.iter().position(|option| option.id == key.correct).unwrap();
    let changed = mark(2, vec![answer(all[0], (right + 1) % 4), answer(all[2], 0)], ids(&[0, 2])).await.unwrap();
    assert_eq!(told(&changed.revealed), BTreeSet::from_iter(ids(&[0, 2])));
    let changed = mark(3, vec![answer(all[0], 1), answer(all[2], None), answer(all[1], 1)], vec![]).await.unwrap();
    assert_eq!(BTreeSet::from_iter(changed.ignored), BTreeSet::from_iter(ids(&[0, 2])));
    // Every device learns it.
    let (read, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    let marked = BTreeSet::from_iter(ids(&[0, 2]));
    assert_eq!((BTreeSet::from_iter(read.marked), told(&read.revealed)), (marked.clone(), marked));
    let open = world.list_running_attempts(&student).await.unwrap();
    assert_eq!(open[0].marked.len(), 2);
    let ended = world.submit(&student, submit(&attempt, vec![answer(all[0], 2)])).await.unwrap();
    let outcome = world.find_result(&student, &ended.quiz_id.unwrap(), true).await.unwrap();
    let of = |at: usize| {
        let results = &outcome.subject_results[0].results;
        let one = results.iter().find(|one| one.question.id == all[at].id).unwrap();
        one.result_data.answered.as_ref().map(|choice| choice.id.clone())
    };
    assert_eq!((of(0), of(1)), (Some(all[0].options[0].id.clone()), Some(all[1].options[1].id.clone())));
}

#[tokio::test]
async fn marking_at_once_shows_no_key_in_practice_or_mock_nor_of_a_running_mock() {
    let world = World::demo().await;
    let student = world.student().await;
    let ask = async |attempt: &Id<Attempt>, revision, question: &QuestionView| {
        let mark = vec![question.id.to_string()];
        let save = SaveAnswers { revision, answers: vec![answer(question, 0)], review: None, seen: vec![], mark };
        world.save_answers(&student, attempt, save).await
    };
    let (study, studied) = world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    for mode in [Mode::Practice, Mode::Mock] {
        let (attempt, paper) = world.start(&student, "jamb-utme", mode, &["Physics"]).await;
        assert_eq!(reason(ask(&attempt.id, 0, questions(&paper)[0]).await), "only-in-study");
        let (read, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
        assert_eq!((read.answers.len(), read.marked.len(), read.revealed.len()), (0, 0, 0));
        if mode == Mode::Practice {
            continue;
        }
        let in_mock: BTreeSet<_> = questions(&paper).iter().map(|question| question.id.clone()).collect();
        let secret = questions(&studied).into_iter().find(|question| in_mock.contains(&question.id)).unwrap();
        // The choice is kept and final; its key comes once the mock is over.
        let saved = ask(&study.id, 0, secret).await.unwrap();
        assert_eq!((saved.revision, saved.revealed.len(), saved.ignored.len()), (1, 0, 0));
        let (read, _) = world.find_attempt(&student, &study.id).await.unwrap();
        assert_eq!((read.marked.len(), read.revealed.len()), (1, 0));
        world.cancel_attempt(&student, &attempt.id).await.unwrap();
        assert_eq!(ask(&study.id, 1, secret).await.unwrap().revealed.len(), 1);
    }
    let theory = StartAttempt {
        exam_type: ExamType::Theory,
        ..world.ask("wassce-waec-ssce", Mode::Study, &["Mathematics"]).await
    };
    let (attempt, paper, _) = world.start_attempt(&student, theory).await.unwrap();
    let mark = vec![paper.subjects[0].theories[0].id.to_string(), "none".into()];
    let save = SaveAnswers { revision: 0, answers: vec![], review: None, seen: vec![], mark };
    assert_eq!(fields(world.save_answers(&student, &attempt.id, save.clone()).await), ["mark[1]"]);
    let save = SaveAnswers { mark: save.mark[..1].to_vec(), ..save };
    assert_eq!(fields(world.save_answers(&student, &attempt.id, save).await), ["mark[0]"]);
}

#[tokio::test]
async fn theory_answers_are_kept_and_wait_for_a_moderator() {
    let world = World::demo().await;
    let student = world.student().await;
    for (exam_type, objective, written) in [(ExamType::Both, 29, 13), (ExamType::Theory, 0, 13)] {
        let ask = StartAttempt { exam_type, ..world.ask("wassce-waec-ssce", Mode::Practice, &["Mathematics"]).await };
        let (attempt, paper, _) = world.start_attempt(&student, ask).await.unwrap();
        let part = &paper.subjects[0];
        assert_eq!((part.questions.len(), part.theories.len()), (objective, written));
        let write = |at: usize, text: &str| Answer {
            question: None,
            theory: Some(part.theories[at].id.clone()),
            answer: Some(text.into()),
            at: None,
        };
        world.save(&student, &attempt, 0, vec![write(0, "First, ẹ́.\nThen."), write(1, "  ")]).await.unwrap();
        let submit = SubmitResult {
            attempt_id: Some(attempt.id.clone()),
            answered: vec![write(2, "Third.")],
            ..SubmitResult::default()
        };
        let quiz = world.submit(&student, submit).await.unwrap().quiz_id.unwrap();
        let outcome = world.find_result(&student, &quiz, true).await.unwrap();
        assert_eq!((outcome.quiz.exam_result.as_deref(), outcome.quiz.total_avg_grade), (Some("pending"), None));
        let results = &outcome.subject_results[0].theories;
        let given: Vec<_> = results.iter().filter_map(|one| one.results_detail.theory_answered.as_deref()).collect();
        assert_eq!((results.len(), given), (13, vec!["First, ẹ́.\nThen.", "Third."]));
        assert!(results.iter().all(|one| !one.results_detail.detailed_answer.is_empty()));
        world.pass(60);
    }
    let waiting = world
        .list_user_theories(&sabi_core::people::Actor::Operator, &crate::support::query(&[("state", "pending")]))
        .await
        .unwrap();
    assert_eq!(waiting.total, 2);
    let first = &waiting.rows[0];
    assert!(first.submitted_at < waiting.rows[1].submitted_at, "oldest first");
    assert_eq!(
        (first.theory_count, first.answered_count, first.user.as_ref().unwrap().first_name.as_str()),
        (13, 2, "Ada")
    );
    for (params, total) in [(vec![("q", "OKAFOR")], 2), (vec![("q", "mensah")], 0), (vec![("state", "declared")], 0)] {
        assert_eq!(
            world
                .list_user_theories(&sabi_core::people::Actor::Operator, &crate::support::query(&params))
                .await
                .unwrap()
                .total,
            total,
            "{params:?}"
        );
    }
    assert_eq!(
        fields(
            world
                .list_user_theories(&sabi_core::people::Actor::Operator, &crate::support::query(&[("state", "x")]))
                .await
        ),
        ["state"]
    );
}
