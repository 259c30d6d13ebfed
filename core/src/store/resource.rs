//! The generic catalogue entity: one file an entity gives its list, find, create, update and delete.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Id, QueryExt, Record, retry_tx};
use crate::{App, Error, FieldErrors, Result, accounts::Actor, audit};

/// Where an entity is reached below `/api/v1` (the documents' own paths, odd ones included).
#[derive(Debug, Clone, Copy)]
pub struct Paths {
    /// Lists all.
    pub list: &'static str,
    /// Finds one; its last parameter is the id.
    pub one: &'static str,
    /// Creates one, where the back office can.
    pub add: Option<&'static str>,
    /// Updates one; holds `{id}`.
    pub update: &'static str,
    /// Deletes one; holds `{id}`.
    pub delete: Option<&'static str>,
}

/// The toasts of an entity, to the letter.
#[derive(Debug, Clone, Copy)]
pub struct Toasts {
    /// After a create.
    pub added: &'static str,
    /// After an update.
    pub updated: &'static str,
    /// After a delete.
    pub deleted: &'static str,
}

/// An entity of the back office. From this come store calls, routes, OpenAPI and access tests.
pub trait Resource: Record + SurrealValue + Clone {
    /// What it is called in messages.
    const NOUN: &'static str;
    /// Its paths.
    const PATHS: Paths;
    /// Its toasts.
    const TOASTS: Toasts;
    /// The projection that reads a [`Self::View`], references resolved.
    const SELECT: &'static str = "*";
    /// The field of the answer that holds the list, as the documents name it (ruling 1).
    const LIST_FIELD: &'static str = "data";
    /// The fields that `q` looks into.
    const SEARCH: &'static [&'static str] = &["title"];
    /// The query parameters that narrow a list, each a field that holds a reference.
    const FILTERS: &'static [Filter] = &[];
    /// The filter that the `{id}` of the list path stands for, where the list hangs below another record.
    const PARENT: Option<&'static str> = None;
    /// The order of a list unless `sort` says otherwise.
    const ORDER: &'static str = "created_at DESC, id";
    /// What callers read.
    type View: SurrealValue + Serialize + ToSchema + Send;
    /// What callers write.
    type Input: DeserializeOwned + ToSchema + Send + Sync + Clone;

    /// The record that `input` makes of `current` (of nothing when it is new). Adds every failing
    /// field to `errors`.
    fn build(app: &App, input: Self::Input, current: Option<&Self>, errors: &mut FieldErrors) -> Self;

    /// Refuses an actor who may change other records of this kind, but not this one.
    fn may_change(&self, _actor: &Actor) -> Result<()> {
        Ok(())
    }

    /// The records that must exist for this one to stand, each with the input's field.
    fn references(&self) -> Vec<(&'static str, RecordId)> {
        Vec::new()
    }

    /// Its id.
    fn id(&self) -> &Id<Self>;
}

/// A query parameter that narrows a list to the records whose `field` links to it.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// The parameter and the stored field.
    pub field: &'static str,
    /// The table it refers to.
    pub table: &'static str,
}

/// What a list is asked for (ruling 5).
#[derive(Debug, Default, Clone, Deserialize)]
pub struct ListQuery {
    /// One-based page; without it a catalogue list is whole.
    pub page: Option<u64>,
    /// Rows a page, at most 1000; 0 asks for all.
    pub limit: Option<u64>,
    /// A field, with `-` in front for the reverse.
    pub sort: Option<String>,
    /// Words to look for.
    pub q: Option<String>,
    /// The screen's filters.
    #[serde(flatten)]
    pub filters: BTreeMap<String, String>,
}

impl ListQuery {
    /// The largest page.
    pub const MAX_LIMIT: u64 = 1000;

    /// `LIMIT … START …`, checked; empty for all rows.
    pub fn window(&self, default_limit: Option<u64>) -> Result<String> {
        let limit = match (self.limit, self.page) {
            (Some(0), _) => return Ok(String::new()),
            (Some(limit), _) => limit,
            (None, page) => match default_limit.or(page.map(|_| 10)) {
                Some(limit) => limit,
                None => return Ok(String::new()),
            },
        };
        let page = self.page.unwrap_or(1);
        let mut errors = FieldErrors::default();
        errors.check(limit <= Self::MAX_LIMIT, "limit", "Limit cannot exceed 1000");
        errors.check((1..=1_000_000_000).contains(&page), "page", "Page starts at 1");
        errors.done()?;
        Ok(format!(" LIMIT {limit} START {}", (page - 1) * limit))
    }

    /// `ORDER BY …`, checked against injection; unknown fields sort nothing.
    pub fn order(&self, default: &str) -> Result<String> {
        let Some(sort) = self.sort.as_deref().filter(|sort| !sort.is_empty()) else {
            return Ok(format!(" ORDER BY {default}"));
        };
        let (field, way) = sort.strip_prefix('-').map_or((sort, "ASC"), |field| (field, "DESC"));
        let plain = field.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !plain || field.is_empty() || field.len() > 40 {
            return Err(Error::field("sort", "Sort names a field, with - in front for the reverse"));
        }
        Ok(format!(" ORDER BY {} {way}, id", snake(field)))
    }
}

/// `createdAt` as the stored `created_at`.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.trim_start_matches('_').chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// A page of a list, with the number of rows in all.
#[derive(Debug, Clone, Serialize)]
pub struct Page<T> {
    /// The rows of this page.
    pub rows: Vec<T>,
    /// All rows that match.
    pub total: u64,
}

impl App {
    /// Lists the records that match.
    pub async fn list<R: Resource>(&self, query: &ListQuery) -> Result<Page<R::View>> {
        let mut wheres = Vec::new();
        if query.q.as_deref().is_some_and(|q| !q.trim().is_empty()) {
            let words: Vec<_> = R::SEARCH
                .iter()
                .map(|f| format!("string::contains(string::lowercase(<string> ({f} ?? '')), $q)"))
                .collect();
            wheres.push(format!("({})", words.join(" OR ")));
        }
        let mut links = Vec::new();
        for filter in R::FILTERS {
            if let Some(key) = query.filters.get(filter.field).filter(|key| !key.is_empty() && *key != "all") {
                wheres.push(format!("{0} CONTAINS ${0}_f OR {0} = ${0}_f", filter.field));
                links.push((format!("{}_f", filter.field), RecordId::new(filter.table, key.clone())));
            }
        }
        let wheres: Vec<_> = wheres.into_iter().map(|w| format!("({w})")).collect();
        let clause = if wheres.is_empty() { String::new() } else { format!(" WHERE {}", wheres.join(" AND ")) };
        let sql = format!(
            "SELECT {} FROM {table}{clause}{order}{window}; SELECT count() AS n FROM {table}{clause} GROUP ALL;",
            R::SELECT,
            table = R::TABLE,
            order = query.order(R::ORDER)?,
            window = query.window(None)?,
        );
        let mut call = self.store.query(&sql).bind(("q", query.q.clone().unwrap_or_default().trim().to_lowercase()));
        for (name, link) in links {
            call = call.bind((name, link));
        }
        let mut results = call.checked().await?;
        let total: Option<i64> = results.take((1, "n"))?;
        Ok(Page { rows: results.take(0)?, total: total.unwrap_or(0).unsigned_abs() })
    }

    /// Finds one as callers read it.
    pub async fn find<R: Resource>(&self, id: &Id<R>) -> Result<R::View> {
        let sql = format!("SELECT {} FROM ONLY $id", R::SELECT);
        let found: Option<R::View> = self.store.query(&sql).bind(("id", id.clone())).checked().await?.take(0)?;
        found.ok_or(Error::NotFound(R::NOUN))
    }

    /// The stored record itself.
    pub async fn load<R: Record + SurrealValue>(&self, id: &Id<R>) -> Result<Option<R>> {
        let call = self.store.query("SELECT * FROM ONLY $id").bind(("id", id.clone()));
        Ok(call.checked().await?.take(0)?)
    }

    /// Creates one.
    pub async fn create<R: Resource>(&self, actor: &Actor, input: R::Input) -> Result<R::View> {
        let mut errors = FieldErrors::default();
        let record = R::build(self, input, None, &mut errors);
        let id = self.put(actor, None, record, errors).await?;
        self.find(&id).await
    }

    /// Updates one; the input is the whole record, as the back office's forms send it.
    pub async fn update<R: Resource>(&self, actor: &Actor, id: &Id<R>, input: R::Input) -> Result<R::View> {
        retry_tx(async || {
            let current: R = self.load(id).await?.ok_or(Error::NotFound(R::NOUN))?;
            current.may_change(actor)?;
            let mut errors = FieldErrors::default();
            let record = R::build(self, input.clone(), Some(&current), &mut errors);
            self.put(actor, Some(current), record, errors).await
        })
        .await?;
        self.find(id).await
    }

    /// Deletes one, unless something refers to it (ruling 23).
    pub async fn delete<R: Resource>(&self, actor: &Actor, id: &Id<R>) -> Result<()> {
        let deleted = retry_tx(async || {
            let current: R = self.load(id).await?.ok_or(Error::NotFound(R::NOUN))?;
            let audit = self.audit(actor, "delete", R::TABLE, id).between(Some(current), None::<R>);
            let sql = format!("BEGIN; DELETE $id; {} COMMIT;", audit::WRITE);
            self.store.query(&sql).bind(("id", id.clone())).bind(("audit", audit)).done().await
        });
        match deleted.await {
            Err(error @ Error::Internal(_)) => Err(self.in_use(R::NOUN, error).await),
            other => other,
        }
    }

    async fn put<R: Resource>(
        &self,
        actor: &Actor,
        current: Option<R>,
        record: R,
        mut errors: FieldErrors,
    ) -> Result<Id<R>> {
        self.check_references(&record, &mut errors).await?;
        errors.done()?;
        let id = record.id().clone();
        let (action, verb) = if current.is_some() { ("update", "UPDATE") } else { ("create", "CREATE") };
        let audit = self.audit(actor, action, R::TABLE, &id).between(current, Some(record.clone()));
        let sql = format!("BEGIN; {verb} ONLY $id CONTENT $record; {} COMMIT;", audit::WRITE);
        let call = self.store.query(&sql).bind(("id", id.clone())).bind(("record", record)).bind(("audit", audit));
        call.done().await.map_err(|error| match error {
            Error::Conflict(refusal) if refusal.reason == "taken" => {
                let field = R::SEARCH.first().copied().unwrap_or("title");
                Error::taken(field, format!("{} with this {} already exists.", R::NOUN, field.replace('_', " ")))
            }
            other => other,
        })?;
        Ok(id)
    }

    async fn check_references<R: Resource>(&self, record: &R, errors: &mut FieldErrors) -> Result<()> {
        let wanted = record.references();
        if wanted.is_empty() {
            return Ok(());
        }
        let links: Vec<RecordId> = wanted.iter().map(|(_, link)| link.clone()).collect();
        let found: Vec<RecordId> = self.store.query("SELECT VALUE id FROM $links").bind(("links", links)).all().await?;
        for (field, link) in wanted {
            errors.check(found.contains(&link), field, "This choice does not exist any more");
        }
        Ok(())
    }
}

/// A reference as callers read it: id and title.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
#[serde(bound = "")]
pub struct Titled<T: Record> {
    /// The record's id.
    #[serde(rename = "_id")]
    pub id: Id<T>,
    /// Its title.
    pub title: String,
}

/// The documented shape of every [`Titled`].
#[derive(Debug, ToSchema)]
pub struct Ref {
    /// An opaque id.
    #[schema(rename = "_id")]
    pub id: String,
    /// The record's title.
    pub title: String,
}
