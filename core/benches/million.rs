//! Measures what a bank of a million questions costs: lists, searches, starts, and what is sat of it, beside
//! the same with 50,000. Prints a table with each budget; it asserts nothing.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use sabi_core::{
    App, Settings,
    bank::{BankFilter, ChoiceBody, Question},
    catalogue::Subject,
    exam::SubmitResult,
    people::Actor,
    records::ListQuery,
    store::Id,
};
use surrealdb::types::SurrealValue;

#[path = "support/bank.rs"]
mod bank;
#[expect(dead_code, reason = "the other benches use the rest")]
mod support;
use support::{Jamb, Outcome, PASSWORD, answer_to, median, millis, resident, row, save};

/// Questions of each year.
const IN_A_YEAR: usize = 50;
/// How often a figure is taken.
const TIMES: usize = 20;

fn main() -> Outcome<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().thread_stack_size(10 * 1024 * 1024).enable_all().build()?;
    runtime.block_on(async {
        let few = tempfile::tempdir()?;
        measure(few.path(), 50_000).await?;
        drop(few);
        let many = tempfile::tempdir()?;
        measure(many.path(), 1_000_000).await
    })
}

async fn open(data: &Path) -> Outcome<App> {
    let settings = Settings { store: None, demo_password: Some(PASSWORD.into()), ..Settings::in_memory(data) };
    Ok(App::open(settings).await?)
}

/// Everything in memory is empty afterwards, as after a restart.
async fn restarted(app: App, data: &Path) -> Outcome<App> {
    app.store.close().await;
    drop(app);
    open(data).await
}

async fn measure(data: &Path, questions: usize) -> Outcome<()> {
    println!("\n{questions} questions");
    let app = open(data).await?;
    app.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await?;
    let begun = Instant::now();
    bank::write(&app, questions, IN_A_YEAR).await?;
    row("writing them", "questions/s", questions as f64 / begun.elapsed().as_secs_f64(), "");
    let app = restarted(app, data).await?;
    row("memory after opening", "MiB", resident(), "");
    lists(&app).await?;
    row("memory after lists and searches", "MiB", resident(), "< 600");

    let jamb = Jamb::find(&app).await?;
    app.store.write("DELETE year_index").done().await?;
    row("first mock after the bank was written", "ms", millis(jamb.time_start(&app, 0, jamb.mock()).await?), "");
    let app = restarted(app, data).await?;
    row("start of a mock, cold", "ms", millis(jamb.time_start(&app, 1, jamb.mock()).await?), "< 60");
    let mut starts = jamb.time_starts(&app, jamb.mock()).await?;
    row("start of a mock, the first class (median)", "ms", millis(median(&mut starts)), "");
    // Until nearly all of the exam's questions were asked for once.
    for _ in 0..5 {
        starts = jamb.time_starts(&app, jamb.mock()).await?;
    }
    row("start of a mock, warm (median)", "ms", millis(median(&mut starts)), "< 10");
    let app = restarted(app, data).await?;
    row("start of a practice, cold", "ms", millis(jamb.time_start(&app, 1, jamb.practice(2020)).await?), "< 60");
    let mut starts = jamb.time_starts(&app, jamb.practice(2020)).await?;
    row("start of a practice, warm (median)", "ms", millis(median(&mut starts)), "< 10");
    sit(&app, &jamb).await?;
    row("questions and years in memory, as weighed", "MiB", app.bank.bytes().await as f64 / f64::from(1 << 20), "");
    row("memory after starts", "MiB", resident(), "< 600");
    app.store.close().await;
    Ok(())
}

/// The lists and searches of the back office.
async fn lists(app: &App) -> Outcome<()> {
    let everywhere = BankFilter::default();
    let [first] = &app.list_items::<ChoiceBody>(&everywhere, &page(1, None)).await?.rows[..1] else { return Ok(()) };
    let subject = BankFilter { subject: Some(first.subject.id.clone()), ..BankFilter::default() };
    let year = BankFilter { year: Some(first.year.id.clone()), ..subject.clone() };
    let section =
        BankFilter { topic: Some(first.topic.id.clone()), section: Some(first.section.id.clone()), ..year.clone() };
    for (what, filter, query) in [
        ("all", &everywhere, page(1, None)),
        ("all, the hundredth page", &everywhere, page(100, None)),
        ("of a subject", &subject, page(1, None)),
        ("of a subject's year", &year, page(1, None)),
        ("of a section in a year", &section, page(1, None)),
        ("search: a word of most", &everywhere, page(1, Some("the"))),
        ("search: a word of few", &everywhere, page(1, Some(&bank::rare()))),
        ("search: three words", &everywhere, page(1, Some("the of what"))),
        ("search: a formula", &everywhere, page(1, Some("x^{12} + 7y"))),
        ("search: nothing", &everywhere, page(1, Some("nowhere-to-be-found"))),
        ("search in a subject", &subject, page(1, Some("what"))),
    ] {
        let (mut times, mut total) = (Vec::new(), 0);
        for _ in 0..TIMES {
            let begun = Instant::now();
            total = app.list_items::<ChoiceBody>(filter, &query).await?.total;
            times.push(begun.elapsed());
        }
        row(&format!("list, {what} ({total}; median)"), "ms", millis(median(&mut times)), "< 50");
    }
    Ok(())
}

fn page(page: u64, q: Option<&str>) -> ListQuery {
    ListQuery { page: Some(page), q: q.map(str::to_owned), ..ListQuery::default() }
}

/// Saves, resumes and submits.
async fn sit(app: &App, jamb: &Jamb) -> Outcome<()> {
    let [mut saves, mut resumes, mut colds, mut submits] = [const { Vec::<Duration>::new() }; 4];
    for student in &jamb.class[40..40 + TIMES] {
        let (attempt, paper, _) = app.start_attempt(student, jamb.mock()).await?;
        for (revision, question) in paper.subjects.iter().flat_map(|part| &part.questions).take(10).enumerate() {
            let save = save(revision, vec![answer_to(question, 0)]);
            let begun = Instant::now();
            app.save_answers(student, &attempt.id, save).await?;
            saves.push(begun.elapsed());
        }
        let begun = Instant::now();
        app.find_attempt(student, &attempt.id).await?;
        resumes.push(begun.elapsed());
        app.bank.clear();
        let begun = Instant::now();
        app.find_attempt(student, &attempt.id).await?;
        colds.push(begun.elapsed());
        let submit = SubmitResult { attempt_id: Some(attempt.id), ..SubmitResult::default() };
        let begun = Instant::now();
        app.submit(student, submit).await?;
        submits.push(begun.elapsed());
    }
    for (what, times) in
        [("save", &mut saves), ("resume", &mut resumes), ("resume, cold", &mut colds), ("submit", &mut submits)]
    {
        row(&format!("{what} (median)"), "ms", millis(median(times)), "as with 50,000");
    }
    Ok(())
}
