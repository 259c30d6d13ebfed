//! The tests that hold a question are found by an index, also those of earlier releases.

use sabi_core::{
    bank::{ChoiceBody, EssayBody, Question},
    catalogue::{ExamType, Mode},
    exam::{CorrectKey, OptionName, QuestionUses, StartAttempt},
    people::Actor,
    store::Id,
};
use surrealdb::types::RecordId;

use crate::support::{World, answer, questions, reason, submit};

const OPERATOR: Actor = Actor::Operator;

async fn indexed(world: &World) -> usize {
    world.store.query("SELECT VALUE id FROM paper_items").all::<RecordId>().await.unwrap().len()
}

async fn delete(world: &World, id: &Id<Question>) -> &'static str {
    reason(world.delete_item::<ChoiceBody>(&OPERATOR, id).await)
}

#[tokio::test]
async fn a_paper_of_an_earlier_release_is_found_before_and_after_it_is_indexed() {
    let world = World::demo().await;
    let student = world.student().await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
        let asked = questions(&paper)[0];
        world.submit(&student, submit(&attempt, vec![answer(asked, 0)])).await.unwrap();
        held.push(asked.id.clone());
        world.pass(60);
    }
    let (_, running) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let id = questions(&running)[0].id.clone();
    assert_eq!(indexed(&world).await, 4);
    let uses = world.question_uses(&id).await.unwrap();
    assert_eq!((uses.results, uses.running, uses.last_used.is_some()), (3, 1, true));

    // As an upgrade finds it.
    let old = "DELETE paper_items; UPSERT unindexed_papers:present SET behind = NONE";
    world.store.write(old).done().await.unwrap();
    assert_eq!(world.question_uses(&id).await.unwrap(), uses);
    assert_eq!(delete(&world, &id).await, "in-use");
    let key = async |number| {
        let ask = CorrectKey { option: OptionName::Number(number), version: None, dry_run: true };
        world.correct_key(&OPERATOR, &id, ask).await.unwrap().affected
    };
    assert_eq!(key(2).await, 3);
    // A test that is begun meanwhile is indexed at once.
    world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    assert_eq!(indexed(&world).await, 1);
    for _ in 0..2 {
        world.index_papers().await.unwrap();
        assert_eq!(indexed(&world).await, 5);
        let after = world.question_uses(&id).await.unwrap();
        assert_eq!(after, QuestionUses { running: uses.running + 1, ..uses.clone() });
        assert_eq!((delete(&world, &id).await, key(3).await), ("in-use", 3));
    }
    let left: Vec<RecordId> = world.store.query("SELECT VALUE id FROM unindexed_papers").all().await.unwrap();
    assert!(left.is_empty());
}

#[tokio::test]
async fn a_theory_of_a_paper_is_found_too() {
    let world = World::demo().await;
    let student = world.student().await;
    let ask = world.ask("wassce-waec-ssce", Mode::Practice, &["Mathematics"]).await;
    let ask = StartAttempt { exam_type: ExamType::Theory, ..ask };
    let (_, paper, _) = world.start_attempt(&student, ask).await.unwrap();
    let theory = paper.subjects[0].theories[0].id.clone();
    assert_eq!(reason(world.delete_item::<EssayBody>(&OPERATOR, &theory).await), "in-use");
}

/// Otherwise each delete would read all papers there are.
#[tokio::test]
async fn the_holders_of_a_question_are_found_by_the_index() {
    let world = World::demo().await;
    for limit in ["", " LIMIT 5"] {
        let sql = format!("EXPLAIN SELECT VALUE id FROM paper_items WHERE items CONTAINS $item{limit}");
        let plan: Option<serde_json::Value> = world.store.query(&sql).bind(("item", "q1")).first().await.unwrap();
        let plan = plan.unwrap().to_string();
        assert!(plan.contains("paper_items_items") && !plan.contains("TableScan"), "{plan}");
    }
    // Only the index is used: without its rows, no paper and no result is found.
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&paper)[0];
    world.submit(&student, submit(&attempt, vec![answer(asked, 0)])).await.unwrap();
    let found = async || {
        let ask = CorrectKey { option: OptionName::Number(2), version: None, dry_run: true };
        let affected = world.correct_key(&OPERATOR, &asked.id, ask).await.unwrap().affected;
        (world.question_uses(&asked.id).await.unwrap().results, affected)
    };
    assert_eq!(found().await, (1, 1));
    world.store.write("DELETE paper_items RETURN NONE").done().await.unwrap();
    assert_eq!(found().await, (0, 0));
}
