//! Stored sums of results equal an independent count: of questions, of students, of charts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sabi_core::{
    bank::{AdminQuestion, BankFilter, Choice, ChoiceBody, Question},
    catalogue::{Mode, Subject, Topic},
    clock::Instant,
    exam::{CorrectKey, MarkedItem, OptionName, QuizResult, RequestedSource, RevealRequest, SaveAnswers, StartAttempt},
    people::{Actor, User},
    records::ListQuery,
    statistics::QuestionFigures,
    store::Id,
};
use serde_json::json;
use surrealdb::types::RecordId;

use crate::support::{World, answer, query, questions, submit};

const OPERATOR: Actor = Actor::Operator;
const FOUR: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];
const STUDENTS: usize = 12;
const ATTEMPTS: usize = 1000;

/// A test as the student took it: nothing of it is read from the store.
struct Taken {
    quiz: Id<QuizResult>,
    student: usize,
    mode: Mode,
    at: Instant,
    /// Seconds allotted, and used.
    seconds: (Option<i64>, i64),
    items: Vec<Item>,
}

struct Item {
    subject: Id<Subject>,
    question: Id<Question>,
    chosen: Option<Id<Choice>>,
    /// Its answer was shown in study.
    shown: bool,
}

type Keys = HashMap<Id<Question>, AdminQuestion>;

/// The bank as the back office reads it.
async fn bank(world: &World) -> Keys {
    let all = world.list_items::<ChoiceBody>(&BankFilter::default(), &query(&[("limit", "1000")])).await.unwrap().rows;
    all.into_iter().map(|question| (question.id.clone(), question)).collect()
}

impl Item {
    fn is_right(&self, keys: &Keys) -> bool {
        self.chosen.as_ref() == Some(&keys[&self.question].correct)
    }
}

/// Sits a test at random; stronger students are right more often. `None` where nothing was answered.
async fn sit(world: &World, student: usize, who: &Actor, asks: &[StartAttempt], rng: &mut StdRng) -> Option<Taken> {
    let mut ask = asks[rng.random_range(0..asks.len())].clone();
    ask.shuffle_options = rng.random_bool(0.5);
    ask.question_limit = Some(rng.random_range(3..8));
    let mode = if ask.year.is_none() {
        Mode::Mock
    } else if ask.time_duration.is_none() {
        Mode::Study
    } else {
        Mode::Practice
    };
    let (attempt, paper, _) = world.start_attempt(who, ask).await.unwrap();
    let keys = bank_of(world, &questions(&paper).iter().map(|one| one.id.clone()).collect::<Vec<_>>()).await;
    let strength = 0.2 + 0.7 * student as f64 / STUDENTS as f64;
    let (mut items, mut answers, mut revision) = (Vec::new(), Vec::new(), 0);
    for part in &paper.subjects {
        for question in &part.questions {
            let place = if rng.random_bool(0.15) {
                None
            } else if rng.random_bool(strength) {
                question.options.iter().position(|option| option.id == keys[&question.id])
            } else {
                Some(rng.random_range(0..question.options.len()))
            };
            let mut chosen = place.map(|place| question.options[place].id.clone());
            let shows = mode != Mode::Mock && rng.random_bool(0.1);
            if shows {
                let item = RevealRequest { question: Some(question.id.clone()), theory: None }.item().unwrap();
                world.reveal(who, &attempt.id, item).await.unwrap();
                if mode == Mode::Practice {
                    // Practice takes no answer after it was shown.
                    chosen = None;
                }
            }
            // Some are marked at once: the first choice shows what the student knew, unless the key was in view.
            let mark = place.filter(|_| mode == Mode::Study && items.len() % 4 == 0);
            if let Some(place) = mark {
                let (answers, mark) = (vec![answer(question, place)], vec![question.id.to_string()]);
                let save = SaveAnswers { revision, answers, review: None, seen: vec![], mark };
                revision = world.save_answers(who, &attempt.id, save).await.unwrap().revision;
            }
            answers.extend(place.map(|place| answer(question, place)));
            items.push(Item {
                subject: part.subject.id.clone(),
                question: question.id.clone(),
                chosen,
                shown: shows && mode == Mode::Study,
            });
        }
    }
    let used = rng.random_range(1..600);
    world.pass(used);
    let quiz = world.submit(who, submit(&attempt, answers)).await.unwrap().quiz_id;
    assert_eq!(quiz.is_some(), items.iter().any(|item| item.chosen.is_some()));
    let seconds = (attempt.time_duration.map(|minutes| minutes * 60), used);
    Some(Taken { quiz: quiz?, student, mode, at: world.now(), seconds, items })
}

/// The present keys of these questions.
async fn bank_of(world: &World, ids: &[Id<Question>]) -> HashMap<Id<Question>, Id<Choice>> {
    let all: Vec<Question> = world.store.query("SELECT * FROM $ids").bind(("ids", ids.to_vec())).all().await.unwrap();
    all.into_iter().map(|question| (question.id, question.body.correct)).collect()
}

/// Makes the first other option the key.
async fn rekey(world: &World, id: &Id<Question>) {
    let question: Question = world.load(id).await.unwrap().unwrap();
    let other = question.body.options.iter().find(|option| option.id != question.body.correct).unwrap();
    let ask = CorrectKey { option: OptionName::Text(other.id.to_string()), version: None, dry_run: false };
    world.correct_key(&OPERATOR, id, ask).await.unwrap();
}

fn all_went_well(aggregated: sabi_core::Result<usize>) {
    aggregated.unwrap();
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.002
}

/// Pearson's correlation by its definition.
fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let (x, y) = (points.iter().map(|one| one.0).sum::<f64>() / n, points.iter().map(|one| one.1).sum::<f64>() / n);
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>();
    let (sx, sy) = (sum(&|one| (one.0 - x).powi(2)), sum(&|one| (one.1 - y).powi(2)));
    let both = sum(&|one| (one.0 - x) * (one.1 - y));
    (points.len() >= 10 && sx > 1e-9 && sy > 1e-9).then(|| both / (sx * sy).sqrt())
}

fn check_question(found: &QuestionFigures, id: &Id<Question>, taken: &[Taken], keys: &Keys) {
    let (mut answers, mut right, mut points) = (0, 0, Vec::new());
    let mut options: HashMap<Id<Choice>, i64> = HashMap::new();
    for test in taken {
        let evidence: Vec<_> = test.items.iter().filter(|item| !item.shown).collect();
        let Some(own) = evidence.iter().find(|item| item.question == *id) else { continue };
        let Some(chosen) = &own.chosen else { continue };
        let is_right = own.is_right(keys);
        answers += 1;
        right += i64::from(is_right);
        *options.entry(chosen.clone()).or_default() += 1;
        let others: Vec<_> = evidence.iter().filter(|item| item.question != *id).collect();
        if !others.is_empty() {
            let rest = others.iter().filter(|item| item.is_right(keys)).count() as f64 / others.len() as f64;
            points.push((f64::from(u8::from(is_right)), rest));
        }
    }
    assert_eq!((found.attempts, found.right), (answers, right), "{id}");
    match found.facility {
        Some(facility) => assert!(close(facility, right as f64 / answers as f64), "{id}"),
        None => assert_eq!(answers, 0, "{id}"),
    }
    for option in &found.options {
        assert_eq!(option.chosen, options.get(&option.choice.id).copied().unwrap_or(0), "{id}");
        assert_eq!(option.correct, option.choice.id == keys[id].correct);
    }
    match (found.discrimination, correlation(&points)) {
        (Some(kept), Some(counted)) => assert!(close(kept, counted), "{id}: {kept} {counted}"),
        (kept, counted) => assert_eq!((kept, counted), (None, None), "{id}"),
    }
}

/// The results' own measures.
async fn check_results(world: &World, taken: &[Taken], keys: &Keys, class: &[Actor]) {
    let percent = |part: usize, whole: usize| (part as f64 * 1000.0 / whole as f64 + 1e-9).round() / 10.0;
    for test in taken {
        let found = world.find_result(&class[test.student], &test.quiz, false).await.unwrap();
        let (all, right) = (test.items.len(), test.items.iter().filter(|item| item.is_right(keys)).count());
        let open = test.items.iter().filter(|item| item.chosen.is_none()).count();
        let quiz = &found.quiz;
        assert_eq!(
            (quiz.question_count, quiz.correct_count, quiz.unseen_count),
            (all as u32, right as u32, open as u32)
        );
        assert_eq!(found.doughnut.incorrect as usize, all - right - open);
        assert_eq!((quiz.accuracy, quiz.progress), (percent(right, all), percent(all - open, all)));
        let speed =
            test.seconds.0.map(|seconds| ((seconds - test.seconds.1) as f64 / seconds as f64 * 1e4).round() / 100.0);
        assert_eq!(quiz.speed, speed);
        assert_eq!(quiz.used_time, test.seconds.1);
        let of_400 = (test.mode == Mode::Mock).then(|| (right as f64 / all as f64 * 400.0 + 1e-9).round() as u32);
        assert_eq!(quiz.score.out_of_400, of_400);
        assert_eq!(found.maximum, if of_400.is_some() { 400 } else { 100 });
        let measure = quiz.accuracy;
        for advice in &found.advices {
            let (least, most) = (advice.min_percentage as f64, advice.max_percentage as f64);
            assert!(least <= measure && measure.floor() <= most, "{measure} in {least}..{most}");
        }
        assert_eq!(found.advices.len(), 1);
    }
}

async fn check_charts(world: &World, who: &Actor, own: &[&Taken], keys: &Keys) {
    let data = world.mock_analytics(who, who.user_id().unwrap()).await.unwrap();
    let mocks: Vec<_> = own.iter().filter(|test| test.mode == Mode::Mock).collect();
    let exam = &data.quiz_result_data.iter().find(|one| one.exam_slug == "jamb-utme").unwrap().exams[0];
    assert_eq!((exam.maximum, exam.quizzes.len()), (400, mocks.len().min(100)));
    for (point, test) in exam.quizzes.iter().zip(&mocks[mocks.len().saturating_sub(100)..]) {
        let right = test.items.iter().filter(|item| item.is_right(keys)).count();
        assert_eq!((&point.id, point.created_at), (&test.quiz, test.at));
        assert_eq!((point.correct as usize, point.total as usize), (right, test.items.len()));
        let score = (right as f64 / test.items.len() as f64 * 400.0 + 1e-9).round();
        assert_eq!(point.score, score);
        let colour = serde_json::to_value(point.colour).unwrap();
        assert_eq!(
            colour,
            if score < 200.0 {
                "red"
            } else if score < 300.0 {
                "yellow"
            } else {
                "green"
            }
        );
        for part in &point.subjects {
            let items = test.items.iter().filter(|item| item.subject == part.subject.id);
            let right = items.clone().filter(|item| item.is_right(keys)).count();
            assert_eq!((part.correct as usize, part.total as usize), (right, items.count()));
            assert!((part.score - right as f64 / 180.0 * 400.0).abs() < 0.051);
        }
    }
    for subject in &exam.subjects {
        let held = mocks.iter().filter(|test| test.items.iter().any(|item| item.subject == subject.subject.id)).count();
        let items: Vec<_> =
            mocks.iter().flat_map(|test| &test.items).filter(|item| item.subject == subject.subject.id).collect();
        let right = items.iter().filter(|item| item.is_right(keys)).count();
        let open = items.iter().filter(|item| item.chosen.is_none()).count();
        let counted = (held as i64, right as i64, (items.len() - right - open) as i64, open as i64);
        assert_eq!((subject.mocks, subject.correct, subject.wrong, subject.unseen), counted);
    }
}

async fn check_topics(
    world: &World,
    who: &Actor,
    own: &[&Taken],
    keys: &Keys,
    topics: &HashMap<Id<Question>, Id<Topic>>,
) {
    let first = world.now().date_naive() - chrono::Days::new(90);
    let mut counted: BTreeMap<Id<Topic>, (i64, i64)> = BTreeMap::new();
    for item in own.iter().filter(|test| test.at.date_naive() >= first).flat_map(|test| &test.items) {
        if item.chosen.is_some() && !item.shown {
            let sums = counted.entry(topics[&item.question].clone()).or_default();
            *sums = (sums.0 + 1, sums.1 + i64::from(item.is_right(keys)));
        }
    }
    counted.retain(|_, sums| sums.0 >= 5);
    let found = world.weak_topics(who, &world.exam("jamb-utme").await.id).await.unwrap();
    let kept: BTreeMap<_, _> = found.iter().map(|one| (one.topic.id.clone(), (one.answered, one.right))).collect();
    assert_eq!(kept, counted);
    assert!(found.is_sorted_by(|one, next| one.accuracy <= next.accuracy), "the worst first");
    for one in &found {
        assert!((one.accuracy - 100.0 * one.right as f64 / one.answered as f64).abs() <= 0.05 + 1e-9);
    }
}

async fn check_mistakes(world: &World, who: &Actor, own: &[&Taken], keys: &Keys) {
    let mut last: HashMap<&Id<Question>, &Item> = HashMap::new();
    for item in own.iter().flat_map(|test| &test.items) {
        last.insert(&item.question, item);
    }
    let wrong: BTreeSet<_> = last.values().filter(|item| !item.is_right(keys)).map(|item| &item.question).collect();
    let physics = world.subject("jamb-utme", "Physics").await.id;
    let wanted: BTreeSet<_> = wrong.into_iter().filter(|id| keys[*id].subject.id == physics).collect();
    let ask = world.ask("jamb-utme", Mode::Study, &["Physics"]).await;
    let ask = StartAttempt { year: None, from: RequestedSource::Mistakes, ..ask };
    match world.start_attempt(who, ask).await {
        Ok((attempt, paper, _)) => {
            let drawn: BTreeSet<_> = questions(&paper).into_iter().map(|question| &question.id).collect();
            assert_eq!(drawn, wanted);
            world.cancel_attempt(who, &attempt.id).await.unwrap();
        }
        Err(error) => assert!(wanted.is_empty(), "{error}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn statistics_of_a_thousand_attempts_match_an_independent_count() {
    let world = World::demo().await;
    let class = world.class(STUDENTS).await;
    world.shorten_mocks(3).await;
    let mut asks =
        vec![world.ask("jamb-utme", Mode::Mock, &FOUR).await, world.ask("jamb-utme", Mode::Mock, &FOUR[..2]).await];
    for subject in FOUR {
        for mode in [Mode::Study, Mode::Practice] {
            let mut ask = world.ask("jamb-utme", mode, &[subject]).await;
            ask.shuffle_questions = true;
            ask.time_duration = (mode == Mode::Practice).then_some(30);
            asks.push(ask);
        }
    }
    let mut rng = StdRng::seed_from_u64(20_261_122);
    let mut taken: Vec<Taken> = Vec::new();
    for n in 0..ATTEMPTS {
        let student = rng.random_range(0..STUDENTS);
        taken.extend(sit(&world, student, &class[student], &asks, &mut rng).await);
        world.pass(rng.random_range(60..25_000));
        if n % 97 == 50 {
            // A folder that stops after some lots, or two at once.
            if rng.random_bool(0.5) {
                world.aggregate_batch().await.unwrap();
            } else {
                join_all([world.aggregate_results(), world.aggregate_results()])
                    .await
                    .into_iter()
                    .for_each(all_went_well);
            }
        }
        if n % 200 == 150 {
            // For a question in many results, of which some are aggregated and some not.
            let test = &taken[rng.random_range(0..taken.len())];
            let id = test.items[rng.random_range(0..test.items.len())].question.clone();
            rekey(&world, &id).await;
        }
    }
    let keys = bank(&world).await;
    let aggregators = (0..4).map(|_| {
        let app = world.app.clone();
        tokio::spawn(async move { app.aggregate_results().await })
    });
    join_all(aggregators).await.into_iter().for_each(|aggregated| all_went_well(aggregated.unwrap()));
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), [], "the recount of the product agrees");

    check_results(&world, &taken, &keys, &class).await;
    let mut answered = 0;
    for id in keys.keys() {
        let found = world.question_figures(id).await.unwrap();
        answered += found.attempts;
        check_question(&found, id, &taken, &keys);
    }
    assert!(answered > 3_000, "{answered}");
    let sql = "SELECT * FROM question";
    let all: Vec<Question> = world.store.query(sql).all().await.unwrap();
    let topics: HashMap<_, _> = all.into_iter().map(|question| (question.id, question.topic)).collect();
    for (n, who) in class.iter().enumerate() {
        let own: Vec<_> = taken.iter().filter(|test| test.student == n).collect();
        check_charts(&world, who, &own, &keys).await;
        check_topics(&world, who, &own, &keys, &topics).await;
        check_mistakes(&world, who, &own, &keys).await;
    }
    let ranked = world.list_question_statistics(&query(&[("limit", "1000")])).await.unwrap();
    assert_eq!(ranked.total as usize, ranked.rows.len());
    let order = |one: &sabi_core::statistics::RankedQuestion| (!one.flagged, one.discrimination.unwrap_or(2.0));
    assert!(ranked.rows.is_sorted_by(|one, next| order(one) <= order(next)), "the worst first");

    // A rebuild from nothing gives the same.
    let before = kept(&world).await;
    let sql = "DELETE question_statistics RETURN NONE; DELETE progress RETURN NONE; DELETE last_answers RETURN NONE;";
    world.store.write(sql).done().await.unwrap();
    let wrong = world.recount(&OPERATOR, true).await.unwrap();
    assert!(wrong.len() > STUDENTS, "a dry run tells, and changes nothing");
    assert!(kept(&world).await.iter().all(Vec::is_empty));
    assert_eq!(world.recount(&OPERATOR, false).await.unwrap(), wrong);
    assert_eq!(kept(&world).await, before);
}

/// All stored sums, without those of days that are no longer shown.
async fn kept(world: &World) -> [Vec<String>; 3] {
    let texts = async |sql: &str| world.store.query(sql).all::<String>().await.unwrap();
    let progress: Vec<sabi_core::exam::student_totals::Progress> =
        world.store.query("SELECT * FROM progress ORDER BY id").all().await.unwrap();
    let progress = progress.into_iter().map(|one| {
        let sums = &one.sums.0;
        format!("{:?} {:?} {:?} {:?}", sums.mocks, sums.exercises, sums.latest, sums.recent_topics(world.now()))
    });
    [
        texts("(SELECT sums, id FROM question_statistics ORDER BY id).sums").await,
        progress.collect(),
        texts("(SELECT answers, id FROM last_answers ORDER BY id).answers").await,
    ]
}

/// Sits practices of six questions; the students of the first half are right everywhere but in the first
/// question, where they choose the option `to`.
async fn sit_with_a_wrong_key(world: &World, class: &[Actor], to: usize) -> Id<Question> {
    let ask = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let ask = StartAttempt { question_limit: Some(6), ..ask };
    let mut first = None;
    for (n, who) in class.iter().enumerate() {
        let (attempt, paper, _) = world.start_attempt(who, ask.clone()).await.unwrap();
        let all = questions(&paper);
        let keys = bank_of(world, &all.iter().map(|one| one.id.clone()).collect::<Vec<_>>()).await;
        let is_strong = n < class.len() / 2;
        let pick = |(place, question): (usize, &&sabi_core::exam::QuestionView)| {
            let key = question.options.iter().position(|option| option.id == keys[&question.id]).unwrap();
            let other = (key + 1) % question.options.len();
            let chosen = match (place, is_strong) {
                (0, true) => (key + to) % question.options.len(),
                (0, false) => key,
                (_, true) => key,
                (_, false) => other,
            };
            answer(question, chosen)
        };
        let answers = all.iter().enumerate().map(pick).collect();
        world.submit(who, submit(&attempt, answers)).await.unwrap();
        first = Some(all[0].id.clone());
    }
    first.unwrap()
}

#[tokio::test]
async fn a_key_that_strong_students_do_not_choose_is_flagged_until_it_is_put_right() {
    let world = World::demo().await;
    let class = world.class(32).await;
    let id = sit_with_a_wrong_key(&world, &class, 1).await;
    let rows: Vec<Id<Question>> =
        world.store.query("SELECT VALUE question FROM question_statistics").all().await.unwrap();
    assert_eq!(rows, [], "a submit writes no row that students share");
    let found = world.question_figures(&id).await.unwrap();
    let flag = found.flag.as_ref().expect("a flag");
    let preferred = found.options.iter().find(|option| option.choice.id == flag.option).unwrap();
    assert_eq!((found.attempts, found.facility, found.discrimination), (32, Some(0.5), Some(-1.0)));
    assert_eq!((flag.reason.as_str(), preferred.chosen, preferred.discrimination), ("wrong-key", 16, Some(1.0)));
    let flagged = world.list_question_statistics(&query(&[("flagged", "true")])).await.unwrap().rows;
    assert_eq!(flagged.iter().map(|one| &one.question.id).collect::<Vec<_>>(), [&id]);
    let all = world.list_question_statistics(&ListQuery::default()).await.unwrap();
    assert_eq!((all.total, &all.rows[0].question.id), (6, &id), "first of all");

    let ask = CorrectKey { option: OptionName::Text(flag.option.to_string()), version: None, dry_run: false };
    world.correct_key(&OPERATOR, &id, ask).await.unwrap();
    let found = world.question_figures(&id).await.unwrap();
    assert_eq!((found.flag, found.facility, found.discrimination), (None, Some(0.5), Some(1.0)));
    assert_eq!(world.list_question_statistics(&query(&[("flagged", "true")])).await.unwrap().total, 0);
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}

#[tokio::test]
async fn tests_without_an_attempt_do_not_count_for_question_statistics() {
    let world = World::demo().await;
    let student = world.student().await;
    let start = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let (attempt, paper, _) = world.start_attempt(&student, start.clone()).await.unwrap();
    world.cancel_attempt(&student, &attempt.id).await.unwrap();
    let answered = questions(&paper).into_iter().map(|question| answer(question, 0)).collect();
    let unattended = sabi_core::exam::SubmitResult {
        exam_id: Some(start.exam_id),
        assessment: Some(start.assessment_id),
        year: start.year,
        answered,
        ..Default::default()
    };
    world.submit(&student, unattended).await.unwrap().quiz_id.unwrap();
    assert_eq!(world.aggregate_results().await.unwrap(), 0);
    let id = questions(&paper)[0].id.clone();
    rekey(&world, &id).await;
    let found = world.question_figures(&id).await.unwrap();
    assert_eq!((found.attempts, found.facility, found.discrimination, found.flag), (0, None, None, None));
    assert!(found.options.iter().all(|option| option.chosen == 0));
    assert!(!world.weak_topics(&student, &attempt.exam.id).await.unwrap().is_empty(), "but of their student");
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
    assert!(world.question_figures(&Id::new("none")).await.is_err());
}

/// A marked question as an earlier release stored it.
fn earlier_item(item: &MarkedItem) -> serde_json::Value {
    let mut object = json!(item);
    object.as_object_mut().unwrap().retain(|field, _| field != "topic" && field != "shown");
    object
}

#[tokio::test]
async fn results_of_earlier_releases_are_packed_folded_and_counted_too() {
    let world = World::demo().await;
    let student = world.student().await;
    let mut first = None;
    for mode in [Mode::Practice, Mode::Study, Mode::Mock] {
        let (attempt, paper) = world.start(&student, "jamb-utme", mode, &["Physics"]).await;
        let answers = questions(&paper).into_iter().map(|question| answer(question, 1)).collect();
        world.submit(&student, submit(&attempt, answers)).await.unwrap();
        first = first.or(Some(questions(&paper)[0].id.clone()));
        world.pass(60);
    }
    let id = first.unwrap();
    // As an earlier release left them.
    for quiz in world.store.query("SELECT * FROM quiz").all::<QuizResult>().await.unwrap() {
        let objects: Vec<_> = quiz.marked.iter().map(earlier_item).collect();
        let call = world.store.write("UPDATE $id SET marked = $marked RETURN NONE").bind(("id", quiz.id.clone()));
        call.bind(("marked", objects)).done().await.unwrap();
    }
    let sql = "UPDATE quiz UNSET folded, counted_by RETURN NONE; \
        UPSERT unpacked_results:present SET behind = NONE RETURN NONE; \
        DELETE progress RETURN NONE; DELETE last_answers RETURN NONE; DELETE question_statistics RETURN NONE;";
    world.store.write(sql).done().await.unwrap();
    let old: Vec<QuizResult> = world.store.query("SELECT * FROM quiz").all().await.unwrap();
    assert!(old.iter().flat_map(|quiz| &quiz.marked).all(|item| item.topic.is_none() && item.shown.is_none()));

    let packed = "SELECT VALUE id FROM quiz WHERE type::is_string(marked)";
    let packed = async || world.store.query(packed).all::<Id<QuizResult>>().await.unwrap().len();
    assert_eq!(packed().await, 0);
    for _ in 0..2 {
        world.pack_results().await.unwrap();
        assert_eq!(packed().await, old.len());
    }
    let now: Vec<QuizResult> = world.store.query("SELECT * FROM quiz").all().await.unwrap();
    let marked = |results: &[QuizResult]| results.iter().map(|quiz| quiz.marked.clone()).collect::<Vec<_>>();
    assert_eq!(marked(&now), marked(&old));
    let left = world.store.query("SELECT VALUE id FROM unpacked_results");
    assert!(left.all::<RecordId>().await.unwrap().is_empty());

    let told = world.recount(&OPERATOR, false).await.unwrap();
    assert_eq!(told.len(), 2, "progress and last answers: {told:?}");
    let found = world.question_figures(&id).await.unwrap();
    let mocks: i64 = old
        .iter()
        .filter(|quiz| quiz.mode == Mode::Mock)
        .map(|quiz| quiz.marked.iter().filter(|item| item.question == id).count() as i64)
        .sum();
    assert_eq!(found.attempts, 1 + mocks, "of a study that does not say which answers were shown, none");
    rekey(&world, &id).await;
    world.aggregate_results().await.unwrap();
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_student_who_hands_in_many_tests_at_once_has_all_of_them_counted() {
    let world = World::demo().await;
    let who = world.class(1).await.swap_remove(0);
    let mut started = Vec::new();
    for subject in FOUR.iter().cycle().take(10) {
        started.push(world.start(&who, "jamb-utme", Mode::Practice, &[subject]).await);
    }
    let submits = started.iter().map(|(attempt, paper)| {
        let answers = questions(paper).into_iter().map(|question| answer(question, 0)).collect();
        let (app, who, ask) = (world.app.clone(), who.clone(), submit(attempt, answers));
        tokio::spawn(async move { app.submit(&who, ask).await })
    });
    for done in join_all(submits.collect::<Vec<_>>()).await {
        done.unwrap().unwrap();
    }
    let id: &Id<User> = who.user_id().unwrap();
    let kept: Vec<sabi_core::exam::student_totals::Progress> =
        world.store.query("SELECT * FROM progress WHERE user = $user").bind(("user", id.clone())).all().await.unwrap();
    let tests: i64 = kept[0].sums.0.exercises.values().map(|one| one.tests).sum();
    assert_eq!(tests, 10);
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}

/// A result is large: that it is counted is a row beside it.
#[tokio::test]
async fn a_result_that_is_counted_is_not_written_again() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let answers = questions(&paper).into_iter().map(|question| answer(question, 1)).collect();
    let quiz = world.submit(&student, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
    let stored = async || {
        let result: QuizResult = world.load(&quiz).await.unwrap().unwrap();
        let sql = "SELECT VALUE id FROM waiting_result WHERE waits = true";
        let waiting: Vec<Id<QuizResult>> = world.store.query(sql).all().await.unwrap();
        (format!("{result:?}"), waiting)
    };
    let (submitted, waiting) = stored().await;
    assert_eq!(waiting, std::slice::from_ref(&quiz));
    assert_eq!(world.aggregate_results().await.unwrap(), 1);
    assert_eq!(stored().await, (submitted, Vec::new()));

    let id = questions(&paper)[0].id.clone();
    let before = world.question_figures(&id).await.unwrap();
    rekey(&world, &id).await;
    let (marked, waiting) = stored().await;
    assert_eq!(waiting, std::slice::from_ref(&quiz), "it waits again, by another key");
    rekey(&world, &id).await;
    assert_eq!(world.aggregate_results().await.unwrap(), 1);
    let after = world.question_figures(&id).await.unwrap();
    assert_eq!((before.attempts, after.attempts), (1, 1));
    assert_ne!(stored().await, (marked, Vec::new()), "its key moved twice");
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}
