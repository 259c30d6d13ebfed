//! A store as a whole, whatever is in it: one moment of all its rows to take out, and an empty store that
//! takes such rows in.

use std::{collections::HashSet, ops::Bound};

use serde_json::Value as Json;
use surrealdb::types::{RecordId, RecordIdKey, RecordIdKeyRange, ToSql, Value};

use super::{
    Schema, Store, Tx, definitions,
    upgrade::{self, Shape},
};
use crate::{Error, Result};

/// Rows that are read at once: one may be a test with its paper, and an answer takes several times their memory.
const PAGE: usize = 20;
/// The first rows of a range. Where the planner knows the range beforehand, it reads it to its end and applies the
/// limit afterwards; a call whose argument it cannot work out beforehand keeps the limit with the reading.
const ROWS: &str = "SELECT * FROM type::record($range[0]) LIMIT $page";

/// One moment of a store: what is written after it began is not seen.
pub(crate) struct Snapshot(Tx);

impl Snapshot {
    /// What the store knew of its own shape.
    pub async fn shape(&self) -> Result<Shape> {
        let shape = self.0.query(upgrade::STORED).first().await?;
        shape.ok_or_else(|| Error::internal("the store does not know its shape"))
    }

    /// The tables, in the order of their names; that of the shape is none of them.
    pub async fn tables(&self) -> Result<Vec<String>> {
        let info: Option<Json> = self.0.query("INFO FOR DB").first().await?;
        Ok(names(info.as_ref()).filter(|name| *name != upgrade::TABLE).map(str::to_owned).collect())
    }

    /// The next rows of a table behind that key, in the order of their keys, with the last one's; none at its end.
    pub async fn rows(&self, table: &str, behind: Option<RecordIdKey>) -> Result<Option<(Vec<Value>, RecordIdKey)>> {
        self.0.page(table, behind).await
    }

    /// Which of these links lead to a record, as SurrealQL writes them.
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
    /// Hands the rows of a table to `each`, in the order of their keys; no more than a page of them is in memory.
    pub(crate) async fn each_row(&self, table: &str, mut each: impl FnMut(Value)) -> Result<()> {
        let mut behind = None;
        while let Some((rows, last)) = self.page(table, behind).await? {
            rows.into_iter().for_each(&mut each);
            behind = Some(last);
        }
        Ok(())
    }

    async fn page(&self, table: &str, behind: Option<RecordIdKey>) -> Result<Option<(Vec<Value>, RecordIdKey)>> {
        let rows = self.query(ROWS).bind(("range", behind_of(table, behind))).bind(("page", PAGE));
        let rows: Vec<Value> = rows.all().await?;
        let Some(last) = rows.last() else { return Ok(None) };
        let Value::RecordId(last) = last.get("id") else { return Err(Error::internal("a row has no key")) };
        let last = last.key.clone();
        Ok(Some((rows, last)))
    }
}

impl Store {
    /// The present moment of the store; also of one whose disk is full.
    pub(crate) async fn snapshot(&self) -> Result<Snapshot> {
        self.begin_reading().await.map(Snapshot)
    }

    /// Opens a store that has nothing in it, or what a restore left that was broken off, which is taken out.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `store-not-empty`; those of [`Self::open`].
    pub(crate) async fn open_empty(url: &str) -> Result<Self> {
        let store = Self::open_as_it_is(url).await?;
        let info: Option<Json> = store.query("INFO FOR DB").first().await?;
        let tables: Vec<_> = names(info.as_ref()).collect();
        if tables.is_empty() {
            return Ok(store);
        }
        let shape: Option<Shape> = match tables.contains(&upgrade::TABLE) {
            true => store.query(upgrade::STORED).first().await?,
            false => None,
        };
        if !shape.is_some_and(|shape| shape.restoring) {
            store.close().await;
            let words = "There is something in the store already: only an empty one takes a backup in.";
            return Err(Error::conflict("store-not-empty", words));
        }
        // What says that the rest is a half goes last.
        for table in tables.iter().filter(|table| **table != upgrade::TABLE).chain([&upgrade::TABLE]) {
            store.write(format!("REMOVE TABLE IF EXISTS {table}")).done().await?;
        }
        Ok(store)
    }

    /// Gives an empty store the shape that another one had, and notes that its rows are still to come: until
    /// [`Self::end_restore`] it does not open.
    ///
    /// # Errors
    /// Those of [`definitions::check`].
    pub(crate) async fn begin_restore(&self, shape: &Shape) -> Result<()> {
        definitions::check(&shape.definitions)?;
        let mut shape = shape.clone();
        shape.restoring = true;
        let all = shape.definitions.join(";\n");
        let begun = format!("DEFINE TABLE IF NOT EXISTS {} SCHEMALESS", upgrade::TABLE);
        self.write(begun).done().await?;
        self.write("CREATE ONLY store_schema:present CONTENT $shape RETURN NONE").bind(("shape", shape)).done().await?;
        if all.is_empty() { Ok(()) } else { self.write(all).done().await }
    }

    /// Puts rows into a table, with the keys that they have.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `not-a-backup` for the table that tells of the store itself.
    pub(crate) async fn put_rows(&self, table: &str, rows: Vec<Value>) -> Result<()> {
        if table == upgrade::TABLE {
            let words =
                "The file is no backup of Sabi's, or somebody changed it: it has rows that tell of the store itself.";
            return Err(Error::conflict("not-a-backup", words));
        }
        self.write(format!("INSERT INTO {table} $rows RETURN NONE")).bind(("rows", rows)).done().await
    }

    /// Notes that all rows have come to a store that was begun with this shape, and brings it to `schema`.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `not-a-backup` where something else is defined in it.
    pub(crate) async fn end_restore(&self, shape: &Shape, schema: &Schema) -> Result<()> {
        self.check_defined(&shape.definitions).await?;
        self.write("UPDATE ONLY store_schema:present SET restoring = false RETURN NONE").done().await?;
        let state = upgrade::look(self, schema).await?;
        upgrade::apply(self, schema, state.version).await
    }
}

/// All keys of a table behind that one.
fn behind_of(table: &str, behind: Option<RecordIdKey>) -> Vec<RecordId> {
    let start = behind.map_or(Bound::Unbounded, Bound::Excluded);
    let range = RecordIdKey::Range(Box::new(RecordIdKeyRange { start, end: Bound::Unbounded }));
    vec![RecordId { table: table.into(), key: range }]
}

/// The tables that `INFO FOR DB` tells of.
fn names(info: Option<&Json>) -> impl Iterator<Item = &str> {
    info.and_then(|info| info["tables"].as_object()).into_iter().flat_map(|tables| tables.keys().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many rows each step of a plan read, as `EXPLAIN ANALYZE` tells.
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
        let plan: Option<String> = explained.bind(("range", behind_of("made_up", None))).first().await.unwrap();
        let plan = plan.unwrap();
        let read = rows_read(&plan);
        assert!(!read.is_empty() && read.iter().all(|rows| *rows == PAGE), "{plan}");

        let mut each = Vec::new();
        snapshot.0.each_row("made_up", |row| each.push(row.get("id").to_sql())).await.unwrap();
        assert_eq!(each, (0..900).map(|n| format!("made_up:{n}")).collect::<Vec<_>>());

        let (mut all, mut behind) = (Vec::new(), None);
        while let Some((rows, last)) = snapshot.rows("made_up", behind.take()).await.unwrap() {
            assert!(rows.len() <= PAGE);
            all.extend(rows.iter().map(|row| row.get("id").to_sql()));
            behind = Some(last);
        }
        assert_eq!(all, (0..900).map(|n| format!("made_up:{n}")).collect::<Vec<_>>());
    }
}
