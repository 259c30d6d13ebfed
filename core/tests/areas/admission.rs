//! Which tests a student may start, run and see: rulings 29 and 30.

use std::collections::HashSet;

use futures::future::join_all;
use sabi_core::{
    Error, Result,
    bank::{ChoiceBody, QuestionEntry, QuestionsInput, SubjectYear},
    catalogue::{Mode, Topic},
    exam::{
        Answer, Attempt, AttemptView, PaperRequest, PaperView, QuestionView, RequestedSource, RevealRequest,
        StartAttempt, Starts, SubmitResult,
    },
    people::Actor,
    plans::Subscription,
    records::ListQuery,
    store::Id,
};

use crate::support::{World, answer, fields, query, questions, reason, submit};

const FOUR: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];

/// The request of the setup screens before such a start.
fn ask(start: &StartAttempt, counts_only: bool) -> PaperRequest {
    PaperRequest {
        exam_id: start.exam_id.clone(),
        exam_type: start.exam_type,
        subjects: start.subjects.clone(),
        year: start.year,
        from: RequestedSource::Bank,
        mistakes_of: None,
        selected_topics: vec![],
        question_limit: start.question_limit,
        shuffle_questions: false,
        shuffle_options: false,
        university: None,
        counts_only,
    }
}

/// The attempts that a refusal names.
#[track_caller]
fn named<T>(result: Result<T>, wanted: &str) -> Vec<String> {
    let Some(Error::Conflict(refusal)) = result.err() else { panic!("no conflict") };
    assert_eq!(refusal.reason, wanted);
    let attempts = refusal.facts["attempts"].as_array().unwrap();
    assert!(attempts.iter().all(|one| one["exam"]["slug"].is_string() && one["assessment"]["slug"].is_string()));
    attempts.iter().map(|one| one["_id"].as_str().unwrap().to_owned()).collect()
}

async fn make_trial(world: &World, student: &Actor, start: &StartAttempt, most: i64) {
    let key = Subscription::key(student.user_id().unwrap(), &start.exam_id, None);
    let trial = "UPDATE $id SET plan_name = 'Trial', num_of_questions = $most";
    world.store.write(trial).bind(("id", key)).bind(("most", most)).done().await.unwrap();
}

/// A question that is in both papers.
fn shared<'a>(one: &'a PaperView, other: &PaperView) -> &'a QuestionView {
    let known: HashSet<_> = questions(other).into_iter().map(|question| question.id.clone()).collect();
    questions(one).into_iter().find(|question| known.contains(&question.id)).unwrap()
}

fn item(question: &QuestionView) -> sabi_core::exam::engine::ItemId {
    RevealRequest { question: Some(question.id.clone()), theory: None }.item().unwrap()
}

/// A practice of one question that has no attempt.
async fn unattended(world: &World, answered: Vec<Answer>) -> SubmitResult {
    let start = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    SubmitResult {
        exam_id: Some(start.exam_id),
        assessment: Some(start.assessment_id),
        year: start.year,
        answered,
        ..SubmitResult::default()
    }
}

#[tokio::test]
async fn a_paper_is_for_those_who_could_start_it_and_the_counts_for_everybody() {
    let world = World::demo().await;
    let student = world.student().await;
    let other = world.add_kofi("kofi@sabi.test").await;
    let other = world.log_in_as(&other.email).await;
    let year = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    for mock in [false, true] {
        let counts = world.ask_paper(&other, ask(&year, true), mock).await.unwrap();
        assert!(counts.total_questions > 0 && counts.subjects.is_empty());
        assert_eq!(reason(world.ask_paper(&other, ask(&year, false), mock).await), "no-subscription");
        assert_eq!(reason(world.ask_paper(&Actor::Operator, ask(&year, false), mock).await), "not-a-student");
        let paper = world.ask_paper(&student, ask(&year, false), mock).await.unwrap();
        assert_eq!(paper.subjects.len(), 1);
    }
    let chemistry = world.add_subject("jamb-utme", "Chemistry").await.id;
    let stranger = StartAttempt { subjects: vec![year.subjects[0].clone(), chemistry], ..year.clone() };
    assert_eq!(fields(world.ask_paper(&student, ask(&stranger, false), false).await), ["subjects[1]"]);
    assert!(world.ask_paper(&student, ask(&stranger, true), false).await.is_ok());
    let five = StartAttempt { subjects: vec![year.subjects[0].clone(); 5], ..year.clone() };
    assert_eq!(fields(world.ask_paper(&student, ask(&five, false), false).await), ["subjects"]);

    make_trial(&world, &student, &year, 7).await;
    for mock in [false, true] {
        let four = world.ask("jamb-utme", if mock { Mode::Mock } else { Mode::Practice }, &FOUR).await;
        let paper = world.ask_paper(&student, ask(&four, false), mock).await.unwrap();
        assert_eq!(paper.total_questions, 7, "a trial's paper is short");
    }
}

#[tokio::test]
async fn a_mock_says_beforehand_how_many_questions_it_has_and_how_long_it_takes() {
    let world = World::demo().await;
    let student = world.student().await;
    let two = world.ask("jamb-utme", Mode::Mock, &["Physics", "Biology"]).await;
    let length = async |ask: PaperRequest| world.ask_paper(&student, ask, true).await.unwrap().mock.unwrap();
    let told = length(ask(&two, true)).await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics", "Biology"]).await;
    assert_eq!((told.questions, Some(told.minutes)), (questions(&paper).len(), attempt.time_duration));
    world.cancel_attempt(&student, &attempt.id).await.unwrap();

    // The blueprint asks for more than the bank has, or for fewer; the student has a quarter more time.
    world.store.write("UPDATE subject SET mock_questions = 3 WHERE title = 'Physics'").done().await.unwrap();
    world.store.write("UPDATE subject SET mock_questions = 100000 WHERE title = 'Biology'").done().await.unwrap();
    let me = student.user_id().unwrap().clone();
    world.store.write("UPDATE $me SET extra_time = 25").bind(("me", me)).done().await.unwrap();
    let told = length(ask(&two, true)).await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics", "Biology"]).await;
    assert_eq!((told.questions, Some(told.minutes)), (questions(&paper).len(), attempt.time_duration));
    world.cancel_attempt(&student, &attempt.id).await.unwrap();

    make_trial(&world, &student, &two, 7).await;
    assert_eq!(length(ask(&two, true)).await.questions, 7);
    let year = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    assert!(world.ask_paper(&student, ask(&year, true), false).await.unwrap().mock.is_none());
}

#[tokio::test]
async fn a_subject_that_is_switched_off_is_said_to_have_no_questions() {
    let world = World::demo().await;
    let student = world.student().await;
    world.store.write("UPDATE subject SET status = false WHERE title = 'Biology'").done().await.unwrap();
    for (mode, wanted) in [
        (Mode::Practice, "Question available for subject(s) Physics for YEAR"),
        (Mode::Mock, "Question available for subject(s) Physics"),
    ] {
        let two = world.ask("jamb-utme", mode, &["Physics", "Biology"]).await;
        let paper = world.ask_paper(&student, ask(&two, false), mode == Mode::Mock).await.unwrap();
        let said = paper.message.unwrap_or_default();
        assert!(said.starts_with(wanted), "{said}");
    }
}

#[tokio::test]
async fn no_call_shows_the_key_of_a_question_in_a_running_mock() {
    let world = World::demo().await;
    let student = world.student().await;
    let (study, studied) = world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    let (done, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all = questions(&paper);
    let answers = all.iter().map(|question| answer(question, 0)).collect();
    let quiz = world.submit(&student, submit(&done, answers)).await.unwrap().quiz_id.unwrap();
    for question in questions(&studied) {
        // As a student would who looks all of them up before the mock.
        world.reveal(&student, &study.id, item(question)).await.unwrap();
    }
    let (read, _) = world.find_attempt(&student, &study.id).await.unwrap();
    assert_eq!(read.revealed.len(), questions(&studied).len());

    let (mock, in_mock) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let secret = shared(&studied, &in_mock);
    assert_eq!(reason(world.reveal(&student, &study.id, item(secret)).await), "in-running-mock");
    assert_eq!(reason(world.find_result(&student, &quiz, true).await), "in-running-mock");
    assert!(world.find_result(&student, &quiz, false).await.is_ok(), "the marks are no keys");
    let (read, _) = world.find_attempt(&student, &study.id).await.unwrap();
    let told = serde_json::to_value(&read.revealed).unwrap();
    let asked: HashSet<_> = questions(&in_mock).into_iter().map(|question| question.id.to_string()).collect();
    assert!(told.as_array().unwrap().iter().all(|one| !asked.contains(one["question"].as_str().unwrap())));
    let me = student.user_id().unwrap();
    let shown = async |who: &Actor| -> HashSet<String> {
        let results = world.export(who, me).await.unwrap().results;
        let marked = results.iter().flat_map(|result| result["marked"].as_array().unwrap());
        let told = marked.filter(|item| item.get("correct").is_some());
        told.map(|item| item["question"].as_str().unwrap().to_owned()).collect()
    };
    let ids: HashSet<_> = all.iter().map(|question| question.id.to_string()).collect();
    assert_eq!(shown(&student).await, &ids - &asked);
    let refused = world.submit(&student, unattended(&world, vec![answer(secret, 0)]).await).await;
    assert_eq!(reason(refused), "in-running-mock");
    // An administrator who helps sees it, and so does another student.
    assert!(world.find_result(&world.admin().await, &quiz, true).await.is_ok());

    world.cancel_attempt(&student, &mock.id).await.unwrap();
    assert!(world.reveal(&student, &study.id, item(secret)).await.is_ok());
    assert!(world.find_result(&student, &quiz, true).await.is_ok());
    assert_eq!(shown(&student).await.len(), all.len());
    let (read, _) = world.find_attempt(&student, &study.id).await.unwrap();
    assert_eq!(read.revealed.len(), questions(&studied).len());
    // A mock whose time is over hides nothing, even before the sweeper comes by.
    world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    assert_eq!(reason(world.find_result(&student, &quiz, true).await), "in-running-mock");
    world.pass(2 * 3_600 + 31);
    assert!(world.find_result(&student, &quiz, true).await.is_ok());
}

#[tokio::test]
async fn no_mark_reveals_the_right_option_while_a_mock_runs() {
    let world = World::demo().await;
    let student = world.student().await;
    let (before, looked_at) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let (mock, in_mock) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let (during, drawn) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let answer_shared = |attempt, paper| submit(attempt, vec![answer(shared(paper, &in_mock), 0)]);
    for (attempt, paper) in [(&before, &looked_at), (&during, &drawn)] {
        assert_eq!(reason(world.submit(&student, answer_shared(attempt, paper)).await), "in-running-mock");
    }
    // Questions that are in no mock are marked as usual.
    let asked: HashSet<_> = questions(&in_mock).into_iter().map(|question| &question.id).collect();
    let (apart, other) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let open = questions(&other).into_iter().find(|question| !asked.contains(&question.id));
    if let Some(open) = open {
        assert!(world.submit(&student, submit(&apart, vec![answer(open, 0)])).await.is_ok());
    }
    // Nor does a time that runs out tell it, to the sweeper or to who looks.
    let physics = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let short = StartAttempt { time_duration: Some(1), ..physics };
    let (timed, paper, _) = world.start_attempt(&student, short).await.unwrap();
    world.save(&student, &timed, 0, vec![answer(shared(&paper, &in_mock), 0)]).await.unwrap();
    world.pass(120);
    world.expire_attempts().await.unwrap();
    let me = student.user_id().unwrap();
    let has_result = async || {
        let results = world.list_results(&student, me, &ListQuery::default()).await.unwrap().rows;
        results.iter().any(|result| result.id == timed.id.cast())
    };
    assert!(!has_result().await);
    world.find_attempt(&student, &timed.id).await.unwrap();
    assert!(!has_result().await);

    world.cancel_attempt(&student, &mock.id).await.unwrap();
    assert!(world.submit(&student, answer_shared(&before, &looked_at)).await.unwrap().quiz_id.is_some());
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    assert!(has_result().await);
}

#[tokio::test]
async fn a_submit_without_an_attempt_asks_for_what_a_start_asks_for() {
    let world = World::demo().await;
    let student = world.student().await;
    let start = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let paper = world.ask_paper(&student, ask(&start, false), false).await.unwrap();
    let all: Vec<_> = paper.subjects.iter().flat_map(|part| &part.questions).collect();
    let some = |count: usize| all.iter().take(count).map(|question| answer(question, 0)).collect::<Vec<_>>();

    // Questions that are in a running attempt are submitted with it.
    let (running, _) = world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    let refused = world.submit(&student, unattended(&world, some(1)).await).await;
    let Err(Error::Conflict(refusal)) = refused else { panic!("{refused:?}") };
    assert_eq!((refusal.reason, &refusal.facts["attempt"]), ("in-running-attempt", &running.id.to_string().into()));
    world.cancel_attempt(&student, &running.id).await.unwrap();

    // The same question twice is one question.
    let twice = [some(1), some(1)].concat();
    let quiz = world.submit(&student, unattended(&world, twice).await).await.unwrap().quiz_id.unwrap();
    assert_eq!(world.find_result(&student, &quiz, true).await.unwrap().quiz.question_count, 1);

    make_trial(&world, &student, &start, 3).await;
    assert_eq!(fields(world.submit(&student, unattended(&world, some(4)).await).await), ["answered"]);
    assert!(world.submit(&student, unattended(&world, some(3)).await).await.is_ok());
    // Each counts as a start: this is the thirtieth, counting the three before.
    for _ in 0..27 {
        world.submit(&student, unattended(&world, some(1)).await).await.unwrap();
    }
    let more = world.submit(&student, unattended(&world, some(1)).await).await;
    assert!(matches!(more, Err(Error::TooMany { retry_after: 1..=601, .. })), "{more:?}");
    world.pass(601);
    world.submit(&student, unattended(&world, some(1)).await).await.unwrap();

    let held = "DELETE subscription WHERE user = $user";
    world.store.write(held).bind(("user", student.user_id().unwrap().clone())).done().await.unwrap();
    assert_eq!(reason(world.submit(&student, unattended(&world, some(1)).await).await), "no-subscription");
}

#[tokio::test]
async fn a_submit_without_an_attempt_holds_what_is_in_use_alone() {
    let world = World::demo().await;
    let student = world.student().await;
    let start = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let paper = world.ask_paper(&student, ask(&start, false), false).await.unwrap();
    let ask = unattended(&world, vec![answer(&paper.subjects[0].questions[0], 0)]).await;
    let (question, year) = ("answered[0].question", SubjectYear::key(&start.subjects[0], 2019));
    for (record, field) in [
        (start.exam_id.link(), "examId"),
        (start.assessment_id.link(), "assessment"),
        (start.subjects[0].link(), question),
        (year.link(), question),
    ] {
        let switch = async |status: bool| {
            let call = world.store.write("UPDATE $record SET status = $status RETURN NONE");
            call.bind(("record", record.clone())).bind(("status", status)).done().await.unwrap();
        };
        switch(false).await;
        assert_eq!(fields(world.submit(&student, ask.clone()).await), [field]);
        switch(true).await;
    }
    assert!(world.submit(&student, ask).await.is_ok());
}

#[tokio::test]
async fn a_student_holds_one_mock_of_an_exam_and_ten_attempts_in_all() {
    let world = World::demo().await;
    let student = world.student().await;
    let mock = world.ask("jamb-utme", Mode::Mock, &["Physics"]).await;
    let (first, _, _) = world.start_attempt(&student, mock.clone()).await.unwrap();
    world.pass(1);
    assert_eq!(named(world.start_attempt(&student, mock.clone()).await, "running-mock"), [first.id.to_string()]);
    let waec = world.ask("wassce-waec-ssce", Mode::Mock, &["Mathematics"]).await;
    world.start_attempt(&student, waec).await.unwrap();
    let study = world.ask("jamb-utme", Mode::Study, &["Biology"]).await;
    for _ in 0..8 {
        world.start_attempt(&student, study.clone()).await.unwrap();
        world.pass(30);
    }
    let running = named(world.start_attempt(&student, study.clone()).await, "too-many-running");
    let listed = world.list_running_attempts(&student).await.unwrap();
    assert_eq!((running.len(), running[0].as_str(), listed.len()), (10, first.id.as_str(), 10));
    world.cancel_attempt(&student, &first.id).await.unwrap();
    world.start_attempt(&student, study.clone()).await.unwrap();
    assert_eq!(named(world.start_attempt(&student, mock.clone()).await, "too-many-running").len(), 10);
    // The mock of the other exam is over by the clock, and leaves room for one.
    world.pass(6 * 3_600);
    world.start_attempt(&student, mock.clone()).await.unwrap();
    assert_eq!(reason(world.start_attempt(&student, study).await), "too-many-running");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn starts_at_once_do_not_pass_each_other() {
    let world = World::demo().await;
    let student = world.student().await;
    let rush = async |start: StartAttempt| -> Vec<AttemptView> {
        let starts = (0..8).map(|_| {
            let (app, student, start) = (world.app.clone(), student.clone(), start.clone());
            tokio::spawn(async move { app.start_attempt(&student, start).await })
        });
        let ended = join_all(starts).await.into_iter().map(Result::unwrap);
        // A caller who waited too long behind the others is asked to retry.
        ended
            .filter_map(|start| match start {
                Ok((attempt, ..)) => Some(attempt),
                Err(Error::Conflict(_) | Error::Unavailable(_)) => None,
                Err(other) => panic!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(rush(world.ask("jamb-utme", Mode::Mock, &["Physics"]).await).await.len(), 1);
    let study = world.ask("jamb-utme", Mode::Study, &["Biology"]).await;
    for _ in 0..8 {
        world.start_attempt(&student, study.clone()).await.unwrap();
    }
    assert_eq!(rush(study).await.len(), 1);
    assert_eq!(world.list_running_attempts(&student).await.unwrap().len(), 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn starts_of_several_students_share_commits_and_are_decided_one_by_one() {
    let world = World::demo().await;
    let class = world.class(12).await;
    let mock = world.ask("jamb-utme", Mode::Mock, &["Physics"]).await;
    // Some have started before, and some have not.
    for student in &class[6..] {
        let study = world.ask("jamb-utme", Mode::Study, &["Physics"]).await;
        world.start_attempt(student, study).await.unwrap();
    }
    for round in 0..2 {
        let study = world.ask("jamb-utme", Mode::Study, &["Biology"]).await;
        let starts = class.iter().enumerate().flat_map(|(seat, student)| {
            // Two of them ask for a mock twice: one of the two is refused, and nobody else is.
            let times = if seat < 2 && round == 0 { 2 } else { 1 };
            let start = if seat < 2 && round == 0 { &mock } else { &study };
            (0..times).map(move |_| (seat, student.clone(), start.clone())).collect::<Vec<_>>()
        });
        let starts = starts.map(|(seat, student, start)| {
            let app = world.app.clone();
            tokio::spawn(async move { (seat, app.start_attempt(&student, start).await) })
        });
        let mut started = [0; 12];
        for (seat, start) in join_all(starts).await.into_iter().map(Result::unwrap) {
            match start {
                Ok((attempt, paper, _)) => {
                    started[seat] += 1;
                    let (stored, again) = world.find_attempt(&class[seat], &attempt.id).await.unwrap();
                    assert_eq!((stored.id, again.total_questions), (attempt.id, paper.total_questions));
                }
                Err(error) => assert!(matches!(error, Error::Conflict(_)) && seat < 2, "{seat}: {error:?}"),
            }
        }
        assert_eq!(started, [1; 12]);
    }
    let versions: Vec<i64> = world.store.query("SELECT VALUE version FROM starts").all().await.unwrap();
    assert_eq!(versions.iter().sum::<i64>(), 6 * 2 + 6 * 3, "{versions:?}");
    let indexed: Vec<usize> = world.store.query("SELECT VALUE count(items) FROM paper_items").all().await.unwrap();
    assert!(indexed.len() == 30 && indexed.iter().all(|items| *items > 0), "{indexed:?}");
}

#[tokio::test]
async fn the_running_tests_in_memory_follow_every_start_and_every_end() {
    // Only a store on disk belongs to one process, so that tests are answered from memory.
    let world = World::demo_on_disk().await;
    let student = world.student().await;
    let user = student.user_id().unwrap().clone();
    let check = async |running: &[&AttemptView], after: &str| {
        let choices = world.list_exam_choices(&student).await.unwrap();
        let shown: Vec<_> = choices.iter().flat_map(|choice| choice.running.iter().map(|one| one.id.clone())).collect();
        assert_eq!(shown, running.iter().map(|one| one.id.clone()).collect::<Vec<_>>(), "after {after}");
        let sql = "SELECT VALUE attempt FROM sheet WHERE user = $user AND state = 'running'";
        let stored: Vec<Id<Attempt>> = world.store.query(sql).bind(("user", user.clone())).all().await.unwrap();
        assert_eq!(stored.len(), running.len(), "after {after}");
    };
    let start = async |mode: Mode| {
        world.pass(1);
        world.start(&student, "jamb-utme", mode, &["Physics"]).await
    };
    check(&[], "nothing").await;
    let (study, paper) = start(Mode::Study).await;
    check(&[&study], "a start").await;
    let (practice, _) = start(Mode::Practice).await;
    check(&[&study, &practice], "another start").await;
    world.save(&student, &study, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    check(&[&study, &practice], "a save").await;
    world.submit(&student, submit(&study, vec![])).await.unwrap();
    check(&[&practice], "a submit").await;
    let (mock, _) = start(Mode::Mock).await;
    check(&[&practice, &mock], "a start after a submit").await;
    world.cancel_attempt(&student, &practice.id).await.unwrap();
    check(&[&mock], "a cancel").await;
    world.pass(6 * 3_600);
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    check(&[], "the end of the time").await;
    let (study, _) = start(Mode::Study).await;
    check(&[&study], "a start after all had ended").await;
}

#[tokio::test]
async fn thirty_starts_in_ten_minutes_are_counted_over_a_restart() {
    let world = World::with(|settings| settings.store = None).await;
    world.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| ()).await.unwrap();
    let student = world.student().await;
    let study = world.ask("jamb-utme", Mode::Study, &["Biology"]).await;
    for _ in 0..30 {
        let (attempt, ..) = world.start_attempt(&student, study.clone()).await.unwrap();
        world.cancel_attempt(&student, &attempt.id).await.unwrap();
        world.pass(10);
    }
    let world = world.restarted().await;
    let refused = world.start_attempt(&student, study.clone()).await;
    let Err(Error::TooMany { refusal, retry_after }) = refused else { panic!("{refused:?}") };
    assert_eq!((refusal.reason, retry_after), ("too-many-starts", 301));
    assert_eq!(world.list_running_attempts(&student).await.unwrap().len(), 0);
    world.pass(301);
    world.start_attempt(&student, study).await.unwrap();
}

#[tokio::test]
async fn study_left_alone_for_thirty_days_is_ended() {
    const DAY: i64 = 24 * 3_600;
    let world = World::demo().await;
    let student = world.student().await;
    let start = async |titles: &[&str]| world.start(&student, "jamb-utme", Mode::Study, titles).await;
    let (answered, paper) = start(&["Physics"]).await;
    let (empty, _) = start(&["Biology"]).await;
    let (used, other) = start(&["Mathematics"]).await;
    world.save(&student, &answered, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    let state = async |attempt: &AttemptView| {
        let sql = "SELECT VALUE state FROM $id";
        let id = Id::<sabi_core::exam::StoredSheet>::new(attempt.id.as_str());
        world.store.query(sql).bind(("id", id)).first::<String>().await.unwrap().unwrap()
    };
    world.pass(29 * DAY);
    assert_eq!(world.expire_attempts().await.unwrap(), 0);
    world.reveal(&student, &used.id, item(questions(&other)[0])).await.unwrap();
    // At the latest at the second midnight after it was left alone.
    world.pass(2 * DAY);
    assert_eq!(world.expire_attempts().await.unwrap(), 2);
    assert_eq!(world.expire_attempts().await.unwrap(), 0);
    assert_eq!((state(&answered).await.as_str(), state(&empty).await.as_str()), ("submitted", "cancelled"));
    assert_eq!(state(&used).await, "running", "a look at an answer is use");
    let student = world.student().await;
    let result = world.find_result(&student, &Id::new(answered.id.as_str()), false).await.unwrap().quiz;
    assert_eq!(result.used_time, 0, "until it was last used");
    // Without the sweeper, the next look at it ends it just the same.
    world.pass(31 * DAY);
    assert_eq!(world.find_attempt(&student, &used.id).await.unwrap().0.state, "cancelled");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_question_is_deleted_or_in_a_paper_but_never_both() {
    a_question_is_deleted_or_in_a_paper_but_never_both_in(World::demo().await).await;
    a_question_is_deleted_or_in_a_paper_but_never_both_in(World::demo_on_disk().await).await;
}

async fn a_question_is_deleted_or_in_a_paper_but_never_both_in(world: World) {
    let student = world.student().await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    let section = topics[0].sections[0].id.clone();
    let study = world.ask("jamb-utme", Mode::Study, &["Physics"]).await;
    let (mut kept, mut deleted) = (0, 0);
    for round in 0..60 {
        let entry = QuestionEntry {
            question_title: format!("Question of round {round}?"),
            option1: Some("one".into()),
            option2: Some("two".into()),
            right_answer: Some(1),
            ..QuestionEntry::default()
        };
        let input = QuestionsInput {
            review: None,
            source_board: None,
            source_year: None,
            source_number: None,
            source_rights: None,
            title: "Soon gone".into(),
            year_id: SubjectYear::key(&subject.id, 2019),
            passage_check: false,
            passage: None,
            group: None,
            questions: vec![entry],
            status: true,
            for_visitors: false,
            held_back: false,
            image: None,
            universities: vec![],
        };
        let made = world.create_questions(&Actor::Operator, &section, input).await.unwrap().remove(0).id;
        let starting = {
            let (app, student, study) = (world.app.clone(), student.clone(), study.clone());
            tokio::spawn(async move { app.start_attempt(&student, study).await })
        };
        let deleting = {
            let (app, made) = (world.app.clone(), made.clone());
            tokio::spawn(async move {
                // Now before, now after the paper is drawn.
                for _ in 0..round {
                    tokio::task::yield_now().await;
                }
                app.delete_item::<ChoiceBody>(&Actor::Operator, &made).await
            })
        };
        let (started, gone) = (starting.await.unwrap().unwrap(), deleting.await.unwrap());
        let holds = questions(&started.1).iter().any(|question| question.id == made);
        match gone {
            Ok(()) => assert!(!holds, "round {round}: the paper holds a question that is gone"),
            Err(Error::Conflict(refusal)) => {
                assert_eq!(refusal.reason, "in-use", "round {round}");
                assert!(world.find_item::<ChoiceBody>(&made).await.unwrap().status, "it stays what it was");
            }
            Err(other) => panic!("{other:?}"),
        }
        if holds {
            kept += 1
        } else {
            deleted += 1
        }
        world.cancel_attempt(&student, &started.0.id).await.unwrap();
        let starts = world.load(&Starts::key(student.user_id().unwrap())).await.unwrap().unwrap();
        assert_eq!(starts.at.len(), 10.min(round + 1), "round {round}: a start that was taken back does not count");
        world.pass(60);
    }
    println!("{kept} times the start was first, {deleted} times the delete");
}
