//! `Resource`: one file per entity gives list, find, create, update and delete.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Change, ListQuery, Listed, Naming, Page, Stored, in_use::refuse_held};
use crate::{
    App, Error, FieldErrors, Result,
    people::permissions::{Access, Actor},
    store::{Id, Record, retry_tx},
};

/// The paths of an entity below `/api/v1`, exactly as in the documents.
#[derive(Debug, Clone, Copy)]
pub struct Paths {
    /// Lists all.
    pub list: &'static str,
    /// Finds one; its last parameter is the id.
    pub one: &'static str,
    /// Creates one, if the back office can.
    pub add: Option<&'static str>,
    /// Updates one; holds `{id}`.
    pub update: &'static str,
    /// Deletes one; holds `{id}`.
    pub delete: Option<&'static str>,
}

/// The toasts of an entity, exactly as in the documents.
#[derive(Debug, Clone, Copy)]
pub struct Toasts {
    /// After a create.
    pub added: &'static str,
    /// After an update.
    pub updated: &'static str,
    /// After a delete.
    pub deleted: &'static str,
}

/// The usual [`Paths`] of an entity, from that of its list: `paths!("/admin/courses")`.
#[macro_export]
macro_rules! paths {
    ($list:literal) => {
        $crate::records::Paths {
            list: $list,
            one: concat!($list, "/{id}"),
            add: Some(concat!($list, "/add")),
            update: concat!($list, "/update/{id}"),
            delete: Some(concat!($list, "/{id}")),
        }
    };
}

pub use paths;

/// The usual [`Toasts`] of an entity, from its name: `toasts!("Course")`.
#[macro_export]
macro_rules! toasts {
    ($name:literal) => {
        $crate::records::Toasts {
            added: concat!($name, " successfully added."),
            updated: concat!($name, " updated successfully"),
            deleted: concat!($name, " deleted successfully"),
        }
    };
}

pub use toasts;

/// Who may call each verb of an entity.
#[derive(Debug, Clone, Copy)]
pub struct Verbs {
    /// Reads the list.
    pub list: Access,
    /// Reads one.
    pub find: Access,
    /// Adds one.
    pub create: Access,
    /// Changes one.
    pub update: Access,
    /// Deletes one.
    pub delete: Access,
}

impl Verbs {
    /// All verbs for the same people.
    pub const fn all(access: Access) -> Self {
        Self { list: access, find: access, create: access, update: access, delete: access }
    }
}

/// An entity of the back office. Store calls, routes, OpenAPI and access tests are derived from it.
pub trait Resource: Stored + Listed {
    /// Its paths.
    const PATHS: Paths;
    /// Its toasts.
    const TOASTS: Toasts;
    /// Who may call what.
    const ACCESS: Verbs = Verbs::all(Access::Admin);
    /// The response field of the list, as the documents name it (ruling 1).
    const LIST_FIELD: &'static str = "data";
    /// The response field of a new record, as the documents name it (ruling 1).
    const ADDED_FIELD: &'static str = "data";
    /// The clause for the rows that everybody may read, if [`Self::ACCESS`] lets everybody list. Administrators read
    /// all rows.
    const OPEN: &'static str = "true";
    /// The filter for the `{id}` of the list path, if the list belongs to another record.
    const PARENT: Option<&'static str> = None;
    /// The unique field of the input, alone or below a parent.
    const UNIQUE: &'static str = match Self::LIST.title {
        Some(title) => title,
        None => "title",
    };
    /// How its records are named, if no two may have the same title.
    const NAMING: Option<Naming> = None;
    /// Aliases of body fields: (alias, field).
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// The body field in which the documented form of a change repeats the id of the path.
    const OWN_ID: Option<&'static str> = None;
    /// The response type.
    type View: SurrealValue + Serialize + ToSchema + Send;

    /// Checks the form of this record and normalises it: trims titles, cleans HTML, keeps the picture if no other was
    /// chosen. Sets the fields that are not in the form. `current` is the stored record, if there is one. Adds every
    /// failing field to `errors`.
    fn check_form(&mut self, app: &App, current: Option<&Self>, errors: &mut FieldErrors);

    /// The record that `input` makes of `current`, or a new one. Adds every failing field to `errors`.
    fn build(app: &App, input: Self::Input, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        let mut record = match current {
            Some(current) => current.changed(input),
            None => Self::new(input, app.now()),
        };
        record.check_form(app, current, errors);
        record
    }

    /// A copy of its form: building it again gives the same record.
    fn form(&self) -> Self::Input {
        Self::Input::clone(self)
    }

    /// Sets the slug of a new record; see [`Naming::slug`].
    fn set_slug(&mut self, _slug: String) {}

    /// Refuses an actor who may change other records of this kind but not this one.
    fn require_right_to_change(&self, _actor: &Actor) -> Result<()> {
        Ok(())
    }

    /// The records that this one requires, each with its input field.
    fn references(&self) -> Vec<(&'static str, RecordId)> {
        Vec::new()
    }

    /// Checks inside the transaction that depend on other records. A check that two concurrent changes must not both
    /// pass needs a write to a record that both share.
    fn check(&self, change: &Change<'_>, current: Option<&Self>) -> impl Future<Output = Result<()>> + Send {
        let _ = (change, current);
        async { Ok(()) }
    }

    /// Records that block the deletion in addition to those that the database knows: (table, count).
    fn held_by(&self, change: &Change<'_>) -> impl Future<Output = Result<Vec<(&'static str, u64)>>> + Send {
        let _ = change;
        async { Ok(Vec::new()) }
    }
}

impl App {
    /// Lists the records that match.
    pub async fn list<R: Resource>(&self, query: &ListQuery) -> Result<Page<R::View>> {
        self.rows::<R>(query).page().await
    }

    /// Lists the matching records among those that everybody may read.
    pub async fn list_open<R: Resource>(&self, query: &ListQuery) -> Result<Page<R::View>> {
        self.rows::<R>(query).only(R::OPEN).page().await
    }

    /// Finds one, as its response type.
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
            let change = self.change(actor).await?;
            let mut errors = FieldErrors::default();
            let record = R::build(self, input.clone(), None, &mut errors);
            put(change, None, record, errors).await
        })
        .await?;
        self.find(&id).await
    }

    /// Updates one to the input, whatever its version.
    pub async fn update<R: Resource>(&self, actor: &Actor, id: &Id<R>, input: R::Input) -> Result<R::View> {
        self.edit(actor, id, None, |_: &R| Ok(input.clone())).await
    }

    /// Changes one. `input` gets the record as it is inside the transaction.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed`, the author and the time, if `version` is given and is not the
    /// record's (ruling 33).
    pub async fn edit<R: Resource>(
        &self,
        actor: &Actor,
        id: &Id<R>,
        version: Option<i64>,
        input: impl Fn(&R) -> Result<R::Input> + Send + Sync,
    ) -> Result<R::View> {
        let id = retry_tx(async || {
            let change = self.change(actor).await?;
            let current = change.find(id).await?;
            change.expect_version(&current, version).await?;
            current.require_right_to_change(actor)?;
            let mut errors = FieldErrors::default();
            let record = R::build(self, input(&current)?, Some(&current), &mut errors);
            put(change, Some(current), record, errors).await
        })
        .await?;
        self.find(&id).await
    }

    /// Deletes one, unless something refers to it (ruling 23).
    pub async fn delete<R: Resource>(&self, actor: &Actor, id: &Id<R>) -> Result<()> {
        let deleted = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let current: R = change.find(id).await?;
            current.require_right_to_change(actor)?;
            change.delete(&current).await?;
            // The database refuses first: its error names everything else that refers to the record.
            refuse_held::<R>(current.held_by(&change).await?)?;
            change.commit().await
        });
        match deleted.await {
            Err(error @ Error::Internal(_)) => Err(self.in_use(id, error).await),
            other => other,
        }
    }
}

/// Checks a record and writes it, new or over `current`, in the change that read `current`.
async fn put<R: Resource>(
    mut change: Change<'_>,
    current: Option<R>,
    mut record: R,
    mut errors: FieldErrors,
) -> Result<Id<R>> {
    change.check_links(record.references(), &mut errors).await?;
    errors.done()?;
    record.check(&change, current.as_ref()).await?;
    let named = change.resolve_name(current.as_ref(), &mut record).await;
    let written = match (named, &current) {
        (Err(error), _) => Err(error),
        (Ok(()), Some(current)) if current.id() != record.id() => change.replace(current, &record).await,
        (Ok(()), Some(current)) => change.update(current, &record).await,
        (Ok(()), None) => change.create(&record).await,
    };
    written.map_err(|error| {
        let field = R::UNIQUE;
        let words = || format!("{} with this {} already exists.", R::NOUN, field.replace('_', " "));
        if error.is_taken() { Error::taken(field, words()) } else { error }
    })?;
    change.commit().await?;
    Ok(record.id().clone())
}

/// A reference in a response: id and title.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
#[serde(bound = "")]
pub struct Titled<T: Record> {
    /// The record's id.
    #[serde(rename = "_id")]
    pub id: Id<T>,
    /// Its title.
    pub title: String,
}

/// The OpenAPI schema of every [`Titled`].
#[derive(Debug, ToSchema)]
pub struct Ref {
    /// An opaque id.
    #[schema(rename = "_id")]
    pub id: String,
    /// The record's title.
    pub title: String,
}
