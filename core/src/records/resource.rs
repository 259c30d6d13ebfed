//! The generic catalogue entity: one file an entity gives its list, find, create, update and delete.

use chrono::SecondsFormat::Millis;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{ListQuery, Listed, Page};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    accounts::Actor,
    audit, messages,
    store::{Id, Record, Tx, retry_tx},
};

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
pub trait Resource: Record + Listed + SurrealValue + Clone {
    /// What it is called in messages.
    const NOUN: &'static str;
    /// Its paths.
    const PATHS: Paths;
    /// Its toasts.
    const TOASTS: Toasts;
    /// The field of the answer that holds the list, as the documents name it (ruling 1).
    const LIST_FIELD: &'static str = "data";
    /// The filter that the `{id}` of the list path stands for, where the list hangs below another record.
    const PARENT: Option<&'static str> = None;
    /// The input's field that is unique, alone or below a parent.
    const UNIQUE: &'static str = "title";
    /// Other names that a body may give a field, each with the field's own.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// What callers read.
    type View: SurrealValue + Serialize + ToSchema + Send;
    /// What callers write.
    type Input: Serialize + DeserializeOwned + ToSchema + Send + Sync + Clone;

    /// The record that `input` makes of `current` (of nothing when it is new). Adds every failing
    /// field to `errors`.
    fn build(app: &App, input: Self::Input, current: Option<&Self>, errors: &mut FieldErrors) -> Self;

    /// The record as its form shows it: the input that would make it again.
    fn form(&self) -> Self::Input;

    /// Refuses an actor who may change other records of this kind, but not this one.
    fn may_change(&self, _actor: &Actor) -> Result<()> {
        Ok(())
    }

    /// The records that must exist for this one to stand, each with the input's field.
    fn references(&self) -> Vec<(&'static str, RecordId)> {
        Vec::new()
    }

    /// Decides, inside the transaction of the change, what only other records can tell. What must
    /// not happen twice at once needs a write to a record that both changes share.
    fn check(&self, tx: &Tx, current: Option<&Self>) -> impl Future<Output = Result<()>> + Send {
        let _ = (tx, current);
        async { Ok(()) }
    }

    /// Its id.
    fn id(&self) -> &Id<Self>;

    /// How often it was changed; 0 for a record from before versions were kept.
    fn version(&self) -> i64;
}

impl App {
    /// Lists the records that match.
    pub async fn list<R: Resource>(&self, query: &ListQuery) -> Result<Page<R::View>> {
        self.rows::<R>(query).page().await
    }

    /// Finds one as callers read it.
    pub async fn find<R: Resource>(&self, id: &Id<R>) -> Result<R::View> {
        let sql = format!("SELECT {} FROM ONLY $id", R::LIST.select);
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
        let id = retry_tx(async || {
            let tx = self.store.begin().await?;
            let mut errors = FieldErrors::default();
            let record = R::build(self, input.clone(), None, &mut errors);
            self.put(tx, actor, None, record, errors).await
        })
        .await?;
        self.find(&id).await
    }

    /// Updates one to what the input says, whatever it was.
    pub async fn update<R: Resource>(&self, actor: &Actor, id: &Id<R>, input: R::Input) -> Result<R::View> {
        self.edit(actor, id, None, |_: &R| Ok(input.clone())).await
    }

    /// Changes one: `input` is given the record as it stands in the transaction that changes it.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed`, and by whom and when, where `version` is given and
    /// is not the record's (ruling 33).
    pub async fn edit<R: Resource>(
        &self,
        actor: &Actor,
        id: &Id<R>,
        version: Option<i64>,
        input: impl Fn(&R) -> Result<R::Input> + Send + Sync,
    ) -> Result<R::View> {
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let current: R = stored(&tx, id).await?;
            if version.is_some_and(|version| version != current.version()) {
                return Err(changed(&tx, R::TABLE, id.as_str(), current.version()).await?);
            }
            current.may_change(actor)?;
            let mut errors = FieldErrors::default();
            let record = R::build(self, input(&current)?, Some(&current), &mut errors);
            self.put(tx, actor, Some(current), record, errors).await
        })
        .await?;
        self.find(id).await
    }

    /// Deletes one, unless something refers to it (ruling 23).
    pub async fn delete<R: Resource>(&self, actor: &Actor, id: &Id<R>) -> Result<()> {
        let deleted = retry_tx(async || {
            let tx = self.store.begin().await?;
            let current: R = stored(&tx, id).await?;
            tx.query("DELETE $id RETURN NONE").bind(("id", id.clone())).done().await?;
            tx.note(self.audit(actor, "delete", R::TABLE, id).between(Some(current), None::<R>)).await?;
            tx.commit().await
        });
        match deleted.await {
            Err(error @ Error::Internal(_)) => Err(self.in_use(R::NOUN, error).await),
            other => other,
        }
    }

    /// Checks and writes a record in the transaction that read `current`, and keeps all of it.
    async fn put<R: Resource>(
        &self,
        tx: Tx,
        actor: &Actor,
        current: Option<R>,
        record: R,
        mut errors: FieldErrors,
    ) -> Result<Id<R>> {
        check_references(&tx, &record, &mut errors).await?;
        errors.done()?;
        record.check(&tx, current.as_ref()).await?;
        let id = record.id().clone();
        let (action, verb) = if current.is_some() { ("update", "UPDATE") } else { ("create", "CREATE") };
        let audit = self.audit(actor, action, R::TABLE, &id).between(current, Some(record.clone()));
        let sql = format!("{verb} ONLY $id CONTENT $record RETURN NONE");
        let written = tx.query(&sql).bind(("id", id.clone())).bind(("record", record)).done().await;
        written.map_err(|error| match error {
            Error::Conflict(refusal) if refusal.reason == "taken" => {
                let field = R::UNIQUE;
                Error::taken(field, format!("{} with this {} already exists.", R::NOUN, field.replace('_', " ")))
            }
            other => other,
        })?;
        tx.note(audit).await?;
        tx.commit().await?;
        Ok(id)
    }
}

async fn stored<R: Resource>(tx: &Tx, id: &Id<R>) -> Result<R> {
    let found = tx.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
    found.ok_or(Error::NotFound(R::NOUN))
}

async fn check_references<R: Resource>(tx: &Tx, record: &R, errors: &mut FieldErrors) -> Result<()> {
    let wanted = record.references();
    if wanted.is_empty() {
        return Ok(());
    }
    let links: Vec<RecordId> = wanted.iter().map(|(_, link)| link.clone()).collect();
    let found: Vec<RecordId> = tx.query("SELECT VALUE id FROM $links").bind(("links", links)).all().await?;
    for (field, link) in wanted {
        errors.check(found.contains(&link), field, "This choice does not exist any more");
    }
    Ok(())
}

/// The conflict of a change that was made from another version than this one, the record's: who
/// changed it last, and when (ruling 33).
pub(crate) async fn changed(tx: &Tx, table: &str, key: &str, version: i64) -> Result<Error> {
    let refusal = Refusal::new("changed", messages::CHANGED).with("version", version);
    let refusal = match audit::last_change(tx, table, key).await? {
        Some((who, at)) => refusal.with("changedBy", who).with("changedAt", at.to_rfc3339_opts(Millis, true)),
        None => refusal,
    };
    Ok(Error::Conflict(refusal))
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
