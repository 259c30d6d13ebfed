//! Students who take tests over HTTP and remember every acknowledgement.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Result, bail, ensure};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sabi_api::client::{Client, ClientError, Url};
use sabi_core::{
    catalogue::ExamType,
    exam::{Attempt, StartAttempt},
    people::LoginRequest,
    store::Id,
};
use serde::Deserialize;

use crate::{
    attempt::{End, Test},
    offline::Device,
    support::{
        PASSWORD,
        hall::{Hall, email},
    },
};

/// A student may start so many tests in ten minutes (ruling 30); these start fewer in all.
const STARTS: usize = 24;

/// The acknowledgements of all students.
#[derive(Default)]
pub struct Tally {
    /// Saves.
    pub saves: AtomicUsize,
    /// Submits.
    pub submits: AtomicUsize,
    /// Tests taken offline that were handed in.
    pub handed_in: AtomicUsize,
    /// Bytes of answers on the sheets that the saves wrote.
    pub bytes: AtomicUsize,
    /// Calls that were refused because the store was unavailable.
    pub refusals: AtomicUsize,
}

/// The outcome of a call.
pub enum Told<T> {
    Answer(T),
    /// The store is unavailable: the outcome of the change is unknown.
    Refused,
    /// The server is gone, and what became of a change is not known.
    Gone,
}

/// The outcome of a call; a refusal that no disk fault explains fails the test.
pub fn told<T>(answer: Result<T, ClientError>) -> Result<Told<T>> {
    match answer {
        Ok(answer) => Ok(Told::Answer(answer)),
        Err(ClientError::Unreachable { .. }) => Ok(Told::Gone),
        Err(error) if error.refusal().is_some_and(|refused| refused.status == 503) => Ok(Told::Refused),
        Err(error) => bail!("{error:?}"),
    }
}

/// A student, and every response that the server gave them.
pub struct Student {
    token: String,
    ask: StartAttempt,
    rng: StdRng,
    tests: Vec<Test>,
    device: Device,
    /// Tests that were found submitted and compared.
    settled: usize,
    /// A start whose outcome is not known may have left a running test.
    stray: bool,
    tally: Arc<Tally>,
}

/// Running attempts, as far as their ids go.
#[derive(Deserialize)]
struct Running {
    data: Vec<Held>,
}

#[derive(Deserialize)]
struct Held {
    #[serde(rename = "_id")]
    id: Id<Attempt>,
}

impl Student {
    /// Signs in; the session outlives every restart.
    pub async fn log_in(hall: &Hall, tally: Arc<Tally>, server: Url, seat: usize, seed: u64) -> Self {
        let request =
            LoginRequest { email: email(seat), password: PASSWORD.into(), bearer: true, otp: None, page: None };
        let signed_in = Client::to_server(server, None).unwrap().log_in(&request).await.unwrap();
        Self {
            token: signed_in.token.unwrap(),
            ask: hall.ask(seat).clone(),
            rng: StdRng::seed_from_u64(seed),
            tests: Vec::new(),
            device: Device::default(),
            settled: 0,
            stray: false,
            tally,
        }
    }

    fn client(&self, server: Url) -> Client {
        Client::to_server(server, Some(self.token.clone())).unwrap()
    }

    /// Takes one test after another until the server is gone; after a refusal, reads the stored answers and continues.
    pub async fn sit(mut self, server: Url) -> Result<Self> {
        let client = self.client(server);
        loop {
            match self.step(&client).await? {
                Told::Answer(()) => {}
                Told::Refused => {
                    self.tally.refusals.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Told::Gone => return Ok(self),
            }
        }
    }

    /// Starts a test, saves an answer or a few, or submits.
    async fn step(&mut self, client: &Client) -> Result<Told<()>> {
        // Who sits mocks of the same subjects downloads nothing.
        let practises = self.ask.exam_type == ExamType::Objective && self.ask.year.is_some();
        if practises && self.rng.random_ratio(1, 15) {
            return self.device.hand_in(client, &self.ask, &self.tally).await;
        }
        let started = self.tests.len();
        let Some(test) = self.tests.last_mut().filter(|test| test.end != End::Submitted) else {
            return self.start(client).await;
        };
        if test.unsure {
            return test.check(client).await;
        }
        // With nothing answered a submit would cancel.
        let answered = test.answered();
        test.unsure = true;
        let told = if answered && started < STARTS && self.rng.random_ratio(1, 30) {
            test.submit(client, &self.tally).await
        } else {
            test.save(client, &mut self.rng, &self.tally).await
        };
        if let Ok(Told::Answer(())) = told {
            test.unsure = false;
        }
        told
    }

    /// Ends what a start with an unknown outcome left running. No other test may be open.
    async fn end_stray(&mut self, client: &Client) -> Result<Told<()>> {
        if !self.stray {
            return Ok(Told::Answer(()));
        }
        let running = match told(client.get::<Running>("/attempts", &[("state".into(), "running".into())]).await)? {
            Told::Answer(running) => running,
            Told::Refused => return Ok(Told::Refused),
            Told::Gone => return Ok(Told::Gone),
        };
        for held in running.data {
            let path = format!("/attempts/{}/cancel", held.id);
            match told(client.post::<serde_json::Value>(&path, &()).await)? {
                Told::Answer(_) => {}
                Told::Refused => return Ok(Told::Refused),
                Told::Gone => return Ok(Told::Gone),
            }
        }
        self.stray = false;
        Ok(Told::Answer(()))
    }

    async fn start(&mut self, client: &Client) -> Result<Told<()>> {
        match self.end_stray(client).await? {
            Told::Answer(()) => {}
            other => return Ok(other),
        }
        self.stray = true;
        Ok(match told(client.start_attempt(&self.ask).await)? {
            Told::Answer(started) => {
                self.stray = false;
                self.tests.push(Test::new(started));
                Told::Answer(())
            }
            Told::Refused => Told::Refused,
            Told::Gone => Told::Gone,
        })
    }

    /// Compares the responses since the last time with the server's present state.
    pub async fn check(&mut self, server: Url) -> Result<()> {
        let client = self.client(server);
        for test in self.tests.iter_mut().skip(self.settled) {
            test.check_now(&client).await?;
        }
        self.settled = self.tests.iter().take_while(|test| test.end == End::Submitted).count();
        Ok(())
    }

    /// Compares every test; then ends the one that runs, after which nothing that was marked is withheld,
    /// and compares every test again.
    pub async fn check_all(&mut self, server: Url) -> Result<()> {
        self.settled = 0;
        self.check(server.clone()).await?;
        let client = self.client(server.clone());
        if let Some(test) = self.tests.last_mut().filter(|test| test.end == End::Open) {
            let told = loop {
                // With nothing answered a submit would cancel.
                if test.answered() {
                    break test.submit(&client, &self.tally).await?;
                }
                test.save(&client, &mut self.rng, &self.tally).await?;
            };
            ensure!(matches!(told, Told::Answer(())), "the last test could not be submitted");
        }
        // A mock that a start left running would withhold the keys of its questions.
        let told = self.end_stray(&client).await?;
        ensure!(matches!(told, Told::Answer(())), "a test that nobody sits could not be ended");
        self.settled = 0;
        self.check(server).await?;
        ensure!(self.tests.iter().all(|test| !test.withheld), "what was marked is withheld, and no test runs");
        self.device.check(&client).await
    }
}
