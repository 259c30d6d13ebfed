//! Servers that are killed, databases that go away, lines that are cut, slow or silent.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::{
    proxy::Line,
    site::{Place, Site, risen},
};

/// Within which a database that is back is found.
const BACK: Duration = Duration::from_secs(60);
/// Within which a request that the database does not answer is answered.
const ANSWERED: Duration = Duration::from_secs(15);

/// One server is killed among saves: its students go on at the other one, and nothing acknowledged is lost.
pub async fn killed_server(site: &mut Site) -> String {
    let mut students = site.students(0, 12).await;
    let mut kills = 0;
    for killed in [1, 0, 1] {
        let other = 1 - killed;
        let (mut at_other, mut at_killed) = (Vec::new(), Vec::new());
        for (turn, student) in students.drain(..).enumerate() {
            let (sitting, at) = if turn % 2 == 0 { (&mut at_other, other) } else { (&mut at_killed, killed) };
            sitting.push(tokio::spawn(student.sit(site.places[at].url())));
        }
        site.more_saves(&mut at_other, 150).await;
        site.places[killed].kill();
        kills += 1;
        for student in risen(at_killed).await {
            at_other.push(tokio::spawn(student.sit(site.places[other].url())));
        }
        site.more_saves(&mut at_other, 150).await;
        site.places[other].kill();
        students = risen(at_other).await;
        site.start_both(&[]);
    }
    let sitting = site.sit(students);
    site.check_all(sitting).await;
    site.assert_whole();
    format!("{kills} kills, {} saves in all, nothing lost", site.saves())
}

/// The database is killed under load and comes back: 503 meanwhile, and recovery without a restart.
pub async fn killed_database(site: &mut Site) -> String {
    let students = site.students(12, 12).await;
    let mut sitting = site.sit(students);
    let (mut told, mut back) = (Duration::ZERO, Duration::ZERO);
    for away in [0, 8] {
        site.more_saves(&mut sitting, 150).await;
        site.database.kill();
        let killed = Instant::now();
        for place in &site.places {
            place.becomes_ready(false).await;
            assert_refused(place);
        }
        told = told.max(killed.elapsed());
        sleep(Duration::from_secs(away)).await;
        site.database.restart().await;
        let restarted = Instant::now();
        for place in &site.places {
            place.line.lead_to(site.database.port);
        }
        for place in &site.places {
            place.becomes_ready(true).await;
        }
        back = back.max(restarted.elapsed());
        assert!(back < BACK, "the servers found the database after {back:?} only");
        site.more_saves(&mut sitting, 150).await;
    }
    site.check_all(sitting).await;
    site.assert_whole();
    format!("told after {told:.1?}, back {back:.1?} after the database; {} saves in all", site.saves())
}

/// The line of one server falls silent under load: what waits is answered, and the other server goes on.
pub async fn silent_line(site: &mut Site) -> String {
    let students = site.students(24, 8).await;
    let mut sitting = site.sit(students);
    site.more_saves(&mut sitting, 100).await;
    site.places[1].line.make(Line::Silent);
    let silenced = Instant::now();
    // Asked at once, before the server can know.
    let waited = {
        let place = &site.places[1];
        let answer = place.get("/api/v1/get-categories?page=1");
        assert!(answer.contains(" 503 ") || answer.contains(" 200 "), "{answer}");
        silenced.elapsed()
    };
    assert!(waited < ANSWERED, "a request hung for {waited:?}");
    site.places[1].becomes_ready(false).await;
    assert_refused(&site.places[1]);
    assert!(site.places[0].is_ready(), "the other server is well");
    site.more_saves(&mut sitting, 100).await;
    site.places[1].line.make(Line::Open);
    let back = site.places[1].becomes_ready(true).await;
    site.more_saves(&mut sitting, 100).await;
    site.check_all(sitting).await;
    format!("a request waited {waited:.1?}, back after {back:.1?}")
}

/// The line of one server is cut again and again under load.
pub async fn cut_line(site: &mut Site) -> String {
    const CUTS: usize = 12;
    let students = site.students(0, 12).await;
    let mut sitting = site.sit(students);
    for cut in 0..CUTS {
        site.more_saves(&mut sitting, 30).await;
        // At no moment of their work in particular.
        sleep(Duration::from_millis(37 * cut as u64 % 100)).await;
        site.places[1].line.cut();
        site.places[1].becomes_ready(true).await;
    }
    site.more_saves(&mut sitting, 100).await;
    site.check_all(sitting).await;
    site.assert_whole();
    format!("{CUTS} cuts, {} saves in all, nothing lost", site.saves())
}

/// A slow line makes a slow server, and no other.
pub async fn slow_line(site: &mut Site) -> String {
    let students = site.students(12, 8).await;
    let mut sitting = site.sit(students);
    site.places[1].line.make(Line::Slow(Duration::from_millis(60)));
    for _ in 0..8 {
        site.more_saves(&mut sitting, 40).await;
        assert!(site.places.iter().all(Place::is_ready), "a slow database is no missing one: {}", site.logs());
    }
    site.places[1].line.make(Line::Open);
    site.check_all(sitting).await;
    "60 ms each way: slow, and well".into()
}

/// Calls in the meantime are asked to retry.
fn assert_refused(place: &Place) {
    let answer = place.get("/api/v1/get-categories?page=1&meanwhile=true").to_lowercase();
    assert!(answer.contains(" 503 ") && answer.contains("\r\nretry-after:"), "{answer}");
}
