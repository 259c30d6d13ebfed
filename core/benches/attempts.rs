//! Measures what 100,000 attempts cost an editor: deleting a question, seeing where one is used, and an import that
//! moves 500 keys. Prints a table with each budget; it asserts nothing of speed.

use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use sabi_core::{
    App, Settings,
    bank::{ChoiceBody, ImportRequest, ItemKind, Question, SubjectYear},
    catalogue::Subject,
    exam::{Answer, Attempt, MarkedItem, PaperPart, PaperQuestion, QuizResult, SubmitResult},
    people::Actor,
    store::{Id, Packed},
};
use surrealdb::types::RecordId;

#[expect(dead_code, reason = "the other benches use the rest")]
mod support;
use support::{Jamb, Outcome, PASSWORD, median, millis, resident, row};

/// `-- --attempts=5000` for a quick look.
const ATTEMPTS: usize = 100_000;
/// Questions of each of the years that students practise.
const IN_A_YEAR: usize = 500;
const YEARS: std::ops::Range<i64> = 2000..2019;
/// The year whose keys are moved.
const MOVED: i64 = 2010;
/// Questions of a practice and of a mock.
const PRACTICE: usize = 40;
const MOCK: usize = 180;

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
    for year in YEARS {
        import(&app, rows(year, None)).await?;
    }
    let asked = std::env::args().find_map(|word| word.strip_prefix("--attempts=")?.parse().ok());
    let attempts = asked.unwrap_or(ATTEMPTS);
    let begun = Instant::now();
    sit(&app, attempts).await?;
    row(&format!("{attempts} attempts and their results written"), "s", begun.elapsed().as_secs_f64(), "");
    let begun = Instant::now();
    app.index_papers().await?;
    row("their papers indexed, as after an upgrade", "s", begun.elapsed().as_secs_f64(), "");
    app.recount(&Actor::Operator, false).await?;

    let subject = maths(&app).await?;
    let year = SubjectYear::key(&subject, MOVED);
    let sql = "SELECT * FROM question WHERE year = $year ORDER BY position";
    let stored: Vec<Question> = app.store.query(sql).bind(("year", year.clone())).all().await?;
    let mut times =
        timed(&stored[..20], async |question: &Question| app.question_uses(&question.id).await.map(drop)).await?;
    row("where a question is used (median)", "ms", millis(median(&mut times)), "< 1000");
    let mut times = timed(&stored[..20], async |question: &Question| {
        assert!(app.delete_item::<ChoiceBody>(&Actor::Operator, &question.id).await.is_err(), "a paper holds it");
        Ok(())
    })
    .await?;
    row("a delete that is refused (median)", "ms", millis(median(&mut times)), "< 1000");
    let spare: Vec<Question> =
        (0..20).map(|n| Question { id: Id::random(), identity: format!("{n}"), ..stored[0].clone() }).collect();
    let sql = "FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE }";
    app.store.write(sql).bind(("rows", spare.clone())).done().await?;
    let mut times =
        timed(&spare, async |question: &Question| app.delete_item::<ChoiceBody>(&Actor::Operator, &question.id).await)
            .await?;
    row("a delete (median)", "ms", millis(median(&mut times)), "< 1000");

    let begun = Instant::now();
    let report = import(&app, rows(MOVED, Some(&stored))).await?;
    assert_eq!(report.changed as usize, IN_A_YEAR, "{:?}", report.problems.first());
    row("their import", "s", begun.elapsed().as_secs_f64(), "");
    app.finish_background_work().await;
    let took = begun.elapsed().as_secs_f64();
    let held: Vec<RecordId> = app
        .store
        .query("SELECT VALUE id FROM paper_items WHERE items CONTAINSANY $ids")
        .bind(("ids", stored.iter().map(|question| question.id.to_string()).collect::<Vec<_>>()))
        .all()
        .await?;
    row(&format!("{IN_A_YEAR} keys moved, {} results marked again", held.len()), "s", took, "< 60");
    row("memory afterwards", "MiB", resident(), "");
    app.store.close().await;
    Ok(())
}

async fn timed(
    questions: &[Question],
    work: impl AsyncFn(&Question) -> sabi_core::Result<()>,
) -> Outcome<Vec<Duration>> {
    let mut times = Vec::with_capacity(questions.len());
    for question in questions {
        let begun = Instant::now();
        work(question).await?;
        times.push(begun.elapsed());
    }
    Ok(times)
}

async fn maths(app: &App) -> Outcome<Id<Subject>> {
    let sql = "SELECT VALUE id FROM subject WHERE title = 'Mathematics' AND exam.slug = 'jamb-utme'";
    app.store.query(sql).first().await?.ok_or_else(|| "no Mathematics".into())
}

/// The rows of a year: new ones, or those that are stored with another key.
fn rows(year: i64, stored: Option<&[Question]>) -> (i64, Vec<u8>) {
    let (id, key) = if stored.is_some() { ("id,", "B") } else { ("", "A") };
    let mut csv = format!("{id}question,option1,option2,option3,rightAnswer\n");
    for n in 0..IN_A_YEAR {
        let id = stored.map(|stored| format!("{},", stored[n].id)).unwrap_or_default();
        let naira = n * 7 + 3;
        let stem = format!("What do {n} oranges cost in {year} at {naira} naira each?");
        csv.push_str(&format!("{id}{stem},{},{},{},{key}\n", n * naira, n * naira + 1, n * naira + 10));
    }
    (year, csv.into_bytes())
}

async fn import(app: &App, (year, file): (i64, Vec<u8>)) -> Outcome<sabi_core::bank::ImportReport> {
    let ask =
        ImportRequest { exam: "jamb-utme".into(), subject: "Mathematics".into(), year, ..ImportRequest::default() };
    Ok(app.import_items(ItemKind::Choice, &Actor::Operator, file, ask, &|_| {}).await?)
}

/// Writes attempts with their results as a year of students leaves them: four of five practise one year, the others
/// sit a mock that is drawn from all.
async fn sit(app: &App, attempts: usize) -> Outcome<()> {
    let jamb = Jamb::find(app).await?;
    let subject = maths(app).await?;
    let mut all: Vec<Vec<Question>> = Vec::new();
    for year in YEARS {
        let sql = "SELECT * FROM question WHERE year = $year";
        all.push(app.store.query(sql).bind(("year", SubjectYear::key(&subject, year))).all().await?);
    }
    let flat: Vec<&Question> = all.iter().flatten().collect();
    // One attempt made by the server is the model for the rest. Without an answer it would have no result.
    let (model, paper, _) = app.start_attempt(&jamb.class[0], jamb.practice(2019)).await?;
    let first = paper.subjects.first().and_then(|part| part.questions.first()).ok_or("no question")?;
    let chosen = first.options.first().map(|option| option.id.to_string());
    let answer = Answer { question: Some(first.id.clone()), theory: None, answer: chosen, at: None };
    let submit = SubmitResult { attempt_id: Some(model.id.clone()), answered: vec![answer], ..SubmitResult::default() };
    app.submit(&jamb.class[0], submit).await?;
    let attempt: Attempt = app.load(&model.id).await?.ok_or("no attempt")?;
    let result: QuizResult = match app.load(&model.id.cast()).await? {
        Some(result) => result,
        None => return Err("no result".into()),
    };
    let mut rng = StdRng::seed_from_u64(7);
    let users: Vec<_> = jamb.class.iter().map(|who| who.user_id().cloned()).collect::<Result<_, _>>()?;
    for _ in 0..attempts / 100 {
        let mut rows = Vec::with_capacity(100);
        for _ in 0..100 {
            let drawn: Vec<&Question> = match rng.random_ratio(4, 5) {
                true => all.choose(&mut rng).ok_or("no year")?.sample(&mut rng, PRACTICE).collect(),
                false => flat.sample(&mut rng, MOCK).copied().collect(),
            };
            let user = users.choose(&mut rng).ok_or("no student")?.clone();
            rows.push(pair(&mut rng, &attempt, &result, &user, &drawn));
        }
        let (attempts, results): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let sql = "FOR $row IN $attempts { CREATE $row.id CONTENT $row RETURN NONE }; \
            FOR $row IN $results { CREATE $row.id CONTENT $row RETURN NONE }";
        app.store.write(sql).bind(("attempts", attempts)).bind(("results", results)).done().await?;
    }
    // As a store of an earlier release has them: the papers are not indexed.
    app.store.write("UPSERT unindexed_papers:present SET behind = NONE").done().await?;
    Ok(())
}

/// An attempt at these questions, and its result.
fn pair(
    rng: &mut StdRng,
    attempt: &Attempt,
    result: &QuizResult,
    user: &Id<sabi_core::people::User>,
    drawn: &[&Question],
) -> (Attempt, QuizResult) {
    let id = Id::random();
    let paper = |question: &&Question| PaperQuestion {
        question: question.id.clone(),
        options: question.body.options.iter().map(|one| one.id.clone()).collect(),
    };
    let mut years: Vec<_> = drawn.iter().map(|question| question.year.clone()).collect();
    years.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    years.dedup();
    let subject = attempt.subjects[0].clone();
    let questions = drawn.iter().map(paper).collect();
    let paper = Packed(vec![PaperPart { subject: subject.clone(), questions, theories: Vec::new() }]);
    let mut right = 0;
    let mut mark = |question: &&Question| {
        let chosen = question.body.options[rng.random_range(0..question.body.options.len())].id.clone();
        right += u32::from(chosen == question.body.correct);
        MarkedItem {
            subject: question.subject.clone(),
            question: question.id.clone(),
            chosen: Some(chosen),
            correct: question.body.correct.clone(),
            topic: Some(question.topic.clone()),
            shown: Some(false),
            withdrawn: false,
            doubted: false,
            slow: false,
        }
    };
    let marked: Vec<MarkedItem> = drawn.iter().map(&mut mark).collect();
    let mut tally = result.tally;
    (tally.total, tally.correct) = (drawn.len() as u32, right);
    (tally.wrong, tally.unseen) = (tally.total - right, 0);
    let new = QuizResult {
        id: id.cast(),
        attempt: id.clone(),
        user: user.clone(),
        tally,
        parts: vec![(subject, tally)],
        marked: marked.into(),
        ..result.clone()
    };
    (Attempt { id, user: user.clone(), years, paper, ..attempt.clone() }, new)
}
