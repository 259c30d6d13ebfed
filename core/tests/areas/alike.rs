//! Similar questions are found across all years of a subject, and the uses of a question are listed.

use sabi_core::{
    bank::{ChoiceBody, ImportRequest, ItemKind, Likeness, Question, SimilarRequest},
    catalogue::Mode,
    exam::QuestionUses,
    people::Actor,
    store::Id,
};

use crate::support::{World, answer, questions, submit};

/// A question with this stem in a year of Physics.
async fn add(world: &World, like: &Question, stem: &str) -> Id<Question> {
    let question = Question {
        id: Id::random(),
        question: stem.into(),
        identity: stem.into(),
        logo: None,
        body: ChoiceBody { group: None, passage: None, ..like.body.clone() },
        ..like.clone()
    };
    world.store.write("CREATE ONLY $new.id CONTENT $new").bind(("new", question.clone())).done().await.unwrap();
    question.id
}

#[tokio::test]
async fn the_likes_of_a_question_are_found_the_same_ones_first() {
    let world = World::demo().await;
    let sql = "SELECT * FROM question WHERE subject.title = 'Physics' AND subject.exam.slug = 'jamb-utme' LIMIT 1";
    let model: Question = world.store.query(sql).first().await.unwrap().unwrap();
    let stem = "<p>A bicycle accelerates uniformly from rest to a velocity of 12 m/s in 4 seconds.</p>";
    let almost =
        add(&world, &model, "A bicycle acelerates uniformly from rest to a velocity of 12 m/s in 4 seconds").await;
    let same =
        add(&world, &model, "A bicycle accelerates uniformly from rest to a velocity of 12 m/s in 4 seconds").await;
    add(&world, &model, "A bicycle accelerates uniformly from rest to a velocity of 15 m/s in 4 seconds").await;
    let ask = SimilarRequest {
        subject_id: model.subject.clone(),
        question: stem.into(),
        passage: None,
        logo: None,
        question_id: None,
    };
    let found = world.similar_questions(&ask).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|one| (one.id, one.likeness)).collect();
    assert_eq!(found, [(same.clone(), Likeness::Same), (almost.clone(), Likeness::Almost)]);
    // It is not like itself, and another subject's questions are no matter.
    let own = SimilarRequest { question_id: Some(same), ..ask.clone() };
    assert_eq!(world.similar_questions(&own).await.unwrap().len(), 1);
    let elsewhere = SimilarRequest { subject_id: Id::new("none"), ..ask.clone() };
    assert_eq!(world.similar_questions(&elsewhere).await.unwrap().len(), 0);
    let empty = SimilarRequest { question: String::new(), ..ask };
    assert_eq!(world.similar_questions(&empty).await.unwrap().len(), 0);
}

#[tokio::test]
async fn the_uses_of_a_question_are_listed() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&paper);
    let id = asked[0].id.clone();
    let uses = |results, running, last_used| QuestionUses { results, running, last_used };
    assert_eq!(world.question_uses(&id).await.unwrap(), uses(0, 1, None));
    world.pass(60);
    world.submit(&student, submit(&attempt, vec![answer(asked[0], 0)])).await.unwrap();
    assert_eq!(world.question_uses(&id).await.unwrap(), uses(1, 0, Some(world.now())));
    let sql = "SELECT VALUE id FROM question WHERE subject.title = 'Use of English' LIMIT 1";
    let other: Id<Question> = world.store.query(sql).first().await.unwrap().unwrap();
    assert_eq!(world.question_uses(&other).await.unwrap(), QuestionUses::default());
}

#[tokio::test]
async fn an_import_names_new_rows_that_ask_almost_what_is_there() {
    let world = World::demo().await;
    let csv = "question,a,b,rightAnswer\n\
        A bicycle accelerates uniformly from rest to a velocity of 12 m/s in 4 seconds. What is its acceleration?,3,4,a\n\
        A bicycle acelerates uniformly from rest to a velocity of 12 m/s in 4 seconds. What is its acceleration?,3,5,a\n\
        A bicycle accelerates uniformly from rest to a velocity of 15 m/s in 4 seconds. What is its acceleration?,3,4,a\n";
    let ask =
        ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year: 2011, ..ImportRequest::default() };
    let send = async |csv: &str| {
        let done =
            world.import_items(ItemKind::Choice, &Actor::Operator, csv.as_bytes().to_vec(), ask.clone(), &|_| ()).await;
        let report = done.unwrap();
        assert_eq!(report.problems, []);
        (report.new, report.warnings.iter().map(|one| (one.row, one.message.clone())).collect::<Vec<_>>())
    };
    assert_eq!(send(csv).await, (3, vec![(Some(3), "Row 2 asks almost the same.".to_owned())]));
    let again = "question,a,b,rightAnswer\n\
        A bicycle accelerates uniformly from rest to a velocity of 15 m/s in 4 seconds. What is its acceleration?,6,7,a\n";
    let told = "“Question 3” in this year asks the same.".to_owned();
    assert_eq!(send(again).await, (1, vec![(Some(2), told)]));
}
