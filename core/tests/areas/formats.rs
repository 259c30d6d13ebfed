//! Question banks out and in again, in every format; and rows that name the questions they correct.

use futures::TryStreamExt as _;
use proptest::{
    collection::vec,
    option,
    sample::select,
    strategy::{Strategy, ValueTree as _},
    test_runner::TestRunner,
};
use sabi_core::{
    Error, Result,
    bank::{
        AdminQuestion, BankFilter, ChoiceBody, ExportReport, ExportRequest, ImportReport, ImportRequest, ItemKind,
        Question, QuestionInput, SubjectYear,
        formats::{File, Format},
        import::ImportFiles,
    },
    catalogue::{Section, SectionInput, Topic, TopicInput},
    people::Actor,
    store::Id,
};
use serde_json::{Map, Value, json};

use self::pieces::PIECES;
use crate::support::{World, fields, query, reason};

#[path = "../../src/bank/formats/tests/pieces.rs"]
mod pieces;

const BANKS: [(&str, &str); 4] =
    [("jamb-utme", "Mathematics"), ("jamb-utme", "Use of English"), ("jamb-utme", "Biology"), ("jamb-utme", "Physics")];

fn export_ask(exam: &str, subject: &str, year: i64, format: Format) -> ExportRequest {
    ExportRequest { exam: exam.into(), subject: subject.into(), year, university: None, format }
}

fn import_ask(ask: &ExportRequest) -> ImportRequest {
    let ExportRequest { exam, subject, year, university, .. } = ask.clone();
    ImportRequest { exam, subject, year, university, ..ImportRequest::default() }
}

async fn exported(world: &World, ask: &ExportRequest) -> Vec<u8> {
    let export = world.export_items(ItemKind::Choice, ask).await.unwrap();
    export.into_stream().try_collect::<Vec<_>>().await.unwrap().concat()
}

async fn report(world: &World, ask: &ExportRequest) -> ExportReport {
    world.export_items(ItemKind::Choice, ask).await.unwrap().report().await.unwrap()
}

async fn import(world: &World, file: impl Into<ImportFiles>, ask: ImportRequest) -> Result<ImportReport> {
    world.import_items(ItemKind::Choice, &Actor::Operator, file, ask, &|_| ()).await
}

/// New, changed, unchanged, rejected.
fn counts(report: &ImportReport) -> (u64, u64, u64, u64) {
    (report.new, report.changed, report.unchanged, report.rejected)
}

/// The questions of a year in order.
async fn bank(world: &World, ask: &ExportRequest) -> Vec<AdminQuestion> {
    let subject = world.subject(&ask.exam, &ask.subject).await.id;
    let filter = BankFilter { year: Some(SubjectYear::key(&subject, ask.year)), ..BankFilter::default() };
    world.list_items::<ChoiceBody>(&filter, &query(&[("limit", "1000")])).await.unwrap().rows
}

/// Two questions of 2021, and what they are exported by.
async fn two(world: &World) -> (Vec<AdminQuestion>, ExportRequest) {
    let ask = export_ask("jamb-utme", "Mathematics", 2021, Format::Jsonl);
    let rows = [
        json!({ "question": "One?", "option1": "a", "option2": "b", "rightAnswer": "A" }),
        json!({ "question": "Two?", "option1": "c", "option2": "d", "rightAnswer": "B", "answerDesc": "So." }),
    ];
    assert_eq!(counts(&import(world, lines(&rows), import_ask(&ask)).await.unwrap()), (2, 0, 0, 0));
    (bank(world, &ask).await, ask)
}

fn lines(rows: &[Value]) -> Vec<u8> {
    rows.iter().map(|row| format!("{row}\n")).collect::<String>().into_bytes()
}

/// The rows of an export as JSON.
async fn rows(world: &World, ask: &ExportRequest) -> Vec<Map<String, Value>> {
    let text =
        String::from_utf8(exported(world, &ExportRequest { format: Format::Jsonl, ..ask.clone() }).await).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The dry-run report of importing an export: nothing changes, not even where the format was said to lose something.
fn expected(told: &ExportReport) -> (u64, u64, u64, u64) {
    (0, 0, told.rows, 0)
}

/// A bank as the lines that an import takes.
fn bank_of_any() -> impl Strategy<Value = Vec<Value>> {
    // A picture that is not kept would be left out.
    let pieces: Vec<_> = PIECES.iter().copied().filter(|piece| !piece.contains("/uploads/")).collect();
    let text = |most: usize| vec(select(pieces.clone()), 1..most).prop_map(|pieces| pieces.concat());
    let row = (text(8), vec(text(3), 2..=5), 0..5_usize, option::of(text(6)), option::of((text(6), 0..3_u8)), text(3));
    let row = row.prop_map(|(stem, options, key, explanation, passage, topic)| {
        let key = ["A", "B", "C", "D", "E"][key % options.len()];
        let explanation = explanation.unwrap_or_default();
        let mut row = json!({ "question": stem, "answerDesc": explanation, "topic": topic, "rightAnswer": key });
        for (number, text) in (1..).zip(&options) {
            row[format!("option{number}")] = format!("{number}) {text}").into();
        }
        if let Some((passage, group)) = passage {
            row["passage"] = passage.into();
            row["group"] = format!("Group {group}").into();
        }
        row
    });
    vec(row, 6..14)
}

#[tokio::test]
async fn any_bank_comes_back_as_it_was_in_every_format() {
    let world = World::demo().await;
    let mut runner = TestRunner::deterministic();
    let mut taken = 0;
    for year in 1990..2015 {
        let rows = bank_of_any().new_tree(&mut runner).unwrap().current();
        let ask = export_ask("jamb-utme", "Mathematics", year, Format::Jsonl);
        // Content that no bank can hold is left out here; other tests cover it.
        taken += import(&world, lines(&rows), import_ask(&ask)).await.unwrap().new;
        for format in Format::ALL {
            let ask = ExportRequest { format, ..ask.clone() };
            let told = report(&world, &ask).await;
            assert!(format == Format::Aiken || told.losses.is_empty(), "{year} as {format}: {:?}", told.losses);
            let wanted = expected(&told);
            if told.rows == 0 {
                continue;
            }
            let file = File::new(exported(&world, &ask).await, "", Some(format));
            let dry = ImportRequest { dry_run: true, ..import_ask(&ask) };
            let back = import(&world, file, dry).await.unwrap();
            assert_eq!(counts(&back), wanted, "{year} as {format}: {:?} {rows:?}", back.problems);
        }
    }
    assert!(taken > 100, "{taken} questions were tried");
}

#[tokio::test]
async fn a_bank_that_comes_back_changes_nothing() {
    let world = World::demo().await;
    for (exam, subject) in BANKS {
        for format in Format::ALL {
            let ask = export_ask(exam, subject, 2019, format);
            let told = report(&world, &ask).await;
            assert!(told.rows >= 10, "{subject}: {}", told.rows);
            let dry = ImportRequest { dry_run: true, ..import_ask(&ask) };
            let back = import(&world, exported(&world, &ask).await, dry).await.unwrap();
            assert!(format == Format::Aiken || told.losses.is_empty(), "{subject} as {format}: {:?}", told.losses);
            assert_eq!(counts(&back), expected(&told), "{subject} as {format}: {:?}", back.problems);
            assert!(!back.written && back.warnings.is_empty(), "{subject} as {format}: {:?}", back.warnings);
        }
    }
}

#[tokio::test]
async fn theories_come_back_alike() {
    let world = World::demo().await;
    for format in Format::ALL {
        let ask = export_ask("wassce-waec-ssce", "Mathematics", 2019, format);
        if format == Format::Aiken {
            assert_eq!(fields(world.export_items(ItemKind::Essay, &ask).await), ["format"]);
            continue;
        }
        let export = world.export_items(ItemKind::Essay, &ask).await.unwrap();
        let told = export.report().await.unwrap();
        assert!(told.rows >= 2 && told.losses.is_empty(), "{format}: {told:?}");
        let file = export.into_stream().try_collect::<Vec<_>>().await.unwrap().concat();
        let back =
            world.import_items(ItemKind::Essay, &Actor::Operator, file, import_ask(&ask), &|_| ()).await.unwrap();
        assert_eq!(counts(&back), (0, 0, told.rows, 0), "{format}: {:?}", back.problems);
    }
}

#[tokio::test]
async fn a_bank_is_imported_unchanged_into_an_empty_year() {
    let world = World::demo().await;
    let ask = export_ask("jamb-utme", "Use of English", 2019, Format::Jsonl);
    let mut rows = rows(&world, &ask).await;
    rows.iter_mut().for_each(|row| drop(row.remove("id")));
    let rows: Vec<Value> = rows.into_iter().map(Value::Object).collect();
    let next = ExportRequest { year: 2018, ..ask.clone() };
    let taken = import(&world, lines(&rows), import_ask(&next)).await.unwrap();
    assert_eq!((taken.new, taken.rejected), (rows.len() as u64, 0), "{:?}", taken.problems);
    let told = |one: &AdminQuestion| {
        let options: Vec<_> = one.options.iter().map(|option| option.option.clone()).collect();
        let correct = one.options.iter().position(|option| option.id == one.correct);
        let texts = (one.title.clone(), one.question.clone(), one.passage.clone(), one.group.clone());
        (texts, options, correct, one.description.clone(), one.topic.id.clone(), one.section.id.clone())
    };
    let (old, new) = (bank(&world, &ask).await, bank(&world, &next).await);
    assert_eq!(old.iter().map(told).collect::<Vec<_>>(), new.iter().map(told).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_export_of_a_bank_edited_in_forms_comes_back_unchanged_too() {
    let world = World::demo().await;
    let (before, ask) = two(&world).await;
    let file = lines(&[json!({ "question": "Three?", "option1": "e", "option2": "f", "rightAnswer": "A" })]);
    import(&world, file, import_ask(&ask)).await.unwrap();
    world.delete_item::<ChoiceBody>(&Actor::Operator, &before[0].id).await.unwrap();
    // Signs that no cell of a sheet keeps: line ends, a hidden one, blanks at the end.
    let odd = |old: &Question| {
        let description = "=1+1\nNext.".to_owned();
        let (option_1, option_2) = (Some("+c\u{200b}".to_owned()), Some("'-d ".to_owned()));
        let question = "Two\u{ad}?\n<b>Line</b>".to_owned();
        Ok(QuestionInput { question, option_1, option_2, description, correct_answer: Some(2), ..old.form() })
    };
    world.edit_item(&Actor::Operator, &before[1].id, None, odd).await.unwrap();
    let stored = format!("{:?}", bank(&world, &ask).await);
    for format in [Format::Xlsx, Format::Csv, Format::Gift, Format::Xml, Format::Jsonl] {
        let ask = ExportRequest { format, ..ask.clone() };
        let back = import(&world, exported(&world, &ask).await, import_ask(&ask)).await.unwrap();
        assert_eq!(counts(&back), (0, 0, 2, 0), "{format}: {:?}", back.problems);
    }
    assert_eq!(format!("{:?}", bank(&world, &ask).await), stored);
}

#[tokio::test]
async fn a_question_stays_in_its_topic_however_that_is_written() {
    let world = World::demo().await;
    let (before, ask) = two(&world).await;
    let subject = before[0].subject.id.clone();
    // Separate accents and a hidden character, as keyboards and web pages produce them; and names that differ in upper
    // and lower case.
    for (at, title) in ["E\u{300}ko\u{301}\u{323} one", "Algebra\u{ad} two", "ALGEBRA TWO"].into_iter().enumerate() {
        let input = TopicInput { subject: subject.clone(), title: format!("Topic {at}"), status: true };
        let topic = world.create::<Topic>(&Actor::Operator, input).await.unwrap();
        // Earlier releases took titles that differ in their capitals alone.
        let renamed = world.store.write("UPDATE $id SET title = $title RETURN NONE").bind(("id", topic.id.clone()));
        renamed.bind(("title", title)).done().await.unwrap();
        let input = SectionInput {
            topic: topic.id.clone(),
            section_name: format!("Part\u{200b} {title}"),
            topic_count: 0,
            status: true,
        };
        let section = world.create::<Section>(&Actor::Operator, input).await.unwrap();
        let place = |old: &Question| {
            Ok(QuestionInput { topic: Some(topic.id.clone()), section: Some(section.id.clone()), ..old.form() })
        };
        let id = &before[at.min(1)].id;
        world.edit_item(&Actor::Operator, id, None, place).await.unwrap();
        let stored = format!("{:?}", bank(&world, &ask).await);
        for format in [Format::Xlsx, Format::Csv, Format::Xml, Format::Jsonl] {
            let ask = ExportRequest { format, ..ask.clone() };
            let back = import(&world, exported(&world, &ask).await, import_ask(&ask)).await.unwrap();
            assert_eq!(counts(&back), (0, 0, 2, 0), "{title} {format}: {:?}", back.problems);
        }
        assert_eq!(format!("{:?}", bank(&world, &ask).await), stored);
    }
}

#[tokio::test]
async fn a_row_with_an_id_corrects_its_question() {
    let world = World::demo().await;
    let (before, ask) = two(&world).await;
    let mut rows = rows(&world, &ask).await;
    rows[0].insert("question".into(), "What is one?".into());
    rows[0].insert("option3".into(), "=e".into());
    rows[1].insert("rightAnswer".into(), "A".into());
    let rows: Vec<Value> = rows.into_iter().map(Value::Object).collect();
    let back = import(&world, lines(&rows), import_ask(&ask)).await.unwrap();
    assert_eq!((counts(&back), back.written), ((0, 2, 0, 0), true), "{:?}", back.problems);
    let told: Vec<_> = back.warnings.iter().map(|one| (one.row, one.column.as_deref())).collect();
    assert_eq!(told, [(Some(2), Some("rightAnswer"))], "a key that moved is told");
    let after = bank(&world, &ask).await;
    assert_eq!(
        after.iter().map(|one| &one.id).collect::<Vec<_>>(),
        before.iter().map(|one| &one.id).collect::<Vec<_>>()
    );
    assert_eq!((after[0].question.as_str(), after[0].options.len()), ("What is one?", 3));
    assert_eq!(after[0].options[..2], before[0].options[..], "options keep their ids");
    assert_eq!((&after[1].correct, &after[1].options), (&before[1].options[0].id, &before[1].options));
    assert_eq!(after.iter().map(|one| one.version).collect::<Vec<_>>(), [1, 1]);
    // It is known by its new stem from now on, and by its old one no more.
    let old = lines(&[json!({ "question": "One?", "option1": "a", "option2": "b", "rightAnswer": "A" })]);
    assert_eq!(counts(&import(&world, old, import_ask(&ask)).await.unwrap()), (1, 0, 0, 0));
    assert_eq!(counts(&import(&world, lines(&rows), import_ask(&ask)).await.unwrap()), (0, 0, 2, 0));
}

#[tokio::test]
async fn ids_that_cannot_be_followed_are_named_by_row() {
    let world = World::demo().await;
    let (before, ask) = two(&world).await;
    let other = bank(&world, &ExportRequest { year: 2019, ..ask.clone() }).await.swap_remove(0).id;
    let row = |question: &str, option: &str, id: Option<&Id<Question>>| json!({ "question": question, "option1": option, "option2": "z", "rightAnswer": "A", "id": id });
    let (one, two) = (&before[0].id, &before[1].id);
    for (file, wanted) in [
        (
            vec![row("New?", "a", Some(&Id::new("unknown"))), row("Newer?", "a", Some(one))],
            (1, "id", "no question with the id unknown"),
        ),
        (vec![row("New?", "a", Some(&other))], (1, "id", "another subject or year")),
        (vec![row("New?", "a", Some(one)), row("Newer?", "a", Some(one))], (2, "id", "Line 1 already has the id")),
        (
            vec![json!({ "question": "Two?", "option1": "c", "option2": "d", "rightAnswer": "B", "id": one })],
            (1, "question", two.as_str()),
        ),
        (
            vec![
                row("New?", "a", Some(one)),
                json!({ "question": "One?", "option1": "a", "option2": "b", "rightAnswer": "A" }),
            ],
            (2, "question", "Line 1 changes this question"),
        ),
    ] {
        let ask = ImportRequest { dry_run: true, ..import_ask(&ask) };
        let back = import(&world, lines(&file), ask).await.unwrap();
        let problem = &back.problems[0];
        assert_eq!((problem.row, problem.column.as_str(), back.rejected), (wanted.0, wanted.1, 1), "{problem:?}");
        assert!(problem.message.contains(wanted.2), "{problem:?}");
    }
}

#[tokio::test]
async fn a_university_exports_its_own() {
    let world = World::demo().await;
    world.add_subject("post-utme", "Mathematics").await;
    let asked = ExportRequest {
        university: Some("University of Lagos".into()),
        ..export_ask("post-utme", "Mathematics", 2021, Format::Csv)
    };
    let file = lines(&[json!({ "question": "One?", "option1": "a", "option2": "b", "rightAnswer": "A" })]);
    import(&world, file, import_ask(&asked)).await.unwrap();
    let back = import(&world, exported(&world, &asked).await, import_ask(&asked)).await.unwrap();
    assert_eq!(counts(&back), (0, 0, 1, 0));
    // Content that it shares with all is not a question, and is named.
    let subject = world.subject("post-utme", "Mathematics").await.id;
    let sql = "UPDATE question SET university = [], title = 'Shared' WHERE year = $year RETURN NONE";
    let shared = lines(&[json!({ "question": "Two?", "option1": "a", "option2": "b", "rightAnswer": "A" })]);
    let year = SubjectYear::key(&subject, 2020);
    import(&world, shared, ImportRequest { year: 2020, ..import_ask(&asked) }).await.unwrap();
    world.store.write(sql).bind(("year", year)).done().await.unwrap();
    let told = report(&world, &ExportRequest { year: 2020, ..asked.clone() }).await;
    assert_eq!((told.rows, told.losses.len()), (0, 1), "{told:?}");
    assert_eq!(told.losses[0].message, "“Shared” is of all universities, and was left out.");
    assert_eq!(
        fields(world.export_items(ItemKind::Choice, &ExportRequest { university: None, ..asked }).await),
        ["university"]
    );
    let none = export_ask("gce", "Mathematics", 2021, Format::Csv);
    assert_eq!(fields(world.export_items(ItemKind::Choice, &none).await), ["exam"]);
}

#[tokio::test]
async fn pictures_travel_in_moodle_xml() {
    let world = World::demo().await;
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(8, 8).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let file = |name: &str, base64: &str| {
        format!(
            "<quiz><question type=\"multichoice\"><questiontext format=\"html\"><text>&lt;img src=\"@@PLUGINFILE@@/{name}\"&gt; Which?</text>\
             <file name=\"{name}\" encoding=\"base64\">{base64}</file></questiontext>\
             <answer fraction=\"100\"><text>a</text></answer><answer fraction=\"0\"><text>b</text></answer></question></quiz>"
        )
    };
    let base64 = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, png.into_inner());
    let ask = export_ask("jamb-utme", "Mathematics", 2021, Format::Xml);
    let bad = import(&world, file("a.png", "aGVsbG8=").into_bytes(), import_ask(&ask)).await.unwrap();
    assert_eq!((bad.rejected, bad.problems[0].column.as_str()), (1, "question"), "{:?}", bad.problems);
    let taken = import(&world, file("a.png", &base64).into_bytes(), import_ask(&ask)).await.unwrap();
    assert_eq!(counts(&taken), (1, 0, 0, 0), "{:?}", taken.problems);
    let stem = bank(&world, &ask).await.swap_remove(0).question;
    let name = stem.split("/uploads/").nth(1).unwrap().split('"').next().unwrap();
    assert!(world.find_picture(name, None).await.is_ok(), "{stem}");
    assert_eq!(report(&world, &ask).await.losses, []);
    let out = String::from_utf8(exported(&world, &ask).await).unwrap();
    assert!(out.contains("encoding=\"base64\"") && !out.contains("/uploads/"), "{out}");
    let back = import(&world, out.into_bytes(), import_ask(&ask)).await.unwrap();
    assert_eq!(counts(&back), (0, 0, 1, 0), "{:?}", back.problems);
}

#[tokio::test]
async fn a_file_of_unknown_format_is_refused() {
    let world = World::demo().await;
    let ask = import_ask(&export_ask("jamb-utme", "Mathematics", 2021, Format::Csv));
    let of = |text: &str, format| File::new(text.as_bytes().to_vec(), "", Some(format));
    for format in [Format::Csv, Format::Aiken, Format::Gift, Format::Xml, Format::Jsonl] {
        assert_eq!(reason(import(&world, of("", format), ask.clone()).await), "not-a-bank", "{format}");
    }
    let refused = import(&world, of("<quiz>\n<question>", Format::Xml), ask.clone()).await;
    let Err(Error::Unsupported(refusal)) = refused else { panic!("{refused:?}") };
    assert!(refusal.message.contains("line 2"), "{}", refusal.message);
    let large = File::new(vec![b'x'; 21 * 1024 * 1024], "bank.csv", None);
    assert_eq!(reason(import(&world, large, ask).await), "too-large");
}
