//! Tests that students took offline.

use std::time::Duration;

use anyhow::{Context as _, Result};
use sabi_api::client::{Client, ClientError};
use sabi_core::{
    clock::{Clock as _, SystemClock},
    exam::{
        HandInOffline, OfflineQuestion, OfflineSource, OfflineTest, Pack, PackGrant, PackList, StartAttempt, SyncedTest,
    },
};
use serde::Deserialize;

const MONTH: Duration = Duration::from_secs(30 * 86_400);
/// From one test to the next.
const PAUSE: Duration = Duration::from_secs(1800);

/// A response's data.
#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

/// The pack of the first subject of a request, of its newest year.
pub async fn download(client: &Client, ask: &StartAttempt) -> Result<Pack, ClientError> {
    let exam = || ("examId".to_owned(), ask.exam_id.to_string());
    let list: Data<PackList> = client.get("/me/packs", &[exam()]).await?;
    let first = list.data.packs.first().map(|pack| pack.id.to_string()).unwrap_or_default();
    Ok(client.get::<Data<Pack>>(&format!("/me/packs/{first}"), &[exam()]).await?.data)
}

/// A study or practice of a whole pack, whose answers depend on its number. The first one was taken a month ago, and
/// each other one half an hour after the one before it.
pub fn test(pack: &Pack, ask: &StartAttempt, number: usize) -> OfflineTest {
    let started_at = SystemClock.now() - MONTH + PAUSE * u32::try_from(number).unwrap_or(u32::MAX);
    let question = |(place, one): (usize, &sabi_core::exam::PackQuestion)| {
        let answer = one.options.get((place + number) % (one.options.len() + 1)).map(|option| option.id.clone());
        OfflineQuestion {
            right: answer.as_ref() == Some(&one.correct),
            question: one.id.clone(),
            version: one.version,
            answer,
            shown: false,
            doubted: false,
        }
    };
    OfflineTest {
        id: format!("offline-{number}"),
        exam_id: ask.exam_id.clone(),
        assessment_id: ask.assessment_id.clone(),
        university: None,
        year: Some(i64::from(pack.year)),
        from: OfflineSource::Bank,
        started_at,
        ended_at: started_at + Duration::from_secs(1200),
        used_seconds: 1200,
        minutes: None,
        packs: vec![PackGrant { id: pack.id.clone(), revision: pack.revision, grant: pack.grant.clone() }],
        questions: pack.questions.iter().enumerate().map(question).collect(),
    }
}

/// Hands tests in.
pub async fn hand_in(client: &Client, tests: &[OfflineTest]) -> Result<Vec<SyncedTest>, ClientError> {
    let tests = HandInOffline { tests: tests.to_vec() };
    Ok(client.post::<Data<Vec<SyncedTest>>>("/me/offline", &tests).await?.data)
}

/// Hands one test in.
pub async fn hand_in_one(client: &Client, test: &OfflineTest) -> Result<Result<SyncedTest>, ClientError> {
    let mut synced = hand_in(client, std::slice::from_ref(test)).await?;
    Ok(synced.pop().context("no answer for the test"))
}
