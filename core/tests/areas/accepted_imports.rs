//! Imports that are too large for one commit: accepted first, and then always finished, under the name of the person
//! who accepted them.

use std::{collections::BTreeSet, fs, io::Write as _};

use sabi_core::{
    Error, Result,
    bank::{
        BankFilter, ChangeAll, ChoiceBody, EssayBody, ImportReport, ImportRequest, ItemKind, Question, QuestionsInput,
        SubjectYear, SubjectYearInput, TheoryInput, TheoryPlace, TheoryUpdate,
        import::{ImportFiles, ImportState, Progress, Stage},
    },
    catalogue::Mode,
    exam::MoveYear,
    ops::doctor::{Check, Finding},
    people::Actor,
    records::Resource as _,
    request::in_request,
    store::Id,
};
use surrealdb::types::RecordId;

use crate::{
    editing::{entry, form, place, single},
    support::{World, answer, query, questions, reason, submit},
};

const OPERATOR: Actor = Actor::Operator;
/// More rows than one commit takes, in two batches.
const ROWS: usize = 300;

fn ask(year: i64) -> ImportRequest {
    ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year, ..ImportRequest::default() }
}

/// New questions as CSV, the last row with this stem.
fn new_rows(last: &str) -> Vec<u8> {
    let mut csv = String::from("question,option1,option2,rightAnswer\n");
    for row in 1..ROWS {
        csv.push_str(&format!("How far do {row} trains of {} waggons go?,far,near,A\n", row * 37 + 5));
    }
    csv.push_str(&format!("{last},far,near,A\n"));
    csv.into_bytes()
}

async fn import(world: &World, who: &Actor, file: impl Into<ImportFiles>, year: i64) -> Result<ImportReport> {
    world.import_items(ItemKind::Choice, who, file, ask(year), &|_| ()).await
}

/// From here on nothing can be written to questions of which this holds.
async fn block(world: &World, when: &str) {
    let sql = format!("DEFINE EVENT stuck ON question WHEN {when} THEN {{ THROW 'the disk has a bad sector' }}");
    world.store.write(sql).done().await.unwrap();
}

async fn unblock(world: &World) {
    world.store.write("REMOVE EVENT stuck ON question").done().await.unwrap();
}

async fn year(world: &World, year: i64) -> SubjectYear {
    let subject = world.subject("jamb-utme", "Physics").await.id;
    world.load(&SubjectYear::key(&subject, year)).await.unwrap().unwrap()
}

async fn count(world: &World, table: &str) -> usize {
    let sql = format!("SELECT VALUE id FROM {table}");
    world.store.query(sql).all::<RecordId>().await.unwrap().len()
}

/// The actor and the request in the audit entries of these changes.
async fn recorded(world: &World, entity: &str, action: &str) -> BTreeSet<(String, Option<String>)> {
    let rows = world.list_audit(&query(&[("entity", entity), ("action", action), ("limit", "1000")])).await.unwrap();
    rows.rows.into_iter().map(|entry| (entry.who, entry.request)).collect()
}

/// The doctor's findings about accepted imports.
async fn doctor(world: &World) -> Vec<Finding> {
    let mut told = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    told.retain(|one| one.check == Check::Imports);
    told
}

/// The same rows with another explanation and another key.
async fn corrected(world: &World, year: &Id<SubjectYear>) -> (Vec<u8>, Vec<Question>) {
    let sql = "SELECT * FROM question WHERE year = $year ORDER BY position";
    let stored: Vec<Question> = world.store.query(sql).bind(("year", year.clone())).all().await.unwrap();
    let row = |question: &Question| {
        let right = if question.body.correct == question.body.options[0].id { "B" } else { "A" };
        format!("{},\"{}\",far,near,{right},Measure them.\n", question.id, question.question)
    };
    let rows: String = stored.iter().map(row).collect();
    (format!("id,question,option1,option2,rightAnswer,answerDesc\n{rows}").into_bytes(), stored)
}

#[tokio::test]
async fn a_large_import_is_recorded_under_its_request() {
    let world = World::demo().await;
    let admin = world.admin().await;
    import(&world, &admin, new_rows("How far is it?"), 2003).await.unwrap();
    let (file, _) = corrected(&world, &year(&world, 2003).await.id).await;
    let done = in_request("r-large".into(), import(&world, &admin, file, 2003)).await.unwrap();
    assert_eq!(done.changed, ROWS as u64, "{:?}", done.problems);
    world.finish_background_work().await;
    let me = BTreeSet::from([("admin@sabi.test".to_owned(), Some("r-large".to_owned()))]);
    assert_eq!(recorded(&world, "question", "remark").await, me);
    let rows =
        world.list_audit(&query(&[("entity", "question"), ("action", "import"), ("limit", "1000")])).await.unwrap();
    let of_request = rows.rows.iter().filter(|entry| entry.request.as_deref() == Some("r-large")).count();
    assert_eq!(of_request, ROWS + 1, "each question, and the import as a whole");
}

#[tokio::test]
async fn an_import_finished_later_names_the_person_who_accepted_it() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    import(&world, &OPERATOR, new_rows("How far is it?"), 2003).await.unwrap();
    let of_2003 = sabi_core::exam::StartAttempt {
        year: Some(2003),
        question_limit: Some(40),
        ..world.ask("jamb-utme", Mode::Practice, &["Physics"]).await
    };
    let (attempt, paper, _) = world.start_attempt(&student, of_2003).await.unwrap();
    let answers = questions(&paper).into_iter().map(|question| answer(question, 0)).collect();
    let quiz = world.submit(&student, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
    let percent = async || world.find_result(&OPERATOR, &quiz, false).await.unwrap().quiz.score.percent;
    assert_eq!(percent().await, 100.0);

    let (file, stored) = corrected(&world, &year(&world, 2003).await.id).await;
    block(&world, &format!("$event = 'UPDATE' AND $after.id = type::record('question', '{}')", stored[ROWS - 1].id))
        .await;
    in_request("r-7".into(), import(&world, &admin, file, 2003)).await.unwrap_err();
    // It is tried again after a pause, and no sooner.
    unblock(&world).await;
    world.finish_imports().await.unwrap();
    assert_eq!(count(&world, "pending_import").await, 1);
    world.pass(61);
    world.finish_imports().await.unwrap();
    assert_eq!((count(&world, "pending_import").await, count(&world, "import_lot").await), (0, 0));
    world.finish_background_work().await;
    assert_eq!(percent().await, 0.0);
    let me = BTreeSet::from([("admin@sabi.test".to_owned(), Some("r-7".to_owned()))]);
    assert_eq!(recorded(&world, "question", "remark").await, me);
    let last =
        world.list_audit(&query(&[("record", stored[ROWS - 1].id.as_str()), ("action", "import")])).await.unwrap();
    assert_eq!((last.rows[0].who.as_str(), last.rows[0].request.as_deref()), ("admin@sabi.test", Some("r-7")));
}

#[tokio::test]
async fn no_paper_is_drawn_from_a_new_year_before_its_last_row() {
    let world = World::demo().await;
    let student = world.student().await;
    block(&world, "$event = 'CREATE' AND $after.question CONTAINS 'never'").await;
    import(&world, &OPERATOR, new_rows("Does it never end?"), 2003).await.unwrap_err();
    let half = year(&world, 2003).await;
    assert_eq!((half.is_active(), count(&world, "pending_import").await), (false, 1));
    let ask = async || sabi_core::exam::StartAttempt {
        year: Some(2003),
        ..world.ask("jamb-utme", Mode::Practice, &["Physics"]).await
    };
    assert_eq!(reason(world.start_attempt(&student, ask().await).await), "no-questions");
    // Nobody can switch it on or delete it by hand.
    let form = sabi_core::bank::SubjectYearInput { status: Some(true), ..half.form() };
    assert_eq!(reason(world.update::<SubjectYear>(&OPERATOR, &half.id, form).await), "importing");
    assert_eq!(reason(world.delete::<SubjectYear>(&OPERATOR, &half.id).await), "in-use");
    // Nor delete one of its questions.
    let written = world.store.query("SELECT VALUE id FROM question WHERE year = $year LIMIT 1");
    let [question] = &written.bind(("year", half.id.clone())).all::<Id<Question>>().await.unwrap()[..] else {
        panic!("the first rows are written")
    };
    assert_eq!(reason(world.delete_item::<ChoiceBody>(&OPERATOR, question).await), "importing");

    unblock(&world).await;
    world.pass(61);
    world.finish_imports().await.unwrap();
    assert!(year(&world, 2003).await.is_active());
    world.start_attempt(&student, ask().await).await.unwrap();
}

#[tokio::test]
async fn a_year_takes_no_change_while_an_import_is_written_into_it() {
    let world = World::demo().await;
    let (subject, section, _) = place(&world).await;
    let input = SubjectYearInput { subject: subject.id.clone(), year: 2003, university: vec![], status: Some(false) };
    let year = world.create::<SubjectYear>(&OPERATOR, input).await.unwrap().id;
    let inactive = |stem: &str| QuestionsInput { status: false, ..single(&year, entry(stem, 1)) };
    let made = world.create_questions(&OPERATOR, &section, inactive("Who was first?")).await.unwrap().remove(0);
    let essay = |question: &str| TheoryUpdate {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: "By hand".into(),
        question: question.into(),
        description: "So.".into(),
        detailed_answer: "<p>So, and so.</p>".into(),
        status: false,
        logo: None,
    };
    let new_essay = |question: &str| TheoryInput {
        place: TheoryPlace {
            subject: Some(subject.id.clone()),
            year: year.clone(),
            section: section.clone(),
            universities: vec![],
        },
        fields: essay(question),
    };
    let theory = world.create_theory(&OPERATOR, new_essay("Why was it first?")).await.unwrap();
    let filter = BankFilter { year: Some(year.clone()), ..BankFilter::default() };
    let only_inactive = query(&[("status", "false")]);
    let of_one = || ChangeAll { expected: 1, ..ChangeAll::default() };
    let all_of =
        async |ask: ChangeAll| world.change_all_items::<ChoiceBody>(&OPERATOR, &filter, &only_inactive, &ask).await;
    let moved = MoveYear { year: Some(2004), ..MoveYear::default() };

    block(&world, "$event = 'CREATE' AND $after.question CONTAINS 'never'").await;
    import(&world, &OPERATOR, new_rows("Does it never end?"), 2003).await.unwrap_err();
    assert_eq!(count(&world, "pending_import").await, 1);
    assert_eq!(reason(world.create_questions(&OPERATOR, &section, inactive("Who was second?")).await), "importing");
    assert_eq!(reason(world.update_item(&OPERATOR, &made.id, form(&made)).await), "importing");
    assert_eq!(reason(world.create_theory(&OPERATOR, new_essay("Why was it second?")).await), "importing");
    assert_eq!(reason(world.update_item(&OPERATOR, &theory.id, essay("Why not?")).await), "importing");
    assert_eq!(reason(world.delete_item::<EssayBody>(&OPERATOR, &theory.id).await), "importing");
    assert_eq!(reason(all_of(ChangeAll { status: Some(true), ..of_one() }).await), "importing");
    assert_eq!(reason(all_of(ChangeAll { delete: true, ..of_one() }).await), "importing");
    assert_eq!(reason(world.move_year(&OPERATOR, &year, &moved).await), "importing");

    unblock(&world).await;
    world.pass(61);
    world.finish_imports().await.unwrap();
    // None of these changes was made, and the year takes them again.
    world.update_item(&OPERATOR, &made.id, form(&made)).await.unwrap();
    world.update_item(&OPERATOR, &theory.id, essay("Why not?")).await.unwrap();
    assert_eq!(all_of(ChangeAll { delete: true, ..of_one() }).await.unwrap().changed, 1);
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}

#[tokio::test]
async fn a_paper_that_is_drawn_during_an_import_is_of_the_year_before_it() {
    let world = World::demo().await;
    let student = world.student().await;
    let before = year(&world, 2019).await;
    let of = |year: &SubjectYear| {
        let sql = "SELECT VALUE id FROM question WHERE year = $year AND status = true";
        world.store.query(sql).bind(("year", year.id.clone()))
    };
    let there = of(&before).all::<Id<Question>>().await.unwrap().len();
    // Nobody has asked for a paper at this revision yet.
    world.store.write("DELETE year_index").done().await.unwrap();
    world.bank.clear();
    block(&world, "$event = 'CREATE' AND $after.question CONTAINS 'never'").await;
    import(&world, &OPERATOR, new_rows("Does it never end?"), 2019).await.unwrap_err();
    assert!(of(&before).all::<Id<Question>>().await.unwrap().len() > there, "half of it is written");
    let practice = world.ask("jamb-utme", Mode::Practice, &["Physics"]).await;
    let all = sabi_core::exam::StartAttempt { question_limit: Some(100), ..practice };
    let (_, paper, _) = world.start_attempt(&student, all.clone()).await.unwrap();
    assert_eq!(questions(&paper).len(), there.min(100));
    unblock(&world).await;
    world.pass(61);
    world.finish_imports().await.unwrap();
    let (_, paper, _) = world.start_attempt(&student, all).await.unwrap();
    assert_eq!(questions(&paper).len(), 100);
}

#[tokio::test]
async fn an_import_that_cannot_be_written_is_reported_and_can_be_dropped() {
    let world = World::demo().await;
    let admin = world.admin().await;
    block(&world, "$event = 'CREATE' AND $after.question CONTAINS 'never'").await;
    let file = new_rows("Does it never end?");
    import(&world, &admin, file.clone(), 2003).await.unwrap_err();
    for round in 1..=3 {
        let [stuck] = &world.accepted_imports().await.unwrap()[..] else { panic!("one import") };
        assert_eq!((stuck.state, stuck.failures, stuck.rows), (ImportState::Failing, round, ROWS as u64));
        assert!(stuck.problem.as_ref().unwrap().contains("bad sector"), "{stuck:?}");
        assert_eq!((stuck.who.as_str(), stuck.year, stuck.kind.as_str()), ("admin@sabi.test", 2003, "questions"));
        assert!(stuck.left > 0 && stuck.left < stuck.rows, "{stuck:?}");
        assert!(stuck.next_try.unwrap() > world.now());
        world.pass(3600);
        world.finish_imports().await.unwrap_err();
    }
    let told = doctor(&world).await;
    let [told] = &told[..] else { panic!("{told:?}") };
    assert!(told.words.contains("bad sector"), "{told:?}");
    assert!(told.words.contains("Physics 2003") && told.words.contains("sabi bank drop-import"), "{told:?}");

    let id = world.accepted_imports().await.unwrap()[0].id.clone();
    assert_eq!(reason(world.drop_import(&admin, &id).await), "forbidden");
    let dropped = world.drop_import(&OPERATOR, &id).await.unwrap();
    assert_eq!(dropped.written + dropped.dropped, ROWS as u64);
    assert!(dropped.is_out_of_use && !year(&world, 2003).await.is_active());
    assert_eq!((count(&world, "pending_import").await, count(&world, "import_lot").await), (0, 0));
    assert!(matches!(world.drop_import(&OPERATOR, &id).await, Err(Error::NotFound(_))));
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
    assert_eq!(doctor(&world).await, []);
    // The year takes changes again: the same file without the row that cannot be written, say.
    unblock(&world).await;
    let again = import(&world, &admin, file, 2003).await.unwrap();
    assert_eq!((again.unchanged, again.new, again.written), (dropped.written, dropped.dropped, true));
}

#[tokio::test]
async fn a_row_whose_picture_went_missing_is_written_and_named() {
    let world = World::demo().await;
    let mut picture = std::io::Cursor::new(Vec::new());
    image::GrayImage::from_pixel(4, 4, image::Luma([77])).write_to(&mut picture, image::ImageFormat::Png).unwrap();
    let mut csv = String::from("question,option1,option2,rightAnswer,image\n");
    for row in 1..=ROWS {
        let image = if row == ROWS { "slope.png" } else { "" };
        csv.push_str(&format!("How steep are {row} slopes of {}?,steep,flat,A,{image}\n", row * 37 + 5));
    }
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in [("bank.csv", csv.as_bytes()), ("slope.png", picture.get_ref())] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    let file = zip.finish().unwrap().into_inner();
    let uploads = world.settings.data.join("uploads");
    let taken_away = |progress: Progress| {
        if progress.stage == Stage::Keeping && progress.done == 0 {
            for entry in fs::read_dir(&uploads).unwrap() {
                let path = entry.unwrap().path();
                if fs::read(&path).is_ok_and(|bytes| image::load_from_memory(&bytes).is_ok_and(|one| one.width() == 4))
                {
                    fs::remove_file(path).unwrap();
                }
            }
        }
    };
    let report = world.import_items(ItemKind::Choice, &OPERATOR, file, ask(2003), &taken_away).await.unwrap();
    assert_eq!((report.new, report.written), (ROWS as u64, true));
    let [problem] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert_eq!((problem.row, problem.column.as_str()), (ROWS as u32 + 1, "image"));
    assert_eq!(count(&world, "pending_import").await, 0);
    let noted = world.list_audit(&query(&[("action", "missing-picture")])).await.unwrap().rows;
    assert_eq!((noted.len(), noted[0].after.contains_key("logo")), (1, true), "{noted:?}");
    let told = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    assert!(
        told.iter().any(|one| one.check == Check::Pictures && one.words.contains("is used but missing")),
        "{told:?}"
    );
}

#[tokio::test]
async fn an_embedded_store_waits_for_no_process_of_before() {
    let world = World::demo_on_disk().await;
    block(&world, "$event = 'CREATE' AND $after.question CONTAINS 'never'").await;
    import(&world, &OPERATOR, new_rows("Does it never end?"), 2003).await.unwrap_err();
    unblock(&world).await;
    // As if the process had ended in the middle of it.
    let held = world.store.write("UPDATE pending_import SET worker = 'w1', until = $until RETURN NONE");
    held.bind(("until", world.now() + chrono::Duration::minutes(2))).done().await.unwrap();
    world.finish_imports().await.unwrap();
    assert_eq!(count(&world, "pending_import").await, 1, "its own lease holds");
    let world = world.restarted().await;
    world.finish_imports().await.unwrap();
    assert_eq!(count(&world, "pending_import").await, 0);
    assert!(year(&world, 2003).await.is_active());
}
