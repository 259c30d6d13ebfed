//! Writes a plan, all of it or nothing: a small one in one transaction, a larger one in batches (`batches`), which are
//! accepted and then finished (`finish`).

mod accepted;
mod batches;
mod finish;

use super::{
    plan::{ExistingPlaces, Plan, Stored},
    report::{ImportReport, Progress, Stage},
    target::Target,
};
use crate::{
    App, Error, Result,
    audit::Audit,
    bank::{ItemBody, ItemKind, SubjectYear, SubjectYearInput},
    catalogue::{Section, Topic},
    clock::Instant,
    images::MissingPicture,
    people::Actor,
    records::{Change, Stored as _},
    store::Id,
};
pub use accepted::{AcceptedImport, DroppedImport, ImportState, Interrupted};
pub(crate) use batches::{ImportBatch, PendingImport};
#[cfg(test)]
pub(in crate::bank) use finish::Lease;

/// Rows per batch when reading and writing. Responses and open transactions take several times the memory of their
/// rows.
pub(in crate::bank) const BATCH: usize = 250;

impl App {
    /// Writes a plan. Returns the pictures that were missing when their rows were written.
    pub(in crate::bank) async fn write_plan<B: ItemBody>(
        &self,
        actor: &Actor,
        target: &Target,
        stored: &Stored<B>,
        plan: Plan<B>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Vec<MissingPicture>> {
        let total = plan.len();
        if total > BATCH as u64 {
            return self.write_in_batches(actor, target, stored, plan, progress).await;
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
        let (existing, moved) = (plan.existing_places(), plan.moved());
        target.make_places(&mut change, &existing, plan.topics, plan.sections).await?;
        change.create_all(plan.new, &mut step).await?;
        change.queue_rescoring(&moved).await?;
        change.keep_versions(&plan.changed).await?;
        change.update_all("import", plan.changed, &mut step).await?;
        change.note(target.entry(B::KIND, &change, &plan.report));
        progress(Progress { stage: Stage::Keeping, done: total, total });
        change.commit().await?;
        if !moved.is_empty() {
            self.spawn_rescoring().await?;
        }
        Ok(Vec::new())
    }
}

impl Target {
    /// Creates the year, active or not; [`Error::Contended`] if somebody else created it meanwhile.
    async fn create_year(&self, change: &mut Change<'_>, status: bool, now: Instant) -> Result<()> {
        let (subject, university) = (self.subject.clone(), self.universities.clone());
        let form = SubjectYearInput { subject, year: self.year, university, status: Some(status) };
        let (id, revision) = (self.year_id.clone(), now.timestamp_millis());
        let year = SubjectYear { id, revision, ..SubjectYear::new(form, now) };
        let made = change.create_all(vec![year], |_| ()).await;
        made.map_err(|error| if matches!(error, Error::Conflict(_)) { Error::Contended } else { error })
    }

    /// Creates topics and sections, and locks the existing ones that the rows need until the commit.
    async fn make_places(
        &self,
        change: &mut Change<'_>,
        existing: &ExistingPlaces,
        topics: Vec<Topic>,
        sections: Vec<Section>,
    ) -> Result<()> {
        change.lock(self.universities.iter().map(Id::link).collect()).await?;
        existing.lock(change).await?;
        change.create_all(topics, |_| ()).await?;
        change.create_all(sections, |_| ()).await
    }

    /// The audit entry of the import.
    fn entry(&self, kind: ItemKind, change: &Change<'_>, report: &ImportReport) -> Option<Audit> {
        let entry = change.entry("import", kind.table(), &self.year_id)?;
        Some(entry.with("year", self.year).with("new", report.new).with("changed", report.changed))
    }
}

impl ExistingPlaces {
    /// Locks all of it until the commit; [`Error::Contended`] if some was deleted since it was read.
    async fn lock(&self, change: &Change<'_>) -> Result<()> {
        let held: Vec<_> = self.sections.iter().map(Id::link).chain(self.topics.iter().map(Id::link)).collect();
        let wanted = held.len();
        let found = change.lock(held).await?;
        if found.len() < wanted { Err(Error::Contended) } else { Ok(()) }
    }
}
