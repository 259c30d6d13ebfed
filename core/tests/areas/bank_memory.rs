//! The bank in memory: read once, never older than the store, never larger than its bound.

use std::collections::HashSet;

use futures::future::join_all;
use sabi_core::{
    bank::{AdminQuestion, BankFilter, ChoiceBody, SubjectYear},
    catalogue::{Assessment, Exam, ExamType, Mode, Subject, University},
    exam::{Availability, PaperRequest, RequestedSource, StartAttempt},
    people::Actor,
    records::{ListQuery, Resource as _},
    store::Id,
};

use crate::support::{World, fields, query, questions, reason};

const FOUR: [&str; 4] = ["Use of English", "Mathematics", "Physics", "Biology"];

fn ask(start: &StartAttempt) -> PaperRequest {
    PaperRequest {
        exam_id: start.exam_id.clone(),
        exam_type: ExamType::Objective,
        subjects: start.subjects.clone(),
        year: start.year,
        from: RequestedSource::Bank,
        mistakes_of: None,
        selected_topics: vec![],
        question_limit: Some(100),
        shuffle_questions: false,
        shuffle_options: false,
        university: None,
        counts_only: false,
    }
}

async fn year_paper(world: &World, who: &Actor) -> Availability {
    let ask = ask(&world.ask("jamb-utme", Mode::Practice, &["Physics"]).await);
    world.ask_paper(who, ask, false).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_who_ask_for_a_cold_year_at_once_have_it_read_once() {
    let world = World::demo().await;
    let physics = world.subject("jamb-utme", "Physics").await.id;
    world.bank.clear();
    let before = world.bank.reads();
    let years = join_all((0..50).map(|_| {
        let (app, physics) = (world.app.clone(), physics.clone());
        tokio::spawn(async move { app.active_years(&[physics], None, Some(2019)).await.unwrap().len() })
    }));
    assert!(years.await.into_iter().all(|found| found.unwrap() == 1));
    assert_eq!(world.bank.reads() - before, 1);

    // Their papers: each year of the subject, and each question of the one asked for.
    let student = world.student().await;
    world.bank.clear();
    let before = world.bank.reads();
    let start = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let papers = join_all((0..50).map(|_| {
        let (app, student, ask) = (world.app.clone(), student.clone(), ask(&start));
        tokio::spawn(async move { app.ask_paper(&student, ask, false).await.unwrap() })
    }));
    let papers: Vec<_> = papers.await.into_iter().map(Result::unwrap).collect();
    let read = world.bank.reads() - before;
    assert!(papers[0].total_questions > 10);
    assert_eq!(read as usize, papers[0].counts[0].years.len() + papers[0].total_questions);
}

#[tokio::test]
async fn a_revision_that_moves_on_is_seen_at_once() {
    let world = World::demo().await;
    let student = world.student().await;
    let first = year_paper(&world, &student).await;
    let question = &first.subjects[0].questions[0];
    let year = SubjectYear::key(&first.subjects[0].subject.id, 2019);
    let change = async |set: &str| {
        let sql = format!("UPDATE $question SET {set}; UPDATE $year SET revision += 1;");
        let call = world.store.write(sql).bind(("question", question.id.clone())).bind(("year", year.clone()));
        call.done().await.unwrap();
    };
    change("question = 'What is heat?'").await;
    let paper = year_paper(&world, &student).await;
    assert_eq!(paper.subjects[0].questions[0].question, "What is heat?");
    change("status = false").await;
    let paper = year_paper(&world, &student).await;
    assert_eq!(paper.total_questions, first.total_questions - 1);
    assert!(paper.subjects[0].questions.iter().all(|one| one.id != question.id));
    // Nor does what is kept in the store outlive its revision.
    change("status = true").await;
    world.bank.clear();
    assert_eq!(year_paper(&world, &student).await.total_questions, first.total_questions);
}

#[tokio::test]
async fn years_that_are_kept_follow_what_the_back_office_does() {
    let world = World::demo_on_disk().await;
    let student = world.student().await;
    let first = year_paper(&world, &student).await;
    let year = SubjectYear::key(&first.subjects[0].subject.id, 2019);
    let mut form = world.load(&year).await.unwrap().unwrap().form();
    form.status = Some(false);
    world.update::<SubjectYear>(&Actor::Operator, &year, form.clone()).await.unwrap();
    let ask = ask(&world.ask("jamb-utme", Mode::Practice, &["Physics"]).await);
    let none = world.ask_paper(&student, PaperRequest { counts_only: true, ..ask.clone() }, false).await.unwrap();
    assert_eq!(none.message.as_deref(), Some("Question not available for year 2019"));
    form.status = Some(true);
    world.update::<SubjectYear>(&Actor::Operator, &year, form).await.unwrap();
    assert_eq!(year_paper(&world, &student).await.total_questions, first.total_questions);
    let gone = first.subjects[0].questions.last().unwrap().id.clone();
    world.delete_item::<ChoiceBody>(&Actor::Operator, &gone).await.unwrap();
    let paper = year_paper(&world, &student).await;
    assert_eq!(paper.total_questions, first.total_questions - 1);
    assert!(paper.subjects[0].questions.iter().all(|one| one.id != gone));
}

#[tokio::test]
async fn the_exam_that_is_kept_follows_what_the_back_office_does() {
    let world = World::demo_on_disk().await;
    let student = world.student().await;
    let ask = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let start = async || world.start_attempt(&student, ask.clone()).await;
    let (attempt, ..) = start().await.unwrap();
    assert_eq!(attempt.subjects[0].title, "Physics");

    let subject = attempt.subjects[0].id.clone();
    let mut form = world.load::<Subject>(&subject).await.unwrap().unwrap().form();
    form.title = "Physics and Astronomy".into();
    world.update::<Subject>(&Actor::Operator, &subject, form.clone()).await.unwrap();
    assert_eq!(start().await.unwrap().0.subjects[0].title, "Physics and Astronomy");
    form.status = false;
    world.update::<Subject>(&Actor::Operator, &subject, form.clone()).await.unwrap();
    assert_eq!(reason(start().await), "no-questions");
    form.status = true;
    world.update::<Subject>(&Actor::Operator, &subject, form).await.unwrap();

    let mut form = world.load::<Assessment>(&ask.assessment_id).await.unwrap().unwrap().form();
    form.status = false;
    world.update::<Assessment>(&Actor::Operator, &ask.assessment_id, form.clone()).await.unwrap();
    assert_eq!(fields(start().await), ["assessmentId"]);
    form.status = true;
    world.update::<Assessment>(&Actor::Operator, &ask.assessment_id, form).await.unwrap();

    let listed = async || {
        let choices = world.list_exam_choices(&student).await.unwrap();
        choices.into_iter().find(|one| one.exam.id == ask.exam_id).unwrap().exam.status
    };
    assert!(listed().await);
    let mut form = world.load::<Exam>(&ask.exam_id).await.unwrap().unwrap().form();
    form.status = false;
    world.update::<Exam>(&Actor::Operator, &ask.exam_id, form.clone()).await.unwrap();
    assert_eq!(fields(start().await), ["examId"]);
    assert!(!listed().await);
    form.status = true;
    world.update::<Exam>(&Actor::Operator, &ask.exam_id, form).await.unwrap();
    start().await.unwrap();

    let nowhere = StartAttempt { exam_id: Id::new("nowhere"), ..ask.clone() };
    assert_eq!(fields(world.start_attempt(&student, nowhere).await), ["examId"], "the mode exists");
}

#[tokio::test]
async fn a_year_that_is_kept_is_drawn_from_without_its_questions() {
    let world = World::demo().await;
    let student = world.student().await;
    year_paper(&world, &student).await;
    world.bank.clear();
    let indexes: Vec<i64> = world.store.query("SELECT VALUE revision FROM year_index").all().await.unwrap();
    assert!(!indexes.is_empty());
    // For a year with a cached index, the questions are read by their ids only.
    world.store.write("UPDATE question SET status = false").done().await.unwrap();
    assert!(year_paper(&world, &student).await.total_questions > 10);
}

#[tokio::test]
async fn a_bank_beyond_its_bound_lets_go_and_still_answers() {
    let world = World::with(|settings| settings.bank_memory = 0).await;
    world.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| ()).await.unwrap();
    let student = world.student().await;
    let mut papers = Vec::new();
    for _ in 0..2 {
        let before = world.bank.reads();
        let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
        assert_eq!(questions(&paper).len(), 180);
        assert!(world.bank.reads() > before + 180, "nothing is kept, so all of it is read again");
        assert_eq!(world.bank.bytes().await, 0);
        let (_, again) = world.find_attempt(&student, &attempt.id).await.unwrap();
        assert_eq!(questions(&again).len(), 180);
        world.cancel_attempt(&student, &attempt.id).await.unwrap();
        papers.push(paper);
    }

    let world = World::demo().await;
    let student = world.student().await;
    world.start(&student, "jamb-utme", Mode::Mock, &FOUR).await;
    let held = world.bank.bytes().await;
    assert!((180 * 500..180 * 20_000).contains(&held), "{held} bytes for 180 questions and their years");
}

#[tokio::test]
async fn the_bank_is_searched_by_words_in_any_of_their_forms() {
    let world = World::demo().await;
    let admin = BankFilter::default();
    let all = world.list_items::<ChoiceBody>(&admin, &ListQuery::default()).await.unwrap();
    assert!(all.total > 180);
    let ids = |q: &str| {
        let (q, app) = (query(&[("q", q), ("limit", "1000")]), world.app.clone());
        async move {
            let page = app.list_items::<ChoiceBody>(&BankFilter::default(), &q).await.unwrap();
            assert_eq!(page.total, page.rows.len() as u64, "{q:?}");
            page.rows.into_iter().map(|row| row.id).collect::<HashSet<_>>()
        }
    };
    let row = &all.rows[0];
    let sql = "UPDATE $id SET title = 'Zebra crossing', question = '<p>Zymurgy at \\\\(x^{2}+7919\\\\) ẹ̀kọ́</p>'";
    world.store.write(sql).bind(("id", row.id.clone())).done().await.unwrap();
    let only = HashSet::from([row.id.clone()]);
    let words =
        ["zymurgy", "ZYMURGIES", "zymurgy x^2", "x^{2}+7919", "7919", "zebras crossed", "ẹ̀kọ́ zymurgy", "ẹ̀kọ́ 7919"];
    for found in words {
        assert_eq!(ids(found).await, only, "{found}");
    }
    for missed in ["zymurgist", "zymurgy absent", "zymu", "ymurgy"] {
        assert!(ids(missed).await.is_empty(), "{missed}");
    }
    let university = crate::support::all::<University>(&world).await.remove(0).id;
    let of = "UPDATE $id SET university = [$university]";
    world.store.write(of).bind(("id", row.id.clone())).bind(("university", university.clone())).done().await.unwrap();
    let asked = BankFilter { university: Some(university.clone()), ..BankFilter::default() };
    let asks = |question: &AdminQuestion| {
        question.university.is_empty() || question.university.iter().any(|one| one.id == university)
    };
    let listed = world.list_items::<ChoiceBody>(&asked, &query(&[("limit", "1000")])).await.unwrap();
    assert!(listed.rows.iter().all(asks) && listed.rows.iter().any(|question| question.id == row.id));
    assert_eq!(listed.total, listed.rows.len() as u64);
    let here = BankFilter { subject: Some(row.subject.id.clone()), ..BankFilter::default() };
    let elsewhere = BankFilter { subject: Some(Id::new("none")), ..BankFilter::default() };
    let words = query(&[("q", "zymurgy")]);
    assert_eq!(world.list_items::<ChoiceBody>(&here, &words).await.unwrap().total, 1);
    assert_eq!(world.list_items::<ChoiceBody>(&here, &words).await.unwrap().rows[0].id, row.id);
    assert_eq!(world.list_items::<ChoiceBody>(&elsewhere, &words).await.unwrap().total, 0);
}
