//! Counts the active questions that each exam offers.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use tokio::sync::Mutex;
use utoipa::ToSchema;

use super::paper::{self, Blueprint, ExamType, PaperSource, SubjectPool};
use crate::{
    App, Result,
    catalogue::{Course, Exam, POST_UTME, Subject, University},
    clock::Instant,
    records::counter_value,
    store::Id,
};

/// How long the sizes are cached if another server may change the bank.
const AGE: TimeDelta = TimeDelta::seconds(5);

/// The number of subjects, years and questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BankSize {
    /// Subjects with at least one question.
    pub subjects: usize,
    /// Calendar years, over all subjects.
    pub years: usize,
    /// Objective and theory questions.
    pub questions: i64,
}

/// The amount of questions that an exam offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExamSize {
    pub exam: Id<Exam>,
    #[serde(flatten)]
    pub size: BankSize,
    /// The courses with a question in this exam.
    pub courses: Vec<Id<Course>>,
    /// The universities with a question; for POST UTME alone.
    pub universities: Vec<UniversitySize>,
}

/// The questions that a university offers in POST UTME.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UniversitySize {
    pub university: Id<University>,
    #[serde(flatten)]
    pub size: BankSize,
}

/// The cached sizes of all exams.
#[derive(Default)]
pub(crate) struct Sizes(Mutex<Option<CachedSizes>>);

struct CachedSizes {
    edits: u64,
    at: Instant,
    sizes: Arc<Vec<ExamSize>>,
}

/// An active year of an active subject, with its number of active questions.
#[derive(Clone, SurrealValue)]
struct Year {
    subject: Id<Subject>,
    exam: Id<Exam>,
    courses: Vec<Id<Course>>,
    has_universities: bool,
    year: i64,
    university: Vec<Id<University>>,
    questions: i64,
    theories: i64,
}

impl App {
    /// The size of each exam that has questions.
    ///
    /// Cached until the back office changes something, or for five seconds if other servers may change it.
    pub async fn bank_sizes(&self) -> Result<Arc<Vec<ExamSize>>> {
        // The lock makes concurrent callers wait for one count.
        let mut kept = self.sizes.0.lock().await;
        let (edits, at) = (self.edits(), self.now());
        let is_fresh =
            |kept: &&CachedSizes| kept.edits == edits && (self.store.is_exclusive() || (at - kept.at).abs() < AGE);
        if let Some(kept) = kept.as_ref().filter(is_fresh) {
            return Ok(kept.sizes.clone());
        }
        let sizes = Arc::new(self.count_sizes().await?);
        *kept = Some(CachedSizes { edits, at, sizes: sizes.clone() });
        Ok(sizes)
    }

    /// The size of an exam's bank, limited to a university if one is given; `None` if it has no question.
    pub(crate) async fn bank_size(
        &self,
        exam: &Id<Exam>,
        university: Option<&Id<University>>,
    ) -> Result<Option<BankSize>> {
        let sizes = self.bank_sizes().await?;
        let found = sizes.iter().find(|one| one.exam == *exam);
        Ok(found.and_then(|one| match university {
            Some(university) => {
                one.universities.iter().find(|place| place.university == *university).map(|place| place.size)
            }
            None => Some(one.size),
        }))
    }

    async fn count_sizes(&self) -> Result<Vec<ExamSize>> {
        let sql = concat!(
            "SELECT subject, subject.exam AS exam, subject.course AS courses, \
             subject.exam.slug = $post_utme AS has_universities, year, university, ",
            counter_value!("active-questions"),
            " AS questions, ",
            counter_value!("active-theories"),
            " AS theories FROM subject_year WHERE status = true AND subject.status = true; \
            SELECT VALUE id FROM university WHERE status = true;"
        );
        let mut found = self.store.query(sql).bind(("post_utme", POST_UTME)).checked().await?;
        let (years, places): (Vec<Year>, Vec<Id<University>>) = (found.take(0)?, found.take(1)?);
        let mut exams: BTreeMap<Id<Exam>, Vec<Year>> = BTreeMap::new();
        for year in years.into_iter().filter(|year| year.questions + year.theories > 0) {
            exams.entry(year.exam.clone()).or_default().push(year);
        }
        let mut sizes = Vec::with_capacity(exams.len());
        for (exam, years) in exams {
            let courses: BTreeSet<_> = years.iter().flat_map(|year| year.courses.clone()).collect();
            let mut universities = Vec::new();
            for place in places.iter().filter(|_| years.iter().any(|year| year.has_universities)) {
                let size = self.size_at(place, &years).await?;
                universities.extend(size.map(|size| UniversitySize { university: place.clone(), size }));
            }
            let size = size_of(years.iter().map(|year| (year, year.questions + year.theories)));
            sizes.push(ExamSize { exam, size, courses: courses.into_iter().collect(), universities });
        }
        Ok(sizes)
    }

    /// The size of a university's bank. A year that names universities is counted question by question, because a
    /// question may belong to only one of them.
    async fn size_at(&self, university: &Id<University>, years: &[Year]) -> Result<Option<BankSize>> {
        let open = years.iter().filter(|year| year.university.is_empty());
        let mut counts: Vec<(&Year, i64)> = open.map(|year| (year, year.questions + year.theories)).collect();
        let named: Vec<&Year> = years.iter().filter(|year| year.university.contains(university)).collect();
        let subjects: HashSet<_> = named.iter().map(|year| year.subject.clone()).collect();
        let subjects: Vec<_> = subjects.into_iter().collect();
        let mut pools: HashMap<(Id<Subject>, i64), SubjectPool> = HashMap::new();
        for (subject, bank) in self.active_years(&subjects, Some(university), None).await? {
            let year = i64::from(bank.pool.year());
            let years = vec![bank.pool.clone()];
            let pool = SubjectPool {
                subject: subject.clone(),
                years,
                mock_questions: 0,
                mock_theories: 0,
                difficulties: None,
            };
            pools.insert((subject, year), pool);
        }
        for year in named {
            if let Some(pool) = pools.get(&(year.subject.clone(), year.year)) {
                counts.push((year, count_at(university, pool)));
            }
        }
        counts.retain(|(_, count)| *count > 0);
        Ok((!counts.is_empty()).then(|| size_of(counts.into_iter())))
    }
}

/// The questions of a pool that are open at a university.
fn count_at(university: &Id<University>, pool: &SubjectPool) -> i64 {
    let blueprint = Blueprint {
        exam_type: ExamType::Both,
        source: PaperSource::Mock,
        university: Some(university.clone()),
        topics: HashSet::new(),
        sections: HashSet::new(),
        shuffle_questions: false,
        max_questions: None,
        only: None,
        except: HashSet::new(),
        first: HashSet::new(),
    };
    let counts = paper::available(&blueprint, std::slice::from_ref(pool));
    counts.iter().map(|one| i64::try_from(one.questions + one.theories).unwrap_or(i64::MAX)).sum()
}

fn size_of<'a>(years: impl Iterator<Item = (&'a Year, i64)>) -> BankSize {
    let (mut subjects, mut calendar, mut questions) = (HashSet::new(), HashSet::new(), 0);
    for (year, count) in years {
        subjects.insert(&year.subject);
        calendar.insert(year.year);
        questions += count;
    }
    BankSize { subjects: subjects.len(), years: calendar.len(), questions }
}
