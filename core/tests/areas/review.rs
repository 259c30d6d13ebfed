//! Review: drafts and checked questions, a second person, comments, earlier versions, the source.

use sabi_core::{
    Error,
    bank::{
        AdminQuestion, BankFilter, ChangeAll, ChoiceBody, ImportReport, ImportRequest, Item, ItemBody, ItemKind,
        Question, QuestionInput, Review, Theory, TheoryUpdate, WriteComment,
    },
    exam::{CorrectKey, OptionName},
    people::Actor,
    records::ListQuery,
    store::Id,
};

use crate::support::{World, fields, query};

const OPERATOR: Actor = Actor::Operator;

/// A world in which a second person must check each question.
async fn strict() -> World {
    World::demo_with(|settings| settings.review_required = true).await
}

async fn import(world: &World, actor: &Actor, csv: &str) -> ImportReport {
    let ask =
        ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year: 2013, ..ImportRequest::default() };
    world.import_items(ItemKind::Choice, actor, csv.as_bytes().to_vec(), ask, &|_| ()).await.unwrap()
}

/// The questions of Physics in 2013.
async fn questions(world: &World, filters: &[(&str, &str)]) -> Vec<AdminQuestion> {
    let physics = world.subject("jamb-utme", "Physics").await;
    let year = sabi_core::bank::SubjectYear::key(&physics.id, 2013);
    let filter = BankFilter { year: Some(year), ..BankFilter::default() };
    world.list_items::<ChoiceBody>(&filter, &query(filters)).await.unwrap().rows
}

async fn one(world: &World, id: &Id<Question>) -> AdminQuestion {
    world.find_item(id).await.unwrap()
}

/// Changes an item as its form does.
async fn edit<B: ItemBody>(
    world: &World,
    actor: &Actor,
    id: &Id<Item<B>>,
    change: impl Fn(B::Form) -> B::Form + Send + Sync,
) -> sabi_core::Result<B::View> {
    world.edit_item(actor, id, None, |old: &Item<B>| Ok(change(old.form()))).await
}

const CSV: &str = "question,a,b,rightAnswer,answerDesc\nWhat is the unit of power?,Watt,Volt,a,Named after Watt.\n";

#[tokio::test]
async fn a_question_is_a_draft_until_somebody_checks_it_and_again_when_it_changes() {
    let world = World::demo().await;
    let (admin, owner) = (world.admin().await, world.owner().await);
    import(&world, &admin, CSV).await;
    let [made] = questions(&world, &[]).await.try_into().unwrap();
    let id = made.id.clone();
    assert_eq!((made.review, made.checked_by, made.status), (Review::Draft, None, true));
    let check = |form| QuestionInput { review: Some(Review::Checked), ..form };
    let checked = edit(&world, &owner, &id, check).await.unwrap();
    assert_eq!((checked.review, checked.checked_at), (Review::Checked, Some(world.now())));
    assert!(checked.checked_by.is_some());
    let count = async |review| questions(&world, &[("review", review)]).await.len();
    assert_eq!((count("checked").await, count("draft").await), (1, 0));
    let titled = edit(&world, &admin, &id, |form| QuestionInput { title: "Power".into(), ..form }).await.unwrap();
    assert_eq!(titled.review, Review::Checked, "a title is not what was checked");
    let reworded = |form| QuestionInput { description: "It is named after James Watt.".into(), ..form };
    assert_eq!(edit(&world, &admin, &id, reworded).await.unwrap().review, Review::Draft);
    assert_eq!((count("checked").await, count("draft").await), (0, 1));

    // The key too, by its own call.
    edit(&world, &owner, &id, check).await.unwrap();
    let key = CorrectKey { option: OptionName::Number(2), version: None, dry_run: false };
    world.correct_key(&admin, &id, key).await.unwrap();
    assert_eq!(one(&world, &id).await.review, Review::Draft);

    // All that a list finds.
    let filter = BankFilter { subject: Some(made.subject.id.clone()), ..BankFilter::default() };
    let drafts = query(&[("review", "draft")]);
    let expected = world.list_items::<ChoiceBody>(&filter, &drafts).await.unwrap().total;
    let ask = ChangeAll { expected, review: Some(Review::Checked), ..ChangeAll::default() };
    let done = world.change_all_items::<ChoiceBody>(&owner, &filter, &drafts, &ask).await.unwrap();
    assert_eq!((done.changed, done.refused), (expected, 0));
    assert_eq!(world.list_items::<ChoiceBody>(&filter, &drafts).await.unwrap().total, 0);
    assert!(world.recount(&OPERATOR, true).await.unwrap().is_empty());
}

#[tokio::test]
async fn with_the_setting_only_what_a_second_person_checked_is_in_use() {
    let world = strict().await;
    let (admin, owner) = (world.admin().await, world.owner().await);
    let report = import(&world, &admin, CSV).await;
    let words: Vec<_> = report.warnings.iter().filter(|one| one.column.as_deref() == Some("status")).collect();
    assert!(words.len() == 1 && words[0].message.contains("second person"), "{report:?}");
    let [made] = questions(&world, &[]).await.try_into().unwrap();
    let id = made.id.clone();
    assert!(!made.status, "it was imported inactive");
    let on = |form| QuestionInput { status: true, ..form };
    let both = |form| QuestionInput { status: true, review: Some(Review::Checked), ..form };
    assert_eq!(fields(edit(&world, &admin, &id, on).await), ["status"]);
    assert_eq!(fields(edit(&world, &owner, &id, on).await), ["status"], "a draft");
    assert_eq!(fields(edit(&world, &admin, &id, both).await), ["status"], "by its editor alone");
    let filter = BankFilter { subject: Some(made.subject.id.clone()), ..BankFilter::default() };
    let off = query(&[("status", "false")]);
    let expected = world.list_items::<ChoiceBody>(&filter, &off).await.unwrap().total;
    let ask = ChangeAll { expected, status: Some(true), ..ChangeAll::default() };
    let refused = world.change_all_items::<ChoiceBody>(&owner, &filter, &off, &ask).await.unwrap();
    assert_eq!((refused.changed, refused.refused), (0, expected));
    assert!(edit(&world, &owner, &id, both).await.unwrap().status);

    // In use it stays when something else changes; new content has to be checked again.
    let titled = edit(&world, &admin, &id, |form| QuestionInput { title: "Power".into(), ..form }).await.unwrap();
    assert!(titled.status);
    let reworded = |form| QuestionInput { question: "Which is the unit of power?".into(), ..form };
    assert_eq!(fields(edit(&world, &admin, &id, reworded).await), ["status"]);
    let corrected = CSV.replace("question,", "id,question,").replace("What is", &format!("{id},Which is"));
    let report = import(&world, &admin, &corrected).await;
    assert_eq!((report.changed, report.problems.len()), (1, 0));
    let after = one(&world, &id).await;
    assert_eq!((after.status, after.review), (false, Review::Draft));
}

#[tokio::test]
async fn an_earlier_version_can_be_restored_with_its_key() {
    let world = World::demo().await;
    let admin = world.admin().await;
    import(&world, &admin, CSV).await;
    let [first] = questions(&world, &[]).await.try_into().unwrap();
    let id = first.id.clone();
    assert!(world.item_versions(&id).await.unwrap().is_empty());
    let change =
        |form| QuestionInput { question: "Which is the unit of power?".into(), correct_answer: Some(2), ..form };
    edit(&world, &admin, &id, change).await.unwrap();
    edit(&world, &admin, &id, |form| QuestionInput { title: "Power".into(), ..form }).await.unwrap();
    let [old] = world.item_versions(&id).await.unwrap().try_into().unwrap();
    assert_eq!((old.version, old.content.correct, old.content.question.as_str()), (first.version, 1, &*first.question));
    assert!(old.replaced_by.is_some());
    let restore = |form| QuestionInput {
        question: old.content.question.clone(),
        correct_answer: Some(old.content.correct),
        ..form
    };
    let restored = edit(&world, &admin, &id, restore).await.unwrap();
    assert_eq!((&restored.question, &restored.correct), (&first.question, &first.correct));
    assert_eq!(world.item_versions(&id).await.unwrap().len(), 2);
    let none = world.item_versions::<ChoiceBody>(&Id::new("none")).await;
    assert!(matches!(none, Err(Error::NotFound("Question"))), "{none:?}");
}

#[tokio::test]
async fn an_earlier_model_answer_can_be_restored() {
    let world = World::demo().await;
    let (admin, owner) = (world.admin().await, world.owner().await);
    let id: Id<Theory> = world.store.query("SELECT VALUE id FROM theory LIMIT 1").first().await.unwrap().unwrap();
    let check = |form| TheoryUpdate { review: Some(Review::Checked), ..form };
    let first = edit(&world, &owner, &id, check).await.unwrap();
    let entitle = |form| TheoryUpdate { title: "Another title".into(), ..form };
    edit(&world, &admin, &id, entitle).await.unwrap();
    assert!(world.item_versions(&id).await.unwrap().is_empty(), "only content has versions");
    let before = world.find_item(&id).await.unwrap();
    let detailed = |form| TheoryUpdate { detailed_answer: "A longer answer.".into(), ..form };
    assert_eq!(edit(&world, &admin, &id, detailed).await.unwrap().review, Review::Draft);
    let [old] = world.item_versions(&id).await.unwrap().try_into().unwrap();
    let content = old.content.clone();
    assert_eq!((old.version, old.replaced_at), (before.version, world.now()));
    assert_eq!((&content.title, &content.question), (&before.title, &first.question));
    assert_eq!((&content.answer, &content.detailed_answer), (&first.answer, &first.detailed_answer));
    assert!(old.replaced_by.is_some());
    let restore = |form| TheoryUpdate { detailed_answer: content.detailed_answer.clone(), ..form };
    assert_eq!(edit(&world, &admin, &id, restore).await.unwrap().detailed_answer, first.detailed_answer);
    let versions = world.item_versions(&id).await.unwrap();
    assert_eq!(versions.iter().map(|one| one.version).collect::<Vec<_>>(), [before.version + 1, before.version]);
    let none = world.item_versions(&Id::<Theory>::new("none")).await;
    assert!(matches!(none, Err(Error::NotFound("Theory"))), "{none:?}");
}

#[tokio::test]
async fn comments_are_written_and_deleted_by_their_author_or_a_super_admin() {
    let world = World::demo().await;
    let (admin, owner) = (world.admin().await, world.owner().await);
    import(&world, &admin, CSV).await;
    let [made] = questions(&world, &[]).await.try_into().unwrap();
    let write = |text: &str| WriteComment { text: text.into() };
    let mine = world.add_comment(&admin, &made.id, &write("Is the unit not <b>kW</b>?")).await.unwrap();
    assert!(mine.can_delete && mine.author.is_some());
    world.pass(60);
    let other = world.add_comment(&owner, &made.id, &write("No.")).await.unwrap();
    let seen = world.list_comments(&admin, &made.id, &ListQuery::default()).await.unwrap();
    let texts: Vec<_> = seen.rows.iter().map(|one| (one.text.as_str(), one.can_delete)).collect();
    assert_eq!(texts, [("No.", false), ("Is the unit not kW?", true)]);
    assert_eq!(fields(world.add_comment(&admin, &made.id, &write(" ")).await), ["text"]);
    let long = query(&[("page", "0"), ("limit", "101")]);
    assert_eq!(fields(world.list_comments(&admin, &made.id, &long).await), ["page", "limit"]);
    assert_eq!(fields(world.add_comment(&admin, &made.id, &write(&"x".repeat(2001))).await), ["text"]);
    assert!(matches!(world.delete_comment(&admin, &made.id, &other.id).await, Err(Error::Forbidden(_))));
    assert!(matches!(
        world.delete_comment::<ChoiceBody>(&admin, &Id::new("other"), &mine.id).await,
        Err(Error::NotFound(_))
    ));
    world.delete_comment(&owner, &made.id, &mine.id).await.unwrap();
    world.delete_comment(&owner, &made.id, &other.id).await.unwrap();
    assert_eq!(world.list_comments(&admin, &made.id, &ListQuery::default()).await.unwrap().total, 0);
    let version = one(&world, &made.id).await.version;
    assert_eq!(version, made.version, "a comment is no change of the question");
    let theory: Id<Theory> = world.store.query("SELECT VALUE id FROM theory LIMIT 1").first().await.unwrap().unwrap();
    let own = world.add_comment(&admin, &theory, &write("Too long.")).await.unwrap();
    assert_eq!(
        world.list_comments(&admin, &theory, &ListQuery::default()).await.unwrap().rows,
        std::slice::from_ref(&own)
    );
    assert!(matches!(world.delete_comment(&owner, &made.id, &own.id).await, Err(Error::NotFound(_))));
    world.delete_comment(&owner, &theory, &own.id).await.unwrap();
    assert_eq!(world.list_comments(&admin, &theory, &ListQuery::default()).await.unwrap().total, 0);
    for n in 0..100 {
        world.add_comment(&admin, &made.id, &write(&format!("{n}"))).await.unwrap();
    }
    let full = world.add_comment(&admin, &made.id, &write("one more")).await;
    assert!(matches!(&full, Err(Error::Conflict(refusal)) if refusal.reason == "too-many-comments"), "{full:?}");
}

#[tokio::test]
async fn files_carry_review_and_source_and_name_what_is_wrong() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let csv = "question,a,b,rightAnswer,review,sourceBoard,source year,sourceNumber,sourceRights\n\
        What is the unit of power?,Watt,Volt,a,checked,WAEC,May 2013,12,WAEC\n\
        What is the unit of charge?,Coulomb,Volt,a,perhaps,,,,\n";
    let report = import(&world, &admin, csv).await;
    let [problem] = &report.problems[..] else { panic!("{report:?}") };
    assert_eq!((problem.row, problem.column.as_str()), (3, "review"));
    let [made] = questions(&world, &[]).await.try_into().unwrap();
    let source = [&made.source_board, &made.source_year, &made.source_number, &made.source_rights];
    assert_eq!(source.map(|part| part.as_deref().unwrap()), ["WAEC", "May 2013", "12", "WAEC"]);
    assert_eq!(made.review, Review::Checked);
    // An empty cell keeps what is stored, and the same file again changes nothing.
    let again = import(&world, &admin, csv.lines().take(2).collect::<Vec<_>>().join("\n").as_str()).await;
    assert_eq!((again.changed, again.unchanged), (0, 1));
    let bare =
        format!("id,question,a,b,rightAnswer,sourceNumber\n{},What is the unit of power?,Watt,Volt,a,13\n", made.id);
    assert_eq!(import(&world, &admin, &bare).await.changed, 1);
    let after = one(&world, &made.id).await;
    assert_eq!((after.source_number.as_deref(), after.source_board.as_deref()), (Some("13"), Some("WAEC")));
    assert_eq!(after.review, Review::Checked, "the content is the same");
    let long = QuestionInput { source_board: Some("x".repeat(161)), ..made.form() };
    assert_eq!(fields(world.update_item(&admin, &made.id, long).await), ["sourceBoard"]);
}

#[tokio::test]
async fn a_dry_run_shows_questions_as_students_will_see_them() {
    let world = World::demo().await;
    let rows: String = (0..60).map(|n| format!("How much is {n} + 1?,{},{},a\n", n + 1, n + 2)).collect();
    let csv = format!("question,a,b,rightAnswer\n{rows}");
    let ask = |from| ImportRequest {
        exam: "jamb-utme".into(),
        subject: "Physics".into(),
        year: 2013,
        dry_run: true,
        preview_from: from,
        ..ImportRequest::default()
    };
    let run = async |from| {
        let done = world.import_items(ItemKind::Choice, &OPERATOR, csv.clone().into_bytes(), ask(from), &|_| ()).await;
        done.unwrap().preview
    };
    assert_eq!(run(None).await, None);
    let first = run(Some(0)).await.unwrap();
    assert_eq!((first.total, first.items.len(), first.items[0].row), (60, 50, 2));
    let item = &first.items[1];
    assert_eq!((item.question.as_str(), item.options[0].as_str(), item.correct), ("How much is 1 + 1?", "2", 1));
    assert!(item.is_new && item.status && first.pictures.is_empty());
    let rest = run(Some(50)).await.unwrap();
    assert_eq!((rest.total, rest.items.len(), rest.items[0].row), (60, 10, 52));
    assert!(questions(&world, &[]).await.is_empty(), "nothing is written");
}
