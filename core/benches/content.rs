//! Measures what a content team waits for: a bank of 20,000 questions with 2,000 pictures in, and out again in
//! each format; a wrong key that 10,000 results hold; and the overview and the check of a bank with 2,000 years and
//! 10,000 questions. Prints a table with each budget; it asserts nothing of speed.

use std::{
    future::ready,
    io::Cursor,
    time::{Duration, Instant},
};

use futures::TryStreamExt as _;
use image::{ImageFormat, Rgb, RgbImage};
use rust_xlsxwriter::Workbook;
use sabi_core::{
    App, Settings,
    bank::{BankScope, ExportRequest, ImportRequest, ItemKind, Question, formats::Format, import::ImportFiles},
    catalogue::Subject,
    exam::{CorrectKey, OptionName, QuizResult, SubmitResult},
    people::Actor,
    store::Id,
};
use surrealdb::types::SurrealValue;

#[expect(dead_code, reason = "the other benches use the rest")]
#[path = "support/bank.rs"]
mod bank;
#[expect(dead_code, reason = "the other benches use the rest")]
mod support;
use support::{Jamb, Outcome, PASSWORD, answer_to, median, millis, resident, row};

const QUESTIONS: u32 = 20_000;
const PICTURES: u32 = 2_000;
const RESULTS: usize = 10_000;
const YEAR: i64 = 2018;
/// Questions of the bank that the overview shows, and of each of its years.
const SPREAD: (usize, usize) = (10_000, 5);
/// How often the overview is read.
const TIMES: usize = 20;

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

    let bank = workbook()?;
    row("memory before the import, the files included", "MiB", resident(), "");
    let began = Instant::now();
    let ask = ImportRequest {
        exam: "jamb-utme".into(),
        subject: "Mathematics".into(),
        year: YEAR,
        ..ImportRequest::default()
    };
    let report = app.import_items(ItemKind::Choice, &Actor::Operator, bank, ask, &|_| {}).await?;
    assert_eq!((report.new, report.rejected), (u64::from(QUESTIONS), 0), "{:?}", report.problems.first());
    row("20,000 questions with 2,000 pictures in", "s", began.elapsed().as_secs_f64(), "< 30");
    row("memory after the import", "MiB", resident(), "< 500");
    for format in [Format::Xlsx, Format::Csv, Format::Gift, Format::Xml, Format::Jsonl] {
        let (took, bytes) = export(&app, format).await?;
        row(&format!("the same out as {format}, {} MiB", bytes / 1024 / 1024), "s", took.as_secs_f64(), "< 15");
    }
    row("memory after the exports", "MiB", resident(), "< 500");
    let year = BankScope { exam: Some("jamb-utme".into()), subject: Some("Mathematics".into()), year: Some(YEAR) };
    row("check of the year", "s", check(&app, year).await?.as_secs_f64(), "");
    rekey(&app).await?;
    overview().await
}

/// Checks a part of the bank.
async fn check(app: &App, scope: BankScope) -> Outcome<Duration> {
    let begun = Instant::now();
    app.check_bank(scope).try_for_each(|_| ready(Ok(()))).await?;
    Ok(begun.elapsed())
}

/// How long a call takes, [`TIMES`] times.
async fn times<T>(call: impl AsyncFn() -> sabi_core::Result<T>) -> sabi_core::Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let begun = Instant::now();
        call().await?;
        times.push(begun.elapsed());
    }
    Ok(times)
}

/// The screens of administrators about a whole bank of many small years.
async fn overview() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let settings = Settings { store: None, demo_password: Some(PASSWORD.into()), ..Settings::in_memory(folder.path()) };
    let app = App::open(settings).await?;
    app.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await?;
    let (questions, in_a_year) = SPREAD;
    bank::write(&app, questions, in_a_year).await?;
    app.recount(&Actor::Operator, false).await?;
    let sql = "SELECT VALUE n FROM (SELECT count() AS n FROM subject_year GROUP ALL)";
    let years: Option<i64> = app.store.query(sql).first().await?;
    let years = years.unwrap_or_default() as usize;
    println!("\n{years} years with {in_a_year} questions each");

    let begun = Instant::now();
    app.dashboard().await?;
    row("overview, the first", "ms", millis(begun.elapsed()), "< 500");
    let meanwhile = times(async || app.dashboard().await).await?;
    let worst = meanwhile.into_iter().max().unwrap_or_default();
    row("overview while the bank is checked (worst)", "ms", millis(worst), "< 500");
    app.check_changed_subjects().await?;
    let mut overviews = times(async || app.dashboard().await).await?;
    row("overview (median)", "ms", millis(median(&mut overviews)), "< 500");
    let mut grids = times(async || app.bank_grid().await).await?;
    row("the bank as a grid (median)", "ms", millis(median(&mut grids)), "< 500");
    let checked = check(&app, BankScope::default()).await?;
    row("check of the whole bank, for each year", "ms", millis(checked) / years as f64, "< 500");
    let begun = Instant::now();
    app.bank_stats(&BankScope::default()).await?;
    row("the bank in numbers", "ms", millis(begun.elapsed()), "");
    Ok(())
}

/// A workbook with a picture in every tenth row, and the pictures.
fn workbook() -> Outcome<ImportFiles> {
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
    let ask = ExportRequest { exam, subject, year: YEAR, university: None, format };
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
    let answered = vec![answer_to(&question, 0)];
    let submit = SubmitResult { attempt_id: Some(attempt.id.clone()), answered, ..SubmitResult::default() };
    app.submit(student, submit).await?;
    let quiz: QuizResult = app.load(&attempt.id.cast()).await?.ok_or("no result")?;
    let items: Vec<String> = quiz.marked.iter().map(|item| item.question.to_string()).collect();
    for lot in 0..RESULTS / 500 {
        let mut copies = Vec::new();
        for n in (0..500).filter(|n| lot + n > 0) {
            let user = jamb.class[n % jamb.class.len()].user_id()?.clone();
            copies.push(QuizResult { id: Id::random(), user, ..quiz.clone() });
        }
        let sql = "FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE; \
            CREATE type::record('paper_items', record::id($row.id)) SET items = $items RETURN NONE }";
        app.store.write(sql).bind(("rows", copies)).bind(("items", items.clone())).done().await?;
    }
    // Their students have sums, as if they had taken these tests.
    app.recount(&Actor::Operator, false).await?;
    let stored: Question = app.load(&question.id).await?.ok_or("no question")?;
    let other = stored.body.options.iter().find(|option| option.id != stored.body.correct).ok_or("one option")?;
    let ask = CorrectKey { option: OptionName::Text(other.id.to_string()), version: None, dry_run: false };
    let began = Instant::now();
    let report = app.correct_key(&Actor::Operator, &question.id, ask).await?;
    row(&format!("a key corrected in {} results", report.affected), "s", began.elapsed().as_secs_f64(), "< 3");
    let began = Instant::now();
    let counted = app.aggregate_results().await?;
    row(&format!("these {counted} results counted again by question"), "s", began.elapsed().as_secs_f64(), "");
    let results: Vec<QuizResult> = app.store.query("SELECT * FROM quiz").all().await?;
    for result in results {
        let right = result.marked.iter().filter(|item| item.chosen.as_ref() == Some(&item.correct)).count();
        let key = result.marked.iter().find(|item| item.question == question.id).map(|item| &item.correct);
        assert_eq!((result.tally.correct as usize, key), (right, Some(&other.id)), "{}", result.id);
    }
    Ok(())
}
