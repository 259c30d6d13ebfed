//! A large import in batches.
//!
//! A transaction stays in memory until its commit, at several times the size of its rows. So a plan with more than
//! [`BATCH`] rows is first stored in invisible batches; one commit then *accepts* the import. From then on it is
//! written batch by batch, whatever happens to this process (`finish`). Until it is finished, the year accepts no
//! other change and keeps its revision, so that papers are drawn from the index of before. A year that the import
//! creates is inactive until its last row is written.

use surrealdb::types::SurrealValue;
use tokio::sync::watch;

use super::{
    BATCH,
    finish::{LEASE, Lease},
};
use crate::{
    App, Error, Result,
    audit::Cause,
    bank::{
        Item, ItemBody, ItemKind, Question, SubjectYear,
        import::{
            plan::{Plan, Stored},
            report::{Progress, Stage},
            target::Target,
        },
    },
    catalogue::{Section, University},
    clock::Instant,
    images::MissingPicture,
    people::Actor,
    store::{Id, Record},
};

/// Stored batches that were not accepted are deleted at this age.
const FORGOTTEN: chrono::Duration = chrono::Duration::days(1);

/// An accepted import; its key is its year's, because a year takes one at a time.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct PendingImport {
    pub(in crate::bank) id: Id<PendingImport>,
    pub(in crate::bank) year: Id<SubjectYear>,
    /// The table of its items.
    pub(in crate::bank) entries: String,
    /// The prefix of its batches' keys.
    pub(in crate::bank) run: String,
    #[surreal(rename = "lots")]
    pub(in crate::bank) batches: i64,
    /// The number of its rows; 0 for imports of earlier releases.
    #[surreal(default)]
    pub(in crate::bank) rows: i64,
    /// Who accepted it, and in which request.
    #[surreal(default)]
    pub(in crate::bank) cause: Cause,
    /// Whether it created its year, which it activates at its end.
    #[surreal(default)]
    pub(in crate::bank) is_new_year: bool,
    /// The stored sections of its rows, which cannot be deleted meanwhile.
    pub(in crate::bank) sections: Vec<Id<Section>>,
    pub(in crate::bank) university: Vec<Id<University>>,
    /// The questions whose key it changes.
    pub(in crate::bank) moved: Vec<Id<Question>>,
    pub(in crate::bank) created_at: Instant,
    /// The worker that writes it, if one does.
    #[surreal(default)]
    pub(in crate::bank) worker: Option<String>,
    /// The process of that worker, or of the last one.
    #[surreal(default)]
    pub(in crate::bank) process: Option<String>,
    /// The end of the lease, or of the pause after a failure. Until then no other worker takes it.
    #[surreal(default)]
    pub(in crate::bank) until: Option<Instant>,
    /// The number of failures, except those of an unavailable store.
    #[surreal(default)]
    pub(in crate::bank) failures: i64,
    /// The reason for the last failure.
    #[surreal(default)]
    pub(in crate::bank) problem: Option<String>,
}

impl Record for PendingImport {
    const TABLE: &'static str = "pending_import";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS year ON pending_import TYPE record<subject_year> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS sections ON pending_import TYPE array<record<section>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON pending_import TYPE array<record<university>> REFERENCE ON DELETE REJECT;";
}

/// A batch of an accepted import's items, as they will be written.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct ImportBatch<B: ItemBody> {
    id: Id<ImportBatch<B>>,
    run: String,
    pub(in crate::bank) new: Vec<Item<B>>,
    pub(in crate::bank) changed: Vec<Item<B>>,
    created_at: Instant,
}

impl<B: ItemBody> Record for ImportBatch<B> {
    const TABLE: &'static str = "import_lot";
}

impl PendingImport {
    /// The kind of its items.
    pub(in crate::bank) fn kind(&self) -> ItemKind {
        if self.entries == ItemKind::Choice.table() { ItemKind::Choice } else { ItemKind::Essay }
    }

    #[cfg(test)]
    pub(in crate::bank) fn needs(&self, section: &Id<Section>) -> bool {
        self.sections.contains(section)
    }
}

impl<B: ItemBody> ImportBatch<B> {
    pub(in crate::bank) fn key(run: &str, number: i64) -> Id<Self> {
        Id::new(format!("{run}-{number}"))
    }
}

/// Stored batches that are not accepted yet. If dropped before that, they are deleted.
struct StoredBatches {
    app: App,
    run: String,
    count: i64,
    is_accepted: bool,
}

impl Drop for StoredBatches {
    fn drop(&mut self) {
        if self.is_accepted || self.count == 0 {
            return;
        }
        let (app, run) = (self.app.clone(), self.run.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let call = app.store.write("DELETE import_lot WHERE run = $run RETURN NONE").bind(("run", run));
                call.done().await
            });
        }
    }
}

impl App {
    /// Writes a plan in batches. If dropped before [`Stage::Keeping`] it writes nothing, afterwards all of it. Returns
    /// the pictures that were missing when their rows were written.
    pub(in crate::bank) async fn write_in_batches<B: ItemBody>(
        &self,
        actor: &Actor,
        target: &Target,
        stored: &Stored<B>,
        plan: Plan<B>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Vec<MissingPicture>> {
        let total = plan.len();
        let (pending, lease) = self.accept(actor, target, stored, plan, progress).await?;
        let (done, mut heard) = watch::channel(0);
        let app = self.clone();
        let mut work = std::pin::pin!(self.spawn_uncancelled(async move {
            app.finish_import(&pending, &lease, &|rows| done.send_modify(|done| *done += rows)).await
        }));
        loop {
            tokio::select! {
                finished = &mut work => return finished,
                Ok(()) = heard.changed() => {
                    let done = *heard.borrow_and_update();
                    progress(Progress { stage: Stage::Keeping, done, total });
                }
            }
        }
    }

    /// Stores the items of a plan in batches that nobody sees before they are accepted.
    async fn store_batches<B: ItemBody>(
        &self,
        plan: &mut Plan<B>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<StoredBatches> {
        let run = Id::<PendingImport>::random().to_string();
        let mut batches = StoredBatches { app: self.clone(), run, count: 0, is_accepted: false };
        let (total, mut done) = (plan.len(), 0);
        progress(Progress { stage: Stage::Writing, done, total });
        let mut items = plan.take_items().peekable();
        while items.peek().is_some() {
            let (mut new, mut changed) = (Vec::new(), Vec::new());
            for (is_new, item) in items.by_ref().take(BATCH) {
                if is_new { &mut new } else { &mut changed }.push(item);
            }
            done += (new.len() + changed.len()) as u64;
            let (id, run) = (ImportBatch::key(&batches.run, batches.count), batches.run.clone());
            let batch = ImportBatch { id, run, new, changed, created_at: self.now() };
            self.store.write("CREATE ONLY $batch.id CONTENT $batch RETURN NONE").bind(("batch", batch)).done().await?;
            batches.count += 1;
            progress(Progress { stage: Stage::Writing, done, total });
        }
        Ok(batches)
    }

    /// Stores a plan in batches and accepts it. Returns the lease under which the caller writes it.
    pub(in crate::bank) async fn accept<B: ItemBody>(
        &self,
        actor: &Actor,
        target: &Target,
        stored: &Stored<B>,
        mut plan: Plan<B>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<(PendingImport, Lease)> {
        let (total, moved, existing) = (plan.len(), plan.moved(), plan.existing_places());
        let mut batches = self.store_batches(&mut plan, progress).await?;
        if let Some(year) = &stored.year {
            // Store the year's index now, so that nobody builds it from a part of the new rows.
            self.ensure_year_index(&year.id, year.year, year.revision).await?;
        }
        let mut change = self.change(actor).await?;
        match &stored.year {
            Some(year) => year.lock(&change).await?,
            None => target.create_year(&mut change, false, self.now()).await?,
        }
        target.make_places(&mut change, &existing, plan.topics, plan.sections).await?;
        let lease = Lease::new(target.year_id.cast());
        let pending = PendingImport {
            id: target.year_id.cast(),
            year: target.year_id.clone(),
            entries: B::KIND.table().into(),
            run: batches.run.clone(),
            batches: batches.count,
            rows: i64::try_from(total).unwrap_or(i64::MAX),
            cause: Cause::of(actor),
            is_new_year: stored.year.is_none(),
            sections: existing.sections,
            university: target.universities.clone(),
            moved,
            created_at: self.now(),
            worker: Some(lease.worker.clone()),
            process: Some(self.instance.clone()),
            until: Some(self.now() + LEASE),
            failures: 0,
            problem: None,
        };
        let call = change.query("CREATE ONLY $pending.id CONTENT $pending RETURN NONE");
        call.bind(("pending", pending.clone())).done().await?;
        change.note(target.entry(B::KIND, &change, &plan.report));
        progress(Progress { stage: Stage::Keeping, done: 0, total });
        // A caller who disconnects now, or gets an error, cannot know whether the commit succeeded.
        batches.is_accepted = true;
        let kept = change.commit().await;
        batches.is_accepted = !matches!(kept, Err(Error::Contended));
        kept.map(|()| (pending, lease))
    }

    /// Deletes batches that were stored a day ago or earlier and never accepted.
    pub async fn delete_abandoned_imports(&self) -> Result<()> {
        let sql = "DELETE import_lot WHERE created_at < $before \
            AND run NOT IN (SELECT VALUE run FROM pending_import) RETURN NONE";
        self.store.write(sql).bind(("before", self.now() - FORGOTTEN)).done().await
    }
}
