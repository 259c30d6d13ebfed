//! Practice offline: what a device may download, and results that are handed in once, whatever arrives how often.

use std::collections::HashSet;

use chrono::Duration;
use sabi_core::{
    Error,
    bank::{Question, QuestionInput, SubjectYear, SubjectYearInput},
    catalogue::{Exam, ExamInput, Mode},
    clock::Instant,
    exam::{
        CorrectKey, HandInOffline, MoveYear, OfflineQuestion, OfflineSource, OfflineTest, OnlyQuestions, OptionName,
        Pack, PackGrant, PackList, PackRequest, QuizResult, SyncState, SyncedTest,
    },
    people::{Actor, User},
    plans::Subscription,
    records::Resource as _,
    store::Id,
};

use crate::support::{World, answer, fields, questions, reason, submit};

const OPERATOR: Actor = Actor::Operator;
const DAY: i64 = 86_400;

/// A student with a plan, and a device.
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

    async fn list(&self) -> PackList {
        self.world.list_packs(&self.who, &self.exam, None).await.unwrap()
    }

    async fn try_pack(&self, place: usize, only: OnlyQuestions) -> Result<Pack, Error> {
        let entry = self.list().await.packs.swap_remove(place);
        let ask = PackRequest { exam: self.exam.clone(), university: None, only };
        self.world.pack(&self.who, &entry.id, &ask).await
    }

    async fn pack(&self) -> Pack {
        self.try_pack(0, OnlyQuestions::All).await.unwrap()
    }

    /// A study test of the first questions of a pack. The first `right` answers are right, the next `wrong` wrong, and
    /// the last one is left open.
    async fn test(&self, pack: &Pack, id: &str, right: usize, wrong: usize) -> OfflineTest {
        let question = |(place, one): (usize, &sabi_core::exam::PackQuestion)| {
            let other = one.options.iter().find(|option| option.id != one.correct).unwrap();
            let is_right = place < right;
            let answer = if is_right { &one.correct } else { &other.id };
            OfflineQuestion {
                question: one.id.clone(),
                version: one.version,
                answer: (place < right + wrong).then(|| answer.clone()),
                right: is_right,
                shown: false,
                doubted: false,
            }
        };
        let now = self.world.now();
        OfflineTest {
            id: id.into(),
            exam_id: self.exam.clone(),
            assessment_id: self.world.assessment(Mode::Study).await,
            university: None,
            year: Some(i64::from(pack.year)),
            from: OfflineSource::Bank,
            started_at: now - Duration::seconds(600),
            ended_at: now - Duration::seconds(300),
            used_seconds: 300,
            minutes: None,
            packs: vec![grant(pack)],
            questions: pack.questions.iter().take(right + wrong + 1).enumerate().map(question).collect(),
        }
    }

    async fn hand_in(&self, tests: &[&OfflineTest]) -> Vec<SyncedTest> {
        let tests = tests.iter().map(|test| (*test).clone()).collect();
        self.world.hand_in_offline(&self.who, HandInOffline { tests }).await.unwrap()
    }

    async fn hand_in_one(&self, test: &OfflineTest) -> SyncedTest {
        self.hand_in(&[test]).await.swap_remove(0)
    }

    async fn results(&self) -> Vec<QuizResult> {
        let sql = "SELECT * FROM quiz WHERE user = $user ORDER BY created_at";
        self.world.store.query(sql).bind(("user", self.who.user_id().unwrap().clone())).all().await.unwrap()
    }

    /// The stored sums are those of the results.
    async fn must_agree(&self) {
        assert_eq!(self.world.recount(&OPERATOR, true).await.unwrap(), []);
    }

    async fn change_exam(&self, change: impl FnOnce(&mut ExamInput)) {
        let exam = self.world.exam("jamb-utme").await;
        let mut form = exam.form();
        change(&mut form);
        self.world.update::<Exam>(&OPERATOR, &exam.id, form).await.unwrap();
    }

    /// Another option becomes the key of a question.
    async fn correct_key(&self, question: &Id<Question>) {
        let stored: Question = self.world.load(question).await.unwrap().unwrap();
        let other = stored.body.options.iter().find(|option| option.id != stored.body.correct).unwrap();
        let ask = CorrectKey { option: OptionName::Text(other.id.to_string()), version: None, dry_run: false };
        self.world.correct_key(&OPERATOR, question, ask).await.unwrap();
    }
}

fn grant(pack: &Pack) -> PackGrant {
    PackGrant { id: pack.id.clone(), revision: pack.revision, grant: pack.grant.clone() }
}

#[tokio::test]
async fn a_pack_has_the_active_questions_of_a_year_with_keys_and_explanations() {
    let student = Student::new().await;
    let list = student.list().await;
    assert!(list.allowed && !list.trial && !list.packs.is_empty() && list.left_today.is_none());
    let titles: Vec<_> = list.packs.iter().map(|pack| (&pack.subject.title, -pack.year)).collect();
    assert!(titles.is_sorted(), "by subject, the newest year first");
    let pack = student.pack().await;
    let entry = &list.packs[0];
    assert_eq!(
        (pack.order.len(), pack.questions.len(), pack.revision),
        (entry.questions, entry.questions, entry.revision)
    );
    let sql = "SELECT * FROM question WHERE year = $year AND status = true ORDER BY position";
    let stored: Vec<Question> = student.world.store.query(sql).bind(("year", pack.id.clone())).all().await.unwrap();
    assert_eq!(stored.iter().map(|one| (one.id.clone(), one.version)).collect::<Vec<_>>(), pack.order);
    for (stored, shown) in stored.iter().zip(&pack.questions) {
        assert_eq!((&stored.body.correct, &stored.body.description), (&shown.correct, &shown.description));
        assert!(!shown.topic.title.is_empty() && !shown.section.title.is_empty(), "{shown:?}");
    }
    // The next list knows what the download cost.
    let known = student.list().await.packs.swap_remove(0);
    assert!(known.bytes != entry.bytes && known.bytes <= 300 * known.questions, "{known:?}");
}

#[tokio::test]
async fn an_update_asks_for_the_versions_and_then_for_what_has_changed() {
    let student = Student::new().await;
    let before = student.pack().await;
    let changed = before.order[1].0.clone();
    student.correct_key(&changed).await;
    let order = student.try_pack(0, OnlyQuestions::None).await.unwrap();
    assert!(order.questions.is_empty() && order.revision > before.revision && order.grant != before.grant);
    let new: Vec<_> = order.order.iter().filter(|one| !before.order.contains(one)).collect();
    assert_eq!(new.iter().map(|(id, _)| id).collect::<Vec<_>>(), [&changed]);
    let these = OnlyQuestions::parse(Some(changed.as_str())).unwrap();
    let part = student.try_pack(0, these).await.unwrap();
    assert_eq!(part.questions.iter().map(|one| &one.id).collect::<Vec<_>>(), [&changed]);
    assert_eq!(fields(OnlyQuestions::parse(Some(&"x,".repeat(25)))), ["only"]);
}

#[tokio::test]
async fn only_those_with_a_plan_download_and_a_trial_its_sample() {
    let student = Student::new().await;
    let (world, exam) = (&student.world, &student.exam);
    let key = Subscription::key(student.who.user_id().unwrap(), exam, None);
    let held: Subscription = world.load(&key).await.unwrap().unwrap();
    assert_eq!(student.list().await.keep_until, held.expire_at + Duration::days(7));
    let whole = student.list().await.packs[0].questions;

    let trial = "UPDATE $id SET plan_name = 'Trial', num_of_questions = 5 RETURN NONE";
    world.store.write(trial).bind(("id", key.clone())).done().await.unwrap();
    let list = student.list().await;
    assert!(list.trial && list.packs[0].questions <= 5 && list.packs[0].questions < whole, "{list:?}");
    assert_eq!(student.pack().await.questions.len(), list.packs[0].questions);

    world.store.write("DELETE $id RETURN NONE").bind(("id", key)).done().await.unwrap();
    assert_eq!(reason(world.list_packs(&student.who, exam, None).await), "no-subscription");
    let other = world.student().await;
    let mine = held.exam == *exam;
    assert!(mine);
    let foreign = PackRequest { exam: exam.clone(), university: None, only: OnlyQuestions::All };
    assert!(matches!(world.pack(&other, &Id::new("none"), &foreign).await, Err(Error::NotFound("Pack"))));
}

#[tokio::test]
async fn administrators_switch_downloads_off_and_limit_them() {
    let student = Student::new().await;
    let size = i64::try_from(student.list().await.packs[0].questions).unwrap();
    student.change_exam(|exam| exam.max_downloads = Some(size)).await;
    assert_eq!(student.list().await.left_today, Some(size));
    student.pack().await;
    assert_eq!(student.list().await.left_today, Some(0));
    assert_eq!(reason(student.try_pack(0, OnlyQuestions::All).await), "daily-limit");
    student.try_pack(0, OnlyQuestions::None).await.expect("the order alone is no download");
    student.world.pass(DAY);
    assert_eq!(student.list().await.left_today, Some(size));
    student.pack().await;

    student.change_exam(|exam| exam.downloads_off = true).await;
    assert!(!student.list().await.allowed);
    assert_eq!(reason(student.try_pack(0, OnlyQuestions::All).await), "offline-off");
}

#[tokio::test]
async fn a_mock_locks_the_packs_of_its_subjects_until_it_is_over() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let (attempt, paper) = student.world.start(&student.who, "jamb-utme", Mode::Mock, &[&pack.subject.title]).await;
    let list = student.list().await;
    assert!(list.packs.iter().all(|one| one.locked == (one.subject.id == pack.subject.id)), "{list:?}");
    let place = list.packs.iter().position(|one| one.id == pack.id).unwrap();
    assert_eq!(reason(student.try_pack(place, OnlyQuestions::All).await), "in-running-mock");

    // A test that shares questions waits; it is taken when the mock is over.
    let of_mock: HashSet<_> = questions(&paper).into_iter().map(|one| one.id.clone()).collect();
    let mut test = student.test(&pack, "shares-some", 3, pack.questions.len() - 4).await;
    assert!(test.questions.iter().any(|one| of_mock.contains(&one.question)), "it has all questions of the year");
    let waiting = student.hand_in_one(&test).await;
    assert_eq!((waiting.state, waiting.quiz_id), (SyncState::Waiting, None));
    let first = answer(questions(&paper)[0], 0);
    student.world.submit(&student.who, submit(&attempt, vec![first])).await.unwrap();
    assert_eq!(student.hand_in_one(&test).await.state, SyncState::Stored);

    test.id = "a-mock-of-its-own".into();
    test.assessment_id = student.world.assessment(Mode::Mock).await;
    assert_eq!(student.hand_in_one(&test).await.state, SyncState::Refused);
}

#[tokio::test]
async fn a_held_back_question_is_in_no_pack_and_first_in_mocks() {
    let student = Student::new().await;
    let before = student.pack().await;
    let visitors = student.world.visitor_questions().await.unwrap();
    let shown: HashSet<_> = visitors.of(&student.exam).iter().map(|one| one.question.id.clone()).collect();
    let ids = before.order.iter().map(|(id, _)| id.clone());
    let held: Vec<_> = ids.filter(|id| !shown.contains(id)).take(3).collect();
    let sql = "UPDATE $ids SET held_back = true RETURN NONE";
    student.world.store.write(sql).bind(("ids", held.clone())).done().await.unwrap();
    let after = student.pack().await;
    assert!(held.iter().all(|id| after.order.iter().all(|(other, _)| other != id)));
    assert_eq!(after.order.len(), before.order.len() - 3);
    let (_, paper) = student.world.start(&student.who, "jamb-utme", Mode::Mock, &[&before.subject.title]).await;
    let drawn: HashSet<_> = questions(&paper).into_iter().map(|one| one.id.clone()).collect();
    assert!(held.iter().all(|id| drawn.contains(id)));
    let grid = student.world.bank_grid().await.unwrap();
    let subject = grid.iter().flat_map(|exam| &exam.subjects).find(|one| one.id == before.subject.id).unwrap();
    assert_eq!(subject.held_back, 3);
}

#[tokio::test]
async fn an_offline_test_has_one_result_however_often_it_arrives() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let (first, second) =
        (student.test(&pack, "first-test", 3, 2).await, student.test(&pack, "second-test", 1, 4).await);
    let both = student.hand_in(&[&second, &first]).await;
    for round in 0..3 {
        assert_eq!(student.hand_in(&[&second, &first]).await, both, "{round}");
    }
    // From two devices, or two tabs, at once.
    let third = student.test(&pack, "third-test", 2, 2).await;
    let all = futures::future::join_all((0..6).map(|_| student.hand_in_one(&third))).await;
    assert!(all.iter().all(|one| one == &all[0] && one.state == SyncState::Stored), "{all:?}");
    let results = student.results().await;
    assert_eq!(results.len(), 3);
    assert_eq!((both[1].correct, both[1].total, both[1].differences.len()), (3, 6, 0));
    let stored: QuizResult = student.world.load(both[1].quiz_id.as_ref().unwrap()).await.unwrap().unwrap();
    assert_eq!((stored.tally.correct, stored.tally.wrong, stored.tally.unseen), (3, 2, 1));
    assert_eq!((stored.mode, stored.used_time, stored.created_at), (Mode::Study, 300, first.ended_at));
    assert_eq!(stored.offline.as_ref().map(|mark| mark.device_correct), Some(3));
    student.must_agree().await;
    // Another student's test of the same name is another one.
    let other = student.world.student().await;
    let foreign = student.world.hand_in_offline(&other, HandInOffline { tests: vec![first] }).await.unwrap();
    assert_eq!(foreign[0].state, SyncState::Refused, "the pack was downloaded by somebody else");
}

#[tokio::test]
async fn tests_of_one_call_have_the_results_that_single_calls_give() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let mut tests = Vec::new();
    for (id, right, wrong, hour) in [("the-latest", 4, 1, 3), ("the-first", 1, 3, 1), ("between-them", 2, 2, 2)] {
        let later = Duration::hours(hour - 4);
        let test = student.test(&pack, id, right, wrong).await;
        tests.push(OfflineTest { started_at: test.started_at + later, ended_at: test.ended_at + later, ..test });
    }
    let of_mock = OfflineTest { assessment_id: student.world.assessment(Mode::Mock).await, ..tests[0].clone() };
    let refused = OfflineTest { id: "not-a-practice".into(), ..of_mock };
    let open = student.test(&pack, "nothing-answered", 0, 0).await;
    let sent = [&tests[0], &refused, &tests[1], &open, &tests[2], &tests[1]];
    let synced = student.hand_in(&sent).await;
    let states: Vec<_> = synced.iter().map(|one| one.state).collect();
    let (stored, other) = (SyncState::Stored, [SyncState::Refused, SyncState::Cancelled]);
    assert_eq!(states, [stored, other[0], stored, other[1], stored, stored]);
    assert_eq!(synced[5], synced[2], "sent twice in one call");
    let at_once = student.results().await;
    assert_eq!(at_once.len(), 3);
    student.must_agree().await;
    let list = student.list().await;

    let other = student.world.student().await;
    let ask = PackRequest { exam: student.exam.clone(), university: None, only: OnlyQuestions::All };
    let own = student.world.pack(&other, &pack.id, &ask).await.unwrap();
    for (test, place) in tests.into_iter().zip([0, 2, 4]) {
        let alone = HandInOffline { tests: vec![OfflineTest { packs: vec![grant(&own)], ..test }] };
        let synced_alone = student.world.hand_in_offline(&other, alone).await.unwrap();
        let without_id = |one: &SyncedTest| SyncedTest { quiz_id: None, ..one.clone() };
        assert_eq!(without_id(&synced_alone[0]), without_id(&synced[place]));
    }
    student.must_agree().await;
    let list_alone = student.world.list_packs(&other, &student.exam, None).await.unwrap();
    assert!(!list.mistakes.is_empty());
    assert_eq!((list_alone.mistakes, list_alone.due), (list.mistakes, list.due));
}

#[tokio::test]
async fn a_test_whose_year_was_moved_waits_until_the_student_may_download_the_new_one() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let test = student.test(&pack, "before-the-move", 2, 1).await;
    let turn = async |id: &Id<SubjectYear>, is_on: bool| {
        let change = |old: &SubjectYear| Ok(SubjectYearInput { status: Some(is_on), ..old.form() });
        student.world.edit::<SubjectYear>(&OPERATOR, id, None, change).await.unwrap();
    };
    turn(&pack.id, false).await;
    let to = MoveYear { year: Some(1987), ..MoveYear::default() };
    let moved = student.world.move_year(&OPERATOR, &pack.id, &to).await.unwrap();
    let waiting = student.hand_in_one(&test).await;
    assert_eq!((waiting.state, waiting.quiz_id), (SyncState::Waiting, None));
    turn(&moved.id, true).await;
    // A question that is in no pack of the student's tells nothing of its key.
    let other = OfflineTest { id: "with-one-held-back".into(), ..test.clone() };
    let held = |is_held: bool| {
        let sql = "UPDATE $id SET held_back = $is_held RETURN NONE";
        let call = student.world.store.write(sql).bind(("id", test.questions[0].question.clone()));
        call.bind(("is_held", is_held)).done()
    };
    held(true).await.unwrap();
    assert_eq!(student.hand_in_one(&other).await.state, SyncState::Waiting);
    held(false).await.unwrap();
    let synced = student.hand_in_one(&test).await;
    assert_eq!((synced.state, synced.correct, synced.total), (SyncState::Stored, 2, 4));
    student.world.pass(9_000 * DAY);
    assert_eq!(student.hand_in_one(&other).await.state, SyncState::Waiting, "the plan has ended");
    student.must_agree().await;
}

#[tokio::test]
async fn what_went_wrong_offline_is_to_be_repeated() {
    let student = Student::new().await;
    let pack = student.pack().await;
    student.hand_in_one(&student.test(&pack, "first-test", 3, 2).await).await;
    student.world.pass(DAY);
    let list = student.list().await;
    let missed: Vec<_> = pack.order[3..6].iter().map(|(id, _)| id.clone()).collect();
    assert_eq!(list.mistakes, missed, "the wrong ones, and the one left open");
    assert_eq!(list.due.len(), 2);
    assert!(list.due.iter().all(|id| missed[..2].contains(id)), "{:?}", list.due);
    student.must_agree().await;
}

#[tokio::test]
async fn offline_results_do_not_count_for_the_statistics_of_questions() {
    let student = Student::new().await;
    let pack = student.pack().await;
    student.hand_in_one(&student.test(&pack, "first-test", 3, 2).await).await;
    student.world.aggregate_batch().await.unwrap();
    let counted: Vec<String> =
        student.world.store.query("SELECT VALUE <string>id FROM question_statistics").all().await.unwrap();
    let own: Vec<_> =
        counted.iter().filter(|id| pack.order.iter().any(|(question, _)| id.contains(question.as_str()))).collect();
    assert!(own.is_empty(), "{own:?}");
}

#[tokio::test]
async fn a_key_that_was_corrected_since_the_download_is_told() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let test = student.test(&pack, "old-keys-test", 3, 1).await;
    student.correct_key(&pack.order[0].0).await;
    let synced = student.hand_in_one(&test).await;
    assert_eq!((synced.state, synced.correct), (SyncState::Stored, 2));
    let told: Vec<_> = synced.differences.iter().map(|one| (&one.question, one.right)).collect();
    assert_eq!(told, [(&pack.order[0].0, false)]);
    let stored = student.results().await.swap_remove(0);
    let mark = stored.offline.unwrap();
    assert_eq!((mark.device_correct, mark.differences.len()), (3, 1));
    // A key that is corrected after the test arrived marks it again, as any result.
    student.correct_key(&pack.order[1].0).await;
    assert_eq!(student.results().await.swap_remove(0).tally.correct, 1);
    student.must_agree().await;
}

#[tokio::test]
async fn a_question_that_went_out_of_use_is_left_out() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let test = student.test(&pack, "one-is-gone", 3, 1).await;
    let off = |old: &Question| Ok(QuestionInput { status: false, ..old.form() });
    student.world.edit_item(&OPERATOR, &pack.order[0].0, None, off).await.unwrap();
    let synced = student.hand_in_one(&test).await;
    assert_eq!((synced.state, synced.correct, synced.total), (SyncState::Stored, 2, 4));
    assert_eq!(student.results().await[0].offline.as_ref().unwrap().left_out, 1);

    let mut open = student.test(&pack, "nothing-answered", 0, 0).await;
    open.questions.truncate(1);
    assert_eq!(student.hand_in_one(&open).await.state, SyncState::Cancelled);
    assert_eq!(student.results().await.len(), 1);
}

#[tokio::test]
async fn implausible_times_are_capped() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let now = student.world.now();
    let times = |from: Instant, to: Instant, used| (from, to, used);
    let cases = [
        ("in-the-future", times(now + Duration::days(3), now + Duration::days(4), 60), now, 60),
        (
            "too-long-ago",
            times(now - Duration::days(4000), now - Duration::days(3999), 60),
            now - Duration::days(366),
            60,
        ),
        ("used-too-much", times(now - Duration::hours(1), now, i64::MAX), now, 3600),
        ("used-too-little", times(now - Duration::hours(1), now, -5), now, 0),
        ("ends-before-it-starts", times(now, now - Duration::hours(1), 60), now - Duration::hours(1), 0),
    ];
    for (id, (started_at, ended_at, used_seconds), at, used) in cases {
        let test = OfflineTest { started_at, ended_at, used_seconds, ..student.test(&pack, id, 1, 1).await };
        let synced = student.hand_in_one(&test).await;
        let stored: QuizResult = student.world.load(synced.quiz_id.as_ref().unwrap()).await.unwrap().unwrap();
        assert_eq!((stored.created_at, stored.used_time), (at, used), "{id}");
    }
    student.must_agree().await;
}

#[tokio::test]
async fn what_no_device_sends_is_refused_before_anything_is_stored() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let good = student.test(&pack, "a-good-test", 1, 1).await;
    let nameless = OfflineTest { id: "x y".into(), ..good.clone() };
    let empty = OfflineTest { questions: vec![], ..good.clone() };
    let all = HandInOffline { tests: vec![good.clone(), nameless, empty] };
    let refused = student.world.hand_in_offline(&student.who, all).await;
    assert_eq!(fields(refused), ["tests[1].id", "tests[2].questions"]);
    assert!(student.results().await.is_empty());

    let forged = PackGrant { revision: pack.revision + 1, ..grant(&pack) };
    for packs in [vec![], vec![forged]] {
        let test = OfflineTest { packs, ..good.clone() };
        assert_eq!(student.hand_in_one(&test).await.state, SyncState::Refused);
    }
    // A device that lies about its marks gains nothing.
    let mut boasting = student.test(&pack, "a-boasting-test", 0, 3).await;
    boasting.questions.iter_mut().for_each(|one| one.right = true);
    let synced = student.hand_in_one(&boasting).await;
    assert_eq!((synced.correct, synced.differences.len()), (0, 4));
}

#[tokio::test]
async fn tests_arrive_after_the_plan_has_ended_and_in_any_number() {
    let student = Student::new().await;
    let pack = student.pack().await;
    let key = Subscription::key(student.who.user_id().unwrap(), &student.exam, None);
    student.world.store.write("DELETE $id RETURN NONE").bind(("id", key)).done().await.unwrap();
    // More than the starts that are allowed in ten minutes.
    for n in 0..40 {
        let test = student.test(&pack, &format!("test-number-{n}"), 1, 1).await;
        assert_eq!(student.hand_in_one(&test).await.state, SyncState::Stored, "{n}");
    }
    assert_eq!(student.results().await.len(), 40);
}

#[tokio::test]
async fn downloads_are_erased_with_the_person() {
    let student = Student::new().await;
    student.change_exam(|exam| exam.max_downloads = Some(10_000)).await;
    student.pack().await;
    let me: &Id<User> = student.who.user_id().unwrap();
    assert_eq!(student.world.export(&student.who, me).await.unwrap().downloads.len(), 1);
    student.world.erase_person(&OPERATOR, me).await.unwrap();
    let left: Vec<String> =
        student.world.store.query("SELECT VALUE <string>id FROM pack_downloads").all().await.unwrap();
    assert!(left.is_empty());
}
