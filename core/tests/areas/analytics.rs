//! The performance charts and the weak topics: their figures by hand, whose they are, and how long they last.

use sabi_core::{
    bank::Question,
    catalogue::Mode,
    exam::{CorrectKey, MockAnalytics, OptionName, PaperView, QuizResult},
    people::{Actor, User},
    plans::Subscription,
    privacy::ProvePassword,
    statistics::WeakTopic,
    store::Id,
};

use crate::support::{PASSWORD, World, answer, fields, questions, reason, submit};

const FOUR: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];

/// Sits a test in which the first so many questions of each subject are right, and the rest wrong.
async fn sit(world: &World, who: &Actor, exam: &str, mode: Mode, titles: &[&str], right: usize) -> Id<QuizResult> {
    let (attempt, paper) = world.start(who, exam, mode, titles).await;
    let keys = keys(world, &paper).await;
    let mut answers = Vec::new();
    for part in &paper.subjects {
        for (n, question) in part.questions.iter().enumerate() {
            let key = keys.iter().find(|one| one.id == question.id).unwrap();
            let place = question.options.iter().position(|option| option.id == key.body.correct).unwrap();
            answers.push(answer(question, if n < right { place } else { (place + 1) % question.options.len() }));
        }
    }
    world.submit(who, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap()
}

async fn keys(world: &World, paper: &PaperView) -> Vec<Question> {
    let ids: Vec<_> = questions(paper).into_iter().map(|question| question.id.clone()).collect();
    world.store.query("SELECT * FROM $ids").bind(("ids", ids)).all().await.unwrap()
}

async fn charts(world: &World, who: &Actor) -> MockAnalytics {
    world.mock_analytics(who, who.user_id().unwrap()).await.unwrap()
}

async fn weak(world: &World, who: &Actor, exam: &str) -> Vec<WeakTopic> {
    world.weak_topics(who, &world.exam(exam).await.id).await.unwrap()
}

#[tokio::test]
async fn a_jamb_mock_is_in_the_chart_with_its_score_and_colour() {
    let world = World::demo().await;
    let student = world.student().await;
    world.shorten_mocks(10).await;
    assert!(charts(&world, &student).await.quiz_result_data.iter().all(|one| one.exams[0].quizzes.is_empty()));
    let mut sat = Vec::new();
    for right in [4, 6, 8] {
        sat.push(sit(&world, &student, "jamb-utme", Mode::Mock, &FOUR, right).await);
        sit(&world, &student, "jamb-utme", Mode::Practice, &["Physics"], 3).await;
        world.pass(3_600);
    }
    let data = serde_json::to_value(charts(&world, &student).await).unwrap();
    let jamb = data["quizResultData"].as_array().unwrap().iter().find(|one| one["examSlug"] == "jamb-utme").unwrap();
    let exam = &jamb["exams"][0];
    assert_eq!(exam["maximum"], 400);
    let points = exam["quizzes"].as_array().unwrap();
    let ids: Vec<_> = points.iter().map(|point| point["_id"].as_str().unwrap()).collect();
    assert_eq!(ids, sat.iter().map(Id::as_str).collect::<Vec<_>>(), "practice is no mock");
    let told: Vec<_> =
        points.iter().map(|one| (one["score"].as_f64(), one["percent"].as_f64(), &one["colour"])).collect();
    let wanted = [(160.0, 40.0, "red"), (240.0, 60.0, "yellow"), (320.0, 80.0, "green")];
    for ((score, percent, colour), wanted) in told.into_iter().zip(wanted) {
        assert_eq!((score, percent, colour.as_str()), (Some(wanted.0), Some(wanted.1), Some(wanted.2)));
    }
    let physics = world.subject("jamb-utme", "Physics").await;
    let part = points[1]["subjects"].as_array().unwrap();
    let part = part.iter().find(|one| one["subject"]["_id"] == physics.id.as_str()).unwrap();
    // 6 / 180 × 400.
    assert_eq!((part["score"].as_f64(), part["subject"]["title"].as_str()), (Some(13.3), Some("Physics")));
    let all = exam["subjects"].as_array().unwrap();
    let all = all.iter().find(|one| one["subject"]["_id"] == physics.id.as_str()).unwrap();
    assert_eq!(
        (all["mocks"].as_i64(), all["correct"].as_i64(), all["accuracy"].as_f64()),
        (Some(3), Some(18), Some(60.0))
    );
    let ranges = exam["ranges"].as_array().unwrap();
    let ranges: Vec<_> = ranges.iter().map(|one| (one["from"].as_u64(), one["to"].as_u64())).collect();
    assert_eq!(ranges, [(Some(0), Some(199)), (Some(200), Some(299)), (Some(300), Some(400))]);

    // The result shows the same.
    let result = serde_json::to_value(world.find_result(&student, &sat[2], false).await.unwrap()).unwrap();
    assert_eq!((result["quiz"]["score"]["colour"].as_str(), result["maximum"].as_u64()), (Some("green"), Some(400)));
    assert_eq!(result["ranges"], exam["ranges"]);
    assert_eq!(result["doughnut"], serde_json::json!({ "correct": 32, "incorrect": 8, "unseen": 0 }));
}

#[tokio::test]
async fn waec_mocks_have_grades_and_their_subjects_are_named() {
    let world = World::demo().await;
    let student = world.student().await;
    world.shorten_mocks(10).await;
    sit(&world, &student, "wassce-waec-ssce", Mode::Mock, &["Mathematics"], 8).await;
    let data = charts(&world, &student).await;
    let waec = data.quiz_result_data.iter().find(|one| one.exam_slug == "wassce-waec-ssce").unwrap();
    let exam = &waec.exams[0];
    assert_eq!((exam.maximum, exam.ranges.len()), (100, 0));
    let point = &exam.quizzes[0];
    assert_eq!((point.score, point.grade.as_deref(), point.colour), (80.0, Some("A1"), None));
    assert_eq!(exam.subjects[0].grade.as_deref(), Some("A1"));
    assert!(data.waec_exam_subjects.iter().any(|subject| subject.title == "Mathematics"));
    assert!(data.jece_exam_subjects.iter().all(|one| data.waec_exam_subjects.iter().all(|other| other.id != one.id)));
    assert_eq!(data.quiz_result_data.len(), data.subscribed_exams.len());
}

#[tokio::test]
async fn charts_are_of_subscribed_exams_and_for_their_student_and_administrators() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let id = student.user_id().unwrap().clone();
    sit(&world, &student, "jamb-utme", Mode::Mock, &["Physics"], 8).await;
    assert_eq!(
        world.mock_analytics(&admin, &id).await.unwrap().subscribed_exams.len(),
        charts(&world, &student).await.subscribed_exams.len()
    );
    let other = world.class(1).await.swap_remove(0);
    assert_eq!(reason(world.mock_analytics(&other, &id).await), "forbidden");
    assert_eq!(charts(&world, &other).await.subscribed_exams.len(), 1);
    let jamb = world.exam("jamb-utme").await.id;
    let ended = "UPDATE $held SET expire_at = $now RETURN NONE";
    let call = world.store.write(ended).bind(("held", Subscription::key(&id, &jamb, None)));
    call.bind(("now", world.now())).done().await.unwrap();
    assert!(charts(&world, &student).await.subscribed_exams.iter().all(|exam| exam.id != jamb));
}

#[tokio::test]
async fn a_key_that_is_put_right_moves_the_charts_and_the_weak_topics() {
    let world = World::demo().await;
    let student = world.student().await;
    let quiz = sit(&world, &student, "jamb-utme", Mode::Mock, &["Physics"], 40).await;
    let result: QuizResult = world.load(&quiz).await.unwrap().unwrap();
    let (item, total) = (&result.marked[0], result.marked.len() as u32);
    let score = async || {
        let data = charts(&world, &student).await;
        let jamb = data.quiz_result_data.into_iter().find(|one| one.exam_slug == "jamb-utme").unwrap();
        (jamb.exams[0].quizzes[0].correct, jamb.exams[0].subjects[0].correct)
    };
    assert_eq!(score().await, (total, i64::from(total)));
    let question: Question = world.load(&item.question).await.unwrap().unwrap();
    let other = question.body.options.iter().find(|option| option.id != question.body.correct).unwrap();
    let ask = CorrectKey { option: OptionName::Text(other.id.to_string()), version: None, dry_run: false };
    world.correct_key(&Actor::Operator, &question.id, ask).await.unwrap();
    assert_eq!(score().await, (total - 1, i64::from(total) - 1));
    let wrong: i64 = weak(&world, &student, "jamb-utme").await.iter().map(|one| one.answered - one.right).sum();
    let topic: usize = result.marked.iter().filter(|one| one.topic == item.topic).count();
    assert_eq!(wrong, i64::from(topic >= 5), "where its topic has enough answers");
    assert_eq!(world.recount(&Actor::Operator, true).await.unwrap(), []);
}

#[tokio::test]
async fn weak_topics_are_those_of_90_days_with_enough_answers() {
    let world = World::demo().await;
    let student = world.student().await;
    sit(&world, &student, "jamb-utme", Mode::Practice, &["Physics"], 10).await;
    let first = weak(&world, &student, "jamb-utme").await;
    assert!(!first.is_empty() && first.iter().all(|one| one.answered >= 5 && one.subject.title == "Physics"));
    assert!(first.is_sorted_by(|one, next| one.accuracy <= next.accuracy));
    assert!(weak(&world, &student, "wassce-waec-ssce").await.is_empty(), "of another exam");
    world.pass(90 * 24 * 3_600);
    let again = weak(&world, &student, "jamb-utme").await;
    let figures =
        |all: &[WeakTopic]| all.iter().map(|one| (one.topic.id.clone(), one.answered, one.right)).collect::<Vec<_>>();
    assert_eq!(figures(&again), figures(&first));
    world.pass(24 * 3_600);
    assert!(weak(&world, &student, "jamb-utme").await.is_empty());
    assert_eq!(world.recount(&Actor::Operator, true).await.unwrap(), []);
    assert_eq!(fields(world.weak_topics(&student, &Id::new("")).await), ["examId"]);
    assert!(world.weak_topics(&student, &Id::new("none")).await.is_err());
    assert!(world.weak_topics(&Actor::Operator, &world.exam("jamb-utme").await.id).await.is_err());
}

#[tokio::test]
async fn the_data_of_a_person_is_exported_and_erased_with_the_account() {
    let world = World::demo().await;
    let student = world.student().await;
    let id: Id<User> = student.user_id().unwrap().clone();
    let quiz = sit(&world, &student, "jamb-utme", Mode::Mock, &["Physics"], 20).await;
    world.aggregate_results().await.unwrap();
    let told = world.export(&student, &id).await.unwrap();
    assert_eq!((told.progress.len(), told.last_answers.len()), (1, 1));
    assert_eq!(told.progress[0]["sums"]["latest"][0]["quiz"], quiz.as_str());
    assert_eq!(told.last_answers[0]["answers"].as_array().unwrap().len(), 40);
    let (running, paper) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let first = answer(questions(&paper)[0], 0);
    world.save(&student, &running, 0, vec![first]).await.unwrap();

    let answered = async || -> Vec<i64> {
        world.store.query("(SELECT attempts, id FROM question_statistics ORDER BY id).attempts").all().await.unwrap()
    };
    let before = answered().await;
    world.erase_me(&student, ProvePassword { password: PASSWORD.into() }).await.unwrap();
    for table in ["progress", "last_answers"] {
        let left: Vec<Id<User>> = world.store.query(format!("SELECT VALUE user FROM {table}")).all().await.unwrap();
        assert_eq!(left, [], "{table}");
    }
    assert_eq!(answered().await, before, "what it told of questions names nobody and stays");
    assert_eq!(world.recount(&Actor::Operator, true).await.unwrap(), []);

    // Its running test has ended with it, and leaves no sums of nobody later.
    world.pass(24 * 3_600);
    assert_eq!(world.expire_attempts().await.unwrap(), 0);
    assert_eq!(world.recount(&Actor::Operator, true).await.unwrap(), []);
}
