//! Results: the marks against an independent recount, the scales, the corrections, the advice.

use std::collections::HashMap;

use sabi_core::{
    Error,
    bank::{AdminQuestion, BankFilter, ChoiceBody, QuestionInput},
    catalogue::Mode,
    exam::{CorrectionsRequest, PaperView, QuestionView, ResultOutcome},
    people::Actor,
    records::ListQuery,
    store::Id,
};

use crate::support::{World, answer, fields, query, questions, submit};

const FOUR: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];

/// The bank's own keys, as the back office reads them.
async fn keys(world: &World) -> HashMap<String, AdminQuestion> {
    let all = world.list_items::<ChoiceBody>(&BankFilter::default(), &query(&[("limit", "1000")])).await.unwrap().rows;
    all.into_iter().map(|question| (question.id.to_string(), question)).collect()
}

/// Answers by a rule: out of five questions two right, one wrong, one cleared again, one never seen.
fn choices(paper: &PaperView, keys: &HashMap<String, AdminQuestion>) -> Vec<Option<usize>> {
    let place = |n: usize, question: &QuestionView| {
        let key = &keys[question.id.as_str()].correct;
        let right = question.options.iter().position(|option| option.id == *key).unwrap();
        match n % 5 {
            0 | 1 => Some(right),
            2 => Some((right + 1) % question.options.len()),
            _ => None,
        }
    };
    questions(paper).into_iter().enumerate().map(|(n, question)| place(n, question)).collect()
}

#[tokio::test]
async fn a_mock_is_marked_as_a_recount_marks_it() {
    let world = World::demo().await;
    let student = world.student().await;
    let keys = keys(&world).await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    let (all, chosen) = (questions(&paper), choices(&paper, &keys));
    let (mut revision, mut clear) = (0, Vec::new());
    for (n, (question, place)) in all.iter().zip(&chosen).enumerate() {
        if n % 5 == 3 {
            // Answered first, and cleared again.
            let saved = world.save(&student, &attempt, revision, vec![answer(question, 0)]).await.unwrap();
            revision = saved.revision;
            clear.push(answer(question, None));
        } else if place.is_some() && n % 2 == 0 {
            let saved = world.save(&student, &attempt, revision, vec![answer(question, *place)]).await.unwrap();
            revision = saved.revision;
        }
    }
    world.save(&student, &attempt, revision, clear).await.unwrap();
    world.pass(45 * 60);
    let given = all.iter().zip(&chosen).filter(|(_, place)| place.is_some());
    let rest = given.map(|(question, place)| answer(question, *place)).collect();
    let quiz = world.submit(&student, submit(&attempt, rest)).await.unwrap().quiz_id.unwrap();
    let outcome = world.find_result(&student, &quiz, true).await.unwrap();

    let (mut total, mut counted) = ((0, 0, 0), 0);
    for (part, result) in paper.subjects.iter().zip(&outcome.subject_results) {
        let (mut right, mut wrong, mut open) = (0, 0, 0);
        for (question, corrected) in part.questions.iter().zip(&result.results) {
            let key = &keys[question.id.as_str()];
            let place = chosen[counted];
            counted += 1;
            let picked = place.map(|place| question.options[place].clone());
            match &picked {
                Some(option) if option.id == key.correct => right += 1,
                Some(_) => wrong += 1,
                None => open += 1,
            }
            assert_eq!(corrected.question.id, question.id);
            assert_eq!(corrected.question.options, question.options, "in the order that was shown");
            assert_eq!(corrected.result_data.answered, picked);
            assert_eq!(corrected.result_data.correct_answer.as_ref().map(|one| &one.id), Some(&key.correct));
            assert_eq!(corrected.description, key.description);
        }
        assert_eq!((result.right_answer, result.wrong_answer, result.unseen), (right, wrong, open));
        let sums =
            result.topics.iter().fold((0, 0), |(all, right), one| (all + one.ques_length, right + one.right_answer));
        assert_eq!(sums, (result.ques_length, right), "the topics are the whole subject");
        for topic in &result.topics {
            let of_topic =
                result.results.iter().filter(|one| keys[one.question.id.as_str()].topic.id == topic.topic.id);
            assert_eq!((of_topic.count() as u32, topic.topic.title.is_empty()), (topic.ques_length, false));
        }
        assert_eq!(result.ques_length, right + wrong + open);
        assert!((result.score - f64::from(right) / 180.0 * 400.0).abs() < 0.06, "correct / 180 × 400");
        total = (total.0 + right, total.1 + wrong, total.2 + open);
        let scale = outcome.quiz.score.jamb_scale.as_ref().unwrap();
        let own = scale.subjects.iter().find(|one| one.subject.id == result.subject.id).unwrap();
        let percent = f64::from(right) / f64::from(result.ques_length) * 100.0;
        assert!((f64::from(own.score) - percent).abs() <= 0.5);
    }
    let quiz = outcome.quiz;
    assert_eq!((counted, quiz.question_count), (180, 180));
    assert_eq!((quiz.correct_count, quiz.wrong_count, quiz.unseen_count), total);
    assert_eq!(total, (72, 36, 72));
    let scale = quiz.score.jamb_scale.unwrap();
    assert_eq!((quiz.score.out_of_400, scale.out_of), (Some(160), 400));
    assert_eq!(scale.total, scale.subjects.iter().map(|one| one.score).sum::<u32>());
    assert_eq!((quiz.progress, quiz.accuracy, quiz.speed), (60.0, 40.0, Some(62.5)));
    assert_eq!((quiz.time, quiz.used_time, quiz.exam_result), (Some(7_200), 2_700, None));
    assert_eq!(outcome.advices.len(), 1);
    assert!((40..=49).contains(&outcome.advices[0].min_percentage));
}

#[tokio::test]
async fn a_wassce_result_shows_its_grade_and_no_jamb_scale() {
    let world = World::demo().await;
    let student = world.student().await;
    let keys = keys(&world).await;
    for (right, grade) in [(29, "A1"), (14, "D7"), (1, "F9")] {
        let (attempt, paper) = world.start(&student, "wassce-waec-ssce", Mode::Practice, &["Mathematics"]).await;
        let pick = |(n, question): (usize, &QuestionView)| {
            let key = &keys[question.id.as_str()].correct;
            let place = question.options.iter().position(|option| option.id == *key).unwrap();
            answer(question, if n < right { place } else { (place + 1) % question.options.len() })
        };
        let answers = questions(&paper).into_iter().enumerate().map(pick).collect();
        let quiz = world.submit(&student, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
        let quiz = world.find_result(&student, &quiz, false).await.unwrap().quiz;
        assert_eq!((quiz.correct_count, quiz.wrong_count), (right as u32, 29 - right as u32));
        assert_eq!(quiz.score.grade.as_deref(), Some(grade), "{}", quiz.accuracy);
        assert!(quiz.score.out_of_400.is_none() && quiz.score.jamb_scale.is_none());
        assert_eq!(quiz.year, Some(2019));
    }
}

#[tokio::test]
async fn a_result_does_not_change_when_the_bank_does() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let keys = keys(&world).await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let first = questions(&paper)[0];
    let key = &keys[first.id.as_str()];
    let place = first.options.iter().position(|option| option.id == key.correct).unwrap();
    let quiz = world.submit(&student, submit(&attempt, vec![answer(first, place)])).await.unwrap().quiz_id.unwrap();
    let option = |at: usize| key.options.get(at).map(|one| one.option.clone());
    let other = key.options.iter().position(|one| one.id != key.correct).unwrap();
    let input = QuestionInput {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: key.title.clone(),
        topic: None,
        section: None,
        question: key.question.clone(),
        passage_check: key.passage_check,
        passage: key.passage.clone(),
        group: key.group.clone(),
        option_1: option(0),
        option_2: option(1),
        option_3: option(2),
        option_4: option(3),
        option_5: option(4),
        correct_answer: Some(i64::try_from(other).unwrap() + 1),
        description: "Put right.".into(),
        status: false,
        for_visitors: false,
        held_back: false,
        logo: None,
    };
    world.update_item(&admin, &key.id, input).await.unwrap();
    let outcome = world.find_result(&student, &quiz, true).await.unwrap();
    assert_eq!(outcome.quiz.correct_count, 1);
    let corrected = &outcome.subject_results[0].results[0];
    assert_eq!(corrected.result_data.correct_answer.as_ref().map(|one| &one.id), Some(&key.correct));
    assert_eq!(corrected.description, "Put right.");
    // The next student gets neither the question nor the old key.
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    assert!(questions(&paper).iter().all(|question| question.id != key.id));
}

#[tokio::test]
async fn results_are_listed_newest_first_for_their_student_alone() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let me = student.user_id().unwrap().clone();
    let mut ids = Vec::new();
    for _ in 0..12 {
        let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Study, &["Biology"]).await;
        let first = vec![answer(questions(&paper)[0], 0)];
        ids.push(world.submit(&student, submit(&attempt, first)).await.unwrap().quiz_id.unwrap());
        world.pass(30);
    }
    ids.reverse();
    let page = world.list_results(&student, &me, &ListQuery::default()).await.unwrap();
    assert_eq!(page.total, 12);
    assert_eq!(page.rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>(), ids[..10]);
    assert!(page.rows.iter().all(|row| row.exam.slug == "jamb-utme" && row.time.is_none() && row.speed.is_none()));
    let second = world.list_results(&admin, &me, &query(&[("page", "2")])).await.unwrap();
    assert_eq!(second.rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>(), ids[10..]);
    let up = world.list_results(&student, &me, &query(&[("sort", "createdAt"), ("limit", "1")])).await.unwrap();
    assert_eq!(up.rows[0].id, ids[11]);
    let other = admin.user_id().unwrap();
    assert!(matches!(world.list_results(&student, other, &ListQuery::default()).await, Err(Error::Forbidden(_))));
    assert!(world.find_result(&admin, &ids[0], true).await.is_ok());
    assert!(world.find_result(&Actor::Operator, &ids[0], true).await.is_ok());
    let none = world.find_result(&student, &Id::new("none"), false).await;
    assert!(matches!(none, Err(Error::NotFound("Result"))));
}

/// The questions of a page by their topics and numbers, in the order sent.
fn numbers(outcome: &ResultOutcome) -> Vec<(String, u32)> {
    let all = outcome.subject_results.iter().flat_map(|subject| &subject.results);
    all.map(|one| (one.topic.as_ref().unwrap().title.clone(), one.number)).collect()
}

#[tokio::test]
async fn corrections_are_read_in_pages_by_subject_and_outcome_and_by_the_weakest_topic() {
    let world = World::demo().await;
    let student = world.student().await;
    let keys = keys(&world).await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    let all = questions(&paper);
    let given = all.iter().zip(choices(&paper, &keys)).filter(|(_, place)| place.is_some());
    let given = given.map(|(question, place)| answer(question, place)).collect();
    let quiz = world.submit(&student, submit(&attempt, given)).await.unwrap().quiz_id.unwrap();
    let read = async |params: &[(&str, &str)]| {
        let ask = CorrectionsRequest::read(query(params)).unwrap();
        world.find_corrections(&student, &quiz, &ask).await.unwrap()
    };
    let whole = world.find_result(&student, &quiz, true).await.unwrap();
    assert_eq!((whole.total, read(&[]).await.total), (180, 180));

    // The pages of a subject are the whole subject, in the order of the paper.
    let physics = whole.subject_results.iter().find(|one| one.subject.title == "Physics").unwrap();
    let id = physics.subject.id.to_string();
    let mut joined = Vec::new();
    for (page, length) in [("1", 20), ("2", 20), ("3", 0)] {
        let part = read(&[("subject", &id), ("page", page), ("limit", "20")]).await;
        assert_eq!((numbers(&part).len(), part.total), (length, 40), "page {page}");
        joined.extend(numbers(&part));
    }
    assert_eq!(joined.iter().map(|one| one.1).collect::<Vec<_>>(), (1..=40).collect::<Vec<_>>());

    for (outcome, total) in [("correct", 72), ("incorrect", 36), ("unseen", 72), ("missed", 108)] {
        let part = read(&[("outcome", outcome), ("limit", "7")]).await;
        assert_eq!((part.total, numbers(&part).len()), (total, 7), "{outcome}");
        for one in part.subject_results.iter().flat_map(|subject| &subject.results) {
            let (chosen, key) = (&one.result_data.answered, one.result_data.correct_answer.as_ref());
            let is = match chosen {
                None => "unseen",
                Some(choice) if Some(choice) == key => "correct",
                Some(_) => "incorrect",
            };
            assert!(is == outcome || (outcome == "missed" && is != "correct"), "{is} is not {outcome}");
        }
    }

    // A subject's topics come by their share of right answers; within a topic the paper's order stays.
    let weakest = numbers(&read(&[("subject", &id), ("sort", "weakest"), ("limit", "100")]).await);
    let share = |title: &str| {
        let topic = physics.topics.iter().find(|one| one.topic.title == title).unwrap();
        topic.right_answer * 1000 / topic.ques_length
    };
    assert_eq!(weakest.len(), 40);
    for pair in weakest.windows(2) {
        let (one, next) = (&pair[0], &pair[1]);
        assert!(
            share(&one.0) < share(&next.0) || (share(&one.0) == share(&next.0) && (one.0 != next.0 || one.1 < next.1))
        );
    }
    assert!(physics.topics.len() > 1, "else nothing is sorted");

    let bad = [("limit", "0"), ("page", "0"), ("sort", "up"), ("outcome", "lost"), ("colour", "red"), ("q", "x")];
    let mut refused = fields(CorrectionsRequest::read(query(&bad)));
    refused.sort();
    assert_eq!(refused, ["colour", "limit", "outcome", "page", "q", "sort"]);
    assert_eq!(fields(CorrectionsRequest::read(query(&[("limit", "101")]))), ["limit"]);
}

#[tokio::test]
async fn a_topic_is_compared_with_the_latest_earlier_test_that_asked_it() {
    let world = World::demo().await;
    let student = world.student().await;
    let keys = keys(&world).await;
    let mut sat = Vec::new();
    for (subject, right) in [("Physics", 0), ("Physics", 100), ("Biology", 0), ("Physics", 0)] {
        let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &[subject]).await;
        let pick = |(n, question): (usize, &QuestionView)| {
            let key = &keys[question.id.as_str()].correct;
            let place = question.options.iter().position(|option| option.id == *key).unwrap();
            answer(question, if n < right { place } else { (place + 1) % question.options.len() })
        };
        let answers = questions(&paper).into_iter().enumerate().map(pick).collect();
        sat.push(world.submit(&student, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap());
        world.pass(60);
    }
    let before = async |who: &Actor, quiz: usize| {
        let found = world.find_result(who, &sat[quiz], false).await.unwrap();
        let topics = found.subject_results.into_iter().flat_map(|subject| subject.topics);
        topics.map(|topic| topic.before.map(|share| (share.ques_length, share.right_answer))).collect::<Vec<_>>()
    };
    assert!(before(&student, 0).await.iter().all(Option::is_none), "the first test of all");
    assert!(before(&student, 1).await.iter().all(|one| one.is_some_and(|(_, right)| right == 0)));
    assert!(before(&student, 2).await.iter().all(Option::is_none), "the first of its subject");
    assert!(before(&student, 3).await.iter().all(|one| one.is_some_and(|(all, right)| right == all)));
    assert!(before(&world.admin().await, 3).await.iter().all(Option::is_none), "the student's own alone");
}
