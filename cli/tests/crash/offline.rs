//! Tests that a student took offline: each is handed in until that is acknowledged, and has one result for good.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use sabi_api::client::Client;
use sabi_core::{
    exam::{OfflineTest, Pack, QuizResult, StartAttempt, SyncState},
    store::Id,
};

use crate::{
    student::{Tally, Told, told},
    support::offline::{download, hand_in, hand_in_one, test},
};

/// The data on a student's device.
#[derive(Default)]
pub struct Device {
    pack: Option<Pack>,
    /// Each with its result, once that is acknowledged.
    tests: Vec<(OfflineTest, Option<Id<QuizResult>>)>,
}

impl Device {
    /// Hands in a test whose outcome is not known, or a new one.
    pub async fn hand_in(&mut self, client: &Client, ask: &StartAttempt, tally: &Tally) -> Result<Told<()>> {
        let Some(pack) = &self.pack else {
            return Ok(match told(download(client, ask).await)? {
                Told::Answer(pack) => {
                    self.pack = Some(pack);
                    Told::Answer(())
                }
                Told::Refused => Told::Refused,
                Told::Gone => Told::Gone,
            });
        };
        if self.tests.iter().all(|(_, result)| result.is_some()) {
            self.tests.push((test(pack, ask, self.tests.len()), None));
        }
        let (test, result) = self.tests.last_mut().context("there is one")?;
        Ok(match told(hand_in_one(client, test).await)? {
            Told::Answer(synced) => {
                let synced = synced?;
                ensure!(synced.state == SyncState::Stored, "{synced:?}");
                *result = synced.quiz_id;
                tally.handed_in.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                Told::Answer(())
            }
            Told::Refused => Told::Refused,
            Told::Gone => Told::Gone,
        })
    }

    /// Compares every acknowledged result with its test; then sends all again, which must change nothing.
    pub async fn check(&mut self, client: &Client) -> Result<()> {
        for (test, result) in &self.tests {
            let Some(result) = result else { continue };
            let outcome = client.find_corrections(result).await.with_context(|| format!("{} is lost", test.id))?;
            let marked = outcome.subject_results.into_iter().flat_map(|subject| subject.results);
            let marked: BTreeMap<_, _> = marked
                .filter_map(|one| Some((one.question.id.clone(), one.result_data.answered?.id.clone())))
                .collect();
            let given = test.questions.iter().filter_map(|one| Some((one.question.clone(), one.answer.clone()?)));
            ensure!(marked == given.collect(), "{}: other answers were marked than given", test.id);
        }
        let all: Vec<_> = self.tests.iter().map(|(test, _)| test.clone()).collect();
        for (lot, acknowledged) in all.chunks(20).zip(self.tests.chunks_mut(20)) {
            let synced = hand_in(client, lot).await?;
            for (synced, (test, result)) in synced.into_iter().zip(acknowledged) {
                let same = result.is_none() || *result == synced.quiz_id;
                ensure!(same && synced.quiz_id.is_some(), "{} has another result: {synced:?}", test.id);
                *result = synced.quiz_id;
            }
        }
        Ok(())
    }
}
