//! What must be the same at both servers: tests, sessions, limits and caches.

use std::{
    fs,
    time::{Duration, Instant},
};

use sabi_api::client::{Client, ClientError, Started};
use sabi_core::{
    exam::{Answer, Attempt, QuestionView, SaveAnswers, StartAttempt, SubmitResult},
    people::LoginRequest,
    store::Id,
};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{
    SHUT_OUT,
    site::{BOSS, Site, until},
    support::{
        PASSWORD,
        graders::written_by,
        hall::{blocking, email},
    },
};

/// How long the answers to visitors may be old.
const PUBLIC_AGE: Duration = Duration::from_secs(5);
/// How long a session may outlive its end on the other server.
const SESSION_AGE: Duration = Duration::from_secs(1);
/// For the requests around it on a slow machine.
const SLACK: Duration = Duration::from_secs(2);

/// A test as its student's device knows it, through whichever server.
pub struct Paper {
    pub attempt: Id<Attempt>,
    pub items: Vec<QuestionView>,
    pub revision: u64,
    turn: usize,
}

impl Paper {
    pub async fn start(client: &Client, ask: &StartAttempt) -> Self {
        let Started { attempt, paper, .. } = client.start_attempt(ask).await.unwrap();
        let items = paper.subjects.into_iter().flat_map(|subject| subject.questions).collect();
        Self { attempt: attempt.id, items, revision: attempt.revision, turn: 0 }
    }

    /// The next change of an answer, over what stands.
    pub fn change(&mut self) -> SaveAnswers {
        let item = &self.items[self.turn % self.items.len()];
        let option = &item.options[self.turn / self.items.len() % item.options.len()];
        self.turn += 1;
        let answer =
            Answer { question: Some(item.id.clone()), theory: None, answer: Some(option.id.to_string()), at: None };
        SaveAnswers { revision: self.revision, answers: vec![answer], review: None, seen: Vec::new(), mark: Vec::new() }
    }

    /// Changes the next answer through this server.
    pub async fn save(&mut self, client: &Client) {
        let save = self.change();
        self.revision = client.save_answers(&self.attempt, &save).await.unwrap().revision;
    }

    pub fn submit(&self) -> SubmitResult {
        SubmitResult { attempt_id: Some(self.attempt.clone()), ..SubmitResult::default() }
    }
}

/// Signs in at one server, sits at both by turns, submits at one and reads the result at the other.
pub async fn journey(site: &mut Site) -> String {
    let [here, there] = site.clients(&email(0)).await;
    let mut paper = Paper::start(&there, &site.hall.practice).await;
    for turn in 0..40 {
        paper.save([&here, &there][turn % 2]).await;
    }
    for client in [&here, &there] {
        let stands = client.find_attempt(&paper.attempt).await.unwrap().attempt;
        assert_eq!((stands.revision, stands.answers.len()), (paper.revision, paper.items.len().min(40)));
    }
    let submitted = here.submit(&paper.submit()).await.unwrap();
    let quiz = submitted.quiz_id.unwrap();
    let result = there.find_corrections(&quiz).await.unwrap();
    let marked: usize = result.subject_results.iter().map(|subject| subject.results.len()).sum();
    assert_eq!(marked, paper.items.len());
    assert_eq!(there.submit(&paper.submit()).await.unwrap().quiz_id, Some(quiz));
    let late = paper.change();
    let late = there.save_answers(&paper.attempt, &late).await.unwrap_err();
    assert_eq!(late.reason(), "attempt-closed");
    format!("40 saves by turns, {marked} questions marked")
}

/// If two callers do the same at both servers at once, one is first.
pub async fn races(site: &mut Site) -> String {
    let (mut saves, mut first) = (0, 0);
    for seat in 1..9 {
        let [here, there] = site.clients(&email(seat)).await;
        let mut paper = Paper::start(&here, &site.hall.practice).await;
        for _ in 0..10 {
            let (one, other) = (paper.change(), paper.change());
            let attempt = paper.attempt.clone();
            let (at_one, at_other) =
                tokio::join!(here.save_answers(&attempt, &one), there.save_answers(&attempt, &other));
            let (saved, refused) = only(at_one, at_other);
            assert_eq!(refused.reason(), "stale-revision", "{refused:?}");
            first += usize::from(saved.0);
            paper.revision = saved.1.revision;
            let kept = if saved.0 { one } else { other };
            for client in [&here, &there] {
                let stands = client.find_attempt(&attempt).await.unwrap().attempt;
                assert_eq!(stands.revision, paper.revision);
                let is_kept = |answer: &Answer| {
                    answer.question == kept.answers[0].question && answer.answer == kept.answers[0].answer
                };
                assert!(stands.answers.iter().any(is_kept), "what was acknowledged does not stand");
            }
            saves += 1;
        }
        let submit = paper.submit();
        let (at_one, at_other) = tokio::join!(here.submit(&submit), there.submit(&submit));
        assert_eq!(at_one.unwrap().quiz_id.unwrap(), at_other.unwrap().quiz_id.unwrap());
        let results = site.database.count(&format!("quiz WHERE attempt = attempt:`{}`", paper.attempt));
        assert_eq!(results, 1);
    }

    let (hall, url) = (site.hall.clone(), site.places[0].url().to_string());
    let quizzes: Vec<String> =
        blocking(async move || (9..13).map(|seat| written_by(&url, &hall, seat).0).collect()).unwrap();
    let (bola, ada) = (site.client(0, "bola@sabi.test").await, site.client(1, "ada@sabi.test").await);
    for quiz in &quizzes {
        let id = Id::new(quiz.clone());
        let (one, other) = tokio::join!(bola.claim_grading(&id), ada.claim_grading(&id));
        let (_, refused) = only(one, other);
        assert_eq!(refused.refusal().map(|refused| refused.status), Some(409), "{refused:?}");
    }
    site.assert_whole();
    format!("{saves} saves ({first} won by the first), 8 submits, {} claims: one each", quizzes.len())
}

/// The one that was done, and whether it is the first, and the other's refusal.
fn only<T: std::fmt::Debug>(one: Result<T, ClientError>, other: Result<T, ClientError>) -> ((bool, T), ClientError) {
    match (one, other) {
        (Ok(done), Err(refused)) => ((true, done), refused),
        (Err(refused), Ok(done)) => ((false, done), refused),
        both => panic!("one must be first: {both:?}"),
    }
}

/// Sessions hold at both servers and end at both; the tries of an account are counted over both.
pub async fn accounts(site: &mut Site) -> String {
    let [here, there] = site.clients(&email(13)).await;
    there.me().await.unwrap();
    here.log_out().await.unwrap();
    let out = Instant::now();
    assert!(here.me().await.is_err(), "whoever has signed out is still in where they did");
    while there.me().await.is_ok() {
        assert!(out.elapsed() < SESSION_AGE + SLACK, "a session outlives its end");
        sleep(Duration::from_millis(50)).await;
    }
    let ended = out.elapsed();

    let try_with = |at: usize, password: &str| {
        let url = site.places[at].url();
        let request =
            LoginRequest { email: email(SHUT_OUT), password: password.into(), bearer: true, otp: None, page: None };
        async move { Client::to_server(url, None).unwrap().log_in(&request).await }
    };
    for turn in 0..10 {
        let refused = try_with(turn % 2, "wrong-password-7").await.unwrap_err();
        assert_eq!(refused.reason(), "bad-credentials", "try {turn}");
    }
    for at in [0, 1] {
        assert_eq!(try_with(at, PASSWORD).await.unwrap_err().reason(), "too-many-tries");
    }

    // A server whose secret is another one says so, and takes nobody in who signed in elsewhere.
    let secret = site.places[1].sandbox.data().join("secret.key");
    let right = fs::read(&secret).unwrap();
    site.places[1].kill();
    fs::write(&secret, [7; 32]).unwrap();
    site.places[1].start(&[]);
    assert!(site.logs().contains("this server's secret.key differs"), "{}", site.logs());
    let token = site.token(0, BOSS).await;
    assert!(Client::to_server(site.places[1].url(), Some(token)).unwrap().me().await.is_err());
    site.places[1].kill();
    fs::write(&secret, right).unwrap();
    site.places[1].start(&[]);
    format!("a session ended on the other server after {ended:.1?}; ten tries over both; another secret is told")
}

/// An edit at one server is visible at the other within the promised time.
pub async fn memories(site: &mut Site) -> String {
    let boss = site.client(0, BOSS).await;
    let [here, there] = site.clients(&email(15)).await;
    let faq = |text: &str| json!({ "question": text, "answer": "<p>Yes.</p>", "status": true });
    boss.post::<Value>("/admin/faqs/add", &faq("Is it the first?")).await.unwrap();
    let found: Value = boss.get("/admin/faqs", &[("q".into(), "Is it the first".into())]).await.unwrap();
    let id = found["data"][0]["_id"].as_str().unwrap_or_else(|| panic!("{found}")).to_owned();
    let shows =
        async |client: &Client, text: &str| client.get::<Value>("/faqs", &[]).await.unwrap().to_string().contains(text);
    until("the first words", async || shows(&there, "Is it the first?").await).await;
    boss.put::<Value>(&format!("/admin/faqs/update/{id}"), &faq("Is it the second?")).await.unwrap();
    let edited = Instant::now();
    assert!(shows(&here, "Is it the second?").await, "the server that was told shows old words");
    until("the second words", async || shows(&there, "Is it the second?").await).await;
    let seen = edited.elapsed();
    assert!(seen < PUBLIC_AGE + SLACK, "seen after {seen:?} only");

    // Questions at once: the revision of their year is asked for at each use.
    let paper = Paper::start(&there, &site.hall.practice).await;
    let question = &paper.items[0];
    let words = "<p>What is edited at one server is read at the other.</p>";
    boss.put::<Value>(&format!("/admin/questions/update/{}", question.id), &json!({ "question": words }))
        .await
        .unwrap();
    let read = there.find_attempt(&paper.attempt).await.unwrap().paper;
    let read = read.subjects.iter().flat_map(|part| &part.questions).find(|one| one.id == question.id).unwrap();
    assert_eq!(read.question, words);
    there.post::<Value>(&format!("/attempts/{}/cancel", paper.attempt), &()).await.unwrap();
    format!("a public text after {seen:.1?}, a question at once")
}
