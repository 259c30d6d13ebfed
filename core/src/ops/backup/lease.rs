//! Protects pictures from deletion while a backup is made. Within a process a permit does this
//! ([`App::backup_permit`](crate::app::Parts)); for other servers over the same database, which may share a bucket or
//! folder, a row does.

use chrono::Duration;
use surrealdb::types::SurrealValue;

use crate::{
    App, Result,
    clock::Instant,
    store::{Id, Record, retry_tx},
};

/// The longest protection, in case the server dies.
const MAX_LEASE: Duration = Duration::hours(2);

/// A backup in progress.
#[derive(SurrealValue)]
pub(crate) struct BackupLease {
    id: Id<Self>,
    until: Instant,
}

impl Record for BackupLease {
    const TABLE: &'static str = "backup_lease";
}

/// Released when dropped.
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
    /// Prevents deletion of pictures on all servers of this store while the returned guard is held. An embedded store
    /// has only one server, and can be backed up while its disk is full.
    pub(super) async fn prevent_deletion_of_pictures(&self) -> Result<Option<LeaseGuard>> {
        if self.store.is_exclusive() {
            return Ok(None);
        }
        let lease = BackupLease { id: Id::random(), until: self.now() + MAX_LEASE };
        let id = lease.id.clone();
        let sql =
            "DELETE backup_lease WHERE until < $now RETURN NONE; CREATE ONLY $lease.id CONTENT $lease RETURN NONE";
        let (now, lease) = (self.now(), lease.into_value());
        // One commit: a server that is about to delete a picture conflicts with this and checks again.
        retry_tx(async || {
            let tx = self.store.begin().await?;
            tx.query(sql).bind(("now", now)).bind(("lease", lease.clone())).done().await?;
            tx.commit().await
        })
        .await?;
        Ok(Some(LeaseGuard(self.clone(), id)))
    }

    /// Whether any server of this store is making a backup.
    pub(crate) async fn is_backed_up(&self) -> Result<bool> {
        let now = self.now();
        let sql = "SELECT VALUE id FROM backup_lease WHERE until > $now AND until <= $latest LIMIT 1";
        let held = self.store.query(sql).bind(("now", now)).bind(("latest", now + MAX_LEASE * 2));
        Ok(held.first::<Id<BackupLease>>().await?.is_some())
    }
}
