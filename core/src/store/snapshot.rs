//! A whole store, independent of its content: a snapshot of all rows for a backup, and an empty store that accepts
//! them for a restore.

use std::{collections::HashSet, ops::Bound};

use serde_json::Value as Json;
use surrealdb::types::{RecordId, RecordIdKey, RecordIdKeyRange, ToSql, Value};

use super::{
    Schema, Store, Tx, definitions,
    upgrade::{self, StoredSchema},
};
use crate::{Error, Result};

/// Rows per read. A row may be a test with its paper, and the result takes several times that memory.
const PAGE: usize = 20;
/// The first rows of a range. If the planner knows the range in advance, it reads all of it before it applies the
/// limit. A call with an argument that it cannot evaluate in advance keeps the limit in the scan.
const ROWS: &str = "SELECT * FROM type::record($range[0]) LIMIT $page";

/// A snapshot of a store: later writes are not visible.
pub(crate) struct Snapshot(Tx);

impl Snapshot {
    /// The schema that the store records about itself.
    pub async fn schema(&self) -> Result<StoredSchema> {
        let schema = self.0.query(upgrade::STORED).first().await?;
        schema.ok_or_else(|| Error::internal("the store has no schema version"))
    }

    /// The tables by name, without the one of the recorded schema.
    pub async fn tables(&self) -> Result<Vec<String>> {
        let info: Option<Json> = self.0.query("INFO FOR DB").first().await?;
        Ok(names(info.as_ref()).filter(|name| *name != upgrade::TABLE).map(str::to_owned).collect())
    }

    /// The next rows of a table after that key, in key order, with the last key; `None` at the end.
    pub async fn rows(&self, table: &str, after: Option<RecordIdKey>) -> Result<Option<(Vec<Value>, RecordIdKey)>> {
        self.0.page(table, after).await
    }

    /// Which of these links lead to a record, in SurrealQL notation.
    pub async fn existing(&self, links: impl Iterator<Item = RecordId>) -> Result<HashSet<String>> {
        let links: Vec<RecordId> = links.collect();
        if links.is_empty() {
            return Ok(HashSet::new());
        }
        let there: Vec<RecordId> = self.0.query("SELECT VALUE id FROM $links").bind(("links", links)).all().await?;
        Ok(there.iter().map(ToSql::to_sql).collect())
    }
}

impl Tx {
    /// Passes the rows of a table to `each`, in key order, with at most one page in memory.
    pub(crate) async fn each_row(&self, table: &str, mut each: impl FnMut(Value)) -> Result<()> {
        let mut after = None;
        while let Some((rows, last)) = self.page(table, after).await? {
            rows.into_iter().for_each(&mut each);
            after = Some(last);
        }
        Ok(())
    }

    async fn page(&self, table: &str, after: Option<RecordIdKey>) -> Result<Option<(Vec<Value>, RecordIdKey)>> {
        let rows = self.query(ROWS).bind(("range", range_after(table, after))).bind(("page", PAGE));
        let rows: Vec<Value> = rows.all().await?;
        let Some(last) = rows.last() else { return Ok(None) };
        let Value::RecordId(last) = last.get("id") else { return Err(Error::internal("a row has no key")) };
        let last = last.key.clone();
        Ok(Some((rows, last)))
    }
}

impl Store {
    /// A snapshot of the store as it is now; also works on a full disk.
    pub(crate) async fn snapshot(&self) -> Result<Snapshot> {
        self.begin_reading().await.map(Snapshot)
    }

    /// Opens an empty store, or the remains of an interrupted restore, which are deleted.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `store-not-empty`; also those of [`Self::open`].
    pub(crate) async fn open_empty(url: &str) -> Result<Self> {
        let store = Self::open_without_upgrade(url).await?;
        let info: Option<Json> = store.query("INFO FOR DB").first().await?;
        let tables: Vec<_> = names(info.as_ref()).collect();
        if tables.is_empty() {
            return Ok(store);
        }
        let schema: Option<StoredSchema> = match tables.contains(&upgrade::TABLE) {
            true => store.query(upgrade::STORED).first().await?,
            false => None,
        };
        if !schema.is_some_and(|schema| schema.restoring) {
            store.close().await;
            let words = "The store is not empty. A backup can only be restored into an empty store.";
            return Err(Error::conflict("store-not-empty", words));
        }
        // The table with the mark of an interrupted restore goes last, so that an interruption is noticed again.
        for table in tables.iter().filter(|table| **table != upgrade::TABLE).chain([&upgrade::TABLE]) {
            store.write(format!("REMOVE TABLE IF EXISTS {table}")).done().await?;
        }
        Ok(store)
    }

    /// Gives an empty store the schema of another one and marks it as incomplete. It does not open until
    /// [`Self::end_restore`].
    ///
    /// # Errors
    /// Same as [`definitions::check`].
    pub(crate) async fn begin_restore(&self, stored: &StoredSchema) -> Result<()> {
        definitions::check(&stored.definitions)?;
        let mut stored = stored.clone();
        stored.restoring = true;
        let all = stored.definitions.join(";\n");
        // In one commit, so that a killed restore leaves either an empty store or one that says what it is.
        let begun = self.begin().await?;
        begun.query(format!("DEFINE TABLE IF NOT EXISTS {} SCHEMALESS", upgrade::TABLE)).done().await?;
        let mark = begun.query("CREATE ONLY store_schema:present CONTENT $schema RETURN NONE");
        mark.bind(("schema", stored)).done().await?;
        begun.commit().await?;
        if all.is_empty() { Ok(()) } else { self.write(all).done().await }
    }

    /// Writes rows into a table, with their keys.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `not-a-backup` for the table of the store's own schema.
    pub(crate) async fn put_rows(&self, table: &str, rows: Vec<Value>) -> Result<()> {
        if table == upgrade::TABLE {
            let words =
                "The file is not a Sabi backup, or it was tampered with: it contains rows about the store itself.";
            return Err(Error::conflict("not-a-backup", words));
        }
        self.write(format!("INSERT INTO {table} $rows RETURN NONE")).bind(("rows", rows)).done().await
    }

    /// Marks a restore with the schema `stored` as complete, and upgrades the store to `schema`.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `not-a-backup` if the store contains other definitions.
    pub(crate) async fn end_restore(&self, stored: &StoredSchema, schema: &Schema) -> Result<()> {
        self.check_defined(&stored.definitions).await?;
        self.write("UPDATE ONLY store_schema:present SET restoring = false RETURN NONE").done().await?;
        let state = upgrade::inspect(self, schema).await?;
        upgrade::apply(self, schema, state.version).await
    }
}

/// All keys of a table after that one.
fn range_after(table: &str, after: Option<RecordIdKey>) -> Vec<RecordId> {
    let start = after.map_or(Bound::Unbounded, Bound::Excluded);
    let range = RecordIdKey::Range(Box::new(RecordIdKeyRange { start, end: Bound::Unbounded }));
    vec![RecordId { table: table.into(), key: range }]
}

/// The tables in `INFO FOR DB`.
fn names(info: Option<&Json>) -> impl Iterator<Item = &str> {
    info.and_then(|info| info["tables"].as_object()).into_iter().flat_map(|tables| tables.keys().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows read by each step of a plan, from `EXPLAIN ANALYZE`.
    fn rows_read(plan: &str) -> Vec<usize> {
        let steps = plan.split("{rows: ").skip(1);
        steps.map(|rest| rest.split(',').next().unwrap().parse().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_table_is_read_page_by_page_and_no_page_reads_more_than_itself() {
        let schema = Schema { definitions: Vec::new(), migrations: &[] };
        let store = Store::open("mem://", &schema).await.unwrap();
        let fill = "FOR $n IN 0..900 { CREATE type::record('made_up', $n) SET text = 'x' RETURN NONE }";
        store.write(fill).done().await.unwrap();
        let snapshot = store.snapshot().await.unwrap();

        let explained = snapshot.0.query(format!("EXPLAIN ANALYZE {ROWS}")).bind(("page", PAGE));
        let plan: Option<String> = explained.bind(("range", range_after("made_up", None))).first().await.unwrap();
        let plan = plan.unwrap();
        let read = rows_read(&plan);
        assert!(!read.is_empty() && read.iter().all(|rows| *rows == PAGE), "{plan}");

        let mut each = Vec::new();
        snapshot.0.each_row("made_up", |row| each.push(row.get("id").to_sql())).await.unwrap();
        assert_eq!(each, (0..900).map(|n| format!("made_up:{n}")).collect::<Vec<_>>());

        let (mut all, mut after) = (Vec::new(), None);
        while let Some((rows, last)) = snapshot.rows("made_up", after.take()).await.unwrap() {
            assert!(rows.len() <= PAGE);
            all.extend(rows.iter().map(|row| row.get("id").to_sql()));
            after = Some(last);
        }
        assert_eq!(all, (0..900).map(|n| format!("made_up:{n}")).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_store_in_which_a_restore_defined_something_else_stays_closed() {
        let definitions = vec!["DEFINE TABLE IF NOT EXISTS made_up SCHEMALESS".to_owned()];
        let schema = Schema { definitions: definitions.clone(), migrations: &[] };
        let stored = StoredSchema { version: 0, definitions, restoring: false };
        let restored = async |more: &str| {
            let store = Store::open_empty("mem://").await.unwrap();
            store.begin_restore(&stored).await.unwrap();
            // As if the check of the file had missed it.
            store.write(more.to_owned()).done().await.unwrap();
            (store.end_restore(&stored, &schema).await, upgrade::inspect(&store, &schema).await)
        };
        for more in [
            "DEFINE EVENT evil ON made_up WHEN true THEN (CREATE made_up)",
            "DEFINE FIELD evil ON made_up VALUE 1",
            "DEFINE INDEX evil ON made_up FIELDS name",
            "DEFINE FUNCTION fn::evil() { RETURN 1 }",
            "DEFINE PARAM $evil VALUE 1",
            "DEFINE ANALYZER evil TOKENIZERS class FILTERS lowercase",
        ] {
            let (ended, state) = restored(more).await;
            let Err(Error::Conflict(refusal)) = ended else { panic!("{more} is taken") };
            assert_eq!(refusal.reason, "not-a-backup");
            assert!(refusal.message.contains("evil"), "{}", refusal.message);
            assert!(matches!(state, Err(Error::Unavailable(_))), "{more}: the restore counts as complete");
        }
        let (ended, state) = restored("CREATE made_up SET name = 'x' RETURN NONE").await;
        ended.unwrap();
        assert!(state.unwrap().pending.is_empty());
    }
}
