//! Questions for visitors: which are chosen, that no mock draws them, the score that is kept for an account, and the
//! page of an exam.

use std::collections::HashSet;

use sabi_core::{
    Error,
    bank::{AdminQuestion, ChoiceBody, Question, QuestionInput},
    catalogue::{ExamType, Mode},
    exam::{KeepVisitorAnswers, PaperRequest, RequestedSource, VisitorAnswer, VisitorQuestionView},
    people::Actor,
    privacy::ProvePassword,
    records::ListQuery,
    store::Id,
};

use crate::support::{PASSWORD, World, fields, questions};

const OPERATOR: Actor = Actor::Operator;
const JAMB: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];

async fn shown(world: &World, exam: &str) -> Vec<VisitorQuestionView> {
    world.visitor_paper(exam).await.unwrap().questions
}

fn ids(questions: &[VisitorQuestionView]) -> Vec<Id<Question>> {
    questions.iter().map(|question| question.id.clone()).collect()
}

/// Marks a question for visitors, or no longer.
async fn mark(world: &World, id: &Id<Question>, for_visitors: bool) -> sabi_core::Result<AdminQuestion> {
    world.edit_item(&OPERATOR, id, None, |old| Ok(QuestionInput { for_visitors, ..old.form() })).await
}

/// Questions of a subject that visitors are not shown.
async fn hidden(world: &World, exam: &str, subject: &str, count: usize) -> Vec<Id<Question>> {
    let sql = "SELECT VALUE id FROM (SELECT id, position FROM question WHERE subject = $subject AND description != '' \
        AND status = true ORDER BY position DESC) LIMIT $count";
    let subject = world.subject(exam, subject).await.id;
    world.store.query(sql).bind(("subject", subject)).bind(("count", count)).all().await.unwrap()
}

/// The questions that some mocks of all subjects draw.
async fn drawn(world: &World, who: &Actor) -> HashSet<Id<Question>> {
    let mut all = HashSet::new();
    for _ in 0..4 {
        let (attempt, paper) = world.start(who, "jamb-utme", Mode::Mock, &JAMB).await;
        all.extend(questions(&paper).into_iter().map(|question| question.id.clone()));
        world.cancel_attempt(who, &attempt.id).await.unwrap();
        world.pass(60);
    }
    all
}

#[tokio::test]
async fn an_exam_shows_five_plain_explained_questions_of_different_subjects() {
    let world = World::demo().await;
    let questions = shown(&world, "jamb-utme").await;
    assert_eq!(questions.len(), 5);
    for question in &questions {
        assert!(!question.description.is_empty(), "{}", question.question);
        assert!(question.logo.is_none() && question.passage.is_none(), "{}", question.question);
        assert!(question.options.iter().any(|option| option.id == question.correct));
    }
    assert_eq!(ids(&questions), ids(&shown(&world, "jamb-utme").await), "the choice stays");
    let subjects: HashSet<_> = questions.into_iter().map(|one| one.subject.title).collect();
    assert!(subjects.len() >= 3, "{subjects:?}");
    assert!(matches!(world.visitor_paper("none").await, Err(Error::NotFound(_))));
    assert_eq!(world.first_visitor_paper().await.unwrap().unwrap().exam.slug, "jamb-utme");
}

#[tokio::test]
async fn an_empty_bank_has_nothing_to_try() {
    let world = World::bare().await;
    world.seed(&OPERATOR, None, &|_| ()).await.unwrap();
    assert!(world.first_visitor_paper().await.unwrap().is_none());
    assert!(shown(&world, "jamb-utme").await.is_empty());
}

#[tokio::test]
async fn no_mock_draws_what_visitors_are_shown_and_the_counts_say_so() {
    let world = World::demo().await;
    let student = world.student().await;
    let public = ids(&shown(&world, "jamb-utme").await);
    let mock = drawn(&world, &student).await;
    assert!(public.iter().all(|id| !mock.contains(id)));
    // Study and practice have them as before.
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Study, &["Use of English"]).await;
    let study: Vec<_> = questions(&paper).into_iter().map(|question| question.id.clone()).collect();
    assert!(public.iter().any(|id| study.contains(id)));

    let subjects = world.ask("jamb-utme", Mode::Mock, &JAMB).await.subjects;
    let ask = PaperRequest {
        exam_id: world.exam("jamb-utme").await.id,
        exam_type: ExamType::Objective,
        subjects,
        year: None,
        from: RequestedSource::Bank,
        mistakes_of: None,
        selected_topics: vec![],
        question_limit: None,
        shuffle_questions: false,
        shuffle_options: false,
        university: None,
        counts_only: true,
    };
    let counted = world.ask_paper(&student, ask, true).await.unwrap();
    let active = "SELECT VALUE id FROM question WHERE status = true AND subject.exam.slug = 'jamb-utme' \
        AND subject.title IN ['Use of English', 'Mathematics', 'Physics', 'Biology']";
    let active: Vec<Id<Question>> = world.store.query(active).all().await.unwrap();
    assert_eq!(counted.total_questions, active.len() - public.len());
}

#[tokio::test]
async fn a_small_bank_shows_only_marked_questions_so_that_its_mock_stays_full() {
    let world = World::demo().await;
    let student = world.student().await;
    let waec = "wassce-waec-ssce";
    let draw = async || {
        let (attempt, paper) = world.start(&student, waec, Mode::Mock, &["Mathematics"]).await;
        world.cancel_attempt(&student, &attempt.id).await.unwrap();
        world.pass(60);
        questions(&paper).into_iter().map(|question| question.id.clone()).collect::<HashSet<_>>()
    };
    assert!(shown(&world, waec).await.is_empty());
    let whole = draw().await;
    assert!(whole.len() < 40);
    let marked = hidden(&world, waec, "Mathematics", 1).await.swap_remove(0);
    assert!(whole.contains(&marked));
    mark(&world, &marked, true).await.unwrap();
    assert_eq!(ids(&shown(&world, waec).await), std::slice::from_ref(&marked));
    let rest = draw().await;
    assert!(!rest.contains(&marked) && rest.len() == whole.len() - 1);
    // A bank that outgrows the mock by ten shows others too, and the mock draws none of them.
    let subject = world.subject(waec, "Mathematics").await.id;
    let most = i64::try_from(rest.len()).unwrap() - 10;
    let sql = "UPDATE $subject SET mock_questions = $most";
    world.store.write(sql).bind(("subject", subject)).bind(("most", most)).done().await.unwrap();
    mark(&world, &marked, false).await.unwrap();
    let public = ids(&shown(&world, waec).await);
    assert_eq!(public.len(), 5);
    let mock = draw().await;
    assert!(mock.len() == rest.len() - 10 && public.iter().all(|id| !mock.contains(id)));
}

#[tokio::test]
async fn administrators_choose_first_and_what_they_mark_is_in_no_mock() {
    let world = World::demo().await;
    let student = world.student().await;
    let chosen = hidden(&world, "jamb-utme", "Physics", 6).await;
    for id in &chosen {
        let marked = mark(&world, id, true).await.unwrap();
        assert!(marked.for_visitors);
    }
    let now: HashSet<_> = ids(&shown(&world, "jamb-utme").await).into_iter().collect();
    assert_eq!(now.len(), 5);
    assert!(now.iter().all(|id| chosen.contains(id)), "only marked ones, where there are enough");
    let mock = drawn(&world, &student).await;
    assert!(chosen.iter().all(|id| !mock.contains(id)), "the sixth, which is not shown, neither");

    // One out of use is not shown; another form leaves the mark as it is.
    let first = chosen[0].clone();
    let off = |old: &Question| Ok(QuestionInput { status: false, ..old.form() });
    assert!(world.edit_item(&OPERATOR, &first, None, off).await.unwrap().for_visitors);
    assert!(!ids(&shown(&world, "jamb-utme").await).contains(&first));
    // Fewer marks are filled up with others.
    for id in &chosen[..4] {
        mark(&world, id, false).await.unwrap();
    }
    let mixed = ids(&shown(&world, "jamb-utme").await);
    assert_eq!((mixed.len(), chosen.iter().filter(|id| mixed.contains(id)).count()), (5, 2));
    let mut query = ListQuery::default();
    query.filters.insert("forVisitors".into(), "true".into());
    let filter = sabi_core::bank::BankFilter {
        subject: Some(world.subject("jamb-utme", "Physics").await.id),
        ..Default::default()
    };
    assert_eq!(world.list_items::<ChoiceBody>(&filter, &query).await.unwrap().total, 2);
}

#[tokio::test]
async fn a_mark_needs_an_explanation_and_an_exam_has_at_most_twenty() {
    let world = World::demo().await;
    let many = hidden(&world, "jamb-utme", "Physics", 21).await;
    let unexplained =
        |old: &Question| Ok(QuestionInput { for_visitors: true, description: String::new(), ..old.form() });
    assert_eq!(fields(world.edit_item(&OPERATOR, &many[0], None, unexplained).await), ["forVisitors"]);
    for id in &many[..20] {
        mark(&world, id, true).await.unwrap();
    }
    assert_eq!(fields(mark(&world, &many[20], true).await), ["forVisitors"]);
    // One that is marked can still be changed.
    mark(&world, &many[19], true).await.unwrap();
}

/// Answers to these questions; the first `right` of them are correct.
fn answers(exam: &str, questions: &[VisitorQuestionView], right: usize) -> KeepVisitorAnswers {
    let answer = |(n, question): (usize, &VisitorQuestionView)| {
        let wrong = question.options.iter().find(|option| option.id != question.correct).unwrap();
        let answer = if n < right { question.correct.clone() } else { wrong.id.clone() };
        VisitorAnswer { question: question.id.clone(), answer }
    };
    KeepVisitorAnswers { exam: exam.into(), answers: questions.iter().enumerate().map(answer).collect() }
}

#[tokio::test]
async fn a_score_is_kept_once_apart_from_results_and_marked_by_the_server() {
    let world = World::demo().await;
    let student = world.student().await;
    let me = student.user_id().unwrap().clone();
    let questions = shown(&world, "jamb-utme").await;
    let score = world.keep_visitor_answers(&student, &answers("jamb-utme", &questions, 3)).await.unwrap();
    assert_eq!((score.exam.slug.as_str(), score.correct, score.total), ("jamb-utme", 3, 5));
    // The first one counts.
    let again = world.keep_visitor_answers(&student, &answers("jamb-utme", &questions, 5)).await.unwrap();
    assert_eq!((again.correct, again.created_at), (3, score.created_at));
    // A question counts once, and one that visitors are not shown does not: it would be an oracle.
    world.pass(60);
    let marked = hidden(&world, "wassce-waec-ssce", "Mathematics", 1).await.swap_remove(0);
    mark(&world, &marked, true).await.unwrap();
    let waec = shown(&world, "wassce-waec-ssce").await;
    let mut given = answers("wassce-waec-ssce", &waec, 1);
    given.answers.push(given.answers[0].clone());
    let secret: Question = world.load(&hidden(&world, "jamb-utme", "Physics", 1).await[0]).await.unwrap().unwrap();
    given.answers.push(VisitorAnswer { question: secret.id.clone(), answer: secret.body.correct.clone() });
    let score = world.keep_visitor_answers(&student, &given).await.unwrap();
    assert_eq!((score.correct, score.total), (1, 1));
    let only_secret = KeepVisitorAnswers { exam: "jsce-bece".into(), answers: given.answers.split_off(2) };
    assert_eq!(fields(world.keep_visitor_answers(&student, &only_secret).await), ["answers"]);
    let nowhere = answers("none", &questions, 1);
    assert!(matches!(world.keep_visitor_answers(&student, &nowhere).await, Err(Error::NotFound(_))));

    let slugs: Vec<_> =
        world.list_visitor_scores(&student).await.unwrap().into_iter().map(|one| one.exam.slug).collect();
    assert_eq!(slugs, ["jamb-utme", "wassce-waec-ssce"]);
    let counted = "SELECT VALUE id FROM quiz WHERE user = $user";
    let results: Vec<Id<sabi_core::exam::QuizResult>> =
        world.store.query(counted).bind(("user", me.clone())).all().await.unwrap();
    assert!(results.is_empty());
    assert_eq!(world.export(&student, &me).await.unwrap().visitor_scores.len(), 2);
    let other = world.class(1).await.swap_remove(0);
    assert!(world.list_visitor_scores(&other).await.unwrap().is_empty());

    world.erase_me(&student, ProvePassword { password: PASSWORD.into() }).await.unwrap();
    let left: Vec<Id<sabi_core::exam::VisitorScore>> =
        world.store.query("SELECT VALUE id FROM visitor_score").all().await.unwrap();
    assert!(left.is_empty());
}

#[tokio::test]
async fn the_page_of_an_exam_has_the_numbers_of_the_bank_and_the_prices_of_the_catalogue() {
    let world = World::demo().await;
    let page = world.exam_page("jamb-utme").await.unwrap();
    let size = world.bank_sizes().await.unwrap().iter().find(|one| one.exam == page.id).unwrap().size;
    assert!(page.status);
    assert_eq!(page.bank, size);
    assert_eq!(page.subjects.iter().map(|one| one.questions + one.theories).sum::<i64>(), size.questions);
    let titles: Vec<_> = page.subjects.iter().map(|one| one.title.as_str()).collect();
    assert_eq!(titles, ["Biology", "Mathematics", "Physics", "Use of English"]);
    assert!(page.subjects.iter().all(|one| one.years == [2019]));
    let plans: Vec<_> =
        page.plans.iter().map(|plan| (plan.title.as_str(), plan.price, plan.num_of_questions)).collect();
    assert_eq!(plans, [("Trial", 0, Some(10)), ("Monthly", 1000, None), ("Yearly", 5000, None)]);
    assert_eq!(page.question.unwrap().id, shown(&world, "jamb-utme").await[0].id);
    assert_eq!(page.testimonials.len(), 3);
    let offers = world.list_exam_offers().await.unwrap();
    assert!(offers.iter().all(|offer| offer.lowest_price == Some(1000)));

    let sql = "UPDATE exam SET status = false WHERE slug = 'jamb-utme'";
    world.store.write(sql).done().await.unwrap();
    let page = world.exam_page("jamb-utme").await.unwrap();
    assert!(!page.status && page.plans.is_empty() && page.question.is_none());
    assert!(matches!(world.exam_page("none").await, Err(Error::NotFound(_))));
}
