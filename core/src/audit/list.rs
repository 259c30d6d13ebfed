//! Reads the audit log.

use std::collections::BTreeMap;

use futures::stream::{self, Stream};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Audit, Cause};
use crate::{
    App, Result,
    clock::Instant,
    people::permissions::User,
    records::{Filter, FilterKind, ListQuery, ListSpec, Listed, Page},
    store::{Id, Record as _, Tx},
};

/// One audit entry for administrators.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = AuditEntry)]
pub struct AuditView {
    #[serde(rename = "_id")]
    pub id: Id<Audit>,
    pub at: Instant,
    /// The address of the account, or `operator`.
    pub who: String,
    pub action: String,
    pub entity: String,
    pub record: String,
    /// The changed fields, before.
    #[schema(value_type = Object)]
    pub before: Map<String, Value>,
    /// The same fields, after.
    #[schema(value_type = Object)]
    pub after: Map<String, Value>,
    pub request: Option<String>,
    /// The account; `None` for the operator.
    #[serde(rename = "userId", default)]
    pub user: Option<Id<User>>,
    /// The name of the person.
    #[serde(rename = "userName", default)]
    pub user_name: Option<String>,
    /// The name of the record as it is now, or as it was before it was deleted.
    #[serde(default)]
    pub name: Option<String>,
    /// The names of the records in the values, by the text that refers to them.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

/// Entries per read of an export.
const BATCH: u64 = 500;

/// An entry's position in an export.
type AuditPosition = (Instant, Id<Audit>);

impl Listed for Audit {
    const LIST: ListSpec = ListSpec {
        select: "$this.* AS entry, user.email AS email, user.first_name AS first_name, user.last_name AS last_name, \
            at, id",
        search: &["before + after"],
        sort: &[
            ("at", "at"),
            ("who", "user.email ?? 'operator'"),
            ("action", "action"),
            ("entity", "entity"),
            ("record", "record"),
        ],
        filters: &[
            Filter::text("entity"),
            Filter::text("record"),
            Filter { name: "about", column: "record", kind: FilterKind::KeyOf },
            Filter::text("action"),
            Filter::reference("user", User::TABLE),
            Filter::from("at"),
            Filter::to("at"),
        ],
        order: "-at",
        ..ListSpec::of(Self::TABLE)
    };
}

#[derive(SurrealValue)]
struct EntryWithUser {
    entry: Audit,
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

impl From<EntryWithUser> for AuditView {
    fn from(EntryWithUser { entry, email, first_name, last_name }: EntryWithUser) -> Self {
        let Audit { id, at, user, action, entity, record, before, after, request } = entry;
        let who = email.unwrap_or_else(|| user.as_ref().map_or("operator".into(), |user| user.to_string()));
        let user_name = first_name.zip(last_name).map(|(first, last)| format!("{first} {last}").trim().to_owned());
        Self {
            id,
            at,
            who,
            action,
            entity,
            record,
            before: before.0,
            after: after.0,
            request,
            user,
            user_name,
            name: None,
            names: BTreeMap::new(),
        }
    }
}

impl App {
    /// The audit entries, newest first, ten per page, with the names of their records. `q` searches the changed values.
    pub async fn list_audit(&self, query: &ListQuery) -> Result<Page<AuditView>> {
        let mut page = self.rows::<Audit>(query).page().await?.map(|row: EntryWithUser| AuditView::from(row));
        self.name_audit(&mut page.rows).await?;
        Ok(page)
    }

    /// All changes until now that match `q` and the filters, newest first, read in batches on demand. A batch
    /// continues after the last entry of the previous one, so that new entries neither repeat nor hide one.
    pub fn export_audit(&self, query: ListQuery) -> impl Stream<Item = Result<Vec<AuditView>>> + Send + use<> {
        let app = self.clone();
        stream::try_unfold(Some(None), move |after: Option<Option<AuditPosition>>| {
            let (app, query) = (app.clone(), query.clone());
            async move {
                let Some(after) = after else { return Ok(None) };
                let entries = app.audit_after(&query, after).await?;
                let last = entries.last().map(|entry| (entry.at, entry.id.clone()));
                let is_full = entries.len() as u64 == BATCH;
                Ok(Some((entries, is_full.then_some(last))))
            }
        })
    }

    async fn audit_after(&self, query: &ListQuery, place: Option<AuditPosition>) -> Result<Vec<AuditView>> {
        let mut rows = self.rows::<Audit>(query);
        if let Some((at, id)) = place {
            rows = rows.only("at <= $at AND (at < $at OR id < $id)").bind("at", at).bind("id", id);
        }
        let rows: Vec<EntryWithUser> = rows.first("at DESC, id DESC", BATCH).await?;
        Ok(rows.into_iter().map(AuditView::from).collect())
    }
}

/// Selects the entry about the last change of a record. Marking results again does not count as a change of the record,
/// nor does finding a question fine or commenting on it.
const LAST_CHANGE: &str = "FROM audit WHERE entity = $entity AND record = $record \
    AND action NOT IN ['remark', 'found-fine', 'comment', 'delete-comment'] ORDER BY at DESC, id DESC LIMIT 1";

/// Who last changed a record, and when.
pub(crate) async fn last_change(tx: &Tx, entity: &str, record: &str) -> Result<Option<(String, Instant)>> {
    let sql = format!(
        "SELECT $this.* AS entry, user.email AS email, user.first_name AS first_name, user.last_name AS last_name, \
         at, id {LAST_CHANGE}"
    );
    let call = tx.query(sql).bind(("entity", entity.to_owned())).bind(("record", record.to_owned()));
    let last: Option<EntryWithUser> = call.first().await?;
    Ok(last.map(AuditView::from).map(|entry| (entry.who, entry.at)))
}

/// Who last changed a record, and in which request; the operator if there is no entry.
pub(crate) async fn last_cause(tx: &Tx, entity: &str, record: &str) -> Result<Cause> {
    let sql = format!("SELECT user, request, at, id {LAST_CHANGE}");
    let call = tx.query(sql).bind(("entity", entity.to_owned())).bind(("record", record.to_owned()));
    Ok(call.first().await?.unwrap_or_default())
}
