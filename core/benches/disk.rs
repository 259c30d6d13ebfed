//! Measures the bytes that a finished test takes on the disk, and how fast answers are saved while the store compacts
//! its tables. Prints a table with each budget; it asserts nothing of speed.

use std::{
    fs, io,
    path::Path,
    process,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use futures::{FutureExt as _, future::join_all};
use sabi_core::{
    App, Settings,
    exam::{Answer, QuizResult, StartAttempt, SubmitResult},
    people::Actor,
    store::Id,
};
use tokio::time::sleep;

#[expect(dead_code, reason = "the other benches use the rest")]
mod support;
use support::{Jamb, Outcome, PASSWORD, answer_to, row, save};

/// Tests that each student finishes.
const TESTS: usize = 40;
/// Students who save while the store compacts its tables.
const SAVING: usize = 32;
/// How long they save before that, for comparison.
const QUIET: Duration = Duration::from_secs(10);
/// Results that are rewritten, so that there is something to compact.
const RESULTS: usize = 100_000;
/// Results per commit of the preparation.
const LOT: usize = 500;
/// Compacts all tables.
const COMPACT: &str = "ALTER SYSTEM COMPACT";

fn main() -> Outcome<()> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).thread_stack_size(10 * 1024 * 1024).enable_all().build()?;
    runtime.block_on(async {
        let folder = tempfile::tempdir()?;
        let settings =
            Settings { store: None, demo_password: Some(PASSWORD.into()), ..Settings::in_memory(folder.path()) };
        let app = App::open(settings).await?;
        app.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await?;
        let jamb = Jamb::find(&app).await?;
        weigh_tests(&app, &jamb, folder.path()).await?;
        compact_while_saving(&app, &jamb).await?;
        app.store.close().await;
        Ok(())
    })
}

/// Finishes tests of 40 questions and weighs what they leave, once the store has compacted its tables.
async fn weigh_tests(app: &App, jamb: &Jamb, folder: &Path) -> Outcome<()> {
    let weigh = async || -> Outcome<u64> {
        app.store.write(COMPACT).done().await?;
        Ok(table_bytes(folder)?)
    };
    let before = weigh().await?;
    for student in &jamb.class {
        for _ in 0..TESTS {
            finish_test(app, student, jamb.practice_of_forty()).await?;
        }
    }
    app.finish_background_work().await;
    let bytes = weigh().await?.saturating_sub(before) as f64;
    let each = bytes / (jamb.class.len() * TESTS) as f64;
    row("a finished test of 40 questions, on the disk", "kB", each / 1000.0, "<= 10");
    Ok(())
}

/// Answers all questions of a test, in ten saves, and submits it.
async fn finish_test(app: &App, student: &Actor, start: StartAttempt) -> Outcome<()> {
    let (attempt, paper, _) = app.start_attempt(student, start).await?;
    let questions: Vec<_> = paper.subjects.iter().flat_map(|part| &part.questions).collect();
    let answers: Vec<Answer> = questions.iter().enumerate().map(|(n, question)| answer_to(question, n)).collect();
    for (revision, answers) in answers.chunks(4).enumerate() {
        app.save_answers(student, &attempt.id, save(revision, answers.to_vec())).await?;
    }
    let submit = SubmitResult { attempt_id: Some(attempt.id), ..SubmitResult::default() };
    app.submit(student, submit).await?;
    Ok(())
}

/// The bytes of the store's tables on the disk, without its logs.
fn table_bytes(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if path.is_dir() {
            bytes += table_bytes(&path)?;
        } else if path.extension().is_some_and(|ending| ending == "sst" || ending == "blob") {
            bytes += entry.metadata()?.len();
        }
    }
    Ok(bytes)
}

/// Compares how fast answers are saved, on one core, with and without the store compacting its tables.
async fn compact_while_saving(app: &App, jamb: &Jamb) -> Outcome<()> {
    let some: Vec<QuizResult> = app.store.query("SELECT * FROM quiz LIMIT $lot").bind(("lot", LOT)).all().await?;
    let sql = "FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE }";
    for _ in 0..RESULTS / LOT {
        let copies = some.iter().cycle().take(LOT).map(|result| QuizResult { id: Id::random(), ..result.clone() });
        app.store.write(sql).bind(("rows", copies.collect::<Vec<_>>())).done().await?;
    }
    process::Command::new("taskset").args(["-acp", "0", &process::id().to_string()]).output()?;
    let quiet = save_meanwhile(app, jamb, sleep(QUIET).map(Ok)).await?;
    row(&format!("answers saved, {SAVING} at once, on one core"), "1/s", quiet, "");
    let begun = Instant::now();
    let saved = save_meanwhile(app, jamb, app.store.write(COMPACT).done()).await?;
    let took = begun.elapsed().as_secs_f64();
    row(&format!("the same while the store compacts, which takes {took:.0} s"), "1/s", saved, ">= 2800");
    Ok(())
}

/// Saves one answer after the other until `work` is done. Returns how many are saved a second.
async fn save_meanwhile(app: &App, jamb: &Jamb, work: impl Future<Output = sabi_core::Result<()>>) -> Outcome<f64> {
    let mut sat = Vec::new();
    for student in &jamb.class[..SAVING] {
        sat.push((student, app.start_attempt(student, jamb.practice_of_forty()).await?));
    }
    let (is_done, saved, begun) = (AtomicBool::new(false), AtomicUsize::new(0), Instant::now());
    let saves = sat.iter().map(async |(student, (attempt, paper, _))| {
        let questions: Vec<_> = paper.subjects.iter().flat_map(|part| &part.questions).collect();
        let mut turn = 0;
        while !is_done.load(Ordering::Relaxed) {
            let answers = vec![answer_to(questions[turn % questions.len()], turn)];
            app.save_answers(student, &attempt.id, save(turn, answers)).await?;
            saved.fetch_add(1, Ordering::Relaxed);
            turn += 1;
        }
        Ok::<_, sabi_core::Error>(())
    });
    let work = async {
        let done = work.await;
        is_done.store(true, Ordering::Relaxed);
        done
    };
    let (saves, done) = tokio::join!(join_all(saves), work);
    done?;
    let rate = saved.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64();
    saves.into_iter().collect::<sabi_core::Result<()>>()?;
    for (student, (attempt, _, _)) in sat {
        app.cancel_attempt(student, &attempt.id).await?;
    }
    Ok(rate)
}
