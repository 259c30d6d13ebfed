//! Reading the record.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::Audit;
use crate::{
    App, Result,
    accounts::User,
    clock::Instant,
    store::{
        Id, QueryExt,
        resource::{ListQuery, Page},
    },
};

/// One change as administrators read it.
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
    /// The fields that changed, as they were.
    #[schema(value_type = Object)]
    pub before: Map<String, Value>,
    /// The same fields as they are now.
    #[schema(value_type = Object)]
    pub after: Map<String, Value>,
    pub request: Option<String>,
}

#[derive(SurrealValue)]
struct Row {
    entry: Audit,
    email: Option<String>,
}

impl From<Row> for AuditView {
    fn from(Row { entry, email }: Row) -> Self {
        let Audit { id, at, user, action, entity, record, before, after, request } = entry;
        let who = email.unwrap_or_else(|| user.map_or("operator".into(), |user| user.to_string()));
        Self { id, at, who, action, entity, record, before: before.0, after: after.0, request }
    }
}

impl App {
    /// The changes, newest first, ten a page; filters are `entity`, `record`, `action` and `user`,
    /// `q` looks into what changed.
    pub async fn list_audit(&self, query: &ListQuery) -> Result<Page<AuditView>> {
        let mut wheres = vec!["true".to_owned()];
        let given = |name: &str| query.filters.get(name).filter(|value| !value.is_empty());
        for name in ["entity", "record", "action"] {
            if given(name).is_some() {
                wheres.push(format!("{name} = ${name}"));
            }
        }
        if given("user").is_some() {
            wheres.push("user = $user".into());
        }
        let q = query.q.as_deref().unwrap_or_default().trim().to_lowercase();
        if !q.is_empty() {
            wheres.push("string::contains(string::lowercase(before + after), $q)".into());
        }
        let clause = wheres.join(" AND ");
        let sql = format!(
            "SELECT $this.* AS entry, user.email AS email, at, id FROM audit WHERE {clause}{}{}; \
             SELECT count() AS n FROM audit WHERE {clause} GROUP ALL;",
            query.order("at DESC, id")?,
            query.window(Some(10))?,
        );
        let mut call = self.store.query(&sql).bind(("q", q));
        for name in ["entity", "record", "action"] {
            call = call.bind((name, given(name).cloned()));
        }
        call = call.bind(("user", given("user").map(|key| Id::<User>::new(key.as_str()))));
        let mut results = call.checked().await?;
        let rows: Vec<Row> = results.take(0)?;
        let total: Option<i64> = results.take((1, "n"))?;
        Ok(Page { rows: rows.into_iter().map(AuditView::from).collect(), total: total.unwrap_or(0).unsigned_abs() })
    }
}
