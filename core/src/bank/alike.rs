//! Finds equal and almost equal questions, to report them to an editor. It refuses nothing.
//!
//! Stems are compared by their words and separately by all other characters, so `2x + 3 = 7` is not almost equal to
//! `2x + 3 = 9`. Pure except [`App::similar_questions`].

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AdminQuestion, BankFilter, ChoiceBody, Item, ItemBody, Question, SubjectYear, identity::normal};
use crate::{
    App, Result,
    catalogue::Subject,
    records::{ListQuery, Titled},
    store::Id,
};

/// The share of common pairs of letters (Sørensen–Dice) from which two stems count as almost the same.
const ALMOST: f64 = 0.9;
/// The number of words at the start and at the end of a stem by which candidates are found.
const END: usize = 3;
/// Maximum number of candidates with the same start or end that a stem is compared with.
const MAX_COMPARED: usize = 50;
/// The number of words from each half of a stem that are searched for in the bank.
const SOUGHT: usize = 3;
/// Maximum number of questions that are listed.
const MAX_LISTED: usize = 10;

/// The similarity of two questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Likeness {
    /// Their stems say the same.
    Same,
    /// They differ in a few letters.
    Almost,
}

/// The search for similar questions of a subject.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SimilarAsk)]
pub struct SimilarRequest {
    pub subject_id: Id<Subject>,
    /// The stem, HTML.
    #[schema(max_length = 20000)]
    pub question: String,
    /// The passage that it is about, HTML.
    #[schema(max_length = 20000)]
    pub passage: Option<String>,
    /// The address of its picture.
    pub logo: Option<String>,
    /// The question itself, if it is already in the bank. It is left out of the results.
    pub question_id: Option<Id<Question>>,
}

/// A question of the bank that asks the same, or almost.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SimilarQuestion {
    #[serde(rename = "_id")]
    pub id: Id<Question>,
    pub title: String,
    /// HTML.
    pub question: String,
    /// The year itself is its title.
    pub year: Titled<SubjectYear>,
    pub likeness: Likeness,
}

/// A stem, prepared for comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stem {
    /// Its passage, in small letters.
    passage: String,
    /// Its words, in small letters.
    words: Vec<String>,
    /// Its digits, mathematical characters and picture.
    signs: String,
}

impl Stem {
    /// Prepares a stem from HTML.
    pub fn of(question: &str, passage: Option<&str>, picture: Option<&str>) -> Self {
        let text = normal(question).to_lowercase();
        let words = text.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty());
        let words = words.map(str::to_owned).collect();
        let is_sign =
            |sign: &char| !sign.is_alphabetic() && !sign.is_whitespace() && !".,;:?!'\"“”‘’…_()".contains(*sign);
        let mut signs: String = text.chars().filter(is_sign).collect();
        signs.extend(picture);
        Self { passage: normal(passage.unwrap_or_default()).to_lowercase(), words, signs }
    }

    /// The similarity of two stems; `None` if they are not similar.
    pub fn likeness(&self, other: &Self) -> Option<Likeness> {
        if self.signs != other.signs || self.passage != other.passage {
            return None;
        }
        if self.words == other.words {
            return Some(Likeness::Same);
        }
        (strsim::sorensen_dice(&self.words.join(" "), &other.words.join(" ")) >= ALMOST).then_some(Likeness::Almost)
    }

    /// The first and the last words, by which candidates are found.
    fn ends(&self) -> [String; 2] {
        let end = END.min(self.words.len());
        [self.words[..end].join(" "), self.words[self.words.len() - end..].join(" ")]
    }

    /// The longest words of each half. If a word in one half is misspelt, the other half still finds the stem.
    fn sought(&self) -> [String; 2] {
        let (first, second) = self.words.split_at(self.words.len() / 2);
        [first, second].map(|half| {
            let mut words: Vec<&str> = half.iter().map(String::as_str).filter(|word| word.len() > 2).collect();
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
            words.truncate(SOUGHT);
            words.join(" ")
        })
    }
}

/// Stems that are searched for similar ones.
#[derive(Debug)]
pub(crate) struct Stems<T> {
    all: Vec<(Stem, T)>,
    by_end: HashMap<String, Vec<usize>>,
}

impl<T> Default for Stems<T> {
    fn default() -> Self {
        Self { all: Vec::new(), by_end: HashMap::new() }
    }
}

impl<T: Copy> Stems<T> {
    /// Adds a stem with its name.
    pub fn add(&mut self, stem: Stem, name: T) {
        for end in stem.ends() {
            self.by_end.entry(end).or_default().push(self.all.len());
        }
        self.all.push((stem, name));
    }

    /// The first similar stem.
    pub fn find(&self, stem: &Stem) -> Option<(T, Likeness)> {
        self.find_among(stem, |_| true)
    }

    /// The first similar stem that `may_be` accepts.
    pub fn find_among(&self, stem: &Stem, may_be: impl Fn(T) -> bool) -> Option<(T, Likeness)> {
        let places = stem.ends().into_iter().filter_map(|end| self.by_end.get(&end));
        let compared = |places: &'_ Vec<usize>| {
            let meant = places.iter().copied().filter(|&place| may_be(self.all[place].1));
            meant.take(MAX_COMPARED).collect::<Vec<_>>()
        };
        let near = places.flat_map(compared).map(|place| &self.all[place]);
        near.filter_map(|(other, name)| Some((*name, stem.likeness(other)?))).next()
    }
}

impl App {
    /// The equal and almost equal questions of a subject, from any year, equal ones first.
    pub async fn similar_questions(&self, ask: &SimilarRequest) -> Result<Vec<SimilarQuestion>> {
        let stem = Stem::of(&ask.question, ask.passage.as_deref(), ask.logo.as_deref());
        let filter = BankFilter { subject: Some(ask.subject_id.clone()), ..BankFilter::default() };
        let mut found: Vec<SimilarQuestion> = Vec::new();
        for words in stem.sought().into_iter().filter(|words| !words.is_empty()) {
            let query = ListQuery { q: Some(words), limit: Some(MAX_COMPARED as u64), ..ListQuery::default() };
            for question in self.list_items::<ChoiceBody>(&filter, &query).await?.rows {
                let is_known = found.iter().any(|known| known.id == question.id);
                if !is_known && ask.question_id.as_ref() != Some(&question.id) {
                    found.extend(question.similar_to(&stem));
                }
            }
        }
        found.sort_by_key(|one| one.likeness == Likeness::Almost);
        found.truncate(MAX_LISTED);
        Ok(found)
    }
}

impl<B: ItemBody> Item<B> {
    /// Its stem, to find similar ones.
    pub(super) fn stem(&self) -> Stem {
        let passage = self.body.as_choice().and_then(|choice| choice.passage.as_deref());
        Stem::of(&self.question, passage, self.logo.as_deref())
    }
}

impl From<&AdminQuestion> for SimilarRequest {
    /// The search for questions that are similar to one of the bank.
    fn from(question: &AdminQuestion) -> Self {
        Self {
            subject_id: question.subject.id.clone(),
            question: question.question.clone(),
            passage: question.passage.clone(),
            logo: question.logo.clone(),
            question_id: Some(question.id.clone()),
        }
    }
}

impl AdminQuestion {
    fn similar_to(self, stem: &Stem) -> Option<SimilarQuestion> {
        let own = Stem::of(&self.question, self.passage.as_deref(), self.logo.as_deref());
        let likeness = own.likeness(stem)?;
        Some(SimilarQuestion { id: self.id, title: self.title, question: self.question, year: self.year, likeness })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stem(text: &str) -> Stem {
        Stem::of(text, None, None)
    }

    #[test]
    fn what_asks_the_same_is_told_from_what_asks_another_thing() {
        use Likeness::{Almost, Same};
        const LONG: &str = "Which of the following organelles releases energy in a plant cell?";
        for (one, other, likeness) in [
            (LONG, LONG, Some(Same)),
            (LONG, "<p>Which of the following <em>organelles</em> releases energy in a plant cell</p>", Some(Same)),
            (LONG, "Which of the following organels releases energy in a plant cell?", Some(Almost)),
            (LONG, "Which of the following organelles releases energy in an animal cell?", None),
            (LONG, "Which gas is given off in photosynthesis?", None),
            ("Solve 2x + 3 = 7 for x", "Solve 2x + 3 = 9 for x", None),
            ("Solve 2x + 3 = 7 for x", "Solve 2x - 3 = 7 for x", None),
            ("Solve 2x + 3 = 7 for x", "solve  2x+3=7 for x.", Some(Same)),
            ("Find the area", "Find the area <img src=\"/uploads/a.png\">", None),
        ] {
            assert_eq!(stem(one).likeness(&stem(other)), likeness, "{one} and {other}");
            let mut stems = Stems::default();
            stems.add(stem(other), 7);
            assert_eq!(stems.find(&stem(one)), likeness.map(|likeness| (7, likeness)), "{one} among {other}");
        }
        let about = |passage| Stem::of("What is the best title?", Some(passage), None);
        let on = |question| Stem::of(question, Some("<p>The tortoise went to the market, and it rained.</p>"), None);
        assert_eq!(on("Where did it go?").likeness(&on("What was the weather like?")), None);
        assert_eq!(about("<p>The tortoise went to the market.</p>").likeness(&about("<p>Rain fell.</p>")), None);
        let shown = |picture| Stem::of("What does the figure show?", None, Some(picture));
        assert_eq!(shown("/uploads/a.png").likeness(&shown("/uploads/b.png")), None);
    }

    proptest! {
        #[test]
        fn likeness_is_mutual_and_a_stem_is_like_itself(one in "[a-e ]{0,40}", other in "[a-e ]{0,40}") {
            let (one, other) = (stem(&one), stem(&other));
            prop_assert_eq!(one.likeness(&other), other.likeness(&one));
            prop_assert_eq!(one.likeness(&one), Some(Likeness::Same));
        }
    }
}
