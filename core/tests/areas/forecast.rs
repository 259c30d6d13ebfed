//! The forecast of a score: what it needs before there is one, what it counts, and that it follows the answers.

use sabi_core::{
    bank::Question,
    catalogue::{Exam, Mode},
    exam::{AttemptView, PaperView},
    people::Actor,
    statistics::{Forecast, ScoreRange},
    store::Id,
};

use crate::support::{World, answer, fields, questions, reason, submit};

const FOUR: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];

/// Answers a whole paper rightly or wrongly and submits it.
async fn hand_in(world: &World, who: &Actor, (attempt, paper): (AttemptView, PaperView), rightly: bool) {
    let mut answers = Vec::new();
    for question in questions(&paper) {
        let stored: Question = world.load(&question.id).await.unwrap().unwrap();
        let is_key = |place: &usize| question.options[*place].id == stored.body.correct;
        let place = (0..question.options.len()).find(|place| is_key(place) == rightly);
        answers.push(answer(question, place));
    }
    world.submit(who, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
    world.pass(60);
}

async fn forecast(world: &World, who: &Actor) -> Forecast {
    world.forecast(who, &world.exam("jamb-utme").await.id).await.unwrap()
}

/// The data that each subject still needs: mocks and first answers.
fn needed(forecast: &Forecast) -> Vec<(usize, usize)> {
    forecast.subjects.iter().map(|subject| (subject.mocks_needed, subject.answers_needed)).collect()
}

fn is_ordered(range: &ScoreRange) -> bool {
    range.from <= range.about && range.about <= range.to && range.to <= range.out_of
}

#[tokio::test]
async fn two_mocks_give_a_forecast_that_follows_the_answers() {
    let world = World::demo().await;
    let student = world.student().await;
    let none = forecast(&world, &student).await;
    assert!(none.score.is_none() && none.next.is_none());
    assert_eq!(needed(&none), [(2, 150); 4]);

    let mock = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    hand_in(&world, &student, mock, false).await;
    let one = forecast(&world, &student).await;
    assert!(one.score.is_none());
    assert!(needed(&one).iter().all(|(mocks, answers)| *mocks == 1 && *answers < 150), "{:?}", needed(&one));

    let mock = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    hand_in(&world, &student, mock, false).await;
    let low = forecast(&world, &student).await;
    assert_eq!(needed(&low), [(0, 0); 4]);
    let score = low.score.unwrap();
    assert!(is_ordered(&score) && score.out_of == 400 && score.about < 200, "{score:?}");
    assert!([score.about, score.from, score.to].iter().all(|points| points % 5 == 0), "{score:?}");
    assert!(low.subjects.iter().all(|one| is_ordered(&one.score.unwrap()) && one.grade.is_none()));
    // A low forecast names what to do next.
    assert!(low.next.is_some());
}

#[tokio::test]
async fn only_the_first_answer_to_a_question_counts() {
    let world = World::demo().await;
    let student = world.student().await;
    let physics = |forecast: &Forecast| needed(forecast)[FOUR.iter().position(|title| *title == "Physics").unwrap()];
    let paper = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let count = questions(&paper.1).len();
    hand_in(&world, &student, paper, false).await;
    let once = forecast(&world, &student).await;
    assert_eq!(physics(&once), (2, 150 - count));

    let again = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(&world, &student, again, true).await;
    assert_eq!(physics(&forecast(&world, &student).await), (2, 150 - count));
}

#[tokio::test]
async fn a_forecast_names_its_exam_and_is_the_callers_own() {
    let world = World::demo().await;
    let student = world.student().await;
    assert_eq!(fields(world.forecast(&student, &Id::<Exam>::new("")).await), ["examId"]);
    assert!(world.forecast(&student, &Id::<Exam>::new("none")).await.is_err());
    let unregistered = world.forecast(&student, &world.exam("jsce-bece").await.id).await.unwrap();
    assert!(unregistered.score.is_none() && unregistered.next.is_none());
}

#[tokio::test]
async fn forecasts_are_compared_with_the_mock_that_follows() {
    let world = World::demo().await;
    let student = world.student().await;
    for done in 0..2 {
        let mock = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
        hand_in(&world, &student, mock, false).await;
        assert!(world.check_forecasts(&Actor::Operator).await.unwrap().is_empty(), "after {} mocks", done + 1);
    }
    // A student who got everything wrong, and now everything right, does better than forecast.
    let mock = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    hand_in(&world, &student, mock, true).await;
    let [check] = &world.check_forecasts(&Actor::Operator).await.unwrap()[..] else { panic!("one exam") };
    assert_eq!((check.exam.slug.as_str(), check.mocks, check.inside), ("jamb-utme", 1, 0));
    assert!(check.bias > 100.0, "{check:?}");
    assert_eq!(reason(world.check_forecasts(&world.admin().await).await), "forbidden");
}
