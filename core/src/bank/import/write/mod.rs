//! Writes a plan, all of it or nothing: a small one in one transaction, a larger one in lots (`lots`), which are
//! accepted and then written to their end (`finish`).

mod accepted;
mod finish;
mod lots;

use super::{
    plan::{Plan, Standing, Stored},
    report::{ImportReport, Progress, Stage},
    target::Target,
};
use crate::{
    App, Error, Result,
    audit::Audit,
    bank::{ItemBody, ItemKind, SubjectYear},
    catalogue::{Section, Topic},
    clock::Instant,
    images::MissingPicture,
    people::Actor,
    records::Change,
    store::Id,
};
pub use accepted::{AcceptedImport, DroppedImport, ImportState, Interrupted};
#[cfg(test)]
pub(in crate::bank) use finish::Lease;
pub(crate) use lots::{ImportLot, PendingImport};

/// Rows that are read, or written, at once: an answer takes several times the memory of what is made of it, and
/// so does what a transaction has not committed.
pub(in crate::bank) const LOT: usize = 250;

impl App {
    /// Returns the pictures that were missing by the time that their rows were written.
    pub(in crate::bank) async fn write_plan<B: ItemBody>(
        &self,
        actor: &Actor,
        target: &Target,
        stored: &Stored<B>,
        plan: Plan<B>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Vec<MissingPicture>> {
        let total = plan.len();
        if total > LOT as u64 {
            return self.write_in_lots(actor, target, stored, plan, progress).await;
        }
        let mut done = 0;
        let mut step = |rows: usize| {
            done += rows as u64;
            progress(Progress { stage: Stage::Writing, done, total });
        };
        step(0);
        let mut change = self.change(actor).await?;
        match &stored.year {
            Some(year) => year.raise(&mut change, &target.universities).await?,
            None => target.create_year(&mut change, true, self.now()).await?,
        }
        let (standing, moved) = (plan.standing(), plan.moved());
        target.make_places(&mut change, &standing, plan.topics, plan.sections).await?;
        change.create_all(plan.new, &mut step).await?;
        change.note_rekeying(&moved).await?;
        change.update_all("import", plan.changed, &mut step).await?;
        change.note(target.entry(B::KIND, &change, &plan.report));
        progress(Progress { stage: Stage::Keeping, done: total, total });
        change.commit().await?;
        if !moved.is_empty() {
            self.remark_afterwards().await?;
        }
        Ok(Vec::new())
    }
}

impl Target {
    /// Makes the year, in use or not; [`Error::Contended`] when somebody else made it meanwhile.
    async fn create_year(&self, change: &mut Change<'_>, status: bool, now: Instant) -> Result<()> {
        let year = SubjectYear {
            id: self.year_id.clone(),
            subject: self.subject.clone(),
            year: self.year,
            university: self.universities.clone(),
            status,
            revision: now.timestamp_millis(),
            version: 0,
            created_at: now,
        };
        let made = change.create_all(vec![year], |_| ()).await;
        made.map_err(|error| if matches!(error, Error::Conflict(_)) { Error::Contended } else { error })
    }

    /// Makes new topics and sections, and keeps what the rows need beside them until the change is kept.
    async fn make_places(
        &self,
        change: &mut Change<'_>,
        standing: &Standing,
        topics: Vec<Topic>,
        sections: Vec<Section>,
    ) -> Result<()> {
        change.lock(self.universities.iter().map(Id::link).collect()).await?;
        standing.lock(change).await?;
        change.create_all(topics, |_| ()).await?;
        change.create_all(sections, |_| ()).await
    }

    /// What the record of changes tells of the import.
    fn entry(&self, kind: ItemKind, change: &Change<'_>, report: &ImportReport) -> Option<Audit> {
        let entry = change.entry("import", kind.table(), &self.year_id)?;
        Some(entry.with("year", self.year).with("new", report.new).with("changed", report.changed))
    }
}

impl Standing {
    /// Keeps all of it until the change is kept; [`Error::Contended`] when some has gone since it was read.
    async fn lock(&self, change: &Change<'_>) -> Result<()> {
        let held: Vec<_> = self.sections.iter().map(Id::link).chain(self.topics.iter().map(Id::link)).collect();
        let wanted = held.len();
        let found = change.lock(held).await?;
        if found.len() < wanted { Err(Error::Contended) } else { Ok(()) }
    }
}
