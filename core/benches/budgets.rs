//! Measures what `make bench` promises: import rate, papers, saves, sign-ins, memory. Prints a table with
//! each budget; it asserts nothing, because a machine's speed is not a test.

use std::time::{Duration, Instant};

use futures::future::join_all;
use rust_xlsxwriter::Workbook;
use sabi_core::{
    App, Settings,
    bank::{ImportRequest, ItemKind},
    catalogue::{Exam, ExamType, Subject},
    clock::ManualClock,
    exam::{
        PaperRequest, RequestedSource, StartAttempt, SubmitResult,
        review::{Calendar, Memory, Outcome as Outcomes, Standing},
    },
    people::{Actor, LoginRequest, Role},
    records::ListQuery,
};
use serde_json::json;
use surrealdb::types::RecordId;
use tokio::task::JoinSet;

#[expect(dead_code, reason = "the other benches use the rest")]
mod support;
use support::{Jamb, Outcome, PASSWORD, answer_to, median, millis, resident, row, save, student};

/// Saves of each run.
const SAVES: usize = 3_000;
/// Students of a school who sign in at once.
const SCHOOL: usize = 200;
/// Clients that sign in to one account in a loop.
const CROWD: usize = 24;
/// Answers that are scheduled.
const SCHEDULED: u16 = 20_000;
/// Students who start a session of Today.
const STUDENTS: usize = 40;

fn main() -> Outcome<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().thread_stack_size(10 * 1024 * 1024).enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let settings = Settings { store: None, demo_password: Some(PASSWORD.into()), ..Settings::in_memory(folder.path()) };
    let app = App::open(settings.clone()).await?;
    app.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await?;
    row("memory at rest", "MiB", resident(), "< 200");

    let rate = import(&app, 2018, 5_000).await?;
    row("import", "questions/s", rate, "> 2000");
    for year in 2009..2018 {
        import(&app, year, 5_000).await?;
    }
    let jamb = Jamb::find(&app).await?;
    let cold = jamb.time_start(&app, 0, jamb.mock()).await?;
    row("memory with 50,000 questions", "MiB", resident(), "< 450");
    row("180-question paper, all 50,000 questions read from disk", "ms", millis(cold), "");
    let (mut papers, mut starts) = (Vec::new(), Vec::new());
    for student in 1..=50 {
        papers.push(time_paper(&app, &jamb).await?);
        starts.push(jamb.time_start(&app, student, jamb.mock()).await?);
    }
    row("180-question paper, warm, 50,000 questions (median)", "ms", millis(median(&mut papers)), "< 5");
    row("the same, with the attempt checked and durably stored", "ms", millis(median(&mut starts)), "");

    for students in [1, 16, 64] {
        let bare = bare_updates(&app, students).await?;
        let saves = saves(&app, &jamb, students).await?;
        row(&format!("bare durable updates, {students} at once"), "1/s", bare, "");
        row(
            &format!("saved answers, {students} at once"),
            "1/s",
            saves,
            &format!("> {:.0} (half of bare)", bare / 2.0),
        );
    }

    let folder = tempfile::tempdir()?;
    let settings = Settings { data: folder.path().into(), ..settings };
    let fresh = App::open(settings.clone()).await?;
    fresh.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await?;
    let jamb = Jamb::find(&fresh).await?;
    drop(fresh);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let reopened = App::open(settings.clone()).await?;
    row(
        "180-question paper, cold, the demo bank",
        "ms",
        millis(jamb.time_start(&reopened, 0, jamb.mock()).await?),
        "< 100",
    );

    today(&settings).await?;

    enrol(&reopened).await?;
    let (all, p99) = rush(&reopened).await?;
    row(&format!("{SCHOOL} sign-ins at once, until the last is in"), "ms", millis(all), "");
    row("a list of exams every 5 ms meanwhile (p99)", "ms", millis(p99), "< 200");
    let (known, unknown) = refusals(&reopened).await?;
    row("wrong password (median of 15)", "ms", millis(known), "");
    row("unknown address (median of 15)", "ms", millis(unknown), "");
    let apart = (millis(unknown) / millis(known) - 1.0).abs() * 100.0;
    row("by how much these two differ", "%", apart, "< 10");
    let worst = beside_a_crowd(&reopened).await?;
    row(&format!("a sign-in beside {CROWD} clients of one account (worst)"), "ms", millis(worst), "< 300");
    Ok(())
}

/// How long a mock's paper takes, when nothing is started with it.
async fn time_paper(app: &App, jamb: &Jamb) -> Outcome<Duration> {
    let ask = PaperRequest {
        exam_id: jamb.exam.clone(),
        exam_type: ExamType::Objective,
        subjects: jamb.subjects.clone(),
        year: None,
        from: RequestedSource::Bank,
        mistakes_of: None,
        selected_topics: Vec::new(),
        question_limit: None,
        shuffle_questions: true,
        shuffle_options: true,
        university: None,
        counts_only: false,
    };
    let start = Instant::now();
    let paper = app.ask_paper(&jamb.class[0], ask, true).await?;
    let took = start.elapsed();
    assert_eq!(paper.total_questions, 180);
    Ok(took)
}

/// The cost of Today: to schedule a question after an answer, to start a session beside a practice, and to send it.
async fn today(settings: &Settings) -> Outcome<()> {
    let (mut memory, mut due) = (None, 0);
    let begun = Instant::now();
    for day in 0..SCHEDULED {
        let outcome = match day % 4 {
            0 => Outcomes::Wrong,
            answer => Outcomes::Right { doubted: answer == 1, slow: answer == 2 },
        };
        memory = Memory::after(memory, outcome, day);
        let calendar = Calendar::new(day + 3, Some(day + 90));
        due += usize::from(memory.is_some_and(|memory| memory.standing(calendar) == Standing::Due));
    }
    assert!(due > 0);
    let each = begun.elapsed().as_secs_f64() * 1e6 / f64::from(SCHEDULED);
    row("scheduling a question", "µs", each, "< 10");

    // A subject of thirty years.
    let folder = tempfile::tempdir()?;
    let settings = Settings { data: folder.path().into(), ..settings.clone() };
    let clock = ManualClock::at(chrono::DateTime::from_timestamp(1_772_442_000, 0).ok_or("a time")?);
    let app = App::open_with_clock(settings, clock.clone()).await?;
    app.seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| {}).await?;
    for year in 1987..2017 {
        import(&app, year, 100).await?;
    }
    let jamb = Jamb::find(&app).await?;
    let query = ListQuery { q: Some("Mathematics".into()), ..ListQuery::default() };
    let maths = app.list::<Subject>(&query).await?.rows.into_iter().find(|one| one.exam.id == jamb.exam);
    let maths = maths.ok_or("no Mathematics")?.id;
    let practice = StartAttempt { subjects: vec![maths], ..jamb.practice(2000) };
    for student in &jamb.class[..STUDENTS] {
        let (attempt, paper, _) = app.start_attempt(student, practice.clone()).await?;
        let questions = paper.subjects.iter().flat_map(|part| &part.questions);
        let answered = questions.map(|question| answer_to(question, 0)).collect();
        app.submit(student, SubmitResult { attempt_id: Some(attempt.id), answered, ..SubmitResult::default() }).await?;
    }
    clock.advance(chrono::TimeDelta::days(1));
    let session: StartAttempt = serde_json::from_value(json!({ "examId": jamb.exam, "from": "today" }))?;
    let (mut sessions, mut practices, mut most) = (Vec::new(), Vec::new(), 0);
    for (n, student) in jamb.class[..STUDENTS].iter().enumerate() {
        let mut starts = [(&session, &mut sessions), (&practice, &mut practices)];
        // In turns, each as often the first of a turn as the other.
        starts.rotate_left(n % 2);
        for (start, times) in starts {
            let begun = Instant::now();
            let (attempt, ..) = app.start_attempt(student, start.clone()).await?;
            times.push(begun.elapsed());
            app.cancel_attempt(student, &attempt.id).await?;
        }
        most = most.max(app.today(student, &jamb.exam).await?.kilobytes);
    }
    let (session, practice) = (median(&mut sessions), median(&mut practices));
    row("start of a practice of 40 (median)", "ms", millis(practice), "");
    row("start of a session of Today (median)", "ms", millis(session), "");
    row("the second by the first", "times", millis(session) / millis(practice), "< 1.2");
    row("a session of Today, compressed (the largest)", "kB", most as f64, "< 8");
    Ok(())
}

/// Imports `rows` generated questions as one year of Mathematics; questions a second.
async fn import(app: &App, year: i64, rows: u32) -> Outcome<f64> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in (0u16..).zip([
        "question",
        "option1",
        "option2",
        "option3",
        "option4",
        "rightAnswer",
        "answerDesc",
        "topic",
        "section",
    ]) {
        sheet.write_string(0, column, name)?;
    }
    for row in 1..=rows {
        let (a, b) = (row, i64::from(row) * 7 + year);
        sheet.write_string(
            row,
            0,
            format!("<p>Ngozi buys {a} oranges at ₦{b} each. What does she pay, in naira, if \\(n = {a}\\)?</p>"),
        )?;
        for (column, add) in (1u16..).zip([0, 1, 10, 100]) {
            sheet.write_string(row, column, format!("₦{}", i64::from(a) * b + add))?;
        }
        sheet.write_string(row, 5, "A")?;
        sheet.write_string(row, 6, format!("{a} × ₦{b} = ₦{}", i64::from(a) * b))?;
        sheet.write_string(row, 7, "Number and Numeration")?;
        sheet.write_string(row, 8, format!("Section {}", row % 5))?;
    }
    let file = book.save_to_buffer()?;
    let ask =
        ImportRequest { exam: "jamb-utme".into(), subject: "Mathematics".into(), year, ..ImportRequest::default() };
    let start = Instant::now();
    let report = app.import_items(ItemKind::Choice, &Actor::Operator, file, ask, &|_| {}).await?;
    assert_eq!((report.new, report.rejected), (u64::from(rows), 0));
    Ok(f64::from(rows) / start.elapsed().as_secs_f64())
}

/// The bare store's speed: one durable update of a small record by each of `writers`.
async fn bare_updates(app: &App, writers: usize) -> Outcome<f64> {
    let each = SAVES / writers;
    // Two first writes that make a table would meet.
    app.store.write("DEFINE TABLE bare SCHEMALESS").done().await?;
    let start = Instant::now();
    let work = (0..writers).map(|writer| async move {
        let id = RecordId::new("bare", format!("{writer}"));
        for turn in 0..each {
            let sql = "UPSERT $id SET turn = $turn RETURN NONE";
            app.store.write(sql).bind(("id", id.clone())).bind(("turn", turn as i64)).done().await?;
        }
        Ok::<_, sabi_core::Error>(())
    });
    for done in join_all(work).await {
        done?;
    }
    let rate = (each * writers) as f64 / start.elapsed().as_secs_f64();
    app.store.write("REMOVE TABLE bare").done().await?;
    Ok(rate)
}

/// Answers saved a second, by `students` with an attempt each.
async fn saves(app: &App, jamb: &Jamb, students: usize) -> Outcome<f64> {
    let each = SAVES / students;
    let mut sat = Vec::new();
    for student in &jamb.class[..students] {
        sat.push((student, app.start_attempt(student, jamb.mock()).await?));
    }
    let start = Instant::now();
    let work = sat.iter().map(|(student, (attempt, paper, _))| async move {
        let questions: Vec<_> = paper.subjects.iter().flat_map(|part| &part.questions).collect();
        for turn in 0..each {
            let answers = vec![answer_to(questions[turn % questions.len()], turn)];
            app.save_answers(student, &attempt.id, save(turn, answers)).await?;
        }
        Ok::<_, sabi_core::Error>(())
    });
    for done in join_all(work).await {
        done?;
    }
    let rate = (each * students) as f64 / start.elapsed().as_secs_f64();
    for (student, (attempt, _, _)) in sat {
        app.cancel_attempt(student, &attempt.id).await?;
    }
    Ok(rate)
}

/// Adds the students of a school.
async fn enrol(app: &App) -> Outcome<()> {
    for n in 0..SCHOOL {
        app.create_user(&Actor::Operator, Role::User, student(pupil(n))).await?;
    }
    Ok(())
}

fn pupil(n: usize) -> String {
    format!("pupil-{n}@sabi.test")
}

async fn log_in(app: &App, email: String, password: &str) -> sabi_core::Result<()> {
    let school = Some([102, 89, 7, 1].into());
    app.log_in(LoginRequest { email, password: password.into(), bearer: true, otp: None, page: None }, school)
        .await
        .map(drop)
}

/// The whole school signs in at once: how long until the last one is in, and the p99 of another request
/// that comes every 5 ms meanwhile.
async fn rush(app: &App) -> Outcome<(Duration, Duration)> {
    let start = Instant::now();
    let mut school = JoinSet::new();
    for n in 0..SCHOOL {
        let app = app.clone();
        school.spawn(async move { log_in(&app, pupil(n), PASSWORD).await });
    }
    let mut others = JoinSet::new();
    let mut beat = tokio::time::interval(Duration::from_millis(5));
    let mut waiting = SCHOOL;
    while waiting > 0 {
        tokio::select! {
            Some(signed_in) = school.join_next() => {
                signed_in??;
                waiting -= 1;
            }
            _ = beat.tick() => {
                let app = app.clone();
                others.spawn(async move {
                    let asked = Instant::now();
                    app.list::<Exam>(&ListQuery::default()).await.map(|_| asked.elapsed())
                });
            }
        }
    }
    let all = start.elapsed();
    let mut times = others.join_all().await.into_iter().collect::<sabi_core::Result<Vec<_>>>()?;
    times.sort();
    Ok((all, times[(times.len() * 99).div_ceil(100) - 1]))
}

/// How long a refused sign-in takes with a wrong password and with an unknown address: medians of 15
/// each, in turns, each as often the first of a turn as the other.
async fn refusals(app: &App) -> Outcome<(Duration, Duration)> {
    let mut times = [Vec::new(), Vec::new()];
    for n in 0..15 {
        for which in [n % 2, 1 - n % 2] {
            let email = if which == 0 { pupil(n) } else { format!("nobody-{n}@sabi.test") };
            let start = Instant::now();
            let refused = log_in(app, email, "not-the-password").await;
            times[which].push(start.elapsed());
            assert!(matches!(refused, Err(sabi_core::Error::Unauthenticated(_))));
        }
    }
    let [known, unknown] = &mut times;
    Ok((median(known), median(unknown)))
}

/// How long a sign-in of another account takes at worst, while [`CROWD`] clients sign in to one account in a loop.
async fn beside_a_crowd(app: &App) -> Outcome<Duration> {
    let mut crowd = JoinSet::<()>::new();
    for _ in 0..CROWD {
        let app = app.clone();
        crowd.spawn(async move {
            loop {
                let _ = log_in(&app, pupil(0), PASSWORD).await;
                // A client's round trip.
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
    }
    let mut worst = Duration::ZERO;
    // Pupils whose passwords were not guessed above.
    for n in 20..60 {
        let start = Instant::now();
        log_in(app, pupil(n), PASSWORD).await?;
        worst = worst.max(start.elapsed());
    }
    crowd.shutdown().await;
    Ok(worst)
}
