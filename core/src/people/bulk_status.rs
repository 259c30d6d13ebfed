//! The status of every student that a list finds.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    AccountStatus, Actor, Role, User, account_admin::require_right_to_change, link::Link, open_sessions::DROP_DEVICES,
};
use crate::{
    App, Result,
    records::{ChangedAll, ListQuery},
    store::{Id, Record as _, retry_tx},
};

/// The new status of every student that a list finds.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct StatusOfAll {
    /// The number of students that the caller was shown. If the list finds another number, nothing changes.
    pub expected: u64,
    #[serde(rename = "accountStatus")]
    pub status: AccountStatus,
}

impl App {
    /// Sets the status of every student of a list in one commit, with one audit entry that names them all. Their
    /// sessions end.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`]: `changed-count` with the present `count`, `too-many` above
    /// [`MAX_AT_ONCE`](crate::records::MAX_AT_ONCE).
    pub async fn set_status_of_all(&self, actor: &Actor, query: &ListQuery, ask: &StatusOfAll) -> Result<ChangedAll> {
        let mut ids: Vec<Id<User>> = Vec::new();
        for page in query.pages_of(ask.expected) {
            let rows = self.rows::<User>(&page).only("role = $role").bind("role", Role::User);
            ids.extend(rows.keys(ask.expected).await?);
        }
        let changed = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let found: Vec<User> = change.query("SELECT * FROM $ids").bind(("ids", ids.clone())).all().await?;
            let mut pairs = Vec::new();
            for old in found.into_iter().filter(|old| old.role == Role::User && !old.is_erased()) {
                require_right_to_change(actor, &old)?;
                if old.status == ask.status {
                    continue;
                }
                let activated_at = old.activated_at.or((ask.status == AccountStatus::Active).then(|| self.now()));
                let (stamp, version) = (User::new_stamp(), old.version + 1);
                pairs.push((old.clone(), User { status: ask.status, activated_at, stamp, version, ..old }));
            }
            let changed: Vec<Id<User>> = pairs.iter().map(|(old, _)| old.id.clone()).collect();
            if !changed.is_empty() {
                let keys = changed.iter().map(Id::to_string).collect();
                let entry = change.entry("change-all", User::TABLE, "");
                change.note(entry.map(|entry| {
                    let entry = entry.with("count", changed.len()).listing("records", keys);
                    entry.with("status", format!("{:?}", ask.status))
                }));
                let links: Vec<Id<Link>> = changed.iter().flat_map(Link::all_of).collect();
                let gone = change.query(format!("{DROP_DEVICES} DELETE $links RETURN NONE"));
                gone.bind(("ids", changed.clone())).bind(("links", links)).done().await?;
            }
            change.rewrite_all(pairs).await?;
            change.commit().await?;
            Ok(changed)
        })
        .await?;
        for id in &changed {
            self.sessions.invalidate(id).await;
        }
        Ok(ChangedAll { changed: changed.len() as u64, refused: 0 })
    }
}
