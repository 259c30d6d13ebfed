//! The statements that read a page of a list, written so that the store's planner uses an index.
//!
//! The ids of a page are selected first, so that references are resolved only for these rows. Two clauses that no row
//! fulfils together are counted separately, each by its own index, and the counts are added; if an index also returns
//! each in the list's order, a page is merged from their first rows. Values are written into the counting
//! statements, because the planner counts by an index only then. A word search without filters is read in the order
//! of its index, because any other order would read every row with the words.

use surrealdb::types::{ToSql as _, Value};

use super::{Listed, Rows};

/// How many rows of a full-text index are searched for exact matches.
const WINDOW: u64 = 1000;

/// Whether an expression is a stored field by itself.
pub(super) fn is_field(column: &str) -> bool {
    column.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

fn keys(order: &[(&str, &str)]) -> String {
    order.iter().map(|(column, way)| format!("{column} {way}")).collect::<Vec<_>>().join(", ")
}

/// The direction for ids among equal rows: that in which the index is read.
fn last<'a>(order: &[(&str, &'a str)]) -> &'a str {
    order.last().map_or("ASC", |(_, way)| way.strip_prefix("COLLATE ").unwrap_or(way))
}

impl<R: Listed> Rows<'_, R> {
    /// Selects the ids of a page.
    pub(super) fn chosen(&self, order: &[(&str, &str)], limit: u64, start: u64) -> String {
        let (table, clause) = (R::LIST.table, self.clause());
        let has_sort = self.query.sort.as_deref().is_some_and(|sort| !sort.is_empty());
        if self.fulltext_condition.is_some() && self.clauses.is_empty() && self.disjoint_clauses.is_none() && !has_sort
        {
            // In the order of the index, which is the order of writing. The words may be in most rows, and any other
            // order would read all of them.
            return match &self.exact_condition {
                Some(exact) => self.exact_first(exact, limit, start),
                None => format!("SELECT VALUE id FROM {table}{clause} LIMIT {limit} START {start}"),
            };
        }
        let last = last(order);
        if let Some([one, other]) = self.parts(order, start.saturating_add(limit)) {
            let keys = keys(order);
            return format!(
                "(SELECT * FROM array::concat({one}, {other}) ORDER BY {keys}, id {last} LIMIT {limit} START {start}).id"
            );
        }
        // An index may serve an order of stored fields, unless it is alphabetical. A word search uses none: the rows
        // with the words and those of the filters are intersected before any row is read.
        if self.fulltext_condition.is_none() && order.iter().all(|(column, _)| is_field(column)) {
            let keys = keys(order);
            return format!(
                "SELECT VALUE id FROM {table}{clause} ORDER BY {keys}, id {last} LIMIT {limit} START {start}"
            );
        }
        let (mut columns, mut keys) = (String::new(), String::new());
        for (number, (column, way)) in order.iter().enumerate() {
            columns += &format!(", {column} AS sort_{number}");
            keys += &format!("sort_{number} {way}, ");
        }
        format!("(SELECT id{columns} FROM {table}{clause} ORDER BY {keys}id {last} LIMIT {limit} START {start}).id")
    }

    /// Selects the ids of a page in the order of the full-text index. Exact matches among its first [`WINDOW`] rows
    /// come first; a larger window would read most of the bank for a common word.
    fn exact_first(&self, exact: &str, limit: u64, start: u64) -> String {
        let (table, clause) = (R::LIST.table, self.clause());
        let end = start.saturating_add(limit);
        if start >= WINDOW {
            return format!("SELECT VALUE id FROM {table}{clause} LIMIT {limit} START {start}");
        }
        let window = self.window(exact);
        let [first, then] = ["", "!"].map(|not| format!("(SELECT VALUE id FROM ({window}) WHERE {not}is_exact)"));
        let after = match end.saturating_sub(WINDOW) {
            0 => "[]".to_owned(),
            more => format!("(SELECT VALUE id FROM {table}{clause} LIMIT {more} START {WINDOW})"),
        };
        format!("array::slice(array::concat({first}, {then}, {after}), {start}, {end})")
    }

    /// The first rows of the full-text index, each with whether it is an exact match. As a condition of this
    /// statement, that would keep the planner from using the index.
    pub(super) fn window(&self, exact: &str) -> String {
        format!("SELECT id, {exact} AS is_exact FROM {}{} LIMIT {WINDOW}", R::LIST.table, self.clause())
    }

    /// The first rows of each of two clauses, from an index in their order, if they are merged.
    pub(super) fn parts(&self, order: &[(&str, &str)], most: u64) -> Option<[String; 2]> {
        let parts =
            self.disjoint_clauses.filter(|_| self.merge_ordered && order.iter().all(|(column, _)| is_field(column)))?;
        let columns: String = order.iter().map(|(column, _)| format!(", {column}")).collect();
        let (table, keys, last) = (R::LIST.table, keys(order), last(order));
        Some(parts.map(|part| {
            let conditions = self.narrowed_to(part);
            format!("(SELECT id{columns} FROM {table} WHERE {conditions} ORDER BY {keys}, id {last} LIMIT {most})")
        }))
    }

    /// Counts all matching rows as the sum of these statements. The planner counts by an index only if the values are
    /// written into the statement.
    pub(super) fn counted(&self) -> Vec<String> {
        let table = R::LIST.table;
        let count = |clause: &str| {
            let clause = if clause.is_empty() { String::new() } else { format!(" WHERE {clause}") };
            format!("SELECT count() AS n FROM {table}{} GROUP ALL", self.valued(&clause))
        };
        match (&self.fulltext_condition, self.disjoint_clauses, self.clauses.as_slice()) {
            (None, Some(parts), []) => parts.map(count).into(),
            (None, Some(parts), _) if self.merge_ordered => parts.map(|part| count(&self.narrowed_to(part))).into(),
            // A full-text index counts only with two conditions; these two are the same.
            (Some(found), None, []) => vec![count(&format!("({found}) AND ({found})"))],
            _ => vec![count(&self.conditions())],
        }
    }

    pub(super) fn clause(&self) -> String {
        let conditions = self.conditions();
        if conditions.is_empty() { conditions } else { format!(" WHERE {conditions}") }
    }

    fn conditions(&self) -> String {
        let parted = self.disjoint_clauses.map(|[one, other]| format!("{one} OR {other}"));
        let all = self.fulltext_condition.iter().chain(&self.clauses).chain(&parted);
        all.map(|clause| format!("({clause})")).collect::<Vec<_>>().join(" AND ")
    }

    /// All conditions, with this one of the two clauses.
    fn narrowed_to(&self, part: &str) -> String {
        let all = self.fulltext_condition.iter().chain(&self.clauses).map(String::as_str).chain([part]);
        all.map(|clause| format!("({clause})")).collect::<Vec<_>>().join(" AND ")
    }

    /// A clause with its parameter values written into it by the store's own library.
    fn valued(&self, clause: &str) -> String {
        let mut parts = clause.split('$');
        let mut valued = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(part.len());
            let (name, rest) = part.split_at(end);
            let value = self.bound.iter().find(|(bound, _)| bound == name).map(|(_, value)| value);
            match value {
                Some(
                    value @ (Value::RecordId(_)
                    | Value::String(_)
                    | Value::Bool(_)
                    | Value::Datetime(_)
                    | Value::Array(_)),
                ) => valued += &value.to_sql(),
                _ => valued += &format!("${name}"),
            }
            valued += rest;
        }
        valued
    }
}
