//! A server that is killed at random moments under a load of saves loses nothing that it acknowledged.

#![cfg(test)]

mod students;
mod support;

use std::{
    collections::BTreeSet,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use futures::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sabi_api::client::Url;
use sabi_core::{
    App,
    exam::Attempt,
    store::{Id, QueryExt as _},
};
use students::{Hall, Student, with_store};
use support::{Sandbox, Server};
use tokio::{task::JoinHandle, time::sleep};

/// How often the server is killed.
const KILLS: usize = 20;
/// How many students sit at once.
const STUDENTS: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_being_killed() {
    let seed: u64 = rand::rng().random();
    println!("the random moments come from the seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);

    let prepared = Sandbox::seeded();
    let hall = with_store(&prepared, |app| Hall::open(app, STUDENTS));
    let sandbox = prepared.copy();
    let mut server = sandbox.serve();
    let mut students: Vec<Student> =
        join_all((0..STUDENTS).map(|seat| Student::sign_in(&hall, url(&server), seat, rng.random()))).await;

    let saves = || hall.saves.load(Ordering::Relaxed);
    for kill in 1..=KILLS {
        let sitting: Vec<_> = students.drain(..).map(|student| tokio::spawn(student.sit(url(&server)))).collect();
        // In the middle of the work, however fast this machine is: after some saves, at any moment
        // of the next ones.
        let enough = saves() + rng.random_range(1..200);
        while saves() < enough && !sitting.iter().any(JoinHandle::is_finished) {
            sleep(Duration::from_millis(1)).await;
        }
        sleep(Duration::from_micros(rng.random_range(0..20_000))).await;
        server.kill();
        students = join_all(sitting).await.into_iter().map(Result::unwrap).collect();

        let started = Instant::now();
        server = sandbox.serve();
        let pause = started.elapsed();
        assert!(pause < Duration::from_secs(5), "after kill {kill} it was ready only after {pause:?}");
        join_all(students.iter_mut().map(|student| student.check(url(&server)))).await;
    }

    join_all(students.iter_mut().map(|student| student.check_all(url(&server)))).await;
    let submits: usize = students.iter().map(|student| student.submits).sum();
    println!("{} saves and {submits} submits were acknowledged", saves());
    assert!(submits > 0, "no submit was among the load");
    assert!(server.terminate().success());
    with_store(&sandbox, whole);
}

/// Every attempt has its sheet, and a submitted sheet its result, and the other way round.
async fn whole(app: App) {
    let ids = async |sql: &str| -> BTreeSet<Id<Attempt>> {
        let ids: Vec<Id<Attempt>> = app.store.query(sql).all().await.unwrap();
        ids.into_iter().collect()
    };
    let submitted = ids("SELECT VALUE attempt FROM sheet WHERE state = 'submitted'").await;
    assert_eq!(submitted, ids("SELECT VALUE attempt FROM quiz").await);
    assert!(!submitted.is_empty());
    assert_eq!(ids("SELECT VALUE id FROM attempt").await, ids("SELECT VALUE attempt FROM sheet").await);
}

fn url(server: &Server) -> Url {
    Url::parse(&server.url).unwrap()
}
