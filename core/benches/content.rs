//! Measures what a content team waits for: a bank of 20,000 questions with 2,000 pictures in, and out again in
//! each format; and a wrong key that 10,000 results hold. Prints a table with each budget; it asserts nothing of
//! speed.

use std::{
    io::Cursor,
    time::{Duration, Instant},
};

use futures::TryStreamExt as _;
use image::{ImageFormat, Rgb, RgbImage};
use rust_xlsxwriter::Workbook;
use sabi_core::{
    App, Settings,
    bank::{ExportAsk, ImportAsk, ItemKind, Question, formats::Format, import::ImportFiles},
    exam::{Answer, CorrectKey, OptionName, QuizResult, SubmitResult},
    people::Actor,
    store::Id,
};

#[expect(dead_code, reason = "the other benches use the rest")]
mod support;
use support::{Jamb, Outcome, PASSWORD, resident, row};

const QUESTIONS: u32 = 20_000;
const PICTURES: u32 = 2_000;
const RESULTS: usize = 10_000;
const YEAR: i64 = 2018;

fn main() -> Outcome<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().thread_stack_size(10 * 1024 * 1024).enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let settings = Settings { store: None, demo_password: Some(PASSWORD.into()), ..Settings::in_memory(folder.path()) };
    let app = App::open(settings).await?;
    app.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await?;

    let bank = bank()?;
    row("memory before the import, the files included", "MiB", resident(), "");
    let began = Instant::now();
    let ask = ImportAsk { exam: "jamb-utme".into(), subject: "Mathematics".into(), year: YEAR, ..ImportAsk::default() };
    let report = app.import_items(ItemKind::Choice, &Actor::Operator, bank, ask, &|_| {}).await?;
    assert_eq!((report.new, report.rejected), (u64::from(QUESTIONS), 0), "{:?}", report.problems.first());
    row("20,000 questions with 2,000 pictures in", "s", began.elapsed().as_secs_f64(), "< 30");
    row("memory after the import", "MiB", resident(), "< 500");
    for format in [Format::Xlsx, Format::Csv, Format::Gift, Format::Xml, Format::Jsonl] {
        let (took, bytes) = export(&app, format).await?;
        row(&format!("the same out as {format}, {} MiB", bytes / 1024 / 1024), "s", took.as_secs_f64(), "< 15");
    }
    row("memory after the exports", "MiB", resident(), "< 500");
    rekey(&app).await
}

/// A workbook with a picture in every tenth row, and the pictures.
fn bank() -> Outcome<ImportFiles> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet_with_constant_memory()?;
    for (column, name) in (0u16..).zip(["question", "option1", "option2", "option3", "rightAnswer", "image"]) {
        sheet.write_string(0, column, name)?;
    }
    for row in 1..=QUESTIONS {
        let (a, b) = (u64::from(row), u64::from(row) * 7 + 3);
        sheet.write_string(row, 0, format!("Ngozi buys {a} oranges at ₦{b} each. What does she pay, in naira?"))?;
        for (column, add) in (1u16..).zip([0, 1, 10]) {
            sheet.write_string(row, column, format!("₦{}", a * b + add))?;
        }
        sheet.write_string(row, 4, "A")?;
        if row % (QUESTIONS / PICTURES) == 0 {
            sheet.write_string(row, 5, format!("figure-{row}.png"))?;
        }
    }
    let mut files = ImportFiles::from(book.save_to_buffer()?);
    for row in (1..=QUESTIONS).filter(|row| row % (QUESTIONS / PICTURES) == 0) {
        let shade = |part: u32| u8::try_from(row.wrapping_mul(part) % 251).unwrap_or(0);
        let picture = RgbImage::from_fn(320, 200, |x, y| Rgb([shade(x + 1), shade(y + 1), shade(7)]));
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png)?;
        files.add(&format!("figure-{row}.png"), bytes.get_ref())??;
    }
    Ok(files)
}

/// Reads the bank in a format; how long that takes, and how many bytes come.
async fn export(app: &App, format: Format) -> Outcome<(Duration, usize)> {
    let began = Instant::now();
    let (exam, subject) = ("jamb-utme".into(), "Mathematics".into());
    let ask = ExportAsk { exam, subject, year: YEAR, university: None, format };
    let pieces = app.export_items(ItemKind::Choice, &ask).await?.into_stream();
    let bytes = pieces.try_fold(0, |sum, piece| async move { Ok(sum + piece.len()) }).await?;
    Ok((began.elapsed(), bytes))
}

/// Corrects the key of a question that many results contain, and counts all of them again.
async fn rekey(app: &App) -> Outcome<()> {
    let jamb = Jamb::find(app).await?;
    let student = &jamb.class[0];
    let (attempt, paper, _) = app.start_attempt(student, jamb.mock()).await?;
    let question = paper.subjects[0].questions[0].clone();
    let chosen = Answer {
        question: Some(question.id.clone()),
        theory: None,
        answer: Some(question.options[0].id.to_string()),
        at: None,
    };
    let submit =
        SubmitResult { attempt_id: Some(attempt.id.clone()), answered: vec![chosen], ..SubmitResult::default() };
    app.submit(student, submit).await?;
    let quiz: QuizResult = app.load(&attempt.id.cast()).await?.ok_or("no result")?;
    for lot in 0..RESULTS / 500 {
        let copies: Vec<QuizResult> =
            (0..500).filter(|n| lot + n > 0).map(|_| QuizResult { id: Id::random(), ..quiz.clone() }).collect();
        let sql = "FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE; \
            CREATE type::record('paper_items', record::id($row.id)) SET items = $row.marked.question RETURN NONE }";
        app.store.write(sql).bind(("rows", copies)).done().await?;
    }
    let stored: Question = app.load(&question.id).await?.ok_or("no question")?;
    let other = stored.body.options.iter().find(|option| option.id != stored.body.correct).ok_or("one option")?;
    let ask = CorrectKey { option: OptionName::Text(other.id.to_string()), version: None, dry_run: false };
    let began = Instant::now();
    let report = app.correct_key(&Actor::Operator, &question.id, ask).await?;
    row(&format!("a wrong key put right in {} results", report.affected), "s", began.elapsed().as_secs_f64(), "");
    let results: Vec<QuizResult> = app.store.query("SELECT * FROM quiz").all().await?;
    for result in results {
        let right = result.marked.iter().filter(|item| item.chosen.as_ref() == Some(&item.correct)).count();
        let key = result.marked.iter().find(|item| item.question == question.id).map(|item| &item.correct);
        assert_eq!((result.tally.correct as usize, key), (right, Some(&other.id)), "{}", result.id);
    }
    Ok(())
}
