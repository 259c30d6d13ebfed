//! Measures one and two servers over one database, on this machine, compiled as the tests are. It asserts nothing: a
//! machine's speed is not a test.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use sabi_api::client::{Client, Url};
use sabi_core::exam::StartAttempt;
use tokio::time::sleep;

use crate::{
    SEATS,
    alike::Paper,
    database::Database,
    site::Site,
    support::{PASSWORD, Sandbox, hall::email},
};

/// Students who save one answer after the other.
const CLASS: usize = 32;
/// How long they do.
const SPELL: Duration = Duration::from_secs(10);

/// Saves of the embedded store, and over a database by one server and by two.
pub async fn figures(site: &mut Site, hall: &Sandbox) -> String {
    let ask = StartAttempt { question_limit: Some(40), ..site.hall.practice.clone() };
    let embedded = {
        let sandbox = hall.copy();
        let server = sandbox.serve();
        measure(&[server.url.parse().unwrap()], &ask).await
    };
    // Not over the lines, which cost something themselves.
    site.kill_both();
    let store = Database::address(site.database.port);
    site.start_both(&[("SABI_STORE", &store)]);
    let urls = [site.places[0].url(), site.places[1].url()];
    let one = measure(&urls[..1], &ask).await;
    let two = measure(&urls, &ask).await;
    site.kill_both();
    site.start_both(&[]);
    let row = |what: &str, (rate, half, most): (f64, Duration, Duration)| {
        format!("\n       {what:<36} {rate:>7.0} saves/s, half within {half:>6.1?}, 99 of 100 within {most:>6.1?}")
    };
    format!(
        "{CLASS} students who save at once, {} s each{}{}{}",
        SPELL.as_secs(),
        row("one server, its store embedded", embedded),
        row("one server over a database", one),
        row("two servers over one database", two)
    )
}

/// Saves a second, and what half and 99 of 100 of them took at most.
async fn measure(servers: &[Url], ask: &StartAttempt) -> (f64, Duration, Duration) {
    assert!(CLASS <= SEATS);
    let (begun, enough) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let sit = |seat: usize| {
        let (url, ask) = (servers[seat % servers.len()].clone(), ask.clone());
        let (begun, enough) = (begun.clone(), enough.clone());
        async move {
            let request = sabi_core::people::LoginRequest {
                email: email(SEATS + seat),
                password: PASSWORD.into(),
                bearer: true,
                otp: None,
                page: None,
            };
            let token = Client::to_server(url.clone(), None).unwrap().log_in(&request).await.unwrap().token;
            let client = Client::to_server(url, token).unwrap();
            let mut paper = Paper::start(&client, &ask).await;
            let mut took = Vec::new();
            while !enough.load(Ordering::Relaxed) {
                let asked = Instant::now();
                paper.save(&client).await;
                if begun.load(Ordering::Relaxed) {
                    took.push(asked.elapsed());
                }
            }
            took
        }
    };
    let class: Vec<_> = (0..CLASS).map(|seat| tokio::spawn(sit(seat))).collect();
    // Signing in and starting is not what is measured.
    sleep(Duration::from_secs(8)).await;
    begun.store(true, Ordering::Relaxed);
    sleep(SPELL).await;
    enough.store(true, Ordering::Relaxed);
    let mut took = Vec::new();
    for student in class {
        took.extend(student.await.unwrap());
    }
    took.sort_unstable();
    let share = |share: usize| took[(took.len() - 1) * share / 100];
    (took.len() as f64 / SPELL.as_secs_f64(), share(50), share(99))
}
