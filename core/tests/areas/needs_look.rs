//! The queue of questions that an editor should look at.

use sabi_core::{
    Error,
    bank::{ConcernKind, ImportRequest, ItemKind, Likeness, Question, QuestionInput},
    people::Actor,
    statistics::LookQueue,
    store::Id,
};

use crate::support::{World, fields, query};

const OPERATOR: Actor = Actor::Operator;

/// Adds a year with these rows of `question,a,b,rightAnswer,answerDesc`; the ids of its questions.
async fn year(world: &World, year: i64, rows: &[&str]) -> Vec<Id<Question>> {
    let csv = format!("question,a,b,rightAnswer,answerDesc\n{}\n", rows.join("\n"));
    let ask = ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year, ..ImportRequest::default() };
    let done = world.import_items(ItemKind::Choice, &OPERATOR, csv.into_bytes(), ask, &|_| ()).await.unwrap();
    assert_eq!((done.problems.len(), done.new), (0, rows.len() as u64));
    // A later question is the duplicate of an earlier one.
    world.pass(60);
    let sql = "SELECT VALUE id FROM (SELECT id, position FROM question WHERE year.year = $year \
        AND subject.title = 'Physics' ORDER BY position)";
    world.store.query(sql).bind(("year", year)).all().await.unwrap()
}

async fn queue(world: &World, filters: &[(&str, &str)]) -> LookQueue {
    world.check_changed_subjects().await.unwrap();
    let queue = world.list_needs_look(&query(filters)).await.unwrap();
    assert_eq!(queue.checking, 0);
    queue
}

/// The kinds of concern about a question.
async fn kinds(world: &World, question: &Id<Question>) -> Vec<ConcernKind> {
    let all = queue(world, &[("limit", "100")]).await;
    let one = all.rows.iter().find(|row| row.question.id == *question);
    one.map(|row| row.concerns.iter().map(|concern| concern.kind).collect()).unwrap_or_default()
}

/// Stores statistics after this many answers in which strong students prefer another option to the key.
async fn doubt(world: &World, id: &Id<Question>, answers: i64) {
    let question: Question = world.load(id).await.unwrap().unwrap();
    let key = question.body.correct.as_str();
    let other = question.body.options.iter().map(|one| one.id.as_str()).find(|one| *one != key).unwrap();
    let half = answers / 2;
    let sums = format!(
        r#"{{"attempts":{answers},"right":{half},"options":{{"{key}":{{"chosen":{half},"rated":{half},"rests":0}},
        "{other}":{{"chosen":{half},"rated":{half},"rests":{}}}}},"rated":{answers},"rated_right":{half},
        "rests":{},"squares":{},"right_rests":0}}"#,
        half * 10_000,
        half * 10_000,
        half * 100_000_000
    );
    let sql = "UPSERT type::record('question_statistics', record::id($id)) CONTENT { question: $id, \
        subject: $id.subject, exam: $id.subject.exam, attempts: $answers, facility: 0.5, discrimination: -1.0, \
        flagged: true, rank: -5.0, sums: $sums } RETURN NONE";
    let call = world.store.write(sql).bind(("id", id.clone())).bind(("answers", answers)).bind(("sums", sums));
    call.done().await.unwrap();
}

#[tokio::test]
async fn duplicates_odd_explanations_and_doubted_keys_are_one_queue() {
    let world = World::demo().await;
    let before = queue(&world, &[]).await.total;
    let first =
        year(&world, 2012, &["What force keeps the moon in its path?,Gravity,Friction,a,Masses attract."]).await;
    let ids = year(
        &world,
        2013,
        &[
            "What force keeps the moon in its path?,Gravity,Friction,a,Masses attract.",
            "What is the unit of power?,Watt,Volt,a,",
            "What is the unit of charge?,Coulomb,Volt,a,Option B is the unit of charge.",
            "What is the unit of force?,Newton,Joule,a,It is named after Newton.",
        ],
    )
    .await;
    doubt(&world, &ids[3], 40).await;
    use ConcernKind::{Duplicate, LetterInExplanation, NoExplanation, WrongKey};
    for (id, kind) in ids.iter().zip([Duplicate, NoExplanation, LetterInExplanation, WrongKey]) {
        assert_eq!(kinds(&world, id).await, [kind], "{id}");
    }
    assert!(kinds(&world, &first[0]).await.is_empty(), "the earlier one is sound");
    let all = queue(&world, &[("limit", "100")]).await;
    assert_eq!(all.total, before + 4);
    assert_eq!((all.counts[0].kind, all.counts[0].questions), (WrongKey, 1));
    assert_eq!(all.rows[0].question.id, ids[3], "the most serious comes first");
    let words = &all.rows[0].concerns[0].reason;
    assert!(words.contains("choose option B, not the key A") && words.contains("Of 40 students, 20"), "{words}");
    let twin = all.rows.iter().find(|row| row.question.id == ids[0]).unwrap();
    let other = twin.concerns[0].other.as_ref().unwrap();
    assert_eq!((&other.id, other.likeness, other.year.title.as_str()), (&first[0], Likeness::Same, "2012"));
    assert_eq!(twin.exam.slug, "jamb-utme");

    // A page is a part of it, and the filters narrow it.
    let page = queue(&world, &[("limit", "1"), ("page", "2")]).await;
    assert_eq!((page.rows.len(), page.total), (1, before + 4));
    assert_eq!(page.rows[0].question.id, all.rows[1].question.id);
    let doubted = queue(&world, &[("kind", "wrong-key")]).await;
    assert_eq!((doubted.total, doubted.counts.clone()), (1, all.counts.clone()));
    let subject = twin.question.subject.id.to_string();
    let physics = queue(&world, &[("subject", &subject), ("limit", "100")]).await;
    assert!(physics.total >= 4 && physics.rows.iter().all(|row| row.question.subject.id.as_str() == subject));
    let exam = twin.exam.id.to_string();
    assert!(queue(&world, &[("exam", &exam)]).await.total >= physics.total);
    assert_eq!(queue(&world, &[("exam", "none")]).await.total, 0);
    let wrong = query(&[("kind", "other"), ("limit", "101"), ("page", "0")]);
    assert_eq!(fields(world.list_needs_look(&wrong).await), ["page", "limit", "kind"]);
    assert_eq!(world.dashboard().await.unwrap().waiting.needs_look, all.total);
}

#[tokio::test]
async fn a_question_leaves_the_queue_when_it_is_mended_retired_or_found_fine() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let ids = year(
        &world,
        2013,
        &[
            "What is the unit of power?,Watt,Volt,a,",
            "What is the unit of charge?,Coulomb,Volt,a,",
            "What is the unit of force?,Newton,Joule,a,It is named after Newton.",
        ],
    )
    .await;
    let form = world.find_item(&ids[0]).await.unwrap().form();
    assert_eq!(kinds(&world, &ids[0]).await, [ConcernKind::NoExplanation]);
    let mended = QuestionInput { description: "It is named after Watt.".into(), ..form.clone() };
    world.update_item(&admin, &ids[0], mended).await.unwrap();
    assert!(kinds(&world, &ids[0]).await.is_empty());
    world.update_item(&admin, &ids[0], form.clone()).await.unwrap();
    assert_eq!(kinds(&world, &ids[0]).await, [ConcernKind::NoExplanation]);
    world.update_item(&admin, &ids[0], QuestionInput { status: false, ..form }).await.unwrap();
    assert!(kinds(&world, &ids[0]).await.is_empty(), "students do not meet it any more");

    // Fine until it changes.
    let version = world.find_item(&ids[1]).await.unwrap().version;
    let old = world.mark_as_fine(&admin, &ids[1], Some(version + 1)).await;
    assert!(matches!(old, Err(Error::Conflict(_))), "{old:?}");
    world.mark_as_fine(&admin, &ids[1], Some(version)).await.unwrap();
    assert!(kinds(&world, &ids[1]).await.is_empty());
    let told = world.list_audit(&query(&[("action", "found-fine")])).await.unwrap();
    assert_eq!((told.total, told.rows[0].record.as_str()), (1, ids[1].as_str()));
    let form = world.find_item(&ids[1]).await.unwrap().form();
    world.update_item(&admin, &ids[1], QuestionInput { title: "Charge".into(), ..form }).await.unwrap();
    assert_eq!(kinds(&world, &ids[1]).await, [ConcernKind::NoExplanation], "it was changed");

    // A doubted key comes back after twice as many answers.
    doubt(&world, &ids[2], 40).await;
    assert_eq!(kinds(&world, &ids[2]).await, [ConcernKind::WrongKey]);
    world.mark_as_fine(&admin, &ids[2], None).await.unwrap();
    doubt(&world, &ids[2], 60).await;
    assert!(kinds(&world, &ids[2]).await.is_empty());
    doubt(&world, &ids[2], 80).await;
    assert_eq!(kinds(&world, &ids[2]).await, [ConcernKind::WrongKey]);
    assert!(matches!(world.mark_as_fine(&admin, &Id::new("none"), None).await, Err(Error::NotFound(_))));
}
