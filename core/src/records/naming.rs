//! Titles and slugs: a title is unique within its kind, and a slug is made from it once (ruling 23).

use surrealdb::types::{RecordId, SurrealValue, ToSql as _, Value};

use super::{Change, Resource};
use crate::{
    Error, Result,
    store::{Id, Record},
    text::folded,
};

/// How the records of a kind are named. Their title is the field [`Resource::UNIQUE`].
#[derive(Debug, Clone, Copy)]
pub struct Naming {
    /// The stored link to the parent within which titles and slugs are unique; `None` if they are unique everywhere.
    pub within: Option<&'static str>,
    /// The stored field of the slug, if there is one.
    pub slug: Option<&'static str>,
}

/// A row that every change of a title writes, one per kind and parent, so that two such changes conflict. The row never
/// remains in the store.
pub(crate) struct NameLock;

impl Record for NameLock {
    const TABLE: &'static str = "name_lock";
    const SCHEMA: &'static str = "";
}

/// A record of the same kind.
#[derive(SurrealValue)]
struct NamedRecord {
    id: RecordId,
    title: String,
    slug: Option<String>,
}

impl Naming {
    fn field(&self, record: &Value, field: &str) -> Value {
        match record {
            Value::Object(fields) => fields.get(field).cloned().unwrap_or(Value::None),
            _ => Value::None,
        }
    }

    /// The title of a record and its parent.
    fn of<R: Resource>(&self, record: &R) -> (String, Value) {
        let record = record.clone().into_value();
        let title = String::from_value(self.field(&record, R::UNIQUE)).unwrap_or_default();
        (title, self.within.map_or(Value::None, |within| self.field(&record, within)))
    }
}

impl Change<'_> {
    /// Refuses a title that another record has, and gives a new record an unused slug.
    ///
    /// Titles that differ only in case, marks or invisible characters count as the same. A record that keeps its
    /// title is never refused, because stores of earlier releases may hold duplicates.
    ///
    /// # Errors
    /// The same error as a unique index: [`Error::is_taken`].
    pub(crate) async fn resolve_name<R: Resource>(&self, current: Option<&R>, record: &mut R) -> Result<()> {
        let Some(naming) = R::NAMING else { return Ok(()) };
        let (title, parent) = naming.of(record);
        let key = folded(&title);
        if current.is_some_and(|current| {
            let (before, stood) = naming.of(current);
            folded(&before) == key && stood == parent
        }) {
            return Ok(());
        }
        // Concurrent changes do not see each other's titles. Both write this row, so one of them is retried.
        let lock = Id::<NameLock>::new(format!("{} {}", R::TABLE, parent.to_sql()));
        let sql = "UPSERT $lock SET at = rand::ulid() RETURN NONE; DELETE $lock RETURN NONE";
        self.query(sql).bind(("lock", lock)).done().await?;
        let slug = naming.slug.unwrap_or("NONE");
        let below = naming.within.map_or_else(String::new, |within| format!("WHERE {within} = $parent"));
        let sql = format!("SELECT id, {} AS title, {slug} AS slug FROM {} {below}", R::UNIQUE, R::TABLE);
        let named: Vec<NamedRecord> = self.query(sql).bind(("parent", parent)).all().await?;
        let own = record.id().link();
        if named.iter().any(|other| other.id != own && is_same(&other.title, &title, &key)) {
            return Err(Error::taken(R::UNIQUE, ""));
        }
        if current.is_none() && naming.slug.is_some() {
            let taken = |slug: &str| named.iter().any(|other| other.slug.as_deref() == Some(slug));
            record.set_slug(free_slug(&title, R::NOUN, taken));
        }
        Ok(())
    }
}

fn is_same(other: &str, title: &str, key: &str) -> bool {
    if key.is_empty() { other.trim() == title.trim() } else { folded(other) == key }
}

/// An unused slug for the title: `c`, then `c-2`. A title without letters and digits gets the slug of its kind.
fn free_slug(title: &str, noun: &str, taken: impl Fn(&str) -> bool) -> String {
    let own = slug::slugify(title);
    let base = if own.is_empty() { slug::slugify(noun) } else { own };
    let numbered = (2_u32..).map(|number| format!("{base}-{number}"));
    std::iter::once(base.clone()).chain(numbered).find(|slug| !taken(slug)).unwrap_or(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_never_empty_and_never_taken() {
        let mut made: Vec<String> = Vec::new();
        for (title, slug) in [
            ("C", "c"),
            ("C++", "c-2"),
            ("C#", "c-3"),
            ("+++", "category"),
            ("***", "category-2"),
            ("؟", "category-3"),
            ("Use of English", "use-of-english"),
        ] {
            made.push(free_slug(title, "Category", |slug| made.iter().any(|one| one == slug)));
            assert_eq!(made.last().map(String::as_str), Some(slug), "{title}");
        }
        for title in ["日本語", "العربية", "🙂"] {
            assert!(!free_slug(title, "Exam", |_| false).is_empty(), "{title}");
        }
    }
}
