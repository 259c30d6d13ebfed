//! Checks the bank for an editor. Findings never block a test.

mod rules;

use std::{collections::HashMap, mem};

use async_stream::try_stream;
use futures::Stream;
use serde::{Deserialize, Serialize};
use strum::VariantArray;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::{BankScope, Item, ItemBody, ItemKind, Question, Theory, scope::YearOf};
use crate::{App, Error, Result, html, store::Id};
use rules::Rules;

/// Questions per read.
const PAGE: usize = 500;
/// Maximum characters of a stem that are shown.
const SHOWN: usize = 80;

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, Serialize, Deserialize, ToSchema)]
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
    /// A picture that is no longer stored.
    MissingPicture,
    /// A picture without a source, which was pasted and never uploaded.
    PictureWithoutSource,
    /// An explanation that names an option by its letter, though options are shuffled.
    LetterInExplanation,
    /// An option that may name others by their numbers.
    OptionsNamed,
    /// One letter is the key of more than half of a year's questions, of which there are 20 or more.
    LopsidedKeys,
}

impl FaultKind {
    /// Every kind of finding.
    pub const ALL: &'static [Self] = Self::VARIANTS;
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
    /// The question; `None` if the finding is about a theory question or the whole year.
    pub question: Option<Id<Question>>,
    /// The theory question; `None` if the finding is about a question or the whole year.
    pub theory: Option<Id<Theory>>,
    /// The beginning of its stem, as text.
    pub stem: Option<String>,
    /// The finding as text.
    pub message: String,
}

impl App {
    /// Checks the items of a part of the bank, year by year, and streams the findings. At most one page of items is in
    /// memory at a time.
    ///
    /// # Errors
    /// [`Error::Invalid`], first of all, with each field that names nothing in the bank.
    pub fn check_bank(&self, scope: BankScope) -> impl Stream<Item = Result<Vec<BankFault>>> + Send + use<> {
        let app = self.clone();
        try_stream! {
            for year in app.years_in(&scope).await? {
                let mut rules = Rules::default();
                let mut kept = HashMap::new();
                let sql = "SELECT VALUE id FROM question WHERE year = $year ORDER BY position, id; \
                    SELECT VALUE id FROM theory WHERE year = $year ORDER BY position, id; \
                    SELECT VALUE id FROM question WHERE year = $year AND status = true LIMIT 1; \
                    SELECT VALUE id FROM theory WHERE year = $year AND status = true LIMIT 1;";
                let mut results = app.store.query(sql).bind(("year", year.id.clone())).checked().await?;
                let (ids, theories): (Vec<Id<Question>>, Vec<Id<Theory>>) = (results.take(0)?, results.take(1)?);
                let used: (Vec<Id<Question>>, Vec<Id<Theory>>) = (results.take(2)?, results.take(3)?);
                if used.0.is_empty() && used.1.is_empty() {
                    yield vec![year.fault(FaultKind::EmptyYear, "Nothing of this year is in use".into())];
                }
                for page in ids.chunks(PAGE) {
                    let faults = app.check_items(&year, page, &mut rules, &mut kept).await?;
                    if !faults.is_empty() {
                        yield faults;
                    }
                }
                for page in theories.chunks(PAGE) {
                    let faults = app.check_items(&year, page, &mut rules, &mut kept).await?;
                    if !faults.is_empty() {
                        yield faults;
                    }
                }
                if let Some(words) = rules.lopsided() {
                    yield vec![year.fault(FaultKind::LopsidedKeys, words)];
                }
            }
        }
    }

    /// Checks the items with these ids. `kept` caches which pictures exist.
    async fn check_items<B: ItemBody>(
        &self,
        year: &YearOf,
        ids: &[Id<Item<B>>],
        rules: &mut Rules,
        kept: &mut HashMap<String, bool>,
    ) -> Result<Vec<BankFault>> {
        let items: Vec<Item<B>> = self.store.query("SELECT * FROM $ids").bind(("ids", ids.to_vec())).all().await?;
        let mut faults = Vec::new();
        for item in &items {
            for picture in rules::pictures(item) {
                let is_kept = match kept.get(&picture) {
                    Some(is_kept) => *is_kept,
                    None => self.is_kept(&picture).await?,
                };
                if !is_kept {
                    let message = format!("The picture {picture} is gone");
                    faults.push(year.fault_of(item, FaultKind::MissingPicture, message));
                }
                kept.insert(picture, is_kept);
            }
        }
        let mut checked = mem::take(rules);
        let check = move || {
            let found: Vec<_> = items.iter().map(|item| checked.check(item)).collect();
            (checked, items, found)
        };
        let (checked, items, found) = spawn_blocking(check).await.map_err(Error::internal)?;
        *rules = checked;
        for (item, found) in items.iter().zip(found) {
            faults.extend(found.into_iter().map(|(kind, words)| year.fault_of(item, kind, words)));
        }
        Ok(faults)
    }

    async fn is_kept(&self, picture: &str) -> Result<bool> {
        Ok(self.images.has(picture).await?)
    }
}

impl YearOf {
    /// A finding about the year.
    fn fault(&self, kind: FaultKind, message: String) -> BankFault {
        BankFault {
            kind,
            exam: self.exam.slug.clone(),
            subject: self.subject.title.clone(),
            year: self.year,
            question: None,
            theory: None,
            stem: None,
            message,
        }
    }

    /// A finding about an item of the year.
    fn fault_of<B: ItemBody>(&self, item: &Item<B>, kind: FaultKind, message: String) -> BankFault {
        let (question, theory) = match B::KIND {
            ItemKind::Choice => (Some(item.id.cast()), None),
            ItemKind::Essay => (None, Some(item.id.cast())),
        };
        let stem = Some(html::text_of(&item.question).chars().take(SHOWN).collect());
        BankFault { question, theory, stem, ..self.fault(kind, message) }
    }
}
