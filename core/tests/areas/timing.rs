//! The clock of a test: extra time that an administrator gives, and practice that outlasts a power cut.

use chrono::Duration;
use sabi_core::{
    catalogue::Mode,
    exam::{AttemptView, StartAttempt},
    people::{Actor, User},
    records::ListQuery,
    store::Id,
};

use crate::support::{World, answer, fields, questions, submit};

/// Gives a student so many percent of extra time.
async fn give(world: &World, student: &Actor, percent: i64) -> sabi_core::Result<()> {
    let id: Id<User> = student.user_id().unwrap().clone();
    let edit = |user: &User| {
        let mut form = user.form();
        form.extra_time = percent;
        Ok(form)
    };
    world.edit_user(&world.admin().await, &id, None, None, edit).await.map(drop)
}

#[tokio::test]
async fn extra_time_counts_in_what_has_a_clock() {
    let world = World::demo().await;
    let student = world.student().await;
    for percent in [-1, 101] {
        assert_eq!(fields(give(&world, &student, percent).await), ["extraTime"]);
    }
    give(&world, &student, 25).await.unwrap();
    let student = world.student().await;
    assert_eq!(world.find_user(&student, student.user_id().unwrap()).await.unwrap().extra_time, 25);
    let ask = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let start = async |ask: StartAttempt| world.start_attempt(&student, ask).await.unwrap().0;
    let minutes =
        |one: &AttemptView| (one.time_duration, one.extra_minutes, one.deadline.map(|end| end - one.started_at));
    let practice = start(ask.clone()).await;
    assert_eq!(minutes(&practice), (Some(75), 15, Some(Duration::minutes(75))));
    // A third extra time on ten minutes is rounded up.
    let short = start(StartAttempt { time_duration: Some(10), ..ask.clone() }).await;
    assert_eq!(minutes(&short), (Some(13), 3, Some(Duration::minutes(13))));
    let study = start(world.ask("jamb-utme", Mode::Study, &["Physics"]).await).await;
    assert_eq!(minutes(&study), (None, 0, None));
    let (mock, _) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let whole = world.exam("jamb-utme").await.minutes().unwrap();
    assert_eq!(minutes(&mock).0, Some(whole + (whole * 25 + 99) / 100));
    // Extra time that is taken away later does not change running tests.
    give(&world, &student, 0).await.unwrap();
    let student = world.student().await;
    assert_eq!(minutes(&world.find_attempt(&student, &practice.id).await.unwrap().0).0, Some(75));
}

#[tokio::test]
async fn practice_outlasts_a_power_cut_and_says_so() {
    let world = World::demo().await;
    let student = world.student().await;
    let ask = StartAttempt {
        time_duration: Some(15),
        power_safe: true,
        ..world.ask("jamb-utme", Mode::Practice, &["Physics"]).await
    };
    for mode in [Mode::Study, Mode::Mock] {
        let other = StartAttempt { power_safe: true, ..world.ask("jamb-utme", mode, &["Physics"]).await };
        assert_eq!(fields(world.start_attempt(&student, other).await), ["powerSafe"]);
    }
    let (attempt, paper, _) = world.start_attempt(&student, ask).await.unwrap();
    assert!(attempt.power_safe && attempt.paused_time == 0);
    world.clock.advance(Duration::seconds(10));
    let saved = world.save(&student, &attempt, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    assert_eq!(saved.deadline, attempt.deadline);

    // The power fails for half an hour, of which the first 20 seconds count.
    world.clock.advance(Duration::minutes(30));
    assert_eq!(world.expire_attempts().await.unwrap(), 0);
    let (back, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    assert_eq!(back.state, "running");
    let later = attempt.deadline.unwrap() + Duration::minutes(30) - Duration::seconds(20);
    assert_eq!(back.deadline, Some(later));
    // A device that has nothing to tell saves nothing, and is heard.
    let heard = world.save(&student, &attempt, back.revision, vec![]).await.unwrap();
    assert_eq!(heard.deadline, Some(later));
    let (back, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    assert_eq!(back.paused_time, 30 * 60 - 20);

    world.clock.advance(Duration::seconds(15));
    let quiz = world.submit(&student, submit(&attempt, vec![])).await.unwrap().quiz_id.unwrap();
    let results = world.list_results(&student, student.user_id().unwrap(), &ListQuery::default()).await.unwrap().rows;
    let result = results.into_iter().find(|one| one.id == quiz).unwrap();
    assert!(result.power_safe);
    assert_eq!((result.paused_time, result.used_time), (30 * 60 - 20, 10 + 20 + 15));
}

#[tokio::test]
async fn a_device_that_stays_away_ends_its_test_after_an_hour() {
    let world = World::demo().await;
    let student = world.student().await;
    let ask = StartAttempt {
        time_duration: Some(15),
        power_safe: true,
        ..world.ask("jamb-utme", Mode::Practice, &["Physics"]).await
    };
    let (attempt, paper, _) = world.start_attempt(&student, ask).await.unwrap();
    world.save(&student, &attempt, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    world.clock.advance(Duration::minutes(75) + Duration::seconds(30));
    assert_eq!(world.expire_attempts().await.unwrap(), 0);
    world.clock.advance(Duration::seconds(1));
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    let (ended, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    assert_eq!((ended.state.as_str(), ended.paused_time), ("submitted", 3600));
    world.pass(600);
    let (later, _) = world.find_attempt(&student, &attempt.id).await.unwrap();
    assert_eq!((later.deadline, later.paused_time), (ended.deadline, 3600), "what has ended moves no more");
}
