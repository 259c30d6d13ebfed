//! Protects pictures from deletion while a backup is made. Within a process a permit does this
//! ([`App::backup_seat`](crate::app::Parts)); for other servers over the same database, which may share a bucket or
//! folder, a row does.

use chrono::Duration;
use surrealdb::types::SurrealValue;

use crate::{
    App, Result,
    clock::Instant,
    store::{Id, Record, retry_tx},
};

/// The longest protection, in case the server dies.
const LONGEST: Duration = Duration::hours(2);

/// A backup that is being made.
#[derive(SurrealValue)]
pub(crate) struct BackupLease {
    id: Id<Self>,
    until: Instant,
}

impl Record for BackupLease {
    const TABLE: &'static str = "backup_lease";
}

/// Given back when it is dropped.
pub(super) struct LeaseGuard(App, Id<BackupLease>);

impl Drop for LeaseGuard {
    fn drop(&mut self) {
        let (app, id) = (self.0.clone(), self.1.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { app.store.write("DELETE $id RETURN NONE").bind(("id", id)).done().await });
        }
    }
}

impl App {
    /// Keeps all pictures, at every server of this store, for as long as what is returned is held. An embedded store
    /// has one server, and a backup of it can be made while its disk is full.
    pub(super) async fn keep_pictures(&self) -> Result<Option<LeaseGuard>> {
        if self.store.is_exclusive() {
            return Ok(None);
        }
        let lease = BackupLease { id: Id::random(), until: self.now() + LONGEST };
        let id = lease.id.clone();
        let sql =
            "DELETE backup_lease WHERE until < $now RETURN NONE; CREATE ONLY $lease.id CONTENT $lease RETURN NONE";
        let (now, lease) = (self.now(), lease.into_value());
        // One commit: whoever comes late to delete an old one would find the new one kept already, and try again.
        retry_tx(async || {
            let tx = self.store.begin().await?;
            tx.query(sql).bind(("now", now)).bind(("lease", lease.clone())).done().await?;
            tx.commit().await
        })
        .await?;
        Ok(Some(LeaseGuard(self.clone(), id)))
    }

    /// Whether a backup is being made at some server of this store.
    pub(crate) async fn is_backed_up(&self) -> Result<bool> {
        let now = self.now();
        let sql = "SELECT VALUE id FROM backup_lease WHERE until > $now AND until <= $latest LIMIT 1";
        let held = self.store.query(sql).bind(("now", now)).bind(("latest", now + LONGEST * 2));
        Ok(held.first::<Id<BackupLease>>().await?.is_some())
    }
}
