//! A backlog of results that wait for the statistics of their questions, as after a restart at a bad moment.

use std::{fs, path::PathBuf, process, sync::Arc, time::Instant};

use sabi_core::{App, exam::QuizResult, store::Id};

use crate::{
    CLASS, log_in, on_one_core, row, run_on, save_at_once,
    support::{
        Sandbox, Server,
        hall::{self, Hall, blocking},
    },
    test_of_forty,
};

/// Results that wait.
const RESULTS: usize = 100_000;
/// Results per commit of the preparation.
const LOT: usize = 500;

/// Measures how fast a class saves while results wait, and how long it takes to count them. `quiet` is how many answers
/// the class saves a second without a backlog.
pub fn measure(sandbox: &Sandbox, hall: Hall, quiet: f64) {
    let data = sandbox.data();
    let store = data.clone();
    blocking(async move || add_results(store).await).unwrap();
    run_on(process::id(), "1");
    let log = sandbox.path("backlog.log");
    let mut server = Server::start(on_one_core(&sandbox.command(["serve", "--listen", "127.0.0.1:0"])), &log);
    println!("With {RESULTS} results that wait to be counted, the server on one core again:");
    blocking(async move || {
        let class = log_in(&server, CLASS).await;
        let saved = save_at_once(&server, &class, &Arc::new(test_of_forty(&hall))).await;
        saved.report(&format!("answers saved, {CLASS} at once"), ("", "<= 30"));
        row("  saves to those without a backlog", "", saved.rate / quiet, ">= 0.6");
        server.terminate();
    })
    .unwrap();
    blocking(async move || count(data).await).unwrap();
}

/// Copies results until enough wait.
async fn add_results(data: PathBuf) {
    let app = hall::open(data).await;
    let some: Vec<QuizResult> =
        app.store.query("SELECT * FROM quiz LIMIT $lot").bind(("lot", LOT)).all().await.unwrap();
    assert!(!some.is_empty(), "the tests that were handed in have results");
    let sql = "FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE; \
        UPSERT type::record('waiting_result', record::id($row.id)) SET waits = true, version = 0 RETURN NONE }";
    for _ in 0..RESULTS / LOT {
        let copies = some.iter().cycle().take(LOT).map(|result| QuizResult { id: Id::random(), ..result.clone() });
        app.store.write(sql).bind(("rows", copies.collect::<Vec<_>>())).done().await.unwrap();
    }
    app.store.close().await;
}

/// Counts what waits, on an idle server.
async fn count(data: PathBuf) {
    let app: App = hall::open(data).await;
    let (written, begun) = (bytes_written(), Instant::now());
    let counted = app.aggregate_results().await.unwrap();
    row(&format!("{counted} of them counted, without other work"), "s", begun.elapsed().as_secs_f64(), "");
    let gigabytes = (bytes_written() - written) as f64 / 1e9;
    row("  written to the disk meanwhile", "GB", gigabytes, "<= 2");
    app.store.close().await;
}

/// The bytes that this process has written to disks.
fn bytes_written() -> u64 {
    let io = fs::read_to_string("/proc/self/io").unwrap();
    io.lines().find_map(|line| line.strip_prefix("write_bytes: ")).unwrap().parse().unwrap()
}
