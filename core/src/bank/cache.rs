//! The question bank in memory. It is read a thousand times more often than written.
//!
//! Caches the index of each used subject-year, from which papers are drawn, and the questions that were read. Each
//! entry has the revision of its year. Each use compares it with the store, so that several servers over one store
//! agree.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use futures::{StreamExt as _, TryStreamExt as _, stream};
use moka::future::Cache;
use tokio::sync::Mutex;

use super::{
    ChoiceBody, EssayBody, Item, ItemBody, SubjectYear, paper,
    shelf::{Shelf, YearRow},
};
use crate::{
    App, Error, Result,
    cached::get_or_read,
    catalogue::{Subject, University},
    store::Id,
};

/// Years that are read in parallel for one caller. The first caller at a revision reads all questions of the year.
const AT_ONCE: usize = 2;
/// The cache's overhead per entry including its key, in bytes.
const OVERHEAD: usize = 250;

/// The index of one subject-year at one revision.
#[derive(Debug)]
pub struct YearBank {
    pub id: Id<SubjectYear>,
    pub revision: i64,
    pub pool: Arc<paper::YearPool>,
}

/// Years and questions in memory, up to a number of bytes. Beyond that, the least used ones are dropped.
pub struct Bank {
    years: Cache<Id<SubjectYear>, Arc<YearBank>>,
    pub(super) questions: ItemCache<ChoiceBody>,
    pub(super) theories: ItemCache<EssayBody>,
    /// The years of each subject, if no other server can change them.
    pub(super) shelves: Cache<Id<Subject>, Arc<Shelf>>,
    /// Locked while questions are read from the store.
    reading: Mutex<()>,
    /// Locked while changed subjects are checked.
    pub(super) checking: Mutex<()>,
    reads: AtomicU64,
    hits: AtomicU64,
}

/// The items of a kind in memory.
pub type ItemCache<B> = Cache<Id<Item<B>>, CachedItem<B>>;

/// An item as of a revision of its year, or later.
pub struct CachedItem<B: ItemBody> {
    item: Arc<Item<B>>,
    revision: i64,
}

impl<B: ItemBody> Clone for CachedItem<B> {
    fn clone(&self) -> Self {
        Self { item: self.item.clone(), ..*self }
    }
}

/// Items by their ids.
pub(crate) type ItemsById<B> = HashMap<Id<Item<B>>, Arc<Item<B>>>;

/// The years of a paper with the revisions at which they were read.
pub(crate) type Revisions = HashMap<Id<SubjectYear>, i64>;

impl Bank {
    /// An empty bank that takes at most `memory` bytes.
    pub fn new(memory: u64) -> Self {
        Self {
            years: cache(memory / 4, |year: &Arc<YearBank>| size_of::<YearBank>() + year.pool.bytes()),
            questions: cache(memory / 8 * 5, |kept: &CachedItem<ChoiceBody>| kept.item.bytes()),
            theories: cache(memory / 16, |kept: &CachedItem<EssayBody>| kept.item.bytes()),
            shelves: cache(memory / 16, |shelf: &Arc<Shelf>| shelf.bytes()),
            reading: Mutex::new(()),
            checking: Mutex::new(()),
            reads: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        }
    }

    /// The number of years and questions read from the store so far. It keeps growing if the memory is too small.
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// The number of years and questions found in memory so far.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Its current size in bytes, as estimated by the weighers.
    pub async fn bytes(&self) -> u64 {
        self.years.run_pending_tasks().await;
        self.questions.run_pending_tasks().await;
        self.theories.run_pending_tasks().await;
        self.shelves.run_pending_tasks().await;
        let items = self.questions.weighted_size() + self.theories.weighted_size();
        self.shelves.weighted_size() + self.years.weighted_size() + items
    }

    /// Drops everything.
    pub fn clear(&self) {
        self.years.invalidate_all();
        self.questions.invalidate_all();
        self.theories.invalidate_all();
        self.shelves.invalidate_all();
    }

    /// Puts the items that are cached and current into `found`, and returns the ids of the others.
    async fn take_cached<B: ItemBody>(
        &self,
        ids: Vec<Id<Item<B>>>,
        revisions: &Revisions,
        found: &mut ItemsById<B>,
    ) -> Vec<Id<Item<B>>> {
        let mut missing = Vec::new();
        for id in ids {
            let held = B::cache(self).get(&id).await;
            let is_current = |held: &CachedItem<B>| {
                revisions.get(&held.item.year).is_some_and(|&revision| held.revision >= revision)
            };
            match held.filter(is_current) {
                Some(held) => drop(found.insert(id, held.item)),
                None => missing.push(id),
            }
        }
        missing
    }

    fn count_hits(&self, hits: usize) {
        self.hits.fetch_add(u64::try_from(hits).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn count_read(&self) {
        self.reads.fetch_add(1, Ordering::Relaxed);
    }
}

fn cache<K, V>(memory: u64, bytes: impl Fn(&V) -> usize + Send + Sync + 'static) -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    let weigh = move |_: &K, value: &V| u32::try_from(OVERHEAD + bytes(value)).unwrap_or(u32::MAX);
    Cache::builder().max_capacity(memory).weigher(weigh).build()
}

impl App {
    /// The active years of these subjects, or only one calendar year, newest first. The caller has checked that the
    /// subjects are active: a question counts if it, its subject-year and its subject are active (ruling 20).
    pub async fn active_years(
        &self,
        subjects: &[Id<Subject>],
        university: Option<&Id<University>>,
        year: Option<i64>,
    ) -> Result<Vec<(Id<Subject>, Arc<YearBank>)>> {
        let mut years = self.years_in_use(subjects, year).await?;
        years.retain(|year| university.is_none_or(|one| year.university.is_empty() || year.university.contains(one)));
        let banks = years.into_iter().map(|year| async move {
            let bank = self.year_bank(&year).await?;
            Ok::<_, Error>((year.subject, bank))
        });
        stream::iter(banks).buffered(AT_ONCE).try_collect().await
    }

    async fn year_bank(&self, year: &YearRow) -> Result<Arc<YearBank>> {
        let was_read = AtomicBool::new(false);
        let read = async {
            self.bank.count_read();
            was_read.store(true, Ordering::Relaxed);
            let (pool, revision) = self.year_index(&year.id, year.year, year.revision).await?;
            Ok(Some(Arc::new(YearBank { id: year.id.clone(), revision, pool: Arc::new(pool) })))
        };
        let is_current = |held: &Arc<YearBank>| held.revision >= year.revision;
        let bank = get_or_read(&self.bank.years, &year.id, is_current, read).await?;
        self.bank.count_hits(usize::from(!was_read.load(Ordering::Relaxed)));
        bank.ok_or(Error::NotFound("Subject year"))
    }

    /// The items with these ids, active or not, as of these revisions of their years or later. Deleted ones are
    /// missing.
    pub(crate) async fn bank_items<B: ItemBody>(
        &self,
        ids: Vec<Id<Item<B>>>,
        revisions: &Revisions,
    ) -> Result<ItemsById<B>> {
        let mut found = HashMap::with_capacity(ids.len());
        let missing = self.bank.take_cached(ids, revisions, &mut found).await;
        if missing.is_empty() {
            self.bank.count_hits(found.len());
            return Ok(found);
        }
        // One caller reads at a time, so that items which several callers miss at the same moment are read once. It
        // reads them with one statement, because one statement per item costs several times as much.
        let _reading = self.bank.reading.lock().await;
        let missing = self.bank.take_cached(missing, revisions, &mut found).await;
        self.bank.count_hits(found.len());
        if missing.is_empty() {
            return Ok(found);
        }
        let read: Vec<Item<B>> = self.store.query("SELECT * FROM $ids").bind(("ids", missing)).all().await?;
        for item in read {
            self.bank.count_read();
            let (id, item) = (item.id.clone(), Arc::new(item));
            // The cache entry needs a revision; without one, the item would never count as current.
            if let Some(revision) = revisions.get(&item.year).copied() {
                B::cache(&self.bank).insert(id.clone(), CachedItem { item: item.clone(), revision }).await;
            }
            found.insert(id, item);
        }
        Ok(found)
    }
}

impl<B: ItemBody> Item<B> {
    /// Its size in memory, in bytes.
    fn bytes(&self) -> usize {
        let own = [&self.title, &self.question, &self.identity].into_iter().chain(&self.logo).map(String::capacity);
        let group = self.body.as_choice().and_then(|choice| choice.group.as_deref()).map_or(0, str::len);
        size_of::<Self>()
            + own.sum::<usize>()
            + self.body.texts().iter().map(|(_, text)| text.len()).sum::<usize>()
            + group
            + self.provenance.bytes()
            + size_of_val(self.body.options())
            + self.university.capacity() * size_of::<Id<University>>()
    }
}
