//! A large import on its way into the bank.
//!
//! What one transaction writes stays in the engine's memory until its commit, several times as large as the
//! rows themselves. So a plan of more rows than [`LOT`] is first put aside in lots, where nobody sees them; one
//! commit, the *promise*, then says that all of it will be written, and from there on it is, lot by lot, whatever
//! happens to the process meanwhile: whoever opens the store next goes on. Until it is done, the questions of its
//! year take no other change and the year keeps its revision, so that papers are drawn by the index of before.

use std::{collections::HashMap, time::Duration};

use futures::future::try_join_all;
use surrealdb::types::SurrealValue;
use tokio::sync::watch;

use super::{
    Progress, Stage,
    ask::Target,
    imported::Imported,
    plan::{Held, Plan},
    run::LOT,
};
use crate::{
    App, Error, Result,
    accounts::Actor,
    bank::{Question, SubjectYear, Theory},
    catalogue::{Section, University},
    clock::Instant,
    store::{Id, Record, retry_tx},
};

/// Lots that are written at once; what is counted by year is read so (`tallied`).
const LANES: usize = 2;

/// How old rows that were put aside and never promised have to be before they are taken away.
const FORGOTTEN: chrono::Duration = chrono::Duration::days(1);

/// A promised import; its key is its year's, because a year takes one at a time.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct PendingImport {
    id: Id<PendingImport>,
    year: Id<SubjectYear>,
    /// The table of its entries.
    entries: String,
    /// What its lots are called before their number.
    run: String,
    lots: i64,
    /// The sections of the bank that its rows are put in, none of which can be deleted meanwhile.
    sections: Vec<Id<Section>>,
    university: Vec<Id<University>>,
    /// The questions whose key it moves.
    moved: Vec<Id<Question>>,
    created_at: Instant,
}

impl Record for PendingImport {
    const TABLE: &'static str = "pending_import";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS year ON pending_import TYPE record<subject_year> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS sections ON pending_import TYPE array<record<section>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON pending_import TYPE array<record<university>> REFERENCE ON DELETE REJECT;";
}

/// Some entries of an import, as they will be written.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct ImportLot<E: Imported> {
    id: Id<ImportLot<E>>,
    run: String,
    new: Vec<E>,
    changed: Vec<E>,
    created_at: Instant,
}

impl<E: Imported> Record for ImportLot<E> {
    const TABLE: &'static str = "import_lot";
}

#[cfg(test)]
impl PendingImport {
    pub(super) fn run(&self) -> &str {
        &self.run
    }

    pub(super) fn needs(&self, section: &Id<Section>) -> bool {
        self.sections.contains(section)
    }
}

impl<E: Imported> ImportLot<E> {
    pub(super) fn key(run: &str, number: i64) -> Id<Self> {
        Id::new(format!("{run}-{number}"))
    }
}

/// Rows that were put aside. Dropped before they are promised, they go again.
struct Aside {
    app: App,
    run: String,
    lots: i64,
    is_promised: bool,
}

impl Drop for Aside {
    fn drop(&mut self) {
        if self.is_promised || self.lots == 0 {
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
    /// Writes a plan lot by lot. Left before [`Stage::Keeping`] it writes nothing, afterwards all of it.
    pub(super) async fn write_in_lots<E: Imported>(
        &self,
        actor: &Actor,
        target: &Target,
        held: &Held<E>,
        plan: Plan<E>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<()> {
        let total = plan.len();
        let pending = self.promise(actor, target, held, plan, progress).await?;
        let (done, mut heard) = watch::channel(0);
        let (app, actor) = (self.clone(), actor.clone());
        let mut work = std::pin::pin!(self.to_the_end(async move {
            app.finish_import(&actor, &pending, &|rows| done.send_modify(|done| *done += rows)).await
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

    /// Puts a plan aside and promises it.
    pub(super) async fn promise<E: Imported>(
        &self,
        actor: &Actor,
        target: &Target,
        held: &Held<E>,
        mut plan: Plan<E>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<PendingImport> {
        let (total, moved, standing) = (plan.len(), plan.moved(), plan.standing());
        let run = Id::<PendingImport>::random().to_string();
        let mut aside = Aside { app: self.clone(), run, lots: 0, is_promised: false };
        let mut entries = plan.take_entries().peekable();
        let mut done = 0;
        progress(Progress { stage: Stage::Writing, done, total });
        while entries.peek().is_some() {
            let (mut new, mut changed) = (Vec::new(), Vec::new());
            for (is_new, entry) in entries.by_ref().take(LOT) {
                if is_new { &mut new } else { &mut changed }.push(entry);
            }
            done += (new.len() + changed.len()) as u64;
            let (id, run) = (ImportLot::key(&aside.run, aside.lots), aside.run.clone());
            let lot = ImportLot { id, run, new, changed, created_at: self.now() };
            self.store.write("CREATE ONLY $lot.id CONTENT $lot RETURN NONE").bind(("lot", lot)).done().await?;
            aside.lots += 1;
            progress(Progress { stage: Stage::Writing, done, total });
        }

        let mut change = self.change(actor).await?;
        match &held.year {
            Some(year) => year.hold(&change).await?,
            None => target.create_year(&mut change, self.now()).await?,
        }
        target.make_places(&mut change, &standing, plan.topics, plan.sections).await?;
        let pending = PendingImport {
            id: target.year_id.cast(),
            year: target.year_id.clone(),
            entries: E::TABLE.into(),
            run: aside.run.clone(),
            lots: aside.lots,
            sections: standing.sections,
            university: target.universities.clone(),
            moved,
            created_at: self.now(),
        };
        let call = change.query("CREATE ONLY $pending.id CONTENT $pending RETURN NONE");
        call.bind(("pending", pending.clone())).done().await?;
        change.note(target.entry::<E>(&change, &plan.report));
        progress(Progress { stage: Stage::Keeping, done: 0, total });
        // Nobody who leaves now, or is told of a fault, knows whether it is kept.
        aside.is_promised = true;
        let kept = change.commit().await;
        aside.is_promised = !matches!(kept, Err(Error::Contended));
        kept.map(|()| pending)
    }

    /// Writes to their end the imports that were promised at least this long ago and that a process left when it
    /// stopped.
    pub async fn finish_imports(&self, since: Duration) -> Result<()> {
        let before = self.now() - chrono::Duration::from_std(since).unwrap_or(chrono::Duration::MAX);
        let call = self.store.query("SELECT * FROM pending_import WHERE created_at <= $before");
        let left: Vec<PendingImport> = call.bind(("before", before)).all().await?;
        let mut failed = Ok(());
        for pending in left {
            tracing::warn!(year = %pending.year, "an import that was broken off is written to its end");
            // One that cannot be written now keeps no other from it.
            failed = self.finish_import(&Actor::Operator, &pending, &|_| ()).await.and(failed);
        }
        failed
    }

    /// Takes away what was put aside a day ago or earlier and never promised.
    pub async fn tidy_imports(&self) -> Result<()> {
        let sql = "DELETE import_lot WHERE created_at < $before \
            AND run NOT IN (SELECT VALUE run FROM pending_import) RETURN NONE";
        self.store.write(sql).bind(("before", self.now() - FORGOTTEN)).done().await
    }

    async fn finish_import(
        &self,
        actor: &Actor,
        pending: &PendingImport,
        done: &(dyn Fn(u64) + Send + Sync),
    ) -> Result<()> {
        let write = async |lane: usize| {
            for number in (0..pending.lots).skip(lane).step_by(LANES) {
                let (app, actor, run) = (self.clone(), actor.clone(), pending.run.clone());
                let of_questions = pending.entries == Question::TABLE;
                // By itself, because the engine works in the task that asks it.
                let written = self.unparted(async move {
                    if of_questions {
                        app.write_import_lot(&actor, &ImportLot::<Question>::key(&run, number), lane).await
                    } else {
                        app.write_import_lot(&actor, &ImportLot::<Theory>::key(&run, number), lane).await
                    }
                });
                done(written.await?);
            }
            Ok::<_, Error>(())
        };
        try_join_all((0..LANES).map(write)).await?;
        retry_tx(async || self.close_import(actor, pending).await).await?;
        if pending.moved.is_empty() { Ok(()) } else { self.remark_afterwards().await }
    }

    /// Writes a lot, unless somebody else has, beside those of other lanes; how many rows that were.
    pub(super) async fn write_import_lot<E: Imported>(
        &self,
        actor: &Actor,
        id: &Id<ImportLot<E>>,
        lane: usize,
    ) -> Result<u64> {
        retry_tx(async || {
            let mut change = self.change_in(actor, lane).await?;
            let taken = change.query("DELETE $id RETURN BEFORE").bind(("id", id.clone()));
            let Some(lot) = taken.first::<ImportLot<E>>().await? else { return Ok(0) };
            let rows = (lot.new.len() + lot.changed.len()) as u64;
            change.create_all(lot.new, |_| ()).await?;
            let ids: Vec<Id<E>> = lot.changed.iter().map(|entry| entry.id().clone()).collect();
            let stored: Vec<E> = change.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
            let mut stored: HashMap<Id<E>, E> = stored.into_iter().map(|entry| (entry.id().clone(), entry)).collect();
            let changed = lot.changed.into_iter().filter_map(|entry| Some((stored.remove(entry.id())?, entry)));
            change.update_all("import", changed.collect(), |_| ()).await?;
            change.commit().await?;
            Ok(rows)
        })
        .await
    }

    /// Gives the year free, at a new revision.
    async fn close_import(&self, actor: &Actor, pending: &PendingImport) -> Result<()> {
        let mut change = self.change(actor).await?;
        let sql = "DELETE pending_import WHERE id = $id AND run = $run RETURN BEFORE";
        let call = change.query(sql).bind(("id", pending.id.clone())).bind(("run", pending.run.clone()));
        if call.first::<PendingImport>().await?.is_none() {
            // Somebody else has.
            return Ok(());
        }
        let year: SubjectYear = change.find(&pending.year).await?;
        year.raise(&mut change, &pending.university).await?;
        change.note_rekeying(&pending.moved).await?;
        change.commit().await
    }
}
