//! Moderators and theory submissions: the queue, claims, grades, second opinions, declaration.

use futures::future::join_all;
use sabi_core::{
    Error, Result,
    catalogue::{ExamType, Mode},
    clock::Instant,
    exam::{
        Answer, CorrectKey, GivenGrade, OptionName, PaperView, QuizResult, StartAttempt, SubmitGrades, SubmitResult,
        TheoryProgress,
    },
    grading::{Grade, GradingView, MAX_CLAIMS, ReserveGradings, SaveGrades},
    people::{AccountStatus, Actor, NewUser, Role, User},
    records::ListQuery,
    store::Id,
};
use serde_json::Value;

use crate::support::{World, answer, fields, people::kofi, query, questions, reason};

const OPERATOR: Actor = Actor::Operator;

/// The demo, at a time that is no whole second.
async fn demo(second_opinion: u8) -> World {
    let world = World::with(|settings| settings.second_opinion = second_opinion).await;
    world.seed(&OPERATOR, Some(sabi_core::seed::Demo::Small), &|_| ()).await.unwrap();
    world.clock.advance(chrono::Duration::milliseconds(7));
    world
}

impl World {
    /// A new moderator, signed in.
    async fn moderator(&self, name: &str) -> Actor {
        let email = format!("{name}@sabi.test").to_lowercase();
        let person = NewUser { first_name: name.into(), last_name: "Moyo".into(), ..kofi(&email) };
        self.create_user(&OPERATOR, Role::Moderator, person).await.unwrap();
        self.log_in_as(&email).await
    }

    /// A theory test that the student hands in, all but its first question answered; how many there are.
    async fn written(&self, student: &Actor) -> (Id<QuizResult>, usize) {
        let ask = self.ask("wassce-waec-ssce", Mode::Practice, &["Mathematics"]).await;
        let ask = StartAttempt { exam_type: ExamType::Theory, ..ask };
        let (attempt, paper, _) = self.start_attempt(student, ask).await.unwrap();
        let theories: Vec<_> = paper.subjects.iter().flat_map(|part| &part.theories).collect();
        assert!(theories.len() > 2, "{}", theories.len());
        let write = |theory: &sabi_core::exam::TheoryView| Answer {
            question: None,
            theory: Some(theory.id.clone()),
            answer: Some("Because the sum of the angles is 180 degrees.".into()),
            at: None,
        };
        let answered = theories[1..].iter().map(|theory| write(theory)).collect();
        let submit = SubmitResult { attempt_id: Some(attempt.id), answered, ..SubmitResult::default() };
        let quiz = self.submit(student, submit).await.unwrap().quiz_id.unwrap();
        self.pass(60);
        (quiz, theories.len())
    }

    async fn queued(&self, who: &Actor, params: &[(&str, &str)]) -> Vec<Id<QuizResult>> {
        self.list_grading_queue(who, &query(params)).await.unwrap().rows.into_iter().map(|task| task.id).collect()
    }

    /// Grades every answer but the first.
    async fn grade_all(&self, who: &Actor, quiz: &Id<QuizResult>, count: usize, grade: i64) -> Result<GradingView> {
        let revision = self.find_grading(who, quiz).await?.revision;
        let grades = (2..=count).map(|n| given(quiz, n, grade)).collect();
        self.save_grades(who, quiz, SaveGrades { revision, grades, why: None }).await
    }

    /// Claims, grades and declares.
    async fn grade_whole(&self, who: &Actor, quiz: &Id<QuizResult>, count: usize, grade: i64) -> GradingView {
        self.claim_grading(who, quiz).await.unwrap();
        self.grade_all(who, quiz, count, grade).await.unwrap();
        self.declare_grading(who, quiz).await.unwrap()
    }

    async fn declared_mails(&self) -> usize {
        self.mails().await.iter().filter(|mail| mail.kind == "result-declared").count()
    }
}

fn given(quiz: &Id<QuizResult>, n: usize, grade: i64) -> Grade {
    Grade { answer_id: format!("{quiz}-{n}"), ans_grade: Some(grade), remark: None }
}

fn save(revision: i64, grades: Vec<Grade>) -> SaveGrades {
    SaveGrades { revision, grades, why: None }
}

/// The average of a submission whose first answer is blank and whose others have this grade.
fn average(count: usize, grade: i64) -> Option<f64> {
    Some(((count - 1) as f64 * grade as f64 / count as f64 * 10.0).round() / 10.0)
}

#[track_caller]
fn fact<T>(result: Result<T>, key: &str) -> Value {
    match result.err().expect("an error") {
        Error::Conflict(refusal) => refusal.facts.get(key).cloned().unwrap_or_default(),
        other => panic!("no conflict: {other:?}"),
    }
}

#[tokio::test]
async fn a_moderator_grades_and_declares_and_the_student_reads_it() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let (quiz, count) = world.written(&student).await;
    let own = GivenGrade { answer_id: format!("{quiz}-2"), ans_grade: 100 };
    let own = SubmitGrades { user_id: None, quiz_id: None, reviewed: vec![own] };
    world.submit_grades(&student, &own).await.unwrap();

    let read = world.claim_grading(&musa, &quiz).await.unwrap();
    assert!(read.user.is_none() && read.gradings.is_empty(), "whose it is, a moderator is not told");
    assert!(read.answers.iter().all(|answer| answer.ans_grade.is_none()), "nor what the student would give");
    assert!(read.answers[0].theory_answered.is_none() && read.answers[1].theory_answered.is_some());
    assert!(read.answers.iter().all(|answer| answer.theory.is_some() && !answer.detailed_answer.is_empty()));
    let claim = read.claim.unwrap();
    assert!(claim.is_mine && claim.until == world.now() + chrono::Duration::minutes(15));

    let remark = Grade { remark: Some("  Name the theorem. ".into()), ..given(&quiz, 2, 75) };
    let saved = world.save_grades(&musa, &quiz, save(0, vec![remark])).await.unwrap();
    assert_eq!((saved.revision, saved.answers[1].remark.as_deref()), (1, Some("Name the theorem.")));
    let left = fact(world.declare_grading(&musa, &quiz).await, "left");
    assert_eq!(left.as_array().unwrap().len(), count - 2, "{left}");
    world.pass(100);
    let rest = (3..=count).map(|n| given(&quiz, n, 75)).collect();
    world.save_grades(&musa, &quiz, save(1, rest)).await.unwrap();
    let declared = world.declare_grading(&musa, &quiz).await.unwrap();
    assert_eq!((declared.exam_result.as_str(), declared.total_avg_grade), ("declared", average(count, 75)));
    assert!(world.queued(&musa, &[]).await.is_empty());

    let result = world.find_result(&student, &quiz, true).await.unwrap();
    assert_eq!(result.quiz.exam_result.as_deref(), Some("declared"));
    assert_eq!(result.quiz.total_avg_grade, average(count, 75));
    let shown: Vec<_> = result.subject_results.iter().flat_map(|part| &part.theories).collect();
    let second = &shown[1].results_detail;
    assert_eq!((second.result_grade, second.own_grade), (Some(75), Some(100)));
    assert_eq!(second.remark.as_deref(), Some("Name the theorem."));
    assert_eq!(shown[0].results_detail.result_grade, Some(0), "what was not answered is 0");
    assert_eq!(reason(world.submit_grades(&student, &own).await), "declared");

    let mail = world.mails().await.into_iter().find(|mail| mail.kind == "result-declared").unwrap();
    assert_eq!(mail.to, "student@sabi.test");
    for words in [format!("theories-results/{quiz}"), "Mathematics".into(), "2 Mar 2026".into()] {
        assert!(mail.text.contains(&words), "{words}: {}", mail.text);
    }
    let audit = world.list_audit(&query(&[("action", "declare")])).await.unwrap();
    assert_eq!((audit.total, audit.rows[0].record.as_str()), (1, quiz.as_str()));
    assert_eq!(audit.rows[0].after["exam_result"], "declared");
}

#[tokio::test]
async fn the_queue_shows_the_oldest_first_and_who_holds_what() {
    let world = demo(0).await;
    let student = world.student().await;
    let (musa, bola) = (world.moderator("Musa").await, world.moderator("Bola").await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(world.written(&student).await.0);
    }
    assert_eq!(world.queued(&musa, &[]).await, ids);
    world.claim_grading(&musa, &ids[1]).await.unwrap();
    assert_eq!(world.queued(&musa, &[("state", "mine")]).await, ids[1..2]);
    assert_eq!(world.queued(&bola, &[("state", "claimed")]).await, ids[1..2]);
    for who in [&musa, &bola] {
        assert_eq!(world.queued(who, &[("state", "free")]).await, [ids[0].clone(), ids[2].clone()]);
    }
    assert!(world.queued(&bola, &[("state", "mine")]).await.is_empty());
    let tasks = world.list_grading_queue(&bola, &ListQuery::default()).await.unwrap().rows;
    let claims: Vec<_> = tasks.iter().map(|task| task.claim.as_ref().map(|claim| claim.by.as_str())).collect();
    assert_eq!(claims, [None, Some("Musa Moyo"), None]);
    let exam = world.exam("wassce-waec-ssce").await.id;
    let other = world.exam("jamb-utme").await.id;
    assert_eq!(world.queued(&musa, &[("exam", exam.as_str())]).await.len(), 3);
    assert!(world.queued(&musa, &[("exam", other.as_str())]).await.is_empty());
    let maths = world.subject("wassce-waec-ssce", "Mathematics").await.id;
    assert_eq!(world.queued(&musa, &[("subject", maths.as_str())]).await.len(), 3);
    assert_eq!(fields(world.list_grading_queue(&musa, &query(&[("state", "odd")])).await), ["state"]);

    // Both lists of the console find a submission by its id and its year.
    let admin = world.admin().await;
    let words = ids[2].as_str();
    for (words, found) in
        [(words, &ids[2..]), (&words[2..10], &ids[2..]), ("2019", &ids[..]), ("maths 2018", &ids[3..])]
    {
        assert_eq!(world.queued(&musa, &[("q", words)]).await, found, "{words}");
        for who in [&musa, &admin] {
            let rows = world.list_user_theories(who, &query(&[("q", words)])).await.unwrap().rows;
            assert_eq!(rows.into_iter().map(|row| row.id).collect::<Vec<_>>(), found, "{words}");
        }
    }

    let refused = world.claim_grading(&bola, &ids[1]).await;
    assert_eq!(fact(refused, "claimedBy"), "Musa Moyo");
    assert_eq!(reason(world.release_grading(&bola, &ids[1]).await), "claimed");
    world.release_grading(&musa, &ids[1]).await.unwrap();
    world.claim_grading(&bola, &ids[1]).await.unwrap();
    assert_eq!(reason(world.grade_all(&musa, &ids[1], 3, 50).await), "claim-expired");
    assert_eq!(reason(world.save_grades(&musa, &ids[0], save(0, vec![])).await), "not-claimed");
    assert!(matches!(world.claim_grading(&musa, &Id::new("none")).await, Err(Error::NotFound(_))));
}

/// A theory test of a mode, with its answers written as `write` says by its place and its theory.
async fn sit(world: &World, student: &Actor, mode: Mode, opens: impl Fn(usize) -> bool) -> Id<QuizResult> {
    let ask = world.ask("wassce-waec-ssce", mode, &["Mathematics"]).await;
    let ask = StartAttempt { exam_type: ExamType::Theory, ..ask };
    let (attempt, paper, _) = world.start_attempt(student, ask).await.unwrap();
    let mut answered = Vec::new();
    for (place, theory) in paper.subjects.iter().flat_map(|part| &part.theories).enumerate() {
        if opens(place) {
            world.reveal(student, &attempt.id, theory.id.clone().into()).await.unwrap();
        }
        let (theory, answer) = (Some(theory.id.clone()), Some(format!("Answer {place}.")));
        answered.push(Answer { question: None, theory, answer, at: None });
    }
    let submit = SubmitResult { attempt_id: Some(attempt.id), answered, ..SubmitResult::default() };
    let quiz = world.submit(student, submit).await.unwrap().quiz_id.unwrap();
    world.pass(60);
    quiz
}

#[tokio::test]
async fn mocks_are_graded_before_older_practice_and_study() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let study = sit(&world, &student, Mode::Study, |_| false).await;
    let practice = sit(&world, &student, Mode::Practice, |_| false).await;
    let mock = sit(&world, &student, Mode::Mock, |_| false).await;
    let later = sit(&world, &student, Mode::Study, |_| false).await;
    let order = [mock.clone(), study.clone(), practice.clone(), later.clone()];
    assert_eq!(world.queued(&musa, &[]).await, order);
    assert_eq!(world.queued(&musa, &[("sort", "submittedAt")]).await, [study, practice, mock, later]);
}

#[tokio::test]
async fn answers_written_after_the_model_answer_was_opened_are_not_queued() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let copied = sit(&world, &student, Mode::Study, |_| true).await;
    let mixed = sit(&world, &student, Mode::Study, |place| place == 0).await;
    assert_eq!(world.queued(&musa, &[]).await, std::slice::from_ref(&mixed));
    assert!(matches!(world.claim_grading(&musa, &copied).await, Err(Error::NotFound(_))));
    let list = world.list_user_theories(&world.admin().await, &query(&[])).await.unwrap();
    assert_eq!(list.rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>(), std::slice::from_ref(&mixed));

    // Its student grades it, and reads that nobody else will.
    let own = GivenGrade { answer_id: format!("{copied}-1"), ans_grade: 100 };
    let own = SubmitGrades { user_id: None, quiz_id: None, reviewed: vec![own] };
    world.submit_grades(&student, &own).await.unwrap();
    let read = world.find_result(&student, &copied, true).await.unwrap();
    assert_eq!((read.quiz.exam_result.as_deref(), read.quiz.is_submission), (Some("pending"), false));
    // The list finds both by the state that it shows.
    let me = student.user_id().unwrap();
    let pending = world.list_results(&student, me, &query(&[("state", "pending")])).await.unwrap();
    assert_eq!(pending.rows.len(), 2);
    assert!(pending.rows.iter().all(|row| row.exam_result.as_deref() == Some("pending")));
    assert_eq!(world.list_results(&student, me, &query(&[("state", "declared")])).await.unwrap().total, 0);
    assert_eq!(fields(world.list_results(&student, me, &query(&[("state", "own")])).await), ["state"]);
    assert!(read.subject_results[0].theories.iter().all(|one| one.results_detail.opened_first));

    // In the other one, the moderator reads and grades the answers that were written first.
    let held = world.claim_grading(&musa, &mixed).await.unwrap();
    let count = world.find_result(&student, &mixed, true).await.unwrap().subject_results[0].theories.len();
    assert_eq!(held.answers.len(), count - 1);
    assert_eq!(
        fields(world.save_grades(&musa, &mixed, save(0, vec![given(&mixed, 1, 50)])).await),
        ["grades[0].answerId"]
    );
    world.grade_all(&musa, &mixed, count, 75).await.unwrap();
    let declared = world.declare_grading(&musa, &mixed).await.unwrap();
    assert_eq!(declared.total_avg_grade, Some(75.0), "the copied answer is no part of it");
}

#[tokio::test]
async fn a_submission_of_an_erased_student_leaves_the_queue_and_its_moderator() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let (quiz, count) = world.written(&student).await;
    world.claim_grading(&musa, &quiz).await.unwrap();
    world.grade_all(&musa, &quiz, count, 50).await.unwrap();
    world.erase_person(&OPERATOR, student.user_id().unwrap()).await.unwrap();
    assert!(world.queued(&musa, &[]).await.is_empty());
    assert_eq!(world.grading_stats(&musa).await.unwrap()[0].held, 0);
    assert!(matches!(world.declare_grading(&musa, &quiz).await, Err(Error::NotFound(_))));
    assert_eq!(world.declared_mails().await, 0);
}

#[tokio::test]
async fn a_claim_ends_by_itself_and_what_was_saved_is_kept() {
    let world = demo(0).await;
    let student = world.student().await;
    let (musa, bola) = (world.moderator("Musa").await, world.moderator("Bola").await);
    let (quiz, count) = world.written(&student).await;
    world.claim_grading(&musa, &quiz).await.unwrap();
    world.pass(14 * 60);
    world.save_grades(&musa, &quiz, save(0, vec![given(&quiz, 2, 50)])).await.unwrap();
    world.pass(14 * 60);
    assert_eq!(reason(world.claim_grading(&bola, &quiz).await), "claimed", "a save holds it on");
    world.pass(2 * 60);

    assert_eq!(reason(world.grade_all(&musa, &quiz, count, 75).await), "claim-expired");
    assert_eq!(reason(world.declare_grading(&musa, &quiz).await), "claim-expired");
    world.claim_grading(&bola, &quiz).await.unwrap();
    let refused = world.grade_all(&musa, &quiz, count, 75).await;
    assert_eq!(fact(refused, "claimedBy"), "Bola Moyo");
    assert!(world.find_grading(&bola, &quiz).await.unwrap().answers.iter().all(|one| one.ans_grade.is_none()));
    world.pass(16 * 60);
    let again = world.claim_grading(&musa, &quiz).await.unwrap();
    assert_eq!((again.answers[1].ans_grade, again.revision), (Some(50), 1), "what was saved is kept");
    world.grade_all(&musa, &quiz, count, 75).await.unwrap();
    world.declare_grading(&musa, &quiz).await.unwrap();
}

#[tokio::test]
async fn a_reservation_holds_for_as_many_days_as_asked_and_at_most_seven() {
    let world = demo(0).await;
    let student = world.student().await;
    let (bola, musa) = (world.moderator("Bola").await, world.moderator("Musa").await);
    let (quiz, _) = world.written(&student).await;
    let ask = |days| ReserveGradings { count: 5, days, ..ReserveGradings::default() };
    for days in [0, 8] {
        assert_eq!(fields(world.reserve_gradings(&bola, &ask(days)).await), ["days"], "{days}");
    }
    for days in [1, 7] {
        let reserved = world.reserve_gradings(&bola, &ask(days)).await.unwrap();
        let claim = reserved[0].claim.as_ref().unwrap();
        let end = world.now() + chrono::Duration::days(days);
        assert_eq!((reserved.len(), claim.is_reserved, claim.until), (1, true, end));
        world.pass(days * 24 * 3600 - 60);
        assert_eq!(fact(world.claim_grading(&musa, &quiz).await, "claimedBy"), "Bola Moyo");
        assert_eq!(fact(world.claim_grading(&musa, &quiz).await, "isReserved"), true);
        world.pass(120);
    }
    world.claim_grading(&musa, &quiz).await.unwrap();
}

#[tokio::test]
async fn reservations_by_a_clock_that_was_ahead_do_not_count() {
    let world = demo(0).await;
    let student = world.student().await;
    let bola = world.moderator("Bola").await;
    world.written(&student).await;
    let ask = ReserveGradings { count: 1, days: 1, ..ReserveGradings::default() };
    let hold = async |days| {
        let sql = "DELETE grading_case; CREATE |grading_case:200| SET holder = $me, until = $until, reserved = true, \
            wanted = 1, revision = 0 RETURN NONE";
        let until = world.now() + chrono::Duration::days(days);
        world.store.write(sql).bind(("me", bola.to_string())).bind(("until", until)).done().await.unwrap();
    };
    hold(7).await;
    assert_eq!(reason(world.reserve_gradings(&bola, &ask).await), "too-many-claims");
    hold(30).await;
    assert_eq!(world.reserve_gradings(&bola, &ask).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_claim_by_a_clock_that_was_ahead_holds_nobody_up() {
    let world = demo(0).await;
    let student = world.student().await;
    let (musa, bola) = (world.moderator("Musa").await, world.moderator("Bola").await);
    let (quiz, _) = world.written(&student).await;
    world.pass(3600);
    world.claim_grading(&musa, &quiz).await.unwrap();
    assert_eq!(world.queued(&bola, &[("state", "claimed")]).await, std::slice::from_ref(&quiz));
    // Another server's clock may be a little behind.
    world.pass(-60);
    assert_eq!(reason(world.claim_grading(&bola, &quiz).await), "claimed");
    world.pass(-3540);
    assert_eq!(world.queued(&bola, &[("state", "free")]).await, std::slice::from_ref(&quiz));
    assert_eq!(world.grading_stats(&musa).await.unwrap()[0].held, 0);
    world.claim_grading(&bola, &quiz).await.unwrap();
    assert_eq!(reason(world.claim_grading(&musa, &quiz).await), "claimed");
}

#[tokio::test]
async fn grades_are_of_this_submission_and_one_of_five() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let (quiz, _) = world.written(&student).await;
    let (other, _) = world.written(&student).await;
    world.claim_grading(&musa, &quiz).await.unwrap();
    for (grades, field) in [
        (vec![given(&quiz, 2, 30)], "grades[0].ansGrade"),
        (vec![given(&quiz, 2, -25)], "grades[0].ansGrade"),
        (vec![given(&quiz, 2, 50), given(&other, 2, 50)], "grades[1].answerId"),
        (vec![given(&quiz, 2, 50), given(&quiz, 2, 75)], "grades[1].answerId"),
        (vec![given(&quiz, 1, 25)], "grades[0].ansGrade"),
        (vec![Grade { remark: Some("x".repeat(2001)), ..given(&quiz, 2, 50) }], "grades[0].remark"),
    ] {
        assert_eq!(fields(world.save_grades(&musa, &quiz, save(0, grades)).await), [field]);
    }
    world.save_grades(&musa, &quiz, save(0, vec![given(&quiz, 2, 50)])).await.unwrap();
    let stale = world.save_grades(&musa, &quiz, save(0, vec![given(&quiz, 2, 75)])).await;
    assert_eq!(fact(stale, "revision"), 1);
    let undecided = Grade { ans_grade: None, ..given(&quiz, 2, 0) };
    let saved = world.save_grades(&musa, &quiz, save(1, vec![undecided])).await.unwrap();
    assert_eq!(saved.answers[1].ans_grade, None, "a grade can be taken back");
}

#[tokio::test]
async fn nobody_grades_a_submission_of_their_own() {
    let world = demo(0).await;
    let student = world.student().await;
    let (quiz, count) = world.written(&student).await;
    let me = student.user_id().unwrap().clone();
    let musa = world.moderator("Musa").await;
    world.grade_whole(&musa, &quiz, count, 50).await;
    let (quiz, count) = world.written(&student).await;
    world.make_admin(&OPERATOR, &me, false).await.unwrap();
    let me = world.student().await;
    assert!(me.is_admin());
    assert_eq!(reason(world.claim_grading(&me, &quiz).await), "own-submission");
    assert_eq!(reason(world.find_grading(&me, &quiz).await), "own-submission");
    let grades = (2..=count).map(|n| given(&quiz, n, 100)).collect();
    assert_eq!(reason(world.save_grades(&me, &quiz, save(0, grades)).await), "own-submission");
    assert_eq!(reason(world.declare_grading(&me, &quiz).await), "own-submission");
    assert!(world.queued(&me, &[]).await.is_empty());
    assert_eq!(world.queued(&musa, &[]).await, [quiz]);
}

#[tokio::test]
async fn an_administrator_who_has_graded_reads_the_other_gradings() {
    let world = demo(100).await;
    let (student, musa, admin) = (world.student().await, world.moderator("Musa").await, world.admin().await);
    let (quiz, count) = world.written(&student).await;
    world.grade_whole(&musa, &quiz, count, 0).await;
    world.pass(60);
    let held = world.claim_grading(&admin, &quiz).await.unwrap();
    assert!(held.user.is_none() && held.gradings.is_empty(), "a second opinion is blind");
    let given = world.grade_whole(&admin, &quiz, count, 100).await;
    assert!(given.is_given && given.user.is_none());
    assert_eq!(given.gradings.len(), 2);
    assert!(world.find_grading(&musa, &quiz).await.unwrap().gradings.is_empty(), "moderators never do");
}

#[tokio::test]
async fn no_model_answer_of_a_running_mock_is_read_by_grading() {
    let world = demo(0).await;
    let student = world.student().await;
    let me = student.user_id().unwrap().clone();
    let (quiz, _) = world.written(&student).await;
    // It is somebody else's.
    let kofi = world.add_kofi("kofi@sabi.test").await.id;
    let sql = "UPDATE $quiz SET user = $kofi RETURN NONE";
    world.store.write(sql).bind(("quiz", quiz.clone())).bind(("kofi", kofi)).done().await.unwrap();
    let ask = world.ask("wassce-waec-ssce", Mode::Mock, &["Mathematics"]).await;
    let ask = StartAttempt { exam_type: ExamType::Theory, ..ask };
    let (mock, _, _) = world.start_attempt(&student, ask).await.unwrap();
    world.make_admin(&OPERATOR, &me, false).await.unwrap();
    let me = world.student().await;
    assert_eq!(reason(world.find_grading(&me, &quiz).await), "in-running-mock");
    assert_eq!(reason(world.claim_grading(&me, &quiz).await), "in-running-mock");
    assert!(world.queued(&me, &[("state", "mine")]).await.is_empty(), "nothing is held by what was refused");
    assert!(world.find_grading(&world.admin().await, &quiz).await.is_ok());
    world.cancel_attempt(&me, &mock.id).await.unwrap();
    assert!(world.claim_grading(&me, &quiz).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_claims_and_twenty_declares_at_once_give_one() {
    let world = demo(0).await;
    let student = world.student().await;
    let (quiz, count) = world.written(&student).await;
    let mut moderators = Vec::new();
    for n in 0..20 {
        moderators.push(world.moderator(&format!("M{n}")).await);
    }
    let claims = join_all(moderators.iter().map(|who| world.claim_grading(who, &quiz))).await;
    let winners: Vec<_> = (0..20).filter(|n| claims[*n].is_ok()).collect();
    let [winner] = winners[..] else { panic!("{winners:?}") };
    for (n, claim) in claims.into_iter().enumerate().filter(|(n, _)| *n != winner) {
        assert_eq!(reason(claim), "claimed", "{n}");
    }
    let winner = &moderators[winner];
    let again = join_all((0..20).map(|_| world.claim_grading(winner, &quiz))).await;
    assert!(again.into_iter().all(|claim| claim.is_ok()));
    world.grade_all(winner, &quiz, count, 75).await.unwrap();
    let declares = join_all((0..20).map(|_| world.declare_grading(winner, &quiz))).await;
    assert_eq!(declares.iter().filter(|declare| declare.is_ok()).count(), 1);
    for declare in declares.into_iter().filter(|declare| declare.is_err()) {
        assert_eq!(reason(declare), "declared");
    }
    assert_eq!(world.declared_mails().await, 1);
    assert_eq!(world.list_audit(&query(&[("action", "declare")])).await.unwrap().total, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_moderator_holds_few_submissions_however_they_are_claimed() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let mut ids = Vec::new();
    for _ in 0..MAX_CLAIMS + 2 {
        ids.push(world.written(&student).await.0);
    }
    let claims = join_all(ids.iter().map(|id| world.claim_grading(&musa, id))).await;
    let held = world.queued(&musa, &[("state", "mine")]).await;
    assert_eq!(held.len(), claims.iter().filter(|claim| claim.is_ok()).count());
    assert!(held.len() <= MAX_CLAIMS, "{}", held.len());
    for id in &ids {
        let _ = world.claim_grading(&musa, id).await;
    }
    let mut free = world.queued(&musa, &[("state", "free")]).await;
    assert_eq!(free.len(), 2);
    let refused = world.claim_grading(&musa, &free[0]).await;
    assert_eq!(fact(refused, "claims").as_array().unwrap().len(), MAX_CLAIMS);
    world.release_grading(&musa, &world.queued(&musa, &[("state", "mine")]).await[0]).await.unwrap();
    world.claim_grading(&musa, &free.remove(0)).await.unwrap();
}

#[tokio::test]
async fn a_second_moderator_grades_blind_and_a_third_where_they_differ() {
    let world = demo(100).await;
    let student = world.student().await;
    let (musa, bola) = (world.moderator("Musa").await, world.moderator("Bola").await);
    let ngozi = world.moderator("Ngozi").await;
    let (quiz, count) = world.written(&student).await;
    let first = world.grade_whole(&musa, &quiz, count, 50).await;
    assert!(first.is_given && first.exam_result == "pending" && first.total_avg_grade.is_none());
    assert!(world.queued(&musa, &[]).await.is_empty(), "whoever has graded it is done with it");
    assert_eq!(reason(world.claim_grading(&musa, &quiz).await), "already-graded");
    assert_eq!(world.declared_mails().await, 0);

    let read = world.claim_grading(&bola, &quiz).await.unwrap();
    assert!(read.answers.iter().all(|one| one.ans_grade.is_none() && one.remark.is_none()), "the second sees nothing");
    assert!(read.gradings.is_empty());
    world.grade_all(&bola, &quiz, count, 50).await.unwrap();
    let second = world.declare_grading(&bola, &quiz).await.unwrap();
    assert_eq!(second.total_avg_grade, average(count, 50));

    let (quiz, count) = world.written(&student).await;
    world.grade_whole(&musa, &quiz, count, 0).await;
    world.pass(60);
    let second = world.grade_whole(&bola, &quiz, count, 100).await;
    assert!(second.is_given && second.total_avg_grade.is_none(), "they differ too much");
    assert!(world.queued(&bola, &[]).await.is_empty());
    let admin = world.admin().await;
    let read = world.find_grading(&admin, &quiz).await.unwrap();
    assert!(read.user.is_none() && read.gradings.is_empty(), "an administrator may be the third");
    world.pass(60);
    let third = world.grade_whole(&ngozi, &quiz, count, 25).await;
    assert_eq!(third.total_avg_grade, average(count, 25), "the one in the middle stands");
    let read = world.find_grading(&admin, &quiz).await.unwrap();
    assert_eq!(read.user.unwrap().first_name, "Ada");
    let totals: Vec<_> = read.gradings.iter().map(|one| Some(one.total)).collect();
    assert_eq!(totals, [0, 100, 25].map(|grade| average(count, grade)));
    assert_eq!(world.declared_mails().await, 2);
    let stats = world.grading_stats(&ngozi).await.unwrap();
    assert_eq!((stats[0].graded, stats[0].declared), (1, 1));
    let stats = world.grading_stats(&musa).await.unwrap();
    assert_eq!((stats[0].graded, stats[0].declared), (2, 0));
}

#[tokio::test]
async fn a_declared_result_is_changed_by_an_administrator_who_says_why() {
    let world = demo(0).await;
    let (student, musa, admin) = (world.student().await, world.moderator("Musa").await, world.admin().await);
    let (quiz, count) = world.written(&student).await;
    world.grade_whole(&musa, &quiz, count, 50).await;
    let grades: Vec<_> = (2..=count).map(|n| given(&quiz, n, 100)).collect();
    let ask = |why: Option<&str>, revision| SaveGrades { revision, grades: grades.clone(), why: why.map(Into::into) };
    assert_eq!(reason(world.save_grades(&musa, &quiz, ask(Some("I was wrong"), 0)).await), "declared");
    assert_eq!(reason(world.claim_grading(&admin, &quiz).await), "declared");
    assert_eq!(fields(world.save_grades(&admin, &quiz, ask(None, 0)).await), ["why"]);
    let changed = world.save_grades(&admin, &quiz, ask(Some("The student appealed"), 0)).await.unwrap();
    assert_eq!((changed.total_avg_grade, changed.revision), (average(count, 100), 1));
    assert_eq!(reason(world.save_grades(&admin, &quiz, ask(Some("Again"), 0)).await), "stale-revision");
    let audit = world.list_audit(&query(&[("action", "correct-grades")])).await.unwrap();
    assert_eq!((audit.total, &audit.rows[0].after["why"]), (1, &"The student appealed".into()));
    let (before, after) = (&audit.rows[0].before, &audit.rows[0].after);
    assert_eq!(before["total_avg_grade"].as_f64(), average(count, 50));
    assert_eq!((before["grade_2"].as_i64(), after["grade_2"].as_i64()), (Some(50), Some(100)));
    assert!(after.get("grade_1").is_none(), "what was not changed is not told");
    let told = serde_json::to_string(&audit.rows).unwrap();
    assert!(!told.contains("angles"), "nor what the student wrote: {told}");
    let result = world.find_result(&student, &quiz, false).await.unwrap();
    assert_eq!(result.quiz.total_avg_grade, average(count, 100));
    assert_eq!(world.declared_mails().await, 2, "the student is told of both");
}

/// Sits WAEC Mathematics with both kinds of questions: chooses the first option of the first question, and writes an
/// answer to the first two theories.
async fn sit_both(world: &World, student: &Actor) -> (Id<QuizResult>, PaperView) {
    let ask = world.ask("wassce-waec-ssce", Mode::Practice, &["Mathematics"]).await;
    let ask = StartAttempt { exam_type: ExamType::Both, ..ask };
    let (attempt, paper, _) = world.start_attempt(student, ask).await.unwrap();
    let mut answered = vec![answer(questions(&paper)[0], 0)];
    answered.extend(paper.subjects[0].theories.iter().take(2).map(|theory| Answer {
        question: None,
        theory: Some(theory.id.clone()),
        answer: Some("By induction.".into()),
        at: None,
    }));
    let submit = SubmitResult { attempt_id: Some(attempt.id), answered, ..SubmitResult::default() };
    (world.submit(student, submit).await.unwrap().quiz_id.unwrap(), paper)
}

#[tokio::test]
async fn a_combined_result_has_an_overall_score_before_and_after_its_declaration() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let (quiz, paper) = sit_both(&world, &student).await;
    let read = async || world.find_result(&student, &quiz, false).await.unwrap().quiz;
    let half = |objective: f64, theory: f64| Some(((objective + theory) * 5.0).round() / 10.0);
    let written = u32::try_from(paper.subjects[0].theories.len()).unwrap();
    let blank = written - 2;

    // An exchanged subject is registered no more, and keeps its name in the result.
    world.store.write("UPDATE registration SET subjects = []").done().await.unwrap();
    let open = read().await;
    assert_eq!(open.subjects.iter().map(|one| one.title.as_str()).collect::<Vec<_>>(), ["Mathematics"]);
    let objective = open.score.percent;
    assert_eq!(open.score.overall, Some(objective), "the objective part, while nothing is graded");
    assert_eq!(open.theory, Some(TheoryProgress { answers: written, graded: 0, average: None }));

    let own = GivenGrade { answer_id: format!("{quiz}-1"), ans_grade: 50 };
    let own = SubmitGrades { user_id: None, quiz_id: None, reviewed: vec![own] };
    world.submit_grades(&student, &own).await.unwrap();
    let partly = read().await;
    let so_far = (50.0 / f64::from(blank + 1) * 10.0).round() / 10.0;
    assert_eq!(partly.theory, Some(TheoryProgress { answers: written, graded: blank + 1, average: Some(so_far) }));
    assert_eq!((partly.total_avg_grade, partly.score.overall), (None, half(objective, so_far)));

    world.claim_grading(&musa, &quiz).await.unwrap();
    world.save_grades(&musa, &quiz, save(0, vec![given(&quiz, 1, 100), given(&quiz, 2, 100)])).await.unwrap();
    world.declare_grading(&musa, &quiz).await.unwrap();
    let declared = read().await;
    let total = declared.total_avg_grade.unwrap();
    assert_eq!(declared.score.overall, half(objective, total));
    assert_eq!(declared.theory, Some(TheoryProgress { answers: written, graded: written, average: Some(total) }));
}

#[tokio::test]
async fn correcting_a_key_does_not_change_declared_grades() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let (quiz, paper) = sit_both(&world, &student).await;
    let question = questions(&paper)[0];
    world.claim_grading(&musa, &quiz).await.unwrap();
    let remark = Grade { remark: Some("Well done.".into()), ..given(&quiz, 1, 100) };
    world.save_grades(&musa, &quiz, save(0, vec![remark, given(&quiz, 2, 0)])).await.unwrap();
    let declared = world.declare_grading(&musa, &quiz).await.unwrap();

    let before = world.find_result(&student, &quiz, true).await.unwrap();
    let was_right = before.quiz.correct_count == 1;
    let option = OptionName::Number(if was_right { 2 } else { 1 });
    let key = CorrectKey { option, version: None, dry_run: false };
    assert_eq!(world.correct_key(&OPERATOR, &question.id, key).await.unwrap().moved, 1);
    let after = world.find_result(&student, &quiz, true).await.unwrap();
    assert_ne!(after.quiz.correct_count, before.quiz.correct_count);
    assert_eq!(after.quiz.exam_result.as_deref(), Some("declared"));
    assert_eq!(after.quiz.total_avg_grade, declared.total_avg_grade);
    assert_eq!(after.subject_results[0].theories[0].results_detail.remark.as_deref(), Some("Well done."));
}

#[tokio::test]
async fn an_administrator_frees_what_somebody_holds_and_it_is_on_the_record() {
    let world = demo(0).await;
    let (student, admin) = (world.student().await, world.admin().await);
    let (musa, bola) = (world.moderator("Musa").await, world.moderator("Bola").await);
    let (quiz, _) = world.written(&student).await;
    world.claim_grading(&musa, &quiz).await.unwrap();
    world.release_grading(&musa, &quiz).await.unwrap();
    assert_eq!(world.list_audit(&query(&[("action", "release")])).await.unwrap().total, 0, "one's own is none");
    world.claim_grading(&musa, &quiz).await.unwrap();
    world.release_grading(&admin, &quiz).await.unwrap();
    let audit = world.list_audit(&query(&[("action", "release")])).await.unwrap();
    assert_eq!(audit.rows[0].after["holder"], musa.user_id().unwrap().as_str());
    world.claim_grading(&bola, &quiz).await.unwrap();
    assert_eq!(reason(world.save_grades(&musa, &quiz, save(0, vec![])).await), "claim-expired");
    // A claim that expires can also be released.
    world.pass(16 * 60);
    world.release_grading(&musa, &quiz).await.unwrap();
}

#[tokio::test]
async fn the_operator_grades_too() {
    let world = demo(0).await;
    let student = world.student().await;
    let (quiz, count) = world.written(&student).await;
    let musa = world.moderator("Musa").await;
    world.claim_grading(&OPERATOR, &quiz).await.unwrap();
    assert_eq!(fact(world.claim_grading(&musa, &quiz).await, "claimedBy"), "The operator");
    let declared = world.grade_whole(&OPERATOR, &quiz, count, 100).await;
    assert_eq!(declared.total_avg_grade, average(count, 100));
    assert!(declared.gradings[0].user.is_none() && declared.gradings[0].declared);
    let all = world.grading_stats(&OPERATOR).await.unwrap();
    let last = all.last().unwrap();
    assert_eq!((last.user.is_none(), last.graded, last.declared), (true, 1, 1));
}

#[tokio::test]
async fn each_moderator_sees_their_own_counts_and_an_administrator_all() {
    let world = demo(0).await;
    let (student, admin) = (world.student().await, world.admin().await);
    let musa = world.moderator("Musa").await;
    world.pass(1);
    let bola = world.moderator("Bola").await;
    for seconds in [60, 120, 600] {
        let (quiz, count) = world.written(&student).await;
        world.claim_grading(&musa, &quiz).await.unwrap();
        world.pass(seconds);
        world.grade_all(&musa, &quiz, count, 75).await.unwrap();
        world.declare_grading(&musa, &quiz).await.unwrap();
        world.pass(3 * 24 * 3600);
    }
    let (quiz, _) = world.written(&student).await;
    world.claim_grading(&musa, &quiz).await.unwrap();
    let own = world.grading_stats(&musa).await.unwrap();
    let [own] = own.as_slice() else { panic!("{own:?}") };
    assert_eq!((own.held, own.graded, own.declared), (1, 3, 3));
    assert_eq!((own.today, own.last7_days, own.last30_days), (0, 2, 3));
    assert_eq!(own.week, [1, 0, 0, 1, 0, 0, 0], "day by day, today last");
    assert_eq!((own.mean_seconds, own.median_seconds), (Some(260), Some(120)));
    let none = world.grading_stats(&bola).await.unwrap();
    assert_eq!((none.len(), none[0].graded, none[0].mean_seconds), (1, 0, None));
    let all = world.grading_stats(&admin).await.unwrap();
    let names: Vec<_> = all.iter().filter_map(|one| Some(one.user.as_ref()?.first_name.as_str())).collect();
    assert_eq!(names, ["Musa", "Bola"]);
    assert_eq!(all[0].graded, 3);
}

#[tokio::test]
async fn a_graders_day_begins_at_midnight_in_west_africa() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let (quiz, count) = world.written(&student).await;
    // 23:30 in Lagos.
    let late = "2026-03-02T22:30:00.007Z".parse::<Instant>().unwrap();
    world.clock.advance(late - world.now());
    world.grade_whole(&musa, &quiz, count, 75).await;
    let stats = world.grading_stats(&musa).await.unwrap();
    assert_eq!((stats[0].today, &*stats[0].week), (1, &[0, 0, 0, 0, 0, 0, 1][..]));
    world.pass(3600);
    let stats = world.grading_stats(&musa).await.unwrap();
    assert_eq!((stats[0].today, &*stats[0].week), (0, &[0, 0, 0, 0, 0, 1, 0][..]));
}

#[tokio::test]
async fn only_owners_make_moderators_and_students_are_nobody_to_them() {
    let world = demo(0).await;
    let (student, admin, musa) = (world.student().await, world.admin().await, world.moderator("Musa").await);
    let person = kofi("new@sabi.test");
    for who in [&student, &musa, &admin] {
        assert_eq!(reason(world.create_user(who, Role::Moderator, person.clone()).await), "forbidden");
    }
    let (quiz, _) = world.written(&student).await;
    let list = async |who: &Actor, params: &[(&str, &str)]| world.list_user_theories(who, &query(params)).await;
    assert_eq!(list(&admin, &[]).await.unwrap().rows[0].user.as_ref().unwrap().email, "student@sabi.test");
    assert!(list(&musa, &[]).await.unwrap().rows[0].user.is_none());
    assert_eq!(list(&admin, &[("q", "student@sabi.test")]).await.unwrap().total, 1);
    assert_eq!(list(&musa, &[("q", "student@sabi.test")]).await.unwrap().total, 0);
    assert_eq!(fields(list(&musa, &[("sort", "user")]).await), ["sort"]);
    assert!(list(&admin, &[]).await.unwrap().rows[0].claim.is_none());
    world.claim_grading(&musa, &quiz).await.unwrap();
    let held = async |who: &Actor| list(who, &[]).await.unwrap().rows.remove(0).claim.unwrap();
    assert!(held(&musa).await.is_mine);
    assert!(!held(&admin).await.is_mine && held(&admin).await.by.contains(' '));
    assert!(world.find_result(&musa, &quiz, true).await.is_ok(), "the console reads it so");

    let id: Id<User> = musa.user_id().unwrap().clone();
    assert_eq!(world.list_users(Role::Moderator, &ListQuery::default()).await.unwrap().total, 1);
    world.set_user_status(&admin, &id, AccountStatus::Blocked).await.unwrap();
    assert!(world.try_log_in("musa@sabi.test", crate::support::PASSWORD).await.is_err());
}

#[tokio::test]
async fn waiting_and_declared_submissions_are_one_list_by_time() {
    let world = demo(0).await;
    let (student, admin, musa) = (world.student().await, world.admin().await, world.moderator("Musa").await);
    let mut written = Vec::new();
    for turn in 0..5 {
        let (quiz, count) = world.written(&student).await;
        if turn % 2 == 1 {
            world.grade_whole(&musa, &quiz, count, 50).await;
        }
        written.push(quiz);
    }
    let pages = async |who: &Actor, params: &[(&str, &str)]| {
        let mut all = Vec::new();
        for page in ["1", "2", "3"] {
            let ask = [params, &[("page", page), ("limit", "2")]].concat();
            let page = world.list_user_theories(who, &query(&ask)).await.unwrap();
            assert_eq!(page.total, 5);
            all.extend(page.rows.into_iter().map(|row| row.id));
        }
        all
    };
    for who in [&admin, &musa] {
        assert_eq!(pages(who, &[]).await, written);
        assert_eq!(pages(who, &[("state", "all"), ("from", "2020-01-01")]).await, written);
        assert_eq!(pages(who, &[("sort", "submittedAt")]).await, written);
        let mut newest = pages(who, &[("sort", "-submittedAt")]).await;
        newest.reverse();
        assert_eq!(newest, written);
    }
    let declared = world.list_user_theories(&admin, &query(&[("state", "declared")])).await.unwrap();
    assert_eq!((declared.total, &declared.rows[0].id), (2, &written[1]));
}

#[tokio::test]
async fn an_export_withholds_remarks_on_what_a_running_mock_asks() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let me = student.user_id().unwrap();
    let (quiz, count) = world.written(&student).await;
    world.claim_grading(&musa, &quiz).await.unwrap();
    let remarked = |n: usize| Grade { remark: Some("The key word is missing.".into()), ..given(&quiz, n, 50) };
    world.save_grades(&musa, &quiz, save(0, (2..=count).map(remarked).collect())).await.unwrap();
    world.declare_grading(&musa, &quiz).await.unwrap();
    // Each answered theory question, and whether its remark is shown.
    let told = async || -> Vec<(String, bool)> {
        let results = world.export(&student, me).await.unwrap().results;
        let answers = results[0]["theories"].as_array().unwrap().iter().skip(1);
        answers.map(|answer| (answer["theory"].to_string(), answer["remark"].is_string())).collect()
    };
    let ask = world.ask("wassce-waec-ssce", Mode::Mock, &["Mathematics"]).await;
    let ask = StartAttempt { exam_type: ExamType::Theory, ..ask };
    let (mock, paper, _) = world.start_attempt(&student, ask).await.unwrap();
    let asked: Vec<_> = paper.subjects[0].theories.iter().map(|theory| theory.id.to_string()).collect();
    let during = told().await;
    assert!(during.iter().any(|(_, is_told)| !is_told));
    for (theory, is_told) in during {
        assert_eq!(is_told, !asked.iter().any(|id| theory.contains(id.as_str())), "{theory}");
    }
    world.cancel_attempt(&student, &mock.id).await.unwrap();
    assert!(told().await.iter().all(|(_, is_told)| *is_told));
}

#[tokio::test]
async fn erasing_people_leaves_their_gradings_and_takes_the_words() {
    let world = demo(0).await;
    let (student, musa) = (world.student().await, world.moderator("Musa").await);
    let (quiz, count) = world.written(&student).await;
    world.claim_grading(&musa, &quiz).await.unwrap();
    let remark = Grade { remark: Some("As Ada writes: angles".into()), ..given(&quiz, 2, 100) };
    world.save_grades(&musa, &quiz, save(0, vec![remark])).await.unwrap();
    world.grade_all(&musa, &quiz, count, 75).await.unwrap();
    world
        .save_grades(&musa, &quiz, save(2, vec![Grade { remark: Some("As Ada writes".into()), ..given(&quiz, 2, 75) }]))
        .await
        .unwrap();
    world.declare_grading(&musa, &quiz).await.unwrap();
    let musa_id = musa.user_id().unwrap();
    let held = world.export(&musa, musa_id).await.unwrap();
    assert_eq!(held.gradings.len(), 1);
    assert!(matches!(world.delete_user(&OPERATOR, musa_id).await, Err(Error::Conflict(_))), "it has a history");

    world.erase_person(&OPERATOR, musa_id).await.unwrap();
    let read = world.find_grading(&world.admin().await, &quiz).await.unwrap();
    assert_eq!(read.gradings[0].user.as_ref().unwrap().first_name, "Erased");
    assert_eq!(read.total_avg_grade, average(count, 75));
    world.erase_person(&OPERATOR, student.user_id().unwrap()).await.unwrap();
    assert!(
        !world.where_is("As Ada writes").await.iter().any(|table| table != "mail"),
        "{:?}",
        world.where_is("As Ada writes").await
    );
}

#[tokio::test]
async fn second_opinions_are_drawn_with_the_secret_of_the_installation() {
    let (one, other) = (World::bare().await, World::bare().await);
    let draw = |world: &World, n: usize| world.secrets().draw(&format!("second opinion of {n}")).unwrap() % 100;
    let chosen = |world: &World| (0..2_000).filter(|n| draw(world, *n) < 10).collect::<Vec<_>>();
    let (first, second) = (chosen(&one), chosen(&other));
    assert!((120..280).contains(&first.len()), "{} of 2,000 at 10 percent", first.len());
    assert_eq!(chosen(&one), first, "the same whenever it is asked");
    let both = first.iter().filter(|n| second.contains(n)).count();
    assert!(both < 60, "{both} are chosen by another secret, too");
}
