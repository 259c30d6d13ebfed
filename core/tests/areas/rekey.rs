//! A corrected key is applied to every result that was marked by the wrong one.

use std::{sync::Arc, time::Duration};

use sabi_core::{
    Error,
    bank::{ChoiceBody, ImportRequest, ItemKind, Question, QuestionInput},
    catalogue::Mode,
    exam::{CorrectKey, OptionName, QuizResult, StartAttempt, WithdrawQuestion},
    people::{Actor, SessionUser},
    store::Id,
};
use serde_json::json;
use surrealdb::types::RecordId;
use tokio::time::sleep;

use crate::support::{World, answer, fields, query, questions, reason, submit};

const OPERATOR: Actor = Actor::Operator;

fn number(option: usize) -> CorrectKey {
    CorrectKey { option: OptionName::Number(option), version: None, dry_run: false }
}

/// The place, from 1, of a question's key among its options in the bank's order.
async fn key(world: &World, id: &Id<Question>) -> usize {
    let question: Question = world.load(id).await.unwrap().unwrap();
    1 + question.body.key().unwrap()
}

/// Sits a practice in which each question is answered by its option at this place; its result.
async fn sit(world: &World, who: &Actor, place: usize) -> (Id<QuizResult>, Id<Question>) {
    let (attempt, paper) = world.start(who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let answers = questions(&paper).into_iter().map(|question| answer(question, place)).collect();
    let quiz = world.submit(who, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
    (quiz, questions(&paper)[0].id.clone())
}

async fn percent(world: &World, quiz: &Id<QuizResult>) -> f64 {
    world.find_result(&OPERATOR, quiz, false).await.unwrap().quiz.score.percent
}

/// Each result as a recount from its sheet and the bank's keys would have it.
async fn must_agree(world: &World) {
    let results: Vec<QuizResult> = world.store.query("SELECT * FROM quiz").all().await.unwrap();
    for result in results {
        let mut right = 0;
        let mut withdrawn = 0;
        for item in &result.marked {
            let question: Question = world.load(&item.question).await.unwrap().unwrap();
            assert_eq!(item.correct, question.body.correct, "{} has another key", result.id);
            assert_eq!(item.withdrawn, question.body.withdrawn, "{} counts another question", result.id);
            right += u32::from(item.chosen.as_ref() == Some(&question.body.correct) && !question.body.withdrawn);
            withdrawn += u32::from(question.body.withdrawn);
        }
        assert_eq!((result.tally.correct, result.parts[0].1.correct), (right, right), "{}", result.id);
        assert_eq!(result.tally.total + withdrawn, result.marked.len() as u32, "{}", result.id);
        assert_eq!(result.tally.withdrawn, withdrawn, "{}", result.id);
    }
}

#[tokio::test]
async fn a_key_that_is_put_right_moves_each_result_by_it_and_the_report_says_how() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let mut sat = Vec::new();
    for place in 0..3 {
        sat.push(sit(&world, &student, place).await);
        world.pass(60);
    }
    let question = sat[0].1.clone();
    let (quiz_of, old) = (|place: usize| sat[place - 1].0.clone(), key(&world, &question).await);
    let new = (1..=3).find(|place| *place != old).unwrap();
    let before = [percent(&world, &quiz_of(1)).await, percent(&world, &quiz_of(2)).await];

    let dry = world.correct_key(&admin, &question, CorrectKey { dry_run: true, ..number(new) }).await.unwrap();
    assert_eq!((dry.affected, key(&world, &question).await), (3, old), "a dry run changes nothing");
    must_agree(&world).await;

    let report = world.correct_key(&admin, &question, number(new)).await.unwrap();
    assert_eq!((report.affected, report.moved, report.changed.len()), (3, dry.moved, dry.changed.len()));
    assert_eq!(key(&world, &question).await, new);
    must_agree(&world).await;
    for moved in &report.changed {
        assert_eq!(percent(&world, &moved.quiz_id).await, moved.after);
        assert_eq!(moved.user.email, "student@sabi.test");
        let gains = moved.quiz_id == quiz_of(new);
        assert_eq!(moved.after > moved.before, gains, "{moved:?}");
    }
    assert!(report.changed.iter().any(|moved| moved.quiz_id == quiz_of(new)));
    if old <= 3 {
        assert_eq!(report.moved, 2, "who had it right by the old key, and who has it by the new one");
    }
    let told = world.list_audit(&query(&[("record", question.as_str())])).await.unwrap().rows;
    let mut actions: Vec<_> = told.iter().map(|entry| (entry.who.as_str(), entry.action.as_str())).collect();
    actions.sort_unstable();
    assert_eq!(actions, [("admin@sabi.test", "correct-key"), ("admin@sabi.test", "remark")]);

    // The same again changes nothing, and back again is as before.
    assert_eq!(world.correct_key(&admin, &question, number(new)).await.unwrap().moved, 0);
    world.correct_key(&admin, &question, number(old)).await.unwrap();
    assert_eq!([percent(&world, &quiz_of(1)).await, percent(&world, &quiz_of(2)).await], before);
}

#[tokio::test]
async fn a_withdrawn_question_leaves_every_score_and_can_be_put_back() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let mut sat = Vec::new();
    for place in 0..3 {
        sat.push(sit(&world, &student, place).await);
        world.pass(60);
    }
    let question = sat[0].1.clone();
    // Starts before the withdrawal, and is submitted after it.
    let (running, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let mut before = Vec::new();
    for (quiz, _) in &sat {
        before.push(percent(&world, quiz).await);
    }
    let withdraw = |withdrawn| WithdrawQuestion { withdrawn, version: None, dry_run: false };

    let dry = WithdrawQuestion { dry_run: true, ..withdraw(true) };
    let dry = world.withdraw_question(&admin, &question, dry).await.unwrap();
    assert_eq!((dry.affected, dry.moved), (3, 3));
    must_agree(&world).await;
    let old = WithdrawQuestion { version: Some(99), ..withdraw(true) };
    assert_eq!(reason(world.withdraw_question(&admin, &question, old).await), "changed");

    let report = world.withdraw_question(&admin, &question, withdraw(true)).await.unwrap();
    assert_eq!((report.affected, report.moved, report.changed.len()), (3, 3, 3));
    let stored: Question = world.load(&question).await.unwrap().unwrap();
    assert_eq!((stored.body.withdrawn, stored.status), (true, false));
    must_agree(&world).await;
    for moved in &report.changed {
        assert_eq!(percent(&world, &moved.quiz_id).await, moved.after);
    }
    let all = questions(&paper);
    let answers = all.iter().map(|question| answer(question, 0)).collect();
    let late = world.submit(&student, submit(&running, answers)).await.unwrap().quiz_id.unwrap();
    must_agree(&world).await;
    let outcome = world.find_result(&student, &late, true).await.unwrap();
    assert_eq!((outcome.quiz.withdrawn_count, outcome.quiz.question_count as usize), (1, all.len() - 1));
    let corrections = &outcome.subject_results[0].results;
    assert_eq!(corrections.len(), all.len(), "it is still there to be read");
    let of: Vec<_> = corrections.iter().filter(|one| one.withdrawn).map(|one| &one.question.id).collect();
    assert_eq!(of, [&question]);
    let source = &corrections.iter().find(|one| one.withdrawn).unwrap().source;
    assert_eq!((source.exam.as_str(), source.number), ("JAMB UTME", Some(stored.position)));
    assert_eq!(source.year, outcome.quiz.year);

    // Nothing that is kept of students and questions is off, no new test draws it, and nobody activates it by mistake.
    world.aggregate_results().await.unwrap();
    assert!(world.recount(&OPERATOR, true).await.unwrap().is_empty());
    let times = world.find_result(&student, &late, true).await.unwrap();
    assert!(times.subject_results[0].results.iter().all(|one| one.answered_times == 4));
    let (_, fresh) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    assert!(questions(&fresh).iter().all(|one| one.id != question));
    let form = QuestionInput { status: true, ..world.find_item(&question).await.unwrap().form() };
    assert_eq!(fields(world.update_item(&admin, &question, form).await), ["status"]);

    world.withdraw_question(&admin, &question, withdraw(false)).await.unwrap();
    must_agree(&world).await;
    let mut after = Vec::new();
    for (quiz, _) in &sat {
        after.push(percent(&world, quiz).await);
    }
    assert_eq!(after, before);
    assert!(world.recount(&OPERATOR, true).await.unwrap().is_empty());
    let stored: Question = world.load(&question).await.unwrap().unwrap();
    assert_eq!((stored.body.withdrawn, stored.status), (false, false), "to be activated in its form");
    let told = world.list_audit(&query(&[("record", question.as_str())])).await.unwrap().rows;
    let mut actions: Vec<_> = told.iter().map(|entry| entry.action.as_str()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["put-back", "remark", "remark", "withdraw"]);
}

#[tokio::test]
async fn an_option_is_named_by_id_letter_or_number_and_an_older_version_is_refused() {
    let world = World::demo().await;
    let (_, id) = sit(&world, &world.student().await, 0).await;
    let question: Question = world.load(&id).await.unwrap().unwrap();
    let third = question.body.options[2].id.clone();
    let named = |option: OptionName| CorrectKey { option, version: None, dry_run: false };
    for name in ["c", "C", " 3 ", third.as_str()] {
        world.correct_key(&OPERATOR, &id, number(1)).await.unwrap();
        world.correct_key(&OPERATOR, &id, named(OptionName::Text(name.into()))).await.unwrap();
        assert_eq!(key(&world, &id).await, 3, "{name}");
    }
    for wrong in ["", "f", "0", "9", "-1", "Ω", "nothing"] {
        let refused = world.correct_key(&OPERATOR, &id, named(OptionName::Text(wrong.into()))).await;
        assert_eq!(fields(refused), ["option"], "{wrong:?}");
    }
    assert_eq!(fields(world.correct_key(&OPERATOR, &id, number(0)).await), ["option"]);
    for dry_run in [true, false] {
        let old = CorrectKey { version: Some(question.version), dry_run, ..number(2) };
        assert_eq!(reason(world.correct_key(&OPERATOR, &id, old).await), "changed");
    }
    assert!(matches!(world.correct_key(&OPERATOR, &Id::new("none"), number(1)).await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn results_left_by_a_stopped_server_are_marked_later() {
    let world = World::demo().await;
    let (_, id) = sit(&world, &world.student().await, 0).await;
    // As after the first commit: the key is new, the results are not.
    let old: Question = world.load(&id).await.unwrap().unwrap();
    let other = old.body.options.iter().find(|option| option.id != old.body.correct).unwrap().id.clone();
    let sql = "UPDATE ONLY $new.id CONTENT $new; UPSERT $note";
    let stopped =
        world.store.write(sql).bind(("new", Question { body: ChoiceBody { correct: other, ..old.body }, ..old }));
    stopped.bind(("note", RecordId::new("rekeying", id.as_str()))).done().await.unwrap();
    world.bank.clear();
    world.finish_rescoring().await.unwrap();
    must_agree(&world).await;
    let left: Vec<RecordId> = world.store.query("SELECT VALUE id FROM rekeying").all().await.unwrap();
    assert!(left.is_empty());
}

#[tokio::test]
async fn a_result_that_could_not_be_marked_again_after_its_submit_is_marked_later() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&paper)[0];
    let question: Question = world.load(&asked.id).await.unwrap().unwrap();
    let other = question.body.options.iter().find(|option| option.id != question.body.correct).unwrap().id.clone();
    // The key moves between the marking and the commit, and after that nothing can be written to the result.
    let moves = format!(
        "DEFINE EVENT moves ON quiz WHEN $event = 'CREATE' THEN {{ \
            UPDATE type::record('question', '{}') SET correct = type::record('choice', '{other}'), version += 1; \
            UPDATE type::record('subject_year', '{}') SET revision += 1; }}; \
         DEFINE EVENT stuck ON quiz WHEN $event = 'UPDATE' THEN {{ THROW 'stuck' }};",
        question.id, question.year
    );
    world.store.write(&moves).done().await.unwrap();
    let quiz = world.submit(&student, submit(&attempt, vec![answer(asked, 0)])).await.unwrap().quiz_id.unwrap();
    world.finish_background_work().await;
    let by = async || world.load::<QuizResult>(&quiz).await.unwrap().unwrap().marked[0].correct.clone();
    assert_eq!(by().await, question.body.correct, "it is marked by the old key yet");
    world.store.write("REMOVE EVENT moves ON quiz; REMOVE EVENT stuck ON quiz;").done().await.unwrap();
    world.finish_rescoring().await.unwrap();
    assert_eq!(by().await, other);
    must_agree(&world).await;
}

/// Waits until no result is left to be marked by a key that moved.
async fn marked(world: &World) {
    let waiting = || world.store.query("SELECT VALUE id FROM rekeying").all::<RecordId>();
    while !waiting().await.unwrap().is_empty() {
        sleep(Duration::from_millis(10)).await;
    }
}

/// The same person in a session that was opened long ago.
fn unproved(who: &Actor) -> Actor {
    let Actor::User(person) = who else { panic!("a person") };
    Actor::User(Arc::new(SessionUser { is_proved: false, ..SessionUser::clone(person) }))
}

#[tokio::test]
async fn a_key_that_an_edit_or_an_import_moves_reaches_the_results() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let (quiz, id) = sit(&world, &student, 0).await;
    let before = percent(&world, &quiz).await;
    let old = key(&world, &id).await;
    let new = if old == 1 { 2 } else { 1 };
    let form = |old: &Question| Ok(QuestionInput { correct_answer: Some(new), ..old.form() });
    // Somebody who finds an open session can change texts, but no key.
    let late = unproved(&admin);
    let words = |old: &Question| Ok(QuestionInput { description: "It is heat.".into(), ..old.form() });
    world.edit_item(&late, &id, None, words).await.unwrap();
    assert_eq!(reason(world.edit_item(&late, &id, None, form).await), "prove-password");
    assert_eq!(key(&world, &id).await, old);
    world.edit_item(&admin, &id, None, form).await.unwrap();
    marked(&world).await;
    must_agree(&world).await;
    let edited = percent(&world, &quiz).await;
    assert_ne!(edited, before, "the only answer was the first option");

    let question: Question = world.load(&id).await.unwrap().unwrap();
    let letter = ["A", "B", "C", "D"][old - 1];
    let row = json!({
        "id": id, "question": question.question, "topic": null,
        "option1": question.body.options[0].option, "option2": question.body.options[1].option,
        "option3": question.body.options[2].option, "option4": question.body.options[3].option,
        "rightAnswer": letter,
    });
    let ask =
        ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year: 2019, ..ImportRequest::default() };
    let file = row.to_string().into_bytes();
    let dry = ImportRequest { dry_run: true, ..ask.clone() };
    assert_eq!(world.import_items(ItemKind::Choice, &late, file.clone(), dry, &|_| ()).await.unwrap().changed, 1);
    let refused = world.import_items(ItemKind::Choice, &late, file.clone(), ask.clone(), &|_| ()).await;
    assert_eq!(reason(refused), "prove-password");
    assert_ne!(key(&world, &id).await, old);
    let done = world.import_items(ItemKind::Choice, &admin, file, ask, &|_| ()).await.unwrap();
    assert_eq!((done.changed, key(&world, &id).await), (1, old), "{:?}", done.problems);
    marked(&world).await;
    must_agree(&world).await;
    // It is in the audit log like any change, and an editor with an older version learns who changed it.
    let told = world.list_audit(&query(&[("record", id.as_str()), ("action", "import")])).await.unwrap().rows;
    let [told] = &told[..] else { panic!("{told:?}") };
    assert_eq!(told.who, "admin@sabi.test");
    assert_ne!(told.before["correct"], told.after["correct"]);
    let stale = world.edit_item(&admin, &id, Some(0), |old: &Question| Ok(old.form())).await.unwrap_err();
    let Error::Conflict(refusal) = &stale else { panic!("{stale:?}") };
    assert_eq!(refusal.facts["changedBy"], "admin@sabi.test");
    assert_eq!(percent(&world, &quiz).await, before);
}

/// More questions than are looked up one by one.
#[tokio::test]
async fn the_keys_of_a_whole_year_that_an_import_moves_reach_the_results() {
    let world = World::demo().await;
    let student = world.student().await;
    let year = async |ids: &[Id<Question>], key: &str| {
        let row = |n: usize| {
            let (stem, id) = (format!("How many grams are {n} + 3 grams?"), ids.get(n));
            let [right, one, other] = [n + 3, n, n + 9].map(|grams| grams.to_string());
            json!({ "id": id, "question": stem, "option1": right, "option2": one, "option3": other, "rightAnswer": key })
                .to_string()
        };
        let file = (0..120).map(row).collect::<Vec<_>>().join("\n").into_bytes();
        let ask = ImportRequest {
            exam: "jamb-utme".into(),
            subject: "Physics".into(),
            year: 1999,
            ..ImportRequest::default()
        };
        let done = world.import_items(ItemKind::Choice, &OPERATOR, file, ask, &|_| ()).await.unwrap();
        assert!(done.problems.is_empty(), "{:?}", done.problems);
    };
    year(&[], "A").await;
    let sql = "SELECT * FROM question WHERE string::starts_with(question, 'How many grams') ORDER BY position";
    let stored: Vec<Question> = world.store.query(sql).all().await.unwrap();
    let ids: Vec<_> = stored.into_iter().map(|question| question.id).collect();
    assert_eq!(ids.len(), 120);
    let ask = StartAttempt { year: Some(1999), ..world.ask("jamb-utme", Mode::Practice, &["Physics"]).await };
    let (attempt, paper, _) = world.start_attempt(&student, ask).await.unwrap();
    let answers = questions(&paper).into_iter().map(|question| answer(question, 0)).collect();
    let quiz = world.submit(&student, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
    let (other, _) = sit(&world, &student, 0).await;
    let before = (percent(&world, &quiz).await, percent(&world, &other).await);
    assert_eq!(before.0, 100.0);
    year(&ids, "B").await;
    world.finish_background_work().await;
    must_agree(&world).await;
    assert_eq!((percent(&world, &quiz).await, percent(&world, &other).await), (0.0, before.1));
}

#[tokio::test]
async fn correcting_a_spelling_during_tests_costs_no_student_a_mark() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&paper)[0];
    let right = key(&world, &asked.id).await - 1;
    let mended = |old: &Question| {
        let mut form = old.form();
        let places = [&mut form.option_1, &mut form.option_2, &mut form.option_3, &mut form.option_4];
        places.into_iter().nth(right).unwrap().as_mut().unwrap().push_str(" exactly");
        Ok(QuestionInput { correct_answer: Some(right as i64 + 1), ..form })
    };
    world.edit_item(&OPERATOR, &asked.id, None, mended).await.unwrap();
    let quiz = world.submit(&student, submit(&attempt, vec![answer(asked, right)])).await.unwrap().quiz_id.unwrap();
    must_agree(&world).await;
    assert_eq!(world.load::<QuizResult>(&quiz).await.unwrap().unwrap().tally.correct, 1);
    let again = |old: &Question| Ok(QuestionInput { question: "Which?".into(), ..old.form() });
    world.edit_item(&OPERATOR, &asked.id, None, again).await.unwrap();
    let left: Vec<RecordId> = world.store.query("SELECT VALUE id FROM rekeying").all().await.unwrap();
    assert!(left.is_empty(), "where no key moves nothing is marked anew");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn after_two_corrections_at_once_results_match_the_question() {
    after_two_corrections_at_once_results_match_the_question_in(World::demo().await).await;
    after_two_corrections_at_once_results_match_the_question_in(World::demo_on_disk().await).await;
}

async fn after_two_corrections_at_once_results_match_the_question_in(world: World) {
    let (_, id) = sit(&world, &world.student().await, 0).await;
    for round in 0..30 {
        let correct = |place: usize, yields: usize| {
            let (app, id) = (world.app.clone(), id.clone());
            tokio::spawn(async move {
                for _ in 0..yields {
                    tokio::task::yield_now().await;
                }
                app.correct_key(&OPERATOR, &id, number(place)).await
            })
        };
        let (one, other) = (correct(1 + round % 3, 0), correct(1 + (round + 1) % 3, round * 4));
        one.await.unwrap().unwrap();
        other.await.unwrap().unwrap();
        must_agree(&world).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_submit_meanwhile_is_marked_by_the_new_key() {
    a_submit_meanwhile_is_marked_by_the_new_key_in(World::demo().await).await;
    a_submit_meanwhile_is_marked_by_the_new_key_in(World::demo_on_disk().await).await;
}

async fn a_submit_meanwhile_is_marked_by_the_new_key_in(world: World) {
    let student = world.student().await;
    for round in 0..20 {
        let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
        let id = questions(&paper)[0].id.clone();
        let answers = questions(&paper).into_iter().map(|question| answer(question, round % 2)).collect();
        let submitting = {
            let (app, student, ask) = (world.app.clone(), student.clone(), submit(&attempt, answers));
            tokio::spawn(async move { app.submit(&student, ask).await })
        };
        let correcting = {
            let (app, id) = (world.app.clone(), id.clone());
            tokio::spawn(async move {
                for _ in 0..round * 2 {
                    tokio::task::yield_now().await;
                }
                app.correct_key(&OPERATOR, &id, number(1 + round % 3)).await
            })
        };
        submitting.await.unwrap().unwrap();
        correcting.await.unwrap().unwrap();
        must_agree(&world).await;
        world.pass(60);
    }
}
