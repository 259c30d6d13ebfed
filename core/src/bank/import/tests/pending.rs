//! A large import whose process ends after it was accepted and before it is finished.

use std::sync::Mutex;

use base64::Engine as _;

use super::{
    super::write::{BATCH, Lease},
    *,
};
use crate::{
    App, Error, Settings,
    bank::{AdminQuestion, BankFilter, SubjectYear},
    catalogue::Section,
    clock::{Instant, ManualClock},
    people::Actor,
    records::ListQuery,
};

const ROWS: usize = 1_200;

async fn app() -> (App, ManualClock, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::at(chrono::DateTime::from_timestamp(1_772_442_000, 0).unwrap());
    let app = App::open_with_clock(Settings::in_memory(folder.path()), clock.clone()).await.unwrap();
    app.seed(&Actor::Operator, Some(crate::seed::Demo::Small), &|_| {}).await.unwrap();
    (app, clock, folder)
}

fn ask() -> ImportRequest {
    ImportRequest { exam: "jamb-utme".into(), subject: "Mathematics".into(), year: 2001, ..ImportRequest::default() }
}

/// A bank of [`ROWS`] questions, each with this explanation and this letter as its key.
fn rows(described: &str, key: &str) -> Vec<u8> {
    book(|sheet| {
        sheet.write_row(0, 0, ["question", "option1", "option2", "rightAnswer", "answerDesc"]).unwrap();
        for row in 1..=u32::try_from(ROWS).unwrap() {
            let stem = format!("How many nuts are {row} bags of {}?", row * 31 + 7);
            sheet.write_row(row, 0, [stem.as_str(), "many", "few", key, described]).unwrap();
        }
    })
}

async fn import(app: &App, bank: Vec<u8>) -> crate::Result<ImportReport> {
    app.import_items(ItemKind::Choice, &Actor::Operator, bank, ask(), &|_| ()).await
}

/// Does what an import does until it is accepted, and no more.
async fn accept(app: &App, bank: &[u8]) -> (PendingImport, Lease) {
    let target = app.import_target(&ask()).await.unwrap();
    let parsed = questions(bank).unwrap();
    let stored = app.stored_items(&target, &parsed).await.unwrap();
    let plan = super::super::plan::plan(&target, &parsed, &stored, &app.reviewer(&Actor::Operator), app.now());
    app.accept(&Actor::Operator, &target, &stored, plan, &|_| ()).await.unwrap()
}

async fn bank_of(app: &App) -> Vec<AdminQuestion> {
    let subject = app.import_target(&ask()).await.unwrap().subject;
    let filter = BankFilter { year: Some(SubjectYear::key(&subject, ask().year)), ..BankFilter::default() };
    let mut all = Vec::new();
    for page in 1.. {
        let query = ListQuery { page: Some(page), limit: Some(500), ..ListQuery::default() };
        let rows = app.list_items::<ChoiceBody>(&filter, &query).await.unwrap().rows;
        if rows.is_empty() {
            break;
        }
        all.extend(rows);
    }
    all
}

async fn count(app: &App, table: &str) -> usize {
    app.store.query(format!("SELECT VALUE id FROM {table}")).all::<surrealdb::types::RecordId>().await.unwrap().len()
}

fn reason<T: std::fmt::Debug>(refused: Result<T, Error>) -> &'static str {
    match refused {
        Err(Error::Conflict(refusal)) => refusal.reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_is_accepted_is_written_by_whoever_comes_next() {
    let (app, clock, _folder) = app().await;
    let (pending, lease) = accept(&app, &rows("Count them.", "A")).await;
    assert_eq!((bank_of(&app).await.len(), count(&app, "import_lot").await), (0, ROWS.div_ceil(BATCH)));

    // Rows that are not written yet are not a fault of the store.
    assert_eq!(app.examine(&Actor::Operator, false, |_| ()).await.unwrap(), []);

    // Nobody else can change the year meanwhile, or delete the sections of the rows.
    assert_eq!(reason(import(&app, rows("Otherwise.", "A")).await), "importing");
    let sections: Vec<Section> =
        app.store.query("SELECT * FROM section WHERE section_name = 'General'").all().await.unwrap();
    for section in sections.iter().filter(|section| pending.needs(&section.id)) {
        let refused = app.delete::<Section>(&Actor::Operator, &section.id).await.unwrap_err();
        assert!(
            matches!(&refused, Error::Conflict(refusal) if refusal.message.contains("accepted import")),
            "{refused:?}"
        );
    }

    // A process ends after the first batch; until its lease runs out the import is left to it.
    let revision = async || app.import_target(&ask()).await.unwrap().year_id;
    let year: SubjectYear = app.load(&revision().await).await.unwrap().unwrap();
    assert!(!year.is_active(), "no paper is drawn from half a year");
    app.write_import_batch::<ChoiceBody>(&pending, &lease, 0, 0).await.unwrap();
    assert_eq!(bank_of(&app).await.len(), BATCH);
    app.finish_imports().await.unwrap();
    assert_eq!(bank_of(&app).await.len(), BATCH);
    clock.advance(chrono::Duration::seconds(121));
    // If two workers come at once, one takes it over, and the first one writes no more of it.
    let (one, other) = tokio::join!(app.lease_import(&pending.id), app.lease_import(&pending.id));
    let mut taken: Vec<_> = [one.unwrap(), other.unwrap()].into_iter().flatten().collect();
    let (pending, new) = taken.pop().unwrap();
    assert!(taken.is_empty(), "both took it");
    assert_eq!(reason(app.write_import_batch::<ChoiceBody>(&pending, &lease, 1, 0).await), "importing");
    assert_eq!(reason(app.finish_import(&pending, &lease, &|_| ()).await), "importing");
    assert_eq!(bank_of(&app).await.len(), BATCH);
    app.finish_import(&pending, &new, &|_| ()).await.unwrap();
    let bank = bank_of(&app).await;
    assert_eq!(bank.len(), ROWS);
    assert!(bank.iter().all(|question| question.description == "Count them."));
    assert_eq!((count(&app, "import_lot").await, count(&app, "pending_import").await), (0, 0));
    let after: SubjectYear = app.load(&year.id).await.unwrap().unwrap();
    assert_eq!((after.revision, after.is_active()), (year.revision + 1, true));
    assert!(app.recount(&Actor::Operator, true).await.unwrap().is_empty());
    // Both lists that tell how many there are read what each writer has counted.
    let years = app.list::<SubjectYear>(&ListQuery::default()).await.unwrap().rows;
    let in_year: i64 = years.iter().filter(|one| one.id == year.id).map(|one| one.total_questions).sum();
    let subjects = app.list_question_subjects().await.unwrap();
    let of_subject: i64 = subjects
        .iter()
        .flat_map(|exam| &exam.subjects)
        .filter(|one| one.id == year.subject)
        .map(|one| one.total_questions)
        .sum();
    let all: i64 = years.iter().filter(|one| one.subject.id == year.subject).map(|one| one.total_questions).sum();
    assert_eq!((in_year, of_subject), (i64::try_from(ROWS).unwrap(), all));
    app.finish_imports().await.unwrap();
    let report = import(&app, rows("Count them.", "A")).await.unwrap();
    assert_eq!((report.unchanged, report.written), (ROWS as u64, false));
}

#[tokio::test]
async fn a_worker_renews_its_lease_while_an_import_takes_longer_than_it() {
    let (app, clock, _folder) = app().await;
    let (pending, lease) = accept(&app, &rows("Count them.", "A")).await;
    let note = "DEFINE TABLE renewal SCHEMALESS; DEFINE EVENT renewed ON pending_import WHEN $event = 'UPDATE' \
        THEN { CREATE renewal SET until = $after.until }";
    app.store.write(note).done().await.unwrap();
    // Each of the five batches takes half a minute; a lease lasts two minutes.
    let (begun, half) = (app.now(), chrono::Duration::seconds(30));
    app.finish_import(&pending, &lease, &|_| clock.advance(half)).await.unwrap();
    assert!(app.now() - begun > chrono::Duration::minutes(2));
    assert_eq!(bank_of(&app).await.len(), ROWS);
    let renewed: Vec<Instant> = app.store.query("SELECT VALUE until FROM renewal").all().await.unwrap();
    assert!(renewed.iter().max() > Some(&app.now()), "it was the worker's until the last batch: {renewed:?}");
}

/// The picture files below a folder.
fn pictures_below(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let count = |path: std::path::PathBuf| match path.is_dir() {
        true => pictures_below(&path),
        false => usize::from(path.extension().is_some_and(|end| end == "png")),
    };
    entries.map(count).sum()
}

#[tokio::test]
async fn the_pictures_of_a_file_are_on_the_disk_before_it_is_accepted() {
    let (app, _clock, folder) = app().await;
    let mut picture = Cursor::new(Vec::new());
    image::RgbImage::new(4, 4).write_to(&mut picture, image::ImageFormat::Png).unwrap();
    let picture = base64::engine::general_purpose::STANDARD.encode(picture.into_inner());
    let question = |number: usize, sort: &str| {
        format!(
            "<question type=\"{sort}\"><questiontext format=\"html\"><text><![CDATA[<p>What is at {number}? \
             <img src=\"@@PLUGINFILE@@/a.png\"></p>]]></text><file name=\"a.png\" encoding=\"base64\">{picture}</file>\
             </questiontext><answer fraction=\"100\"><text>Left</text></answer>\
             <answer fraction=\"0\"><text>Right</text></answer></question>"
        )
    };
    // In one line, as programs write it, with one question that cannot be taken.
    let all: String = (0..=BATCH).map(|number| question(number, "multichoice")).collect();
    let bank = format!("<quiz>{all}{}</quiz>", question(BATCH + 1, "numerical"));
    let before = pictures_below(folder.path());
    let seen = Mutex::new(None);
    let hear = |progress: Progress| {
        if progress.stage == Stage::Keeping {
            seen.lock().unwrap().get_or_insert_with(|| pictures_below(folder.path()));
        }
    };
    let report = app.import_items(ItemKind::Choice, &Actor::Operator, bank.into_bytes(), ask(), &hear).await.unwrap();
    assert_eq!((report.new, report.rejected, report.problems.len()), (BATCH as u64 + 1, 1, 1));
    assert_eq!(seen.into_inner().unwrap(), Some(before + 1));
    let positions = app.store.query("SELECT VALUE position FROM question WHERE question CONTAINS 'What is at'");
    let positions: std::collections::BTreeSet<i64> = positions.all().await.unwrap().into_iter().collect();
    assert_eq!(positions.len(), BATCH + 1, "each row has a place of its own");
}

#[tokio::test]
async fn a_large_correction_is_whole_and_moves_keys() {
    let (app, _clock, _folder) = app().await;
    let report = import(&app, rows("Count them.", "A")).await.unwrap();
    assert_eq!((report.new, report.written), (ROWS as u64, true));
    let stages = Mutex::new(Vec::new());
    let hear = |progress: Progress| stages.lock().unwrap().push(progress);
    let again =
        app.import_items(ItemKind::Choice, &Actor::Operator, rows("Weigh them.", "B"), ask(), &hear).await.unwrap();
    assert_eq!((again.changed, again.written), (ROWS as u64, true));
    app.finish_background_work().await;
    let bank = bank_of(&app).await;
    assert_eq!(bank.len(), ROWS);
    for question in bank {
        let key = question.options.iter().position(|option| option.id == question.correct);
        assert_eq!((question.description.as_str(), key, question.version), ("Weigh them.", Some(1), 1));
    }
    assert!(app.recount(&Actor::Operator, true).await.unwrap().is_empty());
    assert_eq!((count(&app, "rekeying").await, count(&app, "import_lot").await), (0, 0));
    // Once it is being committed, the progress stays in that stage.
    let stages = stages.into_inner().unwrap();
    let kept = stages.iter().position(|progress| progress.stage == Stage::Keeping).unwrap();
    assert!(stages[kept..].iter().all(|progress| progress.stage == Stage::Keeping));
}

#[tokio::test]
async fn rows_that_are_put_aside_and_never_accepted_are_removed() {
    let (app, _clock, _folder) = app().await;
    let (told, mut hears) = tokio::sync::mpsc::unbounded_channel();
    let progress = |step: Progress| {
        let _ = told.send(step);
    };
    let aside =
        async { while hears.recv().await.is_some_and(|step| step.stage != Stage::Writing || step.done < 1_000) {} };
    tokio::select! {
        biased;
        () = aside => {}
        _ = app.import_items(ItemKind::Choice, &Actor::Operator, rows("Count them.", "A"), ask(), &progress) => panic!("it was done"),
    }
    while count(&app, "import_lot").await > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!((bank_of(&app).await.len(), count(&app, "pending_import").await), (0, 0));
    assert_eq!(import(&app, rows("Count them.", "A")).await.unwrap().new, ROWS as u64);
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_does_not_wait_for_accepted_imports() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { store: None, ..Settings::in_memory(folder.path()) };
    let app = App::open(settings.clone()).await.unwrap();
    app.seed(&Actor::Operator, Some(crate::seed::Demo::Small), &|_| {}).await.unwrap();
    accept(&app, &rows("Count them.", "A")).await;
    app.store.close().await;
    drop(app);
    let app = loop {
        match App::open(settings.clone()).await {
            Err(Error::Owned(_)) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            opened => break opened.unwrap(),
        }
    };
    assert_eq!((bank_of(&app).await.len(), count(&app, "pending_import").await), (0, 1), "it opened at once");
    app.finish_imports().await.unwrap();
    assert_eq!((bank_of(&app).await.len(), count(&app, "pending_import").await), (ROWS, 0));
    app.store.close().await;
}
