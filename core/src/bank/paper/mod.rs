//! Builds papers: which questions of the bank a student gets, and in which order.
//!
//! Pure: a [`Blueprint`], the indexes of the years and a random source give a [`Paper`] of ids. The same seed gives the
//! same paper. Drawing reads no question, because a mock draws a few questions from each of many years. Sources:
//! rulings 13, 17 and 20, and spec 2 §5 and §9.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

mod choices;
mod draw;
mod list;

pub use choices::order as choices;
use draw::Unit;
use list::List;

use super::{ChoiceBody, EssayBody, Item, ItemBody, ItemKind, Question, Theory};
pub use crate::catalogue::ExamType;
use crate::catalogue::{Section, Subject, Topic, University};
use crate::store::Id;

/// The number of mock questions in a subject that sets none (ruling 17; Use of English sets 60).
pub const DEFAULT_MOCK_QUESTIONS: usize = 40;

/// The number of theories per subject in a mock: the length of a WAEC essay paper.
pub const DEFAULT_MOCK_THEORIES: usize = 10;

/// The number of draws from which a balanced mock is chosen.
const DRAWS: usize = 16;

/// The source of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperSource {
    /// One year, in the order of the bank.
    Year {
        /// The calendar year.
        year: i32,
        /// Maximum number of each kind per subject.
        limit: Option<usize>,
    },
    /// All years at random. The subject sets the number of questions.
    Mock,
    /// The questions of [`Blueprint::only`], from one year or all, in the order of the bank, newest year first.
    Mistakes {
        /// The calendar year.
        year: Option<i32>,
        /// Maximum number per subject.
        limit: usize,
    },
}

/// The request for a paper.
#[derive(Clone, Debug)]
pub struct Blueprint {
    /// The kinds of questions.
    pub exam_type: ExamType,
    /// The source of the questions.
    pub source: PaperSource,
    /// The university of a POST UTME test. A question that names no university counts for all.
    pub university: Option<Id<University>>,
    /// The chosen topics. A question needs a chosen topic or section; if neither is chosen, all count.
    pub topics: HashSet<Id<Topic>>,
    /// The chosen sections.
    pub sections: HashSet<Id<Section>>,
    /// Whether groups and single questions of a year are shuffled (a mock is random anyway).
    pub shuffle_questions: bool,
    /// The maximum number of items in the whole paper of a trial: its `numOfQuestions` (ruling 22). Then each year
    /// gives at most this many of its first items, so that every start shows the same few (ruling 40).
    pub max_questions: Option<usize>,
    /// Only these questions and no theory: those of a test of mistakes or weak topics.
    pub only: Option<HashSet<Id<Question>>>,
    /// None of these questions: those that visitors see are left out of mocks.
    pub except: HashSet<Id<Question>>,
    /// A mock draws these questions before others: the ones that no device can download.
    pub first: HashSet<Id<Question>>,
}

/// The bank of one subject. The caller leaves out inactive subjects and subject-years.
#[derive(Clone, Debug)]
pub struct SubjectPool {
    /// The subject.
    pub subject: Id<Subject>,
    /// Its subject-years.
    pub years: Vec<Arc<YearPool>>,
    /// The number of questions of a mock.
    pub mock_questions: usize,
    /// The number of theories of a mock.
    pub mock_theories: usize,
    /// The known difficulties of its questions, if its mocks are balanced by them. Unknown ones count as 0, the
    /// average.
    pub difficulties: Option<HashMap<Id<Question>, f64>>,
}

/// The index of one subject-year, from which papers are drawn.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct YearPool {
    year: i32,
    questions: List<ChoiceBody>,
    theories: List<EssayBody>,
}

impl YearPool {
    /// Indexes the questions and theories of a calendar year, each in the order of their positions. Inactive ones are
    /// left out.
    pub fn new(year: i32, questions: &[Question], theories: &[Theory]) -> Self {
        Self { year, questions: List::new(questions), theories: List::new(theories) }
    }

    /// The calendar year.
    pub fn year(&self) -> i32 {
        self.year
    }

    /// Its objective questions.
    pub fn questions(&self) -> impl Iterator<Item = &Id<Question>> {
        self.questions.ids()
    }

    /// The topics of its objective questions.
    pub fn topics(&self) -> &[Id<Topic>] {
        self.questions.topics()
    }

    /// Its objective questions that are open at a university, each with the number of its topic in [`Self::topics`];
    /// without a university, all.
    pub fn questions_at(&self, university: Option<&Id<University>>) -> impl Iterator<Item = (&Id<Question>, usize)> {
        self.questions.open_at(university)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.questions.bytes() + self.theories.bytes()
    }

    /// Reads a serialised index; `None` if it is invalid.
    pub fn read(text: &str) -> Option<Self> {
        let bank: Self = serde_json::from_str(text).ok()?;
        (bank.questions.is_sound() && bank.theories.is_sound()).then_some(bank)
    }
}

/// A paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// The subjects in the requested order. A subject without a question has empty lists.
    pub subjects: Vec<SubjectPaper>,
}

/// The part of a paper that belongs to one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct SubjectPaper {
    /// The subject.
    pub subject: Id<Subject>,
    /// The objective questions in their order.
    pub questions: Vec<Id<Question>>,
    /// The theory questions in their order.
    pub theories: Vec<Id<Theory>>,
}

/// The number of items that a subject offers, before limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolSize {
    /// The subject.
    pub subject: Id<Subject>,
    /// Objective questions of the requested year; for a mock, of all years.
    pub questions: usize,
    /// Theory questions of the requested year; for a mock, of all years.
    pub theories: usize,
    /// Every year with an item of the requested kinds, ascending.
    pub years: Vec<i32>,
}

impl SubjectPaper {
    /// Whether it has a question or a theory.
    pub fn has_items(&self) -> bool {
        !self.questions.is_empty() || !self.theories.is_empty()
    }
}

impl Paper {
    /// The number of items, questions and theories together.
    pub fn total(&self) -> usize {
        let count = |part: &SubjectPaper| part.questions.len() + part.theories.len();
        self.subjects.iter().map(count).sum()
    }
}

/// The items of one kind that one subject offers, in whole groups, and the number that is wanted.
struct Offer<'a, B: ItemBody> {
    units: Vec<Unit<'a, B>>,
    wanted: usize,
    /// Whether the chosen ones are shuffled.
    shuffle: bool,
}

/// Builds a paper. It is shorter than requested if the bank has too few items, even empty. A start names the subjects
/// without any item and refuses an empty paper; it does not mention a paper that is only shorter.
pub fn build(blueprint: &Blueprint, banks: &[SubjectPool], rng: &mut impl Rng) -> Paper {
    let mut offers: Vec<_> = banks
        .iter()
        .map(|bank| {
            let questions = blueprint.offer(bank, |year| &year.questions, bank.mock_questions, rng);
            let theories = blueprint.offer(bank, |year| &year.theories, bank.mock_theories, rng);
            (questions, theories)
        })
        .collect();
    if let Some(most) = blueprint.max_questions {
        // The limit is divided evenly over the subjects, and within a subject over the kinds.
        let wants: Vec<_> = offers.iter().map(|(q, t)| q.wanted + t.wanted).collect();
        for ((questions, theories), share) in offers.iter_mut().zip(spread(most, &wants)) {
            let kinds = spread(share, &[questions.wanted, theories.wanted]);
            (questions.wanted, theories.wanted) = (kinds[0], kinds[1]);
        }
    }
    let mut subjects = Vec::with_capacity(banks.len());
    for (bank, (questions, theories)) in banks.iter().zip(offers) {
        subjects.push(SubjectPaper {
            subject: bank.subject.clone(),
            questions: questions.fit(rng),
            theories: theories.fit(rng),
        });
    }
    Paper { subjects }
}

/// The questions of these years that a trial with `most` questions a test can show at a university, in any test.
pub fn trial_sample(university: Option<Id<University>>, most: usize, banks: &[SubjectPool]) -> HashSet<Id<Question>> {
    let blueprint = Blueprint {
        exam_type: ExamType::Objective,
        source: PaperSource::Mock,
        university,
        topics: HashSet::new(),
        sections: HashSet::new(),
        shuffle_questions: false,
        max_questions: Some(most),
        only: None,
        except: HashSet::new(),
        first: HashSet::new(),
    };
    let units = banks.iter().flat_map(|bank| blueprint.sampled(bank, |year| &year.questions, most));
    units.flatten().cloned().collect()
}

/// Counts the items that each subject offers.
pub fn available(blueprint: &Blueprint, banks: &[SubjectPool]) -> Vec<PoolSize> {
    let mut found = Vec::with_capacity(banks.len());
    for bank in banks {
        let (mut questions, mut theories) = (0, 0);
        let mut years = BTreeSet::new();
        for year in &bank.years {
            let of_kind = (year.questions.count(blueprint), year.theories.count(blueprint));
            if of_kind != (0, 0) {
                years.insert(year.year);
            }
            if blueprint.source.covers(year.year) {
                questions += of_kind.0;
                theories += of_kind.1;
            }
        }
        found.push(PoolSize { subject: bank.subject.clone(), questions, theories, years: years.into_iter().collect() });
    }
    found
}

impl PaperSource {
    /// The maximum number of each kind per subject.
    fn limit(self) -> Option<usize> {
        match self {
            Self::Year { limit, .. } => limit,
            Self::Mistakes { limit, .. } => Some(limit),
            Self::Mock => None,
        }
    }

    fn covers(self, calendar: i32) -> bool {
        match self {
            Self::Year { year, .. } => year == calendar,
            Self::Mistakes { year, .. } => year.is_none_or(|year| year == calendar),
            Self::Mock => true,
        }
    }
}

impl Blueprint {
    /// Whether it asks for items of this kind.
    fn asks_for(&self, kind: ItemKind) -> bool {
        match kind {
            ItemKind::Choice => matches!(self.exam_type, ExamType::Objective | ExamType::Both),
            ItemKind::Essay => matches!(self.exam_type, ExamType::Theory | ExamType::Both),
        }
    }

    /// Whether `only`, if given, contains this item, and `except` does not. Both lists contain choice items only.
    fn admits<B: ItemBody>(&self, id: &Id<Item<B>>) -> bool {
        let has = |questions: &HashSet<Id<Question>>| {
            B::KIND == ItemKind::Choice && !questions.is_empty() && questions.contains(&id.cast())
        };
        self.only.as_ref().is_none_or(has) && !has(&self.except)
    }

    fn offer<'a, B: ItemBody>(
        &self,
        bank: &'a SubjectPool,
        list: impl Fn(&'a YearPool) -> &'a List<B>,
        mock: usize,
        rng: &mut impl Rng,
    ) -> Offer<'a, B> {
        let wanted = self.asks_for(B::KIND);
        let years = bank.years.iter();
        let years = years.filter(|year| wanted && self.source.covers(year.year));
        let is_mistakes = matches!(self.source, PaperSource::Mistakes { .. });
        if let Some(most) = self.max_questions.filter(|_| wanted && !is_mistakes) {
            let mut units = self.sampled(bank, &list, most);
            if self.source == PaperSource::Mock {
                let alike: HashMap<_, _> = bank.years.iter().flat_map(|year| list(year).likenesses()).collect();
                let mut known: HashSet<u64> = HashSet::new();
                // Years repeat each other's questions. Repeated ones are dropped, except in a group, which needs them
                // for its passage.
                units.retain(|unit| {
                    let keys: Vec<u64> = unit.iter().filter_map(|id| alike.get(*id).copied()).collect();
                    let is_new = unit.len() > 1 || !keys.iter().any(|key| known.contains(key));
                    known.extend(keys);
                    is_new
                });
            }
            let limit = if self.source == PaperSource::Mock { Some(mock) } else { self.source.limit() };
            let wanted = limit.unwrap_or(usize::MAX).min(draw::size(&units));
            return Offer { units, wanted, shuffle: self.shuffle_questions || self.source == PaperSource::Mock };
        }
        let lists: Vec<_> = years.map(|year| list(year)).collect();
        let (units, limit) = match self.source {
            PaperSource::Mock => (self.draw_mock(bank, &lists, mock, rng), None),
            PaperSource::Year { .. } | PaperSource::Mistakes { .. } => {
                let units = lists.iter().flat_map(|list| list.units(self));
                let mut units: Vec<_> = units.collect();
                if self.shuffle_questions {
                    units.shuffle(rng);
                }
                (units, self.source.limit())
            }
        };
        let size = draw::size(&units);
        let wanted = limit.map_or(size, |limit| limit.min(size));
        Offer { units, wanted, shuffle: false }
    }

    /// The items of a mock. If the subject's mocks are balanced, this is the one of several draws whose mean difficulty
    /// is nearest to that of the subject.
    fn draw_mock<'a, B: ItemBody>(
        &self,
        bank: &SubjectPool,
        lists: &[&'a List<B>],
        wanted: usize,
        rng: &mut impl Rng,
    ) -> Vec<Unit<'a, B>> {
        let Some(difficulties) = bank.difficulties.as_ref().filter(|_| B::KIND == ItemKind::Choice) else {
            return draw::at_random(self, lists, wanted, rng);
        };
        let difficulty = |id: &Id<Item<B>>| difficulties.get(&id.cast()).copied().unwrap_or_default();
        let all = mean(lists.iter().flat_map(|list| list.ids()).map(difficulty));
        let draws = (0..DRAWS).map(|_| draw::at_random(self, lists, wanted, rng));
        let off = |units: &Vec<Unit<'a, B>>| (mean(units.iter().flatten().map(|id| difficulty(id))) - all).abs();
        draws.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or_default()
    }

    /// The items of a subject that a trial shows: the first `most` of each year in the order of the bank, newest year
    /// first; of these, the ones of the chosen topics.
    fn sampled<'a, B: ItemBody>(
        &self,
        bank: &'a SubjectPool,
        list: impl Fn(&'a YearPool) -> &'a List<B>,
        most: usize,
    ) -> Vec<Unit<'a, B>> {
        // Excluded questions are removed after sampling, so that no others take their places.
        let of_all_topics =
            Self { topics: HashSet::new(), sections: HashSet::new(), except: HashSet::new(), ..self.clone() };
        let mut years: BTreeMap<Reverse<i32>, Vec<&List<B>>> = BTreeMap::new();
        for year in bank.years.iter().filter(|year| self.source.covers(year.year)) {
            years.entry(Reverse(year.year)).or_default().push(list(year));
        }
        let of_year = |lists: Vec<&'a List<B>>| {
            let all = lists.iter().flat_map(|list| list.units(&of_all_topics)).collect();
            let chosen: HashSet<&Id<Item<B>>> = lists.iter().flat_map(|list| list.units(self)).flatten().collect();
            let sample = draw::fit(all, most).into_iter();
            let sample = sample.filter(move |unit| unit.iter().any(|id| chosen.contains(id)));
            sample.map(move |mut unit| {
                unit.retain(|id| self.admits(id));
                unit
            })
        };
        years.into_values().flat_map(of_year).collect()
    }
}

impl<B: ItemBody> Offer<'_, B> {
    fn fit(self, rng: &mut impl Rng) -> Vec<Id<Item<B>>> {
        let mut units = draw::fit(self.units, self.wanted);
        if self.shuffle {
            units.shuffle(rng);
        }
        units.into_iter().flatten().cloned().collect()
    }
}

/// The mean; 0 without values.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

/// Divides `most` as evenly as possible. Nobody gets more than they want: the rest goes to the others, and a remainder
/// to the first.
fn spread(most: usize, wants: &[usize]) -> Vec<usize> {
    let mut shares = vec![0; wants.len()];
    let mut left = most.min(wants.iter().sum());
    while left > 0 {
        let hungry: Vec<_> = (0..wants.len()).filter(|&place| shares[place] < wants[place]).collect();
        let each = (left / hungry.len()).max(1);
        for place in hungry {
            let more = each.min(wants[place] - shares[place]).min(left);
            shares[place] += more;
            left -= more;
        }
    }
    shares
}

#[cfg(test)]
mod tests;
