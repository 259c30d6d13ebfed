//! One attempt as its student knows it: the acknowledged answers, compared with the stored ones.

use std::{collections::BTreeMap, sync::atomic::Ordering};

use anyhow::{Context as _, Result, bail, ensure};
use rand::{RngExt as _, rngs::StdRng, seq::IndexedRandom as _};
use sabi_api::client::{Client, Started};
use sabi_core::{
    bank::Choice,
    exam::{Answer, Attempt, SaveAnswers, SubmitResult},
    store::Id,
};

use crate::student::{Tally, Told, told};

/// The longest essay, in bytes.
const ESSAY: usize = 20_000;

/// One attempt as its student knows it.
pub struct Test {
    id: Id<Attempt>,
    items: Vec<Item>,
    revision: u64,
    given: BTreeMap<String, Given>,
    pub end: End,
    /// A change of it has an unknown outcome, so it must be read before it goes on.
    pub unsure: bool,
    /// The marks could not be compared: the student sat a mock with the same questions.
    pub withheld: bool,
}

/// A question with its options, or a theory without any.
struct Item {
    key: String,
    blank: Answer,
    options: Vec<Id<Choice>>,
}

/// The possible values of one item: the last acknowledged one, or one whose outcome is unknown.
#[derive(Default)]
struct Given {
    acknowledged: Option<String>,
    unknown: Vec<Option<String>>,
}

/// How far the submit came.
#[derive(PartialEq)]
pub enum End {
    Open,
    Unknown,
    Submitted,
}

impl Test {
    /// As the server started it.
    pub fn new(started: Started) -> Self {
        let mut items = Vec::new();
        for subject in started.paper.subjects {
            let blank = Answer { question: None, theory: None, answer: None, at: None };
            items.extend(subject.questions.into_iter().map(|question| Item {
                key: question.id.to_string(),
                options: question.options.into_iter().map(|choice| choice.id).collect(),
                blank: Answer { question: Some(question.id), ..blank.clone() },
            }));
            items.extend(subject.theories.into_iter().map(|theory| Item {
                key: theory.id.to_string(),
                options: Vec::new(),
                blank: Answer { theory: Some(theory.id), ..blank.clone() },
            }));
        }
        assert!(!items.is_empty(), "the paper is empty");
        let (id, revision) = (started.attempt.id, started.attempt.revision);
        Self { id, items, revision, given: BTreeMap::new(), end: End::Open, unsure: false, withheld: false }
    }

    /// Whether an answer stands.
    pub fn answered(&self) -> bool {
        self.given.values().any(|given| given.acknowledged.is_some())
    }

    /// Submits what stands.
    pub async fn submit(&mut self, client: &Client, tally: &Tally) -> Result<Told<()>> {
        self.end = End::Unknown;
        let submit = SubmitResult { attempt_id: Some(self.id.clone()), ..SubmitResult::default() };
        Ok(match told(client.submit(&submit).await)? {
            Told::Answer(submission) => {
                let quiz = submission.quiz_id.context("a submit with answers gave no result")?;
                ensure!(quiz.to_string() == self.id.to_string(), "{} has the result {quiz}", self.id);
                self.end = End::Submitted;
                tally.submits.fetch_add(1, Ordering::Relaxed);
                Told::Answer(())
            }
            Told::Refused => Told::Refused,
            Told::Gone => Told::Gone,
        })
    }

    /// Saves one to three answers, or takes some back.
    pub async fn save(&mut self, client: &Client, rng: &mut StdRng, tally: &Tally) -> Result<Told<()>> {
        let mut answers = BTreeMap::new();
        for _ in 0..rng.random_range(1..=3) {
            let item = self.items.choose(rng).context("the paper is empty")?;
            let answer = match rng.random_ratio(1, 10) {
                true => None,
                false if item.options.is_empty() => Some(essay(rng)),
                false => item.options.choose(rng).map(ToString::to_string),
            };
            answers.insert(item.key.clone(), Answer { answer, ..item.blank.clone() });
        }
        for (key, answer) in &answers {
            self.given.entry(key.clone()).or_default().unknown.push(answer.answer.clone());
        }
        let save = SaveAnswers {
            revision: self.revision,
            answers: answers.values().cloned().collect(),
            review: None,
            seen: Vec::new(),
            mark: Vec::new(),
        };
        Ok(match told(client.save_answers(&self.id, &save).await)? {
            Told::Answer(saved) => {
                ensure!(saved.revision > self.revision && saved.ignored.is_empty(), "{}: {saved:?}", self.id);
                self.revision = saved.revision;
                for (key, answer) in answers {
                    self.given.insert(key, Given { acknowledged: answer.answer, unknown: Vec::new() });
                }
                let bytes = self.given.values().filter_map(|given| given.acknowledged.as_ref()).map(String::len).sum();
                tally.bytes.fetch_add(bytes, Ordering::Relaxed);
                tally.saves.fetch_add(1, Ordering::Relaxed);
                Told::Answer(())
            }
            Told::Refused => Told::Refused,
            Told::Gone => Told::Gone,
        })
    }

    /// Compares when the server can be asked.
    pub async fn check_now(&mut self, client: &Client) -> Result<()> {
        match self.check(client).await? {
            Told::Answer(()) => Ok(()),
            Told::Refused => bail!("the store is not to be had"),
            Told::Gone => bail!("the server is gone"),
        }
    }

    /// Compares the acknowledged answers with the server's present ones. Once the server has shown the outcome of an
    /// uncertain change, that outcome counts as acknowledged and must not change.
    pub async fn check(&mut self, client: &Client) -> Result<Told<()>> {
        let Started { attempt, paper, .. } = match told(client.find_attempt(&self.id).await)? {
            Told::Answer(started) => started,
            Told::Refused => return Ok(Told::Refused),
            Told::Gone => return Ok(Told::Gone),
        };
        let questions =
            paper.subjects.iter().flat_map(|subject| subject.questions.iter().map(|one| one.id.to_string()));
        let mine = self.items.iter().filter(|item| !item.options.is_empty()).map(|item| item.key.clone());
        ensure!(questions.eq(mine), "{}: the paper changed", self.id);
        ensure!(
            attempt.revision >= self.revision,
            "{} went back from revision {} to {}",
            self.id,
            self.revision,
            attempt.revision
        );
        let submitted = match attempt.state.as_str() {
            "submitted" => true,
            "running" => false,
            other => bail!("{} is {other}", self.id),
        };
        match self.end {
            End::Open => ensure!(!submitted, "{} ended by itself", self.id),
            End::Submitted => ensure!(submitted, "{} opened again", self.id),
            End::Unknown => {}
        }
        let mut stored = BTreeMap::new();
        for Answer { question, theory, answer, .. } in attempt.answers {
            let key = question.map(|id| id.to_string()).or(theory.map(|id| id.to_string()));
            stored.insert(key.context("an answer without an item")?, answer);
        }
        for (key, given) in &mut self.given {
            let stands = stored.remove(key).flatten();
            let known = stands == given.acknowledged || given.unknown.contains(&stands);
            ensure!(
                known,
                "{}: an acknowledged answer to {key} is lost: {:?} stands in place of {:?}",
                self.id,
                short(stands.as_ref()),
                short(given.acknowledged.as_ref())
            );
            *given = Given { acknowledged: stands, unknown: Vec::new() };
        }
        ensure!(stored.is_empty(), "{}: nobody gave {stored:?}", self.id);

        let result = match client.find_corrections(&self.id.cast()).await {
            Err(error) if error.refusal().is_some_and(|refused| refused.status == 404) => None,
            // There is one, and what was marked is kept from a student who sits a mock of the same questions.
            Err(error) if error.reason() == "in-running-mock" => Some(None),
            other => match told(other)? {
                Told::Answer(outcome) => Some(Some(outcome)),
                Told::Refused => return Ok(Told::Refused),
                Told::Gone => return Ok(Told::Gone),
            },
        };
        ensure!(result.is_some() == submitted, "{} is submitted: {submitted}, has a result: {}", self.id, !submitted);
        self.withheld = matches!(result, Some(None));
        if let Some(outcome) = result.flatten() {
            let marked = outcome.subject_results.into_iter().flat_map(|subject| subject.results);
            let marked: BTreeMap<_, _> = marked
                .filter_map(|one| Some((one.question.id.to_string(), one.result_data.answered?.id.to_string())))
                .collect();
            let chosen = |item: &&Item| !item.options.is_empty();
            let mine = self.items.iter().filter(chosen).filter_map(|item| {
                let given = self.given.get(&item.key)?;
                Some((item.key.clone(), given.acknowledged.clone()?))
            });
            ensure!(marked == mine.collect(), "{}: other answers were marked than given", self.id);
        }
        self.revision = attempt.revision;
        self.end = if submitted { End::Submitted } else { End::Open };
        self.unsure = false;
        Ok(Told::Answer(()))
    }
}

/// A text that does not compress well, so that what is written is what goes to the disk.
fn essay(rng: &mut StdRng) -> String {
    let length = rng.random_range(1..=ESSAY);
    (0..length).map(|_| char::from(rng.random_range(b'!'..=b'~'))).collect::<String>().replace(['<', '>', '&'], "x")
}

/// Enough of an answer to tell it from another.
fn short(answer: Option<&String>) -> Option<String> {
    answer.map(|answer| format!("{} ({} bytes)", answer.chars().take(12).collect::<String>(), answer.len()))
}
