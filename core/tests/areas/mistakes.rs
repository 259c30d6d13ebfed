//! Practising what one got wrong: what is drawn, what is no mistake any more, and what a start still asks for.

use std::collections::BTreeSet;

use sabi_core::{
    bank::Question,
    catalogue::Mode,
    exam::{CorrectKey, OptionName, PaperRequest, PaperView, QuestionView, RequestedSource, StartAttempt},
    people::Actor,
    plans::Subscription,
    records::ListQuery,
    store::Id,
};

use crate::support::{World, answer, fields, questions, reason, submit};

const OPERATOR: Actor = Actor::Operator;

/// The request for a study test of the caller's mistakes in these subjects.
async fn ask(world: &World, subjects: &[&str]) -> StartAttempt {
    StartAttempt { year: None, from: RequestedSource::Mistakes, ..world.ask("jamb-utme", Mode::Study, subjects).await }
}

/// The place of a question's key among the options that are shown.
async fn key(world: &World, question: &QuestionView) -> usize {
    let stored: Question = world.load(&question.id).await.unwrap().unwrap();
    question.options.iter().position(|option| option.id == stored.body.correct).unwrap()
}

/// Answers a paper: the first `right` rightly, the next `wrong` wrongly, and leaves the rest open.
async fn hand_in(
    world: &World,
    who: &Actor,
    started: (sabi_core::exam::AttemptView, PaperView),
    right: usize,
    wrong: usize,
) {
    let (attempt, paper) = started;
    let mut answers = Vec::new();
    for (n, question) in questions(&paper).into_iter().take(right + wrong).enumerate() {
        let key = key(world, question).await;
        answers.push(answer(question, if n < right { key } else { (key + 1) % question.options.len() }));
    }
    world.submit(who, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
    world.pass(60);
}

/// The questions of a study test of mistakes; empty if it cannot be started because there are none.
async fn mistakes(world: &World, who: &Actor, ask: StartAttempt) -> BTreeSet<Id<Question>> {
    match world.start_attempt(who, ask).await {
        Ok((attempt, paper, _)) => {
            world.cancel_attempt(who, &attempt.id).await.unwrap();
            world.pass(60);
            questions(&paper).into_iter().map(|question| question.id.clone()).collect()
        }
        refused => {
            assert_eq!(reason(refused), "no-questions");
            BTreeSet::new()
        }
    }
}

#[tokio::test]
async fn a_test_of_mistakes_holds_what_was_wrong_or_open_until_it_is_answered_rightly() {
    let world = World::demo().await;
    let student = world.student().await;
    let physics = ask(&world, &["Physics"]).await;
    assert_eq!(mistakes(&world, &student, physics.clone()).await, BTreeSet::new(), "nothing was sat yet");

    let started = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all: Vec<_> = questions(&started.1).into_iter().map(|question| question.id.clone()).collect();
    hand_in(&world, &student, started, 5, 10).await;
    assert_eq!(mistakes(&world, &student, physics.clone()).await, all[5..].iter().cloned().collect());

    // A question answered rightly is not a mistake any more; one answered wrongly now is.
    let limited = StartAttempt { question_limit: Some(4), ..physics.clone() };
    let (attempt, paper, _) = world.start_attempt(&student, limited).await.unwrap();
    assert_eq!((paper.total_questions, attempt.year), (4, None));
    hand_in(&world, &student, (attempt, paper), 4, 0).await;
    assert_eq!(mistakes(&world, &student, physics.clone()).await, all[9..].iter().cloned().collect());
    let again = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(&world, &student, again, 0, all.len()).await;
    assert_eq!(mistakes(&world, &student, physics.clone()).await, all.iter().cloned().collect());
    let again = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(&world, &student, again, all.len(), 0).await;
    let refused = world.start_attempt(&student, physics.clone()).await.err().unwrap();
    assert_eq!(refused.to_string(), "You have no missed questions here.");

    let other = world.class(1).await.swap_remove(0);
    assert_eq!(mistakes(&world, &other, physics).await, BTreeSet::new(), "of one's own alone");
}

#[tokio::test]
async fn the_keys_and_the_bank_of_now_decide() {
    let world = World::demo().await;
    let student = world.student().await;
    let started = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all: Vec<_> = questions(&started.1).into_iter().map(|question| question.id.clone()).collect();
    let first = key(&world, questions(&started.1)[0]).await;
    hand_in(&world, &student, started, all.len() - 2, 1).await;
    let physics = ask(&world, &["Physics"]).await;
    let mut wanted: BTreeSet<_> = all[all.len() - 2..].iter().cloned().collect();
    assert_eq!(mistakes(&world, &student, physics.clone()).await, wanted);

    // A new key makes a mistake of what was right.
    let option = OptionName::Number(1 + (first + 1) % 4);
    let correct = CorrectKey { option, version: None, dry_run: false };
    world.correct_key(&OPERATOR, &all[0], correct).await.unwrap();
    wanted.insert(all[0].clone());
    assert_eq!(mistakes(&world, &student, physics.clone()).await, wanted);

    // Questions that are switched off are not drawn.
    let sql = "UPDATE $question SET status = false; UPDATE subject_year SET revision += 1;";
    world.store.write(sql).bind(("question", all[0].clone())).done().await.unwrap();
    wanted.remove(&all[0]);
    assert_eq!(mistakes(&world, &student, physics.clone()).await, wanted);

    // A year without mistakes gives none.
    let year = StartAttempt { year: Some(2005), ..physics.clone() };
    assert_eq!(mistakes(&world, &student, year).await, BTreeSet::new());
    let year = StartAttempt { year: Some(2019), ..physics };
    assert_eq!(mistakes(&world, &student, year).await, wanted);
}

#[tokio::test]
async fn a_running_mock_hides_its_questions() {
    let world = World::demo().await;
    let student = world.student().await;
    let started = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(&world, &student, started, 0, 100).await;
    let physics = ask(&world, &["Physics"]).await;
    let all = mistakes(&world, &student, physics.clone()).await;
    world.shorten_mocks(7).await;
    let (_, mock) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let hidden: BTreeSet<_> = questions(&mock).into_iter().map(|question| question.id.clone()).collect();
    let shown = mistakes(&world, &student, physics).await;
    assert_eq!(shown, all.difference(&hidden).cloned().collect());
}

#[tokio::test]
async fn a_test_of_mistakes_asks_for_what_every_start_asks_for() {
    let world = World::demo().await;
    let student = world.student().await;
    let started = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(&world, &student, started, 0, 100).await;
    let physics = ask(&world, &["Physics"]).await;

    let mock =
        StartAttempt { from: RequestedSource::Mistakes, ..world.ask("jamb-utme", Mode::Mock, &["Physics"]).await };
    assert_eq!(fields(world.start_attempt(&student, mock).await), ["from"]);
    let late = StartAttempt { year: Some(1998), ..physics.clone() };
    assert_eq!(fields(world.start_attempt(&student, late).await), ["year"]);
    let many = StartAttempt { question_limit: Some(101), ..physics.clone() };
    assert_eq!(fields(world.start_attempt(&student, many).await), ["questionLimit"]);
    let practice = StartAttempt { assessment_id: world.assessment(Mode::Practice).await, ..physics.clone() };
    let timeless = StartAttempt { time_duration: None, ..practice.clone() };
    assert_eq!(fields(world.start_attempt(&student, timeless).await), ["timeDuration"]);
    let foreign = StartAttempt { subjects: vec![Id::new("none")], ..physics.clone() };
    assert_eq!(fields(world.start_attempt(&student, foreign).await), ["subjects[0]"]);

    // One topic, and the subjects that have some.
    let (attempt, _, _) = world.start_attempt(&student, practice).await.unwrap();
    assert!(attempt.deadline.is_some());
    world.cancel_attempt(&student, &attempt.id).await.unwrap();
    let topics: Vec<Id<sabi_core::catalogue::Topic>> = world
        .store
        .query("SELECT VALUE topic FROM question WHERE subject = $subject GROUP BY topic")
        .bind(("subject", physics.subjects[0].clone()))
        .all()
        .await
        .unwrap();
    let chosen = StartAttempt { selected_topics: vec![topics[0].to_string()], ..physics.clone() };
    let of_topic = mistakes(&world, &student, chosen).await;
    let all = mistakes(&world, &student, physics.clone()).await;
    assert!(!of_topic.is_empty() && of_topic.is_subset(&all) && (topics.len() == 1 || of_topic.len() < all.len()));
    let both = ask(&world, &["Biology", "Physics"]).await;
    let (attempt, paper, message) = world.start_attempt(&student, both).await.unwrap();
    assert_eq!(message.as_deref(), Some("You missed questions only in: Physics."));
    assert_eq!((paper.subjects.len(), attempt.subjects.len()), (1, 1));
    world.cancel_attempt(&student, &attempt.id).await.unwrap();

    // How many there are, without a start.
    let counts = PaperRequest {
        exam_id: physics.exam_id.clone(),
        exam_type: physics.exam_type,
        subjects: physics.subjects.clone(),
        year: None,
        from: RequestedSource::Mistakes,
        mistakes_of: None,
        selected_topics: vec![],
        question_limit: None,
        shuffle_questions: false,
        shuffle_options: false,
        university: None,
        counts_only: true,
    };
    assert_eq!(world.ask_paper(&student, counts.clone(), false).await.unwrap().total_questions, all.len());
    let paper = PaperRequest { counts_only: false, ..counts.clone() };
    assert_eq!(world.ask_paper(&student, paper, false).await.unwrap().total_questions, all.len());
    assert_eq!(fields(world.ask_paper(&student, counts, true).await), ["from"]);

    // A trial stays short, and without a subscription there is nothing.
    let held = Subscription::key(student.user_id().unwrap(), &physics.exam_id, None);
    let sql = "UPDATE $held SET plan_name = 'Trial', num_of_questions = 3 RETURN NONE";
    world.store.write(sql).bind(("held", held.clone())).done().await.unwrap();
    assert_eq!(mistakes(&world, &student, physics.clone()).await.len(), 3);
    world.store.write("DELETE $held RETURN NONE").bind(("held", held)).done().await.unwrap();
    assert_eq!(reason(world.start_attempt(&student, physics).await), "no-subscription");
}

#[tokio::test]
async fn the_mistakes_of_a_result_can_be_practised_after_later_answers() {
    let world = World::demo().await;
    let (student, class) = (world.student().await, world.class(1).await);
    let started = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let all: Vec<_> = questions(&started.1).into_iter().map(|question| question.id.clone()).collect();
    hand_in(&world, &student, started, 5, 2).await;
    let user = student.user_id().unwrap();
    let first = world.list_results(&student, user, &ListQuery::default()).await.unwrap().rows.remove(0).id;
    let again = StartAttempt { mistakes_of: Some(first), ..ask(&world, &["Physics"]).await };
    let wrong: BTreeSet<_> = all[5..].iter().cloned().collect();
    assert_eq!(mistakes(&world, &student, again.clone()).await, wrong);
    // All of it is answered rightly now: nothing is a mistake any more, but in that result it was.
    let started = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(&world, &student, started, all.len(), 0).await;
    assert_eq!(mistakes(&world, &student, ask(&world, &["Physics"]).await).await, BTreeSet::new());
    assert_eq!(mistakes(&world, &student, again.clone()).await, wrong);
    assert_eq!(fields(world.start_attempt(&class[0], again.clone()).await), ["mistakesOf"], "it is another's");
    // None of them while a mock contains the question.
    let (mock, paper) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let asked: BTreeSet<_> = questions(&paper).into_iter().map(|question| question.id.clone()).collect();
    assert!(mistakes(&world, &student, again).await.is_disjoint(&asked));
    world.cancel_attempt(&student, &mock.id).await.unwrap();
}

#[tokio::test]
async fn mistakes_come_in_sets_of_twenty_the_weakest_topics_first() {
    let world = World::demo().await;
    let student = world.student().await;
    let subjects = ["Biology", "Physics"];
    let started = world.start(&student, "jamb-utme", Mode::Practice, &subjects).await;
    let all: Vec<_> = questions(&started.1).into_iter().map(|question| question.id.clone()).collect();
    hand_in(&world, &student, started, 9, all.len()).await;
    let user = student.user_id().unwrap();
    let result = world.list_results(&student, user, &ListQuery::default()).await.unwrap().rows.remove(0).id;
    let topics = world.find_result(&student, &result, false).await.unwrap().subject_results;
    let share: std::collections::HashMap<_, _> = topics
        .into_iter()
        .flat_map(|subject| subject.topics)
        .map(|one| (one.topic.id, one.right_answer * 1000 / one.ques_length))
        .collect();
    for of in [Some(result), None] {
        let ask = StartAttempt { mistakes_of: of, ..ask(&world, &subjects).await };
        let (mut drawn, mut weakest) = (Vec::new(), 0);
        for set in 1..=all.len().div_ceil(20) {
            let ask = StartAttempt { mistakes_set: Some(set), ..ask.clone() };
            let found = mistakes(&world, &student, ask).await;
            let mut shares = Vec::new();
            for id in &found {
                let question: Question = world.load(id).await.unwrap().unwrap();
                shares.push(share[&question.topic]);
            }
            assert_eq!(found.len(), (all.len() - 9 - drawn.len()).min(20), "set {set}");
            if let (Some(least), Some(most)) = (shares.iter().min(), shares.iter().max()) {
                assert!(*least >= weakest, "set {set} has no weaker topic than the one before");
                weakest = *most;
            }
            drawn.extend(found);
        }
        let wanted: BTreeSet<_> = all[9..].iter().cloned().collect();
        assert_eq!((drawn.len(), drawn.into_iter().collect::<BTreeSet<_>>()), (wanted.len(), wanted));
        for set in [0, 1001] {
            let ask = StartAttempt { mistakes_set: Some(set), ..ask.clone() };
            assert_eq!(fields(world.start_attempt(&student, ask).await), ["mistakesSet"]);
        }
    }
}

#[tokio::test]
async fn a_test_that_runs_while_its_student_is_erased_leaves_no_sums_behind() {
    let world = World::demo().await;
    let student = world.student().await;
    let user = student.user_id().unwrap().clone();
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    world.save(&student, &attempt, 0, vec![answer(questions(&paper)[0], 0)]).await.unwrap();
    world.erase_person(&OPERATOR, &user).await.unwrap();
    world.pass(2 * 3600);
    assert_eq!(world.expire_attempts().await.unwrap(), 0, "it ended with its student");
    assert_eq!(world.find_attempt(&OPERATOR, &attempt.id).await.unwrap().0.state, "cancelled");
    for table in ["progress", "last_answers"] {
        let sql = format!("SELECT VALUE id FROM {table} WHERE user = $user");
        let rows = world.store.query(&sql).bind(("user", user.clone()));
        assert_eq!(rows.all::<surrealdb::types::RecordId>().await.unwrap().len(), 0, "{table}");
    }
}

#[tokio::test]
async fn a_weak_topic_is_practised_with_questions_that_are_neither_too_hard_nor_too_easy() {
    let world = World::demo().await;
    let student = world.class(1).await.swap_remove(0);
    let physics = world.subject("jamb-utme", "Physics").await;
    let call = world.store.query("SELECT * FROM question WHERE subject = $subject AND status = true ORDER BY id");
    let all: Vec<Question> = call.bind(("subject", physics.id)).all().await.unwrap();
    let mut topics: std::collections::BTreeMap<_, Vec<_>> = std::collections::BTreeMap::new();
    for question in &all {
        topics.entry(question.topic.clone()).or_default().push(question.id.clone());
    }
    let (topic, questions_of) = topics.into_iter().max_by_key(|(_, questions)| questions.len()).unwrap();
    let fit = questions_of.len() / 3;
    assert!(fit > 1, "{} questions", questions_of.len());
    for (n, question) in questions_of.iter().enumerate() {
        let difficulty = if n < fit { -1.0 } else { [2.5, -3.5][n % 2] };
        let sql = "UPSERT type::record('question_statistics', $key) SET question = $question, difficulty = $difficulty";
        let call = world.store.write(sql).bind(("key", question.to_string())).bind(("question", question.clone()));
        call.bind(("difficulty", difficulty)).done().await.unwrap();
    }
    let ask = StartAttempt {
        year: None,
        from: RequestedSource::Weak,
        selected_topics: vec![topic.to_string()],
        question_limit: Some(fit),
        ..world.ask("jamb-utme", Mode::Study, &["Physics"]).await
    };
    let wanted: BTreeSet<_> = questions_of[..fit].iter().cloned().collect();
    assert_eq!(mistakes(&world, &student, ask.clone()).await, wanted);
    // Where there are too few, the nearest follow, and nothing of another topic.
    let more = StartAttempt { question_limit: None, ..ask.clone() };
    let drawn = mistakes(&world, &student, more).await;
    assert!(drawn.is_superset(&wanted) && drawn.len() == questions_of.len().min(20), "{}", drawn.len());
    assert!(drawn.iter().all(|id| questions_of.contains(id)));

    // Without a choice, the student's weak topics are practised; there are none yet.
    let own = StartAttempt { selected_topics: vec![], ..ask.clone() };
    assert_eq!(mistakes(&world, &student, own).await, BTreeSet::new());
    let mock = StartAttempt { assessment_id: world.assessment(Mode::Mock).await, ..ask };
    assert_eq!(fields(world.start_attempt(&student, mock).await), ["from"]);
}
