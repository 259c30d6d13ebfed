//! Initial content (ruling 27): the base content of every installation and, on request, a demo.
//!
//! Every record is looked up before it is created, so seeding again changes nothing, even after edits.

mod base;
mod demo;
mod pages;
mod site;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    App, Error, Result,
    audit::Audit,
    bank::import::{Progress, Stage},
    messages,
    people::Actor,
    records::Entity,
    store::{Id, retry_tx},
};

/// The size of the demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DemoSize)]
pub enum Demo {
    /// One year of eight banks: enough to try each exam, and quick to seed.
    Small,
    /// Several subjects per exam, each with enough questions for a mock.
    Full,
}

/// The result of seeding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeedReport {
    /// The number of new records.
    pub created: u64,
    /// The number of imported questions and theory questions.
    pub questions: u64,
    /// The demo accounts; empty without a demo.
    pub accounts: Vec<SeedAccount>,
}

/// A demo account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeedAccount {
    pub email: String,
    /// `student`, `admin` or `super-admin`.
    pub role: String,
    /// Only for a new account; it is not stored.
    pub password: Option<String>,
}

impl App {
    /// Creates the initial records that are missing and, with `demo`, a catalogue with banks and accounts. `progress`
    /// counts the steps.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator or a super admin; [`Error::Invalid`] on `password` if the demo
    /// password of the settings is too weak.
    pub async fn seed(
        &self,
        actor: &Actor,
        demo: Option<Demo>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<SeedReport> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let total = demo.map_or(0, demo::steps) + 1;
        let step = |done: u64| progress(Progress { stage: Stage::Writing, done, total });
        let mut report = SeedReport::default();
        step(0);
        self.seed_base(&mut report).await?;
        step(1);
        if let Some(demo) = demo {
            self.seed_demo(actor, demo, &mut report, &|done| step(done + 1)).await?;
        }
        self.note_seed(actor, "seed", &report).await?;
        Ok(report)
    }

    /// Stores the current countries; returns how many entries were added or changed.
    pub async fn seed_countries(&self, actor: &Actor) -> Result<SeedReport> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let report = SeedReport { created: self.write_countries().await?, ..SeedReport::default() };
        self.note_seed(actor, "seed-countries", &report).await?;
        Ok(report)
    }

    async fn note_seed(&self, actor: &Actor, action: &str, report: &SeedReport) -> Result<()> {
        if report.created + report.questions == 0 {
            return Ok(());
        }
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let entry = change.entry(action, "store", "");
            let counted = |entry: Audit| entry.with("created", report.created).with("questions", report.questions);
            change.note(entry.map(counted));
            change.commit().await
        })
        .await
    }

    /// The first record that matches `clause`, or a new one.
    async fn ensure<E: Entity>(&self, report: &mut SeedReport, clause: &str, wanted: E) -> Result<Id<E>> {
        let sql = format!("SELECT VALUE id FROM {} WHERE {clause} LIMIT 1", E::TABLE);
        let found: Option<Id<E>> = self.store.query(&sql).bind(("wanted", wanted.clone())).first().await?;
        if let Some(found) = found {
            return Ok(found);
        }
        // The records and their audit entries are one commit.
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            change.create(&wanted).await?;
            change.commit().await
        })
        .await?;
        report.created += 1;
        Ok(wanted.id().clone())
    }
}
