//! A mock whose paper is fetched ahead and taken without a network: one use, a stated time, answers that arrive late.

use std::collections::HashSet;

use chrono::Duration;
use sabi_core::{
    catalogue::{Exam, ExamInput, ExamType, Mode},
    clock::Instant,
    exam::{
        Answer, AttemptView, OPEN_WITHIN, OnlyQuestions, OpenAttempt, PackRequest, PaperView, QuizResult, StartAttempt,
        StatisticsState, SubmitResult,
    },
    people::Actor,
    records::Resource as _,
    store::Id,
};

use crate::support::{World, answer, fields, questions, reason, submit};

const OPERATOR: Actor = Actor::Operator;
const HOUR: i64 = 3600;

/// A student with a plan. Mocks are short, so that the bank has other questions too.
struct Student {
    world: World,
    who: Actor,
}

impl Student {
    async fn new() -> Self {
        let world = World::demo().await;
        world.shorten_mocks(5).await;
        let who = world.class(1).await.swap_remove(0);
        Self { world, who }
    }

    async fn ask(&self) -> StartAttempt {
        self.world.ask("jamb-utme", Mode::Mock, &["Physics"]).await
    }

    async fn fetch(&self) -> (AttemptView, PaperView) {
        let (attempt, paper, _) = self.world.fetch_ahead(&self.who, self.ask().await).await.unwrap();
        (attempt, paper)
    }

    async fn open(&self, attempt: &AttemptView, at: Instant) -> sabi_core::Result<AttemptView> {
        self.world.open_attempt(&self.who, &attempt.id, OpenAttempt { opened_at: Some(at) }).await
    }

    async fn change_exam(&self, change: impl FnOnce(&mut ExamInput)) -> sabi_core::Result<()> {
        let exam = self.world.exam("jamb-utme").await;
        let mut form = exam.form();
        change(&mut form);
        self.world.update::<Exam>(&OPERATOR, &exam.id, form).await.map(drop)
    }

    async fn results(&self) -> Vec<QuizResult> {
        let sql = "SELECT * FROM quiz WHERE user = $user ORDER BY created_at";
        self.world.store.query(sql).bind(("user", self.who.user_id().unwrap().clone())).all().await.unwrap()
    }
}

fn given(paper: &PaperView, place: usize, at: Instant) -> Answer {
    Answer { at: Some(at), ..answer(questions(paper)[place], 0) }
}

fn ids(paper: &PaperView) -> Vec<Id<sabi_core::bank::Question>> {
    questions(paper).iter().map(|one| one.id.clone()).collect()
}

#[tokio::test]
async fn a_paper_fetched_ahead_is_one_until_it_is_opened() {
    let student = Student::new().await;
    let (world, who) = (&student.world, &student.who);
    let (attempt, paper) = student.fetch().await;
    let ahead = attempt.ahead.as_ref().unwrap();
    assert_eq!((attempt.state.as_str(), attempt.deadline, ahead.opened_at), ("running", None, None));
    assert_eq!(ahead.open_until, world.now() + OPEN_WITHIN);
    let time = Duration::minutes(attempt.time_duration.unwrap());
    assert_eq!(ahead.taken_until, ahead.open_until + time + Duration::hours(24));

    // Asked again, on another device or for other subjects, it is the same.
    world.pass(HOUR);
    let other = world.ask("jamb-utme", Mode::Mock, &["Biology"]).await;
    let again = world.fetch_ahead(who, other).await.unwrap();
    assert_eq!((&again.0.id, ids(&again.1)), (&attempt.id, ids(&paper)));
    let both = futures::future::join_all((0..4).map(|_| student.fetch())).await;
    assert!(both.iter().all(|(one, _)| one.id == attempt.id));

    assert_eq!(reason(world.find_attempt(who, &attempt.id).await), "not-opened");
    assert_eq!(reason(world.save(who, &attempt, 0, vec![given(&paper, 0, world.now())]).await), "not-opened");
    assert_eq!(reason(world.submit(who, submit(&attempt, vec![given(&paper, 0, world.now())])).await), "not-opened");
    assert_eq!(reason(world.start_attempt(who, student.ask().await).await), "running-mock");
    let listed = world.list_running_attempts(who).await.unwrap();
    assert_eq!(listed.iter().map(|one| &one.id).collect::<Vec<_>>(), [&attempt.id]);
    let exported = world.export(who, who.user_id().unwrap()).await.unwrap();
    assert_eq!((exported.attempts.len(), exported.attempts[0].get("paper")), (1, None));

    // The keys of its questions are secret from now on, so other tests leave them out.
    let of_paper: HashSet<_> = ids(&paper).into_iter().collect();
    let (_, practice) = world.start(who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    assert!(!ids(&practice).is_empty() && ids(&practice).iter().all(|id| !of_paper.contains(id)));
    let exam = world.exam("jamb-utme").await.id;
    let list = world.list_packs(who, &exam, None).await.unwrap();
    let pack = list.packs.iter().find(|one| one.subject.title == "Physics").unwrap();
    let ask = PackRequest { exam, university: None, only: OnlyQuestions::All };
    assert_eq!(reason(world.pack(who, &pack.id, &ask).await), "in-running-mock");
}

#[tokio::test]
async fn answers_given_in_time_count_though_they_arrive_hours_later() {
    let student = Student::new().await;
    let (world, who) = (&student.world, &student.who);
    let (attempt, paper) = student.fetch().await;
    let minutes = attempt.time_duration.unwrap();
    world.pass(26 * HOUR);
    let opened = world.now();
    let deadline = opened + Duration::minutes(minutes);
    world.pass(minutes * 60 + 5 * HOUR);

    let open = student.open(&attempt, opened).await.unwrap();
    assert_eq!((open.started_at, open.deadline), (opened, Some(deadline)));
    assert_eq!(student.open(&attempt, opened).await.unwrap().deadline, Some(deadline), "sent again");
    let resumed = world.find_attempt(who, &attempt.id).await.unwrap().1;
    assert_eq!(ids(&resumed), ids(&paper));
    let late = given(&paper, 2, deadline + Duration::seconds(1));
    let answers = vec![given(&paper, 0, opened + Duration::seconds(60)), given(&paper, 1, deadline), late.clone()];
    let saved = world.save(who, &attempt, 0, answers).await.unwrap();
    assert_eq!(saved.ignored, [late.question.unwrap().to_string()]);

    let hand_in = SubmitResult { ended_at: Some(deadline + Duration::seconds(20)), ..submit(&attempt, vec![]) };
    let first = world.submit(who, hand_in.clone()).await.unwrap();
    assert_eq!(world.submit(who, hand_in).await.unwrap().quiz_id, first.quiz_id, "sent again");
    let results = student.results().await;
    assert_eq!(results.len(), 1);
    let result = &results[0];
    assert_eq!(
        (result.mode, result.taken_offline, result.statistics),
        (Mode::Mock, true, Some(StatisticsState::Exempt))
    );
    assert_eq!((result.created_at, result.used_time), (deadline, minutes * 60));
    assert_eq!(result.marked.iter().filter(|item| item.chosen.is_some()).count(), 2);
    let shown = world.find_result(who, &result.id, true).await.unwrap();
    assert!(shown.quiz.taken_offline);
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
    // It was one use: the next mock is another paper.
    assert_ne!(student.fetch().await.0.id, attempt.id);
}

#[tokio::test]
async fn an_administrator_limits_how_late_answers_arrive() {
    let student = Student::new().await;
    assert_eq!(fields(student.change_exam(|exam| exam.late_hours = Some(0)).await), ["lateHours"]);
    assert_eq!(fields(student.change_exam(|exam| exam.late_hours = Some(169)).await), ["lateHours"]);
    student.change_exam(|exam| exam.late_hours = Some(2)).await.unwrap();
    let (world, who) = (&student.world, &student.who);
    let (attempt, paper) = student.fetch().await;
    let (opened, minutes) = (world.now(), attempt.time_duration.unwrap());
    world.pass(minutes * 60 + 2 * HOUR);
    student.open(&attempt, opened).await.unwrap();
    let save = async |revision| world.save(who, &attempt, revision, vec![given(&paper, 0, opened)]).await;
    save(0).await.unwrap();
    world.pass(1);
    assert_eq!(reason(save(1).await), "time-up");
    // Left alone, it ends with what has arrived.
    world.pass(60);
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    assert_eq!(student.results().await.len(), 1);

    // One that is heard of too late ends without a result.
    let (attempt, paper) = student.fetch().await;
    let opened = world.now();
    world.pass(minutes * 60 + 2 * HOUR + 60);
    assert_eq!(student.open(&attempt, opened).await.unwrap().state, "cancelled");
    let refused = world.save(who, &attempt, 0, vec![given(&paper, 0, opened)]).await;
    assert_eq!(reason(refused), "attempt-closed");
    assert_eq!(student.results().await.len(), 1);
}

#[tokio::test]
async fn an_unopened_paper_expires_and_is_no_mock_taken() {
    let student = Student::new().await;
    let world = &student.world;
    let (attempt, _) = student.fetch().await;
    let last = attempt.ahead.unwrap().taken_until;
    world.pass((last - world.now()).num_seconds());
    assert_eq!(world.expire_attempts().await.unwrap(), 0, "it may have been opened at the last moment");
    world.pass(31);
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    assert!(student.results().await.is_empty());

    // Given back before, it makes room for another.
    let (second, _) = student.fetch().await;
    world.cancel_attempt(&student.who, &second.id).await.unwrap();
    let (third, _) = student.fetch().await;
    assert_ne!(second.id, third.id);
    // Past its time it is not handed out again.
    world.pass(OPEN_WITHIN.num_seconds() + 1);
    assert_eq!(reason(world.fetch_ahead(&student.who, student.ask().await).await), "running-mock");
    assert!(student.results().await.is_empty());
}

#[tokio::test]
async fn only_what_is_plausible_is_taken() {
    let student = Student::new().await;
    let (world, who) = (&student.world, &student.who);
    let practice = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    assert_eq!(fields(world.fetch_ahead(who, practice).await), ["assessmentId"]);
    let theory = StartAttempt {
        exam_type: ExamType::Theory,
        ..world.ask("wassce-waec-ssce", Mode::Mock, &["Mathematics"]).await
    };
    assert_eq!(fields(world.fetch_ahead(who, theory).await), ["examType"]);
    let (attempt, _) = student.fetch().await;
    world.pass(HOUR);
    for at in [attempt.started_at - Duration::hours(1), world.now() + Duration::hours(1)] {
        assert_eq!(fields(student.open(&attempt, at).await), ["openedAt"]);
    }
    let stranger = world.student().await;
    let open = OpenAttempt::default();
    assert!(world.open_attempt(&stranger, &attempt.id, open.clone()).await.is_err(), "somebody else's");
    let (mock, _) = world.start(&stranger, "jamb-utme", Mode::Mock, &["Physics"]).await;
    assert_eq!(reason(world.open_attempt(&stranger, &mock.id, open).await), "not-ahead");

    world.cancel_attempt(who, &attempt.id).await.unwrap();
    student.change_exam(|exam| exam.downloads_off = true).await.unwrap();
    assert_eq!(reason(world.fetch_ahead(who, student.ask().await).await), "offline-off");
}

#[tokio::test]
async fn a_test_under_way_can_be_submitted_before_the_fetched_mock() {
    let student = Student::new().await;
    let (world, who) = (&student.world, &student.who);
    let ask = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let ask = StartAttempt { question_limit: Some(3), ..ask };
    let (running, practice, _) = world.start_attempt(who, ask).await.unwrap();
    let own: HashSet<_> = ids(&practice).into_iter().collect();
    let (_, paper) = student.fetch().await;
    assert!(ids(&paper).iter().all(|id| !own.contains(id)));
    let done = world.submit(who, submit(&running, vec![given(&practice, 0, world.now())])).await.unwrap();
    assert!(done.quiz_id.is_some());
}
