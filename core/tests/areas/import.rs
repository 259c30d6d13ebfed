//! Importing workbooks into the bank: what is taken, what is refused, and what never happens by half.

use std::io::Write as _;

use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet};
use sabi_core::{
    App, Error, Result,
    bank::{
        AdminQuestion, BankFilter, ChoiceBody, EssayBody, ImportReport, ImportRequest, ItemKind, SubjectYear,
        SubjectYearInput,
        import::{ImportFiles, Progress, Stage},
    },
    catalogue::{ExamType, Topic, University},
    exam::{PaperRequest, RequestedSource},
    people::Actor,
    records::ListQuery,
    store::Id,
};

use crate::support::{World, all, fields, query, reason};

const HEADERS: [&str; 10] =
    ["question", "option1", "option2", "option3", "rightAnswer", "answerDesc", "topic", "section", "group", "passage"];

fn book(fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    book.save_to_buffer().unwrap()
}

/// A workbook of questions; each row's cells go under [`HEADERS`].
fn sheet(rows: &[&[&str]]) -> Vec<u8> {
    book(|sheet| {
        sheet.write_row(0, 0, HEADERS).unwrap();
        for (row, cells) in (1..).zip(rows) {
            for (column, cell) in (0..).zip(*cells).filter(|(_, cell)| !cell.is_empty()) {
                sheet.write_string(row, column, *cell).unwrap();
            }
        }
    })
}

fn ask() -> ImportRequest {
    ImportRequest { exam: "jamb-utme".into(), subject: "Mathematics".into(), year: 2021, ..ImportRequest::default() }
}

async fn import(world: &World, file: Vec<u8>, ask: ImportRequest) -> Result<ImportReport> {
    world.import_items(ItemKind::Choice, &Actor::Operator, file, ask, &|_| ()).await
}

/// New, changed, unchanged, rejected, and whether anything was written.
fn counts(report: &ImportReport) -> (u64, u64, u64, u64, bool) {
    (report.new, report.changed, report.unchanged, report.rejected, report.written)
}

/// The questions of a year in order.
async fn bank(world: &World, ask: &ImportRequest) -> Vec<AdminQuestion> {
    let subject = world.subject(&ask.exam, &ask.subject).await.id;
    let filter = BankFilter { year: Some(SubjectYear::key(&subject, ask.year)), ..BankFilter::default() };
    world.list_items::<ChoiceBody>(&filter, &query(&[("limit", "1000")])).await.unwrap().rows
}

async fn revision(world: &World, ask: &ImportRequest) -> Option<i64> {
    let subject = world.subject(&ask.exam, &ask.subject).await.id;
    let year: Option<SubjectYear> = world.load(&SubjectYear::key(&subject, ask.year)).await.unwrap();
    year.map(|year| year.revision)
}

const THREE: [&[&str]; 3] = [
    &["What is 2 + 2?", "3", "4", "5", "B", "Count.", "Number", "Sums"],
    &["What is 3 + 3?", "6", "7", "8", "A", "", "number ", " SUMS"],
    &["What is 4 + 4?", "6", "7", "8", "C"],
];

#[tokio::test]
async fn an_import_request_names_each_wrong_field() {
    let world = World::demo().await;
    let wrong = |change: fn(&mut ImportRequest)| {
        let mut ask = ask();
        change(&mut ask);
        ask
    };
    for (ask, wanted) in [
        (wrong(|ask| ask.exam = "gce".into()), vec!["exam"]),
        (wrong(|ask| ask.subject = "Latin".into()), vec!["subject"]),
        (wrong(|ask| ask.year = 1970), vec!["year"]),
        (wrong(|ask| ask.year = 2027), vec!["year"]),
        (wrong(|ask| ask.university = Some("University of Lagos".into())), vec!["university"]),
        (wrong(|ask| (ask.year, ask.topic) = (0, Some("t".repeat(161)))), vec!["year", "topic"]),
        (wrong(|ask| (ask.exam, ask.subject) = ("post-utme".into(), "None".into())), vec!["subject", "university"]),
    ] {
        assert_eq!(fields(import(&world, sheet(&THREE), ask.clone()).await), wanted, "{ask:?}");
    }
    let post_utme = ImportRequest { exam: "post-utme".into(), university: Some("Unknown".into()), ..ask() };
    world.add_subject("post-utme", "Mathematics").await;
    assert_eq!(fields(import(&world, sheet(&THREE), post_utme).await), ["university"]);
}

#[tokio::test]
async fn a_year_that_has_grown_older_than_40_is_changed_and_no_other_one_is_begun() {
    let world = World::demo().await;
    let old = ImportRequest { year: 1987, ..ask() };
    assert!(import(&world, sheet(&THREE[..1]), old.clone()).await.unwrap().written);
    world.pass(366 * 24 * 3600);
    let begun = ImportRequest { subject: "Physics".into(), ..old.clone() };
    assert_eq!(fields(import(&world, sheet(&THREE), begun).await), ["year"]);
    let subject = world.subject("jamb-utme", "Physics").await.id;
    let input = SubjectYearInput { subject, year: 1987, university: vec![], status: Some(false) };
    assert_eq!(fields(world.create::<SubjectYear>(&Actor::Operator, input.clone()).await), ["year"]);
    let added = ImportRequest { subject: " MATHEMATICS".into(), ..old.clone() };
    assert!(import(&world, sheet(&THREE), added).await.unwrap().written);
    let subject = world.subject("jamb-utme", "Mathematics").await.id;
    let id = SubjectYear::key(&subject, 1987);
    let closed = SubjectYearInput { subject, ..input };
    assert!(!world.update::<SubjectYear>(&Actor::Operator, &id, closed).await.unwrap().status);
}

#[tokio::test]
async fn rows_become_questions_in_order_with_topics_made_on_the_way() {
    let world = World::demo().await;
    let stages = std::sync::Mutex::new(Vec::new());
    let hear = |progress: Progress| stages.lock().unwrap().push(progress);
    let ask = ImportRequest { subject: " mathematics".into(), ..ask() };
    let report =
        world.import_items(ItemKind::Choice, &Actor::Operator, sheet(&THREE), ask.clone(), &hear).await.unwrap();
    assert_eq!((counts(&report), report.rows), ((3, 0, 0, 0, true), 3));
    let stages = stages.into_inner().unwrap();
    for stage in [Stage::Reading, Stage::Checking, Stage::Writing, Stage::Keeping] {
        let last = stages.iter().rfind(|progress| progress.stage == stage).unwrap();
        assert_eq!(last.done, last.total, "{stage:?}");
    }
    let ask = ImportRequest { subject: "Mathematics".into(), ..ask };
    let rows = bank(&world, &ask).await;
    let stems: Vec<_> = rows.iter().map(|row| row.question.as_str()).collect();
    assert_eq!(stems, ["What is 2 + 2?", "What is 3 + 3?", "What is 4 + 4?"]);
    let places: Vec<_> = rows.iter().map(|row| (row.topic.title.as_str(), row.section.title.as_str())).collect();
    assert_eq!(places, [("Number", "Sums"), ("Number", "Sums"), ("General", "General")]);
    assert_eq!(rows[0].topic.id, rows[1].topic.id);
    assert_eq!((rows[0].description.as_str(), rows[0].status, rows[0].year.title.as_str()), ("Count.", true, "2021"));
    let keys: Vec<_> = rows.iter().map(|row| row.options.iter().position(|one| one.id == row.correct)).collect();
    assert_eq!(keys, [Some(1), Some(0), Some(2)]);
}

#[tokio::test]
async fn the_same_file_twice_changes_nothing_and_writes_nothing() {
    let world = World::demo().await;
    import(&world, sheet(&THREE), ask()).await.unwrap();
    let (before, at) = (bank(&world, &ask()).await, revision(&world, &ask()).await);
    let topics = all::<Topic>(&world).await.len();
    let report = import(&world, sheet(&THREE), ask()).await.unwrap();
    assert_eq!(counts(&report), (0, 0, 3, 0, false));
    let after = bank(&world, &ask()).await;
    assert_eq!(format!("{before:?}"), format!("{after:?}"));
    assert_eq!(revision(&world, &ask()).await, at);
    assert_eq!(all::<Topic>(&world).await.len(), topics);
}

#[tokio::test]
async fn a_changed_row_changes_its_question_in_place() {
    let world = World::demo().await;
    import(&world, sheet(&THREE), ask()).await.unwrap();
    let before = bank(&world, &ask()).await;
    // The key of the first one is corrected, the third gets an explanation, its stem is set in bold.
    let file = sheet(&[
        &["What is 2 + 2?", "3", "4", "5", "C", "Count.", "Number", "Sums"],
        THREE[1],
        &["What is <b>4 + 4</b>?", "6", "7", "8", "C", "Eight."],
    ]);
    let report = import(&world, file, ask()).await.unwrap();
    assert_eq!(counts(&report), (0, 2, 1, 0, true));
    let after = bank(&world, &ask()).await;
    for (old, new) in before.iter().zip(&after) {
        assert_eq!((&old.id, old.created_at), (&new.id, new.created_at));
        assert_eq!(old.options, new.options, "options keep their ids");
    }
    assert_eq!(after[0].correct, after[0].options[2].id);
    assert_eq!((after[2].question.as_str(), after[2].description.as_str()), ("What is <b>4 + 4</b>?", "Eight."));
    // Empty cells change nothing.
    let bare = sheet(&[&["What is 2 + 2?", "3", "4", "5", "C"]]);
    assert_eq!(counts(&import(&world, bare, ask()).await.unwrap()), (0, 0, 1, 0, false));
}

#[tokio::test]
async fn case_and_meaning_markup_make_another_question() {
    let world = World::demo().await;
    let file = sheet(&[
        &["Which stress?", "comPUter", "COMputer", "", "A"],
        &["Which stress?", "COMputer", "comPUter", "", "A"],
        &["Which is underlined?", "<u>ch</u>emist", "chemi<u>st</u>", "", "A"],
        &["Power", "10<sup>2</sup>", "102", "10<sub>2</sub>", "A"],
    ]);
    let report = import(&world, file, ask()).await.unwrap();
    assert_eq!((counts(&report), report.problems.len()), ((4, 0, 0, 0, true), 0));
}

#[tokio::test]
async fn good_rows_are_taken_and_bad_ones_named() {
    let world = World::demo().await;
    let file = sheet(&[
        THREE[0],
        &["", "a", "b", "", "A"],
        &["Key out of range?", "a", "b", "c", "E"],
        &[],
        &["What is 2 + 2?", "3", "4", "5", "B"],
        &["Twice the same option?", "a", "a", "", "A"],
        THREE[1],
    ]);
    let dry = ImportRequest { dry_run: true, ..ask() };
    let strict = ImportRequest { all_or_nothing: true, ..ask() };
    for ask in [dry, strict] {
        let report = import(&world, file.clone(), ask.clone()).await.unwrap();
        assert_eq!((counts(&report), report.rows), ((2, 0, 0, 4, false), 6));
        assert!(bank(&world, &ask).await.is_empty());
        assert_eq!(revision(&world, &ask).await, None, "not even the year is made");
    }
    let report = import(&world, file, ask()).await.unwrap();
    assert_eq!(counts(&report), (2, 0, 0, 4, true));
    let places: Vec<_> = report.problems.iter().map(|one| (one.row, one.column.as_str())).collect();
    assert_eq!(places, [(3, "question"), (4, "rightAnswer"), (6, "question"), (7, "option2")]);
    assert_eq!(bank(&world, &ask()).await.len(), 2);
}

#[tokio::test]
async fn cells_of_every_kind_arrive_as_they_read() {
    let world = World::demo().await;
    let file = book(|sheet| {
        sheet.write_row(0, 0, HEADERS).unwrap();
        sheet.write_row(1, 0, ["How many?"]).unwrap();
        sheet.write(1, 1, 10).unwrap();
        sheet.write(1, 2, 0.5).unwrap();
        sheet.write(1, 3, true).unwrap();
        sheet.write(1, 4, 1).unwrap();
        sheet.write_formula(2, 0, Formula::new("=CONCAT(\"Sum\", 1)").set_result("Sum1")).unwrap();
        sheet.write_row(2, 1, ["₦5,000", "π × 2", "ẹ́", "C"]).unwrap();
        sheet.write_row(3, 0, ["Shared", "a < b", "<script>x</script>b", "c", "A"]).unwrap();
        sheet.write_row(4, 0, ["Shared too", "x", "y", "z", "A"]).unwrap();
        sheet.merge_range(3, 8, 4, 8, "Group", &Format::new()).unwrap();
        sheet.merge_range(3, 9, 4, 9, "Read.", &Format::new()).unwrap();
        sheet.write(7, 0, "After blank rows").unwrap();
        sheet.write_row(7, 1, ["x", "y"]).unwrap();
        let date = Format::new().set_num_format("yyyy-mm-dd");
        sheet.write_with_format(7, 3, 45_000, &date).unwrap();
        sheet.write(7, 4, "A").unwrap();
        sheet.write_formula(8, 0, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
        sheet.write_row(8, 1, ["x", "y", "z", "A"]).unwrap();
    });
    let report = import(&world, file, ask()).await.unwrap();
    assert_eq!(counts(&report), (4, 0, 0, 2, true), "{:?}", report.problems);
    let problems: Vec<_> = report.problems.iter().map(|one| (one.row, one.column.as_str())).collect();
    assert_eq!(problems, [(8, "option3"), (9, "question")]);
    assert_eq!(report.warnings.iter().filter_map(|one| one.row).collect::<Vec<_>>(), [4], "{:?}", report.warnings);
    let rows = bank(&world, &ask()).await;
    let options = |at: usize| rows[at].options.iter().map(|one| one.option.as_str()).collect::<Vec<_>>();
    assert_eq!(options(0), ["10", "0.5", "TRUE"]);
    assert_eq!(rows[1].question, "Sum1");
    assert_eq!(options(1), ["₦5,000", "π × 2", "ẹ́"]);
    assert_eq!(options(2), ["a &lt; b", "b", "c"]);
    assert_eq!((rows[3].passage.as_deref(), rows[3].group.as_deref()), (Some("Read."), Some("Group")));
}

#[tokio::test]
async fn a_file_that_is_not_a_workbook_is_refused_by_name() {
    let world = World::demo().await;
    let good = sheet(&THREE);
    let ole = [&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1][..], &[0; 512]].concat();
    let cases: [(Vec<u8>, &str); 5] = [
        (ole, "an .xls renamed .xlsx"),
        (good[..good.len() / 2].to_vec(), "cut short"),
        (b"Dear team,\nhere is the bank.\n".to_vec(), "text"),
        (Vec::new(), "empty"),
        (b"%PDF-1.7".to_vec(), "PDF"),
    ];
    for (file, what) in cases {
        let refused = import(&world, file, ask()).await;
        let Err(Error::Unsupported(refusal)) = &refused else { panic!("{what}: {refused:?}") };
        assert!(refusal.message.starts_with("Invalid file type. Please upload an Excel file."), "{what}");
        assert_eq!(reason(refused), "not-a-workbook", "{what}");
    }
    let mut bomb = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    bomb.start_file("xl/workbook.xml", zip::write::SimpleFileOptions::default()).unwrap();
    let spaces = vec![b' '; 1024 * 1024];
    for _ in 0..61 {
        bomb.write_all(&spaces).unwrap();
    }
    let bomb = bomb.finish().unwrap().into_inner();
    assert!(bomb.len() < 1024 * 1024);
    assert_eq!(reason(import(&world, bomb, ask()).await), "too-large");
    assert_eq!(reason(import(&world, vec![b'P'; 21 * 1024 * 1024], ask()).await), "too-large");
    assert_eq!(revision(&world, &ask()).await, None);
}

#[tokio::test]
async fn a_university_has_its_own_questions_in_a_shared_year() {
    let world = World::demo().await;
    world.add_subject("post-utme", "Mathematics").await;
    let lagos = ImportRequest { exam: "post-utme".into(), university: Some("university of lagos".into()), ..ask() };
    assert_eq!(counts(&import(&world, sheet(&THREE), lagos.clone()).await.unwrap()), (3, 0, 0, 0, true));
    assert_eq!(counts(&import(&world, sheet(&THREE), lagos.clone()).await.unwrap()), (0, 0, 3, 0, false));
    let first = all::<University>(&world).await.remove(0);
    let ibadan = sabi_core::catalogue::UniversityInput {
        title: "University of Ibadan".into(),
        description: "In Ibadan.".into(),
        logo: Some("/uploads/ui.png".into()),
        status: true,
    };
    world.create::<University>(&Actor::Operator, ibadan).await.unwrap();
    let ibadan = ImportRequest { university: Some("University of Ibadan".into()), ..lagos.clone() };
    assert_eq!(counts(&import(&world, sheet(&THREE[..1]), ibadan).await.unwrap()), (1, 0, 0, 0, true));
    let subject = world.subject("post-utme", "Mathematics").await.id;
    let year = world.find(&SubjectYear::key(&subject, 2021)).await.unwrap();
    assert_eq!((year.university.len(), year.total_questions), (2, 4));
    let filter = BankFilter { university: Some(first.id), ..BankFilter::default() };
    let of_subject = BankFilter { subject: Some(subject.clone()), ..filter };
    let own = world.list_items::<ChoiceBody>(&of_subject, &ListQuery::default()).await;
    assert_eq!(own.unwrap().total, 3);
    // Nothing that questions refer to can be deleted: neither a university nor its entry in their year.
    let lagos = of_subject.university.unwrap();
    let year = SubjectYear::key(&subject, 2021);
    let only = |university: Vec<Id<University>>| SubjectYearInput {
        subject: subject.clone(),
        year: 2021,
        university,
        status: Some(true),
    };
    let others: Vec<_> = world.find(&year).await.unwrap().university.into_iter().map(|one| one.id).collect();
    let others: Vec<_> = others.into_iter().filter(|one| *one != lagos).collect();
    let refused = world.update::<SubjectYear>(&Actor::Operator, &year, only(others)).await.unwrap_err();
    assert_eq!(refused.to_string(), "You cannot remove this university: it is used by 3 questions of this year.");
    assert_eq!(fields(Err::<(), _>(refused)), ["university"]);
    // A year of before may have lost it.
    world.store.write("UPDATE subject_year SET university = [] RETURN NONE").done().await.unwrap();
    let Err(Error::Conflict(refusal)) = world.delete::<University>(&Actor::Operator, &lagos).await else {
        panic!("it was deleted")
    };
    assert_eq!(refusal.message, "University cannot be deleted: it is still used by 23 questions.");
    assert_eq!(refusal.reason, "in-use");
}

#[tokio::test]
async fn a_group_in_the_bank_keeps_its_passage_and_its_size() {
    let world = World::demo().await;
    let linked = |stem: &'static str, passage: &'static str| {
        [stem, "a", "b", "c", "A", "", "", "", "G", passage].map(str::to_owned).to_vec()
    };
    let file = |rows: &[Vec<String>]| {
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        sheet(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
    };
    let first = file(&[linked("One?", "The passage."), linked("Two?", "")]);
    assert_eq!(counts(&import(&world, first, ask()).await.unwrap()).0, 2);
    let other = import(&world, file(&[linked("Three?", "Another passage.")]), ask()).await.unwrap();
    assert_eq!((counts(&other), other.problems[0].column.as_str()), ((0, 0, 0, 1, false), "group"));
    let many = ["Three?", "Four?", "Five?", "Six?"].map(|stem| linked(stem, "The <i>passage</i>."));
    let many = import(&world, file(&many), ask()).await.unwrap();
    assert_eq!((counts(&many), many.problems.len()), ((0, 0, 0, 4, false), 4));
    let fits = ["Three?", "Four?", "Five?"].map(|stem| linked(stem, "The passage."));
    assert_eq!(counts(&import(&world, file(&fits), ask()).await.unwrap()), (3, 0, 0, 0, true));
    // The whole group may get another passage.
    let all = ["One?", "Two?", "Three?", "Four?", "Five?"].map(|stem| linked(stem, "Better."));
    assert_eq!(counts(&import(&world, file(&all), ask()).await.unwrap()), (0, 5, 0, 0, true));
    assert!(bank(&world, &ask()).await.iter().all(|row| row.passage.as_deref() == Some("Better.")));
}

#[tokio::test]
async fn imports_at_once_take_each_question_once() {
    let world = World::demo().await;
    let imports = (0..6).map(|_| import(&world, sheet(&THREE), ask()));
    let reports = futures::future::join_all(imports).await;
    let new: u64 = reports.iter().map(|report| report.as_ref().unwrap().new).sum();
    assert_eq!((new, bank(&world, &ask()).await.len()), (3, 3));
    let general = all::<Topic>(&world).await.into_iter().filter(|topic| topic.title == "General").count();
    assert_eq!(general, 1);
}

#[tokio::test]
async fn imported_questions_are_drawn_at_once() {
    let world = World::demo().await;
    let ask_paper = PaperRequest {
        exam_id: world.exam("jamb-utme").await.id,
        exam_type: ExamType::Objective,
        subjects: vec![world.subject("jamb-utme", "Mathematics").await.id],
        year: Some(2021),
        from: RequestedSource::Bank,
        mistakes_of: None,
        selected_topics: vec![],
        question_limit: None,
        shuffle_questions: false,
        shuffle_options: false,
        university: None,
        counts_only: true,
    };
    for (rows, total) in [(&THREE[..0], 0), (&THREE[..1], 1), (&THREE[..], 3)] {
        import(&world, sheet(rows), ask()).await.unwrap();
        assert_eq!(world.ask_paper(&Actor::Operator, ask_paper.clone(), false).await.unwrap().total_questions, total);
    }
}

#[tokio::test]
async fn theories_are_imported_alike() {
    let world = World::demo().await;
    let ask = ImportRequest { exam: "wassce-waec-ssce".into(), ..ask() };
    let file = App::import_sample(ItemKind::Essay).unwrap();
    for (new, unchanged) in [(2, 0), (0, 2)] {
        let report =
            world.import_items(ItemKind::Essay, &Actor::Operator, file.clone(), ask.clone(), &|_| ()).await.unwrap();
        assert_eq!(counts(&report), (new, 0, unchanged, 0, new > 0));
    }
    let subject = world.subject("wassce-waec-ssce", "Mathematics").await.id;
    let filter = BankFilter { year: Some(SubjectYear::key(&subject, 2021)), ..BankFilter::default() };
    let rows = world.list_items::<EssayBody>(&filter, &ListQuery::default()).await.unwrap().rows;
    assert_eq!((rows.len(), rows[0].title.as_str(), rows[0].topic.title.as_str()), (2, "Osmosis", "Transport"));
}

#[tokio::test]
async fn the_sample_imports_without_a_word() {
    let world = World::demo().await;
    let report = import(&world, App::import_sample(ItemKind::Choice).unwrap(), ask()).await.unwrap();
    assert_eq!((counts(&report), report.problems.len(), report.warnings.len()), ((4, 0, 0, 0, true), 0, 0));
    assert_eq!(bank(&world, &ask()).await[0].title, "Capital of Ghana");
}

#[tokio::test]
async fn rows_go_where_the_import_says() {
    let world = World::demo().await;
    let ask = ImportRequest { topic: Some("Revision".into()), section: Some("Week 1".into()), ..ask() };
    import(&world, sheet(&THREE), ask.clone()).await.unwrap();
    let rows = bank(&world, &ask).await;
    let places: Vec<_> = rows.iter().map(|row| (row.topic.title.as_str(), row.section.title.as_str())).collect();
    assert_eq!(places, [("Number", "Sums"), ("Number", "Sums"), ("Revision", "Week 1")]);
    let subject = world.subject("jamb-utme", "Mathematics").await.id;
    let year: Id<SubjectYear> = SubjectYear::key(&subject, 2021);
    let topics = world.question_topic_sections(&subject, &year).await.unwrap();
    let counted: Vec<_> = topics
        .iter()
        .flat_map(|topic| topic.topic_sections.iter().map(|one| (topic.title.as_str(), one.total_questions)))
        .filter(|(_, count)| *count > 0)
        .collect();
    assert_eq!(counted, [("Number", 2), ("Revision", 1)]);
}

/// A .zip of a workbook and these pictures.
fn zipped(workbook: &[u8], pictures: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in [("bank.xlsx", workbook)].iter().chain(pictures) {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn picture(number: u8) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(4, 4, image::Rgb([number, 0, 0])).write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

#[tokio::test]
async fn a_zip_of_too_many_entries_is_refused_though_all_have_one_name() {
    let world = World::demo().await;
    let names: Vec<String> = (0..20_000).map(|number| format!("{number:05}.png")).collect();
    let pictures: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let mut zip = zipped(&sheet(&THREE), &pictures);
    for at in 0..zip.len() - 9 {
        if zip[at..at + 9].ends_with(b".png") && zip[at..at + 5].iter().all(u8::is_ascii_digit) {
            zip[at..at + 5].copy_from_slice(b"00000");
        }
    }
    assert_eq!(reason(import(&world, zip, ask()).await), "too-large");
    assert_eq!(revision(&world, &ask()).await, None);
}

#[tokio::test]
async fn pictures_are_kept_with_the_rows_that_show_them_alone() {
    let world = World::demo().await;
    let kept = || std::fs::read_dir(world.settings.data.join("uploads")).map_or(0, |files| files.count());
    let before = kept();
    let book = sheet(&[
        &["Which? <img src=\"one.png\">", "a", "<img src='two.png'>", "c", "A"],
        &["Which other?", "a", "b", "<img src='bad.png'>", "A"],
    ]);
    let (one, two, four) = (picture(1), picture(2), picture(4));
    let pictures = [("one.png", one.as_slice()), ("maps/Two.png", &two), ("bad.png", b"text"), ("four.png", &four)];
    let file = zipped(&book, &pictures);
    let dry = ImportRequest { dry_run: true, ..ask() };
    let report = import(&world, file.clone(), dry).await.unwrap();
    assert_eq!((counts(&report), report.dry_run, kept()), ((1, 0, 0, 1, false), true, before));
    assert_eq!((report.problems[0].row, report.problems[0].column.as_str()), (3, "option3"));
    let unused: Vec<_> = report.warnings.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(unused, ["No row shows the picture bad.png.", "No row shows the picture four.png."]);
    let refused = ImportRequest { all_or_nothing: true, ..ask() };
    assert!(!import(&world, file.clone(), refused).await.unwrap().written);
    assert_eq!(kept(), before);
    assert_eq!(counts(&import(&world, file.clone(), ask()).await.unwrap()), (1, 0, 0, 1, true));
    assert_eq!(kept(), before + 2);
    assert_eq!(counts(&import(&world, file, ask()).await.unwrap()), (0, 0, 1, 1, false));
    let question = &bank(&world, &ask()).await[0].question;
    assert!(question.contains("<img src=\"/uploads/"), "{question}");
}

#[tokio::test]
async fn strict_rejects_rows_with_notices() {
    let world = World::demo().await;
    let strict = ImportRequest { strict: true, ..ask() };
    let labelled: &[&str] = &["Which?", "A. one", "B. two", "three", "A"];
    let report = import(&world, sheet(&[labelled, THREE[0]]), strict.clone()).await.unwrap();
    assert_eq!((counts(&report), report.warnings.len()), ((1, 0, 0, 1, true), 0));
    // So is what asks almost what another asks, here and in the bank.
    let alike: [&[&str]; 2] = [
        &["What is the sum of 2 and 3 apples?", "4", "5", "6", "B"],
        &["What is the sum of 2 and 3 apples?", "5", "6", "7", "A"],
    ];
    let report = import(&world, sheet(&alike), strict.clone()).await.unwrap();
    assert_eq!((counts(&report), report.warnings.len()), ((1, 0, 0, 1, true), 0));
    assert_eq!((report.problems[0].row, report.problems[0].column.as_str()), (3, "question"));
    let report = import(&world, sheet(&alike[1..]), strict.clone()).await.unwrap();
    assert_eq!(counts(&report), (0, 0, 0, 1, false));
    // A notice about no row refuses the file.
    let report = import(&world, zipped(&sheet(&THREE), &[("unused.png", &picture(3))]), strict).await.unwrap();
    assert_eq!(counts(&report), (0, 0, 0, 3, false));
}

#[tokio::test]
async fn an_import_that_is_dropped_before_it_is_kept_writes_nothing() {
    let world = World::demo().await;
    let (told, mut hears) = tokio::sync::mpsc::unbounded_channel();
    let progress = |step: Progress| {
        let _ = told.send(step.stage);
    };
    let work = world.import_items(ItemKind::Choice, &Actor::Operator, sheet(&THREE), ask(), &progress);
    let writing = async { while hears.recv().await.is_some_and(|stage| stage != Stage::Writing) {} };
    tokio::select! {
        biased;
        () = writing => {}
        _ = work => panic!("it was done before anybody could stop it"),
    }
    assert_eq!(bank(&world, &ask()).await.len(), 0);
    assert_eq!(counts(&import(&world, sheet(&THREE), ask()).await.unwrap()), (3, 0, 0, 0, true));
}

#[tokio::test]
async fn a_picture_makes_another_question_and_one_without_means_the_one_that_is_there() {
    let world = World::demo().await;
    let rows = |rows: &[(&str, &str)]| {
        let book = book(|page| {
            for (column, name) in (0..).zip(["question", "option1", "option2", "rightAnswer", "image"]) {
                page.write_string(0, column, name).unwrap();
            }
            for (line, (key, image)) in (1..).zip(rows) {
                for (column, text) in (0..).zip(["Which animal is this?", "a lion", "a goat", key, image]) {
                    page.write_string(line, column, text).unwrap();
                }
            }
        });
        zipped(&book, &[("lion.png", &picture(1)), ("goat.png", &picture(2)), ("cub.png", &picture(3))])
    };
    let counted = async |file: Vec<u8>| counts(&import(&world, file, ask()).await.unwrap());
    // One is there without a picture: a row with one gives it to it.
    assert_eq!(counted(rows(&[("A", "")])).await, (1, 0, 0, 0, true));
    assert_eq!(counted(rows(&[("A", "lion.png")])).await, (0, 1, 0, 0, true));
    assert_eq!(counted(rows(&[("A", "lion.png"), ("B", "goat.png")])).await, (1, 0, 1, 0, true));
    assert_eq!(counted(rows(&[("A", "lion.png"), ("B", "goat.png")])).await, (0, 0, 2, 0, false));
    assert_eq!(counted(rows(&[("A", "lion.png"), ("A", "lion.png")])).await, (0, 0, 1, 1, false));
    // A row without a picture keeps what the stored one shows.
    let stored = bank(&world, &ask()).await;
    assert!(stored.len() == 2 && stored.iter().all(|question| question.logo.is_some()));
    assert_eq!(counted(rows(&[("A", "")])).await, (0, 0, 1, 0, false));
    assert_eq!(counted(rows(&[("A", "cub.png")])).await, (1, 0, 0, 0, true));
    // A row that changes a stored one by its id into what another row asks is named, before anything is written.
    let lion = stored[0].id.to_string();
    let book = book(|page| {
        for (column, name) in (0..).zip(["id", "question", "option1", "option2", "rightAnswer", "image"]) {
            page.write_string(0, column, name).unwrap();
        }
        for (line, id, image) in [(1, lion.as_str(), ""), (2, "", "lion.png")] {
            for (column, text) in (0..).zip([id, "Which beast is this?", "a lion", "a goat", "A", image]) {
                page.write_string(line, column, text).unwrap();
            }
        }
    });
    let report = import(&world, zipped(&book, &[("lion.png", &picture(1))]), ask()).await.unwrap();
    assert_eq!(counts(&report), (0, 1, 0, 1, true));
    assert_eq!((report.problems[0].row, report.problems[0].column.as_str()), (3, "question"));
}

#[tokio::test]
async fn a_picture_that_is_not_here_is_a_problem_of_its_row() {
    let world = World::demo().await;
    let png = |shade: u8| {
        let mut file = std::io::Cursor::new(Vec::new());
        let pixels = image::GrayImage::from_pixel(4, 4, image::Luma([shade]));
        image::DynamicImage::from(pixels).write_to(&mut file, image::ImageFormat::Png).unwrap();
        file.into_inner()
    };
    let own = world.add_picture("image", "own.png".into(), png(10).into()).await.unwrap();
    let gone = format!("/uploads/{}.png", "a".repeat(64));
    let shows = |address: &str| format!("Which? <img src=\"{address}\">");
    let rows = [shows(&own), shows(&gone), shows("/uploads/a.png")];
    let cells = rows.iter().map(|stem| [stem.as_str(), "a", "b", "", "A"]).collect::<Vec<_>>();
    let file = sheet(&cells.iter().map(<[_; 5]>::as_slice).collect::<Vec<_>>());
    for dry_run in [true, false] {
        let report = import(&world, file.clone(), ImportRequest { dry_run, ..ask() }).await.unwrap();
        assert_eq!(counts(&report), (1, 0, 0, 2, !dry_run), "{report:?}");
        let told: Vec<_> = report.problems.iter().map(|one| (one.row, one.column.as_str())).collect();
        assert_eq!(told, [(3, "question"), (4, "question")]);
        assert!(report.problems[0].message.starts_with(&format!("There is no picture {gone} here.")), "{report:?}");
    }
    // If the file contains a picture of that name, that one is used.
    let mut files = ImportFiles::from(file);
    let name = gone.trim_start_matches("/uploads/");
    files.add(name, &png(20)).unwrap().unwrap();
    let report = world.import_items(ItemKind::Choice, &Actor::Operator, files, ask(), &|_| ()).await.unwrap();
    assert_eq!(counts(&report), (1, 0, 1, 1, true), "{report:?}");
    let stem = bank(&world, &ask()).await.swap_remove(1).question;
    let address = stem.split('"').nth(1).unwrap().trim_start_matches("/uploads/");
    assert!(address != name && world.find_picture(address, None).await.is_ok(), "{stem}");
}

#[tokio::test]
async fn a_year_that_students_cannot_choose_gets_a_notice() {
    let world = World::demo().await;
    let rows = "question,A,B,answer\nHow far is it?,far,near,A\n";
    for (year, is_told) in [(1998, true), (1999, false)] {
        let ask =
            ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year, ..ImportRequest::default() };
        let report = world
            .import_items(ItemKind::Choice, &Actor::Operator, rows.as_bytes().to_vec(), ask, &|_| ())
            .await
            .unwrap();
        assert_eq!(report.new, 1, "{:?}", report.problems);
        let told = report.warnings.iter().filter(|one| one.message.contains("Students can choose only 1999 and later"));
        let told: Vec<_> = told.map(|one| (one.row, one.column.clone())).collect();
        assert_eq!(told, if is_told { vec![(None, None)] } else { vec![] }, "{year}: {:?}", report.warnings);
    }
}
