//! Looks through the bank for what an editor should see. Nothing that it finds stands in the way of a test.

mod rules;

use std::collections::HashMap;

use async_stream::try_stream;
use futures::Stream;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::{BankScope, Question, Theory, scope::YearOf};
use crate::{App, Error, Result, html, store::Id};
use rules::Rules;

/// Questions that are read at once.
const PAGE: usize = 500;
/// The most characters of a stem that are shown.
const SHOWN: usize = 80;

/// What may be wrong in the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = BankFaultKind)]
pub enum FaultKind {
    /// A year without a question or theory in use.
    EmptyYear,
    /// A question without an explanation.
    NoExplanation,
    /// A question with the stem of another one of its year and universities.
    DuplicateStem,
    /// Two options that differ by white space or a full stop alone.
    OptionsAlike,
    /// Delimiters of maths without their partner.
    TornMaths,
    /// A picture that is not kept any more.
    MissingPicture,
    /// Of 20 questions or more of a year, one letter is the key of more than half.
    LopsidedKeys,
}

/// Something that an editor should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BankFault {
    pub kind: FaultKind,
    /// The exam's slug.
    pub exam: String,
    /// The subject's title.
    pub subject: String,
    pub year: i64,
    /// The question, unless the whole year is meant.
    pub question: Option<Id<Question>>,
    /// The beginning of its stem, as text.
    pub stem: Option<String>,
    /// What is wrong, in words.
    pub message: String,
}

impl App {
    /// Looks through the questions in use of a part of the bank, year by year: what is found comes in batches, and
    /// no more than a page of questions is in memory at once.
    ///
    /// # Errors
    /// [`Error::Invalid`], before anything else comes, with what names nothing in the bank.
    pub fn check_bank(&self, scope: BankScope) -> impl Stream<Item = Result<Vec<BankFault>>> + Send + use<> {
        let app = self.clone();
        try_stream! {
            for year in app.years_in(&scope).await? {
                let mut rules = Rules::default();
                let mut kept = HashMap::new();
                let sql = "SELECT VALUE id FROM question WHERE year = $year AND status = true ORDER BY position, id; \
                    SELECT VALUE id FROM theory WHERE year = $year AND status = true LIMIT 1;";
                let mut results = app.store.query(sql).bind(("year", year.id.clone())).checked().await?;
                let ids: Vec<Id<Question>> = results.take(0)?;
                let theories: Vec<Id<Theory>> = results.take(1)?;
                if ids.is_empty() && theories.is_empty() {
                    yield vec![year.fault(FaultKind::EmptyYear, None, "Nothing of this year is in use".into())];
                }
                for page in ids.chunks(PAGE) {
                    let call = app.store.query("SELECT * FROM $ids").bind(("ids", page.to_vec()));
                    let questions: Vec<Question> = call.all().await?;
                    let mut faults = Vec::new();
                    for question in &questions {
                        for picture in rules::pictures(question) {
                            let is_kept = match kept.get(&picture) {
                                Some(is_kept) => *is_kept,
                                None => app.is_kept(&picture).await?,
                            };
                            if !is_kept {
                                let words = format!("The picture {picture} is gone");
                                faults.push(year.fault(FaultKind::MissingPicture, Some(question), words));
                            }
                            kept.insert(picture, is_kept);
                        }
                    }
                    let look = move || {
                        let found: Vec<_> = questions.iter().map(|question| rules.look_at(question)).collect();
                        (rules, questions, found)
                    };
                    let (looked, questions, found) = spawn_blocking(look).await.map_err(Error::internal)?;
                    rules = looked;
                    for (question, found) in questions.iter().zip(found) {
                        faults.extend(found.into_iter().map(|(kind, words)| year.fault(kind, Some(question), words)));
                    }
                    if !faults.is_empty() {
                        yield faults;
                    }
                }
                if let Some(words) = rules.lopsided() {
                    yield vec![year.fault(FaultKind::LopsidedKeys, None, words)];
                }
            }
        }
    }

    async fn is_kept(&self, picture: &str) -> Result<bool> {
        let kept = self.images.has(picture).await;
        kept.map_err(|error| Error::Unavailable(format!("pictures: {error}")))
    }
}

impl YearOf {
    fn fault(&self, kind: FaultKind, question: Option<&Question>, message: String) -> BankFault {
        BankFault {
            kind,
            exam: self.exam.slug.clone(),
            subject: self.subject.title.clone(),
            year: self.year,
            question: question.map(|question| question.id.clone()),
            stem: question.map(|question| html::text_of(&question.question).chars().take(SHOWN).collect()),
            message,
        }
    }
}
